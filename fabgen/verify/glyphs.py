"""Meaning → the kinds of shapes that must show it on its cell; a kind → its shape, its size and its place in the cell.

Sizes are the shares of a cell in `figures.marks`. Marks that go on lie nearer to the piece than their cell's middle, by
ON_SHIFT, and have their arrowhead on the other side; so their kinds differ from those of the same marks without.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from fabgen.figures.diagrams.marks import (
    CROSS,
    DIAMOND,
    DOT,
    HEAD_FOOT,
    HEAD_HALF,
    HEAD_TIP,
    HOP_CROSS,
    ON_CROSS,
    ON_DIAMOND,
    ON_HOP_CROSS,
    ON_RING,
    ON_RINGED_CROSS,
    ON_SHIFT,
    OPEN_DOT,
    OPEN_FAR,
    OPEN_NEAR,
    RING,
)
from fabgen.rules.directions import HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS, SQUARES, Plane
from fabgen.rules.marks import MoveMark
from fabgen.verify.recognise import Vector


@dataclass(frozen=True)
class Glyph:
    """A kind of shape: its name in messages, what it is recognised as, its span in cells, and where it stands.

    `shift`: cells along the way from the piece; `at`: cells from there; `angle`: of its axis, modulo `fold` degrees.
    """

    name: str
    shape: str
    share: float
    angle: float = 0.0
    fold: float = 0.0
    shift: float = 0.0
    at: Vector = (0.0, 0.0)

    @property
    def moved(self) -> bool:
        """Whether it stands off its cell's middle."""
        return bool(self.shift) or self.at != (0.0, 0.0)

    def spot(self, cell: Vector) -> Vector:
        """Its middle, in cells from the middle of its cell, which is given in cells from the own one."""
        x, y = away(cell)
        return self.shift * x + self.at[0], self.shift * y + self.at[1]


def away(cell: Vector) -> Vector:
    """The unit vector from the piece to a cell; ahead for the piece's own."""
    length = math.hypot(*cell)
    return (cell[0] / length, cell[1] / length) if length > 1e-9 else (0.0, 1.0)


def heads(cell: Vector) -> list[Vector]:
    """The corners of an arrowhead, in cells from the middle of its cell."""
    x, y = away(cell)
    feet = [(HEAD_FOOT * x - side * y, HEAD_FOOT * y + side * x) for side in (HEAD_HALF, -HEAD_HALF)]
    return [(HEAD_TIP * x, HEAD_TIP * y), *feet]


SIDE = 1 / math.sqrt(2)  # of a diamond that measures 1 from corner to corner
ARM = (OPEN_FAR + OPEN_NEAR) / 2 * SIDE  # from the middle to that of an arm of an open cross, along both axes
ARMS = {"upper right": (1, 1), "upper left": (-1, 1), "lower left": (-1, -1), "lower right": (1, -1)}
HEAD = max(2 * HEAD_HALF, math.hypot(HEAD_TIP - HEAD_FOOT, HEAD_HALF))

GLYPHS = (
    Glyph("dot", "disc", DOT),
    Glyph("cross", "cross", CROSS, 45, 90),
    Glyph("ring", "ring", RING),
    Glyph("open dot", "ring", OPEN_DOT),
    *(Glyph(f"{name} arm", "bar", OPEN_FAR - OPEN_NEAR, 45 * x * y, 180, at=(ARM * x, ARM * y))
      for name, (x, y) in ARMS.items()),
    Glyph("diamond", "frame", DIAMOND * SIDE, 0, 90),
    Glyph("solid diamond", "square", DIAMOND * SIDE, 0, 90),
    Glyph("crossed diamond", "crossed square", DIAMOND * SIDE, 45, 90),
    Glyph("slashed diamond", "slashed square", DIAMOND * SIDE, 45, 180),
    Glyph("small cross", "cross", HOP_CROSS, 45, 90),
    Glyph("slash", "bar", HOP_CROSS, 45, 180),
    Glyph("drawn-in dot", "disc", DOT, shift=-ON_SHIFT),
    Glyph("drawn-in cross", "cross", ON_CROSS, 45, 90, -ON_SHIFT),
    Glyph("drawn-in ring", "ring", ON_RING, shift=-ON_SHIFT),
    Glyph("ringed cross", "cross", ON_RINGED_CROSS, 45, 90, -ON_SHIFT),
    Glyph("drawn-in diamond", "frame", ON_DIAMOND * SIDE, 0, 90, -ON_SHIFT),
    Glyph("drawn-in solid diamond", "square", ON_DIAMOND * SIDE, 0, 90, -ON_SHIFT),
    Glyph("drawn-in crossed diamond", "crossed square", ON_DIAMOND * SIDE, 45, 90, -ON_SHIFT),
    Glyph("drawn-in slashed diamond", "slashed square", ON_DIAMOND * SIDE, 45, 180, -ON_SHIFT),
    Glyph("drawn-in small cross", "cross", ON_HOP_CROSS, 45, 90, -ON_SHIFT),
    Glyph("drawn-in slash", "bar", ON_HOP_CROSS, 45, 180, -ON_SHIFT),
    Glyph("arrowhead", "triangle", HEAD, shift=(HEAD_TIP + 2 * HEAD_FOOT) / 3),
)
TINTS: dict[Plane, Glyph] = {  # cells that may be moved to
    SQUARES: Glyph("tint", "square", 1.0, 45, 90),
    HEXAGONS_IN_FILES: Glyph("tint", "hexagon", 1 / math.sqrt(3), 0, 60),
    HEXAGONS_IN_ROWS: Glyph("tint", "hexagon", 1 / math.sqrt(3), 30, 60),
}

PLAIN = {
    MoveMark.MOVE: ("dot",),
    MoveMark.CAPTURE: ("cross",),
    MoveMark.BOTH: ("ring", "cross"),
    MoveMark.FIRST_MOVE: ("open dot",),
    MoveMark.FIRST_CAPTURE: tuple(f"{name} arm" for name in ARMS),
    MoveMark.FIRST_BOTH: ("ring", *(f"{name} arm" for name in ARMS)),
    MoveMark.HOP: ("diamond",),
    MoveMark.LOCUST: ("diamond", "small cross"),
    MoveMark.EITHER: ("diamond", "slash"),
    MoveMark.HOP_MOVE: ("solid diamond",),
    MoveMark.LOCUST_MOVE: ("crossed diamond",),
    MoveMark.EITHER_MOVE: ("slashed diamond",),
}


def _shown(meaning: MoveMark) -> frozenset[str]:
    if not meaning.goes_on:
        return frozenset(PLAIN[meaning])
    if meaning is MoveMark.BOTH_ON:
        return frozenset({"drawn-in ring", "ringed cross", "arrowhead"})
    return frozenset({"arrowhead", *(f"drawn-in {name}" for name in PLAIN[meaning.plain])})


SHOWN: dict[MoveMark, frozenset[str]] = {meaning: _shown(meaning) for meaning in MoveMark}

"""Movement on a map → the same on cells that can be drawn: a map has no frame that all its spaces share.

One rule: what goes to any neighbour, or along lines that lead nowhere, goes the six ways of hexagons; what goes along
lines with a direction goes up, down, left and right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from fabgen.rules.compass import FILES, HEX_FORWARD, ROWS, SQUARES, Plane, Roads
from fabgen.rules.directions import Offset
from fabgen.rules.moves import Movement, Walk, Way

SIX: tuple[Offset, ...] = tuple(FILES.oriented((1, 0), forward) for forward in HEX_FORWARD)
STRAIGHT: dict[str, Offset] = {"f": (0, 1), "b": (0, -1), "l": (-1, 0), "r": (1, 0)}
ASIDE: dict[str, Offset] = STRAIGHT | {"l": (-2, 1), "r": (2, -1)}  # between hexagons that stand in files


@dataclass(frozen=True)
class Sketch:
    """How a map's directions are drawn: the plane, and where each direction of lines leads on it."""

    roads: Roads
    plane: Plane

    def towards(self, offsets: Sequence[Offset]) -> tuple[Offset, ...]:
        """Offsets of the map on the plane."""
        ways = STRAIGHT if self.plane is SQUARES else ASIDE
        far = offsets[0][0] or 1
        steps = SIX if _anywhere(self.roads, offsets) else [ways[self.roads.way(along // n)] for n, along in offsets]
        return tuple(dict.fromkeys((x * far, y * far) for x, y in steps))


def sketched(roads: Roads, reached: Iterable[Sequence[Offset]]) -> Sketch:
    """The plane on which all these directions of a map can be drawn: squares where every one of them is named, hexagons
    in rows where none is, in files where some are."""
    anywhere = {_anywhere(roads, offsets) for offsets in reached if offsets}
    return Sketch(roads, SQUARES if anywhere == {False} else FILES if len(anywhere) == 2 else ROWS)


def _anywhere(roads: Roads, offsets: Sequence[Offset]) -> bool:
    return any(not n or not roads.way(along // n) for n, along in offsets)


def drawn_movement(movement: Movement, sketch: Sketch) -> Movement:
    """The movement on the plane of a sketch."""
    return Movement(movement.text, tuple(_drawn(kind, sketch) for kind in movement.kinds), sketch.plane)


def _drawn(kind: Way, sketch: Sketch) -> Way:
    return replace(kind, directions=sketch.towards(kind.directions)) if isinstance(kind, Walk) else kind

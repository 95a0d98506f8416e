"""A part of the kit → what a laser must make: solid material, engraved areas, scored lines; mm, at its origin."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fabgen.artwork.drawing import Lettering, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Arc, Path
from fabgen.artwork.text import text_outlines
from fabgen.laser.kerf import offset_path
from fabgen.laser.machine import Machine
from fabgen.materials.operations import Operation
from fabgen.verify.geometry import FLAT, Points
from fabgen.verify.shapes import areas, linework, united

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LETTERS = 0.004  # mm: flattening of letters
TINY = 0.01  # mm: shorter arcs may round to nothing
ONCE = 0.001  # mm: lines that are as near as this are one
SAMPLES = 8  # segments of a quarter circle in a buffer of half a kerf: within 0.001 mm


@dataclass(frozen=True)
class Marks:
    """What is to be on a part: engraved areas, scored lines with the outlines of words, and the mm of these."""

    engraved: BaseGeometry
    scored: BaseGeometry
    words: float


@dataclass(frozen=True)
class Nominal:
    """A part as the spec asks for it: solid material, engraved and scored work, words of which either may be made."""

    part: Part
    machine: Machine
    kerf: float

    @cached_property
    def solid(self) -> BaseGeometry:
        """Outlines without their holes, in mm."""
        edges = self._paths(Operation.CUT_OUTER)
        holes = self._paths(Operation.CUT_INNER)
        body = united(areas([_outline(p, FLAT) for p in edges]))
        return body.difference(united(areas([_outline(p, FLAT) for p in holes]))) if holes else body

    @cached_property
    def reachable(self) -> BaseGeometry:
        """The solid that a beam as wide as the kerf can leave: it cannot enter a corner that is sharper than itself."""
        half = self.kerf / 2
        return self.solid.buffer(half, quad_segs=SAMPLES).buffer(-half, quad_segs=SAMPLES) if half else self.solid

    @cached_property
    def engraved(self) -> BaseGeometry:
        """Filled shapes, words left out."""
        shapes = [
            item
            for item in self.part.drawing.items
            if isinstance(item, Shape) and self.machine.roles[item.role] is Operation.ENGRAVE
        ]
        return united([part for shape in shapes for part in areas([_outline(p, FLAT) for p in shape.paths])])

    @cached_property
    def scored(self) -> tuple[Points, ...]:
        return tuple(_outline(p, FLAT) for p in self._paths(Operation.SCORE))

    @cached_property
    def scored_length(self) -> float:
        """The length of the scored lines in mm: each once, without those that the cut makes."""
        import shapely

        once = shapely.union_all(linework(self.scored), grid_size=ONCE)
        return float(once.difference(self.solid.boundary.buffer(ONCE)).length) if self.scored else 0.0

    @cached_property
    def commands(self) -> tuple[int, int, float] | None:
        """Segments of the cuts, arcs among them, and the shortest step in mm; None where the kerf needs polylines."""
        half = self.kerf / 2
        cuts = [offset_path(p, half) for p in self._paths(Operation.CUT_OUTER)]
        cuts += [offset_path(p, -half) for p in self._paths(Operation.CUT_INNER)]
        steps = [(math.dist(a, s.to), s) for cut in cuts for path in cut.paths for a, s in path]
        if not steps or not all(cut.is_exact for cut in cuts):
            return None
        arcs = sum(isinstance(s, Arc) and length > TINY for length, s in steps)
        return len(steps), arcs, min(length for length, _ in steps)

    @cached_property
    def written(self) -> tuple[Lettering, ...]:
        """Each text that is made at all."""
        items = self.part.drawing.items
        return tuple(item for item in items if isinstance(item, Lettering) and self.machine.roles[item.role])

    @cached_property
    def fillable(self) -> tuple[bool, ...]:
        """Whether each text may be engraved: one of a scored role never is; another is where it is small."""
        return tuple(self.machine.roles[item.role] is Operation.ENGRAVE for item in self.written)

    @cached_property
    def words(self) -> tuple[tuple[Points, ...], ...]:
        """The outlines of each text."""
        return tuple(
            tuple(_outline(p, LETTERS) for glyph in text_outlines(item.text) for p in glyph) for item in self.written
        )

    @cached_property
    def letters(self) -> tuple[BaseGeometry, ...]:
        return tuple(united(areas(outlines)) for outlines in self.words)

    @cached_property
    def _marks(self) -> dict[tuple[bool, ...], Marks]:
        return {}

    def marks(self, filled: tuple[bool, ...]) -> Marks:
        """What is to be on it where these of its texts are engraved, and the others scored."""
        if filled not in self._marks:
            letters = [letter for letter, yes in zip(self.letters, filled, strict=True) if yes]
            words = [p for word, yes in zip(self.words, filled, strict=True) if not yes for p in word]
            lines = linework([*self.scored, *words])
            self._marks[filled] = Marks(united([self.engraved, *letters]), lines, linework(words).length)
        return self._marks[filled]

    def _paths(self, operation: Operation) -> list[Path]:
        shapes = [item for item in self.part.drawing.items if isinstance(item, Shape)]
        return [p for shape in shapes if self.machine.roles[shape.role] is operation for p in shape.paths]


def _outline(path: Path, tolerance: float) -> Points:
    points = path.flatten(tolerance)
    return np.array([*points, points[0]] if path.closed else points)

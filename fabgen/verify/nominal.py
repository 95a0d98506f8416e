"""A part of the kit → what a laser must make: solid material, engraved areas, scored lines; mm, at its origin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from fabgen.artwork.drawing import Lettering, Shape
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path
from fabgen.artwork.text import text_outlines
from fabgen.make.profile import Machine, Operation
from fabgen.verify.geometry import FLAT, Points
from fabgen.verify.shapes import areas, united

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LETTERS = 0.004  # mm: flattening of letters
SAMPLES = 8  # segments of a quarter circle in a buffer of half a kerf: within 0.001 mm


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
    def words(self) -> tuple[tuple[Points, ...], ...]:
        """The outlines of each text that is made at all: engraved where it is small, scored where it is large."""
        made = [
            item for item in self.part.drawing.items if isinstance(item, Lettering) and self.machine.roles[item.role]
        ]
        return tuple(tuple(_outline(p, LETTERS) for glyph in text_outlines(item.text) for p in glyph) for item in made)

    @cached_property
    def letters(self) -> tuple[BaseGeometry, ...]:
        return tuple(united(areas(outlines)) for outlines in self.words)

    def _paths(self, operation: Operation) -> list[Path]:
        shapes = [item for item in self.part.drawing.items if isinstance(item, Shape)]
        return [p for shape in shapes if self.machine.roles[shape.role] is operation for p in shape.paths]


def _outline(path: Path, tolerance: float) -> Points:
    points = path.flatten(tolerance)
    return np.array([*points, points[0]] if path.closed else points)

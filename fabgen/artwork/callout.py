"""The parts of a picture → their names and where they are seen, so that whoever sets the page can write the names
beside it at a legible size; mm, in the picture's own coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.path import Point


@dataclass(frozen=True)
class Callout:
    """A part's name, and the points near its left and its right end where nothing covers it."""

    name: str
    left: Point
    right: Point


@dataclass(frozen=True)
class NamedView:
    """A picture without words, and the names of the parts that it shows."""

    drawing: Drawing
    names: tuple[Callout, ...] = ()

    @cached_property
    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y of the picture, in mm."""
        return self.drawing.bounds()

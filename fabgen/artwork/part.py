"""A drawing that becomes a thing → name, count, material and faces.

A body is drawn for a `Fit`, so that figures know no machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing


@dataclass(frozen=True)
class Fit:
    """What a joint needs to know of the material, in mm: measured thickness, and how much wider a slot is."""

    thickness: float
    clearance: float

    @property
    def slot(self) -> float:
        """The finished width of a slot."""
        return self.thickness + self.clearance


@dataclass(frozen=True)
class Part:
    """One kind of thing to make: `name` is unique in a kit; `material` is a key such as `acrylic-3mm/green`.

    `drawing` is the front at true nominal size (no kerf), its outside in role EDGE. `back` is what the other side
    shows, drawn as seen from that side. `group` is what belongs on one sheet for a reader (`board`, `green pieces`).
    """

    name: str
    drawing: Drawing
    count: int
    material: str
    group: str
    back: Drawing | None = None
    into: tuple[str, ...] = ()


Body = Callable[[Fit], Part]

"""A drawing that becomes a thing → name, count, material and sides.

A body is drawn for a `Fit`, so that figures know no machine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from fabgen.artwork.drawing import Drawing


@dataclass(frozen=True)
class Fit:
    """What joints depend on, in mm: the measured thickness of the material, and the clearance of a slot. `room` is
    the width and height of the largest part that a sheet holds, turned or not; None where there is no limit. With a
    `grain`, nothing may be turned by a quarter."""

    thickness: float
    clearance: float
    room: tuple[float, float] | None = field(default=None, compare=False)
    grain: bool = field(default=False, compare=False)

    @property
    def rooms(self) -> tuple[tuple[float, float], ...]:
        """The room as seen by the drawing of a part: as it is and, except along a grain, turned; empty where there
        is no limit."""
        if self.room is None:
            return ()
        return (self.room,) if self.grain else (self.room, self.room[::-1])

    def holds(self, width: float, height: float, *, across: bool = False) -> bool:
        """Whether a sheet holds a part of this size in mm, in one of the allowed orientations; `across` allows those
        across the grain."""
        rooms = (self.room, self.room[::-1]) if self.room and across else self.rooms
        return not rooms or any(width <= across + 1e-6 and height <= down + 1e-6 for across, down in rooms)

    @property
    def slot(self) -> float:
        """The finished width of a slot in mm."""
        return self.thickness + self.clearance


@dataclass(frozen=True)
class Part:
    """One kind of thing to make: `name` is unique in a kit; `material` is a key such as `acrylic-3mm/green`.

    `drawing` is the front at true nominal size (no kerf), its outside in role EDGE. `back` is the other side, drawn as
    seen from that side. `group` names the parts that belong on one sheet for a reader (`board`, `green pieces`).
    `unseen` are boxes in the drawing where an edge is hidden after assembly: cuts may start there. With `common_line`,
    equal rectangles share their edges, one cut for two. A part that is not `by_thickness` fits sheets of any thickness.
    """

    name: str
    drawing: Drawing
    count: int
    material: str
    group: str
    back: Drawing | None = None
    into: tuple[str, ...] = ()
    hidden_edges: tuple[tuple[float, float, float, float], ...] = ()
    common_line: bool = False
    by_thickness: bool = True
    mirrored: bool = False  # made from behind: the whole drawing is mirrored
    may_cross_grain: bool = False  # may be nested across the grain where its sheet holds it no other way


PartMaker = Callable[[Fit], Part]

"""A drawing that is made of a material → its name, count, material and sides.

A body is drawn for a `Fit`, so that figures do not depend on a machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fabgen.artwork.drawing import Drawing


@dataclass(frozen=True)
class Fit:
    """The measures on which joints depend, in mm: the measured thickness of the material, and the clearance of a slot.

    `room` is the width and height of the largest part that a sheet holds, turned or not; None if there is no limit.
    With a `grain`, no part may be turned by a quarter. Nobody sees through an `is_opaque` material: it is marked on its
    front. A `brittle` sheet cracks at sharp inner corners, so those of joints are relieved; of other sheets they stay
    sharp. `node` is the height in mm of the friction nodes on both long sides of a slot, 0 for none. `web` is the width
    in mm of the narrowest strip that is strong, `least_hole` that of the narrowest hole.
    """

    thickness: float
    clearance: float
    room: tuple[float, float] | None = field(default=None, compare=False)
    grain: bool = field(default=False, compare=False)
    is_opaque: bool = field(default=False, compare=False)
    brittle: bool = True
    node: float = 0.0
    web: float = field(default=3.0, compare=False)
    least_hole: float = field(default=1.5, compare=False)

    @property
    def rooms(self) -> tuple[tuple[float, float], ...]:
        """The room for a part as drawn: the room as it is and, unless there is a grain, turned by a quarter. Empty if
        there is no limit."""
        if self.room is None:
            return ()
        return (self.room,) if self.grain else (self.room, self.room[::-1])

    def holds(self, width: float, height: float, *, across: bool = False) -> bool:
        """Whether a sheet holds a part of this size in mm, in one of the allowed orientations. `across`: it may be
        placed across the grain."""
        rooms = (self.room, self.room[::-1]) if self.room and across else self.rooms
        return not rooms or any(width <= room_width + 1e-6 and height <= room_height + 1e-6
                                for room_width, room_height in rooms)

    @property
    def slot(self) -> float:
        """The finished width of a slot in mm."""
        return self.thickness + self.clearance


@dataclass(frozen=True)
class Part:
    """One kind of part to make. `name` is unique in a kit and stays the same in files and their ids; `material` is a
    key such as `acrylic-3mm/green`.

    * `drawing`: the front at true nominal size (no kerf), its outline in role EDGE.
    * `group`: the name of the parts that belong on one sheet for a reader (`board`, `green pieces`).
    * `back`: the other side, drawn as seen from that side.
    * `into`: the names of the parts into whose slots it is pushed.
    * `hidden_edges`: boxes in the drawing where an edge is hidden after assembly, so that cuts may start there.
    * `common_line`: equal rectangles share their edges on the sheet, one cut for two.
    * `by_thickness`: it fits only sheets of the thickness for which it is drawn.
    * `has_openings`: it is a shape of ours, whose holes are there to be looked through, such as an eye or a door;
      nothing stands in them, and the strips beside them are short.
    * `label`: what people read instead of the name, where that has a key of the spec in it.
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
    may_cross_grain: bool = False  # may lie across the grain where it fits no other way, or where that saves a sheet
    label: str = ""
    both_sides: bool = False  # its `back` is engraved on it, after it is turned over in its own hole
    has_openings: bool = False

    @property
    def title(self) -> str:
        """What people read on job sheets, in assembly pictures and on tabs."""
        return self.label or self.name

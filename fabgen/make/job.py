"""What the user chose at the laser: a machine, and what takes the place of a material's own figures. Lengths in mm."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabgen.base import Problem, Where
from fabgen.make.profile import Machine, Material, Stock, load_material
from fabgen.make.room import Room

LARGEST_KERF = 10.0
LARGEST_SHEET = 5000.0


@dataclass(frozen=True)
class Job:
    """What the user chose: a machine, and overrides in mm of what materials say. `material` takes the place of all
    parts' materials; their colours stay. A sheet that is not given is the material's, cut down to the bed; one that
    is given must fit the bed. Paths of materials are taken from `folder`."""

    machine: Machine
    material: Material | None = None
    kerf: float | None = None
    sheet: tuple[float, float] | None = None
    spacing: float | None = None
    folder: Path = Path()

    def stock(self, key: str) -> Stock:
        """The stock of a part's material key under this job. Raises FabgenError for an unknown material."""
        if self.material is None:
            return load_material(key, self.folder)
        colour = key.partition("/")[2]
        return Stock("/".join(filter(None, (self.material.name, colour))), self.material, colour)

    def kerf_of(self, material: Material) -> float:
        """The full width of a cut in mm."""
        return material.kerf if self.kerf is None else self.kerf

    def room(self, material: Material) -> Room:
        """The sheet, its margin, and the gap between parts: what there is to lie on."""
        width, height = self.sheet or (min(a, b) for a, b in zip(material.sheet, self.machine.bed, strict=True))
        return Room(width, height, self.machine.margin, material.spacing if self.spacing is None else self.spacing)

    def problems(self, material: Material) -> list[Problem]:
        """What is wrong with the job's numbers for a material."""
        room, (across, down) = self.room(material), self.machine.bed
        least, margin, kerf = material.gap, self.machine.margin, self.kerf_of(material)
        size = f"{room.width:g} x {room.height:g} mm"
        turned = room.width <= down and room.height <= across
        hint = f"turn it: {room.height:g} x {room.width:g} mm" if turned else f"the bed is {across:g} x {down:g} mm"
        told = [
            (
                not 0 <= kerf <= LARGEST_KERF,
                f"a kerf of {kerf:g} mm is out of range",
                f"from 0 to {LARGEST_KERF:g} mm; it is the full width",
            ),
            (
                not room.spacing <= 100 or room.spacing < 0,
                f"a spacing of {room.spacing:g} mm is out of range",
                "from 0 to 100 mm",
            ),
            (
                0 <= room.spacing < least,
                f"a spacing of {room.spacing:g} mm is too small for {material.name}",
                f"cuts nearer than {least:g} mm burn away what is between them",
            ),
            (
                not all(2 * margin < side <= LARGEST_SHEET for side in (room.width, room.height)),
                f"a sheet of {size} cannot be used",
                f"it has margins of {margin:g} mm all round, and at most {LARGEST_SHEET:g} mm a side",
            ),
            (
                room.width > across or room.height > down,
                f"a sheet of {size} is larger than the bed of `{self.machine.name}`",
                hint,
            ),
        ]
        return [Problem(Where(), what, why) for wrong, what, why in told if wrong]

"""The content of a job sheet: sheets with their stocks, times and files, the parts on them, their costs, the assembly.
Only values; the pages decide nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fabgen.artwork.drawing import NamedView
from fabgen.artwork.part import Part
from fabgen.core.languages import Catalogue, load_words
from fabgen.laser.estimate import Bill, Estimate, format_minutes
from fabgen.laser.machine import Machine
from fabgen.laser.second_sides import SUFFIX
from fabgen.laser.sheet import LaserSheet
from fabgen.materials.material import Material, Stock
from fabgen.materials.operations import CUTS

AS_IT_IS = "as it is"  # the name of the way to engrave that these files use
BOARDS = ("board", "spaces")  # groups of parts that are joined along seams
LIFT, JOIN = 12.0, 20.0  # seconds to lift a part and peel both its sides, and to put it into or onto another: a guess
BRIDGE, TURN = 20.0, 10.0  # seconds to cut a bridge and sand the place, and to turn a part over in its hole: a guess


@dataclass(frozen=True)
class JobSheetEntry:
    """A sheet with its stock, its estimated time and its files."""

    sheet: LaserSheet
    stock: Stock
    time: Estimate
    files: tuple[str, ...]


@dataclass(frozen=True)
class AssemblyInstructions:
    """How one thing is assembled: a title, a picture at true size, and the steps in order. A large picture takes the
    page's width."""

    title: str
    view: NamedView
    steps: tuple[str, ...]
    is_large: bool = False


@dataclass(frozen=True)
class JobContent:
    """The content of a job sheet. `title` is that of the game, `parts` are all kinds of parts by name, `words` those of
    the game's language.

    * `base_signs`: tell the bases of the players apart in words; none where one player has some.
    * `second_sides`: the second files of sheets with parts that are marked on both sides.
    """

    title: str
    machine: Machine
    sheets: tuple[JobSheetEntry, ...]
    parts: Mapping[str, Part]
    bills: tuple[Bill, ...]
    assemblies: tuple[AssemblyInstructions, ...] = ()
    remarks: tuple[str, ...] = ()
    engraving_seconds: Mapping[str, float] = field(default_factory=dict, hash=False)  # by style of engraving
    is_fit_test: bool = False
    joined_parts: frozenset[str] = frozenset()  # the names of parts that are joined to others
    base_signs: tuple[str, ...] = ()
    chosen_sheet: tuple[float, float] | None = None  # mm: the size of every sheet, where the user chose one
    words: Catalogue = field(default_factory=load_words)
    second_sides: tuple[JobSheetEntry, ...] = ()

    @property
    def runs(self) -> list[JobSheetEntry]:
        """All that the laser does, in order: the sheets, each with its second file behind it."""
        seconds = {entry.sheet.name.removesuffix(SUFFIX): entry for entry in self.second_sides}
        return [run for entry in self.sheets for run in (entry, seconds.get(entry.sheet.name)) if run]

    @property
    def laser_seconds(self) -> float:
        """Seconds of the laser, for all files."""
        return sum(run.time.total for run in self.runs)

    @property
    def handwork_seconds(self) -> float:
        """Seconds of handwork after the laser, without glue: a rough guess by the number of parts."""
        parts = [spot.part for job_sheet in self.sheets for spot in job_sheet.sheet.placements]
        joined = sum(part in self.joined_parts for part in parts)
        return LIFT * len(parts) + JOIN * joined + BRIDGE * self.bridge_count + TURN * self.turned_count

    @property
    def bridge_count(self) -> int:
        """The number of bridges on all sheets. A cut with bridges is as many open lines."""
        return sum(not path.closed for entry in self.sheets for mark in entry.sheet.marks
                   if mark.operation in CUTS and not mark.is_common_line for path in mark.paths)

    @property
    def turned_count(self) -> int:
        """The number of parts that are turned over for the second files."""
        fronts = {entry.sheet.name.removesuffix(SUFFIX) for entry in self.second_sides}
        return sum(self.parts[spot.part].both_sides for entry in self.sheets if entry.sheet.name in fronts
                   for spot in entry.sheet.placements if spot.part in self.parts)

    @property
    def has_joints(self) -> bool:
        """True if any part has a joint: a slot or fingers, or knobs along the seams of a board."""
        return any(part.by_thickness or (part.name in self.joined_parts and part.group in BOARDS)
                   for part in self.parts.values())

    def materials_of_joints(self) -> Iterator[Material]:
        """The materials of the sheets whose thickness matters to a joint, each as often as it has sheets."""
        for entry in self.sheets:
            parts = (self.parts[spot.part] for spot in entry.sheet.placements if spot.part in self.parts)
            if any(part.by_thickness for part in parts):
                yield entry.stock.material


def time_words(seconds: float) -> str:
    """A time in words: in seconds below a minute and a half, in minutes above.

    >>> time_words(75), time_words(100)
    ('75 s', '2 min')
    """
    return f"{max(1, round(seconds))} s" if seconds < 90 else format_minutes(seconds)

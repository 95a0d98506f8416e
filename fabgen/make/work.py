"""What a job sheet tells of: sheets with their stocks, times and files, the parts on them, what they cost, how things
go together. Only values; the pages decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fabgen.artwork.part import Part
from fabgen.laser.estimate import Bill, Estimate, format_minutes
from fabgen.make.machine import Machine
from fabgen.make.putting import Together
from fabgen.make.sheet import Sheet
from fabgen.materials.material import Stock

NOW = "as it is"  # of ways to engrave: the one of these files
LIFT, JOIN = 12.0, 20.0  # seconds to lift a part and peel both its sides, and to put it into or onto another: a guess


@dataclass(frozen=True)
class Sheeted:
    """A sheet, what it is cut from, how long it takes, and its files."""

    sheet: Sheet
    stock: Stock
    time: Estimate
    files: tuple[str, ...]


@dataclass(frozen=True)
class Work:
    """All that a job sheet tells. `parts` are all kinds of parts by name; `fits` says whether any goes into a slot."""

    title: str
    machine: Machine
    sheets: tuple[Sheeted, ...]
    parts: Mapping[str, Part]
    bills: tuple[Bill, ...]
    assemblies: tuple[Together, ...] = ()
    remarks: tuple[str, ...] = ()
    ways: Mapping[str, float] = field(default_factory=dict, hash=False)  # to engrave, with their seconds
    trial: bool = False  # a fit test, not the job itself
    joined: frozenset[str] = frozenset()  # the names of parts that are put together with others

    @property
    def handling(self) -> float:
        """Seconds of handwork after the laser: a rough guess by the piece, glue left out."""
        spots = [spot.part for one in self.sheets for spot in one.sheet.placements]
        return LIFT * len(spots) + JOIN * sum(part in self.joined for part in spots)

    @property
    def fits(self) -> bool:
        return any(part.into for part in self.parts.values())


def spoken(seconds: float) -> str:
    """A time to the second under a minute and a half, to the minute over it.

    >>> spoken(75), spoken(100)
    ('75 s', '2 min')
    """
    return f"{max(1, round(seconds))} s" if seconds < 90 else format_minutes(seconds)

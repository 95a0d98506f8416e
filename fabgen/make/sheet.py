"""What lies on a sheet of material: marks in working order, each with its operation and its exact paths. mm, y up,
origin lower left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fabgen.artwork.path import Matrix, Path, moving, turning
from fabgen.base import Problem
from fabgen.laser.nest.layout import StockSheet
from fabgen.make.profile import Operation, Setting


@dataclass(frozen=True)
class Mark:
    """One thing to engrave, score or cut: `id` is unique on all sheets of a job (`green-knight-base-1.move-2`),
    `part` names the instance.

    The paths of a filled mark are one area; they never cross, and inner ones run the other way round, so that both
    fill rules agree. A `shared` mark is a common line: it cuts the edges of several parts, may be open, and its `part`
    names the block of them, first to last (`coin-token-1-to-20`).
    """

    id: str
    operation: Operation
    paths: tuple[Path, ...]
    part: str
    shared: bool = False


@dataclass(frozen=True)
class Placement:
    """Where an instance of a part lies: its drawing turned by `turn` degrees about its origin, then moved by x, y
    mm."""

    instance: str
    part: str
    turn: int
    x: float
    y: float

    def matrices(self) -> tuple[Matrix, Matrix]:
        """The turn and the move that take the part's drawing to the sheet."""
        return turning(self.turn), moving(self.x, self.y)


@dataclass(frozen=True)
class Sheet:
    """One sheet: `name` is a file's stem, `material` the key of its stock, lengths in mm, `marks` in working order.

    `kerf` is the full width that the marks are already compensated for, `spacing` the gap that lies between the cut
    lines of parts, `notes` what a person should know of it (nothing that stops the work). `settings` are speeds and
    powers to try first, `colour` is that of the stock.
    """

    name: str
    material: str
    width: float
    height: float
    kerf: float
    spacing: float
    marks: tuple[Mark, ...]
    placements: tuple[Placement, ...]
    notes: tuple[Problem, ...] = ()
    settings: Mapping[Operation, Setting] = field(default_factory=dict, hash=False)
    colour: str = ""
    piece: str = ""  # of the stock, by its name
    owned: bool = False  # an offcut, which costs nothing
    leftover: StockSheet | None = None  # what remains of it in one piece, on a group's last sheet
    nesting: str = ""  # on a group's last sheet: how many sheets it takes, and how near that is to the bound

"""The content of a sheet of material: marks in working order, each with its operation and its exact paths. Lengths in
mm, y up, origin lower left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fabgen.artwork.path import Matrix, Path, translation, rotation
from fabgen.base import Problem
from fabgen.laser.nest.layout import StockSheet
from fabgen.make.profile import Operation, LaserSetting


@dataclass(frozen=True)
class SheetMark:
    """One thing to engrave, score or cut: `id` is unique on all sheets of a job (`green-knight-base-1.move-2`),
    `part` names the instance.

    The paths of a filled mark are one area: they never cross, and inner ones have the opposite direction, so that both
    fill rules agree. A `shared` mark is a common line: it cuts the edges of several parts and may be open, and its
    `part` names their block, first to last (`coin-token-1-to-20`).
    """

    id: str
    operation: Operation
    paths: tuple[Path, ...]
    part: str
    is_common_line: bool = False


@dataclass(frozen=True)
class Placement:
    """The place of an instance of a part: its drawing is turned by `turn` degrees about its origin, then moved by x and
    y mm."""

    instance: str
    part: str
    turn: int
    x: float
    y: float

    def matrices(self) -> tuple[Matrix, Matrix]:
        """The turn and the move that take the part's drawing to the sheet."""
        return rotation(self.turn), translation(self.x, self.y)


@dataclass(frozen=True)
class LaserSheet:
    """One sheet: `name` is a file's stem, `material` the key of its stock, lengths in mm, `marks` in working order.

    `kerf` is the full width of a cut, for which the marks are already compensated; `spacing` is the gap between the cut
    lines of parts. `notes` are warnings about the sheet, none of which prevents the job. `settings` are speeds and
    powers to try first, `colour` is that of the stock.
    """

    name: str
    material: str
    width: float
    height: float
    kerf: float
    spacing: float
    marks: tuple[SheetMark, ...]
    placements: tuple[Placement, ...]
    notes: tuple[Problem, ...] = ()
    settings: Mapping[Operation, LaserSetting] = field(default_factory=dict, hash=False)
    colour: str = ""
    stock_name: str = ""  # the name of the piece of stock
    is_offcut: bool = False  # True for an offcut, which costs nothing
    leftover: StockSheet | None = None  # what remains in one piece; only on the last sheet of a group
    nesting: str = ""  # how many sheets a group takes, and how near that is to the bound; only on its last sheet

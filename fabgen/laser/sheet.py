"""The content of a sheet of material: marks in working order, each with its operation and its exact paths. Lengths in
mm, y up, origin lower left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from fabgen.artwork.path import Matrix, Path, rotation, translation
from fabgen.core.plain_letters import make_slug
from fabgen.core.problems import Problem
from fabgen.laser.nest.layout import StockSheet
from fabgen.materials.material import LaserSetting
from fabgen.materials.operations import Operation


@dataclass(frozen=True)
class SheetMark:
    """One thing to engrave, score or cut. `id` is unique on all sheets of a job (`green-knight-base-1.move-2`), `part`
    names the instance.

    The paths of a filled mark are one area: they never cross, and inner ones have the opposite direction, so that both
    fill rules agree. A common line (`is_common_line`) cuts the edges of several parts and may be open; its `part` names
    their block, first to last (`coin-token-1-to-20`).
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

    @cached_property
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
    leftover: StockSheet | None = None  # the remainder in one piece; only on the last sheet of a group
    nesting: str = ""  # how many sheets a group needs, and how near that is to the bound; only on its last sheet


MOST_GROUPS = 3  # groups in a name; a sheet with more of them is named after its material
AND = "-and-"  # joins the names of groups in the name of a sheet
Batch = tuple[str, str]  # a group, and the key of its stock


def make_slugs(names: Sequence[str], fallback: str = "sheet") -> list[str]:
    """A slug for each name, all different. `fallback` replaces an empty slug."""
    used: Counter[str] = Counter()
    unique = []
    for plain in (make_slug(name) or fallback for name in names):
        used[plain] += 1
        unique.append(plain if used[plain] == 1 else f"{plain}-v{used[plain]}")
    return unique


def group_sheet_names(batches: Iterable[Batch]) -> dict[Batch, str]:
    """The name of a sheet with a single group of one stock, by group and stock: the group's name, with the stock if the
    group is cut from several."""
    keys = list(dict.fromkeys(batches))
    groups = Counter(group for group, _ in keys)
    labels = [group if groups[group] == 1 else f"{group} {key}" for group, key in keys]
    return dict(zip(keys, make_slugs(labels), strict=True))


def sheet_name(names_by_batch: dict[Batch, str], batches: Iterable[Batch]) -> str:
    """The name of a sheet with these groups on it: the names of all of them, or their stock if there are over three."""
    on_sheet = set(batches)
    names = [name for batch, name in names_by_batch.items() if batch in on_sheet]
    return AND.join(names) if len(names) <= MOST_GROUPS else make_slug(min(key for _, key in on_sheet)) or "sheet"


def groups_in_name(group_names: Iterable[str], name: str) -> set[str]:
    """Those of the groups' names of which a sheet's name consists."""
    within = f"{AND}{name}{AND}"
    return {name} & {*group_names} or {group for group in group_names if f"{AND}{group}{AND}" in within}


def number_names(names: Iterable[str]) -> Iterator[str]:
    """The names in their order, made unique: a number is added to each that occurred before."""
    used = set[str]()
    for name in names:
        number, unique = 1, name
        while unique in used:
            number += 1
            unique = f"{name}-{number}"
        used.add(unique)
        yield unique


def has_name(name: str, expected: str) -> bool:
    """True if a sheet has the expected name, with or without a number."""
    return re.fullmatch(rf"{re.escape(expected)}(-[1-9][0-9]*)?", name) is not None

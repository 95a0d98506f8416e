"""A sheet and a machine → how long each operation takes and what it costs; advice where engraving takes the most.

Cuts and scores are followed at their settings' speeds; areas are swept row by row at a pitch, by most programs over
the whole sheet at once, from the first ink of a row to its last, by some part by part.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, span
from fabgen.base import Problem, Where, plural, words
from fabgen.make.engraving import SINGLE, replaced
from fabgen.make.job import GUESS
from fabgen.make.motion import follow, hop, rows, swept
from fabgen.make.profile import Machine, Motion, Operation, Price, Setting
from fabgen.make.sheet import Mark, Sheet

PITCH = 0.1  # mm between sweeps: 254 dpi, at which engraved acrylic looks closed
HATCH = 0.5  # mm between the lines of a hatch that is thought of instead
SLOW_ENGRAVING = "laser.slow-engraving"  # the code of a Problem
BY_PART = "filled part by part"
HALF, LESS = 0.5, 0.9  # of the time: where engraving takes more there is advice; ways that take less are told


@dataclass(frozen=True)
class Estimate:
    """By operation: seconds, and mm that the beam goes over; mm and seconds of travel between lines."""

    seconds: Mapping[Operation, float]
    lengths: Mapping[Operation, float]
    travel: float
    travelling: float

    @property
    def total(self) -> float:
        """All seconds."""
        return sum(self.seconds.values()) + self.travelling


@dataclass(frozen=True)
class Bill:
    """What is made of one material: sheets, seconds, and the price of its sheets where one is known; offcuts cost
    nothing."""

    material: str
    sheets: int
    seconds: float
    price: Price | None

    def __str__(self) -> str:
        money = f", {self.price.amount:.2f} {self.price.currency}" if self.price else ""
        return f"{self.material}: {plural(self.sheets, 'sheet')}, about {minutes(self.seconds)}{money}"


def minutes(seconds: float) -> str:
    """A time as people say it."""
    whole = max(1, round(seconds / 60))
    return f"{whole // 60} h {whole % 60} min" if whole >= 60 else f"{whole} min"


def estimate(sheet: Sheet, machine: Machine, *, inertia: bool = True) -> Estimate:
    """The times of a sheet. Without `inertia` they are lengths over speeds, as simple programs tell: no acceleration,
    no overscan, and areas swept as the box around them all."""
    seconds: dict[Operation, float] = {}
    lengths: dict[Operation, float] = {}
    for operation in dict.fromkeys(mark.operation for mark in sheet.marks):
        marks = [mark for mark in sheet.marks if mark.operation is operation]
        setting = sheet.settings.get(operation, GUESS[operation])
        work = _filled if is_filled(machine, operation) else _followed
        once, length = work(marks, setting, machine.motion, inertia)
        seconds[operation], lengths[operation] = once * setting.passes, length * setting.passes
    gaps = _gaps(sheet, machine)
    motion = machine.motion
    moving = (hop(gap, motion.travel, motion.acceleration) if inertia else gap / motion.travel for gap in gaps)
    return Estimate(seconds, lengths, sum(gaps), sum(moving))


def is_filled(machine: Machine, operation: Operation) -> bool:
    """Whether an operation sweeps areas instead of following lines."""
    return operation is Operation.ENGRAVE and machine.operations[operation].paint == "fill"


def bills(sheets: Sequence[Sheet], times: Sequence[Estimate], price_of: Callable[[str], Price | None],
          area_of: Callable[[str], float | None] = lambda _: None) -> list[Bill]:
    """What each material takes, in the order in which they first appear, by the sheets and their times. `price_of`
    answers for the key of a stock with the price of a sheet, `area_of` with the mm² that it is for: others cost by
    their area; None: each sheet as much."""
    found: dict[str, list[tuple[Sheet, Estimate]]] = defaultdict(list)
    for sheet, time in zip(sheets, times, strict=True):
        found[sheet.material].append((sheet, time))
    return [
        Bill(key, len(own), sum(time.total for _, time in own),
             _times(price_of(key), sum(_share(sheet, area_of(key)) for sheet, _ in own if not sheet.owned)))
        for key, own in found.items()
    ]


def _share(sheet: Sheet, area: float | None) -> float:
    """How many times the price a sheet costs."""
    return sheet.width * sheet.height / area if area else 1.0


def _times(price: Price | None, count: float) -> Price | None:
    return price and Price(amount=price.amount * count, currency=price.currency)


def advice(sheets: Sequence[Sheet], machine: Machine, parts: Iterable[Part] = ()) -> list[Problem]:
    """A warning where engraving takes more than half of a job, with what other ways to mark would take; single lines
    are told where the parts are known that lie on the sheets."""
    times = [estimate(sheet, machine) for sheet in sheets]
    total = sum(time.total for time in times)
    engraving = sum(time.seconds.get(Operation.ENGRAVE, 0.0) for time in times)
    if engraving <= HALF * total or not is_filled(machine, Operation.ENGRAVE):
        return []
    takes = other_ways(sheets, machine, parts)
    less = [f"{minutes(time)} {name}" for name, time in takes.items() if time < LESS * engraving]
    what = f"engraving takes {minutes(engraving)} of the {minutes(total)} of this job"
    hint = f"it would take {words(less, 'or')}" if less else ""
    return [Problem(Where(), what, hint, "warning", SLOW_ENGRAVING)]


def other_ways(sheets: Sequence[Sheet], machine: Machine, parts: Iterable[Part] = ()) -> dict[str, float]:
    """The seconds that the filled areas of a job would take in other ways, by what they are called."""
    ways = {BY_PART: _by_part, f"as a hatch of {HATCH:g} mm": _hatched, "as outlines": _outlined}
    found = {name: sum(way(sheet, machine) for sheet in sheets) for name, way in ways.items()}
    lines = {part.name: replaced(part, machine, SINGLE) for part in parts}
    single = sum(_lined(sheet, machine, lines) for sheet in sheets)
    return {**found, "as single lines": single} if lines else found


def _lined(sheet: Sheet, machine: Machine, lines: Mapping[str, Sequence[Path]]) -> float:
    """Seconds to score, on each part of a sheet, the lines that stand for what is engraved."""
    setting, motion = sheet.settings.get(Operation.SCORE, GUESS[Operation.SCORE]), machine.motion
    counts = Counter(spot.part for spot in sheet.placements)
    return sum(count * sum(follow(path, setting.speed, motion) for path in lines.get(name, ()))
               for name, count in counts.items())


def _followed(marks: Sequence[Mark], setting: Setting, motion: Motion, inertia: bool) -> tuple[float, float]:
    """Seconds and mm of lines, once."""
    paths = [path for mark in marks for path in mark.paths]
    length = sum(path.length() for path in paths)
    return (sum(follow(path, setting.speed, motion) for path in paths) if inertia else length / setting.speed), length


def _filled(marks: Sequence[Mark], setting: Setting, motion: Motion, inertia: bool) -> tuple[float, float]:
    """Seconds and mm of sweeps over a sheet, once."""
    if not inertia:
        boxes = [path.bounds() for mark in marks for path in mark.paths]
        x0, y0, x1, y1 = span(p for box in boxes for p in (box[:2], box[2:]))
        length = (y1 - y0) / PITCH * (x1 - x0) + (y1 - y0)
        return length / min(setting.speed, motion.raster), length
    ways = rows([mark.paths for mark in marks], PITCH)
    return swept(ways, setting.speed, motion), float(ways.sum())


def _gaps(sheet: Sheet, machine: Machine) -> list[float]:
    """The mm between the lines that are followed, from the sheet's upper left corner and back to it."""
    lines = [path for mark in sheet.marks if not is_filled(machine, mark.operation) for path in mark.paths]
    home = complex(0, sheet.height)
    stops = [(home, home), *((complex(*path.start), complex(*path.end)) for path in lines), (home, home)]
    return [abs(b[0] - a[1]) for a, b in pairwise(stops)]


def _engraved(sheet: Sheet) -> list[Mark]:
    return [mark for mark in sheet.marks if mark.operation is Operation.ENGRAVE]


def _by_part(sheet: Sheet, machine: Machine) -> float:
    """Seconds to sweep each part by itself."""
    found: dict[str, list[tuple[Path, ...]]] = defaultdict(list)
    for mark in _engraved(sheet):
        found[mark.part].append(mark.paths)
    setting = sheet.settings.get(Operation.ENGRAVE, GUESS[Operation.ENGRAVE])
    return sum(swept(rows(areas, PITCH), setting.speed, machine.motion) for areas in found.values()) * setting.passes


def _outlined(sheet: Sheet, machine: Machine) -> float:
    """Seconds to score the outlines of all areas."""
    setting, motion = sheet.settings.get(Operation.SCORE, GUESS[Operation.SCORE]), machine.motion
    return sum(follow(path, setting.speed, motion) for mark in _engraved(sheet) for path in mark.paths)


def _hatched(sheet: Sheet, machine: Machine) -> float:
    """Seconds to score a hatch over all areas: lines of the mean length that their area asks for."""
    setting, motion = sheet.settings.get(Operation.SCORE, GUESS[Operation.SCORE]), machine.motion
    seconds = 0.0
    for mark in _engraved(sheet):
        ys = [y for path in mark.paths for y in path.bounds()[1::2]]
        count = max(1.0, (max(ys) - min(ys)) / HATCH)
        length = abs(sum(path.area() for path in mark.paths)) / HATCH / count
        both = hop(length, setting.speed, motion.acceleration) + hop(HATCH, setting.speed, motion.acceleration)
        seconds += count * both
    return seconds

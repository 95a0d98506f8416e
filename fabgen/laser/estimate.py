"""A sheet and a machine → how long each operation takes and what it costs; advice where engraving takes the most time.

Cuts and scores are followed at the speeds of their settings. Areas are swept row by row at a pitch: by most programs
over the whole sheet at once, from the first ink of a row to its last, by some part by part.

Motion is a trapezoid of speed: up at the machine's acceleration, on at full speed, down again. A line is looked at as a
whole: no corner is taken faster than the machine allows in a corner, no arc faster than its acceleration allows, and
braking starts in time. Models of this kind are accurate to about 25 %, because controllers add jerk limits and delays
of their own; one measured job shows by how much.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from fabgen.artwork.part import Part
from fabgen.artwork.path import Arc, Curve, Path, Point, Segment, circle_of, point_bounds
from fabgen.core.english import count_things, join_words
from fabgen.core.problems import Location, Problem
from fabgen.laser.engraving import SINGLE, engraving_as_lines
from fabgen.laser.job import GUESS
from fabgen.laser.machine import Machine, Motion
from fabgen.laser.order.entries import segment_headings
from fabgen.laser.sheet import LaserSheet, SheetMark
from fabgen.materials.material import LaserSetting, Price
from fabgen.materials.operations import Operation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PITCH = 0.1  # mm between sweeps: 254 dpi, at which engraved acrylic looks closed
HATCH = 0.5  # mm between the lines of the hatch that is compared
AS_HATCH = f"as a hatch of {HATCH:g} mm"
SLOW_ENGRAVING = "laser.slow-engraving"  # the code of a Problem
FILLED_BY_PART, AS_OUTLINES, AS_LINES = "filled part by part", "as outlines", "as single lines"  # styles of engraving
HALF = 0.5  # share of a job's time above which engraving is warned of
LONG_ENGRAVING = 300.0  # s: engraving that is done sooner is not warned of, however little else there is to do
CLEARLY_LESS = 0.9  # share of the engraving time under which another style is named
COARSE = 0.05  # mm: flattening of curves and of swept areas
RIGHT = math.sqrt(0.5) / (1 - math.sqrt(0.5))  # the measure of `_corner_speed`: a right-angled corner
Stretch = tuple[float, float, float, float]  # length in mm, greatest speed, and the headings at both ends in radians


@dataclass(frozen=True)
class Estimate:
    """Times and lengths of a sheet: for each operation the seconds, and the mm that the beam covers; then the mm and
    the seconds of travel between lines."""

    seconds: Mapping[Operation, float]
    lengths: Mapping[Operation, float]
    travel: float
    travel_time: float

    @property
    def total(self) -> float:
        """All seconds."""
        return sum(self.seconds.values()) + self.travel_time


@dataclass(frozen=True)
class Bill:
    """What one material costs: the number of sheets, the seconds, and the price of the sheets where it is known.
    Offcuts cost nothing."""

    material: str
    sheets: int
    seconds: float
    price: Price | None

    def __str__(self) -> str:
        money = f", {self.price.amount:.2f} {self.price.currency}" if self.price else ""
        return f"{self.material}: {count_things(self.sheets, 'sheet')}, about {format_minutes(self.seconds)}{money}"


def format_minutes(seconds: float) -> str:
    """A time in hours and whole minutes."""
    whole = max(1, round(seconds / 60))
    return f"{whole // 60} h {whole % 60} min" if whole >= 60 else f"{whole} min"


def estimate_sheet(sheet: LaserSheet, machine: Machine, *, inertia: bool = True) -> Estimate:
    """The times of a sheet. Without `inertia` they are lengths over speeds, as simple programs calculate them: no
    acceleration, no overscan, and areas swept as the box around them all."""
    seconds: dict[Operation, float] = {}
    lengths: dict[Operation, float] = {}
    for operation in dict.fromkeys(mark.operation for mark in sheet.marks):
        marks = [mark for mark in sheet.marks if mark.operation is operation]
        setting = sheet.settings.get(operation, GUESS[operation])
        measure = _measure_sweeps if is_filled(machine, operation) else _measure_lines
        pass_seconds, length = measure(marks, setting, machine.motion, inertia)
        seconds[operation], lengths[operation] = pass_seconds * setting.passes, length * setting.passes
    gaps, motion = _travel_gaps(sheet, machine), machine.motion
    if inertia:
        travel_time = sum(travel_seconds(gap, motion.travel, motion.acceleration) for gap in gaps)
    else:
        travel_time = sum(gap / motion.travel for gap in gaps)
    return Estimate(seconds, lengths, sum(gaps), travel_time)


def is_filled(machine: Machine, operation: Operation) -> bool:
    """Whether an operation sweeps areas instead of following lines."""
    return operation is Operation.ENGRAVE and machine.operations[operation].paint == "fill"


def list_bills(sheets: Sequence[LaserSheet], times: Sequence[Estimate], price_of: Callable[[str], Price | None],
               area_of: Callable[[str], float | None] = lambda _: None) -> list[Bill]:
    """The bill of each material, in the order in which they first appear, from the sheets and their estimates.
    `price_of` gives the price of a sheet for the key of a stock, `area_of` the mm² that this price is for, so that
    other sizes cost by their area (None: every sheet costs the same)."""
    by_material: dict[str, list[tuple[LaserSheet, Estimate]]] = defaultdict(list)
    for sheet, time in zip(sheets, times, strict=True):
        by_material[sheet.material].append((sheet, time))
    bills = []
    for key, pairs in by_material.items():
        area, price = area_of(key), price_of(key)
        if price:
            bought = (sheet for sheet, _ in pairs if not sheet.is_offcut)
            count = sum(sheet.width * sheet.height / area if area else 1.0 for sheet in bought)
            price = Price(amount=price.amount * count, currency=price.currency)
        bills.append(Bill(key, len(pairs), sum(time.total for _, time in pairs), price))
    return bills


def warn_of_long_engraving(sheets: Sequence[LaserSheet], times: Sequence[Estimate], machine: Machine,
                           parts: Iterable[Part] = ()) -> list[Problem]:
    """A warning where engraving takes more than half of the times of some sheets and more than `LONG_ENGRAVING`, with
    the times that other styles would take. Single lines are among these if the parts on the sheets are given."""
    total = sum(time.total for time in times)
    engraving = sum(time.seconds.get(Operation.ENGRAVE, 0.0) for time in times)
    if engraving <= max(HALF * total, LONG_ENGRAVING) or not is_filled(machine, Operation.ENGRAVE):
        return []
    styles = time_other_styles(sheets, machine, parts)
    faster = [f"{format_minutes(time)} {name}" for name, time in styles.items() if time < CLEARLY_LESS * engraving]
    message = f"engraving takes {format_minutes(engraving)} of the {format_minutes(total)} of this job"
    hint = f"it would take {join_words(faster, 'or')}" if faster else ""
    return [Problem(Location(), message, hint, "warning", SLOW_ENGRAVING)]


def time_other_styles(sheets: Sequence[LaserSheet], machine: Machine, parts: Iterable[Part] = ()) -> dict[str, float]:
    """The seconds that the filled areas of a job would take in other styles, by the style's name. The second files of
    the sheets are among the sheets; single lines are counted by the parts on the first ones."""
    timers = {FILLED_BY_PART: _part_sweep_seconds, AS_HATCH: _hatch_seconds, AS_OUTLINES: _outline_seconds}
    times = {name: sum(timer(sheet, machine) for sheet in sheets) for name, timer in timers.items()}
    lines = {part.name: engraving_as_lines(_with_back(part), machine, SINGLE) for part in parts}
    single = sum(_single_line_seconds(sheet, machine, lines) for sheet in sheets)
    return {**times, AS_LINES: single} if lines else times


def _with_back(part: Part) -> Part:
    """A part with what is engraved on both its sides."""
    return replace(part, drawing=part.drawing + part.back) if part.both_sides and part.back else part


def _single_line_seconds(sheet: LaserSheet, machine: Machine, lines: Mapping[str, Sequence[Path]]) -> float:
    """Seconds to score, on each part of a sheet, the lines that replace what is engraved."""
    setting, motion = sheet.settings.get(Operation.SCORE, GUESS[Operation.SCORE]), machine.motion
    counts = Counter(placement.part for placement in sheet.placements)
    return sum(count * sum(path_seconds(path, setting.speed, motion) for path in lines.get(name, ()))
               for name, count in counts.items())


def _measure_lines(
    marks: Sequence[SheetMark], setting: LaserSetting, motion: Motion, inertia: bool
) -> tuple[float, float]:
    """Seconds and mm of one pass along lines."""
    paths = [path for mark in marks for path in mark.paths]
    length = sum(path.length() for path in paths)
    if not inertia:
        return length / setting.speed, length
    return sum(path_seconds(path, setting.speed, motion) for path in paths), length


def _measure_sweeps(
    marks: Sequence[SheetMark], setting: LaserSetting, motion: Motion, inertia: bool
) -> tuple[float, float]:
    """Seconds and mm of one pass of sweeps over a sheet."""
    if not inertia:
        boxes = [path.bounds() for mark in marks for path in mark.paths]
        x0, y0, x1, y1 = point_bounds(p for box in boxes for p in (box[:2], box[2:]))
        length = (y1 - y0) / PITCH * (x1 - x0) + (y1 - y0)
        return length / min(setting.speed, motion.raster), length
    rows = sweep_lengths([mark.paths for mark in marks], PITCH)
    return sweep_seconds(rows, setting.speed, motion), float(rows.sum())


def _travel_gaps(sheet: LaserSheet, machine: Machine) -> list[float]:
    """The mm between the lines that are followed, from the sheet's upper left corner and back to it."""
    lines = [path for mark in sheet.marks if not is_filled(machine, mark.operation) for path in mark.paths]
    home = complex(0, sheet.height)
    stops = [(home, home), *((complex(*path.start), complex(*path.end)) for path in lines), (home, home)]
    return [abs(b[0] - a[1]) for a, b in pairwise(stops)]


def _engraved_marks(sheet: LaserSheet) -> list[SheetMark]:
    """The filled marks of a sheet."""
    return [mark for mark in sheet.marks if mark.operation is Operation.ENGRAVE]


def _part_sweep_seconds(sheet: LaserSheet, machine: Machine) -> float:
    """Seconds to sweep each part by itself."""
    areas_by_part: dict[str, list[tuple[Path, ...]]] = defaultdict(list)
    for mark in _engraved_marks(sheet):
        areas_by_part[mark.part].append(mark.paths)
    setting = sheet.settings.get(Operation.ENGRAVE, GUESS[Operation.ENGRAVE])
    rows = (sweep_lengths(areas, PITCH) for areas in areas_by_part.values())
    return sum(sweep_seconds(lengths, setting.speed, machine.motion) for lengths in rows) * setting.passes


def _outline_seconds(sheet: LaserSheet, machine: Machine) -> float:
    """Seconds to score the outlines of all areas."""
    setting, motion = sheet.settings.get(Operation.SCORE, GUESS[Operation.SCORE]), machine.motion
    return sum(path_seconds(path, setting.speed, motion) for mark in _engraved_marks(sheet) for path in mark.paths)


def _hatch_seconds(sheet: LaserSheet, machine: Machine) -> float:
    """Seconds to score a hatch over all areas: lines of the mean length that their area gives."""
    setting, motion = sheet.settings.get(Operation.SCORE, GUESS[Operation.SCORE]), machine.motion
    seconds = 0.0
    for mark in _engraved_marks(sheet):
        ys = [y for path in mark.paths for y in path.bounds()[1::2]]
        count = max(1.0, (max(ys) - min(ys)) / HATCH)
        length = abs(sum(path.area() for path in mark.paths)) / HATCH / count
        steps = (travel_seconds(mm, setting.speed, motion.acceleration) for mm in (length, HATCH))
        seconds += count * sum(steps)
    return seconds


def travel_seconds(distance: float, speed: float, acceleration: float) -> float:
    """Seconds from rest to rest over a distance in mm."""
    if distance >= speed**2 / acceleration:
        return distance / speed + speed / acceleration
    return 2 * math.sqrt(distance / acceleration)


def path_seconds(path: Path, speed: float, motion: Motion) -> float:
    """Seconds along a path from rest to rest, at `speed` in mm/s where corners and bends allow it."""
    stretches = [s for start, segment in path for s in _split_stretches(start, segment, speed, motion.acceleration)]
    if not stretches:
        return 0.0
    joints = [min(a[1], b[1], _corner_speed(b[2] - a[3], motion.corner)) for a, b in pairwise(stretches)]
    speeds = [0.0, *joints, 0.0]
    twice = 2 * motion.acceleration
    for i in range(len(stretches) - 1, -1, -1):  # braking in time
        speeds[i] = min(speeds[i], math.sqrt(speeds[i + 1] ** 2 + twice * stretches[i][0]))
    for i, stretch in enumerate(stretches):
        speeds[i + 1] = min(speeds[i + 1], math.sqrt(speeds[i] ** 2 + twice * stretch[0]))
    ends = zip(stretches, speeds, speeds[1:], strict=False)
    return sum(_trapezoid_seconds(s[0], v, w, s[1], motion.acceleration) for s, v, w in ends)


def _trapezoid_seconds(length: float, first: float, last: float, top_speed: float, acceleration: float) -> float:
    """Seconds over a length that is entered and left at given speeds."""
    peak = min(top_speed, math.sqrt((first**2 + last**2) / 2 + acceleration * length))
    steady = length - (2 * peak**2 - first**2 - last**2) / (2 * acceleration)
    return (2 * peak - first - last) / acceleration + max(0.0, steady) / peak


def _corner_speed(turn: float, corner: float) -> float:
    """The speed in mm/s that is kept through a turn in radians, by the deviation that the machine allows itself in a
    corner (GRBL's rule); the speed in a right angle is its measure."""
    cut = math.cos(((turn + math.pi) % (2 * math.pi) - math.pi) / 2)
    return corner * math.sqrt(cut / (1 - cut) / RIGHT) if cut < 1 - 1e-9 else math.inf


def _split_stretches(start: Point, segment: Segment, speed: float, acceleration: float) -> Iterator[Stretch]:
    """A segment as stretches, on each of which one speed limit holds."""
    if isinstance(segment, Curve):
        points = [start, *Path(start, (segment,)).flatten(COARSE)[1:]]
        for p, q in pairwise(points):
            along = math.atan2(q[1] - p[1], q[0] - p[0])
            if p != q:
                yield math.dist(p, q), speed, along, along
        return
    length, speed_limit = math.dist(start, segment.to), speed
    if isinstance(segment, Arc):
        _, radius, _, sweep = circle_of(start, segment)
        length, speed_limit = radius * abs(sweep), min(speed, math.sqrt(acceleration * radius))
    if length > 0:
        yield (length, speed_limit, *segment_headings(start, segment))


def sweep_seconds(rows: Numbers, speed: float, motion: Motion) -> float:
    """Seconds for sweeps over rows of these lengths in mm, each with its overscan on both sides, where the head slows
    down, steps to the next row, and speeds up again."""
    import numpy as np

    speed, acceleration = min(speed, motion.raster), motion.acceleration
    lengths = rows + 2 * motion.overscan
    steady, short = lengths / speed + speed / acceleration, 2 * np.sqrt(lengths / acceleration)
    return float(np.where(lengths >= speed**2 / acceleration, steady, short).sum())


def sweep_lengths(areas: Sequence[Sequence[Path]], pitch: float) -> Numbers:
    """The length in mm of each sweep over filled areas that are swept together, from the first ink of a row to its
    last, by the pitch of the rows; rows without ink are left out."""
    import numpy as np

    edges = [np.array([*points, points[0]]) for paths in areas for p in paths if (points := p.flatten(COARSE))]
    if not edges:
        return np.zeros(0)
    a, b = (np.concatenate([ring[s] for ring in edges]) for s in (slice(None, -1), slice(1, None)))
    low, high = np.minimum(a[:, 1], b[:, 1]), np.maximum(a[:, 1], b[:, 1])
    first, last = np.ceil(low / pitch).astype(np.int64), np.ceil(high / pitch).astype(np.int64)  # high is left out
    owners = np.repeat(np.arange(len(a)), last - first)
    row = np.arange(len(owners)) - np.repeat(np.cumsum(last - first) - (last - first), last - first) + first[owners]
    share = (row * pitch - a[owners, 1]) / (b[owners, 1] - a[owners, 1])
    x = a[owners, 0] + (b[owners, 0] - a[owners, 0]) * share
    row -= first.min()
    count = int(last.max() - first.min())
    left, right = np.full(count, np.inf), np.full(count, -np.inf)
    np.minimum.at(left, row, x)
    np.maximum.at(right, row, x)
    has_ink = left < np.inf
    lengths: Numbers = right[has_ink] - left[has_ink]
    return lengths

"""`laser/job.json` → every number in it that does not agree with the job, with the files beside it, or with the parts
on them.

Programs take machine, kerf, speeds and places from this file, so a wrong number does as much harm as a wrong line.
Times and prices are estimates: of these only the sums are checked here; `remade_job` compares them with those of the
same job made again.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from fabgen.artwork.part import Part
from fabgen.core.files import MISSING, read_file
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.materials.operations import CUTS, Operation
from fabgen.verify.bridges import close_bridged_cuts
from fabgen.verify.expected_things import ExpectedJob
from fabgen.verify.files import AGAIN
from fabgen.verify.readers.content import Element, FileContent, limit_problems
from fabgen.verify.readers.contours import Contour
from fabgen.verify.toolpaths import assign_operations

FILE = "laser/job.json"
NEAR = 0.02  # mm by which a place may differ from where the part lies
LENGTH = 0.01, 2.0  # share and mm by which a length may differ: files are flattened, the estimate is not
ROUNDING = 0.01  # minutes to which times are rounded
LARGEST_JOB_FILE = 5_000_000  # bytes of the file; a larger one is not read
_JOB = {"fabgen", "game", "title", "machine", "sheets", "parts", "materials", "minutes", "handwork_minutes",
        "engraving_minutes", "remarks", "second_sides"}
_SHEET = {"name", "files", "material", "colour", "thickness_mm", "thickness_measured", "width_mm", "height_mm",
          "kerf_mm", "spacing_mm", "stock", "offcut", "nesting", "leftover", "operations", "travel_mm", "minutes",
          "parts", "places"}
_OPERATION = {"operation", "layer", "paint", "colour", "speed", "power", "passes", "corner_power",
              "length_mm", "minutes", "interval"}
_PLACE = {"id", "part", "turn", "x_mm", "y_mm"}
_PART = {"name", "count", "material", "group", "mirrored", "width_mm", "height_mm", "into"}


class _Report:
    """The Problems of the file, each with the key that it is about."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def add(self, key: str, what: str) -> None:
        """Adds a Problem at a key."""
        self.problems.append(Problem(Location(FILE, key=key), what, AGAIN))

    def compare(self, key: str, value: object, right: object, tolerance: float = 1e-6) -> None:
        """Adds a Problem where a value differs from the right one, or by more than `tolerance` from a right number."""
        if isinstance(right, float | int) and not isinstance(right, bool):
            is_right = _is_number(value) and abs(value - right) <= tolerance  # type: ignore[operator]
        else:
            is_right = value == right
        if not is_right:
            self.add(key, f"it is {json.dumps(value, ensure_ascii=False)}, it must be {json.dumps(right)}")

    def known_keys(self, key: str, data: object, known: set[str]) -> dict[str, Any]:
        """The mapping at a key, empty where it is no mapping. A key that is not known is a Problem."""
        if not isinstance(data, dict):
            self.add(key, "it is no mapping")
            return {}
        for name in sorted(map(str, data.keys() - known)):
            self.add(f"{key}.{name}".lstrip("."), f"fabgen verify does not know `{name}`")
        return data

    def rows(self, key: str, data: object, known: set[str]) -> list[dict[str, Any]]:
        """The mappings of a list at a key."""
        if not isinstance(data, list):
            self.add(key, "it is no list")
            return []
        return [self.known_keys(f"{key}.{n}", row, known) for n, row in enumerate(data)]


def check_job_data(folder: Path, sheets: Sequence[FileContent], expected: ExpectedJob) -> list[Problem]:
    """Every Problem of the job's data; none where the folder has no such file, which is a Problem of the manifest."""
    try:
        data = json.loads(read_file(folder / FILE, LARGEST_JOB_FILE))
    except FabgenError as error:
        problems = (replace(problem, where=Location(FILE), hint=AGAIN) for problem in error.problems)
        return [problem for problem in problems if problem.code != MISSING]
    except (ValueError, RecursionError):
        return [Problem(Location(FILE), "the file is damaged: it is not JSON", AGAIN)]
    report = _Report()
    job = report.known_keys("", data, _JOB)
    if job:
        _check_job(report, job, sheets, expected)
    return limit_problems(report.problems, 12)


def _check_job(report: _Report, job: dict[str, Any], files: Sequence[FileContent], expected: ExpectedJob) -> None:
    """The Problems of the job as a whole, then of its sheets and parts."""
    machine = expected.shop.machine
    title = expected.spec.game.title
    if expected.is_whole or job.get("title") != f"{title}: fit test":
        report.compare("title", job.get("title"), title)
    report.compare("machine", job.get("machine"), {
        "name": machine.name, "about": machine.about, "watts": machine.watts, "bed_mm": list(machine.bed),
        "order": [operation.value for operation in machine.order], "sorts": machine.sorts})
    by_sheet: dict[str, list[FileContent]] = {}
    for file in files:
        by_sheet.setdefault(PurePosixPath(file.file).stem, []).append(file)
    second_files = {name: by_sheet.pop(name) for name in [*by_sheet] if name.endswith("-backs")}
    seconds = _check_second_sides(report, job, second_files)
    sheets = report.rows("sheets", job.get("sheets"), _SHEET)
    names = [sheet.get("name") for sheet in sheets]
    report.compare("sheets", sorted(map(str, names)), sorted(by_sheet))
    counts = Counter[str]()
    for sheet in sheets:
        counts += _check_sheet(report, sheet, by_sheet.get(str(sheet.get("name")), []), expected)
    for row in report.rows("parts", job.get("parts"), _PART):
        _check_part(report, row, expected)
        report.compare(f"parts.{row.get('name')}.count", row.get("count"), counts[str(row.get("name"))])
    minutes: list[Any] = [row.get("minutes") for row in (*sheets, *seconds)]
    if all(map(_is_number, minutes)):
        report.compare("minutes", job.get("minutes"), sum(minutes), ROUNDING * (len(minutes) + 1))


def _check_second_sides(report: _Report, job: dict[str, Any], files: Mapping[str, Sequence[FileContent]]
                        ) -> list[dict[str, Any]]:
    """Checks that the second files of sheets are those in the folder. Returns their rows in `job.json`."""
    rows = report.rows("second_sides", job.get("second_sides", []), {"name", "files", "minutes"})
    report.compare("second_sides", sorted(str(row.get("name")) for row in rows), sorted(files))
    for row in rows:
        names = sorted(PurePosixPath(file.file).name for file in files.get(str(row.get("name")), []))
        report.compare(f"second_sides.{row.get('name')}.files", sorted(row.get("files") or ()), names)
    return rows


def _check_sheet(report: _Report, sheet: Mapping[str, Any], files: Sequence[FileContent], expected: ExpectedJob
                 ) -> Counter[str]:
    """Checks the row of a sheet in `job.json`. Returns how many of each part the row has."""
    name, shop = str(sheet.get("name")), expected.shop
    places = report.rows(f"{name}.places", sheet.get("places"), _PLACE)
    counts = Counter(str(place.get("part")) for place in places)
    report.compare(f"{name}.parts", sheet.get("parts"), dict(counts))
    report.compare(f"{name}.files", sorted(sheet.get("files") or ()), sorted(PurePosixPath(f.file).name for f in files))
    slugs = [str(place.get("id")).rpartition("-")[0] for place in places]
    key = next((expected.parts[slug].material for slug in slugs if slug in expected.parts), None)
    if key is None or not files:
        return counts
    drawn = close_bridged_cuts(next((file for file in files if file.form == "svg"), files[0]), shop.machine)
    material = shop.materials[key]
    for what, right in (
        ("material", shop.stock_key(key)), ("width_mm", drawn.width), ("height_mm", drawn.height),
        ("kerf_mm", shop.kerf_of(key)), ("spacing_mm", shop.spacing_of(key)),
        ("thickness_mm", material.measured or material.thickness),
        ("thickness_measured", material.measured is not None),
    ):
        report.compare(f"{name}.{what}", sheet.get(what), right, NEAR)
    _check_operations(report, name, sheet, drawn, key, expected)
    edges = {element.id.partition(".")[0]: element for element in drawn.elements if element.id.endswith(".edge-1")}
    for place in places:
        _check_place(report, place, edges, expected)
    return counts


def _check_operations(report: _Report, name: str, sheet: Mapping[str, Any], drawn: FileContent, key: str,
                      expected: ExpectedJob) -> None:
    """Looks, speeds and lengths of each operation on a sheet."""
    machine = expected.shop.machine
    layers = {operation: layer for layer, members in machine.layer_groups() for operation in members}
    operations, _ = assign_operations(drawn, machine)
    lengths: dict[Operation, float] = defaultdict(float)
    for element in drawn.elements:
        if element.order in operations:
            lengths[operations[element.order]] += sum(_drawn_length(contour) for contour in element.rings)
    stated: dict[Operation, float] = defaultdict(float)
    operations_by_name = {operation.value: operation for operation in Operation}
    for row in report.rows(f"{name}.operations", sheet.get("operations"), _OPERATION):
        operation = operations_by_name.get(str(row.get("operation")))
        if operation is None:
            report.add(f"{name}.operations", f"fabgen verify does not know the operation `{row.get('operation')}`")
            continue
        row_key, paint = f"{name}.{operation.value}", machine.operations[operation]
        stated[operation] = row.get("length_mm") if _is_number(row.get("length_mm")) else math.inf  # type: ignore[assignment]
        passes = row.get("passes", 1)
        lengths[operation] *= passes if _is_number(passes) else 1  # the way that the beam goes
        looks = {"layer": layers[operation], "paint": paint.paint, "colour": paint.colour}
        setting = expected.shop.setting_of(key, operation)
        settings = {name: getattr(setting, name) for name in ("speed", "power", "passes")} if setting else {}
        settings |= {"corner_power": setting.corner_power} if setting and setting.corner_power is not None else {}
        for what, right in (looks | settings).items():
            report.compare(f"{row_key}.{what}", row.get(what), right, 1e-3)
    for verb, members in (("scored", (Operation.SCORE,)), ("cut", tuple(CUTS))):  # holes may look like outlines
        drawn_length, length = (
            sum(by_operation[operation] for operation in members) for by_operation in (lengths, stated)
        )
        if abs(drawn_length - length) > LENGTH[0] * drawn_length + LENGTH[1]:
            what = f"{length:g} mm are said to be {verb}, {drawn_length:.0f} mm are in {PurePosixPath(drawn.file).name}"
            report.add(f"{name}.operations", what)


def _drawn_length(contour: Contour) -> float:
    """The length of a contour in mm without the gaps of its bridges."""
    return _length(contour.points) - sum(size for size, *_ in contour.bridges)


def _length(points: Any) -> float:
    """The length of a polyline in mm."""
    return float(np.hypot(*np.diff(points, axis=0).T).sum())


def _check_place(report: _Report, place: Mapping[str, Any], edges: Mapping[str, Element], expected: ExpectedJob
                 ) -> None:
    """Checks that a part lies where its place says: as its drawing turned and moved, and wider by half a kerf on each
    side, or by up to a whole kerf at pointed corners."""
    id = str(place.get("id"))
    slug = id.rpartition("-")[0]
    if slug not in expected.parts:
        report.add(f"places.{id}", f"fabgen verify does not know the part {id}")
        return
    report.compare(f"places.{id}.part", place.get("part"), expected.parts[slug].name)
    turn, x, y = (place.get(name) for name in ("turn", "x_mm", "y_mm"))
    if id not in edges:
        return  # parts that share their edges
    if not (_is_number(turn) and _is_number(x) and _is_number(y)):
        report.add(f"places.{id}", "it does not say where the part lies")
        return
    nominal = expected.nominal(slug)
    left, bottom, right, top = _turned_bounds(nominal.solid, float(turn))  # type: ignore[arg-type]
    half_kerf = nominal.kerf / 2
    nominal_box = left + x - half_kerf, bottom + y - half_kerf, right + x + half_kerf, top + y + half_kerf  # type: ignore[operator]
    points = np.concatenate([contour.points for contour in edges[id].rings])
    drawn_box = (*points.min(axis=0), *points.max(axis=0))
    # At a pointed corner the cut may reach farther out than half a kerf: a mitre reaches two halves at most.
    beyond = [
        nominal_box[0] - drawn_box[0],
        nominal_box[1] - drawn_box[1],
        drawn_box[2] - nominal_box[2],
        drawn_box[3] - nominal_box[3],
    ]
    if min(beyond) < -NEAR or max(beyond) > half_kerf + NEAR:
        report.add(f"places.{id}", f"the part does not lie at {x:g}, {y:g}, turned by {turn:g} degrees")


def _turned_bounds(shape: Any, degrees: float) -> tuple[float, float, float, float]:
    """The bounding box of a shape that is turned about the origin, in mm."""
    from shapely.affinity import rotate

    turned = rotate(shape, degrees, origin=(0, 0)) if degrees else shape
    bounds: tuple[float, float, float, float] = turned.bounds
    return bounds


def _check_part(report: _Report, row: Mapping[str, Any], expected: ExpectedJob) -> None:
    """Checks the row of a part in `job.json`."""
    name = str(row.get("name"))
    part: Part | None = next((part for part in expected.parts.values() if part.name == name), None)
    if part is None:
        report.add(f"parts.{name}", f"fabgen verify does not know the part {name}")
        return
    slug = next(slug for slug, other in expected.parts.items() if other is part)
    left, bottom, right, top = expected.nominal(slug).solid.bounds
    for what, right_value in (("material", part.material), ("group", part.group), ("mirrored", part.mirrored),
                              ("width_mm", right - left), ("height_mm", top - bottom), ("into", list(part.into))):
        report.compare(f"parts.{name}.{what}", row.get(what), right_value, NEAR)


def _is_number(value: object) -> bool:
    """Whether a value is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)

"""The laser files of a folder and what the spec asks for → every Problem of the sheets, their parts and their marks."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import numpy as np

from fabgen.core.english import join_words
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.core.worker import run_in_halves
from fabgen.laser.machine import Machine
from fabgen.laser.sheet import groups_in_name, has_name
from fabgen.materials.operations import Operation
from fabgen.verify.bridges import check_bridges, close_bridged_cuts
from fabgen.verify.compare import check_counts, check_part, is_cut_like
from fabgen.verify.diagram_decoding import (
    DiagramFault,
    DiagramFrame,
    differences,
    find_frames,
    read_diagram,
    spell_out_jumps,
)
from fabgen.verify.diagram_marks import MarkShape, recognise, stroked_crosses
from fabgen.verify.expected_things import ExpectedJob, JobChoices
from fabgen.verify.figures import fault_problem
from fabgen.verify.files import AGAIN
from fabgen.verify.readers.content import Element, FileContent, limit_problems, scale_name
from fabgen.verify.readers.contours import ClosedContours, Points, areas, parts_of
from fabgen.verify.readers.scan_rows import row_interval
from fabgen.verify.second_sides import check_second_sides, is_second_side
from fabgen.verify.toolpaths import (
    LAYERED,
    TOLERANCE,
    assign_operations,
    check_contours,
    check_fills,
    check_order,
    check_overlaps,
    named_groups,
)
from fabgen.verify.virtual_cut import CutPart, find_cut_parts

if TYPE_CHECKING:
    from shapely import Polygon

FOLDER = "laser"
LEAST_SPANS = {"disc": 1.5, "ring": 1.5, "cross": 2.0}  # mm: of a mark on a piece
MEASURED = 0.02  # mm by which a size may be read wrongly
QUARTERS = (0.0, 90.0)  # that parts are turned by on a sheet: hexagons are not the same after one
OVER = (-1.0, 0.0, 0.0, 1.0, 0.0, 0.0)  # a mirror about the vertical axis


def check_sheets(files: Sequence[FileContent], expected: ExpectedJob) -> list[Problem]:
    """All that can be wrong with the laser files of a game, taken together. Each format holds the whole game."""
    fronts = [content for content in files if not is_second_side(content)]
    seconds = [content for content in files if is_second_side(content)]
    files = [close_bridged_cuts(content, expected.shop.machine) for content in fronts]
    forms = sorted({*expected.shop.formats, *(content.form for content in files)})
    problems: list[Problem] = []
    for form in forms:
        problems += _check_format([content for content in files if content.form == form], form, expected)
    problems += limit_problems([*expected.unknown_parts(), *expected.faults_of_track()])
    problems += check_second_sides(seconds, files, expected)
    return problems + list(check_agreement([content for content in (*files, *seconds) if not content.is_stripped]))


def _check_format(files: list[FileContent], form: str, expected: ExpectedJob) -> list[Problem]:
    """The Problems of all sheets in one format: of each sheet by itself, and of parts that are missing or doubled."""
    if not files:
        return [Problem(Location(FOLDER), f"the job asks for {form} files, and there is none that can be read", AGAIN)]
    if any(content.is_stripped for content in files):
        copies = Counter[str]()
        files = [_name_by_shape(content, expected, copies) if content.is_stripped else content for content in files]
    found = run_in_halves(partial(_sheet, expected=expected), files, lambda content: len(content.elements))
    problems: list[Problem] = []
    instances: list[str] = []
    sheet_of: dict[str, FileContent] = {}
    for content, (on_sheet, sheet_problems) in zip(files, found, strict=True):
        problems += sheet_problems
        instances += on_sheet
        sheet_of |= dict.fromkeys(on_sheet, content)
    return problems + limit_problems(check_counts(instances, expected.parts, sheet_of, form), 12)


def _name_by_shape(content: FileContent, expected: ExpectedJob, copies: Counter[str]) -> FileContent:
    """The content of a file whose ids were taken away, its marks named after the part that they lie on: each part by
    its shape, the copies in their order. A shape that is no part's keeps the name that it has. Lines that several
    parts share cannot be told without their ids."""
    if content.form in LAYERED:
        content = _join_engraved(content, expected)
    operations, _ = assign_operations(content, expected.shop.machine)
    parts, _ = find_cut_parts(content, operations, expected.shop.machine)
    names: dict[int, str] = {}
    for part in parts:
        slug = next((slug for slug, kind in expected.parts.items() if copies[slug] < kind.count
                     and is_cut_like(part, expected.nominal(slug))
                     and not check_part(content, part, expected.nominal(slug))), None)
        slug = slug or next((slug for slug, kind in expected.parts.items() if copies[slug] < kind.count
                             and is_cut_like(part, expected.nominal(slug))), None)
        if slug is None:
            continue
        copies[slug] += 1
        marks = (*part.outlines, *part.holes, *part.engraved, *part.scored)
        names |= {mark.order: f"{slug}-{copies[slug]}.mark-{n}" for n, mark in enumerate(marks, 1)}
    elements = [replace(element, id=names.get(element.order, element.id)) for element in content.elements]
    return replace(content, elements=tuple(elements))


def _join_engraved(content: FileContent, expected: ExpectedJob) -> FileContent:
    """The content of a file without ids in a format whose contours stand alone: each engraved contour with its holes
    as one mark, as an id would have said."""
    operations, _ = assign_operations(content, expected.shop.machine)
    engraved = [element for element in content.elements if operations.get(element.order) is Operation.ENGRAVE]
    contours = ClosedContours([element.rings[0].points for element in engraved])
    if not engraved or not contours.plain:
        return content
    holes = {hole for inner in contours.nests.values() for hole in inner}
    joined = {}
    for outer, inner in contours.nests.items():
        rings = tuple(engraved[n].rings[0] for n in (outer, *inner))
        joined[engraved[outer].order] = replace(engraved[outer], rings=rings)
    lost = {engraved[hole].order for hole in holes}
    elements = [joined.get(element.order, element) for element in content.elements if element.order not in lost]
    return replace(content, elements=tuple(elements))


def _sheet(content: FileContent, expected: ExpectedJob) -> tuple[list[str], list[Problem]]:
    """The parts on a sheet, by their ids, and all that is wrong with it."""
    shop = expected.shop
    operations, problems = assign_operations(content, shop.machine)
    problems += check_contours(content, operations, shop.machine.margin) + check_fills(content, operations)
    problems += check_overlaps(content, operations) + check_order(content, operations)
    kerfs = {slug: shop.kerf_of(part.material) for slug, part in expected.parts.items()}
    problems += check_bridges(content, shop.machine, shop.bridges, kerfs)
    parts, wrong = find_cut_parts(content, operations, shop.machine)
    problems += wrong
    keys = sorted({expected.parts[part.slug].material for part in parts if part.slug in expected.parts})
    if len(stocks := sorted({*map(shop.stock_key, keys)})) > 1:
        what = f"parts of {join_words(stocks)} lie on one sheet"
        problems.append(Problem(Location(content.file), what, "a sheet has one material and colour"))
    if keys:
        problems += [*check_stock(content, shop, keys[0]), *check_spacing(content, parts, shop.spacing_of(keys[0]))]
        problems += check_layers(content, shop, keys[0])
    problems += limit_problems(_misplaced_parts(content, parts, expected))
    problems += limit_problems(_check_shared_edges(content, parts, expected))
    problems += [p for part in parts for p in limit_problems(_marks(content, part, expected), 10)]
    problems += limit_problems((p for part in parts for p in limit_problems(_shape(content, part, expected))), 24)
    return [part.instance for part in parts], problems


def check_spacing(content: FileContent, parts: list[CutPart], spacing: float) -> list[Problem]:
    """Cuts of different parts that are nearer to each other than the job's spacing."""
    import shapely

    rings = [(n, area.exterior) for n, part in enumerate(parts) for area in (*part.areas, *part.windows)]
    lines = [line for _, line in rings]
    if len(parts) < 2:
        return []
    pairs = shapely.STRtree(lines).query(lines, predicate="dwithin", distance=spacing - TOLERANCE)
    near: dict[tuple[int, int], float] = {}
    for i, j in zip(*(map(int, side) for side in pairs), strict=True):
        a, b = rings[i][0], rings[j][0]
        if a < b and not (parts[a].block and parts[a].block == parts[b].block):
            near[a, b] = min(near.get((a, b), spacing), float(lines[i].distance(lines[j])))
    return limit_problems(
        content.problem(
            parts[a].instance,
            f"{parts[a].instance} and {parts[b].instance} are {format_number(gap)} mm apart"
            if gap > 0
            else f"{parts[a].instance} and {parts[b].instance} overlap",
            f"the spacing of this job is {spacing:g} mm",
            parts[a].spot,
        )
        for (a, b), gap in sorted(near.items())
    )


def _check_shared_edges(content: FileContent, parts: list[CutPart], expected: ExpectedJob) -> Iterator[Problem]:
    """Parts that share their edges although the spec does not say that they may."""
    for part in parts:
        if part.block and part.slug in expected.parts and not expected.parts[part.slug].common_line:
            what = f"{part.instance} shares its edges, and the spec does not let it"
            yield content.problem(part.instance, what, "one cut for two edges cannot fit both", part.spot)


def _misplaced_parts(content: FileContent, parts: list[CutPart], expected: ExpectedJob) -> Iterator[Problem]:
    """Problems of parts on a sheet that is not named after their group: people take the material from the file's
    name."""
    known_parts = [part for part in parts if part.slug in expected.parts]
    name, wanted_name = PurePosixPath(content.file).stem, expected.sheet_name(part.slug for part in known_parts)
    if not known_parts or (has_name(name, wanted_name) and PurePosixPath(content.file).parent.name == FOLDER):
        return
    named_groups = groups_in_name(expected.homes.values(), re.sub(r"-[1-9][0-9]*$", "", name)) | groups_in_name(
        expected.homes.values(), name
    )
    strays = [part for part in known_parts if expected.homes[expected.batches[part.slug]] not in named_groups]
    for part in strays:
        batch = expected.batches[part.slug]
        what = f"{part.instance} is of {batch[1]} and belongs into {expected.homes[batch]}.{content.form}"
        yield content.problem(part.instance, what, "are two files swapped?")
    if not strays:
        yield Problem(Location(content.file), f"by what lies on it the sheet is called {wanted_name}", AGAIN)


def _shape(content: FileContent, cut_part: CutPart, expected: ExpectedJob) -> Iterator[Problem]:
    """What is cut, engraved and scored, against the part that the spec asks for."""
    from shapely.errors import GEOSException

    if cut_part.slug not in expected.parts:
        return  # told with the counts
    try:
        yield from check_part(content, cut_part, expected.nominal(cut_part.slug))
    except GEOSException as error:  # outlines so damaged that they bound no area
        yield content.problem(cut_part.instance, f"{cut_part.instance} cannot be measured: {error}", "", cut_part.spot)


def _marks(content: FileContent, cut_part: CutPart, expected: ExpectedJob) -> Iterator[Problem]:
    """What the etched marks of a base say, against the legal moves of its piece."""
    piece = expected.bases().get(cut_part.slug)
    if piece is None:
        return
    from shapely.affinity import affine_transform

    way = expected.way(piece)
    if any(element.rows for element in cut_part.engraved):
        cut_part, shapes = _drawn_shapes(cut_part, expected, way)
    else:
        shapes = _shapes(cut_part, expected, way)
    if expected.parts[cut_part.slug].mirrored:  # what is marked from behind is read through the sheet
        windows = tuple(affine_transform(window, OVER) for window in cut_part.windows)
        shapes = [recognise(affine_transform(shape.area, OVER), shape.id) for shape in shapes]
        cut_part = replace(cut_part, windows=windows)
    marks = _before_slot(shapes, cut_part, way)
    reading = read_diagram(marks, expected.plane(piece), way, QUARTERS)
    faults = [*reading.faults, *_illegible_marks(marks)]
    if reading.own_cell:
        faults += differences(spell_out_jumps(reading), expected.marks_on_base(piece), piece)
    yield from (fault_problem(content, fault, cut_part.instance) for fault in faults)


def _illegible_marks(shapes: Sequence[MarkShape]) -> Iterator[DiagramFault]:
    """The dots, rings and crosses that are too small to be read from 50 cm (docs/look.md)."""
    for shape in shapes:
        least = LEAST_SPANS.get(shape.kind, 0.0)
        if shape.span < least - MEASURED:
            what = f"a {shape.kind} of {format_number(shape.span, 2)} mm is too small to be read: {least:g} mm or more"
            yield DiagramFault(what, shape.id, shape.middle)


def _shapes(cut_part: CutPart, expected: ExpectedJob, way: str | None) -> list[MarkShape]:
    """What is engraved; of marks that the machine only scores, what their closed contours bound, and crosses of two
    single lines."""
    shapes = [recognise(area, e.id) for e in cut_part.engraved for area in e.areas]
    scored = [ring.points for e in cut_part.scored for ring in e.rings]
    return [*shapes, *_scored_shapes(scored, shapes, cut_part.instance, expected.shop.machine, way)]


def _drawn_shapes(cut_part: CutPart, expected: ExpectedJob, way: str | None) -> tuple[CutPart, list[MarkShape]]:
    """A part whose fills are rows, and its marks, as the drawing has them: `check_part` holds each row against the
    drawing's areas, since rows alone tell a corner only to an interval."""
    import shapely

    nominal, name = expected.nominal(cut_part.slug), cut_part.instance
    windows = tuple(shapely.Polygon(hole) for part in parts_of(nominal.solid) for hole in part.interiors)
    marks = nominal.marks(nominal.fillable)
    shapes = [recognise(area, name) for area in parts_of(marks.engraved)]
    scored = [shapely.get_coordinates(line) for line in shapely.get_parts(marks.scored)]
    shapes += _scored_shapes(scored, shapes, name, expected.shop.machine, way)
    return replace(cut_part, windows=windows), shapes


def _scored_shapes(
    scored: Sequence[Points], engraved: Sequence[MarkShape], name: str, machine: Machine, way: str | None
) -> list[MarkShape]:
    """The marks of a diagram that the machine follows instead of sweeping them."""
    is_closed = [len(points) > 3 and bool((points[0] == points[-1]).all()) for points in scored]
    rings = [points for points, closed in zip(scored, is_closed, strict=True) if closed]
    shapes = [recognise(area, name) for area in areas(rings)]
    if machine.engraving.style != "single-line" or len(found := find_frames([*engraved, *shapes], way)) != 1:
        return shapes
    lines = [points for points, closed in zip(scored, is_closed, strict=True) if not closed]
    return [*shapes, *stroked_crosses(lines, found[0].cell, name)]


def _before_slot(shapes: list[MarkShape], cut_part: CutPart, way: str | None) -> list[MarkShape]:
    """The shapes without the lettering: what lies wholly beyond the slot, seen from the own cell, is the piece's name.
    Whatever else hides there is found when the part is compared with the nominal one.
    """
    import shapely

    found = find_frames(shapes, way)
    if len(found) != 1 or not cut_part.windows:
        return shapes
    frame = found[0] if way else _ahead_of(found[0], cut_part)

    def ahead_of_own(area: Polygon) -> Points:
        """How far ahead of the own cell the corners of an outline are, in mm."""
        ahead: Points = (shapely.get_coordinates(area.exterior) - frame.own) @ np.array(frame.forward)
        return ahead

    slot = max(ahead_of_own(window).max() for window in cut_part.windows)
    return [shape for shape in shapes if ahead_of_own(shape.area).min() < slot]


def _ahead_of(frame: DiagramFrame, cut_part: CutPart) -> DiagramFrame:
    """A frame without a point: forward is where the slot lies, seen from the own cell."""
    spots = [window.centroid for window in cut_part.windows]
    x, y = (sum(p.x for p in spots) / len(spots) - frame.own[0], sum(p.y for p in spots) / len(spots) - frame.own[1])
    sideways = abs(x) > abs(y)
    return replace(frame, forward=(math.copysign(1, x), 0.0) if sideways else (0.0, math.copysign(1, y)))


SIZE = 0.01  # mm that a sheet may differ in size
SAME = 0.02  # mm that a mark may lie elsewhere in another format


def check_stock(content: FileContent, shop: JobChoices, key: str) -> Iterator[Problem]:
    """Whether the file is as large as a sheet of the job."""
    sizes = shop.sheets_of(key)
    yield from _on_offcut(content, shop, key)
    if any(_is_size(content, size) for size in sizes):
        return
    width, height = sizes[0]
    ratio = content.width / width
    scale = f": it is scaled by {scale_name(ratio)}" if abs(content.height / height - ratio) < 1e-3 else ""
    size = f"{content.width:g} x {content.height:g} mm"
    what = f"the file is {size}, the sheet of this job {width:g} x {height:g} mm{scale}"
    yield Problem(Location(content.file, key="svg" if content.form == "svg" else ""), what)


def _on_offcut(content: FileContent, shop: JobChoices, key: str) -> Iterator[Problem]:
    """The Problem of marks beside the offcut, where the file is as large as an offcut and as no whole sheet."""
    import shapely

    offcuts = [offcut for offcut in shop.offcuts_of(key) if _is_size(content, offcut.bounds[2:])]
    whole_sheets = [size for size in shop.sheets_of(key) if _is_size(content, size)]
    if not offcuts or len(whole_sheets) > len(offcuts) or not content.elements:
        return
    drawn = shapely.MultiLineString([ring.points for e in content.elements for ring in e.rings])
    if not any(offcut.buffer(SIZE).covers(drawn) for offcut in offcuts):
        yield Problem(Location(content.file), "something lies beside the offcut that the file is as large as")


def _is_size(content: FileContent, size: Sequence[float]) -> bool:
    return max(abs(content.width - size[0]), abs(content.height - size[1])) <= SIZE


def check_layers(content: FileContent, shop: JobChoices, key: str) -> Iterator[Problem]:
    """Whether the layers of a project hold the speeds, powers and passes of the material."""
    operations_by_layer = named_groups(content, shop.machine)
    for layer in content.layers:
        for operation in operations_by_layer.get(layer.name, ()):
            power = layer.power / shop.machine.full_power * 100 if content.form == "gcode" else layer.power
            settings = {"speed": layer.speed, "power": power, "passes": layer.passes}
            if layer.least_power is not None:
                settings["power in corners"] = layer.least_power
            yield from _check_settings(content, settings, shop, key, operation)


def _check_settings(
    content: FileContent, settings: Mapping[str, float], shop: JobChoices, key: str, operation: Operation
) -> Iterator[Problem]:
    """Problems of the settings of an operation that are not those of the material."""
    wanted = shop.setting_of(key, operation)
    if wanted is None:
        return
    corner = wanted.power if wanted.corner_power is None else wanted.corner_power
    asked_for = {"speed": wanted.speed, "power": wanted.power, "passes": wanted.passes, "power in corners": corner}
    for name, value in settings.items():
        wanted_value = asked_for[name]
        if abs(value - wanted_value) > 1e-3:
            asked = f"the material asks for {format_number(wanted_value)}"
            what = f"the {name} of {operation.value} is {format_number(value)}, {asked}"
            yield Problem(Location(content.file, key=operation.value), what)


def check_agreement(files: Sequence[FileContent]) -> Iterator[Problem]:
    """Whether every mark of a sheet lies in the same place in all its formats."""
    sheets: dict[str, list[FileContent]] = defaultdict(list)
    for content in files:
        sheets[str(PurePosixPath(content.file).with_suffix(""))].append(content)
    for formats in sheets.values():
        first, *further_formats = sorted(formats, key=lambda content: content.form != "svg")  # what most people see
        for content in further_formats:
            yield from limit_problems(_compare_places(first, content))


def _compare_places(first: FileContent, second: FileContent) -> Iterator[Problem]:
    """The Problems of elements that only one of two files has, or that lie in different places in them."""
    elements, second_elements = ({e.id: e for e in content.elements} for content in (first, second))
    name = PurePosixPath(first.file).name
    for id in sorted({*elements} ^ {*second_elements}):
        without, with_element = (second, first) if id in elements else (first, second)
        yield without.problem(id, f"there is no {id}, as there is in {PurePosixPath(with_element.file).name}")
    for id in sorted({*elements} & {*second_elements}):
        element = second_elements[id]
        off = float(np.abs(_box(elements[id]) - _box(element)).max())
        if off > SAME + row_interval(element.rows):  # between two rows a corner may be lost
            yield second.problem(id, f"it lies {format_number(off)} mm off its place in {name}", "", element.spot)


def _box(element: Element) -> Points:
    points = np.concatenate([ring.points for ring in element.rings])
    box: Points = np.concatenate([points.min(axis=0), points.max(axis=0)])
    return box

"""The laser files of a folder and what the spec asks for → every Problem of the sheets, their parts and their marks."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath

from fabgen.core.problems import Location, Problem, join_words
from fabgen.core.worker import run_in_halves
from fabgen.laser.sheet import groups_in_name, has_name
from fabgen.verify.cuttings import Cutting, cuttings
from fabgen.verify.decode import Frame, differences, frames, read_diagram
from fabgen.verify.diagrams import fault_problem
from fabgen.verify.expect import Expected
from fabgen.verify.files import AGAIN
from fabgen.verify.laser import check_contours, check_fills, check_order, check_overlaps, check_spacing
from fabgen.verify.operations import operations
from fabgen.verify.parts import check_counts, check_part
from fabgen.verify.recognise import Figure, crosses, figure
from fabgen.verify.shapes import areas
from fabgen.verify.shown import Shown, few
from fabgen.verify.stock import check_agreement, check_layers, check_stock

FOLDER = "laser"
QUARTERS = (0.0, 90.0)  # that parts are turned by on a sheet: hexagons are not the same after one
OVER = (-1.0, 0.0, 0.0, 1.0, 0.0, 0.0)  # a mirror about the vertical axis


def check_sheets(files: Sequence[Shown], expected: Expected) -> list[Problem]:
    """All that can be wrong with the laser files of a game, taken together. Each format holds the whole game."""
    forms = sorted({*expected.shop.formats, *(shown.form for shown in files)})
    problems = [p for form in forms for p in _of_form([shown for shown in files if shown.form == form], form, expected)]
    return problems + list(check_agreement(files))


def _of_form(files: list[Shown], form: str, expected: Expected) -> list[Problem]:
    if not files:
        return [Problem(Location(FOLDER), f"the job asks for {form} files, and there is none that can be read", AGAIN)]
    found = run_in_halves(partial(_sheet, expected=expected), files, lambda shown: len(shown.elements))
    problems = [problem for _, wrong in found for problem in wrong]
    homes = {instance: shown for shown, (instances, _) in zip(files, found, strict=True) for instance in instances}
    here = [instance for instances, _ in found for instance in instances]
    return problems + few(check_counts(here, expected.parts, homes, form), 12)


def _sheet(shown: Shown, expected: Expected) -> tuple[list[str], list[Problem]]:
    """The parts on a sheet, by their ids, and all that is wrong with it."""
    shop = expected.shop
    done, problems = operations(shown, shop.machine)
    problems += check_contours(shown, done, shop.machine.margin) + check_fills(shown, done)
    problems += check_overlaps(shown, done) + check_order(shown, done)
    parts, wrong = cuttings(shown, done, shop.machine)
    problems += wrong
    keys = sorted({expected.parts[part.slug].material for part in parts if part.slug in expected.parts})
    if len(stocks := sorted({*map(shop.stock_key, keys)})) > 1:
        what = f"parts of {join_words(stocks)} lie on one sheet"
        problems.append(Problem(Location(shown.file), what, "a sheet has one material and colour"))
    if keys:
        problems += [*check_stock(shown, shop, keys[0]), *check_spacing(shown, parts, shop.spacing_of(keys[0]))]
        problems += check_layers(shown, shop, keys[0])
    problems += few(_homeless(shown, parts, expected)) + few(_sharing(shown, parts, expected))
    problems += [p for part in parts for p in few(_marks(shown, part, expected), 10)]
    problems += few((p for part in parts for p in few(_shape(shown, part, expected))), 24)
    return [part.instance for part in parts], problems


def _sharing(shown: Shown, parts: list[Cutting], expected: Expected) -> Iterator[Problem]:
    """Parts that share their edges although the spec does not say that they may."""
    for part in parts:
        if part.block and part.slug in expected.parts and not expected.parts[part.slug].common_line:
            what = f"{part.instance} shares its edges, and the spec does not let it"
            yield shown.problem(part.instance, what, "one cut for two edges cannot fit both", part.spot)


def _homeless(shown: Shown, parts: list[Cutting], expected: Expected) -> Iterator[Problem]:
    """Parts on a sheet that is not named after their group: people take the material from the file's name."""
    known = [part for part in parts if part.slug in expected.parts]
    name, right = PurePosixPath(shown.file).stem, expected.sheet_name(part.slug for part in known)
    if not known or (has_name(name, right) and PurePosixPath(shown.file).parent.name == FOLDER):
        return
    told = groups_in_name(expected.homes.values(), re.sub(r"-[1-9][0-9]*$", "", name)) | groups_in_name(expected.homes.values(), name)
    strays = [part for part in known if expected.homes[expected.batches[part.slug]] not in told]
    for part in strays:
        batch = expected.batches[part.slug]
        what = f"{part.instance} is of {batch[1]} and belongs into {expected.homes[batch]}.{shown.form}"
        yield shown.problem(part.instance, what, "are two files swapped?")
    if not strays:
        yield Problem(Location(shown.file), f"by what lies on it the sheet is called {right}", AGAIN)


def _shape(shown: Shown, cutting: Cutting, expected: Expected) -> Iterator[Problem]:
    """What is cut, engraved and scored, against the part that the spec asks for."""
    from shapely.errors import GEOSException

    if cutting.slug not in expected.parts:
        return  # told with the counts
    try:
        yield from check_part(shown, cutting, expected.nominal(cutting.slug))
    except GEOSException as error:  # outlines so damaged that they bound no area
        yield shown.problem(cutting.instance, f"{cutting.instance} cannot be measured: {error}", "", cutting.spot)


def _marks(shown: Shown, cutting: Cutting, expected: Expected) -> Iterator[Problem]:
    """What the etched marks of a base say, against the legal moves of its piece."""
    piece = expected.bases().get(cutting.slug)
    if piece is None:
        return
    from shapely.affinity import affine_transform

    way = expected.way(piece)
    shapes = _shapes(cutting, expected, way)
    if expected.parts[cutting.slug].mirrored:  # what is marked from behind is read through the sheet
        windows = tuple(affine_transform(window, OVER) for window in cutting.windows)
        shapes = [figure(affine_transform(shape.area, OVER), shape.id) for shape in shapes]
        cutting = replace(cutting, windows=windows)
    reading = read_diagram(_before_slot(shapes, cutting, way), expected.plane(piece), way, QUARTERS)
    faults = [*reading.faults, *(differences(reading, expected.marks(piece), piece) if reading.own_cell else ())]
    yield from (fault_problem(shown, fault, cutting.instance) for fault in faults)


def _shapes(cutting: Cutting, expected: Expected, way: str | None) -> list[Figure]:
    """What is engraved; of marks that the machine only scores, what their closed contours bound, and crosses of two
    single lines."""
    if expected.shop.machine.engraving.style == "fill":
        return [figure(area, e.id) for e in cutting.engraved for area in e.areas]
    rings = [ring.points for e in cutting.scored for ring in e.rings if ring.closed and len(ring.points) > 3]
    closed = [figure(area, cutting.instance) for area in areas(rings)]
    if expected.shop.machine.engraving.style != "single-line" or len(found := frames(closed, way)) != 1:
        return closed
    lines = [ring.points for e in cutting.scored for ring in e.rings if not ring.closed]
    return [*closed, *crosses(lines, found[0].cell, cutting.instance)]


def _before_slot(shapes: list[Figure], cutting: Cutting, way: str | None) -> list[Figure]:
    """The shapes without the lettering: what lies wholly behind the slot, seen from the own cell, is the piece's name.

    Whatever else hides there is found when the part is compared with the nominal one.
    """
    found = frames(shapes, way)
    if len(found) != 1 or not cutting.windows:
        return shapes
    frame = found[0] if way else _ahead_of(found[0], cutting)
    slot = min(frame.place((x, y))[1] for window in cutting.windows for x, y in window.exterior.coords)
    return [shape for shape in shapes if max(frame.place((x, y))[1] for x, y in shape.area.exterior.coords) > slot]


def _ahead_of(frame: Frame, cutting: Cutting) -> Frame:
    """A frame without a point: forward is where the own cell lies, seen from the slot."""
    spots = [window.centroid for window in cutting.windows]
    x, y = (frame.own[0] - sum(p.x for p in spots) / len(spots), frame.own[1] - sum(p.y for p in spots) / len(spots))
    sideways = abs(x) > abs(y)
    return replace(frame, forward=(math.copysign(1, x), 0.0) if sideways else (0.0, math.copysign(1, y)))

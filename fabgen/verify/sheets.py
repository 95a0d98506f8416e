"""The laser files of a folder and what the spec asks for → every Problem of the sheets, their parts and their marks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.base import Problem, Where, words
from fabgen.verify.cuttings import Cutting, cuttings
from fabgen.verify.decode import differences, frames, read_diagram
from fabgen.verify.diagrams import fault_problem
from fabgen.verify.expect import Expected
from fabgen.verify.laser import check_contours, check_order, check_overlaps, check_spacing, operations
from fabgen.verify.nominal import Nominal
from fabgen.verify.parts import check_counts, check_part
from fabgen.verify.recognise import Figure, figure
from fabgen.verify.svg import Svg, few, scale_name

FOLDER = "laser"


@dataclass(frozen=True)
class _Found:
    """A sheet with the parts on it."""

    svg: Svg
    parts: tuple[Cutting, ...]


def check_sheets(svgs: list[Svg], expected: Expected) -> list[Problem]:
    """All that can be wrong with the laser files of a game, taken together."""
    problems: list[Problem] = []
    found: list[_Found] = []
    nominals: dict[str, Nominal] = {}
    for svg in svgs:
        sheet, wrong = _sheet(svg, expected, nominals)
        found.append(sheet)
        problems += wrong
    homes = {part.instance: sheet.svg for sheet in found for part in sheet.parts}
    return problems + few(
        check_counts([part.instance for sheet in found for part in sheet.parts], expected.parts, homes), 12
    )


def _sheet(svg: Svg, expected: Expected, nominals: dict[str, Nominal]) -> tuple[_Found, list[Problem]]:
    shop = expected.shop
    done, problems = operations(svg, shop.machine)
    problems += check_contours(svg, done, shop.machine.margin) + check_overlaps(svg, done) + check_order(svg, done)
    parts, wrong = cuttings(svg, done, shop.machine)
    problems += wrong
    keys = sorted({expected.parts[part.slug].material for part in parts if part.slug in expected.parts})
    if len(keys) > 1:
        problems.append(
            Problem(Where(svg.file), f"parts of {words(keys)} lie on one sheet", "a sheet has one material and colour")
        )
    if keys:
        problems += list(_stock(svg, shop.sheet_of(keys[0]))) + check_spacing(svg, parts, shop.spacing_of(keys[0]))
    problems += [p for part in parts for p in few(_marks(svg, part, expected), 10)]
    problems += few((p for part in parts for p in few(_shape(svg, part, expected, nominals))), 24)
    return _Found(svg, tuple(parts)), problems


def _stock(svg: Svg, size: tuple[float, float]) -> Iterator[Problem]:
    """Whether the file is as large as the sheet of the job."""
    width, height = size
    if max(abs(svg.width - width), abs(svg.height - height)) > 0.01:
        ratio = svg.width / width
        told = f": it is scaled by {scale_name(ratio)}" if abs(svg.height / height - ratio) < 1e-3 else ""
        yield Problem(
            Where(svg.file, key="svg"),
            f"the file is {svg.width:g} x {svg.height:g} mm, the sheet of this job {width:g} x {height:g} mm{told}",
        )


def _shape(svg: Svg, cutting: Cutting, expected: Expected, nominals: dict[str, Nominal]) -> Iterator[Problem]:
    """What is cut, engraved and scored, against the part that the spec asks for."""
    from shapely.errors import GEOSException

    part = expected.parts.get(cutting.slug)
    if part is None:
        return  # told with the counts
    if cutting.slug not in nominals:
        nominals[cutting.slug] = Nominal(part, expected.shop.machine, expected.shop.kerf_of(part.material))
    try:
        yield from check_part(svg, cutting, nominals[cutting.slug])
    except GEOSException as error:  # outlines so damaged that they bound no area
        yield svg.problem(cutting.instance, f"{cutting.instance} cannot be measured: {error}", "", cutting.spot)


def _marks(svg: Svg, cutting: Cutting, expected: Expected) -> Iterator[Problem]:
    """What the etched marks of a base say, against the legal moves of its piece."""
    piece = expected.bases().get(cutting.slug)
    if piece is None:
        return
    shapes = [figure(area, e.id) for e in cutting.engraved for area in e.areas]
    reading = read_diagram(_before_slot(shapes, cutting))
    faults = [*reading.faults, *(differences(reading, expected.marks(piece), piece) if reading.own_cell else ())]
    yield from (fault_problem(svg, fault, cutting.instance) for fault in faults)


def _before_slot(shapes: list[Figure], cutting: Cutting) -> list[Figure]:
    """The shapes without the lettering: what lies wholly behind the slot, seen from the own cell, is the piece's name.

    Whatever else hides there is found when the part is compared with the nominal one.
    """
    found = frames(shapes)
    if len(found) != 1 or not cutting.windows:
        return shapes
    frame = found[0]
    slot = min(frame.place((x, y))[1] for window in cutting.windows for x, y in window.exterior.coords)
    return [shape for shape in shapes if max(frame.place((x, y))[1] for x, y in shape.area.exterior.coords) > slot]

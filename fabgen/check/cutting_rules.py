"""Parts and what a cutting service publishes → a Problem for each part that the service would refuse.

An error where no file could be right: a part that is too large, an outline that is open or crosses another, two parts
in one file. A warning where the service may still cut it: a hole or a web under its least size.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fabgen.artwork.part import Part
from fabgen.artwork.path import Path
from fabgen.check.part_flaws import PartAreas, find_thin_webs, hole_sizes
from fabgen.core.problems import Location, Problem
from fabgen.laser.job import LaserJob
from fabgen.laser.service_order import CuttingService, PartToCut
from fabgen.materials.operations import Operation

FLAT = 0.005  # mm: flattening of outlines that are compared
SPECK = 0.005  # mm: by which a size may be missed


def service_problems(parts: Sequence[PartToCut], job: LaserJob, service: CuttingService) -> Iterator[Problem]:
    """Every Problem of an order, by part."""
    for part in parts:
        yield from _find_line_faults(part)
        yield from _find_size_fault(part, service)
        yield from _find_small_features(part.part, part.thickness, job, service)


def _find_line_faults(part: PartToCut) -> Iterator[Problem]:
    """One outline, every line closed, none on or across another."""
    import shapely

    marks = part.cuts.marks
    outer = sum(mark.operation is Operation.CUT_OUTER for mark in marks)
    if outer != 1:
        yield _problem(part.part, f"has {outer} outlines, and a file holds one part", "error")
    paths = [path for mark in marks for path in mark.paths]
    if any(not path.closed for path in paths):
        yield _problem(part.part, "has a cut that is not closed", "error")
    rings = [shapely.LineString(_ring_points(path)) for path in paths]
    if any(not ring.is_simple for ring in rings):
        yield _problem(part.part, "has a cut that crosses itself", "error")
    pairs = shapely.STRtree(rings).query(rings, predicate="intersects").T.tolist() if rings else []
    if any(i < j for i, j in pairs):
        yield _problem(part.part, "has cuts that cross or lie on each other", "error")


def _ring_points(path: Path) -> list[tuple[float, float]]:
    points = path.flatten(FLAT)
    return [*points, points[0]] if path.closed else points


def _find_size_fault(part: PartToCut, service: CuttingService) -> Iterator[Problem]:
    """A Problem for a part that is larger than what the service cuts, however it is turned."""
    if service.largest is None:
        return
    short_side, long_side = sorted((part.sheet.width, part.sheet.height))
    short_limit, long_limit = sorted(service.largest)
    if short_side > short_limit + SPECK or long_side > long_limit + SPECK:
        what = (f"is {long_side:g} x {short_side:g} mm; "
                f"{service.name} cuts {long_limit:g} x {short_limit:g} mm at most")
        yield _problem(part.part, what, "error", "smaller cells, or a board in several parts (--sheet)")


def _find_small_features(part: Part, thickness: float, job: LaserJob, service: CuttingService) -> Iterator[Problem]:
    """Problems of holes and webs that are smaller than the service wants, each size reported once."""
    reported = set[str]()
    for width, is_round in hole_sizes(part):
        least_width = service.least_hole.of(thickness, is_round=is_round)
        what = f"has a hole of {width:.2f} mm; {service.name} needs at least {least_width:g} mm"
        if width < least_width - SPECK and what not in reported:
            reported.add(what)
            yield _problem(part, what, "warning", "ask the service, or take another one")
    web = service.least_web.of(thickness)
    material = job.stock(part.material).material.model_copy(update={"web": web})
    for flaw in find_thin_webs(PartAreas(part), material) if web else ():
        if flaw.message not in reported:
            reported.add(flaw.message)
            yield _problem(part, f"{flaw.message}; {service.name} needs at least {web:g} mm", "warning",
                           "ask the service, or take another one")


def _problem(part: Part, what: str, level: str, hint: str = "") -> Problem:
    text = f"{part.title} {what}" if what.startswith(("has", "is")) else f"{part.title}: {what}"
    return Problem(Location(), text, hint, "error" if level == "error" else "warning")

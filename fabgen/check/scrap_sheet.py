"""A fit test → the smallest sheet that holds it, so that a scrap will do."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Part
from fabgen.check.size_search import Requirement, find_size
from fabgen.core.problems import FabgenError
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.selection import chosen_parts
from fabgen.spec.build_options import Options, SheetSize
from fabgen.spec.load import Spec

SCRAP_STEP, LEAST_SCRAP_SIDE = 10.0, 40.0  # mm: sides of the sheets that are tried
MOST_TRIES = 4


def with_scrap_size(spec: Spec, options: Options) -> Options:
    """The options, with the smallest sheet that holds the job if it is a fit test.

    Raises nothing where the job has errors: the build reports them.
    """
    if not options.fit_test or options.scrap:
        return options
    try:
        job = make_laser_job(spec, options)
        parts = chosen_parts(spec, job.fit, options)
    except FabgenError:
        return options
    likely_sizes = [*islice(_sheet_sizes(parts, job), MOST_TRIES)]
    size = find_size(likely_sizes, [Requirement("the parts", partial(_nest_objection, parts, job))]).size
    return replace(options, scrap=size) if size else options


def _sheet_sizes(parts: Sequence[Part], job: LaserJob) -> Iterator[SheetSize]:
    """The sizes of sheets on which the parts of each material fit in rows, smallest first. A sheet is at least as wide
    as high and at most twice as wide."""
    widest, highest = job.sheet or job.machine.bed
    step_count = math.ceil((max(widest, highest) - LEAST_SCRAP_SIDE) / SCRAP_STEP)
    sides = [LEAST_SCRAP_SIDE + SCRAP_STEP * n for n in range(step_count)]
    sizes = [(width, height) for height in sides for width in sides
             if height <= width <= 2 * height and width <= widest and height <= highest]
    parts_by_material: dict[str, list[Part]] = {}
    for part in parts:
        parts_by_material.setdefault(part.material, []).append(part)
    for size in sorted(sizes, key=lambda size: (size[0] * size[1], size[0])):
        if all(_fit_in_rows(material_parts, job, size) for material_parts in parts_by_material.values()):
            yield size


def _fit_in_rows(parts: Sequence[Part], job: LaserJob, sheet: SheetSize) -> bool:
    """True if the boxes of parts of one material, long sides level, fit a sheet in rows, the highest boxes first."""
    material = job.stock(parts[0].material).material
    room, gap = job.room(material), job.room(material).spacing + job.kerf_of(material)
    row_length, total_height = (side - 2 * room.margin + room.spacing for side in sheet)
    sizes = [part.drawing.only(Role.EDGE).size() for part in parts for _ in range(part.count)]
    x = y = row_height = 0.0
    for part_height, part_length in sorted((min(size) + gap, max(size) + gap) for size in sizes)[::-1]:
        if x + part_length > row_length:
            x, y, row_height = 0.0, y + row_height, 0.0
        row_height, x = max(row_height, part_height), x + part_length
        if x > row_length or y + row_height > total_height:
            return False
    return True


def _nest_objection(parts: Sequence[Part], job: LaserJob, size: SheetSize) -> str:
    """What is wrong with sheets of a size: empty if one of each material holds all its parts. Nests them for real."""
    from fabgen.laser.sheet_layout import make_sheets  # late: it loads the nester

    try:
        sheets = make_sheets(parts, replace(job, sheet=size))
    except FabgenError as error:
        return error.problems[0].what
    return "" if len({sheet.material for sheet in sheets}) == len(sheets) else "one sheet is not enough"

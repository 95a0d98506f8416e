"""The options of a fit test → the same with the smallest sheet that holds it, so that it can be cut from a scrap."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Part
from fabgen.base import FabgenError
from fabgen.make.job import make_laser_job
from fabgen.options import Options
from fabgen.selection import chosen_parts
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.make.job import LaserJob

SCRAP_STEP, LEAST_SCRAP_SIDE = 10.0, 40.0  # mm: sides of the sheets that are tried
MOST_TRIES = 4
Size = tuple[float, float]


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
    likely_sizes = islice(_sheet_sizes(parts, job), MOST_TRIES)
    return next((replace(options, scrap=size) for size in likely_sizes if _holds_parts(parts, job, size)), options)


def _sheet_sizes(parts: Sequence[Part], job: LaserJob) -> Iterator[Size]:
    """The sizes of sheets on which the parts of each material fit in rows, smallest first. A sheet is at least as wide
    as high and at most twice as wide."""
    across, down = job.sheet or job.machine.bed
    sides = [LEAST_SCRAP_SIDE + SCRAP_STEP * n for n in range(math.ceil((max(across, down) - LEAST_SCRAP_SIDE) / SCRAP_STEP))]
    sizes = [(w, h) for h in sides for w in sides if h <= w <= 2 * h and w <= across and h <= down]
    for size in sorted(sizes, key=lambda size: (size[0] * size[1], size[0])):
        if all(_fit_in_rows([part for part in parts if part.material == key], job, size)
                            for key in dict.fromkeys(part.material for part in parts)):
            yield size


def _fit_in_rows(parts: Sequence[Part], job: LaserJob, sheet: Size) -> bool:
    """True if the boxes of parts of one material, long sides level, fit a sheet in rows, the highest boxes first."""
    material = job.stock(parts[0].material).material
    room, gap = job.room(material), job.room(material).spacing + job.kerf_of(material)
    wide, high = (side - 2 * room.margin + room.spacing for side in sheet)
    sizes = [part.drawing.only(Role.EDGE).size() for part in parts for _ in range(part.count)]
    x = y = row = 0.0
    for deep, long in sorted((min(size) + gap, max(size) + gap) for size in sizes)[::-1]:
        if x + long > wide:
            x, y, row = 0.0, y + row, 0.0
        row, x = max(row, deep), x + long
        if x > wide or y + row > high:
            return False
    return True


def _holds_parts(parts: Sequence[Part], job: LaserJob, size: Size) -> bool:
    """True if one sheet of this size holds all parts of each material. Nests them for real."""
    from fabgen.make.laser import make_sheets

    try:
        sheets = make_sheets(parts, replace(job, sheet=size))
    except FabgenError:
        return False
    return len({sheet.material for sheet in sheets}) == len(sheets)

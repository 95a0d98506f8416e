"""The options of a fit test → the same with the smallest sheet that holds it: a scrap is enough to cut it from."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Part
from fabgen.base import FabgenError
from fabgen.make.job import laser_job
from fabgen.options import Options
from fabgen.selection import chosen_parts
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.make.job import Job

STEP, LEAST = 10.0, 40.0  # mm: sides of the sheets that are tried
TRIES = 4
Size = tuple[float, float]


def sized(spec: Spec, options: Options) -> Options:
    """The options, those of a fit test with the sheet that it takes. What is wrong with the job is told by the
    build."""
    if not options.fit_test or options.scrap:
        return options
    try:
        job = laser_job(spec, options)
        parts = chosen_parts(spec, job.fit, options)
    except FabgenError:
        return options
    likely = [size for _, size in zip(range(TRIES), _sizes(parts, job), strict=False)]
    return next((replace(options, scrap=size) for size in likely if _hold(parts, job, size)), options)


def _sizes(parts: Sequence[Part], job: Job) -> Iterator[Size]:
    """Sheets on which the parts of each material fit in rows, from the smallest: square to twice as wide as high."""
    across, down = job.sheet or job.machine.bed
    sides = [LEAST + STEP * n for n in range(math.ceil((max(across, down) - LEAST) / STEP))]
    found = [(w, h) for h in sides for w in sides if h <= w <= 2 * h and w <= across and h <= down]
    for size in sorted(found, key=lambda one: (one[0] * one[1], one[0])):
        if all(_in_rows([part for part in parts if part.material == key], job, size)
               for key in dict.fromkeys(part.material for part in parts)):
            yield size


def _in_rows(parts: Sequence[Part], job: Job, sheet: Size) -> bool:
    """Whether the boxes of some parts of one material, lying, fit a sheet in rows from the highest."""
    material = job.stock(parts[0].material).material
    room, more = job.room(material), job.room(material).spacing + job.kerf_of(material)
    wide, high = (side - 2 * room.margin + room.spacing for side in sheet)
    sizes = [part.drawing.only(Role.EDGE).size() for part in parts for _ in range(part.count)]
    x = y = row = 0.0
    for deep, long in sorted((min(size) + more, max(size) + more) for size in sizes)[::-1]:
        if x + long > wide:
            x, y, row = 0.0, y + row, 0.0
        row, x = max(row, deep), x + long
        if x > wide or y + row > high:
            return False
    return True


def _hold(parts: Sequence[Part], job: Job, size: Size) -> bool:
    """Whether one sheet of a size holds all parts of each material."""
    from fabgen.make.laser import make_sheets

    try:
        sheets = make_sheets(parts, replace(job, sheet=size))
    except FabgenError:
        return False
    return len({sheet.material for sheet in sheets}) == len(sheets)

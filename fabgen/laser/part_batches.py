"""Parts and a job → the prepared parts of each group and stock, and the problems for which they would not be nested.

Nothing is nested here, so that a check can find the problems without loading the nesting.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fabgen.artwork.part import Part
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.laser.bridges import add_bridges
from fabgen.laser.common_cuts import find_common_cut_problems
from fabgen.laser.engraving import apply_engraving_style
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import Machine
from fabgen.laser.nest.layout import SheetLimits, box_size
from fabgen.laser.preparation import PreparedPart, prepare_cuts
from fabgen.laser.second_sides import find_second_side_problems
from fabgen.materials.material import Material, Stock

Prepare = Callable[[Part, Machine, Material, float], PreparedPart]


@dataclass(frozen=True)
class PartBatch:
    """The prepared parts of one stock that share sheets: those of one group, or of several."""

    stock: Stock
    parts: tuple[PreparedPart, ...]

    @property
    def groups(self) -> list[str]:
        """The names of its groups, in the order of their parts."""
        return list(dict.fromkeys(prepared.part.group for prepared in self.parts))


def find_part_problems(parts: Sequence[Part], job: LaserJob) -> list[Problem]:
    """Everything for which `sheet_layout.make_sheets` refuses parts before it nests them: problems of the job's
    numbers, else of the parts' drawings and of parts that no sheet holds."""
    stocks = find_stocks(parts, job)
    if problems := find_number_problems(parts, stocks, job):
        return problems
    batches, problems = make_batches(parts, stocks, job, prepare_cuts)
    return [*problems, *(p for batch in batches for p in find_misfits(batch, job.room(batch.stock.material)))]


def find_number_problems(parts: Sequence[Part], stocks: dict[str, Stock], job: LaserJob) -> list[Problem]:
    """The problems of the job's numbers, and of the class of joints that it asks for."""
    problems = [problem for stock in stocks.values() for problem in job.errors(stock.material)]
    jointed = dict.fromkeys(part.material for part in parts if part.by_thickness)
    return list(dict.fromkeys([*problems, *(problem for key in jointed for problem in job.check_fit(key))]))


def find_stocks(parts: Sequence[Part], job: LaserJob) -> dict[str, Stock]:
    """The stock of each material that the parts are made of, by its key."""
    return {key: job.stock(key) for key in dict.fromkeys(part.material for part in parts)}


def make_batches(
    parts: Sequence[Part], stocks: dict[str, Stock], job: LaserJob, prepare: Prepare
) -> tuple[list[PartBatch], list[Problem]]:
    """The prepared parts of each group and stock, and the problems of their drawings."""
    batches: dict[tuple[str, str], list[PreparedPart]] = {}
    problems = find_second_side_problems(parts, job)
    for part in parts:
        stock = stocks[part.material]
        if job.bridges or part.both_sides:  # a shared edge cannot hang on bridges of its own
            part = replace(part, common_line=False)
        problems += find_common_cut_problems(part) if part.common_line else []
        try:
            marked = apply_engraving_style(part, job.machine)
            kerf = job.kerf_of(stock.material)
            prepared = prepare(marked, job.machine, stock.material, kerf)
            if job.bridges:
                prepared = add_bridges(prepared, job.bridges, kerf, stock.material.thickness)
        except FabgenError as error:
            problems += error.problems
            continue
        batches.setdefault((part.group, stock.key), []).append(prepared)
    stock_of = {stock.key: stock for stock in stocks.values()}
    return [PartBatch(stock_of[key], tuple(prepared)) for (_, key), prepared in batches.items()], problems


def find_misfits(batch: PartBatch, room: SheetLimits) -> list[Problem]:
    """A Problem for each part that is larger than the sheet inside its margins, however it may be turned."""
    material = batch.stock.material
    return [_misfit(part, room, material) for part in batch.parts
            if not any(map(room.holds, _turned_sizes(part, material)))]


def _turned_sizes(part: PreparedPart, material: Material) -> list[tuple[float, float]]:
    """The width and height of a part in each way it may be turned. A grain allows one only, unless the part may lie
    across the grain."""
    width, height = box_size(part.bounds())
    return [(width, height)] if material.grain and not part.part.may_cross_grain else [(width, height), (height, width)]


def _misfit(part: PreparedPart, room: SheetLimits, material: Material) -> Problem:
    """The Problem of a part that no sheet holds, with the size that would be needed."""
    sizes = _turned_sizes(part, material)
    over = [(max(0.0, w - room.usable_width), max(0.0, h - room.usable_height)) for w, h in sizes]
    (wide, high), (width, height) = min(zip(over, sizes, strict=True), key=lambda o: (sum(o[0]), o[1]))
    excess = " and ".join(f"{mm:.1f} mm too {way}" for mm, way in ((wide, "wide"), (high, "high")) if mm > 0)
    fits_across = len(sizes) == 1 and room.holds((height, width))
    grain = f"; {material.name} has a grain, and nothing turns by a quarter" if fits_across else ""
    what = (
        f"{part.part.name} is {width:.1f} x {height:.1f} mm with its kerf; "
        f"the sheet has {room.usable_width:g} x {room.usable_height:g} mm inside its margins: {excess}{grain}"
    )
    need = [math.ceil(length + 2 * room.margin) for length in (width, height)]
    return Problem(
        Location(),
        what,
        f"a sheet of {max(need[0], math.ceil(room.width))} x {max(need[1], math.ceil(room.height))} mm would hold it",
    )


__all__ = ["PartBatch", "find_misfits", "find_number_problems", "find_part_problems", "find_stocks", "make_batches"]

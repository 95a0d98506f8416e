"""Parts and a job → sheets: each part prepared for the machine, nested on sheets of its material, its marks in
working order.

Parts of the same group and material share sheets. Groups of the same material share sheets where that saves some. On a
sheet, engraving comes first, then scores, then cuts; nothing of a part is cut after its outline.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from fabgen.artwork.part import Part
from fabgen.artwork.path import apply_matrix
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.worker import run_in_halves
from fabgen.laser.common_cuts import find_common_cut_problems
from fabgen.laser.engraving import apply_engraving_style
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import Machine
from fabgen.laser.nest.layout import NestPosition, SheetLimits, box_size, turn_box
from fabgen.laser.nest.progress import NestProgress, ProgressCallback
from fabgen.laser.order.sequence import PlacedPart, order_marks
from fabgen.laser.preparation import PreparedPart, prepare_cuts, prepare_part
from fabgen.laser.sheet import LaserSheet, Placement, group_sheet_names, make_slug, make_slugs, number_names, sheet_name
from fabgen.laser.sheet_sharing import JobNester, NestedBatch, PartBatch
from fabgen.materials.material import Material, Stock
from fabgen.materials.operations import Operation

Prepare = Callable[[Part, Machine, Material, float], PreparedPart]


def make_sheets(parts: Sequence[Part], job: LaserJob, progress: ProgressCallback = lambda _: None) -> list[LaserSheet]:
    """The sheets of a job, named after the groups on them (`green-pieces`, `green-pieces-2`, `board-and-tokens`), in
    the order in which groups first appear. `progress` receives the state of a long search as text.

    Raises FabgenError with every problem of the job's numbers, else of the parts' drawings and of parts that no sheet
    holds.
    """
    parts = [part for part in parts if part.count > 0]
    stocks = _stocks_of(parts, job)
    problems = [p for stock in stocks.values() for p in job.errors(stock.material)]
    if problems:
        raise FabgenError(problems)
    batches, problems = _batches(parts, stocks, job, prepare_part)
    problems += [p for batch in batches for p in _misfits(batch, job.room(batch.stock.material))]
    if problems:
        raise FabgenError(problems)
    group_names = group_sheet_names((part.group, stocks[part.material].key) for part in parts)
    instances = dict(zip((part.name for part in parts), make_slugs([part.name for part in parts], "part"), strict=True))
    nested = JobNester(job, NestProgress(progress, "nesting")).nest_batches(batches)
    sheet_lists = run_in_halves(lambda batch: _batch_sheets(batch, instances, job), nested,
                         lambda batch: len(batch.layout.positions))
    sheets = [sheet for batch_sheets in sheet_lists for sheet in batch_sheets]
    groups = {part.name: part.group for part in parts}
    names = (sheet_name(group_names, ((groups[spot.part], sheet.material) for spot in sheet.placements))
             for sheet in sheets)
    return [replace(sheet, name=name) for sheet, name in zip(sheets, number_names(names), strict=True)]


def find_part_problems(parts: Sequence[Part], job: LaserJob) -> list[Problem]:
    """Everything for which `make_sheets` refuses parts before it nests them: problems of the job's numbers, else of the
    parts' drawings and of parts that no sheet holds."""
    stocks = _stocks_of(parts, job)
    if problems := [p for stock in stocks.values() for p in job.errors(stock.material)]:
        return problems
    batches, problems = _batches(parts, stocks, job, prepare_cuts)
    return [*problems, *(p for batch in batches for p in _misfits(batch, job.room(batch.stock.material)))]


def _stocks_of(parts: Sequence[Part], job: LaserJob) -> dict[str, Stock]:
    return {key: job.stock(key) for key in dict.fromkeys(part.material for part in parts)}


def _batches(
    parts: Sequence[Part], stocks: dict[str, Stock], job: LaserJob, prepare: Prepare
) -> tuple[list[PartBatch], list[Problem]]:
    """The prepared parts of each group and stock, and the problems of their drawings."""
    batches: dict[tuple[str, str], list[PreparedPart]] = {}
    problems: list[Problem] = []
    for part in parts:
        stock = stocks[part.material]
        problems += find_common_cut_problems(part) if part.common_line else []
        try:
            marked = apply_engraving_style(part, job.machine)
            prepared = prepare(marked, job.machine, stock.material, job.kerf_of(stock.material))
        except FabgenError as error:
            problems += error.problems
            continue
        batches.setdefault((part.group, stock.key), []).append(prepared)
    stock_of = {stock.key: stock for stock in stocks.values()}
    return [PartBatch(stock_of[key], tuple(prepared)) for (_, key), prepared in batches.items()], problems


def _misfits(batch: PartBatch, room: SheetLimits) -> list[Problem]:
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


def _batch_sheets(nested: NestedBatch, instances: dict[str, str], job: LaserJob) -> list[LaserSheet]:
    """The sheets of a batch, without names."""
    batch, layout = nested.batch, nested.layout
    room, spots = job.room(batch.stock.material), layout.positions
    placed_parts = _place_parts(batch, spots, instances)
    warnings = job.warnings(batch.stock.material)
    warnings += job.warn_of_other_colours(batch.stock) if not all(sheet.offcut for sheet in layout.sheets) else ()
    notes = (*warnings, *(note for part in batch.parts for note in part.notes))
    sheets = []
    for number, piece in enumerate(layout.sheets):
        on_sheet = [placed_part for spot, placed_part in zip(spots, placed_parts, strict=True) if spot.sheet == number]
        width, height = piece.size()
        sheet_room = replace(room, width=width, height=height)
        sheet = _make_sheet(batch, on_sheet, sheet_room, job, notes if number == 0 else ())
        sheets.append(replace(sheet, stock_name=piece.name, is_offcut=piece.offcut))
    sheets[-1] = replace(sheets[-1], nesting=str(layout), leftover=layout.leftover)
    return sheets


def _place_parts(batch: PartBatch, spots: Sequence[NestPosition], instances: dict[str, str]) -> list[PlacedPart]:
    """Each spot with the instance of its part, or with those of all copies in a block. Instances of a part are numbered
    from 1 over all sheets."""
    copies: Counter[str] = Counter()
    placed_parts = []
    for spot in spots:
        part = batch.parts[spot.item]
        name, first = part.part.name, copies[part.part.name] + 1
        copies[name] += len(part.copy_origins) or 1
        box = turn_box(part.bounds(), spot.turn)
        instance = f"{instances[name]}-{first}" + (f"-to-{copies[name]}" if part.copy_origins else "")
        placement = Placement(instance, name, spot.turn, spot.x - box[0], spot.y - box[1])
        placed_parts.append(PlacedPart(part, placement, _block_copies(part, placement, instances[name], first)))
    return placed_parts


def _block_copies(block: PreparedPart, placement: Placement, name: str, first: int) -> tuple[Placement, ...]:
    """The placements of the copies in a block; empty for a single part."""
    turn, move = placement.matrices()
    points = [apply_matrix(move, apply_matrix(turn, cell)) for cell in block.copy_origins]
    return tuple(Placement(f"{name}-{k}", placement.part, placement.turn, *point)
                 for k, point in enumerate(points, first))


def _make_sheet(
    batch: PartBatch, placed_parts: Sequence[PlacedPart], room: SheetLimits, job: LaserJob, notes: tuple[Problem, ...]
) -> LaserSheet:
    """A sheet without a name; its placements are in the order in which the outlines are cut."""
    marks = order_marks(placed_parts, job.machine, (0.0, room.height))
    cut_order = {mark.part: n for n, mark in enumerate(marks) if mark.operation is Operation.CUT_OUTER}
    in_order = sorted(placed_parts, key=lambda placed_part: cut_order[placed_part.placement.instance])
    placements = tuple(copy for placed_part in in_order for copy in placed_part.copies or (placed_part.placement,))
    kerf = job.kerf_of(batch.stock.material)
    settings = job.settings(batch.stock.material)
    return LaserSheet(
        "", batch.stock.key, room.width, room.height, kerf, room.spacing, tuple(marks), placements, notes, settings,
        batch.stock.colour,
    )


__all__ = ["LaserJob", "make_sheets", "make_slug"]

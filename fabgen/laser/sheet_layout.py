"""Parts and a job → sheets: each part prepared for the machine, nested on sheets of its material, and the lines in
the order in which the machine follows them.

Parts of the same group and material share sheets. Groups of the same material share sheets where that saves some. On a
sheet, engraving comes first, then scores, then cuts; nothing of a part is cut after its outline.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from fabgen.artwork.part import Part
from fabgen.artwork.path import apply_matrix
from fabgen.core.plain_letters import make_slug
from fabgen.core.problems import FabgenError, Problem
from fabgen.core.worker import run_in_halves
from fabgen.laser.job import LaserJob
from fabgen.laser.nest.layout import NestPosition, SheetLimits, turn_box
from fabgen.laser.nest.progress import NestProgress, ProgressCallback
from fabgen.laser.order.sequence import PlacedPart, order_marks
from fabgen.laser.part_batches import PartBatch, find_misfits, find_number_problems, find_stocks, make_batches
from fabgen.laser.preparation import PreparedPart, prepare_part
from fabgen.laser.sheet import LaserSheet, Placement, group_sheet_names, make_slugs, number_names, sheet_name
from fabgen.laser.sheet_sharing import JobNester, NestedBatch
from fabgen.materials.operations import Operation


def make_sheets(parts: Sequence[Part], job: LaserJob, progress: ProgressCallback = lambda _: None) -> list[LaserSheet]:
    """The sheets of a job, named after the groups on them (`green-pieces`, `green-pieces-2`, `board-and-tokens`), in
    the order in which groups first appear. `progress` receives the state of a long search as text.

    Raises FabgenError with every problem of the job's numbers, else of the parts' drawings and of parts that no sheet
    holds.
    """
    parts = [part for part in parts if part.count > 0]
    stocks = find_stocks(parts, job)
    problems = find_number_problems(parts, stocks, job)
    if problems:
        raise FabgenError(problems)
    batches, problems = make_batches(parts, stocks, job, prepare_part)
    problems += [p for batch in batches for p in find_misfits(batch, job.room(batch.stock.material))]
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


def make_part_sheet(part: Part, job: LaserJob, kerf: float) -> LaserSheet:
    """A sheet with a single copy of a part, as large as its outline, for people who nest the parts themselves. `kerf`
    in mm. Raises FabgenError for a part that cannot be cut."""
    stock = job.stock(part.material)
    prepared = prepare_part(part, job.machine, stock.material, kerf)
    x0, y0, x1, y1 = prepared.bounds()
    placement = Placement(make_slug(part.name) or "part", part.name, 0, -x0, -y0)
    marks = order_marks([PlacedPart(prepared, placement)], job.machine, (0.0, y1 - y0))
    return LaserSheet(placement.instance, stock.key, x1 - x0, y1 - y0, kerf, 0.0, tuple(marks), (placement,))


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
    turn, move = placement.matrices
    points = [apply_matrix(move, apply_matrix(turn, cell)) for cell in block.copy_origins]
    return tuple(Placement(f"{name}-{k}", placement.part, placement.turn, *point)
                 for k, point in enumerate(points, first))


def _make_sheet(
    batch: PartBatch, placed_parts: Sequence[PlacedPart], room: SheetLimits, job: LaserJob, notes: tuple[Problem, ...]
) -> LaserSheet:
    """A sheet without a name; its placements are in the order in which the outlines are cut."""
    marks = order_marks(placed_parts, job.machine, (0.0, room.height), search=job.effort != "draft")
    cut_order = {mark.part: n for n, mark in enumerate(marks) if mark.operation is Operation.CUT_OUTER}
    in_order = sorted(placed_parts, key=lambda placed_part: cut_order[placed_part.placement.instance])
    placements = tuple(copy for placed_part in in_order for copy in placed_part.copies or (placed_part.placement,))
    kerf = job.kerf_of(batch.stock.material)
    settings = job.settings(batch.stock.material)
    return LaserSheet(
        "", batch.stock.key, room.width, room.height, kerf, room.spacing, tuple(marks), placements, notes, settings,
        batch.stock.colour,
    )


__all__ = ["LaserJob", "make_part_sheet", "make_sheets", "make_slug"]

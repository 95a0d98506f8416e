"""A game → the files of `laser/`: its sheets in every chosen format, the job sheet, the job for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from fabgen.core.cache import ResultCache
from fabgen.core.english import count_things
from fabgen.core.problems import FabgenError, Problem
from fabgen.laser.job import make_laser_job
from fabgen.production.build_files import BuildFile, Progress
from fabgen.production.cache_content import game_content
from fabgen.production.source_files import material_keys
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.artwork.part import Fit, Part
    from fabgen.laser.estimate import Estimate
    from fabgen.laser.job import LaserJob
    from fabgen.laser.job_sheet.work import JobContent
    from fabgen.laser.sheet import LaserSheet


def make_laser_files(spec: Spec, options: Options, progress: Progress, cache: ResultCache | None = None
                     ) -> Iterator[BuildFile]:
    """The laser files: each sheet in each format that the user chose (by default those of the machine), and the job
    sheet. Sheets are taken from the cache where parts and job are the same."""
    from fabgen.core.worker import start_work
    from fabgen.laser.formats.registry import FORMATS
    from fabgen.laser.job_sheet.job_sheet import (
        JOB_DATA_FILE,
        JOB_SHEET_FILE,
        write_job_json,
        write_job_pdf,
    )
    from fabgen.laser.second_sides import make_second_sides

    progress("laser sheets")
    job = make_laser_job(spec, options)
    parts, sheets, work = lay_out_job(spec, job, options, progress, cache)
    summary = tuple(map(str, work.bills))
    draw_game = picture_drawer(spec, job, options, cache)
    wait_for_job_sheet = start_work(partial(write_job_pdf, work, job_sheet_paper(options), draw_game))
    for sheet in sheets:
        purpose = f"laser sheet of {sheet.material}, {count_things(len(sheet.placements), 'part')}"
        for suffix in options.formats or job.machine.default_formats:
            data, pages = FORMATS[suffix].write(sheet, job.machine), FORMATS[suffix].pages
            size = (sheet.width, sheet.height)
            yield BuildFile(f"laser/{sheet.name}.{suffix}", data, purpose, size, pages, sheet.notes, summary)
    for second in make_second_sides(sheets, parts, job):
        purpose = f"laser file for the other sides of {second.material}, in register with the first"
        for suffix in options.formats or job.machine.default_formats:
            data, pages = FORMATS[suffix].write(second, job.machine), FORMATS[suffix].pages
            yield BuildFile(f"laser/{second.name}.{suffix}", data, purpose, (second.width, second.height), pages)
    progress("job sheet")
    data, paper, count = wait_for_job_sheet()
    yield BuildFile(f"laser/{JOB_SHEET_FILE}", data, "job sheet: what a person takes to the laser", paper, count)
    yield BuildFile(
        f"laser/{JOB_DATA_FILE}", write_job_json(work, spec.slug), "the job for programs: sheets, parts, times, prices"
    )


def picture_drawer(spec: Spec, job: LaserJob, options: Options, cache: ResultCache | None = None
                   ) -> Callable[[], bytes]:
    """What draws the finished game for the job sheet. A job of some parts has no such picture. It is taken from the
    cache where the game, the options, the machine and the shop are the same."""
    from fabgen.model.game_picture import draw_small_game

    if options.partial_job:
        return bytes
    draw_game = partial(draw_small_game, spec, job.fit, job.stock)
    if not cache or not cache.folder:
        return draw_game
    content = game_content(spec, options), job, [job.stock(key) for key in material_keys(spec)]
    return partial(cache.get, "picture", content, draw_game)


def lay_out_job(
    spec: Spec, job: LaserJob, options: Options, progress: Progress = lambda _: None, cache: ResultCache | None = None
) -> tuple[list[Part], list[LaserSheet], JobContent]:
    """The parts and sheets of a job, and the content of its job sheet."""
    from fabgen.laser.job_sheet.job_sheet import make_job_content

    parts, sheets, times = timed_sheets(spec, job, options, progress, cache)
    return parts, sheets, make_job_content(spec, job, parts, sheets, options, times)


def timed_sheets(spec: Spec, job: LaserJob, options: Options, progress: Progress = lambda _: None,
                 cache: ResultCache | None = None) -> tuple[list[Part], list[LaserSheet], dict[str, Estimate]]:
    """The parts and the sheets of a job, each sheet with the warnings about its material and about the whole job; and
    the times of all sheets and second sides by their names. Raises FabgenError for parts that cannot be made, with
    hints for a better cell where the board is too large."""
    import shapely  # noqa: F401 -- before the second process is forked, which would import it once more

    from fabgen.check.board_hints import add_cell_hints
    from fabgen.check.chosen_size import describe_choices
    from fabgen.check.part_flaws import making_problems
    from fabgen.check.piece_hints import piece_problems
    from fabgen.check.size_requirements import SizeRequirements
    from fabgen.core.worker import start_work
    from fabgen.figures.components.kit import GROUPS
    from fabgen.laser.engraving import report_outlined_words
    from fabgen.laser.estimate import estimate_sheet, warn_of_long_engraving
    from fabgen.laser.second_sides import make_second_sides
    from fabgen.laser.selection import chosen_parts
    from fabgen.laser.sheet_layout import make_sheets

    unmeasured = dict[str, tuple[Problem, ...]]()  # warnings by the key of the stock

    def noted_fit(key: str) -> Fit:
        """The fit of a material key. A fit is only asked for where a joint depends on the stock."""
        unmeasured[job.stock(key).key] = job.warn_of_unmeasured(key)
        return job.fit(key)

    sizes = SizeRequirements(spec, job, options.papers)
    try:
        parts = chosen_parts(spec, noted_fit, options)
    except FabgenError as error:
        raise FabgenError([*piece_problems(sizes)] or error.problems) from None
    wait_for_flaws = start_work(partial(making_problems, parts, job))
    job = replace(job, sheet=job.machine.cut_area(options.scrap) if options.scrap else job.sheet)
    try:
        content = job.layout_content(parts)
        sheets = (cache or ResultCache()).get("sheets", content, lambda: make_sheets(parts, job, progress))
    except Exception as error:
        wait_for_flaws()  # raises the flaws of the parts first: they may be why the sheets failed
        if not isinstance(error, FabgenError):
            raise
        board = [part for part in parts if part.group in GROUPS]
        raise FabgenError(add_cell_hints(sizes, board, error.problems)) from None
    runs = [*sheets, *make_second_sides(sheets, parts, job)]
    times = {run.name: estimate_sheet(run, job.machine) for run in runs}
    flaws = wait_for_flaws()
    job_notes = [
        *flaws,
        *warn_of_long_engraving(runs, [*times.values()], job.machine, parts),
        *report_outlined_words(parts, job.machine),
        *describe_choices(options, runs, job),
    ]
    annotated_sheets = [
        replace(sheet, notes=(*sheet.notes, *_thickness_notes(sheet, parts, unmeasured), *job_notes))
        for sheet in sheets
    ]
    return parts, annotated_sheets, times


def _thickness_notes(
    sheet: LaserSheet, parts: Sequence[Part], unmeasured: Mapping[str, Sequence[Problem]]
) -> Sequence[Problem]:
    """The warnings that the stock of a sheet is not measured; none where no joint on the sheet depends on its
    thickness. `unmeasured`: the warnings by the key of the stock."""
    thickness_parts = {part.name for part in parts if part.by_thickness}
    needs_thickness = not thickness_parts.isdisjoint(spot.part for spot in sheet.placements)
    return unmeasured.get(sheet.material, ()) if needs_thickness else ()


def job_sheet_paper(options: Options) -> str:
    """The paper of the job sheet: the first one that the user chose for printing, so they have it at hand."""
    return next((name for name in options.papers if name != "poster"), "a4")

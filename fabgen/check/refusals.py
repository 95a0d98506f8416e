"""A sound game and the options of a build → the Problems for which the build would stop, found without nesting,
typesetting or writing.

Each part is prepared by the function that a build uses. Parts of one shape are examined once. Problems that only a
layout can show (stock that runs out, a page that overflows) are found by `fabgen.build.rehearse`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from fabgen.artwork.drawing import Lettering
from fabgen.artwork.part import Part
from fabgen.check.part_flaws import CUT_FLAWS, Flaw
from fabgen.check.pieces import drawing_problem, parts_with_drawings
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.paper_kit import make_piece_batch
from fabgen.laser.engraving import apply_engraving_style
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.part_batches import find_part_problems
from fabgen.laser.preparation import find_cut_faults
from fabgen.laser.selection import chosen_parts
from fabgen.materials.material import Material
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, with_paper_cells


def find_refusals(spec: Spec, options: Options, *, without_board: bool = False) -> list[Problem]:
    """The Problems for which a build would stop in its laser files and its print-and-play, sorted by place.
    `without_board`: the board is not examined, because it is already reported that no sheet holds it."""
    problems: set[Problem] = set()
    for find in (partial(_laser_refusals, spec, options, without_board), partial(_paper_refusals, spec, options)):
        try:
            problems.update(find())
        except FabgenError as error:
            problems.update(error.problems)
    return sorted(problems)


def find_drawing_refusals(spec: Spec, options: Options) -> Iterator[Problem]:
    """What the laser of a build cannot cut of the designer's own drawings: each at the key that names the drawing."""
    drawn_parts = [*parts_with_drawings(spec)]
    if not drawn_parts:
        return
    job = make_laser_job(spec, options)
    for part in _distinct_parts(chosen_parts(spec, job.fit, options), job):
        if drawn := next((drawn for drawn in drawn_parts if drawn.part.name == part.name), None):
            yield from (drawing_problem(spec, drawn, flaw) for flaw in find_cut_flaws(part, job))


def find_cut_flaws(part: Part, job: LaserJob) -> Iterator[Flaw]:
    """The faults for which no machine file is made of a part, each with its place on the part."""
    material, marked = job.stock(part.material).material, apply_engraving_style(part, job.machine)
    for fault in find_cut_faults(marked, job.machine, material, job.kerf_of(material)):
        x, y = fault.spot or _center_of(part)
        yield Flaw(CUT_FLAWS, part.name, (x, y, x, y), fault.message, fault.hint, "error")


def _center_of(part: Part) -> tuple[float, float]:
    """The middle of a part's drawing."""
    x0, y0, x1, y1 = part.drawing.bounds()
    return (x0 + x1) / 2, (y0 + y1) / 2


def _laser_refusals(spec: Spec, options: Options, without_board: bool) -> Iterator[Problem]:
    """The problems of the job's numbers, else of parts that cannot be cut or that no sheet holds."""
    job = make_laser_job(spec, options)
    parts = [part for part in _distinct_parts(chosen_parts(spec, job.fit, options), job)
             if not (without_board and part.group == "board")]
    if part_problems := find_part_problems(parts, job):
        yield from _at_drawings(spec, parts, job, part_problems)


def _at_drawings(spec: Spec, parts: Sequence[Part], job: LaserJob, problems: Iterable[Problem]) -> Iterator[Problem]:
    """The Problems of parts. Those of parts that show a drawing of the designer are moved to its key."""
    cut_parts = {part.name: part for part in parts}
    moved = dict[str, Problem]()
    for drawn in parts_with_drawings(spec):
        if part := cut_parts.get(drawn.part.name):
            for flaw in find_cut_flaws(part, job):
                moved.setdefault(f"{part.name}: {flaw.message}", drawing_problem(spec, drawn, flaw))
    yield from (moved.get(problem.what, problem) for problem in problems)


def _paper_refusals(spec: Spec, options: Options) -> Iterator[Problem]:
    """What is wrong with the options of the print-and-play, and pieces whose diagram does not fit them on paper: each
    kind for the first of its players for whom it does not, since on hexagons the diagrams of players are turned."""
    from fabgen.paper.print_and_play import print_assembly

    print_assembly(options)
    words, spec = spec.words, with_paper_cells(spec)
    for piece in spec.game.pieces:
        try:
            for player in spec.game.owners(piece):
                make_piece_batch(spec, player, piece, options.standees, words)
        except FabgenError as error:
            where = spec.source.key_location("pieces", piece, "body")
            yield from (problem if problem.where.line else replace(problem, where=where) for problem in error.problems)


def _distinct_parts(parts: Iterable[Part], job: LaserJob) -> Iterator[Part]:
    """The first of all parts that are cut alike. The pieces of several players often differ only in colour."""
    seen: set[Hashable] = set()
    materials: dict[str, Material] = {}
    for part in parts:
        if part.material not in materials:
            materials[part.material] = job.stock(part.material).material
        key = _cutting_key(part, materials[part.material])
        if part.count > 0 and key not in seen:
            seen.add(key)
            yield part


def _cutting_key(part: Part, material: Material) -> Hashable:
    """Everything that decides how a part is cut: its lines and words without their colours, and its material."""
    lines = tuple((item.role, item.text if isinstance(item, Lettering) else item.paths) for item in part.drawing.items)
    across = part.count if part.common_line else 0
    return lines, material.name, material.thickness, material.kerf, part.may_cross_grain, across


__all__ = ["find_cut_flaws", "find_drawing_refusals", "find_refusals"]

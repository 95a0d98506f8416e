"""A game → the files of `model/`: the finished game as solids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from fabgen.core.english import count_things
from fabgen.core.problems import FabgenError
from fabgen.laser.job import make_laser_job
from fabgen.production.build_files import MODEL, BuildFile, Progress
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from fabgen.laser.job import LaserJob


def make_model_files(spec: Spec, options: Options, progress: Progress, job: LaserJob | None = None
                     ) -> Iterator[BuildFile]:
    """The game on its table as solids, for programs that show or print them; `job` unless it is that of the options.
    Raises FabgenError with a Problem for each joint that is tighter than its fit says, and for each thing that finds no
    room in the box."""
    from fabgen.figures.assembly.part_places import assembled_things
    from fabgen.figures.components.kit import make_laser_kit
    from fabgen.model.files import write_3mf, write_glb
    from fabgen.model.model_parts import list_game_parts
    from fabgen.model.packed_box import headroom, pack_box, packing_problems
    from fabgen.model.solids import joint_problems

    progress("model")
    job = job or make_laser_job(spec, options)
    make_laser_kit(spec, job.fit)  # raises what is wrong with a base or a body
    things = assembled_things(spec, job.fit, job.stock)
    packed = pack_box(spec, job.fit, job.stock)
    problems = [problem for thing in things for problem in joint_problems(thing)]
    if problems := [*problems, *(packing_problems(packed) if packed else ())]:
        raise FabgenError(problems)
    items = [*list_game_parts(spec, things, job.stock)]
    count = count_things(sum(len(thing.parts) for thing in things), "part")
    summary = [f"{count_things(len(things), 'thing')} of {count}: no joint is tighter than its fit"]
    if packed:
        stored = count_things(len(packed.contents), "thing")
        summary.append(f"the box closes over {stored}, {headroom(packed):.1f} mm to spare")
    purpose = "the game on its table, for"
    yield BuildFile(f"{MODEL}/{spec.slug}.glb", write_glb(items), f"{purpose} viewers and web pages",
                    folder_summary=tuple(summary))
    yield BuildFile(f"{MODEL}/{spec.slug}.3mf", write_3mf(items), f"{purpose} printers and CAD",
                    folder_summary=tuple(summary))

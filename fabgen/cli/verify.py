"""`fabgen verify`: reads the files of a build back and checks them against the spec."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabgen.cli import option_values as choices
from fabgen.cli.common import QUIET, exit_with_problems, option_reader, report_errors, say, verified_words

if TYPE_CHECKING:
    from fabgen.core.problems import Problem


def _shorten(problems: Sequence[Problem]) -> list[Problem]:
    """The Problems without those of folders that another fabgen built, which may have no other cause. The message about
    such a folder says how many were left out."""
    from fabgen.build import OTHER_MAKER

    others = {problem.where.file for problem in problems if problem.code == OTHER_MAKER}
    counts = Counter(problem.where.file.partition("/")[0] for problem in problems if problem.code != OTHER_MAKER)
    kept = [problem for problem in problems
            if problem.code == OTHER_MAKER or problem.where.file.partition("/")[0] not in others]
    return [_with_count(problem, counts[problem.where.file]) if problem.code == OTHER_MAKER else problem
            for problem in kept]


def _with_count(problem: Problem, count: int) -> Problem:
    """The message about a folder of another fabgen, with the number of the other messages about it."""
    from fabgen.core.english import count_things

    again = problem.hint.partition(":")[0]
    return replace(problem, hint=f"{again}; {count_things(count, 'message')} about this folder may have no other "
                                 "reason: `fabgen verify --all` prints all")


@click.command()
@click.argument("folder", metavar="FOLDER", callback=option_reader(choices.expand_home))
@click.option("--all", "shows_all", is_flag=True,
              help="Print every message about folders that another version of fabgen built.")
@QUIET
def verify(folder: Path, shows_all: bool, quiet: bool) -> None:
    """Read a built folder back with other people's parsers and prove it: sizes, contours, kerf, spacing, every mark.

    The zip of an export is read back too: of print on demand, of a cutting service, or for a plotter.

    \b
    Examples:
      fabgen verify output/correction
      fabgen verify shop/correction-1.01-pod-game-crafter.zip
    """
    with report_errors():
        from fabgen.build import verify_build
        from fabgen.core.files import find_kind
        from fabgen.verify.sources import BuildSources

        kind = "file" if folder.suffix == ".zip" else "folder"
        if find_kind(folder) != kind:
            raise click.BadParameter(f"there is no {kind} `{folder}`", param_hint="FOLDER")
        sources = BuildSources(folder)
        if problems := verify_build(folder, sources):
            exit_with_problems(problems if shows_all else _shorten(problems))
        if not quiet:
            say(f"verified: {verified_words(folder, sources=sources)}")

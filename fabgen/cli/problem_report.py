"""Problems → the lines that a person reads at a terminal: notices and warnings grouped by cause, errors last, and a
line with their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fabgen.cli.common import print_problems, say

if TYPE_CHECKING:
    from fabgen.core.problems import Problem

SHOWN = 5  # problems of one cause that are printed; the others are counted
LEVELS = ("notice", "warning", "error")  # in the order in which they are printed


def print_report(problems: Sequence[Problem], as_json: bool = False) -> None:
    """Prints Problems on standard error, or as JSON on standard output in the order given. Without Problems it prints
    no text."""
    if as_json:
        print_problems(problems, as_json)
        return
    for line in report_lines(problems):
        say(line, err=True)


def report_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """The lines of a report. Problems of one cause follow each other, and a hint that they share is printed once."""
    from fabgen.core.english import count_things

    for level in LEVELS:
        groups: dict[tuple[str, str], list[Problem]] = {}
        for problem in problems:
            if problem.level == level:
                cause = (str(problem), "") if level == "error" else _cause(problem)
                groups.setdefault(cause, []).append(problem)
        for group in groups.values():
            yield from _group_lines(group)
    counts = {level: sum(problem.level == level for problem in problems) for level in reversed(LEVELS)}
    if problems:
        yield ", ".join(count_things(count, level) for level, count in counts.items() if count)


def _group_lines(group: Sequence[Problem]) -> Iterator[str]:
    """Problems of one cause: the first few, their number, and the hint once if they share it."""
    if len(group) == 1:
        yield from str(group[0]).splitlines()
        return
    is_shared = len({problem.hint for problem in group}) == 1
    for problem in group[:SHOWN]:
        head, *hint = str(problem).splitlines()
        yield from (head,) if is_shared else (head, *hint)
    hidden_count = len(group) - SHOWN
    if hidden_count > 0:
        yield f"  {len(group)} like this, {hidden_count} of them not shown: --json lists all"
    elif is_shared:
        yield f"  {len(group)} like this"
    yield from (f"  {line}" for line in group[0].hint.splitlines() if is_shared)


def _cause(problem: Problem) -> tuple[str, str]:
    """What Problems of one cause have in common: their code, and their words without names and numbers."""
    names = [name for name in re.split(r"[.\[\]]", problem.where.key) if name]
    text = re.sub(r"`[^`]*`", "`", problem.what)
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(name)}\w*", "_", text)
    return problem.code, re.sub(r"\d+(\.\d+)?", "#", text)

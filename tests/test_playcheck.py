"""What cannot be right about how a game plays is told, with place and hint."""

from __future__ import annotations

from pathlib import Path

import pytest
from plays import raced

from fabgen.check import check_spec

CASES: list[tuple[str, list[tuple[str, str]], str, str]] = [
    (
        "over at the start",
        [("runner: a1-d1}", "runner: a1-c1 d4}"), ("cells: a5-d5", "cells: d4")],
        "error",
        "the game is over before it starts",
    ),
    (
        "can never move",
        [("moves: fmWfF", "moves: H"), ("    diagram: |\n      * o *\n      . @ .\n", "")],
        "warning",
        "",
    ),
    ("too few made", [("each: 4", "each: 3")], "error", "white starts with 4 runners, but only 3 are made"),
    ("too many made", [("each: 4", "each: 5")], "warning", "white starts with 4 runners of the 5 that are made"),
    (
        "ruling for nothing",
        [("  STUCK: {", "  OTHER: lose\n  STUCK: {")],
        "warning",
        "nothing in this spec depends on the ruling OTHER",
    ),
    ("no diagram", [("    diagram: |\n      * o *\n      . @ .\n", "")], "warning", "has no diagram"),
    (
        "zone for nothing",
        [("    near:", "    middle: {cells: b3}\n    near:")],
        "warning",
        "no rule names the zone `middle`",
    ),
]


@pytest.mark.parametrize(
    ("pairs", "level", "what"), [case[1:] for case in CASES if case[3]], ids=[case[0] for case in CASES if case[3]]
)
def test_it_is_told(tmp_path: Path, pairs: list[tuple[str, str]], level: str, what: str) -> None:
    found = [p for p in check_spec(raced(tmp_path, *pairs)) if what in p.what]
    assert found
    assert found[0].level == level
    assert found[0].where.line

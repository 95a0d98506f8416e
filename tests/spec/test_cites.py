"""A refusal that rests on a ruling names it: `check` on an example with a false claim."""

from __future__ import annotations

from pathlib import Path

import pytest
from plays import raced

from fabgen.check.game import check_spec

HOPPING = "  hops: {runner: [{over: any}]}\n"
# Options under a ruling; a position of white's; what is claimed to be legal; the reason.
CASES: dict[str, tuple[str, str, str, str]] = {
    "forbidden to": (
        HOPPING + "  forbidden: {white: near}\n  forbidden_to: {ruling: R, all: moves and hops, steps: moves}\n",
        "white: runner a3; black: runner a2 d5",
        "a3-a1",
        "a1 is forbidden to the white runner: it lies in near",
    ),
    "terrain by its count": (
        "  terrain: {near: {open: odd, count: {ruling: R, then: before, now: after}}}\n",
        "white: runner a1 c3; black: runner c5 d5",
        "a1-a2",
        "a1 is near and closed: 4 pieces are on the board",
    ),
    "terrain as a whole": (
        "  terrain: {ruling: R, wet: {near: {open: odd}}, dry: {}}\n",
        "white: runner a1 c3; black: runner c5 d5",
        "a1-a2",
        "a1 is near and closed: 4 pieces are on the board",
    ),
    "length of a chain": (
        HOPPING + "  chain: {hops: {ruling: R, one: 1, many: null}}\n",
        "white: runner a1 a2 a4; black: runner d5",
        "a1-a3-a5",
        "one turn has one hop",
    ),
    "a chain as a whole": (
        HOPPING + "  chain: {ruling: R, up: {final: further}, any: {}}\n",
        "white: runner a1 b1; black: runner d5",
        "a1-c1",
        "a chain must end further forward than a1, and c1 does not lie further",
    ),
    "a budget of hops": (
        "  hops: {runner: [{over: any, per_turn: {ruling: R, one: 1, two: 2}}]}\n  chain: {}\n",
        "white: runner a1 a2 b3; black: runner d5",
        "a1-a3-c3",
        "one turn has one hop over pieces, and b3 is one more",
    ),
    "when a piece goes back": (
        "  also: {runner: [{moves: bmW, when: {ruling: R, ahead: goals ahead filled, all: all goals filled}}]}\n",
        "white: runner a3; black: runner d5",
        "a3-a2",
        "the runner on a3 goes to a2 only while a friend stands on every goal cell that it could still reach, "
        "and a5, b5 and c5 are not",
    ),
    "a capture that is compulsory": (
        "  compulsory: {ruling: R, duty: true, choice: false}\n",
        "white: runner a3; black: runner b4 d5",
        "a3-a4",
        "a capture is compulsory: a3xb4",
    ),
    "to pass": (
        "  passing: {ruling: R, forbidden: never, allowed: always}\n",
        "white: runner a3; black: runner d5",
        "pass",
        "nobody may pass",
    ),
}


def refused(folder: Path, options: str, position: str, claim: str, *pairs: tuple[str, str]) -> str:
    """The one reason why a claim about a position of white's is false, under the first reading of the ruling R."""
    reading = options.partition("ruling: R, ")[2].split(":")[0]
    example = f'  - {{id: claim, title: Claim, position: "{position}; turn: white", legal: [{claim}]}}\n'
    spec = raced(
        folder,
        ("rules:\n", "rules:\n" + options),
        ("rulings:\n", f"rulings:\n  R: {{reading: {reading}, why: A test.}}\n"),
        ("examples:\n", "examples:\n" + example),
        *pairs,
    )
    told = [problem.what for problem in check_spec(spec) if problem.where.key.startswith("examples[1].legal")]
    assert len(told) == 1
    return told[0]


@pytest.mark.sample(3)
@pytest.mark.parametrize(("options", "position", "claim", "reason"), CASES.values(), ids=CASES)
def test_the_ruling_behind_an_option_is_named(
    tmp_path: Path, options: str, position: str, claim: str, reason: str
) -> None:
    assert refused(tmp_path, options, position, claim) == f"{claim} is not legal: {reason} (R)"


def test_the_ruling_on_pieces_without_a_goal_ahead_is_named(tmp_path: Path) -> None:
    """From d3 the runner could come to d4, c4, and b5 to d5; the goal is a5."""
    rule = "{moves: bmW, when: goals ahead filled, without: {ruling: R, stays: fails, back: holds}}"
    told = refused(
        tmp_path,
        f"  also: {{runner: [{rule}]}}\n",
        "white: runner d3; black: runner d5",
        "d3-d2",
        ("cells: a5-d5", "cells: a5"),
    )
    assert told.endswith("a friend stands on every goal cell that it could still reach, and it has none (R)")


def test_the_nearest_of_two_rulings_is_named(tmp_path: Path) -> None:
    """One on the chain, and within its reading one on the end."""
    inner = "{hops: 2, final: {ruling: R, up: further, any: anywhere}}"
    told = refused(
        tmp_path,
        HOPPING + f"  chain: {{ruling: S, on: {inner}, off: null}}\n",
        "white: runner a1 b1; black: runner d5",
        "a1-c1",
        ("rulings:\n  R:", 'rulings:\n  S: {reading: "on", why: A test.}\n  R:'),
    )
    assert told.endswith("c1 does not lie further (R)")


def test_a_movement_under_a_ruling_names_it(tmp_path: Path) -> None:
    told = refused(
        tmp_path,
        "",
        "white: runner a1; black: runner d5",
        "a1-a3",
        ("moves: fmWfF", "moves: {ruling: R, one: fmWfF, two: fmW2fF}"),
        ("{reading: , why", "{reading: one, why"),
    )
    assert told == "a1-a3 is not legal: the runner on a1 cannot reach a3 (R)"

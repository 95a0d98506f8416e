"""A match keeps its positions, its record and the draw by repetition."""

from __future__ import annotations

from pathlib import Path

import pytest
from plays import raced

from fabgen.rules.match import Match, NotPlayable, begin, replay


@pytest.fixture
def match(tmp_path: Path) -> Match:
    spec = raced(tmp_path, ("moves: fmWfF", "moves: mWcF"), ("* o *\n      . @ .", "x o x\n      o @ o\n      x o x"))
    assert spec.play is not None
    return begin(spec.play)


def test_a_record_replays_into_the_same_match(match: Match) -> None:
    played = match.then("a1-a2").then("d5-d4").then("a2-a3")
    assert played.record() == "white: a1-a2\nblack: d5-d4\nwhite: a2-a3"
    assert replay(match.rules, played.record().splitlines()) == played


def test_going_back_and_on(match: Match) -> None:
    assert match.then("a1-a2").back() == match
    assert match.back() == match


def test_the_third_time_is_a_draw(match: Match) -> None:
    """To and fro: the start comes up again after 4 and after 8 steps."""
    there = ["a1-a2", "a5-a4", "a2-a1", "a4-a5"]
    twice = replay(match.rules, there)
    assert twice.outcome() is None
    third = replay(match.rules, there * 2)
    outcome = third.outcome()
    assert outcome is not None
    assert outcome.winners == ()
    assert "3 times" in outcome.why
    assert third.actors() == ()
    with pytest.raises(NotPlayable, match="the game is over"):
        third.then("a1-a2")


def test_what_cannot_be_played_is_told_with_its_step(match: Match) -> None:
    with pytest.raises(NotPlayable, match=r"step 2, a1-a2: "):
        replay(match.rules, ["a1-a2", "a1-a2"])
    with pytest.raises(NotPlayable, match="white has to decide now, not black"):
        match.then("black: a5-a4")

"""A match keeps its positions, its record and the draw by repetition."""

from __future__ import annotations

from pathlib import Path

import pytest
from plays import raced

from fabgen.rules.match import Match, NotPlayable, begin, replay
from fabgen.rules.position import Position


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
    assert match.then("a1-a2").undo_decision() == match
    assert match.undo_decision() == match


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
    with pytest.raises(NotPlayable, match="the game is over: draw: the same position"):
        third.then("a1-a2")


def test_an_unplayable_line_is_reported_with_its_step(match: Match) -> None:
    with pytest.raises(NotPlayable, match=r"step 2, a1-a2: "):
        replay(match.rules, ["a1-a2", "a1-a2"])
    with pytest.raises(NotPlayable, match="white has to decide now, not black"):
        match.then("black: a5-a4")


def test_a_player_who_decides_twice_or_without_a_name_is_reported(match: Match) -> None:
    with pytest.raises(NotPlayable, match="white decides twice"):
        match.then("white: a1-a2; white: b1-b2")
    with pytest.raises(NotPlayable, match="write `player: action`"):
        match.then("white: a1-a2; b1-b2")


HOPS = """\
rules:
  hops: {runner: [{over: friend, to: W}]}
  chain: {final: further}
"""


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("b1-b3-d3", "b1-b3-d3"),  # as the rules write it
        ("b1-d1-d3", "b1-b3-d3"),  # the other way round the square
        ("b1-d3", "b1-b3-d3"),  # its two ends alone
    ],
)
def test_another_way_to_write_a_chain_is_understood_and_recorded_in_the_usual_form(
    tmp_path: Path, said: str, recorded: str
) -> None:
    """Friends on b2, c1, d2 and c3 stand in the middle of each side of the square b1, d1, d3, b3."""
    spec = raced(tmp_path, ("rules:\n", HOPS), ("  win:", "  passing: never\n  win:"))
    assert spec.play is not None
    start = spec.play.read(Position.parse("white: runner b1 b2 c1 d2 c3; black: runner a5; turn: white", spec.setting))
    match = begin(spec.play, start)
    assert match.then(said).record() == f"white: {recorded}"
    assert match.understand("white", said) == recorded


def test_a_text_for_several_actions_is_not_understood(tmp_path: Path) -> None:
    """Two ways from b2 to d4, each over the enemies that it takes."""
    taking = HOPS.replace("friend, to: W", "enemy, to: W, takes: removed")
    spec = raced(tmp_path, ("rules:\n", taking))
    assert spec.play is not None
    start = spec.play.read(Position.parse("white: runner b2; black: runner b3 c2 d3 c4; turn: white", spec.setting))
    assert begin(spec.play, start).understand("white", "b2xd4") is None
    assert begin(spec.play, start).understand("white", "b2xd2xd4") == "b2xd2xd4"

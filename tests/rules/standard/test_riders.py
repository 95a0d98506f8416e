"""Riders in a game: what is counted by hand is played, and a reason is given for what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.rules.match import begin
from fabgen.rules.perft import perft
from fabgen.rules.position import Position
from fabgen.spec.load import Spec, load_spec

GAME = """\
fabgen: 1
title: Night
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board: {grid: 8x8, cell: 60 mm, material: acrylic-3mm/clear}
pieces:
  rider: {moves: NN, body: {standee: knight}}
  hare: {moves: N2, body: {standee: pawn}}
  stone: {moves: none, body: {standee: rook}}
rules:
  win:
    - capture: [stone]
  stuck: loses
"""
# From a1 two lines lead up: b3 c5 d7, and c2 e3 g4. The own stone on d7 leaves b3 c5, the one on e3 is taken: 4 moves.
# From f8 four lines lead down: e6 d4 c2, g6 h4, h7, and d7, where the white stone is taken: 7 moves.
WALLED = "white: rider a1, stone d7; black: rider f8, stone e3; turn: white"
# Without stones: 6 and, of e6 d4 c2, g6 h4, h7, d7 b6, 8 moves. A rider on c2 is taken; one on d7 is taken, and then
# b6 is out of reach; no other move of White changes what Black can do: 4 times 8, 8 after c2, 7 after d7.
FREE = "white: rider a1; black: rider f8; turn: white"


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> Spec:
    path: Path = tmp_path_factory.mktemp("night") / "game.yaml"
    path.write_text(GAME, "utf-8")
    path.with_name("rules.md").write_text("# Night\n\nLeap.\n", "utf-8")
    return load_spec(str(path))


@pytest.mark.parametrize(("text", "depth", "count"), [
    (FREE, 1, 6), (FREE, 2, 4 * 8 + 8 + 7), ("white: rider a1, stone h1; black: rider f8, stone h8; turn: white", 1, 6),
    (WALLED, 1, 4), (WALLED, 2, 4 * 7),  # nobody starts with stones: to take one ends nothing
])
def test_perft_of_riders_by_hand(spec: Spec, text: str, depth: int, count: int) -> None:
    assert spec.play is not None
    assert perft(spec.play, spec.play.read(Position.parse(text, spec.setting)), depth) == count


@pytest.mark.parametrize(("text", "why"), [
    ("a1-d7", "blocked by the black hare on c5"), ("a1-b4", "cannot reach b4"), ("a1-g4", ""), ("a1xc5", ""),
])
def test_a_rider_is_stopped_where_a_leap_ends_and_nowhere_else(spec: Spec, text: str, why: str) -> None:
    men = "white: rider a1, stone b2 b1 d2 f3; black: hare c5, stone h8; turn: white"  # men between leaps stop nobody
    assert spec.play is not None
    match = begin(spec.play, spec.play.read(Position.parse(men, spec.setting)))
    said = match.why_not("white", text)
    assert (why in said) if why else said == ""


def test_a_limited_rider_leaps_so_often(spec: Spec) -> None:
    assert spec.play is not None
    position = Position.parse("white: hare a1, stone h1; black: stone h8; turn: white", spec.setting)
    texts = set(begin(spec.play, spec.play.read(position)).texts("white"))
    assert texts == {"a1-b3", "a1-c5", "a1-c2", "a1-e3"}

"""A game that begins with towers: the same moves as a plain program counts from them, each piece counted once, drawn in
the setup, and every mistake at its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from rules.standard.lasca import plain_perft

from fabgen.check.game import check_spec
from fabgen.core.problems import Problem
from fabgen.figures.positions.setup import draw_setup
from fabgen.rules.perft import perft
from fabgen.spec.load import Spec, load_spec

GAME = """\
fabgen: 1
title: Columns
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board:
  grid: 7x7
  cell: 30 mm
  material: birch-ply-3mm
  zones:
    top: {cells: a7-g7}
    bottom: {cells: a1-g1}
pieces:
  man: {each: 4, moves: fmF, body: {tile: disc, face: plain}}
  officer: {each: {white: 1, black: 1}, moves: mF, body: {tile: disc, face: plain, base: 20 mm}}
setup:
  white: {man: a1 c3, officer: g3}
  black: {man: d4 b6, officer: f6}
  under: {c3: "black man, white man", f6: "2 black man", g3: white man}
rules:
  set: standard
  capture: none
  hops:
    man: [{over: enemy, to: fF, takes: prisoner}]
    officer: [{over: enemy, to: F, takes: prisoner}]
  chain: {again: must}
  compulsory: true
  promotion: {man: {zone: {white: top, black: bottom}, to: [officer]}}
"""
# The same, for the plain program: the lowest piece first.
TOWERS = {(0, 0): "w", (2, 2): "wbw", (6, 2): "wW", (3, 3): "b", (1, 5): "b", (5, 5): "bbB"}


def game(folder: Path, *pairs: tuple[str, str]) -> Spec:
    text = GAME
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text, "utf-8")
    (folder / "rules.md").write_text("# Rules\n\nTake turns.\n", "utf-8")
    return load_spec(str(folder), allow_errors=True)


def told(folder: Path, *pairs: tuple[str, str]) -> list[Problem]:
    return [problem for problem in check_spec(game(folder, *pairs)) if problem.level == "error"]


def test_the_moves_are_those_of_a_plain_program(tmp_path: Path) -> None:
    play = game(tmp_path).play
    assert play
    assert [perft(play, play.start(), depth) for depth in range(1, 6)] == [
        plain_perft(TOWERS, "w", depth) for depth in range(1, 6)]


def test_each_piece_is_one_of_its_player(tmp_path: Path) -> None:
    """White has four men: one alone, one on top, two below. Black has five of four."""
    found = told(tmp_path)
    assert len(found) == 1
    assert found[0].what == "black starts with 5 men, but only 4 are made"
    assert told(tmp_path, ("each: 4", "each: {white: 4, black: 5}")) == []


def test_the_setup_shows_how_high_they_are(tmp_path: Path) -> None:
    """More is drawn than for the pieces on top alone."""
    side = 10.0
    with_towers = draw_setup(game(tmp_path), side)
    towers = '  under: {c3: "black man, white man", f6: "2 black man", g3: white man}\n'
    alone = draw_setup(game(tmp_path, (towers, "")), side)
    assert len(with_towers.items) > len(alone.items)


@pytest.mark.parametrize(("old", "new", "what"), [
    ("g3: white man", "e1: white man", "no piece is on top of the tower on e1"),
    ("g3: white man", "z9: white man", "z9"),
    ("g3: white man", "g3: white knight", "`white knight` names no piece of a player"),
    ("promotion:", "stacks: {limit: 2}\n  promotion:", "the tower on c3 has more than 2 pieces"),
    ("    man: [{over: enemy, to: fF, takes: prisoner}]\n    officer: [{over: enemy, to: F, takes: prisoner}]",
     "    man: [{over: enemy, to: fF, takes: removed}]", "this game has no towers"),
])
def test_a_tower_that_cannot_be_is_told_at_its_place(tmp_path: Path, old: str, new: str, what: str) -> None:
    found = told(tmp_path, (old, new))
    matching = [problem for problem in found if what in problem.what]
    assert matching, [problem.what for problem in found]
    assert matching[0].where.key.startswith("setup.under")
    assert matching[0].where.line == GAME.split("\n").index(
        '  under: {c3: "black man, white man", f6: "2 black man", g3: white man}') + 1


def test_a_player_may_be_called_under(tmp_path: Path) -> None:
    spec = game(tmp_path, ("  white: {forward", "  under: {forward"), ("  white: {man: a1 c3, officer: g3}\n", ""),
                ('  under: {c3: "black man, white man", f6: "2 black man", g3: white man}',
                 "  under: {man: a1 c3, officer: g3}"), ("each: {white: 1", "each: {under: 1"),
                ("zone: {white: top", "zone: {under: top"))
    assert {str(piece) for piece in spec.start.pieces.values()} == {
        "under man", "under officer", "black man", "black officer"}

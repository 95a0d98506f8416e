"""Two kinds of pieces of one player that have the same figure are named in a warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.check.game import check_spec
from fabgen.check.pieces import check_alike_pieces
from fabgen.spec.load import load_spec

GAME = """\
fabgen: 1
title: Twins
designer: Nobody
players:
  red: {forward: up, material: acrylic-3mm/red}
  blue: {forward: down, material: acrylic-3mm/blue}
board: {grid: 5x5, cell: 40 mm, material: birch-ply-3mm}
pieces:
  mill: {of: [OWNER], FIRST}
  man: {of: [red], SECOND}
  king: {of: [blue], moves: K, body: {standee: king}}
setup:
  red: {man: a1}
"""
IN_FIGURES = " in the figures of the rulebook, and differ only by what is etched on them"


def messages(folder: Path, first: str, second: str, owner: str = "red") -> list[str]:
    text = GAME.replace("OWNER", owner).replace("FIRST", first).replace("SECOND", second)
    (folder / "game.yaml").write_text(text)
    (folder / "rules.md").write_text("# Twins\n\nMove.\n")
    return [problem.what for problem in check_alike_pieces(load_spec(str(folder)))]


@pytest.mark.parametrize(
    ("first", "second", "more"),
    [
        ("moves: K, body: {standee: knight}", "moves: K, body: {standee: knight}", ""),  # the same diagram
        ("moves: K, body: {standee: knight}", "moves: N, body: {standee: knight}", IN_FIGURES),
        ("moves: K, body: {standee: knight, face: plain}", "moves: N, body: {standee: knight, face: plain}", ""),
        ("moves: K, body: {standee: knight, face: name}", "moves: N, body: {standee: knight, face: name}", IN_FIGURES),
        ("moves: K, body: {standee: knight, height: 30 mm}", "moves: N, body: {standee: knight, height: 33 mm}",
         IN_FIGURES),
        ("moves: K, body: {tile: disc, face: sign, sign: star}", "moves: N, body: {tile: disc, face: sign, sign: star}",
         ""),
        ("moves: K, body: {tile: disc}", "moves: N, body: {stack: disc}", IN_FIGURES),  # both have the letter M
        ("moves: K, body: {tile: disc, face: plain}", "moves: N, body: {tile: disc, face: plain}", ""),
    ],
)
def test_kinds_with_the_same_figure_are_named(tmp_path: Path, first: str, second: str, more: str) -> None:
    assert messages(tmp_path, first, second) == [f"the mill and the man of red look the same{more}"]


@pytest.mark.parametrize(
    ("first", "second", "owner"),
    [
        ("moves: K, body: {standee: knight}", "moves: K, body: {standee: king}", "red"),
        ("moves: K, body: {standee: rook}", "moves: K, body: {crossed: rook}", "red"),
        ("moves: K, body: {standee: knight, height: 30 mm}", "moves: K, body: {standee: knight, height: 40 mm}", "red"),
        ("moves: K, body: {tile: disc}", "moves: K, body: {tile: square}", "red"),
        ("moves: K, body: {tile: disc, face: sign, sign: star}", "moves: K, body: {tile: disc, face: sign, sign: moon}",
         "red"),
        ("name: tower, moves: K, body: {standee: knight}", "moves: K, body: {standee: knight}", "blue"),
    ],
)
def test_kinds_that_differ_or_are_of_two_players_are_not(tmp_path: Path, first: str, second: str, owner: str) -> None:
    assert messages(tmp_path, first, second, owner) == []


def test_kinds_of_one_name_are_told_by_their_keys(tmp_path: Path) -> None:
    body = "name: man, moves: K, body: {standee: knight}"
    assert messages(tmp_path, body, body) == ["the pieces mill and man of red look the same"]


def test_check_says_it(tmp_path: Path) -> None:
    messages(tmp_path, "moves: K, body: {standee: knight}", "moves: K, body: {standee: knight}")
    (problem,) = [problem for problem in check_spec(load_spec(str(tmp_path))) if "look the same" in problem.what]
    assert (problem.level, problem.where.key) == ("warning", "pieces.man.body")
    assert problem.hint == "another figure for one of them, like `standee: wolf`"

"""Hops and lines on hexagons and maps: along the sides, along the lines of the map. By hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.rules.match import begin
from fabgen.spec.load import load_spec

HEXES = """\
fabgen: 1
title: Frogs
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
  red: {forward: down, material: acrylic-3mm/red}
board: {hexagon: 3, cell: 60 mm, material: acrylic-3mm/clear}
pieces:
  frog: {moves: none, each: 3, body: {standee: pawn}}
rules: {set: standard, hops: {frog: [{over: any}]}, win: [{line: 3}], stuck: loses}
"""
MAP = """\
fabgen: 1
title: Straits
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
  red: {forward: down, material: acrylic-3mm/red}
board:
  map:
    spaces:
      a: "0,0 40,0 40,40 0,40"
      b: "40,0 80,0 80,40 40,40"
      c: "80,0 120,0 120,40 80,40"
      d: "40,40 80,40 80,80 40,80"
    lines: {f: [a b c]}
  cell: 40 mm
  material: acrylic-3mm/clear
pieces:
  frog: {moves: mW, each: 2, body: {standee: pawn}}
rules: {set: standard, hops: {frog: [{over: any, takes: removed}]}, win: [{capture: all}], stuck: loses}
"""


def legal(tmp_path: Path, text: str, position: str) -> set[str]:
    (tmp_path / "rules.md").write_text("# Rules\n\nHop.\n", "utf-8")
    (tmp_path / "game.yaml").write_text(text, "utf-8")
    spec = load_spec(str(tmp_path))
    assert spec.play is not None
    from fabgen.rules.position import Position

    return set(begin(spec.play, spec.play.read(Position.parse(position, spec.setting))).texts("green"))


def test_a_frog_hops_through_sides(tmp_path: Path) -> None:
    """The middle of 19 hexagons is c3; its neighbours are b2 b3 c2 c4 d2 d3; behind them a1 a3 c1 c5 e1 e3."""
    around = legal(tmp_path, HEXES, "green: frog c3; red: frog b2 b3 c2; turn: green")
    assert around == {"c3-a1", "c3-a3", "c3-c1"}


@pytest.mark.parametrize(("position", "moves"), [
    ("green: frog a; red: frog b; turn: green", {"axc"}),  # along the line
    ("green: frog d; red: frog b; turn: green", set()),  # b is a neighbour, but no line leads over it
    ("green: frog b; red: frog a; turn: green", {"b-c", "b-d"}),
])
def test_a_frog_hops_along_the_lines_of_a_map(tmp_path: Path, position: str, moves: set[str]) -> None:
    assert legal(tmp_path, MAP, position) == moves


def test_three_in_a_row_lie_side_by_side(tmp_path: Path) -> None:
    """On hexagons a row leads through sides; c1, d1 and e1 lean from corner to corner of the board."""
    (tmp_path / "rules.md").write_text("# Rules\n\nHop.\n", "utf-8")
    (tmp_path / "game.yaml").write_text(HEXES, "utf-8")
    spec = load_spec(str(tmp_path))
    assert spec.play is not None
    from fabgen.rules.position import Position

    for cells, won in (("c1 d1 e1", True), ("c2 c3 c4", True), ("a1 b3 c5", False)):
        position = Position.parse(f"green: frog {cells}; red: frog a3; turn: red", spec.setting)
        outcome = spec.play.outcome(spec.play.read(position))
        assert (outcome is not None and outcome.winners == ("green",)) is won, cells

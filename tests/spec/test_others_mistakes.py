"""A mistake in one place of a spec → that mistake alone: what cannot be judged because of it is not called wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.check.game import check_spec
from fabgen.core.problems import Problem
from fabgen.spec.load import load_spec

POND = """\
fabgen: 1
title: Pond
designer: Nobody
players:
  red: {forward: up, material: acrylic-3mm/red}
  blue: {forward: down, material: acrylic-3mm/blue}
board:
  hexagon: 4
  cell: 40 mm
  holes: d4
  material: birch-ply-3mm
  zones:
    bank: {cells: a4 b5, of: red}
pieces:
  frog:
    each: 2
    moves: fmW
    body: {tile: disc}
    diagram: |
      h . h . .
      . o o . .
      h . @ o h
      . . . . .
      . . h . h
setup:
  red: {frog: d1 e1}
  blue: {frog: d7 e6}
rules:
  set: standard
  capture: none
  hops: {frog: [{over: any, to: W}]}
  also: {frog: [{moves: bmW, when: all goals filled}]}
  win: [{reach: {red: bank, blue: bank}}]
examples:
  - {id: first, title: First, piece: d1, exactly: [d1-c1, d1-d2, d1-f1]}
"""


def found(folder: Path, *pairs: tuple[str, str]) -> list[Problem]:
    text = POND
    for old, new in pairs:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text)
    (folder / "rules.md").write_text("# Pond\n\nHop.\n")
    return [one for one in check_spec(load_spec(str(folder), allow_errors=True)) if one.level == "error"]


CASES = {
    "each": (("each: 2", "each: two"), "`two` is not a whole number", ""),
    "zone of a player": (("of: red", "of: rde"), "there is no player `rde`", "red"),
    "zone of a goal": (("blue: bank", "blue: bnak"), "there is no zone `bnak`", "bank"),
    "cell of the setup": (("blue: {frog: d7", "blue: {frog: d9"), "`d9` is not on the board",
                          "column d goes from d1 to d7"),
    "hole": (("red: {frog: d1", "red: {frog: d4"), "`d4` is a hole", "`holes`"),
    "piece that hops": (("hops: {frog", "hops: {frgo"), "there is no piece `frgo`", "frog"),
    "ways of hops": (("to: W", "to: F"), "`F` leads further than to neighbours", "`fW` for those ahead"),
    "all ways of hops": (("to: W", "to: K"), "`K` leads further than to neighbours", "`W` for all six"),
    "some ways of hops": (("to: W", "to: fF"), "`fF` leads further than to neighbours", "on hexagons"),
    "unreadable ways": (("to: W", "to: Y"), "`Y` is no direction", "on hexagons"),
    "order of letters": (("moves: bmW", "moves: mbW"), "`b`", ""),
    "letters that take": (("moves: bmW", "moves: bcW"), "more than quiet steps", "`bmF`"),
    "drawing": (("material: birch-ply-3mm", "material: birch-ply-3mm\n  art: gone.svg"), "gone.svg", ""),
    "cell of an example": (("piece: d1", "piece: d4"), "`d4` is a hole", "`holes`"),
    "claim of an example": (("[d1-c1, ", "[d1-d4, "), "`d4` is a hole", "`holes`"),
    "diagram": (("      . o o . .\n", "      . o . . .\n"),
                "the diagram of the frog is not what `fmW` with its hops says", ""),
}


def test_the_pond_is_sound(tmp_path: Path) -> None:
    assert found(tmp_path) == []


@pytest.mark.sample(7)
@pytest.mark.parametrize("case", sorted(CASES))
def test_one_mistake_is_reported_once_and_alone(case: str, tmp_path: Path) -> None:
    change, what, hint = CASES[case]
    (told,) = found(tmp_path, change)
    assert what in told.what
    assert hint in told.hint


def test_a_wrong_diagram_is_reported_beside_a_mistake_that_has_nothing_to_do_with_it(tmp_path: Path) -> None:
    told = found(tmp_path, ("each: 2", "each: two"), ("      . o o . .\n", "      . o . . .\n"))
    assert len(told) == 2
    assert any("with its hops says" in one.what for one in told)

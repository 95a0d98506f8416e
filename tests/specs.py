"""A small game of our own, as text and as a file, to be made wrong by tests."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from fabgen.check.game import check_spec
from fabgen.core.problems import Problem
from fabgen.spec.load import Spec, load_spec

GAME = """\
fabgen: 1
title: Skirmish
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board:
  grid: 5x5
  cell: 40 mm
  material: acrylic-3mm/clear
  zones:
    near: {cells: a1-e1, of: white}
    far: {cells: a5-e5, of: black}
pieces:
  guard:
    each: 3
    moves: fmWfcF
    body: {standee: pawn}
    diagram: |
      x o x
      . @ .
  lancer:
    moves: {ruling: REACH, long: fW2, short: fW}
    body: {standee: spear}
tokens:
  flag: {count: 2, size: 20 mm, mark: star, material: acrylic-3mm/red}
rulings:
  REACH: long
examples:
  - id: strike
    title: A guard strikes
    position: "white: guard c2, lancer a1; black: guard b3; turn: white"
    piece: c2
    exactly: [c2-c3, c2xb3]
    illegal: [c2xd3]
"""


# For `changed`: the guard's capture of the small game is played, and wins.
STRIKE_PLAYED = (
    """position: "white: guard c2, lancer a1; black: guard b3; turn: white"
    piece: c2
    exactly: [c2-c3, c2xb3]
    illegal: [c2xd3]
""",
    """position: "white: guard c2; black: guard b3; turn: white"
    line: [c2xb3]
    result: white
""",
)
CAPTURE_ALL = ("examples:\n", "rules: {set: standard, win: [{capture: all}]}\nexamples:\n")


def changed(*pairs: tuple[str, str]) -> str:
    """The game's text with some words replaced, each of which stands there exactly once."""
    text = GAME
    for old, new in pairs:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        text = text.replace(old, new)
    return text


def put(folder: Path, text: str = GAME) -> Path:
    """The game's file in a folder of its own."""
    path = folder / "skirmish" / "game.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, "utf-8")
    path.with_name("rules.md").write_text("# Skirmish\n\nTake turns.\n")
    return path


def loaded(folder: Path, *pairs: tuple[str, str]) -> Spec:
    return load_spec(str(put(folder, changed(*pairs))), allow_errors=True)


def problems(folder: Path, *pairs: tuple[str, str]) -> list[Problem]:
    """All that is wrong with the game once some words are replaced."""
    return check_spec(loaded(folder, *pairs))


def marked(text: str, sign: str = "¤") -> tuple[str, tuple[int, int]]:
    """A text without its sign, and where the sign stood: line and column from 1."""
    before, _, after = text.partition(sign)
    return before + after, (before.count("\n") + 1, len(before) - before.rfind("\n"))


def with_recovered_token(text: str) -> str:
    """The text of Correction whose example of a recovered token captures nothing, so that no cell is enlarged."""
    knight, capture = "orange: knight d4; denial: d4; orange supply: 4 pawn, 1 spearman;", "line: [c3xd4]"
    assert knight in text
    assert capture in text
    return text.replace(knight, "orange: pawn e5; denial: d4;").replace(capture, "line: [c3-d4]")


def with_lights(spec: Spec) -> Spec:
    """Chess Battle with the case of lamps under its board; any other game as it is."""
    if spec.game.title != "Chess Battle":
        return spec
    board = spec.game.board.model_copy(update={"build": "lights"})
    return replace(spec, game=spec.game.model_copy(update={"board": board}))

"""A small game with rules, as text and loaded, to be made wrong by tests: two rows race across a board of 4 by 5
cells."""

from __future__ import annotations

from pathlib import Path

from specs import put

from fabgen.spec.load import Spec, load_spec

RACE = """\
fabgen: 1
title: Race
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board:
  grid: 4x5
  cell: 40 mm
  material: acrylic-3mm/clear
  zones:
    near: {cells: a1-d1, of: white}
    far: {cells: a5-d5, of: black}
pieces:
  runner:
    each: 4
    moves: fmWfF
    body: {standee: pawn}
    diagram: |
      * o *
      . @ .
setup:
  white: {runner: a1-d1}
  black: {runner: a5-d5}
rules:
  win:
    - reach: {white: far, black: near}
  stuck: {ruling: STUCK, lose: loses, draw: draws}
rulings:
  STUCK: {reading: lose, others: [draw], why: A race should end.}
examples:
  - {id: first, title: The first turn, piece: a1, exactly: [a1-a2, a1-b2]}
  - {id: line, title: Three steps, line: [a1-a2, a5-b4, a2-a3], legal: [b4xa3], next: black}
  - id: won
    title: A step to the far row
    position: "white: runner a4; black: runner d5; turn: white"
    line: [a4-a5]
    result: white
"""


def race(folder: Path, *pairs: tuple[str, str]) -> Path:
    """The game's file in a folder, with some words replaced, each of which stands there exactly once."""
    text = RACE
    for old, new in pairs:
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        text = text.replace(old, new)
    return put(folder, text)


def raced(folder: Path, *pairs: tuple[str, str]) -> Spec:
    """The game, compiled as far as it goes."""
    return load_spec(str(race(folder, *pairs)), allow_errors=True)

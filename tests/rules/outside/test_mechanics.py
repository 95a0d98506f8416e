"""A little game for each mechanic, written from the pages of the docs alone: checked, proven, built and played."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from specs import put

from fabgen.build import build
from fabgen.check.game import check_spec
from fabgen.spec.load import load_spec
from fabgen.verify import verify

HEAD = """\
fabgen: 1
title: A Little Game
designer: Nobody
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
"""
CONNECTING = HEAD + """\
board:
  rhombus: 4x4
  cell: 30 mm
  material: birch-ply-3mm
  zones:
    west: {cells: a1-a4, of: white, pattern: stripes}
    east: {cells: d1-d4, of: white, pattern: stripes}
    south: {cells: a1-d1, of: black, pattern: none}
    north: {cells: a4-d4, of: black, pattern: none}
pieces:
  stone: {each: 8, moves: none, body: {tile: hex}}
hand: {white: {stone: 8}, black: {stone: 8}}
rules:
  set: standard
  drops: {stone: board}
  win: [{connect: {white: [west, east], black: [south, north]}}]
examples:
  - id: gap
    title: Two chains of white
    position: "white: stone a2 b2 d2; black: stone b1 b3 c3; white hand: 5 stone; black hand: 5 stone; turn: white"
    line: [stone@d1]
    result: open
  - id: joined
    title: White joins west and east
    position: "white: stone a2 b2 d1; black: stone b3 d2 a4; white hand: 5 stone; black hand: 5 stone; turn: white"
    line: [stone@c1]
    result: white
"""
GAMES = {"connecting": CONNECTING}


def written(folder: Path, name: str) -> Path:
    """The folder of a game, with a rules text that shows its set-up and its examples."""
    path = put(folder, GAMES[name])
    examples = [line.split("id:")[1].strip() for line in GAMES[name].splitlines() if "- id:" in line]
    figures = "".join(f"\n![](example:{example})\n" for example in examples)
    path.with_name("rules.md").write_text(f"# A Little Game\n\n![](setup)\n{figures}", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", GAMES)
def test_little_games_are_sound_and_their_examples_hold(tmp_path, name):
    assert [str(problem) for problem in check_spec(load_spec(str(written(tmp_path, name))))] == []


@pytest.mark.parametrize("name", GAMES)
def test_little_games_are_played_to_their_ends(tmp_path, name):
    """Random games: positions are read back from their texts, actions from theirs."""
    rules = load_spec(str(written(tmp_path, name))).play
    for seed in range(10):
        dice, position = random.Random(seed), rules.start()
        for _ in range(200):
            assert rules.read(rules.show(position)) == position
            if rules.outcome(position):
                break
            (player,) = rules.actors(position)
            actions = rules.actions(position, player)
            found = [rules.text(position, action) for action in actions]
            assert len(found) == len(set(found))
            action = dice.choice(actions)
            assert rules.action(position, player, rules.text(position, action)) == action
            position = rules.apply(position, {player: action})


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_little_games_are_built_and_verified(tmp_path, name):
    built = build(str(written(tmp_path, name)), tmp_path / "out", only=("rules", "diagrams"))
    assert verify(built.target) == []

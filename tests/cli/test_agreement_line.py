"""The line of `fabgen check` about a game without errors: how many play, and what each has."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from fabgen.cli import main

GAME = """\
fabgen: 1
title: Tiny
designer: Nobody
players:
  green: {forward: up, material: acrylic-3mm/green}
board: {grid: 3x3, cell: 40 mm, material: acrylic-3mm/clear}
pieces:
  pawn: {each: 2, moves: fW, body: {standee: pawn}}
"""
SECOND = "  blue: {forward: down, material: acrylic-3mm/blue}\n"
NEUTRAL = "  grey: {neutral: true, material: mdf-3mm, colour: grey}\n"


@pytest.mark.parametrize(("players", "line"), [
    ("", "1 player, with 2 pawns"),
    (SECOND, "2 players, each with 2 pawns"),
    (SECOND + NEUTRAL, "2 players, each with 2 pawns; grey with 2 pawns"),
])
def test_each_is_said_of_several_players(tmp_path: Path, players: str, line: str) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("board:", f"{players}board:"), "utf-8")
    (tmp_path / "rules.md").write_text("# Tiny\n\nGo ahead.\n", "utf-8")
    assert f"Tiny 1: {line}" in CliRunner().invoke(main, ["check", str(tmp_path)]).stdout

"""The line of `fabgen check` about a game without errors: how many play, and what each has."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from commands import TINY

from fabgen.cli import main

GAME = TINY.replace("{moves: fW", "{each: 2, moves: fW")
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

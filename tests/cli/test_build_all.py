"""`fabgen build all`: what is wrong with the folder to build into is said once, not once for each game."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from fabgen.build import GameBuild
from fabgen.cli.build import build
from fabgen.core.problems import Location, Problem

CLOSED = Problem(Location("out"), "permission denied", "may you write there?")


def test_a_problem_of_all_games_is_printed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {game: Problem(Location(f"{game}/game.yaml"), "an odd game") for game in ("one", "two", "three")}
    builds = [GameBuild(game, None, (CLOSED, own[game])) for game in own]
    monkeypatch.setattr("fabgen.build.build_each", lambda *_: iter(builds))
    monkeypatch.setattr("fabgen.spec.game_folder.template_folders", lambda: own)
    result = CliRunner().invoke(build, ["all", "-o", "out"])
    assert result.exit_code == 1
    assert [line for line in result.output.splitlines() if "error" in line] == [
        "out: error: permission denied", *(f"{game}/game.yaml: error: an odd game" for game in own)]

"""What `fabgen check` prints: warnings by their cause with a count, errors last, then one line that counts them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from specs import GAME, put

from fabgen.cli import main
from fabgen.cli.problem_report import report_lines
from fabgen.core.problems import Level, Location, Problem


def warning(piece: str, hint: str = "other moves", level: Level = "warning", code: str = "") -> Problem:
    where = Location("game.yaml", 3, 5, f"pieces.{piece}.moves")
    return Problem(where, f"the {piece} can never move on this board", hint, level, code)


def test_one_problem_is_printed_as_it_is() -> None:
    assert list(report_lines([warning("rook")])) == [*str(warning("rook")).splitlines(), "1 warning"]
    assert list(report_lines([])) == []


def test_problems_of_one_cause_share_their_hint() -> None:
    rook, knight, error = warning("rook"), warning("knight"), warning("pawn", level="error")
    other = Problem(Location("game.yaml", 1, 1, "board.cell"), "cells of 3 mm have no name")
    lines = list(report_lines([error, rook, other, knight]))
    assert lines == [
        str(rook).splitlines()[0],
        str(knight).splitlines()[0],
        "  2 like this",
        "  other moves",
        *str(error).splitlines(),
        str(other),
        "2 errors, 2 warnings",
    ]


def test_hints_that_differ_stay_with_their_problems() -> None:
    first, second = warning("rook", "each: 2"), warning("knight", "each: 3")
    assert list(report_lines([first, second])) == [
        *str(first).splitlines(), *str(second).splitlines(), "2 warnings"]


def test_of_many_the_first_five_are_shown() -> None:
    lines = list(report_lines([warning(f"piece-{letter}") for letter in "abcdefgh"]))
    assert len([line for line in lines if "never move" in line]) == 5
    assert lines[5:] == ["  8 like this, 3 of them not shown: --json lists all", "  other moves", "8 warnings"]


def test_errors_are_all_shown_and_notices_come_first() -> None:
    errors = [warning(f"piece-{letter}", level="error") for letter in "abcdefgh"]
    notice = warning("rook", level="notice")
    lines = list(report_lines([*errors, notice]))
    assert lines[0] == str(notice).splitlines()[0]
    assert len([line for line in lines if "error: " in line]) == 8
    assert lines[-1] == "8 errors, 1 notice"


def run(*args: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["check", *args], prog_name="fabgen")
    return result.exit_code, result.stdout, result.stderr


def test_in_the_folder_of_a_game_check_needs_no_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = put(tmp_path)
    monkeypatch.chdir(path.parent)
    code, out, _ = run()
    assert (code, out.split(":")[0]) == (0, "Skirmish 1")
    monkeypatch.chdir(tmp_path)
    code, _, said = run()
    assert code == 2
    assert said.endswith("Error: Missing argument 'GAME': there is no game.yaml in this folder.\n")


def test_json_lists_every_problem_by_place(tmp_path: Path) -> None:
    """Errors are not last there: the list is that of `fabgen.api.check`."""
    path = put(tmp_path, GAME.replace("illegal: [c2xd3]", "illegal: [c2-c3]").replace("standee: pawn", "standee: paw"))
    code, out, said = run(str(path), "--json")
    rows = json.loads(out)
    assert (code, said) == (1, "")
    assert [row["line"] for row in rows] == sorted(row["line"] for row in rows)
    assert set(rows[0]) == {"file", "line", "column", "key", "level", "what", "hint"}

"""Playing at the terminal: moves, play, perft."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result
from plays import race

from fabgen.cli import main


def run(*args: str, typed: str = "") -> Result:
    result = CliRunner().invoke(main, list(args), input=typed, prog_name="fabgen")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def test_perft_counts_turns(tmp_path: Path) -> None:
    """Four runners: six diagonal steps and four straight ones, for each side; nobody meets in two turns."""
    game = str(race(tmp_path))
    assert run("perft", game, "-d", "1").stdout == "10\n"
    assert run("perft", game, "-d", "2").stdout == "100\n"
    divided = run("perft", game, "-d", "2", "--divide").stdout.splitlines()
    assert divided[-1] == "100"
    assert divided[0] == "a1-a2 10"


def test_moves_after_some_actions(tmp_path: Path) -> None:
    shown = run("moves", str(race(tmp_path)), "--after", "a1-a2 a5-b4").stdout
    assert "white: runner b1 c1 d1 a2" in shown
    assert "white: a2-a3" in shown or "a2-a3" in shown


def test_an_action_that_cannot_be_played_is_a_mistake_in_the_command(tmp_path: Path) -> None:
    result = run("moves", str(race(tmp_path)), "--after", "a1-a3")
    assert result.exit_code == 2
    assert "a1-a3" in result.stderr


def test_a_session_is_recorded_and_replayed(tmp_path: Path) -> None:
    game, record = str(race(tmp_path)), tmp_path / "record.txt"
    result = run("play", game, "-o", str(record), typed="a1-a3\na1-a2\nundo\nb1-b2\nquit\n")
    assert result.exit_code == 0
    assert "a1-a3" in result.stdout
    assert record.read_text() == "white: b1-b2\n"
    again = run("play", game, "-o", str(record), typed="a5-a4\nquit\n")
    assert "white: runner a1 c1 d1 b2" in again.stdout
    assert record.read_text() == "white: b1-b2\nblack: a5-a4\n"


def test_a_game_ends_with_its_winner(tmp_path: Path) -> None:
    typed = "a4-a5\n"
    result = run(
        "play", str(race(tmp_path)), "--position", "white: runner a4; black: runner d5; turn: white", typed=typed
    )
    assert "white won: " in result.stdout


def test_a_game_without_rules_cannot_be_played(tmp_path: Path) -> None:
    from specs import put

    result = run("play", str(put(tmp_path)))
    assert result.exit_code == 2
    assert "no `rules` of play yet" in result.stderr

"""Playing at the terminal: moves, play, perft."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from plays import race
from rules.outside.test_mechanics import written

from fabgen.cli import main
from fabgen.spec.load import load_spec


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


UNDRAWABLE = (("moves: fmWfF", "moves: fmWfFmRcDD"), ("    diagram: |\n      * o *\n      . @ .\n", ""))
CANNOT_BE_DRAWN = "the diagram of the runner cannot be drawn: straight ahead, what it may do differs from cell to cell"


def test_a_game_is_played_although_no_diagram_can_show_a_movement(tmp_path: Path) -> None:
    """By hand: from a1 the runner steps to b2, slides to a2, a3 and a4, and takes on a5 by two leaps."""
    claim = ("[a1-a2, a1-b2]", "[a1-a2, a1-b2, a1-a3, a1-a4, a1xa5]")
    game = str(race(tmp_path, *UNDRAWABLE, claim))
    actions = run("moves", game, "--piece", "a1").stdout.splitlines()[-1].removeprefix("white: ").split(", ")
    assert set(actions) == {"a1-b2", "a1-a2", "a1-a3", "a1-a4", "a1xa5"}
    assert "a1xa5" in run("play", game, typed="?\na1xa5\nquit\n").stdout
    assert run("perft", game, "-d", "1").stdout == "22\n"  # five each, and a second diagonal step of b and c
    listed = run("moves", game)
    assert (listed.exit_code, CANNOT_BE_DRAWN in listed.stdout) == (0, True)


def test_only_drawing_such_a_movement_is_a_problem(tmp_path: Path) -> None:
    """Check reports it beside a false example, once; figures without the piece can be drawn."""
    game = str(race(tmp_path, *UNDRAWABLE))
    checked = run("check", game)
    assert checked.exit_code == 1
    assert checked.stderr.count(CANNOT_BE_DRAWN) == 1
    assert "(pieces.runner.moves)" in checked.stderr
    assert "legal too" in checked.stderr
    game = str(race(tmp_path, *UNDRAWABLE, ("[a1-a2, a1-b2]", "[a1-a2, a1-b2, a1-a3, a1-a4, a1xa5]")))
    built = run("build", game, "-o", str(tmp_path / "out"))
    assert (built.exit_code, built.stderr.count("error:")) == (1, 1)
    assert run("diagram", game, "board", "-o", str(tmp_path / "board.svg")).exit_code == 0
    refused = run("diagram", game, "moves:runner", "-o", str(tmp_path / "moves.svg"))
    assert (refused.exit_code, CANNOT_BE_DRAWN in refused.stderr) == (1, True)


def test_moves_after_some_actions(tmp_path: Path) -> None:
    shown = run("moves", str(race(tmp_path)), "--after", "a1-a2 a5-b4").stdout
    assert "white: runner b1 c1 d1 a2" in shown
    assert "white: b1-b2, b1-c2, c1-c2, c1-b2, c1-d2, d1-d2, d1-c2, a2-a3, a2-b3\n" in shown


FIRST = ("moves: fmWfF", "moves: fmWfFfimD"), ("      * o *\n      . @ .", "      . 1 .\n      * o *\n      . @ .")


def test_the_moves_of_a_piece_are_those_from_the_start_by_default(tmp_path: Path) -> None:
    claims = ("[a1-a2, a1-b2]", "[a1-a2, a1-b2, a1-a3]")
    game = race(tmp_path, *FIRST, claims)
    assert run("moves", str(game), "--piece", "a1").stdout.splitlines()[-1] == "white: a1-a2, a1-b2, a1-a3"
    text = game.read_text("utf-8")
    game.write_text(text.partition("rules:\n")[0], "utf-8")  # by movement alone
    assert run("moves", str(game), "--piece", "a1").stdout.splitlines()[-1] == "a1-a2, a1-b2 and a1-a3"
    assert run("moves", str(game), "--piece", "a3").exit_code == 2


def test_an_illegal_action_to_play_first_is_a_mistake_in_the_command(tmp_path: Path) -> None:
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


def battle(typed: str) -> str:
    position = "blue: rook d4; orange: rook d6; black: bishop g4; white: knight b6; round: 1"
    return run("play", "chess-battle", "--position", position, typed=typed).stdout


def test_players_who_decide_at_once_are_asked_one_by_one() -> None:
    shown = battle("d4-d6\nd6-d9\nundo\nd4-d5\n?\nd6-d4\nstay\nstay\nquit\n")
    assert "d6-d9: d9 is not on the board" in shown
    assert "orange> ?\norange: stay, d6-" in shown
    assert "orange: rook d4; black: bishop g4; white: knight b6; out: blue; round: 2" in shown  # it stood on d4


@pytest.mark.slow
def test_orders_are_not_shown_before_all_players_have_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal the screen is wiped after each order; nowhere is one repeated before the last is given."""
    wiped: list[str] = []
    monkeypatch.setattr("fabgen.cli.play.is_terminal", lambda: True)
    monkeypatch.setattr("click.clear", lambda: wiped.append("screen"))
    shown = battle("d4-d5\nstay\nstay\nstay\nquit\n")
    asked = shown.split("orders given: blue\n")[1].split("white> ")
    assert len(wiped) == 3
    assert "d4-d5" not in asked[0]
    assert "blue: d4-d5; orange: stay; black: stay; white: stay" in asked[1]


def test_all_orders_may_be_given_in_one_line() -> None:
    assert "black and white have to decide" in battle("blue: d4-d6; orange: d6-d4; black: stay; white: stay\nquit\n")


def test_the_prompt_names_the_player_and_lists_a_few_choices() -> None:
    shown = run("play", "correction", typed="knight@a1\nfoo\npawn@b1\nb1-c2\nsave\nquit\n").stdout
    assert "`foo` is no action of the spawn phase, which writes `pawn@a1`; `done` ends it" in shown
    assert "orange has to decide" in shown
    assert "orange (pass, deny, banish)> save\nsave where? Write `save FILE`" in shown


def test_a_record_is_pasted_into_a_spec_as_it_is(tmp_path: Path) -> None:
    path = race(tmp_path)
    record = "white: b1-b2\nblack: a5-a4\n"
    lines = "".join(f"      {line}\n" for line in record.splitlines())
    path.write_text(path.read_text() + f"  - id: pasted\n    title: Pasted\n    line: |\n{lines}    next: white\n")
    assert load_spec(str(path)).cases[-1].match.record() == record.strip()


@pytest.mark.slow
def test_orders_at_once_may_be_played_first() -> None:
    position = "blue: rook d4; orange: rook d6; out: black, white; round: 2"
    shown = run("moves", "chess-battle", "--position", position, "--after", "blue:d4-d6;orange:d6-d4").stdout
    assert "draw: nobody is left alive" in shown


@pytest.mark.slow
def test_the_board_shows_which_cells_are_in_danger() -> None:
    position = "blue: rook a2; orange: rook c4; out: black, white; round: 2"
    shown = run("moves", "chess-battle", "--position", position, "--after", "blue:stay;orange:stay").stdout
    assert "# red\n" in shown  # the outer ring, on which nobody is left
    lines = run("moves", "chess-battle", "--position", position).stdout.splitlines()
    assert lines[0].split() == ["8", *":" * 8]
    assert lines[6].split() == ["2", "bR", *"......:"]
    assert ": yellow, as a2" in lines


def test_zones_are_listed_before_the_game(tmp_path: Path) -> None:
    shown = run("play", str(race(tmp_path)), typed="quit\n").stdout
    assert shown.startswith("near: a1 b1 c1 d1\nfar: a5 b5 c5 d5\n\n")


def test_help_lists_the_commands_and_the_key_is_printed_once(tmp_path: Path) -> None:
    game = str(race(tmp_path))
    played = run("play", game, typed="a1-a2\na5-a4\nquit\n").stdout
    assert played.count(" white runner\n") == 1
    helped = run("play", game, typed="a1-a2\nhelp\nquit\n").stdout
    assert helped.count(" white runner\n") == 2
    assert all(f"\n{command} " in helped for command in ("save FILE", "resign", "undo", "quit"))


@pytest.mark.parametrize(("rules", "places"), [
    ([], False),
    ([("setup:", "hand: {white: {runner: 1}}\nsetup:"), ("rules:\n", "rules:\n  drops: {runner: board}\n")], True),
    ([("setup:", "hand: {white: {runner: 1}}\nsetup:"), ("rules:\n", "rules:\n  opening: [{places: runner}]\n")], True),
    ([("rules:\n", "rules:\n  captured: home\n  homes: {white: near, black: far}\n")], True),
])
def test_help_says_how_pieces_are_placed_where_any_are(
        tmp_path: Path, rules: list[tuple[str, str]], places: bool) -> None:
    """From a hand, from the supply as a game begins, and back to a home after a capture."""
    game = race(tmp_path, *rules)
    game.write_text(game.read_text().split("examples:")[0])  # they are played by other rules
    helped = run("play", str(game), typed="help\nquit\n").stdout
    assert "c3-c4 moves" in helped
    assert ("@a1 places" in helped) == places


def test_moves_and_board_are_commands_too(tmp_path: Path) -> None:
    game = str(race(tmp_path))
    asked = run("play", game, typed="?\nquit\n").stdout
    assert run("play", game, typed="moves\nquit\n").stdout == asked.replace("> ?", "> moves")
    assert run("play", game, typed="board\nquit\n").stdout.count(" white runner\n") == 2


def test_who_resigns_loses_and_the_record_is_kept(tmp_path: Path) -> None:
    record = tmp_path / "record.txt"
    result = run("play", str(race(tmp_path)), "-o", str(record), typed="a1-a2\nresign\n")
    assert "black gave up: won by white" in result.stdout
    assert record.read_text() == "white: a1-a2\n"


def test_when_one_of_three_resigns_the_others_play_on(tmp_path: Path) -> None:
    """The record goes on after the step, and is replayed; with two left, the last one wins."""
    folder, record = tmp_path / "three", tmp_path / "record.txt"
    folder.mkdir()
    (folder / "game.yaml").write_text("""\
fabgen: 1
title: Three Kings
designer: Nobody
players:
  red: {forward: up, material: acrylic-3mm/red}
  blue: {forward: down, material: acrylic-3mm/blue}
  white: {forward: up, material: acrylic-3mm/white}
board: {grid: 4x4, cell: 40 mm, material: birch-ply-3mm}
pieces: {king: {moves: K, body: {tile: disc, face: plain}}}
setup: {red: {king: a1}, blue: {king: d4}, white: {king: a4}}
rules: {set: standard, win: [{capture: all}]}
""")
    (folder / "rules.md").write_text("# Three Kings\n\nMove your king.\n")
    result = run("play", str(folder), "-o", str(record), typed="resign\nd4-d3\nquit\n")
    assert "red resigns; the others play on" in result.stdout
    assert record.read_text() == "red: resign\nblue: d4-d3\n"
    result = run("play", str(folder), "-o", str(record), typed="resign\n")
    assert "white gave up: won by blue" in result.stdout

def test_hidden_pieces_are_shown_to_their_owner_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The screen is wiped before each player looks at the board; what they see names no hidden kind of the other, but
    who has captured and who was captured. The board after the end is open, and the record holds everything."""
    wiped: list[str] = []
    monkeypatch.setattr("fabgen.cli.play.is_terminal", lambda: True)
    monkeypatch.setattr("click.clear", lambda: wiped.append("screen"))
    record = tmp_path / "record.txt"
    start = "white: friend b3, thief a1; black: friend b4, thief e5; turn: white"
    game = str(written(tmp_path, "hiding"))
    typed = "\nhelp\nb4-b5\na1-a2\n\nb4xb3\n"
    shown = run("play", game, "--position", start, "-o", str(record), typed=typed).stdout
    whites, rest = shown.split("black to move: press Enter")
    assert len(wiped) == 2
    assert "black: hidden b4 e5" in whites
    assert "black friend" not in whites
    assert "b4-b5: the black hidden piece on b4 belongs to black, it is the turn of white" in whites
    blacks, after = rest.split("black (")
    assert "white: a1-a2" in blacks
    assert "white: hidden a2 b3; black: friend b4, thief e5" in blacks
    assert "white friend" not in blacks
    assert "revealed: white friend on b3 and black friend on b3" in after
    assert "white: thief a2; black: friend b3, thief e5; revealed: b3" in after
    assert after.rstrip().endswith("black won: white has no friend left")
    assert record.read_text() == "white: a1-a2\nblack: b4xb3\n"


def test_all_actions_are_shown_that_a_player_has_not_seen(tmp_path: Path) -> None:
    """White acts twice in a turn, and reveals two pieces by the first action: black is shown both. After an undo they
    are shown the new second action; white is shown no action that they have seen, but for the last one."""
    game = written(tmp_path, "hiding")
    game.write_text(game.read_text().split("examples:")[0].replace("  win:\n", "  in_turn: 2\n  win:\n"))
    start = "white: friend b3, thief a1; black: friend e5, thief b4; turn: white"
    typed = "\nb3xb4\na1-a2\n\nundo\n\na1-b1\n\ne5-e4\ne4-e3\n\nquit\n"
    shown = run("play", str(game), "--position", start, typed=typed).stdout
    looks = [part.splitlines()[1:] for part in shown.split(" to move: press Enter")]
    assert looks[2][:3] == ["white: b3xb4", "revealed: black thief on b4 and white friend on b4", "white: a1-a2"]
    assert looks[3][:2] == ["white: b3xb4", "revealed: black thief on b4 and white friend on b4"]
    assert "white: a1-b1" in looks[4][:3]
    assert looks[5][:2] == ["black: e5-e4", "black: e4-e3"]
    assert not any("a1-b1" in line for line in looks[5])


def test_a_game_that_is_over_says_only_who_has_won(tmp_path: Path) -> None:
    """White's first runner takes one on the far row. Nobody is to move then."""
    game = str(race(tmp_path))
    result = run("play", game, typed="a1-a2\nd5-d4\na2-a3\nd4-d3\na3-a4\nd3-d2\na4xb5\n").stdout
    assert result.splitlines()[-1].startswith("white won")
    last_board = result.rpartition("white> ")[2]
    assert "to move" not in last_board
    assert "turn:" not in last_board
    assert "white to move" in result
    moves = run("moves", game, "--position", "white: runner a5; black: runner d3; turn: black").stdout
    assert "to move" not in moves
    assert moves.splitlines()[-1].startswith("white won")

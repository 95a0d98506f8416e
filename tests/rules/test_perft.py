"""What is counted as a turn, against counts by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plays import race
from rules.standard.specs import DRAUGHTS, at, build

from fabgen.cli import main
from fabgen.rules import perft as perft_module
from fabgen.rules.perft import divide, perft
from fabgen.rules.position import Position
from fabgen.spec.load import load_spec

# White on a1 goes over b1 to c1; black re-places the man on d1 or e1, the two cells of its home.
HOMES = {
    "grid": (5, 1),
    "pieces": {"man": "fW"},
    "zones": {"home": "d1 e1"},
    "rules": {"hops": {"man": [{"over": "enemy", "to": "W", "takes": "home"}]}, "homes": {"black": "home"}},
    "setup": "white: man a1; black: man b1",
}
# Four men of `over` in the middle of each side of a square whose corners are a1, c1, c3 and a3.
SQUARE = {"grid": (3, 3), "pieces": {"man": "cG"}}


def square(whose: str, takes: str) -> Any:
    return build({**SQUARE, "rules": {"hops": {"man": [{"over": whose, "to": "W", "takes": takes}]}, "chain": {}}})


@pytest.mark.parametrize("pushed", [False, True])
def test_decisions_inside_a_turn_multiply(pushed: bool) -> None:
    """One hop, two ways to re-place: two turns. Then black's piece on d1 hops over c1 to b1 and white, who has no home
    but a1, re-places there; from e1 black cannot move."""
    game = build(HOMES)
    assert perft(game, game.start(), 1, pushed) == 2
    assert perft(game, game.start(), 2, pushed) == 1
    assert divide(game, game.start(), 1) == {"a1xc1": 2}


def test_a_decision_that_is_pending_ends_its_turn() -> None:
    game = build(HOMES)
    assert perft(game, at(game, "white: man c1; homeless: black man; turn: black"), 1) == 2


def test_chains_with_the_same_start_end_and_result_are_one_action() -> None:
    """To c1, to a3, and to c3 either way round; b1 could only hop over a1, off the board."""
    game = square("friend", "nothing")
    start = at(game, "white: man a1 b1 a2 c2 b3; turn: white")
    assert perft(game, start, 1) == 3


def test_chains_that_capture_different_pieces_are_different_actions() -> None:
    """One to four pieces clockwise, and one to four the other way; all four mean the same captures and the same end."""
    game = square("enemy", "removed")
    start = at(game, "white: man a1; black: man b1 a2 c2 b3; turn: white")
    assert perft(game, start, 1) == 7


def test_orders_at_the_same_time_are_joint_orders() -> None:
    """A rook in the corner reaches 14 cells of the empty board and may stay: 15 orders each. The counts of two rounds
    are those of what each joint order leads to."""
    rules = load_spec("chess-battle").play
    assert rules is not None
    start = rules.read(Position.parse("blue: rook a1; orange: rook h8; round: 1", rules.setting))
    assert perft(rules, start, 1) == perft(rules, start, 1, pushed=True) == 15 * 15
    behind = divide(rules, start, 1)
    assert set(behind.values()) == {1}
    assert behind["blue: a1-a8; orange: stay"] == 1


@pytest.mark.slow
def test_the_orders_of_three_players_multiply() -> None:
    """The knight on d4 reaches 8 cells and may stay."""
    rules = load_spec("chess-battle").play
    assert rules is not None
    start = rules.read(Position.parse("blue: rook a1; orange: rook h8; black: knight d4; round: 1", rules.setting))
    assert perft(rules, start, 1) == 15 * 15 * 9


def test_spawning_moving_and_answering_are_one_turn() -> None:
    """Green spawns its one pawn on one of six cells, and orange takes a token. From a corner the pawn has one step:
    it is let pass, or denied, and then nothing can be moved. From the other cells it has two steps, either of which is
    let pass, or denied, and then the other one is made, which orange cannot pay to deny."""
    rules = load_spec("correction").play
    assert rules is not None
    start = rules.read(Position.parse("green supply: 1 pawn; orange supply: 1 pawn; turn: green", rules.setting))
    assert divide(rules, start, 1) == {f"pawn@{file}1": 2 if file in "af" else 4 for file in "abcdef"}
    assert perft(rules, start, 1) == perft(rules, start, 1, pushed=True) == 20


def test_a_player_who_moves_again_begins_another_turn() -> None:
    """Orange has nothing to spawn and nothing to move: green moves again, and each of its moves is a turn."""
    rules = load_spec("correction").play
    assert rules is not None
    start = rules.read(Position.parse("green: pawn a1; turn: green; phase: move", rules.setting))
    assert [perft(rules, start, depth) for depth in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.slow
def test_players_may_be_fewer_or_more(tmp_path: Path) -> None:
    from click.testing import CliRunner

    def counted(*args: str) -> str:
        return CliRunner().invoke(main, ["perft", *args], prog_name="fabgen").output

    assert counted("chess-battle", "-d", "3") == "27\n"  # three of four choose one of three kinds each
    assert counted("chess-battle", "-d", "5", "--players", "5") == f"{3**5}\n"
    position = ("--position", "blue: rook a1; orange: knight d4; round: 1")
    assert counted("chess-battle", "-d", "1", "--players", "6", *position) == f"{15 * 9}\n"
    assert "game for 2 players, not 3" in counted(str(race(tmp_path)), "-d", "1", "--players", "3")


DRAUGHTS_DEPTHS = [7, 49, 302, 1469]  # published: https://www.chessprogramming.org/Perft of English draughts


@pytest.mark.parametrize("room", [200_000, 40, 0])
def test_what_is_behind_a_position_is_counted_once_or_each_time(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same, however many positions are remembered, and where every last position is made."""
    monkeypatch.setattr(perft_module, "MOST_REMEMBERED", room)
    game = build(DRAUGHTS)
    for depth, number in enumerate(DRAUGHTS_DEPTHS, 1):
        assert perft(game, game.start(), depth) == number
        assert perft(game, game.start(), depth, plain=True) == perft(game, game.start(), depth, pushed=True) == number


def test_positions_that_are_reached_again_are_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two kings on a small board come to the same positions by different orders of their moves. The engine is asked
    once for each position of each turn."""
    game = build({"grid": (4, 4), "pieces": {"king": "W"}, "setup": "white: king a1; black: king d4"})
    turns = [{game.start()}]
    for _ in range(5):
        turns.append({game.engine.apply(state, move) for state in turns[-1] for move in game.engine.actions(state)})
    asked: list[Any] = []
    actions, positions_after = game.engine.actions, game.engine.positions_after
    monkeypatch.setattr(game.engine, "actions", lambda state: asked.append(state) or actions(state))
    monkeypatch.setattr(game.engine, "positions_after", lambda state: asked.append(state) or positions_after(state))
    number = perft(game, game.start(), 6)
    assert len(asked) == sum(map(len, turns))
    asked.clear()
    assert perft(game, game.start(), 6, plain=True) == number
    assert len(asked) > 2 * sum(map(len, turns))


@pytest.mark.parametrize("depth", [1, 2])
def test_a_plain_count_of_turns_with_several_decisions_is_the_same(depth: int) -> None:
    rules = load_spec("correction").play
    assert rules is not None
    start = rules.read(Position.parse("green: pawn c3; orange: pawn d5, spearman b6; orange tokens: 2; turn: green",
                                      rules.setting))  # fmt: skip
    assert perft(rules, start, depth) == perft(rules, start, depth, plain=True)
    game = build(HOMES)
    assert perft(game, game.start(), depth) == perft(game, game.start(), depth, plain=True)


def test_the_command_counts_plainly_too(tmp_path: Path) -> None:
    from click.testing import CliRunner

    spec = str(race(tmp_path))
    counts = [CliRunner().invoke(main, ["perft", spec, "-d", "3", *more]).output for more in ([], ["--plain"])]
    divided = [CliRunner().invoke(main, ["perft", spec, "-d3", "--divide", *more]).output for more in ([], ["--plain"])]
    assert counts[0] == counts[1]
    assert int(counts[0]) > 0
    assert divided[0] == divided[1]
    assert divided[0].split()[-1] == counts[0].strip()

"""What the engine remembers, and the short way that it takes for ordinary moves, against the same without them, in
random games."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest
from rules.standard.orthodox import CHESS, GAME, position_of
from rules.standard.specs import ABSTRACT, BREAKTHROUGH, CROSSING, DRAUGHTS, build

from fabgen.rules.perft import perft
from fabgen.rules.standard import attacks, known_moves
from fabgen.rules.standard.engine import StandardEngine

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
OFFICERS = {  # pieces that are unmoved for their first move, with a draw after some actions without progress
    "grid": (6, 6),
    "pieces": {"scout": "mWimRcF", "guard": "Q2"},
    "rules": {"win": [{"capture": ["guard"]}], "no_progress": {"actions": 6, "moves_of": ["scout"]}},
    "setup": "white: scout a1 c1 f1, guard b1; black: scout a6 d6 f6, guard e6",
}
SPECS = {"breakthrough": BREAKTHROUGH, "draughts": DRAUGHTS, "crossing": CROSSING, "abstract": ABSTRACT,
         "officers": OFFICERS}  # fmt: skip


def walk(game: Any, state: Any, seed: int, plies: int = 60) -> None:
    """Plays at random. Every action leads to the same position by both ways, and an engine that has not seen any other
    position lists the same actions."""
    dice = random.Random(seed)
    for _ in range(plies):
        actions = game.engine.actions(state)
        assert actions == StandardEngine(game.game).actions(state)
        for action in actions:
            assert game.engine.apply(state, action) == game.engine.apply_any(state, action), (state, action)
        if not actions:
            break
        state = game.engine.apply(state, dice.choice(actions))


@pytest.mark.parametrize("name", SPECS)
def test_random_games_go_on_alike(name: str) -> None:
    game = build(SPECS[name])
    for seed in range(3):
        walk(game, game.start(), seed)


@pytest.mark.parametrize("fen", [chess.STARTING_FEN, KIWIPETE, ENDGAME])
def test_random_games_of_chess_go_on_alike(fen: str) -> None:
    for seed in range(2):
        walk(GAME, position_of(chess.Board(fen)), seed, plies=40)


def test_some_games_take_the_short_way() -> None:
    """Otherwise nothing was compared above: in draughts every capture is a jump, and a knight of Charing Cross may send
    a piece home."""
    assert build(BREAKTHROUGH).engine.is_plain
    assert build(OFFICERS).engine.is_plain
    assert GAME.engine.is_plain
    assert not build(CROSSING).engine.is_plain


def test_what_is_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Published counts of Kiwipete and of the start, with room for three views."""
    monkeypatch.setattr(known_moves, "MOST_KNOWN", 3)
    monkeypatch.setattr(attacks, "MOST_KNOWN", 3)
    monkeypatch.setattr(attacks, "FEW_REQUESTS", 0)
    monkeypatch.setattr("fabgen.rules.standard.engine.MOST_KNOWN", 3)
    assert perft(GAME, position_of(chess.Board(KIWIPETE)), 2) == 2039
    assert perft(GAME, position_of(chess.Board()), 3) == 8902


@pytest.mark.parametrize("requests", [0, 100, 10**9])
def test_counts_do_not_depend_on_when_surroundings_are_made(monkeypatch: pytest.MonkeyPatch, requests: int) -> None:
    monkeypatch.setattr(attacks, "FEW_REQUESTS", requests)
    board = chess.Board(KIWIPETE)
    game = build(CHESS)  # one that knows no surroundings yet
    assert perft(game, position_of(board), 2) == 2039

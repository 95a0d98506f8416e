"""What the engine remembers, and the short way that it takes for ordinary moves, against the same without them, in
random games."""

from __future__ import annotations

import random
from typing import Any

import chess
import pytest
from rules.standard.orthodox import CHESS, GAME, position_of
from rules.standard.specs import ABSTRACT, BREAKTHROUGH, CROSSING, DRAUGHTS, at, build, texts

from fabgen.rules.perft import perft
from fabgen.rules.standard import attacks, known_moves, ordinary_moves
from fabgen.rules.standard.engine import StandardEngine
from fabgen.rules.standard.state import NOBODY

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
OFFICERS = {  # pieces that are unmoved for their first move, with a draw after some actions without progress
    "grid": (6, 6),
    "pieces": {"scout": "mWimRcF", "guard": "Q2"},
    "rules": {"win": [{"capture": ["guard"]}], "no_progress": {"actions": 6, "moves_of": ["scout"]}},
    "setup": "white: scout a1 c1 f1, guard b1; black: scout a6 d6 f6, guard e6",
}
HORDE = {  # no royal piece on one side, and a piece without royal rank that castles
    "grid": (6, 6),
    "pieces": {"king": "K", "rook": "R", "duke": "KmNN", "pawn": "fmWfimnDfcF"},
    "zones": {"top": "a6-f6", "bottom": "a1-f1"},
    "rules": {
        "royal": ["king"],
        "castling": {"king": [{"partner": "rook"}], "duke": [{"partner": "rook"}]},
        "en_passant": {"pawn": ["pawn"]},
        "promotion": {"pawn": {"zone": {"white": "top", "black": "bottom"}, "to": ["rook"]}},
        "stuck": "draws",
    },
    "setup": "white: king c1, rook a1 f1, pawn a2 b2 d2 f2; black: duke c6, rook a6 f6, pawn a5 c5 d5 e5 f5",
}
SPECS = {"breakthrough": BREAKTHROUGH, "draughts": DRAUGHTS, "crossing": CROSSING, "abstract": ABSTRACT,
         "officers": OFFICERS, "horde": HORDE}  # fmt: skip


def walk(game: Any, state: Any, seed: int, plies: int = 60) -> None:
    """Plays at random. The actions are those of the general way, in its order, and every action leads to the same
    position by all ways. An engine that has not seen any other position lists the same actions."""
    dice = random.Random(seed)
    for _ in range(plies):
        actions = game.engine.actions(state)
        assert actions == StandardEngine(game.game).actions(state)
        assert actions == (game.engine.find_actions(state) if state.winner == NOBODY else [])
        assert game.engine.positions_after(state) == [game.engine.apply_any(state, action) for action in actions]
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
    assert all(build(spec).engine.ordinary for spec in (BREAKTHROUGH, OFFICERS, HORDE))
    assert GAME.engine.ordinary
    assert not any(build(spec).engine.ordinary for spec in (CROSSING, DRAUGHTS))


def test_an_enemy_between_king_and_rook_forbids_castling() -> None:
    """The knight on b1 attacks no cell that the king crosses."""
    state = position_of(chess.Board("4k3/8/8/8/8/8/8/Rn2K2R w KQ - 0 1"))
    assert [GAME.text(state, move) for move in GAME.engine.actions(state) if move.partner] == ["e1-g1"]


def test_actions_that_the_short_way_cannot_find_come_from_the_general_one() -> None:
    """Two royal pieces, and a piece without royal rank that castles, are too much for the short way."""
    game = build(HORDE)
    two_kings = at(game, "white: king a1 c1; black: rook a6; turn: white")
    assert game.engine.ordinary.moves(two_kings) is None
    assert sorted(texts(game, two_kings)) == ["a1-b1", "a1-b2"]  # a file is the rook's; the other king may not leave a1
    castler = at(game, "white: duke c1, rook f1, king a3; black: rook e6; turn: white; unmoved: c1 f1")
    assert game.engine.ordinary.moves(castler) is None
    assert "c1-e1" in texts(game, castler)  # not royal: it may end where it can be captured


def test_what_is_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Published counts of Kiwipete and of the start, with room for three views."""
    monkeypatch.setattr(known_moves, "MOST_KNOWN", 3)
    monkeypatch.setattr(attacks, "MOST_KNOWN", 3)
    monkeypatch.setattr(ordinary_moves, "MOST_ARMIES", 3)
    monkeypatch.setattr("fabgen.rules.standard.engine.MOST_ARMIES", 3)
    monkeypatch.setattr(attacks, "FEW_REQUESTS", 0)
    assert perft(GAME, position_of(chess.Board(KIWIPETE)), 2) == 2039
    assert perft(GAME, position_of(chess.Board()), 3) == 8902


@pytest.mark.parametrize("requests", [0, 100, 10**9])
def test_counts_do_not_depend_on_when_surroundings_are_made(monkeypatch: pytest.MonkeyPatch, requests: int) -> None:
    monkeypatch.setattr(attacks, "FEW_REQUESTS", requests)
    board = chess.Board(KIWIPETE)
    game = build(CHESS)  # one that knows no surroundings yet
    assert perft(game, position_of(board), 2) == 2039

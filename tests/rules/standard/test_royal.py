"""Royal pieces: check, mate and stalemate, by hand and against python-chess."""

import random

import chess
import pytest
from rules.standard.specs import at, build, texts, why

from fabgen.rules.position import Piece, Position
from fabgen.rules.protocol import OptionErrors

NAMES = {chess.PAWN: "pawn", chess.KNIGHT: "knight", chess.BISHOP: "bishop", chess.ROOK: "rook", chess.QUEEN: "queen",
         chess.KING: "king"}
ORTHODOX = {  # without castling and the double step, which positions here do not allow
    "pieces": {"pawn": "fmWfcF", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"},
    "zones": {"top": "a8-h8", "bottom": "a1-h1"},
    "rules": {
        "royal": ["king"],
        "stuck": "draws",
        "promotion": {
            "pawn": {"zone": {"white": "top", "black": "bottom"}, "to": ["queen", "rook", "bishop", "knight"]},
        },
    },
    "setup": "white: king e1, rook a1; black: king e8, rook a8",
}
GAME = build(ORTHODOX)


def random_board(dice):
    """A legal position without pawns on their first rows, and without castling."""
    while True:
        board, squares = chess.Board(None), dice.sample(range(64), dice.randint(3, 14))
        for n, square in enumerate(squares):
            white = n % 2 == 0
            kind = chess.KING if n < 2 else dice.choice((1, 1, 2, 3, 4, 5))
            while kind == chess.PAWN and chess.square_rank(square) in ((0, 1, 7) if white else (0, 6, 7)):
                kind = dice.choice((2, 3, 4, 5))
            board.set_piece_at(square, chess.Piece(kind, white))
        board.turn = dice.random() < 0.5
        if board.is_valid():
            return board


def position_of(board):
    """The position of a board of python-chess."""
    pieces = {chess.square_name(square): Piece("white" if piece.color else "black", NAMES[piece.piece_type])
              for square, piece in board.piece_map().items()}
    return GAME.read(Position(GAME.setting, pieces, "white" if board.turn else "black"))


def text_of(board, move):
    """A move of python-chess in our notation."""
    sign = "x" if board.is_capture(move) else "-"
    becomes = f"={NAMES[move.promotion]}" if move.promotion else ""
    return f"{chess.square_name(move.from_square)}{sign}{chess.square_name(move.to_square)}{becomes}"


def compare(seed, games, plies):
    """Random positions and random play from them: every legal move, and the end. How often it was check, mate and
    stalemate."""
    dice, seen = random.Random(seed), {"check": 0, "mate": 0, "stalemate": 0}
    for _ in range(games):
        board = random_board(dice)
        for _ in range(plies):
            position, moves = position_of(board), list(board.legal_moves)
            outcome, winner = GAME.outcome(position), "black" if board.turn else "white"
            seen["check"] += board.is_check()
            if board.is_checkmate():
                seen["mate"] += 1
                loser = "white" if board.turn else "black"
                assert str(outcome) == f"{winner} won: {loser} is in check and cannot help it"
            elif board.is_stalemate():
                seen["stalemate"] += 1
                assert outcome is not None
                assert outcome.winners == ()
            else:
                assert outcome is None
            if not moves:
                break
            assert sorted(texts(GAME, position)) == sorted(text_of(board, move) for move in moves), board.fen()
            board.push(dice.choice(moves))
    return seen


def test_random_positions_against_python_chess():
    assert compare(1, 40, 4)["check"] > 10


@pytest.mark.slow
def test_many_positions_against_python_chess():
    seen = compare(2, 300, 6)
    assert seen["check"] > 100
    assert seen["mate"] > 0


@pytest.mark.parametrize(
    ("text", "result"),
    [
        # Back rank; smothered; the queen's support; the two classic stalemates.
        ("white: king g1, rook a8; black: king g8, pawn f7 g7 h7; turn: black", "white won: black is in check"),
        ("white: king g1, knight f7; black: king h8, rook g8, pawn g7 h7; turn: black", "white won: black is in check"),
        ("white: king f6, queen g7; black: king g8; turn: black", "white won: black is in check"),
        ("white: king f7, queen g6; black: king h8; turn: black", "draw: black cannot move"),
        ("white: king a6, pawn a7; black: king a8; turn: black", "draw: black cannot move"),
        ("white: king f6, queen h7; black: king f8; turn: black", ""),
    ],
)
def test_ends_by_hand(text, result):
    outcome = GAME.outcome(at(GAME, text))
    assert str(outcome or "").startswith(result)
    assert bool(outcome) == bool(result)


def test_refusals_name_the_royal_piece():
    pinned = at(GAME, "white: king e1, rook e2; black: king a8, rook e8; turn: white")
    assert why(GAME, pinned, "e2-d2") == "what stands on e1 is royal and could be captured then"
    assert why(GAME, pinned, "e1-d1") == ""
    beside = at(GAME, "white: king e1; black: king e3; turn: white")
    assert why(GAME, beside, "e1-e2") == "what stands on e2 is royal and could be captured then"


def test_nobody_passes_out_of_check():
    passing = build(ORTHODOX, passing="always")
    assert "pass" in texts(passing, at(passing, "white: king e1; black: king e8, rook a8; turn: white"))
    assert "pass" not in texts(passing, at(passing, "white: king e1; black: king e8, rook a1; turn: white"))


def test_bad_options_are_told():
    with pytest.raises(OptionErrors, match="there is no piece `prince`"):
        build(ORTHODOX, royal=["prince"])
    with pytest.raises(OptionErrors, match="check is for two players, and there are 3"):
        build(ORTHODOX | {"players": {"white": "up", "black": "down", "red": "up"}, "rules": {}}, royal=["king"])

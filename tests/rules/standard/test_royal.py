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


ENCLOSED = {
    "grid": (5, 5),
    "pieces": {"king": "K", "rook": "R", "man": "mWcF", "priest": "B"},
    "rules": {"royal": ["king"], "capture": "custodial"},
    "players": {"black": "up", "white": "down"},
}


def test_a_drop_attacks_where_it_encloses():
    """With a man on a3, the king on b3 could be enclosed by a man put on c3; on c2 he is beside nobody."""
    game = build(ENCLOSED, drops={"man": "board"}, supply="endless")
    position = at(game, "black: king b2; white: man a3; turn: black")
    assert {"b2-b3", "b2-c2"} & {*texts(game, position)} == {"b2-c2"}
    assert why(game, position, "b2-b3") == "what stands on b3 is royal and could be captured then"


def test_a_drop_attacks_only_from_a_hand_that_holds_the_piece():
    game = build(ENCLOSED, drops={"man": "board"})
    without = at(game, "black: king b2; white: man a3; turn: black")
    assert "b2-b3" in texts(game, without)
    assert "b2-b3" not in texts(game, at(game, "black: king b2; white: man a3; white hand: 1 man; turn: black"))


def test_a_move_under_a_condition_attacks_where_it_encloses():
    """The man e4 may go to d3, diagonally, and enclose the king on c3 with the man b3."""
    game = build(ENCLOSED, also={"man": [{"moves": "mF", "when": "all goals filled"}]})
    position = at(game, "black: king c4, priest a5; white: man b3 e4; turn: black")
    assert "c4-c3" not in texts(game, position)
    assert why(game, position, "c4-c3") == "what stands on c3 is royal and could be captured then"
    assert "c4-c3" in texts(build(ENCLOSED), at(build(ENCLOSED), "black: king c4; white: man b3 e4; turn: black"))


def test_enclosed_pieces_that_flip_stay_on_the_board():
    """The rook to a3 flips the man b3, who then keeps the rook b5 from b3, where it would enclose the king with d3.
    Where men are removed, b3 is vacant."""
    men = "black: king c3, rook a5; white: rook b5, man b3 d3; turn: black"
    flipping = build(ENCLOSED, captured="flips")
    assert why(flipping, at(flipping, men), "a5-a3") == ""
    removing = build(ENCLOSED)
    assert why(removing, at(removing, men), "a5-a3") == "what stands on c3 is royal and could be captured then"


SURROUNDED = ENCLOSED | {"rules": {"royal": ["king"], "capture": "surround", "surround": {"suicide": "allowed"}}}


def test_a_royal_piece_is_not_given_up():
    game = build(SURROUNDED)
    position = at(game, "black: king b2; white: man a2 b1; turn: black")
    assert "b2-a1" not in texts(game, position)
    assert why(game, position, "b2-a1") == "what stands on a1 is royal and could be captured then"


def test_the_refusal_names_the_royal_piece_that_is_attacked():
    game = build(ENCLOSED, royal=["king", "priest"], capture="replace", drops={"king": "board"})
    moved = at(game, "black: king a1, priest c3; white: rook b5, king e5; turn: black")
    assert why(game, moved, "a1-b1") == "what stands on b1 is royal and could be captured then"
    pinned = at(game, "black: king a1, rook a2, priest c3; white: rook a5, king e1; turn: black")
    assert why(game, pinned, "a2-b2") == "what stands on a1 is royal and could be captured then"
    dropped = at(game, "black: priest a1; black hand: 1 king; white: rook b5, king e4; turn: black")
    assert why(game, dropped, "king@b1") == "what stands on b1 is royal and could be captured then"


def test_the_refusal_of_a_pass_names_check():
    passing = build(ORTHODOX, passing="always")
    checked = at(passing, "white: king e1; black: king a8, rook e8; turn: white")
    assert why(passing, checked, "pass") == "what stands on e1 is royal and could be captured then"
    assert why(GAME, at(GAME, "white: king e1; black: king a8, rook e8; turn: white"), "pass") == "nobody may pass"


@pytest.mark.parametrize("in_turn", [2, "move and capture"])
def test_check_is_for_turns_of_one_action(in_turn):
    with pytest.raises(OptionErrors) as error:
        build(ORTHODOX, in_turn=in_turn)
    assert [mistake.what for mistake in error.value.mistakes] == [
        f"check is for turns of one action, and `in_turn` is `{in_turn}`"
    ]

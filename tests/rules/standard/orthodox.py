"""Chess as a spec says it, and its positions from those of python-chess."""

import chess
from rules.standard.specs import build

from fabgen.rules.position import Piece, Position

NAMES = {chess.PAWN: "pawn", chess.KNIGHT: "knight", chess.BISHOP: "bishop", chess.ROOK: "rook", chess.QUEEN: "queen",
         chess.KING: "king"}
PIECES = "king e{0}, queen d{0}, rook a{0} h{0}, bishop c{0} f{0}, knight b{0} g{0}, pawn a{1}-h{1}"
CHESS = {
    "pieces": {"pawn": "fmWfimnDfcF", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"},
    "zones": {"top": "a8-h8", "bottom": "a1-h1"},
    "rules": {
        "royal": ["king"],
        "stuck": "draws",
        "castling": {"king": [{"partner": "rook"}]},
        "en_passant": {"pawn": ["pawn"]},
        "promotion": {
            "pawn": {"zone": {"white": "top", "black": "bottom"}, "to": ["queen", "rook", "bishop", "knight"]},
        },
    },
    "setup": f"white: {PIECES.format(1, 2)}; black: {PIECES.format(8, 7)}",
}
GAME = build(CHESS)


def position_of(board, game=GAME, **notes):
    """The position of a board of python-chess, with its rights to castle and its piece that may be captured in
    passing."""
    pieces = {chess.square_name(square): Piece("white" if piece.color else "black", NAMES[piece.piece_type])
              for square, piece in board.piece_map().items()}
    fresh = {chess.square_name(square) for square in board.pieces(chess.PAWN, True) if chess.square_rank(square) == 1}
    fresh |= {chess.square_name(square) for square in board.pieces(chess.PAWN, False) if chess.square_rank(square) == 6}
    for rook in chess.SquareSet(board.castling_rights):
        fresh |= {chess.square_name(rook), "e1" if chess.square_rank(rook) == 0 else "e8"}
    if board.ep_square is not None:
        notes["en passant"] = chess.square_name(board.ep_square)
    turn = "white" if board.turn else "black"
    return game.read(Position(game.setting, pieces, turn, frozenset(fresh), notes=notes))


def text_of(board, move):
    """A move of python-chess in our notation."""
    sign = "x" if board.is_capture(move) else "-"
    becomes = f"={NAMES[move.promotion]}" if move.promotion else ""
    return f"{chess.square_name(move.from_square)}{sign}{chess.square_name(move.to_square)}{becomes}"


def perft_of(board, depth):
    """The number of lines of play, by python-chess."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft_of(board, depth - 1)
        board.pop()
    return total

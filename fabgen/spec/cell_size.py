"""A game and the size of a cell in mm → the same game with cells of that size, and with all that stands in them as much
larger or smaller."""

from __future__ import annotations

from fabgen.spec.game import Game
from fabgen.spec.pieces import ARM_WIDTHS, BASE_SIZES, HEIGHTS, TOKEN_SIZES, Body, Token


def resize_cells(game: Game, cell: float) -> Game:
    """The game with cells of `cell` mm on every product. Bases, heights and tokens that the spec gives in mm keep their
    share of a cell, as far as their limits allow."""
    ratio = cell / game.board.cell
    pieces = {name: piece.model_copy(update={"body": _resize_body(piece.body, ratio)})
              for name, piece in game.pieces.items()}
    tokens = {name: _resize_token(token, ratio) for name, token in game.tokens.items()}
    board = game.board.model_copy(update={"cell": cell, "paper_cell": None})
    return game.model_copy(update={"board": board, "pieces": pieces, "tokens": tokens})


def _resize_body(body: Body, ratio: float) -> Body:
    base = body.base and (_limit(body.base[0] * ratio, BASE_SIZES), _limit(body.base[1] * ratio, BASE_SIZES))
    height = body.height and _limit(body.height * ratio, HEIGHTS)
    return body.model_copy(update={"base": base, "height": height})


def _resize_token(token: Token, ratio: float) -> Token:
    size = _limit(token.size * ratio, TOKEN_SIZES)
    width = None if token.width is None else _limit(token.width * size / token.size, ARM_WIDTHS)
    return token.model_copy(update={"size": size, "width": width})


def _limit(length: float, limits: tuple[float, float]) -> float:
    return min(max(round(length, 1), limits[0]), limits[1])

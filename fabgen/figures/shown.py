"""A piece of a game → the silhouette by which figures and paper show it, in mm, standing on y = 0.

An upright is seen from the front, a flat piece from above; pieces of one game that would look alike carry a letter.
"""

from __future__ import annotations

from fabgen.artwork.path import Path, circle
from fabgen.artwork.text import Text, text_outlines
from fabgen.figures.crossed import panels
from fabgen.figures.piece import plate
from fabgen.figures.plan import Plan
from fabgen.figures.silhouettes import Silhouette, Upright, silhouette
from fabgen.spec.game import Game


def shown(game: Game, piece: str) -> Upright:
    """How a piece is shown from the front in figures: an upright as it stands, a flat one from above."""
    body = game.pieces[piece].body
    if body.standee:
        return silhouette(body.standee, body.height)
    if body.crossed:
        return panels(body.crossed, body.height).face
    return _flat(game, piece)


def _flat(game: Game, piece: str) -> Silhouette:
    """A flat piece from above, standing on its rear edge; its letter tells it from other flat ones."""
    player = next(iter(game.players))
    seen = plate(game, player, piece)
    depth = seen.depth
    if seen.shape == "disc":
        half = depth / 2
        corners = tuple(((x, y), half * 0.999) for x, y in ((half, 0.0), (half, depth), (-half, depth), (-half, 0.0)))
    else:
        points = [(x, y + depth / 2) for x, y in _corners_of(seen)]
        corners = tuple((p, min(3.0, depth / 10)) for p in points)
    alike = [name for name, other in game.pieces.items() if other.body.shape is None]
    inside = _letter(piece, depth) if len(alike) > 1 else _ring(depth)
    field = (0.455 * depth, 0.3 * depth) if len(alike) == 1 else (0.05 * depth, 0.3 * depth)
    return Silhouette(corners, inside, field)


def _corners_of(seen: Plan) -> list[tuple[float, float]]:
    """From the right foot over the top to the left foot."""
    half, deep = seen.width / 2, seen.depth / 2
    if seen.shape == "square":
        return [(half, -deep), (half, deep), (-half, deep), (-half, -deep)]
    return [(half / 2, -deep), (half, 0), (half / 2, deep), (-half / 2, deep), (-half, 0), (-half / 2, -deep)]


def _ring(size: float) -> tuple[Path, ...]:
    return circle((0, 0.5 * size), 0.34 * size), circle((0, 0.5 * size), 0.3 * size)


def _letter(piece: str, size: float) -> tuple[Path, ...]:
    first = next(c for c in piece.upper() if c.isalpha())
    outlines = text_outlines(Text(first, (0, 0.36 * size), 0.42 * size, bold=True))
    return tuple(path for glyph in outlines for path in glyph)

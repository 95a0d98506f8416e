"""A kind of piece → its silhouette in figures and on paper, in mm, standing on y = 0.

An upright is seen from the front, a flat piece from above. Flat pieces carry their first letters if a game has several.
"""

from __future__ import annotations

from fabgen.artwork.path import Path, circle
from fabgen.artwork.text import TextLine, text_outlines
from fabgen.figures.crossed import make_panels
from fabgen.figures.piece import make_plate
from fabgen.figures.plan import BasePlan
from fabgen.figures.silhouettes import Silhouette, AnySilhouette, silhouette
from fabgen.spec.game import Game


def piece_silhouette(game: Game, piece: str) -> AnySilhouette:
    """The silhouette of a piece: from the front for an upright, from above for a flat piece."""
    body = game.pieces[piece].body
    if body.standee:
        return silhouette(body.standee, body.height)
    if body.crossed:
        return make_panels(body.crossed, body.height).face
    return _flat_silhouette(game, piece)


def _flat_silhouette(game: Game, piece: str) -> Silhouette:
    """A flat piece from above on its rear edge: with a ring, or with its letter if there are other flat pieces."""
    player = next(iter(game.players))
    base_plan = make_plate(game, player, piece)
    depth = base_plan.depth
    if base_plan.shape == "disc":
        half = depth / 2
        corners = tuple(((x, y), half * 0.999) for x, y in ((half, 0.0), (half, depth), (-half, depth), (-half, 0.0)))
    else:
        points = [(x, y + depth / 2) for x, y in _plate_corners(base_plan)]
        corners = tuple((p, min(3.0, depth / 10)) for p in points)
    flat_kinds = [name for name, other in game.pieces.items() if other.body.shape is None]
    holes = _letter_holes(piece, depth) if len(flat_kinds) > 1 else _ring_holes(depth)
    field = (0.455 * depth, 0.3 * depth) if len(flat_kinds) == 1 else (0.05 * depth, 0.3 * depth)
    return Silhouette(corners, holes, field)


def _plate_corners(base_plan: BasePlan) -> list[tuple[float, float]]:
    """The corners of a plate from the right foot over the top to the left foot."""
    half, deep = base_plan.width / 2, base_plan.depth / 2
    if base_plan.shape == "square":
        return [(half, -deep), (half, deep), (-half, deep), (-half, -deep)]
    return [(half / 2, -deep), (half, 0), (half / 2, deep), (-half / 2, deep), (-half, 0), (-half / 2, -deep)]


def _ring_holes(size: float) -> tuple[Path, ...]:
    return circle((0, 0.5 * size), 0.34 * size), circle((0, 0.5 * size), 0.3 * size)


def _letter_holes(piece: str, size: float) -> tuple[Path, ...]:
    first = next(c for c in piece.upper() if c.isalpha())
    outlines = text_outlines(TextLine(first, (0, 0.36 * size), 0.42 * size, bold=True))
    return tuple(path for glyph in outlines for path in glyph)

"""A game → the colour in which its figures explain: of arrows, of frames around pieces, and of lines between cells.

It is one colour in all figures of a game: the first of a short list that is told from the colours of all its cells,
pieces and tokens, also by colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from fabgen.artwork.colour_vision import choose_distinct
from fabgen.artwork.drawing import GROUNDS, Drawing, Role, combine_drawings
from fabgen.artwork.themes import load_theme, resolve_ink
from fabgen.figures.boards.board import draw_ground, draw_surface
from fabgen.figures.boards.board_tones import find_board_tones
from fabgen.figures.boards.surface import figure_surface
from fabgen.figures.components.kit import token_face
from fabgen.figures.positions.piece_icons import player_tones
from fabgen.spec.load import Spec

EXPLAINING = (Role.PATH, Role.ACTOR)
USUAL = ""  # the ink's own colour, a dark blue
OTHERS = ("#8800cc", "#b3126b", "#b85000")  # violet, magenta, orange: 4.5:1 on white paper and more
LEAST_DIFFERENCE = 28.0  # in CIELAB: from this on a frame or an arrow is told at a glance from what is under it
SIDE = 10.0  # mm: of the cells that are looked at


def in_explanation_colour(spec: Spec, drawing: Drawing) -> Drawing:
    """A drawing whose arrows and frames have the colour in which the figures of a game explain."""
    tone = spec.compute_once("explanation tone", lambda: _choose_tone(spec))
    if tone == USUAL:
        return drawing
    return Drawing(tuple(replace(item, tone=tone) if item.role in EXPLAINING and not item.tone else item
                         for item in drawing.items))


def _choose_tone(spec: Spec) -> str:
    """The first colour that differs enough from everything; where none does, the one that differs most."""
    theme, strokes = load_theme("colour"), dict[str, str]()
    for tone in (USUAL, *OTHERS):
        ink = resolve_ink(theme, Role.ACTOR, tone)
        stroke = ink.stroke if ink else None
        assert stroke, "the theme `colour` inks frames"
        strokes[tone] = stroke
    return choose_distinct(strokes, dict.fromkeys(_colours_under_arrows(spec)), LEAST_DIFFERENCE)


def _colours_under_arrows(spec: Spec) -> Iterator[str]:
    """The colours of cells, of the lines of their zones, of pieces and tokens in figures, as `#rrggbb`."""
    theme, tones = load_theme("colour"), find_board_tones(spec)
    surface = figure_surface(spec.game, spec.lattice, SIDE, spec.map_spaces)
    board = draw_ground(surface, tones.light) + draw_surface(spec.game, surface, tones=tones)
    tokens = combine_drawings(token_face(token) for token in spec.game.tokens.values())
    looks = [(item.role, item.tone) for item in board.only(*GROUNDS, Role.PICTURE).items]
    looks += [(item.role, item.tone) for item in tokens.items if item.role is not Role.MARK]
    looks += [(Role.PIECE, tone) for tone in player_tones(spec.game)]
    looks += [(item.role, item.tone) for item in board.only(Role.FROST).items]  # frames and stripes of zones
    for role, tone in looks:
        ink = resolve_ink(theme, role, tone)
        if ink and (colour := ink.fill or (ink.stroke if role is Role.FROST else None)):
            yield colour


__all__ = ["in_explanation_colour"]

"""A spec → whether the flat pieces of a kind are as light or as dark as a ground that they lie on.

Such a piece melts into its cell when it is seen from across the table: a disc of black acrylic on an inlaid black
space. A line along its edge sets it off. The pieces of all players get it, so that they stay a set. Pieces that are
cut along a drawing have none: the lines along their edges say whose they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

from fabgen.artwork.themes import LEAST_LIGHTNESS, tone_lightness
from fabgen.figures.boards.board_tones import find_board_tones, material_tone
from fabgen.spec.load import Spec
from fabgen.spec.pieces import FlatOutline

CLEAR = "clear"  # a sheet through which the table is seen has no lightness of its own


def needs_rim(spec: Spec, kind: str) -> bool:
    """True when flat pieces of a kind differ too little from the board or from an inlaid space."""
    if spec.game.pieces[kind].body.tile not in get_args(FlatOutline):
        return False
    materials = dict.fromkeys(spec.game.players[player].material for player in spec.game.owners(kind))
    pieces = [material_tone(material, spec.folder) for material in materials]
    grounds = spec.compute_once("grounds of flat pieces", lambda: tuple(_find_grounds(spec)))
    return any(abs(tone_lightness(piece) - tone_lightness(ground)) < LEAST_LIGHTNESS
               for piece in pieces if piece != CLEAR for ground in grounds)


def _find_grounds(spec: Spec) -> Iterator[str]:
    """The tones of the materials on which pieces lie, without clear ones."""
    board, tones = spec.game.board, find_board_tones(spec)
    inlaid = [zone.material for zone in board.zones.values() if zone.material] if board.build == "inlay" else []
    yield from (tone for tone in (tones.light, tones.dark, *(material_tone(key, spec.folder) for key in inlaid))
                if tone != CLEAR)

"""A spec → the tones of its board and of its cells: those of the materials of which the board is made."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from fabgen.core.problems import FabgenError
from fabgen.materials.key import MaterialKey
from fabgen.materials.material import load_material
from fabgen.spec.load import Spec

UNKNOWN = "clear"  # of a material that cannot be read, which the check reports


@dataclass(frozen=True)
class BoardTones:
    """The tone of a board, and those of its light and dark cells, which are the same unless the cells are spaces of
    their own, inlaid into the board."""

    board: str
    light: str
    dark: str


def find_board_tones(spec: Spec) -> BoardTones:
    """The tones of the board of a game."""
    return spec.compute_once("board tones", lambda: _read_tones(spec))


def _read_tones(spec: Spec) -> BoardTones:
    settings, folder = spec.game.board, spec.folder
    board = material_tone(settings.material, folder)
    if settings.build != "inlay" or not settings.spaces:
        return BoardTones(board, board, board)
    # Of two materials the first is that of dark cells.
    dark, light = (material_tone(settings.spaces[at], folder) for at in (0, -1))
    return BoardTones(board, light, dark)


def material_tone(key: str, folder: Path) -> str:
    """The tone of a material: its colour, else the colour of its kind."""
    colour = MaterialKey.parse(key).colour
    if colour:
        return colour
    try:
        return load_material(key, folder).tone
    except FabgenError:
        return UNKNOWN

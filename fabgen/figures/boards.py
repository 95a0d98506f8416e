"""A spec and the fits of its materials → the parts of its board. BUILDS has one entry for each way to build a board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fabgen.artwork.part import Fit, Part
from fabgen.figures.inlay import inlay_parts
from fabgen.figures.lightboard import light_parts
from fabgen.figures.split import sheet_board_parts
from fabgen.spec.load import Spec

FitOf = Callable[[str], Fit]  # key of a material → its thickness, clearance and the rooms of its sheets
GROUPS = ("board", "spaces", "light case")  # the groups that the parts of a board belong to


def board_parts(spec: Spec, fit_of: FitOf) -> list[Part]:
    """The parts of the board. Where the board is marked from behind, its parts are mirrored."""
    parts = BUILDS[spec.game.board.build](spec, fit_of)
    behind = spec.game.board.side == "back"
    return [replace(part, mirrored=behind and part.group == "board") for part in parts]


def _sheet_parts(spec: Spec, fit_of: FitOf) -> list[Part]:
    return sheet_board_parts(spec.game, spec.lattice, fit_of(spec.game.board.material), spec.map_spaces)


BUILDS: dict[str, Callable[[Spec, FitOf], list[Part]]] = {
    "sheet": _sheet_parts, "inlay": inlay_parts, "lights": light_parts,
}

"""A spec and the fits of its materials → the parts of its board, as the spec has it built: one entry a way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from fabgen.artwork.part import Fit, Part
from fabgen.figures.inlay import inlay_parts
from fabgen.figures.lightboard import light_parts
from fabgen.figures.split import board_parts
from fabgen.spec.load import Spec

FitOf = Callable[[str], Fit]
GROUPS = ("board", "spaces", "light case")  # of a board's parts


def boards(spec: Spec, fit_of: FitOf) -> list[Part]:
    """The parts of the board; what is marked from behind is mirrored, all of it."""
    made, behind = BUILDS[spec.game.board.build](spec, fit_of), spec.game.board.side == "back"
    return [replace(part, mirrored=behind and part.group == "board") for part in made]


def _sheet(spec: Spec, fit_of: FitOf) -> list[Part]:
    return board_parts(spec.game, spec.lattice, fit_of(spec.game.board.material), spec.drawn)


BUILDS: dict[str, Callable[[Spec, FitOf], list[Part]]] = {"sheet": _sheet, "inlay": inlay_parts, "lights": light_parts}

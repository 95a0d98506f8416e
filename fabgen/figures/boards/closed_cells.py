"""The cells that the rules have closed for now → what marks them in figures."""

from __future__ import annotations

from collections.abc import Collection

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.figures.boards.board import draw_zone, zone_pattern
from fabgen.figures.boards.surface import Surface
from fabgen.figures.boards.zone_patterns import PATTERNS
from fabgen.rules.boards import Cell, parse_cells
from fabgen.spec.game import Game


def draw_closed_cells(game: Game, surface: Surface, cells: Collection[Cell]) -> Drawing:
    """Cells of zones that are closed, to be laid over the zones: each in a pale tint with the frame of its zone, as on
    a board without inlaid spaces, behind dark stripes. Empty for cells of no zone."""
    drawings, middles, side = list[Drawing](), surface.spaces.middles, surface.spaces.cell_size
    for name, zone in game.board.zones.items():
        if closed := [cell for cell in parse_cells(zone.cells, surface.lattice) if cell in cells]:
            pale = zone.model_copy(update={"cells": " ".join(closed), "pattern": zone_pattern(game, name)})
            board = game.board.model_copy(update={"build": "sheet", "zones": {name: pale}})
            drawings.append(draw_zone(game.model_copy(update={"board": board}), surface, name))
            stripes = [path for cell in closed for path in PATTERNS["stripes"](middles[cell], side)]
            drawings.append(draw(Role.GRID, *stripes))
    return combine_drawings(drawings).in_group("closed")


__all__ = ["draw_closed_cells"]

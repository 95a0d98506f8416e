"""A board of lights and the fits of its materials → its layers: the etched top, a crate of slotted strips that keeps
the light of each cell from the next, a layer with holes for lamps, and the walls of the case around them.

The case is LIP mm inside of the top's edge. Its bottom is the lamp layer; the crate stands on it and carries the top;
the lamps are glued under it and shine through its holes. There is one lamp in the middle of each cell, or they are
spaced like those of a strip whose pitch the spec gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, Point, circle
from fabgen.figures.boards.board import board_size
from fabgen.figures.boards.board_split import (
    BoardSeams,
    BoardSection,
    BoardTiling,
    board_tiles,
    key_parts,
    sheet_board_parts,
    split_board,
)
from fabgen.figures.diagrams.margin_key import find_margin_key
from fabgen.figures.joints.joints import PLAIN, Casing, PanelSide, fingers, lap_depth, notches, panel
from fabgen.figures.joints.panel_split import split_part
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

LIP = 2.0  # mm: how far the top projects over the case
CRATE_PLAY = 0.5  # mm between the ends of the crate's strips and the case
END_MARGIN = 1.5  # thicknesses of material beside a slit at a strip's end, at least
FOOT, FEET = 18.0, 8  # mm across, number; two on top of each other at each corner leave room for the lamps
LAMP_MARGIN = 1.0  # mm between a lamp's hole and a strip


@dataclass(frozen=True)
class Crate:
    """The strips between the cells: their x or y positions on the board, and the spans in x and y of those that run
    along that axis, mm."""

    strip_xs: tuple[float, ...]  # x of the strips that run along y
    strip_ys: tuple[float, ...]  # y of the strips that run along x
    x_span: tuple[float, float]
    y_span: tuple[float, float]


def crate(game: Game, fit: Fit) -> Crate:
    """Strips on all borders between cells, and around the grid where the board's border has room for their ends."""
    (width, height), (files, ranks) = board_size(game), game.grid
    border, side = game.board.border, game.board.cell
    inside = LIP + fit.thickness + CRATE_PLAY
    has_ring = border - inside - fit.slot / 2 >= END_MARGIN * fit.thickness
    first = 0 if has_ring else 1
    xs, ys = (tuple(border + side * i for i in range(first, n + 1 - first)) for n in (files, ranks))
    return Crate(xs, ys, (inside, width - inside), (inside, height - inside))


def light_case(game: Game, fit: Fit, cut: BoardTiling) -> Casing:
    """The box without a lid: the lamp layer and the walls."""
    width, height = board_size(game)
    parts = board_tiles(game, cut, LIP)
    seams_x = tuple(tile.box[2] - LIP for tile in parts if tile.row == 0)[:-1]
    seams_y = tuple(tile.box[3] - LIP for tile in parts if tile.column == 0)[:-1]
    return Casing(width - 2 * LIP, height - 2 * LIP, fit.thickness + game.board.lights.depth, fit, seams_x, seams_y)


def light_parts(spec: Spec, fit_of: Callable[[str], Fit]) -> list[Part]:
    """Top, lamp layer, walls, feet and strips; each split where it exceeds its sheet."""
    game = spec.game
    material = game.board.lights.material
    fit = fit_of(material)
    cut = split_board(game, fit) or BoardTiling((game.grid[0],), (game.grid[1],))
    box = light_case(game, fit, cut)
    top = sheet_board_parts(game, spec.lattice, fit_of(game.board.material), key=find_margin_key(spec))
    layers = [*top, *lamp_layer(game, fit, cut)]
    walls = [("case front", box.front()), ("case side", box.side())]
    upright = [Part(name, draw(Role.EDGE, path), 2, material, "light case") for name, path in walls]
    foot = Part("case foot", draw(Role.EDGE, circle((0, 0), FOOT / 2)), FEET, material, "light case")
    return [*layers, *(part for wall in upright for part in split_part(wall, fit)), foot,
            *(part for strip in crate_strips(game, fit) for part in split_part(strip, fit))]


def lamp_layer(game: Game, fit: Fit, cut: BoardTiling) -> list[Part]:
    """The bottom of the case, with a hole for each lamp."""
    material, seams = game.board.lights.material, BoardSeams(game, cut, fit.clearance)
    holes = [circle(p, game.board.lights.hole / 2) for p in lamp_places(game, fit)]
    parts = []
    for tile in board_tiles(game, cut, LIP):
        name = "lamp layer" + ("" if cut.count == 1 else f" {tile.name}")
        tile_holes = [hole for hole in holes if _has_hole(tile, hole)]
        drawing = draw(Role.EDGE, _floor_outline(seams, tile, fit)) + draw(Role.HOLE, *tile_holes)
        parts.append(Part(name, drawing, 1, material, "light case", may_cross_grain=cut.count == 1))
    return [*parts, *key_parts("lamp layer", seams, material)]


def _has_hole(tile: BoardSection, hole: Path) -> bool:
    """True when the middle of a hole lies on a part."""
    x0, y0, x1, y1 = hole.bounds()
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    return tile.box[0] < x < tile.box[2] and tile.box[1] < y < tile.box[3]


def _floor_outline(seams: BoardSeams, tile: BoardSection, fit: Fit) -> Path:
    """A part of the bottom: joined by fingers to the walls of the case, by seams to other parts."""
    last = (len(seams.tiling.files) - 1, len(seams.tiling.ranks) - 1)
    width, depth = tile.box[2] - tile.box[0], tile.box[3] - tile.box[1]
    west, east = tile.column == 0, tile.column == last[0]
    south, north = tile.row == 0, tile.row == last[1]
    horizontal = (fit.thickness * west, width - fit.thickness * east)
    vertical = (fit.thickness * south, depth - fit.thickness * north)

    def joint(low: float, high: float, length: float, *, backward: bool) -> PanelSide:
        """The fingers of one side, whose span is mirrored where the side runs backward."""
        return fingers([(length - high, length - low) if backward else (low, high)], fit, out=False)

    outer = [joint(*horizontal, width, backward=False), joint(*vertical, depth, backward=False),
             joint(*horizontal, width, backward=True), joint(*vertical, depth, backward=True)]
    return panel(tile.box, seams.sides(tile, outer))


def crate_strips(game: Game, fit: Fit) -> list[Part]:
    """The strips of the crate: those along the ranks are slit from above, those along the files from below."""
    grid, high, material = crate(game, fit), game.board.lights.depth, game.board.lights.material
    parts = []
    for name, count, places, (start, end), below in (
        ("strip along ranks", len(grid.strip_ys), grid.strip_xs, grid.x_span, False),
        ("strip along files", len(grid.strip_xs), grid.strip_ys, grid.y_span, True),
    ):
        spots = [u - start for u in places]
        slit = notches(spots if below else [end - start - u for u in reversed(spots)], lap_depth(high, fit), fit)
        sides = [slit, PLAIN, PLAIN, PLAIN] if below else [PLAIN, PLAIN, slit, PLAIN]
        path = panel((0, 0, end - start, high), sides)
        if count:
            parts.append(Part(name, draw(Role.EDGE, path), count, material, "light case"))
    return parts


def lamp_places(game: Game, fit: Fit) -> list[Point]:
    """The places of the lamps on the board's drawing, rank by rank."""
    (files, ranks), border, side = game.grid, game.board.border, game.board.cell
    across = lamp_row(files, side, fit.thickness, game.board.lights.hole, game.board.lights.led_pitch)
    return [(border + x, border + (j + 0.5) * side) for j in range(ranks) for x in across]


def lamp_row(cells: int, side: float, thickness: float, hole: float, pitch: float | None) -> list[float]:
    """The lamps of a row of cells, in mm from the grid's edge: in the middles of the cells, or with a pitch those of a
    strip that are clear of the crate. The strip is centred, with a lamp in the middle of the row or half a pitch beside
    it, whichever brings the lamps nearer to the middles of the cells."""
    middles = [(i + 0.5) * side for i in range(cells)]
    if pitch is None:
        return middles
    length, clear = cells * side, thickness / 2 + hole / 2 + LAMP_MARGIN

    def strip_lamps(start: float) -> list[float]:
        """The lamps of a strip that are clear of the crate, for a first lamp `start` mm beside the middle of the
        row."""
        first = length / 2 + start
        spots = [first + k * pitch for k in range(-int(length / pitch) - 1, int(length / pitch) + 2)]
        return sorted(x for x in spots if clear <= x % side <= side - clear and 0 < x < length)

    def worst_distance(spots: list[float]) -> float:
        """The largest distance in mm from the middle of a cell to its nearest lamp."""
        return max(min((abs(x - middle) for x in spots), default=length) for middle in middles)

    return min((strip_lamps(0.0), strip_lamps(pitch / 2)), key=lambda spots: round(worst_distance(spots), 6))


class LampFault(NamedTuple):
    """Why a cell cannot be lit: the key of `board.lights` that is to blame, and what is wrong."""

    key: str
    what: str


def find_lamp_fault(game: Game, fit: Fit) -> LampFault | None:
    """What is wrong with the lamps of a board of lights, if anything."""
    lights, cell = game.board.lights, game.board.cell
    if lights.hole > clear_width(cell, fit):
        return LampFault(
            "hole", f"a hole of {lights.hole:g} mm has no room between the strips of a cell of {cell:g} mm"
        )
    if dark := count_dark_cells(game, fit):
        what = f"{dark} of the {game.grid[0]} cells of a rank have no lamp at a pitch of {lights.led_pitch:g} mm"
        return LampFault("led_pitch", what)
    return None


def clear_width(cell: float, fit: Fit) -> float:
    """The width in mm, in hundredths, that a hole may take between the strips of a cell."""
    return round(cell - fit.thickness - 2 * LAMP_MARGIN, 2)


def count_dark_cells(game: Game, fit: Fit) -> int:
    """The number of cells of a rank that have no lamp."""
    side, lights = game.board.cell, game.board.lights
    row = lamp_row(game.grid[0], side, fit.thickness, lights.hole, lights.led_pitch)
    return game.grid[0] - len({int(x / side) for x in row})

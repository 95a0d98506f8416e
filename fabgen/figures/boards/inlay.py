"""A board and the fits of its materials → an inlaid board: a base, a frame on it, and a separate space for each cell.

The gap between spaces, and between them and the frame, is the largest clearance of their materials, and at least
LEAST_GAP: in a row of tighter spaces the errors would add up. Parts are drawn at nominal size; what the kerf takes from
frame and spaces is added when sheets are made, for each material separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, Point, rectangle, rounded_polygon
from fabgen.figures.boards.board import board_size, corner_radius, draw_frame, is_dark, zone_pattern
from fabgen.figures.boards.board_split import (
    BoardSeams,
    BoardSection,
    board_tiles,
    draw_etched_border,
    drawing_within,
    key_parts,
    split_board,
    tile_outline,
)
from fabgen.figures.boards.grounds import CLEAR, TINT_LINES, dark_areas, dense_lines, hatch_lines, heavy_lines
from fabgen.figures.boards.zone_patterns import PATTERNS, SOLIDS
from fabgen.figures.diagrams.margin_key import find_margin_key
from fabgen.rules.boards import Cell, parse_cells
from fabgen.spec.board import TINT
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LEAST_GAP = 0.1  # mm between two spaces
SPACE_CORNER = 0.5  # mm: radius of a space's corners, and of the frame's inner ones: sharper ones crack
FEWER = 1.5  # how much further apart the heavy lines of patterns are than thin ones
LEAST_FRAME = 8.0  # mm: a narrower frame breaks


@dataclass(frozen=True)
class InlaySpace:
    """The part that fills a cell: its name, its material, and the patterns etched on it. `is_dark`: it is etched as a
    dark cell, because light ones are of the same material."""

    name: str
    material: str
    patterns: tuple[str, ...] = ()
    is_dark: bool = False


def inlay_spaces(spec: Spec) -> dict[Cell, InlaySpace]:
    """The part that fills each cell. It has the material of the cell's first zone that has one, else of the board's
    dark and light spaces, else of the board; and the patterns of all zones of the cell."""
    game = spec.game
    zones = {name: {*parse_cells(zone.cells, spec.lattice)} for name, zone in game.board.zones.items()}
    spaces_by_cell = {}
    for cell in spec.lattice.cells:
        cell_zones = [name for name, cells in zones.items() if cell in cells]
        spaces_by_cell[cell] = _cell_space(game, cell_zones, is_dark(spec.lattice, cell))
    return spaces_by_cell


def _cell_space(game: Game, zones: list[str], dark: bool) -> InlaySpace:
    """How a cell of an inlaid board that lies in some zones is made: the first zone with a material of its own decides
    that, and zones with patterns what is etched."""
    board = game.board
    patterned = [name for name in zones if zone_pattern(game, name) != "none"]
    tinted = [name for name in zones if board.zones[name].pattern == TINT][:1]
    patterns = (*(TINT for _ in tinted), *(zone_pattern(game, name) for name in patterned))
    owner = next((name for name in zones if board.zones[name].material), None)
    plain = board.spaces or (board.material,)
    shade = ("dark" if dark else "light") if len(plain) == 2 or board.chequered else "plain"
    material = (owner and board.zones[owner].material) or plain[0 if dark else -1]
    names = list(dict.fromkeys([*([owner] if owner else []), *tinted, *patterned]))
    is_dark_etched = board.chequered and dark and not owner and plain[0] == plain[-1]
    return InlaySpace(" and ".join(names if owner else [*names, f"{shade} cell"]), material, patterns, is_dark_etched)


def inlay_gap(spec: Spec, fit_of: Callable[[str], Fit]) -> float:
    """The gap between two spaces, and between a space and the frame, in mm."""
    materials = dict.fromkeys([spec.game.board.material, *(space.material for space in inlay_spaces(spec).values())])
    return max(LEAST_GAP, *(fit_of(key).clearance for key in materials))


def inlay_parts(spec: Spec, fit_of: Callable[[str], Fit]) -> list[Part]:
    """Frame, base and spaces. Frame and base are split where they exceed their sheet: the base by knobs or keys, the
    frame along straight lines, as it is glued on the base."""
    game = spec.game
    material, fit = game.board.material, fit_of(game.board.material)
    between = inlay_gap(spec, fit_of)
    cut = split_board(game, fit) or split_board(game, Fit(fit.thickness, fit.clearance))
    assert cut
    seams, whole = BoardSeams(game, cut, fit.clearance), cut.count == 1
    # The role of the border's own line: what has that of the grid are the necks of knobs, which a frame has not.
    marks = draw_frame(game, Role.ZONE) + draw_etched_border(game, cut, find_margin_key(spec))
    parts = []
    for tile in board_tiles(game, cut):
        name = "" if whole else f" {tile.name}"
        parts += [
            Part(f"board frame{name}{number}", drawing, 1, material, "board", by_thickness=False, may_cross_grain=whole)
            for number, drawing in _frame_parts(game, seams, tile, marks, between)
        ]
        base = draw(Role.EDGE, tile_outline(seams, tile))
        parts.append(Part(f"board base{name}", base, 1, material, "board", by_thickness=False, may_cross_grain=whole))
    return [*parts, *key_parts("board", seams, material), *_space_parts(spec, between)]


def _space_parts(spec: Spec, between: float) -> Iterator[Part]:
    """A part for each kind of space. It goes on the sheets of a player's pieces if they are of its material, else on
    those of the board, as the frame has room inside, unless the board is marked from behind."""
    board_spaces = list(inlay_spaces(spec).values())
    homes = {} if spec.game.board.side == "back" else {spec.game.board.material: "board"}
    homes |= {options.material: f"{name} pieces" for name, options in reversed(spec.game.players.items())}
    for space in dict.fromkeys(board_spaces):
        drawing = draw_space(space, spec.game.board.cell, between, is_filled=spec.game.board.style == "filled")
        home = homes.get(space.material, "spaces")
        yield Part(f"{space.name} space", drawing, board_spaces.count(space), space.material, home, by_thickness=False)


def draw_space(space: InlaySpace, cell: float, between: float, *, is_filled: bool = False) -> Drawing:
    """A space, its middle at the origin, smaller than its cell by the gap `between`. On one that is dark, patterns are
    left free of its lines, or of its fill."""
    side = cell - between
    outline = rectangle(-side / 2, -side / 2, side, side, SPACE_CORNER)
    if not space.is_dark:
        return draw(Role.EDGE, outline) + combine_drawings(
            draw(Role.ZONE, *_pattern_lines(name, outline, cell, side)) for name in space.patterns)
    lines = [(path, CLEAR) for name in space.patterns if name != TINT
             for path in PATTERNS[name]((0.0, 0.0), cell, FEWER)]
    dark = draw(Role.MARK, *dark_areas([outline], lines)) if is_filled else draw(
        Role.ZONE, *dense_lines([outline], cell, lines))
    return draw(Role.EDGE, outline) + dark


def _pattern_lines(name: str, outline: Path, cell: float, side: float) -> list[Path]:
    """The lines of a pattern on a space with an outline that is `side` mm wide; of a tint, a hatch."""
    if name == TINT:
        return hatch_lines([outline], cell, count=TINT_LINES)
    return SOLIDS[name]((0.0, 0.0), side) if name in SOLIDS else heavy_lines(PATTERNS[name]((0.0, 0.0), cell, FEWER))


def _frame_opening(game: Game, between: float) -> tuple[float, float, float, float]:
    """The box of the frame's inner edge on the board's drawing."""
    (width, height), near = board_size(game), game.board.border - between / 2
    return near, near, width - near, height - near


def _frame_parts(game: Game, seams: BoardSeams, tile: BoardSection, marks: Drawing, between: float
                 ) -> Iterator[tuple[str, Drawing]]:
    """The frame's parts that lie on a part of the base, each with a number where there are several."""
    import shapely

    hole = _frame_opening(game, between)
    if seams.tiling.count == 1:
        outside = rectangle(0, 0, *board_size(game), corner_radius(game))
        window = rectangle(hole[0], hole[1], hole[2] - hole[0], hole[3] - hole[1], SPACE_CORNER)
        yield "", draw(Role.EDGE, outside) + draw(Role.HOLE, window) + marks
        return
    frame = shapely.box(*tile.box).difference(shapely.box(*hole))
    bars = sorted((bar for bar in getattr(frame, "geoms", [frame]) if bar.area), key=lambda bar: bar.bounds)
    for number, bar in enumerate(bars, 1):
        bar_marks = drawing_within(marks, seams, replace(tile, box=bar.bounds)).without(Role.GRID)
        yield (f" {number}" if len(bars) > 1 else ""), draw(Role.EDGE, _bar_outline(game, bar, hole)) + bar_marks


def _bar_outline(game: Game, bar: BaseGeometry, hole: tuple[float, float, float, float]) -> Path:
    """The outline of a part of the frame, rounded at the corners of the board and of the opening."""
    width, height = board_size(game)

    def radius(p: Point) -> float:
        """The radius of a corner: that of the board, of the opening, or 0 for a joint between bars."""
        if p[0] in (0.0, width) and p[1] in (0.0, height):
            return corner_radius(game)
        return SPACE_CORNER if p[0] in (hole[0], hole[2]) and p[1] in (hole[1], hole[3]) else 0.0

    corners = list(bar.normalize().boundary.coords)[:-1]
    points = []
    for before, p, after in zip([corners[-1], *corners], corners, [*corners[1:], corners[0]], strict=False):
        if not (before[0] == p[0] == after[0] or before[1] == p[1] == after[1]):  # no point on a straight edge
            points.append(p)
    return rounded_polygon([(p, radius(p)) for p in points])

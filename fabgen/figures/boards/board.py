"""A board's spec, lattice and spaces → its drawing in mm, the lower left corner of the outside at the origin.

The board is the poster of the game: calm lines, quiet coordinates, zones distinguished by pattern, and each line drawn
once. Without `spaces` the board is one of squares or hexagons. Coordinates can be read from both seats; title and
credit are small, on one edge. Cells that are not squares carry their names themselves. Words that would need capitals
lower than LEAST_CAP are left out.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, TypeGuard

from fabgen.artwork.drawing import TINTS, Drawing, Item, Lettering, Role, Shape, combine_drawings, draw, draw_text
from fabgen.artwork.path import Path, Point, line, polygon, rectangle, rotation, scale_matrix, translation
from fabgen.artwork.regions import boundary_paths, even_odd_area, index_curves, path_polygon, restore_curves
from fabgen.artwork.svg_artwork import FLAT, SvgArtwork
from fabgen.artwork.text import ASCENT, DESCENT, missing_characters, text_bounds, text_width, write_capitals
from fabgen.artwork.themes import load_theme, shows_frost, tone_colour, tone_lightness
from fabgen.core.english import join_words
from fabgen.figures.boards.board_tones import BoardTones
from fabgen.figures.boards.border_key import LEAST_EXTRA_CAP, KeyMark, KeyRow, draw_border_keys
from fabgen.figures.boards.border_ornament import RULES, SHORTEST, Span, draw_ornament, find_line_start
from fabgen.figures.boards.edge_track import draw_edge_track
from fabgen.figures.boards.grounds import (
    BURNT_LINES,
    CLEAR,
    CLEAR_OF_BAND,
    CLEAR_OF_SOLID,
    FROST_SHIFTS,
    HATCH_LINES,
    HATCHES,
    HEAVY,
    PITCH,
    TINT_LINES,
    WOOD_SHIFTS,
    broad_areas,
    dark_areas,
    dense_lines,
    hatch_cell,
    hatch_lines,
    heavy_lines,
)
from fabgen.figures.boards.grounds import INSET as DARK_MARGINS
from fabgen.figures.boards.map_names import NameSpot, name_box
from fabgen.figures.boards.printed_frame import (
    BorderPlan,
    draw_printed_frame,
    find_band_edge,
    has_printed_frame,
    plan_printed_border,
)
from fabgen.figures.boards.surface import LEGEND_LEADING, Surface, board_caps, draw_name_spots, surface_of
from fabgen.figures.boards.turned_names import is_ambiguous
from fabgen.figures.boards.zone_outlines import (
    DARK_INSET,
    FRAMES_BAND,
    FRAMES_INSET,
    INSET,
    JOIN,
    OPEN_FRAMES,
    OUTLINES,
)
from fabgen.figures.boards.zone_patterns import AREA_ORDER, LINES, PATTERN_ORDER, SOLIDS
from fabgen.materials.key import MaterialKey
from fabgen.rules.boards import Board, Cell, TextError, file_name, parse_cells
from fabgen.spec.board import TINT
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.game import Game, capitalize_first
from fabgen.spec.map_picture import region_paths
from fabgen.spec.spaces import PaintedShape, Spaces

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


EXACT = 1e-6  # mm: to which corners of a tint are rounded, so that its level and upright edges are just that
TINT_EDGE = (-1.05, -0.75, -0.45, -0.15)  # mm from the border of a tint: the lines of its edge, within it
TINT_INLAY = 2.4  # mm from that border to the lines of the tint: between them a light line stays free, as in marquetry
FAINT_LINE, BURNT_LINE = 0.28, 0.28  # mm: how wide the hairlines of faint art are, and lines that are scored in wood
SAME_SIGN = 0.05  # of the area of a sign of the art: by which another one may differ that is the same
SIGN_IN_FIGURES = 1.25  # of its true size: a sign of the art that lies in one cell
RING_INSET = 0.07  # of the cell: from its border to the frame of a zone of full colour or without a tint, in figures
# On inlaid spaces, of the cell: from the border to the bands of a frame, and how wide each is.
BOLD_FRAMES = {"frame": ((0.03, 0.04),), "frames": ((0.03, 0.04),), "double": ((0.03, 0.016), (0.075, 0.016))}
FIGURE_FRAME = 0.05  # ... in figures, where pieces are smaller and lines are broader beside the cells
RING, RING_PITCH = 0.034, 0.24  # of the cell: how wide that frame is; mm between the lines that make it bold
OPEN_LIGHTNESS = 80.0  # L*: pieces that are lighter are white or nearly so, and frames of theirs open, not solid
SHADE_BAND = 0.04  # of the cell: how wide a band on dark squares alone is, which is left free of their lines
CLOSEST = 0.55  # mm between the lines along the sides of a dark square, at least: nearer ones look solid
FRAME_EDGE, FRAME_EDGES = 0.28, 2  # mm between the lines that edge such a band; how many do on either side
WITHIN_RIM = 0.76  # of the cell: what a tint of a zone leaves of a cell of a chequered board
LIGHT_TONE = "white"  # the tone of its light cells there
CLEAR_TONE = "clear"  # of acrylic, on which frost is light
DARK = "black"  # the tone whose tint dark cells have: white pieces and black ones stand out on it
ENGRAVED_MARGIN = 2.0  # mm between engraved layers of a map and the edge
EDGE_CLEARANCE = 0.6  # mm between art and the edge of a part


def draw_art(game: Game, size: Point) -> Drawing:
    """The art on a board of a size in mm; nothing if the board has none."""
    return _draw_artwork(_fit_art(game, size), Role.MARK)


def art_on_cells(game: Game, size: Point, side: float, *, faint: bool = False) -> Drawing:
    """The art of a board of a size in mm, scaled to cells of `side` mm, the cells' lower left corner at the origin.
    With `faint` its areas are a tint and its lines a pale grey, for figures in which pieces and marks lie over it;
    signs that lie in one cell are darker and a little larger, so that they are read."""
    border, scale = game.rim, scale_matrix(side / game.board.cell)
    art = _fit_art(game, size).transformed(translation(-border, -border)).transformed(scale)
    return (_draw_faint_artwork(art, side) if faint else _draw_artwork(art, Role.MARK)).in_group("art")


def draw_art_sign(game: Game, cell_place: tuple[int, int], size: float, least_stroke: float) -> Drawing:
    """What the art has in the square of a place (file and rank from 0), as one area around the origin, `size` mm wide
    or high and with strokes at least `least_stroke` mm broad; nothing where the art has nothing there alone."""
    import shapely

    side, board = game.board.cell, board_size(game)
    art = _fit_art(game, board).transformed(translation(-game.rim, -game.rim))
    areas, lines = ([path for path in paths if _cell_around(path, side) == cell_place]
                    for paths in (art.areas, art.lines))
    if not (areas or lines):
        return Drawing()
    strokes = [shapely.LineString(path.trace(FLAT)).buffer(BURNT_LINE / 2) for path in lines]
    ink = even_odd_area([path_polygon(path, FLAT) for path in areas]).union(shapely.union_all(strokes))
    x0, y0, x1, y1 = ink.bounds
    scale = (size - least_stroke / 2) / max(x1 - x0, y1 - y0)
    small = shapely.transform(ink, lambda points: (points - ((x0 + x1) / 2, (y0 + y1) / 2)) * scale)
    return draw(Role.MOVE, *boundary_paths(small.buffer(least_stroke / 4)))


def find_same_sign(game: Game, cell_place: tuple[int, int], others: Iterable[tuple[int, int]]
                   ) -> tuple[int, int] | None:
    """The first of other places where the art of a board has the same sign as in one; None where there is none."""
    sign = _sign_area(game, cell_place)
    return next((place for place in others
                 if sign.symmetric_difference(_sign_area(game, place)).area < SAME_SIGN * sign.area), None)


def _sign_area(game: Game, cell_place: tuple[int, int]) -> BaseGeometry:
    """What the art has in a square of a place, a few mm large and around the origin."""
    shapes = [item for item in draw_art_sign(game, cell_place, 5.0, BURNT_LINE).items if isinstance(item, Shape)]
    return even_odd_area([path_polygon(path, FLAT) for shape in shapes for path in shape.paths])


def has_art_areas(game: Game) -> bool:
    """Whether the art of a board has areas, and not lines alone."""
    return isinstance(game.board.art, DrawingPath) and bool(game.board.art.art.areas)


def art_within(game: Game, size: Point, part: Path) -> Drawing:
    """The share of the art that lies on a part of the board, clear of the part's edge."""
    art = _fit_art(game, size)
    window = path_polygon(part, FLAT).buffer(-EDGE_CLEARANCE)
    ink = even_odd_area([path_polygon(path, FLAT) for path in art.areas])
    areas = restore_curves(ink.intersection(window), index_curves(art.areas, FLAT), 0.1, FLAT / 2) if art.areas else ()
    lines = [piece for path in art.lines for piece in _line_within(path, window)]
    return _draw_artwork(SvgArtwork(tuple(areas), tuple(lines)), Role.MARK)


def _line_within(path: Path, window: BaseGeometry) -> Iterator[Path]:
    """What of a line lies in a window; the line itself where all of it does."""
    import shapely

    whole = shapely.LineString(path.trace(FLAT))
    if window.contains(whole):
        yield path
        return
    rest = whole.intersection(window)
    yield from (line(*piece.coords) for piece in getattr(rest, "geoms", [rest]) if piece.length > FLAT)


def _draw_artwork(art: SvgArtwork, role: Role) -> Drawing:
    """The areas of some art in a role, and its hairlines as the lines of a zone."""
    drawings = [draw(what, *paths) for what, paths in ((role, art.areas), (Role.ZONE, art.lines)) if paths]
    return combine_drawings(drawings)


def _draw_faint_artwork(art: SvgArtwork, side: float) -> Drawing:
    """The areas of some art as a tint, and its hairlines as broad as those of a zone, in a pale grey. Signs that lie in
    one cell of `side` mm are larger and darker."""
    import shapely

    areas, lines = ([path for path in paths if _cell_around(path, side) is None] for paths in (art.areas, art.lines))
    signs, strokes = ([_enlarge_sign(path, cell, side) for path in paths if (cell := _cell_around(path, side))]
                      for paths in (art.areas, art.lines))
    drawing = draw(Role.SHADE, *areas) if areas else Drawing()
    if signs:
        drawing += draw(Role.DEEP_SHADE, *signs, tone=DARK)
    for drawn, role in ((lines, Role.DARK_SHADE), (strokes, Role.DEEP_SHADE)):
        if drawn:
            bands = [shapely.LineString(path.trace(FLAT)).buffer(FAINT_LINE / 2) for path in drawn]
            drawing += draw(role, *boundary_paths(shapely.union_all(bands)), tone=DARK)
    return drawing


def _cell_around(path: Path, side: float) -> tuple[int, int] | None:
    """The place of the square cell in which a path lies; None where it lies in several."""
    x0, y0, x1, y1 = path.bounds()
    low, high = ((math.floor(x / side), math.floor(y / side)) for x, y in ((x0, y0), (x1, y1)))
    return low if low == high else None


def _enlarge_sign(path: Path, cell: tuple[int, int], side: float) -> Path:
    """A path of a sign in a cell, larger about the middle of the cell."""
    x, y = ((place + 0.5) * side for place in cell)
    larger = path.transformed(translation(-x, -y)).transformed(scale_matrix(SIGN_IN_FIGURES))
    return larger.transformed(translation(x, y))


def _fit_art(game: Game, size: Point) -> SvgArtwork:
    """The art of a board, the board's lower left corner at the origin; without paths if the board has none."""
    art, border = game.board.art, game.rim
    if not isinstance(art, DrawingPath):
        return SvgArtwork(())
    (width, height), (cells_width, cells_height) = art.art.page, (side - 2 * border for side in size)
    factor = min(cells_width / width, cells_height / height)
    shift = translation(size[0] / 2 - factor * width / 2, size[1] / 2 - factor * height / 2)
    return art.art.transformed(scale_matrix(factor)).transformed(shift)


def art_overhang(game: Game, size: Point) -> float:
    """How far in mm the art reaches beyond the cells; 0 if it does not."""
    border, art = game.rim, _fit_art(game, size)
    boxes = [path.bounds() for path in (*art.areas, *art.lines)]
    reach = [max(border - x0, border - y0, x1 - size[0] + border, y1 - size[1] + border) for x0, y0, x1, y1 in boxes]
    return max(0.0, *reach) if reach else 0.0


FRAME = 0.35, 0.7, 1.05, 1.4  # mm from the cells to the lines around them, one broad line with the border of the cells
GRID_PASS = 0.35  # mm from a line of the grid to those beside it
CORNER = 6.0  # mm: greatest radius of the outer corners
BEYOND = 3.0  # mm of ground outside of the edge of a board that is cut by hand
VOID_INSET = 0.15  # of the way across a hole: where the strokes through it begin
SEAM_WINDOW = 24.0  # mm: a map on paper may be parted once in each window of this length
SEAM_TRIES = 12  # positions that are tried in each window
LEAST_BORDER = 10.0  # mm: what coordinates, title and credit need
COORDINATE_CAPS = 2.6, 6.0  # mm: the least and the largest capitals of coordinates
COORDINATE_SHARE, BANDED_SHARE = 0.15, 0.18  # of the border: capitals of coordinates; of one with a band for the title
COORDINATE_GAP = 2.3  # mm: from the cells to coordinates, at least
TITLE_SHARE, TITLE_CAPS = 0.31, (3.0, 8.0)  # of the border: capitals of the title; the least and the largest in mm
CREDIT_SHARE = 0.52  # of the capitals of the title: those of the designer
# Shares of what a border leaves: from the lines around the cells to the coordinates, to the title, to the edge.
CREDIT_GAPS = 3, 5, 10
MOST_GAP = 4.5  # mm from the cells to the coordinates
LEAST_CAP = 1.8  # mm: words with smaller capitals are not set
LEGEND_MARGIN, LEGEND_GAP = 2.5, 4.0  # mm: from the far edge to names beside their numbers; between two of these names
WORDS_GAP = 0.5  # mm between coordinates and title
LEAST_BANDED = 16.0  # mm: the least border whose words have a band of their own
# mm that stay clear on a board as it is cut: along its edge, where a thick sheet hides what is engraved on its back;
# between the line around the cells and the coordinates. Of their capitals: what stays clear between them and the title.
EDGE_CLEAR, BAND_CLEAR, TITLE_CLEAR = 2.0, 1.6, 1.15
TITLE_TRACKING, DESIGNER_TRACKING = 0.14, 0.06  # capitals between two letters: of a title in capitals
TITLE_SHARES = 1.0, 0.93, 0.86, 0.8  # of the largest capitals of a title: those that leave room for a key
TITLE_GAP = 2.5  # mm between title or designer and the line in which they are set
LEAST_RULE = 5.0  # mm: the shortest stretch between the title and a key of marks, besides the gaps
KEY_END = 2 * TITLE_GAP + LEAST_RULE  # mm: from that key to the title, at least
SEAM_GAP = 2.0  # mm between words and a seam
EDGE_GAP = 0.8  # mm between words in two lines and the edge
UNDERLINE, UNDERLINE_GAP = 0.3, 0.5  # mm: thickness of the line under a name, and the gap between them

Size = tuple[float, float]
Look = tuple[Role, str]  # how an area is painted: its role and its tone


def square_centre(lattice: Board, cell: Cell, side: float) -> Point:
    """The middle of a square cell in mm, with the lower left corner of the grid at the origin."""
    x, y = lattice.place(cell)
    return (x + 0.5) * side, (y + 0.5) * side


def board_size(game: Game, spaces: Spaces | None = None) -> tuple[float, float]:
    """Width and height of the board's outside in mm."""
    border = game.rim
    if spaces and not game.board.grid:
        width, height = spaces.scaled(game.board.cell).size
        return width + 2 * border, height + 2 * border
    files, ranks = game.grid
    return files * game.board.cell + 2 * border, ranks * game.board.cell + 2 * border


def corner_radius(game: Game) -> float:
    """Radius of the board's outer corners in mm."""
    return min(CORNER, game.rim)


def seam_positions(
    game: Game, spaces: Spaces | None = None, board: Drawing | None = None
) -> tuple[list[float], list[float]]:
    """The x and the y positions in mm at which a board may be parted on paper.

    Squares are parted on their borders, hexagons midway between their middles, a map where a seam cuts the fewest words
    of its drawing, `board`.
    """
    side, border = game.board.cell, game.rim
    if spaces and game.board.map:
        width, height = spaces.scaled(side).size
        boxes = [item.bounds() for item in (board or Drawing()).items if isinstance(item, Lettering)]
        xs, ys = (_clear_seams(border, border + size, [(box[axis], box[axis + 2]) for box in boxes])
                  for axis, size in enumerate((width, height)))
        return xs, ys
    if spaces and not game.board.grid:
        middles = spaces.scaled(side).middles.values()
        xs, ys = ([border + (a + b) / 2 for a, b in pairwise(sorted({round(p[axis], 6) for p in middles}))]
                  for axis in (0, 1))
        return xs, ys
    files, ranks = game.grid
    return [border + side * i for i in range(1, files)], [border + side * j for j in range(1, ranks)]


def _clear_seams(low: float, high: float, word_spans: Sequence[tuple[float, float]]) -> list[float]:
    """The positions from `low` to `high`, in mm, where a map on paper may be parted: in each SEAM_WINDOW the last one
    that cuts the fewest words. `word_spans`: where each word begins and ends."""
    steps = [low + n * SEAM_WINDOW / SEAM_TRIES for n in range(1, math.ceil((high - low) * SEAM_TRIES / SEAM_WINDOW))]
    cut_words = {at: sum(first < at < last for first, last in word_spans) for at in steps}
    windows = [steps[n : n + SEAM_TRIES] for n in range(0, len(steps), SEAM_TRIES)]
    return [min(window, key=lambda at: (cut_words[at], -at)) for window in windows]


def draw_board(game: Game, lattice: Board, spaces: Spaces | None = None, *, etched: bool = False,
               has_words: bool = True, tones: BoardTones | None = None, key: Sequence[KeyMark] = ()) -> Drawing:
    """The whole board at true size; `etched`: as a laser makes it, in the style of the board, without `has_words`
    without what `draw_engraved_border` has, which may have a `key`. With `tones` it has the colours of its materials,
    where the designer has painted none."""
    surface = surface_of(game, lattice, game.board.cell, spaces, board_caps(game))
    width, height = board_size(game, surface.spaces)
    border = game.rim
    outside = rectangle(0, 0, width, height, corner_radius(game))
    cells = draw_etched_surface(game, surface) if etched else draw_surface(game, surface, tones=tones)
    if not etched and (tinted := _tinted_cells(game, lattice)):  # on paper a tint is calm, within its edge
        area = [path for cell in tinted for path in surface.shade_paths(cell)]
        if tones:  # the colour shows where it ends
            cells = draw(Role.DARK_CELL, *area, tone=tones.board) + cells
        else:
            cells += draw(Role.ZONE, *_tint_edges(surface, tinted))
    named_spots, legend = _legend_in_border(game, surface)
    names = draw_name_spots(spot for spot in surface.name_spots.values() if not spot.legend or spot in named_spots)
    inside = (cells + names).moved(border, border)
    picture = draw_picture(surface.spaces, _picture_window(game, (width, height)) or outside, border)
    if picture.items:  # a tint without a colour of its own would hide those of the drawing
        inside = Drawing(tuple(item for item in inside.items if item.role is not Role.SHADE or item.tone))
    art = picture + _tone_lines(draw_art(game, (width, height)), tones)
    frame = draw_frame(game) if etched else Drawing()
    is_framed = tones is not None and not picture.items and has_printed_frame(game)
    if tones and picture.items and game.edge_track:
        art = draw(Role.LIGHT_CELL, outside, tone=tones.board) + art
    if tones and not picture.items:
        within = find_band_edge(game, (width, height)) if is_framed else outside
        ground = draw(Role.LIGHT_CELL, within, tone=tones.board)
        if tones.light != tones.board:
            ground += draw_ground(surface, tones.light).moved(border, border)
        art = ground + art
    plan = None
    if tones and is_framed:
        frame, plan = draw_printed_frame(game, outside, (width, height), tones), plan_printed_border(game.board.border)
    if etched:
        words = draw_engraved_border(game, (width, height), key=key) if has_words else Drawing()
    else:
        words = draw_border_words(game, (width, height), plan=plan)
    words += legend + draw_edge_track(game, (width, height))
    return draw(Role.EDGE, outside) + art + inside + frame + words


def _tone_lines(art: Drawing, tones: BoardTones | None) -> Drawing:
    """A board's art with its lines in the tone of the board, if that has one."""
    if tones is None:
        return art
    return Drawing(tuple(replace(item, tone=tones.board) if item.role is Role.ZONE and not item.tone else item
                         for item in art.items))


def _picture_window(game: Game, size: Size) -> Path | None:
    """Where the drawing of a map is printed on a board with a track around it: within the track. None without one."""
    width = game.rim - game.board.border
    return rectangle(width, width, size[0] - 2 * width, size[1] - 2 * width) if game.edge_track else None


def draw_ground_beyond(game: Game, spaces: Spaces, tones: BoardTones) -> Drawing:
    """What a board of `draw_board` has as its ground, the material or the printed layers of a map's drawing, up to
    BEYOND mm outside of its edge and with square corners: a board that is cut by hand along straight lines shows no
    white there. Its lower left corner lies below and to the left of the board's, which is at the origin."""
    width, height = board_size(game, spaces)
    outside = rectangle(-BEYOND, -BEYOND, width + 2 * BEYOND, height + 2 * BEYOND)
    has_track = game.edge_track is not None  # which lies on the material of the board
    picture = Drawing() if has_track else draw_picture(spaces.scaled(game.board.cell), outside, game.board.border)
    if picture.items:
        return picture
    if has_printed_frame(game):
        return draw(Role.BAND, outside, find_band_edge(game, (width, height)), tone=tones.board)
    return draw(Role.LIGHT_CELL, outside, tone=tones.board)


def draw_frame(game: Game, role: Role = Role.GRID) -> Drawing:
    """A broad line around the cells of a whole grid of squares, where the border has room for it."""
    if not game.board.grid or game.board.holes or game.board.points or game.board.border < 2 * FRAME[-1]:
        return Drawing()
    width, height = board_size(game)
    lines: list[Path] = []
    for near in (game.rim - gap for gap in FRAME):
        far_x, far_y = width - near, height - near
        corners = [(near, near), (far_x, near), (far_x, far_y), (near, far_y), (near, near)]
        lines += (line(p, q) for p, q in pairwise(corners))
    return draw(role, *lines)


def _has_band(game: Game) -> bool:
    """Whether title and designer of a board as it is cut have a band of their own along the edge."""
    board = game.board
    return bool(board.grid) and not (board.holes or board.points) and board.border >= LEAST_BANDED


def draw_picture(spaces: Spaces, outside: Path, border: float) -> Drawing:
    """The printed layers of a map's drawing in their own colours, up to the outside of the board."""
    window = path_polygon(outside, FLAT)
    shapes = [(shape.colour, _region_of(shape, border).intersection(window)) for shape in spaces.picture
              if shape.is_printed]
    return combine_drawings(
        draw(Role.PICTURE, *region_paths(region), tone=colour) for colour, region in shapes if not region.is_empty
    ).in_group("picture")


def draw_engraved_layers(game: Game, lattice: Board, spaces: Spaces | None) -> Drawing:
    """The engraved layers of a map's drawing as filled areas, clear of the names of spaces and of the board's edge."""
    import shapely

    surface = surface_of(game, lattice, game.board.cell, spaces, board_caps(game))
    border, engraved = game.rim, [shape for shape in surface.spaces.picture if shape.is_engraved]
    region: BaseGeometry = shapely.Polygon()
    for shape in engraved:
        painted = _region_of(shape, border)
        region = region.union(painted) if shape.is_ink else region.difference(painted)
    width, height = board_size(game, surface.spaces)
    names = [shapely.affinity.translate(shapely.box(*name_box(spot)), border, border)
             for spot in surface.name_spots.values()]
    track = border - game.board.border
    inside = shapely.box(track, track, width - track, height - track).buffer(-ENGRAVED_MARGIN)
    paths = region_paths(region.intersection(inside).difference(shapely.union_all(names)))
    return draw(Role.MARK, *paths) if paths else Drawing()


def _region_of(shape: PaintedShape, border: float) -> BaseGeometry:
    """The area of a painted shape on a board whose spaces lie `border` mm from its corner."""
    import shapely

    region: BaseGeometry = shapely.Polygon()
    for path in shape.paths:
        ring = path_polygon(path.transformed(translation(border, border)), FLAT)
        region = region.symmetric_difference(ring.buffer(0))
    return region


def draw_ground(surface: Surface, tone: str) -> Drawing:
    """The areas of all cells in the tone of their material, the same around a point as in a square; nothing on a map,
    whose ground is the designer's."""
    plane = surface.lattice.plane
    if plane is None:
        return Drawing()
    if plane.has_square_cells and not surface.lattice.holes:
        return draw(Role.LIGHT_CELL, rectangle(0, 0, *surface.spaces.size), tone=tone).in_group("ground")
    side, middles = surface.spaces.cell_size, surface.spaces.middles.values()
    cells = [polygon([(x + a * side, y + b * side) for a, b in plane.corners]) for x, y in middles]
    return draw(Role.LIGHT_CELL, *cells, tone=tone).in_group("ground")


def draw_surface(game: Game, surface: Surface, *, tones: BoardTones | None = None) -> Drawing:
    """Zones, roads and lines of the cells of a surface, without a border: the lower left corner of the cells is at the
    origin. Dark cells of a chequered board are tinted; with `tones` they have the colour of their material."""
    light, dark = cell_looks(tones)
    chequers = draw_chequers(surface, dark) if game.board.chequered else Drawing()
    tone = tones.board if tones else LIGHT_TONE
    zones = [draw_zone(game, surface, name, tone).in_group(f"zones/{name}") for name in game.board.zones]
    grounds = draw_chequers_in_zones(game, surface, light, dark) if game.board.chequered else Drawing()
    if grounds.items or _has_shared_cells(game, surface.lattice):
        # The tint of one zone would hide the pattern of another.
        tints, patterns = [zone.only(*TINTS) for zone in zones], [zone.without(*TINTS) for zone in zones]
        zones = [*tints, grounds.in_group("chequers"), *patterns]
    return combine_drawings([chequers.in_group("chequers"), *zones, _draw_lines(surface).in_group("lines")])


def cell_looks(tones: BoardTones | None) -> tuple[Look, Look]:
    """How the light and the dark cells of a chequered board are painted."""
    if tones is None:
        return (Role.SHADE, LIGHT_TONE), (Role.SHADE, DARK)
    return (Role.LIGHT_CELL, tones.light), (Role.DARK_CELL, tones.dark)


def draw_chequers_in_zones(game: Game, surface: Surface, light: Look, dark: Look) -> Drawing:
    """The cells of a chequered board that zones tint, dark or light as the others, without their rims: there the tints
    stay in sight."""
    tinted = {cell for name, zone in game.board.zones.items() if draw_zone(game, surface, name).only(*TINTS).items
              for cell in _parse_cells(zone.cells, surface.lattice)}
    paths: dict[Look, list[Path]] = {light: [], dark: []}
    for cell in surface.lattice.cells:
        if cell in tinted:
            paths[dark if is_dark(surface.lattice, cell) else light] += paths_within_rim(surface, cell)
    return combine_drawings(draw(role, *drawn, tone=tone) for (role, tone), drawn in paths.items() if drawn)


def paths_within_rim(surface: Surface, cell: Cell) -> list[Path]:
    """The area of a cell without a rim all around."""
    x, y = surface.spaces.middles[cell]
    inner = (path.transformed(translation(-x, -y)).transformed(scale_matrix(WITHIN_RIM))
             for path in surface.shade_paths(cell))
    return [path.transformed(translation(x, y)) for path in inner]


def _has_shared_cells(game: Game, lattice: Board) -> bool:
    """Whether some cells are in several zones with a pattern."""
    cells = [cell for name, zone in game.board.zones.items() if zone_pattern(game, name) != "none"
             for cell in {*_parse_cells(zone.cells, lattice)}]
    return len(cells) > len({*cells})


def _draw_lines(surface: Surface) -> Drawing:
    """Holes, roads, and the lines between cells."""
    roads = surface.road_dashes()
    return combine_drawings([*map(draw_void, surface.void_outlines()),
                             draw(Role.ZONE, *roads) if roads else Drawing(), draw(Role.GRID, *surface.grid_lines())])


@dataclass(frozen=True)
class _ZoneMarks:
    """What the zones of a board put on its cells, in mm: by cell, the lines of `patterns`, `solids` in the corners of
    squares, the names of `hatches`, the `bands` along the edges of its zones, and `free_frames`, the lines that are
    left free on dark squares. `band_lines` are the strokes of all bands, each once."""

    patterns: dict[Cell, list[Path]] = field(default_factory=lambda: defaultdict(list))
    solids: dict[Cell, list[Path]] = field(default_factory=lambda: defaultdict(list))
    hatches: dict[Cell, list[str]] = field(default_factory=lambda: defaultdict(list))
    bands: dict[Cell, list[Path]] = field(default_factory=lambda: defaultdict(list))
    free_frames: dict[Cell, list[Path]] = field(default_factory=lambda: defaultdict(list))
    band_lines: list[Path] = field(default_factory=list)

    def kept_free(self, cell: Cell, side: float) -> list[tuple[Path, float]]:
        """What a dark ground leaves free on a cell, each with how far to either side in mm."""
        return [(path, clear) for paths, clear in (
            (self.patterns[cell], CLEAR), (self.bands[cell], CLEAR_OF_BAND), (self.solids[cell], CLEAR_OF_SOLID),
            (self.free_frames[cell], SHADE_BAND / 2 * side)) for path in paths]

    def has_frame_alone(self, cell: Cell) -> bool:
        """Whether a frame that is left free is all that zones put on a cell."""
        others = self.patterns[cell], self.bands[cell], self.solids[cell], self.hatches[cell]
        return bool(self.free_frames[cell]) and not any(others)


def draw_etched_surface(game: Game, surface: Surface) -> Drawing:
    """The cells of a surface as a laser makes them: of a chequered board every other cell with dense lines or filled,
    in the board's style, and patterns as lines, or filled too; tints as a hatch. On cells of dense lines patterns are
    what is left free; bands along the edge of zones, and marks in the corners of squares, are the same on every cell.
    Only the frame of a zone whose squares are all dark or all light is one light line on dark squares, left free, and
    one heavy line on light ones."""
    lattice = surface.lattice
    marked_cells = {*_marked_cells(game, lattice)}
    marks = _find_zone_marks(game, surface, marked_cells)
    lines: list[Path] = [*marks.band_lines, *(path for cell in lattice.cells for path in marks.solids[cell])]
    areas = list[Drawing]()
    for cell in lattice.cells:
        cell_lines, cell_area = _etch_cell(game, surface, marks, cell, is_marked=cell in marked_cells)
        lines += cell_lines
        areas += [draw(Role.MARK, *cell_area)] if cell_area else []
    tinted = [cell for cell in _tinted_cells(game, lattice) if cell not in marked_cells]
    lines += _etch_tints(game, surface, tinted)
    is_plain_grid = surface.has_squares and not lattice.holes and not game.board.chequered and not tinted
    if is_plain_grid:  # like patterns, they give way to what joins the parts of a board
        lines += _second_lines(surface)
    return combine_drawings([*areas, draw(Role.ZONE, *lines) if lines else Drawing(), _draw_lines(surface)])


def _find_zone_marks(game: Game, surface: Surface, marked_cells: set[Cell]) -> _ZoneMarks:
    """What the zones of a board put on its cells. `marked_cells` are those of a dark ground."""
    lattice, side = surface.lattice, surface.spaces.cell_size
    marks = _ZoneMarks()
    for name, zone in game.board.zones.items():
        pattern = zone_pattern(game, name)
        if pattern == "none":
            continue
        cells = parse_cells(zone.cells, lattice)
        if pattern == "frame" and _find_distinct_shade(game, surface, name) is not None:
            if marked_cells.issuperset(cells):
                middle = surface.zone_paths(pattern, cells, DARK_INSET + SHADE_BAND / 2, is_fine=True)
                for cell in cells:
                    marks.free_frames[cell] += middle
            else:  # three strokes side by side look like one heavy line
                for shift in (-HEAVY, 0.0, HEAVY):
                    inset = DARK_INSET + SHADE_BAND / 2 + shift / side
                    for path in surface.zone_paths(pattern, cells, inset, is_fine=True):
                        marks.band_lines.extend(_split_into_lines(path))
        elif pattern in OUTLINES:
            if pattern == "frames" and surface.has_squares and _is_open(game, name):
                pattern = OPEN_FRAMES
            inset = DARK_INSET if marked_cells else INSET
            band = [stroke for path in surface.zone_paths(pattern, cells, inset) for stroke in _split_into_lines(path)]
            marks.band_lines.extend(band)
            for cell in cells:
                marks.bands[cell] += band
        else:
            for cell in cells:
                if pattern in SOLIDS and surface.has_squares:
                    marks.solids[cell] += SOLIDS[pattern](surface.spaces.middles[cell], side)
                elif (pattern in HATCHES and surface.has_squares and game.board.style != "filled"
                      and cell not in marked_cells):
                    marks.hatches[cell].append(pattern)
                else:
                    marks.patterns[cell] += surface.pattern_paths(pattern, cell)
    return marks


def _etch_cell(game: Game, surface: Surface, marks: _ZoneMarks, cell: Cell, *, is_marked: bool
               ) -> tuple[list[Path], tuple[Path, ...]]:
    """The lines of a cell, and the area of it that is filled, by the even-odd rule; empty where nothing is.
    `is_marked`: it has a dark ground, on which patterns are left free."""
    is_filled, side = game.board.style == "filled", surface.spaces.cell_size
    is_acrylic = MaterialKey.parse(game.board.material).is_acrylic
    rings, patterns, kept_free = surface.shade_paths(cell), marks.patterns[cell], marks.kept_free(cell, side)
    count = HATCH_LINES if is_acrylic else BURNT_LINES
    lines = [path for name in marks.hatches[cell] for path in hatch_cell(rings, side, name, count, kept_free)]
    if marks.has_frame_alone(cell) and surface.has_squares and not is_filled and not is_acrylic:
        return [*lines, *_lines_around_frame(surface, cell)], ()
    if is_marked and is_filled:
        return lines, tuple(dark_areas(rings, kept_free))
    if is_marked:
        ground_lines = hatch_lines if is_acrylic else dense_lines
        return [*lines, *ground_lines(rings, side, kept_free)], ()
    if is_filled:
        return lines, tuple(broad_areas(patterns, side)) if patterns else ()
    return [*lines, *heavy_lines(patterns, FROST_SHIFTS if is_acrylic else WOOD_SHIFTS)], ()


def _etch_tints(game: Game, surface: Surface, tinted: Sequence[Cell]) -> Iterator[Path]:
    """The hatch of the cells that a tint makes darker, then the lines around them."""
    side, is_acrylic = surface.spaces.cell_size, MaterialKey.parse(game.board.material).is_acrylic
    for outlines in _unite_cells(surface, tinted):
        free = [(outline, TINT_INLAY) for outline in outlines]
        yield from (hatch_lines(outlines, side, free, TINT_LINES) if is_acrylic else
                    dense_lines(outlines, side, free))
    for edge in _tint_edges(surface, tinted):
        yield from _split_into_lines(edge)


def _lines_around_frame(surface: Surface, cell: Cell) -> Iterator[Path]:
    """The lines of a dark square of wood that leave a frame free: at 45 degrees within it, and along its sides around
    it, where those at 45 degrees would be many short ones, which take minutes. Lines that touch edge the frame on
    either side. For squares with no other pattern."""
    (x, y), side, margin = surface.spaces.middles[cell], surface.spaces.cell_size, DARK_MARGINS[0]

    def square(inset: float) -> Path:
        return rectangle(x - side / 2 + inset, y - side / 2 + inset, side - 2 * inset, side - 2 * inset)

    first, outer, inner = margin * side, DARK_INSET * side, (DARK_INSET + SHADE_BAND) * side
    edge = [n * FRAME_EDGE for n in range(FRAME_EDGES)]
    room = outer - edge[-1] - first
    count = max(1, int(room / CLOSEST))
    insets = [first + n * room / count for n in range(count)]
    for inset in (*insets, *(outer - step for step in edge), *(inner + step for step in edge)):
        yield from _split_into_lines(square(inset))
    yield from dense_lines((square(inner + edge[-1] + PITCH - margin * side),), side, ())


def _tinted_cells(game: Game, lattice: Board) -> list[Cell]:
    """The cells of all tints."""
    return [cell for zone in game.board.zones.values() if zone.pattern == TINT
            for cell in parse_cells(zone.cells, lattice)]


def _tint_edges(surface: Surface, cells: Sequence[Cell]) -> Iterator[Path]:
    """The edge of the area that tinted cells cover together, as a broad line of several."""
    import shapely

    for outline, *holes in _unite_cells(surface, cells):
        area = shapely.Polygon(outline.flatten(FLAT), [hole.flatten(FLAT) for hole in holes])
        for gap in TINT_EDGE:
            rings = shapely.get_rings(shapely.set_precision(area.buffer(gap, join_style="mitre"), EXACT))
            yield from (polygon(ring.coords[:-1]) for ring in rings)


def _unite_cells(surface: Surface, cells: Sequence[Cell]) -> Iterator[list[Path]]:
    """The areas that cells cover together: the outline of each, and its holes."""
    import shapely

    shapes = [path_polygon(outline, FLAT).difference(shapely.union_all([path_polygon(hole, FLAT) for hole in holes]))
              for outline, *holes in map(surface.shade_paths, cells)]
    whole = shapely.union_all([shape.buffer(JOIN, join_style="mitre") for shape in shapes])
    for part in getattr(whole, "geoms", [whole]):
        yield [polygon(ring.coords[:-1]) for ring in shapely.get_rings(part.simplify(JOIN))]


def _marked_cells(game: Game, lattice: Board) -> Iterator[Cell]:
    """The cells of a chequered board that a laser marks: the dark ones; the light ones where what it marks is lighter
    than the sheet, as frost is on clear and on dark acrylic."""
    key = MaterialKey.parse(game.board.material)
    marks_light = key.is_acrylic and (key.colour in ("", CLEAR_TONE) or shows_frost(
        tone_colour(load_theme("colour"), key.colour)))
    return (cell for cell in lattice.cells if game.board.chequered and is_dark(lattice, cell) != marks_light)


def _second_lines(surface: Surface) -> list[Path]:
    """A line on each side of each line between squares: together they are as broad as a grid should be."""
    lattice, side, shifts = surface.lattice, surface.spaces.cell_size, (-GRID_PASS, GRID_PASS)
    width, height = lattice.files * side, lattice.ranks * side
    upright = [line((i * side + shift, 0), (i * side + shift, height)) for i in range(1, lattice.files)
               for shift in shifts]
    level = [line((0, j * side + shift), (width, j * side + shift)) for j in range(1, lattice.ranks)
             for shift in shifts]
    return [*upright, *level]


def _split_into_lines(path: Path) -> Iterator[Path]:
    """A path of straight level and upright lines as a line each, which a seam may cut; any other path as it is."""
    strokes = list(pairwise(path.trace(FLAT)))
    if all(p[0] == q[0] or p[1] == q[1] for p, q in strokes):
        yield from (line(p, q) for p, q in strokes)
    else:
        yield path


def draw_void(outline: Sequence[Point]) -> Drawing:
    """A hole among cells, struck through from corner to corner."""
    half = len(outline) // 2
    diagonals = zip(outline[:half], outline[half:], strict=True)
    strokes = [line(_between(p, q, VOID_INSET), _between(q, p, VOID_INSET)) for p, q in diagonals]
    return draw(Role.SHADE, polygon(outline)) + draw(Role.GRID, *strokes)


def _between(p: Point, q: Point, share: float) -> Point:
    """The point at a share of the way from p to q."""
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def is_dark(lattice: Board, cell: Cell) -> bool:
    """True when the cell is dark on a chequered board, as a1 is."""
    return sum(lattice.place(cell)) % 2 == 0


def draw_chequers(surface: Surface, look: Look) -> Drawing:
    """The dark cells in a role and a tone, all alike."""
    role, tone = look
    dark_cells = [cell for cell in surface.lattice.cells if is_dark(surface.lattice, cell)]
    return combine_drawings(draw(role, *surface.shade_paths(cell), tone=tone) for cell in dark_cells)


def zone_cells(game: Game, surface: Surface) -> set[Cell]:
    """Cells of zones with a pattern."""
    return {cell for name, zone in game.board.zones.items() if zone_pattern(game, name) != "none"
            for cell in _parse_cells(zone.cells, surface.lattice)}


def patterned_cells(game: Game, surface: Surface) -> set[Cell]:
    """Cells with a ground of their own: those of zones with a pattern, and dark ones."""
    dark_cells = {cell for cell in surface.lattice.cells if game.board.chequered and is_dark(surface.lattice, cell)}
    return dark_cells | zone_cells(game, surface)


def zone_pattern(game: Game, name: str) -> str:
    """The pattern of a zone: the one the spec gives it, else the next in PATTERN_ORDER. `none` for a tint, of
    which only boards have something."""
    if game.board.zones[name].pattern == TINT:
        return "none"
    return game.board.zones[name].pattern or PATTERN_ORDER[list(game.board.zones).index(name) % len(PATTERN_ORDER)]


def zones_sharing_lines(game: Game, lattice: Board) -> Iterator[tuple[str, str, Cell]]:
    """Pairs of zones that would draw the same lines in a cell, each pair with the first such cell."""
    cells = {name: dict.fromkeys(_parse_cells(zone.cells, lattice)) for name, zone in game.board.zones.items()}
    for first, second in combinations(cells, 2):
        if LINES.get(zone_pattern(game, first), set()) & LINES.get(zone_pattern(game, second), set()):
            yield from [(first, second, cell) for cell in cells[first] if cell in cells[second]][:1]


def _parse_cells(text: str, lattice: Board) -> tuple[Cell, ...]:
    """The cells of a zone; none if the text is wrong, which is reported where the spec is loaded."""
    try:
        return parse_cells(text, lattice)
    except TextError:
        return ()


def draw_zone(game: Game, surface: Surface, name: str, board_tone: str = LIGHT_TONE) -> Drawing:
    """A zone's cells on paper and in figures: a tint, and a pattern of open lines. Where a zone of a chequered board
    needs no tint, its frames are bold, light on dark squares and in the board's tone on light ones. Spaces that are cut
    from a material of their own have a stronger tint, almost its colour in figures, and light lines, as the board
    has."""
    zone = game.board.zones[name]
    key = MaterialKey.parse(zone.material or "")
    tone = game.players[zone.of].tone(zone.of) if zone.of else key.colour or key.material
    pattern = zone_pattern(game, name)
    is_inlaid = game.board.build == "inlay" and zone.material is not None and not zone.of
    shade, stroke = Role.SHADE, Role.ZONE
    if is_inlaid:
        shade, stroke = Role.INLAY, Role.FROST
    if pattern == "none":  # a zone that belongs to no player has the colour of its material
        cells = parse_cells(zone.cells, surface.lattice) if tone and not zone.of else ()
        return combine_drawings(draw(shade, *surface.shade_paths(cell), tone=tone) for cell in cells)
    cells = parse_cells(zone.cells, surface.lattice)
    if (is_on_dark := _find_distinct_shade(game, surface, name)) is not None:
        role, ring = (Role.FROST, DARK) if is_on_dark else (Role.ZONE, board_tone)
        if pattern != "frame":
            return draw(role, *surface.zone_paths(pattern, cells, RING_INSET), tone=ring)
        count = max(2, round(RING * surface.spaces.cell_size / RING_PITCH))
        insets = [RING_INSET + n * RING / count for n in range(count)]
        return draw(role, *(path for inset in insets
                            for path in surface.zone_paths(pattern, cells, inset, is_fine=True)), tone=ring)
    shades = [draw(shade, *surface.shade_paths(cell), tone=tone) for cell in cells]
    if pattern == "frames" and zone.of and surface.has_squares:
        return combine_drawings([*shades, _draw_own_frames(surface, cells, tone, is_open=_is_open(game, name))])
    if is_inlaid and surface.has_squares and pattern in BOLD_FRAMES:
        paths = _bold_frames(surface, pattern, cells)
    else:
        paths = surface.zone_paths(pattern, cells, RING_INSET if is_inlaid and surface.is_figure else INSET)
    lines = draw(stroke, *paths, tone=tone) if paths else Drawing()  # small cells have no room for some patterns
    return combine_drawings([*shades, lines])


def _bold_frames(surface: Surface, pattern: str, cells: Sequence[Cell]) -> list[Path]:
    """The lines of a frame in each inlaid space: a broad one, or two thin ones, clear of a disc of 0.8 of the cell."""
    side = surface.spaces.cell_size
    bands = BOLD_FRAMES[pattern]
    if surface.is_figure:
        bands = tuple((FIGURE_FRAME + 1.9 * (near - bands[0][0]), broad) for near, broad in bands)
    insets = [near + n * RING_PITCH / side for near, broad in bands
              for n in range(max(1, round(broad * side / RING_PITCH)))]
    return [path for inset in insets for cell in cells
            for path in surface.zone_paths("frame", [cell], inset, is_fine=True)]


def _draw_own_frames(surface: Surface, cells: Sequence[Cell], tone: str, *, is_open: bool) -> Drawing:
    """A frame in each square of a player's zone, in the colour of that player: solid, or open between two fine lines,
    without which a light colour would show no edge."""
    side = surface.spaces.cell_size
    drawings = list[Drawing]()
    for cell in cells:
        x, y = surface.spaces.middles[cell]
        halves = [(0.5 - FRAMES_INSET - step) * side for step in (0.0, FRAMES_BAND)]
        edges = [rectangle(x - half, y - half, 2 * half, 2 * half) for half in halves]
        lines = draw(Role.GRID, *edges) if is_open else Drawing()
        drawings.append(draw(Role.BODY, *edges, tone=tone) + lines)
    return combine_drawings(drawings)


def find_frame_sign(game: Game, surface: Surface, name: str) -> str | None:
    """How the frames of a player's zone look on a board as it is cut: `solid` or `open` ones of single cells, or one on
    `dark` or on `light` squares alone. None for other zones, and where patterns are not those of laser and squares."""
    if not game.board.zones[name].of:
        return None
    pattern = zone_pattern(game, name)
    if pattern == "frames" and surface.has_squares:
        return "open" if _is_open(game, name) else "solid"
    if pattern != "frame" or (is_on_dark := _find_distinct_shade(game, surface, name)) is None:
        return None
    return "dark" if is_on_dark else "light"


def _is_open(game: Game, name: str) -> bool:
    """Whether frames of a zone are open: those of a player whose pieces are light."""
    owner = game.board.zones[name].of
    return owner is not None and tone_lightness(game.players[owner].tone(owner)) >= OPEN_LIGHTNESS


def _find_distinct_shade(game: Game, surface: Surface, name: str) -> bool | None:
    """Whether the cells of a framed zone of a chequered board are dark, where that and its frame tell it from all other
    zones: then it needs no tint. None for other zones, and where the surface has no squares."""
    if not (surface.has_squares and game.board.chequered):
        return None
    lattice, pattern = surface.lattice, zone_pattern(game, name)
    shades = _find_shades(game, lattice, name)
    if pattern not in OUTLINES or len(shades) != 1:
        return None
    is_shared = any(zone != name and zone_pattern(game, zone) == pattern and shades & _find_shades(game, lattice, zone)
                    for zone in game.board.zones)
    return None if is_shared else True in shades


def _find_shades(game: Game, lattice: Board, name: str) -> set[bool]:
    """Whether cells of a zone of a chequered board are dark: both where it has dark and light ones."""
    return {is_dark(lattice, cell) for cell in _parse_cells(game.board.zones[name].cells, lattice)}


def draw_areas(areas: Mapping[str, tuple[Cell, ...]], surface: Surface, *, is_chequered: bool = False) -> Drawing:
    """Cells that the rules name by a colour: its tint, and a pattern. On a chequered board the tint of a light cell is
    paler, so that pieces of the same colour are seen on it. Each name uses up a pattern, even without cells, so that a
    colour keeps its pattern from figure to figure."""
    drawings = []
    for number, (tone, cells) in enumerate(areas.items()):
        pattern = AREA_ORDER[number % len(AREA_ORDER)]
        pale_cells = {cell for cell in cells if is_chequered and not is_dark(surface.lattice, cell)}
        shades = [draw(Role.PALE_SHADE if cell in pale_cells else Role.SHADE, *surface.shade_paths(cell), tone=tone)
                  for cell in cells]
        signs = (surface.pattern_paths(pattern, cell) for cell in cells)
        lines = [draw(Role.ZONE, *paths, tone=tone) for paths in signs if paths]
        drawings.append(combine_drawings([*shades, *lines]).in_group(f"areas/{tone}"))
    return combine_drawings(drawings)


def omitted_credits(game: Game, spaces: Spaces | None = None) -> Iterator[str]:
    """Messages on words that are left out of the board because they would be too small to read. A border without words
    is no fault."""
    if game.board.border >= LEAST_BORDER:
        width = board_size(game, spaces)[0] - 2 * (game.rim - game.board.border)
        credits = _draw_credits(game, width, _plan_border(game)).items
        anchors = {item.text.anchor for item in credits if isinstance(item, Lettering)}
        yield from (f"the {what} is left out of the board: it does not fit beside the coordinates with capitals of "
                    f"{LEAST_CAP} mm" for what, end in (("title", "start"), ("designer", "end")) if end not in anchors)


def omitted_decorations(game: Game, key: Sequence[KeyMark], *, is_whole: bool
                        ) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """What a spec asks of the border of a board as it is cut and does not get: its key in the spec, a message and a
    hint. `is_whole`: it is cut in one part; `key`: what there is to explain of the marks on the pieces."""
    board = game.board
    if not board.marks_key:
        hint = "write `marks_key: true` for the board, or take `{}` out"
        for where in (("board", "art_key"),) * bool(board.art_key) + tuple(where for where, _ in find_meanings(game)):
            yield where, "this is said nowhere: it is for the key of the board, which has none", hint.format(where[-1])
    wants_ornament = "ornament" in board.model_fields_set and board.ornament != "none"
    if not _has_band(game):
        hint = f"a board of squares, without points or holes, has room for it with a `border` of {LEAST_BANDED:g} mm"
        if wants_ornament:
            yield ("board", "ornament"), "the ornament is left out of the board", f"{hint}; else take `ornament` out"
        if board.marks_key:
            what = "the key of marks is left out of the board"
            yield ("board", "marks_key"), what, f"{hint}; else take `marks_key` out"
        return
    if not is_whole:
        hint = "smaller cells, so that it is cut in one part"
        if wants_ornament and board.ornament != "lines":
            what = f"a board in parts has plain lines around it instead of the ornament `{board.ornament}`"
            yield ("board", "ornament"), what, f"{hint}, or take `ornament` out"
        if board.marks_key:
            yield ("board", "marks_key"), "a board in parts has no key of marks", f"{hint}, or take `marks_key` out"
    elif board.marks_key and not key:
        what = ("the key of marks is left out of the board: no piece carries a mark, or one of the marks needs more "
                "words than fit there")
        yield (("board", "marks_key"), what, "take `marks_key` out: the legend of the rulebook explains the marks")
    elif board.marks_key:
        size = board_size(game)
        border = draw_engraved_border(game, size, key=key)
        if border == draw_engraved_border(game, size):
            what = "the key of marks is left out of the board: it does not fit beside the title"
            yield ("board", "marks_key"), what, "a shorter title, or a wider board"
        else:
            shown = {item.text.string for item in border.items if isinstance(item, Lettering)}
            yield from _omitted_entries(game, key, shown)


def _omitted_entries(game: Game, key: Sequence[KeyMark], shown_words: Container[str]
                     ) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """What the key of a board is to explain and the border does not show, as in `omitted_decorations`: each zone that
    is nobody's and each token, one for all signs of the art, and one for all zones of players."""
    short, in_key = "shorter words in the key, or a larger board", {mark.words for mark in key}
    for where, words in find_meanings(game):
        if capitalize_first(words) not in in_key:
            what = f"“{words}” is left out of the key of the board, which "
            if where[0] == "tokens":
                yield where, f"{what}explains tokens with a `mark`", "give it a `mark`, or take `meaning` out"
            else:
                hint = "a `pattern` like frame or double that no other zone has, or take `meaning` out"
                yield where, f"{what}explains frames of zones that are nobody's, each of its own look", hint
    for where, words in (*find_meanings(game), *_find_names_in_key(game)):
        if capitalize_first(words) in in_key and capitalize_first(words) not in shown_words:
            yield where, f"“{words}” is left out of the key of the board: it has no room there", short
    art_words = {capitalize_first(words) for words in game.board.art_key.values()}
    if any(words in in_key and words not in shown_words for words in art_words):
        what = "the signs of the art are left out of the key of the board: they have no room there"
        yield ("board", "art_key"), what, short
    if any(mark.words not in shown_words and mark.short_words not in shown_words
           for mark in key if mark.row == "extras"):
        what = "the key of the board has no room to say whose the zones are"
        yield ("board", "marks_key"), what, "a shorter title or shorter names of players, or a larger board"


def _find_names_in_key(game: Game) -> Iterator[tuple[tuple[str, ...], str]]:
    """The names of zones that are nobody's and of tokens that have no `meaning`, by their places in the spec: the key
    of a board says these instead."""
    for name, zone in game.board.zones.items():
        if not zone.meaning and not zone.of:
            yield ("board", "zones", name, *["name"] * bool(zone.name)), game.zone_name(name)
    for name, token in game.tokens.items():
        if not token.meaning:
            yield ("tokens", name, *["name"] * bool(token.name)), game.token_name(name)


def find_meanings(game: Game) -> Iterator[tuple[tuple[str, ...], str]]:
    """What the key of a board is to say of zones and tokens, by its key in the spec."""
    for kind, things in ((("board", "zones"), game.board.zones), (("tokens",), game.tokens)):
        yield from (((*kind, name, "meaning"), thing.meaning) for name, thing in things.items() if thing.meaning)


def _legend_in_border(game: Game, surface: Surface) -> tuple[list[NameSpot], Drawing]:
    """The spaces of a map that have a number because their names have no room, as far as the far border has room for
    these names; and the names in rows there, on the board."""
    border, track = game.board.border, game.rim - game.board.border
    width, height = (side - 2 * track for side in board_size(game, surface.spaces))
    spots, drawings = list[NameSpot](), list[Drawing]()
    row, rows = 0, int((border - LEGEND_MARGIN - LEAST_CAP - COORDINATE_GAP) / (LEGEND_LEADING * LEAST_CAP)) + 1
    x = border
    for spot in surface.numbered_spots if border >= LEAST_BORDER else ():
        words = f"{spot.lines[0]} {spot.legend}"
        long = text_width(words, LEAST_CAP)
        if x > border and x + long > width - border:
            row, x = row + 1, border
        if row == rows or x + long > width - border:
            break
        y = height - LEGEND_MARGIN - LEAST_CAP - row * LEGEND_LEADING * LEAST_CAP
        drawings.append(draw_text(Role.COORDINATE, words, (x, y), LEAST_CAP, anchor="start"))
        spots.append(spot)
        x += long + LEGEND_GAP
    return spots, _within_track(game, combine_drawings(drawings))


def unnamed_cell_messages(game: Game, lattice: Board, spaces: Spaces) -> Iterator[str]:
    """A message on the cells that should carry their names and have no room for them."""
    if caps := board_caps(game):
        surface = surface_of(game, lattice, game.board.cell, spaces, caps)
        shown, _ = _legend_in_border(game, surface)
        spots = {cell: spot for cell, spot in surface.name_spots.items() if not spot.legend or spot in shown}
        if cells := [cell for cell in lattice.cells if cell not in spots]:
            names = join_words(map(lattice.title, cells))
            yield f"there is no room on the board for the name{'s' * (len(cells) > 1)} of {names}"


def draw_border_words(game: Game, size: Size, cuts: Sequence[float] = (), plan: BorderPlan | None = None) -> Drawing:
    """Coordinates, title and designer on the border of a board of a size in mm; nothing if the border is too narrow. No
    word crosses a seam at one of the x positions `cuts`. `plan` says where they are if not in the usual places."""
    if plan is None and game.board.border < LEAST_BORDER:
        return Drawing()
    track = game.rim - game.board.border
    width, height = size[0] - 2 * track, size[1] - 2 * track
    plan = plan or _plan_border(game)
    coordinates = _draw_coordinates(game, (width, height), plan) if game.board.grid else Drawing()
    return _within_track(game, coordinates + _draw_credits(game, width, plan, [cut - track for cut in cuts]))


def draw_engraved_border(game: Game, size: Size, cuts: Sequence[float] = (), *, is_whole: bool = True,
                         key: Sequence[KeyMark] = ()) -> Drawing:
    """The words on the border of a board as it is cut, and where they have a band of their own, the board's ornament
    all around, in which title and designer are set: half-way between the coordinates and the edge. Where the title is
    in the middle, in capitals, the designer is in the middle of the far side. There may be a `key` of marks, which
    begins at the left edge of the cells, and what else there is to explain, which ends at their right edge, and in the
    same places for who sits opposite; where players sit at the left or right, on all four sides. A line fills the gaps
    on either side of the title, and of the designer, if both are long enough. Notes stand in the middle of the left and
    the right side, and where players sit there, with what else there is to explain. A board in parts has plain lines,
    which seams may cut."""
    words = draw_border_words(game, size, cuts)
    if not _has_band(game):
        return words
    plan, track = _plan_border(game), game.rim - game.board.border
    width, inset = size[0], track + plan.base + plan.title_cap / 2
    line_inset = inset - RULES[-1] / 2  # the middle of the double rule is that of the words
    rows, gaps, side_gaps = Drawing(), list[Span](), list[Span]()
    ornament = game.board.ornament if is_whole or game.board.ornament == "none" else "lines"
    if not cuts:
        start = max(game.rim, line_inset + find_line_start(ornament) + TITLE_GAP)
        words = _centre_title(_move_designer(words, width - start, inset), width)
        words, left, right, notes = _fit_key(game, words, size, inset, start, key)
        words = _set_opposite(words, size, inset, left.cap, width / 2 - start - max(left.length, right.length))
        rows, gaps = _draw_key_rows(width, inset, start, left, right)
        rows += rows.turned(180).moved(*size)
        if game.has_seats_at_sides:
            side, side_gaps = _draw_key_rows(size[1], inset, start, left, right)
            rows += side.turned(90).moved(width, 0.0) + side.turned(270).moved(0.0, size[1])
        elif notes.length:
            at = (size[1] - notes.length) / 2
            side = notes.drawing.moved(at, inset).turned(90).moved(width, 0.0)
            rows += side + side.turned(180).moved(*size)
            side_gaps = [(at - TITLE_GAP, at + notes.length + TITLE_GAP)]
    boxes = [item.bounds() for item in words.only(Role.TITLE).items]
    near_gaps = _find_gaps(gaps, [(left, right) for left, low, right, _ in boxes if low < size[1] / 2])
    far_gaps = _find_gaps(gaps, [(width - right, width - left) for left, low, right, _ in boxes if low > size[1] / 2])
    lines = draw_ornament(ornament, size, line_inset, near_gaps, far_gaps, side_gaps)
    return words + rows + (draw(Role.ZONE, *lines) if lines else Drawing())


def _fit_key(game: Game, words: Drawing, size: Size, inset: float, start: float, key: Sequence[KeyMark]
             ) -> tuple[Drawing, KeyRow, KeyRow, KeyRow]:
    """The words of a border with the title as large as its key lets it be, and the key, which begins at `start`: the
    marks, the extras and the notes. Without the extras where the marks have no room beside them, and without a key
    where they have none in any case."""
    if game.has_seats_at_sides and not any(mark.row == "extras" for mark in key):  # the sides have keys of their own
        key = [replace(mark, row="extras") if mark.row == "notes" else mark for mark in key]
    for marks in (_share_out(key), [mark for mark in key if mark.row != "extras"]):
        has_extras = any(mark.row == "extras" for mark in marks)
        for share in TITLE_SHARES:  # a title gives way to a key that is read across the table
            lettered = _letter_titles(words, share, inset)
            room = _room_beside_title(lettered, size[0]) - start - KEY_END
            side_room = size[1] - 2 * start
            if game.has_seats_at_sides:
                room = min(room, size[1] / 2 - start - KEY_END / 2 if has_extras else side_room)
                side_room = 0.0
            rows = draw_border_keys(marks, room, side_room)
            if rows[0].cap >= LEAST_EXTRA_CAP and bool(rows[1].length) == has_extras:
                return lettered, *rows
        if rows[0].length and not has_extras:
            return lettered, *rows
    return _letter_titles(words, TITLE_SHARES[0], inset), KeyRow(), KeyRow(), KeyRow()


def _share_out(key: Sequence[KeyMark]) -> list[KeyMark]:
    """A key with something on either side of the title: half of the marks where there is nothing else to explain."""
    marks = [mark for mark in key if mark.row != "notes"]
    if any(mark.row == "extras" for mark in marks):
        return [*key]
    second_half = marks[(len(marks) + 1) // 2:]
    return [replace(mark, row="extras") if mark in second_half else mark for mark in key]


def _set_opposite(words: Drawing, size: Size, inset: float, key_cap: float, half: float) -> Drawing:
    """The words of a border with the designer in the middle of the far side, opposite of a title in the middle: as
    large as the words of a key, where the name has room between them, `half` mm to either side."""
    names = _centre_designer(words, (size[0] / 2, inset))
    if not names.items or not _find_title_start(words, size[0]):
        return words
    other_words = Drawing(tuple(item for item in words.items if not _is_designer(item)))
    left, _, right, _ = names.bounds()
    room = 2 * (half - KEY_END)
    (name,) = (item for item in names.items if isinstance(item, Lettering))
    cap = max(name.text.cap, min(key_cap, name.text.cap * room / (right - left)))
    name = replace(name, text=replace(name.text, cap=cap, at=(size[0] / 2, inset - cap / 2)))
    return other_words + Drawing((name,)).turned(180).moved(*size)


def _draw_key_rows(length: float, inset: float, start: float, left: KeyRow, right: KeyRow
                   ) -> tuple[Drawing, list[Span]]:
    """The rows of a key along a side of a length in mm, from `start` to as far from its end, and where they interrupt
    its line."""
    rows, gaps = Drawing(), list[Span]()
    for row, at in ((left, start), (right, length - start - right.length)):
        if row.length:
            rows += row.drawing.moved(at, inset)
            gaps.append((at - TITLE_GAP, at + row.length + TITLE_GAP))
    return rows, gaps


def _find_gaps(keys: Sequence[Span], words: Sequence[Span]) -> list[Span]:
    """Where the rows of a key and other words along a side interrupt its line. Between two rows there is no line either
    where one on one side of the words would be so short that there is none."""
    gaps = [*keys, *((left - TITLE_GAP, right + TITLE_GAP) for left, right in words)]
    if len(keys) > 1 and min(after[0] - before[1] for before, after in pairwise(sorted(gaps))) < SHORTEST:
        return [(keys[0][0], keys[-1][1])]
    return gaps


def _letter_titles(words: Drawing, share: float, axis: float) -> Drawing:
    """The words of a border with a title in the middle in capitals where the font has them, these a `share` as high and
    their middle `axis` mm above the edge, and with more air between the letters of title and designer. Where the title
    would come too near to a corner, or is not in the middle, all stays as it is."""
    titles = [item for item in words.only(Role.TITLE).items if isinstance(item, Lettering)]
    if [item.text.anchor for item in titles] not in (["middle"], ["middle", "end"]):
        return words
    spaced = list[Lettering]()
    for item in titles:
        text = replace(item.text, tracking=DESIGNER_TRACKING)
        if not _is_designer(item):
            capitals, cap = write_capitals(text.string), share * text.cap
            text = replace(text, string=text.string if missing_characters(capitals) else capitals, cap=cap,
                           at=(text.at[0], axis - cap / 2), tracking=TITLE_TRACKING)
        spaced.append(replace(item, text=text))
    if len(spaced) > 1 and spaced[0].bounds()[2] > spaced[1].bounds()[2]:  # as far as the designer's name
        return words
    return Drawing(tuple(spaced[titles.index(item)] if item in titles else item for item in words.items))


def _centre_designer(words: Drawing, middle: Point) -> Drawing:
    """The designer's name of the words of a border, in one line around a middle."""
    names = [item for item in words.items if _is_designer(item)]
    if not names:
        return Drawing()
    text = replace(names[0].text, string=" ".join(name.text.string for name in names), anchor="middle",
                   at=(middle[0], middle[1] - names[0].text.cap / 2))
    return Drawing((replace(names[0], text=text),))


def _room_beside_title(words: Drawing, width: float) -> float:
    """Where the title in the middle of an edge of a width in mm begins, or opposite of it the designer's name, which
    stands between the same words; 0 where no title is in the middle."""
    start, name = _find_title_start(words, width), _centre_designer(words, (width / 2, 0.0))
    names = [*name.items, *(item for item in words.only(Role.TITLE).items if start)]
    return min([start, *(item.bounds()[0] for item in names if start)])


def _find_title_start(words: Drawing, width: float) -> float:
    """Where the title in the middle of an edge of a width in mm begins; 0 where none is there."""
    boxes = (item.bounds() for item in words.only(Role.TITLE).items)
    return next((left for left, _, right, _ in boxes if abs(left + right - width) < EXACT), 0.0)


def _centre_title(words: Drawing, width: float) -> Drawing:
    """The words of a border with the title in the middle of the edge, where it stands in one line and is clear of the
    designer there."""
    titles = [item for item in words.only(Role.TITLE).items if isinstance(item, Lettering)]
    if [item.text.anchor for item in titles] != ["start", "end"]:
        return words
    title, designer = titles
    left, _, right, _ = title.bounds()
    if (width + right - left) / 2 + 2 * TITLE_GAP > designer.bounds()[0]:
        return words
    centred = replace(title, text=replace(title.text, at=(width / 2, title.text.at[1]), anchor="middle"))
    return Drawing(tuple(centred if item is title else item for item in words.items))


def _move_designer(words: Drawing, right: float, axis: float) -> Drawing:
    """The words of a border with the designer so far to the left that the name ends at `right`, in mm, or before; one
    in a single line is as high as the line around the board, `axis` mm above the edge."""
    is_line = sum(map(_is_designer, words.items)) == 1

    def shift(name: Lettering) -> Point:
        return min(0.0, right - name.bounds()[2]), axis - name.text.cap / 2 - name.text.at[1] if is_line else 0.0

    return _shift_designer(words, shift)


def _shift_designer(words: Drawing, shift: Callable[[Lettering], Point]) -> Drawing:
    """The words of a border with each line of the designer's name moved by some mm."""
    return Drawing(tuple(item.transformed(translation(*shift(item))) if _is_designer(item) else item
                         for item in words.items))


def _is_designer(item: Item) -> TypeGuard[Lettering]:
    """Whether an item is a line of the designer's name, which ends at the right of the border."""
    return isinstance(item, Lettering) and item.role is Role.TITLE and item.text.anchor == "end"


def _within_track(game: Game, words: Drawing) -> Drawing:
    """Words of a border in their place on a board that has a track around it."""
    track = game.rim - game.board.border
    return words.moved(track, track) if track else words


def _plan_border(game: Game) -> BorderPlan:
    """Where words are in the border of a board as it is cut. Where title and designer have a band of their own, it is
    all that clear strips leave of the border, from the tails of its letters to their tops."""
    border = game.board.border
    if _has_band(game):
        cap, gap = coordinate_cap(border), FRAME[-1] + BURNT_LINE / 2 + BAND_CLEAR
        band = border - gap - (1 + TITLE_CLEAR) * cap
        title_cap = min(TITLE_CAPS[1], (band - EDGE_CLEAR) / (ASCENT + DESCENT))
        return BorderPlan(cap, gap, title_cap, EDGE_CLEAR + DESCENT * title_cap, band)
    return BorderPlan(coordinate_cap(border), coordinate_gap(border), _largest_title_cap(border), _credits_base(game),
                      _credits_top(game))


def _draw_coordinates(game: Game, size: Size, plan: BorderPlan) -> Drawing:
    """Files below and ranks at the left for one seat, and the same rotated by half a turn for the opposite seat. Files
    are in capitals: they are larger, and upside down, small letters read as others. Where players sit at the left or
    right, ranks are upright for these."""
    files, ranks = game.grid
    names, numbers = [file_name(i).upper() for i in range(files)], [str(j + 1) for j in range(ranks)]
    opposite = _seat_coordinates(game, names[::-1], numbers[::-1], plan).turned(180).moved(*size)
    return _seat_coordinates(game, names, numbers, plan) + opposite


def _seat_coordinates(game: Game, names: list[str], numbers: list[str], plan: BorderPlan) -> Drawing:
    """The coordinates that one seat reads: names from the left, numbers from below."""
    side, border = game.board.cell, game.board.border
    cap, gap = plan.coordinate_cap, plan.coordinate_gap
    near, left = border - gap - cap, border - gap - 0.3
    below = [draw_text(Role.COORDINATE, name, (border + (i + 0.5) * side, near), cap) for i, name in enumerate(names)]
    heights = [border + (j + 0.5) * side for j in range(len(numbers))]
    if game.has_seats_at_sides:
        beside = [draw_text(Role.COORDINATE, number, (near, y), cap, angle=270)
                  for number, y in zip(numbers, heights, strict=True)]
    elif not plan.has_credits:  # in the middle of a thin border
        beside = [draw_text(Role.COORDINATE, number, (near + cap / 2, y - cap / 2), cap)
                  for number, y in zip(numbers, heights, strict=True)]
    else:
        beside = [draw_text(Role.COORDINATE, number, (left, y - cap / 2), cap, anchor="end")
                  for number, y in zip(numbers, heights, strict=True)]
    underlines = [draw(Role.COORDINATE, _underline(name)) for name in combine_drawings([*below, *beside]).items
                  if isinstance(name, Lettering) and is_ambiguous(name.text.string, {*names, *numbers})]
    return combine_drawings([*below, *beside, *underlines])


def _underline(name: Lettering) -> Path:
    """A bar under a word, turned with it; closed, so that it has an area on paper and an outline for the laser."""
    (x, y), turn = name.text.at, name.text.angle
    x0, _, x1, _ = text_bounds(replace(name.text, at=(0.0, 0.0), angle=0.0))
    descent = DESCENT * name.text.cap if set(name.text.string) & set("pq") else 0.0
    bar = rectangle(x0, -descent - UNDERLINE_GAP - UNDERLINE, x1 - x0, UNDERLINE)
    return bar.transformed(rotation(turn)).transformed(translation(x, y))


def _draw_credits(game: Game, width: float, plan: BorderPlan, cuts: Sequence[float] = ()) -> Drawing:
    """Title and designer on the near edge, left and right, under the coordinates. Long ones are set smaller or in two
    lines. A designer who does not fit is left out, and then the title has the whole line. A thin border has neither."""
    start, end = game.board.border, width - game.board.border
    top, base, title_cap = plan.top, plan.base, plan.title_cap
    if not plan.has_credits:
        return Drawing()
    if cuts:
        left, right = cuts[0] - start - SEAM_GAP, end - cuts[-1] - SEAM_GAP
        title = _fit_words(game.title, left, top, base, title_cap)
        designer = _fit_words(game.designer, right, top, base, _designer_cap(title_cap))
    else:
        title, designer = _fit_credits(game, 0.62 * (end - start), end - start, plan)
        if not (title.lines and designer.lines):
            title, designer = _fit_credits(game, end - start, end - start, plan)
    return _draw_text(title, start, "start", bold=True) + _draw_text(designer, end, "end", bold=False)


def _designer_cap(title_cap: float) -> float:
    """The largest capitals of the designer in mm, beside a title with these capitals."""
    return max(LEAST_CAP, CREDIT_SHARE * title_cap)


def coordinate_cap(border: float) -> float:
    """The capitals of coordinates in mm: they are read from a seat."""
    least_cap, largest_cap = COORDINATE_CAPS
    share = BANDED_SHARE if border >= LEAST_BANDED else COORDINATE_SHARE
    return min(largest_cap, max(least_cap, share * border))


def coordinate_gap(border: float) -> float:
    """The distance in mm from the cells to the coordinates, which are nearer to the lines around the cells than to the
    title, so that they belong to the cells at first sight."""
    free = border - FRAME[-1] - coordinate_cap(border) - _largest_title_cap(border)
    return min(MOST_GAP, max(COORDINATE_GAP, FRAME[-1] + free * CREDIT_GAPS[0] / sum(CREDIT_GAPS)))


def _credits_base(game: Game) -> float:
    """How high in mm the base line of title and designer is above the edge: nearer to the coordinates than to it, if
    the title has its largest capitals, whose descenders are off the edge, and under the coordinates."""
    border = game.board.border
    cap = _largest_title_cap(border)
    free = border - coordinate_gap(border) - coordinate_cap(border) - cap
    share = min(free * CREDIT_GAPS[2] / sum(CREDIT_GAPS[1:]), _credits_top(game) - ASCENT * cap)
    return max(EDGE_GAP + DESCENT * cap, share)


def _largest_title_cap(border: float) -> float:
    """The largest capitals of the title in mm: a wide border bears larger ones."""
    least_cap, largest_cap = TITLE_CAPS
    return min(largest_cap, max(least_cap, TITLE_SHARE * border))


def _fit_credits(game: Game, longest: float, line_length: float, plan: BorderPlan) -> tuple[_BorderText, _BorderText]:
    """The title in at most `longest` of a line's `line_length` mm, and the designer in the room that the title
    leaves."""
    title = _fit_words(game.title, longest, plan.top, plan.base, plan.title_cap)
    used = max((text_width(line, title.cap, bold=True) for line in title.lines), default=-0.07 * line_length)
    return title, _fit_words(game.designer, 0.93 * line_length - used, plan.top, plan.base,
                             _designer_cap(plan.title_cap))


def _credits_top(game: Game) -> float:
    """How high title and designer may reach, in mm from the edge of the board, below the coordinates."""
    names = [file_name(i).upper() for i in range(game.grid[0])] if game.board.grid else []
    under = UNDERLINE_GAP + UNDERLINE if any(is_ambiguous(name, names) for name in names) else 0.0
    border = game.board.border
    return border - coordinate_gap(border) - (1 + DESCENT) * coordinate_cap(border) - WORDS_GAP - under


@dataclass(frozen=True)
class _BorderText:
    """Words as they are set: their lines from above, none where they do not fit; base lines and capitals in mm."""

    lines: tuple[str, ...]
    bases: tuple[float, ...]
    cap: float


def _draw_text(text: _BorderText, x: float, anchor: str, *, bold: bool) -> Drawing:
    return combine_drawings(draw_text(Role.TITLE, line, (x, base), text.cap, anchor=anchor, bold=bold)
                    for line, base in zip(text.lines, text.bases, strict=True))


def _fit_words(text: str, room: float, top: float, base: float, largest: float) -> _BorderText:
    """Words in one line, with its base line at `base` where it fits there, else in two, between the edge and `top`,
    with the largest capitals up to `largest` mm that fit the room in mm."""
    for parts in ((text,), _halves(text)):
        tall = (top - EDGE_GAP) / len(parts) / (ASCENT + DESCENT)
        cap = min(largest, tall, room / max(text_width(part, 1, bold=True) for part in parts))
        if cap >= LEAST_CAP - 1e-9:
            lowest = EDGE_GAP + DESCENT * cap
            last = max(lowest, min(base, top - ASCENT * cap)) if len(parts) == 1 else lowest
            bases = [last + i * (ASCENT + DESCENT) * cap for i in reversed(range(len(parts)))]
            return _BorderText(parts, tuple(bases), cap)
    return _BorderText((), (), LEAST_CAP)


def _halves(text: str) -> tuple[str, ...]:
    """The words split at the space that makes the longer half shortest; a single word stays whole."""
    words = text.split(" ")
    splits = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(splits, key=lambda halves: max(text_width(half, 1, bold=True) for half in halves), default=(text,))

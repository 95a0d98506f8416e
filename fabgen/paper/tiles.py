"""A board larger than a sheet → tiles that meet on its seams, and the places of the tiles on their sheets.

A tile is cut along its upper and left seams and trimmed along the board's edge, and inked beyond both. At its right and
lower seams it has a glue tab that its neighbour covers. Every tile is at the same place on its sheet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fabgen.artwork.path import Box, Point, join_boxes
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.typeset.pages import RULER_DEPTH, RULER_LENGTH, SheetFrame, find_ruler_foot
from fabgen.typeset.papers import Paper

TAB = 10.0  # mm that neighbours overlap
CLEAR = 5.0  # mm around a tile for cut marks
BLEED = 2.0  # mm of ink beyond the cuts of a tile: no white gap or rim where a knife strays
RULER_CLEARANCE = 0.5  # mm between the upright ruler and ink
LABEL = 31.0  # mm below the upper corner of a tile that the name of the seam beside it can reach
MOST_SHEETS = 100  # more is a mistake in the spec's measures, not a board that anyone would glue
CELL_TOO_LARGE = "paper.cell-too-large"
TOO_MANY_SHEETS = "paper.too-many-sheets"
BOARD = ""  # the batch name of the board's sheets: no batch has an empty name


@dataclass(frozen=True)
class BoardTile:
    """A part of the board, in the board's mm. Its label is a column (A, B, ...) and a row (1, 2, ... from the top); a
    neighbour's label is empty where the board ends."""

    label: str
    box: Box
    north: str
    east: str
    south: str
    west: str

    @property
    def box_with_tabs(self) -> Box:
        """The box of the tile with its tabs."""
        left, bottom, right, top = self.box
        return left, bottom - (TAB if self.south else 0), right + (TAB if self.east else 0), top


@dataclass(frozen=True)
class PaperTiling:
    """Tiles by rows, on sheets of one frame. `at` is the place of the upper left corner of every tile on its sheet,
    but for tiles that have something below them (`higher`: their places by their numbers)."""

    frame: SheetFrame
    tiles: tuple[BoardTile, ...]
    at: Point
    higher: Mapping[int, Point] = field(default_factory=dict)

    def place_of(self, tile: BoardTile) -> Point:
        """The place of the upper left corner of a tile on its sheet."""
        return self.higher.get(self.tiles.index(tile), self.at)

    @property
    def board(self) -> Box:
        """The bounds of all tiles together."""
        return join_boxes([tile.box for tile in self.tiles])


def name_half(tiling: PaperTiling, tile: BoardTile) -> str:
    """The key of the words for a tile of a board of two tiles: the name of a square, A1, would be beside square A1.
    Empty where there are more tiles, or only one."""
    if len(tiling.tiles) != 2:
        return ""
    sides = (tile.south, "upper_half"), (tile.north, "lower_half"), (tile.east, "left_half"), (tile.west, "right_half")
    return next(key for neighbour, key in sides if neighbour)


def tile_board(board: Box, seams_x: Sequence[float], seams_y: Sequence[float], paper: Paper) -> PaperTiling:
    """The tiling with the fewest sheets; among equals, the one with the most room to spare, upright before sideways.
    `seams_x` and `seams_y` are where the board may be cut, in mm.

    Raises FabgenError if a single cell is too large for the paper, or if the board needs more than 100 sheets; the
    codes of these Problems are `CELL_TOO_LARGE` and `TOO_MANY_SHEETS`.
    """
    tilings = [_tiling(board, seams_x, seams_y, SheetFrame(paper, sideways)) for sideways in (False, True)]
    fitting = [tiling for tiling in tilings if tiling]
    if not fitting:
        what = f"a single cell of the board, with what must stay joined to it, is larger than a sheet of {paper.name}"
        raise FabgenError([Problem(Location(), what, "make the cells or the border smaller", code=CELL_TOO_LARGE)])
    best = min(fitting, key=lambda tiling: (len(tiling.tiles), -_spare_length(tiling)))
    if len(best.tiles) > MOST_SHEETS:
        what = f"the board needs {len(best.tiles)} sheets of {paper.name}; fabgen prints at most {MOST_SHEETS}"
        raise FabgenError([Problem(Location(), what, "make the cells smaller", code=TOO_MANY_SHEETS)])
    return best


def choose_cuts(low: float, high: float, seams: Sequence[float], room: float) -> list[float] | None:
    """The cuts from `low` to `high` that give the fewest pieces no longer than `room` with their tabs; among equals,
    the most even pieces. None if a piece between two seams is too long. All lengths in mm.

    The tab is at the high end of every piece but the last.
    """
    stops = [low, *(s for s in sorted(seams) if low + 1e-6 < s < high - 1e-6), high]
    # The best way to reach each stop: pieces so far, sum of their squared lengths, index of the previous stop. Least
    # squares make the pieces even.
    best: list[tuple[int, float, int] | None] = [(0, 0.0, 0)]
    for j in range(1, len(stops)):
        tab = TAB if j < len(stops) - 1 else 0.0
        options = [
            (reached[0] + 1, reached[1] + (stops[j] - stops[i] + tab) ** 2, i)
            for i, reached in enumerate(best)
            if reached and stops[j] - stops[i] + tab <= room + 1e-6
        ]
        best.append(min(options, default=None))
    cuts, j = [high], len(stops) - 1
    while j:
        step = best[j]
        if step is None:
            return None
        j = step[2]
        cuts.append(stops[j])
    return cuts[::-1]


def _tiling(board: Box, seams_x: Sequence[float], seams_y: Sequence[float], frame: SheetFrame) -> PaperTiling | None:
    """The tiling on sheets of this frame, or None if a piece between two seams is too large for it."""
    left, bottom, right, top = board
    negated_rows = choose_cuts(-top, -bottom, [-y for y in seams_y], frame.top - frame.bottom - 2 * CLEAR)
    columns = choose_cuts(left, right, seams_x, frame.right - frame.left_edge - 2 * CLEAR)
    if not negated_rows:
        return None
    rows = [-y for y in negated_rows]
    wide_columns = choose_cuts(left, right, seams_x, frame.right - frame.paper.margin - 2 * CLEAR)
    # Tiles may use the ruler's band if that saves sheets and neither their ink nor a mark runs into the ruler.
    if wide_columns and (not columns or len(wide_columns) < len(columns)):
        tiles = _tiles(wide_columns, rows)
        at = _origin_at_right(tiles, frame)
        if misses_ruler(tiles, at, frame):
            return PaperTiling(frame, tiles, at)
    if not columns:
        return None
    tiles = _tiles(columns, rows)
    return PaperTiling(frame, tiles, _tile_origin(tiles, frame, frame.left_edge))


def _tiles(columns: Sequence[float], rows: Sequence[float]) -> tuple[BoardTile, ...]:
    """Tiles from cuts: columns from left to right, rows from the top downwards."""
    column_count, row_count = len(columns) - 1, len(rows) - 1

    def label(i: int, j: int) -> str:
        return f"{_column_letters(i)}{j + 1}" if 0 <= i < column_count and 0 <= j < row_count else ""

    return tuple(
        BoardTile(
            label(i, j),
            (columns[i], rows[j + 1], columns[i + 1], rows[j]),
            label(i, j - 1),
            label(i + 1, j),
            label(i, j + 1),
            label(i - 1, j),
        )
        for j in range(row_count)
        for i in range(column_count)
    )


def _column_letters(i: int) -> str:
    """The letters of a column, counted from 0: A to Z, then AA, AB and so on."""
    return (_column_letters(i // 26 - 1) if i >= 26 else "") + chr(ord("A") + i % 26)


def _extent(tiles: Sequence[BoardTile]) -> tuple[float, float]:
    """The width and height of the largest tile, with tabs."""
    boxes = [tile.box_with_tabs for tile in tiles]
    return max(b[2] - b[0] for b in boxes), max(b[3] - b[1] for b in boxes)


def _tile_origin(tiles: Sequence[BoardTile], frame: SheetFrame, left: float) -> Point:
    """The upper left corner that centres the largest tile between x = `left` and the right edge."""
    width, height = _extent(tiles)
    return left + (frame.right - left - width) / 2, frame.top - (frame.top - frame.bottom - height) / 2


def _origin_at_right(tiles: Sequence[BoardTile], frame: SheetFrame) -> Point:
    """The upper left corner that puts the tiles as far to the right as their cut marks allow: a tab needs none. Where
    seams have names at the left, the tiles are in the middle or so high that these are above the upright ruler."""
    ends = (tile.box_with_tabs[2] - tile.box[0] + (0.0 if tile.east else CLEAR) for tile in tiles)
    _, middle = _tile_origin(tiles, frame, frame.left_edge)
    above_ruler = find_ruler_foot(frame) + RULER_LENGTH + LABEL
    has_name_beside = any(tile.west for tile in tiles) and middle < above_ruler <= frame.top - CLEAR
    return frame.right - max(ends), above_ruler if has_name_beside else middle


def edge_of_ruler(frame: SheetFrame) -> float:
    """The x in mm from which a tile has the sheet for itself: nothing of it is inked nearer to the upright ruler."""
    return frame.paper.margin + RULER_DEPTH + RULER_CLEARANCE


def misses_ruler(tiles: Sequence[BoardTile], at: Point, frame: SheetFrame) -> bool:
    """True if neither the tiles nor a cut mark nor the name of a seam at their left runs into the upright ruler. (Ink
    beyond the edge of the board ends before it.)"""
    if at[0] - BLEED * any(tile.west for tile in tiles) < edge_of_ruler(frame):
        return False
    ruler_bottom = find_ruler_foot(frame)
    levels = [at[1], *(at[1] - (top - low) for t in tiles for _, low, _, top in (t.box, t.box_with_tabs))]
    has_name_beside = any(tile.west for tile in tiles) and at[1] - LABEL < ruler_bottom + RULER_LENGTH
    return not has_name_beside and all(not ruler_bottom - 3 < y < ruler_bottom + RULER_LENGTH + 3 for y in levels)


def _spare_length(tiling: PaperTiling) -> float:
    """The smaller of the two lengths in mm that the largest tile leaves free in width and height."""
    frame = tiling.frame
    width, height = _extent(tiling.tiles)
    return min(frame.right - frame.left_edge - width, frame.top - frame.bottom - height)

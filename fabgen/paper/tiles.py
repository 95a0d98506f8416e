"""A board larger than a sheet → tiles that meet on its seams, and the places of the tiles on their sheets.

A tile is cut along its upper and left seams and trimmed along the board's edge. At its right and lower seams it has a
glue tab that its neighbour covers. Every tile is at the same place on its sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fabgen.artwork.path import Point
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.typeset.pages import RULER_LENGTH, Box, SheetFrame, ruler_foot
from fabgen.typeset.papers import Paper

TAB = 10.0  # mm that neighbours overlap
CLEAR = 5.0  # mm around a tile for cut marks
LABEL = 21.5  # mm from the upper corner that a neighbour's name beside a tile takes
MOST_SHEETS = 100
CELL_TOO_LARGE = "paper.cell-too-large"
TOO_MANY_SHEETS = "paper.too-many-sheets"
BOARD = ""  # the name under which sheets hold the board: no batch is called so


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
    """Tiles by rows, on sheets of one frame. `at` is the place of the upper left corner of every tile on its sheet."""

    frame: SheetFrame
    tiles: tuple[BoardTile, ...]
    at: Point

    @property
    def board(self) -> Box:
        """The bounds of all tiles together."""
        boxes = [tile.box for tile in self.tiles]
        return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def tile_board(board: Box, seams_x: Sequence[float], seams_y: Sequence[float], paper: Paper) -> PaperTiling:
    """The tiling with the fewest sheets; among equals, the one with the most room to spare, upright before sideways.

    Raises FabgenError where a single cell is too large for the paper, and where the board needs more than 100 sheets.
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
    """The cuts from low to high that give the fewest pieces no longer than `room` with their tabs; among equals, the
    most even pieces. None where a piece between two seams is too long.

    The tab is at the high end of every piece but the last.
    """
    stops = [low, *(s for s in sorted(seams) if low + 1e-6 < s < high - 1e-6), high]
    # The best way to reach each stop: pieces so far, sum of their squared lengths, index of the stop before.
    best: list[tuple[int, float, int] | None] = [(0, 0.0, 0)]
    for j in range(1, len(stops)):
        tab = TAB if j < len(stops) - 1 else 0.0
        options = [
            (b[0] + 1, b[1] + (stops[j] - stops[i] + tab) ** 2, i)
            for i, b in enumerate(best)
            if b and stops[j] - stops[i] + tab <= room + 1e-6
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
    left, bottom, right, top = board
    downward = choose_cuts(-top, -bottom, [-y for y in seams_y], frame.top - frame.bottom - 2 * CLEAR)
    across = choose_cuts(left, right, seams_x, frame.right - frame.left_edge - 2 * CLEAR)
    if not downward:
        return None
    rows = [-y for y in downward]
    wide = choose_cuts(left, right, seams_x, frame.right - frame.paper.margin - 2 * CLEAR)
    if wide and (not across or len(wide) < len(across)):  # into the ruler's band, where the marks miss the ruler
        tiles = _tiles(wide, rows)
        at = _origin(tiles, frame, frame.paper.margin)
        if _misses_ruler(tiles, at, frame):
            return PaperTiling(frame, tiles, at)
    if not across:
        return None
    tiles = _tiles(across, rows)
    return PaperTiling(frame, tiles, _origin(tiles, frame, frame.left_edge))


def _tiles(columns: Sequence[float], rows: Sequence[float]) -> tuple[BoardTile, ...]:
    """Tiles from cuts: columns from left to right, rows from the top downwards."""
    wide, deep = len(columns) - 1, len(rows) - 1

    def label(i: int, j: int) -> str:
        return f"{_letters(i)}{j + 1}" if 0 <= i < wide and 0 <= j < deep else ""

    return tuple(
        BoardTile(
            label(i, j),
            (columns[i], rows[j + 1], columns[i + 1], rows[j]),
            label(i, j - 1),
            label(i + 1, j),
            label(i, j + 1),
            label(i - 1, j),
        )
        for j in range(deep)
        for i in range(wide)
    )


def _letters(i: int) -> str:
    return (_letters(i // 26 - 1) if i >= 26 else "") + chr(ord("A") + i % 26)


def _extent(tiles: Sequence[BoardTile]) -> tuple[float, float]:
    """The width and height of the largest tile, with tabs."""
    boxes = [tile.box_with_tabs for tile in tiles]
    return max(b[2] - b[0] for b in boxes), max(b[3] - b[1] for b in boxes)


def _origin(tiles: Sequence[BoardTile], frame: SheetFrame, left: float) -> Point:
    width, height = _extent(tiles)
    return left + (frame.right - left - width) / 2, frame.top - (frame.top - frame.bottom - height) / 2


def _misses_ruler(tiles: Sequence[BoardTile], at: Point, frame: SheetFrame) -> bool:
    """True if no cut mark and no neighbour's name at the left of the tiles runs into the upright ruler."""
    foot = ruler_foot(frame)
    levels = [at[1], *(at[1] - (top - low) for t in tiles for _, low, _, top in (t.box, t.box_with_tabs))]
    beside = any(tile.west for tile in tiles) and at[1] - LABEL < foot + RULER_LENGTH
    return not beside and all(not foot - 3 < y < foot + RULER_LENGTH + 3 for y in levels)


def _spare_length(tiling: PaperTiling) -> float:
    """The smaller of the two lengths in mm that the largest tile leaves free in width and height."""
    frame = tiling.frame
    width, height = _extent(tiling.tiles)
    return min(frame.right - frame.left_edge - width, frame.top - frame.bottom - height)

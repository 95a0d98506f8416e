"""A board larger than a sheet → tiles that meet on its seams, and the sheets that show them.

A tile is cut along its upper and left seams and trimmed along the board's edge; at its right and lower seams it carries a glue tab
that its neighbour covers. Every tile stands at the same place on its sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import Path, Point, line, polygon, rectangle
from fabgen.artwork.text import text_width
from fabgen.base import problem
from fabgen.make.frame import BODY, RULER_LENGTH, Body, Box, Frame, Placed, ruler_foot
from fabgen.make.paper import Paper, PaperKit

TAB = 10.0  # mm that neighbours overlap
BLEED = 2.0  # mm of the board's drawing beyond a seam: no white gap where a knife strays
CLEAR = 5.0  # mm around a tile for cut marks
MARK = (1.0, 4.6)  # mm from the corner where a cut mark begins and ends
MOST_SHEETS = 100
MAP = (22.0, 9.6)  # mm: the most a map of the tiles takes


@dataclass(frozen=True)
class Tile:
    """Part of a board, in the board's mm; a neighbour's label is empty where the board ends. Columns A, B, ..., rows 1, 2, ... from the top."""

    label: str
    box: Box
    north: str
    east: str
    south: str
    west: str

    @property
    def reach(self) -> Box:
        """The tile with its tabs."""
        left, bottom, right, top = self.box
        return left, bottom - (TAB if self.south else 0), right + (TAB if self.east else 0), top


@dataclass(frozen=True)
class Tiling:
    """Tiles by rows, on sheets of one frame; `at` is where the upper left corner of every tile stands on its sheet."""

    frame: Frame
    tiles: tuple[Tile, ...]
    at: Point


def tile_board(board: Box, seams_x: Sequence[float], seams_y: Sequence[float], paper: Paper) -> Tiling:
    """The tiling with the fewest sheets, of these the one with the most room to spare, upright rather than sideways.

    FabgenError where even a single cell is too large for the paper: it says how large a cell may be.
    """
    found = [t for sideways in (False, True) if (t := _tiling(board, seams_x, seams_y, Frame(paper, sideways)))]
    if not found:
        raise _too_large(board, seams_x, seams_y, paper)
    best = min(found, key=lambda t: (len(t.tiles), -_spare(t)))
    if len(best.tiles) > MOST_SHEETS:
        raise problem(f"the board needs {len(best.tiles)} sheets of {paper.name}; fabgen prints at most {MOST_SHEETS}", "make the cells smaller")
    return best


def split(low: float, high: float, seams: Sequence[float], room: float) -> list[float] | None:
    """Where to cut from low to high: fewest pieces no longer than room, their tabs included, and of these the most even ones.

    The tab stands at the high end of all but the last piece. None where a piece between two seams is too long.
    """
    stops = [low, *(s for s in sorted(seams) if low + 1e-6 < s < high - 1e-6), high]
    best: list[tuple[int, float, int] | None] = [(0, 0.0, 0)]  # per stop: pieces so far, sum of squared lengths, stop before
    for j in range(1, len(stops)):
        tab = TAB if j < len(stops) - 1 else 0.0
        options = [(b[0] + 1, b[1] + (stops[j] - stops[i] + tab) ** 2, i)
                   for i, b in enumerate(best) if b and stops[j] - stops[i] + tab <= room + 1e-6]
        best.append(min(options, default=None))
    cuts, j = [high], len(stops) - 1
    while j:
        step = best[j]
        if step is None:
            return None
        j = step[2]
        cuts.append(stops[j])
    return cuts[::-1]


def _tiling(board: Box, seams_x: Sequence[float], seams_y: Sequence[float], frame: Frame) -> Tiling | None:
    left, bottom, right, top = board
    downward = split(-top, -bottom, [-y for y in seams_y], frame.top - frame.bottom - 2 * CLEAR)
    across = split(left, right, seams_x, frame.right - frame.left - 2 * CLEAR)
    if not downward:
        return None
    rows = [-y for y in downward]
    if not across or len(across) > 2:  # a single column may reach into the ruler's band, where its cut marks miss the ruler
        single = _tiles([left, right], rows)
        at = _origin(single, frame, frame.paper.margin)
        if right - left <= frame.right - frame.paper.margin - 2 * CLEAR + 1e-6 and _misses_ruler(single, at, frame):
            return Tiling(frame, single, at)
    if not across:
        return None
    tiles = _tiles(across, rows)
    return Tiling(frame, tiles, _origin(tiles, frame, frame.left))


def _tiles(columns: Sequence[float], rows: Sequence[float]) -> tuple[Tile, ...]:
    """Tiles from cuts: columns from left to right, rows from the top downwards."""
    wide, deep = len(columns) - 1, len(rows) - 1

    def label(i: int, j: int) -> str:
        return f"{_letters(i)}{j + 1}" if 0 <= i < wide and 0 <= j < deep else ""

    return tuple(Tile(label(i, j), (columns[i], rows[j + 1], columns[i + 1], rows[j]),
                      label(i, j - 1), label(i + 1, j), label(i, j + 1), label(i - 1, j))
                 for j in range(deep) for i in range(wide))


def _letters(i: int) -> str:
    return (_letters(i // 26 - 1) if i >= 26 else "") + chr(ord("A") + i % 26)


def _extent(tiles: Sequence[Tile]) -> tuple[float, float]:
    """The width and height of the largest tile, with tabs."""
    boxes = [tile.reach for tile in tiles]
    return max(b[2] - b[0] for b in boxes), max(b[3] - b[1] for b in boxes)


def _origin(tiles: Sequence[Tile], frame: Frame, left: float) -> Point:
    width, height = _extent(tiles)
    return left + (frame.right - left - width) / 2, frame.top - (frame.top - frame.bottom - height) / 2


def _misses_ruler(tiles: Sequence[Tile], at: Point, frame: Frame) -> bool:
    foot = ruler_foot(frame)
    levels = [at[1], *(at[1] - (t.box[3] - t.box[1]) for t in tiles), *(at[1] - (t.reach[3] - t.reach[1]) for t in tiles)]
    return all(not foot - 3 < y < foot + RULER_LENGTH + 3 for y in levels)


def _spare(tiling: Tiling) -> float:
    """The lesser of the lengths in mm that the largest tile leaves free in width and height."""
    frame = tiling.frame
    width, height = _extent(tiling.tiles)
    return min(frame.right - frame.left - width, frame.top - frame.bottom - height)


def _too_large(board: Box, seams_x: Sequence[float], seams_y: Sequence[float], paper: Paper) -> Exception:
    largest = max(min(_largest_cell(board[0], board[2], seams_x, f.right - f.left - 2 * CLEAR),
                      _largest_cell(-board[3], -board[1], [-y for y in seams_y], f.top - f.bottom - 2 * CLEAR))
                  for f in (Frame(paper), Frame(paper, True)))
    return problem(f"a single cell of the board, with what must stay joined to it, is larger than a sheet of {paper.name}",
                   f"cells of {int(largest):g} mm would fit" if largest >= 1 else "make the board's border narrower")


def _largest_cell(low: float, high: float, seams: Sequence[float], room: float) -> float:
    """How long a cell may be, the borders and tabs beside it kept as they are."""
    stops = [low, *(s for s in sorted(seams) if low + 1e-6 < s < high - 1e-6), high]
    steps = [b - a for a, b in pairwise(stops)]
    cell = min(steps)
    tabs = [TAB] * (len(steps) - 1) + [0.0]
    return min(room - tab - (step - cell) for step, tab in zip(steps, tabs, strict=True))


def board_bodies(kit: PaperKit, tiling: Tiling) -> list[Body]:
    """One sheet per tile."""
    art = kit.board.without(Role.EDGE)  # the cut is shown by marks: a printed outline never meets the knife
    name = "Board" if len(tiling.tiles) == 1 else "Board, tile "
    return [Body(tiling.frame, name + (tile.label if len(tiling.tiles) > 1 else ""), _shown(art, tile, tiling), ("board",),
                 board_map(tiling, *MAP, here=tile) if len(tiling.tiles) > 1 else None) for tile in tiling.tiles]


def board_map(tiling: Tiling, width: float, height: float, here: Tile | None = None) -> Drawing:
    """The tiles in small, their upper right corner at the origin; the tile `here` is filled."""
    x0, y0, x1, y1 = outer_box(tiling)
    factor = min(width / (x1 - x0), height / (y1 - y0))
    boxes = [rectangle(b[0], b[1], b[2] - b[0], b[3] - b[1]) for b in (t.box for t in tiling.tiles)]
    filled = draw(Role.NOTE, *(p for p, t in zip(boxes, tiling.tiles, strict=True) if t == here)) if here else Drawing()
    return (filled + draw(Role.GRID, *boxes)).moved(-x1, -y1).scaled(factor)


def outer_box(tiling: Tiling) -> Box:
    """The bounds of all tiles together: the board's."""
    boxes = [t.box for t in tiling.tiles]
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _shown(art: Drawing, tile: Tile, tiling: Tiling) -> tuple[Placed, ...]:
    dx, dy = tiling.at[0] - tile.box[0], tiling.at[1] - tile.box[3]
    left, bottom, right, top = tile.box
    seen = (left - BLEED * bool(tile.west), bottom - BLEED * bool(tile.south), right + BLEED * bool(tile.east), top + BLEED * bool(tile.north))
    part = Drawing(tuple(item for item in art.items if _meet(item.bounds(), seen)))
    clip = (seen[0] + dx, seen[1] + dy, seen[2] + dx, seen[3] + dy)
    tabs = _tabs(tile).moved(dx, dy)
    marks = (draw(Role.TRIM, *_cut_marks(tile)) + _diamonds(tile) + _neighbours(tile)).moved(dx, dy)
    return Placed(tabs), Placed(part.moved(dx, dy), clip), Placed(marks)


def _meet(a: Box, b: Box) -> bool:
    return a[0] <= b[2] + 1 and b[0] <= a[2] + 1 and a[1] <= b[3] + 1 and b[1] <= a[3] + 1


def _tabs(tile: Tile) -> Drawing:
    """Tinted glue tabs at the right and lower seams, their free corners taken off."""
    left, bottom, right, top = tile.box
    tabs = []
    if tile.east:
        tabs.append([(right, bottom), (right + TAB, bottom + 4), (right + TAB, top - 4), (right, top)])
    if tile.south:
        tabs.append([(left, bottom), (left + 4, bottom - TAB), (right - 4, bottom - TAB), (right, bottom)])
    return together(draw(Role.GLUE, polygon(corners)) for corners in tabs)


def _cut_marks(tile: Tile) -> list[Path]:
    """Marks that prolong every edge which is cut; a seam with a tab is not cut."""
    left, bottom, right, top = tile.box
    west, south, east, north = tile.reach
    near, far = MARK
    outs = (BLEED + 0.4 if tile.west else near, BLEED + 0.4 if tile.south else near, near, BLEED + 0.4 if tile.north else near)
    levels = [y for y, cut in ((top, True), (bottom, not tile.south)) if cut]
    uprights = [x for x, cut in ((left, True), (right, not tile.east)) if cut]
    marks = [line((west - outs[0], y), (west - far, y)) for y in levels] + [line((east + outs[2], y), (east + far, y)) for y in levels]
    return marks + [line((x, south - outs[1]), (x, south - far)) for x in uprights] + [line((x, north + outs[3]), (x, north + far)) for x in uprights]


def _diamonds(tile: Tile) -> Drawing:
    """Half-diamonds where a seam runs out of the board: with the neighbour's half they are whole."""
    left, bottom, right, top = tile.box
    half = (MARK[1] - MARK[0]) / 2
    out = (MARK[0] + MARK[1]) / 2
    ends = [(x, y, side) for x, side, joins in ((left, 1, tile.west), (right, -1, tile.east)) if joins
            for y, ends in ((top + out, not tile.north), (bottom - out, not tile.south)) if ends]
    sides = [(x, y, side) for y, side, joins in ((top, -1, tile.north), (bottom, 1, tile.south)) if joins
             for x, ends in ((left - out, not tile.west), (right + out, not tile.east)) if ends]
    upright = [polygon([(x, y - half), (x + side * half, y), (x, y + half)]) for x, y, side in ends]
    level = [polygon([(x - half, y), (x, y + side * half), (x + half, y)]) for x, y, side in sides]
    return together(draw(Role.NOTE, path) for path in upright + level)


def _neighbours(tile: Tile) -> Drawing:
    """Words on the tabs, and beside the seams that are cut, that name the neighbour; an arrow points to it."""
    left, bottom, right, top = tile.box
    x, y = (left + right) / 2, (bottom + top) / 2
    tab = (TAB + BLEED) / 2
    return together([
        _pointed(f"glue under {tile.east}", -1).turned(90).moved(right + tab + BODY / 2, y) if tile.east else Drawing(),
        _pointed(f"glue under {tile.south}", 0).moved(x, bottom - tab - BODY / 2) if tile.south else Drawing(),
        _pointed(f"on the tab of {tile.west}", 1).turned(90).moved(left - BLEED - 0.4, y) if tile.west else Drawing(),
        _pointed(f"on the tab of {tile.north}", 2).moved(x, top + BLEED + 0.6) if tile.north else Drawing(),
    ])


def _pointed(words: str, quarter: int) -> Drawing:
    """Words centred on the origin and a small arrow after them: down, turned by quarters of a circle."""
    width = text_width(words, BODY)
    arrow = draw(Role.NOTE, polygon([(-0.9, 0.7), (0.9, 0.7), (0, -0.8)])).turned(90 * quarter).moved(width / 2 + 2.2, BODY / 2)
    return write(Role.NOTE, words, (-1.5, 0), BODY) + arrow.moved(-1.0, 0)

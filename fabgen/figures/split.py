"""A board and the room of its sheet → the fewest parts along borders of cells that a sheet holds, and their drawings.

Parts interlock by knobs in the middle of cells' edges, or meet bluntly and are held by keys; neither needs glue. No
etched line is cut: those on a seam lie on one part, and patterns keep clear of knobs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, product
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Line, Path, line
from fabgen.figures.board import board_size, corner_radius, draw_board, draw_words
from fabgen.figures.boardart import art_within
from fabgen.figures.joints import PLAIN, Knob, Side, knob, knob_places, panel
from fabgen.rules.boards import Lattice, file_name
from fabgen.spec.game import Game
from fabgen.spec.spaces import Spaces

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

CLEAR = 0.6  # mm between an etched line and a knob
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Tiling:
    """How many cells each column and each row of parts has, from the lower left."""

    files: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def count(self) -> int:
        return len(self.files) * len(self.ranks)


@dataclass(frozen=True)
class Tile:
    """A part of a board: its column and row, the span of its cells (first and last file, first and last rank), and its
    box on the board's drawing in mm, knobs left out."""

    column: int
    row: int
    cells: tuple[int, int, int, int]
    box: Box

    @property
    def name(self) -> str:
        """Its cells, as zones are written."""
        x0, x1, y0, y1 = self.cells
        return f"{file_name(x0)}{y0 + 1}-{file_name(x1)}{y1 + 1}"


def tiling(game: Game, fit: Fit, rim: float | None = None) -> Tiling | None:
    """The fewest parts that the room holds, lying or turned (along a grain, only in one part: several would not match);
    one where the board fits or is never to be parted; None where even single cells exceed it. `rim` is what lies around
    the grid in mm, the border unless given. Only squares are parted: other cells have no straight seams."""
    if not game.board.grid:
        return Tiling((1,), (1,))
    files, ranks = game.grid
    if not fit.rooms or game.board.split == "never":
        return Tiling((files,), (ranks,))
    rim = game.board.border if rim is None else rim
    if fit.holds(*(cells * game.board.cell + 2 * rim for cells in (files, ranks)), across=True):
        return Tiling((files,), (ranks,))
    stand = knob(game.board.cell).reach if game.board.joint == "knobs" else 0.0
    found = []
    for across, down in fit.rooms:
        shares = [_shares(n, most, game.board.cell, rim, stand) for n, most in ((files, across), (ranks, down))]
        if all(shares):
            found.append(Tiling(*shares))
    return min(found, key=lambda one: (one.count, len(one.files) * ranks + len(one.ranks) * files), default=None)


def _shares(cells: int, most: float, cell: float, rim: float, stand: float) -> tuple[int, ...]:
    """Cells in the fewest parts along one way, as even as can be; empty where no number of parts does."""
    if cells * cell + 2 * rim <= most + 1e-6:
        return (cells,)
    outer, inner = (max(0, int((most - taken) / cell + 1e-6)) for taken in (rim + stand, 2 * stand))
    for count in range(2, cells + 1):
        caps = [outer, *[inner] * (count - 2), outer]
        if sum(caps) >= cells and min(caps) > 0:
            return _even(cells, caps, cell, rim)
    return ()


def _even(cells: int, caps: Sequence[int], cell: float, rim: float) -> tuple[int, ...]:
    """Cell after cell to the part that is shortest and has room."""
    shares = [1] * len(caps)
    for _ in range(cells - len(caps)):
        free = [n for n, cap in enumerate(caps) if shares[n] < cap]
        n = min(free, key=lambda n: (shares[n] * cell + rim * (n in (0, len(caps) - 1)), n))
        shares[n] += 1
    return tuple(shares)


def tiles(game: Game, cut: Tiling, inset: float = 0.0) -> list[Tile]:
    """The parts by rows from below, each row from the left. `inset` is how much smaller than the board all is, all
    round."""
    across, down = (_spans(shares) for shares in (cut.files, cut.ranks))
    (width, height), border, side = board_size(game), game.board.border, game.board.cell
    files, ranks = game.grid

    def edge(n: int, last: int, size: float) -> float:
        return inset if n == 0 else size - inset if n == last else border + n * side

    return [Tile(i, j, (x0, x1 - 1, y0, y1 - 1),
                 (edge(x0, files, width), edge(y0, ranks, height), edge(x1, files, width), edge(y1, ranks, height)))
            for (j, (y0, y1)), (i, (x0, x1)) in product(enumerate(down), enumerate(across))]


def _spans(shares: Sequence[int]) -> list[tuple[int, int]]:
    return list(pairwise([0, *accumulate(shares)]))


@dataclass(frozen=True)
class Seams:
    """What holds a board's parts together: their tiling, the knob, the clearance, and whether keys take its place."""

    game: Game
    cut: Tiling
    clearance: float

    @property
    def knob(self) -> Knob:
        return knob(self.game.board.cell)

    @property
    def keyed(self) -> bool:
        return self.game.board.joint == "keys"

    def sides(self, tile: Tile, outer: Sequence[Side] = (PLAIN,) * 4) -> list[Side]:
        """A part's sides from below, counter-clockwise; `outer` where the board ends."""
        files, ranks, (x0, x1, y0, y1) = len(self.cut.files), len(self.cut.ranks), tile.cells
        ends = (tile.row == 0, tile.column == files - 1, tile.row == ranks - 1, tile.column == 0)
        spans = ((x0, x1, 0), (y0, y1, 1), (x0, x1, 0), (y0, y1, 1))
        made = []
        for n, (end, (first, last, way)) in enumerate(zip(ends, spans, strict=True)):
            made.append(outer[n] if end else self._seam(tile, first, last, way, mine=n in (1, 2)))
        return made

    def _seam(self, tile: Tile, first: int, last: int, way: int, *, mine: bool) -> Side:
        """A seam from its start to its end, as this side runs. `mine`: the part lies below or to the left of it."""
        side, border = self.game.board.cell, self.game.board.border
        start, end = tile.box[way], tile.box[way + 2]
        spots = [(border + (first + k + 0.5) * side - start, n) for n, k in
                 enumerate(knob_places(last - first + 1, side))]
        ahead = (way == 1) == mine  # right sides run up, lower ones to the right; the others run back
        ordered = spots if ahead else [(end - start - u, n) for u, n in reversed(spots)]
        corners = [c for u, n in ordered for c in self._joint(u, out=(n % 2 == 0) == mine)]
        return Side(tuple(corners))

    def _joint(self, u: float, *, out: bool) -> Sequence[tuple[tuple[float, float], float]]:
        return self.knob.out(u) if out and not self.keyed else self.knob.into(u, self.clearance)

    def joints(self) -> Iterator[tuple[Box, Path | None]]:
        """Each joint: the box that its knob or key takes on the board, and of a knob the line over its neck."""
        side, border, one = self.game.board.cell, self.game.board.border, self.knob
        for tile in tiles(self.game, self.cut):
            x0, x1, y0, y1 = tile.cells
            for way, (first, last, ends) in enumerate(
                    ((y0, y1, tile.column + 1 < len(self.cut.files)), (x0, x1, tile.row + 1 < len(self.cut.ranks)))):
                for n, k in enumerate(knob_places(last - first + 1, side) if ends else ()):
                    middle, at = border + (first + k + 0.5) * side, tile.box[2 + way]
                    low, high = (at - one.reach, at + one.reach) if self.keyed else (
                        (at, at + one.reach) if n % 2 == 0 else (at - one.reach, at))
                    box = (low, middle - one.head / 2, high, middle + one.head / 2)
                    half = one.neck / 2 + 0.6 * one.radius  # the neck widens where it meets the part
                    neck = ((at, middle - half), (at, middle + half))
                    points = [p[::-1] for p in neck] if way else neck
                    yield (_upright(box) if way else box), None if self.keyed else line(*points)


def _upright(box: Box) -> Box:
    return box[1], box[0], box[3], box[2]


def board_parts(game: Game, lattice: Lattice, fit: Fit, spaces: Spaces | None = None) -> list[Part]:
    """The board in one part, or in as many as it takes, and their keys; a map has `spaces` of its own."""
    cut = tiling(game, fit)
    if cut is None or cut.count == 1:
        whole = draw_board(game, lattice, spaces)
        return [Part("board", whole, 1, game.board.material, "board", by_thickness=False, across=True)]
    seams = Seams(game, cut, fit.clearance)
    etched = clear_of(etching(game, lattice, cut), seams)
    drawn = [(tile, draw(Role.EDGE, tile_outline(seams, tile)) + art(game, seams, tile) + inside(etched, seams, tile))
             for tile in tiles(game, cut)]
    made = [Part(f"board {tile.name}", drawing, 1, game.board.material, "board", by_thickness=False)
            for tile, drawing in drawn]
    return [*made, *keys("board", seams, game.board.material)]


def etching(game: Game, lattice: Lattice, cut: Tiling) -> Drawing:
    """What is etched on a parted board, words set beside its seams."""
    words = (Role.COORDINATE, Role.TITLE)
    seams = [tile.box[2] for tile in tiles(game, cut) if tile.row == 0][:-1]
    return draw_board(game, lattice).without(Role.EDGE, Role.SHADE, Role.MARK, *words) + draw_words(game, seams)


def art(game: Game, seams: Seams, tile: Tile) -> Drawing:
    """What of the board's own art lies on a part."""
    return art_within(game, board_size(game), tile_outline(seams, tile))


def tile_outline(seams: Seams, tile: Tile, radius: float | None = None) -> Path:
    """A part's outside, the board's corners rounded."""
    return panel(tile.box, seams.sides(tile), corner_radii(seams, tile, radius))


def corner_radii(seams: Seams, tile: Tile, radius: float | None = None) -> list[float]:
    """The radii of a part's corners from the lower left, counter-clockwise: rounded where the board's corners are."""
    radius = corner_radius(seams.game) if radius is None else radius
    left, right = tile.column == 0, tile.column == len(seams.cut.files) - 1
    low, high = tile.row == 0, tile.row == len(seams.cut.ranks) - 1
    return [radius * both for both in (left and low, right and low, right and high, left and high)]


def keys(name: str, seams: Seams, material: str) -> list[Part]:
    """The keys of all seams; none where knobs hold."""
    count = len(list(seams.joints())) if seams.keyed else 0
    drawing = draw(Role.EDGE, seams.knob.key())
    return [Part(f"{name} key", drawing, count, material, name, by_thickness=False)] if count else []


def clear_of(drawing: Drawing, seams: Seams) -> Drawing:
    """A drawing whose patterns keep clear of the seams' knobs."""
    import shapely

    boxes = [shapely.box(x0 - CLEAR, y0 - CLEAR, x1 + CLEAR, y1 + CLEAR) for (x0, y0, x1, y1), _ in seams.joints()]
    knobs = shapely.union_all(boxes)
    shapely.prepare(knobs)
    return Drawing(tuple(_cleared(item, knobs) if isinstance(item, Shape) and item.role is Role.ZONE else item
                         for item in drawing.items))


def _cleared(item: Shape, knobs: BaseGeometry) -> Shape:
    return Shape(tuple(kept for path in item.paths for kept in _kept(path, knobs)), item.role, item.tone)


def _kept(path: Path, knobs: BaseGeometry) -> Iterator[Path]:
    """What is left of a line beside the knobs; of a ring that meets one, nothing."""
    import shapely

    ring = [*path.flatten(0.01), *([path.start] if path.closed else [])]
    drawn = shapely.LineString(ring)
    if not knobs.intersects(drawn):
        yield path
    elif not path.closed:
        left = drawn.difference(knobs)
        yield from (line(*piece.coords) for piece in getattr(left, "geoms", [left]) if piece.length > 1)


def inside(drawing: Drawing, seams: Seams, tile: Tile) -> Drawing:
    """What of a board's drawing lies on a part: lines cut to its box, those on a seam where its knobs reach over."""
    own = [item for item in (_within(item, tile.box) for item in drawing.items) if item]
    necks = [neck for (x0, y0, x1, y1), neck in seams.joints() if neck and _owns(tile.box, neck, (x0, y0, x1, y1))]
    return Drawing(tuple(own)) + (draw(Role.GRID, *necks) if necks else Drawing())


def _owns(box: Box, neck: Path, knob_box: Box) -> bool:
    """Whether a knob stands on this part: its neck lies on the part's edge, and its middle outside."""
    x, y = neck.start
    on = box[0] - 1e-6 <= x <= box[2] + 1e-6 and box[1] - 1e-6 <= y <= box[3] + 1e-6
    middle = (knob_box[0] + knob_box[2]) / 2, (knob_box[1] + knob_box[3]) / 2
    return on and not (box[0] < middle[0] < box[2] and box[1] < middle[1] < box[3])


def _within(item: Item, box: Box) -> Item | None:
    if isinstance(item, Lettering):
        return item if _holds(box, item.bounds()) else None
    paths = tuple(cut for path in item.paths for cut in _cut(path, box))
    return Shape(paths, item.role, item.tone) if paths else None


def _cut(path: Path, box: Box) -> Iterator[Path]:
    """A level or upright line cut to a box, left out on a seam; anything else whole, where its middle lies."""
    if path.closed or len(path.segments) != 1 or not isinstance(path.segments[0], Line):
        yield from [path] if _holds(box, path.bounds()) else []
        return
    (x, y), (u, v) = path.start, path.end
    if x != u and y != v:
        yield from [path] if _holds(box, path.bounds()) else []
        return
    low, high = (max(min(x, u), box[0]), max(min(y, v), box[1])), (min(max(x, u), box[2]), min(max(y, v), box[3]))
    beside = (box[0] + 1e-6 < x < box[2] - 1e-6) if x == u else (box[1] + 1e-6 < y < box[3] - 1e-6)
    if beside and high[0] - low[0] + high[1] - low[1] > 1e-6 and high[0] >= low[0] and high[1] >= low[1]:
        yield line(low, high)


def _holds(box: Box, bounds: Box) -> bool:
    x, y = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
    return box[0] <= x < box[2] and box[1] <= y < box[3]

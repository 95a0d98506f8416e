"""A board and the room of its sheet → the fewest parts along borders of cells that a sheet holds, and their drawings.

Parts interlock by knobs in the middle of cells' edges, or they have straight edges and are held by keys; neither needs
glue. No etched line is cut: those on a seam lie on one part, and patterns keep clear of knobs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise, product
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Item, Lettering, Role, Shape, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Line, Path, line, polygon
from fabgen.figures.boards.board import (
    art_within,
    board_size,
    corner_radius,
    draw_board,
    draw_engraved_border,
    draw_engraved_layers,
)
from fabgen.figures.boards.border_key import KeyMark
from fabgen.figures.boards.edge_track import draw_track_numbers
from fabgen.figures.joints.joints import PLAIN, Knob, PanelSide, knob, knob_places, panel
from fabgen.figures.silhouettes.outlines import Corner
from fabgen.rules.boards import Board, file_name
from fabgen.spec.game import Game
from fabgen.spec.spaces import Spaces

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

KNOB_CLEARANCE = 0.6  # mm between an etched line and a knob
OFF_SEAM = 0.3  # mm between the end of a slanting line and a seam
SHORTEST_LINE = 1.0  # mm of a line that is etched beside a knob, on it, or before a seam
Bounds = tuple[float, float, float, float]


@dataclass(frozen=True)
class BoardTiling:
    """How many cells each column and each row of a board's parts has, from the lower left."""

    files: tuple[int, ...]
    ranks: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many parts the board has."""
        return len(self.files) * len(self.ranks)


@dataclass(frozen=True)
class BoardSection:
    """A part of a board: its column and row, the span of its cells (first and last file, first and last rank), and its
    box on the board's drawing in mm, without knobs."""

    column: int
    row: int
    cells: tuple[int, int, int, int]
    box: Bounds

    @property
    def name(self) -> str:
        """Its cells, as a zone is written: `a1-d4`."""
        x0, x1, y0, y1 = self.cells
        return f"{file_name(x0)}{y0 + 1}-{file_name(x1)}{y1 + 1}"


def split_board(game: Game, fit: Fit, rim: float | None = None) -> BoardTiling | None:
    """The fewest parts of which each fits on a sheet; None where even single cells exceed it.

    It is one part where the board fits, is never to be split, or has cells without straight seams (all but squares).
    `rim` is the width in mm of what lies around the grid, by default the border. On a material with a grain only a
    board of one part may be turned to fit: several parts would not match.
    """
    if not game.board.grid:
        return BoardTiling((1,), (1,))
    files, ranks = game.grid
    if not fit.rooms or game.board.split == "never":
        return BoardTiling((files,), (ranks,))
    rim = game.rim if rim is None else rim
    if fit.holds(*(cells * game.board.cell + 2 * rim for cells in (files, ranks)), across=True):
        return BoardTiling((files,), (ranks,))
    reach = knob(game.board.cell).reach if game.board.joint == "knobs" else 0.0
    tilings = []
    for across, down in fit.rooms:
        shares = [_shares(n, longest, game.board.cell, rim, reach) for n, longest in ((files, across), (ranks, down))]
        if all(shares):
            tilings.append(BoardTiling(*shares))
    return min(tilings, key=lambda cut: (cut.count, len(cut.files) * ranks + len(cut.ranks) * files), default=None)


def _shares(cells: int, longest: float, cell: float, rim: float, reach: float) -> tuple[int, ...]:
    """How many cells each part has along one axis, for the fewest parts no longer than `longest` mm, as even as
    possible; empty where no number of parts is enough. `reach`: how far a knob sticks out, in mm."""
    if cells * cell + 2 * rim <= longest + 1e-6:
        return (cells,)
    outer, inner = (max(0, int((longest - unusable) / cell + 1e-6)) for unusable in (rim + reach, 2 * reach))
    for count in range(2, cells + 1):
        caps = [outer, *[inner] * (count - 2), outer]
        if sum(caps) >= cells and min(caps) > 0:
            return _even_shares(cells, caps, cell, rim)
    return ()


def _even_shares(cells: int, caps: Sequence[int], cell: float, rim: float) -> tuple[int, ...]:
    """Gives each cell to the part that is the shortest of those with room."""
    shares = [1] * len(caps)
    for _ in range(cells - len(caps)):
        free = [n for n, cap in enumerate(caps) if shares[n] < cap]
        n = min(free, key=lambda n: (shares[n] * cell + rim * (n in (0, len(caps) - 1)), n))
        shares[n] += 1
    return tuple(shares)


def board_tiles(game: Game, cut: BoardTiling, inset: float = 0.0) -> list[BoardSection]:
    """The parts by rows from below, each row from the left. `inset` is how far in mm their outside lies within the
    board's, all round."""
    across, down = (list(pairwise([0, *accumulate(shares)])) for shares in (cut.files, cut.ranks))
    (width, height), border, side = board_size(game), game.rim, game.board.cell
    files, ranks = game.grid

    def edge(n: int, last: int, size: float) -> float:
        """The place of a border between cells, in mm; the outer edges are moved in by `inset`."""
        return inset if n == 0 else size - inset if n == last else border + n * side

    parts = []
    for (j, (y0, y1)), (i, (x0, x1)) in product(enumerate(down), enumerate(across)):
        box = edge(x0, files, width), edge(y0, ranks, height), edge(x1, files, width), edge(y1, ranks, height)
        parts.append(BoardSection(i, j, (x0, x1 - 1, y0, y1 - 1), box))
    return parts


@dataclass(frozen=True)
class BoardSeams:
    """What holds a board's parts together along the seams of its tiling: knobs with a clearance in mm, or keys."""

    game: Game
    tiling: BoardTiling
    clearance: float

    @property
    def knob(self) -> Knob:
        """The knob of its seams; a key is two of them."""
        return knob(self.game.board.cell)

    @property
    def has_keys(self) -> bool:
        """True when keys hold the parts, false when knobs do."""
        return self.game.board.joint == "keys"

    def sides(self, tile: BoardSection, outer: Sequence[PanelSide] = (PLAIN,) * 4) -> list[PanelSide]:
        """A part's sides from the lower one, counter-clockwise; those of `outer` where the board ends."""
        files, ranks, (x0, x1, y0, y1) = len(self.tiling.files), len(self.tiling.ranks), tile.cells
        ends = (tile.row == 0, tile.column == files - 1, tile.row == ranks - 1, tile.column == 0)
        spans = ((x0, x1, 0), (y0, y1, 1), (x0, x1, 0), (y0, y1, 1))
        return [outer[n] if is_end else self._seam(tile, *span, is_before=n in (1, 2))
                for n, (is_end, span) in enumerate(zip(ends, spans, strict=True))]

    def _seam(self, tile: BoardSection, first: int, last: int, axis: int, *, is_before: bool) -> PanelSide:
        """The side of a part along a seam by the cells `first` to `last` of an axis, in the direction in which the side
        runs. `is_before`: the part lies below the seam or to the left of it."""
        side, border = self.game.board.cell, self.game.rim
        start, end = tile.box[axis], tile.box[axis + 2]
        spots = [(border + (first + k + 0.5) * side - start, n) for n, k in
                 enumerate(knob_places(last - first + 1, side))]
        runs_ahead = (axis == 1) == is_before  # right sides run up, lower ones to the right; the others run back
        ordered = spots if runs_ahead else [(end - start - u, n) for u, n in reversed(spots)]
        corners: list[Corner] = []
        for u, n in ordered:
            has_knob = (n % 2 == 0) == is_before and not self.has_keys  # knobs alternate between the parts
            corners += self.knob.knob_corners(u) if has_knob else self.knob.socket_corners(u, self.clearance)
        return PanelSide(tuple(corners))

    def joints(self) -> Iterator[tuple[Bounds, Path | None]]:
        """Each joint: the box of its knob or key on the board's drawing, and the line over the neck of a knob."""
        side, border, knob = self.game.board.cell, self.game.rim, self.knob
        for tile in board_tiles(self.game, self.tiling):
            x0, x1, y0, y1 = tile.cells
            for axis, (first, last, has_seam) in enumerate(
                ((y0, y1, tile.column + 1 < len(self.tiling.files)), (x0, x1, tile.row + 1 < len(self.tiling.ranks)))
            ):
                for n, k in enumerate(knob_places(last - first + 1, side) if has_seam else ()):
                    middle, at = border + (first + k + 0.5) * side, tile.box[2 + axis]
                    low, high = (at - knob.reach, at + knob.reach) if self.has_keys else (
                        (at, at + knob.reach) if n % 2 == 0 else (at - knob.reach, at))
                    box = (low, middle - knob.head / 2, high, middle + knob.head / 2)
                    half = knob.neck / 2 + 0.6 * knob.radius  # the neck widens where it meets the part
                    neck = ((at, middle - half), (at, middle + half))
                    if axis == 1:  # along a seam that runs to the right, x and y change places
                        box, neck = (box[1], box[0], box[3], box[2]), (neck[0][::-1], neck[1][::-1])
                    yield box, None if self.has_keys else line(*neck)


def sheet_board_parts(game: Game, lattice: Board, fit: Fit, spaces: Spaces | None = None,
                      key: Sequence[KeyMark] = ()) -> list[Part]:
    """A board of one layer: in one part, or in the fewest that sheets hold, with their keys. A map has its own
    `spaces`. A board in one part may have a `key` of marks."""
    cut = split_board(game, fit)
    if cut is None or cut.count == 1:
        whole = draw_board(game, lattice, spaces, etched=True, key=key)
        if game.board.map and game.board.map.engraved:
            whole += draw_engraved_layers(game, lattice, spaces)
        return [Part("board", whole, 1, game.board.material, "board", by_thickness=False, may_cross_grain=True)]
    seams = BoardSeams(game, cut, fit.clearance)
    etching = _clear_of_knobs(draw_etching(game, lattice, cut), seams)
    parts = []
    for tile in board_tiles(game, cut):
        outline = tile_outline(seams, tile)
        drawing = (
            draw(Role.EDGE, outline)
            + art_within(game, board_size(game), outline)
            + drawing_within(etching, seams, tile)
        )
        parts.append(Part(f"board {tile.name}", drawing, 1, game.board.material, "board", by_thickness=False))
    return [*parts, *key_parts("board", seams, game.board.material)]


def draw_etching(game: Game, lattice: Board, cut: BoardTiling) -> Drawing:
    """The etched lines and words of a board in parts, no word across a seam; without the designer's own drawing."""
    plain = game.model_copy(update={"board": game.board.model_copy(update={"art": None})})
    lines = draw_board(plain, lattice, etched=True, has_words=False)
    return lines.without(Role.EDGE, Role.SHADE, Role.COORDINATE, Role.TITLE) + draw_etched_border(game, cut)


def draw_etched_border(game: Game, cut: BoardTiling, key: Sequence[KeyMark] = ()) -> Drawing:
    """The words on the border of a board in parts, with the line in which they are set, and the numbers of its track;
    no word across a seam. One in a single part may have a `key` of marks."""
    tiles = board_tiles(game, cut)
    seams = [tile.box[2] for tile in tiles if tile.row == 0][:-1]
    level_seams = [tile.box[3] for tile in tiles if tile.column == 0][:-1]
    numbers = draw_track_numbers(game, board_size(game), seams, level_seams)
    is_whole = cut.count == 1
    border = draw_engraved_border(game, board_size(game), seams, is_whole=is_whole, key=key if is_whole else ())
    return border + numbers


def tile_outline(seams: BoardSeams, tile: BoardSection) -> Path:
    """The outline of a part, rounded where the board has its corners."""
    left, right = tile.column == 0, tile.column == len(seams.tiling.files) - 1
    low, high = tile.row == 0, tile.row == len(seams.tiling.ranks) - 1
    is_corner = (left and low, right and low, right and high, left and high)
    return panel(tile.box, seams.sides(tile), [corner_radius(seams.game) * rounds for rounds in is_corner])


def key_parts(name: str, seams: BoardSeams, material: str) -> list[Part]:
    """The keys of all seams; none where knobs hold the parts."""
    count = len(list(seams.joints())) if seams.has_keys else 0
    drawing = draw(Role.EDGE, seams.knob.key_outline())
    return [Part(f"{name} key", drawing, count, material, name, by_thickness=False)] if count else []


def _clear_of_knobs(drawing: Drawing, seams: BoardSeams) -> Drawing:
    """The drawing with its patterns cut back from the seams' knobs."""
    import shapely

    gap = KNOB_CLEARANCE
    boxes = [shapely.box(x0 - gap, y0 - gap, x1 + gap, y1 + gap) for (x0, y0, x1, y1), _ in seams.joints()]
    knobs = shapely.union_all(boxes)
    shapely.prepare(knobs)

    def cut(path: Path) -> Iterator[Path]:
        """The pieces of a path outside of the knobs."""
        whole = shapely.LineString(path.trace(0.01))
        if not knobs.intersects(whole):
            yield path
        elif not path.closed:  # a ring that meets a knob is left out
            rest = whole.difference(knobs)
            stretches = [stretch for stretch in getattr(rest, "geoms", [rest]) if stretch.length > SHORTEST_LINE]
            yield from (line(*stretch.coords) for stretch in stretches)

    items: list[Item] = []
    for item in drawing.items:
        if isinstance(item, Shape) and item.role is Role.MARK:
            if areas := _area_outside(item.paths, knobs):
                items.append(Shape(areas, item.role, item.tone))
        elif isinstance(item, Shape) and item.role is Role.ZONE:
            items.append(Shape(tuple(rest for path in item.paths for rest in cut(path)), item.role, item.tone))
        else:
            items.append(item)
    return Drawing(tuple(items))


def _area_outside(paths: Sequence[Path], knobs: BaseGeometry) -> tuple[Path, ...]:
    """What of an area lies outside of the knobs; the area as it is where it meets none."""
    import shapely

    area: BaseGeometry = shapely.Polygon()
    for path in paths:
        area = area.symmetric_difference(shapely.Polygon(path.flatten(0.01)))
    if not knobs.intersects(area):
        return tuple(paths)
    rest = area.difference(knobs)
    parts = [part for part in getattr(rest, "geoms", [rest]) if part.area > SHORTEST_LINE**2]
    return tuple(polygon(list(ring.coords)[:-1]) for part in parts for ring in shapely.get_rings(part))


def drawing_within(drawing: Drawing, seams: BoardSeams, tile: BoardSection) -> Drawing:
    """The share of a board's drawing that lies on a part: lines cut to its box, and the line on a seam where its knobs
    reach over it. The lines of a board of points cross the seams instead, so they are cut to the part's outline."""
    items: list[Item] = []
    has_points = seams.game.board.points
    outline = tile_outline(seams, tile) if has_points else None
    for item in drawing.items:
        if isinstance(item, Lettering):
            items += [item] if _has_middle(tile.box, item.bounds()) else []
            continue
        paths = tuple(cut for path in item.paths for cut in
                      (_cut_to_box(path, tile.box) if outline is None else _cut_to_outline(path, outline, tile.box)))
        if paths:
            items.append(Shape(paths, item.role, item.tone))
    if has_points:
        return Drawing(tuple(items))
    necks = [neck for box, neck in seams.joints() if neck and _owns_knob(tile.box, neck, box)]
    return Drawing(tuple(items)) + (draw(Role.GRID, *necks) if necks else Drawing())


def _owns_knob(box: Bounds, neck: Path, knob_box: Bounds) -> bool:
    """True when a knob belongs to the part in a box: its neck lies on the part's edge, and its middle outside."""
    x, y = neck.start
    is_on_edge = box[0] - 1e-6 <= x <= box[2] + 1e-6 and box[1] - 1e-6 <= y <= box[3] + 1e-6
    middle = (knob_box[0] + knob_box[2]) / 2, (knob_box[1] + knob_box[3]) / 2
    return is_on_edge and not (box[0] < middle[0] < box[2] and box[1] < middle[1] < box[3])


def _cut_to_box(path: Path, box: Bounds) -> Iterator[Path]:
    """A straight line cut to a box: nothing of a level or upright one on a seam, and a slanting one, such as a hatch
    over several cells, ends before the seam. Any other path whole if the box has its middle."""
    (x, y), (u, v) = path.start, path.end
    if path.closed or len(path.segments) != 1 or not isinstance(path.segments[0], Line):
        yield from [path] if _has_middle(box, path.bounds()) else []
        return
    if x != u and y != v:
        yield from _cut_slanting(path, box)
        return
    low, high = (max(min(x, u), box[0]), max(min(y, v), box[1])), (min(max(x, u), box[2]), min(max(y, v), box[3]))
    is_off_seams = (box[0] + 1e-6 < x < box[2] - 1e-6) if x == u else (box[1] + 1e-6 < y < box[3] - 1e-6)
    if is_off_seams and high[0] - low[0] + high[1] - low[1] > 1e-6 and high[0] >= low[0] and high[1] >= low[1]:
        yield line(low, high)


def _cut_slanting(path: Path, box: Bounds) -> Iterator[Path]:
    """A slanting line that lies in a box; of one that leaves it, what is inside and off the seams."""
    x0, y0, x1, y1 = path.bounds()
    if box[0] <= x0 and box[1] <= y0 and x1 <= box[2] and y1 <= box[3]:
        yield path
        return
    import shapely

    yield from _find_stretches(path, shapely.box(*box).buffer(-OFF_SEAM))


def _cut_to_outline(path: Path, outline: Path, box: Bounds) -> Iterator[Path]:
    """What of a line lies within a part's outline; a closed path whole if the part's box has its middle."""
    if path.closed:
        yield from [path] if _has_middle(box, path.bounds()) else []
        return
    import shapely

    yield from _find_stretches(path, shapely.Polygon(outline.flatten(0.01)))


def _find_stretches(path: Path, area: BaseGeometry) -> Iterator[Path]:
    """What of a straight line lies in an area, without pieces that are too short."""
    import shapely

    inside = shapely.LineString(path.flatten(0.01)).intersection(area)
    yield from (line(*stretch.coords) for stretch in getattr(inside, "geoms", [inside])
                if stretch.length > SHORTEST_LINE)


def _has_middle(box: Bounds, bounds: Bounds) -> bool:
    """True when the middle of the bounds lies in the box; of two boxes side by side only one has it."""
    x, y = (bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2
    return box[0] <= x < box[2] and box[1] <= y < box[3]

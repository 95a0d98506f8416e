"""The figure of an example and its claims → a close-up of whole cells around the action.

In books, a close-up holds everything that the example is about and every piece and token of its position, so that only
empty cells are left out. Where the board goes on beyond it, a strip of the next cells is shown without what is on them.
Stand-alone figures so small that no mark could be read on the whole board show the action alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from fabgen.artwork.drawing import GROUNDS, Drawing, Item, Lettering, Role, Shape, draw
from fabgen.artwork.path import Box, Line, Path, Point, is_box_within, line, polygon, rectangle, translation
from fabgen.figures.positions.claims import (
    FigureClaims,
    Trace,
    case_after,
    coloured_areas,
    find_captured_cells,
    make_trace,
    played_steps,
)
from fabgen.rules.boards import Board, Cell, parse_cells
from fabgen.rules.position import Position
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec

# Cells: the least width and height; the least width of two side by side, to fill a page, and of one with its caption.
LEAST, LEAST_IN_PAIR, LEAST_ALONE = 3, 5, 6
OVER = 0.02  # of a cell: how far a drawing may reach beyond its cell
SMALL = 6  # cells: a board that is no longer and no wider is always shown whole
# Cells around what an example is about, and the most of a board that is shown with them, as a share of its cells.
MOST_SHARES = ((1, 0.6), (0, 0.5))
BENDS = 0.45  # of the cell: how far beyond a close-up the middle of a sign may be, less than that of the next cell
FLAT = 0.01  # mm: how far the lines along which curves are cut may be beside them
RUN_ON = 0.3  # of the cell: how far cells beyond a close-up are seen
# What is seen there: a strip of a pattern, a frame or a mark would look like dirt. How much of a cell the ground of one
# takes up at least, both ways.
GRID_LINES, ART, WHOLE = "board/lines", "board/art", 0.8
ON_CELLS = ("pieces/", "past/", "tokens/", "frames/")  # groups of things that lie within a cell each
FREE_ROLES = (Role.FREE_LINE, Role.FREE_HEAD, Role.FREE_AREA, Role.FREE_WORDS)  # these end at the edge of a close-up


def find_window(spec: Spec, case: Case, claims: FigureClaims, captions: Iterable[str]) -> set[Cell]:
    """The cells at the corners of the close-up of an example in a book, and others in it; none where it shows the whole
    board.

    A close-up has everything that the example marks, every cell that its captions name, and the cells of its
    `close_up`. Where the example names no such cells, all pieces and tokens of the position are in it too, the cells of
    zones beside a piece that was enclosed, and a cell around them unless that is too much; and the whole board is shown
    if even they take most of it or reach from edge to edge, if the board is small, or if the line changes the cells
    that the rules call by a colour, because such an example is about all of it.
    """
    lattice, position, wish = spec.lattice, case.seen_position, case.example.close_up
    if not lattice.compass.has_square_cells or is_kept_whole(spec, case):
        return set()
    cells = find_action_cells(lattice, position, claims, make_trace(case)) | case.shown_cells
    cells |= {name for caption in captions for name in lattice.name.findall(caption) if name in lattice}
    if wish != "auto":
        return cells
    cells |= {*position.pieces, *(cell for on_cells in position.tokens.values() for cell in on_cells)}
    cells |= _find_hostile_cells(spec, make_trace(case))
    if not cells or max(lattice.files, lattice.ranks) <= SMALL or _changes_areas(case):
        return set()
    for around, share in MOST_SHARES:
        files, ranks = _widen_places(lattice, cells, around)
        # A part of a wide board that is as wide as the board would be wider than it, in the scale of close-ups.
        is_part = all(len(shown) < size or size <= SMALL for shown, size in (
            (files, lattice.files), (ranks, lattice.ranks)))
        if is_part and max(LEAST, len(files)) * max(LEAST, len(ranks)) <= share * len(lattice.cells):
            return {cell for cell in lattice.cells
                    if lattice.place(cell)[0] in files and lattice.place(cell)[1] in ranks}
    return set()


def _find_hostile_cells(spec: Spec, trace: Trace) -> set[Cell]:
    """The cells of zones next to a piece that was captured by enclosing: a vacant corner or throne may be what enclosed
    it, and is seen."""
    if not spec.features.encloses or not trace.captured_pieces:
        return set()
    place = spec.lattice.place
    zone_cells = {cell for zone in spec.game.board.zones.values() for cell in parse_cells(zone.cells, spec.lattice)}
    return {cell for cell in zone_cells for captured in trace.captured_pieces
            if max(abs(a - b) for a, b in zip(place(cell), place(captured), strict=True)) == 1}


def is_kept_whole(spec: Spec, case: Case) -> bool:
    """Whether an example, or a book whose examples say nothing else, asks for the whole board."""
    wish = case.example.close_up
    return wish == "none" or (wish == "auto" and spec.game.book.close_up == "none")


def _widen_places(lattice: Board, cells: Iterable[Cell], around: int) -> tuple[range, range]:
    """The files and the ranks of some cells and of so many cells around them, as far as the board goes on."""
    columns = zip(*map(lattice.place, cells), strict=True)
    files, ranks = (range(max(0, min(column) - around), min(size, max(column) + 1 + around))
                    for column, size in zip(columns, (lattice.files, lattice.ranks), strict=True))
    return files, ranks


def level_windows(lattice: Board, windows: Sequence[Collection[Cell]]) -> list[set[Cell]]:
    """Close-ups that stand side by side, all as many ranks high as the highest of them: their boards are level. Two are
    so wide that they leave no void beside them."""
    spans = [[*zip(*map(lattice.place, window), strict=True)] for window in windows]
    high = max(LEAST, *(max(ranks) - min(ranks) + 1 for _, ranks in spans))
    wide = LEAST_IN_PAIR if len(windows) == 2 else 1
    level = list[set[Cell]]()
    for files, ranks in spans:
        shown = range(*_widen_span(ranks, lattice.ranks, high))
        shown_files = range(*_widen_span(files, lattice.files, wide))
        level.append({cell for cell in lattice.cells
                      if lattice.place(cell)[0] in shown_files and lattice.place(cell)[1] in shown})
    return level


def widen_window(lattice: Board, window: Collection[Cell]) -> set[Cell]:
    """A close-up that stands alone, so wide that it leaves no void beside its caption."""
    (*files,), (*ranks,) = zip(*map(lattice.place, window), strict=True)
    shown_files = range(*_widen_span(files, lattice.files, LEAST_ALONE))
    return {cell for cell in lattice.cells if lattice.place(cell)[0] in shown_files
            and min(ranks) <= lattice.place(cell)[1] <= max(ranks)}


def list_wider_windows(lattice: Board, window: Collection[Cell]) -> list[tuple[float, set[Cell]]]:
    """A close-up with more and more files on its left and right, one more each time, up to all of the board; and by how
    many cells each is wider than the close-up, with the strips of the next cells."""
    files, ranks = (range(*_widen_span(places, size, LEAST)) for places, size in zip(
        zip(*map(lattice.place, window), strict=True), (lattice.files, lattice.ranks), strict=True))
    wider = []
    for count in range(len(files) + 1, lattice.files + 1):
        low, high = _widen_span(files, lattice.files, count)
        cells = {cell for cell in lattice.cells
                 if low <= lattice.place(cell)[0] < high and lattice.place(cell)[1] in ranks}
        wider.append((window_width(lattice, cells) - window_width(lattice, window), cells))
    return wider


def window_width(lattice: Board, window: Collection[Cell]) -> float:
    """How many cells wide a close-up is, with the strips of the next cells."""
    low, high = _widen_span([lattice.place(cell)[0] for cell in window], lattice.files, LEAST)
    return high - low + RUN_ON * ((low > 0) + (high < lattice.files))


def _changes_areas(case: Case) -> bool:
    """Whether the line of a case changes the cells that the rules call by a colour."""
    return bool(played_steps(case)) and coloured_areas(case_after(case, 0)) != coloured_areas(case)


def find_action_cells(lattice: Board, position: Position, claims: FigureClaims, trace: Trace) -> set[Cell]:
    """The cells that an example is about: where its moves start, pass and end, and where they capture."""
    actions = (*claims.legal, *claims.illegal, *claims.exactly)
    cells = {cell for action in actions for cell in (action.origin, *action.path) if cell}
    cells |= {cell for action in actions for cell in find_captured_cells(lattice, position, action)}
    cells |= {cell for leg in trace.legs for cell in (leg.start, leg.end)}
    return (
        cells
        | {*trace.moved_pieces, *trace.captured_pieces, *trace.spared_pieces, *trace.placed_cells,
           *trace.turned_cells}
        | {cell for token_cells in trace.lifted_tokens.values() for cell in token_cells}
    )


def crop_box(lattice: Board, cells: Iterable[Cell], side: float, *, is_flipped: bool = False) -> Box | None:
    """The smallest part of a board with these cells, in mm, at least 3 by 3 cells, where the viewer sees it.

    None for no cells, and where cells are not squares, because their borders cannot be cut straight.
    """
    places = [lattice.place(cell) for cell in cells]
    if not places or not lattice.compass.has_square_cells:
        return None
    (x0, x1), (y0, y1) = (_widen_span([place[axis] for place in places], size, LEAST)
                          for axis, size in ((0, lattice.files), (1, lattice.ranks)))
    if is_flipped:
        x0, x1, y0, y1 = lattice.files - x1, lattice.files - x0, lattice.ranks - y1, lattice.ranks - y0
    return x0 * side, y0 * side, x1 * side, y1 * side


def _widen_span(places: Sequence[int], size: int, least_size: int) -> tuple[int, int]:
    """The range from the first place to behind the last, widened on both sides in turn to the least size."""
    low, high = min(places), max(places) + 1
    while high - low < min(least_size, size):
        if low and (size - high < low or high == size):
            low -= 1
        else:
            high += 1
    return low, high


def run_on(box: Box, side: float, size: Point) -> Box:
    """A box in mm with a strip of the cells beyond it, as far as a board of a size in mm goes on there."""
    x0, y0, x1, y1 = _widen(box, RUN_ON * side)
    return max(0.0, x0), max(0.0, y0), min(size[0], x1), min(size[1], y1)


def draw_edge(beyond: Box, size: Point) -> Drawing:
    """The edge of a board of a size in mm as far as a close-up shows it: heavier than the borders of cells, so that it
    is told from where the board is cut."""
    x0, y0, x1, y1 = beyond
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    is_edge = [y0 < 1e-6, x1 > size[0] - 1e-6, y1 > size[1] - 1e-6, x0 < 1e-6]
    if all(is_edge):
        return draw(Role.EDGE, polygon(corners))
    paths = list[Path]()
    for first in range(4):
        if is_edge[first] and not is_edge[first - 1]:  # the sides that follow make one line with it
            sides = next(n for n in range(1, 4) if not is_edge[(first + n) % 4])
            paths.append(line(*(corners[(first + n) % 4] for n in range(sides + 1))))
    return draw(Role.EDGE, *paths) if paths else Drawing()


def crop_drawing(drawing: Drawing, box: Box, side: float, beyond: Box | None = None) -> Drawing:
    """The part of a drawing in a box. Straight lines are cut at its edge, other items are kept whole or left out, and
    names of files and ranks move to its edge. The borders and colours of cells are shown as far as the box `beyond`."""
    return Drawing(tuple(cropped for item in drawing.items for cropped in _crop(item, box, side, beyond)))


def _crop(item: Item, box: Box, side: float, beyond: Box | None) -> Iterator[Item]:
    """The part of an item in a box, and where it is part of the board, in the box `beyond`."""
    if item.role is Role.COORDINATE:
        yield from _move_coordinate(item, box, beyond or box)
    elif beyond and _is_of_board(item):
        yield from _crop_board(item, beyond if _runs_on(item, side) else box, side)
    elif beyond and item.role not in FREE_ROLES:
        x0, y0, x1, y1 = item.bounds()
        room = box if item.group.startswith(ON_CELLS) else _widen(box, BENDS * side)  # arcs may bend over the edge
        if _contains(room, ((x0 + x1) / 2, (y0 + y1) / 2)):
            yield item
    else:
        yield from _crop_item(item, box, _widen(box, OVER * side))


def _widen(box: Box, reach: float) -> Box:
    """A box with so much more on each side."""
    return box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach


def _is_of_board(item: Item) -> bool:
    """Whether an item is part of the board, and not a sign on it."""
    return item.group.startswith("board/") and not item.group.startswith(("board/targets", "board/corners"))


def _runs_on(item: Item, side: float) -> bool:
    """Whether an item of the board is seen in cells that are cut: the lines between them, and the ground of whole
    cells."""
    if item.group == GRID_LINES:
        return item.role is Role.GRID
    if item.role not in GROUNDS or item.group == ART or isinstance(item, Lettering):
        return False
    boxes = [path.bounds() for path in item.paths]
    return all(min(x1 - x0, y1 - y0) > WHOLE * side for x0, y0, x1, y1 in boxes) and not _are_nested(boxes)


def _are_nested(boxes: Sequence[Box]) -> bool:
    """Whether one of some boxes lies in another, as the inner line of a frame does."""
    return any(is_box_within(a, b) or is_box_within(b, a) for a, b in combinations(boxes, 2))


def _crop_board(item: Item, box: Box, side: float) -> Iterator[Item]:
    """The part of an item of the board in a box: areas are cut like lines, their curves along many short lines."""
    if isinstance(item, Lettering):
        yield from _crop_item(item, box, box)
        return
    wide, paths = _widen(box, OVER * side), list[Path]()
    for path in item.paths:
        if path.closed and not is_box_within(path.bounds(), wide):
            corners = _clip_corners(path.flatten(FLAT), box)
            paths += [polygon(corners)] if len(corners) > 2 else []
        else:
            paths += _clip_path(path, box, wide)
    if paths:
        yield replace(item, paths=tuple(paths))


def _clip_corners(corners: list[Point], box: Box) -> list[Point]:
    """The corners of the part of an area in a box (Sutherland and Hodgman, 1974)."""
    for axis, limit, sign in ((0, box[0], 1), (1, box[1], 1), (0, box[2], -1), (1, box[3], -1)):
        clipped, within = list[Point](), [sign * (corner[axis] - limit) >= -1e-9 for corner in corners]
        if all(within):
            continue
        following = zip([*corners[1:], *corners[:1]], [*within[1:], *within[:1]], strict=True)
        for first, is_in, (last, ends_in) in zip(corners, within, following, strict=True):
            if is_in:
                clipped.append(first)
            if is_in != ends_in:
                share = (limit - first[axis]) / (last[axis] - first[axis])
                clipped.append((first[0] + (last[0] - first[0]) * share, first[1] + (last[1] - first[1]) * share))
        corners = clipped
    corners = [corner for corner, before in zip(corners, [*corners[-1:], *corners[:-1]], strict=True)
               if max(abs(corner[0] - before[0]), abs(corner[1] - before[1])) > 1e-6]
    width, height = (max((corner[axis] for corner in corners), default=0.0)
                     - min((corner[axis] for corner in corners), default=0.0) for axis in (0, 1))
    return corners if width > 1e-6 and height > 1e-6 else []  # what only touches the box has no area in it


def _move_coordinate(item: Item, box: Box, outer: Box) -> Iterator[Item]:
    """The name of a file moved from below the board to below a box; the name of a rank, to its left: the names of what
    is in the inner box, beside the outer one."""
    x0, y0, x1, y1 = item.bounds()
    x, y = (x0 + x1) / 2, (y0 + y1) / 2
    if y < 0 and box[0] <= x <= box[2]:
        yield item.transformed(translation(0, outer[1]))
    elif x < 0 and box[1] <= y <= box[3]:
        yield item.transformed(translation(outer[0], 0))


def _crop_item(item: Item, box: Box, wide_box: Box) -> Iterator[Item]:
    """The part of an item in a box, or the whole item, or nothing."""
    if isinstance(item, Lettering):
        x0, y0, x1, y1 = item.bounds()
        if _contains(wide_box, ((x0 + x1) / 2, (y0 + y1) / 2)):
            yield item
        return
    x0, y0, x1, y1 = item.bounds()
    if item.role is Role.LIGHT_CELL and len(item.paths) == 1:  # the ground of the whole board
        x0, y0, x1, y1 = max(x0, box[0]), max(y0, box[1]), min(x1, box[2]), min(y1, box[3])
        yield replace(item, paths=(rectangle(x0, y0, x1 - x0, y1 - y0),))
        return
    is_area = all(path.closed for path in item.paths) and len(item.paths) > 1 and _is_one_area(item)
    paths = (list(item.paths) if is_box_within(item.bounds(), wide_box) else []) if is_area else [
        clipped for path in item.paths for clipped in _clip_path(path, box, wide_box)]
    if paths:
        yield replace(item, paths=tuple(paths))


def _is_one_area(item: Shape) -> bool:
    """Whether the paths of a shape are one area with holes: the first one contains the others."""
    whole = item.paths[0].bounds()
    return all(is_box_within(path.bounds(), whole) for path in item.paths[1:])


def _clip_path(path: Path, box: Box, wide_box: Box) -> Iterator[Path]:
    """The part of a path in a box."""
    if is_box_within(path.bounds(), wide_box):
        yield path
    elif not path.closed and len(path.segments) == 1 and isinstance(path.segments[0], Line):
        ends = _clip_line(path.start, path.segments[0].to, box)
        if ends:
            yield line(*ends)


def _clip_line(start: Point, end: Point, box: Box) -> tuple[Point, Point] | None:
    """The part of a straight line in a box (Liang and Barsky, 1984); None where it has none."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        step = end[axis] - start[axis]
        if abs(step) < 1e-9:
            if not box[axis] - 1e-6 <= start[axis] <= box[axis + 2] + 1e-6:
                return None
            continue
        enter, leave = sorted(((box[axis] - start[axis]) / step, (box[axis + 2] - start[axis]) / step))
        low, high = max(low, enter), min(high, leave)
    if high - low < 1e-6:
        return None
    first, last = ((start[0] + (end[0] - start[0]) * t, start[1] + (end[1] - start[1]) * t) for t in (low, high))
    return first, last


def _contains(box: Box, point: Point) -> bool:
    """Whether a point lies in a box."""
    return box[0] <= point[0] <= box[2] and box[1] <= point[1] <= box[3]


__all__ = ["crop_box", "crop_drawing", "draw_edge", "find_action_cells", "find_window", "level_windows",
           "list_wider_windows", "run_on", "widen_window", "window_width"]

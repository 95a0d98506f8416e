"""A movement's diagram (cells) → its drawing (mm): the piece's own cell at the origin, its player's forward up.

Acrylic, paper and book differ in scale and theme only; the diagram's compass gives the shape of cells. Figures add the
lines along which a piece can be blocked; a leap has none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import product, takewhile

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw
from fabgen.artwork.path import Path, Point, convex_hull, line, polygon, rectangle, scale_matrix, translation
from fabgen.figures.boards.space_lines import border_lines
from fabgen.figures.diagrams.marks import (
    BROAD_MARK,
    CROSS_ANGLES,
    MARKS_IN_RING,
    ON_CROSS,
    ON_OPEN,
    ON_RAYS,
    SLASH_ANGLES,
    SMALL_CROSS_STROKE,
    Fill,
    add_arrowhead,
    cross,
    dot,
    draw_with_lines,
    hubbed_cross,
    jump_ring,
    landing_diamond,
    large_dot,
    open_cross,
    open_dot,
    own_cell_mark,
    rayed_dot,
    ringed_cross,
    ringed_open_cross,
    slide_arrow,
    small_ringed_cross,
    small_ringed_open_cross,
)
from fabgen.rules.diagram import Diagram, movement_on_plane
from fabgen.rules.directions import SQUARES, Offset, Plane
from fabgen.rules.marks import CAPTURES, HOPS, MOVES, Act, MoveMark
from fabgen.rules.movement import Movement, Walk

STEP_MARKS: dict[Act, Callable[[float], Drawing]] = {
    Act.MOVE: dot,
    Act.CAPTURE: cross,
    Act.MOVE | Act.CAPTURE: ringed_cross,
    Act.FIRST_MOVE: open_dot,
    Act.FIRST_CAPTURE: open_cross,
    Act.FIRST_MOVE | Act.FIRST_CAPTURE: ringed_open_cross,
    Act.MOVE | Act.FIRST_CAPTURE: rayed_dot,
    Act.FIRST_MOVE | Act.CAPTURE: hubbed_cross,
}
ON_STEP_MARKS: dict[Act, Callable[[float], Drawing]] = {  # the same where they go on, without arrowheads
    Act.MOVE: dot,
    Act.CAPTURE: partial(cross, span=ON_CROSS, stroke=SMALL_CROSS_STROKE),
    Act.MOVE | Act.CAPTURE: small_ringed_cross,
    Act.FIRST_MOVE: open_dot,
    Act.FIRST_CAPTURE: partial(open_cross, reach=ON_OPEN),
    Act.FIRST_MOVE | Act.FIRST_CAPTURE: small_ringed_open_cross,
    Act.MOVE | Act.FIRST_CAPTURE: partial(rayed_dot, rays=ON_RAYS),
    Act.FIRST_MOVE | Act.CAPTURE: partial(hubbed_cross, on=True),
}
HOP_SIGNS = {Act.HOP: (), Act.LOCUST: CROSS_ANGLES, HOPS: SLASH_ANGLES}  # in the diamond of a hop
FILLS: dict[Act, Fill] = {Act(0): "hollow", Act.FIRST_MOVE: "open", Act.MOVE: "solid"}  # of that diamond
TIPS_AROUND = {Act(0): (), Act.FIRST_CAPTURE: SLASH_ANGLES, Act.CAPTURE: CROSS_ANGLES}  # and what stands around it

# In cells: the least gap between a line and the middle of a mark: of these marks of steps, of the same where they go
# on, of all other marks, of those with tips, of a large dot, of an arrow, which has no line, and of the piece itself.
STEP_GAPS = {Act.MOVE: 0.31, Act.CAPTURE: 0.3, Act.FIRST_MOVE: 0.32, Act.FIRST_CAPTURE: 0.28}
ON_STEP_GAPS = {Act.MOVE: 0.39, Act.CAPTURE: 0.34}
MARK_GAP, TIPPED_GAP = 0.44, 0.5
LARGE_DOT_GAP, ARROW_GAP = 0.37, 2.0
OWN_GAP = 0.46
POINTS_CELL = 10.0  # mm: the cells in which the outlines of marks are measured
NEAR = 1e-6  # cells: a point nearer to a line is on it
GRID_REACH = 0.3  # cells: how far borders on a base go beyond the middles of the outermost cells
# Cells: how far the borders of the piece's own cell are from its middle in a ring of jumps; from where, clear of the
# point ahead of the piece, to where lines in it go, which is the ring.
RING_BORDER, RING_START, RING_REACH = 0.4, 0.56, 1.625
BORDER_PASS = 0.25  # mm between the two lines of a border: together they are half as broad as the strokes of marks
BESIDE_BORDER = 0.4  # mm of clear material between a border and a mark
SHORTEST_BORDER = 0.5  # cells: a shorter piece of a border is a stray dash
NEIGHBOURS = 1.5  # cells: the middles of neighbours, diagonal ones too, are no further apart


LANDINGS = tuple((2 * x, 2 * y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))  # of jumps to all sides
BESIDE_RING = frozenset({Act.MOVE, Act.CAPTURE, Act.FIRST_MOVE, Act.FIRST_CAPTURE})  # small enough to be within it


def find_jump_ring(diagram: Diagram) -> Act:
    """The jumps that a piece may make over its neighbours on all eight sides alike, if a ring around all marks can
    say so instead of eight marks: where nothing else happens on these cells, and the other marks are small and next to
    the piece."""
    meanings = {diagram.marks.get(landing) for landing in LANDINGS}
    jump = next(iter(meanings)) if len(meanings) == 1 else None
    if diagram.compass is not SQUARES or jump is None or jump.steps or jump.goes_on:
        return Act(0)
    others = without_jump_ring(diagram).marks
    is_small = all(mark.acts in BESIDE_RING and not mark.goes_on for mark in others.values())
    return jump.hops if is_small and all(max(abs(x), abs(y)) == 1 for x, y in others) else Act(0)


def without_jump_ring(diagram: Diagram) -> Diagram:
    """A diagram without the marks of jumps to all sides."""
    return replace(diagram, marks={offset: mark for offset, mark in diagram.marks.items() if offset not in LANDINGS})


def draw_short_diagram(diagram: Diagram, cell: float, *, grid: bool = True) -> Drawing:
    """The diagram where room is short: one ring around the others instead of marks of jumps to all sides, if it has
    them. In such a ring the other marks are larger, all as far from the piece, and lines tell their cells apart.
    Elsewhere the grid has only the borders between cells and none around them, so that the marks are seen first; it
    ends before marks that almost reach it, and short pieces of it are left out. Each border is two lines, about half
    as broad as the strokes of the marks."""
    jumps = find_jump_ring(diagram)
    if not jumps:
        drawing = _draw_on_grid(diagram, cell, _broad_borders(diagram, cell) if grid else ())
        # Large dots and long arrows are far from each other, and quicker to fill along their outlines.
        is_spread = all(mark.is_only_kind for mark in diagram.marks.values())
        return draw_with_lines(drawing, Role.MOVE, Role.SELF, Role.FORWARD) if is_spread else drawing
    layers = [draw(Role.GRID, *_borders_in_ring(cell)).in_group("board/lines"),
              jump_ring(cell, main_direction(diagram), HOP_SIGNS[jumps]).in_group("piece")]
    for (x, y), meaning in sorted(without_jump_ring(diagram).marks.items()):
        away = MARKS_IN_RING * cell / math.hypot(x, y)
        mark = draw_mark(meaning, BROAD_MARK * cell, (x, y)).moved(x * away, y * away)
        layers.append(mark.in_group(f"marks/{_mark_name((x, y))}"))
    return draw_with_lines(combine_drawings(layers))


def draw_diagram(diagram: Diagram, cell: float) -> Drawing:
    """The diagram with cells of a side in mm: move cells, grid, own cell, marks, in this order of painting."""
    return _draw_on_grid(diagram, cell, _cell_borders(diagram))


def _draw_on_grid(diagram: Diagram, cell: float, borders: Sequence[Path]) -> Drawing:
    """The same with these borders of cells, in cells."""
    marks = [(offset, diagram.compass.middle_of(offset), meaning) for offset, meaning in sorted(diagram.marks.items())]
    to_move = [(offset, spot) for offset, spot, meaning in marks if meaning.allows_empty]
    grid_paths = [border.transformed(scale_matrix(cell)) for border in borders]
    layers = [
        *(draw(Role.MOVE_CELL, _cell_outline(diagram.compass, spot, cell))
          .in_group(f"board/targets/{_mark_name(offset)}") for offset, spot in to_move),
        draw(Role.GRID, *grid_paths).in_group("board/lines") if grid_paths else Drawing(),
        own_cell_mark(cell, main_direction(diagram)).in_group("piece"),
        *(draw_mark(meaning, cell, (x, y)).transformed(translation(x * cell, y * cell))
          .in_group(f"marks/{_mark_name(offset)}") for offset, (x, y), meaning in marks),
    ]
    return combine_drawings(layers)


def draw_diagram_cells(diagram: Diagram, cell: float, tone: str) -> Drawing:
    """The ground of a diagram in a figure: its cells in the tone of the board."""
    view, plane = diagram.window, diagram.compass
    if plane.has_square_cells:
        left, low = (view.left - 0.5) * cell, (view.bottom - 0.5) * cell
        outlines = [rectangle(left, low, view.files * cell, view.ranks * cell)]
    else:
        spots = map(plane.middle_of, plane.cells_spanned(diagram.marks))
        outlines = [_cell_outline(plane, spot, cell) for spot in spots]
    return combine_drawings(draw(Role.LIGHT_CELL, outline, tone=tone) for outline in outlines).in_group("board/ground")


def _mark_name(offset: Offset) -> str:
    """The name of a mark's group: its steps to the right and up from the piece, `x1y-2`."""
    return f"x{offset[0]}y{offset[1]}"


def main_direction(diagram: Diagram) -> str | None:
    """The direction in which a piece mainly goes, seen by its player: the one with most of its marks, if no step goes
    back from it, else "up". None where its marks are alike on all sides."""
    compass = diagram.compass
    turned_marks = {
        compass.to_board(offset, compass.smallest_turn): meaning for offset, meaning in diagram.marks.items()
    }
    if turned_marks == dict(diagram.marks):
        return None
    steps = {offset for offset, meaning in diagram.marks.items() if meaning.steps}
    spots = [(diagram.compass.middle_of(offset), offset in steps) for offset in diagram.marks]
    totals = {"up": 0.0}
    for direction, (a, b) in {"up": (0, 1), "down": (0, -1), "right": (1, 0), "left": (-1, 0)}.items():
        lengths = [(a * x + b * y, stepped) for (x, y), stepped in spots]
        if all(length > -NEAR for length, stepped in lengths if stepped):
            totals[direction] = round(sum(length for length, _ in lengths), 6)
    return max(totals, key=totals.__getitem__)


def _cell_outline(plane: Plane, spot: Point, cell: float) -> Path:
    """The outline in mm of a cell around a spot in cells."""
    x, y = spot
    if plane.has_square_cells:
        return rectangle((x - 0.5) * cell, (y - 0.5) * cell, cell, cell)
    return polygon([((x + a) * cell, (y + b) * cell) for a, b in plane.corners])


def _cell_borders(diagram: Diagram) -> list[Path]:
    """The borders of all cells that a diagram shows, in cells."""
    view, plane = diagram.window, diagram.compass
    if plane.has_square_cells:
        return grid_lines(view.left - 0.5, view.bottom - 0.5, view.files, view.ranks, 1.0)
    return border_lines(_cell_outlines(plane.cells_spanned(diagram.marks), plane), "hexagons")


def _cell_outlines(cells: Iterable[Offset], plane: Plane) -> list[list[Point]]:
    """The corners of some cells, in cells."""
    return [[(x + a, y + b) for a, b in plane.corners] for x, y in map(plane.middle_of, cells)]


def _broad_borders(diagram: Diagram, cell: float) -> list[Path]:
    """The borders between the cells of a diagram with cells of a side in mm, in cells: each border of squares as two
    lines that touch."""
    borders = _inner_borders(diagram.marks, diagram.compass)
    if not diagram.compass.has_square_cells:
        return borders
    borders = [*_borders_beside_marks(borders, diagram, cell)]
    aside = BORDER_PASS / 2 / cell
    return [border.transformed(translation(*shift)) for border in borders
            for shift in ([(-aside, 0.0), (aside, 0.0)] if border.start[0] == border.segments[-1].to[0]
                          else [(0.0, -aside), (0.0, aside)])]


def _borders_beside_marks(borders: Sequence[Path], diagram: Diagram, cell: float) -> Iterator[Path]:
    """What is left of some borders of squares, in cells of a side in mm, clear of the marks and of the piece's own."""
    import shapely

    spots = [((0.0, 0.0), own_cell_mark(POINTS_CELL, main_direction(diagram)))]
    spots += [(middle, draw_mark(meaning, POINTS_CELL, middle))
              for middle, meaning in ((diagram.compass.middle_of(offset), meaning)
                                      for offset, meaning in diagram.marks.items())]
    clear = (BESIDE_BORDER + BORDER_PASS) / cell  # from the middle of a border, which is twice its pass broad
    areas = [shapely.Polygon([(x + u / POINTS_CELL, y + v / POINTS_CELL)
                              for u, v in path.flatten(POINTS_CELL / 1000)]).buffer(clear)
             for (x, y), drawing in spots for item in drawing.items if isinstance(item, Shape) for path in item.paths]
    occupied = shapely.union_all(areas)
    for border in borders:
        rest = shapely.LineString(border.trace(1.0)).difference(occupied)
        for part in getattr(rest, "geoms", [rest]):
            if part.length >= SHORTEST_BORDER:
                yield line(*((round(x, 6), round(y, 6)) for x, y in part.coords))


def _inner_borders(marks: Collection[Offset], plane: Plane) -> list[Path]:
    """The borders between the cells around the marks and the piece's own, in cells: those of squares reach GRID_REACH
    beyond the middles of the outermost. Hexagons have all their borders: inner ones alone might close around a cell,
    and a closed line that is scored is a mark."""
    if not plane.has_square_cells:
        return border_lines(_cell_outlines(plane.cells_spanned(marks), plane), "hexagons")
    xs, ys = zip((0, 0), *marks, strict=True)
    (left, right), (low, high) = ((min(ends) - GRID_REACH, max(ends) + GRID_REACH) for ends in (xs, ys))
    files, ranks = [*range(min(xs), max(xs))], [*range(min(ys), max(ys))]
    upright = [line((x + 0.5, low), (x + 0.5, high)) for x in files]
    return upright + [line((left, y + 0.5), (right, y + 0.5)) for y in ranks]


def _borders_in_ring(cell: float) -> Iterator[Path]:
    """The borders between the eight cells around the piece in a ring of jumps, in mm: from beyond the corners of its
    own cell, which stays open, to the ring. Each is two lines that touch."""
    for x, y in product((-1, 1), repeat=2):
        for aside in (RING_BORDER * cell, RING_BORDER * cell + BORDER_PASS):
            far = math.sqrt((RING_REACH * cell) ** 2 - aside**2)
            yield line((x * aside, y * RING_START * cell), (x * aside, y * far))
            yield line((x * RING_START * cell, y * aside), (x * far, y * aside))


def rim_points(diagram: Diagram, *, grid: bool) -> Sequence[Point]:
    """The convex hull of what a diagram draws where room is short, in cells around the middle of its own: of its marks,
    and with a grid of the borders between its cells."""
    if not grid and (jumps := find_jump_ring(diagram)):
        marks = tuple(without_jump_ring(diagram).marks.items())
        return _rim_points(marks, diagram.compass, main_direction(diagram), grid, jumps)
    return _rim_points(tuple(diagram.marks.items()), diagram.compass, main_direction(diagram), grid, Act(0))


@lru_cache(maxsize=256)
def _rim_points(
    marks: tuple[tuple[Offset, MoveMark], ...], plane: Plane, direction: str | None, grid: bool, jumps: Act,
) -> Sequence[Point]:
    borders = _inner_borders(dict(marks), plane) if grid else []
    own_cell = own_cell_mark(POINTS_CELL, direction)
    if jumps:
        own_cell = jump_ring(POINTS_CELL, direction, HOP_SIGNS[jumps])
    spots = [((0.0, 0.0), own_cell)]
    spots += [(middle, draw_mark(meaning, POINTS_CELL, middle))
              for middle, meaning in ((plane.middle_of(offset), meaning) for offset, meaning in marks)]
    shapes = ((middle, item) for middle, drawing in spots for item in drawing.items if isinstance(item, Shape))
    points = [(x + u / POINTS_CELL, y + v / POINTS_CELL) for (x, y), shape in shapes
              for path in shape.paths for u, v in path.flatten(POINTS_CELL / 1000)]
    return convex_hull([*points, *(point for border in borders for point in border.trace(1.0))])


def draw_mark_body(meaning: MoveMark, cell: float) -> Drawing:
    """A mark centred on the origin, without the arrowhead of one that goes on: the mark of a step, or the diamond of a
    hop, whose filling and tips say what the piece may do there without a hop."""
    if meaning.is_only_kind:
        return slide_arrow(cell, (0, 1)) if meaning.goes_on else large_dot(cell)
    if not meaning.hops:
        return (ON_STEP_MARKS if meaning.goes_on else STEP_MARKS)[meaning.acts](cell)
    fill, tips = FILLS[meaning.acts & MOVES], TIPS_AROUND[meaning.acts & CAPTURES]
    return landing_diamond(cell, HOP_SIGNS[meaning.hops], fill=fill, tips=tips, on=meaning.goes_on)


def draw_mark(meaning: MoveMark, cell: float, away: Point) -> Drawing:
    """A mark, centred on the origin, for a cell at a distance `away` from the piece; (0, 0) counts as ahead of it."""
    if meaning.is_only_kind and meaning.goes_on:
        return slide_arrow(cell, away if away != (0, 0) else (0, 1))
    mark = draw_mark_body(meaning, cell)
    if not meaning.goes_on:
        return mark
    return add_arrowhead(
        mark, cell, away if away != (0, 0) else (0, 1), Role.MOVE if meaning.allows_empty else Role.CAPTURE
    )


def draw_blocking_lines(movement: Movement, diagram: Diagram, cell: float) -> Drawing:
    """Lines between the cells on which a piece in the way would block the move, clear of the marks."""
    movement = movement_on_plane(movement)
    legs = dict.fromkeys(leg for way in movement.ways if isinstance(way, Walk) for leg in _walk_legs(way, diagram))
    drawn_lines = [line(*ends) for leg in legs if (ends := _line_between(*leg, diagram, cell))]
    return combine_drawings(draw(Role.PATH, path) for path in drawn_lines).in_group("arrows")


def has_leaps(movement: Movement, diagram: Diagram) -> bool:
    """Whether a line of a diagram passes over cells that the piece leaps."""
    ways = (way for way in movement_on_plane(movement).ways if isinstance(way, Walk))
    spots = (map(diagram.compass.middle_of, leg) for way in ways for leg in _walk_legs(way, diagram))
    return any(math.dist(*ends) > NEIGHBOURS for ends in spots)


def _walk_legs(way: Walk, diagram: Diagram) -> Iterator[tuple[Offset, Offset]]:
    """The legs from cell to cell of a piece that goes on, as far as the diagram shows; single steps have none."""
    for direction in way.directions:
        cells = [cell for cell, _ in takewhile(lambda step: step[0] in diagram.window, way.path(direction))]
        while cells and cells[-1] not in diagram.marks:  # no line beyond the last mark
            cells.pop()
        if len(cells) > 1:
            yield from zip([(0, 0), *cells], cells, strict=False)


def _line_between(start: Offset, end: Offset, diagram: Diagram, cell: float) -> tuple[Point, Point] | None:
    """A line between two cells, clear of their marks; None if they leave no room, or another mark is in its way."""
    p, q = (diagram.compass.middle_of(offset) for offset in (start, end))
    length = math.dist(p, q)
    along = (q[0] - p[0]) / length, (q[1] - p[1]) / length
    near, far = _clearance(start, diagram), length - _clearance(end, diagram)
    other_marks = (diagram.compass.middle_of(offset) for offset in {(0, 0), *diagram.marks} - {start, end})
    if far - near < 0.08 or any(_distance_off(spot, p, along, length) < MARK_GAP for spot in other_marks):
        return None
    begin, finish = (((p[0] + along[0] * t) * cell, (p[1] + along[1] * t) * cell) for t in (near, far))
    return begin, finish


def _distance_off(spot: Point, start: Point, along: Point, length: float) -> float:
    """The distance in cells from a spot to a line with a start, a direction and a length."""
    x, y = spot[0] - start[0], spot[1] - start[1]
    reach = min(max(x * along[0] + y * along[1], 0.0), length)
    return math.dist((x, y), (reach * along[0], reach * along[1]))


def _clearance(offset: Offset, diagram: Diagram) -> float:
    """How far a line stays from the middle of a cell, in cells, by what is there."""
    if offset == (0, 0):
        return OWN_GAP
    mark = diagram.marks.get(offset)
    if mark is None:
        return 0.0
    if mark.is_only_kind:
        return ARROW_GAP if mark.goes_on else LARGE_DOT_GAP
    usual = TIPPED_GAP if mark.hops and mark.captures else MARK_GAP
    return (ON_STEP_GAPS if mark.goes_on else STEP_GAPS).get(mark.acts, usual)


def grid_lines(x: float, y: float, files: int, ranks: int, cell: float) -> list[Path]:
    """The lines of a grid, each drawn once from end to end; x, y is the lower left corner in cells."""
    upright = [line(((x + i) * cell, y * cell), ((x + i) * cell, (y + ranks) * cell)) for i in range(files + 1)]
    level = [line((x * cell, (y + j) * cell), ((x + files) * cell, (y + j) * cell)) for j in range(ranks + 1)]
    return upright + level

"""A board's spec, lattice and spaces → its drawing in mm, lower left corner of the outside at the origin.

The poster of the game: calm lines, quiet coordinates, zones told apart by pattern. Every line stands once. Where no
`spaces` are given the board is one of squares or hexagons.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from fabgen.artwork.drawing import Drawing, Lettering, Role, draw, together
from fabgen.artwork.path import Point, line, polygon, rectangle
from fabgen.base import words
from fabgen.figures.boardart import draw_art
from fabgen.figures.boardwords import LEAST_BORDER, LEAST_CAP, border_words, credits
from fabgen.figures.patterns import AREA_ORDER, LINES, PATTERN_ORDER, level
from fabgen.figures.surface import Surface, board_caps, surface_of
from fabgen.rules.boards import Cell, Lattice, TextError, parse_cells
from fabgen.spec.game import Game
from fabgen.spec.spaces import Spaces

CORNER = 6.0
STRUCK = 0.15  # of the way across a hole: where the strokes through it begin
FREE_CUT, TRIED = 24.0, 12  # mm: a map on paper may be parted once in so many, at one of the places tried there


def centre(lattice: Lattice, cell: Cell, side: float) -> Point:
    """The middle of a square cell, the lower left corner of the grid at the origin."""
    x, y = lattice.place(cell)
    return (x + 0.5) * side, (y + 0.5) * side


def board_size(game: Game, spaces: Spaces | None = None) -> tuple[float, float]:
    """Outside width and height in mm."""
    border = game.board.border
    if spaces and not game.board.grid:
        width, height = spaces.scaled(game.board.cell).size
        return width + 2 * border, height + 2 * border
    files, ranks = game.grid
    return files * game.board.cell + 2 * border, ranks * game.board.cell + 2 * border


def seams(game: Game, spaces: Spaces | None = None, board: Drawing | None = None) -> tuple[list[float], list[float]]:
    """Where a board may be parted on paper, on its drawing: x positions, y positions. Squares on their borders,
    hexagons midway between their middles, a map where few of the words on its drawing are cut."""
    side, border = game.board.cell, game.board.border
    if spaces and game.board.map:
        width, height = spaces.scaled(side).size
        boxes = [item.bounds() for item in (board or Drawing()).items if isinstance(item, Lettering)]
        xs, ys = (_free(border, border + size, [(box[axis], box[axis + 2]) for box in boxes])
                  for axis, size in enumerate((width, height)))
        return xs, ys
    if spaces and not game.board.grid:
        middles = spaces.scaled(side).middles.values()
        xs, ys = ([border + (a + b) / 2 for a, b in pairwise(sorted({round(p[axis], 6) for p in middles}))]
                  for axis in (0, 1))
        return xs, ys
    files, ranks = game.grid
    return [border + side * i for i in range(1, files)], [border + side * j for j in range(1, ranks)]


def _free(low: float, high: float, words: Sequence[tuple[float, float]]) -> list[float]:
    """In every FREE_CUT mm the last place that cuts the fewest words, each from here to there."""
    steps = [low + n * FREE_CUT / TRIED for n in range(1, math.ceil((high - low) * TRIED / FREE_CUT))]
    cut = {at: sum(first < at < last for first, last in words) for at in steps}
    windows = [steps[n : n + TRIED] for n in range(0, len(steps), TRIED)]
    return [min(window, key=lambda at: (cut[at], -at)) for window in windows]


def draw_board(game: Game, lattice: Lattice, spaces: Spaces | None = None) -> Drawing:
    """The whole board at true size."""
    surface = surface_of(game, lattice, game.board.cell, spaces, board_caps(game))
    width, height = board_size(game, surface.spaces)
    border = game.board.border
    outside = rectangle(0, 0, width, height, corner_radius(game))
    inside = (draw_surface(game, surface, hatched=True) + surface.names()).moved(border, border)
    art = draw_art(game, (width, height))
    return draw(Role.EDGE, outside) + art + inside + border_words(game, (width, height))


def corner_radius(game: Game) -> float:
    """Of the board's outer corners, in mm."""
    return min(CORNER, game.board.border)


def draw_words(game: Game, cuts: Sequence[float] = ()) -> Drawing:
    """Coordinates, title and designer of a board of squares; `cuts` are x positions of seams, which no word crosses."""
    return border_words(game, board_size(game), cuts)


def draw_cells(game: Game, lattice: Lattice, side: float, *, hatched: bool = False, spaces: Spaces | None = None
               ) -> Drawing:
    """Zones and lines without border, the lower left corner of the cells at the origin. Dark cells of a chequered board
    are tinted; for a board, hatched as well."""
    return draw_surface(game, surface_of(game, lattice, side, spaces), hatched=hatched)


def draw_surface(game: Game, surface: Surface, *, hatched: bool = False) -> Drawing:
    """Zones, roads and lines of cells that are drawn so."""
    dark = draw_chequers(game, surface, hatched=hatched) if game.board.chequered else Drawing()
    zones = [draw_zone(game, surface, name) for name in game.board.zones]
    roads = surface.roads()
    return together([dark, *zones, *map(_void, surface.voids()), draw(Role.ZONE, *roads) if roads else Drawing(),
                     draw(Role.GRID, *surface.lines())])


def _void(outline: Sequence[Point]) -> Drawing:
    """A hole among cells: struck through from corner to corner."""
    half = len(outline) // 2
    across = zip(outline[:half], outline[half:], strict=True)
    strokes = [line(_along(p, q, STRUCK), _along(q, p, STRUCK)) for p, q in across]
    return draw(Role.SHADE, polygon(outline)) + draw(Role.GRID, *strokes)


def _along(p: Point, q: Point, share: float) -> Point:
    return p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share


def is_dark(lattice: Lattice, cell: Cell) -> bool:
    """Whether a chequered board is dark here: a1 is."""
    return sum(lattice.place(cell)) % 2 == 0


def draw_chequers(game: Game, surface: Surface, *, hatched: bool) -> Drawing:
    """The dark cells; no hatch where a zone has its pattern."""
    dark = [cell for cell in surface.lattice.cells if is_dark(surface.lattice, cell)]
    taken = {cell for name, zone in game.board.zones.items() if zone_pattern(game, name) != "none"
             for cell in _cells(zone.cells, surface.lattice)}
    shade = [draw(Role.SHADE, *surface.shade(cell)) for cell in dark]
    middles, side = surface.spaces.middles, surface.spaces.side
    hatch = [one for cell in dark if cell not in taken for one in level(middles[cell], side)]
    return together([*shade, draw(Role.ZONE, *hatch) if hatched and hatch else Drawing()])


def zone_pattern(game: Game, name: str) -> str:
    """The pattern a zone is told by: its own, else the next in order."""
    return game.board.zones[name].pattern or PATTERN_ORDER[list(game.board.zones).index(name) % len(PATTERN_ORDER)]


def shared_lines(game: Game, lattice: Lattice) -> Iterator[tuple[str, str, Cell]]:
    """Pairs of zones that would draw the same lines in a cell, each with the first such cell."""
    cells = {name: _cells(zone.cells, lattice) for name, zone in game.board.zones.items()}
    for one, other in combinations(cells, 2):
        if LINES.get(zone_pattern(game, one), set()) & LINES.get(zone_pattern(game, other), set()):
            yield from [(one, other, cell) for cell in cells[one] if cell in cells[other]][:1]


def _cells(text: str, lattice: Lattice) -> tuple[Cell, ...]:
    try:
        return parse_cells(text, lattice)
    except TextError:  # reported where the spec is loaded
        return ()


def draw_zone(game: Game, surface: Surface, name: str) -> Drawing:
    """A zone's cells: a tint for paper, a pattern of open lines for all."""
    zone = game.board.zones[name]
    tone = game.players[zone.of].tone(zone.of) if zone.of else (zone.material or "").rpartition("/")[2]
    if zone_pattern(game, name) == "none":  # of nobody, it has the colour of its material
        cells = parse_cells(zone.cells, surface.lattice) if tone and not zone.of else ()
        return together(draw(Role.SHADE, *surface.shade(cell), tone=tone) for cell in cells)
    return _shaded(surface, parse_cells(zone.cells, surface.lattice), zone_pattern(game, name), tone)


def _shaded(surface: Surface, cells: Sequence[Cell], pattern: str, tone: str) -> Drawing:
    shade = [draw(Role.SHADE, *surface.shade(cell), tone=tone) for cell in cells]
    paths = [path for cell in cells for path in surface.pattern(pattern, cell)]
    return together([*shade, draw(Role.ZONE, *paths, tone=tone)])


def draw_areas(areas: Mapping[str, tuple[Cell, ...]], surface: Surface) -> Drawing:
    """Cells that rules call by a colour: its tint, and a pattern of its own for each name, empty or not."""
    drawn = []
    for number, (tone, cells) in enumerate(areas.items()):
        pattern = AREA_ORDER[number % len(AREA_ORDER)]
        drawn += [draw(Role.SHADE, *surface.shade(cell), tone=tone) for cell in cells]
        drawn += [draw(Role.ZONE, *surface.pattern(pattern, cell), tone=tone) for cell in cells]
    return together(drawn)


def illegible(game: Game) -> Iterator[str]:
    """What is left out of the board because it would be too small to read; a border without words is no fault."""
    if game.board.border >= LEAST_BORDER:
        shown = {item.text.anchor for item in credits(game, board_size(game)[0]).items if isinstance(item, Lettering)}
        yield from (f"the {what} is left out of the board: it does not fit beside the coordinates with capitals of "
                    f"{LEAST_CAP} mm" for what, end in (("title", "start"), ("designer", "end")) if end not in shown)


def unnamed(game: Game, lattice: Lattice, spaces: Spaces) -> Iterator[str]:
    """Which cells that carry their names have no room for them."""
    if caps := board_caps(game):
        named = surface_of(game, lattice, game.board.cell, spaces, caps).named
        if cells := [cell for cell in lattice.cells if cell not in named]:
            yield f"there is no room on the board for the name{'s' * (len(cells) > 1)} of {words(cells)}"

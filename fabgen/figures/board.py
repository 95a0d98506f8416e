"""A board's spec and lattice → its drawing in mm, lower left corner of the outside at the origin.

The poster of the game: calm grid, quiet coordinates readable from both seats, zones told apart by pattern, title and
credit small on one edge (a border under 10 mm has no room for words). Every line stands once.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from fabgen.artwork.drawing import Drawing, Lettering, Role, draw, together, write
from fabgen.artwork.path import Path, Point, circle, line, rectangle
from fabgen.artwork.text import ASCENT, DESCENT, text_width
from fabgen.figures.diagram import lines
from fabgen.rules.lattice import Cell, Lattice, TextError, file_name, parse_cells
from fabgen.spec.game import Game

CORNER = 6.0
LEAST_BORDER = 10.0  # mm: what coordinates, title and credit need
COORDINATE_CAP = 3.0
TITLE_CAP, CREDIT_CAP = 3.4, 2.4
LEAST_CAP = 1.8  # mm: smaller words are not set
CUT_RIM = 2.0  # mm between words and a seam
RIM = 0.8  # mm between words in two lines and the edge
UNDERLINE, UNDER = 0.3, 0.5  # mm: thickness of the line under a name, and the gap between them
CHEQUERS = 9  # lines across a dark cell
TURNED = dict(zip("0168bdnopqsuxz9", "0198qpuodbsnxz6", strict=True))  # what signs read as when they are upside down
PATTERN_ORDER = ("stripes", "dots", "corners", "crosshatch")
AREA_ORDER = ("dots", "crosshatch", "stripes", "corners")  # of what rules shade in a position


def centre(lattice: Lattice, cell: Cell, side: float) -> Point:
    """The middle of a cell, the lower left corner of the grid at the origin."""
    x, y = lattice.place(cell)
    return (x + 0.5) * side, (y + 0.5) * side


def board_size(game: Game) -> tuple[float, float]:
    """Outside width and height in mm."""
    files, ranks = game.grid
    return files * game.board.cell + 2 * game.board.border, ranks * game.board.cell + 2 * game.board.border


def seams(game: Game) -> tuple[list[float], list[float]]:
    """Where the borders between cells lie on the board's drawing, inner ones only: x positions, y positions."""
    files, ranks = game.grid
    side, border = game.board.cell, game.board.border
    return [border + side * i for i in range(1, files)], [border + side * j for j in range(1, ranks)]


def draw_board(game: Game, lattice: Lattice) -> Drawing:
    """The whole board at true size."""
    width, height = board_size(game)
    border = game.board.border
    outside = rectangle(0, 0, width, height, corner_radius(game))
    inside = draw_cells(game, lattice, game.board.cell, hatched=True).moved(border, border)
    return draw(Role.EDGE, outside) + inside + draw_words(game)


def corner_radius(game: Game) -> float:
    """Of the board's outer corners, in mm."""
    return min(CORNER, game.board.border)


def draw_words(game: Game, cuts: Sequence[float] = ()) -> Drawing:
    """Coordinates, title and designer; `cuts` are x positions of seams, which no word crosses."""
    if game.board.border < LEAST_BORDER:
        return Drawing()
    return _coordinates(game) + _credits(game, board_size(game)[0], cuts)


def draw_cells(game: Game, lattice: Lattice, side: float, *, hatched: bool = False) -> Drawing:
    """Zones and grid without border, the lower left corner of the grid at the origin. Dark cells of a chequered board
    are tinted; for a board, hatched as well."""
    dark = draw_chequers(game, lattice, side, hatched=hatched) if game.board.chequered else Drawing()
    zones = [draw_zone(game, lattice, name, side) for name in game.board.zones]
    files, ranks = game.grid
    return together([dark, *zones, draw(Role.GRID, *lines(0, 0, files, ranks, side))])


def is_dark(lattice: Lattice, cell: Cell) -> bool:
    """Whether a chequered board is dark here: a1 is."""
    return sum(lattice.place(cell)) % 2 == 0


def draw_chequers(game: Game, lattice: Lattice, side: float, *, hatched: bool) -> Drawing:
    """The dark cells; no hatch where a zone has its pattern."""
    dark = [cell for cell in lattice.cells if is_dark(lattice, cell)]
    taken = {cell for name, zone in game.board.zones.items() if zone_pattern(game, name) != "none"
             for cell in _cells(zone.cells, lattice)}
    middles = [centre(lattice, cell, side) for cell in dark]
    shade = [draw(Role.SHADE, rectangle(x - side / 2, y - side / 2, side, side)) for x, y in middles]
    hatch = [line for cell in dark if cell not in taken for line in _level(centre(lattice, cell, side), side)]
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


def draw_zone(game: Game, lattice: Lattice, name: str, side: float) -> Drawing:
    """A zone's cells: a tint for paper, a pattern of open lines for all."""
    zone = game.board.zones[name]
    tone = game.players[zone.of].tone(zone.of) if zone.of else (zone.material or "").rpartition("/")[2]
    middles = [centre(lattice, cell, side) for cell in parse_cells(zone.cells, lattice)]
    if zone_pattern(game, name) == "none":
        return Drawing()
    shade = [draw(Role.SHADE, rectangle(x - side / 2, y - side / 2, side, side), tone=tone) for x, y in middles]
    pattern = PATTERNS[zone_pattern(game, name)]
    return together([*shade, draw(Role.ZONE, *(p for middle in middles for p in pattern(middle, side)), tone=tone)])


def draw_areas(areas: Mapping[str, tuple[Cell, ...]], lattice: Lattice, side: float) -> Drawing:
    """Cells that rules call by a colour: its tint, and a pattern of its own for each name, empty or not."""
    drawn = []
    for number, (tone, cells) in enumerate(areas.items()):
        pattern = PATTERNS[AREA_ORDER[number % len(AREA_ORDER)]]
        middles = [centre(lattice, cell, side) for cell in cells]
        drawn += [draw(Role.SHADE, rectangle(x - side / 2, y - side / 2, side, side), tone=tone) for x, y in middles]
        drawn += [draw(Role.ZONE, *pattern(middle, side), tone=tone) for middle in middles]
    return together(drawn)


def _diagonals(middle: Point, side: float, rising: bool) -> Iterator[Path]:
    """Lines at 45 degrees inside a square of 0.8 of the cell, 0.16 of the cell apart."""
    half, step = 0.4 * side, 0.16 * side * 2**0.5
    count = int(2 * half / step)
    for i in range(-count, count + 1):
        shift = i * step
        low, high = max(-half, -half - shift), min(half, half - shift)
        if high - low > 0.1 * side:
            ends = [(x, x + shift) if rising else (x, -x - shift) for x in (low, high)]
            yield line(*((middle[0] + x, middle[1] + y) for x, y in ends))


def _stripes(middle: Point, side: float) -> list[Path]:
    return list(_diagonals(middle, side, rising=True))


def _level(middle: Point, side: float) -> list[Path]:
    """Level lines: what no zone has."""
    x, y = middle
    steps = [(i - (CHEQUERS - 1) / 2) * 0.8 / (CHEQUERS - 1) * side for i in range(CHEQUERS)]
    return [line((x - 0.42 * side, y + step), (x + 0.42 * side, y + step)) for step in steps]


def _crosshatch(middle: Point, side: float) -> list[Path]:
    return [*_diagonals(middle, side, rising=True), *_diagonals(middle, side, rising=False)]


def _dots(middle: Point, side: float) -> list[Path]:
    """Small rings on a square grid."""
    steps = [(i - 1.5) * 0.24 * side for i in range(4)]
    return [circle((middle[0] + x, middle[1] + y), 0.035 * side) for y in steps for x in steps]


def _corners(middle: Point, side: float) -> list[Path]:
    """A tick in each corner."""
    out, arm = 0.4 * side, 0.18 * side
    x, y = middle
    return [line((x + a * (out - arm), y + b * out), (x + a * out, y + b * out), (x + a * out, y + b * (out - arm)))
            for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]


PATTERNS: dict[str, Callable[[Point, float], list[Path]]] = {
    "stripes": _stripes, "dots": _dots, "corners": _corners, "crosshatch": _crosshatch,
}
LINES: dict[str, set[str]] = {
    "stripes": {"rising"}, "dots": {"dots"}, "corners": {"corners"}, "crosshatch": {"rising", "falling"},
}


def _coordinates(game: Game) -> Drawing:
    """Files below and ranks at the left for one seat, and the same turned round for the seat across."""
    files, ranks = game.grid
    names, numbers = [file_name(i) for i in range(files)], [str(j + 1) for j in range(ranks)]
    across = _seat(game, names[::-1], numbers[::-1]).turned(180).moved(*board_size(game))
    return _seat(game, names, numbers) + across


def _seat(game: Game, names: list[str], numbers: list[str]) -> Drawing:
    """The coordinates that one seat reads: names from the left, numbers from below."""
    side, border = game.board.cell, game.board.border
    cap, near, left = COORDINATE_CAP, border - 1.8 - COORDINATE_CAP, border - 2.2
    below = [write(Role.COORDINATE, name, (border + (i + 0.5) * side, near), cap) for i, name in enumerate(names)]
    beside = [write(Role.COORDINATE, number, (left, border + (j + 0.5) * side - cap / 2), cap, anchor="end")
              for j, number in enumerate(numbers)]
    lines = [draw(Role.COORDINATE, _underline(name)) for name in together([*below, *beside]).items
             if isinstance(name, Lettering) and ambiguous(name.text.string, {*names, *numbers})]
    return together([*below, *beside, *lines])


def ambiguous(name: str, names: Container[str]) -> bool:
    """Whether a coordinate seen from the other side reads as another one: 6 and 9 where both stand."""
    seen = "".join(TURNED.get(sign, " ") for sign in reversed(name))
    return seen != name and seen in names


def _underline(name: Lettering) -> Path:
    """A bar under a word, closed: it has an area on paper and an outline for the laser."""
    x0, _, x1, _ = name.bounds()
    low = DESCENT * name.text.cap if set(name.text.string) & set("pq") else 0.0
    return rectangle(x0, name.text.at[1] - low - UNDER - UNDERLINE, x1 - x0, UNDERLINE)


def illegible(game: Game) -> Iterator[str]:
    """What is left out of the board because it would be too small to read; a border without words is no fault."""
    if game.board.border >= LEAST_BORDER:
        shown = {item.text.anchor for item in _credits(game, board_size(game)[0]).items if isinstance(item, Lettering)}
        yield from (f"the {what} is left out of the board: it does not fit beside the coordinates with capitals of "
                    f"{LEAST_CAP} mm" for what, end in (("title", "start"), ("designer", "end")) if end not in shown)


def _credits(game: Game, width: float, cuts: Sequence[float] = ()) -> Drawing:
    """Title and designer on the near edge, left and right, under the coordinates. What is long is set smaller or in two
    lines; a designer who finds no room is left out, and then the title has it all."""
    start, end = game.board.border, width - game.board.border
    if cuts:
        top, left, right = _below_coordinates(game), cuts[0] - start - CUT_RIM, end - cuts[-1] - CUT_RIM
        named = _set(_words(game.title, left, top, TITLE_CAP, bold=True), start, "start", bold=True)
        return named + _set(_words(game.designer, right, top, CREDIT_CAP), end, "end")
    title, designer = _shared(game, 0.62 * (end - start), end - start)
    if not (title.lines and designer.lines):
        title, designer = _shared(game, end - start, end - start)
    return _set(title, start, "start", bold=True) + _set(designer, end, "end")


def _shared(game: Game, most: float, whole: float) -> tuple[_Words, _Words]:
    """The title in `most` of a line's `whole` mm, and the designer in what it leaves."""
    top = _below_coordinates(game)
    title = _words(game.title, most, top, TITLE_CAP, bold=True)
    used = max((text_width(line, title.cap, bold=True) for line in title.lines), default=-0.07 * whole)
    return title, _words(game.designer, 0.93 * whole - used, top, CREDIT_CAP)


def _below_coordinates(game: Game) -> float:
    """How high words on the edge may reach, in mm from the edge."""
    names = [file_name(i) for i in range(game.grid[0])]
    under = UNDER + UNDERLINE if any(ambiguous(name, names) for name in names) else 0.0
    return game.board.border - 1.8 - (1 + DESCENT) * COORDINATE_CAP - 0.5 - under


@dataclass(frozen=True)
class _Words:
    """Words as they are set: their lines from above, none where they do not fit; base lines and capitals in mm."""

    lines: tuple[str, ...]
    bases: tuple[float, ...]
    cap: float


def _set(words: _Words, x: float, anchor: str, *, bold: bool = False) -> Drawing:
    return together(write(Role.TITLE, line, (x, base), words.cap, anchor=anchor, bold=bold)
                    for line, base in zip(words.lines, words.bases, strict=True))


def _words(text: str, room: float, top: float, most: float, *, bold: bool = False) -> _Words:
    """Words in one line, else in two, between the edge and `top`, with the largest capitals up to `most` mm that fit a
    room in mm."""
    for parts in ((text,), _halves(text, bold)):
        tall = (top - RIM) / len(parts) / (ASCENT + DESCENT)
        cap = min(most, tall, room / max(text_width(part, 1, bold=bold) for part in parts))
        if cap >= LEAST_CAP - 1e-9:
            lowest = RIM + DESCENT * cap
            base = max(lowest, min(2.6, top - ASCENT * cap)) if len(parts) == 1 else lowest
            bases = [base + i * (ASCENT + DESCENT) * cap for i in reversed(range(len(parts)))]
            return _Words(parts, tuple(bases), cap)
    return _Words((), (), LEAST_CAP)


def _halves(text: str, bold: bool) -> tuple[str, ...]:
    """Words parted at the space that makes the longer half shortest; one word stays one."""
    words = text.split(" ")
    parted = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    return min(parted, key=lambda two: max(text_width(half, 1, bold=bold) for half in two), default=(text,))

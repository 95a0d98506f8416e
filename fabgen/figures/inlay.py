"""A board and the fits of its materials → an inlaid board: a base, a frame on it, and a space of its own for each cell.

Between spaces, and between them and the frame, there is everywhere the clearance of the materials, and no less than
LEAST: a row of tight ones would add up. All is drawn at nominal size; what the kerf takes from frame and spaces is put
back in making, for each material its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Role, draw, together
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, Point, rectangle, rounded
from fabgen.figures.board import board_size, corner_radius, is_dark, zone_pattern
from fabgen.figures.patterns import PATTERNS
from fabgen.figures.split import Seams, Tile, etching, inside, keys, tile_outline, tiles, tiling
from fabgen.rules.boards import Cell, parse_cells
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

LEAST = 0.1  # mm between two spaces
CORNER = 0.5  # mm: radius of a space's corners, and of the frame's inner ones: sharper ones crack
LEAST_FRAME = 8.0  # mm: a narrower frame breaks


@dataclass(frozen=True)
class Space:
    """What fills a cell: its name, its material, and the patterns etched on it."""

    name: str
    material: str
    patterns: tuple[str, ...] = ()


def spaces(spec: Spec) -> dict[Cell, Space]:
    """What fills each cell: the material of the first zone here that has one, else of the board's dark and light
    spaces, else of the board; the patterns of all zones here."""
    game = spec.game
    zones = {name: {*parse_cells(zone.cells, spec.lattice)} for name, zone in game.board.zones.items()}
    return {cell: _space(game, [name for name, cells in zones.items() if cell in cells], is_dark(spec.lattice, cell))
            for cell in spec.lattice.cells}


def _space(game: Game, zones: list[str], dark: bool) -> Space:
    board = game.board
    patterned = [name for name in zones if zone_pattern(game, name) != "none"]
    patterns = tuple(zone_pattern(game, name) for name in patterned)
    owner = next((name for name in zones if board.zones[name].material), None)
    plain = board.spaces or (board.material,)
    shade = ("dark" if dark else "light") if len(plain) == 2 else "plain"
    material = (owner and board.zones[owner].material) or plain[0 if dark else -1]
    names = list(dict.fromkeys([*([owner] if owner else []), *patterned]))
    return Space(" and ".join(names if owner else [*names, f"{shade} cell"]), material, patterns)


def gap(spec: Spec, fit_of: Callable[[str], Fit]) -> float:
    """What lies between two spaces, and between a space and the frame, in mm."""
    used = dict.fromkeys([spec.game.board.material, *(space.material for space in spaces(spec).values())])
    return max(LEAST, *(fit_of(key).clearance for key in used))


def inlay_parts(spec: Spec, fit_of: Callable[[str], Fit]) -> list[Part]:
    """Frame, base and spaces. Frame and base are parted where they exceed their sheet: the base by knobs or keys, the
    frame bluntly, for it lies glued on the base."""
    game = spec.game
    material, fit = game.board.material, fit_of(game.board.material)
    between = gap(spec, fit_of)
    cut = tiling(game, fit) or tiling(game, Fit(fit.thickness, fit.clearance))
    assert cut
    seams, whole = Seams(game, cut, fit.clearance), cut.count == 1
    words = etching(game, spec.lattice, cut).only(Role.COORDINATE, Role.TITLE)
    made = []
    for tile in tiles(game, cut):
        name = "" if whole else f" {tile.name}"
        made += [Part(f"board frame{name}{number}", drawing, 1, material, "board", by_thickness=False, across=whole)
                 for number, drawing in _frames(game, seams, tile, words, between)]
        base = draw(Role.EDGE, tile_outline(seams, tile))
        made.append(Part(f"board base{name}", base, 1, material, "board", by_thickness=False, across=whole))
    return [*made, *keys("board", seams, material), *_spaces(spec, between)]


def _spaces(spec: Spec, between: float) -> Iterator[Part]:
    """A part for each kind of space, on the sheets of a player's pieces where those are of its material, else on those
    of the board, whose frame has room inside; unless that is marked from behind."""
    every = list(spaces(spec).values())
    homes = {} if spec.game.board.side == "back" else {spec.game.board.material: "board"}
    homes |= {one.material: f"{player} pieces" for player, one in reversed(spec.game.players.items())}
    for space in dict.fromkeys(every):
        drawing = draw_space(space, spec.game.board.cell, between)
        home = homes.get(space.material, "spaces")
        yield Part(f"{space.name} space", drawing, every.count(space), space.material, home, by_thickness=False)


def draw_space(space: Space, cell: float, between: float) -> Drawing:
    """A space, its middle at the origin: smaller than its cell by the gap."""
    side = cell - between
    outline = draw(Role.EDGE, rectangle(-side / 2, -side / 2, side, side, CORNER))
    return outline + together(draw(Role.ZONE, *PATTERNS[name]((0.0, 0.0), cell)) for name in space.patterns)


def opening(game: Game, between: float) -> tuple[float, float, float, float]:
    """The frame's inner edge on the board's drawing."""
    (width, height), near = board_size(game), game.board.border - between / 2
    return near, near, width - near, height - near


def _frames(game: Game, seams: Seams, tile: Tile, words: Drawing, between: float) -> Iterator[tuple[str, Drawing]]:
    """The frame's parts that lie on a part of the base, each with its number where there are several."""
    import shapely

    hole = opening(game, between)
    if seams.cut.count == 1:
        outside = rectangle(0, 0, *board_size(game), corner_radius(game))
        window = rectangle(hole[0], hole[1], hole[2] - hole[0], hole[3] - hole[1], CORNER)
        yield "", draw(Role.EDGE, outside) + draw(Role.HOLE, window) + words
        return
    left = shapely.box(*tile.box).difference(shapely.box(*hole))
    pieces = sorted((one for one in getattr(left, "geoms", [left]) if one.area), key=lambda one: one.bounds)
    for number, piece in enumerate(pieces, 1):
        mine = inside(words, seams, replace_box(tile, piece.bounds)).only(Role.COORDINATE, Role.TITLE)
        yield (f" {number}" if len(pieces) > 1 else ""), draw(Role.EDGE, _bar(game, piece, hole)) + mine


def replace_box(tile: Tile, box: tuple[float, float, float, float]) -> Tile:
    """The same part with another box."""
    return Tile(tile.column, tile.row, tile.cells, box)


def _bar(game: Game, piece: BaseGeometry, hole: tuple[float, float, float, float]) -> Path:
    """The outline of a part of the frame: the board's corners rounded, and the opening's."""
    width, height = board_size(game)

    def radius(p: Point) -> float:
        if p[0] in (0.0, width) and p[1] in (0.0, height):
            return corner_radius(game)
        return CORNER if p[0] in (hole[0], hole[2]) and p[1] in (hole[1], hole[3]) else 0.0

    corners = list(piece.normalize().boundary.coords)[:-1]
    points = [p for n, p in enumerate(corners) if not _straight(corners[n - 1], p, corners[(n + 1) % len(corners)])]
    return rounded([(p, radius(p)) for p in points])


def _straight(a: Point, b: Point, c: Point) -> bool:
    return a[0] == b[0] == c[0] or a[1] == b[1] == c[1]

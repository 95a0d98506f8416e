"""Men of a position → drawings in mm, each with the middle of its cell at the origin.

A man is its silhouette in its player's tone. Sides are told apart without colour: by bars in the foot among up to three
players, by a letter of the player's name among more. A wedge in a corner shows which way a piece goes, where pieces of
one player go different ways. Men who share a cell stand in parts of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain, permutations
from string import ascii_uppercase

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, together, write
from fabgen.artwork.path import Point, circle, polygon, rectangle, scaling, turning
from fabgen.figures.cellsigns import cornered
from fabgen.figures.diagram import heading
from fabgen.figures.marks import TURN, cross
from fabgen.figures.shown import shown
from fabgen.figures.silhouettes import Upright
from fabgen.rules.directions import FILES, ROWS, Compass
from fabgen.rules.position import Man
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

WEDGE, WEDGE_HALF, WEDGE_HALO = 0.31, (0.072, 0.11), 1.6  # of the cell: from its middle to the wedge, left and up;
# half its size, slim, since a triangle of even sides points three ways; the light paper under it, of the wedge
WEDGE_NOTCH = 0.45  # of its half length: how deep it is notched behind
CROWDED = 4  # men in a cell: more keep their order, wherever they go
BLACK = "black"
BARRED = 3  # players who are told apart by bars in the foot; more have letters
# Of the cell: the middle of a letter's base line, its height, the disc of light paper under it; how far a man with a
# letter stands to the right, and how wide men are, alone and beside a letter.
LETTER_AT, LETTER_CAP, LETTER_DISC, ASIDE = (-0.275, 0.135), 0.23, 0.15, 0.09
WIDE, BESIDE_LETTER = 0.66, 0.48
WEDGES: dict[Compass, Point] = {FILES: (-0.45, 0.0), ROWS: (-0.39, -0.225)}  # of hexagons: in a corner


def tone_of(game: Game, player: str) -> str:
    """The colour name of a player's things on paper."""
    return game.players[player].tone(player)


def letters(game: Game) -> dict[str, str]:
    """A letter for each player where bars cannot tell them apart: of the name, the first that nobody before has."""
    found: dict[str, str] = {}
    if len(game.players) <= BARRED:
        return found
    for player in game.players:
        own = (letter for letter in player.upper() if letter.isalpha())
        found[player] = next(letter for letter in chain(own, ascii_uppercase) if letter not in found.values())
    return found


def draw_man(spec: Spec, man: Man, side: float) -> Drawing:
    """One piece in a cell of a side in mm."""
    game = spec.game
    bars = bars_of(game, list(game.players).index(man.player))
    icon = _icon(spec, man.piece, side, bars, tone_of(game, man.player))
    return icon + _wedge(spec, man, side) + _letter(game, man, side)


def draw_past(spec: Spec, man: Man, side: float, *, taken: bool) -> Drawing:
    """Where a piece stood before an example was played: pale, its outline dashed, with a cross where it was taken."""
    return draw_pale(spec, man, side) + draw_fate(spec, man, side, crossed=0 if taken else None)


def draw_pale(spec: Spec, man: Man, side: float) -> Drawing:
    """What lies under the arrow of a piece that stood here: its pale body."""
    game = spec.game
    bars, tone = bars_of(game, list(game.players).index(man.player)), tone_of(game, man.player)
    icon = _icon(spec, man.piece, side, bars, tone)
    paths = [path for item in icon.only(Role.PIECE).items if isinstance(item, Shape) for path in item.paths]
    return draw(Role.SHADE, *paths, tone=tone) + draw(Role.PAST, *paths) + icon.only(Role.MARK)


def draw_fate(spec: Spec, man: Man, side: float, *, crossed: int | None) -> Drawing:
    """What lies over the arrow: whose piece it was, and the cross of one that was taken, in the upper right corner (0)
    or the lower one (1), so that its kind is seen."""
    letter = _letter(spec.game, man, side)
    return letter if crossed is None else letter + cornered(cross(0.75 * side), side, spec.lattice.compass, crossed)


def spread(pulls: Sequence[Point]) -> list[tuple[Point, float]]:
    """The places of men who share a cell, in their order, each as far as can be on the side where its arrow comes from
    or goes to: `pulls` are these directions, of length 1, (0, 0) for who stays."""
    found = places(len(pulls))
    if len(pulls) > CROWDED:
        return found

    def near(order: Iterable[tuple[Point, float]]) -> float:
        return round(sum(x * u + y * v for ((x, y), _), (u, v) in zip(order, pulls, strict=True)), 6)

    return list(max(permutations(found), key=near))


def places(count: int) -> list[tuple[Point, float]]:
    """Where so many men stand in one cell: the middle of each one's part and its side, in shares of the cell. Men are
    taller than wide: two are more than half as large."""
    across = math.ceil(math.sqrt(count))
    rows, part = math.ceil(count / across), 1 / across
    share = 1.0 if count == 1 else part * (1.48 if rows == 1 else 1.24)
    out: list[tuple[Point, float]] = []
    for n in range(count):
        row, place = divmod(n, across)
        here = min(across, count - row * across)
        out.append((((place - (here - 1) / 2) * part, ((rows - 1) / 2 - row) * part), share))
    return out


def draw_icon(shape: Upright, height: float, width: float, sign: int, tone: str) -> Drawing:
    """A silhouette of a height in mm, no wider than `width`, standing on y = 0, with `sign` bars in its foot."""
    x0, _, x1, y1 = shape.outline().bounds()
    shape = shape.scaled(min(height / y1, width / (x1 - x0)))
    low, half = shape.field or (0.0, shape.foot)
    wide, apart = half * 1.5, half * (0.4 if tone == BLACK else 0.22)
    rows = [low + half * 0.1 + apart * i for i in range(min(sign, 2))]
    body = draw(Role.PIECE, shape.outline(), *shape.holes, tone=tone)
    return together([body, *(_bar(wide, y, half, tone) for y in rows)])


def _bar(wide: float, y: float, half: float, tone: str) -> Drawing:
    """One bar in a foot: dark on light paper. On a black piece that would look like two light ones: there the paper
    lies above the bar alone, so that one bar is seen, light on black, and dark where black is drawn white."""
    low, high = (0.1, 0.2) if tone == BLACK else (-0.1, 0.3)
    ground = rectangle(-wide / 2, y + half * low, wide, half * high)
    return draw(Role.SHADE, ground, tone="white") + draw(Role.MARK, rectangle(-wide / 2, y, wide, half * 0.1))


def bars_of(game: Game, number: int) -> int:
    """How many bars a player's pieces have in their feet, by the player's number from 0."""
    return number if len(game.players) <= BARRED else 0


def _icon(spec: Spec, piece: str, side: float, bars: int, tone: str) -> Drawing:
    shapes = {name: shown(spec.game, name) for name in spec.game.pieces}
    tallest = max(shape.height for shape in shapes.values())
    height = 0.8 * side * (shapes[piece].height / tallest) ** 0.6
    icon = draw_icon(shapes[piece], height, (BESIDE_LETTER if letters(spec.game) else WIDE) * side, bars, tone)
    return icon.moved(_aside(spec.game, side), -0.4 * side)


def _aside(game: Game, side: float) -> float:
    """How far to the right of the middle a man stands, for its letter to have room."""
    return ASIDE * side if letters(game) else 0.0


def _wedge(spec: Spec, man: Man, side: float) -> Drawing:
    way = heading(spec.diagram(man.piece))
    if way is None or way_of(spec) is not None:
        return Drawing()
    half, rise = (share * side for share in WEDGE_HALF)
    wedge = polygon([(-half, -rise), (0, -rise * (1 - WEDGE_NOTCH)), (half, -rise), (0, rise)])
    angle = TURN[spec.game.players[man.player].forward] + TURN[way]
    x, y = WEDGES.get(spec.lattice.compass, (-WEDGE, -WEDGE if letters(spec.game) else WEDGE))
    ground = wedge.transformed(scaling(WEDGE_HALO)).transformed(turning(angle))
    shown = draw(Role.SHADE, ground, tone="white") + draw(Role.FORWARD, wedge.transformed(turning(angle)))
    return shown.moved(x * side, y * side)


def way_of(spec: Spec) -> str | None:
    """The one way that all pieces of a player go, where the player's forward is up; None where there is no one way."""
    ways = {heading(spec.diagram(piece)) for piece in spec.game.pieces} - {None}
    return ways.pop() if len(ways) == 1 else None


def _letter(game: Game, man: Man, side: float) -> Drawing:
    """On light paper, so that no pattern and no arrow runs into it."""
    letter = letters(game).get(man.player)
    if not letter:
        return Drawing()
    (x, y), cap = (share * side for share in LETTER_AT), LETTER_CAP * side
    ground = draw(Role.SHADE, circle((x, y + cap / 2), LETTER_DISC * side), tone="white")
    return ground + write(Role.LABEL, letter, (x, y), cap, bold=True)


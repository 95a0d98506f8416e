"""Men of a position → drawings in mm, each with the middle of its cell at the origin.

A man is its silhouette in its player's tone. Sides are told apart without colour: by bars in the foot among up to three
players, by a letter of the player's name among more. A wedge in a corner shows which way a piece goes; pieces that go
all ways alike have none. Men who share a cell stand in parts of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain, permutations
from string import ascii_uppercase

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, together, write
from fabgen.artwork.path import Point, circle, polygon, rectangle, turning
from fabgen.figures.marks import cross
from fabgen.figures.shown import shown
from fabgen.figures.silhouettes import Upright
from fabgen.rules.compass import FILES, ROWS, SQUARES, Compass
from fabgen.rules.diagram import Diagram
from fabgen.rules.position import Man
from fabgen.spec.game import Game
from fabgen.spec.load import Spec

WEDGE, WEDGE_HALF = 0.39, (0.09, 0.085)  # of the cell: from its middle to the wedge, left and down; half its size
CROWDED = 4  # men in a cell: more keep their order, wherever they go
BARRED = 3  # players who are told apart by bars in the foot; more have letters
# Of the cell: the middle of a letter's base line, its height, the disc of light paper under it; how far a man with a
# letter stands to the right, and how wide men are, alone and beside a letter.
LETTER_AT, LETTER_CAP, LETTER_DISC, ASIDE = (-0.275, 0.135), 0.23, 0.15, 0.09
WIDE, BESIDE_LETTER = 0.66, 0.48
WEDGES: dict[Compass, Point] = {FILES: (-0.45, 0.0), ROWS: (-0.39, -0.225)}  # of hexagons: in a corner
TURN = {"up": 0, "left": 90, "down": 180, "right": 270, "up-left": 60, "down-left": 120, "down-right": 240,
        "up-right": 300}


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


def heading(diagram: Diagram) -> str | None:
    """Which way a piece goes, for its player: where most of its marks lie; None where they lie alike on all sides."""
    spots = [diagram.compass.spot(offset) for offset in diagram.marks]
    x, y = (round(sum(spot[axis] for spot in spots), 6) for axis in (0, 1))
    if (x, y) != (0, 0):
        return ("right" if x > 0 else "left") if abs(x) > abs(y) else ("up" if y >= 0 else "down")
    side = "left" if diagram.compass is SQUARES else "up-left"
    turned = {diagram.compass.oriented(offset, side): meaning for offset, meaning in diagram.marks.items()}
    return None if turned == dict(diagram.marks) else "up"


def draw_man(spec: Spec, man: Man, side: float) -> Drawing:
    """One piece in a cell of a side in mm."""
    game = spec.game
    bars = bars_of(game, list(game.players).index(man.player))
    icon = _icon(spec, man.piece, side, bars, tone_of(game, man.player))
    return icon + _wedge(spec, man, side) + _letter(game, man, side)


def draw_past(spec: Spec, man: Man, side: float, *, taken: bool) -> Drawing:
    """Where a piece stood before an example was played: pale, its outline dashed, crossed out where it was taken."""
    return draw_pale(spec, man, side) + draw_fate(spec, man, side, taken=taken)


def draw_pale(spec: Spec, man: Man, side: float) -> Drawing:
    """What lies under the arrow of a piece that stood here: its pale body."""
    game = spec.game
    bars, tone = bars_of(game, list(game.players).index(man.player)), tone_of(game, man.player)
    icon = _icon(spec, man.piece, side, bars, tone)
    paths = [path for item in icon.only(Role.PIECE).items if isinstance(item, Shape) for path in item.paths]
    return draw(Role.SHADE, *paths, tone=tone) + draw(Role.PAST, *paths) + icon.only(Role.MARK)


def draw_fate(spec: Spec, man: Man, side: float, *, taken: bool) -> Drawing:
    """What lies over the arrow: whose piece it was, and the cross of one that was taken."""
    crossed = cross(0.8 * side).moved(_aside(spec.game, side), 0) if taken else Drawing()
    return crossed + _letter(spec.game, man, side)


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
    wide, rows = half * 1.5, [low + half * (0.1 + 0.22 * i) for i in range(min(sign, 2))]
    bars = [rectangle(-wide / 2, y, wide, half * 0.1) for y in rows]
    light = [rectangle(-wide / 2, y - half * 0.1, wide, half * 0.3) for y in rows]  # seen on black pieces too
    body = draw(Role.PIECE, shape.outline(), *shape.holes, tone=tone)
    ground = draw(Role.SHADE, *light, tone="white") if light else Drawing()
    return together([body, ground, *(draw(Role.MARK, bar) for bar in bars)])


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
    if way is None:
        return Drawing()
    half, rise = (share * side for share in WEDGE_HALF)
    wedge = polygon([(-half, -rise), (half, -rise), (0, rise)])
    angle = TURN[spec.game.players[man.player].forward] + TURN[way]
    x, y = WEDGES.get(spec.lattice.compass, (-WEDGE, -WEDGE))
    return draw(Role.FORWARD, wedge.transformed(turning(angle))).moved(x * side, y * side)


def _letter(game: Game, man: Man, side: float) -> Drawing:
    """On light paper, so that no pattern and no arrow runs into it."""
    letter = letters(game).get(man.player)
    if not letter:
        return Drawing()
    (x, y), cap = (share * side for share in LETTER_AT), LETTER_CAP * side
    ground = draw(Role.SHADE, circle((x, y + cap / 2), LETTER_DISC * side), tone="white")
    return ground + write(Role.LABEL, letter, (x, y), cap, bold=True)


"""A position, and what is claimed of it → a drawing: cells, pieces, arrows and marks, the first rank below.

Pieces stand as their silhouettes in their player's tone; a small wedge in a corner of the cell shows which way each
one goes, and a bar in the foot of every player's pieces after the first tells sides apart without colour. Signs of what
can be done with a piece stand in the corner across from its wedge. The legend draws with the same functions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import Point, polygon, rectangle, turning
from fabgen.figures.board import centre, draw_cells
from fabgen.figures.marks import arrow, cross, dot, refused
from fabgen.figures.silhouettes import Silhouette, silhouette
from fabgen.rules.lattice import Cell, Lattice, file_name
from fabgen.rules.notation import Spoken
from fabgen.rules.position import Position
from fabgen.spec.game import Game

CORNER = 0.31  # of the cell: from its middle to a sign in its corner, right and up
WEDGE, WEDGE_HALF = 0.34, (0.09, 0.085)  # of the cell: from its middle to the wedge, left and down; half its size
TURN = {"up": 0, "left": 90, "down": 180, "right": 270}


@dataclass(frozen=True)
class Claims:
    """What a figure shows of a position: actions that are legal, that are not, and that are all there is."""

    legal: tuple[Spoken, ...] = ()
    illegal: tuple[Spoken, ...] = ()
    exactly: tuple[Spoken, ...] = ()


def tone_of(game: Game, player: str) -> str:
    """The colour name of a player's things on paper."""
    return game.players[player].tone(player)


def draw_position(game: Game, lattice: Lattice, position: Position, claims: Claims, side: float) -> Drawing:
    """The whole board with cells of a side in mm, its zones and its pieces.

    Of the claims, `legal` are arrows; where `exactly` lists all moves they are dots and crosses; what is not legal
    carries a sign.
    """

    def at(cell: Cell) -> Point:
        return centre(lattice, cell, side)

    men = sorted(position.men.items())
    shapes = [draw_man(game, man.player, man.piece, side).moved(*at(cell)) for cell, man in men]
    actors = sorted({a.origin for a in (*claims.illegal, *claims.exactly) if a.origin})
    frames = [actor(side).moved(*at(cell)) for cell in actors]
    hits = sorted({cell for a in (*claims.exactly, *claims.legal) for cell in taken_cells(lattice, position, a)})
    ends = sorted({a.path[-1] for a in claims.exactly if a.path})
    quiet = [dot(side).moved(*at(cell)) for cell in ends if cell not in position.men]
    marked = [taken(side).moved(*at(cell)) for cell in hits]
    arrows = [draw_action(lattice, position, a, side) for a in claims.legal]
    wrong = sorted({a.path[-1] for a in claims.illegal if a.path})
    signs = [_sign(side, cell in position.men).moved(*at(cell)) for cell in wrong]
    ground = draw_cells(game, lattice, side)
    return together([ground, *frames, *quiet, *arrows, *shapes, *marked, *signs, _names(game, side)])


def actor(side: float) -> Drawing:
    """The frame of the cell whose piece an example is about."""
    inner = 0.93 * side
    return draw(Role.ACTOR, rectangle(-inner / 2, -inner / 2, inner, inner, 0.08 * side))


def taken(side: float) -> Drawing:
    """The sign in the corner of a cell whose piece can be captured."""
    return cross(0.75 * side).moved(CORNER * side, CORNER * side)


def _sign(side: float, occupied: bool) -> Drawing:
    """The sign of what is not allowed: in the middle of an empty cell, in the corner of one that holds a piece."""
    return refused(0.8 * side).moved(CORNER * side, CORNER * side) if occupied else refused(side)


def draw_man(game: Game, player: str, piece: str, side: float) -> Drawing:
    """One piece in a cell of a side in mm, the cell's middle at the origin; a wedge in a corner shows its forward."""
    shapes = {name: silhouette(made.body.standee, made.body.height) for name, made in game.pieces.items()}
    tallest = max(shape.height for shape in shapes.values())
    height = 0.8 * side * (shapes[piece].height / tallest) ** 0.6
    icon = draw_icon(shapes[piece], height, 0.66 * side, list(game.players).index(player), tone_of(game, player))
    half, rise = (share * side for share in WEDGE_HALF)
    wedge = polygon([(-half, -rise), (half, -rise), (0, rise)])
    turned = draw(Role.FORWARD, wedge.transformed(turning(TURN[game.players[player].forward])))
    return icon.moved(0, -0.4 * side) + turned.moved(-WEDGE * side, -WEDGE * side)


def draw_icon(shape: Silhouette, height: float, width: float, sign: int, tone: str) -> Drawing:
    """A silhouette of a height in mm, no wider than `width`, standing on y = 0, with `sign` bars in its foot."""
    x0, _, x1, y1 = shape.outline().bounds()
    shape = shape.scaled(min(height / y1, width / (x1 - x0)))
    foot = shape.foot
    bars = [rectangle(-foot * 0.75, foot * (0.1 + 0.2 * i), foot * 1.5, foot * 0.1) for i in range(min(sign, 2))]
    body = draw(Role.PIECE, shape.outline(), *shape.holes, tone=tone)
    return together([body, *(draw(Role.MARK, bar) for bar in bars)])


def draw_action(lattice: Lattice, position: Position, action: Spoken, side: float) -> Drawing:
    """An arrow for each leg, from clear of the piece that moves to the target; arrows lie under the pieces."""
    return together(
        arrow(*_ends(lattice, position, leg, n == 0, side), side) for n, leg in enumerate(pairwise(action.path))
    )


def taken_cells(lattice: Lattice, position: Position, action: Spoken) -> tuple[Cell, ...]:
    """The cells whose men an action takes: the one it lands on, or the one it hops over."""
    legs = zip(pairwise(action.path), action.takes, strict=True)
    return tuple(cell for (start, end), takes in legs if takes and (cell := _taken(lattice, position, start, end)))


def _taken(lattice: Lattice, position: Position, start: Cell, end: Cell) -> Cell | None:
    if end in position.men:
        return end
    (x, y), (u, v) = lattice.place(start), lattice.place(end)
    return lattice.cell((x + u) // 2, (y + v) // 2)


def _ends(
    lattice: Lattice, position: Position, leg: tuple[Cell, Cell], first: bool, side: float
) -> tuple[Point, Point]:
    p, q = centre(lattice, leg[0], side), centre(lattice, leg[1], side)
    length = math.dist(p, q)
    along = ((q[0] - p[0]) / length, (q[1] - p[1]) / length)
    short, off = (0.38 if leg[1] in position.men else 0.10) * side, (0.36 if first else 0.04) * side
    return (p[0] + along[0] * off, p[1] + along[1] * off), (q[0] - along[0] * short, q[1] - along[1] * short)


def _names(game: Game, side: float) -> Drawing:
    """Coordinates at the left and below."""
    files, ranks = game.grid
    cap = min(0.22 * side, 2.4)
    below = [write(Role.COORDINATE, file_name(i), ((i + 0.5) * side, -1.7 * cap), cap) for i in range(files)]
    left = [
        write(Role.COORDINATE, str(j + 1), (-0.7 * cap, (j + 0.5) * side - cap / 2), cap, anchor="end")
        for j in range(ranks)
    ]
    return together([*below, *left])

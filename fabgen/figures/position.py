"""A position, and what is claimed of it → a drawing: cells, pieces, arrows and marks. Forward is up the page for the first player.

Pieces stand as their silhouettes in their player's tone; a small wedge at the cell's edge shows which way each one goes, and a bar
in the foot of every player's pieces after the first tells sides apart without colour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, draw, together, write
from fabgen.artwork.path import Point, moving, polygon, rectangle, turning
from fabgen.figures.board import centre, draw_cells
from fabgen.figures.marks import arrow, cross, dot
from fabgen.figures.silhouettes import Silhouette, silhouette
from fabgen.rules.lattice import Lattice
from fabgen.rules.notation import Action
from fabgen.rules.position import Position
from fabgen.spec.game import Game

TURN = {"up": 0, "left": 90, "down": 180, "right": 270}


@dataclass(frozen=True)
class Claims:
    """What a figure shows of a position: actions that are legal, actions that are not, and actions that are all there is."""

    legal: tuple[Action, ...] = ()
    illegal: tuple[Action, ...] = ()
    exactly: tuple[Action, ...] = ()


def tone_of(game: Game, player: str) -> str:
    """The colour name of a player's things on paper."""
    return game.players[player].colour or player


def draw_position(game: Game, lattice: Lattice, position: Position, claims: Claims, side: float, *, zones: bool = False) -> Drawing:
    """The whole board with cells of a side in mm, its pieces, and the claims as arrows, dots and crosses; `zones` with their patterns."""
    shapes = [draw_man(game, man.player, man.piece, side).moved(*centre(lattice, cell, side)) for cell, man in sorted(position.men.items())]
    quiet = {a.target for a in claims.exactly if a.captured is None}
    hits = {a.captured for a in (*claims.exactly, *claims.legal) if a.captured is not None}
    marks = [dot(side).moved(*centre(lattice, cell, side)) for cell in sorted(quiet)]
    crosses = [_corner_cross(centre(lattice, cell, side), side) for cell in sorted(hits)]
    arrows = [draw_action(lattice, position, a, side) for a in (*claims.legal, *claims.illegal)]
    strikes = [_strike(lattice, position, a, side) for a in claims.illegal]
    cells = draw_cells(game, lattice, side)
    return together([cells if zones else cells.without(Role.ZONE), *marks, *arrows, *shapes, *crosses, *strikes, _names(game, lattice, side)])


def draw_man(game: Game, player: str, piece: str, side: float) -> Drawing:
    """One piece in a cell of a side in mm, the middle of the cell at the origin."""
    tone = tone_of(game, player)
    icon = draw_icon(silhouette(game.pieces[piece].body.standee), 0.73 * side, 0.6 * side, list(game.players).index(player), tone)
    wedge = polygon([(-0.09 * side, 0.40 * side), (0.09 * side, 0.40 * side), (0, 0.47 * side)])
    return icon.moved(0, -0.36 * side) + draw(Role.FORWARD, wedge.transformed(turning(TURN[game.players[player].forward])))


def draw_icon(shape: Silhouette, height: float, width: float, sign: int, tone: str) -> Drawing:
    """A silhouette that fits a box, standing on y = 0, with `sign` bars in its foot."""
    x0, y0, x1, y1 = shape.outline().bounds()
    shape = shape.scaled(min(height / 54, width / (x1 - x0)))
    outline = shape.outline()
    foot = shape.foot
    bars = [rectangle(-foot * 0.75, foot * (0.1 + 0.2 * i), foot * 1.5, foot * 0.1) for i in range(min(sign, 2))]
    figure = draw(Role.PIECE, outline, *shape.holes, tone=tone)
    return together([figure, *(draw(Role.MARK, bar) for bar in bars)])


def draw_action(lattice: Lattice, position: Position, action: Action, side: float) -> Drawing:
    """An arrow from clear of the piece that moves to the target; it lies under the pieces and stops short of one that stands there."""
    return arrow(*_ends(lattice, position, action, side), side)


def _strike(lattice: Lattice, position: Position, action: Action, side: float) -> Drawing:
    """Two bars across the arrow of an action that is not legal."""
    start, end = _ends(lattice, position, action, side)
    angle = math.degrees(math.atan2(end[1] - start[1], end[0] - start[0]))
    share = 1 - 0.36 * side / math.dist(start, end) if math.dist(start, end) > 0.8 * side else 0.42
    at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
    bars = [rectangle(-0.03 * side + s * 0.06 * side, -0.17 * side, 0.06 * side, 0.34 * side).transformed(turning(angle)).transformed(moving(*at))
            for s in (-1, 1)]
    return draw(Role.CAPTURE, *bars)


def _ends(lattice: Lattice, position: Position, action: Action, side: float) -> tuple[Point, Point]:
    p, q = centre(lattice, action.origin, side), centre(lattice, action.target, side)
    length = math.dist(p, q)
    along = ((q[0] - p[0]) / length, (q[1] - p[1]) / length)
    short = (0.38 if action.target in position.men else 0.10) * side
    return (p[0] + along[0] * 0.36 * side, p[1] + along[1] * 0.36 * side), (q[0] - along[0] * short, q[1] - along[1] * short)


def _corner_cross(middle: Point, side: float) -> Drawing:
    """A capture cross in the upper right of a cell that holds a piece."""
    return cross(0.7 * side).moved(middle[0] + 0.30 * side, middle[1] + 0.30 * side)


def _names(game: Game, lattice: Lattice, side: float) -> Drawing:
    """Coordinates at the left and below."""
    files, ranks = game.grid
    cap = min(0.22 * side, 2.4)
    below = [write(Role.COORDINATE, (lattice.cell(i, 0) or "").rstrip("0123456789"), ((i + 0.5) * side, -1.7 * cap), cap) for i in range(files)]
    left = [write(Role.COORDINATE, str(j + 1), (-0.7 * cap, (j + 0.5) * side - cap / 2), cap, anchor="end") for j in range(ranks)]
    return together([*below, *left])

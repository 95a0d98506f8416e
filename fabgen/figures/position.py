"""A position, and what is claimed of it → a drawing: cells, men, tokens, arrows and marks, the first rank below.

One rule for examples with a line: the figure shows the position after it, of which the claims speak, and what the line
changed stays to be seen. Arrows are the moves that were played, with numbers where there are several; a dashed outline
is where a man stood, crossed out if it was taken. What players hold lies under the board. Signs of what can be done
with a piece stand in the corner across from its wedge. The legend draws with the same functions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, together, write
from fabgen.artwork.path import Point, circle, rectangle
from fabgen.figures.beside import draw_beside
from fabgen.figures.board import centre, draw_areas, draw_cells
from fabgen.figures.kit import token_face
from fabgen.figures.marks import arrow, cross, dot, refused
from fabgen.figures.men import draw_icon, draw_man, draw_past, places, tone_of
from fabgen.figures.trace import Leg, Trace, legs_of
from fabgen.rules.lattice import Cell, Lattice, file_name
from fabgen.rules.notation import Spoken
from fabgen.rules.position import Man, Position
from fabgen.spec.load import Spec

CORNER = 0.31  # of the cell: from its middle to a sign in its corner, right and up
TOKEN = 0.86  # of the cell: a token that lies on it
COUNT_CAP, BADGE, BADGE_CAP = 0.2, 0.15, 0.19  # of the cell: a count of tokens; a number on an arrow and its disc
CLEAR = 0.26  # of the cell: half the light paper under a sign

__all__ = ["Claims", "actor", "draw_icon", "draw_man", "draw_position", "taken", "taken_cells", "tone_of"]


@dataclass(frozen=True)
class Claims:
    """What a figure shows of a position: actions that are legal, that are not, and that are all there is."""

    legal: tuple[Spoken, ...] = ()
    illegal: tuple[Spoken, ...] = ()
    exactly: tuple[Spoken, ...] = ()


@dataclass(frozen=True)
class _Scene:
    """What the parts of one figure share."""

    spec: Spec
    position: Position
    claims: Claims
    side: float
    trace: Trace
    areas: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)

    def at(self, cell: Cell) -> Point:
        return centre(self.spec.lattice, cell, self.side)

    def put(self, sign: Drawing, cells: Iterable[Cell]) -> Drawing:
        """A sign on each of these cells."""
        return together(sign.moved(*self.at(cell)) for cell in cells)


def draw_position(spec: Spec, position: Position, claims: Claims, side: float, trace: Trace | None = None,
                  areas: Mapping[str, tuple[Cell, ...]] | None = None) -> Drawing:
    """The whole board with cells of a side in mm, its zones, men and tokens, and what players hold under it.

    Of the claims, `legal` are arrows (dots where the arrows are those of a line); where `exactly` lists all moves they
    are dots and crosses, and arrows for each leg of a chain; what is not legal carries a sign. `areas` are cells that
    rules call by a colour.
    """
    scene = _Scene(spec, position, claims, side, trace or Trace(), areas or {})
    ground = draw_areas(scene.areas, spec.lattice, side) + draw_cells(spec.game, spec.lattice, side)
    legs = _legs(scene)
    shown = [ground, *_tokens(scene), _frames(scene), *_arrows(scene, legs), _dots(scene), *_men(scene),
             *_signs(scene), *_numbers(scene, legs), _names(spec.lattice, side)]
    drawing = together(shown)
    return drawing + draw_beside(spec, position, side, drawing.bounds()[1])


def actor(side: float) -> Drawing:
    """The frame of the cell whose piece an example is about."""
    inner = 0.93 * side
    return draw(Role.ACTOR, rectangle(-inner / 2, -inner / 2, inner, inner, 0.08 * side))


def taken(side: float) -> Drawing:
    """The sign in the corner of a cell whose piece can be captured."""
    return cross(0.75 * side).moved(CORNER * side, CORNER * side)


def badge(number: int, side: float) -> Drawing:
    """The number of a step, on a disc of light paper."""
    cap = BADGE_CAP * side
    disc = draw(Role.SHADE, circle((0, 0), BADGE * side), tone="white")
    return disc + write(Role.LABEL, str(number), (0, -cap / 2), cap, bold=True)


def taken_cells(lattice: Lattice, position: Position, action: Spoken) -> tuple[Cell, ...]:
    """The cells whose men an action takes: the one it lands on, or the first man on its way."""
    legs = zip(legs_of((action,)), action.takes, strict=True)
    return tuple(cell for leg, takes in legs if takes and (cell := _hit(lattice, position, leg)))


def _hit(lattice: Lattice, position: Position, leg: Leg) -> Cell | None:
    if leg.end in position.men:
        return leg.end
    (x, y), (u, v) = lattice.place(leg.start), lattice.place(leg.end)
    far = math.gcd(u - x, v - y)
    way = (lattice.cell(x + (u - x) // far * n, y + (v - y) // far * n) for n in range(1, far))
    return next((cell for cell in way if cell in position.men), None)


def _frames(scene: _Scene) -> Drawing:
    """Around whose action a claim tells; after a line, its arrow tells."""
    origins = {action.origin for action in (*scene.claims.illegal, *scene.claims.exactly)}
    return scene.put(actor(scene.side), sorted(cell for cell in scene.position.men if cell in origins))


def _tokens(scene: _Scene) -> Iterator[Drawing]:
    """Tokens under the men, with their count where several lie on one cell, and the outlines of those taken up."""
    game, side = scene.spec.game, scene.side
    for name, cells in scene.position.lying.items():
        face = token_face(game.tokens[name]).scaled(TOKEN * side / game.tokens[name].size)
        for cell, count in sorted(cells.items()):
            said = write(Role.LABEL, f"×{count}", (0.26 * side, -0.44 * side), COUNT_CAP * side, bold=True)
            yield (face + said if count > 1 else face).moved(*scene.at(cell))
    for name, past in scene.trace.lifted.items():
        face = token_face(game.tokens[name]).scaled(TOKEN * side / game.tokens[name].size)
        paths = (p for item in face.only(Role.EDGE).items if isinstance(item, Shape) for p in item.paths)
        yield scene.put(draw(Role.PAST, *paths), past)


def _men(scene: _Scene) -> Iterator[Drawing]:
    """Everybody on a cell, those taken there among them; who moved off an empty cell is an outline."""
    spec, position, trace = scene.spec, scene.position, scene.trace
    for cell in sorted({*position.men, *trace.gone, *trace.left}):
        here = [position.men[cell], *position.crowd.get(cell, ())] if cell in position.men else []
        drawn = [*((man, "here") for man in here), *((man, "taken") for man in trace.gone.get(cell, ()))]
        if not drawn:
            drawn = [(man, "left") for man in trace.left[cell]]
        for (man, how), (place, share) in zip(drawn, places(len(drawn)), strict=True):
            x, y = scene.at(cell)
            at = (x + place[0] * scene.side, y + place[1] * scene.side)
            yield _man(spec, man, how, share * scene.side).moved(*at)


def _man(spec: Spec, man: Man, how: str, side: float) -> Drawing:
    return draw_man(spec, man, side) if how == "here" else draw_past(spec, man, side, taken=how == "taken")


def _legs(scene: _Scene) -> tuple[Leg, ...]:
    """The arrows: of the line; else of what may be done, and of chains among all that may be done."""
    chains = tuple(action for action in scene.claims.exactly if len(action.path) > 2)
    return (*scene.trace.legs, *legs_of((*(() if scene.trace.legs else scene.claims.legal), *chains)))


def _targets(scene: _Scene) -> list[Cell]:
    """Where a dot says that one may go."""
    shown = (*scene.claims.exactly, *(scene.claims.legal if scene.trace.legs else ()))
    return sorted({a.path[-1] for a in shown if a.path} - {*scene.position.men})


def _dots(scene: _Scene) -> Drawing:
    return scene.put(_clear(scene.side) + dot(scene.side), _targets(scene))


def _clear(side: float) -> Drawing:
    """Light paper under a small sign, so that no pattern runs into it."""
    return draw(Role.SHADE, circle((0, 0), CLEAR * side), tone="white")


def _signs(scene: _Scene) -> Iterator[Drawing]:
    """Crosses on what can be taken, and what is not allowed: in the middle of an empty cell, in the corner of one that
    holds a piece."""
    claims, position, side = scene.claims, scene.position, scene.side
    actions = (*claims.exactly, *claims.legal)
    yield scene.put(taken(side), sorted({c for a in actions for c in taken_cells(scene.spec.lattice, position, a)}))
    for cell in sorted({a.path[-1] for a in claims.illegal if a.path}):
        corner = refused(0.8 * side).moved(CORNER * side, CORNER * side)
        held = {*position.men, *scene.trace.gone, *(c for cells in position.lying.values() for c in cells)}
        yield scene.put(corner if cell in held else _clear(side) + refused(side), (cell,))


def _arrows(scene: _Scene, legs: tuple[Leg, ...]) -> Iterator[Drawing]:
    """An arrow for each leg, from clear of the piece that moves to the target; arrows lie under the pieces."""
    starts = {*scene.position.men, *scene.trace.left, *scene.trace.gone}
    dotted = {*_targets(scene)}
    for leg in legs:
        short = 0.38 if leg.end in starts else 0.24 if leg.end in dotted else 0.10
        off = 0.4 if leg.start in starts else 0.24 if leg.start in dotted else 0.04
        yield arrow(*_ends(scene, leg, off, short), scene.side)


def _ends(scene: _Scene, leg: Leg, off: float, short: float) -> tuple[Point, Point]:
    p, q = scene.at(leg.start), scene.at(leg.end)
    length = math.dist(p, q)
    along = ((q[0] - p[0]) / length * scene.side, (q[1] - p[1]) / length * scene.side)
    return (p[0] + along[0] * off, p[1] + along[1] * off), (q[0] - along[0] * short, q[1] - along[1] * short)


def _numbers(scene: _Scene, legs: tuple[Leg, ...]) -> Iterator[Drawing]:
    """Near the start of each numbered arrow, before anything that it passes over."""
    for leg in legs:
        if leg.number:
            (x, y), (u, v) = scene.at(leg.start), scene.at(leg.end)
            share = min(0.6 * scene.side / math.dist((x, y), (u, v)), 0.5)
            yield badge(leg.number, scene.side).moved(x + (u - x) * share, y + (v - y) * share)


def _names(lattice: Lattice, side: float) -> Drawing:
    """Coordinates at the left and below."""
    cap = min(0.25 * side, 2.8)
    files, ranks = range(lattice.files), range(lattice.ranks)
    below = [write(Role.COORDINATE, file_name(i), ((i + 0.5) * side, -1.7 * cap), cap) for i in files]
    left = [write(Role.COORDINATE, str(j + 1), (-0.7 * cap, (j + 0.5) * side - cap / 2), cap, anchor="end")
            for j in ranks]
    return together([*below, *left])

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
from functools import cached_property

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, together, write
from fabgen.artwork.path import Point
from fabgen.figures.beside import draw_beside
from fabgen.figures.board import draw_areas, draw_surface
from fabgen.figures.cellsigns import actor, badge, clear, cornered, entered, taken
from fabgen.figures.kit import token_face
from fabgen.figures.marks import arrow, dot, refused
from fabgen.figures.men import draw_fate, draw_icon, draw_man, draw_pale, spread, tone_of
from fabgen.figures.surface import Surface, draw_rim, figure_caps, surface_of
from fabgen.figures.trace import Leg, Trace, legs_of
from fabgen.rules.lattice import Cell, Lattice, file_name
from fabgen.rules.notation import Spoken
from fabgen.rules.position import Man, Position
from fabgen.spec.load import Spec

TOKEN = 0.86  # of the cell: a token that lies on it
COUNT_CAP = 0.23  # of the cell: a count of tokens

__all__ = ["Claims", "draw_icon", "draw_man", "draw_position", "landings", "taken_cells", "tone_of"]


@dataclass(frozen=True)
class Claims:
    """What a figure shows of a position: actions that are legal, that are not, and that are all there is."""

    legal: tuple[Spoken, ...] = ()
    illegal: tuple[Spoken, ...] = ()
    exactly: tuple[Spoken, ...] = ()


@dataclass(frozen=True)
class _Figure:
    """Somebody as drawn: `how` is here, taken or left; the middle in mm, the side of its part against the cell's."""

    man: Man
    how: str
    at: Point
    share: float


@dataclass(frozen=True)
class _Scene:
    """What the parts of one figure share."""

    spec: Spec
    position: Position
    claims: Claims
    side: float
    trace: Trace
    areas: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)

    @cached_property
    def surface(self) -> Surface:
        return surface_of(self.spec.game, self.spec.lattice, self.side, self.spec.drawn, figure_caps(self.side))

    @cached_property
    def figures(self) -> dict[Cell, list[_Figure]]:
        """Everybody who is drawn, by cell."""
        cells = sorted({*self.position.men, *self.trace.gone, *self.trace.left})
        return {cell: list(_standing(self, cell)) for cell in cells}

    @property
    def everybody(self) -> Iterator[_Figure]:
        return (one for figures in self.figures.values() for one in figures)

    def at(self, cell: Cell) -> Point:
        return self.surface.spaces.middles[cell]

    def put(self, sign: Drawing, cells: Iterable[Cell]) -> Drawing:
        """A sign on each of these cells."""
        return together(sign.moved(*self.at(cell)) for cell in cells)


def draw_position(spec: Spec, position: Position, claims: Claims, side: float, trace: Trace | None = None,
                  areas: Mapping[str, tuple[Cell, ...]] | None = None) -> Drawing:
    """The whole board with cells of a side in mm, its zones, men and tokens, and what players hold under it.

    Of the claims, `legal` are arrows (dots where the arrows are those of a line, and for what is placed); where
    `exactly` lists all moves they are dots, crosses and ringed crosses, and arrows for each leg of a chain; what is not
    legal carries a sign. `areas` are cells that rules call by a colour.
    """
    scene = _Scene(spec, position, claims, side, trace or Trace(), areas or {})
    ground = draw_areas(scene.areas, scene.surface) + draw_surface(spec.game, scene.surface)
    legs = _legs(scene)
    shown = [ground, *_tokens(scene), _frames(scene), *_pale(scene), *_arrows(scene, legs), _dots(scene),
             *_fates(scene), *_men(scene), *_signs(scene), *_numbers(scene, legs),
             draw_names(scene.surface, min(0.25 * side, 2.8))]
    drawing = together(shown)
    return drawing + draw_beside(spec, position, side, drawing.bounds()[1])


def taken_cells(lattice: Lattice, position: Position, action: Spoken) -> tuple[Cell, ...]:
    """The cells whose men an action takes: the one it lands on, or the first man on its way."""
    legs = zip(legs_of((action,)), action.takes, strict=True)
    return tuple(cell for leg, takes in legs if takes and (cell := _hit(lattice, position, leg)))


def _hit(lattice: Lattice, position: Position, leg: Leg) -> Cell | None:
    if leg.end in position.men:
        return leg.end
    return next((cell for cell in lattice.between(leg.start, leg.end) if cell in position.men), None)


def _frames(scene: _Scene) -> Drawing:
    """Around whose action a claim tells; after a line, its arrow tells."""
    origins = {action.origin for action in (*scene.claims.illegal, *scene.claims.exactly)}
    frame = actor(scene.side, scene.spec.lattice.compass)
    return scene.put(frame, sorted(cell for cell in scene.position.men if cell in origins))


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


def _standing(scene: _Scene, cell: Cell) -> Iterator[_Figure]:
    """Everybody on a cell, those taken there among them; who moved off an empty cell is an outline."""
    position, trace = scene.position, scene.trace
    here = [position.men[cell], *position.crowd.get(cell, ())] if cell in position.men else []
    drawn = [*((man, "here") for man in here), *((man, "taken") for man in trace.gone.get(cell, ()))]
    drawn = drawn or [(man, "left") for man in trace.left[cell]]
    spots = spread([_pull(scene, cell, man, how) for man, how in drawn])
    x, y = scene.at(cell)
    for (man, how), ((u, v), share) in zip(drawn, spots, strict=True):
        yield _Figure(man, how, (x + u * scene.side, y + v * scene.side), share)


def _pull(scene: _Scene, cell: Cell, man: Man, how: str) -> Point:
    """The direction from a cell to where somebody on it came from, or went to; (0, 0) for who stayed."""
    ends = ((leg.end, leg.start) if how == "here" else (leg.start, leg.end)
            for leg in scene.trace.legs if leg.player == man.player)
    other = next((there for near, there in ends if near == cell), cell)
    (x, y), (u, v) = scene.at(cell), scene.at(other)
    length = math.dist((x, y), (u, v)) or 1.0
    return (u - x) / length, (v - y) / length


def _men(scene: _Scene) -> Iterator[Drawing]:
    for one in scene.everybody:
        if one.how == "here":
            yield draw_man(scene.spec, one.man, one.share * scene.side).moved(*one.at)


def _pale(scene: _Scene) -> Iterator[Drawing]:
    """The bodies of who is not there any more."""
    for one in scene.everybody:
        if one.how != "here":
            yield draw_pale(scene.spec, one.man, one.share * scene.side).moved(*one.at)


def _fates(scene: _Scene) -> Iterator[Drawing]:
    """Whose they were, and crosses on those that were taken."""
    for one in scene.everybody:
        if one.how != "here":
            taken = one.how == "taken"
            yield draw_fate(scene.spec, one.man, one.share * scene.side, taken=taken).moved(*one.at)


def _legs(scene: _Scene) -> tuple[Leg, ...]:
    """The arrows: of the line; else of what may be done, and of chains among all that may be done."""
    chains = tuple(action for action in scene.claims.exactly if len(action.path) > 2)
    return (*scene.trace.legs, *legs_of((*(() if scene.trace.legs else scene.claims.legal), *chains)))


def landings(position: Position, claims: Claims, trace: Trace) -> tuple[list[Cell], list[Cell]]:
    """Where a sign says that one may go, no arrow: the empty cells, and those where somebody stands and is not taken
    by the notation."""
    shown = (*claims.exactly, *(a for a in claims.legal if trace.legs or not a.origin))
    ends = {a.path[-1] for a in shown if a.origin or "@" in a.text}
    taken = {c for a in claims.exactly + claims.legal for c in taken_cells(position.setting.lattice, position, a)}
    return sorted(ends - {*position.men}), sorted(ends & {*position.men} - taken)


def _dots(scene: _Scene) -> Drawing:
    return scene.put(clear(scene.side) + dot(scene.side), _dotted(scene))


def _dotted(scene: _Scene) -> list[Cell]:
    return landings(scene.position, scene.claims, scene.trace)[0]


def _signs(scene: _Scene) -> Iterator[Drawing]:
    """Crosses on what can be taken, ringed ones where one may go though somebody stands there, and what is not allowed:
    in the middle of an empty cell, in the corner of one that holds something, below another sign."""
    claims, position, side = scene.claims, scene.position, scene.side
    actions = (*claims.exactly, *claims.legal)
    lattice = scene.spec.lattice
    compass, hit = lattice.compass, {c for a in actions for c in taken_cells(lattice, position, a)}
    held = {*scene.figures, *_tokened(scene)}
    _, more = landings(position, claims, scene.trace)
    yield scene.put(taken(side, compass), sorted(hit))
    yield scene.put(entered(side, compass), more)
    for cell in sorted({a.path[-1] for a in claims.illegal if a.path}):
        corner = cornered(refused(0.8 * side), side, compass, int(cell in hit or cell in more))
        yield scene.put(corner if cell in held else clear(side) + refused(side), (cell,))


def _tokened(scene: _Scene) -> set[Cell]:
    return {cell for cells in scene.position.lying.values() for cell in cells}


def _arrows(scene: _Scene, legs: tuple[Leg, ...]) -> Iterator[Drawing]:
    """An arrow for each leg, from clear of the piece that moves to the target; arrows lie over what is past and under
    the pieces that are there."""
    dotted, tokened = _dotted(scene), _tokened(scene)
    for leg in legs:
        short = (0.38 if leg.end in scene.figures else 0.24 if leg.end in dotted else
                 TOKEN / 2 if leg.end in tokened else 0.10)
        off = 0.4 if leg.start in scene.figures else 0.24 if leg.start in dotted else 0.04
        yield arrow(*_ends(scene, leg, off, short), scene.side)


def _ends(scene: _Scene, leg: Leg, off: float, short: float) -> tuple[Point, Point]:
    """Where an arrow starts and ends in mm; in a cell that several share, at the small figure of who goes."""
    p, from_ = _spot(scene, leg, leg.start, "taken", "left")
    q, to = _spot(scene, leg, leg.end, "here")
    length = math.dist(p, q)
    along = ((q[0] - p[0]) / length * scene.side, (q[1] - p[1]) / length * scene.side)
    off, short = off * from_, short * to
    return (p[0] + along[0] * off, p[1] + along[1] * off), (q[0] - along[0] * short, q[1] - along[1] * short)


def _spot(scene: _Scene, leg: Leg, cell: Cell, *how: str) -> tuple[Point, float]:
    own = (one for one in scene.figures.get(cell, ()) if one.man.player == leg.player and one.how in how)
    return next(((one.at, one.share) for one in own), (scene.at(cell), 1.0))


def _numbers(scene: _Scene, legs: tuple[Leg, ...]) -> Iterator[Drawing]:
    """Near the start of each numbered arrow, before anything that it passes over."""
    for leg in legs:
        if leg.number:
            (x, y), (u, v) = scene.at(leg.start), scene.at(leg.end)
            share = min(0.6 * scene.side / math.dist((x, y), (u, v)), 0.5)
            yield badge(leg.number, scene.side).moved(x + (u - x) * share, y + (v - y) * share)


def draw_names(surface: Surface, cap: float) -> Drawing:
    """Coordinates at the left and below; the spaces of a map carry their names."""
    lattice, side = surface.lattice, surface.spaces.side
    if surface.kind == "map":
        return surface.names()
    if surface.kind == "hexagons":
        return draw_rim(surface, cap)
    files, ranks = range(lattice.files), range(lattice.ranks)
    below = [write(Role.COORDINATE, file_name(i), ((i + 0.5) * side, -1.7 * cap), cap) for i in files]
    left = [write(Role.COORDINATE, str(j + 1), (-0.7 * cap, (j + 0.5) * side - cap / 2), cap, anchor="end")
            for j in ranks]
    return together([*below, *left])

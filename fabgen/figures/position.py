"""A position, and what is claimed of it → a drawing: cells, men, tokens, arrows and marks, the first rank below.

One rule for examples with a line: the figure shows the position after it, of which the claims speak, and what the line
changed stays to be seen. Arrows are the moves that were played, with numbers where there are several; a dashed outline
is where a man stood, with a cross if it was taken. What players hold lies under the board. Marks on cells are of the
kind of their actions: steps, hops, what is placed. Signs of what can be done with a piece stand in its cell's right
corners, its token at the upper left. The legend draws with the same functions.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fabgen.artwork.drawing import Drawing, Role, Shape, draw, together, write
from fabgen.artwork.path import Point
from fabgen.figures.beside import draw_beside
from fabgen.figures.board import board_size, draw_areas, draw_surface
from fabgen.figures.boardart import art_on_cells
from fabgen.figures.cellsigns import CORNER, actor, badge, barred, barred_corner, entered, landing, put, taken
from fabgen.figures.claimed import Claims, Landings, acting, landings, taken_cells
from fabgen.figures.kit import token_face
from fabgen.figures.marks import arrow, arrow_halo
from fabgen.figures.men import draw_fate, draw_icon, draw_man, draw_pale, spread, tone_of
from fabgen.figures.steps import distance, number_spot
from fabgen.figures.surface import Surface, draw_rim, figure_caps, surface_of
from fabgen.figures.trace import Leg, Trace, legs_of
from fabgen.rules.boards import Cell, file_name
from fabgen.rules.marks import Act
from fabgen.rules.position import Man, Position
from fabgen.spec.load import Spec

TOKEN = 0.86  # of the cell: a token that lies on it
UNDER, UNDER_AT = 0.74, (-0.12, 0.11)  # ... one that a man stands on, and where its middle lies
UPON, UPON_AT = 0.78, (0.13, -0.09)  # the man on it, as a share of his size, and where
COUNT_CAP = 0.23  # of the cell: a count of tokens
SMALL = 0.62  # of their size: marks of landings in a corner
BOOK = 44.0  # mm: the width of a board in a book
NAMES = 1.6 / BOOK  # of the board's width: capitals of names of files and ranks, 7 pt there, 6 pt at its smallest

__all__ = ["Claims", "Landings", "acting", "draw_icon", "draw_man", "draw_position", "landings", "taken_cells",
           "tone_of"]


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
    least: float = 0.0

    @cached_property
    def landings(self) -> Landings:
        return landings(self.position, self.claims, self.trace)

    @cached_property
    def tokened(self) -> set[Cell]:
        """Cells on which a token lies."""
        return {cell for cells in self.position.lying.values() for cell in cells}

    @cached_property
    def surface(self) -> Surface:
        return surface_of(self.spec.game, self.spec.lattice, self.side, self.spec.drawn,
                          figure_caps(self.side, self.least))

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
                  areas: Mapping[str, tuple[Cell, ...]] | None = None, *, plain: bool = False, least: float = 0.0
                  ) -> Drawing:
    """The whole board with cells of a side in mm, its zones, its art, men and tokens, and what players hold under it.

    Of the claims, `legal` are arrows (marks where the arrows are those of a line, and for what is placed); where
    `exactly` lists all moves they are marks on cells, and arrows for each leg of a chain; what is not legal carries a
    sign, over everything else. `areas` are cells that rules call by a colour. The art is faint, but on a `plain` board.
    Names in spaces have capitals of `least` mm or more.
    """
    scene = _Scene(spec, position, claims, side, trace or Trace(), areas or {}, least)
    art = art_on_cells(spec.game, board_size(spec.game, spec.spaces), side, faint=not plain)
    ground = draw_areas(scene.areas, scene.surface) + art + draw_surface(spec.game, scene.surface)
    legs = _legs(scene)
    shown = [ground, *_tokens(scene), _frames(scene), *_pale(scene), *_arrows(scene, legs), *_marks(scene),
             *_men(scene), *_fates(scene), *_signs(scene), *_numbers(scene, legs), *_barred(scene, legs),
             draw_names(scene.surface, names_cap(scene.surface))]
    drawing = together(shown)
    return drawing + draw_beside(spec, position, side, drawing.bounds()[1])


def _frames(scene: _Scene) -> Drawing:
    """Around whose action is told."""
    frame = actor(scene.side, scene.spec.lattice.compass)
    return scene.put(frame, acting(scene.position, scene.claims, scene.trace))


def _tokens(scene: _Scene) -> Iterator[Drawing]:
    """Tokens under the men, with their count where several lie on one cell, and the outlines of those taken up."""
    game, side = scene.spec.game, scene.side
    for name, cells in scene.position.lying.items():
        face = token_face(game.tokens[name]).scaled(1 / game.tokens[name].size)
        for cell, count in sorted(cells.items()):
            said = write(Role.LABEL, f"×{count}", (0.26 * side, -0.44 * side), COUNT_CAP * side, bold=True)
            under = cell in scene.figures
            shown = face.scaled((UNDER if under else TOKEN) * side)
            shown = shown.moved(UNDER_AT[0] * side, UNDER_AT[1] * side) if under else shown
            yield (shown + said if count > 1 else shown).moved(*scene.at(cell))
    for name, past in scene.trace.lifted.items():
        yield scene.put(outline_of(token_face(game.tokens[name]), TOKEN * side), past)


def outline_of(face: Drawing, size: float) -> Drawing:
    """A token of a size in mm that was taken up: its outline, dashed."""
    edge = face.only(Role.EDGE)
    edge = edge.scaled(size / max(edge.size()))
    return draw(Role.PAST, *(path for item in edge.items if isinstance(item, Shape) for path in item.paths))


def _standing(scene: _Scene, cell: Cell) -> Iterator[_Figure]:
    """Everybody on a cell, those taken there among them; who moved off an empty cell is an outline."""
    position, trace = scene.position, scene.trace
    here = [position.men[cell], *position.crowd.get(cell, ())] if cell in position.men else []
    drawn = [*((man, "here") for man in here), *((man, "taken") for man in trace.gone.get(cell, ()))]
    drawn = drawn or [(man, "left") for man in trace.left[cell]]
    spots = spread([_pull(scene, cell, man, how) for man, how in drawn])
    (x, y), upon = scene.at(cell), cell in scene.tokened
    (dx, dy), part = (UPON_AT, UPON) if upon else ((0.0, 0.0), 1.0)
    for (man, how), ((u, v), share) in zip(drawn, spots, strict=True):
        yield _Figure(man, how, (x + (dx + u) * scene.side, y + (dy + v) * scene.side), share * part)


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
            corner = int(_crossed(scene, one)) if one.how == "taken" else None
            yield draw_fate(scene.spec, one.man, one.share * scene.side, crossed=corner).moved(*one.at)


def _crossed(scene: _Scene, one: _Figure) -> bool:
    """Whether an arrow of the line lies where the upper right corner of somebody has a sign."""
    side = one.share * scene.side
    ends = (_ends(scene, leg, 0.38, 0.38) for leg in scene.trace.legs)
    return any(distance(_corner(one.at, side), *pair) < 0.28 * side for pair in ends)


def _corner(middle: Point, side: float) -> Point:
    """Where a sign stands in an upper right corner."""
    return middle[0] + CORNER * side, middle[1] + CORNER * side


def _legs(scene: _Scene) -> tuple[Leg, ...]:
    """The arrows: of the line; else of what may be done, and of chains among all that may be done."""
    chains = tuple(action for action in scene.claims.exactly if len(action.path) > 2)
    return (*scene.trace.legs, *legs_of((*(() if scene.trace.legs else scene.claims.legal), *chains)))


def _marks(scene: _Scene) -> Iterator[Drawing]:
    """What may be done on empty cells, over what is past: small in a corner where somebody stood or another sign is."""
    found, side = scene.landings, scene.side
    small, corner = SMALL * side, (-0.29 * side, 0.29 * side)
    for cell, acts in found.empty.items():
        past = cell in scene.figures
        yield scene.put(landing(acts, small).moved(*corner) if past else landing(acts, side), (cell,))
    for cell in found.put:
        held = cell in found.empty or cell in scene.figures
        yield scene.put(put(small).moved(*corner) if held else put(side), (cell,))


def _signs(scene: _Scene) -> Iterator[Drawing]:
    """Crosses on what can be taken, ringed ones where one may go though somebody stands there."""
    compass = scene.spec.lattice.compass
    yield scene.put(taken(scene.side, compass), sorted(_hits(scene)))
    yield scene.put(entered(scene.side, compass), scene.landings.entered)


def _hits(scene: _Scene) -> set[Cell]:
    """Cells whose men can be taken."""
    actions = (*scene.claims.exactly, *scene.claims.legal)
    return {cell for action in actions for cell in taken_cells(scene.spec.lattice, scene.position, action)}


def _barred(scene: _Scene, legs: tuple[Leg, ...]) -> Iterator[Drawing]:
    """What is not allowed: in the middle of an empty cell, in the corner of one that holds something, below another
    sign or the number of a step."""
    side, compass = scene.side, scene.spec.lattice.compass
    numbers = [_number_at(scene, leg) for leg in legs if leg.number]
    numbered = {cell for cell in scene.surface.spaces.middles for number in numbers
                if math.dist(number, _corner(scene.at(cell), side)) < 0.4 * side}
    signed = {*_hits(scene), *scene.landings.entered, *numbered}
    held = {*scene.figures, *scene.tokened, *scene.landings.empty, *scene.landings.put}
    for cell in sorted({a.path[-1] for a in scene.claims.illegal if a.path}):
        place = 2 if cell in scene.tokened and cell in scene.figures else int(cell in signed)
        yield scene.put(barred_corner(side, compass, place) if cell in held else barred(side), (cell,))


def _arrows(scene: _Scene, legs: tuple[Leg, ...]) -> Iterator[Drawing]:
    """An arrow for each leg, from clear of the piece that moves to the target; arrows lie over what is past, with light
    paper around them, and under the pieces that are there."""
    ends = [_ends(scene, leg, _off(scene, leg.start, 0.4, 0.04), _off(scene, leg.end, 0.38, 0.10)) for leg in legs]
    yield from (arrow_halo(*pair, scene.side) for pair in ends)
    yield from (arrow(*pair, scene.side) for pair in ends)


def _off(scene: _Scene, cell: Cell, man: float, nobody: float) -> float:
    """How far an arrow stays off the middle of a cell: off a man, a mark, a token, or nobody."""
    if cell in scene.figures:
        return man
    if cell in scene.landings.empty:
        return 0.24 if scene.landings.empty[cell] == Act.MOVE else 0.36
    return TOKEN / 2 if cell in scene.tokened and man < 0.4 else nobody


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
    """Beside the start of each numbered arrow."""
    for leg in legs:
        if leg.number:
            yield badge(leg.number, scene.side).moved(*_number_at(scene, leg))


def _number_at(scene: _Scene, leg: Leg) -> Point:
    return number_spot(scene.at(leg.start), scene.at(leg.end), scene.side, scene.surface.spaces.size)


def names_cap(surface: Surface) -> float:
    """Capitals in mm of the names of files and ranks."""
    side = surface.spaces.side
    return max(min(0.25 * side, 2.8), min(NAMES * surface.spaces.size[0], 0.5 * side))


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

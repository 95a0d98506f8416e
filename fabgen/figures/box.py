"""A finished game → a finger-jointed box for it: the board at the bottom, the book, a tray with a compartment for each
owner, a lid that lifts off or slides. Inner sizes follow from the board, the book and the things; all mm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path, circle, line, rectangle, rounded
from fabgen.figures.board import board_size
from fabgen.figures.bodies import Made
from fabgen.figures.casing import LEAST_WALL, Casing
from fabgen.figures.joints import knob, lap, notches
from fabgen.figures.packing import Thing, breadth, compartments, tray_depth
from fabgen.figures.parting import split_part
from fabgen.figures.piece import LEAD_IN, RELIEF
from fabgen.figures.silhouettes import Corner
from fabgen.figures.split import tiles, tiling
from fabgen.spec.game import Box, Game
from fabgen.spec.spaces import Spaces

BOOK, BOOK_HIGH = (148.0, 210.0), 3.0  # mm: the rulebook, A5
PLAY = 1.0  # mm around board and tray in the box, and above the tray
RAIL, THUMB = 2.0, 9.0  # thicknesses that a rail of a sliding lid is high; mm: radius of the hole for a thumb
CORNER = 1.0  # mm: radius of a lid's corners
ASIDE = {"box lid rim": 25.0}  # mm: where the seams of what is glued to another panel lie beside that one's


@dataclass(frozen=True)
class Boxed:
    """A box: what it is made of, the outside of the box and of its tray, and the x positions of the tray's dividers."""

    box: Casing
    tray: Casing
    dividers: tuple[float, ...]
    slides: bool
    fit: Fit

    @property
    def front(self) -> float:
        """The height of the front wall: a sliding lid passes over it."""
        taken = (RAIL * self.fit.thickness + self.fit.slot) if self.slides else 0.0
        return self.box.height - taken


def boxed(game: Game, kinds: Sequence[Made], fit_of: Callable[[str], Fit], declared: Box,
          spaces: Spaces | None = None) -> Boxed:
    """The box of a game whose pieces are these; `spaces` are those of a board that is no grid of squares."""
    fit = fit_of(declared.material)
    board, high = _board(game, spaces, fit_of)
    thick, slides = fit.thickness, declared.lid == "slide"
    held = _things(game, kinds, fit_of)
    longest = max(thing.long for things in held for thing in things)
    depth = max(board[1], BOOK[1], longest + 2 * thick) + 2 * PLAY
    inner = depth - 2 * PLAY - 2 * thick  # of the tray
    broads = [breadth(things, inner) for things in held]
    width = max(board[0], BOOK[0], sum(broads) + (len(broads) + 1) * thick) + 2 * PLAY
    tray_high = max(LEAST_WALL, tray_depth(kinds) + thick)
    tray = Casing(width - 2 * PLAY, depth - 2 * PLAY, tray_high, fit)
    over = RAIL * thick + fit.slot if slides else thick  # rail and lid, or the lid's rim
    rails = 2 * thick if slides else 0.0
    tall = thick + high + BOOK_HIGH + tray_high + PLAY + over
    outer = Casing(width + 2 * thick + rails, depth + 2 * thick, tall, fit)
    return Boxed(outer, tray, _dividers(tray, broads), slides, fit)


def _board(game: Game, spaces: Spaces | None, fit_of: Callable[[str], Fit]) -> tuple[tuple[float, float], float]:
    """Width and depth of the board, put away, and how high it lies: its parts on each other, its layers."""
    fit, (width, height) = fit_of(game.board.material), board_size(game, spaces)
    if game.board.build == "lights":
        case = fit_of(game.board.lights.material)
        return (width, height), fit.thickness + game.board.lights.depth + 3 * case.thickness
    cut = tiling(game, fit)
    if cut is None or cut.count == 1 or game.board.build == "inlay":
        return (width, height), fit.thickness * (2 if game.board.build == "inlay" else 1)
    sizes = [(tile.box[2] - tile.box[0], tile.box[3] - tile.box[1]) for tile in tiles(game, cut)]
    stand = 2 * knob(game.board.cell).reach
    return (max(x for x, _ in sizes) + stand, max(y for _, y in sizes) + stand), fit.thickness * cut.count


def _things(game: Game, kinds: Sequence[Made], fit_of: Callable[[str], Fit]) -> list[list[Thing]]:
    thick = max((fit_of(token.material).thickness for token in game.tokens.values()), default=3.0)
    return [things for things in compartments(game, kinds, thick).values() if things]


def _dividers(tray: Casing, broads: Sequence[float]) -> tuple[float, ...]:
    """The middles of the walls between compartments; what is over is shared by all."""
    thick = tray.fit.thickness
    spare = (tray.width - (len(broads) + 1) * thick - sum(broads)) / len(broads)
    ends = accumulate(broad + spare + thick for broad in broads)
    return tuple(end + thick / 2 for end in ends)[:-1]


def box_parts(game: Game, kinds: Sequence[Made], fit_of: Callable[[str], Fit], spaces: Spaces | None = None
              ) -> list[Part]:
    """Every part of the box and its tray; none where the spec has no box."""
    if game.box is None:
        return []
    one, material = boxed(game, kinds, fit_of, game.box, spaces), game.box.material
    made = [*_case(one), *(_sliding(one) if one.slides else _lifted(one)), *_tray(one)]
    return [part for name, drawing, count in made
            for part in split_part(Part(name, drawing, count, material, "box"), one.fit, ASIDE.get(name, 0.0))]


_Made = tuple[str, Drawing, int]


def _edge(path: Path) -> Drawing:
    return draw(Role.EDGE, path)


def _case(one: Boxed) -> list[_Made]:
    box = one.box
    if not one.slides:
        return [("box bottom", _edge(box.bottom()), 1), ("box front", _edge(box.front()), 2),
                ("box side", _edge(box.side()), 2)]
    low = Casing(box.width, box.depth, one.front, one.fit)
    guide = draw(Role.GRID, line((box.wall, one.front), (box.depth - box.wall, one.front)))  # the lower rail's top
    left = _edge(box.side(low=one.front)) + guide
    return [("box bottom", _edge(box.bottom()), 1), ("box front", _edge(low.front()), 1),
            ("box back", _edge(box.front()), 1), ("box left side", left, 1),
            ("box right side", left.mirrored().moved(box.depth, 0), 1)]


def _lifted(one: Boxed) -> list[_Made]:
    """A lid, and a rim that is glued under it and goes into the box."""
    box, less = one.box, one.box.wall + PLAY / 2
    lid = rectangle(0, 0, box.width, box.depth, CORNER)
    rim = rectangle(0, 0, box.width - 2 * less, box.depth - 2 * less, CORNER)
    return [("box lid", _edge(lid), 1), ("box lid rim", _edge(rim), 1)]


def _sliding(one: Boxed) -> list[_Made]:
    """A lid with a hole for a thumb, and rails that are glued to the side walls, over and under it."""
    box, thick = one.box, one.fit.thickness
    width, depth = box.width - 2 * thick - PLAY, box.depth - thick - PLAY / 2
    lid = _edge(rectangle(0, 0, width, depth, CORNER)) + draw(Role.HOLE, circle((width / 2, 3 * THUMB), THUMB))
    rail = rectangle(0, 0, box.depth - 2 * thick - PLAY, RAIL * thick, CORNER)
    return [("box lid", lid, 1), ("box rail", _edge(rail), 4)]


def _tray(one: Boxed) -> list[_Made]:
    tray = one.tray
    top = notches([tray.width - x for x in reversed(one.dividers)], lap(tray.height, one.fit), one.fit)
    walls = [("tray bottom", _edge(tray.bottom()), 1), ("tray front", _edge(tray.front(top)), 2),
             ("tray side", _edge(tray.side()), 2)]
    return [*walls, *([("tray divider", _edge(divider(one)), len(one.dividers))] if one.dividers else [])]


def divider(one: Boxed) -> Path:
    """A wall across the tray: it stands on the bottom between both long walls, and its hooks lie in their slits."""
    tray, fit = one.tray, one.fit
    near, low, middle, high = fit.thickness + fit.clearance / 2, fit.thickness, tray.height / 2, tray.height
    lead, inner = min(LEAD_IN, fit.thickness / 2), min(RELIEF, fit.thickness / 2)
    right: list[Corner] = [((tray.depth - near, low), lead), ((tray.depth - near, middle), inner),
                           ((tray.depth, middle), lead), ((tray.depth, high), lead)]
    return rounded([*right, *(((tray.depth - x, y), r) for (x, y), r in reversed(right))])

"""A spec → the figure that shows how to get ready, in mm: the board with the men that start on it, what everybody
holds beside their own edge, and the tokens, the board's lower left corner at the origin. Where nothing is set up and
nobody holds anything at the start, all pieces wait beside the board.

Nothing lies upon anything else, and no word falls under 6 pt where the figure is printed 90 mm wide.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import ceil

from fabgen.artwork.drawing import Drawing, Role, together, write
from fabgen.artwork.text import DESCENT, text_width
from fabgen.figures.components import tallest
from fabgen.figures.kit import token_face
from fabgen.figures.men import bars_of, draw_icon, tone_of
from fabgen.figures.position import Claims, draw_names, draw_position
from fabgen.figures.shown import shown
from fabgen.figures.surface import Surface, figure_caps, surface_of
from fabgen.rules.boards import file_name
from fabgen.rules.position import Position
from fabgen.spec.load import Spec

LEGIBLE = 1.4 / 90  # of the figure's width: capitals of 1.4 mm are 6 pt
MARGIN = 2.0  # mm around a figure in its file
PASSES = 6  # larger words make a wider figure; each pass adds less
LINE, LINES = 8, 3  # the most pieces in a row or column, and the most rows before kinds are counted
SINGLY = 16  # pieces of a kind; of more, one is drawn with their count
GAP = 0.35  # of the cell, around the board and between supplies
OUT = {"up": (0, -1), "down": (0, 1), "right": (-1, 0), "left": (1, 0)}  # where a player sits, by its forward
SEAT = {"up-right": "right", "down-right": "right", "up-left": "left", "down-left": "left"}  # as if it went there


@dataclass(frozen=True)
class _Table:
    """What all parts of the figure share: the cell and the height of capitals in mm, and whether kinds are counted."""

    spec: Spec
    side: float
    cap: float
    counted: bool

    @property
    def board(self) -> tuple[float, float]:
        return self.surface.spaces.size

    @property
    def least(self) -> float:
        """The least capitals of names in spaces: a map is drawn as wide as a page, and the board is most of it."""
        spaces = self.spec.spaces
        return min(self.cap, LEGIBLE * spaces.size[0] * self.side / spaces.side)

    @cached_property
    def surface(self) -> Surface:
        caps = figure_caps(self.side, self.least)
        return surface_of(self.spec.game, self.spec.lattice, self.side, self.spec.drawn, caps)

    @property
    def slot(self) -> tuple[float, float]:
        """Width and height of the place of a piece, with room for its count where there is one."""
        labels = [_times(n) for player in self.spec.game.players for n in self.held(player).values() if self.alone(n)]
        widest = max((text_width(label, self.cap) for label in labels), default=0.0)
        return max(0.75 * self.side, widest + 0.5 * self.cap), self.side + (1.5 * self.cap if labels else 0.0)

    def held(self, player: str) -> dict[str, int]:
        """How many pieces of each kind a player has beside the board."""
        game = self.spec.game
        if not game.setup and not game.hand:
            return {name: piece.each for name, piece in game.pieces.items()}
        found = dict.fromkeys(game.pieces, 0)
        for (holder, _), counts in self.spec.start.held.items():
            found |= {name: found[name] + n for name, n in counts.items() if holder == player}
        return {name: n for name, n in found.items() if n}

    def alone(self, count: int) -> bool:
        """Whether one piece is drawn for all of its kind."""
        return count > SINGLY or (self.counted and count > 1)


def draw_setup(spec: Spec, side: float) -> Drawing:
    """The figure with cells of a side in mm."""
    cap = 0.22 * side
    drawing = _arranged(_table(spec, side, cap))
    for n in range(PASSES):
        least = LEGIBLE * (drawing.size()[0] + 2 * MARGIN)
        if cap >= least:
            break
        cap = (1.01 + 0.01 * n) * least  # a wider figure needs larger words, which make it wider
        drawing = _arranged(_table(spec, side, cap))
    return drawing


def _table(spec: Spec, side: float, cap: float) -> _Table:
    """Kinds are counted where somebody's pieces would fill more than three rows."""
    plain = _Table(spec, side, cap, counted=False)
    most = max(sum(1 if plain.alone(n) else n for n in plain.held(player).values()) for player in spec.game.players)
    least = min(_line(plain, SEAT.get(player.forward, player.forward)) for player in spec.game.players.values())
    return _Table(spec, side, cap, counted=most > LINES * least)


def _arranged(table: _Table) -> Drawing:
    game = table.spec.game
    men = table.spec.start.men if game.setup else {}
    start = draw_position(table.spec, Position(table.spec.setting, men), Claims(), table.side, plain=True,
                          least=table.least)
    drawing = start.without(Role.COORDINATE) + _coordinates(table) + together(_supplies(table))
    return drawing + together(_piles(table, drawing.bounds()))


def _coordinates(table: _Table) -> Drawing:
    """Files below and ranks at the left; where the cells are too narrow for each, every second one or fewer. Other
    cells than squares are named as in every figure."""
    if not table.spec.game.board.grid:
        return draw_names(table.surface, table.cap)
    (files, ranks), side, cap = table.spec.game.grid, table.side, table.cap
    names = [file_name(i) for i in range(files)]
    apart = ceil((max(text_width(name, cap) for name in names) + 0.3 * cap) / side)
    below = [write(Role.COORDINATE, name, ((i + 0.5) * side, -1.7 * cap), cap)
             for i, name in enumerate(names) if i % apart == 0]
    left = [write(Role.COORDINATE, str(j + 1), (-0.7 * cap, (j + 0.5) * side - cap / 2), cap, anchor="end")
            for j in range(0, ranks, ceil(1.3 * cap / side))]
    return together([*below, *left])


def _line(table: _Table, forward: str) -> int:
    """How many pieces stand in one row (or column) behind an edge of the board."""
    along = 0 if forward in ("up", "down") else 1
    return max(1, min(LINE, int(table.board[along] / table.slot[along] + 1e-9)))


def _supplies(table: _Table) -> Iterator[Drawing]:
    """What every player holds, behind the edge that the player's forward leads away from; others at it further out."""
    (width, height), gap, names = table.board, GAP * table.side, (1.7 + DESCENT) * table.cap
    numbers = 0.7 * table.cap + text_width(str(table.spec.lattice.ranks), table.cap)
    edges = {"up": names + gap, "down": gap, "right": numbers + gap, "left": gap}
    for player, made in table.spec.game.players.items():
        seat = SEAT.get(made.forward, made.forward)
        (x, y), across = OUT[seat], 1 if seat in ("up", "down") else 0
        icons, per, depth = list(_icons(table, player)), _line(table, seat), table.slot[across]
        for number, icon in enumerate(icons):
            row, place = divmod(number, per)
            away = edges[seat] + (row + 0.5) * depth
            off = (place - (min(per, len(icons) - row * per) - 1) / 2) * table.slot[1 - across]
            yield icon.moved(width / 2 + x * (width / 2 + away) + abs(y) * off,
                             height / 2 + y * (height / 2 + away) - abs(x) * off)
        edges[seat] += ceil(len(icons) / per) * depth + gap if icons else 0.0


def _icons(table: _Table, player: str) -> Iterator[Drawing]:
    """A player's pieces one by one, the middle of each one's place at the origin."""
    game, side = table.spec.game, table.side
    sign = bars_of(game, list(game.players).index(player))
    tone, scale = tone_of(game, player), 0.92 * side / tallest(table.spec)
    foot = table.slot[1] / 2 - 0.96 * side
    for name, count in table.held(player).items():
        shape = shown(game, name)
        icon = draw_icon(shape, scale * shape.height, 0.6 * side, sign, tone).moved(0, foot)
        if table.alone(count):
            yield icon + write(Role.LABEL, _times(count), (0, foot - 1.3 * table.cap), table.cap)
        else:
            yield from [icon] * count


def _piles(table: _Table, taken: tuple[float, float, float, float]) -> Iterator[Drawing]:
    """Tokens with their counts: a column at the right of the board where nobody sits and there is room, else rows under
    everything."""
    game, side, (width, height) = table.spec.game, table.side, table.board
    piles = [_pile(table, name) for name in game.tokens]
    wide = max((pile.size()[0] for pile in piles), default=0.0) + GAP * side
    ways = {SEAT.get(player.forward, player.forward) for player in game.players.values()}
    if "left" not in ways and len(piles) * side <= height:
        left, top, per = width + 0.6 * side, height / 2 + (len(piles) - 1) * side / 2, 1
    else:
        per = max(1, min(len(piles), int((taken[2] - taken[0] + GAP * side) / wide)))
        left, top = width / 2 - (per * wide - GAP * side) / 2, taken[1] - (GAP + 0.5) * side
    for number, pile in enumerate(piles):
        row, place = divmod(number, per)
        yield pile.moved(left + place * wide, top - row * side)


def _pile(table: _Table, name: str) -> Drawing:
    """One token of a kind and their count, the left end of its middle line at the origin."""
    token, size = table.spec.game.tokens[name], 0.8 * table.side
    face = token_face(token).scaled(size / token.size).moved(size / 2, 0)
    return face + write(Role.LABEL, _times(token.count), (1.12 * size, -table.cap / 2), table.cap, anchor="start")


def _times(count: int) -> str:
    return f"× {count}"

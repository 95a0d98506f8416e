"""A spec → the figure of the setup, in mm, with the board's lower left corner at the origin.

It shows the board with the pieces that start on it, what players hold beside their own edges (pieces, and the tokens
of which each player has some), and the other tokens. If nothing is set up and no player holds anything at the start,
all pieces are beside the board. Nothing overlaps, and no word is smaller than 6 pt where the figure is printed 90 mm
wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.path import Arc, Box, Line, Path, Point, circle
from fabgen.artwork.text import DESCENT, text_width
from fabgen.figures.boards.surface import LEGIBLE, Surface, figure_caps, least_name_cap, surface_of
from fabgen.figures.components.component_list import tallest_height
from fabgen.figures.components.kit import token_face
from fabgen.figures.positions.claims import FigureClaims
from fabgen.figures.positions.coordinates import draw_coordinates, name_cap_height
from fabgen.figures.positions.figure_track import draw_figure_track, figure_track_reach
from fabgen.figures.positions.piece_icons import count_bars, draw_icon, piece_silhouette, player_tone
from fabgen.figures.positions.position import draw_position
from fabgen.figures.positions.position_words import is_turned_token
from fabgen.rules.boards import Cell, file_name
from fabgen.rules.position import Position
from fabgen.rules.protocol import RulesWithClosedCells
from fabgen.spec.drawings import DrawingPath
from fabgen.spec.load import Spec
from fabgen.spec.pieces import Token

MARGIN = 2.0  # mm around a figure in its file
PASSES = 6  # larger words make a wider figure, which needs larger words; each pass enlarges them less
LINE, LINES = 8, 3  # the most pieces in a row or column; with more rows, kinds have counts
SINGLY = 16  # pieces of a kind: with more, one piece is drawn with their count
DRAWN_TOKEN = 1.6  # times the usual size: a token that a designer has drawn
GAP = 0.35  # of the cell, around the board and between supplies
TOKEN_IN_HAND = 0.6  # of the cell: a token beside the edge of the player who has it
# The names of players: of the usual capitals; of their own: from what is above or below the board, and at its sides;
# how wide a person is.
SEAT_CAP, SEAT_OFF, SEAT_ASIDE, PERSON = 1.05, 0.65, 0.4, 0.9
NAME_AT = PERSON + 0.35  # capitals: from the left of the picture of a person to the name
SEAT_LINE = 1.6  # of their capitals: from one name to the next above it
OUT = {"up": (0, -1), "down": (0, 1), "right": (-1, 0), "left": (1, 0)}  # the edge of a player, by the player's forward
# Players with diagonal forwards sit as if their forward were one of these.
SEAT = {"up-right": "right", "down-right": "right", "up-left": "left", "down-left": "left"}


@dataclass(frozen=True)
class _SetupFigure:
    """A layout of the figure: the cell and the height of capitals in mm, whether kinds have counts, and the bounds of
    the cells that are shown enlarged beside the board."""

    spec: Spec
    side: float
    cap: float
    counts_kinds: bool
    insets: Box | None = None

    @property
    def board(self) -> tuple[float, float]:
        """Width and height of the board in mm."""
        return self.surface.spaces.size

    @property
    def least_name_cap(self) -> float:
        """The least capitals of names in spaces, in mm: a map is as wide as a page, and the board is most of it."""
        return least_name_cap(self.spec.spaces, self.side)

    @property
    def names(self) -> float:
        """How far coordinates, or the names under a map, reach from the cells, in mm."""
        numbers = 0.7 * self.cap + text_width(str(self.spec.lattice.ranks), self.cap)
        return max((1.7 + DESCENT) * self.cap + self.surface.legend_height, numbers)

    @property
    def track_reach(self) -> float:
        """How far a track around the board reaches from the cells, in mm; 0 without one."""
        return figure_track_reach(self.spec.game, self.board, self.side, self.names)

    @cached_property
    def surface(self) -> Surface:
        """How the cells are drawn."""
        caps = figure_caps(self.side, self.least_name_cap)
        surface = surface_of(self.spec.game, self.spec.lattice, self.side, self.spec.map_spaces, caps)
        return replace(surface, occupied=frozenset({*self.spec.start.pieces}))

    @property
    def slot(self) -> tuple[float, float]:
        """Width and height in mm of the place of a piece, with room for its count if there are counts."""
        counts = [count for player in self.spec.game.players for count in self.supply(player)]
        labels = [_count_label(count) for count in counts if self.is_counted(count)]
        widest = max((text_width(label, self.cap) for label in labels), default=0.0)
        return max(0.75 * self.side, widest + 0.5 * self.cap), self.side + (1.5 * self.cap if labels else 0.0)

    def held_counts(self, player: str) -> dict[str, int]:
        """The number of pieces of each kind that a player has beside the board."""
        game = self.spec.game
        if not game.setup and not game.hand:
            return game.made_army(player)
        totals = dict.fromkeys(game.pieces, 0)
        for (holder, _), counts in self.spec.start.held.items():
            totals |= {name: totals[name] + n for name, n in counts.items() if holder == player}
        return {name: n for name, n in totals.items() if n}

    def tokens_of(self, player: str) -> dict[str, int]:
        """The kinds of tokens that a player has, and how many; none for a neutral one."""
        return {} if player in self.spec.game.neutral else self.tokens_each

    @property
    def tokens_each(self) -> dict[str, int]:
        """The kinds of tokens of which each player has some, and how many."""
        return {name: token.each for name, token in self.tokens.items() if token.each}

    @property
    def tokens(self) -> dict[str, Token]:
        """The tokens that lie ready when the game begins: not those that only a variant uses."""
        return {name: token for name, token in self.spec.game.tokens.items() if not token.variant}

    def supply(self, player: str) -> list[int]:
        """The number of each kind of piece and of token that a player has beside the board."""
        return [*self.held_counts(player).values(), *self.tokens_of(player).values()]

    def is_counted(self, count: int) -> bool:
        """Whether this many pieces or tokens of a kind are drawn as one with their count."""
        return count > SINGLY or (self.counts_kinds and count > 1)


def draw_setup(spec: Spec, side: float) -> Drawing:
    """The figure with cells of `side` mm."""
    surface = surface_of(spec.game, spec.lattice, side, spec.map_spaces)
    cap = name_cap_height(surface) if spec.game.board.grid else 0.22 * side
    drawing = _draw_layout(_choose_layout(spec, side, cap))
    for n in range(PASSES):
        least = LEGIBLE * (drawing.size()[0] + 2 * MARGIN)
        if cap >= least:
            break
        cap = (1.01 + 0.01 * n) * least  # a little more, because larger words widen the figure
        drawing = _draw_layout(_choose_layout(spec, side, cap))
    return drawing


def _choose_layout(spec: Spec, side: float, cap: float) -> _SetupFigure:
    """A layout that counts kinds if the pieces of any player would fill more than three rows."""
    plain = _SetupFigure(spec, side, cap, counts_kinds=False)
    players = spec.game.players
    most_icons = max(sum(1 if plain.is_counted(n) else n for n in plain.supply(player)) for player in players)
    shortest_row = min(_row_length(plain, SEAT.get(player.forward, player.forward)) for player in players.values())
    return _SetupFigure(spec, side, cap, counts_kinds=most_icons > LINES * shortest_row)


def _draw_layout(figure: _SetupFigure) -> Drawing:
    """The whole figure in this layout."""
    game = figure.spec.game
    start, setting = figure.spec.start, figure.spec.setting
    placed = Position(setting, {})
    if game.setup:
        placed = Position(setting, start.pieces, further_pieces=start.further_pieces, below=start.below)
    closed = _closed_at_start(figure.spec)
    board = draw_position(figure.spec, placed, FigureClaims(closed=closed), figure.side, plain=True,
                          least_cap=figure.least_name_cap, reach=figure.track_reach)
    board = board.without(Role.COORDINATE)
    insets = Drawing(tuple(item for item in board.items if item.group.startswith("insets/")))
    figure = replace(figure, insets=insets.bounds() if insets.items else None)
    supplies = combine_drawings(_draw_supplies(figure))
    width = combine_drawings([board, _draw_coordinates(figure), supplies]).size()[0]
    track = draw_figure_track(figure.spec, figure.board, figure.side, figure.names, width, has_markers=True)
    # Lines to cells that are shown enlarged lie over the track.
    drawing = track + board + _draw_coordinates(figure) + supplies
    drawing += combine_drawings(_draw_seats(figure, drawing))
    return drawing + combine_drawings(_draw_piles(figure, drawing.bounds()))


def _closed_at_start(spec: Spec) -> tuple[Cell, ...]:
    """The cells that the rules have closed at the start."""
    return spec.play.closed_cells(spec.play.start()) if isinstance(spec.play, RulesWithClosedCells) else ()


def _draw_coordinates(figure: _SetupFigure) -> Drawing:
    """Files below and ranks at the left, but only every second one or fewer where cells are too narrow. Boards of other
    cells have names as in every figure."""
    if not figure.spec.game.board.grid:
        return draw_coordinates(figure.surface, figure.cap)
    (files, ranks), side, cap = figure.spec.game.grid, figure.side, figure.cap
    names = [file_name(i) for i in range(files)]
    step = ceil((max(text_width(name, cap) for name in names) + 0.3 * cap) / side)
    below = [draw_text(Role.COORDINATE, name, ((i + 0.5) * side, -1.7 * cap), cap)
             for i, name in enumerate(names) if i % step == 0]
    left = [draw_text(Role.COORDINATE, str(j + 1), (-0.7 * cap, (j + 0.5) * side - cap / 2), cap, anchor="end")
            for j in range(0, ranks, ceil(1.3 * cap / side))]
    return combine_drawings([*below, *left]).in_group("coordinates")


def _draw_seats(figure: _SetupFigure, drawing: Drawing) -> Iterator[Drawing]:
    """The names of the players beyond their own edges of the board, upright and outside of everything in a drawing:
    each behind a small picture of a person in the player's colour. At the sides they are above what their players
    hold, one above another."""
    game, cap = figure.spec.game, SEAT_CAP * figure.cap
    for seat in OUT:
        forwards = {player: game.players[player].forward for player in game.active_players}
        players = [player for player, forward in forwards.items() if SEAT.get(forward, forward) == seat]
        is_behind_others = _is_behind_others(figure.spec, seat, players)
        names = [_draw_name(figure, player, cap, is_behind_others=is_behind_others)
                 for player in players if len(game.active_players) > 1]
        if not names:
            continue
        if seat in ("left", "right"):
            held = Drawing(tuple(item for item in drawing.items if _is_held(item.group, players)))
            spots = _place_names_aside(figure, drawing, held, names, cap, is_right=seat == "left")
        else:
            spots = _place_names_in_row(figure, drawing, names, cap, is_above=seat == "down")
        for row, spot in zip(reversed(names), spots, strict=True):
            yield row.moved(*spot).in_group(f"seats/{seat}")


def _place_names_in_row(figure: _SetupFigure, drawing: Drawing, names: Sequence[Drawing], cap: float, *,
                        is_above: bool) -> Iterator[Point]:
    """Where the names of players above or below a drawing are, beside each other, the last one first. The words of a
    single one are over the middle of the board, the picture of a person to the left of them."""
    _, low, _, high = drawing.bounds()
    x = (figure.board[0] - sum(row.size()[0] for row in names) - (len(names) - 1) * cap - NAME_AT * cap) / 2
    for row in reversed(names):
        yield x, high + SEAT_OFF * cap if is_above else low - SEAT_OFF * cap - cap
        x += row.size()[0] + cap


def _place_names_aside(figure: _SetupFigure, drawing: Drawing, holdings: Drawing, names: Sequence[Drawing], cap: float,
                       *, is_right: bool) -> Iterator[Point]:
    """Where the names of players at the right or the left of a drawing are, one above another, the last one first: over
    what these players hold, but clear of the board; or half-way up beside the drawing where they hold nothing."""
    (width, height), gap = figure.board, SEAT_ASIDE * cap
    widest = max(row.size()[0] for row in names)
    if holdings.items:
        left, _, right, top = holdings.bounds()
        middle, y = (left + right) / 2, top + SEAT_OFF * cap
    else:
        left, _, right, _ = drawing.bounds()
        middle = right + gap if is_right else left - gap
        y = height / 2 - cap * (len(names) * SEAT_LINE - 0.5) / 2
    if is_right:
        x = max(middle - widest / 2, width + figure.track_reach + 2 * gap)
    else:
        x = min(middle - widest / 2, -max(figure.names, figure.track_reach) - gap - widest)
    for _ in names:
        yield x, y
        y += SEAT_LINE * cap


def _is_held(group: str, players: Sequence[str]) -> bool:
    """Whether a group is that of a thing that one of these players holds."""
    kind, *rest = group.split("/")
    return len(rest) == 2 and ((kind == "supplies" and rest[0] in players)
                               or (kind == "piles" and rest[1].rpartition("-")[0] in players))


def _is_behind_others(spec: Spec, seat: str, players: Sequence[str]) -> bool:
    """Whether only pieces of other players start in the row of squares nearest to a seat, so that a name alone would be
    taken for the name of these pieces."""
    if not spec.game.board.grid:
        return False
    files, ranks = spec.game.grid
    axis, number = {"up": (1, 0), "down": (1, ranks - 1), "right": (0, 0), "left": (0, files - 1)}[seat]
    owners = {piece.player for cell, piece in spec.start.pieces.items() if spec.lattice.place(cell)[axis] == number}
    return bool(owners) and owners.isdisjoint(players)


def _draw_name(figure: _SetupFigure, player: str, cap: float, *, is_behind_others: bool) -> Drawing:
    """The name of a player behind a person in the player's colour, from the origin to the right. Behind the pieces of
    others it says that the player sits there."""
    spec = figure.spec
    title = spec.game.player_title(player)
    label = spec.words.text("seat_of_player", player=title) if is_behind_others else title
    person = _draw_person(cap, player_tone(spec.game, player)).moved(PERSON * cap / 2, 0)
    # Books make words smaller about where they are anchored.
    return person + draw_text(Role.LABEL, label, (NAME_AT * cap + text_width(label, cap) / 2, 0), cap)


def _draw_person(cap: float, tone: str) -> Drawing:
    """A head over shoulders, as high as capitals and so wide that a row of them is even, standing on y = 0."""
    half, low = PERSON * cap / 2, 0.42 * cap
    shoulders = Path((-half, 0.0), (Line((half, 0.0)), Arc((-half, 0.0), math.tan(math.pi / 4 * low / half * 1.05))),
                     closed=True)
    head = circle((0.0, 0.74 * cap), 0.27 * cap)
    return draw(Role.PLAYER_STRIP, shoulders, tone=tone) + draw(Role.PLAYER_STRIP, head, tone=tone)


def _row_length(figure: _SetupFigure, forward: str) -> int:
    """The number of pieces in one row (or column) behind an edge of the board."""
    along = 0 if forward in ("up", "down") else 1
    return max(1, min(LINE, int(figure.board[along] / figure.slot[along] + 1e-9)))


def _draw_supplies(figure: _SetupFigure) -> Iterator[Drawing]:
    """What players hold, each behind their own edge; players who share an edge one behind the other."""
    (width, height), gap, names = figure.board, GAP * figure.side, (1.7 + DESCENT) * figure.cap
    numbers = 0.7 * figure.cap + text_width(str(figure.spec.lattice.ranks), figure.cap)
    edges = {"up": names + gap + figure.surface.legend_height, "down": gap, "right": numbers + gap, "left": gap}
    if figure.track_reach:
        edges = dict.fromkeys(edges, figure.track_reach + gap)
    if figure.insets:
        left, low, right, high = figure.insets
        beyond = {"up": -low, "down": high - height, "right": -left, "left": right - width}
        edges = {seat: max(edge, beyond[seat] + gap) for seat, edge in edges.items()}
    for player, settings in figure.spec.game.players.items():
        seat = SEAT.get(settings.forward, settings.forward)
        (x, y), axis = OUT[seat], 1 if seat in ("up", "down") else 0
        icons, per_row, depth = list(_supply_icons(figure, player)), _row_length(figure, seat), figure.slot[axis]
        for number, (group, icon) in enumerate(icons):
            row, place = divmod(number, per_row)
            outwards = edges[seat] + (row + 0.5) * depth
            sideways = (place - (min(per_row, len(icons) - row * per_row) - 1) / 2) * figure.slot[1 - axis]
            spot = (width / 2 + x * (width / 2 + outwards) + abs(y) * sideways,
                    height / 2 + y * (height / 2 + outwards) - abs(x) * sideways)
            yield icon.moved(*spot).in_group(f"{group}-{number + 1}")
        edges[seat] += ceil(len(icons) / per_row) * depth + gap if icons else 0.0


def _supply_icons(figure: _SetupFigure, player: str) -> Iterator[tuple[str, Drawing]]:
    """The groups and the icons of what a player has beside the board, each with the middle of its place at the origin:
    pieces, then tokens."""
    game, side = figure.spec.game, figure.side
    sign = count_bars(game, player)
    tone, scale = player_tone(game, player), 0.92 * side / tallest_height(figure.spec)
    foot = figure.slot[1] / 2 - 0.96 * side
    icons = [(f"supplies/{player}/{name}", count, draw_icon(shape, scale * shape.height, 0.6 * side, sign, tone))
             for name, count in figure.held_counts(player).items() for shape in [piece_silhouette(game, name)]]
    for name, count in figure.tokens_of(player).items():
        token = game.tokens[name]
        face = token_face(token).scaled(TOKEN_IN_HAND * side / token.size)
        icons.append((f"piles/{name}/{player}", count, face.moved(0, TOKEN_IN_HAND * side / 2)))
    for group, count, icon in icons:
        if figure.is_counted(count):
            label = draw_text(Role.LABEL, _count_label(count), (0, foot - 1.3 * figure.cap), figure.cap)
            yield group, icon.moved(0, foot) + label
        else:
            yield from [(group, icon.moved(0, foot))] * count


def _draw_piles(figure: _SetupFigure, occupied_box: tuple[float, float, float, float]) -> Iterator[Drawing]:
    """Tokens that players share, with their counts: in a column at the right of the board if no player sits there and
    there is room, else in rows below everything. Those that a designer has drawn are below the board, so that their top
    points to it, and larger, so that words on them are read."""
    game, side, (width, height) = figure.spec.game, figure.side, figure.board
    names = [name for name in figure.tokens if name not in figure.tokens_each]
    is_drawn = any(isinstance(game.tokens[name].mark, DrawingPath) for name in names)
    piles = [_draw_pile(figure, name) for name in names]
    pitch = max((pile.size()[0] for pile in piles), default=0.0) + GAP * side
    ways = [game.players[player].forward for player in game.active_players]
    forwards = {SEAT.get(forward, forward) for forward in ways}
    row_pitch = (DRAWN_TOKEN if is_drawn else 1.0) * side
    if "left" not in forwards and len(piles) * side <= height and not is_drawn:
        right = max(width + figure.track_reach, figure.insets[2] if figure.insets else 0.0)
        left, top, per_row = right + 0.6 * side, height / 2 + (len(piles) - 1) * side / 2, 1
    else:
        per_row = max(1, min(len(piles), int((occupied_box[2] - occupied_box[0] + GAP * side) / pitch)))
        left, top = width / 2 - (per_row * pitch - GAP * side) / 2, occupied_box[1] - GAP * side - row_pitch / 2
    for number, (name, pile) in enumerate(zip(names, piles, strict=True)):
        row, place = divmod(number, per_row)
        yield pile.moved(left + place * pitch, top - row * row_pitch).in_group(f"piles/{name}")


def _draw_pile(figure: _SetupFigure, name: str) -> Drawing:
    """One token of a kind and the count of the kind, where there are several, the left end of its middle line at the
    origin. One that lies as the number of pieces tells has that number beside it, as in examples."""
    token = figure.spec.game.tokens[name]
    size = 0.8 * figure.side * (DRAWN_TOKEN if isinstance(token.mark, DrawingPath) else 1.0)
    turn = 180 if is_turned_token(figure.spec, figure.spec.start, name) else 0
    face = token_face(token).turned(turn).scaled(size / token.size).moved(size / 2, 0)
    if token.count == 1 and not token.upright_when:
        return face
    pieces = figure.spec.start.count_pieces()
    label = figure.spec.words.text("held_pieces", count=pieces) if token.upright_when else _count_label(token.count)
    return face + draw_text(Role.LABEL, label, (size + 0.1 * figure.side, -figure.cap / 2), figure.cap, anchor="start")


def _count_label(count: int) -> str:
    """A count as it is printed: `× 3`."""
    return f"× {count}"

"""Movements, rings, options and readings → tables with a bit for each cell, made once: an order is checked by a single
`and`. Every mistake in the options is found first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice

from fabgen.core.problems import join_words, nearest_hint
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, TextError, parse_cells
from fabgen.rules.directions import Offset
from fabgen.rules.games.chess_battle.options import RULINGS, ChessBattleOptions, ChessBattleReadings, readings
from fabgen.rules.games.chess_battle.state import BattleAction, BattleActionKind
from fabgen.rules.games.skeleton import OptionChecks, kinds_with_first_moves, unknown_readings
from fabgen.rules.movement import Movement, Slide, Walk
from fabgen.rules.protocol import Given

Seen = tuple[tuple[int, int], ...]
Way = tuple[int, int, bool, bool]  # target, cells between that must be empty; whether it may be empty, be occupied


@dataclass(frozen=True)
class OrderRow:
    """The orders of a kind from a cell, each with the cells that must be empty; those of `takes` need an occupied
    target."""

    goes: tuple[tuple[BattleAction, int], ...]
    takes: tuple[tuple[BattleAction, int, int], ...]
    twice: bool  # whether two ways lead to one cell

    def orders(self, occupied: int) -> list[BattleAction]:
        """The orders that are open, in a fixed order, each once."""
        found = [order for order, between in self.goes if not between & occupied]
        if self.takes:
            found += [order for order, between, target in self.takes if target & occupied and not between & occupied]
        return list(dict.fromkeys(found)) if self.twice else found


@dataclass(frozen=True)
class BattleKind:
    """How one kind of piece moves with one forward: `rows` and `steps` (its fallback) by cell.

    What it `attacks` from a cell on a board without red cells, and the same by target, each with the cells that must
    be empty. `stuck`: by the number of red areas, the cells on which it gains its fallback; empty if it never does.
    `apart`: it gains it when it cannot meet another.
    """

    rows: tuple[OrderRow, ...]
    steps: tuple[OrderRow, ...]
    attacks: tuple[Seen, ...]
    attackers: tuple[Seen, ...]
    stuck: tuple[int, ...]
    apart: bool


def kind(lattice: Board, forward: str, movement: Movement, fallback: Movement, gains: tuple[bool, bool],
         reds: Sequence[int], chosen: ChessBattleReadings) -> BattleKind:
    """The tables of a movement; `gains`: whether it gains the fallback when stuck, and when apart; `reds`: masks."""
    every = range(len(lattice.cells))
    ways, steps = (_ways_by_cell(lattice, which, forward, chosen.unblocked) for which in (movement, fallback))
    helpless = [0 if chosen.stuck_on_board else red for red in reds]
    stuck = [sum(1 << cell for cell in every if all(red >> to & 1 for to, *_ in ways[cell])) for red in helpless]
    stuck = stuck if gains[0] else []
    first = [ways[cell] + (steps[cell] if stuck and stuck[0] >> cell & 1 else []) for cell in every]
    attacks = tuple(tuple(dict.fromkeys((to, between) for to, between, _, takes in found if takes)) for found in first)
    rows, also = (tuple(_row(cell, found[cell]) for cell in every) for found in (ways, steps))
    return BattleKind(rows, also, attacks, _by_target(attacks), tuple(stuck), gains[1])


def _by_target(attacks: Sequence[Seen]) -> tuple[Seen, ...]:
    """By target, what was by origin."""
    found: list[list[tuple[int, int]]] = [[] for _ in attacks]
    for cell, seen in enumerate(attacks):
        for to, between in seen:
            found[to].append((cell, between))
    return tuple(map(tuple, found))


def _ways_by_cell(lattice: Board, movement: Movement, forward: str, unblocked: bool) -> list[list[Way]]:
    """Where a movement leads, by cell; its paths are turned forward once for all cells."""
    paths: list[tuple[Walk, bool, list[_Step]]] = []
    for way in movement.kinds:
        assert isinstance(way, Walk)
        for direction in way.directions:
            paths.append((way, unblocked and isinstance(way, Slide), _turned_path(lattice, way, direction, forward)))
    cells = range(len(lattice.cells))
    return [[way for path in paths for way in _follow_path(lattice, cell, *path)] for cell in cells]


_Step = tuple[int, int, bool]  # files and ranks from where a path starts, and whether it may end there


def _turned_path(lattice: Board, way: Walk, direction: Offset, forward: str) -> list[_Step]:
    """A path as far as the board could hold it: each step leads one cell farther."""
    steps = islice(way.path(direction), max(lattice.files, lattice.ranks))
    return [(*lattice.compass.to_board(offset, forward), ends) for offset, ends in steps]


def _follow_path(lattice: Board, cell: int, way: Walk, unblocked: bool, path: Sequence[_Step]) -> Iterator[Way]:
    y, x = divmod(cell, lattice.files)
    between = 0
    for dx, dy, ends in path:
        u, v = x + dx, y + dy
        if not (0 <= u < lattice.files and 0 <= v < lattice.ranks):
            break
        at = v * lattice.files + u
        if ends:
            yield at, between, way.quiet, way.capture
        between |= 0 if unblocked else 1 << at


def _row(cell: int, ways: Sequence[Way]) -> OrderRow:
    orders = {to: BattleAction(BattleActionKind.ORDER, cell, to) for to, *_ in ways}
    goes = tuple((orders[to], between | (0 if takes else 1 << to)) for to, between, quiet, takes in ways if quiet)
    only = tuple((orders[to], between, 1 << to) for to, between, quiet, takes in ways if takes and not quiet)
    return OrderRow(goes, only, len({to for to, *_ in ways}) < len(ways))


def rings(lattice: Board, last_stays: bool) -> list[int]:
    """The rings of a board from its edge inwards, a mask each; without the last two or three rows if they stay."""
    found: dict[int, int] = {}
    for number, cell in enumerate(lattice.cells):
        x, y = lattice.place(cell)
        ring = min(x, y, lattice.files - 1 - x, lattice.ranks - 1 - y)
        found[ring] = found.get(ring, 0) | 1 << number
    kept = 1 + min(lattice.files, lattice.ranks) % 2 if last_stays else 0
    return [found[ring] for ring in range(max(len(found) - kept, 0))]


def growing(areas: Sequence[int]) -> tuple[int, ...]:
    """What is red after none, one, two ... of the areas."""
    reds = [0]
    for area in areas:
        reds.append(reds[-1] | area)
    return tuple(reds)


def colours(lattice: Board) -> tuple[int, ...]:
    """The colour of each cell of a chequered board, 0 for a1's."""
    return tuple(sum(lattice.place(cell)) % 2 for cell in lattice.cells)


@dataclass(frozen=True)
class BattleTables:
    """All of a game: kinds by player and kind; areas in the order of their lights, `reds` after so many of them."""

    players: int
    kinds: tuple[tuple[BattleKind, ...], ...]
    areas: tuple[int, ...]
    reds: tuple[int, ...]
    colours: tuple[int, ...]
    stays: tuple[BattleAction, ...]
    places: tuple[tuple[BattleAction, ...], ...]  # by kind and cell


def tables(lattice: Board, forwards: Sequence[str], movements: Mapping[str, Movement], fallback: Movement,
           gains: Mapping[str, tuple[bool, bool]], areas: Sequence[int], chosen: ChessBattleReadings) -> BattleTables:
    """The tables for players with these forwards, who share them if they share a forward; `gains` as in `kind`."""
    reds = growing(areas)
    made = {forward: tuple(kind(lattice, forward, movement, fallback, gains[name], reds, chosen)
                           for name, movement in movements.items()) for forward in dict.fromkeys(forwards)}
    stays = tuple(BattleAction(BattleActionKind.ORDER, cell, cell) for cell in range(len(lattice.cells)))
    places = tuple(
        tuple(BattleAction(BattleActionKind.PLACE, k, stay.first) for stay in stays) for k in range(len(movements))
    )
    kinds = tuple(made[forward] for forward in forwards)
    return BattleTables(len(forwards), kinds, tuple(areas), reds, colours(lattice), stays, places)


class _BattleCompiler(OptionChecks):
    """Checks the options of a game and compiles the parts of them that tables need."""

    def __init__(self, given: Given) -> None:
        super().__init__()
        self.given, self.options, self.lattice = given, given.options, given.start.setting.lattice
        self.kinds = given.start.setting.kinds

    def check(self) -> None:
        """Note every mistake that does not come from reading cells or movements."""
        for ruling, reading in unknown_readings(self.given, RULINGS):
            hint = nearest_hint(reading, RULINGS[ruling])
            self.wrong(("rulings", ruling), f"{ruling} has no reading `{reading}`", hint)
        is_listed = self.given.rulings.get("CB-10") == "listed"
        if is_listed != bool(self.options.schedule):
            what = "a schedule is read where CB-10 is `listed`, and only there"
            self.wrong(("schedule",), what, "give both or none")
        # Rings of red cells exist on a rectangle of squares only.
        if not self.lattice.is_rectangle:
            self.wrong(("boards",), "these rules need a board of squares without holes", "like `grid: 8x8`")
        # The usual names of the fallback need not exist, what is written must.
        for key in sorted(self.options.fallback.model_fields_set & {"stuck", "apart"}):
            for name in getattr(self.options.fallback, key):
                if name not in self.kinds:
                    self.wrong(("fallback", key), f"there is no piece `{name}`", nearest_hint(name, self.kinds))
        if first := kinds_with_first_moves(self.given):
            what = f"{join_words(first)} {'has' if len(first) == 1 else 'have'} moves for the first turn only"
            self.wrong(("pieces",), what, "this rule set does not remember who has moved")
        players, cells = len(self.given.start.setting.players), len(self.lattice.cells)
        if players > cells:
            self.wrong(("boards",), f"{cells} cells are too few for {players} players", "take a larger board")

    def areas(self) -> list[int]:
        """The cells that turn yellow at the end of round 1, 2 ..., a mask for each round."""
        if not self.options.schedule:
            return rings(self.lattice, self.given.rulings.get("CB-12") == "stays")
        return [self._read_area(number, text) for number, text in enumerate(self.options.schedule)]

    def _read_area(self, number: int, text: str) -> int:
        try:
            cells = self.given.zones[text] if text in self.given.zones else parse_cells(text, self.lattice)
            return sum(1 << self.lattice.order[cell] for cell in dict.fromkeys(cells))
        except TextError as error:
            self.wrong(("schedule", number), error.what, f"name a zone, or cells; {error.hint}")
        except KeyError as error:
            what = f"{error.args[0]} of the zone `{text}` is not on the board"
            self.wrong(("schedule", number), what, f"cells here are {self.lattice}")
        return 0

    def fallback(self) -> Movement:
        """The moves that a helpless piece gains."""
        try:
            return parse_betza(self.options.fallback.moves)
        except TextError as error:
            self.wrong(("fallback", "moves"), error.what, error.hint)
            return Movement("", ())


def compile_tables(given: Given) -> Callable[[], BattleTables]:
    """A function that makes the tables of a game; the options are checked at once. Raises OptionErrors with every
    mistake."""
    compiler, setting = _BattleCompiler(given), given.start.setting
    compiler.check()
    areas, fallback = compiler.areas(), compiler.fallback()
    compiler.finish()
    options: ChessBattleOptions = given.options
    movements = {kind: given.movements.movements[kind] for kind in setting.kinds}
    gains = {kind: (kind in options.fallback.stuck, kind in options.fallback.apart) for kind in setting.kinds}
    forwards = list(setting.players.values())
    return partial(tables, setting.lattice, forwards, movements, fallback, gains, areas, readings(given.rulings))

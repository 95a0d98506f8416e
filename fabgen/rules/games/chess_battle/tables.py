"""Movements, rings, options and readings → tables with a bit for each cell, made once, so that a single `and` checks an
order. Every mistake in the options is found before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice

from fabgen.core.english import join_words
from fabgen.core.problems import nearest_hint
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, TextError, parse_cells
from fabgen.rules.directions import Offset
from fabgen.rules.games.chess_battle.options import RULINGS, ChessBattleOptions, ChessBattleReadings, readings
from fabgen.rules.games.chess_battle.state import BattleAction, BattleActionKind
from fabgen.rules.games.skeleton import OptionChecks, kinds_with_first_moves, unknown_readings
from fabgen.rules.movement import Movement, Slide, Walk
from fabgen.rules.protocol import RuleSetInput

Attacks = tuple[tuple[int, int], ...]  # attacked cells, each with the cells between that must be empty
Way = tuple[int, int, bool, bool]  # target, the cells between; whether the target may be empty, may be occupied


MOST_KINDS = 64  # whose tables are kept: four forwards of three kinds, for several numbers of players


@dataclass(frozen=True)
class OrderRow:
    """The orders of a kind of piece from a cell, each with the cells that must be empty. Orders in `takes` need an
    occupied target."""

    goes: tuple[tuple[BattleAction, int], ...]
    takes: tuple[tuple[BattleAction, int, int], ...]
    twice: bool  # whether two ways lead to one cell

    def orders(self, occupied: int) -> list[BattleAction]:
        """The orders that can be carried out, in a fixed order, each once."""
        orders = [order for order, between in self.goes if not between & occupied]
        if self.takes:
            orders += [order for order, between, target in self.takes if target & occupied and not between & occupied]
        return list(dict.fromkeys(orders)) if self.twice else orders


@dataclass(frozen=True)
class BattleKind:
    """How one kind of piece moves for players with the same forward.

    * `rows` and `steps`: by cell, its own orders and those of its fallback.
    * `attacks`: by cell, the cells that it attacks on a board without red cells; `attackers`: the same by target.
    * `stuck`: by the number of red areas, the cells on which it gains its fallback; empty if it never does.
    * `apart`: whether it gains the fallback when it cannot meet another piece.
    """

    rows: tuple[OrderRow, ...]
    steps: tuple[OrderRow, ...]
    attacks: tuple[Attacks, ...]
    attackers: tuple[Attacks, ...]
    stuck: tuple[int, ...]
    apart: bool


@lru_cache(MOST_KINDS)
def make_kind(
    lattice: Board, forward: str, movement: Movement, fallback: Movement, gains: tuple[bool, bool],
    reds: tuple[int, ...], chosen: ChessBattleReadings,
) -> BattleKind:
    """The tables of a movement, which games with the same movement share. `gains`: whether the piece gains the fallback
    when stuck, and when apart. `reds`: the mask of red cells by the number of red areas."""
    cells = range(len(lattice.cells))
    ways, steps = (_ways_by_cell(lattice, source, forward, chosen.unblocked) for source in (movement, fallback))
    closed_masks = [0 if chosen.stuck_on_board else red for red in reds]
    stuck = [sum(1 << cell for cell in cells if all(red >> to & 1 for to, *_ in ways[cell])) for red in closed_masks]
    stuck = stuck if gains[0] else []
    all_ways = [ways[cell] + (steps[cell] if stuck and stuck[0] >> cell & 1 else []) for cell in cells]
    attacks = tuple(
        tuple(dict.fromkeys((to, between) for to, between, _, takes in ways_of_cell if takes))
        for ways_of_cell in all_ways
    )
    rows, fallback_rows = (tuple(_row(cell, ways_of_cell[cell]) for cell in cells) for ways_of_cell in (ways, steps))
    return BattleKind(rows, fallback_rows, attacks, _by_target(attacks), tuple(stuck), gains[1])


def _by_target(attacks: Sequence[Attacks]) -> tuple[Attacks, ...]:
    """The attacks by target instead of by origin."""
    attackers: list[list[tuple[int, int]]] = [[] for _ in attacks]
    for cell, attacked_cells in enumerate(attacks):
        for to, between in attacked_cells:
            attackers[to].append((cell, between))
    return tuple(map(tuple, attackers))


def _ways_by_cell(lattice: Board, movement: Movement, forward: str, unblocked: bool) -> list[list[Way]]:
    """Where a movement leads, by cell. Its paths are turned to the player's forward once for all cells."""
    paths: list[tuple[Walk, bool, list[_Step]]] = []
    for way in movement.ways:
        assert isinstance(way, Walk)
        for direction in way.directions:
            paths.append((way, unblocked and isinstance(way, Slide), _turned_path(lattice, way, direction, forward)))
    cells = range(len(lattice.cells))
    return [[way for path in paths for way in _follow_path(lattice, cell, *path)] for cell in cells]


_Step = tuple[int, int, bool]  # files and ranks from where a path starts, and whether it may end there


def _turned_path(lattice: Board, way: Walk, direction: Offset, forward: str) -> list[_Step]:
    """A path, as long as the board could hold it."""
    steps = islice(way.path(direction), max(lattice.files, lattice.ranks))
    return [(*lattice.compass.to_board(offset, forward), ends) for offset, ends in steps]


def _follow_path(lattice: Board, cell: int, way: Walk, unblocked: bool, path: Sequence[_Step]) -> Iterator[Way]:
    """The targets of a path from a cell."""
    y, x = divmod(cell, lattice.files)
    between = 0
    for dx, dy, ends in path:
        u, v = x + dx, y + dy
        if not (0 <= u < lattice.files and 0 <= v < lattice.ranks):
            break
        number = v * lattice.files + u
        if ends:
            yield number, between, way.quiet, way.capture
        between |= 0 if unblocked else 1 << number


def _row(cell: int, ways: Sequence[Way]) -> OrderRow:
    """The orders from a cell, by whether they need an occupied target."""
    orders = {to: BattleAction(BattleActionKind.ORDER, cell, to) for to, *_ in ways}
    goes = tuple((orders[to], between | (0 if takes else 1 << to)) for to, between, quiet, takes in ways if quiet)
    captures = tuple((orders[to], between, 1 << to) for to, between, quiet, takes in ways if takes and not quiet)
    return OrderRow(goes, captures, len({to for to, *_ in ways}) < len(ways))


def ring_masks(lattice: Board, last_stays: bool) -> list[int]:
    """The rings of a board from its edge inwards, as masks. If the last area stays, without the innermost ring, or the
    innermost two on an odd board."""
    masks: dict[int, int] = {}
    for number, cell in enumerate(lattice.cells):
        x, y = lattice.place(cell)
        ring = min(x, y, lattice.files - 1 - x, lattice.ranks - 1 - y)
        masks[ring] = masks.get(ring, 0) | 1 << number
    kept_rings = 1 + min(lattice.files, lattice.ranks) % 2 if last_stays else 0
    return [masks[ring] for ring in range(max(len(masks) - kept_rings, 0))]


def accumulate_red_areas(areas: Sequence[int]) -> tuple[int, ...]:
    """The red cells after none, one, two ... of the areas."""
    reds = [0]
    for area in areas:
        reds.append(reds[-1] | area)
    return tuple(reds)


def cell_colours(lattice: Board) -> tuple[int, ...]:
    """The colour of each cell of a chequered board, 0 for a1's."""
    return tuple(sum(lattice.place(cell)) % 2 for cell in lattice.cells)


@dataclass(frozen=True)
class BattleTables:
    """All tables of a game: kinds by player and kind; areas in the order of their lights; `reds` by the number of red
    areas."""

    players: int
    kinds: tuple[tuple[BattleKind, ...], ...]
    areas: tuple[int, ...]
    reds: tuple[int, ...]
    colours: tuple[int, ...]
    stays: tuple[BattleAction, ...]
    places: tuple[tuple[BattleAction, ...], ...]  # by kind and cell


def make_tables(
    lattice: Board, forwards: Sequence[str], movements: Mapping[str, Movement], fallback: Movement,
    gains: Mapping[str, tuple[bool, bool]], areas: Sequence[int], chosen: ChessBattleReadings,
) -> BattleTables:
    """The tables of all players, which players with the same forward share. `gains` as in `make_kind`, by the kind's
    name."""
    reds = accumulate_red_areas(areas)
    kinds_by_forward = {
        forward: tuple(make_kind(lattice, forward, movement, fallback, gains[name], reds, chosen)
                       for name, movement in movements.items())
        for forward in dict.fromkeys(forwards)
    }
    stays = tuple(BattleAction(BattleActionKind.ORDER, cell, cell) for cell in range(len(lattice.cells)))
    places = tuple(
        tuple(BattleAction(BattleActionKind.PLACE, kind_number, stay.first) for stay in stays)
        for kind_number in range(len(movements))
    )
    kinds = tuple(kinds_by_forward[forward] for forward in forwards)
    return BattleTables(len(forwards), kinds, tuple(areas), reds, cell_colours(lattice), stays, places)


class _BattleCompiler(OptionChecks):
    """Checks the options of a game, and compiles those parts of them that tables need."""

    def __init__(self, source: RuleSetInput) -> None:
        super().__init__()
        self.source, self.options, self.lattice = source, source.options, source.start.setting.lattice
        self.kinds = source.start.setting.kinds

    def check(self) -> None:
        """Notes every mistake that does not come from reading cells or movements."""
        for ruling, reading in unknown_readings(self.source, RULINGS):
            hint = nearest_hint(reading, RULINGS[ruling])
            self.report(("rulings", ruling), f"{ruling} has no reading `{reading}`", hint)
        is_listed = self.source.rulings.get("CB-10") == "listed"
        if is_listed != bool(self.options.schedule):
            what = "a schedule is read where CB-10 is `listed`, and only there"
            self.report(("schedule",), what, "give both or none")
        # Rings of red cells exist on a rectangle of squares only.
        if not self.lattice.is_rectangle:
            self.report(("boards",), "these rules need a board of squares without holes", "like `grid: 8x8`")
        # The default names of the fallback need not be pieces of this game, but names that a spec writes must be.
        for key in sorted(self.options.fallback.model_fields_set & {"stuck", "apart"}):
            for name in getattr(self.options.fallback, key):
                if name not in self.kinds:
                    self.report(("fallback", key), f"there is no piece `{name}`", nearest_hint(name, self.kinds))
        if first := kinds_with_first_moves(self.source):
            what = f"{join_words(first)} {'has' if len(first) == 1 else 'have'} moves for the first turn only"
            self.report(("pieces",), what, "this rule set does not remember who has moved")
        players, cells = len(self.source.start.setting.players), len(self.lattice.cells)
        if players > cells:
            self.report(("boards",), f"{cells} cells are too few for {players} players", "take a larger board")

    def areas(self) -> list[int]:
        """The cells that turn yellow at the end of round 1, 2 ..., as a mask for each round."""
        if not self.options.schedule:
            return ring_masks(self.lattice, self.source.rulings.get("CB-12") == "safe middle")
        return [self._read_area(number, text) for number, text in enumerate(self.options.schedule)]

    def _read_area(self, number: int, text: str) -> int:
        """The mask of an area of the schedule; a mistake where it cannot be read."""
        try:
            cells = self.source.zones[text] if text in self.source.zones else parse_cells(text, self.lattice)
            return sum(1 << self.lattice.order[cell] for cell in dict.fromkeys(cells))
        except TextError as error:
            self.report(("schedule", number), error.message, f"name a zone, or cells; {error.hint}")
        except KeyError as error:
            what = f"{error.args[0]} of the zone `{text}` is not on the board"
            self.report(("schedule", number), what, f"cells here are {self.lattice}")
        return 0

    def fallback(self) -> Movement:
        """The moves that a helpless piece gains."""
        try:
            return parse_betza(self.options.fallback.moves)
        except TextError as error:
            self.report(("fallback", "moves"), error.message, error.hint)
            return Movement("", ())


def compile_tables(source: RuleSetInput) -> Callable[[], BattleTables]:
    """A function that makes the tables of a game. The options are checked at once: raises OptionErrors with every
    mistake."""
    compiler, setting = _BattleCompiler(source), source.start.setting
    compiler.check()
    areas, fallback = compiler.areas(), compiler.fallback()
    compiler.finish()
    options: ChessBattleOptions = source.options
    movements = {kind: source.movements.movements[kind] for kind in setting.kinds}
    gains = {kind: (kind in options.fallback.stuck, kind in options.fallback.apart) for kind in setting.kinds}
    forwards = list(setting.players.values())
    return partial(make_tables, setting.lattice, forwards, movements, fallback, gains, areas, readings(source.rulings))

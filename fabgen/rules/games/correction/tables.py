"""Setting, movements, zones and options → tables of cell numbers, made once. Every name that does not fit is a mistake
with its key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import Board
from fabgen.rules.games.correction.options import RULINGS, CorrectionOptions
from fabgen.rules.games.correction.state import CorrectionAction, CorrectionActionKind
from fabgen.rules.games.skeleton import OptionChecks, cell_bits, kinds_with_first_moves, unknown_readings
from fabgen.rules.movement import Movement, Walk
from fabgen.rules.position import Piece, Setting
from fabgen.rules.protocol import RuleSetInput

Way = tuple[int, ...] | None  # the cells on the way, which must be empty; None: there is no such way
Target = tuple[int, Way, Way, CorrectionAction]  # to, quiet way, capturing way, the action


@dataclass(frozen=True)
class CorrectionTables:
    """By code (0 unused): the `targets` from each cell, the `spawns`, and whether it `enters` cells with tokens.

    By player: `first_codes`, the lowest of the player's codes, which follow each other; and cells as bits: `goal`, and
    `free`, where the player's moves cannot be denied.
    """

    kinds: int
    first_codes: tuple[int, int]
    targets: tuple[tuple[tuple[Target, ...], ...], ...]
    spawns: tuple[tuple[CorrectionAction, ...], ...]
    enters: tuple[bool, ...]
    goal: tuple[int, ...]
    free: tuple[int, ...]


def piece_codes(setting: Setting) -> dict[Piece, int]:
    """The code of each kind of piece of each player."""
    pieces = (Piece(player, kind) for player in setting.players for kind in setting.kinds)
    return {piece: code for code, piece in enumerate(pieces, 1)}


def check_options(source: RuleSetInput) -> None:
    """Checks a spec's options and readings. Raises OptionErrors with every mistake."""
    checks = OptionChecks()
    setting, options = source.start.setting, source.options
    if len(setting.players) != 2:
        checks.report(("set",), f"this rule set is for two players, not {len(setting.players)}")
    _check_homes(checks, setting, options, source)
    if options.denial not in source.tokens:
        checks.report(("denial",), f"there is no token `{options.denial}`", nearest_hint(options.denial, source.tokens))
    for kind in options.recovers:
        if kind not in setting.kinds:
            checks.report(("recovers",), f"there is no piece `{kind}`", nearest_hint(kind, setting.kinds))
    for kind in kinds_with_first_moves(source):
        what = f"the {kind} has an initial move, which this rule set does not know"
        checks.report(("set",), what, "movements without `i`")
    for ruling, reading in unknown_readings(source, RULINGS):
        hint = nearest_hint(reading, RULINGS[ruling])
        checks.report(("rulings", ruling), f"`{reading}` is no reading of {ruling}", hint)
    checks.finish()


def _check_homes(checks: OptionChecks, setting: Setting, options: CorrectionOptions, source: RuleSetInput) -> None:
    """Notes players without a home row, and names that are no player or no zone."""
    for player in setting.players:
        if player not in options.homes:
            checks.report(("homes",), f"`{player}` has no home row", f"add `{player}: ZONE`")
    for player, zone in options.homes.items():
        if player not in setting.players:
            hint = nearest_hint(player, tuple(setting.players))
            checks.report(("homes", player), f"no player is called `{player}`", hint)
        if zone not in source.zones:
            checks.report(("homes", player), f"there is no zone `{zone}`", nearest_hint(zone, tuple(source.zones)))


def make_tables(source: RuleSetInput, goal_only: bool) -> CorrectionTables:
    """The tables of a game whose options have no mistakes. `goal_only`: moves into the mover's own home row may be
    denied (COR-6)."""
    setting, options = source.start.setting, source.options
    lattice, pieces = setting.lattice, piece_codes(setting)
    cells = range(len(lattice.numbered_cells))
    kinds = len(setting.kinds)
    homes = {p: sorted(lattice.order[cell] for cell in source.zones[options.homes[p]]) for p in setting.players}
    first, second = map(cell_bits, homes.values())
    moves = [tuple(_targets(lattice, cell, source.movements.movements[piece.kind], setting.players[piece.player])
                   for cell in cells) for piece in pieces]
    spawns = [
        tuple(CorrectionAction(CorrectionActionKind.SPAWN, code, cell) for cell in homes[piece.player])
        for piece, code in pieces.items()
    ]
    enters = [piece.kind in options.recovers for piece in pieces]
    goal = second, first
    free = goal if goal_only else (first | second, first | second)
    return CorrectionTables(kinds, (1, 1 + kinds), ((), *moves), ((), *spawns), (False, *enters), goal, free)


def _targets(lattice: Board, origin: int, movement: Movement, forward: str) -> tuple[Target, ...]:
    """Where a piece may go from a cell, in the lattice's order.

    Of several ways to the same cell, the one that crosses the fewest cells counts: a leap before a slide. Two slides to
    a cell cross the same cells.
    """
    quiet: dict[int, tuple[int, ...]] = {}
    capture: dict[int, tuple[int, ...]] = {}
    for way in movement.ways:
        assert isinstance(way, Walk)
        for to, between in _follow_paths(lattice, origin, way, forward):
            for allowed, crossed in ((way.quiet, quiet), (way.capture, capture)):
                if allowed:
                    crossed[to] = min(crossed.get(to, between), between, key=len)
    return tuple((to, quiet.get(to), capture.get(to), CorrectionAction(CorrectionActionKind.MOVE, origin, to))
                 for to in sorted({*quiet, *capture}))


def _follow_paths(lattice: Board, origin: int, way: Walk, forward: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The cells where a way of moving may end, each with the cells crossed before it."""
    for direction in way.directions:
        crossed: list[int] = []
        for offset, ends in way.path(direction):
            cell = lattice.neighbour(origin, offset, forward)
            if cell is None:
                break
            if ends:
                yield cell, tuple(crossed)
            crossed.append(cell)

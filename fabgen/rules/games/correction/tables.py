"""Setting, movements, zones and options → tables of cell numbers, made once; every name that does not fit is a mistake
with its key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fabgen.base import nearest
from fabgen.rules.boards import Lattice
from fabgen.rules.games.correction.options import RULINGS, Options
from fabgen.rules.games.correction.state import Action, What
from fabgen.rules.movement import Movement, Walk
from fabgen.rules.position import Man, Setting
from fabgen.rules.protocol import Given, OptionMistake

Way = tuple[int, ...] | None  # cells that must be empty on the way; None: not possible
Target = tuple[int, Way, Way, Action]  # to, quiet way, capturing way, the action


@dataclass(frozen=True)
class Tables:
    """By code (0 unused): `targets` of each cell, `spawns`, whether it `enters` tokens.

    By player: `low`, its first code, and cells as bits: `goal`, and `free`, where its moves cannot be denied.
    """

    kinds: int
    low: tuple[int, int]
    targets: tuple[tuple[tuple[Target, ...], ...], ...]
    spawns: tuple[tuple[Action, ...], ...]
    enters: tuple[bool, ...]
    goal: tuple[int, ...]
    free: tuple[int, ...]


def codes(setting: Setting) -> dict[Man, int]:
    """The code of each kind of man."""
    men = (Man(player, piece) for player in setting.players for piece in setting.pieces)
    return {man: code for code, man in enumerate(men, 1)}


def mistakes(given: Given) -> Iterator[OptionMistake]:
    """All that is wrong with a spec's options and readings."""
    setting, options = given.start.setting, given.options
    if len(setting.players) != 2:
        yield OptionMistake(("set",), f"this rule set is for two players, not {len(setting.players)}")
    yield from _home_mistakes(setting, options, given)
    if options.denial not in given.tokens:
        yield OptionMistake(("denial",), f"there is no token `{options.denial}`", nearest(options.denial, given.tokens))
    for piece in options.recovers:
        if piece not in setting.pieces:
            yield OptionMistake(("recovers",), f"there is no piece `{piece}`", nearest(piece, setting.pieces))
    for piece, movement in given.movements.movements.items():
        if any(way.first for way in movement.kinds):
            what = f"the {piece} has an initial move, which this rule set does not know"
            yield OptionMistake(("set",), what, "movements without `i`")
    for ruling, known in RULINGS.items():
        if given.rulings.get(ruling, known[0]) not in known:
            reading = given.rulings[ruling]
            yield OptionMistake(("rulings", ruling), f"`{reading}` is no reading of {ruling}", nearest(reading, known))


def _home_mistakes(setting: Setting, options: Options, given: Given) -> Iterator[OptionMistake]:
    for player in setting.players:
        if player not in options.homes:
            yield OptionMistake(("homes",), f"`{player}` has no home row", f"add `{player}: ZONE`")
    for player, zone in options.homes.items():
        if player not in setting.players:
            hint = nearest(player, tuple(setting.players))
            yield OptionMistake(("homes", player), f"no player is called `{player}`", hint)
        if zone not in given.zones:
            yield OptionMistake(("homes", player), f"there is no zone `{zone}`", nearest(zone, tuple(given.zones)))


def tables(given: Given, goal_only: bool) -> Tables:
    """The tables of a game without mistakes; `goal_only`: one's own home row may be denied (COR-6)."""
    setting, options = given.start.setting, given.options
    lattice, men = setting.lattice, codes(setting)
    cells = range(len(lattice.numbered))
    kinds = len(setting.pieces)
    homes = {p: sorted(lattice.order[cell] for cell in given.zones[options.homes[p]]) for p in setting.players}
    first, second = (sum(1 << cell for cell in home) for home in homes.values())
    moves = [tuple(_targets(lattice, cell, given.movements.movements[man.piece], setting.players[man.player])
                   for cell in cells) for man in men]
    spawns = [tuple(Action(What.SPAWN, code, cell) for cell in homes[man.player]) for man, code in men.items()]
    enters = [man.piece in options.recovers for man in men]
    return Tables(kinds, (1, 1 + kinds), ((), *moves), ((), *spawns), (False, *enters), (second, first),
                  (second, first) if goal_only else (first | second, first | second))


def _targets(lattice: Lattice, origin: int, movement: Movement, forward: str) -> tuple[Target, ...]:
    """Where a piece may go from a cell, in the lattice's order.

    Of two ways to one cell a leap is the freer one; any others cross the same cells.
    """
    quiet: dict[int, tuple[int, ...]] = {}
    capture: dict[int, tuple[int, ...]] = {}
    for way in movement.kinds:
        assert isinstance(way, Walk)
        for to, between in _ends(lattice, origin, way, forward):
            for wanted, found in ((way.quiet, quiet), (way.capture, capture)):
                if wanted:
                    found[to] = min(found.get(to, between), between, key=len)
    return tuple((to, quiet.get(to), capture.get(to), Action(What.MOVE, origin, to))
                 for to in sorted({*quiet, *capture}))


def _ends(lattice: Lattice, origin: int, way: Walk, forward: str) -> Iterator[tuple[int, tuple[int, ...]]]:
    for direction in way.directions:
        crossed: list[int] = []
        for offset, ends in way.path(direction):
            cell = lattice.neighbour(origin, offset, forward)
            if cell is None:
                break
            if ends:
                yield cell, tuple(crossed)
            crossed.append(cell)

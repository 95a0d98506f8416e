"""Setting, movements, zones and options → the tables of a game; every name that does not fit is a mistake with its
key."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fabgen.base import nearest, words
from fabgen.rules.boards import Cell
from fabgen.rules.legal_moves import Movements
from fabgen.rules.movement import Leap, Movement, Walk
from fabgen.rules.position import Man, Position
from fabgen.rules.protocol import OptionMistake
from fabgen.rules.standard.aims import goals
from fabgen.rules.standard.hop_tables import FATES, HopTables
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Also, Options
from fabgen.rules.standard.state import NOWHERE, Compiled, Condition
from fabgen.rules.standard.tables import Ground, Lazy, Walker, Walks, mask, rows_ahead

MOST_KINDS = 255  # a man is one byte


def compile_game(
    movements: Movements, zones: Mapping[str, tuple[Cell, ...]], options: Options, start: Position
) -> tuple[Compiled | None, list[OptionMistake]]:
    """The tables, and all that is wrong with the options. No tables where there are mistakes."""
    compiler = _Compiler(Names(start.setting, zones), movements.movements, options, start)
    compiled = compiler.compiled() if compiler.fits() else None
    mistakes = list(dict.fromkeys(compiler.names.mistakes))
    return (None if mistakes else compiled), mistakes


@dataclass
class _Compiler(HopTables):
    """One game's options as tables."""

    def fits(self) -> bool:
        """Whether men fit into a byte each."""
        if len(self.names.codes) > MOST_KINDS:
            kinds = len(self.names.setting.pieces)
            self.names.wrong(
                (),
                f"{len(self.names.players)} players with {kinds} kinds of pieces each are too many",
                f"players times kinds go to {MOST_KINDS}",
            )
        return len(self.names.codes) <= MOST_KINDS

    def compiled(self) -> Compiled:
        """All tables."""
        options, setting, names = self.options, self.names.setting, self.names
        first, following = self._turns()
        homes = names.by_code(options.homes, "homes")
        drops = names.by_code(options.drops, "drops")
        return Compiled(
            players=len(setting.players),
            kinds=len(setting.pieces),
            cells=len(setting.lattice.numbered),
            first=first,
            following=following,
            walks=tuple(tuple(self._walks(code, parity) for code in self.every) for parity in self.parities),
            also=self._also(),
            repeats=self._repeats(),
            hops=self._hops(),
            mixed=self._mixed(),
            chain=self._chain(),
            forward=tuple(rows_ahead(setting.lattice, forward) for forward in setting.players.values()),
            promotes=tuple(self.promotes.get(code) for code in self.every),
            parity=self.terrain[0],
            parity_after=self.terrain[1],
            passable=self.passable,
            terrain={name: names.zone(name, "terrain", name) for name in options.terrain},
            forbidden=tuple(self.forbidden.get(code, NOWHERE) for code in self.every),
            homes=tuple(tuple(sorted(homes.get(code, self._start(code)))) for code in self.every),
            drops=tuple(tuple(sorted(drops.get(code, ()))) for code in self.every),
            drops_first=options.drops_first,
            holds=held(options),
            hand_as=self._hand_as(),
            goals=goals(names, options, self._numbers(), self._keeps()),
            fate=FATES[options.captured],
            compulsory=bool(options.compulsory),
            most=options.compulsory == "most",
            passing=options.passing,
            stuck=self._stuck(),
            needs_quiet=options.stuck_when == "no quiet action",
            halves=options.in_turn == "move and capture",
            unmoved=frozenset(
                code for code, man in names.men.items() if any(way.first for way in self.movements[man.piece].kinds)
            ),
        )

    def _turns(self) -> tuple[int, tuple[int, ...]]:
        """Who begins, and who follows whom."""
        players = self.names.players
        order = list(self.options.turns) or players
        if sorted(order) != sorted(players):
            self.names.wrong(
                ("turns",),
                f"the turns of {words(order)} are not one turn of each player",
                f"list each of {words(players)} once",
            )
            order = players
        following = {one: order[(n + 1) % len(order)] for n, one in enumerate(order)}
        return players.index(order[0]), tuple(players.index(following[player]) for player in players)

    def _walks(self, code: int, parity: int) -> Mapping[int, Walks]:
        return self._walker(code, self.movements[self.names.men[code].piece], parity).row() if code else {}

    def _also(self) -> tuple[tuple[Condition, ...], ...]:
        """Movement under a condition, by code."""
        found: dict[str, list[tuple[Also, Movement]]] = {}
        for piece, extra in self.names.keyed(self.options.also, "also").items():
            for i, one in enumerate(extra):
                movement = self.names.betza(one.moves, "also", piece, i, "moves")
                if not all(
                    isinstance(way, Leap) and way.quiet and not way.capture and not way.first for way in movement.kinds
                ):
                    self.names.wrong(
                        ("also", piece, i, "moves"),
                        f"`{one.moves}` is more than quiet steps and leaps",
                        "write m and an atom, such as `bmF`",
                    )
                found.setdefault(piece, []).append((one, movement))
        return tuple(
            tuple(self._condition(code, *pair) for pair in found.get(self.names.men[code].piece, ())) if code else ()
            for code in self.every
        )

    def _repeats(self) -> bool:
        """Whether conditional moves go where ordinary ones, or those under another condition, go too."""
        for piece, extra in self.options.also.items():
            ways = [*self.movements[piece].kinds] if piece in self.movements else []
            for i, one in enumerate(extra):
                ways += self.names.betza(one.moves, "also", piece, i, "moves").kinds
            offsets = [offset for way in ways for offset in way.directions]
            if len(offsets) > len(set(offsets)) or not all(isinstance(way, Leap) for way in ways):
                return True
        return False

    def _condition(self, code: int, also: Also, movement: Movement) -> Condition:
        zone = self._goal_cells(self.names.men[code].player)
        walks = tuple(self._walker(code, movement, parity).row() for parity in self.parities)
        ahead = self._walker(code, self.movements[self.names.men[code].piece], 0)
        row = Walker(ahead.lattice, ahead.movement, ahead.forward, Ground(ahead.ground.shut), None).row()
        masks = {
            "goals ahead filled": lambda cell: mask(zone & _still(row, cell)),
            "all goals filled": lambda cell: mask(zone - {cell}),
        }
        return Condition(walks, Lazy(masks[also.when]) if also.when in masks else None, zone, also.without == "holds")

    def _goal_cells(self, player: str) -> frozenset[int]:
        """All cells that a player's pieces are to reach, whichever way they count."""
        number = self.names.players.index(player)
        aims = goals(self.names, self.options, {}, False).win
        return frozenset(cell for aim in aims if aim.player == number for cell in aim.zone or ())

    def _start(self, code: int) -> tuple[int, ...]:
        """Where men of a code start."""
        order = self.names.setting.lattice.order
        return tuple(order[cell] for cell, man in self.start.men.items() if self.names.codes[man] == code)

    def _numbers(self) -> dict[int, int]:
        """How many men of each code there are at the start, on the board and in hand."""
        found = {code: len(self._start(code)) for code in self.every}
        for (player, _), counts in self.start.held.items():
            for piece, number in counts.items():
                found[self.names.codes[Man(player, piece)]] += number
        return found

    def _keeps(self) -> bool:
        """Whether nobody ever leaves the board."""
        captures = any(
            way.capture for movement in self.movements.values() for way in movement.kinds if isinstance(way, Walk)
        )
        hops = any(hop.takes != "nothing" for kinds in self.options.hops.values() for hop in kinds)
        return not hops and not (captures and self.options.capture == "replace")

    def _hand_as(self) -> tuple[int, ...]:
        """What each code becomes in a hand."""
        turned = self.names.keyed(self.options.hand_as, "hand_as")
        for piece, name in turned.items():
            if name not in self.names.setting.pieces:
                self.names.wrong(
                    ("hand_as", piece), f"there is no piece `{name}`", nearest(name, self.names.setting.pieces)
                )
        return (
            0,
            *(
                self.names.codes.get(Man(man.player, turned.get(man.piece, man.piece)), code)
                for code, man in self.names.men.items()
            ),
        )

    def _stuck(self) -> tuple[str, ...]:
        """What happens to each player who cannot act."""
        stuck, players = self.options.stuck, self.names.players
        if isinstance(stuck, str):
            return (stuck,) * len(players)
        for name in stuck:
            if name not in players:
                self.names.wrong(("stuck", name), f"no player is called `{name}`", nearest(name, players))
        return tuple(stuck.get(player, "loses") for player in players)


def held(options: Options) -> bool:
    """Whether men can be beside the board."""
    takes = {hop.takes for hops in options.hops.values() for hop in hops} | {options.captured}
    return bool(options.drops or takes & {"hand", "captor"})


def _still(row: Mapping[int, Walks], cell: int) -> frozenset[int]:
    """The cells that quiet moves could still reach from a cell on an empty board, the cell itself left out."""
    seen: set[int] = set()
    todo = [cell]
    while todo:
        walks = row[todo.pop()]
        rays = (to for ray, _ in walks.rays for to, quiet, _ in ray if quiet)
        nexts = {*(to for to, _ in walks.quiet), *(to for to, _, _ in walks.both), *rays} - seen
        seen |= nexts
        todo += nexts
    return frozenset(seen - {cell})

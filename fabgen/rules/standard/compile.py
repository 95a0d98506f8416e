"""Setting, movements, zones and options → the tables of a game; every name that does not fit is a mistake with its
key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fabgen.base import nearest, words
from fabgen.rules.betza import parse_betza
from fabgen.rules.engine import Movements
from fabgen.rules.game import OptionMistake
from fabgen.rules.lattice import Cell, TextError
from fabgen.rules.moves import Leap, Movement, Walk
from fabgen.rules.position import Man, Position
from fabgen.rules.standard.aims import goals
from fabgen.rules.standard.hops import Hopper, Hops, Kind
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Also, Hop, Options
from fabgen.rules.standard.state import ENEMY, FRIEND, NEVER, NOBODY, ChainRule, Compiled, Condition, Fate, Promotes
from fabgen.rules.standard.tables import Ground, Lazy, Walker, Walks, mask, rows_ahead, steps

MANY = 10_000
MOST_KINDS = 255  # a man is one byte
FATES = {"nothing": Fate.NOTHING, "removed": Fate.REMOVED, "hand": Fate.HAND, "captor": Fate.CAPTOR, "home": Fate.HOME}
OVER = {"friend": FRIEND, "enemy": ENEMY, "any": FRIEND | ENEMY}
OPEN = {"even": 0, "odd": 1, "never": NEVER}
NOBODYS: frozenset[int] = frozenset()


def compile_game(
    movements: Movements, zones: Mapping[str, tuple[Cell, ...]], options: Options, start: Position
) -> tuple[Compiled | None, list[OptionMistake]]:
    """The tables, and all that is wrong with the options. No tables where there are mistakes."""
    compiler = _Compiler(Names(start.setting, zones), movements.movements, options, start)
    compiled = compiler.compiled() if compiler.fits() else None
    mistakes = list(dict.fromkeys(compiler.names.mistakes))
    return (None if mistakes else compiled), mistakes


@dataclass
class _Compiler:
    """One game's options, looked up part by part."""

    names: Names
    movements: Mapping[str, Movement]
    options: Options
    start: Position
    kinds_of_hops: dict[object, Hops] = field(default_factory=dict)

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

    @property
    def every(self) -> range:
        """All codes, with 0."""
        return range(1 + len(self.names.codes))

    def compiled(self) -> Compiled:
        """All tables."""
        options, setting, names = self.options, self.names.setting, self.names
        first, following = self._turns()
        homes = names.by_code(options.homes, "homes")
        drops = names.by_code(options.drops, "drops")
        return Compiled(
            players=len(setting.players),
            kinds=len(setting.pieces),
            cells=len(setting.lattice.cells),
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
            terrain={name: names.zone(name, "terrain", name) for name in options.terrain},
            forbidden=tuple(self.forbidden.get(code, NOBODYS) for code in self.every),
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

    @cached_property
    def terrain(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """For each cell when it is open, and the cells that count after the action; nothing where no terrain is."""
        parity = [NOBODY] * len(self.names.setting.lattice.cells)
        after: set[int] = set()
        for name, terrain in self.options.terrain.items():
            for cell in sorted(self.names.zone(name, "terrain", name)):
                if parity[cell] != NOBODY:
                    self.names.wrong(
                        ("terrain", name),
                        f"{self.names.setting.lattice.cells[cell]} is in two zones with terrain",
                        "one terrain a cell",
                    )
                parity[cell] = OPEN[terrain.open]
                after |= {cell} if terrain.count == "after" else set()
        return (tuple(parity) if self.options.terrain else ()), frozenset(after)

    @property
    def parities(self) -> range:
        """Of the number of men on the board, where it matters."""
        return range(2 if self.terrain[0] else 1)

    def closed(self, parity: int, losses: int) -> frozenset[int]:
        """The cells that are closed to an action that takes so many men, by the number of men before it."""
        after = self.terrain[1]
        return frozenset(
            cell
            for cell, odd in enumerate(self.terrain[0])
            if odd != NOBODY and odd != (parity + (losses if cell in after else 0)) % 2
        )

    @cached_property
    def forbidden(self) -> dict[int, frozenset[int]]:
        """Cells that a code may not go to."""
        return self.names.by_code(self.options.forbidden, "forbidden")

    def _walks(self, code: int, parity: int) -> Mapping[int, Walks]:
        return self._walker(code, self.movements[self.names.men[code].piece], parity).row() if code else {}

    def _walker(self, code: int, movement: Movement, parity: int) -> Walker:
        ground = Ground(self.forbidden.get(code, NOBODYS), self.closed(parity, 0), self.closed(parity, 1))
        forward = self.names.setting.players[self.names.men[code].player]
        return Walker(
            self.names.setting.lattice,
            movement,
            forward,
            ground,
            self.promotes.get(code),
            self.options.capture == "replace",
        )

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
            for one in extra:
                ways += self.names.betza(one.moves, "also", piece).kinds
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

    def _hops(self) -> tuple[Hops | None, ...]:
        table = {
            piece: (self._kinds(piece, hops), hops)
            for piece, hops in self.names.keyed(self.options.hops, "hops").items()
            if hops
        }
        for piece, (_, hops) in table.items():
            fates = {hop.takes for hop in hops} - {"nothing"}
            if len(fates) > 1:
                self.names.wrong(
                    ("hops", piece),
                    f"hops of one piece take in several ways: {words(sorted(fates))}",
                    "let all of them take alike",
                )
        return tuple(
            self._hopper(code, table[self.names.men[code].piece][0])
            if code and self.names.men[code].piece in table
            else None
            for code in self.every
        )

    def _mixed(self) -> tuple[bool, ...]:
        """Near hops end an even number of files and of ranks off; quiet moves may too."""
        far = {piece for piece, hops in self.options.hops.items() if any(hop.far for hop in hops)}
        return (False, *(man.piece in far or self._even(man.piece) for man in self.names.men.values()))

    def _even(self, piece: str) -> bool:
        also = [
            self.names.betza(one.moves, "also", piece, i, "moves")
            for i, one in enumerate(self.options.also.get(piece, ()))
        ]
        ways = [way for movement in (self.movements[piece], *also) for way in movement.kinds]
        return any(not isinstance(way, Leap) or any(x % 2 == y % 2 == 0 for x, y in way.directions) for way in ways)

    def _kinds(self, piece: str, hops: tuple[Hop, ...]) -> tuple[Kind, ...]:
        return tuple(
            Kind(tuple(self._directions(hop, piece, i)), OVER[hop.over], FATES[hop.takes], hop.per_turn or 0, hop.far)
            for i, hop in enumerate(hops)
        )

    def _directions(self, hop: Hop, piece: str, number: int) -> Iterable[tuple[int, int]]:
        key, hint = ("hops", piece, number, "to"), "directions of W, F and K, such as `fF`, or `K` for all"
        try:
            offsets = steps(parse_betza(hop.to))
        except TextError as error:
            self.names.wrong(key, f"`{hop.to}` is no direction: {error.what}", hint)
            return ()
        if any(max(abs(x), abs(y)) != 1 for x, y in offsets):
            self.names.wrong(key, f"`{hop.to}` names more than neighbours", hint)
            return ()
        return offsets

    def _hopper(self, code: int, kinds: tuple[Kind, ...]) -> Hops:
        """Equal hops share their tables, so that one look at a position serves all men who hop alike."""
        forward = self.names.setting.players[self.names.men[code].player]
        shut = self.forbidden.get(code, NOBODYS) if self.options.forbidden_to == "moves and hops" else NOBODYS
        key = (kinds, forward, shut)
        if key not in self.kinds_of_hops:
            closed = tuple((self.closed(parity, 0), self.closed(parity, 1)) for parity in self.parities)
            hopper = Hopper(self.names.setting.lattice, forward, kinds, closed, shut)
            self.kinds_of_hops[key] = hopper.hops(len(self.kinds_of_hops))
        return self.kinds_of_hops[key]

    def _chain(self) -> ChainRule:
        chain = self.options.chain
        if chain is None:
            return ChainRule(1, False, True, False, False)
        keeps = any(hop.takes == "nothing" for hops in self.options.hops.values() for hop in hops)
        if chain.again == "must" and chain.same_piece == "again" and keeps:
            self.names.wrong(
                ("chain",),
                "a chain that must go on while it can, over the same piece again, may never end",
                "`same_piece: once`",
            )
        return ChainRule(
            chain.hops or MANY,
            chain.again == "must",
            chain.same_piece == "once",
            chain.final == "further",
            chain.turning == "never",
        )

    @cached_property
    def promotes(self) -> dict[int, Promotes]:
        """Promotion by code."""
        found: dict[int, Promotes] = {}
        for piece, rule in self.names.keyed(self.options.promotion, "promotion").items():
            into = list(dict.fromkeys(self.names.pieces(rule.to, "promotion", piece, "to")))
            if piece in into:
                self.names.wrong(
                    ("promotion", piece, "to"),
                    f"a {piece} cannot be promoted to a {piece}",
                    "`choice: may` lets it stay what it is",
                )
            for code, cells in self.names.by_code(rule.zone, "promotion", piece, "zone").items():
                man = self.names.men[code]
                if man.piece == piece:
                    choices = tuple(self.names.codes[Man(man.player, name)] for name in into)
                    found[code] = Promotes(
                        cells, choices, rule.choice == "may", rule.when == "touches", rule.in_chain == "ends"
                    )
        return found

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

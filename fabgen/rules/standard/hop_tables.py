"""`hops` and `chain` of a spec → the hops of each kind of man, and the rule by which they join."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from fabgen.base import words
from fabgen.rules.boards import TextError
from fabgen.rules.directions import Roads, Squares
from fabgen.rules.movement import Leap
from fabgen.rules.standard.grounds import Grounds
from fabgen.rules.standard.hopper import Hopper
from fabgen.rules.standard.hops import Hops, Kind
from fabgen.rules.standard.jumps import directions, far_steps
from fabgen.rules.standard.options import Hop
from fabgen.rules.standard.state import ENEMY, FRIEND, NOWHERE, ChainRule, Fate

MANY = 10_000
FATES = {"nothing": Fate.NOTHING, "removed": Fate.REMOVED, "hand": Fate.HAND, "captor": Fate.CAPTOR, "home": Fate.HOME}
OVER = {"friend": FRIEND, "enemy": ENEMY, "any": FRIEND | ENEMY}
ONCE = {"once": FRIEND | ENEMY, "again": 0, "friends once": FRIEND, "enemies once": ENEMY}


@dataclass
class HopTables(Grounds):
    """The part of a game's options that hops are."""

    kinds_of_hops: dict[object, Hops] = field(default_factory=dict)

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
        far = {piece for piece, hops in self.options.hops.items() if any(hop.far or hop.lands == "any" for hop in hops)}
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
            Kind(
                tuple(self._directions(hop, piece, i)),
                OVER[hop.over],
                FATES[hop.takes],
                hop.per_turn or 0,
                hop.far,
                hop.lands == "any",
                hop.along == "one axis",
            )
            for i, hop in enumerate(hops)
        )

    def _directions(self, hop: Hop, piece: str, number: int) -> Iterable[tuple[int, int]]:
        key, hint = ("hops", piece, number, "to"), self._ways()
        try:
            offsets = directions(hop, self.names.setting.lattice.compass)
        except TextError as error:
            self.names.wrong(key, f"`{hop.to}` is no direction: {error.what}", hint)
            return ()
        if hop.far and hop.lands == "any":
            self.names.wrong(
                ("hops", piece, number, "lands"), "a far hop lands straight behind", "leave out `lands` or `far`"
            )
        if far_steps(offsets, self.names.setting.lattice.compass):
            self.names.wrong(key, f"`{hop.to}` leads further than to neighbours", hint)
            return ()
        return offsets

    def _ways(self) -> str:
        """What `to` may say: neighbours are next to each other through sides, on squares over corners too."""
        compass = self.names.setting.lattice.compass
        if isinstance(compass, Squares):
            return "directions of W, F and K, such as `fF`, or `K` for all"
        if isinstance(compass, Roads):
            return "directions of W, such as `fW`; `R`, or no `to` at all, for all lines"
        return "on hexagons neighbours lie in directions of W alone: `W` for all six, `fW` for those ahead"

    def _hopper(self, code: int, kinds: tuple[Kind, ...]) -> Hops:
        """Equal hops share their tables, so that one look at a position serves all men who hop alike."""
        forward = self.names.setting.players[self.names.men[code].player]
        shut = self.forbidden.get(code, NOWHERE) if self.options.forbidden_to == "moves and hops" else NOWHERE
        key = (kinds, forward, shut)
        if key not in self.kinds_of_hops:
            closed = tuple((self.closed(parity, 0), self.closed(parity, 1)) for parity in self.parities)
            hopper = Hopper(self.names.setting.lattice, forward, kinds, closed, shut, self.passable)
            self.kinds_of_hops[key] = hopper.hops(len(self.kinds_of_hops))
        return self.kinds_of_hops[key]

    def _chain(self) -> ChainRule:
        chain = self.options.chain
        if chain is None:
            return ChainRule(1, False, FRIEND | ENEMY, False, False, False)
        once = ONCE[chain.same_piece]
        keeps = any(
            hop.takes == "nothing" and OVER[hop.over] & ~once for hops in self.options.hops.values() for hop in hops
        )
        if chain.again == "must" and keeps:
            self.names.wrong(
                ("chain",),
                "a chain that must go on while it can, over the same piece again, may never end",
                "`same_piece: once`",
            )
        return ChainRule(
            chain.hops or MANY,
            chain.again == "must",
            once,
            chain.final == "further",
            chain.turning == "never",
            chain.start == "taken",
        )

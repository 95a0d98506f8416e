"""Setting, movements, zones and options → where men may go, by kind of man and by cell: ground that opens and closes,
cells forbidden, cells that promote. What the tables of moves and of hops are both made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from fabgen.rules.movement import Movement
from fabgen.rules.position import Man, Position
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Options
from fabgen.rules.standard.state import NEVER, NOBODY, NOWHERE, Promotes
from fabgen.rules.standard.tables import Ground, Walker

OPEN = {"even": 0, "odd": 1, "never": NEVER}


@dataclass
class Grounds:
    """One game's options, looked up part by part; mistakes gather in `names`."""

    names: Names
    movements: Mapping[str, Movement]
    options: Options
    start: Position

    @property
    def every(self) -> range:
        """All codes, with 0."""
        return range(1 + len(self.names.codes))

    @cached_property
    def terrain(self) -> tuple[tuple[int, ...], frozenset[int]]:
        """For each cell when it is open, and the cells that count after the action; nothing where no terrain is."""
        parity = [NOBODY] * len(self.names.setting.lattice.numbered)
        after: set[int] = set()
        for name, terrain in self.options.terrain.items():
            for cell in sorted(self.names.zone(name, "terrain", name)):
                if parity[cell] != NOBODY:
                    self.names.wrong(
                        ("terrain", name),
                        f"{self.names.setting.lattice.numbered[cell]} is in two zones with terrain",
                        "one terrain a cell",
                    )
                parity[cell] = OPEN[terrain.open]
                after |= {cell} if terrain.count == "after" else set()
        return (tuple(parity) if self.options.terrain else ()), frozenset(after)

    @cached_property
    def passable(self) -> frozenset[int]:
        """The cells with terrain that may be hopped over even while they are closed."""
        free = [name for name, terrain in self.options.terrain.items() if terrain.over == "free"]
        return frozenset(cell for name in free for cell in self.names.zone(name, "terrain", name))

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

    def _walker(self, code: int, movement: Movement, parity: int) -> Walker:
        ground = Ground(self.forbidden.get(code, NOWHERE), self.closed(parity, 0), self.closed(parity, 1))
        forward = self.names.setting.players[self.names.men[code].player]
        return Walker(
            self.names.setting.lattice,
            movement,
            forward,
            ground,
            self.promotes.get(code),
            self.options.capture == "replace",
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

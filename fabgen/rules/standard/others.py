"""A game's options under other readings of its rulings → what hops would be possible then: a refusal names a ruling
where another reading of it would allow what is refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fabgen.rules.boards import Cell
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Position
from fabgen.rules.standard.compile import compile_game
from fabgen.rules.standard.hops import Hops
from fabgen.rules.standard.options import Options


@dataclass(frozen=True)
class Others:
    """`options`: by ruling, those under each of its other readings. Each game is compiled when first asked for."""

    movements: Movements
    zones: Mapping[str, tuple[Cell, ...]]
    start: Position
    options: Mapping[str, tuple[Options, ...]]
    _hops: dict[str, tuple[tuple[Hops | None, ...], ...]] = field(default_factory=dict)

    def hops(self, ruling: str) -> tuple[tuple[Hops | None, ...], ...]:
        """For each other reading that makes a game the hops by code."""
        if ruling not in self._hops:
            made = (
                compile_game(self.movements, self.zones, options, self.start)[0]
                for options in self.options.get(ruling, ())
            )
            self._hops[ruling] = tuple(game.hops for game in made if game)
        return self._hops[ruling]

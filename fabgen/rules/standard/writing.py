"""Action ↔ text: `c3-c4`, `c3xc4`, `b2-d4-f6`, `c3xe5xg7`, `a7-a8=queen`, `pawn@a1`, `pass`. Each action of a position
has a text of its own.

A leg is written with `x` where whoever it goes over, or stands at its end, is taken by the action. Where a hop may land
beside him, the text names him too: `c1x(d2)c3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.rules.boards import Lattice
from fabgen.rules.position import Man
from fabgen.rules.standard.hops import Hops
from fabgen.rules.standard.state import PASS, Move, State


@dataclass(frozen=True)
class Written:
    """The parts of a text that names cells: the cells, which legs take, whom each goes over where the text names him
    (-1), what the man becomes."""

    cells: tuple[int, ...]
    takes: tuple[bool, ...]
    over: tuple[int, ...]
    becomes: str


@dataclass(frozen=True)
class Writer:
    """Writes and reads the actions of one game; `hops` by code; `along`: whom each leg of a chain takes."""

    lattice: Lattice
    men: dict[int, Man]
    hops: Sequence[Hops | None]
    along: Callable[[State, Move], tuple[int, ...]]

    def text(self, state: State, move: Move) -> str:
        """An action as people write it."""
        cells = self.lattice.numbered
        if move == PASS:
            return "pass"
        if move.origin < 0:
            return f"{self.men[move.becomes].piece}@{cells[move.target]}"
        becomes = f"={self.men[move.becomes].piece}" if move.becomes else ""
        if not move.path:
            return f"{cells[move.origin]}{'x' if move.taken else '-'}{cells[move.target]}{becomes}"
        hops = self.hops[state.board[move.origin]]
        if hops and hops.bent:
            return f"{cells[move.origin]}{self._bent(state, move)}{becomes}"
        over = [self.hurdle(state, move.origin, a, b) for a, b in pairwise(move.path)]
        takes = [cell in move.taken and cell not in over[n:] for n, cell in enumerate(over, 1)]
        legs = "".join(f"{'x' if one else '-'}{cells[b]}" for one, b in zip(takes, move.path[1:], strict=True))
        return f"{cells[move.origin]}{legs}{becomes}"

    def _bent(self, state: State, move: Move) -> str:
        """The legs of a chain that may land beside whom it goes over."""
        cells = self.lattice.numbered
        pairs = zip(move.path[1:], self.along(state, move), strict=True)
        return "".join(f"-{cells[b]}" if over < 0 else f"x({cells[over]}){cells[b]}" for b, over in pairs)

    def hurdle(self, state: State, start: int, a: int, b: int) -> int:
        """The cell of the man that a hop of a man from `start` goes over; -1 where there is none."""
        names = self.lattice.between(self.lattice.numbered[a], self.lattice.numbered[b])
        cells = (self.lattice.order[name] for name in names)
        return next((cell for cell in cells if state.board[cell] and cell != start), -1)

    def parts(self, text: str) -> Written | None:
        """The cells that a text names, None where it is not of the form or names a cell that is not on the board."""
        cell = self.lattice.name.pattern
        leg = rf"([-x])(?:\(({cell})\))?({cell})"
        tight = "".join(text.split(" ")) if "=" not in text else text.strip()
        found = re.fullmatch(rf"({cell})((?:{leg})+)(?:=(.+))?", tight)
        if not found:
            return None
        legs = re.findall(leg, found[2])
        names = [found[1], *(name for *_, name in legs)]
        if any(name not in self.lattice for name in (*names, *(over for _, over, _ in legs if over))):
            return None
        cells = tuple(self.lattice.order[name] for name in names)
        over = tuple(self.lattice.order[over] if over else -1 for _, over, _ in legs)
        return Written(cells, tuple(sign == "x" for sign, *_ in legs), over, found[6] or "")

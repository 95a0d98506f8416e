"""Action ↔ text: `c3-c4`, `c3xc4`, `b2-d4-f6`, `c3xe5xg7`, `a7-a8=queen`, `pawn@a1`, `pass`. Each action of a position
has a text of its own.

A leg is written with `x` where whoever it goes over, or stands at its end, is taken by the action.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from fabgen.rules.lattice import Lattice
from fabgen.rules.position import Man
from fabgen.rules.standard.state import PASS, Move, State

_LEGS = re.compile(r"([a-z]+[0-9]+)((?:[-x][a-z]+[0-9]+)+)(?:=(.+))?")


@dataclass(frozen=True)
class Written:
    """The parts of a text that names cells: the cells, which legs take, what the man becomes."""

    cells: tuple[int, ...]
    takes: tuple[bool, ...]
    becomes: str


@dataclass(frozen=True)
class Writer:
    """Writes and reads the actions of one game."""

    lattice: Lattice
    men: dict[int, Man]

    def text(self, state: State, move: Move) -> str:
        """An action as people write it."""
        cells = self.lattice.cells
        if move == PASS:
            return "pass"
        if move.origin < 0:
            return f"{self.men[move.becomes].piece}@{cells[move.target]}"
        becomes = f"={self.men[move.becomes].piece}" if move.becomes else ""
        if not move.path:
            return f"{cells[move.origin]}{'x' if move.taken else '-'}{cells[move.target]}{becomes}"
        legs = "".join(
            f"{'x' if self.hurdle(state, move.origin, a, b) in move.taken else '-'}{cells[b]}"
            for a, b in pairwise(move.path)
        )
        return f"{cells[move.origin]}{legs}{becomes}"

    def hurdle(self, state: State, start: int, a: int, b: int) -> int:
        """The cell of the man that a hop of a man from `start` goes over; -1 where there is none."""
        (x, y), (to_x, to_y) = self.lattice.place(self.lattice.cells[a]), self.lattice.place(self.lattice.cells[b])
        far = max(abs(to_x - x), abs(to_y - y))
        if far == 0 or (to_x - x) % far or (to_y - y) % far:
            return -1
        step = (to_x - x) // far + (to_y - y) // far * self.lattice.files
        return next((cell for n in range(1, far) if state.board[cell := a + n * step] and cell != start), -1)

    def parts(self, text: str) -> Written | None:
        """The cells that a text names, None where it is not of the form or names a cell that is not on the board."""
        found = _LEGS.fullmatch("".join(text.split(" ")) if "=" not in text else text.strip())
        if not found:
            return None
        legs = re.findall(r"([-x])([a-z]+[0-9]+)", found[2])
        names = [found[1], *(name for _, name in legs)]
        if any(name not in self.lattice for name in names):
            return None
        cells = tuple(self.lattice.order[name] for name in names)
        return Written(cells, tuple(sign == "x" for sign, _ in legs), found[3] or "")

"""Actions ↔ text: `c3-c4`, `c3xc4`, `b2-d4-f6`, `c3xe5xg7`, `a7-a8=queen`, `pawn@a1`, `pass`; and what positions
remember besides pieces ↔ words under `homeless`, `out`, `done` and `hopped`.

Each action of a position has a text of its own. A leg is written with `x` where the action takes the piece that it goes
over, or that stands at its end. Where a jump may land beside that piece, the text names it too: `c1x(d2)c3`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fabgen.core.problems import join_words
from fabgen.rules.boards import Board
from fabgen.rules.position import Piece, Position
from fabgen.rules.standard.hop_tables import HopTables
from fabgen.rules.standard.state import CAPTURED, MOVED, PASS, HistoryBits, Move, State


@dataclass(frozen=True)
class ActionParts:
    """The parts of a text that names cells: the cells, which legs take, whom each goes over where the text names him
    (-1), what the man becomes."""

    cells: tuple[int, ...]
    takes: tuple[bool, ...]
    over: tuple[int, ...]
    becomes: str


@dataclass(frozen=True)
class ActionWriter:
    """Writes and reads the actions of one game; `hops` by code; `along`: whom each leg of a chain takes."""

    lattice: Board
    men: dict[int, Piece]
    hops: Sequence[HopTables | None]
    along: Callable[[State, Move], tuple[int, ...]]

    def text(self, state: State, move: Move) -> str:
        """An action as people write it."""
        cells = self.lattice.numbered_cells
        if move == PASS:
            return "pass"
        if move.origin < 0:
            return f"{self.men[move.becomes].kind}@{cells[move.target]}"
        becomes = f"={self.men[move.becomes].kind}" if move.becomes else ""
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
        cells = self.lattice.numbered_cells
        pairs = zip(move.path[1:], self.along(state, move), strict=True)
        return "".join(f"-{cells[b]}" if over < 0 else f"x({cells[over]}){cells[b]}" for b, over in pairs)

    def hurdle(self, state: State, start: int, a: int, b: int) -> int:
        """The cell of the man that a hop of a man from `start` goes over; -1 where there is none."""
        names = self.lattice.between(self.lattice.numbered_cells[a], self.lattice.numbered_cells[b])
        cells = (self.lattice.order[name] for name in names)
        return next((cell for cell in cells if state.board[cell] and cell != start), -1)

    def parts(self, text: str) -> ActionParts | None:
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
        return ActionParts(cells, tuple(sign == "x" for sign, *_ in legs), over, found[6] or "")
HOMELESS, OUT, DONE, HOPPED = "homeless", "out", "done", "hopped"
PARTS = {"moved": MOVED, "captured": CAPTURED}  # of a turn with two


@dataclass(frozen=True)
class PositionNotes:
    """Of one game. `men` by code; `walked`: by code, the goal cells where who came by a hop does not count."""

    players: tuple[str, ...]
    men: Mapping[int, Piece]
    lattice: Board
    history: HistoryBits
    walked: Mapping[int, frozenset[int]]

    def note_texts(self, state: State) -> dict[str, str]:
        """What there is to say, by section."""
        notes = {
            HOMELESS: ", ".join(str(self.men[code]) for code in state.homeless),
            OUT: ", ".join(player for p, player in enumerate(self.players) if state.out >> p & 1),
            DONE: next((word for word, part in PARTS.items() if part == self.history.half_turn(state)), ""),
            HOPPED: ", ".join(self.lattice.numbered_cells[cell] for cell in sorted(self.history.hop_arrivals(state))),
        }
        return {name: note for name, note in notes.items() if note}

    def read(self, position: Position, state: State) -> State:
        """The state with what a position says of it. Raises ValueError for a note that means nothing."""
        codes = {str(man): code for code, man in self.men.items()}
        numbers = {player: number for number, player in enumerate(self.players)}
        out = sum({1 << number for number in _read_names(position, OUT, numbers)})
        noted = state._replace(homeless=_read_names(position, HOMELESS, codes), out=out)
        return self.history.replace(noted, _half(position), self._read_hop_arrivals(position, state))

    def _read_hop_arrivals(self, position: Position, state: State) -> frozenset[int]:
        """Only where it means something: two positions that play alike are equal."""
        order = self.lattice.order
        cells = _read_names(position, HOPPED, {cell: order[cell] for cell in position.pieces})
        for cell in cells:
            if cell not in self.walked.get(state.board[cell], ()):
                name = self.lattice.numbered_cells[cell]
                man = self.men[state.board[cell]]
                raise ValueError(f"`{HOPPED}: {name}`: {name} is no goal that the {man} has to move into")
        return frozenset(cells)


def _half(position: Position) -> int:
    """What is done of a turn with two parts: one of them."""
    text = position.notes.get(DONE, "").strip()
    if text and text not in PARTS:
        raise ValueError(f"`{DONE}: {text}` is no part of a turn: it says {join_words(PARTS, 'or')}, one of them")
    return PARTS.get(text, 0)


def _read_names(position: Position, note: str, names: Mapping[str, int]) -> tuple[int, ...]:
    """What a list of names stands for."""
    listed = [name.strip() for name in position.notes.get(note, "").split(",") if name.strip()]
    for name in listed:
        if name not in names:
            raise ValueError(f"`{note}: {name}` names nobody: it lists {join_words(names, 'or')}")
    return tuple(names[name] for name in listed)

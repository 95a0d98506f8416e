"""What positions remember besides men and hands ↔ words under `homeless`, `out`, `done` and `hopped`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from fabgen.base import words
from fabgen.rules.boards import Lattice
from fabgen.rules.position import Man, Position
from fabgen.rules.standard.memory import Memory
from fabgen.rules.standard.state import CAPTURED, MOVED, State

HOMELESS, OUT, DONE, HOPPED = "homeless", "out", "done", "hopped"
PARTS = {"moved": MOVED, "captured": CAPTURED}  # of a turn with two


@dataclass(frozen=True)
class Notes:
    """Of one game. `men` by code; `walked`: by code, the goal cells where who came by a hop does not count."""

    players: tuple[str, ...]
    men: Mapping[int, Man]
    lattice: Lattice
    memory: Memory
    walked: Mapping[int, frozenset[int]]

    def shown(self, state: State) -> dict[str, str]:
        """What there is to say, by section."""
        notes = {
            HOMELESS: ", ".join(str(self.men[code]) for code in state.homeless),
            OUT: ", ".join(player for p, player in enumerate(self.players) if state.out >> p & 1),
            DONE: next((word for word, part in PARTS.items() if part == self.memory.half(state)), ""),
            HOPPED: ", ".join(self.lattice.numbered[cell] for cell in sorted(self.memory.hopped(state))),
        }
        return {name: note for name, note in notes.items() if note}

    def read(self, position: Position, state: State) -> State:
        """The state with what a position says of it. Raises ValueError for a note that means nothing."""
        codes = {str(man): code for code, man in self.men.items()}
        numbers = {player: number for number, player in enumerate(self.players)}
        out = sum({1 << number for number in _named(position, OUT, numbers)})
        noted = state._replace(homeless=_named(position, HOMELESS, codes), out=out)
        return self.memory.keep(noted, _half(position), self._hopped(position, state))

    def _hopped(self, position: Position, state: State) -> frozenset[int]:
        """Only where it means something: two positions that play alike are equal."""
        order = self.lattice.order
        cells = _named(position, HOPPED, {cell: order[cell] for cell in position.men})
        for cell in cells:
            if cell not in self.walked.get(state.board[cell], ()):
                name = self.lattice.numbered[cell]
                man = self.men[state.board[cell]]
                raise ValueError(f"`{HOPPED}: {name}`: {name} is no goal that the {man} has to move into")
        return frozenset(cells)


def _half(position: Position) -> int:
    """What is done of a turn with two parts: one of them."""
    text = position.notes.get(DONE, "").strip()
    if text and text not in PARTS:
        raise ValueError(f"`{DONE}: {text}` is no part of a turn: it says {words(PARTS, 'or')}, one of them")
    return PARTS.get(text, 0)


def _named(position: Position, note: str, names: Mapping[str, int]) -> tuple[int, ...]:
    """What a list of names stands for."""
    listed = [name.strip() for name in position.notes.get(note, "").split(",") if name.strip()]
    for name in listed:
        if name not in names:
            raise ValueError(f"`{note}: {name}` names nobody: it lists {words(names, 'or')}")
    return tuple(names[name] for name in listed)

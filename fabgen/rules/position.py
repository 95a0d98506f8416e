"""Men on cells ↔ one text form: `green: spearman c3, pawn c4 e4; orange: pawn c5; turn: green`.

`Position.parse` and `str` are inverses; the same form serves specs, the command line, tests and error messages.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, product

from fabgen.base import words
from fabgen.rules.lattice import Cell, TextError
from fabgen.rules.picture import pictured
from fabgen.rules.reading import Reader
from fabgen.rules.setting import RESERVED, Man, Setting

Counts = Mapping[str, int]


class PositionError(TextError):
    """A position that cannot be read: every mistake with its line and column, from 0."""


@dataclass(frozen=True)
class Position:
    """Who stands where, whose turn it is (None: not said), the cells whose men have not moved yet, and what a rule
    set adds.

    `held`: pieces beside the board by (player, section); `counts`: numbers by (player, section); `lying`: tokens on
    cells by kind;
    `notes`: words by section; `crowd`: the further men on cells that several share. What is nought or empty is left
    out.
    """

    setting: Setting
    men: Mapping[Cell, Man] = field(hash=False)
    turn: str | None = None
    unmoved: frozenset[Cell] = frozenset()
    held: Mapping[tuple[str, str], Counts] = field(default_factory=dict, hash=False)
    counts: Mapping[tuple[str, str], int] = field(default_factory=dict, hash=False)
    lying: Mapping[str, Mapping[Cell, int]] = field(default_factory=dict, hash=False)
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)
    crowd: Mapping[Cell, tuple[Man, ...]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        """Who is first on a shared cell follows from the setting: equal positions are equal however they were made."""
        if not self.crowd:
            return
        every = product(self.setting.players, self.setting.pieces)
        rank = {Man(player, piece): number for number, (player, piece) in enumerate(every)}
        here = {cell: ([self.men[cell]] if cell in self.men else []) + list(more) for cell, more in self.crowd.items()}
        stacks = {cell: sorted(men, key=rank.__getitem__) for cell, men in here.items()}
        object.__setattr__(self, "men", {**self.men, **{cell: men[0] for cell, men in stacks.items() if men}})
        object.__setattr__(self, "crowd", {cell: tuple(men[1:]) for cell, men in stacks.items() if men[1:]})

    def __hash__(self) -> int:
        return hash((frozenset(self.men.items()), self.turn, self.unmoved))

    @classmethod
    def parse(cls, text: str, setting: Setting) -> Position:
        """The position that a text stands for; raises PositionError with every mistake in it."""
        found = Reader(text, setting)
        found.read()
        if found.mistakes:
            raise PositionError(found.mistakes)
        return cls(
            setting,
            found.men,
            found.turn,
            frozenset(found.unmoved),
            found.held,
            found.counts,
            found.lying,
            found.notes,
            found.crowd,
        )

    def __str__(self) -> str:
        sections = [f"{player}: {groups}" for player in self.setting.players if (groups := self._groups(player))]
        sections += self._beside()
        if self.unmoved:
            sections.append(f"unmoved: {' '.join(self._sorted(self.unmoved))}")
        if self.turn is not None:
            sections.append(f"turn: {self.turn}")
        return "; ".join(sections)

    def _beside(self) -> Iterator[str]:
        """The sections for what is not men on the board."""
        for player in self.setting.players:
            for name in self.setting.held:
                if held := self.held.get((player, name)):
                    yield f"{player} {name}: " + ", ".join(
                        f"{held[piece]} {piece}" for piece in self.setting.pieces if held.get(piece)
                    )
            for name in self.setting.counts:
                if number := self.counts.get((player, name)):
                    yield f"{player} {name}: {number}"
        for name in self.setting.lying:
            if cells := self.lying.get(name):
                yield f"{name}: " + " ".join(cell for cell in self._sorted(cells) for _ in range(cells[cell]))
        yield from (f"{name}: {self.notes[name]}" for name in self.setting.notes if self.notes.get(name))

    def everybody(self) -> Iterator[tuple[Cell, Man]]:
        """Every man with its cell, in the lattice's order; those that share a cell one after the other."""
        for cell in self._sorted(self.men):
            yield from ((cell, man) for man in (self.men[cell], *self.crowd.get(cell, ())))

    def _groups(self, player: str) -> str:
        own = [(cell, man) for cell, man in self.everybody() if man.player == player]
        held = ((piece, [cell for cell, man in own if man.piece == piece]) for piece in self.setting.pieces)
        return ", ".join(f"{piece} {' '.join(cells)}" for piece, cells in held if cells)

    def _sorted(self, cells: Iterable[Cell]) -> list[Cell]:
        return sorted(cells, key=self.setting.lattice.order.__getitem__)


def board_text(position: Position, areas: Mapping[str, Sequence[Cell]] | None = None) -> str:
    """A picture in text: the cells as they lie, one letter for each man (several on a shared cell), and what
    the letters mean. Vacant cells of areas, three at most, have marks; those with men are listed."""
    letters = man_letters(position.setting)
    marked = [(mark, name, cells) for mark, (name, cells) in zip(":#%", (areas or {}).items(), strict=False) if cells]
    ground = {cell: mark for mark, _, cells in marked for cell in cells}
    here: dict[Cell, str] = {}
    for cell, man in position.everybody():
        here[cell] = here.get(cell, "") + letters[man]
    lines = pictured(position.setting.lattice, ground | here)
    present = {man for _, man in position.everybody()}
    lines += [f"{letter} {man}" for man, letter in letters.items() if man in present]
    for mark, name, cells in marked:
        under = [cell for cell in cells if cell in here]
        lines.append(f"{mark} {name}{f', as {words(under)}' if under else ''}")
    if position.turn is not None:
        lines.append(f"{position.turn} to move")
    return "\n".join(lines)


def man_letters(setting: Setting) -> dict[Man, str]:
    """A letter of its own for each kind of man: of its name, capital for every other player, else any free one. Among
    more than two players it is two letters: a small one for the player, a capital for the piece."""
    if len(setting.players) > 2:
        return _signs(setting)
    letters: dict[Man, str] = {}
    taken: set[str] = set()
    for number, player in enumerate(setting.players):
        for piece in setting.pieces:
            own = piece.lower() if number % 2 else piece.upper()
            free = chain((c for c in own if c.isalpha()), string.ascii_letters, map(chr, count(0x3B1)))
            letter = next(c for c in free if c not in taken)
            taken.add(letter)
            letters[Man(player, piece)] = letter
    return letters


def _signs(setting: Setting) -> dict[Man, str]:
    """Player and piece by a letter each."""
    players, pieces = _initials(setting.players), _initials(setting.pieces)
    return {
        Man(player, piece): players[player].lower() + pieces[piece].upper()
        for player in setting.players
        for piece in setting.pieces
    }


def _initials(names: Iterable[str]) -> dict[str, str]:
    """A letter for each name: the first of its own that nobody before it has, else any free one."""
    found: dict[str, str] = {}
    for name in names:
        free = chain((c for c in name.lower() if c.isalpha()), string.ascii_lowercase, map(chr, count(0x3B1)))
        found[name] = next(c for c in free if c not in found.values())
    return found


__all__ = ["RESERVED", "Man", "Position", "PositionError", "Setting", "board_text", "man_letters"]

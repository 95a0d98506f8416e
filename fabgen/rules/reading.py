"""The text of a position → its sections, read: men, turn, and what stands beside the board; every mistake with its line
and column."""

from __future__ import annotations

import string
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import chain

from fabgen.base import nearest
from fabgen.rules.lattice import Cell, Mistake, TextError, parse_cells
from fabgen.rules.setting import Man, Setting


class Reader:
    """Reads one text; `mistakes` grows, nothing is raised."""

    def __init__(self, text: str, setting: Setting) -> None:
        self.text, self.setting = text, setting
        self.men: dict[Cell, Man] = {}
        self.turn: str | None = None
        self.unmoved: dict[Cell, tuple[int, str]] = {}
        self.held: dict[tuple[str, str], dict[str, int]] = {}
        self.counts: dict[tuple[str, str], int] = {}
        self.lying: dict[str, dict[Cell, int]] = {}
        self.notes: dict[str, str] = {}
        self.crowd: dict[Cell, tuple[Man, ...]] = {}
        self.mistakes: list[Mistake] = []

    def read(self) -> None:
        """All sections."""
        for start, section in _pieces_of(self.text, ";\n"):
            self._section(start, section)
        for cell, (start, _) in self.unmoved.items():
            if cell not in self.men:
                self._wrong(start, f"nobody stands on {cell}", "`unmoved` lists cells of men that have not moved yet")

    def _section(self, start: int, section: str) -> None:
        head, colon, rest = section.partition(":")
        name = " ".join(head.split())
        after = start + len(head) + 1
        if not colon:
            self._wrong(start, f"`{section}` has no colon", "a section reads `player: piece cell cell, piece cell`")
        elif name == "turn":
            self._turn(start, after, rest)
        elif name == "unmoved":
            for at, cells in self._cells(after, rest):
                self.unmoved |= {cell: (at, cell) for cell in cells if cell not in self.unmoved}
        elif name in self.setting.players:
            self._men(name, after, rest)
        elif name in self.setting.words:
            self._other(name, start, after, rest)
        elif name in self.setting.elsewhere:
            self._wrong(start, f"positions here have no `{name}`", f"they have it {self.setting.elsewhere[name]}")
        else:
            what = f"no player is called `{name}`" if name else "a section names no player"
            near = self.setting.words if get_close_matches(name, self.setting.words) else ()
            self._wrong(start, what, nearest(name, (*self.setting.players, *near)))
            if not near:
                self._men(name, after, rest)

    def _turn(self, start: int, after: int, rest: str) -> None:
        player = " ".join(rest.split())
        if self.turn is not None:
            self._wrong(start, "the turn is given twice", "keep one of the two")
        elif player not in self.setting.players:
            column = after + len(rest) - len(rest.lstrip()) if player else start
            what = f"no player is called `{player}`" if player else "`turn` names no player"
            self._wrong(column, what, nearest(player, tuple(self.setting.players)))
        else:
            self.turn = player

    def _other(self, name: str, start: int, after: int, rest: str) -> None:
        """A section that is not a player's men on the board."""
        player = next((p for p in self.setting.players if name.startswith(f"{p} ")), "")
        key = (player, name.removeprefix(f"{player} "))
        if name in self.lying or name in self.notes or key in self.counts or key in self.held:
            self._wrong(start, f"`{name}` is given twice", "keep one of the two")
        elif name in self.setting.notes:
            self.notes[name] = " ".join(rest.split())
        elif name in self.setting.lying:
            found = self.lying.setdefault(name, {})
            for _, cells in self._cells(after, rest):
                for cell in cells:
                    found[cell] = found.get(cell, 0) + 1
        elif key[1] in self.setting.counts:
            self._count(key, after, rest)
        else:
            self._hold(key, after, rest)

    def _count(self, key: tuple[str, str], after: int, rest: str) -> None:
        if rest.strip().isdecimal() and len(rest.strip()) < 10:
            self.counts |= {key: int(rest)} if int(rest) else {}
        else:
            self._wrong(
                after + len(rest) - len(rest.lstrip()),
                f"`{rest.strip()}` is not a number",
                f"write `{' '.join(key)}: 3`",
            )

    def _hold(self, key: tuple[str, str], after: int, rest: str) -> None:
        """`2 pawn, 1 knight`."""
        for at, group in _pieces_of(rest, ",", after):
            number, _, piece = group.partition(" ")
            piece = " ".join(piece.split())
            if not number.isdecimal() or len(number) > 9:
                self._wrong(at, f"`{group}` does not start with a number", f"write `2 {self.setting.pieces[0]}`")
            elif piece not in self.setting.pieces:
                self._wrong(at, f"no piece is called `{piece}`", nearest(piece, self.setting.pieces))
            elif int(number):
                held = self.held.setdefault(key, {})
                held[piece] = held.get(piece, 0) + int(number)

    def _men(self, player: str, start: int, text: str) -> None:
        for at, group in _pieces_of(text, ",", start):
            self._group(player, at, group)

    def _group(self, player: str, start: int, group: str) -> None:
        piece, length = self._piece(group)
        if piece not in self.setting.pieces:
            what = f"no piece is called `{piece}`" if piece else f"no piece is named before `{group}`"
            self._wrong(start, what, nearest(piece, self.setting.pieces))
        elif not group[length:].strip():
            self._wrong(start, f"`{group}` stands nowhere", f"write the cells after it, such as `{piece} a1`")
        for at, cells in self._cells(start + length, group[length:]):
            for cell in cells:
                self._place(at, cell, Man(player, piece))

    def _piece(self, group: str) -> tuple[str, int]:
        """The piece's name at the start of a group and its length; of an unknown piece, all before the first cell."""
        words = [word for _, word in _pieces_of(group, string.whitespace)]
        ends = [at + len(word) for at, word in _pieces_of(group, string.whitespace)]
        for n in range(len(words), 0, -1):
            if " ".join(words[:n]) in self.setting.pieces:
                return " ".join(words[:n]), ends[n - 1]
        n = next((n for n, word in enumerate(words) if word[-1].isdigit() or word in self.setting.lattice), len(words))
        return " ".join(words[:n]), ends[n - 1] if n else 0

    def _cells(self, start: int, text: str) -> Iterator[tuple[int, tuple[Cell, ...]]]:
        for at, word in _pieces_of(text, string.whitespace + ",", start):
            try:
                yield at, parse_cells(word, self.setting.lattice)
            except TextError as error:
                piece = word in self.setting.pieces
                self._wrong(at, error.what, f"put a comma before the next piece: `, {word}`" if piece else error.hint)

    def _place(self, at: int, cell: Cell, man: Man) -> None:
        if cell in self.men and self.setting.shared:
            self.crowd[cell] = (*self.crowd.get(cell, ()), man)
        elif cell in self.men:
            self._wrong(at, f"two pieces stand on {cell}: {self.men[cell]} and {man}", "one cell holds one piece")
        else:
            self.men[cell] = man

    def _wrong(self, at: int, what: str, hint: str) -> None:
        before = self.text[:at]
        line = before.count("\n")
        self.mistakes.append(Mistake(line, at - (before.rfind("\n") + 1), what, hint))


def _pieces_of(text: str, separators: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """The stretches between separators that hold something, without outer blanks, each with its offset."""
    at = 0
    for end, letter in enumerate(chain(text, separators[0])):
        if letter not in separators:
            continue
        stretch = text[at:end]
        if stretch.strip():
            yield start + at + len(stretch) - len(stretch.lstrip()), stretch.strip()
        at = end + 1

"""Men on cells ↔ one text form: `green: spearman c3, pawn c4 e4; orange: pawn c5; turn: green`.

`Position.parse` and `str` are inverses; the same form serves specs, the command line, tests and error messages.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain, count, product

from fabgen.base import nearest, words
from fabgen.rules.lattice import FORWARD, Cell, Lattice, Mistake, TextError, parse_cells

RESERVED = ("turn", "unmoved")
Counts = Mapping[str, int]


@dataclass(frozen=True)
class Setting:
    """What positions of a game speak of, in order: its board, its players and what each calls forward, its pieces."""

    lattice: Lattice
    players: Mapping[str, str] = field(hash=False)
    pieces: tuple[str, ...]
    held: tuple[
        str, ...
    ] = ()  # what players have beside the board, by piece: sections such as `green hand: 2 pawn, 1 knight`
    counts: tuple[str, ...] = ()  # numbers of each player: sections such as `green tokens: 3`
    lying: tuple[str, ...] = ()  # kinds of tokens that lie on cells, several on one if need be: `denial: c3 c3 d4`
    notes: tuple[str, ...] = ()  # whatever else a rule set has to remember, in its own words: `phase: move`
    shared: bool = False  # whether several men may stand on one cell

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", dict(self.players))
        for player, forward in self.players.items():
            if player in self.words:
                raise ValueError(f"a player cannot be called `{player}`: positions use the word")
            if forward not in FORWARD:
                raise ValueError(f"`{forward}` is no direction: {nearest(forward, tuple(FORWARD))}")
        for piece in self.pieces:
            if any(word in self.lattice for word in piece.split()[1:]):
                raise ValueError(f"a piece cannot be called `{piece}`: positions would read a cell in it")

    @property
    def words(self) -> tuple[str, ...]:
        """The names of sections that are not a player's men."""
        own = (f"{player} {name}" for player in self.players for name in (*self.held, *self.counts))
        return (*RESERVED, *own, *self.lying, *self.notes)


@dataclass(frozen=True)
class Man:
    """One piece of one player on the board."""

    player: str
    piece: str

    def __str__(self) -> str:
        return f"{self.player} {self.piece}"


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
        return _Reader(text, setting).position()

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


class _Reader:
    """Reads one text; `mistakes` grows, nothing is raised before the end."""

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

    def position(self) -> Position:
        for start, section in _pieces_of(self.text, ";\n"):
            self._section(start, section)
        for cell, (start, _) in self.unmoved.items():
            if cell not in self.men:
                self._wrong(start, f"nobody stands on {cell}", "`unmoved` lists cells of men that have not moved yet")
        if self.mistakes:
            raise PositionError(self.mistakes)
        return Position(
            self.setting,
            self.men,
            self.turn,
            frozenset(self.unmoved),
            self.held,
            self.counts,
            self.lying,
            self.notes,
            self.crowd,
        )

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
        n = next((n for n, word in enumerate(words) if word[-1].isdigit()), len(words))
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


def board_text(position: Position, areas: Mapping[str, Sequence[Cell]] | None = None) -> str:
    """A picture in text: ranks down the side, files below, one letter for each man (several on a shared cell), and what
    the letters mean. Vacant cells of areas, three at most, have marks; those with men are listed."""
    lattice = position.setting.lattice
    letters = man_letters(position.setting)
    side = len(str(lattice.ranks))
    names = [cell.rstrip("0123456789") for cell in lattice.cells[: lattice.files]]
    marked = [(mark, name, cells) for mark, (name, cells) in zip(":#%", (areas or {}).items(), strict=False) if cells]
    ground = {cell: mark for mark, _, cells in marked for cell in cells}
    here: dict[Cell, str] = {}
    for cell, man in position.everybody():
        here[cell] = here.get(cell, "") + letters[man]
    wide = max(map(len, (*names, *here.values())))
    lines = []
    for y in reversed(range(lattice.ranks)):
        row = lattice.cells[y * lattice.files : (y + 1) * lattice.files]
        marks = (here.get(cell, ground.get(cell, ".")) for cell in row)
        lines.append(f"{y + 1:>{side}} " + " ".join(mark.rjust(wide) for mark in marks))
    lines.append(" " * (side + 1) + " ".join(name.rjust(wide) for name in names))
    present = {man for _, man in position.everybody()}
    lines += [f"{letter} {man}" for man, letter in letters.items() if man in present]
    for mark, name, cells in marked:
        under = [cell for cell in cells if cell in here]
        lines.append(f"{mark} {name}{f', as {words(under)}' if under else ''}")
    if position.turn is not None:
        lines.append(f"{position.turn} to move")
    return "\n".join(lines)


def man_letters(setting: Setting) -> dict[Man, str]:
    """A letter of its own for each kind of man: of its name, capital for every other player, else any free one."""
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

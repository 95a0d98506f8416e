"""Pieces on cells ↔ their text form: `green: spearman c3, pawn c4 e4; orange: pawn c5; turn: green`.

`Position.parse` and `str` are inverses; the same form serves specs, the command line, tests and error messages.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import chain, count, groupby, product

from fabgen.core.english import join_words, name_owned_piece
from fabgen.core.problems import nearest_hint
from fabgen.rules.boards import Board, Cell, Mistake, TextError, parse_cells

RESERVED = ("turn", "unmoved")
HIDDEN = "hidden"  # the kind of a piece whose kind is not seen, in what a player sees of a position
BELOW = "under"  # begins the name of a section about the pieces below the top of a tower: `under c3`
Counts = Mapping[str, int]


@dataclass(frozen=True)
class Setting:
    """The names that positions of a game may use, in order: its board, its players and what each calls forward, its
    kinds of pieces, and the sections that a rule set adds.

    * `held`: what players have beside the board, by kind: sections such as `green hand: 2 pawn, 1 knight`.
    * `lying`: those of `held` in which pieces lie on their side.
    * `neutral`: those of `players` who are nobody: their pieces are on the board, and they never have a turn.
    * `counts`: numbers of each player: sections such as `green tokens: 3`.
    * `token_kinds`: kinds of tokens that lie on cells, possibly several on one cell: `denial: c3 c3 d4`.
    * `notes`: whatever else a rule set has to remember, in its own words: `phase: move`.
    * `shares_cells`: whether several pieces may stand on one cell.
    * `tower_limit`: how many pieces may be on top of each other on one cell; 1 in games without towers.
    * `foreign_sections`: sections that positions have only under other readings of the game's rulings, and which
      readings these are.
    """

    lattice: Board
    players: Mapping[str, str] = field(hash=False)
    kinds: tuple[str, ...]
    held: tuple[str, ...] = ()
    counts: tuple[str, ...] = ()
    token_kinds: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    shares_cells: bool = False
    tower_limit: int = 1
    foreign_sections: Mapping[str, str] = field(default_factory=dict, hash=False, compare=False)
    lying: tuple[str, ...] = ()
    neutral: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", dict(self.players))
        for player, forward in self.players.items():
            if player in self.words or (self.tower_limit > 1 and player.split()[:1] == [BELOW]):
                raise ValueError(f"a player cannot be called `{player}`: positions use the word")
            if forward not in self.lattice.compass.forwards:
                raise ValueError(f"`{forward}` is no direction: {nearest_hint(forward, self.lattice.compass.forwards)}")
        for kind in self.kinds:
            if any(word in self.lattice for word in kind.split()[1:]):
                raise ValueError(f"a piece cannot be called `{kind}`: positions would read a cell in it")

    @property
    def active_players(self) -> tuple[str, ...]:
        """The players who have turns."""
        return tuple(player for player in self.players if player not in self.neutral)

    @property
    def words(self) -> tuple[str, ...]:
        """The names of all sections except those of a player's pieces."""
        of_players = (f"{player} {name}" for player in self.players for name in (*self.held, *self.counts))
        return (*RESERVED, *of_players, *self.token_kinds, *self.notes)


@dataclass(frozen=True)
class Piece:
    """A piece of a player on the board: the player, and the kind of piece."""

    player: str
    kind: str

    def __str__(self) -> str:
        return f"{self.player} {self.kind}"

    @property
    def title(self) -> str:
        """What people call it: `white knight`, but `raider` of the player `raiders`."""
        return name_owned_piece(self.player, self.kind)


class PositionError(TextError):
    """A text that is no position: carries every mistake with its line and column, from 0."""


@dataclass(frozen=True)
class Position:
    """The piece on each cell, whose turn it is (None: not given), the cells of pieces that have not moved yet, and what
    a rule set adds. Numbers that are 0 and empty sections are left out.

    * `held`: pieces beside the board, by (player, section) and kind.
    * `counts`: numbers by (player, section).
    * `tokens`: the tokens on cells by kind, with their number.
    * `notes`: words by section.
    * `further_pieces`: the second and further pieces on cells that several pieces share.
    * `below`: the pieces of a tower below the one on top, which is that of `pieces`; the lowest first.
    """

    setting: Setting
    pieces: Mapping[Cell, Piece] = field(hash=False)
    turn: str | None = None
    unmoved: frozenset[Cell] = frozenset()
    held: Mapping[tuple[str, str], Counts] = field(default_factory=dict, hash=False)
    counts: Mapping[tuple[str, str], int] = field(default_factory=dict, hash=False)
    tokens: Mapping[str, Mapping[Cell, int]] = field(default_factory=dict, hash=False)
    notes: Mapping[str, str] = field(default_factory=dict, hash=False)
    further_pieces: Mapping[Cell, tuple[Piece, ...]] = field(default_factory=dict, hash=False)
    below: Mapping[Cell, tuple[Piece, ...]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.further_pieces:
            return
        # The setting decides which piece comes first on a shared cell, so that equal positions compare as equal
        # however they were built.
        rank = {Piece(*names): number for number, names in enumerate(product(self.setting.players, self.setting.kinds))}
        stacks = {}
        for cell, further in self.further_pieces.items():
            pieces = ([self.pieces[cell]] if cell in self.pieces else []) + list(further)
            stacks[cell] = sorted(pieces, key=rank.__getitem__)
        first = {cell: pieces[0] for cell, pieces in stacks.items() if pieces}
        object.__setattr__(self, "pieces", {**self.pieces, **first})
        further_pieces = {cell: tuple(pieces[1:]) for cell, pieces in stacks.items() if pieces[1:]}
        object.__setattr__(self, "further_pieces", further_pieces)

    def __hash__(self) -> int:
        return hash((frozenset(self.pieces.items()), self.turn, self.unmoved))

    @classmethod
    def parse(cls, text: str, setting: Setting) -> Position:
        """The position that a text stands for. Raises PositionError with every mistake in it."""
        reader = _PositionReader(text, setting)
        reader.read()
        if reader.mistakes:
            raise PositionError(reader.mistakes)
        return cls(setting, reader.pieces, reader.turn, frozenset(reader.unmoved), reader.held, reader.counts,
                   reader.tokens_by_kind, reader.notes, reader.further_pieces, reader.below)

    @staticmethod
    def parse_tower(cell: Cell, text: str, setting: Setting) -> tuple[Piece, ...]:
        """The pieces below the top of the tower on a cell, the lowest first, from a text that lists them from the top
        down: `2 black man, white man`. Raises PositionError with every mistake in it; its columns are those of the
        text."""
        head = f"{BELOW} {cell}: "
        reader = _PositionReader(head + text, setting)
        reader.read_sections()
        if reader.mistakes:
            # The head is on the first line.
            shifts = [0 if mistake.line else len(head) for mistake in reader.mistakes]
            raise PositionError([replace(mistake, column=max(0, mistake.column - shift))
                                 for mistake, shift in zip(reader.mistakes, shifts, strict=True)])
        return reader.below.get(cell, ())

    def __str__(self) -> str:
        sections = [f"{player}: {groups}" for player in self.setting.players if (groups := self._group_text(player))]
        sections += [f"{BELOW} {cell}: {_tower_text(self.below[cell])}" for cell in self._sort(self.below)]
        sections += self._further_sections()
        if self.unmoved:
            sections.append(f"unmoved: {' '.join(self._sort(self.unmoved))}")
        if self.turn is not None:
            sections.append(f"turn: {self.turn}")
        return "; ".join(sections)

    def _further_sections(self) -> Iterator[str]:
        """The sections for what is not a piece on the board."""
        for player in self.setting.players:
            for name in self.setting.held:
                if held := self.held.get((player, name)):
                    groups = (f"{held[kind]} {kind}" for kind in self.setting.kinds if held.get(kind))
                    yield f"{player} {name}: {', '.join(groups)}"
            for name in self.setting.counts:
                if number := self.counts.get((player, name)):
                    yield f"{player} {name}: {number}"
        for name in self.setting.token_kinds:
            if cells := self.tokens.get(name):
                yield f"{name}: " + " ".join(cell for cell in self._sort(cells) for _ in range(cells[cell]))
        yield from (f"{name}: {self.notes[name]}" for name in self.setting.notes if self.notes.get(name))

    def all_pieces(self) -> Iterator[tuple[Cell, Piece]]:
        """Every piece with its cell, in the order of the board; pieces that share a cell one after the other, those of
        a tower from its top down."""
        for cell, piece in self.top_pieces():
            yield cell, piece
            if piece is self.pieces[cell]:
                yield from ((cell, lower) for lower in reversed(self.below.get(cell, ())))

    def count_pieces(self) -> int:
        """How many pieces are on the board, those under others included."""
        return sum(1 for _ in self.all_pieces())

    def top_pieces(self) -> Iterator[tuple[Cell, Piece]]:
        """As `all_pieces`, without those below the top of a tower."""
        for cell in self._sort(self.pieces):
            yield from ((cell, piece) for piece in (self.pieces[cell], *self.further_pieces.get(cell, ())))

    def tower(self, cell: Cell) -> tuple[Piece, ...]:
        """The pieces on top of each other on a cell, the lowest first; empty for a vacant cell."""
        return (*self.below.get(cell, ()), self.pieces[cell]) if cell in self.pieces else ()

    def _group_text(self, player: str) -> str:
        """The pieces of a player by kind: `spearman c3, pawn c4 e4`."""
        pieces = [(cell, piece.kind) for cell, piece in self.top_pieces() if piece.player == player]
        cells_of = (
            (kind, [cell for cell, kind_of_piece in pieces if kind_of_piece == kind]) for kind in self.setting.kinds
        )
        return ", ".join(f"{kind} {' '.join(cells)}" for kind, cells in cells_of if cells)

    def _sort(self, cells: Iterable[Cell]) -> list[Cell]:
        """The cells in the order of the board."""
        return sorted(cells, key=self.setting.lattice.order.__getitem__)


class _PositionReader:
    """Reads the text of a position. Mistakes are collected in `mistakes`; nothing is raised.

    Places in the text are offsets from its start: `start` of a section, `content_start` of what follows its colon.
    """

    def __init__(self, text: str, setting: Setting) -> None:
        self.text, self.setting = text, setting
        self.pieces: dict[Cell, Piece] = {}
        self.turn: str | None = None
        self.unmoved: dict[Cell, int] = {}  # with the column at which each is written
        self.held: dict[tuple[str, str], dict[str, int]] = {}
        self.counts: dict[tuple[str, str], int] = {}
        self.tokens_by_kind: dict[str, dict[Cell, int]] = {}
        self.notes: dict[str, str] = {}
        self.further_pieces: dict[Cell, tuple[Piece, ...]] = {}
        self.below: dict[Cell, tuple[Piece, ...]] = {}
        self.below_starts: dict[Cell, int] = {}  # the column at which each of these sections starts
        self.mistakes: list[Mistake] = []

    def read(self) -> None:
        """Reads all sections, and holds them against each other."""
        self.read_sections()
        for cell, offset in self.unmoved.items():
            if cell not in self.pieces:
                what = f"no piece stands on {self.setting.lattice.title(cell)}"
                self._report(offset, what, "`unmoved` lists cells of men that have not moved yet")
        for cell, offset in self.below_starts.items():
            if cell not in self.pieces:
                what = f"no piece is on top of the tower on {self.setting.lattice.title(cell)}"
                hint = f"name the piece on top with its player, such as `{self._example_top(cell)}`"
                self._report(offset, what, hint)

    def read_sections(self) -> None:
        """Reads all sections."""
        for start, section in _split(self.text, ";\n"):
            self._read_section(start, section)

    def _read_section(self, start: int, section: str) -> None:
        """Reads one section by its name before the colon."""
        head, colon, content = section.partition(":")
        name = " ".join(head.split())
        content_start = start + len(head) + 1
        if not colon:
            self._report(start, f"`{section}` has no colon", "a section reads `player: piece cell cell, piece cell`")
        elif name == "turn":
            self._read_turn(start, content_start, content)
        elif name == "unmoved":
            for at, cells in self._read_cells(content_start, content):
                for cell in cells:
                    self.unmoved.setdefault(cell, at)
        elif name in self.setting.players:
            self._read_pieces(name, content_start, content)
        elif name in self.setting.words:
            self._read_further_section(name, start, content_start, content)
        elif name.split()[:1] == [BELOW]:
            self._read_below(name, start, content_start, content)
        elif name in self.setting.foreign_sections:
            self._report(
                start, f"positions here have no `{name}`", f"they have it {self.setting.foreign_sections[name]}"
            )
        else:
            what = f"no player is called `{name}`" if name else "a section names no player"
            similar_sections = self.setting.words if get_close_matches(name, self.setting.words) else ()
            self._report(start, what, nearest_hint(name, (*self.setting.players, *similar_sections)))
            if not similar_sections:
                self._read_pieces(name, content_start, content)

    def _example_top(self, cell: Cell) -> str:
        """How the piece on top of a cell is written."""
        return f"{next(iter(self.setting.players))}: {self.setting.kinds[0]} {cell}"

    def _read_below(self, name: str, start: int, content_start: int, content: str) -> None:
        """Reads `under c3: 2 black man, white man`: the pieces below the top of a tower, from the top down."""
        lattice, limit = self.setting.lattice, self.setting.tower_limit
        if limit < 2:
            self._report(start, f"`{name}`: this game has no towers", "one cell holds one piece")
            return
        cell = lattice.read_names(name.removeprefix(BELOW)).strip()
        if cell not in lattice:
            what, hint = lattice.explain_unknown_cell(cell) if cell else ("no cell is named", f"write `{BELOW} a1`")
            self._report(start, what, hint)
            return
        if cell in self.below_starts:
            self._report(start, f"`{name}` is given twice", "keep one of the two")
            return
        self.below_starts[cell] = start
        pieces = {f"{player} {kind}": Piece(player, kind)
                  for player, kind in product(self.setting.players, self.setting.kinds)}
        tower: list[Piece] = []
        for offset, group in _split(content, ",", content_start):
            words = group.split()
            number = words.pop(0) if len(words) > 1 and words[0].isdecimal() and len(words[0]) < 5 else "1"
            piece = " ".join(words)
            if piece not in pieces:
                self._report(offset, f"`{group}` names no piece of a player", nearest_hint(piece, list(pieces)))
            elif len(tower) + int(number) < limit:
                tower += [pieces[piece]] * int(number)
            else:
                what = f"the tower on {lattice.title(cell)} has more than {limit} pieces"
                self._report(offset, what, f"{limit - 1} below its top at most")
                break
        if tower:
            self.below[cell] = tuple(reversed(tower))

    def _read_turn(self, start: int, content_start: int, content: str) -> None:
        """Reads `turn: green`."""
        player = " ".join(content.split())
        if self.turn is not None:
            self._report(start, "the turn is given twice", "keep one of the two")
        elif player not in self.setting.players:
            column = content_start + len(content) - len(content.lstrip()) if player else start
            what = f"no player is called `{player}`" if player else "`turn` names no player"
            self._report(column, what, nearest_hint(player, tuple(self.setting.players)))
        else:
            self.turn = player

    def _read_further_section(self, name: str, start: int, content_start: int, content: str) -> None:
        """Reads a section that is not a player's pieces on the board."""
        owners = (player for player in self.setting.players if name.startswith(f"{player} "))
        owner = max(owners, key=len, default="")  # `red guard hand` is that of the red guard, if there is one
        key = (owner, name.removeprefix(f"{owner} "))
        if name in self.tokens_by_kind or name in self.notes or key in self.counts or key in self.held:
            self._report(start, f"`{name}` is given twice", "keep one of the two")
        elif name in self.setting.notes:
            self.notes[name] = " ".join(content.split())
        elif name in self.setting.token_kinds:
            tokens = self.tokens_by_kind.setdefault(name, {})
            for _, cells in self._read_cells(content_start, content):
                for cell in cells:
                    tokens[cell] = tokens.get(cell, 0) + 1
        elif key[1] in self.setting.counts:
            self._read_count(key, content_start, content)
        else:
            self._read_held(key, content_start, content)

    def _read_count(self, key: tuple[str, str], content_start: int, content: str) -> None:
        """Reads `green tokens: 3`."""
        if content.strip().isdecimal() and len(content.strip()) < 10:
            self.counts |= {key: int(content)} if int(content) else {}
        else:
            column = content_start + len(content) - len(content.lstrip())
            self._report(column, f"`{content.strip()}` is not a number", f"write `{' '.join(key)}: 3`")

    def _read_held(self, key: tuple[str, str], content_start: int, content: str) -> None:
        """Reads `2 pawn, 1 knight`."""
        for offset, group in _split(content, ",", content_start):
            number, _, kind = group.partition(" ")
            kind = " ".join(kind.split())
            if not number.isdecimal() or len(number) > 9:
                name = " ".join(group.split())
                example = f"1 {name}" if name in self.setting.kinds else f"2 {self.setting.kinds[0]}"
                self._report(offset, f"`{group}` does not start with a number", f"write `{example}`")
            elif kind not in self.setting.kinds:
                self._report(offset, f"no piece is called `{kind}`", nearest_hint(kind, self.setting.kinds))
            elif int(number):
                counts = self.held.setdefault(key, {})
                counts[kind] = counts.get(kind, 0) + int(number)

    def _read_pieces(self, player: str, start: int, text: str) -> None:
        """Reads `spearman c3, pawn c4 e4`."""
        for offset, group in _split(text, ",", start):
            kind, length = self._read_kind(group)
            if kind not in self.setting.kinds:
                what = f"no piece is called `{kind}`" if kind else f"no piece is named before `{group}`"
                self._report(offset, what, nearest_hint(kind, self.setting.kinds))
            elif not group[length:].strip():
                self._report(offset, f"`{group}` stands nowhere", f"write the cells after it, such as `{kind} a1`")
            for column, cells in self._read_cells(offset + length, group[length:]):
                for cell in cells:
                    self._place_piece(column, cell, Piece(player, kind))

    def _read_kind(self, group: str) -> tuple[str, int]:
        """The kind of piece at the start of a group, and its length in letters. Of an unknown kind, everything before
        the first cell."""
        group = self.setting.lattice.read_names(group, self.setting.kinds)
        words = [word for _, word in _split(group, string.whitespace)]
        ends = [offset + len(word) for offset, word in _split(group, string.whitespace)]
        for word_count in range(len(words), 0, -1):
            if " ".join(words[:word_count]) in self.setting.kinds:
                return " ".join(words[:word_count]), ends[word_count - 1]
        cell_places = (n for n, word in enumerate(words) if word[-1].isdigit() or word in self.setting.lattice)
        word_count = next(cell_places, len(words))
        return " ".join(words[:word_count]), ends[word_count - 1] if word_count else 0

    def _read_cells(self, start: int, text: str) -> Iterator[tuple[int, tuple[Cell, ...]]]:
        """The cells of each word of a text, with the word's place."""
        for offset, word in _split(self.setting.lattice.read_names(text), string.whitespace + ",", start):
            try:
                yield offset, parse_cells(word, self.setting.lattice)
            except TextError as error:
                is_kind = word in self.setting.kinds
                hint = f"put a comma before the next piece: `, {word}`" if is_kind else error.hint
                self._report(offset, error.message, hint)

    def _place_piece(self, offset: int, cell: Cell, piece: Piece) -> None:
        """Puts a piece on a cell; several on one only where the setting shares cells."""
        if cell in self.pieces and self.setting.shares_cells:
            self.further_pieces[cell] = (*self.further_pieces.get(cell, ()), piece)
        elif cell in self.pieces:
            names = f"{self.pieces[cell].title} and {piece.title}"
            what = f"two pieces stand on {self.setting.lattice.title(cell)}: {names}"
            hint = f"the pieces below the one on top are named by `{BELOW} {cell}: ...`"
            self._report(offset, what, "one cell holds one piece" if self.setting.tower_limit < 2 else hint)
        else:
            self.pieces[cell] = piece

    def _report(self, offset: int, what: str, hint: str) -> None:
        """Adds a mistake at an offset in the text."""
        text_before = self.text[:offset]
        line = text_before.count("\n")
        self.mistakes.append(Mistake(line, offset - (text_before.rfind("\n") + 1), what, hint))


def _tower_text(pieces: Sequence[Piece]) -> str:
    """The pieces below the top of a tower, from the top down: `2 black man, white man`."""
    runs = [(str(piece), len([*run])) for piece, run in groupby(reversed(pieces))]
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in runs)


def _split(text: str, separators: str, start: int = 0) -> Iterator[tuple[int, str]]:
    """The stretches of text between separators, without blanks around them and without empty ones, each with its
    offset."""
    stretch_start = 0
    for end, letter in enumerate(chain(text, separators[0])):
        if letter not in separators:
            continue
        stretch = text[stretch_start:end]
        if stretch.strip():
            yield start + stretch_start + len(stretch) - len(stretch.lstrip()), stretch.strip()
        stretch_start = end + 1


def board_text(
    position: Position, areas: Mapping[str, Sequence[Cell]] | None = None, *, with_key: bool = True
) -> str:
    """The board in lines of text: a letter for each piece (several on a shared cell), and the key to the letters
    unless it is left out. Vacant cells of up to three areas have marks; cells of an area with pieces on them are
    listed."""
    letters = piece_letters(position.setting)
    # There are three marks, so a fourth area is left out.
    marked = [(mark, name, cells) for mark, (name, cells) in zip(":#%", (areas or {}).items(), strict=False) if cells]
    ground = {cell: mark for mark, _, cells in marked for cell in cells}
    occupied: dict[Cell, str] = {}
    for cell, piece in position.all_pieces():
        occupied[cell] = occupied.get(cell, "") + letters[piece]
    lines = position.setting.lattice.picture(ground | occupied)
    present = {piece for _, piece in position.all_pieces()}
    lines += [f"{letter} {piece.title}" for piece, letter in letters.items() if piece in present and with_key]
    for mark, name, cells in marked:
        occupied_cells = [position.setting.lattice.title(cell) for cell in cells if cell in occupied]
        lines.append(f"{mark} {name}{f', as {join_words(occupied_cells)}' if occupied_cells else ''}")
    if position.turn is not None:
        lines.append(f"{position.turn} to move")
    return "\n".join(lines)


def split_sections(text: str) -> dict[str, str]:
    """The content of each section of a position's text by its name."""
    named = (section.partition(":") for section in text.split(";") if section.strip())
    return {name.strip(): " ".join(content.split()) for name, _, content in named}


def piece_letters(setting: Setting) -> dict[Piece, str]:
    """A different letter for each kind of piece of each player: one of its name, capital for every other player, else
    any free letter. With more than two players, two letters: a small one for the player, a capital for the kind."""
    if len(setting.players) > 2:
        players, kinds = _initials(setting.players), _initials(setting.kinds)
        return {Piece(player, kind): players[player].lower() + kinds[kind].upper()
                for player, kind in product(setting.players, setting.kinds)}
    letters: dict[Piece, str] = {}
    used: set[str] = set()
    for number, player in enumerate(setting.players):
        for kind in setting.kinds:
            name = kind.lower() if number % 2 else kind.upper()
            # U+03B1 is the Greek letter alpha: after the Latin alphabet come the letters from there on.
            candidates = chain((c for c in name if c.isalpha()), string.ascii_letters, map(chr, count(0x3B1)))
            letter = next(c for c in candidates if c not in used)
            used.add(letter)
            letters[Piece(player, kind)] = letter
    return letters


def _initials(names: Iterable[str]) -> dict[str, str]:
    """A letter for each name: the first of its own letters that no name before it has, else any free one."""
    initials: dict[str, str] = {}
    for name in names:
        candidates = chain((c for c in name.lower() if c.isalpha()), string.ascii_lowercase, map(chr, count(0x3B1)))
        initials[name] = next(c for c in candidates if c not in initials.values())
    return initials

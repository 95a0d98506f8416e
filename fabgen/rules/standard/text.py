"""Actions ↔ text: `c3-c4`, `c3xc4`, `b2-d4-f6`, `c3xe5xg7`, `a7-a8=queen`, `pawn@a1`, `pass`; and what positions
remember besides pieces ↔ words under `homeless`, `out`, `done` and `hopped`.

No two actions of a position have the same text. A leg is written with `x` where the action takes the piece that the leg
goes over, or the piece at its end. Where a jump may land beside the piece that it goes over, the text names that piece
too: `c1x(d2)c3`.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from fabgen.core.english import join_words
from fabgen.rules.boards import Board
from fabgen.rules.notation import split_mover, split_tower_part, split_victim
from fabgen.rules.position import Piece, Position
from fabgen.rules.standard.hop_tables import HopTables
from fabgen.rules.standard.note_names import (
    DONE,
    EARLIER,
    EN_PASSANT,
    HOMELESS,
    HOPPED,
    LEFT,
    OPENING,
    OUT,
    PASSES,
    QUIET,
    SWAPS,
)
from fabgen.rules.standard.shared_cells import SharedCells
from fabgen.rules.standard.state import (
    CAPTURED,
    FIRST_TURN,
    MOVED,
    PASS,
    SWAP,
    SWAP_NEXT,
    SWAP_NOW,
    HistoryBits,
    MemoryRule,
    Move,
    Past,
    State,
)
from fabgen.rules.standard.tables import LazyTable


@dataclass(frozen=True)
class ActionParts:
    """The parts of a text that names cells.

    * `cells`: the cells from start to end.
    * `takes`: for each leg, whether it is written with `x`.
    * `over`: for each leg, the cell in brackets that it goes over; -1 where the text names none.
    * `becomes`: the kind of piece after `=`; empty without it.
    * `removed`: the cells in brackets at its end, of pieces that a line removes.
    * `last`: the last cell of a row of pieces that moves, after `..`; -1 without it.
    * `lifted`: how many pieces of a tower move, before `*`; 0 without it.
    * `spread`: how many of them go to each cell on the way, after `/`; empty without it.
    * `mover`, `victim`: where pieces share cells, the piece that goes, before `*`, and that which is captured, after
      `/`; empty without them.
    """

    cells: tuple[int, ...]
    takes: tuple[bool, ...]
    over: tuple[int, ...]
    becomes: str
    removed: tuple[int, ...] = ()
    last: int = -1
    lifted: int = 0
    spread: tuple[int, ...] = ()
    mover: str = ""
    victim: str = ""


@dataclass(frozen=True)
class ActionWriter:
    """Writes and reads the actions of one game. `hops`: the jumps by code. `along`: the cell of the piece that each leg
    of a chain takes. `replaces`: whether moves capture by moving onto a piece. `names_removals`: whether an action
    names the pieces that it takes at its end. `sharing`: the cells that pieces share, where they do."""

    lattice: Board
    pieces: dict[int, Piece]
    hops: Sequence[HopTables | None]
    along: Callable[[State, Move], tuple[int, ...]]
    replaces: bool = True
    names_removals: bool = False
    sharing: SharedCells | None = None

    def text(self, state: State, move: Move) -> str:
        """An action as people write it; the position tells which pieces it goes over."""
        cells = self.lattice.numbered_cells
        if move == PASS:
            return "pass"
        if move == SWAP:
            return "swap"
        is_named = self.names_removals and not move.path
        removed = "".join(f"x({cells[cell]})" for cell in move.taken) if is_named else ""
        if move.origin < 0 and not move.becomes:
            return f"x({cells[move.target]})"
        if move.origin < 0:
            return f"{self.pieces[move.becomes].kind}@{cells[move.target]}{removed}"
        becomes = f"={self.pieces[move.becomes].kind}" if move.becomes else ""
        if not move.path:
            replaces = move.taken and (self.replaces or (move.target in move.taken and state.board[move.target]))
            is_sideways = bool(move.row) and move.row[0][0] != move.target
            row = f"..{cells[move.row[-1][0]]}" if is_sideways else ""
            sign = "x" if replaces and not move.row else "-"
            numbers = [number for _, number in move.spread]
            part = f"{move.lifted or sum(numbers)}*" if move.lifted or numbers else ""
            spread = "".join(f"/{number}" for number in numbers)
            if self.sharing:
                part, spread = self._mover_text(self.sharing, state, move), self._victim_text(self.sharing, state, move)
            return f"{part}{cells[move.origin]}{row}{sign}{cells[move.target]}{spread}{removed}{becomes}"
        hops = self.hops[state.board[move.origin]]
        if hops and hops.bent:
            return f"{cells[move.origin]}{self._bent_legs(state, move)}{becomes}"
        over = [self.hurdle(state, move.origin, a, b) for a, b in pairwise(move.path)]
        takes = [cell in move.taken and cell not in over[n:] for n, cell in enumerate(over, 1)]
        legs = "".join(
            f"{'x' if is_taken else '-'}{cells[b]}" for is_taken, b in zip(takes, move.path[1:], strict=True)
        )
        return f"{cells[move.origin]}{legs}{becomes}"

    def _mover_text(self, sharing: SharedCells, state: State, move: Move) -> str:
        """The kind of piece that goes, where its player has several kinds on its cell: `fleet*`."""
        kinds = sharing.own_kinds(state, move.origin, sharing.owner[move.piece])
        return f"{self.pieces[move.piece].kind}*" if len(kinds) > 1 else ""

    def _victim_text(self, sharing: SharedCells, state: State, move: Move) -> str:
        """The piece that is captured, where the player has chosen it: `/fleet`."""
        choices = sharing.victims(state, move.target, sharing.owner[move.piece]) if move.victims else []
        if len(choices) < 2:
            return ""
        return f"/{self.victim_name(move.victims[0], [codes[0] for codes in choices])}"

    def victim_name(self, code: int, choices: Sequence[int]) -> str:
        """A piece that is captured by its kind, with its player where the choices are of several players."""
        owners = {self.pieces[other].player for other in choices}
        return self.pieces[code].kind if len(owners) == 1 else str(self.pieces[code])

    def _bent_legs(self, state: State, move: Move) -> str:
        """The legs of a chain that may land beside the piece that they go over."""
        cells = self.lattice.numbered_cells
        pairs = zip(move.path[1:], self.along(state, move), strict=True)
        return "".join(f"-{cells[b]}" if over < 0 else f"x({cells[over]}){cells[b]}" for b, over in pairs)

    def hurdle(self, state: State, start: int, a: int, b: int) -> int:
        """The cell of the piece that a jump goes over; -1 where there is none. The piece that jumps, from `start`, does
        not count."""
        return next((cell for cell in self._between[a][b] if state.board[cell] and cell != start), -1)

    @cached_property
    def _between(self) -> Mapping[int, Mapping[int, tuple[int, ...]]]:
        """The cells between two others. A position with many chains asks for the same ones often."""
        lattice, names = self.lattice, self.lattice.numbered_cells

        def cells_between(a: int, b: int) -> tuple[int, ...]:
            return tuple(lattice.order[name] for name in lattice.between(names[a], names[b]))

        return LazyTable(lambda a: LazyTable(lambda b: cells_between(a, b)))

    def parts(self, text: str) -> ActionParts | None:
        """The parts of a text that names cells. None where it is not of that form or names a cell that is not on the
        board."""
        lifted, text, spread = split_tower_part(text)
        mover, text = split_mover(text)
        text, cell_pattern = self.lattice.read_action_names(text), self.lattice.name.pattern
        text, victim = split_victim(text)
        leg_pattern = rf"([-x])(?:\(({cell_pattern})\))?({cell_pattern})"
        compact = "".join(text.split(" ")) if "=" not in text else text.strip()
        match = re.fullmatch(
            rf"({cell_pattern})(?:\.\.({cell_pattern}))?((?:{leg_pattern})+)((?:x\({cell_pattern}\))*)(?:=(.+))?",
            compact,
        )
        if not match:
            return None
        removed, last = self.removed_cells(match[7]), match[2] or match[1]
        legs = re.findall(leg_pattern, match[3])
        names = [match[1], *(name for *_, name in legs)]
        brackets = [over for _, over, _ in legs if over]
        if any(name not in self.lattice for name in (*names, last, *brackets)) or -1 in removed:
            return None
        cells = tuple(self.lattice.order[name] for name in names)
        over = tuple(self.lattice.order[over] if over else -1 for _, over, _ in legs)
        takes = tuple(sign == "x" for sign, *_ in legs)
        row_end = self.lattice.order[last] if match[2] else -1
        return ActionParts(cells, takes, over, match[8] or "", removed, row_end, lifted, spread, mover, victim)

    def removed_cells(self, text: str) -> tuple[int, ...]:
        """The cells in brackets of a text such as `x(a1)x(b2)`; -1 for a name that is not on the board."""
        return tuple(self.lattice.order.get(name, -1) for name in re.findall(r"x\((.*?)\)", text))


FIRST = "first turn"  # what is left before the first turn, where that has another number of actions
SWAP_WORDS = {"now": SWAP_NOW, "next": SWAP_NEXT}
LETTERS = "." + string.digits[1:] + string.ascii_letters  # of pieces by code, on earlier boards
PARTS = {"moved": MOVED, "captured": CAPTURED}  # the words for the finished part of a turn with two parts


@dataclass(frozen=True)
class PositionNotes:
    """Writes and reads the notes of one game's positions. `pieces`: the kinds of pieces by code. `walked`: by code, the
    goal cells where a piece that jumped there does not count. `is_neutral`: whether the player of a number is nobody,
    whom no note mentions."""

    players: tuple[str, ...]
    pieces: Mapping[int, Piece]
    lattice: Board
    history: HistoryBits
    walked: Mapping[int, frozenset[int]]
    memory: MemoryRule
    is_neutral: Callable[[int], bool]
    no_progress: int = 0

    def note_texts(self, state: State) -> dict[str, str]:
        """The notes of a position by section; a section that has nothing to say is left out."""
        notes = {
            HOMELESS: ", ".join(str(self.pieces[code]) for code in state.homeless),
            OUT: ", ".join(player for p, player in enumerate(self.players)
                           if state.out >> p & 1 and not self.is_neutral(p)),
            DONE: next((word for word, part in PARTS.items() if part == self.history.half_turn(state)), ""),
            HOPPED: ", ".join(self.lattice.numbered_cells[cell] for cell in sorted(self.history.hop_arrivals(state))),
            LEFT: FIRST if state.past.left == FIRST_TURN else str(state.past.left or ""),
            SWAPS: next((word for word, when in SWAP_WORDS.items() if when == state.past.swap), ""),
            PASSES: str(state.past.passes or ""),
            OPENING: str(state.past.opening or ""),
            EARLIER: ", ".join(sorted(map(_board_text, self._earlier_boards(state)))),
            QUIET: str(state.quiet or ""),
        }
        return {name: note for name, note in notes.items() if note}

    def _earlier_boards(self, state: State) -> frozenset[bytes]:
        """The boards that may not come again, without this one. While a piece waits to be re-placed, this one is not
        among them."""
        return state.past.boards if state.homeless else state.past.boards - {self.memory.key(state)}

    def read(self, position: Position, state: State) -> State:
        """The state with what the notes of a position add to it; neutral players are out in it already. Raises
        ValueError for a note that means nothing."""
        codes = {str(piece): code for code, piece in self.pieces.items()}
        numbers = {player: number for number, player in enumerate(self.players) if not self.is_neutral(number)}
        out = state.out | sum({1 << number for number in _read_names(position, OUT, numbers)})
        noted = state._replace(homeless=_read_names(position, HOMELESS, codes), out=out)
        noted = self.history.replace(noted, _finished_part(position), self._read_hop_arrivals(position, state))
        noted = noted._replace(quiet=_read_number(position, QUIET, self.no_progress))
        return noted._replace(past=self._read_past(position, noted)) if self.memory.is_needed else noted

    def read_passed(self, position: Position) -> tuple[frozenset[int], int] | None:
        """What `en passant` says: the cells that a piece has crossed, and its own cell, -1 where the note does not name
        it. None without the note. Raises ValueError for anything but cells."""
        text = position.notes.get(EN_PASSANT, "").strip()
        if not text:
            return None
        crossed, _, cell = (part.strip() for part in text.partition(" of "))
        order = self.lattice.order
        names = [*crossed.replace(",", " ").split(), *([cell] if cell else [])]
        for name in names:
            if name not in self.lattice:
                raise ValueError(f"`{EN_PASSANT}: {text}`: {name} is not on the board: write the cell that is crossed")
        if not crossed:
            raise ValueError(f"`{EN_PASSANT}: {text}` names no cell that is crossed")
        numbers = [order[name] for name in names]
        return frozenset(numbers[:-1] if cell else numbers), numbers[-1] if cell else -1

    def passed_text(self, crossed: Iterable[int], cell: int, is_only: bool) -> str:
        """What `en passant` says of a piece that can be captured on some cells. `is_only`: whether no other piece can
        have crossed them."""
        names = self.lattice.numbered_cells
        text = ", ".join(names[to] for to in crossed)
        return text if is_only else f"{text} of {names[cell]}"

    def _read_past(self, position: Position, state: State) -> Past:
        """What the notes say about earlier turns; the board of the position itself is not among `boards`. Raises
        ValueError for a note that means nothing."""
        swap = position.notes.get(SWAPS, "").strip()
        if swap and swap not in SWAP_WORDS:
            raise ValueError(f"`{SWAPS}: {swap}` means nothing: it says {join_words(SWAP_WORDS, 'or')}")
        is_first = self.memory.has_first_turn and position.notes.get(LEFT, "").strip() == FIRST
        left = FIRST_TURN if is_first else _read_number(position, LEFT, self.memory.most_left)
        passes = _read_number(position, PASSES, self.memory.passes)
        opening = _read_number(position, OPENING, self.memory.opening)
        boards: set[bytes] = set()
        size = len(self.memory.key(state))
        for text in position.notes.get(EARLIER, "").replace(",", " ").split():
            if len(text) != size or any(letter not in LETTERS for letter in text):
                raise ValueError(f"`{EARLIER}: {text[:20]}` is no board: it has {size} letters, digits and points")
            boards.add(bytes(LETTERS.index(letter) for letter in text))
        return Past(left, SWAP_WORDS.get(swap, 0), passes, frozenset(boards), opening)

    def _read_hop_arrivals(self, position: Position, state: State) -> frozenset[int]:
        """The cells under `hopped`. Raises ValueError for a cell where it makes no difference how a piece came there:
        positions that play alike must be equal."""
        order = self.lattice.order
        cells = _read_names(position, HOPPED, {cell: order[cell] for cell in position.pieces})
        for cell in cells:
            if cell not in self.walked.get(state.board[cell], ()):
                name = self.lattice.numbered_cells[cell]
                piece = self.pieces[state.board[cell]]
                raise ValueError(f"`{HOPPED}: {name}`: {name} is no goal that the {piece} has to move into")
        return frozenset(cells)


def _finished_part(position: Position) -> int:
    """The part of a turn that `done` says is finished: 0, MOVED or CAPTURED. Raises ValueError for any other word."""
    text = position.notes.get(DONE, "").strip()
    if text and text not in PARTS:
        raise ValueError(f"`{DONE}: {text}` is no part of a turn: it says {join_words(PARTS, 'or')}, one of them")
    return PARTS.get(text, 0)


def _read_names(position: Position, note: str, names: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers of the names that a note lists. Raises ValueError for a name that is not among `names`."""
    listed = [name.strip() for name in position.notes.get(note, "").split(",") if name.strip()]
    for name in listed:
        if name not in names:
            raise ValueError(f"`{note}: {name}` names nobody: it lists {join_words(names, 'or')}")
    return tuple(names[name] for name in listed)


def _board_text(board: bytes) -> str:
    """An earlier board as text: a letter for each cell."""
    return "".join(LETTERS[code] for code in board)


def _read_number(position: Position, note: str, most: int) -> int:
    """The number that a note says; 0 without it. Raises ValueError for anything but a number from 1 to `most`."""
    text = position.notes.get(note, "").strip()
    if text and not (text.isdecimal() and 1 <= int(text) <= most):
        raise ValueError(f"`{note}: {text}` is no number from 1 to {most}")
    return int(text or 0)

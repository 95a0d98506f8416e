"""The moves of a game's pieces → which royal pieces could be captured, and which moves leave them where they could be.

For games in which pieces capture by moving onto each other. An attack is a line: a cell with a piece that captures, the
cells that it crosses, and the royal piece at the end. A position is looked at once: what stands on these lines tells
which moves are legal, so that no move has to be tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from itertools import compress
from typing import Any, NamedTuple, TypeVar

from fabgen.rules.standard.groups import board_after
from fabgen.rules.standard.state import Move, State
from fabgen.rules.standard.tables import WHOLE_CELL, CellMoves, LazyTable, mask

Cells = tuple[int, ...]
T = TypeVar("T", bound=tuple[Any, ...])
Lines = dict[int, tuple[tuple[Cells, bool], ...]]  # by target: the cells crossed, and whether only an unmoved piece may


class AttackTables:
    """By code and cell, the lines along which a piece captures. `walks`: the ordinary moves by code and cell."""

    def __init__(self, walks: tuple[Mapping[int, CellMoves], ...]) -> None:
        self.by_code: tuple[Mapping[int, Lines], ...] = tuple(map(_lines_by_cell, walks))

    def reaches(self, state: State, cell: int, target: int) -> bool:
        """Whether the piece on a cell could capture on a target, whatever stands there."""
        board = state.board
        return any(
            (cell in state.fresh or not first) and not any(board[crossed] for crossed in path)
            for path, first in self.by_code[board[cell]][cell].get(target, ())
        )


def _lines_by_cell(row: Mapping[int, CellMoves]) -> Mapping[int, Lines]:
    """The lines of captures of one code by cell."""
    return LazyTable(lambda cell: _capture_lines(row[cell]))


def _capture_lines(moves: CellMoves) -> Lines:
    """The lines of captures among the moves from a cell."""
    lines: dict[int, dict[tuple[Cells, bool], None]] = {}
    for to in [*(to for to, _ in moves.capture), *(to for to, _, _ in moves.both)]:
        lines.setdefault(to, {})[(), False] = None
    for ray, first in moves.rays:
        for n, (to, _, captures) in enumerate(ray):
            if captures:
                lines.setdefault(to, {})[tuple(cell for cell, _, _ in ray[:n]), first] = None
    return {to: tuple(paths) for to, paths in lines.items()}


class Threats(NamedTuple):
    """What threatens a royal piece on `cell`.

    * `shield`: where lines are open now, the cells that are on all of them, those of their pieces too: to stand on one
      of these cells ends check. None where no line is open.
    * `pins`: by the cell of the only piece on a line, the cells of that line.
    * `bound`: the cells of the royal piece and of these pieces.
    """

    cell: int
    shield: frozenset[int] | None
    pins: dict[int, frozenset[int]]
    bound: frozenset[int]


MOST_KNOWN = 4_000  # views of one cell; then all are forgotten
FEW_REQUESTS = 100  # for the surroundings of a cell, before they are made
LARGEST_KNOWN_BOARD = 256  # cells; the surroundings of a cell on a larger board are too many to look up


class Surroundings:
    """What a player's royal piece on a cell is threatened by, and whether the cell is attacked: found once for what
    stands on the cells that matter, and remembered.

    `relevant`: the mask of the cells from which an enemy captures on this one, and of those that it crosses.
    """

    def __init__(self, relevant: int) -> None:
        self.relevant = relevant
        self.threats: dict[int, Threats] = {}
        self.attacked: dict[int, bool] = {}

    def remember_attack(self, sight: int, is_attacked: bool) -> None:
        """Notes whether the cell is attacked where its surroundings look so."""
        if len(self.attacked) >= MOST_KNOWN:
            self.attacked.clear()
        self.attacked[sight] = is_attacked


def marked_cells(marks: bytes) -> list[int]:
    """The cells that are 1. Quick where they are few: each is looked for, instead of looking at each cell."""
    cells = []
    cell = marks.find(1)
    while cell >= 0:
        cells.append(cell)
        cell = marks.find(1, cell + 1)
    return cells


class _SurroundingsTable(dict[int, Surroundings | None]):
    """Surroundings by cell, made when they have been asked for a few times, and None until then. They take the lines of
    all enemies from all cells, which pays in play, but not for the few positions of worked examples."""

    def __init__(self, make: Callable[[int], Surroundings | None]) -> None:
        super().__init__()
        self.make, self.requests = make, Counter[int]()

    def __missing__(self, cell: int) -> Surroundings | None:
        self.requests[cell] += 1
        if self.requests[cell] <= FEW_REQUESTS:
            return None
        self[cell] = self.make(cell)
        return self[cell]


class RoyalGuard:
    """Leaves out the moves after which a royal piece of their player could be captured.

    `royal`, `own`: by player, tables for `bytes.translate`: 1 for royal codes and for all codes of the player. `drops`:
    whether pieces are dropped.
    """

    def __init__(
        self, tables: AttackTables, royal: tuple[bytes, ...], own_tables: tuple[bytes, ...], cells: range, drops: bool
    ) -> None:
        self.royal, self.own, self.cells, self.drops = royal, own_tables, cells, drops
        self._lines = tables.by_code
        players = range(len(own_tables))
        self._surroundings = tuple(_SurroundingsTable(self._surroundings_maker(player)) for player in players)

    def _surroundings_maker(self, player: int) -> Callable[[int], Surroundings | None]:
        """The function that makes the surroundings of a cell for the pieces of a player. None where they do not depend
        on the pieces on the board alone, or the board is large."""
        enemies = [code for code, row in enumerate(self._lines) if code and self.own[1 - player][code]]

        def surroundings(cell: int) -> Surroundings | None:
            if len(self.cells) > LARGEST_KNOWN_BOARD:
                return None
            relevant: set[int] = set()
            for code in enemies:
                for start in self.cells:
                    for path, first in self._lines[code][start].get(cell, ()):
                        if first:
                            return None
                        relevant |= {start, *path}
            return Surroundings(mask(relevant) * WHOLE_CELL)

        return surroundings

    def royal_cells(self, board: bytes, player: int) -> list[int]:
        """The cells of a player's royal pieces."""
        return marked_cells(board.translate(self.royal[player]))

    def attacked_cells(self, board: bytes, fresh: frozenset[int], player: int) -> set[int]:
        """The cells of a player's royal pieces that the other player could capture."""
        enemies = list(compress(self.cells, board.translate(self.own[1 - player])))
        return {
            cell for cell in self.royal_cells(board, player) if self.is_attacked(board, fresh, enemies, cell)
        }

    def is_attacked(
        self, board: bytes | bytearray, fresh: Container[int], enemies: Iterable[int], cell: int, lifted: int = -1
    ) -> bool:
        """Whether one of some pieces could capture on a cell. `lifted`: a cell that counts as vacant, and `cell` itself
        may be vacant too."""
        lines = self._lines
        for enemy in enemies:
            paths = lines[board[enemy]][enemy].get(cell)
            if paths:
                for path, first in paths:
                    if first and enemy not in fresh:
                        continue
                    for crossed in path:
                        if board[crossed] and crossed != lifted:
                            break
                    else:
                        if enemy != cell:
                            return True
        return False

    def legal_moves(self, state: State, moves: list[Move]) -> list[Move]:
        """Those moves of the player to move after which none of their royal pieces could be captured."""
        board, player = state.board, state.turn
        pieces = int.from_bytes(board, "little")
        for cell in self.royal_cells(board, player):
            moves = self._without_exposures(state, self.known_threats(state, pieces, cell), pieces, moves)
        if not self.drops:
            return moves
        royal, fresh, enemies = self.royal[player], state.fresh, self._enemies(state)
        return [
            move
            for move in moves
            if move[0] >= 0 or not royal[move[4]] or not self.is_attacked(board, fresh, enemies, move[1])
        ]

    def _enemies(self, state: State) -> list[int]:
        """The cells of the pieces of the player who is not to move."""
        return list(compress(self.cells, state.board.translate(self.own[1 - state.turn])))

    def known_threats(self, state: State, pieces: int, cell: int) -> Threats:
        """What threatens the royal piece on a cell. `pieces`: the board as a number."""
        surroundings = self._surroundings[state.turn][cell]
        if surroundings is None:
            return self._threats(state, cell)
        sight = pieces & surroundings.relevant
        threats = surroundings.threats.get(sight)
        if threats is None:
            if len(surroundings.threats) >= MOST_KNOWN:
                surroundings.threats.clear()
            threats = surroundings.threats[sight] = self._threats(state, cell)
        return threats

    def could_be_captured(self, state: State, pieces: int, king: int, cell: int) -> bool:
        """Whether the royal piece on the cell `king` could be captured if it stood on another cell instead, alone or in
        the place of an enemy. `pieces`: the board as a number."""
        surroundings = self._surroundings[state.turn][cell]
        if surroundings is None:
            return self.is_attacked(state.board, state.fresh, self._enemies(state), cell, king)
        sight = pieces & surroundings.relevant & ~(WHOLE_CELL << 8 * king)
        is_attacked = surroundings.attacked.get(sight)
        if is_attacked is None:
            is_attacked = self.is_attacked(state.board, state.fresh, self._enemies(state), cell, king)
            surroundings.remember_attack(sight, is_attacked)
        return is_attacked

    def safe_moves(self, state: State, pieces: int, king: int, moves: list[T]) -> list[T]:
        """Those moves of the royal piece on the cell `king`, alone or onto enemies, after which it could not be
        captured. `moves`: anything that starts with its origin and its target; `pieces`: the board as a number."""
        if not moves:
            return moves
        surroundings_by_cell, other_pieces = self._surroundings[state.turn], pieces - (state.board[king] << 8 * king)
        safe = []
        for move in moves:
            target = move[1]
            surroundings = surroundings_by_cell[target]
            is_attacked = surroundings.attacked.get(other_pieces & surroundings.relevant) if surroundings else None
            if is_attacked is None:
                is_attacked = self.could_be_captured(state, pieces, king, target)
            if not is_attacked:
                safe.append(move)
        return safe

    def may_castle(self, state: State, pieces: int, move: Move, crossed: Cells, after: int) -> bool:
        """Whether the royal piece could be captured neither on cells that it crosses by castling nor where it ends.
        `pieces`, `after`: the board as a number, and that after castling."""
        king = move.origin
        if any(self.could_be_captured(state, pieces, king, cell) for cell in crossed):
            return False
        surroundings = self._surroundings[state.turn][move.target]
        is_attacked = surroundings.attacked.get(after & surroundings.relevant) if surroundings else None
        return self._is_safe(state, move, king, pieces) if is_attacked is None else not is_attacked

    def _threats(self, state: State, cell: int) -> Threats:
        """What threatens the royal piece on a cell, by a look at all enemies."""
        board, lines, enemies = state.board, self._lines, self._enemies(state)
        checks: list[frozenset[int]] = []
        pins: dict[int, frozenset[int]] = {}
        for enemy in enemies:
            paths = lines[board[enemy]][enemy].get(cell)
            if paths:
                for path, first in paths:
                    if first and enemy not in state.fresh:
                        continue
                    standing = [crossed for crossed in path if board[crossed]]
                    if not standing:
                        checks.append(frozenset((enemy, *path)))
                    elif len(standing) == 1:
                        line = frozenset((enemy, *path))
                        pins[standing[0]] = pins.get(standing[0], line) & line
        shield = frozenset.intersection(*checks) if checks else None
        return Threats(cell, shield, pins, frozenset((cell, *pins)))

    def _without_exposures(
        self, state: State, threats: Threats, pieces: int, moves: list[Move]
    ) -> list[Move]:
        """The moves after which the royal piece that is threatened could not be captured."""
        king, shield, pins, watched = threats
        passing = state.passed[:1]
        if shield is not None:
            return [
                move
                for move in moves
                if (
                    self._is_safe(state, move, king, pieces)
                    if move[0] == king or (passing and move[2] == passing) or move[5]
                    else move[1] in shield and (move[0] not in pins or move[1] in pins[move[0]])
                )
            ]
        if not pins and not passing:
            return [move for move in moves if move[0] != king or self._is_safe(state, move, king, pieces)]
        if not passing:
            return [
                move
                for move in moves
                if (move[0] not in watched and not move[5])
                or (
                    self._is_safe(state, move, king, pieces)
                    if move[0] == king or move[5]
                    else move[1] in pins[move[0]]
                )
            ]
        return [
            move
            for move in moves
            if (
                self._is_safe(state, move, king, pieces)
                if move[0] == king or (passing and move[2] == passing) or move[5]
                else move[0] not in pins or move[1] in pins[move[0]]
            )
        ]

    def _is_safe(self, state: State, move: Move, king: int, pieces: int) -> bool:
        """Whether the royal piece of a cell could not be captured after a move. Castling crosses no cell where it could
        be."""
        board = state.board
        origin, target = move.origin, move.target
        if not move.partner and origin == king:
            return not self.could_be_captured(state, pieces, king, target)
        place = target if origin == king else king
        if move.partner and king == move.partner[0]:
            place = move.partner[1]
        surroundings = self._surroundings[state.turn][place]
        after = board_after(board, move)
        for cell in move.taken:
            if cell != target:
                after[cell] = 0
        sight = int.from_bytes(after, "little") & surroundings.relevant if surroundings else -1
        is_attacked = surroundings.attacked.get(sight) if surroundings else None
        if is_attacked is None:
            remaining = [enemy for enemy in self._enemies(state) if enemy not in move.taken]
            is_attacked = self.is_attacked(after, state.fresh, remaining, place)
            if surroundings:
                surroundings.remember_attack(sight, is_attacked)
        return not is_attacked

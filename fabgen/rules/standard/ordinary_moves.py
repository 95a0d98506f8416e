"""A position of a game in which pieces only move, castle and capture in passing → its actions. Faster than the general
code in `engine`, which handles every game.

What a position has to know about the pieces of the player to move depends on where they stand and which of them have
not moved, and most moves of the other player leave that as it is. So it is worked out once and remembered: for each
piece which cells matter to it, where the royal piece is, and what may castle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import compress
from typing import Any, NamedTuple

from fabgen.rules.standard.attacks import RoyalGuard, marked_cells
from fabgen.rules.standard.compiled_game import CompiledGame
from fabgen.rules.standard.groups import board_after
from fabgen.rules.standard.known_moves import KnownMoves, KnownPiece, MovesBySight, SightTables
from fabgen.rules.standard.state import Move, State
from fabgen.rules.standard.tables import WHOLE_CELL, LazyTable, mask

MOST_ARMIES = 10_000  # then all are forgotten
NO_ROYAL = -1
Cells = tuple[int, ...]
KnownByCode = tuple[Mapping[int, KnownPiece], ...]

# A piece: its cell, the mask of the cells that matter to it, and its moves by what it sees there.
ArmyPiece = tuple[int, int, Mapping[int, list[Any]]]
Places = tuple[tuple[int, int], ...]  # codes and cells

# What a move does to a board that is written as a number with one byte for each cell: `number & keep | put`. The
# entries: origin, target, all cells that it empties or fills, `keep`, `put`, whether it counts as progress, whether
# more than this may follow on a board (None: never), and the move itself. A plain tuple, which is unpacked quickly.
BoardChange = tuple[int, int, Cells, int, int, bool, Callable[[bytes], bool] | None, Move]


class OpenCastle(NamedTuple):
    """A piece that castles where no enemy stands between it and its partner.

    * `gap`: the mask of the cells between the two.
    * `crossed`: the cells that the piece crosses.
    * `keep`, `put`: what castling does to the board, as in a BoardChange.
    * `move`: castling itself; `entry`: the value that represents it in the result: the Move, or its BoardChange.
    """

    gap: int
    crossed: Cells
    keep: int
    put: int
    move: Move
    entry: Any


# The pieces of one player, as a plain tuple, which is unpacked quickly. The entries: the pieces; the cell of the royal
# one, or NO_ROYAL; what may castle; and whether there is one royal piece at most, and no other piece castles.
Army = tuple[tuple[ArmyPiece, ...], int, tuple[OpenCastle, ...], bool]
ArmyKey = tuple[bytes, frozenset[int]]  # the board without the other players' pieces, and the cells of unmoved pieces


class Armies:
    """The armies of all players, each worked out once for where its pieces stand and which pieces have not moved.

    `pieces`: lists of what the pieces may do by code and cell; `entry`: makes the value that represents a castling in
    the result: the Move, or its BoardChange.
    """

    def __init__(
        self, game: CompiledGame, pieces: KnownByCode, entry: Callable[[bytes, Move], Any]
    ) -> None:
        self._game, self._entry, self._cells = game, entry, range(game.cells)
        self._pieces = tuple(map(_pieces_by_cell, pieces))
        self._castles: dict[tuple[Move, int, int], OpenCastle] = {}
        self.known: dict[ArmyKey, Army] = {}
        self._hashes: set[int] = set()

    def find(self, player: int, key: ArmyKey) -> Army:
        """The army for a key that is not in `known`. It is cached only when it is asked for a second time, because
        hardly any army of a random game occurs twice."""
        army, hash_of_key = self._army(player, *key), hash(key)
        if hash_of_key in self._hashes:
            if len(self.known) >= MOST_ARMIES:
                self.known.clear()
            self.known[key] = army
        else:
            if len(self._hashes) >= 10 * MOST_ARMIES:
                self._hashes.clear()
            self._hashes.add(hash_of_key)
        return army

    def _army(self, player: int, board: bytes, unmoved: frozenset[int]) -> Army:
        """The army of a player on a board without the other players' pieces."""
        entries = self._pieces
        pieces = tuple([entries[board[cell]][cell][cell in unmoved] for cell in compress(self._cells, board)])
        kings = marked_cells(board.translate(self._game.royal[player])) if self._game.royal else []
        castles = tuple(self._open_castles(unmoved, board)) if self._game.castling and unmoved else ()
        is_simple = len(kings) < 2 and not (
            castles and self._game.royal and any(castle.move.origin not in kings for castle in castles)
        )
        return pieces, kings[0] if kings else NO_ROYAL, castles, is_simple

    def _open_castles(self, unmoved: frozenset[int], board: bytes) -> Iterator[OpenCastle]:
        """What may castle if no enemy is in the way, on a board without the other players' pieces."""
        castling = self._game.castling
        assert castling
        for line, partner in castling.open_lines(State(board, 0, fresh=unmoved), range(len(self._pieces))):
            move, (_, *crossed) = line.moves_by_partner[partner]
            key = move, board[move.origin], board[partner]
            castle = self._castles.get(key)
            if castle is None:
                gap = mask(line.cells[: line.cells.index(partner)]) * WHOLE_CELL
                keep, put = board_masks(board, move)
                castle = OpenCastle(gap, tuple(crossed), keep, put, move, self._entry(board, move))
                self._castles[key] = castle
            yield castle


def _pieces_by_cell(known: Mapping[int, KnownPiece]) -> Mapping[int, tuple[ArmyPiece, ArmyPiece]]:
    """The entries of one code by cell: that of a piece that has moved, and that of an unmoved one."""

    def entries(cell: int) -> tuple[ArmyPiece, ArmyPiece]:
        relevant, moves, first_moves = known[cell]
        return (cell, relevant, moves), (cell, relevant, moves if first_moves is None else first_moves)

    return LazyTable(entries)


def board_masks(board: bytes, move: Move) -> tuple[int, int]:
    """What a move does to a board, as two numbers: those cells that it leaves as they are, and what it puts on the
    others."""
    after, cells = board_after(board, move), {move.origin, move.target, *move.partner}
    keep = (1 << 8 * len(board)) - 1 ^ mask(cells) * WHOLE_CELL
    return keep, sum(after[cell] << 8 * cell for cell in cells)


class OrdinaryMoves:
    """The actions of a game of ordinary moves.

    `known`: the moves of all pieces; `own`, `sides`: by player, tables for `bytes.translate` as in the engine.
    """

    def __init__(
        self,
        game: CompiledGame,
        known: KnownMoves,
        guard: RoyalGuard | None,
        own: tuple[bytes, ...],
        sides: tuple[bytes, ...],
    ) -> None:
        self._game, self._guard, self._sides = game, guard, sides
        self._own_codes = tuple(bytes(code if table[code] else 0 for code in range(256)) for table in own)
        self._armies_of_moves = Armies(game, known.by_code, lambda board, move: move)
        self._sights = SightTables()
        changes = tuple(self._changes_by_cell(code, row) for code, row in enumerate(known.by_code))
        self._armies_of_changes = Armies(game, changes, lambda board, move: self._change(board, move))

    def moves(self, state: State) -> list[Move] | None:
        """Every action, in the order of the general way. None where that has to be asked: there are several royal
        pieces, or others castle."""
        moves: list[Move] | None = self._legal(state, self._armies_of_moves)
        if state.passed and moves is not None and self._game.en_passant:
            captures = list(self._game.en_passant.captures(state, state.passed[0], state.passed[1:]))
            moves += self._guard.legal_moves(state, captures) if self._guard else captures
        return moves

    def changes(self, state: State) -> list[BoardChange] | None:
        """What each action does to the board. None where the actions have to be asked: there are several royal pieces,
        others castle, or there are captures in passing."""
        return None if state.passed else self._legal(state, self._armies_of_changes)

    def _legal(self, state: State, armies: Armies) -> list[Any] | None:
        """What the pieces of the player to move may do, without captures in passing: Moves or BoardChanges, depending
        on which of the two `armies` holds. None where the general code has to be asked."""
        board, turn, guard = state.board, state.turn, self._guard
        key = board.translate(self._own_codes[turn]), state.fresh
        pieces, king, castles, is_simple = armies.known.get(key) or armies.find(turn, key)
        if not is_simple:
            return None
        sight = int.from_bytes(board.translate(self._sides[turn]), "little")
        legal: list[Any] = []
        if king == NO_ROYAL or not guard:
            for _, relevant, by_sight in pieces:
                legal += by_sight[sight & relevant]
            legal += [castle.entry for castle in castles if not sight & castle.gap]
            return legal
        number = int.from_bytes(board, "little")
        _, shield, pins, bound = guard.known_threats(state, number, king)
        if shield is not None:
            for cell, relevant, by_sight in pieces:
                moves = by_sight[sight & relevant]
                if cell == king:
                    legal += guard.safe_moves(state, number, king, moves)
                elif shield:
                    ends = shield & pins[cell] if cell in pins else shield
                    legal += [move for move in moves if move[1] in ends]
            return legal
        for cell, relevant, by_sight in pieces:
            if cell not in bound:
                legal += by_sight[sight & relevant]
            elif cell == king:
                legal += guard.safe_moves(state, number, king, by_sight[sight & relevant])
            else:
                ends = pins[cell]
                legal += [move for move in by_sight[sight & relevant] if move[1] in ends]
        for gap, crossed, keep, put, move, entry in castles:
            if not sight & gap and guard.may_castle(state, number, move, crossed, number & keep | put):
                legal.append(entry)
        return legal

    def _changes_by_cell(self, code: int, row: Mapping[int, KnownPiece]) -> Mapping[int, KnownPiece]:
        """What the moves of one code do to the board, by cell."""

        def changes_of_piece(cell: int) -> KnownPiece:
            relevant, moves, first_moves = row[cell]
            alone = bytes(cell) + bytes((code,)) + bytes(self._game.cells - cell - 1)
            by_move = LazyTable[Move, BoardChange](lambda move: self._change(alone, move))

            def table(known: MovesBySight) -> MovesBySight:
                return self._sights.new_table(lambda sight: [by_move[move] for move in known[sight]])

            return KnownPiece(relevant, table(moves), None if first_moves is None else table(first_moves))

        return LazyTable(changes_of_piece)

    def _change(self, board: bytes, move: Move) -> BoardChange:
        """What a move does to a board on which the pieces that it moves are known."""
        code = board[move.origin]
        keep, put = board_masks(board, move)
        is_progress = bool(move.taken or move.becomes or code in self._game.progress)
        cells = (move.origin, move.target, *move.partner)
        return move.origin, move.target, cells, keep, put, is_progress, self._consequence(code, move), move

    def _consequence(self, code: int, move: Move) -> Callable[[bytes], bool] | None:
        """Whether more may follow from a move of a code than its pieces in other places, on a board before it: a goal
        is met, or the piece may be captured in passing. None where nothing ever does."""
        goals, passing = self._game.goals, self._game.en_passant
        if move.target in goals.watched or (goals.any and (move.taken or move.becomes)):
            return lambda board: True
        by_origin = passing.captor_places[code] if passing and not move.taken else None
        places: Places = by_origin[move.origin].get(move.target, ()) if by_origin is not None else ()

        def stands_ready(board: bytes) -> bool:
            for captor, cell in places:  # noqa: SIM110 - asked for every such move, and a loop is quicker
                if board[cell] == captor:
                    return True
            return False

        return stands_ready if places else None

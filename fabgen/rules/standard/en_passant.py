"""Capture in passing: a piece that has just crossed a vacant cell is captured there, as if it had stopped.

A position notes the cell of that piece and the cells it crossed, only where such a capture is legal: positions that
play alike are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from fabgen.rules.position import Piece
from fabgen.rules.standard.attacks import AttackTables
from fabgen.rules.standard.connections import code_table
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.state import NOBODY, Move, PromotionRule, State
from fabgen.rules.standard.tables import CellMoves, LazyTable

Cells = tuple[int, ...]
PlacesByEnd = Mapping[int, tuple[tuple[int, int], ...]]


def _crossings_by_cell(row: Mapping[int, CellMoves]) -> Mapping[int, Mapping[int, tuple[Cells, ...]]]:
    """The cells that the quiet moves of one code cross, by start and end."""
    return LazyTable(lambda start: _crossings(row[start]))


def _crossings(moves: CellMoves) -> Mapping[int, tuple[Cells, ...]]:
    """The cells that the quiet moves from one cell cross, by their end."""
    crossings: dict[int, tuple[Cells, ...]] = {}
    for ray, _ in moves.rays:
        for n, (to, quiet, _) in enumerate(ray):
            if quiet and n:
                crossings[to] = (*crossings.get(to, ()), tuple(cell for cell, _, _ in ray[:n]))
    return crossings


@dataclass(frozen=True)
class EnPassant:
    """Who captures whom in passing, and how pieces cross cells.

    * `captors`: by code of the piece that has moved, a table for `bytes.translate` of the codes that capture it so;
      None for pieces that nobody does.
    * `walks`: the ordinary moves by code and cell; `attacks`: the lines of captures.
    * `promotes`: by code, where a piece is promoted.
    * `owner`: by code, the number of the player.
    """

    captors: tuple[bytes | None, ...]
    walks: tuple[Mapping[int, CellMoves], ...]
    attacks: AttackTables
    promotes: tuple[PromotionRule | None, ...]
    owner: tuple[int, ...]
    cells: range

    @cached_property
    def crossings(self) -> tuple[Mapping[int, Mapping[int, tuple[Cells, ...]]], ...]:
        """By code, start and end: the cells that each quiet move crosses; nothing for steps and leaps."""
        return tuple(map(_crossings_by_cell, self.walks))

    def crossed_cells(self, board: bytes, code: int, start: int, end: int) -> Cells:
        """The cells that a quiet move crosses; none where it is a step or a leap, or no such move is open."""
        for way in self.crossings[code][start].get(end, ()):
            if not any(board[cell] for cell in way):
                return way
        return ()

    @cached_property
    def captor_places(self) -> tuple[Mapping[int, PlacesByEnd] | None, ...]:
        """By code of a piece that may be captured in passing, start and end of a move over some cells: every code and
        cell from which a piece could capture it on one of them, whatever else is on the board. None for other pieces.

        Asked first, because there is nobody on such a cell after most moves.
        """
        return tuple(
            self._places_by_start(code) if captors else None for code, captors in enumerate(self.captors)
        )

    def _places_by_start(self, code: int) -> Mapping[int, PlacesByEnd]:
        """The places of captors of one code, by start and end of its moves."""
        crossings, starts_by_end = self.crossings[code], self._starts_by_end(code)

        def places(crossed: set[int]) -> tuple[tuple[int, int], ...]:
            return tuple(sorted({place for cell in crossed for place in starts_by_end[cell]}))

        def places_by_end(start: int) -> PlacesByEnd:
            return {end: places({cell for way in ways for cell in way}) for end, ways in crossings[start].items()}

        return LazyTable(places_by_end)

    @cached_property
    def captor_starts(self) -> tuple[PlacesByEnd | None, ...]:
        """By code of a piece that may be captured in passing, and by a cell that it has crossed: every code and cell
        from which a piece could capture it there, whatever else is on the board. None for other pieces."""
        return tuple(self._starts_by_end(code) if captors else None for code, captors in enumerate(self.captors))

    def _starts_by_end(self, code: int) -> PlacesByEnd:
        """The places of captors of one code, by the cell where they capture it."""
        captors, lines = self.captors[code] or b"", self.attacks.by_code
        codes = [captor for captor in range(len(self.captors)) if captors[captor]]
        return LazyTable(
            lambda to: tuple((captor, cell) for captor in codes for cell in self.cells if to in lines[captor][cell])
        )

    def captures(self, state: State, cell: int, crossed: Cells) -> Iterator[Move]:
        """The captures by the player to move of a piece on a cell that has crossed some cells, whatever is exposed by
        them, in the order of the board."""
        board, starts_by_end = state.board, self.captor_starts[state.board[cell]]
        if starts_by_end is None:
            return
        ready = [
            (start, number)
            for number, to in enumerate(crossed)
            for captor, start in starts_by_end[to]
            if board[start] == captor and self.owner[captor] == state.turn and self.attacks.reaches(state, start, to)
        ]
        for start, number in sorted(ready):
            rule, to = self.promotes[board[start]], crossed[number]
            for becomes in rule.becomes(start, to) if rule else (0,):
                yield Move(start, to, (cell,), (), becomes)

    def passed_note(self, state: State, cell: int, crossed: Cells, is_legal: Callable[[State, Move], bool]) -> Cells:
        """What a position notes of a piece that has crossed some cells: its own cell and those where it can be
        captured; nothing where it cannot. `is_legal`: whether a capture is, with the note in the position."""
        after = state._replace(passed=(cell, *crossed))
        ends = {move.target for move in self.captures(after, cell, crossed) if is_legal(after, move)}
        return (cell, *(to for to in crossed if to in ends)) if ends else ()

    def movers(self, state: State, crossed: frozenset[int]) -> Iterator[tuple[int, Cells]]:
        """Every piece that may have come to its cell over some vacant cells by its last move, with all cells that it
        crossed; each piece once."""
        board = state.board
        for cell in self.cells:
            if self.captors[board[cell]] is None or not board[cell]:
                continue
            origins = (start for start in self.cells if not board[start])
            ways = (self.crossed_cells(board, board[cell], start, cell) for start in origins)
            way = next((way for way in ways if crossed <= {*way}), None)
            if way:
                yield cell, way


def compile_en_passant(
    names: Names,
    options: StandardOptions,
    walks: tuple[Mapping[int, CellMoves], ...],
    attacks: AttackTables,
    promotes: tuple[PromotionRule | None, ...],
) -> EnPassant | None:
    """The tables of captures in passing; None where there are none. What does not fit is a mistake."""
    if not options.en_passant:
        return None
    if options.capture != "replace":
        what = f"no piece captures by moving onto a cell: `capture` is `{options.capture}`"
        names.report(("en_passant",), what, "`capture: replace`, or leave `en_passant` out")
    if options.in_turn != "one action":
        what = f"capture in passing is for turns of one action, and `in_turn` is `{options.in_turn}`"
        names.report(("en_passant",), what, "leave one of the two out")
    if options.terrain:
        what = "capture in passing does not know terrain that closes cells"
        names.report(("en_passant",), what, "leave `terrain` or `en_passant` out")
    whom = names.values_by_piece(options.en_passant, "en_passant")
    victims = {captor: names.pieces(kinds, "en_passant", captor) for captor, kinds in whom.items()}
    captors: list[bytes | None] = [None]
    for piece in names.pieces_by_code.values():
        kinds = [captor for captor, captured in victims.items() if piece.kind in captured]
        enemies = [player for player in names.players if player != piece.player]
        codes = [names.codes[Piece(player, kind)] for player in enemies for kind in kinds]
        captors.append(code_table(codes) if kinds else None)
    owner = (NOBODY, *(names.players.index(piece.player) for piece in names.pieces_by_code.values()))
    cells = range(len(names.setting.lattice.numbered_cells))
    return EnPassant(tuple(captors), walks, attacks, promotes, owner, cells)



"""Castling: an unmoved piece goes along a line towards an unmoved friend, which goes to the cell that it crossed last.

The cells between the two are vacant. A royal piece castles neither out of an attack nor over a cell that is attacked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count, takewhile

from fabgen.core.english import count_things
from fabgen.rules.boards import TextError
from fabgen.rules.diagram import CastlePattern
from fabgen.rules.directions import Compass, Offset, Squares
from fabgen.rules.movement import Movement
from fabgen.rules.position import Piece
from fabgen.rules.standard.hop_tables import far_steps, line_directions
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Castle, StandardOptions
from fabgen.rules.standard.state import Ground, Move, State
from fabgen.rules.standard.tables import LazyTable

Cells = tuple[int, ...]


@dataclass(frozen=True)
class CastleLine:
    """A line along which a piece may castle: its cell, those from the next one to the edge, how many steps the piece
    goes, and the code of its partner. `number`: the place of the rule among those of the piece."""

    start: int
    cells: Cells
    steps: int
    partner: int
    number: int

    def partner_cell(self, board: bytes) -> int:
        """The cell of the first piece on the line; -1 where there is none."""
        for cell in self.cells:
            if board[cell]:
                return cell
        return -1

    def move(self, start: int, partner: int) -> Move:
        """The castling of the piece on `start` with the partner on a cell."""
        beside = start if self.steps == 1 else self.cells[self.steps - 2]
        return Move(start, self.cells[self.steps - 1], partner=(partner, beside))

    def crossing_cells(self, start: int) -> Cells:
        """The cells that the piece leaves and crosses, without the one where it ends."""
        return (start, *self.cells[: self.steps - 1])

    @cached_property
    def moves_by_partner(self) -> Mapping[int, tuple[Move, Cells]]:
        """By the cell of the partner: the castling, and the cells that the piece leaves and crosses."""
        return LazyTable(lambda partner: (self.move(self.start, partner), self.crossing_cells(self.start)))

    def is_blocked(self, state: State, ground: Ground) -> bool:
        """Whether something stands between the piece and an unmoved partner, or a cell up to it is closed."""
        partner = self.partner_cell(state.board)
        if partner < 0 or state.board[partner] != self.partner or partner not in state.fresh:
            return True
        place = self.cells.index(partner)
        if place + 1 < self.steps or not ground.opens:
            return place + 1 < self.steps
        pieces = len(state.board) - state.board.count(0)
        closed = ground.closed_cells(pieces, 0)
        return any(cell in closed for cell in self.cells[: place + 1])


@dataclass(frozen=True)
class Castling:
    """By code and cell, the lines along which a piece castles; no lines for other pieces. `castlers`: the codes of
    pieces that castle; `codes`: those of their partners too."""

    lines: tuple[Mapping[int, tuple[CastleLine, ...]], ...]
    ground: Ground
    castlers: tuple[int, ...]
    codes: frozenset[int]

    def moves(self, state: State, codes: range) -> Iterator[tuple[Move, Cells]]:
        """Every castling of the pieces of some codes, whatever attacks them, in the order of their codes; each with the
        cells that the piece leaves and crosses."""
        for line, partner in self.open_lines(state, codes):
            yield line.moves_by_partner[partner]

    def open_lines(self, state: State, codes: range) -> Iterator[tuple[CastleLine, int]]:
        """The lines along which pieces of some codes castle, whatever attacks them, in the order of their codes; each
        with the cell of the partner."""
        for code in self.castlers:
            cell = state.board.find(code) if code in codes else -1
            while cell >= 0:
                for line in self.lines[code][cell] if cell in state.fresh else ():
                    if not line.is_blocked(state, self.ground):
                        yield line, line.partner_cell(state.board)
                cell = state.board.find(code, cell + 1)

    def cells_with_rights(self, board: bytes, fresh: frozenset[int]) -> frozenset[int]:
        """The cells of unmoved pieces that may still castle some day, and of their partners."""
        cells: set[int] = set()
        for cell in fresh:
            code = board[cell]
            if code not in self.castlers:
                continue
            for line in self.lines[code][cell]:
                for other in line.cells[line.steps - 1 :]:
                    if other in fresh and board[other] == line.partner:
                        cells.add(cell)
                        cells.add(other)
        return frozenset(cells)


def castle_directions(castle: Castle, compass: Compass) -> tuple[Offset, ...]:
    """The directions of castling: on squares to the left and right unless given, else to all neighbours. Raises
    TextError."""
    return line_directions(castle.to or ("sW" if isinstance(compass, Squares) else compass.neighbour_atom), compass)


def castle_patterns(options: StandardOptions, compass: Compass) -> Mapping[str, tuple[CastlePattern, ...]]:
    """Castling as diagrams show it, by whom. Raises TextError for a direction that cannot be read."""

    def pattern(castle: Castle) -> CastlePattern:
        return CastlePattern(castle_directions(castle, compass), castle.steps, castle.partner)

    return {key: tuple(map(pattern, castles)) for key, castles in options.castling.items()}


def compile_castling(
    names: Names, options: Mapping[str, tuple[Castle, ...]], movements: Mapping[str, Movement], ground: Ground
) -> Castling | None:
    """The tables of castling; None where no piece castles. Every name that does not fit is a mistake."""
    if not options:
        return None
    compiler = _CastlingCompiler(names, movements, ground)
    by_code = names.values_by_code(options, "castling")
    for key, castles in options.items():
        for number, castle in enumerate(castles):
            compiler.check(key, number, castle)
    nowhere: Mapping[int, tuple[CastleLine, ...]] = LazyTable(lambda cell: ())
    lines, codes, castlers = [nowhere], set[int](), list[int]()
    for code, piece in names.pieces_by_code.items():
        castles = by_code[code][1] if code in by_code else ()
        valid_castles = [(n, castle) for n, castle in enumerate(castles) if castle.partner in names.setting.kinds]
        lines.append(compiler.lines_of(code, valid_castles) if valid_castles else nowhere)
        if valid_castles:
            castlers.append(code)
            codes |= {code, *(names.codes[Piece(piece.player, castle.partner)] for _, castle in valid_castles)}
    return Castling(tuple(lines), ground, tuple(castlers), frozenset(codes))


@dataclass(frozen=True)
class _CastlingCompiler:
    """Makes the lines of castling, and finds what is wrong with the options."""

    names: Names
    movements: Mapping[str, Movement]
    ground: Ground

    def check(self, key: str, number: int, castle: Castle) -> None:
        """Adds the mistakes of one entry."""
        names, where = self.names, ("castling", key, number)
        compass = names.setting.lattice.compass
        names.pieces([castle.partner], *where, "partner")
        try:
            offsets = castle_directions(castle, compass)
        except TextError as error:
            names.report((*where, "to"), f"`{castle.to}` is no direction: {error.message}", "such as `sW`")
            return
        if far_steps(offsets, compass):
            names.report((*where, "to"), f"`{castle.to}` leads further than to neighbours", "such as `sW`")
            return
        lattice = names.setting.lattice
        if castle.steps >= max(lattice.files, lattice.ranks):
            what = f"nothing goes {castle.steps} cells on this board"
            names.report((*where, "steps"), what, "a smaller number, such as `steps: 2`")
        kinds = {piece.kind for piece in names.codes if key in (piece.kind, piece.player, str(piece))}
        for kind in sorted(kinds):
            ends = {(x * castle.steps, y * castle.steps) for x, y in offsets}
            if ends & {offset for way in self.movements[kind].ways for offset in _ends(way, castle.steps)}:
                distance = count_things(castle.steps, "cell")
                what = f"the {kind} goes {distance} that way by itself too: both would be written alike"
                names.report((*where, "steps"), what, "another number of `steps`, or another movement")

    def lines_of(self, code: int, castles: list[tuple[int, Castle]]) -> Mapping[int, tuple[CastleLine, ...]]:
        """The lines of a code by cell."""
        return LazyTable(lambda cell: tuple(self._lines_from(code, cell, castles)))

    def _lines_from(self, code: int, cell: int, castles: list[tuple[int, Castle]]) -> Iterator[CastleLine]:
        """The lines of a code from a cell that are long enough, and end where the piece may."""
        names = self.names
        piece = names.pieces_by_code[code]
        forward, lattice = names.setting.players[piece.player], names.setting.lattice
        forbidden = self.ground.forbidden
        for number, castle in castles:
            partner = names.codes[Piece(piece.player, castle.partner)]
            for x, y in castle_directions(castle, lattice.compass):
                offsets = ((x * n, y * n) for n in count(1))
                to_edge = (lattice.neighbour(cell, offset, forward) for offset in offsets)
                cells = [to for to in takewhile(lambda to: to is not None, to_edge) if to is not None]
                line = CastleLine(cell, tuple(cells), castle.steps, partner, number)
                if len(cells) < castle.steps:
                    continue
                move = line.move(cell, cells[-1])
                if move.target not in forbidden[code] and move.partner[1] not in forbidden[partner]:
                    yield line


def _ends(way: object, steps: int) -> Iterator[Offset]:
    """The offsets where a way of moving may end without a capture, up to `steps` steps away."""
    if not getattr(way, "quiet", False):
        return
    for direction in way.directions:  # type: ignore[attr-defined]
        for n, (offset, ends) in enumerate(way.path(direction)):  # type: ignore[attr-defined]
            if n >= steps:
                break
            if ends:
                yield offset

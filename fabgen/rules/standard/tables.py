"""Setting, movements and terrain → the moves from each cell. Each row is made when first asked for, so that play needs
no names and no geometry."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from fabgen.rules.boards import Board
from fabgen.rules.directions import Offset
from fabgen.rules.movement import Leap, Movement, Walk
from fabgen.rules.position import Piece, Setting
from fabgen.rules.standard.state import Ground, Move, PromotionRule

K = TypeVar("K")
T = TypeVar("T")
Step = tuple[
    int, tuple[Move, ...], tuple[Move, ...]
]  # a cell, the moves that end there if it is empty, or if an enemy stands there


WHOLE_CELL = 255  # all bits of a cell in a number with one byte for each cell


class LazyTable(dict[K, T]):
    """A table whose rows are made when first asked for: a game visits few cells of a large board."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> T:
        row = self[key] = self.make(key)
        return row


@dataclass(frozen=True)
class CellMoves:
    """The ordinary moves of one kind of piece from one cell.

    * `quiet`, `capture`, `both`: leaps that only move, only capture, or do either.
    * `rays`: lines of cells that the piece crosses until it meets another piece, each with whether only an unmoved
      piece may go along it.
    * `more`: whether there is anything besides quiet leaps.
    * `overlap`: whether several of the moves may end on one cell.
    """

    quiet: tuple[tuple[int, Move], ...]
    capture: tuple[tuple[int, Move], ...]
    both: tuple[tuple[int, Move, Move], ...]
    rays: tuple[tuple[tuple[Step, ...], bool], ...]
    more: bool
    overlap: bool


def piece_codes(setting: Setting) -> dict[Piece, int]:
    """The code of each kind of piece: see the head of `state`."""
    kinds = len(setting.kinds)
    return {
        Piece(player, piece): 1 + p * kinds + k
        for p, player in enumerate(setting.players)
        for k, piece in enumerate(setting.kinds)
    }


@dataclass(frozen=True)
class MoveTableMaker:
    """Makes the move tables of one kind of piece at one parity of the pieces on the board."""

    lattice: Board
    movement: Movement
    forward: str
    code: int
    ground: Ground
    parity: int
    promotes: PromotionRule | None
    captures: bool = True

    def row(self) -> Mapping[int, CellMoves]:
        """The moves of this kind of piece by cell."""
        return LazyTable(self._make_row)

    @cached_property
    def _ways(self) -> tuple[Walk, ...]:
        return tuple(way for way in self.movement.ways if isinstance(way, Walk))

    def _make_row(self, cell: int) -> CellMoves:
        """The moves from one cell, sorted by how the engine has to test them."""
        leaps: dict[int, list[Step]] = {}
        rays: list[tuple[tuple[Step, ...], bool]] = []
        for way in self._ways:
            for ray in self._rays(cell, way):
                if isinstance(way, Leap) and not way.first:
                    leaps.setdefault(ray[0][0], []).append(ray[0])
                else:
                    rays.append((ray, way.first))
        steps = [_join_steps(steps_to_cell) for steps_to_cell in leaps.values()]
        targets = [*leaps, *(to for ray, _ in rays for to, quiet, capture in ray if quiet or capture)]
        plain = [step for step in steps if len(step[1]) == len(step[2]) == 1]
        rest = [step for step in steps if step not in plain]
        quiet = tuple((to, move) for to, moves, _ in rest for move in moves)
        capture = tuple((to, move) for to, _, moves in rest for move in moves)
        both = tuple((to, moves[0], captures[0]) for to, moves, captures in plain)
        return CellMoves(
            quiet,
            capture,
            both,
            tuple(rays),
            bool(capture or both or rays),
            overlap=len(targets) > len(set(targets)),
        )

    def _rays(self, cell: int, way: Walk) -> Iterator[tuple[Step, ...]]:
        """The lines of cells from a cell in each direction, without those where no move may end."""
        for direction in way.directions:
            steps = tuple(self._steps(cell, way, direction))
            if any(quiet or capture for _, quiet, capture in steps):
                yield steps

    def _steps(self, cell: int, way: Walk, direction: Offset) -> Iterator[Step]:
        """The cells of a line up to the edge of the board, or to ground that the piece cannot pass."""
        no_quiet, no_capture = self.ground.closed_cells(self.parity, 0), self.ground.closed_cells(self.parity, 1)
        forbidden = self.ground.forbidden[self.code]
        quiet = way.quiet and cell not in no_quiet
        capture = way.capture and self.captures and cell not in no_capture
        for offset, ends in way.path(direction):
            to = self.lattice.neighbour(cell, offset, self.forward)
            if to is None:
                return
            quiet, capture = quiet and to not in no_quiet, capture and to not in no_capture
            if not quiet and not capture:
                return
            may_end = ends and to not in forbidden
            yield (
                to,
                self._move_per_promotion(cell, to, ()) if quiet and may_end else (),
                self._move_per_promotion(cell, to, (to,)) if capture and may_end else (),
            )

    def _move_per_promotion(self, cell: int, to: int, taken: tuple[int, ...]) -> tuple[Move, ...]:
        """One move for each code that the piece may have afterwards."""
        becomes = self.promotes.becomes(cell, to) if self.promotes else (0,)
        return tuple(Move(cell, to, taken, (), code) for code in becomes)


def _join_steps(steps: list[Step]) -> Step:
    """Several ways to one cell as one: the quiet moves of the first that has any, and the same for captures."""
    return steps[0][0], next((q for _, q, _ in steps if q), ()), next((c for _, _, c in steps if c), ())


def leap_offsets(movement: Movement) -> tuple[Offset, ...]:
    """The offsets of a movement that consists of leaps, as the directions of jumps are written. No offset is
    repeated."""
    return tuple(dict.fromkeys(offset for way in movement.ways for offset in way.directions))


def rows_ahead(lattice: Board, forward: str) -> tuple[int, ...]:
    """How far forward each cell lies for a player, in rows."""
    return tuple(lattice.ahead(number, forward) for number in range(len(lattice.numbered_cells)))


def sides_of_cells(lattice: Board, atom: str) -> tuple[tuple[int, ...], ...]:
    """By cell, the cells one step of W, F or K away, -1 where such a step leads off the board. On a map, the spaces
    that border on it."""
    if not lattice.regular:
        return tuple(tuple(lattice.order[near] for near in lattice.neighbours_by_cell[cell]) for cell in lattice.cells)
    offsets = lattice.compass.offsets(atom, (), True)
    return tuple(
        tuple(lattice.order[to] if (to := lattice.step(cell, *offset)) else -1 for offset in offsets) if cell else ()
        for cell in lattice.numbered_cells
    )


def mask(cells: frozenset[int] | set[int] | tuple[int, ...]) -> int:
    """Cells as a number with one byte for each cell of the board, 1 where the cell is among them. `int.from_bytes` of a
    translated board has the same form, so that one `&` asks about all cells at once."""
    return sum(1 << 8 * cell for cell in cells)

"""A move or a drop → the enemies that it encloses on lines, and that are captured by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fabgen.rules.boards import Board
from fabgen.rules.standard.state import EMPTY, ENEMY, FRIEND, Move

Ray = tuple[int, ...]  # the cells of a line from a cell to the edge of the board or to a hole, without that cell


@dataclass(frozen=True)
class Enclosure:
    """Custodial capture. `side` in its methods: what each cell holds for the player who acts, as before the action.

    * `rays`: by cell, the lines from it.
    * `near`: by cell, the cells next to it on all sides; -1 for a side at the edge of the board.
    * `run`: how many enemies one line may take.
    * `armed`: by code, whether it takes part in captures.
    * `hostile`: by code, the cells that count as an enemy to it while they are vacant.
    * `all_sides`: by code, the cells where it is taken only if it is enclosed on all sides.
    * `edge`: whether the edge of the board encloses such a piece.
    """

    rays: tuple[tuple[Ray, ...], ...]
    near: tuple[Ray, ...]
    run: int
    armed: tuple[bool, ...]
    hostile: tuple[frozenset[int], ...]
    all_sides: tuple[frozenset[int], ...]
    edge: bool

    def can_take(self, code: int) -> bool:
        """Whether a piece of a code ever takes another."""
        return self.armed[code]

    def complete(self, board: bytes, side: bytes, moves: Iterable[Move]) -> list[Move]:
        """The moves with the pieces that each of them encloses. Jumps and rows do not enclose pieces."""
        return [self._with_enclosed(board, side, move) for move in moves]

    def _with_enclosed(self, board: bytes, side: bytes, move: Move) -> Move:
        """A move with the pieces that it encloses."""
        if move.path or move.row or move.target < 0:
            return move
        taken = self.enclosed_cells(board, side, move)
        return move._replace(taken=taken) if taken else move

    def enclosed_cells(self, board: bytes, side: bytes, move: Move) -> tuple[int, ...]:
        """The cells of the pieces that a move encloses, in the order of the board."""
        origin, target = move.origin, move.target
        if not self.armed[move.becomes or board[origin]]:
            return ()
        taken: list[int] = []
        for ray in self.rays[target]:
            if side[ray[0]] == ENEMY:
                taken += self._run_on_line(board, side, ray, origin)
        for cell in self.near[target]:
            if cell < 0 or side[cell] != ENEMY or cell not in self.all_sides[board[cell]]:
                continue
            if all(self._presses(board, side, near, board[cell], origin, target) for near in self.near[cell]):
                taken.append(cell)
        return tuple(sorted({*taken}))

    def _run_on_line(self, board: bytes, side: bytes, ray: Ray, origin: int) -> Sequence[int]:
        """The enemies at the start of a line with a captor's piece, or a hostile cell, right behind them."""
        for n, cell in enumerate(ray[: self.run + 1]):
            if side[cell] == ENEMY and cell not in self.all_sides[board[cell]]:
                continue
            before = board[ray[n - 1]]
            return ray[:n] if n and self._presses(board, side, cell, before, origin, -1) else ()
        return ()

    def _presses(self, board: bytes, side: bytes, cell: int, code: int, origin: int, target: int) -> bool:
        """Whether a cell helps to enclose a piece of a code: a captor's armed piece stands there after the move from
        `origin` to `target`, or it is vacant then and hostile; -1 is the edge of the board."""
        if cell < 0:
            return self.edge
        if cell == target:
            return True
        if side[cell] == FRIEND and cell != origin:
            return self.armed[board[cell]]
        return (side[cell] == EMPTY or cell == origin) and cell in self.hostile[code]


def rays_of_cells(lattice: Board, atom: str) -> tuple[tuple[Ray, ...], ...]:
    """By cell, the lines from it in the directions of W, F or K that have a cell; none for a hole. On a map, along its
    lines."""
    atom = atom if lattice.regular else "R"
    offsets = lattice.compass.offsets(atom, (), True)
    rays = []
    for cell in lattice.numbered_cells:
        lines = [_ray(lattice, cell, dx, dy) for dx, dy in offsets] if cell else []
        rays.append(tuple(line for line in lines if line))
    return tuple(rays)


def _ray(lattice: Board, cell: str, dx: int, dy: int) -> Ray:
    """The cells that follow a cell at multiples of an offset."""
    ray: list[int] = []
    while (to := lattice.step(cell, dx * (len(ray) + 1), dy * (len(ray) + 1))) is not None:
        ray.append(lattice.order[to])
    return tuple(ray)

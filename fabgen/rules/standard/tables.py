"""Setting, movements and options → tables of cell numbers, made once, so that playing needs no names and no arithmetic.

A cell is its number in the lattice's order; a man is a code: 1 + player number x kinds of pieces + piece number; 0 is an empty cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from fabgen.rules.lattice import Lattice, Offset, oriented, parse_cells
from fabgen.rules.moves import Leap, Movement, Walk
from fabgen.rules.position import Man, Setting

Cells = tuple[int, ...]
Ray = tuple[tuple[int, bool], ...]  # cells in the order they are crossed, and whether a move may end there


@dataclass(frozen=True)
class Reaches:
    """What one kind of man may do from one cell: leaps that only move, only capture, or both; rays with their (quiet, capture, first)."""

    quiet: Cells
    capture: Cells
    both: Cells
    rays: tuple[tuple[Ray, bool, bool, bool], ...]


def codes(setting: Setting) -> dict[Man, int]:
    """The code of each kind of man."""
    kinds = len(setting.pieces)
    return {Man(player, piece): 1 + p * kinds + k for p, player in enumerate(setting.players) for k, piece in enumerate(setting.pieces)}


def reaches(setting: Setting, movements: Mapping[str, Movement], shut: Mapping[int, frozenset[int]]) -> list[list[Reaches]]:
    """For each code and cell, what is reached; `shut` are cells that a code may not go to by ordinary moves."""
    table: list[list[Reaches]] = [[]]
    for man, code in codes(setting).items():
        movement, forward = movements[man.piece], setting.players[man.player]
        table.append([_from(setting.lattice, i, movement, forward, shut.get(code, frozenset())) for i in range(len(setting.lattice.cells))])
    return table


def _from(lattice: Lattice, cell: int, movement: Movement, forward: str, shut: frozenset[int]) -> Reaches:
    leaps: dict[int, set[bool]] = {}
    rays: list[tuple[Ray, bool, bool, bool]] = []
    plain = all(isinstance(way, Leap) and not way.first for way in movement.kinds)
    for way in movement.kinds:
        assert isinstance(way, Walk)
        for ray in _rays(lattice, cell, way, forward, shut):
            if plain:
                leaps.setdefault(ray[0][0], set()).update(may for may, yes in ((False, way.quiet), (True, way.capture)) if yes)
            else:
                rays.append((ray, way.quiet, way.capture, way.first))
    quiet, capture, both = (tuple(to for to, may in leaps.items() if may == wanted) for wanted in ({False}, {True}, {False, True}))
    return Reaches(quiet, capture, both, tuple(rays))


def _rays(lattice: Lattice, cell: int, way: Walk, forward: str, shut: frozenset[int]) -> Iterator[Ray]:
    for direction in way.directions:
        ray: list[tuple[int, bool]] = []
        for offset, ends in way.path(direction):
            at = neighbour(lattice, cell, offset, forward)
            if at is None:
                break
            ray.append((at, ends and at not in shut))
        if any(ends for _, ends in ray):
            yield tuple(ray)


def neighbour(lattice: Lattice, cell: int, offset: Offset, forward: str) -> int | None:
    """The number of the cell at an offset in a player's own frame; None off the board."""
    name = lattice.step(lattice.cells[cell], *oriented(*offset, forward))
    return None if name is None else lattice.order[name]


def steps(movement: Movement) -> tuple[Offset, ...]:
    """The offsets of a movement that consists of leaps, as the directions of hops are written."""
    return tuple(dict.fromkeys(offset for way in movement.kinds for offset in way.directions))


def hurdles(lattice: Lattice, offsets: Iterable[Offset], forward: str) -> list[tuple[tuple[int, int], ...]]:
    """For each cell, the pairs of a neighbour to hop over and the cell directly behind it."""
    rows = []
    for cell in range(len(lattice.cells)):
        pairs = ((neighbour(lattice, cell, (x, y), forward), neighbour(lattice, cell, (2 * x, 2 * y), forward)) for x, y in offsets)
        rows.append(tuple((over, land) for over, land in pairs if over is not None and land is not None))
    return rows


def zone_cells(lattice: Lattice, text: str) -> frozenset[int]:
    """The numbers of the cells that a list of cells names."""
    return frozenset(lattice.order[cell] for cell in parse_cells(text, lattice))


def rows_ahead(lattice: Lattice, forward: str) -> list[int]:
    """How far forward each cell lies for a player, from its own edge."""
    dx, dy = oriented(0, 1, forward)
    return [lattice.place(cell)[0] * dx + lattice.place(cell)[1] * dy for cell in lattice.cells]

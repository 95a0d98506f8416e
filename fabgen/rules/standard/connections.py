"""A board → whether pieces of one player that are next to each other join zones, or close a ring around a cell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from fabgen.core.english import join_words
from fabgen.rules.boards import Board
from fabgen.rules.standard.state import NOWHERE
from fabgen.rules.standard.tables import sides_of_cells

Neighbours = tuple[tuple[int, ...], ...]  # by cell: the cells next to it
CROSSING = {"W": "K", "K": "W"}  # the steps by which one passes through a ring of squares that is joined by others


@dataclass(frozen=True)
class ConnectAim:
    """A chain of a player's pieces, each next to another of it, that has a piece in at least `least` of some zones.

    * `table`: translates a board: 1 for the codes that count.
    * `zone_bits`: by cell, one bit for each of the zones that it lies in.
    * `seeds`: the cells where the search begins: every chain that meets the goal has a piece on one of them.
    """

    player: int
    table: bytes
    neighbours: Neighbours
    zone_bits: tuple[int, ...]
    seeds: tuple[int, ...]
    least: int
    name: str

    @property
    def zone(self) -> None:
        """A chain may lie anywhere."""
        return

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether there is such a chain. It does not matter how its pieces came there."""
        return self.joined_zones(board) is not None

    def joined_zones(self, board: bytes) -> int | None:
        """The bits of the zones that the first such chain joins; None where there is none."""
        unseen = bytearray(board.translate(self.table))
        for seed in self.seeds:
            if unseen[seed] and (bits := self._bits_of_chain(unseen, seed)).bit_count() >= self.least:
                return bits
        return None

    def _bits_of_chain(self, unseen: bytearray, seed: int) -> int:
        """The zones that the chain of one piece touches. Its cells are cleared in `unseen`."""
        bits, todo = 0, [seed]
        unseen[seed] = 0
        while todo:
            cell = todo.pop()
            bits |= self.zone_bits[cell]
            for neighbour in self.neighbours[cell]:
                if unseen[neighbour]:
                    unseen[neighbour] = 0
                    todo.append(neighbour)
        return bits

    def waits(self, homeless: Sequence[int]) -> bool:
        """A piece that waits to be re-placed makes no difference: only the board counts."""
        return False


@dataclass(frozen=True)
class RingAim:
    """A ring of a player's pieces, each next to another of it, around one cell or more.

    * `table`: translates a board: 1 for the player's codes.
    * `crossings`: by cell, the cells to which one gets from it without going through a ring.
    * `edge`: the cells from which one leaves the board.
    * `wanted`: translates a board: 1 for what one of the cells inside has to hold.
    """

    player: int
    table: bytes
    crossings: Neighbours
    edge: tuple[int, ...]
    wanted: bytes

    @property
    def zone(self) -> None:
        """A ring may lie anywhere."""
        return

    def is_met(self, board: bytes, hopped: frozenset[int] = NOWHERE) -> bool:
        """Whether there is such a ring. It does not matter how its pieces came there."""
        wanted = board.translate(self.wanted)
        return any(wanted[cell] for cell in self.ringed_cells(board))

    def ringed_cells(self, board: bytes) -> Iterator[int]:
        """The cells inside of rings, pieces of the player among them.

        Outside are the cells from which one leaves the board without crossing a piece of the player. Whatever is not
        outside and has no neighbour outside lies inside a ring.
        """
        own = board.translate(self.table)
        outside = bytearray(len(board))
        todo = [cell for cell in self.edge if not own[cell]]
        for cell in todo:
            outside[cell] = 1
        while todo:
            for neighbour in self.crossings[todo.pop()]:
                if not own[neighbour] and not outside[neighbour]:
                    outside[neighbour] = 1
                    todo.append(neighbour)
        at_edge = frozenset(self.edge)
        for cell, neighbours in enumerate(self.crossings):
            if outside[cell] or not neighbours or cell in at_edge:
                continue
            if not any(outside[neighbour] for neighbour in neighbours):
                yield cell

    def waits(self, homeless: Sequence[int]) -> bool:
        """A piece that waits to be re-placed makes no difference: only the board counts."""
        return False


def neighbours_by_number(lattice: Board, atom: str) -> Neighbours:
    """For each cell of a board the cells one step of W, F or K away; none for a hole. On a map, the spaces that border
    on it."""
    return tuple(tuple(near for near in sides if near >= 0) for sides in sides_of_cells(lattice, atom))


def edge_cells(lattice: Board, atom: str) -> tuple[int, ...]:
    """The numbers of the cells of a regular board from which one step of W or K leads off it or into a hole."""
    return tuple(cell for cell, sides in enumerate(sides_of_cells(lattice, atom)) if -1 in sides)


def connect_aim(
    lattice: Board, player: int, codes: Iterable[int], zones: Sequence[frozenset[int]], least: int, atom: str, name: str
) -> ConnectAim:
    """The aim to join at least `least` of some zones by pieces of some codes. `name`: the zones in words."""
    cells = range(len(lattice.numbered_cells))
    bits = tuple(sum(1 << n for n, zone in enumerate(zones) if cell in zone) for cell in cells)
    # A chain that joins `least` zones leaves out at most the rest, so it has a piece in one of any `rest + 1` zones.
    smallest = sorted(zones, key=len)[: len(zones) - least + 1]
    seeds = tuple(sorted(NOWHERE.union(*smallest)))
    return ConnectAim(player, code_table(codes), neighbours_by_number(lattice, atom), bits, seeds, least, name)


def ring_aim(lattice: Board, player: int, codes: Iterable[int], atom: str, wanted: Iterable[int]) -> RingAim:
    """The aim to close a ring by pieces of some codes around a cell that holds one of the codes `wanted` (0: none)."""
    crossing = CROSSING[atom] if lattice.compass.has_square_cells else atom
    return RingAim(player, code_table(codes), neighbours_by_number(lattice, crossing), edge_cells(lattice, crossing),
                   code_table(wanted))


def code_table(codes: Iterable[int]) -> bytes:
    """A table for `bytes.translate`: 1 for some codes, 0 for all others."""
    table = bytearray(256)
    for code in codes:
        table[code] = 1
    return bytes(table)


def name_zones(names: Sequence[str], least: int) -> str:
    """What is joined, in words: `west and east`, `3 of a, b, c and d`."""
    return join_words(names) if least == len(names) else f"{least} of {join_words(names)}"

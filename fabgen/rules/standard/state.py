"""The standard rule set's positions and actions as tuples of numbers, and the tables of a compiled game. Text comes
later.

A cell is its number in the lattice's order; a man is a code: 1 + player number x kinds of pieces + piece number; 0 is
an empty cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fabgen.rules.standard.goals import Goals
    from fabgen.rules.standard.hops import Hops
    from fabgen.rules.standard.tables import Walks

NOBODY = -1
DRAWN = -2
NEVER = 2  # the parity of ground that is always closed
EMPTY, FRIEND, ENEMY = 0, 1, 2  # what stands on a cell, for the player to move; FRIEND | ENEMY is anybody
WALL = 4  # on a cell that nobody lands on and nobody goes over
MOVED, CAPTURED = 1, 2  # what a player has done of a turn with two parts
NOWHERE: frozenset[int] = frozenset()


class Fate(IntEnum):
    """What becomes of a man that is captured or hopped over."""

    NOTHING = 0
    REMOVED = 1
    HAND = 2
    CAPTOR = 3
    HOME = 4


class State(NamedTuple):
    """A position: a man code for each cell, whose turn it is, men in hand by code, cells of men that have not moved,
    men whose owners must re-place them now, who is out of the game (one bit a player; `memory` has the bits above), and
    who has won (NOBODY: the game goes on)."""

    board: bytes
    turn: int
    hands: tuple[int, ...] = ()
    fresh: frozenset[int] = frozenset()
    homeless: tuple[int, ...] = ()
    out: int = 0
    winner: int = NOBODY


class Move(NamedTuple):
    """One action from a cell to a cell: the cells it takes men from, the cells of a chain of hops (both ends included),
    what it becomes.

    With origin NOBODY, the man `becomes` is placed on `target`; with both NOBODY, the turn is passed.
    """

    origin: int
    target: int
    taken: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    becomes: int = 0


PASS = Move(NOBODY, NOBODY)


@dataclass(frozen=True)
class ChainRule:
    """How hops join in one turn: how many at most, whether going on is a duty, who is hopped once only (FRIEND | ENEMY,
    0: nobody), the end further forward than the start, all in one direction, whether the cell that the hopper left is
    in the way."""

    most: int
    must: bool
    once: int
    further: bool
    straight: bool
    walled: bool


@dataclass(frozen=True)
class Promotes:
    """Where a code is promoted, into which codes, and whether it may stay what it is; `touches`: leaving the zone
    counts too; `stops`: a chain of hops ends where it enters the zone."""

    cells: frozenset[int]
    into: tuple[int, ...]
    may_stay: bool
    touches: bool
    stops: bool

    def becomes(self, origin: int, target: int) -> tuple[int, ...]:
        """What the man may be after a move: codes, 0 for what it was."""
        if target in self.cells or (self.touches and origin in self.cells):
            return (*((0,) if self.may_stay else ()), *self.into)
        return (0,)


@dataclass(frozen=True)
class Condition:
    """Movement under a condition: its tables by cell, the mask of the goal cells that must be filled by cell (None:
    those in reach now), and whether it holds where there is none."""

    walks: tuple[Mapping[int, Walks], ...]  # by parity
    goals: Mapping[int, int] | None
    zone: frozenset[int]
    vacuous: bool


@dataclass(frozen=True)
class Compiled:
    """All tables of a game, by code (0 unused), player or cell; by parity first where the terrain asks for it (one
    entry otherwise)."""

    players: int
    kinds: int
    cells: int
    first: int
    following: tuple[int, ...]  # by player: who is next
    walks: tuple[tuple[Mapping[int, Walks], ...], ...]  # by parity, code, cell
    also: tuple[tuple[Condition, ...], ...]  # by code
    repeats: bool  # whether a move under a condition may be an ordinary move too
    hops: tuple[Hops | None, ...]  # by code
    mixed: tuple[bool, ...]  # by code: whether a hop may end where a quiet move does
    chain: ChainRule
    forward: tuple[tuple[int, ...], ...]  # by player and cell: how far forward it lies
    promotes: tuple[Promotes | None, ...]
    parity: tuple[int, ...]  # by cell: 1 open at odd counts, 0 at even ones, NEVER, or NOBODY: always; may be empty
    parity_after: frozenset[int]  # cells whose terrain counts after the action
    passable: frozenset[int]  # cells with terrain that may be hopped over while they are closed
    terrain: Mapping[str, frozenset[int]]  # the cells of each zone with terrain
    forbidden: tuple[frozenset[int], ...]  # by code: where it may not go
    homes: tuple[tuple[int, ...], ...]
    drops: tuple[tuple[int, ...], ...]
    drops_first: bool
    holds: bool  # whether men can be in a hand
    hand_as: tuple[int, ...]  # by code: what it becomes in a hand
    goals: Goals
    fate: Fate
    compulsory: bool
    most: bool
    passing: str
    stuck: tuple[str, ...]  # by player
    needs_quiet: bool  # whether who can do nothing but capture is stuck
    halves: bool  # whether a turn is a quiet action and a capture
    unmoved: frozenset[int]  # codes with moves of their own for the first time

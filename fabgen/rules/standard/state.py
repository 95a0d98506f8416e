"""The standard rule set's positions and actions as tuples of numbers, and the tables of a compiled game. Text comes later."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from fabgen.rules.standard.tables import Reaches

NOBODY = -1
DRAWN = -2


class Over(IntEnum):
    """Whose men a hop may go over."""

    FRIEND = 0
    ENEMY = 1
    ANY = 2


class Fate(IntEnum):
    """What becomes of a man that is captured or hopped over."""

    NOTHING = 0
    REMOVED = 1
    HAND = 2
    CAPTOR = 3
    HOME = 4


class State(NamedTuple):
    """A position: a man code for each cell, whose turn it is, men in hand by code, cells of men that have not moved, men whose owners
    must re-place them now, and who has won (NOBODY: the game goes on)."""

    board: bytes
    turn: int
    hands: tuple[int, ...] = ()
    fresh: frozenset[int] = frozenset()
    homeless: tuple[int, ...] = ()
    winner: int = NOBODY


class Move(NamedTuple):
    """One action from a cell to a cell: the cells it takes men from, the cells of a chain of hops (both ends included), what it becomes.

    With origin NOBODY, the man `becomes` is placed on `target`; with both NOBODY, the turn is passed.
    """

    origin: int
    target: int
    taken: tuple[int, ...] = ()
    path: tuple[int, ...] = ()
    becomes: int = 0


PASS = Move(NOBODY, NOBODY)


@dataclass(frozen=True)
class HopTable:
    """One kind of hop of one code: for each cell the pairs (over, landing); whose men it goes over, whether it takes them, how often a turn."""

    pairs: tuple[tuple[tuple[int, int], ...], ...]
    over: Over
    takes: bool
    limit: int


@dataclass(frozen=True)
class ChainRule:
    """How hops join in one turn: how many at most, whether going on is a duty, each man once, the end further forward than the start."""

    most: int
    must: bool
    once: bool
    further: bool


@dataclass(frozen=True)
class Promotes:
    """Where a code is promoted, into which codes, and whether it may stay what it is."""

    cells: frozenset[int]
    into: tuple[int, ...]
    may_stay: bool


@dataclass(frozen=True)
class Compiled:
    """All tables of a game, indexed by code (0 unused), player or cell."""

    players: int
    kinds: int
    reach: tuple[tuple[Reaches, ...], ...]
    also: tuple[tuple[Reaches, ...] | None, ...]
    ahead_goals: tuple[tuple[frozenset[int], ...] | None, ...]  # by code and cell: goal cells that can still be reached
    hops: tuple[tuple[HopTable, ...], ...]
    hop_fate: tuple[Fate, ...]
    chain: ChainRule
    forward: tuple[tuple[int, ...], ...]  # by player: how far forward each cell lies
    promotes: tuple[Promotes | None, ...]
    parity: tuple[int, ...]  # by cell: 1 open at odd counts, 0 at even ones, NOBODY always; empty where no terrain is
    parity_after: bool
    homes: tuple[tuple[int, ...], ...]
    drops: tuple[tuple[int, ...], ...]
    goal_any: tuple[frozenset[int], ...]  # by code: who stands here has won
    goal_all: tuple[tuple[frozenset[int], ...], ...]  # by player: for each code its cells, where all men must stand; () where no such goal
    goal_fill: tuple[frozenset[int], ...]  # by player: cells to fill; empty where no such goal
    royal: tuple[frozenset[int], ...]  # by player: codes of which one at least must be left; empty where capturing is no goal
    captures: bool
    fate: Fate
    compulsory: bool
    passing: str
    stuck: str

"""Offsets in the mover's frame → where a piece may go, and the same in words. One class for each way of moving.

An offset is (dx to the right, dy ahead) in cells. A way of moving asks `see` what stands on an offset and yields
what it reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from typing import Protocol

from fabgen.base import words
from fabgen.phrasebook import ENGLISH, Phrases
from fabgen.rules.compass import SQUARES, Compass, Hexagons, Roads
from fabgen.rules.directions import Offset
from fabgen.rules.phrases import NUMBERS, numbered, steps_towards
from fabgen.rules.waywords import CORNERS, SIDES, told_steps


class Sight(Enum):
    """What stands on a cell, for the mover; OFF is beyond the board."""

    OFF = "off"
    EMPTY = "empty"
    FRIEND = "friend"
    ENEMY = "enemy"


class Reason(Enum):
    """Why a way of moving that knows an offset may not go there now. Earlier members explain better."""

    BLOCKED = "blocked"
    MOVED = "moved"
    CAPTURE_ONLY = "capture only"
    MOVE_ONLY = "move only"
    FRIEND = "friend"
    OFF = "off"


See = Callable[[Offset], Sight]


class Way(Protocol):
    """A way of moving: fields, what it reaches, and how a rulebook says it."""

    @property
    def verb(self) -> str: ...
    @property
    def first(self) -> bool: ...
    @property
    def directions(self) -> tuple[Offset, ...]: ...
    @property
    def unlimited(self) -> bool: ...

    def reach(self, see: See, fresh: bool = False) -> Iterator[Offset]:
        """Offsets that it may go to now; `fresh` tells that the man has not moved yet."""

    def ends(self, see: See) -> Iterator[Offset]:
        """Every offset on the board where it could ever end, whatever stands there now."""

    def refusal(self, see: See, fresh: bool, target: Offset) -> tuple[Reason, Offset] | None:
        """Why `target` is not reached and the offset to blame; None where it is reached or is foreign to this way."""

    def words(self, said: Phrases = ENGLISH) -> str:
        """What follows the verb: `one step straight ahead`."""


@dataclass(frozen=True)
class Walk:
    """What leaps and slides share: from one's cell along a path whose cells must be empty up to the one landed on.

    `quiet` allows landing on an empty cell, `capture` on an enemy; `first` only for a man that has not moved yet.
    """

    directions: tuple[Offset, ...]
    quiet: bool = True
    capture: bool = True
    first: bool = False

    @property
    def verb(self) -> str:
        """`moves`, `captures` or `moves or captures`."""
        return words([verb for verb, may in (("moves", self.quiet), ("captures", self.capture)) if may], "or")

    @property
    def unlimited(self) -> bool:
        """Whether only the board's edge ends it."""
        return False

    def path(self, direction: Offset) -> Iterator[tuple[Offset, bool]]:
        """The cells in the order they are crossed, and whether the move may end there."""
        raise NotImplementedError

    def reach(self, see: See, fresh: bool = False) -> Iterator[Offset]:
        """Offsets that may be gone to now."""
        for direction in self.directions if fresh or not self.first else ():
            for offset, ends in self.path(direction):
                sight = see(offset)
                if ends and self._lands(sight):
                    yield offset
                if sight is not Sight.EMPTY:
                    break

    def ends(self, see: See) -> Iterator[Offset]:
        """Every offset on the board where a path may end, whatever stands there now."""
        for direction in self.directions:
            for offset, ends in self.path(direction):
                if see(offset) is Sight.OFF:
                    break
                if ends:
                    yield offset

    def refusal(self, see: See, fresh: bool, target: Offset) -> tuple[Reason, Offset] | None:
        """Why a target on one of the paths is not reached now, and the offset to blame."""
        reasons = [found for direction in self.directions if (found := self._on_path(direction, see, fresh, target))]
        return reasons[0] if reasons else None

    def _lands(self, sight: Sight) -> bool:
        return (sight is Sight.EMPTY and self.quiet) or (sight is Sight.ENEMY and self.capture)

    def _on_path(self, direction: Offset, see: See, fresh: bool, target: Offset) -> tuple[Reason, Offset] | None:
        hurdle: Offset | None = None
        for offset, ends in self.path(direction):
            sight = see(offset)
            if ends and offset == target:
                return self._reason(sight, fresh, target, hurdle)
            if sight is Sight.OFF:
                return None
            if hurdle is None and sight is not Sight.EMPTY:
                hurdle = offset
        return None

    def _reason(self, sight: Sight, fresh: bool, target: Offset, hurdle: Offset | None) -> tuple[Reason, Offset] | None:
        if sight in (Sight.OFF, Sight.FRIEND):
            return (Reason.OFF if sight is Sight.OFF else Reason.FRIEND), target
        if not self._lands(sight):
            return (Reason.CAPTURE_ONLY if sight is Sight.EMPTY else Reason.MOVE_ONLY), target
        if hurdle is not None:
            return Reason.BLOCKED, hurdle
        return (Reason.MOVED, target) if self.first and not fresh else None


@dataclass(frozen=True)
class Leap(Walk):
    """Straight to an offset, whatever stands in between; a single step is the leap that has nothing in between."""

    def path(self, direction: Offset) -> Iterator[tuple[Offset, bool]]:
        """The target alone."""
        yield direction, True

    def words(self, said: Phrases = ENGLISH) -> str:
        """`one step straight ahead`; real leaps add that they jump."""
        jumping = max(map(abs, self.directions[0])) > 1
        way = steps_towards("", self.directions, said)
        return said("{way}, jumping over anything in the way", way=way) if jumping else way


@dataclass(frozen=True)
class LameLeap(Walk):
    """To an offset, if the cells on the way are empty: first straight along the longer part, then diagonally."""

    def path(self, direction: Offset) -> Iterator[tuple[Offset, bool]]:
        """(1,2) crosses (0,1); (2,3) crosses (0,1) and (1,2); straight and diagonal leaps cross the cells between."""
        x, y = direction
        straight = abs(abs(x) - abs(y)) if x and y else 0
        here = (0, 0)
        while here != direction:
            long_x, long_y = abs(x) > abs(y), abs(y) > abs(x)
            dx = 0 if straight and long_y else _sign(x)
            dy = 0 if straight and long_x else _sign(y)
            straight = max(straight - 1, 0)
            here = here[0] + dx, here[1] + dy
            yield here, here == direction

    def words(self, said: Phrases = ENGLISH) -> str:
        """As a leap, with what must be empty."""
        between = len(list(self.path(self.directions[0]))) - 1
        oblique = all(self.directions[0]) and len(set(map(abs, self.directions[0]))) > 1
        empty = {
            (False, False): "{way}, if the cell in between is empty",
            (False, True): "{way}, if the neighbouring cell on the longer side is empty",
            (True, False): "{way}, if both cells in between are empty",
            (True, True): "{way}, if the cells on the way (one straight step, then one diagonal) are empty",
        }[between > 1, oblique]
        return said(empty, way=steps_towards("", self.directions, said))


@dataclass(frozen=True)
class Slide(Walk):
    """Steps or leaps in one direction, up to `limit` of them (None: to the edge), ending at the first piece met; what
    stands under a leap is not met."""

    limit: int | None = None

    @property
    def unlimited(self) -> bool:
        """Whether only the board's edge ends it."""
        return self.limit is None

    def path(self, direction: Offset) -> Iterator[tuple[Offset, bool]]:
        """Each step may be the last."""
        for n in count(1) if self.limit is None else range(1, self.limit + 1):
            yield (direction[0] * n, direction[1] * n), True

    def words(self, said: Phrases = ENGLISH) -> str:
        """`one or two steps straight ahead, blocked by any piece in between`; of leaps, that they go on."""
        if any(max(map(abs, step)) > 1 for step in self.directions):
            return self.rides(steps_towards("", self.directions, said), said)
        return said("{way}, blocked by any piece in between", way=steps_towards(self.far(said), self.directions, said))

    def rides(self, leap: str, said: Phrases = ENGLISH) -> str:
        """How often a leap is done, and what ends that."""
        often = {None: "any number of times in the same direction", 2: "once or twice in the same direction"}.get(
            self.limit, "one to {times} times in the same direction")
        times = said(often, times=said(NUMBERS[self.limit or 0]))
        return said("{leap}, {times}, blocked only by pieces on which a leap ends", leap=leap, times=times)

    def far(self, said: Phrases = ENGLISH) -> str:
        """How far it goes: `one or two steps`."""
        if self.limit is None:
            return said("any number of steps")
        return said("one or {steps}" if self.limit == 2 else "one to {steps}", steps=numbered(self.limit, said))


@dataclass(frozen=True)
class Movement:
    """How a kind of piece moves: the Betza text and the ways it stands for; what one of them reaches is reached."""

    text: str
    kinds: tuple[Way, ...]
    compass: Compass = field(default=SQUARES, repr=False)

    def __str__(self) -> str:
        return self.text

    @property
    def unlimited(self) -> bool:
        """Whether a slide goes on to the board's edge."""
        return any(kind.unlimited for kind in self.kinds)

    def reach(self, see: See, fresh: bool = False) -> frozenset[Offset]:
        """Offsets that may be gone to now, friends never captured."""
        return frozenset(offset for kind in self.kinds for offset in kind.reach(see, fresh))

    def refusal(self, see: See, fresh: bool, target: Offset) -> tuple[Reason, Offset] | None:
        """The best reason why no way reaches the target now, and the offset to blame; None: no way knows it."""
        found = [reason for kind in self.kinds if (reason := kind.refusal(see, fresh, target))]
        return min(found, key=lambda reason: list(Reason).index(reason[0]), default=None)

    def words(self, said: Phrases = ENGLISH) -> str:
        """One sentence, moves before captures, what is for the first move last."""
        if not self.kinds:
            return said("Does not move.")
        clauses = []
        for first in (False, True):
            for verb in ("moves or captures", "moves", "captures"):
                phrases = [self._told(kind, said) for kind in self.kinds if (kind.verb, kind.first) == (verb, first)]
                where = said(", or ").join(dict.fromkeys(phrases))
                clause = said(f"{verb} {{where}}", where=where)
                clause = said("on its first move it {clause}", clause=clause) if first else clause
                clauses += [clause] if phrases else []
        sentence = said("; ").join(clauses)
        return said("{sentence}.", sentence=f"{sentence[:1].upper()}{sentence[1:]}")

    def _told(self, kind: Way, said: Phrases) -> str:
        """A way of moving as the compass has words for its directions."""
        if not isinstance(self.compass, Hexagons | Roads):
            return kind.words(said)
        if not isinstance(kind, Slide):
            return told_steps(self.compass, kind.directions, "", said)
        if _leaps(self.compass, kind):
            return kind.rides(told_steps(self.compass, kind.directions, "", said, jumps=False), said)
        way = told_steps(self.compass, kind.directions, kind.far(said), said)
        return said("{way}, blocked by any piece in between", way=way)


def _leaps(compass: Compass, kind: Way) -> bool:
    """Whether a slide on hexagons is one of leaps: its steps are none through a side or over a corner."""
    return isinstance(compass, Hexagons) and not {*kind.directions} <= SIDES | CORNERS


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)

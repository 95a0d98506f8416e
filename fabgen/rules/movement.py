"""Offsets in the mover's frame → where a piece may go, and the same in words. One class for each way of moving.

An offset is (dx to the right, dy ahead) in cells. A way of moving calls `see` to learn what stands at an offset, and
yields the offsets it reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import count
from typing import Protocol

from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue, load_words
from fabgen.rules.directions import SQUARES, Compass, Offset
from fabgen.rules.move_words import count_steps, number_word, step_words


class Sight(Enum):
    """What stands on a cell, from the mover's point of view. OFF: the cell is beyond the board."""

    OFF = "off"
    EMPTY = "empty"
    FRIEND = "friend"
    ENEMY = "enemy"


class RefusalReason(Enum):
    """Why a way of moving that knows an offset may not go there now. Of several reasons, the earlier member explains
    better."""

    BLOCKED = "blocked"
    MOVED = "moved"
    CAPTURE_ONLY = "capture only"
    MOVE_ONLY = "move only"
    FRIEND = "friend"
    OFF = "off"


See = Callable[[Offset], Sight]


class MoveWay(Protocol):
    """A way of moving: its fields, what it reaches, and its words in a rulebook."""

    @property
    def verb(self) -> str:
        """`moves`, `captures` or `moves or captures`."""

    @property
    def first(self) -> bool:
        """Whether it is for a piece that has not moved yet."""

    @property
    def directions(self) -> tuple[Offset, ...]:
        """The offsets of one step or leap."""

    @property
    def is_unlimited(self) -> bool:
        """Whether only the edge of the board ends it."""

    def reach(self, see: See, fresh: bool = False) -> Iterator[Offset]:
        """The offsets that it may go to now. `fresh`: the piece has not moved yet."""

    def ends(self, see: See) -> Iterator[Offset]:
        """Every offset on the board where it could ever end, whatever stands there now."""

    def refusal(self, see: See, fresh: bool, target: Offset) -> tuple[RefusalReason, Offset] | None:
        """Why `target` is not reached, and the offset that is the reason. None where it is reached, or never could
        be."""

    def words(self, words: Catalogue, compass: Compass = SQUARES) -> str:
        """What follows the verb on a board of this compass: `one step straight ahead`."""


@dataclass(frozen=True)
class Walk:
    """What leaps and slides share: paths from the piece's own cell. All cells of a path must be empty, except the last.

    `quiet` allows landing on an empty cell, `capture` on an enemy; `first` is for a piece that has not moved yet.
    """

    directions: tuple[Offset, ...]
    quiet: bool = True
    capture: bool = True
    first: bool = False

    @property
    def verb(self) -> str:
        """`moves`, `captures` or `moves or captures`."""
        return join_words([verb for verb, may in (("moves", self.quiet), ("captures", self.capture)) if may], "or")

    @property
    def is_unlimited(self) -> bool:
        """Whether only the edge of the board ends it."""
        return False

    def path(self, direction: Offset) -> Iterator[tuple[Offset, bool]]:
        """The offsets in the order in which they are crossed, and whether the move may end on each."""
        raise NotImplementedError

    def reach(self, see: See, fresh: bool = False) -> Iterator[Offset]:
        """The offsets that it may go to now."""
        for direction in self.directions if fresh or not self.first else ():
            for offset, ends in self.path(direction):
                sight = see(offset)
                if ends and self._may_land(sight):
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

    def refusal(self, see: See, fresh: bool, target: Offset) -> tuple[RefusalReason, Offset] | None:
        """Why a target on a path is not reached now, and the offset that is the reason; for the first path that leads
        there."""
        reasons = (self._explain_path(direction, see, fresh, target) for direction in self.directions)
        return next((reason for reason in reasons if reason), None)

    def _may_land(self, sight: Sight) -> bool:
        return (sight is Sight.EMPTY and self.quiet) or (sight is Sight.ENEMY and self.capture)

    def _explain_path(
        self, direction: Offset, see: See, fresh: bool, target: Offset
    ) -> tuple[RefusalReason, Offset] | None:
        """The reason for one path; None where it does not lead to the target, or the target is reached."""
        obstacle: Offset | None = None
        for offset, ends in self.path(direction):
            sight = see(offset)
            if ends and offset == target:
                return self._explain_target(sight, fresh, target, obstacle)
            if sight is Sight.OFF:
                return None
            if obstacle is None and sight is not Sight.EMPTY:
                obstacle = offset
        return None

    def _explain_target(self, sight: Sight, fresh: bool, target: Offset,
                        obstacle: Offset | None) -> tuple[RefusalReason, Offset] | None:
        """The reason for a target on a path. `obstacle`: the first piece on the way, if any."""
        if sight in (Sight.OFF, Sight.FRIEND):
            return (RefusalReason.OFF if sight is Sight.OFF else RefusalReason.FRIEND), target
        if not self._may_land(sight):
            return (RefusalReason.CAPTURE_ONLY if sight is Sight.EMPTY else RefusalReason.MOVE_ONLY), target
        if obstacle is not None:
            return RefusalReason.BLOCKED, obstacle
        return (RefusalReason.MOVED, target) if self.first and not fresh else None


@dataclass(frozen=True)
class Leap(Walk):
    """To an offset directly, whatever stands in between. A single step is a leap with nothing in between."""

    def path(self, direction: Offset) -> Iterator[tuple[Offset, bool]]:
        """Only the target."""
        yield direction, True

    def words(self, words: Catalogue, compass: Compass = SQUARES) -> str:
        """`one step straight ahead`; for leaps past the neighbours the words say that they jump."""
        way = step_words(compass, self.directions, "", words)
        jumps = compass.is_leap(self.directions)
        return words.text("jumping", way=way) if jumps else way


@dataclass(frozen=True)
class LameLeap(Walk):
    """To an offset if the cells on the way are empty. The way goes straight along the longer side first, then
    diagonally."""

    def path(self, direction: Offset) -> Iterator[tuple[Offset, bool]]:
        """(1,2) crosses (0,1); (2,3) crosses (0,1) and (1,2); straight and diagonal leaps cross the cells between."""
        x, y = direction
        straight = abs(abs(x) - abs(y)) if x and y else 0
        cell = (0, 0)
        while cell != direction:
            long_x, long_y = abs(x) > abs(y), abs(y) > abs(x)
            dx = 0 if straight and long_y else _sign(x)
            dy = 0 if straight and long_x else _sign(y)
            straight = max(straight - 1, 0)
            cell = cell[0] + dx, cell[1] + dy
            yield cell, cell == direction

    def words(self, words: Catalogue, compass: Compass = SQUARES) -> str:
        """The words of a leap, with the cells that must be empty."""
        between = len(list(self.path(self.directions[0]))) - 1
        oblique = all(self.directions[0]) and len(set(map(abs, self.directions[0]))) > 1
        key = {
            (False, False): "lame_straight",
            (False, True): "lame_oblique",
            (True, False): "lame_straight_far",
            (True, True): "lame_oblique_far",
        }[between > 1, oblique]
        return words.text(key, way=step_words(compass, self.directions, "", words))


@dataclass(frozen=True)
class Slide(Walk):
    """Up to `limit` steps or leaps in one direction (None: to the edge), ending at the first piece met. A leap meets
    only pieces on which it ends."""

    limit: int | None = None

    @property
    def is_unlimited(self) -> bool:
        """Whether only the edge of the board ends it."""
        return self.limit is None

    def path(self, direction: Offset) -> Iterator[tuple[Offset, bool]]:
        """The offsets where a step ends; the move may end on each."""
        for n in count(1) if self.limit is None else range(1, self.limit + 1):
            yield (direction[0] * n, direction[1] * n), True

    def words(self, words: Catalogue, compass: Compass = SQUARES) -> str:
        """`one or two steps straight ahead, blocked by any piece in between`; for leaps, how often they may be
        repeated."""
        if compass.is_leap(self.directions):
            leap = step_words(compass, self.directions, "", words)
            times = self._repeat_words(words)
            return words.text("repeated_leap", leap=leap, times=times)
        way = step_words(compass, self.directions, self._distance_words(words), words)
        return words.text("blocked", way=way)

    def _repeat_words(self, words: Catalogue) -> str:
        """How often a leap is repeated: `any number of times in the same direction`."""
        if self.limit is None:
            return words.text("any_times")
        if self.limit == 2:
            return words.text("once_or_twice")
        return words.count("times_up_to", self.limit, number=number_word(self.limit, words))

    def _distance_words(self, words: Catalogue) -> str:
        """How far it goes: `one or two steps`."""
        if self.limit is None:
            return words.text("any_steps")
        return words.text("one_or_two_steps") if self.limit == 2 else count_steps("steps_up_to", self.limit, words)


VERB_KEYS = {"moves or captures": "moves_or_captures", "moves": "moves", "captures": "captures"}


@dataclass(frozen=True)
class Movement:
    """How a kind of piece moves: the Betza text and the ways of moving it stands for. The piece reaches what any of
    them reaches."""

    text: str
    ways: tuple[MoveWay, ...]
    compass: Compass = field(default=SQUARES, repr=False)

    def __str__(self) -> str:
        return self.text

    @property
    def is_unlimited(self) -> bool:
        """Whether one of the ways goes on to the edge of the board."""
        return any(way.is_unlimited for way in self.ways)

    def without_captures(self) -> Movement:
        """The same movement where nothing can be captured: ways that only capture are left out."""
        walks = (replace(way, capture=False) if isinstance(way, Walk) else way for way in self.ways)
        return replace(self, ways=tuple(way for way in walks if not isinstance(way, Walk) or way.quiet))

    def reach(self, see: See, fresh: bool = False) -> frozenset[Offset]:
        """The offsets that the piece may go to now."""
        return frozenset(offset for way in self.ways for offset in way.reach(see, fresh))

    def refusal(self, see: See, fresh: bool, target: Offset) -> tuple[RefusalReason, Offset] | None:
        """The best reason why no way of moving reaches the target now, and the offset to which it applies. None where
        no way leads to the target."""
        reasons = [reason for way in self.ways if (reason := way.refusal(see, fresh, target))]
        return min(reasons, key=lambda reason: list(RefusalReason).index(reason[0]), default=None)

    def words(self, words: Catalogue | None = None) -> str:
        """One sentence: moves before captures, and what is for the first move last. In English without a catalogue."""
        words = words or load_words()
        if not self.ways:
            return words.text("does_not_move")
        clauses = []
        for first in (False, True):
            for verb, key in VERB_KEYS.items():
                ways = [way.words(words, self.compass) for way in self.ways
                        if (way.verb, way.first) == (verb, first)]
                if ways:
                    clause = words.text(key, where=words.text("or_clause").join(dict.fromkeys(ways)))
                    clauses.append(words.text("first_move", clause=clause) if first else clause)
        sentence = words.text("clause_separator").join(clauses)
        return words.text("sentence", sentence=f"{sentence[:1].upper()}{sentence[1:]}")


def _sign(value: int) -> int:
    """-1, 0 or 1."""
    return (value > 0) - (value < 0)

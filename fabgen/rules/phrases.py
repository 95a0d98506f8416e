"""Sets of offsets in the mover's frame → words, such as `two steps to either side and one forward`.

Every set is covered by named groups, the largest first, so that each offset is said exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable

from fabgen.base import words
from fabgen.phrasebook import ENGLISH, Phrases
from fabgen.rules.directions import Offset

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_AHEAD, _BACK, _LEFT, _RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)
_STRAIGHT: tuple[tuple[str, frozenset[Offset]], ...] = (
    ("straight ahead", frozenset({_AHEAD})),
    ("straight back", frozenset({_BACK})),
    ("sideways", frozenset({_LEFT, _RIGHT})),
    ("to the left", frozenset({_LEFT})),
    ("to the right", frozenset({_RIGHT})),
)
_DIAGONAL: tuple[tuple[str, frozenset[Offset]], ...] = (
    ("diagonally in any direction", frozenset({(1, 1), (-1, 1), (1, -1), (-1, -1)})),
    ("diagonally forward", frozenset({(1, 1), (-1, 1)})),
    ("diagonally backward", frozenset({(1, -1), (-1, -1)})),
    ("diagonally to the left", frozenset({(-1, 1), (-1, -1)})),
    ("diagonally to the right", frozenset({(1, 1), (1, -1)})),
    ("diagonally forward to the left", frozenset({(-1, 1)})),
    ("diagonally forward to the right", frozenset({(1, 1)})),
    ("diagonally backward to the left", frozenset({(-1, -1)})),
    ("diagonally backward to the right", frozenset({(1, -1)})),
)


def numbered(number: int, said: Phrases = ENGLISH) -> str:
    """`one step`, `two steps`."""
    return said("{number} step" if number == 1 else "{number} steps", number=said(NUMBERS[number]))


def steps_towards(far: str, directions: Iterable[Offset], said: Phrases = ENGLISH) -> str:
    """A distance and all directions; `far` replaces the distance that the offsets themselves have (for slides)."""
    offsets = frozenset(directions)
    longest = max(max(abs(x), abs(y)) for x, y in offsets)
    if any(x and y and abs(x) != abs(y) for x, y in offsets):
        return _oblique(offsets, said)
    size = 1 if far else longest
    steps = numbered(longest, said)
    towards = ways(((x // size, y // size) for x, y in offsets), said)
    return f"{far or (said('exactly {steps}', steps=steps) if longest > 1 else steps)} {towards}"


def ways(steps: Iterable[Offset], said: Phrases = ENGLISH) -> str:
    """Directions, given as single steps: `sideways or diagonally forward`."""
    units = frozenset(steps)
    if len(units) == 8:
        return said("in any direction, straight or diagonal")
    return words(list(map(said, covering(units, _STRAIGHT) + covering(units, _DIAGONAL))), said("or"))


def covering(offsets: frozenset[Offset], groups: Iterable[tuple[str, frozenset[Offset]]]) -> list[str]:
    """The names of groups that together hold just the offsets they have words for; earlier groups go first."""
    left, names = offsets, []
    for name, group in groups:
        if group <= left:
            names.append(name)
            left -= group
    return names


def _oblique(offsets: frozenset[Offset], said: Phrases) -> str:
    long = max(abs(n) for n in next(iter(offsets)))
    short = min(abs(n) for n in next(iter(offsets)))
    far, near = numbered(long, said), said(NUMBERS[short])
    shapes = (said(shape, far=far, near=near) for shape in covering(offsets, _l_shapes(long, short)))
    return said("in an L-shape ({ways})", ways=said(", or ").join(shapes))


def _l_shapes(a: int, b: int) -> Iterable[tuple[str, frozenset[Offset]]]:
    """Groups of an (a,b) leap, a the longer part: all, both ways along one axis, pairs, single offsets."""
    tall = {(x, y) for x in (b, -b) for y in (a, -a)}
    wide = {(y, x) for x, y in tall}
    yield "{far} straight in any direction and {near} to either side", frozenset(tall | wide)
    yield "{far} straight ahead or straight back and {near} to either side", frozenset(tall)
    yield "{far} to either side and {near} forward or backward", frozenset(wide)
    yield "{far} straight ahead and {near} to either side", frozenset({(b, a), (-b, a)})
    yield "{far} straight back and {near} to either side", frozenset({(b, -a), (-b, -a)})
    yield "{far} to either side and {near} forward", frozenset({(a, b), (-a, b)})
    yield "{far} to either side and {near} backward", frozenset({(a, -b), (-a, -b)})
    yield "{far} to the left and {near} forward or backward", frozenset({(-a, b), (-a, -b)})
    yield "{far} to the right and {near} forward or backward", frozenset({(a, b), (a, -b)})
    yield "{far} straight ahead or straight back and {near} to the left", frozenset({(-b, a), (-b, -a)})
    yield "{far} straight ahead or straight back and {near} to the right", frozenset({(b, a), (b, -a)})
    yield "{far} straight back and {near} to the left", frozenset({(-b, -a)})
    yield "{far} straight ahead and {near} to the left", frozenset({(-b, a)})
    yield "{far} straight back and {near} to the right", frozenset({(b, -a)})
    yield "{far} straight ahead and {near} to the right", frozenset({(b, a)})
    yield "{far} to the left and {near} backward", frozenset({(-a, -b)})
    yield "{far} to the left and {near} forward", frozenset({(-a, b)})
    yield "{far} to the right and {near} backward", frozenset({(a, -b)})
    yield "{far} to the right and {near} forward", frozenset({(a, b)})

"""Sets of offsets in the mover's frame → English, such as `two steps to either side and one forward`.

Every set is covered by named groups, the largest first, so that each offset is said exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable

from fabgen.base import words
from fabgen.rules.lattice import Offset

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


def numbered(number: int, thing: str) -> str:
    """`one step`, `two steps`."""
    return f"{NUMBERS[number]} {thing}{'' if number == 1 else 's'}"


def steps_towards(far: str, directions: Iterable[Offset]) -> str:
    """A distance and all directions; `far` replaces the distance that the offsets themselves have (for slides)."""
    offsets = frozenset(directions)
    longest = max(max(abs(x), abs(y)) for x, y in offsets)
    if any(x and y and abs(x) != abs(y) for x, y in offsets):
        return _oblique(offsets)
    size = 1 if far else longest
    exactly = "exactly " if longest > 1 else ""
    return f"{far or exactly + numbered(longest, 'step')} {ways((x // size, y // size) for x, y in offsets)}"


def ways(steps: Iterable[Offset]) -> str:
    """Directions, given as single steps: `sideways or diagonally forward`."""
    units = frozenset(steps)
    if len(units) == 8:
        return "in any direction, straight or diagonal"
    return words(covering(units, _STRAIGHT) + covering(units, _DIAGONAL), "or")


def covering(offsets: frozenset[Offset], groups: Iterable[tuple[str, frozenset[Offset]]]) -> list[str]:
    """The names of groups that together hold just the offsets they have words for; earlier groups go first."""
    left, names = offsets, []
    for name, group in groups:
        if group <= left:
            names.append(name)
            left -= group
    return names


def _oblique(offsets: frozenset[Offset]) -> str:
    long = max(abs(n) for n in next(iter(offsets)))
    short = min(abs(n) for n in next(iter(offsets)))
    return f"in an L-shape ({', or '.join(covering(offsets, _l_shapes(long, short)))})"


def _l_shapes(a: int, b: int) -> Iterable[tuple[str, frozenset[Offset]]]:
    """Groups of an (a,b) leap, a the longer part: all, both ways along one axis, pairs, single offsets."""
    far, near = numbered(a, "step"), NUMBERS[b]
    tall = {(x, y) for x in (b, -b) for y in (a, -a)}
    wide = {(y, x) for x, y in tall}
    yield f"{far} straight in any direction and {near} to either side", frozenset(tall | wide)
    yield f"{far} straight ahead or straight back and {near} to either side", frozenset(tall)
    yield f"{far} to either side and {near} forward or backward", frozenset(wide)
    for y, word in ((a, "straight ahead"), (-a, "straight back")):
        yield f"{far} {word} and {near} to either side", frozenset({(b, y), (-b, y)})
    for y, word in ((b, "forward"), (-b, "backward")):
        yield f"{far} to either side and {near} {word}", frozenset({(a, y), (-a, y)})
    for x, hand in ((-a, "left"), (a, "right")):
        yield f"{far} to the {hand} and {near} forward or backward", frozenset({(x, b), (x, -b)})
    for x, hand in ((-b, "left"), (b, "right")):
        yield f"{far} straight ahead or straight back and {near} to the {hand}", frozenset({(x, a), (x, -a)})
    side = {True: "left", False: "right"}
    for x, y in sorted(tall):
        yield f"{far} straight {'ahead' if y > 0 else 'back'} and {near} to the {side[x < 0]}", frozenset({(x, y)})
    for x, y in sorted(wide):
        yield f"{far} to the {side[x < 0]} and {near} {'forward' if y > 0 else 'backward'}", frozenset({(x, y)})

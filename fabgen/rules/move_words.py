"""Sets of offsets in the mover's frame → words, such as `two steps to either side and one forward`, `one step through
any side` or `any number of steps along a line ahead`.

Every set is covered by named groups, the largest first, so that each offset is said exactly once. On hexagons and maps
a direction is named by what the piece crosses (sides or corners of cells, lines of a map) and, where not all of its
kind are meant, by where it leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch

from fabgen.core.languages import ENGLISH, Phrases
from fabgen.core.problems import join_words
from fabgen.rules.directions import HEX_CORNERS, HEX_SIDES, Compass, Hexagons, MapLines, Offset, Squares

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
_HEX_DIRECTIONS: tuple[tuple[str, frozenset[Offset]], ...] = (  # by the signs of right and ahead
    ("straight ahead", frozenset({(0, 1)})),
    ("ahead to either side", frozenset({(-1, 1), (1, 1)})),
    ("sideways", frozenset({(-1, 0), (1, 0)})),
    ("straight back", frozenset({(0, -1)})),
    ("back to either side", frozenset({(-1, -1), (1, -1)})),
    ("to the left", frozenset({(-1, 0)})),
    ("to the right", frozenset({(1, 0)})),
    ("ahead to the left", frozenset({(-1, 1)})),
    ("ahead to the right", frozenset({(1, 1)})),
    ("back to the left", frozenset({(-1, -1)})),
    ("back to the right", frozenset({(1, -1)})),
)
_LINES = {"f": "ahead", "b": "back", "l": "to the left", "r": "to the right"}


def count_steps(number: int, translate: Phrases = ENGLISH) -> str:
    """A number of steps: `one step`, `two steps`."""
    return translate("{number} step" if number == 1 else "{number} steps", number=translate(NUMBERS[number]))


def cover_with_groups(offsets: frozenset[Offset], groups: Iterable[tuple[str, frozenset[Offset]]]) -> list[str]:
    """The names of groups that together hold just the offsets they have words for; earlier groups go first."""
    left, names = offsets, []
    for name, group in groups:
        if group <= left:
            names.append(name)
            left -= group
    return names


@singledispatch
def step_words(compass: Compass, offsets: Sequence[Offset], far: str, translate: Phrases) -> str:
    """A distance and all directions of a way of moving; `far` replaces the distance that the offsets themselves have
    (for slides)."""
    raise NotImplementedError(f"no words for directions on {compass.kind}")


@singledispatch
def direction_words(compass: Compass, steps: Iterable[Offset], translate: Phrases) -> str:
    """Directions, given as single steps: `sideways or diagonally forward`, `through any side`, `along any line`."""
    raise NotImplementedError(f"no words for directions on {compass.kind}")


@step_words.register(Squares)
def _square_step_words(compass: Squares, offsets: Sequence[Offset], far: str, translate: Phrases) -> str:
    longest = max(map(compass.distance, offsets))
    if any(x and y and abs(x) != abs(y) for x, y in offsets):
        return _oblique_words(frozenset(offsets), translate)
    size = 1 if far else longest
    units = ((x // size, y // size) for x, y in offsets)
    return f"{far or _distance_words(longest, translate)} {square_direction_words(units, translate)}"


def _distance_words(steps: int, translate: Phrases) -> str:
    distance = count_steps(steps, translate)
    return translate("exactly {steps}", steps=distance) if steps > 1 else distance


@direction_words.register(Squares)
def _square_direction_words(compass: Squares, steps: Iterable[Offset], translate: Phrases) -> str:
    return square_direction_words(steps, translate)


def square_direction_words(steps: Iterable[Offset], translate: Phrases = ENGLISH) -> str:
    """Directions on squares, given as single steps: `sideways or diagonally forward`."""
    units = frozenset(steps)
    if len(units) == 8:
        return translate("in any direction, straight or diagonal")
    return join_words(
        list(map(translate, cover_with_groups(units, _STRAIGHT) + cover_with_groups(units, _DIAGONAL))), translate("or")
    )


def _oblique_words(offsets: frozenset[Offset], translate: Phrases) -> str:
    long = max(abs(n) for n in next(iter(offsets)))
    short = min(abs(n) for n in next(iter(offsets)))
    far, near = count_steps(long, translate), translate(NUMBERS[short])
    shapes = (translate(shape, far=far, near=near) for shape in cover_with_groups(offsets, _l_shapes(long, short)))
    return translate("in an L-shape ({ways})", ways=translate(", or ").join(shapes))


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


@step_words.register(Hexagons)
def _hex_step_words(plane: Hexagons, offsets: Sequence[Offset], far: str, translate: Phrases) -> str:
    longest = max(map(plane.distance, offsets)) if not far else 1
    size = next((n for n in range(longest, 0, -1) if all(x % n == 0 and y % n == 0 for x, y in offsets)), 1)
    units = {(x // size, y // size) for x, y in offsets}
    distance = far or _distance_words(size, translate)
    clauses = []
    if units & (HEX_SIDES | HEX_CORNERS):
        directions = _hex_direction_words(plane, units, translate)
        clauses.append(translate("{steps} {ways}", steps=distance, ways=directions))
    if leaps := units - HEX_SIDES - HEX_CORNERS:
        clauses.append(_hex_leap_words(plane, leaps, translate))
    return translate(", or ").join(clauses)


@direction_words.register(Hexagons)
def _hex_direction_words(plane: Hexagons, steps: Iterable[Offset], translate: Phrases) -> str:
    kinds = ((HEX_SIDES, "through any side", "through a side {ways}"),
             (HEX_CORNERS, "over any corner", "over a corner {ways}"))
    given, clauses = frozenset(steps), list[str]()
    for group, whole, part in kinds:
        members = given & group
        if not members:
            continue
        if members == group:
            clauses.append(translate(whole))
        else:
            signs = frozenset((_sign(x), _sign(y)) for x, y in map(plane.middle_of, members))
            where = join_words(list(map(translate, cover_with_groups(signs, _HEX_DIRECTIONS))), translate("or"))
            clauses.append(translate(part, ways=where))
    return join_words(clauses, translate("or"))


def _hex_leap_words(plane: Hexagons, leaps: set[Offset], translate: Phrases) -> str:
    """Leaps that lie on no line of cells. There are twelve; words exist for all of them and for those to each side."""
    leaps_of_n = frozenset(plane.offsets("N", (), False))
    groups = {"": leaps_of_n, "ahead": _side_of(leaps_of_n, plane, 1, 1), "back": _side_of(leaps_of_n, plane, 1, -1),
              "to the left": _side_of(leaps_of_n, plane, 0, -1), "to the right": _side_of(leaps_of_n, plane, 0, 1)}
    where = next((name for name, group in groups.items() if group == leaps), "as its diagram shows")
    shape = translate("two steps through sides in a line and one aside")
    return translate("{shape}, {where}", shape=shape, where=translate(where)) if where else shape


def _side_of(offsets: frozenset[Offset], plane: Hexagons, axis: int, sign: int) -> frozenset[Offset]:
    """The offsets that lie on one side of the mover: axis 0 is to the right, 1 is ahead."""
    return frozenset(offset for offset in offsets if plane.middle_of(offset)[axis] * sign > 1e-9)


@step_words.register(MapLines)
def _map_step_words(roads: MapLines, offsets: Sequence[Offset], far: str, translate: Phrases) -> str:
    if not any(n for n, _ in offsets):
        return translate("one step to any neighbouring space")
    distance = far or _distance_words(offsets[0][0], translate)
    return translate("{steps} {ways}", steps=distance, ways=_map_direction_words(roads, offsets, translate))


@direction_words.register(MapLines)
def _map_direction_words(roads: MapLines, steps: Iterable[Offset], translate: Phrases) -> str:
    directions = [roads.direction_of(along // n) for n, along in steps if n]
    if "" in directions or not directions:
        return translate("along any line")
    named = [translate(word) for direction, word in _LINES.items() if direction in directions]
    return translate("along a line {ways}", ways=join_words(named, translate("or")))


def _sign(value: float) -> int:
    return (value > 1e-9) - (value < -1e-9)

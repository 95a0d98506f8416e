"""Sets of offsets in the mover's frame → words, such as `two steps to either side and one forward`, `one step through
any side` or `any number of steps along a line ahead`.

Every set is covered by named groups, the largest first, so that each offset is said exactly once. On hexagons and maps
a direction is named by what the piece crosses (sides or corners of cells, lines of a map) and, where not all of its
kind are meant, by where it leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import singledispatch

from fabgen.core.english import join_words
from fabgen.core.languages import Catalogue
from fabgen.rules.directions import HEX_CORNERS, HEX_SIDES, Compass, Hexagons, MapLines, Offset, Squares

_AHEAD, _BACK, _LEFT, _RIGHT = (0, 1), (0, -1), (-1, 0), (1, 0)
_STRAIGHT: tuple[tuple[str, frozenset[Offset]], ...] = (
    ("straight_ahead", frozenset({_AHEAD})),
    ("straight_back", frozenset({_BACK})),
    ("sideways", frozenset({_LEFT, _RIGHT})),
    ("to_the_left", frozenset({_LEFT})),
    ("to_the_right", frozenset({_RIGHT})),
)
_DIAGONAL: tuple[tuple[str, frozenset[Offset]], ...] = (
    ("diagonally", frozenset({(1, 1), (-1, 1), (1, -1), (-1, -1)})),
    ("diagonally_forward", frozenset({(1, 1), (-1, 1)})),
    ("diagonally_backward", frozenset({(1, -1), (-1, -1)})),
    ("diagonally_left", frozenset({(-1, 1), (-1, -1)})),
    ("diagonally_right", frozenset({(1, 1), (1, -1)})),
    ("diagonally_forward_left", frozenset({(-1, 1)})),
    ("diagonally_forward_right", frozenset({(1, 1)})),
    ("diagonally_backward_left", frozenset({(-1, -1)})),
    ("diagonally_backward_right", frozenset({(1, -1)})),
)
_HEX_DIRECTIONS: tuple[tuple[str, frozenset[Offset]], ...] = (  # by the signs of right and ahead
    ("straight_ahead", frozenset({(0, 1)})),
    ("ahead_both_sides", frozenset({(-1, 1), (1, 1)})),
    ("sideways", frozenset({(-1, 0), (1, 0)})),
    ("straight_back", frozenset({(0, -1)})),
    ("back_both_sides", frozenset({(-1, -1), (1, -1)})),
    ("to_the_left", frozenset({(-1, 0)})),
    ("to_the_right", frozenset({(1, 0)})),
    ("ahead_left", frozenset({(-1, 1)})),
    ("ahead_right", frozenset({(1, 1)})),
    ("back_left", frozenset({(-1, -1)})),
    ("back_right", frozenset({(1, -1)})),
)
_LINES = {"f": "ahead", "b": "back", "l": "to_the_left", "r": "to_the_right"}


def number_word(number: int, words: Catalogue) -> str:
    """A number up to 9 as a word: `two`."""
    return words.text(f"number_{number}")


def count_steps(key: str, number: int, words: Catalogue) -> str:
    """A number of steps: `one step`, `two steps`; by its key exactly as many, or up to as many."""
    return words.count(key, number, number=number_word(number, words))


def cover_with_groups(offsets: frozenset[Offset], groups: Iterable[tuple[str, frozenset[Offset]]]) -> list[str]:
    """The keys of groups that together hold just the offsets they have words for; earlier groups go first."""
    uncovered, keys = offsets, []
    for key, group in groups:
        if group <= uncovered:
            keys.append(key)
            uncovered -= group
    return keys


@singledispatch
def step_words(compass: Compass, offsets: Sequence[Offset], slide_distance: str, words: Catalogue) -> str:
    """A distance and all directions of a way of moving. `slide_distance`: the words for the distance of a slide, which
    its offsets, all of one step, do not have; empty for other moves."""
    raise NotImplementedError(f"no words for directions on {compass.kind}")


@singledispatch
def direction_words(compass: Compass, steps: Iterable[Offset], words: Catalogue) -> str:
    """Directions, given as single steps: `sideways or diagonally forward`, `through any side`, `along any line`."""
    raise NotImplementedError(f"no words for directions on {compass.kind}")


@step_words.register(Squares)
def _square_step_words(compass: Squares, offsets: Sequence[Offset], slide_distance: str, words: Catalogue) -> str:
    longest = max(map(compass.distance, offsets))
    if any(x and y and abs(x) != abs(y) for x, y in offsets):
        return _oblique_words(frozenset(offsets), words)
    size = 1 if slide_distance else longest
    units = ((x // size, y // size) for x, y in offsets)
    return f"{slide_distance or _distance_words(longest, words)} {square_direction_words(units, words)}"


def _distance_words(steps: int, words: Catalogue) -> str:
    return count_steps("exact_steps" if steps > 1 else "steps", steps, words)


@direction_words.register(Squares)
def _square_direction_words(compass: Squares, steps: Iterable[Offset], words: Catalogue) -> str:
    return square_direction_words(steps, words)


def square_direction_words(steps: Iterable[Offset], words: Catalogue) -> str:
    """Directions on squares, given as single steps: `sideways or diagonally forward`."""
    units = frozenset(steps)
    if len(units) == 8:
        return words.text("in_any_direction")
    keys = cover_with_groups(units, _STRAIGHT) + cover_with_groups(units, _DIAGONAL)
    return join_words(map(words.text, keys), words.text("or"))


def _oblique_words(offsets: frozenset[Offset], words: Catalogue) -> str:
    long_side = max(abs(n) for n in next(iter(offsets)))
    short_side = min(abs(n) for n in next(iter(offsets)))
    long_words, short_words = count_steps("steps", long_side, words), number_word(short_side, words)
    keys = cover_with_groups(offsets, _l_shapes(long_side, short_side))
    shapes = (words.text(key, far=long_words, near=short_words) for key in keys)
    return words.text("l_shape", ways=words.text("or_clause").join(shapes))


def _l_shapes(a: int, b: int) -> Iterable[tuple[str, frozenset[Offset]]]:
    """Groups of an (a,b) leap, a the longer part: all, both ways along one axis, pairs, single offsets."""
    upright = {(x, y) for x in (b, -b) for y in (a, -a)}
    sideways = {(y, x) for x, y in upright}
    yield "l_any", frozenset(upright | sideways)
    yield "l_tall", frozenset(upright)
    yield "l_wide", frozenset(sideways)
    yield "l_ahead", frozenset({(b, a), (-b, a)})
    yield "l_back", frozenset({(b, -a), (-b, -a)})
    yield "l_wide_forward", frozenset({(a, b), (-a, b)})
    yield "l_wide_backward", frozenset({(a, -b), (-a, -b)})
    yield "l_left", frozenset({(-a, b), (-a, -b)})
    yield "l_right", frozenset({(a, b), (a, -b)})
    yield "l_tall_left", frozenset({(-b, a), (-b, -a)})
    yield "l_tall_right", frozenset({(b, a), (b, -a)})
    yield "l_back_left", frozenset({(-b, -a)})
    yield "l_ahead_left", frozenset({(-b, a)})
    yield "l_back_right", frozenset({(b, -a)})
    yield "l_ahead_right", frozenset({(b, a)})
    yield "l_left_backward", frozenset({(-a, -b)})
    yield "l_left_forward", frozenset({(-a, b)})
    yield "l_right_backward", frozenset({(a, -b)})
    yield "l_right_forward", frozenset({(a, b)})


@step_words.register(Hexagons)
def _hex_step_words(plane: Hexagons, offsets: Sequence[Offset], slide_distance: str, words: Catalogue) -> str:
    """As `step_words`, on hexagons."""
    longest = max(map(plane.distance, offsets)) if not slide_distance else 1
    size = next((n for n in range(longest, 0, -1) if all(x % n == 0 and y % n == 0 for x, y in offsets)), 1)
    units = {(x // size, y // size) for x, y in offsets}
    distance = slide_distance or _distance_words(size, words)
    clauses = []
    if units & (HEX_SIDES | HEX_CORNERS):
        directions = _hex_direction_words(plane, units, words)
        clauses.append(words.text("steps_and_ways", steps=distance, ways=directions))
    if leaps := units - HEX_SIDES - HEX_CORNERS:
        clauses.append(_hex_leap_words(plane, leaps, words))
    return words.text("or_clause").join(clauses)


@direction_words.register(Hexagons)
def _hex_direction_words(plane: Hexagons, steps: Iterable[Offset], words: Catalogue) -> str:
    """As `direction_words`, on hexagons."""
    kinds = ((HEX_SIDES, "through_any_side", "through_side"), (HEX_CORNERS, "over_any_corner", "over_corner"))
    offsets, clauses = frozenset(steps), list[str]()
    for group, whole_group_key, part_key in kinds:
        members = offsets & group
        if not members:
            continue
        if members == group:
            clauses.append(words.text(whole_group_key))
        else:
            signs = frozenset((_sign(x), _sign(y)) for x, y in map(plane.middle_of, members))
            where = join_words(map(words.text, cover_with_groups(signs, _HEX_DIRECTIONS)), words.text("or"))
            clauses.append(words.text(part_key, ways=where))
    return join_words(clauses, words.text("or"))


def _hex_leap_words(plane: Hexagons, leaps: set[Offset], words: Catalogue) -> str:
    """Leaps that lie on no line of cells. There are twelve; words exist for all of them and for those to each side."""
    leaps_of_n = frozenset(plane.offsets("N", (), False))
    groups = {"": leaps_of_n, "ahead": _side_of(leaps_of_n, plane, 1, 1), "back": _side_of(leaps_of_n, plane, 1, -1),
              "to_the_left": _side_of(leaps_of_n, plane, 0, -1), "to_the_right": _side_of(leaps_of_n, plane, 0, 1)}
    where = next((key for key, group in groups.items() if group == leaps), "as_diagram")
    shape = words.text("hex_leap")
    return words.text("hex_leap_to", shape=shape, where=words.text(where)) if where else shape


def _side_of(offsets: frozenset[Offset], plane: Hexagons, axis: int, sign: int) -> frozenset[Offset]:
    """The offsets that lie on one side of the mover: axis 0 is to the right, 1 is ahead."""
    return frozenset(offset for offset in offsets if plane.middle_of(offset)[axis] * sign > 1e-9)


@step_words.register(MapLines)
def _map_step_words(roads: MapLines, offsets: Sequence[Offset], slide_distance: str, words: Catalogue) -> str:
    if not any(n for n, _ in offsets):
        return words.text("step_to_neighbour")
    distance = slide_distance or _distance_words(offsets[0][0], words)
    return words.text("steps_and_ways", steps=distance, ways=_map_direction_words(roads, offsets, words))


@direction_words.register(MapLines)
def _map_direction_words(roads: MapLines, steps: Iterable[Offset], words: Catalogue) -> str:
    directions = [roads.direction_of(along // n) for n, along in steps if n]
    if "" in directions or not directions:
        return words.text("along_any_line")
    named = [words.text(key) for direction, key in _LINES.items() if direction in directions]
    return words.text("along_line", ways=join_words(named, words.text("or")))


def _sign(value: float) -> int:
    return (value > 1e-9) - (value < -1e-9)

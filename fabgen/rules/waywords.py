"""Directions on hexagons and on maps → words: `one step through any side`, `any number of spaces along a line ahead`.

A direction is told by what the piece crosses (sides or corners of cells, lines of a map) and, where not all of its kind
are meant, by where it leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fabgen.base import words
from fabgen.phrasebook import ENGLISH, Phrases
from fabgen.rules.compass import FILES, HEX_FORWARD, Hexagons, Roads
from fabgen.rules.directions import Offset
from fabgen.rules.phrases import covering, numbered

SIDES = frozenset(FILES.oriented((1, 0), forward) for forward in HEX_FORWARD)
CORNERS = frozenset(FILES.oriented((1, 1), forward) for forward in HEX_FORWARD)
_WAYS: tuple[tuple[str, frozenset[Offset]], ...] = (  # by the signs of right and ahead
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
_ROADS = {"f": "ahead", "b": "back", "l": "to the left", "r": "to the right"}


def told_steps(compass: Hexagons | Roads, offsets: Sequence[Offset], far: str = "", said: Phrases = ENGLISH, *,
               jumps: bool = True) -> str:
    """A distance and all directions; `far` is how far a slide goes. `jumps`: of a leap, that nothing is in its way."""
    if isinstance(compass, Roads):
        return _along(compass, offsets, far, said)
    return _across(compass, offsets, far, said, jumps)


def _across(plane: Hexagons, offsets: Sequence[Offset], far: str, said: Phrases, jumps: bool) -> str:
    leap = max(map(plane.distance, offsets)) if not far else 1
    size = next((n for n in range(leap, 0, -1) if all(x % n == 0 and y % n == 0 for x, y in offsets)), 1)
    units = {(x // size, y // size) for x, y in offsets}
    steps = far or (numbered(1, said) if size == 1 else said("exactly {steps}", steps=numbered(size, said)))
    straight = [towards(plane, units, said)] if units & (SIDES | CORNERS) else []
    told = [said("{steps} {ways}", steps=steps, ways=way) for way in straight]
    if leaps := units - SIDES - CORNERS:
        told.append(_leaps(plane, leaps, said))
    way = said(", or ").join(told)
    over = jumps and not far and (size > 1 or leaps)
    return said("{way}, jumping over anything in the way", way=way) if over else way


def towards(compass: Hexagons | Roads, steps: Iterable[Offset], said: Phrases = ENGLISH) -> str:
    """Directions, given as single steps: `through any side`, `over a corner sideways`, `along any line`."""
    if isinstance(compass, Roads):
        return _lines(compass, list(steps), said)
    kinds = ((SIDES, "through any side", "through a side {ways}"), (CORNERS, "over any corner", "over a corner {ways}"))
    given, told = frozenset(steps), list[str]()
    for every, whole, part in kinds:
        if some := given & every:
            told.append(said(whole) if some == every else said(part, ways=_ways(compass, some, said)))
    return words(told, said("or"))


def _ways(plane: Hexagons, steps: Iterable[Offset], said: Phrases) -> str:
    signs = frozenset((_sign(x), _sign(y)) for x, y in (plane.spot(step) for step in steps))
    return words(list(map(said, covering(signs, _WAYS))), said("or"))


def _leaps(plane: Hexagons, leaps: set[Offset], said: Phrases) -> str:
    """Leaps that lie on no line of cells: of the twelve, those to one side are told."""
    every = frozenset(plane.offsets("N", (), False))
    told = {"": every, "ahead": _sided(every, plane, 1, 1), "back": _sided(every, plane, 1, -1),
            "to the left": _sided(every, plane, 0, -1), "to the right": _sided(every, plane, 0, 1)}
    where = next((name for name, some in told.items() if some == leaps), "as its diagram shows")
    shape = said("two steps through sides in a line and one aside")
    return said("{shape}, {where}", shape=shape, where=said(where)) if where else shape


def _sided(every: frozenset[Offset], plane: Hexagons, axis: int, sign: int) -> frozenset[Offset]:
    return frozenset(offset for offset in every if plane.spot(offset)[axis] * sign > 1e-9)


def _along(roads: Roads, offsets: Sequence[Offset], far: str, said: Phrases) -> str:
    if not any(n for n, _ in offsets):
        return said("one step to any neighbouring space")
    size = offsets[0][0]
    steps = far or (numbered(1, said) if size == 1 else said("exactly {steps}", steps=numbered(size, said)))
    way = said("{steps} {ways}", steps=steps, ways=_lines(roads, offsets, said))
    return said("{way}, jumping over anything in the way", way=way) if size > 1 and not far else way


def _lines(roads: Roads, offsets: Sequence[Offset], said: Phrases) -> str:
    ways = [roads.way(along // n) for n, along in offsets if n]
    if "" in ways or not ways:
        return said("along any line")
    return said("along a line {ways}", ways=words([said(_ROADS[way]) for way in _ROADS if way in ways], said("or")))


def _sign(value: float) -> int:
    return (value > 1e-9) - (value < -1e-9)

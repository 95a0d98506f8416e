"""Filled sheets → closer ones, by spyrrow: it packs more onto every sheet but the last, what is left is nested anew,
and the last is pressed together.

Every try has its own seed and ends after a fixed number of events, so that the same job gives the same sheets.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from fabgen.make.patience import Patience
from fabgen.make.room import Item, Room, Spot, size_of
from fabgen.make.strip import packed

TRIES = 2  # for each sheet
FAILURES = 1  # of spyrrow to come closer, before a try ends
FULLEST = 0.94  # share of a sheet that parts can fill at most
FIRST = 0.012  # share of a sheet that the first try adds
FINE = 0.004  # share of a sheet under which tries no longer differ
SPREAD = 0.4  # how far the choice of what to add leaves the order of size

Nest = Callable[[Counter[int]], list[list[Spot]]]


def improved(
    items: Sequence[Item], sheets: Sequence[Sequence[Spot]], room: Room, patience: Patience, nest: Nest
) -> list[list[Spot]]:
    """The sheets (of one size, rectangular), or fewer or less used ones; `nest` lays out what a sheet leaves over."""
    best = [list(spots) for spots in sheets]
    number = 0
    while number < len(best) - 1 and not patience.ended:
        better = _fuller(items, best[number:], room, patience, number)
        if better:
            best[number:] = [better, *nest(_kinds(best[number:]) - _kinds([better]))]
        number += 1
    if best and not patience.ended:
        kinds = _kinds(best[-1:])
        better = _packed(items, kinds, room, patience, None, len(best))
        if better and _right(items, better) < _right(items, best[-1]):
            best[-1] = better
    return best


def _fuller(
    items: Sequence[Item], sheets: Sequence[Sequence[Spot]], room: Room, patience: Patience, number: int
) -> list[Spot] | None:
    """The first sheet with parts of the later ones added: as many as a few tries find room for."""
    base, pool = _kinds(sheets[:1]), _kinds(sheets[1:])
    usable = room.across * room.down
    least, most = 0.0, FULLEST * usable - _area(items, base)
    found, extra = None, min(most, max(FIRST * usable, 0.0))
    for k in range(TRIES):
        added = _chosen(items, pool, extra, random.Random(1000 * number + k).random)
        if not added or most - least < FINE * usable or patience.ended:
            break
        patience.tell_more(f"sheet {number + 1}, {k + 1} of {TRIES}")
        better = _packed(items, base + added, room, patience, room.across, k)
        if better:
            found, least = better, _area(items, added)
        else:
            most = min(most, _area(items, added))
        extra = (least + most) / 2 if most < least + 2 * FIRST * usable else least + FIRST * usable
    return found


def _packed(
    items: Sequence[Item], kinds: Counter[int], room: Room, patience: Patience, width: float | None, seed: int
) -> list[Spot] | None:
    names = sorted(kinds)
    some = [replace(items[k], count=kinds[k]) for k in names]
    spots = packed(some, room, patience, FAILURES, width, seed)
    return [replace(spot, item=names[spot.item]) for spot in spots] if spots else None


def _chosen(items: Sequence[Item], pool: Counter[int], area: float, draw: Callable[[], float]) -> Counter[int]:
    """Parts of the pool up to an area, large ones first, more or less."""
    parts = [k for k in sorted(pool) for _ in range(pool[k])]
    size = [items[k].area.area for k in parts]
    keys = [-own * (1 + SPREAD * (2 * draw() - 1)) for own in size]
    chosen = Counter[int]()
    for n in sorted(range(len(parts)), key=lambda n: (keys[n], n)):
        if size[n] <= area:
            chosen[parts[n]] += 1
            area -= size[n]
    return chosen


def _kinds(sheets: Sequence[Sequence[Spot]]) -> Counter[int]:
    return Counter(spot.item for spots in sheets for spot in spots)


def _area(items: Sequence[Item], kinds: Counter[int]) -> float:
    return sum(float(items[k].area.area) * count for k, count in sorted(kinds.items()))


def _right(items: Sequence[Item], spots: Sequence[Spot]) -> float:
    return max(spot.x + size_of(items[spot.item].turned_box(spot.turn))[0] for spot in spots)

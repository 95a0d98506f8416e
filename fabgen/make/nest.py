"""Outlines, how many of each, a sheet → where each copy lies: no overlap, at least `spacing` apart, the same every
time.

Parts gather at the left edge, from the top down, so that what is left of a sheet is one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fabgen.make.lattice import fills, lattice
from fabgen.make.raster import rastered
from fabgen.make.room import Item, Room, Spot


def nest(items: Sequence[Item], room: Room) -> list[Spot]:
    """A place for every copy of every item, on as many sheets as it takes; each item must fit the sheet in one of its
    turns."""
    kinds = _kinds(items)
    if len(kinds) == 1 and fills(items[kinds[0][0]]):
        spots = lattice(items[kinds[0][0]], sum(items[i].count for i in kinds[0]), room)
    else:
        spots = rastered([items[k[0]] for k in kinds], [sum(items[i].count for i in k) for k in kinds], room)
    return _dealt(spots, kinds, items)


def _kinds(items: Sequence[Item]) -> list[list[int]]:
    """Items of equal outline and turns, together: what is drawn on them does not matter here."""
    kinds: dict[object, list[int]] = {}
    for i, item in enumerate(items):
        outline = tuple((round(x - item.box[0], 3), round(y - item.box[1], 3)) for x, y in item.area.exterior.coords)
        kinds.setdefault((outline, item.turns), []).append(i)
    return list(kinds.values())


def _dealt(spots: Iterable[Spot], kinds: Sequence[Sequence[int]], items: Sequence[Item]) -> list[Spot]:
    """Spots of a kind, dealt to its items in their order."""
    queues = [iter([i for i in kind for _ in range(items[i].count)]) for kind in kinds]
    return [Spot(s.sheet, next(queues[s.item]), s.turn, s.x, s.y) for s in spots]

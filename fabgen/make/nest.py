"""Outlines, how many of each, sheets → where each copy lies: no overlap, at least `spacing` apart, the same every
time.

Parts gather at the left edge, from the top down, so that what is left of a sheet is one piece. Nothing is mirrored,
and nothing is turned that may not be: the turns of an item are its own (all quarters, or 0 and 180 along a grain).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from fabgen.base import FabgenError, Problem, Where, plural
from fabgen.make.layout import Layout, left_over, needed, sheets_used
from fabgen.make.memory import Memory
from fabgen.make.patience import Patience
from fabgen.make.room import EFFORTS, Effort, Item, Room, Spot, StockSheet


class NoRoom(FabgenError):
    """The stock does not hold everything: how many of each item are `left`, by their places among the items."""

    def __init__(self, left: Counter[int]) -> None:
        self.left = left
        what = f"{plural(left.total(), 'part')} found no room"
        super().__init__([Problem(Where(), what, "larger sheets, or more of them")])


def nest(items: Sequence[Item], room: Room) -> list[Spot]:
    """A place for every copy of every item, on as many sheets of one size as it takes."""
    return list(lay(items, room).spots)


def lay(
    items: Sequence[Item],
    room: Room,
    stock: Sequence[StockSheet] = (),
    effort: Effort = "normal",
    patience: Patience | None = None,
    memory: Memory | None = None,
) -> Layout:
    """A place for every copy of every item, on the sheets of the stock (without any: on as many of the room's size as
    it takes). With effort `high` spyrrow helps, where it is installed. Each item must fit a sheet in one of its turns.
    Nests of one build share a `memory`: the same outlines are looked at once.

    Raises NoRoom where the stock does not hold everything.
    """
    kinds, memory = _kinds(items), memory or Memory()
    alike = [replace(items[k[0]], count=sum(items[i].count for i in k)) for k in kinds]
    stock = stock or [StockSheet.rectangle(room.width, room.height)]
    key = (tuple((item.shape(), item.count) for item in alike), room, tuple(stock), effort)
    if key not in memory.layouts:
        memory.layouts[key] = _laid_out(alike, room, stock, effort, patience or Patience(), memory)
    found = memory.layouts[key]
    if left := _left(items, kinds, found):
        raise NoRoom(left)
    return replace(found, spots=tuple(_dealt(found.spots, kinds, items)))


def _laid_out(
    items: Sequence[Item], room: Room, stock: Sequence[StockSheet], effort: Effort, patience: Patience, memory: Memory
) -> Layout:
    """The layout of kinds that all differ."""
    from fabgen.make.plans import Planner

    with patience:
        planner = Planner(items, room, stock, effort == "high", patience, memory)
        laid = planner.best()
    spots = [replace(spot, sheet=n) for n, (_, spots) in enumerate(laid) for spot in spots]
    return Layout(
        tuple(spots),
        tuple(sheet for sheet, _ in laid),
        sheets_used(laid, items, room, planner.unit),
        needed(items, room) / planner.unit,
        planner.runs,
        patience.ended,
        left_over(*laid[-1], items, room) if laid else None,
    )


def _kinds(items: Sequence[Item]) -> list[list[int]]:
    """Items of equal outline and turns, together: what is drawn on them does not matter here."""
    kinds: dict[object, list[int]] = {}
    for i, item in enumerate(items):
        kinds.setdefault(item.shape(), []).append(i)
    return list(kinds.values())


def _left(items: Sequence[Item], kinds: Sequence[Sequence[int]], found: Layout) -> Counter[int]:
    """How many of each item lie nowhere: of items that are alike the last ones."""
    there = Counter(spot.item for spot in found.spots)
    left = Counter[int]()
    for kind, members in enumerate(kinds):
        short = sum(items[i].count for i in members) - there[kind]
        for i in reversed(members):
            left[i] = min(short, items[i].count)
            short -= left[i]
    return +left


def _dealt(spots: Iterable[Spot], kinds: Sequence[Sequence[int]], items: Sequence[Item]) -> list[Spot]:
    """Spots of a kind, dealt to its items in their order."""
    queues = [iter([i for i in kind for _ in range(items[i].count)]) for kind in kinds]
    return [Spot(s.sheet, next(queues[s.item]), s.turn, s.x, s.y) for s in spots]


__all__ = ["EFFORTS", "Effort", "Item", "Layout", "NoRoom", "Room", "Spot", "StockSheet", "lay", "nest"]

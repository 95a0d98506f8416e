"""Outlines, how many of each, sheets → where each copy lies: no overlap, at least `spacing` apart, the same every
time.

Parts gather at the left edge, from the top down, so that what is left of a sheet is one piece. Nothing is mirrored,
and nothing is turned that may not be: the turns of an item are its own (all quarters, or 0 and 180 along a grain).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from fabgen.base import FabgenError, Problem, Where, plural
from fabgen.make.layout import Laid, Layout, left_over, needed, sheets_used
from fabgen.make.patience import Patience
from fabgen.make.room import EFFORTS, Effort, Item, Room, Spot, StockSheet


def nest(items: Sequence[Item], room: Room) -> list[Spot]:
    """A place for every copy of every item, on as many sheets of one size as it takes."""
    return list(lay(items, room).spots)


def lay(
    items: Sequence[Item],
    room: Room,
    stock: Sequence[StockSheet] = (),
    effort: Effort = "normal",
    patience: Patience | None = None,
) -> Layout:
    """A place for every copy of every item, on the sheets of the stock (without any: on as many of the room's size as
    it takes). With effort `high` spyrrow helps, where it is installed. Each item must fit a sheet in one of its turns.

    Raises FabgenError where the stock does not hold everything.
    """
    from fabgen.make.plans import Planner

    kinds = _kinds(items)
    alike = [replace(items[k[0]], count=sum(items[i].count for i in k)) for k in kinds]
    stock = stock or [StockSheet.rectangle(room.width, room.height)]
    patience = patience or Patience()
    with patience:
        planner = Planner(alike, room, stock, effort == "high", patience)
        laid = planner.best()
    _all_there(alike, laid)
    spots = [replace(spot, sheet=n) for n, (_, spots) in enumerate(laid) for spot in spots]
    return Layout(
        tuple(_dealt(spots, kinds, items)),
        tuple(sheet for sheet, _ in laid),
        sheets_used(laid, alike, room, planner.unit),
        needed(alike, room) / planner.unit,
        planner.runs,
        patience.ended,
        left_over(*laid[-1], alike, room) if laid else None,
    )


def _kinds(items: Sequence[Item]) -> list[list[int]]:
    """Items of equal outline and turns, together: what is drawn on them does not matter here."""
    kinds: dict[object, list[int]] = {}
    for i, item in enumerate(items):
        rings = (item.area.exterior, *item.area.interiors)
        outline = tuple((round(x - item.box[0], 3), round(y - item.box[1], 3)) for r in rings for x, y in r.coords)
        kinds.setdefault((outline, item.turns), []).append(i)
    return list(kinds.values())


def _all_there(items: Sequence[Item], laid: Sequence[Laid]) -> None:
    """Raises FabgenError if parts found no room."""
    count = sum(item.count for item in items)
    left = count - sum(len(spots) for _, spots in laid)
    if left:
        what = f"the stock holds {count - left} of {plural(count, 'part')}: {plural(left, 'part')} found no room"
        raise FabgenError([Problem(Where(), what, "larger sheets, or more of them")])


def _dealt(spots: Iterable[Spot], kinds: Sequence[Sequence[int]], items: Sequence[Item]) -> list[Spot]:
    """Spots of a kind, dealt to its items in their order."""
    queues = [iter([i for i in kind for _ in range(items[i].count)]) for kind in kinds]
    return [Spot(s.sheet, next(queues[s.item]), s.turn, s.x, s.y) for s in spots]


__all__ = ["EFFORTS", "Effort", "Item", "Layout", "Room", "Spot", "StockSheet", "lay", "nest"]

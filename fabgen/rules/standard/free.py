"""The hops that a position allows → the chains of one man that take nobody, need not go on and may turn.

What such a chain can do next depends on its cell, on the budgets it has used and on whom it went over, and the last
matters only where somebody would be hopped twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from fabgen.rules.standard.hops import CELL_BITS, Open
from fabgen.rules.standard.state import ChainRule, Move

Cells = tuple[int, ...]
CELLS = (1 << CELL_BITS) - 1


class OpenLegs(NamedTuple):
    """The hops that the men on the board allow: those of a cell are `ways[cell][able[cell] & left[used]]`, where `used`
    is what a chain has used of the budgets."""

    ways: Sequence[Mapping[int, tuple[Open, ...]]]
    able: bytes
    left: Mapping[int, int]


def free(
    legs: OpenLegs,
    start: int,
    first: Sequence[Open],
    rule: ChainRule,
    forward: Cells,
    stops: frozenset[int],
) -> dict[int, Move]:
    """The chains of one man that begin with one of some hops, by their ends. `forward` tells how far forward each cell
    lies; a chain ends where it comes to one of `stops`.

    Breadth first; a cell that was reached with nothing of the budgets used is not searched again. To come back to the
    start gains nothing: what follows could have come first. Only where a man hopped before stands in the way of an end
    are other orders searched.
    """
    ways, able, left = legs
    once, most = rule.once, rule.most
    floor = forward[start] + 1 if rule.further else -len(forward)
    found: dict[int, Move] = {}
    known = {start}
    doubts: list[int] = []
    queue: list[tuple[Sequence[Open], int, Cells, Cells]] = [(first, 0, (), (start,))]
    for row, used, over, path in queue:
        for hurdle, land, on, unit, alone in row:
            key = land + used + unit
            if land in known or key in known or hurdle == start:
                continue
            if once and hurdle in over:
                doubts.append(key)
                continue
            known.add(key)
            bits = able[land] & on
            if bits:
                bits = bits & left[used + unit] if len(path) < most and land not in stops else 0
            if bits or over:
                longer = path + (land,)  # noqa: RUF005 (faster than unpacking, and this is the inner loop)
                if bits:
                    queue.append((ways[land][bits], used + unit, over + (hurdle,), longer))  # noqa: RUF005
            if forward[land] >= floor and land not in found:
                found[land] = Move(start, land, (), longer) if over else alone
    if doubts:
        hidden = {end for end in _hidden(legs, start, known, doubts) if forward[end] >= floor and end not in found}
        if hidden:
            _all_orders(legs, start, rule, stops, hidden, found)
    return found


def _hidden(legs: OpenLegs, start: int, known: set[int], doubts: list[int]) -> set[int]:
    """The cells that could be reached besides those known if men could be hopped twice: more than can be, never
    less."""
    ways, able, left = legs
    hidden = set()
    queue = [key for key in doubts if key not in known and key & CELLS not in known]
    for key in queue:
        here = key & CELLS
        used = key - here
        hidden.add(here)
        for hurdle, land, _, unit, _ in ways[here][able[here] & left[used]]:
            then = land + used + unit
            if hurdle != start and land not in known and then not in known:
                known.add(then)
                queue.append(then)
    return hidden


def _all_orders(
    legs: OpenLegs, start: int, rule: ChainRule, stops: frozenset[int], hidden: set[int], found: dict[int, Move]
) -> None:
    """Add those of the hidden ends that some order of hops leads to: whoever was hopped counts."""
    ways, able, left = legs
    known: set[tuple[int, int, int]] = set()
    queue: list[tuple[int, int, int, Cells]] = [(start, 0, 0, (start,))]
    for here, over, used, path in queue:
        if len(path) > rule.most:
            break
        for hurdle, land, _, unit, _ in ways[here][able[here] & left[used]]:
            if hurdle == start or over >> hurdle & 1:
                continue
            key = land, over | 1 << hurdle, used + unit
            if key in known:
                continue
            known.add(key)
            longer = (*path, land)
            if land in hidden:
                hidden.discard(land)
                found[land] = Move(start, land, (), longer)
                if not hidden:
                    return
            if land not in stops:
                queue.append((*key, longer))

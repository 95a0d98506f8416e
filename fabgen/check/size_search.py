"""Sizes in order of preference and what a size must meet → the first size that meets everything, and what was tried.

This is the one search behind every hint about a size: it knows no game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Literal, TypeVar

Size = TypeVar("Size", float, tuple[float, float])  # mm: one side, or width and height
Wants = Literal["larger", "smaller", ""]


@dataclass(frozen=True, eq=False)
class Requirement(Generic[Size]):
    """Something that a size must meet.

    `name` is what messages call it. `objection` says what is wrong with a size; it is empty for one that meets the
    requirement. `wants` says which other sizes meet it then: every "larger" or every "smaller" one. Where it is empty,
    nothing follows, and each size must be tried.
    """

    name: str
    objection: Callable[[Size], str]
    wants: Wants = ""

    def is_met(self, size: Size) -> bool:
        """True if nothing is wrong with the size."""
        return not self.objection(size)


@dataclass(frozen=True)
class SizeSearch(Generic[Size]):
    """The outcome of a search: the first size that meets every requirement, None where there is none; and each size
    that was tried, in the order of the tries, with the requirement that it failed, None for the size that was found."""

    size: Size | None
    tried: Mapping[Size, Requirement[Size] | None]


def find_size(sizes: Sequence[Size], requirements: Sequence[Requirement[Size]]) -> SizeSearch[Size]:
    """Tries sizes in their order until one meets every requirement.

    Where the sizes only grow, or only shrink, the search skips to the first size that meets a requirement which wants
    that (by halving), and it ends at a size that fails a requirement which wants the opposite.
    """
    coming: Wants = "smaller" if len(sizes) > 1 and sizes[-1] < sizes[0] else "larger"
    tried: dict[Size, Requirement[Size] | None] = {}

    def is_met(size: Size, requirement: Requirement[Size]) -> bool:
        if requirement.is_met(size):
            return True
        tried[size] = requirement
        return False

    first = 0
    for requirement in requirements:
        if requirement.wants == coming and first < len(sizes) and not is_met(sizes[first], requirement):
            first = bisect_left(sizes, True, first + 1, key=partial(is_met, requirement=requirement))
    for size in sizes[first:]:
        if all(is_met(size, requirement) for requirement in requirements):
            tried[size] = None
            return SizeSearch(size, tried)
        failed = tried[size]
        if failed and failed.wants not in ("", coming):
            break
    return SizeSearch(None, tried)

"""The dice of a game, as text such as `2d6` → the probability of each number that they may show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from fabgen.rules.protocol import DICE, ROLLED

MOST_DICE, MOST_SIDES = 10, 100
_DICE = re.compile(r"(\d{0,2})d(\d{1,3})(?:-(\d{1,2}))?")


@dataclass(frozen=True)
class DiceSum:
    """Some equal dice whose sum counts, such as `2d6`; `less` is taken off it, as in `4d2-4`."""

    count: int
    sides: int
    less: int = 0

    actor = DICE
    section = ROLLED
    comes_first = "the dice are rolled first"

    @classmethod
    def parse(cls, text: str) -> DiceSum:
        """The dice of a text such as `d6`, `2d6` or `4d2-4`. Raises ValueError with a hint for anything else."""
        match = _DICE.fullmatch(text.replace(" ", ""))
        if not match:
            hint = f"write `d6` for a die of six sides, `2d6` for the sum of two, {MOST_DICE} at most; `4d2-4` for less"
            raise ValueError(f"`{text}` are no dice\n{hint}")
        count, sides, less = int(match[1] or "1"), int(match[2]), int(match[3] or 0)
        if not 1 <= count <= MOST_DICE or not 2 <= sides <= MOST_SIDES:
            raise ValueError(f"`{text}` are no dice\nwrite 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides")
        if less > count:
            raise ValueError(f"`{text}` may show less than 0\ntake off {count} at most")
        return cls(count, sides, less)

    def __str__(self) -> str:
        return f"{self.count if self.count > 1 else ''}d{self.sides}{f'-{self.less}' if self.less else ''}"

    def faces(self) -> tuple[int, ...]:
        """Every number that the dice may show, in ascending order."""
        return tuple(self.chances())

    def chances(self, aside: Iterable[Any] = ()) -> dict[int, Fraction]:
        """The probability of each number that the dice may show, in ascending order. Nothing that was rolled before
        counts."""
        ways = {-self.less: 1}
        for _ in range(self.count):
            sums: dict[int, int] = {}
            for total, number in ways.items():
                for side in range(1, self.sides + 1):
                    sums[total + side] = sums.get(total + side, 0) + number
            ways = sums
        return {total: Fraction(number, self.sides**self.count) for total, number in sorted(ways.items())}

    def lay_aside(self, aside: tuple[Any, ...], number: object) -> tuple[Any, ...]:
        """Nothing: dice remember no roll."""
        return ()

    def explain_refusal(self, text: str, aside: Iterable[Any] = ()) -> str:
        """Why a text is no roll of these dice, as the end of a sentence."""
        return f"is no roll of {self}: {min(self.faces())} to {max(self.faces())}"

    def describe(self, number: object) -> str:
        """What the dice show, as the end of a sentence."""
        return f"{number} was rolled"

"""The dice of a game, as text such as `2d6` → the probability of each number that they may show."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

MOST_DICE, MOST_SIDES = 10, 100
_DICE = re.compile(r"(\d{0,2})d(\d{1,3})(?:-(\d{1,2}))?")


@dataclass(frozen=True)
class DiceSum:
    """Some equal dice whose sum counts, such as `2d6`; `less` is taken off it, as in `4d2-4`."""

    count: int
    sides: int
    less: int = 0

    @classmethod
    def parse(cls, text: str) -> DiceSum:
        """The dice of a text such as `d6`, `2d6` or `4d2-4`. Raises ValueError with a hint for anything else."""
        match = _DICE.fullmatch(text.replace(" ", ""))
        if not match:
            hint = "write `d6` for a die of six sides, `2d6` for the sum of two, `4d2-4` for less"
            raise ValueError(f"`{text}` are no dice\n{hint}")
        count, sides, less = int(match[1] or "1"), int(match[2]), int(match[3] or 0)
        if not 1 <= count <= MOST_DICE or not 2 <= sides <= MOST_SIDES:
            raise ValueError(f"`{text}` are no dice\nwrite 1 to {MOST_DICE} dice of 2 to {MOST_SIDES} sides")
        if less > count:
            raise ValueError(f"`{text}` may show less than 0\ntake off {count} at most")
        return cls(count, sides, less)

    def __str__(self) -> str:
        return f"{self.count if self.count > 1 else ''}d{self.sides}{f'-{self.less}' if self.less else ''}"

    def chances(self) -> dict[int, Fraction]:
        """The probability of each number that the dice may show, in ascending order."""
        ways = {-self.less: 1}
        for _ in range(self.count):
            sums: dict[int, int] = {}
            for total, number in ways.items():
                for side in range(1, self.sides + 1):
                    sums[total + side] = sums.get(total + side, 0) + number
            ways = sums
        return {total: Fraction(number, self.sides**self.count) for total, number in sorted(ways.items())}

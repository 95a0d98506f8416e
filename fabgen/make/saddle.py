"""A number of pages → the sides of the sheets of a saddle-stitched booklet: which page lies where, how far it moves.

Sheets lie inside one another, the outermost first; each has an outside and an inside with two pages. Every page stands
on exactly one side.
"""

from __future__ import annotations

from dataclasses import dataclass

PAPER = 0.1  # mm: paper of 80 g/m2


@dataclass(frozen=True)
class Side:
    """One side of a sheet: the sheet from 0, the outermost; page numbers from 1, None for a page added to fill the
    sheet; `shift` in mm towards the fold, for what lies further in sticks out further when the booklet is folded."""

    sheet: int
    inside: bool
    left: int | None
    right: int | None
    shift: float


def saddle(pages: int, *, back_cover: bool, paper: float = PAPER) -> tuple[Side, ...]:
    """The sides in the order in which a printer takes them, outside and inside of each sheet in turn.

    Filled up to a multiple of four, before the last page where that is the back cover, else after it. `paper` is the
    thickness in mm. ValueError without pages.
    """
    if pages < 1:
        raise ValueError("a booklet needs a page")
    numbers: list[int | None] = list(range(1, pages + 1))
    last = pages - 1 if back_cover else pages
    numbers[last:last] = [None] * (-pages % 4)
    sides: list[Side] = []
    for sheet in range(len(numbers) // 4):
        first, end, shift = 2 * sheet, len(numbers) - 1 - 2 * sheet, sheet * paper
        sides.append(Side(sheet, False, numbers[end], numbers[first], shift))
        sides.append(Side(sheet, True, numbers[first + 1], numbers[end - 1], shift))
    return tuple(sides)

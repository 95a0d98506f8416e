"""The marks on the pieces of a game, and the room beside the title of its board → a key of these marks, in one row.

Each player has the key at their own edge, at the left. It is as large as the room allows, and left out where its words
would be too small. What is not on pieces is left out before that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw_text
from fabgen.artwork.text import text_width

KEY_CAPS = 3.2, 3.0, 2.8, 2.6, 2.4, 2.2, 2.0, 1.8  # mm: capitals of the words, the largest that fit
MARK_CELL = 2.0  # capitals: the cell of a mark
MARK_GAP, ENTRY_GAP = 0.5, 1.4  # capitals: from a mark to its words, from these to the next mark
LEAST_EXTRA_CAP = 2.6  # mm: with smaller capitals a key has marks of pieces alone
LEAST_CELL = 5.6  # mm: the least cell of a mark, in which it is hardly smaller than on pieces


@dataclass(frozen=True)
class KeyMark:
    """A mark of a key: what draws it around the origin, in a cell of a side in mm, its words, how many cells it is
    wide, and whether it is an extra: no mark of a piece."""

    draw_mark: Callable[[float], Drawing]
    words: str
    cells: float = 1.0
    is_extra: bool = False


def draw_border_key(marks: Sequence[KeyMark], room: float) -> tuple[Drawing, float]:
    """The key in a row from the origin to the right, its middle at the height of the origin, and its length in mm.
    Without its extras where they would make it too small, and empty where it would be longer than `room` mm."""
    with_extras = _draw_row(marks, room, [cap for cap in KEY_CAPS if cap >= LEAST_EXTRA_CAP])
    return with_extras if with_extras[1] else _draw_row([mark for mark in marks if not mark.is_extra], room, KEY_CAPS)


def _draw_row(marks: Sequence[KeyMark], room: float, caps: Sequence[float]) -> tuple[Drawing, float]:
    """Marks and words in a row with the first of some capitals, in mm, with which it is no longer than `room` mm, and
    its length; empty where there are none."""
    for cap in caps if marks else ():
        cell = max(LEAST_CELL, MARK_CELL * cap)
        drawings, x = list[Drawing](), 0.0
        for mark in marks:
            drawings.append(mark.draw_mark(cell).moved(x + mark.cells * cell / 2, 0.0))
            x += mark.cells * cell + MARK_GAP * cap
            drawings.append(draw_text(Role.COORDINATE, mark.words, (x, -cap / 2), cap, anchor="start"))
            x += text_width(mark.words, cap) + ENTRY_GAP * cap
        if (length := x - ENTRY_GAP * cap) <= room:
            return combine_drawings(drawings), length
    return Drawing(), 0.0


__all__ = ["KeyMark", "draw_border_key"]

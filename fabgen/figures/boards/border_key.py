"""The marks on the pieces of a game, and the room on either side of the title of its board → a key of these marks
in one row, a second row of what is on the board and whose it is, and a third one of what else lies there.

Each player has the key at their own edge, at the left, and the second row at the right; the third one is at the other
sides, or at the end of the first. All are as large as the room allows, and left out where their words would be too
small, the third row before the second one and this before the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw_text

KEY_CAPS = 3.2, 3.0, 2.8, 2.6, 2.4, 2.2, 2.0, 1.8  # mm: capitals of the words, the largest that fit
MARK_CELL = 2.0  # capitals: the cell of a mark
MARK_GAP, ENTRY_GAP = 0.5, 1.6  # capitals: from a mark to its words, from these to the next mark
TRACKING = 0.07  # capitals between two letters, whose lines are as heavy as those of a mark
LEAST_EXTRA_CAP = 2.6  # mm: with smaller capitals a key has marks of pieces alone
LEAST_CELL = 5.6  # mm: the least cell of a mark, in which it is hardly smaller than on pieces


@dataclass(frozen=True)
class KeyMark:
    """A mark of a key: what draws it around the origin, in a cell of a side in mm, its words, how many cells it is
    wide, whether it is an extra: no mark of a piece, and words for where its own have no room; whether it is a note:
    neither, and nobody's."""

    draw_mark: Callable[[float], Drawing]
    words: str
    cells: float = 1.0
    is_extra: bool = False
    short_words: str = ""
    is_note: bool = False


@dataclass(frozen=True)
class KeyRow:
    """Marks and words in a row from the origin to the right, their middle at the height of the origin, and its length
    in mm; 0 where it is empty."""

    drawing: Drawing = field(default_factory=Drawing)
    length: float = 0.0
    cap: float = 0.0  # mm: the capitals of its words


def draw_border_keys(marks: Sequence[KeyMark], room: float, side_room: float = 0.0) -> tuple[KeyRow, KeyRow, KeyRow]:
    """The marks of pieces and the extras, each in a row of `room` mm at most, with the same capitals, and the notes in
    one of `side_room` mm, or where that is 0, behind the marks. Without notes and extras where they would make these
    too small, and without any where marks have no room."""
    notes = [mark for mark in marks if mark.is_note]
    own, extras = ([mark for mark in marks if mark.is_extra == is_extra and not mark.is_note]
                   for is_extra in (False, True))
    if notes and not side_room:
        row, other, _ = draw_border_keys([replace(mark, is_note=False) for mark in marks], room)
        if row.cap >= LEAST_EXTRA_CAP and bool(other.length) == bool(extras):
            return row, other, KeyRow()
    row, other = _draw_both(own, extras, room)
    aside = _set_row(notes, row.cap) if side_room and row.cap >= LEAST_EXTRA_CAP else KeyRow()
    return row, other, aside if aside.length <= side_room else KeyRow()


def _draw_both(own: Sequence[KeyMark], extras: Sequence[KeyMark], room: float) -> tuple[KeyRow, KeyRow]:
    """The rows of marks and of extras."""
    shorter = [replace(mark, words=mark.short_words or mark.words) for mark in extras]
    for chosen in (extras, shorter):
        for cap in (cap for cap in KEY_CAPS if chosen and cap >= LEAST_EXTRA_CAP):
            row, other = _set_row(own, cap), _set_row(chosen, cap)
            if max(row.length, other.length) <= room:
                return row, other
    return next((row for row in (_set_row(own, cap) for cap in KEY_CAPS) if row.length <= room), KeyRow()), KeyRow()


def _set_row(marks: Sequence[KeyMark], cap: float) -> KeyRow:
    """Marks and words in a row, with capitals of a height in mm."""
    cell = max(LEAST_CELL, MARK_CELL * cap)
    drawings, x = list[Drawing](), 0.0
    if marks:  # the ink of the first one is at the origin
        x -= marks[0].cells * cell / 2 + marks[0].draw_mark(cell).bounds()[0]
    for mark in marks:
        drawings.append(mark.draw_mark(cell).moved(x + mark.cells * cell / 2, 0.0))
        x += mark.cells * cell + MARK_GAP * cap
        words = draw_text(Role.COORDINATE, mark.words, (x, -cap / 2), cap, anchor="start", tracking=TRACKING)
        drawings.append(words)
        x = words.bounds()[2] + ENTRY_GAP * cap
    return KeyRow(combine_drawings(drawings), x - ENTRY_GAP * cap, cap) if marks else KeyRow()


__all__ = ["KeyMark", "KeyRow", "draw_border_keys"]

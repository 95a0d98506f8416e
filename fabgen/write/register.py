"""An index → flowables: two columns of words with their pages, each line a link, read down the first column first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fabgen.artwork import book
from fabgen.write.setting import GUTTER, SMALL, Number, Plate, TextStyle, TextFlowable, markup, spoken_text
from fabgen.write.tags import Tag

Entry = tuple[TextFlowable, Number]
INDEX_COLUMNS, BETWEEN = 2, 3 * GUTTER
AIR = 0.25  # lines between entries


def set_register(block: book.IndexBlock, setting: TextStyle) -> list[Any]:
    """The index, on as many pages as it needs."""
    width = (setting.width + BETWEEN) / INDEX_COLUMNS - BETWEEN
    whole = setting.tag("Index")
    lines = [_entry(words, anchor, width, setting, whole) for words, anchor in block.entries]
    made: list[Any] = []
    while lines:
        room = _balanced(lines, setting)
        columns = [_take(lines, room, AIR * setting.line) for _ in range(INDEX_COLUMNS)]
        made.append(_index_plate(columns, width, setting))
    return made


def _entry(words: str, anchor: str, width: float, setting: TextStyle, whole: Tag) -> Entry:
    """The words of an entry, wrapped, and its page."""
    tag, narrow = Tag("Link", Tag("P", whole)), 2 * setting.line
    linked = f'<a href="#{anchor}">{markup((book.TextRun(words),), setting)}</a>'
    made = spoken_text(linked, setting.style(SMALL), tag)
    made.wrap(width - narrow, 1e6)
    return made, Number(anchor, narrow, setting, setting.style(SMALL, align="right"), tag)


def _height(lines: Sequence[Entry], setting: TextStyle) -> float:
    return sum(line[0].height + AIR * setting.line for line in lines)


def _balanced(lines: Sequence[Entry], setting: TextStyle) -> float:
    """The height of a column: as much as makes all equal, at most what a page has under a heading."""
    tallest = max(line[0].height for line in lines) + AIR * setting.line
    return min(_height(lines, setting) / INDEX_COLUMNS + tallest, setting.height - 4 * setting.line)


def _take(lines: list[Entry], room: float, air: float) -> list[Entry]:
    """The entries that fit a column, taken from the front."""
    taken: list[Entry] = []
    used = 0.0
    while lines and (not taken or used + lines[0][0].height + air <= room):
        used += lines[0][0].height + air
        taken.append(lines.pop(0))
    return taken


def _index_plate(columns: Sequence[list[Entry]], width: float, setting: TextStyle) -> Plate:
    items: list[tuple[float, float, Any]] = []
    height = 0.0
    for n, column in enumerate(columns):
        x, top = n * (width + BETWEEN), 0.0
        for words, page in column:
            items += [(x, top, words), (x + width - page.width, top, page)]
            top += words.height + AIR * setting.line
        height = max(height, top)
    return Plate(items, setting.width, height, setting.line)

"""Blocks of a book → reportlab flowables in reading order, for one measure.

A figure never leaves its caption and never splits; a heading never leaves what it announces; short lists, notes
and sections stay whole; four columns carry the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from reportlab.platypus import CondPageBreak, PageBreak, Paragraph, Table

from fabgen.artwork import book
from fabgen.artwork.drawing import Role
from fabgen.base import problem
from fabgen.write.setting import GUTTER, SMALL, Picture, Plate, Setting, Shifted, Titled, markup
from fabgen.write.tables import BARE, set_table, spaced

COLUMNS = 4
SHORT = 0.3  # of a page: lists, notes and sections of this height or less


def set_blocks(blocks: Sequence[book.Block], setting: Setting) -> list[Any]:
    """The flowables of blocks: what announces something stays with it, short lists, notes and sections stay whole."""
    out: list[Any] = []
    section: list[Any] = []  # what stands below, up to the next heading
    need, following = 0.0, None
    for block in reversed(blocks):
        flowables = _SET[type(block)](block, setting)
        section = [*flowables, *section]
        stays = _announces(block, following)
        need = _least(block, flowables, setting, whole=stays) + (need if stays else 0.0)
        if isinstance(block, book.Heading):
            need, section = max(need, _whole(section, setting)), []
        keeps = stays or isinstance(block, book.Listing)
        out[:0] = [CondPageBreak(min(need, setting.height)), *flowables] if keeps else flowables
        following = block
    return out


def measure(flowables: Iterable[Any], width: float) -> float:
    """The height of flowables one under another, spaces between them included."""
    total, after = 0.0, 0.0
    for n, flowable in enumerate(flowables):
        _, height = flowable.wrap(width, 1e6)
        total += height + (max(flowable.getSpaceBefore(), after) if n else 0.0)
        after = flowable.getSpaceAfter()
    return total


def _announces(block: book.Block, following: book.Block | None) -> bool:
    """A heading, a sentence that ends in a colon, and what is said just before a figure stay with what follows."""
    if isinstance(block, book.Paragraph):
        return isinstance(following, book.Figure | book.FigureRow) or book.plain(block.text).rstrip().endswith(":")
    return isinstance(block, book.Heading)


def _whole(flowables: Sequence[Any], setting: Setting) -> float:
    """The height of flowables that are short enough to stay on one page, else 0."""
    height = measure(flowables, setting.width)
    return height if height <= SHORT * setting.height else 0.0


def _least(block: book.Block, flowables: Sequence[Any], setting: Setting, *, whole: bool) -> float:
    """The least height that the start of a block needs on a page; all of it where it is `whole` or short."""
    if not flowables:
        return 0.0
    first = flowables[0]
    short = _whole(flowables, setting) if isinstance(block, book.Listing) else 0.0
    height = short or first.wrap(setting.width, 1e6)[1]
    splits = isinstance(first, Paragraph) and not (short or whole)
    after = flowables[-1].getSpaceAfter() if whole else 0.0
    return float(first.getSpaceBefore() + (min(height, 3 * setting.line) if splits else height) + after)


def _heading(block: book.Heading, setting: Setting) -> list[Any]:
    scale, before, after = {1: (1.9, 2.0, 0.5), 2: (1.0, 1.0, 0.25), 3: (1.0, 0.5, 0.0)}[block.level]
    role = Role.LABEL if block.level < 3 else Role.COORDINATE
    made = Titled(markup(block.text, setting), setting.style(scale, bold=True, before=before, after=after, role=role))
    made.heading, made.setting = block, setting
    return [made]


def _paragraph(block: book.Paragraph, setting: Setting) -> list[Any]:
    return [Paragraph(markup(block.text, setting), setting.style(after=0.5))]


def _listing(block: book.Listing, setting: Setting, indent: float = 0.0) -> list[Any]:
    indent += 1.15 * setting.line
    out: list[Any] = []
    for n, item in enumerate(block.items):
        out += _item(item, "•" if block.first is None else f"{block.first + n}", indent, setting)
    if out:
        out[-1].spaceAfter = setting.line / 2
    return out


def _item(blocks: Sequence[book.Block], bullet: str, indent: float, setting: Setting) -> list[Any]:
    """A list's item: its first paragraph carries the bullet, all of it is indented."""
    out: list[Any] = []
    narrow = replace(setting, width=setting.width - indent)
    for block in blocks:
        if isinstance(block, book.Paragraph):
            mark = None if out else bullet
            style = setting.style(after=0.25, indent=indent)
            out.append(Paragraph(markup(block.text, setting), style, bulletText=mark))
        elif isinstance(block, book.Listing):
            out += _listing(block, setting, indent)
        else:
            out += [Shifted(made, indent) for made in _SET[type(block)](block, narrow)]
    return out


def _note(block: book.Note, setting: Setting) -> list[Any]:
    """Words set apart by a thin rule on their left; each block is a row, so that only a long note may run on."""
    indent = setting.line
    inner = replace(setting, width=setting.width - indent, size=setting.size * 0.93)
    rows = [made for made in set_blocks(block.blocks, inner) if not isinstance(made, CondPageBreak)]
    if not rows:
        return []
    table = Table([[made] for made in rows], colWidths=[setting.width], splitInRow=1, style=[
        *BARE, ("LEFTPADDING", (0, 0), (-1, -1), indent), ("BOTTOMPADDING", (0, 0), (-1, -2), setting.line / 4),
        ("LINEBEFORE", (0, 0), (0, -1), 1.6, setting.colour(Role.PATH)),
    ])
    if _whole([table], setting):
        table.splitByRow = table.splitInRow = 0
    return [spaced(table, setting, 0.75, 0.75)]


def _figure(block: book.Figure, setting: Setting) -> list[Any]:
    """A figure on its columns: a narrow one has its caption beside it, a wide one below."""
    column = (setting.width + GUTTER) / COLUMNS
    columns = min(max(block.columns, 1), COLUMNS)
    room = columns * column - GUTTER
    if columns > COLUMNS // 2:
        return [_plate([block], room, setting)]
    words = _words(block, setting, setting.width - room - GUTTER)
    picture = Picture(block.drawing, setting, (room, setting.height))
    height = max([picture.height, *(top + p.height for top, p in words)])
    items = [(0.0, 0.0, picture), *((room + GUTTER, top, p) for top, p in words)]
    return [_box(items, height, setting)]


def _figure_row(block: book.FigureRow, setting: Setting) -> list[Any]:
    """Figures side by side, two or three in a row."""
    count = len(block.figures)
    per = 2 if count in (2, 4) else 3
    room = (setting.width - (per - 1) * GUTTER) / per
    return [_plate(block.figures[n:n + per], room, setting) for n in range(0, count, per)]


def _plate(figures: Sequence[book.Figure], room: float, setting: Setting) -> Plate:
    """Figures side by side on one scale, no taller than a page: pictures stand on one line, words hang from it."""
    words = [_words(figure, setting, room) for figure in figures]
    deepest = max(top + p.height for column in words for top, p in column)
    gap = setting.line / 2
    tall = max(setting.height - deepest - 2 * gap, setting.height / 4)
    scale = min(Picture(figure.drawing, setting, (room, tall)).scale for figure in figures)
    pictures = [Picture(figure.drawing, setting, (room, tall), scale) for figure in figures]
    foot = max(picture.height for picture in pictures)
    items: list[tuple[float, float, Any]] = []
    for n, (picture, column) in enumerate(zip(pictures, words, strict=True)):
        x = n * (room + GUTTER)
        items += [(x, foot - picture.height, picture), *((x, foot + gap + top, p) for top, p in column)]
    return _box(items, foot + gap + deepest, setting)


def _box(items: Sequence[tuple[float, float, Any]], height: float, setting: Setting) -> Plate:
    """A box of figures and words that fits a page; a drawing shrinks, words do not."""
    made = Plate(items, setting.width, height, setting.line)
    if made.height > setting.height:
        words = next(item.text for _, _, item in items if isinstance(item, Paragraph))
        raise problem(f"the words under a figure are longer than a page: {words[:60]}…", "write them as text")
    return made


def _words(block: book.Figure, setting: Setting, width: float) -> list[tuple[float, Paragraph]]:
    """The caption and the claims of a figure, wrapped, each with its top; a little air before the claims."""
    out: list[tuple[float, Paragraph]] = []
    top = 0.0
    for n, text in enumerate((block.caption, *block.claims)):
        made = Paragraph(markup(text, setting), setting.style(SMALL))
        made.wrap(width, 1e6)
        top += setting.line / 4 if n == 1 else 0.0
        out.append((top, made))
        top += made.height
    return out


def _page_break(block: book.PageBreak, setting: Setting) -> list[Any]:
    return [PageBreak()]


_SET: dict[type, Callable[[Any, Setting], list[Any]]] = {
    book.Heading: _heading, book.Paragraph: _paragraph, book.Listing: _listing, book.Table: set_table, book.Note: _note,
    book.Figure: _figure, book.FigureRow: _figure_row, book.PageBreak: _page_break,
}

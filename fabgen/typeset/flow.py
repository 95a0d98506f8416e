"""Blocks of a book → units in reading order, for one measure: what each is in every size that it may have, where it may
be divided, and what a page break before it would cost.

A figure never leaves its caption and never splits; a heading never leaves what it announces; short lists, notes and
sections stay whole; four columns carry the figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape
from itertools import groupby, pairwise
from typing import Any

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Paragraph

from fabgen.artwork.drawing import Role
from fabgen.core.problems import problem_error
from fabgen.typeset import blocks as book
from fabgen.typeset.boxes import (
    GUTTER,
    SMALL,
    BarredFlowable,
    LabelledFlowable,
    Number,
    PictureFlowable,
    Plate,
    RuledTable,
    ShiftedFlowable,
    TextFlowable,
    TextStyle,
    TitledFlowable,
    markup,
    set_table,
    spoken_text,
    write_run_markup,
)
from fabgen.typeset.page_breaks import NEVER, PageUnit
from fabgen.typeset.pdf_tags import Tag

Made = Callable[[Sequence[book.BookFigure], float, TextStyle, float], Plate]
COLUMNS, BESIDE = 4, 2.5  # of a page; the most that a figure takes with its words beside it
SIZES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)  # a figure may be so much smaller where that fills a page better
ABREAST, FILLING = 0.55, 0.45  # of its own size: a figure is not shrunk further to stand with others, to fill a page
SHORT, TABLE = 0.3, 0.5  # of a page: lists, notes and sections of this height or less; tables
LEAST, AMPLE = 2, 4  # lines: of a paragraph on either page; under a heading at the foot of one, or two blocks
# What page breaks cost, where an empty page costs 120 (see `breaking`): before a paragraph, a note, an item of a list;
# before a figure that words announce; inside what is short. A hole before a chapter counts for less.
PLAIN, NOTE, ITEM, ANNOUNCED, TORN, EASY = 0.3, 1.0, 0.8, 20.0, 5.0, 0.6


def set_units(blocks: Sequence[book.Block], setting: TextStyle) -> list[PageUnit]:
    """The units of blocks, each with its flowables, the largest first, as `made`."""
    return join_flow(blocks, [set_block(block, setting) for block in blocks], setting)


def set_block(block: book.Block, setting: TextStyle) -> list[PageUnit]:
    """The units of one block, for itself."""
    return _SET[type(block)](block, setting)


def join_flow(blocks: Sequence[book.Block], groups: Sequence[list[PageUnit]], setting: TextStyle) -> list[PageUnit]:
    """The units of blocks, each of which has been set, with what it costs to part them."""
    out: list[PageUnit] = []
    for number, (block, units) in enumerate(zip(blocks, groups, strict=True)):
        if units:
            above = next((one for one in reversed(blocks[:number]) if not isinstance(one, book.PageBreak)), None)
            opens = number > 0 and isinstance(blocks[number - 1], book.PageBreak)
            out += [replace(units[0], stay=max(units[0].stay, _stay(above, block)), opens=opens), *units[1:]]
    return _whole_sections(out, setting)


def stack_flow(units: Sequence[PageUnit]) -> float:
    """The height of units in their largest sizes one under another, spaces between them included."""
    gaps = (max(above.after, below.before) for above, below in pairwise(units))
    return sum(unit.heights[0] for unit in units) + sum(gaps)


def _stay(above: book.Block | None, block: book.Block) -> float:
    """The cost of parting a block from the one above: a heading, and a sentence that ends in a colon, stay with what
    follows; so should what is said just before a figure."""
    if isinstance(above, book.Heading):
        return NEVER
    if isinstance(above, book.Paragraph) and book.plain_text(above.text).rstrip().endswith(":"):
        return NEVER
    if isinstance(block, book.BookFigure | book.FigureRow):
        return ANNOUNCED if isinstance(above, book.Paragraph) else 0.0
    return 0.0 if isinstance(block, book.Heading) else PLAIN


def _whole_sections(units: Sequence[PageUnit], setting: TextStyle) -> list[PageUnit]:
    """The units, those of short sections kept together."""
    starts = [n for n, unit in enumerate(units) if isinstance(unit.made[0], TitledFlowable)]
    out = list(units)
    for start, end in pairwise([*starts, len(units)]):
        if _short(units[start:end], setting):
            out[start + 1:end] = [_together(unit) for unit in units[start + 1:end]]
    return out


def _short(units: Sequence[PageUnit], setting: TextStyle) -> bool:
    return stack_flow(units) <= SHORT * setting.height


def _together(unit: PageUnit) -> PageUnit:
    """A unit that would rather stand on one page, with what stands above it."""
    return replace(unit, stay=max(unit.stay, TORN), cut=max(unit.cut, TORN))


def _unit(made: Sequence[Any], setting: TextStyle, **more: Any) -> PageUnit:
    """The unit of a flowable in its sizes."""
    first = made[0]
    heights = tuple(float(one.wrap(setting.width, 1e6)[1]) for one in made)
    cuts, head = (_cuts(first, heights[0]) if len(made) == 1 else ((), 0.0))
    kept = {"before": float(first.getSpaceBefore()), "after": float(first.getSpaceAfter())}
    return PageUnit(heights, cuts, head, made=tuple(made), **{**kept, **more})


def _cuts(made: Any, height: float) -> tuple[tuple[float, ...], float]:
    """Where a flowable may be divided: between lines that leave no widow, between rows; and what is repeated."""
    if isinstance(made, ShiftedFlowable | LabelledFlowable):
        return _cuts(made.inner, height)
    if isinstance(made, Paragraph):
        lines = len(made.blPara.lines)  # type: ignore[attr-defined]
        return tuple(n * height / lines for n in range(LEAST, lines - LEAST + 1)), 0.0
    if isinstance(made, RuledTable):
        rows = [float(one) for one in made._rowHeights]  # type: ignore[attr-defined]
        head = made.repeatRows
        return tuple(sum(rows[:n]) for n in range(head + 1, len(rows))), sum(rows[:head])
    return (), 0.0


def _heading(block: book.Heading, setting: TextStyle) -> list[PageUnit]:
    scale, before, after = {1: (1.9, 2.0, 0.5), 2: (1.0, 1.0, 0.25), 3: (1.0, 0.5, 0.0)}[block.level]
    role = Role.LABEL if block.level < 3 else Role.COORDINATE
    made = TitledFlowable(
        markup(block.text, setting), setting.style(scale, bold=True, before=before, after=after, role=role)
    )
    made.heading, made.setting, made.tag = block, setting, setting.tag("P")
    return [_unit([made], setting, cut=NEVER, eases=EASY if block.level == 1 else 1.0, level=block.level,
                  ample=AMPLE * setting.line)]


def _paragraph(block: book.Paragraph, setting: TextStyle) -> list[PageUnit]:
    return [_unit([_words_of(block, setting.style(after=0.5), setting)], setting, passes=True)]


def _words_of(block: book.Paragraph, style: ParagraphStyle, setting: TextStyle) -> TextFlowable:
    """A paragraph's words, a target of links where it has an anchor."""
    made = write_run_markup(block.text, setting, style, setting.tag("P"))
    made.place = (block.anchor, book.plain_text(block.text)) if block.anchor else None
    return made


def _listing(block: book.Listing, setting: TextStyle, indent: float = 0.0) -> list[PageUnit]:
    """The items of a list; a short one stays whole."""
    indent += 1.15 * setting.line
    whole, out = setting.tag("L"), list[PageUnit]()
    for n, item in enumerate(block.items):
        inner = replace(setting, within=Tag("LI", whole))
        units = _item(item, "•" if block.first is None else f"{block.first + n}", indent, inner)
        out += [replace(unit, stay=max(unit.stay, NEVER if len(block.items) == 1 else ITEM)) for unit in units[:1]]
        out += units[1:]
    if out:
        out[-1] = replace(out[-1], after=setting.line / 2)
    return [*out[:1], *map(_together, out[1:])] if _short(out, setting) else out


def _item(blocks: Sequence[book.Block], bullet: str, indent: float, setting: TextStyle) -> list[PageUnit]:
    """A list's item: its first paragraph carries the bullet, all of it is indented."""
    out: list[PageUnit] = []
    label = spoken_text(
        bullet, setting.style(indent=indent - 1.15 * setting.line, role=Role.COORDINATE), setting.tag("Lbl")
    )
    narrow = replace(setting, width=setting.width - indent, within=setting.tag("LBody"))
    for block in blocks:
        if isinstance(block, book.Paragraph):
            text = _words_of(block, setting.style(after=0.25, indent=indent), narrow)
            out.append(_unit([text if out else LabelledFlowable(text, label)], setting, passes=True))
        elif isinstance(block, book.Listing):
            out += _listing(block, replace(setting, within=narrow.within), indent)
        else:
            out += [
                _replace_flowables(unit, lambda one: ShiftedFlowable(one, indent))
                for unit in _SET[type(block)](block, narrow)
            ]
    return out


def _replace_flowables(unit: PageUnit, made: Callable[[Any], Any]) -> PageUnit:
    return replace(unit, made=tuple(map(made, unit.made)))


def _note(block: book.NoteBox, setting: TextStyle) -> list[PageUnit]:
    """Words set apart by a thin rule on their left; only a long note may run on."""
    indent = setting.line
    inner = replace(setting, width=setting.width - indent, size=setting.size * SMALL, within=setting.tag("Div"))
    units = set_units(block.blocks, inner)
    if not units:
        return []
    below = [max(max(above.after, one.before), inner.line / 4) for above, one in pairwise(units)]
    out = [_add_bar(unit, indent, air, setting) for unit, air in zip(units, [*below, 0.0], strict=True)]
    if _short(out, setting):
        out = [*out[:1], *(replace(unit, stay=NEVER) for unit in out[1:])]
        out = [replace(unit, cuts=()) for unit in out]
    out[0] = replace(out[0], before=0.75 * setting.line, stay=NOTE)
    return [*out[:-1], replace(out[-1], after=0.75 * setting.line)]


def _add_bar(unit: PageUnit, indent: float, below: float, setting: TextStyle) -> PageUnit:
    """A unit with a rule on its left, that reaches down to the next."""
    moved = _replace_flowables(unit, lambda one: BarredFlowable(one, indent, below, setting.colour(Role.PATH)))
    heights = tuple(height + below for height in unit.heights)
    return replace(moved, heights=heights, before=0.0, after=0.0, passes=True, floats=False)


def _table(block: book.TextTable, setting: TextStyle) -> list[PageUnit]:
    """A table; one with a row that is higher than a page is in parts from the start."""
    left: list[Any] = set_table(block, setting)
    units: list[PageUnit] = []
    while left:
        unit = _unit([left.pop(0)], setting, passes=True)
        made = unit.made[0]
        parts = made.split(setting.width, setting.height) if max(made._rowHeights) > setting.height else []
        left[:0] = parts
        units += [] if parts else [unit]
    return [replace(unit, cut=TORN) if unit.heights[0] <= TABLE * setting.height else unit for unit in units]


def _figure(block: book.BookFigure, setting: TextStyle) -> list[PageUnit]:
    """A figure on its columns, on more where its lettering needs them: a narrow one has its caption beside it, a wide
    one below."""
    wanted = min(max(block.columns, 1), COLUMNS)
    halves = (n / 2 for n in range(2 * wanted, 2 * COLUMNS))
    columns = next((n for n in halves if _legible(block, _columns(n, setting), setting)), COLUMNS)
    room = _columns(columns, setting)
    if columns > BESIDE:
        return [_size_figures([block], room, setting, _plate)]
    wide = PictureFlowable(block.drawing, setting, (room, setting.height)).width
    rooms = (_columns(n / 2, setting) for n in range(1, int(2 * columns) + 1))
    near = next(some for some in rooms if some >= wide - 1e-6)
    return [_size_figures([block], near, setting, _beside)]


def _columns(count: float, setting: TextStyle) -> float:
    """The width of some of the page's columns."""
    return count * (setting.width + GUTTER) / COLUMNS - GUTTER


def _legible(block: book.BookFigure, room: float, setting: TextStyle) -> bool:
    """Whether the lettering of a drawing can be read in a room of this width."""
    picture = PictureFlowable(block.drawing, setting, (room, setting.height))
    return picture.scale >= picture.legible - 1e-9


def _size_figures(figures: Sequence[book.BookFigure], room: float, setting: TextStyle, made: Made) -> PageUnit:
    """Figures in several sizes, none so small that its lettering cannot be read."""
    pictures = [PictureFlowable(figure.drawing, setting, (room, setting.height)) for figure in figures]
    least = max(max(picture.legible, FILLING * setting.most) / picture.scale for picture in pictures)
    whole = any(figure.columns >= COLUMNS for figure in figures)  # as wide as the page: words, mostly
    shares = SIZES[:1] if whole else [share for share in SIZES if share >= least or share == 1.0]
    return _unit([made(figures, room, setting, share) for share in shares], setting, floats=True)


def _beside(figures: Sequence[book.BookFigure], room: float, setting: TextStyle, share: float) -> Plate:
    """A picture at a share of the size that its room gives it, and its words at its right."""
    (block,), inner = figures, replace(setting, within=setting.tag("Div"))
    most = PictureFlowable(block.drawing, setting, (room, setting.height)).scale
    picture = _picture(block, inner, (room, setting.height), share * most)
    words = _words(block, inner, setting.width - room - GUTTER)
    height = max([picture.height, *(top + p.height for top, p in words)])
    items = [(0.0, 0.0, picture), *((room + GUTTER, top, p) for top, p in words)]
    return _box(items, height, setting)


def _picture(block: book.BookFigure, setting: TextStyle, room: tuple[float, float], most: float) -> PictureFlowable:
    """The drawing of a figure, told in words, a target of links."""
    caption = book.plain_text(block.caption)
    place = (block.anchor, caption) if block.anchor else None
    return PictureFlowable(block.drawing, setting, room, most, setting.tag("Figure", block.alt or caption), place)


def _figure_row(block: book.FigureRow, setting: TextStyle) -> list[PageUnit]:
    """Figures side by side, two or three in a row; no more than two where three would be too small, and one whose
    lettering could not be read beside another stands alone."""
    out: list[PageUnit] = []
    half = _columns(COLUMNS // 2, setting)
    for together, some in groupby(block.figures, key=lambda figure: _legible(figure, half, setting)):
        figures = list(some)
        out += _rows(figures, setting) if together and len(figures) > 1 else [
            made for figure in figures for made in _figure(figure, setting)]
    return out


def _rows(figures: Sequence[book.BookFigure], setting: TextStyle) -> list[PageUnit]:
    """Rows of two or three figures."""
    count, third = len(figures), (setting.width - 2 * GUTTER) / 3
    small = any(PictureFlowable(figure.drawing, setting, (third, setting.height)).scale < ABREAST * setting.most
                or not _legible(figure, third, setting) for figure in figures)
    per = 2 if small or count in (2, 4) else 3
    room = (setting.width - (per - 1) * GUTTER) / per
    return [_size_figures(figures[n:n + per], room, setting, _plate) for n in range(0, count, per)]


def _plate(figures: Sequence[book.BookFigure], room: float, setting: TextStyle, share: float = 1.0) -> Plate:
    """Figures side by side on one scale, no taller than a page: their cells stand on one line, what lies below them and
    words hang from it. `share` of the scale that fits."""
    inner = [replace(setting, within=setting.tag("Div")) for _ in figures]
    words = [_words(figure, own, room) for figure, own in zip(figures, inner, strict=True)]
    deepest = max(top + p.height for column in words for top, p in column)
    gap = setting.line / 2
    tall = max(setting.height - deepest - 2 * gap, setting.height / 4)
    scale = share * min(PictureFlowable(figure.drawing, setting, (room, tall)).scale for figure in figures)
    pictures = [_picture(figure, own, (room, tall), scale) for figure, own in zip(figures, inner, strict=True)]
    base = max(picture.height - picture.foot for picture in pictures)
    foot = base + max(picture.foot for picture in pictures)
    items: list[tuple[float, float, Any]] = []
    for n, (picture, column) in enumerate(zip(pictures, words, strict=True)):
        x = n * (room + GUTTER)
        items += [(x, base + picture.foot - picture.height, picture), *((x, foot + gap + top, p) for top, p in column)]
    return _box(items, foot + gap + deepest, setting)


def _box(items: Sequence[tuple[float, float, Any]], height: float, setting: TextStyle) -> Plate:
    """A box of figures and words that fits a page; a drawing shrinks, words do not."""
    made = Plate(items, setting.width, height, setting.line)
    if made.height > setting.height:
        markup = next(item.text for _, _, item in items if isinstance(item, Paragraph))
        words = unescape(re.sub(r"<[^<>]*>", "", markup))
        raise problem_error(f"the words under a figure are longer than a page: {words[:60]}…", "write them as text")
    return made


def _words(block: book.BookFigure, setting: TextStyle, width: float) -> list[tuple[float, Any]]:
    """The caption and the claims of a figure, wrapped, each with its top; a little air before the claims."""
    out: list[tuple[float, Any]] = []
    top = 0.0
    for n, text in enumerate((block.caption, *block.claims)):
        made = write_run_markup(text, setting, setting.style(SMALL), setting.tag("P" if n else "Caption"))
        made.wrap(width, 1e6)
        top += setting.line / 4 if n == 1 else 0.0
        out.append((top, made))
        top += made.height
    return out


def _register(block: book.IndexBlock, setting: TextStyle) -> list[PageUnit]:
    return [_unit([made], setting) for made in set_register(block, setting)]


def _page_break(block: book.PageBreak, setting: TextStyle) -> list[PageUnit]:
    return []


_SET: dict[type, Callable[[Any, TextStyle], list[PageUnit]]] = {
    book.Heading: _heading,
    book.Paragraph: _paragraph,
    book.Listing: _listing,
    book.TextTable: _table,
    book.NoteBox: _note,
    book.BookFigure: _figure,
    book.FigureRow: _figure_row,
    book.PageBreak: _page_break,
    book.IndexBlock: _register,
}


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
        room = _column_height(lines, setting)
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


def _column_height(lines: Sequence[Entry], setting: TextStyle) -> float:
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

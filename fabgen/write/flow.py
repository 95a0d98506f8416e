"""Blocks of a book → reportlab flowables in reading order, for one measure.

A figure never leaves its caption and never splits; a heading never leaves what it announces; short lists, tables,
notes and sections stay whole; four columns carry the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from reportlab.platypus import CondPageBreak, PageBreak, Paragraph

from fabgen.artwork import book
from fabgen.artwork.drawing import Role
from fabgen.base import problem
from fabgen.write.register import set_register
from fabgen.write.setting import (
    GUTTER,
    SMALL,
    Elastic,
    Labelled,
    Picture,
    Plate,
    Setting,
    Shifted,
    Text,
    Titled,
    markup,
    said,
)
from fabgen.write.tables import BARE, Ruled, set_table, spaced
from fabgen.write.tags import Tag

Made = Callable[[Sequence[book.Figure], float, Setting, float], Plate]
COLUMNS = 4
ELASTIC = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75)  # a figure may be so much smaller where that saves a page break
ABREAST = 0.55  # of its own size: a figure is not shrunk further to stand with two others in a row
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
        keeps = stays or isinstance(block, book.Listing | book.Table)
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
    short = _whole(flowables, setting) if isinstance(block, book.Listing | book.Table) else 0.0
    height = short or (first.least if isinstance(first, Elastic) else first.wrap(setting.width, 1e6)[1])
    splits = isinstance(first, Paragraph) and not (short or whole)
    after = flowables[-1].getSpaceAfter() if whole else 0.0
    return float(first.getSpaceBefore() + (min(height, 3 * setting.line) if splits else height) + after)


def _heading(block: book.Heading, setting: Setting) -> list[Any]:
    scale, before, after = {1: (1.9, 2.0, 0.5), 2: (1.0, 1.0, 0.25), 3: (1.0, 0.5, 0.0)}[block.level]
    role = Role.LABEL if block.level < 3 else Role.COORDINATE
    made = Titled(markup(block.text, setting), setting.style(scale, bold=True, before=before, after=after, role=role))
    made.heading, made.setting, made.tag = block, setting, setting.tag("P")
    return [made]


def _paragraph(block: book.Paragraph, setting: Setting) -> list[Any]:
    return [said(markup(block.text, setting), setting.style(after=0.5), setting.tag("P"))]


def _listing(block: book.Listing, setting: Setting, indent: float = 0.0) -> list[Any]:
    indent += 1.15 * setting.line
    whole, out = setting.tag("L"), list[Any]()
    for n, item in enumerate(block.items):
        inner = replace(setting, within=Tag("LI", whole))
        out += _item(item, "•" if block.first is None else f"{block.first + n}", indent, inner)
    if out:
        out[-1].spaceAfter = setting.line / 2
    return out


def _item(blocks: Sequence[book.Block], bullet: str, indent: float, setting: Setting) -> list[Any]:
    """A list's item: its first paragraph carries the bullet, all of it is indented."""
    out: list[Any] = []
    label = said(bullet, setting.style(indent=indent - 1.15 * setting.line, role=Role.COORDINATE), setting.tag("Lbl"))
    narrow = replace(setting, width=setting.width - indent, within=setting.tag("LBody"))
    for block in blocks:
        if isinstance(block, book.Paragraph):
            text = said(markup(block.text, setting), setting.style(after=0.25, indent=indent), narrow.tag("P"))
            out.append(text if out else Labelled(text, label))
        elif isinstance(block, book.Listing):
            out += _listing(block, replace(setting, within=narrow.within), indent)
        else:
            out += [Shifted(made, indent) for made in _SET[type(block)](block, narrow)]
    return out


def _note(block: book.Note, setting: Setting) -> list[Any]:
    """Words set apart by a thin rule on their left; each block is a row, so that only a long note may run on."""
    indent = setting.line
    inner = replace(setting, width=setting.width - indent, size=setting.size * SMALL, within=setting.tag("Div"))
    rows = [made for made in set_blocks(block.blocks, inner) if not isinstance(made, CondPageBreak)]
    if not rows:
        return []
    first = block.blocks[0]
    if block.anchor and isinstance(rows[0], Text) and isinstance(first, book.Paragraph):
        rows[0].place = (block.anchor, book.plain(first.text[:1]))
    table = Ruled([[made] for made in rows], colWidths=[setting.width], splitInRow=1, style=[
        *BARE, ("LEFTPADDING", (0, 0), (-1, -1), indent), ("BOTTOMPADDING", (0, 0), (-1, -2), setting.line / 4),
        ("LINEBEFORE", (0, 0), (0, -1), 1.6, setting.colour(Role.PATH)),
    ])
    if _whole([table], setting):
        table.splitByRow = table.splitInRow = 0
    return [spaced(table, setting, 0.75, 0.75)]


def _figure(block: book.Figure, setting: Setting) -> list[Any]:
    """A figure on its columns, on more where its lettering needs them: a narrow one has its caption beside it, a wide
    one below."""
    wanted = min(max(block.columns, 1), COLUMNS)
    columns = next((n for n in range(wanted, COLUMNS) if _legible(block, _columns(n, setting), setting)), COLUMNS)
    room = _columns(columns, setting)
    if columns > COLUMNS // 2:
        return [_elastic([block], room, setting, _plate)]
    return [_elastic([block], room, setting, _beside)]


def _columns(count: int, setting: Setting) -> float:
    """The width of some of the page's columns."""
    return count * (setting.width + GUTTER) / COLUMNS - GUTTER


def _legible(block: book.Figure, room: float, setting: Setting) -> bool:
    """Whether the lettering of a drawing can be read in a room of this width."""
    picture = Picture(block.drawing, setting, (room, setting.height))
    return picture.scale >= picture.legible - 1e-9


def _elastic(figures: Sequence[book.Figure], room: float, setting: Setting, made: Made) -> Elastic:
    """Figures in several sizes, none so small that its lettering cannot be read."""
    pictures = [Picture(figure.drawing, setting, (room, setting.height)) for figure in figures]
    least = max(picture.legible / picture.scale for picture in pictures)
    shares = [share for share in ELASTIC if share >= least or share == 1.0]
    return Elastic([made(figures, room, setting, share) for share in shares])


def _beside(figures: Sequence[book.Figure], room: float, setting: Setting, share: float) -> Plate:
    """A picture at a share of the size that its room gives it, and its words at its right."""
    (block,), inner = figures, replace(setting, within=setting.tag("Div"))
    most = Picture(block.drawing, setting, (room, setting.height)).scale
    picture = _picture(block, inner, (room, setting.height), share * most)
    words = _words(block, inner, setting.width - room - GUTTER)
    height = max([picture.height, *(top + p.height for top, p in words)])
    items = [(0.0, 0.0, picture), *((room + GUTTER, top, p) for top, p in words)]
    return _box(items, height, setting)


def _picture(block: book.Figure, setting: Setting, room: tuple[float, float], most: float) -> Picture:
    """The drawing of a figure, told in words, a target of links."""
    caption = book.plain(block.caption)
    place = (block.anchor, caption) if block.anchor else None
    return Picture(block.drawing, setting, room, most, setting.tag("Figure", block.alt or caption), place)


def _figure_row(block: book.FigureRow, setting: Setting) -> list[Any]:
    """Figures side by side, two or three in a row; no more than two where three would be too small, and one whose
    lettering could not be read beside another stands alone."""
    out: list[Any] = []
    half = _columns(COLUMNS // 2, setting)
    for together, some in groupby(block.figures, key=lambda figure: _legible(figure, half, setting)):
        figures = list(some)
        out += _rows(figures, setting) if together and len(figures) > 1 else [
            made for figure in figures for made in _figure(figure, setting)]
    return out


def _rows(figures: Sequence[book.Figure], setting: Setting) -> list[Any]:
    """Rows of two or three figures."""
    count, third = len(figures), (setting.width - 2 * GUTTER) / 3
    small = any(Picture(figure.drawing, setting, (third, setting.height)).scale < ABREAST * setting.most
                or not _legible(figure, third, setting) for figure in figures)
    per = 2 if small or count in (2, 4) else 3
    room = (setting.width - (per - 1) * GUTTER) / per
    return [_elastic(figures[n:n + per], room, setting, _plate) for n in range(0, count, per)]


def _plate(figures: Sequence[book.Figure], room: float, setting: Setting, share: float = 1.0) -> Plate:
    """Figures side by side on one scale, no taller than a page: pictures stand on one line, words hang from it. `share`
    of the scale that fits."""
    inner = [replace(setting, within=setting.tag("Div")) for _ in figures]
    words = [_words(figure, own, room) for figure, own in zip(figures, inner, strict=True)]
    deepest = max(top + p.height for column in words for top, p in column)
    gap = setting.line / 2
    tall = max(setting.height - deepest - 2 * gap, setting.height / 4)
    scale = share * min(Picture(figure.drawing, setting, (room, tall)).scale for figure in figures)
    pictures = [_picture(figure, own, (room, tall), scale) for figure, own in zip(figures, inner, strict=True)]
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


def _words(block: book.Figure, setting: Setting, width: float) -> list[tuple[float, Text]]:
    """The caption and the claims of a figure, wrapped, each with its top; a little air before the claims."""
    out: list[tuple[float, Text]] = []
    top = 0.0
    for n, text in enumerate((block.caption, *block.claims)):
        made = said(markup(text, setting), setting.style(SMALL), setting.tag("P" if n else "Caption"))
        made.wrap(width, 1e6)
        top += setting.line / 4 if n == 1 else 0.0
        out.append((top, made))
        top += made.height
    return out


def _page_break(block: book.PageBreak, setting: Setting) -> list[Any]:
    return [PageBreak()]


_SET: dict[type, Callable[[Any, Setting], list[Any]]] = {
    book.Heading: _heading, book.Paragraph: _paragraph, book.Listing: _listing, book.Table: set_table, book.Note: _note,
    book.Figure: _figure, book.FigureRow: _figure_row, book.PageBreak: _page_break, book.Register: set_register,
}

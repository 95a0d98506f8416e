"""A book, its format and a layout → the Typst project that sets it: settings, pictures, text.

The text is written as a person would write it, so that somebody who lays out the book on their own can go on from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Any

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.export.typst import (
    PlacedDrawing,
    place_drawing,
    quote,
    write_boxes,
    write_colour,
    write_empty_boxes,
    write_mm,
)
from fabgen.artwork.lettering import LetterGroups, LetterSizes
from fabgen.artwork.themes import Box, Theme, tone_colour
from fabgen.book.book_format import COLUMN_GUTTER, BookFormat
from fabgen.book.book_theme import BASE, THEME, BookTheme, read_base
from fabgen.core.units import POINTS_PER_MM, format_number
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book
from fabgen.typeset.typst_markup import LONGEST_WORD, Labels, split_language, tie_end, write_runs, write_text
from fabgen.typeset.typst_process import MAIN

COLUMNS, GUTTER = 4, 4.0  # of a page; mm between them
REACH, USUAL_MARGIN = 2.6, 15.0  # mm: the margins of the ground of figures, in pages with margins of that width
# Points, where the body has its usual size: no lettering in a drawing is smaller; the same on a folded sheet.
LEGIBLE, LEGIBLE_ON_A_SHEET = 7.0, 6.0
LEADING, SPACING = 0.62, 0.95  # em between lines, between paragraphs
CAPTION_SHARE = 0.8  # of the height that its words have in the body: that of a caption, whose type is smaller
BESIDE = 0.62  # of the width for figures: a wider figure has its caption below
LEAST_IN_ROW = 0.85  # of its scale: a figure of a row that is a little too wide
CELL_LETTERS, LINE_LETTERS = 7, 60  # the least that a column of a table holds; what a line holds
TALLEST = 0.75  # of the frame's height: a picture, so that its words fit the page
WIDEST_IN_TABLE = 0.34  # of the frame's width: a picture in a table
HIGHEST_IN_TABLE = 12.0  # mm: the same
LEAST_IN_TABLE = 4.0  # em: the words beside pictures in a table
HEAD_LETTER = 0.54  # em: a bold letter in the head of a table
LEAST_CAPTION = 30.0  # mm: the least width of a caption below a figure in a row
CAPTION_GAP = 1.5  # gutters: between a figure and the caption beside it
LEAST_WORDS = 52.0  # mm: the least width of the words beside a figure
LETTER_WIDE, LETTER_HIGH = 0.46, 1.62  # of the size of type: the room that a letter of a text takes
LONGEST_BELOW = 0.8  # of the height of a figure with words beside it: its caption, where it is as narrow as the figure
MOST_BESIDE, LEAST_BESIDE = 1.2, 0.35  # of the height of a figure with its caption: that of the words beside it
# The groups of a figure of a position: `figures/positions` names them.
LETTER_GROUPS = LetterGroups(rows=("held",), counted=("piles", "supplies"), labels=("labels",), insets=("insets",),
                            pictures=("comic",))
NAMES, CAPTION = 8.0, 9.1  # points there: names beside boards, and the words of captions
LARGE = 1.2  # times the size of other cells: those of the setup
LEAST_CELL = 5.6  # mm, where the body has its usual size: the cells of a whole board, where two fit in a row
LEAST_SHARE = 0.85  # of their least width: cells with signs in a book whose figures are made smaller
FINE = 0.65  # of the width of its field: how large the part of a cover is drawn, which is enlarged to fill it
# Points, in a book of the usual size, whose body has 10.5: what is tried for the reference, the largest first.
REFERENCE_SIZES, USUAL_SIZE = (11.0, 10.5, 10.0, 9.5), 10.5
SMALLEST_REFERENCE = 0.7  # the scale of its figures: smaller type than usual is tried with these only
# Em around the ground of a figure, how much more above it, where lines have descenders, and below it.
AROUND_FIGURES, ABOVE_FIGURES, BELOW_FIGURES = 0.9, 0.2, 0.05
AROUND_ON_A_SHEET = 0.75  # em: the same on a folded sheet, where figures have no ground
LARGER = 0.92  # the least type with larger figures, of the size that they have
# Of their usual size, headings, pictures in tables, and the space around figures: in columns, and on a folded sheet.
IN_COLUMNS, ON_A_SHEET = 0.75, 0.62
# Of a page: what each heading above a table takes, and a sentence that announces it. A table that leaves them no room
# may go on over a page break.
HEADING_ABOVE, SENTENCE_ABOVE = 0.09, 0.06
ROUNDING = 1e-6  # mm
LEAST_ROWS = 3  # of a table on any of its pages
IMPRINT = "Imprint"  # the kind of its mark
LEGEND_IN_COLUMNS = 0.85  # of its usual size: a legend of one column
BOARD_ANCHORS, LEGEND_ANCHOR = ("figure/setup", "figure/board"), "figure/legend"
MOST_PAGES_NAMED = 4  # by one reference
LINE = 9.0  # points: words reach about so far above and below the place of a mark among them
FUNCTIONS = ("mark", "word-mark", "see", "notation", "picture", "row", "whole", "float", "keep", "words-table",
             "contents", "index", "edition-note", "imprint", "title", "beside", "lead", "note", "key-rule", "claim",
             "cover", "back", "back-pages", "masthead", "rulebook")  # of themes/base.typ
BESIDE_BEGINS = "#whole(has-ground: true, beside([\n"  # what stands before the words beside a figure
PAGE_LIST = "@"  # where the pages go in a phrase


@dataclass(frozen=True)
class Layout:
    """What may differ between layouts of one book.

    * `cell`: the side in mm of a cell in figures of a whole board; `close_up`: in figures of a few cells.
    * `figures`: the size of figures without cells, 1 being the usual one; the legend keeps it. How wide cells with
      signs are at least follows it.
    * `size`: the words' size, 1 being that of the format.
    * `air`: the space between lines and paragraphs, 1 being the usual one.
    * `floats`: the numbers of blocks of the body that are figures which move to the top of the next page, so that the
      words behind them fill the page before.
    * `breaks`: the numbers of blocks of the body that begin a page, or a column.
    * `apart`: the numbers of figures whose words stand above them, and not beside them.
    * `larger`: pairs of a figure's number in the body and the factor by which it is drawn larger than the other
      figures.
    * `spaces`: the numbers of blocks of the body that have more space above them, and how much in points.
    * `row_spaces`: the numbers of tables of the body whose rows are higher, and by how much in points.
    * `has_contents`: whether there is a page of contents; `has_index`: whether an index of the book is kept.
    * `reference`: the scale of the figures in the reference, 1 being the usual one.
    * `reference_size`: the size of its words in points, in a book of the usual size, where it takes several pages; 0
      where its words are as large as one page allows. `reference_pages`: how many pages it takes.
    * `is_imprint_below`: whether the imprint stands on the last page of the body; else it is on the page of contents,
      or below the reference if there are none. The note on the edition stands above it.
    * `is_endless`: whether the body stands on one page without end, where the heights of its blocks are measured.
    """

    cell: float
    close_up: float
    figures: float = 1.0
    size: float = 1.0
    air: float = 1.0
    floats: frozenset[int] = frozenset()
    breaks: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()
    larger: frozenset[tuple[int, float]] = frozenset()
    spaces: tuple[tuple[int, float], ...] = ()
    row_spaces: tuple[tuple[int, float], ...] = ()
    has_contents: bool = False
    has_index: bool = True
    reference: float = 1.0
    reference_size: float = 0.0
    reference_pages: int = 1
    is_imprint_below: bool = False
    is_endless: bool = False


@dataclass(frozen=True)
class Mark:
    """Where a block begins or ends.

    * `number`: of the block among the blocks of the body.
    * `kind`: the class name of the block, or `Imprint`; on a page without end: `top`, `start`, `end` or `row`.
    * `page`: from 1; `column`: of the page, from 0.
    * `y`: points below the top edge of the page.
    """

    number: int
    kind: str
    is_start: bool
    page: int
    y: float
    column: int = 0

    @property
    def rise(self) -> float:
        """How far in points the block reaches beyond its mark."""
        return LINE if self.kind in ("Paragraph", "Listing", "NoteBox", "TextTable") else 0.0


class RulebookProject:
    """A rulebook in one layout as files of a Typst project.

    `measured` adds marks where blocks begin and end; references to pages are guessed then, which is quicker and hardly
    ever moves a line. `preamble` is the code before any words, `parts` are the blocks of the body, one string each, or
    one for a figure with the words beside it; `before` and `after` are what stands around them.
    """

    def __init__(
        self, content: Book, page: BookFormat, layout: Layout, look: BookTheme, *, measured: bool = False
    ) -> None:
        self.content, self.page, self.layout, self.look, self.measured = content, page, layout, look, measured
        self.labels = Labels()
        self._body = content.body if layout.has_index else without_index(content.body)
        self.known = frozenset(_anchors((*self._body, *content.edition_note, *content.reference)))
        self.pictures: dict[str, PlacedDrawing] = {}
        self._figure_scale = 1.0
        self._row_shares: dict[int, float] = {}
        self._enlargements: dict[tuple[int, float], float] = {}  # by the figure and the width of its column
        self._larger = {id(figure): factor for number, factor in layout.larger
                        for figure in book.walk_blocks(content.body[number:number + 1])}
        self._rows = {id(figure): figures for block in content.body if len(figures := figures_of(block)) > 1
                      for figure in figures}
        self._compact_scale = _compact_scale(page)  # of pictures in tables
        self._key_rule = _find_key_rule(content.body)
        self._width = page.column_width - 2 * self._reach  # mm: of the figures in the column that is written
        self._row_shares = self._fit_rows(content.body)
        self._row_spaces = {id(content.body[number]): points for number, points in layout.row_spaces}
        self._table_shares: dict[int, float] = {}  # of a page: up to which a table is kept in one piece
        self._turn = "#pagebreak(weak: true)\n" if page.columns == 1 else "#colbreak(weak: true)\n"
        self._starts: dict[int, str] = {}
        self._ends: dict[int, str] = {}
        self.preamble = self._preamble()

    @cached_property
    def _code(self) -> tuple[str, tuple[str, ...], str]:
        """What stands before the blocks of the body, these, and what stands behind them: written when it is needed."""
        return "".join(self._front()), tuple(self._blocks(self._body)), "".join(self._rest())

    @property
    def before(self) -> str:
        return self._code[0]

    @property
    def parts(self) -> tuple[str, ...]:
        return self._code[1]

    @property
    def after(self) -> str:
        return self._code[2]

    @cached_property
    def text(self) -> str:
        return "".join((self.preamble, self.before, *self.parts, self.after))

    def files(self, theme: Theme | None) -> dict[str, str]:
        """Name → contents of each file. Without a theme, the pictures are empty boxes of their sizes."""
        text = self.text  # first: the pictures are those that it names
        return {
            MAIN: text,
            "settings.typ": self._settings(theme),
            "pictures.typ": write_boxes(self.pictures, theme) if theme else write_empty_boxes(self.pictures),
            BASE: read_base(),
            THEME: self.look.code,
        }

    # ---- Settings

    def _settings(self, theme: Theme | None) -> str:
        """What the game and the format decide, for the functions of the theme."""
        content, page, words = self.content, self.page, self.content.words
        language, region = split_language(content.language)
        size = page.size * self.layout.size
        phrases = [words.count("pages", n, pages=PAGE_LIST) for n in range(1, MOST_PAGES_NAMED + 1)]
        values = {
            "title": quote(content.title), "author": quote(content.author), "description": quote(content.summary),
            "width": f"{page.width}mm", "height": f"{page.height}mm", "inside": f"{page.inside}mm",
            "outside": f"{page.outside}mm", "top": f"{page.top}mm", "bottom": f"{page.bottom}mm",
            "bleed": f"{page.bleed}mm", "has-links": _boolean(not page.bleed),
            "frame-width": f"{page.frame[0]}mm", "frame-height": f"{page.frame[1]}mm",
            "gutter": f"{self._gutter}mm", "caption-gap": f"{self._caption_gap}mm", "reach": write_mm(self._reach),
            "size": f"{format_number(size)}pt", "leading": f"{format_number(LEADING * self.layout.air)}em",
            "spacing": f"{format_number(SPACING * self.layout.air)}em",
            "language": quote(language), "region": quote(region) if region else "none",
            "justify": "false", "hyphenate": "false",
            "measured": _boolean(self.measured), "endless": _boolean(self.layout.is_endless),
            "columns": str(page.columns), "column-gutter": f"{format_number(COLUMN_GUTTER)}mm",
            "inks": quote(_inks(theme)), "tones": f"({''.join(f'{colour}, ' for colour in self._tones(theme))})",
            "colour": write_colour(tone_colour(theme, content.colour)) if theme and content.colour else "none",
            "compact": f"{_compact_scale(page):g}",
            "around": f"{_space_around_figures(page):g}",
            "above-figures": f"{ABOVE_FIGURES:g}", "below-figures": f"{BELOW_FIGURES:g}",
            "has-cover": _boolean(page.has_cover),
            "has-back": _boolean(self._has_back),
            "back-cover": quote(_unbroken(words.text("back_cover"))),
            "and-word": quote(_unbroken(f" {words.text('and')} ")),
            "pages": "(" + "".join(f"{quote(_unbroken(phrase))}, " for phrase in phrases) + ")",
        }
        return "#let settings = (\n" + "".join(f"  {key}: {value},\n" for key, value in values.items()) + ")\n"

    @property
    def _has_back(self) -> bool:
        """Whether the reference is alone on the last page, which has no number then."""
        is_long = self.page.is_large_print or self.layout.reference_size > 0
        return bool(self.content.reference) and not is_long

    @property
    def gap_above_figures(self) -> float:
        """The gap above a figure in em of the words."""
        return _space_around_figures(self.page) + ABOVE_FIGURES

    @property
    def _half(self) -> float:
        """The width in mm of two of the four columns in which figures stand."""
        return (self._width - GUTTER) / 2

    @property
    def _reach(self) -> float:
        return ground_reach(self.page)

    def _reference_sizes(self) -> Sequence[float]:
        """The sizes of type that are tried for the reference, in points. Larger figures have larger type."""
        scale = self.layout.reference
        if scale > 1:
            return [scale * USUAL_SIZE, LARGER * scale * USUAL_SIZE]
        return [size for size in REFERENCE_SIZES if size >= USUAL_SIZE or scale <= SMALLEST_REFERENCE]

    def _tones(self, theme: Theme | None) -> Iterator[str]:
        """The colours of the players' pieces as Typst code; greys while layouts are compared."""
        for tone in self.content.tones:
            yield write_colour(tone_colour(theme, tone)) if theme else "luma(50%)"

    # ---- The whole text

    def _preamble(self) -> str:
        return ('#import "settings.typ": settings\n#import "theme.typ": theme\n#import "pictures.typ": *\n'
                '#import "base.typ": make\n\n'
                f"#let ({', '.join(FUNCTIONS)}, ..) = make(settings, theme)\n#show: rulebook\n\n")

    def _front(self) -> Iterator[str]:
        """What stands before the body: the cover and the contents."""
        if self.layout.is_endless:
            return
        yield from self._cover()
        if self.layout.has_contents:
            yield "#pagebreak(weak: true)\n"
            contents = "".join(self._contents())
            yield contents if self.page.columns == 1 else f"#page(columns: 1)[\n{contents}]\n"
        yield "#pagebreak(weak: true)\n\n" if self.page.has_cover else "\n"

    def _rest(self) -> Iterator[str]:
        """What stands behind the body: the imprint, and the reference."""
        if self.layout.is_endless:  # it is measured like the blocks of the body
            yield f"#mark({quote(f'top {len(self.content.body)} {IMPRINT}')})\n"
            yield f"{self._colophon()}#mark({quote('bottom')})\n"
        elif self.layout.is_imprint_below or (not self.content.reference and not self.layout.has_contents):
            yield self._colophon()
        if self.content.reference:
            yield "\n#pagebreak(weak: true)\n\n"
            yield from self._reference()

    def _cover(self) -> Iterator[str]:
        content = self.content
        if not self.page.has_cover:
            yield (f"#masthead((\n  name: [{write_text(content.title)}], byline: [{write_text(content.byline)}],\n"
                   f"  facts: [{write_text(content.facts)}],\n))\n")
            return
        title = f"{quote(content.title)}, [{write_text(content.title)}]"
        yield (f"#cover((\n  title: title({title}),\n  byline: [{write_text(content.byline)}],\n"
               f"  {self._cover_picture()},\n  summary: [{write_text(content.summary)}],\n"
               f"  facts: [{write_text(content.facts)}],\n))\n")

    def draw_cover(self) -> tuple[Drawing | None, Box | None, bool]:
        """The picture of the cover, the part of it in mm that a page shows, and whether that part fills its room."""
        content = self.content.with_cover
        # No part of a picture on a page with bleed: shapes that its edge cuts off lie where a print shop trims.
        window = content.cover_window if not self.page.bleed else None
        return content.cover if window else content.whole_cover or content.cover, window, content.cover_fills

    def _cover_picture(self) -> str:
        """The picture of the cover, and the part of it that a page shows, as parts of a page."""
        content, hero = self.content, "[]"
        width, height = self.page.frame
        cover, window, fills = self.draw_cover()
        if cover and cover.items:
            wide, high = cover.size()
            scale = min(4.0, width / wide, height * 0.45 / high)
            if window:  # the page shows a part of it, on which lines would be as much wider
                scale = max(scale, FINE * width / (window[2] - window[0]))
            name = self._add_picture(cover, scale)
            hero = f"figure({name}, alt: {quote(content.cover_alt or content.title)}, outlined: false)"
        return f"hero: {hero}, window: {_write_window(cover, window)}, fills: {_boolean(fills)}"

    def _contents(self) -> Iterator[str]:
        """The contents, with the imprint at the foot of the page."""
        foot = f"[\n{self._edition_note()}{self._imprint()}]" if not self.layout.is_imprint_below else "[]"
        yield f"#contents([{write_text(self.content.contents)}], {foot},\n"
        for heading in (*self._body, *self.content.reference):
            if isinstance(heading, book.Heading) and heading.level < 3:
                words = write_text(book.plain_text(heading.text))
                yield f"  ({heading.level}, [{words}], <{self.labels.name(heading.anchor)}>),\n"
        yield ")\n"

    def _colophon(self) -> str:
        """The note on the edition and the imprint, at the foot of a page."""
        mark = f"#mark({quote(f'start {len(self.content.body)} {IMPRINT}')})\n" if self._marks_imprint else ""
        words = f"#set text(size: settings.size)\n{self._edition_note()}{self._imprint()}"
        return f"#v(1fr)\n#v(1em)\n{mark}#block(breakable: false, width: 100%)[\n{words}]\n"

    @property
    def _marks_imprint(self) -> bool:
        """Whether layouts are compared, and the imprint stands behind the body."""
        is_below = self.layout.is_imprint_below or not self.content.reference
        return self.measured and is_below and not self.layout.is_endless

    def _edition_note(self) -> str:
        """The note on the edition, which stands above the imprint."""
        lines = []
        for block in self.content.edition_note:
            if isinstance(block, book.Heading):
                label = self.labels.place(block.anchor)
                lines.append(f"#heading(level: 1, supplement: [minor])[{self._runs(block.text)}]{label}\n\n")
            elif isinstance(block, book.Paragraph):
                lines.append(f"#edition-note[{self._runs(block.text)}]\n\n")
        return "".join(lines)

    def _imprint(self) -> str:
        words = [self._runs(text) for text in self.content.imprint]
        if words and self._marks_imprint:
            words[-1] += f"#word-mark({quote(f'end {len(self.content.body)} {IMPRINT}')});"
        return f"#imprint({''.join(f'[{text}], ' for text in words)})\n"

    def _reference(self) -> Iterator[str]:
        blocks = [block for block in self.content.reference if not isinstance(block, book.PageBreak)]
        self._figure_scale = self.layout.reference / self.layout.figures
        self._width = self.page.frame[0] - 2 * self._reach
        if self.page.is_large_print or self.layout.is_endless:
            text = "".join(self._blocks(blocks, is_reference=True))
            yield f"{text}{self._imprint_below_reference()}"
            return
        has_title = bool(blocks) and isinstance(blocks[0], book.Heading)
        title = "".join(self._blocks(blocks[:has_title], is_reference=True))
        lead, rest = "", blocks[has_title:]
        if rest and not self.layout.reference_size and (figure := self._leading_figure(rest)):
            words = self._count_words(rest[1:])
            lead, rest = self._lead(figure, rest[1:1 + words]), rest[1 + words:]
        text = lead + "".join(self._blocks(rest, is_reference=True, is_below_title=has_title))
        if self.layout.reference_size:
            size = self.page.large * self.layout.reference_size
            yield (f"#back-pages({format_number(size)}pt, (\n  title: [\n{title}],\n"
                   f"  body: [\n{text}{self._imprint_below_reference()}],\n))\n")
            return
        # The sizes of type are no setting: with other settings, Typst would set the whole book again.
        sizes = "".join(f"{format_number(size * self.page.large)}pt, " for size in self._reference_sizes())
        yield (f"#back((\n  title: [\n{title}], {self._cover_picture()}, sizes: ({sizes}),\n"
               f"  body: [\n{text}{self._imprint_below_reference()}],\n))\n")

    def _leading_figure(self, blocks: Sequence[book.Block]) -> book.BookFigure | None:
        """The figure with which some blocks of the reference begin, if words below it may stand beside it."""
        figure = _single_figure(blocks[0])
        if figure is None or not self._count_words(blocks[1:]):
            return None
        room = self._width - GUTTER - self._width_beside(figure)
        return figure if room >= LEAST_WORDS * self.page.large else None

    @staticmethod
    def _count_words(blocks: Sequence[book.Block]) -> int:
        """How many blocks of words some blocks begin with."""
        return len([*takewhile(lambda block: isinstance(block, book.Paragraph | book.Listing | book.NoteBox), blocks)])

    def _lead(self, figure: book.BookFigure, words: Sequence[book.Block]) -> str:
        """A figure and the words of a reference below it, of which those that fit stand beside it."""
        picture = self._picture(figure, self._place_picture(figure, self._scale(figure)), "")
        parts = "".join(f"  [\n{self._inner([block])}],\n" for block in words)
        return f"#lead({write_mm(self._width_beside(figure))}, [{picture}],\n{parts})\n"

    def _imprint_below_reference(self) -> str:
        has_place = self.layout.has_contents or self.layout.is_imprint_below
        return "" if has_place else f"#v(1em)\n{self._colophon()}"

    # ---- Blocks

    def _blocks(self, blocks: Sequence[book.Block], *, is_reference: bool = False, is_below_title: bool = False
                ) -> Iterator[str]:
        """Blocks one after another; words come in one string with the figure that they stand beside. `is_below_title`:
        the heading of their chapter is elsewhere."""
        levels = [1] if is_below_title else []  # of the headings around the block
        words_beside = ""
        beside = {} if is_reference else {words.start: words for words in self.words_beside_figures(blocks)}
        figures = {words.stop for words in beside.values()}
        spaces = {} if is_reference else dict(self.layout.spaces)
        for number, block in enumerate(blocks):
            if number in spaces:
                yield f"#v({format_number(spaces[number])}pt)\n"
            if isinstance(block, book.Heading):
                levels = [level for level in levels if level < block.level] + [block.level]
                level = len(levels)  # a structure skips no level, even where a text does
                if self.layout.is_endless:
                    yield self._top_mark(number, block)
                # A figure that moves stays in its section.
                flush = "#place.flush()\n" if self.layout.floats and block.level < 3 else ""
                turn = self._turn if number in self.layout.breaks and not is_reference else ""
                yield f"{flush}{turn}{self._heading(block, level)}\n"
                continue
            self._table_shares[id(block)] = whole_table_share(blocks, number)
            if self.measured and not is_reference:
                self._add_marks(number, block)
            if self.layout.is_endless and not is_reference and not words_beside:
                yield self._top_mark(number, block)
            if number in figures:
                yield words_beside + self._figure_beside(blocks[number])
                words_beside = ""
                continue
            if number in self.layout.breaks and not is_reference:
                yield self._turn
            if number in beside:
                words_beside = BESIDE_BEGINS
            text = "".join(_WRITERS[type(block)](self, block))
            if number in self.layout.floats and not is_reference:
                text = text.replace("#whole", "#float")
            if words_beside:
                words_beside += f"{text}\n"
            else:
                yield f"{text}\n"

    def write_alone(self, number: int) -> str:
        """A block of the body as it is measured, with nothing beside it."""
        block = self._body[number]
        self._table_shares[id(block)] = whole_table_share(self._body, number)
        self._add_marks(number, block)
        return self._top_mark(number, block) + "".join(_WRITERS[type(block)](self, block)) + "\n"

    def write_beside(self, words: range) -> str:
        """The figure behind some blocks of words as it is measured, with these beside it."""
        code = [self._top_mark(words.start, self._body[words.start]), BESIDE_BEGINS]
        for number in words:
            self._add_marks(number, self._body[number])
            code += [*_WRITERS[type(self._body[number])](self, self._body[number]), "\n"]
        self._add_marks(words.stop, self._body[words.stop])
        return "".join(code) + self._figure_beside(self._body[words.stop])

    @staticmethod
    def _top_mark(number: int, block: book.Block) -> str:
        """The mark at the top of a block on a page without end."""
        return f"#mark({quote(f'top {number} {type(block).__name__}')})\n"

    @cached_property
    def words_of_figures(self) -> dict[int, range]:
        """For each figure of the body that has words beside it, the numbers of these."""
        return {words.stop: words for words in self.words_beside_figures(self.content.body)}

    def words_beside_figures(self, blocks: Sequence[book.Block]) -> Iterator[range]:
        """The numbers of the words that stand beside a figure: those directly above it, as many as are about as high.
        The figure is the block behind them."""
        if self.page.is_large_print:  # such a pair takes most of a page, and leaves a hole before it
            return
        for number, block in enumerate(blocks):
            figure = _single_figure(block)
            if figure is None or number in self.layout.floats | self.layout.apart:
                continue
            larger = self.larger_factor(figure)  # it grows on its page with the words beside it
            wide = self._width_beside(figure, 1 / larger)
            width = self._width - GUTTER - wide
            if width < LEAST_WORDS * self.page.large:
                continue
            picture = figure.drawing.size()[1] * self._scale(figure) / larger
            caption = self._words_height([figure], wide)
            if caption > picture:
                continue
            high, first = picture + caption, number
            while first and isinstance(blocks[first - 1], book.Paragraph | book.Listing | book.NoteBox):
                if self._words_height(blocks[first - 1:number], width) > MOST_BESIDE * high:
                    break
                first -= 1
            if first < number and self._words_height(blocks[first:number], width) >= LEAST_BESIDE * high:
                yield range(first, number)

    def has_room_beside(self, figure: int, first: int, after: int) -> bool:
        """Whether all words from a block before a figure to one behind it are no higher beside it than the figure is
        with its caption. `after` is the number of the block behind these words."""
        body = self.content.body
        shown = _single_figure(body[figure])
        if shown is None:
            return False
        wide = self._width_beside(shown)
        high = shown.drawing.size()[1] * self._scale(shown) + self._words_height([shown], wide)
        words = [*body[first:figure], *body[figure + 1:after]]
        return self._words_height(words, self._width - GUTTER - wide) <= high

    @property
    def column_room(self) -> float:
        """The width in mm for the figures of a row."""
        return self._width

    def row_width(self, figures: Sequence[book.BookFigure]) -> float:
        """The least width in mm of figures side by side, with the gutters between them."""
        return sum(map(self._column_width, figures)) + GUTTER * (len(figures) - 1)

    def _width_beside(self, figure: book.BookFigure, factor: float = 1.0) -> float:
        """The width in mm of a figure that has words beside it, so many times larger than it is: as wide as two columns
        where its caption would be long below a narrower one."""
        width, height = (side * self._scale(figure) for side in figure.drawing.size())
        usual = max(factor * width, LEAST_CAPTION * self.page.large)
        natural = self.larger_factor(figure)
        caption = self._words_height([figure], max(width / natural, LEAST_CAPTION * self.page.large))
        return usual if caption <= LONGEST_BELOW * height / natural else max(usual, self._half)

    def _words_height(self, blocks: Sequence[book.Block], width: float) -> float:
        """About how high in mm the words of blocks are, or those under a figure, in a column, with the usual space
        between lines: which words stand beside a figure is the same in all spaces."""
        size = self.page.size * self.layout.size / POINTS_PER_MM
        high = 0.0
        for block in book.walk_blocks(blocks):
            texts = [block.text] if isinstance(block, book.Paragraph) else []
            if isinstance(block, book.BookFigure):
                texts = [block.caption, *block.claims]
            lines = sum(math.ceil(len(book.plain_text(text)) * LETTER_WIDE * size / width) for text in texts)
            high += LETTER_HIGH * size * lines + 0.35 * size * len(texts)
        return high

    def _figure_beside(self, block: book.Block) -> str:
        """A figure that has words beside it, its caption below."""
        figure = _single_figure(block)
        assert figure
        start, end = self._marks(block)
        name = self._place_picture(figure, self._scale(figure))
        picture = self._picture(figure, name, "")
        marks = f", start: [{start}], end: [{end}]" if start or end else ""
        return f"], {write_mm(self._width_beside(figure))}{marks})[{picture}])\n"

    def _inner(self, blocks: Iterable[book.Block]) -> str:
        """Blocks inside another one."""
        return "\n".join("".join(_WRITERS[type(block)](self, block)).strip("\n") + "\n" for block in blocks)

    def _add_marks(self, number: int, block: book.Block) -> None:
        """Puts marks into the first and the last words of a block; they are where these are on the page. Marks between
        blocks would move with what follows."""
        inner = [*book.walk_blocks([block])]
        if isinstance(block, book.Paragraph | book.Listing | book.NoteBox):
            inner = [one for one in inner if isinstance(one, book.Paragraph)]
        if self.layout.is_endless and isinstance(block, book.Listing):  # lines of each may begin a page
            for one in inner:
                self._starts[id(one)] = f"#word-mark({quote(f'start {number} Listing')});"
                self._ends[id(one)] = f"#word-mark({quote(f'end {number} Listing')});"
            return
        name, mark, last = f"{number} {type(block).__name__}", "mark", 0
        if isinstance(block, book.Paragraph | book.Listing | book.NoteBox | book.TextTable | book.IndexBlock):
            mark, last = "word-mark", -1
        if inner:
            self._starts[id(inner[0])] = f"#{mark}({quote(f'start {name}')});"
            self._ends[id(inner[last])] = f"#{mark}({quote(f'end {name}')});"

    def _marks(self, block: object) -> tuple[str, str]:
        """The marks at the beginning and at the end of a block, both empty where layouts are not compared."""
        return self._starts.pop(id(block), ""), self._ends.pop(id(block), "")

    def _heading(self, block: book.Heading, level: int) -> str:
        minor = ", supplement: [minor]" if block.level == 3 else ""
        text = self._runs(block.text)
        label = self.labels.place(block.anchor)
        if minor:
            return f"#heading(level: {level}{minor})[{text}]{label}\n"
        return f"{'=' * level} {text}{label}\n"

    def _paragraph(self, block: book.Paragraph) -> Iterator[str]:
        label = self.labels.place(block.anchor)
        start, end = self._marks(block)
        words = (f"#[#metadata(none){label}];" if label else "") + f"{start}{self._runs(tie_end(block.text))}{end}"
        if block is self._key_rule:
            yield f"#key-rule[{words}]\n"
            return
        yield f"#block(sticky: true)[{words}]\n" if announces(block) else f"{words}\n"

    def _listing(self, block: book.Listing) -> Iterator[str]:
        start = "" if block.first is None else f"start: {block.first}, "
        yield f"#{'list' if block.first is None else 'enum'}({start}"
        yield "".join(f"\n  [{self._inner(item).strip()}]," for item in block.items) + "\n)\n"

    def _note(self, block: book.NoteBox) -> Iterator[str]:
        yield f"#keep(0.3, note[\n{self._inner(block.blocks)}])\n"

    def _page_break(self, block: book.PageBreak) -> Iterator[str]:
        if not self.layout.is_endless:
            yield "#pagebreak(weak: true)\n"

    def _index(self, block: book.IndexBlock) -> Iterator[str]:
        start, end = self._marks(block)
        last = len(block.entries) - 1
        yield "#index(\n"
        for number, (words, anchor) in enumerate(block.entries):
            marked = f"{start if not number else ''}{write_text(words)}{end if number == last else ''}"
            yield f"  ([{marked}], <{self.labels.name(anchor)}>),\n"
        yield ")\n"

    def _table(self, block: book.TextTable) -> Iterator[str]:
        sides = {"left": "left", "middle": "center", "right": "right"}
        align = ", ".join(f"{sides[side]} + horizon" for side in block.align)
        start, end = self._marks(block)
        # The mark of the row first: behind the other one, it would begin a new paragraph.
        first = f"#place(top + left, mark({quote('row')}));{start}" if start and self.layout.is_endless else start
        longest = max(CELL_LETTERS, LINE_LETTERS // len(block.align))  # so that no word is wider than its column
        head = "".join(
            f"[{first if not n else ''}{self._runs(cell, longest)}], " for n, cell in enumerate(block.head)
        )
        has_pictures = any(isinstance(cell, Drawing) for row in block.rows for cell in row)
        narrow = self._has_narrow_words(block) if has_pictures else False
        widths = ""
        for side, cell in zip(block.align, block.head, strict=True):
            number_width = f"{format_number(_widest_word(cell))}em" if narrow and side == "right" else "auto"
            widths += "1fr, " if has_pictures and side == "left" else f"{number_width}, "
        share = format_number(self._table_shares.get(id(block), 1.0))
        yield f"#words-table({share}, ({widths}), ({align},), ({head}),\n"
        if points := self._row_spaces.get(id(block)):
            yield f"  more: {format_number(points)}pt,\n"
        if len(groups := table_groups(block)) > 1:
            yield f"  groups: ({', '.join(map(str, groups))}),\n"
        for number, row in enumerate(block.rows, 1):
            cells = [self._cell(cell, longest) for cell in row]
            if start and self.layout.is_endless:  # any row may begin a page
                cells[0] = f"place(top + left, mark({quote('row')})) + {cells[0]}"
            if end and number == len(block.rows):
                cells[-1] = f"{cells[-1]} + [{end}]"
            yield "  " + "".join(f"{cell}, " for cell in cells) + "\n"
        yield ")\n"

    def _cell(self, cell: book.TextRuns | Drawing, longest: int) -> str:
        if isinstance(cell, Drawing):
            return f"pdf.artifact({self._add_picture(cell, self._scale_in_table(cell))})"
        return f"[{self._runs(cell, longest)}]"

    def _scale_in_table(self, drawing: Drawing) -> float:
        """The scale of a picture in a table."""
        width, height = drawing.size() if drawing.items else (1.0, 1.0)
        return self._compact_scale * min(
            self.page.large, WIDEST_IN_TABLE * self._width / width, HIGHEST_IN_TABLE * self.page.large / height)

    def _has_narrow_words(self, block: book.TextTable) -> bool:
        """Whether the pictures and the heads of numbers in a table leave its words too little room, unless these heads
        are broken into lines."""
        em = CAPTION * self.page.large / POINTS_PER_MM  # tables have small type, as captions have
        pictures = [cell for row in block.rows for cell in row if isinstance(cell, Drawing) and cell.items]
        heads = [book.plain_text(cell) for side, cell in zip(block.align, block.head, strict=True) if side == "right"]
        taken = max((cell.size()[0] * self._scale_in_table(cell) for cell in pictures), default=0.0)
        taken += sum(HEAD_LETTER * len(head) * em for head in heads) + len(block.align) * em
        return self._width - taken < LEAST_IN_TABLE * em

    # ---- Figures

    def _figure(self, block: book.BookFigure) -> Iterator[str]:
        name = self._place_picture(block, self._scale(block))
        width, _ = self.pictures[name].size
        place = f"width: {write_mm(width)}"
        if self._has_caption_beside(width):
            place = f"width: {write_mm(self._room_beside_caption(width))}, caption-beside: true"
        start, end = self._marks(block)
        yield _whole(start, end, self._picture(block, name, place))

    def _room_beside_caption(self, width: float) -> float:
        """The width in mm in the middle of which a figure of so many mm stands that has its caption beside it: the
        captions begin with the third of the four columns, like figures on the right of a row. No more than the figure
        on a folded sheet, which is dense."""
        return max(width, self._half + GUTTER - self._caption_gap) if self.page.has_cover else width

    @property
    def _gutter(self) -> float:
        """The space in mm between figures, and between these and words beside them."""
        return GUTTER * min(self.page.large, 1.4)

    @property
    def _caption_gap(self) -> float:
        """The space in mm between a figure and the caption beside it: a folded sheet is dense."""
        return (CAPTION_GAP if self.page.has_cover else 1.0) * self._gutter

    def _figure_row(self, block: book.FigureRow) -> Iterator[str]:
        """Figures side by side, as many as fit. Their boards are level at the top, and so are their captions; one that
        is left over stands alone."""
        start, end = self._marks(block)
        for group in self._rows_of(block):
            if len(group) == 1:
                self._starts[id(group[0])], self._ends[id(group[0])] = start, end
                yield from self._figure(group[0])
                continue
            scale = min((self._scale(figure) for figure in group if not figure.cell), default=0.0)
            names = [self._place_picture(figure, scale if not figure.cell else self._scale(figure)) for figure in group]
            pictures = [self.pictures[name] for name in names]
            rises = [picture.scale * rise_above_board(picture.drawing) for picture in pictures]
            depths = [picture.size[1] - rise for picture, rise in zip(pictures, rises, strict=True)]
            cells, columns = [], self._row_columns(group)
            has_room = not self.page.has_cover and self._has_room_beside(pictures)
            for figure, name, rise, depth, column in zip(group, names, rises, depths, columns, strict=True):
                width = self.pictures[name].size[0]
                place = (f"width: {write_mm(width)}, caption-beside: true" if has_room
                         else f"width: {write_mm(max(width, column))}")
                place += f", above: {write_mm(max(rises) - rise)}, below: {write_mm(max(depths) - depth)}"
                cells.append(self._picture(figure, name, place))
            row = f"#row(({''.join(f'{write_mm(column)}, ' for column in columns)}),\n" + "".join(
                f"  [{cell}],\n" for cell in cells) + ")"
            yield _whole(start, end, row)

    def growing_pictures(self, block: book.Block) -> tuple[float, float]:
        """The height in mm that the pictures of a block take on its page, and how much larger these may be with as many
        in each row: 0 and 1 for a block without pictures, and for the legend."""
        if not _may_grow(figures_of(block)):
            return 0.0, 1.0
        height, most = 0.0, math.inf
        for row in self._rows_of(block):
            scales = [*map(self._scale, row)]
            widths = [scale * figure.drawing.size()[0] for scale, figure in zip(scales, row, strict=True)]
            rises = [scale * rise_above_board(figure.drawing) for scale, figure in zip(scales, row, strict=True)]
            high = max(rises) + max(scale * figure.drawing.size()[1] - rise
                                    for scale, figure, rise in zip(scales, row, rises, strict=True))
            height += high
            room = self._width - GUTTER * (len(row) - 1)
            most = min(most, room / sum(max(width, LEAST_CAPTION * self.page.large) if len(row) > 1 else width
                                        for width in widths), TALLEST * self.page.frame[1] / high)
        return height, max(1.0, most)

    def caption_below(self, block: book.Block, factor: float) -> float:
        """The height in mm of the caption of a single figure that stands below it, not beside it, when the figure is
        so many times larger; 0 where nothing changes."""
        figure = _single_figure(block)
        if figure is None:
            return 0.0
        width = self._scale(figure) * figure.drawing.size()[0]
        is_moved = self._has_caption_beside(width) and not self._has_caption_beside(factor * width)
        return CAPTION_SHARE * self._words_height([figure], factor * width) if is_moved else 0.0

    def _has_caption_beside(self, width: float) -> bool:
        """Whether a single figure of so many mm has its caption beside it, in two of the four columns or in what the
        figure leaves of them."""
        return width <= BESIDE * self._width

    def growing_beside(self, words: range, most: float) -> tuple[float, float]:
        """How many times larger the figure behind some words beside it may be, at most so many times, and by how many
        mm both are higher then: 1 and 0 for the legend."""
        figure = _single_figure(self.content.body[words.stop])
        if figure is None or not _may_grow([figure]):
            return 1.0, 0.0
        width, height = (side * self._scale(figure) for side in figure.drawing.size())
        room = self._width - GUTTER - LEAST_WORDS * self.page.large
        most = min(most, room / width)
        if most <= 1:
            return 1.0, 0.0

        def compute_height(factor: float) -> float:
            wide = self._width_beside(figure, factor)
            below = self._words_height([figure], wide)
            beside = self._words_height(self.content.body[words.start:words.stop], self._width - GUTTER - wide)
            return max(factor * height + below, beside)

        return most, max(0.0, compute_height(most) - compute_height(1.0))

    def _row_columns(self, group: Sequence[book.BookFigure]) -> list[float]:
        """The widths in mm of the columns of figures in a row: equal ones where each figure fits its own, so that
        figures of all rows begin at the same places; else as wide as the figures ask."""
        room = self._width - GUTTER * (len(group) - 1)
        widths = [*map(self._column_width, group)]
        if max(widths) <= room / len(group) + ROUNDING:
            return [room / len(group)] * len(group)
        return [room * width / sum(widths) for width in widths]

    def _has_room_beside(self, pictures: Sequence[PlacedDrawing]) -> bool:
        """Whether the caption of each picture of a row fits beside it."""
        widest = max(picture.size[0] for picture in pictures)
        return widest + GUTTER + LEAST_CAPTION <= (self._width - GUTTER * (len(pictures) - 1)) / len(pictures)

    def count_rows(self, block: book.Block) -> int:
        """In how many rows the figures of a block stand."""
        return len([*self._rows_of(block)])

    def _rows_of(self, block: book.Block) -> Iterator[list[book.BookFigure]]:
        """The figures of a block in rows: all in one if they fit, else as many in each as fit in the fullest."""
        figures = figures_of(block)
        widths = [*map(self._column_width, figures)]
        rows = 1
        while rows < len(figures):
            per_row = -(-len(figures) // rows)
            groups = (widths[n:n + per_row] for n in range(0, len(widths), per_row))
            if all(sum(group) + (len(group) - 1) * GUTTER <= self._width + ROUNDING for group in groups):
                break
            rows += 1
        per_row = -(-len(figures) // rows)
        yield from ([*figures[n:n + per_row]] for n in range(0, len(figures), per_row))

    def _fit_rows(self, blocks: Sequence[book.Block]) -> dict[int, float]:
        """By the identity of each figure, how much smaller it is where its row is a little too wide for its figures:
        they stay side by side."""
        shares: dict[int, float] = {}
        for block in blocks:
            figures = figures_of(block)
            room = self._width - GUTTER * (len(figures) - 1)
            width = sum(map(self._column_width, figures))
            if len(figures) > 1 and LEAST_IN_ROW * width <= room < width:
                shares |= {id(figure): room / width for figure in figures}
        return shares

    def _column_width(self, figure: book.BookFigure) -> float:
        """The width in mm of a figure's column in a row."""
        wide = figure.drawing.size()[0] if figure.drawing.items else 0.0
        return max(wide * self._scale(figure), LEAST_CAPTION * self.page.large)

    def _picture(self, block: book.BookFigure, name: str, place: str) -> str:
        """The call that sets a figure, with its label."""
        label = self.labels.place(block.anchor)
        alt = quote(block.alt or book.plain_text(block.caption))
        caption = self._runs(block.caption)
        claims = "".join(f"\n\n#claim[{self._runs(claim)}]" for claim in block.claims)
        target = f"#metadata(none){label} " if label else ""
        return f"{target}#picture({name}, {alt}, [{caption}{claims}], {place})"

    def _place_picture(self, block: book.BookFigure, scale: float) -> str:
        """The name of the picture of a figure, at a scale or as large as the page allows."""
        width, height = block.drawing.size() if block.drawing.items else (1.0, 1.0)
        most = min(self._width / width, TALLEST * self.page.frame[1] / height)
        return self._add_picture(block.drawing, min(scale, most))

    def _scale(self, block: book.BookFigure) -> float:
        """The scale of a figure: of its cells where it has any, else that of its columns; but no lettering is too
        small to read."""
        large = self.page.large
        least = min(least_type(self.page) / block.smallest_type, large) if block.smallest_type else 0.0
        larger = self._larger.get(id(block), 1.0) * self._row_shares.get(id(block), 1.0)
        if block.cell:
            cell = self._usual_cell(block) * self.enlargement(block) * larger
            return max(cell / block.cell * self._figure_scale, least)
        width = block.drawing.size()[0] if block.drawing.items else 1.0
        room = min(max(block.columns, 1), COLUMNS) * (self._width + GUTTER) / COLUMNS - GUTTER
        natural = self.layout.close_up / block.comic_cell if block.comic_cell else large
        usual = min(natural * self._figure_scale, room / width)
        if block.comic_cell:
            usual *= larger
        elif block.anchor != LEGEND_ANCHOR:  # words are its content
            usual *= self.layout.figures * larger
        elif self.page.columns > 1:
            usual *= LEGEND_IN_COLUMNS
        return max(usual if self.page.has_cover else usual * ON_A_SHEET, least)

    def _usual_cell(self, block: book.BookFigure) -> float:
        """The side in mm that cells of a figure have in this layout if their signs are large enough then. The setup
        has the larger size of cells, unless it is in large print, stands in a row, or leaves its caption no room beside
        it then."""
        if is_close_up(block):
            return self.layout.close_up
        large = LARGE * self.layout.cell
        is_alone = block.anchor in BOARD_ANCHORS and id(block) not in self._rows
        is_setup = is_alone and self.page.has_cover and not self.page.is_large_print
        has_room = large / block.cell * block.drawing.size()[0] <= BESIDE * self._width
        return large if is_setup and has_room else self.layout.cell

    def cell_of(self, block: book.BookFigure) -> float:
        """The side in mm that cells of a figure have in this layout, unless the figure is larger on its page."""
        return self._usual_cell(block) * self.enlargement(block)

    def larger_factor(self, figure: book.BookFigure) -> float:
        """How many times larger a figure is in this layout than others like it."""
        return self._larger.get(id(figure), 1.0)

    def enlargement(self, block: book.BookFigure) -> float:
        """How many times larger than other cells of this layout those of a figure are, so that pieces and signs in them
        are large enough to be seen; of wide figures two fit in a row. Figures of a row have one size. 1 for a figure
        without cells."""
        key = id(block), self._width
        if key not in self._enlargements:
            row = self._rows.get(id(block), (block,))
            self._enlargements[key] = min([self._own_enlargement(figure) for figure in row])
        return self._enlargements[key]

    def _own_enlargement(self, block: book.BookFigure) -> float:
        if not block.cell:
            return 1.0
        least_signed = block.least_cell * max(LEAST_SHARE, self.layout.figures)
        least_cell = max(least_signed, 0.0 if is_close_up(block) else LEAST_CELL) * self.page.large
        half = self._half * block.cell / block.drawing.size()[0]
        return max(1.0, min(least_cell, half) / self._usual_cell(block))

    def _add_picture(self, drawing: Drawing, scale: float) -> str:
        """The name of a picture, which is added if it is new."""
        for name, picture in self.pictures.items():
            if picture.drawing is drawing and abs(picture.scale - scale) < 1e-9:
                return name
        name = f"picture-{len(self.pictures) + 1}"
        names, words = NAMES * self.page.large, CAPTION * self.page.large
        letters = LetterSizes(least_type(self.page), names, words, LETTER_GROUPS)
        self.pictures[name] = place_drawing(drawing, scale, letters)
        return name

    def _runs(self, runs: book.TextRuns, longest: int = LONGEST_WORD) -> str:
        return write_runs(runs, self.labels, self.known, longest)


def may_float(blocks: Sequence[book.Block], number: int) -> bool:
    """Whether a figure may move: not if it is announced by the words above it, or follows a heading, or if another
    figure would go before it."""
    above, below = blocks[number - 1] if number else None, blocks[number + 1] if number + 1 < len(blocks) else None
    figures = book.BookFigure | book.FigureRow
    return (isinstance(blocks[number], figures) and above is not None and not isinstance(below, figures)
            and not isinstance(above, book.Heading) and not announces(above))


def least_type(page: BookFormat) -> float:
    """The size in points of the smallest lettering in drawings."""
    return (LEGIBLE if page.has_cover else LEGIBLE_ON_A_SHEET) * page.large


def ground_reach(page: BookFormat) -> float:
    """How far in mm the ground of a figure, which is as wide as its column, reaches beyond it. 0 where it has none: a
    folded sheet is too dense for that."""
    return min(REACH * min(1.0, page.inside / USUAL_MARGIN), COLUMN_GUTTER / 3) if page.has_cover else 0.0


def figures_of(block: book.Block) -> Sequence[book.BookFigure]:
    """The figures of a block that is one figure or a row of them."""
    if isinstance(block, book.FigureRow):
        return block.figures
    return (block,) if isinstance(block, book.BookFigure) else ()


def _may_grow(figures: Sequence[book.BookFigure]) -> bool:
    """Whether there are figures that may have other sizes than usual: all but the legend, whose content is words."""
    return bool(figures) and all(figure.anchor != LEGEND_ANCHOR and figure.drawing.items for figure in figures)


def _widest_word(runs: book.TextRuns) -> float:
    """The width in em of a column that has room for the longest word of its head."""
    return HEAD_LETTER * max((len(word) for word in book.plain_text(runs).split()), default=0) + 1.0


def _single_figure(block: book.Block) -> book.BookFigure | None:
    """The figure of a block that is one figure."""
    if isinstance(block, book.FigureRow) and len(block.figures) == 1:
        return block.figures[0]
    return block if isinstance(block, book.BookFigure) else None


def _compact_scale(page: BookFormat) -> float:
    """The scale of headings, of pictures in tables and of the space around figures."""
    if not page.has_cover:
        return ON_A_SHEET
    return 1.0 if page.columns == 1 else IN_COLUMNS


def _space_around_figures(page: BookFormat) -> float:
    """The space above a figure in em."""
    if not page.has_cover:
        return AROUND_ON_A_SHEET
    return AROUND_FIGURES * _compact_scale(page)


def _inks(theme: Theme | None) -> str:
    """The word for an ink theme that themes of books know."""
    return theme.name if theme and theme.name in ("low", "bw") else "full"


def _find_key_rule(blocks: Sequence[book.Block]) -> book.Block | None:
    """The paragraph in bold letters with which the first chapter of a book begins: it says how to win, for instance."""
    if len(blocks) < 2 or not (isinstance(blocks[0], book.Heading) and isinstance(blocks[1], book.Paragraph)):
        return None
    return blocks[1] if all(run.bold for run in blocks[1].text if run.text.strip()) else None


def announces(block: book.Block) -> bool:
    """Whether a block is a sentence that announces the next one, and stays with it."""
    return isinstance(block, book.Paragraph) and book.plain_text(block.text).rstrip().endswith(":")


def shows_board(block: book.Block) -> bool:
    """Whether a block shows nothing but the board and the setup."""
    figures = [figure for figure in book.walk_blocks([block]) if isinstance(figure, book.BookFigure)]
    return bool(figures) and all(figure.anchor in BOARD_ANCHORS for figure in figures)


MOST_RISES = 1024  # drawings that are kept with how far they reach above their boards
_rises: dict[int, tuple[Drawing, float]] = {}


def rise_above_board(drawing: Drawing) -> float:
    """How far a drawing reaches above the board that it shows, in mm: an enlarged cell stands there. 0 without a
    board. Each layout asks for the same drawings again."""
    if id(drawing) not in _rises:  # what is kept holds its drawing, so that no other one gets its id
        if len(_rises) >= MOST_RISES:
            _rises.clear()
        _rises[id(drawing)] = drawing, _measure_rise(drawing)
    return _rises[id(drawing)][1]


def _measure_rise(drawing: Drawing) -> float:
    """How far a drawing reaches above its board, in mm; 0 without a board."""
    tops = [item.bounds()[3] for item in drawing.items if item.group.startswith("board/")]
    return max(0.0, drawing.bounds()[3] - max(tops)) if tops else 0.0


CLOSE_UP = 6.0  # cells: the greatest width or height of a close-up


def is_close_up(block: book.BookFigure) -> bool:
    """Whether a figure shows a few cells rather than a board."""
    return block.close_up or (bool(block.cell) and max(block.drawing.size()) <= CLOSE_UP * block.cell)


def whole_table_share(blocks: Sequence[book.Block], number: int) -> float:
    """The share of a page's height up to which a table is kept in one piece: what its headings and the sentence that
    announces it leave of a page."""
    share = 1.0
    while number and (isinstance(blocks[number - 1], book.Heading) or announces(blocks[number - 1])):
        number -= 1
        share -= HEADING_ABOVE if isinstance(blocks[number], book.Heading) else SENTENCE_ABOVE
    return share


def table_groups(table: book.TextTable) -> tuple[int, ...]:
    """The numbers of rows of the groups between which a table may go on over a page break: the first and the last have
    at least three rows, or there is only one group."""
    groups = list(table.groups) or [len(table.rows)]
    while len(groups) > 1 and groups[0] < LEAST_ROWS:
        groups[:2] = [sum(groups[:2])]
    while len(groups) > 1 and groups[-1] < LEAST_ROWS:
        groups[-2:] = [sum(groups[-2:])]
    return tuple(groups)


def without_index(blocks: Sequence[book.Block]) -> Sequence[book.Block]:
    """The blocks of a body without the index at its end and the heading of this."""
    return blocks[:-2] if blocks and isinstance(blocks[-1], book.IndexBlock) else blocks


def _anchors(blocks: Sequence[book.Block]) -> Iterator[str]:
    """Every anchor of some blocks."""
    for block in book.walk_blocks(blocks):
        if anchor := getattr(block, "anchor", ""):
            yield anchor


def _whole(start: str, end: str, figure: str) -> str:
    """The call that keeps a figure on one page, with its marks if there are any."""
    marks = f"start: [{start}], end: [{end}]" if start or end else ""
    return f"#whole({marks})[{figure}]\n"


def _unbroken(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def _write_window(cover: Drawing | None, window: Box | None) -> str:
    """The part of the picture of the cover that a page shows, in shares of its width and height from its upper left
    corner, as Typst code."""
    if not (cover and window):
        return "none"
    (x0, y0, x1, y1), (left, low, right, top) = cover.bounds(), window
    shares = (left - x0) / (x1 - x0), (y1 - top) / (y1 - y0), (right - x0) / (x1 - x0), (y1 - low) / (y1 - y0)
    return f"({', '.join(f'{share:.4f}' for share in shares)})"


def _boolean(value: bool) -> str:
    return "true" if value else "false"


_WRITERS: dict[type, Callable[[RulebookProject, Any], Iterable[str]]] = {
    book.Paragraph: RulebookProject._paragraph,
    book.Listing: RulebookProject._listing,
    book.TextTable: RulebookProject._table,
    book.NoteBox: RulebookProject._note,
    book.BookFigure: RulebookProject._figure,
    book.FigureRow: RulebookProject._figure_row,
    book.PageBreak: RulebookProject._page_break,
    book.IndexBlock: RulebookProject._index,
}

"""A book, its format and a layout → the Typst project that sets it: settings, pictures, text.

The text is written as a person would write it, so that somebody who lays out the book on their own can go on from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Any

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.export.typst import (
    PlacedDrawing,
    quote,
    write_boxes,
    write_colour,
    write_empty_boxes,
    write_mm,
)
from fabgen.artwork.motif import Motif
from fabgen.artwork.path import Box
from fabgen.artwork.picture_rows import spread_pictures
from fabgen.artwork.themes import Theme, tone_colour
from fabgen.book.body_blocks import (
    LEAST_ROWS,
    announces,
    figures_of,
    find_key_rule,
    is_close_up,
    may_float,
    shows_board,
    single_figure,
    table_groups,
    whole_table_share,
    without_index,
)
from fabgen.book.book_format import COLUMN_GUTTER, BookFormat
from fabgen.book.book_theme import BASE, THEME, BookTheme, read_base
from fabgen.book.figure_sizes import (
    ABOVE_FIGURES,
    GUTTER,
    HEAD_LETTER,
    LEAST_WORDS,
    LETTER_GROUPS,
    TALLEST_PICTURE,
    FigureSizes,
    compact_scale,
    ground_reach,
    hang_of_board,
    space_around_figures,
    top_of_board,
)
from fabgen.book.layout import IMPRINT, LINE, Layout, Mark
from fabgen.core.units import format_number
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book
from fabgen.typeset.typst_markup import LONGEST_WORD, Labels, split_language, tie_end, write_runs, write_text
from fabgen.typeset.typst_process import MAIN

LEADING, SPACING = 0.62, 0.95  # em between lines, between paragraphs
BETWEEN_ITEMS = 0.85  # em between the items of a list
CELL_LETTERS, LINE_LETTERS = 7, 60  # the least that a column of a table holds; what a line holds
LONGEST_TIED = 36  # letters: the last words of the imprint stay in one line if they are no longer
BELOW_FIGURES = 0.05  # em: how much more space is below the ground of a figure than around it
ROW_INSET_IN_COLUMNS = 0.75  # of what is usual above and below the words in the rows of tables
MARK_IN_KEY = 1.05  # the scale of the marks in a key: a little higher than its words
EMBLEM_HIGH = 16.0  # mm: how high pieces beside headings are drawn, which are made smaller with their lines
PANORAMA_PART = 0.9  # of the width of a page: how large the picture below a reference is drawn, which is a little wider
COVER_PART = 0.65  # of the width of its field: how large the part of a cover is drawn, which is enlarged to fill it
# Points, in a book of the usual size, whose body has 10.5: what is tried for the reference, the largest first.
REFERENCE_SIZES, USUAL_SIZE = (11.0, 10.5, 10.0, 9.5), 10.5
SMALLEST_REFERENCE = 0.7  # the scale of its figures: smaller type than usual is tried with these only
SMALLER_TYPE = 0.92  # of the type that goes with larger figures of the reference: what is tried where that is too large
LARGEST_LEAD = 1.4  # of its usual size: a diagram of the reference that has words beside it
MOST_PAGES_NAMED = 4  # by one reference
FUNCTIONS = ("mark", "word-mark", "see", "notation", "picture", "row", "whole", "float", "keep", "words-table",
             "contents", "index", "edition-note", "imprint", "title", "beside", "lead", "note", "key-rule", "claim",
             "marks-key", "cover", "back", "back-pages", "masthead", "rulebook")  # of themes/base.typ
BESIDE_BEGINS = "#whole(has-ground: true, beside([\n"  # what stands before the words beside a figure
PAGE_LIST = "@"  # where the pages go in a phrase


@dataclass(frozen=True)
class PageCover:
    """The picture of a cover as a page shows it: all of it, or a part, a `window` in mm. With `fills`, that part takes
    all of its room and nothing around it is seen."""

    drawing: Drawing | None
    window: Box | None
    fills: bool


class RulebookProject(FigureSizes):
    """A rulebook in one layout as files of a Typst project.

    `measured` adds marks where blocks begin and end; references to pages are guessed then, which is quicker and hardly
    ever moves a line. `preamble` is the code before any words, `parts` are the blocks of the body, one string each, or
    one for a figure with the words beside it; `before` and `after` are what stands around them.
    """

    def __init__(
        self, content: Book, page: BookFormat, layout: Layout, look: BookTheme, *, measured: bool = False
    ) -> None:
        super().__init__(content, page, layout)
        self.look, self.measured = look, measured
        self.labels = Labels()
        self._body = content.body if layout.has_index else without_index(content.body)
        self.known = frozenset(_anchors((*self._body, *content.edition_note, *content.reference)))
        self.pictures: dict[str, PlacedDrawing] = {}
        self._key_rule = find_key_rule(content.body)
        self._spaces = dict(layout.spaces)
        self._row_spaces = {id(content.body[number]): points for number, points in layout.row_spaces}
        self._table_shares: dict[int, float] = {}  # of a page: up to which a table is kept in one piece
        self._page_break_code = "#pagebreak(weak: true)\n" if page.columns == 1 else "#colbreak(weak: true)\n"
        self._start_marks: dict[int, str] = {}  # by the identity of the block in which they stand
        self._end_marks: dict[int, str] = {}
        self.preamble = self._preamble()

    @cached_property
    def _code(self) -> tuple[str, tuple[str, ...], str]:
        """What stands before the blocks of the body, these, and what stands behind them: written when it is needed."""
        return "".join(self._before_body()), tuple(self._blocks(self._body)), "".join(self._after_body())

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

    def files(self, theme: Theme | None, *, has_pictures: bool = True) -> dict[str, str]:
        """Name → contents of each file. Without a theme or pictures, these are empty boxes of their sizes."""
        text = self.text  # first: the pictures are those that it names
        boxes = write_boxes(self.pictures, theme) if theme and has_pictures else write_empty_boxes(self.pictures)
        return {
            MAIN: text,
            "settings.typ": self._settings(theme),
            "pictures.typ": boxes,
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
            "gutter": f"{self.gutter}mm", "caption-gap": f"{self.caption_gap}mm",
            "reach": write_mm(ground_reach(page)),
            "size": f"{format_number(size)}pt", "leading": f"{format_number(LEADING * self.layout.air)}em",
            "spacing": f"{format_number(SPACING * self.layout.air)}em",
            "between-items": f"{format_number(BETWEEN_ITEMS)}em",
            "language": quote(language), "region": quote(region) if region else "none",
            "justify": "false", "hyphenate": "false",
            "measured": _boolean(self.measured), "endless": _boolean(self.layout.is_endless),
            "columns": str(page.columns), "column-gutter": f"{format_number(COLUMN_GUTTER)}mm",
            "inks": quote(_inks(theme)), "tones": f"({''.join(f'{colour}, ' for colour in self._tones(theme))})",
            "colour": write_colour(tone_colour(theme, content.colour)) if theme and content.colour else "none",
            "second": write_colour(tone_colour(theme, content.accent)) if theme and content.accent else "none",
            "motif": _write_motif(content.motif),
            "cover-pieces": self._cover_pieces(),
            "compact": f"{compact_scale(page):g}",
            "row-inset": f"{ROW_INSET_IN_COLUMNS if page.columns > 1 else 1:g}",
            "around": f"{space_around_figures(page):g}",
            "above-figures": f"{ABOVE_FIGURES:g}", "below-figures": f"{BELOW_FIGURES:g}",
            "has-cover": _boolean(page.has_cover),
            "has-back": _boolean(self.has_back),
            "back-cover": quote(_unbroken(words.text("back_cover"))),
            "and-word": quote(_unbroken(f" {words.text('and')} ")),
            "pages": "(" + "".join(f"{quote(_unbroken(phrase))}, " for phrase in phrases) + ")",
        }
        return "#let settings = (\n" + "".join(f"  {key}: {value},\n" for key, value in values.items()) + ")\n"

    @property
    def has_back(self) -> bool:
        """Whether the reference is alone on the last page, which has no number then."""
        is_long = self.page.is_large_print or self.layout.reference_size > 0
        return bool(self.content.reference) and not is_long

    def _reference_sizes(self) -> Sequence[float]:
        """The sizes of type that are tried for the reference, in points. Larger figures have larger type."""
        scale = self.layout.reference
        if scale > 1:
            return [scale * USUAL_SIZE, SMALLER_TYPE * scale * USUAL_SIZE]
        return [size for size in REFERENCE_SIZES if size >= USUAL_SIZE or scale <= SMALLEST_REFERENCE]

    def _tones(self, theme: Theme | None) -> Iterator[str]:
        """The colours of the players' pieces as Typst code; greys while layouts are compared."""
        for tone in self.content.tones:
            yield write_colour(tone_colour(theme, tone)) if theme else "luma(50%)"

    # ---- The whole text

    def _preamble(self) -> str:
        return ('#import "settings.typ": settings\n#import "theme.typ": theme\n#import "pictures.typ": *\n'
                '#import "base.typ": make\n\n'
                f"#let ({', '.join(FUNCTIONS)}, ..) = make(settings + (emblems: {self._emblems()}), theme)\n"
                "#show: rulebook\n\n")

    def _emblems(self) -> str:
        """The pictures of a few pieces for headings, each with that of one piece; none while layouts are compared."""
        emblems = self.content.draw_emblems() if not self.measured and self.page.has_cover else ()
        scale = EMBLEM_HIGH / emblems[0][0].size()[1] if emblems else 1.0  # pieces have one size in all of them
        pictures = ([f"pdf.artifact({self._add_picture(drawing, scale)})" for drawing in emblem] for emblem in emblems)
        return "(" + "".join(f"({', '.join(pair)}), " for pair in pictures) + ")"

    def _before_body(self) -> Iterator[str]:
        """What stands before the body: the cover and the contents."""
        if self.layout.is_endless:
            return
        yield from self._cover()
        if self.layout.has_contents:
            yield "#pagebreak(weak: true)\n"
            contents = "".join(self._contents())
            yield contents if self.page.columns == 1 else f"#page(columns: 1)[\n{contents}]\n"
        yield "#pagebreak(weak: true)\n\n" if self.page.has_cover else "\n"

    def _after_body(self) -> Iterator[str]:
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

    def draw_cover(self) -> PageCover:
        """The picture of the cover as a page shows it."""
        content = self.content.with_cover
        # No part of a picture on a page with bleed: shapes that its edge cuts off lie where a print shop trims.
        if content.cover_window is None or self.page.bleed:
            return PageCover(content.whole_cover or content.cover, None, content.cover_fills)
        return PageCover(content.cover, content.cover_window, content.cover_fills)

    def _cover_picture(self) -> str:
        """The picture of the cover, and the part of it that a page shows, as parts of a page."""
        content, figure = self.content, "[]"
        width, height = self.page.frame
        cover = self.draw_cover()
        if cover.drawing and cover.drawing.items:
            wide, high = cover.drawing.size()
            scale = min(4.0, width / wide, height * 0.45 / high)
            if cover.window:  # the page shows a part of it, on which lines would be as much wider
                scale = max(scale, COVER_PART * width / (cover.window[2] - cover.window[0]))
            name = self._add_picture(cover.drawing, scale)
            figure = f"figure({name}, alt: {quote(content.cover_alt or content.title)}, outlined: false)"
        return f"hero: {figure}, window: {_write_window(cover.drawing, cover.window)}, fills: {_boolean(cover.fills)}"

    def _cover_pieces(self) -> str:
        """The boxes of the pieces of a cover that shows a part of its picture, in shares of the sides of the picture;
        none while layouts are compared."""
        cover = PageCover(None, None, fills=False) if self.measured or not self.page.has_cover else self.draw_cover()
        if not (cover.drawing and cover.window):
            return "()"
        pieces = (_write_window(cover.drawing, box) for box in self.content.with_cover.cover_pieces)
        return f"({''.join(f'{piece}, ' for piece in pieces)})"

    def _panorama(self) -> str:
        """The picture for the room below a reference; none on a page with bleed, as shapes would be cut off there."""
        drawing = None if self.page.bleed or self.measured else self.content.draw_panorama()
        if drawing is None or not drawing.items:
            return "none"
        return f"pdf.artifact({self._add_picture(drawing, PANORAMA_PART * self.page.width / drawing.size()[0])})"

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
        """The imprint, the last words of which stay in one line."""
        *texts, last = self.content.imprint or ((),)
        words = [self._runs(text) for text in (*texts, _tie_short(last)) if text]
        if words and self._marks_imprint:
            words[-1] += f"#word-mark({quote(f'end {len(self.content.body)} {IMPRINT}')});"
        return f"#imprint({''.join(f'[{text}], ' for text in words)})\n"

    def _reference(self) -> Iterator[str]:
        blocks = [block for block in self.content.reference if not isinstance(block, book.PageBreak)]
        self.figure_scale = self.layout.reference / self.layout.figures
        self.words_scale = max(1.0, self.layout.reference)  # larger figures have larger type
        self.column_room = self.page.frame[0] - 2 * ground_reach(self.page)
        if self.page.is_large_print or self.layout.is_endless:
            text = "".join(self._blocks(blocks, is_reference=True))
            yield f"{text}{self._imprint_below_reference()}"
            return
        has_title = bool(blocks) and isinstance(blocks[0], book.Heading)
        title = "".join(self._blocks(blocks[:has_title], is_reference=True))
        rest, before = blocks[has_title:], self._count_words(blocks[has_title:])
        text, lead = "".join(self._blocks(rest[:before], is_reference=True, is_below_title=has_title)), ""
        rest = rest[before:]
        if rest and not self.layout.reference_size and (figure := self._leading_figure(rest)):
            words = self._count_words(rest[1:])
            lead, rest = self._lead(figure, rest[1:1 + words]), rest[1 + words:]
        text += lead + "".join(self._blocks(rest, is_reference=True, is_below_title=has_title))
        if self.layout.reference_size:
            size = self.page.large * self.layout.reference_size
            yield (f"#back-pages({format_number(size)}pt, (\n  title: [\n{title}], {self._signature_words()},\n"
                   f"  body: [\n{text}{self._imprint_below_reference()}],\n))\n")
            return
        # The sizes of type are no setting: with other settings, Typst would set the whole book again.
        sizes = "".join(f"{format_number(size * self.page.large)}pt, " for size in self._reference_sizes())
        yield (f"#back((\n  title: [\n{title}], {self._cover_picture()}, panorama: {self._panorama()},\n"
               f"  {self._signature_words()},\n"
               f"  sizes: ({sizes}),\n"
               f"  body: [\n{text}{self._imprint_below_reference()}],\n))\n")

    def _signature_words(self) -> str:
        """What a signature says, as parts of a page."""
        content = self.content
        named = {"name": content.title, "byline": content.byline, "facts": content.facts, "rights": content.rights}
        return ", ".join(f"{name}: [{write_text(words)}]" for name, words in named.items())

    def _leading_figure(self, blocks: Sequence[book.Block]) -> book.BookFigure | None:
        """The figure with which some blocks of the reference begin, if words below it may stand beside it."""
        figure = single_figure(blocks[0])
        if figure is None or not self._count_words(blocks[1:]):
            return None
        room = self.column_room - GUTTER - self.width_beside(figure)
        return figure if room >= LEAST_WORDS * self.page.large else None

    @staticmethod
    def _count_words(blocks: Sequence[book.Block]) -> int:
        """How many blocks of words some blocks begin with."""
        return len([*takewhile(lambda block: isinstance(block, book.Paragraph | book.Listing | book.NoteBox), blocks)])

    def _lead(self, figure: book.BookFigure, words: Sequence[book.Block]) -> str:
        """A figure and the words of a reference below it, of which those that fit stand beside it; a diagram is larger
        where its words need more width than it has."""
        width, scale = self.width_beside(figure), self.scale_of(figure)
        room = width / (figure.drawing.size()[0] * scale) if figure.cell and self.layout.reference == 1 else 1.0
        name = self._place_picture(figure, scale * max(1.0, min(room, LARGEST_LEAD)))
        picture = self._picture(figure, name, self._place_in(self.pictures[name], width))
        parts = "".join(f"  [\n{part}],\n" for block in words for part in self._parts(block))
        return f"#lead({write_mm(width)}, [{picture}],\n{parts})\n"

    def _parts(self, block: book.Block) -> Iterator[str]:
        """What of a block may stand beside a figure while the rest is below it: the items of a list, which are one list
        wherever they follow each other, else all of it."""
        if not isinstance(block, book.Listing):
            yield self._inner([block])
            return
        for number, item in enumerate(block.items, block.first or 0):
            kind = "list.item" if block.first is None else f"enum.item({number})"
            yield f"#{kind}[{self._inner(item).strip()}]\n"

    def _imprint_below_reference(self) -> str:
        has_place = self.layout.has_contents or self.layout.is_imprint_below
        has_words = self.content.imprint or self.content.edition_note
        return "" if has_place or not has_words else f"#v(1em)\n{self._colophon()}"

    # ---- Blocks

    def _blocks(self, blocks: Sequence[book.Block], *, is_reference: bool = False, is_below_title: bool = False
                ) -> Iterator[str]:
        """Blocks one after another; words come in one string with the figure that they stand beside. `is_below_title`:
        the heading of their chapter is elsewhere."""
        levels = [1] if is_below_title else []  # of the headings around the block
        words_beside = ""
        beside = {} if is_reference else {words.start: words for words in self.words_beside_figures(blocks)}
        figures = {words.stop for words in beside.values()}
        for number, block in enumerate(blocks):
            space = "" if is_reference else _write_space(self._spaces.get(number, 0.0))
            if isinstance(block, book.Heading):
                levels = [level for level in levels if level < block.level] + [block.level]
                level = len(levels)  # a structure skips no level, even where a text does
                if self.layout.is_endless:
                    yield self._top_mark(number, block)
                # A figure that moves stays in its section.
                flush = "#place.flush()\n" if self.layout.floats and block.level < 3 else ""
                turn = self._page_break_code if number in self.layout.breaks and not is_reference else ""
                yield f"{flush}{turn}{space}{self._heading(block, level)}\n"
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
                yield self._page_break_code
            if number in beside:
                words_beside = space + BESIDE_BEGINS
            text = "".join(_WRITERS[type(block)](self, block))
            if number in self.layout.floats and not is_reference:
                text = text.replace("#whole", "#float")
            if words_beside:
                words_beside += f"{text}\n"
            else:
                yield f"{space}{text}\n"

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

    def _figure_beside(self, block: book.Block) -> str:
        """A figure that has words beside it, its caption below."""
        figure = single_figure(block)
        assert figure
        start, end = self._take_marks(block)
        width = self.width_beside(figure)
        name = self._place_picture(figure, self.scale_of(figure), width)
        picture = self._picture(figure, name, self._place_in(self.pictures[name], width))
        marks = f", start: [{start}], end: [{end}]" if start or end else ""
        return f"], {write_mm(width)}{marks})[{picture}])\n"

    def _inner(self, blocks: Iterable[book.Block]) -> str:
        """Blocks inside another one."""
        return "\n".join("".join(_WRITERS[type(block)](self, block)).strip("\n") + "\n" for block in blocks)

    def _add_marks(self, number: int, block: book.Block) -> None:
        """Puts marks into the first and the last words of a block; they are where these are on the page. Marks between
        blocks would move with what follows."""
        inner = [*book.walk_blocks([block])]
        if isinstance(block, book.Paragraph | book.Listing | book.NoteBox):
            inner = [paragraph for paragraph in inner if isinstance(paragraph, book.Paragraph)]
        if self.layout.is_endless and isinstance(block, book.Listing):  # lines of each may begin a page
            for paragraph in inner:
                self._start_marks[id(paragraph)] = f"#word-mark({quote(f'start {number} Listing')});"
                self._end_marks[id(paragraph)] = f"#word-mark({quote(f'end {number} Listing')});"
            return
        name, mark, last = f"{number} {type(block).__name__}", "mark", 0
        if isinstance(block, book.Paragraph | book.Listing | book.NoteBox | book.TextTable | book.IndexBlock):
            mark, last = "word-mark", -1
        if inner:
            self._start_marks[id(inner[0])] = f"#{mark}({quote(f'start {name}')});"
            self._end_marks[id(inner[last])] = f"#{mark}({quote(f'end {name}')});"

    def _take_marks(self, block: object) -> tuple[str, str]:
        """The marks at the beginning and at the end of a block, which it gets once; both empty where layouts are not
        compared."""
        return self._start_marks.pop(id(block), ""), self._end_marks.pop(id(block), "")

    def _heading(self, block: book.Heading, level: int) -> str:
        minor = ", supplement: [minor]" if block.level == 3 else ""
        text = self._runs(block.text)
        label = self.labels.place(block.anchor)
        if minor:
            return f"#heading(level: {level}{minor})[{text}]{label}\n"
        return f"{'=' * level} {text}{label}\n"

    def _paragraph(self, block: book.Paragraph) -> Iterator[str]:
        label = self.labels.place(block.anchor)
        start, end = self._take_marks(block)
        words = (f"#[#metadata(none){label}];" if label else "") + f"{start}{self._runs(tie_end(block.text))}{end}"
        if block is self._key_rule:
            yield f"#key-rule[{words}]\n"
            return
        yield f"#block(sticky: true)[{words}]\n" if announces(block) else f"{words}\n"

    def _listing(self, block: book.Listing) -> Iterator[str]:
        start = "" if block.first is None else f"start: {block.first}, "
        if points := self._row_spaces.get(id(block)):
            start += f"spacing: settings.between-items + {format_number(points)}pt, "
        yield f"#{'list' if block.first is None else 'enum'}({start}"
        yield "".join(f"\n  [{self._inner(item).strip()}]," for item in block.items) + "\n)\n"

    def _note(self, block: book.NoteBox) -> Iterator[str]:
        yield f"#keep(0.3, note[\n{self._inner(block.blocks)}])\n"

    def _page_break(self, block: book.PageBreak) -> Iterator[str]:
        if not self.layout.is_endless:
            yield "#pagebreak(weak: true)\n"

    def _index(self, block: book.IndexBlock) -> Iterator[str]:
        start, end = self._take_marks(block)
        last = len(block.entries) - 1
        yield "#index(\n"
        for number, (words, anchor) in enumerate(block.entries):
            marked = f"{start if not number else ''}{write_text(words)}{end if number == last else ''}"
            yield f"  ([{marked}], <{self.labels.name(anchor)}>),\n"
        yield ")\n"

    def _table(self, block: book.TextTable) -> Iterator[str]:
        sides = {"left": "left", "middle": "center", "right": "right"}
        align = ", ".join(f"{sides[side]} + horizon" for side in block.align)
        start, end = self._take_marks(block)
        # The mark of the row first: behind the other one, it would begin a new paragraph.
        first = f"#place(top + left, mark({quote('row')}));{start}" if start and self.layout.is_endless else start
        longest = max(CELL_LETTERS, LINE_LETTERS // len(block.align))  # so that no word is wider than its column
        head = "".join(
            f"[{first if not n else ''}{self._runs(cell, longest)}], " for n, cell in enumerate(block.head)
        )
        has_pictures = any(isinstance(cell, Drawing) for row in block.rows for cell in row)
        narrow = self.has_narrow_words(block) if has_pictures else False
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
            return f"pdf.artifact({self._add_picture(cell, self.scale_in_table(cell))})"
        return f"[{self._runs(cell, longest)}]"

    # ---- Figures

    def _figure(self, block: book.BookFigure) -> Iterator[str]:
        scale = self._fit_scale(block, self.scale_of(block))
        name = self._place_picture(block, scale, self.room_before_caption(block, scale))
        picture = self.pictures[name]
        width = picture.size[0]
        place = f"width: {write_mm(width)}, hangs: {write_mm(hang_of_board(picture))}"
        if self.fills_row(block, scale):
            place = self._place_in(picture, self.column_room)
        if self.has_caption_beside(block, width):
            pushed = self.push_of(hang_of_board(picture), width, self.column_room)
            taken = self.width_before_caption(width + pushed)
            place = (f"width: {write_mm(taken)}, caption-beside: true, pushed: {write_mm(pushed)}, "
                     f"top: {write_mm(top_of_board(picture))}")
        start, end = self._take_marks(block)
        yield _keep_whole(start, end, self._picture(block, name, place))

    def _figure_row(self, block: book.FigureRow) -> Iterator[str]:
        """Figures side by side, as many as fit. Their boards are level at the top, and so are their captions; one that
        is left over stands alone."""
        start, end = self._take_marks(block)
        groups = [*self.rows_of(block)]
        for group in groups:
            key = block.key if group is groups[-1] else ()
            if group is not groups[0]:
                yield _write_space(self._row_spaces.get(id(block), 0.0))
            if len(group) == 1:
                figure = replace(group[0], key=key) if key else group[0]
                self._start_marks[id(figure)], self._end_marks[id(figure)] = start, end
                yield from self._figure(figure)
                continue
            columns = "".join(f"{write_mm(column)}, " for column in self.row_columns(group))
            cells = "".join(f"  [{cell}],\n" for cell in self._row_cells(group))
            yield _keep_whole(start, end, f"#row(({columns}),\n{cells}){self._key(key)}")

    def _key(self, entries: Sequence[book.KeyEntry], *, in_caption: bool = False) -> str:
        """The call that sets a key of marks below a row of figures, or in the caption of one; empty without entries."""
        if not entries:
            return ""
        scale = MARK_IN_KEY * self.page.large
        cells = "".join(f"  ({self._add_picture(entry.mark, scale)}, [{write_text(entry.words)}]),\n"
                        for entry in entries)
        place = "in-caption: true, " if in_caption else ""
        return f"\n#marks-key({place}\n{cells})"

    def _row_cells(self, group: Sequence[book.BookFigure]) -> Iterator[str]:
        """The calls that set the figures of one row. Its drawings without cells have one scale."""
        common_scale = min((self.scale_of(figure) for figure in group if not figure.cell), default=0.0)
        columns = self.row_columns(group)
        names = [self._place_picture(figure, self.scale_of(figure) if figure.cell else common_scale, column)
                 for figure, column in zip(group, columns, strict=True)]
        pictures = [self.pictures[name] for name in names]
        widths = [picture.size[0] for picture in pictures]
        spaces = self.spaces_in_row([self.place(figure.drawing, picture.scale) for figure, picture in zip(
            group, pictures, strict=True)])
        are_captions_beside = not self.page.has_cover and self.captions_fit_beside(widths)
        for figure, name, picture, (above, below), column in zip(
                group, names, pictures, spaces, columns, strict=True):
            place = f"width: {write_mm(picture.size[0])}, caption-beside: true, top: {write_mm(top_of_board(picture))}"
            if not are_captions_beside:
                place = self._place_in(picture, max(picture.size[0], column))
            yield self._picture(figure, name, f"{place}, above: {write_mm(above)}", below)

    def _depth_of(self, figure: book.BookFigure, name: str) -> float:
        """By how many mm a picture is deeper than the drawing of its figure: by the names of columns that a wider one
        has. Its caption stands where it was measured."""
        picture = self.pictures[name]
        if picture.drawing is figure.drawing:
            return 0.0
        return picture.size[1] - self.place(figure.drawing, picture.scale).size[1]

    def _place_in(self, picture: PlacedDrawing, room: float) -> str:
        """Where a picture stands in so many mm, its caption below it."""
        hang = hang_of_board(picture)
        pushed = self.push_of(hang, picture.size[0], room)
        return f"width: {write_mm(room)}, hangs: {write_mm(hang)}, pushed: {write_mm(pushed)}"

    def _picture(self, block: book.BookFigure, name: str, place: str, below: float = 0.0) -> str:
        """The call that sets a figure, with its label, and so many mm below its picture."""
        below -= self._depth_of(block, name)
        if below:
            place += f", below: {write_mm(below)}"
        label = self.labels.place(block.anchor)
        alt = quote(block.alt or book.plain_text(block.caption))
        caption = self._runs(block.caption)
        claims = "".join(f"\n\n#claim[{self._runs(claim)}]" for claim in block.claims)
        target = f"#metadata(none){label} " if label else ""
        key = self._key(block.key, in_caption=True)
        return f"{target}#picture({name}, {alt}, [{caption}{claims}{key}], {place})"

    def _place_picture(self, block: book.BookFigure, scale: float, room: float = 0.0) -> str:
        """The name of the picture of a figure, at a scale or as large as the page allows: of a close-up, with as much
        of its board as a `room` of so many mm holds. Not while layouts are compared: it changes no height."""
        scale = self._fit_scale(block, scale)
        drawing = block.drawing if self.measured else self.fill_width(block, scale, room)
        if block.comic_cell and room >= self.column_room and not self.measured:
            drawing = self._spread(drawing, scale)
        return self._add_picture(drawing, scale)

    def _fit_scale(self, block: book.BookFigure, scale: float) -> float:
        """A scale, or the largest one with which a figure fits the page."""
        width, height = block.drawing.size() if block.drawing.items else (1.0, 1.0)
        return min(scale, self.column_room / width, TALLEST_PICTURE * self.page.frame[1] / height)

    def _spread(self, drawing: Drawing, scale: float) -> Drawing:
        """A comic whose boards begin where those of figures side by side do, if it has room for that."""
        pitch = self.pitch_of_comic(drawing, scale)
        return spread_pictures(drawing, pitch) if pitch else drawing

    def _add_picture(self, drawing: Drawing, scale: float) -> str:
        """The name of a picture, which is added if it is new."""
        for name, picture in self.pictures.items():
            if picture.drawing is drawing and abs(picture.scale - scale) < 1e-9:
                return name
        name = f"picture-{len(self.pictures) + 1}"
        self.pictures[name] = self.place(drawing, scale)
        return name

    def _runs(self, runs: book.TextRuns, longest: int = LONGEST_WORD) -> str:
        return write_runs(runs, self.labels, self.known, longest)


def _widest_word(runs: book.TextRuns) -> float:
    """The width in em of a column that has room for the longest word of its head."""
    return HEAD_LETTER * max((len(word) for word in book.plain_text(runs).split()), default=0) + 1.0


def _inks(theme: Theme | None) -> str:
    """The word for an ink theme that themes of books know."""
    return theme.name if theme and theme.name in ("low", "bw") else "full"


def _anchors(blocks: Sequence[book.Block]) -> Iterator[str]:
    """Every anchor of some blocks."""
    for block in book.walk_blocks(blocks):
        if anchor := getattr(block, "anchor", ""):
            yield anchor


def _write_space(points: float) -> str:
    """The call that adds so much to the space above what follows; empty for none."""
    return f"#v({format_number(points)}pt)\n" if points else ""


def _keep_whole(start: str, end: str, figure: str) -> str:
    """The call that keeps a figure on one page, with its marks if there are any."""
    marks = f"start: [{start}], end: [{end}]" if start or end else ""
    return f"#whole({marks})[{figure}]\n"


def _tie_short(runs: book.TextRuns) -> book.TextRuns:
    """Words with hard spaces between them, if they are short."""
    if len(book.plain_text(runs)) > LONGEST_TIED:
        return runs
    return tuple(replace(run, text=_unbroken(run.text)) for run in runs)


def _unbroken(text: str) -> str:
    return text.replace(" ", "\N{NO-BREAK SPACE}")


@lru_cache(maxsize=16)  # each layout that is tried has it
def _write_motif(motif: Motif | None) -> str:
    """The motif of a book as Typst code: the size of a field in mm, the width of its lines, how far they
    reach from its middle, how strong it is behind words, and the lines."""
    if motif is None:
        return "none"
    (wide, high), line = map(format_number, motif.size), format_number(motif.width)
    reach, strength = format_number(motif.reach), f"{100 * motif.strength:g}%"
    return (f"(width: {wide}, height: {high}, line: {line}, reach: {reach}, strength: {strength}, "
            f"code: {quote(motif.write_svg())})")


def _write_window(drawing: Drawing | None, window: Box | None) -> str:
    """A part of a picture, in shares of its width and height from its upper left corner, as Typst code."""
    if not (drawing and window):
        return "none"
    (x0, y0, x1, y1), (left, low, right, top) = drawing.bounds(), window
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


__all__ = [
    "GUTTER",
    "IMPRINT",
    "LEADING",
    "LEAST_ROWS",
    "LETTER_GROUPS",
    "LINE",
    "REFERENCE_SIZES",
    "SMALLEST_REFERENCE",
    "SPACING",
    "USUAL_SIZE",
    "Layout",
    "Mark",
    "RulebookProject",
    "announces",
    "figures_of",
    "ground_reach",
    "is_close_up",
    "may_float",
    "shows_board",
    "table_groups",
    "whole_table_share",
    "without_index",
]

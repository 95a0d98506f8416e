"""Words and drawings → a book as blocks, in reading order; no game, no pages, no points.

A writer turns blocks into pages and decides nothing about their content. Anchors are unique in a book, and every link
that starts with `#` names one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Literal, NamedTuple, TypeAlias

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.artwork.motif import Motif
from fabgen.artwork.text import point_size
from fabgen.core.languages import Catalogue, load_words

Align = Literal["left", "middle", "right"]


@dataclass(frozen=True)
class TextRun:
    """Words in one style. `notation` marks moves and cells; `link` is `#anchor`, an address, or empty.

    `see` names anchors whose page numbers replace `{page}` in the words; a writer leaves such words out where all of
    these are in sight.
    """

    text: str
    bold: bool = False
    italic: bool = False
    notation: bool = False
    link: str = ""
    see: tuple[str, ...] = ()


TextRuns: TypeAlias = tuple[TextRun, ...]


@dataclass(frozen=True)
class Heading:
    """A heading: level 1 opens a chapter, 2 a section, 3 a part of one."""

    level: int
    text: TextRuns
    anchor: str


@dataclass(frozen=True)
class Paragraph:
    """Words that belong together; `anchor` is what links lead to, or empty."""

    text: TextRuns
    anchor: str = ""


@dataclass(frozen=True)
class Listing:
    """Items of one or more blocks each; numbered from `first`, or with bullets where `first` is None."""

    items: tuple[tuple[Block, ...], ...]
    first: int | None = None


@dataclass(frozen=True)
class TextTable:
    """A head (it may be empty) and rows of words or small drawings, with one alignment a column. `groups` has the
    number of rows of each group of rows that stay on one page where they fit it; empty where rows have no groups."""

    head: tuple[TextRuns, ...]
    rows: tuple[tuple[TextRuns | Drawing, ...], ...]
    align: tuple[Align, ...]
    groups: tuple[int, ...] = ()


@dataclass(frozen=True)
class NoteBox:
    """Words in a box: a ruling, a reminder."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class IndexBlock:
    """An index: words in their order, each with its anchor. The writer adds the pages."""

    entries: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class KeyEntry:
    """A mark of movement diagrams in its cell, and the words for its meaning."""

    mark: Drawing
    words: str


class WiderDrawing(NamedTuple):
    """A close-up with more of its board on its left and right. `more`: by how many mm it is wider, about; `draw` draws
    it when it is asked for."""

    more: float
    draw: Callable[[], Drawing]


class WiderDrawings(tuple[WiderDrawing, ...]):
    """The wider drawings of a close-up, each a cell wider than the one before. They follow from the game, as the rest
    of a book does, so they are no part of its bytes."""

    def __reduce__(self) -> tuple[type[WiderDrawings], tuple[()]]:
        return WiderDrawings, ()


@dataclass(frozen=True)
class BookFigure:
    """A drawing with the sentence that says what it shows; `claims` are lines that a reader can check on it,
    `silent_claims` those that its marks or its caption say: they are printed nowhere, and read to people who cannot see
    it.

    `columns` is its greatest width, of the four of a page: up to 2 the caption is beside it, else below. `alt`
    describes it for people who cannot see it; default the caption. `anchor` is the target of links; a figure without a
    number has none. `brief` replaces, in a quick reference, a caption that nobody wrote. `cell` is the side in mm of a
    cell in the drawing, for writers that show all figures at one scale; 0 where it shows none, or spaces of any size.
    `least_cell` is the least side of a cell that a writer should give it, where two such figures fit in a row.
    `narrow` is the same in a narrower drawing, for screens and columns of text; None where the drawing serves them too.
    `close_up`: whether the drawing shows a part of a board. `comic_cell` is the side in mm of a cell in the pictures of
    a comic. `key`: the marks that are explained below the figure and its caption. `wider`: what a writer may show
    instead of a close-up where it leaves room beside it.
    """

    drawing: Drawing
    caption: TextRuns
    claims: tuple[TextRuns, ...] = ()
    silent_claims: tuple[TextRuns, ...] = ()
    columns: int = 2
    alt: str = ""
    anchor: str = ""
    brief: TextRuns = ()
    cell: float = 0.0
    least_cell: float = 0.0
    narrow: Drawing | None = None
    close_up: bool = False
    comic_cell: float = 0.0
    key: tuple[KeyEntry, ...] = ()
    wider: WiderDrawings = field(default=WiderDrawings(), compare=False)

    @cached_property
    def smallest_type(self) -> float:
        """The size in points of the smallest lettering in the drawing; 0 where there is none. Coordinates do not count:
        they are enlarged."""
        return min((point_size(item.text.cap) for item in self.drawing.items
                    if isinstance(item, Lettering) and item.role is not Role.COORDINATE), default=0.0)


@dataclass(frozen=True)
class FigureRow:
    """Figures side by side, captions below; `key` has the marks that are explained below all of them."""

    figures: tuple[BookFigure, ...]
    key: tuple[KeyEntry, ...] = ()


@dataclass(frozen=True)
class PageBreak:
    """The next block starts on a new page."""


Block: TypeAlias = Heading | Paragraph | Listing | TextTable | NoteBox | BookFigure | FigureRow | PageBreak | IndexBlock


def _draw_nothing() -> None:
    """A picture that a book does not have."""


def _keep_book(book: Book) -> Book:
    """A book whose cover is there already."""
    return book


def _keep_drawing(drawing: Drawing | None) -> Drawing | None:
    """A drawing that is there already."""
    return drawing


@dataclass(frozen=True)
class Book:
    """A rulebook: title page, contents, body, and a reference that fills the last page.

    * `byline`, `summary`, `facts`: lines of the title page; `contents`: the heading of the contents;
      `rights`: whose the game is, for the last page, empty where nobody says so.
    * `author`: for the metadata; `language`: a BCP 47 tag; `words`: those in which pages are referred to.
    * `imprint`: on the page of contents or behind the body; `edition_note`: in small type above it, a heading and a few
      sentences, or nothing.
    * `cover`: the figure of the title page, None as long as it is not drawn; `cover_alt` describes it. A page shows at
      least its part `cover_window` in mm, or with `cover_fills` that part at most. `cover_pieces`: the boxes in mm of
      what the edge of a page should not cut, the first one that of what it never cuts.
    * `add_cover`: gives the book with its cover, which is drawn only then; `draw_whole_cover`: draws what pages show
      that show no part of the cover, None where that is the cover; `draw_panorama`: draws a wide picture for the room
      below the reference, None where there is none; `draw_emblems`: draws
      the pieces beside the headings of chapters, for one after the other, each also as a single piece.
    * `tones`: the colours of the players' pieces, by name; `colour` and `accent`: those of the book, empty
      where it has none.
    * `motif`: that of the board, for the pages as well.
    """

    title: str
    byline: str
    summary: str
    facts: str
    author: str
    contents: str
    language: str
    cover: Drawing | None
    imprint: tuple[TextRuns, ...]
    body: tuple[Block, ...]
    reference: tuple[Block, ...]
    rights: str = ""
    cover_alt: str = ""
    cover_window: tuple[float, float, float, float] | None = None
    cover_fills: bool = False
    cover_pieces: tuple[tuple[float, float, float, float], ...] = ()
    draw_whole_cover: Callable[[], Drawing | None] = _draw_nothing
    draw_panorama: Callable[[], Drawing | None] = _draw_nothing
    draw_emblems: Callable[[], tuple[tuple[Drawing, Drawing], ...]] = tuple
    add_cover: Callable[[Book], Book] = _keep_book
    words: Catalogue = field(default_factory=load_words)
    tones: tuple[str, ...] = ()
    colour: str = ""
    accent: str = ""
    motif: Motif | None = None
    edition_note: tuple[Block, ...] = ()

    @property
    def with_cover(self) -> Book:
        """The book with its cover, which is drawn now if it was not before."""
        return self.add_cover(self)

    @property
    def whole_cover(self) -> Drawing | None:
        """What pages show that show no part of the cover, if it is another figure."""
        return self.draw_whole_cover()

    @property
    def with_all_drawn(self) -> Book:
        """The book with the figures of its cover and its back: a value that can be pickled, and has the same bytes each
        time."""
        return replace(self.with_cover, add_cover=_keep_book, draw_whole_cover=partial(_keep_drawing, self.whole_cover),
                       draw_panorama=partial(_keep_drawing, self.draw_panorama()),
                       draw_emblems=partial(tuple, self.draw_emblems()))

    @property
    def headings(self) -> tuple[Heading, ...]:
        """Every heading of the body and the reference in reading order, without that of the note on the edition."""
        return tuple(block for block in (*self.body, *self.reference) if isinstance(block, Heading))


def plain_text(text: Iterable[TextRun]) -> str:
    """The words of runs without their styles, and without references to pages."""
    return "".join(run.text for run in text if not run.see)


def walk_blocks(blocks: Iterable[Block]) -> Iterator[Block]:
    """Each block and the blocks inside it, in reading order."""
    for block in blocks:
        yield block
        if isinstance(block, NoteBox):
            yield from walk_blocks(block.blocks)
        elif isinstance(block, Listing):
            for item in block.items:
                yield from walk_blocks(item)
        elif isinstance(block, FigureRow):
            yield from block.figures

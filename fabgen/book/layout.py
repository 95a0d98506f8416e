"""What may differ between layouts of one book, and where a layout has its blocks."""

from __future__ import annotations

from dataclasses import dataclass

IMPRINT = "Imprint"  # the kind of the mark of the imprint
LINE = 9.0  # points: words reach about so far above and below the place of a mark among them


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
    * `spaces`: the numbers of blocks of the body that have more space above them, and how much more in points.
    * `row_spaces`: the numbers of tables of the body whose rows are higher, and of lists whose items and blocks of
      figures whose rows are further apart, and by how much in points.
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

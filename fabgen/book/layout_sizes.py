"""A book and a format → the sizes of figures that its layouts may have, and how small these are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fabgen.book.body_blocks import is_close_up, shows_board
from fabgen.book.book_format import BookFormat
from fabgen.book.figure_sizes import CAPTION_BESIDE, GUTTER, ground_reach
from fabgen.book.layout import Layout
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Book

LARGEST_CELL, LARGEST_CLOSE_UP = 11.0, 9.0  # mm
# mm: the least cells of boards of which three fill a row, and of close-ups of which three or more do.
LEAST_THIRD, LEAST_CLOSE_UP = 5.0, 7.0
SIMILAR = 0.85  # close-ups take the scale of boards where that is not much smaller
# The sizes of figures and of words, and the space between lines and paragraphs, that are tried for a sheet that is
# folded once, from loose to dense.
DENSEST = ((0.95, 1.0, 1.0), (0.9, 1.0, 1.0), (0.86, 1.0, 1.0), (0.82, 1.0, 1.0), (0.78, 1.0, 1.0), (0.74, 1.0, 1.0),
           (0.7, 1.0, 0.95), (0.66, 1.0, 0.9), (0.62, 1.0, 0.85), (0.55, 1.0, 0.8), (0.5, 1.0, 0.75), (0.45, 1.0, 0.7),
           (0.4, 1.0, 0.65))
# What is tried where pages are planned, one size of words after the other until pages are a multiple of four. Lines are
# about as far apart in all books.
FIGURE_SIZES = (1.0, 0.94, 0.88, 0.82, 0.76)
SMALL_SIZES = (0.7,)  # tried where no plan with these is a multiple of four, or each has a great fault
Step = tuple[float, float, float]


class LayoutSizes:
    """The sizes of figures that layouts of a book may have.

    * `largest`: the layout with the largest figures, with which two boards fill a row.
    * `thirds`: the side in mm of a cell with which three boards fill a row, if the book has such rows.
    """

    def __init__(self, content: Book, page: BookFormat, largest: Layout | None = None) -> None:
        self.largest = largest or largest_layout(content, page)
        self.thirds = thirds_of_column(content, page)

    def scale_naturals(self, natural: Layout) -> list[Layout]:
        """A layout with the usual sizes of figures: two boards, or three, fill a row."""
        return [scale_layout(natural, (cell / self.largest.cell, 1.0, 1.0))
                for cell in (self.largest.cell, *self.thirds)]

    def shrink_share(self, layout: Layout) -> float:
        """How much smaller figures and words of a layout are than they might be. Figures of which three fill a row are
        not as small as that."""
        usual = usual_cell(layout, self.largest, self.thirds)
        return ((1 - usual / self.largest.cell) / 8 + (1 - layout.cell / usual)
                + 3 * abs(1 - layout.size) + abs(1 - layout.air) / 8)


def size_alone(layout: Layout) -> Layout:
    """A layout without what says where pages end and figures stand: only the sizes that the heights of blocks need."""
    return replace(layout, floats=frozenset(), breaks=frozenset(), apart=frozenset())


def scale_layout(layout: Layout, step: Step) -> Layout:
    """A layout with the sizes of figures and of words, and the space between these, scaled."""
    figures, words, air = step
    return replace(layout, cell=layout.cell * figures, close_up=layout.close_up * figures,
                   figures=layout.figures * figures, size=words, air=air)


def scale_figures(natural: Layout, scales: Sequence[float] = FIGURE_SIZES) -> list[Layout]:
    """A layout with figures of several sizes."""
    return [replace(scale_layout(natural, (scale, 1.0, 1.0)), size=natural.size) for scale in scales]


def largest_layout(content: Book, page: BookFormat) -> Layout:
    """The layout with the largest figures: two boards side by side fill the column, if that leaves their cells large
    enough; all figures have one scale, or two where boards have many cells."""
    width = page.column_width
    blocks = [*book.walk_blocks((*content.body, *content.reference))]
    figures = [block for block in blocks if isinstance(block, book.BookFigure) and block.cell]
    rows = [block.figures for block in blocks if isinstance(block, book.FigureRow) and len(block.figures) > 1]
    in_rows = {id(figure) for row in rows for figure in row}
    halves = (width - 2 * ground_reach(page) - GUTTER) / 2
    cell = min([LARGEST_CELL * page.large, *(
        (halves if id(figure) in in_rows else width) / (figure.drawing.size()[0] / figure.cell)
        for figure in figures if not is_close_up(figure))])
    beside_caption = CAPTION_BESIDE * (width - 2 * ground_reach(page))
    close_up = min([LARGEST_CLOSE_UP * page.large, *(
        (halves if id(figure) in in_rows else beside_caption) / (figure.drawing.size()[0] / figure.cell)
        for figure in figures if is_close_up(figure))])
    for row in (block for block in blocks if isinstance(block, book.FigureRow) and len(block.figures) > 1):
        if all(map(is_close_up, row.figures)):  # in one row, if their cells are not too small then
            cells = sum(figure.drawing.size()[0] / figure.cell for figure in row.figures)
            fitting = (width - GUTTER * (len(row.figures) - 1)) / cells
            close_up = min(close_up, fitting) if fitting >= LEAST_CLOSE_UP * page.large else close_up
    if all(is_close_up(figure) or shows_board(figure) for figure in figures):
        return Layout(close_up, close_up)  # the setup has a size of its own
    return Layout(cell, cell if cell >= SIMILAR * close_up else close_up)


def usual_cell(layout: Layout, largest: Layout, thirds: Sequence[float]) -> float:
    """The size of cells in mm with which two boards, or three, fill a row."""
    return min(cell for cell in (largest.cell, *thirds) if layout.cell <= cell + 1e-9)


def thirds_of_column(content: Book, page: BookFormat) -> list[float]:
    """The side in mm of a cell with which three boards fill a row, where a book has such rows and its cells are not too
    small then."""
    rows = [block.figures for block in book.walk_blocks(content.body) if isinstance(block, book.FigureRow)]
    threes = [row for row in rows if len(row) == 3 and all(figure.cell and not is_close_up(figure) for figure in row)]
    width = page.column_width - 2 * ground_reach(page) - 2 * GUTTER
    cells = [width / sum(figure.drawing.size()[0] / figure.cell for figure in row) for row in threes]
    return [cell for cell in (min(cells),) if cell >= LEAST_THIRD * page.large] if cells else []

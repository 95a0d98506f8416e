"""The blocks of a body → what their layout depends on: which are figures, which of them show a few cells, which stay
with the block below them, and where a table may go on over a page break."""

from __future__ import annotations

from collections.abc import Sequence

from fabgen.typeset import blocks as book

BOARD_ANCHORS = ("figure/setup", "figure/board")
CLOSE_UP = 6.0  # cells: the greatest width or height of a close-up
# Of a page: what each heading above a table takes, and a sentence that announces it. A table that leaves them no room
# may go on over a page break.
HEADING_ABOVE, SENTENCE_ABOVE = 0.09, 0.06
LEAST_ROWS = 3  # of a table on any of its pages


def may_float(blocks: Sequence[book.Block], number: int) -> bool:
    """Whether a figure may move: not if it is announced by the words above it, or follows a heading, or if another
    figure would go before it."""
    above, below = blocks[number - 1] if number else None, blocks[number + 1] if number + 1 < len(blocks) else None
    figures = book.BookFigure | book.FigureRow
    return (isinstance(blocks[number], figures) and above is not None and not isinstance(below, figures)
            and not isinstance(above, book.Heading) and not announces(above))


def figures_of(block: book.Block) -> Sequence[book.BookFigure]:
    """The figures of a block that is one figure or a row of them."""
    if isinstance(block, book.FigureRow):
        return block.figures
    return (block,) if isinstance(block, book.BookFigure) else ()


def single_figure(block: book.Block) -> book.BookFigure | None:
    """The figure of a block that is one figure."""
    if isinstance(block, book.FigureRow) and len(block.figures) == 1:
        return block.figures[0]
    return block if isinstance(block, book.BookFigure) else None


def find_key_rule(blocks: Sequence[book.Block]) -> book.Block | None:
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

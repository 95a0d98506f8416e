"""A body of a rulebook → the same blocks in the order in which they are laid out: figures of short cases stand in one
row below these, and words that follow a figure fill the room beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from fabgen.book.body_blocks import announces, figures_of, shows_board
from fabgen.book.figure_sizes import LEAST_IN_ROW
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import Block, BookFigure, FigureRow, Listing, Paragraph

MOST_CASES = 3  # figures in one row
LONGEST_CASE = 90  # letters: the words of one case, a line or a little more


def pair_boards(body: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks of a body in which two figures of boards that follow each other alone, below another figure, are a
    row. Where words are above the first, these may stand beside it, and it stays alone."""
    paired: list[Block] = []
    for block in body:
        if len(paired) > 1 and figures_of(paired[-2]) and _is_board(paired[-1]) and _is_board(block):
            block = FigureRow((*figures_of(paired.pop()), *figures_of(block)))
        paired.append(block)
    return tuple(paired)


def join_rows(body: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks of a body in which figures of one kind that follow each other, boards or comics, are one block in as
    few rows as they need: for a sheet that is folded once. The setup and the legend stay alone."""
    joined: list[Block] = []
    for block in body:
        before = joined[-1] if joined else None
        if before is not None and _kind_of_figures(before) and _kind_of_figures(before) == _kind_of_figures(block):
            keys = [row.key for row in (before, block) if isinstance(row, FigureRow)]
            block = FigureRow((*figures_of(before), *figures_of(block)), tuple(dict.fromkeys(chain(*keys))))
            joined.pop()
        joined.append(block)
    return tuple(joined)


def _kind_of_figures(block: Block) -> str:
    """Whether all figures of a block are boards or all are comics; nothing for other blocks."""
    figures = figures_of(block)
    if not figures or shows_board(block):
        return ""
    if all(figure.comic_cell for figure in figures):
        return "comics"
    return "boards" if all(figure.cell for figure in figures) else ""


def gather_cases(project: RulebookProject) -> tuple[Block, ...]:
    """The blocks of a body in which two or three single boards are a row where each has a line or two of words above
    it, and the row is little wider than its page at most. The words stand above the row, those of a list as one
    list. The setup stays alone."""
    body = project.content.body
    gathered: list[Block] = []
    number = 0
    while number < len(body):
        words, boards = _read_cases(project, number)
        if len(boards) > 1:
            gathered.extend((*_join_lists(words), FigureRow(tuple(boards))))
            number += 2 * len(boards)
        else:
            gathered.append(body[number])
            number += 1
    return tuple(gathered)


def _read_cases(project: RulebookProject, number: int) -> tuple[list[Block], list[BookFigure]]:
    """The words and the boards of the cases that begin with a block."""
    body = project.content.body
    words: list[Block] = []
    boards: list[BookFigure] = []
    for case, board in zip(body[number::2], body[number + 1::2], strict=False):
        if len(boards) == MOST_CASES or not _is_case(case) or not isinstance(board, BookFigure):
            break
        if not board.cell or shows_board(board):
            break
        if LEAST_IN_ROW * project.row_width([*boards, board]) > project.column_room:
            break
        words.append(case)
        boards.append(board)
    return words, boards


def _is_board(block: Block) -> bool:
    """Whether a block is a single figure with cells."""
    return isinstance(block, BookFigure) and bool(block.cell)


def _is_case(block: Block) -> bool:
    """Whether a block is an item of a list or a paragraph of a line or two."""
    if isinstance(block, Listing):
        return block.first is None and _letters(block) <= LONGEST_CASE
    return isinstance(block, Paragraph) and not announces(block) and _letters(block) <= LONGEST_CASE


def _letters(block: Block) -> int:
    return sum(len(book.plain_text(inner.text)) for inner in book.walk_blocks([block]) if isinstance(inner, Paragraph))


def _join_lists(words: Sequence[Block]) -> list[Block]:
    """Blocks of words in which lists with bullets that follow each other are one."""
    joined: list[Block] = []
    for block in words:
        last = joined[-1] if joined else None
        if isinstance(block, Listing) and isinstance(last, Listing):
            joined[-1] = replace(last, items=last.items + block.items)
        else:
            joined.append(block)
    return joined


def gather_words(project: RulebookProject) -> tuple[Block, ...]:
    """The blocks of a body in which the words below a single figure go before it, where they stand beside it with those
    above it and all are no higher than the figure. Words that may stand beside the next figure stay with that."""
    body = [*project.content.body]
    for words in project.words_of_figures.values():
        figure = words.stop
        after = figure + 1
        while after < len(body) and isinstance(body[after], Paragraph | Listing) and not announces(body[after]):
            after += 1
        if after < len(body) and len(figures_of(body[after])) == 1:
            continue
        while after > figure + 1 and not project.has_room_beside(figure, words.start, after):
            after -= 1
        body[figure:after] = [*body[figure + 1:after], body[figure]]
    return tuple(body)

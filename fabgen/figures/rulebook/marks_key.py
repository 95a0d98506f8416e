"""The blocks of a quick reference → where they need a key of the marks in their movement diagrams, in a book as on a
card; the blocks of a book with that key.

A caption that is a sentence explains the marks of its diagram itself; one that only names the piece does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fabgen.core.languages import Catalogue
from fabgen.figures.diagrams.legend import list_key_entries
from fabgen.figures.rulebook.rules_text import figure_anchor
from fabgen.spec.load import Spec
from fabgen.typeset.blocks import Block, BookFigure, FigureRow, TextRuns, plain_text, walk_blocks

SENTENCE_ENDS = (".", "!", "?")


@dataclass(frozen=True)
class KeyPlace:
    """The number of the block below which the key stands, and the pieces whose marks it explains."""

    block: int
    pieces: tuple[str, ...]


def find_key_place(spec: Spec, blocks: Sequence[Block], *, prints_single_captions: bool = True) -> KeyPlace | None:
    """The place of the key: below the last movement diagram that no caption explains. None where there is none, or
    where the blocks have a legend. On a card a figure that stands alone has no caption (`prints_single_captions`)."""
    if figure_anchor("legend") in {figure.anchor for figure in _list_figures(blocks)}:
        return None
    pieces_by_anchor = {figure_anchor(f"moves:{piece}"): piece for piece in spec.game.pieces}
    numbers, unexplained = list[int](), set[str]()
    for number, block in enumerate(blocks):
        has_captions = prints_single_captions or isinstance(block, FigureRow)
        pieces = {pieces_by_anchor[figure.anchor] for figure in _list_figures([block])
                  if figure.anchor in pieces_by_anchor and not (has_captions and is_sentence(figure.caption))}
        if pieces:
            numbers.append(number)
            unexplained |= pieces
    if not numbers:
        return None
    # A diagram in a list or a box has no room for a key, so one that stands in the text is better.
    in_text = [number for number in numbers if isinstance(blocks[number], BookFigure | FigureRow)]
    return KeyPlace((in_text or numbers)[-1], tuple(piece for piece in spec.game.pieces if piece in unexplained))


def add_marks_key(spec: Spec, blocks: Sequence[Block], words: Catalogue) -> tuple[Block, ...]:
    """The blocks of a book with a key of the marks in their movement diagrams; as they are where they need none."""
    place = find_key_place(spec, blocks)
    if place is None:
        return tuple(blocks)
    diagrams = blocks[place.block]
    if not isinstance(diagrams, BookFigure | FigureRow):  # a diagram in a list or a box
        return tuple(blocks)
    with_key = replace(diagrams, key=list_key_entries(spec, place.pieces, words))
    return (*blocks[:place.block], with_key, *blocks[place.block + 1:])


def _list_figures(blocks: Sequence[Block]) -> Iterator[BookFigure]:
    """The figures in these blocks, also in rows, lists and boxes."""
    return (block for block in walk_blocks(blocks) if isinstance(block, BookFigure))


def is_sentence(caption: TextRuns) -> bool:
    """Whether a caption says more than a name."""
    return plain_text(caption).rstrip().endswith(SENTENCE_ENDS)


__all__ = ["KeyPlace", "add_marks_key", "find_key_place", "is_sentence"]

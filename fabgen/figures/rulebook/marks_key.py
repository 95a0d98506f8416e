"""A quick reference → the same with a short key of marks below its movement diagrams, like that of printed cards.

A caption that is a sentence explains the marks of its diagram itself; one that only names the piece does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fabgen.core.languages import Catalogue
from fabgen.figures.diagrams.legend import list_key_entries
from fabgen.figures.rulebook.rules_text import figure_anchor
from fabgen.spec.load import Spec
from fabgen.typeset.blocks import Block, BookFigure, FigureRow, TextRuns, plain_text, walk_blocks

ENDS = (".", "!", "?")  # of sentences


def add_marks_key(spec: Spec, blocks: Sequence[Block], words: Catalogue) -> tuple[Block, ...]:
    """The blocks with a key of the marks in their movement diagrams, below the last of these that stands on its own or
    in a row. As they are where they have a legend, or where the captions explain all marks."""
    figures = [block for block in walk_blocks(blocks) if isinstance(block, BookFigure)]
    if any(figure.anchor == figure_anchor("legend") for figure in figures):
        return tuple(blocks)
    unexplained = {figure.anchor for figure in figures if not is_sentence(figure.caption)}
    pieces = [piece for piece in spec.game.pieces if figure_anchor(f"moves:{piece}") in unexplained]
    anchors = {figure_anchor(f"moves:{piece}") for piece in pieces}
    places = [number for number, block in enumerate(blocks) if isinstance(block, BookFigure | FigureRow)
              and any(isinstance(part, BookFigure) and part.anchor in anchors for part in walk_blocks([block]))]
    if not places:
        return tuple(blocks)
    last = blocks[places[-1]]
    assert isinstance(last, BookFigure | FigureRow)
    return (*blocks[:places[-1]], replace(last, key=list_key_entries(spec, pieces, words)), *blocks[places[-1] + 1:])


def is_sentence(caption: TextRuns) -> bool:
    """Whether a caption says more than a name."""
    return plain_text(caption).rstrip().endswith(ENDS)


__all__ = ["add_marks_key", "is_sentence"]

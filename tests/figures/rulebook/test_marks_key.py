"""Which movement diagrams of a quick reference need a key of their marks, in a book and on a card."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fabgen.artwork.drawing import Drawing
from fabgen.figures.rulebook.marks_key import KeyPlace, find_key_place
from fabgen.figures.rulebook.rules_text import figure_anchor
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import Block, BookFigure, FigureRow, NoteBox, Paragraph, TextRun

SENTENCE, NAME = "A pawn may move to the dots.", "Pawn"
TEXT = Paragraph((TextRun("Move one piece."),))


def diagram(piece: str, caption: str) -> BookFigure:
    return BookFigure(Drawing(), (TextRun(caption),), anchor=figure_anchor(f"moves:{piece}"))


def find_place(blocks: Sequence[Block], *, on_card: bool) -> KeyPlace | None:
    return find_key_place(load_spec("correction"), blocks, prints_single_captions=not on_card)


@pytest.mark.parametrize("on_card", [False, True])
def test_a_row_whose_captions_are_sentences_needs_no_key(on_card: bool) -> None:
    row = FigureRow((diagram("pawn", SENTENCE), diagram("knight", SENTENCE)))
    assert find_place([TEXT, row], on_card=on_card) is None


@pytest.mark.parametrize("on_card", [False, True])
def test_the_key_is_below_the_last_row_and_explains_the_named_pieces_alone(on_card: bool) -> None:
    rows = [FigureRow((diagram("knight", NAME), diagram("pawn", NAME))), TEXT,
            FigureRow((diagram("spearman", SENTENCE),))]
    assert find_place(rows, on_card=on_card) == KeyPlace(0, ("pawn", "knight"))  # in the order of the spec


def test_a_card_prints_no_caption_of_a_single_figure_so_that_it_needs_the_key() -> None:
    assert find_place([diagram("pawn", SENTENCE)], on_card=False) is None
    assert find_place([diagram("pawn", SENTENCE)], on_card=True) == KeyPlace(0, ("pawn",))


@pytest.mark.parametrize("on_card", [False, True])
def test_a_legend_explains_all_marks(on_card: bool) -> None:
    legend = BookFigure(Drawing(), (), anchor=figure_anchor("legend"))
    assert find_place([diagram("pawn", NAME), legend], on_card=on_card) is None


def test_the_key_is_below_a_diagram_in_the_text_rather_than_below_one_in_a_box() -> None:
    box = NoteBox((diagram("knight", NAME),))
    assert find_place([diagram("pawn", NAME), box], on_card=False) == KeyPlace(0, ("pawn", "knight"))
    assert find_place([TEXT, box], on_card=True) == KeyPlace(1, ("knight",))

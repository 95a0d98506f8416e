"""The legend lists the marks that a game's figures use, each once, and no others."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from measure import all_of
from specs import loaded

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.artwork.text import point_size
from fabgen.figures.legend import WIDEST, draw_legend, used_meanings
from fabgen.rules.diagram import Meaning
from fabgen.spec.load import Spec
from fabgen.words import load_words

WORDS = load_words()
EXAMPLE = """\
examples:
  - id: strike
    title: A guard strikes
    position: "white: guard c2, lancer a1; black: guard b3; turn: white"
    piece: c2
    exactly: [c2-c3, c2xb3]
    illegal: [c2xd3]
"""


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


def lettering(drawing: Drawing) -> list[Lettering]:
    return [item for item in drawing.items if isinstance(item, Lettering)]


def test_every_mark_of_diagrams_and_examples_is_told_in_order(spec: Spec) -> None:
    drawing, told = draw_legend(spec, WORDS)
    assert told == [WORDS.legend_own, WORDS.legend_move, WORDS.legend_capture, WORDS.legend_both, WORDS.legend_line,
                    WORDS.legend_actor, WORDS.legend_way, WORDS.legend_taken, WORDS.legend_refused,
                    WORDS.legend_bar.format(player="Black")]
    assert [item.text.string for item in lettering(drawing)] == told


def test_what_is_not_used_is_not_told(tmp_path: Path) -> None:
    """No captures: neither in the diagrams nor in the example."""
    quiet = loaded(tmp_path, ("fmWfcF", "fmW"), ("x o x", ". o ."), ("long: fW2", "long: fmW"),
                   ("c2-c3, c2xb3", "c2-c3"))
    _, told = draw_legend(quiet, WORDS)
    assert told == [WORDS.legend_own, WORDS.legend_move, WORDS.legend_actor, WORDS.legend_way, WORDS.legend_refused,
                    WORDS.legend_bar.format(player="Black")]


def test_a_game_without_examples_tells_its_diagrams_only(tmp_path: Path) -> None:
    _, told = draw_legend(loaded(tmp_path, (EXAMPLE, "")), WORDS)
    assert told == [WORDS.legend_own, WORDS.legend_move, WORDS.legend_capture, WORDS.legend_both,
                    WORDS.legend_line]


def test_arrows_are_told_where_an_example_lists_legal_moves(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("    exactly: [c2-c3, c2xb3]\n    illegal: [c2xd3]\n", "    legal: [c2-c3]\n"))
    _, told = draw_legend(spec, WORDS)
    assert told[5:] == [WORDS.legend_way, WORDS.legend_path, WORDS.legend_bar.format(player="Black")]


def test_a_dot_that_only_an_example_uses_is_told(tmp_path: Path) -> None:
    """All targets of the diagrams mean both, but an example shows a dot on an empty cell."""
    spec = loaded(tmp_path, ("fmWfcF", "fW"), ("x o x", ". * ."), ("[c2-c3, c2xb3]", "[c2-c3]"))
    assert used_meanings(spec) == [Meaning.MOVE, Meaning.BOTH]


def test_words_stand_beside_their_marks_and_are_large_enough(spec: Spec) -> None:
    drawing, _ = draw_legend(spec, WORDS)
    x0, _, x1, _ = drawing.bounds()
    assert x1 - x0 <= WIDEST
    assert all(point_size(item.text.cap) >= 8.5 for item in lettering(drawing))
    marks = all_of(drawing, Role.GRID, Role.SELF)
    assert marks.bounds[0] < min(item.bounds()[0] for item in lettering(drawing))
    boxes = sorted(item.bounds() for item in lettering(drawing))
    assert all(a[2] < b[0] or a[3] < b[1] or b[3] < a[1] for a, b in pairwise(boxes))


def test_a_legend_too_wide_for_a_page_has_one_column(spec: Spec) -> None:
    wide = WORDS.model_copy(update={"legend_own": WORDS.legend_own * 3})
    narrow, long = (draw_legend(spec, words)[0] for words in (WORDS, wide))
    assert len({item.text.at[0] for item in lettering(narrow)}) == 2
    assert len({item.text.at[0] for item in lettering(long)}) == 1

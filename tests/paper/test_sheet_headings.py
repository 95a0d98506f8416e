"""What the head of a sheet says it holds is never cut off: shorter words are used, then smaller type."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from fabgen.artwork.drawing import Lettering
from fabgen.artwork.text import text_width
from fabgen.core.languages import load_words
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.paper.cut_marks import CROSSES, CUT, CUT_ROUND, FLAP, MIDDLE, draw_key
from fabgen.paper.duplex import PrintAssembly, make_side_imprint
from fabgen.paper.sheets import lay_out_set
from fabgen.spec.load import load_spec, with_paper_cells
from fabgen.typeset.pages import BODY, SetName, SheetBody, SheetFrame, fit_heading, make_page
from fabgen.typeset.papers import load_paper


def test_the_longest_heading_that_has_room_is_used() -> None:
    titles = "Green pieces, orange pieces and bases", "Pieces and bases"
    room = text_width(titles[0], BODY)
    assert fit_heading(titles, room + 1) == (titles[0], BODY)
    assert fit_heading(titles, room - 1) == (titles[1], BODY)


def test_a_heading_without_room_is_smaller_and_whole() -> None:
    title, cap = fit_heading(("Pieces and bases",), 20.0)
    assert title == "Pieces and bases"
    assert cap < BODY
    assert text_width(title, cap) == pytest.approx(20.0)


@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_heading_beside_a_key_of_many_marks_is_read(language: str, paper: str) -> None:
    """A sheet of strips and of pieces cut along a drawing that is printed on both sides has five marks, in two columns
    of its key. Type of 5 points has capitals of 1.16 mm."""
    words, frame = load_words(language), SheetFrame(load_paper(paper))
    key = draw_key([CUT, CUT_ROUND, MIDDLE, FLAP, CROSSES], words)
    body = SheetBody(frame, "Pearl pieces and bases", (), corner=key)
    imprint = make_side_imprint(frame, PrintAssembly("duplex"), 10, 12, words)
    page = make_page(body, SetName("Three Tides", "version 1"), imprint, "10", words)
    lettering = [item for part in page.items for item in part.drawing.items if isinstance(item, Lettering)]
    caps = {item.text.string: item.text.cap for item in lettering}
    assert caps["Pearl pieces and bases"] >= 1.16
    assert {text for text, cap in caps.items() if cap < 1.16} == set()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_heading_of_chess_battle_is_cut_off(language: str, paper: str) -> None:
    spec = with_paper_cells(load_spec("chess-battle"))
    kit = replace(make_paper_kit(spec), words=load_words(language))
    pages = lay_out_set(kit, load_paper(paper)).one_sided
    texts = [item.text.string for page in pages for part in page.items for item in part.drawing.items
             if isinstance(item, Lettering)]
    assert texts
    assert not [text for text in texts if re.search("…$", text)]

"""Numbers of figures, links to them, answers to rulings, the index: what is added to a designer's text."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.artwork.book import Block, Figure, Heading, Paragraph, Register, Run, every, plain
from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import rectangle
from fabgen.base import FabgenError
from fabgen.figures.blocks import Figures, count_words, figure_anchor, read_blocks
from fabgen.figures.book import Imprint, read_book
from fabgen.figures.bound import INDEX_FROM, bind
from fabgen.spec.game import Ruling
from fabgen.words import load_words

SQUARE = draw(Role.GRID, rectangle(0, 0, 20, 20))
WORDS = load_words()
FIGURES = Figures({"board": (), "example": ("friend", "foe")},
                  lambda kind, name, caption: (Figure(SQUARE, (Run(caption),), ((Run("Claim: R-1."),),)),))
RULINGS = {
    "R-1": Ruling(reading="blocked", question="May one jump one's men?", answer="No, nor an enemy's.",
                  why="Nothing says so."),
    "R-10": Ruling(reading="yes", question="And back?"),
    "R-2": Ruling(reading="no"),
}


def read(tmp_path: Path, text: str, rulings: dict[str, Ruling] | None = None) -> tuple[Block, ...]:
    path = tmp_path / "rules.md"
    path.write_text(text, encoding="utf-8")
    return read_book(path, FIGURES, Imprint("G", "D", "1", 2), rulings=rulings).body


def texts(blocks: tuple[Block, ...]) -> list[str]:
    return [plain(block.text) for block in every(blocks) if isinstance(block, Heading | Paragraph)]


def captions(blocks: tuple[Block, ...]) -> list[str]:
    figures = [block for block in every(blocks) if isinstance(block, Figure)]
    return [plain(figure.caption).replace("\N{NO-BREAK SPACE}", " ") for figure in figures]


def test_figures_are_numbered_in_reading_order(tmp_path: Path) -> None:
    body = read(tmp_path, "![One](board)\n\n![Two](example:foe)\n![Three](example:friend)\n\n> ![Four](board)\n")
    assert captions(body) == ["1. One", "2. Two", "3. Three", "4. Four"]
    anchors = [block.anchor for block in every(body) if isinstance(block, Figure)]
    assert anchors == [figure_anchor(name) for name in ("board", "example:foe", "example:friend")] + [""]


def test_the_quick_reference_has_no_numbers(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# A\n\n![One](board)\n\n# Quick reference\n\n![Two](board)\n")
    book = read_book(path, FIGURES, Imprint("G", "D", "1", 2))
    assert captions(book.body) == ["1. One"]
    assert captions(book.reference) == ["Two"]


def test_a_link_to_a_figure_tells_its_number(tmp_path: Path) -> None:
    body = read(tmp_path, "See [a friend](example:friend).\n\n![B](board)\n\n![F](example:friend)\n")
    assert isinstance(body[0], Paragraph)
    assert plain(body[0].text) == "See a friend (figure 2)."
    assert body[0].text[1].link == f"#{figure_anchor('example:friend')}"


def test_a_link_to_a_figure_that_is_not_shown() -> None:
    _, problems = read_blocks("# A\n\nSee [a friend](example:friend).\n", "rules.md", FIGURES)
    (found,) = problems
    assert "does not stand in this book" in found.what
    assert (found.where.line, found.where.column) == (3, 5)
    assert "![...](example:friend)" in found.hint


def test_rulings_that_ask_something_are_answered(tmp_path: Path) -> None:
    body = read(tmp_path, "# A\n\nText.\n", RULINGS)
    assert texts(body) == ["A", "Text.", "Questions", "May one jump one’s men?",
                           "No, nor an enemy’s. Nothing says so. R-1", "And back?", "Yes. R-10"]


def test_codes_of_rulings_lead_to_their_answers(tmp_path: Path) -> None:
    body = read(tmp_path, "See *R-1, R-10, R-2*, XR-1 and R-1-2.\n\n![F](board)\n", RULINGS)
    assert isinstance(body[0], Paragraph)
    led = [(run.text, run.link, run.italic) for run in body[0].text if run.link]
    assert led == [("R-1", "#ruling/R-1", True), ("R-10", "#ruling/R-10", True)]
    (figure,) = [block for block in every(body) if isinstance(block, Figure)]
    assert [run.link for run in figure.claims[0] if run.link] == ["#ruling/R-1"]
    anchors = {block.anchor for block in body if isinstance(block, Heading)}
    assert {"ruling/R-1", "ruling/R-10"} < anchors


def test_an_index_of_headings_and_terms_where_the_contents_do_not_do(tmp_path: Path) -> None:
    terms = "\n\n".join(f"- A **term {n}** and words." for n in range(INDEX_FROM))
    few = read(tmp_path, f"# A\n\n{terms.rpartition('- ')[0]}")
    assert not [block for block in few if isinstance(block, Register)]
    notes = "> **For example.** Words on **Apple**.\n\n**A whole sentence stands here**, or **a title:**\n"
    body = read(tmp_path, f"# Zoo\n\n## apple\n\n{terms}\n\n{notes}\nAgain: **Term 0**, **term 1**, **pear**.\n")
    assert isinstance(body[-1], Register)
    assert [text for text, _ in body[-1].entries] == ["apple", "pear", *(f"term {n}" for n in range(INDEX_FROM)), "Zoo"]
    anchors = [block.anchor for block in every(body) if isinstance(block, Heading | Paragraph) and block.anchor]
    assert len(anchors) == len({*anchors})
    assert {anchor for _, anchor in body[-1].entries} <= {*anchors}
    places = {block.anchor: plain(block.text) for block in every(body) if isinstance(block, Paragraph)}
    entries = dict(body[-1].entries)
    assert places[entries["term 0"]] == "A term 0 and words."
    assert places[entries["pear"]] == "Again: Term 0, term 1, pear."


def test_nothing_is_added_to_a_short_text(tmp_path: Path) -> None:
    assert bind((Paragraph((Run("x"),)),), {}, WORDS) == (Paragraph((Run("x"),)),)


@pytest.mark.parametrize(("text", "count"), [
    ("# One two\n\nThree, four-teen don't; 6.\n", 6),
    ("- a\n- b\n\n> **c** d\n\n| e | f |\n|---|---|\n| g | h i |\n\n![j k](board)\n", 11),
    ("`c3-c4` – is\n", 2),
])
def test_words_are_counted(text: str, count: int) -> None:
    assert count_words(read_blocks(text, "rules.md", FIGURES)[0]) == count


TRANSLATED = {"contents": "Inhoud", "rulings": "Vragen", "figure_number": "Fig. {number}:", "language": "nl",
              "quick_reference": "Kort", "byline": "Van {designer}"}


def test_another_language_is_one_file(tmp_path: Path) -> None:
    built_in = Path(load_words.__globals__["BUILT_IN"]) / "en.yaml"
    lines = built_in.read_text("utf-8").splitlines()
    changed = [f'{line.partition(":")[0]}: "{TRANSLATED[line.partition(":")[0]]}"'
               if line.partition(":")[0] in TRANSLATED else line for line in lines]
    (tmp_path / "nl.yaml").write_text("\n".join(changed) + "\n", "utf-8")
    words = load_words("nl.yaml", tmp_path)
    path = tmp_path / "rules.md"
    path.write_text("# Begin\n\n![Bord](board)\n\n# Kort\n\nWin.\n")
    book = read_book(path, FIGURES, Imprint("G", "D", "1", 2), None, words, RULINGS)
    assert (book.contents, book.language, book.byline) == ("Inhoud", "nl", "Van D")
    assert captions(book.body) == ["Fig. 1: Bord"]
    assert "Vragen" in texts(book.body)
    assert texts(book.reference) == ["Kort", "Win."]


def test_a_language_that_is_not_there_or_not_whole(tmp_path: Path) -> None:
    with pytest.raises(FabgenError, match="no words in the language `xx`"):
        load_words("xx")
    (tmp_path / "bad.yaml").write_text("language: de\n")
    with pytest.raises(FabgenError) as error:
        load_words("bad.yaml", tmp_path)
    assert len(error.value.problems) > 20
    assert error.value.problems[0].where.file.endswith("bad.yaml")

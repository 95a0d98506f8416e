"""Numbers of figures, links to them, answers to rulings, the index: what is added to a designer's text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import rectangle
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.rulebook.rulebook import INDEX_FROM, BookImprint, bind_blocks, read_book
from fabgen.figures.rulebook.rules_text import FigureLibrary, count_words, figure_anchor, read_blocks, remove_codes
from fabgen.spec.game import Ruling
from fabgen.typeset.blocks import (
    Block,
    BookFigure,
    Heading,
    IndexBlock,
    Paragraph,
    TextRun,
    TextRuns,
    plain_text,
    walk_blocks,
)

SQUARE = draw(Role.GRID, rectangle(0, 0, 20, 20))
WORDS = load_words()
FIGURES = FigureLibrary({"board": (), "example": ("friend", "foe")},
                  lambda kind, name, caption: (BookFigure(SQUARE, (TextRun(caption),), ((TextRun("Claim: R-1."),),)),),
                  proper=("knight",))
RULINGS = {
    "R-1": Ruling(reading="blocked", question="May one jump one's men?", answer="No, nor an enemy's.",
                  why="Nothing says so."),
    "R-10": Ruling(reading="yes", question="And back?"),
    "R-2": Ruling(reading="no"),
}


def read(tmp_path: Path, text: str, rulings: dict[str, Ruling] | None = None) -> tuple[Block, ...]:
    path = tmp_path / "rules.md"
    path.write_text(text, encoding="utf-8")
    return read_book(path, FIGURES, BookImprint("G", "D", "1", 2), rulings=rulings).body


def texts(blocks: tuple[Block, ...]) -> list[str]:
    found = [plain_text(block.text) for block in walk_blocks(blocks) if isinstance(block, Heading | Paragraph)]
    return [text.replace("\N{NO-BREAK SPACE}", " ") for text in found]


def shown(runs: TextRuns) -> str:
    """The words of runs, those in brackets that a book says only where the place is not in sight."""
    return "".join(f"[{run.text}]" if run.see else run.text for run in runs).replace("\N{NO-BREAK SPACE}", " ")


def captions(blocks: tuple[Block, ...]) -> list[str]:
    figures = [block for block in walk_blocks(blocks) if isinstance(block, BookFigure)]
    return [plain_text(figure.caption).replace("\N{NO-BREAK SPACE}", " ") for figure in figures]


def test_figures_are_numbered_in_reading_order(tmp_path: Path) -> None:
    body = read(tmp_path, "![One](board)\n\n![Two](example:foe)\n![Three](example:friend)\n\n> ![Four](board)\n")
    assert captions(body) == ["1. One", "2. Two", "3. Three", "4. Four"]
    anchors = [block.anchor for block in walk_blocks(body) if isinstance(block, BookFigure)]
    assert anchors == [figure_anchor(name) for name in ("board", "example:foe", "example:friend")] + [""]


def test_a_link_that_repeats_the_words_of_its_heading_gets_its_page(tmp_path: Path) -> None:
    """Of the second level, which contents list: other words of a link say enough."""
    body = read(tmp_path, "# A\n\nSee [Safe middle](#safe-middle) and [the middle](#safe-middle).\n\n"
                          "## Safe middle\n\nWords.\n")
    (text, _) = [block for block in body if isinstance(block, Paragraph)]
    assert shown(text.text) == "See Safe middle[ ({page})] and the middle."


def test_the_quick_reference_has_no_numbers(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# A\n\n![One](board)\n\n# Quick reference\n\n![Two](board)\n")
    book = read_book(path, FIGURES, BookImprint("G", "D", "1", 2))
    assert captions(book.body) == ["1. One"]
    assert captions(book.reference) == ["Two"]


def test_the_quick_reference_leads_to_questions_and_figures_too(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# A\n\n![One](board)\n\n# Quick reference\n\nSo. *R-1, R-2*\n\n- See [it](board).\n")
    book = read_book(path, FIGURES, BookImprint("G", "D", "1", 2), rulings=RULINGS)
    said = [shown(block.text) for block in walk_blocks(book.reference) if isinstance(block, Paragraph)]
    assert said == ["So. Question 1[, {page}]", "See it (figure 1[, {page}])."]


@pytest.mark.parametrize(("written", "printed"), [
    ("See [a friend](example:friend).", "See a friend (figure 2[, {page}])."),
    ("[A **good** friend](example:friend)", "A good friend (figure 2[, {page}])"),
    ("See [](example:friend).", "See figure 2[, {page}]."),
    ("Or [below](#deep).", "Or below[ ({page})]."),
    ("Or [above](#a).", "Or above."),
])
def test_a_link_tells_its_number_and_its_page(tmp_path: Path, written: str, printed: str) -> None:
    """Of headings only those that the contents leave out tell their page."""
    body = read(tmp_path, f"# A\n\n{written}\n\n![B](board)\n\n![F](example:friend)\n\n### Deep\n")
    assert isinstance(body[1], Paragraph)
    assert shown(body[1].text) == printed


def test_all_of_a_link_leads_to_its_figure(tmp_path: Path) -> None:
    body = read(tmp_path, "See [a friend](example:friend).\n\n![F](example:friend)\n")
    assert isinstance(body[0], Paragraph)
    led = [run for run in body[0].text if run.link]
    assert "".join(run.text for run in led).replace("\N{NO-BREAK SPACE}", " ") == "a friend (figure 1, {page})"
    assert {run.link for run in led} == {f"#{figure_anchor('example:friend')}"}
    assert [run.see for run in led if run.see] == [(figure_anchor("example:friend"),)]


def test_a_link_without_words_goes_to_a_figure_only() -> None:
    _, (found,) = read_blocks("# A\n\nSee [](#a).\n", "rules.md", FIGURES)
    assert "`#a` has no words" in found.what
    assert (found.where.line, found.where.column) == (3, 5)


def test_a_link_without_words_in_a_caption_is_a_mistake() -> None:
    text = "# A\n\n![As in [](example:friend), but [a friend](example:friend) left.](example:friend)\n"
    _, (found,) = read_blocks(text, "rules.md", FIGURES)
    assert found.what == "the link to `example:friend` in this caption has no words"
    assert found.where.line == 3


def test_a_link_to_a_figure_that_is_not_shown() -> None:
    _, problems = read_blocks("# A\n\nSee [a friend](example:friend).\n", "rules.md", FIGURES)
    (found,) = problems
    assert "does not stand in this book" in found.what
    assert (found.where.line, found.where.column) == (3, 5)
    assert "![...](example:friend)" in found.hint


def test_rulings_that_ask_something_are_answered(tmp_path: Path) -> None:
    body = read(tmp_path, "# A\n\nText.\n", RULINGS)
    assert texts(body) == ["A", "Text.", "Questions", "1. May one jump one’s men?",
                           "No, nor an enemy’s. Nothing says so.", "2. And back?", "Yes."]


def test_questions_stand_in_the_order_of_the_text_and_lead_back_to_it(tmp_path: Path) -> None:
    body = read(tmp_path, "# A\n\nText.\n\n> Back. *R-10*\n\nFirst *R-1*, again *R-10*.\n", RULINGS)
    assert [text for text in texts(body) if "?" in text] == ["1. And back?", "2. May one jump one’s men?"]
    answers = [block for block in body if isinstance(block, Paragraph)][-2:]
    led = [name for answer in answers for run in answer.text for name in run.see]
    anchors = {block.anchor: plain_text(block.text) for block in walk_blocks(body) if isinstance(block, Paragraph)}
    assert [anchors[name].split()[0] for name in led] == ["Back.", "First"]


@pytest.mark.parametrize(("written", "printed"), [
    ("Said. *R-1*", "Said. Question 1[, {page}]"),
    ("Said. *R-2*", "Said."),
    ("Said (see *R-1*).", "Said (see question 1[, {page}])."),
    ("Said (*R-2*).", "Said."),
    ("Said. *R-2, R-1*", "Said. Question 1[, {page}]"),
    ("Said. *R-1, R-10, R-2*", "Said. Questions 1 and 2[, {page}]"),
    ("Said. *R-10*", "Said. Question 1[, {page}]"),
    ("R-1: so *R-99* it is.", "Question 1[, {page}]: so it is."),
    ("XR-1 and R-1-2, `R-1`.", "XR-1 and R-1-2, R-1."),
])
def test_codes_give_way_to_the_questions_that_the_book_answers(tmp_path: Path, written: str, printed: str) -> None:
    body = read(tmp_path, f"{written}\n", RULINGS)
    assert isinstance(body[0], Paragraph)
    assert shown(body[0].text) == printed


def test_every_number_leads_to_its_question(tmp_path: Path) -> None:
    body = read(tmp_path, "See *R-1, R-10, R-2*.\n", RULINGS)
    assert isinstance(body[0], Paragraph)
    led = [(run.text.strip(), run.link, run.see) for run in body[0].text if run.link]
    assert led == [("questions", "#ruling/R-1", ()), ("1", "#ruling/R-1", ()), ("2", "#ruling/R-10", ()),
                   (",\N{NO-BREAK SPACE}{page}", "#ruling/R-1", ("ruling/R-1", "ruling/R-10"))]
    anchors = {block.anchor for block in body if isinstance(block, Heading)}
    assert {"ruling/R-1", "ruling/R-10"} < anchors


def test_a_line_of_a_figure_that_leads_to_no_question_is_gone(tmp_path: Path) -> None:
    answered = read(tmp_path, "![F](board)\n", RULINGS)
    open_ = read(tmp_path, "![F](board)\n", {"R-1": Ruling(reading="no", answer="No.")})
    (one,), (other,) = (
        [block for block in walk_blocks(body) if isinstance(block, BookFigure)] for body in (answered, open_)
    )
    assert [shown(claim) for claim in one.claims] == ["Claim: Question 1[, {page}]."]
    assert other.claims == ()


def test_a_name_in_capitals_is_a_code_too_and_any_name_in_a_line_of_a_figure(tmp_path: Path) -> None:
    asked = {"REACH": Ruling(reading="far", question="How far?"), "near": Ruling(reading="no", question="How near?")}
    claims = ((TextRun("See near."),),)
    figures = FigureLibrary(
        {"board": ()}, lambda kind, name, caption: (BookFigure(SQUARE, (TextRun(caption),), claims),)
    )
    path = tmp_path / "rules.md"
    path.write_text("Not near. *REACH*\n\n![F](board)\n")
    body = read_book(path, figures, BookImprint("G", "D", "1", 2), rulings=asked).body
    assert isinstance(body[0], Paragraph)
    assert shown(body[0].text) == "Not near. Question 1[, {page}]"
    (figure,) = [block for block in walk_blocks(body) if isinstance(block, BookFigure)]
    assert shown(figure.claims[0]) == "See question 2[, {page}]."


def test_codes_that_no_ruling_has_are_noticed() -> None:
    known = replace(FIGURES, rulings=("R-1", "R-2"))
    _, (found,) = read_blocks("# A\n\nSaid. *R-1, R-7*, S-3, `R-9`.\n", "rules.md", known)
    assert "no ruling `R-7`" in found.what
    assert (found.level, found.where.line, found.where.column) == ("notice", 3, 13)
    assert read_blocks("# A\n\nSaid. *R-7*.\n", "rules.md", FIGURES)[1] == []


def test_cards_have_no_codes() -> None:
    blocks, _ = read_blocks("# A\n\nSaid. *R-1*\n\n- Two (R-2)\n\n> Three R-3.\n", "rules.md", FIGURES)
    assert texts(tuple(remove_codes(blocks, ["R-1"], WORDS))) == ["A", "Said.", "Two", "Three."]


def test_an_index_of_terms_where_the_contents_do_not_do(tmp_path: Path) -> None:
    """Terms that are headings stand in the contents; headings that the contents leave out stand in the index."""
    terms = "\n\n".join(f"- A **Term {n}** and words." for n in range(INDEX_FROM - 1))
    few = read(tmp_path, f"# A\n\n## Term\n\n## Word\n\n{terms}\n\nThe **word**.\n")
    assert not [block for block in few if isinstance(block, IndexBlock)]
    notes = "> **For example.** Words on **Apple**.\n\n**A whole sentence stands here**, or **a title:**\n"
    body = read(tmp_path, f"# Zoo\n\n## apple\n\n### Deep down\n\n{terms}\n\n{notes}\n"
                          "Again: **term 0**, **pear**, **Knight errant**, **AI**.\n")
    assert isinstance(body[-1], IndexBlock)
    assert [text for text, _ in body[-1].entries] == [
        "AI", "deep down", "Knight errant", "pear", *(f"term {n}" for n in range(INDEX_FROM - 1))]
    anchors = [block.anchor for block in walk_blocks(body) if isinstance(block, Heading | Paragraph) and block.anchor]
    assert len(anchors) == len({*anchors})
    assert {anchor for _, anchor in body[-1].entries} <= {*anchors}
    places = {block.anchor: plain_text(block.text) for block in walk_blocks(body) if isinstance(block, Paragraph)}
    entries = dict(body[-1].entries)
    assert places[entries["term 0"]] == "A Term 0 and words."
    assert places[entries["pear"]] == "Again: term 0, pear, Knight errant, AI."


def test_nothing_is_added_to_a_short_text(tmp_path: Path) -> None:
    text = (Paragraph((TextRun("x"),)),)
    assert bind_blocks(text, text, {}, WORDS) == (text, text)


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
    built_in = Path(load_words.__globals__["BUILT_IN_WORDS"]) / "en.yaml"
    lines = built_in.read_text("utf-8").splitlines()
    changed = [f'{line.partition(":")[0]}: "{TRANSLATED[line.partition(":")[0]]}"'
               if line.partition(":")[0] in TRANSLATED else line for line in lines]
    (tmp_path / "nl.yaml").write_text("\n".join(changed) + "\n", "utf-8")
    words = load_words("nl.yaml", tmp_path)
    path = tmp_path / "rules.md"
    path.write_text("# Begin\n\n![Bord](board)\n\n# Kort\n\nWin.\n")
    book = read_book(path, FIGURES, BookImprint("G", "D", "1", 2), None, words, RULINGS)
    assert (book.contents, book.language, book.byline) == ("Inhoud", "nl", "Van D")
    assert captions(book.body) == ["Fig. 1: Bord"]
    assert "Vragen" in texts(book.body)
    assert texts(book.reference) == ["Kort", "Win."]


def test_a_language_that_is_not_there_or_not_whole(tmp_path: Path) -> None:
    with pytest.raises(FabgenError, match="no words in the language `xx`"):
        load_words("xx")
    (tmp_path / "part.yaml").write_text("language: de\n")
    words = load_words("part.yaml", tmp_path)
    assert (words.text("contents"), len(words.warnings)) == ("Inhalt", 1)
    assert words.warnings[0].where.file.endswith("part.yaml")

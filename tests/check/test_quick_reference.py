"""The quick reference of every template shows how its pieces move; the marks of the book's figures stand elsewhere."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import partial
from pathlib import Path

import pdfplumber
import pytest
from specs import changed, put

from fabgen.artwork.drawing import dump_drawing
from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5
from fabgen.book.rulebook_pdf import check_reference, write_book
from fabgen.check.game import check_spec
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.figures.rulebook.rules_text import figure_anchor
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import Book, BookFigure, FigureRow, Heading, KeyEntry, Paragraph, plain_text, walk_blocks

GAMES = sorted(template_folders())


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_quick_reference_has_what_players_need_during_play(game: str) -> None:
    spec = load_spec(game)
    book = read_game_rulebook(spec)
    behind = {block.anchor for block in walk_blocks(book.reference) if isinstance(block, BookFigure)}
    assert behind == {figure_anchor(f"moves:{piece}") for piece in spec.game.pieces}
    assert figure_anchor("legend") in {
        block.anchor for block in walk_blocks(book.body) if isinstance(block, BookFigure)
    }


# What the templates' diagrams show, in the words of a key; a caption of Incorrect Checkers explains its marks.
KEYS = {
    "abstract-game": ["may move here", "may jump here over a piece, which is captured"],
    "charing-cross": ["may move here", "may jump here over a piece, which goes home"],
    "chess-battle": ["may move or eliminate here", "and further along this line"],
    "correction": ["may move here", "may move here only to capture", "may move or capture here"],
    "incorrect-checkers": [],
}


def key_of(book: Book) -> list[KeyEntry]:
    """The entries of the keys in a quick reference."""
    return [entry for block in book.reference if isinstance(block, BookFigure | FigureRow) for entry in block.key]


@pytest.mark.parametrize("game", GAMES)
def test_the_quick_reference_explains_each_mark_once_in_a_key_or_a_caption(game: str) -> None:
    spec = load_spec(game)
    book = read_game_rulebook(spec)
    key = key_of(book)
    assert [entry.words for entry in key] == KEYS[game]
    captions = [plain_text(block.caption) for block in walk_blocks(book.reference) if isinstance(block, BookFigure)]
    used = {mark for piece in spec.game.pieces for mark in spec.diagram(piece).marks.values()}
    assert len(key) == len(used) or (not key and all(caption.endswith(".") for caption in captions))
    assert len({dump_drawing(entry.mark) for entry in key}) == len(key)
    assert not any(block.key for block in walk_blocks(book.body) if isinstance(block, BookFigure | FigureRow))


@pytest.mark.parametrize("caption", ["", "Your man"])
def test_a_key_is_below_the_last_diagram_whose_caption_is_a_name(tmp_path: Path, caption: str) -> None:
    """All animals may move to and capture on each of their cells."""
    path = six(tmp_path, "\n", caption)
    row = next(block for block in read_game_rulebook(load_spec(str(path))).reference if isinstance(block, FigureRow))
    assert [entry.words for entry in row.key] == ["may move or capture here"]
    assert not any(figure.key for figure in row.figures)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["abstract-game", "correction"])
def test_words_of_a_key_have_four_fifths_of_the_type_of_their_page(game: str) -> None:
    """On the last page, below the diagrams: in the caption of a single one, and below a row."""
    book = read_game_rulebook(load_spec(game))
    with pdfplumber.open(io.BytesIO(write_book(replace(book, body=book.body[:2]), load_theme("colour")))) as pdf:
        words = pdf.pages[-1].extract_words(extra_attrs=["size"])
    size = {word["text"]: word["size"] for word in words}
    body = size["Start:"]
    key = [word["size"] for word, _, third in zip(words, words[1:], words[2:], strict=False)
           if (word["text"], third["text"]) == ("may", "here")][:2]  # "may move here"
    assert key == pytest.approx([0.87 * body] * 2, abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_answered_in_a_sentence(game: str) -> None:
    spec = load_spec(game)
    assert all(ruling.answer for ruling in spec.game.rulings.values())
    body = read_game_rulebook(spec).body
    asked = [n for n, block in enumerate(body) if isinstance(block, Heading) and block.anchor.startswith("ruling/")]
    assert len(asked) == sum(bool(ruling.question) for ruling in spec.game.rulings.values())
    for n in asked:
        answer = body[n + 1]
        assert isinstance(answer, Paragraph)
        words = plain_text(answer.text)
        assert words[0].isupper()
        assert "'" not in words
        assert words.count(".") >= 2, words  # the answer and its reason


@pytest.mark.slow
def test_the_component_list_says_for_how_many_it_counts() -> None:
    """Chess Battle has twelve seats, of which its book shows four; Correction has two."""
    heads = {game: [plain_text(cell) for block in read_game_rulebook(load_spec(game)).body if hasattr(block, "head")
                    for cell in block.head] for game in ("chess-battle", "correction")}
    assert "For 4 players" in heads["chess-battle"]
    assert "In all" in heads["correction"]
    assert "4 to 12 players" in read_game_rulebook(load_spec("chess-battle")).facts


SIX = [f"animal {letter}" for letter in "abcdef"]
MOVES = "".join(f"  {name}:\n    moves: KNADGC\n    body: {{standee: cat}}\n" for name in SIX)
RULES = "# Animals\n\n{figures}\n\n# Quick reference\n\n{figures}\n\nTake the king and you win.\n"


def six(folder: Path, apart: str, caption: str = "") -> Path:
    text = changed(("pieces:\n", f"pieces:\n{MOVES}"), ("cell: 40 mm", "cell: 80 mm"))
    path = put(folder, text)
    figures = apart.join(f"![{caption}](moves:{name})" if " " not in name else f"![{caption}](<moves:{name}>)"
                         for name in SIX)
    path.with_name("rules.md").write_text(RULES.format(figures=figures), "utf-8")
    return path


@pytest.mark.slow
@pytest.mark.parametrize("apart", ["\n", "\n\n"], ids=["in one paragraph", "in paragraphs of their own"])
def test_six_diagrams_without_captions_are_in_rows_with_their_names(tmp_path: Path, apart: str) -> None:
    path = six(tmp_path, apart)
    spec = load_spec(str(path))
    assert [p.what for p in check_spec(spec) if p.level == "error"] == []
    book = read_game_rulebook(spec)
    (row,) = [block for block in book.reference if isinstance(block, FigureRow)]
    assert [plain_text(figure.caption) for figure in row.figures] == [name.capitalize() for name in SIX]
    assert all("one step" in figure.alt for figure in row.figures)  # who cannot see it is told all the same
    told = [plain_text(block.caption) for block in walk_blocks(book.body) if isinstance(block, BookFigure)]
    assert all("one step" in caption for caption in told)
    assert write_book(book, load_theme("colour"))  # raises where the reference does not fit


def test_a_caption_that_is_written_stays_and_a_sentence_takes_the_place_of_the_key(tmp_path: Path) -> None:
    book = read_game_rulebook(load_spec(str(six(tmp_path, "\n", "So it goes."))))
    (row,) = [block for block in book.reference if isinstance(block, FigureRow)]
    assert {plain_text(figure.caption) for figure in row.figures} == {"So it goes."}
    assert not row.key


@pytest.mark.slow
def test_a_reference_of_several_pages_is_no_problem(tmp_path: Path) -> None:
    path = six(tmp_path, "\n\n", "It goes on and on. " * 30)
    assert [p for p in check_spec(load_spec(str(path))) if p.where.file.endswith("rules.md")] == []


@pytest.mark.slow
def test_a_figure_in_the_reference_that_fits_no_page_is_found_by_check_at_its_heading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Captions have at most 800 characters: none is longer than a page of A5, but than one of half its height."""
    path = six(tmp_path, "\n\n", "It goes on and on. " * 40)
    low = replace(A5, height=110.0)
    monkeypatch.setattr("fabgen.book.rulebook_pdf.check_reference", partial(check_reference, page=low))
    found = [p for p in check_spec(load_spec(str(path))) if p.where.file.endswith("rules.md") and p.level == "error"]
    text = path.with_name("rules.md").read_text("utf-8")
    assert [p.where.line for p in found] == [text.splitlines().index("# Quick reference") + 1]
    assert "longer than a page" in found[0].what

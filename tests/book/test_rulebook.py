"""A spec's rulebook from its keys to its files: books by name, the limit of words, a language of one's own."""

from __future__ import annotations

import io
from importlib.resources import files
from pathlib import Path
from typing import Any

import pdfplumber
import pikepdf
import pytest
from pypdfium2 import PdfDocument
from specs import GAME, loaded, problems, put

from fabgen.build import build
from fabgen.check.game import check_rulebook
from fabgen.cli.option_values import read_books
from fabgen.production.rulebook_files import make_rulebooks
from fabgen.spec.build_options import BOOK_FORMATS, DEFAULT_BOOKS, Options
from fabgen.spec.load import load_spec

SIZES = {"a5": (148.0, 210.0), "half-letter": (139.7, 215.9), "a4": (210.0, 297.0), "letter": (215.9, 279.4),
         "square": (210.0, 210.0), "folder-a4": (297.0, 210.0), "folder-letter": (279.4, 215.9),
         "large-a4": (210.0, 297.0), "large-letter": (215.9, 279.4),
         "booklet-a4": (297.0, 210.0), "booklet-letter": (279.4, 215.9),
         "press-a5": (154.0, 216.0), "press-half-letter": (145.7, 221.9)}  # with 3 mm of bleed on each side


@pytest.mark.parametrize(("text", "wanted"), [
    ("a5", ("a5",)), ("large", ("large-a4", "large-letter")), ("booklet, a5", DEFAULT_BOOKS),
    ("half-letter,a5,a5", ("a5", "half-letter")), ("html,a5", ("a5", "html")),
    ("folder", ("folder-a4", "folder-letter")), ("a4,letter", ("a4", "letter")),
    ("press", ("press-a5", "press-half-letter")),
])
def test_books_by_name(text: str, wanted: tuple[str, ...]) -> None:
    assert read_books(text) == wanted


@pytest.mark.parametrize("text", ["a6", "half", "", "larg"])
def test_an_unknown_book_is_reported(text: str) -> None:
    with pytest.raises(ValueError, match=r"there is no book|nothing is named"):
        read_books(text)


@pytest.mark.slow
def test_every_book_has_its_size(tmp_path: Path) -> None:
    made = {one.path: one for one in make_rulebooks(loaded(tmp_path), Options(books=BOOK_FORMATS), lambda _: None)}
    assert len(made) == len(BOOK_FORMATS) == len(SIZES) + 1  # a web page has no size
    for name, size in SIZES.items():
        ending = "-rules.pdf" if name == "a5" else f"-rules-{name}.pdf"
        (one,) = [one for path, one in made.items() if path.endswith(ending)]
        assert one.size == size
        with pdfplumber.open(io.BytesIO(one.data)) as pdf:
            assert one.pages == len(pdf.pages)
            assert {(round(p.width / 72 * 25.4, 2), round(p.height / 72 * 25.4, 2)) for p in pdf.pages} == {size}


@pytest.mark.slow
def test_ink_is_obeyed_by_rulebooks(tmp_path: Path) -> None:
    spec = loaded(tmp_path)
    spec.folder.joinpath("rules.md").write_text("# One\n\n![The start](setup)\n\n![](moves:guard)\n")
    coloured = []
    for ink in ("full", "low", "bw"):
        (one,) = make_rulebooks(spec, Options(books=("a5",), book_ink=ink), lambda _: None)
        dots = [dot for page in PdfDocument(one.data) for dot in page.render().to_pil().get_flattened_data()]
        coloured.append(sum(max(dot) - min(dot) > 20 for dot in dots))
    assert coloured[0] > coloured[1] > coloured[2] == 0


def test_folders_that_stay_keep_their_ink() -> None:
    chosen = Options(ink="bw", book_ink="bw")
    assert chosen.keep_for_folders(Options(), ["print"]) == Options(ink="full", book_ink="bw")
    assert chosen.keep_for_folders(Options(), ["rules"]) == Options(ink="bw", book_ink="full")


@pytest.mark.slow
def test_a5_and_half_letter_break_at_the_same_lines(tmp_path: Path) -> None:
    spec = loaded(tmp_path)
    paragraph = "Words that fill many lines of a page. " * 100 + "\n\n"
    spec.folder.joinpath("rules.md").write_text("# One\n\n" + paragraph * 3)
    texts = []
    for one in make_rulebooks(spec, Options(books=("a5", "half-letter")), lambda _: None):
        with pdfplumber.open(io.BytesIO(one.data)) as pdf:
            texts.append([page.filter(is_level).extract_text() for page in pdf.pages])
    assert len(texts[0]) > 4
    assert texts[0] == texts[1]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "reference"), [("de", "Kurzübersicht"), ("fr", "Aide-mémoire")])
def test_a_translated_book_fills_as_many_pages_as_its_source(language: str, reference: str) -> None:
    """Four sheets of A5, none of whose pages is empty, with the quick reference on the last one alone."""
    (one,) = make_rulebooks(load_spec("correction", language=language), Options(books=("a5",)), lambda _: None)
    with pdfplumber.open(io.BytesIO(one.data)) as pdf:
        texts = [page.extract_text() for page in pdf.pages]
    assert len(texts) == 16
    assert min(len(text.split()) for text in texts) >= 20, "no page is empty but for its foot"
    assert texts[-1].startswith(reference.upper())  # the theme sets headings of chapters in capitals


@pytest.mark.slow
def test_words_of_comics_in_two_columns_are_legible() -> None:
    """Six points or more, as in all books; three boards of five files in a row left 5.3."""
    (one,) = make_rulebooks(load_spec("abstract-game"), Options(books=("square",)), lambda _: None)
    with pdfplumber.open(io.BytesIO(one.data)) as pdf:
        assert min(char["size"] for page in pdf.pages for char in page.chars if is_level(char)) >= 6.0


def is_level(thing: dict[str, Any]) -> bool:
    """Whether something on a page is no letter of the tab at its edge, which are turned."""
    return "matrix" not in thing or abs(thing["matrix"][1]) < 0.01


def test_large_print_is_large(tmp_path: Path) -> None:
    """16 points or more for words that are read, as guides for people with low vision ask."""
    (one,) = make_rulebooks(loaded(tmp_path), Options(books=("large-a4",)), lambda _: None)
    with pdfplumber.open(io.BytesIO(one.data)) as pdf:
        level = [char for page in pdf.pages for char in page.chars if is_level(char)]
    assert min(char["size"] for char in level) > 16


@pytest.mark.sample(2)
@pytest.mark.parametrize(("limit", "found"), [(4, 0), (3, 0), (2, 1)])  # `# Skirmish` and `Take turns.`
def test_a_limit_of_words(tmp_path: Path, limit: int, found: int) -> None:
    limited = ("title: Skirmish\n", f"title: Skirmish\nwords_limit: {limit}\n")
    over = [p for p in problems(tmp_path, limited) if "limit" in p.what]
    assert len(over) == found
    for problem in over:
        assert problem.what == "the rulebook's text has 3 words, 1 over the limit of 2"
        assert problem.where.key == "words_limit"
        assert problem.where.line == 3


@pytest.mark.parametrize(("figure", "count"), [
    ("![A guard may strike here.](example:strike)", 6),  # `Skirmish` and the caption
    ("![](example:strike)", 4),  # `Skirmish` and the title of the example, `A guard strikes`
    ("![](moves:guard)", 1),  # what fabgen says of a guard's moves is not counted
])
def test_words_under_figures_count(tmp_path: Path, figure: str, count: int) -> None:
    spec = loaded(tmp_path, ("title: Skirmish\n", "title: Skirmish\nwords_limit: 1\n"))
    spec.folder.joinpath("rules.md").write_text(f"# Skirmish\n\n{figure}\n", "utf-8")
    found = [problem.what for problem in check_rulebook(spec)]
    assert found == ([] if count == 1 else [f"the rulebook's text has {count} words, {count - 1} over the limit of 1"])


@pytest.mark.parametrize(("written", "what"), [("xx", "no words in the language"), ("Klingon!", "is no language"),
                                               ("none.yaml", "")])
def test_an_unknown_language_is_reported(tmp_path: Path, written: str, what: str) -> None:
    found = [p for p in problems(tmp_path, ("title: Skirmish\n", f"title: Skirmish\nlanguage: {written}\n"))
             if p.level == "error"]
    assert len(found) == 1
    assert what in found[0].what


@pytest.mark.slow
def test_the_users_language_file_goes_into_the_book_and_the_sources(tmp_path: Path) -> None:
    path = put(tmp_path, GAME.replace("title: Skirmish\n", "title: Skirmish\nlanguage: words.yaml\n"))
    words = (files("fabgen") / "core" / "words" / "en.yaml").read_text("utf-8")
    own = words.replace("language: en-GB", "language: eo").replace("byline: A game by", "byline: Ludo de")
    path.with_name("words.yaml").write_text(own, "utf-8")
    result = build(str(path), tmp_path / "out", Options(books=("a5",)), ("rules",))
    assert (result.target / "source" / "words.yaml").read_text("utf-8") == own
    (book,) = result.target.glob("rules/*.pdf")
    with pikepdf.open(book) as pdf, pdfplumber.open(book) as seen:
        assert str(pdf.Root.Lang) == "eo"
        assert "Ludo de Nobody" in seen.pages[0].extract_text()

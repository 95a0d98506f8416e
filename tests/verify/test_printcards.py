"""What is wrong with printed cards is found: each defect is planted in a good set by another program."""

from __future__ import annotations

import shutil
from pathlib import Path

import pikepdf
import pytest
from built import share_build
from verify.planting import print_problems

from fabgen.build import build
from fabgen.spec.build_options import Options
from fabgen.verify.cards import check_cards
from fabgen.verify.printed_things import PrintedFile, PrintedSet
from fabgen.verify.readers.page_pdf import PrintedDocument, PrintedPage, PrintedThing, PrintedWord
from fabgen.verify.sources import BuildSources

HARBOUR = Path(__file__).parents[1] / "templates" / "harbour"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(papers=("a4",), assembly="duplex")
    return share_build(tmp_path_factory, "cards",
                       lambda folder: build(str(HARBOUR), folder, options, ("print",))).target


def planted(good: Path, tmp_path: Path, page: int, old: bytes, new: bytes, sides: str = "both-sides") -> list[str]:
    """What is found once a page, counted from the end of a file, has been spoilt."""
    folder = Path(shutil.copytree(good, tmp_path / "copy"))
    (path,) = folder.glob(f"print/*{sides}*.pdf")
    with pikepdf.open(path, allow_overwriting_input=True) as pdf:
        spoilt = pdf.pages[page]
        spoilt.contents_coalesce()
        content = spoilt.Contents.read_bytes()
        assert old in content, "the defect was not planted"
        spoilt.Contents.write(content.replace(old, new, 1))
        pdf.save(path)
    return print_problems(folder)


def card_id(id: str) -> bytes:
    return f"<{id.encode().hex()}>".encode()


def test_good_cards_are_proven(good: Path) -> None:
    assert print_problems(good) == []


def test_a_card_that_is_another_one_is_found(good: Path, tmp_path: Path) -> None:
    problems = planted(good, tmp_path, -2, card_id("cargo 3 card 1"), card_id("cargo 3 card 9"))
    assert any("cargo 3 card 1 is on no sheet" in problem for problem in problems)
    assert any("does not know “cargo 3 card 9”" in problem for problem in problems)


def test_a_card_with_the_words_of_another_one_is_found(good: Path, tmp_path: Path) -> None:
    problems = planted(good, tmp_path, -2, card_id("cargo 1 card 3"), card_id("cargo 2 card 2"))
    assert any("cargo 2 card 2 says “fish”, which its card does not" in problem for problem in problems)


def test_a_back_that_is_elsewhere_is_found(good: Path, tmp_path: Path) -> None:
    """Two backs of one sheet are exchanged."""
    first, second = card_id("cargo 1 card 1 back"), card_id("cargo 1 card 2 back")
    problems = planted(good, tmp_path, -1, first, second)
    assert any("cargo 1 card 1 has no back" in problem for problem in problems)


def test_backs_that_are_a_little_off_are_found(good: Path, tmp_path: Path) -> None:
    """By 0.6 points: 0.2 mm."""
    problems = planted(good, tmp_path, -1, b"", b"1 0 0 1 0.6 0 cm\n")
    assert any("the back of cargo 1 card 1 is not behind it" in problem for problem in problems)


@pytest.mark.parametrize(("off", "is_near"), [(1.9, True), (2.1, False)])
def test_words_near_a_cut_are_found(good: Path, off: float, is_near: bool) -> None:
    """A cut at a height of 5 mm, with a mark of 2.6 mm at 1 mm from each of its ends; a word that begins above it."""
    marks = ((-3.6, 5.0), (-1.0, 5.0)), ((101.0, 5.0), (103.6, 5.0))
    word = PrintedWord("near", (10.0, 5.0 + off, 20.0, 12.0), 8.0)
    thing = PrintedThing("cargo 1 card 1", (0.0, 5.0, 57.5, 85.0), 1, ())
    side = PrintedPage(210.0, 297.0, 0, (word,), marks, (), (), (), frozenset(), None, 0.0, things=(thing,))
    sources = BuildSources(good)
    file = PrintedFile("print/set.pdf", PrintedDocument((side,), ""), False)
    told = [problem.what for problem in check_cards(PrintedSet("a4", sources.print_spec, sources.options, (file,)))]
    assert ("“near” comes too near to a cut" in told) == is_near


def test_a_picture_that_is_gone_is_found(good: Path, tmp_path: Path) -> None:
    problems = planted(good, tmp_path, -2, b" Do", b" n")
    assert any("cargo 2 card 1 has 0 pictures, not 1" in problem for problem in problems)


@pytest.mark.parametrize(("old", "new", "says"), [
    (card_id("luck die 1-to-2"), card_id("luck die 1-to-1"), "luck die 1-to-1 has 42 pips, not 21"),
    (card_id("wind die 1"), card_id("luck die 3"), "luck die 3 has 0 pips, not 21"),
    (card_id("score track 1"), card_id("score track 2"), "score track 1 is on no sheet"),
])
def test_a_die_or_a_track_that_is_another_one_is_found(good: Path, tmp_path: Path, old: bytes, new: bytes,
                                                       says: str) -> None:
    (path,) = good.glob("print/*one-side*.pdf")
    with pikepdf.open(path) as pdf:
        (number,) = (n for n, sheet in enumerate(pdf.pages) if old in sheet.Contents.read_bytes())
        total = len(pdf.pages)
    problems = planted(good, tmp_path, number - total, old, new, "one-side")
    assert any(says in problem for problem in problems)

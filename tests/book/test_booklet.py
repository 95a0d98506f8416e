"""Imposed sheets, read back with pdfplumber: each page on its half, in true size, moved for creep, marks in place."""

from __future__ import annotations

import io
from functools import cache

import pdfplumber
import pikepdf
import pytest

from fabgen.artwork.themes import load_theme
from fabgen.book.booklet import SHEETS, write_booklet
from fabgen.book.rulebook_pdf import A5, write_book
from fabgen.core.languages import load_words
from fabgen.typeset.blocks import Block, Book, Heading, PageBreak, Paragraph, TextRun

MM = 72 / 25.4
PAGES = 14  # with the title page and the reference
A4, LETTER = (297.0, 210.0), (279.4, 215.9)  # mm: ISO 216; 11 x 8.5 in


@cache
def book() -> bytes:
    body: list[Block] = []
    for n in range(2, PAGES):
        body += [Paragraph((TextRun(f"Folio{n}"),)), PageBreak()]
    last = (Heading(1, (TextRun("Quick reference"),), "q"), Paragraph((TextRun(f"Folio{PAGES}"),)))
    made = Book("Gambit", "By Ada", "Folio1", "2 players", "Ada", "Contents", "en-GB", None, ((TextRun("Imprint."),),),
                tuple(body[:-1]), last)
    return write_book(made, load_theme("colour"))


@cache
def sheets(paper: str, thickness: float = 0.1) -> bytes:
    return write_booklet(book(), paper, load_theme("colour"), load_words(), back_pages=1, thickness=thickness)


def folios(data: bytes) -> dict[str, tuple[int, float, float]]:
    """Side and lower left corner in points of each page's folio."""
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        words = ((n, page, word) for n, page in enumerate(pdf.pages) for word in page.extract_words())
        return {word["text"]: (n, word["x0"], page.height - word["bottom"])
                for n, page, word in words if word["text"].startswith("Folio")}


@pytest.mark.sample(1)
@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_every_page_is_on_its_half_in_true_size(paper: str, size: tuple[float, float]) -> None:
    """14 pages make 4 sheets: 16 halves, two of them blank before the back cover. Sheets from the outermost."""
    order = [(14, 1), (2, None), (None, 3), (4, 13), (12, 5), (6, 11), (10, 7), (8, 9)]
    read, half = folios(book()), size[0] / 2
    found = folios(sheets(paper))
    assert len(found) == PAGES
    for side, pair in enumerate(order):
        for right, page in enumerate(pair):
            if page is None:
                continue
            _, x, y = read[f"Folio{page}"]
            creep = side // 2 * 0.1 * (-1 if right else 1)
            left = right * half + (half - A5.width) / 2 + creep
            assert found[f"Folio{page}"] == pytest.approx((side, x + left * MM, y + (size[1] - A5.height) / 2 * MM),
                                                          abs=0.05 * MM)


@pytest.mark.slow
def test_thicker_paper_moves_more() -> None:
    thin, thick = (folios(sheets("a4", thickness))["Folio7"] for thickness in (0.1, 0.3))
    assert thick[1] - thin[1] == pytest.approx(-3 * 0.2 * MM, abs=0.01)  # sheet 4, right half: to the left


@pytest.mark.parametrize(("paper", "size"), [("a4", A4), ("letter", LETTER)])
def test_sheets_have_their_size_and_their_preferences(paper: str, size: tuple[float, float]) -> None:
    with pikepdf.open(io.BytesIO(sheets(paper))) as pdf:
        assert SHEETS[paper] == size
        assert {tuple(round(float(n) / MM, 2) for n in page.mediabox[2:]) for page in pdf.pages} == {size}
        preferences = pdf.Root.ViewerPreferences
        assert (preferences.Duplex, preferences.PrintScaling) == ("/DuplexFlipShortEdge", "/None")
        assert str(pdf.Root.Lang) == "en-GB"
        assert str(pdf.docinfo["/Title"]) == "Gambit"


def test_marks_for_folding_and_stapling() -> None:
    with pdfplumber.open(io.BytesIO(sheets("a4"))) as pdf:
        assert len(pdf.pages) > 1
        for n, page in enumerate(pdf.pages):
            middle, height = page.width / 2, float(page.height)
            folds = [line for line in page.lines if abs(line["x0"] - middle) < 0.1 and abs(line["x1"] - middle) < 0.1]
            assert len(folds) == (2 if n % 2 else 0)
            assert all(line["height"] == pytest.approx(6 * MM, abs=0.1) for line in folds)
            assert all(min(line["top"], height - line["bottom"]) == pytest.approx(6.5 * MM, abs=0.1) for line in folds)
            dots = [curve for curve in page.curves if curve["width"] < 2 * MM]
            heights = sorted(round((dot["top"] + dot["bottom"]) / 2 / height, 3) for dot in dots)
            assert heights == ([0.25, 0.75] if n == 0 else [])


def test_added_pages_are_for_notes_and_each_sheet_is_reported() -> None:
    with pdfplumber.open(io.BytesIO(sheets("a4"))) as pdf:
        assert [page.extract_text().count("Notes") for page in pdf.pages] == [0, 1, 1, 0, 0, 0, 0, 0]
        for n, page in enumerate(pdf.pages):
            along = "".join(char["text"] for char in page.chars if not char["upright"])
            assert (f"{n // 2 + 1}/4" in along) == (n in (3, 5, 7))
            assert ("sheet 1 of 4" in along and "0.1 mm" in along) == (n == 1)


def test_inner_sheets_have_no_long_words_in_the_gutter() -> None:
    """The number of a sheet stands at the foot of the fold, within 4 mm of its mark's lower end."""
    with pdfplumber.open(io.BytesIO(sheets("a4"))) as pdf:
        assert len(pdf.pages) > 3
        for page in pdf.pages[3::2]:
            along = [char for char in page.chars if not char["upright"]]
            assert len(along) == 3
            assert all(page.height - char["bottom"] > 6 * MM and page.height - char["top"] < 11 * MM for char in along)


def test_same_bytes() -> None:
    again = write_booklet(book(), "a4", load_theme("colour"), load_words(), back_pages=1)
    assert again == sheets("a4")

"""The pages of a job sheet as other readers see them: tables that go on, names that are whole, tags, bookmarks."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace

import pdfplumber
import pikepdf
import pytest
from laser.job_sheet.test_sheet_picture import work
from laser.laser_parts import disc
from pdfplumber.page import Page

from fabgen.laser.job_sheet.job_sheet import write_job_pdf
from fabgen.laser.job_sheet.job_sheet_typst import _breakable, _words
from fabgen.laser.job_sheet.work import JobContent

MM = 25.4 / 72


def kinds(count: int, more: str = "") -> JobContent:
    """A job of one sheet with this many kinds of parts, of long names."""
    part = disc(1)
    return work([replace(part, name=f"board joint {n} of acrylic-3mm/clear{more}") for n in range(1, count + 1)])


def read_pages(job: JobContent, paper: str = "a4") -> list[Page]:
    return pdfplumber.open(io.BytesIO(write_job_pdf(job, paper)[0])).pages


def halves(page: Page) -> tuple[str, str]:
    """The words of the left and of the right half of a page."""
    left, right = (page.crop((x, 0, x + page.width / 2, page.height)) for x in (0, page.width / 2))
    return words(left), words(right)


def words(page: Page) -> str:
    return " ".join(page.extract_text().split())


def numbers(cut_list: str) -> list[int]:
    """The numbers of the kinds in a cut list, in their order."""
    return [int(number) for number in re.findall(r"(\d+) board joint", cut_list)]


@pytest.mark.slow
def test_numbers_and_names_of_a_cut_list_are_whole() -> None:
    _, page = read_pages(kinds(6))
    left, right = halves(page)
    assert "Settings" in left
    cut_list = right.partition("Cut list")[2]
    assert numbers(cut_list) == [*range(1, 7)]
    assert "\N{HORIZONTAL ELLIPSIS}" not in words(page)


@pytest.mark.slow
def test_a_long_cut_list_has_pages_of_its_own_and_no_row_is_torn() -> None:
    """40 kinds with names of six lines, in columns: each says what its columns are, and holds the sizes and the ends of
    the names of its rows."""
    _, first, *pages = read_pages(kinds(40, " that somebody gave a name of very many letters" * 3 + " end"))
    assert not numbers(words(first))
    columns = [column for page in pages for column in halves(page)]
    assert "Cut list of tokens.svg" in columns[0]
    assert [number for column in columns for number in numbers(column)] == [*range(1, 41)]
    for column in filter(numbers, columns):
        assert column.count("part count mm") == 1
        assert column.count("18 x 18") == len(re.findall(r"\bend\b", column)) == len(numbers(column))
    assert len(pages) == 3


@pytest.mark.slow
def test_a_job_of_many_sheets_lists_all_of_them_and_repeats_the_head_of_their_table() -> None:
    job = kinds(1)
    pages = read_pages(replace(job, sheets=job.sheets * 60))
    first = [words(page) for page in pages if "put in" in words(page)]
    assert len(first) == 2
    assert all("file put in sheet parts time" in text for text in first)
    assert " 60 " in first[1]
    assert len(pages) > 61


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_is_outside_of_the_margins(paper: str) -> None:
    """10 mm of the paper and 5 mm more; the foot is 4 mm lower."""
    long_name = replace(kinds(3), title="Incomprehensibilities" * 4)
    pages = read_pages(long_name, paper)
    assert pages
    for page in pages:
        for word in page.extract_words():
            assert word["x0"] * MM >= 14.9
            assert (page.width - word["x1"]) * MM >= 14.9
            assert (page.height - word["bottom"]) * MM >= 10
            assert word["top"] * MM >= 14


@pytest.mark.slow
def test_the_file_is_tagged_and_its_pictures_are_described() -> None:
    job = kinds(3)
    with pikepdf.open(io.BytesIO(write_job_pdf(job, "a4")[0])) as pdf, pdf.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
        assert metadata["dc:title"] == "Game: job sheet"
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        with pdf.open_outline() as outline:
            assert [item.title for item in outline.root] == ["The job", job.sheets[0].sheet.name]
        tags = Counter(str(element.S) for element in pdf.objects
                       if isinstance(element, pikepdf.Dictionary) and element.get("/Type") == "/StructElem")
        alts = [str(element.Alt) for element in pdf.objects
                if isinstance(element, pikepdf.Dictionary) and element.get("/S") == "/Figure"]
    assert tags["/H1"] == 2
    assert tags["/Table"] == 3
    assert tags["/TH"] == 6 + 7 + 4
    name = job.sheets[0].files[0]
    assert alts == [f"Where the parts lie in {name}: 3 parts of 3 kinds on a sheet of acrylic-3mm/red, 600 x 400 mm. "
                    "The cut list names them."]


@pytest.mark.slow
def test_names_are_meant_literally_and_characters_without_a_glyph_are_question_marks() -> None:
    """Names of a workshop's stock are free: they may hold anything."""
    job = replace(kinds(1), title='#panic("x") $ ] \\ // *a* @b', remarks=("Stock \N{GRINNING FACE}\a: = #let",))
    data, *_ = write_job_pdf(job, "a4")
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        first = words(pdf.pages[0])
    assert 'Job sheet for the laser #panic("x") $ ] \\ // *a* @b 1 sheet' in first
    assert "Stock ??: = #let" in first


def test_options_and_commands_are_not_divided_and_long_names_are() -> None:
    assert _words("see (--engrave), then (fabgen keep-offcuts)") == (
        "[see #box[(\\--engrave),] then (fabgen #box[keep-offcuts)]]")
    assert "#box" not in _words("yellow-pieces-and-medal-tokens.svg")
    assert _breakable("board") == "board"

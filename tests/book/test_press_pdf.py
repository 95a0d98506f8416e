"""A book for a print shop: its boxes, its inks, no links, the lines of the book that is read on a screen."""

from __future__ import annotations

import io

import pdfplumber
import pikepdf
import pytest
from book.one_book import book

from fabgen.artwork.themes import load_theme
from fabgen.book.book_format import A5, FORMATS
from fabgen.book.press_pdf import write_press_pdf
from fabgen.book.rulebook_pdf import write_book
from fabgen.core.problems import FabgenError
from fabgen.typeset.blocks import Heading, Paragraph, TextRun
from fabgen.typeset.typst_process import typst_process

POINT = 72 / 25.4
CONTENT = book(Heading(1, (TextRun("Moves"),), "moves"), Paragraph((TextRun("Slide as far as you like. " * 90),)),
               Heading(1, (TextRun("End"),), "end"), Paragraph((TextRun("See the moves.", link="#moves"),)))
HEAD = """\
#set document(title: "Inks")
#set page(width: 100mm, height: 60mm, bleed: 3mm)
#set text(font: "Source Sans Pro")
"""


def press(code: str) -> pikepdf.Pdf:
    """A page of Typst code, for a print shop."""
    data = typst_process().compile_pdf({"main.typ": HEAD + code})
    return pikepdf.open(io.BytesIO(write_press_pdf(data, 3.0, load_theme("colour"))))


def operators(pdf: pikepdf.Pdf) -> list[tuple[str, list[float]]]:
    """The instructions of the first page that choose colours."""
    return [(str(one.operator), [float(number) for number in one.operands if not isinstance(number, pikepdf.Name)])
            for one in pikepdf.parse_content_stream(pdf.pages[0])
            if str(one.operator) in ("k", "K", "g", "G", "rg", "RG", "cs", "CS", "sc", "scn", "SC", "SCN")]


def test_each_page_has_its_boxes() -> None:
    """A5 is 148 x 210 mm; 3 mm around it are 154 x 216 mm, and the trimmed page begins at 3 mm."""
    data = write_press_pdf(write_book(CONTENT, load_theme("colour"), FORMATS["press-a5"]), 3.0, load_theme("colour"))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            assert [float(side) / POINT for side in page.obj.TrimBox] == pytest.approx([3, 3, 151, 213], abs=0.001)
            for box in (page.obj.BleedBox, page.obj.MediaBox):
                assert [float(side) / POINT for side in box] == pytest.approx([0, 0, 154, 216], abs=0.001)
            assert "/Annots" not in page.obj
        assert "/Link" not in {thing.get("/S") for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)}
        assert pdf.pdf_version == "1.6"


@pytest.mark.slow
def test_its_lines_are_those_of_the_book_for_a_screen() -> None:
    theme = load_theme("colour")
    texts = []
    for data in (write_book(CONTENT, theme, A5), write_book(CONTENT, theme, FORMATS["press-a5"])):
        with pdfplumber.open(io.BytesIO(data)) as pdf:
            texts.append([page.extract_text() for page in pdf.pages])
    assert texts[0] == texts[1]


def test_the_same_pages_give_the_same_bytes() -> None:
    data, theme = write_book(CONTENT, load_theme("colour"), FORMATS["press-a5"]), load_theme("colour")
    assert write_press_pdf(data, 3.0, theme) == write_press_pdf(data, 3.0, theme)


def test_colours_become_inks() -> None:
    """Words are solid black; the orange of the palette is 0 42 100 5 %; a grey of 36 % is a tint of 64 %."""
    pdf = press('words #rect(fill: rgb("#e69f00"), stroke: luma(36%), width: 1cm)')
    assert operators(pdf) == [("k", [0, 0, 0, 1]), ("k", [0, 0.42, 1, 0.05]), ("K", [0, 0, 0, 0.64])]
    assert "/ColorSpace" not in pdf.pages[0].obj.Resources


def test_inks_that_a_theme_states_stay() -> None:
    assert ("k", pytest.approx([0.2, 0.4, 0, 0.1], abs=0.003)) in operators(
        press("#rect(fill: cmyk(20%, 40%, 0%, 10%), width: 1cm)"))


def test_a_saved_colour_comes_back() -> None:
    """After `Q`, a colour is again one of the space before `q`: numbers that follow must be read in it."""
    data = typst_process().compile_pdf({"main.typ": HEAD + "#text(fill: rgb(10%, 50%, 50%))[a]"})
    with pikepdf.open(io.BytesIO(data)) as pdf:
        spaces = pdf.pages[0].obj.Resources.ColorSpace
        [name] = [name for name in spaces if spaces[name][1].N == 3]
        spaces["/inks"] = pikepdf.Name.DeviceCMYK
        code = f"{name} cs 0 0.44706 0.69804 scn q /inks cs 0 1 0 0 scn Q 0.90196 0.62353 0 scn 0 0 9 9 re f"
        pdf.pages[0].obj.Contents = pdf.make_stream(code.encode())
        stream = io.BytesIO()
        pdf.save(stream)
    with pikepdf.open(io.BytesIO(write_press_pdf(stream.getvalue(), 3.0, load_theme("colour")))) as pdf:
        assert operators(pdf) == [("k", [0.9, 0.45, 0, 0.1]), ("cs", []), ("scn", [0, 1, 0, 0]),
                                  ("k", [0, 0.42, 1, 0.05])]


@pytest.mark.parametrize("code", [
    "#rect(fill: gradient.linear(red, blue))",
    '#image(bytes((255, 0, 0)), format: (encoding: "rgb8", width: 1, height: 1), alt: "red")',
])
def test_what_cannot_be_printed_in_inks_is_refused(code: str) -> None:
    with pytest.raises(FabgenError) as error:
        press(code)
    [problem] = error.value.problems
    assert "page 1 has a picture or a gradient in colours of a screen" in problem.what
    assert "cmyk(" in problem.hint

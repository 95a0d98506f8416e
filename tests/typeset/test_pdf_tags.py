"""The structure of a rulebook, read back with pdfplumber, pikepdf and PDFium: all that is on the page is tagged."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterator
from functools import cache
from typing import Any

import pdfplumber
import pikepdf
import pypdfium2.raw as pdfium
import pytest
from book.one_book import book

from fabgen.artwork.drawing import Role, draw
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.book.rulebook_pdf import write_book
from fabgen.typeset.blocks import (
    BookFigure,
    FigureRow,
    Heading,
    Listing,
    NoteBox,
    Paragraph,
    TextRun,
    TextRuns,
    TextTable,
)

SQUARE = draw(Role.GRID, rectangle(0, 0, 20, 20))
LONG = "The quick brown fox jumps over the lazy dog while the band plays on and nobody counts the cards. " * 30
PAINTING = {"f", "F", "f*", "B", "B*", "b", "b*", "S", "s", "Tj", "TJ", "'", '"', "Do", "sh", "BI"}


def words(text: str, **style: Any) -> TextRuns:
    return (TextRun(text, **style),)


BODY = (
    Heading(1, words("Start"), "start"),
    Paragraph((*words("Go to "), *words("the end", link="#end"), *words(" at once."))),
    Listing(((Paragraph(words("first")),), (Paragraph(words("second")),)), 1),
    TextTable((words("Name"), words("Count")), ((SQUARE, words("4")),), ("left", "right")),
    NoteBox((Paragraph(words("Mind this.")),)),
    BookFigure(SQUARE, words("One square."), (words("Claim."),), alt="A square, told."),
    FigureRow((BookFigure(SQUARE, words("Left.")), BookFigure(SQUARE, words("Right."), alt="The right one."))),
    Heading(2, words("End"), "end"),
    Paragraph(words(LONG)),
)


@cache
def data() -> bytes:
    return write_book(book(*BODY, reference=(Heading(1, words("Quick reference"), "q"),), cover_alt="Cover, told."),
                      load_theme("colour"))


def elements(node: Any) -> Iterator[tuple[Any, int]]:
    """Each element below one and how deep it stands, in reading order."""
    stack = [(child, 1) for child in reversed(list(node.K)) if isinstance(child, pikepdf.Dictionary)]
    while stack:
        one, depth = stack.pop()
        if "/S" in one:
            yield one, depth
            inner = [kid for kid in one.get("/K", []) if isinstance(kid, pikepdf.Dictionary)]
            stack += [(kid, depth + 1) for kid in reversed(inner)]


def test_the_elements_stand_in_reading_order() -> None:
    with pikepdf.open(io.BytesIO(data())) as pdf:
        roles = [str(one.S)[1:] for one, _ in elements(pdf.Root.StructTreeRoot)]
    assert roles[:6] == ["Document", "P", "P", "Figure", "P", "P"]  # the title page
    start = roles.index("H1")
    assert roles[start:] == [
        "H1", "P", "Link", "L", *["LI", "Lbl", "LBody", "P"] * 2, "Table", "TR", "TH", "TH", "TR", "TD", "Figure", "TD",
        "Div", "P", "Div", "Figure", "Caption", "P", *["Div", "Figure", "Caption"] * 2, "H2", "P", "H1"]
    assert roles[7:start] == ["TOC", *["TOCI", "Link", "Link"] * 3, "P"]


def test_every_figure_is_reported_in_words_as_pdfium_reads_them() -> None:
    found = list(told())
    assert found == ["Cover, told.", "4", "A square, told.", "Left.", "The right one."]


def told() -> Iterator[str]:
    content = data()
    document = pdfium.FPDF_LoadMemDocument64(content, len(content), None)
    assert pdfium.FPDFCatalog_IsTagged(document)
    for n in range(pdfium.FPDF_GetPageCount(document)):
        page = pdfium.FPDF_LoadPage(document, n)
        tree = pdfium.FPDF_StructTree_GetForPage(page)
        for k in range(pdfium.FPDF_StructTree_CountChildren(tree)):
            yield from figures(pdfium.FPDF_StructTree_GetChildAtIndex(tree, k))
        pdfium.FPDF_StructTree_Close(tree)
        pdfium.FPDF_ClosePage(page)
    pdfium.FPDF_CloseDocument(document)


def figures(element: Any) -> Iterator[str]:
    if not element:
        return
    buffer = ctypes.create_string_buffer(400)
    pdfium.FPDF_StructElement_GetType(element, buffer, 400)
    if buffer.raw.decode("utf-16-le").split("\0")[0] == "Figure":
        size = pdfium.FPDF_StructElement_GetAltText(element, buffer, 400)
        yield buffer.raw[:size].decode("utf-16-le").rstrip("\0")
    for k in range(pdfium.FPDF_StructElement_CountChildren(element)):
        yield from figures(pdfium.FPDF_StructElement_GetChildAtIndex(element, k))


def test_nothing_is_painted_outside_a_mark() -> None:
    with pikepdf.open(io.BytesIO(data())) as pdf:
        for page in pdf.pages:
            depth, bare = 0, []
            for operands, operator in pikepdf.parse_content_stream(page):
                name = str(operator)
                depth += (name in ("BDC", "BMC")) - (name == "EMC")
                assert depth <= 1, "marks inside marks"
                bare += [(name, operands)] if name in PAINTING and not depth else []
            assert (depth, bare) == (0, [])


def test_marks_and_elements_point_to_each_other() -> None:
    """Every number in the content is in the page's parent array, and the element there has it among its kids."""
    with pikepdf.open(io.BytesIO(data())) as pdf:
        numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
        parents = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
        for page in pdf.pages:
            used = [int(operands[1].MCID) for operands, operator in pikepdf.parse_content_stream(page)
                    if str(operator) == "BDC" and "/MCID" in operands[1]]
            array = parents[int(page.obj.StructParents)]
            assert used == list(range(len(array)))
            for number, element in enumerate(array):
                kids = [kid for kid in element.K if kid.get("/Type") == "/MCR" and kid.Pg.objgen == page.obj.objgen]
                assert number in [int(kid.MCID) for kid in kids]


def test_links_are_elements_with_words() -> None:
    with pikepdf.open(io.BytesIO(data())) as pdf:
        numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
        parents = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
        annotations = [one for page in pdf.pages for one in page.get("/Annots", [])]
        assert len(annotations) == 7  # two for each line of the contents, one in the text
        for one in annotations:
            element = parents[int(one.StructParent)]
            assert element.S == "/Link"
            assert one.objgen in [kid.Obj.objgen for kid in element.K if kid.get("/Type") == "/OBJR"]
        led = [str(one.Contents) for one in annotations]
        assert led == [*["Start"] * 2, *["End"] * 2, *["Quick reference"] * 2, "End"]


def test_a_paragraph_over_two_pages_is_one_element() -> None:
    with pikepdf.open(io.BytesIO(data())) as pdf:
        spread = [one for one, _ in elements(pdf.Root.StructTreeRoot)
                  if len({kid.Pg.objgen for kid in one.K if "/Pg" in kid}) > 1]
        assert [str(one.S) for one in spread] == ["/P"]


def test_figures_say_where_they_stand() -> None:
    with pikepdf.open(io.BytesIO(data())) as pdf, pdfplumber.open(io.BytesIO(data())) as seen:
        boxes = [(one.A.BBox, one) for one, _ in elements(pdf.Root.StructTreeRoot) if one.S == "/Figure"]
        by_page = {page.obj.objgen: n for n, page in enumerate(pdf.pages)}
        for box, one in boxes[1:]:
            page = seen.pages[by_page[one.K[0].Pg.objgen]]
            left, low, right, high = map(float, box)
            inside = [shape for shape in page.rects + page.curves
                      if left <= shape["x0"] and shape["x1"] <= right and low <= shape["y0"] and shape["y1"] <= high]
            assert len(inside) == 1


def test_pdfplumber_reads_the_structure() -> None:
    with pdfplumber.open(io.BytesIO(data())) as pdf:
        (root,) = pdf.structure_tree
        assert root["type"] == "Document"
        assert {"P", "TOC", "L", "Table", "H1", "H2"} <= {child["type"] for child in root["children"]}


@pytest.mark.parametrize("language", ["de", "pl-PL"])
def test_the_language_is_the_book_s(language: str) -> None:
    pdf = write_book(book(Paragraph(words("x")), language=language), load_theme("colour"))
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert str(opened.Root.Lang) == language
        assert opened.Root.MarkInfo.Marked is True

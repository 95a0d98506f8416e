"""A PDF of a build and the same document made again from `source/` → every Problem where they differ, read by PDFium
and pikepdf: words, lines, pictures of pages, the words for figures, bookmarks, links, and whatever a reader would run
or open.

The other checks prove what they know of a document. This one finds what none of them looks for: a word, a number or a
figure that somebody changed, or that an earlier state of the game left behind.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from io import BytesIO
from itertools import zip_longest
from typing import Any

import numpy as np

from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.files import AGAIN
from fabgen.verify.readers.pdf import MOST_OBJECTS, Box, read_pdf_path
from fabgen.verify.rulebook import structure_elements

SCALE = 1.0  # dots for each point of a page's picture: finer than a mark or a letter
UNEQUAL = 96  # of 255 levels: a dot that differs by more is not the rounding of an edge
LINE_PLACE = 0.05  # mm: where a line of both pages may differ, which is the rounding of numbers
MOST_NAMED = 4  # Problems of one document
ACTIVE_KEYS = ("/OpenAction", "/AA", "/AcroForm", "/Names", "/AF")  # of the catalogue: what a reader runs or holds
NO_WORD = "nothing"


def compare_documents(where: Location, built: bytes, remade: bytes) -> list[Problem]:
    """The Problems of a built PDF, at most MOST_NAMED; none for one that cannot be opened, which others report."""
    import pikepdf
    import pypdfium2

    try:
        with pikepdf.open(BytesIO(built)) as built_pdf, pikepdf.open(BytesIO(remade)) as remade_pdf:
            differences = [*_compare_frames(built_pdf, remade_pdf)]
        documents = [pypdfium2.PdfDocument(data) for data in (built, remade)]
    except (pikepdf.PdfError, pypdfium2.PdfiumError):
        return []
    try:
        differences += _compare_pages(*documents)
    finally:
        for document in documents:
            document.close()
    return [Problem(where, what, AGAIN) for what in differences[:MOST_NAMED]]


def _compare_frames(built: Any, remade: Any) -> Iterator[str]:
    """Differences of what lies around the pages: the title and its like, bookmarks, links, scripts and attachments."""
    for key in sorted({*built.docinfo.keys(), *remade.docinfo.keys()} - {"/Producer", "/CreationDate", "/ModDate"}):
        built_value, remade_value = (str(pdf.docinfo.get(key, NO_WORD)) for pdf in (built, remade))
        if built_value != remade_value:
            yield f"its {key[1:].lower()} is “{built_value}”, not “{remade_value}”"
    for key in ACTIVE_KEYS:
        if key in built.Root and key not in remade.Root:
            yield f"it has `{key}`, which no build writes"
    if sorted(built.attachments) != sorted(remade.attachments):
        yield "other files are attached to it"
    titles, right_titles = ([*_bookmarks(pdf)] for pdf in (built, remade))
    for title, right in zip_longest(titles, right_titles, fillvalue=NO_WORD):
        if title != right:
            yield f"a bookmark is “{title}”, not “{right}”"
            break
    for number, (page, right_page) in enumerate(zip(built.pages, remade.pages, strict=False), 1):
        if _links(page) != _links(right_page):
            yield f"page {number} has other links than this game's"


def _bookmarks(pdf: Any) -> Iterator[str]:
    """The titles of all bookmarks, in their order."""

    def walk(items: Any) -> Iterator[str]:
        for item in items:
            yield item.title
            yield from walk(item.children)

    with pdf.open_outline() as outline:
        yield from [*walk(outline.root)]


def _links(page: Any) -> list[tuple[str, str, str]]:
    """The kind, the place in points and the target of each thing on a page that can be clicked."""
    return [
        (
            str(note.get("/Subtype", "")),
            " ".join(f"{float(side):.0f}" for side in note.get("/Rect", ())),
            str(note.A.get("/URI", note.A.get("/S", ""))) if "/A" in note else "",
        )
        for note in page.get("/Annots", ())
    ]


def _compare_pages(built: Any, remade: Any) -> Iterator[str]:
    """Differences of the pages: what they say, what their figures are said to show, the lines that are drawn on them,
    and what they look like."""
    if len(built) != len(remade):
        yield f"it has {len(built)} pages, not {len(remade)}"
        return
    for number in range(len(built)):
        page, right_page = built[number], remade[number]
        words, right_words = (of.get_textpage().get_text_range().split() for of in (page, right_page))
        alts, right_alts = ([*structure_elements(document, number)] for document in (built, remade))
        if words != right_words:
            word, right = next(pair for pair in zip_longest(words, right_words, fillvalue=NO_WORD) if len({*pair}) > 1)
            yield f"page {number + 1} says “{word}” where this game's says “{right}”"
        elif alts != right_alts:
            yield f"page {number + 1} describes its figures in other words than this game's"
        elif difference := _compare_lines(page, right_page):
            yield f"page {number + 1} {difference}"
        elif not _look_alike(page, right_page):
            yield f"page {number + 1} does not look like this game's"


def _compare_lines(page: Any, right_page: Any) -> str:
    """The first line that one of two pages has and the other has not; empty where they have the same. A thin grey line
    to cut along is too pale for a picture of the page to tell."""
    unmatched, lines_too_many = sorted(_stroke_boxes(right_page)), list[Box]()
    for box in sorted(_stroke_boxes(page)):
        index = bisect_left(unmatched, (box[0] - LINE_PLACE,))
        while index < len(unmatched) and unmatched[index][0] <= box[0] + LINE_PLACE:
            if all(abs(a - b) <= LINE_PLACE for a, b in zip(box, unmatched[index], strict=True)):
                del unmatched[index]
                break
            index += 1
        else:
            lines_too_many.append(box)
    if unmatched:
        return f"lacks the line {_describe_place(unmatched[0])}"
    return f"has a line too many, {_describe_place(lines_too_many[0])}" if lines_too_many else ""


def _describe_place(box: Box) -> str:
    """A box on a page, in mm from the lower left."""
    corners = [f"{format_number(x, 1)}, {format_number(y, 1)}" for x, y in (box[:2], box[2:])]
    return f"from {corners[0]} to {corners[1]} mm"


def _stroke_boxes(page: Any) -> Iterator[Box]:
    """The boxes in mm, from the lower left, of all lines that are drawn on a page without being filled."""
    import pypdfium2.raw as pdfium

    for number in range(min(MOST_OBJECTS, pdfium.FPDFPage_CountObjects(page.raw))):
        page_object = pdfium.FPDFPage_GetObject(page.raw, number)
        if pdfium.FPDFPageObj_GetType(page_object) != pdfium.FPDF_PAGEOBJ_PATH:
            continue
        path = read_pdf_path(page_object)
        for points in path.ends() if path.stroked and not path.filled else ():
            xs, ys = zip(*points, strict=True)
            yield min(xs), min(ys), max(xs), max(ys)


def _look_alike(page: Any, right_page: Any) -> bool:
    """Whether two pages have the same picture, apart from how edges are rounded."""
    picture, right = (
        np.asarray(of.render(scale=SCALE, grayscale=True).to_numpy(), np.int16) for of in (page, right_page)
    )
    return picture.shape == right.shape and bool((np.abs(picture - right) <= UNEQUAL).all())


__all__ = ["compare_documents"]

"""The PDFs of a rulebook → every Problem of their navigation, their tags and their imposition, as PDFium reads them.

A book for the screen has bookmarks, a language, and a structure in which every figure is described in words. A booklet
for folding has each page of the A5 book on the half where folding brings it to its place; this is proven by the letters
on each half.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Location, Problem
from fabgen.spec.build_options import BOOK_FORMATS
from fabgen.verify.files import AGAIN
from fabgen.verify.readers.pdf import open_pdf

FOLD = 17.0  # points on both sides of the fold that belong to no page: they hold the marks of the fold
TALL = 1e4  # points: larger than any page
HEADS = ("H1", "H2", "H3")


def book_checks(folder: Path, entries: Sequence[ManifestEntry]) -> Iterator[Callable[[], list[Problem]]]:
    """The checks of the rulebooks among the entries: one of all booklets, and one of each other file. Damaged files are
    reported elsewhere."""
    books = [entry for entry in entries if entry.folder == "rules" and entry.path.endswith(".pdf")]
    a5 = next((entry for entry in books if not any(f"-rules-{name}" in entry.path for name in BOOK_FORMATS)), None)
    booklets = [entry for entry in books if "-rules-booklet-" in entry.path]
    if booklets:
        yield partial(_check_booklets, folder, booklets, a5)
    for entry in books:
        if entry not in booklets:
            # The pages of a folded sheet are not those of the A5 book.
            check = _check_folder if "-rules-folder-" in entry.path else _check_accessibility
            yield partial(_check_document, folder, entry, check)


def _check_booklets(folder: Path, booklets: Sequence[ManifestEntry], a5: ManifestEntry | None) -> list[Problem]:
    """The Problems of booklets, which are held against the pages of the A5 book, read once."""
    pages, last_chapter = (_letters_by_page(folder, a5), _last_chapter(folder, a5)) if a5 else ([], 0)
    check = partial(_check_booklet, pages=pages, last_chapter=last_chapter)
    return [problem for entry in booklets for problem in _check_document(folder, entry, check)]


def _check_document(
    folder: Path, entry: ManifestEntry, check: Callable[[Any, Location], Iterator[Problem]]
) -> list[Problem]:
    """The Problems that a check finds in a PDF; none for one that PDFium cannot open."""
    with open_pdf(folder / entry.path) as document:
        return list(check(document, Location(entry.path))) if document else []


def _check_accessibility(document: Any, where: Location) -> Iterator[Problem]:
    """The Problems of a book's tags, language, bookmarks and descriptions of figures."""
    import pypdfium2.raw as pdfium

    if not pdfium.FPDFCatalog_IsTagged(document):
        yield Problem(where, "the rulebook is not tagged: who cannot see it cannot read it", AGAIN)
        return
    if not _text(lambda *to: pdfium.FPDFCatalog_GetLanguage(document, *to)):
        yield Problem(where, "the rulebook does not say its language", AGAIN)
    elements = [
        element for n in range(pdfium.FPDF_GetPageCount(document)) for element in structure_elements(document, n)
    ]
    if any(role in HEADS for role, _ in elements) and not pdfium.FPDFBookmark_GetFirstChild(document, None):
        yield Problem(where, "the rulebook has no bookmarks", AGAIN)
    descriptions = [alt.strip() for role, alt in elements if role == "Figure"]
    if not all(descriptions):
        yield Problem(where, f"{descriptions.count('')} of {len(descriptions)} figures are not told in words", AGAIN)
    if not elements:
        yield Problem(where, "the rulebook's structure is empty", AGAIN)


def structure_elements(document: Any, number: int) -> Iterator[tuple[str, str]]:
    """The type and the alternative text of each structure element on a page, counted from 0."""
    import pypdfium2.raw as pdfium

    page = pdfium.FPDF_LoadPage(document, number)
    tree = pdfium.FPDF_StructTree_GetForPage(page) if page else None
    if tree:
        for n in range(pdfium.FPDF_StructTree_CountChildren(tree)):
            yield from _nested_elements(pdfium.FPDF_StructTree_GetChildAtIndex(tree, n))
        pdfium.FPDF_StructTree_Close(tree)
    if page:
        pdfium.FPDF_ClosePage(page)


def _nested_elements(element: Any) -> Iterator[tuple[str, str]]:
    """The same for one element and everything inside it."""
    import pypdfium2.raw as pdfium

    if not element:
        return
    yield (_text(lambda *to: pdfium.FPDF_StructElement_GetType(element, *to)),
           _text(lambda *to: pdfium.FPDF_StructElement_GetAltText(element, *to)))
    for n in range(pdfium.FPDF_StructElement_CountChildren(element)):
        yield from _nested_elements(pdfium.FPDF_StructElement_GetChildAtIndex(element, n))


def _text(get: Callable[..., int]) -> str:
    """The text that one of PDFium's functions writes as UTF-16 into a buffer."""
    size = get(None, 0)
    buffer = ctypes.create_string_buffer(max(size, 2))
    get(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[:size].decode("utf-16-le", "replace").rstrip("\0")


def _letters_by_page(folder: Path, entry: ManifestEntry) -> list[Counter[str]]:
    """The letters on each page of a book, counted."""
    import pypdfium2.raw as pdfium

    with open_pdf(folder / entry.path) as document:
        count = pdfium.FPDF_GetPageCount(document) if document else 0
        return [_letters_between(document, n, (0.0, TALL))[0] for n in range(count)]


def _last_chapter(folder: Path, entry: ManifestEntry) -> int:
    """The page, counted from 0, to which the last bookmark of a book leads that is in no other; -1 without."""
    import pypdfium2.raw as pdfium

    page = -1
    with open_pdf(folder / entry.path) as document:
        mark = pdfium.FPDFBookmark_GetFirstChild(document, None) if document else None
        while mark:
            page = pdfium.FPDFDest_GetDestPageIndex(document, pdfium.FPDFBookmark_GetDest(document, mark))
            mark = pdfium.FPDFBookmark_GetNextSibling(document, mark)
    return page


def _letters_between(document: Any, number: int, *columns: tuple[float, float]) -> list[Counter[str]]:
    """The letters on a page (counted from 0) in each of some columns of its width, counted. The left and the right of a
    column are in points, and from the middle of the page where there are several."""
    import pypdfium2.raw as pdfium

    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        return [Counter() for _ in columns]
    text = pdfium.FPDFText_LoadPage(page)
    origin = pdfium.FPDF_GetPageWidthF(page) / 2 if len(columns) > 1 else 0.0
    counted = []
    for left, right in columns:
        box = (origin + left, TALL, origin + right, 0.0)
        count = pdfium.FPDFText_GetBoundedText(text, *box, None, 0)
        buffer = (ctypes.c_ushort * (count + 1))()
        pdfium.FPDFText_GetBoundedText(text, *box, buffer, count)
        counted.append(Counter({chr(code): times for code, times in Counter(buffer[:count]).items() if code > 32}))
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
    return counted


def _check_folder(document: Any, where: Location) -> Iterator[Problem]:
    """The Problems of a sheet that is folded once: its print settings, and its two sides."""
    import pypdfium2.raw as pdfium

    yield from _check_booklet(document, where, (), 0)
    if (sides := pdfium.FPDF_GetPageCount(document)) != 2:
        yield Problem(where, f"the sheet has {sides} sides, not two", AGAIN)


def _check_booklet(document: Any, where: Location, pages: Sequence[Counter[str]], last_chapter: int
                   ) -> Iterator[Problem]:
    """The Problems of a booklet's print settings and of the order of its pages, the last chapter of which begins on a
    page counted from 0."""
    import pypdfium2.raw as pdfium

    if pdfium.FPDF_VIEWERREF_GetDuplex(document) != pdfium.DuplexFlipShortEdge:
        yield Problem(where, "the booklet does not ask to be turned on its short edge", AGAIN)
    if pdfium.FPDF_VIEWERREF_GetPrintScaling(document):
        yield Problem(where, "the booklet does not ask printers for true size (PrintScaling)", AGAIN)
    sides = pdfium.FPDF_GetPageCount(document)
    if sides % 2:
        yield Problem(where, f"the booklet has {sides} sides: a sheet lacks one", AGAIN)
    elif pages:
        yield from _check_page_order(document, where, pages, last_chapter, sides)


def _check_page_order(document: Any, where: Location, pages: Sequence[Counter[str]], last_chapter: int, sides: int
                      ) -> Iterator[Problem]:
    """Whether the folded sheets have the pages in their order. Blank pages may come before the last page, at the end,
    or before the last chapter, a quick reference of several pages."""
    halves = _halves(document, sides)
    read = list(_halves_as_read(halves))
    blank = len(read) - len(pages)
    places = [place for place in (last_chapter, len(pages) - 1, len(pages)) if place >= 0] if blank >= 0 else []
    orders = [[*pages[:place], *[None] * blank, *pages[place:]] for place in places]
    if not any(
        all(letters is None or letters == half for letters, half in zip(order, read, strict=True)) for order in orders
    ):
        yield Problem(where, "folded, this booklet's pages are not those of the A5 book in their order", AGAIN)


def _halves(document: Any, sides: int) -> list[tuple[Counter[str], Counter[str]]]:
    """The letters on the left and the right half of each side, counted."""
    halves = []
    for n in range(sides):
        left, right = _letters_between(document, n, (-TALL, -FOLD), (FOLD, TALL))
        halves.append((left, right))
    return halves


def _halves_as_read(halves: Sequence[tuple[Counter[str], Counter[str]]]) -> Iterator[Counter[str]]:
    """The halves in reading order. Of the nested sheets, the reader first meets the right half outside and the left
    half inside of each sheet from the outermost in, then the other halves from the innermost out."""
    sheets = [halves[n:n + 2] for n in range(0, len(halves), 2)]
    for outside, inside in sheets:
        yield from (outside[1], inside[0])
    for outside, inside in reversed(sheets):
        yield from (inside[1], outside[0])

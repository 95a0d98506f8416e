"""The PDF of a deck in an order → every Problem of it: what PDF/X-1a:2003 asks for and can be seen in a file, the pages
that the list of the order makes, and their boxes, inks and order.

Read by pikepdf, with which it was also written; PDFium draws its pages, which must show what the images of the order
do. It has not been certified: the list of what is checked is here, and the standard's own words are not quoted.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.paper.print_on_demand import PodProduct, PodService
from fabgen.verify.files import AGAIN
from fabgen.verify.readers.painted_colours import CMYK, GREY, read_painted_page

POINTS = 72.0  # an inch
NEAR = 0.02  # points: a difference that nobody sees
HIGHEST = (1, 4)  # version of PDF
MOST_NAMED = 3  # pages with the same fault that are told
VIEW, BLUR = 144, 8  # dots an inch at which pages are drawn, and the side of the squares whose means are compared
UNLIKE = 8.0  # levels of 255 by which a page may differ from its image on average: inks are not the colours of a screen
Side = tuple[str, str, int]  # the name of a card, its side, how often it is ordered


def check_deck(data: bytes, file: str, service: PodService, product: PodProduct, sides: Sequence[Side],
               images: Mapping[tuple[str, str], bytes]) -> Iterator[Problem]:
    """The Problems of a deck. `sides` are those that the list of the order has, `images` the PNG of each name and
    side."""
    import pikepdf

    assert service.deck
    try:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            for what in [*_document_faults(pdf, service.deck.standard), *_page_faults(pdf, product, service)]:
                yield Problem(Location(file), what, AGAIN)
            wanted = sum(count for _, side, count in sides if side == "front")
            if len(pdf.pages) != 2 * wanted:
                what = f"the deck has {len(pdf.pages)} pages; {wanted} cards have {2 * wanted}"
                yield Problem(Location(file), what, AGAIN)
            else:
                faults = list(_card_faults(pdf, service.deck.first, sides))
                faults += _picture_faults(data, service.deck.first, sides, images)
                yield from (Problem(Location(file, key=f"page {page}"), what, AGAIN) for page, what in faults)
    except pikepdf.PdfError:
        yield Problem(Location(file), "the deck is damaged", AGAIN)


def _lets_ground_through(graphics_state: Any) -> bool:
    """Whether what is painted in a graphics state shows what lies below it."""
    opacities = (float(graphics_state.get(key, 1)) for key in ("/ca", "/CA"))
    is_blended = graphics_state.get("/BM", "/Normal") not in ("/Normal", "/Compatible")
    has_mask = graphics_state.get("/SMask", "/None") != "/None"
    return any(opacity != 1 for opacity in opacities) or has_mask or is_blended


def _document_faults(pdf: Any, standard: str) -> Iterator[str]:
    """What the whole document lacks of the standard."""
    version = tuple(int(number) for number in re.findall(r"\d+", pdf.pdf_version))
    if version > HIGHEST:
        yield f"it is PDF {pdf.pdf_version}; the standard has 1.4 at most"
    info = pdf.docinfo
    if str(info.get("/GTS_PDFXVersion", "")) != standard:
        yield f"it does not say that it is {standard}"
    if str(info.get("/Trapped", "")) not in ("/True", "/False"):
        yield "it does not say whether its colours overlap"
    yield from (f"it has no {key[1:]}" for key in ("/Title", "/CreationDate", "/ModDate") if not info.get(key))
    if "/ID" not in pdf.trailer:
        yield "it has no identifier"
    intents = [intent for intent in pdf.Root.get("/OutputIntents", []) if intent.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1 or not intents[0].get("/OutputConditionIdentifier"):
        yield "it names no printing condition, or several"
    for thing in pdf.objects:
        if not hasattr(thing, "get"):
            continue
        if thing.get("/Type") == "/ExtGState" and _lets_ground_through(thing):
            yield "something is transparent"
        if thing.get("/Subtype") == "/Image" and "/SMask" in thing:
            yield "a picture is transparent"
        if thing.get("/Type") == "/FontDescriptor" and not any(
                key in thing for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"the font {thing.get('/FontName')} is not in the file"
    if "/OCProperties" in pdf.Root:
        yield "it has layers"


def _page_faults(pdf: Any, product: PodProduct, service: PodService) -> Iterator[str]:
    """What pages lack: boxes of the right size, and inks alone, not too many."""
    assert service.deck
    wide, high = (pixels / 300 * POINTS for pixels in product.px)
    cut_wide, cut_high = (side * POINTS for side in product.trim)
    left, low = (wide - cut_wide) / 2, (high - cut_high) / 2
    faults = dict[str, list[int]]()
    for number, page in enumerate(pdf.pages, 1):
        boxes = {"TrimBox": (left, low, left + cut_wide, low + cut_high), "BleedBox": (0.0, 0.0, wide, high),
                 "MediaBox": (0.0, 0.0, wide, high)}
        for name, wanted in boxes.items():
            found = [float(side) for side in page.obj.get(f"/{name}", ())]
            if len(found) != 4 or max(abs(a - b) for a, b in zip(found, wanted, strict=True)) > NEAR:
                faults.setdefault(f"its {name} is not that of a {product.name}", []).append(number)
        if "/Annots" in page.obj:
            faults.setdefault("it has links or notes", []).append(number)
        for painted in read_painted_page(page).colours:
            space, numbers = painted.colour.space, painted.colour.numbers
            if space not in (CMYK, GREY):
                faults.setdefault(f"{painted.kind} is painted in {space}, which is no ink", []).append(number)
            elif space == CMYK and numbers and 100 * sum(numbers) > service.deck.most_ink + 0.05:
                total, allowed = format_number(100 * sum(numbers), 1), format_number(service.deck.most_ink)
                faults.setdefault(f"{painted.kind} takes {total} % of ink; {allowed} % is the most", []).append(number)
    for what, pages in faults.items():
        yield f"{what}: page {', '.join(map(str, pages[:MOST_NAMED]))}" + (" ..." if len(pages) > MOST_NAMED else "")


def _card_faults(pdf: Any, first: str, sides: Sequence[Side]) -> Iterator[tuple[int, str]]:
    """The pages, each with what is wrong, where copies of a card differ, or a card that has no back has something on
    it."""
    backs = {name for name, side, _ in sides if side == "back"}
    page = 0
    for name, side, count in sides:
        if side != "front":
            continue
        looks = set[tuple[bytes, bytes]]()
        for _ in range(count):
            pair = [pdf.pages[page].Contents.read_bytes(), pdf.pages[page + 1].Contents.read_bytes()]
            front, back = reversed(pair) if first == "back" else pair
            looks.add((front, back))
            if name not in backs and _paints(back):
                yield page + 1, f"the {name} has no back, and this page is not blank"
            elif name in backs and not _paints(back):
                yield page + 1, f"the back of the {name} is blank"
            if not _paints(front):
                yield page + 2, f"the front of the {name} is blank"
            page += 2
        if len(looks) > 1:
            yield page, f"copies of the {name} differ"


def _picture_faults(data: bytes, first: str, sides: Sequence[Side], images: Mapping[tuple[str, str], bytes]
                    ) -> Iterator[tuple[int, str]]:
    """The pages of the first copy of each card that do not show what its images do."""
    import numpy as np
    import pypdfium2
    from PIL import Image

    page = 0
    with pypdfium2.PdfDocument(data) as document:
        for name, side, count in sides:
            if side != "front":
                continue
            for shown in ("front", "back"):
                index = page + (shown != first)
                if (name, shown) not in images:
                    continue
                printed = document[index].render(scale=VIEW / POINTS).to_pil().convert("L")
                image = Image.open(io.BytesIO(images[name, shown]), formats=["PNG"]).convert("L")
                size = printed.width // BLUR, printed.height // BLUR
                means, wanted = (np.asarray(picture.resize(size, Image.Resampling.BOX), np.int16)
                                 for picture in (printed, image))
                difference = np.abs(means - wanted).mean()
                if difference > UNLIKE:
                    yield index + 1, f"the {shown} of the {name} is not what its image shows"
            page += 2 * count


def _paints(code: bytes) -> bool:
    """Whether instructions paint anything."""
    return re.search(rb"(?<![\w/.])(f\*?|F|B\*?|b\*?|S|s|Tj|TJ|Do|sh)(?![\w/.])", code) is not None

"""A rulebook for a print shop → every requirement of a list that it does not meet, by the name of the requirement.

The list has what ISO 15930-7 (PDF/X-4) asks of a file and can be seen in it, as its public descriptions tell it, what
PDF/UA-1 asks of tags, and what print shops ask of bleed and inks besides. A book that passes has been checked against
this list. It has not been certified: there are requirements that no program can check, and the standard's own words
are not quoted here. pikepdf, with which the file was also written, reads it; PDFium says where things are on a page.
"""

from __future__ import annotations

import ctypes
import io
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.verify.files import AGAIN
from fabgen.verify.readers.painted_colours import CMYK, GREY, Colour, PaintedPage, read_painted_page
from fabgen.verify.readers.pdf import POINT, box_of, open_pdf, read_pdf_path

PRESS = "-rules-press-"  # in the name of every such book
BLEED, SAFE = 3.0, 3.0  # mm around the trimmed page, and inside it
NEAR = 0.05  # mm: a difference that nobody sees
MOST_INK = 3.0  # of one colour: 300 %
NO_HUE = 0.08  # red, green and blue of a grey differ by at most so much of their range
MOST_NAMED = 3  # failures of one requirement
TRIMMED = {"a5": (148.0, 210.0), "half-letter": (139.7, 215.9)}  # mm: the size of a book by its name
# The name of a translated book ends in its language.
PRESS_NAME = re.compile(rf"{PRESS}({'|'.join(TRIMMED)})(?:-[A-Za-z0-9-]+)?\.pdf$")
XMP = {  # prefix -> name space, and the properties that are read
    "dc": ("http://purl.org/dc/elements/1.1/", "title"),
    "pdf": ("http://ns.adobe.com/pdf/1.3/", "Trapped"),
    "pdfuaid": ("http://www.aiim.org/pdfua/ns/id/", "part"),
    "pdfxid": ("http://www.npes.org/pdfx/ns/id/", "GTS_PDFXVersion"),
    "xmp": ("http://ns.adobe.com/xap/1.0/", "CreateDate ModifyDate MetadataDate"),
    "xmpMM": ("http://ns.adobe.com/xap/1.0/mm/", "DocumentID VersionID RenditionClass"),
}
Box = tuple[float, float, float, float]
Faults = Iterator[str]


@dataclass(frozen=True)
class PlacedThing:
    """Something that is painted on a page: whether it is words, and its box in mm."""

    is_words: bool
    box: Box


@dataclass(frozen=True)
class PressBook:
    """A book as pikepdf has opened it, PDFium's document of it, and the size in mm to which its pages are trimmed."""

    pdf: Any
    document: Any
    size: tuple[float, float]

    @cached_property
    def xmp(self) -> dict[str, str]:
        """The properties of the XMP metadata by name (`xmp:CreateDate`)."""
        values = dict[str, str]()
        metadata = self.pdf.open_metadata()  # without `with`, which would write
        for prefix, (space, names) in XMP.items():
            for name in names.split():
                values[f"{prefix}:{name}"] = str(metadata.get(f"{{{space}}}{name}") or "")
        return values

    @cached_property
    def pages(self) -> list[Any]:
        """The dictionaries of the pages."""
        return [page.obj for page in self.pdf.pages]

    @cached_property
    def colours_by_page(self) -> list[PaintedPage]:
        """The colours of each page."""
        return [read_painted_page(page) for page in self.pages]

    @cached_property
    def dictionaries(self) -> list[Any]:
        """Every dictionary of the file, and that of every stream, with those that are written inside others."""
        import pikepdf

        found, waiting = [], [*self.pdf.objects]
        while waiting:
            thing = waiting.pop()
            if isinstance(thing, pikepdf.Array):
                waiting += [value for value in thing if not getattr(value, "is_indirect", False)]
            elif isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
                found.append(thing)
                values = [value for value in thing.values() if isinstance(value, pikepdf.Object)]
                waiting += [value for value in values if not value.is_indirect]
        return found


@dataclass(frozen=True)
class PressRequirement:
    """A line of the list: its name, what it asks, who asks it, and how each fault is found."""

    name: str
    text: str
    asked_by: str
    find_faults: Callable[[PressBook], Faults]


def check_press_books(folder: Path, entries: Sequence[ManifestEntry]) -> list[Problem]:
    """Every Problem of the books for print shops among the entries. Damaged files are reported elsewhere."""
    return [problem for entry in entries if is_press_book(entry)
            for problem in _check_book(folder / entry.path, entry)]


def is_press_book(entry: ManifestEntry) -> bool:
    """Whether a file is a book for a print shop."""
    return entry.folder == "rules" and bool(PRESS_NAME.search(entry.path))


def _check_book(path: Path, entry: ManifestEntry) -> list[Problem]:
    """A Problem for each requirement that one book does not meet; none for a damaged file."""

    import pikepdf

    name = PRESS_NAME.search(entry.path)
    assert name
    with ExitStack() as stack:
        document = stack.enter_context(open_pdf(path))
        try:
            pdf = stack.enter_context(pikepdf.open(io.BytesIO(path.read_bytes())))
        except (pikepdf.PdfError, OSError):
            return []
        if not document:
            return []
        book = PressBook(pdf, document, TRIMMED[name[1]])
        return [Problem(Location(entry.path), f"`{requirement.name}` is not met: {fault}", AGAIN)
                for requirement in REQUIREMENTS for fault in _find_faults(requirement, book)]


def _find_faults(requirement: PressRequirement, book: PressBook) -> list[str]:
    """The first few faults of a requirement. A file may hold anything in any place, so a value of another type is a
    fault too."""
    import pikepdf

    try:
        faults = list(dict.fromkeys(requirement.find_faults(book)))
    except (AttributeError, ArithmeticError, LookupError, TypeError, ValueError, NotImplementedError, RuntimeError,
            pikepdf.PdfError) as error:
        return [f"what it is about cannot be read ({type(error).__name__}); it asks: {requirement.text}"]
    more = [f"and {len(faults) - MOST_NAMED} more of the same"] if len(faults) > MOST_NAMED else []
    return faults[:MOST_NAMED] + more


# ---- The file


def _check_version(book: PressBook) -> Faults:
    if float(book.pdf.pdf_version) > 1.6:
        yield f"this is PDF {book.pdf.pdf_version}"


def _check_encryption(book: PressBook) -> Faults:
    if book.pdf.is_encrypted:
        yield "the file is encrypted"


def _check_file_id(book: PressBook) -> Faults:
    parts = [bytes(part) for part in book.pdf.trailer.get("/ID", ())]
    if len(parts) != 2 or not all(len(part) >= 16 for part in parts):
        yield "the trailer has no ID of two parts of 16 bytes or more"


def _check_pdfx_version(book: PressBook) -> Faults:
    version = book.xmp["pdfxid:GTS_PDFXVersion"] or "nothing"
    if version != "PDF/X-4":
        yield f"the metadata say {version} where they should say PDF/X-4"
    for key in ("/GTS_PDFXVersion", "/GTS_PDFXConformance"):
        if key in book.pdf.docinfo:
            yield f"the document's information has {key[1:]}, which is for other versions of PDF/X"


def _check_title(book: PressBook) -> Faults:
    title, in_xmp = str(book.pdf.docinfo.get("/Title", "")), book.xmp["dc:title"]
    if not title or title != in_xmp:
        yield f"the title is “{title}” in the document's information and “{in_xmp}” in the metadata"


def _check_dates(book: PressBook) -> Faults:
    for key, name in (("/CreationDate", "xmp:CreateDate"), ("/ModDate", "xmp:ModifyDate"), ("", "xmp:MetadataDate")):
        date = "".join(re.findall(r"\d", book.xmp[name]))[:14]
        if len(date) != 14:
            yield f"the metadata have no {name}"
        elif key and "".join(re.findall(r"\d", str(book.pdf.docinfo.get(key, ""))))[:14] != date:
            yield f"{key[1:]} is not the date of {name}"


def _check_document_names(book: PressBook) -> Faults:
    for name in ("xmpMM:DocumentID", "xmpMM:VersionID", "xmpMM:RenditionClass"):
        if not book.xmp[name]:
            yield f"the metadata have no {name}"


def _check_trapped(book: PressBook) -> Faults:
    in_info, in_xmp = str(book.pdf.docinfo.get("/Trapped", "nothing")), book.xmp["pdf:Trapped"] or "nothing"
    if in_info not in ("/True", "/False") or in_info[1:] != in_xmp:
        yield f"Trapped is {in_info.removeprefix('/')} in the document's information and {in_xmp} in the metadata"


def _check_intent(book: PressBook) -> Faults:
    intents = [intent for intent in book.pdf.Root.get("/OutputIntents", ()) if intent.get("/S") == "/GTS_PDFX"]
    if len(intents) != 1:
        yield f"there are {len(intents)} output intents for PDF/X, not one"
    for intent in intents:
        if not str(intent.get("/OutputConditionIdentifier", "")):
            yield "the output intent does not name its printing condition"


def _check_profile(book: PressBook) -> Faults:
    for intent in book.pdf.Root.get("/OutputIntents", ()):
        if "/DestOutputProfile" not in intent:
            yield "the output intent has no profile"
            continue
        profile = intent.DestOutputProfile.read_bytes()  # an ICC profile says its length and its kind at the start
        if profile[12:20] != b"prtrCMYK" or profile[36:40] != b"acsp" or intent.DestOutputProfile.get("/N") != 4:
            yield "the profile of the output intent is not that of a printer with four inks"
        elif int.from_bytes(profile[:4], "big") != len(profile):
            yield "the profile of the output intent is cut short"


# ---- What must not be there


def _check_actions(book: PressBook) -> Faults:
    """Scripts, forms, embedded files, and actions other than links."""
    root = book.pdf.Root
    for key in ("/OpenAction", "/AA", "/AcroForm"):
        if key in root:
            yield f"the file has {key[1:]}"
    for key in ("/JavaScript", "/EmbeddedFiles"):
        if key in root.get("/Names", {}):
            yield f"the file has {key[1:]}"
    for thing in book.dictionaries:
        if "/S" in thing and str(thing.get("/S")) in ACTIONS and "/Type" in thing and thing.Type == "/Action":
            yield f"the file has an action {str(thing.S)[1:]}"
        elif "/JS" in thing:
            yield "the file has JavaScript"
    for number, page in enumerate(book.pages, 1):
        if "/AA" in page:
            yield f"page {number} has actions"


ACTIONS = ("/GoTo", "/GoToR", "/GoToE", "/Launch", "/URI", "/Named", "/SubmitForm", "/ResetForm", "/ImportData",
           "/JavaScript", "/Sound", "/Movie", "/Hide", "/Rendition", "/Trans", "/SetOCGState", "/Thread")


def _check_annotations(book: PressBook) -> Faults:
    for number, page in enumerate(book.pages, 1):
        box = _box(page, "/BleedBox") or _box(page, "/TrimBox") or _box(page, "/MediaBox")
        for note in page.get("/Annots", ()):
            left, bottom, right, top = (float(side) for side in note.Rect)
            if box and left < box[2] and right > box[0] and bottom < box[3] and top > box[1]:
                yield f"page {number} has a {str(note.get('/Subtype', '/note'))[1:].lower()} on what is printed"


def _check_layers(book: PressBook) -> Faults:
    if "/OCProperties" in book.pdf.Root:
        yield "the file has layers"


def _check_outside(book: PressBook) -> Faults:
    import pikepdf

    for thing in book.dictionaries:
        if isinstance(thing, pikepdf.Stream) and "/F" in thing:
            yield "a part of the file is in another file"
        elif "/OPI" in thing or ("/Ref" in thing and thing.get("/Subtype") == "/Form"):
            yield "a picture stands for one in another file"
        elif thing.get("/Subtype") == "/PS" or thing.get("/Subtype2") == "/PS":
            yield "the file has PostScript"
        elif "/Alternates" in thing:
            yield "a picture has alternates"


def _check_filters(book: PressBook) -> Faults:
    import pikepdf

    for thing in book.dictionaries:
        filters = thing.get("/Filter", ()) if isinstance(thing, pikepdf.Stream) else ()
        names = [str(filters)] if isinstance(filters, pikepdf.Name) else [str(name) for name in filters]
        for name in names:
            if name in ("/LZWDecode", "/Crypt"):
                yield f"a part of the file is packed by {name[1:]}"


def _check_transfer(book: PressBook) -> Faults:
    for thing in book.dictionaries:
        is_state = thing.get("/Type") == "/ExtGState"
        if (is_state and "/TR" in thing) or thing.get("/TR2", "/Default") != "/Default":
            yield "a transfer function changes the inks"
        if "/HTP" in thing:
            yield "a screen has a phase (HTP)"
        if "/HalftoneType" in thing and int(thing.HalftoneType) not in (1, 5):
            yield f"a screen is of type {int(thing.HalftoneType)}"


def _check_fonts(book: PressBook) -> Faults:
    for thing in book.dictionaries:
        if thing.get("/Type") != "/Font" or thing.get("/Subtype") in ("/Type0", "/Type3"):
            continue
        descriptor = thing.get("/FontDescriptor", {})
        if not any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield f"the font {str(thing.get('/BaseFont', '/without a name'))[1:]} is not embedded"


# ---- Pages


def _box(page: Any, key: str) -> Box | None:
    """A box of a page in points, None where it has none of its own."""
    if key not in page:
        return None
    left, bottom, right, top = (float(side) for side in page[key])
    return left, bottom, right, top


def _check_trim_box(book: PressBook) -> Faults:
    for number, page in enumerate(book.pages, 1):
        box = _box(page, "/TrimBox")
        if not box:
            yield f"page {number} has no TrimBox"
            continue
        size = (box[2] - box[0]) * POINT, (box[3] - box[1]) * POINT
        if any(abs(side - wanted) > NEAR for side, wanted in zip(size, book.size, strict=True)):
            width, height = (format_number(side, 2) for side in size)
            yield f"page {number} is trimmed to {width} x {height} mm, which is not the size of the book"


def _check_bleed_box(book: PressBook) -> Faults:
    for number, page in enumerate(book.pages, 1):
        bleed, trim = _box(page, "/BleedBox"), _box(page, "/TrimBox")
        if not bleed:
            yield f"page {number} has no BleedBox"
        elif trim and any(abs(abs(a - b) * POINT - BLEED) > NEAR for a, b in zip(bleed, trim, strict=True)):
            yield f"page {number} has not {BLEED:g} mm of bleed on every side"


def _check_nesting(book: PressBook) -> Faults:
    for number, page in enumerate(book.pages, 1):
        boxes = [(key, box) for key in ("/MediaBox", "/BleedBox", "/TrimBox") if (box := _box(page, key))]
        for (outer_key, outer), (inner_key, inner) in pairwise(boxes):
            if any(a > b + 1e-3 for a, b in zip((*outer[:2], *inner[2:]), (*inner[:2], *outer[2:]), strict=True)):
                yield f"page {number}: the {inner_key[1:]} reaches beyond the {outer_key[1:]}"
        if "/ArtBox" in page:
            yield f"page {number} has an ArtBox beside its TrimBox"
        if page.get("/UserUnit", 1) != 1 or page.get("/Rotate", 0) != 0:
            yield f"page {number} is turned or scaled"


# ---- Inks


def _name_colour(kind: str, colour: Colour) -> str:
    numbers = " ".join(format_number(100 * number, 1) for number in colour.numbers)
    return f"{kind} in {colour.space}" + (f" {numbers} %" if numbers else "")


def _colours(book: PressBook) -> Iterator[tuple[int, str, Colour]]:
    """The number of a page, what is painted there, and its colour."""
    for number, page in enumerate(book.colours_by_page, 1):
        for painted in sorted(page.colours, key=lambda painted: (painted.kind, painted.colour.space,
                                                                  painted.colour.numbers)):
            yield number, painted.kind, painted.colour


def _check_inks(book: PressBook) -> Faults:
    for number, kind, colour in _colours(book):
        if kind != "a picture" and colour.space not in (CMYK, GREY):
            yield f"page {number} has {_name_colour(kind, colour)}"


def _check_pictures(book: PressBook) -> Faults:
    for number, kind, colour in _colours(book):
        if kind == "a picture" and colour.space not in (CMYK, GREY):
            yield f"page {number} has {_name_colour(kind, colour)}"


def _check_blending(book: PressBook) -> Faults:
    for thing in book.dictionaries:
        if thing.get("/S") == "/Transparency" and str(thing.get("/CS", "/DeviceCMYK")) != "/DeviceCMYK":
            yield "what is transparent is mixed in colours that are no inks"


def _check_total_ink(book: PressBook) -> Faults:
    for number, kind, colour in _colours(book):
        if colour.space == CMYK and sum(colour.numbers) > MOST_INK + 1e-6:
            yield f"page {number} has {_name_colour(kind, colour)}, {100 * sum(colour.numbers):.0f} % in all"


def _check_black(book: PressBook) -> Faults:
    for number, kind, colour in _colours(book):
        if kind in ("words", "a line") and colour.space == CMYK and _is_mixed_grey(colour.numbers):
            yield f"page {number} has grey {_name_colour(kind, colour)}"


def _is_mixed_grey(inks: Sequence[float]) -> bool:
    """Whether a colour is a grey of three or four inks, as a simple model of inks sees it."""
    *colours, black = inks
    seen = [(1 - ink) * (1 - black) for ink in colours]
    return min(colours) > 0 and max(seen) - min(seen) <= NO_HUE


# ---- What is where


def _read_things(document: Any, number: int) -> Iterator[PlacedThing]:
    """Everything that is painted on a page, counted from 0, but for what a clip may hide."""
    import pypdfium2.raw as pdfium

    page = pdfium.FPDF_LoadPage(document, number)
    for n in range(pdfium.FPDFPage_CountObjects(page) if page else 0):
        thing = pdfium.FPDFPage_GetObject(page, n)
        box = _box_of_thing(thing)
        if box and pdfium.FPDFClipPath_CountPaths(pdfium.FPDFPageObj_GetClipPath(thing)) <= 0:
            is_words = pdfium.FPDFPageObj_GetType(thing) == pdfium.FPDF_PAGEOBJ_TEXT
            yield PlacedThing(is_words, box)
    if page:
        pdfium.FPDF_ClosePage(page)


def _box_of_thing(thing: Any) -> tuple[float, float, float, float] | None:
    """The box in mm of something painted. Lines reach half their width beyond their points: PDFium adds to that the
    tips of sharp corners as if no limit cut them off."""
    import pypdfium2.raw as pdfium

    if pdfium.FPDFPageObj_GetType(thing) == pdfium.FPDF_PAGEOBJ_PATH and (path := read_pdf_path(thing)).stroked:
        width = ctypes.c_float()
        pdfium.FPDFPageObj_GetStrokeWidth(thing, ctypes.byref(width))
        reach = width.value / 2 * math.hypot(*path.matrix[:2]) * POINT
        left, bottom, right, top = path.hull
        return left - reach, bottom - reach, right + reach, top + reach
    if not (box := box_of(pdfium.FPDFPageObj_GetBounds, thing)):
        return None
    left, bottom, right, top = (side * POINT for side in box)
    return left, bottom, right, top


def _things(book: PressBook) -> Iterator[tuple[int, PlacedThing, list[float]]]:
    """The number of a page, a thing on it, and how far in mm the thing is inside each side of the trimmed page."""
    for number, page in enumerate(book.pages, 1):
        trim = _box(page, "/TrimBox")
        for thing in _read_things(book.document, number - 1) if trim else ():
            left, bottom, right, top = (side * POINT for side in trim or ())
            box = thing.box
            yield number, thing, [box[0] - left, box[1] - bottom, right - box[2], top - box[3]]


def _check_bleed(book: PressBook) -> Faults:
    for number, thing, inside in _things(book):
        short = [gap for gap in inside if -BLEED + NEAR < gap <= NEAR]
        if not thing.is_words and short:
            yield (f"page {number}: something reaches the edge of the trimmed page, and ends "
                   f"{format_number(BLEED + max(short), 2)} mm before the end of the bleed")


def _check_safe_zone(book: PressBook) -> Faults:
    for number, thing, inside in _things(book):
        gap = min(inside)
        if gap < SAFE - NEAR and (thing.is_words or gap > NEAR):
            what = "words are" if thing.is_words else "something is"
            yield f"page {number}: {what} {format_number(gap, 2)} mm from the edge of the trimmed page"


# ---- Tags


def _check_tags(book: PressBook) -> Faults:
    """What PDF/UA-1 asks of tags, language and title."""
    root = book.pdf.Root
    if not root.get("/MarkInfo", {}).get("/Marked") or "/StructTreeRoot" not in root:
        yield "the book is not tagged"
        return
    if book.xmp["pdfuaid:part"] != "1":
        yield "the metadata do not say PDF/UA-1"
    if not str(root.get("/Lang", "")):
        yield "the book does not say its language"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "a viewer is not asked to show the title"
    parents = _read_number_tree(root.StructTreeRoot.ParentTree)
    for number, (page, painted) in enumerate(zip(book.pages, book.colours_by_page, strict=True), 1):
        owners = parents.get(int(page.get("/StructParents", -1)), ())
        if page.get("/Tabs") != "/S" and page.get("/Annots"):
            yield f"page {number} does not go through its links in the order of its tags"
        if any(n >= len(owners) or owners[n] is None for n in painted.marked_ids):
            yield f"page {number} has tagged words that no tag knows"


def _read_number_tree(node: Any) -> dict[int, Any]:
    """The numbers of a number tree with their values."""
    numbers = node.get("/Nums", ())
    values = {int(numbers[n]): numbers[n + 1] for n in range(0, len(numbers), 2)}
    for kid in node.get("/Kids", ()):
        values |= _read_number_tree(kid)
    return values


def _check_marks(book: PressBook) -> Faults:
    for number, painted in enumerate(book.colours_by_page, 1):
        if painted.untagged:
            yield f"page {number} paints {painted.untagged} things that are neither tagged nor marked as decoration"


X4, UA, SHOPS = "PDF/X-4", "PDF/UA-1", "print shops"
STRICTER = "PDF/X-4, but for RGB with a profile"  # which it allows
REQUIREMENTS = (
    PressRequirement("version", "the file is PDF 1.6 or older", X4, _check_version),
    PressRequirement("encryption", "the file is not encrypted", X4, _check_encryption),
    PressRequirement("file-id", "the trailer has an ID", X4, _check_file_id),
    PressRequirement("pdfx-version", "the metadata say PDF/X-4", X4, _check_pdfx_version),
    PressRequirement("title", "the file has a title, the same in both places", X4, _check_title),
    PressRequirement("dates", "the dates are there, the same in both places", X4, _check_dates),
    PressRequirement("document-names", "the metadata name the document and its version", X4, _check_document_names),
    PressRequirement("trapped", "the file says whether its colours overlap (trapping)", X4, _check_trapped),
    PressRequirement("output-intent", "one output intent names the printing condition", X4, _check_intent),
    PressRequirement("output-profile", "the profile of the printing condition is in the file", X4, _check_profile),
    PressRequirement("actions", "no actions, scripts, forms or attachments", X4, _check_actions),
    PressRequirement("annotations", "no links or notes on what is printed", X4, _check_annotations),
    PressRequirement("layers", "no layers", SHOPS, _check_layers),
    PressRequirement("outside", "nothing from other files, no PostScript, no alternate pictures", X4, _check_outside),
    PressRequirement("filters", "no LZW and no encryption of parts", X4, _check_filters),
    PressRequirement("transfer", "no transfer functions, no special screens", X4, _check_transfer),
    PressRequirement("fonts", "every font is embedded", X4, _check_fonts),
    PressRequirement("trim-box", "every page has a TrimBox of the size of the book", X4, _check_trim_box),
    PressRequirement("bleed-box", "every page has a BleedBox, 3 mm around its TrimBox", SHOPS, _check_bleed_box),
    PressRequirement("box-nesting", "TrimBox in BleedBox in MediaBox, no ArtBox, not turned", X4, _check_nesting),
    PressRequirement("inks", "words, areas and lines are in inks", STRICTER, _check_inks),
    PressRequirement("pictures", "pictures are in inks", STRICTER, _check_pictures),
    PressRequirement("blending", "what is transparent is mixed in inks", STRICTER, _check_blending),
    PressRequirement("total-ink", "no colour takes more than 300 %", SHOPS, _check_total_ink),
    PressRequirement("black", "grey words and lines are in black ink alone", SHOPS, _check_black),
    PressRequirement("bleed", "what reaches the edge runs through the bleed", SHOPS, _check_bleed),
    PressRequirement("safe-zone", "nothing else is nearer than 3 mm to the edge", SHOPS, _check_safe_zone),
    PressRequirement("tags", "the tags are whole", UA, _check_tags),
    PressRequirement("marked-content", "whatever is painted is tagged or marked as decoration", UA, _check_marks),
)

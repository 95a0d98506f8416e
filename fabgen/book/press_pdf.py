"""A book's PDF → the same pages for a print shop: inks in place of colours, boxes of the trimmed page and of its bleed,
and what else PDF/X-4 (ISO 15930-7) asks for.

Whatever a theme paints is converted where it is painted, so a theme need not know of inks. A theme that does write
inks, with `cmyk()`, gets these.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from fabgen.artwork.press_inks import PROFILE, Cmyk, PressInks
from fabgen.artwork.themes import Theme
from fabgen.core.problems import FabgenError, problem_error
from fabgen.core.units import POINTS_PER_MM, format_number

CONDITION = "FOGRA39"  # the name of the printing condition in the registry of the ICC
CONDITION_NAME = "Offset printing on coated paper (ISO 12647-2:2004/Amd 1, paper types 1 and 2)"
REGISTRY = "http://www.color.org"
VERSION = "1.6"  # of PDF: the highest that PDF/X-4 allows
XMP_PDFX, XMP_PDF = "http://www.npes.org/pdfx/ns/id/", "http://ns.adobe.com/pdf/1.3/"
FILL, STROKE = ("sc", "scn"), ("SC", "SCN")
GREYS, COLOURS = 1, 3  # the numbers that state a grey, and red, green and blue
Space = int | None  # how many numbers state a colour that is converted; None where it is left as it is


def write_press_pdf(data: bytes, bleed: float, theme: Theme) -> bytes:
    """The pages of a PDF, whose bleed in mm is around them already, for a print shop. The same pages give the same
    bytes. Raises FabgenError for a picture or a gradient in colours of a screen."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        inks = PressInks(theme)
        for number, page in enumerate(pdf.pages, 1):
            _set_boxes(page, bleed * POINTS_PER_MM)
            page.obj.Contents = pdf.make_stream(_convert_stream(page.obj, page.obj, inks, f"page {number}"))
        for form in _forms(pdf):
            form.write(_convert_stream(form, form, inks, "a part of a page"))
        _add_output_intent(pdf)
        _write_metadata(pdf)
        stream = io.BytesIO()
        pdf.save(stream, deterministic_id=True, force_version=VERSION,
                 object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True,
                 stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
        return stream.getvalue()


def _set_boxes(page: Any, bleed: float) -> None:
    """The box of the page with its bleed, in points, and that of the trimmed page."""
    left, bottom, right, top = (float(side) for side in page.mediabox)
    page.obj.BleedBox = page.obj.MediaBox
    sides = left + bleed, bottom + bleed, right - bleed, top - bleed
    page.obj.TrimBox = [round(side, 4) for side in sides]


def _forms(pdf: Any) -> Iterator[Any]:
    """Everything else that is painted: forms and tiles of patterns."""
    import pikepdf

    for thing in pdf.objects:
        is_stream = isinstance(thing, pikepdf.Stream)
        if is_stream and (thing.get("/Subtype") == "/Form" or thing.get("/PatternType") == 1):
            yield thing


# ---- Colours


def _convert_stream(painted: Any, owner: Any, inks: PressInks, where: str) -> bytes:
    """The code of a page or a form with inks in place of colours. The colour spaces of its resources go."""
    import pikepdf

    resources = owner.get("/Resources", pikepdf.Dictionary())
    spaces = {str(name): _read_space(space, where) for name, space in resources.get("/ColorSpace", {}).items()}
    for painted_object in resources.get("/XObject", {}).values():
        space = painted_object.get("/ColorSpace", "/DeviceGray")
        if painted_object.get("/Subtype") == "/Image" and space not in ("/DeviceCMYK", "/DeviceGray"):
            raise _unprintable(where)
    code = pikepdf.unparse_content_stream([*_convert(pikepdf.parse_content_stream(painted), spaces, inks, where)])
    for name in [name for name, space in spaces.items() if space]:
        del resources.ColorSpace[name]
    if "/ColorSpace" in resources and not resources.ColorSpace.keys():
        del resources.ColorSpace
    return code


def _read_space(space: Any, where: str) -> Space:
    """How many numbers state a colour of a space that is converted. Raises FabgenError for a gradient."""
    import pikepdf

    name = str(space[0]) if isinstance(space, pikepdf.Array) else str(space)
    numbers = {"/DeviceGray": GREYS, "/CalGray": GREYS, "/DeviceRGB": COLOURS, "/CalRGB": COLOURS, "/DeviceCMYK": None}
    if name == "/ICCBased":
        return {1: GREYS, 3: COLOURS}.get(int(space[1].N))
    if name not in numbers:
        raise _unprintable(where)
    return numbers[name]


def _convert(code: Any, spaces: dict[str, Space], inks: PressInks, where: str) -> Iterator[Any]:
    """Instructions with `k` and `K` in place of those that choose a colour space and a colour. Typst states a colour
    whenever it chooses a space, so the initial colour of a space is never painted."""
    import pikepdf

    fill: Space = None
    stroke: Space = None
    saved: list[tuple[Space, Space]] = []
    for instruction in code:
        if isinstance(instruction, pikepdf.ContentStreamInlineImage):
            raise _unprintable(where)
        operator, operands = str(instruction.operator), instruction.operands
        if operator == "q":
            saved.append((fill, stroke))
        elif operator == "Q" and saved:
            fill, stroke = saved.pop()
        elif operator in ("cs", "CS"):
            name = str(operands[0])
            space = spaces[name] if name in spaces else _read_space(operands[0], where)
            fill, stroke = (space, stroke) if operator == "cs" else (fill, space)
            if space:
                continue
        elif operator == "sh":
            raise _unprintable(where)
        elif (operator in FILL and fill) or operator in ("g", "rg"):
            yield _paint(operands, "k", inks)
            continue
        elif (operator in STROKE and stroke) or operator in ("G", "RG"):
            yield _paint(operands, "K", inks)
            continue
        yield instruction


def _paint(operands: Any, operator: str, inks: PressInks) -> Any:
    """The instruction that chooses the inks of a grey or a colour."""
    import pikepdf

    numbers = [float(number) for number in operands]
    channels = numbers * 3 if len(numbers) == GREYS else numbers
    colour = "#" + "".join(f"{round(255 * min(max(channel, 0.0), 1.0)):02x}" for channel in channels)
    return pikepdf.ContentStreamInstruction(_operands(inks.convert(colour)), pikepdf.Operator(operator))


def _operands(colour: Cmyk) -> list[Any]:
    from decimal import Decimal

    return [Decimal(format_number(ink / 100)) for ink in colour]


def _unprintable(where: str) -> FabgenError:
    return problem_error(f"{where} has a picture or a gradient in colours of a screen, which a press book cannot hold",
                         "leave it out of the theme, or state its colours as inks: cmyk(0%, 40%, 100%, 0%)")


# ---- What PDF/X-4 asks for


def _add_output_intent(pdf: Any) -> None:
    """The printing condition for which the inks are meant, with its profile."""
    from pikepdf import Array, Dictionary, Name, String

    profile = pdf.make_stream(PROFILE.read_bytes(), N=4, Alternate=Name.DeviceCMYK)
    intent = Dictionary(
        Type=Name.OutputIntent, S=Name.GTS_PDFX, OutputConditionIdentifier=String(CONDITION),
        OutputCondition=String(CONDITION_NAME), RegistryName=String(REGISTRY), Info=String(CONDITION_NAME),
        DestOutputProfile=profile)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])


def _write_metadata(pdf: Any) -> None:
    """The version of PDF/X, whether colours overlap (they do not), dates and the names of the document, in the XMP
    metadata and in the document's information. The dates are those that Typst wrote, always the same."""
    from pikepdf import Name
    from pikepdf.models.metadata import PdfMetadata

    pdf.docinfo.Trapped = Name("/False")
    PdfMetadata.register_xml_namespace(XMP_PDFX, "pdfxid")
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        xmp[f"{{{XMP_PDFX}}}GTS_PDFXVersion"] = "PDF/X-4"
        xmp[f"{{{XMP_PDF}}}Trapped"] = "False"
        xmp[f"{{{XMP_PDF}}}PDFVersion"] = VERSION
        xmp["xmp:MetadataDate"] = xmp["xmp:ModifyDate"]
        xmp["xmpMM:RenditionClass"] = "default"
        xmp["xmpMM:VersionID"] = "1"

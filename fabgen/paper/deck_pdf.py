"""The cards of an order → one PDF of the deck in inks, as a service asks for it: every copy of every card, its back and
its front on pages with the boxes of the cut and of the bleed, by the standard PDF/X-1a:2003 (ISO 15930-4).

What that standard forbids is not in such a file: colours of a screen, transparency, links, layers, and whatever PDF 1.4
does not have. It names itself in the document's information, where dates are the same for ever.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.export.pdf import make_canvas, paint_drawing
from fabgen.artwork.export.press_pages import InkChoice, convert_pages
from fabgen.artwork.press_inks import PressInks, convert_picture
from fabgen.artwork.themes import Theme
from fabgen.paper.print_on_demand import DeckFile, PodImage

VERSION = "1.4"  # of PDF: the highest that PDF/X-1a:2003 allows
STANDARD = "PDF/X-1a:2003"
BLANK = Drawing()


def write_deck(images: Sequence[PodImage], deck: DeckFile, theme: Theme, title: str, author: str) -> bytes:
    """The deck of all cards among some images, which have one product. The same images give the same bytes."""
    import pikepdf

    product = images[0].product
    width, height = product.full_size
    stream = io.BytesIO()
    canvas = make_canvas(stream, width, height, title=title, author=author)
    for front, back in _pair_cards(images):
        sides = [front.drawing, back.drawing if back else BLANK]
        for drawing in (reversed(sides) if deck.first == "back" else sides):
            paint_drawing(canvas, drawing, theme, width / 2, height / 2)
            canvas.showPage()
    canvas.save()
    with pikepdf.open(io.BytesIO(stream.getvalue())) as pdf:
        _convert_pictures(pdf, deck.most_ink)
        convert_pages(pdf, InkChoice(PressInks(theme), deck.most_ink), product.bleed)
        _write_information(pdf)
        written = io.BytesIO()
        pdf.save(written, deterministic_id=True, force_version=VERSION, recompress_flate=True,
                 object_stream_mode=pikepdf.ObjectStreamMode.disable,
                 stream_decode_level=pikepdf.StreamDecodeLevel.generalized)
        return written.getvalue()


def _pair_cards(images: Sequence[PodImage]) -> Iterator[tuple[PodImage, PodImage | None]]:
    """The front and the back of each card, as often as it is ordered; None for a back that is blank."""
    for _, sides in groupby(images, lambda image: image.name):
        by_side = {image.side: image for image in sides}
        front = by_side["front"]
        yield from [(front, by_side.get("back"))] * front.count


def _convert_pictures(pdf: Any, most_ink: float) -> None:
    """Puts inks in place of the colours of pictures, and white behind what they let through."""
    from pikepdf import Name, PdfImage, Stream
    from PIL import Image

    pictures = [thing for thing in pdf.objects if isinstance(thing, Stream) and thing.get("/Subtype") == "/Image"]
    masks = {thing.SMask.objgen for thing in pictures if "/SMask" in thing}
    for picture in (thing for thing in pictures if thing.objgen not in masks):
        image = PdfImage(picture).as_pil_image().convert("RGB")
        if "/SMask" in picture:
            soft: Any = picture.SMask
            mask = PdfImage(soft).as_pil_image().convert("L")
            image = Image.composite(image, Image.new("RGB", image.size, "white"), mask.resize(image.size))
            del picture["/SMask"]
        for key in ("/DecodeParms", "/Decode", "/Mask", "/Intent"):
            if key in picture:
                del picture[key]
        picture.write(convert_picture(image, most_ink).tobytes())
        picture.ColorSpace, picture.BitsPerComponent = Name.DeviceCMYK, 8
        picture.Width, picture.Height = image.size


def _write_information(pdf: Any) -> None:
    """The name of the standard, and that colours do not overlap; what only a screen would need goes."""
    from pikepdf import Name, String

    pdf.docinfo.GTS_PDFXVersion = String(STANDARD)
    pdf.docinfo.Trapped = Name("/False")
    for key in ("/ViewerPreferences", "/Metadata", "/PageMode"):
        if key in pdf.Root:
            del pdf.Root[key]

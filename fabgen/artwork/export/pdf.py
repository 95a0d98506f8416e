"""Drawings → PDF through reportlab: `paint_drawing` paints print-and-play pages, rulebook figures and single diagrams
alike.

Millimetres become points only here. Text stays text, in embedded fonts. The same input gives the same bytes
(`invariant`).
"""

from __future__ import annotations

import io
import os
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import quote

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.path import Arc, Box, Curve, Line, Path, arc_points
from fabgen.artwork.picture import PictureArea, without_colour
from fabgen.artwork.text import font_file, point_size, text_matrix
from fabgen.artwork.themes import WIDTH, ResolvedInk, Theme, hatch_box, resolve_ink
from fabgen.core.units import POINTS_PER_MM

FONT = {False: "FabgenText", True: "FabgenText-Bold"}
COMPRESSION = 5  # zlib's level: half the time of its usual 6, for files that are 1 % larger
CLOSING_ZEROS = re.compile(r"(?<=\d)0+(?= )")  # of numbers with four decimals, but for one right behind the point


class _QuickFlate(pdfdoc.PDFStreamFilterZCompress):
    """reportlab's filter for streams, at the level of COMPRESSION."""

    def encode(self, text: str | bytes) -> bytes:
        return zlib.compress(text.encode() if isinstance(text, str) else text, COMPRESSION)


@cache
def register_fonts() -> None:
    """Registers the two fonts with reportlab, and makes one of them the default instead of Helvetica. Streams are
    compressed by our own filter."""
    pdfdoc.PDFZCompress = _QuickFlate()
    for bold, name in FONT.items():
        pdfmetrics.registerFont(TTFont(name, str(font_file(bold))))
    rl_config.canvas_basefontname = FONT[False]
    rl_config.useA85 = 0  # streams as bytes: smaller, and quicker to write


def make_canvas(stream: io.BytesIO, width: float, height: float, **info: Any) -> Canvas:
    """A canvas whose page size is given in mm; its user space is in points. `info` is metadata: title, author, subject,
    language."""
    register_fonts()
    font: Any = FONT[False]  # reportlab's type hints expect a number here
    with _without_dates():
        page = Canvas(stream, pagesize=(width * POINTS_PER_MM, height * POINTS_PER_MM), invariant=1, pageCompression=1,
                      initialFontName=font, pdfVersion=(1, 7), lang=info.get("language", "en-GB"))
    page.setTitle(info.get("title", ""))
    page.setAuthor(info.get("author", ""))
    page.setSubject(info.get("subject", ""))
    page.setCreator("fabgen")
    page.setProducer("fabgen")
    page.setViewerPreference("PrintScaling", "None")
    page.setViewerPreference("DisplayDocTitle", "true")
    return page


@contextmanager
def _without_dates() -> Iterator[None]:
    """Hides SOURCE_DATE_EPOCH from reportlab, which would write its date even with `invariant`: our files have no
    dates."""
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date


class PathPen:
    """The PDF code of a path, rounded to a ten-thousandth of its unit. Faster than reportlab's own path object."""

    def __init__(self) -> None:
        self.code = ["n"]

    def moveTo(self, x: float, y: float) -> None:
        """Starts a subpath at a point."""
        self.code.append(f"{round(x, 4)} {round(y, 4)} m")

    def lineTo(self, x: float, y: float) -> None:
        """Adds a line to a point."""
        self.code.append(f"{round(x, 4)} {round(y, 4)} l")

    def curveTo(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float) -> None:
        """Adds a cubic Bézier: two control points and the end."""
        self.code.append(f"{round(x1, 4)} {round(y1, 4)} {round(x2, 4)} {round(y2, 4)} {round(x3, 4)} {round(y3, 4)} c")

    def close(self) -> None:
        """Closes the subpath."""
        self.code.append("h")

    def trace(self, path: Path) -> None:
        """Adds a path, all of its numbers at once: that takes a third of the time of one after the other."""
        forms, numbers = ["%.4f %.4f m"], [*path.start]
        for start, segment in path:
            if isinstance(segment, Line):
                forms.append("%.4f %.4f l")
                numbers += segment.to
            else:
                for first, second, to in arc_points(start, segment) if isinstance(segment, Arc) else (segment,):
                    forms.append("%.4f %.4f %.4f %.4f %.4f %.4f c")
                    numbers += (*first, *second, *to)
        form = "\n".join([*forms, "h"] if path.closed else forms)
        if {*map(type, numbers)} == {float}:
            code = CLOSING_ZEROS.sub("", form % tuple(numbers))
        else:  # whole numbers have no point
            code = form.replace("%.4f", "%s") % tuple([round(number, 4) for number in numbers])
        self.code += code.split("\n")

    def getCode(self) -> str:
        """The PDF code of the path. reportlab calls this."""
        return " ".join(self.code)


def paint_drawing(
    page: Canvas, drawing: Drawing, theme: Theme, x: float = 0.0, y: float = 0.0, scale: float = 1.0
) -> None:
    """Paints a drawing in mm with its origin at x, y mm of the page, scaled by `scale`. Widths of lines are not
    scaled."""
    inks = dict[tuple[Role, str], ResolvedInk | None]()
    page.saveState()
    page.transform(POINTS_PER_MM, 0, 0, POINTS_PER_MM, x * POINTS_PER_MM, y * POINTS_PER_MM)
    for item in (drawing.scaled(scale) if scale != 1.0 else drawing).items:
        key = item.role, item.tone
        if key not in inks:
            inks[key] = resolve_ink(theme, *key)
        ink = inks[key]
        if isinstance(item, PictureArea):
            _paint_picture(page, item, theme.grey)
        elif ink and isinstance(item, Shape):
            _paint_shape(page, item, ink)
        elif ink and isinstance(item, Lettering):
            _paint_text(page, item, ink)
    page.restoreState()


def _paint_picture(page: Canvas, picture: PictureArea, grey: bool) -> None:
    """Paints a picture, in greys if `grey`."""
    from reportlab.lib.utils import ImageReader

    (x, y), (x1, y1), (x2, y2) = picture.corners
    page.saveState()
    page.transform(*(round(value, 4) for value in (x1 - x, y1 - y, x2 - x, y2 - y, x, y)))
    page.drawImage(ImageReader(io.BytesIO(without_colour(picture.data) if grey else picture.data)), 0, 0, 1, 1)
    page.restoreState()


def write_drawing(drawing: Drawing, theme: Theme, margin: float = 2.0, name: str = "", **info: Any) -> bytes:
    """A PDF of one page as large as the drawing with a margin in mm. `name` is the drawing's id in the file."""
    x0, y0, x1, y1 = drawing.bounds()
    stream = io.BytesIO()
    page = make_canvas(stream, x1 - x0 + 2 * margin, y1 - y0 + 2 * margin, **info)
    with marked_content(page, "Figure", name):
        paint_drawing(page, drawing, theme, margin - x0, margin - y0)
    page.showPage()
    page.save()
    return stream.getvalue()


def write_pages(drawings: Sequence[Drawing], box: Box, theme: Theme, margin: float = 2.0) -> bytes:
    """A PDF with a page for each drawing. All pages show the same box, which is in mm, with a margin in mm."""
    x0, y0, x1, y1 = box
    stream = io.BytesIO()
    page = make_canvas(stream, x1 - x0 + 2 * margin, y1 - y0 + 2 * margin)
    for drawing in drawings:
        paint_drawing(page, drawing, theme, margin - x0, margin - y0)
        page.showPage()
    page.save()
    return stream.getvalue()


@contextmanager
def marked_content(page: Canvas, tag: str, name: str) -> Iterator[None]:
    """Everything that is painted inside carries this id as marked content, which viewers and printers ignore.
    Characters that are not ASCII are percent-encoded, because readers of marked content do not agree about them."""
    if name:
        page.addLiteral(f"/{tag} <</ID <{quote(name, safe=' ').encode().hex()}>>> BDC")
    yield
    if name:
        page.addLiteral("EMC")


def _paint_shape(page: Canvas, shape: Shape, ink: ResolvedInk) -> None:
    """Paints the fill, the pattern and the outline of a shape."""
    outline: Any = PathPen()
    for path in shape.paths:
        trace_path(outline, path)
    fill = ink.fill if all(path.closed for path in shape.paths) else None
    has_pattern = bool(fill) and ink.pattern != "plain"
    if fill:
        _set_fill(page, fill, ink.grey)
    if has_pattern:  # painted after the fill and before the outline
        page.drawPath(outline, stroke=0, fill=1, fillMode=0)
        _paint_hatch(page, shape, outline, ink)
    if ink.stroke:
        _set_stroke(page, ink.stroke, ink.grey)
        page.setLineWidth(ink.width)
        page.setDash(list(ink.dash or ()), 0)
        page.setLineCap(1)
        page.setLineJoin(1)
    page.drawPath(outline, stroke=int(bool(ink.stroke)), fill=int(bool(fill) and not has_pattern), fillMode=0)


def _paint_hatch(page: Canvas, shape: Shape, outline: Any, ink: ResolvedInk) -> None:
    """Paints the pattern of a tone inside a shape."""
    page.saveState()
    page.clipPath(outline, stroke=0, fill=0, fillMode=0)
    colour = ink.hatch or "#000000"
    _set_fill(page, colour, ink.grey)
    _set_stroke(page, colour, ink.grey)
    page.setLineWidth(WIDTH)
    page.setDash([], 0)
    for paths, is_filled in zip(hatch_box(ink.pattern, shape.bounds()), (False, True), strict=True):
        pen: Any = PathPen()
        for path in paths:
            trace_path(pen, path)
        if paths:
            page.drawPath(pen, stroke=int(not is_filled), fill=int(is_filled), fillMode=1)
    page.restoreState()


def _set_fill(page: Canvas, colour: str, grey: bool) -> None:
    """Sets the colour `#rrggbb` of areas and text, as a grey if `grey`."""
    if grey:
        page.setFillGray(_level(colour))
    else:
        page.setFillColorRGB(*_rgb(colour))


def _set_stroke(page: Canvas, colour: str, grey: bool) -> None:
    """Sets the colour `#rrggbb` of lines, as a grey if `grey`."""
    if grey:
        page.setStrokeGray(_level(colour))
    else:
        page.setStrokeColorRGB(*_rgb(colour))


@cache
def _rgb(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of `#rrggbb`, each 0 to 1."""
    red, green, blue = (int(colour[n:n + 2], 16) / 255 for n in (1, 3, 5))
    return red, green, blue


def _level(colour: str) -> float:
    """The lightness of a grey `#rrggbb`, 0 to 1."""
    return round(int(colour[1:3], 16) / 255, 4)


def _paint_text(page: Canvas, item: Lettering, ink: ResolvedInk) -> None:
    """Paints a line of text in its font."""
    text = item.text
    size = point_size(text.cap) / POINTS_PER_MM
    page.saveState()
    page.transform(*text_matrix(text))
    _set_fill(page, ink.fill or ink.stroke or "#000000", ink.grey)
    page.setFont(FONT[text.bold], size)
    page.drawString(0, 0, text.string)
    page.restoreState()


def trace_path(pen: Any, path: Path) -> None:
    """Draws a path with a `PathPen` or with a path object of reportlab."""
    if isinstance(pen, PathPen):
        pen.trace(path)
        return
    pen.moveTo(*path.start)
    for start, segment in path:
        if isinstance(segment, Arc):
            for first, second, to in arc_points(start, segment):
                pen.curveTo(*first, *second, *to)
        elif isinstance(segment, Curve):
            pen.curveTo(*segment.first, *segment.second, *segment.to)
        else:
            pen.lineTo(*segment.to)
    if path.closed:
        pen.close()


def save_pdf(pdf: Any) -> bytes:
    """The bytes of a pikepdf document, the same for the same contents."""
    import pikepdf

    stream = io.BytesIO()
    pdf.save(stream, deterministic_id=True, min_version="1.7", object_stream_mode=pikepdf.ObjectStreamMode.generate,
             stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return stream.getvalue()


def ask_true_size(data: bytes) -> bytes:
    """The PDF with the wish that printers do not scale its pages, so that its rulers are right. Typst cannot write
    it."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        preferences = pdf.Root.get("/ViewerPreferences", pikepdf.Dictionary())
        preferences.PrintScaling = pikepdf.Name("/None")
        pdf.Root.ViewerPreferences = preferences
        return save_pdf(pdf)

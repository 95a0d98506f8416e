"""Drawings → PDF through reportlab: one `paint` for print-and-play pages, rulebook figures and single diagrams.

mm become points here and nowhere else. Text stays text, in embedded fonts. Same input, same bytes (`invariant`).
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from fabgen.artwork.drawing import Drawing, Lettering, Shape
from fabgen.artwork.path import Arc, Curve, Path, Point, circle_of
from fabgen.artwork.text import font_file, placing, point_size
from fabgen.make.theme import Inked, Theme, ink
from fabgen.units import POINTS_PER_MM

FONT = {False: "FabgenText", True: "FabgenText-Bold"}


@cache
def register_fonts() -> None:
    """The two faces, known to reportlab, and no Helvetica by default."""
    for bold, name in FONT.items():
        pdfmetrics.registerFont(TTFont(name, str(font_file(bold))))
    rl_config.canvas_basefontname = FONT[False]


def canvas(stream: io.BytesIO, width: float, height: float, **info: Any) -> Canvas:
    """A canvas of a page size in mm whose user space is points; metadata by keyword (title, author, subject)."""
    register_fonts()
    font: Any = FONT[False]  # reportlab's types take this name for a size
    with _undated():
        page = Canvas(stream, pagesize=(width * POINTS_PER_MM, height * POINTS_PER_MM), invariant=1, pageCompression=1,
                      initialFontName=font, pdfVersion=(1, 7), lang="en-GB")
    page.setTitle(info.get("title", ""))
    page.setAuthor(info.get("author", ""))
    page.setSubject(info.get("subject", ""))
    page.setCreator("fabgen")
    page.setProducer("fabgen")
    page.setViewerPreference("PrintScaling", "None")
    page.setViewerPreference("DisplayDocTitle", "true")
    return page


@contextmanager
def _undated() -> Iterator[None]:
    """reportlab takes the date of its documents from the environment, `invariant` or not; here no file has a date."""
    date = os.environ.pop("SOURCE_DATE_EPOCH", None)
    try:
        yield
    finally:
        if date is not None:
            os.environ["SOURCE_DATE_EPOCH"] = date


def paint(page: Canvas, drawing: Drawing, theme: Theme, x: float = 0.0, y: float = 0.0, scale: float = 1.0) -> None:
    """Paint a drawing (mm) with its origin at x, y mm of the page, scaled; line widths keep their mm."""
    page.saveState()
    page.transform(POINTS_PER_MM, 0, 0, POINTS_PER_MM, x * POINTS_PER_MM, y * POINTS_PER_MM)
    for item in (drawing.scaled(scale) if scale != 1.0 else drawing).items:
        inked = ink(theme, item.role, item.tone)
        if inked and isinstance(item, Shape):
            _paint_shape(page, item, inked)
        elif inked and isinstance(item, Lettering):
            _paint_text(page, item, inked)
    page.restoreState()


def write_drawing(drawing: Drawing, theme: Theme, margin: float = 2.0, **info: Any) -> bytes:
    """A PDF of one page that fits the drawing with a margin in mm."""
    x0, y0, x1, y1 = drawing.bounds()
    stream = io.BytesIO()
    page = canvas(stream, x1 - x0 + 2 * margin, y1 - y0 + 2 * margin, **info)
    paint(page, drawing, theme, margin - x0, margin - y0)
    page.showPage()
    page.save()
    return stream.getvalue()


def _paint_shape(page: Canvas, shape: Shape, inked: Inked) -> None:
    path = page.beginPath()
    for one in shape.paths:
        _trace(path, one)
    filled = inked.fill if all(p.closed for p in shape.paths) else None
    if inked.stroke:
        page.setStrokeColor(inked.stroke)
        page.setLineWidth(inked.width)
        page.setDash(list(inked.dash or ()), 0)
        page.setLineCap(1)
        page.setLineJoin(1)
    if filled:
        page.setFillColor(filled)
    page.drawPath(path, stroke=int(bool(inked.stroke)), fill=int(bool(filled)), fillMode=0)


def _paint_text(page: Canvas, item: Lettering, inked: Inked) -> None:
    text = item.text
    size = point_size(text.cap) / POINTS_PER_MM
    page.saveState()
    page.transform(*placing(text))
    page.setFillColor(inked.fill or inked.stroke or "#000000")
    page.setFont(FONT[text.bold], size)
    page.drawString(0, 0, text.string)
    page.restoreState()


def _trace(pen: Any, path: Path) -> None:
    pen.moveTo(*path.start)
    for start, segment in path:
        if isinstance(segment, Arc):
            for first, second, to in arc_curves(start, segment):
                pen.curveTo(*first, *second, *to)
        elif isinstance(segment, Curve):
            pen.curveTo(*segment.first, *segment.second, *segment.to)
        else:
            pen.lineTo(*segment.to)
    if path.closed:
        pen.close()


def arc_curves(start: Point, arc: Arc) -> list[tuple[Point, Point, Point]]:
    """An arc as cubic Béziers of at most 45 degrees: within 5e-6 of the radius."""
    (cx, cy), radius, angle, sweep = circle_of(start, arc)
    count = max(1, math.ceil(abs(sweep) / (math.pi / 4) - 1e-9))
    step = sweep / count
    k = 4 / 3 * math.tan(step / 4) * radius
    curves = []
    for i in range(count):
        a, b = angle + i * step, angle + (i + 1) * step
        p = (cx + radius * math.cos(a), cy + radius * math.sin(a))
        q = (cx + radius * math.cos(b), cy + radius * math.sin(b))
        first = (p[0] - k * math.sin(a), p[1] + k * math.cos(a))
        curves.append((first, (q[0] + k * math.sin(b), q[1] - k * math.cos(b)), q))
    return curves

"""Drawings → Typst code → PDF, read back with pdfplumber: places, sizes, colours, patterns, words."""

from __future__ import annotations

import io
from typing import Any

import pdfplumber
import pytest

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.export.typst import PlacedDrawing, place_drawing, write_boxes, write_empty_boxes
from fabgen.artwork.lettering import LetterSizes
from fabgen.artwork.path import circle, line, rectangle
from fabgen.artwork.themes import load_theme
from fabgen.typeset.typst_process import typst_process

MM = 72 / 25.4


def page_of(drawing: Drawing, scale: float = 1.0, legible: float = 0.0, inks: str = "colour") -> Any:
    """The first page of a PDF with the drawing 10 mm from its left and its upper edge."""
    boxes = write_boxes({"it": PlacedDrawing(drawing, scale, LetterSizes(legible))}, load_theme(inks))
    text = '#set page(width: 100mm, height: 100mm, margin: 10mm)\n#set text(font: "Source Sans Pro")\n#it'
    data = typst_process().compile_pdf({"main.typ": boxes + text}, standard="")
    return pdfplumber.open(io.BytesIO(data)).pages[0]


def test_a_shape_has_its_place_its_size_and_its_ink() -> None:
    """A rectangle of 30 x 20 mm whose lower left corner is at 5, 7; scaled by a half."""
    (drawn,) = page_of(draw(Role.MOVE, rectangle(5, 7, 30, 20)), 0.5).rects
    assert [drawn[key] / MM for key in ("x0", "top", "x1", "bottom")] == pytest.approx([10, 10, 25, 20], abs=0.01)
    assert tuple(drawn["non_stroking_color"]) == pytest.approx((0, 0x66 / 255, 0x4B / 255), abs=0.003)


def test_a_hole_stays_open() -> None:
    """The even-odd rule: of a ring only the ring is painted."""
    ring = page_of(draw(Role.MOVE, circle((20, 20), 20), circle((20, 20), 15)))
    image = ring.to_image(resolution=72).original.convert("L")
    assert image.getpixel((int(30 * MM), int(30 * MM))) > 250
    assert image.getpixel((int(12.5 * MM), int(30 * MM))) < 120


def test_words_are_live_and_on_their_base_line() -> None:
    """A capital of 3 mm in this face is 660 of 1000 units high: 12.88 points."""
    words = draw(Role.GRID, rectangle(0, 0, 40, 40)) + draw_text(Role.LABEL, "two words", (20, 10), 3)
    page = page_of(words)
    found = page.extract_words(keep_blank_chars=True, extra_attrs=["size"])
    assert [word["text"] for word in found] == ["two words"]
    assert found[0]["size"] == pytest.approx(3 / 0.66 * MM, rel=0.01)
    assert (found[0]["x0"] + found[0]["x1"]) / 2 / MM == pytest.approx(30, abs=0.2)
    chars = [char for char in page.chars if char["text"] == "w"]
    assert all(char["matrix"][5] / MM == pytest.approx(100 - 40, abs=0.05) for char in chars)


def test_turned_words_go_up() -> None:
    words = draw(Role.GRID, rectangle(0, 0, 40, 40))
    words += draw_text(Role.LABEL, "up", (10, 10), 3, anchor="start", angle=90)
    first, second = page_of(words).chars
    assert first["matrix"][4] == pytest.approx(second["matrix"][4], abs=0.01)
    assert second["matrix"][5] > first["matrix"][5]


def test_a_pattern_ends_at_the_outline() -> None:
    """The lines of a tone's pattern are cut off at the shape, to within half of their width."""
    page = page_of(draw(Role.BODY, circle((20, 20), 20), tone="green"), inks="bw")
    assert len(page.lines) > 10
    for one in page.lines:
        for x, y in one["pts"]:
            assert ((x / MM - 30) ** 2 + (y / MM - 30) ** 2) ** 0.5 <= 20.2


def test_small_coordinates_are_enlarged() -> None:
    small = draw(Role.GRID, rectangle(0, 0, 40, 40)) + draw_text(Role.COORDINATE, "a", (20, 10), 1)
    (char,) = page_of(small, 0.5, legible=6.0).chars
    assert char["size"] == pytest.approx(6.0, abs=0.01)


def test_shapes_and_words_are_painted_in_their_order() -> None:
    """Two words with a filled square between them: the first is hidden."""
    words = [draw_text(Role.LABEL, "H", (20, 15), 9, bold=True) for _ in range(2)]
    shapes = draw(Role.GRID, rectangle(0, 0, 40, 40)) + draw(Role.MOVE, rectangle(10, 10, 20, 20))
    hidden, seen = (page_of(drawing).to_image(resolution=72).original.convert("L").crop(
        [int(side * MM) for side in (25, 25, 35, 35)]) for drawing in (words[0] + shapes, shapes + words[1]))
    assert len(hidden.getcolors()) == 1
    assert len(seen.getcolors()) > 1


def test_a_line_at_the_edge_has_its_whole_width() -> None:
    """Half of it lies beyond the box of its drawing: as dark there as on the other side of the edge."""
    page = page_of(draw(Role.EDGE, rectangle(0, 0, 40, 40))).to_image(resolution=1200).original.convert("L")
    dots = 1200 / 25.4
    half = load_theme("colour").inks[Role.EDGE].width / 4
    inside, outside, beyond = (page.getpixel((int((10 + x) * dots), int(30 * dots))) for x in (half, -half, -5 * half))
    assert outside == inside < beyond


def test_shapes_lie_on_their_box_where_text_is_in_the_middle() -> None:
    boxes = write_boxes({"it": PlacedDrawing(draw(Role.MOVE, rectangle(0, 0, 20, 30)))}, load_theme("colour"))
    text = "#set page(width: 100mm, height: 100mm, margin: 10mm)\n#grid(align: center + horizon, it)"
    data = typst_process().compile_pdf({"main.typ": boxes + text}, standard="")
    (drawn,) = pdfplumber.open(io.BytesIO(data)).pages[0].rects
    assert [drawn[key] / MM for key in ("x0", "top", "x1", "bottom")] == pytest.approx([10, 10, 30, 40], abs=0.01)


def test_empty_boxes_have_the_same_sizes() -> None:
    drawings = {"a": PlacedDrawing(draw(Role.GRID, line((0, 0), (30, 12))), 0.5), "nothing": PlacedDrawing(Drawing())}
    text = "#context [#metadata((measure(a).width.mm(), measure(a).height.mm())) <size>]"
    for boxes in (write_boxes(drawings, load_theme("colour")), write_empty_boxes(drawings)):
        (size,) = typst_process().evaluate({"main.typ": boxes + text}, "query(<size>).map(m => m.value)")
        assert size == pytest.approx([15, 6], abs=1e-3)


def test_a_drawing_is_placed_once_for_each_scale_and_each_drawing() -> None:
    square, other = draw(Role.EDGE, rectangle(0, 0, 10, 20)), draw(Role.EDGE, rectangle(0, 0, 10, 20))
    double = place_drawing(square, 2.0, LetterSizes())
    assert double.size == (20, 40)
    assert place_drawing(square, 2.0, LetterSizes()) is double
    assert place_drawing(square, 3.0, LetterSizes()).size == (30, 60)
    assert place_drawing(other, 2.0, LetterSizes()).drawing is other

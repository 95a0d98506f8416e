"""Pages of a PDF as pictures: as many pixels as millimetres ask for, and a resolution that programs can read."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw
from fabgen.artwork.export import pdf, png
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme


def picture(drawing: Drawing, margin: float, dpi: int) -> Image.Image:
    return Image.open(io.BytesIO(png.render_page(pdf.write_drawing(drawing, load_theme("colour"), margin), dpi)))


@pytest.mark.parametrize(("width", "height", "dpi", "pixels"), [
    (25.4, 25.4, 300, (300, 300)),  # an inch: never 301 by a rounding error
    (50.8, 12.7, 72, (144, 36)),
    (100, 50, 254, (1000, 500)),
    (10.02, 10.07, 254, (100, 101)),  # to the nearest pixel
])
def test_a_picture_has_the_pixels_of_its_millimetres(width: float, height: float, dpi: int,
                                                     pixels: tuple[int, int]) -> None:
    assert picture(draw(Role.EDGE, rectangle(0, 0, width, height)), 0, dpi).size == pixels


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(st.floats(1, 120), st.floats(1, 120), st.sampled_from([72, 150, 300]))
def test_no_picture_is_more_than_half_a_pixel_out(width: float, height: float, dpi: int) -> None:
    across, down = picture(draw(Role.EDGE, rectangle(3, 4, width, height)), 0, dpi).size
    assert abs(across - width / 25.4 * dpi) <= 0.501
    assert abs(down - height / 25.4 * dpi) <= 0.501


def test_a_picture_says_its_resolution() -> None:
    found = picture(draw(Role.EDGE, rectangle(0, 0, 20, 20)), 2, 300).info["dpi"]
    assert found == pytest.approx((300, 300), abs=0.01)  # PNG holds dots a metre


def test_a_picture_is_white_where_nothing_is_drawn_and_the_ink_lies_in_its_place() -> None:
    drawing = draw(Role.MOVE, rectangle(0, 0, 10, 10)) + draw(Role.EDGE, rectangle(0, 0, 30, 30))
    image = picture(drawing, 5, 254).convert("RGB")
    assert image.size == (400, 400)
    assert image.getpixel((10, 10)) == (255, 255, 255)
    assert image.getpixel((250, 250)) == (255, 255, 255)
    red, green, blue = image.getpixel((100, 300))  # in the lower left quarter: y is up in drawings, down in pictures
    assert green > red
    assert green > blue


def test_the_same_page_gives_the_same_bytes() -> None:
    page = pdf.write_drawing(draw(Role.EDGE, rectangle(0, 0, 20, 20)), load_theme("colour"))
    assert png.render_page(page) == png.render_page(page)


def test_pages_are_counted() -> None:
    assert png.page_count(pdf.write_drawing(draw(Role.EDGE, rectangle(0, 0, 20, 20)), load_theme("colour"))) == 1


def test_a_rare_colour_is_not_lost_among_the_others() -> None:
    """Twelve inks, one of them on a thousandth of the picture."""
    tones = list(load_theme("colour").palette)
    crowd = [draw(Role.PIECE, rectangle(5.0 * i, 0, 4, 90), tone=tone)
             for i, tone in enumerate(tones) if tone != "orange"]
    drawing = combine_drawings([*crowd, draw(Role.PIECE, rectangle(30, 95, 2, 2), tone="orange")])
    image = picture(drawing, 2, 300).convert("RGB")
    seen = image.getpixel((round(33 / 25.4 * 300), round(3 / 25.4 * 300)))
    assert isinstance(seen, tuple)
    assert max(abs(a - b) for a, b in zip(seen, (0xE6, 0x9F, 0x00), strict=True)) <= 2


def test_inks_and_paper_keep_their_exact_colours_in_a_palette() -> None:
    """Each ink on a square of 2 mm, and white on most of the picture."""
    palette = load_theme("colour").palette
    squares = [draw(Role.PIECE, rectangle(5.0 * i, 0, 2, 2), tone=tone) for i, tone in enumerate(palette)]
    drawing = combine_drawings(squares)
    reduced = picture(drawing, 2, 300)
    page = pdf.write_drawing(drawing, load_theme("colour"), 2)
    true_colours = Image.open(io.BytesIO(png.render_page(page, 300, palette=False)))
    assert reduced.mode == "P"
    for i in range(len(palette)):
        spot = round((2 + 5.0 * i + 1) / 25.4 * 300), reduced.height // 2
        assert reduced.convert("RGB").getpixel(spot) == true_colours.getpixel(spot)
    assert reduced.convert("RGB").getpixel((3, 3)) == (255, 255, 255)


@pytest.mark.parametrize("width", [210, 211])  # 210 is a multiple of the step from one counted pixel to the next
@pytest.mark.parametrize("place", range(7))
def test_a_line_one_pixel_wide_keeps_its_colour(width: int, place: int) -> None:
    """Wherever it lies, across or down."""
    for box in ((100 + place, 0, 101 + place, 150), (0, 100 + place, width, 101 + place)):
        image = Image.new("RGB", (width, 150), "white")
        image.paste("#e69f00", box)
        assert png._reduce_colours(image).convert("RGB").getpixel(box[:2]) == (0xE6, 0x9F, 0x00)

"""A picture of dots as lines that swell: as much is marked as the picture is dark, and no line is too fine."""

from __future__ import annotations

import io
import math
import struct
import zlib

import pytest
import shapely
from PIL import Image

from fabgen.artwork.line_screen import MOST_LINES, THICK, THIN, read_line_screen
from fabgen.artwork.path import Path
from fabgen.artwork.picture import picture_size
from fabgen.core.problems import FabgenError


def png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def flat(grey: int, size: tuple[int, int] = (200, 200)) -> bytes:
    return png(Image.new("L", size, grey))


def area_of(paths: tuple[Path, ...]) -> float:
    shapes = [shapely.Polygon(path.flatten(0.001)) for path in paths]
    assert all(shape.is_valid for shape in shapes)
    union = shapely.union_all(shapes).area
    assert union == pytest.approx(sum(shape.area for shape in shapes)), "lines never overlap"
    return float(union)


@pytest.mark.parametrize("grey", [0, 40, 90, 128, 170, 200, 225])
def test_as_much_is_marked_as_the_picture_is_dark(grey: int) -> None:
    """Black marks THICK of the ground, and every grey its share of that."""
    art = read_line_screen(flat(grey), 100)
    width, height = art.page
    assert area_of(art.areas) / (width * height) == pytest.approx((1 - grey / 255) * THICK, abs=0.02)


def test_no_line_is_finer_than_its_share_of_the_pitch() -> None:
    gradient = png(Image.linear_gradient("L"))
    art = read_line_screen(gradient, 50)
    pitch = art.page[1] / 50
    assert art.areas
    for path in art.areas:
        x0, y0, x1, y1 = path.bounds()
        assert THIN * pitch - 1e-6 <= y1 - y0 <= THICK * pitch + 1e-6
        assert x1 - x0 >= 0.4 * pitch - 1e-6


def test_dark_is_where_the_picture_is_dark_and_up_is_up() -> None:
    image = Image.new("L", (100, 200), 255)
    image.paste(0, (0, 0, 50, 100))  # its upper left quarter
    art = read_line_screen(png(image), 40)
    width, height = art.page
    assert width / height == pytest.approx(0.5)
    boxes = [path.bounds() for path in art.areas]
    assert max(box[2] for box in boxes) <= width / 2 + 0.1
    assert min(box[1] for box in boxes) >= height / 2 - 0.1


def test_what_is_transparent_is_blank() -> None:
    image = Image.new("RGBA", (60, 60), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (30, 0, 60, 60))
    art = read_line_screen(png(image), 30)
    assert min(path.bounds()[0] for path in art.areas) >= art.page[0] / 2 - 0.1


def test_the_number_of_lines_has_bounds() -> None:
    rows = {round(sum(path.bounds()[1::2]) / 2, 3) for path in read_line_screen(flat(0), 5000).areas}
    assert len(rows) == MOST_LINES
    assert len({path.bounds()[1] for path in read_line_screen(flat(0), 1).areas}) == 16


def header_only(width: int, height: int) -> bytes:
    """A PNG that says it has so many dots, and holds none: as small as a bad file can be."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("data", "what", "hint"), [
    (flat(0, (1, 1)), "the picture has 1 x 1 dots; to be engraved it needs at least 24 x 24", "500 x 500"),
    (header_only(20_000, 20_000), "the picture has 20000 x 20000 dots; fabgen reads at most 40 million", "1000 x 1000"),
    (header_only(10_000, 10_000), "the picture has 10000 x 10000 dots; fabgen reads at most 40 million", "1000 x 1000"),
    (flat(255), "nothing in the picture is darker than white", "what is dark is engraved"),
    (b"no picture", "this is not a PNG or JPEG picture", "save it again as PNG"),
    (header_only(300, 300), "the picture is damaged", "save it again as PNG"),
])
def test_pictures_that_cannot_be_engraved(data: bytes, what: str, hint: str) -> None:
    with pytest.raises(FabgenError) as raised:
        read_line_screen(data, 60)
    [problem] = raised.value.problems
    assert problem.what == what
    assert hint in problem.hint


def test_a_card_is_told_its_own_size() -> None:
    with pytest.raises(FabgenError) as raised:
        picture_size(header_only(20_000, 20_000))
    assert "700 x 700" in raised.value.problems[0].hint


def test_the_same_picture_gives_the_same_lines() -> None:
    gradient = png(Image.radial_gradient("L"))
    assert read_line_screen(gradient, 60) == read_line_screen(gradient, 60)
    assert math.isfinite(sum(path.area() for path in read_line_screen(gradient, 60).areas))

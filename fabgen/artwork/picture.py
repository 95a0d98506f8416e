"""The bytes of a PNG or JPEG file → a `PictureArea`: an item of a drawing that is painted with dots.

Only files for printers hold pictures: PDF pages and the images for print on demand. Elsewhere its frame is drawn.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING
from warnings import catch_warnings

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.path import Matrix, Path, Point, polygon
from fabgen.core.problems import FabgenError, problem_error

if TYPE_CHECKING:
    from PIL.Image import Image

LARGEST_PICTURE = 20_000_000  # bytes of a file
MOST_DOTS = 40_000_000  # of a picture that is read
DPI, INCH = 300, 25.4  # dots an inch that a picture keeps; mm
JPEG_QUALITY = 92


@dataclass(frozen=True)
class PictureArea(Shape):
    """A rectangle that is painted with a picture. Its only path starts at the lower left corner of the picture and goes
    on to the lower right one; `data` is a PNG or JPEG file."""

    data: bytes = b""

    def transformed(self, m: Matrix) -> PictureArea:
        """The picture under a similarity (move, turn, mirror, uniform scale)."""
        return replace(self, paths=tuple(path.transformed(m) for path in self.paths))

    @property
    def corners(self) -> tuple[Point, Point, Point]:
        """The lower left, the lower right and the upper left corner of what it shows, in mm."""
        (outline,) = self.paths
        lower_left, lower_right, _, upper_left = outline.flatten(1.0)[:4]
        return lower_left, lower_right, upper_left


def place_picture(data: bytes, width: float, height: float) -> PictureArea:
    """A picture as large as it fits `width` by `height` mm, its middle at the origin, with no more dots than printers
    show. Raises FabgenError for a file that is no PNG or JPEG, is damaged, or has too many dots."""
    across, down = picture_size(data)
    factor = min(width / across, height / down)
    x, y = across * factor / 2, down * factor / 2
    outline: Path = polygon([(-x, -y), (x, -y), (x, y), (-x, y)])
    most_dots = max(1, round(2 * x / INCH * DPI)), max(1, round(2 * y / INCH * DPI))
    return PictureArea((outline,), Role.HOLE, data=_reduce(data, most_dots))


@lru_cache(maxsize=64)
def picture_size(data: bytes, hint: str = "make it smaller: a card shows about 700 x 700") -> tuple[int, int]:
    """Width and height of a picture in dots. Raises FabgenError for a file that is no PNG or JPEG, or is too large,
    with a hint what would do."""
    from PIL import Image, UnidentifiedImageError

    try:
        with catch_warnings(action="ignore"), Image.open(io.BytesIO(data), formats=["PNG", "JPEG"]) as image:
            width, height = image.size
            if width * height > MOST_DOTS:
                raise _too_many_dots(f"{width} x {height}", hint)
            turned = _is_turned(image)  # it reads all of a PNG
    except Image.DecompressionBombError:  # Pillow opens no picture of over 179 million dots
        size = " x ".join(str(int.from_bytes(data[n : n + 4])) for n in (16, 20)) if data[1:4] == b"PNG" else "too many"
        raise _too_many_dots(size, hint) from None
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError):
        raise problem_error("this is not a PNG or JPEG picture", "save it again as PNG") from None
    return (height, width) if turned else (width, height)


def _is_turned(image: Image) -> bool:
    """Whether a picture is stored on its side, as cameras do. Raises FabgenError for a damaged one."""
    try:
        return int(image.getexif().get(274, 1)) >= 5
    except (OSError, SyntaxError, ValueError):
        raise problem_error("the picture is damaged", "save it again as PNG") from None


def _too_many_dots(size: str, hint: str) -> FabgenError:
    return problem_error(f"the picture has {size} dots; fabgen reads at most {MOST_DOTS / 1e6:g} million", hint)


@lru_cache(maxsize=256)
def _reduce(data: bytes, most_dots: tuple[int, int]) -> bytes:
    """A picture on white ground with at most so many dots across and down; JPEG where the file is one, else PNG. Raises
    FabgenError for a damaged file."""
    from PIL import Image, ImageOps

    try:
        with Image.open(io.BytesIO(data), formats=["PNG", "JPEG"]) as file:
            kind, layers = file.format or "PNG", ImageOps.exif_transpose(file).convert("RGBA")
    except (OSError, SyntaxError, ValueError):
        raise problem_error("the picture is damaged", "save it again as PNG") from None
    image = Image.alpha_composite(Image.new("RGBA", layers.size, "#ffffff"), layers).convert("RGB")
    if image.width > most_dots[0]:
        image = image.resize(most_dots, Image.Resampling.LANCZOS)
    stream = io.BytesIO()
    image.save(stream, kind, **({"quality": JPEG_QUALITY} if kind == "JPEG" else {}))
    return stream.getvalue()


def without_colour(data: bytes) -> bytes:
    """The same picture in greys."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        stream, kind = io.BytesIO(), image.format or "PNG"
        image.convert("L").save(stream, kind, **({"quality": JPEG_QUALITY} if kind == "JPEG" else {}))
    return stream.getvalue()


__all__ = ["LARGEST_PICTURE", "PictureArea", "picture_size", "place_picture", "without_colour"]

"""The zip of a print-on-demand order → every Problem of it: every listed file is there, each image has exactly the
pixels of its product, and the cut zone shows nothing but the ground.

Read with other programs' readers: Python's zipfile and csv, Pillow. The sizes are those of the service's own profile.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fabgen.core.problems import Location, Problem, count_things
from fabgen.paper.print_on_demand import PodProduct, PodService, load_service, service_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

DPI, INCH = 300, 25.4  # dots an inch that services ask for; mm
LIST = "contents.csv"
AGAIN = "export the game again"
FEW = 2  # levels of 255 by which a pixel of the ground may differ
LIMIT = 400_000_000  # bytes: a larger order is not unpacked, because a small zip could fill the memory


def check_order(path: Path) -> list[Problem]:
    """Every Problem of an order, sorted; empty when everything is proven."""
    try:
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip() if sum(info.file_size for info in archive.infolist()) < LIMIT else "all"
            if damaged:
                return [Problem(Location(path.name), f"`{damaged}` in the zip is damaged", AGAIN)]
            return sorted(_check_archive(archive, path.name))
    except (OSError, zipfile.BadZipFile, ValueError) as error:
        return [Problem(Location(path.name), f"the zip cannot be read: {str(error)[:80]}", AGAIN)]


def order_summary(path: Path) -> str:
    """What was proven in an order without a Problem."""
    with zipfile.ZipFile(path) as archive:
        images = [name for name in archive.namelist() if name.endswith(".png")]
    return f"{count_things(len(images), 'image')} of exact size, nothing in the cut zone"


def _check_archive(archive: zipfile.ZipFile, name: str) -> Iterator[Problem]:
    """The Problems of the list and of the images in an order."""
    images = {info.filename for info in archive.infolist() if info.filename.endswith(".png")}
    if LIST not in archive.namelist():
        yield Problem(Location(name), f"there is no {LIST} in the zip", AGAIN)
        return
    rows = list(csv.DictReader(io.StringIO(archive.read(LIST).decode("utf-8-sig"))))
    if not rows or not {"file", "product", "copies"} <= rows[0].keys():
        yield Problem(Location(LIST), "the list of the order says nothing", AGAIN)
        return
    listed = {row["file"] for row in rows}
    yield from (
        Problem(Location(file), "the image is listed and is not there", AGAIN) for file in sorted(listed - images)
    )
    yield from (Problem(Location(file), "the image is not in the list", AGAIN) for file in sorted(images - listed))
    for row in rows:
        if not row["copies"].isdigit() or not int(row["copies"]):
            yield Problem(Location(LIST), f"`{row['file']}` is ordered {row['copies'] or 'no'} times", AGAIN)
        if row["file"] in images:
            yield from _check_image(archive.read(row["file"]), row["file"], row["product"])


def _check_image(data: bytes, file: str, product_name: str) -> Iterator[Problem]:
    """The Problems of one image of a product."""
    from PIL import Image, UnidentifiedImageError

    service_and_product = _find_product(product_name)
    if not service_and_product:
        yield Problem(Location(file), f"no service makes a `{product_name}`", AGAIN)
        return
    service, product = service_and_product
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            size, dpi = image.size, image.info.get("dpi", (0.0, 0.0))
            if size != product.px:
                yield Problem(Location(file), f"the image has {size[0]} x {size[1]} pixels, a {product.name} takes "
                              f"{product.px[0]} x {product.px[1]}", AGAIN)
                return
            if max(abs(value - DPI) for value in dpi) > 0.1:
                yield Problem(Location(file), f"the image does not say that it has {DPI} dots an inch", AGAIN)
            stray = _count_stray_dots(
                np.asarray(image if image.mode == "RGB" else image.convert("RGB")), service, product
            )
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError, Image.DecompressionBombError):
        yield Problem(Location(file), "the image is damaged", AGAIN)
        return
    if stray:
        yield Problem(Location(file), f"{stray} dots of the cut zone show more than the ground",
                      f"the cut may be out by {service.safe:g} in: it would go through them")


def _find_product(name: str) -> tuple[PodService, PodProduct] | None:
    """The product of a name, with the service that makes it."""
    services = [load_service(service_name) for service_name in service_names()]
    return next(
        ((service, candidate) for service in services for candidate in service.products if candidate.name == name), None
    )


def _count_stray_dots(pixels: NDArray[np.uint8], service: PodService, product: PodProduct) -> int:
    """How many dots between the edge of the bleed and the safe line differ from the ground, whose colour is that of the
    corner."""
    height, width, _ = pixels.shape
    safe = [(side / INCH / 2 - service.safe) * DPI for side in product.cut_size]
    ground = pixels[0, 0].copy()
    if product.kind == "disc":
        y, x = np.ogrid[0:height, 0:width]
        far = np.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) > safe[0]
        return int((_dots_off_ground(pixels, ground) & far).sum())
    left, low = (round(middle / 2 - half) for middle, half in zip((width, height), safe, strict=True))
    beside = pixels[low:height - low]
    strips = (pixels[:low], pixels[height - low:], beside[:, :left], beside[:, width - left:])
    return sum(int(_dots_off_ground(strip, ground).sum()) for strip in strips)


def _dots_off_ground(pixels: NDArray[np.uint8], ground: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether each dot differs from the ground."""
    return np.asarray((np.abs(pixels.astype(np.int16) - ground.astype(np.int16)) > FEW).any(axis=2))

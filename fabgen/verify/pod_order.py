"""The zip of a print-on-demand order → every Problem of it: every listed file is there and no other, each image has
exactly the pixels of its product, and what the cut zone shows goes on to the edge.

Read with other programs' readers: Python's zipfile and csv, Pillow. The sizes are those of the service's own profile.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from fabgen.core.english import count_things
from fabgen.core.files import find_kind
from fabgen.core.manifest import safe_path
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.paper.print_on_demand import PodProduct, PodService, load_service, service_names
from fabgen.verify.cutting_zip import check_cutting_zip, is_cutting_zip, summary_of_cutting_zip
from fabgen.verify.deck_pdf import check_deck
from fabgen.verify.print_and_cut import check_print_and_cut, is_print_and_cut, summary

if TYPE_CHECKING:
    from numpy.typing import NDArray

DPI, INCH = 300, 25.4  # dots an inch that services ask for; mm
LIST, README = "contents.csv", "README.txt"
AGAIN = "export the game again"
# Levels of 255 by which a dot of the ground may be lighter or darker than another: a pattern tone on tone is by 30 at
# most, and the palest words and lines are by more than 100.
LARGEST_LIGHT_DIFFERENCE = 40
LIGHT = np.array((0.2126, 0.7152, 0.0722), np.float32)  # shares of red, green and blue (Rec. 709)
LARGEST_ORDER_FILE = 50_000_000  # bytes that a file of an order unpacks to
MOST_FILES = 2_000  # in an order
LARGEST_ORDER = 400_000_000  # bytes: a larger order is not unpacked, because a small zip could fill the memory
ENCRYPTED = 1  # the flag of a file in a zip that needs a password
DAMAGE = (OSError, ValueError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, csv.Error)


def check_order(path: Path) -> list[Problem]:
    """Every Problem of an order, sorted; empty when everything is proven."""
    where = Location(path.name)
    try:
        if find_kind(path) != "file":
            return [Problem(where, "there is no such file", AGAIN)]
        with zipfile.ZipFile(path) as archive:
            problems = _check_packing(archive, where)
            if not problems and (damaged := archive.testzip()):
                problems = [Problem(where, f"`{damaged}` in the zip is damaged", AGAIN)]
            return sorted({*(problems or _check_archive(archive, where))})
    except FabgenError as error:
        return list(error.problems)
    except DAMAGE as error:
        return [Problem(where, f"the zip cannot be read: {str(error)[:80]}", AGAIN)]


def _check_packing(archive: zipfile.ZipFile, where: Location) -> list[Problem]:
    """What keeps the files of a zip from being read, or would put them elsewhere than into a folder."""
    problems, names = list[Problem](), set[str]()
    if (number := len(archive.infolist())) > MOST_FILES:
        return [Problem(where, f"the zip has {number} files; fabgen reads at most {MOST_FILES}", AGAIN)]
    for info in archive.infolist():
        if info.filename in names:
            problems.append(Problem(where, f"`{info.filename}` stands in the zip twice", AGAIN))
        names.add(info.filename)
        try:
            safe_path(info.filename)
        except ValueError as error:
            problems.append(Problem(where, f"{error}: it may lead out of the folder that it is unpacked into", AGAIN))
        if info.flag_bits & ENCRYPTED:
            problems.append(Problem(where, f"`{info.filename}` in the zip is encrypted", AGAIN))
        elif info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            what = f"`{info.filename}` in the zip is packed by method {info.compress_type}, which fabgen does not read"
            problems.append(Problem(where, what, AGAIN))
        if info.file_size > LARGEST_ORDER_FILE:
            what = (f"`{info.filename}` in the zip has {info.file_size / 1e6:.0f} MB; "
                    f"at most {LARGEST_ORDER_FILE / 1e6:g} are read")
            problems.append(Problem(where, what, AGAIN))
    if (size := sum(info.file_size for info in archive.infolist())) > LARGEST_ORDER:
        what = f"the zip unpacks to {size / 1e6:.0f} MB; at most {LARGEST_ORDER / 1e6:g} are read"
        problems.append(Problem(where, what, AGAIN))
    return problems


def order_summary(path: Path) -> str:
    """What was proven in an order without a Problem."""
    with zipfile.ZipFile(path) as archive:
        if is_print_and_cut(archive.namelist()):
            return summary(archive)
        if is_cutting_zip(archive.namelist()):
            return summary_of_cutting_zip(archive)
        images = [name for name in archive.namelist() if name.endswith(".png")]
    return f"{count_things(len(images), 'image')} of exact size, nothing in the cut zone"


def _check_archive(archive: zipfile.ZipFile, where: Location) -> Iterator[Problem]:
    """The Problems of the list and of the files in an order that can be unpacked."""
    files = set(archive.namelist())
    if is_print_and_cut(archive.namelist()):
        yield from check_print_and_cut(archive)
        return
    if is_cutting_zip(archive.namelist()):
        yield from check_cutting_zip(archive)
        return
    if LIST not in files:
        yield Problem(where, f"there is no {LIST} in the zip", AGAIN)
        return
    rows = _read_list(archive.read(LIST))
    if not rows:
        yield Problem(Location(LIST), "the list of the order says nothing", AGAIN)
        return
    if not all(file for file, _, _ in rows):
        yield Problem(Location(LIST), "a row of the list names no file", AGAIN)
        return
    service = next((found[0] for _, product, _ in rows if (found := _find_product(product))), None)
    decks = {service.deck.file} if service and service.deck else set[str]()
    listed = Counter(file for file, _, _ in rows)
    yield from (Problem(Location(LIST), f"`{file}` is listed {number} times", AGAIN)
                for file, number in listed.items() if number > 1)
    yield from (Problem(Location(file), "the file is missing from the zip", AGAIN)
                for file in sorted({README, *listed} - files))
    yield from (Problem(Location(file), "the file is not in the list of the order", AGAIN)
                for file in sorted(files - {README, LIST, *decks, *listed}))
    if service and service.deck:
        yield from _check_deck(archive, service, rows)
    copies_of = {file: copies for file, _, copies in rows}
    for file, product, copies in rows:
        back = re.sub(r"-front(?=\.\w+$)", "-back", file)
        if copies_of.get(back, copies) != copies:
            what = f"`{file}` is ordered {copies or 'no'} times, and its back {copies_of[back] or 'no'} times"
            yield Problem(Location(LIST), what, AGAIN)
        if not re.fullmatch(r"0*[1-9][0-9]{0,3}", copies):
            yield Problem(Location(LIST), f"`{file}` is ordered {copies or 'no'} times", AGAIN)
        if file in files:
            yield from _check_image(archive.read(file), file, product)


def _check_deck(archive: zipfile.ZipFile, service: PodService, rows: Sequence[tuple[str, str, str]]
                ) -> Iterator[Problem]:
    """The Problems of the PDF of all cards."""
    assert service.deck
    file = service.deck.file
    if file not in archive.namelist():
        yield Problem(Location(file), "the file is missing from the zip", AGAIN)
        return
    listing = [row for row in csv.DictReader(io.StringIO(archive.read(LIST).decode("utf-8-sig")))
               if re.fullmatch(r"[0-9]{1,4}", row["copies"] or "")]
    sides = [(row.get("thing") or "", row.get("side") or "", int(row["copies"])) for row in listing]
    images = {(row.get("thing") or "", row.get("side") or ""): archive.read(row["file"]) for row in listing
              if row.get("file") in archive.namelist()}
    found = _find_product(rows[0][1])
    if found:
        yield from check_deck(archive.read(file), file, service, found[1], sides, images)


def _read_list(data: bytes) -> list[tuple[str, str, str]]:
    """File, product and number of copies in each row of an order's list; empty where these columns are missing."""
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    if not rows or not {"file", "product", "copies"} <= rows[0].keys():
        return []
    return [(row["file"] or "", row["product"] or "", row["copies"] or "") for row in rows]


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
        yield Problem(Location(file), f"{stray} dots of the cut zone do not go on to the edge",
                      f"the cut may be out by {service.safe:g} in: it would go through them")


def _find_product(name: str) -> tuple[PodService, PodProduct] | None:
    """The product of a name, with the service that makes it."""
    services = [load_service(service_name) for service_name in service_names()]
    return next(
        ((service, candidate) for service in services for candidate in service.products if candidate.name == name), None
    )


def _count_stray_dots(pixels: NDArray[np.uint8], service: PodService, product: PodProduct) -> int:
    """How many dots between the edge of the bleed and the safe line differ from the dot at the edge straight outside of
    them, by more than a quiet pattern of the ground does, which may be cut anywhere; on a disc from the corner."""
    height, width, _ = pixels.shape
    safe = [(side / INCH / 2 - service.safe) * DPI for side in product.cut_size]
    if product.kind == "disc":
        y, x = np.ogrid[0:height, 0:width]
        far = np.hypot(x + 0.5 - width / 2, y + 0.5 - height / 2) > safe[0]
        return int((_dots_off(pixels, pixels[0, 0]) & far).sum())
    left, low = (round(middle / 2 - half) for middle, half in zip((width, height), safe, strict=True))
    beside = pixels[low:height - low]
    strips_with_edges = (
        (pixels[:low], pixels[:1]), (pixels[height - low:], pixels[-1:]),
        (beside[:, :left], beside[:, :1]), (beside[:, width - left:], beside[:, -1:]),
    )
    return sum(int(_dots_off(strip, edge).sum()) for strip, edge in strips_with_edges)


def _dots_off(pixels: NDArray[np.uint8], wanted: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether each dot is lighter or darker than the wanted one by more than a quiet pattern is."""
    light_differences = np.abs((pixels.astype(np.float32) - wanted.astype(np.float32)) @ LIGHT)
    return np.asarray(light_differences > LARGEST_LIGHT_DIFFERENCE)

"""What is ordered, and the sizes of a print-on-demand service → images: every side on the product that suits it, at
true size if the service has one that is large enough.

A new service is a new file in `paper/services`. Only grounds that go on to the edge reach into the cut zone, between
the edge of the bleed and the safe line.
"""

from __future__ import annotations

import csv
import io
import math
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import model_validator

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.export import png
from fabgen.artwork.export.pdf import make_canvas, paint_drawing
from fabgen.artwork.paper_things import PrintProduct, SafeArea
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import Theme
from fabgen.core.english import join_words
from fabgen.core.problems import FabgenError, Location, Problem, problem_error
from fabgen.core.profiles import load_built_in as load
from fabgen.core.profiles import profile_names as names
from fabgen.core.units import POINTS_PER_MM
from fabgen.core.yaml_models import YamlModel

DPI = 300
INCH = 25.4
SLACK = 0.5  # mm by which a product may be larger than the largest size that is ordered
LEAST_NOTED_SCALE = 0.9  # a note names a smaller product if the board would fit on it at this scale or more
NAMES = {"board": "boards", "disc": "round pieces", "square": "square pieces", "corner": "corners", "card": "cards"}


class PodProduct(YamlModel):
    """A size that a service prints: `px` in pixels at 300 dpi with the bleed, `trim` in inches after the cut."""

    name: str
    kind: Literal["board", "disc", "square", "card", "booklet"]
    px: tuple[int, int]
    trim: tuple[float, float]

    @model_validator(mode="after")
    def _check_bleed(self) -> PodProduct:
        """Checks that the pixels cover the size after the cut."""
        if any(pixels < side * DPI for pixels, side in zip(self.px, self.trim, strict=True)):
            raise ValueError(f"{self.name} is smaller than it is when it is cut")
        return self

    @property
    def full_size(self) -> tuple[float, float]:
        """Width and height in mm with the bleed."""
        return self.px[0] / DPI * INCH, self.px[1] / DPI * INCH

    @property
    def cut_size(self) -> tuple[float, float]:
        """Width and height in mm after the cut."""
        return self.trim[0] * INCH, self.trim[1] * INCH

    @property
    def bleed(self) -> float:
        """The width in mm of the bleed that is on all sides."""
        return min((full - cut) / 2 for full, cut in zip(self.full_size, self.cut_size, strict=True))


class DeckFile(YamlModel):
    """The file that a service takes of all cards: its name, the standard that it asks for, the side that comes first,
    and the most ink that a place may take, in %."""

    file: str
    standard: Literal["PDF/X-1a:2003"]
    first: Literal["front", "back"]
    most_ink: float


class PodService(YamlModel):
    """A print-on-demand service: its products, the least distance in inches of content from the cut (`safe`), the
    number that the page count of its booklets must be a multiple of (`even`), and the file of all cards, if it takes
    one (`deck`). `source` says where these numbers are published, `read` in which month they were read there;
    `first_hand` is true where that is the service's own page."""

    name: str
    home: str
    source: str
    read: str
    first_hand: bool
    safe: float
    even: int = 4
    note: str
    deck: DeckFile | None = None
    products: tuple[PodProduct, ...]

    def safe_area(self, product: PodProduct) -> SafeArea:
        """The part of a product that is safe from the cut."""
        width, height = (side - 2 * self.safe * INCH for side in product.cut_size)
        return SafeArea(width, height)

    def products_of(self, kind: str) -> list[PodProduct]:
        """The products of a kind, the smallest first."""
        products = [product for product in self.products if product.kind == kind]
        return sorted(products, key=lambda product: product.px[0] * product.px[1])


@dataclass(frozen=True)
class PodImage:
    """A side of a piece, card or board on a product: its drawing with the background, around the middle of the
    product."""

    name: str
    side: str
    count: int
    product: PodProduct
    drawing: Drawing


@dataclass(frozen=True)
class PodImages:
    """The images of an order, and notes for the user."""

    images: tuple[PodImage, ...]
    notes: tuple[str, ...]


def service_names() -> list[str]:
    """The built-in services, in order of their names."""
    return names("services")


@cache
def load_service(name: str) -> PodService:
    """A built-in service by name. Raises FabgenError for an unknown one."""
    return load(name, "services", PodService, "print-on-demand service")


def place_orders(orders: Iterable[PrintProduct], service: PodService, fit: float = 1.0) -> PodImages:
    """The images of all orders on their products. The board may be printed at a scale of `fit` or more where a smaller
    product holds it so. A note names each order that the service has no product for. Raises
    FabgenError if it has none for any of them."""
    orders = list(orders)
    unknown = [kind for kind in dict.fromkeys(order.kind for order in orders) if not service.products_of(kind)]
    images, notes = list[PodImage](), list[str]()
    if unknown:
        notes.append(f"{service.name} makes no {join_words([NAMES[kind] for kind in unknown], 'or')}: "
                     "take those of the print-and-play set")
    if fit < 1.0 and "board" in unknown:
        notes.append(f"--fit is for boards, and {service.name} makes none")
    for order in (order for order in orders if order.kind not in unknown):
        try:
            order_images, order_notes = _place_order(order, service, fit)
        except FabgenError as error:
            reason = "; ".join(f"{problem.what}: {problem.hint}" if problem.hint else problem.what
                               for problem in error.problems)
            notes.append(f"NOT in this order: {order.count} x {order.name}. {reason[:1].upper()}{reason[1:]}")
            continue
        images += order_images
        notes += order_notes
    if not images:
        raise FabgenError([Problem(Location(), f"{service.name} can print nothing of this game", "\n".join(notes))])
    return PodImages(tuple(images), tuple(dict.fromkeys(notes)))


def _place_order(order: PrintProduct, service: PodService, fit: float) -> tuple[list[PodImage], list[str]]:
    """The sides of one order on the best product that has room for them, and notes. Raises FabgenError if none has."""
    if order.kind == "board":
        return _place_board(order, service, fit)
    failures: dict[PodProduct, FabgenError] = {}
    suitable = _suitable_products(order, service)
    for product in suitable:
        try:
            sides = order.sides(service.safe_area(product))
        except FabgenError as error:
            failures[product] = error
            continue
        return list(_pair_sides(order, product, sides)), []
    if order.plain and suitable:
        note = f"{order.name}: on the {suitable[0].name} without {order.lacks}, for which no size has room"
        return list(_pair_sides(order, suitable[0], order.plain(service.safe_area(suitable[0])))), [note]
    if failures:
        raise failures[max(failures, key=lambda product: product.px)]
    size = " x ".join(f"{side:.0f}" for side in order.largest_size)
    raise problem_error(f"{service.name} has no size for {order.name}", f"{NAMES[order.kind]} up to {size} mm")


def _suitable_products(order: PrintProduct, service: PodService) -> list[PodProduct]:
    """The products of the order's kind that are not too large, the nearest in size first."""
    width, height = order.largest_size
    products = [product for product in service.products_of(order.kind)
                if product.cut_size[0] <= width + SLACK and product.cut_size[1] <= height + SLACK]
    return sorted(products, key=lambda product: abs(product.cut_size[0] - order.size[0]))


def _pair_sides(order: PrintProduct, product: PodProduct, sides: Sequence[Drawing]) -> Iterator[PodImage]:
    """The sides, alternately as fronts and backs. More than two sides take more than one card."""
    cards = -(-len(sides) // 2)
    for number, side in enumerate(sides):
        name = order.name if cards == 1 else f"{order.name} {number // 2 + 1}"
        is_back = number % 2 == 1
        tone = order.back_ground if is_back and order.back_ground is not None else order.ground
        drawing = _draw_background(product, tone, Role.BODY if order.is_solid else Role.SHADE) + side
        yield PodImage(name, "back" if is_back else "front", order.count, product, drawing)


def _place_board(order: PrintProduct, service: PodService, fit: float) -> tuple[list[PodImage], list[str]]:
    """The board on the smallest product that has room at a scale of `fit`, turned by a quarter if that helps. If none
    has room, scaled down on the product on which it is largest."""
    fits = [(*_fit(order.size, service.safe_area(product)), product) for product in service.products_of("board")]
    largest = max(fits, key=lambda placed: placed[0])  # among equals the first one, which is the smallest
    least = 1.0 if order.is_exact else fit
    scale, turned, product = next((placed for placed in fits if placed[0] >= least), largest)
    if order.is_exact and scale < 1.0:
        width, height = service.safe_area(product).width, service.safe_area(product).height
        raise problem_error(f"{service.name} has no board with room for {order.size[0]:g} x {order.size[1]:g} mm",
                            f"the {product.name} has room for {width:.0f} x {height:.0f} mm; things would not fit the "
                            "slots of a smaller print")
    (side,) = order.sides(SafeArea(*order.size))
    drawing = (side.turned(90) if turned else side).scaled(scale)
    image = PodImage(order.name, "front", order.count, product, _draw_background(product, order.ground) + drawing)
    if order.is_exact:
        return [image], []
    if fit <= scale < 1.0:
        return [image], [f"the {order.name} is printed at {scale:.1%}, as --fit {100 * fit:g}% allows: it fits the "
                         f"{product.name}"]
    if scale < 1.0:
        return [image], [f"the {order.name} is printed at {scale:.0%}: {service.name} makes none that is larger than "
                         f"the {product.name}"]
    return [image], [f"at {scale:.1%} the {order.name} would fit a {smaller.name} instead of the {product.name}: "
                     f"--fit {math.floor(100 * scale)}%"
                     for scale, _, smaller in fits if LEAST_NOTED_SCALE <= scale < 1.0]


def _fit(size: tuple[float, float], area: SafeArea) -> tuple[float, bool]:
    """The largest scale up to 1 at which a size fits, and whether it fits better when turned by a quarter."""
    width, height = size
    upright, turned = (min(1.0, area.width / w, area.height / h) for w, h in ((width, height), (height, width)))
    return max(upright, turned), turned > upright


def _draw_background(product: PodProduct, tone: str, role: Role = Role.SHADE) -> Drawing:
    """The background that fills a product to the edge of its bleed. Nothing without a tone."""
    width, height = product.full_size
    return draw(role, rectangle(-width / 2, -height / 2, width, height), tone=tone) if tone else Drawing()


LISTING_HEADER = ("file", "thing", "product", "side", "copies", "width px", "height px", "cut to in")
EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest date that a zip can hold


def image_png(image: PodImage, theme: Theme) -> bytes:
    """An image as PNG in exactly the pixel size of its product."""
    return png.render_page(_image_pdf(image.drawing, image.product, theme), DPI, palette=False)


def _image_pdf(drawing: Drawing, product: PodProduct, theme: Theme) -> bytes:
    width, height = product.full_size
    stream = io.BytesIO()
    page = make_canvas(stream, width, height)
    paint_drawing(page, drawing, theme, width / 2, height / 2)
    page.showPage()
    page.save()
    return stream.getvalue()


def booklet_pngs(book: bytes, product: PodProduct, even: int, back_pages: int) -> Iterator[bytes]:
    """The pages of a book, each as PNG of the product's size. The book's pages have the product's bleed. Blank pages
    are inserted before the last `back_pages`, or before the last one, until the number of pages is a multiple of
    `even`."""
    across, down = (
        ((full - cut) / 2 - product.bleed) * POINTS_PER_MM
        for full, cut in zip(product.full_size, product.cut_size, strict=True)
    )
    pages = list(png.render_pages(book, DPI, palette=False, around=(across, down)))
    blank = [png.blank_png(*product.px, DPI)] * (-len(pages) % even)
    last = len(pages) - max(1, back_pages)
    yield from [*pages[:last], *blank, *pages[last:]]


def make_zip(files: Mapping[str, bytes]) -> bytes:
    """A zip of the files in their order, uncompressed and without dates."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, data)
    return stream.getvalue()


def write_listing(rows: Sequence[Sequence[str | int]]) -> bytes:
    """The list of an order as CSV with the header LISTING_HEADER. UTF-8 with a byte order mark, so that spreadsheets
    read it correctly."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(LISTING_HEADER)
    writer.writerows(rows)
    return stream.getvalue().encode("utf-8-sig")


__all__ = [
    "DPI",
    "LISTING_HEADER",
    "PodImage",
    "PodImages",
    "PodProduct",
    "PodService",
    "booklet_pngs",
    "image_png",
    "load_service",
    "make_zip",
    "place_orders",
    "service_names",
    "write_listing",
]

"""What is ordered, and the sizes of a print-on-demand service → images: every side on the product that suits it,
at true size where there is one.

A new service is one file in `paper/services`. Nothing but the ground lies in the cut zone: between the bleed's edge
and the safe line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pydantic import model_validator

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.ordered import Ordered, Room
from fabgen.artwork.path import rectangle
from fabgen.base import FabgenError, Problem, Where, problem, words
from fabgen.declared import Declared
from fabgen.make.builtin import load, names

DPI = 300
INCH = 25.4
SLACK = 0.5  # mm by which a product may exceed what is asked
NEARLY = 0.9  # of its size: a board that a smaller product would hold so is worth a word
NAMES = {"board": "boards", "disc": "round pieces", "square": "square pieces", "card": "cards"}


class Product(Declared):
    """A size of a service: `px` at 300 dpi with the bleed, `trim` in inches when it is cut."""

    name: str
    kind: Literal["board", "disc", "square", "card", "booklet"]
    px: tuple[int, int]
    trim: tuple[float, float]

    @model_validator(mode="after")
    def _bleeds(self) -> Product:
        if any(pixels < side * DPI for pixels, side in zip(self.px, self.trim, strict=True)):
            raise ValueError(f"{self.name} is smaller than it is when it is cut")
        return self

    @property
    def full(self) -> tuple[float, float]:
        """Width and height in mm with the bleed."""
        return self.px[0] / DPI * INCH, self.px[1] / DPI * INCH

    @property
    def cut(self) -> tuple[float, float]:
        """Width and height in mm when it is cut."""
        return self.trim[0] * INCH, self.trim[1] * INCH


class Service(Declared):
    """A print-on-demand service: its sizes, how far in inches content keeps from the cut, the number that the pages of
    its booklets must be a multiple of."""

    name: str
    home: str
    safe: float
    even: int = 4
    note: str
    products: tuple[Product, ...]

    def room(self, product: Product) -> Room:
        """The part of a product that is safe from the cut."""
        width, height = (side - 2 * self.safe * INCH for side in product.cut)
        return Room(width, height)

    def of(self, kind: str) -> list[Product]:
        """The products of a kind, the smallest first."""
        return sorted((one for one in self.products if one.kind == kind), key=lambda one: one.px[0] * one.px[1])


@dataclass(frozen=True)
class Image:
    """A side of a thing on a product: the drawing about the middle of `product.full`, its ground included."""

    name: str
    side: str
    count: int
    product: Product
    drawing: Drawing


@dataclass(frozen=True)
class Made:
    """The images of an order, and what a person should know of it."""

    images: tuple[Image, ...]
    notes: tuple[str, ...]


def service_names() -> list[str]:
    """The built-in services, in order of their names."""
    return names("services")


@cache
def load_service(name: str) -> Service:
    """A built-in service by name; an unknown one is a Problem."""
    return load(name, "services", Service, "print-on-demand service")


def placed(orders: Iterable[Ordered], service: Service) -> Made:
    """Every order on its product. What the service has no product for is a note; FabgenError where nothing is left."""
    orders = list(orders)
    unknown = [kind for kind in dict.fromkeys(order.kind for order in orders) if not service.of(kind)]
    images, notes = list[Image](), list[str]()
    if unknown:
        notes.append(f"{service.name} makes no {words([NAMES[kind] for kind in unknown], 'or')}: "
                     "take those of the print-and-play set")
    for order in (order for order in orders if order.kind not in unknown):
        try:
            found, said = _placed(order, service)
        except FabgenError as error:
            why = "; ".join(f"{one.what}: {one.hint}" if one.hint else one.what for one in error.problems)
            notes.append(f"NOT in this order: {order.count} x {order.name}. {why[:1].upper()}{why[1:]}")
            continue
        images += found
        notes += said
    if not images:
        raise FabgenError([Problem(Where(), f"{service.name} can print nothing of this game", "\n".join(notes))])
    return Made(tuple(images), tuple(dict.fromkeys(notes)))


def _placed(order: Ordered, service: Service) -> tuple[list[Image], list[str]]:
    """The sides of one order on the best product that has room for them."""
    if order.kind == "board":
        return _board(order, service)
    failures: dict[Product, FabgenError] = {}
    suiting = _suiting(order, service)
    for product in suiting:
        try:
            sides = order.sides(service.room(product))
        except FabgenError as error:
            failures[product] = error
            continue
        return list(_images(order, product, sides)), []
    if order.plain and suiting:
        note = f"{order.name}: on the {suiting[0].name} without {order.lacks}, for which no size has room"
        return list(_images(order, suiting[0], order.plain(service.room(suiting[0])))), [note]
    if failures:
        raise failures[max(failures, key=lambda one: one.px)]
    size = " x ".join(f"{side:.0f}" for side in order.most)
    raise problem(f"{service.name} has no size for {order.name}", f"{NAMES[order.kind]} up to {size} mm")


def _suiting(order: Ordered, service: Service) -> list[Product]:
    """Products of the kind that are not too large, the nearest in size first."""
    width, height = order.most
    fitting = [one for one in service.of(order.kind) if one.cut[0] <= width + SLACK and one.cut[1] <= height + SLACK]
    return sorted(fitting, key=lambda one: abs(one.cut[0] - order.size[0]))


def _images(order: Ordered, product: Product, sides: Sequence[Drawing]) -> Iterator[Image]:
    """Fronts and backs in turn; a thing with more than two sides is more than one card."""
    cards = -(-len(sides) // 2)
    for number, side in enumerate(sides):
        name = order.name if cards == 1 else f"{order.name} {number // 2 + 1}"
        yield Image(name, ("front", "back")[number % 2], order.count, product, _ground(product, order.ground) + side)


def _board(order: Ordered, service: Service) -> tuple[list[Image], list[str]]:
    """The smallest board that has room, turned where that helps; else the one on which it is largest, made smaller."""
    fits = [(*_fit(order.size, service.room(product)), product) for product in service.of("board")]
    scale, turned, product = max(fits, key=lambda fit: fit[0])  # of equals, the first: the smallest
    (shown,) = order.sides(Room(*order.size))
    drawing = (shown.turned(90) if turned else shown).scaled(scale)
    image = Image(order.name, "front", order.count, product, _ground(product, order.ground) + drawing)
    if scale < 1.0:
        return [image], [f"the board is printed at {scale:.0%}: {service.name} makes none that is larger than the "
                         f"{product.name}"]
    near = [(one, other.name) for one, _, other in fits if NEARLY <= one < 1.0]
    return [image], [f"at {one:.0%} the board would fit a {name} instead of the {product.name}" for one, name in near]


def _fit(size: tuple[float, float], room: Room) -> tuple[float, bool]:
    """The largest scale up to 1 at which a size has room, and whether it is turned for that."""
    width, height = size
    upright, turned = (min(1.0, room.width / w, room.height / h) for w, h in ((width, height), (height, width)))
    return max(upright, turned), turned > upright


def _ground(product: Product, tone: str) -> Drawing:
    """What fills a product to the edge of its bleed; paper alone without a tone."""
    width, height = product.full
    return draw(Role.SHADE, rectangle(-width / 2, -height / 2, width, height), tone=tone) if tone else Drawing()


__all__ = ["DPI", "Image", "Made", "Product", "Service", "load_service", "placed", "service_names"]

"""A sound spec and a print-on-demand service → the zip of an order: images, a booklet's pages, a list and a readme."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.base import FabgenError
from fabgen.pictures import file_stem
from fabgen.spec.load import Spec
from fabgen.stages import Progress, read_rulebook, document_stem

if TYPE_CHECKING:
    from fabgen.make.pod import PodProduct, PodService


@dataclass(frozen=True)
class PodOrder:
    """An order as one zip file: its name, its bytes, the names of the files in it, and notes for the user."""

    name: str
    data: bytes
    files: tuple[str, ...]
    notes: tuple[str, ...]


def make_pod_order(spec: Spec, service_name: str, progress: Progress = lambda _: None) -> PodOrder:
    """The order of everything in a game that the service makes. Raises FabgenError for an unknown service, and where
    the service can make nothing of the game."""
    from fabgen.figures.ordered import make_movement_cards, make_order_items
    from fabgen.make.pod import load_service, place_orders
    from fabgen.make.theme import load_theme
    from fabgen.write.pod import image_png, write_listing, make_zip

    service, theme = load_service(service_name), load_theme("colour")
    orders = [*make_order_items(spec), *(() if service.products_of("square") else make_movement_cards(spec))]
    placement = place_orders(orders, service)
    files, rows = dict[str, bytes](), list[tuple[str | int, ...]]()
    for image in placement.images:
        progress(image.name)
        path = f"{file_stem(image.product.name.lower())}/{file_stem(image.name)}-{image.side}.png"
        files[path] = image_png(image, theme)
        rows.append(_row(path, image.name, image.product, image.side, image.count))
    notes = list(placement.notes)
    for product in service.products_of("booklet")[-1:]:
        progress("booklet")
        notes += _add_booklet(spec, service, product, files, rows)
    readme = _readme(spec, service, notes)
    zip_files = {"README.txt": readme, "contents.csv": write_listing(rows), **files}
    return PodOrder(f"{document_stem(spec)}-pod-{service_name}.zip", make_zip(zip_files), tuple(zip_files), tuple(notes))


def _add_booklet(spec: Spec, service: PodService, product: PodProduct, files: dict[str, bytes],
          rows: list[tuple[str | int, ...]]) -> list[str]:
    """Adds the pages of the rulebook to `files` and `rows`. Returns notes about what prevents it."""
    from fabgen.make.theme import load_theme
    from fabgen.write.book import BookFormat, write_book
    from fabgen.write.pod import booklet_pngs

    width, height = product.cut_size
    try:
        page = BookFormat(width, height, side=12.0, top=11.0, bottom=15.0)
        book = write_book(read_rulebook(spec), load_theme("colour"), page)
    except FabgenError as error:
        return [f"no booklet: {problem.what}" for problem in error.problems]
    for number, data in enumerate(booklet_pngs(book, product, service.even), 1):
        path = f"{file_stem(product.name.lower())}/page-{number:02}.png"
        files[path] = data
        rows.append(_row(path, "rulebook", product, f"page {number}", 1))
    return []


def _row(path: str, thing: str, product: PodProduct, side: str, count: int) -> tuple[str | int, ...]:
    cut = " x ".join(f"{length:g}" for length in product.trim)
    return path, thing, product.name, side, count, *product.px, cut


def _readme(spec: Spec, service: PodService, notes: list[str]) -> bytes:
    lines = [f"{spec.game.title} {spec.game.version}, for {service.name} ({service.home})", "",
             "Images have 300 dots an inch and the sizes that the service asks for, bleed included.",
             f"Nothing but the ground lies within {service.safe:g} in of the cut. contents.csv lists all, with copies.",
             service.note, *(["", "Know this:", *(f"- {note}" for note in notes)] if notes else [])]
    return ("\n".join(lines) + "\n").encode()

"""A sound spec and a print-on-demand service → the zip of an order: images, a booklet's pages, a list, what to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.base import FabgenError
from fabgen.pictures import file_stem
from fabgen.spec.load import Spec
from fabgen.stages import Progress, read_rulebook, stem

if TYPE_CHECKING:
    from fabgen.make.pod import Product, Service


@dataclass(frozen=True)
class Export:
    """An order as one file: its name, its bytes, the files in it, and what a person should know."""

    name: str
    data: bytes
    files: tuple[str, ...]
    notes: tuple[str, ...]


def export(spec: Spec, service_name: str, progress: Progress = lambda _: None) -> Export:
    """Everything of a game that the service makes. FabgenError for an unknown service, or where nothing is left."""
    from fabgen.figures.ordered import movement_cards, ordered
    from fabgen.make.pod import load_service, placed
    from fabgen.make.theme import load_theme
    from fabgen.write.pod import image_png, listing, zipped

    service, theme = load_service(service_name), load_theme("colour")
    orders = [*ordered(spec), *(() if service.of("square") else movement_cards(spec))]
    made = placed(orders, service)
    files, rows = dict[str, bytes](), list[tuple[str | int, ...]]()
    for image in made.images:
        progress(image.name)
        path = f"{file_stem(image.product.name.lower())}/{file_stem(image.name)}-{image.side}.png"
        files[path] = image_png(image, theme)
        rows.append(_row(path, image.name, image.product, image.side, image.count))
    notes = list(made.notes)
    for product in service.of("booklet")[-1:]:
        progress("booklet")
        notes += _bind(spec, service, product, files, rows)
    about = _about(spec, service, notes)
    whole = {"README.txt": about, "contents.csv": listing(rows), **files}
    return Export(f"{stem(spec)}-pod-{service_name}.zip", zipped(whole), tuple(whole), tuple(notes))


def _bind(spec: Spec, service: Service, product: Product, files: dict[str, bytes],
          rows: list[tuple[str | int, ...]]) -> list[str]:
    """The pages of the rulebook; what hinders it is a note."""
    from fabgen.make.theme import load_theme
    from fabgen.write.book import Format, write_book
    from fabgen.write.pod import booklet_pngs

    width, height = product.cut
    try:
        page = Format(width, height, side=12.0, top=11.0, bottom=15.0)
        book = write_book(read_rulebook(spec), load_theme("colour"), page)
    except FabgenError as error:
        return [f"no booklet: {one.what}" for one in error.problems]
    for number, data in enumerate(booklet_pngs(book, product, service.even), 1):
        path = f"{file_stem(product.name.lower())}/page-{number:02}.png"
        files[path] = data
        rows.append(_row(path, "rulebook", product, f"page {number}", 1))
    return []


def _row(path: str, thing: str, product: Product, side: str, count: int) -> tuple[str | int, ...]:
    cut = " x ".join(f"{length:g}" for length in product.trim)
    return path, thing, product.name, side, count, *product.px, cut


def _about(spec: Spec, service: Service, notes: list[str]) -> bytes:
    lines = [f"{spec.game.title} {spec.game.version}, for {service.name} ({service.home})", "",
             "Images have 300 dots an inch and the sizes that the service asks for, bleed included.",
             f"Nothing but the ground lies within {service.safe:g} in of the cut. contents.csv lists all, with copies.",
             service.note, *(["", "Know this:", *(f"- {note}" for note in notes)] if notes else [])]
    return ("\n".join(lines) + "\n").encode()

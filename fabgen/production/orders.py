"""A game → an order as one zip file: for print on demand, for a cutting service, for a plotter that cuts print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from fabgen.core.english import count_things, join_words
from fabgen.core.problems import FabgenError
from fabgen.diagrams.files import file_stem
from fabgen.laser.job import make_laser_job
from fabgen.production.build_files import Progress, document_stem
from fabgen.production.rulebook_files import book_theme_of_game
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, with_paper_cells

if TYPE_CHECKING:
    from fabgen.laser.service_order import CuttingService
    from fabgen.paper.print_and_cut import CutSheet
    from fabgen.paper.print_on_demand import PodProduct, PodService
    from fabgen.paper.registration import Plotter
    from fabgen.typeset.papers import Paper

FLATTENING_TOLERANCE = 0.01  # mm: how far a polygon may be from the outline that it stands for


@dataclass(frozen=True)
class OrderFile:
    """An order as one zip file: its name, its bytes, the names of the files in it, and notes for the user."""

    name: str
    data: bytes
    files: tuple[str, ...]
    notes: tuple[str, ...]


def make_pod_order(
    spec: Spec, service_name: str, progress: Progress = lambda _: None, fit: float = 1.0
) -> OrderFile:
    """The order of everything in a game that the service makes. Where a smaller product would hold the board then, the
    board is made smaller, to a scale of `fit` at least (1.0: full size). Raises FabgenError for an unknown service, and
    where the service can make nothing of the game."""
    from fabgen.artwork.themes import load_theme
    from fabgen.figures.components.dice import describe_dice
    from fabgen.figures.components.order_items import make_movement_cards, make_order_items, note_round_hexagons
    from fabgen.paper.deck_pdf import write_deck
    from fabgen.paper.print_on_demand import image_png, load_service, make_zip, place_orders, write_listing

    service, theme = load_service(service_name), load_theme("colour")
    orders = [*make_order_items(spec), *(() if service.products_of("square") else make_movement_cards(spec))]
    placement = place_orders(orders, service, fit)
    files, rows = dict[str, bytes](), list[tuple[str | int, ...]]()
    for image in placement.images:
        progress(image.name)
        path = f"{file_stem(image.product.name.lower())}/{file_stem(image.name)}-{image.side}.png"
        files[path] = image_png(image, theme)
        rows.append(_listing_row(path, image.name, image.product, image.side, image.count))
    words = spec.words
    has_discs = any(image.product.kind == "disc" for image in placement.images)
    notes = [*placement.notes, *(note_round_hexagons(spec) if has_discs else ())]
    board, missing = spec.game.board, [order for order in orders if not service.products_of(order.kind)]
    if board.paper_cell and missing and service.products_of("board"):  # it must suit this board
        notes.append(f"print it with the cells of this board: fabgen build --only print --cell {board.cell:g}mm")
    notes += [f"NOT in this order: {die.count} {describe_dice(spec, die_key, words)}"
              for die_key, die in spec.game.dice.items()]
    for product in service.products_of("booklet")[-1:]:
        progress("booklet")
        notes += _add_booklet(spec, service, product, files, rows)
    decks = dict[str, bytes]()
    if service.deck:
        progress("deck")
        deck = write_deck(placement.images, service.deck, theme, spec.game.title, spec.game.designer)
        decks[service.deck.file] = deck
    readme = _pod_readme(spec, service, notes)
    zip_files = {"README.txt": readme, "contents.csv": write_listing(rows), **decks, **files}
    language_ending = f"-{Path(spec.translation.name).stem}" if spec.translation else ""
    name = f"{document_stem(spec)}-pod-{service_name}{language_ending}.zip"
    return OrderFile(name, make_zip(zip_files), tuple(zip_files), tuple(notes))


def _add_booklet(
    spec: Spec, service: PodService, product: PodProduct, files: dict[str, bytes], rows: list[tuple[str | int, ...]]
) -> list[str]:
    """Adds the pages of the rulebook to `files` and `rows`. Returns notes about what prevents it."""
    from fabgen.artwork.themes import load_theme
    from fabgen.book.book_format import BookFormat
    from fabgen.book.rulebook_pdf import write_project
    from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
    from fabgen.paper.print_on_demand import booklet_pngs

    width, height = product.cut_size
    try:
        page = BookFormat(width, height, inside=12.0, outside=12.0, top=11.0, bottom=15.0, bleed=product.bleed)
        book = write_project(read_game_rulebook(spec), load_theme("colour"), page, book_theme_of_game(spec, Options()))
    except FabgenError as error:
        return [f"no booklet: {problem.what}" for problem in error.problems]
    for number, data in enumerate(booklet_pngs(book.pdf, product, service.even, book.back_pages), 1):
        path = f"{file_stem(product.name.lower())}/page-{number:02}.png"
        files[path] = data
        rows.append(_listing_row(path, "rulebook", product, f"page {number}", 1))
    return []


def _listing_row(path: str, thing: str, product: PodProduct, side: str, count: int) -> tuple[str | int, ...]:
    """A row of contents.csv, in the order of its columns."""
    cut = " x ".join(f"{length:g}" for length in product.trim)
    return path, thing, product.name, side, count, *product.px, cut


SECOND_HAND = ("That is not the service's own page, which nobody has compared with them: before you order, hold one "
               "image of each product against the template that the service offers.")


def _pod_readme(spec: Spec, service: PodService, notes: list[str]) -> bytes:
    """What to know before sending an order to a print-on-demand service."""
    lines = [f"{spec.game.title} {spec.game.version}, for {service.name} ({service.home})", "",
             "Images have 300 dots an inch and the sizes that the service asks for, bleed included.",
             f"Nothing but the ground lies within {service.safe:g} in of the cut. contents.csv lists all, with copies.",
             service.note, f"The sizes are from {service.source} (read {service.read}).",
             *([] if service.first_hand else [SECOND_HAND]),
             *(["", "Know this:", *(f"- {note}" for note in notes)] if notes else [])]
    return ("\n".join(lines) + "\n").encode()


def make_cutting_order(spec: Spec, options: Options, service_name: str) -> OrderFile:
    """What a cutting service takes of a game: its parts one by one, drawings of what is engraved, a list for the quote.
    Raises FabgenError for an unknown service, for parts that cannot be cut, and for those that the service refuses."""
    from fabgen.check.cutting_rules import service_problems
    from fabgen.laser.selection import chosen_parts
    from fabgen.laser.service_order import load_cutting_service, order_files, prepare_order
    from fabgen.paper.print_on_demand import make_zip

    service, job = load_cutting_service(service_name), make_laser_job(spec, options)
    parts = prepare_order(chosen_parts(spec, job.fit, options), job, service)
    problems = list(service_problems(parts, job, service))
    if any(problem.level == "error" for problem in problems):
        raise FabgenError(problems)
    notes = tuple(f"{problem.what}: {problem.hint}" for problem in problems)
    files = {"README.txt": _cutting_readme(spec, service, notes), **dict(order_files(parts, job))}
    return OrderFile(f"{document_stem(spec)}-cut-{service_name}.zip", make_zip(files), tuple(files), notes)


def _cutting_readme(spec: Spec, service: CuttingService, notes: Sequence[str]) -> bytes:
    """How to send an order to a cutting service, and what it may refuse."""
    size = ("Lines are where the beam goes: the kerf of the material is compensated." if service.has_kerf else
            "Parts have their true size, without kerf: ask the service to cut outside of the line.")
    lines = [f"{spec.game.title} {spec.game.version}, for {service.name} ({service.home})", "",
             f"Upload the files of {' or '.join(service.files)}/ one by one, with the counts of quote.csv.",
             "Each holds one part, its cuts alone, in mm. What is engraved is drawn in engraving/: send it too.",
             size, service.note, f"What it asks for: {service.source} (read {service.read}).",
             *(["", "The service may refuse:", *(f"- {note}" for note in notes)] if notes else [])]
    return ("\n".join(lines) + "\n").encode()


def make_print_and_cut(spec: Spec, options: Options, plotter_name: str, paper_name: str) -> OrderFile:
    """A game for a plotter with a camera: the sheets to print with its marks, what it cuts and scores on each, and how.
    Raises FabgenError for an unknown plotter, for mistakes in one of the user's own, and for what does not fit."""
    from fabgen.artwork.export.png import render_cut_out
    from fabgen.paper.print_and_cut import lay_out_cut_sheets
    from fabgen.paper.print_and_play import make_kit
    from fabgen.paper.print_on_demand import make_zip
    from fabgen.paper.print_theme import print_theme
    from fabgen.paper.registration import load_plotter
    from fabgen.typeset.pages import write_pages
    from fabgen.typeset.papers import load_paper

    plotter, paper = load_plotter(plotter_name), load_paper(paper_name)
    # As large as on the sheets of the board, which are not here.
    kit = make_kit(with_paper_cells(spec), options, has_round_cuts=True)
    theme = print_theme(options.ink, len(spec.game.players))
    sheets = lay_out_cut_sheets(kit, paper, plotter)
    files: dict[str, bytes] = {}
    info = {"author": spec.game.designer, "title": spec.game.title, "language": kit.words.language}
    if plotter.marks != "none":
        files["print.pdf"] = write_pages([sheet.page for sheet in sheets], theme, **info)
    for number, sheet in enumerate(sheets):
        files |= _cut_files(sheet, f"sheet-{number}" if number else "test", plotter)
        if plotter.marks == "none":
            page = write_pages([sheet.page], theme, **info)
            outlines = [thing.outline.flatten(FLATTENING_TOLERANCE) for thing in sheet.things]
            files[f"images/{'test' if sheet.is_test else f'sheet-{number}'}.png"] = render_cut_out(page, outlines)
    where = "picture" if plotter.marks == "none" else paper_name
    files = {"README.txt": _plotter_readme(spec, plotter, paper, sheets), **files}
    stem = Path(plotter_name).stem
    return OrderFile(f"{document_stem(spec)}-print-and-cut-{stem}-{where}.zip", make_zip(files), tuple(files), ())


def _cut_files(sheet: CutSheet, stem: str, plotter: Plotter) -> Iterator[tuple[str, bytes]]:
    """What a plotter cuts and scores on a sheet, as DXF and SVG from the same lines; where the outlines are those of a
    picture, the creases alone."""
    from fabgen.laser.formats.registry import FORMATS as LASER_FORMATS
    from fabgen.laser.machine import load_machine
    from fabgen.laser.sheet import LaserSheet, Placement, SheetMark, make_slugs
    from fabgen.materials.operations import Operation

    ids = make_slugs([thing.id for thing in sheet.things])
    marks = [SheetMark(f"{id}.crease-{n}", Operation.SCORE, (crease,), id)
             for id, thing in zip(ids, sheet.things, strict=True) for n, crease in enumerate(thing.creases, 1)]
    if plotter.marks != "none":
        marks += [SheetMark(f"{id}.outline", Operation.CUT_OUTER, (thing.outline,), id)
                  for id, thing in zip(ids, sheet.things, strict=True)]
    placements = tuple(Placement(id, id, 0, *thing.outline.bounds()[:2])
                       for id, thing in zip(ids, sheet.things, strict=True))
    lines = LaserSheet(stem, "card", sheet.page.width, sheet.page.height, 0.0, 0.0, tuple(marks), placements)
    name = stem if plotter.marks != "none" else stem.replace("sheet", "creases")
    for suffix in ("dxf", "svg") if marks else ():
        yield f"{suffix}/{name}.{suffix}", LASER_FORMATS[suffix].write(lines, load_machine("generic"))


def _plotter_readme(spec: Spec, plotter: Plotter, paper: Paper, sheets: Sequence[CutSheet]) -> bytes:
    """How to print and cut, step by step."""
    thin = [number for number, sheet in enumerate(sheets) if sheet.is_thin]
    what = "images/" if plotter.marks == "none" else "print.pdf"
    things = [count_things(len(sheet.things), "thing") for sheet in sheets[1:]]
    lines = [f"{spec.game.title} {spec.game.version}: print and cut with {plotter.name}"
             + ("" if plotter.marks == "none" else f", on {paper.name}"), "",
             f"1. The test sheet comes first. Print it from {what} at actual size (100 %), on plain paper, and cut it:",
             "   five squares along the middle of five lines, 0.5 mm from line to line. Cuts elsewhere? Set the",
             "   offset in the plotter's program, and try again, before you take card.",
             f"2. Print the other sheets from {what}, on card of 160 to 200 g/m2"
             + (f"; sheet {join_words([*map(str, thin)])} on paper." if thin else "."), "3. For each sheet:",
             *(f"   - {step}" for step in plotter.write_steps(paper)),
             "4. Fold along the creases, and glue. Backs of tokens go behind their fronts.",
             "5. The board is not here: print it with `fabgen build --only print`.", "",
             *(f"sheet {number}: {text}" for number, text in enumerate(things, 1)), "",
             f"The measures of the marks are published at {plotter.source} (read {plotter.read}),",
             f"by people who use them, not by {plotter.name}. Does your plotter want others? Copy its file in",
             "fabgen/paper/plotters, change the numbers, and give its path: --plotter mine.yaml."]
    return ("\n".join(lines) + "\n").encode()

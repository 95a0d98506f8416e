"""A loaded game and a look → what each tab of the page shows: its views with their words and their place in the spec,
and the picture of each view as SVG or PNG, or its model as GLB.

A studio is made anew for each save; what it has computed stays in a store that knows results by the content that they
were made from, so that a changed caption leaves the nest as it is.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

from fabgen.core.cache import ResultCache, default_cache_folder
from fabgen.core.languages import Catalogue
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.serve.look import Look
from fabgen.spec.game import capitalize_first
from fabgen.spec.load import Spec, with_board_options, with_paper_cells, with_players

if TYPE_CHECKING:
    from fabgen.artwork.part import Part
    from fabgen.artwork.themes import Theme
    from fabgen.book.book_format import BookFormat
    from fabgen.book.book_theme import BookTheme
    from fabgen.book.layout import Layout
    from fabgen.figures.assembly.assembly import AssemblyFigure
    from fabgen.figures.assembly.part_places import AssembledThing
    from fabgen.laser.job import LaserJob
    from fabgen.laser.sheet import LaserSheet
    from fabgen.model.model_parts import ModelPart
    from fabgen.typeset.blocks import Book

T = TypeVar("T")
SVG, PNG, GLB = "image/svg+xml", "image/png", "model/gltf-binary"
MOST_RESULTS = 600  # that a store keeps
LARGEST_STORE = 60_000_000  # bytes of pictures and pages that a store keeps
FIGURE_MARGIN = 1.0  # mm around a figure
PAGE_DPI = 132  # of pages: twice the size at which they stand side by side
TABS = ("board", "pieces", "figures", "rulebook", "print", "laser", "assembly", "model")
SLOW_TABS = ("rulebook", "print", "laser", "assembly", "model")  # what a page or a sheet has to be laid out for


class Store:
    """Results by the content that they were made from; those asked for longest ago are dropped first."""

    def __init__(self) -> None:
        self.disk = ResultCache(default_cache_folder())  # what builds keep too
        self._results: OrderedDict[bytes, tuple[Any, int]] = OrderedDict()
        self._size = 0
        self.layouts: dict[tuple[BookFormat, BookTheme], Layout] = {}  # of the rulebooks that were set last

    def get(self, kind: str, content: Any, make: Callable[[], T]) -> T:
        """The result of `make`, or the former one of this kind for the same content. The result for content without a
        digest is not kept."""
        key = _digest(kind, content)
        if not key:
            return make()
        if key in self._results:
            self._results.move_to_end(key)
            former_result: T = self._results[key][0]
            return former_result
        result = make()
        size = _measure(result)
        self._results[key], self._size = (result, size), self._size + size
        while len(self._results) > 1 and (len(self._results) > MOST_RESULTS or self._size > LARGEST_STORE):
            self._size -= self._results.popitem(last=False)[1][1]
        return result

    def has(self, kind: str, content: Any) -> bool:
        """Whether there is a result of this kind for this content."""
        return _digest(kind, content) in self._results


def _digest(kind: str, content: Any) -> bytes:
    """A digest of content, which differs for different contents; empty for content that cannot be packed."""
    try:
        return hashlib.sha256(kind.encode() + pickle.dumps(content)).digest()
    except (pickle.PicklingError, TypeError, AttributeError):
        return b""


def _measure(result: Any) -> int:
    """The size of a result in bytes; that of what cannot be packed is guessed."""
    if isinstance(result, bytes):
        return len(result)
    try:
        return len(pickle.dumps(result))
    except (pickle.PicklingError, TypeError, AttributeError):
        return 10_000


@dataclass(frozen=True)
class View:
    """A picture of a tab: its id, which is looked up and never used as a path; its title and words; the heading that
    it stands under; the first line of the spec that it comes from; its width in mm at true size (0: unknown)."""

    id: str
    title: str
    heading: str = ""
    words: str = ""
    alt: str = ""
    place: Location = field(default_factory=Location)
    width: float = 0.0
    is_wide: bool = False


@dataclass(frozen=True)
class Picture:
    """The bytes of a picture or of a model, and their media type."""

    data: bytes
    media: str = SVG


class Studio:
    """What a page shows of a spec under a look."""

    def __init__(self, spec: Spec, look: Look, store: Store) -> None:
        """Raises FabgenError if the game cannot be played by the chosen number of players."""
        self.spec = with_board_options(with_players(spec, look.options.players), look.options)
        self.look, self.store = look, store
        self._final_rulebook = b""  # until its layout has been searched
        self._final_sheets: list[LaserSheet] = []  # until theirs has

    def list_views(self, tab: str) -> list[View]:
        """The views of a tab, in its order. Raises FabgenError for what cannot be made, KeyError for another tab."""
        return list(LISTS[tab](self))

    def draw(self, tab: str, view: str, style: str) -> Picture:
        """The picture of a view. `style` of a laser sheet is `made` or `lines`; a figure of style `clear` has no
        ground, so that it can lie on a board. Raises KeyError for an unknown view."""
        kind, _, name = view.partition(":")
        return DRAWERS[tab, kind](self, name, style)

    # What several tabs need, made once for a save

    @cached_property
    def words(self) -> Catalogue:
        """The words of the game's language."""
        return self.spec.words

    @cached_property
    def job(self) -> LaserJob:
        """The laser job of the look."""
        from fabgen.laser.job import make_laser_job

        return make_laser_job(self.spec, self.look.options)

    @cached_property
    def parts(self) -> list[Part]:
        """Every part to cut."""
        from fabgen.laser.selection import chosen_parts

        return chosen_parts(self.spec, self.job.fit, self.look.options)

    @property
    def sheets(self) -> list[LaserSheet]:
        """The sheets of the laser job: a first layout, until the best has been searched (`settle`)."""
        return self._final_sheets or self._draft_sheets

    @property
    def has_draft_sheets(self) -> bool:
        """Whether the sheets are not yet those of a build."""
        return not self._final_sheets

    @cached_property
    def _draft_sheets(self) -> list[LaserSheet]:
        """The sheets that were searched before, if they are known; else a layout that is quickly found."""
        from fabgen.laser.sheet_layout import make_sheets

        content = self.job.layout_content(self.parts)
        if not self.store.has("sheets", content) and not self.store.disk.has("sheets", content):
            job = replace(self.job, effort="draft")
            with suppress(FabgenError):  # a counted stock that is too small for it may hold the best layout
                return self.store.get("draft sheets", content, lambda: make_sheets(self.parts, job))
        self._final_sheets = self._search_sheets()
        return self._final_sheets

    def _search_sheets(self) -> list[LaserSheet]:
        """The sheets as a build cuts them. Only parts and job decide about them."""
        from fabgen.laser.sheet_layout import make_sheets

        content = self.job.layout_content(self.parts)
        make = partial(make_sheets, self.parts, self.job)
        return self.store.get("sheets", content, lambda: self.store.disk.get("sheets", content, make))

    @property
    def rulebook(self) -> bytes:
        """The rulebook as a PDF: first in the layout of the former one, until the best has been searched
        (`settle`)."""
        return self._final_rulebook or self._draft_rulebook

    def settle(self, tab: str) -> bool:
        """Searches the best layout of what a tab shows. Returns whether that is another than the one shown first, also
        where another page has asked before. Raises KeyError for a tab without layouts."""
        return {"rulebook": self._settle_rulebook, "laser": self._settle_sheets}[tab]()

    def _settle_sheets(self) -> bool:
        draft = self._draft_sheets
        self._final_sheets = self._final_sheets or self._search_sheets()
        return self._final_sheets is not draft

    def _settle_rulebook(self) -> bool:
        draft = self._draft_rulebook
        self._final_rulebook = self._final_rulebook or self._search_rulebook()
        return self._final_rulebook != draft

    @cached_property
    def _draft_rulebook(self) -> bytes:
        from fabgen.book.rulebook_pdf import write_draft

        layout = self.store.layouts.get(self._book_arguments[2:])
        if layout and not self.store.has("book", self._book_arguments):
            with suppress(FabgenError):  # it does not fit: the search says what is wrong, or finds what fits
                return write_draft(*self._book_arguments, layout).pdf
        self._final_rulebook = self._search_rulebook()
        return self._final_rulebook

    def _search_rulebook(self) -> bytes:
        """The rulebook in its best layout."""
        from fabgen.book.known_layouts import known_layouts
        from fabgen.book.rulebook_pdf import write_project

        def make() -> tuple[bytes, Layout]:
            book, _, page, look = self._book_arguments
            identity = str(self.spec.source.file), book.language, page, look.name
            with known_layouts(self.store.disk, *identity) as known:
                found = write_project(*self._book_arguments, known)
            return found.pdf, found.layout

        data, self.store.layouts[self._book_arguments[2:]] = self.store.get("book", self._book_arguments, make)
        return data

    @cached_property
    def _book_arguments(self) -> tuple[Book, Theme, BookFormat, BookTheme]:
        """What a rulebook is made of: its content, its inks, its format and its theme."""
        from fabgen.artwork.themes import load_theme
        from fabgen.book.book_format import FORMATS
        from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
        from fabgen.production.rulebook_files import BOOK_INKS, book_theme_of_game
        from fabgen.serve.look import RULEBOOKS

        options = self.look.options
        page = FORMATS[next((book for book in options.books if book in RULEBOOKS), "a5")]
        book, theme = read_game_rulebook(self.spec).with_all_drawn, load_theme(BOOK_INKS[options.book_ink])
        return book, theme, page, book_theme_of_game(self.spec, options)

    @cached_property
    def print_files(self) -> dict[str, bytes]:
        """The print-and-play PDFs of the first paper, by what they are for."""
        from fabgen.paper.print_and_play import make_kit, make_print_pdfs
        from fabgen.production.build_files import run_all

        options = replace(self.look.options, papers=self.look.options.papers[:1])
        spec = with_paper_cells(with_players(self.spec, options.print_players))
        kit = make_kit(spec, options)

        def make() -> dict[str, bytes]:
            files = make_print_pdfs(spec, kit, options, spec.slug, run_all, lambda _: None)
            return {file.purpose: file.data for file in files if file.name.endswith(".pdf")}

        return self.store.get("print", (kit, options, spec.game), make)

    @cached_property
    def assemblies(self) -> list[AssemblyFigure]:
        """How each thing of several parts is put together."""
        from fabgen.figures.assembly.assembly import assemblies

        return assemblies(self.spec, self.job.fit, self.job.stock, self.words)

    @cached_property
    def things(self) -> dict[str, AssembledThing]:
        """The board, one piece of each kind of each player, the box and its tray, joined, by their names."""
        from fabgen.figures.assembly.part_places import assembled_things
        from fabgen.figures.components.kit import make_laser_kit

        make_laser_kit(self.spec, self.job.fit)  # raises what is wrong with a base or a body
        return {thing.name: thing for thing in assembled_things(self.spec, self.job.fit, self.job.stock)}

    def figure(self, kind: str, name: str, *, has_ground: bool = True) -> Picture:
        """A figure of the rulebook as SVG, on white or on nothing. Raises KeyError for one that the game does not
        have."""
        from fabgen.diagrams.files import FigureStyle, render_figure
        from fabgen.figures.diagrams.catalogue import draw_figure

        figure = draw_figure(self.spec, kind, name, self.words)
        style = FigureStyle(margin=FIGURE_MARGIN, has_ground=has_ground)
        return Picture(self.store.get("figure", (figure, style), lambda: render_figure(figure, ["svg"], style)["svg"]))

    def part_as_made(self, name: str) -> Picture:
        """A part in its material. Raises KeyError for an unknown part."""
        from fabgen.serve.material_picture import draw_part_as_made

        part = next((part for part in self.parts if part.name == name), None)
        if part is None:
            raise KeyError(name)
        machine, stock = self.job.machine, self.job.stock(part.material)
        content = part.drawing, machine, stock
        return Picture(self.store.get("part", content, lambda: draw_part_as_made(part.drawing, machine, stock)))

    def key_place(self, *key: str | int) -> Location:
        """The place of a key in the spec."""
        return self.spec.source.key_location(*key)

    def page_picture(self, pdf: bytes, number: str) -> Picture:
        """A page of a PDF as PNG, by its number from 1. Raises KeyError for a page that it does not have."""
        from fabgen.artwork.export.png import page_count, render_numbered_page

        if not number.isascii() or not number.isdigit() or not 1 <= int(number) <= page_count(pdf):
            raise KeyError(number)
        make = lambda: render_numbered_page(pdf, int(number), PAGE_DPI)  # noqa: E731
        return Picture(self.store.get("page", (pdf, number), make), PNG)


# What each tab shows


def _board_views(studio: Studio) -> Iterator[View]:
    from fabgen.figures.diagrams.catalogue import figure_names

    spec, place = studio.spec, studio.key_place("board")
    words, names = studio.words, figure_names(spec)
    yield View("figure:setup", words.text("caption_setup"), place=studio.key_place("setup"), is_wide=True)
    yield from (View(f"figure:seats:{number}", words.count("caption_seats", int(number), players="…"),
                     place=studio.key_place("seats"), is_wide=True) for number in names.get("seats", ()))
    yield View("figure:board", spec.game.title, place=place, is_wide=True)
    if "map" in names:
        yield View("figure:map", words.text("caption_map", title=spec.game.title), place=place, is_wide=True)
    yield View("figure:legend", words.text("legend"), place=place, is_wide=True)
    for name in spec.game.player_boards:
        title = words.text("caption_player_board", board=capitalize_first(spec.game.player_board_name(name)))
        yield View(f"figure:player-board:{name}", title, place=studio.key_place("player_boards", name), is_wide=True)
    yield from (View(f"part:{part.name}", part.title, "As it is cut", f"{part.count} of {part.material}",
                     place=place, is_wide=True)
                for part in studio.parts if part.group in _board_groups() and part.count)


def _board_groups() -> tuple[str, ...]:
    from fabgen.figures.components.kit import GROUPS

    return GROUPS


def _piece_views(studio: Studio) -> Iterator[View]:
    from fabgen.figures.positions.captions import describe_movement

    spec, problems = studio.spec, studio.spec.diagram_problems
    try:
        parts, part_problem = studio.parts, ""
    except FabgenError as error:
        parts, part_problem = [], error.problems[0].what
    for kind in spec.game.pieces:
        heading, place = spec.game.piece_name(kind).capitalize(), studio.key_place("pieces", kind)
        words = part_problem
        if kind not in problems:
            words = describe_movement(spec, kind, studio.words, as_written=True)
            yield View(f"moves:{kind}", "How it moves", heading, words, place=studio.key_place("pieces", kind, "moves"))
        for player in spec.game.players:
            if kind in spec.game.army(player):
                yield View(f"figure:piece:{player}-{kind}", spec.game.player_title(player), heading, place=place)
        first = next((player for player in spec.game.players if kind in spec.game.army(player)), "")
        own = [part for part in parts if part.name.startswith(f"{first} {kind} ") or part.name == f"{first} {kind}"]
        yield from (View(f"part:{part.name}", part.title, heading, f"{part.count} of {part.material}", place=place)
                    for part in own)


def _figure_views(studio: Studio) -> Iterator[View]:
    from fabgen.figures.diagrams.catalogue import figure_names

    spec, names = studio.spec, figure_names(studio.spec)
    titles = {example.id: (number, example.title) for number, example in enumerate(spec.game.examples)}
    known = {case.example.id for case in spec.cases}
    for name in names.get("example", ()):
        number, title = titles[name]
        if name in known:
            comic = f"comic:{name}" if name in names.get("comic", ()) else ""
            yield View(f"figure:example:{name}", title, "Examples", name, place=studio.key_place("examples", number))
            if comic:
                yield View(f"figure:{comic}", title, "Examples, step by step", name,
                           place=studio.key_place("examples", number), is_wide=True)
    for number, name in enumerate(names.get("position", ())):
        yield View(f"figure:position:{name}", spec.position_views[name].title, "Positions", name,
                   place=studio.key_place("positions", number))


def _rulebook_views(studio: Studio) -> Iterator[View]:
    from fabgen.artwork.export.png import page_count

    place = Location(str(studio.spec.folder / studio.spec.game.rulebook), 1, 1)
    yield from (View(f"page:{number}", f"Page {number}", place=place)
                for number in range(1, page_count(studio.rulebook) + 1))


def _print_views(studio: Studio) -> Iterator[View]:
    from fabgen.artwork.export.png import page_count

    pages = [purpose for purpose, data in studio.print_files.items() for _ in range(page_count(data))]
    yield from (View(f"paper:{number}", f"Page {number}" if len(studio.print_files) > 1 else f"Sheet {number}",
                     purpose[:1].upper() + purpose[1:]) for number, purpose in enumerate(pages, 1))


def _laser_views(studio: Studio) -> Iterator[View]:
    from fabgen.core.english import count_things
    from fabgen.serve.material_picture import colours_in_order

    for sheet in studio.sheets:
        key = ", ".join(f"{operation} {colour}" for operation, colour in colours_in_order(sheet, studio.job.machine))
        words = (f"{sheet.material}, {sheet.width:g} x {sheet.height:g} mm, "
                 f"{count_things(len(sheet.placements), 'part')}; {key}")
        if studio.has_draft_sheets:
            words += "; a first layout, until the best is found"
        yield View(f"sheet:{sheet.name}", sheet.name.replace("-", " ").capitalize(), "", words,
                   place=studio.key_place("board"), width=sheet.width, is_wide=True)


def _assembly_views(studio: Studio) -> Iterator[View]:
    for number, figure in enumerate(studio.assemblies, 1):
        yield View(f"assembly:{number}", figure.title.capitalize(), "", " ".join(figure.steps),
                   is_wide=figure.is_large)


def _model_views(studio: Studio) -> Iterator[View]:
    from fabgen.core.english import count_things

    yield View("game:", "The whole game", place=studio.key_place("setup"))
    players = studio.spec.game.players
    for name, thing in studio.things.items():
        player, _, kind = name.partition(" ")
        is_piece = kind and player in players
        place = studio.key_place("pieces", kind) if is_piece else studio.key_place("board")
        title = name
        if is_piece:
            owner = "" if studio.spec.game.one_set else f", {studio.spec.game.player_title(player)}"
            title = f"{studio.spec.game.piece_name(kind)}{owner}"
        words = count_things(len(thing.parts), "part")
        yield View(f"thing:{name}", title[:1].upper() + title[1:], "", words, place=place)
    if studio.spec.game.box:
        yield View("packed:", "Packed", "", "the box without its lid", place=studio.key_place("box"))


LISTS: dict[str, Callable[[Studio], Iterator[View]]] = {
    "board": _board_views, "pieces": _piece_views, "figures": _figure_views, "rulebook": _rulebook_views,
    "print": _print_views, "laser": _laser_views, "assembly": _assembly_views, "model": _model_views,
}


def _draw_figure(studio: Studio, name: str, style: str) -> Picture:
    kind, _, figure = name.partition(":")
    return studio.figure(kind, figure, has_ground=style != "clear")


def _draw_moves(studio: Studio, name: str, style: str) -> Picture:
    return studio.figure("moves", name)


def _draw_part(studio: Studio, name: str, style: str) -> Picture:
    return studio.part_as_made(name)


def _draw_rulebook_page(studio: Studio, name: str, style: str) -> Picture:
    return studio.page_picture(studio.rulebook, name)


def _draw_print_page(studio: Studio, name: str, style: str) -> Picture:
    """A page of the print-and-play files, which are counted through."""
    from fabgen.artwork.export.png import page_count

    number = int(name) if name.isascii() and name.isdigit() else 0
    for data in studio.print_files.values():
        if number <= page_count(data):
            return studio.page_picture(data, str(number))
        number -= page_count(data)
    raise KeyError(name)


def _draw_sheet(studio: Studio, name: str, style: str) -> Picture:
    from fabgen.serve.material_picture import draw_sheet_as_made, draw_sheet_lines

    sheet = find_sheet(studio, name)
    machine, stock = studio.job.machine, studio.job.stock(sheet.material)
    if style == "lines":
        return Picture(studio.store.get("lines", (sheet, machine), lambda: draw_sheet_lines(sheet, machine)))
    return Picture(studio.store.get("made", (sheet, stock), lambda: draw_sheet_as_made(sheet, stock)))


def find_sheet(studio: Studio, name: str) -> LaserSheet:
    """A sheet of the laser job by its name. Raises KeyError."""
    return {sheet.name: sheet for sheet in studio.sheets}[name]


def _draw_assembly(studio: Studio, name: str, style: str) -> Picture:
    from fabgen.artwork.export.layered_svg import LayeredStyle, write_layered
    from fabgen.artwork.themes import load_theme

    figure = {str(number): figure for number, figure in enumerate(studio.assemblies, 1)}[name]
    return Picture(write_layered(figure.view.drawing, load_theme("colour"), LayeredStyle(3.0), figure.title))


def _draw_game_model(studio: Studio, name: str, style: str) -> Picture:
    from fabgen.model.model_parts import list_game_parts

    things, stock = list(studio.things.values()), studio.job.stock
    return _draw_model(studio, list(list_game_parts(studio.spec, things, stock)))


def _draw_thing_model(studio: Studio, name: str, style: str) -> Picture:
    from fabgen.model.model_parts import list_parts

    return _draw_model(studio, list(list_parts([studio.things[name]], studio.job.stock)))


def _draw_packed_box(studio: Studio, name: str, style: str) -> Picture:
    from fabgen.model.model_parts import list_parts
    from fabgen.model.packed_box import open_box, pack_box

    packed = pack_box(studio.spec, studio.job.fit, studio.job.stock)
    if packed is None:
        raise KeyError(name)
    return _draw_model(studio, list(list_parts(open_box(packed), studio.job.stock)))


def _draw_model(studio: Studio, items: list[ModelPart]) -> Picture:
    from fabgen.model.files import write_glb

    content = [(item.name, item.solid.placed, item.look) for item in items]
    return Picture(studio.store.get("model", content, lambda: write_glb(items)), GLB)


Draw = Callable[[Studio, str, str], Picture]
DRAWERS: dict[tuple[str, str], Draw] = {
    ("board", "figure"): _draw_figure, ("board", "part"): _draw_part,
    ("pieces", "figure"): _draw_figure, ("pieces", "moves"): _draw_moves, ("pieces", "part"): _draw_part,
    ("figures", "figure"): _draw_figure, ("rulebook", "page"): _draw_rulebook_page,
    ("print", "paper"): _draw_print_page, ("laser", "sheet"): _draw_sheet, ("assembly", "assembly"): _draw_assembly,
    ("model", "game"): _draw_game_model, ("model", "thing"): _draw_thing_model,
    ("model", "packed"): _draw_packed_box,
}


__all__ = ["Picture", "Problem", "Store", "Studio", "View"]

"""The options that a user chose for a build ↔ JSON. Lengths in mm; None leaves the choice to a profile.

Each option is declared once, as a field: its type and default, the folders that depend on it, and how the command line
asks for it. `fabgen build`, its help, `source/options.json` and `fabgen verify` all read these fields.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from dataclasses import Field, dataclass, fields, replace
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import pydantic.dataclasses
from pydantic import ConfigDict

from fabgen.materials.operations import FitName

DEFAULT_FOLDERS = ("laser", "print", "rules", "diagrams")  # the folders that a build makes, in this order
FOLDERS = (*DEFAULT_FOLDERS, "model")  # and those that it makes where they are asked for
DEFAULT_PAPERS = ("a4", "letter")
BOOKLETS = ("booklet-a4", "booklet-letter")
FOLDED_SHEETS = ("folder-a4", "folder-letter")
PRESS_BOOKS = ("press-a5", "press-half-letter")
BOOK_FORMATS = ("a5", "half-letter", "a4", "letter", "square", "large-a4", "large-letter", *BOOKLETS, *FOLDED_SHEETS,
                *PRESS_BOOKS, "html")
FIGURE_FORMATS = ("svg", "pdf", "png", "eps")
FILM_FORMATS = ("svg", "gif")
DIAGRAM_THEMES = ("colour", "etched")  # inks of the diagrams of a build, which are proven: without patterns
DEFAULT_FIGURES = ("svg", "pdf", "png")
DEFAULT_BOOKS = ("a5", *BOOKLETS)
BOOK_THEMES = ("workshop", "classic", "bold")  # built-in looks of a rulebook
BookThemeName = Literal["game", "workshop", "classic", "bold"]
InkMode = Literal["full", "low", "bw"]
AssemblyMode = Literal["fold", "duplex", "single"]
BoardStyle = Literal["scored", "filled", "inlaid"]
SheetSize = tuple[float, float]


@dataclass(frozen=True)
class OptionNote:
    """The folders that depend on an option, and how the command line asks for it. `value` is the kind of value that the
    user types ("length", "machine", "choice", "flag"); `name` is the word after the dashes, if it is not the field's
    name. An option without a `help` is not asked for on the command line."""

    folders: tuple[str, ...]
    value: str = ""
    help: str = ""
    name: str = ""


def laser_option(value: str = "", help: str = "", name: str = "") -> OptionNote:
    """An option that only the folder `laser` depends on."""
    return OptionNote(("laser",), value, help, name)


def making_option(value: str = "", help: str = "", name: str = "") -> OptionNote:
    """An option that changes the parts themselves: the folders `laser` and `model` depend on it."""
    return OptionNote(("laser", "model"), value, help, name)


def print_option(value: str = "", help: str = "", name: str = "") -> OptionNote:
    """An option that only the folder `print` depends on."""
    return OptionNote(("print",), value, help, name)


def diagram_option(value: str = "", help: str = "") -> OptionNote:
    """An option that only the folder `diagrams` depends on."""
    return OptionNote(("diagrams",), value, help)


def rules_option(value: str = "", help: str = "", name: str = "") -> OptionNote:
    """An option that only the folder `rules` depends on."""
    return OptionNote(("rules",), value, help, name)


@pydantic.dataclasses.dataclass(frozen=True, config=ConfigDict(extra="forbid"))
class Options:
    """The options of a build: machine and materials of the laser, papers of the print-and-play, sizes of the rulebook.
    Stored in `source/options.json`.

    `shop` is the path of a shop file. Without a `machine`, the shop's machine is used, or the generic one. The command
    line asks in the order of the fields.
    """

    players: Annotated[int | None, making_option(
        "players", "How many play, where a game takes several numbers.")] = None
    print_players: Annotated[int | None, print_option()] = None  # the players of the print-and-play
    shop: Annotated[str | None, making_option(
        "shop", "Your machine, measured sheets and stock; `none` for what is built in.  "
        "[default: shop.yaml in your config folder, see `fabgen new-shop`]")] = None
    machine: Annotated[str | None, making_option(
        "machine", "The laser, or the program that drives it; or a .yaml file of your own.  "
        "[default: your shop's, else generic]")] = None
    material: Annotated[str | None, making_option(
        "material", "Cut everything from this material, or from that of a .yaml file. Colours of acrylic stay, other "
        "materials have none; NAME/COLOUR is one colour for all.")] = None
    thickness: Annotated[float | None, making_option(
        "length", "Thickness of the material, measured: 2.9mm.")] = None
    kerf: Annotated[float | None, laser_option(
        "length", "Full width of a cut, measured: 0.18mm.")] = None
    fit: Annotated[FitName | None, making_option(
        "fit", "How joints hold: loose (taken apart by hand), slide, or press.  [default: the material's]")] = None
    cell: Annotated[float | None, OptionNote(
        FOLDERS, "length", "Another size of cells than the spec's, for all products: 34mm. Bases and tokens follow. "
        "With --only print, paper alone must bear it.")
        ] = None
    fit_sheet: Annotated[SheetSize | None, OptionNote(
        FOLDERS, "size", "The largest cells with which one sheet of this size holds all parts of each material: "
        "600x300mm.")] = None
    fewer_sheets: Annotated[bool, OptionNote(
        FOLDERS, "flag", "The largest smaller cells with which the board takes fewer sheets of paper, for all "
        "products; with --only print, those that paper bears."
        )] = False
    minutes: Annotated[float | None, laser_option(
        "minutes", "The time at the laser that the job may take: 40. Engraving is simplified first.")] = None
    sheet: Annotated[SheetSize | None, making_option(
        "size", "Size of the sheets: 600x400mm, 24x12in.")] = None
    spacing: Annotated[float | None, laser_option(
        "length", "Gap between cuts of two parts: 2mm.")] = None
    effort: Annotated[Literal["normal", "high"], laser_option(
        "choice", "How hard to search for a nest that saves material; high takes minutes.")] = "normal"
    formats: Annotated[tuple[str, ...] | None, laser_option(
        "formats",
        "Formats of the laser files: svg, dxf, lbrn2, pdf, gcode; those of the machine unless given.")] = None
    parts: Annotated[tuple[str, ...] | None, laser_option(
        "parts",
        "Cut only these, each as often as it says: knight:2,denial:4; pieces are cut for each player.")] = None
    fit_test: Annotated[bool, laser_option(
        "flag", "Cut only one of each joint, on the smallest sheet: to try first.")] = False
    scrap: Annotated[SheetSize | None, laser_option()] = None  # the sheet of a fit test, found by the build
    names: Annotated[bool, laser_option(
        "flag", "Etch the names of parts where nobody sees them: on tabs.")] = False
    engrave: Annotated[str | None, laser_option(
        "engraving", "Mark areas by: fill, outline, single-line, hatch, or hatch:0.4mm:45 (pitch, angle).  "
        "[default: the machine's way]")] = None
    bridges: Annotated[str | None, laser_option(
        "bridges", "Leave bridges in the outlines, so that parts stay in a sheet without a bed: 3, or 3:0.5mm (how "
        "many at most, how wide); 3:0.5mm:holes also in large holes.")] = None
    board_style: Annotated[BoardStyle | None, making_option(
        "choice", "How the board is marked: dark cells and patterns as lines, as filled areas, or with a part of its "
        "own for each cell (inlaid).  [default: as the spec says]")] = None
    box: Annotated[bool, making_option(
        "flag", "Also cut a box with a tray that holds all of the game.")] = False
    papers: Annotated[tuple[str, ...], print_option(
        "papers", "Papers of the print-and-play PDFs: a4, letter, a3, tabloid; poster is the board in one piece.",
        "paper")] = DEFAULT_PAPERS
    assembly: Annotated[AssemblyMode, print_option(
        "choice", "Fold backs over, print both sides, or fronts only.")] = "fold"
    flip: Annotated[Literal["long", "short"], print_option(
        "choice", "The edge over which your printer turns the paper, for --assembly duplex.")] = "long"
    back_offset: Annotated[tuple[float, float] | None, print_option(
        "offset", "How far backs are shifted right and up, for --assembly duplex: 0.5,-1.25 (in mm).")] = None
    ink: Annotated[InkMode, print_option(
        "choice", "Full colour, little ink, or black only: print-and-play and rulebooks.")] = "full"
    book_ink: Annotated[InkMode, rules_option()] = "full"  # the ink of the rulebooks
    standees: Annotated[Literal["tent", "slotted"], print_option(
        "choice", "Paper pieces stand on flaps of their own, or in slit bases.")] = "tent"
    books: Annotated[tuple[str, ...], rules_option(
        "books",
        "Rulebooks: to be read (a5, half-letter, a4, letter, square, large print on large-a4, large-letter), to be "
        "folded and stapled (booklet-a4, booklet-letter), short rules on one sheet to be folded once (folder-a4, "
        "folder-letter), for a print shop (press-a5, press-half-letter), or one web page for any screen (html).",
        "book")] = DEFAULT_BOOKS
    book_theme: Annotated[BookThemeName, rules_option(
        "choice", "The look of the rulebook; `game` is the one that the spec chooses.")] = "game"
    typst_source: Annotated[bool, rules_option(
        "flag", "Also write the rulebook as a Typst project, to be edited and compiled by yourself.")] = False
    diagram_formats: Annotated[tuple[str, ...], diagram_option(
        "figures", "Formats of the diagrams: svg, pdf, png, eps.")] = DEFAULT_FIGURES
    diagram_theme: Annotated[str | None, diagram_option(
        "theme", "How diagrams are inked: colour, etched (as a laser marks it); or a .yaml file of your own colours.  "
        "[default: colour]")] = None
    diagram_text: Annotated[Literal["outlines", "live"], diagram_option(
        "choice", "Words of an SVG as outlines, which need no font, or as text that you can edit.")] = "outlines"
    diagram_ground: Annotated[Literal["white", "transparent"], diagram_option(
        "choice", "The ground of SVG and PNG; PDF and EPS have none.")] = "white"
    language: Annotated[str | None, OptionNote(
        FOLDERS, "language",
        "The language of the game's words, of which `fabgen translate` has written a file: de, fr.  "
        "[default: that of the spec]")] = None

    @property
    def partial_job(self) -> str:
        """The part of the laser job that a build makes, which is also the name of its folder. Empty for the whole
        job."""
        return "fit-test" if self.fit_test else "parts" if self.parts else ""

    @property
    def diagram_theme_file(self) -> str:
        """The file of a designer's own inks of the diagrams. Empty for a built-in theme."""
        return self.diagram_theme if self.diagram_theme and self.diagram_theme.endswith((".yaml", ".yml")) else ""

    def to_json(self) -> bytes:
        """The options as JSON. The same options give the same bytes."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return (json.dumps(values, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()

    @classmethod
    def from_json(cls, data: bytes) -> Options:
        """The options that `to_json` wrote. Raises ValueError for anything else."""
        try:
            values = json.loads(data)
        except RecursionError:
            values = None
        if not isinstance(values, dict) or values.keys() != {field.name for field in fields(cls)}:
            raise ValueError("these are not the options of a build")
        return cls(**values)

    def keep_for_folders(self, former: Options, folders: Collection[str]) -> Options:
        """These options, but with the former ones for the folders that are not built again."""
        kept_options = [name for name, note in option_notes() if {*note.folders} & {*folders}]
        return replace(self, **{name: getattr(former, name) for name in kept_options})


def option_notes() -> Iterator[tuple[str, OptionNote]]:
    """The name and note of each option, in the order of the command line."""
    hints = get_type_hints(Options, include_extras=True)
    for field in _fields():
        [note] = [note for note in hints[field.name].__metadata__ if isinstance(note, OptionNote)]
        yield field.name, note


def option_names(folder: str) -> tuple[str, ...]:
    """The options that a folder depends on."""
    return tuple(name for name, note in option_notes() if folder in note.folders)


def option_choices(name: str) -> tuple[str, ...]:
    """The words that an option accepts. Empty if it accepts other values."""
    hint = get_type_hints(Options)[name]
    kinds = [kind for kind in (hint, *get_args(hint)) if get_origin(kind) is Literal]
    return get_args(kinds[0]) if kinds else ()


def option_default(name: str) -> Any:
    """The default value of an option."""
    return next(field.default for field in _fields() if field.name == name)


def _fields() -> tuple[Field[Any], ...]:
    """The fields of `Options`, which type checkers do not see in a Pydantic dataclass."""
    return fields(Options)  # type: ignore[arg-type,unused-ignore]

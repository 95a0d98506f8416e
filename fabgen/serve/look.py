"""What a page has chosen (names → values as text) ↔ options of a build, the command line that repeats them, and the
values of the spec that keep them.

Nothing that a page sends is used as a path: profiles are chosen from lists.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint, problem_error
from fabgen.core.units import parse_length, parse_size
from fabgen.core.yaml_edits import write_scalar
from fabgen.serve.keep import Edit
from fabgen.spec.board import BOARD_BUILDS, BORDER_SIZES, CELL_SIZES
from fabgen.spec.build_options import BOOK_THEMES, Options, option_choices, option_notes
from fabgen.spec.load import Spec

LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")  # the name of a file that may be a translation
LENGTHS = {"cell": CELL_SIZES, "border": BORDER_SIZES}
KEPT_OPTIONS = ("players", "book_theme")  # options of a build which the spec can keep as well
LONGEST_VALUE = 60  # characters of a value
INKS = option_choices("ink")
RULEBOOKS = ("a5", "half-letter", "a4", "letter", "square", "large-a4", "large-letter")  # those with pages to look at


@dataclass(frozen=True)
class Look:
    """The options of a build, and values of the spec: those in `edits` replace the ones that are written, those in
    `kept_options` are options which the spec can keep as well."""

    options: Options = field(default_factory=Options)
    edits: tuple[Edit, ...] = ()
    kept_options: tuple[Edit, ...] = ()

    def command(self, game: str) -> str:
        """The command that builds what the page shows."""
        words = [f for name, note in option_notes() if note.help
                 for f in _flags(note.name or name, getattr(self.options, name), getattr(Options(), name))]
        return shlex.join(["fabgen", "build", game, *words])

    @property
    def keepable(self) -> tuple[Edit, ...]:
        """Everything that the spec can keep."""
        return self.edits + self.kept_options

    def yaml_lines(self) -> str:
        """The lines of the spec that keep what it can keep; empty where nothing of that kind was chosen."""
        data = dict[str, Any]()
        for key, value in self.keepable:
            parent = data
            for name in key[:-1]:
                parent = parent.setdefault(name, {})
            parent[key[-1]] = value
        return "\n".join(_yaml_lines(data))


def _yaml_lines(data: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Mappings inside each other as lines of YAML."""
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield f"{indent}{write_scalar(name)}:"
            yield from _yaml_lines(value, indent + "  ")
        else:
            yield f"{indent}{write_scalar(name)}: {write_scalar(value)}"


def _flags(name: str, value: Any, default: Any) -> Iterator[str]:
    """An option as it is typed; nothing where it has its default."""
    if value == default or value is None:
        return
    yield f"--{name.replace('_', '-')}"
    if value is not True:
        yield _value_text(name, value)


def _value_text(name: str, value: Any) -> str:
    """A value as the command line reads it."""
    if name in ("thickness", "kerf", "spacing"):
        return f"{value:g}mm"
    if name == "sheet":
        return "x".join(f"{side:g}" for side in value) + "mm"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


@dataclass(frozen=True)
class Choice:
    """A control of the page: the name of its value, its label, the words to choose from (none: a text is typed), an
    example of a typed value, which tabs it changes, the least and greatest length and the step of a slider in mm, and
    the key of the spec that keeps it (empty: an option of a build). Those of a `group` are shown together."""

    name: str
    label: str
    words: tuple[str, ...] = ()
    example: str = ""
    tabs: tuple[str, ...] = ()
    help: str = ""
    slider: tuple[float, float, float] | None = None
    key: tuple[str, ...] = ()
    group: str = ""


def list_choices(spec: Spec | None, base: Options) -> list[Choice]:
    """The controls for a game, in the order of the page."""
    from fabgen.laser.machine import machine_names
    from fabgen.laser.shop import load_shop
    from fabgen.typeset.papers import paper_names

    laser, pieces = ("laser", "assembly"), ("pieces", "board", "laser", "assembly")
    notes = dict(option_notes())
    seats = tuple(str(number) for number in player_numbers(spec)) if spec else ()
    choices = [
        *(_board_choices(spec) if spec else ()),
        Choice("machine", "Machine", tuple(machine_names()), tabs=pieces, help=notes["machine"].help),
        Choice("material", "Material", tuple(load_shop(base.shop).materials()), tabs=pieces,
               help=notes["material"].help),
        Choice("kerf", "Kerf", example="0.18mm", tabs=laser, help=notes["kerf"].help, slider=(0.0, 0.5, 0.01)),
        Choice("thickness", "Thickness", example="2.9mm", tabs=pieces, help=notes["thickness"].help,
               slider=(1.0, 8.0, 0.1)),
        Choice("sheet", "Sheet", example="600x400mm", tabs=laser, help=notes["sheet"].help),
        Choice("players", "Players", seats, tabs=("laser", "print", "assembly"), help=notes["players"].help,
               key=("seats",)),
        Choice("paper", "Paper", tuple(paper_names()), tabs=("print",), help=notes["papers"].help),
        Choice("ink", "Ink", INKS, tabs=("print", "rulebook"), help=notes["ink"].help),
        Choice("book", "Pages", RULEBOOKS, tabs=("rulebook",), help="The size of the rulebook's pages."),
        Choice("book_theme", "Theme", BOOK_THEMES, tabs=("rulebook",), help=notes["book_theme"].help,
               key=("book", "theme")),
        Choice("language", "Language", languages_of(spec.folder) if spec else (),
               tabs=("figures", "rulebook", "print", "laser", "pieces", "board"), help=notes["language"].help),
        *(_ruling_choices(spec) if spec else ()),
    ]
    return [choice for choice in choices if choice.example or len(choice.words) > (choice.name != "language")]


def _board_choices(spec: Spec) -> Iterator[Choice]:
    """The controls of the board."""
    board = spec.game.board
    real_tabs = ("board", "pieces", "print", "laser", "assembly")
    yield Choice("cell", "Cell", example=f"{board.cell:g} mm", tabs=real_tabs, help="The size of a cell.",
                 slider=(max(CELL_SIZES[0], round(board.cell * 0.5)), min(CELL_SIZES[1], round(board.cell * 1.6)), 0.5),
                 key=("board", "cell"))
    yield Choice("border", "Border", example=f"{board.border:g} mm", tabs=real_tabs, help="The rim around the cells.",
                 slider=(0.0, 40.0, 0.5), key=("board", "border"))
    yield Choice("build", "Board is", BOARD_BUILDS, tabs=("board", "laser", "assembly"),
                 help="One sheet, cells inlaid in it, or lights below it.", key=("board", "build"))
    if board.grid:
        yield Choice("chequered", "Chequered", ("yes", "no"), tabs=("board", "figures", "print", "laser"),
                     help="Dark and light squares by turns.", key=("board", "chequered"))


def _ruling_choices(spec: Spec) -> Iterator[Choice]:
    """A control of the reading of each ruling."""
    for name, ruling in spec.game.rulings.items():
        place = ("rulings", name)
        key = place if place in spec.source.values else (*place, "reading")
        yield Choice(f"ruling:{name}", name, (ruling.reading, *ruling.others), group="Rulings",
                     tabs=("pieces", "figures", "rulebook"),
                     help=ruling.question or ruling.answer or "How a question that the source leaves open is decided.",
                     key=key)


def player_numbers(spec: Spec) -> list[int]:
    """How many may play a game, where it takes several numbers."""
    from fabgen.spec.load import with_players

    full = spec.full_game or spec.game
    numbers = []
    for number in range(1, len(full.active_players) + 1):
        try:
            with_players(spec, number)
        except FabgenError:
            continue
        numbers.append(number)
    return numbers if len(numbers) > 1 else []


def languages_of(folder: Path) -> tuple[str, ...]:
    """The languages into which a game is translated, by its files of words."""
    from fabgen.spec.translation import read_translation

    languages = []
    for path in sorted(folder.glob("*.yaml")):
        if LANGUAGE.fullmatch(path.stem):
            with suppress(FabgenError):
                read_translation(folder, path.stem)
                languages.append(path.stem)
    return tuple(languages)


def read_look(values: Mapping[str, str], choices: Mapping[str, Choice], base: Options) -> Look:
    """The look that a page has chosen. Raises FabgenError with a Problem for each value that cannot be used."""
    problems, changes = list[Problem](), dict[str, Any]()
    edits, kept_options = list[Edit](), list[Edit]()
    for name, text in values.items():
        if name not in choices or not isinstance(text, str) or len(text) > LONGEST_VALUE:
            problems.append(Problem(problem_place(name), "this cannot be chosen"))
            continue
        if not text.strip():
            continue
        try:
            value = _read_value(choices[name], text.strip())
        except ValueError as error:
            what, _, hint = str(error).partition("\n")
            problems.append(Problem(problem_place(name), what, hint))
            continue
        except FabgenError as error:
            problems += error.problems
            continue
        key = choices[name].key
        if key and name not in KEPT_OPTIONS:
            edits.append((key, _spec_value(name, value)))
            continue
        kept_options += [(key, value)] if key else []
        changes |= _changed_options(name, value)
    if problems:
        raise FabgenError(problems)
    try:
        return Look(replace(base, **changes), tuple(edits), tuple(kept_options))
    except ValidationError as error:
        raise problem_error(error.errors()[0]["msg"], "choose another value") from None


def _read_value(choice: Choice, text: str) -> Any:
    """A value from its text. Raises ValueError or FabgenError."""
    if choice.words:
        if text not in choice.words:
            raise ValueError(f"`{text}` is none of the choices\n{nearest_hint(text, choice.words)}")
        return int(text) if choice.name == "players" else text
    if choice.name == "sheet":
        return parse_size(text)
    length = parse_length(text)
    low, high = LENGTHS.get(choice.name, (0.0, 10_000.0))
    if not low <= length <= high:
        raise ValueError(f"{length:g} mm is out of range\nfrom {low:g} mm to {high:g} mm")
    return length


def _spec_value(name: str, value: Any) -> str | bool:
    """A value as the spec has it."""
    return value == "yes" if name == "chequered" else f"{value:g} mm" if isinstance(value, float) else str(value)


def _changed_options(name: str, value: Any) -> dict[str, Any]:
    """The fields of Options that a choice sets: `--players` and `--ink` set two each, as on the command line."""
    if name == "players":
        return {"players": value, "print_players": value}
    if name == "ink":
        return {"ink": value, "book_ink": value}
    return {{"paper": "papers", "book": "books"}.get(name, name): (value,) if name in ("paper", "book") else value}


def problem_place(name: str) -> Location:
    """The place of a Problem about a control of the page."""
    return Location("", key=name)

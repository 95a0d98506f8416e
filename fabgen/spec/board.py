"""The board of a spec, as written: its spaces, its size, and how it is made."""

from __future__ import annotations

import re
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Field, Strict, model_validator

from fabgen.core.problems import nearest_hint
from fabgen.core.units import Length
from fabgen.core.yaml_models import YamlModel
from fabgen.rules.directions import HexOrientation
from fabgen.spec.values import KeyWords, MarkedSide, Name, Text, Title, length_between, required_like

CELL_SIZES = (8.0, 120.0)  # mm: the smallest and the largest cell
BORDER_SIZES = (0.0, 60.0)  # mm
BoardBuild = Literal["sheet", "inlay", "lights"]
BOARD_BUILDS = get_args(BoardBuild)
Ornament = Literal["lines", "steps", "chevrons", "chequers", "braid", "rails", "none"]
MOST_ZONES = 60
TINT = "tint"  # the pattern of a zone that is a decoration: a hatch of a laser, the tone of dark cells on paper
MOST_BOARD_PARTS = 50  # that a board is cut in, side by side
HOLE_SIZES, LED_PITCHES = (2.0, 20.0), (5.0, 120.0)  # mm, of a board of lights


class Zone(YamlModel):
    """Cells with a meaning; `of` names the player whose zone it is. Told apart by pattern as well as by colour."""

    cells: str = required_like("a1")  # "a1-f1", "a1 b2 c3-c6"
    of: Name | None = None
    name: Title | None = None  # what people read instead of the key
    meaning: KeyWords | None = None  # what the key of the board says of its sign
    material: str | None = None  # what its spaces are cut from on an inlaid board, and their colour on paper
    pattern: (
        Literal["stripes", "falling", "dots", "corners", "arcs", "crosshatch", "frame", "frames", "dashes", "double",
                "tint", "none"] | None
    ) = None


def _parse_grid(text: str) -> str:
    """`8x8`, without spaces. Raises ValueError with a hint for anything else."""
    match = re.fullmatch(r"\s*(\d{1,4})\s*[x×]\s*(\d{1,4})\s*", text)
    if re.fullmatch(r"[1-9]|[123]\d|40", text.strip()):
        raise ValueError(f"`{text}` is not a grid\nwrite files x ranks, like {text.strip()}x{text.strip()}")
    if not match or not all(1 <= int(n) <= 40 for n in match.groups()):
        raise ValueError(f"`{text}` is not a grid\nwrite files x ranks, each from 1 to 40, like 8x8")
    return f"{int(match[1])}x{int(match[2])}"


class Lights(YamlModel):
    """What lies under a board of lights: a case and a crate of `material`, `depth` high, and holes for the lamps: one
    in the middle of each cell, or as strips have them that lie along the ranks, `led_pitch` apart."""

    led_pitch: Annotated[Length, length_between(*LED_PITCHES)] | None = None
    hole: Annotated[Length, length_between(*HOLE_SIZES)] = 6.0
    depth: Annotated[Length, length_between(12, 80)] = 25.0
    material: str = "mdf-3mm"


def _as_tuple(value: object) -> object:
    """A single text as a tuple of one."""
    return (value,) if isinstance(value, str) else value


HexagonSide = Annotated[int, Strict(), Field(ge=2, le=40)]
OUTLINES = ("grid", "hexagon", "rhombus", "triangle", "map")


def _parse_corners(value: object) -> object:
    """The pairs of numbers in `0,0 40,0 40,30`. Raises ValueError for any other text."""
    if not isinstance(value, str):
        return value
    pairs = [re.fullmatch(r"(-?[\d.]+),(-?[\d.]+)", word) for word in value.split()]
    if len(pairs) < 3 or not all(pairs):
        raise ValueError(f"`{value}` is no outline\nwrite its corners as x,y, like 0,0 40,0 40,30")
    return tuple((float(pair[1]), float(pair[2])) for pair in pairs if pair)


def _refuse_row(value: object) -> object:
    """Raises ValueError for a line of spaces that is written as a list."""
    return _refuse_list(value, "a line of spaces", " ", ", ")


def _refuse_pair(value: object) -> object:
    """Raises ValueError for a pair of spaces that is written as a list."""
    return _refuse_list(value, "a pair of spaces", "-", " - ")


def _refuse_list(value: object, noun: str, separator: str, wide_separator: str) -> object:
    """Raises ValueError for a list of names; its hint is the text that should be written instead. Names with blanks or
    hyphens need the wide separator."""
    if isinstance(value, list | tuple) and all(isinstance(name, str) for name in value):
        if any(" " in name or "-" in name for name in value):
            separator = wide_separator
        raise ValueError(f"{noun} is one text, not a list\nwrite `\"{separator.join(value)}\"` instead of this list")
    return value


def _check_space_id(text: str) -> str:
    """The short name of a space, if it holds only small letters and digits."""
    if not SPACE_ID.fullmatch(text):
        hint = "a small letter, then small letters and digits, 40 at most, like nth"
        raise ValueError(f"`{text}` cannot be the short name of a space\n{hint}")
    return text


SPACE_ID = re.compile(r"(?=[^\W_]{1,40}$)[^\W\d_A-Z][^\W_A-Z]*")
SPACE_NAME = re.compile(r"[^\W\d_](?:[^\W_]| ?[-'’.&/] ?| )*")
SpaceId = Annotated[str, AfterValidator(_check_space_id)]
SpaceName = Annotated[str, Field(max_length=40), AfterValidator(lambda text: check_space_name(text))]


def check_space_name(text: str) -> str:
    """The name of a space as people write it, if text can tell it from what stands beside it. Raises ValueError with a
    hint for another."""
    if not SPACE_NAME.fullmatch(text) or "  " in text or len(text) > 40:
        hint = "a letter first, then letters of any script, digits, blanks and any of - ' . & /; 40 at most"
        raise ValueError(f"`{text}` cannot name a space\n{hint}")
    return text


class Map(YamlModel):
    """A board of any shapes: `file`, an SVG whose shapes (those of its `layer`) are the spaces and whose labels are
    their names, or `spaces`, each with its corners. Neighbours share an edge, or are `joined`. Pieces slide and hop
    along `lines`, which may lead somewhere: f, b, l or r, seen by a player who goes up; else any. `ids` are short names
    of spaces by their names in the drawing, `names` what people read, by their short names. `printed` and `engraved`
    are layers of the drawing, whose shapes are printed in their colours, and engraved."""

    file: str | None = None
    layer: str | None = None
    spaces: dict[str, Annotated[tuple[tuple[float, float], ...], BeforeValidator(_parse_corners)]] = Field(
        default_factory=dict, examples=[{"a": "0,0 40,0 40,40 0,40", "b": "40,0 80,0 80,40 40,40"}])
    joined: tuple[Annotated[str, BeforeValidator(_refuse_pair)], ...] = ()
    lines: dict[Literal["f", "b", "l", "r", "any"], tuple[Annotated[str, BeforeValidator(_refuse_row)], ...]] = Field(
        default_factory=dict)
    ids: dict[str, SpaceId] = Field(default_factory=dict, examples=[{"North Sea": "nth"}])
    names: dict[str, SpaceName] = Field(default_factory=dict, examples=[{"nth": "North Sea"}])
    roads: bool = True  # whether lines are drawn
    printed: tuple[str, ...] = ()
    engraved: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _check_source(self) -> Map:
        """A map has either a file or spaces, and only a file has layers."""
        if bool(self.file) == bool(self.spaces):
            raise ValueError("a map has a file or spaces\nwrite {file: art/map.svg}, or {spaces: {a: ..., b: ...}}")
        for key in ("layer", "printed", "engraved"):
            if getattr(self, key) and not self.file:
                raise ValueError(f"only a drawing has layers\ntake `{key}` out")
        if self.file and (not self.file.lower().endswith(".svg") or {"", "..", "."} & {*self.file.split("/")}):
            raise ValueError(f"`{self.file}` is no drawing of this game\nan SVG file in its folder, like art/map.svg")
        return self


def _map_of_file(value: object) -> object:
    """A map may be written as its file alone."""
    return {"file": value} if isinstance(value, str) else value


class BoardSpec(YamlModel):
    """The board: its outline is one of OUTLINES (`grid` is files x ranks of squares, the others but `map` are of
    hexagons that stand in `rows` or in `files`), `holes` are cells left out; `cell` is the side of a cell, or the width
    of a circle that fits it; on `points`, pieces stand in the middles of cells and lines join them. `build` is how it
    is made for a laser. Parted where it exceeds its sheet, unless `split` is never; `joint` is what then holds it
    together."""

    grid: Annotated[Text, AfterValidator(_parse_grid)] | None = Field(default=None, examples=["40x40"])  # the largest
    hexagon: HexagonSide | None = None
    rhombus: Annotated[Text, AfterValidator(_parse_grid)] | None = None
    triangle: HexagonSide | None = None
    map: Annotated[Map, BeforeValidator(_map_of_file)] | None = None
    art: str | None = None  # an SVG beside the spec, etched over the cells
    # what the key of the board says of its signs: words, by a square with such a sign
    art_key: dict[str, KeyWords] = Field(default_factory=dict, examples=[{"a1": "no entry"}])
    standing: HexOrientation | None = None
    holes: str | None = None
    points: bool = False
    cell: Annotated[Length, length_between(*CELL_SIZES)] = required_like("40 mm")
    # of print-and-play, where another size saves sheets of paper
    paper_cell: Annotated[Length, length_between(*CELL_SIZES)] | None = Field(default=None, examples=["36 mm"])
    border: Annotated[Length, length_between(*BORDER_SIZES)] = 13.0
    # of print-and-play, where a narrower one leaves more paper to the cells
    paper_border: Annotated[Length, length_between(*BORDER_SIZES)] | None = Field(default=None, examples=["8 mm"])
    material: str = required_like("acrylic-3mm/clear")
    zones: Annotated[dict[Name, Zone], Field(max_length=MOST_ZONES)] = Field(default_factory=dict)
    side: MarkedSide = "front"
    chequered: bool = False  # a1 is dark
    style: Literal["scored", "filled"] = "scored"  # how a laser marks dark cells and patterns
    build: BoardBuild = "sheet"
    # materials of an inlay: dark, light
    spaces: Annotated[tuple[str, ...], BeforeValidator(_as_tuple), Field(max_length=2)] = ()
    ornament: Ornament = "lines"  # around the board as it is cut, where its border has room
    marks_key: bool = False  # what the marks on the pieces mean, beside the title of that board
    lights: Lights = Lights()
    split: Literal["auto", "never"] = "auto"
    joint: Literal["knobs", "keys"] = "knobs"

    @model_validator(mode="after")
    def _check_outline(self) -> BoardSpec:
        """A board has one outline, and only the keys that suit this outline."""
        written = [key for key in OUTLINES if getattr(self, key)]
        if len(written) != 1:
            mistake = f"this board is a {' and a '.join(written)} at once" if written else "this board has no spaces"
            raise ValueError(f"{mistake}\nwrite one of {', '.join(OUTLINES)}, like grid: 8x8")
        allowed_keys = {"standing": written[0] in ("hexagon", "rhombus", "triangle"), "holes": self.map is None,
                     "chequered": self.grid is not None}
        for key, is_allowed in allowed_keys.items():
            if getattr(self, key) and not is_allowed:
                raise ValueError(f"a {written[0]} has no {key}\ntake `{key}` out")
        if self.build != "sheet" and (fault := layer_fault(self)):
            raise ValueError(f"{fault} is not built as {self.build}: only whole grids of squares are\n"
                             "take `build` out")
        if self.art_key and not (self.art and self.grid):
            raise ValueError("`art_key` says what the `art` in squares of a grid means\ntake `art_key` out")
        if self.split == "never" and self.grid is None:
            raise ValueError(f"a {written[0]} is never parted anyway\ntake `split` out")
        return self


def layer_fault(board: BoardSpec) -> str:
    """What keeps a board from being built in layers: `a board with holes`. Empty for a whole grid of squares."""
    outline = next((key for key in OUTLINES if getattr(board, key)), "grid")
    board_kind = ("with holes" if board.holes else "of points" if board.points else
                  f"that is a {outline}" if outline != "grid" else "")
    return board_kind and f"a board {board_kind}"


def inlay_fault(board: BoardSpec) -> str:
    """What keeps a board from being inlaid; empty if nothing does."""
    return layer_fault(board) or ("a board of lights" if board.build == "lights" else "")


OTHER_CELLS = ("grid", "hexagon", "rhombus", "triangle", "holes")  # keys that decide which cells another board has


class OtherBoard(YamlModel):
    """What is another on a board for fewer players: its outline, of the same kind, its holes, and the cells of
    zones."""

    grid: Annotated[Text, AfterValidator(_parse_grid)] | None = Field(default=None, examples=["6x6"])
    hexagon: HexagonSide | None = None
    rhombus: Annotated[Text, AfterValidator(_parse_grid)] | None = None
    triangle: HexagonSide | None = None
    holes: str | None = None
    zones: Annotated[dict[Name, str], Field(max_length=MOST_ZONES)] = Field(default_factory=dict)

    @property
    def has_other_cells(self) -> bool:
        """Whether the outline or the holes are others, and not zones alone."""
        return any(getattr(self, key) is not None for key in OTHER_CELLS)

    def fault_beside(self, board: BoardSpec) -> str:
        """Why a game with this board cannot have the other one too, and what to do, in two lines; empty if it can."""
        kind = next(key for key in OUTLINES if getattr(board, key))
        if other_outlines := [key for key in OUTLINES if key != kind and getattr(self, key, None)]:
            hint = f"write {kind}" if kind != "map" else "its zones may have other spaces"
            return f"the board is a {kind}, and for fewer players a {other_outlines[0]}\n{hint}"
        if self.holes is not None and board.map:
            return "a map has no holes\ntake `holes` out"
        if unknown := [name for name in self.zones if name not in board.zones]:
            return f"there is no zone `{unknown[0]}`\n{nearest_hint(unknown[0], list(board.zones))}"
        return ""

    def applied_to(self, board: BoardSpec) -> BoardSpec:
        """The board of the whole game with what is another here. A zone whose cells are an empty text is left out."""
        zones = {name: zone.model_copy(update={"cells": self.zones[name]}) if name in self.zones else zone
                 for name, zone in board.zones.items() if self.zones.get(name, zone.cells).strip()}
        changes = {key: getattr(self, key) for key in OTHER_CELLS if getattr(self, key) is not None}
        if self.holes is not None and not self.holes.strip():
            changes["holes"] = None  # this board has none
        return board.model_copy(update={"zones": zones, **changes})

"""A figure of a game → the places in it that may be clicked (zones, pieces, supplies, tokens), each with its outline in
the picture and the lines of the spec that it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabgen.artwork.drawing import Drawing, Shape
from fabgen.artwork.export.svg import path_data
from fabgen.artwork.path import rectangle
from fabgen.core.problems import Location
from fabgen.rules.position import Position
from fabgen.serve.studio import FIGURE_MARGIN, Studio

if TYPE_CHECKING:
    from fabgen.artwork.path import Path

REACH = 0.5  # mm around a piece that count as the piece


@dataclass(frozen=True)
class Spot:
    """A place in a picture: what people call it, where the spec declares it, and its outline as data of an SVG path."""

    title: str
    place: Location
    outline: str


@dataclass(frozen=True)
class SpotMap:
    """The width and height of a picture in mm, and its spots; later ones lie on top."""

    width: float
    height: float
    spots: tuple[Spot, ...]


def find_spots(studio: Studio, view: str) -> SpotMap:
    """The spots of a figure. Raises KeyError for a view that is no figure of the game."""
    from fabgen.figures.diagrams.catalogue import draw_figure

    kind, _, name = view.removeprefix("figure:").partition(":")
    if not view.startswith("figure:"):
        raise KeyError(view)
    drawing = draw_figure(studio.spec, kind, name, studio.words).drawing
    x0, y0, x1, y1 = drawing.bounds()
    width, height = x1 - x0 + 2 * FIGURE_MARGIN, y1 - y0 + 2 * FIGURE_MARGIN
    spots, pieces = list[Spot](), _piece_kinds(studio, kind, name)
    for group, part in _groups(drawing.moved(FIGURE_MARGIN - x0, FIGURE_MARGIN - y0)).items():
        key = _spec_key(group, pieces)
        if key:
            spots.append(Spot(_title(studio, key), studio.key_place(*key), path_data(_outline(group, part), height)))
    return SpotMap(round(width, 3), round(height, 3), tuple(spots))


def _groups(drawing: Drawing) -> Mapping[str, Drawing]:
    """The items of each group, in the order in which the groups are painted."""
    groups = dict[str, list[Shape]]()
    for item in drawing.items:
        if isinstance(item, Shape):
            groups.setdefault(item.group, []).append(item)
    return {group: Drawing(tuple(items)) for group, items in groups.items()}


def _piece_kinds(studio: Studio, kind: str, name: str) -> Mapping[str, str]:
    """The kind of the piece on each cell of a figure."""
    spec = studio.spec
    position: Position | None = spec.start if kind == "setup" else None
    if kind == "example":
        position = next((case.position for case in spec.cases if case.example.id == name), None)
    return {cell: piece.kind for cell, piece in position.pieces.items()} if position else {}


def _spec_key(group: str, pieces: Mapping[str, str]) -> tuple[str, ...]:
    """The key of the spec that declares what is in a group; empty for lines, coordinates and marks."""
    match group.split("/"):
        case ["board", "zones", zone]:
            return "board", "zones", zone
        case ["pieces", cell] if cell in pieces:
            return "pieces", pieces[cell]
        case ["supplies", _, thing]:
            return "pieces", thing.rpartition("-")[0]
        case ["piles", token, *_]:
            return "tokens", token
    return ()


def _title(studio: Studio, key: tuple[str, ...]) -> str:
    """What people call a thing of the spec."""
    if key[0] == "pieces" and key[1] in studio.spec.game.pieces:
        return studio.spec.game.piece_name(key[1])
    return key[-1]


def _outline(group: str, part: Drawing) -> list[Path]:
    """The outline of a zone as it is; of anything else the rectangle around it."""
    if group.startswith("board/"):
        return [path for item in part.items if isinstance(item, Shape) for path in item.paths]
    x0, y0, x1, y1 = part.bounds()
    return [rectangle(x0 - REACH, y0 - REACH, x1 - x0 + 2 * REACH, y1 - y0 + 2 * REACH)]

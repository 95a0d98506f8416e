"""The figures under `diagrams/` → every Problem of their files: each must show every line, mark and word of its figure
and nothing else, movement diagrams must show the legal moves, and all formats must have one size.

A movement diagram is decoded from its marks alone. All other figures are compared with the drawing that the designer's
figure module makes of the spec in `source/`, point by point; PNGs are compared with the PDF of the same figure.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path as FilePath
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import numpy as np

from fabgen.artwork.drawing import Drawing, Item, Lettering
from fabgen.artwork.path import Arc, Curve, Path, Point
from fabgen.artwork.text import TextLine, line_width, point_size, text_matrix, text_outlines
from fabgen.artwork.themes import Theme
from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import Location, Problem
from fabgen.core.units import format_number
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec
from fabgen.verify.diagram_decoding import DiagramFault, differences, forward_in_diagram, read_diagram
from fabgen.verify.diagram_marks import recognise
from fabgen.verify.files import AGAIN
from fabgen.verify.nominal_part import path_points
from fabgen.verify.readers.content import Element, FileContent, limit_problems
from fabgen.verify.readers.contours import Points
from fabgen.verify.readers.eps import read_painted_eps
from fabgen.verify.readers.painted_things import PaintedFigure, PaintedThing, read_painted_pdf, read_painted_svg
from fabgen.verify.readers.pdf import filled_areas, render_grey
from fabgen.verify.readers.svg import SIZE_TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import Polygon
    from shapely.geometry.base import BaseGeometry

    from fabgen.rules.diagram import Diagram

FOLDER = "diagrams"
MOVES = "moves-"
THEME = "colour"  # the inks of figures
MARGIN = 2.0  # mm of paper around a figure
NEAR = 0.004  # mm by which a point of a figure may differ: files are written to 0.001 mm
SLANT = np.array([0.6, 0.8])
ON_LINE = 0.012  # mm by which the middle of an arc or a curve may be off its line, which is flattened
TYPE_SIZE = 0.01  # points by which the size of words may differ
# PNG and PDF are compared at so many dots an inch, in blocks of so many dots a side, whose mean may differ by so many
# levels of 255.
DPI, BLOCK, LARGEST_DIFFERENCE = 144, 8, 40
FINE = 3  # times as many dots, for a second look at a picture that differs
PAGE = "#ffffff"
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}  # where a text is anchored, in shares of its width
ROOT = "figure-"  # what comes before the name of a figure in the id of its SVG
NAMES = {"path": "arrow", "grid": "border of a cell", "past": "outline of a piece that left",
         "actor": "frame around a piece"}  # words for roles whose own name would not be understood


@dataclass(frozen=True)
class MovementPicture:
    """A movement diagram as one of its files shows it: the file, and the filled areas with the ids of their
    elements."""

    sheet: FileContent
    areas: tuple[tuple[str, Polygon], ...]


def read_picture(folder: FilePath, entry: ManifestEntry, svg: FileContent | None) -> MovementPicture | None:
    """The file of a movement diagram: an SVG that was already read, or a PDF. None where nothing can be read."""
    if svg is not None:
        shapes = svg.elements[1:] if svg.elements and _is_page(svg, svg.elements[0]) else svg.elements
        return MovementPicture(svg, tuple((e.id, area) for e in shapes if e.paint == "fill" for area in e.areas))
    if not entry.path.endswith(".pdf") or entry.size_mm is None:
        return None
    areas = tuple(("", area) for area in filled_areas(folder / entry.path))
    return MovementPicture(FileContent(entry.path, *entry.size_mm, ()), areas)


def _is_page(svg: FileContent, first: Element) -> bool:
    """Whether the first element is the paper: a rectangle of the file's size, under everything else."""
    page = (0.0, 0.0, svg.width, svg.height)
    return first.paint == "fill" and len(first.areas) == 1 and all(
        abs(a - b) < SIZE_TOLERANCE for a, b in zip(first.areas[0].bounds, page, strict=True)
    ) and abs(first.areas[0].area - svg.width * svg.height) < 2 * SIZE_TOLERANCE * (svg.width + svg.height)


def is_moves(path: str) -> bool:
    """Whether a file is a movement diagram that can be decoded."""
    return path.startswith(f"{FOLDER}/{MOVES}") and path.endswith((".svg", ".pdf"))


def check_formats(entries: Iterable[ManifestEntry]) -> Iterator[Problem]:
    """Problems of figures that have different sizes in different formats."""
    figures: dict[str, list[ManifestEntry]] = defaultdict(list)
    for entry in entries:
        if entry.folder == FOLDER and entry.size_mm:
            figures[str(PurePosixPath(entry.path).with_suffix(""))].append(entry)
    for files in figures.values():
        first = files[0]
        for other in files[1:]:
            yield from _unequal_sizes(first, other)


def _unequal_sizes(first: ManifestEntry, other: ManifestEntry) -> Iterator[Problem]:
    """The Problem of two formats of a figure with different sizes."""
    (w, h), (u, v) = first.size_mm or (0.0, 0.0), other.size_mm or (0.0, 0.0)
    if max(abs(w - u), abs(h - v)) > 0.01:
        yield Problem(
            Location(other.path),
            f"{format_number(u)} x {format_number(v)} mm, "
            f"but {PurePosixPath(first.path).name} is {format_number(w)} x {format_number(h)} mm",
        )


def check_moves(
    pictures: Sequence[MovementPicture], spec: Spec, *, has_tints: bool = True
) -> Iterator[Problem]:
    """Problems of missing movement diagrams, and of those that do not show what the rules allow. `has_tints`: whether
    the cells of moves have an ink."""
    files: dict[str, list[MovementPicture]] = defaultdict(list)
    for picture in pictures:
        files[PurePosixPath(picture.sheet.file).stem].append(picture)
    for piece in spec.game.pieces:
        of_piece = files.get(f"{MOVES}{piece.replace(' ', '-')}", [])
        if not of_piece and spec.diagram(piece).marks:
            yield Problem(Location(FOLDER), f"there is no movement diagram of the {piece} that can be read")
        for picture in of_piece:
            faults = _find_faults(picture, spec.diagram(piece), piece, has_tints)
            yield from (fault_problem(picture.sheet, fault, "") for fault in faults)


def _find_faults(picture: MovementPicture, expected: Diagram, piece: str, has_tints: bool) -> Iterator[DiagramFault]:
    """The faults of one file of a piece's movement diagram."""
    shapes = (recognise(area, id) for id, area in picture.areas)
    diagram = read_diagram(shapes, expected.compass, forward_in_diagram(expected))
    yield from diagram.faults
    if diagram.own_cell:
        yield from differences(diagram, dict(expected.marks), piece, tints=has_tints)


def fault_problem(svg: FileContent, fault: DiagramFault, key: str) -> Problem:
    """The fault of a diagram as a Problem of its element, or of the key of the whole."""
    return svg.problem(
        fault.id or key,
        fault.what,
        "the diagram must show the legal moves, which are computed from the spec",
        fault.spot,
    )


# All figures, thing by thing.

_READERS = {"svg": read_painted_svg, "pdf": read_painted_pdf, "eps": read_painted_eps}


def expected_figures(spec: Spec) -> dict[str, tuple[str, str]]:
    """The kind and the name of each figure that a game has, by the stem of its files, which is also its id.

    The list is worked out from the spec. A kind of figure that is not in it is an error, however it was drawn.
    """
    game = spec.game
    pairs = [("board", ""), *([("map", "")] if game.board.map else []), ("setup", ""),
             *(("seats", str(number)) for number, seating in sorted(game.seatings.items()) if seating.differs),
             ("legend", "")]
    pairs += [("moves", piece) for piece in game.pieces] + [("example", example.id) for example in game.examples]
    pairs += [("position", position.id) for position in game.positions]
    return {f"{kind}:{name}".strip(":").replace(":", "-").replace(" ", "-"): (kind, name) for kind, name in pairs}


def check_figures(
    folder: FilePath, entries: Sequence[ManifestEntry], spec: Spec, options: Options, theme: Theme
) -> Iterator[Problem]:
    """Every difference between the figures' files and the figures that the spec and the options ask for, in the inks of
    a theme."""
    from fabgen.figures.diagrams.catalogue import draw_figure

    figures, has_ground = expected_figures(spec), options.diagram_ground == "white"
    files = {entry.path: entry for entry in entries if entry.folder == FOLDER}
    known_paths = {f"{FOLDER}/{stem}.{suffix}" for stem in figures for suffix in options.diagram_formats}
    for path in sorted(files.keys() - known_paths):
        yield Problem(Location(path), "fabgen verify does not know this figure", "the spec asks for none of this name")
    colour_log = ColourLog(theme)
    for stem, (kind, name) in figures.items():
        is_former = kind == "moves" and not spec.diagram(name).marks  # former builds drew pieces that never move
        if is_former and not any(f"{FOLDER}/{stem}.{suffix}" in files for suffix in options.diagram_formats):
            continue
        named = draw_figure(spec, kind, name)
        figure = ExpectedFigure(stem, named.caption, named.alt, named.drawing, colour_log.theme, has_ground)
        for suffix, read in _READERS.items():
            path = f"{FOLDER}/{stem}.{suffix}"
            if suffix not in options.diagram_formats:
                continue
            if path not in files:
                yield Problem(Location(FOLDER), f"there is no {stem}.{suffix}", AGAIN)
                continue
            painted, problems = read(folder / path, path)
            yield from limit_problems(problems)
            if painted:
                yield from limit_problems(compare_figure(figure, painted, colour_log))
                yield from _check_text(painted, options)
        if "png" in options.diagram_formats:
            yield from _check_png(folder, stem, files, has_ground)
    yield from colour_log.problems()


def _check_text(painted: PaintedFigure, options: Options) -> Iterator[Problem]:
    """The Problem of an SVG whose words are text although outlines were chosen, or the other way round."""
    if not painted.file.endswith(".svg"):
        return
    if options.diagram_text == "outlines" and any(thing.words is not None for thing in painted.things):
        yield Problem(Location(painted.file), "its words are text, not outlines", AGAIN)


@dataclass(frozen=True)
class ExpectedThing:
    """An item of a figure's drawing that its theme gives ink."""

    item: Item

    @property
    def name(self) -> str:
        """The word for it in messages."""
        if isinstance(self.item, Lettering):
            return f"“{self.item.text.string}”"
        return NAMES.get(self.item.role.value, self.item.role.value)

    @cached_property
    def points(self) -> tuple[Points, Points | None]:
        """The points that its segments lead to, and the middles of its Béziers in mm. The middles are None where it has
        arcs, because files split arcs in different ways."""
        if not isinstance(self.item, Lettering):
            return _lines_of(self.item.paths).points
        text = self.item.text
        ends, middles = _points_of_words(text.string, text.bold)
        a, b, c, d, e, f = text_matrix(text)
        turn, shift = np.array([[a, b], [c, d]]) * text.cap, np.array([e, f])
        return ends @ turn + shift, middles @ turn + shift

    def is_shown_by(self, thing: PaintedThing, origin: Points) -> bool:
        """Whether something painted is this thing, at the right place. `origin`: the origin of the drawing on the
        page."""
        if not isinstance(self.item, Lettering):
            return thing.words is None and _lines_of(self.item.paths).are_shown_by(thing, origin)
        if thing.words is not None:
            return self._is_written(self.item, thing, origin)
        return _are_same_points(self.points, thing, origin)

    def _is_written(self, item: Lettering, thing: PaintedThing, origin: Points) -> bool:
        """Whether painted words are this text, with the same place, angle and size."""
        a, b, _, _, x, y = text_matrix(item.text)
        turned = math.degrees(math.atan2(b, a)) - thing.angle
        width = line_width(item.text)
        along = ANCHORS.get(thing.anchor, math.nan) * width
        place = x + a * along + origin[0], y + b * along + origin[1]
        has_words = (thing.words or "").strip() == item.text.string.strip()
        has_size = abs(thing.size - point_size(item.text.cap)) < TYPE_SIZE
        has_length = thing.length is None or abs(thing.length - width) < NEAR
        has_angle = abs((turned + 180) % 360 - 180) < 0.01
        has_place = math.dist(place, thing.place) < NEAR
        is_set_alike = thing.is_bold in (None, item.text.bold) and has_size and has_length
        return has_words and is_set_alike and has_angle and has_place


class ExpectedLines:
    """The lines of a shape, which many figures of one board share."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self.points = _points_of_paths(paths)
        self._answers: dict[tuple[bytes, bytes, bytes], bool] = {}

    def are_shown_by(self, thing: PaintedThing, origin: Points) -> bool:
        """Whether a painted shape has these lines, at the right place. The answer for the same points is kept: the same
        shape stands at the same place in most figures of a board."""
        if not len(self.points[0]) or not len(thing.ends) or not self._reaches_within(thing, origin):
            return False
        key = thing.ends.tobytes(), thing.middles.tobytes(), origin.tobytes()
        if key not in self._answers:
            self._answers[key] = self._pass_through(thing, origin)
        return self._answers[key]

    def _pass_through(self, thing: PaintedThing, origin: Points) -> bool:
        """Whether a painted shape passes through all points of these lines, and nowhere else."""
        ends, middles = self.points
        for line_ends in (ends, self._ends_with_closing):
            if _are_near(line_ends + origin, thing.ends):
                if middles is not None and middles.shape == thing.middles.shape:
                    return _are_near(middles + origin, thing.middles)
                return self._are_on_lines(thing.middles - origin)
        if (np.abs(thing.ends - (ends[0] + origin)).max(axis=1) > NEAR).all():
            return False
        if not _is_near_any(ends + origin, thing.ends).all():
            return False
        further_points = thing.ends[~_is_near_any(thing.ends, ends + origin)]
        return self._are_on_lines(np.concatenate([further_points, thing.middles]) - origin)

    @cached_property
    def linework(self) -> BaseGeometry:
        """The lines, flattened. Only needed for shapes with arcs."""
        import shapely

        lines = shapely.MultiLineString([line for line in map(path_points, self.paths) if len(line) > 1])
        shapely.prepare(lines)
        return lines

    @cached_property
    def _ends_with_closing(self) -> Points:
        """The points that segments lead to, and the start of each closed path once more, which PDFium adds."""
        ends = list[Point]()
        for path in self.paths:
            points = [path.start, *(segment.to for segment in path.segments)]
            ends += [*points, path.start] if path.closed and points[-1] != path.start else points
        return np.array(ends)

    @cached_property
    def _box(self) -> tuple[Points, Points]:
        """The least and the greatest x and y of their points."""
        return self.points[0].min(axis=0), self.points[0].max(axis=0)

    def _reaches_within(self, thing: PaintedThing, origin: Points) -> bool:
        """Whether none of their points lies outside of a painted thing: quickly tells most things from others."""
        (low, high), (painted_low, painted_high) = self._box, thing.box
        return bool((low + origin >= painted_low - NEAR).all() and (high + origin <= painted_high + NEAR).all())

    def _are_on_lines(self, points: Points) -> bool:
        """Whether all points lie on these lines."""
        import shapely

        return not len(points) or bool(shapely.dwithin(self.linework, shapely.points(points), ON_LINE).all())


@lru_cache(maxsize=4096)
def _lines_of(paths: tuple[Path, ...]) -> ExpectedLines:
    """The lines of a shape, once for all figures that have it."""
    return ExpectedLines(paths)


def _are_same_points(expected: tuple[Points, Points | None], thing: PaintedThing, origin: Points) -> bool:
    """Whether the lines of a painted thing lead to the expected points, in their order, with the same middles of
    curves."""
    ends, middles = expected
    are_same_ends = bool(len(thing.ends)) and _are_near(ends + origin, thing.ends)
    return are_same_ends and middles is not None and _are_near(middles + origin, thing.middles)


def _are_near(points: Points, others: Points) -> bool:
    """Whether there are as many of both, and each point is at the place of the other one."""
    return points.shape == others.shape and (not len(points) or bool(np.abs(points - others).max() < NEAR))


def _is_near_any(points: Points, candidates: Points) -> NDArray[np.bool_]:
    """For each point whether one of the others is within NEAR of it, along x and along y. Both are ordered along a
    slanting line, on which few points of a board share a place, and each is compared with those near its place alone.
    """
    candidates = candidates[np.argsort(candidates @ SLANT, kind="stable")]
    places = candidates @ SLANT
    first = np.searchsorted(places, points @ SLANT - 2 * NEAR)  # a way of NEAR along x and y is one of 1.4 NEAR there
    behind = np.searchsorted(places, points @ SLANT + 2 * NEAR)
    is_near = np.zeros(len(points), dtype=bool)
    for step in range(int((behind - first).max(initial=0))):
        rows = np.flatnonzero(~is_near & (first + step < behind))
        is_near[rows] = np.abs(points[rows] - candidates[first[rows] + step]).max(axis=1) <= NEAR
    return is_near


def _points_of_paths(paths: Sequence[Path]) -> tuple[Points, Points | None]:
    """The points that segments lead to, and the middles of Béziers; None for the middles where there are arcs."""
    ends = np.array([point for path in paths for point in (path.start, *(segment.to for segment in path.segments))])
    steps = [step for path in paths for step in path]
    if any(isinstance(segment, Arc) for _, segment in steps):
        return ends, None
    curves = [(start, s.first, s.second, s.to) for start, s in steps if isinstance(s, Curve)]
    return ends, (np.array(curves) * [[1], [3], [3], [1]]).sum(axis=1) / 8 if curves else np.empty((0, 2))


@lru_cache(maxsize=1024)
def _points_of_words(string: str, bold: bool) -> tuple[Points, Points]:
    """The same for words with capitals 1 mm high that begin at the origin. Outlines of letters have no arcs."""
    outlines = text_outlines(TextLine(string, (0.0, 0.0), 1.0, "start", bold))
    paths = [path for glyph in outlines for path in glyph]
    if not paths:
        return np.empty((0, 2)), np.empty((0, 2))
    ends, middles = _points_of_paths(paths)
    return ends, np.empty((0, 2)) if middles is None else middles


class ExpectedFigure:
    """A figure of the game: its id, its words, its things in painting order, and the place of its drawing's origin on
    the page."""

    def __init__(self, id: str, title: str, description: str, drawing: Drawing, theme: Theme,
                 has_ground: bool = True) -> None:
        self.id, self.title, self.description, self.has_ground = id, title, description, has_ground
        left, bottom, _, _ = drawing.bounds()
        self.origin = np.array([MARGIN - left, MARGIN - bottom])
        inks, items = theme.inks, drawing.items
        self.things = [ExpectedThing(item) for item in items if inks[item.role].fill or inks[item.role].stroke]


class ColourLog:
    """Notes the colours that things of each role and tone have been seen in. Each role and tone has one colour in all
    figures and formats."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._seen: dict[tuple[str, str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))

    def add(self, expected: ExpectedThing, thing: PaintedThing, file: str) -> Iterator[str]:
        """Notes the colours of a thing. Yields what is wrong with them whatever the other things look like."""
        item, ink = expected.item, self.theme.inks[expected.item.role]
        is_words = isinstance(item, Lettering)
        is_area = is_words or all(path.closed for path in item.paths)  # type: ignore[union-attr]
        wanted = {"fill": (ink.fill or ink.stroke) if is_words else ink.fill if is_area else None,
                  "stroke": None if is_words else ink.stroke}
        for what, colour in (("fill", thing.fill), ("stroke", thing.stroke)):
            if bool(colour) != bool(wanted[what]):
                yield f"the {expected.name} has {'a' if colour else 'no'} {what}"
            elif colour:
                declared = wanted[what] or ""
                if declared.startswith("#") and declared.lower() != colour:
                    yield f"the {expected.name} is {colour}, the theme says {declared}"
                self._seen[what, item.role.value, item.tone][colour].append(file)

    def problems(self) -> Iterator[Problem]:
        """Problems of things with another colour than most things of the same role and tone."""
        for (what, role, _), colours in self._seen.items():
            usual_colour = max(colours, key=lambda colour: len(colours[colour]))
            for colour, files in colours.items():
                if colour != usual_colour:
                    name = NAMES.get(role, role)
                    fault = f"the {what} of a thing ({name}) is {colour}, elsewhere {usual_colour}"
                    yield Problem(Location(files[0]), fault)


def compare_figure(expected: ExpectedFigure, painted: PaintedFigure, colour_log: ColourLog) -> Iterator[Problem]:
    """Every difference between a figure and one of its files, thing by thing in painting order."""
    where = Location(painted.file)
    id = painted.id.removeprefix(ROOT)
    if id and id != expected.id:
        yield Problem(where, f"the file says that it is the figure {id}, not {expected.id}", AGAIN)
    for what, text, right in (("title", painted.title, expected.title),
                              ("description", painted.description, expected.description)):
        if text is not None and text != right:
            yield Problem(where, f"its {what} is “{text}”, not “{right}”", AGAIN)
    has_ground = bool(painted.things) and _is_paper(painted.things[0], painted)
    if painted.file.endswith(".svg") and has_ground != expected.has_ground:
        yield Problem(where, f"it has {'no white' if expected.has_ground else 'a white'} ground", AGAIN)
    things = [thing for thing in painted.things if not _is_paper(thing, painted)]
    unused, latest = dict(enumerate(things)), -1
    for thing in expected.things:
        place = next((n for n in _nearest_first(unused, latest) if thing.is_shown_by(unused[n], expected.origin)), None)
        if place is None:
            x, y = (thing.points[0][0] + expected.origin).tolist() if len(thing.points[0]) else (0.0, 0.0)
            yield _problem(painted, f"the {thing.name} is missing or changed", (x, y))
            continue
        painted_thing = unused.pop(place)
        if place < latest:
            yield _problem(
                painted, f"the {thing.name} is painted under things that belong under it", painted_thing.spot
            )
        latest = max(latest, place)
        for what in (*_group_faults(thing, painted_thing), *colour_log.add(thing, painted_thing, painted.file)):
            yield _problem(painted, what, painted_thing.spot)
    for unknown in unused.values():
        name = f"the words “{unknown.words}” that are" if unknown.words is not None else "a shape that is"
        yield _problem(painted, f"fabgen verify does not know {name} painted here", unknown.spot)


def _group_faults(expected: ExpectedThing, thing: PaintedThing) -> Iterator[str]:
    """What is wrong with the group that a thing is in. Groups of one name are numbered: `pieces-c3`, `pieces-c3-2`."""
    if thing.group is None:
        return
    wanted = re.sub(r"[^\w-]", "-", expected.item.group)
    number = thing.group.rpartition("-")[2]
    if thing.group != wanted and not (number.isdecimal() and thing.group == f"{wanted}-{number}"):
        yield f"the {expected.name} is in the group `{thing.group}`, not in `{wanted}`"


def _nearest_first(unused: Mapping[int, PaintedThing], latest: int) -> Iterator[int]:
    """The places of things that are not yet accounted for, beginning with the one after the latest."""
    if latest + 1 in unused:
        yield latest + 1
    yield from (place for place in unused if place != latest + 1)


def _is_paper(thing: PaintedThing, painted: PaintedFigure) -> bool:
    """Whether a thing is the paper under a figure."""
    if thing is not painted.things[0] or thing.words is not None or thing.fill != PAGE or thing.stroke:
        return False
    corners = (0.0, 0.0, painted.width, painted.height)
    box = (*thing.ends.min(axis=0), *thing.ends.max(axis=0))
    return len(thing.middles) == 0 and max(abs(a - b) for a, b in zip(box, corners, strict=True)) < SIZE_TOLERANCE


def _problem(painted: PaintedFigure, what: str, spot: tuple[float, float]) -> Problem:
    """A Problem of a figure at a place in mm."""
    place = (
        f"{format_number(spot[0], 1)} mm from the left and {format_number(painted.height - spot[1], 1)} mm from the top"
    )
    return Problem(Location(painted.file), f"{what}, {place}", "the figure must show what the spec says")


def _check_png(folder: FilePath, stem: str, files: Mapping[str, ManifestEntry], has_ground: bool) -> Iterator[Problem]:
    """The Problem of a picture that does not look like the PDF of the same figure, when both are compared coarsely. A
    transparent picture is seen on white."""
    path, vector = (f"{FOLDER}/{stem}.{suffix}" for suffix in ("png", "pdf"))
    if path not in files:
        yield Problem(Location(FOLDER), f"there is no {stem}.png", AGAIN)
        return
    drawn = render_grey(folder / vector, DPI) if vector in files else None
    if drawn is None:
        return
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(folder / path, formats=["PNG"]) as image:
            if ("A" in image.getbands()) == has_ground:
                what = "the picture is transparent" if has_ground else "the picture has a white ground"
                yield Problem(Location(path), what, AGAIN)
            on_white: Image.Image = image
            if image.has_transparency_data:
                rgba = image.convert("RGBA")
                on_white = Image.alpha_composite(Image.new("RGBA", rgba.size, PAGE), rgba)
            seen = np.asarray(on_white.convert("L").resize(drawn.shape[::-1], Image.Resampling.BOX))
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError, Image.DecompressionBombError):
        return  # reported with all pictures
    differences = np.abs(_block_means(seen) - _block_means(drawn))
    if differences.size and differences.max() > LARGEST_DIFFERENCE:
        # PDFium draws what is thinner than a dot as wide as one: it is looked at again with small dots.
        dots = render_grey(folder / vector, FINE * DPI)
        assert dots is not None
        fine = Image.fromarray(dots).resize(seen.shape[::-1], Image.Resampling.BOX)
        differences = np.abs(_block_means(seen) - _block_means(np.asarray(fine)))
    if differences.size and differences.max() > LARGEST_DIFFERENCE:
        row, column = np.unravel_index(int(differences.argmax()), differences.shape)
        x, y = (format_number(float(n + 0.5) * BLOCK * 25.4 / DPI, 1) for n in (column, row))
        what = f"it does not look like {stem}.pdf, {x} mm from the left and {y} mm from the top"
        yield Problem(Location(path), what, AGAIN)


def _block_means(picture: NDArray[np.uint8]) -> Points:
    """The mean of each block of dots."""
    rows, columns = (side // BLOCK for side in picture.shape)
    bands = picture[:rows * BLOCK, :columns * BLOCK].reshape(rows, BLOCK, columns * BLOCK).sum(axis=1, dtype=np.uint16)
    sums = bands.reshape(rows, columns, BLOCK).sum(axis=2, dtype=np.uint16)  # at most 64 dots of 255: exact
    means: Points = sums / BLOCK**2
    return means

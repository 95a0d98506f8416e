"""A game and a laser job → a picture of each flaw of its parts in their material or of the designer's drawings, with
the place marked.

The part is drawn in grey at true size, with a red ring around the place and the sentence below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, combine_drawings, draw
from fabgen.artwork.export import pdf, png, svg
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, Point, circle, path_bounds, scale_matrix
from fabgen.artwork.svg_file import ArtError
from fabgen.artwork.text import text_outlines
from fabgen.artwork.themes import load_theme
from fabgen.check.part_flaws import Flaw, distinct_flaws, find_flaws, find_oversized, find_tipping, list_faces
from fabgen.check.pieces import drawing_flaws, drawing_problem, parts_with_drawings
from fabgen.check.refusals import find_cut_flaws
from fabgen.core.plain_letters import make_slug
from fabgen.core.problems import FabgenError, Problem
from fabgen.laser.job import LaserJob, make_laser_job
from fabgen.laser.selection import chosen_parts
from fabgen.materials.material import load_material
from fabgen.spec.build_options import Options
from fabgen.spec.drawings import DrawingPath, drawings_of, read_drawing
from fabgen.spec.load import Spec
from fabgen.typeset.pages import draw_paragraph, wrap_text

TONE = "grey"
LEAST_RING, MORE = 2.0, 1.2  # mm: the least radius of the ring, and its distance from the flaw
CAP, LEADING, NARROWEST = 2.0, 4.2, 60.0  # mm: capitals and line distance of the words below, and their least width
DPI = 150
LONGER_SIDE = 60.0  # mm: the longer side of the picture of a drawing that could not be read


@dataclass(frozen=True)
class FlawPicture:
    """A flaw, the picture of its place in mm, and the stem of its files.

    `as_drawing_problem` is the flaw as a Problem of the drawing that the part shows, None for other parts.
    `group_problems` are the Problems by which `check_drawings` reports it together with flaws of the same words.
    """

    flaw: Flaw
    drawing: Drawing
    stem: str
    as_drawing_problem: Problem | None = None
    group_problems: tuple[Problem, ...] = ()

    @property
    def problem(self) -> Problem:
        """The Problem by which the flaw is reported on its own."""
        return self.as_drawing_problem or self.flaw.problem

    def is_reported(self, notes: Collection[Problem]) -> bool:
        """Whether the flaw is already among some Problems, on its own or in a group."""
        return any(problem in notes for problem in (self.problem, *self.group_problems))

    def files(self) -> dict[str, bytes]:
        """The picture as SVG and PNG, by file name."""
        return _render_files(self.drawing, self.flaw.message, self.stem)


def _render_files(drawing: Drawing, title: str, stem: str) -> dict[str, bytes]:
    """A drawing as SVG and PNG, by file name."""
    theme = load_theme("workshop")
    page = pdf.write_drawing(drawing, theme, title=title)
    return {f"{stem}.svg": svg.write_drawing(drawing, theme, title=title), f"{stem}.png": png.render_page(page, DPI)}


def drawing_pictures(spec: Spec) -> dict[str, bytes]:
    """A picture of each place where a drawing that the spec names is no shape or cannot be made, as SVG and PNG by file
    name. The spec may have errors."""
    files = _picture_unread_drawings(spec)
    for pictured in _picture_drawn_parts(spec):
        files |= pictured.files()
    return files


def _picture_drawn_parts(spec: Spec) -> Iterator[FlawPicture]:
    """A picture of each flaw of the parts that show a drawing."""
    for drawn in parts_with_drawings(spec):
        with suppress(FabgenError):  # a material that is not known
            stems, part = _Stems(), drawn.part
            for flaw in filter(drawn.shows, find_flaws(part, load_material(part.material, spec.folder).material)):
                problem = drawing_problem(spec, drawn, flaw)
                yield FlawPicture(flaw, draw_flaw(part, flaw), stems.next_stem(flaw), problem)


class _Stems:
    """Names the files of flaws: the part, the kind of flaw, and a number."""

    def __init__(self) -> None:
        self.counts = Counter[str]()

    def next_stem(self, flaw: Flaw) -> str:
        """The stem of the next file for a flaw of this kind: `plate-small-holes-1`."""
        stem = make_slug(f"{flaw.part} {flaw.kind}")
        self.counts[stem] += 1
        return f"{stem}-{self.counts[stem]}"


def _picture_unread_drawings(spec: Spec) -> dict[str, bytes]:
    """Pictures of the places where a drawing cannot be read as a shape."""
    files: dict[str, bytes] = {}
    for _, file_path, cut in drawings_of(spec.game):
        if isinstance(file_path, DrawingPath):
            continue
        try:
            read_drawing(file_path, spec.folder, cut)
        except ArtError as error:
            for number, (problem, spot) in enumerate(error.spots, 1):
                if spot and error.paths:
                    drawing = _mark_spot(error.paths, spot, f"{file_path}: {problem.what}")
                    files |= _render_files(drawing, problem.what, make_slug(f"{file_path} {number}"))
        except FabgenError:
            continue
    return files


def _mark_spot(paths: Sequence[Path], spot: Point, sentence: str) -> Drawing:
    """Everything that a file draws, with a ring around one place and the sentence below."""
    x0, y0, x1, y1 = path_bounds(paths)
    factor = LONGER_SIDE / max(x1 - x0, y1 - y0, 1e-3)
    lines = combine_drawings(draw(Role.EDGE, path.transformed(scale_matrix(factor)), tone="black") for path in paths)
    drawing = lines + draw(Role.CAPTURE, circle((spot[0] * factor, spot[1] * factor), 2 * LEAST_RING))
    left, low, right, _ = drawing.bounds()
    text = wrap_text(sentence, CAP, max(NARROWEST, right - left))
    return drawing + draw_paragraph(text, (left, low - 2 * CAP - 1), CAP, LEADING)


def flaw_pictures(spec: Spec, options: Options) -> list[FlawPicture]:
    """A picture of each flaw of the parts to cut. If several parts have the same flaw, only the first is pictured.
    Raises FabgenError for parts that cannot be drawn at all."""
    job = make_laser_job(spec, options)
    parts = [*list_faces(chosen_parts(spec, job.fit, options))]
    by_name = {part.name: part for part in parts}
    drawn_parts = [*parts_with_drawings(spec)]
    group_problems: dict[tuple[str, str], tuple[Problem, ...]] = {}
    for drawn, group in drawing_flaws(spec):
        group_key = drawn.part.name, group[0].message
        group_problems[group_key] = (*group_problems.get(group_key, ()), drawing_problem(spec, drawn, *group))
    stems = _Stems()
    pictures = []
    for flaw in distinct_flaws(_all_flaws(parts, job), parts):  # the first player's part is first, and shows a drawing
        shown = next((drawn for drawn in drawn_parts if drawn.shows(flaw)), None)
        problem = drawing_problem(spec, shown, flaw) if shown else None
        pictures.append(FlawPicture(flaw, draw_flaw(by_name[flaw.part], flaw), stems.next_stem(flaw), problem,
                                 group_problems.get((flaw.part, flaw.message), ())))
    return pictures


def _all_flaws(parts: Sequence[Part], job: LaserJob) -> Iterator[Flaw]:
    """The flaws of each part on its own, then the pieces that tip over."""
    for part in parts:
        material = job.stock(part.material).material
        yield from (*find_cut_flaws(part, job), *find_flaws(part, material), *find_oversized(part, material))
    yield from find_tipping(parts)


def draw_flaw(part: Part, flaw: Flaw) -> Drawing:
    """A part in grey with a ring around the place of a flaw, and what is wrong with it below."""
    x0, y0, x1, y1 = flaw.box
    radius = max(LEAST_RING, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 / 2 + MORE)
    drawing = _make_grey(part.drawing) + draw(Role.CAPTURE, circle(flaw.middle, radius))
    left, low, right, _ = drawing.bounds()
    lines = wrap_text(f"{part.name}: {flaw.message}", CAP, max(NARROWEST, right - left))
    lines += wrap_text(flaw.hint, CAP, max(NARROWEST, right - left)) if flaw.hint else []
    return drawing + draw_paragraph(lines, (left, low - 2 * CAP - 1), CAP, LEADING)


def _make_grey(drawing: Drawing) -> Drawing:
    """A part's lines in grey, with words as outlines."""
    grey_items = []
    for item in drawing.items:
        if isinstance(item, Lettering):
            paths = tuple(path for glyph in text_outlines(item.text) for path in glyph)
            grey_items.append(Drawing((Shape(paths, Role.MOVE, TONE),)) if paths else Drawing())
        elif item.role in (Role.EDGE, Role.HOLE):
            grey_items.append(Drawing((Shape(item.paths, item.role, "black"),)))
        else:
            is_filled = all(path.closed for path in item.paths) and item.role is not Role.GRID
            grey_items.append(Drawing((Shape(item.paths, Role.MOVE if is_filled else Role.GRID, TONE),)))
    return combine_drawings(grey_items)

"""A game and a laser job → a picture of each thing that its materials do not bear, or that is wrong in a drawing of the
designer's own, with the place marked.

The part is drawn at true size in grey, the place has a red ring, and the sentence stands below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw, together
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, Point, circle, scaling, span
from fabgen.artwork.text import text_outlines
from fabgen.base import FabgenError, Problem
from fabgen.make.frame import paragraph, wrapped
from fabgen.make.job import Job, laser_job
from fabgen.make.laser import slug
from fabgen.make.making import Flaw, flaws, oversized, tipping
from fabgen.make.profile import load_material
from fabgen.make.theme import load_theme
from fabgen.options import Options
from fabgen.piececheck import drawing_problem, drawn_parts
from fabgen.selection import chosen_parts
from fabgen.spec.load import Spec
from fabgen.spec.own import ArtError, Own, drawings, read_own
from fabgen.write import pdf, png, svg

TONE = "grey"
LEAST_RING, MORE = 2.0, 1.2  # mm: least radius of the ring, and how far it stays off the place
CAP, LEADING, NARROWEST = 2.0, 4.2, 60.0  # mm: of the words below; their least width
DPI = 150
SHOWN = 60.0  # mm: the longer side of a drawing


@dataclass(frozen=True)
class Pictured:
    """A flaw, the picture of its place in mm, and the stem of its files."""

    flaw: Flaw
    drawing: Drawing
    stem: str
    said: Problem | None = None  # as `check` tells of it where the part shows a drawing of the designer's own

    @property
    def problem(self) -> Problem:
        return self.said or self.flaw.problem

    def told(self, notes: Sequence[Problem]) -> bool:
        """Whether it is among Problems that have been told, by itself or with others like it."""
        own = self.said
        return self.problem in notes or (
            own is not None and any(one.where == own.where and self.flaw.what in one.what for one in notes))

    def files(self) -> dict[str, bytes]:
        """The picture as SVG and PNG, by name."""
        return _files(self.drawing, self.flaw.what, self.stem)


def _files(drawing: Drawing, title: str, stem: str) -> dict[str, bytes]:
    theme = load_theme("workshop")
    page = pdf.write_drawing(drawing, theme, title=title)
    return {f"{stem}.svg": svg.write_drawing(drawing, theme, title=title), f"{stem}.png": png.render(page, DPI)}


def drawing_pictures(spec: Spec) -> dict[str, bytes]:
    """A picture, as SVG and PNG by name, of each place where a drawing that the spec names is no shape, or cannot be
    made. For these alone a spec need not be sound."""
    found = _unread(spec)
    for pictured in _flawed(spec):
        found |= pictured.files()
    return found


def _flawed(spec: Spec) -> Iterator[Pictured]:
    for key, word, part in drawn_parts(spec):
        with suppress(FabgenError):  # of a material that is not known
            seen = dict[str, int]()
            for flaw in flaws(part, load_material(part.material, spec.folder).material):
                stem = slug(f"{flaw.part} {flaw.kind}")
                seen[stem] = seen.get(stem, 0) + 1
                said = drawing_problem(spec, key, word, flaw)
                yield Pictured(flaw, picture(part, flaw), f"{stem}-{seen[stem]}", said)


def _unread(spec: Spec) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for _, word, cut in drawings(spec.game):
        if isinstance(word, Own):
            continue
        try:
            read_own(word, spec.folder, cut)
        except ArtError as error:
            for number, (problem, at) in enumerate(error.spots, 1):
                if at and error.paths:
                    shown = _marked(error.paths, at, f"{word}: {problem.what}")
                    found |= _files(shown, problem.what, slug(f"{word} {number}"))
        except FabgenError:
            continue
    return found


def _marked(paths: Sequence[Path], at: Point, words: str) -> Drawing:
    """All that is drawn in a file, one place of it ringed, with words below."""
    boxes = [path.bounds() for path in paths]
    x0, y0, x1, y1 = span(corner for box in boxes for corner in (box[:2], box[2:]))
    factor = SHOWN / max(x1 - x0, y1 - y0, 1e-3)
    lines = together(draw(Role.EDGE, path.transformed(scaling(factor)), tone="black") for path in paths)
    shown = lines + draw(Role.CAPTURE, circle((at[0] * factor, at[1] * factor), 2 * LEAST_RING))
    left, low, right, _ = shown.bounds()
    told = wrapped(words, CAP, max(NARROWEST, right - left))
    return shown + paragraph(told, (left, low - 2 * CAP - 1), CAP, LEADING)


def flaw_pictures(spec: Spec, options: Options) -> list[Pictured]:
    """A picture of each flaw of the parts to cut; of those that parts have alike, one. Raises FabgenError for parts
    that cannot be drawn at all."""
    job = laser_job(spec, options)
    parts = chosen_parts(spec, job.fit, options)
    known = {part.name: part for part in parts}
    drawn = {part.name: (key, word) for key, word, part in drawn_parts(spec)}
    alike: dict[object, Flaw] = {}
    for flaw in _flaws(parts, job):  # of the first player whose part has it: that shows the drawing
        alike.setdefault((flaw.kind, flaw.box, flaw.what), flaw)
    seen = dict[str, int]()
    found = []
    for flaw in alike.values():
        stem = slug(f"{flaw.part} {flaw.kind}")
        seen[stem] = seen.get(stem, 0) + 1
        said = drawing_problem(spec, *drawn[flaw.part], flaw) if flaw.part in drawn else None
        found.append(Pictured(flaw, picture(known[flaw.part], flaw), f"{stem}-{seen[stem]}", said))
    return found


def _flaws(parts: Sequence[Part], job: Job) -> Iterator[Flaw]:
    for part in parts:
        material = job.stock(part.material).material
        yield from (*flaws(part, material), *oversized(part, material))
    yield from tipping(parts)


def picture(part: Part, flaw: Flaw) -> Drawing:
    """A part with a ring around the place of a flaw, over what is wrong with it."""
    x0, y0, x1, y1 = flaw.box
    radius = max(LEAST_RING, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 / 2 + MORE)
    ring = draw(Role.CAPTURE, circle(flaw.spot, radius))
    shown = _grey(part.drawing) + ring
    left, low, right, _ = shown.bounds()
    lines = wrapped(f"{part.name}: {flaw.what}", CAP, max(NARROWEST, right - left))
    lines += wrapped(flaw.hint, CAP, max(NARROWEST, right - left)) if flaw.hint else []
    return shown + paragraph(lines, (left, low - 2 * CAP - 1), CAP, LEADING)


def _grey(drawing: Drawing) -> Drawing:
    """A part's lines, words as outlines, all in one tone."""
    found = []
    for item in drawing.items:
        if isinstance(item, Lettering):
            paths = tuple(path for glyph in text_outlines(item.text) for path in glyph)
            found.append(Drawing((Shape(paths, Role.MOVE, TONE),)) if paths else Drawing())
        elif item.role in (Role.EDGE, Role.HOLE):
            found.append(Drawing((Shape(item.paths, item.role, "black"),)))
        else:
            filled = all(path.closed for path in item.paths) and item.role is not Role.GRID
            found.append(Drawing((Shape(item.paths, Role.MOVE if filled else Role.GRID, TONE),)))
    return together(found)

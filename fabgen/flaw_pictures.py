"""A game and a laser job → a picture of each thing that its materials do not bear, with the place marked.

The part is drawn at true size in grey, the place has a red ring, and the sentence stands below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw, together
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle
from fabgen.artwork.text import text_outlines
from fabgen.base import Problem
from fabgen.make.frame import paragraph, wrapped
from fabgen.make.job import Job
from fabgen.make.laser import slug
from fabgen.make.making import Flaw, flaws, oversized, tipping
from fabgen.make.theme import load_theme
from fabgen.options import Options
from fabgen.selection import chosen_parts
from fabgen.sources import laser_job
from fabgen.spec.load import Spec
from fabgen.write import pdf, png, svg

TONE = "grey"
LEAST_RING, MORE = 2.0, 1.2  # mm: least radius of the ring, and how far it stays off the place
CAP, LEADING, NARROWEST = 2.0, 4.2, 60.0  # mm: of the words below; their least width
DPI = 150


@dataclass(frozen=True)
class Pictured:
    """A flaw, the picture of its place in mm, and the stem of its files."""

    flaw: Flaw
    drawing: Drawing
    stem: str

    @property
    def problem(self) -> Problem:
        return self.flaw.problem

    def files(self) -> dict[str, bytes]:
        """The picture as SVG and PNG, by name."""
        theme = load_theme("workshop")
        page = pdf.write_drawing(self.drawing, theme, title=self.flaw.what)
        vector = svg.write_drawing(self.drawing, theme, title=self.flaw.what)
        return {f"{self.stem}.svg": vector, f"{self.stem}.png": png.render(page, DPI)}


def flaw_pictures(spec: Spec, options: Options) -> list[Pictured]:
    """A picture of each flaw of the parts to cut; of those that parts have alike, one. Raises FabgenError for parts
    that cannot be drawn at all."""
    job = laser_job(spec, options)
    parts = chosen_parts(spec, job.fit, options)
    known = {part.name: part for part in parts}
    alike = {(flaw.kind, flaw.box, flaw.what): flaw for flaw in _flaws(parts, job)}
    seen = dict[str, int]()
    found = []
    for flaw in alike.values():
        stem = slug(f"{flaw.part} {flaw.kind}")
        seen[stem] = seen.get(stem, 0) + 1
        found.append(Pictured(flaw, picture(known[flaw.part], flaw), f"{stem}-{seen[stem]}"))
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

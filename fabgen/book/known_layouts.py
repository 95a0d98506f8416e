"""The layouts in which a book was measured before → where its blocks are now, without setting its pages again.

A designer changes a word and builds. In most layouts the block with that word takes the same lines as before, and then
every block is where it was. Whether it does, Typst says: it sets the changed blocks alone, as they were and as they
are, and their lines are compared. So the marks taken from here are those that setting the pages would give.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from xml.etree import ElementTree

from fabgen.artwork.export.typst import write_mm
from fabgen.book.book_theme import THEME
from fabgen.book.layout import Layout, Mark
from fabgen.book.page_breaks import PageBreaker
from fabgen.book.rulebook_typst import RulebookProject
from fabgen.core.cache import ResultCache, digest_of
from fabgen.core.problems import FabgenError
from fabgen.typeset.typst_process import MAIN, typst_process

MOST_CHANGED = 8  # blocks of a layout: with more it is as quick to set all pages
CALLS = re.compile(r"(?<!\\)#[a-z-]+")  # of functions in Typst code: what a block is made of
LABELS = re.compile(r"[^(,] <([a-z0-9-]+)>")  # those that a block defines: a link has its label in brackets
MATRIX = re.compile(r"(matrix|translate)\(([^)]*)\)")
NAME = "layouts"  # of what the cache keeps
Line = tuple[float, float]  # how far down its base line is, and where it begins, in points
Page = tuple[float, tuple[Line, ...]]  # its height and its lines


@dataclass(frozen=True)
class MeasuredLayout:
    """Where the blocks of a book were in a layout: a digest of all its Typst code but the blocks of the body, these
    blocks, and their marks."""

    frame: str
    parts: tuple[str, ...]
    marks: tuple[Mark, ...]


@dataclass
class KnownLayouts:
    """The layouts that were measured in a former search (`former`), and those of this one (`current`). `asked`: layouts
    about which Typst was asked, and what waits for its answer. `planned`: where plans have their blocks, which is taken
    for true while one `trusts_plans`. `breakers`: the ways to break the pages of this book that were found, by
    all that they depend on besides."""

    former: Mapping[Layout, MeasuredLayout] = field(default_factory=dict)
    current: dict[Layout, MeasuredLayout] = field(default_factory=dict)
    asked: dict[Layout, tuple[RulebookProject, Callable[[], Any]]] = field(default_factory=dict)
    planned: dict[Layout, tuple[Mark, ...]] = field(default_factory=dict)
    breakers: dict[object, PageBreaker] = field(default_factory=dict)
    trusts_plans: bool = True
    _same_lines: dict[object, bool] = field(default_factory=dict)
    _texts: dict[str, str] = field(default_factory=dict)

    def find_marks(self, project: RulebookProject) -> list[Mark] | None:
        """The marks of a project that is measured, if they are where they were; None where that is not sure."""
        known = self.former.get(project.layout)
        if known is None or project.look.file or known.frame != digest_of_frame(project):
            return None
        if len(known.parts) != len(project.parts):
            return None
        changed = [(old, new) for old, new in zip(known.parts, project.parts, strict=True) if old != new]
        if len(changed) > MOST_CHANGED or not self._have_same_lines(project, changed):
            return None
        return [*known.marks]

    def distrust_plans(self) -> None:
        """Forgets where plans have their blocks, and takes no other plan for true."""
        self.planned.clear()
        self.trusts_plans = False

    def keep(self, project: RulebookProject, marks: Iterable[Mark]) -> None:
        """Remembers the marks of a project for the next search."""
        parts = tuple(self._texts.setdefault(part, part) for part in project.parts)  # most are alike in all layouts
        self.current[project.layout] = MeasuredLayout(digest_of_frame(project), parts, tuple(marks))

    def _have_same_lines(self, project: RulebookProject, changed: Sequence[tuple[str, str]]) -> bool:
        """Whether blocks take the same lines as before, each in its own column of a page."""
        if any(CALLS.findall(old) != CALLS.findall(new) for old, new in changed):
            return False
        if not changed:
            return True
        files = project.files(None)
        has_pictures = any("picture-" in part for pair in changed for part in pair)
        key = files["settings.typ"], has_pictures and files["pictures.typ"], tuple(changed)
        if key not in self._same_lines:
            try:
                old, new = (_lines_of(project, [pair[side] for pair in changed]) for side in (0, 1))
            except FabgenError:  # they cannot be set alone
                self._same_lines[key] = False
            else:
                self._same_lines[key] = old == new
        return self._same_lines[key]


@contextmanager
def known_layouts(cache: ResultCache, *identity: object) -> Iterator[KnownLayouts]:
    """What a cache knows of the layouts of a book, which is replaced by what was found out of them. `identity` tells
    the book from others."""
    former: dict[Layout, MeasuredLayout] = cache.recall(NAME, identity) or {}
    known = KnownLayouts(former)
    yield known
    if known.current != former:
        cache.keep(NAME, identity, known.current)


def digest_of_frame(project: RulebookProject) -> str:
    """A digest of all Typst code of a project but the blocks of its body."""
    files = project.files(None)
    files[MAIN] = project.preamble + project.before + project.after
    return digest_of(files)


def _lines_of(project: RulebookProject, parts: Sequence[str]) -> list[Page]:
    """The lines of some blocks of a project, each set on a page of its own that is as long as it needs."""
    page = project.page
    width = page.width - page.frame[0] + page.column_width
    defined = {name for part in parts for name in LABELS.findall(part)}
    targets = "".join(f"#metadata(none) <{name}>\n" for name in project.labels.names.values() if name not in defined)
    text = (f"{project.preamble}#set page(width: {write_mm(width)}, height: auto, columns: 1, footer: none)\n"
            f"{targets}\n#pagebreak()\n" + "\n#pagebreak()\n".join(parts))
    files = {**project.files(None), MAIN: text, THEME: project.look.code}
    return [_read_lines(data) for data in typst_process().compile_svg(files)]


def _read_lines(svg: bytes) -> Page:
    """The height of a page that Typst wrote as SVG, and the lines of words on it."""
    root = ElementTree.fromstring(svg)
    lines: dict[float, float] = {}
    for x, y in _words(root, 0.0, 0.0):
        lines[y] = min(x, lines.get(y, x))
    return float(root.get("height", "0pt").removesuffix("pt")), tuple(sorted(lines.items()))


def _words(element: ElementTree.Element, x: float, y: float) -> Iterable[tuple[float, float]]:
    """Where words begin, in points from the upper left corner of the page. Typst moves groups, and turns none of the
    words of a book."""
    right, down = _shift(element.get("transform", ""))
    x, y = x + right, y + down
    if any(child.tag.endswith("}use") for child in element):
        yield round(x, 3), round(y, 3)
    for child in element:
        if child.tag.endswith("}g"):
            yield from _words(child, x, y)


@cache
def _shift(transform: str) -> tuple[float, float]:
    """How far a transform of SVG moves things."""
    found = MATRIX.search(transform)
    if not found:
        return 0.0, 0.0
    numbers = [float(number) for number in re.split(r"[ ,]+", found[2].strip())]
    return (numbers[0], 0.0) if len(numbers) == 1 else (numbers[-2], numbers[-1])  # one: only to the right

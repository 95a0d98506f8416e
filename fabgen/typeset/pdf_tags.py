"""Things painted on pages → the structure of a tagged PDF (ISO 32000-1, 14.7 and 14.8): what is a heading, a list, a
figure, in reading order, with words for who cannot see it.

While pages are made, each painted thing is marked with its tag or as an artifact, and a `Record` notes which mark
stands where; afterwards `tagged` writes the tree. Nothing is painted outside a mark. The only module that knows the
canvas's private stream of code.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Box = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Tag:
    """An element of the structure: its standard type (`H1`, `P`, `LI`, `Figure`), the element around it, words instead
    of a picture. Each object is an element of its own; what is never painted is never written."""

    role: str
    within: Tag | None = None
    alt: str = ""


DOCUMENT = Tag("Document")


@dataclass(frozen=True)
class TagMark:
    """A stretch of a page's content: its tag, its page from 0, its number there, its box in points."""

    tag: Tag
    page: int
    number: int
    box: Box | None = None


@dataclass(frozen=True)
class Link:
    """A link on a page: the tag of the words that it belongs to, its page from 0, its place among the annotations."""

    tag: Tag
    page: int
    index: int


@dataclass(frozen=True)
class LinkTarget:
    """A place that links lead to: its anchor and its words, its page from 0, its height on it in points."""

    anchor: str
    words: str
    page: int
    height: float


@dataclass
class Record:
    """What was painted, in reading order."""

    events: list[TagMark | Link] = field(default_factory=list)
    counts: dict[int, int] = field(default_factory=dict)  # of marks, by page
    targets: list[LinkTarget] = field(default_factory=list)

    def mark(self, tag: Tag, page: int, box: Box | None) -> int:
        number = self.counts.get(page, 0)
        self.counts[page] = number + 1
        self.events.append(TagMark(tag, page, number, box))
        return number


@contextmanager
def mark_content(canvas: Any, tag: Tag, box: Box | None = None) -> Iterator[None]:
    """What is painted inside belongs to the tag, links included; `box` is in points of the page."""
    page, links = canvas.getPageNumber() - 1, len(canvas._annotationrefs)
    canvas._code.append(f"/{tag.role} <</MCID {canvas.record.mark(tag, page, box)}>> BDC")
    yield
    canvas._code.append("EMC")
    canvas.record.events += [Link(tag, page, n) for n in range(links, len(canvas._annotationrefs))]


@contextmanager
def artifact(canvas: Any, kind: str = "Layout") -> Iterator[None]:
    """What is painted inside is no part of the text: rules, page numbers (`Pagination`)."""
    canvas._code.append(f"/Artifact <</Type /{kind}>> BDC")
    yield
    canvas._code.append("EMC")


def target(canvas: Any, anchor: str, height: float, words: str) -> None:
    """A place that links lead to, `height` points above the origin of what is being painted."""
    canvas.bookmarkHorizontal(anchor, 0, height)
    top = canvas.absolutePosition(0, height)[1]
    canvas.record.targets.append(LinkTarget(anchor, words, canvas.getPageNumber() - 1, top))


def tag_document(data: bytes, record: Record) -> bytes:
    """The PDF with its structure."""
    import pikepdf

    with pikepdf.open(io.BytesIO(data)) as pdf:
        _Tree(pdf, record).build()
        return save_pdf(pdf)


def save_pdf(pdf: Any) -> bytes:
    """The bytes of a pikepdf document, the same for the same contents."""
    import pikepdf

    stream = io.BytesIO()
    pdf.save(stream, deterministic_id=True, min_version="1.7", object_stream_mode=pikepdf.ObjectStreamMode.generate,
             stream_decode_level=pikepdf.StreamDecodeLevel.none)
    return stream.getvalue()


class _Tree:
    """Elements by their tags, as they are met in reading order, and the way back from marks to elements."""

    def __init__(self, pdf: Any, record: Record) -> None:
        from pikepdf import Array, Dictionary, Name

        self.pdf, self.record = pdf, record
        self.root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.elements: dict[Tag, Any] = {}
        self.by_page = [Array() for _ in pdf.pages]
        self.links: list[Any] = []  # the elements of links, by their number after those of the pages

    def build(self) -> None:
        """All elements, and the entries of pages and catalogue that point to them."""
        from pikepdf import Array, Dictionary, Name

        for event in self.record.events:
            if isinstance(event, TagMark):
                self._mark(event)
            else:
                self._link(event)
        pairs: list[Any] = []
        for n, page in enumerate(self.pdf.pages):
            page.obj.StructParents, page.obj.Tabs = n, Name.S
            pairs += [n, self.pdf.make_indirect(self.by_page[n])]
        for n, link in enumerate(self.links, len(self.pdf.pages)):
            pairs += [n, link]
        self.root.ParentTree = self.pdf.make_indirect(Dictionary(Nums=Array(pairs)))
        self.root.ParentTreeNextKey = len(self.pdf.pages) + len(self.links)
        self.root.K = Array([self._element(DOCUMENT)])
        self.pdf.Root.StructTreeRoot = self.root
        self.pdf.Root.MarkInfo = Dictionary(Marked=True)

    def _element(self, tag: Tag) -> Any:
        """The element of a tag; made, with those around it, where it is met for the first time."""
        from pikepdf import Array, Dictionary, Name, String

        if tag in self.elements:
            return self.elements[tag]
        above = self._element(tag.within) if tag.within else self.root
        made = self.pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name(f"/{tag.role}"), P=above, K=Array()))
        if tag.alt:
            made.Alt = String(tag.alt)
        if tag.role == "TH":
            made.A = Dictionary(O=Name.Table, Scope=Name.Column)
        if tag.within:
            above.K.append(made)
        self.elements[tag] = made
        return made

    def _mark(self, mark: TagMark) -> None:
        from pikepdf import Array, Dictionary, Name

        element, page = self._element(mark.tag), self.pdf.pages[mark.page].obj
        element.K.append(Dictionary(Type=Name.MCR, Pg=page, MCID=mark.number))
        self.by_page[mark.page].append(element)
        if mark.box:
            box = Array([round(side, 3) for side in mark.box])
            element.A = Dictionary(O=Name.Layout, Placement=Name.Block, BBox=box)

    def _link(self, link: Link) -> None:
        from pikepdf import Dictionary, Name, String

        page = self.pdf.pages[link.page].obj
        annotation = page.Annots[link.index]
        tag = link.tag if link.tag.role == "Link" else Tag("Link", link.tag)
        element = self._element(tag)
        element.K.append(Dictionary(Type=Name.OBJR, Pg=page, Obj=annotation))
        annotation.StructParent = len(self.pdf.pages) + len(self.links)
        annotation.Contents = String(self._describe_link(annotation))
        self.links.append(element)

    def _describe_link(self, annotation: Any) -> str:
        """Where a link leads, in words."""
        if "/A" in annotation:
            return str(annotation.A.get("/URI", ""))
        page, top = annotation.Dest[0].objgen, float(annotation.Dest[3])
        named = (one.words for one in self.record.targets
                 if self.pdf.pages[one.page].obj.objgen == page and abs(one.height - top) < 0.1)
        return next(named, "")

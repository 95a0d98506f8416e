"""The rulebook as a web page → every Problem of it: each word, style and link is held against the book compiled from
`source/`, in reading order, and each picture point by point, like the figures that are files of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.themes import load_theme
from fabgen.core.languages import Catalogue
from fabgen.core.manifest import ManifestEntry
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.typeset import blocks as book
from fabgen.typeset.blocks import plain_text
from fabgen.verify.figures import MARGIN, THEME, ColourLog, ExpectedFigure, compare_figure
from fabgen.verify.files import AGAIN
from fabgen.verify.readers.content import limit_problems
from fabgen.verify.readers.page_html import HtmlPage, read_page
from fabgen.verify.readers.painted_things import LAYERED_PARTS, SVG_PARTS, PaintedFigure, read_painted_root
from fabgen.verify.readers.svg import NAMESPACE
from fabgen.verify.readers.used_shapes import place_used_shapes
from fabgen.verify.sources import BuildSources

SUFFIX = ".html"
PICTURE_PARTS = {
    "svg": {"viewBox", "width", "height", "role", "aria-labelledby", "aria-hidden"}, "title": {"id"}, "desc": {"id"},
    "path": SVG_PARTS["path"], "text": LAYERED_PARTS["text"] | {"textLength", "lengthAdjust"},
}
COLOUR = re.compile(r"none|#[0-9a-fA-F]{6}")
SIZE, SCALE = 0.01, 0.02  # mm by which the size of a picture may differ; share by which its scale may
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LEAVES = {"title", *HEADINGS, "p", "th", "td", "summary"}  # elements of words
OPENED = {"header", "nav", "main", "section", "footer", "ol", "ul", "li", "table", "tr", "figure", "details"}
STYLES = {"strong", "em", "code"}
OWN_IDS = "page/"  # the start of ids that belong to the page itself, not to anything in the book
LISTED = 2  # the deepest level of headings in the contents
EXCERPT = 30  # characters on both sides of a difference


@dataclass(frozen=True)
class Span:
    """Words of one style that lead to one place, or to none."""

    text: str
    styles: frozenset[str] = frozenset()
    link: str = ""


@dataclass(frozen=True)
class Passage:
    """An element of the page with its words, a picture, or the opening of a list, a row, a figure: the path of elements
    to it, its id, and the words."""

    path: str
    id: str = ""
    spans: tuple[Span, ...] = ()

    @property
    def words(self) -> str:
        """The words without their styles."""
        return "".join(span.text for span in self.spans)


@dataclass(frozen=True)
class ExpectedPicture:
    """A picture of the book: what it is called in messages, its drawing, title and description, and the side in mm of
    its cells, 0 for none. One without a title is a mark of a key, whose words stand beside it."""

    name: str
    drawing: Drawing
    title: str
    description: str = ""
    cell: float = 0.0


def check_html(folder: Path, entries: Sequence[ManifestEntry], sources: BuildSources) -> list[Problem]:
    """Every Problem of the web pages among the entries."""
    pages = [entry for entry in entries if entry.folder == "rules" and entry.path.endswith(SUFFIX)]
    problems: list[Problem] = []
    for entry in pages:
        page, page_problems = read_page(folder / entry.path, entry.path)
        problems += limit_problems(page_problems)
        if page is None:
            continue
        try:
            content = read_game_rulebook(sources.spec)
        except FabgenError as error:
            return [*problems, *error.problems]
        expected = ExpectedPage(content)
        problems += [*_check_head(page, content), *_check_addresses(page, expected.passages)]
        problems += limit_problems(_check_words(page, expected.passages))
        problems += limit_problems([*place_used_shapes(page.root, page.file)])
        problems += _check_pictures(page, expected.pictures)
    return problems


class ExpectedPage:
    """What the page of a book must hold: its passages and its pictures, in reading order."""

    def __init__(self, content: book.Book) -> None:
        self.passages: list[Passage] = []
        self.pictures: list[ExpectedPicture] = []
        self._content = content
        self._words: Catalogue = content.words
        self._path: list[str] = ["html", "body"]
        self._ids: set[str] = set()
        self._levels: list[int] = []
        self._places = dict(_places(content))
        self._add_page()

    def _add_page(self) -> None:
        """Adds everything that the page must hold, in the order of the page."""
        content = self._content
        self.passages.append(Passage("html head title", spans=_plain(content.title)))
        self._leaf("a", _plain(self._words.text("skip_link")))
        with_words = [line for line in (content.summary, content.facts) if line or line is content.facts]
        with _Inside(self, "header"):
            self._leaf("h1", _plain(content.title))
            self._leaf("p", _plain(content.byline))
            if cover := content.whole_cover or content.with_cover.cover:
                self._picture("title picture", cover, content.cover_alt or content.title)
            for line in with_words:
                self._leaf("p", _plain(line))
        self._add_contents()
        with _Inside(self, "main"):
            self._add_blocks(content.body)
            if content.reference:
                with _Inside(self, "section"):
                    self._add_blocks(content.reference)
        with _Inside(self, "footer"):
            self._add_blocks(content.edition_note)
            for runs in content.imprint:
                self._leaf("p", self._spans(runs))

    def _add_contents(self) -> None:
        """Chapters, and their sections in lists inside."""
        listed = [heading for heading in self._content.headings if heading.level <= LISTED]
        if not listed:
            return
        with _Inside(self, "nav"):
            self._leaf("h2", _plain(self._content.contents))
            starts = [n for n, heading in enumerate(listed) if heading.level == 1 or n == 0]
            with _Inside(self, "ol"):
                for start, end in zip(starts, [*starts[1:], len(listed)], strict=True):
                    with _Inside(self, "li"):
                        self._entry(listed[start])
                        if end > start + 1:
                            with _Inside(self, "ol"):
                                for section in listed[start + 1:end]:
                                    with _Inside(self, "li"):
                                        self._entry(section)

    def _entry(self, heading: book.Heading) -> None:
        self._leaf("a", (Span(plain_text(heading.text), link=_link(f"#{heading.anchor}")),))

    def _add_blocks(self, blocks: Iterable[book.Block]) -> None:
        """Adds what must stand on the page for some blocks of the book."""
        for block in blocks:
            if isinstance(block, book.Heading):
                while self._levels and self._levels[-1] >= block.level:
                    self._levels.pop()
                self._levels.append(block.level)
                self._leaf(f"h{1 + len(self._levels)}", self._spans(block.text), block.anchor)
            elif isinstance(block, book.Paragraph):
                self._leaf("p", self._spans(block.text), block.anchor)
            elif isinstance(block, book.NoteBox):
                with _Inside(self, "div.note"):
                    self._add_blocks(block.blocks)
            elif isinstance(block, book.Listing):
                start = f"[{block.first}]" if block.first not in (None, 1) else ""
                with _Inside(self, "ul" if block.first is None else f"ol{start}"):
                    for item in block.items:
                        with _Inside(self, "li"):
                            self._add_blocks(item)
            elif isinstance(block, book.TextTable):
                self._add_table(block)
            elif isinstance(block, book.IndexBlock):
                with _Inside(self, "ul"):
                    for entry, anchor in block.entries:
                        with _Inside(self, "li"):
                            self._leaf("a", (Span(entry, link=_link(f"#{anchor}")),))
            elif isinstance(block, book.BookFigure):
                self._add_figure(block)
            elif isinstance(block, book.FigureRow):
                for figure in block.figures:
                    self._add_figure(figure)
                self._add_key(block.key)

    def _add_table(self, block: book.TextTable) -> None:
        with _Inside(self, "table"):
            if any(plain_text(cell).strip() for cell in block.head):
                with _Inside(self, "tr"):
                    for title in block.head:
                        self._leaf("th[col]" if plain_text(title).strip() else "td", self._spans(title))
            for row in block.rows:
                texts = [cell for cell in row if not isinstance(cell, Drawing)]
                name = plain_text(texts[0]).partition("\n")[0].strip() if texts else ""
                is_head_open = bool(name)
                with _Inside(self, "tr"):
                    for cell in row:
                        if isinstance(cell, Drawing):
                            with _Inside(self, "td"):
                                self._picture(f"picture of “{name}”", cell, name)
                        else:
                            self._leaf("th[row]" if is_head_open else "td", self._spans(cell))
                            is_head_open = False

    def _add_figure(self, block: book.BookFigure) -> None:
        caption = plain_text(block.caption)
        claims = "; ".join(plain_text(claim).rstrip(".") for claim in (*block.silent_claims, *block.claims))
        name = f"figure “{caption}”".replace("\N{NO-BREAK SPACE}", " ")
        drawing = block.narrow or block.drawing
        with _Inside(self, "figure", block.anchor):
            self._picture(name, drawing, caption, f"{claims}." if claims else block.alt, block.cell)
            self._leaf("p", self._spans(block.caption))
            if block.claims:
                with _Inside(self, "ul"):
                    for claim in block.claims:
                        with _Inside(self, "li"):
                            self._leaf("p", self._spans(claim))
            self._add_key(block.key)
        if block.alt:
            with _Inside(self, "details"):
                self._leaf("summary", _plain(self._words.text("in_words")))
                self._leaf("p", _plain(block.alt))

    def _add_key(self, entries: Sequence[book.KeyEntry]) -> None:
        """A list of marks, each before its meaning."""
        if not entries:
            return
        with _Inside(self, "ul"):
            for entry in entries:
                with _Inside(self, "li"):
                    self._picture(f"mark of “{entry.words}”", entry.mark, "")
                    self._leaf("p", _plain(entry.words))

    def _picture(self, name: str, drawing: Drawing, title: str, description: str = "", cell: float = 0.0) -> None:
        self.passages.append(Passage(" ".join([*self._path, "svg"])))
        self.pictures.append(ExpectedPicture(name, drawing, title, description, cell))

    def _leaf(self, tag: str, spans: Iterable[Span], anchor: str = "") -> None:
        self.passages.append(Passage(" ".join([*self._path, tag]), self._first_id(anchor), _merge(spans)))

    def open(self, tag: str, anchor: str = "") -> None:
        """Goes into an element."""
        self._path.append(tag)
        self.passages.append(Passage(" ".join(self._path), self._first_id(anchor)))

    def close(self) -> None:
        """Leaves the latest element."""
        self._path.pop()

    def _first_id(self, anchor: str) -> str:
        """The id of an anchor, the first time it is met."""
        if not anchor or anchor in self._ids:
            return ""
        self._ids.add(anchor)
        return _link(anchor)

    def _spans(self, runs: Sequence[book.TextRun]) -> tuple[Span, ...]:
        """Words with styles and links. In place of a page, the words name the place where no link leads there yet."""
        spans: list[Span] = []
        links: set[str] = set()
        for run in runs:
            names = (("strong", run.bold), ("em", run.italic), ("code", run.notation))
            styles = frozenset(tag for tag, is_on in names if is_on)
            text = run.text
            if run.see:
                place = "" if run.link in links else self._places.get(run.see[0], "")
                text = text.replace("{page}", place) if place else ""
                if text.startswith(" "):
                    spans.append(Span(" "))
                    text = text[1:]
            spans.append(Span(text, styles, _link(run.link)))
            links.add(run.link)
        return tuple(spans)


@dataclass(frozen=True)
class _Inside:
    """An element of the page while its content is added."""

    page: ExpectedPage
    tag: str
    anchor: str = ""

    def __enter__(self) -> None:
        self.page.open(self.tag, self.anchor)

    def __exit__(self, *_: object) -> None:
        self.page.close()


def _places(content: book.Book) -> Iterator[tuple[str, str]]:
    """Each anchor with the words that name its place: the number of a figure, else the heading above it. The last
    place of an anchor comes first, so that the first one counts."""
    heading, number, places = "", 0, list[tuple[str, str]]()
    for block in book.walk_blocks((*content.body, *content.edition_note)):
        if isinstance(block, book.BookFigure):
            number += 1
            places.append((block.anchor, content.words.text("figure", number=number)))
        elif isinstance(block, book.Heading | book.Paragraph):
            heading = plain_text(block.text) if isinstance(block, book.Heading) else heading
            places.append((block.anchor, heading))
    return reversed(places)


def _plain(text: str) -> tuple[Span, ...]:
    return _merge([Span(text)])


def _link(target: str) -> str:
    """A link or an id without spaces; addresses have none."""
    return re.sub(r"\s", "-", target)


def _merge(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans with neighbours of one style and link joined, without empty ones."""
    groups = groupby((span for span in spans if span.text), lambda span: (span.styles, span.link))
    return tuple(Span("".join(span.text for span in group), *look) for look, group in groups)


# What the page holds.


def _check_head(page: HtmlPage, content: book.Book) -> Iterator[Problem]:
    """Problems of the language and of what the page says about itself."""
    if (language := page.root.get("lang", "")) != content.language:
        yield Problem(Location(page.file), f"the page says that its language is `{language}`, not {content.language}",
                      AGAIN)
    wanted = {"author": content.author, "description": content.summary}
    wanted = {name: words for name, words in wanted.items() if words}
    metas = [dict(node.attrib) for node in page.root.iter("meta")]
    found = {meta["name"]: meta.get("content", "") for meta in metas if "name" in meta}
    if not any(meta.get("charset") == "utf-8" for meta in metas):
        yield Problem(Location(page.file), "the page does not say that it is written in UTF-8", AGAIN)
    if "width=device-width" not in found.pop("viewport", ""):
        yield Problem(Location(page.file), "the page does not fit itself to the width of a screen", AGAIN)
    for name in sorted({*wanted, *found}):
        if wanted.get(name, "") != found.get(name, ""):
            yield Problem(Location(page.file), f"its {name} is “{found.get(name, '')}”, not “{wanted.get(name, '')}”",
                          AGAIN)


def _check_addresses(page: HtmlPage, expected: Sequence[Passage]) -> Iterator[Problem]:
    """Problems of links that leave the page for an address that the designer has not written."""
    addresses = {span.link for passage in expected for span in passage.spans}
    for node in page.root.iter("a"):
        address = node.get("href", "")
        if not address.startswith("#") and address not in addresses:
            yield Problem(Location(page.file), f"a link leads to `{address}`, which is not in the rules text", AGAIN)


def _check_words(page: HtmlPage, expected: Sequence[Passage]) -> Iterator[Problem]:
    """Every difference between the passages of the page and of the book, with the place in the page."""
    passages, problems = _PassageReader(page).read()
    yield from problems
    found = [passage for passage, _ in passages]
    places = [place for _, place in passages]
    for kind, i, j, k, m in SequenceMatcher(None, expected, found, autojunk=False).get_opcodes():
        if kind == "equal":
            continue
        for n in range(max(j - i, m - k)):
            wanted = expected[i + n] if i + n < j else None
            passage = found[k + n] if k + n < m else None
            place = places[min(k + n, len(places) - 1)] if places else ""
            where = Location(page.file, key=place)
            yield Problem(where, _difference(wanted, passage), "the page must say what the rules text and the spec say")


def _difference(wanted: Passage | None, built: Passage | None) -> str:
    """What is wrong with a passage that the book or the page has not."""
    if built is None:
        return f"{_describe(wanted)} is missing"
    if wanted is None:
        return f"{_describe(built)} is not in the book"
    if wanted.words != built.words:
        here, there = _excerpts(built.words, wanted.words)
        return f"the page says “{here}”, the book “{there}”"
    if wanted.path != built.path:
        return f"{_describe(built)} is in the place of {_describe(wanted)}"
    if wanted.id != built.id:
        return f"{_describe(built)} has the id `{built.id}`, not `{wanted.id}`"
    for span, right in zip(built.spans, wanted.spans, strict=False):
        if span.link != right.link:
            here, there = (f"to `{link}`" if link else "nowhere" for link in (span.link, right.link))
            return f"the words “{span.text}” lead {here}, in the book {there}"
        if span != right:
            return f"the words “{span.text}” do not look as in the book"
    return f"the words “{built.words[:2 * EXCERPT]}” do not look as in the book"


def _describe(passage: Passage | None) -> str:
    """A passage in a message."""
    if passage is None:
        return "nothing"
    tag = passage.path.rpartition(" ")[2]
    return f"`{tag}` with “{passage.words[:2 * EXCERPT]}”" if passage.words else f"`{tag}`"


def _excerpts(first: str, second: str) -> tuple[str, str]:
    """Two texts around the first place where they differ."""
    pairs = zip(first, second, strict=False)
    start = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))
    return tuple(text[max(0, start - EXCERPT):start + EXCERPT] for text in (first, second))  # type: ignore[return-value]


class _PassageReader:
    """Reads the passages of a page, each with the id of the latest heading or figure."""

    def __init__(self, page: HtmlPage) -> None:
        self._page = page
        self._passages: list[tuple[Passage, str]] = []
        self._problems: list[Problem] = []
        self._place = ""
        main = next(page.root.iter("main"), None)
        self._main = f"#{main.get('id', '')}" if main is not None else ""

    def read(self) -> tuple[list[tuple[Passage, str]], list[Problem]]:
        """The passages in reading order, and Problems of words outside of any."""
        self._walk(self._page.root, "")
        return self._passages, self._problems

    def _walk(self, node: ElementTree.Element, path: str) -> None:
        """Notes what an element of the page holds, and those within it. `path`: the names of the elements around it."""
        tag = str(node.tag)
        if tag.startswith(NAMESPACE):
            self._note(Passage(f"{path} svg"))
        if tag.startswith(NAMESPACE) or tag == "style":
            return
        name = tag
        if tag == "th":
            name = f"th[{node.get('scope', '')}]"
        elif tag == "div" and node.get("class") == "note":
            name = "div.note"
        elif tag == "ol" and "start" in node.attrib:
            name = f"ol[{node.get('start')}]"
        is_part = tag not in ("div", "thead", "tbody", "figcaption") or name == "div.note"
        inner_path = f"{path} {name}".strip() if is_part else path
        if tag in LEAVES or tag == "a":
            self._add(node, inner_path)
            return
        if tag in OPENED or name == "div.note":
            self._note(Passage(inner_path, self._id(node)))
        self._check_gap(node.text)
        for child in node:
            self._walk(child, inner_path)
            self._check_gap(child.tail)

    def _check_gap(self, text: str | None) -> None:
        """Words between elements are a Problem."""
        if (text or "").strip():
            what = f"fabgen verify does not know the words “{(text or '').strip()[:2 * EXCERPT]}”"
            self._problems.append(Problem(Location(self._page.file, key=self._place), what))

    def _id(self, node: ElementTree.Element) -> str:
        """The id of an element that stands for an anchor of the book."""
        id = node.get("id", "")
        return "" if id.startswith(OWN_IDS) else id

    def _add(self, node: ElementTree.Element, path: str) -> None:
        """Adds the passage of an element of words."""
        spans = [*self._spans_of(node, frozenset(), "")]
        pictures = [child for child in node if str(child.tag).startswith(NAMESPACE)]
        if pictures and not "".join(span.text for span in spans).strip():
            spans = []
        if path == "html body a" and all(span.link == self._main for span in spans):
            spans = [Span(span.text, span.styles) for span in spans]  # the link to the rules themselves
        self._note(Passage(path, self._id(node), _merge(spans)))
        for picture in pictures:
            self._walk(picture, path)

    def _note(self, passage: Passage) -> None:
        is_place = passage.path.rpartition(" ")[2] in (*HEADINGS, "figure")
        self._place = passage.id if is_place and passage.id else self._place
        self._passages.append((passage, self._place))

    def _spans_of(self, node: ElementTree.Element, styles: frozenset[str], link: str) -> Iterator[Span]:
        """The words in an element, with styles and links."""
        tag = str(node.tag)
        if tag.startswith(NAMESPACE):
            return
        if tag in STYLES:
            styles |= {tag}
        elif tag == "a":
            link = node.get("href", "")
        elif tag == "br":
            yield Span("\n", styles, link)
        elif tag not in LEAVES and tag != "wbr":
            self._problems.append(Problem(Location(self._page.file, key=self._place),
                                          f"fabgen verify does not know a `{tag}` among words"))
        yield Span(node.text or "", styles, link)
        for child in node:
            yield from self._spans_of(child, styles, link)
            yield Span(child.tail or "", styles, link)


# Its pictures.


def _check_pictures(page: HtmlPage, expected: Sequence[ExpectedPicture]) -> Iterator[Problem]:
    """Every difference between the pictures of the page and of the book, in reading order."""
    nodes = [*page.pictures()]
    if len(nodes) != len(expected):
        yield Problem(Location(page.file), f"the page has {len(nodes)} pictures, the book {len(expected)}", AGAIN)
    colour_log = ColourLog(load_theme(THEME))
    cells: list[float] = []
    for node, picture in zip(nodes, expected, strict=False):
        for problem in _check_picture(node, page.file, picture, expected, colour_log):
            yield replace(problem, where=Location(page.file, key=picture.name))
        scale = _read_scale(node)
        cells += [scale * picture.cell] if picture.cell and scale else []
    if cells and max(cells) > min(cells) * (1 + SCALE):
        what = f"cells are {min(cells):.1f} to {max(cells):.1f} pixels wide: the figures have not one scale"
        yield Problem(Location(page.file), what, AGAIN)
    yield from colour_log.problems()


def _check_picture(node: ElementTree.Element, file: str, picture: ExpectedPicture,
                   expected: Sequence[ExpectedPicture], colour_log: ColourLog) -> Iterator[Problem]:
    """Every difference between a picture of the page and the one that the book has there."""
    yield from (Problem(Location(file), what, AGAIN) for what in _check_labels(node, bool(picture.title)))
    painted, problems = read_painted_root(node, file, PICTURE_PARTS)
    yield from limit_problems(problems)
    if painted is None:
        yield Problem(Location(file), "the size of the picture cannot be read", AGAIN)
        return
    other = _find_other(painted, picture, expected)
    if other:
        yield Problem(Location(file), f"here is the {other.name}", "the figure must show what the spec says")
        return
    yield from (Problem(Location(file), what, AGAIN) for what in _check_size(node, painted, picture))
    figure = ExpectedFigure("", picture.title, picture.description, picture.drawing, colour_log.theme)
    yield from limit_problems(compare_figure(figure, painted, colour_log))


def _check_labels(node: ElementTree.Element, has_title: bool) -> Iterator[str]:
    """What is wrong with the words by which screen readers know a picture, and with words and paints inside it. They
    pass over a picture without a title."""
    ids = [child.get("id", "") for child in node if child.tag in (f"{NAMESPACE}title", f"{NAMESPACE}desc")]
    found = {name: node.get(name) for name in ("role", "aria-labelledby", "aria-hidden")}
    labelled = {"role": "img", "aria-labelledby": " ".join(ids), "aria-hidden": None}
    if has_title and (found != labelled or not ids):
        yield "the picture is not labelled by its title and its description"
    if not has_title and found != {"role": None, "aria-labelledby": None, "aria-hidden": "true"}:
        yield "screen readers do not pass over the mark, whose words stand beside it"
    for child in node.iter():
        words = [child.tail] if child is not node else []
        words += [child.text] if child is node or child.tag == f"{NAMESPACE}path" else []
        if any((text or "").strip() for text in words):
            yield "words stand between the shapes of the picture"
        if child.tag == f"{NAMESPACE}text" and (child.get("lengthAdjust") != "spacingAndGlyphs"
                                                or "textLength" not in child.attrib):
            yield f"the words “{child.text}” are as wide as the reader's font makes them"
        for name in ("fill", "stroke"):
            if not COLOUR.fullmatch(child.get(name, "none")):
                yield f"fabgen verify does not know the {name} `{child.get(name)}`"


def _find_other(painted: PaintedFigure, picture: ExpectedPicture, expected: Sequence[ExpectedPicture]
                ) -> ExpectedPicture | None:
    """The picture of another place, if it has been put here."""
    if not painted.title or (painted.title == picture.title and painted.description == picture.description):
        return None
    labels = painted.title, painted.description
    return next((other for other in expected if (other.title, other.description) == labels), None)


def _check_size(node: ElementTree.Element, painted: PaintedFigure, picture: ExpectedPicture) -> Iterator[str]:
    """What is wrong with the size of a picture."""
    width, height = (side + 2 * MARGIN for side in picture.drawing.size())
    box = node.get("viewBox", "").split()
    if box[:2] != ["0", "0"] or abs(painted.width - width) > SIZE or abs(painted.height - height) > SIZE:
        yield f"the picture is cropped: its box is {' '.join(box)}"
    across, down = _read_scale(node), _read_scale(node, "height")
    if min(across, down) <= 0:
        yield "the picture does not say how large it is"
    elif abs(across / down - 1) > SCALE:
        yield "the picture is stretched"


def _read_scale(node: ElementTree.Element, side: str = "width") -> float:
    """The pixels a mm at which a picture is shown, by its width or its height; 0 where that cannot be read."""
    try:
        return float(node.get(side, "")) / float(node.get("viewBox", "").split()[2 if side == "width" else 3])
    except (ValueError, IndexError, ZeroDivisionError):
        return 0.0

"""Book and theme → the bytes of a rulebook as one web page: HTML5 without scripts, figures as inline SVG, the style
inside. Nothing is loaded from elsewhere.

Pages have no numbers here: where the book refers to a page, the words are a link, and where a reference would be
nothing but a page, it names the figure or the section. All figures of cells have one scale. Each figure has a title and
a description, and under it the text that says everything that the figure shows. The same book gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias
from xml.etree import ElementTree

from fabgen.artwork.drawing import Drawing
from fabgen.artwork.export.inline_svg import InlinePictures
from fabgen.artwork.themes import Theme, compute_contrast, tone_colour
from fabgen.core.units import format_number
from fabgen.typeset.blocks import (
    Align,
    Block,
    Book,
    BookFigure,
    FigureRow,
    Heading,
    IndexBlock,
    KeyEntry,
    Listing,
    NoteBox,
    PageBreak,
    Paragraph,
    TextRun,
    TextRuns,
    TextTable,
    plain_text,
    walk_blocks,
)

if TYPE_CHECKING:
    from fabgen.core.languages import Catalogue

PURPOSE = "rulebook as a web page, for screens of any size and for screen readers"
CELL = 36.0  # CSS pixels: the side of a cell in every figure, where the screen is wide enough
# CSS pixels a mm in figures without cells of one size, which are mostly words or have names in them: a map takes the
# width of the text, and a legend of one column that of a telephone.
WORDS = 4.9
THING = 3.3  # the same for the pictures in tables
MARK_IN_KEY = 5.5  # the same for the marks in a key
COVER = 4.6  # the same for the picture under the title
MARGIN = 2.0  # mm of paper around a picture
LISTED = 2  # the deepest level of headings in the contents
PAPER, INK = "#ffffff", "#000000"  # words on the colour of the book
SEEN, READABLE = 1.3, 4.5  # the least contrast with its ground of a colour that is seen, and of one below white words
SMALL = 204.0  # CSS pixels: three figures of this width stand side by side on a desk
NARROW = 260.0  # CSS pixels: two figures of this width stand side by side in the measure of the text
Line: TypeAlias = str | ElementTree.Element  # a line of the file
ALIGN: dict[Align, str] = {"left": "", "middle": "middle", "right": "right"}


def write_html(book: Book, theme: Theme) -> bytes:
    """A rulebook as one HTML5 file in UTF-8."""
    lines = [*_Page(book, InlinePictures(theme, MARGIN)).lines()]  # shapes have their ids when all pictures are drawn
    return "".join(f"{_serialise(line)}\n" for line in lines).encode()


@dataclass
class _Page:
    """A book on its way to HTML. `ids` are the ids given so far; `places` the words that name the target of a
    reference."""

    book: Book
    inline: InlinePictures
    ids: set[str] = field(default_factory=set)
    places: dict[str, str] = field(default_factory=dict)
    pictures: int = 0
    open_levels: tuple[int, ...] = ()  # of the latest heading and those that it is under

    def __post_init__(self) -> None:
        self.places = _name_places(self.book)

    @property
    def words(self) -> Catalogue:
        """The words of the book's language."""
        return self.book.words

    def lines(self) -> Iterator[Line]:
        """The lines of the file."""
        book = self.book
        yield "<!DOCTYPE html>"
        yield f'<html lang="{escape(book.language)}">'
        yield "<head>"
        yield '<meta charset="utf-8">'
        yield f"<title>{escape(book.title, quote=False)}</title>"
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        for name, content in (("author", book.author), ("description", book.summary)):
            if content:
                yield f'<meta name="{name}" content="{escape(content)}">'
        yield f"<style>\n{read_style()}{self._book_colours()}</style>"
        yield "</head>"
        yield "<body>"
        yield f'<a class="skip" href="#page/rules">{_text(self.words.text("skip_link"))}</a>'
        yield "<header>"
        yield from self._title_block()
        yield "</header>"
        yield from self._contents()
        yield '<main id="page/rules">'
        yield from self._blocks(book.body)
        yield "</main>" if not book.reference else '<section class="reference">'
        if book.reference:
            yield from self._blocks(book.reference)
            yield "</section>"
            yield "</main>"
        yield "<footer>"
        yield from self._blocks(book.edition_note)
        yield from (f"<p>{self._runs(runs)}</p>" for runs in book.imprint)
        yield "</footer>"
        yield "</body>"
        yield "</html>"

    def _book_colours(self) -> str:
        """The rules with the colour of the book and that of words on it: its own colour, or that of the first player
        whose pieces are seen on white. Where it is not seen on dark screens, lines above chapters have another there.
        """
        colours = [tone_colour(self.inline.theme, tone) for tone in (self.book.colour, *self.book.tones) if tone]
        colour = next((colour for colour in colours if compute_contrast(PAPER, colour) >= SEEN), "")
        words = PAPER if colour and compute_contrast(PAPER, colour) >= READABLE else INK
        if not colour:
            return ""
        rule = f":root {{ --book: {colour}; --on-book: {words}; }}\n"
        if compute_contrast(_read_dark_ground(), colour) < SEEN:
            rule += "@media (prefers-color-scheme: dark) { :root { --chapter: var(--quiet); } }\n"
        return rule

    def _title_block(self) -> Iterator[Line]:
        """Title, designer, picture, summary, players and version."""
        book = self.book
        yield f"<h1>{_text(book.title)}</h1>"
        yield f'<p class="byline">{_text(book.byline)}</p>'
        if cover := book.whole_cover or book.with_cover.cover:
            yield from self._picture(cover, COVER, book.cover_alt or book.title)
        if book.summary:
            yield f'<p class="summary">{_text(book.summary)}</p>'
        yield f'<p class="facts">{_text(book.facts)}</p>'

    def _contents(self) -> Iterator[str]:
        """The chapters and their sections, each a link."""
        headings = [heading for heading in self.book.headings if heading.level <= LISTED]
        if not headings:
            return
        yield '<nav aria-labelledby="page/contents">'
        yield f'<h2 id="page/contents">{_text(self.book.contents)}</h2>'
        yield "<ol>"
        chapters: list[list[Heading]] = []
        for heading in headings:
            if heading.level == 1 or not chapters:
                chapters.append([])
            chapters[-1].append(heading)
        for chapter, *sections in chapters:
            yield f"<li>{self._contents_link(chapter)}"
            if sections:
                yield "<ol>"
                yield from (f"<li>{self._contents_link(section)}</li>" for section in sections)
                yield "</ol>"
            yield "</li>"
        yield "</ol>"
        yield "</nav>"

    def _contents_link(self, heading: Heading) -> str:
        return f'<a href="#{_id(heading.anchor)}">{_text(plain_text(heading.text))}</a>'

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[Line]:
        """The lines of blocks."""
        for block in blocks:
            if isinstance(block, Heading):
                rank = self._rank_heading(block.level)
                yield f"<h{rank}{self._new_id(block.anchor)}>{self._runs(block.text)}</h{rank}>"
            elif isinstance(block, Paragraph):
                yield f"<p{self._new_id(block.anchor)}>{self._runs(block.text)}</p>"
            elif isinstance(block, Listing):
                yield from self._listing(block)
            elif isinstance(block, TextTable):
                yield from self._table(block)
            elif isinstance(block, NoteBox):
                yield '<div class="note">'
                yield from self._blocks(block.blocks)
                yield "</div>"
            elif isinstance(block, BookFigure):
                yield from self._figure(block)
            elif isinstance(block, FigureRow):
                drawings = ((figure.narrow or figure.drawing, _figure_scale(figure)) for figure in block.figures)
                widest = max((drawing.size()[0] + 2 * MARGIN) * scale for drawing, scale in drawings)
                kind = " wide" if widest > NARROW else " small" if widest <= SMALL and len(block.figures) > 2 else ""
                yield f'<div class="figures{kind}">'
                for figure in block.figures:
                    yield from self._figure(figure)
                yield "</div>"
                yield from self._key(block.key)
            elif isinstance(block, IndexBlock):
                yield '<ul class="index">'
                for entry, anchor in block.entries:
                    yield f'<li><a href="#{_id(anchor)}">{_text(entry)}</a></li>'
                yield "</ul>"
            else:
                assert isinstance(block, PageBreak)  # a page break means nothing on a screen

    def _rank_heading(self, level: int) -> int:
        """The number of the HTML element for the next heading. None is left out between a heading and the one that it
        is under, so that a question right under its chapter is an h3."""
        self.open_levels = (*(above for above in self.open_levels if above < level), level)
        return 1 + len(self.open_levels)

    def _listing(self, block: Listing) -> Iterator[Line]:
        """A list; each item has its blocks."""
        tag = "ul" if block.first is None else "ol"
        start = f' start="{block.first}"' if block.first not in (None, 1) else ""
        yield f"<{tag}{start}>"
        for item in block.items:
            yield "<li>"
            yield from self._blocks(item)
            yield "</li>"
        yield f"</{tag}>"

    def _table(self, block: TextTable) -> Iterator[Line]:
        """A table. The first words of a row are its head; a picture has the same words as its title."""
        classes = [f' class="{name}"' if (name := ALIGN[align]) else "" for align in block.align]
        yield '<div class="table"><table>'
        if any(plain_text(cell).strip() for cell in block.head):
            yield "<thead><tr>"
            for cell, style in zip(block.head, classes, strict=True):
                has_words = plain_text(cell).strip()
                yield f'<th scope="col"{style}>{self._runs(cell)}</th>' if has_words else f"<td{style}></td>"
            yield "</tr></thead>"
        yield "<tbody>"
        for row in block.rows:
            yield "<tr>"
            yield from self._cells(row, classes)
            yield "</tr>"
        yield "</tbody>"
        yield "</table></div>"

    def _cells(self, row: Sequence[TextRuns | Drawing], classes: Sequence[str]) -> Iterator[Line]:
        head = next((n for n, cell in enumerate(row) if not isinstance(cell, Drawing)), -1)
        words = row[head] if head >= 0 else ()
        name = "" if isinstance(words, Drawing) else plain_text(words).partition("\n")[0].strip()
        for number, (cell, style) in enumerate(zip(row, classes, strict=True)):
            if isinstance(cell, Drawing):
                yield f"<td{style}>"
                yield from self._picture(cell, THING, name)
                yield "</td>"
            elif number == head and name:
                yield f'<th scope="row"{style}>{self._runs(cell)}</th>'
            else:
                yield f"<td{style}>{self._runs(cell)}</td>"

    def _figure(self, block: BookFigure) -> Iterator[Line]:
        """A figure with its caption and claims, and under it the text that says all that it shows."""
        caption = plain_text(block.caption)
        # The claims of an example are sentences; its whole position is long, and is in the text under the figure.
        claims = "; ".join(plain_text(claim).rstrip(".") for claim in (*block.silent_claims, *block.claims))
        description = f"{claims}." if claims else block.alt
        yield f'<div class="plate"><figure{self._new_id(block.anchor)}>'
        yield from self._picture(block.narrow or block.drawing, _figure_scale(block), caption, description)
        yield "<figcaption>"
        yield f"<p>{self._runs(block.caption)}</p>"
        if block.claims:
            yield '<ul class="claims">'
            yield from (f"<li><p>{self._runs(claim)}</p></li>" for claim in block.claims)
            yield "</ul>"
        yield from self._key(block.key)
        yield "</figcaption></figure>"
        if block.alt:
            yield f"<details><summary>{_text(self.words.text('in_words'))}</summary>"
            yield f"<p>{_text(block.alt)}</p></details>"
        yield "</div>"

    def _key(self, entries: Sequence[KeyEntry]) -> Iterator[Line]:
        """Marks with their meanings; nothing without any."""
        if not entries:
            return
        yield '<ul class="key">'
        for entry in entries:
            yield "<li>"
            yield from self._picture(entry.mark, MARK_IN_KEY, "")
            yield f"<p>{_text(entry.words)}</p></li>"
        yield "</ul>"

    def _picture(self, drawing: Drawing, scale: float, title: str, description: str = "") -> Iterator[Line]:
        """A drawing as inline SVG, `scale` CSS pixels a mm, with its title and description; one without these is
        passed over by screen readers."""
        self.pictures += 1
        (width, height), elements = self.inline.draw(drawing)
        names = {"title": title, "desc": description}
        ids = {tag: f"picture.{self.pictures}.{tag}" for tag, text in names.items() if text}
        attributes = {
            "viewBox": f"0 0 {format_number(width)} {format_number(height)}", "width": format_number(width * scale, 1),
            "height": format_number(height * scale, 1),
        }
        attributes |= {"role": "img", "aria-labelledby": " ".join(ids.values())} if ids else {"aria-hidden": "true"}
        yield "<svg {}>".format(" ".join(f'{name}="{escape(value)}"' for name, value in attributes.items()))
        for tag, id in ids.items():
            yield f'<{tag} id="{id}">{_text(names[tag])}</{tag}>'
        yield from elements
        yield "</svg>"

    def _runs(self, runs: Sequence[TextRun]) -> str:
        """Words with their styles and links."""
        visible: list[TextRun] = []
        for number, run in enumerate(runs):
            text = self._visible_text(run, runs[:number])
            words = text.lstrip(" ") if run.see else text
            if gap := text[:len(text) - len(words)]:
                visible.append(TextRun(gap))  # a link does not begin with a space
            visible += [TextRun(words, run.bold, run.italic, run.notation, run.link)] if words else []
        parts = []
        for link, group in groupby(visible, lambda run: run.link):
            words = "".join(_mark_up(run) for run in group)
            target = f"#{_id(link[1:])}" if link.startswith("#") else link
            parts.append(f'<a href="{escape(target)}">{words}</a>' if link else words)
        return "".join(parts)

    def _visible_text(self, run: TextRun, before: Sequence[TextRun]) -> str:
        """The words of a run. One that refers to pages says nothing after words that lead there already; alone, it
        names the place."""
        if not run.see:
            return run.text
        if any(earlier.link == run.link for earlier in before):
            return ""
        place = self.places.get(run.see[0], "")
        return run.text.format(page=place) if place else ""

    def _new_id(self, anchor: str) -> str:
        """The attribute for an anchor; empty where there is none, or where an earlier element has it."""
        if not anchor or anchor in self.ids:
            return ""
        self.ids.add(anchor)
        return f' id="{escape(_id(anchor))}"'


def _serialise(line: Line) -> str:
    """A line of the file; elements of pictures are lines of their own."""
    return line if isinstance(line, str) else ElementTree.tostring(line, encoding="unicode")


def _figure_scale(figure: BookFigure) -> float:
    """The CSS pixels a mm at which a figure is shown."""
    cell = figure.cell or figure.comic_cell
    return CELL / cell if cell else WORDS


def _name_places(book: Book) -> dict[str, str]:
    """For each anchor the words that name it: the number of a figure, else the heading that it is under."""
    places: dict[str, str] = {}
    heading, figures = "", 0
    for block in walk_blocks((*book.body, *book.edition_note)):
        if isinstance(block, Heading):
            heading = plain_text(block.text)
        if isinstance(block, BookFigure):
            figures += 1
            places.setdefault(block.anchor, book.words.text("figure", number=figures))
        elif isinstance(block, Heading | Paragraph):
            places.setdefault(block.anchor, heading)
    return places


def _mark_up(run: TextRun) -> str:
    """The words of a run in the elements of its styles."""
    words = _text(run.text)
    if run.notation:  # a move stays on one line, a list of moves need not
        words = words.replace(" ", " <wbr>")
    for tag, is_on in (("code", run.notation), ("em", run.italic), ("strong", run.bold)):
        words = f"<{tag}>{words}</{tag}>" if is_on else words
    return words


def _text(text: str) -> str:
    """A text as HTML; its line breaks stay."""
    return escape(text, quote=False).replace("\n", "<br>")


def _id(anchor: str) -> str:
    """An anchor as an id, which has no spaces."""
    return re.sub(r"\s", "-", anchor)


def read_style() -> str:
    """The style sheet of the page."""
    return (files("fabgen") / "book" / "rulebook.css").read_text("utf-8")


def _read_dark_ground() -> str:
    """The ground of the page on dark screens, from the style sheet: `#15191d`."""
    ground = re.search(r"prefers-color-scheme: dark.*?--ground: (#[0-9a-f]{6})", read_style(), re.DOTALL)
    assert ground, "the style sheet has a ground for dark screens"
    return ground[1]

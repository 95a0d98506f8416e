"""The rulebook as a web page: its structure, what it escapes, its language and links; for every built-in game."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

import pytest
from book.one_book import book

from fabgen.artwork.drawing import Role, draw, draw_text
from fabgen.artwork.path import Line, Path, rectangle, translation
from fabgen.artwork.text import text_width
from fabgen.artwork.themes import load_theme
from fabgen.book.rulebook_html import read_style, write_html
from fabgen.core.languages import load_words
from fabgen.core.units import format_number
from fabgen.figures.rulebook.game_rulebook import read_game_rulebook
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec
from fabgen.typeset.blocks import (
    Block,
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
    TextTable,
    plain_text,
    walk_blocks,
)

SQUARE = draw(Role.GRID, rectangle(0, 0, 40, 20))


def words(text: str, **style: Any) -> tuple[TextRun, ...]:
    return (TextRun(text, **style),)


def page_of(*body: Block, **changes: Any) -> str:
    return write_html(book(*body, **changes), load_theme("colour")).decode()


def test_a_key_of_marks_is_a_list_below_its_figures_and_read_once() -> None:
    figure, key = BookFigure(SQUARE, words("Man")), (KeyEntry(SQUARE, "may move <here>"),)
    for block in (FigureRow((figure, figure), key), replace(figure, key=key)):
        page = page_of(block)
        (listed,) = re.findall(r'<ul class="key">.*?</ul>', page, re.DOTALL)
        assert page.count("may move &lt;here&gt;") == 1
        assert listed.count("<li>") == listed.count('aria-hidden="true"') == 1
        assert page.index("Man") < page.index(listed)
    assert 'class="key"' not in page_of(figure)


@pytest.mark.parametrize(("colour", "tones", "expected"), [
    ("yellow", ("green",), ("#f0e442", "#000000")),  # Okabe and Ito's yellow has 1.3:1 with white
    ("", ("white", "blue"), ("#0072b2", "#ffffff")),  # their blue has 5.2:1; a white piece is not seen on white
])
def test_the_title_stands_on_the_colour_of_the_book(
        colour: str, tones: tuple[str, ...], expected: tuple[str, str]) -> None:
    page = page_of(Paragraph(words("Words.")), colour=colour, tones=tones)
    book_colour, words_colour = expected
    assert f":root {{ --book: {book_colour}; --on-book: {words_colour}; }}" in page.lower()


def test_lines_above_chapters_are_seen_on_dark_screens() -> None:
    """A black of #2b2b2b has 1.25:1 with the dark ground #15191d, blue 3.4:1."""
    is_replaced = {colour: ":root { --chapter: var(--quiet); }" in page_of(Paragraph(words("Words.")), colour=colour)
                   for colour in ("black", "blue")}
    assert is_replaced == {"black": True, "blue": False}
    assert "--ground: #15191d;" in read_style().partition("prefers-color-scheme: dark")[2]


class Outline(HTMLParser):
    """What a page holds: its start tags with their attributes, and the words of each element by its tag."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.words: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in ("meta", "br", "wbr"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append((self.open[-1] if self.open else "", data))

    def of(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.tags if name == tag]

    def text(self, tag: str) -> str:
        return "".join(data for name, data in self.words if name == tag)


def check_structure(page: str) -> Outline:
    """What holds of every page."""
    assert page.startswith("<!DOCTYPE html>\n<html lang=")
    outline = Outline(page)
    ids = [attributes["id"] for _, attributes in outline.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert not any(re.search(r"\s", id) for id in ids)
    levels = [int(tag[1]) for tag, _ in outline.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))
    for attributes in outline.of("a"):
        assert attributes["href"][1:] in ids or attributes["href"].startswith("https://")
    for attributes in outline.of("svg"):
        if attributes.get("aria-hidden") == "true":  # a mark in a key, whose words stand beside it
            continue
        assert attributes["role"] == "img"
        assert {*attributes["aria-labelledby"].split()} <= {*ids}
        assert attributes["aria-labelledby"]
    assert len(outline.of("figcaption")) == len(outline.of("figure"))
    assert [tag for tag, _ in outline.tags if tag in ("main", "nav", "header", "footer")] in (
        ["header", "nav", "main", "footer"], ["header", "main", "footer"])
    assert not {"script", "img", "link", "iframe", "object"} & {tag for tag, _ in outline.tags}
    assert {*outline.of("a")[0].items()} == {("class", "skip"), ("href", "#page/rules")}
    return outline


@cache
def page_of_game(game: str) -> str:
    return write_html(read_game_rulebook(load_spec(game)), load_theme("colour")).decode()


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(template_folders()))
def test_the_page_of_a_game(game: str) -> None:
    outline, content = check_structure(page_of_game(game)), read_game_rulebook(load_spec(game))
    addresses = {attributes["href"] for attributes in outline.of("a") if "://" in attributes["href"]}
    runs = [run for block in walk_blocks(content.body) if isinstance(block, Paragraph) for run in block.text]
    assert addresses <= {run.link for run in runs}
    # Without titles of pictures, and texts for those who cannot see them, the words are those of the book.
    figures = [block for block in walk_blocks((*content.body, *content.reference)) if isinstance(block, BookFigure)]
    assert len(outline.of("figure")) == len(figures)
    headings = [plain_text(heading.text) for heading in content.headings if heading.level == 1]
    assert all(heading in outline.text("h2") for heading in headings)
    assert page_of_game(game) == write_html(content, load_theme("colour")).decode()  # same input, same bytes


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(template_folders()))
def test_the_page_of_a_game_is_html5(game: str) -> None:
    html5lib = pytest.importorskip("html5lib")
    parser = html5lib.HTMLParser(strict=True)  # raises for the first mistake
    assert parser.parse(page_of_game(game)) is not None
    assert parser.errors == []


NASTY = """<b> & "x" 'y' </style>"""
ESCAPED = "&lt;b&gt; &amp; \"x\" 'y' &lt;/style&gt;"


def test_words_are_escaped() -> None:
    figure = BookFigure(SQUARE, words(NASTY), (words(NASTY),), alt=NASTY, anchor="figure/board")
    page = page_of(Heading(1, words(NASTY), "one"), Paragraph(words(NASTY)), figure,
                   TextTable((words(NASTY),), ((words(NASTY),),), ("left",)), title=NASTY, author=NASTY, summary=NASTY,
                   byline=NASTY, facts=NASTY, imprint=(words(NASTY),))
    outline = check_structure(page)
    assert page.count(ESCAPED) >= 14
    assert outline.text("title").count(NASTY) == 3  # of the page, the picture under its title, and the figure
    metas = {meta.get("name"): meta.get("content") for meta in outline.of("meta")}
    assert (metas["author"], metas["description"]) == (NASTY, NASTY)
    assert outline.text("h2") == f"Contents{NASTY}"
    assert outline.of("b") == []


def test_addresses_are_escaped() -> None:
    address = "https://example.org/?a=1&b=\"2\"<3>"
    page = page_of(Paragraph(words("there", link=address)))
    assert 'href="https://example.org/?a=1&amp;b=&quot;2&quot;&lt;3&gt;"' in page
    assert check_structure(page).of("a")[-1]["href"] == address


def test_styles_breaks_and_moves() -> None:
    runs = (TextRun("a", bold=True), TextRun("b\nc", italic=True), TextRun("c3-d4, e5", notation=True))
    assert "<p><strong>a</strong><em>b<br>c</em><code>c3-d4, <wbr>e5</code></p>" in page_of(Paragraph(runs))


def test_levels_of_headings_leave_none_out() -> None:
    levels = (1, 3, 3, 2, 3, 1)
    page = page_of(*(Heading(level, words("x"), f"a{n}") for n, level in enumerate(levels)))
    tags = [tag for tag, _ in check_structure(page).tags if re.fullmatch(r"h\d", tag)]
    assert tags == ["h1", "h2", "h2", "h3", "h3", "h3", "h4", "h2"]  # the title, the contents, the headings


def test_lists_notes_and_tables() -> None:
    numbered = Listing(((Paragraph(words("x")),), (Paragraph(words("y")),)), first=3)
    table = TextTable((words(""), words("Name"), words("All")), ((SQUARE, words("Board\n6 cells"), words("1")),),
                      ("middle", "left", "right"))
    page = page_of(numbered, NoteBox((Paragraph(words("z")),)), PageBreak(), table)
    outline = check_structure(page)
    assert '<ol start="3">\n<li>\n<p>x</p>\n</li>\n<li>\n<p>y</p>\n</li>\n</ol>' in page
    assert '<div class="note">\n<p>z</p>\n</div>' in page
    assert [attributes["scope"] for attributes in outline.of("th")] == ["col", "col", "row"]
    assert '<th scope="row">Board<br>6 cells</th>\n<td class="right">1</td>' in page
    assert outline.text("title") == "GambitGambitBoard"  # the page, the picture under its title, that of the board


def test_a_figure_is_told_in_words_and_has_the_scale_of_all() -> None:
    example = BookFigure(SQUARE, words("1. A move."), (words("Played: a1-b2"), words("White wins.")), alt="Long words.",
                         anchor="figure/a", cell=10.0)
    moves = BookFigure(SQUARE, words("2. Steps."), alt="Moves one step.", anchor="figure/b", cell=5.0)
    outline = check_structure(page_of(FigureRow((example, moves))))
    assert outline.text("desc") == "Played: a1-b2; White wins.Moves one step."
    assert outline.text("summary") == "The figure in words" * 2
    # 40 mm and a margin of 2 mm on both sides, with cells of 36 pixels: 44 x 3.6 and 44 x 7.2.
    assert [svg["width"] for svg in outline.of("svg")[1:]] == ["158.4", "316.8"]
    assert [figure["id"] for figure in outline.of("figure")] == ["figure/a", "figure/b"]


def test_a_shape_that_is_on_the_page_is_used_again() -> None:
    triangle = Path((0, 0), (Line((10, 0)), Line((0, 5))), closed=True)
    first = draw(Role.GRID, triangle, triangle.transformed(translation(20, 0)))
    drawing = first + draw(Role.GRID, triangle.transformed(translation(20, 10))) + first.moved(1.5, 4)
    page = page_of(BookFigure(drawing, words("1. A."), alt="x", anchor="a"),
                   BookFigure(drawing + draw(Role.MOVE, triangle), words("2. B."), alt="y", anchor="b"), cover=None)
    outline = check_structure(page)
    paths = [path["d"] for path in outline.of("path")]
    assert sum(path.startswith("M 2 17 L 12 17 L 2 12 Z M 22 17") for path in paths) == 1  # y down, 2 mm of margin
    # In the first figure one shape is used 1.5 mm to the right and 4 mm up, in the second each of them at its place.
    assert [(use["href"], use.get("x"), use.get("y")) for use in outline.of("use")] == [
        ("#shape.1", "1.5", "-4"), ("#shape.1", None, None), ("#shape.2", None, None), ("#shape.1", "1.5", "-4")]
    assert {use["href"][1:] for use in outline.of("use")} == {path["id"] for path in outline.of("path") if "id" in path}


def test_words_of_a_picture_are_text_with_the_width_of_their_own_font() -> None:
    drawing = SQUARE + draw_text(Role.LABEL, "a < b", (10, 4), 2.0, bold=True, angle=90)
    outline = check_structure(page_of(BookFigure(drawing, words("1. A."), alt="x", anchor="a"), cover=None))
    [text] = outline.of("text")
    assert (text["x"], text["y"], text["text-anchor"], text["font-weight"]) == ("12", "18", "middle", "bold")
    assert text["transform"] == "rotate(-90 12 18)"
    # The parser writes names in small letters.
    assert text["textlength"] == format_number(text_width("a < b", 2.0, bold=True))
    assert outline.text("text") == "a < b"


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(template_folders()))
def test_the_page_of_a_game_is_light(game: str) -> None:
    """The largest, Chess Battle with 31 figures, has 542 kB, most of it its pieces, some of it in two scenes."""
    assert len(page_of_game(game).encode()) < 560_000


def test_pages_become_links_to_places() -> None:
    figure = BookFigure(SQUARE, words("1. A move."), alt="x", anchor="figure/a")
    page = page_of(
        Heading(1, words("One"), "one"), Paragraph(words("Term."), anchor="term/1"), figure,
        Paragraph((TextRun("figure 1", link="#figure/a"), TextRun(", {page}", link="#figure/a", see=("figure/a",)))),
        Paragraph((TextRun("Yes."), TextRun(" ({page})", link="#term/1", see=("term/1",)))),
        Paragraph((TextRun("No."), TextRun(" ({page})", link="#figure/a", see=("figure/a",)))),
        IndexBlock((("term", "term/1"),)),
    )
    check_structure(page)
    assert '<p><a href="#figure/a">figure 1</a></p>' in page
    assert '<p>Yes. <a href="#term/1">(One)</a></p>' in page
    assert '<p>No. <a href="#figure/a">(figure 1)</a></p>' in page
    assert '<li><a href="#term/1">term</a></li>' in page


def test_an_anchor_that_is_there_twice_has_one_id() -> None:
    figure = BookFigure(SQUARE, words("A move."), alt="x", anchor="figure/a")
    assert page_of(figure, reference=(Heading(1, words("Ref"), "ref"), figure)).count('id="figure/a"') == 1


def test_another_language() -> None:
    catalogue = load_words()
    changed = type(catalogue)("pl", {**catalogue.entries, "skip_link": "Do zasad", "in_words": "Słowami"}, "pl")
    page = page_of(BookFigure(SQUARE, words("Ruch."), alt="Ruch."), language="pl", words=changed, contents="Spis")
    outline = check_structure(page)
    assert outline.of("html") == [{"lang": "pl"}]
    assert outline.text("a") == "Do zasad"
    assert outline.text("summary") == "Słowami"


def test_a_book_without_headings_and_cover() -> None:
    outline = check_structure(page_of(Paragraph(words("Play.")), cover=None, summary=""))
    assert outline.of("nav") == outline.of("svg") == []


def test_the_style_loads_and_hides_nothing() -> None:
    style = read_style()
    assert not re.search(r"url|@import|//|content:|display:\s*none|<", style)
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style

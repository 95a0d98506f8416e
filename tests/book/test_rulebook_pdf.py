"""Book → PDF, read back with pdfplumber and pikepdf: pages, words, links, bookmarks, fonts, sizes."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import Any

import pdfplumber
import pikepdf
import pytest

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.path import rectangle
from fabgen.artwork.themes import load_theme
from fabgen.book.body_blocks import table_groups
from fabgen.book.book_format import A5, FORMATS, HALF_LETTER, LARGE_A4, LARGE_LETTER, SQUARE, BookFormat
from fabgen.book.book_theme import built_in_theme
from fabgen.book.figure_sizes import GUTTER, ground_reach
from fabgen.book.layout_sizes import largest_layout
from fabgen.book.reference_pages import plan_reference, reference_fits, reference_projects
from fabgen.book.rulebook_pdf import PAGES, check_reference, write_book, write_project
from fabgen.book.rulebook_typst import SMALLEST_REFERENCE, RulebookProject
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError
from fabgen.figures.rulebook.rulebook import find_edition_note
from fabgen.spec.build_options import BOOK_THEMES
from fabgen.typeset.blocks import (
    Block,
    Book,
    BookFigure,
    FigureRow,
    Heading,
    IndexBlock,
    Listing,
    NoteBox,
    PageBreak,
    Paragraph,
    TextRun,
    TextRuns,
    TextTable,
    plain_text,
)
from fabgen.typeset.typst_process import Files, TypstProcess

MM = 72 / 25.4
FILLER = "The quick brown fox jumps over the lazy dog while the band plays on and nobody counts the cards. "


def words(text: str, **style: Any) -> TextRuns:
    return (TextRun(text, **style),)


def square(side: float) -> Drawing:
    return draw(Role.GRID, rectangle(0, 0, side, side))


def book(*body: Block, reference: tuple[Block, ...] = (), **changes: Any) -> Book:
    made = Book("Gambit", "A game by Ada", "Summary.", "2 players", "Ada", "Contents", "en-GB", square(60),
                (words("Design by Ada."),), body, reference)
    return replace(made, **changes)


def chapters() -> list[Block]:
    """Ten chapters of a page or so, each with a section, each linking to the next."""
    blocks: list[Block] = []
    for n in range(10):
        link = TextRun("next", link=f"#c{(n + 1) % 10}")
        blocks += [Heading(1, words(f"Chapter {n}"), f"c{n}"), Paragraph((*words(FILLER * 14), link)),
                   Heading(2, words(f"Section {n}"), f"s{n}"), Paragraph(words(FILLER * 24)),
                   BookFigure(square(30), words(f"Caption {n}."), (words(f"Claim {n}."),))]
    return blocks


@cache
def data() -> bytes:
    last = (Heading(1, words("Quick reference"), "quick-reference"), Paragraph(words("Win.")))
    return write_book(book(*chapters(), reference=last), load_theme("colour"))


def is_level(thing: dict[str, Any]) -> bool:
    """Whether something on a page is no letter of the tab at its edge, which are turned."""
    return "matrix" not in thing or abs(thing["matrix"][1]) < 0.01


def texts(pdf: bytes) -> list[str]:
    """The words of pages, without the tabs at their edges; headings of chapters are in capitals."""
    with pdfplumber.open(io.BytesIO(pdf)) as made:
        return [page.filter(is_level).extract_text() for page in made.pages]


def tabs(pdf: bytes) -> list[str]:
    """The chapters that the tabs at the edges of pages name."""
    with pdfplumber.open(io.BytesIO(pdf)) as made:
        turned = [[char for char in page.chars if not is_level(char)] for page in made.pages]
    # On odd pages the words run down, on even ones up.
    return ["".join(char["text"] for char in sorted(chars, key=lambda c: c["top"] * (1 if number % 2 else -1)))
            .replace("\N{NO-BREAK SPACE}", " ") for number, chars in enumerate(turned, 1)]


def made(*body: Block, **changes: Any) -> list[str]:
    return texts(write_book(book(*body, **changes), load_theme("colour")))


def flat(pages: list[str]) -> str:
    return re.sub(r"\s+", " ", " ".join(pages))


def page_of(pdf: pikepdf.Pdf, target: Any) -> int:
    """The page number of a named or direct destination."""
    if isinstance(target, pikepdf.Name | pikepdf.String):
        target = pikepdf.NameTree(pdf.Root.Names.Dests)[str(target)]
    target = target.D if isinstance(target, pikepdf.Dictionary) else target
    return next(n for n, page in enumerate(pdf.pages, 1) if page.obj.objgen == target[0].objgen)


def heading_pages(pages: list[str]) -> dict[str, int]:
    """Where each chapter and section stands, by its text on a line of its own."""
    return {line.capitalize(): n for n, text in enumerate(pages, 1) for line in text.splitlines()
            if re.fullmatch(r"(CHAPTER|Section) \d|QUICK REFERENCE", line)}


@pytest.mark.slow
def test_contents_name_the_pages_of_headings() -> None:
    pages = texts(data())
    told = {m[1]: int(m[2]) for m in re.finditer(r"^((?:Chapter|Section) \d) (\d+)$", pages[1], re.M)}
    assert len(told) == 20
    assert told == {text: page for text, page in heading_pages(pages).items() if text != "Quick reference"}
    assert told["Chapter 9"] > 8


@pytest.mark.slow
def test_the_back_cover_has_no_number() -> None:
    assert "Quick reference back cover" in texts(data())[1].splitlines()
    last = (Heading(1, words("Quick reference"), "quick-reference"), Paragraph(words("Win.")))
    pages = texts(write_book(book(*chapters(), reference=last), load_theme("colour"), LARGE_A4))
    assert f"Quick reference {len(pages)}" in pages[1].splitlines()
    assert pages[-1].splitlines()[-1] == str(len(pages))


@pytest.mark.slow
def test_bookmarks_are_the_headings() -> None:
    """A number stays in one line with the word before it, in headings too."""
    def plain(title: str) -> str:
        return title.replace("\N{NO-BREAK SPACE}", " ")

    with pikepdf.open(io.BytesIO(data())) as pdf, pdf.open_outline() as outline:
        tops = [plain(item.title) for item in outline.root]
        nested = {plain(item.title): [plain(child.title) for child in item.children] for item in outline.root}
        assert tops == [*(f"Chapter {n}" for n in range(10)), "Quick reference"]
        assert nested["Chapter 3"] == ["Section 3"]
        where = heading_pages(texts(data()))
        assert all(page_of(pdf, item.destination) == where[plain(item.title)] for item in outline.root)


@pytest.mark.slow
def test_every_link_leads_to_the_page_of_its_heading() -> None:
    where = heading_pages(texts(data()))
    with pikepdf.open(io.BytesIO(data())) as pdf:
        links = [(n, a) for n, page in enumerate(pdf.pages, 1) for a in page.get("/Annots", []) if a.Subtype == "/Link"]
        in_body = [page_of(pdf, a.Dest) for n, a in links if n > 2]
        assert sum(n == 2 for n, _ in links) == 21  # each line of the contents
        assert in_body == [where[f"Chapter {(n + 1) % 10}"] for n in range(10)]


@pytest.mark.slow
def test_the_reference_is_alone_on_the_last_page() -> None:
    """The imprint is at the foot of the contents; what ends the page names the game."""
    pages = texts(data())
    assert pages[-1].split("\n")[:2] == ["QUICK REFERENCE", "Win."]
    assert all("A game by Ada" in line or line.isupper() for line in pages[-1].split("\n")[2:])
    assert pages[1].split("\n")[-2:] == ["Design by Ada.", "2"]


@pytest.mark.slow
def test_running_feet_carry_number_and_chapter() -> None:
    pages, named = texts(data()), tabs(data())
    assert (pages[2].splitlines()[-1], named[2]) == ("3", "Chapter 0")
    assert pages[3].splitlines()[-1] == "4"
    assert named[3].startswith("Chapter ")
    assert named[0] == named[-1] == ""
    assert not re.search(r"\d", pages[0].replace("2 players", ""))


def test_the_foot_names_the_first_chapter_that_begins_on_its_page() -> None:
    """The second page goes on with the first chapter before the second begins; the third goes on with that."""
    one, two, three, four = (Heading(1, words(f"Chapter {n}"), f"c{n}") for n in (1, 2, 3, 4))
    little, below = Paragraph(words("Little.")), Heading(2, words("Below"), "b")
    content = book(one, little, PageBreak(), little, below, little, two, little, PageBreak(), little, PageBreak(),
                   three, little, four, little)
    assert tabs(write_book(content, load_theme("colour")))[1:] == ["Chapter 1", "Chapter 2", "Chapter 2", "Chapter 3"]


def test_a_page_on_which_a_chapter_goes_on_names_the_game_and_the_chapter_in_its_margin() -> None:
    """Within 10 mm of the upper edge: words begin 13 mm below that. The title of the game is there and only there: the
    band of a chapter that opens a page has no other words than its title, in its middle."""
    one, two, three = (Heading(1, words(f"Chapter {n}"), f"c{n}") for n in (1, 2, 3))
    little = Paragraph(words("Little."))
    content = book(one, little, PageBreak(), little, two, little, PageBreak(), three, little)
    with pdfplumber.open(io.BytesIO(write_book(content, load_theme("colour")))) as opened:
        heads = [page.crop((0, 0, page.width, 10 * MM)).extract_text() for page in opened.pages[1:]]
    assert [re.sub(r"\s+", " ", head) for head in heads] == ["CHAPTER 1", "Gambit · Chapter 2", "CHAPTER 3"]


def test_in_columns_the_top_of_the_first_is_the_top_of_the_page() -> None:
    """The second chapter begins at the top of the second column, as high as the first one."""
    one, two = (Heading(1, words(f"Chapter {n}"), f"c{n}") for n in (1, 2))
    little = Paragraph(words("Little."))
    pdf = write_book(book(one, *[little] * 38, two, little), load_theme("colour"), FORMATS["a4"])
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        first, second = (word for word in opened.pages[1].extract_words() if word["text"] == "CHAPTER")
    assert (first["top"], first["x0"] < second["x0"]) == (second["top"], True)
    assert tabs(pdf)[1] == "Chapter 1"


def test_references_name_a_page_only_if_it_is_not_in_sight() -> None:
    """Pages 2 and 3, 4 and 5 face each other; the body begins on page 2."""
    def to(*names: str) -> TextRun:
        return TextRun(", {page}", link=f"#{names[0]}", see=names)

    told = {"here": ("a",), " facing": ("b",), " there": ("c",), " both": ("c", "d"), " back": ("q",),
            " figure": ("figure/f",)}
    first = Paragraph(tuple(run for text, names in told.items() for run in (TextRun(text), to(*names))))
    last = Paragraph((TextRun("from here"), to("c"), TextRun(" and"), to("a"), TextRun(".")))
    shown = BookFigure(square(20), words("Shown."), anchor="figure/f")
    body = (Heading(1, words("A"), "a"), first, PageBreak(), Heading(1, words("B"), "b"), Paragraph(words("b")),
            PageBreak(), Paragraph(words("c"), "c"), PageBreak(), Paragraph(words("d"), "d"), last, PageBreak(), shown)
    pdf = write_book(book(*body, reference=(Heading(1, words("Q"), "q"),)), load_theme("colour"))
    text = flat(texts(pdf)).replace("\N{NO-BREAK SPACE}", " ")
    assert "here facing there, page 4 both, pages 4 and 5 back, back cover figure, page 6" in text
    assert "from here and, page 2." in text
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        led = [page_of(opened, a.Dest) for a in opened.pages[1].get("/Annots", [])]
    assert [*dict.fromkeys(led)] == [4, 7, 6]


@pytest.mark.slow
def test_an_index_that_would_take_a_page_of_its_own_is_left_out() -> None:
    """A cover and nineteen pages of text are long enough for an index."""
    def made_with(lines: int) -> list[str]:
        entered = IndexBlock(tuple((f"word {n}", "a") for n in range(9)))
        full = [block for _ in range(18) for block in (Paragraph(words("full")), PageBreak())]
        last = Paragraph((TextRun("\n".join(["line"] * lines)),))
        return made(Heading(1, words("A"), "a"), *full, last, Heading(1, words("Where to find it"), "index/"), entered)

    assert "word 8" in flat(made_with(3))
    assert "Where to find it" not in flat(made_with(30))


A4 = BookFormat(210, 297)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("page", "size"), [(A5, (148, 210)), (HALF_LETTER, (139.7, 215.9)), (A4, (210, 297))])
def test_pages_have_the_exact_size_and_all_words_are_inside(page: BookFormat, size: tuple[float, float]) -> None:
    """The large title of a cover stands with its ink at the margin: the blank at the side of its letters, a tenth of
    their size at most, lies beyond it. Chapter and page number are in the outer margin, 2 mm and more from the edge."""
    pdf = write_book(book(*chapters()), load_theme("colour"), page)
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        assert opened.pages
        for one in opened.pages:
            blank = 0.1 if one.page_number == 1 else 0.0
            assert (float(one.width) / MM, float(one.height) / MM) == pytest.approx(size, abs=0.005)
            chars, right = [c for c in one.chars if c["text"].strip()], page.width - page.outside
            at_left = [c for c in chars if c["x0"] / MM < page.outside - 0.2 and one.page_number > 1]
            at_right = [c for c in chars if c["x0"] / MM > right + 0.2]
            assert (bool(at_left), bool(at_right)) == (one.page_number % 2 == 0, one.page_number in range(3, 99, 2))
            assert all(c["x0"] / MM >= 2 and c["x1"] / MM <= page.width - 2 for c in at_left + at_right)
            inner = [c for c in chars if c not in at_left + at_right]
            assert min(c["x0"] + blank * c["size"] for c in inner) >= page.inside * MM - 0.5
            assert max(c["x1"] for c in inner) <= right * MM + 0.5


def test_only_embedded_fonts() -> None:
    with pikepdf.open(io.BytesIO(data())) as pdf:
        fonts = [font for page in pdf.pages for _, font in page.Resources.get("/Font", {}).items()]
        assert fonts
        for font in fonts:
            assert "SourceSansPro" in str(font.BaseFont)
            assert "/FontFile2" in font.DescendantFonts[0].FontDescriptor


@pytest.mark.slow
def test_body_and_captions_are_large_enough() -> None:
    with pdfplumber.open(io.BytesIO(data())) as opened:
        sizes = {c["text"] and round(c["size"], 2) for c in opened.pages[2].chars if is_level(c)}
        assert min(sizes) >= 9.99
        assert sizes & {10.5, 10.76, 11.02, 11.29, 11.55}  # the body, in a layout that fills its pages
        assert min(c["size"] for c in opened.pages[-1].chars) >= 9.99


def test_metadata_and_language() -> None:
    with pikepdf.open(io.BytesIO(data())) as pdf:
        assert [str(pdf.docinfo[key]) for key in ("/Title", "/Author", "/Subject")] == ["Gambit", "Ada", "Summary."]
        assert pdf.Root.Lang == "en-GB"
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
    french = write_book(book(Paragraph(words("Bonjour")), language="fr"), load_theme("colour"))
    with pikepdf.open(io.BytesIO(french)) as pdf:
        assert pdf.Root.Lang == "fr"


def test_the_same_book_gives_the_same_bytes() -> None:
    again = data.__wrapped__()
    assert again == data()
    assert b"untitled" not in again


def test_no_word_is_lost() -> None:
    table = TextTable(
        (words("Head"), words("Count")),
        ((words("Cell one"), words("1")), (words("Cell two"), words("20"))),
        ("left", "right"),
    )
    deeper = Listing(((Paragraph(words("deeper")),),))
    nested = Listing(((Paragraph(words("first")), deeper), (Paragraph(words("second")),)), 1)
    row = FigureRow(tuple(BookFigure(square(20), words(f"Row {n}."), (words(f"Holds {n}."),)) for n in range(5)))
    text = flat(
        made(
            Paragraph(
                (
                    TextRun("bold ", bold=True),
                    TextRun("slanted ", italic=True),
                    TextRun("c3 c4", notation=True),
                    TextRun("\nnext"),
                )
            ),
            nested,
            Listing(((Paragraph(words("dot")), table),)),
            NoteBox((Paragraph(words("noted")), nested)),
            table,
            row,
            PageBreak(),
            Heading(3, words("Small head"), "small"),
            BookFigure(square(20), words("Wide."), columns=4),
        )
    )
    for wanted in ["bold slanted c3 c4 next", "1 first", "• deeper", "2 second", "• dot", "noted", "Head Count",
                   "Cell one 1", "Cell two 20", "Row 0. Row 1. Row 2.", "Row 3. Row 4.", "Holds 4.", "Small head",
                   "Wide."]:
        assert wanted in text, wanted


def test_markup_characters_in_text_are_printed_as_they_are() -> None:
    nasty = '<b>&amp; "quoted" </para> <a href="x">'
    title = (nasty + " and a long title ") * 5
    code = r"#set page(width: 1mm) $x$ *a* _b_ @c ~ \\ [d] `e` // f /* g */ -- - h 1. i = j + k ... \u{41}"
    linked = Paragraph((TextRun(nasty, link="https://example.org/?a=1&b=2"),))
    lines = [Paragraph(words(line)) for line in (code, "= k", "- l", "+ m", "/ n: o", "2. p")]
    pages = made(Heading(1, words(nasty), "n"), linked, *lines, title=title)
    assert nasty in flat(pages[:1])
    assert nasty in flat(pages[1:])
    assert code in flat(pages[1:])
    assert {"= k", "- l", "+ m", "/ n: o", "2. p"} <= {*pages[1].splitlines()}


def test_words_in_styles_keep_the_signs_behind_them() -> None:
    """In Typst's code, `;` ends an expression, and `(`, `[` or `.` go on with it."""
    styles: list[dict[str, Any]] = [{"bold": True}, {"italic": True}, {"notation": True}, {"link": "https://a.org"},
                                    {"link": "#h"}, {"bold": True, "italic": True, "link": "#h"}]
    signs = ["; and", ".method", "(call)", "[list]", ": so", ", so", ".", ";", "!", "-b", "’s"]
    runs = [(TextRun("see "), TextRun("word", **style), TextRun(sign)) for style in styles for sign in signs]
    lines = [Paragraph(text) for text in runs]
    (_, *pages) = made(Heading(1, words("Head"), "h"), *lines)
    printed = [line for page in pages for line in page.splitlines() if line.startswith("see ")]
    assert printed == [f"see word{sign}" for _ in styles for sign in signs]


def test_a_long_title_wraps_inside_the_page() -> None:
    long = book(Paragraph(words("x")), title="Wm" * 100, byline="A game by " + "Wm" * 60)
    pdf = write_book(long, load_theme("colour"))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        assert max(c["x1"] for c in opened.pages[0].chars) <= (148 - 15) * MM + 0.5
        assert opened.pages[0].extract_text().replace("\n", "").casefold().count("wm") == 160


def test_italic_words_that_the_italic_face_lacks_are_upright() -> None:
    assert "Ελληνικά и слово" in flat(made(Paragraph(words("Ελληνικά и слово", italic=True))))


def outlines(page: Any) -> list[dict[str, Any]]:
    """The outlines on a page, without the grounds below figures."""
    return [shape for shape in page.rects + page.curves if shape["stroke"]]


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
@pytest.mark.parametrize("side", [5.0, 500.0])
def test_a_drawing_keeps_its_size_or_shrinks_to_the_frame(side: float, columns: int) -> None:
    figure = BookFigure(square(side), words("Caption."), columns=columns)
    pdf = write_book(book(figure, cover=None), load_theme("colour"))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        (drawn,) = outlines(opened.pages[1])
        room = (148 - 30 - 2 * 2.6 + 4) / 4 * columns - 4  # four columns, 4 mm between them, on their ground
        assert drawn["width"] / MM == pytest.approx(min(side, room), abs=0.02)
        assert "Caption." in opened.pages[1].extract_text()


def test_a_tall_drawing_leaves_room_for_its_caption() -> None:
    tall = draw(Role.GRID, rectangle(0, 0, 10, 900))
    pages = made(BookFigure(tall, words("Beside.")), BookFigure(tall, words("Below."), columns=4))
    assert ["Beside." in pages[1], "Below." in pages[2]] == [True, True]


def test_drawings_in_a_row_share_one_scale() -> None:
    row = FigureRow((BookFigure(square(100), words("a")), BookFigure(square(50), words("b"))))
    pdf = write_book(book(row, cover=None), load_theme("colour"))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        large, small = (shape["width"] for shape in outlines(opened.pages[1]))
        assert large == pytest.approx(2 * small, rel=1e-3)


@pytest.mark.sample(2)
@pytest.mark.parametrize("lines", range(20, 46, 5))
def test_a_heading_never_ends_a_page(lines: int) -> None:
    filler = Paragraph((TextRun("line\n" * (lines - 1) + "line"),))
    heads = Heading(1, words("Top"), "t"), Heading(2, words("Below"), "b")
    pages = made(filler, *heads, BookFigure(square(50), words("Seen.")))
    (page,) = [text for text in pages[1:] if "Below" in text]
    assert "TOP" in page.splitlines()
    assert "Seen." in page


@pytest.mark.slow
def test_no_widows_or_orphans() -> None:
    for lines in range(30, 38):
        text = Paragraph((TextRun("\n".join(f"row{n}" for n in range(10))),))
        pages = made(Paragraph((TextRun("line\n" * lines),)), text)
        counts = [len(re.findall(r"row\d", page)) for page in pages]
        assert sum(counts) == 10
        assert 1 not in counts


@pytest.mark.slow
def test_text_longer_than_a_page_continues_on_the_next() -> None:
    long = Paragraph(words(FILLER * 60))
    table = TextTable((words("A"), words("B")), ((words(FILLER * 60), words("end")),), ("left", "left"))
    text = flat(made(NoteBox((long,)), table, Listing(((long,),))))
    assert text.count("nobody counts") >= 170  # words that stand across a page break are not counted


def test_a_caption_longer_than_a_page_is_a_problem() -> None:
    with pytest.raises(FabgenError, match="longer than a page"):
        made(BookFigure(square(20), words(FILLER * 80)))


def numbered_reference(count: int) -> tuple[Block, ...]:
    return (Heading(1, words("Quick reference"), "q"), *(Paragraph(words(f"Rule {n}. {FILLER}")) for n in range(count)))


@pytest.mark.slow
def test_the_reference_shrinks_to_one_page() -> None:
    for count in (3, 13):
        assert len(made(Paragraph(words("x")), reference=numbered_reference(count))) == 3


def test_a_reference_has_several_pages_only_where_it_fits_none() -> None:
    """The imprint is on another page, and so takes no room from it, not even the space above."""
    fitting = {}
    for count in (16, 17, 18):
        content = book(Paragraph(words("x")), reference=numbered_reference(count))
        elsewhere = replace(largest_layout(content, A5), is_imprint_below=True)
        projects = reference_projects(content, A5, elsewhere, built_in_theme())
        fitting[count] = any(map(reference_fits, projects))
        planned = plan_reference(content, A5, built_in_theme())
        assert (planned.reference_size == 0) is fitting[count]
    assert fitting == {16: True, 17: True, 18: False}


def test_a_book_is_set_with_its_pictures_once_where_larger_references_are_too_long(monkeypatch: pytest.MonkeyPatch
                                                                                  ) -> None:
    """16 paragraphs of 30 points have no room below the title with type of 10.5 points, which larger figures have."""
    asked: list[str] = []
    evaluate = TypstProcess.evaluate

    def note_question(self: TypstProcess, files: Files, expression: str) -> object:
        asked.append(expression)
        return evaluate(self, files, expression)

    monkeypatch.setattr(TypstProcess, "evaluate", note_question)
    set_book = write_project(book(Paragraph(words("x")), reference=numbered_reference(16)), load_theme("colour"))
    assert set_book.layout.reference == SMALLEST_REFERENCE
    assert sum(PAGES in expression for expression in asked) == 1


def test_a_caption_in_the_larger_type_of_a_reference_has_two_columns_below_a_narrow_figure() -> None:
    """The figure is 48 mm wide and high then, and its caption of 120 letters takes about 7 lines of 9.6 mm in that
    width, far more than 0.8 of the height."""
    page = FORMATS["a4"]
    figure = BookFigure(square(30), words("Twelve letter " * 8 + "and more."))
    content = book(Paragraph(words("x")), reference=(Heading(1, words("Q"), "q"), figure, Paragraph(words(FILLER * 3))))
    layout = replace(largest_layout(content, page), reference=1.6)
    project = RulebookProject(content, page, layout, built_in_theme())
    (width,) = re.findall(r"#lead\(([0-9.]+)mm", project.text)
    assert float(width) == pytest.approx((page.frame[0] - 2 * ground_reach(page) - GUTTER) / 2, abs=0.1)


@pytest.mark.parametrize("theme", BOOK_THEMES)
def test_a_reference_that_fits_no_page_takes_the_last_pages_of_the_book(theme: str) -> None:
    """Two lines of 10.5 points and the space below them take 30 points: 40 paragraphs are 1200 points of pages that
    have 507 each, of which the title takes less than 60. Larger type fills these three pages better."""
    link = Paragraph((TextRun("See it on {page}.", link="#q", see=("q",)),))
    filler = Paragraph(words(FILLER * 60))  # two pages, so that the reference is not in sight
    data = write_book(book(link, filler, reference=numbered_reference(40)), load_theme("colour"),
                      look=built_in_theme(theme))
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        pages = [page.filter(is_level).extract_text() for page in pdf.pages]
        sizes = {round(word["size"], 3) for page in pdf.pages[-3:] for word in page.extract_words(extra_attrs=["size"])
                 if word["text"] == "Rule"}
    (first,) = [n for n, text in enumerate(pages, 1) if text.capitalize().startswith("Quick reference")]
    assert len(pages) == first + 2
    assert re.findall(r"Rule \d+\.", " ".join(pages[first - 1:])) == [f"Rule {n}." for n in range(40)]
    assert len(sizes) == 1
    assert 10.5 < sizes.pop() <= 14.5
    for number, text in enumerate(pages[first - 1:], first):  # numbered, unlike a reference alone on a back cover
        assert str(number) in text.splitlines()[-1]
    assert f"page {first}" in flat(pages[:first - 1])
    assert "back cover" not in flat(pages)


def test_a_reference_of_several_pages_counts_towards_a_multiple_of_four() -> None:
    """The cover, three pages of rules that may end anywhere on theirs, and a reference of two."""
    made = write_project(book(*(Paragraph(words(FILLER * 6)) for _ in range(12)), reference=numbered_reference(28)),
                         load_theme("colour"))
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        assert (len(pdf.pages), made.back_pages) == (made.pages, 2)
    assert made.layout.reference_pages == 2


def test_a_caption_in_the_reference_that_is_longer_than_a_page_is_a_problem() -> None:
    reference = (*numbered_reference(1), BookFigure(square(20), words(FILLER * 80)))
    with pytest.raises(FabgenError, match="longer than a page"):
        check_reference(reference, load_words())


@pytest.mark.parametrize("theme", BOOK_THEMES)
def test_headings_in_the_reference_are_seen_on_its_card(theme: str) -> None:
    reference = (Heading(1, words("Quick reference"), "q"), Paragraph(words("Win.")), Heading(2, words("Trade"), "t"),
                 Paragraph(words("Sell.")), Heading(3, words("Prices"), "p"), Paragraph(words("One.")))
    data = write_book(book(Paragraph(words("x")), reference=reference), load_theme("colour"),
                      look=built_in_theme(theme))
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        found = pdf.pages[-1].extract_words(extra_attrs=["size", "non_stroking_color"])
    seen = {word["text"].capitalize(): word for word in found}
    title, trade, prices, text = (seen[word] for word in ("Quick", "Trade", "Prices", "Sell."))
    assert title["size"] > trade["size"] >= prices["size"] >= text["size"]
    for word in (trade, prices):  # dark enough for the white card under them
        assert max(word["non_stroking_color"]) < 0.75, word


@pytest.mark.slow
def test_the_reference_runs_on_in_large_print() -> None:
    reference = (Heading(1, words("Quick reference"), "q"), *(Paragraph(words(FILLER * 3)) for _ in range(9)))
    for page in (LARGE_A4, LARGE_LETTER):
        pages = texts(write_book(book(Paragraph(words("x")), reference=reference), load_theme("colour"), page))
        assert flat(pages[2:]).count("quick brown") == 27
        assert len(pages) > 3


def test_a_short_book_has_no_contents_and_its_imprint_below_its_text() -> None:
    pages = made(Paragraph(words("Only this.")))
    assert pages[1].splitlines() == ["Only this.", plain_text(book().imprint[0]), "2"]


LAST = (Heading(1, words("Quick reference"), "quick-reference"), Paragraph(words("Win.")))


def test_a_short_book_with_a_reference_has_its_imprint_on_the_last_page_of_the_rules() -> None:
    rules, reference = made(Paragraph(words("Only this.")), reference=LAST)[1:]
    assert rules.splitlines() == ["Only this.", plain_text(book().imprint[0]), "2"]
    assert reference.splitlines() == ["QUICK REFERENCE", "Win.", "GAMBIT", "A game by Ada · 2 players"]


def test_rules_that_fill_their_last_page_leave_the_imprint_to_the_reference() -> None:
    """Each of two pages has 38 lines of 13.2 points or more, and room for 507.4 points; a third page would need three
    more for a booklet."""
    filler = Paragraph((TextRun("line\n" * 37 + "line"),))
    *rules, reference = made(filler, PageBreak(), filler, reference=LAST)[1:]
    assert len(rules) == 2
    assert not any("Design by Ada." in page for page in rules)
    assert "Design by Ada." in reference.splitlines()


def test_the_page_of_contents_has_the_imprint_and_a_short_note_on_the_edition() -> None:
    note = (Heading(1, words("About this edition"), "note"), Paragraph(words("Some cases were open.")))
    pages = made(*chapters(), reference=LAST, edition_note=note)
    contents = pages[1].splitlines()
    assert contents[-4:] == ["About this edition", "Some cases were open.", "Design by Ada.", "2"]
    assert not any(line.startswith("About this edition ") for line in contents)  # no line that leads to it
    assert not any("Some cases" in page or "Design by Ada" in page for page in pages[2:])


def test_the_last_line_of_the_imprint_is_no_single_word() -> None:
    """An imprint that is a word longer than two lines has three lines of about equal length."""
    line = "Design by Ada, who wrote these rules for a contest that was held long ago in a town. "
    pages = made(*chapters(), reference=LAST, imprint=(words(f"{line}{line}Made with fabgen."),))
    imprint = pages[1].splitlines()[-4:-1]
    assert imprint[-1].endswith("Made with fabgen.")
    assert len(imprint[-1]) > 0.6 * max(map(len, imprint))


def test_the_last_words_of_the_imprint_stay_in_one_line() -> None:
    """Where long words let no line be shorter, the last words go to a line of their own."""
    long = "Design by Ada, who wrote these rules for a contest that was held long ago."
    unbroken = long.replace(" ", "\N{NO-BREAK SPACE}")
    pages = made(*chapters(), reference=LAST, imprint=(words(unbroken), words("Made with fabgen 0.1.0.")))
    assert pages[1].splitlines()[-2] == "Made with fabgen 0.1.0."


def test_large_print_has_its_imprint_below_the_rules_where_a_page_lists_the_contents() -> None:
    note = (Heading(1, words("About this edition"), "note"), Paragraph(words("Some cases were open.")))
    pdf = write_book(book(*chapters(), reference=LAST, edition_note=note), load_theme("colour"), LARGE_A4)
    pages = texts(pdf)
    assert pages[1].splitlines()[0] == "CONTENTS"
    (with_imprint,) = (number for number, page in enumerate(pages) if "Design by Ada." in page)
    assert "Some cases were open." in pages[with_imprint]
    assert "QUICK REFERENCE" in pages[with_imprint + 1].splitlines()[:2]


def test_a_note_on_the_edition_below_a_reference_keeps_its_small_heading() -> None:
    """The words of a reference have 12.5 points at most, its title 1.9 times as much."""
    note = (Heading(1, words("About this edition"), "note"), Paragraph(words("Some cases were open.")))
    filler = Paragraph((TextRun("line\n" * 37 + "line"),))
    pdf = write_book(book(filler, PageBreak(), filler, reference=LAST, edition_note=note), load_theme("colour"))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        (heading,) = opened.pages[-1].search("About this edition")
    assert {round(char["size"], 2) <= 12.5 for char in heading["chars"]} == {True}


@pytest.mark.parametrize("blocks", [
    (Paragraph(words(FILLER * 6)),),  # 588 letters are no few sentences
    (Paragraph(words("Two cases:")), Listing(((Paragraph(words("one")),), (Paragraph(words("two")),)))),
], ids=["long", "list"])
def test_a_longer_note_on_the_edition_is_a_chapter(blocks: tuple[Block, ...]) -> None:
    heading = Heading(1, words("About this edition"), "note")
    assert len(find_edition_note([*chapters(), heading, *blocks], load_words())) == 0
    assert len(find_edition_note([*chapters(), heading, Paragraph(words("Short."))], load_words())) == 2


def test_figures_in_a_row_begin_at_the_left_of_their_columns() -> None:
    """Two drawings of 50 mm and 30 mm on a page of 118 mm, with 2.6 mm of their ground around them: the halves are
    (118 - 2 * 2.6 - 4) / 2 = 54.4 mm wide, with 4 mm between them. They begin 3.4 mm behind the edges of these."""
    row = FigureRow((BookFigure(square(50), words("a"), columns=2), BookFigure(square(30), words("b"), columns=2)))
    with pdfplumber.open(io.BytesIO(write_book(book(row, cover=None), load_theme("colour")))) as opened:
        left, right = sorted(outlines(opened.pages[1]), key=lambda shape: shape["x0"])
    assert left["x0"] / MM == pytest.approx(A5.outside + 2.6 + 3.4, abs=0.3)
    assert right["x0"] / MM == pytest.approx(A5.outside + 2.6 + 54.4 + 4 + 3.4, abs=0.3)


def find_word(page: Any, string: str) -> dict[str, float]:
    """Where a word stands on a page, in points from its upper left corner."""
    (found,) = [word for word in page.extract_words() if word["text"] == string]
    return {side: found[side] for side in ("x0", "x1", "top", "bottom")}


def test_a_short_caption_stands_beside_its_figure_where_a_second_board_would_begin() -> None:
    """The figure has 3.4 mm before it for the names of rows, as boards side by side have: the second one of two columns
    with 4 mm between them, on a ground of 118 mm with 2.6 mm around its content. The caption is at the middle of its
    height."""
    figure = BookFigure(square(45), words("Caption."))
    with pdfplumber.open(io.BytesIO(write_book(book(figure, cover=None), load_theme("colour")))) as opened:
        (shape,) = outlines(opened.pages[1])
        caption = find_word(opened.pages[1], "Caption.")
    left = A5.outside + 2.6
    assert shape["x0"] / MM == pytest.approx(left + 3.4, abs=0.3)
    assert caption["x0"] / MM == pytest.approx(left + (118 - 2 * 2.6 - 4) / 2 + 4 + 3.4, abs=0.3)
    assert (caption["top"] + caption["bottom"]) / 2 == pytest.approx((shape["top"] + shape["bottom"]) / 2, abs=2)


def test_a_caption_beside_a_narrow_figure_is_near_it() -> None:
    """A figure of 30 mm takes little more than half of a column: the caption begins 5 mm behind it."""
    figure = BookFigure(square(30), words("Caption."))
    with pdfplumber.open(io.BytesIO(write_book(book(figure, cover=None), load_theme("colour")))) as opened:
        (shape,) = outlines(opened.pages[1])
        caption = find_word(opened.pages[1], "Caption.")
    assert (caption["x0"] - shape["x1"]) / MM == pytest.approx(5, abs=0.3)


def test_a_long_caption_stands_beside_its_figure_at_the_edge_of_the_ground() -> None:
    """The figure begins 3.4 mm behind the edge of its ground, and the caption 5 mm behind the figure."""
    caption_words = "First, this is a caption that fills all of its lines from their start to end."
    figure = BookFigure(square(54), words(caption_words))
    with pdfplumber.open(io.BytesIO(write_book(book(figure, cover=None), load_theme("colour")))) as opened:
        (shape,) = outlines(opened.pages[1])
        caption = find_word(opened.pages[1], "First,")
    assert shape["x0"] / MM == pytest.approx(A5.outside + 2.6 + 3.4, abs=0.3)
    assert caption["x0"] / MM == pytest.approx(A5.outside + 2.6 + 3.4 + 54 + 5, abs=0.3)


def test_the_first_words_of_a_reference_stand_beside_its_figure_and_the_others_below() -> None:
    """The figure of 40 mm with its caption below is as high as a few lines, but not as thirty."""
    last = (LAST[0], BookFigure(square(40), words("Caption.")), Paragraph(words("First.")),
            Paragraph(words("line " * 30 * 18 + "end")))
    pdf = write_book(book(Paragraph(words("Text.")), reference=last, cover=None), load_theme("colour"))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        page = opened.pages[-1]
        (shape,) = outlines(page)
        caption, first, end = (find_word(page, string) for string in ("Caption.", "First.", "end"))
        beside = [word for word in page.extract_words() if word["text"] == "line" and word["top"] < shape["bottom"]]
    assert first["x1"] < shape["x0"]
    assert first["top"] < shape["bottom"]
    assert caption["top"] > shape["bottom"]
    assert caption["x0"] == pytest.approx(shape["x0"], abs=1)
    assert end["top"] > caption["bottom"]
    assert not beside


def test_the_items_of_a_list_in_a_reference_are_parted_beside_a_figure_that_is_not_its_first_block() -> None:
    """The figure of 40 mm is as high as the first item below it, and not as the second one of twenty lines."""
    items = (Paragraph(words("First.")),), (Paragraph(words("Second. " + "line " * 20 * 18)),)
    last = (LAST[0], Paragraph(words("Win.")), BookFigure(square(40), words("Caption.")), Listing(items, 1))
    pdf = write_book(book(Paragraph(words("Text.")), reference=last, cover=None), load_theme("colour"))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        page = opened.pages[-1]
        (shape,) = outlines(page)
        win, caption, first, second = (find_word(page, text) for text in ("Win.", "Caption.", "First.", "Second."))
    assert win["bottom"] < shape["top"] < first["bottom"]
    assert first["x1"] < shape["x0"]
    assert second["top"] > caption["bottom"]
    assert second["x0"] == pytest.approx(first["x0"], abs=0.5)


def test_a_diagram_beside_the_words_of_a_reference_is_as_wide_as_its_caption_needs() -> None:
    """A long caption takes two columns, of 54 mm, below a diagram of 30 mm: that is 1.4 times as large there. A drawing
    without cells is not."""
    def width(caption: str, cell: float) -> float:
        figure = BookFigure(square(30), words(caption), cell=cell)
        content = book(Paragraph(words("x")), reference=(LAST[0], figure, Paragraph(words(FILLER * 3))), cover=None)
        with pdfplumber.open(io.BytesIO(write_book(content, load_theme("colour")))) as opened:
            (shape,) = outlines(opened.pages[-1])
        return float(shape["x1"] - shape["x0"]) / MM

    long = "Twelve letter " * 12
    assert width(long, 8.0) == pytest.approx(1.4 * width("Caption.", 8.0), rel=0.02)
    assert width(long, 0.0) == pytest.approx(width("Caption.", 0.0), rel=0.02)


def test_bookmarks_skip_no_level_where_a_text_does() -> None:
    levels = [(2, "a"), (3, "b"), (1, "c"), (3, "d")]
    pdf = write_book(book(*(Heading(level, words(name), name) for level, name in levels)), load_theme("colour"))
    with pikepdf.open(io.BytesIO(pdf)) as opened, opened.open_outline() as outline:
        found = [(item.title, [child.title for child in item.children]) for item in outline.root]
        assert found == [("a", ["b"]), ("c", ["d"])]


@pytest.mark.parametrize("theme", BOOK_THEMES)
def test_no_last_line_of_a_cover_holds_a_single_short_word(theme: str) -> None:
    """The lines of a summary are about equally long, whatever the theme: the shortest is more than half the longest."""
    summary = ("A race across a small board in which every piece that you bring in gives your opponent the means to "
               "stop it.")
    pdf = write_book(book(Paragraph(words("Play.")), summary=summary), load_theme("colour"),
                     look=built_in_theme(theme))
    with pdfplumber.open(io.BytesIO(pdf)) as opened:
        lines = opened.pages[0].extract_text_lines()
    found = [line for line in lines if line["text"] in summary]
    assert " ".join(line["text"] for line in found) == summary
    widths = [line["x1"] - line["x0"] for line in found]
    assert min(widths) > 0.5 * max(widths), [line["text"] for line in found]


@pytest.mark.parametrize("facts", ["2 players", "2 players · Ages 8 and up · 30 minutes"])
def test_facts_end_the_line_of_the_designer(facts: str) -> None:
    text = made(Paragraph(words("Play.")), facts=facts, byline="A game by Ada")[0]
    assert re.match(rf"A game by Ada\s+{facts}\n", text)


def test_facts_have_a_line_of_their_own_where_the_designer_leaves_no_room() -> None:
    byline, facts = "A game by Ada Byron and Charles Babbage", "2 players · Ages 8 and up · 30 minutes"
    assert made(Paragraph(words("Play.")), facts=facts, byline=byline)[0].splitlines()[:2] == [byline, facts]


def test_heads_of_numbers_are_broken_where_a_column_leaves_the_words_no_room() -> None:
    """In a column of 80.5 mm, pictures and two heads of 12 letters leave the names less than the word Component."""
    picture = draw(Role.EDGE, rectangle(0, 0, 28, 10))
    table = TextTable((words(""), words("Component"), words("Each player"), words("For 4 players")),
                      ((picture, words("Knights"), words("1"), words("4")),), ("middle", "left", "right", "right"))
    with pdfplumber.open(io.BytesIO(write_book(book(table), load_theme("colour"), SQUARE))) as pdf:
        found = {word["text"]: word for page in pdf.pages for word in page.extract_words()}
    assert found["Component"]["x1"] < found["player"]["x0"]
    assert found["players"]["top"] > found["For"]["bottom"] - 1


@pytest.mark.parametrize(("page", "seen"), [(A5, "wide"), (SQUARE, "narrow")])
def test_two_columns_of_text_show_the_narrow_drawing_of_a_figure(page: BookFormat, seen: str) -> None:
    wide, narrow = (square(side) + draw_text(Role.LABEL, name, (side / 2, 5), 3.0)
                    for side, name in ((60, "wide"), (40, "narrow")))
    figure = BookFigure(wide, words("The marks."), narrow=narrow)
    row = FigureRow((figure, BookFigure(square(20), words("Another."))))
    for block in (figure, row):
        text = flat(texts(write_book(book(block), load_theme("colour"), page)))
        assert [name for name in ("wide", "narrow") if name in text] == [seen]


def table_of(rows: int) -> TextTable:
    return TextTable((words("Name"), words("Use")), tuple((words(f"Row{n}."), words(FILLER)) for n in range(rows)),
                     ("left", "left"))


def rows_by_page(page: BookFormat, *body: Block) -> list[list[int]]:
    """The rows of a table on each page that has some of them; each such page must have the table's head."""
    pages = [(text, [int(row) for row in re.findall(r"Row(\d+)\.", text)])
             for text in texts(write_book(book(*body), load_theme("colour"), page))]
    assert all(("Name" in text) == bool(rows) for text, rows in pages)
    return [rows for _, rows in pages if rows]


@pytest.mark.parametrize("page", [A5, LARGE_A4], ids=["a5", "large print"])
@pytest.mark.parametrize("above", [4, 14, 20])
def test_a_table_that_fits_a_page_is_not_torn(page: BookFormat, above: int) -> None:
    """A row of two lines takes at most 36 points on A5, and one of 16 points and two lines at most 58 on A4: thirteen
    rows and the head are less than the 507 and the 723 points of a page, wherever the words above them end."""
    rows = 13 if page == A5 else 11
    body = (Heading(1, words("Start"), "start"), Paragraph(words(FILLER * above)), Heading(2, words("Parts"), "parts"))
    assert rows_by_page(page, *body, table_of(rows), Paragraph(words(FILLER))) == [[*range(rows)]]


@pytest.mark.parametrize(("sizes", "above"), [((1, 8, 5, 4), 0), ((3, 6, 10), 12), ((10, 10, 2), 4)])
def test_a_long_table_goes_on_between_groups(sizes: tuple[int, ...], above: int) -> None:
    """No group is on two pages, and at least three rows are on each."""
    table = replace(table_of(sum(sizes)), groups=sizes)
    body = [Paragraph(words(FILLER * above))] * bool(above)
    pages = rows_by_page(A5, Heading(1, words("Start"), "start"), *body, table)
    assert [row for page in pages for row in page] == [*range(sum(sizes))]
    ends = [*accumulate(sizes)]
    assert len(pages) > 1
    assert {page[-1] + 1 for page in pages} <= {*ends}
    assert min(map(len, pages)) >= 3


def test_a_group_longer_than_a_page_goes_on_within() -> None:
    """Twenty rows fit no page. The five behind them are together."""
    pages = rows_by_page(A5, Heading(1, words("Start"), "start"), replace(table_of(28), groups=(3, 20, 5)))
    assert [row for page in pages for row in page] == [*range(28)]
    assert len(pages) > 1
    assert any({*range(23, 28)} <= {*page} for page in pages)


@pytest.mark.parametrize(("groups", "expected"), [
    ((), (9,)), ((9,), (9,)), ((1, 8), (9,)), ((1, 3, 5), (4, 5)), ((1, 1, 1, 1, 3, 1, 1), (3, 1, 5)),
    ((3, 1, 1, 4), (3, 1, 1, 4)), ((4, 5), (4, 5)),
])
def test_small_groups_at_the_ends_of_a_table_join_their_neighbours(groups: tuple[int, ...], expected: tuple[int, ...]
                                                                   ) -> None:
    assert table_groups(replace(table_of(9), groups=groups)) == expected


@pytest.mark.parametrize(("rows", "above"), [(16, 0), (24, 6), (20, 36)])
def test_a_table_longer_than_a_page_leaves_no_fewer_than_three_rows_alone(rows: int, above: int) -> None:
    pages = rows_by_page(A5, Heading(1, words("Start"), "start"), *[Paragraph(words(FILLER * above))] * bool(above),
                         table_of(rows))
    assert [row for page in pages for row in page] == [*range(rows)]
    assert len(pages) > 1
    assert min(map(len, pages)) >= 3

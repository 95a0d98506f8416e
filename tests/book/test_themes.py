"""Looks of a rulebook: three that are built in, and a Typst file of the game's own with all that can be wrong."""

from __future__ import annotations

import hashlib
import io
import json
import re
import unicodedata
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from book.one_book import book
from commands import fabgen
from fontTools.ttLib import TTFont
from specs import loaded, problems

from fabgen.artwork.drawing import Role, combine_drawings, draw
from fabgen.artwork.motif import Motif
from fabgen.artwork.path import line, rectangle
from fabgen.artwork.text import missing_characters
from fabgen.artwork.themes import load_theme, tone_colour
from fabgen.book.book_format import A5, FORMATS
from fabgen.book.book_theme import BookTheme, built_in_theme, load_book_theme
from fabgen.book.rulebook_pdf import write_book
from fabgen.book.theme_check import check_theme
from fabgen.build import build, verify_build
from fabgen.core.problems import FabgenError
from fabgen.production.rulebook_files import make_rulebooks
from fabgen.spec.build_options import BOOK_THEMES, Options
from fabgen.typeset import typst_process as process_module
from fabgen.typeset.blocks import Heading, Listing, NoteBox, PageBreak, Paragraph, TextRun, TextRuns, TextTable
from fabgen.typeset.typst_process import typst_process

MM = 72 / 25.4  # points
TITLE = "title: Skirmish\n"
MOTIF = Motif((line((-6, 0), (6, 0)), line((0, -6), (0, 6))), (12.0, 12.0), 3.0)  # a net of bold lines
OWN = (TITLE, TITLE + "book: {theme: theme.typ}\n")


def words(text: str) -> TextRuns:
    return (TextRun(text),)


def everything() -> tuple[object, ...]:
    text = Paragraph(words("The quick brown fox jumps over the lazy dog."))
    return (
        Heading(1, words("Chapter"), "c"), text, Heading(2, words("Section"), "s"), text,
        Heading(3, words("Minor"), "m"), Listing(((text,), (text,))), Listing(((text,), (text,)), first=1),
        NoteBox((text,)), TextTable((words("Head"), words("Count")), ((words("Cell"), words("3")),), ("left", "right")),
        Heading(1, words("More"), "x"), *[text] * 400,
    )


def set_with(name: str, inks: str = "colour", tones: tuple[str, ...] = ("orange", "green")) -> bytes:
    made = book(*everything(), reference=(Heading(1, words("Last"), "r"), Paragraph(words("Words."))), tones=tones,
                motif=MOTIF, accent="yellow")
    return write_book(made, load_theme(inks), look=built_in_theme(name))


# ---- The built-in looks

# A picture of 300 mm whose part of 100 mm in the middle is orange and the rest green; the whole table is blue.
CLOSE_UP = combine_drawings([draw(Role.PIECE, rectangle(0, 0, 300, 300), tone="green"),
                             draw(Role.PIECE, rectangle(100, 100, 200, 200), tone="orange")])
TABLE = draw(Role.PIECE, rectangle(0, 0, 300, 300), tone="sky")


def cover_shares(theme: str, format_name: str) -> dict[str, tuple[float, int]]:
    """For the colours of the picture of a cover: their share of the page, and how near they come to its sides in
    dots."""
    content = book(Paragraph(words("Words.")), title="Grandmasters", cover=CLOSE_UP,
                   cover_window=(100.0, 100.0, 200.0, 200.0), draw_whole_cover=lambda: TABLE, tones=("vermilion",))
    data = write_book(content, load_theme("colour"), FORMATS[format_name], look=built_in_theme(theme))
    return shares_of_page(data, 0)


def shares_of_page(data: bytes, page: int) -> dict[str, tuple[float, int]]:
    """The same for a page of a book."""
    with pypdfium2.PdfDocument(data) as pdf:
        image = pdf[page].render(scale=0.5).to_pil().convert("RGB")
    shares = {}
    for name in ("green", "orange", "sky"):
        paint = tone_colour(load_theme("colour"), name)
        wanted = [int(paint[n:n + 2], 16) for n in (1, 3, 5)]
        columns = [at % image.width for at, dot in enumerate(image.get_flattened_data())
                   if max(abs(a - b) for a, b in zip(dot, wanted, strict=True)) < 40]
        if len(columns) > 20:
            shares[name] = len(columns) / (image.width * image.height), min(columns)
    return shares


@pytest.mark.parametrize("theme", BOOK_THEMES)
def test_a_close_up_on_the_cover_fills_its_room(theme: str) -> None:
    """The part is a square as large as the room for the picture. Only in `workshop` the picture reaches the edge: there
    the part is as wide as the page."""
    shares = cover_shares(theme, "a5")
    assert "sky" not in shares
    assert shares["orange"][0] > 0.2
    assert (min(nearest for _, nearest in shares.values()) == 0) == (theme == "workshop")


@pytest.mark.parametrize(("is_piece", "is_cut"), [(False, True), (True, False)])
def test_the_edge_of_a_cover_cuts_no_piece_where_it_may_be_moved(is_piece: bool, is_cut: bool) -> None:
    """The part is as wide as the page. Its left edge goes through the middle of a square of 6 % of its width, so that a
    move of 4 % shows all of it or nothing. The moves, in the middle, have room for that."""
    square = 97.0, 140.0, 103.0, 146.0
    cover = draw(Role.DARK_CELL, rectangle(0, 0, 300, 300), tone="green") + draw(
        Role.DARK_CELL, rectangle(97, 140, 6, 6), tone="sky")
    content = book(Paragraph(words("Words.")), title="Grandmasters", cover=cover,
                   cover_window=(100.0, 100.0, 200.0, 200.0), tones=("vermilion",),
                   cover_pieces=((120.0, 120.0, 180.0, 180.0), square) if is_piece else ())
    shares = shares_of_page(write_book(content, load_theme("colour"), A5, look=built_in_theme("workshop")), 0)
    assert (min(shares.get("sky", (0.0, 1))[1:]) == 0) == is_cut


@pytest.mark.parametrize(("sentences", "format_name", "ink", "is_seen", "is_signed"), [
    (2, "a5", "colour", True, True), (160, "a5", "colour", False, True), (300, "a5", "colour", False, False),
    (2, "press-a5", "colour", False, True), (2, "a5", "low", False, True)])
def test_room_below_a_reference_shows_the_table(sentences: int, format_name: str, ink: str, is_seen: bool,
                                                is_signed: bool) -> None:
    """It runs off the page, below the name of the game and its designer; nothing where there is little room, where a
    print shop trims the page, or with little ink. The name ends the book wherever the reference leaves room for it:
    a line has five sentences, a page about 40 lines, and a reference of several pages has no back."""
    panorama = draw(Role.PIECE, rectangle(0, 0, 300, 100), tone="sky")
    reference = (Heading(1, words("Last"), "last"), Paragraph(words("A rule to know. " * sentences)))
    content = book(Paragraph(words("Words.")), reference=reference, tones=("vermilion",), cover=None,
                   draw_panorama=lambda: panorama)
    data = write_book(content, load_theme(ink), FORMATS[format_name])
    with pypdfium2.PdfDocument(data) as pdf:
        last = len(pdf) - 1
        assert ("A game by Ada" in pdf[last].get_textpage().get_text_bounded()) == is_signed
    shares = shares_of_page(data, last)
    assert ("sky" in shares) == is_seen
    if is_seen:
        share, nearest = shares["sky"]
        assert nearest == 0
        assert 0.15 < share < 0.4


def test_a_few_pieces_of_the_game_end_its_back() -> None:
    """They are at the right of the name, those of the first picture, and no theme of a single colour has them."""
    row = draw(Role.PIECE, rectangle(0, 0, 32, 16), tone="sky")
    reference = (Heading(1, words("Last"), "last"), Paragraph(words("A rule to know.")))
    content = book(Paragraph(words("Words.")), reference=reference, tones=("vermilion",), cover=None, colour="black",
                   draw_emblems=lambda: ((row, row),))
    for ink in ("colour", "low"):
        data = write_book(content, load_theme(ink), FORMATS["a5"])
        with pypdfium2.PdfDocument(data) as pdf:
            last = len(pdf) - 1
        share, nearest = shares_of_page(data, last).get("sky", (0.0, 0))
        assert (share > 0.002) == (ink == "colour")
        assert ink == "low" or nearest > 100, "right of the words, of 210 dots"


@pytest.mark.parametrize(("title", "ink", "seen"), [
    ("Setting up", "colour", "sky"), ("First moves of any game", "colour", "orange"),
    ("A long heading that takes all of its band", "colour", ""), ("Setting up", "low", "")])
def test_pieces_stand_beside_the_heading_of_a_chapter(title: str, ink: str, seen: str) -> None:
    """They are 16 x 32 mm, and made smaller for the band, at the right where its words leave room; where these leave
    little, there is a single one of 16 x 16 mm."""
    row = draw(Role.PIECE, rectangle(0, 0, 32, 16), tone="sky")
    one = draw(Role.PIECE, rectangle(0, 0, 16, 16), tone="orange")
    content = book(Heading(1, words(title), "one"), Paragraph(words("Words.")), tones=("vermilion",), cover=None,
                   colour="black", draw_emblems=lambda: ((row, one),))
    data = write_book(content, load_theme(ink), FORMATS["a5"])
    with pypdfium2.PdfDocument(data) as pdf:
        texts = [pdf[n].get_textpage().get_text_bounded().upper() for n in range(len(pdf))]
        number = next(n for n, text in enumerate(texts) if title[:5].upper() in text)
    shares = shares_of_page(data, number)
    for tone in ("sky", "orange"):
        share, nearest = shares.get(tone, (0.0, 0))
        assert (share > 0.002) == (tone == seen)
        assert tone != seen or nearest > 100, "right of the words, of 210 dots"


def test_each_chapter_has_other_pieces() -> None:
    """The first chapter has the second picture, and so on, again from the first one when there are no more."""
    rows = [draw(Role.PIECE, rectangle(0, 0, 32, 16), tone=tone) for tone in ("sky", "orange")]
    blocks = [block for name in ("One", "Two", "Three")
              for block in (Heading(1, words(name), name), Paragraph(words("Words.")), PageBreak())]
    content = book(*blocks, tones=("vermilion",), cover=None, colour="black",
                   draw_emblems=lambda: tuple((row, row) for row in rows))
    data = write_book(content, load_theme("colour"), FORMATS["a5"])
    with pypdfium2.PdfDocument(data) as pdf:
        texts = [pdf[n].get_textpage().get_text_bounded().upper() for n in range(len(pdf))]
    pages = [next(n for n, text in enumerate(texts) if name in text) for name in ("ONE", "TWO", "THREE")]
    seen = [{*shares_of_page(data, number)} & {"sky", "orange"} for number in pages]
    assert seen == [{"orange"}, {"sky"}, {"orange"}]


@pytest.mark.parametrize("theme", BOOK_THEMES)
def test_a_print_shop_gets_the_whole_table_on_the_cover(theme: str) -> None:
    """No shape is cut off where the page is trimmed."""
    shares = cover_shares(theme, "press-a5")
    assert set(shares) == {"sky"}
    assert shares["sky"][1] > 10


def test_the_title_of_a_usual_cover_is_as_wide_as_its_page() -> None:
    """In `workshop` its lines are capitals from side to side: "CHESS" is set larger than "BATTLE"."""
    content = book(Paragraph(words("Words.")), title="Chess Battle")
    with pypdfium2.PdfDocument(write_book(content, load_theme("colour"), FORMATS["a5"])) as pdf:
        words_of_page = pdf[0].get_textpage()
        lines = dict[str, tuple[float, float, float]]()
        for index in range(words_of_page.count_rects()):
            left, low, right, high = words_of_page.get_rect(index)
            said = words_of_page.get_text_bounded(left, low, right, high).strip()
            lines[said] = left, right, high - low
        width = pdf[0].get_width()
    assert {"CHESS", "BATTLE"} <= {*lines}
    for title in ("CHESS", "BATTLE"):
        left, right, _ = lines[title]
        assert 0.75 * width < right - left < 0.9 * width
    assert lines["CHESS"][2] > lines["BATTLE"][2]


def test_greek_capitals_of_a_book_carry_no_accents() -> None:
    """In the title and in headings of chapters; letters that are no capitals keep theirs."""
    content = book(Heading(1, words("Τέλος du café"), "end"), Paragraph(words("Words.")), title="Δέλτα élan")
    pages = {}
    for theme in ("workshop", "classic"):
        with pypdfium2.PdfDocument(write_book(content, load_theme("colour"), FORMATS["a5"],
                                              look=built_in_theme(theme))) as pdf:
            pages[theme] = " ".join(page.get_textpage().get_text_range() for page in pdf)
    assert {"ΔΕΛΤΑ", "ÉLAN", "ΤΕΛΟΣ"} <= {*pages["workshop"].split()}
    assert "CAFÉ" in pages["workshop"]
    assert "Δέλτα" in pages["classic"]


@pytest.mark.parametrize("theme", BOOK_THEMES)
def test_names_in_any_letters_of_the_font_are_set_in_each_theme(theme: str) -> None:
    """The italic face lacks Greek, Cyrillic and some Latin letters: they stay upright in a line in italics."""
    names = ("Ὑπατία", "Новгород", "Ŋaŧŧi")
    content = book(Heading(1, words("Words"), "first"), Heading(3, words(" ".join(names)), "minor"),
                   Paragraph(words("Words.")), title=names[0], byline=f"A game by {' & '.join(names)}")
    with pypdfium2.PdfDocument(write_book(content, load_theme("colour"), FORMATS["a5"],
                                          look=built_in_theme(theme))) as pdf:
        said = " ".join(page.get_textpage().get_text_range() for page in pdf)
    assert {*names} <= {*said.replace(".", " ").split()}


def test_all_letters_that_the_italic_face_lacks_are_set_upright() -> None:
    base = (files("fabgen") / "book" / "themes" / "base.typ").read_text("utf-8")
    (pattern,) = re.findall(r'#let upright-letters = regex\("(.*)"\)', base)
    upright = re.compile(re.sub(r"\\u\{(\w+)\}", lambda found: chr(int(found[1], 16)), pattern))
    italic = files("fabgen") / "artwork" / "fonts" / "SourceSansPro-It.ttf"
    has = {chr(code) for code in TTFont(str(italic)).getBestCmap()}
    lacking = [c for c in map(chr, range(0x20, 0x20000))
               if c not in has and not missing_characters(c) and not unicodedata.combining(c)]
    assert lacking
    assert [c for c in lacking if not upright.fullmatch(c)] == []
    assert not any(upright.fullmatch(c) for c in "Aéß–“șţ½")


def test_accents_of_a_title_touch_nothing_above_them() -> None:
    """Capitals of "Élan" are as high as in "Elan"; the accent of the first line is below the line of the maker, that of
    the second one below the letters of the first."""
    tops = {}
    for title in ("Chess Elan", "Chess Élan"):
        with pypdfium2.PdfDocument(write_book(book(Paragraph(words("Words.")), title=title), load_theme("colour"),
                                              FORMATS["a5"])) as pdf:
            text = pdf[0].get_textpage()
            said = text.get_text_range()
            tops[title] = text.get_charbox(said.index("L"))[3]
    assert tops["Chess Élan"] < tops["Chess Elan"] - 5.0  # points


def test_a_title_of_one_very_long_word_is_divided() -> None:
    """Fifty letters in one line would be 9 points high."""
    long = "Verantwortungsgesellschaftsunbeschreiblichkeitslehre"
    with pypdfium2.PdfDocument(write_book(book(Paragraph(words("Words.")), title=long), load_theme("colour"),
                                          FORMATS["a5"])) as pdf:
        text = pdf[0].get_textpage()
        first = text.get_text_range().index("Verant")
        _, low, _, high = text.get_charbox(first)
    assert high - low > 12.0


def luminance(colour: tuple[int, ...]) -> float:
    """As WCAG 2 defines it."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def least_contrast(page: pypdfium2.PdfPage) -> tuple[float, str]:
    """The least contrast between a letter and its ground: the most frequent colour in its box and around it, and the
    one in the box that is farthest from it."""
    scale = 5
    picture = page.render(scale=scale).to_pil().convert("RGB")
    text, found = page.get_textpage(), []
    for n in range(text.count_chars()):
        letter = text.get_text_range(n, 1)
        if not letter.isalnum():
            continue
        left, bottom, right, top = text.get_charbox(n)
        box = [round(side * scale) for side in (left - 1, page.get_height() - top - 1, right + 1,
                                                page.get_height() - bottom + 1)]
        colours = Counter(picture.crop(tuple(box)).get_flattened_data())
        ground = luminance(colours.most_common(1)[0][0])
        others = [luminance(colour) for colour in colours]
        contrast = max((max(ground, one) + 0.05) / (min(ground, one) + 0.05) for one in others)
        found.append((contrast, letter))
    return min(found)


@pytest.mark.parametrize("colour", ["yellow", "orange", "blue", "black"])
def test_a_chapter_below_the_top_of_its_page_has_a_line_where_others_have_a_band(colour: str) -> None:
    """The line is in the colour of the book and as wide as the words, and the title below it is read on white. Both
    take the height of a band: from there to the words below is as far."""
    little = Paragraph(words("Little."))
    content = book(Heading(1, words("One"), "one"), little, Heading(1, words("Two"), "two"), little, colour=colour)
    with pdfplumber.open(io.BytesIO(write_book(content, load_theme("colour"), A5))) as pdf:
        page = pdf.pages[1]
        (_, band), (line,) = (  # above the first band is what runs on behind it to the edge
            [rect for rect in page.rects if rect["width"] == pytest.approx(width, abs=0.1)]
            for width in (page.width, page.width - 2 * A5.inside * MM))
        one, two = (next(char for char in page.chars if char["text"] == letter) for letter in "OT")
        below = [word["top"] for word in page.extract_words() if word["text"] == "Little."]
    paint = tone_colour(load_theme("colour"), colour)
    shares = [int(paint[n:n + 2], 16) / 255 for n in (1, 3, 5)]
    assert band["non_stroking_color"] == line["non_stroking_color"] == pytest.approx(shares, abs=0.01)
    assert line["height"] >= 2
    assert two["size"] == pytest.approx(one["size"])
    title = tuple(round(255 * share) for share in two["non_stroking_color"])
    assert 1.05 / (luminance(title if len(title) == 3 else 3 * title) + 0.05) >= 4.5
    assert line["bottom"] < two["top"]
    middle = (line["top"] + line["bottom"]) / 2
    assert below[1] - middle == pytest.approx(below[0] - band["top"], abs=0.1)


def band_colours(motif: Motif | None, inks: str = "colour", *, of_words: bool = False) -> set[tuple[int, int, int]]:
    """The colours on the upper 8 mm of a page that a chapter opens, but those of edges: on the right half, or on
    the left quarter around the words."""
    content = book(Heading(1, words("One"), "one"), Paragraph(words("Little.")), colour="blue", motif=motif)
    with pypdfium2.PdfDocument(write_book(content, load_theme(inks), A5)) as pdf:
        picture = pdf[1].render(scale=3).to_pil().convert("RGB")
    left, right = (0, picture.width // 4) if of_words else (picture.width // 2, picture.width)
    dots = Counter(picture.crop((left, 0, right, round(8 * MM * 3))).get_flattened_data())
    return {colour for colour, count in dots.items() if count > 0.05 * dots.total()}


def test_the_motif_lies_on_the_bands_of_chapters_beside_their_words() -> None:
    (ground,) = band_colours(None)
    assert ground == (0, 114, 178)  # the blue of the palette, #0072b2
    (line_colour,) = band_colours(MOTIF) - {ground}
    assert 1.05 / (luminance(line_colour) + 0.05) > 1.05 / (luminance(ground) + 0.05) >= 4.5  # white words
    assert band_colours(MOTIF, of_words=True) == {ground}
    assert band_colours(MOTIF, "low") == {(255, 255, 255)}


def test_words_are_in_the_middle_of_the_band_that_opens_a_page() -> None:
    content = book(Heading(1, words("H"), "one"), Paragraph(words("Little.")), colour="blue")
    with pdfplumber.open(io.BytesIO(write_book(content, load_theme("colour"), A5))) as pdf:
        letter = max((char for char in pdf.pages[1].chars if char["text"] == "H"), key=lambda char: char["size"])
        bands = [area for area in pdf.pages[1].rects if area["width"] > 0.9 * pdf.pages[1].width]
    low = max(band["bottom"] for band in bands)
    # The letter's box is that of its line, 0.25 of the size above whose foot a capital of 0.66 stands.
    foot, size = letter["bottom"] - 0.25 * letter["size"], letter["size"]
    assert foot - 0.33 * size == pytest.approx(low / 2, abs=0.1 * size)


@pytest.mark.parametrize(("accent", "rule"), [("red", "red"), ("orange", "orange"), ("yellow", ""), ("", "blue")])
def test_small_headings_are_above_a_rule_in_the_second_colour(accent: str, rule: str) -> None:
    """The same in one line and in two: words in the ink of the text, in letters between its and those of sections, and
    a rule. A colour too light for a rule gives way to the ink."""
    text, ink = Paragraph(words("Little.")), (26, 26, 26)
    long = " ".join(["Xyz", *["longer"] * 14])
    content = book(Heading(1, words("One"), "c"), text, Heading(2, words("Two"), "s"), text,
                   Heading(3, words("Xyz"), "m"), text, Heading(3, words(long), "n"), text,
                   colour="blue", accent=accent)

    def to_bytes(shares: tuple[float, ...] | float) -> tuple[int, ...]:
        colour = tuple(round(255 * share) for share in (shares if isinstance(shares, tuple) else (shares,)))
        return colour if len(colour) == 3 else 3 * colour

    with pdfplumber.open(io.BytesIO(write_book(content, load_theme("colour"), A5))) as pdf:
        page = pdf.pages[1]
        section = next(char for char in page.chars if char["text"] == "T" and char["size"] < 20)
        body = next(char for char in page.chars if char["text"] == "L")
        heads = [char for char in page.chars if char["text"] == "X"]
        last = [max(char["bottom"] for char in page.chars if char["size"] == pytest.approx(heads[0]["size"])
                    and head["top"] - 1 <= char["top"] < head["top"] + more)
                for head, more in zip(heads, (5, 25), strict=True)]
        rules = sorted((area for area in page.rects if area["height"] < 1), key=lambda area: area["top"])
    assert [head["size"] for head in heads] == [pytest.approx(1.06 * body["size"])] * 2
    assert heads[0]["size"] < section["size"]
    assert {to_bytes(head["non_stroking_color"]) for head in heads} == {ink}
    gaps = [area["top"] - foot for area, foot in zip(rules, last, strict=True)]
    assert gaps == pytest.approx([gaps[0]] * 2, abs=0.01)
    assert abs(gaps[0]) < 0.1 * body["size"]  # at the foot of the line: below the tails of its letters
    expected = tuple(bytes.fromhex(tone_colour(load_theme("colour"), rule)[1:])) if rule else ink
    assert {to_bytes(area["non_stroking_color"]) for area in rules} == {expected}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "tones"), [
    ("workshop", ()), ("classic", ()), ("bold", ("orange", "green")), ("bold", ("white", "black")),
    ("bold", ("yellow", "pink")), ("bold", ("clear", "white")), ("bold", ()),
])
def test_words_are_seen_on_their_ground(name: str, tones: tuple[str, ...]) -> None:
    for inks in ("colour", "bw") if tones else ("low",):
        pdf = pypdfium2.PdfDocument(set_with(name, inks, tones))
        for number in (0, 1, 2, len(pdf) - 1):
            contrast, letter = least_contrast(pdf[number])
            assert contrast >= 4.5, (number, letter, inks)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOK_THEMES)
def test_every_look_has_words_of_ten_points_and_says_that_it_is_accessible(name: str) -> None:
    data = set_with(name)
    pdf = pypdfium2.PdfDocument(data)
    sizes = {round(part.get_font_size(), 2) for page in pdf for part in page.get_objects() if part.type == 1}
    assert min(sizes) >= 10.0
    with pikepdf.open(io.BytesIO(data)) as opened, opened.open_metadata() as metadata:
        assert metadata["pdfuaid:part"] == "1"
    assert data == set_with(name)


@pytest.mark.slow
def test_looks_differ_on_each_kind_of_page() -> None:
    pages = [pypdfium2.PdfDocument(set_with(name)) for name in BOOK_THEMES]
    for number in (0, 1, 2):
        pictures = {document[number].render(scale=0.5).to_pil().tobytes() for document in pages}
        assert len(pictures) == 3


@pytest.mark.slow
def test_black_ink_leaves_no_colour_in_a_look() -> None:
    for name in BOOK_THEMES:
        pages = [*pypdfium2.PdfDocument(set_with(name, "bw"))]
        assert pages
        for page in pages:
            colours = page.render(scale=0.5).to_pil().convert("RGB").get_flattened_data()
            assert all(max(colour) - min(colour) <= 2 for colour in set(colours))


@pytest.mark.slow
def test_lines_in_little_ink_end_at_the_edge_of_the_page() -> None:
    """A line that is stroked from edge to edge counts as ink beyond them: half its width."""
    for name in BOOK_THEMES:
        page = pypdfium2.PdfDocument(set_with(name, "low"))[0]
        width, height = page.get_size()
        shown = [item.get_bounds() for item in page.get_objects(max_depth=1)
                 if item.type == pypdfium2.raw.FPDF_PAGEOBJ_PATH and pypdfium2.raw.FPDFClipPath_CountPaths(
                     pypdfium2.raw.FPDFPageObj_GetClipPath(item)) <= 0]
        assert all(left > -0.5 and low > -0.5 and right < width + 0.5 and high < height + 0.5
                   for left, low, right, high in shown)


def test_the_option_is_stronger_than_the_spec(tmp_path: Path) -> None:
    spec = loaded(tmp_path, (TITLE, TITLE + "book: {theme: classic}\n"))
    of_spec, other, same = (
        [one.data for one in make_rulebooks(spec, options, lambda _: None)]
        for options in (Options(books=("a5",)), Options(books=("a5",), book_theme="bold"),
                        Options(books=("a5",), book_theme="classic"))
    )
    assert of_spec == same != other


def test_an_unknown_look_is_reported_where_it_stands(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, (TITLE, TITLE + "book: {theme: clasic}\n"))
    assert (problem.where.line, problem.what) == (3, "there is no theme `clasic`")
    assert "workshop, classic and bold" in problem.hint


# ---- A theme of one's own


def alter(target: Path, path: str, more: bytes) -> None:
    """Adds to a file of a build, and makes the manifest say so."""
    data = (target / path).read_bytes() + more
    (target / path).write_bytes(data)
    manifest = json.loads((target / "manifest.json").read_text())
    (entry,) = [entry for entry in manifest["files"] if entry["path"] == path]
    entry |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    (target / "manifest.json").write_text(json.dumps(manifest))


def check(code: str) -> list[tuple[int, int, str]]:
    found = check_theme(BookTheme("theme.typ", code, "/game/theme.typ"))
    assert {problem.where.file for problem in found} <= {"/game/theme.typ"}
    return [(problem.where.line, problem.where.column, problem.what) for problem in found]


@pytest.mark.parametrize("name", BOOK_THEMES)
def test_a_copy_of_a_built_in_look_is_right(name: str) -> None:
    assert check(built_in_theme(name).code) == []


@pytest.mark.parametrize(("code", "wanted"), [
    ("#let theme = (accent: red", (1, 14, "unclosed delimiter")),
    ("#let theme = (\n  note: (body, theme) => nonsense(body),\n)", (2, 26, "unknown variable: nonsense")),
    ("#let theme = (note: body => body)", (0, 0, "unexpected argument (base.typ")),
    ("#let theme = (foot: (inside, number, is-odd, theme) => theme.nothing)",
     (1, 62, 'dictionary does not contain key "nothing"')),
    ("#let other = 1", (0, 0, "the theme has no dictionary `theme`")),
    ("#let theme = 3", (0, 0, "the theme has no dictionary `theme`")),
    ("#let theme = (acent: red)", (0, 0, "a theme has no key `acent`")),
    ('#let theme = (accent: "red")', (0, 0, "`accent` of the theme is of the type string")),
    ('#import "@preview/cetz:0.2.0"\n#let theme = (:)', (1, 9, "a theme cannot use packages")),
    ('#let theme = (:)\n#let stolen = read("../../etc/passwd")', (2, 20, "would escape the project root")),
    ('#let theme = (:)\n#let stolen = read("/etc/passwd")', (2, 20, "file not found")),
    ("#let again(x) = again(x)\n#let theme = (accent: again(1))", (1, 17, "maximum function call depth exceeded")),
    ("#let theme = (chapter: (body, theme) => {\n  while true { }\n})", (2, 9, "condition is always true")),
    ('#let theme = (minor: (body, theme) => text(font: "Comic", body))', (1, 50, "unknown font family: comic")),
    ("#let theme = (back: (parts, theme) => if parts.panorama != none { nonsense })",
     (1, 67, "unknown variable: nonsense")),
    ("#let theme = (chapter: (body, theme) => if theme.emblems.len() > 0 { nonsense })",
     (1, 70, "unknown variable: nonsense")),
    ("#let theme = (cover: (parts, theme) => image(bytes(\"<svg xmlns='http://www.w3.org/2000/svg'/>\")))",
     (1, 40, "PDF/UA-1 error: missing alt text")),
])
def test_what_is_wrong_with_a_theme_is_told_at_its_place(code: str, wanted: tuple[int, int, str]) -> None:
    ((line, column, what),) = check(code)
    assert (line, column) == wanted[:2]
    assert wanted[2] in what


@pytest.mark.parametrize("height", ["", ", area.height"])
def test_a_theme_may_leave_out_how_high_the_table_on_its_back_is(height: str) -> None:
    """Then it is as high as the field around it."""
    call = f"(theme.panorama)(parts.panorama, theme.page, parts.name{height})"
    code = ("#let theme = (back: (parts, theme) => { parts.title; block(height: 1fr, width: 100%, layout(area => "
            f"if parts.panorama != none {{ {call} }})) }})")
    assert check(code) == []


def test_the_keys_of_a_theme_are_listed() -> None:
    (problem,) = check_theme(BookTheme("theme.typ", "#let theme = (acent: red)", "theme.typ"))
    assert problem.hint.startswith("did you mean accent?")
    assert all(key in problem.hint for key in ("ink", "chapter", "table-stroke", "contents-entry", "masthead"))


@pytest.mark.slow
def test_a_theme_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    typst_process().start()
    check("#let theme = (:)")  # the process is warm
    monkeypatch.setattr(process_module, "LONGEST", 0.5)
    code = "#let theme = (accent: { for a in range(100000) { for b in range(100000) { } }; red })"
    ((_, _, what),) = check(code)
    assert "not set after 0.5 seconds" in what
    monkeypatch.undo()
    assert check("#let theme = (:)") == []


def test_check_reports_the_theme_of_a_game(tmp_path: Path) -> None:
    spec = loaded(tmp_path, OWN)
    (problem,) = problems(tmp_path, OWN)
    assert (problem.where.line, problem.what) == (3, "theme.typ: there is no such file beside the spec")
    spec.folder.joinpath("theme.typ").write_text("#let theme = (\n  accent: reed,\n)\n")
    (problem,) = problems(tmp_path, OWN)
    assert str(problem).startswith(f"{spec.folder / 'theme.typ'}:2:11: error: unknown variable: reed")


@pytest.mark.parametrize("name", ["../theme.typ", "/etc/theme.typ", "link.typ"])
def test_a_theme_outside_of_the_game_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "theme.typ").write_text("#let theme = (:)")
    spec = loaded(tmp_path)
    spec.folder.joinpath("link.typ").symlink_to(tmp_path / "theme.typ")
    with pytest.raises(FabgenError):
        load_book_theme(name, spec.folder)
    assert any("theme" in problem.what or "link" in problem.what
               for problem in problems(tmp_path, (TITLE, TITLE + f"book: {{theme: {name}}}\n")))


def test_a_theme_is_a_small_file(tmp_path: Path) -> None:
    spec = loaded(tmp_path)
    spec.folder.joinpath("theme.typ").write_text("#let theme = (:)" + " " * 200_000)
    with pytest.raises(FabgenError, match="fabgen reads at most 200 kB"):
        load_book_theme("theme.typ", spec.folder)


@pytest.mark.slow
def test_a_build_keeps_the_theme_and_the_typst_project_and_verify_makes_them_again(tmp_path: Path) -> None:
    spec = loaded(tmp_path, OWN)
    code = "#let theme = (\n  accent: rgb(\"#7a1f2b\"),\n  title-size: 3em,\n)\n"
    spec.folder.joinpath("theme.typ").write_text(code)
    options = Options(books=("a5",), typst_source=True)
    target = build(str(spec.folder / "game.yaml"), tmp_path / "out", options, ["rules"]).target
    assert (target / "source/theme.typ").read_text() == code == (target / "rules/typst/theme.typ").read_text()
    assert verify_build(target) == []
    ended = fabgen("verify", str(target), cwd=tmp_path)
    assert ended.returncode == 0
    alter(target, "rules/typst/settings.typ", b"\n")
    (problem,) = verify_build(target)
    assert (problem.where.file, problem.hint) == ("rules/typst/settings.typ", "build the game again")
    assert "not the one that this game's `source/` makes" in problem.what
    (target / "rules/typst/main.typ").unlink()
    assert any("main.typ" in problem.where.file for problem in verify_build(target))

"""Text: widths against reportlab's own reading of the same font, outlines against fontTools' own bounds."""

from __future__ import annotations

import math

import pytest
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import area
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont as ReportlabFont
from shapely import Point, box, unary_union

from fabgen.artwork.font_metrics import read_font_metrics
from fabgen.artwork.path import MIRROR, apply_matrix, point_bounds, rotation, scale_matrix, translation
from fabgen.artwork.text import (
    TextLine,
    font_file,
    line_width,
    missing_characters,
    point_size,
    text_bounds,
    text_matrix,
    text_outlines,
    text_width,
    write_capitals,
)

letters = st.text(st.sampled_from("ABCdefgijpqxyz 0123456789éüßΩж<&\"'-–×"), min_size=1, max_size=20)


@settings(max_examples=60, deadline=None)
@given(letters, st.floats(1, 20), st.booleans())
def test_widths_are_those_that_reportlab_sets(string: str, cap: float, bold: bool) -> None:
    name = f"Measured{bold}"
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(ReportlabFont(name, str(font_file(bold))))
    points = pdfmetrics.stringWidth(string, name, point_size(cap))
    assert text_width(string, cap, bold) == pytest.approx(points * 25.4 / 72, rel=2e-3)


@pytest.mark.parametrize("bold", [False, True])
def test_a_capital_is_as_high_as_asked_for(bold: bool) -> None:
    ((outline,),) = text_outlines(TextLine("H", (0, 0), 10, "start", bold))
    _, low, _, high = outline.bounds()
    assert (low, high) == pytest.approx((0, 10), abs=0.15)  # the faces differ from their stated capitals by a little


def _extent(outlines: tuple[tuple[object, ...], ...]) -> tuple[float, float, float, float]:
    return point_bounds(p for glyph in outlines for path in glyph for p in path.flatten(0.001))  # type: ignore[attr-defined]


@pytest.mark.parametrize("letter", list("agQß&éж"))
def test_outlines_have_the_bounds_that_the_font_says(letter: str) -> None:
    font = TTFont(str(font_file()))
    glyphs = font.getGlyphSet()
    pen = BoundsPen(glyphs)
    glyphs[font.getBestCmap()[ord(letter)]].draw(pen)
    unit = 5 / font["OS/2"].sCapHeight
    found = _extent(text_outlines(TextLine(letter, (0, 0), 5, "start")))
    assert found == pytest.approx([v * unit for v in pen.bounds], abs=0.002)


def test_letters_keep_their_holes_and_spaces_have_no_outline() -> None:
    """B has an outside and two bowls; the bowls run the other way round, so that both ways of filling agree."""
    ((*contours,),) = text_outlines(TextLine("B", (0, 0), 10))
    areas = sorted(c.area() for c in contours)
    assert len(areas) == 3
    assert sum(a > 0 for a in areas) in (1, 2)
    assert area(contours).area == pytest.approx(abs(sum(areas)), rel=1e-3)
    assert text_outlines(TextLine("  ", (0, 0), 10)) == ()
    assert len(text_outlines(TextLine("a b", (0, 0), 10))) == 2


@pytest.mark.parametrize(("anchor", "left"), [("start", 0.0), ("middle", -0.5), ("end", -1.0)])
def test_anchors(anchor: str, left: float) -> None:
    width = text_width("Hello", 4)
    x0, y0, x1, y1 = text_bounds(TextLine("Hello", (20, 7), 4, anchor))
    assert (x0, x1) == pytest.approx((20 + left * width, 20 + left * width + width))
    assert (y0, y1) == pytest.approx((7, 7 + 4.2))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(letters, st.sampled_from(["start", "middle", "end"]), st.floats(0, 360), st.booleans(), st.floats(0.5, 3))
def test_a_transformed_text_has_the_transformed_outlines(
    string: str, anchor: str, angle: float, mirrored: bool, factor: float
) -> None:
    text = TextLine(string, (3, -2), 4, anchor)
    for m in [MIRROR] * mirrored + [rotation(angle), scale_matrix(factor), translation(8, 1)]:
        before, text = text, text.transformed(m)
        for glyph, old in zip(text_outlines(text), text_outlines(before), strict=True):
            for path, former in zip(glyph, old, strict=True):
                assert path.start == pytest.approx(apply_matrix(m, former.start), abs=1e-6)
    assert text.mirrored == mirrored
    assert text.cap == pytest.approx(4 * factor)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(letters.filter(str.strip), st.floats(0, 360), st.booleans())
def test_outlines_are_within_the_bounds_of_their_text(string: str, angle: float, bold: bool) -> None:
    text = TextLine(string.replace("é", "e"), (0, 0), 10, "middle", bold, angle)
    plain = box(*text_bounds(TextLine(text.string, (0, 0), 10, "middle", bold)))
    around = plain.buffer(1.2)  # bowls and side bearings overshoot a little
    back = rotation(-angle)
    spots = [Point(apply_matrix(back, p)) for glyph in text_outlines(text) for path in glyph for p in path.flatten(0.5)]
    assert around.contains(unary_union(spots))


def test_a_text_turned_by_half_reads_from_the_other_side() -> None:
    assert text_matrix(TextLine("x", (5, 5), 1, "start", angle=180))[:4] == (-1, 0, 0, -1)
    turned = TextLine("x", (5, 5), 1, "start").transformed(rotation(450))
    assert (turned.angle, turned.at) == (90, pytest.approx((-5, 5)))


@pytest.mark.parametrize(("anchor", "start"), [("start", 0.0), ("middle", -0.5), ("end", -1.0)])
def test_letters_that_are_further_apart_keep_their_anchor(anchor: str, start: float) -> None:
    """Three letters, 0.2 of 10 mm further from each other: the text is 4 mm wider, each letter 2 mm further from the
    one before; so it is when it is turned and larger."""
    plain, spaced = (TextLine("HEH", (0, 0), 10, anchor, True, tracking=tracking) for tracking in (0.0, 0.2))
    width = text_width("HEH", 10, True) + 4
    assert line_width(spaced) == pytest.approx(width)
    assert text_bounds(spaced)[0] == pytest.approx(start * width)
    assert text_bounds(spaced)[2] == pytest.approx((1 + start) * width)
    lefts = [[min(path.bounds()[0] for path in glyph) for glyph in text_outlines(text)] for text in (plain, spaced)]
    shifts = [b - a for a, b in zip(*lefts, strict=True)]
    assert [shift - shifts[0] for shift in shifts] == pytest.approx([0, 2, 4])
    larger = spaced.transformed(scale_matrix(2)).transformed(rotation(90))
    assert line_width(larger) == pytest.approx(2 * width)


@pytest.mark.parametrize(("string", "missing"), [
    ("Plain <&\"'> words", []), ("Ελλάδα и Москва", []), ("שלום", list("שלום")), ("aאbא", ["א"]), ("♞", ["♞"]),
    ("a\nb", ["\n"]),
    ("\u202e", ["\u202e"]), ("漢字", list("漢字")), ("", []),
])
def test_characters_that_the_font_does_not_have(string: str, missing: list[str]) -> None:
    assert missing_characters(string) == missing


def test_point_sizes_are_the_fonts_own() -> None:
    """Source Sans Pro's capitals are 0.66 of its size (its design, Adobe 2012)."""
    assert point_size(6.6) == pytest.approx(10 * 72 / 25.4, rel=1e-3)
    assert math.isclose(text_width("", 3), 0)


@pytest.mark.parametrize("bold", [False, True])
def test_widths_are_those_that_fonttools_reads(bold: bool) -> None:
    font, metrics = TTFont(str(font_file(bold))), read_font_metrics(font_file(bold).read_bytes())
    assert metrics.advances == {code: font["hmtx"][name][0] for code, name in font.getBestCmap().items()}
    assert (metrics.em, metrics.cap_height) == (font["head"].unitsPerEm, font["OS/2"].sCapHeight) == (1000, 660)
    assert metrics.advances[ord("A")] == (573 if bold else 544)


def test_a_character_that_the_font_lacks_is_measured_as_an_em() -> None:
    """An em of this font has 1000 units, its capitals 660: with capitals of 6.6 mm it is 10 mm. The check of words
    reports the character."""
    assert missing_characters("\u117e") == ["\u117e"]
    assert text_width("\u117e", 6.6) == pytest.approx(10.0)


@pytest.mark.parametrize(("words", "capitals"), [
    ("Naïve Müßig", "NAÏVE MÜSSIG"),
    ("Δέλτα του Νείλου", "ΔΕΛΤΑ ΤΟΥ ΝΕΙΛΟΥ"),
    ("Ἡρώων Πόλις, Ναΐς", "ΗΡΩΩΝ ΠΟΛΙΣ, ΝΑΪΣ"),  # a diaeresis stays
])
def test_greek_capitals_carry_no_accents(words: str, capitals: str) -> None:
    assert write_capitals(words) == capitals

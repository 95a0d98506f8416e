"""The font of single lines: every letter is in it, keeps its height and its room, and no line lies on another."""

from __future__ import annotations

import math
import string
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.artwork.export.svg import path_data
from fabgen.artwork.path import Arc, Path, point_bounds
from fabgen.artwork.single_line import ACCENTS, LETTERS, missing_stroke_characters, text_strokes, weighted_strokes
from fabgen.artwork.text import TextLine, text_bounds, text_outlines, text_width
from fabgen.verify.readers.content import Element
from fabgen.verify.readers.contours import read_path_data
from fabgen.verify.toolpaths import find_overlaps

ACCENTED = "ÄÖÜäöüéèêëñçîïÅåČšžūğżőąȘ"
EVERY = [*LETTERS, *ACCENTED]
words = st.text("".join(EVERY), min_size=1, max_size=12)


def box(paths: tuple[Path, ...]) -> tuple[float, float, float, float]:
    return point_bounds(p for path in paths for p in (path.bounds()[:2], path.bounds()[2:]))


def test_the_font_has_all_characters_of_names_and_coordinates() -> None:
    assert missing_stroke_characters(string.ascii_letters + string.digits + " .,:;-'!?()/+=&#\"" + ACCENTED) == []
    assert len(ACCENTS) == 14


def test_missing_characters_are_listed_once_in_their_order() -> None:
    assert missing_stroke_characters("Ærø £ Δ £") == ["£", "Δ"]


@pytest.mark.parametrize(("letters", "low", "high"), [
    ("ABCDEFGHIJKLMNOPRSTUVWXYZ0123456789", 0, 6), ("acemnorsuvwxz", 0, 4), ("bdfhkl", 0, 6), ("gpqy", -2, 4)])
def test_letters_are_on_the_base_line_and_have_their_height(letters: str, low: float, high: float) -> None:
    """Wide set, nothing shrinks: a capital of 6 mm is 6 mm high."""
    for letter in letters:
        _, y0, _, y1 = box(text_strokes(TextLine(letter + 9 * "  ", (0, 0), 6.0)))
        assert (y0, y1) == pytest.approx((low, high), abs=0.07), letter


@pytest.mark.slow
@given(words, st.floats(1, 10), st.sampled_from(["start", "middle", "end"]), st.booleans())
def test_words_are_as_wide_as_the_printed_ones(text: str, cap: float, anchor: str, bold: bool) -> None:
    one = TextLine(text, (3.0, 4.0), cap, anchor, bold)
    paths = text_strokes(one)
    if paths:
        x0, _, x1, _ = box(paths)
        left, _, right, _ = text_bounds(one)
        assert left - 1e-6 <= x0
        assert x1 <= right + 1e-6
        assert right - left == pytest.approx(text_width(text, cap, bold))


def read_lines(paths: tuple[Path, ...]) -> list[Element]:
    """The lines as `verify` reads them from a sheet 100 mm high: small arcs in steps of 3 degrees."""
    contours = [read_path_data(path_data([path], 100.0), (1.0, 1.0), 100.0) for path in paths]
    return [Element(f"e{n}", "score", "stroke", "#0000ff", n, rings) for n, rings in enumerate(contours)]


@pytest.mark.parametrize("letter", [one for one in EVERY if one != " "])
@pytest.mark.parametrize("cap", [1.5, 1.8, 3.0])
def test_no_line_is_burnt_twice(letter: str, cap: float) -> None:
    """As `verify` reads a file: no line lies on another, nor on itself."""
    assert list(find_overlaps(read_lines(text_strokes(TextLine(letter, (0, 0), cap))))) == []


@pytest.mark.parametrize("letter", EVERY)
def test_arcs_of_a_letter_are_round(letter: str) -> None:
    """Where an arc runs into an arc, it goes on in the same direction, but for corners on purpose (B, 3, 8 ...)."""
    strokes = [*text_strokes(TextLine(letter, (0, 0), 6.0))]
    assert strokes or letter == " "
    for path in strokes:
        steps = [(start, segment) for start, segment in path if isinstance(segment, Arc)]
        turns = [abs(4 * math.atan(segment.bulge)) for _, segment in steps]
        assert all(math.isclose(min(abs(turn - k * math.pi / 4) for k in (1, 2, 3, 4)), 0, abs_tol=1e-9)
                   for turn in turns)
        assert all(math.dist(start, segment.to) > 0 for start, segment in path)
        assert all(math.dist(a, b) > 0 for a, b in pairwise(path.flatten(0.05)))


def test_lines_beside_a_sharp_corner_are_round_about_it() -> None:
    """An A of 2.3 mm: its sides meet at 37 degrees, and lines 0.22 mm beside them in a tip 0.70 mm above, if that were
    sharp. Round it is as far from the top as from the sides."""
    letter = TextLine("A", (0.0, 0.0), 2.3, "start", bold=True)
    tops = [max(y for _, y in path.flatten(0.001)) for path in weighted_strokes(letter)]
    assert max(tops) == pytest.approx(2.52, abs=0.015)


def test_small_bold_words_have_a_line_on_either_side_of_each() -> None:
    """The stem of an l and the ring of an o: lines to either side of them, 0.22 mm off; no line lies over another."""
    import shapely

    plain, bold = (TextLine("lo", (0.0, 0.0), 1.8, "start", is_bold) for is_bold in (False, True))
    assert weighted_strokes(plain) == text_strokes(plain)
    lines = [shapely.LineString([*path.flatten(0.001), *([path.start] if path.closed else [])])
             for path in weighted_strokes(bold)]
    count = len(text_strokes(bold))
    assert len(lines) == count * 3
    middles, beside = lines[:count], lines[count:]
    for line in beside:
        nearest = min(middles, key=line.distance)
        assert all(shapely.Point(p).distance(nearest) == pytest.approx(0.22, abs=0.03) for p in line.coords)
    assert all(a.intersection(b).length < 0.02 for a, b in combinations(lines, 2))


@pytest.mark.parametrize("cap", [1.5, 1.59, 1.7, 2.0])
@pytest.mark.parametrize("name", ["Shepherd", "Field marshal of the", "Raider"])
def test_no_line_of_a_small_bold_name_is_burnt_twice(name: str, cap: float) -> None:
    """As on a base with little room: lines beside two neighbouring stems come to lie in one place."""
    assert list(find_overlaps(read_lines(weighted_strokes(TextLine(name, (0, 0), cap, bold=True))))) == []


@pytest.mark.parametrize("cap", [2.4, 5.07, 8.0])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_large_bold_words_are_printed_letters_filled_with_lines(cap: float, is_mirrored: bool) -> None:
    """Lines 0.2 mm wide, as acrylic has them, cover the letters of the printing font, but for 0.035 mm along the
    outline, gaps of 0.02 mm between two lines, and here and there one of 0.13 mm; and nothing else. None lies on
    another, and the holes of letters stay free."""
    import shapely

    words = TextLine("Agile Oboe", (3.0, 4.0), cap, "start", bold=True, mirrored=is_mirrored)
    lines = [(shapely.LinearRing if path.closed else shapely.LineString)(path.flatten(0.001))
             for path in weighted_strokes(words)]
    letters = shapely.Polygon()
    for contours in text_outlines(words):
        for contour in contours:  # no two contours of these letters touch
            letters = letters.symmetric_difference(shapely.Polygon(contour.flatten(0.001)))
    cover = shapely.union_all([one.buffer(0.1) for one in lines])
    assert cover.difference(letters.buffer(0.02)).area < 0.002 * letters.area
    bare = letters.buffer(-0.035).difference(cover)
    assert bare.buffer(-0.13 / 2).is_empty
    # Lines through the same gap may meet in an end; no others touch.
    assert not any(a.intersects(b) for a, b in combinations(lines, 2) if a.is_ring or b.is_ring)
    assert all(a.intersection(b.buffer(0.05)).length < 0.2 for a, b in combinations(lines, 2))


def test_large_words_have_one_line_more_around_theirs() -> None:
    """From capitals of 2.2 mm on: the outline of a band that lies 0.04 of them from every line, so that no line is cut
    twice where the bowls of an 8 meet: 0.144 mm for capitals of 3.6 mm."""
    import shapely

    below, large = (TextLine("8A", (0, 0), cap) for cap in (2.1, 3.6))
    assert weighted_strokes(below) == text_strokes(below)
    first = len(text_strokes(large))
    lines = [shapely.LineString(path.trace(0.001)) for path in weighted_strokes(large)]
    around = shapely.union_all(lines[first:])
    assert len(lines) > first
    assert around.distance(shapely.union_all(lines[:first])) == pytest.approx(0.144, abs=0.02)
    assert sum(line.length for line in lines[first:]) == pytest.approx(around.length)


def test_lines_of_letters_are_further_apart_where_the_text_says_so() -> None:
    """Three uprights, 0.5 of 6 mm further from each other than without."""
    plain, spaced = (sorted(path.start[0] for path in text_strokes(TextLine("III", (0, 0), 6, "start",
                                                                             tracking=tracking)))
                     for tracking in (0.0, 0.5))
    assert [b - a for a, b in zip(plain, spaced, strict=True)] == pytest.approx([0, 3, 6])


def test_the_dot_of_a_letter_stays_apart_from_its_stem() -> None:
    """An `i` of 3 mm: a stem up to 2 mm, a dot from 2.5 to 2.8 mm, and 0.12 mm around the stem alone a line, so that
    the dot is 0.38 mm from all that is below it."""
    boxes = [path.bounds() for path in weighted_strokes(TextLine("i", (0.0, 0.0), 3.0))]
    dot = next(box for box in boxes if box[1] > 2.0)
    assert len(boxes) == 3
    assert dot[1] - max(box[3] for box in boxes if box is not dot) == pytest.approx(0.38, abs=0.01)

"""SVG files: only what every reader agrees on, arcs that stay true after rounding, pictures that equal the PDF's."""

from __future__ import annotations

import io
import math
from xml.etree import ElementTree

import pdfplumber
import pytest
from artwork.export.svg_read import read
from hypothesis import given, settings
from hypothesis import strategies as st
from laser.laser_parts import kit

from fabgen.artwork.drawing import Role, draw, draw_text
from fabgen.artwork.export import pdf
from fabgen.artwork.export.svg import path_data, write_drawing
from fabgen.artwork.path import Arc, Curve, Line, Path, circle, polygon, rectangle
from fabgen.artwork.path import line as polyline
from fabgen.artwork.themes import load_theme
from fabgen.laser.formats.svg import write_sheet
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import load_machine
from fabgen.laser.sheet_layout import make_sheets

SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    "svg": {"width", "height", "viewBox", "version"},
    "g": {"id"},
    "path": {"id", "d", "fill", "stroke", "stroke-width"},
}


def page(path: Path, height: float = 100.0) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="{height}mm" viewBox="0 0 100 {height}">'
        f'<g id="x"><path id="p" d="{path_data([path], height)}"/></g></svg>'
    ).encode()


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["generic", "lightburn", "glowforge"])
def test_laser_files_hold_the_boring_subset_only(name: str) -> None:
    machine = load_machine(name)
    made = make_sheets(kit(), LaserJob(machine))
    assert made
    for sheet in made:
        root = ElementTree.fromstring(write_sheet(sheet, machine))
        assert root.get("width") == f"{sheet.width:g}mm"
        assert root.get("height") == f"{sheet.height:g}mm"
        assert root.get("viewBox") == f"0 0 {sheet.width:g} {sheet.height:g}"
        for element in root.iter():
            assert set(element.keys()) <= ALLOWED[element.tag.removeprefix(SVG)]
        paths = list(root.iter(f"{SVG}path"))
        assert len(paths) == len(sheet.marks)
        assert all((p.get("fill") == "none") != (p.get("stroke") == "none") for p in paths)


def test_y_turns_over_and_numbers_are_short() -> None:
    assert path_data([polyline((1, 2), (3.00049, 4.1234567))], 10) == "M 1 8 L 3 5.877"
    assert path_data([rectangle(0, 0, 10, 5)], 5) == "M 0 5 L 10 5 L 10 0 L 0 0 Z"


def test_a_circle_is_two_arcs_exactly_a_diameter_apart() -> None:
    assert (
        path_data([circle((10.0004, 10), 2.50049)], 20) == "M 7.5 10 A 2.5 2.5 0 0 0 12.5 10 A 2.5 2.5 0 0 0 7.5 10 Z"
    )


def test_segments_that_round_to_nothing_are_left_out() -> None:
    path = Path(
        (0.0, 0.0),
        (Line((0.0002, 0)), Line((10, 0)), Arc((10.0001, 0.0001), 0.3), Line((10, 10)), Line((0, 0.0003))),
        closed=True,
    )
    assert path_data([path], 10) == "M 0 10 L 10 10 L 10 0 Z"


def test_curves_stay_curves() -> None:
    assert path_data([Path((0.0, 0.0), (Curve((1, 2), (3, 4), (5, 5)),))], 10) == "M 0 10 C 1 8 3 6 5 5"


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(st.floats(0.4, 40), st.floats(0, 360), st.floats(-1.6, 1.6).filter(lambda b: abs(b) > 0.05), st.floats(20, 60))
def test_arcs_stay_within_two_microns_of_their_circle(chord: float, heading: float, bulge: float, x: float) -> None:
    """Half circles are the hard case: a micrometre at the ends may move a lone arc's middle by a tenth of a
    millimetre."""
    start = (x, 50.0)
    end = (x + chord * math.cos(math.radians(heading)), 50 + chord * math.sin(math.radians(heading)))
    path = Path(start, (Arc(end, bulge),))
    _, (seen,) = read(page(path))
    points = [(float(px), 100 - float(py)) for px, py in seen.subpaths[0]]
    sagitta, right = bulge * chord / 2, math.radians(heading - 90)
    tip = (start[0] + end[0]) / 2 + sagitta * math.cos(right), 50 + (end[1] - 50) / 2 + sagitta * math.sin(right)
    assert math.dist(points[len(points) // 2], tip) < 0.005
    assert all(_off_circle(start, end, bulge, p) < 0.002 for p in points)


def _off_circle(start: tuple[float, float], end: tuple[float, float], bulge: float, p: tuple[float, float]) -> float:
    """How far a point is from the arc's circle, by its sagitta: radius = (chord / 2)^2 / (2 s) + s / 2."""
    chord = math.dist(start, end)
    sagitta = abs(bulge) * chord / 2
    radius = (chord / 2) ** 2 / (2 * sagitta) + sagitta / 2
    ux, uy = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    side = -1 if bulge > 0 else 1  # a counter-clockwise arc bows to the right of its chord
    away = sagitta - radius
    centre = ((start[0] + end[0]) / 2 - uy * side * away, (start[1] + end[1]) / 2 + ux * side * away)
    return abs(math.dist(centre, p) - radius)


@pytest.mark.parametrize("turn", [0, 30, 90, 211])
def test_whole_circles_at_any_turn(turn: int) -> None:
    _, (seen,) = read(
        page(
            circle((30.12345, 0), 9.10049).transformed(
                (
                    math.cos(math.radians(turn)),
                    math.sin(math.radians(turn)),
                    -math.sin(math.radians(turn)),
                    math.cos(math.radians(turn)),
                    50,
                    50,
                )
            )
        )
    )
    centre = 50 + 30.12345 * math.cos(math.radians(turn)), 100 - (50 + 30.12345 * math.sin(math.radians(turn)))
    assert all(abs(math.dist(centre, p) - 9.10049) < 0.002 for p in seen.subpaths[0])
    assert seen.closed == (True,)


FIGURE = (
    draw(Role.EDGE, rectangle(-5, -7, 40, 30, 3))
    + draw(Role.MOVE, circle((10, 8), 3))
    + draw(Role.MARK, circle((25, 8), 4), circle((25, 8), 2))
    + draw(Role.FOLD, polyline((-5, 10), (35, 10)))
    + draw(Role.PIECE, polygon([(0, 0), (5, 0), (2, 9)]), tone="green")
)


def test_pictures_have_the_size_and_places_of_the_pdf() -> None:
    theme = load_theme("colour")
    (width, height), (_, *seen) = read(write_drawing(FIGURE, theme, 2.0, "A <figure> & more"))
    with pdfplumber.open(io.BytesIO(pdf.write_drawing(FIGURE, theme, 2.0))) as document:
        paper = document.pages[0]
        assert (width, height) == pytest.approx(
            (float(paper.width) / 72 * 25.4, float(paper.height) / 72 * 25.4), abs=0.01
        )
        printed = sorted(
            {
                round(float(o[k]) / 72 * 25.4, 1)
                for o in (*paper.curves, *paper.rects, *paper.lines)
                for k in ("x0", "x1")
            }
        )
    drawn = sorted({round(float(v), 1) for s in seen for p in s.subpaths for v in (p[:, 0].min(), p[:, 0].max())})
    assert drawn == printed


def test_pictures_are_inked_by_the_theme() -> None:
    root = ElementTree.fromstring(write_drawing(FIGURE, load_theme("colour"), title="A <figure> & more"))
    assert root.findtext(f"{SVG}title") == "A <figure> & more"
    _, edge, move, ring, fold, piece = root.iter(f"{SVG}path")
    assert (edge.get("stroke"), edge.get("stroke-width"), edge.get("fill")) == ("#1d2329", "0.6", "none")
    assert (move.get("stroke"), move.get("fill")) == ("none", "#00664b")
    assert ring.get("fill-rule") == "evenodd"
    assert (fold.get("stroke-dasharray"), fold.get("fill")) == ("2 1.5", "none")
    assert piece.get("fill") == "#009e73"


def test_the_page_is_white_under_everything() -> None:
    """43 x 33 mm: a figure of 40 x 30 mm, the ink of its outline not counted, with 1.5 mm around it."""
    root = ElementTree.fromstring(write_drawing(draw(Role.EDGE, rectangle(-5, -7, 40, 30)), load_theme("colour"), 1.5))
    page, edge = root.iter(f"{SVG}path")
    assert (page.get("d"), page.get("fill"), page.get("stroke")) == (
        "M 0 33 L 43 33 L 43 0 L 0 0 Z", "#ffffff", "none")
    assert edge.get("fill") == "none"


def test_words_in_pictures_need_no_font() -> None:
    root = ElementTree.fromstring(write_drawing(draw_text(Role.TITLE, "Fg", (0, 0), 5), load_theme("colour")))
    assert {element.tag for element in root.iter()} == {f"{SVG}svg", f"{SVG}path"}


def test_the_same_bytes_again() -> None:
    assert write_drawing(FIGURE, load_theme("colour")) == write_drawing(FIGURE, load_theme("colour"))

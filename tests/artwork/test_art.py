"""SVG files as editors write them → areas, by hand calculation."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from shapely import Polygon

from fabgen.artwork.path import Arc
from fabgen.artwork.svg_artwork import SvgArtwork, read_art
from fabgen.core.problems import FabgenError

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '


def art(folder: Path, body: str, head: str = 'width="100mm" height="100mm" viewBox="0 0 100 100"') -> SvgArtwork:
    file = folder / "a.svg"
    file.write_text(f"{HEAD}{head}>{body}</svg>", encoding="utf-8")
    return read_art(file)


def inked(made: SvgArtwork) -> float:
    return sum(path.area() for path in made.areas)


AREAS = [
    ("a square", '<rect x="10" y="10" width="20" height="30"/>', 600),
    ("with a hole by the even-odd rule", '<path fill-rule="evenodd" d="M0 0H20V20H0Z M5 5H10V10H5Z"/>', 375),
    ("no hole where both turn alike", '<path d="M0 0H20V20H0Z M5 5H10V10H5Z"/>', 400),
    ("a hole where the inner one turns back", '<path d="M0 0H20V20H0Z M5 5V10H10V5Z"/>', 375),
    ("white rubs out", '<rect width="20" height="20"/><rect x="5" y="5" width="5" height="5" fill="#fff"/>', 375),
    ("black over white stays", '<rect width="9" height="9" fill="white"/><rect width="2" height="2"/>', 4),
    ("two that overlap are one", '<rect width="20" height="20"/><rect x="10" width="20" height="20"/>', 600),
    ("a stroke has its width", '<rect x="5" y="5" width="20" height="20" stroke="black" stroke-width="2"/>', 484),
    ("scaled and moved groups", '<g transform="translate(5 5) scale(2)"><g><rect width="5" height="5"/></g></g>', 100),
    ("a turned one", '<rect transform="rotate(30 20 20)" x="15" y="15" width="10" height="10"/>', 100),
    ("a clone", '<defs><rect id="r" width="4" height="4"/></defs><use xlink:href="#r" x="9"/>', 16),
    ("a style", '<style>.k{fill:#222}</style><rect class="k" width="6" height="6" style="stroke:none"/>', 36),
    ("hidden things", '<rect width="5" height="5"/><rect x="9" width="5" height="5" visibility="hidden"/>'
     '<rect x="19" width="5" height="5" style="display:none"/>', 25),
    ("laser lines", '<g fill="none" stroke="red" stroke-width=".1"><rect width="20" height="20"/>'
     '<rect x="5" y="5" width="5" height="5"/></g>', 375),
    ("an end that crosses its start by a rounding", '<path fill="none" stroke="red" stroke-width=".1" '
     'd="m 5,5 h 20 v 20 h -20 l 0.00001,-20.00001 z"/>', 400),
    ("an end that nearly meets", '<path fill="none" stroke="red" d="M0 0H20V20H0V0.04"/>', 400),
]


@pytest.mark.parametrize(("body", "area"), [case[1:] for case in AREAS], ids=[case[0] for case in AREAS])
def test_the_ink_is_what_a_person_sees(tmp_path: Path, body: str, area: float) -> None:
    made = art(tmp_path, body)
    assert inked(made) == pytest.approx(area, rel=1e-4, abs=0.5 if "0.04" in body or "stroke-width" in body else 1e-3)
    assert all(Polygon(path.flatten(0.01)).is_valid for path in made.areas)


@pytest.mark.parametrize(("head", "side"), [
    ('width="96" height="96"', 10 * 25.4 / 96), ('width="10cm" height="10cm" viewBox="0 0 10 10"', 100),
    ('width="2in" height="2in" viewBox="0 0 100 100"', 5.08), ('viewBox="0 0 50 50"', 10 * 25.4 / 96),
])
def test_units(tmp_path: Path, head: str, side: float) -> None:
    made = art(tmp_path, '<rect width="10" height="10"/>', head)
    x0, y0, x1, y1 = made.bounds()
    assert (x1 - x0, y1 - y0) == (pytest.approx(side, rel=1e-5), pytest.approx(side, rel=1e-5))


def test_y_is_up_and_arcs_stay_arcs(tmp_path: Path) -> None:
    made = art(tmp_path, '<path d="M10 90 A 10 10 0 0 1 30 90 Z"/>')
    [half] = made.areas
    assert half.bounds() == pytest.approx((10, 10, 30, 20), abs=1e-4)
    assert {type(s) for s in half.segments if isinstance(s, Arc)} == {Arc}
    assert inked(made) == pytest.approx(50 * math.pi, rel=1e-5)


def test_curves_keep_their_shape(tmp_path: Path) -> None:
    """A quadratic Bézier over a chord of 20 whose control is 10 high: two thirds of base times height."""
    assert inked(art(tmp_path, '<path d="M0 50 Q 10 40 20 50 Z"/>')) == pytest.approx(20 * 10 / 2 * 2 / 3, rel=3e-3)
    assert inked(art(tmp_path, '<ellipse cx="50" cy="50" rx="20" ry="10"/>')) == pytest.approx(200 * math.pi, rel=1e-3)


def test_lines_beside_fills_are_lines(tmp_path: Path) -> None:
    made = art(tmp_path, '<rect width="20" height="20"/><path d="M5 5H15" stroke="#000" fill="none"/>')
    assert [line.length() for line in made.lines] == [pytest.approx(10)]


@pytest.mark.parametrize(("body", "what"), [
    ('<text id="t" x="1" y="5">A</text>', "the words `t` are no outlines"),
    ('<image width="5" height="5" href="a.png"/>', "made of pixels"),
    ('<rect id="r" width="5" height="5" clip-path="url(#c)"/>', "`r` is clipped"),
    ('<path fill="none" stroke="red" d="M0 100H20V80H1"/>', "is open at 1.0, 20.0 mm"),
    ('<path fill="none" stroke="red" d="M0 0L10 10H0L10 0Z"/>', "crosses itself at 5.0, 95.0 mm"),
    ('<rect width="5" height="5" fill="white"/>', "all that is drawn here is white"),
    ("", "nothing is drawn"),
    ("<rect", "not XML"),
])
def test_art_that_cannot_be_used_is_reported(tmp_path: Path, body: str, what: str) -> None:
    with pytest.raises(FabgenError) as caught:
        art(tmp_path, body)
    [problem] = caught.value.problems
    assert what in problem.what


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FabgenError) as caught:
        read_art(tmp_path / "none.svg")
    assert "cannot read the file" in caught.value.problems[0].what

"""Drawings of one piece on their feet: heights, feet, plinths and curves by hand calculation."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from measure import area, points
from shapely import Polygon, box

from fabgen.artwork.path import Arc, Curve, Line, Point, Segment
from fabgen.artwork.path import Path as Drawn
from fabgen.artwork.svg_artwork import Cutout, SvgArtwork, make_cutout, read_art, read_cut
from fabgen.artwork.svg_file import ArtError

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100">'
BELL = '<path d="M30 80 H70 C70 60 55 60 55 20 H45 C45 60 30 60 30 80 Z"/>'  # a level foot of 40, 60 high
EGG = '<ellipse cx="50" cy="40" rx="20" ry="30"/>'


def drawn(folder: Path, body: str) -> Path:
    file = folder / "a.svg"
    file.write_text(f"{HEAD}{body}</svg>", encoding="utf-8")
    return file


def cut(folder: Path, body: str, height: float) -> Cutout:
    return make_cutout(read_cut(drawn(folder, body)), height)


def closed(made: Cutout) -> Drawn:
    return Drawn(made.top.start, made.top.segments, closed=True)


def test_a_level_foot_is_kept_and_all_curves_with_it(tmp_path: Path) -> None:
    """60 mm drawn, 30 mm wanted: the foot of 40 becomes 20, two curves and a level top stay what they are."""
    made = cut(tmp_path, BELL, 30.0)
    assert made.foot == pytest.approx(10)
    assert made.top.start == pytest.approx((10, 0))
    assert made.top.segments[-1].to == pytest.approx((-10, 0))
    assert Counter(type(segment).__name__ for segment in made.top.segments) == {"Curve": 2, "Line": 1}
    assert closed(made).bounds() == pytest.approx((-10, 0, 10, 30))


def test_a_round_foot_gets_a_plinth(tmp_path: Path) -> None:
    """An egg of 60, sunk by 2 mm in a plinth of 4.5 mm: so 40 mm in all leave 37.5 mm for the egg, a factor of 0.625.
    Its lowest 2 mm reach 12.5 sqrt(1 - (16.75 / 18.75)^2) = 5.617 mm to either side; the plinth goes on
    for 2.5 mm, 8.117 mm in all, and its ends are rounded with 0.8 mm."""
    made = cut(tmp_path, EGG, 40.0)
    body = Polygon(points(closed(made)))
    assert body.is_valid
    assert body.bounds == pytest.approx((-12.5, 0, 12.5, 40), abs=0.01)
    foot = body.intersection(box(-99, 1, 99, 3)).bounds
    assert (foot[0], foot[2]) == pytest.approx((-8.117, 8.117), abs=0.01)
    assert made.foot == pytest.approx(8.117 - 0.8, abs=0.01)
    assert sum(isinstance(segment, Curve) for segment in made.top.segments) >= 4
    reopened = body.buffer(0.7).buffer(-0.7)  # no inner corner is sharper than 0.7 mm
    assert reopened.difference(body).area < 0.01


def test_legs_stand_on_one_plinth_and_narrow_gaps_are_filled(tmp_path: Path) -> None:
    table = '<path d="M10 10 H90 V90 H80 V{0} H20 V90 H10 Z"/>'
    high, low = cut(tmp_path, table.format(20), 45.0), cut(tmp_path, table.format(83), 45.0)
    assert [len(one.holes) for one in (high, low)] == [1, 0]
    assert area([closed(high), *high.holes]).area < area([closed(low)]).area


def test_holes_stay_round(tmp_path: Path) -> None:
    made = cut(tmp_path, f'{EGG}<circle cx="50" cy="30" r="6" fill="white"/>', 62.5)
    [eye] = made.holes
    assert all(isinstance(segment, Arc) for segment in eye.segments)
    assert eye.bounds()[2] - eye.bounds()[0] == pytest.approx(12, abs=1e-3)


def test_a_sharp_notch_is_as_wide_as_the_beam(tmp_path: Path) -> None:
    """A spike cut into the top, which ends in a point: the laser makes a round of it, and so does the outline."""
    made = cut(tmp_path, '<path d="M20 90 H80 V10 H52 L50 60 L48 10 H20 Z"/>', 80.0)
    body = Polygon(points(closed(made)))
    assert body.buffer(0.15).buffer(-0.15).difference(body).area < 0.01


@pytest.mark.parametrize(("body", "what", "spot"), [
    ('<rect x="20" y="40" width="30" height="50"/><circle cx="70" cy="20" r="6"/>', "not joined", (70, 80)),
    ('<path d="M10 90V10H90V90Z M30 70H70V30H30Z"/><circle cx="50" cy="50" r="5"/>', "not joined", (50, 50)),
    ('<path fill="none" stroke="red" d="M10 90 L90 10 V90 L10 10 Z"/>', "crosses itself", (50, 50)),
    ('<path fill="none" stroke="red" d="M10 90 V10 H90 V80"/>', "is open", (90, 20)),
    ('<g fill="none" stroke="red"><path d="M10 90V10H50V90Z"/><path d="M20 60V40L50 40.5L60 60L30 70Z"/></g>',
     "cross each other", (50, 100 - 63 - 1 / 3)),
])
def test_drawings_that_are_no_piece_are_reported_with_their_place(tmp_path: Path, body: str, what: str,
                                                 spot: tuple[float, float]) -> None:
    with pytest.raises(ArtError) as caught:
        read_cut(drawn(tmp_path, body))
    [(problem, at)] = caught.value.spots
    assert what in problem.what
    assert at == pytest.approx(spot, abs=0.01)
    assert f"{spot[0]:.1f}, {spot[1]:.1f} mm from the lower left corner" in problem.what
    assert caught.value.paths


def test_strokes_count_as_a_person_sees_them(tmp_path: Path) -> None:
    """A bar of 10 mm as a stroke, 40 long: beside a fill it is cut, alone on a mark it is etched."""
    bar = '<path d="M50 40 H90" fill="none" stroke="black" stroke-width="10"/>'
    joined = read_cut(drawn(tmp_path, f'<rect x="10" y="10" width="41" height="80"/>{bar}'))
    assert joined.bounds() == pytest.approx((10, 10, 90, 90), abs=0.01)
    etched = read_art(drawn(tmp_path, bar), "etch")
    assert sum(path.area() for path in etched.areas) == pytest.approx(400, rel=1e-3)


def test_the_page_is_known(tmp_path: Path) -> None:
    art = read_art(drawn(tmp_path, EGG), "etch")
    assert isinstance(art, SvgArtwork)
    assert art.page == pytest.approx((100, 100))


@st.composite
def blobs(draw: st.DrawFn) -> Drawn:
    """Outlines about the origin of straight and curved segments, which do not cross themselves."""
    count = draw(st.integers(3, 10))
    far = draw(st.lists(st.floats(10, 60), min_size=count, max_size=count))
    angles = [2 * math.pi * n / count for n in range(count)]
    corners = [(d * math.cos(a), d * math.sin(a)) for d, a in zip(far, angles, strict=True)]
    bows = draw(st.lists(st.floats(-0.15, 0.15), min_size=count, max_size=count))
    around = zip(corners, [*corners[1:], corners[0]], bows, strict=True)
    path = Drawn(corners[0], tuple(bowed(p, q, bow) for p, q, bow in around), closed=True)
    assume(Polygon(points(path)).is_valid)
    return path


def bowed(p: Point, q: Point, bow: float) -> Segment:
    (x, y), (u, v) = p, (q[0] - p[0], q[1] - p[1])
    first, second = ((x + u * t - v * bow, y + v * t + u * bow) for t in (0.3, 0.7))
    return Curve(first, second, q) if abs(bow) > 0.02 else Line(q)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(blobs(), st.sampled_from([20.0, 50.0, 90.0]))
def test_every_cutout_stands_on_its_foot(path: Drawn, height: float) -> None:
    made = make_cutout(SvgArtwork((path,)), height)
    body = Polygon(points(closed(made)))
    assert body.is_valid
    assert body.bounds[1] == pytest.approx(0, abs=1e-3)
    assert body.bounds[3] == pytest.approx(height, abs=0.02)
    assert made.foot >= 4.5 - 1e-9
    sole = body.intersection(box(-made.foot, 0, made.foot, 0.001))
    assert sole.area == pytest.approx(2 * made.foot * 0.001, rel=0.01)

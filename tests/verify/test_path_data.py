"""Path data as this reader and as svgelements read it: the same places, to 0.001 mm, with as many arcs and steps."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import shapely
import svgelements

from fabgen.verify.readers.contours import Contour, read_path_data

HEIGHT = 100.0


def random_path(seed: int) -> str:
    """A subpath of lines, arcs of circles and ellipses, and Béziers; it may be closed, and go on after that."""
    chance = random.Random(seed)

    def numbers(count: int, low: float = -50.0, high: float = 50.0) -> str:
        return " ".join(f"{chance.uniform(low, high):.3f}" for _ in range(count))

    def arc() -> str:
        wide, high = numbers(1, 75, 150), numbers(1, 75, 150)
        return f"A {wide} {chance.choice((wide, high))} 0 {chance.randrange(2)} {chance.randrange(2)} {numbers(2)}"

    makers = (lambda: f"L {numbers(2)}", lambda: f"C {numbers(6)}", arc, arc, lambda: "Z")
    return " ".join([f"M {numbers(2)}", arc(), *(chance.choice(makers)() for _ in range(chance.randrange(6)))])


def contour_of(data: str) -> Contour:
    """The only contour of path data."""
    (contour,) = read_path_data(data, (1.0, 1.0), HEIGHT)
    return contour


@pytest.mark.parametrize("seed", range(60))
def test_svgelements_reads_the_same(seed: int) -> None:
    data = random_path(seed)
    contour = contour_of(data)
    segments = [segment for segment in svgelements.Path(data) if not isinstance(segment, svgelements.Move)]
    is_closed = isinstance(segments[-1], svgelements.Close)
    drawn = segments[: len(segments) - is_closed]
    line = shapely.LineString(contour.points)
    shapely.prepare(line)
    ends = []
    for segment in segments:
        places = [segment.point(share) for share in np.linspace(0, 1, 101)]
        points = shapely.points([(float(x), HEIGHT - float(y)) for x, y in places])
        assert shapely.distance(line, points).max() < 0.0021
        ends.append(shapely.get_coordinates(points[[0, -1]]))
    assert contour.closed == is_closed
    assert contour.arcs == sum(isinstance(segment, svgelements.Arc) for segment in segments)
    assert contour.steps == pytest.approx([math.dist(*pair) for pair in ends[: len(drawn)]], abs=1e-6)
    length = sum(float(segment.length(error=1e-5)) for segment in segments)
    assert line.length == pytest.approx(length, rel=2e-4)


@pytest.mark.parametrize(("words", "middle"), [
    ("5 5 0 0 1 10 0", (5, -5)),  # y runs down in the file: the angle grows clockwise, over the top
    ("5 5 0 0 0 10 0", (5, 5)),
    ("13 13 0 0 1 10 0", (5, -1)),  # 13² = 12² + 5²: the middle lies 12 from the centre
    ("13 13 0 1 1 10 0", (5, -25)),
    ("13 13 0 0 0 10 0", (5, 1)),
    ("13 13 0 1 0 10 0", (5, 25)),
    ("5 3 0 0 1 0 6", (5, 3)),
    ("4.998 4.998 0 0 1 10 0", (5, -5)),  # as good as half a circle: by rounding it does not quite reach its end
])
def test_an_arc_passes_where_geometry_says(words: str, middle: tuple[float, float]) -> None:
    contour = contour_of(f"M 0 0 A {words}")
    spot = shapely.Point(middle[0], HEIGHT - middle[1])
    assert shapely.LineString(contour.points).distance(spot) < 0.0011
    assert contour.arcs == 1


def test_what_follows_the_end_of_an_outline_begins_where_it_began() -> None:
    contour = contour_of("M 0 0 A 5 5 0 0 1 10 0 L 10 20 Z L 0 20")
    assert contour.points[-3:].tolist() == [[10, 80], [0, 100], [0, 80]]
    assert not contour.closed


def test_an_arc_that_goes_nowhere_is_left_out() -> None:
    assert contour_of("M 0 0 A 5 5 0 0 1 0 0 L 10 0").points.tolist() == [[0, 100], [10, 100]]

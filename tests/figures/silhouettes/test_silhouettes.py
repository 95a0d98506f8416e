"""Silhouettes stand, hold together, and are told apart: docs/look.md, measured with shapely."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from measure import area, extent, points
from shapely import LineString, Polygon
from shapely.affinity import scale

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.part import Part
from fabgen.check.part_flaws import find_flaws
from fabgen.figures.pieces.bases import tab_corners
from fabgen.figures.silhouettes.outlines import Silhouette, broad_line, open_line, scored_lines
from fabgen.figures.silhouettes.silhouettes import SHAPES
from fabgen.figures.silhouettes.silhouettes import silhouette as named
from fabgen.materials.material import load_material, make_fit

LOOKING = {"bishop", "knight", "wizard", "dragon", "wolf", "cat", "falcon", "elephant", "ship", "flag", "moon"}
ONE_SIDED = {*LOOKING, "house"}  # a chimney is no face
names = pytest.mark.parametrize("name", sorted(SHAPES))


def silhouette(name: str, height: float | None = None) -> Silhouette:
    made = named(name, height)
    assert isinstance(made, Silhouette)
    return made


def body(shape: Silhouette) -> Polygon:
    made = area([shape.outline(), *shape.holes, *shape.gates])
    assert isinstance(made, Polygon)
    return made


def turn(shape: Silhouette, i: int) -> float:
    """The signed turn at a corner, positive for an outer one."""
    (a, _), (b, _), (c, _) = (shape.corners[(i + k) % len(shape.corners)] for k in (-1, 0, 1))
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


@names
def test_it_is_one_closed_outline_that_stands_on_its_foot(name: str) -> None:
    shape = silhouette(name)
    assert shape.outline().closed
    assert Polygon(points(shape.outline())).is_valid
    assert shape.outline().area() > 0
    _, y0, _, y1 = shape.outline().bounds()
    assert y0 == pytest.approx(0)
    assert y1 <= shape.height
    assert y1 >= 0.95 * shape.height
    assert shape.foot == pytest.approx(max(x for (x, y), _ in shape.corners if y == 0))


@pytest.mark.slow
@names
def test_symmetry_where_facing_means_nothing(name: str) -> None:
    made = body(silhouette(name))
    difference = made.symmetric_difference(scale(made, -1, 1, origin=(0, 0))).area / made.area
    assert (difference > 0.03) if name in ONE_SIDED else (difference < 1e-3)


@names
def test_corners_are_rounded_for_fingers_and_against_cracks(name: str) -> None:
    shape = silhouette(name)
    for i, (_, radius) in enumerate(shape.corners):
        assert radius >= (0.8 if turn(shape, i) > 0 else 0.5)


@pytest.mark.slow
@names
def test_no_web_is_thinner_than_the_material(name: str) -> None:
    """Taking 1.49 mm off all round leaves one piece: nothing under 2.98 mm holds parts of it together."""
    made = body(silhouette(name))
    eroded = made.buffer(-1.49)
    assert eroded.geom_type == "Polygon"
    assert len(eroded.interiors) == len(made.interiors)  # no hole has broken through to the edge
    opened = eroded.buffer(1.49)
    rest = made.difference(opened.buffer(0.02))
    assert rest.area < 0.02 * made.area  # only corners and points are finer


@names
def test_feet_are_wider_than_shoulders(name: str) -> None:
    made = body(silhouette(name))
    x0, _, x1, top = made.bounds
    foot = extent(made.intersection(Polygon([(-99, 0), (99, 0), (99, 3), (-99, 3)])))[0]
    upper = made.intersection(Polygon([(-99, 0.4 * top), (99, 0.4 * top), (99, top), (-99, top)]))
    if name in LOOKING:
        assert made.centroid.x == pytest.approx(0, abs=foot / 8)  # its head juts out, its weight does not
    else:
        assert foot > extent(upper)[0]
        assert foot == pytest.approx(x1 - x0, rel=0.01)


@names
def test_it_keeps_the_standing_rule_on_a_base_for_cells_of_40_mm(name: str) -> None:
    assert silhouette(name).height / 2 <= 0.85 * 40


NATURAL = {"bishop", "knight", "rook"}  # too fine for 3 mm acrylic at 25 mm


@pytest.mark.slow
@pytest.mark.parametrize(("name", "height"), [*((name, None) for name in sorted(SHAPES)),
                                              *((name, 25.0) for name in sorted({*SHAPES} - NATURAL))])
def test_acrylic_of_3_mm_bears_it(name: str, height: float | None) -> None:
    acrylic = load_material("acrylic-3mm").material
    shape = silhouette(name, height)
    drawing = draw(Role.EDGE, shape.outline_on_tab(tab_corners(0.55 * shape.foot, make_fit(acrylic))))
    holes = (*shape.holes, *(() if height else shape.gates))  # low figures have no gates
    drawing += draw(Role.HOLE, *holes) if holes else Drawing()
    part = Part(name, drawing, 1, "acrylic-3mm", "pieces", has_openings=True)  # as bodies make it
    assert find_flaws(part, acrylic) == []


def test_there_are_more_than_sixteen_with_a_sentence_each() -> None:
    told = {name: (shape.__doc__ or "").splitlines()[0] for name, shape in SHAPES.items()}
    assert len(told) >= 16
    assert len(set(told.values())) == len(told)
    assert all(text.endswith(".") for text in told.values())


def test_small_openings_are_left_out_of_low_pieces() -> None:
    assert len(silhouette("castle").holes) == 1
    assert silhouette("castle", 25).holes == ()
    assert len(silhouette("ghost", 25).holes) == 3  # by which a ghost is known


@pytest.mark.slow
def test_shapes_are_told_apart_at_15_mm() -> None:
    drawn = {name: body(silhouette(name, 15)) for name in SHAPES}
    for one, other in combinations(sorted(drawn), 2):
        assert drawn[one].symmetric_difference(drawn[other]).area > 0.2 * drawn[one].area


@names
def test_a_height_scales_all(name: str) -> None:
    whole, half = silhouette(name), silhouette(name, silhouette(name).height / 2)
    assert half.foot == pytest.approx(whole.foot / 2)
    assert half.outline().area() == pytest.approx(whole.outline().area() / 4, rel=1e-6)
    assert math.isclose(half.height, whole.height / 2)


@names
def test_lines_keep_off_the_outline_and_each_other(name: str) -> None:
    """Lines are cut as slots 1.5 mm wide in acrylic of 3 mm. 2 mm stay beside them and between two of them at the least
    height that has any, 0.8 of the natural one; at that height lengths are 0.8 of those here: the middle of a slot is
    (2 + 0.75) / 0.8 = 3.44 mm from an edge, and (2 + 1.5) / 0.8 = 4.375 mm from another."""
    shape = silhouette(name)
    made, lines = body(shape), [LineString(path.trace(0.01)) for path in shape.lines]
    assert len(lines) <= 4
    for line in lines:
        assert made.contains(line)
        assert line.distance(made.boundary) >= 3.43
        assert line.length >= 3.0  # no dots: twice as long as wide, and more
    for one, other in combinations(lines, 2):
        assert one.distance(other) >= 4.37


@pytest.mark.parametrize(("name", "count"), [("pawn", 1), ("rook", 1), ("bishop", 1), ("spear", 2), ("knight", 3)])
def test_chess_pieces_have_lines_unless_they_are_low(name: str, count: int) -> None:
    high = silhouette(name).height
    assert len(silhouette(name, 0.81 * high).lines) == count
    assert silhouette(name, 0.79 * high).lines == ()
    lower, natural = silhouette(name, 0.9 * high).lines, silhouette(name).lines
    assert [path.length() for path in lower] == pytest.approx([0.9 * path.length() for path in natural])


def test_a_line_is_three_scored_ones_or_one_slot() -> None:
    """A quarter of a circle of 4 mm radius, followed by 6 mm: 2 pi + 6 mm long. Its parallels of 0.25 mm are longer and
    shorter by a quarter of a circle of that radius."""
    path = open_line((0, 0, 0), (4, 0, 4), (4, 10, 0))
    assert path.length() == pytest.approx(2 * math.pi + 6)
    left, middle_line, right = scored_lines(path)
    assert middle_line == path
    assert right.length() - path.length() == pytest.approx(0.25 * math.pi / 2)
    assert path.length() - left.length() == pytest.approx(0.25 * math.pi / 2)
    middle, beside = LineString(path.trace(1e-4)), [LineString(way.trace(1e-4)) for way in (left, right)]
    assert middle.hausdorff_distance(beside[0]) == pytest.approx(0.25, abs=0.001)
    assert middle.hausdorff_distance(beside[1]) == pytest.approx(0.25, abs=0.001)
    broad = broad_line(path, 0.5)
    assert abs(broad.area()) == pytest.approx(0.5 * path.length() + math.pi * 0.25**2)


def test_an_unknown_shape_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        silhouette("griffin")

"""Diagrams on hexagons are read back from their filled shapes alone, and no other is taken for them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import points
from shapely import Polygon
from shapely.affinity import rotate

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.movement_diagram import draw_diagram, main_direction
from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import Diagram, movement_diagram, window_of
from fabgen.rules.directions import HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS, Plane
from fabgen.rules.marks import ALL_MARKS, MoveMark
from fabgen.verify.diagram_decoding import DecodedDiagram, differences, read_diagram
from fabgen.verify.diagram_marks import recognise

PLANES = {"files": HEXAGONS_IN_FILES, "rows": HEXAGONS_IN_ROWS}
places = st.sampled_from(
    [place for place in HEXAGONS_IN_FILES.cells_spanned([(3, -3), (-3, 3), (3, 0), (0, 3)]) if place != (0, 0)]
)
marks = st.dictionaries(places, st.sampled_from(ALL_MARKS), max_size=6)


def filled(drawing: Drawing) -> list[Polygon]:
    """The areas of a drawing, holes cut out."""
    areas = []
    for item in drawing.without(Role.GRID).items:
        assert isinstance(item, Shape)
        area = Polygon()
        for path in item.paths:
            area = area.symmetric_difference(Polygon(points(path)))
        areas += list(getattr(area, "geoms", [area]))
    return areas


def read(diagram: Diagram, plane: Plane, turn: float = 0.0) -> DecodedDiagram:
    areas = (rotate(area, turn, origin=(0, 0)) for area in filled(draw_diagram(diagram, 8.0)))
    return read_diagram((recognise(area, "") for area in areas), plane, main_direction(diagram))


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from([HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS]), marks, st.floats(0, 360))
def test_any_diagram_is_read_back(plane: Plane, shown: dict[tuple[int, int], MoveMark], turn: float) -> None:
    reading = read(Diagram(shown, window_of(shown), plane), plane, turn)
    assert reading.faults == ()
    assert list(differences(reading, shown, "piece", tints=True)) == []


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from([HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS]), marks, marks)
def test_two_different_diagrams_are_told_apart(
    plane: Plane, shown: dict[tuple[int, int], MoveMark], legal: dict[tuple[int, int], MoveMark]
) -> None:
    found = list(differences(read(Diagram(shown, window_of(shown), plane), plane), legal, "piece"))
    assert len(found) == len({cell for cell in {*shown, *legal} if shown.get(cell) != legal.get(cell)})


@pytest.mark.slow
@pytest.mark.sample(2)
@pytest.mark.parametrize("text", ["W", "F", "N", "Q", "fmWfcF"])
def test_the_other_standing_is_another_diagram(text: str) -> None:
    diagram = movement_diagram(parse_betza(text, HEXAGONS_IN_FILES))
    right, wrong = (read(diagram, plane) for plane in (HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS))
    assert not right.faults
    assert wrong.faults or [*differences(wrong, dict(diagram.marks), "piece")]

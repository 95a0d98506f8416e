"""Every mark that fabgen draws is read back as what it means, on cells of any shape and size, however the part lies."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from measure import points
from shapely import Polygon
from shapely.affinity import rotate

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.figures.diagrams.legibility import least_legible_cell
from fabgen.figures.diagrams.movement_diagram import draw_diagram, main_direction
from fabgen.rules.diagram import Diagram, window_of
from fabgen.rules.directions import HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS, SQUARES, Offset, Plane
from fabgen.rules.marks import ALL_MARKS, ONLY_KIND_MARKS, MoveMark
from fabgen.verify.diagram_decoding import DecodedDiagram, differences, read_diagram
from fabgen.verify.diagram_marks import MARKS_OF_MEANING, recognise

PLANES = (SQUARES, HEXAGONS_IN_FILES, HEXAGONS_IN_ROWS)
DRAWN_MARKS = (*ALL_MARKS, *ONLY_KIND_MARKS)
offsets = st.tuples(st.integers(-3, 3), st.integers(-3, 3)).filter(lambda offset: offset != (0, 0))
diagrams = st.dictionaries(offsets, st.sampled_from(DRAWN_MARKS), min_size=1, max_size=8)


def filled(drawing: Drawing) -> list[Polygon]:
    """The areas that are engraved where programs fill by the even-odd rule."""
    areas: list[Polygon] = []
    for item in drawing.without(Role.GRID).items:
        assert isinstance(item, Shape)
        area = Polygon()
        for path in item.paths:
            area = area.symmetric_difference(Polygon(points(path)))
        areas += list(getattr(area, "geoms", [area]))
    return areas


def read(diagram: Diagram, cell: float, turn: float = 0.0) -> DecodedDiagram:
    shapes = [rotate(area, turn, origin=(0, 0)) for area in filled(draw_diagram(diagram, cell))]
    return read_diagram((recognise(area, "") for area in shapes), diagram.compass, main_direction(diagram))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PLANES), diagrams, st.floats(1, 8), st.floats(0, 360))
def test_what_is_drawn_is_read_back(
    plane: Plane, marks: dict[Offset, MoveMark], scale: float, turn: float
) -> None:
    cell = scale * least_legible_cell(marks.values())
    reading = read(Diagram(marks, window_of(marks), plane), cell, turn)
    assert reading.faults == ()
    assert list(differences(reading, marks, "piece", tints=True)) == []


@pytest.mark.slow
@pytest.mark.sample(10)
@pytest.mark.parametrize("mark", DRAWN_MARKS, ids=lambda mark: mark.glyph)
def test_every_mark_is_read_as_itself_alone(mark: MoveMark) -> None:
    """At the smallest cell, where strokes are as broad as acrylic needs, and at a large one; ahead and aslant."""
    for plane in PLANES:
        for cell in (least_legible_cell([mark]), 24.0):
            for offset in ((0, 2), (2, 2), (1, -2)):
                reading = read(Diagram({offset: mark}, window_of([offset]), plane), cell)
                assert reading.faults == ()
                assert [other for other in DRAWN_MARKS if reading.marks[offset] == MARKS_OF_MEANING[other]] == [mark]


def test_no_mark_is_made_of_the_parts_of_another() -> None:
    assert len({*MARKS_OF_MEANING.values()}) == len(DRAWN_MARKS) == len(MARKS_OF_MEANING)

"""The lit and the shaded bevel of a face in a picture of the table."""

from __future__ import annotations

from fabgen.artwork.drawing import Role, Shape
from fabgen.figures.positions.facets import draw_facets


def test_a_face_has_a_lit_and_a_shaded_bevel() -> None:
    drawing = draw_facets([[(0, 0), (20, 0), (20, 20), (0, 20)]], "pink", 1.0, 0.5)
    assert [item.role for item in drawing.items] == [Role.DEEP_SHADE, Role.BEVEL]


def test_a_narrow_face_has_no_empty_bevel() -> None:
    """A strip 0.2 mm high inside its lines: all of it is in the band of 0.6 mm that is lit, and nothing is shaded."""
    drawing = draw_facets([[(0, 0), (20, 0), (20, 1.2), (0, 1.2)]], "pink", 1.0, 0.5)
    assert [item.role for item in drawing.items] == [Role.DEEP_SHADE]
    assert all(isinstance(item, Shape) and item.paths for item in drawing.items)
    assert drawing.bounds()[3] < 1.2

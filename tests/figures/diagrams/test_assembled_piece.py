"""The picture of a piece whose parts are joined: what stands on a base hides no mark, and the base has its name."""

from __future__ import annotations

import pytest
from measure import all_of, things
from shapely import Point

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.figures.diagrams.catalogue import draw_figure, figure_names
from fabgen.spec.load import load_spec


def test_the_marks_of_a_base_are_in_front_of_what_stands_on_it() -> None:
    """A Knight of Correction has two dots, two crosses and two ringed crosses, of a ring and a cross; its own mark is a
    ring and a point. The name behind its slot is for the opponent."""
    figure = draw_figure(load_spec("correction"), "assembled", "green-knight").drawing
    shapes = [item for item in figure.items if isinstance(item, Shape)]
    marks = [item for item in shapes if item.role is Role.MARK]
    marks.remove(max(marks, key=lambda item: len(item.paths)))  # the name
    assert len(marks) == 2 + 2 + 2 * 2 + 2
    upright = [item for item in shapes if item.role is Role.PIECE][-1]
    standing = all_of(Drawing((upright,)))
    assert standing.area > 100
    assert all(not standing.intersects(all_of(Drawing((mark,)))) for mark in marks)


def test_the_name_of_the_base_is_clear_of_the_piece_and_its_line_ends_on_the_base() -> None:
    figure = draw_figure(load_spec("correction"), "assembled", "orange-pawn").drawing
    (name,) = [item for item in figure.items if isinstance(item, Lettering)]
    (leader,) = [item for item in figure.items if item.group == "labels" and isinstance(item, Shape)]
    piece = max(area.bounds[2] for area in things(figure, Role.PIECE))
    assert (name.text.string, name.bounds()[0] > piece) == ("base", True)
    base, (path,) = things(figure, Role.PIECE)[0], leader.paths
    assert base.buffer(0.01).covers(Point(path.start))


def test_crossed_panels_have_no_such_picture_and_a_disc_has_no_base() -> None:
    assert "white-piece" in figure_names(load_spec("abstract-game"))["assembled"]
    disc = draw_figure(load_spec("abstract-game"), "assembled", "white-piece").drawing
    assert not [item for item in disc.items if isinstance(item, Lettering)]
    with pytest.raises(KeyError):
        draw_figure(load_spec("abstract-game"), "assembled", "white-queen")

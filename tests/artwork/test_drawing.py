"""Drawings: values that are never changed, and a dump that shows every difference there is."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabgen.artwork.drawing import Drawing, Role, Shape, combine_drawings, draw, draw_text, dump_drawing
from fabgen.artwork.part import Fit
from fabgen.artwork.path import Curve, Path, circle, line, polygon, rectangle

FIGURE = combine_drawings([
    draw(Role.EDGE, rectangle(0, 0, 10, 6, 1)),
    draw(Role.PIECE, circle((5, 3), 2), circle((5, 3), 1), tone="green"),
    draw(Role.GRID, line((0, 3), (10, 3))),
    draw_text(Role.LABEL, "ab", (5, 3), 2, bold=True),
])


def test_a_drawing_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        FIGURE.items = ()  # type: ignore[misc]


def test_items_are_in_painting_order() -> None:
    over = FIGURE + draw(Role.MARK, circle((0, 0), 1))
    assert [i.role for i in over.items] == [Role.EDGE, Role.PIECE, Role.GRID, Role.LABEL, Role.MARK]
    assert over.only(Role.MARK, Role.EDGE).items == (over.items[0], over.items[4])
    assert over.without(Role.MARK) == FIGURE


@settings(max_examples=60, deadline=None)
@given(st.floats(-50, 50), st.floats(-50, 50), st.floats(0.1, 5))
def test_size_and_bounds_follow_transforms(dx: float, dy: float, factor: float) -> None:
    assert FIGURE.bounds() == pytest.approx((0, 0, 10, 6))
    assert FIGURE.moved(dx, dy).bounds() == pytest.approx((dx, dy, dx + 10, dy + 6))
    assert FIGURE.scaled(factor).size() == pytest.approx((10 * factor, 6 * factor))
    assert FIGURE.turned(90).bounds() == pytest.approx((-6, 0, 0, 10), abs=1e-9)
    assert FIGURE.mirrored().bounds() == pytest.approx((-10, 0, 0, 6))


def test_transforms_keep_roles_tones_and_lettering() -> None:
    turned = FIGURE.turned(180).moved(10, 6)
    assert [(i.role, i.tone) for i in turned.items] == [(i.role, i.tone) for i in FIGURE.items]
    assert "turned 180" in dump_drawing(turned)
    assert dump_drawing(FIGURE.mirrored()).count(" mirrored") == 1


def test_a_dump_by_hand() -> None:
    figure = draw(Role.HOLE, polygon([(0, 0), (1, 0), (0, -0.0001)]), tone="red") + draw(
        Role.PATH, Path((0, 0), (Curve((1, 2), (3, 4), (5, 6.12345)),))) + draw(Role.MARK, circle((0, 0), 2))
    assert dump_drawing(figure) == (
        "hole [red]: 0,0 - 1,0 - 0,0 close\n"
        "path: 0,0 - curve 1,2 3,4 5,6.123\n"
        "mark: -2,0 - arc 1 2,0 - arc 1 -2,0 close\n")


@pytest.mark.parametrize("other", [
    FIGURE.moved(0.002, 0), FIGURE.scaled(1.001), FIGURE.without(Role.GRID), Drawing(FIGURE.items[::-1]),
    FIGURE.mirrored(), FIGURE + FIGURE.only(Role.GRID),
    Drawing((*FIGURE.items[:1], Shape(FIGURE.items[1].paths, Role.PIECE, "red"), *FIGURE.items[2:])),  # type: ignore[union-attr]
])
def test_a_dump_shows_each_difference(other: Drawing) -> None:
    assert dump_drawing(other) != dump_drawing(FIGURE)


def test_a_slot_is_as_wide_as_the_material_and_its_clearance() -> None:
    assert Fit(3.0, 0.1).slot == pytest.approx(3.1)
    assert Fit(3.0, -0.05).slot == pytest.approx(2.95)

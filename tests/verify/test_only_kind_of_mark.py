"""Marks of a game in which every move may capture: what they measure, and that verify reads them."""

from __future__ import annotations

import math

import pytest
from measure import extent, things
from recognised import recognised_shapes

from fabgen.artwork.drawing import Drawing, Role
from fabgen.figures.diagrams.legibility import least_legible_cell
from fabgen.figures.diagrams.marks import large_dot, slide_arrow
from fabgen.figures.diagrams.movement_diagram import draw_short_diagram, main_direction
from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import Diagram, movement_diagram
from fabgen.rules.directions import HEXAGONS_IN_FILES, SQUARES, Plane
from fabgen.rules.marks import Act, MoveMark
from fabgen.spec.load import load_spec
from fabgen.verify.diagram_decoding import DecodedDiagram, differences, read_diagram

BOTH = Act.MOVE | Act.CAPTURE


def shown_diagram(moves: str, plane: Plane = SQUARES) -> Diagram:
    return movement_diagram(parse_betza(moves, plane), shortest_line=1).of_only_kind()


def read(drawing: Drawing, shown: Diagram, turn: float = 0.0) -> DecodedDiagram:
    turns = (0.0, 90.0, 180.0, 270.0) if shown.compass is SQUARES else (0.0, 60.0, 120.0)
    return read_diagram(recognised_shapes(drawing, turn), shown.compass, main_direction(shown), turns)


def draw_marks(shown: Diagram, cell: float = 6.0) -> Drawing:
    return draw_short_diagram(shown, cell, grid=False).without(Role.MOVE_CELL)


@pytest.mark.parametrize("turn", [0, 90])
@pytest.mark.parametrize(("moves", "plane"), [
    ("N", SQUARES), ("R", SQUARES), ("B", SQUARES), ("Q", SQUARES), ("fRfN", SQUARES), ("NN", SQUARES),
    ("R", HEXAGONS_IN_FILES),
])
def test_what_is_drawn_is_read(moves: str, plane: Plane, turn: float) -> None:
    shown = shown_diagram(moves, plane)
    reading = read(draw_marks(shown), shown, turn if plane is SQUARES else 0)
    assert reading.faults == ()
    assert list(differences(reading, dict(shown.marks), "piece")) == []


def test_other_marks_and_arrows_that_are_turned_or_moved_are_reported() -> None:
    shown, ringed = shown_diagram("R"), movement_diagram(parse_betza("R"), shortest_line=1)
    assert len([*differences(read(draw_marks(ringed), shown), dict(shown.marks), "rook")]) == 4
    *others, last = draw_marks(shown).items  # the arrow to the right, at (6, 0)
    arrow, centred = Drawing((last,)), Drawing((last,)).moved(-6, 0)
    for wrong in (centred.turned(180).moved(6, 0), centred.turned(20).moved(6, 0), arrow.moved(0.6, 0),
                  centred.scaled(1.2).moved(6, 0)):
        reading = read(Drawing(tuple(others)) + wrong, shown)
        assert reading.faults or [*differences(reading, dict(shown.marks), "rook")]


def test_marks_by_hand() -> None:
    """At 10 mm: a dot of 6.2 mm; an arrow of 9 mm, 6 mm wide, its head 4.2 mm long and its shaft 2.1 mm wide. On the
    diagonal it is longer by the root of two, its head and widths are the same."""
    (dot,) = things(large_dot(10))
    assert extent(dot) == pytest.approx((6.2, 6.2), abs=0.01)
    (arrow,) = things(slide_arrow(10, (0, 2)))
    assert extent(arrow) == pytest.approx((6.0, 9.0))
    assert arrow.area == pytest.approx(6.0 * 4.2 / 2 + 2.1 * (9.0 - 4.2))
    (diagonal,) = things(slide_arrow(10, (-1, 1)))
    assert diagonal.area == pytest.approx(6.0 * 4.2 / 2 + 2.1 * (9.0 * math.sqrt(2) - 4.2))


def test_the_least_cells_by_hand() -> None:
    """A dot of 1.5 mm needs 2.42 mm, and a head of 1.5 mm 2.5 mm, but no smaller cells than 3 mm are tried."""
    assert least_legible_cell([MoveMark(BOTH, is_only_kind=True)]) == 3.0
    assert least_legible_cell([MoveMark(BOTH, True, is_only_kind=True)]) == 3.0


def test_only_a_move_or_a_capture_can_be_the_only_kind() -> None:
    with pytest.raises(ValueError, match="no mark"):
        MoveMark(Act.MOVE, is_only_kind=True)


@pytest.mark.parametrize(("game", "is_only_kind"), [
    ("chess-battle", True), ("charing-cross", False), ("correction", False),
])
def test_games_with_other_marks_keep_their_crosses(game: str, is_only_kind: bool) -> None:
    spec = load_spec(game)
    marks = [mark for piece in spec.game.pieces for mark in spec.diagram(piece).marks.values()]
    assert spec.has_only_one_kind_of_mark is is_only_kind
    assert {mark.is_only_kind for mark in marks} == {is_only_kind}

"""Cells that the rules have closed: which they are, and that every figure of a position marks them and no others."""

from __future__ import annotations

from functools import cache

import pytest

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.core.languages import load_words
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.diagrams.legend import legend_rows
from fabgen.figures.positions.captions import figure_claims
from fabgen.figures.positions.claims import case_after, closed_cells
from fabgen.figures.positions.position import draw_position
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec, load_spec

RED, BLUE = {"b7", "c6", "c2", "d1"}, {"a6", "e6", "a2", "e2"}
SIDE = 10.0


@cache
def game(name: str = "abstract-game") -> Spec:
    return load_spec(f"templates/{name}")


def case(name: str, spec: Spec | None = None) -> Case:
    return next(case for case in (spec or game()).cases if case.example.id == name)


def hatched_cells(drawing: Drawing) -> set[str]:
    """The cells with lines in them of a board whose cells are 10 mm wide."""
    lines = [path for item in drawing.items if item.group.startswith("board/closed") and item.role is Role.GRID
             and isinstance(item, Shape) for path in item.paths]
    spots = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in (path.bounds() for path in lines)]
    return {f"{'abcde'[int(x // SIDE)]}{int(y // SIDE) + 1}" for x, y in spots}


@pytest.mark.parametrize(("name", "closed"), [
    ("start", BLUE),  # twelve pieces: even
    ("printed", RED),  # five pieces: odd
    ("even", BLUE)])  # six pieces
def test_red_is_closed_when_the_number_of_pieces_is_odd_and_blue_when_it_is_even(name: str, closed: set[str]) -> None:
    shown = case(name)
    assert {*closed_cells(shown)} == closed
    drawing = draw_position(game(), shown.position, figure_claims(shown), SIDE)
    assert hatched_cells(drawing) == closed


def test_a_capture_in_a_line_opens_one_colour_and_closes_the_other() -> None:
    opened = case("opened")  # twelve pieces; Black captures one
    assert [{*closed_cells(case_after(opened, steps))} for steps in (0, 1, 2)] == [BLUE, RED, RED]


def test_games_without_such_terrain_and_figures_without_zones_mark_nothing() -> None:
    checkers = game("incorrect-checkers")
    assert not any(closed_cells(case) for case in checkers.cases)
    drawing = draw_figure(checkers, "example", "retreat").drawing
    assert not any(item.group.startswith("board/closed") for item in drawing.items)


def test_closed_cells_are_read_aloud_and_explained_in_the_legend() -> None:
    listed = draw_figure(game(), "example", "printed").alt.partition("Closed: ")[2].partition(".")[0]
    assert {*listed.split(", ")} == RED
    rows = [row.text for row in legend_rows(game(), load_words()) if row.kind == "closed"]
    assert rows == ["closed space"]
    assert not [row for row in legend_rows(game("correction"), load_words()) if row.kind == "closed"]

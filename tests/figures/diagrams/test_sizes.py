"""Figures of a size: as large as asked, no thin stroke, no names of files and ranks that nobody can read."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from measure import area, things
from specs import loaded

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw
from fabgen.artwork.path import circle, polygon, rectangle
from fabgen.artwork.themes import load_theme, scale_theme
from fabgen.diagrams.figure_size import CLOSE, SizeWish, draw_sized_figure, thicken
from fabgen.figures.diagrams.catalogue import draw_figure
from fabgen.figures.diagrams.movement_diagram import draw_blocking_lines
from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import movement_diagram
from fabgen.spec.load import Spec, load_spec

LEAST = 0.18  # mm: half a point, what prints
FIGURES = [("board", ""), ("setup", ""), ("components", ""), ("moves", "guard"), ("moves", "lancer"),
           ("example", "strike")]


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), FIGURES)
@pytest.mark.parametrize("size", [20.0, 84.0, 210.0])
def test_the_longest_side_is_the_size_that_was_asked_for(spec: Spec, kind: str, name: str, size: float) -> None:
    made = draw_sized_figure(spec, kind, name, SizeWish(longest=size))
    assert max(made.figure.drawing.size()) + 2 * CLOSE == pytest.approx(size, abs=0.01)


@pytest.mark.parametrize(("kind", "name"), FIGURES)
def test_or_the_width(spec: Spec, kind: str, name: str) -> None:
    made = draw_sized_figure(spec, kind, name, SizeWish(width=60.0))
    assert made.figure.drawing.size()[0] + 2 * CLOSE == pytest.approx(60.0, abs=0.01)


def narrowest(item: Shape) -> float:
    """Twice the depth at which an area vanishes: the width of the widest stroke in each of its parts; least of them."""
    found = area(item.paths)
    widths = []
    for part in getattr(found, "geoms", [found]):
        low, high = 0.0, 50.0
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (low, middle) if part.buffer(-middle).is_empty else (middle, high)
        widths.append(2 * low)
    return min(widths)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["correction", "chess-battle", "incorrect-checkers", "charing-cross"])
def test_no_mark_of_a_movement_diagram_of_20_mm_is_thinner_than_half_a_point(game: str) -> None:
    spec = load_spec(game)
    for piece in spec.game.pieces:
        drawing = draw_sized_figure(spec, "moves", piece, SizeWish(longest=20.0)).figure.drawing
        marks = [i for i in drawing.only(Role.MOVE, Role.CAPTURE, Role.SELF).items if isinstance(i, Shape)]
        assert marks
        assert min(map(narrowest, marks)) >= LEAST - 0.002


@pytest.mark.parametrize("width", [0.02, 0.1, 0.17])
def test_a_thin_ring_and_a_thin_bar_are_thickened(width: float) -> None:
    ring = draw(Role.MOVE, circle((0, 0), 2), circle((0, 0), 2 - width))
    for thin in (draw(Role.MARK, rectangle(0, 0, 3, width)), ring):
        (item,) = thicken(thin).items
        assert isinstance(item, Shape)
        assert LEAST - 0.005 <= narrowest(item) <= LEAST + 0.02


@pytest.mark.parametrize("thick", [
    draw(Role.MARK, rectangle(0, 0, 3, 0.2)),
    draw(Role.FORWARD, polygon([(0, 0), (1, 0), (0.5, 1)])),  # its corners are sharp, not thin
    draw(Role.GRID, rectangle(0, 0, 3, 0.01)),  # a line is the theme's
])
def test_what_is_thick_enough_stays_as_it_is(thick: Drawing) -> None:
    assert thicken(thick) == thick


def test_lines_follow_the_scale_down_to_half_a_point() -> None:
    theme = load_theme("colour")
    small, large = scale_theme(theme, 0.1), scale_theme(theme, 3)
    assert {ink.width for ink in small.inks.values()} == {LEAST}
    assert large.inks[Role.EDGE].width == pytest.approx(3 * theme.inks[Role.EDGE].width)


def test_coordinates_stand_where_they_are_legible_or_wanted(spec: Spec) -> None:
    """5 cells: capitals of a quarter of a cell; 6 point (1.4 mm) needs cells of 5.6 mm."""
    def named(size: float, wish: bool | None) -> bool:
        drawing = draw_sized_figure(spec, "board", "", SizeWish(longest=size, coordinates=wish)).figure.drawing
        return bool(drawing.only(Role.COORDINATE).items)

    assert not named(20, None)
    assert named(60, None)
    assert named(20, True)
    assert not named(60, False)


def test_words_that_cannot_be_read_are_reported_with_the_size_that_would_do(spec: Spec) -> None:
    (note,) = draw_sized_figure(spec, "board", "", SizeWish(longest=20.0, coordinates=True)).notes
    assert note.level == "warning"
    assert "board" in note.what
    size = float(note.hint.split("about ")[1].split(" mm")[0])
    again = draw_sized_figure(spec, "board", "", SizeWish(longest=size + 2, coordinates=True))
    assert again.notes == ()
    caps = [i.text.cap for i in again.figure.drawing.items if isinstance(i, Lettering)]
    assert min(caps) >= 1.395


def test_without_a_wish_a_figure_is_that_of_the_book(spec: Spec) -> None:
    made = draw_sized_figure(spec, "moves", "guard", SizeWish())
    assert (made.figure, made.scale, made.margin) == (draw_figure(spec, "moves", "guard"), 1.0, 2.0)


# --- lines: where a piece can be stopped -----------------------------------------------------------------------


def lines_of(betza: str) -> list[tuple[float, float]]:
    """The middles of the lines, in cells."""
    movement = parse_betza(betza)
    drawn = draw_blocking_lines(movement, movement_diagram(movement), 1.0)
    middles = [line.interpolate(0.5, normalized=True) for line in things(drawn)]
    return sorted((round(p.x, 1), round(p.y, 1)) for p in middles)


@pytest.mark.parametrize(("betza", "middles"), [
    ("N", []),  # leaps over everything
    ("fW", []),  # nothing lies between
    ("D", []),
    ("fcWfcD", []),  # a step and a leap: not a slide
    ("fcW2", [(0.0, 0.6), (0.0, 1.5)]),  # blocked on its first cell
    ("fR", [(0.0, 0.5), (0.0, 1.5)]),
    ("K", []),
])
def test_lines_join_the_cells_on_which_a_piece_can_be_stopped(betza: str, middles: list[tuple[float, float]]) -> None:
    found = lines_of(betza)
    assert len(found) == len(middles)
    for one, other in zip(found, middles, strict=True):
        assert math.dist(one, other) < 0.15


def test_a_lame_leap_has_a_line_over_the_cell_that_lames_it() -> None:
    """nN: two ahead and one to the side crosses the cell straight ahead."""
    assert any(y > 0.3 and abs(x) < 0.1 for x, y in lines_of("nN"))


def test_the_legend_tells_lines_only_where_a_figure_has_them(tmp_path: Path) -> None:
    said = "line: a piece on it blocks the way"
    assert said in draw_figure(loaded(tmp_path), "legend").alt
    assert said not in draw_figure(loaded(tmp_path, ("long: fW2", "long: fN")), "legend").alt

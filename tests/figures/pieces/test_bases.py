"""Standees and bases: they fit each other, nothing touches the slot, and players are told apart without colour."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from measure import area, extent, thing, things
from shapely import Polygon, box

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.figures.diagrams.movement_diagram import draw_short_diagram, main_direction
from fabgen.figures.pieces.bases import (
    BaseLayout,
    SlotSeat,
    draw_base,
    lay_out_base,
    make_base_plan,
    make_standee_seat,
)
from fabgen.figures.pieces.bodies import standee_outline
from fabgen.figures.silhouettes.silhouettes import SHAPES, silhouette
from fabgen.rules.diagram import Diagram, window_of
from fabgen.rules.directions import HEXAGONS_IN_FILES
from fabgen.rules.marks import ALL_MARKS, Act, MoveMark

FIT = Fit(3.0, 0.1)
RELIEF = 0.6
fits = st.builds(Fit, st.floats(2, 6).map(lambda v: round(v, 2)), st.floats(-0.05, 0.3).map(lambda v: round(v, 2)))
offsets = st.tuples(st.integers(-3, 3), st.integers(-2, 3)).filter(lambda p: p != (0, 0))
marks = st.dictionaries(offsets, st.sampled_from(ALL_MARKS), min_size=1, max_size=6)
BASIC = (MoveMark(Act.MOVE), MoveMark(Act.CAPTURE), MoveMark(Act.MOVE | Act.CAPTURE))
basic_marks = st.dictionaries(offsets, st.sampled_from(BASIC), min_size=1, max_size=6)
bases = st.tuples(st.sampled_from(sorted(SHAPES)), st.integers(26, 90), st.integers(0, 5))


def diagram(marks: dict[tuple[int, int], MoveMark]) -> Diagram:
    return Diagram(dict(sorted(marks.items())), window_of(marks))


MOVE, CAPTURE, BOTH = BASIC
SPEARMAN = diagram({(0, 1): CAPTURE, (0, 2): CAPTURE, (-1, 0): MOVE, (1, 0): MOVE})


def base_layout(diagram: Diagram, side: float, foot: float, fit: Fit, sign: int = 0) -> BaseLayout:
    plate = make_base_plan("square", side, side, sign)
    return lay_out_base(diagram, plate, make_standee_seat(plate, foot, fit))


def base(diagram: Diagram, layout: BaseLayout, label: str = "Scout") -> Drawing:
    return draw_base(diagram, layout, label)


def seat(layout: BaseLayout) -> SlotSeat:
    assert layout.seat
    return layout.seat


def one(drawing: Drawing, role: Role) -> Polygon:
    (found,) = things(drawing, role)
    assert isinstance(found, Polygon)
    return found


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(fits, marks, bases)
def test_nothing_touches_the_slot_or_comes_near_the_edge(
    fit: Fit, marks: dict[tuple[int, int], MoveMark], made: tuple[str, int, int]
) -> None:
    (shape, side, sign), drawn = made, diagram(marks)
    layout = base_layout(drawn, side, silhouette(shape).foot, fit, sign)
    assume(all(fault.level != "error" for fault in layout.find_faults("x")))
    part = base(drawn, layout)
    edge, slot = one(part, Role.EDGE), one(part, Role.HOLE)
    inside = part.without(Role.EDGE, Role.HOLE)
    for item in inside.items:
        assert thing(item).distance(slot) > 0.5
        assert edge.contains(thing(item))
        assert thing(item).distance(edge.exterior) >= 1.5 - 1e-3
    assert slot.distance(edge.exterior) >= 2 * fit.thickness - 1e-6
    tab = seat(layout).tab
    ears = 2 * min(0.5, (fit.thickness + fit.clearance) / 5)
    assert extent(slot) == pytest.approx((tab + fit.clearance + ears, fit.thickness + fit.clearance))
    assert 4 <= tab <= 2 * silhouette(shape).foot


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(fits, basic_marks, bases)
def test_marks_stand_on_the_cells_that_the_diagram_names(
    fit: Fit, marks: dict[tuple[int, int], MoveMark], made: tuple[str, int, int]
) -> None:
    """Read back from the geometry alone: own cell by its ring, distances in cells."""
    (shape, side, sign), drawn = made, diagram(marks)
    layout = base_layout(drawn, side, silhouette(shape).foot, fit, sign)
    assume(all(fault.level != "error" for fault in layout.find_faults("x")))
    part = base(drawn, layout)
    own = one(part, Role.SELF).centroid
    way = main_direction(drawn)
    ahead = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0), None: (0, 0)}[way]
    middle = (own.x, own.y)
    read: dict[tuple[int, int], set[Role]] = {}
    for role in (Role.MOVE, Role.CAPTURE):
        for mark in things(part, role):
            at = ((mark.centroid.x - middle[0]) / layout.cell, (mark.centroid.y - middle[1]) / layout.cell)
            cell = (round(at[0]), round(at[1]))
            assert at == pytest.approx(cell, abs=1e-3)
            read.setdefault(cell, set()).add(role)
    roles = {MOVE: {Role.MOVE}, CAPTURE: {Role.CAPTURE}, BOTH: {Role.MOVE, Role.CAPTURE}}
    assert read == {cell: roles[meaning] for cell, meaning in marks.items()}
    assert len(things(part, Role.FORWARD)) == (way is not None)
    for point in things(part, Role.FORWARD):
        off = ahead[0] * (point.centroid.x - middle[0]) + ahead[1] * (point.centroid.y - middle[1])
        assert off == pytest.approx((0.46 + 2 * 0.3) / 3 * layout.cell, rel=1e-3)
    assert layout.cell >= 0.9 / 0.4
    assert things(part, Role.MOVE_CELL) == []


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(fits, st.sampled_from(sorted(SHAPES)), st.integers(30, 80))
def test_the_tab_goes_through_the_slot(fit: Fit, shape: str, side: int) -> None:
    """Its depth is the thickness of the base. Down to its leading corners it is as wide as its slot between the ears
    but for the clearance, and its root is relieved above the base, not in the slot."""
    made = silhouette(shape)
    layout = base_layout(SPEARMAN, side, made.foot, fit)
    assume(seat(layout).tab >= 4)
    outline = standee_outline(made, seat(layout).tab, fit)
    body = area([outline])
    assert isinstance(body, Polygon)
    assert body.bounds[1] == pytest.approx(-fit.thickness)
    tab = body.intersection(box(-200, -200, 200, -0.5 * fit.thickness))
    assert extent(tab)[0] == pytest.approx(seat(layout).tab)
    root = body.intersection(box(-200, -200, 200, -1e-4))
    assert extent(root)[0] == pytest.approx(seat(layout).tab)
    slot = area([seat(layout).hole()])
    middle = slot.intersection(shapely.LineString([(-200, seat(layout).y), (200, seat(layout).y)]))
    assert middle.length - extent(root)[0] == pytest.approx(fit.clearance)
    relieved = box(-200, 1e-4, 200, 0.3).intersection(area([made.outline()]).difference(body))
    assert relieved.area > 0
    assert body.bounds[3] == pytest.approx(area([made.outline()]).bounds[3])


def test_a_spearman_on_its_base_by_hand() -> None:
    """34 mm base, 3 mm acrylic, 0.1 mm clearance: a slot of 13.3 x 3.1 mm with ears of 0.5 mm at its ends, whose far
    side is 6 mm from the edge."""
    layout = base_layout(SPEARMAN, 34, 12, FIT)
    assert seat(layout).tab == pytest.approx(13.2)
    assert (seat(layout).length, seat(layout).width) == pytest.approx((13.2 + 0.1 + 1.0, 3.1))
    assert seat(layout).y == pytest.approx(17 - 6 - 1.55)
    # Before the slot, from -17 + 1.6 = -15.4 to 17 - 9.1 - 1.0 = 6.9: 22.3 mm for borders that reach 0.3 of a cell
    # beyond the middles of three rows, 2.6 cells of 8.57 mm; 30.8 mm across would do for larger ones.
    assert layout.cell == pytest.approx(8.55)
    assert layout.own_middle == pytest.approx((0, (-15.4 + 6.9) / 2 - 8.55))


def test_what_cannot_be_made_is_said() -> None:
    small = base_layout(SPEARMAN, 18, 12, FIT)
    assert [what for what, *_ in small.find_faults("scout")] == [
        f"the diagram of the scout would have cells of {small.cell:.1f} mm on its base, too small to read: "
        "its marks need cells of 3.4 mm"]
    assert small.cell < 3.35  # of its cross
    thick = base_layout(SPEARMAN, 26, 12, Fit(6, 0.1))
    assert [what for what, *_ in thick.find_faults("scout")] == [
        "the base of the scout is too small for a slot in this material"]
    assert list(base_layout(SPEARMAN, 34, 12, FIT).find_faults("scout")) == []


@pytest.mark.parametrize("thickness", [0.3, 1.0, 12.0])
def test_odd_materials_do_not_break_the_drawing(thickness: float) -> None:
    fit = Fit(thickness, 0.05)
    layout = base_layout(SPEARMAN, 100, 12, fit)
    part = base(SPEARMAN, layout)
    assert extent(one(part, Role.HOLE))[1] == pytest.approx(fit.slot)
    standee = area([standee_outline(silhouette("pawn"), seat(layout).tab, fit)])
    assert standee.bounds[1] == pytest.approx(-thickness)


def test_a_grid_is_left_out_before_marks_are_too_small() -> None:
    """Nine cells of 5 mm are 45 mm across. The marks alone are 8 cells and a dot of half of one: with 1.6 mm on both
    sides of a base of 42.4 mm, 39.2 mm / 8.5 are cells of 4.61 mm."""
    wide = diagram({(x, 1): MoveMark(Act.MOVE) for x in (-4, 4)})
    fine = base_layout(wide, 42.4, 12, FIT)
    assert fine.cell == pytest.approx(4.6)
    assert things(base(wide, fine), Role.GRID) == []
    assert len(things(base(wide, fine), Role.MOVE)) == 2
    assert things(base(SPEARMAN, base_layout(SPEARMAN, 34, 12, FIT)), Role.GRID) != []


@pytest.mark.parametrize(("name", "shown"), [
    ("scout", "Scout"), ("standard bearers", "Standard bearers"),
    ("quartermaster in chief of all the north", "Quartermaster in"),
    ("bearer of the standard of the old king", "Bearer of the"),
])
def test_a_long_name_shrinks_and_then_loses_words(name: str, shown: str) -> None:
    layout = base_layout(SPEARMAN, 34, 12, FIT)
    (words,) = base(SPEARMAN, layout, label=name.capitalize()).only(Role.COORDINATE).items
    assert isinstance(words, Lettering)
    assert words.text.string.startswith(shown)
    assert name.capitalize().startswith(words.text.string)
    assert words.text.cap >= 1.5
    assert extent(thing(words))[0] <= 0.62 * 34 + 1e-6
    told = [(fault.what, fault.level) for fault in layout.find_faults(name)]
    short = words.text.string != name.capitalize()
    assert told == [(f"the name of the {name} is shortened to `{words.text.string}` on its base", "warning")] * short


@pytest.mark.parametrize(("foot", "longest"), [(8.5, 17.0), (3.0, 0.62 * 34)])
def test_a_name_is_no_longer_than_the_foot_before_it(foot: float, longest: float) -> None:
    """A foot of 17 mm hides all of `Spearman` from its owner, and no letter stands out beside it. Behind a foot of 6 mm
    it would have capitals of under 1.5 mm: it is set as usual."""
    layout = base_layout(SPEARMAN, 34, foot, FIT)
    (words,) = base(SPEARMAN, layout, label="Spearman").only(Role.COORDINATE).items
    assert isinstance(words, Lettering)
    assert words.text.string == "Spearman"
    assert longest - 2.5 < extent(thing(words))[0] <= longest + 1e-6


def test_a_name_of_one_long_word_loses_letters_and_is_never_missing() -> None:
    name = "w" * 40
    layout = base_layout(SPEARMAN, 34, 12, FIT)
    (words,) = base(SPEARMAN, layout, label=name.capitalize()).only(Role.COORDINATE).items
    assert isinstance(words, Lettering)
    assert 10 < len(words.text.string) < 40
    assert len(list(layout.find_faults(name))) == 1


def test_a_strip_too_narrow_for_any_name_is_reported() -> None:
    """Beyond the slot are two thicknesses, 3 mm: less 1.5 mm and 0.7 mm, 0.8 mm stay."""
    layout = base_layout(SPEARMAN, 34, 12, Fit(1.5, 0.1))
    assert base(SPEARMAN, layout).only(Role.COORDINATE).items == ()
    assert [(fault.what, fault.level) for fault in layout.find_faults("scout")] == [
        ("the name of the scout does not stand on its base: there is no room beyond the slot", "warning")]


def test_a_base_has_words_in_its_name_alone() -> None:
    layout = base_layout(SPEARMAN, 34, 12, FIT)
    assert all(isinstance(item, Shape) for item in base(SPEARMAN, layout).without(Role.COORDINATE).items)


def test_only_cells_between_others_have_borders_on_a_square_base() -> None:
    """Three by three cells of 10 mm: two borders each way, from 13 mm before the middle to 13 mm behind it, each of two
    lines 0.25 mm apart. One row of two cells has a single border, 6 mm long. The point ahead of the piece would leave
    3 - 0.51 mm of it on either side, because borders, 0.5 mm broad, keep 0.4 mm away: stray dashes, less than half
    a cell long."""
    around = diagram({(x, y): MoveMark(Act.MOVE) for x in (-1, 1) for y in (-1, 1)})
    lines = [path for item in draw_short_diagram(around, 10.0).only(Role.GRID).items if isinstance(item, Shape)
             for path in item.paths]
    level = [(-13.0, at + side, 13.0, at + side) for at in (-5.0, 5.0) for side in (-0.125, 0.125)]
    ends = sorted(tuple(round(part, 6) for point in (path.start, path.end) for part in point) for path in lines)
    assert ends == sorted(level + [(a, x, b, y) for x, a, y, b in level])
    ahead = draw_short_diagram(diagram({(0, 1): MoveMark(Act.MOVE)}), 10.0).only(Role.GRID)
    assert not ahead.items


def test_borders_end_before_marks_that_almost_reach_them() -> None:
    """In cells of 6 mm, a ringed cross ahead on the right, whose ring of 2.52 mm is around (6, 6). The border ahead of
    the piece is at 3 mm, 0.48 mm from that ring and 0.24 mm from the point ahead of the piece: it is cut where its
    middle would be less than 0.4 + 0.25 mm from these. In cells of 10 mm it is 0.8 mm from the ring, and whole there.
    """
    shown = diagram({(1, 1): MoveMark(Act.MOVE | Act.CAPTURE)})

    def levels(cell: float) -> list[tuple[float, float]]:
        drawing = draw_short_diagram(shown, cell)
        paths = [path for item in drawing.only(Role.GRID).items if isinstance(item, Shape) for path in item.paths
                 if abs(path.start[1] - path.end[1]) < 1e-6]
        assert all(path.start[1] == pytest.approx(cell / 2, abs=0.126) for path in paths)
        left_and_right = [sorted((path.start[0], path.end[0])) for path in paths]
        assert left_and_right
        return [(left, right) for left, right in left_and_right]

    half, tip = math.sqrt(3.17**2 - 3**2), math.sqrt(0.65**2 - 0.24**2)
    for left, right in levels(6.0):
        assert left >= tip - 0.05 or right <= -tip + 0.05
        assert right <= 6 - half + 0.05 or left >= 6 + half - 0.05
    assert max(right for _, right in levels(10.0)) == pytest.approx(13.0)


def test_a_disc_and_arrows_have_no_borders() -> None:
    """A piece that moves to all four sides, and jumps ahead over the next cell. From the dot behind it to the tip of
    the diamond are 1 + 0.25 + 2 + 0.47 = 3.72 cells, in a disc of 35 mm less a rim of 2 mm: 31 / 3.72 = 8.33 mm.
    On a square base it has borders. Arrows point to their cells, and have none there."""
    sides = [(0, 1), (1, 0), (-1, 0), (0, -1)]
    shown = diagram({**dict.fromkeys(sides, MoveMark(Act.MOVE)), (0, 2): MoveMark(Act.LOCUST)})
    layout = lay_out_base(shown, make_base_plan("disc", 35, 35, flat=True), None)
    assert layout.cell == pytest.approx(8.3)
    assert not layout.has_grid
    square = make_base_plan("square", 35, 35, flat=True)
    assert lay_out_base(shown, square, None).has_grid
    arrows = dict.fromkeys(sides, MoveMark(Act.MOVE | Act.CAPTURE, True, is_only_kind=True))
    assert not lay_out_base(diagram(arrows), square, None).has_grid


def test_marks_on_a_disc_keep_off_its_notch() -> None:
    """2 mm from the edge of a disc with a notch at its rear, also where the notch is: a piece that moves to all four
    sides has a dot there."""
    sides = [(0, 1), (1, 0), (-1, 0), (0, -1)]
    shown = diagram({**dict.fromkeys(sides, MoveMark(Act.MOVE)), (0, 2): MoveMark(Act.LOCUST)})
    layout = lay_out_base(shown, make_base_plan("disc", 32, 32, 1, flat=True), None)
    made = draw_base(shown, layout)
    marks = [thing(item) for item in made.without(Role.EDGE).items]
    edge = thing(made.only(Role.EDGE).items[0]).boundary
    assert min(mark.distance(edge) for mark in marks) == pytest.approx(2.0, abs=0.1)


def test_a_disc_has_no_borders_of_hexagons() -> None:
    """Closed ones would meet its rim."""
    steps = dict.fromkeys([(0, 1), (0, -1), (1, 0), (-1, 0)], MoveMark(Act.MOVE))
    shown = Diagram(steps, window_of(steps), HEXAGONS_IN_FILES)
    layout = lay_out_base(shown, make_base_plan("disc", 60, 60, flat=True), None)
    assert not layout.has_grid


def test_equal_marks_are_laid_out_by_the_cells_that_they_are_on() -> None:
    """Diagrams with the same marks are equal, but cells are at other places on squares than on hexagons: (2, 1) is the
    root of 2² + 1² = 5 cells away on squares; on hexagons, whose axes are 60 degrees apart, the root of
    2² + 2 x 1 + 1² = 7, so that less large cells fit."""
    steps = dict.fromkeys([(2, 1), (-2, -1)], MoveMark(Act.MOVE))
    disc = make_base_plan("disc", 60, 60, flat=True)
    on_squares, on_hexagons = Diagram(steps, window_of(steps)), Diagram(steps, window_of(steps), HEXAGONS_IN_FILES)
    assert on_squares == on_hexagons
    first, second = (lay_out_base(shown, disc, None) for shown in (on_squares, on_hexagons))
    assert first.cell > 1.1 * second.cell
    assert draw_base(on_squares, first) != draw_base(on_hexagons, first)

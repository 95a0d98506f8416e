"""Parts of known measures: each flaw is found where it is, with its measure, and what is sound has none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabgen.artwork.drawing import Drawing, Role, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, circle, line, polygon, rectangle, rotation, rounded_polygon
from fabgen.check.part_flaws import CHECKS, Flaw, find_flaws, find_oversized, find_tipping
from fabgen.materials.material import load_material

ACRYLIC = load_material("acrylic-3mm/green").material  # thickness 3, web 3, gap 0.5, least hole 1.5
PLY = load_material("birch-ply-3mm").material


def part(*holes: Path, edge: Path | None = None, marks: Drawing | None = None, name: str = "plate") -> Part:
    drawing = draw(Role.EDGE, edge or rectangle(-30, -20, 60, 40, 3))
    for hole in holes:
        drawing += draw(Role.HOLE, hole)
    return Part(name, drawing + (marks or Drawing()), 1, "acrylic-3mm/green", "plates")


def only(found: list[Flaw], kind: str) -> Flaw:
    assert [flaw.kind for flaw in found] == [kind], found
    return found[0]


def near(flaw: Flaw, x: float, y: float, off: float = 0.5) -> bool:
    return abs(flaw.middle[0] - x) < off and abs(flaw.middle[1] - y) < off


def test_a_sound_plate_has_no_flaw() -> None:
    assert find_flaws(part(rectangle(-6, -1.55, 12, 3.1, 0.6), circle((20, 0), 2)), ACRYLIC) == []


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.floats(0.7, 2.9), st.integers(0, 71))
def test_a_neck_is_found_where_it_is_with_its_width(width: float, turn: int) -> None:
    """Two squares of 20 mm joined by a strip of 5 mm: the strip's middle is the origin, however it is turned."""
    half = width / 2
    below = [((-22.5, -10.0), 2.0), ((-2.5, -10.0), 2.0), ((-2.5, -half), 1.0), ((2.5, -half), 1.0),
             ((2.5, -10.0), 2.0), ((22.5, -10.0), 2.0)]
    corners = [*below, *(((-x, -y), radius) for (x, y), radius in below)]
    flaw = only(find_flaws(part(edge=rounded_polygon(corners).transformed(rotation(5.0 * turn))), ACRYLIC), "thin webs")
    assert near(flaw, 0, 0)
    told = float(flaw.message.split(" mm")[0].rpartition(" ")[2])
    assert told == pytest.approx(width, abs=0.06)
    assert flaw.level == ("error" if width < 0.98 else "warning") or abs(width - 0.98) < 0.06


@pytest.mark.parametrize(("beside", "is_thin"), [(1.9, True), (2.1, False)])
def test_beside_an_opening_a_narrower_web_is_enough(beside: float, is_thin: bool) -> None:
    """A slot of 1.5 mm through a plate of 40 mm: 2 mm beside it hold in acrylic of 3 mm, because there are two strips.
    Of a part whose holes are no openings the material wants 3 mm, and a slot 6 mm from the edge."""
    plate = part(rectangle(-6, 20 - beside - 1.5, 12, 1.5, 0.75))
    found = find_flaws(replace(plate, has_openings=True), ACRYLIC)
    assert [(flaw.kind, flaw.hint) for flaw in found] == (
        [("thin webs", "acrylic-3mm needs at least 2 mm")] if is_thin else [])
    assert {flaw.kind for flaw in find_flaws(plate, ACRYLIC)} == {"thin webs", "slots near edges"}


def test_what_is_thin_without_its_openings_is_thin() -> None:
    """A neck of 2.5 mm between two squares of 20 mm; an opening elsewhere does not excuse it."""
    below = [((-22.5, -10.0), 2.0), ((-2.5, -10.0), 2.0), ((-2.5, -1.25), 1.0), ((2.5, -1.25), 1.0),
             ((2.5, -10.0), 2.0), ((22.5, -10.0), 2.0)]
    corners = [*below, *(((-x, -y), radius) for (x, y), radius in below)]
    plate = replace(part(circle((12, 0), 2), edge=rounded_polygon(corners)), has_openings=True)
    flaw = only(find_flaws(plate, ACRYLIC), "thin webs")
    assert near(flaw, 0, 0)
    assert flaw.hint == "acrylic-3mm needs at least 3 mm"


def test_a_web_beside_a_hole_is_a_strip_as_well() -> None:
    """A round hole of 10 mm whose rim is 2 mm from the edge at the top."""
    flaw = only(find_flaws(part(circle((10, 13), 5)), ACRYLIC), "thin webs")
    assert near(flaw, 10, 19, 1.0)
    assert "strip of 2" in flaw.message
    assert find_flaws(part(circle((10, 13), 5)), PLY) == []  # which bears 2 mm


def test_a_stub_is_sound_and_a_long_finger_is_not() -> None:
    def finger(length: float) -> Part:
        corners = [((-20.0, -10.0), 2.0), ((20.0, -10.0), 2.0), ((20.0, 10.0), 2.0), ((1.0, 10.0), 0.6),
                   ((1.0, 10.0 + length), 0.9), ((-1.0, 10.0 + length), 0.9), ((-1.0, 10.0), 0.6), ((-20.0, 10.0), 2.0)]
        return part(edge=rounded_polygon(corners))

    assert find_flaws(finger(4), ACRYLIC) == []
    flaw = only(find_flaws(finger(12), ACRYLIC), "thin webs")
    told = float(flaw.message.split(" mm")[0].rpartition(" ")[2])
    assert told == pytest.approx(2, abs=0.12)  # its end is round
    assert near(flaw, 0, 16, 1.0)


def test_a_slit_closes_again() -> None:
    slit = [((-20.0, -10.0), 2.0), ((20.0, -10.0), 2.0), ((20.0, 10.0), 2.0), ((0.2, 10.0), 0.0), ((0.2, 0.0), 0.2),
            ((-0.2, 0.0), 0.2), ((-0.2, 10.0), 0.0), ((-20.0, 10.0), 2.0)]
    flaw = only(find_flaws(part(edge=rounded_polygon(slit)), ACRYLIC), "thin gaps")
    assert near(flaw, 0, 5, 0.6)
    assert "gap of 0.4" in flaw.message


@pytest.mark.parametrize(("radius", "count"), [(0.0, 4), (0.2, 4), (0.5, 0), (1.0, 0)])
def test_acrylic_cracks_at_sharp_inner_corners_and_plywood_does_not(radius: float, count: int) -> None:
    window = part(rectangle(-8, -5, 16, 10, radius))
    found = find_flaws(window, ACRYLIC)
    assert [flaw.kind for flaw in found] == ["thin gaps"] * count
    assert all(abs(abs(flaw.middle[0]) - 8) < 0.3 and abs(abs(flaw.middle[1]) - 5) < 0.3 for flaw in found)
    assert find_flaws(window, PLY) == []


@pytest.mark.parametrize(("diameter", "kinds"), [(1.0, ["small holes"]), (1.4, ["small holes"]), (1.6, [])])
def test_a_hole_too_small(diameter: float, kinds: list[str]) -> None:
    found = find_flaws(part(circle((5, 3), diameter / 2)), ACRYLIC)
    assert [flaw.kind for flaw in found] == kinds
    assert all(near(flaw, 5, 3) for flaw in found)


def test_marks_too_fine_for_the_material() -> None:
    fine = ACRYLIC.least_stroke
    thin = part(marks=draw(Role.MARK, rectangle(4, 4, 8, 0.6 * fine)))
    assert near(only(find_flaws(thin, ACRYLIC), "fine marks"), 8, 4)
    assert find_flaws(part(marks=draw(Role.MARK, rectangle(4, 4, 8, 1.2 * fine))), ACRYLIC) == []
    ring = part(marks=draw(Role.MARK, circle((0, 0), 4), circle((0, 0), 4 - 0.6 * fine)))
    assert near(only(find_flaws(ring, ACRYLIC), "fine marks"), 0, 0)
    pair = part(marks=draw(Role.MARK, circle((0, 0), 2)) + draw(Role.MARK, circle((4 + 0.2 * fine, 0), 2)))
    assert near(only(find_flaws(pair, ACRYLIC), "fine marks"), 2, 0)
    waves = [draw(Role.PICTURE, circle((x, 0), 2), tone="#8fbcd4") for x in (0, 4 + 0.2 * fine)]
    assert find_flaws(part(marks=waves[0] + waves[1]), ACRYLIC) == []  # printed on the board of paper alone
    words = part(marks=draw_text(Role.LABEL, "Knight", (0, 0), 0.8))
    assert "'Knight'" in only(find_flaws(words, ACRYLIC), "fine marks").message
    assert find_flaws(part(marks=draw_text(Role.LABEL, "Knight", (0, 0), 2.4)), ACRYLIC) == []
    scored = part(marks=draw(Role.GRID, line((0, 0), (5, 0)), line((0, 0.05), (5, 0.05))))
    assert find_flaws(scored, ACRYLIC) == []  # lines have no width of their own


def test_areas_that_fall_out_are_errors() -> None:
    ring = part(circle((0, 0), 12), circle((0, 0), 5))
    found = [flaw for flaw in find_flaws(ring, ACRYLIC) if flaw.kind == "islands"]
    assert len(found) == 1
    assert found[0].level == "error"
    assert near(found[0], 0, 0)
    parted = part(polygon([(-1, -25), (1, -25), (1, 25), (-1, 25)]))
    (loose,) = [flaw for flaw in find_flaws(parted, PLY) if flaw.kind == "islands"]
    assert loose.level == "error"


@pytest.mark.parametrize(("y", "found"), [(-20 + 6, 0), (-20 + 5.5, 1), (-20 + 3.2, 1)])
def test_a_slot_keeps_two_thicknesses_from_the_edge(y: float, found: int) -> None:
    told = find_flaws(part(rectangle(-6, y, 12, 3.1, 0.6)), ACRYLIC)
    assert [flaw.kind for flaw in told] == ["slots near edges"] * found
    if told:
        assert f"{y + 20:g} mm from the edge" in told[0].message
        assert told[0].box[1] == pytest.approx(-20)
        assert told[0].box[3] == pytest.approx(y)


def test_slots_keep_one_and_a_half_thicknesses_from_each_other() -> None:
    two = [rectangle(-6, y, 12, 3.1, 0.6) for y in (0.0, 3.1 + 4.0)]
    assert "4 mm from another slot" in only(find_flaws(part(*two), ACRYLIC), "slots near edges").message
    two = [rectangle(-6, y, 12, 3.1, 0.6) for y in (0.0, 3.1 + 4.6)]
    assert find_flaws(part(*two), ACRYLIC) == []


@pytest.mark.parametrize(("height", "count"), [(60, 0), (61, 1)])
def test_a_piece_tips_that_is_more_than_twice_as_high_as_its_base_is_wide(height: float, count: int) -> None:
    base = Part("base", draw(Role.EDGE, rectangle(-15, -20, 30, 40)), 1, "m", "g")
    upright = Part("upright", draw(Role.EDGE, rectangle(-5, -3, 10, height + 3)), 1, "m", "g", None, ("base",))
    found = list(find_tipping([upright, base]))
    assert [flaw.kind for flaw in found] == ["tips"] * count
    assert all(f"a base of {height / 2:g} mm" in flaw.hint for flaw in found)


@pytest.mark.parametrize(("size", "count"), [((600, 400), 0), ((400, 600), 0), ((601, 10), 1), ((450, 450), 1)])
def test_a_part_larger_than_its_stock(size: tuple[float, float], count: int) -> None:
    large = part(edge=rectangle(0, 0, *size))
    assert len(list(find_oversized(large, ACRYLIC))) == count


def test_a_flaw_names_its_part_and_place() -> None:
    found = only(find_flaws(part(circle((5, 3), 0.5), name="green pawn base"), ACRYLIC), "small holes").problem
    assert str(found).startswith("(green pawn base at 5, 3 mm): warning: a hole of 1 mm")
    assert set(CHECKS) == {"thin webs", "thin gaps", "small holes", "fine marks", "islands", "slots near edges"}


def test_a_part_without_closed_outlines_has_no_flaws() -> None:
    crossed = part(edge=polygon([(0, 0), (10, 10), (10, 0), (0, 10)]))
    assert find_flaws(crossed, ACRYLIC) == []
    assert find_flaws(Part("x", draw(Role.EDGE, line((0, 0), (5, 5))), 1, "m", "g"), ACRYLIC) == []

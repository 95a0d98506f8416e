"""Where cuts keep bridges: widths by hand, never in a joint, and one message where there is no room."""

from __future__ import annotations

import math

import pytest
from laser.laser_parts import plain, standee

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import Path, circle, polygon, rectangle
from fabgen.core.problems import FabgenError
from fabgen.laser.bridges import Bridges, add_bridges, cut_ways, read_bridges
from fabgen.laser.machine import load_machine
from fabgen.laser.preparation import PreparedPart, prepare_part
from fabgen.materials.material import load_material
from fabgen.materials.operations import Operation

GENERIC, ACRYLIC = load_machine("generic"), load_material("acrylic-3mm").material
KERF = 0.2


def bridged(part: Part, bridges: Bridges) -> PreparedPart:
    return add_bridges(prepare_part(part, GENERIC, ACRYLIC, KERF), bridges, KERF, 3.0)


def pieces(prepared: PreparedPart, operation: Operation = Operation.CUT_OUTER) -> tuple[Path, ...]:
    [step] = [step for step in prepared.steps if step.operation is operation]
    return cut_ways(step.paths[0], step.gaps)[0] if step.gaps else step.paths


def gaps(paths: tuple[Path, ...]) -> list[tuple[float, tuple[float, float]]]:
    """The straight length of each gap between two pieces, and its middle."""
    pairs = zip(paths, [*paths[1:], paths[0]], strict=True)
    return [(math.dist(a.end, b.start), ((a.end[0] + b.start[0]) / 2, (a.end[1] + b.start[1]) / 2)) for a, b in pairs]


def part_of(drawing: Drawing, **values: object) -> Part:
    return Part("plate", drawing, 1, "acrylic-3mm/green", "sheet", **values)  # type: ignore[arg-type]


def test_a_square_keeps_a_bridge_in_the_middle_of_each_side() -> None:
    cut = pieces(bridged(plain("plate", draw(Role.EDGE, rectangle(0, 0, 40, 40))), Bridges(4, 0.5)))
    # The cut is a square of 40.2 mm; of it four times 0.5 + 0.2 mm are skipped.
    assert sum(path.length() for path in cut) == pytest.approx(4 * 40.2 - 4 * 0.7, abs=0.01)
    assert all(size == pytest.approx(0.7) for size, _ in gaps(cut))
    middles = {(round(x / 10) * 10, round(y / 10) * 10) for _, (x, y) in gaps(cut)}
    assert middles == {(20, 0), (40, 20), (20, 40), (0, 20)}


def test_a_bridge_of_a_disc_is_measured_straight() -> None:
    cut = pieces(bridged(plain("disc", draw(Role.EDGE, circle((0, 0), 3.9))), Bridges(2, 0.8)))
    assert [size for size, _ in gaps(cut)] == pytest.approx([1.0, 1.0])
    # The cut has a radius of 4 mm: a chord of 1 mm takes 2 asin(1/8) of its turn.
    assert sum(path.length() for path in cut) == pytest.approx(4 * (2 * math.pi - 4 * math.asin(1 / 8)), abs=1e-4)
    assert {type(segment).__name__ for path in cut for _, segment in path} == {"Arc"}


def test_the_tab_of_an_upright_keeps_none() -> None:
    upright = standee("pawn", 1)
    upright = Part(upright.name, upright.drawing, 1, upright.material, upright.group, into=("base",))
    spots = [spot for _, spot in gaps(pieces(bridged(upright, Bridges(8, 0.5))))]
    assert len(spots) > 2
    assert min(y for _, y in spots) > 1


def test_notches_keep_none() -> None:
    """A panel with a slot of 3 mm from above, as deep as half of its height."""
    drawing = draw(Role.EDGE, polygon([(0, 0), (40, 0), (40, 60), (21.5, 60), (21.5, 30), (18.5, 30), (18.5, 60),
                                       (0, 60)]))
    spots = [spot for _, spot in gaps(pieces(bridged(part_of(drawing, by_thickness=False), Bridges(12, 0.3))))]
    assert len(spots) > 4
    assert not [spot for spot in spots if 18 < spot[0] < 22 and spot[1] > 29]


def test_fingers_keep_bridges_at_their_tips_only() -> None:
    """A panel whose lower side has fingers of 10 mm, 3 mm deep: their tips lie at y = 0."""
    corners = [(0.0, 50.0), (0.0, 3.0)]
    for x in range(10, 90, 20):
        corners += [(x, 3.0), (x, 0.0), (x + 10, 0.0), (x + 10, 3.0)]
    corners += [(100.0, 3.0), (100.0, 50.0)]
    spots = [spot for _, spot in gaps(pieces(bridged(part_of(draw(Role.EDGE, polygon(corners))), Bridges(12, 0.5))))]
    assert any(y < 1 for _, y in spots)
    assert all(y < 0.5 or y > 4.5 for _, y in spots)


def test_holes_fall_out_unless_they_are_asked_to_stay() -> None:
    window = draw(Role.EDGE, rectangle(0, 0, 60, 40)) + draw(Role.HOLE, rectangle(10, 10, 20, 20))
    assert all(path.closed for path in pieces(bridged(plain("frame", window), Bridges(3)), Operation.CUT_INNER))
    kept = pieces(bridged(plain("frame", window), Bridges(3, 0.5, in_holes=True)), Operation.CUT_INNER)
    assert [size for size, _ in gaps(kept)] == pytest.approx([0.7] * 3)
    slot = draw(Role.EDGE, rectangle(0, 0, 60, 40)) + draw(Role.HOLE, rectangle(10, 10, 30, 3.1))
    assert all(path.closed for path in pieces(bridged(plain("base", slot), Bridges(3, 0.5, True)), Operation.CUT_INNER))


def test_every_way_to_follow_a_cut_draws_the_same() -> None:
    prepared = bridged(plain("plate", draw(Role.EDGE, rectangle(0, 0, 40, 30, 4))), Bridges(3, 0.5))
    [step] = prepared.steps
    ways = cut_ways(step.paths[0], step.gaps)
    assert len(ways) == 3
    assert all(sorted(way, key=lambda path: path.start) == sorted(ways[0], key=lambda path: path.start) for way in ways)


def test_a_part_without_room_is_one_problem() -> None:
    with pytest.raises(FabgenError) as raised:
        bridged(plain("bead", draw(Role.EDGE, rectangle(0, 0, 2, 2))), Bridges(3, 2.0))
    [problem] = raised.value.problems
    assert "bead: no place for a bridge of 2 mm" in problem.what
    assert "--bridges 2:0.3mm" in problem.hint


@pytest.mark.parametrize(("text", "bridges"), [
    ("3", Bridges(3, 0.5)), ("2:0.8mm", Bridges(2, 0.8)), ("4:1mm:holes", Bridges(4, 1.0, True)),
    ("3:holes", Bridges(3, 0.5, True)),
])
def test_bridges_as_they_are_written(text: str, bridges: Bridges) -> None:
    assert read_bridges(text) == bridges


@pytest.mark.parametrize(("text", "words"), [
    ("many", "does not say how many"), ("3:1mm:2mm", "does not say how many"), ("0", "from 1 to 12"),
    ("99", "from 1 to 12"), ("3:9mm", "from 0.2 mm"), ("3:wide", "is not a length"),
])
def test_bridges_that_nobody_can_leave(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        read_bridges(text)


@pytest.mark.parametrize("side", [17.0, 18.2, 19.5])
def test_wide_bridges_leave_a_cut_between_them(side: float) -> None:
    """Each bridge takes 5.2 mm, and 1 mm is cut on both sides of it."""
    cut = pieces(bridged(plain("plate", draw(Role.EDGE, rectangle(0, 0, side, side))), Bridges(12, 5.0)))
    assert all(path.length() >= 2.0 - 0.1 for path in cut)

"""The parts of every game as solids in their places: no joint is tighter or looser than its fit, and a fault in one is
told. The solids are those of the laser's parts: their volumes are area by thickness, measured by shapely."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
import shapely
from specs import with_lights

from fabgen.artwork.drawing import Role, Shape, draw
from fabgen.artwork.path import line
from fabgen.figures.assembly.part_places import AssembledThing, PosedPart, assembled_things
from fabgen.laser.job import make_laser_job
from fabgen.model.solids import PartSolid, allowed_bite, find_joints, find_loose_parts, joint_problems, mark_areas
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec, with_board_options

GAMES = ("correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross")


@cache
def things(game: str, material: str | None = None, fit: str | None = None) -> tuple[AssembledThing, ...]:
    """Everything of a game in its box, as it is built."""
    options = Options(box=True, material=material, fit=fit)  # type: ignore[arg-type]
    spec = with_lights(with_board_options(load_spec(game), options))
    job = make_laser_job(spec, options)
    return tuple(assembled_things(spec, job.fit, job.stock))


@pytest.mark.parametrize(("game", "material"), [
    *((game, material) for game in GAMES for material in (None, "birch-ply-3mm", "card-2mm")),
    ("correction", "acrylic-5mm"), ("charing-cross", "mdf-6mm"),
])
def test_every_joint_has_its_fit(game: str, material: str | None) -> None:
    built = things(game, material)
    assert built
    for thing in built:
        assert [problem.what for problem in joint_problems(thing)] == []
        if thing.fit.clearance >= 0 and not thing.fit.node:
            assert [*find_joints(thing)] == []


@pytest.mark.parametrize("game", ["correction", "chess-battle", "charing-cross"])  # pieces of several parts
def test_in_a_press_fit_the_nodes_alone_bite(game: str) -> None:
    pieces = [thing for thing in things(game, "acrylic-3mm", "press") if " " in thing.name and len(thing.parts) > 1]
    assert pieces
    for thing in pieces:
        depths = [joint.depth for joint in find_joints(thing)]
        assert thing.fit.node > 0
        assert max(depths, default=0.0) <= allowed_bite(thing.fit) + 0.01
        assert depths or len(thing.parts) == 3  # short crossed slots have no room for nodes


@pytest.mark.parametrize("game", GAMES)
def test_a_solid_has_the_volume_of_its_part(game: str) -> None:
    built = things(game)
    assert built
    for thing in built:
        for placed in thing.parts:
            area = shapely.Polygon()
            for item in placed.part.drawing.only(Role.EDGE, Role.HOLE).items:
                assert isinstance(item, Shape)
                for path in item.paths:
                    area = area.symmetric_difference(shapely.Polygon(path.flatten(0.002)).buffer(0))
            solid = PartSolid(placed).body
            assert solid.volume() == pytest.approx(area.area * placed.thickness, rel=2e-3)


def test_parts_are_where_hand_calculation_puts_them() -> None:
    """A standee of 3 mm stands on its base of 3 mm with its tab in it, and pieces on a board that is 3 mm thick."""
    [knight] = [thing for thing in things("correction") if thing.name == "green knight"]
    base, standee = (PartSolid(placed).body.bounding_box() for placed in knight.parts)
    assert base[2::3] == pytest.approx((0.0, 3.0))
    assert standee[2] == pytest.approx(0.0)  # the end of the tab is flush with the underside of the base
    assert standee[4] - standee[1] == pytest.approx(3.0)  # as thick as its sheet
    assert things("correction")[0].height == pytest.approx(3.0)


# Faults: a hundred drawn by lot, each alone.


def thicker(placed: PosedPart) -> PosedPart:
    return replace(placed, thickness=placed.thickness + 0.4)


def thinner(placed: PosedPart) -> PosedPart:
    """From a sheet that is too thin, in the middle of where it should be."""
    return replace(placed, thickness=placed.thickness - 0.4).moved(*(0.2 * part for part in placed.pose.out))


def aside(placed: PosedPart) -> PosedPart:
    """Along the sheet, where nothing but a joint holds it."""
    return placed.moved(*(0.8 * part for part in placed.pose.across))


def outward(placed: PosedPart) -> PosedPart:
    return placed.moved(*(0.5 * part for part in placed.pose.out))


def lower(placed: PosedPart) -> PosedPart:
    return placed.moved(0.0, 0.0, -0.4)


KINDS = {"thicker": thicker, "thinner": thinner, "aside": aside, "outward": outward, "lower": lower}


def faults() -> list[tuple[str, int, int, str]]:
    """Game, thing, part and kind of fault: of pieces any fault, of a box those of its walls."""
    draw, chosen = random.Random(18), list[tuple[str, int, int, str]]()
    while len(chosen) < 100:
        game = draw.choice(("correction", "chess-battle", "charing-cross", "abstract-game"))
        number = draw.randrange(len(things(game)))
        thing = things(game)[number]
        part = draw.randrange(len(thing.parts))
        is_upright = abs(thing.parts[part].pose.out[2]) < 0.5
        kind = draw.choice([*KINDS])
        if not is_upright or thing.name == "board":
            continue
        if thing.name in ("box", "tray") and kind not in ("aside", "lower"):
            continue  # an outer wall may stand out as far as it likes
        if thing.name == "tray" and "divider" in thing.parts[part].part.name:
            continue  # a divider hangs in its slits with play
        chosen.append((game, number, part, kind))
    return chosen


def test_a_hundred_planted_faults_are_all_told() -> None:
    missed = []
    for game, number, part, kind in faults():
        thing = things(game)[number]
        parts = list(thing.parts)
        parts[part] = KINDS[kind](parts[part])
        spoilt = replace(thing, parts=tuple(parts))
        if not [*joint_problems(spoilt)]:
            missed.append((thing.name, parts[part].part.name, kind))
    assert missed == []


def test_a_slot_that_is_too_wide_is_told() -> None:
    [knight] = [thing for thing in things("correction") if thing.name == "green knight"]
    assert [*find_loose_parts(knight)] == []
    standee = thinner(knight.parts[1])
    assert [*find_loose_parts(replace(knight, parts=(knight.parts[0], standee)))] == ["green knight standee"]


@pytest.mark.parametrize("united", [True, False])
def test_a_frame_of_four_lines_has_full_corners(united: bool) -> None:
    """Lines 0.2 mm wide along the sides of a square of 10 mm cover a square of 10.2 mm without one of 9.8 mm."""
    corners = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]
    frame = draw(Role.ZONE, *(line(p, q) for p, q in pairwise(corners)))
    area = shapely.union_all([*mark_areas(frame, 0.01, 0.2, united=united)])
    assert area.symmetric_difference(shapely.box(-0.1, -0.1, 10.1, 10.1) - shapely.box(0.1, 0.1, 9.9, 9.9)).area < 1e-6

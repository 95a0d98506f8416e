"""Solids whose isometric view is known from geometry; every game's pieces, boards and boxes, whose parts must all be
named."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
import shapely
from shapely.geometry.base import BaseGeometry
from specs import loaded

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.part import Fit
from fabgen.artwork.path import polygon, rectangle
from fabgen.figures.assembly.assembly import APART, BOARDS, BODIES, assemblies
from fabgen.figures.assembly.isometric import (
    Pose,
    Solid,
    covered_area,
    extrude_drawing,
    flat,
    project,
    sideways,
    upright_pose,
    view,
)
from fabgen.figures.components.kit import make_laser_kit, make_player_pieces
from fabgen.figures.pieces.bodies import make_piece_parts
from fabgen.materials.material import load_material
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec

FIT = Fit(3.0, 0.1)
SMALL = Fit(3.0, 0.1, (290.0, 190.0))
BOARD = "  material: acrylic-3mm/clear\n"
BUILT = [
    ("box: {}\ntokens:\n", "", FIT),
    ("box: {lid: slide}\ntokens:\n", "", FIT),
    ("tokens:\n", "  build: lights\n", FIT),
    ("tokens:\n", "  build: inlay\n  chequered: true\n  spaces: [card-2mm, card-2mm/red]\n", FIT),
    ("tokens:\n", "  joint: keys\n", SMALL),
    ("tokens:\n", "  build: lights\n", SMALL),
    ("tokens:\n", "  build: inlay\n", SMALL),
]


def area(drawing: Drawing, role: Role) -> float:
    """The even-odd area of all shapes of a role."""
    whole: BaseGeometry = shapely.Polygon()
    for item in drawing.only(role).items:
        assert isinstance(item, Shape)
        for path in item.paths:
            whole = whole.symmetric_difference(shapely.Polygon(path.flatten(0.01)))
    return float(whole.area)


def test_the_axes_are_a_third_of_a_turn_apart() -> None:
    axes = [project(p) for p in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    assert [math.hypot(*p) for p in axes] == pytest.approx([1, 1, 1])
    angles = sorted(math.degrees(math.atan2(y, x)) % 360 for x, y in axes)
    assert angles == pytest.approx([30, 90, 330])


@pytest.mark.parametrize("pose", [flat(), flat(30.0), upright_pose(0, 10), sideways(0, 10)])
def test_a_plate_hides_all_that_its_outline_sweeps(pose: Pose) -> None:
    """A comb with five crooked teeth, 10 mm thick: all outlines between its back and its front, 0.05 mm apart, laid
    over each other. Between two of them at most 0.05 mm stay free at its rim."""
    tooth = ((5.5, 10.0), (4.5, 18.0), (2.5, 20.0), (1.0, 17.0), (1.5, 10.0))
    comb = [(0.0, 0.0), (30.0, 0.0), *((x + across, y) for x in range(24, -1, -6) for across, y in tooth)]
    assert shapely.Polygon(comb).is_valid
    solid = extrude_drawing(draw(Role.EDGE, polygon(comb)), pose, 10.0)
    outlines = (shapely.Polygon([project(pose.place(p, 0.05 * n)) for p in comb]).buffer(0) for n in range(201))
    swept = shapely.union_all(list(outlines))
    shown = covered_area(solid)
    assert swept.difference(shown.buffer(0.002)).area < 0.001
    assert shown.difference(swept.buffer(0.06)).area < 0.001


@pytest.mark.parametrize("pose", [flat(), upright_pose(0, 10), sideways(0, 10)])
def test_a_cube_is_a_hexagon(pose: object) -> None:
    """A cube of 10 mm: a regular hexagon of 10 mm a side, 3 sqrt(3) / 2 x 100 mm²; its face is a third of that."""
    solid = extrude_drawing(draw(Role.EDGE, rectangle(0, 0, 10, 10)), pose, 10.0)  # type: ignore[arg-type]
    assert area(solid, Role.SHADE) == pytest.approx(150 * math.sqrt(3), abs=0.1)
    assert area(solid, Role.PIECE) == pytest.approx(50 * math.sqrt(3), abs=0.01)
    assert len(solid.only(Role.TRIM).items) == 1  # the edge that is seen between both walls


def test_a_thin_plate_can_be_seen_through() -> None:
    """A hole of 10 mm in a plate of 2 mm: the see-through is a rhomb less what its walls hide, moved down by 2 mm. Two
    unit rhombs of side s moved along a long diagonal by d share (s - d)² of the shape where both axes lose d."""
    plate = draw(Role.EDGE, rectangle(0, 0, 30, 30)) + draw(Role.HOLE, rectangle(10, 10, 10, 10))
    without = area(extrude_drawing(draw(Role.EDGE, rectangle(0, 0, 30, 30)), flat(), 2.0), Role.SHADE)
    holed = area(extrude_drawing(plate, flat(), 2.0), Role.SHADE)
    assert without - holed == pytest.approx((10 - 2) ** 2 * math.sqrt(3) / 2, abs=0.05)


def test_a_name_points_at_what_is_not_hidden() -> None:
    """A plate of 20 mm hangs 2 mm over the front half of one of 40 mm, whose front half is from x 20 to 40, y 0 to 20:
    what is seen of the lower one is not under the upper one."""
    low = Solid(extrude_drawing(draw(Role.EDGE, rectangle(0, 0, 40, 40)), flat(), 1.0), "low")
    high = Solid(extrude_drawing(draw(Role.EDGE, rectangle(20, 0, 20, 20)), flat(), 1.0), "high").moved((0, 0, 3))
    names = {one.name: one for one in view([low, high]).names}
    upper = shapely.Polygon([project(p) for p in ((20, 0, 4), (40, 0, 4), (40, 20, 4), (20, 20, 4))])
    assert upper.contains(shapely.Point(names["high"].right))
    assert not upper.buffer(1).contains(shapely.Point(names["low"].left))
    assert not upper.buffer(1).contains(shapely.Point(names["low"].right))


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", template_folders())
def test_every_body_is_drawn_with_all_its_parts(game: str) -> None:
    spec = load_spec(game)
    made = {one.kind: list(make_piece_parts(one)) for one in make_player_pieces(spec, lambda _: FIT)}
    several = {piece for piece, some in made.items() if len(some) > 1}
    found = [one for one in assemblies(spec, lambda _: FIT, load_material) if not one.is_large]
    assert len(found) == len(several)
    for one in found:
        first = next(iter(spec.game.players))
        own = {name.removeprefix(f"{first} ") for name in one.names if name.startswith(f"{first} ")}
        assert {callout.name.partition(",")[0] for callout in one.view.names} == own


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("before", "board", "fit"), BUILT)
def test_every_part_of_boards_and_boxes_is_named(tmp_path: Path, before: str, board: str, fit: Fit) -> None:
    spec = loaded(tmp_path, ("tokens:\n", before), (BOARD, BOARD + board))
    large = [one for one in assemblies(spec, lambda _: fit, load_material) if one.is_large]
    counts = {part.name: part.count for part in make_laser_kit(spec, lambda _: fit)}
    assert large
    for one in large:
        told = [callout.name.rpartition(" \N{MULTIPLICATION SIGN} ") for callout in one.view.names]
        assert sorted(name for _, _, name in told) == sorted(one.names)
        assert all(int(count or 1) == counts[name] for count, _, name in told)
        assert one.steps


def test_parts_hang_over_each_other() -> None:
    one = assemblies(load_spec("correction"), lambda _: FIT, load_material)[0]
    boxes = [item.bounds() for item in one.view.drawing.only(Role.SHADE).items]
    assert boxes[1][1] == pytest.approx(boxes[0][3] + APART, abs=0.05)


def test_each_kind_of_body_and_of_board_is_known() -> None:
    from fabgen.figures.components.kit import BUILDS
    from fabgen.spec.pieces import KINDS

    assert set(BODIES) == set(KINDS)
    assert set(BOARDS) == set(BUILDS)


def test_a_sliver_that_rounding_leaves_is_no_part_of_a_picture(tmp_path: Path) -> None:
    """The turned base of crossed panels of card, 2 mm thick, has a hole of two points beside its slots."""
    (tmp_path / "game.yaml").write_text(
        "fabgen: 1\ntitle: Sliver\ndesigner: Nobody\nplayers: {kelp: {forward: up, material: card-2mm}}\n"
        "board: {hexagon: 5, cell: 43 mm, material: card-2mm}\n"
        "pieces: {turtle: {moves: W, body: {crossed: shield, face: sign, sign: T}}}\n")
    spec = load_spec(str(tmp_path))
    (base,) = (part for piece in make_player_pieces(spec, lambda _: Fit(2.0, 0.0)) for part in make_piece_parts(piece)
               if part.name.endswith("base"))
    picture = extrude_drawing(base.drawing, flat(-45.0), 2.0)
    paths = [path for item in picture.only(Role.SHADE).items if isinstance(item, Shape) for path in item.paths]
    assert paths
    assert min(shapely.Polygon(path.flatten(0.01)).area for path in paths) > 1e-9

"""Every body's parts go together: each slot is wider than what stands in it by the clearance, measured on the outlines;
and every body carries the diagram that the rules compute, wherever it lies.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from measure import area, extent, thing, things
from shapely import Polygon, box
from shapely.affinity import rotate, translate
from shapely.geometry.base import BaseGeometry
from specs import loaded, problems

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.part import Fit, Part
from fabgen.check.part_flaws import find_flaws, find_tipping
from fabgen.core.problems import FabgenError
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.pieces.bases import make_base_plan
from fabgen.figures.pieces.bodies import BODY_PARTS, PlayerPiece, find_body_faults, make_piece_parts, make_player_piece
from fabgen.figures.pieces.crossed_panels import CROSSED, face_outline, make_panels, side_outline
from fabgen.figures.positions.piece_icons import piece_silhouette
from fabgen.materials.material import load_material, make_fit
from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import movement_diagram
from fabgen.rules.directions import HEXAGONS_IN_ROWS
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import Spec, load_spec
from fabgen.spec.pieces import Body

FIT = Fit(3.0, 0.1)
RELIEF = 0.6
BODY = {"standee": "{standee: knight, base: 34 mm}", "crossed": "{crossed: knight, base: 32 x 38 mm}",
        "stack": "{stack: disc, base: 38 mm, layers: 3}", "tile": "{tile: hex, base: 34 mm, back: star}"}
fits = st.builds(Fit, st.floats(2, 5).map(lambda v: round(v, 2)), st.floats(0.0, 0.3).map(lambda v: round(v, 2)))


def kit(folder: Path, body: str, fit: Fit = FIT) -> dict[str, Part]:
    """The parts of the first player's guard, by what they are called."""
    return {part.name.removeprefix("white guard "): part for part in make_piece_parts(guard(folder, body, fit))}


def guard(folder: Path, body: str, fit: Fit = FIT) -> PlayerPiece:
    return make_player_piece(loaded(folder, ("{standee: pawn}", body)), "white", "guard", fit)


def edge(part: Part) -> Polygon:
    (found,) = things(part.drawing, Role.EDGE)
    assert isinstance(found, Polygon)
    return found


def slot(part: Part) -> Polygon:
    (found,) = things(part.drawing.only(Role.HOLE))
    assert isinstance(found, Polygon)
    return found


def across(shape: Polygon, y: float) -> list[float]:
    """The widths of a shape's pieces on a level line, from left to right."""
    cut = shape.intersection(shapely.LineString([(-200, y), (200, y)]))
    lines = sorted(getattr(cut, "geoms", [cut]), key=lambda line: line.bounds[0])
    return [line.length for line in lines]


# ---- joints


def check_tab(tab: Polygon, hole: Polygon, fit: Fit, foot: float = 0.0) -> None:
    """The tab, seen in the plane of the base, is as long as it is and as wide as the material is thick; along its
    middle the slot is longer by the clearance alone."""
    below = tab.intersection(box(-200, -200, 200, foot - 0.5 * fit.thickness))
    y = (hole.bounds[1] + hole.bounds[3]) / 2
    length, width = hole.intersection(shapely.LineString([(-200, y), (200, y)])).length, extent(hole)[1]
    long = extent(below)[0]
    assert width - fit.thickness == pytest.approx(fit.clearance, abs=1e-6)
    assert length - long == pytest.approx(fit.clearance, abs=0.011)
    square = box(-long / 2, -fit.thickness / 2, long / 2, fit.thickness / 2)  # its corners stay clear of the rounds
    assert hole.buffer(1e-6).contains(translate(square, *hole.centroid.coords[0]))


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(fits)
def test_a_standee_goes_into_its_base(tmp_path_factory: pytest.TempPathFactory, fit: Fit) -> None:
    found = kit(tmp_path_factory.mktemp("x"), BODY["standee"].replace("34", "44"), fit)
    check_tab(edge(found["standee"]), slot(found["base"]), fit)


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(fits, st.sampled_from(["square", "hex", "disc"]), st.integers(2, 6))
def test_a_pin_goes_through_all_layers_and_ends_flush(tmp_path_factory: pytest.TempPathFactory, fit: Fit, shape: str,
                                                      count: int) -> None:
    found = kit(tmp_path_factory.mktemp("x"), f"{{stack: {shape}, base: 90 mm, layers: {count}}}", fit)
    layers = [found["base"], *(found[f"layer {n}"] for n in range(1, count))]
    assert len(found) == count + 1
    assert extent(edge(found["pin"]))[1] == pytest.approx(count * fit.thickness)
    for layer in layers:
        check_tab(translate(edge(found["pin"]), 0, -20), slot(layer), fit, foot=-10)
        assert slot(layer).equals(slot(layers[0]))
    for upper, lower in pairwise(layers):
        assert edge(lower).contains(edge(upper))
        assert edge(lower).exterior.distance(edge(upper)) == pytest.approx(1.5, abs=0.9)  # less at corners


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(fits, st.sampled_from(sorted(CROSSED)))
def test_crossed_panels_slide_into_each_other_and_into_the_base(tmp_path_factory: pytest.TempPathFactory, fit: Fit,
                                                                shape: str) -> None:
    one = guard(tmp_path_factory.mktemp("x"), f"{{crossed: {shape}, base: 39 mm}}", fit)
    assume(not any(fault.level == "error" for fault in one.find_faults()))
    found = {part.name.rpartition(" ")[2]: part for part in make_piece_parts(one)}
    face, side = edge(found["face"]), edge(found["side"])
    axis = shapely.LineString([(0, -50), (0, 100)])
    upper, lower = face.intersection(axis).bounds, side.intersection(axis).bounds
    assert lower[1] == pytest.approx(-fit.thickness)
    end, start = upper[1], lower[3]  # the face begins where its slit ends, the side ends where its slit begins
    assert end - start - 2 * RELIEF == pytest.approx(fit.clearance, abs=1e-6)
    top = make_panels(shape).top
    for panel, y in ((face, -fit.thickness + 1.0), (side, top - 1.0)):
        left, right = across(panel, y)[:2], across(panel, y)[-2:]
        assert len(left) == len(right) == 2
        gap = panel.intersection(shapely.LineString([(-200, y), (200, y)]))
        ends = [x for line in getattr(gap, "geoms", ()) for x in (line.bounds[0], line.bounds[2])]
        inner = sorted(x for x in ends if abs(x) < fit.slot)
        assert inner[1] - inner[0] - fit.thickness == pytest.approx(fit.clearance, abs=1e-6)
    hole = rotate(slot(found["base"]), -45, origin="centroid")
    for turned in (hole, rotate(hole, 90, origin="centroid")):
        arm = turned.intersection(box(-200, turned.centroid.y - fit.slot / 2, 200, turned.centroid.y + fit.slot / 2))
        tab = face.intersection(box(-200, -200, 200, -fit.thickness / 2))
        assert extent(turned)[0] - extent(tab)[0] - 2 * RELIEF == pytest.approx(fit.clearance, abs=0.011)
        assert extent(arm)[1] - fit.thickness == pytest.approx(fit.clearance, abs=1e-6)


def test_a_joint_that_is_too_tight_would_be_found(tmp_path: Path) -> None:
    found = kit(tmp_path, BODY["standee"])
    with pytest.raises(AssertionError):
        check_tab(edge(found["standee"]), slot(found["base"]), Fit(3.0, 0.2))


def test_a_crossed_rook_by_hand() -> None:
    """3 mm, 0.1 mm clearance: the side opens at 33.4 mm, so both slits meet at (33.4 - 3) / 2 = 15.2 mm: the face's
    ends at 15.2 + 0.05 + 0.6, the side's at 15.2 - 0.05 - 0.6. Slits are 3.1 mm wide."""
    face, side = (area([draw(make_panels("rook"), 10.0, FIT)]) for draw in (face_outline, side_outline))
    assert face.bounds[3] == side.bounds[3] == pytest.approx(38.0)
    assert [across(shape, 2.0)[0] for shape in (face, side)] == pytest.approx([8.45, 20.0])
    axis = shapely.LineString([(0, -50), (0, 100)])
    assert face.intersection(axis).bounds[1] == pytest.approx(15.85)
    assert side.intersection(axis).bounds[3] == pytest.approx(14.55)


# ---- what bodies carry


@pytest.mark.parametrize("kind", BODY)
def test_every_body_carries_its_diagram_once(tmp_path: Path, kind: str) -> None:
    found = kit(tmp_path, BODY[kind])
    carriers = [part for part in found.values() if part.drawing.only(Role.SELF).items]
    assert [part.name for part in carriers] == [f"white guard {'tile' if kind == 'tile' else 'base'}"]
    (carrier,) = carriers
    marks = things(carrier.drawing, Role.MOVE, Role.CAPTURE)
    assert len(marks) == 3  # one cell ahead, and two captures
    inside = edge(carrier).difference(shapely.union_all(things(carrier.drawing, Role.HOLE)))
    assert all(inside.contains(thing(item)) for item in carrier.drawing.without(Role.EDGE, Role.HOLE).items)


@pytest.mark.parametrize("kind", BODY)
def test_parts_name_what_they_go_into(tmp_path: Path, kind: str) -> None:
    found = kit(tmp_path, BODY[kind])
    names = {part.name for part in found.values()}
    assert all(goal in names for part in found.values() for goal in part.into)
    assert {part.count for part in found.values()} == {3}
    assert set(BODY_PARTS) == set(BODY)


def test_a_foot_covers_no_mark_of_a_crossed_base(tmp_path: Path) -> None:
    """Seen from above, both panels lie on the diagonals, as long as their feet are wide."""
    one = guard(tmp_path, BODY["crossed"])
    base = next(part for part in make_piece_parts(one) if part.name.endswith("base"))
    seat = one.layout.seat
    assert seat
    foot = make_panels("knight").foot
    feet = [rotate(box(-foot, -1.5, foot, 1.5), angle, origin=(0, 0)) for angle in (45, -45)]
    covered = translate(shapely.union_all(feet), 0, seat.y)
    assert edge(base).contains(covered)
    for item in base.drawing.only(Role.MOVE, Role.CAPTURE, Role.SELF, Role.FORWARD, Role.GRID).items:
        assert thing(item).distance(covered) > 1.0


@pytest.mark.slow
def test_a_piece_of_chess_battle_leaves_a_rim_of_its_cell() -> None:
    spec = load_spec("chess-battle")
    bases = [part for part in make_laser_kit(spec, lambda _: FIT) if part.name.endswith(" base")]
    assert bases
    for base in bases:
        assert max(extent(edge(base))) <= 0.95 * spec.game.board.cell


def test_the_back_of_a_tile_fits_under_it(tmp_path: Path) -> None:
    """Turned over about the vertical axis, the second layer lies under the first."""
    spec = loaded(tmp_path, ("{standee: pawn}", "{tile: disc, base: 30 mm, back: star, travel: up}"))
    found = {
        part.name.rpartition(" ")[2]: part for part in make_piece_parts(make_player_piece(spec, "black", "guard", FIT))
    }
    tile, back = edge(found["tile"]), edge(Part("x", found["back"].drawing.mirrored(), 1, "m", "g"))
    assert tile.symmetric_difference(back).area < 1e-6
    assert len(found["back"].drawing.only(Role.MARK).items) == 1


@pytest.mark.slow
@pytest.mark.parametrize("shape", sorted(CROSSED))
@pytest.mark.parametrize("material", ["acrylic-3mm", "birch-ply-3mm"])
def test_crossed_panels_have_no_weak_place(tmp_path: Path, shape: str, material: str) -> None:
    sheet = load_material(material).material
    found = kit(tmp_path, f"{{crossed: {shape}, base: 32 x 38 mm}}", make_fit(sheet))
    assert [flaw.problem for part in found.values() for flaw in find_flaws(part, sheet)] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(template_folders()))
def test_no_template_has_a_weak_place(game: str) -> None:
    spec = load_spec(game)
    kits = make_laser_kit(spec, lambda key: make_fit(load_material(key).material))
    assert [flaw.problem for part in kits for flaw in find_flaws(part, load_material(part.material).material)] == []
    assert list(find_tipping(kits)) == []


def test_heads_differ_at_25_mm_by_more_than_a_fifth(tmp_path: Path) -> None:
    faces = {name: area([make_panels(name, 25).face.outline()]) for name in CROSSED}
    for one, other in combinations(faces.values(), 2):
        assert one.symmetric_difference(other).area > 0.2 * min(one.area, other.area)


# ---- what cannot be made


def faults(folder: Path, body: str, fit: Fit = FIT, cell: float = 40) -> list[str]:
    return [fault.what for fault in find_body_faults(guard(folder, body, fit), cell)]


@pytest.mark.parametrize(("body", "said"), [
    ("{crossed: rook, base: 20 x 38 mm}", "the base of the guard is too small for a slot in this material"),
    ("{crossed: bishop, base: 22 mm}", "the guard is 44.5 mm high on a base of 22 mm and tips over"),
    ("{tile: disc, base: 12 mm}", "too small to read"),
    ("{tile: square, base: 39 mm}", "a base of 39 mm leaves no room in a cell of 40 mm"),
    ("{tile: square, base: 35 mm, travel: up}", "a base of 40.25 mm leaves no room in a cell of 40 mm"),
    ("{stack: disc, base: 22 mm}", "too small"),
    ("{crossed: bishop, base: 36 mm, height: 16 mm}", "the panels of the guard are too slender to be slit: 0."),
    ("{crossed: rook, base: 38 mm, height: 120 mm}", "tips over"),
])
def test_what_cannot_be_made_is_said(tmp_path: Path, body: str, said: str) -> None:
    found = faults(tmp_path, body)
    assert any(said in what for what in found), found


@pytest.mark.parametrize(("body", "key", "said"), [
    ("{crossed: griffin}", "pieces.guard.body.crossed", "there is no shape `griffin`"),
    ("{tile: disc, back: dragon}", "pieces.guard.body.back", "there is no mark `dragon`"),
    ("{standee: pawn, tile: disc}", "pieces.guard.body", "this body is standee and tile at once"),
    ("{height: 30 mm}", "pieces.guard.body", "this body says not what it is"),
    ("{tile: disc, height: 30 mm}", "pieces.guard.body", "a tile has no height"),
    ("{standee: pawn, layers: 3}", "pieces.guard.body", "a standee has no layers"),
    ("{standee: pawn, base: 30 x 4 mm}", "pieces.guard.body.base", "out of range"),
    ("{standee: pawn, travel: left}", "pieces.guard.body", "the guard points left, but its moves lead up"),
])
def test_what_a_spec_says_wrong_is_reported_at_its_place(tmp_path: Path, body: str, key: str, said: str) -> None:
    found = problems(tmp_path, ("{standee: pawn}", body))
    assert [p for p in found if p.where.key == key and said in p.what], found


def test_every_base_of_twelve_is_judged(tmp_path: Path) -> None:
    """A notch of the third player's takes room that neither the first's nor the last's base lacks."""
    third = "  third: {forward: left, material: acrylic-3mm/blue}\n  fourth: {forward: right, colour: red, " \
            "material: acrylic-3mm/red}\nboard:"
    tight = ("{standee: pawn}", "{crossed: pawn, base: 22.4 x 28 mm}")
    two = [p.what for p in problems(tmp_path, tight) if p.level == "error"]
    four = [p.what for p in problems(tmp_path, tight, ("board:", third)) if p.level == "error"]
    assert two == []
    assert any("too small to read" in what for what in four)


# ---- how they are shown


def test_flat_pieces_of_several_kinds_are_told_apart(tmp_path: Path) -> None:
    one = loaded(tmp_path, ("{standee: pawn}", "{tile: disc}"))
    both = loaded(tmp_path, ("{standee: pawn}", "{tile: disc}"), ("{standee: spear}", "{tile: disc}"))

    def seen(spec: Spec, name: str) -> BaseGeometry:
        shape = piece_silhouette(spec.game, name)
        drawing = Drawing((Shape((shape.outline(), *shape.holes), Role.PIECE),))
        found: BaseGeometry = thing(drawing.items[0])
        assert found.bounds[1] == pytest.approx(0, abs=0.01)
        return found

    assert seen(one, "guard").symmetric_difference(seen(both, "guard")).area > 10
    assert seen(both, "lancer").symmetric_difference(seen(both, "guard")).area > 10
    assert math.isclose(piece_silhouette(one.game, "guard").height, 34)


def test_a_kit_tells_all_faults_at_once(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("{standee: pawn}", "{tile: disc, base: 12 mm}"),
                  ("{standee: spear}", "{stack: hex, base: 20 mm}"))
    with pytest.raises(FabgenError) as caught:
        make_laser_kit(spec, lambda _: FIT)
    assert len(caught.value.problems) == 2


def test_what_is_crossed_by_a_plain_stem_keeps_its_slit_free() -> None:
    """A castle's gate lies where its face is slit; a ghost's eyes lie above."""
    assert [len(make_panels(name).face.holes) for name in ("castle", "ghost")] == [0, 3]
    made = make_panels("king")
    assert made.top == pytest.approx(55 / 2)
    assert made.side.foot == made.face.foot


@pytest.mark.parametrize("kind", ["tile: disc", "tile: hex", "tile: square", "stack: disc", "stack: square",
                                  "standee: pawn", "crossed: pawn"])
@pytest.mark.parametrize("travel", ["", ", travel: up", ", travel: right", ", travel: down"])
@pytest.mark.parametrize("board", ["grid: 5x5", "hexagon: 3"])
def test_a_base_that_nobody_has_given_leaves_room_in_its_cell(tmp_path: Path, kind: str, travel: str,
                                                              board: str) -> None:
    """Its point included. On hexagons a square has the room of the circle that fits them: as far as its corners."""
    zones = ("  zones:\n    near: {cells: a1-e1, of: white}\n    far: {cells: a5-e5, of: black}\n", "")
    spec = loaded(tmp_path, ("  grid: 5x5", f"  {board}"), zones, ("{standee: pawn}", f"{{{kind}{travel}}}"),
                  ("    diagram: |\n      x o x\n      . @ .\n", ""))
    for player in spec.game.players:
        plate = make_player_piece(spec, player, "guard", FIT).base_plan
        room = max(plate.size()) if plate.shape != "square" or board.startswith("grid") else math.hypot(*plate.size())
        assert room <= spec.game.board.cell
        assert not [
            fault
            for fault in find_body_faults(
                make_player_piece(spec, player, "guard", FIT), 40, squares=board.startswith("grid")
            )
            if fault.code == "piece.base-too-large"
        ]


@pytest.mark.slow
def test_bases_of_all_players_have_one_look() -> None:
    """Borders of cells are drawn on the bases of every player or on none: a notch may leave one less room."""
    diagram = movement_diagram(parse_betza("mW2cW", HEXAGONS_IN_ROWS), ())
    looks = set()
    for size in range(280, 640, 4):
        plates = [make_base_plan("square", size / 10, size / 10, sign, None, flat=False) for sign in range(3)]
        body = Body(standee="knight", base=(size / 10, size / 10))
        every = [PlayerPiece("red", "rider", body, diagram, one, FIT, 1, "", tuple(p for p in plates if p is not one))
                 for one in plates]
        grids = {one.layout.has_grid for one in every}
        alone = {replace(one, other_plans=()).layout.has_grid for one in every}
        assert len(grids) == 1
        looks.add((len(alone), *grids))
    assert {(1, True), (2, False), (1, False)} <= looks  # sizes at which only some would have room are among them


@pytest.mark.parametrize("game", ["chess-battle", "correction"])
def test_a_base_has_its_name_once_beyond_the_slot(game: str) -> None:
    """With its foot to the far edge, also where players sit on all four sides: marks tell kinds apart there."""
    spec = load_spec(game)
    piece = make_player_piece(spec, next(iter(spec.game.players)), "knight", Fit(3.0, 0.1))
    drawing = next(part for part in make_piece_parts(piece) if part.name.endswith("base")).drawing
    names = [item.text for item in drawing.only(Role.COORDINATE).items if isinstance(item, Lettering)]
    assert [(name.string, name.angle % 360) for name in names] == [("Knight", 180)]

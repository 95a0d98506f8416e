"""Inlaid boards: a space for each cell, everywhere the same gap, whatever kerfs frame and spaces have."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import shapely
from measure import area, things
from shapely import Polygon
from shapely.affinity import translate
from specs import loaded, problems

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import Path as Line
from fabgen.check.part_flaws import find_flaws
from fabgen.figures.boards.board import square_centre
from fabgen.figures.boards.inlay import inlay_spaces
from fabgen.figures.components.kit import board_parts
from fabgen.laser.kerf import offset_path
from fabgen.materials.material import load_material
from fabgen.spec.load import Spec, load_spec

BOARD = ("  material: acrylic-3mm/clear\n  zones:\n    near: {cells: a1-e1, of: white}", """\
  material: birch-ply-3mm
  build: inlay
  chequered: true
  spaces: [acrylic-3mm/grey, acrylic-3mm/clear]
  zones:
    mid: {cells: b3 d3, material: mdf-3mm, pattern: corners}
    near: {cells: a1-e1, of: white}""")
CELL, BORDER = 40.0, 13.0


def spec(folder: Path) -> Spec:
    return loaded(folder, BOARD)


def fit(key: str) -> Fit:
    return Fit(3.0, -0.05 if key.startswith("birch") else 0.15)


def outlines(part: Part, role: Role) -> list[Line]:
    return [p for item in part.drawing.only(role).items if isinstance(item, Shape) for p in item.paths]


def left(path: Line, kerf: float, *, hole: bool = False) -> Polygon:
    """What a beam leaves: of a part less than its line, of a hole more."""
    sign = -1 if hole else 1
    (line,) = offset_path(path, sign * kerf / 2).paths
    found = area([line]).buffer(-sign * kerf / 2, quad_segs=32)
    assert isinstance(found, Polygon)
    return found


def test_each_cell_is_filled_by_its_zone_or_its_shade(tmp_path: Path) -> None:
    made = board_parts(spec(tmp_path), fit)
    assert [(p.name, p.count, p.material) for p in made] == [
        ("board frame", 1, "birch-ply-3mm"), ("board base", 1, "birch-ply-3mm"),
        ("near and dark cell space", 3, "acrylic-3mm/grey"), ("near and light cell space", 2, "acrylic-3mm/clear"),
        ("light cell space", 6, "acrylic-3mm/clear"), ("dark cell space", 7, "acrylic-3mm/grey"),
        ("mid space", 2, "mdf-3mm"),
        ("far and dark cell space", 3, "acrylic-3mm/grey"), ("far and light cell space", 2, "acrylic-3mm/clear")]
    assert sum(part.count for part in made[2:]) == 25
    filled = inlay_spaces(spec(tmp_path))
    assert (filled["b3"].material, filled["b3"].patterns) == ("mdf-3mm", ("corners",))
    assert [filled[cell].material.rpartition("/")[2] for cell in ("a1", "b1", "b2", "c2")] == [
        "grey", "clear", "grey", "clear"]
    assert filled["a1"].patterns == ("dots",)  # the second in their order, as near is the second zone
    assert len({part.name for part in made}) == len(made)


@pytest.mark.parametrize(("frame_kerf", "space_kerf"), [(0.0, 0.0), (0.2, 0.2), (0.3, 0.1)])
def test_the_gap_is_the_clearance_once_cut(tmp_path: Path, frame_kerf: float, space_kerf: float) -> None:
    """0.15 mm, the larger of both clearances, between neighbours and to the frame, though materials have their own
    kerfs."""
    made, lattice = board_parts(spec(tmp_path), fit), spec(tmp_path).lattice
    (hole,) = outlines(made[0], Role.HOLE)
    window = left(hole, frame_kerf, hole=True)
    (edge,) = outlines(next(p for p in made if p.name == "mid space"), Role.EDGE)
    space = left(edge, space_kerf)
    laid = {cell: translate(space, *(BORDER + x for x in square_centre(lattice, cell, CELL))) for cell in lattice.cells}
    assert window.contains(shapely.union_all(list(laid.values())))
    assert laid["a1"].distance(laid["b1"]) == pytest.approx(0.15, abs=0.01)
    assert laid["c3"].distance(laid["c4"]) == pytest.approx(0.15, abs=0.01)
    for cell in ("a1", "e1", "a5", "e5", "c1", "a3"):
        assert laid[cell].distance(window.exterior) == pytest.approx(0.15, abs=0.01)


def test_tight_materials_do_not_add_up(tmp_path: Path) -> None:
    made = board_parts(spec(tmp_path), lambda key: Fit(3.0, -0.05))
    space = next(p for p in made if p.name == "mid space")
    assert space.drawing.only(Role.EDGE).size() == pytest.approx((39.9, 39.9))


@pytest.mark.parametrize("room", [(140.0, 140.0), (400.0, 110.0), (70.0, 70.0)])
def test_a_parted_frame_lies_on_its_base(tmp_path: Path, room: tuple[float, float]) -> None:
    made = board_parts(spec(tmp_path), lambda key: Fit(3.0, 0.1, room))
    frames = [e for p in made if p.name.startswith("board frame") for e in things(p.drawing, Role.EDGE)]
    bases = [e for p in made if p.name.startswith("board base") for e in things(p.drawing, Role.EDGE)]
    assert len(bases) > 1
    whole = board_parts(spec(tmp_path), lambda key: Fit(3.0, 0.1))[0]
    ring = area(outlines(whole, Role.EDGE) + outlines(whole, Role.HOLE))
    assert shapely.union_all(frames).symmetric_difference(ring).area < 1e-6
    assert sum(frame.area for frame in frames) == pytest.approx(ring.area)
    words = [i for p in made for i in p.drawing.only(Role.COORDINATE, Role.TITLE).items]
    assert len(words) == len(whole.drawing.only(Role.COORDINATE, Role.TITLE).items)


def test_no_part_is_too_weak(tmp_path: Path) -> None:
    parts = board_parts(spec(tmp_path), fit)
    assert parts
    for part in parts:
        assert not find_flaws(part, load_material(part.material).material)


def test_a_frame_needs_a_border(tmp_path: Path) -> None:
    narrow = BOARD[1].replace("  build", "  border: 6 mm\n  build")
    found = [p for p in problems(tmp_path, (BOARD[0], narrow)) if p.level == "error"]
    assert [(p.where.key, p.what) for p in found] == [
        ("board.border", "a frame of 6 mm is too narrow to hold an inlaid board")]


def test_a_tint_is_a_hatch_on_each_space_of_its_zone() -> None:
    """The black spaces of An Abstract Game have lines at 45 degrees, 40/28 mm above each other, as tints of etched
    boards do; they lie inside of the space. Black pieces are seen on them."""
    spaces = {part.name: part for part in board_parts(load_spec("abstract-game"), fit)}
    drawing = spaces["black space"].drawing
    (outline,) = things(drawing.only(Role.EDGE))
    ends = [(*path.start, *path.end) for item in drawing.only(Role.ZONE).items if isinstance(item, Shape)
            for path in item.paths]
    assert all(x1 - x0 == pytest.approx(y1 - y0, abs=1e-5) for x0, y0, x1, y1 in ends)
    heights = sorted(y0 - x0 for x0, y0, *_ in ends)
    assert [b - a for a, b in pairwise(heights)] == pytest.approx([40 / 28] * (len(heights) - 1), abs=1e-5)
    assert all(outline.contains(shapely.LineString([(x0, y0), (x1, y1)])) for x0, y0, x1, y1 in ends)


@pytest.mark.parametrize("game", ["correction", "abstract-game", "chess-battle", "incorrect-checkers", "charing-cross"])
def test_spaces_that_look_unlike_have_names_of_their_own(game: str) -> None:
    """Of Charing Cross, those of the tinted cross too: parts of one name would be one part in the kit."""
    spaces = {*inlay_spaces(load_spec(game)).values()}
    assert len({space.name for space in spaces}) == len(spaces)

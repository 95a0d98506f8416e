"""The lines of a figure are slots through it where the material beside them is strong, and else engraved; measured with
shapely, with widths by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from shapely import LineString, Polygon
from specs import loaded, put

from fabgen.artwork.drawing import Role, Shape, draw
from fabgen.artwork.part import Fit, Part
from fabgen.artwork.path import circle
from fabgen.check.part_flaws import find_flaws
from fabgen.core.languages import load_words
from fabgen.figures.assembly.assembled_piece import draw_assembled
from fabgen.figures.pieces.bases import standee_tab
from fabgen.figures.pieces.bodies import make_piece_parts, make_player_piece
from fabgen.figures.pieces.openings import cut_slots, opening_web, slot_width
from fabgen.figures.silhouettes.outlines import Silhouette, level_line
from fabgen.figures.silhouettes.silhouettes import SHAPES, silhouette
from fabgen.materials.material import load_material, make_fit

ACRYLIC = make_fit(load_material("acrylic-3mm").material)
PLATE = (((20.0, 0.0), 0.8), ((20.0, 30.0), 0.8), ((-20.0, 30.0), 0.8), ((-20.0, 0.0), 0.8))  # 40 x 30 mm


def slots_at(height: float, *holes: tuple[float, float, float], fit: Fit = ACRYLIC) -> int:
    """The number of slots of a plate of 30 mm with a level line of 10 mm at a height, beside round holes."""
    shape = Silhouette(PLATE, tuple(circle((x, y), radius) for x, y, radius in holes), lines=(level_line(5, height),))
    return len(cut_slots(shape, fit))


def test_slots_are_as_wide_as_the_least_hole_of_their_material() -> None:
    """1.5 mm in acrylic and wood of 3 mm, half the thickness in thicker acrylic, never under 1 mm."""
    widths = {name: slot_width(make_fit(load_material(name).material))
              for name in ("acrylic-2mm", "acrylic-3mm", "acrylic-6mm", "birch-ply-3mm", "card-1mm")}
    assert widths == {"acrylic-2mm": 1.0, "acrylic-3mm": 1.5, "acrylic-6mm": 3.0, "birch-ply-3mm": 1.5, "card-1mm": 1.0}
    assert slot_width(Fit(1.0, 0.0, least_hole=0.4)) == 1.0


@pytest.mark.parametrize(("web", "beside"), [(1.5, 1.5), (2, 2), (3, 2), (4, 2.4), (6, 3.6)])
def test_the_least_beside_an_opening(web: float, beside: float) -> None:
    """0.6 of a web of 4 mm are 2.4 mm; 2 mm at least, and never more than the web itself."""
    assert opening_web(web) == pytest.approx(beside)


def test_a_slot_keeps_two_mm_from_edges_and_holes() -> None:
    """Half of 1.5 mm, and 2 mm: 2.75 mm from the middle of the slot to the lower edge of the plate. To a hole with a
    radius of 2 mm, 4.75 mm from middle to middle."""
    assert slots_at(2.8) == 1
    assert slots_at(2.7) == 0
    assert slots_at(15, (0, 19.8, 2)) == 1
    assert slots_at(15, (0, 19.7, 2)) == 0
    assert slots_at(15, (9.8, 15, 2)) == 1  # 4.8 mm beyond the end of the line
    assert slots_at(15, (9.7, 15, 2)) == 0


def test_all_lines_of_a_figure_are_cut_or_none() -> None:
    """Two slots whose middles are 3.5 mm apart have 2 mm between them."""
    def count(apart: float) -> int:
        lines = (level_line(5, 10), level_line(5, 10 + apart), level_line(5, 25))
        return len(cut_slots(Silhouette(PLATE, lines=lines), ACRYLIC))

    assert count(3.55) == 3
    assert count(3.45) == 0


def test_a_slot_is_its_line_with_round_ends() -> None:
    """The band of a rook of 41 mm is a line of 10 mm, 32.2 mm high: a slot 11.5 mm long, 1.5 mm wide,
    10 x 1.5 + pi 0.75² mm²."""
    (slot,) = cut_slots(silhouette("rook"), ACRYLIC)
    assert slot.bounds() == pytest.approx((-5.75, 31.45, 5.75, 32.95), abs=1e-6)
    assert abs(slot.area()) == pytest.approx(10 * 1.5 + math.pi * 0.75**2)
    assert slot.closed


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SHAPES))
@pytest.mark.parametrize("material", ["acrylic-2mm", "acrylic-3mm", "birch-ply-3mm", "mdf-3mm", "card-2mm"])
def test_every_figure_is_cut_through_without_a_flaw(name: str, material: str) -> None:
    """At its own height and at 0.8 of it. The middle of each line is open, by light through the part."""
    made = load_material(material).material
    for share in (0.8, 1.0):
        shape = silhouette(name, share * SHAPES[name]().height)
        slots = cut_slots(shape, make_fit(made))
        assert len(slots) == len(shape.lines)
        drawing = draw(Role.EDGE, shape.outline_on_tab(standee_tab(0.55 * shape.foot, make_fit(made))))
        if holes := (*shape.holes, *slots):
            drawing += draw(Role.HOLE, *holes)
        assert find_flaws(Part(name, drawing, 1, material, "pieces", has_openings=True), made) == []
        for line, slot in zip(shape.lines, slots, strict=True):
            assert Polygon(slot.flatten(0.001)).contains(LineString(line.trace(0.001)))


def roles(folder: Path, body: str, fit: Fit) -> dict[Role, int]:
    """The number of paths of each role on the upright of a piece."""
    piece = make_player_piece(loaded(folder, ("{standee: pawn}", body)), "white", "guard", fit)
    upright = next(make_piece_parts(piece))
    assert upright.has_openings
    counts: dict[Role, int] = {}
    for item in upright.drawing.items:
        assert isinstance(item, Shape)
        counts[item.role] = counts.get(item.role, 0) + len(item.paths)
    return counts


def test_lines_that_do_not_fit_are_engraved(tmp_path: Path) -> None:
    """A knight has an eye and three lines. Acrylic of 6 mm needs slots of 3 mm with 3.6 mm beside them: 10.2 mm, more
    than its neck has. Then each line is scored three times, as before."""
    body = "{standee: knight, base: 40 mm}"
    assert roles(tmp_path, body, ACRYLIC) == {Role.EDGE: 1, Role.HOLE: 4}
    thick = make_fit(load_material("acrylic-6mm").material)
    assert roles(tmp_path, body, thick) == {Role.EDGE: 1, Role.HOLE: 1, Role.ZONE: 9}
    assert roles(tmp_path, "{standee: knight, height: 30 mm, base: 34 mm}", ACRYLIC) == {Role.EDGE: 1, Role.HOLE: 1}


def test_gates_are_open_where_enough_stays_beside_them(tmp_path: Path) -> None:
    """A rook of 41 mm has 3.8 mm between its gate and its window, 15.5 and 19.3 mm high: enough for acrylic of
    3 mm (2 mm) at 22 mm (3.8 * 22 / 41 = 2.04 mm), not at 20 mm (1.85 mm); enough for 6 mm (3.6 mm) at 41 mm, not at
    38 mm (3.52 mm)."""
    thick = make_fit(load_material("acrylic-6mm").material)

    def holes(body: str, fit: Fit) -> int:
        return roles(tmp_path, body, fit).get(Role.HOLE, 0)

    assert holes("{standee: rook, height: 41 mm, base: 40 mm}", ACRYLIC) == 3  # and its band
    assert holes("{standee: rook, height: 22 mm, base: 40 mm}", ACRYLIC) == 2
    assert holes("{standee: rook, height: 20 mm, base: 40 mm}", ACRYLIC) == 0
    assert holes("{standee: rook, height: 41 mm, base: 50 mm}", thick) == 2
    assert holes("{standee: rook, height: 38 mm, base: 50 mm}", thick) == 0


@pytest.mark.parametrize(("lancer", "is_cut"), [("rook", True), ("spear", False)])
def test_all_figures_of_a_set_are_cut_or_none(tmp_path: Path, lancer: str, is_cut: bool) -> None:
    """In plywood of 6 mm, whose web is 3 mm and whose slots are 3 mm wide, the rib of a spear would need
    3 + 2 * 2 = 7 mm, more than its leaf has; the lines of a pawn and a rook have room. The pawn is made like the other
    figure, and so is its picture: its outline and a slot, or its outline alone."""
    spec = loaded(tmp_path, ("{standee: spear}", f"{{standee: {lancer}}}"))
    fit = make_fit(load_material("birch-ply-6mm").material)
    for kind in ("guard", "lancer"):
        piece = make_player_piece(spec, "white", kind, fit)
        made = {item.role for item in next(make_piece_parts(piece)).drawing.items}
        assert made == ({Role.EDGE, Role.HOLE} if is_cut else {Role.EDGE, Role.ZONE})
    pawn = make_player_piece(spec, "white", "guard", fit)
    *_, upright = [item for item in draw_assembled(pawn, "grey", "grey", 1.0, 2.0, load_words("en")).items
                   if isinstance(item, Shape) and item.role == Role.PIECE]
    assert len(upright.paths) == (2 if is_cut else 1)


SLIT_NECK = "M3 50 V42 L12 38 V30 L5 28 V3 H25 V28 L18 30 V38 L27 42 V50 Z M14.34 31 H15.66 V37 H14.34 Z"
TWO_LEGS = "M5 50 V42 H12 V8 H5 V3 H25 V8 H18 V42 H25 V50 Z M14.66 9 V41 H15.34 V9 Z"


@pytest.mark.parametrize("path", [SLIT_NECK, TWO_LEGS])
def test_thin_strips_of_a_drawing_are_reported(tmp_path: Path, path: str) -> None:
    """A neck of 6 mm with a slit of 1.32 mm is two strips of 2.34 mm, two legs are 2.66 mm wide: less than the 3 mm of
    acrylic. Its hole is as near to the edge. Drawn 1 : 1: the figure is 47 mm high."""
    svg = ('<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="50mm" viewBox="0 0 30 50">'
           f'<path fill-rule="evenodd" d="{path}"/></svg>')
    put(tmp_path).with_name("own.svg").write_text(svg, "utf-8")
    spec = loaded(tmp_path, ("{standee: pawn}", "{standee: own.svg, height: 47 mm, base: 36 mm}"))
    upright = next(make_piece_parts(make_player_piece(spec, "white", "guard", ACRYLIC)))
    found = find_flaws(upright, load_material("acrylic-3mm").material)
    width = "2.34 mm" if path == SLIT_NECK else "2.66 mm"
    thin = [flaw for flaw in found if flaw.kind == "thin webs"]
    assert [(width in flaw.message, flaw.hint) for flaw in thin] == [(True, "acrylic-3mm needs at least 3 mm")] * 2
    assert any(flaw.kind == "slots near edges" and width in flaw.message for flaw in found)

"""Views of a piece from its side and from above: made of its parts, at true size, with base, slot and signs."""

from __future__ import annotations

from pathlib import Path

import pytest
from specs import changed, put

from fabgen.artwork.drawing import Drawing, Role, Shape
from fabgen.diagrams.figure_size import SizeWish, draw_sized_figure
from fabgen.figures.diagrams.catalogue import NamedFigure, draw_figure
from fabgen.spec.load import load_spec

THICK = 3.0  # mm: of acrylic-3mm


def figure(folder: Path, kind: str, body: str = "{standee: pawn}", name: str = "black-guard") -> NamedFigure:
    spec = load_spec(str(put(folder, changed(("{standee: pawn}", body)))))
    return draw_figure(spec, kind, name)


def boxes(drawing: Drawing, group: str, role: Role) -> list[tuple[float, ...]]:
    """Left, bottom, right and top of the shapes of a view, from its lower left corner, in hundredths of a mm."""
    shapes = [item for item in drawing.items if item.group == group]
    x, y = (min(item.bounds()[axis] for item in shapes) for axis in (0, 1))
    return [tuple(round(v, 2) + 0.0 for v in (left - x, low - y, right - x, high - y))
            for left, low, right, high in (item.bounds() for item in shapes if item.role is role)]


def test_a_standee_stands_in_the_slot_of_its_base(tmp_path: Path) -> None:
    """A base of 0.85 x 40 mm; the tab is as deep as the base is thick, and the pawn 33.6 mm high over it."""
    drawing = figure(tmp_path, "side").drawing
    left, right = boxes(drawing, "front", Role.EDGE)
    assert (left[0], left[1], left[3]) == (0.0, 0.0, THICK)
    assert (right[1], right[2], right[3]) == (0.0, 34.0, THICK)
    assert left[2] == pytest.approx(34.0 - right[0])  # the slot is in the middle
    ((x0, y0, x1, y1),) = boxes(drawing, "front", Role.PIECE)
    assert (y0, y1) == (0.0, 36.6)
    assert x0 + x1 == pytest.approx(34.0)
    behind, ahead = boxes(drawing, "side", Role.EDGE)
    assert ahead[2] - behind[0] == 34.0
    slot = ahead[0] - behind[2]
    assert THICK < slot < THICK + 0.3
    assert behind[2] >= 2 * THICK - 0.01  # two thicknesses of material stay behind it
    ((x0, y0, x1, y1),) = boxes(drawing, "side", Role.PIECE)
    assert (round(x1 - x0, 2), y0, y1) == (THICK, 0.0, 36.6)
    assert (x0 + x1) / 2 == pytest.approx((behind[2] + ahead[0]) / 2)


def test_crossed_panels_show_the_face_of_one_and_the_edge_of_the_other(tmp_path: Path) -> None:
    drawing = figure(tmp_path, "side", "{crossed: rook}").drawing
    for view in ("front", "side"):
        panels = boxes(drawing, view, Role.PIECE)
        widths = [round(right - left, 2) for left, _, right, _ in panels]
        assert widths[1] == THICK < widths[0]
        assert {bottom for _, bottom, _, _ in panels} == {0.0}
    (first, edge), (other, other_edge) = (boxes(drawing, view, Role.PIECE) for view in ("front", "side"))
    assert (first[3], edge[3]) == (other_edge[3], other[3])  # each panel is as high in both views


def test_a_stack_has_a_plate_for_each_layer_and_a_pin_through_all(tmp_path: Path) -> None:
    drawing = figure(tmp_path, "side", "{stack: disc, layers: 4}").drawing
    levels = {(bottom, top) for _, bottom, _, top in boxes(drawing, "front", Role.EDGE)}
    assert levels == {(0.0, 3.0), (3.0, 6.0), (6.0, 9.0), (9.0, 12.0)}
    assert [(b, t) for _, b, _, t in boxes(drawing, "side", Role.PIECE)] == [(0.0, 12.0)]


@pytest.mark.parametrize(("body", "height"), [("{tile: hex}", 3.0), ("{tile: square, back: star}", 6.0)])
def test_a_tile_is_as_high_as_its_material_and_has_no_slot(tmp_path: Path, body: str, height: float) -> None:
    named = figure(tmp_path, "side", body)
    assert max(top for *_, top in boxes(named.drawing, "front", Role.EDGE)) == height
    assert boxes(named.drawing, "front", Role.PIECE) == []
    assert named.alt.endswith(f"{height:g} mm high.")


def test_from_above_a_base_has_its_signs_and_nothing_covers_them(tmp_path: Path) -> None:
    """The guard moves ahead and captures diagonally ahead: three marks, its own ring and its point, a name beyond the
    foot; no borders of cells. On black they are white, as frost is."""
    drawing = figure(tmp_path, "top").drawing
    (foot,) = (item for item in drawing.items if item.group == "upright" and item.role is Role.DARK_FACE)
    etched = [item for item in drawing.items if item.group == "base" and item.role is Role.FACE]
    assert {item.tone for item in etched if isinstance(item, Shape)} == {"white"}
    before = [item.bounds() for item in etched if item.bounds()[1] < foot.bounds()[1]]
    narrow = [(x0, y0, x1, y1) for x0, y0, x1, y1 in before if x1 - x0 < 10]
    assert len(narrow) == 3 + 2
    assert foot.bounds()[1] > max(y1 for *_, y1 in before)
    assert drawing.size() == pytest.approx((34.0, 34.0))


def test_the_second_player_is_known_by_the_outline_from_above(tmp_path: Path) -> None:
    names = ("white-guard", "black-guard")
    first, second = (figure(tmp_path, "top", name=name).drawing.only(Role.PIECE).items[0] for name in names)
    assert isinstance(first, Shape)
    assert isinstance(second, Shape)
    assert len(first.paths[0].segments) != len(second.paths[0].segments)


def test_a_disc_shows_the_line_along_its_edge_from_above() -> None:
    """Black on spaces of black: a line of three, 0.57 mm, 0.85 mm and 1.13 mm inside the edge."""
    disc = draw_figure(load_spec("abstract-game"), "top", "black-piece").drawing
    widest = max(item.bounds()[2] for item in disc.items if item.role is Role.FACE)
    assert disc.bounds()[2] - widest == pytest.approx(0.57 - 0.25 / 2, abs=0.03)


def test_views_tell_their_measures_in_words(tmp_path: Path) -> None:
    assert figure(tmp_path, "side").alt == (
        "Guard of Black, cut through its slot, from the front and from the side. It is 36.6 mm high and stands on a "
        "base of 34 x 34 mm. It is cut from a sheet 3 mm thick.")
    top = figure(tmp_path, "top")
    assert top.caption == "Guard of Black, from above"
    assert top.alt.startswith("Guard of Black, from above, with the diagram of its moves on 34 x 34 mm. Moves one step")


def test_views_are_at_true_size_unless_another_is_wished(tmp_path: Path) -> None:
    spec = load_spec(str(put(tmp_path)))
    assert draw_figure(spec, "top", "white-guard", scale=0.5).drawing.size() == pytest.approx((17.0, 17.0))
    sized = draw_sized_figure(spec, "side", "white-guard", SizeWish(width=60.0))
    assert sized.figure.drawing.size()[0] + 2 * sized.margin == pytest.approx(60.0)
    assert 0.5 < sized.scale < 1.0

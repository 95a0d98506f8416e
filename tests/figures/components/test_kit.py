"""What is cut: counts and materials come from the spec, and each part has one outline."""

from __future__ import annotations

from pathlib import Path

import pytest
from measure import area, things
from shapely import Polygon
from specs import loaded

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.part import Fit
from fabgen.core.problems import FabgenError
from fabgen.figures.components.kit import draw_token, make_laser_kit, token_face
from fabgen.figures.pieces.bases import base_size
from fabgen.spec.load import load_spec
from fabgen.spec.pieces import Token

FIT = Fit(3.0, 0.1)


def test_the_kit_of_correction() -> None:
    """One board, for two players each 4 pawns, 1 knight and 1 spearman with as many bases, and 20 tokens."""
    parts = make_laser_kit(load_spec("correction"), lambda _: FIT)
    kinds = ("pawn", "knight", "spearman")
    expected = {"board": 1, "denial token": 20}
    for player in ("green", "orange"):
        for piece, count in zip(kinds, (4, 1, 1), strict=True):
            expected |= {f"{player} {piece} standee": count, f"{player} {piece} base": count}
    assert {part.name: part.count for part in parts} == expected
    assert {part.group for part in parts} == {"board", "green pieces", "orange pieces", "denial tokens"}
    board = next(part for part in parts if part.name == "board")
    assert board.drawing.only(Role.EDGE).size() == pytest.approx((6 * 40 + 37, 6 * 40 + 37))


def test_each_part_has_one_outline_with_all_else_inside(tmp_path: Path) -> None:
    parts = make_laser_kit(loaded(tmp_path), lambda _: FIT)
    assert len(parts) == 1 + 2 * 2 * 2 + 1
    for part in parts:
        (edge,) = things(part.drawing, Role.EDGE)
        assert isinstance(edge, Polygon)
        assert all(edge.contains(other) for other in things(part.drawing.without(Role.EDGE)))
        assert all(set(part.into) <= {p.name for p in parts} for part in parts)


def test_materials_and_groups_are_the_players(tmp_path: Path) -> None:
    parts = make_laser_kit(loaded(tmp_path), lambda _: FIT)
    materials = {part.name: (part.material, part.group) for part in parts}
    assert materials["black lancer base"] == ("acrylic-3mm/black", "black pieces")
    assert materials["white guard standee"] == ("acrylic-3mm/white", "white pieces")
    assert materials["flag token"] == ("acrylic-3mm/red", "flag tokens")
    assert materials["board"] == ("acrylic-3mm/clear", "board")


def test_each_material_has_its_own_fit(tmp_path: Path) -> None:
    thick = {"acrylic-3mm/white": Fit(3, 0.1), "acrylic-3mm/black": Fit(4, 0.2), "acrylic-3mm/clear": FIT}
    parts = {part.name: part for part in make_laser_kit(loaded(tmp_path), thick.__getitem__)}
    for player, fit in (("white", Fit(3, 0.1)), ("black", Fit(4, 0.2))):
        x0, y0, x1, y1 = parts[f"{player} guard base"].drawing.only(Role.HOLE).bounds()
        assert y1 - y0 == pytest.approx(fit.thickness + fit.clearance)
        assert x1 > 0 > x0
        assert parts[f"{player} guard standee"].drawing.bounds()[1] == pytest.approx(-fit.thickness)


def test_every_base_that_cannot_be_made_is_said_at_once(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("{standee: pawn}", "{standee: pawn, height: 20, base: 30 x 16 mm}"),
                  ("{standee: spear}", "{standee: spear, height: 20, base: 15 mm}"))
    with pytest.raises(FabgenError) as caught:
        make_laser_kit(spec, lambda _: FIT)
    said = [p.what for p in caught.value.problems]
    assert len(said) == 2  # the same for both players
    assert any("diagram of the guard" in what for what in said)
    assert any("base of the lancer" in what for what in said)


def test_bases_take_0_85_of_the_cell_unless_the_spec_says_otherwise(tmp_path: Path) -> None:
    assert base_size(loaded(tmp_path).game, "guard") == pytest.approx((34, 34))
    for written, size in (("3 cm", (30, 30)), ("30 x 42 mm", (30, 42))):
        made = loaded(tmp_path, ("{standee: pawn}", f"{{standee: pawn, base: {written}}}"))
        assert base_size(made.game, "guard") == size


@pytest.mark.parametrize(("shape", "outside"), [("disc", 3.14159265 * 81), ("square", 18 * 18 - (4 - 3.14159265) * 4)])
def test_tokens(shape: str, outside: float) -> None:
    token = Token.model_validate({"count": 3, "size": "18 mm", "shape": shape, "mark": "ring", "material": "card/sky"})
    drawing = draw_token(token)
    assert drawing.size() == pytest.approx((18, 18))
    (edge,) = drawing.only(Role.EDGE).items
    assert isinstance(edge, Shape)
    assert area(edge.paths).area == pytest.approx(outside, rel=1e-3)
    assert len(drawing.only(Role.MARK).items) == 1
    assert {item.tone for item in token_face(token).items} >= {"sky"}
    plain = draw_token(token.model_copy(update={"mark": None}))
    assert plain.only(Role.MARK).items == ()

"""Tokens whose outline a designer has drawn: their part, their chit, their place in an order, and what is refused."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from built import build_in_place, verify_in_place
from specs import changed, put

from fabgen.artwork.drawing import Role, Shape
from fabgen.artwork.paper_things import SafeArea
from fabgen.check.game import check_spec
from fabgen.figures.components.kit import draw_sign_of_token, token_outline
from fabgen.figures.components.order_items import make_order_items
from fabgen.figures.components.paper_kit import make_token
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec, load_spec

FLAG = "flag: {count: 2, size: 20 mm, mark: star,"
SVG = ('<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="40mm" viewBox="0 0 60 40">'
       '<path d="{path}" fill="#000" fill-rule="evenodd"/></svg>')
TRIANGLE = "M0 40 H60 L0 0 Z"  # its right angle at the lower left, its legs 60 and 40 mm
RING = "M0 40 H60 L0 0 Z M10 35 H20 V25 H10 Z"
RADIUS = (30 + 20 - math.hypot(30, 20)) / 2  # mm: of the circle in the triangle, at half its size


def drawn(folder: Path, path: str = TRIANGLE, shape: str = "art/sail.svg", more: str = "mark: star,") -> Spec:
    """The game with flags of a drawn outline, their longer side 30 mm."""
    file = put(folder, changed((FLAG, f"flag: {{count: 2, size: 30 mm, shape: {shape}, {more}")))
    (file.parent / "art").mkdir(exist_ok=True)
    (file.parent / "art" / "sail.svg").write_text(SVG.format(path=path), "utf-8")
    return load_spec(str(file), allow_errors=True)


def errors(spec: Spec) -> list[str]:
    return [f"{problem.where.key}: {problem.what}" for problem in check_spec(spec) if problem.level == "error"]


def test_the_part_has_the_outline_in_the_size_of_the_spec(tmp_path: Path) -> None:
    spec = drawn(tmp_path)
    assert not errors(spec)
    (edge,) = (item for item in token_outline(spec.game.tokens["flag"]).items if isinstance(item, Shape))
    assert edge.role == Role.EDGE
    assert edge.paths[0].bounds() == pytest.approx((-15, -10, 15, 10))
    assert edge.paths[0].area() == pytest.approx(300)  # half of 30 by 20


def test_the_mark_is_in_the_largest_circle(tmp_path: Path) -> None:
    token = drawn(tmp_path).game.tokens["flag"]
    middle = (-15 + RADIUS, -10 + RADIUS)
    for from_back, sign in ((False, 1), (True, -1)):
        (mark,) = (item for item in draw_sign_of_token(token, seen_from_back=from_back).items
                   if isinstance(item, Shape))
        left, _, right, _ = mark.paths[0].bounds()
        assert (left + right) / 2 == pytest.approx(sign * middle[0], abs=0.1)
        corners = [math.dist((sign * middle[0], middle[1]), point) for point in mark.paths[0].flatten(0.1)]
        assert max(corners) < RADIUS


def test_paper_has_ink_beyond_the_cut_and_a_back_that_is_its_mirror_image(tmp_path: Path) -> None:
    chit = make_token(drawn(tmp_path).game.tokens["flag"])
    assert chit.has_cut_line
    assert chit.outline().bounds() == pytest.approx((-15, -10, 15, 10))
    assert chit.outline(2.0).bounds() == pytest.approx((-17, -12, 17, 12), abs=0.02)
    for outline, right_angle, none in ((chit.outline(), (-15, -10), (15, 10)),
                                       (chit.back_outline(), (15, -10), (-15, 10))):
        distances = [[math.dist(point, corner) for point in outline.flatten(0.1)] for corner in (right_angle, none)]
        assert min(distances[0]) < 0.001
        assert min(distances[1]) > 10


def test_a_token_without_a_mark_is_printed_in_its_whole_colour(tmp_path: Path) -> None:
    chit = make_token(drawn(tmp_path, more="").game.tokens["flag"])
    assert [item.role for item in chit.front.items if isinstance(item, Shape)] == [Role.BODY]


def test_it_is_ordered_as_a_square_chit(tmp_path: Path) -> None:
    (order,) = (item for item in make_order_items(drawn(tmp_path)) if item.name == "flag token")
    assert (order.kind, order.count, order.size) == ("square", 2, (30.0, 30.0))
    front, _ = order.sides(SafeArea(19.05, 19.05))
    width, height = front.size()
    assert 17 < width < 18.5, "room for the width of its line within the safe area"
    assert height == pytest.approx(width * 2 / 3, abs=0.5)


@pytest.mark.parametrize(("path", "shape", "what"), [
    (RING, "art/sail.svg", "art/sail.svg: it has holes, which fall out of a flat part"),
    (TRIANGLE, "art/sale.svg", "art/sale.svg: there is no such file beside the spec"),
    (TRIANGLE, "circle", "`circle` is not a shape of tokens"),
])
def test_what_cannot_be_an_outline_is_refused(tmp_path: Path, path: str, shape: str, what: str) -> None:
    assert errors(drawn(tmp_path, path, shape)) == [f"tokens.flag.shape: {what}"]


BONE = ("M8 4 A5 5 0 0 0 3 10 A5 5 0 0 0 8 16 A5 5 0 0 0 13 14 L27 14 A5 5 0 0 0 32 16 A5 5 0 0 0 37 10 "
        "A5 5 0 0 0 32 4 A5 5 0 0 0 27 6 L13 6 A5 5 0 0 0 8 4 Z")


@pytest.mark.parametrize("formats", [("lbrn2",), ("svg",)])
def test_small_arcs_may_be_written_as_several(tmp_path: Path, formats: tuple[str, ...]) -> None:
    """A corner of the bone is an arc of about 0.09 mm. A LightBurn project has it as two curves, each 0.045 mm long,
    which is no fault of the file."""
    spec = drawn(tmp_path, BONE, more="")
    options = Options(machine="lightburn", formats=formats, parts=("flag:1",))
    result = build_in_place(Path(spec.source.file).parent, tmp_path / "out", options, ["laser"])
    assert verify_in_place(result.target) == []

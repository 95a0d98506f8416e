"""What is cut first of inlays and of what is parted: the same gaps as on the board and in the box."""

from __future__ import annotations

from pathlib import Path

import pytest
from specs import loaded

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Fit
from fabgen.figures.boards.inlay import LEAST_FRAME, inlay_gap, inlay_parts
from fabgen.figures.joints.fit_coupons import coupon_parts

FIT, SMALL = Fit(3.0, 0.15), Fit(3.0, 0.15, (290.0, 190.0))
INLAY = "  material: acrylic-3mm/clear\n"
SPACES = INLAY + "  build: inlay\n  chequered: true\n  spaces: [card-2mm, acrylic-3mm/white]\n"


def test_an_inlay_has_a_pocket_and_a_space_of_each_material(tmp_path: Path) -> None:
    """As on the board: the frame's opening is larger than all spaces with their gaps by a gap on either side."""
    spec = loaded(tmp_path, (INLAY, SPACES))
    found = {part.name: part for part in coupon_parts(spec, lambda _: FIT)}
    assert set(found) == {"inlay frame of acrylic-3mm/clear", "inlay space of card-2mm",
                          "inlay space of acrylic-3mm/white"}
    frame, space = found["inlay frame of acrylic-3mm/clear"], found["inlay space of card-2mm"]
    between = inlay_gap(spec, lambda _: FIT)
    assert between == 0.15
    opening = frame.drawing.only(Role.HOLE).size()[0]
    assert opening - space.drawing.size()[0] == pytest.approx(2 * between)
    assert (frame.drawing.size()[0] - opening) / 2 == pytest.approx(LEAST_FRAME)
    made = {part.name: part for part in inlay_parts(spec, lambda _: FIT)}
    whole = made["board frame"].drawing.only(Role.HOLE).size()[0]
    own = next(part for name, part in made.items() if name.endswith(" space")).drawing.only(Role.EDGE).size()[0]
    assert whole - (spec.game.grid[0] * (own + between) - between) == pytest.approx(2 * between)


def test_coupons_lie_with_the_pieces_of_their_material(tmp_path: Path) -> None:
    groups = {part.material: part.group for part in coupon_parts(loaded(tmp_path, (INLAY, SPACES)), lambda _: FIT)}
    assert groups == {"acrylic-3mm/clear": "fit test", "card-2mm": "fit test", "acrylic-3mm/white": "white pieces"}


@pytest.mark.parametrize(("fit", "wanted"), [(FIT, False), (SMALL, True)])
def test_parted_panels_have_their_joint(tmp_path: Path, fit: Fit, wanted: bool) -> None:
    spec = loaded(tmp_path, ("tokens:\n", "box: {}\ntokens:\n"))
    names = {part.name for part in coupon_parts(spec, lambda _: fit)}
    assert ({"panel joint 1 of birch-ply-3mm", "panel joint 2 of birch-ply-3mm"} <= names) == wanted

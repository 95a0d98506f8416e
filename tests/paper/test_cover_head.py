"""The head of the first page in the colour of the game's book."""

from __future__ import annotations

import pytest
import shapely

from fabgen.artwork.drawing import Drawing, Role, Shape, draw
from fabgen.artwork.motif import Motif
from fabgen.artwork.path import line, rectangle
from fabgen.paper.cover_head import colour_head, draw_motif
from fabgen.paper.print_and_play import make_kit
from fabgen.spec.build_options import Options
from fabgen.spec.load import load_spec

CROSS = Motif((line((-5, 0), (5, 0)), line((0, -5), (0, 5))), (10.0, 10.0), 1.0)
HEAD, TAB = draw(Role.GLUE, rectangle(0, 0, 100, 50)), draw(Role.GLUE, rectangle(0, -20, 10, 5))


def test_the_motif_fills_the_head_and_nothing_beside_it() -> None:
    """Lines 10 mm from each other both ways, 0.6 mm wide: 11 upright and 5 level ones cross 100 x 50 mm, the outermost
    upright ones with half of their width, as the middle of the head is on a line each way."""
    areas = [shapely.Polygon(outer.flatten(0.01), [hole.flatten(0.01) for hole in holes])
             for outer, *holes in draw_motif(CROSS, rectangle(0, 0, 100, 50))]
    assert shapely.union_all(areas).area == pytest.approx(10 * 0.6 * 50 + 5 * 0.6 * 100 - 5 * 10 * 0.36, rel=0.01)
    assert shapely.union_all(areas).bounds == pytest.approx((0, 0, 100, 50))


def test_only_the_head_has_the_colour() -> None:
    """The stripe that takes glue, in a picture of a step, stays as it is."""
    page = colour_head(HEAD + TAB, "orange", CROSS)
    assert page.items[0].role is Role.SHADE
    assert page.items[0].tone == "orange"
    assert {item.bounds() for item in page.only(Role.GLUE).items} == {TAB.bounds()}
    assert all(isinstance(item, Shape) for item in page.items)


def test_a_game_without_a_colour_and_a_page_without_a_head_stay() -> None:
    assert colour_head(HEAD, "", CROSS) == HEAD
    assert colour_head(Drawing(), "orange", CROSS) == Drawing()


@pytest.mark.parametrize(("ink", "colour"), [("full", "orange"), ("low", ""), ("bw", "")])
def test_little_ink_has_no_coloured_head(ink: str, colour: str) -> None:
    assert make_kit(load_spec("incorrect-checkers"), Options(ink=ink)).colour == colour

"""From where a game on its table is seen best."""

from __future__ import annotations

import pytest

from fabgen.artwork.drawing import Drawing, Role, draw
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, rectangle
from fabgen.figures.assembly.isometric import Pose, flat, sideways, upright_pose
from fabgen.figures.assembly.part_places import PosedPart
from fabgen.model.model_parts import ModelPart, SolidLook
from fabgen.model.model_picture import AROUND
from fabgen.model.solids import PartSolid
from fabgen.model.viewpoint import LAST_TURN, choose_viewpoint

RED = SolidLook("red", "#c00000", 1.0, "#ffffff", "acrylic")
FRONT, RIGHT = upright_pose(0, 3), sideways(0, 3)
BACK, LEFT = Pose((0, 0, 0), (-1, 0, 0), (0, 0, 1), (0, 1, 0)), Pose((0, 0, 0), (0, -1, 0), (0, 0, 1), (-1, 0, 0))


def part(name: str, drawing: Drawing, pose: Pose) -> ModelPart:
    placed = PosedPart(Part(name, drawing, 1, "acrylic-3mm", "sheet"), pose, 3.0, "acrylic-3mm")
    return ModelPart(f"{name} 1: part, part 1", PartSolid(placed, 0.02), RED)


def square(side: float) -> Drawing:
    return draw(Role.EDGE, rectangle(-side / 2, -side / 2, side, side))


BOARD = part("board", square(400), flat())


@pytest.mark.parametrize(("poses", "is_turned"), [
    ([FRONT, BACK, FRONT], False),  # all face the first player or the opponent: seen best from there
    ([FRONT, RIGHT, BACK, LEFT], True),  # sin 7° = 0.12 of the width of two of them is an edge, sin 34° = 0.56 is not
    ([], False),
])
def test_no_figure_shows_its_edge(poses: list[Pose], is_turned: bool) -> None:
    figures = [part(f"figure {number}", square(20), pose.moved(60 * number, 0)) for number, pose in enumerate(poses)]
    view = choose_viewpoint([BOARD, *figures], 400, 250)
    assert abs(view.around) == (LAST_TURN if is_turned else AROUND)


def test_crossed_panels_are_one_figure() -> None:
    """One of them is always broad, and so three crossed figures do not keep the eye from where all others are seen."""
    panels = [[part(f"crossed {number}", square(20), pose.moved(60 * number, 0)) for pose in (FRONT, RIGHT)]
              for number in range(3)]
    others = [part("front", square(20), FRONT.moved(-60, 0)), part("side", square(20), RIGHT.moved(-120, 0)),
              part("third", square(20), RIGHT.moved(-180, 0))]
    view = choose_viewpoint([BOARD, *(panel for pair in panels for panel in pair), *others], 400, 250)
    assert view.around == LAST_TURN
    assert choose_viewpoint([BOARD, *panels[0]], 400, 250).around == AROUND


@pytest.mark.parametrize(("pose", "sign"), [(RIGHT, 1), (LEFT, -1)])
def test_faces_are_preferred_to_backs(pose: Pose, sign: int) -> None:
    """From the right one sees the face of a figure that looks to the right, from the left its back."""
    figures = [part("front", square(20), FRONT.moved(-60, 0)), part("side", square(20), pose)]
    assert choose_viewpoint([BOARD, *figures], 400, 250).around * sign > AROUND


def test_one_looks_past_a_figure_at_the_marks_behind_it() -> None:
    """A figure 14 mm wide stands before a mark as wide, which it hides from the front; nothing is there to hide the
    mark before the figure. A word is no mark."""
    def piece(y: float) -> list[ModelPart]:
        mark = draw(Role.MOVE, circle((0, y), 5))
        figure = draw(Role.EDGE, rectangle(-7, 0, 14, 40))
        return [BOARD, part("pawn", square(40) + mark, flat().moved(0, 0, 3)), part("pawn", figure, FRONT)]

    behind, before = (choose_viewpoint(piece(y), 400, 250) for y in (14, -12))
    assert abs(behind.around) > AROUND
    assert before.around == AROUND
    assert before.shown == pytest.approx(1.0)


@pytest.mark.parametrize("distance", [24, 200])
def test_one_looks_past_a_figure_at_the_one_behind_it(distance: float) -> None:
    """Of figures as large, that is nearer to the eye and just in front of the other hides it: 24 mm behind a figure of
    40 mm one is hidden up to 40 - 24 / tan 51° = 21 mm; 200 mm behind it one is seen whole."""
    figure = draw(Role.EDGE, rectangle(-7, 0, 14, 40))
    front, behind = part("front", figure, FRONT), part("behind", figure, FRONT.moved(0, distance))
    view = choose_viewpoint([BOARD, front, behind], 400, 250)
    assert (abs(view.around) > AROUND) == (distance < 100)
    assert distance < 100 or view.shown == pytest.approx(1.0)

"""A worked example with a line of play → its comic, in mm: the position before the line, after each step, at the end.

Every picture is a position that the rules have reached, drawn as figures of examples are. The picture of a step shows
what this step changed; the last one shows the position alone. On boards of squares all pictures show the same close-up.
"""

from __future__ import annotations

from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw_text
from fabgen.artwork.text import text_width
from fabgen.core.languages import Catalogue
from fabgen.figures.positions.captions import describe_step
from fabgen.figures.positions.claims import (
    FigureClaims,
    Trace,
    case_after,
    coloured_areas,
    make_step_trace,
    make_trace,
    played_steps,
)
from fabgen.figures.positions.close_up import crop_box, find_action_cells
from fabgen.figures.positions.position import draw_position
from fabgen.spec.examples import Case
from fabgen.spec.load import Spec

ROW = 4  # pictures in a row at most
BETWEEN, ABOVE, TITLE_CAP = 0.5, 0.35, 0.28  # of the cell: between pictures, over one to its title; capitals of titles


def draw_comic(spec: Spec, case: Case, side: float, words: Catalogue) -> Drawing:
    """The pictures of a case in rows of up to four, as equal as can be, with cells of `side` mm. Raises IndexError for
    a case without a line."""
    pictures = _draw_pictures(spec, case, side, words)
    rows = -(-len(pictures) // ROW)
    per_row = -(-len(pictures) // rows)
    width = max(picture.size()[0] for picture in pictures) + BETWEEN * side
    height = max(picture.size()[1] for picture in pictures) + BETWEEN * side
    placed = []
    for number, picture in enumerate(pictures):
        row, column = divmod(number, per_row)
        left, _, _, top = picture.bounds()
        placed.append(picture.moved(column * width - left, -row * height - top).in_group(f"comic/{number + 1}"))
    return combine_drawings(placed)


def _draw_pictures(spec: Spec, case: Case, side: float, words: Catalogue) -> list[Drawing]:
    """The pictures in their order, each with its title."""
    assert case.match is not None, "a case with a line has a match"
    shown = [case.match.rules.show(position) for position in case.match.positions]
    steps = played_steps(case)
    box = crop_box(spec.lattice, find_action_cells(spec.lattice, shown[0], FigureClaims(), make_trace(case)), side)

    def draw_picture(number: int, trace: Trace, title: str) -> Drawing:
        """The position after so many steps."""
        areas = coloured_areas(case_after(case, number))
        picture = draw_position(spec, shown[number], FigureClaims(), side, trace, areas, box=box)
        return _write_title(picture, title, side)

    pictures = [draw_picture(0, Trace(), words.text("comic_before"))]
    for number, step in enumerate(steps):
        title = f"{number + 1}. " + "; ".join(describe_step(spec, step, words))
        pictures.append(draw_picture(number + 1, make_step_trace(case, number), title))
    return [*pictures, draw_picture(len(steps), Trace(), words.text("comic_after"))]


def _write_title(picture: Drawing, title: str, side: float) -> Drawing:
    """A picture with its title over it, smaller where the picture is narrow."""
    left, _, right, top = picture.bounds()
    cap = min(TITLE_CAP * side, (right - left) / text_width(title, 1.0, bold=True))
    words = draw_text(Role.LABEL, title, (left, top + ABOVE * side), cap, anchor="start", bold=True)
    return picture + words.in_group("labels")


__all__ = ["draw_comic"]

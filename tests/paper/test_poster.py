"""The poster: one page, the board whole at true size, bars and margins like every sheet."""

from __future__ import annotations

import pytest
from paper.turning import bare_kit

from fabgen.artwork.drawing import Role
from fabgen.paper.tile_sheets import lay_out_poster, poster_paper


@pytest.mark.parametrize(("files", "cell"), [(1, 20.0), (8, 46.0), (40, 100.0)])
def test_the_poster_has_the_board_on_one_page(files: int, cell: float) -> None:
    made = bare_kit(files, files, cell)
    (page,) = lay_out_poster(made)
    side = files * cell + 20
    marks = [item.bounds() for placed in page.items for item in placed.drawing.only(Role.TRIM).items]
    assert page.width >= side + 2 * 10
    assert page.height >= side + 2 * 10
    assert min(min(b[0], b[1], page.width - b[2], page.height - b[3]) for b in marks) >= 10 - 1e-6
    assert poster_paper(made).size == (page.width, page.height)
    assert page.width == round(page.width)  # whole millimetres: what a copy shop is told

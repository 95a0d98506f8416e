"""Assembly steps fit the set: how the tiles of this board are joined, and how large the bases of these pieces are."""

from __future__ import annotations

import re

import pytest

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw
from fabgen.artwork.paper_things import Fold, Net
from fabgen.artwork.path import rectangle
from fabgen.core.languages import load_words
from fabgen.paper.duplex import MODES, Mode
from fabgen.paper.fold_steps import BOARD_WIDTH, standee_steps, tile_steps, token_steps
from fabgen.paper.tiles import PaperTiling, tile_board
from fabgen.typeset.papers import load_paper

CELL, WORDS = 40.0, load_words()
STANDEE_WIDTH, TOKEN_WIDTH = 77.0, 44.0  # mm: what a third of a page shrinks to its width, with legible words


def tiling(files: int, ranks: int) -> PaperTiling:
    xs, ys = [CELL * i for i in range(1, files)], [CELL * j for j in range(1, ranks)]
    return tile_board((0, 0, CELL * files, CELL * ranks), xs, ys, load_paper("a4"))


def named(picture: Drawing) -> list[str]:
    return [item.text.string for item in picture.items if isinstance(item, Lettering)]


@pytest.mark.parametrize(
    ("files", "ranks", "labels", "step"),
    [
        (4, 4, [], "cut paper and board together, from mark to mark"),
        (6, 6, ["upper half", "lower half"], "Glue the cut edge onto the tab, where the stripes begin"),
        (4, 9, ["upper half", "lower half"],
         "Lower half: cut across its top from mark to mark, where “cut here” points. Other half: cut round the"),
        (8, 8, ["A1", "B1", "A2", "B2"], "B1 onto A1, B2 onto A2. Then glue row to row: A2 onto A1, B2 onto B1."),
        (10, 4, ["A1", "B1", "C1"], "Cut B1 and C1 along the left seam. "),
        (10, 4, ["A1", "B1", "C1"], "Glue B1 onto A1, C1 onto B1, each onto the tab"),
        (10, 10, ["A1", "B1", "C1", "A2", "B2", "C2"],
         "B1 onto A1, C1 onto B1, and so on. Then glue row to row: A2 onto A1, B2 onto B1, C2 onto C1."),
        (16, 4, ["A1", "B1", "C1", "D1"], "Glue B1 onto A1, C1 onto B1, D1 onto C1, each"),
        (20, 4, ["A1", "B1", "C1", "D1", "E1"], "Cut each tile but A1 along its left seam."),
        (25, 4, ["A1", "B1", "C1", "D1", "E1", "F1"], "Glue B1 onto A1, C1 onto B1, and so on, each"),
    ],
)
def test_tiles_are_joined_as_they_lie(files: int, ranks: int, labels: list[str], step: str) -> None:
    made = tiling(files, ranks)
    picture, steps = tile_steps(made, WORDS)
    assert sorted(" ".join(named(picture)).split()) == sorted(" ".join(labels).split())
    assert step in " ".join(steps)
    told = set(re.findall(r"\b[A-Z][0-9]\b", " ".join(steps)))
    x0, y0, x1, y1 = picture.bounds()
    assert x1 - x0 <= BOARD_WIDTH
    assert y1 - y0 <= 26.0
    assert told <= {tile.label for tile in made.tiles}  # no tile is named that the board does not have


def net(kind: str, width: float, front: float) -> Net:
    return Net(Drawing(), width, front + 80 + 12, (Fold(front, "valley"), Fold(front + 80, "valley")), Drawing(), kind)


def _spaced(text: str) -> str:
    """A text with spaces in place of those at which no line is broken."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_step_names_the_sheets_with_bases_where_there_are_any() -> None:
    step = _spaced(standee_steps([net("Pawn", 32, 16)], WORDS, "4–5")[1][-1])
    assert step.startswith("Glue the printed bases (sheet 4–5) onto thick card and cut them apart: 32 × 28 mm.")
    step = _spaced(standee_steps([net("Pawn", 32, 16)], WORDS)[1][-1])
    assert step.startswith("Cut thick card into strips 28 mm wide, and these into bases of 32 mm.")


def test_the_card_for_a_base_is_both_flaps_large() -> None:
    _, steps = standee_steps([net("Pawn", 32, 16), net("Pawn", 32, 16), net("Knight", 36, 22)], WORDS)
    assert "Pawn 32 × 28 mm, Knight 36 × 34 mm." in _spaced(steps[-1])  # 16 + 12, 22 + 12
    assert "apart: 32 × 28.5 mm." in _spaced(standee_steps([net("Pawn", 32, 16.5)], WORDS, "4")[1][-1])


def test_bases_that_are_reported_alike_are_reported_once() -> None:
    _, steps = standee_steps([net("Pawn", 23.2, 22.9), net("Knight", 23.4, 23.3), net("Rook", 30, 23)], WORDS)
    assert "Pawn and Knight 23 × 35 mm, Rook 30 × 35 mm." in _spaced(steps[-1])  # 22.9 + 12, 23.3 + 12


def test_both_flaps_are_named() -> None:
    picture, steps = standee_steps([net("Pawn", 32, 16)], WORDS)
    assert {"near:", "name", "far:", "diagram"} <= set(named(picture))
    assert "The diagram flap points at you, so that you can read it." in steps[2]
    place = {i.text.string: i.text.at for i in picture.items if isinstance(i, Lettering)}
    assert place["diagram"][0] < place["name"][0]


def test_a_slotted_base_is_reported_as_such() -> None:
    slotted = Net(Drawing(), 32, 140, (Fold(90, "mountain"),), Drawing(), "Pawn", 28)
    picture, steps = standee_steps([slotted], WORDS)
    assert {"base", "tab", "middle", "near:", "far:"} <= set(named(picture))
    assert "Pawn" not in steps[2]
    assert "32 × 28 mm" in _spaced(steps[2])
    assert "slit" in steps[3]


@pytest.mark.parametrize(("mode", "word"), [("fold", "Fold"), ("duplex", "light"), ("single", "thick card")])
def test_token_steps_follow_the_assembly(mode: Mode, word: str) -> None:
    picture, steps = token_steps(mode, WORDS)
    assert word in " ".join(steps)
    assert ("Fold" in " ".join(steps)) == (mode == "fold")
    assert picture.bounds()[2] <= TOKEN_WIDTH + 0.5
    assert any("behind" in step for step in token_steps(mode, WORDS, True)[1]) == (mode == "single")


def test_folds_are_drawn_as_the_sheets_mark_them() -> None:
    trims = [i for i in standee_steps([net("Pawn", 32, 16)], WORDS)[0].only(Role.TRIM).items if isinstance(i, Shape)]
    dashed = sorted((i for i in trims if len(i.paths) > 2), key=lambda i: i.bounds()[1])
    lengths = [{round(p.bounds()[2] - p.bounds()[0], 2) for p in i.paths[:3]} for i in dashed]
    assert lengths == [{1.6}, {1.6, 0.25}, {1.6}]  # dashes; dashes and dots in the middle; dashes


def test_pictures_keep_to_their_columns() -> None:
    slotted = Net(Drawing(), 32, 140, (Fold(90, "mountain"),), Drawing(), "Pawn", 28)
    for (picture, _), width in (
        (standee_steps([net("Pawn", 32, 16)], WORDS), STANDEE_WIDTH),
        *((token_steps(mode, WORDS), TOKEN_WIDTH) for mode in MODES),
        (standee_steps([slotted], WORDS), STANDEE_WIDTH),
        *((tile_steps(tiling(*size), WORDS), BOARD_WIDTH) for size in ((4, 4), (6, 6), (10, 4), (10, 10))),
    ):
        x0, y0, x1, y1 = picture.bounds()
        assert x0 >= 0
        assert y0 >= -0.5
        assert x1 <= width + 0.5
        assert y1 <= 27


def test_the_board_of_the_game_is_in_the_picture_of_its_steps() -> None:
    """A board of 160 x 160 mm on one sheet is drawn twice, on its sheet and cut out; a larger one where it is
    joined. Its dark corner cell is at the lower left, a quarter as wide as the board."""
    for size, times in ((4, 2), (6, 1)):
        whole = rectangle(0, 0, CELL * size, CELL * size)
        board = draw(Role.EDGE, whole) + draw(Role.DARK_CELL, rectangle(0, 0, CELL * size / 4, CELL * size / 4))
        picture, _ = tile_steps(tiling(size, size), WORDS, board)
        edges, dark = (picture.only(role).items for role in (Role.EDGE, Role.DARK_CELL))
        cells = [item for item in dark if item.tone != "grey"]  # without the stripes of tabs
        assert len(cells) == len(edges) == times
        for edge, cell in zip(edges, cells, strict=True):
            assert cell.bounds()[:2] == pytest.approx(edge.bounds()[:2])
            assert 4 * (cell.bounds()[2] - cell.bounds()[0]) == pytest.approx(edge.bounds()[2] - edge.bounds()[0])
        assert picture.bounds()[2] <= BOARD_WIDTH
        assert picture.bounds()[1] >= 0
        assert picture.bounds()[3] <= 26.0


@pytest.mark.parametrize("mode", MODES)
def test_tokens_of_each_kind_are_cut_out_in_the_picture(mode: Mode) -> None:
    """The block holds the first kind alone: 8 folded, else 6 a side. Of the four that are cut out, two are of either
    kind."""
    faces = [draw(Role.BODY, rectangle(-9, -9, 18, 18)), draw(Role.MARK, rectangle(-6, -6, 12, 12))]
    picture, _ = token_steps(mode, WORDS, faces=faces)
    count = {role: len(picture.only(role).items) for role in (Role.BODY, Role.MARK)}
    assert count == {Role.BODY: {"fold": 8, "duplex": 12, "single": 6}[mode] + 2, Role.MARK: 2}
    assert picture.bounds()[2] <= TOKEN_WIDTH + 0.5


def test_a_strip_shows_the_piece_on_both_faces_with_heads_at_the_middle_fold() -> None:
    icon = draw(Role.PIECE, rectangle(-10, 0, 20, 30))
    strip = Net(Drawing(), 32, 108, (Fold(16, "valley"), Fold(96, "valley")), icon, "Pawn")
    lower, upper = standee_steps([strip], WORDS)[0].only(Role.PIECE).items
    assert lower.bounds()[0] == pytest.approx(upper.bounds()[0])
    assert lower.bounds()[1] == pytest.approx(4.5)  # the folds of the picture: 4.5, 13.6 and 22.7 mm
    assert lower.bounds()[3] <= 13.6 <= upper.bounds()[1]
    assert upper.bounds()[3] == pytest.approx(22.7)

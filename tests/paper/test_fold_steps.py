"""Assembly steps fit the set: how the tiles of this board are joined, and how large the bases of these pieces are."""

from __future__ import annotations

import re

import pytest

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, draw
from fabgen.artwork.paper_things import Fold, Net
from fabgen.artwork.path import line, rectangle
from fabgen.core.languages import load_words
from fabgen.paper.duplex import MODES, Mode
from fabgen.paper.fold_steps import PICTURE, Step, aid_step, fit_picture, standee_steps, tile_steps, token_steps
from fabgen.paper.tiles import PaperTiling, tile_board
from fabgen.typeset.papers import load_paper

CELL, WORDS = 40.0, load_words()


def tiling(files: int, ranks: int) -> PaperTiling:
    xs, ys = [CELL * i for i in range(1, files)], [CELL * j for j in range(1, ranks)]
    return tile_board((0, 0, CELL * files, CELL * ranks), xs, ys, load_paper("a4"))


def named(steps: list[Step]) -> list[str]:
    return [item.text.string for picture, _ in steps for item in picture.items if isinstance(item, Lettering)]


def texts(steps: list[Step]) -> list[str]:
    return [text for _, text in steps]


@pytest.mark.parametrize(
    ("files", "ranks", "labels", "step"),
    [
        (4, 4, [], "cut both together, from mark to mark"),
        (6, 6, ["upper half", "lower half"], "Glue the cut edge onto the striped tab: half-diamonds become"),
        (4, 9, ["upper half", "lower half"],
         "Lower half: cut at “cut here”. Other half: keep tab and half-diamonds."),
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
    made_steps = tile_steps(made, WORDS)
    steps = texts(made_steps)
    assert sorted(" ".join(named(made_steps)).split()) == sorted(" ".join(labels).split())
    assert step in " ".join(steps)
    told = set(re.findall(r"\b[A-Z][0-9]\b", " ".join(steps)))
    assert told <= {tile.label for tile in made.tiles}  # no tile is named that the board does not have


def net(kind: str, width: float, front: float) -> Net:
    return Net(Drawing(), width, front + 80 + 12, (Fold(front, "valley"), Fold(front + 80, "valley")), Drawing(), kind)


def _spaced(text: str) -> str:
    """A text with spaces in place of those at which no line is broken."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def test_a_step_names_the_sheets_with_bases_where_there_are_any() -> None:
    step = _spaced(standee_steps([net("Pawn", 32, 16)], WORDS, "4–5")[-1][1])
    assert step == "Glue the bases (sheet 4–5) onto thick card. Cut them apart. Glue on the flaps."
    step = _spaced(standee_steps([net("Pawn", 32, 16)], WORDS)[-1][1])
    assert step.startswith("Cut bases of 32 × 28 mm from thick card.")


def test_the_card_for_a_base_is_both_flaps_large() -> None:
    steps = texts(standee_steps([net("Pawn", 32, 16), net("Pawn", 32, 16), net("Knight", 36, 22)], WORDS))
    assert "Pawn 32 × 28 mm, Knight 36 × 34 mm." in _spaced(steps[-1])  # 16 + 12, 22 + 12
    assert "Cut bases of 32 × 28.5 mm" in _spaced(standee_steps([net("Pawn", 32, 16.5)], WORDS)[-1][1])


def test_bases_that_are_reported_alike_are_reported_once() -> None:
    steps = texts(standee_steps([net("Pawn", 23.2, 22.9), net("Knight", 23.4, 23.3), net("Rook", 30, 23)], WORDS))
    assert "Pawn and Knight 23 × 35 mm, Rook 30 × 35 mm." in _spaced(steps[-1])  # 22.9 + 12, 23.3 + 12


def test_of_many_pieces_on_bases_of_some_sizes_the_largest_size_is_told() -> None:
    """Six pieces are named with the sizes of their bases, seven are not. Where outlines of the bases are printed, these
    have the sizes."""
    nets = [net(name, 32 if name < "D" else 30, 16) for name in "ABCDEFG"]
    assert "A, B and C 32 × 28 mm, D, E and F 30 × 28 mm." in _spaced(standee_steps(nets[:6], WORDS)[-1][1])
    assert "up to 32 × 28 mm" in _spaced(standee_steps(nets, WORDS)[-1][1])
    assert "mm" not in standee_steps(nets, WORDS, "4")[-1][1]


def test_the_diagram_is_said_to_point_at_its_reader() -> None:
    steps = texts(standee_steps([net("Pawn", 32, 16)], WORDS))
    assert len(steps) == 4
    assert "diagram towards you, name towards the others" in steps[2]


SLOTTED = Net(Drawing(), 32, 140, (Fold(90, "mountain"),), Drawing(), "Pawn", 28)


def test_a_slotted_base_is_reported_as_such() -> None:
    steps = texts(standee_steps([SLOTTED], WORDS))
    assert "Pawn" not in steps[2]
    assert "32 × 28 mm" in _spaced(steps[2])
    assert "slit" in steps[3]


@pytest.mark.parametrize(("mode", "word"), [("fold", "Fold"), ("duplex", "light"), ("single", "thick card")])
def test_token_steps_follow_the_assembly(mode: Mode, word: str) -> None:
    steps = texts(token_steps(mode, WORDS))
    assert word in " ".join(steps)
    assert ("Fold" in " ".join(steps)) == (mode == "fold")
    assert any("behind" in step for step in texts(token_steps(mode, WORDS, has_own_backs=True))) == (mode == "single")


def test_folds_are_drawn_as_the_sheets_mark_them() -> None:
    """On the block of the first step: a valley fold at both flaps, a mountain fold in the middle."""
    block, _ = standee_steps([net("Pawn", 32, 16)], WORDS)[0]
    trims = [i for i in block.only(Role.TRIM).items if isinstance(i, Shape)]
    dashed = sorted((i for i in trims if len(i.paths) > 2), key=lambda i: i.bounds()[1])
    lengths = [{round(p.bounds()[2] - p.bounds()[0], 2) for p in i.paths[:3]} for i in dashed]
    assert lengths == [{1.6}, {1.6, 0.25}, {1.6}]  # dashes; dashes and dots in the middle; dashes


def test_every_step_has_a_picture_that_fills_its_room() -> None:
    sets = (standee_steps([net("Pawn", 32, 16)], WORDS), standee_steps([SLOTTED], WORDS), [aid_step("Cut.")],
            *(token_steps(mode, WORDS) for mode in MODES),
            *(tile_steps(tiling(*size), WORDS) for size in ((4, 4), (6, 6), (4, 9), (10, 4), (10, 10), (25, 4))))
    assert all(sets)
    for picture, text in (step for steps in sets for step in steps):
        x0, y0, x1, y1 = fit_picture(picture).bounds()
        assert text
        assert (x0, y0) == pytest.approx((0, 0))
        assert max((x1 - x0) / PICTURE[0], (y1 - y0) / PICTURE[1]) == pytest.approx(1.0)


def test_the_board_of_the_game_is_in_the_pictures_of_its_steps() -> None:
    """A board of 160 x 160 mm on one sheet is drawn twice, at a slant and from above; one of two halves in both halves,
    joined and at a slant. Its dark corner cell is at the lower left, a quarter as wide as the board."""
    for size, times, lower_left in ((4, 2, [1, 1]), (6, 3, [1, 1, 1])):
        whole = rectangle(0, 0, CELL * size, CELL * size)
        board = draw(Role.EDGE, whole) + draw(Role.DARK_CELL, rectangle(0, 0, CELL * size / 4, CELL * size / 4))
        steps = tile_steps(tiling(size, size), WORDS, board)
        dark = [[i for i in picture.only(Role.DARK_CELL).items if i.tone != "grey"] for picture, _ in steps]
        assert [len(cells) for cells in dark] == lower_left  # without the stripes of tabs
        assert len(steps) == times
        (edge,), (cell,) = steps[1][0].only(Role.EDGE).items, dark[1]
        assert cell.bounds()[:2] == pytest.approx(edge.bounds()[:2])
        assert 4 * (cell.bounds()[2] - cell.bounds()[0]) == pytest.approx(edge.bounds()[2] - edge.bounds()[0])


@pytest.mark.parametrize("mode", MODES)
def test_blocks_in_the_pictures_hold_one_kind_of_tokens(mode: Mode) -> None:
    """As printed ones do: 8 folded, 6 a side with backs, else 9; and four that touch, of which one is cut out."""
    faces = [draw(Role.BODY, rectangle(-9, -9, 18, 18)), draw(Role.CUT_LINE, rectangle(-6, -6, 12, 12))]
    steps = token_steps(mode, WORDS, faces=faces)
    first, last = steps[0][0], steps[-1][0]
    assert len(first.only(Role.BODY).items) == {"fold": 8, "duplex": 12, "single": 9}[mode]
    upper_left, upper_right, lower_left, _ = [item.bounds() for item in last.only(Role.BODY).items]
    assert upper_left[2] == pytest.approx(upper_right[0])
    assert upper_left[1] == pytest.approx(lower_left[3])
    assert not last.only(Role.CUT_LINE).items


def test_a_strip_shows_the_piece_on_both_faces_with_heads_at_the_middle_fold() -> None:
    """Three strips, with two faces each that are as long; folds at 4.4, 12 and 19.6 mm of strips 23 mm long, above the
    mark of a cut that begins 1 mm lower."""
    icon = draw(Role.PIECE, rectangle(-10, 0, 20, 30))
    strip = Net(Drawing(), 32, 108, (Fold(16, "valley"), Fold(96, "valley")), icon, "Pawn")
    faces = standee_steps([strip], WORDS)[0][0].only(Role.PIECE).items
    assert len(faces) == 6
    for lower, upper in zip(faces[::2], faces[1::2], strict=True):
        assert lower.bounds()[0] == pytest.approx(upper.bounds()[0])
        assert 5.4 <= lower.bounds()[1] < lower.bounds()[3] <= 13.0 <= upper.bounds()[1] < upper.bounds()[3] <= 20.6
        assert lower.bounds()[1] - 5.4 == pytest.approx(20.6 - upper.bounds()[3])


def test_a_standing_piece_hides_nothing_of_its_diagram() -> None:
    """It is seen from the left of its owner: what is on the flap before it is painted after its face."""
    diagram = draw(Role.MOVE, rectangle(4, 4, 8, 8))
    strip = Net(diagram, 32, 108, (Fold(16, "valley"), Fold(96, "valley")), draw(Role.PIECE, rectangle(-9, 0, 18, 30)))
    standing = standee_steps([strip], WORDS)[2:]
    assert standing
    for picture, _ in standing:
        roles = [item.role for item in picture.items]
        assert roles.index(Role.MOVE) > roles.index(Role.PIECE)


def test_a_base_with_a_plain_face_has_a_few_cells_in_its_picture() -> None:
    """All that is on it is its slit, a level line, which has no height to be made larger by."""
    slit = draw(Role.HOLE, line((4, 8), (20, 8)))
    plain = Net(slit, 24.0, 120.0, (Fold(70.0, "mountain"),), Drawing(), "Tracker", base=24.0)
    without = Net(Drawing(), 24.0, 120.0, (Fold(70.0, "mountain"),), Drawing(), "Tracker", base=24.0)
    assert standee_steps([plain], WORDS)[0][0].only(Role.GRID) == standee_steps([without], WORDS)[0][0].only(Role.GRID)


def test_a_token_that_is_cut_along_its_line_is_beside_the_others() -> None:
    """The picture of the last step is wider by it; it is in its own colour."""
    faces, corner = [draw(Role.BODY, rectangle(0, 0, 16, 16), tone="yellow")], draw(
        Role.BODY, rectangle(0, 0, 20, 20), tone="red")
    plain, lined = (token_steps("single", WORDS, faces=faces, along_line=along)[-1][0]
                    for along in (Drawing(), corner))
    assert {item.tone for item in lined.items} - {item.tone for item in plain.items} == {"red"}
    assert lined.size()[0] > plain.size()[0] + 11

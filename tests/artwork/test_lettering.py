"""Letters of a figure have their sizes on the page, whatever the scale of the figure."""

from __future__ import annotations

import pytest

from fabgen.artwork.drawing import Drawing, Lettering, Role, draw, draw_text
from fabgen.artwork.lettering import LetterGroups, LetterSizes, set_lettering
from fabgen.artwork.path import polygon, rectangle
from fabgen.artwork.text import point_size

BOARD = draw(Role.GRID, rectangle(0, 0, 40, 40))
SIZES = LetterSizes(6.0, 7.0, 9.0, LetterGroups(rows=("held",)))


def letters(drawing: Drawing, scale: float) -> dict[str, tuple[float, tuple[float, float]]]:
    """Each text with its size in points on the page and its place on the drawing."""
    done = set_lettering(drawing, scale, SIZES)
    return {item.text.string: (round(point_size(item.text.cap) * scale, 6), item.text.at)
            for item in done.items if isinstance(item, Lettering)}


@pytest.mark.parametrize("scale", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("cap", [1.0, 4.0])
def test_names_beside_a_board_have_one_size_at_every_scale(scale: float, cap: float) -> None:
    """Drawn 0.7 capitals off the board, they stay 0.7 of their capitals off it."""
    names = draw_text(Role.COORDINATE, "a", (5, -1.7 * cap), cap)
    names += draw_text(Role.COORDINATE, "1", (-0.7 * cap, 5 - cap / 2), cap, anchor="end")
    found = letters(BOARD + names, scale)
    assert found["a"][0] == found["1"][0] == 7.0
    new = cap * 7.0 / (point_size(cap) * scale)
    assert found["a"][1] == pytest.approx((5, -1.7 * new))
    assert found["1"][1] == pytest.approx((-0.7 * new, 5 - new / 2))


def test_each_picture_of_a_comic_has_names_of_the_size_of_its_title() -> None:
    """Two boards of 40 mm side by side: the row name of the second one is right of the first board's left edge. The
    titles have 6.5 points, the names beside boards elsewhere 7."""
    groups = LetterGroups(labels=("labels",), pictures=("comic",))
    cap = 4.0 * 6.5 / point_size(4.0)
    picture = (BOARD + draw_text(Role.COORDINATE, "1", (-2, 10), 4.0, anchor="end")
               + draw_text(Role.LABEL, "Before", (0, 42), cap, anchor="start").in_group("labels"))
    comic = picture.in_group("comic/1") + picture.moved(50, 0).in_group("comic/2")
    done = set_lettering(comic, 1.0, LetterSizes(6.0, 7.0, 9.0, groups))
    sizes = [point_size(item.text.cap) for item in done.items
             if isinstance(item, Lettering) and item.role is Role.COORDINATE]
    assert sizes == pytest.approx([6.5, 6.5])


def test_names_along_a_slanting_edge_have_the_size_of_names_beside_a_board() -> None:
    """A triangle of 40 x 40 mm: a name right of its slanting edge is within its bounds, and in no space."""
    triangle = draw(Role.GRID, polygon([(0, 0), (40, 0), (0, 40)]))
    names = draw_text(Role.COORDINATE, "d", (30, 28), 4.0) + draw_text(Role.COORDINATE, "Kel", (8, 8), 4.0)
    found = letters(triangle + names, 1.0)
    assert found["d"][0] == 7.0
    assert found["d"][1][0] == 30
    assert found["Kel"] == (round(point_size(4.0), 6), (8, 8))


def test_names_in_spaces_only_become_larger() -> None:
    small, large = (draw_text(Role.COORDINATE, name, (20, 20), cap) for name, cap in (("Bor", 1.0), ("Kel", 4.0)))
    found = letters(BOARD + small + large, 1.0)
    assert found["Bor"] == (6.0, (20, 20))
    assert found["Kel"] == (round(point_size(4.0), 6), (20, 20))


def test_rows_of_held_things_shrink_as_a_whole_from_their_upper_left_corner() -> None:
    """Words of 18 points become half as large, and so does what is beside them."""
    cap = 4.0 * 18.0 / point_size(4.0)
    heading = draw_text(Role.LABEL, "Red holds:", (0, -17), cap, anchor="start")
    rows = draw(Role.PIECE, rectangle(30, -20, 6, 10)) + heading
    done = set_lettering(BOARD + rows.in_group("held"), 1.0, SIZES).only(Role.PIECE)
    left, top = rows.bounds()[0], rows.bounds()[3]
    assert done.bounds() == pytest.approx((left + (30 - left) / 2, top + (-20 - top) / 2, left + (36 - left) / 2,
                                           top + (-10 - top) / 2))
    assert letters(BOARD + rows.in_group("held"), 1.0)["Red holds:"][0] == 9.0


def test_printed_words_of_forms_grow_no_larger_than_those_of_the_rules() -> None:
    """Words of 8 points in a form that is twice as large have 10, about the middle of their letters; others have 16."""
    cap = 4.0 * 8.0 / point_size(4.0)
    word = draw_text(Role.LABEL, "Player", (5, 10), cap, anchor="start")
    sizes = LetterSizes(6.0, 7.0, 9.0, LetterGroups(forms=("slips",)), 10.0)
    for drawing, expected in ((word.in_group("slips"), 10.0), (word.in_group("others"), 16.0)):
        (item,) = set_lettering(drawing, 2.0, sizes).items
        assert isinstance(item, Lettering)
        assert 2 * point_size(item.text.cap) == pytest.approx(expected)
        assert item.text.at[1] + item.text.cap / 2 == pytest.approx(10 + cap / 2)


def test_names_shrink_with_the_picture_before_each_of_them() -> None:
    """Names of 18 points become half as large about the middle of their letters; smaller ones stay as they are."""
    cap = 4.0 * 18.0 / point_size(4.0)
    groups = LetterGroups(named=("seats",))
    row = draw(Role.PIECE, rectangle(-20, 50, 8, cap)) + draw_text(Role.LABEL, "Red", (0, 50), cap)
    both = (row + row.moved(100, 0)).in_group("seats/down")
    done = set_lettering(BOARD + both, 1.0, LetterSizes(6.0, 7.0, 9.0, groups))
    pictures = [shape.bounds() for shape in done.only(Role.PIECE).items]
    middle = 50 + cap / 2
    expected = (-10, middle - cap / 4, -6, middle + cap / 4)
    assert pictures == [pytest.approx(expected),
                        pytest.approx((expected[0] + 100, expected[1], expected[2] + 100, expected[3]))]
    names = [item.text for item in done.items if isinstance(item, Lettering)]
    assert [point_size(name.cap) for name in names] == pytest.approx([9.0, 9.0])
    assert [name.at[0] for name in names] == pytest.approx([0, 100])
    small = set_lettering(BOARD + both, 0.4, LetterSizes(6.0, 7.0, 9.0, groups))
    assert small.bounds() == (BOARD + both).bounds()


def test_rows_of_each_picture_of_a_comic_shrink_where_they_are() -> None:
    """Words of 18 points, which begin 50 mm apart, become half as large and stay 50 mm apart."""
    cap = 4.0 * 18.0 / point_size(4.0)
    picture = BOARD + draw_text(Role.LABEL, "Red holds:", (0, -17), cap, anchor="start").in_group("held")
    comic = picture.in_group("comic/1") + picture.moved(50, 0).in_group("comic/2")
    groups = LetterGroups(rows=("held",), pictures=("comic",))
    rows = [item for item in set_lettering(comic, 1.0, LetterSizes(6.0, 7.0, 9.0, groups)).items
            if isinstance(item, Lettering)]
    assert [point_size(item.text.cap) for item in rows] == pytest.approx([9.0, 9.0])
    assert rows[1].text.at[0] - rows[0].text.at[0] == pytest.approx(50)


def test_other_words_stay_as_they_are() -> None:
    number = draw_text(Role.LABEL, "1", (20, 20), 5.0).in_group("numbers/1")
    assert letters(BOARD + number, 1.0)["1"] == (round(point_size(5.0), 6), (20, 20))


@pytest.mark.parametrize(("size", "wanted"), [(12.0, 9.0), (8.0, 8.0)])
def test_titles_over_the_pictures_of_a_comic_are_no_larger_than_captions(size: float, wanted: float) -> None:
    sizes = LetterSizes(6.0, 7.0, 9.0, LetterGroups(labels=("labels",)))
    title = draw_text(Role.LABEL, "Before", (0, 45), 4.0 * size / point_size(4.0)).in_group("labels")
    title = title.in_group("comic/1")
    done = set_lettering(BOARD + title, 1.0, sizes).only(Role.LABEL).items[0]
    assert isinstance(done, Lettering)
    assert point_size(done.text.cap) == pytest.approx(wanted)


@pytest.mark.parametrize("at", [(-20.0, 10.0), (5.0, -10.0), (30.0, 60.0)])
def test_names_of_spaces_keep_one_size_wherever_they_stand(at: tuple[float, float]) -> None:
    """A name in two lines, beside a map: the short line is no name of a file, though it is as short as one."""
    groups = LetterGroups(spaces=("spaces",))
    lines = draw_text(Role.COORDINATE, "São", (at[0], at[1] + 6), 4.0) + draw_text(Role.COORDINATE, "Tomé", at, 4.0)
    done = set_lettering(BOARD + lines.in_group("spaces").in_group("coordinates"), 1.0,
                         LetterSizes(6.0, 7.0, 9.0, groups))
    sizes = [item.text.cap for item in done.items if isinstance(item, Lettering)]
    assert sizes == [4.0, 4.0]

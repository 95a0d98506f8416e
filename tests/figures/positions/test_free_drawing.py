"""Positions without claims: seen by either player, whole or from near, with free drawing that looks like no mark."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from specs import CAPTURE_ALL, STRIKE_PLAYED, changed, put, with_recovered_token

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape, dump_drawing
from fabgen.artwork.themes import load_theme
from fabgen.core.profiles import profile_names
from fabgen.figures.diagrams.catalogue import BOARD_CELL, draw_figure
from fabgen.figures.positions.comic import film_groups, film_pictures
from fabgen.rules.match import begin
from fabgen.spec.examples import case_of_match
from fabgen.spec.load import Spec, load_spec

FREE = (Role.FREE_LINE, Role.FREE_HEAD, Role.FREE_AREA, Role.FREE_WORDS)
PROVEN = (Role.MOVE, Role.CAPTURE, Role.PATH, Role.ACTOR, Role.REFUSED, Role.PAST)
BODY = 'position: "white: guard c2; black: guard b3"'
SIDE = 5 * BOARD_CELL  # mm of the board


def spec_with(folder: Path, *positions: str) -> Spec:
    entries = "".join(f"  - {{id: p{n}, title: P, {body}}}\n" for n, body in enumerate(positions))
    return load_spec(str(put(folder, changed() + "positions:\n" + entries)))


def drawn(spec: Spec, name: str = "p0") -> Drawing:
    return draw_figure(spec, "position", name).drawing


def middle_of(drawing: Drawing, group: str) -> tuple[float, float]:
    """The middle of the silhouette in a group."""
    (body,) = (item for item in drawing.items if item.group == group and item.role is Role.PIECE)
    x0, _, x1, y1 = body.bounds()
    return (x0 + x1) / 2, y1


def test_the_far_side_sees_every_cell_turned_and_every_piece_upright(tmp_path: Path) -> None:
    """c2 is 2.5 cells from the left, and from black's side still; b3 is 1.5 cells from the left, then 3.5."""
    spec = spec_with(tmp_path, BODY, BODY + ", view: black", BODY + ", view: white")
    near, far, white = (drawn(spec, name) for name in ("p0", "p1", "p2"))
    assert near == white
    (x, _), (u, _) = middle_of(near, "pieces/b3"), middle_of(far, "pieces/b3")
    assert (x, u) == pytest.approx((1.5 * BOARD_CELL, 3.5 * BOARD_CELL))
    assert middle_of(far, "pieces/c2")[1] - middle_of(near, "pieces/c2")[1] == pytest.approx(2 * BOARD_CELL)
    names = {item.text.string: item.text.at for item in far.items
             if isinstance(item, Lettering) and item.role is Role.COORDINATE}
    assert names["a"][0] == pytest.approx(4.5 * BOARD_CELL)
    assert names["1"][1] > names["5"][1]
    assert all(item.text.angle == 0 for item in far.items if isinstance(item, Lettering))


def test_the_zone_of_a_player_is_near_that_player(tmp_path: Path) -> None:
    spec = spec_with(tmp_path, BODY, BODY + ", view: black")
    for name, (zone_below, zone_above) in {"p0": ("near", "far"), "p1": ("far", "near")}.items():
        drawing = drawn(spec, name)
        for zone, is_below in ((zone_below, True), (zone_above, False)):
            items = [item for item in drawing.items if item.group == f"board/zones/{zone}"]
            assert items
            assert all((item.bounds()[3] < SIDE / 2) == is_below for item in items)


def test_a_close_up_shows_its_cells_as_the_viewer_sees_them(tmp_path: Path) -> None:
    spec = spec_with(tmp_path, BODY + ", close_up: a1-c3", BODY + ", close_up: a1-c3, view: black")
    for name, order in (("p0", "abc"), ("p1", "cba")):
        drawing = drawn(spec, name)
        names = [item.text for item in drawing.items if isinstance(item, Lettering) and item.role is Role.COORDINATE]
        files = sorted((text.at[0], text.string) for text in names if text.string.isalpha())
        assert "".join(file for _, file in files) == order
        assert {text.string for text in names if text.string.isdigit()} == {"1", "2", "3"}
        assert {item.group for item in drawing.items if item.role is Role.PIECE} == {"pieces/c2", "pieces/b3"}


def test_a_close_up_runs_on_where_the_board_does_and_its_free_arrows_end_at_its_edge(tmp_path: Path) -> None:
    """a1-c3 with 0.3 of the next cells at the right and above; at the left and below is the edge of the board. The
    arrow begins in the middle of c2 and is cut where column c ends, and its head is not seen."""
    items = drawn(spec_with(tmp_path, BODY + ", close_up: a1-c3, arrows: [c2-d2]")).items
    x0, y0, x1, y1 = Drawing(tuple(item for item in items if item.role is Role.GRID)).bounds()
    assert (x0, y0, x1, y1) == pytest.approx((0, 0, 3.3 * BOARD_CELL, 3.3 * BOARD_CELL))
    arrow = [item for item in items if item.group.startswith("free/arrow")]
    assert {item.role for item in arrow} == {Role.FREE_LINE}
    assert max(item.bounds()[2] for item in arrow) <= 3 * BOARD_CELL + 1e-6


def test_free_drawing_has_roles_of_its_own_and_no_mark(tmp_path: Path) -> None:
    extra = ", arrows: [c2-b3], frames: b3, shade: c2-c3, labels: {c2: A}"
    spec = spec_with(tmp_path, BODY + extra)
    items = drawn(spec).items
    assert {item.role for item in items} >= {*FREE}
    assert not {item.role for item in items} & {*PROVEN}
    groups = {item.group for item in items if item.role in FREE}
    assert groups == {"board/shade", "free/frame-b3", "free/arrow-c2-b3", "free/label-c2"}
    line = next(item for item in items if item.group == "free/arrow-c2-b3" and item.role is Role.FREE_LINE)
    assert isinstance(line, Shape)
    start, end = np.array(line.paths[0].start), np.array(line.paths[0].segments[0].to)
    assert (end - start)[0] == pytest.approx(-(end - start)[1])  # c2 to b3 goes up and to the left alike
    assert np.allclose((start + end) / 2, [2 * BOARD_CELL, 2 * BOARD_CELL])


def test_a_shaded_region_is_seen_on_every_cell_of_a_chequered_board() -> None:
    """The wedge of Incorrect Checkers: six cells of rank 8, five of rank 7 below them and three of rank 6, half of them
    dark (where x + y is even). Each is tinted up to its borders, and nothing but lines, rings and pieces lies over it.
    """
    drawing = drawn(load_spec("incorrect-checkers"), "wedge")
    shade = [item for item in drawing.items if item.group == "board/shade"]
    tints = [item for item in shade if item.role in (Role.FREE_AREA, Role.DARK_SHADE)]
    shaded = {(round(item.bounds()[0] / BOARD_CELL), round(item.bounds()[1] / BOARD_CELL)): item for item in tints}
    for (x, y), item in shaded.items():
        assert item.role is (Role.DARK_SHADE if (x + y) % 2 == 0 else Role.FREE_AREA)
        box = x * BOARD_CELL, y * BOARD_CELL, (x + 1) * BOARD_CELL, (y + 1) * BOARD_CELL
        assert item.bounds() == pytest.approx(box)
    assert {*shaded} == {*((x, 7) for x in range(6)), *((x, 6) for x in range(5)), *((x, 5) for x in range(1, 4))}
    after = drawing.items[max(drawing.items.index(item) for item in tints) + 1:]
    grounds = (Role.DARK_CELL, Role.LIGHT_CELL, Role.DEEP_SHADE)
    assert not [item for item in after if item.role in grounds and item.group.startswith("board")]
    frames = [item for item in after if item.group.startswith("board/zones") and item.role is Role.FROST]
    assert frames, "goal points keep their frames"
    (outline,) = [item for item in shade if item.role is Role.FREE_LINE]
    (path,) = outline.paths
    assert path.closed
    box = (0.05, 5.05, 5.95, 7.95)
    assert path.bounds() == pytest.approx([BOARD_CELL * share for share in box])


@pytest.mark.parametrize("name", profile_names("inks"))
def test_free_drawing_is_dashed_in_every_theme_and_moves_are_not(name: str) -> None:
    theme = load_theme(name)
    assert theme.inks[Role.FREE_LINE].dash
    assert not theme.inks[Role.FREE_LINE].fill
    for role in (Role.MOVE, Role.CAPTURE, Role.PATH, Role.ACTOR, Role.REFUSED):
        ink = theme.inks[role]
        assert not ink.dash
        if not theme.grey:
            assert theme.inks[Role.FREE_LINE].stroke not in (ink.stroke, ink.fill)


def test_the_alt_text_says_what_is_drawn_and_who_sees_it(tmp_path: Path) -> None:
    extra = ", view: black, arrows: [c2-b3], frames: b3, labels: {c2: A}"
    alt = draw_figure(spec_with(tmp_path, BODY + extra), "position", "p0").alt
    assert "Seen from Black’s seat." in alt
    assert "Also drawn: an arrow from c2 to b3, a circle on b3 and “A” on c2." in alt


def test_a_piece_is_a_figure_of_its_own(tmp_path: Path) -> None:
    figure = draw_figure(spec_with(tmp_path, BODY), "piece", "black-guard")
    assert (figure.reference, figure.caption) == ("piece:black-guard", "Guard of Black")
    assert {item.tone for item in figure.drawing.items if item.role is Role.PIECE} == {"black"}


# Comics


def titles(drawing: Drawing) -> list[str]:
    """The titles of a comic, each with its lines from the upper one down."""
    lines = dict[str, list[str]]()
    for item in drawing.items:
        if isinstance(item, Lettering) and item.role is Role.LABEL and re.fullmatch(r"comic/\d+/labels", item.group):
            lines.setdefault(item.group, []).insert(0, item.text.string)
    return [" ".join(texts) for texts in lines.values()]


def test_a_comic_has_its_moves_in_words_and_ends_with_the_last_of_them() -> None:
    """Nothing is captured at its end, so that the picture of the last step shows how the line ends. A piece that is
    jumped goes home, which is no capture there."""
    drawing = draw_figure(load_spec("charing-cross"), "comic", "opening").drawing
    assert titles(drawing) == ["Before", "1. Knight a4 to b4", "2. Rook d1 to c2", "3. Knight b4 to c3",
                               "4. Rook c2 to c4", "5. Knight on a4"]
    arrows = {item.group for item in drawing.items if item.role is Role.PATH and "arrows" in item.group}
    assert arrows == {"comic/2/arrows/a4-b4", "comic/3/arrows/d1-c2", "comic/4/arrows/b4-c3", "comic/5/arrows/c2-c4"}
    lefts = [min(item.bounds()[0] for item in drawing.items if item.group.startswith(f"comic/{n}/")) for n in (1, 2, 3)]
    assert lefts[1] - lefts[0] == pytest.approx(lefts[2] - lefts[1])


@pytest.mark.parametrize(("game", "name", "rows"), [
    ("incorrect-checkers", "opening", 2), ("charing-cross", "opening", 2), ("abstract-game", "captured", 1)])
def test_a_comic_has_as_many_rows_as_its_cells_need(game: str, name: str, rows: int) -> None:
    """In 112 mm, cells of 6.5 mm fill 17.2 cells. Four pictures of 5 cells and a strip for names do not fit, so they
    are two rows of two; six of 3 or 4 cells are two rows of three; three of 5 cells fit one row."""
    drawing = draw_figure(load_spec(game), "comic", name).drawing
    feet: dict[str, float] = {}
    for item in drawing.items:
        if item.role is Role.GRID:
            number = item.group.split("/")[1]
            feet[number] = min(feet.get(number, math.inf), item.bounds()[1])
    assert len({round(foot, 3) for foot in feet.values()}) == rows


def test_a_comic_ends_with_the_picture_of_its_last_step_also_where_that_captures(tmp_path: Path) -> None:
    spec = load_spec(str(put(tmp_path, changed(STRIKE_PLAYED, CAPTURE_ALL))))
    assert titles(draw_figure(spec, "comic", "strike").drawing) == [
        "Before", "1. Guard c2 to b3, guard captured"]


def test_boards_of_a_comic_are_level_and_its_titles_have_one_size(tmp_path: Path) -> None:
    """The picture of the step shows the shared cell once more, beside the board, so that its title has one line, and
    both pictures fit in a row."""
    drawing = draw_figure(load_spec(str(put(tmp_path, changed(STRIKE_PLAYED, CAPTURE_ALL)))), "comic", "strike").drawing
    grids = [[item.bounds()[1] for item in drawing.items if item.role is Role.GRID
              and item.group.startswith(f"comic/{n}/")] for n in (1, 2)]
    first, second = (round(min(heights), 3) for heights in grids)
    assert first == second
    labels = [item for item in drawing.items if isinstance(item, Lettering)
              and re.fullmatch(r"comic/\d+/labels", item.group)]
    assert len(labels) == 2
    assert len({item.text.cap for item in labels}) == 1


def test_several_orders_at_once_stay_in_notation() -> None:
    spec = load_spec("chess-battle")
    assert titles(draw_figure(spec, "comic", "caught").drawing)[1].startswith("1. Blue d4-d7; Orange d7-b8")


# Films


def rounded_lines(drawing: Drawing) -> list[str]:
    """The items of a drawing in words, with numbers to 0.01 mm: sums in another order differ by less."""
    return sorted(re.sub(r"-?\d+\.\d+", lambda number: f"{float(number[0]) + 0.0004:.2f}", line)
                  for line in dump_drawing(drawing).splitlines())


def test_a_film_has_the_pictures_of_the_comic_in_one_place() -> None:
    """And one more, the end of the line."""
    spec = load_spec("correction", edit=with_recovered_token)
    film, comic = (draw_figure(spec, kind, "recover").drawing for kind in ("film", "comic"))
    assert film_groups(film) == ["film/1", "film/2", "film/3", "film/still"]
    corners = []
    for number, picture in enumerate(film_pictures(film), 1):
        x, y = picture.bounds()[:2]
        corners.append((round(x, 6), round(picture.bounds()[3], 6)))
        if number < 3:
            beside = Drawing(tuple(item for item in comic.items if item.group.startswith(f"comic/{number}/")))
            u, v = beside.bounds()[:2]
            assert rounded_lines(picture) == rounded_lines(beside.moved(x - u, y - v))
    assert len({*corners}) == 1  # the board does not jump from picture to picture


def test_what_stays_is_drawn_once_in_a_film() -> None:
    film = draw_figure(load_spec("correction", edit=with_recovered_token), "film", "recover").drawing
    assert [item.group for item in film.items if item.group.startswith("board")]
    assert not [item.group for item in film.items if re.match(r"film/\w+/board", item.group)]


def test_the_still_of_a_film_shows_all_that_was_played() -> None:
    spec = load_spec("charing-cross")
    assert spec.play is not None
    match = begin(spec.play, None, spec.repetition).then("a4-b4").then("h5-g5")
    spec = replace(spec, cases=(case_of_match(match, "Two moves", spec.rules),))
    figure = draw_figure(spec, "film", "line")
    still = {item.group.removeprefix("film/still/") for item in figure.drawing.items if item.role is Role.PATH
             and item.group.startswith("film/still")}
    assert still == {"arrows/a4-b4", "arrows/h5-g5"}
    assert "a4-b4; h5-g5" in figure.alt
    assert figure.alt.endswith("White is to move. The game goes on.")


def test_an_example_without_a_line_has_no_comic(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        draw_figure(spec_with(tmp_path, BODY), "comic", "strike")


def test_the_piece_that_a_position_explains_has_the_frame_of_such_pieces() -> None:
    figure = draw_figure(load_spec("incorrect-checkers"), "position", "wedge")
    assert [item.group for item in figure.drawing.items if item.role is Role.ACTOR] == ["frames/c5"]
    assert "The piece being explained: c5." in figure.alt


def test_a_circle_in_an_empty_cell_is_smaller_and_clear_of_borders(tmp_path: Path) -> None:
    """0.9 of the cell around a piece, 0.62 of it in an empty cell."""
    figure = drawn(spec_with(tmp_path, BODY + ", frames: c2 d4"))
    widths = {item.group: item.bounds()[2] - item.bounds()[0] for item in figure.items if item.role is Role.FREE_LINE}
    assert widths == pytest.approx({"free/frame-c2": 0.9 * BOARD_CELL, "free/frame-d4": 0.62 * BOARD_CELL})

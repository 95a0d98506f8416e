"""Slips: empty as players cut them out, and filled in where the rules text has a table under their labels."""

from __future__ import annotations

from functools import cache

import pytest

from fabgen.artwork.drawing import Drawing, Lettering, Role, Shape
from fabgen.artwork.path import Path
from fabgen.core.languages import load_words
from fabgen.figures.components.aid_sizes import aid_size
from fabgen.figures.components.slips import draw_filled_slips, draw_slip, find_slips, has_fold
from fabgen.figures.diagrams.catalogue import make_figure_library
from fabgen.figures.rulebook.rules_text import read_blocks
from fabgen.spec.load import Spec, load_spec
from fabgen.typeset.blocks import BookFigure, Paragraph, TextTable, plain_text

LABELS = ["Player", "Round", "Go to"]
TABLE = "# A round\n\n| Player | Round | Go to |\n|---|---|---|\n| Blue | 2 | d6 |\n| White | 2 | f6 |\n"


@cache
def chess_battle() -> Spec:
    return load_spec("templates/chess-battle")


def pencil(drawing: Drawing, than: Drawing) -> list[Path]:
    """The lines that one drawing has besides those of another."""
    known = {path for item in than.items if isinstance(item, Shape) for path in item.paths}
    return [path for item in drawing.items if isinstance(item, Shape) and item.role is Role.GRID
            for path in item.paths if path not in known]


def test_slips_are_found_by_all_their_labels() -> None:
    assert find_slips(chess_battle(), LABELS) == "order slip"
    assert find_slips(chess_battle(), LABELS[:2]) is None
    assert find_slips(load_spec("templates/correction"), LABELS) is None


def test_each_word_is_written_in_its_own_field() -> None:
    """A slip of 57 mm is folded in half: two fields of 14.25 mm are before the fold, one of 28.5 mm behind it."""
    spec = chess_battle()
    aid, empty = spec.game.aids["order slip"], draw_slip(spec, "order slip", spec.game.aids["order slip"])
    for number, words in enumerate((["Blue", "", ""], ["", "2", ""], ["", "", "d6"])):
        lines = pencil(draw_slip(spec, "order slip", aid, words), empty)
        x0, x1 = min(path.bounds()[0] for path in lines), max(path.bounds()[2] for path in lines)
        left, right = ((0, 14.25), (14.25, 28.5), (28.5, 57))[number]
        assert left < x0 < x1 < right


def test_a_long_word_is_smaller_and_stays_in_its_field() -> None:
    spec = chess_battle()
    aid, empty = spec.game.aids["order slip"], draw_slip(spec, "order slip", spec.game.aids["order slip"])
    lines = pencil(draw_slip(spec, "order slip", aid, ["Aquamarine the Second"]), empty)
    assert max(path.bounds()[2] for path in lines) < 14.25


def test_slips_of_a_figure_lie_two_by_two_without_touching() -> None:
    drawing = draw_filled_slips(chess_battle(), "order slip", [["Blue", "2", "d6"]] * 3)
    papers = [item.bounds() for item in drawing.items if item.role is Role.SHADE and item.tone == "white"]
    assert papers[0][2] < papers[1][0]
    assert papers[2][3] < papers[0][1]
    assert papers[2][0] == pytest.approx(papers[0][0])


def level_lines(drawing: Drawing) -> list[tuple[float, float]]:
    """The ends of the level lines to write on, from left to right."""
    lines = {path.bounds() for item in drawing.only(Role.GRID).items if isinstance(item, Shape)
             for path in item.paths if not path.closed}
    return sorted((x0, x1) for x0, low, x1, high in lines if low == high)


def test_lines_to_write_on_are_before_and_behind_the_fold() -> None:
    """Three labels on 57 mm: two lines in the first half, one in the other, all clear of the fold and of the cuts."""
    spec = chess_battle()
    player, round_number, target = level_lines(draw_slip(spec, "order slip", spec.game.aids["order slip"]))
    assert 2 < player[0] < player[1] < 14.25 < round_number[0] < round_number[1] < 28.5 < target[0] < target[1] < 55
    assert player[1] - player[0] > 9


def test_slips_of_a_figure_have_equal_fields_and_no_mark_of_the_fold_of_a_printed_slip() -> None:
    """The fields are 19 mm wide: with 3.2 mm between two lines, the second is 15.8 mm long, from 20.6 to 36.4 mm."""
    spec = chess_battle()
    printed = draw_slip(spec, "order slip", spec.game.aids["order slip"])
    figure = draw_filled_slips(spec, "order slip", [["", "", ""]])
    assert printed.only(Role.TRIM).items
    assert not figure.only(Role.TRIM).items
    assert level_lines(figure)[1] == pytest.approx((20.6, 36.4))


def test_a_table_under_the_labels_of_slips_stands_as_slips() -> None:
    blocks, problems = read_blocks(TABLE, "rules.md", make_figure_library(chess_battle(), load_words()))
    assert not problems
    (figure,) = [block for block in blocks if isinstance(block, BookFigure)]
    assert plain_text(figure.caption) == "Order slips"
    assert figure.alt == "Order slips. Player: Blue; Round: 2; Go to: d6. Player: White; Round: 2; Go to: f6."
    said = [item.text.string for item in figure.drawing.items if isinstance(item, Lettering)]
    assert said.count("Go to") == 2


def test_a_paragraph_with_a_colon_is_the_caption_of_the_slips_above() -> None:
    text = TABLE + "\n: Blue and White obey 'orders'.\n\nThen they move.\n"
    blocks, problems = read_blocks(text, "rules.md", make_figure_library(chess_battle(), load_words("en")))
    figure, paragraph = blocks[1:]
    assert not problems
    assert isinstance(figure, BookFigure)
    assert plain_text(figure.caption) == "Blue and White obey ‘orders’."
    assert figure.alt.startswith("Order slips. Player: Blue; Round: 2; Go to: d6.")
    assert isinstance(paragraph, Paragraph)
    assert plain_text(paragraph.text) == "Then they move."


def test_a_caption_of_another_table_is_a_mistake() -> None:
    text = "# A round\n\n| Player |\n|---|\n| Blue |\n\n: Who plays.\n"
    blocks, (problem,) = read_blocks(text, "rules.md", make_figure_library(chess_battle(), load_words("en")))
    assert isinstance(blocks[-1], TextTable)
    assert problem.what == "only a table that stands as slips has a caption"
    assert problem.where.line == 7


def test_other_tables_stay_tables() -> None:
    for table, spec in ((TABLE.replace("Go to", "To"), chess_battle()), (TABLE, load_spec("templates/correction"))):
        blocks, _ = read_blocks(table, "rules.md", make_figure_library(spec, load_words()))
        assert any(isinstance(block, TextTable) for block in blocks)


def test_the_marks_of_the_fold_of_a_slip_are_dashes_clear_of_its_cuts() -> None:
    """Dashes of 1.6 mm and gaps of 0.9 mm from 0.9 mm above the lower cut on, and the same below the upper one."""
    spec = chess_battle()
    aid = spec.game.aids["order slip"]
    width, height = aid_size(aid)
    items = draw_slip(spec, "order slip", aid).only(Role.TRIM).items
    dashes = [path.bounds() for item in items if isinstance(item, Shape) for path in item.paths]
    assert {x for x0, _, x1, _ in dashes for x in (round(x0, 3), round(x1, 3))} == {width / 2}
    assert sorted((y0, y1) for _, y0, _, y1 in dashes) == [
        pytest.approx(ends) for ends in (
            (0.9, 2.5), (3.4, 5.0), (height - 5.0, height - 3.4), (height - 2.5, height - 0.9))]
    assert has_fold(aid)

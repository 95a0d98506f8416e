"""What a spec asks of the border of a board and does not get is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from specs import problems

NO_ORNAMENT, NO_KEY = "the ornament is left out of the board", "the key of marks is left out of the board"


def told(folder: Path, board: str, *pairs: tuple[str, str]) -> list[str]:
    """The notices about ornament and key of a game with some more keys of its board."""
    found = problems(folder, ("  cell: 40 mm\n", f"  cell: 40 mm\n{board}"), *pairs)
    return [one.what for one in found if one.where.key in ("board.ornament", "board.marks_key")]


@pytest.mark.parametrize(("border", "expected"), [("15.9 mm", [NO_ORNAMENT, NO_KEY]), ("16 mm", [])])
def test_a_narrow_border_has_neither(tmp_path: Path, border: str, expected: list[str]) -> None:
    """Both are in a band that borders of 16 mm and more have."""
    board = f"  border: {border}\n  ornament: rails\n  marks_key: true\n"
    assert told(tmp_path, board, ("title: Skirmish", "title: S"), ("long: fW2", "long: fW")) == expected


def test_the_lines_that_every_board_has_need_no_room(tmp_path: Path) -> None:
    assert told(tmp_path, "  border: 8 mm\n") == []
    assert told(tmp_path, "  border: 8 mm\n  ornament: none\n") == []


def test_a_long_title_leaves_no_room_for_a_key(tmp_path: Path) -> None:
    board = "  border: 16 mm\n  marks_key: true\n"
    title = ("title: Skirmish", f"title: {'Skirmish at the River ' * 3}")
    assert told(tmp_path, board, title, ("long: fW2", "long: fW")) == [f"{NO_KEY}: it does not fit beside the title"]


def test_plain_pieces_have_no_marks_to_explain(tmp_path: Path) -> None:
    board = "  border: 16 mm\n  marks_key: true\n"
    (what,) = told(tmp_path, board, ("standee: pawn}", "standee: pawn, face: plain}"),
                   ("standee: spear}", "standee: spear, face: plain}"))
    assert what.startswith(f"{NO_KEY}: no piece carries a mark")


def test_a_board_in_parts_has_plain_lines(tmp_path: Path) -> None:
    """12 cells of 60 mm are wider than the sheets of 600 mm."""
    board = "  border: 16 mm\n  ornament: rails\n  marks_key: true\n"
    assert told(tmp_path, board, ("grid: 5x5", "grid: 12x5"), ("cell: 40 mm", "cell: 60 mm")) == [
        "a board in parts has plain lines around it instead of the ornament `rails`",
        "a board in parts has no key of marks"]

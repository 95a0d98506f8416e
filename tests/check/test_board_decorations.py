"""What a spec asks of the border of a board and does not get is said."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from specs import problems

from fabgen.check.board import check_boards
from fabgen.core.problems import Problem
from fabgen.spec.load import find_game, load_spec

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


CROSS = "  art_key: {h2: White may move in, a2: Black may move in, a1: nobody may move in}\n"


def key_problems(folder: Path, *changes: tuple[str, str]) -> list[Problem]:
    """What is told about the key of the board of Charing Cross with some changes."""
    shutil.copytree(find_game("charing-cross").parent, folder, dirs_exist_ok=True)
    text = folder.joinpath("game.yaml").read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    folder.joinpath("game.yaml").write_text(text)
    return [*check_boards(load_spec(str(folder)))]


@pytest.mark.parametrize(("changes", "expected"), [
    ([], []),
    ([(CROSS, "  art_key: {c4: no art}\n")],
     [("error", "board.art_key.c4", "the `art` has no sign that lies in c4 alone")]),
    ([(CROSS, "  art_key: {h2: White may move in, h3: something else}\n")],
     [("error", "board.art_key.h3", "h3 has the same sign as h2, which the key explains already")]),
    ([("marks_key: true", "marks_key: false"), ("pattern: tint}", "pattern: tint, meaning: closed}")],
     [("notice", "board.art_key", "this is said nowhere: it is for the key of the board, which has none"),
      ("notice", "board.zones.cross.meaning", "this is said nowhere: it is for the key of the board, which has none")]),
    ([("pattern: tint}", "pattern: tint, meaning: closed}")],
     [("notice", "board.zones.cross.meaning", "“closed” is left out of the key of the board, which explains frames of "
       "zones that are nobody's, each of its own look")]),
    ([(CROSS, f"  art_key: {{h2: {'w' * 40}, a2: {'b' * 40}, a1: {'n' * 40}}}\n")],
     [("notice", "board.art_key",
       "the signs of the art are left out of the key of the board: they have no room there")]),
])
def test_what_the_key_of_the_board_does_not_show_is_told(
        tmp_path: Path, changes: list[tuple[str, str]], expected: list[tuple[str, str, str]]) -> None:
    """Three times 40 of the widest letters are longer than a side; h2 and h3 have the arrow of White's rooks."""
    found = key_problems(tmp_path, *changes)
    assert [(one.level, one.where.key, one.what) for one in found] == expected


@pytest.mark.parametrize(("key", "letters", "has_room"), [
    ("meaning", 40, False), ("name", 40, False), ("name", 3, True)])
def test_what_a_zone_is_called_or_means_is_told_where_the_key_has_no_room(
        tmp_path: Path, key: str, letters: int, has_room: bool) -> None:
    """Two zones that are nobody's. The key says their names where they have no `meaning`."""
    shutil.copytree(find_game("abstract-game").parent, tmp_path, dirs_exist_ok=True)
    text = tmp_path.joinpath("game.yaml").read_text()
    for name, letter in (("Red", "W"), ("Blue", "M")):
        text, changes = re.subn(f'meaning: "{name}: [^"]*"', f"{key}: {letter * letters}", text)
        assert changes == 1
    tmp_path.joinpath("game.yaml").write_text(text)
    found = {one.where.key: one.what for one in check_boards(load_spec(str(tmp_path)))}
    expected = {f"board.zones.{zone}.{key}": f"“{letter * letters}” is left out of the key of the board: it has no "
                "room there" for zone, letter in (("red", "W"), ("blue", "M"))}
    assert found == ({} if has_room else expected)


def test_the_names_of_players_zones_without_room_are_told(tmp_path: Path) -> None:
    """Incorrect Checkers: where the zones' names are too long, the key has the players' names instead; only where these
    are too long as well, it says nothing."""
    shutil.copytree(find_game("incorrect-checkers").parent, tmp_path, dirs_exist_ok=True)
    text = tmp_path.joinpath("game.yaml").read_text()
    no_room = "the key of the board has no room to say whose the zones are"
    for changes, expected in (
        ([("Black’s goal points", "B" * 40), ("White’s goal points", "W" * 40)], []),
        ([("black: {", f"black: {{name: {'M' * 40}, "), ("white: {", f"white: {{name: {'W' * 40}, ")],
         [("board.marks_key", no_room)]),
    ):
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        tmp_path.joinpath("game.yaml").write_text(text)
        assert [(one.where.key, one.what) for one in check_boards(load_spec(str(tmp_path)))] == expected

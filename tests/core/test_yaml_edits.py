"""Values are set in the text of a YAML file, and no other character changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabgen.core.problems import FabgenError
from fabgen.core.yaml_edits import set_value
from fabgen.core.yaml_models import parse_data

SPECS = sorted((Path(__file__).parents[2] / "templates").glob("*/game.yaml"))
COMMENTED = """\
# head
title: Tiny   # the name

board:
  grid: 3x3
  cell: "40 mm"   # try it
  zones: {home: {cells: a1}}   # one row
# foot
"""


@pytest.mark.parametrize(("key", "value", "former", "line"), [
    (("board", "cell"), "41.5 mm", '  cell: "40 mm"   # try it', "  cell: 41.5 mm   # try it"),
    (("title",), "yes", "title: Tiny   # the name", 'title: "yes"   # the name'),
    (("title",), "a: b # c", "title: Tiny   # the name", 'title: "a: b # c"   # the name'),
    (("board", "zones", "home", "cells"), "a1-c1", "  zones: {home: {cells: a1}}   # one row",
     "  zones: {home: {cells: a1-c1}}   # one row"),
    (("board", "zones", "home", "of"), "green", "  zones: {home: {cells: a1}}   # one row",
     "  zones: {home: {cells: a1, of: green}}   # one row"),
])
def test_one_line_changes(key: tuple[str, ...], value: str, former: str, line: str) -> None:
    assert former in COMMENTED
    assert set_value(COMMENTED, "game.yaml", key, value) == COMMENTED.replace(former, line)


@pytest.mark.parametrize(("key", "value", "before", "entry"), [
    (("board", "chequered"), True, "# foot\n", "  chequered: true\n"),
    (("seats",), 2, "# foot\n", "seats: 2\n"),
    (("book", "theme"), "bold", "# foot\n", "book: {theme: bold}\n"),
])
def test_a_missing_entry_is_added_at_the_end_of_its_mapping(key: tuple[str, ...], value: str | int | bool, before: str,
                                                            entry: str) -> None:
    assert set_value(COMMENTED, "game.yaml", key, value) == COMMENTED.replace(before, entry + before)


@pytest.mark.parametrize(("text", "edited"), [
    ("a:\r\n  b: 1  # c\r\n", "a:\r\n  b: 2 mm  # c\r\n"),
    ("\ufeffa: {b: 1}", "\ufeffa: {b: 2 mm}"),
    ("a:\n  b:\nc: 1\n", "a:\n  b: 2 mm\nc: 1\n"),
    ("a:\n  c: |\n    x\n\nd: 1\n", "a:\n  c: |\n    x\n  b: 2 mm\n\nd: 1\n"),
    ("a: {c: 1,}\n", "a: {c: 1, b: 2 mm,}\n"),
    ("a: {}", "a: {b: 2 mm}"),
    ("c: 1", "c: 1\na: {b: 2 mm}"),
])
def test_the_way_of_writing_stays(text: str, edited: str) -> None:
    assert set_value(text, "game.yaml", ("a", "b"), "2 mm") == edited


@pytest.mark.parametrize("text", [
    "a: &x {b: 1}\nc: *x\n",  # what is repeated would change too
    "c: &x {b: 1}\na: *x\n",
    "a: {b: &x 1}\nc: *x\n",
    "c: &x 1\na: {b: *x}\n",
    "a:\n  b: |\n    many\n    lines\n",
    "a: 1\n",
    "a: [1]\n",
    "- a\n",
])
def test_what_cannot_be_set_is_refused(text: str) -> None:
    with pytest.raises(FabgenError, match="cannot be changed here"):
        set_value(text, "game.yaml", ("a", "b"), "2 mm")


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
@given(value=st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Z")), max_size=20))
def test_any_text_is_read_back_and_all_else_stays(path: Path, value: str) -> None:
    text = path.read_text("utf-8")
    data, _ = parse_data(text, "game.yaml")
    edited = set_value(text, "game.yaml", ("board", "cell"), value)
    assert parse_data(edited, "game.yaml")[0] == data | {"board": data["board"] | {"cell": value}}
    comments = [line.partition("#")[2] for line in text.splitlines()]
    assert [line.partition("#")[2] for line in edited.splitlines() if "cell:" not in line] == [
        comment for line, comment in zip(text.splitlines(), comments, strict=True) if "cell:" not in line]

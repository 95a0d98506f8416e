"""YAML as people write it: every mistake at its line and column, all at once, and nothing that stops the machine."""

from __future__ import annotations

import gc
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

import pytest
import yaml
from pydantic import Field

from fabgen.core.files import read_text
from fabgen.core.problems import FabgenError, Problem
from fabgen.core.yaml_models import (
    YamlDocument,
    YamlModel,
    parse_data,
    parse_leniently,
    read_yaml,
)

Brakes = Literal["all"] | Annotated[int, Field(ge=2)]


class Wheel(YamlModel):
    spokes: int = Field(default=8, ge=1)
    label: str = ""


class Cart(YamlModel):
    name: str = Field(examples=["a cart"])
    price: float = 0.0
    colour: Literal["red", "green"] = "red"
    folded: bool = False
    wheels: tuple[Wheel, ...] = ()
    notes: dict[str, str] = Field(default_factory=dict)
    brakes: Brakes = "all"


def read(text: str) -> YamlDocument[Cart]:
    document, problems = parse_leniently(text, "cart.yaml", Cart)
    if problems or not document:
        raise FabgenError(problems)
    return document


def faults(text: str) -> list[Problem]:
    with pytest.raises(FabgenError) as caught:
        read(text)
    return list(caught.value.problems)


def only(text: str) -> Problem:
    (found,) = faults(text)
    assert found.where.file == "cart.yaml"
    return found


def place(found: Problem) -> tuple[int, int]:
    return found.where.line, found.where.column


@pytest.mark.parametrize(("text", "at", "key", "what", "hint"), [
    ("name: x\npirce: 3\n", (2, 1), "pirce", "unknown key `pirce`", "did you mean price?"),
    ("name: x\nwheels:\n  - {spoke: 3}\n", (3, 6), "wheels[1].spoke", "unknown key `spoke`", "did you mean spokes?"),
    ("price: 3\n", (1, 1), "", "the key `name` is missing", "add `name: ...` to the file"),
    ("name: 3\n", (1, 1), "name", "`3` is not text", "quotes"),
    ("name: [a1-b2, e5]\n", (1, 1), "name", "a list is not text", "write one text without brackets, in quotes"),
    ("name: no\n", (1, 1), "name", "`no` is not text", "YAML takes `no` for false: put it in quotes"),
    ("name: On\n", (1, 1), "name", "`On` is not text", "YAML takes `On` for true: put it in quotes"),
    ("name: true\n", (1, 1), "name", "`true` is not text", "put it in quotes to keep it as text"),
    ("name: x\nwheels: yes\n", (2, 1), "wheels", "`yes` is not a list", "- item"),
    ("name:\n", (1, 1), "name", "the name is empty", "write it after the colon"),
    ("name: x\nprice: dear\n", (2, 1), "price", "`dear` is not a number", ""),
    ("name: x\nprice: .inf\n", (2, 1), "price", "not a finite number", ""),
    ("name: x\ncolour: gren\n", (2, 1), "colour", "`gren` is not known here", "did you mean green?"),
    ("name: x\nfolded: perhaps\n", (2, 1), "folded", "`perhaps` is not true or false", ""),
    ("name: x\nwheels: 4\n", (2, 1), "wheels", "`4` is not a list", "- item"),
    ("name: x\nwheels: [4]\n", (2, 10), "wheels[1]", "`4` is not a group of keys", "key: value"),
    ("name: x\nwheels:\n- spokes: 4\n- spokes: many\n", (4, 3), "wheels[2].spokes", "`many` is not a whole number", ""),
    ("name: x\nwheels: [{spokes: 0}]\n", (2, 11), "wheels[1].spokes", "`0` is too small", "1 or more"),
    ("name: x\nbrakes: 0\n", (2, 1), "brakes", "`0` is too small", "2 or more"),
    ("name: x\nbrakes: none\n", (2, 1), "brakes", "`none` cannot stand here", "all or a whole number"),
    ("name: x\nnotes: [a]\n", (2, 1), "notes", "a list is not a group of keys", "key: value"),
    ("name: x\n\nname: y\n", (3, 1), "", "the key `name` stands twice here", "keep one"),
    ("name: x\nnotes: {a: b, a: c}\n", (2, 15), "notes", "the key `a` stands twice here", "keep one"),
    ("name: x\n[a]: y\n", (2, 1), "", "a key must be a word", "quotes"),
])
def test_values_that_a_model_rejects(text: str, at: tuple[int, int], key: str, what: str, hint: str) -> None:
    found = only(text)
    assert place(found) == at
    assert found.where.key == key
    assert what in found.what
    assert hint in found.hint


class Label(YamlModel):
    title_front: str
    title_back: str


@pytest.mark.parametrize(("text", "whats"), [
    ("title_fron: x\n", ["unknown key `title_fron`", "the key `title_back` is missing"]),
    ("title_front: x\ntitle_frnt: y\n", ["unknown key `title_frnt`", "the key `title_back` is missing"]),
    ("title_fron: x\ntitle_bac: y\n", ["unknown key `title_fron`", "unknown key `title_bac`"]),
])
def test_a_misspelled_key_stands_for_one_missing_key(text: str, whats: list[str]) -> None:
    _, problems = parse_leniently(text, "label.yaml", Label)
    assert sorted(problem.what for problem in problems) == sorted(whats)


@pytest.mark.parametrize(("text", "at", "what"), [
    ("name: x\n\tprice: 3\n", (2, 1), "a tab indents this line"),
    ("name: x\nnotes:\n\ta: b\n", (3, 1), "a tab indents this line"),
    ("name: a: b\n", (1, 8), "this is not YAML: mapping values are not allowed"),
    ("name: *who\n", (1, 7), "undefined alias"),
    ("name: 'x\n", (1, 7), "the quote that opens here is never closed"),
    ("name: x\nprice\n", (3, 1), "could not find expected ':'"),
    ("name: [x\n", (2, 1), "this is not YAML"),
    ("- name: x\n", (1, 1), "not a mapping"),
    ("just words\n", (1, 1), "not a mapping"),
    ("", (1, 1), "not a mapping"),
    ("# only a comment\n", (1, 1), "not a mapping"),
    ("name: é\nprice: é\x07\n", (2, 9), "the character U+0007 cannot stand in YAML"),
    ("a: &a [*a]\n", (1, 1), "contain themselves"),
    ("a: &a {b: *a}\n", (1, 8), "contain themselves"),
    ("name: " + "[" * 500 + "]" * 500, (1, 46), "nested too deeply"),
    ("name: " + "{a: " * 50 + "}" * 50, (1, 163), "nested too deeply"),
])
def test_text_that_is_not_data_is_reported(text: str, at: tuple[int, int], what: str) -> None:
    found = only(text)
    assert what in found.what
    assert place(found) == at


def test_a_hundred_thousand_brackets_do_not_crash_the_machine() -> None:
    assert "nested too deeply" in only("name: " + "[" * 100_000).what


@pytest.mark.slow
def test_an_alias_bomb_stops_early() -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]  # 9 ** 12 values
    assert "would never end" in only("\n".join(rows)).what


def test_an_alias_that_is_used_twice_is_fine() -> None:
    made = read("name: &n cart\nnotes: {a: *n, b: *n}\n")
    assert made.value.notes == {"a": "cart", "b": "cart"}


def test_all_mistakes_come_at_once_in_the_order_of_their_places() -> None:
    text = "colour: blue\nwheels:\n  - {spokes: x, hub: 1}\nprice: dear\nprice: 3\n"
    found = faults(text)
    assert [place(p) for p in found] == [(1, 1), (1, 1), (3, 6), (3, 17), (4, 1), (5, 1)]
    assert {p.what.split("`")[1] for p in found} == {"name", "blue", "x", "hub", "dear", "price"}


def test_sound_values_are_kept() -> None:
    document, problems = parse_leniently("wheels: [{spokes: 3}, {spokes: x}]\npirce: 1\n", "c.yaml", Cart)
    assert document is not None
    assert document.value.name == "a cart"  # the example stands in
    assert document.value.wheels[0].spokes == 3
    assert len(problems) == 3


def test_dates_stay_text_and_decimals_remember_how_they_were_written() -> None:
    data, _ = parse_data("on: 2013-09-17\nversion: 1.10\nprice: 2.50\nwhole: 7\n", "x.yaml")
    assert data["on"] == "2013-09-17"
    assert str(data["version"]) == "1.10"
    assert data["price"] == 2.5
    assert data["whole"] == 7


@pytest.mark.parametrize(("text", "line", "column", "at"), [
    ("k: fQx9\n", 0, 1, (1, 5)),
    ("k: 'fQx9'\n", 0, 1, (1, 6)),
    ("k: 'it''s x'\n", 0, 5, (1, 11)),
    ('k: "fQx9"\n', 0, 2, (1, 7)),
    ('k: "a\\u00e9b"\n', 0, 2, (1, 12)),
    ('k: "a\\tb"\n', 0, 2, (1, 8)),
    ("k: &anchor fQx9\n", 0, 0, (1, 12)),
    ("k: !!str fQx9\n", 0, 0, (1, 10)),
    ("k: one\n   two\n", 0, 4, (2, 4)),
    ("k: |\n  ab\n  cd\n", 0, 0, (2, 3)),
    ("k: |\n  ab\n  cd\n", 1, 1, (3, 4)),
    ("k: |\n\n      ab\n        cd\n", 2, 2, (4, 9)),
    ("k: |2\n    ab\n", 0, 2, (2, 5)),
    ("k: >-\n   one\n   two\n", 0, 4, (3, 4)),
    ("é: 'é x'\n", 0, 2, (1, 7)),
    ("k:   # a comment\n  fQx9\n", 0, 2, (2, 5)),
    ("k: |  # a comment\n  x\n", 0, 0, (2, 3)),
    ("k: ab\n", 0, 2, (1, 6)),
])
def test_a_location_points_at_a_letter_in_a_value(text: str, line: int, column: int, at: tuple[int, int]) -> None:
    data, source = parse_data(text, "x.yaml")
    (key,) = data
    value = data[key].split("\n")[line]
    where = source.value_location(key, line=line, column=column)
    assert (where.line, where.column) == at
    if column < len(value) and "\\" not in text:
        assert text.split("\n")[where.line - 1][where.column - 1] == value[column]


def test_a_missing_key_is_located_at_its_nearest_parent() -> None:
    _, source = parse_data("a:\n  b: 1\n", "x.yaml")
    assert (source.key_location("a", "b").line, source.key_location("a", "b").column) == (2, 3)
    missing = source.key_location("a", "c", "d")
    assert (missing.line, missing.column, missing.key) == (1, 1, "a.c.d")
    assert source.value_location("a", "c", column=3) == source.key_location("a", "c")


def test_a_byte_order_mark_and_foreign_line_ends_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "cart.yaml"
    path.write_bytes("\ufeffname: x\r\nnotes:\r\n  a: |\r\n    one\r\n    two\r\n".encode())
    made = read_yaml(path, Cart)
    assert read_text(path).startswith("name: x\nnotes:")
    assert made.value.name == "x"
    assert made.value.notes["a"] == "one\ntwo\n"
    assert (made.source.value_location("notes", "a", line=1).line, made.source.key_location("name").column) == (5, 1)


def test_values_may_be_inherited(tmp_path: Path) -> None:
    path = tmp_path / "cart.yaml"
    path.write_text("notes: {b: new}\n")
    made = read_yaml(path, Cart, {"name": "old", "notes": {"a": "kept", "b": "old"}})
    assert (made.value.name, made.value.notes) == ("old", {"a": "kept", "b": "new"})


@pytest.mark.parametrize(("value", "what"), [
    ("!!bool abc", "cannot read the value `abc`"), ('!!int ""', "cannot read the value ``"),
    ('!!float ""', "cannot read the value ``"), ('!!int "_"', "cannot read the value `_`"),
    ("!!float abc", "cannot read the value `abc`"), ('!!int "0x"', "cannot read the value `0x`"),
    ('!!int "-"', "cannot read the value `-`"), ("!!set x", "`!!set` is not a kind of value here"),
    ("!!binary aGk=", "`!!binary` is not a kind of value here"), ("!mine x", "`!mine` is not a kind of value here"),
    ("0x" + "F" * 4000, "a number of 4002 characters is too long"),
    ("9" * 5000, "a number of 5000 characters is too long"),
    (":".join(["1"] * 2000), "a number of 3999 characters is too long"),
    (":".join(["1"] * 2000) + ".5", "a number of 4001 characters is too long"),
])
def test_a_value_that_is_not_what_it_is_called_is_one_problem(value: str, what: str) -> None:
    """At the value and told once: nothing is said of the key that then seems empty."""
    found = faults(f"name: {value}\nprice: 3\n")
    assert [(p.what, p.where.line, p.where.key) for p in found] == [(what, 1, "name")]


def test_numbers_of_a_hundred_characters_are_read() -> None:
    data, _ = parse_data(f"whole: {'9' * 100}\nhex: 0x{'F' * 98}\nhours: 1:30\n", "x.yaml")
    assert data == {"whole": 10**100 - 1, "hex": 16**98 - 1, "hours": 90}


@pytest.mark.parametrize(("count", "what"), [(200, None), (201, "201 mistakes are too many to list")])
def test_a_file_with_more_than_200_mistakes_is_one_problem(count: int, what: str | None) -> None:
    """45,000 unknown keys would take longer to explain than anybody reads."""
    unknown = "name: x\n" + "".join(f"k{n}: 1\n" for n in range(count))
    twice = "name: x\n" + "price: 1\n" * (count + 1)
    for text in (unknown, twice):
        found = faults(text)
        assert len(found) == (1 if what else count)
        assert not what or (found[0].what, found[0].hint) == (what, "200 at most: is this the right file?")


@pytest.mark.slow
@pytest.mark.parametrize(("values", "is_too_many"), [(49_998, False), (49_999, True)])
def test_a_tree_has_50000_values(values: int, is_too_many: bool) -> None:
    """The mapping, the name and the list count too."""
    text = f"name: x\nnotes: [{', '.join(['1'] * (values - 1))}]\n"
    assert any("would never end" in p.what for p in faults(text)) == is_too_many


@pytest.mark.parametrize(("levels", "is_too_deep"), [(40, False), (41, True)])
def test_a_tree_has_40_levels(levels: int, is_too_deep: bool) -> None:
    """The mapping of the file is one of them."""
    text = f"name: {'[' * (levels - 1)}{']' * (levels - 1)}\n"
    assert any("nested too deeply" in p.what for p in faults(text)) == is_too_deep


@pytest.mark.parametrize(("text", "at", "what", "hint"), [
    (r'name: "a\uD800"', (1, 11), "invalid Unicode character escape", "no character has this number"),
    (r'name: "a\U00110000"', (1, 11), "invalid Unicode character escape", "no character has this number"),
    (r'name: "C:\quarto"', (1, 10), "unknown escape character", "for a backslash"),
    (r'name: "\xZZ"', (1, 10), "hexdecimal number", "2 digits"),
    ("notes: {a: b\nc: d\n", (2, 2), "did not find expected ',' or '}'", "comma or the }"),
    ("notes: [a\nc: d\n", (2, 2), "did not find expected ',' or ']'", "comma or the ]"),
    ("name: x\n- a\n", (2, 1), "did not find expected key", "indented"),
    ("- a\nname: x\n", (2, 1), "did not find expected '-' indicator", "starts with `- `"),
    ("name: }\n", (1, 7), "did not find expected node content", "in quotes"),
    ("name: @x\n", (1, 7), "cannot start any token", "quotes"),
])
def test_what_the_parser_says_comes_with_a_hint(text: str, at: tuple[int, int], what: str, hint: str) -> None:
    found = only(text)
    assert place(found) == at
    assert what in found.what
    assert hint in found.hint


@pytest.mark.parametrize("text", ["name: 'x", 'name: "x', 'name: "x\n---\n'])
def test_a_quote_that_is_never_closed_is_called_so(text: str) -> None:
    assert only(text).what == "the quote that opens here is never closed"


@pytest.mark.parametrize(("text", "hint"), [
    ('name: !!int ""', "take `!!int` away to keep it as text"),
    ("name: &n !!int x", "take `!!int` away to keep it as text"),
    ("name: " + "9" * 101, "put it in quotes to keep it as text"),
])
def test_what_keeps_a_value_as_text(text: str, hint: str) -> None:
    assert only(text).hint == hint


@pytest.mark.parametrize(("text", "hint"), [
    ("price: dear", "write it in digits, like 4 or 2.5"), ("price: .inf", "write it in digits, like 4 or 2.5"),
    ("wheels: [{spokes: many}]", "write it in digits, like 4"),
    ("folded: perhaps", "write one of the two, without quotes"),
])
def test_a_value_that_is_no_number_has_a_hint(text: str, hint: str) -> None:
    assert only(f"name: x\n{text}\n").hint == hint


def test_long_values_and_keys_are_quoted_in_part() -> None:
    """60 characters, whoever words the message."""
    long = "x" * 300
    found = faults(f"name: x\n{long}: 1\ncolour: {long}\n")
    cut = "x" * 40 + "..." + "x" * 17
    assert all(cut in p.what for p in found)
    assert all("x" * 61 not in str(p) for p in found)
    assert Problem(found[0].where, f"`{long}` is odd, `short` is not").what == f"`{cut}` is odd, `short` is not"
    assert Problem(found[0].where, f"`{'x' * 60}` is odd").what == f"`{'x' * 60}` is odd"


@pytest.mark.parametrize("value", ["3.14159265", "kept-by-nobody", "!!int kept-by-nobody", "!!odd kept-by-nobody"])
def test_nothing_is_kept_of_a_text_that_was_read(value: str) -> None:
    """A page that follows saves reads a spec hundreds of times."""
    with suppress(FabgenError):
        parse_data(f"key: {value}\n", "game.yaml")
    gc.collect()
    word = value.split()[-1]
    assert not [node for node in gc.get_objects() if isinstance(node, yaml.ScalarNode) and node.value == word]

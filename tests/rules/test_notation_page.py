"""docs/notation.md: every example on the page is read by the program, and the grammar lists what the parser takes."""

import re
from pathlib import Path

import pytest
from rules.helpers import alone, readable, setting

from fabgen.rules.betza import BetzaError, parse_betza
from fabgen.rules.boards import Board, hexagon_board
from fabgen.rules.diagram import HopPattern, movement_diagram, parse_diagram
from fabgen.rules.marks import MARKS_BY_GLYPH, Act
from fabgen.rules.movement import Sight
from fabgen.rules.notation import parse_action
from fabgen.rules.position import Position
from fabgen.rules.standard.tables import leap_offsets

PAGE = (Path(__file__).parents[2] / "docs" / "notation.md").read_text("utf-8")


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)


def lines(kind):
    return [line for block in blocks(kind) for line in block.splitlines()]


RULES = {name: re.findall(r'"(.+?)"', body)
         for name, body in re.findall(r"^([a-z ]+?) *= (.*?) ;", blocks("ebnf")[0], re.MULTILINE | re.DOTALL)}


def test_no_kind_of_example_is_missing():
    kinds = {"ebnf", "moves", "refused", "position", "actions", "diagram", "hops", "hexagons",
             "hexdiagram"}
    assert set(re.findall(r"^```(\w+)", PAGE, re.MULTILINE)) == kinds
    assert all(len(lines(kind)) > 1 for kind in kinds)


@pytest.mark.parametrize("line", lines("moves"))
def test_the_moves_on_the_page_are_those_of_the_program(line):
    text, cells = line.split(maxsplit=1)
    quiet, captures = re.split(r"\bx(?= |$)", cells)
    assert alone(text) == (set(quiet.split()), set(captures.split()))


@pytest.mark.parametrize("line", lines("hexagons"))
def test_moves_on_hexagons(line):
    text, standing, *cells = line.split()
    board = hexagon_board(4, standing)
    movement = parse_betza(text, board.compass)
    reached = movement.reach(lambda offset: Sight.EMPTY if board.step("d4", *offset) else Sight.OFF)
    assert {board.step("d4", *offset) for offset in reached} == set(cells)


@pytest.mark.parametrize("block", blocks("hexdiagram"))
def test_diagrams_on_hexagons(block):
    (text, standing), drawn = block.partition("\n")[0].split(), block.partition("\n")[2]
    assert parse_diagram(drawn) == movement_diagram(parse_betza(text, hexagon_board(2, standing).compass))


@pytest.mark.parametrize("line", lines("refused"))
def test_a_mistake_on_the_page_is_found_at_its_column(line):
    text, column, _ = re.fullmatch(r"(.+?)  +(\d+)  (.*)", line).groups()
    with pytest.raises(BetzaError) as caught:
        parse_betza(text)
    assert caught.value.column == int(column)


@pytest.mark.parametrize("block", blocks("position"))
def test_a_position_on_the_page_is_written_as_the_page_says(block):
    text, written = block.rstrip("\n").rsplit("\n", 1)
    where = setting(pieces=("pawn", "spearman", "two words"))
    assert str(Position.parse(text, where)) == written


@pytest.mark.parametrize("line", lines("actions"))
def test_an_action_on_the_page_is_written_as_it_was_read(line):
    assert str(parse_action(line, Board(6, 6))) == line


@pytest.mark.parametrize("block", blocks("diagram"))
def test_a_diagram_on_the_page_is_that_of_its_movement(block):
    text, drawn = block.split("\n", 1)
    assert movement_diagram(parse_betza(text)) == parse_diagram(drawn)


@pytest.mark.parametrize("block", blocks("hops"))
def test_diagrams_of_hops(block):
    text, drawn = block.split("\n", 1)
    movement, *hops = (part.split() for part in text.split(","))
    jumps = [HopPattern(leap_offsets(parse_betza(to)), "take" in rest, "far" in rest) for to, *rest in hops]
    assert movement_diagram(parse_betza(*movement), jumps) == parse_diagram(drawn)


def test_every_glyph_is_in_the_table():
    table = PAGE.split("| glyph | meaning |", 1)[1].split("\n\n")[0]
    assert set(re.findall(r"`(.)`", table)) <= {"@", ".", *MARKS_BY_GLYPH}


def test_the_table_of_combinations_has_every_glyph_in_its_place():
    """Its rows are steps, its columns hops, and each place has a glyph and that of the same and on."""
    steps = {"no step": Act(0), "moves": Act.MOVE, "captures": Act.CAPTURE, "moves, captures": Act.MOVE | Act.CAPTURE,
             "moves first": Act.FIRST_MOVE, "captures first": Act.FIRST_CAPTURE,
             "moves first, captures first": Act.FIRST_MOVE | Act.FIRST_CAPTURE,
             "moves, captures first": Act.MOVE | Act.FIRST_CAPTURE,
             "moves first, captures": Act.FIRST_MOVE | Act.CAPTURE}
    hops = (Act(0), Act.HOP, Act.LOCUST, Act.HOP | Act.LOCUST)
    table = PAGE.split("| | no hop |", 1)[1].split("\n\n")[0]
    listed = {}
    for row in table.splitlines()[2:]:
        name, *places = (place.strip() for place in row.strip("|").split("|"))
        for hop, place in zip(hops, places, strict=True):
            listed |= {glyph: (steps[name] | hop, on) for on, glyph in enumerate(re.findall(r"`(.)`", place))}
    assert listed == {glyph: (mark.acts, mark.goes_on) for glyph, mark in MARKS_BY_GLYPH.items()}


@pytest.mark.parametrize("kind", ["straight", "diagonal", "oblique"])
def test_the_grammar_lists_the_directions_that_are_read(kind):
    atoms = [word for word in dict.fromkeys(RULES[kind]) if word.isupper()]
    listed = set(RULES[f"{kind} direction"])
    letters = "fblrvsh"
    assert atoms
    for atom in atoms:
        single = {letter for letter in letters if readable(letter + atom)}
        assert single == {word for word in listed if len(word) == 1}
        for pair in (a + b for a in letters for b in letters):
            joined = pair[0] == pair[1] or any(p[0] in "fbvh" and p[1] in "lrsh" for p in (pair, pair[::-1]))
            assert readable(pair + atom) is ((pair in listed) if joined else set(pair) <= single), pair + atom


@pytest.mark.parametrize("kind", ["straight", "diagonal", "oblique", "compound"])
def test_the_grammar_lists_the_atoms_ranges_and_modes_that_are_read(kind):
    atoms = {word for word in RULES[kind] if word.isupper()}
    assert atoms
    for atom in atoms:
        assert readable(atom)
        assert all(readable(mode + atom) for mode in set(RULES["modes"]) - {"n"})
        assert all(readable(atom + digit) for digit in RULES["range"])
        assert readable(atom + atom) is (atom not in "KRBQ")


def test_the_grammar_lists_every_atom():
    listed = {word for kind in ("straight", "diagonal", "oblique", "compound") for word in RULES[kind]}
    assert {letter for letter in map(chr, range(65, 91)) if readable(letter)} == listed == set("WFDNAHCLZJGKRBQ")

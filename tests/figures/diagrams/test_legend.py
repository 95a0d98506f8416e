"""The legend lists the marks that a game's figures use, each once, and no others."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from measure import all_of
from specs import loaded

from fabgen.artwork.drawing import Drawing, Lettering, Role
from fabgen.artwork.text import point_size
from fabgen.core.languages import load_words
from fabgen.figures.diagrams.legend import (
    NARROW,
    WIDEST,
    describe_mark,
    draw_legend,
    draw_narrow_legend,
    find_meanings,
)
from fabgen.figures.positions.piece_icons import draw_piece
from fabgen.rules.marks import Act, MoveMark
from fabgen.rules.position import Piece
from fabgen.spec.load import Spec, load_spec

WORDS, ZONES = load_words(), ["near", "far"]
SIDES = ["White piece; forward is up", "Black piece: a bar in the foot; forward is down"]
EXAMPLE = """\
examples:
  - id: strike
    title: A guard strikes
    position: "white: guard c2, lancer a1; black: guard b3; turn: white"
    piece: c2
    exactly: [c2-c3, c2xb3]
    illegal: [c2xd3]
"""


def legend(name: str) -> str:
    """The words of an entry."""
    return WORDS.text(f"legend_{name}", place="space", capture="capture", captured="captured")


@pytest.fixture
def spec(tmp_path: Path) -> Spec:
    return loaded(tmp_path)


def lettering(drawing: Drawing) -> list[Lettering]:
    return [item for item in drawing.items if isinstance(item, Lettering)]


def test_every_mark_of_diagrams_and_examples_is_reported_in_order(spec: Spec) -> None:
    drawing, told = draw_legend(spec, WORDS)
    assert told == [legend("own"), legend("move"), legend("capture"), legend("both"), legend("line"),
                    legend("actor"), legend("taken"), legend("refused"), *ZONES, *SIDES]
    assert " ".join(item.text.string for item in lettering(drawing)) == " ".join(told)


def test_a_small_sign_beside_a_piece_is_explained(tmp_path: Path) -> None:
    """On a1 stands a lancer, on d3 nothing."""
    _, told = draw_legend(loaded(tmp_path, ("illegal: [c2xd3]", "illegal: [c2xa1]")), WORDS)
    assert legend("refused_beside") in told
    assert legend("refused") not in told


def test_a_refused_way_back_has_the_sign_on_its_arrow_and_none_beside_the_piece() -> None:
    """Incorrect Checkers: c3-e5-c3 is refused, the other refused actions end on empty cells."""
    _, told = draw_legend(load_spec("incorrect-checkers"), WORDS)
    assert legend("refused") in told
    assert not [line for line in told if line.startswith("not allowed, on an occupied")]


def test_an_enlarged_cell_is_explained_where_pieces_share_one() -> None:
    """Pieces of Chess Battle share cells; those of Charing Cross never do."""
    assert legend("inset") in draw_legend(load_spec("chess-battle"), WORDS)[1]
    assert legend("inset") not in draw_legend(load_spec("charing-cross"), WORDS)[1]


def test_unused_marks_are_not_explained(tmp_path: Path) -> None:
    """No captures: neither in the diagrams nor in the example."""
    quiet = loaded(tmp_path, ("fmWfcF", "fmW"), ("x o x", ". o ."), ("long: fW2", "long: fmW"),
                   ("c2-c3, c2xb3", "c2-c3"))
    _, told = draw_legend(quiet, WORDS)
    assert told == [legend("own"), legend("move"), legend("actor"), legend("refused"), *ZONES, *SIDES]


def test_a_game_without_examples_tells_its_diagrams_only(tmp_path: Path) -> None:
    _, told = draw_legend(loaded(tmp_path, (EXAMPLE, "")), WORDS)
    assert told == [legend("own"), legend("move"), legend("capture"), legend("both"),
                    legend("line")]


def test_arrows_are_reported_where_an_example_lists_legal_moves(tmp_path: Path) -> None:
    lists = ("    exactly: [c2-c3, c2xb3]\n    illegal: [c2xd3]\n", "    legal: [c2-c3, a1-a2]\n")
    spec = loaded(tmp_path, ("    piece: c2\n", ""), lists)
    _, told = draw_legend(spec, WORDS)
    assert told[5:] == [legend("path"), *ZONES, *SIDES]


def test_no_arrows_are_reported_where_all_legal_moves_are_of_one_piece(tmp_path: Path) -> None:
    spec = loaded(tmp_path, ("    exactly: [c2-c3, c2xb3]\n    illegal: [c2xd3]\n", "    legal: [c2-c3]\n"))
    _, told = draw_legend(spec, WORDS)
    assert told[5:] == [legend("actor"), *ZONES, *SIDES]


@pytest.mark.parametrize(("text", "word"), [
    ("Each square has a name. Squares are free. Pieces stand on spaces.", "square"),  # twice and once
    ("A piece goes to an empty cell.", "cell"),
    ("The square board is empty. Move to a space.", "space"),  # a square board is no square
    ("Nothing is said.", "space"),
])
def test_the_legend_has_the_word_of_the_rules_text(tmp_path: Path, text: str, word: str) -> None:
    spec = loaded(tmp_path, ("illegal: [c2xd3]", "illegal: [c2xa1]"))
    (spec.folder / "rules.md").write_text(f"# The game\n\n{text}\n", "utf-8")
    assert f"not allowed, on an occupied {word}" in draw_legend(spec, WORDS)[1]


def test_a_piece_without_its_point_leaves_no_light_paper_of_it() -> None:
    """The legend of Charing Cross has a knight with its point and knights without: those are white, and what is under
    a point is white, too. Without it a piece is not smaller, and is in the middle: a knight is 0.8 of a cell high."""
    spec = load_spec("charing-cross")
    knight = draw_piece(spec, Piece("white", "knight"), 10.0, is_pointed=False)
    assert not knight.only(Role.FORWARD, Role.SHADE).items
    assert knight.size()[1] == pytest.approx(8.5, abs=0.01)
    assert draw_piece(spec, Piece("white", "knight"), 10.0).only(Role.SHADE).items


def test_both_sides_are_reported_with_the_way_they_go(spec: Spec) -> None:
    assert draw_legend(spec, WORDS)[1][-2:] == ["White piece; forward is up",
                                                "Black piece: a bar in the foot; forward is down"]


def test_wedges_are_reported_where_pieces_go_different_ways(tmp_path: Path) -> None:
    _, told = draw_legend(loaded(tmp_path, ("long: fW2, short: fW", "long: rW2, short: rW")), WORDS)
    assert legend("way") in told
    assert told[-2:] == ["White piece", "Black piece: a bar in the foot"]


@pytest.mark.parametrize(("moves", "wanted"), [
    ("W", [legend("own"), legend("own_round")]), ("fW", [legend("own")]),
])
def test_a_piece_without_forward_has_its_own_row(tmp_path: Path, moves: str, wanted: list[str]) -> None:
    _, told = draw_legend(loaded(tmp_path, ("long: fW2, short: fW", f"long: {moves}, short: {moves}")), WORDS)
    assert [text for text in told if text in (legend("own"), legend("own_round"))] == wanted


def test_where_all_marks_mean_both_there_is_one_row_for_all_dots(tmp_path: Path) -> None:
    """All targets of the diagrams mean both; the dot that an example shows on an empty cell has no row of its own."""
    spec = loaded(tmp_path, ("fmWfcF", "fW"), ("x o x", ". * ."), ("[c2-c3, c2xb3]", "[c2-c3]"))
    assert find_meanings(spec) == [MoveMark(Act.MOVE | Act.CAPTURE, is_only_kind=True)]
    assert legend("move") not in draw_legend(spec, WORDS)[1]


def test_words_stand_beside_their_marks_and_are_large_enough(spec: Spec) -> None:
    drawing, _ = draw_legend(spec, WORDS)
    x0, _, x1, _ = drawing.bounds()
    assert x1 - x0 <= WIDEST
    assert all(point_size(item.text.cap) >= 8.5 for item in lettering(drawing))
    marks = all_of(drawing, Role.GRID, Role.SELF)
    assert marks.bounds[0] < min(item.bounds()[0] for item in lettering(drawing))
    boxes = sorted(item.bounds() for item in lettering(drawing))
    assert all(a[2] < b[0] or a[3] < b[1] or b[3] < a[1] for a, b in pairwise(boxes))


def test_long_words_run_on_below_and_the_columns_are_balanced(spec: Spec) -> None:
    wide = replace(WORDS, entries={**WORDS.entries, "legend_own": legend("own") * 3})
    drawing, told = draw_legend(spec, wide)
    columns = [sorted(item.bounds() for item in lettering(drawing) if item.text.at[0] == x)
               for x in sorted({item.text.at[0] for item in lettering(drawing)})]
    assert len(columns) == 2
    assert sum(map(len, columns)) > len(told)
    assert drawing.bounds()[2] - drawing.bounds()[0] <= WIDEST
    low = [min(box[1] for box in column) for column in columns]
    assert abs(low[0] - low[1]) < 10


def test_a_narrow_legend_has_the_same_words_in_one_column(spec: Spec) -> None:
    drawing, (wide, entries) = draw_narrow_legend(spec, WORDS), draw_legend(spec, WORDS)
    assert drawing.bounds()[2] - drawing.bounds()[0] <= NARROW
    assert len({item.text.at[0] for item in lettering(drawing)}) == 1
    assert " ".join(item.text.string for item in lettering(drawing)) == " ".join(entries)
    assert {item.text.cap for item in lettering(drawing)} == {item.text.cap for item in lettering(wide)}


HOPS = """\
players:
  white: {forward: up, material: acrylic-3mm/white}
  black: {forward: down, material: acrylic-3mm/black}
board: {grid: 5x5, cell: 40 mm, material: acrylic-3mm/clear, zones: {top: {cells: a5}, low: {cells: e1}}}
pieces:
  man: {each: 4, moves: fmW, body: {tile: disc, base: 30 mm}}
rules:
  set: standard
  capture: none
  hops: {man: [{over: any, to: F, takes: FATE}]}
  win: [{reach: {white: top, black: low}}]
examples:
  - {id: one, title: One, position: "white: man a1; black: man b2; turn: white", line: [a1xc3], next: black}
  - {id: two, title: Two, position: "white: man a1; black: man b2; turn: white", legal: [a1xc3]}
"""


@pytest.mark.parametrize(("fate", "wanted"), [
    ("home", ["may jump here over a piece, which goes home", "a piece that goes home",
              "this piece goes home if the move is made"]),
    ("removed", ["may jump here over a piece, which is captured", "captured piece",
                 "this piece can be captured"]),
])
def test_the_legend_says_what_becomes_of_a_piece(tmp_path: Path, fate: str, wanted: list[str]) -> None:
    (tmp_path / "game.yaml").write_text(f"fabgen: 1\ntitle: Hops\ndesigner: Nobody\n{HOPS.replace('FATE', fate)}")
    _, told = draw_legend(load_spec(str(tmp_path), allow_errors=True), WORDS)
    assert [text for text in told if "jump" in text or "home" in text or "captured" in text] == wanted
    assert "Black piece: a bar; forward is down" in told  # a disc has no foot


def test_the_legend_has_the_words_of_the_game_for_captures(tmp_path: Path) -> None:
    terms = "terms: {capture: eliminate, captured: eliminated}\n"
    text = f"fabgen: 1\ntitle: Hops\ndesigner: Nobody\n{terms}{HOPS.replace('FATE', 'removed')}"
    (tmp_path / "game.yaml").write_text(text)
    _, entries = draw_legend(load_spec(str(tmp_path), allow_errors=True), WORDS)
    assert [entry for entry in entries if "captur" in entry] == []
    assert [entry for entry in entries if "eliminate" in entry] == [
        "may jump here over a piece, which is eliminated", "eliminated piece", "this piece can be eliminated"]


def test_zones_of_one_look_have_one_row(tmp_path: Path) -> None:
    alike = loaded(tmp_path, ("far: {cells: a5-e5, of: black}", "far: {cells: a5-e5, of: white, pattern: stripes}"),
                   ("near: {cells: a1-e1, of: white}", "near: {cells: a1-e1, of: white, pattern: stripes}"))
    drawing, told = draw_legend(alike, WORDS)
    assert [text for text in told if "near" in text or "far" in text] == ["near, far"]
    assert len(drawing.only(Role.ZONE).items) == 1


def test_a_cell_that_may_be_entered_is_reported(tmp_path: Path) -> None:
    assert legend("entered") in draw_legend(loaded(tmp_path, ("c2-c3, c2xb3", "c2-c3, c2-b3")), WORDS)[1]
    assert legend("entered") not in draw_legend(loaded(tmp_path), WORDS)[1]


MARKS_IN_WORDS = [
    (MoveMark(Act.CAPTURE | Act.HOP),
     "may move here only to capture; may also jump here over a piece, which stays in place"),
    (MoveMark(Act.MOVE | Act.CAPTURE | Act.LOCUST, True),
     "may move or capture here; may also jump here over a piece, which is captured; "
     "and so on, to the edge"),
    (MoveMark(Act.FIRST_MOVE | Act.HOP | Act.LOCUST),
     "may move here, on its first move only; may also jump here over a piece, which stays in place or is captured"),
    (MoveMark(Act.MOVE | Act.FIRST_CAPTURE),
     "may move here; on its first move it may also capture here"),
    (MoveMark(Act.FIRST_MOVE | Act.CAPTURE, True),
     "may capture here; on its first move it may also move here; "
     "and so on, to the edge"),
]


@pytest.mark.parametrize(("mark", "wanted"), MARKS_IN_WORDS)
def test_the_words_of_a_mark_may_be_those_of_a_game(mark: MoveMark, wanted: str) -> None:
    terms = {"capture": "eliminate", "captured": "eliminated"}
    own = wanted.replace("captured", "eliminated").replace("capture", "eliminate")
    assert describe_mark(WORDS, mark, terms=terms) == own


@pytest.mark.parametrize(("mark", "wanted"), MARKS_IN_WORDS)
def test_the_words_of_a_mark_are_put_together(mark: MoveMark, wanted: str) -> None:
    assert describe_mark(WORDS, mark) == wanted

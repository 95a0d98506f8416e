"""Positions that claim nothing: what is written is what is drawn, and every mistake has its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from specs import changed, put

from fabgen.check.game import check_drawn_texts
from fabgen.core.problems import FabgenError
from fabgen.spec.load import load_spec

POSITIONS = """\
positions:
  - id: fork
    title: A fork
    position: "white: guard c2; black: guard b3 d3"
    view: black
    close_up: b2-d4
    arrows: [c2-b3, c2-d3-d4]
    piece: c2
    frames: b3 d3
    shade: c2-c3
    labels: {c2: A}
  - {id: start, title: The start}
"""


def test_a_position_is_read_with_all_that_is_drawn_into_it(tmp_path: Path) -> None:
    views = load_spec(str(put(tmp_path, changed() + POSITIONS))).position_views
    assert list(views) == ["fork", "start"]
    fork, start = views["fork"], views["start"]
    assert fork.is_flipped
    assert fork.viewer == "black"
    assert sorted(fork.position.pieces) == ["b3", "c2", "d3"]
    assert fork.arrows == (("c2", "b3"), ("c2", "d3"), ("d3", "d4"))
    assert (fork.framed, fork.shaded, fork.labels) == (("b3", "d3"), ("c2", "c3"), (("c2", "A"),))
    assert (fork.acting, start.acting) == (("c2",), ())
    assert len(fork.shown_cells) == 9
    assert not start.is_flipped


@pytest.mark.parametrize(("old", "new", "where", "words"), [
    ("c2; black", "c9; black", "(positions[1].position)", "c9"),
    ("view: black", "view: blak", "(positions[1].view)", "there is no player `blak`"),
    ("close_up: b2-d4", "close_up: b2-d9", "(positions[1].close_up)", "d9"),
    ("c2-b3,", "c2,", "(positions[1].arrows[1])", "`c2` is no arrow"),
    ("c2-b3,", "c2-z1,", "(positions[1].arrows[1])", "z1"),
    ("c2-b3,", "c2-c2,", "(positions[1].arrows[1])", "ends where it begins"),
    ("frames: b3 d3", "frames: b3 x3", "(positions[1].frames)", "x3"),
    ("piece: c2", "piece: d4", "(positions[1].piece)", "no piece stands on d4"),
    ("shade: c2-c3", "shade: c0", "(positions[1].shade)", "c0"),
    ("{c2: A}", "{c7: A}", "(positions[1].labels.c7)", "c7"),
    ("{c2: A}", f"{{c2: {'A' * 31}}}", "(positions[1].labels.c2)", "30"),
    ("{id: start,", "{id: fork,", "(positions[2].id)", "the id `fork` is there twice"),
    ("    title: A fork\n", "", "positions[1]", "`title` is missing"),
    ("frames:", "frame:", "(positions[1].frame)", "did you mean frames?"),
])
def test_a_mistake_has_its_place(tmp_path: Path, old: str, new: str, where: str, words: str) -> None:
    assert POSITIONS.count(old) == 1
    path = put(tmp_path, changed() + POSITIONS.replace(old, new))
    with pytest.raises(FabgenError) as error:
        load_spec(str(path))
    problems = [str(problem) for problem in error.value.problems]
    assert any(where in problem and words in problem for problem in problems), problems
    assert all(f"{path}:" in problem for problem in problems)


def test_a_label_needs_letters_that_the_font_has(tmp_path: Path) -> None:
    spec = load_spec(str(put(tmp_path, changed() + POSITIONS.replace("{c2: A}", "{c2: שלום}"))))
    (problem,) = check_drawn_texts(spec)
    assert "(positions[1].labels.c2)" in str(problem)
    assert "'ש' (U+05E9)" in str(problem)


def test_a_player_at_the_side_has_no_view(tmp_path: Path) -> None:
    text = changed(("black: {forward: down", "black: {forward: left")) + POSITIONS
    with pytest.raises(FabgenError) as error:
        load_spec(str(put(tmp_path, text)))
    assert any("black sits at a side" in str(problem) and "write white" in str(problem)
               for problem in error.value.problems)

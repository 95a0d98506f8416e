"""What fits a cell fits every larger one, in acrylic and on paper."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from specs import changed, put

from fabgen.authoring.schema import SIZES, fill_room_table
from fabgen.check.piece_room import cut_faults, paper_faults
from fabgen.check.size_requirements import with_cell_size
from fabgen.core.languages import load_words
from fabgen.core.problems import FabgenError, Problem
from fabgen.figures.components.paper_kit import make_piece_batch
from fabgen.figures.components.paper_pieces import FOOTPRINT
from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import movement_diagram
from fabgen.spec.load import Spec, load_spec

BODIES = ("standee: cat", "standee: wolf", "standee: king", "crossed: rook", "crossed: king", "stack: disc",
          "stack: hex", "tile: disc", "tile: hex, travel: up", "tile: square")
MOVES = ("W", "K", "B", "R3", "CF", "mBcN", "fmWfcF", "N", "A")


@cache
def spec(body: str, moves: str) -> Spec:
    with TemporaryDirectory() as folder:
        text = changed(("moves: {ruling: REACH, long: fW2, short: fW}", f"moves: {moves}"),
                       ("body: {standee: spear}", f"body: {{{body}}}"))
        return load_spec(str(put(Path(folder), text)), allow_errors=True)


def fits(body: str, moves: str, cell: float) -> bool:
    made = with_cell_size(spec(body, moves), cell)
    return not paper_faults(made, "lancer") and all(fault.level != "error" for fault in cut_faults(made, "lancer"))


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(BODIES), st.sampled_from(MOVES), st.integers(80, 1190), st.integers(1, 60))
def test_what_fits_a_cell_fits_every_larger_one(body: str, moves: str, tenths: int, more: int) -> None:
    small, large = tenths / 10, min(120.0, (tenths + more) / 10)
    assert fits(body, moves, large) or not fits(body, moves, small)


@pytest.mark.slow
@pytest.mark.parametrize(("body", "moves"), [("standee: cat", "K"), ("standee: cat", "mBcN"), ("crossed: rook", "B"),
                                             ("crossed: king", "K"), ("standee: wolf", "R3")])
def test_there_is_one_least_cell(body: str, moves: str) -> None:
    found = [fits(body, moves, tenths / 10) for tenths in range(380, 660, 3)]
    assert found[-1]
    assert all(later or not earlier for earlier, later in pairwise(found))


def test_a_strip_keeps_to_its_share_of_every_cell() -> None:
    """46.1 mm: nine tenths are 41.49 mm, and a strip of 41.5 mm would be too wide."""
    assert pytest.approx(41.49) == FOOTPRINT * 46.1
    assert fits("standee: cat", "K", 46.1)


@pytest.mark.parametrize(("body", "moves"), [("standee: cat", "mBcN"), ("crossed: rook", "B")])
def test_a_strip_is_refused_where_it_cannot_be_drawn(body: str, moves: str) -> None:
    refusals = set[bool]()
    for cell in range(24, 64, 3):
        made, problems = with_cell_size(spec(body, moves), cell), tuple[Problem, ...]()
        try:
            make_piece_batch(made, next(iter(made.game.players)), "lancer", "tent", load_words())
        except FabgenError as error:
            problems = error.problems
        assert paper_faults(made, "lancer") == problems
        refusals.add(bool(problems))
    assert refusals == {False, True}


@pytest.mark.slow
def test_the_table_of_least_cells_is_what_the_program_asks_for() -> None:
    text = (Path(__file__).parents[2] / "docs" / "spec.md").read_text("utf-8")
    assert fill_room_table(text) == text, "python -m fabgen.authoring.schema docs/spec.md writes it anew"
    assert fill_room_table(text.replace("| 31 mm |", "| 30 mm |", 1)) == text


@pytest.mark.parametrize(("size", "moves"), SIZES.items())
def test_its_sizes_are_those_of_the_diagrams(size: str, moves: str) -> None:
    window = movement_diagram(parse_betza(moves)).window
    assert f"{window.files} x {window.ranks}" == size


@pytest.mark.usefixtures("plain_bases")
def test_a_standee_of_nine_cells_needs_53_mm_on_paper() -> None:
    """3.8 mm a cell and 2 mm on each side; nine tenths of the cell hold that and the name's 9 mm."""
    assert 52 < (9 * 3.8 + 2 * 2 + 9) / 0.9 < 53
    assert not fits("standee: pawn", "N2", 52)
    assert fits("standee: pawn", "N2", 53)

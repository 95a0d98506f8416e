"""What figures show of towers after a line of play: what was covered, laid flat, or has left the game."""

from pathlib import Path

import pytest
from rules.outside.test_mechanics import written

from fabgen.figures.positions.claims import make_trace
from fabgen.spec.load import load_spec


@pytest.mark.parametrize(
    ("game", "example", "captured", "moved"),
    [
        ("walling", "laid", {}, set()),  # the wall under the cap is not captured, and a1 is not left
        ("anchoring", "loose", {"c1": "black man", "d1": "black man", "d3": "white man"}, {"b1"}),
    ],
)
def test_the_trace_of_towers(tmp_path: Path, game: str, example: str, captured: dict, moved: set) -> None:
    spec = load_spec(str(written(tmp_path, game)))
    trace = make_trace(next(case for case in spec.cases if case.example.id == example))
    assert {cell: ", ".join(map(str, pieces)) for cell, pieces in trace.captured_pieces.items()} == captured
    assert {*trace.moved_pieces} == moved

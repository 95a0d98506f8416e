"""The lines of riders in movement diagrams, and what the legend says of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from fabgen.artwork.drawing import Shape
from fabgen.core.languages import load_words
from fabgen.figures.diagrams.legend import draw_legend
from fabgen.figures.diagrams.movement_diagram import draw_blocking_lines
from fabgen.rules.betza import parse_betza
from fabgen.rules.diagram import movement_diagram
from fabgen.rules.directions import SQUARES
from fabgen.spec.load import load_spec

STEPS = "line: a piece on it blocks the way"
LEAPS = "line: a piece where a step ends blocks the way"


@pytest.mark.parametrize(("moves", "blocked"), [("R", STEPS), ("NN", LEAPS), ("fDD", LEAPS)])
def test_the_legend_tells_what_stops_a_rider(tmp_path: Path, moves: str, blocked: str) -> None:
    text = f"""fabgen: 1
title: Riders
designer: Nobody
players: {{white: {{forward: up}}}}
board: {{grid: 8x8}}
pieces: {{rider: {{moves: {moves}, body: {{tile: disc}}}}}}
"""
    (tmp_path / "game.yaml").write_text(text)
    told = draw_legend(load_spec(str(tmp_path), allow_errors=True), load_words("en", tmp_path))[1]
    assert [line for line in told if line.startswith("line")] == [blocked]


def test_no_line_strikes_out_a_mark_that_is_leapt_over() -> None:
    """A wazir that also leaps on by twos: the first leap goes over a mark of a step, the second over an empty cell."""
    movement = parse_betza("WDD", SQUARES)
    spans = [path.bounds() for item in draw_blocking_lines(movement, movement_diagram(movement), 10.0).items
             if isinstance(item, Shape) for path in item.paths]
    assert len(spans) == 4
    assert all(20 < max(abs(x0), abs(y0)) < 40 and 20 < max(abs(x1), abs(y1)) < 40 for x0, y0, x1, y1 in spans)

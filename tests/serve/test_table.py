"""What a click on the page's table stands for."""

from pathlib import Path

import pytest
from rules.outside.test_mechanics import written

from fabgen.serve.look import Look
from fabgen.serve.studio import Store, Studio
from fabgen.serve.table import choice_cells, play
from fabgen.spec.load import load_spec


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("c2-c1", ["c2", "c1"]),
        ("c2xc1", ["c2", "c1"]),
        ("c2-c1x(d2)", ["c2", "c1"]),
        ("c2-c1x(d2)x(a1)", ["c2", "c1"]),
        ("man@c1x(d2)", ["c1"]),
        ("c1x(c2)d3", ["c1", "c2", "d3"]),
        ("a1..c1-a2", ["a1", "c1", "a2"]),
        ("x(d4)", ["d4"]),
        ("pass", []),
    ],
)
def test_the_last_cell_of_an_action_is_where_it_ends(tmp_path: Path, text: str, cells: list[str]) -> None:
    assert choice_cells(load_spec(str(written(tmp_path, "milling"))), text) == cells


def test_a_tower_comes_from_its_top_down_with_its_height(tmp_path: Path) -> None:
    """b2 jumps over c3: the man on top of c3 goes below the one from b2."""
    studio = Studio(load_spec(str(written(tmp_path, "towers"))), Look(), Store())
    position = "white: man b2 e1; black: man c3 e5; under c3: 2 black man, white officer; turn: white"
    table = play(studio, {"position": position, "line": ["b2xd4"]})
    on_cells = {cell: [f"{piece['player']} {piece['kind']}" for piece in table["pieces"] if piece["cell"] == cell]
                for cell in table["towers"]}
    assert table["towers"] == {"c3": 3, "d4": 2}
    assert on_cells == {"c3": ["black man", "black man", "white officer"], "d4": ["white man", "black man"]}

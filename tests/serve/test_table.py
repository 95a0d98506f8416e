"""What a click on the page's table stands for."""

from pathlib import Path

import pytest
from rules.outside.test_mechanics import written

from fabgen.serve.table import choice_cells
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

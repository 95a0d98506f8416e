"""A limit that a whole drawing exceeds is reported at the line of the spec that names the drawing."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import tiny

from fabgen.core.problems import FabgenError
from fabgen.spec.load import load_spec

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="30mm" height="30mm" viewBox="0 0 30 30">\n'
SHAPES = "".join(f'<rect x="{n % 29}" y="{n // 100}" width="0.5" height="0.5"/>\n' for n in range(2001))
# A zigzag of 400 lines from top to bottom, of which each two cross half the time: some 40,000 crossings.
ZIGZAG = " ".join(f"{n * n * 37 % 299 / 10} {30 * (n % 2)}" for n in range(401))
CROSSED = f'<path d="M{ZIGZAG}z"/>\n'


@pytest.mark.parametrize("drawing", [SHAPES, CROSSED], ids=["elements", "crossings"])
@pytest.mark.parametrize(("old", "new", "line", "key"), [
    ("cell: 40 mm,", "cell: 40 mm, art: a.svg,", 6, "board.art"),
    ("standee: pawn", "standee: a.svg, height: 30 mm", 8, "pieces.pawn.body.standee"),
    ("grid: 3x3", "map: {file: a.svg}", 6, "board.map"),
])
def test_a_limit_of_a_whole_drawing_has_a_place_in_the_spec(
    tmp_path: Path, old: str, new: str, line: int, key: str, drawing: str
) -> None:
    home = tiny(tmp_path / "tiny", old, new)
    (home / "a.svg").write_text(f"{HEAD}{drawing}</svg>")
    problems = load_problems(home)
    [(where_line, column, where_key, what)] = [found for found in problems if "over " in found[3]]
    assert (where_line, where_key) == (line, key)
    assert column > 1
    assert what.startswith("a.svg")


def load_problems(home: Path) -> list[tuple[int, int, str, str]]:
    try:
        found = load_spec(str(home), allow_errors=True).problems
    except FabgenError as error:
        found = tuple(error.problems)
    return [(problem.where.line, problem.where.column, problem.where.key, problem.what) for problem in found]

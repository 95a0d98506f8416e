"""The README's table of what each game takes: one row a game that comes with fabgen, in numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec

README = Path(__file__).parent.parent / "README.md"


@pytest.mark.slow
def test_every_game_that_comes_with_fabgen_has_its_numbers() -> None:
    table = re.search(r"<!-- written by docs/gallery.py -->\n(.*?)<!-- until here -->", README.read_text("utf-8"), re.S)
    rows = [line.strip("| ").split(" | ") for line in (table[1] if table else "").splitlines()[2:]]
    assert [row[0] for row in rows] == [f"*{load_spec(game).game.title}*" for game in template_folders()]
    assert all(len(row) == 7 and row[1] and all(int(cell) > 0 for cell in row[2:]) for row in rows)

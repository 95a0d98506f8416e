"""The picture of all marks in docs/look.md is made by the program, with every row and column of the table of glyphs."""

from __future__ import annotations

import runpy
from pathlib import Path

from fabgen.rules.marks import ALL_MARKS, Act

DOCS = Path(__file__).parents[3] / "docs"


def test_the_picture_is_shown_and_shows_every_mark() -> None:
    assert "](pictures/move-marks.png)" in (DOCS / "look.md").read_text("utf-8")
    assert (DOCS / "pictures" / "move-marks.png").stat().st_size > 5000
    script = runpy.run_path(str(DOCS / "move_marks.py"))
    shown = {step | hop for step in script["STEPS"].values() for hop in script["HOP_KINDS"].values()} - {Act(0)}
    assert shown == {mark.acts for mark in ALL_MARKS}

"""A game whose rules text is not finished yet: its figures can be looked at; nothing else that it lacks is passed over.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from plays import race

from fabgen.cli import main

CARD = ("examples:\n", "aids:\n  card: {kind: card}\nexamples:\n")
TEXT = "# Race\n\n![](example:nosuch)\n\nRun.\n"  # no such example, no chapter for the card


def drawn(path: Path, figure: str, out: Path) -> Result:
    return CliRunner().invoke(main, ["diagram", str(path.parent), figure, "-o", str(out)], prog_name="fabgen")


@pytest.mark.parametrize("figure", ["board", "setup", "legend", "moves:runner", "example:first"])
def test_figures_are_drawn_while_the_text_is_incomplete(tmp_path: Path, figure: str) -> None:
    path, out = race(tmp_path, CARD), tmp_path / "one.svg"
    path.with_name("rules.md").write_text(TEXT)
    result = drawn(path, figure, out)
    assert result.exit_code == 0
    assert out.read_text().startswith("<?xml")
    assert "warning: no figure `nosuch`" in result.stderr
    assert "warning: the rulebook has no chapter" in result.stderr
    assert "error" not in result.stderr


@pytest.mark.parametrize(("figure", "code"), [("board", 0), ("setup", 0), ("moves:runner", 0), ("legend", 1),
                                              ("example:first", 1)])
def test_the_board_is_drawn_while_an_example_is_wrong(tmp_path: Path, figure: str, code: int) -> None:
    path, out = race(tmp_path, ("[a1-a2, a1-b2]", "[a1-a2]")), tmp_path / "one.svg"
    result = drawn(path, figure, out)
    assert result.exit_code == code
    assert out.exists() == (code == 0)
    assert "a1-b2 is legal too" in result.stderr


@pytest.mark.parametrize("figure", ["board", "legend"])
def test_nothing_is_drawn_of_a_game_with_errors(tmp_path: Path, figure: str) -> None:
    path, out = race(tmp_path, ("of: white", "of: whit")), tmp_path / "one.svg"
    assert drawn(path, figure, out).exit_code == 1
    assert not out.exists()

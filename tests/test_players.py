"""`--players`: a game for several numbers is made for the number asked for, and proven for it; folders that stay keep
theirs."""

from __future__ import annotations

from pathlib import Path

import pdfplumber
import pytest
from built import build_in_place, share_template, verify_in_place

from fabgen.build import build, verify_build
from fabgen.core.problems import FabgenError
from fabgen.spec.build_options import Options

pytestmark = pytest.mark.slow


def pieces(folder: Path) -> set[str]:
    """The players whose pieces, one of each kind, are counted on the first sheet of a print-and-play set."""
    with pdfplumber.open(next((folder / "print").glob("*.pdf"))) as pdf:
        text = " ".join(page.extract_text() for page in pdf.pages).lower()
    names = "blue", "orange", "black", "white", "green", "purple", "red", "yellow"
    return {name for name in names if f"3 {name} pieces" in text}


def test_the_number_of_players_is_made_and_proven(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Chess Battle is for 4 unless asked; its fifth player is green."""
    made = build_in_place("chess-battle", tmp_path, Options(papers=("a4",), print_players=5), only=["print"])
    assert verify_build(made.target) == []
    assert pieces(made.target) == {"blue", "orange", "black", "white", "green"}
    unasked = share_template(tmp_path_factory, "chess-battle")
    assert pieces(unasked.target) == {"blue", "orange", "black", "white"}


def test_a_number_that_a_game_does_not_take_is_reported(tmp_path: Path) -> None:
    with pytest.raises(FabgenError, match="Correction is a game for 2 players, not 3"):
        build("correction", tmp_path, Options(players=3), only=["laser"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("only", ["rules", "diagrams", "print", "laser"])
def test_a_number_is_refused_whatever_is_built(tmp_path: Path, only: str) -> None:
    with pytest.raises(FabgenError, match="Correction is a game for 2 players, not 3"):
        build("correction", tmp_path, Options(players=3, print_players=3), only=[only])


def test_diagrams_show_the_usual_players_whatever_number_the_set_is_for(tmp_path: Path) -> None:
    """Nine players and more have a larger board, on which some examples do not exist: diagrams stay those of the usual
    game."""
    options = Options(papers=("a4",), players=12, print_players=12, diagram_formats=("svg",))
    made = build_in_place("chess-battle", tmp_path, options, only=["print", "diagrams"])
    assert verify_in_place(made.target) == []

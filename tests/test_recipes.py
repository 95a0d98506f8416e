"""docs/recipes.md is true: each of its specs builds as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from recipe_games import PAGE, RECIPES

from fabgen.check.game import check_spec
from fabgen.figures.boards.board import draw_board
from fabgen.figures.components.paper_kit import make_paper_kit
from fabgen.spec.load import load_spec

DRAWINGS = dict(re.findall(r"`(\w+\.svg)`:\n\n```svg\n(.*?)```", PAGE, re.S))


def test_the_page_has_its_recipes() -> None:
    assert [*DRAWINGS] == ["fish.svg", "leaf.svg"]
    assert [*RECIPES] == ["unequal-armies", "tafl", "shogi", "neutral-pieces", "neutral-discs", "stones",
                          "drawn-pieces", "discs-that-turn-over", "ranks-and-names", "one-sheet-of-wood", "a-map",
                          "cards", "player-boards"]


@pytest.mark.parametrize("name", RECIPES)
def test_a_recipe_has_no_problem_and_draws_its_parts(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(RECIPES[name], "utf-8")
    for file, drawing in DRAWINGS.items():
        path.with_name(file).write_text(drawing, "utf-8")
    path.with_name("rules.md").write_text("# Rules\n\nTake turns.\n", "utf-8")
    spec = load_spec(str(path))
    assert [problem.what for problem in check_spec(spec) if problem.level in ("error", "warning")] == []
    assert draw_board(spec.game, spec.lattice, spec.map_spaces).items
    kit = make_paper_kit(spec)
    boards = len(spec.game.player_boards) * len(spec.game.players)
    assert len(kit.batches) == len(spec.game.armies) + len(spec.game.tokens) + len(spec.game.decks) + boards

"""The games of docs/recipes.md, as text and as files, to be changed by tests."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError, Problem
from fabgen.spec.load import Spec

PAGE = (Path(__file__).parents[1] / "docs" / "recipes.md").read_text("utf-8")
RECIPES = dict(re.findall(r"<!-- recipe: (\S+) -->\n```yaml\n(.*?)```", PAGE, re.DOTALL))


def put_recipe(folder: Path, name: str, rules: str, *pairs: tuple[str, str]) -> Path:
    """The game of a recipe in a folder, with `rules` as its text and some words replaced, each of which occurs once."""
    text = RECIPES[name]
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / "game.yaml"
    path.write_text(text, "utf-8")
    path.with_name("rules.md").write_text(rules, "utf-8")
    return path


def find_problems(load: Callable[[], Spec]) -> list[Problem]:
    """The Problems of loading a changed game, or else of checking it, without notices."""
    try:
        spec = load()
    except FabgenError as error:
        return list(error.problems)
    return [problem for problem in check_spec(spec) if problem.level != "notice"]

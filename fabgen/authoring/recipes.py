"""docs/recipes.md → its recipes by name, and the files of a new game that starts from one: the spec as it stands on the
page, its drawings, and a rules text that shows every figure of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from fabgen.core.yaml_models import parse_data

RECIPE = re.compile(r"<!-- recipe: (\S+) -->\n```yaml\n(.*?)```", re.DOTALL)
DRAWING = re.compile(r"`([\w-]+\.svg)`:\n\n```svg\n(.*?)```", re.DOTALL)


@dataclass(frozen=True)
class Recipe:
    """A small game of the page: its name, what its section says first, its spec, and its drawings by their paths."""

    name: str
    about: str
    spec: str
    drawings: dict[str, str]

    @property
    def rules_text(self) -> str:
        """A rules text with the figures of the game: its components, its start, each piece that moves, each example."""
        game, _ = parse_data(self.spec, self.name)
        moving = [name for name, piece in game["pieces"].items() if piece["moves"] != "none"]
        sections = [
            ("The game in short", ["Say in a sentence what players do, and who wins.", "![](board)"]),
            ("Components", ["![](components)"]),
            ("Setting up", ["Set up the board as the figure shows.", "![](setup)"]),
            ("How to play", ["Say what players do in their turn.", *(f"![](<moves:{name}>)" for name in moving),
                             "Say when the game is over, and who has won.",
                             *(f"![](example:{example['id']})" for example in game.get("examples", ()))]),
            ("Quick reference", ["![](legend)"]),
        ]
        return "\n\n".join(f"# {heading}\n\n" + "\n\n".join(lines) for heading, lines in sections) + "\n"


def read_recipes() -> dict[str, Recipe]:
    """The recipes by their names, in the order of the page."""
    recipes = {}
    for section in _page().split("\n## ")[1:]:
        if not (match := RECIPE.search(section)):
            continue
        _, text = section[:match.start()].split("\n", 1)
        about = re.split(r"[.:;]", " ".join(text.split()), maxsplit=1)[0]
        recipes[match[1]] = Recipe(match[1], about, match[2], dict(DRAWING.findall(section)))
    return recipes


def recipe_files(recipe: Recipe, title: str) -> dict[str, bytes]:
    """The files of a game that begins as a recipe, with a title of its own."""
    spec = re.sub(r"^title:.*$", f"title: {title}", recipe.spec, count=1, flags=re.MULTILINE)
    comment = f"# From the recipe `{recipe.name}` of docs/recipes.md. Every key is explained in docs/spec.md.\n"
    texts = {"game.yaml": comment + spec, "rules.md": recipe.rules_text, **recipe.drawings}
    return {path: text.encode() for path, text in texts.items()}


def _page() -> str:
    """The page of recipes, which is beside the package, or in it once it is installed."""
    packaged = Path(str(files("fabgen"))) / "authoring" / "starter" / "recipes.md"
    page = packaged if packaged.is_file() else Path(str(files("fabgen"))).parent / "docs" / "recipes.md"
    return page.read_text("utf-8")

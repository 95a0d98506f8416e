"""What verify may import, as its docstring says: it shares no constant and no geometry with what it judges."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import fabgen.verify

VALUES = {"spec.load", "spec.game", "spec.components", "spec.build_options", "laser.machine", "materials.material",
          "materials.operations",
          "materials.key", "artwork.drawing", "artwork.part", "artwork.path", "artwork.text", "artwork.single_line"}
ONLY = {  # of modules that hold more than models
    "spec.drawings": {"DrawingPath", "drawing_files", "picture_files"},
    "spec.origins": {"folder_digest"},
    "spec.rules_file": {"card_chapters", "read_rules_text"},
    "typeset.papers": {"load_paper"},
    "paper.print_on_demand": {"PodProduct", "PodService", "load_service", "service_names"},
    "artwork.themes": {"Theme", "load_theme"},
    "laser.selection": {"read_choice", "chosen_parts"},
    "laser.sheet": {"groups_in_name", "has_name", "group_sheet_names", "make_slugs", "sheet_name"},
    "figures.diagrams.catalogue": {"draw_figure"},
    "figures.rulebook.game_rulebook": {"read_game_rulebook"},
    "typeset": {"blocks"},
    "typeset.blocks": {"plain_text"},
}
HOMES = {  # modules that one module of verify alone may import
    "figures.diagrams.catalogue": "figures.py",
    "figures.rulebook.game_rulebook": "rulebook_html.py",
    "typeset": "rulebook_html.py",
    "typeset.blocks": "rulebook_html.py",
}


@pytest.mark.slow
def test_verify_imports_only_what_it_says() -> None:
    home = Path(fabgen.verify.__file__).parent
    modules = sorted(home.rglob("*.py"))
    assert modules
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("fabgen") for alias in node.names), path
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("fabgen."):
                continue
            module, names = (node.module or "").removeprefix("fabgen."), {alias.name for alias in node.names}
            if module.partition(".")[0] in ("verify", "rules", "core"):
                continue
            assert module in VALUES | ONLY.keys(), f"{path.name} imports {module}"
            assert path.name == HOMES.get(module, path.name), f"{path.name} imports {module}"
            assert names <= ONLY.get(module, names), f"{path.name} imports {sorted(names)} from {module}"

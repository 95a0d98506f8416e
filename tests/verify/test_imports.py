"""What verify may import, as its docstring says: it shares no constant and no geometry with what it judges."""

from __future__ import annotations

import ast
from pathlib import Path

import fabgen.verify

FLOOR = {"base", "units", "declared", "manifest", "options", "phrasebook", "words", "aside"}
DECLARED = {"spec.load", "spec.game", "make.profile", "make.paper", "make.pod", "make.theme", "make.sheetnames"}
DRAWN = {"artwork.drawing", "artwork.part", "artwork.path", "artwork.text", "artwork.strokes", "selection"}
ONLY = {  # of modules that hold more than models
    "make.paper": {"load_paper"}, "make.pod": {"Product", "Service", "load_service", "service_names"},
    "make.theme": {"Theme", "load_theme"}, "selection": {"choice", "chosen_parts"},
    "figures.catalogue": {"Named", "draw_figure"},
}


def test_verify_imports_what_it_says_alone() -> None:
    home = Path(fabgen.verify.__file__).parent
    for path in sorted(home.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                assert not any(alias.name.startswith("fabgen") for alias in node.names), path
            if not isinstance(node, ast.ImportFrom) or not (node.module or "").startswith("fabgen."):
                continue
            module, names = (node.module or "").removeprefix("fabgen."), {alias.name for alias in node.names}
            if module.partition(".")[0] in ("verify", "rules") or module in FLOOR:
                continue
            known = DECLARED | DRAWN | ({"figures.catalogue"} if path.name == "figures.py" else set())
            assert module in known, f"{path.name} imports {module}"
            assert names <= ONLY.get(module, names), f"{path.name} imports {sorted(names)} from {module}"

"""Imports point one way, each library has one home, nothing in fabgen knows a game by name (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "fabgen"
FLOOR = {"base", "units", "faults", "declared", "phrasebook", "aside"}
LOWER: dict[str, set[str]] = {  # what each may import; what is not listed here stands above and may import all of these
    "base": set(),
    "units": set(),
    "phrasebook": set(),
    "faults": {"base"},
    "declared": {"base", "faults"},
    "words": FLOOR,
    "disk": {"base"},
    "manifest": {"base", "disk"},
    "rules": FLOOR,
    "artwork": FLOOR,
    "spec": FLOOR | {"rules", "artwork"},
    "figures": FLOOR | {"words", "rules", "artwork", "spec"},
    "make": FLOOR | {"artwork", "laser"},
    "laser": FLOOR | {"artwork", "make"},
    "write": FLOOR | {"words", "artwork", "make", "laser"},
}
# What `check` may import, itself too.
CHECK = {*LOWER, "boardcheck", "examplecheck", "mapcheck", "pieceroom", "piececheck", "playcheck", "referencecheck",
         "check"}
HOMES: dict[str, str] = {  # where a library may be imported, as a regular expression over module names
    "click": r"cli(\..*)?",
    "yaml": r"declared",
    "svgwrite": r"write\.svg",
    "ezdxf": r"write\.dxf|verify\..*",
    "reportlab": r"write\..*|verify\..*",
    "pikepdf": r"write\.(tags|booklet|pod.*)",
    "markdown_it": r"figures\..*",
    "fontTools": r"artwork\.text",
    "svgelements": r"verify\..*|artwork\.drawn",
}
GAMES = r"Correction|Charing|Incorrect Checkers|Chess Battle|Abstract Game|Kouzmanoff"
SLUGS = r"\bcorrection\b|charing-cross|incorrect-checkers|chess-battle|abstract-game"


def sources() -> dict[str, str]:
    """The text of each module by its name within fabgen: `rules.betza`, `cli`."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if not name.startswith("templates"):
            found[name.removesuffix(".__init__")] = path.read_text("utf-8")
    return found


def imported(module: str, text: str) -> Iterator[str]:
    """What a module imports, late imports and those for types included, by full name."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            above = ".".join(["fabgen", *module.split(".")][: -node.level])
            yield from (".".join(filter(None, (above, node.module, alias.name))) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "fabgen":
            yield from (
                f"fabgen.{alias.name}"
                for alias in node.names
                if (ROOT / alias.name).exists() or (ROOT / f"{alias.name}.py").exists()
            )
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def upward(modules: Mapping[str, str]) -> list[str]:
    """Imports that point the wrong way."""
    found = []
    for module, text in modules.items():
        layer = module.split(".")[0]
        allowed = LOWER.get(layer) if layer != "check" else CHECK
        for name in imported(module, text):
            target = name.split(".")[1] if name.startswith("fabgen.") else layer
            known = target == layer or (target in allowed if allowed is not None else target not in ("cli", "__main__"))
            known = known or (layer == "__main__" and target == "cli")
            if not known:
                found.append(f"{module} imports {name}")
    return found


def strangers(modules: Mapping[str, str]) -> list[str]:
    """Libraries outside their homes."""
    pairs = [(module, name.split(".")[0]) for module, text in modules.items() for name in imported(module, text)]
    return [
        f"{module} imports {name}" for module, name in pairs if name in HOMES and not re.fullmatch(HOMES[name], module)
    ]


def test_imports_point_one_way() -> None:
    assert upward(sources()) == []


def test_each_library_has_one_home() -> None:
    assert strangers(sources()) == []


def test_the_layers_are_there() -> None:
    layers = {module.split(".")[0] for module in sources()}
    assert set(LOWER) <= layers
    assert {"check", "verify", "build", "cli"} <= layers
    assert len(sources()) > 50


@pytest.mark.parametrize(
    ("module", "line", "caught"),
    [
        ("rules.betza", "from fabgen.artwork.path import Path", True),
        ("artwork.path", "import fabgen.rules.boards", True),
        ("artwork.path", "from fabgen.spec import game", True),
        ("spec.load", "from fabgen.artwork.themes import ink", True),
        ("figures.kit", "from fabgen.make.profile import fit_of", True),
        ("laser.nest.nest", "from fabgen.spec.load import Spec", True),
        ("laser.nest.nest", "from ...figures import board", True),
        ("laser.nest.nest", "def f():\n    from fabgen.figures.boards.board import draw_board", True),
        ("write.svg", "from fabgen.figures.pieces.bases import base_part", True),
        ("write.svg", "from fabgen import rules", True),
        ("base", "from fabgen.core.units import mm", True),
        ("declared", "from fabgen.rules import betza", True),
        ("check", "from fabgen.build import build", True),
        ("build", "from fabgen.cli import main", True),
        ("verify.pdf", "from fabgen import cli", True),
        ("figures.kit", "from fabgen.rules.diagram import Diagram", False),
        ("write.pdf", "from fabgen.artwork.themes import ink", False),
        ("laser.nest.nest", "from .search import NestSearch", False),
        ("rules.betza", "from fabgen import __version__", False),
        ("cli", "from fabgen.build import build", False),
    ],
)
def test_a_planted_import_is_caught(module: str, line: str, caught: bool) -> None:
    assert bool(upward({module: line})) is caught


@pytest.mark.parametrize(
    ("module", "line", "caught"),
    [
        ("build", "import click", True),
        ("check", "import yaml", True),
        ("make.tile", "from reportlab.pdfgen import canvas", True),
        ("write.pages", "import svgwrite", True),
        ("figures.kit", "def f():\n    import reportlab", True),
        ("cli", "import click", False),
        ("declared", "import yaml", False),
        ("write.pages", "import reportlab", False),
    ],
)
def test_a_planted_library_is_caught(module: str, line: str, caught: bool) -> None:
    assert bool(strangers({module: line})) is caught


def printing(modules: Mapping[str, str]) -> list[str]:
    """Calls that write to the terminal or leave the program."""
    calls = [
        (module, ast.unparse(node.func))
        for module, text in modules.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
    ]
    return [
        f"{module} calls {call}"
        for module, call in calls
        if module.split(".")[0] not in ("cli", "__main__")
        and call in ("print", "sys.exit", "exit", "sys.stdout.write", "sys.stderr.write")
    ]


def test_only_the_command_line_prints_and_exits() -> None:
    speaking = {"laser.nest.spyrrow_process"}  # a process of its own: its standard output is how it answers
    assert printing({name: text for name, text in sources().items() if name not in speaking}) == []
    assert printing({"build": "def f():\n    print('done')"}) == ["build calls print"]


def told(modules: Mapping[str, str]) -> list[str]:
    """Names of games outside the examples of the command line's help and of paths such as `output/correction`."""
    found: list[str] = []
    for module, text in modules.items():
        shown = _without_docstrings(text) if module.split(".")[0] == "cli" else text
        shown = shown.replace("output/correction", "")
        if not module.startswith("rules.games"):
            found += [f"{module}: {name}" for name in re.findall(f"{GAMES}|{SLUGS}", shown)]
    return found


def _without_docstrings(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def test_no_module_and_no_profile_names_a_game() -> None:
    paths = sorted((ROOT / "profiles").rglob("*.yaml"))
    profiles = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}
    assert len(profiles) > 5
    assert told({**sources(), **profiles}) == []


@pytest.mark.parametrize(
    ("module", "text", "caught"),
    [
        ("rules.moves", "if game.title == 'Correction': pass", True),
        ("build", "DEFAULT = 'correction'", True),
        ("figures.board", '"""As in Chess Battle."""', True),
        ("cli", "def main():\n    '''fabgen build correction'''\n    return 'charing-cross'", True),
        ("cli", "def main():\n    '''fabgen build correction'''", False),
        ("laser.kerf", '"""A kerf correction would be wrong here."""', True),
        ("laser.kerf", "corrections = 1", False),
    ],
)
def test_a_planted_game_is_caught(module: str, text: str, caught: bool) -> None:
    assert bool(told({module: text})) is caught


def test_help_needs_no_heavy_library() -> None:
    """What `fabgen --help` imports before it answers."""
    heavy = [
        "pydantic",
        "yaml",
        "shapely",
        "numpy",
        "reportlab",
        "fontTools",
        "svgwrite",
        "svgelements",
        "pypdfium2",
        "PIL",
    ]
    program = f"import sys, fabgen.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

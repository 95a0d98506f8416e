"""The house stands as docs/architecture.md draws it: packages, imports without cycles, libraries at home, names.

Layers and the independence of the products are contracts in `pyproject.toml`, which `lint-imports` checks.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "fabgen"
PACKAGES = {
    "core", "rules", "artwork", "typeset", "materials", "spec", "figures", "laser", "paper", "book", "diagrams",
    "model", "check", "verify", "production", "authoring", "serve", "cli",
}
TOP_MODULES = {"__init__", "__main__", "api", "build"}
HOMES: dict[str, str] = {  # where a library may be imported, as a regular expression over module names
    "click": r"cli(\..*)?",
    "babel": r"core\.plurals",
    "yaml": r"core\.yaml_models",
    "svgwrite": r"artwork\.export\.svg|laser\.formats\.svg",
    "ezdxf": r"laser\.formats\.dxf|verify\..*",
    "reportlab": r"artwork\.export\..*|typeset\..*|book\..*|laser\.formats\.pdf|verify\..*",
    "pikepdf": r"artwork\.export\.pdf|artwork\.export\.press_pages|book\.(booklet|press_pdf|rulebook_pdf)|paper\..*|"
               r"verify\.(deck_pdf|press|readers\.painted_colours|remade_documents)",
    "markdown_it": r"spec\.markdown|figures\.rulebook\..*",
    "fontTools": r"artwork\.text",
    "starlette": r"serve\..*",
    "uvicorn": r"serve\..*",
    "watchfiles": r"serve\..*",
    "manifold3d": r"model\.solids",
    "svgelements": r"verify\..*|artwork\.svg_file",
}
GAMES = r"Correction|Charing|Incorrect Checkers|Chess Battle|Abstract Game|Kouzmanoff"
SLUGS = r"\bcorrection\b|charing-cross|incorrect-checkers|chess-battle|abstract-game"


@cache
def read_sources() -> dict[str, str]:
    """The text of each module by its name within fabgen: `rules.betza`, `cli`."""
    texts = {}
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        if not name.startswith("templates"):
            texts[name.removesuffix(".__init__")] = path.read_text("utf-8")
    return texts


@cache
def nodes(text: str) -> list[ast.AST]:
    """Every node of a module's syntax tree."""
    return list(ast.walk(ast.parse(text)))


def imported_names(module: str, text: str) -> Iterator[str]:
    """The full name of everything that a module imports, late and for types only too."""
    for node in nodes(text):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level:
            parents = ".".join(["fabgen", *module.split(".")][: -node.level])
            yield from (".".join(filter(None, (parents, node.module, alias.name))) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def import_graph(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Each module of fabgen with the modules of fabgen that it imports."""
    graph: dict[str, set[str]] = {}
    for module, text in sources.items():
        graph[module] = set()
        for name in imported_names(module, text):
            target = name.removeprefix("fabgen.")
            while name.startswith("fabgen.") and target not in sources and "." in target:
                target = target.rpartition(".")[0]
            if name.startswith("fabgen.") and target in sources and target != module:
                graph[module].add(target)
    return graph


def find_cycles(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """Groups of modules that can all be reached from each other, by Tarjan's method (1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[set[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for target in sorted(graph[module]):
            if target not in index:
                visit(target)
                low[module] = min(low[module], low[target])
            elif target in stack:
                low[module] = min(low[module], index[target])
        if low[module] == index[module]:
            group = set(stack[stack.index(module):])
            del stack[stack.index(module):]
            if len(group) > 1:
                groups.append(group)

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return groups


def test_the_packages_are_those_of_the_plan() -> None:
    folders = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert folders == PACKAGES
    assert {path.stem for path in ROOT.glob("*.py")} == TOP_MODULES


def test_no_imports_go_in_a_circle() -> None:
    assert find_cycles(import_graph(read_sources())) == []


def test_a_circle_of_late_imports_is_found() -> None:
    sources = {
        "a": "def f():\n    from fabgen.b import g",
        "b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from fabgen.c import H",
        "c": "import fabgen.a",
        "d": "from fabgen import a",
    }
    assert find_cycles(import_graph(sources)) == [{"a", "b", "c"}]


def imports_away_from_home(sources: Mapping[str, str]) -> list[str]:
    """Libraries that are imported outside their homes."""
    pairs = [(module, name.split(".")[0]) for module, text in sources.items() for name in imported_names(module, text)]
    return [f"{module} imports {name}" for module, name in pairs
            if name in HOMES and not re.fullmatch(HOMES[name], module)]


def test_each_library_has_one_home() -> None:
    assert imports_away_from_home(read_sources()) == []


@pytest.mark.parametrize(
    ("module", "line", "caught"),
    [
        ("build", "import click", True),
        ("check.game", "import yaml", True),
        ("core.languages", "from babel import Locale", True),
        ("paper.tiles", "from reportlab.pdfgen import canvas", True),
        ("typeset.pages", "import svgwrite", True),
        ("figures.components.kit", "def f():\n    import reportlab", True),
        ("cli", "import click", False),
        ("core.yaml_models", "import yaml", False),
        ("core.plurals", "from babel import Locale", False),
        ("typeset.pages", "import reportlab", False),
    ],
)
def test_a_planted_library_is_caught(module: str, line: str, caught: bool) -> None:
    assert bool(imports_away_from_home({module: line})) is caught


def calls_that_print(sources: Mapping[str, str]) -> list[str]:
    """Calls that write to the terminal or leave the program, outside the command line."""
    calls = [
        (module, ast.unparse(node.func))
        for module, text in sources.items()
        for node in nodes(text)
        if isinstance(node, ast.Call)
    ]
    return [
        f"{module} calls {call}"
        for module, call in calls
        if module.split(".")[0] not in ("cli", "__main__")
        and call in ("print", "sys.exit", "exit", "sys.stdout.write", "sys.stderr.write")
    ]


def test_only_the_command_line_prints_and_exits() -> None:
    child = "laser.nest.spyrrow_process"  # a process of its own: its standard output is how it answers
    assert calls_that_print({name: text for name, text in read_sources().items() if name != child}) == []
    assert calls_that_print({"build": "def f():\n    print('done')"}) == ["build calls print"]


def games_named(sources: Mapping[str, str]) -> list[str]:
    """Names of games outside the examples of the command line's help and of paths such as `output/correction`."""
    names: list[str] = []
    for module, text in sources.items():
        code = _without_docstrings(text) if module.split(".")[0] == "cli" else text
        code = code.replace("output/correction", "")
        if not module.startswith("rules.games"):
            names += [f"{module}: {name}" for name in re.findall(f"{GAMES}|{SLUGS}", code)]
    return names


def _without_docstrings(text: str) -> str:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def test_no_module_and_no_profile_names_a_game() -> None:
    paths = [path for path in sorted(ROOT.rglob("*.yaml")) if "templates" not in path.parts]
    profiles = {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in paths}
    assert len(profiles) > 30
    assert games_named({**read_sources(), **profiles}) == []


@pytest.mark.parametrize(
    ("module", "text", "caught"),
    [
        ("rules.movement", "if game.title == 'Correction': pass", True),
        ("build", "DEFAULT = 'correction'", True),
        ("figures.boards.board", '"""As in Chess Battle."""', True),
        ("cli", "def main():\n    '''fabgen build correction'''\n    return 'charing-cross'", True),
        ("cli", "def main():\n    '''fabgen build correction'''", False),
        ("laser.kerf", '"""A kerf correction would be wrong here."""', True),
        ("laser.kerf", "corrections = 1", False),
    ],
)
def test_a_planted_game_is_caught(module: str, text: str, caught: bool) -> None:
    assert bool(games_named({module: text})) is caught


def test_help_needs_no_heavy_library() -> None:
    assert _heavy_imports("fabgen.cli") == "[]"


def test_the_interface_for_programs_needs_no_heavy_library() -> None:
    assert _heavy_imports("fabgen.api") == "[]"


def _heavy_imports(module: str) -> str:
    """The heavy libraries that are there after `import module`."""
    heavy = [
        "pydantic", "yaml", "shapely", "numpy", "reportlab", "fontTools", "svgwrite", "svgelements", "pypdfium2", "PIL",
        "babel",
    ]
    program = f"import sys, {module}; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


# Names: docs of the house's voice ask for nouns and verbs of the field.

IRREGULAR = {
        "bound",
        "built",
        "chosen",
        "drawn",
        "found",
        "given",
        "gone",
        "grown",
        "held",
        "kept",
        "known",
        "laid",
        "left",
        "made",
        "met",
        "paid",
        "put",
        "said",
        "seen",
        "sent",
        "shown",
        "sunk",
        "taken",
        "thought",
        "told",
        "woven",
        "written",
    }
PRONOUNS = {
        "all",
        "another",
        "both",
        "each",
        "every",
        "here",
        "how",
        "it",
        "its",
        "nobody",
        "none",
        "one",
        "ones",
        "other",
        "others",
        "own",
        "some",
        "such",
        "that",
        "them",
        "there",
        "they",
        "this",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whoever",
        "whose",
        "why",
    }
NOUNS = {
        "authoring",
        "bearing",
        "bed",
        "binding",
        "bleed",
        "building",
        "casing",
        "castling",
        "ceiling",
        "deed",
        "drawing",
        "engraving",
        "feed",
        "filling",
        "heading",
        "indeed",
        "lettering",
        "listing",
        "marking",
        "need",
        "nesting",
        "opening",
        "padding",
        "parting",
        "reading",
        "ring",
        "ruling",
        "seed",
        "setting",
        "spacing",
        "speed",
        "spring",
        "staging",
        "string",
        "thing",
        "tiling",
        "winding",
        "wing",
        "wording",
        "king",
    }

# Methods of an immutable value that return a changed copy: a participle sets them apart from a verb that changes the
# value itself, as Python's `sorted` and `reversed` do.
CHANGED_COPIES = {"mirrored", "moved", "reversed", "scaled", "transformed", "turned"}


def says_nothing(name: str) -> bool:
    """Whether a name is a bare participle or a pronoun. A class of several words, as `PaperTiling`, is neither."""
    if re.fullmatch(r"__\w+__", name) or re.fullmatch(r"_?([A-Z][a-z]+){2,}", name):
        return False
    word = name.strip("_").lower()
    if "_" in word or word in NOUNS:
        return False
    return word in PRONOUNS | IRREGULAR or bool(re.fullmatch(r"[a-z]{2,}(ed|ing)", word))


def definitions(sources: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """(kind and place, name) of every module, class and function. Methods are included, but for those that return a
    changed copy."""
    for module, text in sources.items():
        yield f"module {module}", module.rpartition(".")[2]
        tree = ast.parse(text)
        methods = {id(member) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for member in node.body}
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef | ast.FunctionDef):
                continue
            if id(node) not in methods or node.name not in CHANGED_COPIES:
                yield f"{module}:{node.lineno}", node.name


def test_no_name_is_a_bare_participle_or_a_pronoun() -> None:
    assert [f"{place} {name}" for place, name in definitions(read_sources()) if says_nothing(name)] == []


@pytest.mark.parametrize("name", ["told", "_placed", "putting", "Own", "one", "Traced", "bound"])
def test_such_a_name_is_caught(name: str) -> None:
    assert says_nothing(name)


@pytest.mark.parametrize("name", ["PaperTiling", "_LaserSetting", "__enter__", "Wording", "place_part", "is_closed"])
def test_a_good_name_is_let_through(name: str) -> None:
    assert not says_nothing(name)


def test_class_names_are_unique() -> None:
    places = defaultdict(list)
    for module, text in read_sources().items():
        for node in nodes(text):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(module)
    assert {name: modules for name, modules in places.items() if len(modules) > 1} == {}

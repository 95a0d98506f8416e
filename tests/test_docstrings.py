"""Docstrings say what is so: their examples hold, and the modules that they name exist."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

import fabgen

HOME = Path(fabgen.__file__).parent
MODULES = {".".join(path.relative_to(HOME).with_suffix("").parts).removesuffix(".__init__"): path
           for path in sorted(HOME.rglob("*.py"))}
PACKAGES = {name.partition(".")[0] for name, path in MODULES.items() if path.parent != HOME}
VALUES = {"spec.rules", "spec.play", "spec.cases", "rules.engine"}  # of a variable, not of the package


def with_examples() -> list[str]:
    return [name for name, path in MODULES.items() if re.search(r"^ *>>> ", path.read_text("utf-8"), re.MULTILINE)]


@pytest.mark.parametrize("name", with_examples())
def test_the_examples_in_the_docstrings_of_a_module_hold(name: str) -> None:
    result = doctest.testmod(import_module(f"fabgen.{name}"))
    assert result.failed == 0
    assert result.attempted > 0


def test_there_are_examples() -> None:
    assert len(with_examples()) > 10


def is_known(name: str) -> bool:
    """Whether a dotted name is a package, a module, or something in a module."""
    return name in VALUES or any(name == module or name.startswith(f"{module}.") for module in MODULES if "." in module)


def test_modules_that_are_named_exist() -> None:
    text = {name: path.read_text("utf-8") for name, path in MODULES.items()}
    named = [(name, dotted) for name, words in text.items()
             for dotted in re.findall(r"`([a-z_]+(?:\.[a-z_]+)+)`", words) if dotted.partition(".")[0] in PACKAGES]
    assert [(name, dotted) for name, dotted in named if not is_known(dotted)] == []
    assert len(named) > 10

"""An output folder → what is in it; a game that cannot be built → its Problems."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from fabgen.build import build
from fabgen.core.problems import FabgenError, Problem
from fabgen.spec.build_options import FOLDERS, Options


def files(folder: Path) -> dict[str, str]:
    """Every file by its path, with its sha256."""
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def within(folder: Path, name: str) -> dict[str, str]:
    return {path: digest for path, digest in files(folder).items() if path.startswith(f"{name}/")}


def problems(game: Path | str, out: Path, options: Options | None = None, *only: str) -> list[Problem]:
    with pytest.raises(FabgenError) as caught:
        build(str(game), out, options, only or FOLDERS)
    return list(caught.value.problems)


def options_of(target: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((target / "source/options.json").read_text())
    return found

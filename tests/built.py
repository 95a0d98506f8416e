"""An output folder → what is in it; a build that many tests read → the same folder for all workers of a run; a build
that is in place → its Problems; a game that cannot be built → its Problems."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
from collections.abc import Callable, Collection
from pathlib import Path

import pytest
from filelock import FileLock

from fabgen.build import Result, build
from fabgen.core.cache import ResultCache
from fabgen.core.problems import FabgenError, Problem
from fabgen.spec.build_options import DEFAULT_FOLDERS, Options
from fabgen.verify import verify


def files(folder: Path) -> dict[str, str]:
    """Every file by its path, with its sha256."""
    return {path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def within(folder: Path, name: str) -> dict[str, str]:
    return {path: digest for path, digest in files(folder).items() if path.startswith(f"{name}/")}


def reseal(folder: Path, file: str) -> None:
    """Writes the checksum of a changed file into the manifest, as a program that knows the manifest would."""
    manifest, data = json.loads((folder / "manifest.json").read_text()), (folder / file).read_bytes()
    for entry in manifest["files"]:
        if entry["path"] == file:
            entry |= {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def run_folder(factory: pytest.TempPathFactory) -> Path:
    """The folder for temporary files that all workers of this run share."""
    root = factory.getbasetemp()
    return root.parent if "PYTEST_XDIST_WORKER" in os.environ else root


def share_build(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Result]) -> Result:
    """The result of `make` in a new folder, made by the first worker of this run that asks for `name`.

    The folder lies beside the folders of the workers, so that all of them read the same files. Nobody writes into it:
    `assert_untouched` says so at the end of each worker.
    """
    folder = run_folder(factory) / "shared" / name
    folder.mkdir(parents=True, exist_ok=True)
    stored = folder / "result.pickle"
    with FileLock(folder / "lock"):
        if not stored.exists():
            result = make(folder)
            stored.write_bytes(pickle.dumps((result, files(result.target))))
    result, digests = pickle.loads(stored.read_bytes())
    _SHARED[name] = (result.target, digests)
    assert isinstance(result, Result)
    return result


_SHARED: dict[str, tuple[Path, dict[str, str]]] = {}


def assert_untouched() -> None:
    """Raises AssertionError where a test has changed a shared build."""
    for name, (target, digests) in _SHARED.items():
        assert files(target) == digests, f"a test wrote into the shared build `{name}`"


def share_template(factory: pytest.TempPathFactory, slug: str) -> Result:
    """The plain build of a game that comes with fabgen, for `verify_in_place`."""
    return share_build(factory, slug, lambda folder: build_in_place(slug, folder))


def build_in_place(game: Path | str, out: Path, options: Options | None = None,
                   only: Collection[str] = DEFAULT_FOLDERS) -> Result:
    """A build for `verify_in_place`: what it proves of its files is kept beside the output folder."""
    return build(str(game), out, options, only, cache=_proofs(out))


def verify_in_place(target: Path) -> list[Problem]:
    """The Problems of what `build_in_place` made, as it is now. A build proves its files before they are in place, so
    that of the same bytes nothing is proven twice; tests/test_build_cache.py shows that other bytes are."""
    return verify(target, cache=_proofs(target.parent))


def _proofs(out: Path) -> ResultCache:
    return ResultCache(out.with_name(f"{out.name} proofs"))


def share_written_game(factory: pytest.TempPathFactory, name: str, game: str, rules: str,
                       options: Options | None = None, only: Collection[str] = DEFAULT_FOLDERS) -> Result:
    """The build of a game whose spec and rules are given as texts, in a folder named `small`."""

    def make(folder: Path) -> Result:
        home = folder / "small"
        home.mkdir(exist_ok=True)
        (home / "game.yaml").write_text(game)
        (home / "rules.md").write_text(rules)
        return build_in_place(home, home / "out", options, only)

    return share_build(factory, name, make)


def problems(game: Path | str, out: Path, options: Options | None = None, *only: str) -> list[Problem]:
    with pytest.raises(FabgenError) as caught:
        build(str(game), out, options, only or DEFAULT_FOLDERS)
    return list(caught.value.problems)


def options_of(target: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads((target / "source/options.json").read_text())
    return found

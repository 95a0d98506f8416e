"""A spec and the options of a build → the files of `source/`: all that a build came from, so that it can be proven and
repeated.

Folders that a build leaves alone keep what they came from: their options, their machine and their materials.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import fabgen
from fabgen.base import Where, problem, words
from fabgen.check import rulebook
from fabgen.landing import Work
from fabgen.manifest import Manifest, safe
from fabgen.options import FOLDERS, Options
from fabgen.spec.load import SPEC, Spec
from fabgen.spec.own import drawn_files

SOURCE = "source"
OPTIONS, MACHINE, SHOP, ORIGINS = "options.json", "machine.json", "shop.json", "origins.json"
AGAIN = "build without --only"


@dataclass(frozen=True)
class Kept:
    """The folders of the former build that stay, and what they came from."""

    folders: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)
    machine: Mapping[str, Any] = field(default_factory=dict)  # these two where laser/ stays
    shop: Mapping[str, Any] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)

    def stale(self, spec: Spec) -> list[str]:
        """The folders that stay but were made from another state of the game, or by another fabgen."""
        return [folder for folder in self.folders if self.origins.get(folder) != origin(spec, folder)]


def kept(work: Work, only: Collection[str]) -> Kept:
    """What stays of the former build when `only` these folders are built. Raises FabgenError where the former `source/`
    is damaged: then nobody knows what the others came from."""
    former = work.former
    folders = tuple(folder for folder in FOLDERS if folder not in only and former and former.within([folder]))
    if not former or not folders:
        return Kept()
    profiles = (MACHINE, SHOP) if "laser" in folders else ()
    try:
        options = Options.parse(_former(work.target, former, OPTIONS))
        found = {name: dict(json.loads(_former(work.target, former, name))) for name in (ORIGINS, *profiles)}
    except (OSError, ValueError, TypeError) as error:
        why = f"{words(folders)} would stay, and what was built is not here whole: {error}"
        raise problem(why, AGAIN, Where(str(work.target / SOURCE))) from None
    return Kept(folders, options, found.get(MACHINE, {}), found.get(SHOP, {}), found[ORIGINS])


def _former(target: Path, former: Manifest, name: str) -> bytes:
    """A file of the former `source/`, as it was built; ValueError where it was changed since."""
    path = f"{SOURCE}/{name}"
    data = (target / path).read_bytes()
    if hashlib.sha256(data).hexdigest() not in [one.sha256 for one in former if one.path == path]:
        raise ValueError(f"{name} was changed")
    return data


def sources(spec: Spec, options: Options, only: Collection[str], stay: Kept) -> Iterator[tuple[str, bytes, str]]:
    """Path in the output folder, contents and purpose of each file of `source/`."""
    text = rulebook(spec)
    machine, shop = profiles(spec, options)
    yield f"{SOURCE}/{SPEC}", Path(spec.source.file).read_bytes(), "the game spec of this build"
    yield f"{SOURCE}/{text}", (spec.folder / text).read_bytes(), "the rules text of this build"
    for name in drawn_files(spec.game):
        if _inside(name):
            yield f"{SOURCE}/{name}", (spec.folder / name).read_bytes(), "a drawing of this build, as it was drawn"
    for name in _own_materials(spec):
        yield f"{SOURCE}/{name}", (spec.folder / name).read_bytes(), "a material of this build, as it was written"
    if _own_words(spec) and _inside(spec.game.language):
        yield f"{SOURCE}/{spec.game.language}", _own_words(spec), "the words of this build, in its own language"
    chosen = _resolved(options).keeping(stay.options, stay.folders)
    yield f"{SOURCE}/{OPTIONS}", chosen.dump(), "the options of this build"
    yield f"{SOURCE}/{MACHINE}", _json(stay.machine or machine), "the laser profile of this build"
    yield f"{SOURCE}/{SHOP}", _json({**shop, **stay.shop}), "the materials of this build, by their keys in the spec"
    origins = {folder: stay.origins.get(folder, "") for folder in stay.folders}
    origins |= {folder: origin(spec, folder) for folder in only}
    yield f"{SOURCE}/{ORIGINS}", _json(origins), "the state of the game that each folder was made from"


def origin(spec: Spec, folder: str) -> str:
    """A digest of what a folder shows: the game as declared, fabgen's version and, for the rulebook, its text."""
    text = (spec.folder / rulebook(spec)).read_bytes() if folder == "rules" else b""
    art = [(spec.folder / name).read_bytes() for name in drawn_files(spec.game) if _inside(name)]
    declared = spec.game.model_dump_json().encode()
    seen = b"\0".join([fabgen.__version__.encode(), declared, text, _own_words(spec), *art])
    return hashlib.sha256(seen).hexdigest()


def profiles(spec: Spec, options: Options) -> tuple[dict[str, Any], dict[str, Any]]:
    """The machine, and every material by its key in the spec, whole, as plain data."""
    from fabgen.make.job import laser_job

    job = laser_job(spec, options)
    shop = {key: job.stock(key).material.model_dump(mode="json") for key in _materials(spec)}
    return job.machine.model_dump(mode="json"), shop


def _materials(spec: Spec) -> list[str]:
    """The keys of all materials that the spec names."""
    return list(dict.fromkeys((spec.whole or spec.game).materials.values()))


def _own_materials(spec: Spec) -> list[str]:
    """The files beside the spec that hold materials; one that lies elsewhere is whole in the shop all the same."""
    named = [re.match(r"(.*\.ya?ml)(/|$)", key) for key in _materials(spec)]
    paths = sorted({match[1] for match in named if match})
    return [path for path in paths if _inside(path) and (spec.folder / path).is_file()]


def _own_words(spec: Spec) -> bytes:
    """The file of words that lies beside the spec, empty where fabgen has the language."""
    name = spec.game.language
    return (spec.folder / name).read_bytes() if name.endswith((".yaml", ".yml")) else b""


def _inside(path: str) -> bool:
    with suppress(ValueError):
        return bool(safe(path))
    return False


def _resolved(options: Options) -> Options:
    """The options as they are kept: with the machine that was meant, and of the shop's path the name alone, for where
    a user keeps it is nobody's business. What it says is whole in the machine and the materials."""
    from fabgen.make.shop import load_shop

    machine = options.machine or load_shop(options.shop).declared.machine or "generic"
    return replace(options, machine=machine, shop=Path(options.shop).name if options.shop else None)


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()

"""A spec and the options of a build → the files of `source/`: everything a build came from, so that it can be verified
and repeated.

Folders that a build does not touch keep what they were made from: their options, their machine and their materials.
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
from fabgen.base import Location, problem_error, join_words
from fabgen.check import rulebook_path
from fabgen.landing import StagedBuild
from fabgen.manifest import Manifest, safe_path
from fabgen.options import FOLDERS, Options
from fabgen.spec.load import SPEC, Spec
from fabgen.spec.own import drawing_files

SOURCE = "source"
OPTIONS, MACHINE, SHOP, ORIGINS = "options.json", "machine.json", "shop.json", "origins.json"
REBUILD_HINT = "build without --only"


@dataclass(frozen=True)
class KeptFolders:
    """The folders of the former build that stay, and what they were made from."""

    folders: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)
    machine: Mapping[str, Any] = field(default_factory=dict)  # machine and shop only if laser/ stays
    shop: Mapping[str, Any] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)

    def stale_folders(self, spec: Spec) -> list[str]:
        """The folders that stay but were made from another state of the game, or by another fabgen."""
        return [folder for folder in self.folders if self.origins.get(folder) != folder_digest(spec, folder)]


def find_kept_folders(work: StagedBuild, only: Collection[str]) -> KeptFolders:
    """What stays of the former build when only the folders in `only` are built. Raises FabgenError where the former
    `source/` is damaged, because then it is unknown what the other folders were made from."""
    former = work.former_manifest
    folders = tuple(folder for folder in FOLDERS if folder not in only and former and former.entries_in([folder]))
    if not former or not folders:
        return KeptFolders()
    profiles = (MACHINE, SHOP) if "laser" in folders else ()
    try:
        options = Options.from_json(_read_former(work.target, former, OPTIONS))
        data = {name: dict(json.loads(_read_former(work.target, former, name))) for name in (ORIGINS, *profiles)}
    except (OSError, ValueError, TypeError) as error:
        message = f"{join_words(folders)} would stay, and what was built is not here whole: {error}"
        raise problem_error(message, REBUILD_HINT, Location(str(work.target / SOURCE))) from None
    return KeptFolders(folders, options, data.get(MACHINE, {}), data.get(SHOP, {}), data[ORIGINS])


def _read_former(target: Path, former: Manifest, name: str) -> bytes:
    """The bytes of a file of the former `source/`. Raises ValueError if it was changed since it was built."""
    path = f"{SOURCE}/{name}"
    data = (target / path).read_bytes()
    if hashlib.sha256(data).hexdigest() not in [entry.sha256 for entry in former if entry.path == path]:
        raise ValueError(f"{name} was changed")
    return data


def source_files(spec: Spec, options: Options, only: Collection[str], former: KeptFolders) -> Iterator[tuple[str, bytes, str]]:
    """Path in the output folder, contents and purpose of each file of `source/`."""
    text = rulebook_path(spec)
    machine, shop = profiles_as_data(spec, options)
    yield f"{SOURCE}/{SPEC}", Path(spec.source.file).read_bytes(), "the game spec of this build"
    yield f"{SOURCE}/{text}", (spec.folder / text).read_bytes(), "the rules text of this build"
    for name in drawing_files(spec.game):
        if _is_inside(name):
            yield f"{SOURCE}/{name}", (spec.folder / name).read_bytes(), "a drawing of this build, as it was drawn"
    for name in _user_materials(spec):
        yield f"{SOURCE}/{name}", (spec.folder / name).read_bytes(), "a material of this build, as it was written"
    if _user_words(spec) and _is_inside(spec.game.language):
        yield f"{SOURCE}/{spec.game.language}", _user_words(spec), "the words of this build, in its own language"
    stored_options = _stored_options(options).keep_for_folders(former.options, former.folders)
    yield f"{SOURCE}/{OPTIONS}", stored_options.to_json(), "the options of this build"
    yield f"{SOURCE}/{MACHINE}", _json(former.machine or machine), "the laser profile of this build"
    yield f"{SOURCE}/{SHOP}", _json({**shop, **former.shop}), "the materials of this build, by their keys in the spec"
    origins = {folder: former.origins.get(folder, "") for folder in former.folders}
    origins |= {folder: folder_digest(spec, folder) for folder in only}
    yield f"{SOURCE}/{ORIGINS}", _json(origins), "the state of the game that each folder was made from"


def folder_digest(spec: Spec, folder: str) -> str:
    """A digest of what a folder is made from: the game as declared, its drawings and words, fabgen's version and, for
    the rulebook, its text."""
    text = (spec.folder / rulebook_path(spec)).read_bytes() if folder == "rules" else b""
    art = [(spec.folder / name).read_bytes() for name in drawing_files(spec.game) if _is_inside(name)]
    declared = spec.game.model_dump_json().encode()
    content = b"\0".join([fabgen.__version__.encode(), declared, text, _user_words(spec), *art])
    return hashlib.sha256(content).hexdigest()


def profiles_as_data(spec: Spec, options: Options) -> tuple[dict[str, Any], dict[str, Any]]:
    """The machine, and every material by its key in the spec, complete and as plain data."""
    from fabgen.make.job import make_laser_job

    job = make_laser_job(spec, options)
    shop = {key: job.stock(key).material.model_dump(mode="json") for key in _material_keys(spec)}
    return job.machine.model_dump(mode="json"), shop


def _material_keys(spec: Spec) -> list[str]:
    """The keys of all materials that the spec names."""
    return list(dict.fromkeys((spec.full_game or spec.game).materials.values()))


def _user_materials(spec: Spec) -> list[str]:
    """The material files beside the spec. A file elsewhere is not copied: `shop.json` holds its content anyway."""
    matches = [re.match(r"(.*\.ya?ml)(/|$)", key) for key in _material_keys(spec)]
    paths = sorted({match[1] for match in matches if match})
    return [path for path in paths if _is_inside(path) and (spec.folder / path).is_file()]


def _user_words(spec: Spec) -> bytes:
    """The game's own language file beside the spec, empty where fabgen has the language built in."""
    name = spec.game.language
    return (spec.folder / name).read_bytes() if name.endswith((".yaml", ".yml")) else b""


def _is_inside(path: str) -> bool:
    """True for a relative path that stays within the folder of the spec."""
    with suppress(ValueError):
        return bool(safe_path(path))
    return False


def _stored_options(options: Options) -> Options:
    """The options as they are written to `source/`: with the machine that is used by default, and with the name of the
    shop file instead of its path, which is private. Its content is in the files of machine and materials."""
    from fabgen.make.shop import load_shop

    machine = options.machine or load_shop(options.shop).declared.machine or "generic"
    return replace(options, machine=machine, shop=Path(options.shop).name if options.shop else None)


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()

"""A build → the files of `source/`, from which it can be verified and made again; and what stays of a former build
whose other folders are kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fabgen.core.cache import digest_of_fabgen
from fabgen.core.english import join_words
from fabgen.core.files import read_file
from fabgen.core.game_files import read_spec_file
from fabgen.core.manifest import Manifest
from fabgen.core.problems import FabgenError, Location, problem_error
from fabgen.core.staging import StagedBuild
from fabgen.laser.job import make_laser_job
from fabgen.materials.key import MaterialKey
from fabgen.production.build_files import MODEL, SOURCE, BuildFile
from fabgen.spec.build_options import FOLDERS, Options
from fabgen.spec.game_folder import SPEC
from fabgen.spec.load import Spec, with_board_options
from fabgen.spec.origins import (
    edition_key,
    folder_digest,
    read_drawing_files,
    read_picture_files,
    read_theme_file,
    read_user_words,
)
from fabgen.spec.rules_file import rulebook_path

OPTIONS, MACHINE, SHOP, ORIGINS = "options.json", "machine.json", "shop.json", "origins.json"
DIAGRAM_THEME = "diagram-theme.yaml"
REBUILD_HINT = "build without --only"
LARGEST_FORMER = 10_000_000  # bytes of a file of a former `source/`


@dataclass(frozen=True)
class KeptFolders:
    """The folders of the former build that stay, and what they were made from."""

    folders: tuple[str, ...] = ()
    options: Options = field(default_factory=Options)
    machine: Mapping[str, Any] = field(default_factory=dict)  # machine and shop only if laser/ stays
    shop: Mapping[str, Any] = field(default_factory=dict)
    origins: Mapping[str, str] = field(default_factory=dict)
    diagram_theme: Mapping[str, Any] = field(default_factory=dict)  # only if diagrams/ stay, in a designer's own inks

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
    profiles: tuple[str, ...] = (MACHINE, SHOP) if {"laser", MODEL} & {*folders} else ()
    try:
        options = Options.from_json(_read_former(work.target, former, OPTIONS))
        has_theme = "diagrams" in folders and options.diagram_theme_file
        profiles += (DIAGRAM_THEME,) if has_theme else ()
        data = {name: dict(json.loads(_read_former(work.target, former, name))) for name in (ORIGINS, *profiles)}
    except (ValueError, TypeError, RecursionError) as error:
        message = f"{join_words(folders)} would stay, and what was built is not here whole: {error}"
        raise problem_error(message, REBUILD_HINT, Location(str(work.target / SOURCE))) from None
    return KeptFolders(folders, options, data.get(MACHINE, {}), data.get(SHOP, {}), data[ORIGINS],
                       data.get(DIAGRAM_THEME, {}))


def _read_former(target: Path, former: Manifest, name: str) -> bytes:
    """The bytes of a file of the former `source/`. Raises ValueError if it is not there, or was changed since it was
    built."""
    path = f"{SOURCE}/{name}"
    try:
        data = read_file(target / path, LARGEST_FORMER)
    except FabgenError as error:
        raise ValueError(f"{name}: {error.problems[0].what}") from None
    if hashlib.sha256(data).hexdigest() not in [entry.sha256 for entry in former if entry.path == path]:
        raise ValueError(f"{name} was changed")
    return data


def source_files(
    spec: Spec, options: Options, only: Collection[str], former: KeptFolders
) -> Iterator[BuildFile]:
    """The files of `source/`: those that the game's folder has, then what the options stand for."""
    yield from _game_files(spec)
    yield from _option_files(spec, options, only, former)


def _source_file(name: str, data: bytes, purpose: str) -> BuildFile:
    return BuildFile(f"{SOURCE}/{name}", data, purpose)


def _game_files(spec: Spec) -> Iterator[BuildFile]:
    """The spec and all files of the game's folder that it names."""
    text = rulebook_path(spec)
    yield _source_file(SPEC, read_spec_file(Path(spec.source.file)), "the game spec of this build")
    yield _source_file(text, spec.read_file(text), "the rules text of this build")
    if spec.translation:
        yield _source_file(spec.translation.name, spec.translation.data, "the translation of this build")
    for name, data in read_drawing_files(spec).items():
        yield _source_file(name, data, "a drawing of this build, as it was understood")
    for name, data in read_picture_files(spec).items():
        yield _source_file(name, data, "a picture of this build")
    for name in user_material_files(spec):
        yield _source_file(name, spec.read_file(name), "a material of this build, as it was written")
    if theme := read_theme_file(spec):
        yield _source_file(spec.game.book.theme_file or "", theme, "the theme of the rulebook of this build")
    if words := read_user_words(spec):
        yield _source_file(spec.game.language, words, "the words of this build, in its own language")


def _option_files(spec: Spec, options: Options, only: Collection[str], former: KeptFolders) -> Iterator[BuildFile]:
    """The options, the profiles that they stand for, and the state of the game that each folder was made from; for
    folders that stay, those of the former build."""
    machine, shop = profiles_as_data(spec, options)
    stored_options = _stored_options(options).keep_for_folders(former.options, former.folders)
    yield _source_file(OPTIONS, stored_options.to_json(), "the options of this build")
    yield _source_file(MACHINE, _json(former.machine or machine), "the laser profile of this build")
    yield _source_file(SHOP, _json({**shop, **former.shop}), "the materials of this build, by their keys in the spec")
    if inks := diagram_theme_data(options) if "diagrams" in only else former.diagram_theme:
        yield _source_file(DIAGRAM_THEME, _json(inks), "the inks of the diagrams of this build")
    origins = {key: former.origins.get(key, "") for folder in former.folders for key in (folder, edition_key(folder))}
    origins |= {folder: folder_digest(spec, folder) for folder in only}
    origins |= {edition_key(folder): digest_of_fabgen() for folder in only}
    purpose = "the state of the game and of fabgen that each folder was made from"
    yield _source_file(ORIGINS, _json(origins), purpose)


def profiles_as_data(spec: Spec, options: Options) -> tuple[dict[str, Any], dict[str, Any]]:
    """The machine, and every material by its key in the spec, complete and as plain data."""
    job = make_laser_job(spec, options)
    keys = material_keys(with_board_options(spec, options))
    shop = {key: job.stock(key).material.model_dump(mode="json") for key in keys}
    return job.machine.model_dump(mode="json"), shop


def diagram_theme_data(options: Options) -> Mapping[str, Any]:
    """The designer's own inks of the diagrams with everything that they extend, as plain data. Empty for a built-in
    theme."""
    from fabgen.artwork.themes import read_theme

    name = options.diagram_theme_file
    return read_theme(name).model_dump(mode="json", exclude={"extends"}, exclude_none=True) if name else {}


def material_keys(spec: Spec) -> list[str]:
    """The keys of all materials that the spec names."""
    return list(dict.fromkeys((spec.full_game or spec.game).materials.values()))


def user_material_files(spec: Spec) -> list[str]:
    """The material files beside the spec."""
    keys = [MaterialKey.parse(text) for text in material_keys(spec)]
    return sorted({key.material for key in keys if key.is_file})


def _stored_options(options: Options) -> Options:
    """The options as they are written to `source/`: with the machine that is used by default, and with the names of the
    files of shop and theme instead of their paths, which are private. Their content is in files of `source/`."""
    from fabgen.laser.shop import load_shop

    machine = options.machine or load_shop(options.shop).declared.machine or "generic"
    shop, theme = (Path(name).name if name else None for name in (options.shop, options.diagram_theme))
    return replace(options, machine=machine, shop=shop, diagram_theme=theme)


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()

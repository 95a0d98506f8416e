"""`source/` of an output folder → what the files must show: the spec compiled anew, its parts, the numbers of the job.

Nothing that the build computed is trusted: only what people wrote (spec, options, profiles) is read.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from fabgen.artwork.part import Fit, Part
from fabgen.base import FabgenError, Problem, Where, problem
from fabgen.declared import Declared
from fabgen.figures.kit import laser_kit
from fabgen.make.laser import slug
from fabgen.make.profile import Machine, Material, fit_of
from fabgen.rules.diagram import Meaning
from fabgen.rules.lattice import Offset
from fabgen.spec.load import Spec, load_spec

SOURCE = "source"
LARGEST = 5_000_000  # bytes of a JSON file in source/
T = TypeVar("T", bound=Declared)


@dataclass(frozen=True)
class Shop:
    """A laser job as the user chose it: the machine, every material by its key in the spec, and overrides in mm."""

    machine: Machine
    materials: dict[str, Material]
    kerf: float | None
    sheet: tuple[float, float] | None
    spacing: float | None

    def kerf_of(self, key: str) -> float:
        """The full width of a cut in mm."""
        return self.materials[key].kerf if self.kerf is None else self.kerf

    def spacing_of(self, key: str) -> float:
        return self.materials[key].spacing if self.spacing is None else self.spacing

    def sheet_of(self, key: str) -> tuple[float, float]:
        """Width and height: as given, else the material's, cut down to the bed."""
        (width, height), (across, down) = self.materials[key].sheet, self.machine.bed
        return self.sheet or (min(width, across), min(height, down))


@dataclass(frozen=True)
class Expected:
    """A game and a job, compiled from what people wrote."""

    spec: Spec
    shop: Shop
    parts: dict[str, Part]  # by the slug that ids on sheets start with

    def marks(self, piece: str) -> dict[Offset, Meaning]:
        """The diagram of a piece as the rules compute it now."""
        return dict(self.spec.diagram(piece).marks)

    def bases(self) -> dict[str, str]:
        """The piece whose diagram each slotted base carries, by the part's slug."""
        names = {
            f"{player} {piece} base": piece for player in self.spec.game.players for piece in self.spec.game.pieces
        }
        return {key: names[part.name] for key, part in self.parts.items() if part.name in names}


def expected(folder: Path) -> Expected:
    """What the files of an output folder must show. Raises FabgenError with every Problem of its sources."""
    source = folder / SOURCE
    spec = load_spec(str(source / "game.yaml"))
    options = _json(source / "options.json")
    machine = _model(Machine, _json(source / "machine.json"), source / "machine.json")
    stored = _json(source / "shop.json")
    shop = {name: _model(Material, value, source / "shop.json") for name, value in stored.items()}
    kerf, spacing = (_length(options, key, source) for key in ("kerf", "spacing"))
    job = Shop(machine, _materials(spec, shop, options.get("material")), kerf, _sheet(options, source), spacing)
    parts = [part for part in laser_kit(spec, lambda key: _fit(job, key)) if part.count > 0]
    return Expected(spec, job, dict(zip(slugs([part.name for part in parts]), parts, strict=True)))


def slugs(names: list[str]) -> list[str]:
    """The names of parts as ids hold them: a slug that stands twice gets a number."""
    seen: Counter[str] = Counter()
    found = []
    for plain in (slug(name) or "part" for name in names):
        seen[plain] += 1
        found.append(plain if seen[plain] == 1 else f"{plain}-v{seen[plain]}")
    return found


def _fit(job: Shop, key: str) -> Fit:
    return fit_of(job.materials[key])


def _materials(spec: Spec, shop: dict[str, Material], chosen: object) -> dict[str, Material]:
    """The stored material of each key; with a material for all, that one."""
    game = spec.game
    keys = [
        game.board.material,
        *(p.material for p in game.players.values()),
        *(t.material for t in game.tokens.values()),
    ]
    found = {key: _stored(key, shop, bool(chosen)) for key in dict.fromkeys(keys)}
    missing = [key for key, material in found.items() if material is None]
    if missing:
        raise FabgenError(
            Problem(Where(f"{SOURCE}/shop.json", key=key), f"the material `{key}` is not in it", "build the game again")
            for key in missing
        )
    return {key: material for key, material in found.items() if material is not None}


def _stored(key: str, shop: dict[str, Material], chosen: bool) -> Material | None:
    if len(shop) == 1 and chosen:
        return next(iter(shop.values()))
    name = key.rpartition("/")[0] if "/" in key else key
    name = name if name in shop else key
    return shop.get(name) or shop.get(Path(key.partition(".yaml")[0]).name)


def _json(path: Path) -> dict[str, Any]:
    where = Where(f"{SOURCE}/{path.name}")
    try:
        if path.stat().st_size > LARGEST:
            raise problem("the file is too large", "build the game again", where)
        found = json.loads(path.read_bytes().decode())
    except OSError as error:
        raise problem(f"the file cannot be read: {error.strerror or error}", "build the game again", where) from None
    except (ValueError, RecursionError):
        raise problem("the file is damaged: it is not JSON", "build the game again", where) from None
    if not isinstance(found, dict):
        raise problem("the file is damaged: it is not a mapping", "build the game again", where)
    return found


def _model(model: type[T], data: object, path: Path) -> T:
    try:
        return model.model_validate(data)
    except ValidationError as error:
        wrong = [
            Problem(
                Where(f"{SOURCE}/{path.name}", key=".".join(map(str, e["loc"]))), f"the file is damaged: {e['msg']}"
            )
            for e in error.errors()
        ]
        raise FabgenError(wrong) from None


def _length(options: dict[str, Any], key: str, source: Path) -> float | None:
    value = options.get(key)
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e5):
        return value
    raise problem(f"{value!r} is not a length in mm", "build the game again", Where(f"{SOURCE}/options.json", key=key))


def _sheet(options: dict[str, Any], source: Path) -> tuple[float, float] | None:
    value = options.get("sheet")
    if value is None:
        return None
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(side, int | float) and 0 < side < 1e5 for side in value)
    ):
        return float(value[0]), float(value[1])
    raise problem(
        f"{value!r} is not a size in mm", "build the game again", Where(f"{SOURCE}/options.json", key="sheet")
    )

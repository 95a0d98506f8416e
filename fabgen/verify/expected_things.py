"""`source/` of an output folder → what the files must show: the spec compiled anew, its parts, the numbers of the job.

Nothing that the build computed is trusted: only what people wrote (spec, options, profiles) is read.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from fabgen.artwork.drawing import Lettering
from fabgen.artwork.part import Fit, Part
from fabgen.core.english import join_words
from fabgen.core.files import read_file
from fabgen.core.problems import FabgenError, Location, Problem, problem_error
from fabgen.core.yaml_models import YamlModel
from fabgen.laser.machine import Machine
from fabgen.laser.selection import chosen_parts, read_choice
from fabgen.laser.sheet import group_sheet_names, make_slugs, sheet_name
from fabgen.materials.key import MaterialKey
from fabgen.materials.material import LaserSetting, Material, Stock, make_fit
from fabgen.materials.operations import Operation
from fabgen.rules.directions import Offset, Plane
from fabgen.rules.marks import MoveMark
from fabgen.spec.build_options import Options
from fabgen.spec.game import Game
from fabgen.spec.load import Spec
from fabgen.verify.bridges import WantedBridges
from fabgen.verify.diagram_decoding import forward_in_diagram
from fabgen.verify.nominal_part import NominalPart

if TYPE_CHECKING:
    from shapely import Polygon

SOURCE = "source"
LAYERS = 3  # of a stack that does not say how many it has
BODY_PARTS = {  # the parts of each kind of body
    "standee": ("standee", "base"), "crossed": ("face", "side", "base"), "stack": ("pin", "base"),
    "tile": ("tile", "back"),
}
LARGEST_SOURCE_JSON = 5_000_000  # bytes of a JSON file in source/; a larger one is not read
T = TypeVar("T", bound=YamlModel)


@dataclass(frozen=True)
class JobChoices:
    """A laser job as the user chose it: the machine, every material by its key in the spec, and overrides in mm.
    `chosen`: the material, with or without a colour, that was chosen for all parts, whatever the spec says."""

    machine: Machine
    materials: dict[str, Material]
    kerf: float | None
    sheet: tuple[float, float] | None
    spacing: float | None
    formats: tuple[str, ...] = ("svg",)
    chosen: str = ""
    bridges: WantedBridges | None = None

    def stock_key(self, key: str) -> str:
        """The stock that a part of a material key is cut from. A material chosen for all parts has the colour that was
        chosen with it, else acrylic keeps the key's colour, and other materials have none."""
        parsed, material = MaterialKey.parse(key), self.materials[key]
        if not self.chosen:
            return str(parsed)
        colour = parsed.colour if "acrylic" in material.kind else ""
        return str(MaterialKey(material.name, MaterialKey.parse(self.chosen).colour or colour))

    @property
    def stocks(self) -> dict[str, Stock]:
        """The stock of each material by its key in the spec."""
        return {
            key: Stock(self.stock_key(key), material, MaterialKey.parse(self.stock_key(key)).colour)
            for key, material in self.materials.items()
        }

    def kerf_of(self, key: str) -> float:
        """The full width of a cut in mm."""
        return self.materials[key].kerf if self.kerf is None else self.kerf

    def spacing_of(self, key: str) -> float:
        """The least distance between cuts of different parts, in mm."""
        return self.materials[key].spacing if self.spacing is None else self.spacing

    def sheets_of(self, key: str) -> list[tuple[float, float]]:
        """Widths and heights in mm that a sheet may have: the given size, or else the material's, limited to the bed,
        and those of the pieces in the shop."""
        material, (across, down) = self.materials[key], self.machine.bed
        if self.sheet and self.machine.largest_sheet:
            return [(min(self.sheet[0], across), min(self.sheet[1], down))]
        if self.sheet:
            return [self.sheet]
        whole = [material.sheet, *(piece.sheet for piece in material.stock if piece.sheet)]
        cut = [(min(width, across), min(height, down)) for width, height in whole]
        return [*cut, *((x, y) for (_, _, x, y) in (offcut.bounds for offcut in self.offcuts_of(key)))]

    def offcuts_of(self, key: str) -> list[Polygon]:
        """The offcuts in the shop, moved so that the lower left corner of each one's box is at the origin."""
        import shapely
        from shapely.affinity import translate

        stock = [piece for piece in self.materials[key].stock if piece.offcut and not self.sheet]
        shapes = [shapely.Polygon(piece.offcut, piece.holes) for piece in stock]
        return [translate(shape, -shape.bounds[0], -shape.bounds[1]) for shape in shapes]

    def setting_of(self, key: str, operation: Operation) -> LaserSetting | None:
        """The speed, power and passes that the material asks for, at the power nearest to the machine's; None where the
        material does not say."""
        by_watts = {
            watts: settings[operation]
            for watts, settings in self.materials[key].settings.items()
            if operation in settings
        }
        if not by_watts:
            return None
        nearest = min(sorted(by_watts), key=lambda watts: abs(watts - self.machine.watts))
        return by_watts[nearest]


@dataclass(frozen=True)
class ExpectedJob:
    """A game and a job, compiled from what people wrote. `is_whole`: whether the job makes all parts of the game, and
    not only some parts or one of each joint."""

    spec: Spec
    shop: JobChoices
    parts: dict[str, Part]  # by the slug that ids on sheets start with
    is_whole: bool = True

    @cached_property
    def _nominals(self) -> dict[str, NominalPart]:
        """The answers of `nominal` so far."""
        return {}

    def nominal(self, slug: str) -> NominalPart:
        """What a laser must make of a part, by its slug."""
        if slug not in self._nominals:
            part = self.parts[slug]
            self._nominals[slug] = NominalPart(part, self.shop.machine, self.shop.kerf_of(part.material))
        return self._nominals[slug]

    @cached_property
    def batches(self) -> dict[str, tuple[str, str]]:
        """The group of each part and the stock that it is cut from, by the part's slug."""
        return {key: (part.group, self.shop.stock_key(part.material)) for key, part in self.parts.items()}

    @cached_property
    def homes(self) -> dict[tuple[str, str], str]:
        """The name of a sheet that holds only one group of one stock."""
        return group_sheet_names(self.batches.values())

    def sheet_name(self, slugs: Iterable[str]) -> str:
        """The name of a sheet with these parts on it."""
        return sheet_name(self.homes, (self.batches[slug] for slug in slugs))

    def unknown_parts(self) -> Iterator[Problem]:
        """Problems of parts in the kit that the spec does not ask for, and of counts that are not those of the spec.

        The drawings of parts come from the figures. Which parts there are is worked out again here, so that a new kind
        of component cannot be proven by itself.
        """
        counts = {f"{name} token": token.count for name, token in self.spec.game.tokens.items()}
        counts |= {f"{name} die face {face}": die.count for name, die in self.spec.game.dice.items()
                   if die.make == "engrave" for face in range(1, 7)}
        for name, track in self.spec.game.tracks.items():
            counts[f"{name} track"] = 0 if track.around else 1
            counts |= {f"{player} {name} marker": track.markers for player in self.spec.game.active_players}
        counts |= {f"{player} {name} board": 1 for name in self.spec.game.player_boards
                   for player in self.spec.game.active_players}
        for (player, name), count in count_made_pieces(self.spec.game).items():
            body = self.spec.game.pieces[name].body
            kinds = next(kinds for key, kinds in BODY_PARTS.items() if getattr(body, key))
            layers = [f"layer {n}" for n in range(1, body.layers or LAYERS)] if body.stack else []
            counts |= {f"{player} {name} {kind}": count for kind in (*kinds, *layers)}
        names = {part.name for part in self.parts.values()}
        for name, count in counts.items():
            if self.is_whole and count and name not in names and not name.endswith(" back"):
                yield Problem(Location("laser", key=name), f"the kit has no {name}, the spec asks for {count}")
        for part in self.parts.values():
            where = Location("laser", key=part.name)
            if part.name in counts:
                if self.is_whole and part.count != counts[part.name]:
                    what = f"the kit has {part.count} of the {part.name}, the spec asks for {counts[part.name]}"
                    yield Problem(where, what)
            elif not self._is_of_board_or_box(part):
                yield Problem(where, f"fabgen verify does not know the part {part.name}",
                              "nothing in the spec asks for it")

    def faults_of_track(self) -> Iterator[Problem]:
        """A Problem for numbers of the track around the board that its parts lack, or have more than once."""
        boards = [part for part in self.parts.values() if part.group == "board"]
        numbers = Counter(item.text.string for part in boards for item in part.drawing.items
                          if isinstance(item, Lettering) and item.group == "track")
        for name, track in self.spec.game.tracks.items():
            wanted = Counter(str(number) for number in range(track.first, track.last + 1))
            if track.around and self.is_whole and numbers != wanted:
                missing = join_words(wanted - numbers)
                lacks = f"lacks {missing}" if missing else "has numbers that it should not"
                yield Problem(Location("laser", key="board"), f"the {name} track around the board {lacks}")

    def _is_of_board_or_box(self, part: Part) -> bool:
        """Whether a part belongs to the board, to the box, or to the joints that are cut for a test."""
        board = self.spec.game.board
        if part.group == "board":
            return part.name.split()[0] == "board" or (board.build == "inlay" and part.name.endswith(" space"))
        if board.build == "inlay" and part.name.endswith(" space"):
            return True
        if not self.is_whole and part.name.endswith(f" of {part.material}"):
            return True  # a coupon for testing a joint of large parts
        return {"light case": board.build == "lights", "box": self.spec.game.box is not None}.get(part.group, False)

    def marks(self, piece: str) -> dict[Offset, MoveMark]:
        """The diagram of a piece as the rules compute it now."""
        return dict(self.spec.diagram(piece).marks)

    def marks_on_base(self, piece: str) -> dict[Offset, MoveMark]:
        """The marks that a piece itself carries, as the rules compute them now."""
        return dict(self.spec.base_diagram(piece).marks)

    def plane(self, piece: str) -> Plane:
        """The compass of the cells of a piece's diagram."""
        return self.spec.diagram(piece).compass

    def way(self, piece: str) -> str | None:
        """The direction of a piece's forward in its diagram; None where the piece moves alike in all directions."""
        return forward_in_diagram(self.spec.diagram(piece))

    def bases(self) -> dict[str, str]:
        """The piece whose diagram each base or flat piece carries, by the part's slug; plain ones carry none."""
        game = self.spec.game
        faces = {piece: kind.body.diagram_part for piece, kind in game.pieces.items() if self.marks_on_base(piece)}
        names = {f"{player} {piece} {face}": piece for player in game.players for piece, face in faces.items()}
        names |= {f"{player} {piece} back": other for piece, kind in game.pieces.items()
                  if (other := kind.body.back_kind) in faces for player in game.players}
        return {key: names[part.name] for key, part in self.parts.items() if part.name in names}


def other_sides_of(game: Game) -> set[str]:
    """The kinds of pieces that are the other side of another kind, and no things of their own."""
    return {kind.body.back_kind for kind in game.pieces.values() if kind.body.back_kind}


def count_made_pieces(game: Game) -> dict[tuple[str, str], int]:
    """How many pieces of each player and kind are made, each thing counted once: not where they are the other sides of
    others, and of one set for all players all of them under the name of the first."""
    other_sides, first = other_sides_of(game), next(iter(game.players))
    counts = dict[tuple[str, str], int]()
    for player, (name, piece) in product(game.players, game.pieces.items()):
        if name in other_sides:
            continue
        is_other_side = piece.body.reverse == "neutral" and game.players[player].neutral
        counts[player, name] = 0 if is_other_side else piece.count_of(player)
        if game.one_set:
            counts[player, name] = sum(map(piece.count_of, game.players)) if player == first else 0
    return counts


def read_expected_job(folder: Path, spec: Spec) -> ExpectedJob:
    """What the laser files of an output folder must show, for the game with the players that were chosen. Raises
    FabgenError with every Problem of its sources."""
    source = folder / SOURCE
    options = read_json(source / "options.json")
    machine = read_model(Machine, read_json(source / "machine.json"), source / "machine.json")
    stored = read_json(source / "shop.json")
    shop = {name: read_model(Material, value, source / "shop.json") for name, value in stored.items()}
    kerf, spacing = (_length(options, key, source) for key in ("kerf", "spacing"))
    materials = _materials(spec, shop, options.get("material"))
    job = JobChoices(machine, materials, kerf, _sheet(options, source), spacing, _formats(options, machine),
               str(options.get("material") or ""), _bridges(options))
    kit = chosen_parts(spec, lambda key: _fit(job, key), _read_options(options))
    parts = [part for part in kit if part.count > 0]
    if scrap := _sheet(options, source, "scrap"):
        job = replace(job, sheet=scrap)
    is_whole = not options.get("parts") and options.get("fit_test") is not True
    by_slug = dict(zip(make_slugs([part.name for part in parts], "part"), parts, strict=True))
    return ExpectedJob(spec, job, by_slug, is_whole)


def _bridges(options: dict[str, Any]) -> WantedBridges | None:
    """The bridges that the user asked for; a fit test has none."""
    try:
        return None if options.get("fit_test") is True else WantedBridges.read(options.get("bridges"))
    except ValueError:
        where = Location(f"{SOURCE}/options.json", key="bridges")
        raise problem_error("the file is damaged", "build the game again", where) from None


def _formats(options: dict[str, Any], machine: Machine) -> tuple[str, ...]:
    """The formats that the user chose, or else the machine's."""
    formats = options.get("formats")
    return tuple(str(name) for name in formats) if isinstance(formats, list) and formats else machine.default_formats


def _read_options(options: dict[str, Any]) -> Options:
    """The options of the job that decide which parts there are, and whether they are named."""
    texts = options.get("parts")
    parts = tuple(map(str, texts)) if isinstance(texts, list) and texts else None
    try:
        for text in parts or ():
            read_choice(text)
    except ValueError as error:
        where = Location(f"{SOURCE}/options.json", key="parts")
        raise problem_error(f"the file is damaged: {error}", "build the game again", where) from None
    return Options(parts=parts, fit_test=options.get("fit_test") is True, names=options.get("names") is True)


def _fit(job: JobChoices, key: str) -> Fit:
    """What joints need to know of a material, with the size of the largest part that its sheets hold."""
    unusable = 2 * job.machine.margin + job.kerf_of(key)
    width, height = job.sheets_of(key)[0]
    return replace(make_fit(job.materials[key]), room=(width - unusable, height - unusable))


def _materials(spec: Spec, shop: dict[str, Material], chosen: object) -> dict[str, Material]:
    """The stored material of each key; where one was chosen for all parts, that one."""
    keys = spec.game.materials.values()
    materials = {key: _find_material(key, shop, bool(chosen)) for key in dict.fromkeys(keys)}
    missing = [key for key, material in materials.items() if material is None]
    if missing:
        raise FabgenError(
            Problem(
                Location(f"{SOURCE}/shop.json", key=key), f"the material `{key}` is not in it", "build the game again"
            )
            for key in missing
        )
    return {key: material for key, material in materials.items() if material is not None}


def _find_material(key: str, shop: dict[str, Material], chosen: bool) -> Material | None:
    """The stored material of a key, by the key or by its name."""
    if len(shop) == 1 and chosen:
        return next(iter(shop.values()))
    name = MaterialKey.parse(key).material
    return shop.get(key) or shop.get(name) or shop.get(Path(name).stem)


def read_build_options(folder: Path) -> Options:
    """The options of a build. Raises FabgenError where they cannot be read."""
    path = folder / SOURCE / "options.json"
    read_json(path)
    try:
        return Options.from_json(read_file(path, LARGEST_SOURCE_JSON))
    except (ValueError, TypeError):
        where = Location(f"{SOURCE}/options.json")
        raise problem_error("the options of this build cannot be read", "build the game again", where) from None


def read_json(path: Path) -> dict[str, Any]:
    """The mapping in a JSON file of `source/`. Raises FabgenError if there is none."""
    where = Location(f"{SOURCE}/{path.name}")
    try:
        data = json.loads(read_file(path, LARGEST_SOURCE_JSON).decode())
    except FabgenError as error:
        raise problem_error(error.problems[0].what, "build the game again", where) from None
    except (ValueError, RecursionError):
        raise problem_error("the file is damaged: it is not JSON", "build the game again", where) from None
    if not isinstance(data, dict):
        raise problem_error("the file is damaged: it is not a mapping", "build the game again", where)
    return data


def read_model(model: type[T], data: object, path: Path) -> T:
    """The data as a model. Raises FabgenError with everything that is wrong."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        wrong = [
            Problem(
                Location(f"{SOURCE}/{path.name}", key=".".join(map(str, e["loc"]))), f"the file is damaged: {e['msg']}"
            )
            for e in error.errors()
        ]
        raise FabgenError(wrong) from None


def _length(options: dict[str, Any], key: str, source: Path) -> float | None:
    """A length in mm among the options, None where it is not given. Raises FabgenError."""
    value = options.get(key)
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e5):
        return value
    raise problem_error(
        f"{value!r} is not a length in mm", "build the game again", Location(f"{SOURCE}/options.json", key=key)
    )


def _sheet(options: dict[str, Any], source: Path, name: str = "sheet") -> tuple[float, float] | None:
    """A size in mm among the options, None where it is not given. Raises FabgenError."""
    value = options.get(name)
    if value is None:
        return None
    if (
        isinstance(value, list)
        and len(value) == 2
        and all(isinstance(side, int | float) and 0 < side < 1e5 for side in value)
    ):
        return float(value[0]), float(value[1])
    raise problem_error(
        f"{value!r} is not a size in mm", "build the game again", Location(f"{SOURCE}/options.json", key=name)
    )

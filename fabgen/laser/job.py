"""Options and a shop → a laser job: a machine, and the numbers that replace those of the materials. Lengths in mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path

from fabgen.artwork.drawing import Role
from fabgen.artwork.part import Fit, Part
from fabgen.core.english import join_words
from fabgen.core.problems import Location, Problem, problem_error
from fabgen.core.units import parse_length
from fabgen.laser.bridges import Bridges, read_bridges
from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.machine import Machine, read_engraving
from fabgen.laser.nest.layout import Effort, SheetLimits, StockSheet
from fabgen.laser.shop import ShopMaterial, Workshop, load_shop
from fabgen.materials.key import MaterialKey
from fabgen.materials.material import (
    LaserSetting,
    Material,
    Stock,
    StockPiece,
    is_plausible_thickness,
    load_material,
    make_fit,
    material_data,
    material_names,
    no_fit_message,
)
from fabgen.materials.operations import FitName, Operation
from fabgen.spec.build_options import Options
from fabgen.spec.load import Spec

COLOURED = ("acrylic",)  # families of materials that are sold in the colours of players
LARGEST_KERF = 10.0  # larger values are typing errors
LARGEST_SHEET = 5000.0
FAR_POWER = 1.5  # times as strong or as weak: settings for such a laser are of little use
USUAL_KERF = (0.05, 0.5)  # mm: what laser cutters are reported to have in sheets of 1 to 10 mm


GUESS = {  # for a material that says nothing: low power, so that the first test leaves a mark and no fire
    Operation.ENGRAVE: LaserSetting(speed=200, power=20),
    Operation.SCORE: LaserSetting(speed=100, power=15),
    Operation.CUT_INNER: LaserSetting(speed=10, power=60),
    Operation.CUT_OUTER: LaserSetting(speed=10, power=60),
}


@dataclass(frozen=True)
class LaserJob:
    """A machine, and the user's numbers in mm that replace those of the materials.

    * `material`: replaces the materials of all parts. Colours of acrylic stay; other materials have none.
    * `colour`: that of the `material`, where all parts get the same one.
    * `sheet`: what can be cut of the chosen sheet; must fit the bed. Without it, the material's sheet is used, limited
      to the bed.
    * `thickness`: a measured thickness.
    * `folder`: the folder of the game, which has the files of its materials.
    * `shop`: the user's workshop.
    * `formats`: the formats of the files, if not the machine's own.
    * `fit_name`: the class of joints, in every material that bears it.
    * `bridges`: those that outlines keep, for sheets without a bed.
    """

    machine: Machine
    material: Material | None = None
    kerf: float | None = None
    sheet: tuple[float, float] | None = None
    spacing: float | None = None
    folder: Path | None = None
    thickness: float | None = None
    shop: Workshop = field(default_factory=Workshop)
    effort: Effort = "normal"
    formats: tuple[str, ...] = ()
    colour: str = ""
    fit_name: FitName | None = None
    bridges: Bridges | None = None

    def layout_content(self, parts: Iterable[Part]) -> tuple[object, ...]:
        """All that the sheets of these parts depend on: the job holds no materials, but says where they are."""
        parts = list(parts)
        keys = dict.fromkeys(part.material for part in parts if part.count)
        return parts, self, [self.stock(key) for key in keys]

    def stock(self, key: str) -> Stock:
        """The stock for a part's material key, with its measured thickness if the job or the shop has one. Raises
        FabgenError for an unknown material, and for a thickness that the material cannot have."""
        if key not in self._known_stocks:
            self._known_stocks[key] = self._read_stock(key)
        return self._known_stocks[key]

    @cached_property
    def _known_stocks(self) -> dict[str, Stock]:
        """The answers of `stock` so far: each is read from a file."""
        return {}

    def _read_stock(self, key: str) -> Stock:
        """The answer of `stock`."""
        stock = self._chosen_stock(key)
        if self.fit_name in stock.material.fit_classes:
            stock = replace(stock, material=stock.material.model_copy(update={"fit": self.fit_name}))
        if self.thickness is None:
            return stock
        nominal = stock.material.thickness
        if not is_plausible_thickness(self.thickness, nominal):
            what = f"a thickness of {self.thickness:g} mm cannot be that of {stock.material.name}, {nominal:g} mm"
            raise problem_error(what, "a shop file holds what was measured of several materials, see `fabgen new-shop`")
        return Stock(stock.key, stock.material.model_copy(update={"measured": self.thickness}), stock.colour)

    def _chosen_stock(self, key: str) -> Stock:
        """The stock of a key, in the material that was chosen for all parts if there is one."""
        if self.material is None:
            return self.shop.stock(key, self.folder)
        colour = self.colour or (MaterialKey.parse(key).colour if self.material.family in COLOURED else "")
        plain = self.material.in_colour(colour) if isinstance(self.material, ShopMaterial) else self.material
        return Stock(str(MaterialKey(plain.name, colour)), plain, colour)

    def check_fit(self, key: str) -> Iterator[Problem]:
        """A Problem if a part's material does not bear the class of joints that was chosen."""
        material = self.stock(key).material
        if self.fit_name and material.fit != self.fit_name:
            message, hint = no_fit_message(material, self.fit_name).split("\n")
            yield Problem(Location(), message, hint)

    def fit(self, key: str) -> Fit:
        """The fit of joints in a part's material, with the largest part that its sheets hold."""
        material = self.stock(key).material
        room, kerf = self.room(material), self.kerf_of(material)
        return replace(make_fit(material), room=(room.usable_width - kerf, room.usable_height - kerf))

    def holds_part(self, part: Part) -> bool:
        """True if a sheet of its material holds the part."""
        return self.fit(part.material).holds(*part.drawing.only(Role.EDGE).size(), across=part.may_cross_grain)

    def kerf_of(self, material: Material) -> float:
        """The full width of a cut in mm."""
        return material.kerf if self.kerf is None else self.kerf

    def room(self, material: Material) -> SheetLimits:
        """The room for parts on a sheet of a material: its size, its margin, and the gap between parts."""
        width, height = self.sheet or (min(a, b) for a, b in zip(material.sheet, self.machine.bed, strict=True))
        spacing = material.spacing if self.spacing is None else self.spacing
        return SheetLimits(width, height, self.machine.margin, spacing)

    def stock_sheets(self, material: Material) -> tuple[StockSheet, ...]:
        """The sheets to nest on: offcuts, then whole sheets, limited to the bed. If the shop has no whole sheets, or
        the user chose a size, there is no limit to the number of whole sheets."""
        room = self.room(material)
        endless = StockSheet.rectangle(room.width, room.height, None, f"{room.width:g} x {room.height:g} mm")
        if self.sheet:
            return (endless,)
        pieces = [piece for piece in material.stock if piece.count != 0]
        offcuts = [self._offcut(piece, n) for n, piece in enumerate(pieces, 1) if piece.offcut]
        sheets = [self._whole_sheet(piece) for piece in pieces if piece.sheet]
        return (*(offcut for offcut in offcuts if self._fits_bed(offcut)), *(sheets or [endless]))

    def _offcut(self, piece: StockPiece, number: int) -> StockSheet:
        """An offcut of the shop as a sheet to nest on."""
        outline, holes = piece.rings()
        count = 1 if piece.count is None else piece.count
        return StockSheet(outline, count, piece.name or f"offcut {number}", holes, True, piece.colour)

    def _whole_sheet(self, piece: StockPiece) -> StockSheet:
        """A whole sheet of the shop, limited to the bed."""
        width, height = (min(a, b) for a, b in zip(piece.sheet or (0, 0), self.machine.bed, strict=True))
        name = piece.name or f"{width:g} x {height:g} mm"
        return StockSheet.rectangle(width, height, piece.count, name, piece.colour)

    def warn_of_other_colours(self, stock: Stock) -> tuple[Problem, ...]:
        """A warning if the shop has whole sheets of a material in other colours only."""
        material = self.shop.declared.materials.get(MaterialKey.parse(stock.key).material)
        pieces = material.stock if material and not self.sheet else ()
        sheets = [piece for piece in pieces if piece.sheet and piece.count != 0]
        if not sheets or any(piece.colour in ("", stock.colour) for piece in sheets):
            return ()
        colours = join_words(dict.fromkeys(piece.colour for piece in sheets))
        size = "{:g} x {:g} mm".format(*self.stock_sheets(stock.material)[-1].size())
        message = f"the shop has no sheet of {stock.key}: there is {colours}"
        return (Problem(Location(), message, f"counted on are sheets of {size}, to be bought", "warning"),)

    def priced_area(self, key: str) -> float:
        """The area in mm² that a material's price is for: that of its usual sheet. If the price is that of a built-in
        material, the sheet is that of the built-in material too, whatever sheets the shop has."""
        material = self.stock(key).material
        for name in (material.name, material.extends):
            if name in material_names() and (plain := load_material(name or "").material).price == material.price:
                return plain.sheet[0] * plain.sheet[1]
        return material.sheet[0] * material.sheet[1]

    def _fits_bed(self, sheet: StockSheet) -> bool:
        """Whether a sheet fits the bed, possibly turned."""
        return all(side <= longest + 1e-6 for side, longest in zip(sheet.size(), self.machine.bed, strict=True))

    def setting(self, material: Material, operation: Operation) -> LaserSetting:
        """Speed and power to try first: those for the laser power nearest to the machine's, of two the weaker. A
        cautious guess for a material without settings."""
        nearest = self._nearest_power(material, operation)
        return GUESS[operation] if nearest is None else material.settings[nearest][operation]

    def _nearest_power(self, material: Material, operation: Operation = Operation.CUT_OUTER) -> int | None:
        """The power in watts nearest to the machine's for which a setting is known, of two the weaker."""
        known = [watts for watts, settings in sorted(material.settings.items()) if operation in settings]
        return min(known, key=lambda watts: abs(watts - self.machine.watts), default=None)

    def settings(self, material: Material) -> dict[Operation, LaserSetting]:
        """The setting of every operation."""
        return {operation: self.setting(material, operation) for operation in Operation}

    def warnings(self, material: Material) -> tuple[Problem, ...]:
        """Warnings about numbers of the job for a material that are unusual but may be right."""
        kerf, measured, (low, high) = self.kerf_of(material), material.measured, material.thickness_range
        early, large = self.machine.order_fault(), self._too_large(material)
        writes_settings = any(FORMATS[suffix].carries_settings for suffix in self.machine.default_formats)
        watts, nearest = self.machine.watts, self._nearest_power(material)
        checks = [
            (
                not USUAL_KERF[0] <= kerf <= USUAL_KERF[1],
                f"a kerf is usually about 0.2 mm: is {kerf:g} mm right?",
                "measure it with a test cut; it is the full width of a cut",
            ),
            (
                measured is not None and not low <= measured <= high,
                f"{material.name} is {low:g} to {high:g} mm thick by its standard: is {measured} mm right?",
                "measure the sheet in several places, without its foil",
            ),
            (
                self.effort == "high" and find_spec("spyrrow") is None,
                "a nest of high effort needs spyrrow, which is not installed: this one is of normal effort",
                "install it with: pip install 'fabgen[nest]'",
            ),
            (
                bool(early),
                f"in its own order of colours `{self.machine.name}` {early}",
                "change the order at the machine before you start, or take a profile that needs no change",
            ),
            (
                bool(large),
                f"left out, since larger than the bed: {join_words(large)} of {material.name}",
                "a bed may be wider one way: name the corners turned by a quarter",
            ),
            (
                writes_settings and nearest is None,
                f"no speeds and powers are known for {material.name}: those in the files are a guess",
                "write `settings` into its profile or into the shop file",
            ),
            (
                writes_settings and nearest is not None and max(nearest / watts, watts / nearest) > FAR_POWER,
                f"the speeds and powers in the files are those of a laser of {nearest} W, "
                f"`{self.machine.name}` has {watts} W",
                f"test first, and write `settings` of {material.name} for {watts} W into the shop file",
            ),
            (
                material.kind == "extruded acrylic" and Operation.ENGRAVE in self.machine.roles.values(),
                f"{material.name} is extruded: what is engraved stays clear to grey",
                "cast acrylic engraves white",
            ),
        ]
        return tuple(Problem(Location(), message, hint, "warning") for is_odd, message, hint in checks if is_odd)

    def _too_large(self, material: Material) -> list[str]:
        """The names of a material's offcuts that are larger than the bed."""
        if self.sheet:
            return []
        offcuts = [self._offcut(piece, n) for n, piece in enumerate(material.stock, 1) if piece.offcut]
        return [offcut.name for offcut in offcuts if not self._fits_bed(offcut)]

    def warn_of_unmeasured(self, key: str) -> tuple[Problem, ...]:
        """A warning if only the nominal thickness of a cast sheet is known, for parts whose joints depend on it. A file
        that gives another `thickness` than the material it extends counts as measured."""
        material = self.stock(key).material
        built_in = material_data(material.extends or "") or material_data(material.name)
        is_changed = bool(built_in) and parse_length(built_in["thickness"]) != material.thickness
        if material.measured or is_changed or material.kind != "cast acrylic":
            return ()
        nominal, (low, high) = material.thickness, material.thickness_range
        message = f"slots are drawn for {nominal:g} mm, but {material.name} is cast: {low:g} to {high:g} mm occur"
        hint = "measure yours and give --thickness, or write it into a shop file (fabgen new-shop)"
        return (Problem(Location(), message, hint, "warning"),)

    def errors(self, material: Material) -> list[Problem]:
        """The errors in the job's numbers for a material."""
        room, (across, down) = self.room(material), self.machine.bed
        least, margin, kerf = material.gap, self.machine.margin, self.kerf_of(material)
        size = f"{room.width:g} x {room.height:g} mm"
        longest = self.machine.largest_sheet or self.machine.bed
        fits_turned = room.width <= longest[1] + 1e-6 and room.height <= longest[0] + 1e-6
        largest = f", the largest sheet {longest[0]:g} x {longest[1]:g} mm" if self.machine.largest_sheet else ""
        bed_hint = (f"turn it: {room.height:g} x {room.width:g} mm" if fits_turned
                    else f"the bed is {across:g} x {down:g} mm{largest}")
        checks = [
            (
                not 0 <= kerf <= LARGEST_KERF,
                f"a kerf of {kerf:g} mm is out of range",
                f"from 0 to {LARGEST_KERF:g} mm; it is the full width",
            ),
            (
                max(USUAL_KERF[1], material.thickness / 2) < kerf <= LARGEST_KERF,
                f"a kerf of {kerf:g} mm is over half the thickness of {material.name}, {material.thickness:g} mm",
                "it is the full width of a cut, usually about 0.2 mm",
            ),
            (
                not room.spacing <= 100 or room.spacing < 0,
                f"a spacing of {room.spacing:g} mm is out of range",
                "from 0 to 100 mm",
            ),
            (
                0 <= room.spacing < least,
                f"a spacing of {room.spacing:g} mm is too small for {material.name}",
                f"cuts nearer than {least:g} mm burn away what is between them",
            ),
            (
                not all(2 * margin < side <= LARGEST_SHEET for side in (room.width, room.height)),
                f"a sheet of {size} cannot be used",
                f"it has margins of {margin:g} mm all round, and at most {LARGEST_SHEET:g} mm a side",
            ),
            (
                room.width > across or room.height > down,
                f"a sheet of {size} is larger than the bed of `{self.machine.name}`",
                bed_hint,
            ),
        ]
        return [Problem(Location(), message, hint) for is_wrong, message, hint in checks if is_wrong]


def make_laser_job(spec: Spec, options: Options) -> LaserJob:
    """The job of some options. Paths of the designer's own materials are relative to the spec."""
    shop = load_shop(options.shop)
    material = shop.material(options.material) if options.material else None
    machine = shop.machine(options.machine)
    sheet = machine.cut_area(options.sheet) if options.sheet else None
    numbers = (options.kerf, sheet, options.spacing, spec.folder, options.thickness)
    if options.engrave:
        machine = machine.model_copy(update={"engraving": read_engraving(options.engrave)})
    colour = MaterialKey.parse(options.material).colour if options.material else ""
    return LaserJob(machine, material, *numbers, shop, options.effort, options.formats or (), colour,
                    options.fit, bridges_of(options))


def bridges_of(options: Options) -> Bridges | None:
    """The bridges of a build's outlines. A fit test has none: its parts are tried at once."""
    return read_bridges(options.bridges) if options.bridges and not options.fit_test else None

"""A machine and a material → test pieces to cut first, and what their measurements give: kerf, clearance, scale.

The coupon is cut without kerf compensation: the piece that drops out of its 20 mm hole is one kerf too small, and the
hole is one kerf too large. So is each of ten strips of 10 mm: side by side they lack ten kerfs, so that an error of the
caliper counts a tenth. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fabgen
from fabgen.artwork.drawing import Drawing, Role, combine_drawings, draw, draw_text
from fabgen.artwork.part import Part
from fabgen.artwork.path import line, rectangle, rounded_polygon
from fabgen.core.english import join_words
from fabgen.core.manifest import Manifest, make_entry
from fabgen.core.plain_letters import make_slug
from fabgen.core.problems import Location, problem_error
from fabgen.core.staging import stage_build
from fabgen.core.units import format_number
from fabgen.laser.formats.registry import FORMATS
from fabgen.laser.job import LaserJob
from fabgen.laser.machine import Machine
from fabgen.laser.settings_grid import SettingsGrid, make_settings_grid
from fabgen.laser.sheet_layout import make_sheets
from fabgen.laser.shop import Workshop, set_value
from fabgen.materials.material import Material, Stock

SQUARE = 20.0  # the side of the drawn square
BAR = 100.0  # the length of the scale bar
STRIPS, STRIP = 10, (10.0, 30.0)  # strips for a stack, and the sides of one
STEP, STEPS = 0.05, 6  # from slot to slot of the comb; slots on either side of the middle one
DEPTH, PITCH, EDGE = 12.0, 9.0, 6.0  # of the comb: depth of a slot, from slot to slot, material beside the last
RELIEF = 0.5  # a slot's end is rounded by this at least, because a sharp corner in acrylic cracks (docs/laser.md)
CAP = 2.6  # capitals of the labels
WIDEST_KERF = 2.0  # larger values are mistakes of measurement
LARGEST_CLEARANCE = 1.0
FOLDER, GRID = "laser", "speed-power-grid"


def write_calibration(shop: Workshop, machine: str | None, material: str, out: Path) -> tuple[Path, list[str]]:
    """Writes the folder `out`/calibration-MATERIAL for a machine (by default the shop's) and a material of the shop.

    Returns the folder and the paths in it. Raises FabgenError with every Problem; then nothing has changed.
    """
    laser, stock = shop.machine(machine), shop.stock(material)
    job = LaserJob(laser, kerf=0.0, shop=shop)
    files = dict(_files(job, stock))
    name = f"calibration-{make_slug(stock.material.name)}"
    with stage_build(out / name) as work:
        entries = [make_entry(path, data, purpose, size, None) for path, (data, purpose, size) in files.items()]
        for path, (data, _, _) in files.items():
            work.write(path, data)
        work.swap_in(Manifest(fabgen.__version__, name, f"Calibration of {stock.material.name}", tuple(entries)))
        return work.target, [file.path for file in entries]


File = tuple[bytes, str, tuple[float, float] | None]  # contents, purpose, width and height in mm


def _files(job: LaserJob, stock: Stock) -> Iterator[tuple[str, File]]:
    """The files of a calibration by their path: contents, purpose and size."""
    laser, material = job.machine, stock.material
    for sheet in make_sheets(calibration_parts(material, stock.key, material.kerf), job):
        for form in (FORMATS[suffix] for suffix in laser.default_formats):
            size = (sheet.width, sheet.height)
            yield f"{FOLDER}/{sheet.name}.{form.suffix}", (form.write(sheet, laser), "calibration sheet", size)
    grids = _settings_grids(job, material)
    for suffix, plate in grids.items():
        data = FORMATS[suffix].load_writer().write_steps(plate)
        yield f"{FOLDER}/{GRID}.{suffix}", (data, "grid of speeds and powers", (plate.width, plate.height))
    text = write_instructions(material, laser, grids)
    yield f"{FOLDER}/how-to.txt", (text.encode(), "what to do with them", None)


def _settings_grids(job: LaserJob, material: Material) -> dict[str, SettingsGrid]:
    """A grid for each format in which each square can have its own setting."""
    laser, settings = job.machine, job.settings(material)
    formats = [FORMATS[suffix] for suffix in laser.default_formats if FORMATS[suffix].has_grids]
    grids = {
        form.suffix: make_settings_grid(material.name, laser, settings, form.load_writer().grid_colours(laser))
        for form in formats
    }
    return {suffix: plate for suffix, plate in grids.items() if plate}


def calibration_parts(material: Material, key: str, kerf: float) -> list[Part]:
    """The plate with square and scale bar, the strips, and the comb of slots. All are cut without kerf compensation.

    `kerf` is the full width of a cut as far as it is known: the comb's labels give the width of its slots after cutting
    with that kerf.
    """
    return [
        Part("kerf coupon", _coupon_drawing(material), 1, key, "calibration"),
        Part("kerf strip", draw(Role.EDGE, rectangle(0, 0, *STRIP)), STRIPS, key, "calibration"),
        Part("slot comb", _comb_drawing(material, kerf), 1, key, "calibration"),
    ]


def comb_slot_widths(material: Material) -> list[float]:
    """The finished widths of the comb's slots: in steps of 0.05 mm around thickness plus clearance."""
    middle = (material.measured or material.thickness) + material.clearance
    return [round(middle + STEP * n, 3) for n in range(-STEPS, STEPS + 1)]


def kerf_from_square(side: float) -> float:
    """The full width of a cut from the measured side of the 20 mm square, cut without compensation.

    >>> kerf_from_square(19.82)
    0.18

    Raises FabgenError for a side that gives no possible kerf (0 to 2 mm).
    """
    kerf = round(SQUARE - side, 3)
    if not 0 < kerf <= WIDEST_KERF:
        what = f"a square of {format_number(side)} mm was cut along lines {SQUARE:g} mm apart: no kerf makes that"
        hint = f"measure the piece that dropped out of the hole: {SQUARE - WIDEST_KERF:g} to {SQUARE:g} mm, in mm"
        raise problem_error(what, hint, Location())
    return kerf


def kerf_from_stack(length: float) -> float:
    """The full width of a cut from the measured length of the ten strips of 10 mm side by side, cut without
    compensation.

    >>> kerf_from_stack(98.2)
    0.18

    Raises FabgenError for a length that gives no possible kerf (0 to 2 mm).
    """
    drawn = STRIPS * STRIP[0]
    kerf = round((drawn - length) / STRIPS, 3)
    if not 0 < kerf <= WIDEST_KERF:
        what = f"ten strips of {STRIP[0]:g} mm that measure {format_number(length)} mm together: no kerf makes that"
        hint = f"lay all ten side by side, edge to edge: {drawn - STRIPS * WIDEST_KERF:g} to {drawn:g} mm"
        raise problem_error(what, hint, Location())
    return kerf


def _coupon_drawing(material: Material) -> Drawing:
    """The plate with the square and the scale bar."""
    width, height = BAR + 2 * EDGE, SQUARE + 4 * EDGE
    hole = rectangle(EDGE, height - EDGE - SQUARE, SQUARE, SQUARE)
    x, y = 2 * EDGE + SQUARE, height - EDGE - CAP
    lines = [
        f"{material.name}: no kerf compensated",
        f"drawn {SQUARE:g} mm square:",
        f"kerf = {SQUARE:g} mm - measured side",
    ]
    labels = [draw_text(Role.LABEL, text, (x, y - 2.2 * CAP * n), CAP, anchor="start") for n, text in enumerate(lines)]
    plate = draw(Role.EDGE, rectangle(0, 0, width, height, 2.0)) + draw(Role.HOLE, hole)
    return plate + combine_drawings(labels) + combine_drawings(_scale_bar(EDGE, EDGE))


def _scale_bar(x: float, y: float) -> Iterator[Drawing]:
    """A bar of 100 mm between its end ticks, with a tick every 10 mm."""
    yield draw(Role.GRID, line((x, y), (x + BAR, y)))
    for n in range(11):
        reach = 4.0 if n in (0, 10) else 2.5
        yield draw(Role.GRID, line((x + n * BAR / 10, y), (x + n * BAR / 10, y + reach)))
    yield draw_text(Role.LABEL, f"{BAR:g} mm", (x + BAR / 2, y + 1.6 * CAP), CAP)


def _comb_drawing(material: Material, kerf: float) -> Drawing:
    """A plate with slots from its upper edge, each drawn narrower by the kerf than its label says."""
    widths = comb_slot_widths(material)
    width, height = PITCH * len(widths) + EDGE, DEPTH + 2 * EDGE + CAP
    corners = [((0.0, 0.0), 2.0), ((width, 0.0), 2.0), ((width, height), 2.0)]
    labels = []
    for n, wide in reversed(list(enumerate(widths))):
        middle, half = EDGE / 2 + PITCH * (n + 0.5), (wide - kerf) / 2
        relief = min(RELIEF, 0.95 * half)
        right, left = middle + half, middle - half
        corners += [((right, height), 0.3), ((right, height - DEPTH), relief)]
        corners += [((left, height - DEPTH), relief), ((left, height), 0.3)]
        labels.append(draw_text(Role.LABEL, f"{wide:.2f}", (middle, EDGE), 0.9 * CAP))
    corners.append(((0.0, height), 2.0))
    return draw(Role.EDGE, rounded_polygon(corners)) + combine_drawings(labels)


def clearance_from_slot(slot: float, thickness: float, kerf_difference: float = 0.0) -> float:
    """The clearance: how much wider than the sheet a slot must be, from the label of the slot that the sheet just
    enters.

    `kerf_difference`: the measured kerf minus the kerf for which the labels were made.

    >>> clearance_from_slot(3.15, 3.02)
    0.13

    Raises FabgenError if the clearance is more than 1 mm either way: then slot and sheet do not belong together.
    """
    clearance = round(slot + kerf_difference - thickness, 3)
    if not -LARGEST_CLEARANCE <= clearance <= LARGEST_CLEARANCE:
        slot_width = format_number(slot + kerf_difference)
        what = f"a sheet of {format_number(thickness)} mm in a slot of {slot_width} mm: that is no fit"
        raise problem_error(
            what, "give the label of the slot and the measured thickness of this sheet, in mm", Location()
        )
    return clearance


def set_shop_values(text: str, file: str, material: str, values: dict[str, float]) -> str:
    """The text of a shop file with the measured values of a material, in mm. Raises FabgenError like
    `shop.set_value`."""
    for key, value in values.items():
        text = set_value(text, file, ("materials", material, key), f"{format_number(value)} mm")
    return text


def write_instructions(material: Material, laser: Machine, grids: dict[str, SettingsGrid]) -> str:
    """The text file beside the sheets that explains what to do with them."""
    widths, kerf = comb_slot_widths(material), format_number(material.kerf)
    thickness = format_number(widths[6] - material.clearance)
    command = f"fabgen calibrate --machine {laser.name} --material {material.name}"
    return f"""\
Calibration of {material.name} on {laser.name}

Wear the eye protection that the machine asks for, and never leave a running cutter alone.

{_grid_text(material, laser, grids)}
2. Cut the sheet `calibration` as it is. Nothing in it is compensated: leave the kerf offset of the program at 0.

3. Scale: the bar between its end ticks is {BAR:g} mm. If it is not, the program has scaled the file: mend that first.

4. Kerf: measure the piece that dropped out of the {SQUARE:g} mm hole, both ways, and take the mean.
   The kerf is {SQUARE:g} mm minus that; the hole should be as much larger. Then:
       {command} --measured 19.82mm
   Ten times as exact: lay the ten strips side by side without gaps and measure all of them together; a tenth of what
   they lack of 100 mm is the kerf:
       {command} --stack 98.2mm
   It offers to write the kerf into your shop file; where nobody can answer, --write does it.

5. Slots: push the edge of a scrap of the same sheet into the comb. The labels, {widths[0]:.2f} to {widths[-1]:.2f} mm,
   are finished widths for a kerf of {kerf} mm. Take the narrowest slot that the sheet enters by hand without force,
   measure the sheet's thickness with a caliper, and say both; the rest is the clearance of joints that slide, and goes
   into the shop too. Looser and tighter joints follow from it (--fit loose, --fit press):
       {command} --measured 19.82mm --slot {widths[6]:.2f}mm --thickness {thickness}mm
"""


def _grid_text(material: Material, laser: Machine, grids: dict[str, SettingsGrid]) -> str:
    """How to use the grids, in the formats that have one."""
    if not grids:
        colours = join_words(dict.fromkeys(paint.colour for paint in laser.operations.values()))
        return f"""\
1. Speed and power: {laser.name} tells only a few colours apart ({colours}), so one file cannot hold a grid of settings.
   Draw a square of 8 mm in the program, and cut it on a scrap with other speeds and powers, weakest first.
"""
    tables = "".join(_settings_table(suffix, plate) for suffix, plate in grids.items())
    return f"""\
1. Speed and power: cut `{GRID}` on a scrap of {material.name}, stay beside it, and stop where it burns. Of the squares
   that fall out, take the one with the least power and the greatest speed; write it into your shop file as `settings`.
{tables}"""


def _settings_table(suffix: str, grid: SettingsGrid) -> str:
    """The setting of each square by colour, for a person to type in. A LightBurn project carries the settings
    itself."""
    if FORMATS[suffix].carries_settings:
        return f"   {GRID}.{suffix} carries speed and power of each of its {len(grid.squares)} squares with it.\n\n"
    rows = "".join(f"       {step.colour}  {step.setting.speed:>5g} mm/s  {step.setting.power:>3g} %\n"
                   for step in grid.squares)
    labels, outline = grid.steps[0], grid.steps[-1]
    return (f"   {GRID}.{suffix}: give each colour its setting, {labels.colour} (words) the one for scores, "
            f"{outline.colour}\n   (the plate's outline) the one for cuts, last.\n{rows}\n")

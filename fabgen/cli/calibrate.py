"""`fabgen calibrate`: test pieces for a laser and a sheet, and the values that follow from measuring them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import MACHINE, SHOP
from fabgen.cli.common import QUIET, can_ask, option_reader, output_option, report_errors, say
from fabgen.cli.shop import default_shop_file, read_material, write_shop

if TYPE_CHECKING:
    from fabgen.laser.shop import Workshop


@click.command()
@SHOP
@MACHINE
@click.option("--material", metavar="NAME", callback=read_material,
              help="The sheet: a material, built in or of your shop, or a .yaml file of your own.")
@click.option("--paper", "papers", metavar="NAMES", callback=option_reader(choices.read_sold_papers),
              help="Instead: a sheet that measures your printer, on a4, letter, a3 or tabloid.")
@click.option("--flip", type=click.Choice(["long", "short"]), default="long", show_default=True,
              help="With --paper, the edge over which your printer turns it.")
@click.option("--measured", metavar="LENGTH", callback=option_reader(choices.read_length),
              help="The side of the square that dropped out of the coupon, measured: 19.82mm.")
@click.option("--stack", metavar="LENGTH", callback=option_reader(choices.read_length),
              help="Instead of --measured, and more exact: the ten strips side by side, measured: 98.2mm.")
@click.option("--slot", metavar="LENGTH", callback=option_reader(choices.read_length),
              help="The label of the narrowest slot of the comb that the sheet enters: 3.15mm.")
@click.option("--thickness", metavar="LENGTH", callback=option_reader(choices.read_length),
              help="The sheet's thickness, measured: 3.02mm; with --slot.")
@click.option("--write", is_flag=True, help="Write what was measured into the shop file, without a question.")
@output_option("Write into this folder, to a folder calibration-MATERIAL.", metavar="DIR", default="output")
@QUIET
def calibrate(shop: str | None, machine: str | None, material: str | None, papers: tuple[str, ...] | None, flip: str,
              measured: float | None, stack: float | None, slot: float | None, thickness: float | None, write: bool,
              out: Path, quiet: bool) -> None:
    """Write test pieces to cut before the first job: a kerf coupon, ten strips, a comb of slots, a bar of 100 mm,
    and a grid of speeds and powers where the machine's files can hold one.

    With --paper, writes a PDF that shows the scale of a printer, the edge that it leaves white and how far its backs
    are off. With --measured, --stack or --slot, says what kerf and what clearance that means instead, and offers to
    write them into your shop file; --write does so without a question.

    \b
    Examples:
      fabgen calibrate --machine lightburn --material acrylic-3mm
      fabgen calibrate --paper a4
      fabgen calibrate --material acrylic-3mm --measured 19.82mm
      fabgen calibrate --material acrylic-3mm --stack 98.2mm --slot 3.15mm --thickness 3.02mm --write
    """
    from fabgen.laser.calibration import write_calibration as run
    from fabgen.laser.shop import load_shop

    with report_errors():
        if papers:
            _write_printer_sheets(papers, flip, out, quiet)
            return
        if material is None:
            raise click.UsageError("Missing option '--material', or '--paper' for a printer.")
        user_shop = load_shop(shop)
        if measured is not None and stack is not None:
            raise click.UsageError("--measured and --stack give the same kerf: take the stack, it is more exact")
        if any(length is not None for length in (measured, stack, slot)):
            values = _measured_values(user_shop, material, measured, stack, slot, thickness)
            _offer_to_write(Path(shop) if shop else default_shop_file(), material, values, write)
            return
        if write or thickness is not None:
            raise click.UsageError("nothing was measured: give --measured, --stack or --slot")
        target, files = run(user_shop, machine, material, out)
        if not quiet:
            say("\n".join([str(target), *(f"  {path}" for path in files)]))


def _write_printer_sheets(papers: tuple[str, ...], flip: str, out: Path, quiet: bool) -> None:
    """Writes a printer sheet for each paper, and prints the paths."""
    from fabgen.paper.printer_test import write_printer_sheet

    for paper in papers:
        path = write_printer_sheet(paper, "short" if flip == "short" else "long", out)
        if not quiet:
            say(str(path))


def _measured_values(shop: Workshop, material: str, measured: float | None, stack: float | None, slot: float | None,
                     thickness: float | None) -> dict[str, float]:
    """The measured values by their keys in a shop file. Prints them as options of a build."""
    from fabgen.laser.calibration import clearance_from_slot, kerf_from_square, kerf_from_stack

    material_entry, values = shop.material(material), dict[str, float]()
    if measured is not None or stack is not None:
        values["kerf"] = kerf_from_stack(stack) if stack is not None else kerf_from_square(measured or 0.0)
        say(f"the kerf is {values['kerf']:g} mm: build with --kerf {values['kerf']:g}mm")
    if thickness is not None:
        values["measured"] = thickness
    if slot is not None:
        sheet_thickness = thickness or material_entry.measured
        if not sheet_thickness:
            raise click.UsageError("--slot needs the sheet's thickness as measured: --thickness 3.02mm")
        values["clearance"] = clearance_from_slot(
            slot, sheet_thickness, values.get("kerf", material_entry.kerf) - material_entry.kerf
        )
        say(f"the clearance is {values['clearance']:g} mm: it belongs into a shop file")
    return values


def _offer_to_write(file: Path, material: str, values: dict[str, float], write: bool) -> None:
    """Writes the values into the shop file if `write` is set or the user agrees."""
    if not write and not (can_ask() and click.confirm(f"Write this into {file}?", default=True)):
        return
    if material.endswith((".yaml", ".yml")):
        raise click.UsageError(f"{material} is a file of your own: change it there")
    from fabgen.core.files import find_kind, read_text
    from fabgen.laser.calibration import set_shop_values

    text = read_text(file) if find_kind(file) else ""
    write_shop(file, set_shop_values(text, str(file), material, values))
    say(f"{file}: {material} is as measured now")

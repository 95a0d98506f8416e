"""The user's shop file on the command line: its path, and `fabgen new-shop`, which writes it from questions or
options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from fabgen.cli import option_values as choices
from fabgen.cli.common import can_ask, option_reader, output_option, report_errors, say

if TYPE_CHECKING:
    from fabgen.laser.shop import ShopEntry

ENVIRONMENT = "FABGEN_SHOP"  # the environment variable with the path of the shop file


def default_shop_file() -> Path:
    """The default path of the shop file, in the user's config folder."""
    return Path(click.get_app_dir("fabgen")) / "shop.yaml"


def read_shop(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The path of the shop file: the one given, else the default one if it exists. Mistakes in the file are printed
    with their lines, and end the command."""
    if ctx.resilient_parsing:
        return None
    from fabgen.core.files import find_kind
    from fabgen.core.problems import FabgenError

    try:
        if value is None and not find_kind(default_shop_file()):
            return None
        return choices.read_shop_path(str(default_shop_file()) if value is None else value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    except FabgenError as error:
        hint = f"--shop {choices.NO_SHOP} takes the built-in values instead"
        with report_errors():
            raise FabgenError(replace(problem, hint=problem.hint or hint) for problem in error.problems) from None


def read_material(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    """The name of a material, checked against the shop. `--shop` is eager, so that it is read before."""
    return option_reader(lambda text: choices.read_material_name(text, ctx.params.get("shop")))(ctx, param, value)


def read_material_and_colour(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    """The same, where a colour may stand behind a slash."""
    return option_reader(lambda text: choices.read_material_key(text, ctx.params.get("shop")))(ctx, param, value)


@click.command("new-shop")
@output_option("Write this file.  [default: shop.yaml in your config folder, which builds look for]")
@click.option("--machine", metavar="NAME", callback=option_reader(choices.read_machine_name),
              help="Your laser, or the program that drives it; or a .yaml file.")
@click.option("--bed", metavar="SIZE", callback=option_reader(choices.read_sheet_size), help="Its bed: 600x400mm.")
@click.option("--watts", type=click.IntRange(1, 1000), help="Its nominal power.")
@click.option("--material", "materials", metavar="NAME", multiple=True,
              help="A material that you have; once for each of them.")
@click.option("--thickness", "thicknesses", metavar="LENGTH", multiple=True,
              help="Its thickness, measured: 2.9mm; once for each material.")
@click.option("--kerf", "kerfs", metavar="LENGTH", multiple=True,
              help="Full width of a cut in it, measured: 0.18mm; once for each material.")
@click.option(
    "--sheet", metavar="SIZE", callback=option_reader(choices.read_sheet_size), help="Size of your sheets: 600x400mm."
)
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def new_shop(out: Path | None, force: bool, sheet: tuple[float, float] | None, **laser_and_materials: Any) -> None:
    """Write a shop file: your laser, your materials as measured, your sheets.

    On a terminal it asks for what no option says; elsewhere `--machine` is needed.

    \b
    Examples:
      fabgen new-shop
      fabgen new-shop --machine lightburn --bed 600x400mm --material acrylic-3mm --thickness 2.9mm --kerf 0.18mm
    """
    from fabgen.core.files import find_kind

    target = out or default_shop_file()
    if find_kind(target) and not force:
        raise click.UsageError(f"`{target}` is there already: --force overwrites it, -o FILE writes another")
    materials, is_asking = _materials_of_options(laser_and_materials, sheet), can_ask()
    if not laser_and_materials["machine"] and not is_asking:
        raise click.UsageError("which machine? Give --machine, see `fabgen list machines`")
    with report_errors():
        from fabgen.laser.shop import write_shop_text

        laser = _choose_laser(laser_and_materials, is_asking)
        if is_asking and not materials:
            materials = _ask_materials()
        text = write_shop_text(*laser, materials, str(target.parent))
        write_shop(target, text)
    say(f"{target}: change it in any editor")
    if target != default_shop_file():
        say(f"give it to builds with --shop {target}")


def _materials_of_options(options: dict[str, Any], sheet: tuple[float, float] | None) -> list[ShopEntry]:
    """The materials in the options. Raises click.UsageError if there are not as many lengths as materials."""
    from fabgen.core.english import count_things
    from fabgen.laser.shop import ShopEntry

    names: tuple[str, ...] = options["materials"]
    columns: list[list[float | None]] = []
    for option, lengths in (("--thickness", options["thicknesses"]), ("--kerf", options["kerfs"])):
        if len(lengths) not in (0, len(names)):
            mismatch = (
                f"{option} is given {count_things(len(lengths), 'time')} for {count_things(len(names), 'material')}"
            )
            raise click.UsageError(f"{mismatch}: give --material and {option} once for each")
        columns.append([_read_option(choices.read_length, text, option) for text in lengths] or [None] * len(names))
    material_keys = [_read_option(choices.read_material_name, name, "--material") for name in names]
    return [
        ShopEntry(name, measured, kerf, sheet) for name, measured, kerf in zip(material_keys, *columns, strict=True)
    ]


def _read_option(read: Callable[[str], Any], text: str, option: str) -> Any:
    """The value of an option. Raises BadParameter if it cannot be read."""
    try:
        return read(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


class _Laser(NamedTuple):
    """The name of a machine, its bed in mm and its power in W."""

    machine: str
    bed: tuple[float, float] | None
    watts: int | None


def _choose_laser(options: dict[str, Any], is_asking: bool) -> _Laser:
    """The laser of the options. Asks the user for what these do not say."""
    from fabgen.laser.machine import load_machine

    machine, bed, watts = options["machine"], options["bed"], options["watts"]
    if is_asking and not machine:
        _offer_machines()
        machine = _ask("Machine", "generic", choices.read_machine_name)
    profile = load_machine(machine)
    if is_asking and not bed:
        bed = _ask("Its bed", f"{profile.bed[0]:g} x {profile.bed[1]:g} mm", choices.read_sheet_size)
    if is_asking and not watts:
        watts = click.prompt("Its power in watts", profile.watts, type=click.IntRange(1, 1000))
    is_file = machine.endswith((".yaml", ".yml"))
    return _Laser(str(Path(machine).absolute()) if is_file else machine, bed, watts)


def _offer_machines() -> None:
    """Prints the machines to choose from, without those whose colours would be cut in the wrong order by default."""
    from fabgen.laser.machine import load_machine, machine_names

    for machine in map(load_machine, machine_names()):
        if not machine.order_fault():
            say(f"  {machine.name:<18}{machine.about}")


def _ask_materials() -> list[ShopEntry]:
    """Asks the user for materials, one after the other, until an empty answer."""
    from fabgen.laser.shop import ShopEntry
    from fabgen.materials.material import load_material, material_names

    say("Materials: " + ", ".join(material_names()))
    materials: list[ShopEntry] = []
    while name := _ask("Material that you have (empty: no more)", "", _optional(choices.read_material_name)):
        material = load_material(name).material
        low, high = material.thickness_range
        say(f"  sheets of {low:g} to {high:g} mm are sold as {material.thickness:g} mm: measure yours")
        measured = _ask("  Thickness, measured (empty: not yet)", "", _optional(choices.read_length))
        kerf = _ask(
            f"  Kerf, measured (empty: {material.kerf:g} mm until you know)", "", _optional(choices.read_length)
        )
        sheet = _ask(
            "  Size of your sheets", f"{material.sheet[0]:g} x {material.sheet[1]:g} mm", choices.read_sheet_size
        )
        colours = _ask("  Their colours, with commas (empty: any)", "", str)
        colour_names = tuple(colour.strip() for colour in colours.split(",") if colour.strip())
        materials.append(ShopEntry(name, measured, kerf, sheet, None, colour_names))
    return materials


def _optional(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """A function that reads a text, and returns None for an empty one."""
    return lambda text: read(text) if text.strip() else None


def _ask(question: str, default: str, read: Callable[[str], Any]) -> Any:
    """An answer of the user. Asks again after an answer that cannot be read."""
    def read_answer(text: str) -> Any:
        try:
            return read(text)
        except ValueError as error:
            raise click.UsageError(str(error)) from None

    return click.prompt(question, default, show_default=bool(default), value_proc=read_answer)


def write_shop(target: Path, text: str) -> None:
    """Writes a shop file, and makes its folder if needed. Raises FabgenError if the disk refuses."""
    from fabgen.core.files import disk_error, replace_file

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_error(error, target.parent) from None
    replace_file(target, text.encode())

"""The user's shop on the command line: which file it is; `new-shop`, which asks for one or takes it from options."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fabgen import choices
from fabgen.cli.common import parsed, reported, say

if TYPE_CHECKING:
    from fabgen.make.shopfile import Bought

ENVIRONMENT = "FABGEN_SHOP"


def usual() -> Path:
    """Where a shop is looked for unless told: in the user's config folder, as each system has it."""
    return Path(click.get_app_dir("fabgen")) / "shop.yaml"


def read_shop(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """The shop's file: as given, else the usual one if it is there. Mistakes in it are told at their lines."""
    if ctx.resilient_parsing or (value is None and not usual().is_file()):
        return None
    from fabgen.base import FabgenError

    try:
        return choices.shop(str(usual()) if value is None else value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None
    except FabgenError as error:
        with reported():
            raise error


def read_material(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    return parsed(lambda text: choices.material(text, ctx.params.get("shop")))(ctx, param, value)


@click.command("new-shop")
@click.option("-o", "--output", "out", metavar="FILE", callback=parsed(choices.home),
              help="Write this file.  [default: shop.yaml in your config folder, which builds look for]")
@click.option("--machine", metavar="NAME", callback=parsed(choices.machine),
              help="Your laser, or the program that drives it; or a .yaml file.")
@click.option("--bed", metavar="SIZE", callback=parsed(choices.sheet), help="Its bed: 600x400mm.")
@click.option("--watts", type=click.IntRange(1, 1000), help="Its nominal power.")
@click.option("--material", "materials", metavar="NAME", multiple=True,
              help="A material that you have; once for each of them.")
@click.option("--thickness", "thicknesses", metavar="LENGTH", multiple=True,
              help="Its thickness, measured: 2.9mm; once for each material.")
@click.option("--kerf", "kerfs", metavar="LENGTH", multiple=True,
              help="Full width of a cut in it, measured: 0.18mm; once for each material.")
@click.option("--sheet", metavar="SIZE", callback=parsed(choices.sheet), help="Size of your sheets: 600x400mm.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def new_shop(out: Path | None, force: bool, sheet: tuple[float, float] | None, **given: Any) -> None:
    """Write a shop file: your laser, your materials as measured, your sheets.

    On a terminal it asks for what no option says; elsewhere `--machine` is needed.

    \b
    Examples:
      fabgen new-shop
      fabgen new-shop --machine lightburn --bed 600x400mm --material acrylic-3mm --thickness 2.9mm --kerf 0.18mm
    """
    target = out or usual()
    if target.exists() and not force:
        raise click.UsageError(f"`{target}` is there already: --force overwrites it, -o FILE writes another")
    bought, asks = _bought(given, sheet), _asks()
    if not given["machine"] and not asks:
        raise click.UsageError("which machine? Give --machine, see `fabgen list machines`")
    with reported():
        from fabgen.make.shopfile import shop_text

        laser = _laser(given, asks)
        if asks and not bought:
            bought = list(_asked())
        text = shop_text(*laser, bought, str(target.parent))
        write_shop(target, text)
    say(f"{target}: change it in any editor")
    if target != usual():
        say(f"give it to builds with --shop {target}")


def _asks() -> bool:
    """Whether somebody is there to answer."""
    return sys.stdin.isatty()


def _bought(given: dict[str, Any], sheet: tuple[float, float] | None) -> list[Bought]:
    """The materials as options have them. Raises click.UsageError where their numbers do not match."""
    from fabgen.base import plural
    from fabgen.make.shopfile import Bought

    names: tuple[str, ...] = given["materials"]
    columns: list[list[float | None]] = []
    for option, lengths in (("--thickness", given["thicknesses"]), ("--kerf", given["kerfs"])):
        if len(lengths) not in (0, len(names)):
            what = f"{option} is given {plural(len(lengths), 'time')} for {plural(len(names), 'material')}"
            raise click.UsageError(f"{what}: give --material and {option} once for each")
        columns.append([_read(choices.length, text, option) for text in lengths] or [None] * len(names))
    read = [_read(choices.material, name, "--material") for name in names]
    return [Bought(name, measured, kerf, sheet) for name, measured, kerf in zip(read, *columns, strict=True)]


def _read(how: Callable[[str], Any], text: str, option: str) -> Any:
    try:
        return how(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None


def _laser(given: dict[str, Any], asks: bool) -> tuple[str, tuple[float, float] | None, int | None]:
    """The name of the machine, its bed and its power, asked for where they were not given."""
    from fabgen.make.profile import load_machine

    machine, bed, watts = given["machine"], given["bed"], given["watts"]
    if asks and not machine:
        _offer_machines()
        machine = _ask("Machine", "generic", choices.machine)
    known = load_machine(machine)
    if asks and not bed:
        bed = _ask("Its bed", f"{known.bed[0]:g} x {known.bed[1]:g} mm", choices.sheet)
    if asks and not watts:
        watts = click.prompt("Its power in watts", known.watts, type=click.IntRange(1, 1000))
    return str(Path(machine).absolute()) if machine.endswith((".yaml", ".yml")) else machine, bed, watts


def _offer_machines() -> None:
    """The machines that are proposed; one that would cut too early in its own order is not among them."""
    from fabgen.make.profile import load_machine, machine_names

    for machine in map(load_machine, machine_names()):
        if not machine.premature():
            say(f"  {machine.name:<18}{machine.about}")


def _asked() -> list[Bought]:
    """The materials, one after the other, until an empty answer."""
    from fabgen.make.profile import load_material, material_names
    from fabgen.make.shopfile import Bought

    say("Materials: " + ", ".join(material_names()))
    found: list[Bought] = []
    while name := _ask("Material that you have (empty: no more)", "", _perhaps(choices.material)):
        known = load_material(name).material
        low, high = known.thickness_range
        say(f"  sheets of {low:g} to {high:g} mm are sold as {known.thickness:g} mm: measure yours")
        measured = _ask("  Thickness, measured (empty: not yet)", "", _perhaps(choices.length))
        kerf = _ask(f"  Kerf, measured (empty: {known.kerf:g} mm until you know)", "", _perhaps(choices.length))
        sheet = _ask("  Size of your sheets", f"{known.sheet[0]:g} x {known.sheet[1]:g} mm", choices.sheet)
        colours = _ask("  Their colours, with commas (empty: any)", "", str)
        shades = tuple(one.strip() for one in colours.split(",") if one.strip())
        found.append(Bought(name, measured, kerf, sheet, None, shades))
    return found


def _perhaps(how: Callable[[str], Any]) -> Callable[[str], Any]:
    """Reads a text that may be empty."""
    return lambda text: how(text) if text.strip() else None


def _ask(question: str, default: str, how: Callable[[str], Any]) -> Any:
    """An answer from the terminal; what cannot be read is told, and asked again."""
    def read(text: str) -> Any:
        try:
            return how(text)
        except ValueError as error:
            raise click.UsageError(str(error)) from None

    return click.prompt(question, default, show_default=bool(default), value_proc=read)


def write_shop(target: Path, text: str) -> None:
    """A shop file onto the disk, its folder made where it is not there. Raises FabgenError where that cannot be."""
    from fabgen.disk import replace_file, told

    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise told(error, target.parent) from None
    replace_file(target, text.encode())

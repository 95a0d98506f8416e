"""The options of a build, as `fabgen.spec.build_options` declares them → options of the command line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from fabgen.cli import option_values as choices
from fabgen.cli.common import option_reader
from fabgen.cli.shop import ENVIRONMENT, read_material_and_colour, read_shop
from fabgen.spec.build_options import option_choices, option_default, option_notes

NOTES = dict(option_notes())
VALUES: dict[str, tuple[str, Any]] = {  # by kind of value: its name in the help, and its callback
    "shop": ("FILE", read_shop),
    "machine": ("NAME", option_reader(choices.read_machine_name)), "material": ("NAME", read_material_and_colour),
    "length": ("LENGTH", option_reader(choices.read_length)), "size": ("SIZE", option_reader(choices.read_sheet_size)),
    "minutes": ("MINUTES", option_reader(choices.read_minutes)), "fit": ("CLASS", option_reader(choices.read_fit)),
    "bridges": ("HOW", option_reader(choices.read_bridges)),
    "engraving": ("HOW", option_reader(choices.read_engrave)),
    "language": ("TAG", option_reader(choices.read_language_tag)),
    "offset": ("DX,DY", option_reader(choices.read_back_offset)),
    "theme": ("NAME", option_reader(choices.read_built_theme)),
}
LISTS: dict[str, Callable[[str], Any]] = {  # kinds of values that are lists: given twice, both lists count
    "formats": choices.read_formats, "parts": choices.read_parts, "papers": choices.read_papers,
    "books": choices.read_books, "figures": choices.read_built_figure_formats,
}


def build_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command with all options of a build that have a help text."""
    for name, note in reversed([*NOTES.items()]):
        if note.help:
            command = build_option(name)(command)
    return command


def build_option(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that gives a command one option of a build."""
    note = NOTES[name]
    flag, default = "--" + (note.name or name).replace("_", "-"), option_default(name)
    if note.value == "flag":
        return click.option(flag, name, is_flag=True, help=note.help)
    if note.value == "choice":
        words = click.Choice(list(option_choices(name)))
        return click.option(flag, name, type=words, default=default, show_default=True, help=note.help)
    if note.value == "players":
        return click.option(flag, name, type=click.IntRange(1, 12), help=note.help)
    if read := LISTS.get(note.value):
        joined = option_reader(lambda texts: read(",".join(texts)) if texts else None)
        defaults = (",".join(default),) if default else None
        return click.option(flag, name, metavar="NAMES", multiple=True, default=defaults, show_default=bool(default),
                            callback=joined, help=note.help)
    metavar, callback = VALUES[note.value]
    if note.value == "shop":
        return click.option(flag, name, metavar=metavar, envvar=ENVIRONMENT, is_eager=True, callback=callback,
                            help=note.help)
    return click.option(flag, name, metavar=metavar, callback=callback, help=note.help)


SHOP, MACHINE = build_option("shop"), build_option("machine")
PLAYERS, LANGUAGE = build_option("players"), build_option("language")

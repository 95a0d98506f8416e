"""`fabgen new`: writes a small game for the user to start from."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabgen.cli import option_values as choices
from fabgen.cli.common import option_reader, print_problems, report_errors, say

if TYPE_CHECKING:
    from fabgen.authoring.new_game import GridSize, HexBoard


def _read_board(text: str) -> tuple[GridSize | HexBoard, bool]:
    """The size of a board, and whether pieces are on its points."""
    from fabgen.authoring.new_game import read_board

    return read_board(text)


@click.command()
@click.argument("folder", metavar="NAME", callback=option_reader(choices.expand_home))
@click.option("--from", "template", metavar="GAME", help="Start from a game or a recipe that comes with fabgen.")
@click.option("--from-fairy", "fairy", type=(str, str), metavar="FILE VARIANT",
              help="Start from a variant in a configuration of Fairy-Stockfish (variants.ini).")
@click.option("--board", metavar="BOARD", default="8x8", show_default=True, callback=option_reader(_read_board),
              help="Files x ranks of its board; or hexagon:5, rhombus:6x6, triangle:7, points:8x8.")
@click.option("--players", type=click.IntRange(1, 4), default=2, show_default=True, help="How many play.")
@click.pass_context
def new(
    ctx: click.Context,
    folder: Path,
    template: str | None,
    fairy: tuple[str, str] | None,
    board: tuple[GridSize | HexBoard, bool],
    players: int,
) -> None:
    """Write a small, complete game into a new folder: a spec with comments and a rules text, which build at once.

    Recipes are small games that show one thing each: unequal armies, neutral pieces, one set for all players, stones, a
    map, cards ...; `fabgen list recipes` names all of them.

    \b
    Examples:
      fabgen new my-game
      fabgen new races/crossing --board 6x9 --players 4
      fabgen new pond --board hexagon:5 --players 3
      fabgen new my-correction --from correction
      fabgen new my-shogi --from shogi
      fabgen new courier --from-fairy variants.ini courier
    """
    from fabgen.authoring.new_game import starter_files, template_files, variant_files, write_game_folder

    typed = click.core.ParameterSource.COMMANDLINE
    given_names = [name for name in ("board", "players") if ctx.get_parameter_source(name) is typed]
    if template is not None and given_names:
        raise click.UsageError(f"--{given_names[0]} and --from exclude each other: the template has a board of its own")
    if fairy and (template is not None or given_names):
        other = "--from" if template is not None else f"--{given_names[0]}"
        raise click.UsageError(f"{other} and --from-fairy exclude each other: the variant has a board of its own")
    with report_errors():
        size, points = board
        files, problems = variant_files(folder, Path(fairy[0]), fairy[1]) if fairy else ({}, [])
        files = files or (
            template_files(folder, template)
            if template
            else starter_files(folder, size, players, points=points)
        )
        write_game_folder(folder, files)
        print_problems(problems)
    say(f"{folder}\n  game.yaml   change it line by line; `fabgen check {folder}` says what is wrong\n"
        f"  rules.md    the rules text\n  schema.json what editors complete and explain the keys with\n"
        f"now try: fabgen serve {folder}   see it in your browser while you write it\n"
        f"         fabgen build {folder}   make all files")

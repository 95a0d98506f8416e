"""`fabgen new`: a game of one's own to start from."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen import choices
from fabgen.cli.common import parsed, reported, say


def _grid(text: str) -> tuple[int, int]:
    from fabgen.newgame import read_grid

    return read_grid(text)


@click.command(short_help="Start a game of your own.")
@click.argument("folder", metavar="NAME", callback=parsed(choices.home))
@click.option("--from", "template", metavar="GAME", help="Start from a game that comes with fabgen.")
@click.option("--board", metavar="GRID", default="8x8", show_default=True, callback=parsed(_grid),
              help="Files x ranks of its board.")
@click.option("--players", type=click.IntRange(1, 4), default=2, show_default=True, help="How many play.")
@click.pass_context
def new(ctx: click.Context, folder: Path, template: str | None, board: tuple[int, int], players: int) -> None:
    """Write a small, complete game into a new folder: a spec with comments and a rules text, which build at once.

    \b
    Examples:
      fabgen new my-game
      fabgen new races/crossing --board 6x9 --players 4
      fabgen new my-correction --from correction
    """
    from fabgen.newgame import copied_game, new_game, put_game
    from fabgen.spec.load import find_game

    typed = click.core.ParameterSource.COMMANDLINE
    given = [name for name in ("board", "players") if ctx.get_parameter_source(name) is typed]
    if template is not None and given:
        raise click.UsageError(f"--{given[0]} and --from exclude each other: the template has a board of its own")
    with reported():
        put_game(folder, copied_game(folder, find_game(template)) if template else new_game(folder, board, players))
    say(f"{folder}\n  game.yaml   change it line by line; `fabgen check {folder}` says what is wrong\n"
        f"  rules.md    the rules text\n  schema.json what editors complete and explain the keys with\n"
        f"now try: fabgen build {folder}")

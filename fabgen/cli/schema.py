"""`fabgen schema`: the JSON Schema with which editors complete and explain the keys of a spec."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen import choices
from fabgen.cli.common import parsed, reported, say


@click.command()
@click.option("-o", "--output", "out", metavar="FILE", callback=parsed(choices.home),
              help="Write it into this file; on standard output unless given.")
def schema(out: Path | None) -> None:
    """Write the JSON Schema of game.yaml: with it an editor completes keys, explains them and marks what is wrong.

    `fabgen new` puts one beside the spec and links it in the first line.

    \b
    Example:
      fabgen schema -o schema.json
      # yaml-language-server: $schema=schema.json      <- then the first line of game.yaml
    """
    from fabgen.disk import replace_file, told
    from fabgen.schema import dump

    with reported():
        if out is None:
            say(dump().decode().rstrip("\n"))
            return
        try:
            replace_file(out, dump())
        except OSError as error:
            raise told(error, out) from None
        say(str(out))

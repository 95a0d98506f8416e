"""`fabgen schema`: the JSON Schema with which editors complete and explain the keys of a spec."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen.cli.common import output_option, print_problems, report_errors, say


@click.command()
@output_option("Write it into this file; on standard output unless given.")
def schema(out: Path | None) -> None:
    """Write the JSON Schema of game.yaml: with it an editor completes keys, explains them and marks what is wrong.

    `fabgen new` puts one beside the spec and links it in the first line.

    \b
    Example:
      fabgen schema -o schema.json
      # yaml-language-server: $schema=schema.json      <- then the first line of game.yaml
    """
    from fabgen.authoring.schema import schema_bytes
    from fabgen.core.files import disk_error, replace_file
    from fabgen.rules.rule_sets import load_rule_sets

    with report_errors():
        print_problems(load_rule_sets()[1])
        if out is None:
            say(schema_bytes().decode().rstrip("\n"))
            return
        try:
            replace_file(out, schema_bytes())
        except OSError as error:
            raise disk_error(error, out) from None
        say(str(out))

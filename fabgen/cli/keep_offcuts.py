"""`fabgen keep-offcuts`: writes the leftovers of a job's sheets into the user's shop file."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen.cli.build_options import SHOP
from fabgen.cli.common import report_errors, say
from fabgen.cli.shop import default_shop_file, write_shop


@click.command("keep-offcuts")
@click.argument("output", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path))
@SHOP
def keep_offcuts(output: Path, shop: str | None) -> None:
    """Note what the sheets of a job leave over as offcuts in your shop file, so that builds use them up first.

    FOLDER is what a build has made, such as output/correction. Do it once the sheets are cut: job-sheet.pdf shows how
    large each piece is. A piece that is noted already is left alone; offcuts that the job has used up, and sheets
    that your shop file counts, are named, for you to take out.

    \b
    Examples:
      fabgen keep-offcuts output/correction
    """
    with report_errors():
        from fabgen.core.files import find_kind, read_text
        from fabgen.laser.offcuts import add_leftovers, read_leftovers, used_offcuts, used_sheet_lines

        file = Path(shop) if shop else default_shop_file()
        former_text = read_text(file) if find_kind(file) else ""
        text, new = add_leftovers(former_text, str(file), read_leftovers(output))
        if new:
            write_shop(file, text)
        for piece in new:
            say(f"{file}: {piece['material']}, {piece['name']}, {piece['shape']}")
        if not new:
            say("nothing new is left over that is worth keeping")
        for name in used_sheet_lines(output, former_text, str(file)):
            say(f"used: {name}; lower its count in {file}")
        for name in used_offcuts(output):
            say(f"used up: {name}; take it out of {file}")

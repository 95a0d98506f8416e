"""`fabgen translate`: a file with every text of a game, to translate, or to bring up to date."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabgen.cli import option_values as choices
from fabgen.cli.common import GAME, option_reader, output_option, report_errors, say

if TYPE_CHECKING:
    from fabgen.authoring.translation_file import TranslationReport

LONGEST = 70  # characters of a text that is listed


@click.command()
@GAME
@click.argument("language", metavar="TAG", callback=option_reader(choices.read_language_tag))
@output_option("The file to write or to bring up to date.  [default: TAG.yaml beside the game.yaml]")
def translate(game: str, language: str, out: Path | None) -> None:
    """Write a file with every text of a game, to be translated: titles, names, captions, rulings, the rules text.

    TAG is the language as in BCP 47: de for German, pt-BR for the Portuguese of Brazil. Write each translation behind
    `text:`, then build the game with `--language TAG`. What is not translated is printed as in the source.

    Run it again when the game has changed: translations stay, new texts are added, and texts that have changed since
    they were translated are listed and get a line `former:`, with the text that the translation was made from.

    \b
    Examples:
      fabgen translate my-game/ de
      fabgen build my-game/ --language de --only rules
    """
    with report_errors():
        from fabgen.authoring.translation_file import write_translation
        from fabgen.core.files import find_kind, read_text, replace_file
        from fabgen.spec.game_folder import template_folders
        from fabgen.spec.load import load_spec
        from fabgen.spec.translation import parse_translation

        spec = load_spec(game)
        if out is None and spec.folder.resolve() in [folder.resolve() for folder in template_folders().values()]:
            raise click.UsageError(
                f"`{game}` comes with fabgen: write the file elsewhere with -o FILE, or translate a copy of your own "
                "(`fabgen new`)"
            )
        path = out or spec.folder / f"{language}.yaml"
        former = parse_translation(read_text(path), str(path))[0] if find_kind(path) else None
        text, report = write_translation(spec, language, former)
        replace_file(path, text.encode())
        _print_report(path, report)


def _print_report(path: Path, report: TranslationReport) -> None:
    """Says what is left to do, first the texts that have changed."""
    for entry in report.stale:
        say(f"changed since it was translated: “{_shorten(entry.former or '')}”\n  now: “{_shorten(entry.source)}”")
    tasks = [f"{report.untranslated} to translate"] if report.untranslated else []
    tasks += [f"{len(report.stale)} to correct: each has a line `former:`"] if report.stale else []
    tasks += [f"{report.unused} no longer used, at the end"] if report.unused else []
    say(f"{path}: {report.total} texts" + "".join(f", {task}" for task in tasks or ["all translated"]))


def _shorten(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} …"

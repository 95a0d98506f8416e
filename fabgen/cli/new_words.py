"""`fabgen new-words`: a file with the words of a language, to translate."""

from __future__ import annotations

from pathlib import Path

import click

from fabgen.cli import option_values as choices
from fabgen.cli.common import option_reader, output_option, report_errors, say


@click.command("new-words")
@click.argument("language", metavar="TAG", callback=option_reader(choices.read_language_tag))
@click.option(
    "--from",
    "source",
    metavar="FILE",
    callback=option_reader(choices.expand_home),
    help="Take the texts of this file of words, which may be written as before there were plural forms.",
)
@output_option("Write it into this file; on standard output unless given.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
def new_words(language: str, source: Path | None, out: Path | None, force: bool) -> None:
    """Write a file of words to translate: what fabgen says in books, in figures and on sheets of paper.

    TAG is the language as in BCP 47: pl for Polish, pt-BR for the Portuguese of Brazil. Texts that depend on a number
    stand there once for each plural form of that language. Translate what is in quotes, put the file beside your
    game.yaml, and write its name there: `language: pl.yaml`.

    \b
    Examples:
      fabgen new-words pl -o my-game/pl.yaml
      fabgen new-words pl --from my-game/old.yaml -o my-game/pl.yaml
    """
    with report_errors():
        from fabgen.authoring.words_file import write_words_text
        from fabgen.core.files import find_kind, replace_file

        if out and find_kind(out) and not force:
            raise click.UsageError(f"`{out}` is there already: --force overwrites it, -o FILE writes another")
        text = write_words_text(language, source)
        if out is None:
            say(text.rstrip("\n"))
            return
        replace_file(out, text.encode())
        say(f"{out}: translate what is in quotes, and keep what is in braces")

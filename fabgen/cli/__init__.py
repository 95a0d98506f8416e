"""The command line → calls of the library. The only package that prints and decides on exit codes.

The codes are 0 for success (also with warnings), 1 for problems in a spec or a job, 2 for a command that cannot be
understood, 70 for a mistake in fabgen itself, 130, 141 and 143 for a command that was stopped. Everything that a
command needs is imported when the command runs, so that `--help` answers at once.
"""

from __future__ import annotations

import os

import click

from fabgen import __version__
from fabgen.cli.common import LazyGroup

# Plug-ins of pydantic have no part in fabgen, and a damaged package among them would keep every command from running.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
PLACES = {  # by command: where it is defined, and its line in `fabgen --help`
    "build": ("fabgen.cli.build:build", "Make everything of a game, verified."),
    "calibrate": ("fabgen.cli.calibrate:calibrate", "Test pieces for your laser, a test sheet for your printer."),
    "check": ("fabgen.cli.check:check", "Is a spec sound, and does it agree with the rules?"),
    "diagram": ("fabgen.cli.diagram:diagram", "Write figures of a game as SVG, PDF or PNG."),
    "export": ("fabgen.cli.export:export", "Export a game for print on demand."),
    "keep-offcuts": ("fabgen.cli.keep_offcuts:keep_offcuts", "Note what a job leaves over in your shop file."),
    "list": ("fabgen.cli.list:list_command", "List what fabgen knows: games, machines, ..."),
    "moves": ("fabgen.cli.play:moves", "Print legal moves."),
    "new": ("fabgen.cli.new:new", "Start a game of your own."),
    "new-shop": ("fabgen.cli.shop:new_shop", "Write a file about your laser and your sheets."),
    "new-words": ("fabgen.cli.new_words:new_words", "Write the words of a language, to translate."),
    "perft": ("fabgen.cli.play:perft", "Count the ways to play on."),
    "play": ("fabgen.cli.play:play", "Play a game at the terminal."),
    "serve": ("fabgen.cli.serve:serve", "Show a game in your browser while you write it."),
    "schema": ("fabgen.cli.schema:schema", "Write the JSON Schema of game.yaml, for editors."),
    "translate": ("fabgen.cli.translate:translate", "Write the texts of a game, to translate."),
    "verify": ("fabgen.cli.verify:verify", "Prove the files of a build."),
}


@click.group(cls=LazyGroup, places=PLACES,
             context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="fabgen %(version)s")
def main() -> None:
    """One game spec becomes laser files, a paper prototype, a rulebook, and diagrams proven against the rules.

    GAME is the name of a game that comes with fabgen (see `fabgen list games`), or the path of your own game.yaml or
    of its folder. `fabgen COMMAND --help` explains a command.

    \b
    Examples:
      fabgen build correction                 everything, into output/correction/
      fabgen build my-game/ --only laser      one folder of it
      fabgen check my-game/                   is the spec sound, are its diagrams and examples true?
    """

"""The command line → calls of the library; the only module that prints and that decides on exit codes.

0 is fine (warnings included), 1 means problems in a spec or a job, 2 a command that cannot be understood, 130 and 141
that it was stopped. Whatever a command needs is imported when it runs, so that `--help` answers at once.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from fabgen import __version__, choices
from fabgen.listing import KINDS
from fabgen.options import FOLDERS, LASER, PAPERS, PRINT

if TYPE_CHECKING:
    from fabgen.base import Problem
    from fabgen.build import Result
    from fabgen.spec.load import Spec

STOPPED, UNREAD = 130, 141  # as shells have it: 128 + SIGINT, 128 + SIGPIPE
Read = Callable[[str], Any]
Callback = Callable[[click.Context, click.Parameter, Any], Any]


def parsed(read: Read) -> Callback:
    """An option's value through a function of ours; its ValueError or FabgenError is a mistake in the command."""

    def callback(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        from fabgen.base import FabgenError

        try:
            return None if value is None else read(value)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from None
        except FabgenError as error:
            raise click.BadParameter("; ".join(_line(p) for p in error.problems), ctx, param) from None

    return callback


def _noticed(game: str) -> None:
    """Says so where a name means a template, and a game of the user's own of that name lies here too."""
    from fabgen.spec.load import SPEC, template_folders

    if game in template_folders() and (Path(game) / SPEC).is_file():
        _say(f"notice: `{game}` is the game that comes with fabgen; yours is `./{game}`", err=True)


def _line(problem: Problem) -> str:
    return "; ".join([problem.what, *problem.hint.splitlines()])


class Command(click.Group):
    """The group, which ends in peace when the user stops it or nobody can read what it says."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):  # a name that the terminal cannot show is no reason to fail
                stream.reconfigure(errors="backslashreplace")
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("\nstopped", err=True)
            sys.exit(STOPPED)


def _say(text: str, err: bool = False, nl: bool = True) -> None:
    """Prints; where nobody reads any more, or the disk is full, ends the command."""
    try:
        click.echo(text, err=err, nl=nl)
    except OSError as error:
        stream = sys.stderr if err else sys.stdout
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # Python itself flushes once more at the end
        if error.errno != errno.EPIPE and not err:
            click.echo(f"error: cannot print: {(error.strerror or str(error)).lower()}", err=True)
        sys.exit(UNREAD if error.errno == errno.EPIPE else 1)


@contextmanager
def _reported(as_json: bool = False) -> Iterator[None]:
    """Expected errors become messages and exit codes; what is not expected keeps its traceback."""
    from fabgen.base import FabgenError

    try:
        yield
    except FabgenError as error:
        from fabgen.spec.load import UnknownGame

        unknown = isinstance(error, UnknownGame)
        if unknown and not as_json:
            raise click.UsageError("\n".join(str(p).removeprefix("error: ") for p in error.problems)) from None
        _leave(error.problems, 2 if unknown else 1, as_json)


def _leave(problems: Sequence[Problem], code: int = 1, as_json: bool = False) -> NoReturn:
    _tell(problems, as_json)
    sys.exit(code)


def _tell(problems: Sequence[Problem], as_json: bool = False) -> None:
    """Problems as text on standard error, or as JSON on standard output, in ASCII so that any program reads it."""
    if not as_json:
        for problem in problems:
            _say(str(problem), err=True)
        return
    import json

    rows = [{"file": p.where.file, "line": p.where.line, "column": p.where.column, "key": p.where.key,
             "level": p.level, "what": p.what, "hint": p.hint} for p in problems]
    _say(json.dumps(rows, indent=2))


GAME = click.argument("game", metavar="GAME")
QUIET = click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong.")


@click.group(cls=Command, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
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


@main.command(short_help="Make everything of a game, verified.")
@GAME
@click.option("-o", "--output", "out", metavar="DIR", default="output", show_default=True,
              callback=parsed(choices.home), help="Write into this folder, to a folder of the game's name.")
@click.option("--only", metavar="FOLDERS", default=",".join(FOLDERS), show_default=True, callback=parsed(choices.only),
              help="Rebuild only these folders.")
@click.option("--machine", metavar="NAME", default="generic", show_default=True, callback=parsed(choices.machine),
              help="The laser, or the program that drives it; or a .yaml file of your own.")
@click.option("--material", metavar="NAME", callback=parsed(choices.material),
              help="Cut everything from this material, or from that of a .yaml file; colours stay.")
@click.option("--kerf", metavar="LENGTH", callback=parsed(choices.length),
              help="Full width of a cut, measured: 0.18mm.")
@click.option("--sheet", metavar="SIZE", callback=parsed(choices.sheet), help="Size of the sheets: 600x400mm, 24x12in.")
@click.option("--spacing", metavar="LENGTH", callback=parsed(choices.length),
              help="Gap between cuts of two parts: 2mm.")
@click.option("--paper", "papers", metavar="NAMES", default=",".join(PAPERS), show_default=True,
              callback=parsed(choices.papers), help="Papers of the print-and-play PDFs.")
@QUIET
@click.pass_context
def build(ctx: click.Context, /, game: str, out: Path, only: tuple[str, ...], quiet: bool, **chosen: Any) -> None:
    """Make everything of a game: laser files, print-and-play, rulebook, diagrams.

    What is built is read back and verified before it replaces what was there. Your own files in the folder stay.
    Lengths may be given in mm, cm or in; a bare number is mm.

    \b
    Examples:
      fabgen build correction --machine lightburn --kerf 0.18mm
      fabgen build correction --sheet 24x12in --only laser -o ~/cutter
      fabgen build my-game/game.yaml --paper a4 --only print,rules
    """
    from fabgen.build import Options
    from fabgen.build import build as run

    show = _Progress(quiet)
    with _reported():
        _noticed(game)
        try:
            result = run(game, out, Options(**chosen), only, show)
        finally:
            show.clear()
        _tell(result.notes)
        for name in _unused(ctx, only):
            _say(f"warning: --{name.removesuffix('s')} changes nothing here: --only leaves that folder as it is",
                       err=True)
        if not quiet:
            _summary(result)


def _unused(ctx: click.Context, only: Sequence[str]) -> list[str]:
    """The options given for folders that are not built."""
    names = [*(() if "laser" in only else LASER), *(() if "print" in only else PRINT)]
    return [name for name in names if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE]


class _Progress:
    """The step under way, on one line of a terminal; nothing in a pipe."""

    def __init__(self, quiet: bool) -> None:
        self.shown = not quiet and sys.stderr.isatty()

    def __call__(self, step: str) -> None:
        if self.shown:
            _say(f"\r\033[K  {step} ...", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            _say("\r\033[K", nl=False, err=True)


def _summary(result: Result) -> None:
    """What lies where, a line a folder."""
    from fabgen.base import plural

    _say(str(result.target))
    for folder in dict.fromkeys(one.folder for one in result.manifest):
        count = plural(len(result.manifest.within([folder])), "file")
        stays = folder in FOLDERS and folder not in result.built
        _say(f"  {folder + '/':<12}{count}{', as before' if stays else ''}")


@main.command(short_help="Is a spec sound, and does it agree with the rules?")
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON on standard output.")
@QUIET
def check(game: str, as_json: bool, quiet: bool) -> None:
    """Is the spec sound? Proves its diagrams and examples against the rules; writes nothing.

    Problems are printed with file, line and column, all of them at once. With --json they are a list of objects (file,
    line, column, key, level, what, hint), an empty one where nothing is wrong.

    \b
    Examples:
      fabgen check correction
      fabgen check my-game/game.yaml --json
    """
    with _reported(as_json):
        from fabgen.build import sound

        _noticed(game)
        spec, notes = sound(game)
        _tell(notes, as_json)
        if not as_json and not quiet:
            _say(_sound(spec))


def _sound(spec: Spec) -> str:
    from fabgen.base import plural, words

    pieces = words(plural(piece.each, name) for name, piece in spec.game.pieces.items())
    counts = {"diagram": len(spec.written), "example": len(spec.cases)}
    proven = words(plural(count, thing) for thing, count in counts.items() if count)
    verb = "agrees" if sum(counts.values()) == 1 else "agree"
    players = plural(len(spec.game.players), "player")
    head = f"{spec.game.title} {spec.game.version}: {players}, each with {pieces}"
    return f"{head}; {proven} {verb} with the rules" if proven else head


@main.command(short_help="Write one figure of a game as SVG, PDF or PNG.")
@GAME
@click.argument("name")
@click.option("-o", "--output", "out", metavar="FILE", required=True, callback=parsed(choices.home),
              help="The file to write: .svg, .pdf or .png.")
def diagram(game: str, name: str, out: Path) -> None:
    """Write one figure of a game: NAME is board, setup, legend, components, moves:PIECE or example:ID.

    \b
    Examples:
      fabgen diagram correction moves:knight -o knight.svg
      fabgen diagram correction example:friend -o friend.png
    """
    suffix = out.suffix.lower().removeprefix(".")
    if suffix not in ("svg", "pdf", "png"):
        raise click.BadParameter(f"`{out.name}` does not end in .svg, .pdf or .png", param_hint="-o")
    if not out.parent.is_dir():
        raise click.BadParameter(f"there is no folder `{out.parent}`", param_hint="-o")
    with _reported():
        from fabgen.build import render, sound
        from fabgen.disk import replace_file
        from fabgen.figures.catalogue import draw_figure

        spec, notes = sound(game)
        _tell(notes)
        replace_file(out, render(draw_figure(spec, *_figure(spec, name)), (suffix,))[suffix])


def _figure(spec: Spec, name: str) -> tuple[str, str]:
    """Kind and name of a figure; a piece's or an example's bare name will do."""
    from fabgen.base import nearest
    from fabgen.figures.catalogue import figure_names

    names = figure_names(spec)
    known = {f"{kind}:{one}" if one else kind: (kind, one) for kind, ones in names.items() for one in ones or ("",)}
    found = [known[name]] if name in known else [pair for pair in known.values() if pair[1] == name]
    if len(found) != 1:
        near = f"did you mean {' or '.join(map(':'.join, found))}?" if found else nearest(name, list(known))
        raise click.BadParameter(f"there is no figure `{name}`: {near}", param_hint="NAME")
    return found[0]


@main.command(short_help="Print legal moves.")
@GAME
@click.option("--position", metavar="TEXT", help="Who stands where, and whose turn it is.")
@click.option("--piece", metavar="CELL", help="Only the moves of the piece on this cell.")
def moves(game: str, position: str | None, piece: str | None) -> None:
    """Print the legal moves of a position; without one, how each piece moves.

    A position is written as in the examples of a spec. Where it does not say whose turn it is, the moves of all are
    printed.

    \b
    Examples:
      fabgen moves correction
      fabgen moves correction --position "green: spearman c3; orange: pawn c5; turn: green"
      fabgen moves correction --position "green: spearman c3; orange: pawn b3 c4 c5" --piece c3
    """
    if piece is not None and position is None:
        raise click.UsageError("--piece needs a --position to stand in")
    with _reported():
        from fabgen.spec.load import load_spec

        spec = load_spec(game)
        if position is not None:
            _say(_moves(spec, position, piece))
            return
        for name in spec.game.pieces:
            _say(f"{name}: {spec.rules.movements[name].words()}\n\n{_indented(str(spec.diagram(name)))}\n")


def _moves(spec: Spec, text: str, piece: str | None) -> str:
    """The board and the legal moves; a mistake in the position or the cell is one in the command."""
    from fabgen.base import words
    from fabgen.rules.lattice import TextError
    from fabgen.rules.position import Position, board_text

    try:
        found = Position.parse(text, spec.setting)
    except TextError as error:
        lines = [f"\n  {m.what}{f': {m.hint}' if m.hint else ''}" for m in error.mistakes]
        raise click.BadParameter("".join(lines), param_hint="--position") from None
    if piece is not None and piece not in spec.lattice:
        raise click.BadParameter(f"`{piece}` is not on the board: cells here are {spec.lattice}", param_hint="--piece")
    if piece is not None and piece not in found.men:
        raise click.BadParameter(f"nobody stands on {piece}", param_hint="--piece")
    legal = spec.rules.moves(found, piece) if piece else spec.rules.all_moves(found)
    return f"{board_text(found)}\n\n{words(legal) or 'no legal move'}"


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


@main.command("list", short_help="List what fabgen knows: games, machines, ...")
@click.argument("what", type=click.Choice(list(KINDS)))
def list_(what: str) -> None:
    """List what fabgen knows: games, machines, materials, papers, shapes.

    \b
    Example:
      fabgen list machines
    """
    with _reported():
        for name, about in KINDS[what]():
            _say(f"{name:<22}{about}".rstrip())


@main.command(short_help="Prove the files of a build.")
@click.argument("folder", metavar="FOLDER", callback=parsed(choices.home))
@QUIET
def verify(folder: Path, quiet: bool) -> None:
    """Read a built folder back with other people's parsers and prove it: sizes, contours, kerf, spacing, every mark.

    \b
    Example:
      fabgen verify output/correction
    """
    if not folder.is_dir():
        raise click.BadParameter(f"there is no folder `{folder}`", param_hint="FOLDER")
    with _reported():
        from fabgen.verify import verify as run

        if problems := run(folder):
            _leave(problems)
        if not quiet:
            _say(f"{folder}: all files are as they should be")

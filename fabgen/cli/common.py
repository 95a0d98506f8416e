"""What all commands share: reading values of options, printing Problems, exit codes.

The codes are 0 for success (also with warnings), 1 for problems in a spec or a job, 2 for a command that cannot be
understood, 70 for a mistake in fabgen itself, 130, 141 and 143 for a command that was stopped. Everything that a
command needs is imported when the command runs, so that `--help` answers at once.
"""

from __future__ import annotations

import errno
import io
import os
import sys
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from fabgen import __version__

if TYPE_CHECKING:
    from fabgen.core.problems import Problem
    from fabgen.verify.sources import BuildSources

CRASHED = 70  # EX_SOFTWARE of sysexits.h
STOPPED, PIPE_CLOSED, TERMINATED = 130, 141, 143  # the codes of shells: 128 + SIGINT, SIGPIPE, SIGTERM
REPORT = ("this is a mistake in fabgen, not in your files: please report it, with the lines above and what "
          "`fabgen --version` says (fabgen {version})")
Read = Callable[[str], Any]
F = TypeVar("F", bound=Callable[..., Any])
Callback = Callable[[click.Context, click.Parameter, Any], Any]


def option_reader(read: Read) -> Callback:
    """A callback for click that reads the value of an option with `read`. A ValueError or FabgenError of `read` becomes
    a BadParameter."""

    def callback(ctx: click.Context, param: click.Parameter, value: Any) -> Any:
        from fabgen.core.problems import FabgenError

        try:
            return None if value is None else read(value)
        except ValueError as error:
            raise click.BadParameter("; ".join(str(error).splitlines()), ctx, param) from None
        except FabgenError as error:
            lines = (": ".join(filter(None, [str(problem.where), problem_line(problem)])) for problem in error.problems)
            raise click.BadParameter("; ".join(lines), ctx, param) from None

    return callback


def notice_own_game(game: str) -> None:
    """Prints a notice if a name means a game that comes with fabgen, and the current folder has a game of that name
    too."""
    from fabgen.core.files import find_kind
    from fabgen.spec.game_folder import SPEC, template_folders

    if game in template_folders() and find_kind(Path(game) / SPEC) == "file":
        say(f"notice: `{game}` is the game that comes with fabgen; yours is `./{game}`", err=True)


def problem_line(problem: Problem) -> str:
    """A Problem as one line, without its place."""
    return "; ".join([problem.what, *problem.hint.splitlines()])


def command_problem_text(problem: Problem) -> str:
    """A Problem of the command itself as text. Without its level, because click adds "Error:"."""
    place = f"{problem.where}: " if str(problem.where) else ""
    return place + "\n  ".join([problem.what, *problem.hint.splitlines()])


class LazyGroup(click.Group):
    """The command `fabgen`. It imports a subcommand when it is called, and ends without a traceback when the user stops
    it.

    `places` maps each subcommand to the place of its definition (`module:name`) and its line in the help.
    """

    def __init__(self, *args: Any, places: dict[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places = places

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the subcommands, sorted."""
        return sorted(self.places)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The subcommand of this name. Ends with a hint if there is none."""
        if cmd_name not in self.places:
            near_names = get_close_matches(cmd_name, self.places)
            hint = f" Did you mean {near_names[0]!r}?" if near_names else ""
            ctx.fail(f"No such command {cmd_name!r}.{hint}")
        module, _, name = self.places[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the names and lines of the subcommands, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.places[name][1]) for name in self.list_commands(ctx)])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the command. Characters that the terminal cannot show are printed as escapes instead of failing."""
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        from fabgen.core.signals import terminable

        is_in_program = not kwargs.pop("standalone_mode", True)
        if is_in_program:
            with terminable():
                return self._run_in_program(*args, **kwargs)
        try:
            with terminable():
                self._run(*args, **kwargs)
        except KeyboardInterrupt as stop:
            exit_stopped(stop)
        except Exception:
            traceback.print_exc()
            click.echo(REPORT.format(version=__version__), err=True)
            sys.exit(CRASHED)

    def _run_in_program(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the command for a caller that handles its exceptions."""
        return super().main(*args, **{**kwargs, "standalone_mode": False})

    def _run(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Runs the command and exits as click does, but leaves a stop to `main`: click's own answer is "Aborted!"."""
        try:
            code = self._run_in_program(*args, **kwargs)
        except click.ClickException as error:
            error.show()
            sys.exit(error.exit_code)
        except click.Abort as error:
            if isinstance(error.__cause__, KeyboardInterrupt):
                raise error.__cause__ from None
            click.echo("Aborted!", err=True)  # the end of the input where an answer was asked for
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the subcommand. Ends with code 130 if the user stops it."""
        try:
            with report_errors():
                return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            exit_stopped(stop)


def exit_stopped(stop: KeyboardInterrupt) -> NoReturn:
    """Says what a stop leaves, and ends the command with the code that shells give to such an end."""
    from fabgen.core.signals import Termination

    with suppress(OSError):  # the terminal may be gone
        click.echo("\n" + "; ".join(["stopped", *getattr(stop, "__notes__", [])[:1]]), err=True)
    sys.exit(TERMINATED if isinstance(stop, Termination) else STOPPED)


def can_ask() -> bool:
    """Whether a person can answer questions: the input is a terminal."""
    return sys.stdin.isatty()


def say(text: str, err: bool = False, nl: bool = True) -> None:
    """Prints a text. Ends the command if the reader has closed the pipe, or if the text cannot be written."""
    try:
        click.echo(text, err=err, nl=nl)
    except OSError as error:
        stream = sys.stderr if err else sys.stdout
        os.dup2(
            os.open(os.devnull, os.O_WRONLY), stream.fileno()
        )  # or else Python would fail to flush the stream at its end
        if error.errno != errno.EPIPE and not err:
            click.echo(f"error: cannot print: {(error.strerror or str(error)).lower()}", err=True)
        sys.exit(PIPE_CLOSED if error.errno == errno.EPIPE else 1)


@contextmanager
def report_errors(as_json: bool = False) -> Iterator[None]:
    """Turns expected errors into messages and exit codes. Unexpected errors keep their traceback."""
    try:
        yield
    except Exception as error:
        from fabgen.core.problems import FabgenError

        if not isinstance(error, FabgenError):
            raise
        from fabgen.spec.game_folder import UnknownGame

        is_unknown_game = isinstance(error, UnknownGame)
        if is_unknown_game and not as_json:
            raise click.UsageError("\n".join(map(command_problem_text, error.problems))) from None
        exit_with_problems(error.problems, 2 if is_unknown_game else 1, as_json)


def exit_with_problems(problems: Sequence[Problem], code: int = 1, as_json: bool = False) -> NoReturn:
    """Prints Problems and ends the command."""
    print_problems(problems, as_json)
    sys.exit(code)


def print_problems(problems: Sequence[Problem], as_json: bool = False) -> None:
    """Prints Problems as text on standard error; or as JSON on standard output, in ASCII, so that every program can
    read it."""
    if not as_json:
        for problem in problems:
            say(str(problem), err=True)
        return
    import json

    rows = [{"file": problem.where.file, "line": problem.where.line, "column": problem.where.column,
             "key": problem.where.key, "level": problem.level, "what": problem.what, "hint": problem.hint}
            for problem in problems]
    say(json.dumps(rows, indent=2))


def verified_words(
    folder: Path, only: Collection[str] | None = None, sources: BuildSources | None = None
) -> str:
    """A summary of what verify has checked in a folder, or in some of its folders."""
    from fabgen.spec.build_options import FOLDERS
    from fabgen.verify import proof_summary

    return proof_summary(folder, FOLDERS if only is None else only, sources)


GAME = click.argument("game", metavar="GAME")


def output_option(help_text: str, *, metavar: str = "FILE", default: str | None = None) -> Callable[[F], F]:
    """The option `-o` of a command: the file or folder to write, as the argument `out`."""

    def read_path(text: str) -> Path:
        from fabgen.cli.option_values import expand_home

        return expand_home(text)

    return click.option("-o", "--output", "out", metavar=metavar, default=default, show_default=default is not None,
                        callback=option_reader(read_path), help=help_text)


QUIET = click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong.")

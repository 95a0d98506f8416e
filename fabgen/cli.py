"""The command line → calls of the library; the only module that prints and that decides on exit codes.

0 is fine (warnings included), 1 means problems in a spec or a job, 2 a command that cannot be understood.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from fabgen import __version__

if TYPE_CHECKING:
    from fabgen.base import Problem
    from fabgen.spec.load import Spec

FOLDERS = ("laser", "print", "rules", "diagrams")
LISTS = ("games", "machines", "materials", "papers", "shapes")


class Parsed(click.ParamType):
    """A parameter read by a function of ours, imported late; its ValueError becomes a usage error."""

    def __init__(self, name: str, read: Callable[[str], Any]) -> None:
        self.name = name
        self.read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        from fabgen.base import FabgenError

        try:
            return self.read(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        except FabgenError as error:
            self.fail("; ".join(" ".join([p.what, *p.hint.split("\n")]) for p in error.problems), param, ctx)


def _length(text: str) -> float:
    from fabgen.units import mm

    return mm(text)


def _size(text: str) -> tuple[float, float]:
    from fabgen.units import size

    return size(text)


def _machine(text: str) -> str:
    from fabgen.make.profile import machine_names
    from fabgen.base import problem, nearest

    if text not in machine_names() and not text.endswith((".yaml", ".yml")):
        raise problem(f"there is no machine `{text}`", nearest(text, machine_names()))
    return text


def _material(text: str) -> str:
    from fabgen.make.profile import material_names
    from fabgen.base import problem, nearest

    if text not in material_names() and not text.endswith((".yaml", ".yml")):
        raise problem(f"there is no material `{text}`", nearest(text, material_names()))
    return text


def _papers(text: str) -> tuple[str, ...]:
    from fabgen.make.paper import load_paper

    names = _split(text)
    for name in names:
        load_paper(name)
    return names


def _only(text: str) -> tuple[str, ...]:
    from fabgen.base import nearest

    names = _split(text)
    for name in names:
        if name not in FOLDERS:
            raise ValueError(f"there is no folder `{name}`: {nearest(name, FOLDERS)}")
    return tuple(folder for folder in FOLDERS if folder in names)


def _split(text: str) -> tuple[str, ...]:
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    if not names:
        raise ValueError("nothing is named here")
    return names


@contextmanager
def _reported(as_json: bool = False) -> Iterator[None]:
    """Expected errors become messages and exit codes; what is not expected keeps its traceback."""
    from fabgen.base import FabgenError

    try:
        yield
    except FabgenError as error:
        from fabgen.spec.load import UnknownGame

        if isinstance(error, UnknownGame):
            raise click.UsageError("\n".join(str(p).removeprefix("error: ") for p in error.problems)) from None
        _leave(error.problems, as_json)


def _leave(problems: Sequence[Problem], as_json: bool = False) -> NoReturn:
    _tell(problems, as_json)
    sys.exit(1)


def _tell(problems: Sequence[Problem], as_json: bool = False) -> None:
    """Problems as text on standard error, or as JSON on standard output."""
    if not as_json:
        for problem in problems:
            click.echo(str(problem), err=True)
        return
    import json

    rows = [{"file": p.where.file, "line": p.where.line, "column": p.where.column, "key": p.where.key, "level": p.level, "what": p.what, "hint": p.hint}
            for p in problems]
    click.echo(json.dumps(rows, indent=2, ensure_ascii=False))


GAME = click.argument("game", metavar="GAME")


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="fabgen %(version)s")
def main() -> None:
    """One game spec becomes laser files, a paper prototype, a rulebook, and diagrams proven against the rules.

    GAME is the name of a game that comes with fabgen (see `fabgen list games`), or the path of your own game.yaml or its folder.

    \b
    Examples:
      fabgen build correction                 everything, into output/correction/
      fabgen build my-game/ --only laser      one folder of it
      fabgen check my-game/                   is the spec sound, are its diagrams and examples true?
    """


@main.command()
@GAME
@click.option("-o", "--output", "out", type=click.Path(path_type=Path), default=Path("output"), show_default=True, help="Write to this folder, in a folder of the game's name.")
@click.option("--only", type=Parsed("folders", _only), default=FOLDERS, help="Rebuild these folders only: laser,print,rules,diagrams.")
@click.option("--machine", type=Parsed("name", _machine), default="generic", show_default=True, help="The laser, or the program that drives it.")
@click.option("--material", type=Parsed("name", _material), help="Cut everything from this material; colours stay.")
@click.option("--kerf", type=Parsed("length", _length), help="Full width of a cut, measured: 0.18mm.")
@click.option("--sheet", type=Parsed("size", _size), help="Size of the sheets: 600x400mm, 24x12in.")
@click.option("--spacing", type=Parsed("length", _length), help="Gap between parts on a sheet: 2mm.")
@click.option("--paper", "papers", type=Parsed("names", _papers), default="a4,letter", show_default=True, help="Papers of the print-and-play PDFs.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing unless something is wrong.")
def build(game: str, out: Path, only: tuple[str, ...], machine: str, material: str | None, kerf: float | None,
          sheet: tuple[float, float] | None, spacing: float | None, papers: tuple[str, ...], quiet: bool) -> None:
    """Make everything of a game: laser files, print-and-play, rulebook, diagrams.

    What is built is read back and verified before it replaces what was there. Your own files in the folder stay.

    \b
    Examples:
      fabgen build correction --machine lightburn --kerf 0.18mm
      fabgen build correction --sheet 24x12in --only laser -o ~/cutter
    """
    from fabgen.build import Options
    from fabgen.build import build as run

    options = Options(machine, material, kerf, sheet, spacing, papers)
    show = _Progress(quiet)
    with _reported():
        try:
            result = run(game, out, options, only, show)
        finally:
            show.clear()
        _tell(result.notes)
        if not quiet:
            _summary(result)


class _Progress:
    """The step under way, on one line of a terminal; nothing in a pipe."""

    def __init__(self, quiet: bool) -> None:
        self.shown = not quiet and sys.stderr.isatty()

    def __call__(self, step: str) -> None:
        if self.shown:
            click.echo(f"\r\033[K  {step} ...", nl=False, err=True)

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            click.echo("\r\033[K", nl=False, err=True)


def _summary(result: Any) -> None:
    """What lies where, a line a folder."""
    from fabgen.base import plural

    click.echo(f"{result.target}")
    folders = dict.fromkeys(one.folder for one in result.manifest)
    for folder in folders:
        count = len(result.manifest.within([folder]))
        click.echo(f"  {folder + '/':<12}{plural(count, 'file')}")


@main.command()
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print the problems as JSON.")
def check(game: str, as_json: bool) -> None:
    """Is the spec sound? Proves its diagrams and examples against the rules; writes nothing.

    \b
    Examples:
      fabgen check correction
      fabgen check my-game/game.yaml --json
    """
    with _reported(as_json):
        from fabgen.check import check_spec
        from fabgen.spec.load import load_spec

        spec = load_spec(game, despite=True)
        problems = check_spec(spec)
        if any(p.level == "error" for p in problems):
            _leave(problems, as_json)
        _tell(problems, as_json)
        if not as_json:
            click.echo(_sound(spec))


def _sound(spec: Spec) -> str:
    from fabgen.base import plural, words

    pieces = words(f"{piece.each} {name}" for name, piece in spec.game.pieces.items())
    return (f"{spec.game.title} {spec.game.version}: {plural(len(spec.game.players), 'player')}, each with {pieces}; "
            f"{plural(len(spec.written), 'diagram')} and {plural(len(spec.cases), 'example')} agree with the rules")


@main.command()
@GAME
@click.argument("name")
@click.option("-o", "--output", "out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="The file to write: .svg, .pdf or .png.")
def diagram(game: str, name: str, out: Path) -> None:
    """Write one figure of a game: NAME is board, setup, legend, moves:PIECE or example:ID.

    \b
    Examples:
      fabgen diagram correction moves:knight -o knight.svg
      fabgen diagram correction example:friend -o friend.png
    """
    suffix = out.suffix.lower().removeprefix(".")
    if suffix not in ("svg", "pdf", "png"):
        raise click.BadParameter(f"`{out.name}` does not end in .svg, .pdf or .png", param_hint="-o")
    with _reported():
        from fabgen.build import render
        from fabgen.check import check_spec
        from fabgen.disk import replace_file
        from fabgen.figures.catalogue import draw_figure
        from fabgen.spec.load import load_spec

        spec = load_spec(game, despite=True)
        problems = check_spec(spec)
        if any(p.level == "error" for p in problems):
            _leave(problems)
        data, _ = render(draw_figure(spec, *_figure(spec, name)), (suffix,))[suffix]
        replace_file(out, data)


def _figure(spec: Spec, name: str) -> tuple[str, str]:
    """Kind and name of a figure; a piece's or an example's bare name will do."""
    from fabgen.base import nearest
    from fabgen.figures.catalogue import figure_names

    names = figure_names(spec)
    known = {f"{kind}:{one}" if one else kind: (kind, one) for kind, ones in names.items() for one in ones or ("",)}
    short = {one: (kind, one) for kind, ones in names.items() for one in ones}
    found = known.get(name) or short.get(name)
    if found is None:
        raise click.BadParameter(f"there is no figure `{name}`: {nearest(name, [*known])}", param_hint="NAME")
    return found


@main.command()
@GAME
@click.option("--position", metavar="TEXT", help='Who stands where: "green: spearman c3; orange: pawn c5; turn: green".')
@click.option("--piece", metavar="CELL", help="Only the moves of the piece on this cell.")
def moves(game: str, position: str | None, piece: str | None) -> None:
    """Print the legal moves of a position; without one, how each piece moves.

    \b
    Examples:
      fabgen moves correction
      fabgen moves correction --position "green: spearman c3; orange: pawn b3 c4 c5" --piece c3
    """
    with _reported():
        from fabgen.spec.load import load_spec

        spec = load_spec(game)
        if position is None and piece is None:
            for name in spec.game.pieces:
                click.echo(f"{name}: {spec.rules.movements[name].words()}\n\n{_indented(str(spec.diagram(name)))}\n")
        else:
            _print_moves(spec, position or "", piece)


def _print_moves(spec: Spec, text: str, piece: str | None) -> None:
    from fabgen.base import words
    from fabgen.rules.lattice import TextError
    from fabgen.rules.position import Position, board_text

    try:
        found = Position.parse(text, spec.setting)
    except TextError as error:
        raise click.BadParameter("\n" + "\n".join(f"  {m.what}{f': {m.hint}' if m.hint else ''}" for m in error.mistakes), param_hint="--position") from None
    if piece is not None and piece not in spec.lattice:
        raise click.BadParameter(f"`{piece}` is not on the board: cells here are {spec.lattice}", param_hint="--piece")
    click.echo(board_text(found) + "\n")
    if piece is not None and piece not in found.men:
        raise click.BadParameter(f"nobody stands on {piece}", param_hint="--piece")
    legal = spec.rules.moves(found, piece) if piece else spec.rules.all_moves(found)
    click.echo(words(legal) or "no legal move")


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


@main.command("list")
@click.argument("what", type=click.Choice(LISTS))
def list_(what: str) -> None:
    """List what fabgen knows: games, machines, materials, papers, shapes."""
    with _reported():
        for name, about in _LISTED[what]():
            click.echo(f"{name:<22}{about}".rstrip())


def _games() -> Iterator[tuple[str, str]]:
    from fabgen.spec.load import load_spec, template_folders

    for slug in template_folders():
        game = load_spec(slug).game
        yield slug, f"{game.title} by {game.designer}: {game.summary or ''}".rstrip(": ")


def _machines() -> Iterator[tuple[str, str]]:
    from fabgen.make.profile import load_machine, machine_names

    for name in machine_names():
        machine = load_machine(name)
        yield name, f"{machine.about}; bed {machine.bed[0]:g} x {machine.bed[1]:g} mm"


def _materials() -> Iterator[tuple[str, str]]:
    from fabgen.make.profile import load_material, material_names

    for name in material_names():
        material = load_material(name).material
        yield name, f"{material.about}; kerf {material.kerf:g} mm, clearance {material.clearance:g} mm"


def _paper_list() -> Iterator[tuple[str, str]]:
    from fabgen.make.paper import load_paper, paper_names

    for name in paper_names():
        paper = load_paper(name)
        yield name, f"{paper.name}, {paper.size[0]:g} x {paper.size[1]:g} mm"


def _shapes() -> Iterator[tuple[str, str]]:
    from fabgen.figures.silhouettes import SHAPES

    for name, shape in sorted(SHAPES.items()):
        yield name, (shape.__doc__ or "").splitlines()[0]


_LISTED: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "games": _games, "machines": _machines, "materials": _materials, "papers": _paper_list, "shapes": _shapes,
}


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
def verify(folder: Path) -> None:
    """Read a built folder back with other people's parsers and prove it: sizes, contours, kerf, spacing, and every etched mark.

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
        click.echo(f"{folder}: all files are as they should be")

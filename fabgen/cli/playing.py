"""Commands that play: the legal actions of a position, a game at the terminal, and counts of ways to play on."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fabgen import choices
from fabgen.cli.build_options import PLAYERS
from fabgen.cli.common import GAME, parsed, reported, say

if TYPE_CHECKING:
    from fabgen.rules.match import Match
    from fabgen.rules.position import Position
    from fabgen.spec.load import Spec

POSITION = click.option("--position", metavar="TEXT", help="Who stands where, and whose turn it is; default the start.")
AFTER = click.option(
    "--after",
    metavar="ACTIONS",
    help='Actions played first, with blanks between: "c3-c4 d5xc4"; of several at once, "red:a1-a4;green:stay".',
)
HELP = "Type an action, or: ? for the actions, undo, save FILE, quit."
FEW = 6  # actions that a prompt still lists


@click.command()
@GAME
@POSITION
@AFTER
@click.option("--piece", metavar="CELL", help="Only the moves of the piece on this cell.")
@PLAYERS
def moves(game: str, position: str | None, after: str | None, piece: str | None, players: int | None) -> None:
    """Print the legal moves of a position; without one, how each piece moves, or where the --piece on a cell of the
    start may go.

    A position is written as in the examples of a spec. Where it does not say whose turn it is, the moves of all are
    printed, or in a game with rules those of the first player.

    \b
    Examples:
      fabgen moves correction
      fabgen moves correction --position "green: spearman c3; orange: pawn c5; turn: green"
      fabgen moves correction --position "green: spearman c3; orange: pawn b3 c4 c5" --piece c3
      fabgen moves incorrect-checkers --piece c3
      fabgen moves charing-cross --after "a4-b4 h5-g5"
    """
    with reported():
        spec = _spec(game, players)
        if piece is None and position is None and after is None:
            for name in spec.game.pieces:
                say(f"{name}: {spec.rules.movements[name].words()}\n\n{_indented(str(spec.diagram(name)))}\n")
        elif spec.play is None and after is None:
            say(_moves(spec, position, piece))
        else:
            match = _match(spec, position, after)
            _stands(spec, match.rules.show(match.position), piece)
            say(_board(match) + "\n\n" + "\n".join(_choices(match, piece)))


def _spec(game: str, players: int | None) -> Spec:
    """The game, for a number of players where it takes several."""
    from fabgen.spec.load import load_spec, with_players

    return with_players(load_spec(game), players)


def _moves(spec: Spec, text: str | None, piece: str | None) -> str:
    """The board and the moves by movement alone; a mistake in the position or the cell is one in the command."""
    from fabgen.base import words
    from fabgen.rules.position import board_text
    from fabgen.spec.cases import unplayed

    found = unplayed(spec.start, spec.rules) if text is None else _position(spec, text)
    _stands(spec, found, piece)
    if piece or found.turn is not None or len(spec.setting.players) == 1:
        legal = spec.rules.moves(found, piece) if piece else spec.rules.all_moves(found)
        return f"{board_text(found)}\n\n{words(legal) or 'no legal move'}"
    by = ((player, words(spec.rules.all_moves(found, player))) for player in spec.setting.players)
    return "\n".join([f"{board_text(found)}\n", *(f"{player}: {legal or 'no legal move'}" for player, legal in by)])


def _position(spec: Spec, text: str) -> Position:
    from fabgen.rules.boards import TextError
    from fabgen.rules.position import Position

    try:
        return Position.parse(text, spec.setting)
    except TextError as error:
        lines = [f"\n  {m.what}{f': {m.hint}' if m.hint else ''}" for m in error.mistakes]
        raise click.BadParameter("".join(lines), param_hint="--position") from None


def _stands(spec: Spec, position: Position, cell: str | None) -> None:
    """A cell that is not on the board, or that nobody stands on, is a mistake in the command."""
    if cell is None:
        return
    if cell not in spec.lattice:
        raise click.BadParameter(": ".join(spec.lattice.astray(cell)), param_hint="--piece")
    if cell not in (taken for taken, _ in position.everybody()):
        raise click.BadParameter(f"nobody stands on {cell}", param_hint="--piece")


def _match(spec: Spec, position: str | None, after: str | None = None) -> Match:
    """A match from a position, some actions played; mistakes in either are mistakes in the command."""
    from fabgen.rules.match import NotPlayable, begin

    if spec.play is None:
        raise click.UsageError(f"{spec.game.title} has no `rules` of play yet, only movement")
    try:
        match = begin(spec.play, spec.play.read(_position(spec, position)) if position else None, spec.repetition)
        for action in (after or "").split():
            match = match.then(action)
    except NotPlayable as error:
        raise click.BadParameter(str(error), param_hint="--after") from None
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--position") from None
    return match


def _board(match: Match) -> str:
    """The board, who decides where that is not whose turn it is, and the position as specs write it."""
    from fabgen.base import words
    from fabgen.rules.position import board_text

    shown, actors = match.rules.show(match.position), match.actors()
    decides = "" if not actors or actors == (shown.turn,) else f"\n{words(actors)} {_have(actors)} to decide"
    areas: Mapping[str, Sequence[str]] = getattr(match.rules, "areas", lambda _: {})(match.position)
    return f"{board_text(replace(shown, turn=None) if decides else shown, areas)}{decides}\n{shown}"


def _have(names: Sequence[str]) -> str:
    return "has" if len(names) == 1 else "have"


def _choices(match: Match, piece: str | None = None) -> Iterator[str]:
    """Who decides, and everything that may be decided."""
    if outcome := match.outcome():
        yield str(outcome)
    for player in match.actors():
        yield _texts(match, player, piece)


def _texts(match: Match, player: str, piece: str | None = None) -> str:
    texts = [text for text in match.texts(player) if piece is None or text.replace("x", "-").split("-")[0] == piece]
    return f"{player}: {', '.join(texts) or 'nothing'}"


@click.command()
@GAME
@POSITION
@click.option(
    "-o",
    "--output",
    "record",
    metavar="FILE",
    callback=parsed(choices.home),
    help="Save the record here; an existing one is replayed first.",
)
@PLAYERS
def play(game: str, position: str | None, record: Path | None, players: int | None) -> None:
    """Play a game, everybody at one keyboard. Type an action, or: ? for the actions, undo, save FILE, quit.

    Players who decide at the same time are asked one after the other; what they order is wiped from the screen and
    shown when all of them have ordered. The record has one line a step. Replay it with -o, or paste it into a spec: an
    example whose `line: |` is followed by these lines, indented.

    \b
    Examples:
      fabgen play incorrect-checkers
      fabgen play charing-cross -o game.txt
    """
    from fabgen.rules.match import NotPlayable, replay

    with reported():
        spec = _spec(game, players)
        match = _match(spec, position)
        if record is not None and record.is_file():
            try:
                match = replay(match.rules, record.read_text("utf-8").splitlines(), match.position, match.repetition)
            except NotPlayable as error:
                raise click.BadParameter(f"{record}: {error}", param_hint="-o") from None
        if zones := _zones(spec):
            say(f"{zones}\n")
        _session(match, record)


def _zones(spec: Spec) -> str:
    """The cells of each zone, a line each."""
    from fabgen.spec.load import zone_cells

    return "\n".join(f"{name}: {' '.join(cells)}" for name, cells in zone_cells(spec.game, spec.lattice).items())


def _session(match: Match, record: Path | None) -> None:
    """Ask, play, show, until the end of the game or of the input. Players who decide at once are asked one by one."""
    from fabgen.disk import replace_file

    say(f"{HELP}\n\n{_board(match)}")
    said: dict[str, str] = {}  # by those of several who have been asked
    while actors := match.actors():
        player = actors[len(said)]
        try:
            line = click.prompt(_asked(match, player), prompt_suffix="> ").strip()
        except click.Abort:
            break
        word, _, rest = line.partition(" ")
        if word == "?":
            say(_texts(match, player))
        elif word == "quit":
            break
        elif word == "undo" and said:
            said.popitem()
        elif word == "undo":
            match = match.back()
            say(_board(match))
        elif word == "save":
            say(_saved(match, rest))
        elif told := _decide(match, said, player, line):
            say(told)
        elif len(said) == len(actors):
            match, said = match.play(said), {}
            say(_played(match) + _board(match))
        else:
            _hide(match, said)
    if outcome := match.outcome():
        say(str(outcome))
    if record is not None and match.played:
        replace_file(record, (match.record() + "\n").encode())


def _hide(match: Match, said: Mapping[str, str]) -> None:
    """Take what has been ordered off the screen, and what has scrolled off it: who sits down next must not see it."""
    if terminal():
        click.clear()
        say("\033[3J" + _board(match))
    say(f"orders given: {', '.join(said)}")


def terminal() -> bool:
    """Whether somebody looks at the screen."""
    return sys.stdout.isatty()


def _played(match: Match) -> str:
    """What several have decided at once, a line; nothing of one alone, who has just typed it."""
    step = match.played[-1]
    return "; ".join(f"{player}: {text}" for player, text in step) + "\n\n" if len(step) > 1 else ""


def _asked(match: Match, player: str) -> str:
    """Who is asked, and for what where that is short."""
    texts = list(match.texts(player))
    return f"{player} ({', '.join(texts)})" if len(texts) <= FEW else player


def _decide(match: Match, said: dict[str, str], player: str, line: str) -> str:
    """Note what a player decides, or what all do in one line; what is wrong with it, if anything."""
    from fabgen.rules.match import NotPlayable

    if ":" in line:
        try:
            said |= dict(match.then(line).played[-1])
        except NotPlayable as error:
            return str(error)
        return ""
    meant = match.meant(player, line)
    if meant is None:
        return f"{line}: {match.why_not(player, line)}"
    said[player] = meant
    return ""


def _saved(match: Match, name: str) -> str:
    from fabgen.disk import replace_file

    if not name:
        return "save where? Write `save FILE`"
    replace_file(Path(name).expanduser(), (match.record() + "\n").encode())
    return f"saved to {name}"


@click.command()
@GAME
@click.option("-d", "--depth", type=click.IntRange(1, 20), required=True, help="How many turns.")
@click.option("--divide", is_flag=True, help="Count behind each first action.")
@POSITION
@PLAYERS
def perft(game: str, depth: int, divide: bool, position: str | None, players: int | None) -> None:
    """Count the ways to play on for some turns: the number that tells whether two rule engines agree.

    Decisions inside a turn multiply, orders given at the same time count as joint orders.

    \b
    Example:
      fabgen perft incorrect-checkers -d 3 --divide
    """
    from fabgen.rules.perft import divide as divided
    from fabgen.rules.perft import perft as counted

    with reported():
        match = _match(_spec(game, players), position)
        if divide:
            counts = divided(match.rules, match.position, depth)
            for text, count in counts.items():
                say(f"{text} {count}")
            say(f"\n{sum(counts.values())}")
        else:
            say(str(counted(match.rules, match.position, depth)))


def _indented(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())

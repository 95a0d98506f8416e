"""Commands that play: the legal actions of a position, a game at the terminal, and counts of the ways to continue."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING

import click

from fabgen.cli import option_values as choices
from fabgen.cli.build_options import PLAYERS
from fabgen.cli.common import GAME, option_reader, report_errors, say

if TYPE_CHECKING:
    from fabgen.rules.boards import Board, Cell
    from fabgen.rules.match import Match
    from fabgen.rules.position import Position
    from fabgen.spec.load import Spec

POSITION = click.option("--position", metavar="TEXT", help="Who stands where, and whose turn it is; default the start.")
AFTER = click.option(
    "--after",
    metavar="ACTIONS",
    help='Actions played first, blanks or commas between: "c3-c4 d5xc4"; of several at once, "red:a1-a4;green:stay".',
)
HELP = "Type an action, or: ? for the actions, help, undo, save FILE, resign, quit."
COMMANDS = """\
ACTION     play it: {forms}
?, moves   your actions
board      the board
help       this list, and the board with the key to its letters
undo       take back the last action
save FILE  write the record of the game
resign     give up
quit       stop; with -o the record is kept"""
MOST_PROMPTED = 6  # actions that a prompt lists: more would not fit on a line


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
    with report_errors():
        spec = _spec(game, players)
        piece = spec.lattice.read_names(piece).strip() if piece else piece
        if piece is None and position is None and after is None:
            for name in spec.game.pieces:
                problem = spec.diagram_problems.get(name)
                diagram = f"({problem.what})" if problem else str(spec.diagram(name))
                say(f"{name}: {spec.movement(name).words()}\n\n{indent(diagram, '  ', lambda _: True)}\n")
        elif spec.play is None and after is None:
            say(_movement_text(spec, position, piece))
        else:
            match = start_match(spec, position, after)
            _check_piece_cell(spec, match.rules.show(match.position), piece)
            say(_board_lines(match) + "\n\n" + "\n".join(_choice_lines(match, piece)))


def _spec(game: str, players: int | None) -> Spec:
    """The spec of a game, for the chosen number of players."""
    from fabgen.core.problems import FabgenError
    from fabgen.spec.load import load_spec, with_players

    spec = with_players(load_spec(game), players)
    if spec.play is None and any(problem.level == "error" for problem in spec.problems):
        raise FabgenError(spec.problems)  # about the game for that many players: the whole game is right
    return spec


def _movement_text(spec: Spec, text: str | None, piece: str | None) -> str:
    """The board and the legal moves of a game without rules of play, as text. A mistake in the position or the cell
    raises BadParameter."""
    from fabgen.core.english import join_words
    from fabgen.rules.position import board_text
    from fabgen.spec.examples import with_unmoved_pieces

    position = with_unmoved_pieces(spec.start, spec.rules) if text is None else _read_position(spec, text)
    _check_piece_cell(spec, position, piece)
    spell = spec.lattice.write_action
    if piece or position.turn is not None or len(spec.setting.active_players) == 1:
        legal = spec.rules.moves(position, piece) if piece else spec.rules.all_moves(position)
        return f"{board_text(position)}\n\n{join_words(spell(str(action)) for action in legal) or 'no legal move'}"
    moves_by_player = (
        (player, join_words(spell(str(action)) for action in spec.rules.all_moves(position, player)))
        for player in spec.setting.active_players
    )
    return "\n".join(
        [f"{board_text(position)}\n", *(f"{player}: {legal or 'no legal move'}" for player, legal in moves_by_player)]
    )


def _read_position(spec: Spec, text: str) -> Position:
    """The position in a text. A mistake in it raises BadParameter."""
    from fabgen.rules.boards import TextError
    from fabgen.rules.position import Position

    try:
        return Position.parse(text, spec.setting)
    except TextError as error:
        lines = [f"\n  {m.what}{f': {m.hint}' if m.hint else ''}" for m in error.mistakes]
        raise click.BadParameter("".join(lines), param_hint="--position") from None


def _check_piece_cell(spec: Spec, position: Position, cell: str | None) -> None:
    """Raises BadParameter for a cell that is not on the board or holds no piece."""
    if cell is None:
        return
    if cell not in spec.lattice:
        raise click.BadParameter(": ".join(spec.lattice.explain_unknown_cell(cell)), param_hint="--piece")
    if cell not in (occupied for occupied, _ in position.all_pieces()):
        raise click.BadParameter(f"no piece stands on {spec.lattice.title(cell)}", param_hint="--piece")


def start_match(spec: Spec, position: str | None, after: str | None = None, option: str = "--after") -> Match:
    """A match from a position after some actions, which the user gave with `option`. A mistake in either raises
    BadParameter."""
    from fabgen.rules.match import NotPlayable, begin

    if spec.play is None:
        raise click.UsageError(f"{spec.game.title} has no `rules` of play yet, only movement")
    try:
        match = begin(spec.play, spec.play.read(_read_position(spec, position)) if position else None, spec.repetition)
        for action in _split_actions(spec, after or ""):
            match = match.then(action)
    except NotPlayable as error:
        raise click.BadParameter(str(error), param_hint=option) from None
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--position") from None
    return match


def _split_actions(spec: Spec, text: str) -> list[str]:
    """Actions with commas between them, or with blanks, unless the names of spaces have some."""
    if "," in text:
        return [action.strip() for action in text.split(",") if action.strip()]
    return spec.lattice.read_action_names(text).split()


def _board_lines(match: Match, *, with_key: bool = True, viewer: str | None = None) -> str:
    """The board with the key to its letters, the players who decide if they differ from the player whose turn it is,
    and the position as in a spec; all of it as the viewer sees it, if there is one."""
    from fabgen.core.english import join_words
    from fabgen.rules.position import board_text
    from fabgen.rules.protocol import CHANCE

    position = match.rules.show(match.position) if viewer is None else match.view(viewer)
    actors, deciders_line = match.actors(), ""
    if actors and actors != (position.turn,):
        deciders_line = f"\n{join_words(actors)} {'has' if len(actors) == 1 else 'have'} to decide"
    last = match.played[-1][0] if match.played else ("", "")
    roll_line = f"{last[0]}: {last[1]}\n\n" if last[0] in CHANCE else ""
    areas = match.areas()
    if not actors:  # the game is over, and nobody has the turn
        position = replace(position, turn=None)
    seen_position = replace(position, turn=None) if deciders_line else position
    return f"{roll_line}{board_text(seen_position, areas, with_key=with_key)}{deciders_line}\n{position}"


def _choice_lines(match: Match, piece: str | None = None) -> Iterator[str]:
    """The outcome if the game is over, and a line for each player who decides, with their legal actions."""
    if outcome := match.outcome():
        yield str(outcome)
    for player in match.actors():
        yield _actions_line(match, player, piece)


def _list_commands(match: Match, *, places: bool) -> str:
    """What can be typed, with how actions are written on this board. `places`: whether pieces are ever placed."""
    from fabgen.rules.notation import explain_forms

    return COMMANDS.format(forms=explain_forms(match.rules.setting.lattice, places=places).replace("`", ""))


def _actions_line(match: Match, player: str, piece: str | None = None) -> str:
    """The legal actions of a player, or of one of their pieces."""
    from fabgen.rules.notation import origin_of

    lattice = match.rules.setting.lattice
    texts = [lattice.write_action(text) for text in match.texts(player)
             if piece is None or origin_of(text, lattice) == piece]
    return f"{player}: {', '.join(texts) or 'nothing'}"


@click.command()
@GAME
@POSITION
@click.option(
    "-o",
    "--output",
    "record",
    metavar="FILE",
    callback=option_reader(choices.expand_home),
    help="Save the record here; an existing one is replayed first.",
)
@PLAYERS
@click.option("--seed", type=int, help="Roll the dice by this number: the same one gives the same rolls.")
def play(game: str, position: str | None, record: Path | None, players: int | None, seed: int | None) -> None:
    """Play a game, everybody at one keyboard. Type an action, or: ? for the actions, help, undo, save FILE, resign,
    quit.

    Players who decide at the same time are asked one after the other; what they order is wiped from the screen and
    shown when all of them have ordered. Where the rules hide something, the board is shown as the player to move sees
    it, and the screen is wiped before the next player looks at it. The record has one line a step. Replay it with
    -o, or paste it into a spec: an example whose `line: |` is followed by these lines, indented. Dice are rolled
    for you; the record keeps what they show.

    \b
    Examples:
      fabgen play incorrect-checkers
      fabgen play charing-cross -o game.txt
    """
    from fabgen.core.files import find_kind, read_text
    from fabgen.rules.match import NotPlayable, replay
    from fabgen.spec.load import zone_cells

    with report_errors():
        spec = _spec(game, players)
        match = start_match(spec, position)
        if record is not None and find_kind(record):
            try:
                match = replay(match.rules, read_text(record).splitlines(), match.position, match.repetition)
            except NotPlayable as error:
                raise click.BadParameter(f"{record}: {error}", param_hint="-o") from None
        if zones := [f"{spec.game.zone_name(name)}: {_list_cells(cells, spec.lattice)}"
                        for name, cells in zone_cells(spec.game, spec.lattice).items()]:
            say("\n".join(zones) + "\n")
        throws = str(secrets.randbits(64) if seed is None else seed)
        _play_session(match, record, throws, places=spec.features.places)


def _list_cells(cells: Sequence[Cell], lattice: Board) -> str:
    """Some cells as people read them."""
    return (" " if lattice.regular else ", ").join(map(lattice.title, cells))


def _play_session(match: Match, record: Path | None, seed: str, *, places: bool) -> None:
    """Plays a match at the terminal until the game or the input ends, and writes its record. `places`: whether pieces
    are ever placed in this game."""
    from fabgen.core.files import replace_file

    session = _PlaySession(match.roll(seed), seed, places=places)
    session.run()
    if record is not None and session.match.played:
        replace_file(record, (session.match.record() + "\n").encode())


class _PlaySession:
    """A match that is played at one keyboard. Players who decide at the same time are asked one after the other; dice
    are rolled by the seed. `places`: whether pieces are ever placed in this game."""

    def __init__(self, match: Match, seed: str, *, places: bool) -> None:
        self.match = match
        self.seed = seed
        self.places = places
        self.orders: dict[str, str] = {}  # of players who decide at the same time, until all of them have decided
        self.is_secret = match.is_secret()
        # Where something is hidden: the player who looks at the screen, and by player, how many steps there were when
        # they last looked.
        self.viewer: str | None = None
        self.seen_steps = dict.fromkeys(match.rules.setting.players, len(match.played))

    def run(self) -> None:
        """Asks for actions, plays them and shows the board, until the game or the input ends."""
        say(HELP if self.is_secret else f"{HELP}\n\n{_board_lines(self.match)}")
        while actors := self.match.actors():
            player = actors[len(self.orders)]
            try:
                line = self._ask(player)
            except click.Abort:
                break
            if not self._obey(line, player, len(actors)):
                return
        if outcome := self.match.outcome():
            say(f"{_board_lines(self.match)}\n{outcome}" if self.is_secret else str(outcome))

    def _ask(self, player: str) -> str:
        """The line that a player types. Where something is hidden, the screen is first handed over to the player.
        Raises click.Abort at the end of the input."""
        played = len(self.match.played)
        self.seen_steps = {name: min(number, played) for name, number in self.seen_steps.items()}  # after an undo
        if self.viewer is not None:
            self.seen_steps[self.viewer] = played
        if self.is_secret and player != self.viewer:
            _hand_over(self.match, player, self.seen_steps[player])
            self.viewer = player
        return str(click.prompt(_prompt(self.match, player), prompt_suffix="> ")).strip()

    def _obey(self, line: str, player: str, actor_count: int) -> bool:
        """Does what a line asks for: a command, or else an action. Returns whether the session goes on."""
        word, _, argument = line.partition(" ")
        if line in ("?", "moves"):
            say(_actions_line(self.match, player))
        elif line == "board":
            say(_board_lines(self.match, viewer=self.viewer))
        elif word == "help":
            say(f"{_list_commands(self.match, places=self.places)}\n\n{_board_lines(self.match, viewer=self.viewer)}")
        elif word == "save":
            say(_save_record(self.match, argument))
        elif word == "undo":
            self._undo()
        elif word == "resign":
            return self._resign(player)
        elif word == "quit":
            return False
        else:
            self._decide(line, player, actor_count)
        return True

    def _undo(self) -> None:
        """Takes the last order back, or where none is given yet, the last decision."""
        if self.orders:
            self.orders.popitem()
            return
        self.match = self.match.undo_decision()
        if self.viewer is None or self.viewer in self.match.actors():
            say(_board_lines(self.match, with_key=False, viewer=self.viewer))

    def _resign(self, player: str) -> bool:
        """Lets a player give up. Returns whether the others play on."""
        if not self.match.goes_on_without(player):
            say(_resignation_line(self.match, player))
            return False
        self.match, self.orders = self.match.resign(player).roll(self.seed), {}
        board = _board_lines(self.match, with_key=False, viewer=self.viewer)
        say(f"{player} resigns; the others play on\n\n{board}")
        return True

    def _decide(self, line: str, player: str, actor_count: int) -> None:
        """Takes a line as the decision of a player, and plays the decisions once all actors have decided."""
        if message := _add_decision(self.match, self.orders, player, line):
            say(message)
        elif len(self.orders) < actor_count:
            _hide_orders(self.match, self.orders)
        else:
            self.match, self.orders = self.match.play(self.orders).roll(self.seed), {}
            board = _board_lines(self.match, with_key=False, viewer=self.viewer)
            say(_joint_orders(self.match) + _revealed_line(self.match) + board)


def _hand_over(match: Match, player: str, seen_steps: int) -> None:
    """Asks for the next player, and shows the board as this player sees it, with all actions after those that they have
    seen, at least the last one. On a terminal the screen and its history are cleared first. Raises click.Abort at the
    end of the input."""
    if is_terminal():
        click.clear()
        say("\033[3J")
    click.prompt(f"{player} to move: press Enter when nobody else sees the screen", default="", show_default=False)
    last = len(match.played) - 1
    for number in range(max(0, min(seen_steps, last)), last):
        say(f"{match.seen_line(number, player)}\n{_revealed_line(match, number)}".rstrip())
    if match.played:
        say(match.seen_line(last, player))
    say(_revealed_line(match) + _board_lines(match, viewer=player))


def _revealed_line(match: Match, number: int = -1) -> str:
    """The hidden pieces that everybody got to know by an action, by its number, as a line; empty without any."""
    from fabgen.core.english import join_words

    revealed = match.reveals(number)
    return f"revealed: {join_words(revealed)}\n\n" if revealed else ""


def _resignation_line(match: Match, player: str) -> str:
    """What is said when a player gives up and the game ends: the only other who is in it has won."""
    out = match.rules.show(match.position).notes.get("out", "").split(", ")
    others = [name for name in match.rules.setting.active_players if name != player and name not in out]
    of_several = ": fabgen play ends here; the others may play on by themselves"
    return f"{player} gave up" + (f": won by {others[0]}" if len(others) == 1 else of_several)


def _hide_orders(match: Match, orders: Mapping[str, str]) -> None:
    """Clears the screen and its history, because the next player must not see the orders of the others."""
    if is_terminal():
        click.clear()
        say("\033[3J" + _board_lines(match))
    say(f"orders given: {', '.join(orders)}")


def is_terminal() -> bool:
    """True if the output is a terminal."""
    return sys.stdout.isatty()


def _joint_orders(match: Match) -> str:
    """The last actions of several players who decided at the same time, as a line. Empty for a single player, who has
    just typed the action."""
    step = match.played[-1]
    return "; ".join(f"{player}: {text}" for player, text in step) + "\n\n" if len(step) > 1 else ""


def _prompt(match: Match, player: str) -> str:
    """The name of the player who is asked, with the legal actions if they are few."""
    texts = list(map(match.rules.setting.lattice.write_action, match.texts(player)))
    return f"{player} ({', '.join(texts)})" if len(texts) <= MOST_PROMPTED else player


def _add_decision(match: Match, orders: dict[str, str], player: str, line: str) -> str:
    """Adds the decision of a player to `orders`, or those of all players if the line has them all. Returns what is
    wrong with the line, else an empty text."""
    from fabgen.rules.match import NotPlayable

    if ":" in line:
        try:
            orders |= dict(match.then(line).played[-1])
        except NotPlayable as error:
            return str(error)
        return ""
    action = match.understand(player, line)
    if action is None:
        return f"{line}: {match.why_not(player, line)}"
    orders[player] = action
    return ""


def _save_record(match: Match, name: str) -> str:
    """Writes the record of a match into a file. Returns a message."""
    from fabgen.core.files import replace_file

    if not name:
        return "save where? Write `save FILE`"
    replace_file(Path(name).expanduser(), (match.record() + "\n").encode())
    return f"saved to {name}"


@click.command()
@GAME
@click.option("-d", "--depth", type=click.IntRange(1, 20), required=True, help="How many turns.")
@click.option("--divide", is_flag=True, help="Count behind each first action.")
@click.option("--plain", is_flag=True, help="Count anew what is behind a position each time it is reached.")
@POSITION
@PLAYERS
def perft(game: str, depth: int, divide: bool, plain: bool, position: str | None, players: int | None) -> None:
    """Count the ways to play on for some turns: the number that tells whether two rule engines agree.

    Decisions inside a turn multiply, orders given at the same time count as joint orders. What is behind a position
    is counted once and remembered; --plain gives the same number more slowly.

    \b
    Example:
      fabgen perft incorrect-checkers -d 3 --divide
    """
    from fabgen.rules.perft import divide as divided
    from fabgen.rules.perft import perft as counted

    with report_errors():
        match = start_match(_spec(game, players), position)
        if divide:
            counts = divided(match.rules, match.position, depth, plain)
            for text, count in counts.items():
                say(f"{text} {count}")
            say(f"\n{sum(counts.values())}")
        else:
            say(str(counted(match.rules, match.position, depth, plain=plain)))

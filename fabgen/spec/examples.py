"""Worked examples as written → `Case`s: a position that a line of actions reaches, the legal actions in it, and the
claims of the example.

A game without rules of play is judged only by the movement of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from fabgen.core.english import join_words
from fabgen.core.model_problems import Key
from fabgen.core.problems import FabgenError, Location, Problem, nearest_hint
from fabgen.core.yaml_models import YamlSource
from fabgen.rules.boards import Cell, TextError, parse_cells
from fabgen.rules.legal_moves import Movements
from fabgen.rules.match import Match, NotPlayable, begin
from fabgen.rules.notation import Action, ActionText, origin_of, parse_action, read_action_text
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import Outcome, Rules
from fabgen.rules.views import hides, view
from fabgen.spec.game import Example, Game

Problems = list[Problem]


LINE = "line"  # the id of a line of play that is no example of a spec
RESULT_WORDS = ("draw", "open")  # the values of `result` that name no player
CLOSE_UP_WORDS = ("auto", "none")  # the values of `close_up` that name no cells


class CompiledReading(Protocol):
    """A game compiled under some readings of its rulings, by which examples are judged."""

    @property
    def setting(self) -> Setting:
        """The lattice, the players and the kinds of pieces."""

    @property
    def rules(self) -> Movements:
        """The movement of the pieces."""

    @property
    def play(self) -> Rules[Any] | None:
        """The rules of play. None if the game has none."""

    @property
    def start(self) -> Position:
        """The position at the start of a game."""

    @property
    def repetition(self) -> int | None:
        """How often a position must occur for the game to be a draw. None if repetition does not end it."""


@dataclass(frozen=True)
class Case:
    """A compiled worked example. `start` is its first position, and `position` the one after its line, to which the
    claims refer.

    `actions` are all legal actions in that position, by the player who decides; `outcome` is how the game ended there,
    if it did. Without a `match`, the example is judged by `movements`.
    """

    example: Example
    number: int
    start: Position
    position: Position
    actions: Mapping[str, tuple[str, ...]]
    outcome: Outcome | None
    match: Match | None
    line: tuple[ActionText, ...]
    legal: tuple[ActionText, ...]
    illegal: tuple[ActionText, ...]
    exactly: tuple[ActionText, ...] | None
    movements: Movements
    then: Position | None = None  # the sections that `then` claims
    readings: Mapping[str, str] = field(default_factory=dict)  # by ruling, only those that differ from the game's
    shown_cells: frozenset[Cell] = frozenset()  # those that `close_up` names

    @property
    def viewer(self) -> str | None:
        """The player who sees the figure; None where it shows everything."""
        return self.example.view

    def as_seen(self, position: Any) -> Position:
        """A position of the match as the figure shows it."""
        assert self.match is not None, "only rules hide anything"
        rules = self.match.rules
        return rules.show(position) if self.viewer is None else view(rules, position, self.viewer)

    @property
    def seen_start(self) -> Position:
        """The first position as the figure shows it."""
        return self.start if self.viewer is None or self.match is None else self.as_seen(self.match.positions[0])

    @property
    def seen_position(self) -> Position:
        """The position after the line as the figure shows it."""
        return self.position if self.viewer is None or self.match is None else self.as_seen(self.match.position)

    @cached_property
    def jumps(self) -> frozenset[str]:
        """The texts of those legal actions that jump over a piece."""
        return self.match.hops() if self.match else frozenset()

    def all_actions(self) -> tuple[str, ...]:
        """Every legal action of every player who decides."""
        return tuple(text for texts in self.actions.values() for text in texts)

    def expected_actions(self) -> tuple[str, ...]:
        """The actions that `exactly` must list: those of the piece on the example's cell, else all."""
        piece = self.example.piece
        return tuple(text for text in self.all_actions() if piece is None or self._origin_of(text) == piece)

    def _origin_of(self, text: str) -> Cell:
        """The cell from which an action starts."""
        return origin_of(text, self.position.setting.lattice)


def compile_examples(
    game: Game,
    source: YamlSource,
    chosen: CompiledReading,
    problems: Problems,
    compile_under_readings: Callable[[Mapping[str, str]], CompiledReading],
) -> Iterator[Case]:
    """Every example that can be read and played. Problems of the others are added to `problems`. `chosen` is the game
    as it is compiled, and `compile_under_readings` compiles it under other readings, for examples that have `under`."""
    first_numbers: dict[str, int] = {}
    for number, example in enumerate(game.examples):
        if example.id in first_numbers:
            problems.append(
                Problem(
                    source.key_location("examples", number, "id"),
                    f"the id `{example.id}` stands twice",
                    f"example {first_numbers[example.id] + 1} has it too",
                )
            )
        first_numbers.setdefault(example.id, number)
        mistakes: Problems = _check_readings(game, example, number, source)
        changed: dict[str, str] = {}
        if not mistakes:
            changed = {name: reading for name, reading in example.under.items()
                       if game.rulings[name].reading != reading}
        if changed:
            problems.append(_under_notice(game, example, number, source))
        reading = compile_under_readings(changed) if changed else chosen
        case = _ExampleReader(game, example, number, source, reading, mistakes).read_case()
        problems += mistakes
        if case and not mistakes:
            yield replace(case, readings=changed)


def _check_readings(game: Game, example: Example, number: int, source: YamlSource) -> Problems:
    """Problems of the readings in `under`: those of a ruling that the game does not have, and those of a ruling that is
    `disputed` too, because the example would be judged by one reading and reported under another."""
    problems = []
    for name, reading in example.under.items():
        where, ruling = source.value_location("examples", number, "under", name), game.rulings.get(name)
        if ruling is None:
            problems.append(Problem(where, f"there is no ruling `{name}`", nearest_hint(name, list(game.rulings))))
        elif reading not in (known_readings := (ruling.reading, *ruling.others)):
            problems.append(
                Problem(where, f"the ruling {name} has no reading `{reading}`", nearest_hint(reading, known_readings))
            )
        elif name == example.disputed:
            hint = "with `under` it is judged by that reading; without, the other readings are tried for it"
            problems.append(Problem(where, f"`disputed` names {name} too: keep one of the two", hint))
    return problems


def _under_notice(game: Game, example: Example, number: int, source: YamlSource) -> Problem:
    """A notice that an example is judged under readings that the game has not chosen."""
    chosen = join_words([f"{name} ({game.rulings[name].reading})" for name in example.under])
    judged = join_words([f"{name} ({reading})" for name, reading in example.under.items()])
    what = f"this example is judged under {judged}; the game has {chosen}"
    return Problem(source.key_location("examples", number, "under"), what, "", "notice")


@dataclass(frozen=True)
class _ExampleReader:
    """Reads one example of a game, the one with this `number`, under one reading of the rulings. What is wrong with it
    is added to `mistakes`."""

    game: Game
    example: Example
    number: int
    source: YamlSource
    reading: CompiledReading
    mistakes: Problems

    @property
    def key(self) -> Key:
        """The key of the example in the spec."""
        return "examples", self.number

    @property
    def setting(self) -> Setting:
        """The lattice, the players and the kinds of pieces."""
        return self.reading.setting

    def read_case(self) -> Case | None:
        """The Case of the example; None if it cannot be read."""
        position: Position | None = self.reading.start
        then: Position | None = None
        if self.example.position is not None:
            position = self._read_position(self.example.position, "position")
        if self.example.then is not None:
            then = self._read_position(self.example.then, "then")
        cell = None if self.example.piece is None else self.setting.lattice.read_names(self.example.piece).strip()
        self._check_cell(cell, position)
        self._check_tokens_beside()
        self._check_disputed_ruling()
        self._check_viewer()
        shown_cells = self._read_close_up()
        claims = {claim: self._read_actions(claim) for claim in ("line", "legal", "illegal", "exactly")}
        if position is None or self.mistakes:
            return None
        try:
            case = self._judge_by_movement(position, claims) if self.reading.play is None \
                else self._judge_by_rules(self.reading.play, position, claims)
        except FabgenError as error:  # the rules cannot answer, such as for too many chains of jumps
            where = self._locate_key("position") if self.example.position is not None else self._locate_key()
            self.mistakes.extend(replace(problem, where=where) for problem in error.problems)
            return None
        if case is None:
            return None
        example = self.example if cell is None else self.example.model_copy(update={"piece": cell})
        return replace(case, example=example, then=then, shown_cells=shown_cells)

    def _locate_key(self, *keys: str) -> Location:
        """The place of a key of the example; that of the example itself without one."""
        return self.source.key_location(*self.key, *keys)

    def _report(self, where: Location, what: str, hint: str = "") -> None:
        """Adds a mistake."""
        self.mistakes.append(Problem(where, what, hint))

    def _read_position(self, text: str, name: str) -> Position | None:
        """The position under a key of the example; None if it cannot be read."""
        try:
            return Position.parse(text, self.setting)
        except TextError as error:
            first_mistakes = {m.what: m for m in reversed(error.mistakes)}  # each wrong name is reported once
            for m in error.mistakes:
                if first_mistakes[m.what] is m:
                    self._report(self.source.value_location(*self.key, name, line=m.line, column=m.column), m.what,
                                 m.hint)
            return None

    def _check_cell(self, cell: Cell | None, position: Position | None) -> None:
        """Reports a `piece` that is no cell of the board, or a cell without a piece."""
        if cell is None:
            return
        where, lattice = self.source.value_location(*self.key, "piece"), self.setting.lattice
        if cell not in lattice:
            self._report(where, *lattice.explain_unknown_cell(cell))
        elif position and not self.example.line and cell not in position.pieces:
            occupied = join_words(map(lattice.title, position.pieces))
            hint = f"its pieces stand on {occupied}" if occupied else "its position is empty"
            self._report(where, f"no piece stands on {lattice.title(cell)}", hint)

    def _check_tokens_beside(self) -> None:
        """Reports tokens in `beside` that the game does not have."""
        for place, name in enumerate(self.example.beside):
            if name not in self.game.tokens:
                hint = nearest_hint(name, list(self.game.tokens)) or "name one of `tokens`"
                self._report(self.source.value_location(*self.key, "beside", place), f"there is no token `{name}`",
                             hint)

    def _check_disputed_ruling(self) -> None:
        """Reports a `disputed` ruling that the game does not have."""
        name = self.example.disputed
        if name is not None and name not in self.game.rulings:
            where = self.source.value_location(*self.key, "disputed")
            self._report(where, f"there is no ruling `{name}`", nearest_hint(name, list(self.game.rulings)))

    def _check_viewer(self) -> None:
        """Reports a player in `view` who is not in the game, or who sees no less than everybody."""
        name, play = self.example.view, self.reading.play
        where = self.source.value_location(*self.key, "view")
        if name is None:
            return
        if mistake := self.game.explain_wrong_viewer(name):
            self._report(where, *mistake)
        elif play is None or not hides(play):
            self._report(where, "every player sees everything in this game",
                         "take `view` away, or hide something with `hidden` under `rules`")

    def _read_close_up(self) -> frozenset[Cell]:
        """The cells that the figure of the example must show in a book; none where it names none, or where they cannot
        be read."""
        close_up = self.example.close_up
        if close_up in CLOSE_UP_WORDS:
            return frozenset()
        if not self.game.board.grid:
            self._report(self.source.value_location(*self.key, "close_up"),
                         "only a board of squares can be shown from near", "take `close_up` away")
            return frozenset()
        try:
            return frozenset(parse_cells(close_up, self.setting.lattice))
        except TextError as error:
            first_mistakes = {m.what: m for m in reversed(error.mistakes)}  # each wrong name is reported once
            for m in first_mistakes.values():
                where = self.source.value_location(*self.key, "close_up", line=m.line, column=m.column)
                self._report(where, m.what, m.hint or "it takes cells, like a1-c3, `auto` or `none`")
            return frozenset()

    def _read_actions(self, claim: str) -> tuple[ActionText, ...]:
        """The actions of a claim. A text may hold several, separated by semicolons, each after the name of a player."""
        actions = []
        for index, text in enumerate(getattr(self.example, claim) or ()):
            for part in text.split(";"):
                action = part.split(":", 1)[-1]
                try:
                    actions.append(read_action_text(action, self.setting.lattice))
                except TextError as error:
                    start = text.find(action)
                    for m in error.mistakes:
                        self._report(self._locate_action(claim, index, start + m.column), m.what, m.hint)
        return tuple(actions)

    def _locate_action(self, claim: str, index: int, column: int = 0) -> Location:
        """The place of an action: an item of a list, or a line of a text, which may have empty lines in between."""
        key: Key = (*self.key, claim)
        if key not in self.source.values:
            return self.source.value_location(*key, index, column=column)
        lines = [(row, line) for row, line in enumerate(self.source.values[key].value.split("\n")) if line.strip()]
        row, line = lines[index]
        return self.source.value_location(*key, line=row, column=len(line) - len(line.lstrip()) + column)

    def _report_missing_turn(self) -> None:
        """Reports a position that does not say whose turn it is."""
        self._report(self._locate_key("position"), "the position does not say whose turn it is",
                     f"add `turn: {next(iter(self.setting.players))}`")

    def _judge_by_movement(self, first: Position, claims: Mapping[str, tuple[ActionText, ...]]) -> Case:
        """The Case of an example that is judged only by the movement of pieces."""
        movements = self.reading.rules
        for claim in ("line", "result", "next"):
            if getattr(self.example, claim):
                self._report(self._locate_key(claim), f"this game has no `rules` yet, so `{claim}` cannot be judged",
                             "add `rules`")
        if first.turn is None and len(first.setting.active_players) > 1:
            self._report_missing_turn()
        if self.example.position is None:
            first = with_unmoved_pieces(first, movements)
        player = first.turn or next(iter(first.setting.players))
        actions = {player: tuple(map(str, movements.all_moves(first, player)))}
        return self._make_case(first, first, actions, None, None, claims)

    def _judge_by_rules(self, rules: Rules[Any], first: Position, claims: Mapping[str, tuple[ActionText, ...]]
                        ) -> Case | None:
        """The Case of an example that is judged by the rules, after its line has been played; None if the position or
        a step of the line is impossible."""
        is_written = self.example.position is not None
        try:
            match = begin(rules, rules.read(first) if is_written else None, self.reading.repetition)
        except ValueError as error:
            self._report(self._locate_key("position"), str(error))
            return None
        has_turns = rules.show(match.position).turn is not None and len(first.setting.active_players) > 1
        if is_written and first.turn is None and has_turns:
            self._report_missing_turn()
        for index, step in enumerate(self.example.line):
            try:
                match = match.then(step)
            except NotPlayable as error:
                self._report(self._locate_action("line", index), str(error))
                return None
        actions = {player: tuple(match.texts(player)) for player in match.actors()}
        resolved_claims = {
            claim: written_actions if claim == "line" else tuple(_resolve_action(match, a) for a in written_actions)
            for claim, written_actions in claims.items()
        }
        return self._make_case(first, rules.show(match.position), actions, match.outcome(), match, resolved_claims)

    def _make_case(self, first: Position, position: Position, actions: Mapping[str, tuple[str, ...]],
                   outcome: Outcome | None, match: Match | None, claims: Mapping[str, tuple[ActionText, ...]]) -> Case:
        """The Case of the example with its claims."""
        exactly = claims["exactly"] if self.example.exactly is not None else None
        return Case(self.example, self.number, first, position, actions, outcome, match, claims["line"],
                    claims["legal"], claims["illegal"], exactly, self.reading.rules)


def with_unmoved_pieces(start: Position, movements: Movements) -> Position:
    """The start position, with all pieces that have a special first move marked as unmoved."""
    kinds = {piece for piece, movement in movements.movements.items() if any(way.first for way in movement.ways)}
    return replace(start, unmoved=frozenset(cell for cell, piece in start.pieces.items() if piece.kind in kinds))


def case_of_match(match: Match, title: str, movements: Movements) -> Case:
    """A match as a case with the id `line`, whose claims are what the rules say of its last position."""
    first, position, outcome = match.rules.show(match.positions[0]), match.rules.show(match.position), match.outcome()
    actions = {player: tuple(match.texts(player)) for player in match.actors()}
    result = (join_words(outcome.winners) or "draw") if outcome else "open"
    next_players = None if tuple(actions) == (position.turn,) else ", ".join(actions) or None
    example = Example(id=LINE, title=title, result=result, next=next_players)
    return Case(example, 0, first, position, actions, outcome, match, (), (), (), None, movements)


def _resolve_action(match: Match, written: ActionText) -> ActionText:
    """The action as the rules write it, along the path that the example gives: a chain of jumps may have several
    paths."""
    for player in match.actors():
        text = match.understand(player, written.text)
        if text is not None and text != written.text:
            resolved = read_action_text(text, match.rules.setting.lattice)
            return resolved if len(written.path) < len(resolved.path) else replace(written, text=text)
    return written


def result_of(case: Case) -> str:
    """The end of a case as examples write it: `open`, `draw`, or the winners."""
    if case.outcome is None:
        return "open"
    return join_words(case.outcome.winners) or "draw"


def why_not(case: Case, text: str) -> str:
    """Why an action is not legal in a case, in plain words."""
    if case.match is not None:
        return case.match.why_not(_player_of(case, text), text)
    try:
        action: Action = parse_action(text, case.position.setting.lattice)
    except TextError as error:
        return error.message
    return case.movements.why_illegal(case.position, action)


def _player_of(case: Case, text: str) -> str:
    """The player who would take an action: among those who decide, the owner of a piece on its first cell, else the
    first."""
    players = tuple(case.actions) or tuple(case.position.setting.players)
    origin = origin_of(text, case.position.setting.lattice)
    owners = {piece.player for cell, piece in case.position.all_pieces() if cell == origin}
    return next((player for player in players if player in owners), players[0])

"""Worked examples as written → `Case`s: a position that a line of actions reaches, the legal actions in it, and the
claims of the example.

A game without rules of play is judged only by the movement of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Protocol

from fabgen.core.model_problems import Key
from fabgen.core.problems import FabgenError, Location, Problem, join_words, nearest_hint
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
            case = _compile_example(game, example, number, source, compile_under_readings(changed), mistakes)
            case = replace(case, readings=changed) if case else None
        else:
            case = _compile_example(game, example, number, source, chosen, mistakes)
        problems += mistakes
        if case and not mistakes:
            yield case


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


def _compile_example(
    game: Game,
    example: Example,
    number: int,
    source: YamlSource,
    reading: CompiledReading,
    mistakes: Problems,
) -> Case | None:
    """The Case of an example. None, with Problems in `mistakes`, if it cannot be read."""
    key: Key = ("examples", number)
    setting, start = reading.setting, reading.start
    if example.piece is not None:
        example = example.model_copy(update={"piece": setting.lattice.read_names(example.piece).strip()})
    position: Position | None = start
    then: Position | None = None
    if example.position is not None:
        position = _parse_position(example.position, (*key, "position"), source, setting, mistakes)
    if example.then is not None:
        then = _parse_position(example.then, (*key, "then"), source, setting, mistakes)
    if example.piece is not None and example.piece not in setting.lattice:
        mistakes.append(
            Problem(
                source.value_location(*key, "piece"),
                *setting.lattice.explain_unknown_cell(example.piece),
            )
        )
    elif example.piece is not None and position and not example.line and example.piece not in position.pieces:
        title, occupied = setting.lattice.title, position.pieces
        hint = f"its pieces stand on {join_words(map(title, occupied))}" if occupied else "its position is empty"
        what = f"no piece stands on {title(example.piece)}"
        mistakes.append(Problem(source.value_location(*key, "piece"), what, hint))
    for place, name in enumerate(example.beside):
        if name not in game.tokens:
            mistakes.append(Problem(source.value_location(*key, "beside", place), f"there is no token `{name}`",
                                    nearest_hint(name, list(game.tokens)) or "name one of `tokens`"))
    if example.disputed is not None and example.disputed not in game.rulings:
        mistakes.append(
            Problem(
                source.value_location(*key, "disputed"),
                f"there is no ruling `{example.disputed}`",
                nearest_hint(example.disputed, list(game.rulings)),
            )
        )
    mistakes += _check_view(game, example, reading.play, source, key)
    shown_cells = _read_close_up(game, example, setting, source, key, mistakes)
    actions_by_claim = {
        claim: _read_actions(getattr(example, claim) or (), (*key, claim), source, setting, mistakes)
        for claim in ("line", "legal", "illegal", "exactly")
    }
    if position is None or mistakes:
        return None
    rules = reading.play
    try:
        case = _case_by_movement(example, number, position, reading.rules, actions_by_claim, key, source, mistakes) \
            if rules is None else \
            _case_by_rules(example, number, position, reading, rules, actions_by_claim, key, source, mistakes)
    except FabgenError as error:  # the rules cannot answer, such as for too many chains of jumps
        where = source.key_location(*key, *(("position",) if example.position is not None else ()))
        mistakes += [replace(problem, where=where) for problem in error.problems]
        return None
    return replace(case, then=then, shown_cells=shown_cells) if case else None


def _read_close_up(game: Game, example: Example, setting: Setting, source: YamlSource, key: Key, mistakes: Problems
                   ) -> frozenset[Cell]:
    """The cells that the figure of an example must show in a book; none, with Problems in `mistakes` for what cannot be
    read, where it names none."""
    if example.close_up in CLOSE_UP_WORDS:
        return frozenset()
    where = source.value_location(*key, "close_up")
    if not game.board.grid:
        mistakes.append(Problem(where, "only a board of squares can be shown from near", "take `close_up` away"))
        return frozenset()
    try:
        return frozenset(parse_cells(example.close_up, setting.lattice))
    except TextError as error:
        first_mistakes = {m.what: m for m in reversed(error.mistakes)}  # each wrong name is reported once
        for m in first_mistakes.values():
            hint = m.hint or "it takes cells, like a1-c3, `auto` or `none`"
            at = source.value_location(*key, "close_up", line=m.line, column=m.column)
            mistakes.append(Problem(at, m.what, hint))
        return frozenset()


def _check_view(game: Game, example: Example, play: Rules[Any] | None, source: YamlSource, key: Key) -> Problems:
    """Problems of the player who sees the figure of an example."""
    where = source.value_location(*key, "view")
    if example.view is None:
        return []
    if example.view not in game.players:
        what = f"there is no player `{example.view}`"
        return [Problem(where, what, nearest_hint(example.view, list(game.players)))]
    if play is None or not hides(play):
        what = "every player sees everything in this game"
        return [Problem(where, what, "take `view` away, or hide something with `hidden` under `rules`")]
    return []


def _parse_position(text: str, key: Key, source: YamlSource, setting: Setting, mistakes: Problems) -> Position | None:
    """The position under a key of an example. None, with Problems in `mistakes`, if it cannot be read."""
    try:
        position = Position.parse(text, setting)
    except TextError as error:
        first_mistakes = {m.what: m for m in reversed(error.mistakes)}  # each wrong name is reported once
        mistakes += [
            Problem(source.value_location(*key, line=m.line, column=m.column), m.what, m.hint)
            for m in error.mistakes
            if first_mistakes[m.what] is m
        ]
        return None
    return position


def _missing_turn(source: YamlSource, key: Key, setting: Setting) -> Problem:
    """The Problem of a position that does not say whose turn it is."""
    return Problem(
        source.key_location(*key, "position"),
        "the position does not say whose turn it is",
        f"add `turn: {next(iter(setting.players))}`",
    )


def _read_actions(texts: Iterable[str], key: Key, source: YamlSource, setting: Setting, mistakes: Problems
                  ) -> tuple[ActionText, ...]:
    """The actions of a claim. A text may hold several, separated by semicolons, each after the name of a player."""
    actions = []
    for i, text in enumerate(texts):
        for part in text.split(";"):
            action = part.split(":", 1)[-1]
            try:
                actions.append(read_action_text(action, setting.lattice))
            except TextError as error:
                start = text.find(action)
                mistakes += [Problem(_locate_action(source, key, i, start + m.column), m.what, m.hint)
                             for m in error.mistakes]
    return tuple(actions)


def _locate_action(source: YamlSource, key: Key, index: int, column: int = 0) -> Location:
    """The place of an action: an item of a list, or a line of a text, which may have empty lines in between."""
    if key not in source.values:
        return source.value_location(*key, index, column=column)
    lines = [(number, line) for number, line in enumerate(source.values[key].value.split("\n")) if line.strip()]
    number, line = lines[index]
    return source.value_location(*key, line=number, column=len(line) - len(line.lstrip()) + column)


def _case_by_movement(
    example: Example,
    number: int,
    first: Position,
    movements: Movements,
    claims: Mapping[str, tuple[ActionText, ...]],
    key: Key,
    source: YamlSource,
    mistakes: Problems,
) -> Case | None:
    """The Case of an example that is judged only by the movement of pieces."""
    for claim in ("line", "result", "next"):
        if getattr(example, claim):
            mistakes.append(
                Problem(
                    source.key_location(*key, claim),
                    f"this game has no `rules` yet, so `{claim}` cannot be judged",
                    "add `rules`",
                )
            )
    if first.turn is None and len(first.setting.players) > 1:
        mistakes.append(_missing_turn(source, key, first.setting))
    if example.position is None:
        first = with_unmoved_pieces(first, movements)
    player = first.turn or next(iter(first.setting.players))
    actions = {player: tuple(map(str, movements.all_moves(first, player)))}
    return Case(example, number, first, first, actions, None, None, *_claims_of(example, claims), movements)


def with_unmoved_pieces(start: Position, movements: Movements) -> Position:
    """The start position, with all pieces that have a special first move marked as unmoved."""
    kinds = {piece for piece, movement in movements.movements.items() if any(way.first for way in movement.ways)}
    return replace(start, unmoved=frozenset(cell for cell, piece in start.pieces.items() if piece.kind in kinds))


def _case_by_rules(
    example: Example,
    number: int,
    first: Position,
    reading: CompiledReading,
    rules: Rules[Any],
    claims: Mapping[str, tuple[ActionText, ...]],
    key: Key,
    source: YamlSource,
    mistakes: Problems,
) -> Case | None:
    """The Case of an example that is judged by the rules, after its line has been played."""
    try:
        match = begin(rules, None if example.position is None else rules.read(first), reading.repetition)
    except ValueError as error:
        mistakes.append(Problem(source.key_location(*key, "position"), str(error)))
        return None
    if (
        example.position is not None
        and first.turn is None
        and rules.show(match.position).turn is not None
        and len(first.setting.players) > 1
    ):
        mistakes.append(_missing_turn(source, key, first.setting))
    for i, step in enumerate(example.line):
        try:
            match = match.then(step)
        except NotPlayable as error:
            mistakes.append(Problem(_locate_action(source, (*key, "line"), i), str(error)))
            return None
    actions = {player: tuple(match.texts(player)) for player in match.actors()}
    resolved_claims = {
        claim: written_actions
        if claim == "line"
        else tuple(_resolve_action(match, action) for action in written_actions)
        for claim, written_actions in claims.items()
    }
    position, outcome = rules.show(match.position), match.outcome()
    return Case(
        example, number, first, position, actions, outcome, match, *_claims_of(example, resolved_claims), reading.rules
    )


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


def _claims_of(
    example: Example, claims: Mapping[str, tuple[ActionText, ...]]
) -> tuple[tuple[ActionText, ...], tuple[ActionText, ...], tuple[ActionText, ...], tuple[ActionText, ...] | None]:
    """The claims `line`, `legal`, `illegal` and `exactly`, in the order of the fields of a Case."""
    return (
        claims["line"],
        claims["legal"],
        claims["illegal"],
        claims["exactly"] if example.exactly is not None else None,
    )


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

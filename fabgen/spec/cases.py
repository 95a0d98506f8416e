"""Worked examples as written → `Case`s: a position reached by a line of actions, what may be done in it, and what is
claimed.

A game without rules of play is judged by the movement of its pieces alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from fabgen.base import Problem, Where, nearest, words
from fabgen.declared import Source
from fabgen.faults import Key
from fabgen.rules.boards import Cell, TextError
from fabgen.rules.legal_moves import Movements
from fabgen.rules.match import Match, NotPlayable, begin
from fabgen.rules.notation import Action, Spoken, origin_of, parse_action, read_spoken
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import Outcome, Rules
from fabgen.spec.game import Example, Game

Found = list[Problem]


class Read(Protocol):
    """A game as it has been read under some readings: what its examples are judged by."""

    @property
    def setting(self) -> Setting: ...
    @property
    def rules(self) -> Movements: ...
    @property
    def play(self) -> Rules[Any] | None: ...
    @property
    def start(self) -> Position: ...


@dataclass(frozen=True)
class Case:
    """A worked example, compiled: `start` is its first position, `position` the one after its line, of which the
    claims speak.

    `actions` are all that the players who decide may do there, by player; `outcome` is how the game ended there.
    `movements` are those that it is judged by where there is no match.
    """

    example: Example
    number: int
    start: Position
    position: Position
    actions: Mapping[str, tuple[str, ...]]
    outcome: Outcome | None
    match: Match | None
    line: tuple[Spoken, ...]
    legal: tuple[Spoken, ...]
    illegal: tuple[Spoken, ...]
    exactly: tuple[Spoken, ...] | None
    movements: Movements

    def all_actions(self) -> tuple[str, ...]:
        """Every action of everybody who decides."""
        return tuple(text for texts in self.actions.values() for text in texts)

    def asked(self) -> tuple[str, ...]:
        """The actions that `exactly` speaks of: those of the piece on the example's cell, or all."""
        piece = self.example.piece
        return tuple(t for t in self.all_actions() if piece is None or self._origin(t) == piece)

    def _origin(self, text: str) -> Cell:
        return origin_of(text, self.position.setting.lattice)


def read_cases(
    game: Game,
    source: Source,
    setting: Setting,
    movements: Movements,
    rules: Rules[Any] | None,
    start: Position,
    found: Found,
    otherwise: Callable[[Mapping[str, str]], Read],
) -> Iterator[Case]:
    """Every example that can be read and played; Problems for the others. `otherwise` gives the game under other
    readings, by which an example that is `under` them is judged."""
    seen: dict[str, int] = {}
    for number, example in enumerate(game.examples):
        if example.id in seen:
            found.append(
                Problem(
                    source.where("examples", number, "id"),
                    f"the id `{example.id}` stands twice",
                    f"example {seen[example.id] + 1} has it too",
                )
            )
        seen.setdefault(example.id, number)
        wrong: Found = _unknown_readings(game, example, number, source)
        other = {} if wrong else {one: read for one, read in example.under.items() if game.rulings[one].reading != read}
        if other:
            found.append(_elsewhere(game, example, number, source))
            read = otherwise(other)
            case = _case(game, example, number, source, read.setting, read.rules, read.play, read.start, wrong)
        else:
            case = _case(game, example, number, source, setting, movements, rules, start, wrong)
        found += wrong
        if case and not wrong:
            yield case


def _unknown_readings(game: Game, example: Example, number: int, source: Source) -> Found:
    """Rulings and readings under `under` that the game does not have; and one that is `disputed` too, of which the
    example would be judged by one reading and told by another."""
    wrong = []
    for name, reading in example.under.items():
        where, ruling = source.inside("examples", number, "under", name), game.rulings.get(name)
        if ruling is None:
            wrong.append(Problem(where, f"there is no ruling `{name}`", nearest(name, list(game.rulings))))
        elif reading not in (known := (ruling.reading, *ruling.others)):
            wrong.append(Problem(where, f"the ruling {name} has no reading `{reading}`", nearest(reading, known)))
        elif name == example.disputed:
            hint = "with `under` it is judged by that reading; without, the other readings are tried for it"
            wrong.append(Problem(where, f"`disputed` names {name} too: keep one of the two", hint))
    return wrong


def _elsewhere(game: Game, example: Example, number: int, source: Source) -> Problem:
    """An example that speaks of readings that the game has not chosen."""
    here = words([f"{name} ({game.rulings[name].reading})" for name in example.under])
    there = words([f"{name} ({reading})" for name, reading in example.under.items()])
    what = f"this example is judged under {there}; the game has {here}"
    return Problem(source.where("examples", number, "under"), what, "", "notice")


def _case(
    game: Game,
    example: Example,
    number: int,
    source: Source,
    setting: Setting,
    movements: Movements,
    rules: Rules[Any] | None,
    start: Position,
    wrong: Found,
) -> Case | None:
    key: Key = ("examples", number)
    first = start if example.position is None else _position(example.position, key, source, setting, wrong)
    if example.piece is not None and example.piece not in setting.lattice:
        wrong.append(
            Problem(
                source.inside(*key, "piece"),
                *setting.lattice.astray(example.piece),
            )
        )
    elif example.piece is not None and first and not example.line and example.piece not in first.men:
        hint = f"its men stand on {words(first.men)}" if first.men else "its position is empty"
        wrong.append(Problem(source.inside(*key, "piece"), f"nobody stands on {example.piece}", hint))
    if example.disputed is not None and example.disputed not in game.rulings:
        wrong.append(
            Problem(
                source.inside(*key, "disputed"),
                f"there is no ruling `{example.disputed}`",
                nearest(example.disputed, list(game.rulings)),
            )
        )
    spoken = {
        claim: _spoken(getattr(example, claim) or (), (*key, claim), source, setting, wrong)
        for claim in ("line", "legal", "illegal", "exactly")
    }
    if first is None or wrong:
        return None
    if rules is None:
        return _moved(example, number, first, movements, spoken, key, source, wrong)
    return _played(example, number, first, movements, rules, spoken, key, source, wrong)


def _position(text: str, key: Key, source: Source, setting: Setting, wrong: Found) -> Position | None:
    try:
        position = Position.parse(text, setting)
    except TextError as error:
        once = {m.what: m for m in reversed(error.mistakes)}  # a name that is wrong is told once, where it first stands
        wrong += [
            Problem(source.inside(*key, "position", line=m.line, column=m.column), m.what, m.hint)
            for m in error.mistakes
            if once[m.what] is m
        ]
        return None
    return position


def _no_turn(source: Source, key: Key, setting: Setting) -> Problem:
    return Problem(
        source.where(*key, "position"),
        "the position does not say whose turn it is",
        f"add `turn: {next(iter(setting.players))}`",
    )


def _spoken(texts: Iterable[str], key: Key, source: Source, setting: Setting, wrong: Found) -> tuple[Spoken, ...]:
    spoken = []
    for i, text in enumerate(texts):
        for part in text.split(";"):
            said = part.split(":", 1)[-1]
            try:
                spoken.append(read_spoken(said, setting.lattice))
            except TextError as error:
                wrong += [
                    Problem(_place(source, key, i, text.find(said) + m.column), m.what, m.hint) for m in error.mistakes
                ]
    return tuple(spoken)


def _place(source: Source, key: Key, i: int, column: int = 0) -> Where:
    """Where one of several actions stands: of a list, or of lines of text, which may have empty ones between."""
    if key not in source.values:
        return source.inside(*key, i, column=column)
    lines = [(n, line) for n, line in enumerate(source.values[key].value.split("\n")) if line.strip()]
    n, line = lines[i]
    return source.inside(*key, line=n, column=len(line) - len(line.lstrip()) + column)


def _moved(
    example: Example,
    number: int,
    first: Position,
    movements: Movements,
    spoken: Mapping[str, tuple[Spoken, ...]],
    key: Key,
    source: Source,
    wrong: Found,
) -> Case | None:
    """Judged by movement alone."""
    for claim in ("line", "result", "next"):
        if getattr(example, claim):
            wrong.append(
                Problem(
                    source.where(*key, claim),
                    f"this game has no `rules` yet, so `{claim}` cannot be judged",
                    "add `rules`",
                )
            )
    if first.turn is None and len(first.setting.players) > 1:
        wrong.append(_no_turn(source, key, first.setting))
    if example.position is None:
        first = unplayed(first, movements)
    player = first.turn or next(iter(first.setting.players))
    actions = {player: tuple(map(str, movements.all_moves(first, player)))}
    return Case(example, number, first, first, actions, None, None, *_claims(example, spoken), movements)


def unplayed(start: Position, movements: Movements) -> Position:
    """The start, with all men unmoved that have a first move of their own."""
    first = {piece for piece, movement in movements.movements.items() if any(way.first for way in movement.kinds)}
    return replace(start, unmoved=frozenset(cell for cell, man in start.men.items() if man.piece in first))


def _played(
    example: Example,
    number: int,
    first: Position,
    movements: Movements,
    rules: Rules[Any],
    spoken: Mapping[str, tuple[Spoken, ...]],
    key: Key,
    source: Source,
    wrong: Found,
) -> Case | None:
    """Judged by the rules, after the line has been played."""
    try:
        match = begin(rules, None if example.position is None else rules.read(first))
    except ValueError as error:
        wrong.append(Problem(source.where(*key, "position"), str(error)))
        return None
    if (
        example.position is not None
        and first.turn is None
        and rules.show(match.position).turn is not None
        and len(first.setting.players) > 1
    ):
        wrong.append(_no_turn(source, key, first.setting))
    for i, step in enumerate(example.line):
        try:
            match = match.then(step)
        except NotPlayable as error:
            wrong.append(Problem(_place(source, (*key, "line"), i), str(error)))
            return None
    actions = {player: tuple(match.texts(player)) for player in match.actors()}
    claims = {claim: tuple(_meant(match, one) for one in said) for claim, said in spoken.items() if claim != "line"}
    position, outcome = rules.show(match.position), match.outcome()
    claimed = _claims(example, {**claims, "line": spoken["line"]})
    return Case(example, number, first, position, actions, outcome, match, *claimed, movements)


def _meant(match: Match, said: Spoken) -> Spoken:
    """An action as the rules write it, by the way that the example tells: a chain of hops may have several ways."""
    for player in match.actors():
        text = match.meant(player, said.text)
        if text is not None and text != said.text:
            meant = read_spoken(text, match.rules.setting.lattice)
            return meant if len(said.path) < len(meant.path) else replace(said, text=text)
    return said


def _claims(
    example: Example, spoken: Mapping[str, tuple[Spoken, ...]]
) -> tuple[tuple[Spoken, ...], tuple[Spoken, ...], tuple[Spoken, ...], tuple[Spoken, ...] | None]:
    return (
        spoken["line"],
        spoken["legal"],
        spoken["illegal"],
        spoken["exactly"] if example.exactly is not None else None,
    )


def result_of(case: Case) -> str:
    """How a case ends, as examples write it: `open`, `draw`, or the winners."""
    if case.outcome is None:
        return "open"
    return words(case.outcome.winners) or "draw"


def why_not(case: Case, text: str) -> str:
    """Why an action is not among those of a case, in plain words."""
    if case.match is not None:
        return case.match.why_not(_speaker(case, text), text)
    try:
        action: Action = parse_action(text, case.position.setting.lattice)
    except TextError as error:
        return error.what
    return case.movements.why_illegal(case.position, action)


def _speaker(case: Case, text: str) -> str:
    """Who would do it: of those who decide, whoever stands where it starts; otherwise the first."""
    players = tuple(case.actions) or tuple(case.position.setting.players)
    origin = origin_of(text, case.position.setting.lattice)
    there = {man.player for cell, man in case.position.everybody() if cell == origin}
    return next((player for player in players if player in there), players[0])

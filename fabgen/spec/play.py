"""A game's rules as written → its rule set, compiled: setting, start and engine. Every name that does not fit is a
Problem at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from fabgen.base import FabgenError, Problem, nearest, plural
from fabgen.declared import Source
from fabgen.faults import Key, faults
from fabgen.rules.boards import Cell, Lattice, TextError, parse_cells
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Man, Position, Setting
from fabgen.rules.protocol import Given, OptionErrors, Rules, RuleSet, rule_sets
from fabgen.spec.game import Game
from fabgen.spec.spaces import lattice_of

STANDARD = "standard"
Found = list[Problem]


@dataclass(frozen=True)
class Played:
    """A game's rules, not yet compiled: its rule set, that set's options under the game's rulings, the setting with
    all its sections, the ruling behind an option by the option's key; by ruling the options under its other
    readings."""

    rule_set: RuleSet
    options: Any
    base: Setting
    setting: Setting
    cites: Mapping[str, str]
    others: Mapping[str, tuple[Any, ...]]


def prepare(game: Game, source: Source, lattice: Lattice, found: Found) -> Played | None:
    """The rule set that a game names; None, with Problems, where that fails, and without any where a game has no
    rules yet."""
    if not game.rules:
        return None
    raw = {"set": game.rules} if isinstance(game.rules, str) else {"set": STANDARD, **game.rules}
    known = rule_sets()
    name = raw["set"]
    if not isinstance(name, str) or name not in known:
        found.append(
            Problem(source.where("rules", "set"), f"there is no rule set `{name}`", nearest(str(name), list(known)))
        )
        return None
    rule_set = known[name]()
    rulings = Rulings(game, source, found)
    settled = {key: rulings.settle(value, ("rules", key), (key,)) for key, value in raw.items()}
    try:
        options = rule_set.options.model_validate(settled)
    except ValidationError as error:
        found += _under_rules(error, source, rule_set)
        return None
    base = Setting(lattice, {n: p.forward for n, p in game.players.items()}, tuple(game.pieces))
    setting = _sections(rule_set, base, options, game, source, found)
    elsewhere: dict[str, str] = {}
    others: dict[str, tuple[Any, ...]] = {}
    for ruling, reading, other in _otherwise(game, source, raw, rule_set, rulings.cites.values()):
        others[ruling] = (*others.get(ruling, ()), other)
        with suppress(ValueError):
            words = rule_set.setting(base, other, tuple(game.tokens)).words
            elsewhere |= {word: f"where {ruling} is read as `{reading}`" for word in words if word not in elsewhere}
    setting = replace(setting, elsewhere={word: how for word, how in elsewhere.items() if word not in setting.words})
    return Played(rule_set, options, base, setting, rulings.cites, others)


def _otherwise(
    game: Game, source: Source, raw: Mapping[str, Any], rule_set: RuleSet, names: Iterable[str]
) -> Iterator[tuple[str, str, Any]]:
    """The options under each other reading of some rulings: the ruling, the reading, the options. What is wrong with
    them is told by whoever reads the game so."""
    for name in dict.fromkeys(names):
        for reading in game.rulings[name].others:
            ruling = game.rulings[name].model_copy(update={"reading": reading})
            other = game.model_copy(update={"rulings": {**game.rulings, name: ruling}})
            rulings = Rulings(other, source, [])
            settled = {key: rulings.settle(value, ("rules", key), (key,)) for key, value in raw.items()}
            with suppress(ValidationError):
                options = rule_set.options.model_validate(settled)
                if not rulings.found:
                    yield name, reading, options


def _sections(rule_set: RuleSet, base: Setting, options: Any, game: Game, source: Source, found: Found) -> Setting:
    """The setting with the rule set's sections; a player whose name is one of their words is a Problem."""
    try:
        return rule_set.setting(base, options, tuple(game.tokens))
    except ValueError as error:
        found.append(Problem(source.where("players"), str(error)))
        return base


def _under_rules(error: ValidationError, source: Source, rule_set: RuleSet) -> list[Problem]:
    return faults([{**one, "loc": ("rules", *one["loc"])} for one in error.errors()], source, rule_set.options)


@dataclass
class Rulings:
    """Settles options by a game's rulings; `cites` grows: the ruling behind each option that was settled."""

    game: Game
    source: Source
    found: Found
    cites: dict[str, str] = field(default_factory=dict)

    def settle(self, value: Any, key: Key, option: Key) -> Any:
        """A value with each `{ruling: ID, reading: value}` in it replaced by the value of the reading that the game
        has chosen; `key` is its place in the spec, `option` its place among the options as they are without rulings."""
        if isinstance(value, list):
            return [self.settle(one, (*key, i), (*option, i)) for i, one in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if "ruling" in value:
            return self._chosen(value, key, option)
        return {name: self.settle(one, (*key, name), (*option, name)) for name, one in value.items()}

    def _chosen(self, value: Mapping[str, Any], key: Key, option: Key) -> Any:
        ruling, readings = str(value["ruling"]), {name: one for name, one in value.items() if name != "ruling"}
        if ruling not in self.game.rulings:
            hint = nearest(ruling, list(self.game.rulings)) or "add it to `rulings`"
            self.found.append(Problem(self.source.where(*key, "ruling"), f"there is no ruling `{ruling}`", hint))
            return next(iter(readings.values()), None)
        chosen = self.game.rulings[ruling].reading
        if any(
            problem.where.key.startswith(f"rulings.{ruling}") for problem in self.found
        ):  # told: not what is written
            return next(iter(readings.values()), None)
        if chosen not in readings:
            self._wrong(("rulings", ruling), f"the ruling {ruling} has no reading `{chosen}`", chosen, readings)
            return next(iter(readings.values()), None)
        self.cites[".".join(map(str, option))] = ruling
        return self.settle(readings[chosen], (*key, chosen), option)

    def _wrong(self, key: Key, what: str, name: str, known: Iterable[str]) -> None:
        self.found.append(Problem(self.source.where(*key), what, nearest(name, list(known))))


def seated(game: Game, source: Source, number: int) -> Game:
    """The game for its first so many players, on the board that its rule set gives them; raises FabgenError where it
    does not take that many."""
    found: Found = []
    lattice, _ = lattice_of(game.board, source, Path(source.file).parent)
    played = prepare(game, source, lattice, found)
    where, own = source.where("players"), len(game.players)
    if played is None or played.rule_set.table is None:
        raise FabgenError(
            found or [Problem(where, f"{game.title} is a game for {plural(own, 'player')}, not {number}")]
        )
    try:
        setting = played.rule_set.table(played.base, played.options, number)
    except OptionErrors as error:
        raise FabgenError(Problem(where, m.what, m.hint) for m in error.mistakes) from None
    players, board = {name: game.players[name] for name in setting.players}, game.board
    if board.grid:
        board = board.model_copy(update={"grid": f"{setting.lattice.files}x{setting.lattice.ranks}"})
    return game.model_copy(update={"players": players, "board": board})


def start_position(game: Game, source: Source, setting: Setting, found: Found) -> Position:
    """The men of `setup` and what is in hand; cells that two men claim and unknown names are Problems."""
    men: dict[Cell, Man] = {}
    for player, kinds in game.setup.items():
        if player not in game.players:
            found.append(
                Problem(
                    source.where("setup", player), f"there is no player `{player}`", nearest(player, list(game.players))
                )
            )
            continue
        for piece, text in kinds.items():
            found += _set_up(player, piece, text, source, setting, men)
    held = dict(_held(game, source, setting, found))
    return Position(setting, men, next(iter(game.players)), held=held)


def _set_up(
    player: str, piece: str, text: str, source: Source, setting: Setting, men: dict[Cell, Man]
) -> Iterator[Problem]:
    key = ("setup", player, piece)
    if piece not in setting.pieces:
        yield Problem(source.where(*key), f"there is no piece `{piece}`", nearest(piece, setting.pieces))
        return
    try:
        cells = parse_cells(text, setting.lattice)
    except TextError as error:
        yield from (Problem(source.inside(*key, line=m.line, column=m.column), m.what, m.hint) for m in error.mistakes)
        return
    for cell in cells:
        if cell in men and not setting.shared:
            yield Problem(
                source.inside(*key),
                f"two pieces start on {cell}: {men[cell]} and {player} {piece}",
                "one cell holds one piece",
            )
        men.setdefault(cell, Man(player, piece))


def _held(
    game: Game, source: Source, setting: Setting, found: Found
) -> Iterator[tuple[tuple[str, str], Mapping[str, int]]]:
    if game.hand and not setting.held:
        found.append(
            Problem(source.where("hand"), "this rule set has no pieces in hand", "leave `hand` out, or allow `drops`")
        )
        return
    for player, counts in game.hand.items():
        if player not in game.players:
            found.append(
                Problem(
                    source.where("hand", player), f"there is no player `{player}`", nearest(player, list(game.players))
                )
            )
            continue
        for piece in counts:
            if piece not in game.pieces:
                found.append(
                    Problem(
                        source.where("hand", player, piece),
                        f"there is no piece `{piece}`",
                        nearest(piece, list(game.pieces)),
                    )
                )
        yield (player, setting.held[0]), {piece: n for piece, n in counts.items() if n and piece in game.pieces}


def compile_rules(
    game: Game,
    source: Source,
    played: Played,
    movements: Movements,
    start: Position,
    zones: Mapping[str, tuple[Cell, ...]],
    found: Found,
) -> Rules[Any] | None:
    """The engine; None, with Problems, where the options do not fit the game."""
    given = Given(
        replace(movements, setting=played.setting),
        zones,
        tuple(game.tokens),
        played.options,
        start,
        {name: ruling.reading for name, ruling in game.rulings.items()},
        played.cites,
        played.others,
    )
    try:
        return played.rule_set.make(given)
    except OptionErrors as error:
        found += [Problem(source.where("rules", *m.key), m.what, m.hint) for m in error.mistakes]
        return None

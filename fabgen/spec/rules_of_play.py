"""The rules of a game as written → its rule set, compiled: setting, start and engine. Every name that is not known is a
Problem at its place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from fabgen.core.english import count_things, join_words
from fabgen.core.model_problems import Key, problems_of_errors
from fabgen.core.problems import FabgenError, Problem, nearest_hint
from fabgen.core.yaml_models import YamlSource
from fabgen.rules.boards import Board, Cell, TextError, parse_cells
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import BELOW, Piece, Position, Setting
from fabgen.rules.protocol import OptionErrors, Rules, RuleSet, RuleSetInput
from fabgen.rules.rule_sets import package_warnings, rule_sets, validate_options
from fabgen.spec.fewer_players import game_for, players_without_setup, with_seating
from fabgen.spec.game import Game
from fabgen.spec.lattices import lattice_of

STANDARD = "standard"
Problems = list[Problem]


@dataclass(frozen=True)
class PreparedRules:
    """The rules of a game, ready to compile.

    * `rule_set`: the rule set that the game names.
    * `options`: its options under the game's rulings.
    * `base_setting`, `setting`: the setting without and with the sections of the rule set.
    * `ruling_of_option`: the ruling that decides an option, by the option's key.
    * `other_options`: the options under the other readings, by ruling.
    """

    rule_set: RuleSet
    options: Any
    base_setting: Setting
    setting: Setting
    ruling_of_option: Mapping[str, str]
    other_options: Mapping[str, tuple[Any, ...]]


def prepare_rules(game: Game, source: YamlSource, lattice: Board, problems: Problems) -> PreparedRules | None:
    """The rule set that a game names, ready to compile. None with Problems if that fails, and None without Problems if
    the game has no rules yet."""
    if not game.rules:
        return None
    raw = {"set": game.rules} if isinstance(game.rules, str) else {"set": STANDARD, **game.rules}
    sets = rule_sets()
    name = raw["set"]
    if not isinstance(name, str) or name not in sets:
        hints = [nearest_hint(str(name), list(sets)), *(warning.what for warning in package_warnings())]
        problems.append(
            Problem(source.key_location("rules", "set"), f"there is no rule set `{name}`", "\n".join(hints))
        )
        return None
    try:
        rule_set = sets[name]()
    except FabgenError as error:
        problems += [replace(problem, where=source.key_location("rules", "set")) for problem in error.problems]
        return None
    rulings = RulingSettler(game, source, problems)
    settled = {key: rulings.settle(value, ("rules", key), (key,)) for key, value in raw.items()}
    try:
        options = validate_options(rule_set, settled)
    except ValidationError as error:
        problems += _option_problems(error, source, rule_set)
        return None
    if game.neutral and name != STANDARD:
        what = f"the rule set `{name}` has no neutral pieces"
        problems.append(Problem(source.key_location("players", game.neutral[0], "neutral"), what,
                                f"take `neutral` out, or write `set: {STANDARD}`"))
        return None
    forwards = {player: side.forward for player, side in game.players.items()}
    base = Setting(lattice, forwards, tuple(game.pieces), neutral=game.neutral)
    setting = _setting_with_sections(rule_set, base, options, game, source, problems)
    reason_by_word: dict[str, str] = {}
    other_options_by_ruling: dict[str, tuple[Any, ...]] = {}
    for ruling, reading, other_options in _options_under_other_readings(
        game, source, raw, rule_set, rulings.ruling_of_option.values()
    ):
        other_options_by_ruling[ruling] = (*other_options_by_ruling.get(ruling, ()), other_options)
        with suppress(ValueError):
            words = rule_set.setting(base, other_options, tuple(game.tokens)).words
            for word in words:
                reason_by_word.setdefault(word, f"where {ruling} is read as `{reading}`")
    foreign_sections = {word: reason for word, reason in reason_by_word.items() if word not in setting.words}
    setting = replace(setting, foreign_sections=foreign_sections)
    return PreparedRules(rule_set, options, base, setting, rulings.ruling_of_option, other_options_by_ruling)


def _options_under_other_readings(
    game: Game, source: YamlSource, raw: Mapping[str, Any], rule_set: RuleSet, names: Iterable[str]
) -> Iterator[tuple[str, str, Any]]:
    """The options under each other reading of some rulings: the ruling, the reading, the options. Unsound options are
    left out, because they are reported when the game is read under that reading."""
    for name in dict.fromkeys(names):
        for reading in game.rulings[name].others:
            ruling = game.rulings[name].model_copy(update={"reading": reading})
            other_game = game.model_copy(update={"rulings": {**game.rulings, name: ruling}})
            rulings = RulingSettler(other_game, source, [])
            settled = {key: rulings.settle(value, ("rules", key), (key,)) for key, value in raw.items()}
            with suppress(ValidationError):
                options = validate_options(rule_set, settled)
                if not rulings.problems:
                    yield name, reading, options


def _setting_with_sections(
    rule_set: RuleSet, base: Setting, options: Any, game: Game, source: YamlSource, problems: Problems
) -> Setting:
    """The setting with the sections of the rule set. A player's name that is also a word of a section is a Problem."""
    try:
        return rule_set.setting(base, options, tuple(game.tokens))
    except ValueError as error:
        problems.append(Problem(source.key_location("players"), str(error)))
        return base


def _option_problems(error: ValidationError, source: YamlSource, rule_set: RuleSet) -> list[Problem]:
    """Pydantic's errors in the options as Problems at their places under `rules`."""
    errors = [{**detail, "loc": ("rules", *detail["loc"])} for detail in error.errors()]
    return problems_of_errors(errors, source, rule_set.options)


@dataclass
class RulingSettler:
    """Replaces each choice by ruling in the options with the value of the chosen reading. `ruling_of_option` collects
    the ruling behind each option that was replaced."""

    game: Game
    source: YamlSource
    problems: Problems
    ruling_of_option: dict[str, str] = field(default_factory=dict)

    def settle(self, value: Any, key: Key, option: Key) -> Any:
        """A value with each `{ruling: ID, reading: value}` in it replaced by the value of the chosen reading. `key` is
        its place in the spec, `option` its place among the options without rulings."""
        if isinstance(value, list):
            return [self.settle(item, (*key, i), (*option, i)) for i, item in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if "ruling" in value:
            return self._choose_reading(value, key, option)
        return {name: self.settle(item, (*key, name), (*option, name)) for name, item in value.items()}

    def _choose_reading(self, value: Mapping[str, Any], key: Key, option: Key) -> Any:
        """The value of the chosen reading. With a Problem, the value of the first reading."""
        ruling, readings = str(value["ruling"]), {name: item for name, item in value.items() if name != "ruling"}
        if ruling not in self.game.rulings:
            hint = nearest_hint(ruling, list(self.game.rulings)) or "add it to `rulings`"
            self.problems.append(
                Problem(self.source.key_location(*key, "ruling"), f"there is no ruling `{ruling}`", hint)
            )
            return next(iter(readings.values()), None)
        chosen = self.game.rulings[ruling].reading
        if any(problem.where.key.startswith(f"rulings.{ruling}") for problem in self.problems):  # already reported
            return next(iter(readings.values()), None)
        if chosen not in readings:
            self._report(("rulings", ruling), f"the ruling {ruling} has no reading `{chosen}`", chosen, readings)
            return next(iter(readings.values()), None)
        self.ruling_of_option[".".join(map(str, option))] = ruling
        return self.settle(readings[chosen], (*key, chosen), option)

    def _report(self, key: Key, what: str, name: str, known_names: Iterable[str]) -> None:
        """Adds a Problem with the known name that is nearest."""
        self.problems.append(Problem(self.source.key_location(*key), what, nearest_hint(name, list(known_names))))


def with_player_count(game: Game, source: YamlSource, number: int) -> Game:
    """The game for its first `number` players, on the board that its rule set gives them. Raises FabgenError if the
    game cannot be played by that many."""
    problems: Problems = []
    lattice, _ = lattice_of(game.board, source, Path(source.file).parent)
    prepared = prepare_rules(game, source, lattice, problems)
    where = source.key_location("players")
    if prepared is not None and prepared.rule_set.table is None and isinstance(game.seats, dict):
        if seating := game.seatings.get(number):
            seated = tuple(name for name in game.players if name in seating.players or name in game.neutral)
            fewer = game_for(game, seated, lattice, seating.board.zones if seating.board else ())
            if absent := players_without_setup(game, seating):
                where = source.key_location("seats", str(number), "setup")
                what = f"{join_words(absent)} {'has' if len(absent) == 1 else 'have'} no pieces on this board"
                hint = f"say where they start: `setup: {{{absent[0]}: ...}}`, or `{{}}` for a player without pieces"
                raise FabgenError([Problem(where, what, hint)])
            return with_seating(fewer, seating, lattice)
        numbers = join_words([*map(str, sorted(game.seats)), str(len(game.active_players))], "or")
        raise FabgenError([Problem(source.key_location("seats"), f"{game.title} is a game for {numbers}, not {number}",
                                   f"`{number}: [...]` under `seats` says who plays then")])
    if prepared is None and not problems and number in game.seatings:
        where = source.key_location("seats", str(number))
        raise FabgenError([Problem(where, "`seats` needs `rules`, and there are none",
                                   "add `rules`, or take `seats` out")])
    if prepared is None or prepared.rule_set.table is None:
        what = f"{game.title} is a game for {count_things(len(game.active_players), 'player')}, not {number}"
        some = ", ".join([*game.active_players][:number])
        is_fewer = number < len(game.active_players)
        hint = f"`seats: {{{number}: [{some}]}}` says who plays where not all do" if is_fewer else ""
        raise FabgenError(problems or [Problem(where, what, hint if prepared else "")])
    try:
        setting = prepared.rule_set.table(prepared.base_setting, prepared.options, number)
    except OptionErrors as error:
        raise FabgenError(Problem(where, m.what, m.hint) for m in error.mistakes) from None
    players, board = {name: game.players[name] for name in setting.players}, game.board
    if board.grid:
        board = board.model_copy(update={"grid": f"{setting.lattice.files}x{setting.lattice.ranks}"})
    pieces = {name: kind.for_players(tuple(players)) for name, kind in game.pieces.items()}
    return game.model_copy(update={"players": players, "board": board, "pieces": pieces})


def start_position(game: Game, source: YamlSource, setting: Setting, problems: Problems) -> Position:
    """The position of the pieces in `setup` and in hand. Names that are not known, and cells that two pieces claim, are
    Problems."""
    pieces: dict[Cell, Piece] = {}
    further: dict[Cell, tuple[Piece, ...]] = {}
    for player, kinds in game.setup.items():
        if player == BELOW and player not in game.players:
            continue
        if player not in game.players:
            hint = nearest_hint(player, list(game.players))
            problems.append(Problem(source.key_location("setup", player), f"there is no player `{player}`", hint))
            continue
        for piece, text in kinds.items():
            problems += _place_pieces(player, piece, text, source, setting, pieces, further)
    below = dict(_pieces_below(game, source, setting, pieces, problems))
    in_hand = dict(_pieces_in_hand(game, source, setting, problems))
    turn = game.active_players[0]
    return Position(setting, pieces, turn, held=in_hand, further_pieces=further, below=below)


def _pieces_below(game: Game, source: YamlSource, setting: Setting, tops: Mapping[Cell, Piece], problems: Problems
                  ) -> Iterator[tuple[Cell, tuple[Piece, ...]]]:
    """The pieces below the top of each tower of `setup`, whose tops are already known. Problems are added to
    `problems`."""
    for name, text in game.setup.get(BELOW, {}).items() if BELOW not in game.players else ():
        key = ("setup", BELOW, name)
        cell = setting.lattice.read_names(name).strip()
        if cell not in setting.lattice:
            problems.append(Problem(source.key_location(*key), *setting.lattice.explain_unknown_cell(cell)))
        elif cell not in tops:
            what = f"no piece is on top of the tower on {setting.lattice.title(cell)}"
            problems.append(Problem(source.key_location(*key), what, "name it with its player, beside the others"))
        else:
            try:
                if pieces := Position.parse_tower(cell, text, setting):
                    yield cell, pieces
            except TextError as error:
                problems += [Problem(source.value_location(*key, line=m.line, column=m.column), m.what, m.hint)
                             for m in error.mistakes]


def _place_pieces(
    player: str, kind: str, text: str, source: YamlSource, setting: Setting, pieces: dict[Cell, Piece],
    further: dict[Cell, tuple[Piece, ...]],
) -> Iterator[Problem]:
    """Adds the pieces of one player and kind to `pieces`, and those that share a cell with others to `further`. Yields
    Problems of the kind and the cells."""
    key = ("setup", player, kind)
    if kind not in setting.kinds:
        yield Problem(source.key_location(*key), f"there is no piece `{kind}`", nearest_hint(kind, setting.kinds))
        return
    try:
        cells = parse_cells(text, setting.lattice, repeated=setting.shares_cells)
    except TextError as error:
        yield from (
            Problem(source.value_location(*key, line=m.line, column=m.column), m.what, m.hint) for m in error.mistakes
        )
        return
    for cell in cells:
        if cell in pieces and not setting.shares_cells:
            yield Problem(
                source.value_location(*key),
                f"two pieces start on {setting.lattice.title(cell)}: {pieces[cell]} and {player} {kind}",
                "one cell holds one piece",
            )
        if cell in pieces and setting.shares_cells:
            further[cell] = (*further.get(cell, ()), Piece(player, kind))
        pieces.setdefault(cell, Piece(player, kind))


def _pieces_in_hand(
    game: Game, source: YamlSource, setting: Setting, problems: Problems
) -> Iterator[tuple[tuple[str, str], Mapping[str, int]]]:
    """The numbers of pieces in hand by player and hand. Problems are added to `problems`."""
    if game.hand and not setting.held:
        if any(problem.where.key.startswith("rules") for problem in problems):
            return  # the options that would say so could not be read
        problems.append(
            Problem(
                source.key_location("hand"), "this rule set has no pieces in hand", "leave `hand` out, or allow `drops`"
            )
        )
        return
    for player, counts in game.hand.items():
        if player not in game.players:
            hint = nearest_hint(player, list(game.players))
            problems.append(Problem(source.key_location("hand", player), f"there is no player `{player}`", hint))
            continue
        for piece in counts:
            if piece not in game.pieces:
                hint = nearest_hint(piece, list(game.pieces))
                problems.append(
                    Problem(source.key_location("hand", player, piece), f"there is no piece `{piece}`", hint)
                )
        yield (player, setting.held[0]), {piece: n for piece, n in counts.items() if n and piece in game.pieces}


def compile_rules(
    game: Game,
    source: YamlSource,
    prepared: PreparedRules,
    movements: Movements,
    start: Position,
    zones: Mapping[str, tuple[Cell, ...]],
    problems: Problems,
) -> Rules[Any] | None:
    """The rules of play. None, with Problems, if the options do not suit the game."""
    rule_set_input = RuleSetInput(
        replace(movements, setting=prepared.setting),
        zones,
        tuple(game.tokens),
        prepared.options,
        start,
        {name: ruling.reading for name, ruling in game.rulings.items()},
        prepared.ruling_of_option,
        prepared.other_options,
    )
    try:
        return prepared.rule_set.make(rule_set_input)
    except OptionErrors as error:
        problems += [Problem(source.key_location("rules", *m.key), m.what, m.hint) for m in error.mistakes]
        return None

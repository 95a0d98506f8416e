"""The movement strings of a piece → its `Movement` under each reading, and the diagram that the designer drew of the
piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from fabgen.core.problems import Problem, nearest_hint
from fabgen.core.yaml_models import YamlSource
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import TextError
from fabgen.rules.diagram import Diagram, parse_diagram
from fabgen.rules.directions import Compass
from fabgen.rules.movement import Movement
from fabgen.spec.game import Game
from fabgen.spec.pieces import ByRuling


def movement_of(
    game: Game, source: YamlSource, compass: Compass, name: str, problems: list[Problem]
) -> Movement | None:
    """The movement of a piece under the game's rulings. None, with Problems, if it is unsound. Every reading that is
    written must be sound."""

    def read(moves: str | ByRuling, *key: str) -> Movement | None:
        if isinstance(moves, str):
            return _parse_movement(moves, compass, source, problems, *key)
        readings = {reading: read(other_moves, *key, reading) for reading, other_moves in moves.readings.items()}
        return _choose_reading(game, moves, readings, source, problems, *key)

    return read(game.pieces[name].moves, "pieces", name, "moves")


def _choose_reading(
    game: Game, moves: ByRuling, readings: dict[str, Movement | None], source: YamlSource, problems: list[Problem],
    *key: str,
) -> Movement | None:
    """The movement under the chosen reading of a ruling. None, with a Problem, if there is no such reading."""
    chosen = game.rulings.get(moves.ruling)
    reading = chosen.reading if chosen else None
    if reading is None:
        where = source.value_location(*key, "ruling")
        hint = nearest_hint(moves.ruling, list(game.rulings)) or "add it to `rulings`"
        problems.append(Problem(where, f"there is no ruling `{moves.ruling}`", hint))
    elif reading not in readings:
        where, what = (
            source.value_location("rulings", moves.ruling),
            f"the ruling {moves.ruling} has no reading `{reading}`",
        )
        problems.append(Problem(where, what, nearest_hint(reading, list(readings))))
    return readings.get(reading or "")


def other_movements(game: Game, compass: Compass) -> Iterator[tuple[str, dict[str, tuple[Movement, ...]]]]:
    """The movements under readings that the game has not chosen, by piece and ruling. Unsound ones are left out,
    because `movement_of` reports them."""
    for name, piece in game.pieces.items():
        by_ruling: dict[str, tuple[Movement, ...]] = {}
        with suppress(TextError, KeyError):
            for ruling, reading in dict.fromkeys(readings_of(piece.moves)):
                if reading != game.rulings[ruling].reading:
                    movement = parse_betza(game_under_readings(game, {ruling: reading}).betza(name), compass)
                    by_ruling[ruling] = (*by_ruling.get(ruling, ()), movement)
        if by_ruling:
            yield name, by_ruling


def readings_of(moves: str | ByRuling) -> Iterator[tuple[str, str]]:
    """Each ruling that a movement depends on, with each of its readings."""
    if isinstance(moves, ByRuling):
        for reading, nested in moves.readings.items():
            yield moves.ruling, reading
            yield from readings_of(nested)


def game_under_readings(game: Game, readings: Mapping[str, str]) -> Game:
    """The game under other readings of some rulings. The readings that it had are then among the others."""
    rulings = dict(game.rulings)
    for name, ruling in game.rulings.items():
        if (new_reading := readings.get(name, ruling.reading)) != ruling.reading:
            other_readings = (ruling.reading, *(reading for reading in ruling.others if reading != new_reading))
            rulings[name] = ruling.model_copy(update={"reading": new_reading, "others": other_readings})
    return game.model_copy(update={"rulings": rulings})


def _parse_movement(
    text: str, compass: Compass, source: YamlSource, problems: list[Problem], *key: str
) -> Movement | None:
    """The movement of a string. None, with Problems that point at the letters, if it is unsound."""
    try:
        return parse_betza(text, compass)
    except TextError as error:
        problems += [
            _point_at_letter(problem, text, mistake.column)
            for problem, mistake in zip(locate_mistakes(error, source, *key), error.mistakes, strict=True)
        ]
        return None


def _point_at_letter(problem: Problem, text: str, column: int) -> Problem:
    """The Problem with the movement string in its hint, and a pointer at the letter."""
    return Problem(problem.where, problem.what, f"{text}\n{' ' * column}^ {problem.hint}".rstrip(), problem.level)


def diagram_of(game: Game, source: YamlSource, name: str, problems: list[Problem]) -> Diagram | None:
    """The diagram that the designer drew of a piece. None if there is none, and None with Problems if it cannot be
    read."""
    text = game.pieces[name].diagram
    try:
        return parse_diagram(text) if text is not None else None
    except TextError as error:
        problems += locate_mistakes(error, source, "pieces", name, "diagram")
        return None


def locate_mistakes(error: TextError, source: YamlSource, *key: str | int) -> list[Problem]:
    """The mistakes in a text value as Problems at their places in the file."""
    return [Problem(source.value_location(*key, line=m.line, column=m.column), m.what, m.hint) for m in error.mistakes]

"""What a piece's words say of its moves → its `Movement`, each way to read it, and the diagram drawn beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from fabgen.base import Problem, nearest
from fabgen.declared import Source
from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import TextError
from fabgen.rules.diagram import Diagram, parse_diagram
from fabgen.rules.directions import Compass
from fabgen.rules.movement import Movement
from fabgen.spec.game import Game
from fabgen.spec.piece import ByRuling


def movement_of(game: Game, source: Source, compass: Compass, name: str, found: list[Problem]) -> Movement | None:
    """The movement under the game's rulings; every reading that is written must be sound."""

    def read(moves: str | ByRuling, *key: str) -> Movement | None:
        if isinstance(moves, str):
            return _parsed(moves, compass, source, found, *key)
        readings = {reading: read(one, *key, reading) for reading, one in moves.readings.items()}
        return _chosen(game, moves, readings, source, found, *key)

    return read(game.pieces[name].moves, "pieces", name, "moves")


def _chosen(
    game: Game, moves: ByRuling, readings: dict[str, Movement | None], source: Source, found: list[Problem], *key: str
) -> Movement | None:
    chosen = game.rulings.get(moves.ruling)
    ruling = chosen.reading if chosen else None
    if ruling is None:
        where = source.inside(*key, "ruling")
        hint = nearest(moves.ruling, list(game.rulings)) or "add it to `rulings`"
        found.append(Problem(where, f"there is no ruling `{moves.ruling}`", hint))
    elif ruling not in readings:
        where, what = source.inside("rulings", moves.ruling), f"the ruling {moves.ruling} has no reading `{ruling}`"
        found.append(Problem(where, what, nearest(ruling, list(readings))))
    return readings.get(ruling or "")


def other_movements(game: Game, compass: Compass) -> Iterator[tuple[str, dict[str, tuple[Movement, ...]]]]:
    """The movements that the game has not chosen, by piece and ruling; unsound ones are told elsewhere."""
    for name, piece in game.pieces.items():
        others: dict[str, tuple[Movement, ...]] = {}
        with suppress(TextError, KeyError):
            for ruling, reading in dict.fromkeys(readings_of(piece.moves)):
                if reading != game.rulings[ruling].reading:
                    movement = parse_betza(under(game, {ruling: reading}).betza(name), compass)
                    others[ruling] = (*others.get(ruling, ()), movement)
        if others:
            yield name, others


def readings_of(moves: str | ByRuling) -> Iterator[tuple[str, str]]:
    """The rulings that a movement depends on, each with every reading that it knows."""
    if isinstance(moves, ByRuling):
        for reading, one in moves.readings.items():
            yield moves.ruling, reading
            yield from readings_of(one)


def under(game: Game, readings: Mapping[str, str]) -> Game:
    """The game with other readings of some rulings; those that it leaves are among the others then."""
    rulings = dict(game.rulings)
    for name, ruling in game.rulings.items():
        if (new := readings.get(name, ruling.reading)) != ruling.reading:
            others = (ruling.reading, *(one for one in ruling.others if one != new))
            rulings[name] = ruling.model_copy(update={"reading": new, "others": others})
    return game.model_copy(update={"rulings": rulings})


def _parsed(text: str, compass: Compass, source: Source, found: list[Problem], *key: str) -> Movement | None:
    try:
        return parse_betza(text, compass)
    except TextError as error:
        found += [
            _pointed(problem, text, mistake.column)
            for problem, mistake in zip(located(error, source, *key), error.mistakes, strict=True)
        ]
        return None


def _pointed(problem: Problem, text: str, column: int) -> Problem:
    """The Problem with the movement string and a pointer at the letter."""
    return Problem(problem.where, problem.what, f"{text}\n{' ' * column}^ {problem.hint}".rstrip(), problem.level)


def diagram_of(game: Game, source: Source, name: str, found: list[Problem]) -> Diagram | None:
    text = game.pieces[name].diagram
    try:
        return parse_diagram(text) if text is not None else None
    except TextError as error:
        found += located(error, source, "pieces", name, "diagram")
        return None


def located(error: TextError, source: Source, *key: str | int) -> list[Problem]:
    """The mistakes in a text value as Problems at their places in the file."""
    return [Problem(source.inside(*key, line=m.line, column=m.column), m.what, m.hint) for m in error.mistakes]

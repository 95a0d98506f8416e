"""A template's name or a path → `Spec`: the game as written, and what its words compile to.

Every Problem is found and raised at once. What stands in a registry of a higher layer (shapes, marks,
materials) is checked there and reported by `check`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from fabgen.base import FabgenError, Problem, Where, nearest
from fabgen.declared import Source, read_text, salvage
from fabgen.rules.betza import parse_betza
from fabgen.rules.compass import Compass
from fabgen.rules.diagram import Diagram, Jump, UnshownError, movement_diagram, parse_diagram
from fabgen.rules.engine import Movements
from fabgen.rules.game import Rules
from fabgen.rules.lattice import Cell, Lattice, TextError, parse_cells
from fabgen.rules.moves import Movement
from fabgen.rules.position import RESERVED, Position, Setting
from fabgen.spec.cases import Case, read_cases
from fabgen.spec.game import Game
from fabgen.spec.own import with_art
from fabgen.spec.piece import ByRuling
from fabgen.spec.play import compile_rules, prepare, seated, start_position
from fabgen.spec.spaces import Spaces, lattice_of, spaces_of

SPEC = "game.yaml"
STANDING = Movement("", ())  # of a piece whose movement could not be read


class UnknownGame(FabgenError):
    """No game of this name or path: a mistake in the command, not in a spec."""


@dataclass(frozen=True)
class Spec:
    """A loaded game: its declaration, where each word stands, and the rules it compiles to."""

    game: Game
    source: Source
    folder: Path
    slug: str
    setting: Setting
    rules: Movements
    written: Mapping[str, Diagram]  # what the designer drew, by piece
    cases: tuple[Case, ...]
    start: Position
    options: Any = None  # the rule set's own part of the spec, under the game's rulings
    play: Rules[Any] | None = None  # the rules of play; None while the spec has none
    whole: Game | None = None  # the game with all its seats, where not all of them are taken
    problems: tuple[Problem, ...] = ()  # found while loading; empty unless asked to go on
    unsound: frozenset[str] = frozenset()  # pieces whose movement could not be read or drawn: their rules mean nothing
    drawn: Spaces | None = None  # the spaces of a map, from its drawing
    jumps: Mapping[str, tuple[Jump, ...]] = field(default_factory=dict)  # the hops that diagrams show, by piece

    @property
    def lattice(self) -> Lattice:
        return self.setting.lattice

    @cached_property
    def spaces(self) -> Spaces:
        """Where each cell of the board lies, in mm."""
        side = self.game.board.cell
        return self.drawn.scaled(side) if self.drawn else spaces_of(self.lattice, side)

    @property
    def repetition(self) -> int | None:
        """How often a position must come up to end a match in a draw."""
        return getattr(self.options, "repetition", 3)

    def diagram(self, piece: str) -> Diagram:
        """The piece's diagram as the rules compute it: the one that is drawn everywhere."""
        return movement_diagram(self.rules.movements[piece], self.jumps.get(piece, ()))


def template_folders() -> dict[str, Path]:
    """The games that come with fabgen, by slug."""
    inside = Path(str(files("fabgen"))) / "templates"
    root = inside if inside.is_dir() else inside.parent.parent / "templates"
    return {folder.name: folder for folder in sorted(root.iterdir()) if (folder / SPEC).is_file()}


def find_game(name: str) -> Path:
    """The spec's file for a template's name, a folder or a file."""
    templates = template_folders()
    if name in templates:
        return templates[name] / SPEC
    try:
        return _own_game(Path(name), list(templates))
    except OSError as error:  # a name too long, a folder that may not be looked into
        what = f"cannot look there: {(error.strerror or str(error)).lower()}"
        raise UnknownGame([Problem(Where(name), what)]) from None


def _own_game(path: Path, templates: list[str]) -> Path:
    if path.is_dir() and (path / SPEC).is_file():
        return path / SPEC
    if path.is_file() and path.suffix in (".yaml", ".yml"):
        return path
    if path.is_dir():
        raise UnknownGame([Problem(Where(str(path)), f"there is no {SPEC} in this folder")])
    if path.exists():
        raise UnknownGame(
            [
                Problem(
                    Where(str(path)),
                    "this is not a game spec",
                    f"a game is a template's name, a folder with {SPEC}, or a .yaml file",
                )
            ]
        )
    raise UnknownGame(
        [
            Problem(
                Where(),
                f"there is no game `{path}`",
                f"{nearest(str(path), templates)}\na path to your own {SPEC} works too",
            )
        ]
    )


def load_spec(name: str, *, despite: bool = False) -> Spec:
    """The compiled game. Raises FabgenError with every Problem.

    With `despite`, goes on where it can and leaves them in `problems`.
    """
    path = find_game(name)
    document, problems = salvage(read_text(path), str(path), Game)
    if document is None:
        raise FabgenError(problems)
    game = document.value
    seats = game.seats if game.seats not in (None, len(game.players)) and not problems else None
    spec = _compile(seated(game, document.source, seats) if seats else game, document.source, path, problems)
    spec = replace(spec, whole=game) if seats else spec
    if spec.problems and not despite:
        raise FabgenError(spec.problems)
    return spec


def _compile(game: Game, source: Source, path: Path, problems: list[Problem], with_cases: bool = True) -> Spec:
    def otherwise(readings: Mapping[str, str]) -> Spec:
        return _compile(_under(game, readings), source, path, [], with_cases=False)

    tokens = {name: token.counted(len(game.players)) for name, token in game.tokens.items()}
    game = game.model_copy(update={"tokens": tokens})
    lattice, spaces = _board(game, source, path, problems)
    found = [*problems, *_names(game, source, lattice)]
    game = with_art(game, source, path.parent, found)
    found += _zones(game, source, lattice)
    plane = lattice.compass
    movements = {name: movement for name in game.pieces if (movement := _movement(game, source, plane, name, found))}
    written = {name: diagram for name in game.pieces if (diagram := _written(game, source, name, found))}
    try:
        setting = Setting(lattice, {name: player.forward for name, player in game.players.items()}, tuple(game.pieces))
    except ValueError:  # a name that positions cannot hold, which `_names` has found
        raise FabgenError(found) from None
    slug = path.parent.resolve().name if path.name == SPEC else path.stem
    unsound = frozenset(game.pieces) - frozenset(movements)
    chosen = {name: movements.get(name, STANDING) for name in game.pieces}
    rules = Movements(setting, chosen, dict(_otherwise(game, plane)))
    played = prepare(game, source, lattice, found)
    full = played.setting if played else setting
    start = start_position(game, source, full, found)
    sound = played is not None and not any(problem.level == "error" for problem in found)
    play = (
        compile_rules(game, source, played, rules, start, zone_cells(game, lattice), found)
        if played and sound
        else None
    )
    rules = replace(rules, setting=full)
    jumps = played.rule_set.jumps(played.options, lattice.compass) if played and play else {}
    unsound |= frozenset(_unshown(rules, jumps, source, found))
    judged = with_cases and (play or not game.rules)
    cases = tuple(read_cases(game, source, full, rules, play, start, found, otherwise)) if judged else ()
    return Spec(
        game,
        source,
        path.parent,
        slug,
        full,
        rules,
        written,
        cases,
        start,
        played.options if played else None,
        play,
        problems=tuple(sorted(set(found))),
        unsound=unsound,
        jumps=jumps,
        drawn=None if lattice.regular else spaces,
    )


def _board(game: Game, source: Source, path: Path, problems: list[Problem]) -> tuple[Lattice, Spaces]:
    """The board; where its own words could not be read, nothing else is told of it."""
    try:
        return lattice_of(game.board, source, path.parent)
    except FabgenError as error:
        told = any(problem.where.key.startswith("board") for problem in problems)
        raise FabgenError(problems if told else [*problems, *error.problems]) from None


def _unshown(
    rules: Movements, jumps: Mapping[str, tuple[Jump, ...]], source: Source, found: list[Problem]
) -> Iterator[str]:
    """Pieces that do on one cell what no mark of a diagram says; every piece needs its diagram."""
    for name, movement in rules.movements.items():
        try:
            movement_diagram(movement, jumps.get(name, ()))
        except UnshownError as error:
            found.append(
                Problem(source.inside("pieces", name, "moves"), str(error), "docs/notation.md lists the marks")
            )
            yield name


def read_otherwise(spec: Spec, readings: Mapping[str, str]) -> Spec:
    """The same game under other readings of some rulings; what they make unsound stands in `problems`."""
    return _compile(_under(spec.game, readings), spec.source, Path(spec.source.file), [])


def with_players(spec: Spec, number: int | None) -> Spec:
    """The same game for a number of players, on the board that follows; a Problem where it does not take that many.
    None is the number that its spec says."""
    if number is None or number == len(spec.game.players):
        return spec
    whole = spec.whole or spec.game
    game = seated(whole, spec.source, number)
    return replace(_compile(game, spec.source, Path(spec.source.file), []), whole=whole)


def zone_cells(game: Game, lattice: Lattice) -> dict[str, tuple[Cell, ...]]:
    """The cells of each zone by its name."""
    return {name: parse_cells(zone.cells, lattice) for name, zone in game.board.zones.items()}


def _names(game: Game, source: Source, lattice: Lattice) -> Iterator[Problem]:
    """Names must be told apart in positions and, by files, whatever the case of their letters; and each player's
    forward must be a direction of the board."""
    for name, player in game.players.items():
        if player.forward not in lattice.compass.forwards:
            what, where = f"nobody goes {player.forward} on this board", source.inside("players", name, "forward")
            yield Problem(where, what, nearest(player.forward, lattice.compass.forwards))
    for name in game.players:
        if name in RESERVED:
            yield Problem(
                source.where("players", name), f"a player cannot be called `{name}`", "positions use this word"
            )
    for name in game.pieces:
        if cells := [word for word in name.split()[1:] if word in lattice]:
            yield Problem(
                source.where("pieces", name),
                f"a piece cannot be called `{name}`",
                f"positions would read the cell {cells[0]} in it",
            )
    for kind in ("players", "pieces", "tokens"):
        names = list(getattr(game, kind))
        for n, name in enumerate(names):
            if same := next((other for other in names[:n] if _filed(other) == _filed(name)), None):
                way = "their capitals" if same.casefold() == name.casefold() else "spaces and hyphens"
                yield Problem(
                    source.where(kind, name),
                    f"`{name}` and `{same}` differ only in {way}",
                    "files of both could not lie side by side",
                )


def _filed(name: str) -> str:
    """One text for all names whose files would have one name, on systems that do not tell capitals apart."""
    return name.casefold().replace(" ", "-")


def _zones(game: Game, source: Source, lattice: Lattice) -> Iterator[Problem]:
    for name, zone in game.board.zones.items():
        key = ("board", "zones", name)
        try:
            parse_cells(zone.cells, lattice)
        except TextError as error:
            yield from located(error, source, *key, "cells")
        if zone.of and zone.of not in game.players:
            yield Problem(
                source.inside(*key, "of"), f"there is no player `{zone.of}`", nearest(zone.of, list(game.players))
            )


def _movement(game: Game, source: Source, compass: Compass, name: str, found: list[Problem]) -> Movement | None:
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


def _otherwise(game: Game, compass: Compass) -> Iterator[tuple[str, dict[str, tuple[Movement, ...]]]]:
    """The movements that the game has not chosen, by piece and ruling; unsound ones are told elsewhere."""
    for name, piece in game.pieces.items():
        others: dict[str, tuple[Movement, ...]] = {}
        with suppress(TextError, KeyError):
            for ruling, reading in dict.fromkeys(readings_of(piece.moves)):
                if reading != game.rulings[ruling].reading:
                    movement = parse_betza(_under(game, {ruling: reading}).betza(name), compass)
                    others[ruling] = (*others.get(ruling, ()), movement)
        if others:
            yield name, others


def readings_of(moves: str | ByRuling) -> Iterator[tuple[str, str]]:
    """The rulings that a movement depends on, each with every reading that it knows."""
    if isinstance(moves, ByRuling):
        for reading, one in moves.readings.items():
            yield moves.ruling, reading
            yield from readings_of(one)


def _under(game: Game, readings: Mapping[str, str]) -> Game:
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


def _written(game: Game, source: Source, name: str, found: list[Problem]) -> Diagram | None:
    text = game.pieces[name].diagram
    try:
        return parse_diagram(text) if text is not None else None
    except TextError as error:
        found += located(error, source, "pieces", name, "diagram")
        return None


def located(error: TextError, source: Source, *key: str | int) -> list[Problem]:
    """The mistakes in a text value as Problems at their places in the file."""
    return [Problem(source.inside(*key, line=m.line, column=m.column), m.what, m.hint) for m in error.mistakes]


__all__ = ["Case", "Spec", "UnknownGame", "find_game", "load_spec", "located", "template_folders"]

"""A template's name or a path → `Spec`: the game as written, and what its words compile to.

Every Problem is found and raised at once. What stands in a registry of a higher layer (shapes, marks,
materials) is checked there and reported by `check`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from fabgen.base import FabgenError, Problem, nearest
from fabgen.declared import Source, read_text, salvage
from fabgen.rules.boards import Cell, Lattice, TextError, parse_cells
from fabgen.rules.diagram import Diagram, Jump, UnshownError, movement_diagram
from fabgen.rules.legal_moves import Movements
from fabgen.rules.movement import Movement
from fabgen.rules.position import RESERVED, Position, Setting
from fabgen.rules.protocol import Rules
from fabgen.spec.cases import Case, read_cases
from fabgen.spec.found import SPEC, UnknownGame, find_game, template_folders
from fabgen.spec.game import Game
from fabgen.spec.movements import diagram_of, located, movement_of, other_movements, readings_of, under
from fabgen.spec.own import with_art
from fabgen.spec.play import Played, compile_rules, prepare, seated, start_position
from fabgen.spec.spaces import Spaces, lattice_of, spaces_of

STANDING = Movement("", ())  # of a piece whose movement could not be read


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
    hops_known: bool = True  # whether `jumps` are those of the game: its rules could be read

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
        return _compile(under(game, readings), source, path, [], with_cases=False)

    tokens = {name: token.counted(len(game.players)) for name, token in game.tokens.items()}
    game = game.model_copy(update={"tokens": tokens})
    lattice, spaces = _board(game, source, path, problems)
    found = [*problems, *_names(game, source, lattice)]
    game = with_art(game, source, path.parent, found)
    found += _zones(game, source, lattice)
    plane = lattice.compass
    movements = {name: movement for name in game.pieces if (movement := movement_of(game, source, plane, name, found))}
    written = {name: diagram for name in game.pieces if (diagram := diagram_of(game, source, name, found))}
    try:
        setting = Setting(lattice, {name: player.forward for name, player in game.players.items()}, tuple(game.pieces))
    except ValueError:  # a name that positions cannot hold, which `_names` has found
        raise FabgenError(found) from None
    slug = path.parent.resolve().name if path.name == SPEC else path.stem
    unsound = frozenset(game.pieces) - frozenset(movements)
    chosen = {name: movements.get(name, STANDING) for name in game.pieces}
    rules = Movements(setting, chosen, dict(other_movements(game, plane)))
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
    jumps, known = _jumps(game, lattice, played, play)
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
        hops_known=known,
        drawn=None if lattice.regular else spaces,
    )


def _jumps(game: Game, lattice: Lattice, played: Played | None, play: Rules[Any] | None
           ) -> tuple[Mapping[str, tuple[Jump, ...]], bool]:
    """The hops of each piece, and whether these are all: of rules that cannot be compiled they are read as far as they
    make sense."""
    if played is None:
        return {}, not game.rules
    if play:
        return played.rule_set.jumps(played.options, lattice.compass), True
    with suppress(TextError):
        jumps = played.rule_set.jumps(played.options, lattice.compass)
        if {*jumps} <= {*game.pieces}:
            return jumps, True
    return {}, False


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
    return _compile(under(spec.game, readings), spec.source, Path(spec.source.file), [])


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


__all__ = [
    "SPEC", "Case", "Spec", "UnknownGame", "find_game", "load_spec", "located", "readings_of", "template_folders"
]

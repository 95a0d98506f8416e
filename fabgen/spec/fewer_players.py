"""A game and some of its players → the same game for these alone, as its spec would say it: their pieces, set-up and
zones, and the options of the rules that are about them.

Nothing else changes: the others' spaces are vacant, and a goal or a zone that is theirs alone is left out. A rule set
that seats players in ways of its own (`RuleSet.table`) is not asked here.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from fabgen.rules.boards import Board, Cell, TextError, parse_cells
from fabgen.rules.position import BELOW
from fabgen.spec.game import Game, SeatPlan

# Options of the standard rules whose keys name players, pieces, or `player piece`; other options have keys that may be
# called like a player, such as zones.
BY_PLAYER = {"reach", "connect", "zone", "hostile", "all_sides", "forbidden", "homes", "stuck", "komi", "flies",
             "castling", "drops"}
NAMES_PLAYER = {"by", "moves_first"}  # options whose value is a player
NOTHING: Any = object()  # what is left of an option that was about others alone


def game_for(game: Game, players: tuple[str, ...], lattice: Board, listed_zones: Container[str] = ()) -> Game:
    """The game for some of its players, in the order of `players`. Examples and drawn positions are of the whole game:
    they are left out. So are zones of other players that the rules do not name, unless they are in `listed_zones`."""
    gone = tuple(player for player in game.players if player not in players)
    seated_count = sum(player not in game.neutral for player in players)
    rules = game.rules if isinstance(game.rules, str) else rules_without(game.rules, seated_count, gone)
    setup = {player: kinds for player, kinds in game.setup.items() if player not in gone}
    if BELOW in setup and BELOW not in game.players:
        setup[BELOW] = _towers_without(setup, gone, lattice)
    # Other rule sets may know a zone by its name without an option that says so.
    has_options = game.rule_set in ("", "standard")
    texts_in_rules = set(texts_in(rules))
    zones = {name: zone.model_copy(update={"of": None}) if zone.of in gone else zone
             for name, zone in game.board.zones.items()
             if zone.of not in gone or name in texts_in_rules or name in listed_zones or not has_options}
    return game.seat_players(players).model_copy(update={
        "pieces": {name: kind.for_players(players) for name, kind in game.pieces.items()},
        "board": game.board.model_copy(update={"zones": zones}),
        "setup": {player: kinds for player, kinds in setup.items() if kinds},
        "hand": {player: counts for player, counts in game.hand.items() if player not in gone},
        "rules": rules,
        "examples": (),
        "positions": (),
    })


def with_seating(game: Game, seating: SeatPlan, lattice: Board) -> Game:
    """The game for fewer players with the set-up, the hands and the board that are said for their number. Players for
    whom no set-up or hand is said have theirs of the whole game; `lattice` is its board."""
    changes: dict[str, object] = {}
    if seating.setup is not None:
        setup = {**game.setup, **seating.setup}
        if BELOW in setup and BELOW not in seating.setup:
            setup[BELOW] = _towers_without(setup, (), lattice)
        changes["setup"] = {player: kinds for player, kinds in setup.items() if kinds}
    if seating.hand is not None:
        changes["hand"] = {**game.hand, **seating.hand}
    if seating.board is not None:
        changes["board"] = seating.board.applied_to(game.board)
    return game.model_copy(update=changes)


def players_without_setup(game: Game, seating: SeatPlan) -> list[str]:
    """Players of a seating who start with pieces in the whole game, and for whom it says no set-up on a board of
    another outline or with other holes, while it says one for others."""
    board = seating.board
    if seating.setup is None or board is None or not board.has_other_cells:
        return []
    present = (*seating.players, *game.neutral)
    return [player for player in game.players
            if player in present and game.setup.get(player) and player not in seating.setup]


def _towers_without(setup: Mapping[str, Mapping[str, str]], left_out: Iterable[str], lattice: Board) -> dict[str, str]:
    """The pieces below the tops of towers, without those of players who are gone, and without towers whose top is
    gone."""
    tops = set[Cell]()
    for player, kinds in setup.items():
        for text in kinds.values() if player != BELOW else ():
            try:
                tops.update(parse_cells(text, lattice))
            except TextError:  # reported where the set-up is read
                continue
    towers = {}
    for cell, text in setup[BELOW].items():
        groups = [group for group in text.split(",") if not any(player in group.split() for player in left_out)]
        if groups and lattice.read_names(cell).strip() in tops:
            towers[cell] = ",".join(groups)
    return towers


def rules_without(rules: Mapping[str, Any], player_count: int, left_out: tuple[str, ...]) -> dict[str, Any]:
    """The options of the standard rules for some players, without what is about those who are gone. With two players,
    the game is over when one has lost: nothing says what becomes of a loser's pieces."""
    pruned = {key: _prune(value, key, left_out) for key, value in rules.items() if key != "losers" or player_count > 2}
    return {key: value for key, value in pruned.items() if value is not NOTHING}


def texts_in(value: Any) -> Iterator[str]:
    """Every key and every text in a part of a spec."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield str(key)
            yield from texts_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts_in(part)


def _prune(value: Any, key: str, left_out: tuple[str, ...]) -> Any:
    """An option without what is about players who are gone; NOTHING where it was about them alone."""
    if isinstance(value, Mapping):
        is_choice = "ruling" in value  # by ruling: each of its values is one of the option itself
        is_by_player = key in BY_PLAYER and not is_choice
        pruned = {}
        for name, item in value.items():
            if is_by_player and _is_of(str(name), left_out):
                continue
            item_key = key if is_choice else "" if is_by_player else str(name)
            pruned[name] = _prune(item, item_key, left_out)
        remaining = {name: item for name, item in pruned.items() if item is not NOTHING}
        is_nowhere = pruned.get("zone") is NOTHING  # a promotion without a place
        return NOTHING if is_nowhere or (value and not remaining) else remaining
    if isinstance(value, list | tuple):
        if key == "turns":
            return [item for item in value if item not in left_out]
        items = [(item, _prune(item, key, left_out)) for item in value]
        return [pruned_item for item, pruned_item in items
                if pruned_item is not NOTHING and not _lost_its_subject(item, pruned_item)]
    return NOTHING if key in NAMES_PLAYER and value in left_out else value


def _is_of(name: str, left_out: tuple[str, ...]) -> bool:
    """Whether a name is that of a player who is gone, or of pieces of theirs."""
    return any(name == player or name.startswith(f"{player} ") for player in left_out)


def _lost_its_subject(item: Any, pruned: Any) -> bool:
    """Whether a goal or an action of an opening was about players who are gone alone: a key of it is missing."""
    return isinstance(item, Mapping) and isinstance(pruned, Mapping) and len(pruned) < len(item)

"""A loaded spec → what cannot be right about how it plays: starts that are over, pieces that never move, counts,
rulings and zones for nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from fabgen.base import Problem, nearest, plural
from fabgen.rules.game import rule_sets
from fabgen.rules.position import Man, Position
from fabgen.spec.load import Spec


def check_start(spec: Spec) -> Iterator[Problem]:
    """A game must not be over before it starts."""
    if spec.play is None:
        return
    start = spec.play.start()
    if outcome := spec.play.outcome(start):
        where = spec.source.where("setup" if spec.game.setup else "rules")
        yield Problem(where, f"the game is over before it starts: {outcome}", "change the setup or the goals")


def check_movable(spec: Spec) -> Iterator[Problem]:
    """A piece that moves nowhere on the empty board, from no cell, is of no use unless rules say more of it."""
    named = set(_strings(spec.game.rules))
    for piece in spec.game.pieces:
        if piece in spec.unsound or piece in named:
            continue
        player = next(iter(spec.setting.players))
        if not any(_reaches(spec, player, piece, cell) for cell in spec.lattice.cells):
            yield Problem(
                spec.source.where("pieces", piece, "moves"),
                f"the {piece} can never move on this board",
                "a longer board, or other moves",
                "warning",
            )


def _reaches(spec: Spec, player: str, piece: str, cell: str) -> bool:
    """Whether a piece alone, or beside an enemy anywhere, has a move from a cell."""
    alone = Position(spec.setting, {cell: Man(player, piece)}, player, frozenset({cell}))
    return bool(spec.rules.moves(alone, cell)) or bool(spec.diagram(piece).marks)


def check_counts(spec: Spec) -> Iterator[Problem]:
    """What stands and waits at the start must be what is made."""
    game = spec.game
    if not game.setup and not game.hand:
        return
    at_start = Counter(spec.start.men.values())
    for (player, _), held in spec.start.held.items():
        at_start.update({Man(player, piece): number for piece, number in held.items()})
    for player in game.players:
        for piece, made in game.pieces.items():
            used = at_start[Man(player, piece)]
            if used > made.each:
                where = spec.source.where("pieces", piece, "each")
                are = "is" if made.each == 1 else "are"
                what = f"{player} starts with {plural(used, piece)}, but only {made.each} {are} made"
                yield Problem(where, what, f"each: {used}")
            elif used < made.each and used:
                yield Problem(
                    spec.source.where("pieces", piece, "each"),
                    f"{player} starts with {plural(used, piece)} of the {made.each} that are made",
                    f"each: {used}",
                    "warning",
                )


def check_rulings(spec: Spec) -> Iterator[Problem]:
    """A ruling must be known to the rule set or used by the spec, and its reading must be one that is known."""
    known = _known_rulings(spec)
    used = {*_chosen(spec.game.rules), *(e.disputed for e in spec.game.examples), *_moves_by_ruling(spec)}
    for name, ruling in spec.game.rulings.items():
        where = spec.source.where("rulings", name)
        if name in known:
            if ruling.reading not in known[name]:
                yield Problem(
                    where,
                    f"the ruling {name} has no reading `{ruling.reading}`",
                    nearest(ruling.reading, list(known[name])),
                )
        elif name not in used:
            yield Problem(
                where,
                f"nothing in this spec depends on the ruling {name}",
                "name it where it decides something: {ruling: " + name + ", ...}",
                "warning",
            )


def _known_rulings(spec: Spec) -> dict[str, tuple[str, ...]]:
    """The rulings that the game's rule set decides by itself."""
    rules = spec.game.rules
    name = rules if isinstance(rules, str) else rules.get("set", "standard") if rules else ""
    found = rule_sets().get(str(name))
    return dict(found().rulings) if found else {}


def _chosen(value: Any) -> Iterator[str]:
    """The rulings that a part of a spec asks for."""
    if isinstance(value, dict):
        yield from [str(value["ruling"])] if "ruling" in value else []
        for one in value.values():
            yield from _chosen(one)
    elif isinstance(value, list):
        for one in value:
            yield from _chosen(one)


def _moves_by_ruling(spec: Spec) -> Iterator[str]:
    return (piece.moves.ruling for piece in spec.game.pieces.values() if not isinstance(piece.moves, str))


def check_drawn(spec: Spec) -> Iterator[Problem]:
    """In a game with rules, a movement without a diagram is not held against what the designer means.

    One that depends on a ruling has several, and one diagram would be wrong under the others."""
    for piece, made in spec.game.pieces.items():
        if spec.game.rules and made.diagram is None and isinstance(made.moves, str):
            yield Problem(
                spec.source.where("pieces", piece),
                f"the movement of the {piece} has no diagram to be proven by",
                "add `diagram`, drawn by hand: fabgen compares it with `moves`",
                "warning",
            )


def check_zones_named(spec: Spec) -> Iterator[Problem]:
    """In a game with rules, a zone that belongs to nobody and that no rule names does nothing."""
    if not spec.game.rules:
        return
    named = set(_strings(spec.game.rules))
    for name, zone in spec.game.board.zones.items():
        if name not in named and zone.of is None:
            yield Problem(
                spec.source.where("board", "zones", name),
                f"no rule names the zone `{name}`",
                nearest(name, sorted(named)),
                "warning",
            )


def _strings(value: Any) -> Iterator[str]:
    """Every key and text in a part of a spec."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield str(key)
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


PLAY_CHECKS = (check_start, check_movable, check_counts, check_rulings, check_drawn, check_zones_named)

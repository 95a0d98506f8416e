"""A loaded spec → what cannot be right about its rules of play: starts that are over, what can never happen, counts,
rulings and zones without effect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from fabgen.core.model_problems import Key
from fabgen.core.problems import FabgenError, Problem, nearest_hint
from fabgen.rules.position import Piece
from fabgen.rules.protocol import RuleSet
from fabgen.rules.rule_sets import package_warnings, rule_sets
from fabgen.spec.load import Spec
from fabgen.spec.movements import readings_of


def check_start(spec: Spec) -> Iterator[Problem]:
    """A game must not be over before it starts."""
    if spec.play is None:
        return
    start = spec.play.start()
    if outcome := spec.play.outcome(start):
        where = spec.source.key_location("setup" if spec.game.setup else "rules")
        yield Problem(where, f"the game is over before it starts: {outcome}", "change the setup or the goals")


def check_movable(spec: Spec) -> Iterator[Problem]:
    """A piece must be able to move from some cell of the board. A rule set may check more closely itself."""
    rule_set = _rule_set(spec)
    if rule_set and rule_set.doubts:
        return
    for piece in spec.game.pieces:
        if piece not in spec.unsound_pieces and spec.rules.movements[piece].kinds and not _can_move(spec, piece):
            where = spec.source.key_location("pieces", piece, "moves")
            what = f"the {piece} can never move on this board"
            yield Problem(where, what, "a longer board, or other moves", "warning")


def _can_move(spec: Spec, piece: str) -> bool:
    """Whether a piece of some player has a cell to move to from some cell, on an empty board."""
    return any(
        spec.lattice.step(cell, *spec.lattice.compass.to_board(step, player.forward)) is not None
        for way in spec.rules.movements[piece].kinds
        for step in way.directions
        for player in spec.game.players.values()
        for cell in spec.lattice.cells
    )


def check_never_happens(spec: Spec) -> Iterator[Problem]:
    """What the game's rule set finds in its rules that can never happen."""
    rule_set = _rule_set(spec)
    if spec.play is not None and rule_set and rule_set.doubts:
        for doubt in rule_set.doubts(spec.play):
            yield Problem(spec.source.key_location(*doubt.key), doubt.what, doubt.hint, doubt.level)


def _rule_set(spec: Spec) -> RuleSet | None:
    """The rule set that the game names; None where it has no rules, or the rule set does not exist."""
    rules = spec.game.rules
    name = rules if isinstance(rules, str) else rules.get("set", "standard") if rules else ""
    load = rule_sets().get(str(name))
    with suppress(FabgenError):  # of a plug-in that fails, reported where the spec is loaded
        return load() if load else None
    return None


def check_packages(spec: Spec) -> Iterator[Problem]:
    """Who plays by a rule set should know of packages whose rule sets cannot be found."""
    if _rule_set(spec):
        yield from package_warnings()


def check_counts(spec: Spec) -> Iterator[Problem]:
    """The pieces on the board and in hand at the start must be those that are made, as far as both could be read."""
    game = spec.game
    if not (game.setup or game.hand) or _has_errors_under(spec, "setup", "hand", "players", "board"):
        return
    at_start = Counter(spec.start.pieces.values())
    for (player, _), held in spec.start.held.items():
        at_start.update({Piece(player, piece): number for piece, number in held.items()})
    for piece in game.pieces:
        if not _has_errors_under(spec, f"pieces.{piece}.each"):
            yield from _check_count(spec, piece, {player: at_start[Piece(player, piece)] for player in game.players})


def _has_errors_under(spec: Spec, *keys: str) -> bool:
    """Whether something under some keys could not be read."""
    return any(problem.level == "error" and problem.where.key.startswith(keys) for problem in spec.problems)


def _check_count(spec: Spec, piece: str, used: Mapping[str, int]) -> Iterator[Problem]:
    """How many of a piece each player starts with, against how many are made."""
    stock, most = spec.game.pieces[piece].each, max(used.values())
    where, are = spec.source.key_location("pieces", piece, "each"), "is" if stock == 1 else "are"
    for player, number in used.items():
        if number > stock:
            what = f"{player} starts with {number} {spec.game.piece_name(piece, number)}, but only {stock} {are} made"
            yield Problem(where, what, f"each: {most}")
    if 0 < most < stock:
        what = f"nobody starts with more than {most} {spec.game.piece_name(piece, most)} of the {stock} that are made"
        yield Problem(where, what, f"each: {most}", "warning")
    leader = next(player for player, number in used.items() if number == most)
    for player, number in used.items():
        if 0 < number < most and not spec.game.hand:  # the player who begins often holds one more
            what = f"{player} starts with {number} {spec.game.piece_name(piece, number)}, {leader} with {most}"
            hint = f"{stock} {are} made for each player; is a cell missing under `setup`?"
            yield Problem(spec.source.key_location("setup", player, piece), what, hint, "notice")


def check_rulings(spec: Spec) -> Iterator[Problem]:
    """A ruling must be known to the rule set or used by the spec, and its reading must be a known one."""
    known = _known_rulings(spec)
    used = {*_rulings_in(spec.game.rules), *(e.disputed for e in spec.game.examples), *_moves_by_ruling(spec)}
    for name, ruling in spec.game.rulings.items():
        where = spec.source.key_location("rulings", name)
        if name in known:
            if ruling.reading not in known[name]:
                yield Problem(
                    where,
                    f"the ruling {name} has no reading `{ruling.reading}`",
                    nearest_hint(ruling.reading, list(known[name])),
                )
        elif name not in used:
            yield Problem(
                where,
                f"nothing in this spec depends on the ruling {name}",
                "name it where it decides something: {ruling: " + name + ", ...}",
                "warning",
            )


def check_answers(spec: Spec) -> Iterator[Problem]:
    """A question that the rulebook prints needs an answer in words, not the name of a reading."""
    for name, ruling in spec.game.rulings.items():
        if ruling.question and not ruling.answer:
            yield Problem(spec.source.key_location("rulings", name),
                          f"the rulebook answers the question of {name} with the name of its reading: "
                          f"`{ruling.reading}`", "add `answer`, a sentence", "notice")


def check_readings(spec: Spec) -> Iterator[Problem]:
    """A reading that is written somewhere must be listed by its ruling, if the ruling lists more than one."""
    moves = (
        (("pieces", piece, "moves"), ruling, reading)
        for piece, declared in spec.game.pieces.items()
        for ruling, reading in readings_of(declared.moves)
    )
    options = (
        (key, str(value["ruling"]), str(reading))
        for key, value in _ruled_parts(spec.game.rules, ("rules",))
        for reading in value
        if reading != "ruling"
    )
    for key, name, reading in dict.fromkeys((*moves, *options)):
        ruling = spec.game.rulings.get(name)
        if ruling and ruling.others and reading not in (ruling.reading, *ruling.others):
            what = f"the ruling {name} does not list the reading `{reading}`"
            hint = "add it to its `others`, or leave it out here"
            yield Problem(spec.source.key_location(*key, reading), what, hint, "warning")


def _ruled_parts(value: Any, key: Key) -> Iterator[tuple[Key, dict[str, Any]]]:
    """Every part of a spec that a ruling decides, with its place."""
    if isinstance(value, dict) and "ruling" in value:
        yield key, value
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in parts:
        yield from _ruled_parts(part, (*key, name))


def _known_rulings(spec: Spec) -> Mapping[str, tuple[str, ...]]:
    """The rulings that the game's rule set decides itself, with their readings."""
    rule_set = _rule_set(spec)
    return rule_set.rulings if rule_set else {}


def _rulings_in(value: Any) -> Iterator[str]:
    """The rulings that a part of a spec names."""
    if isinstance(value, dict):
        yield from [str(value["ruling"])] if "ruling" in value else []
        for part in value.values():
            yield from _rulings_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from _rulings_in(part)


def _moves_by_ruling(spec: Spec) -> Iterator[str]:
    return (ruling for piece in spec.game.pieces.values() for ruling, _ in readings_of(piece.moves))


def check_diagrams_drawn(spec: Spec) -> Iterator[Problem]:
    """In a game with rules, every movement should have a diagram by the designer to be compared with.

    A movement that depends on a ruling needs none: one diagram would be wrong under the other readings.
    """
    for piece, declared in spec.game.pieces.items():
        if spec.game.rules and declared.diagram is None and isinstance(declared.moves, str):
            yield Problem(
                spec.source.key_location("pieces", piece),
                f"the movement of the {piece} has no diagram to be proven by",
                "add `diagram`, drawn by hand: fabgen compares it with `moves`",
                "warning",
            )


def check_unused_zones(spec: Spec) -> Iterator[Problem]:
    """In a game with rules, a zone without an owner or a material of its own should be named by some rule."""
    if not spec.game.rules:
        return
    named = set(_strings(spec.game.rules))
    for name, zone in spec.game.board.zones.items():
        if name not in named and zone.of is None and zone.material is None:
            yield Problem(
                spec.source.key_location("board", "zones", name),
                f"no rule names the zone `{name}`",
                "name it in `rules`, give it to a player with `of`, or leave it out",
                "warning",
            )


def _strings(value: Any) -> Iterator[str]:
    """Every key and text in a part of a spec."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield str(key)
            yield from _strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


PLAY_CHECKS = (
    check_start,
    check_movable,
    check_never_happens,
    check_counts,
    check_rulings,
    check_answers,
    check_readings,
    check_diagrams_drawn,
    check_unused_zones,
    check_packages,
)

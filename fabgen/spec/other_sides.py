"""Flat pieces that become another kind, or neutral, when they are turned over -> a game in which there are as many of
that other kind, or of neutral pieces, as of the pieces that have it on their other side, and the Problems of those that
cannot be turned over to it."""

from __future__ import annotations

from fabgen.core.problems import Problem, nearest_hint
from fabgen.core.yaml_models import YamlSource
from fabgen.spec.game import Game
from fabgen.spec.pieces import PieceKind


def with_other_sides(game: Game, source: YamlSource, problems: list[Problem]) -> Game:
    """The game with the number of each kind that is the other side of others. Problems are added to `problems`; a piece
    that has one is left without its other side."""
    pieces = dict(game.pieces)
    for name, kind in game.pieces.items():
        if not (back := kind.body.back_kind):
            continue
        is_unread = any(problem.level == "error" and problem.where.key == f"pieces.{name}.body.back.piece"
                        for problem in problems)  # then an example stands in its place
        if fault := None if is_unread else _find_fault(game, name, back):
            what, hint = fault
            problems.append(Problem(source.key_location("pieces", name, "body", "back"), what, hint))
        if fault or is_unread:
            pieces[name] = kind.model_copy(update={"body": kind.body.model_copy(update={"back": None})})
    for name, kind in pieces.items():
        if kind.body.reverse == "neutral":
            each = {player: kind.count_of(player) for player in game.active_players}
            each |= dict.fromkeys(game.neutral, sum(each.values()))
            pieces[name] = kind.model_copy(update={"each": each, "of": ()})
    game = game.model_copy(update={"pieces": pieces})
    for name in (name for name in game.pieces if game.front_kinds(name)):
        each = {player: sum(game.count_of(player, front) for front in game.front_kinds(name))
                for player in game.players}
        kind = game.pieces[name]
        if problem := _find_wrong_number(source, game, name, each):
            problems.append(problem)
        pieces[name] = kind.model_copy(update={"each": each, "of": ()})
    return game.model_copy(update={"pieces": pieces})


def _find_fault(game: Game, name: str, back: str) -> tuple[str, str] | None:
    """What is wrong with a piece that is turned over to the kind `back`, and a hint; None for nothing."""
    if back not in game.pieces:
        return f"there is no piece `{back}`", nearest_hint(back, [kind for kind in game.pieces if kind != name])
    if back == name:
        return (f"the {name} cannot be the other side of itself",
                "name another piece, or take `back` out: a tile without one is alike whichever side is up")
    front_body, back_body = game.pieces[name].body, game.pieces[back].body
    if back_body.back is not None or back_body.reverse is not None:
        return (f"the {back} is the other side of the {name}, and has a `back` or a `reverse` of its own",
                f"take that out of `{back}`")
    if (back_body.tile, back_body.base) != (front_body.tile, front_body.base):
        base = f", base: {_write_base(front_body.base)}" if front_body.base else ""
        return (f"the {back} is the other side of the {name}, and its body has another outline or size",
                f"write `body: {{tile: {front_body.tile}{base}}}` for the {back} too")
    if front_body.travel != back_body.travel or front_body.travel in ("left", "right"):
        return (f"the {name} and the {back} are two sides of one tile, and do not point the same way",
                "take `travel` out of both, or write `travel: up` for both")
    return None


def _write_base(base: tuple[float, float]) -> str:
    """The size of a base as a spec writes it."""
    width, depth = base
    return f"{width:g} mm" if width == depth else f"{width:g} x {depth:g} mm"


def _find_wrong_number(source: YamlSource, game: Game, name: str, each: dict[str, int]) -> Problem | None:
    """A Problem for a kind whose number is written, and is not that of the pieces that are turned over to it."""
    kind: PieceKind = game.pieces[name]
    is_written = bool({"each", "of"} & kind.model_fields_set)
    if not is_written or all(kind.count_of(player) == count for player, count in each.items()):
        return None
    key = "each" if "each" in kind.model_fields_set else "of"
    fronts = " and the ".join(game.front_kinds(name))
    return Problem(source.key_location("pieces", name, key),
                   f"the {name} is the other side of the {fronts}: there are as many of it as of these",
                   f"take `{key}` out")

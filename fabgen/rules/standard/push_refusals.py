"""A push, or a row that goes sideways, that is not possible → the reason in words. See `pushes` for what is."""

from __future__ import annotations

from collections.abc import Callable

from fabgen.core.english import count_things
from fabgen.rules.standard.legality import Wording
from fabgen.rules.standard.pushes import FEWER, PushCandidate, Row
from fabgen.rules.standard.state import FRIEND


def _why_too_long(wording: Wording, push: PushCandidate) -> str:
    """The sentence about a row of too many pieces of the player."""
    row, rule = push.row, push.rule
    limit = "one moves at a time" if rule.length == 1 else f"{rule.length} move together at most"
    what = f"{count_things(row.pushers, 'piece')} of the player stand in a row from {wording.name(row.cells[0])} on"
    return _cite(wording, push, "row", f"{what}: {limit}")


def _why_too_many(wording: Wording, push: PushCandidate) -> str:
    """The sentence about a row that does not push so many enemies."""
    row = push.row
    enemies, first = count_things(row.enemies, "enemy"), wording.name(row.cells[row.pushers])
    if push.rule.enemies == FEWER:
        verb = "pushes no enemy" if row.pushers == 1 else f"push {count_things(row.pushers - 1, 'enemy')} at most"
        what = f"{count_things(row.pushers, 'piece')} {verb}, and from {first} on there {_are(row)}"
        return _cite(wording, push, "enemies", f"{what} {row.enemies}")
    limit = f"{push.rule.enemies} at most" if push.rule.enemies else "none"
    return _cite(wording, push, "enemies", f"{enemies} from {first} on cannot be pushed: {limit} can")


def _are(row: Row) -> str:
    """The verb for the enemies in a row."""
    return "is" if row.enemies == 1 else "are"


def _why_off_board(wording: Wording, push: PushCandidate) -> str:
    """The sentence about a row that ends at the edge of the board."""
    last = wording.piece_on(push.board, push.row.cells[-1])
    whom = "only enemies are" if push.rule.falls else "no piece is"
    return _cite(wording, push, "edge", f"{last} stands at the edge, and {whom} pushed off the board")


def _cite(wording: Wording, push: PushCandidate, key: str, text: str) -> str:
    """A sentence with the ruling behind an option of the piece that pushes."""
    return wording.cite_ruling(text, f"pushes.{wording.kind(push.board[push.row.cells[0]])}.{key}", "pushes")


def _why_blocked(wording: Wording, push: PushCandidate) -> str:
    """The sentence about a piece behind the row."""
    return f"{wording.piece_on(push.board, push.end)} stands behind the row"


def _why_closed(wording: Wording, push: PushCandidate) -> str:
    """The sentence about closed ground."""
    return f"{wording.name(push.closed_cells[0])} is closed to the row"


REASONS: dict[str, Callable[[Wording, PushCandidate], str]] = {
    "length": _why_too_long,
    "enemies": _why_too_many,
    "piece": _why_blocked,
    "edge": _why_off_board,
    "ground": _why_closed,
}


def why_no_push(wording: Wording, board: bytes, side: bytes, start: int, end: int) -> str:
    """The reason why the piece on `start` does not push what stands on `end`; empty where it does, or where it pushes
    nothing in that direction."""
    pushes = wording.game.pushes
    rays = pushes.rays[board[start]][start] if pushes.rules[board[start]] else ()
    ray = next((ray for ray in rays if ray[:1] == (end,)), ())
    if not ray or not board[end]:
        return ""
    push = PushCandidate(pushes, board, side, pushes.row(side, start, ray))
    return REASONS[push.obstacle](wording, push) if push.obstacle else ""


def why_no_row(wording: Wording, board: bytes, side: bytes, start: int, last: int, end: int) -> str:
    """The reason why the row from `start` to `last` does not move sideways, `start` to `end`."""
    pushes, name = wording.game.pushes, wording.name
    rule = pushes.rules[board[start]]
    row = f"{name(start)}..{name(last)}"
    if rule is None or not rule.sideways:
        return wording.cite_ruling(f"rows of the {wording.kind(board[start])} do not move sideways", "pushes")
    rays = pushes.rays[board[start]][start]
    ray = next((ray for ray in rays if last in ray), ())
    cells = (start, *ray[: ray.index(last) + 1]) if ray else ()
    if not cells:
        return f"{row} is no row in a direction of the {wording.kind(board[start])}"
    if strange := [cell for cell in cells if side[cell] != FRIEND]:
        return f"no piece of the player stands on {wording.names(strange, 'or')}"
    if len(cells) > rule.length:
        what = f"{len(cells)} pieces stand in {row}: {rule.length} move together at most"
        return wording.cite_ruling(what, f"pushes.{wording.kind(board[start])}.row", "pushes")
    way = next((n for n, line in enumerate(rays) if line[:1] == (end,)), -1)
    if way < 0 or end in cells:
        return f"a row moves by one step, and {name(end)} is not beside {name(start)}"
    targets = [pushes.rays[board[cell]][cell][way][:1] for cell in cells]
    if taken := [to[0] for to in targets if to and side[to[0]]]:
        return f"{wording.piece_on(board, taken[0])} is in the way of the row"
    return f"not all of {row} have a cell to go to" if not all(targets) else f"a cell is closed to a piece of {row}"

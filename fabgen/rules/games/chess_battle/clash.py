"""Where everybody stood and ordered to go → who is eliminated, and where the others end. All happens at once."""

from __future__ import annotations

from collections.abc import Sequence

from fabgen.rules.games.chess_battle.options import Readings

Hit = tuple[int, int]  # who enters the cell where who stood


def clash(at: Sequence[int], to: Sequence[int], chosen: Readings) -> tuple[Sequence[int], set[int]]:
    """Where each player ends (as if alive), and who is eliminated by others.

    `at`, `to`: cells by player; who stays or is out already has the same twice. CB-5 concerns cells where nobody
    stood: those who meet there share it, are all out, or all go back; who went back did not move away (CB-3).
    """
    if chosen.meeting == "share":
        return to, _eliminated(at, to, chosen)
    dead = _eliminated(at, to, chosen) if chosen.dead_are_void else set()
    met = _met(at, to, dead)
    if chosen.meeting == "bounce":
        to = [at[player] if player in met else cell for player, cell in enumerate(to)]
        return to, _eliminated(at, to, chosen)
    return to, _eliminated(at, to, chosen) | met


def _met(at: Sequence[int], to: Sequence[int], dead: set[int]) -> set[int]:
    """Those who go to one cell where nobody stood."""
    going: dict[int, list[int]] = {}
    for player, cell in enumerate(to):
        if cell not in at and player not in dead:
            going.setdefault(cell, []).append(player)
    return {player for players in going.values() if len(players) > 1 for player in players}


def _eliminated(at: Sequence[int], to: Sequence[int], chosen: Readings) -> set[int]:
    standing: dict[int, list[int]] = {}
    for player, cell in enumerate(at):
        standing.setdefault(cell, []).append(player)
    hits = [(player, other) for player, cell in enumerate(to)
            if cell != at[player] and cell in standing for other in standing[cell]]
    if chosen.leaving_saves or chosen.swap_passes:
        hits = [hit for hit in hits if not _excused(hit, at, to, chosen)]
    return _settled(hits) if chosen.dead_are_void else {other for _, other in hits}


def _excused(hit: Hit, at: Sequence[int], to: Sequence[int], chosen: Readings) -> bool:
    """Whether an entered cell costs nothing: a swap by CB-4, any other by CB-3."""
    attacker, other = hit
    if to[other] == at[attacker]:
        return chosen.swap_passes
    return chosen.leaving_saves and to[other] != at[other]


def _settled(hits: Sequence[Hit]) -> set[int]:
    """Who is out where the orders of the eliminated do not count (CB-7 `void`).

    An order counts once all who could stop it are known to be out. Circles, where nobody comes first, happen at once.
    """
    attackers: dict[int, set[int]] = {}
    for attacker, other in hits:
        attackers.setdefault(other, set()).add(attacker)
        attackers.setdefault(attacker, set())
    out: set[int] = set()
    while True:
        sure = {player for player, stopping in attackers.items() if stopping <= out}
        more = {player for player, stopping in attackers.items() if stopping & sure}
        if more == out:
            return set(attackers) - sure
        out = more

"""A finished position → who won, and by what, in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fabgen.base import plural
from fabgen.rules.position import Man
from fabgen.rules.protocol import Outcome
from fabgen.rules.standard.engine import Engine
from fabgen.rules.standard.goals import Aim, Filled, Need, Row, Stand
from fabgen.rules.standard.state import NOBODY, NOWHERE, State


def outcome(
    engine: Engine, state: State, result: int, players: Sequence[str], cells: Sequence[str], men: Mapping[int, Man]
) -> Outcome:
    """The winner, if any, and the goal, the loss or the lack of actions that made him win."""
    winners = (players[result],) if result >= 0 else ()
    if state.winner == NOBODY:
        return Outcome(
            winners,
            f"{players[state.turn]} can only capture"
            if engine.barred(state)
            else f"{players[state.turn]} cannot {'move' if engine.game.passing == 'never' else 'do anything but pass'}",
        )
    goals, hopped = engine.game.goals, engine.memory.hopped(state)
    for aim in goals.win:
        if aim.player == result and aim.met(state.board, hopped) and not aim.waits(state.homeless):
            return Outcome(winners, _met(aim, state, hopped, players, cells, men))
    for aim in goals.lose:
        if aim.player != result and aim.met(state.board, hopped):
            return Outcome(winners, _met(aim, state, hopped, players, cells, men))
    for need in goals.needs:
        if need.player != result and need.left(state.board, state.hands, state.homeless) < need.least:
            return Outcome(winners, _lacks(need, players[need.player]))
    return Outcome(winners, "nobody else can move")


def _met(
    aim: Aim,
    state: State,
    hopped: frozenset[int],
    players: Sequence[str],
    cells: Sequence[str],
    men: Mapping[int, Man],
) -> str:
    player = players[aim.player]
    if isinstance(aim, Row):
        return f"{player} has {aim.length} in a line"
    if isinstance(aim, Filled):
        return f"{player} fills {aim.name}"
    assert isinstance(aim, Stand)
    left_out = hopped if aim.walked else NOWHERE
    there = [(code, cell) for code, zone in aim.zones for cell in sorted(zone - left_out) if state.board[cell] == code]
    if aim.every:
        return f"all pieces of {player} stand in {aim.name}"
    return f"the {men[there[0][0]]} has reached {cells[there[0][1]]}"


def _lacks(need: Need, player: str) -> str:
    return (
        f"{player} has no {need.name} left"
        if need.least == 1
        else f"{player} has fewer than {plural(need.least, need.name)} left"
    )

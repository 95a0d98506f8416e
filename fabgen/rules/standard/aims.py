"""`win` and `lose` of a spec → Goals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fabgen.rules.boards import LARGEST_SIDE, Cell, Lattice
from fabgen.rules.directions import Offset
from fabgen.rules.position import Setting
from fabgen.rules.standard.goals import Aim, Filled, Goals, Need, Row, Stand
from fabgen.rules.standard.names import Names
from fabgen.rules.standard.options import Capture, Line, Options, Reach
from fabgen.rules.standard.tables import mask


def goals(names: Names, options: Options, starting: Mapping[int, int], keeps: bool) -> Goals:
    """All goals; `starting` are the men that a game starts with, by code, `keeps` tells that nobody ever leaves the
    board: then all of them must be where all must be, and a position that shows only a few of them is not won by
    those."""
    least = starting if keeps else {}
    win = tuple(aim for i, goal in enumerate(options.win) for aim in _aims(names, goal, ("win", i), least))
    lose = tuple(aim for i, goal in enumerate(options.lose) for aim in _aims(names, goal, ("lose", i), least))
    needs = tuple(
        need
        for i, goal in enumerate(options.win)
        if isinstance(goal, Capture)
        for need in _needs(names, goal, i, starting)
    )
    return Goals(len(names.setting.players), win, lose, needs, _watched(names.setting, (*win, *lose)))


def _watched(setting: Setting, aims: Sequence[Aim]) -> frozenset[int]:
    everywhere = frozenset(setting.lattice.order.values())
    return frozenset(cell for aim in aims for cell in (everywhere if aim.zone is None else aim.zone))


def _aims(names: Names, goal: Reach | Capture | Line, key: tuple[str, int], least: Mapping[int, int]) -> Iterator[Aim]:
    if isinstance(goal, Reach):
        yield from _reach(names, goal, key, least)
    elif isinstance(goal, Line):
        if not names.setting.lattice.regular:
            names.wrong((*key, "line"), "pieces in a line are not known on a map", "a goal to reach or to capture")
            return
        yield from (_row(names, goal, p) for p in range(len(names.players)))


def _reach(names: Names, goal: Reach, key: tuple[str, int], least: Mapping[int, int]) -> Iterator[Aim]:
    cells = names.by_code(goal.reach, *key, "reach")
    called = {code: zone for code, (_, zone) in names.chosen(goal.reach, *key, "reach").items()}
    for p, player in enumerate(names.players):
        own = tuple((code, zone) for code, zone in cells.items() if names.men[code].player == player and zone)
        name = " or ".join(dict.fromkeys(called[code] for code, _ in own))
        if own:
            every = max(1, sum(least.get(code, 0) for code, _ in own)) if goal.pieces == "all" else 0
            walked = goal.by == "moves"
            yield Filled(p, own, name, walked) if goal.pieces == "fill" else Stand(p, own, every, name, walked)


def _row(names: Names, goal: Line, player: int) -> Row:
    """The start of a run is its leftmost or lowest cell; shifts of nought are on boards of one file, where no such line
    fits."""
    lattice = names.setting.lattice
    runs = []
    for dx, dy in lattice.compass.offsets(goal.to or lattice.compass.around, (), True):
        if dx + dy * LARGEST_SIDE < 0:
            continue  # the same line, counted from its other end
        far = goal.line - 1
        starts = {n for cell, n in lattice.order.items() if _whole(lattice, cell, (dx, dy), far)}
        runs.append((8 * (dx + dy * lattice.files), mask(starts)))
    own = bytes(int(code in names.men and names.men[code].player == names.players[player]) for code in range(256))
    return Row(player, goal.line, own, tuple(runs))


def _needs(names: Names, goal: Capture, number: int, starting: Mapping[int, int]) -> Iterator[Need]:
    kinds = (
        list(names.setting.pieces) if goal.capture == "all" else names.pieces(goal.capture, "win", number, "capture")
    )
    called = "piece" if goal.capture == "all" else " or ".join(kinds)
    for p, player in enumerate(names.players):
        own = tuple(code for man, code in names.codes.items() if man.player == player and man.piece in kinds)
        if any(starting.get(code) for code in own):
            yield Need(p, own, goal.fewer_than, called)


def _whole(lattice: Lattice, cell: Cell, step: Offset, far: int) -> bool:
    """Whether a run from a cell stays on the board, holes left out."""
    return all(lattice.step(cell, step[0] * n, step[1] * n) for n in range(1, far + 1))

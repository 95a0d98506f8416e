"""Setting, movements, zones and options → the tables of a game; every name that does not fit is a mistake with its key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from fabgen.base import nearest
from fabgen.rules.betza import parse_betza
from fabgen.rules.game import OptionMistake
from fabgen.rules.lattice import Cell, TextError
from fabgen.rules.moves import Leap, Movement
from fabgen.rules.position import Man, Setting
from fabgen.rules.standard.options import Capture, Hop, Options, Reach
from fabgen.rules.standard.state import NOBODY, ChainRule, Compiled, Fate, HopTable, Over, Promotes
from fabgen.rules.standard.tables import Reaches, codes, hurdles, reaches, rows_ahead, steps

MANY = 10_000
FATES = {"nothing": Fate.NOTHING, "removed": Fate.REMOVED, "hand": Fate.HAND, "captor": Fate.CAPTOR, "home": Fate.HOME}
OVER = {"friend": Over.FRIEND, "enemy": Over.ENEMY, "any": Over.ANY}


@dataclass
class _Compiler:
    """Looks names up; `mistakes` grows."""

    setting: Setting
    movements: Mapping[str, Movement]
    zones: Mapping[str, tuple[Cell, ...]]
    options: Options
    homes: Mapping[Man, tuple[Cell, ...]]
    mistakes: list[OptionMistake] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.codes = codes(self.setting)
        self.men = {code: man for man, code in self.codes.items()}

    def zone(self, name: str, *key: str | int) -> frozenset[int]:
        """The cells of a zone by its name."""
        if name not in self.zones:
            self.mistakes.append(OptionMistake(key, f"there is no zone `{name}`", nearest(name, list(self.zones))))
            return frozenset()
        return frozenset(self.setting.lattice.order[cell] for cell in self.zones[name])

    def by_code(self, named: Mapping[str, str], *key: str | int) -> dict[int, frozenset[int]]:
        """Zones given by player, by piece or by `player piece`, for each code; the most particular name counts."""
        found: dict[int, frozenset[int]] = {}
        known = [*self.setting.players, *self.setting.pieces, *map(str, self.codes)]
        for name in named:
            if name not in known:
                self.mistakes.append(OptionMistake((*key, name), f"`{name}` is no player, no piece and no `player piece`", nearest(name, known)))
        for man, code in self.codes.items():
            chosen = next((n for n in (str(man), man.player, man.piece) if n in named), None)
            if chosen is not None:
                found[code] = self.zone(named[chosen], *key, chosen)
        return found

    def piece_key(self, name: str, *key: str | int) -> bool:
        """Whether a piece is known."""
        if name in self.setting.pieces:
            return True
        self.mistakes.append(OptionMistake((*key, name), f"there is no piece `{name}`", nearest(name, self.setting.pieces)))
        return False

    def betza(self, text: str, *key: str | int) -> Movement:
        """A movement string among the options."""
        try:
            return parse_betza(text)
        except TextError as error:
            self.mistakes.append(OptionMistake(key, error.what, error.hint))
            return Movement("", ())


def compile_game(setting: Setting, movements: Mapping[str, Movement], zones: Mapping[str, tuple[Cell, ...]], options: Options,
                 homes: Mapping[Man, tuple[Cell, ...]]) -> tuple[Compiled, list[OptionMistake]]:
    """The tables, and all that is wrong with the options. `homes`: where men of a kind start, for games that re-place them."""
    c = _Compiler(setting, movements, zones, options, homes)
    every = range(1 + len(c.codes))
    forbidden = c.by_code(options.forbidden, "forbidden")
    reach = reaches(setting, movements, forbidden)
    goals = _goals(c)
    also = _also(c, forbidden)
    hops = {code: _hops(c, man) for man, code in c.codes.items()}
    chain = options.chain
    promotes = _promotes(c)
    drops = c.by_code(options.drops, "drops")
    cells = len(setting.lattice.cells)
    compiled = Compiled(
        players=len(setting.players), kinds=len(setting.pieces), reach=tuple(map(tuple, reach)),
        also=tuple(also.get(code) for code in every),
        ahead_goals=tuple(_still(reach[code], goals.home_goal[c.men[code].player], cells) if code in also else None for code in every),
        hops=tuple(hops.get(code, ()) for code in every),
        hop_fate=tuple(_hop_fate(c, c.men[code].piece) if code else Fate.NOTHING for code in every),
        chain=ChainRule(chain.hops or MANY, chain.again == "must", chain.same_piece == "once", chain.final == "further") if chain
        else ChainRule(1, False, True, False),
        forward=tuple(tuple(rows_ahead(setting.lattice, forward)) for forward in setting.players.values()),
        promotes=tuple(promotes.get(code) for code in every),
        parity=_parity(c, cells), parity_after=any(t.count == "after" for t in options.terrain.values()),
        homes=tuple(_homes(c, code) for code in every), drops=tuple(tuple(sorted(drops.get(code, range(cells)))) if code else () for code in every),
        goal_any=tuple(goals.any.get(code, frozenset()) for code in every), goal_all=goals.all, goal_fill=goals.fill, royal=goals.royal,
        captures=options.capture == "replace", fate=FATES[options.captured], compulsory=options.compulsory,
        passing=options.passing, stuck=options.stuck,
    )
    return compiled, c.mistakes


@dataclass(frozen=True)
class _Goals:
    """Goals by code and by player; `home_goal` are all goal cells of a player, whichever way they count."""

    any: dict[int, frozenset[int]]
    all: tuple[tuple[frozenset[int], ...], ...]
    fill: tuple[frozenset[int], ...]
    royal: tuple[frozenset[int], ...]
    home_goal: dict[str, frozenset[int]]


def _goals(c: _Compiler) -> _Goals:
    """What the options say of winning."""
    found_any: dict[int, frozenset[int]] = {}
    every: dict[int, frozenset[int]] = {}
    fill: dict[str, frozenset[int]] = {}
    royal: dict[str, frozenset[int]] = {}
    for i, goal in enumerate(c.options.win):
        if isinstance(goal, Reach):
            cells = c.by_code(goal.reach, "win", i, "reach")
            if goal.pieces == "fill":
                fill |= {c.men[code].player: zone for code, zone in cells.items()}
            else:
                (found_any if goal.pieces == "any" else every).update(cells)
        else:
            royal |= _royal(c, goal, i)
    players = list(c.setting.players)
    alls = tuple(tuple(every.get(code, frozenset()) for code, man in sorted(c.men.items()) if man.player == player) for player in players)
    return _Goals(found_any, tuple(row if any(row) else () for row in alls), tuple(fill.get(p, frozenset()) for p in players),
                  tuple(royal.get(p, frozenset()) for p in players), {p: _all_goals(c, p, found_any, every, fill) for p in players})


def _all_goals(c: _Compiler, player: str, *tables: Mapping[int, frozenset[int]] | Mapping[str, frozenset[int]]) -> frozenset[int]:
    own = [code for code, man in c.men.items() if man.player == player]
    return frozenset(cell for table in tables for key, cells in table.items() if key == player or key in own for cell in cells)


def _royal(c: _Compiler, goal: Capture, number: int) -> dict[str, frozenset[int]]:
    names = c.setting.pieces if goal.capture == "all" else tuple(goal.capture)
    for name in names:
        c.piece_key(name, "win", number, "capture")
    return {player: frozenset(code for man, code in c.codes.items() if man.player == player and man.piece in names) for player in c.setting.players}


def _also(c: _Compiler, forbidden: Mapping[int, frozenset[int]]) -> dict[int, tuple[Reaches, ...]]:
    """Movement under a condition, by code."""
    found: dict[int, tuple[Reaches, ...]] = {}
    for piece, extra in c.options.also.items():
        if not c.piece_key(piece, "also"):
            continue
        for i, one in enumerate(extra):
            movement = c.betza(one.moves, "also", piece, i, "moves")
            if not all(isinstance(way, Leap) and way.quiet for way in movement.kinds):
                c.mistakes.append(OptionMistake(("also", piece, i, "moves"), f"`{one.moves}` is more than quiet steps and leaps", "write m and an atom, such as `bmF`"))
                continue
            table = reaches(c.setting, {name: movement for name in c.setting.pieces}, forbidden)
            found |= {code: tuple(table[code]) for man, code in c.codes.items() if man.piece == piece}
    return found


def _still(row: list[Reaches], goals: frozenset[int], cells: int) -> tuple[frozenset[int], ...]:
    """For each cell, the goal cells that quiet moves could still reach on an empty board, the cell itself left out."""
    nexts = [{*r.quiet, *r.both, *(to for ray, quiet, _, _ in r.rays if quiet for to, ends in ray if ends)} for r in row]
    found = []
    for cell in range(cells):
        seen: set[int] = set()
        todo = list(nexts[cell])
        while todo:
            here = todo.pop()
            if here not in seen:
                seen.add(here)
                todo += nexts[here]
        found.append(frozenset(seen & goals) - {cell})
    return tuple(found)


def _hops(c: _Compiler, man: Man) -> tuple[HopTable, ...]:
    """The kinds of hops of a man."""
    tables = []
    for i, hop in enumerate(c.options.hops.get(man.piece, ())):
        offsets = _hop_steps(c, hop, man.piece, i)
        pairs = hurdles(c.setting.lattice, offsets, c.setting.players[man.player])
        tables.append(HopTable(tuple(pairs), OVER[hop.over], hop.takes != "nothing", hop.per_turn or MANY))
    return tuple(tables)


def _hop_steps(c: _Compiler, hop: Hop, piece: str, number: int) -> Iterable[tuple[int, int]]:
    key = ("hops", piece, number, "to")
    offsets = steps(c.betza(hop.to, *key))
    if any(max(abs(x), abs(y)) != 1 for x, y in offsets):
        c.mistakes.append(OptionMistake(key, f"`{hop.to}` names more than neighbours", "directions of W, F and K, such as `fF` or `K`"))
        return ()
    return offsets


def _hop_fate(c: _Compiler, piece: str) -> Fate:
    """What a piece's hops do to what they take; one fate for all of them."""
    fates = {hop.takes for hop in c.options.hops.get(piece, ()) if hop.takes != "nothing"}
    if len(fates) > 1:
        c.mistakes.append(OptionMistake(("hops", piece), "hops of one piece take in different ways", "let all of them take alike"))
    return FATES[min(fates)] if fates else Fate.NOTHING


def _promotes(c: _Compiler) -> dict[int, Promotes]:
    found: dict[int, Promotes] = {}
    for piece, rule in c.options.promotion.items():
        known = c.piece_key(piece, "promotion") and all([c.piece_key(name, "promotion", piece, "to") for name in rule.to])
        for code, cells in c.by_code(rule.zone, "promotion", piece, "zone").items() if known else ():
            man = c.men[code]
            if man.piece == piece:
                found[code] = Promotes(cells, tuple(c.codes[Man(man.player, name)] for name in rule.to), rule.choice == "may")
    for name in (*c.options.hops, ):
        c.piece_key(name, "hops")
    return found


def _parity(c: _Compiler, cells: int) -> tuple[int, ...]:
    """Terrain by cell."""
    if not c.options.terrain:
        return ()
    parity = [NOBODY] * cells
    for name, terrain in c.options.terrain.items():
        for cell in c.zone(name, "terrain", name):
            parity[cell] = int(terrain.open == "odd")
    return tuple(parity)


def _homes(c: _Compiler, code: int) -> tuple[int, ...]:
    """Where a code may be re-placed: its zone under `homes`, else where men of its kind start."""
    if not code:
        return ()
    named = c.by_code(c.options.homes, "homes")
    return tuple(sorted(named.get(code) or (c.setting.lattice.order[cell] for cell in c.homes.get(c.men[code], ()))))

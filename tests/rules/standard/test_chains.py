"""The engine's chains against a second, slow search written from docs/rules.md alone: every order of hops, nothing
pruned, nothing shared."""

import random

import pytest
from rules.standard.specs import build

from fabgen.rules.position import Man, Position

WAYS = {"W": [(0, 1), (0, -1), (1, 0), (-1, 0)], "F": [(1, 1), (1, -1), (-1, 1), (-1, -1)]}
WAYS["K"] = WAYS["W"] + WAYS["F"]


def slow_ends(men, size, start, kinds, chain):
    """(end, cells of who is taken) of every chain of the man on `start`; men maps (x, y) to a letter, hops go up for
    everybody."""
    others = {place: letter for place, letter in men.items() if place != start}
    ends, seen = set(), set()

    def hops(here, over, taken, used, heading):
        for n, kind in enumerate(kinds):
            for dx, dy in WAYS[kind["to"]]:
                hurdle, land = (here[0] + dx, here[1] + dy), (here[0] + 2 * dx, here[1] + 2 * dy)
                if hurdle not in others or land in others or not (0 <= land[0] < size[0] and 0 <= land[1] < size[1]):
                    continue
                friend = others[hurdle] == men[start]
                if friend is (kind["over"] == "enemy") and kind["over"] != "any":
                    continue
                if hurdle in taken or (hurdle in over and chain.get("same_piece") != "again"):
                    continue
                if used[n] >= kind.get("per_turn", 999) or (
                    chain.get("turning") == "never" and heading not in (None, (dx, dy))
                ):
                    continue
                yield n, hurdle, land, (dx, dy), bool(kind.get("takes"))

    def follow(here, over, taken, used, heading, length):
        key = here, over, taken, used, heading, length if chain.get("hops") else 0
        if key in seen:
            return
        seen.add(key)
        onward = list(hops(here, over, taken, used, heading)) if length < chain.get("hops", 999) else []
        further = chain.get("final") != "further" or here[1] > start[1]
        if length and further and (here != start or taken) and not (onward and chain.get("again") == "must"):
            ends.add((here, taken))
        for n, hurdle, land, way, takes in onward:
            now = tuple(k + (i == n and "per_turn" in kinds[n]) for i, k in enumerate(used))
            hopped = over | {hurdle} if chain.get("same_piece") != "again" else over
            follow(land, hopped, taken | {hurdle} if takes else taken, now, way, length + 1)

    follow(start, frozenset(), frozenset(), (0,) * len(kinds), None, 0)
    return ends


def made_up(dice):
    """Kinds of hops, a rule of chains, a board and men on it."""
    kinds = [
        {"over": dice.choice(["friend", "enemy", "any"]), "to": dice.choice("WFK")}
        for _ in range(dice.choice((1, 1, 2)))
    ]
    for kind in kinds:
        kind |= {"takes": "removed"} if dice.random() < 0.3 else {}
        kind |= {"per_turn": dice.choice((1, 2))} if dice.random() < 0.4 else {}
    chain = {"final": "further"} if dice.random() < 0.5 else {}
    chain |= dice.choice([{}, {}, {"same_piece": "again"}, {"again": "must"}])
    chain |= dice.choice([{}, {}, {"hops": 2}, {"turning": "never"}])
    size = dice.choice([(5, 5), (6, 6), (7, 5), (5, 8)])
    places = dice.sample([(x, y) for x in range(size[0]) for y in range(size[1])], dice.randint(2, 13))
    return kinds, chain, size, {place: dice.choice("ab") for place in places}


@pytest.mark.parametrize("seed", range(12))
def test_the_slow_search_agrees(seed):
    dice = random.Random(seed)
    for _ in range(40):
        kinds, chain, size, men = made_up(dice)
        spec = {"grid": size, "pieces": {"man": "cG"}, "players": {"a": "up", "b": "up"}}
        game = build({**spec, "rules": {"hops": {"man": kinds}, "chain": chain, "capture": "none"}})
        lattice = game.setting.lattice
        shown = Position(game.setting, {lattice.cell(*place): Man(letter, "man") for place, letter in men.items()}, "a")
        found = {}
        for move in game.engine.actions(game.read(shown)):
            place, *taken = (lattice.place(lattice.cells[cell]) for cell in (move.target, *move.taken))
            found.setdefault(lattice.place(lattice.cells[move.origin]), []).append((place, frozenset(taken)))
        for start in (place for place, letter in men.items() if letter == "a"):
            ends = found.get(start, [])
            assert len(set(ends)) == len(ends)
            assert set(ends) == slow_ends(men, size, start, kinds, chain), (kinds, chain, str(shown), start)


def test_the_slow_search_can_tell_a_difference():
    men = {(0, 0): "a", (0, 1): "b", (0, 3): "b"}
    kinds = [{"over": "enemy", "to": "W"}]
    assert slow_ends(men, (1, 5), (0, 0), kinds, {}) == {((0, 2), frozenset()), ((0, 4), frozenset())}
    assert slow_ends(men, (1, 5), (0, 0), kinds, {"hops": 1}) == {((0, 2), frozenset())}
    assert slow_ends(men, (1, 5), (0, 0), [{"over": "friend", "to": "W"}], {}) == set()

"""Chains over many enemies: the right number where it can be had, else one message instead of minutes of silence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from rules.standard.slow import Slow
from rules.standard.specs import at, build, texts

from fabgen.core.problems import FabgenError
from fabgen.rules.perft import perft
from fabgen.rules.standard import chains

FILES = "abcdefghijklmnop"
Node = tuple[int, int]
Edge = tuple[Node, Node]
TOO_MANY = "the jumps in this position join to more than 200,000 chains: too many to search"


def crowd(nodes: int) -> str:
    """The cells between those of odd file and odd rank: a king on a1 may jump over the men on all of them."""
    side = range(2 * nodes - 1)
    return " ".join(f"{FILES[x]}{y + 1}" for x in side for y in side if x % 2 + y % 2 == 1)


def kings(nodes: int, **chain: Any) -> Any:
    """A game in which kings jump over enemies to all four sides, and remove them."""
    spec = {
        "grid": (2 * nodes - 1, 2 * nodes - 1),
        "pieces": {"king": "none", "man": "none"},
        "rules": {"hops": {"king": [{"over": "enemy", "to": "W", "takes": "removed"}]}, "chain": chain},
    }
    return build(spec)


def trails(nodes: int) -> Iterator[tuple[Node, frozenset[Edge]]]:
    """By Euler: the ends of all trails from a corner of a square lattice, each with the lines it goes along. A set of
    lines is a trail where it hangs together and an odd number of its lines meet at both ends, and nowhere else.

    Every set in which an even number of lines meets everywhere is a sum of small squares; one with two odd ends is
    such a set and any one way between the two."""
    places = [(x, y) for x in range(nodes) for y in range(nodes)]
    lines = {(a, b) for a in places for b in places if (b[0] - a[0], b[1] - a[1]) in ((1, 0), (0, 1))}
    squares = [frozenset(line for line in lines if all(x <= i <= x + 1 and y <= j <= y + 1 for i, j in line))
               for x in range(nodes - 1) for y in range(nodes - 1)]  # fmt: skip
    for end in places:
        along = {((x, 0), (x + 1, 0)) for x in range(end[0])} | {((end[0], y), (end[0], y + 1)) for y in range(end[1])}
        for number in range(len(squares) + 1):
            for chosen in combinations(squares, number):
                trail = frozenset(along)
                for square in chosen:
                    trail = trail ^ square
                if trail and hangs_together(trail):
                    yield end, trail


def hangs_together(trail: frozenset[Edge]) -> bool:
    """Whether all lines can be reached from the corner."""
    reached, todo, rest = {(0, 0)}, [(0, 0)], set(trail)
    while todo:
        here = todo.pop()
        for line in [line for line in rest if here in line]:
            rest.discard(line)
            other = line[0] if line[1] == here else line[1]
            if other not in reached:
                reached.add(other)
                todo.append(other)
    return not rest


def can_go_on(end: Node, trail: frozenset[Edge], nodes: int) -> bool:
    """Whether a line at the end of a trail is not part of it."""
    around = [(end[0] + x, end[1] + y) for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    lines = [(min(end, other), max(end, other)) for other in around if all(0 <= place < nodes for place in other)]
    return any(line not in trail for line in lines)


def test_trails_can_be_counted_by_hand() -> None:
    """On the square of four lines: one to four of them clockwise, one to four the other way, all four being the same.
    None but all four must stop."""
    assert len(set(trails(2))) == 7
    assert sum(not can_go_on(end, trail, 2) for end, trail in trails(2)) == 1


def test_chains_over_24_enemies_are_counted() -> None:
    game, found = kings(4), set(trails(4))
    position = at(game, f"white: king a1; black: man {crowd(4)}; turn: white")
    assert perft(game, position, 1) == len(found)
    written = [(move.target, len(move.taken)) for move in game.engine.actions(position)]
    assert sorted(written) == sorted((2 * x + 14 * y, len(trail)) for (x, y), trail in found)


def test_chains_over_24_enemies_that_must_go_on() -> None:
    game, found = kings(4, again="must"), set(trails(4))
    position = at(game, f"white: king a1; black: man {crowd(4)}; turn: white")
    assert perft(game, position, 1) == sum(not can_go_on(end, trail, 4) for end, trail in found)


def listed(men: dict[Node, tuple[str, str]]) -> str:
    """A position as text, from the players and kinds by place."""
    sides: dict[str, list[str]] = {}
    for (x, y), (player, kind) in sorted(men.items()):
        sides.setdefault(player, []).append(f"{kind} {FILES[x]}{y + 1}")
    return "; ".join(f"{player}: {', '.join(pieces)}" for player, pieces in sides.items())


@pytest.mark.parametrize("takes", ["removed", "nothing"])
@pytest.mark.parametrize("again", ["may", "must"])
def test_the_slow_search_agrees_on_crowds(takes: str, again: str) -> None:
    """Ten men of the twelve between the nine cells that a king may come to, and two more on other cells."""
    dice = random.Random(f"{takes} {again}")
    places = {(x, y) for x in range(5) for y in range(5)}
    between = sorted(place for place in places if sum(place) % 2)
    middle = sorted(place for place in places if place[0] % 2 and place[1] % 2)
    hops = [{"over": "enemy", "to": "K", "takes": takes}, {"over": "friend", "to": "W"}]
    rules = {"hops": {"king": hops}, "chain": {"again": again}}
    forward, still = {"a": "up", "b": "down"}, {"man": "none", "king": "none"}
    game = build({"grid": (5, 5), "players": forward, "pieces": still, "rules": rules})
    for _ in range(12):
        men = {place: (dice.choice("bba"), "man") for place in dice.sample(between, 10) + dice.sample(middle, 2)}
        men[0, 0] = ("a", "king")
        slow = Slow("squares", places, forward, {"man": ("", ""), "king": ("", "")}, {}, rules, men, "a")
        moves = game.engine.actions(at(game, f"{listed(men)}; turn: a"))
        ends = {(place_of(move.target, 5), frozenset(place_of(cell, 5) for cell in move.taken)) for move in moves}
        assert len(ends) == len(moves)
        assert ends == slow.chains((0, 0), "king")


# Positions in which a chain has to go over its pieces in another order than the shortest ways to its stops do.
CROSSINGS: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("any", {}, "a5 b2 b3 b6 c6 d3 d5 d6 f2 f3 f4 g3", "a4 b4 d4 e5 e6 g2 g7", "a5-a7"),
    ("friend", {"final": "further", "hops": 6}, "a2 a6 b2 b3 c1 d2 d5 e1 e3 e5 f3 g4", "a1 b4 g1", "a2-c6"),
    ("any", {}, "a5 b1 b3 c1 c4 c6 d2 e5 f1 f5 f6 g7", "b4 b7 d1 d4 d7", "e5-e3"),
    ("friend", {}, "b2 b6 b7 c1 c4 c6 d5 d6 e3 e4 e5 f1 f2 f6 f7 g2 g4", "a4 d3 d7", "e5-g3"),
]


@pytest.mark.parametrize(("over", "chain", "own", "other", "hidden"), CROSSINGS)
def test_the_slow_search_agrees_where_jumps_cross(
    over: str, chain: dict[str, Any], own: str, other: str, hidden: str
) -> None:
    """Nothing is taken, and each piece is jumped over once: going over one of them on one line may shut another."""
    rules = {"hops": {"man": [{"over": over, "to": "K"}]}, "chain": chain}
    forward = {"a": "up", "b": "down"}
    game = build({"grid": (7, 7), "players": forward, "pieces": {"man": "none"}, "rules": rules})
    moves = game.engine.actions(at(game, f"a: man {own}; b: man {other}; turn: a"))
    ends = {(place_of(move.origin, 7), place_of(move.target, 7)) for move in moves}
    places = {(x, y) for x in range(7) for y in range(7)}
    men = {(FILES.index(cell[0]), int(cell[1]) - 1): (player, "man")
           for player, cells in (("a", own), ("b", other)) for cell in cells.split()}  # fmt: skip
    slow = Slow("squares", places, forward, {"man": ("", "")}, {}, rules, men, "a")
    start, end = ((FILES.index(cell[0]), int(cell[1]) - 1) for cell in hidden.split("-"))
    assert (start, end) in ends
    assert {to for origin, to in ends if origin == start} == {to for to, _ in slow.chains(start, "man")}


def place_of(cell: int, files: int) -> Node:
    """The place of a cell's number."""
    return cell % files, cell // files


def problem(game: Any, text: str) -> Any:
    with pytest.raises(FabgenError) as error:
        texts(game, at(game, text))
    (found,) = error.value.problems
    return found


def test_too_many_chains_are_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chains, "MOST_CHAINS", 2_000)
    told = problem(kings(6), f"white: king a1; black: man {crowd(6)}; turn: white")
    assert told.what == TOO_MANY
    assert told.hint == "a limit under `chain` such as `hops: 8`, or `turning: never`"


def test_the_limit_is_for_all_pieces_of_a_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of the two kings has 7 chains around its own square of four men, and the search comes to 8 stops for each:
    the empty chain is not counted."""
    men = "b1 a2 c2 b3 f1 e2 g2 f3"
    game, text = kings(4), f"white: king a1 e1; black: man {men}; turn: white"
    assert len(texts(game, at(game, text))) == 14
    monkeypatch.setattr(chains, "MOST_CHAINS", 10)
    assert problem(game, text).what == TOO_MANY
    assert len(texts(game, at(game, text.replace(" e1", "")))) == 7, "the limit begins anew with each position"


def test_a_limit_of_the_chain_makes_them_playable() -> None:
    game = kings(6, hops=3)
    assert "a1xc1xc3xe3" in texts(game, at(game, f"white: king a1; black: man {crowd(6)}; turn: white"))


def upwards(nodes: int, up: int) -> str:
    """A crowd, moved up by some ranks."""
    return " ".join(f"{cell[0]}{int(cell[1:]) + up}" for cell in crowd(nodes).split())


def test_a_crowd_that_only_a_second_jump_would_reach_takes_no_time() -> None:
    """From a1 over b2 to c3, and over c2 to c1. From c1 it would go over b2 once more, to a3 and into a crowd."""
    hops = [{"over": "friend", "to": "F"}, {"over": "enemy", "to": "W", "takes": "removed"}]
    spec = {"grid": (11, 15), "pieces": {"king": "none", "man": "none"}, "rules": {"hops": {"king": hops}, "chain": {}}}
    game = build(spec)
    text = f"white: king a1, man b2; black: man c2 a4 {upwards(6, 4)}; turn: white"
    assert texts(game, at(game, text)) == ["a1-c3", "a1-c3xc1"]


def test_a_crowd_before_a_cell_that_only_a_second_jump_would_reach() -> None:
    """The same where nothing is taken, and the crowd is on the way: every cell of it is reached, a3 is not."""
    hops = [{"over": "any", "to": "K"}]
    spec = {"grid": (13, 13), "pieces": {"king": "none", "man": "none"}, "rules": {"hops": {"king": hops}, "chain": {}}}
    game = build(spec)
    inside = [cell for cell in crowd(7).split() if cell[0] > "c" or int(cell[1:]) > 4]
    men = [cell for cell in inside if cell not in ("a4", "a6", "b5")]
    text = f"white: king a1, man b2; black: man c2 c4 {' '.join(men)}; turn: white"
    ends = {text.split("-")[-1] for text in texts(game, at(game, text))}
    nodes = {f"{file}{rank}" for file in "acegikm" for rank in range(1, 14, 2)}
    assert "a3" not in ends
    assert ends <= nodes - {"a1"}
    assert {"c3", "c1", "c5", "e5", "m13", "a13"} <= ends

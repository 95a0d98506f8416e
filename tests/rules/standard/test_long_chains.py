"""Chains over many enemies: a limit instead of minutes without a word."""

import pytest
from rules.standard.specs import at, build, texts

from fabgen.core.problems import FabgenError
from fabgen.rules.standard import chains

CROWD = {  # a man on every second cell of every second row of 11x11: a king may jump over all 25 in any order
    "grid": (11, 11),
    "pieces": {"king": "W", "man": "fW"},
    "rules": {"hops": {"king": [{"over": "enemy", "to": "W", "takes": "removed"}]}, "chain": {}},
}
ENEMIES = " ".join(f"{file}{rank}" for file in "bdfhj" for rank in (1, 3, 5, 7, 9, 11))
ROWS = " ".join(f"{file}{rank}" for file in "acegik" for rank in (2, 4))


def test_too_many_chains_are_one_message(monkeypatch):
    monkeypatch.setattr(chains, "MOST_CHAINS", 2_000)
    game = build(CROWD)
    with pytest.raises(FabgenError) as error:
        texts(game, at(game, f"white: king a1; black: man {ENEMIES} {ROWS}; turn: white"))
    (problem,) = error.value.problems
    assert problem.what == "a piece has more than 200,000 chains of jumps in this position: too many to list"
    assert problem.hint == "a limit under `chain` such as `hops: 8`, or `turning: never`"


def test_a_limit_of_the_chain_makes_them_playable():
    game = build(CROWD, chain={"hops": 3})
    position = at(game, f"white: king a1; black: man {ENEMIES} {ROWS}; turn: white")
    assert "a1xc1xc3xe3" in texts(game, position)

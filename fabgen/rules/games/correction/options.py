"""What a spec says under `rules:` for denial and banishment → frozen models, and the readings of its rulings.

Rulings about how a piece moves (COR-1, COR-3, COR-4) are not here: a spec states them in its movement strings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from fabgen.core.yaml_models import YamlModel
from fabgen.rules.games.skeleton import differing_rulings

Number = Annotated[int, Field(ge=0, le=1000)]

RULINGS: Mapping[str, tuple[str, ...]] = {
    "COR-2": ("free", "blocked"),  # what goes over tokens, unless it may enter them
    "COR-6": ("both", "goal only"),  # which home rows a token may not be placed on; spawning ignores tokens
    "COR-7": ("skip", "mode illegal"),  # moving the new pieces while one of them cannot move
    "COR-8": ("either", "new only"),  # which pieces may move after spawning
    "COR-10": ("pass", "lose", "draw"),  # a turn in which no move can be completed; passing twice in a row is a draw
    "COR-11": ("unlimited", "finite"),  # the pile of tokens
    "COR-12": ("allowed", "not allowed"),  # denying a capture
    "COR-13": ("whole turn", "one move"),  # how long a denied cell is closed; until a move has been completed
    "COR-14": ("stack", "one"),  # tokens on one cell
    "COR-16": ("ready", "resting"),  # a banished piece
    "COR-17": ("must", "may"),  # moving on after a banishment
    "COR-18": ("allowed", "not allowed"),  # banishing a piece that would win
    "COR-19": ("at once", "next turn"),  # when tokens that came from spawning may be spent
    "COR-20": ("returns", "gone"),  # a captured piece
    "COR-23": ("to pile", "to player"),  # the tokens spent on a banishment
}


class Costs(YamlModel):
    """Tokens that an answer costs. One of a denial's is placed on the cell, any others go to the pile."""

    deny: Annotated[int, Field(ge=1, le=1000)] = 1
    banish: Annotated[int, Field(ge=1, le=1000)] = 3


class CorrectionOptions(YamlModel):
    """This rule set's own part of a spec.

    `homes`: each player's home row, a zone; the other player's is the goal. `denial`: the kind of token. `recovers`:
    pieces that may enter cells with tokens, and take them. `spawns`: how many pieces a turn at most; `gain`: tokens
    that the opponent takes for each. `second`: tokens of the second player at the start. `pile`: how many tokens there
    are where the pile is finite (COR-11).
    """

    set: Literal["correction"] = "correction"
    homes: dict[str, str]
    denial: str = "denial"
    recovers: tuple[str, ...] = ("pawn",)
    spawns: Number = 2
    gain: Number = 1
    second: Number = 1
    costs: Costs = Costs()
    pile: Number = 20


@dataclass(frozen=True)
class CorrectionReadings:
    """The rulings as switches, all False (and `pass`) by default."""

    tokens_block: bool
    goal_only: bool
    new_illegal: bool
    new_only: bool
    stuck: str
    finite: bool
    captures_stand: bool
    one_move: bool
    one_token: bool
    banished_rest: bool
    may_stop: bool
    wins_stand: bool
    next_turn: bool
    gone: bool
    to_player: bool


def readings(chosen: Mapping[str, str]) -> CorrectionReadings:
    """The switches for the readings chosen; a ruling that is not named has its default."""
    other = differing_rulings(chosen, RULINGS)
    return CorrectionReadings(
        tokens_block=other["COR-2"], goal_only=other["COR-6"], new_illegal=other["COR-7"], new_only=other["COR-8"],
        stuck=chosen.get("COR-10", "pass"), finite=other["COR-11"], captures_stand=other["COR-12"],
        one_move=other["COR-13"], one_token=other["COR-14"], banished_rest=other["COR-16"],
        may_stop=other["COR-17"], wins_stand=other["COR-18"],
        next_turn=other["COR-19"], gone=other["COR-20"], to_player=other["COR-23"])

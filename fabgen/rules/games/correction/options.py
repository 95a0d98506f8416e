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
    """How many tokens an answer costs. One token of a denial is placed on the cell, any others go to the pile."""

    deny: Annotated[int, Field(ge=1, le=1000)] = 1
    banish: Annotated[int, Field(ge=1, le=1000)] = 3


class CorrectionOptions(YamlModel):
    """This rule set's own part of a spec.

    * `homes`: each player's home row, a zone; it is the other player's goal.
    * `denial`: the kind of token.
    * `recovers`: the pieces that may enter cells with tokens, and take them.
    * `spawns`: how many pieces a player may spawn in a turn; `gain`: how many tokens the opponent takes for each.
    * `second`: the tokens of the second player at the start.
    * `pile`: how many tokens there are where the pile is finite (COR-11).
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
    """The switches for the readings chosen. A ruling without a chosen reading has its default."""
    differs = differing_rulings(chosen, RULINGS)
    return CorrectionReadings(
        tokens_block=differs["COR-2"],
        goal_only=differs["COR-6"],
        new_illegal=differs["COR-7"],
        new_only=differs["COR-8"],
        stuck=chosen.get("COR-10", "pass"),
        finite=differs["COR-11"],
        captures_stand=differs["COR-12"],
        one_move=differs["COR-13"],
        one_token=differs["COR-14"],
        banished_rest=differs["COR-16"],
        may_stop=differs["COR-17"],
        wins_stand=differs["COR-18"],
        next_turn=differs["COR-19"],
        gone=differs["COR-20"],
        to_player=differs["COR-23"],
    )

"""What a spec says under `rules:` for orders on a shrinking board → frozen models, and the readings of its rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from fabgen.core.yaml_models import YamlModel
from fabgen.rules.games.skeleton import differing_rulings

BoardSize = Annotated[str, Field(pattern=r"^[1-9][0-9]?x[1-9][0-9]?$")]
Tokens = Annotated[int, Field(ge=0, le=9)]

RULINGS: Mapping[str, tuple[str, ...]] = {
    "CB-2": ("blocked", "unblocked"),  # sliders, by the pieces as the round begins
    "CB-3": ("eliminated", "survives"),  # a piece that moves away while its cell is entered
    "CB-4": ("both out", "pass"),  # two pieces that change places
    "CB-5": ("share", "both out", "bounce"),  # two pieces that go to the same empty cell
    "CB-7": ("count", "void"),  # the orders of pieces that are eliminated in the same round
    "CB-8": ("allowed", "forced to move"),  # staying
    "CB-9": ("void", "lose"),  # an order that the piece cannot carry out
    "CB-10": ("rings", "listed"),  # which cells become dangerous together
    "CB-11": ("round end", "round start"),  # when the lights change
    "CB-12": ("turns red", "safe middle"),  # the last area
    "CB-13": ("legal", "illegal"),  # an order onto a red cell
    "CB-14": ("may", "may not"),  # placing a piece on a cell that a placed piece attacks
    "CB-16": ("no non-red target", "no target on board"),  # when a knight steps like a king
    "CB-17": ("last two", "pairwise"),  # which bishops on different colours step like a king
}


class Fallback(YamlModel):
    """Moves that a piece gains while it is helpless.

    `stuck`: the pieces that gain them while none of their targets is open (CB-16). `apart`: the pieces that keep to one
    colour and gain them when they cannot meet (CB-17). `moves`: what they gain, as Betza.
    """

    moves: str = "K"
    stuck: tuple[str, ...] = ("knight",)
    apart: tuple[str, ...] = ("bishop",)


class ChessBattleOptions(YamlModel):
    """This rule set's own part of a spec.

    * `boards`: the board's size by the largest number of players it is for.
    * `least`: the fewest players.
    * `schedule`: for CB-10 `listed`, what turns yellow first, second ...: each a zone's name or cells.
    * `medals`, `freezes`: each player's tokens in the two variants; 0 without the variant.
    * `endless`: after so many rounds in a row without an elimination, on a board that shrinks no further, the game is a
      tie (CB-18).
    """

    set: Literal["chess-battle"] = "chess-battle"
    boards: dict[int, BoardSize] = Field(
        default={8: "8x8", 10: "10x10", 12: "12x12"}, min_length=1)
    least: Annotated[int, Field(ge=2)] = 4
    fallback: Fallback = Fallback()
    schedule: tuple[str, ...] = ()
    medals: Tokens = 0
    freezes: Tokens = 0
    endless: Annotated[int, Field(ge=1)] = 10


@dataclass(frozen=True)
class ChessBattleReadings:
    """The rulings as switches, all False (and `share`) by default."""

    unblocked: bool
    leaving_saves: bool
    swap_passes: bool
    meeting: str
    dead_are_void: bool
    forced: bool
    invalid_loses: bool
    listed: bool
    at_start: bool
    last_stays: bool
    red_illegal: bool
    unexposed: bool
    stuck_on_board: bool
    pairwise: bool


def readings(chosen: Mapping[str, str]) -> ChessBattleReadings:
    """The switches for the readings chosen. A ruling without a chosen reading has its default."""
    differs = differing_rulings(chosen, RULINGS)
    return ChessBattleReadings(
        unblocked=differs["CB-2"],
        leaving_saves=differs["CB-3"],
        swap_passes=differs["CB-4"],
        meeting=chosen.get("CB-5", "share"),
        dead_are_void=differs["CB-7"],
        forced=differs["CB-8"],
        invalid_loses=differs["CB-9"],
        listed=differs["CB-10"],
        at_start=differs["CB-11"],
        last_stays=differs["CB-12"],
        red_illegal=differs["CB-13"],
        unexposed=differs["CB-14"],
        stuck_on_board=differs["CB-16"],
        pairwise=differs["CB-17"],
    )

"""What a spec says under `rules:` for the standard rule set → frozen models. docs/rules.md explains every option with
an example."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from fabgen.core.yaml_models import YamlModel

Whose = Literal["friend", "enemy", "any"]
Fated = Literal["removed", "hand", "captor", "home"]
Ending = Literal["loses", "draws", "wins"]
Zones = str | tuple[str, ...]  # one, or several taken together


class Hop(YamlModel):
    """A hop over a piece onto an empty cell behind it.

    `over`: whose piece may be hopped. `to`: directions as Betza steps of W, F, K (`fF`, `W`, `K`);
    all of them unless given. `takes`: what
    happens to the hopped piece: nothing; removed; to its owner's hand; to the captor's hand; or home: its owner
    re-places it on a vacant home cell, it is removed where there is none. `per_turn`: how many hops of this kind one
    turn allows, any number if not given. `along`: whether those of one turn all go along one axis, up and down or from
    side to side or along one diagonal. `lands`: on the cell directly behind the hopped piece, or on any next to it in
    one of the directions `to`. `far`: the hopped piece may be further off, and so may the landing, with empty cells
    between; otherwise a neighbour and a cell next to it.
    """

    over: Whose
    to: str | None = None
    takes: Literal["nothing"] | Fated = "nothing"
    per_turn: Annotated[int, Field(ge=1, le=200)] | None = None
    along: Literal["any axis", "one axis"] = "any axis"
    lands: Literal["straight", "any"] = "straight"
    far: bool = False


class Chain(YamlModel):
    """How hops join in one turn; without it a turn has one hop.

    `hops`: how many at most, any number if null. `again`: whether a player must go on hopping while possible.
    `same_piece`: whether a piece may be hopped twice (one that is taken never is), or only an enemy or only a friend.
    `final`: whether the last cell must lie further forward than the first. `turning`: whether the direction may change.
    `start`: whether the cell that the hopper left is empty for it, or taken.
    """

    hops: Annotated[int, Field(ge=1)] | None = None
    again: Literal["may", "must"] = "may"
    same_piece: Literal["once", "again", "friends once", "enemies once"] = "once"
    final: Literal["anywhere", "further"] = "anywhere"
    turning: Literal["free", "never"] = "free"
    start: Literal["empty", "taken"] = "empty"


class Also(YamlModel):
    """Quiet movement under a condition: that friends stand on every goal cell of a set, the man's own cell left out.

    `goals ahead filled`: those that the man could still reach by its ordinary moves on an empty board. `goals in reach
    filled`: those that it could reach now by any number of its moves and hops while nobody else moves. `all goals
    filled`: all of them. `without`: whether the condition holds where the set is empty.
    """

    moves: str
    when: Literal["goals ahead filled", "goals in reach filled", "all goals filled"]
    without: Literal["holds", "fails"] = "holds"


class Promotion(YamlModel):
    """A piece that ends its move in the zone becomes one of `to`: it `must`, or it `may`.

    `zone`: by player, or by `player piece`. `when`: whether only the end of a move counts, or (`touches`) its start
    too. `in_chain`: whether a chain of hops ends where it enters the zone, or goes on and promotes only what ends there
    (`waits`). Drops do not promote.
    """

    zone: dict[str, str] = Field(examples=[{"white": "top"}])
    to: Annotated[tuple[str, ...], Field(min_length=1, examples=[["king"]])]
    choice: Literal["must", "may"] = "must"
    when: Literal["ends", "touches"] = "ends"
    in_chain: Literal["ends", "waits"] = "ends"


class Terrain(YamlModel):
    """Cells of a zone that are open only at times: pieces move into, out of and over them, and are dropped on them,
    only while the number of pieces on the board is even or odd; `never`: they are holes in the board. `count`: whether
    that number is taken before the action, or after what it takes is gone. `over`: whether a closed cell may not be
    hopped over either, or may be."""

    open: Literal["even", "odd", "never"]
    count: Literal["before", "after"] = "before"
    over: Literal["closed", "free"] = "closed"


class Reach(YamlModel):
    """A goal: `any` or `all` of a player's pieces that have a zone stand in it, or they `fill` it. Zones by player,
    piece or `player piece`. `by`: however they came there; or `moves`: whoever came there by a hop does not count
    before it has moved there by an ordinary move."""

    reach: dict[str, str] = Field(examples=[{"white": "top"}])
    pieces: Literal["any", "all", "fill"] = "any"
    by: Literal["any action", "moves"] = "any action"


class Capture(YamlModel):
    """A goal against every player who starts with such pieces: fewer than so many are left, on the board, in hand or
    waiting to be re-placed.

    `capture`: all pieces, or the kinds named. `fewer_than`: 1 where all of them must go.
    """

    capture: Literal["all"] | tuple[str, ...] = Field(examples=[["king"]])
    fewer_than: Annotated[int, Field(ge=1, le=10_000)] = 1


class LineGoal(YamlModel):
    """A goal: so many of a player's pieces next to each other in a straight line; `to` are its directions: W, F or
    K."""

    line: Annotated[int, Field(ge=2, le=100)]
    to: Literal["W", "F", "K"] | None = None


def _kind(value: Any) -> str | None:
    keys = value if isinstance(value, dict) else getattr(value, "model_fields_set", ())
    return next((word for word in ("reach", "capture", "line") if word in keys), None)
Goal = Annotated[
    Annotated[Reach, Tag("reach")] | Annotated[Capture, Tag("capture")] | Annotated[LineGoal, Tag("line")],
    Discriminator(_kind),
]
Placing = Annotated[Annotated[Reach, Tag("reach")] | Annotated[LineGoal, Tag("line")], Discriminator(_kind)]


class StandardOptions(YamlModel):
    """The standard rule set's own part of a spec."""

    set: Literal["standard"] = "standard"
    turns: tuple[str, ...] = Field((), examples=[["white", "black"]])
    in_turn: Literal["one action", "move and capture"] = "one action"
    hops: dict[str, tuple[Hop, ...]] = Field(
        default_factory=dict, examples=[{"pawn": [{"over": "enemy", "takes": "removed"}]}]
    )
    chain: Chain | None = Field(None, examples=[{"again": "must"}])
    also: dict[str, tuple[Also, ...]] = Field(
        default_factory=dict, examples=[{"pawn": [{"moves": "bmF", "when": "all goals filled"}]}]
    )
    capture: Literal["replace", "none"] = "replace"
    captured: Fated = "removed"
    hand_as: dict[str, str] = Field(default_factory=dict, examples=[{"gold": "pawn"}])
    compulsory: bool | Literal["most"] = False
    promotion: dict[str, Promotion] = Field(
        default_factory=dict, examples=[{"pawn": {"zone": {"white": "top"}, "to": ["king"]}}]
    )
    terrain: dict[str, Terrain] = Field(default_factory=dict, examples=[{"marsh": {"open": "even"}}])
    forbidden: dict[str, Zones] = Field(default_factory=dict, examples=[{"knight": "edge"}])
    forbidden_to: Literal["moves", "moves and hops"] = "moves"
    homes: dict[str, Zones] = Field(default_factory=dict, examples=[{"white": "bottom"}])
    drops: dict[str, Zones] = Field(default_factory=dict, examples=[{"pawn": "board"}])
    drops_first: bool = False
    passing: Literal["never", "stuck", "always"] = "never"
    stuck: Ending | dict[str, Ending] = Field("loses", examples=[{"white": "wins"}])
    stuck_when: Literal["no action", "no quiet action"] = "no action"
    win: tuple[Goal, ...] = Field((), examples=[[{"capture": "all"}, {"reach": {"white": "top"}}]])
    lose: tuple[Placing, ...] = Field((), examples=[[{"reach": {"white": "top"}}]])
    repetition: Annotated[int, Field(ge=2)] | None = 3

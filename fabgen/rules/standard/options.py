"""What a spec says under `rules:` and at its pieces for the standard rule set → frozen models. docs/rules.md explains every option."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from fabgen.declared import Declared

Whose = Literal["friend", "enemy", "any"]


class Hop(Declared):
    """A hop over a neighbour onto the empty cell directly behind it.

    `over`: whose piece may be hopped. `to`: directions as Betza steps of W, F, K (`fF`, `W`, `K`). `takes`: what happens to the hopped
    piece: nothing, removed, to its owner's hand, or home (re-placed by its owner on a vacant home cell, removed where there is none).
    `per_turn`: how many hops of this kind one turn allows, any number if not given.
    """

    over: Whose
    to: str = "K"
    takes: Literal["nothing", "removed", "hand", "home"] = "nothing"
    per_turn: Annotated[int, Field(ge=1)] | None = None


class Chain(Declared):
    """How hops join in one turn. `hops`: how many at most, any number if null. `again`: whether a player must go on hopping while
    possible. `same_piece`: whether a piece may be hopped twice. `final`: whether the last cell must lie further forward than the first.
    """

    hops: Annotated[int, Field(ge=1)] | None = None
    again: Literal["may", "must"] = "may"
    same_piece: Literal["once", "again"] = "once"
    final: Literal["anywhere", "further"] = "anywhere"


class Also(Declared):
    """Movement under a condition: `goals ahead filled` holds when a friend stands on every goal cell that the piece could still reach
    by its ordinary moves on an empty board."""

    moves: str
    when: Literal["goals ahead filled"]


class Promotion(Declared):
    """A piece that ends its move in the zone (by player or `player piece`) becomes one of `to`; `must` or `may`."""

    zone: dict[str, str]
    to: Annotated[tuple[str, ...], Field(min_length=1)]
    choice: Literal["must", "may"] = "must"


class Terrain(Declared):
    """Cells of a zone that are open only at times: pieces move into, out of and over them only while the number of pieces on the
    board is even or odd. `count`: whether that number is taken before or after the action."""

    open: Literal["even", "odd"]
    count: Literal["before", "after"] = "before"


class Reach(Declared):
    """A goal: `any` or `all` of a player's pieces stand in the zone, or they fill it. Zones by player, or by `player piece`."""

    reach: dict[str, str]
    pieces: Literal["any", "all", "fill"] = "any"


class Capture(Declared):
    """A goal: nothing of the opponents is left on the board and in hand: of all pieces, or of the royal kinds named."""

    capture: Literal["all"] | tuple[str, ...]


class Options(Declared):
    """The standard rule set's own part of a spec."""

    set: Literal["standard"] = "standard"
    hops: dict[str, tuple[Hop, ...]] = {}
    chain: Chain | None = None
    also: dict[str, tuple[Also, ...]] = {}
    capture: Literal["replace", "none"] = "replace"
    captured: Literal["removed", "hand", "captor", "home"] = "removed"
    compulsory: bool = False
    promotion: dict[str, Promotion] = {}
    terrain: dict[str, Terrain] = {}
    forbidden: dict[str, str] = {}
    homes: dict[str, str] = {}
    drops: dict[str, str] = {}
    passing: Literal["never", "stuck", "always"] = "never"
    stuck: Literal["loses", "draws", "wins"] = "loses"
    win: tuple[Reach | Capture, ...] = ()
    repetition: Annotated[int, Field(ge=2)] | None = 3

"""The options of a game → those that do not say what happens to something that it has, such as towers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fabgen.rules.standard.options import GOALS, Connect, LineGoal, Reach, Ring, StandardOptions


class UnsuitedOption(NamedTuple):
    """An option that is not defined for something that a game has, such as towers: its key, the option in words, and
    what would be right."""

    key: tuple[str | int, ...]
    word: str
    hint: str


def options_without_towers(options: StandardOptions) -> Iterator[UnsuitedOption]:
    """Options of a game with towers that do not say what happens to towers."""
    if options.capture != "none":
        hint = "`capture: none`: towers capture by jumping, or are put on others by `stacks: {onto: any}`"
        yield UnsuitedOption(("capture",), f"`capture: {options.capture}`", hint)
    for piece, hops in options.hops.items():
        for n, hop in enumerate(hops):
            if hop.takes in ("hand", "captor", "home"):
                hint = "`takes: prisoner` or `takes: removed`"
                yield UnsuitedOption(("hops", piece, n, "takes"), f"`takes: {hop.takes}`", hint)
    for key in ("pushes", "royal", "castling", "en_passant", "flies", "terrain"):
        if getattr(options, key):
            yield UnsuitedOption((key,), f"`{key}`", f"leave `{key}` out")
    for n, action in enumerate(options.opening):
        if action.removes:
            yield UnsuitedOption(("opening", n, "removes"), "`removes`", "`places: flat`")
    if options.recurrence != "free":
        hint = "`repetition: 3` draws the game instead"
        yield UnsuitedOption(("recurrence",), f"`recurrence: {options.recurrence}`", hint)


def options_without_sharing(options: StandardOptions) -> Iterator[UnsuitedOption]:
    """Options of a game whose pieces share cells that do not say what happens there."""
    if options.capture not in ("replace", "none"):
        hint = "`capture: replace`, the usual one, or `capture: none`"
        yield UnsuitedOption(("capture",), f"`capture: {options.capture}`", hint)
    if options.captured == "flips":
        yield UnsuitedOption(("captured",), "`captured: flips`", "`captured: removed`")
    for key in ("stacks", "hops", "also", "pushes", "opening", "royal", "castling", "en_passant", "flies", "terrain",
                "until_stopped"):
        if getattr(options, key):
            yield UnsuitedOption((key,), f"`{key}`", f"leave `{key}` out")
    if options.recurrence != "free":
        hint = "`repetition: 3` draws the game instead"
        yield UnsuitedOption(("recurrence",), f"`recurrence: {options.recurrence}`", hint)
    if options.stuck == "most area" or (isinstance(options.stuck, dict) and "most area" in options.stuck.values()):
        yield UnsuitedOption(("stuck",), "`stuck: most area`", "`stuck: most pieces`")
    for word, goals in (("win", options.win), ("lose", options.lose)):
        for n, goal in enumerate(goals):
            if isinstance(goal, LineGoal | Connect | Ring):
                kind = next(kind for kind in GOALS if hasattr(goal, kind))
                yield UnsuitedOption((word, n), f"a goal `{kind}`", "a goal to reach or to capture")
            elif isinstance(goal, Reach) and goal.pieces == "fill":
                yield UnsuitedOption((word, n, "pieces"), "`pieces: fill`", "`pieces: all` or `pieces: any`")

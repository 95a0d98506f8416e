"""What people who do not program write into `rules`, `setup` and `examples`, and what they are told: one Problem in
its place, with a hint that can be followed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from plays import race

from fabgen.core.problems import Problem
from fabgen.rules.standard.field_words import GOAL_WORDS, OPTION_WORDS
from fabgen.rules.standard.options import Capture, Connect, LineGoal, Reach, Ring, StandardOptions
from fabgen.spec.load import load_spec

GOAL = "    - reach: {white: far, black: near}"
WIN = f"  win:\n{GOAL}\n"
GOAL_MODELS = (Reach, Capture, LineGoal, Connect, Ring)
STUCK = "  stuck: {ruling: STUCK, lose: loses, draw: draws}"
HOME = "  white: {runner: a1-d1}"
GOALS = "like win: [{capture: all}, {reach: {white: top}}]"
CASES = {  # what is written instead of what; key, words, hint
    "a goal, not a list": (WIN, "  win: capture all\n", "rules.win", "`capture all` is not a list", GOALS),
    "a goal without a colon": (
        GOAL, "    - capture all", "rules.win[1]", "`capture all` is not a group of keys", GOALS),
    "a goal that is not known": (
        GOAL,
        "    - bazaar: true",
        "rules.win[1]",
        "`bazaar` is not known here",
        "one of reach, capture, line, connect or ring",
    ),
    "a goal by another name": (
        GOAL,
        "    - stalemate: true",
        "rules.win[1]",
        "`stalemate` is not known here",
        "who cannot act loses, wins or draws by `stuck`, which stands beside `win`",
    ),
    "checkmate": (
        GOAL,
        "    - checkmate: [king]",
        "rules.win[1]",
        "`checkmate` is not known here",
        "`royal: [king]`, beside `win`: who is in check and cannot help it has lost",
    ),
    "a goal outside of the list": (
        "rules:",
        "rules:\n  connect: {white: [far, near]}",
        "rules.connect",
        "unknown key `connect`",
        "a goal: `win: [{connect: {white: [west, east]}}]`",
    ),
    "what is not known at all": (
        "rules:",
        "rules:\n  deck: 52",
        "rules.deck",
        "unknown key `deck`",
        "`draw: {cards: {1: 4, 2: 4, 3: 2}}`, for a card before each turn",
    ),
    "two goals in one": (
        GOAL,
        "    - {reach: {white: far, black: near}, capture: all}",
        "rules.win[1].capture",
        "unknown key `capture`",
        "`capture` does not go with the other keys here: write it as an item of its own",
    ),
    "a goal for nobody": (
        GOAL,
        "    - reach: far",
        "rules.win[1].reach",
        "`far` is not a group of keys",
        "like reach: {white: top}",
    ),
    "cells for a zone": (
        "{white: far, black",
        "{white: a5-d5, black",
        "rules.win[1].reach.white",
        "there is no zone `a5-d5`",
        "cells are named under `zones` of the board: {far: {cells: a5-d5}}; then write `far` here",
    ),
    "one kind to capture, not a list": (
        GOAL,
        "    - capture: runner",
        "rules.win[1].capture",
        "`runner` cannot stand here",
        "all or a list\nlike capture: [king]",
    ),
    "one word of several": (
        "rules:",
        "rules:\n  compulsory: maybe",
        "rules.compulsory",
        "`maybe` cannot stand here",
        "true, false, most or always",
    ),
    "almost a word": (STUCK, "  stuck: lose", "rules.stuck", "`lose` cannot stand here", "did you mean loses?"),
    "almost a word, for one player": (
        STUCK,
        "  stuck: {white: lose}",
        "rules.stuck.white",
        "`lose` is not known here",
        "did you mean loses?",
    ),
    "a hop, not a list": (
        "rules:",
        "rules:\n  hops: {runner: {over: enemy}}",
        "rules.hops.runner",
        "a group of keys is not a list",
        "like hops: {pawn: [{over: enemy, takes: removed}]}",
    ),
    "a promotion in a word": (
        "rules:",
        "rules:\n  promotion: {runner: queen}",
        "rules.promotion.runner",
        "`queen` is not a group of keys",
        "like promotion: {pawn: {zone: {white: top}, to: [king]}}",
    ),
    "places for nobody": (
        "rules:",
        "rules:\n  drops: [runner]",
        "rules.drops",
        "a list is not a group of keys",
        "like drops: {pawn: board}",
    ),
    "cells for no piece": (
        HOME,
        "  white: [a1, b1]",
        "setup.white",
        "a list does not say which pieces of white start there",
        "like white: {runner: a1 b1}",
    ),
    "cells as a list": (
        HOME,
        "  white: {runner: [a1, b1]}",
        "setup.white.runner",
        "a list is not one text with the cells where pieces start",
        "like runner: a1 b1",
    ),
    "cells in capitals": (
        HOME,
        "  white: {runner: A1}",
        "setup.white.runner",
        "`A1` is not the name of a cell",
        "in small letters: a1",
    ),
    "an action in words": (
        "line: [a1-a2, a5-b4",
        "line: [a1 to a2, a5-b4",
        "examples[2].line[1]",
        "`a1 to a2` is not an action",
        "`c3-c4` moves, `c3xc5` captures, `b2-d4-f6` hops, `pawn@a1` places",
    ),
    "a number in words beside the goal": (
        GOAL,
        "    - {capture: [runner], fewer_than: four}",
        "rules.win[1].fewer_than",
        "`four` is not a whole number",
        "write it in digits, like 4",
    ),
    "a direction in words": (
        "rules:",
        "rules:\n  hops: {runner: [{over: enemy, to: any}]}",
        "rules.hops.runner[1].to",
        "`any` is no direction: `any` is not in the letters of the movement notation",
        "directions of W, F and K, such as `fF`, or `K` for all",
    ),
    "a number in words": (GOAL, "    - line: three", "rules.win[1].line", "`three` is not a whole number",
                          "write it in digits, like 4"),
}


def told(folder: Path, old: str, new: str) -> list[Problem]:
    return list(load_spec(str(race(folder, (old, new))), allow_errors=True).problems)


@pytest.mark.parametrize(("old", "new", "key", "what", "hint"), CASES.values(), ids=CASES)
def test_a_mistake_is_reported_once_with_what_would_be_right(
    tmp_path: Path, old: str, new: str, key: str, what: str, hint: str
) -> None:
    (found,) = told(tmp_path, old, new)
    assert (found.where.key, found.what, found.hint) == (key, what, hint)


def test_rules_that_cannot_be_read_are_not_called_missing(tmp_path: Path) -> None:
    """Examples with lines and results stand in the game; nothing can be said about them."""
    (found,) = told(tmp_path, "rules:", "rules:\n  promote: 3")
    assert (found.what, found.hint) == ("unknown key `promote`", "did you mean promotion?")


def test_several_mistakes_are_all_reported(tmp_path: Path) -> None:
    found = told(tmp_path, "rules:", "rules:\n  compulsory: maybe\n  passing: sometimes\n  chain: {again: never}")
    assert [one.where.key for one in found] == ["rules.compulsory", "rules.passing", "rules.chain.again"]


def test_words_of_the_field_are_no_keys_and_say_what_to_write() -> None:
    """Every option that a hint names is one."""
    keys = {*StandardOptions.model_fields, *(name for goal in GOAL_MODELS for name in goal.model_fields)}
    options = {*StandardOptions.model_fields}
    for words, own in ((OPTION_WORDS, options), (GOAL_WORDS, keys - options)):
        assert not {*words} & own
        for word, hint in words.items():
            named = [re.search(r"\w+", code)[0] for code in re.findall(r"`([^`]*)`", hint)]
            assert {*named} <= keys, word


TYPED = {  # what a designer may type under `rules`, and what the hint has to name
    "chekmate": "royal",
    "Check-Mate": "royal",
    "conect": "connect",
    "jump": "hops",
    "captures": "captured",
    "draws": "repetition",
    "card": "draw",
    "castel": "castling",
    "promote": "promotion",
    "walls": "terrain",
    "move": "also",
    "victory": "win",
    "elimination": "capture",
    "in a row": "line",
    "points": "stuck",
    "multi_jump": "chain",
    "obligatory": "compulsory",
    "placement": "drops",
    "caputre": "capture",
    "terain": "terrain",
    "en_passent": "en_passant",
    "swop": "swap",
}


@pytest.mark.parametrize(("word", "option"), TYPED.items())
def test_words_that_a_designer_types_lead_to_an_option(tmp_path: Path, word: str, option: str) -> None:
    spec = load_spec(str(race(tmp_path, (STUCK, f"{STUCK}\n  {word}: true"))), allow_errors=True)
    (problem,) = [problem for problem in spec.problems if problem.what == f"unknown key `{word}`"]
    assert re.search(rf"\b{option}\b", problem.hint)
    assert not problem.hint.startswith("one of")

"""Every example of docs/rules.md is a game that can be built and played; every option is explained there."""

import random
from pathlib import Path

import pytest
import yaml
from rules.standard.specs import build_any

from fabgen.rules.standard.options import (
    Also,
    Capture,
    Castle,
    Chain,
    Connect,
    Custodial,
    Hop,
    LineGoal,
    Mill,
    NoProgress,
    OpeningAction,
    Promotion,
    Push,
    Reach,
    Ring,
    SharingRule,
    Simultaneous,
    Stacks,
    StandardOptions,
    Surround,
    Terrain,
)

PAGE = (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")
BLOCKS = [part.split("```")[0] for part in PAGE.split("```yaml\n")[1:]]
EXAMPLES = [block for block in BLOCKS if not block.startswith("seats:")]  # `seats` stands beside `rules`
SPEC = {
    "grid": (6, 6),
    "pieces": {"pawn": "fmWfF", "king": "K", "gold": "W", "knight": "N", "rook": "R"},
    "zones": {"top": "a6-f6", "bottom": "a1-f1", "edge": "a1-a6", "marsh": "c3 d3", "ford": "c4", "corner": "a1-b2",
              "west": "a1-a6", "east": "f1-f6"},
    "setup": "white: pawn a2-f2, king a1, gold b1, knight c1; black: pawn a5-f5, king f6, gold e6, knight d6",
}
NAMED = {"musketeer": "up", "guard": "down"}


@pytest.mark.parametrize("text", EXAMPLES)
def test_examples_are_built_and_played(text):
    rules = yaml.safe_load(text)
    named = {"players": NAMED, "setup": "musketeer: king a1; guard: pawn f5"} if "musketeer" in text else {}
    game = build_any(SPEC | named | {"rules": rules})
    dice, position = random.Random(0), game.start()
    for _ in range(60):
        if actors := game.actors(position):
            position = game.apply(position, {player: dice.choice(game.actions(position, player)) for player in actors})
    assert game.read(game.show(position)) == position


MODELS = [StandardOptions, Hop, Chain, Also, Promotion, Terrain, Reach, Capture, LineGoal, Connect, Ring]
MODELS += [Custodial, Surround, Castle, NoProgress, Mill, OpeningAction, Push, SharingRule, Stacks, Simultaneous]


@pytest.mark.parametrize("model", MODELS)
def test_every_option_is_explained(model):
    missing = [
        name for name in model.model_fields if name != "set" and f"`{name}" not in PAGE and f"{name}:" not in PAGE
    ]
    assert not missing


def test_there_are_examples():
    assert len(EXAMPLES) >= 12

"""Specs that others might write, from the pages of the docs alone: the words of a game, without its looks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from fabgen.check.play import PLAY_CHECKS
from fabgen.spec.load import load_spec

COLOURS = ("white", "black", "red", "blue")


def written(folder: Path, text: str) -> Any:
    """The rules of a game whose players, pieces and board are written without materials and bodies. Nothing in it is
    wrong, and nothing can never happen."""
    game = yaml.safe_load(text)
    players = game["players"].items()
    game["players"] = {
        name: {"forward": forward, "material": f"birch-ply-3mm/{colour}"}
        for (name, forward), colour in zip(players, COLOURS, strict=False)
    }
    game["pieces"] = {
        name: {"moves": moves, "each": 40, "body": {"standee": "pawn"}} for name, moves in game["pieces"].items()
    }
    zones = {name: {"cells": cells, "pattern": "none"} for name, cells in game.pop("zones", {}).items()}
    game["board"] = {"grid": game.pop("grid"), "cell": "40 mm", "material": "birch-ply-3mm", "zones": zones}
    path = folder / "game.yaml"
    path.write_text(yaml.safe_dump({"fabgen": 1, "title": "A game", "designer": "Nobody", **game}, sort_keys=False))
    spec = load_spec(str(path))
    wrong = [problem for check in PLAY_CHECKS for problem in check(spec)]
    assert [one for one in wrong if "diagram" not in one.what and "made" not in one.what] == []
    return spec.play


def texts(rules: Any, position: Any) -> set[str]:
    """Everything that may be done now."""
    return {
        rules.text(position, action) for player in rules.actors(position) for action in rules.actions(position, player)
    }


def after(rules: Any, position: Any, text: str) -> Any:
    """The position after an action of whoever has to act."""
    (player,) = rules.actors(position)
    action = rules.action(position, player, text)
    assert action is not None, rules.why_not(position, player, text)
    return rules.apply(position, {player: action})


def random_positions(rules: Any, dice: Any, games: int, plies: int) -> Any:
    """Positions of random games, all different."""
    seen = set()
    for _ in range(games):
        position = rules.start()
        for _ in range(plies):
            if position not in seen:
                seen.add(position)
                yield position
            actors = rules.actors(position)
            if not actors:
                break
            actions = rules.actions(position, actors[0])
            position = rules.apply(position, {actors[0]: dice.choice(actions)})

"""The games that come with fabgen, played at random under every reading of every ruling: nothing ever errs, and what
must hold in every position does."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any

import pytest

from fabgen.rules.match import Match, NotPlayable, begin, replay
from fabgen.rules.position import Position
from fabgen.spec.game_folder import template_folders
from fabgen.spec.load import load_spec, with_readings

PLIES = 120
spec_of = cache(load_spec)


def readings() -> Iterator[tuple[str, str, str]]:
    """Each game as it is, and under each other reading of each ruling."""
    for game in template_folders():
        yield game, "", ""
        for name, ruling in spec_of(game).game.rulings.items():
            yield from ((game, name, other) for other in ruling.others)


READINGS = list(readings())


def game_under(game: str, chosen: Mapping[str, str]) -> Any:
    """The rules under some readings."""
    play = with_readings(spec_of(game), chosen).play
    assert play is not None
    return play


def playout(rules: Any, seed: int) -> Iterator[tuple[Any, dict[str, Any], Any]]:
    """Positions of a random game, what the actors do there, and the position after it."""
    dice = random.Random(seed)
    position = rules.start()
    while actors := rules.actors(position):
        decided = {player: dice.choice(rules.actions(position, player)) for player in actors}
        after = rules.apply(position, decided)
        yield position, decided, after
        position = after
    assert rules.outcome(position) is not None
    assert not any(rules.actions(position, player) for player in rules.setting.players)


def pieces(position: Position) -> int:
    """On the board, beside it, and waiting for a home."""
    waiting = [name for name in position.notes.get("homeless", "").split(",") if name]
    return len(list(position.all_pieces())) + sum(sum(held.values()) for held in position.held.values()) + len(waiting)


@pytest.mark.sample(7)
@pytest.mark.parametrize(("game", "ruling", "reading"), READINGS, ids=map("-".join, READINGS))
def test_random_games_never_err(game: str, ruling: str, reading: str) -> None:
    rules = game_under(game, {ruling: reading})
    for seed in range(2):
        for n, (position, decided, after) in enumerate(islice(playout(rules, seed), PLIES)):
            if n % 8 == 0:
                _sound(rules, position, decided, after)


def _sound(rules: Any, position: Any, decided: dict[str, Any], after: Any) -> None:
    shown = rules.show(position)
    assert rules.read(Position.parse(str(shown), rules.setting)) == position
    if pieces(rules.show(rules.start())):  # otherwise the players choose theirs as the game begins
        assert pieces(rules.show(after)) <= pieces(shown)
    assert rules.apply(position, decided) == after
    assert rules.show(position) == shown
    for player in decided:
        texts = [rules.text(position, action) for action in rules.actions(position, player)]
        assert len(set(texts)) == len(texts)
        assert not any(rules.why_not(position, player, text) for text in texts[:6])
    assert rules.why_not(position, next(iter(decided)), "nonsense")


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", template_folders())
@pytest.mark.parametrize("seed", range(4))
def test_every_rule_holds_under_any_combination_of_readings(game: str, seed: int) -> None:
    """Any reading of each ruling, all of them at once."""
    dice = random.Random(seed)
    rulings = spec_of(game).game.rulings
    chosen = {name: dice.choice((ruling.reading, *ruling.others)) for name, ruling in rulings.items()}
    rules = game_under(game, chosen)
    for position, decided, after in islice(playout(rules, seed), 40):
        _sound(rules, position, decided, after)


@pytest.mark.parametrize("game", template_folders())
def test_a_record_of_a_random_game_replays(game: str) -> None:
    rules = spec_of(game).play
    assert rules is not None
    match = _played(begin(rules), 30)
    assert replay(rules, match.record().splitlines()) == match


def _played(match: Match, plies: int) -> Match:
    dice = random.Random(plies)
    for _ in range(plies):
        if actors := match.actors():
            match = match.play({player: dice.choice([*match.texts(player)]) for player in actors})
    return match


@pytest.mark.parametrize("game", template_folders())
def test_only_listed_actions_are_played(game: str) -> None:
    rules = spec_of(game).play
    assert rules is not None
    match = _played(begin(rules), 7)
    listed = {player: next(iter(match.texts(player))) for player in match.actors()}
    for player in listed:
        for text in ("", "a1-a1", "a1-b9", "pass pass"):
            with pytest.raises(NotPlayable):
                match.play(listed | {player: text})


def test_every_game_has_readings() -> None:
    assert {game for game, ruling, _ in READINGS if ruling} == set(template_folders())

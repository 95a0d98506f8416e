"""A deck before a turn: probabilities by hand and by all orders of the cards, records, refusals."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from rules.standard.specs import build_any

from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError
from fabgen.rules.deck import ShuffledDeck
from fabgen.rules.match import NotPlayable, begin, replay
from fabgen.rules.position import Position
from fabgen.rules.standard.chance import WITHOUT_CHANCE
from fabgen.spec.load import load_spec

from .test_dice import lane, race, rules_of, solved, written


def deck_lane(length: int, cards: dict[Any, int], **rules: Any) -> dict[str, Any]:
    """A runner of each player on a lane of its own, and a deck."""
    draw = {"cards": cards, **({"shuffled": rules.pop("shuffled")} if "shuffled" in rules else {})}
    game = lane(length, "d2", draw=draw, **rules)
    del game["rules"]["roll"]
    return game


def test_what_lies_aside_is_not_drawn_until_the_deck_is_empty() -> None:
    deck = ShuffledDeck.of({1: 3, 2: 1, "rook": 1})
    assert deck.chances() == {1: Fraction(3, 5), 2: Fraction(1, 5), "rook": Fraction(1, 5)}
    assert deck.chances((1, "rook")) == {1: Fraction(2, 3), 2: Fraction(1, 3)}
    assert deck.lay_aside((1,), "rook") == deck.lay_aside(("rook",), 1) == (1, "rook")
    assert deck.lay_aside((1, 1, 2, "rook"), 1) == ()
    assert ShuffledDeck.of({1: 3, 2: 1}, returns=True).lay_aside((), 1) == ()


def test_a_lane_of_two_steps_by_hand(tmp_path: Path) -> None:
    """Four cards with 1 and one with 2, two steps to go. White wins where the 2 is the first card, or comes after each
    has gone a step and black has been the second to draw twice: first, fourth, or fifth place of five."""
    rules = rules_of(tmp_path / "game", deck_lane(2, {1: 4, 2: 1}))
    assert solved(rules, 0) == Fraction(3, 5)


def first_to_arrive(length: int, cards: tuple[int, ...]) -> int | None:
    """The player (0 or 1) who first has gone so many steps, if cards are drawn in this order; None for nobody."""
    gone = [0, 0]
    for turn, card in enumerate(cards):
        if gone[turn % 2] + card <= length:
            gone[turn % 2] += card
        if gone[turn % 2] == length:
            return turn % 2
    return None


@pytest.mark.parametrize(("length", "cards"), [
    (2, {1: 4, 2: 1}), (3, {1: 5, 2: 2}), (3, {1: 5, 3: 2}), (2, {1: 3, 2: 3}),
])
def test_a_race_has_the_probabilities_of_all_orders_of_its_deck(tmp_path: Path, length: int, cards: dict[int, int]
                                                                ) -> None:
    orders = [*permutations([card for card, count in cards.items() for _ in range(count)])]
    firsts = Counter(first_to_arrive(length, order) for order in orders)
    assert firsts[None] == 0  # the deck is enough for each of them
    assert solved(rules_of(tmp_path / "game", deck_lane(length, cards)), 0) == Fraction(firsts[0], len(orders))


def test_cards_that_return_before_each_draw_are_dice_of_such_chances(tmp_path: Path) -> None:
    game = deck_lane(2, {1: 4, 2: 1}, shuffled="each turn")
    assert solved(rules_of(tmp_path / "game", game), 0) == race(2, {1: Fraction(4, 5), 2: Fraction(1, 5)})


def test_each_deck_is_drawn_to_its_end_and_every_order_comes_as_often_as_it_should(tmp_path: Path) -> None:
    """In seeded games the cards of each shuffle are those of the deck. Of the three orders of two equal cards and one
    other, each comes within four standard deviations of a third of 1,200 times."""
    cards = {1: 2, 2: 1}
    rules, orders = rules_of(tmp_path / "game", deck_lane(12, cards)), Counter[tuple[str, ...]]()
    for seed in range(600):
        match = begin(rules, None, None).roll(str(seed))
        for _ in range(6):
            actors = match.actors()
            match = match.play({actors[0]: next(iter(match.texts(actors[0])))}).roll(str(seed))
        drawn = [text for [(player, text)] in match.played if player == "deck"]
        for start in (0, 3):
            assert Counter(drawn[start : start + 3]) == {"1": 2, "2": 1}
            orders[tuple(drawn[start : start + 3])] += 1
    assert len(orders) == 3
    assert all((count - 400) ** 2 <= 16 * 1200 * Fraction(2, 9) for count in orders.values())


KINDS = {
    "pieces": {"rook": {"each": 1, "moves": "R", "body": {"tile": "disc"}},
               "man": {"each": 1, "moves": "W", "body": {"tile": "disc"}}},
    "setup": {"white": {"rook": "a1", "man": "b1"}, "black": {"rook": "a6", "man": "b6"}},
}


def kinds_game(cards: dict[Any, int]) -> dict[str, Any]:
    """A rook and a man of each player, and cards that say which of them moves."""
    game = {**deck_lane(5, cards), **KINDS}
    game["rules"] = {key: value for key, value in game["rules"].items() if key != "win"}
    game["board"] = {**game["board"], "grid": "4x6"}
    return game


def test_a_card_with_a_kind_says_which_piece_moves(tmp_path: Path) -> None:
    rules = rules_of(tmp_path / "game", kinds_game({"rook": 1, "man": 2}))
    match = replay(rules, ["deck: man"], None, None)
    assert sorted(match.texts("white")) == ["b1-b2", "b1-c1"]
    match = match.then("b1-b2").then("deck: rook")
    assert sorted(match.texts("black")) == ["a6-a2", "a6-a3", "a6-a4", "a6-a5", "a6xa1"]
    assert match.then("a6xa1").chances() == {"man": 1}


def test_a_card_says_which_piece_leaves_a_shared_space() -> None:
    """A man and a rook on a1: the man goes a step, the rook as far as it likes."""
    game = build_any({"grid": (4, 6), "pieces": {"rook": "R", "man": "W"},
                      "rules": {"sharing": {"limit": 2}, "draw": {"cards": {"rook": 1, "man": 1}}},
                      "setup": "white: rook a1, man a1; black: rook d6, man d6; turn: white"})
    steps = {card: sorted(begin(game).then(f"deck: {card}").texts("white")) for card in ("man", "rook")}
    assert steps["man"] == ["man*a1-a2", "man*a1-b1"]
    assert steps["rook"] == [f"rook*a1-{to}" for to in ("a2", "a3", "a4", "a5", "a6", "b1", "c1", "d1")]


def test_who_has_lost_the_piece_passes_and_the_position_says_what_is_aside(tmp_path: Path) -> None:
    rules = rules_of(tmp_path / "game", kinds_game({"rook": 1, "man": 2}))
    text = "white: man b1; black: rook a6, man b6; drawn: rook; aside: man; turn: white"
    position = rules.read(Position.parse(text, rules.setting))
    assert str(rules.show(position)) == text
    assert [rules.text(position, action) for action in rules.actions(position, "white")] == ["pass"]
    assert rules.why_not(position, "white", "b1-b2") == "b1-b2 moves a man, and the card says rook"
    after = rules.apply(position, {"white": rules.actions(position, "white")[0]})
    assert rules.show(after).notes == {"aside": "rook, man"}
    assert rules.chances(after) == {"man": 1}
    for section, why in (("drawn: king", "`drawn: king` is no card of the deck, which holds rook and man"),
                         ("aside: rook, rook", "`aside: rook` is not left in the deck, which holds man"),
                         ("aside: rook; drawn: rook", "`drawn: rook` is not left in the deck, which holds man")):
        with pytest.raises(ValueError, match=why):
            rules.read(Position.parse(f"white: man b1; black: rook a6; {section}; turn: white", rules.setting))


@pytest.mark.parametrize(("lines", "said", "why"), [
    ([], "white: a1-a2", "deck has to decide now, not white"),
    ([], "deck: 4", "4 is no card of the deck, which holds 1 and 2"),
    (["deck: 2", "a1-a3"], "deck: 2", "2 is not left in the deck, which holds 1"),
    (["deck: 2"], "a1-a2", "a1-a2 goes 1 step, and the card says 2"),
    (["deck: 2"], "pass", "white can go 2 steps, and passes only otherwise"),
])
def test_a_refusal_names_the_card(tmp_path: Path, lines: list[str], said: str, why: str) -> None:
    match = replay(rules_of(tmp_path / "game", deck_lane(4, {1: 2, 2: 1})), lines, None, None)
    with pytest.raises(NotPlayable, match=why):
        match.then(said)


@pytest.mark.parametrize(("draw", "key", "words"), [
    ({}, "rules.draw", "cards"),
    ({"cards": {}}, "rules.draw.cards", ""),
    ({"cards": {1: 0}}, "rules.draw.cards.1", "1"),
    ({"cards": {1: 101}}, "rules.draw.cards.1", "100"),
    ({"cards": {"king": 2}}, "rules.draw.cards.king", "a number of steps, such as `3`, or a kind of piece: `runner`"),
    ({"cards": {"-1": 2}}, "rules.draw.cards.-1", "a number of steps"),
    ({"cards": {1: 2}, "shuffled": "often"}, "rules.draw.shuffled", "when empty"),
    ({"cards": {9: 2}}, "rules.draw", "other cards, or pieces that slide further"),
])
def test_what_is_no_deck_is_refused_at_its_place(tmp_path: Path, draw: dict[str, Any], key: str, words: str) -> None:
    game = lane(4, "d3", draw=draw)
    del game["rules"]["roll"]
    try:
        problems = check_spec(written(tmp_path / "game", game))
    except FabgenError as error:
        problems = list(error.problems)
    told = [problem for problem in problems if problem.level == "error" and problem.where.key == key]
    assert told
    assert any(words in f"{problem.what} {problem.hint}" for problem in told)
    assert all(problem.where.line for problem in told)


def test_dice_and_cards_do_not_go_together_nor_with_other_turns(tmp_path: Path) -> None:
    with pytest.raises(FabgenError, match="`draw` does not go with `roll`"):
        written(tmp_path / "game", lane(4, "d3", draw={"cards": {1: 2}}))
    for name in ("swap", "compulsory"):
        assert name in WITHOUT_CHANCE
        with pytest.raises(FabgenError, match=f"`{name}` does not go with `draw`, which moves one piece by the card"):
            written(tmp_path / "game", deck_lane(4, {1: 2}, **{name: True}))


@pytest.mark.parametrize("word", ["deck", "cards", "shuffle"])
def test_words_of_the_field_point_to_the_option(tmp_path: Path, word: str) -> None:
    with pytest.raises(FabgenError, match="for a card before each turn"):
        written(tmp_path / "game", lane(4, "d3", **{word: "any"}))


def test_a_card_that_no_piece_can_play_is_a_warning(tmp_path: Path) -> None:
    written(tmp_path / "game", deck_lane(4, {1: 2, 9: 1}))
    whats = [problem.what for problem in check_spec(load_spec(str(tmp_path / "game")))]
    assert "a card of more than 4 can never be played: no piece goes so far" in whats

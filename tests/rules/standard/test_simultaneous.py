"""Orders of all players at the same time: an independent program, cases by hand, refusals, records, views, hands."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from rules.standard.ordering import Table
from rules.standard.specs import TWO, at, build_any

from fabgen.rules.boards import hexagon_board
from fabgen.rules.match import NotPlayable, begin, replay
from fabgen.rules.perft import divide, perft
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.simultaneous import IN_TURNS

KINDS = {"man": "W", "rook": "R", "pawn": "fmWfcF", "frog": "-"}
RULES = [{"same_cell": same, "swap": swap, "leaving": leaving}
         for same in ("bounce", "captured") for swap in ("bounce", "pass", "captured")
         for leaving in ("saved", "captured")]
THREE = {"white": "up", "black": "down", "red": "right"}


def game(setup: str, rule: Any = None, players: Any = TWO, **rules: Any) -> Any:
    """A game on 4x4 with orders at the same time."""
    pieces = {kind: moves for kind, moves in KINDS.items() if kind != "frog"} | {"frog": "none"}
    return build_any({"grid": (4, 4), "pieces": pieces, "players": players, "setup": setup,
                      "zones": {"top": "a4-d4", "bottom": "a1-d1", "centre": "b2-c3"},
                      "rules": {"simultaneous": rule or {}, "repetition": None, **rules}})


def shown(rules: Any, position: Any) -> Any:
    """A position as the plain program says it."""
    text = rules.show(position)
    hands = [(player, kind) for (player, _), counts in text.held.items() for kind, number in counts.items()
             for _ in range(number)]
    return {cell: (piece.player, piece.kind) for cell, piece in text.pieces.items()}, sorted(hands)


def plain_start(rules: Any) -> Any:
    """The start as the plain program has it."""
    board, hands = shown(rules, rules.start())
    places = {("abcdefgh".index(cell[0]), int(cell[1:]) - 1): piece for cell, piece in board.items()}
    return places, tuple(hands)


def pair(rule: dict[str, str], seed: int) -> tuple[Any, Table]:
    """A game drawn by lot, and the same one in the plain program."""
    lot = random.Random(seed)
    players = THREE if seed % 4 == 3 else TWO
    size = lot.choice([(3, 3), (3, 4), (4, 3), (4, 4)])
    captured = lot.choice(["removed", "hand"])
    drops, passing = captured == "hand", lot.choice(["never", "stuck", "always"])
    # With three players the plain program knows neither who is out nor who is stuck.
    stuck = "draws" if len(players) == 3 else lot.choice(["loses", "wins", "draws"])
    goals = () if len(players) == 3 else lot.choice([(), ("capture",), ("reach",), ("capture", "reach")])
    cells = [f"{'abcd'[x]}{y + 1}" for x in range(size[0]) for y in range(size[1])]
    lot.shuffle(cells)
    setup, win = [], []
    for player in players:
        own = [f"{lot.choice([*KINDS])} {cells.pop()}" for _ in range(lot.choice([1, 2, 2]))]
        setup.append(f"{player}: {', '.join(own)}")
        if drops and lot.random() < 0.5:
            setup.append(f"{player} hand: 1 {lot.choice([*KINDS])}")
    if "capture" in goals:
        win.append({"capture": "all"})
    if "reach" in goals:
        win.append({"reach": {f"{who} {kind}": zone for who, zone in (("white", "top"), ("black", "bottom"))
                              for kind in ("man", "pawn")}})
    options: dict[str, Any] = {
        "simultaneous": rule, "repetition": None, "captured": captured, "passing": passing, "stuck": stuck, "win": win,
        "hops": {"frog": [{"over": "friend", "to": "W"}, {"over": "enemy", "to": "W", "takes": captured}]},
        **({"drops": dict.fromkeys(KINDS, "board")} if drops else {}),
    }
    rules = build_any({"grid": size, "pieces": KINDS | {"frog": "none"}, "players": players, "setup": "; ".join(setup),
                       "zones": {"top": f"a{size[1]}-{'abcd'[size[0] - 1]}{size[1]}",
                                 "bottom": f"a1-{'abcd'[size[0] - 1]}1"}, "rules": options})
    return rules, Table(size, [*players], rule, captured=captured, drops=drops, passing=passing, stuck=stuck,
                        goals=goals)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: "-".join(rule.values()))
def test_random_games_are_those_of_the_plain_program(rule: dict[str, str]) -> None:
    """Orders, the position after them, and the winners, at every step of random games."""
    for seed in range(40):
        rules, table = pair(rule, seed)
        lot, position, state = random.Random(seed), rules.start(), plain_start(rules)
        for _ in range(25):
            result, outcome = table.result(state), rules.outcome(position)
            assert (None if outcome is None else list(outcome.winners)) == result, (seed, rules.show(position))
            assert rules.read(rules.show(position)) == position
            if outcome:
                assert rules.actors(position) == ()
                break
            choices = table.choices(state)
            assert rules.actors(position) == tuple(choices)
            by_text = {player: {rules.text(position, move): move for move in rules.actions(position, player)}
                       for player in choices}
            assert {player: {*texts} for player, texts in by_text.items()} == \
                   {player: {*orders} for player, orders in choices.items()}, (seed, rules.show(position))
            said = {player: lot.choice(sorted(orders)) for player, orders in choices.items()}
            position = rules.apply(position, {player: by_text[player][text] for player, text in said.items()})
            state = table.after(state, {player: choices[player][text] for player, text in said.items()})
            assert shown(rules, position) == table.written_state(state), (seed, said)


ROUND = "b2xd2xd4xb4xb2"  # of a frog over all four enemies around it, back to where it started
ROUND_SETUP = "white: frog b2, rook a4; black: man c2, frog d3 b3, man c4, rook d1"
ANSWERS = [
    "d1-c1",  # black's rook goes elsewhere
    "b3xb1",  # black's frog captures b2 from above, and leaves b3 where white's frog captures
    "c2xb2",  # black's man meets the frog on b2
]


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: "-".join(rule.values()))
def test_a_chain_that_comes_round_to_its_own_cell(rule: dict[str, str], answer: str) -> None:
    """The frog swaps with nobody: it captures all four. The position after the orders is that of the plain program,
    and that by hand."""
    hops = {"frog": [{"over": "enemy", "to": "W", "takes": "hand"}]}
    rules = game(ROUND_SETUP, rule, captured="hand", hops=hops, chain={"hops": None, "again": "may"}, stuck="draws")
    after = begin(rules).then(f"white: {ROUND}; black: {answer}").position

    start = plain_start(rules)
    table = Table((4, 4), [*TWO], rule, captured="hand", stuck="draws")
    answers = {text: (start[0][origin], origin, end, taken)
               for text, origin, end, taken in table.moves(start[0], "black")}
    round_trip = (("white", "frog"), (1, 1), (1, 1), {(2, 1), (3, 2), (2, 3), (1, 2)})
    assert shown(rules, after) == \
        table.written_state(table.after(start, {"white": round_trip, "black": answers[answer]}))

    captured = {"c2", "d3", "c4", "b3"}
    expected = shown(rules, rules.start())[0]
    if answer == "c2xb2" and rule["same_cell"] == "bounce":
        captured = set()  # both go back, and the frog captures nothing
    elif answer == "c2xb2":
        captured |= {"b2"}  # both are captured on b2, and the frog has captured the three others
    elif answer == "b3xb1":
        captured |= {"b2"}  # the frog is back on b2, where black's frog captures it
        if rule["leaving"] == "saved":
            captured -= {"b3"}
            expected["b1"] = expected.pop("b3")
    else:
        expected["c1"] = expected.pop("d1")
    assert shown(rules, after)[0] == {cell: piece for cell, piece in expected.items() if cell not in captured}


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_the_plain_program(seed: int) -> None:
    rules, table = pair(RULES[seed], 4 * seed + seed % 3)
    state, position, counts = plain_start(rules), rules.start(), dict[int, int]()
    for depth in (1, 2, 3):
        if depth == 3 and counts[2] > 3000:
            break
        counts[depth] = table.lines(state, depth)
        assert perft(rules, position, depth) == counts[depth]
        assert perft(rules, position, depth, pushed=True) == counts[depth]
    assert sum(divide(rules, position, 2).values()) == counts[2]


MEETINGS = [  # the position, what simultaneous says, the orders, the position after them
    ("white: man a1; black: man c1", {}, "white: a1-b1; black: c1-b1", "white: man a1; black: man c1"),
    ("white: man a1, rook d4; black: man c1, rook d1", {"same_cell": "captured"}, "white: a1-b1; black: c1-b1",
     "white: rook d4; black: rook d1"),
    ("white: man a1; black: man b1", {}, "white: a1xb1; black: b1xa1", "white: man a1; black: man b1"),
    ("white: man a1; black: man b1", {"swap": "pass"}, "white: a1xb1; black: b1xa1", "white: man b1; black: man a1"),
    ("white: man a1, rook d4; black: man b1, rook d1", {"swap": "captured"}, "white: a1xb1; black: b1xa1",
     "white: rook d4; black: rook d1"),
    ("white: man a1; black: man b1", {}, "white: a1xb1; black: b1-c1", "white: man b1; black: man c1"),
    ("white: man a1; black: man b1, rook d4", {"leaving": "captured"}, "white: a1xb1; black: b1-c1",
     "white: man b1; black: rook d4"),
    ("white: man a1; black: man b1, rook d4", {}, "white: a1xb1; black: d4-c4", "white: man b1; black: rook c4"),
    # Ways may cross: only the ends of moves meet.
    ("white: rook a2; black: rook b1", {}, "white: a2-d2; black: b1-b4", "white: rook d2; black: rook b4"),
]


@pytest.mark.parametrize(("setup", "rule", "line", "end"), MEETINGS)
def test_what_happens_where_orders_meet(setup: str, rule: Any, line: str, end: str) -> None:
    rules = game(setup, rule)
    assert str(rules.show(begin(rules).then(line).position)) == end


def test_three_players_meet_and_who_goes_back_is_captured_by_the_third() -> None:
    """White and black go back from b1; red takes a1, on which white is again. Nobody loses for want of a move."""
    rules = game("white: man a1, rook d4; black: man c1; red: man a2", players=THREE, stuck="draws")
    after = begin(rules).then("white: a1-b1; black: c1-b1; red: a2xa1")
    assert str(rules.show(after.position)) == "white: rook d4; black: man c1; red: man a1"


def test_who_meets_a_third_player_swaps_with_nobody() -> None:
    """Black and red meet on a1 and go back. White goes onto b1, where black is again, and captures it."""
    rules = game("white: man a1; black: man b1, rook d4; red: man a2", {"swap": "pass"}, THREE, stuck="draws")
    after = begin(rules).then("white: a1xb1; black: b1xa1; red: a2xa1")
    assert str(rules.show(after.position)) == "white: man b1; black: rook d4; red: man a2"


def test_two_players_capture_the_same_piece() -> None:
    """Bounced, they spare it; captured, all three are gone."""
    setup = "white: man a1, rook d4; black: man c1, rook d3; red: man b1, rook a4"
    for same_cell, end in (("bounce", setup), ("captured", "white: rook d4; black: rook d3; red: rook a4")):
        rules = game(setup, {"same_cell": same_cell}, THREE, stuck="draws")
        after = begin(rules).then("white: a1xb1; black: c1xb1; red: a4-a3")
        assert str(rules.show(after.position)) == end.replace("a4", "a3")


def test_a_piece_that_is_placed_where_another_goes_stays_in_hand() -> None:
    rules = game("white: rook a1; white hand: 1 man; black: man c3", captured="hand", drops={"man": "board"})
    after = begin(rules).then("white: man@b3; black: c3-b3")
    assert str(rules.show(after.position)) == "white: rook a1; black: man c3; white hand: 1 man"
    taken = game("white: rook a1; white hand: 1 man; black: man c3", {"same_cell": "captured"}, captured="hand",
                 drops={"man": "board"})
    after = begin(taken).then("white: man@b3; black: c3-b3")
    assert str(taken.show(after.position)) == "white: rook a1; white hand: 1 man; black hand: 1 man"


def test_goals_of_both_at_the_same_time_are_a_draw() -> None:
    reach = {"win": [{"reach": {"white": "top", "black": "bottom"}}]}
    rules = game("white: man a3; black: man d2", **reach)
    both = begin(rules).then("white: a3-a4; black: d2-d1")
    assert str(both.outcome()) == "draw: white and black meet a goal at the same time"
    alone = begin(rules).then("white: a3-a4; black: d2-d3")
    assert str(alone.outcome()) == "white won: the white man has reached a4"
    gone = begin(game("white: man a1; black: man c1", {"same_cell": "captured"}, win=[{"capture": "all"}]))
    assert str(gone.then("white: a1-b1; black: c1-b1").outcome()) == "draw: all players have lost at the same time"


def test_who_cannot_order_loses_and_two_who_cannot_draw() -> None:
    """Pawns that have arrived do not move."""
    lost = begin(game("white: pawn a4; black: man d4"))
    assert str(lost.outcome()) == "black won: white cannot move"
    both = begin(game("white: pawn a4; black: pawn d1"))
    assert str(both.outcome()) == "draw: white and black cannot move"
    counted = begin(game("white: pawn a4 b4; black: pawn d1", stuck="most pieces"))
    assert str(counted.outcome()) == "white won: nobody can act, white has 2 pieces and black has 1 piece"
    passing = begin(game("white: pawn a4; black: man d4", passing="stuck"))
    assert [*passing.texts("white")] == ["pass"]


def test_of_three_players_those_who_cannot_order_are_out() -> None:
    rules = game("white: pawn a4; black: man d4; red: man a1", players=THREE)
    position = rules.start()
    assert rules.actors(position) == ("black", "red")
    assert rules.show(position).notes == {"out": "white"}
    assert rules.why_not(position, "white", "a4-a3") == "white is out"
    assert rules.read(rules.show(position)) == position
    two = game("white: pawn a4; black: pawn d1; red: man a1", players=THREE)
    assert str(two.outcome(two.start())).startswith("red won")


def test_the_same_position_for_the_third_time_is_a_draw_and_so_is_no_progress() -> None:
    rules = game("white: man a1; black: man c1", repetition=3)
    match = begin(rules).then("white: a1-b1; black: c1-b1").then("white: a1-b1; black: c1-b1")
    assert str(match.outcome()) == "draw: the same position came up 3 times"
    counted = game("white: man a1; black: man c4", no_progress={"actions": 5})
    match = begin(counted)
    for line in ("white: a1-b1; black: c4-c3", "white: b1-a1; black: c3-c4", "white: a1-a2; black: c4-d4"):
        assert match.outcome() is None
        match = match.then(line)
    assert str(match.outcome()) == "draw: 5 actions in a row without progress"
    assert counted.read(counted.show(match.position)) == match.position


def test_a_match_is_read_back_from_its_record_and_no_view_holds_an_order() -> None:
    rules = game("white: man a1, frog b1; black: man c3 d4")
    match, lot = begin(rules), random.Random(3)
    for _ in range(12):
        if not match.actors():
            break
        orders = {player: lot.choice(sorted(match.texts(player))) for player in match.actors()}
        for player in (*THREE, "nobody"):
            assert match.view(player) == rules.show(match.position)
        assert not match.is_secret()
        match = match.play(orders)
    assert replay(rules, match.record().splitlines(), None, 3) == match


def test_orders_of_too_few_and_too_many_players() -> None:
    rules = game("white: man a1; black: man c3")
    order = rules.actions(rules.start(), "white")[0]
    both = "white and black decide at the same time: the"
    with pytest.raises(NotPlayable, match=f"{both} decision of black is missing"):
        begin(rules).play({"white": "a1-a2"})
    with pytest.raises(NotPlayable, match=f"{both} decisions of white and black are missing"):
        begin(rules).play({})
    with pytest.raises(NotPlayable, match="white and black decide now, not red"):
        begin(rules).play({"white": "a1-a2", "black": "c3-c2", "red": "a1-a2"})
    with pytest.raises(ValueError, match=r"^the order of black is missing$"):
        rules.apply(rules.start(), {"white": order})
    with pytest.raises(ValueError, match=r"^the orders of white and black are missing$"):
        rules.apply(rules.start(), {})
    with pytest.raises(ValueError, match=r"^red does not order now$"):
        rules.apply(rules.start(), {"white": order, "black": order, "red": order})


@pytest.mark.parametrize(("player", "text", "why"), [
    ("white", "a1-c1", "the man on a1 cannot reach c1"),
    ("white", "pass", "nobody may pass"),
    ("black", "a1-a2", "the white man on a1 belongs to white, and this is an order of black"),
    ("green", "a1-a2", "green is no player of this game"),
])
def test_a_refusal_names_the_rule(player: str, text: str, why: str) -> None:
    rules = game("white: man a1; black: man c3")
    assert why in rules.why_not(rules.start(), player, text)
    assert rules.why_not(rules.start(), "white", "a1-a2") == ""


def test_a_position_names_no_turn() -> None:
    rules = game("white: man a1; black: man c3")
    with pytest.raises(ValueError, match="all players order at the same time: leave `turn` out"):
        at(rules, "white: man a1; black: man c3; turn: white")
    assert str(rules.show(at(rules, "white: man a1; black: man c3"))) == "white: man a1; black: man c3"


VALUES: dict[str, Any] = {
    "turns": ["black", "white"], "opening": [{"removes": "own"}], "in_turn": 2, "first_turn": 1,
    "moves_first": "white", "roll": "d6", "draw": {"cards": {1: 2}}, "swap": True, "royal": ["man"],
    "castling": {"man": [{"partner": "rook"}]}, "en_passant": {"man": ["pawn"]}, "pushes": {"man": {}}, "stacks": {},
    "sharing": {"limit": 2}, "passes": 2, "recurrence": "board", "hidden": {"pieces": "all"},
}
REFUSED = [
    *(({name: value}, (name,), f"`{name}` does not go with `simultaneous`: {IN_TURNS[name]}")
      for name, value in VALUES.items()),
    *(({"capture": kind}, ("capture",), f"`capture: {kind}` does not go with `simultaneous`")
      for kind in ("custodial", "surround", "mill")),
    *(({"captured": fate}, ("captured",), f"`captured: {fate}` does not go with `simultaneous`")
      for fate in ("home", "captor")),
    ({"hops": {"man": [{"over": "enemy", "takes": "hand"}]}}, ("hops", "man", 0, "takes"), "`captured: removed`"),
    ({"hops": {"man": [{"over": "enemy", "takes": "prisoner"}]}}, ("hops", "man", 0, "takes"), "`takes: prisoner`"),
    ({"terrain": {"centre": {"open": "even", "count": "after"}}}, ("terrain", "centre", "count"), "`count: after`"),
    ({"win": [{"reach": {"white": "top"}, "by": "moves"}]}, ("win", 0, "by"), "`by: moves`"),
    ({"capture": "none", "simultaneous": {"swap": "pass"}}, ("simultaneous", "swap"),
     "no piece moves onto another piece"),
    ({"capture": "none", "simultaneous": {"leaving": "saved"}}, ("simultaneous", "leaving"), "no piece captures"),
]


def test_every_option_that_needs_turns_is_tried() -> None:
    assert {*VALUES} == {*IN_TURNS}


@pytest.mark.parametrize(("options", "key", "words"), REFUSED)
def test_what_needs_turns_is_refused(options: dict[str, Any], key: tuple[Any, ...], words: str) -> None:
    with pytest.raises(OptionErrors) as caught:
        game("white: man a1; black: man c3", **options)
    assert [mistake.key for mistake in caught.value.mistakes] == [key]
    assert words in caught.value.mistakes[0].what
    assert caught.value.mistakes[0].hint


def test_a_single_player_has_no_other_player_to_order_with() -> None:
    with pytest.raises(OptionErrors, match="a single player has no other player to order with"):
        game("white: man a1", players={"white": "up"})


def test_pieces_meet_on_hexagons_too() -> None:
    """From opposite corners of the board of side 2, both know the middle alone."""
    board = hexagon_board(2)
    rules = build_any({"board": board, "pieces": {"man": "W"}, "setup": "white: man a1; black: man c2",
                       "rules": {"simultaneous": {}}})
    start = rules.start()
    common = {move.target for move in rules.actions(start, "white")} & \
             {move.target for move in rules.actions(start, "black")}
    assert [board.numbered_cells[cell] for cell in common] == ["b2"]
    assert begin(rules).then("white: a1-b2; black: c2-b2").position == start


def test_joint_orders_are_counted_as_their_product() -> None:
    rules = game("white: man a1; black: rook d4")
    own = [len(rules.actions(rules.start(), player)) for player in rules.actors(rules.start())]
    assert own == [2, 6]
    assert perft(rules, rules.start(), 1) == 12
    assert len(divide(rules, rules.start(), 1)) == len([*product(range(2), range(6))])


def test_who_writes_simultaneous_turns_is_told_the_option() -> None:
    with pytest.raises(ValueError, match="write `simultaneous: "):
        StandardOptions.model_validate({"turns": "simultaneous"})
    with pytest.raises(ValueError, match="tuple"):
        StandardOptions.model_validate({"turns": "white"})


@pytest.mark.parametrize("word", ["orders", "at_once", "bounce", "secret_orders"])
def test_words_of_the_field_point_to_the_option(word: str) -> None:
    assert "`simultaneous: {same_cell: bounce}`" in StandardOptions.field_words[word]

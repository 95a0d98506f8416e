"""Simultaneous orders: the rows of the game's test table, and what each ruling's other readings change."""

import pytest
from rules.games.battle import MOVES, after, at, battle, men, play, shown, targets, texts
from rules.helpers import engine

from fabgen.rules.boards import parse_cells
from fabgen.rules.games.chess_battle.options import RULINGS, ChessBattleOptions
from fabgen.rules.games.chess_battle.rules import CHESS_BATTLE, for_players
from fabgen.rules.position import Piece, Position, PositionError
from fabgen.rules.protocol import OptionErrors, Outcome, RuleSetInput

GAME = battle()
TWO = "c: knight g7; d: knight h7"  # two others, out of the way of what is shown
ROOK = "a: rook d4; b: knight d6; c: knight f4; out: d"
CENTRE = {"d4", "e4", "d5", "e5"}


def cells(text):
    return set(text.split())


# The table's rows.


def test_rook_stops_at_the_first_piece_in_its_way():
    assert targets(GAME, at(GAME, ROOK), "a") == cells("a4 b4 c4 d1 d2 d3 d5 d6 e4 f4")


def test_a_bishop_goes_along_diagonals_to_the_first_piece_it_meets():
    position = at(GAME, "a: bishop d4; b: knight f6")
    assert targets(GAME, position, "a") == cells("a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1")


def test_a_piece_whose_cell_is_entered_is_out_wherever_it_goes():
    start = "a: rook d4; b: knight d7; c: bishop g4; d: knight b2"
    assert after(GAME, start, a="d4-d7", b="d7-b8", c="g4-e6", d="b2-c4") == "a: d7, c: e6, d: c4"


def test_swap_takes_both():
    assert after(GAME, f"a: rook a1; b: rook a5; {TWO}", a="a1-a5", b="a5-a1") == "c: g7, d: h7"


def test_circle_takes_all_and_the_last_alive_wins():
    end = play(GAME, at(GAME, "a: rook a1; b: rook a4; c: bishop d4; d: knight h8"), a="a1-a4", b="a4-d4", c="d4-a1")
    assert men(GAME, end) == "d: h8"
    assert GAME.outcome(end) == Outcome(("d",), "d is the last player alive")
    assert GAME.actors(end) == ()


MEET = f"a: rook a1; b: knight c3; {TWO}"


@pytest.mark.slow
@pytest.mark.parametrize(("reading", "expected"), [
    ("share", "a: a4, b: a4, "), ("both out", ""), ("bounce", "a: a1, b: c3, ")])
def test_two_on_an_empty_cell(reading, expected):
    game = battle(rulings={"CB-5": reading})
    assert after(game, MEET, a="a1-a4", b="c3-a4") == expected + "c: g7, d: h7"



def test_a_placed_piece_must_not_be_attacked():
    position = at(GAME, "a hand: 1 knight; b hand: 1 bishop; c hand: 1 knight; d: rook d5; turn: c")
    assert "knight@c3" not in texts(GAME, position, "c")
    assert GAME.why_not(position, "c", "knight@c3") == "the knight on c3 would attack d on d5 (CB-15)"
    # A knight attacks d5 from b4 b6 c3 c7 e3 e7 f4 f6.
    assert len(texts(GAME, position, "c")) == 64 - 1 - 8


SELF = "a hand: 1 knight; b hand: 1 bishop; c hand: 1 bishop; d: knight d3; turn: c"


def test_exposing_oneself_is_allowed():
    assert GAME.why_not(at(GAME, SELF), "c", "bishop@e5") == ""


def test_outer_ring_is_red_after_round_two():
    position = at(GAME, f"a: rook a1; b: rook d4; {TWO}")
    assert GAME.lights(position) == ((), ())
    second = play(GAME, position)
    yellow, red = GAME.lights(second)
    assert (len(yellow), red) == (28, ())
    assert men(GAME, second) == "a: a1, b: d4, c: g7, d: h7"
    third = play(GAME, second)
    assert men(GAME, third) == "b: d4, c: g7"
    assert tuple(map(len, GAME.lights(third))) == (20, 28)
    assert shown(GAME, third) == "b: rook d4; c: knight g7; out: a, d; round: 3"


def test_knight_without_an_open_target_steps_like_a_king():
    position = at(GAME, "a: knight d4; b: rook e5; round: 5")
    yellow, red = GAME.lights(position)
    assert set(yellow) == CENTRE
    assert set(red) == set(GAME.setting.lattice.cells) - CENTRE
    assert targets(GAME, position, "a") - set(red) == cells("d5 e4 e5")
    assert targets(GAME, position, "a") == cells("b3 b5 c2 c6 e2 e6 f3 f5 c3 c4 c5 d3 d5 e3 e4 e5")
    early = at(GAME, "a: knight d4; b: rook e5; round: 4")
    assert targets(GAME, early, "a") == cells("b3 b5 c2 c6 e2 e6 f3 f5")
    assert "(CB-16)" in GAME.why_not(early, "a", "d4-d5")


def test_last_two_bishops_apart_step_like_kings():
    position = at(GAME, "a: bishop a1; b: bishop b1")
    assert targets(GAME, position, "a") == cells("b2 c3 d4 e5 f6 g7 h8 a2 b1")
    assert targets(GAME, position, "b") == cells("a2 c2 d3 e4 f5 g6 h7 a1 b2 c1")
    assert targets(GAME, at(GAME, "a: bishop a1; b: bishop c1"), "a") == cells("b2 c3 d4 e5 f6 g7 h8")
    assert targets(GAME, at(GAME, "a: bishop a1; b: rook b1"), "a") == cells("b2 c3 d4 e5 f6 g7 h8")


FREEZING = battle(freezes=1)


def test_frozen_piece_stays_and_may_be_eliminated():
    position = at(FREEZING, f"a: rook d4; b: rook d6; {TWO}; round: 1; frozen: a; spent: b")
    assert texts(FREEZING, position, "a") == ["stay"]
    assert FREEZING.why_not(position, "a", "d4-d6").endswith("(freezing)")
    assert men(FREEZING, FREEZING.apply(position, FREEZING.papers(position, {"a": "d4-d6", "b": "d6-d4"}))) == (
        "b: d4, c: g7, d: h7")


# Set-up.


def test_choices_go_clockwise_and_placing_back_from_the_last():
    game = battle(start="turn: c")
    position, actors = game.start(), []
    while game.show(position).turn:
        (actor,) = game.actors(position)
        actors.append(actor)
        position = game.apply(position, {actor: game.actions(position, actor)[-1]})
    assert actors == list("cdab" "badc")
    assert shown(game, position).endswith("; round: 1")


def test_text_of_the_set_up():
    position = GAME.start()
    assert shown(GAME, position) == "turn: a"
    assert texts(GAME, position, "a") == ["knight", "bishop", "rook"]
    assert texts(GAME, position, "b") == []
    position = GAME.apply(position, {"a": GAME.actions(position, "a")[1]})
    assert shown(GAME, position) == "a hand: 1 bishop; turn: b"


def test_where_every_cell_attacks_the_fewest_is_chosen():
    game = battle(boards={4: "3x3"})
    position = at(game, "b: rook a1; c: rook c1; d: rook b2; a hand: 1 rook; turn: a")
    # In the top row a rook meets one other, in its file; elsewhere two or three.
    assert texts(game, position, "a") == ["rook@a3", "rook@b3", "rook@c3"]
    assert "b on a1 and d on b2 (CB-15)" in game.why_not(position, "a", "rook@a2")


def test_sliders_are_blocked_while_placing_too():
    position = at(GAME, "a hand: 1 knight; b hand: 1 rook; c: knight d3; d: rook d1; turn: b")
    assert GAME.why_not(position, "b", "rook@d6") == "the rook on d6 would attack c on d3 (CB-15)"


# Rulings.


def test_every_ruling_that_has_other_readings():
    assert set(CHESS_BATTLE.rulings) == {f"CB-{n}" for n in (2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17)}
    assert all(len(set(known)) == len(known) > 1 for known in RULINGS.values())


def test_a_slide_goes_through_pieces_under_cb2_unblocked():
    game = battle(rulings={"CB-2": "unblocked"})
    assert targets(game, at(game, ROOK), "a") == cells("a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4")
    assert GAME.why_not(at(GAME, ROOK), "a", "d4-d8") == (
        "the rook on d4 is blocked by b on d6, who stands there as the round begins (CB-2)")


AWAY = "a: rook d4; b: knight d7; c: knight g7; d: knight h7"


def test_cb3_a_piece_that_moves_away_survives():
    game = battle(rulings={"CB-3": "survives"})
    assert after(game, AWAY, a="d4-d7", b="d7-b8") == "a: d7, b: b8, c: g7, d: h7"
    assert after(game, AWAY, a="d4-d7") == "a: d7, c: g7, d: h7"
    assert after(game, "a: rook a1; b: rook a5; c: knight g7; d: knight h7", a="a1-a5", b="a5-a1") == "c: g7, d: h7"


def test_cb3_a_piece_that_bounces_back_did_not_move_away():
    game = battle(rulings={"CB-3": "survives", "CB-5": "bounce"})
    start = "a: rook a1; b: knight c3; c: rook c8; d: knight h7"
    assert after(game, start, a="a1-a4", b="c3-a4", c="c8-c3") == "a: a1, c: c3, d: h7"


def test_cb4_swap_may_pass():
    game = battle(rulings={"CB-4": "pass"})
    assert after(game, f"a: rook a1; b: rook a5; {TWO}", a="a1-a5", b="a5-a1") == "a: a5, b: a1, c: g7, d: h7"
    circle = "a: rook a1; b: rook a4; c: bishop d4; d: knight h8"
    assert after(game, circle, a="a1-a4", b="a4-d4", c="d4-a1") == "d: h8"


@pytest.mark.parametrize("reading", ["share", "both out", "bounce"])
def test_cb5_concerns_cells_that_were_empty(reading):
    game = battle(rulings={"CB-5": reading})
    start = "a: rook a1; b: knight c3; c: knight a4; d: knight h7"
    assert after(game, start, a="a1-a4", b="c3-a4", c="a4-b6") == "a: a4, b: a4, d: h7"


def test_cb6_pieces_that_share_a_cell():
    shared = at(GAME, "a: rook a4; b: knight a4; c: rook a8; d: knight h7")
    assert "a4" not in targets(GAME, shared, "a")
    assert after(GAME, "a: rook a4; b: knight a4; c: rook a8; d: knight h7", c="a8-a4", b="a4-b6") == "c: a4, d: h7"
    assert after(GAME, "a: rook a4; b: knight a4; c: rook a8; d: knight h7", a="a4-d4") == "a: d4, b: a4, c: a8, d: h7"


def test_cb7_orders_of_the_eliminated_may_be_void():
    line = "a: rook a1; b: rook a4; c: rook d4; d: knight d7"
    orders = {"a": "a1-a4", "b": "a4-d4", "c": "d4-d7"}
    assert after(GAME, line, **orders) == "a: a4"
    assert after(battle(rulings={"CB-7": "void"}), line, **orders) == "a: a4, c: d7"


def test_cb7_circles_happen_at_once():
    game = battle(rulings={"CB-7": "void"})
    circle = "a: rook a1; b: rook a4; c: bishop d4; d: knight h8"
    assert after(game, circle, a="a1-a4", b="a4-d4", c="d4-a1") == "d: h8"
    stopped = "a: rook a1; b: rook a4; c: bishop d4; d: rook d8"
    assert after(game, stopped, a="a1-a4", b="a4-d4", c="d4-a1", d="d8-d4") == "a: a4, d: d4"


def test_cb7_void_orders_meet_nobody():
    start = "a: rook a1; b: knight c3; c: rook c8; d: knight h7"
    orders = {"a": "a1-a4", "b": "c3-a4", "c": "c8-c3"}
    assert after(battle(rulings={"CB-5": "both out"}), start, **orders) == "c: c3, d: h7"
    assert after(battle(rulings={"CB-5": "both out", "CB-7": "void"}), start, **orders) == "a: a4, c: c3, d: h7"
    assert after(battle(rulings={"CB-5": "bounce", "CB-7": "void"}), start, **orders) == "a: a4, c: c3, d: h7"


def test_cb8_staying_may_be_forbidden():
    assert texts(GAME, at(GAME, ROOK), "a")[0] == "stay"
    game = battle(rulings={"CB-8": "forced to move"}, freezes=1)
    assert "stay" not in texts(game, at(game, ROOK), "a")
    assert game.why_not(at(game, ROOK + "; round: 1"), "a", "stay").endswith("(CB-8)")
    assert texts(game, at(game, ROOK + "; round: 1; frozen: a"), "a") == ["stay"]
    with pytest.raises(ValueError, match="CB-8"):
        game.papers(at(game, ROOK + "; round: 1"), {"b": "d6-e8", "c": "f4-e6"})


def test_cb8_a_piece_that_cannot_move_stays():
    game = battle(rulings={"CB-8": "forced to move"}, boards={4: "3x3"}, fallback={"stuck": ()})
    assert texts(game, at(game, "a: knight b2; b: rook a1"), "a") == ["stay"]


def test_cb9_invalid_orders():
    position = at(GAME, ROOK)
    void = GAME.papers(position, {"a": "d4-e5", "c": " f4-e6 "})
    assert {p: GAME.text(position, action) for p, action in void.items()} == {"a": "stay", "b": "stay", "c": "f4-e6"}
    assert GAME.why_not(position, "a", "d4-e5") == "the rook on d4 cannot reach e5: such an order is void (CB-9)"
    game = battle(rulings={"CB-9": "lose"})
    position = at(game, ROOK)
    assert texts(game, position, "a")[-1] == "invalid"
    assert men(game, game.apply(position, game.papers(position, {"a": "d4-e5"}))) == "b: d6, c: f4"
    assert game.why_not(position, "a", "d4-e5").endswith("such an order loses (CB-9)")


def test_cb10_cells_may_be_listed():
    game = battle(rulings={"CB-10": "listed"}, zones={"south": "a1-h2"}, schedule=("south", "a8-c8 h8"), endless=2)
    position = at(game, "a: rook a1; b: rook a8; c: knight d5; d: knight e4")
    for expected in ("a: a1, b: a8, c: d5, d: e4", "b: a8, c: d5, d: e4", "c: d5, d: e4", "c: d5, d: e4"):
        position = play(game, position)
        assert men(game, position) == expected
    assert shown(game, position).endswith("round: 5; idle: 1")
    assert game.outcome(position) is None
    assert game.outcome(play(game, position)).winners == ()


@pytest.mark.parametrize(("rulings", "options", "key"), [
    ({"CB-10": "listed"}, {}, ("schedule",)), ({}, {"schedule": ("a1",)}, ("schedule",)),
    ({"CB-10": "listed"}, {"schedule": ("a1", "a9")}, ("schedule", 1)),
    ({"CB-10": "listed"}, {"schedule": ("nowhere",)}, ("schedule", 0)),
    ({"CB-5": "shares"}, {}, ("rulings", "CB-5")), ({}, {"fallback": {"stuck": ("nite",)}}, ("fallback", "stuck")),
    ({}, {"fallback": {"moves": "?"}}, ("fallback", "moves")), ({}, {"moves": {"pawn": "fWfimW2"}}, ("pieces",)),
    ({}, {"boards": {4: "1x3"}}, ("boards",)),
])
def test_options_that_do_not_fit(rulings, options, key):
    with pytest.raises(OptionErrors) as caught:
        battle(rulings=rulings, **options)
    assert [mistake.key for mistake in caught.value.mistakes] == [key]
    assert caught.value.mistakes[0].hint


def test_cb11_lights_may_change_at_the_round_s_start():
    game = battle(rulings={"CB-11": "round start"})
    position = at(game, f"a: rook a1; b: rook d4; {TWO}")
    assert tuple(map(len, game.lights(position))) == (28, 0)
    assert men(game, play(game, position)) == "b: d4, c: g7"
    second = at(game, "a: rook b2; b: rook d4; c: knight g7; round: 2")
    assert men(game, play(game, second, a="b2-b1")) == "b: d4"  # round 3 begins with the second ring red


def test_cb11_a_player_alone_before_the_lights_change_wins():
    last = "a: rook a1; b: rook a4; round: 2"
    tie = play(GAME, at(GAME, last), a="a1-a4")
    assert GAME.outcome(tie) == Outcome((), "nobody is left alive")
    game = battle(rulings={"CB-11": "round start"})
    won = play(game, at(game, last.replace("2", "1")), a="a1-a4")
    assert game.outcome(won).winners == ("a",)
    onto_red = "a: rook b2; b: rook d4; c: rook d6; round: 2"
    assert after(game, onto_red, a="b2-b1", b="d4-d6", c="d6-d4") == ""  # alone, but on red: out at once


def test_cb12_the_last_area_turns_red_or_stays():
    fifth = "a: rook d4; b: rook e5; round: 5"
    assert GAME.outcome(play(GAME, at(GAME, fifth))) == Outcome((), "nobody is left alive")
    game = battle(rulings={"CB-12": "safe middle"})
    position = at(game, fifth)
    assert game.lights(position)[0] == ()
    for _ in range(10):
        assert game.outcome(position) is None
        position = play(game, position)
    assert men(game, position) == "a: d4, b: e5"
    assert game.outcome(position) == Outcome((), "10 rounds without an elimination on the smallest board (CB-18)")


def test_cb18_rounds_count_only_on_the_smallest_board():
    game = battle(rulings={"CB-12": "safe middle"}, endless=1)
    position = at(game, "a: rook d4; b: rook e5; round: 3")
    assert shown(game, play(game, position)) == "a: rook d4; b: rook e5; out: c, d; round: 4"
    fifth = play(game, play(game, position))
    assert game.outcome(fifth) is None  # as round 4 ends, the third ring turns red
    assert game.outcome(play(game, fifth)).winners == ()


def test_cb12_on_an_odd_board_three_by_three_stays():
    game = battle(rulings={"CB-12": "safe middle"}, boards={4: "9x9"})
    _, red = game.lights(at(game, "a: rook e5; b: rook d4; round: 20"))
    assert set(game.setting.lattice.cells) - set(red) == set(parse_cells("d4-f6", game.setting.lattice))


def test_cb13_orders_onto_red():
    third = "a: rook b2; b: rook g7; round: 3"
    assert {"b1", "a2"} <= targets(GAME, at(GAME, third), "a")
    assert after(GAME, third, a="b2-a2", b="g7-g5") == ""  # ring 1 turns red, too
    fourth = "a: rook c3; b: rook f6; c: rook f5; round: 4"
    assert after(GAME, fourth.replace("4", "3"), a="c3-c1") == "b: f6, c: f5"
    game = battle(rulings={"CB-13": "illegal"})
    assert targets(game, at(game, third), "a") == cells("b3 b4 b5 b6 b7 c2 d2 e2 f2 g2")
    assert game.why_not(at(game, third), "a", "b2-a2") == "a2 is red (CB-13)"


def test_cb14_exposing_oneself_may_be_forbidden():
    game = battle(rulings={"CB-14": "may not"})
    position = at(game, SELF)
    assert "bishop@e5" not in texts(game, position, "c")
    assert game.why_not(position, "c", "bishop@e5") == "the bishop on e5 would be attacked by d on d3 (CB-14)"
    # The knight attacks eight cells of the other colour; a bishop attacks it from 2 + 4 + 2 + 3 cells of its diagonals.
    assert len(texts(game, position, "c")) == 64 - 1 - 8 - 11


def test_cb16_only_the_board_may_count():
    game = battle(rulings={"CB-16": "no target on board"})
    assert targets(game, at(game, "a: knight d4; b: rook e5; round: 5"), "a") == cells("b3 b5 c2 c6 e2 e6 f3 f5")
    small = battle(rulings={"CB-16": "no target on board"}, boards={4: "3x3"})
    assert targets(small, at(small, "a: knight b2; b: rook a1"), "a") == cells("a1 a2 a3 b1 b3 c1 c2 c3")


def test_cb17_bishops_apart_while_others_live():
    three = "a: bishop a1; b: bishop b1; c: rook h8"
    assert targets(GAME, at(GAME, three), "a") == cells("b2 c3 d4 e5 f6 g7 h8")
    assert "(CB-17)" in GAME.why_not(at(GAME, three), "a", "a1-a2")
    game = battle(rulings={"CB-17": "pairwise"})
    assert targets(game, at(game, three), "a") == cells("b2 c3 d4 e5 f6 g7 h8 a2 b1")
    assert targets(game, at(game, three.replace("b1", "c1")), "a") == cells("b2 c3 d4 e5 f6 g7 h8")


# Variants.

MEDALS = battle(medals=2)
LAST = "a: rook a1; b: rook a4; c: rook c8; d: knight c3"


def test_medals_win_with_their_giver():
    position = at(MEDALS, LAST)
    assert texts(MEDALS, position, "a") == ["pass", "medal b", "medal c", "medal d"]
    position = play(MEDALS, position, a="medal d", b="medal c")
    assert shown(MEDALS, position).endswith("round: 1; phase: talk; medals: a to d, b to c")
    position = play(MEDALS, play(MEDALS, position, a="medal c"))
    assert texts(MEDALS, position, "a")[0] == "stay"
    position = play(MEDALS, position, a="a1-a4", c="c8-c3")
    assert shown(MEDALS, position).endswith("out: b, d; round: 2; phase: talk; medals: a to c, a to d, b to c")
    assert MEDALS.actors(position) == ("c",)
    position = play(MEDALS, play(MEDALS, position), a="a4-a3", c="c3-a3")
    end = play(MEDALS, at(MEDALS, "a: rook b3; c: rook c3; round: 2; medals: a to d, c to b"), a="b3-c3")
    assert MEDALS.outcome(end) == Outcome(("a", "d"), "a is the last player alive and handed a medal to d")


def test_medals_win_nothing_in_a_tie():
    end = play(MEDALS, at(MEDALS, "a: rook b3; b: rook b4; round: 1; medals: a to d"), a="b3-b4", b="b4-b3")
    assert MEDALS.outcome(end).winners == ()


def test_freezing_lasts_one_round_and_costs_the_token():
    position = at(FREEZING, LAST)
    assert FREEZING.actors(position) == tuple("abcd")
    position = play(FREEZING, position, b="freeze a", d="freeze a")
    assert FREEZING.actors(position) == ("a", "c")
    assert FREEZING.why_not(position, "b", "freeze a") == "b has no token left to use"
    position = play(FREEZING, position)
    assert shown(FREEZING, position).endswith("round: 1; frozen: a; spent: b, d")
    position = play(FREEZING, position)
    assert "frozen" not in shown(FREEZING, position)
    assert "spent: b, d" in shown(FREEZING, position)


def test_talk_names_what_cannot_be_done():
    game = battle(freezes=1, medals=1)
    position = at(game, "a: rook a1; b: rook a4; c: rook c8; round: 2; phase: talk; medals: a to b")
    assert game.why_not(position, "a", "freeze b") == ""
    assert game.why_not(position, "a", "medal b") == "a has no medal token left"
    assert game.why_not(position, "a", "freeze d") == "d is out and cannot be frozen"
    assert game.why_not(position, "a", "freeze a") == "tokens are for other players"
    assert game.why_not(position, "d", "pass") == "d is out: only living players decide"
    assert game.why_not(position, "a", "nod").startswith("`nod` cannot be done during the talk")


# Numbers of players, positions, refusals.


@pytest.mark.parametrize(("number", "side"), [(4, 8), (8, 8), (9, 10), (10, 10), (11, 12), (12, 12)])
def test_the_board_follows_from_the_players(number, side):
    game = battle(number)
    assert (game.setting.lattice.files, game.setting.lattice.ranks) == (side, side)
    assert tuple(game.setting.players) == tuple("abcdefghijkl"[:number])


@pytest.mark.parametrize("number", [0, 3, 13])
def test_other_numbers_cannot_play(number):
    with pytest.raises(OptionErrors, match=f"no board for {number} players"):
        battle(number)


def test_a_game_for_another_number():
    twelve = battle(12).setting
    given = RuleSetInput(engine(twelve, **MOVES), {}, (), ChessBattleOptions(), Position.parse("turn: b", twelve), {})
    same, nine = (CHESS_BATTLE.make(for_players(given, number)) for number in (12, 9))
    assert same.actors(same.start()) == ("b",)
    assert (nine.setting.lattice.files, len(nine.setting.players), nine.actors(nine.start())) == (10, 9, ("a",))


@pytest.mark.parametrize(("text", "what"), [
    ("a: rook a1 a2; round: 1", "a has two pieces"), ("a: rook a1; a hand: 1 rook", "more than one piece"),
    ("a hand: 2 rook; turn: b", "more than one piece"), ("a hand: 1 rook; turn: c", "cannot be the turn of c"),
    ("a: rook a1; b hand: 1 rook; turn: b", "cannot be the turn of b"),
    ("a: rook a1; b hand: 1 rook; round: 2", "in hand"),
    ("a: rook a1; turn: a", "a round has no turn"), ("a: rook a1; round: 0", "is no number from 1"),
    ("a: rook a1; round: x", "is no number from 1"), ("a: rook a1; out: a, b", "does not fit the board"),
    ("a: rook a1; out: z", "`out` cannot say `z`"),
])
def test_positions_that_cannot_be(text, what):
    with pytest.raises(PositionError, match=what):
        at(GAME, text)


@pytest.mark.parametrize(("player", "text", "what"), [
    ("a", "d4-d5", ""), ("a", "stay", ""), ("a", "d4", "is no order"),
    ("a", "d6-d5", "a's piece stands on d4, not on d6"),
    ("a", "d4-d9", "d9 is not on the board"), ("a", "d4-d4", "is written `stay`"), ("d", "stay", "d is out"),
    ("e", "stay", "there is no player `e`: one of a, b, c or d"),
])
def test_why_not_an_order(player, text, what):
    found = GAME.why_not(at(GAME, ROOK), player, text)
    assert what in found
    assert bool(found) == bool(what)


@pytest.mark.parametrize(("position", "player", "text", "what"), [
    ("turn: a", "b", "rook", "it is the turn of a: choices go clockwise"),
    ("turn: a", "a", "queen", "`queen` is no piece"),
    (SELF, "c", "bishop@d3", "d stands on d3"), (SELF, "c", "rook@a1", "c chose the bishop, not the rook"),
    (SELF, "c", "bishop@z9", "places nothing on a cell"), (SELF, "b", "bishop@a1", "counter-clockwise"),
    ("a: rook a1; round: 9", "a", "stay", "the game is over"),
])
def test_why_not_elsewhere(position, player, text, what):
    assert what in GAME.why_not(at(GAME, position), player, text)


def test_only_what_actors_may_decide_applies():
    position = at(GAME, ROOK)
    orders = {player: GAME.actions(position, player)[0] for player in "abc"}
    for wrong in ({**orders, "d": orders["a"]}, {"a": orders["a"]}, {**orders, "a": orders["b"]}, {}):
        with pytest.raises(ValueError, match=r"decide now|is not an action"):
            GAME.apply(position, wrong)


def test_pieces_that_capture_otherwise_than_they_move():
    game = battle(moves={"pawn": "fmWfcF", "king": "QK"})
    position = at(game, "a: pawn d4; b: pawn d5; c: pawn e5; d: king a1")
    assert targets(game, position, "a") == {"e5"}
    assert "only while no piece stands there" in game.why_not(position, "a", "d4-d5")
    assert "only while a piece stands there" in game.why_not(position, "a", "d4-c5")
    assert len(texts(game, position, "d")) == len(set(texts(game, position, "d"))) == 1 + 7 + 7 + 3


def test_pieces_that_share_a_cell_are_written_in_one_order():
    one = Position.parse("a: rook a4; b: knight a4; round: 1", GAME.setting)
    other = Position.parse("b: knight a4; a: rook a4; round: 1", GAME.setting)
    built = Position(
        GAME.setting, {"a4": Piece("b", "knight")}, further_pieces={"a4": (Piece("a", "rook"),)}, notes={"round": "1"}
    )
    assert one == other == built == Position.parse(str(built), GAME.setting)
    assert str(built) == "a: rook a4; b: knight a4; round: 1"

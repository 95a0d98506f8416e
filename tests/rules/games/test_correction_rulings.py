"""Denial and banishment: what each ruling's other readings change, and that the default differs."""

import pytest
from rules.games.denying import BACK, DEFAULTS, LAME, LEAP, after, at, game, play, shown, texts, why

from fabgen.rules.games.correction.options import RULINGS
from fabgen.rules.rule_sets import rule_sets

GAME = game()
FAR = "orange: pawn f4"
NEW = f"green: pawn c4; green supply: 1 pawn, 1 spearman; {FAR}"


def other(ruling):
    """The game with the second reading of one ruling."""
    return game({ruling: RULINGS[ruling][1]})


def test_cor_1_a_spear_that_leaps():
    friend = "green: spearman c3, pawn c4; orange: pawn c5"
    leaping = game(moves=LEAP)
    assert ("c3xc5" in texts(GAME, at(GAME, friend)), "c3xc5" in texts(leaping, at(leaping, friend))) == (False, True)


def test_cor_2_a_token_on_the_way():
    token = "green: spearman c3; orange: pawn c5; denial: c4"
    assert "c3xc5" in texts(GAME, at(GAME, token))
    rules = other("COR-2")
    assert set(texts(rules, at(rules, token))) == {"c3-b3", "c3-d3"}
    assert why(rules, at(rules, token), "c3xc5") == "a token lies on c4, the Spearman's two-step is blocked (COR-2)"


def test_cor_3_a_knight_that_does_not_leap():
    friend = "green: knight c3, pawn d3"
    lame = game(moves=LAME)
    assert "c3-e4" in texts(GAME, at(GAME, friend))
    assert "c3-e4" not in texts(lame, at(lame, friend))
    assert why(lame, at(lame, friend), "c3-e4") == "d3 is occupied, the Knight's leap is blocked (COR-3)"


def test_cor_4_a_knight_that_goes_back():
    back = game(moves=BACK)
    assert set(texts(back, at(back, "green: knight c3"))) == {"c3-a4", "c3-b4", "c3-d4", "c3-e4", "c3-a2", "c3-e2"}


def test_cor_6_one_s_own_home_row():
    own, goal = "green: spearman c1; orange tokens: 1", "green: pawn c5; orange tokens: 1; orange: pawn a4"
    rules = other("COR-6")
    for position, text, default in ((own, "c1-d1", False), (goal, "c5-d6", False)):
        assert ("deny" in after(GAME, position, text)) is default
    assert "deny" in after(rules, own, "c1-d1")
    assert rules.outcome(play(rules, at(rules, goal), "c5-d6")) is not None
    dear = play(rules, at(rules, goal.replace("1;", "3;")), "c5-d6")
    assert why(rules, dear, "deny") == "d6 lies in orange home, where no token may be placed (COR-6)"
    spawned = play(rules, at(rules, "green: pawn c4; green supply: 1 pawn; denial: d1"), "pawn@d1")
    assert "denial: d1" in shown(rules, spawned)


def test_cor_7_new_pieces_that_cannot_all_move():
    """The Spearman on a1 is walled in by the old Pawn on b1; on a1 beside the new one it can go second."""
    old, new = f"green: pawn b1; green supply: 1 pawn, 1 spearman; {FAR}", NEW
    rules = other("COR-7")
    assert after(GAME, old, "spearman@a1 pawn@d1") == {"d1-c2", "d1-e2", "b1-a2", "b1-c2"}
    assert after(rules, old, "spearman@a1 pawn@d1") == {"b1-a2", "b1-c2"}
    position = play(rules, at(rules, old), "spearman@a1 pawn@d1")
    assert why(rules, position, "d1-c2") == (
        "not all new pieces can move, so an old one has to (COR-7): the pawn on d1 is new")
    assert after(rules, new, "spearman@a1 pawn@b1") == after(GAME, new, "spearman@a1 pawn@b1")


def test_cor_8_new_pieces_first():
    rules = other("COR-8")
    assert after(rules, NEW, "pawn@a1 done") == {"a1-b2"}
    position = play(rules, at(rules, NEW), "pawn@a1 done")
    assert why(rules, position, "c4-b5") == "the new pieces have to move, and the pawn on c4 is not new (COR-8)"
    assert after(rules, NEW, "pawn@a1 done a1-b2 deny") == {"c4-b5", "c4-d5"}


@pytest.mark.parametrize(("reading", "outcome"), [
    ("pass", "None"),
    ("lose", "orange won: green could not move (COR-10)"),
    ("draw", "draw: green could not move (COR-10)"),
])
def test_cor_10_a_turn_without_a_move(reading, outcome):
    rules = game({"COR-10": reading})
    position = play(rules, at(rules, f"green: pawn c3; orange tokens: 2; {FAR}"), "c3-b4 deny c3-d4 deny")
    assert str(rules.outcome(position)) == outcome
    assert at(rules, shown(rules, position)) == position


def test_cor_11_a_pile_that_runs_out():
    rules = game({"COR-11": "finite"}, pile=2)
    assert "orange tokens: 2;" in shown(rules, play(rules, rules.start(), "pawn@a1 pawn@b1"))
    assert "orange tokens: 3;" in shown(GAME, play(GAME, GAME.start(), "pawn@a1 pawn@b1"))
    fed = "green: pawn c3 f1; green supply: 1 pawn; orange: pawn d4 f4; orange tokens: 1; green tokens: 1"
    assert "orange tokens: 1;" in shown(rules, play(rules, at(rules, fed), "pawn@a1"))
    lying = fed.replace("green tokens: 1", "denial: b3")
    assert "orange tokens: 1;" in shown(rules, play(rules, at(rules, lying), "pawn@a1"))


def test_cor_12_denying_a_capture():
    capture = "green: pawn c3; orange: pawn d4; orange tokens: 3"
    assert after(GAME, capture, "c3xd4") == {"pass", "deny", "banish"}
    rules = other("COR-12")
    assert after(rules, capture, "c3xd4") == {"pass", "banish"}
    assert why(rules, play(rules, at(rules, capture), "c3xd4"), "deny") == "a capture cannot be denied (COR-12)"
    assert after(rules, capture, "c3-b4") == {"pass", "deny", "banish"}


def test_cor_13_how_long_a_cell_is_closed():
    """Both new Pawns want b2: denied to the first, it is open to the second only once the first has gone elsewhere."""
    line = "pawn@a1 pawn@c1 c1-b2 deny c1-d2"
    start = f"green supply: 2 pawn; {FAR}"
    assert "turn: orange" in shown(GAME, play(GAME, at(GAME, start), f"{line} pass"))
    rules = other("COR-13")
    assert after(rules, start, f"{line} pass") == {"a1-b2"}
    assert "c1-b2" not in after(rules, start, "pawn@a1 pawn@c1 c1-b2 deny")
    spent = play(rules, at(rules, start), "pawn@a1 pawn@c1 a1-b2 deny c1-d2 pass")
    assert "turn: orange" in shown(rules, spent)  # the first was denied all it had: not chosen again this turn


def test_cor_14_one_token_on_a_cell():
    token = "green: pawn c3; denial: d4; orange tokens: 3"
    assert "denial: d4 d4" in shown(GAME, play(GAME, at(GAME, token), "c3-d4 deny"))
    rules = other("COR-14")
    assert after(rules, token, "c3-d4") == {"pass", "banish"}
    position = play(rules, at(rules, token), "c3-d4")
    assert why(rules, position, "deny") == "a token lies on d4 already, and a cell holds one (COR-14)"


def test_cor_16_a_banished_piece_that_rests():
    position = "green: pawn c3 e1; orange tokens: 3"
    assert "green supply: 1 pawn" in shown(GAME, play(GAME, at(GAME, position), "c3-d4 banish"))
    rules = other("COR-16")
    assert "green resting: 1 pawn" in shown(rules, play(rules, at(rules, position), "c3-d4 banish"))


def test_cor_17_moving_on_after_a_banishment():
    position = f"green: pawn c3 e1; orange tokens: 4; {FAR}"
    assert after(GAME, position, "c3-d4 banish") == {"e1-d2", "e1-f2"}
    rules = other("COR-17")
    assert "done" not in texts(rules, at(rules, position))
    assert after(rules, position, "c3-d4 banish") == {"e1-d2", "e1-f2", "done"}
    assert after(rules, position, "c3-d4 banish e1-d2 deny") == {"e1-f2"}
    assert "stuck" not in shown(rules, play(rules, at(rules, position), "c3-d4 banish done"))


def test_cor_18_banishing_a_winner():
    position = "green: pawn c5; orange tokens: 5; orange: pawn a4"
    rules = game({"COR-6": "goal only", "COR-18": "not allowed"})
    assert after(GAME, position, "c5-d6") == {"pass", "banish"}
    assert rules.outcome(play(rules, at(rules, position), "c5-d6")).winners == ("green",)
    assert "banish" in after(rules, position.replace("c5", "c4"), "c4-d5")


def test_cor_19_tokens_that_have_to_wait():
    rules = other("COR-19")
    position = play(rules, rules.start(), "knight@c1 pawn@e1 e1-f2")
    assert texts(rules, position) == ["pass", "deny"]
    assert why(rules, position, "banish") == (
        "tokens that orange gained this turn may be spent from the next turn on (COR-19)")
    assert after(rules, shown(rules, position), "pass c1-d2") == {"pass", "deny"}
    position = play(rules, position, "pass c1-d2 pass pawn@a6 done a6-b5 pawn@a1 done a1-b2")
    assert texts(rules, position) == ["pass", "deny", "banish"]


def test_cor_20_captured_pieces_that_are_gone():
    position = "green: pawn c3; orange: pawn d4 f4"
    assert "orange supply: 1 pawn" in shown(GAME, play(GAME, at(GAME, position), "c3xd4"))
    rules = other("COR-20")
    assert shown(rules, play(rules, at(rules, position), "c3xd4")) == (
        "green: pawn d4; orange: pawn f4; phase: move; turn: orange")


def test_cor_23_where_the_tokens_of_a_banishment_go():
    position = "green: pawn c3 e1; orange tokens: 3"
    assert "tokens" not in shown(GAME, play(GAME, at(GAME, position), "c3-d4 banish"))
    rules = other("COR-23")
    assert "green tokens: 3" in shown(rules, play(rules, at(rules, position), "c3-d4 banish"))


def test_the_readings_are_declared_with_the_default_first():
    assert rule_sets()["correction"]().rulings is RULINGS
    assert all(len(set(known)) == len(known) > 1 for known in RULINGS.values())
    assert shown(game(), game().start()) == shown(game(DEFAULTS), game({}).start())

"""Denial and banishment: the rows of the game's test table, the course of a turn, and why an action is refused."""

import pytest
from rules.games.denying import HOMES, LEAP, SUPPLY, after, at, game, play, shown, texts, why

from fabgen.rules.position import PositionError
from fabgen.rules.protocol import OptionErrors

GAME, LEAPING = game(), game(moves=LEAP)
FAR = "orange: pawn f4"  # somebody to go on with


@pytest.mark.parametrize(("position", "cell", "exactly"), [
    ("green: pawn c3", "c3", "c3-b4 c3-d4"),  # 1
    ("green: spearman c3", "c3", "c3-b3 c3-d3"),  # 2
    ("green: knight c3", "c3", "c3-a4 c3-b4 c3-d4 c3-e4"),  # 3
    ("green: spearman c3; orange: pawn b3 c4 c5", "c3", "c3-d3 c3xc4"),  # 5
    ("green: pawn c3; orange: pawn b4 c4", "c3", "c3xb4 c3-d4"),  # 8
    ("orange: pawn c3; green: pawn b2 c2; turn: orange", "c3", "c3xb2 c3-d2"),  # 9
    ("green: knight c3; denial: d4 e4", "c3", "c3-a4 c3-b4"),  # 10
    ("green: knight a1", "a1", "a1-b2 a1-c2"),  # 19
])
def test_moves_of_the_table(position, cell, exactly):
    assert {text for text in texts(GAME, at(GAME, position)) if text.startswith(cell)} == set(exactly.split())


def test_row_5_where_the_spear_leaps():
    position = "green: spearman c3; orange: pawn b3 c4 c5"
    assert set(texts(LEAPING, at(LEAPING, position))) == {"c3-d3", "c3xc4", "c3xc5"}


@pytest.mark.parametrize("rules", [GAME, LEAPING])
def test_row_6_a_clear_line(rules):
    assert "c3xc5" in texts(rules, at(rules, "green: spearman c3; orange: pawn c5"))


def test_row_11_a_pawn_recovers_every_token():
    position = play(GAME, at(GAME, f"green: pawn c3; denial: d4 d4 e4; {FAR}"), "c3-d4")
    assert shown(GAME, position) == (
        "green: pawn d4; orange: pawn f4; green tokens: 2; denial: e4; phase: move; turn: orange")


def test_row_12_a_denied_cell_is_closed_this_turn():
    position = play(GAME, at(GAME, f"green: pawn c3; orange tokens: 1; {FAR}"), "c3-d4 deny")
    assert texts(GAME, position) == ["c3-b4"]
    assert why(GAME, position, "c3-d4") == "d4 was denied this turn (COR-13)"
    assert shown(GAME, position) == (
        "green: pawn c3; orange: pawn f4; denial: d4; phase: move; denied: d4; again: c3; turn: green")


def test_row_14_a_spearman_cannot_enter_a_cell_with_a_token():
    position = at(GAME, "green: spearman c3; orange: pawn c5; denial: c5")
    assert set(texts(GAME, position)) == {"c3-b3", "c3-d3"}
    assert why(GAME, position, "c3xc5") == "a token lies on c5, only Pawns may enter (COR-24)"


def test_row_15_a_win_cannot_be_denied_but_banished():
    position = play(GAME, at(GAME, "green: pawn a5; orange tokens: 5; orange: pawn d5"), "a5-b6")
    assert texts(GAME, position) == ["pass", "banish"]
    assert why(GAME, position, "deny") == "b6 lies in orange home, where no token may be placed (COR-6)"
    won = play(GAME, position, "pass")
    assert str(GAME.outcome(won)) == "green won: its pawn has reached b6, orange home"
    assert (GAME.actors(won), GAME.actions(won, "green"), GAME.actions(won, "orange")) == ((), (), ())
    saved = play(GAME, position, "banish")
    assert GAME.outcome(saved) is None
    assert shown(GAME, saved) == (
        "orange: pawn d5; green supply: 1 pawn; orange tokens: 2; phase: move; stuck: 1; turn: orange")


def spawn_sets(rules, position, line=()):
    """Every position that the first spawn phase can end in, with the sets of spawning that lead there."""
    if "phase: move" in shown(rules, position):
        return {position: {frozenset(line)}}
    found = {}
    for text in texts(rules, position):
        more = (*line, text) if text != "done" else line
        for end, sets in spawn_sets(rules, play(rules, position, text), more).items():
            found.setdefault(end, set()).update(sets)
    return found


def test_row_16_the_first_turn_has_123_spawnings():
    start = GAME.start()
    assert (len(texts(GAME, start)), "done" in texts(GAME, start)) == (18, False)
    assert why(GAME, start, "done") == "green has to spawn a piece, without it there is no move (COR-9)"
    found = spawn_sets(GAME, start)
    assert all(len(sets) == 1 for sets in found.values())  # in whichever order, one set is one position
    sizes = [len(one) for sets in found.values() for one in sets]
    assert (sizes.count(1), sizes.count(2), len(sizes)) == (18, 105, 123)


def test_row_18_tokens_of_this_turn_may_be_spent_at_once():
    position = play(GAME, GAME.start(), "knight@c1 pawn@e1")
    assert "orange tokens: 3" in shown(GAME, position)  # the second player's one, and two
    assert texts(GAME, play(GAME, position, "e1-f2")) == ["pass", "deny", "banish"]


def test_supplies_are_full_at_the_start_and_the_second_player_has_a_token():
    assert shown(GAME, GAME.start()) == (
        f"green supply: {SUPPLY}; orange supply: {SUPPLY}; orange tokens: 1; turn: green")
    second = game(start="green supply: 1 pawn; orange supply: 1 pawn; turn: orange", second=2)
    assert "green tokens: 2; orange supply: 1 pawn; turn: orange" in shown(second, second.start())


# The course of a turn.

NEW = f"green: pawn c4; green supply: 1 pawn, 1 spearman; {FAR}"


def test_after_spawning_new_pieces_or_an_old_one_move():
    assert after(GAME, NEW, "pawn@a1 done") == {"a1-b2", "c4-b5", "c4-d5"}
    assert "turn: orange" in shown(GAME, play(GAME, at(GAME, NEW), "pawn@a1 done c4-b5 pass"))
    assert "turn: orange" in shown(GAME, play(GAME, at(GAME, NEW), "pawn@a1 done a1-b2 pass"))


def test_both_new_pieces_move_in_either_order():
    assert after(GAME, NEW, "pawn@a1 spearman@e1 a1-b2 pass") == {"e1-d1", "e1-f1"}
    assert after(GAME, NEW, "pawn@a1 spearman@e1 e1-f1") == {"a1-b2"}  # f1 lies in a home row: nothing to answer
    assert "turn: orange" in shown(GAME, play(GAME, at(GAME, NEW), "pawn@a1 spearman@e1 e1-f1 a1-b2 pass"))


def test_a_blocked_new_piece_is_tried_again():
    """The Spearman on a1 has only b1 to go to, which the other new piece leaves."""
    assert after(GAME, NEW, "spearman@a1 pawn@b1") == {"b1-a2", "b1-c2", "c4-b5", "c4-d5"}
    assert after(GAME, NEW, "spearman@a1 pawn@b1 b1-a2 pass") == {"a1-b1"}


def test_a_new_piece_without_a_move_is_skipped():
    position = f"green: pawn b1; green supply: 1 pawn, 1 spearman; {FAR}"
    assert shown(GAME, play(GAME, at(GAME, position), "spearman@a1 pawn@d1 d1-e2 pass")) == (
        "green: pawn b1 e2, spearman a1; orange: pawn f4; orange tokens: 2; phase: move; turn: orange")


def test_old_pieces_move_where_no_new_one_can():
    position = f"green: pawn b1; green supply: 1 spearman; orange tokens: 1; {FAR}"
    assert after(GAME, position, "spearman@a1") == {"b1-a2", "b1-c2"}


@pytest.mark.parametrize(("line", "options"), [
    ("pawn@a1 done a1-b2 deny", "c4-b5 c4-d5"),  # all moves of the new piece denied: old ones instead
    ("pawn@a1 done a1-b2 banish", "c4-b5 c4-d5"),  # and where it is banished
    ("pawn@c1 done c1-d2 deny", "c1-b2"),  # the same piece first
    ("pawn@a1 done c4-b5 deny c4-d5 deny", "a1-b2"),  # and the other way round
    ("pawn@a1 done c4-b5 banish", "a1-b2"),
    ("pawn@a1 spearman@e1 a1-b2 deny", "e1-d1 e1-f1"),  # new pieces were chosen
    ("pawn@a1 spearman@e1 a1-b2 banish", "e1-d1 e1-f1"),
    ("pawn@a1 spearman@e1 a1-b2 pass e1-f1 banish", "f4-e3"),  # once one has moved, orange's turn follows
    ("pawn@a1 spearman@e1 a1-b2 banish e1-f1 banish", "c4-b5 c4-d5"),
])
def test_which_pieces_move_instead(line, options):
    assert after(GAME, f"{NEW}; orange tokens: 9", line) == set(options.split())


def test_the_choice_of_new_pieces_goes_with_the_last_of_them():
    position = play(GAME, at(GAME, f"{NEW}; orange tokens: 2"), "pawn@a1 done a1-b2 banish")
    assert shown(GAME, position) == (
        "green: pawn c4; orange: pawn f4; green supply: 1 pawn, 1 spearman; phase: move; turn: green")


def test_a_piece_whose_moves_were_denied_is_not_chosen_again():
    position = play(GAME, at(GAME, f"green: pawn c3 e1; orange tokens: 2; {FAR}"), "c3-b4 deny c3-d4 deny")
    assert texts(GAME, position) == ["e1-d2", "e1-f2"]
    assert why(GAME, position, "c3-b4") == (
        "every move of the pawn on c3 was denied, it cannot be chosen again this turn")


def test_captured_pieces_miss_one_spawn_phase():
    position = play(GAME, at(GAME, "green: pawn c3 f1; orange: pawn d4; orange supply: 1 spearman"), "c3xd4")
    assert "orange supply: 1 spearman; orange resting: 1 pawn" in shown(GAME, position)
    assert why(GAME, position, "pawn@a6") == "orange's pawn was captured and rests in this spawn phase (COR-21)"
    position = play(GAME, position, "spearman@a6")
    assert "orange supply: 1 pawn" in shown(GAME, position)
    assert "resting" not in shown(GAME, position)


def test_a_banished_piece_is_ready_at_once_and_takes_nothing_with_it():
    line = "c3xd4 banish e1-f2 pass f4-e3 pawn@a1"
    position = play(GAME, at(GAME, "green: pawn c3 e1; orange: pawn d4 f4; orange tokens: 4"), line)
    assert shown(GAME, position).startswith("green: pawn a1 f2; orange: pawn e3 d4; orange tokens: 2;")


def test_a_denied_capture_leaves_the_token_under_the_piece():
    position = play(GAME, at(GAME, "green: spearman c3; orange: pawn c5; orange tokens: 1"), "c3xc5 deny")
    assert set(texts(GAME, position)) == {"c3-b3", "c3-d3"}
    position = play(GAME, position, "c3-b3")
    assert shown(GAME, position) == "green: spearman b3; orange: pawn c5; denial: c5; phase: move; turn: orange"


def test_a_capture_on_tokens_recovers_them_too():
    position = play(GAME, at(GAME, "green: pawn c3; orange: pawn d4 f5; denial: d4"), "c3xd4")
    assert shown(GAME, position) == (
        "green: pawn d4; orange: pawn f5; green tokens: 1; orange supply: 1 pawn; phase: move; turn: orange")


def test_two_turns_without_a_move_are_a_draw():
    """Green's only piece is denied both its cells; Orange's Spearman has a token beside it and the edge."""
    position = at(GAME, "green: pawn c3; orange: spearman a2; denial: b2; orange tokens: 2")
    position = play(GAME, position, "c3-b4 deny c3-d4 deny")
    assert str(GAME.outcome(position)) == "draw: neither player could move (COR-10)"
    assert shown(GAME, position) == "green: pawn c3; orange: spearman a2; denial: b2 b4 d4; stuck: 2; turn: green"


def test_a_turn_without_a_move_is_forgotten_after_a_move():
    position = play(GAME, at(GAME, "green: pawn c3; orange: pawn f4; orange tokens: 2"), "c3-b4 deny c3-d4 deny")
    assert shown(GAME, position) == (
        "green: pawn c3; orange: pawn f4; denial: b4 d4; phase: move; stuck: 1; turn: orange")
    assert "stuck" not in shown(GAME, play(GAME, position, "f4-e3"))


def test_spawning_is_forced_only_where_nothing_can_move():
    assert texts(GAME, at(GAME, f"green: pawn c3; green supply: 1 knight; {FAR}"))[-1] == "done"
    stuck = at(GAME, f"green: spearman c3; denial: b3 d3; green supply: 1 knight; {FAR}")
    assert "done" not in texts(GAME, stuck)
    assert "done" in texts(GAME, play(GAME, at(GAME, f"green supply: 2 knight; {FAR}"), "knight@a1"))


# Refusals, and what cannot be read.


@pytest.mark.parametrize(("position", "line", "text", "reason"), [
    ("green: spearman c3, pawn c4; orange: pawn c5", "", "c3xc5",
     "c4 is occupied, the Spearman's two-step is blocked (COR-1)"),
    ("green: pawn c3", "", "c3-c4", "the pawn on c3 cannot reach c4"),
    ("green: spearman c3", "", "c3-c4", "the spearman on c3 goes to c4 only to capture, and no piece stands there"),
    ("green: pawn c3 d4", "", "c3-d4", "green's own pawn stands on d4"),
    ("green: pawn c3; orange: pawn d4", "", "c3-d4", "the orange pawn stands on d4: the move is written c3xd4"),
    ("green: pawn c3", "", "b3-a4", "no piece stands on b3"),
    ("green: pawn c3; orange: pawn d4", "", "d4-c5", "it is the turn of green, and the pawn on d4 belongs to orange"),
    ("green: pawn c3", "", "c3", "`c3` is not a move: `c3-c4` moves, `c3xc5` captures"),
    ("green: pawn c3", "", "deny",
     "no move of orange is there to answer; where `pass` is the only answer, it is given by itself"),
    ("green: pawn c3", "", "done", "green has to move while a piece can (COR-17)"),
    ("green: pawn c3; green supply: 1 pawn", "done", "pawn@a1", "the spawn phase is over"),
    ("green: pawn c3; green supply: 1 pawn", "", "c3-d4", "the spawn phase comes first: `done` ends it"),
    ("green supply: 1 pawn", "", "c3-d4",
     "the spawn phase comes first: green has to spawn a piece, without it there is no move (COR-9)"),
    ("green: pawn a1; green supply: 1 pawn", "", "pawn@a1", "the green pawn stands on a1 (COR-5)"),
    ("green supply: 1 pawn", "", "knight@a1", "green has no knight in the supply"),
    ("green supply: 1 pawn", "", "queen@a1", "no piece is called `queen`: one of pawn, spearman or knight"),
    ("green supply: 1 pawn", "", "pawn@a2", "a2 is not in green home: pieces are spawned on a1, b1, c1, d1, e1 or f1"),
    ("green supply: 1 pawn", "", "pawn@h9", "h9 is not on the board: pieces are spawned on a1, b1, c1, d1, e1 or f1"),
    ("green: pawn c3 e3; orange tokens: 1", "c3-d4 deny", "e3-f4",
     "a move of the piece on c3 was denied, the same piece has to make another one"),
    ("green: pawn c3; orange tokens: 1", "c3-d4", "banish", "to banish costs 3 tokens, and orange has 1"),
    ("green: pawn c3; orange tokens: 1", "c3-d4", "c3-b4",
     "green has declared c3-d4, which is answered by `pass`, `deny` or `banish`"),
    (NEW, "pawn@a1 spearman@e1 a1-b2 pass", "c4-b5",
     "a new piece has moved, so only new pieces that have not may move: the pawn on c4 is none"),
    (f"{NEW}; orange tokens: 9", "pawn@a1 spearman@e1 a1-b2 banish", "c4-b5",
     "the new pieces were chosen to move, and the pawn on c4 is not new (COR-7)"),
    (f"{NEW}; orange tokens: 9; green: pawn e4", "pawn@a1 spearman@e1 c4-b5 banish", "a1-b2",
     "an old piece was chosen to move, and the pawn on a1 is new"),
])
def test_a_refusal_names_the_rule_that_forbids_the_action(position, line, text, reason):
    position = play(GAME, at(GAME, position), line)
    assert text not in texts(GAME, position)
    assert why(GAME, position, text) == reason


def test_refusals_for_a_player_who_does_not_decide():
    position = at(GAME, "green: pawn c3; orange tokens: 1")
    assert GAME.why_not(position, "orange", "pass") == "it is the turn of green"
    declared = play(GAME, position, "c3-d4")
    assert GAME.actors(declared) == ("orange",)
    assert GAME.why_not(declared, "green", "c3-b4") == "orange has to answer c3-d4 first: `pass`, `deny` or `banish`"
    assert GAME.why_not(at(GAME, "green: pawn c6"), "green", "done") == "the game is over"
    assert GAME.why_not(declared, "orange", "deny") == ""


@pytest.mark.parametrize(("note", "what"), [
    ("phase: moves", "`phase: moves` says nothing here"),
    ("mode: none", "`mode: none` says nothing here"),
    ("spawned: f4", "`spawned: f4` says nothing here"),
    ("again: c3 e1", "`again: c3 e1` says nothing here"),
    ("denied: z9", "denied: `z9` is not on the board"),
    ("stuck: often", "`stuck: often` says nothing here"),
    ("pending: c3-c4", "`pending: c3-c4` says nothing here"),
    ("pending: c3xd4", "`pending: c3xd4` says nothing here"),
    ("pending: whatever", "pending: `whatever` is not a move"),
])
def test_notes_without_a_meaning(note, what):
    with pytest.raises(PositionError) as caught:
        at(GAME, f"green: pawn c3 e1; {FAR}; {note}; turn: green")
    assert caught.value.message == what


def test_options_that_do_not_fit_are_all_reported():
    with pytest.raises(OptionErrors) as caught:
        game({"COR-10": "win"}, {"pawn": "fiF"}, "green supply: 1 pawn", homes={"green": "home", "red": "orange home"},
             denial="stone", recovers=("rook",))
    assert [mistake.key for mistake in caught.value.mistakes] == [
        ("homes",), ("homes", "green"), ("homes", "red"), ("denial",), ("recovers",), ("set",), ("rulings", "COR-10")]


def test_other_costs_and_numbers():
    rules = game(costs={"deny": 2, "banish": 4}, spawns=1, gain=2, homes=HOMES)
    position = play(rules, rules.start(), "pawn@c1 c1-d2")
    assert (texts(rules, position), "orange tokens: 3" in shown(rules, position)) == (["pass", "deny"], True)
    position = play(rules, position, "deny")
    assert "orange tokens: 1; denial: d2" in shown(rules, position)

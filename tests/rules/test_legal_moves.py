"""Legal moves: the rows of the first game's test table, friends, turns, and why a move is illegal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.helpers import betza_texts, engine, positions, quiet_and_captures, setting

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board
from fabgen.rules.directions import FORWARD, SQUARES
from fabgen.rules.legal_moves import Movements
from fabgen.rules.notation import Action, parse_action
from fabgen.rules.position import Piece, Position, Setting

WHERE = setting()
BLOCKED = engine(WHERE, pawn="fF", spearman="fcW2smW", knight="fmFfsmNfhcN")
LEAPING = engine(WHERE, pawn="fF", spearman="fcWfcDsmW", knight="fmFfsmNfhcN")


@pytest.mark.parametrize("rules", [BLOCKED, LEAPING])
@pytest.mark.parametrize(("text", "cell", "quiet", "captures"), [
    ("green: pawn c3", "c3", "b4 d4", ""),
    ("green: spearman c3", "c3", "b3 d3", ""),
    ("green: knight c3", "c3", "a4 b4 d4 e4", ""),
    ("green: spearman c3; orange: pawn c5", "c3", "b3 d3", "c5"),
    ("green: pawn c3; orange: pawn b4 c4", "c3", "d4", "b4"),
    ("orange: pawn c3; green: pawn b2 c2", "c3", "d2", "b2"),
    ("green: knight a1", "a1", "b2 c2", ""),
])
def test_rows_that_hold_in_both_readings(rules, text, cell, quiet, captures):
    moves = rules.moves(Position.parse(text, WHERE), cell)
    assert quiet_and_captures(moves) == (set(quiet.split()), set(captures.split()))


@pytest.mark.parametrize(("rules", "captures"), [(BLOCKED, {"c4"}), (LEAPING, {"c4", "c5"})])
def test_a_spear_reaches_over_a_piece_only_where_it_leaps(rules, captures):
    position = Position.parse("green: spearman c3; orange: pawn b3 c4 c5", WHERE)
    assert quiet_and_captures(rules.moves(position, "c3")) == ({"d3"}, captures)


@pytest.mark.parametrize(("rules", "legal"), [(BLOCKED, False), (LEAPING, True)])
def test_a_friend_in_the_way(rules, legal):
    position = Position.parse("green: spearman c3, pawn c4; orange: pawn c5", WHERE)
    assert (Action("c3", "c5", "c5") in rules.moves(position, "c3")) is legal


def test_moves_stand_in_lattice_order_and_empty_cells_have_none():
    position = Position.parse("green: knight c3; orange: pawn e4 b5", WHERE)
    assert [str(move) for move in BLOCKED.moves(position, "c3")] == ["c3-a4", "c3-b4", "c3-d4", "c3xe4", "c3xb5"]
    assert BLOCKED.moves(position, "a1") == ()


def test_all_moves_follow_the_turn_or_the_player_named():
    position = Position.parse("green: pawn a1; orange: pawn f6; turn: orange", WHERE)
    assert [str(move) for move in BLOCKED.all_moves(position)] == ["f6-e5"]
    assert [str(move) for move in BLOCKED.all_moves(position, "green")] == ["a1-b2"]
    either = Position.parse("green: pawn a1; orange: pawn f6", WHERE)
    assert [str(move) for move in BLOCKED.all_moves(either)] == ["a1-b2", "f6-e5"]


def test_a_first_move_is_for_unmoved_pieces():
    where = setting(8, 8, ("pawn",), white="up", black="down")
    rules = engine(where, pawn="fmWfcFfimnD")
    text = "white: pawn e2 f2; black: pawn f3; unmoved: e2 f2"
    assert [str(move) for move in rules.moves(Position.parse(text, where), "e2")] == ["e2-e3", "e2xf3", "e2-e4"]
    assert rules.moves(Position.parse(text, where), "f2") == ()
    assert [str(move) for move in rules.moves(Position.parse("white: pawn e2", where), "e2")] == ["e2-e3"]


@pytest.mark.parametrize(("betza", "blockers", "open_cells"), [
    ("nN", "d5", "b5 f5 b3 f3 c2 e2"), ("nN", "e5", "b5 f5 b3 f3 c2 e2 c6 e6"), ("nA", "e5", "b6 b2 f2"),
    ("nD", "d5", "b4 f4 d2"), ("nH", "d6", "a4 g4 d1"), ("nG", "f6", "a7 a1 g1"), ("nZ", "e6", "b7 a6 g6 a2 g2 b1 f1"),
])
def test_a_lame_leap_is_blocked_by_pieces_on_its_way(betza, blockers, open_cells):
    where = setting(8, 8, ("it", "stone"), white="up")
    position = Position.parse(f"white: it d4, stone {blockers}", where)
    moves = engine(where, it=betza, stone="fF").moves(position, "d4")
    assert {move.target for move in moves} == set(open_cells.split())


@pytest.mark.parametrize(("move", "reason"), [
    ("c3xc5", "the spearman on c3 is blocked by the green pawn on c4"),
    ("c3-c5", "the spearman on c3 is blocked by the green pawn on c4"),
    ("c3-c4", "green's own pawn stands on c4"),
    ("c3xd3", "no piece stands on d3: the move is written c3-d3"),
    ("e4-d5", "the orange knight stands on d5: the move is written e4xd5"),
    ("e3-e5", "the spearman on e3 goes to e5 only to capture, and no piece stands there"),
    ("a1-a2", "no piece stands on a1"),
    ("a2-a3", "the spearman on a2 goes to a3 only to capture, and no piece stands there"),
    ("a2xb2", "the spearman on a2 cannot capture on b2, it goes there only while the cell is empty"),
    ("c4-c5", "the pawn on c4 cannot reach c5"),
    ("c5-b4", "it is the turn of green, and the pawn on c5 belongs to orange"),
])
def test_a_refusal_says_why_the_move_is_illegal(move, reason):
    text = "green: spearman a2 c3 e3, pawn c4 e4; orange: pawn c5 b2, knight d5; turn: green"
    assert BLOCKED.why_illegal(Position.parse(text, WHERE), parse_action(move, WHERE.lattice)) == reason


def test_why_illegal_knows_first_moves_and_cells_off_the_board():
    where = setting(8, 8, ("pawn",), white="up")
    rules, position = engine(where, pawn="fmWfimD"), Position.parse("white: pawn e2", where)
    reason = "the pawn on e2 may go to e4 on its first move only, and it has moved"
    assert rules.why_illegal(position, Action("e2", "e4")) == reason
    assert rules.why_illegal(position, Action("e2", "e9")) == "e9 is not on the board"
    assert rules.why_illegal(position, Action("e2", "e2")) == "a move ends on another cell than e2"


def test_a_piece_without_a_movement_is_an_error():
    with pytest.raises(ValueError, match="`spearman` has no movement"):
        Movements(WHERE, {"pawn": parse_betza("fF"), "knight": parse_betza("N")})


TWO = Setting(Board(5, 4), {"one": "up", "two": "right"}, ("a", "b"))


@pytest.mark.slow
@given(betza_texts, betza_texts, positions(TWO))
def test_a_reason_is_given_just_for_illegal_moves(a, b, position):
    rules = engine(TWO, a=a, b=b)
    for origin in position.pieces:
        to_move = position.turn in (None, position.pieces[origin].player)
        legal = rules.moves(position, origin) if to_move else ()
        for target in TWO.lattice.cells:
            for action in (Action(origin, target), Action(origin, target, target)):
                assert (rules.why_illegal(position, action) == "") == (action in legal)


@pytest.mark.slow
@given(betza_texts, positions(TWO))
def test_friends_are_safe_and_captures_take_enemies(text, position):
    for move in engine(TWO, a=text, b="K").all_moves(position):
        owner = position.pieces[move.origin].player
        assert (move.captured is None) == (move.target not in position.pieces)
        assert move.captured is None or position.pieces[move.target].player != owner


def _mapped(position, where, moved, player=lambda name: name):
    men = {moved(cell): Piece(player(man.player), man.kind) for cell, man in position.pieces.items()}
    return Position(where, men, None, frozenset(map(moved, position.unmoved)))


def _as_pairs(moves):
    return {(move.origin, move.target, move.captured) for move in moves}


@pytest.mark.slow
@given(betza_texts, positions(setting(7, 6, ("it",), one="up", two="down")))
def test_a_mirrored_position_has_the_mirrored_moves(text, position):
    where = position.setting
    mirrored = text.translate(str.maketrans("lr", "rl"))

    def mirror(cell):
        x, y = where.lattice.place(cell)
        return where.lattice.cell(where.lattice.files - 1 - x, y)

    position = Position(where, position.pieces, None, position.unmoved)
    moves = engine(where, it=text).all_moves(position)
    expected = {(mirror(m.origin), mirror(m.target), m.captured and mirror(m.captured)) for m in moves}
    assert _as_pairs(engine(where, it=mirrored).all_moves(_mapped(position, where, mirror))) == expected


@pytest.mark.slow
@given(betza_texts, positions(setting(6, 6, ("it",), one="up", two="down")), st.sampled_from(list(FORWARD)))
def test_a_turned_player_has_the_turned_moves(text, position, forward):
    opposite = {"up": "down", "down": "up", "left": "right", "right": "left"}
    turned = setting(6, 6, ("it",), one=forward, two=opposite[forward])

    def turn(cell):  # about the centre, in halves of a cell
        x, y = turned.lattice.place(cell)
        tx, ty = SQUARES.to_board((2 * x - 5, 2 * y - 5), forward)
        return turned.lattice.cell((tx + 5) // 2, (ty + 5) // 2)

    position = Position(position.setting, position.pieces, None, position.unmoved)
    moves = engine(position.setting, it=text).all_moves(position)
    expected = {(turn(m.origin), turn(m.target), m.captured and turn(m.captured)) for m in moves}
    assert _as_pairs(engine(turned, it=text).all_moves(_mapped(position, turned, turn))) == expected


@pytest.mark.parametrize(("text", "action", "ends"), [
    ("green: spearman c3; orange: pawn c4 c5", "c3xc5", "is blocked by the orange pawn on c4 (LEAP)"),
    ("green: spearman c3; orange: pawn c4 c6", "c3xc6", "cannot reach c6"),
    ("green: spearman c3, pawn c5", "c3xc5", "own pawn stands on c5"),
    ("green: pawn c3; orange: pawn c4", "c3xc4", "cannot reach c4"),
])
def test_a_ruling_is_named_where_another_reading_of_it_would_allow_the_move(text, action, ends):
    others = {"spearman": {"LEAP": (LEAPING.movements["spearman"],)}}
    ruled = Movements(WHERE, BLOCKED.movements, others)
    assert ruled.why_illegal(Position.parse(text, WHERE), parse_action(action, WHERE.lattice)).endswith(ends)

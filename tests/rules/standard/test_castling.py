"""Castling, capture in passing and draws without progress: published counts, python-chess, and cases by hand."""

import random

import chess
import pytest
from rules.standard.orthodox import CHESS, GAME, perft_of, position_of, text_of
from rules.standard.specs import at, build, play, texts, why

from fabgen.core.english import join_words
from fabgen.rules.boards import hexagon_board
from fabgen.rules.match import begin
from fabgen.rules.perft import perft
from fabgen.rules.position import Position
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.rules import STANDARD

PUBLISHED = {  # https://www.chessprogramming.org/Perft_Results
    "start": (chess.STARTING_FEN, (20, 400, 8902, 197281)),
    "kiwipete": ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2039, 97862)),
    "position 3": ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812, 43238)),
    "position 4": ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467)),
    "position 5": ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", (44, 1486, 62379)),
    "position 6": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", (46, 2079, 89890)),
}


def counts(name, depths):
    """The published counts of a position, ours, and those of python-chess, of so many depths."""
    fen, published = PUBLISHED[name]
    board = chess.Board(fen)
    wanted = range(1, depths + 1)
    ours = tuple(perft(GAME, position_of(board), depth) for depth in wanted)
    theirs = tuple(perft_of(board, depth) for depth in wanted)
    return published[:depths], ours, theirs


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts_and_those_of_python_chess(name):
    published, ours, theirs = counts(name, 2)
    assert ours == theirs == published


@pytest.mark.slow
@pytest.mark.parametrize("name", ["start", "kiwipete", "position 3", "position 4"])
def test_the_deeper_counts(name):
    """Three turns; `benchmarks/perft.py --published` has all of them."""
    published, ours, theirs = counts(name, 3)
    assert ours == theirs == published


def compare(seed, games, plies):
    """Random games against python-chess: every action by its text, every position from its text. How many moves castled
    and captured in passing."""
    dice, seen = random.Random(seed), {"castled": 0, "in passing": 0}
    for _ in range(games):
        board, position = chess.Board(), GAME.start()
        for _ in range(plies):
            moves = list(board.legal_moves)
            assert sorted(texts(GAME, position)) == sorted(text_of(board, move) for move in moves), board.fen()
            assert position == position_of(board)
            assert GAME.read(Position.parse(str(GAME.show(position)), GAME.setting)) == position
            if not moves:
                break
            special = [move for move in moves if board.is_castling(move) or board.is_en_passant(move)]
            move = dice.choice(special or moves)
            seen["castled"] += board.is_castling(move)
            seen["in passing"] += board.is_en_passant(move)
            position = play(GAME, position, text_of(board, move))
            board.push(move)
    return seen


def test_random_games_against_python_chess():
    seen = compare(3, 3, 60)
    assert seen["castled"] > 0
    assert seen["in passing"] > 0


ROOKS = "white: king e1, rook a1 h1; black: king e8"


def test_castling_moves_both_pieces():
    position = at(GAME, f"{ROOKS}; unmoved: e1 a1 h1; turn: white")
    assert str(GAME.show(play(GAME, position, "e1-g1"))) == "white: rook a1 f1, king g1; black: king e8; turn: black"
    assert str(GAME.show(play(GAME, position, "e1-c1"))) == "white: rook d1 h1, king c1; black: king e8; turn: black"


def test_castling_beside_jumps_that_take():
    """Both kings may castle, and attacks are searched: there the other king's castling takes nothing. A rook that looks
    at b1, which the king crosses, forbids it; one that looks at e1 does not."""
    spec = {"grid": (6, 6), "pieces": {"man": "W", "rook": "R", "king": "K"},
            "rules": {"royal": ["king"], "castling": {"king": [{"partner": "rook", "steps": 2}]},
                      "hops": {"man": [{"over": "enemy", "to": "W", "takes": "removed"}]}},
            "setup": "white: king a1, rook e1, man a2; black: king a6, rook e6, man a5; turn: white"}
    game = build(spec)
    assert "a1-c1" in texts(game, game.start())
    for cell, is_legal in (("e6", True), ("b6", False)):
        text = f"white: king a1, rook e1, man a2; black: king a6, rook {cell}, man a5; unmoved: a1 e1; turn: white"
        position = at(game, text)
        assert ("a1-c1" in texts(game, position)) is is_legal
        assert bool(why(game, position, "a1-c1")) is not is_legal


def test_rights_that_are_lost_are_not_noted():
    position = at(GAME, f"{ROOKS}; unmoved: e1 a1 h1; turn: white")
    assert "unmoved: a1 e1" in str(GAME.show(play(GAME, position, "h1-h2")))
    assert "unmoved" not in str(GAME.show(play(GAME, position, "e1-e2")))
    taken = at(GAME, "white: king e1, rook h1; black: king e8, bishop d5; unmoved: e1 h1; turn: black")
    assert "unmoved" not in str(GAME.show(play(GAME, taken, "d5xh1")))


@pytest.mark.parametrize(
    ("text", "action", "reason"),
    [
        ("white: king e1, rook h1, bishop f1; black: king e8; unmoved: e1 h1", "e1-g1",
         "the white bishop on f1 is in the way"),
        (f"{ROOKS}; unmoved: e1 h1", "e1-c1",
         "the white king on e1 or the white rook on a1 has moved before, and castling is for unmoved pieces"),
        ("white: king e1, rook h1; black: king e8; unmoved: e1 h1", "e1-c1",
         "there is no rook on that line to castle with"),
        (f"{ROOKS}, rook f8; unmoved: e1 a1 h1", "e1-g1",
         "the king castles neither out of an attack nor over one, and it could be captured on f1"),
        (f"{ROOKS}, rook e7; unmoved: e1 a1 h1", "e1-c1",
         "the king castles neither out of an attack nor over one, and it could be captured on e1"),
        (f"{ROOKS}, rook c8; unmoved: e1 a1 h1", "e1-c1", "what stands on c1 is royal and could be captured then"),
        (f"{ROOKS}, rook b8; unmoved: e1 a1 h1", "e1-c1", ""),
    ],
)
def test_refusals_of_castling_name_the_rule(text, action, reason):
    assert why(GAME, at(GAME, f"{text}; turn: white"), action) == reason


def test_refusals_cite_the_ruling_behind_castling():
    game = build(CHESS, cites={"castling": "C-1"})
    position = at(game, f"{ROOKS}; unmoved: e1 h1; turn: white")
    assert why(game, position, "e1-c1").endswith("castling is for unmoved pieces (C-1)")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("white: king e1, pawn e5; black: king e8, pawn d5; en passant: d6; turn: white", ""),
        ("white: king e1, pawn e5; black: king e8, pawn d5; turn: white",
         "the pawn on e5 goes to d6 only to capture, and no piece stands there, and it captures nothing in passing "
         "there now"),
        # The pawn on c5 may capture so, that on e5 keeps the rook from the king.
        ("white: king e1, pawn c5 e5; black: king g8, rook e8, pawn d5; en passant: d6; turn: white",
         "what stands on e1 is royal and could be captured then"),
    ],
)
def test_refusals_of_captures_in_passing(text, reason):
    assert why(GAME, at(GAME, text), "e5xd6") == reason


def test_a_capture_in_passing_that_is_not_legal_is_not_noted():
    """Both pawns would leave the fifth row at once, between the king and the rook; and where nobody could capture."""
    row = at(GAME, "white: king a5, pawn e5; black: king g8, rook h5, pawn d5; en passant: d6; turn: white")
    assert "en passant" not in str(GAME.show(row))
    assert "e5xd6" not in texts(GAME, row)
    alone = at(GAME, "white: king e1, pawn e2; black: king e8; unmoved: e2; turn: white")
    assert "en passant" not in str(GAME.show(play(GAME, alone, "e2-e4")))


@pytest.mark.parametrize(
    ("note", "problem"),
    [
        ("e6", "`en passant: e6`: no piece that can be captured in passing has come over e6"),
        ("z9", "`en passant: z9`: z9 is not on the board: write the cell that is crossed"),
    ],
)
def test_notes_that_no_game_can_have(note, problem):
    with pytest.raises(ValueError, match="en passant") as error:
        at(GAME, f"white: king e1, pawn e5; black: king e8, pawn d5; en passant: {note}; turn: white")
    assert str(error.value) == problem


def test_long_crossings_name_the_piece_where_it_is_not_clear():
    """Rooks are captured in passing by pawns: the one on a4 has come over d4, or that on g4 has."""
    game = build(CHESS, en_passant={"pawn": ["rook"]}, royal=[], castling={}, win=[{"capture": ["king"]}])
    text = "white: king a1, rook a4 g4; black: king h8, pawn e5; turn: black"
    with pytest.raises(ValueError, match=r"several pieces can have come over it: write `d4 of a4` or `d4 of g4`"):
        at(game, text + "; en passant: d4")
    position = at(game, text + "; en passant: d4 of g4")
    assert "en passant: d4 of g4" in str(game.show(position))
    assert game.read(game.show(position)) == position
    after = play(game, position, "e5xd4")
    assert str(game.show(after)).startswith("white: rook a4, king a1; black: pawn d4, king h8")


def test_repetition_counts_rights_and_captures_in_passing():
    """The king's moves lose the right to castle: the first position does not come again, the second does."""
    match = begin(GAME, at(GAME, f"{ROOKS}; unmoved: e1 a1 h1; turn: white"))
    for line in ("e1-e2", "e8-e7", "e2-e1", "e7-e8") * 2:
        match = match.then(line)
    assert match.outcome() is None
    assert str(match.then("e1-e2").outcome()) == "draw: the same position came up 3 times"


LIMITED = {"actions": 4, "moves_of": ["pawn"]}


def test_a_draw_after_actions_without_progress():
    game = build(CHESS, no_progress=LIMITED)
    position = at(game, "white: king e1, pawn a2; black: king e8; turn: white")
    position = play(game, position, "e1-d1", "e8-d8", "d1-e1")
    assert "quiet: 3" in str(game.show(position))
    assert game.read(game.show(position)) == position
    after = play(game, position, "d8-e8")
    assert str(game.outcome(after)) == "draw: 4 actions in a row without progress"
    assert game.actors(after) == ()
    assert game.read(game.show(after)) == after


@pytest.mark.parametrize("action", ["a2-a3", "e1xd1"])
def test_what_is_progress(action):
    game = build(CHESS, no_progress=LIMITED)
    position = at(game, "white: king e1, pawn a2; black: king e8, knight d1; quiet: 3; turn: white")
    after = play(game, position, action)
    assert "quiet" not in str(game.show(after))
    assert game.outcome(after) is None


def test_checkmate_comes_before_the_draw():
    game = build(CHESS, no_progress=LIMITED)
    position = at(game, "white: king f6, rook a1; black: king f8; quiet: 3; turn: white")
    assert game.outcome(play(game, position, "a1-a8")).winners == ("white",)
    assert game.outcome(play(game, position, "a1-b1")).winners == ()


def test_repetition_does_not_ask_how_long_nothing_happened():
    game = build(CHESS, no_progress={"actions": 100})
    match = begin(game, at(game, "white: king e1; black: king e8; turn: white"))
    for line in ("e1-e2", "e8-e7", "e2-e1", "e7-e8") * 2:
        assert match.outcome() is None
        match = match.then(line)
    assert str(match.outcome()) == "draw: the same position came up 3 times"


def test_castling_on_other_boards_and_with_other_partners():
    """On 10 columns the king goes three cells; up the board with an elephant; and on hexagons in any of six ways."""
    wide = build(
        CHESS | {"grid": (10, 8), "zones": {"top": "a8-j8", "bottom": "a1-j1"}, "setup": ""},
        castling={"king": [{"partner": "rook", "steps": 3}]},
    )
    position = at(wide, "white: king f1, rook a1 j1; black: king f8; unmoved: f1 a1 j1; turn: white")
    assert {"f1-i1", "f1-c1"} <= {*texts(wide, position)}
    upwards = build(CHESS, castling={"king": [{"partner": "bishop", "to": "fW", "steps": 3}]})
    position = at(upwards, "white: king e1, bishop e5; black: king a8; unmoved: e1 e5; turn: white")
    assert str(upwards.show(play(upwards, position, "e1-e4"))).startswith("white: bishop e3, king e4")
    hexagons = build(
        {"board": hexagon_board(6), "pieces": {"king": "W", "tower": "R"}},
        castling={"king": [{"partner": "tower"}]},
    )
    position = at(hexagons, "white: king f6, tower f10 k6; black: king a1; unmoved: f6 f10 k6; turn: white")
    neighbours = {"f6-f7", "f6-f5", "f6-e6", "f6-e5", "f6-g6", "f6-g5"}
    assert {*texts(hexagons, position, "f6")} == neighbours | {"f6-f8", "f6-h6"}


def test_castling_may_differ_between_players():
    game = build(
        CHESS,
        castling={
            "white king": [{"partner": "rook", "to": "rW", "steps": 2}],
            "black king": [{"partner": "rook", "to": "rW", "steps": 3}],
        },
    )
    kings = "white: king e1, rook a1 h1; black: king e8, rook a8 h8; unmoved: a1 e1 h1 a8 e8 h8"
    assert [text for text in texts(game, at(game, f"{kings}; turn: white"), "e1") if text in ("e1-c1", "e1-g1")] == [
        "e1-g1"
    ]
    assert "e8-b8" in texts(game, at(game, f"{kings}; turn: black"), "e8")


def mistakes(**options):
    """What is wrong with options."""
    with pytest.raises(OptionErrors) as error:
        build(CHESS, **options)
    return [join_words([*map(str, mistake.key), mistake.what, mistake.hint], "") for mistake in error.value.mistakes]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"castling": {"kind": [{"partner": "rook"}]}}, "`kind` is no player, no piece and no `player piece`"),
        ({"castling": {"king": [{"partner": "tower"}]}}, "there is no piece `tower`"),
        ({"castling": {"king": [{"partner": "rook", "steps": 9}]}}, "nothing goes 9 cells on this board"),
        ({"castling": {"king": [{"partner": "rook", "steps": 1}]}},
         "the king goes 1 cell that way by itself too: both would be written alike"),
        ({"castling": {"king": [{"partner": "rook", "to": "N"}]}}, "`N` leads further than to neighbours"),
        ({"castling": {"king": [{"partner": "rook", "to": "?"}]}}, "`?` is no direction"),
        ({"en_passant": {"pawn": ["pawm"]}}, "there is no piece `pawm`"),
        ({"en_passant": {"man": ["pawn"]}}, "there is no piece `man`"),
        ({"royal": [], "in_turn": 2}, "capture in passing is for turns of one action, and `in_turn` is `2`"),
        ({"capture": "none"}, "no piece captures by moving onto a cell: `capture` is `none`"),
        ({"terrain": {"top": {"open": "even"}}}, "capture in passing does not know terrain that closes cells"),
        ({"no_progress": {"actions": 100, "moves_of": ["man"]}}, "there is no piece `man`"),
    ],
)
def test_bad_options_have_one_message_each(options, what):
    found = mistakes(**options)
    assert len(found) == 1
    assert what in found[0]


def test_what_can_never_happen_is_told():
    """The rooks start beside the king, and a pawn that jumps two cells crosses none."""
    crowded = CHESS | {"setup": "white: king e1, rook d1 f1, pawn a2; black: king e8, pawn a7"}
    jumping = crowded | {"pieces": CHESS["pieces"] | {"pawn": "fmWfimDfcF"}}
    doubts = {doubt.key: doubt.what for doubt in STANDARD.doubts(build(jumping))}
    castling = "this castling can never happen: no rook starts on such a line"
    assert doubts["rules", "castling", "king", 0].startswith(castling)
    assert doubts["rules", "en_passant", "pawn", 0] == "a pawn never crosses a cell, so it is never captured in passing"
    assert list(STANDARD.doubts(GAME)) == []


def test_castling_brings_pieces_where_they_come_by_nothing_else():
    """The king steps diagonally and the tower not at all: only castling brings it to e1's neighbour on its own line."""
    spec = {
        "pieces": {"king": "F", "tower": "none"},
        "zones": {"goal": "f1"},
        "setup": "white: king e1, tower h1; black: king a8",
        "rules": {"castling": {"king": [{"partner": "tower"}]}, "win": [{"reach": {"white tower": "goal"}}]},
    }
    assert [doubt.what for doubt in STANDARD.doubts(build(spec)) if "reach" in doubt.key] == []

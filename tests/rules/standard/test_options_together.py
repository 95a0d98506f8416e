"""Options that are rarely written together: what each says holds beside the others. All cases by hand."""

import pytest
from pydantic import ValidationError
from rules.standard.specs import at, build, play, texts, why

from fabgen.rules.boards import Board
from fabgen.rules.position import PositionError
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.options import StandardOptions

PLACING = {  # white encloses the man on b1 from c1, and the man on c4 from b4
    "grid": (4, 4),
    "pieces": {"man": "R"},
    "rules": {"capture": "custodial", "drops": {"man": "board"}, "drops_first": True, "compulsory": True},
    "setup": "white hand: 5 man; black hand: 5 man; turn: white",
}
ENCLOSED = "white: man a1 d4; black: man b1 c4; white hand: 3 man; black hand: 3 man; turn: white"


def test_a_capture_is_compulsory_among_drops_that_come_first():
    game = build(PLACING)
    position = at(game, ENCLOSED)
    assert texts(game, position) == ["man@c1", "man@b4"]
    assert why(game, position, "man@d2") == "a capture is compulsory: man@c1 or man@b4"
    assert why(game, position, "a1-a2") == "pieces in hand are placed before anything moves"


def test_the_capture_of_a_turn_may_be_a_drop_that_encloses():
    """After a drop that takes nobody, the two drops that enclose a man are the captures of the turn."""
    game = build(PLACING, in_turn="move and capture", compulsory=False)
    position = at(game, ENCLOSED)
    (move,) = (move for move in game.actions(position, "white") if game.text(position, move) == "man@d2")
    assert texts(game, game.apply(position, {"white": move})) == ["man@c1", "man@b4", "pass"]


def test_who_can_place_nothing_moves_though_drops_come_first():
    """A man placed on a3 or b1, the only vacant cells, would be in a group without a vacant cell next to it; the man on
    b3 that moves to a3 leaves one behind."""
    rules = {"capture": "surround", "drops": {"man": "board"}, "drops_first": True}
    game = build({"grid": (3, 3), "pieces": {"man": "W"}, "rules": rules, "setup": PLACING["setup"]})
    position = at(game, "white: man b3; black: man a1 a2 b2 c1 c2 c3; white hand: 1 man; turn: white")
    assert texts(game, position) == ["b3-a3"]
    assert why(game, position, "man@a3") == "a piece on a3 would be in a group with no vacant cell next to it"


def test_a_capture_that_may_not_be_made_is_not_compulsory():
    """Go on 4x4: black takes the ko on b2 from c2. White may not take back at once, and plays elsewhere; on a1 a stone
    would have no liberty."""
    rules = {
        "capture": "surround", "drops": {"man": "board"}, "supply": "endless", "recurrence": "board",
        "compulsory": True, "repetition": None,
    }
    game = build({"grid": (4, 4), "pieces": {"man": "none"}, "rules": rules, "setup": "turn: black"})
    before = at(game, "black: man a2 b1 b3; white: man b2 c1 c3 d2; turn: black")
    assert texts(game, before) == ["man@c2"]
    (move,) = game.actions(before, "black")
    after = game.apply(before, {"black": move})
    assert "b2" not in str(game.show(after)).partition("white:")[2].partition(";")[0]
    free = {f"man@{cell}" for cell in ["d1", "a3", "d3", "a4", "b4", "c4", "d4"]}
    assert set(texts(game, after)) == free


def test_nobody_flies_into_a_hole():
    """On 3x3 without b2 and c3, the one man of white flies to the five cells that are vacant, himself and black's man
    left out."""
    board = Board(3, 3).without(["b2", "c3"])
    rules = {"flies": {"man": 3}, "repetition": None}
    game = build({"board": board, "pieces": {"man": "W"}, "rules": rules,
                  "setup": "white: man a1; black: man a3; turn: white"})
    assert set(texts(game, game.start())) == {f"a1-{cell}" for cell in ("b1", "c1", "a2", "c2", "b3")}


def test_only_the_next_of_three_players_captures_in_passing():
    """White's man crosses b3. Black is next: a man on a4 captures there, the one of red on c4 may not, neither in
    black's turn nor in red's."""
    players = {"white": "up", "black": "down", "red": "left"}
    game = build({"grid": (6, 6), "players": players, "pieces": {"man": "fmWfimnDfcF"},
                  "rules": {"en_passant": {"man": ["man"]}},
                  "setup": "white: man b2; black: man f6 a4; red: man c4 e1; turn: white"})
    crossed = play(game, game.start(), "b2-b4")
    assert str(game.show(crossed)).split("; ")[3] == "en passant: b3"
    assert set(texts(game, crossed)) == {"a4-a3", "a4-a2", "a4xb3", "f6-f5", "f6-f4"}
    assert set(texts(game, play(game, crossed, "f6-f5"))) == {"e1-d1", "e1-c1"}
    alone = play(game, at(game, "white: man b2; black: man f6; red: man c4; unmoved: b2; turn: white"), "b2-b4")
    assert "en passant" not in str(game.show(alone))
    assert texts(game, alone) == ["f6-f5"]


def test_towers_go_where_the_diagram_says():
    """With nothing to capture by moving, what only captures is no move: neither onto a piece nor to a vacant cell."""
    rules = {"capture": "none", "stacks": {"onto": "any"}}
    game = build({"grid": (3, 3), "pieces": {"man": "fmWcF"}, "rules": rules,
                  "setup": "white: man b1; black: man a2; turn: white"})
    assert texts(game, game.start()) == ["b1-b2"]
    with pytest.raises(OptionErrors) as found:
        build({"grid": (3, 4), "pieces": {"man": "fWfimnD"}, "rules": rules, "setup": "white: man a1; turn: white"})
    (mistake,) = found.value.mistakes
    assert mistake.key == ("stacks", "onto")
    assert mistake.what == "`onto: any` does not go with moves that only a piece has that has not moved"


def test_a_goal_that_nobody_can_meet_is_refused():
    for goal in ({"reach": {}}, {"connect": {}}):
        with pytest.raises(ValidationError):
            StandardOptions.model_validate({"win": [goal]})
    goal = {"connect": {"white": ["top", "bottom"]}, "without": ["man"]}
    with pytest.raises(OptionErrors) as found:
        build({**PLACING, "zones": {"top": "a4-d4", "bottom": "a1-d1"}}, win=[goal])
    assert [mistake.what for mistake in found.value.mistakes] == ["no kind of piece is left to connect anything"]


def test_a_cell_that_is_named_twice_in_a_game_of_towers():
    game = build({"grid": (3, 3), "pieces": {"man": "W"}, "rules": {"capture": "none", "stacks": {"onto": "any"}},
                  "setup": "white: man b1; black: man a2; turn: white"})
    with pytest.raises(PositionError) as found:
        at(game, "white: man b1; black: man b1; turn: white")
    (mistake,) = found.value.mistakes
    assert mistake.hint == "the pieces below the one on top are named by `under b1: ...`"

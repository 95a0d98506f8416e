"""Hidden pieces and hands: what a view holds and what it does not, records, refusals, and options that do not fit."""

import random
from itertools import permutations

import pytest
from cases import cases
from rules.standard.specs import build_any

from fabgen.rules.match import begin, replay
from fabgen.rules.position import HIDDEN, Piece, Position
from fabgen.rules.protocol import OptionErrors
from fabgen.rules.standard.rules import STANDARD
from fabgen.rules.views import hides, view, view_setting

GHOSTS = {  # two kinds that look alike; a player without good ones has lost
    "grid": (5, 5),
    "pieces": {"good": "W", "bad": "W", "guide": "F"},
    "zones": {"top": "a5 e5", "bottom": "a1 e1"},
    "rules": {
        "hidden": {"pieces": ["good", "bad"]},
        "win": [{"capture": ["good"]}, {"reach": {"white good": "top", "black good": "bottom"}}],
    },
    "setup": "white: good b1 c1, bad d1 b2, guide c2; black: good b5 c5, bad d5 d4, guide c4",
}
PLACING = {  # pieces are placed from a hidden hand, promoted, captured into hands
    "grid": (4, 5),
    "pieces": {"spy": "K", "miner": "R", "scout": "W"},
    "zones": {"near": "a1-d2", "far": "a4-d5", "top": "a5-d5", "bottom": "a1-d1", "board": "a1-d5"},
    "rules": {
        "hidden": {"pieces": "all", "hands": True, "revealed_by": "move", "stays": "one action"},
        "drops": {"white": "near", "black": "far"},
        "captured": "captor",
        "promotion": {"scout": {"zone": {"white": "top", "black": "bottom"}, "to": ["spy", "miner"], "choice": "may"}},
        "in_turn": "move and capture",
        "passing": "always",
        "stuck": "draws",
    },
    "setup": "white: scout a1; black: scout d5; white hand: 1 spy, 1 miner, 1 scout; black hand: 2 spy, 1 miner",
}
TRACKED = {  # three players; a piece that has jumped into its goal has to walk into it, which positions note
    "grid": (6, 6),
    "players": {"red": "up", "green": "down", "blue": "right"},
    "pieces": {"king": "K", "rook": "WfimD", "pawn": "fW"},
    "zones": {"middle": "c3-d4"},
    "rules": {
        "hidden": {"pieces": ["king", "rook"]},
        "hops": {"king": [{"over": "any"}], "rook": [{"over": "any", "takes": "removed"}]},
        "win": [{"reach": {"king": "middle"}, "by": "moves"}, {"capture": "all"}],
    },
    "setup": "red: king a1, rook b1 c1, pawn d2; green: king f6, rook e6 d6, pawn c5; "
             "blue: king a4, rook a5 b5, pawn b4",
}
SPECS = {"ghosts": GHOSTS, "placing": PLACING, "tracked": TRACKED}


def other_worlds(game, position, player):
    """Positions that differ from one only in what is hidden from a player: the kinds of each other player's hidden
    pieces are dealt out in another order, on the board and in hand."""
    shown = game.show(position)
    revealed = {cell.strip() for cell in shown.notes.get("revealed", "").split(",")}
    hidden = game.hidden.pieces
    kinds = game.setting.kinds if hidden == "all" else hidden
    for owner in game.setting.players:
        if owner == player:
            continue
        cells = [cell for cell, piece in shown.pieces.items()
                 if piece.player == owner and piece.kind in kinds and cell not in revealed]
        alternatives = {tuple(order) for order in permutations([shown.pieces[cell].kind for cell in cells])}
        if len(cells) < 7:
            alternatives |= {(kind,) * len(cells) for kind in kinds}
        for order in sorted(alternatives)[::max(1, len(alternatives) // 3)]:
            pieces = {**shown.pieces, **{cell: Piece(owner, kind) for cell, kind in zip(cells, order, strict=True)}}
            yield Position(shown.setting, pieces, shown.turn, shown.unmoved, shown.held, notes=shown.notes), cells
        if game.hidden.hands:
            number = sum(shown.held.get((owner, "hand"), {}).values())
            for kind in game.setting.kinds if number else ():
                held = {**shown.held, (owner, "hand"): {kind: number}}
                yield Position(shown.setting, shown.pieces, shown.turn, shown.unmoved, held, notes=shown.notes), cells


def play_randomly(game, seed, length=40):
    """Matches with random actions, the positions one after the other."""
    dice, match = random.Random(seed), begin(game)
    for _ in range(length):
        yield match
        actors = match.actors()
        if not actors:
            return
        match = match.play({actors[0]: dice.choice([*match.texts(actors[0])])})


@pytest.mark.parametrize("name", SPECS)
def test_a_view_holds_nothing_that_is_hidden_and_everything_else(name):
    """In random games: positions that differ only in what is hidden have the same view, legal actions of the viewer and
    refusals; a view is the position with other names for hidden pieces."""
    game, compared = build_any(SPECS[name]), 0
    hidden = game.setting.kinds if game.hidden.pieces == "all" else game.hidden.pieces
    for seed in range(cases(4)):
        for number, match in enumerate(play_randomly(game, seed)):
            position, shown = match.position, game.show(match.position)
            assert game.read(Position.parse(str(shown), game.setting)) == position
            revealed = {cell.strip() for cell in shown.notes.get("revealed", "").split(",")} - {""}
            for player in (*game.setting.players, "nobody"):
                seen = view(game, position, player)
                assert Position.parse(str(seen), view_setting(game.setting)) == seen
                check_view(game, shown, seen, player, hidden, revealed)
                for world, _ in other_worlds(game, position, player):
                    if game.hidden.hands and game.outcome(position):
                        continue
                    unresolved = position._replace(state=game.inner.read_position(world)._replace(
                        out=position.state.out, winner=position.state.winner))
                    if set(seen.notes) & {"hopped"} or shown.notes.get("hopped"):
                        continue  # what is noted by kind has no other world
                    assert view(game, unresolved, player) == seen
                    if player in game.actors(position) and game.actors(unresolved) == (player,):
                        compared += 1
                        check_actions(game, position, unresolved, player, with_refusals=number % 9 == 4)
    assert compared > 30


def check_view(game, shown, seen, player, hidden, revealed):
    for cell, piece in shown.pieces.items():
        is_hidden = piece.player != player and piece.kind in hidden and cell not in revealed
        assert seen.pieces[cell] == (Piece(piece.player, HIDDEN) if is_hidden else piece)
        if is_hidden:
            assert cell not in seen.unmoved
            assert cell not in seen.notes.get("hopped", "").replace(",", " ").split()
    assert seen.pieces.keys() == shown.pieces.keys()
    for (owner, section), counts in shown.held.items():
        is_hidden = game.hidden.hands and owner != player
        assert seen.held[owner, section] == ({HIDDEN: sum(counts.values())} if is_hidden else counts)
    assert seen.turn == shown.turn
    assert {name: text for name, text in seen.notes.items() if name != "hopped"} == {
        name: text for name, text in shown.notes.items() if name != "hopped"}
    # The text of a view names no hidden kind behind the name of another player.
    for section in str(seen).split("; "):
        head, _, rest = section.partition(":")
        if head.split()[0] in game.setting.players and head.split()[0] != player:
            listed = [group.split() for group in rest.split(",")]
            for words in listed:
                kind = words[1] if words[0].isdecimal() else words[0]
                if kind in hidden:
                    assert not head.endswith("hand")
                    assert set(words[1:]) <= revealed


def check_actions(game, position, world, player, with_refusals):
    """The same actions and the same reasons in both."""
    assert [game.text(position, action) for action in game.actions(position, player)] == [
        game.text(world, action) for action in game.actions(world, player)]
    cells = game.setting.lattice.cells
    for start in cells[::3] if with_refusals else ():
        for end in cells[::4]:
            for text in (f"{start}-{end}", f"{start}x{end}"):
                reason = game.why_not(position, player, text)
                assert reason == game.why_not(world, player, text), text


def seen(game, position, player):
    return str(view(game, position, player))


def line_of(game, *actions):
    """The match after some actions from the start."""
    match = begin(game)
    for action in actions:
        match = match.then(action)
    return match


def test_a_capture_reveals_for_good():
    """The bad one that captures on c3 is seen by everybody from then on, wherever it goes; so is whom it captures."""
    game = build_any(GHOSTS)
    match = line_of(game, "b2-b3", "d4-d3", "b3-c3")
    assert match.reveals() == ()
    assert seen(game, match.position, "black") == (
        "white: guide c2, hidden b1 c1 d1 c3; black: good b5 c5, bad d3 d5, guide c4; turn: black")
    match = match.then("d3xc3")
    assert match.reveals() == ("white bad on c3", "black bad on c3")
    assert seen(game, match.position, "white") == (
        "white: good b1 c1, bad d1, guide c2; black: bad c3, guide c4, hidden b5 c5 d5; revealed: c3; turn: white")
    match = match.then("d1-d2").then("c3-d3")
    assert str(game.show(match.position)).endswith("revealed: d3; turn: white")
    match = match.then("d2xd3")
    assert match.reveals() == ("white bad on d3",)
    assert "revealed: d3" in seen(game, match.position, "nobody")


def test_a_move_reveals_until_the_next_action():
    """A scout is placed from a hidden hand; black's scout is seen by its move, and no longer after white's pass."""
    game = build_any(PLACING)
    match = line_of(game, "scout@b1")
    assert seen(game, match.position, "black") == (
        "white: hidden a1 b1; black: scout d5; white hand: 2 hidden; black hand: 1 miner, 2 spy; turn: black".replace(
            "1 miner, 2 spy", "2 spy, 1 miner"))
    match = match.then("d5-d4")
    assert "black: scout d4; white hand: 1 spy, 1 miner; black hand: 3 hidden; revealed: d4" in (
        seen(game, match.position, "white"))
    match = match.then("pass")
    assert "black: hidden d4" in seen(game, match.position, "white")
    assert match.record() == "white: scout@b1\nblack: d5-d4\nwhite: pass"
    assert match.record("black") == "white: hidden@b1\nblack: d5-d4\nwhite: pass"
    assert match.record("white") == match.record()
    assert replay(game, match.record().splitlines()).position == match.position


@pytest.mark.parametrize(("by", "text"), [("nothing", "a4-a5=hidden"), ("capture", "a4-a5=hidden"),
                                          ("move", "a4-a5=spy")])
def test_who_is_promoted_is_seen_only_if_revealed(by, text):
    game = build_any(PLACING, hidden={"pieces": "all", "hands": True, "revealed_by": by})
    position = game.read(Position.parse("white: scout a4; black: scout d4; turn: white", game.setting))
    action = game.action(position, "white", "a4-a5=spy")
    assert game.seen_text(position, action, "black") == text
    assert game.seen_text(position, action, "white") == "a4-a5=spy"
    after = seen(game, game.apply(position, {"white": action}), "black")
    assert after.startswith("white: spy a5" if by == "move" else "white: hidden a5")


def test_refusals_name_no_hidden_kind():
    game = build_any(GHOSTS)
    start = game.start()
    assert game.why_not(start, "white", "d4-d3") == (
        "the black hidden piece on d4 belongs to black, it is the turn of white")
    assert game.why_not(start, "white", "c4-d3") == "the black guide on c4 belongs to black, it is the turn of white"
    assert game.why_not(start, "white", "c1-c2") == "white's own guide stands on c2"


def test_positions_name_who_is_revealed():
    game = build_any(GHOSTS)
    for text in ("revealed: a1", "revealed: c4", "revealed: hell"):
        with pytest.raises(ValueError, match="no piece that can be hidden is there: name cells of a good or bad"):
            game.read(Position.parse(f"white: good b1, guide c4; black: good c5; {text}; turn: white", game.setting))


@pytest.mark.parametrize(
    ("spec", "hidden", "changes", "key", "what"),
    [
        (GHOSTS, {}, {}, ("hidden",), "`hidden` hides nothing"),
        (GHOSTS, {"pieces": ["god"]}, {}, ("hidden", "pieces"), "there is no piece `god`"),
        (GHOSTS, {"pieces": ["bad"]}, {}, ("hidden", "pieces"),
         "one hidden kind hides nothing: every hidden piece is a bad"),
        (GHOSTS, {"hands": True}, {}, ("hidden", "hands"), "nobody has pieces in hand"),
        (GHOSTS, {"pieces": "all", "revealed_by": "nothing", "stays": "one action"}, {}, ("hidden", "stays"),
         "`stays` says how long pieces are revealed, and nothing reveals them"),
        (PLACING, {"hands": True, "revealed_by": "move"}, {}, ("hidden", "revealed_by"),
         "`revealed_by` is about pieces on the board, and none are hidden"),
        (PLACING, {"pieces": "all"}, {"drops": {"spy": "near"}}, ("hidden", "pieces"),
         "the spy is placed from a hand that everybody sees"),
        (GHOSTS, {"pieces": "all"}, {"royal": ["good"]}, ("royal",), "`royal` does not go with `hidden`"),
        (GHOSTS, {"pieces": "all"}, {"recurrence": "board"}, ("recurrence",), "`recurrence` does not go with `hidden`"),
        (GHOSTS, {"pieces": "all"}, {"sharing": {"limit": 2, "enemies": "one captured"}}, ("sharing",),
         "`sharing` does not go with `hidden`"),
        (GHOSTS, {"pieces": "all"}, {"swap": True}, ("swap",), "`swap` does not go with `hidden`"),
        (GHOSTS, {"pieces": "all"}, {"roll": "d6", "win": []}, ("roll",), "`roll` does not go with `hidden`"),
        (GHOSTS, {"pieces": "all"}, {"stacks": {"onto": "any"}, "capture": "none"}, ("stacks",),
         "`stacks` does not go with"),
        (GHOSTS, {"pieces": "all"}, {"captured": "home"}, ("hidden",), "re-placed at home do not go with `hidden`"),
        (GHOSTS, {"pieces": "all"}, {"no_progress": {"actions": 9, "moves_of": ["bad"]}}, ("no_progress", "moves_of"),
         "everybody would see by the count of `no_progress` that a bad has moved"),
    ],
)
def test_options_that_do_not_go_with_hidden_pieces(spec, hidden, changes, key, what):
    with pytest.raises(OptionErrors) as found:
        build_any(spec, hidden=hidden, **changes)
    (mistake,) = [mistake for mistake in found.value.mistakes if mistake.key == key]
    assert what in mistake.what
    assert mistake.hint


def test_names_that_views_need():
    spec = {**GHOSTS, "pieces": {"good": "W", "bad": "W", "guide": "F", "hidden": "W"}}
    with pytest.raises(OptionErrors, match="called `hidden`, which is what views call hidden pieces"):
        build_any(spec)
    alone = {**GHOSTS, "players": {"white": "up"}, "setup": "white: good a1, bad b1",
             "rules": {"hidden": {"pieces": ["good", "bad"]}}}
    with pytest.raises(OptionErrors, match="a single player has nothing to hide"):
        build_any(alone)


def test_a_game_without_secrets_shows_everything():
    game = build_any({**GHOSTS, "rules": {}})
    position = game.start()
    assert not hides(game)
    assert view(game, position, "white") == game.show(position)
    assert STANDARD.features(game.options).hides is False

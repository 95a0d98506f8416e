"""What the tests of the rules share: settings, strategies, and a short way to ask for moves."""

import string

from hypothesis import strategies as st

from fabgen.rules.betza import BetzaError, parse_betza
from fabgen.rules.engine import Movements
from fabgen.rules.lattice import Lattice
from fabgen.rules.position import Man, Position, Setting

DIRECTIONS = "f b l r v s ff bb ll rr vv ss fl fr bl br lf lb rf rb fs bs lv rv fh bh lh rh hl hr".split()


def setting(files=6, ranks=6, pieces=("pawn", "spearman", "knight"), **players):
    return Setting(Lattice(files, ranks), players or {"green": "up", "orange": "down"}, tuple(pieces))


def engine(where, **movements):
    return Movements(where, {piece: parse_betza(text) for piece, text in movements.items()})


def quiet_and_captures(actions):
    """Two sets of target cells."""
    return ({a.target for a in actions if a.captured is None}, {a.target for a in actions if a.captured is not None})


def alone(text, cell="d4", side=8):
    """Targets of one piece: on the empty board, and captures with one enemy at a time."""
    where = setting(side, side, ("it",), white="up", black="down")
    rules = engine(where, it=text)
    start = {cell: Man("white", "it")}
    quiet, _ = quiet_and_captures(rules.moves(Position(where, start, unmoved=frozenset({cell})), cell))
    crosses = set()
    for enemy in where.lattice.cells:
        if enemy != cell:
            position = Position(where, start | {enemy: Man("black", "it")}, unmoved=frozenset({cell}))
            crosses |= quiet_and_captures(rules.moves(position, cell))[1]
    return quiet, crosses


def readable(text):
    try:
        parse_betza(text)
    except BetzaError:
        return False
    return True


_parts = st.builds(
    lambda directions, modes, atom, size: "".join(directions) + "".join(modes) + atom + size,
    st.lists(st.sampled_from(DIRECTIONS), max_size=2),
    st.lists(st.sampled_from("mcin"), unique=True, max_size=3),
    st.sampled_from([*"WFDNAHCLZJGKRBQ", "WW", "FF"]),
    st.sampled_from(["", "", "", *"0123"]),
).filter(readable)
betza_texts = st.lists(_parts, min_size=1, max_size=3).map("".join).filter(readable)

_names = st.text(string.ascii_lowercase, min_size=2, max_size=6)
_phrases = st.one_of(_names, st.builds("{} {}".format, _names, _names), st.builds("{}-{}".format, _names, _names))


@st.composite
def settings_of_games(draw):
    players = draw(st.lists(_phrases.filter(lambda name: name not in ("turn", "unmoved")), min_size=1, max_size=4, unique=True))
    pieces = draw(st.lists(_phrases, min_size=1, max_size=4, unique=True))
    forwards = [draw(st.sampled_from(["up", "down", "left", "right"])) for _ in players]
    return Setting(Lattice(draw(st.integers(1, 30)), draw(st.integers(1, 12))), dict(zip(players, forwards, strict=True)), tuple(pieces))


@st.composite
def positions(draw, where=None):
    where = where or draw(settings_of_games())
    cells = draw(st.lists(st.sampled_from(where.lattice.cells), max_size=10, unique=True))
    men = {cell: Man(draw(st.sampled_from(list(where.players))), draw(st.sampled_from(where.pieces))) for cell in cells}
    unmoved = frozenset(draw(st.sets(st.sampled_from(cells))) if cells else ())
    return Position(where, men, draw(st.sampled_from([None, *where.players])), unmoved)

"""What the tests of the rules share: settings, strategies, and a short way to ask for moves."""

import string

from hypothesis import strategies as st

from fabgen.rules.betza import BetzaError, parse_betza
from fabgen.rules.boards import Board
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Piece, Position, Setting

CORNERS = ("fl", "fr", "bl", "br", "lf", "lb", "rf", "rb")
TWICE = ("ff", "bb", "ll", "rr", "vv", "ss")
HALVES = ("fh", "bh", "lh", "rh", "hl", "hr")
ATOMS = {  # directions of two letters and ranges that go with each kind of atom
    ("W", "R"): ((*CORNERS, "fs", "bs", "lv", "rv"), "0123"),
    ("D", "H", "WW"): ((*CORNERS, "fs", "bs", "lv", "rv"), ""),
    ("F", "B"): (CORNERS, "0123"),
    ("A", "G", "FF"): (CORNERS, ""),
    ("N", "C", "L", "Z", "J"): ((*CORNERS, "fs", "bs", "lv", "rv", *TWICE, *HALVES), ""),
    ("K", "Q"): ((), "0123"),
}


def setting(files=6, ranks=6, pieces=("pawn", "spearman", "knight"), **players):
    return Setting(Board(files, ranks), players or {"green": "up", "orange": "down"}, tuple(pieces))


def engine(where, **movements):
    return Movements(where, {piece: parse_betza(text) for piece, text in movements.items()})


def quiet_and_captures(actions):
    """Two sets of target cells."""
    return ({a.target for a in actions if a.captured is None}, {a.target for a in actions if a.captured is not None})


def alone(text, cell="d4", side=8):
    """Targets of one piece: on the empty board, and captures with one enemy at a time."""
    where = setting(side, side, ("it",), white="up", black="down")
    rules = engine(where, it=text)
    start = {cell: Piece("white", "it")}
    quiet, _ = quiet_and_captures(rules.moves(Position(where, start, unmoved=frozenset({cell})), cell))
    crosses = set()
    for enemy in where.lattice.cells:
        if enemy != cell:
            position = Position(where, start | {enemy: Piece("black", "it")}, unmoved=frozenset({cell}))
            crosses |= quiet_and_captures(rules.moves(position, cell))[1]
    return quiet, crosses


def readable(text):
    try:
        parse_betza(text)
    except BetzaError:
        return False
    return True


@st.composite
def betza_parts(draw):
    """One readable part of a movement: pairs of directions first, then letters that join with no other."""
    atoms, (pairs, ranges) = draw(st.sampled_from(list(ATOMS.items())))
    atom = draw(st.sampled_from(atoms))
    singles = draw(st.sampled_from(["", *"fblrvs", "fb", "lr"])) if pairs else ""
    directions = [*draw(st.lists(st.sampled_from(pairs), max_size=2)), singles] if pairs else []
    modes = draw(st.lists(st.sampled_from("mcin" if atom in "DNAHZJG" else "mci"), unique=True, max_size=3))
    return "".join([*directions, *modes, atom, draw(st.sampled_from(["", "", *ranges]))])


def joined(parts):
    """Parts in a row; `mc`, which changes nothing, keeps W and W from being read as WW."""
    text = ""
    for part in parts:
        text += f"mc{part}" if text[-1:] == part[0] else part
    return text


betza_texts = st.lists(betza_parts(), min_size=1, max_size=3).map(joined)

_names = st.text(string.ascii_lowercase, min_size=2, max_size=6)
_phrases = st.one_of(_names, st.builds("{} {}".format, _names, _names), st.builds("{}-{}".format, _names, _names))


@st.composite
def settings_of_games(draw):
    free = _phrases.filter(lambda name: name not in ("turn", "unmoved"))
    players = draw(st.lists(free, min_size=1, max_size=4, unique=True))
    pieces = draw(st.lists(_phrases, min_size=1, max_size=4, unique=True))
    forwards = [draw(st.sampled_from(["up", "down", "left", "right"])) for _ in players]
    lattice = Board(draw(st.integers(1, 30)), draw(st.integers(1, 12)))
    return Setting(lattice, dict(zip(players, forwards, strict=True)), tuple(pieces))


@st.composite
def positions(draw, where=None):
    where = where or draw(settings_of_games())
    cells = draw(st.lists(st.sampled_from(where.lattice.cells), max_size=10, unique=True))
    men = {
        cell: Piece(draw(st.sampled_from(list(where.players))), draw(st.sampled_from(where.kinds))) for cell in cells
    }
    unmoved = frozenset(draw(st.sets(st.sampled_from(cells))) if cells else ())
    return Position(where, men, draw(st.sampled_from([None, *where.players])), unmoved)

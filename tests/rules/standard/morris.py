"""The board of Nine Men's Morris as a map, and a plain program for mills that shares no code with the rules core."""

from itertools import combinations

from fabgen.rules.boards import MapLine, map_board

ROWS = ["a1 d1 g1", "b2 d2 f2", "c3 d3 e3", "a4 b4 c4", "e4 f4 g4", "c5 d5 e5", "b6 d6 f6", "a7 d7 g7"]
COLUMNS = ["a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7"]
SPACES = sorted({cell for line in ROWS + COLUMNS for cell in line.split()})
MILLS = [tuple(line.split()) for line in ROWS + COLUMNS]
BORDERS = {tuple(sorted(pair)) for a, b, c in MILLS for pair in ((a, b), (b, c))}


def morris_board(mills=tuple(MILLS)):
    """The 24 points of the board, or the points of some lines of three."""
    spaces = sorted({cell for line in mills for cell in line})
    borders = sorted({tuple(sorted(pair)) for a, b, c in mills for pair in ((a, b), (b, c))})
    return map_board(spaces, borders, [MapLine(line) for line in mills])


NINE = {
    "board": morris_board(),
    "pieces": {"man": "W"},
    "rules": {
        "drops": {"man": "board"},
        "drops_first": True,
        "capture": "mill",
        "flies": {"man": 3},
        "win": [{"capture": "all", "fewer_than": 3}],
    },
    "setup": "white hand: 9 man; black hand: 9 man",
}


def plain_moves(mills, state, each=False, spared=True, walked=False):
    """The actions of a plain game of morris as texts with the states after them.

    A state is (men of the player to move, men of the other, men left to place of each).
    """
    own, foes, hand, foes_hand = state
    spaces = {cell for line in mills for cell in line}
    vacant = sorted(spaces - own - foes)
    near = {pair for a, b, c in mills for pair in ((a, b), (b, a), (b, c), (c, b))}
    if hand:
        steps = [(None, to) for to in vacant]
    else:
        steps = [(a, b) for a in sorted(own) for b in vacant if len(own) <= 3 or (a, b) in near]
    for start, end in steps:
        after = own - {start} | {end}
        closed = sum(end in line and set(line) <= after for line in mills)
        number = closed if each else min(closed, 1)
        number = 0 if walked and start is None else min(number, len(foes))
        text = f"man@{end}" if start is None else f"{start}-{end}"
        for gone in taken_sets(mills, foes, number, spared):
            left = hand - (start is None)
            yield text + "".join(f"x({cell})" for cell in sorted(gone)), (foes - gone, after, foes_hand, left)


def taken_sets(mills, foes, number, spared):
    """Every set of men that may be taken one after the other."""
    for gone in combinations(sorted(foes), number):
        for order in {gone, gone[::-1]} if spared else {gone}:
            left, fits = set(foes), True
            for cell in order:
                free = {man for man in left if not any(man in line and set(line) <= left for line in mills)}
                fits = fits and cell in (free or left)
                left.discard(cell)
            if fits or not spared:
                yield frozenset(gone)
                break


def plain_over(mills, state, **options):
    """Whether the player to move has lost."""
    own, foes, hand, foes_hand = state
    return len(own) + hand < 3 or len(foes) + foes_hand < 3 or not any(plain_moves(mills, state, **options))


def plain_count(mills, state, depth, **options):
    """How many ways there are to play so many turns."""
    if not depth:
        return 1
    if plain_over(mills, state, **options):
        return 0
    return sum(plain_count(mills, after, depth - 1, **options) for _, after in plain_moves(mills, state, **options))

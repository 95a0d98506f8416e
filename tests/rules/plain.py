"""A second move generator, slow and plain, written from the notation page alone; shares no code with the package.

It asks of every cell whether it is a target, by arithmetic on signs, instead of walking from the piece.
"""

import re
from math import gcd

LENGTHS = {"W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "L": (1, 3),
           "Z": (2, 3), "J": (2, 3), "G": (3, 3)}
ALSO = {"K": "WF", "Q": "WF", "R": "W", "B": "F"}
PART = re.compile(r"([fblrvsh]*)([mcin]*)(?:([WF])\3|([A-Z]))([0-9]?)")
POINTS = {"f": lambda x, y: y > 0, "b": lambda x, y: y < 0, "l": lambda x, y: x < 0, "r": lambda x, y: x > 0,
          "v": lambda x, y: y != 0, "s": lambda x, y: x != 0}


def targets(betza, files, ranks, men, cell, forward=1, unmoved=False):
    """(quiet cells, capture cells); men maps (x, y) to a player's letter, forward is 1 for up and -1 for down."""
    quiet, capture = set(), set()
    for match in PART.finditer(betza):
        directions, modes, doubled, atom, digit = match.groups()
        atom = atom or doubled
        limit = int(digit) if digit else 0 if atom in "RBQ" or doubled else 1
        if "i" in modes and not unmoved:
            continue
        for target in ((x, y) for x in range(files) for y in range(ranks)):
            dx, dy = (target[0] - cell[0]) * forward, (target[1] - cell[1]) * forward
            if not any(fits(basic, limit, directions, dx, dy) for basic in ALSO.get(atom, atom)):
                continue
            if any((cell[0] + x * forward, cell[1] + y * forward) in men for x, y in between(atom, modes, dx, dy)):
                continue
            if target not in men and ("m" in modes or "c" not in modes):
                quiet.add(target)
            if target in men and men[target] != men[cell] and ("c" in modes or "m" not in modes):
                capture.add(target)
    return quiet, capture


def fits(atom, limit, directions, dx, dy):
    short, long = sorted((abs(dx), abs(dy)))
    steps = 1 if atom not in "WF" else long
    if steps == 0 or (steps > 1 and limit != 0 and steps > limit):
        return False
    if (short, long) != tuple(steps * n for n in LENGTHS[atom]):
        return False
    return not directions or any(points(atom, token, dx, dy) for token in pairs(directions))


def pairs(text):
    """From the left: a letter and the next are one when equal or of different axes."""
    if not text:
        return []
    one, two = text[0], text[1:2]
    joined = two and (one == two or (one in "fbv") != (two in "fbv") or "h" in (one, two))
    return [text[:2], *pairs(text[2:])] if joined else [one, *pairs(text[1:])]


def points(atom, token, dx, dy):
    short, long = LENGTHS[atom]
    if short == 0:
        return any(POINTS[letter](dx, dy) for letter in token)
    if short == long:
        return all(POINTS[letter](dx, dy) for letter in token)
    if token in ("hl", "hr"):
        while not (dy > 0 and abs(dy) > abs(dx)):  # a quarter turn keeps the set
            dx, dy = dy, -dx
        return (dx > 0) == (token == "hr")
    if token[-1] == "h":
        return POINTS[token[0]](dx, dy)
    upright = abs(dy) > abs(dx)
    return upright == (token[-1] in "fbv") and all(POINTS[letter](dx, dy) for letter in token)


def between(atom, modes, dx, dy):
    """The offsets that must be empty."""
    if atom in "WFRBKQ" or ("n" in modes and atom in "DHAG"):
        n = gcd(dx, dy)
        return [(dx // n * k, dy // n * k) for k in range(1, n)]
    if "n" not in modes:
        return []
    along = (0, dy // abs(dy)) if abs(dy) > abs(dx) else (dx // abs(dx), 0)
    if atom == "N":
        return [along]
    return [along, (along[0] + dx // abs(dx), along[1] + dy // abs(dy))]

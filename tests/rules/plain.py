"""A second reader and move generator, slow and plain, written from the notation page alone; shares no code with the
package.

`parts` reads a movement by the grammar of the page. `targets` asks of every cell whether it is a target, by arithmetic
on signs, instead of walking from the piece.
"""

import re
from math import gcd

LENGTHS = {"W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "L": (1, 3),
           "Z": (2, 3), "J": (2, 3), "G": (3, 3)}
ALSO = {"K": "WF", "Q": "WF", "R": "W", "B": "F"}
CORNERS = "fl fr bl br lf lb rf rb"
DIRECTIONS = {
    "WRDH": f"f b l r v s {CORNERS} fs bs lv rv".split(),
    "FBAG": f"f b l r v s {CORNERS}".split(),
    "NCLZJ": f"f b l r v s ff bb ll rr vv ss {CORNERS} fs bs lv rv fh bh lh rh hl hr".split(),
    "KQ": [],
}
PART = re.compile(r"([fblrvsh]*)([mcin]*)(([WFDNAHCLZJGKRBQ])\4?)([0-9]*)")
POINTS = {"f": lambda x, y: y > 0, "b": lambda x, y: y < 0, "l": lambda x, y: x < 0, "r": lambda x, y: x > 0,
          "v": lambda x, y: y != 0, "s": lambda x, y: x != 0}
TURNED = {"up": lambda x, y: (x, y), "down": lambda x, y: (-x, -y), "left": lambda x, y: (y, -x),
          "right": lambda x, y: (-y, x)}  # from the board's frame to the player's own: (to the right, ahead)
BACK = {"up": "up", "down": "down", "left": "right", "right": "left"}


def parts(text):
    """[(pairs of directions, modes, atom, limit)], limit 0 for none; None for a text that the page refuses."""
    found, at = [], 0
    if text == "none":
        return []
    while at < len(text) <= 200:
        match = PART.match(text, at)
        if match is None:
            return None
        letters, modes, capitals, atom, digits = match.groups()
        tokens, doubled = pairs(letters), len(capitals) == 2
        allowed = next(words for atoms, words in DIRECTIONS.items() if atom in atoms)
        if not set(tokens) <= set(allowed) or len(set(modes)) < len(modes):
            return None
        if ("n" in modes and atom not in "DHAGNZJ") or (doubled and (digits or atom in "KRBQ")):
            return None
        if len(digits) > 1 or ("n" in modes and (doubled or digits not in ("", "1"))):
            return None
        limit = int(digits) if digits else 0 if doubled or atom in "RBQ" else 1
        found.append((tokens, modes, atom, limit))
        at = match.end()
    return found or None


def targets(betza, files, ranks, men, cell, forward="up", unmoved=False):
    """(quiet cells, capture cells); `men` maps (x, y) to a player's letter."""
    quiet, capture = set(), set()
    for tokens, modes, atom, limit in parts(betza):
        if "i" in modes and not unmoved:
            continue
        for target in ((x, y) for x in range(files) for y in range(ranks)):
            dx, dy = TURNED[forward](target[0] - cell[0], target[1] - cell[1])
            if not any(fits(basic, limit, tokens, dx, dy) for basic in ALSO.get(atom, atom)):
                continue
            way = [TURNED[BACK[forward]](*step) for step in between(atom, modes, dx, dy, limit)]
            if any((cell[0] + x, cell[1] + y) in men for x, y in way):
                continue
            if target not in men and ("m" in modes or "c" not in modes):
                quiet.add(target)
            if target in men and men[target] != men[cell] and ("c" in modes or "m" not in modes):
                capture.add(target)
    return quiet, capture


def fits(atom, limit, tokens, dx, dy):
    short, long = sorted((abs(dx), abs(dy)))
    steps = long // LENGTHS[atom][1]
    if steps == 0 or (steps > 1 and limit != 0 and steps > limit):
        return False
    if (short, long) != tuple(steps * n for n in LENGTHS[atom]):
        return False
    return not tokens or any(points(atom, token, dx, dy) for token in tokens)


def pairs(text):
    """From the left: a letter and the next one are one when equal or of different axes."""
    if not text:
        return []
    one, two = text[0], text[1:2]
    joined = two and (one == two or any(a in "fbvh" and b in "lrsh" for a, b in (one + two, two + one)))
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


def between(atom, modes, dx, dy, limit):
    """The offsets that must be empty."""
    if limit != 1 and atom not in "WFRBKQ":  # the ends of the leaps before the last
        n = max(abs(dx), abs(dy)) // LENGTHS[atom][1]
        return [(dx // n * k, dy // n * k) for k in range(1, n)]
    if atom in "WFRBKQ" or ("n" in modes and atom in "DHAG"):
        n = gcd(dx, dy)
        return [(dx // n * k, dy // n * k) for k in range(1, n)]
    if "n" not in modes:
        return []
    along = (0, dy // abs(dy)) if abs(dy) > abs(dx) else (dx // abs(dx), 0)
    if atom == "N":
        return [along]
    return [along, (along[0] + dx // abs(dx), along[1] + dy // abs(dy))]

"""What the tests of denial and banishment share: games with chosen readings, positions by text, what comes of it."""

import re

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, parse_cells
from fabgen.rules.games.correction.options import RULINGS, CorrectionOptions
from fabgen.rules.games.correction.rules import CORRECTION
from fabgen.rules.legal_moves import Movements
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import RuleSetInput

MOVES = {"pawn": "fF", "spearman": "fcW2smW", "knight": "fmFfsmNfhcN"}
LEAP = {**MOVES, "spearman": "fcWfcDsmW"}  # COR-1
LAME = {**MOVES, "knight": "fmFfsmnNfhcnN"}  # COR-3
BACK = {**MOVES, "knight": "fmFsmNfhcNbscN"}  # COR-4
HOMES = {"green": "green home", "orange": "orange home"}
SUPPLY = "4 pawn, 1 spearman, 1 knight"
DEFAULTS = {ruling: known[0] for ruling, known in RULINGS.items()}
OTHERS = [(ruling, reading) for ruling, known in RULINGS.items() for reading in known[1:]]


def game(rulings=None, moves=MOVES, start=f"green supply: {SUPPLY}; orange supply: {SUPPLY}", **options):
    """The game as published, or with other readings, movements, start or options."""
    chosen = CorrectionOptions.model_validate({"homes": HOMES, **options})
    lattice = Board(6, 6)
    base = Setting(lattice, {"green": "up", "orange": "down"}, tuple(moves))
    setting = CORRECTION.setting(base, chosen, ("denial",))
    movements = Movements(setting, {piece: parse_betza(text) for piece, text in moves.items()})
    zones = {"green home": parse_cells("a1-f1", lattice), "orange home": parse_cells("a6-f6", lattice)}
    first = Position.parse(start, setting)
    return CORRECTION.make(RuleSetInput(movements, zones, ("denial",), chosen, first, {**DEFAULTS, **(rulings or {})}))


def at(rules, text):
    """The position that a text stands for."""
    return rules.read(Position.parse(text, rules.setting))


def shown(rules, position):
    return str(rules.show(position))


def texts(rules, position):
    """The actions of whoever has to decide."""
    return [rules.text(position, action) for player in rules.actors(position)
            for action in rules.actions(position, player)]


def play(rules, position, line):
    """The position after a line of actions, whoever decides each."""
    for text in line.split():
        player, = rules.actors(position)
        known = {rules.text(position, action): action for action in rules.actions(position, player)}
        assert text in known, f"{text}: {rules.why_not(position, player, text)}; there are {' '.join(known)}"
        position = rules.apply(position, {player: known[text]})
    return position


def why(rules, position, text):
    """Why whoever has to decide may not do it."""
    return rules.why_not(position, rules.actors(position)[0], text)


def after(rules, text, line):
    """What may be done after a line of actions."""
    return set(texts(rules, play(rules, at(rules, text), line)))


def turned(text, rotated=False):
    """A text with every cell mirrored left to right; or turned by half a circle, the players changing sides."""
    if rotated:
        swap = {"green": "orange", "orange": "green"}
        text = re.sub("green|orange", lambda found: swap[found[0]], text)
    other = "abcdef"[::-1]

    def cell(found):
        file, rank = found[0]
        return other["abcdef".index(file)] + (str(7 - int(rank)) if rotated else rank)

    return re.sub(r"\b[a-f][1-6]|(?<=x)[a-f][1-6]", cell, text)

"""Move generation → positions a second, of fabgen and of python-chess in turn, and plies a second of random games.

Run from a checkout with fabgen installed: `python benchmarks/perft.py [-n RUNS] [--games]`; docs/performance.md has the
figures. python-chess (GPL) is installed into a virtual environment of its own and run as another process: it is no
dependency. Each figure is the best of RUNS, in seconds of the process's own time; the two take turns, so that both see
the same machine. `--games` plays the games that come with fabgen instead, through the protocol alone.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path
from typing import Any

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, parse_cells
from fabgen.rules.legal_moves import Movements
from fabgen.rules.perft import perft
from fabgen.rules.position import Position, Setting
from fabgen.rules.protocol import Rules
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.rules import StandardRules

CHESS = "chess==1.11.2"
DEPTH = 4
THEIRS = """
import chess, json, time
def pushed(board, depth):
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += pushed(board, depth - 1)
        board.pop()
    return total
def counted(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += counted(board, depth - 1)
        board.pop()
    return total
rates = {}
for name, count in (("pushed", pushed), ("counted", counted)):
    started = time.process_time()
    nodes = count(chess.Board(), 4)
    rates[name] = nodes / (time.process_time() - started)
    assert nodes == 197281
print(json.dumps(rates))
"""


def breakthrough() -> StandardRules:
    """8x8, two ranks of pawns each, first on the last rank."""
    lattice = Board(8, 8)
    setting = Setting(lattice, {"white": "up", "black": "down"}, ("pawn",))
    zones = {"top": parse_cells("a8-h8", lattice), "bottom": parse_cells("a1-h1", lattice)}
    options = StandardOptions.model_validate({"win": [{"reach": {"white": "top", "black": "bottom"}}]})
    start = Position.parse("white: pawn a1-h2; black: pawn a7-h8", setting)
    return StandardRules(Movements(setting, {"pawn": parse_betza("fmWfF")}), zones, options, start)


def ours() -> dict[str, float]:
    """Nodes a second on breakthrough from its start."""
    game = breakthrough()
    rates = {}
    for name, pushed in (("pushed", True), ("counted", False)):
        started = time.process_time()
        nodes = perft(game, game.start(), DEPTH, pushed)
        rates[name] = nodes / (time.process_time() - started)
        assert nodes == 256036
    return rates


def theirs(python: Path) -> dict[str, float]:
    """The same of python-chess on the start position of chess."""
    found = subprocess.run([str(python), "-c", THEIRS], check=True, capture_output=True, text=True).stdout
    return dict(json.loads(found))


def compare(runs: int) -> None:
    """Both in turn."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", CHESS], check=True)
        rows = [(ours(), theirs(python)) for _ in range(runs)]
    print(f"{'nodes a second':<16}{'fabgen':>12}{'python-chess':>14}")
    for name in ("pushed", "counted"):
        print(f"{name:<16}{max(us[name] for us, _ in rows):>12,.0f}{max(them[name] for _, them in rows):>14,.0f}")


def plies(rules: Rules[Any], seed: int, wanted: int = 10_000, cap: int = 400) -> float:
    """Plies a second of random games through the protocol, up to a cap of plies each."""
    dice = random.Random(seed)
    played = 0
    started = time.process_time()
    while played < wanted:
        position = rules.start()
        for _ in range(cap):
            actors = rules.actors(position)
            if not actors:
                break
            position = rules.apply(position, {p: dice.choice(rules.actions(position, p)) for p in actors})
            played += 1
    return played / (time.process_time() - started)


def games(runs: int) -> None:
    """Every game of the templates that has rules."""
    from fabgen.spec.game_folder import template_folders
    from fabgen.spec.load import load_spec

    for name in template_folders():
        rules = load_spec(name).play
        if rules is not None:
            print(f"{name:<24}{max(plies(rules, 1) for _ in range(runs)):>10,.0f} plies a second")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=5, help="runs of each")
    parser.add_argument("--games", action="store_true", help="random games instead")
    arguments = parser.parse_args()
    if arguments.games:
        games(arguments.n)
    else:
        compare(arguments.n)


if __name__ == "__main__":
    main()

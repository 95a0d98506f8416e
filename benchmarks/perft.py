"""Move generation → positions a second, of fabgen and of python-chess in turn, and plies a second of random games.

Chess is counted by both, from its start and from Kiwipete, with castling and captures in passing; breakthrough, which
has no check, by fabgen alone. Counts must be equal. Four ways of counting: `pushed` makes every last position, all
those after one position at once; `applied` makes every last position too, action by action; `counted` only counts the
actions that lead to it; and `remembered` counts what is behind equal positions once, as `fabgen perft` does unless told
otherwise. python-chess pushes move by move and remembers nothing: it is compared by what it pushes and counts.

fabgen looks up what it has found before about pieces on their cells. So there are two figures: `first` for a game that
has its tables, but has seen no more than 2,000 actions at random; `again` for the same count a second time.

Run from a checkout with fabgen installed: `python benchmarks/perft.py [-n RUNS]`; docs/performance.md has the
figures. python-chess (GPL) is installed into a virtual environment of its own and run as another process: it is no
dependency. Times are those of the processes themselves. The two take turns, so that both see the same machine; each
figure is the median of RUNS, and the ratio the median of those of the pairs. `--deep` counts one turn more, once, by
games that have no tables yet. `--turns` counts a turn of Correction with
its answers, and tic-tac-toe to its end, instead; `--games` plays the games that come with fabgen, through the protocol
alone; `--published` counts what others have published.
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
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from fabgen.rules.betza import parse_betza
from fabgen.rules.boards import Board, parse_cells
from fabgen.rules.legal_moves import Movements
from fabgen.rules.perft import perft
from fabgen.rules.position import Piece, Position, Setting
from fabgen.rules.protocol import Rules
from fabgen.rules.standard.options import StandardOptions
from fabgen.rules.standard.rules import STANDARD, StandardRules

CHESS = "chess==1.11.2"
DEPTH = 4
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PLACES = (
    ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4, 197281),
    ("Kiwipete", KIWIPETE, 3, 97862),
)
PUBLISHED = (  # https://www.chessprogramming.org/Perft_Results, besides PLACES
    ("chess", PLACES[0][1], 5, 4865609),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89890),
)
DEEP = (PUBLISHED[0], ("Kiwipete", KIWIPETE, 4, 4085603))
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
for place, fen, depth, nodes in PLACES:
    for name, count in (("pushed", pushed), ("counted", counted)):
        started = time.process_time()
        assert count(chess.Board(fen), depth) == nodes
        rates[f"{place}, {name}"] = nodes / (time.process_time() - started)
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


MOVEMENTS = {"pawn": "fmWfimnDfcF", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
CHESS_OPTIONS = {
    "royal": ["king"],
    "stuck": "draws",
    "castling": {"king": [{"partner": "rook"}]},
    "en_passant": {"pawn": ["pawn"]},
    "promotion": {"pawn": {"zone": {"white": "top", "black": "bottom"}, "to": ["queen", "rook", "bishop", "knight"]}},
}


def chess_game() -> StandardRules:
    """Chess by the options of the standard rules."""
    lattice, options = Board(8, 8), StandardOptions.model_validate(CHESS_OPTIONS)
    setting = STANDARD.setting(Setting(lattice, {"white": "up", "black": "down"}, tuple(MOVEMENTS)), options, ())
    zones = {"top": parse_cells("a8-h8", lattice), "bottom": parse_cells("a1-h1", lattice)}
    movements = Movements(setting, {name: parse_betza(text) for name, text in MOVEMENTS.items()})
    return StandardRules(movements, zones, options, Position.parse("", setting))


def chess_position(game: StandardRules, fen: str) -> Position:
    """A position of Forsyth-Edwards notation, without a capture in passing."""
    board, turn, rights, *_ = fen.split()
    kinds = {name[0] if name != "knight" else "n": name for name in MOVEMENTS}
    pieces, unmoved = {}, set()
    for rank, row in zip(range(8, 0, -1), board.split("/"), strict=True):
        letters = "".join(" " * int(letter) if letter.isdigit() else letter for letter in row)
        for file, letter in zip("abcdefgh", letters, strict=True):
            if letter != " ":
                pieces[f"{file}{rank}"] = Piece("white" if letter.isupper() else "black", kinds[letter.lower()])
                if letter + str(rank) in ("P2", "p7"):
                    unmoved.add(f"{file}{rank}")
    for right in rights:
        rank = 1 if right.isupper() else 8
        unmoved |= {f"e{rank}", f"{'h' if right.lower() == 'k' else 'a'}{rank}"}
    return Position(game.setting, pieces, "white" if turn == "w" else "black", frozenset(unmoved))


def learn_tables(game: StandardRules, start: Any, plies: int = 2_000) -> None:
    """Plays at random, so that a game has the tables of its cells."""
    dice, state = random.Random(1), start
    for _ in range(plies):
        actions = game.engine.actions(state)
        state = game.engine.apply(state, dice.choice(actions)) if actions else start
        game.engine.positions_after(state)


def count_applied(game: StandardRules, position: Any, depth: int) -> int:
    """Perft that applies every action by itself."""
    apply = game.engine.apply
    if depth == 1:
        return len([apply(position, action) for action in game.engine.actions(position)])
    return sum(count_applied(game, apply(position, action), depth - 1) for action in game.engine.actions(position))


WAYS: dict[str, Callable[[StandardRules, Any, int], int]] = {
    "pushed": lambda game, position, depth: perft(game, position, depth, pushed=True),
    "applied": count_applied,
    "counted": lambda game, position, depth: perft(game, position, depth, plain=True),
    "remembered": perft,
}


def ours() -> dict[str, tuple[float, float]]:
    """Nodes a second of each place of chess, and of breakthrough from its start, for the first time and again."""
    rates = dict[str, tuple[float, float]]()
    for place, fen, depth, nodes in (*PLACES, ("breakthrough", "", DEPTH, 256036)):
        for name, count in WAYS.items():
            game = chess_game() if fen else breakthrough()
            position = game.read(chess_position(game, fen)) if fen else game.start()
            learn_tables(game, game.read(chess_position(game, PLACES[0][1])) if fen else position)
            first = timed_rate(count, game, position, depth, nodes)
            rates[f"{place}, {name}"] = first, timed_rate(count, game, position, depth, nodes)
    return rates


def timed_rate(count: Callable[..., int], game: StandardRules, position: Any, depth: int, nodes: int) -> float:
    """Nodes a second of one count, which must be right."""
    started = time.process_time()
    assert count(game, position, depth) == nodes
    return nodes / (time.process_time() - started)


def turns(runs: int) -> None:
    """A turn of Correction with its answers, and tic-tac-toe to depth 9."""
    from fabgen.spec.load import load_spec

    correction = load_spec("correction").play
    assert correction is not None
    for name, rules, depth in (("Correction, a turn", correction, 1), ("tic-tac-toe, depth 9", tic_tac_toe(), 9)):
        for way, options in (("counted", {"plain": True}), ("remembered", {})):
            times = []
            for _ in range(runs):
                started = time.process_time()
                nodes = perft(rules, rules.start(), depth, **options)
                times.append(time.process_time() - started)
            spent = median(times)
            print(f"{name:<24}{way:<12}{nodes:>10,} lines {spent:>8.2f} s {nodes / spent:>12,.0f} a second")


def tic_tac_toe() -> StandardRules:
    """Three in a row on nine cells, from an endless supply of stones."""
    options = StandardOptions.model_validate({
        "drops": {"stone": "board"},
        "supply": "endless",
        "win": [{"line": 3, "to": "K"}],
        "stuck": "draws",
    })  # fmt: skip
    lattice = Board(3, 3)
    setting = STANDARD.setting(Setting(lattice, {"white": "up", "black": "down"}, ("stone",)), options, ())
    zones = {"board": tuple(lattice.cells)}
    movements = Movements(setting, {"stone": parse_betza("none")})
    return StandardRules(movements, zones, options, Position.parse("", setting))


def theirs(python: Path, places: Any) -> dict[str, float]:
    """The same of python-chess, without breakthrough."""
    program = f"PLACES = {places!r}{THEIRS}"
    found = subprocess.run([str(python), "-c", program], check=True, capture_output=True, text=True).stdout
    return dict(json.loads(found))


def install_theirs(folder: str) -> Path:
    """The Python of a new environment with python-chess."""
    venv.create(folder, with_pip=True)
    python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    subprocess.run([str(python), "-m", "pip", "install", "--quiet", CHESS], check=True)
    return python


def compare(runs: int) -> None:
    """Both in turn."""
    with tempfile.TemporaryDirectory() as folder:
        python = install_theirs(folder)
        rows = [(ours(), theirs(python, PLACES)) for _ in range(runs)]
    print(f"{'nodes a second':<28}{'first':>12}{'again':>12}{'python-chess':>14}{'ratio: first':>14}{'again':>8}")
    for name in rows[0][0]:
        shown = f"{name:<28}" + "".join(f"{median(us[name][n] for us, _ in rows):>12,.0f}" for n in (0, 1))
        other = name.replace("remembered", "counted").replace("applied", "pushed")
        if other in rows[0][1]:
            ratios = [median(us[name][n] / them[other] for us, them in rows) for n in (0, 1)]
            shown += f"{median(them[other] for _, them in rows):>14,.0f}{ratios[0]:>14.2f}{ratios[1]:>8.2f}"
        print(shown)


def compare_deep() -> None:
    """Both in turn, one turn deeper, with a new game for each count."""
    with tempfile.TemporaryDirectory() as folder:
        python = install_theirs(folder)
        for place in DEEP:
            them = theirs(python, (place,))
            for name in ("pushed", "counted"):
                game, (what, fen, depth, nodes) = chess_game(), place
                rate = timed_rate(WAYS[name], game, game.read(chess_position(game, fen)), depth, nodes)
                other = them[f"{what}, {name}"]
                print(f"{what}, {name:<12}{nodes:>10,} nodes{rate:>12,.0f}{other:>12,.0f}{rate / other:>8.2f}")


def published() -> None:
    """The published counts of all places, by fabgen."""
    game = chess_game()
    for place, fen, depth, nodes in (*PLACES, *PUBLISHED):
        count = perft(game, game.read(chess_position(game, fen)), depth)
        print(f"{place:<12}{depth:>3}{count:>12,}  {'equal' if count == nodes else f'DIFFERENT: {nodes:,}'}")


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
    parser.add_argument("--deep", action="store_true", help="one turn more, once, instead")
    parser.add_argument("--turns", action="store_true", help="a turn of Correction, and tic-tac-toe, instead")
    parser.add_argument("--games", action="store_true", help="random games instead")
    parser.add_argument("--published", action="store_true", help="the published counts of six positions instead")
    arguments = parser.parse_args()
    if arguments.published:
        published()
    elif arguments.deep:
        compare_deep()
    elif arguments.turns:
        turns(arguments.n)
    elif arguments.games:
        games(arguments.n)
    else:
        compare(arguments.n)


if __name__ == "__main__":
    main()

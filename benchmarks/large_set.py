"""A game with many kinds of pieces → seconds of processor time of each command, with all processes that it starts.

Run from a checkout with fabgen installed: `python benchmarks/large_set.py [-n RUNS] [GAME]`. The game is
`wolves-and-wardens` of the tests (13 kinds, 125 parts) unless another is named. Nothing comes from a cache; Python's
byte code is written by a first run, which is not measured. A busy machine takes more processor time for the same work,
so a loop of Python is timed before and after each run: the last column is the time as a multiple of that loop's, which
depends less on the machine and its load. Linux and macOS only (it reads the rusage of its children).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

FABGEN = [sys.executable, "-m", "fabgen"]
GAME = Path(__file__).resolve().parent.parent / "tests" / "templates" / "wolves-and-wardens" / "game.yaml"
LOOP = [sys.executable, "-c", "total = 0\nfor i in range(10_000_000):\n    total += i * i % 7"]


def measure(command: list[str]) -> float:
    """The processor seconds of a command and of the processes that it waited for."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def commands(game: str, out: Path) -> dict[str, list[str]]:
    """What is measured."""
    build = [*FABGEN, "build", game, "-o", str(out), "--no-cache"]
    return {
        "fabgen check": [*FABGEN, "check", game],
        "fabgen build --only laser": [*build, "--only", "laser"],
        "fabgen build": build,
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=3, help="runs of each command")
    parser.add_argument("game", nargs="?", default=str(GAME))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'command':<30}{'CPU seconds':>12}{'of the loop':>12}")
        for name, command in commands(arguments.game, Path(folder)).items():
            measure(command)
            seconds, shares = [], []
            for _ in range(arguments.n):
                before, taken, after = measure(LOOP), measure(command), measure(LOOP)
                seconds.append(taken)
                shares.append(2 * taken / (before + after))
            print(f"{name:<30}{statistics.median(seconds):>12.1f}{statistics.median(shares):>12.1f}")


if __name__ == "__main__":
    main()

"""A game → how long its whole build takes after one changed word of its rules, and, in pairs with it, from nothing.

Run from a checkout with fabgen installed: `python benchmarks/changed_word.py [-n PAIRS] [GAME ...]`. The cache is a
folder of its own. Each pair is a build without a cache and one with it, after another word was changed.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

TEMPLATES = Path(__file__).parent.parent / "templates"
WORD = re.compile(r"\b(the|each|every|any)\b")
OTHERS = ("the", "each", "every", "any")


def change_word(rules: Path, number: int) -> None:
    """Replaces one of the short words that stand in any rules text, each time another one."""
    text = rules.read_text("utf-8")
    places = [*WORD.finditer(text)]
    match = places[number % len(places)]
    other = OTHERS[(OTHERS.index(match[0]) + 1) % len(OTHERS)]
    rules.write_text(text[:match.start()] + other + text[match.end():], "utf-8")


def seconds(game: Path, out: Path, *options: str) -> float:
    """The duration of a build."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "fabgen", "build", str(game), "-o", str(out), "-q", *options], check=True,
                   stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    """Prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=["correction", "chess-battle"])
    parser.add_argument("-n", type=int, default=5, help="pairs of builds")
    asked = parser.parse_args()
    print("| game | from nothing, s | after a word: median, s | most, s | ratio |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name:
        os.environ["FABGEN_CACHE"] = f"{name}/cache"
        for game in asked.games:
            folder, out = Path(name) / game, Path(name) / "out"
            shutil.copytree(TEMPLATES / game, folder)
            seconds(folder, out)
            cold, warm = [], []
            for number in range(asked.n):
                cold.append(seconds(folder, Path(name) / "cold", "--no-cache"))
                change_word(folder / "rules.md", 7 * number)
                warm.append(seconds(folder, out))
            ratio = statistics.median(one / other for one, other in zip(warm, cold, strict=True))
            print(f"| {game} | {statistics.median(cold):.2f} | {statistics.median(warm):.2f} | {max(warm):.2f} | "
                  f"{ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()

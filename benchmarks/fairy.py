"""A configuration of Fairy-Stockfish → for each variant, whether fabgen and pyffish count the same lines of play.

Run from a checkout with fabgen installed: `python benchmarks/fairy.py variants.ini [VARIANT ...]`. pyffish (GPL) is
installed into a virtual environment of its own and run as another process: it is no dependency. Variants with keys that
cannot be said are listed with these keys and not counted.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from fabgen.authoring.fairy_variant import fairy_files
from fabgen.core.problems import FabgenError
from fabgen.rules.perft import perft
from fabgen.spec.load import load_spec

PYFFISH = "pyffish==0.0.90"
DEPTH = 3
THEIRS = """
import json, sys
import pyffish
pyffish.load_variant_config(open(sys.argv[1], encoding="utf-8").read())
def count(name, fen, moves, depth):
    if moves and pyffish.is_immediate_game_end(name, fen, moves)[0]:
        return 0
    legal = pyffish.legal_moves(name, fen, moves)
    return len(legal) if depth == 1 else sum(count(name, fen, [*moves, move], depth - 1) for move in legal)
names, depth = sys.argv[3:], int(sys.argv[2])
print(json.dumps({n: [count(n, pyffish.start_fen(n), [], d + 1) for d in range(depth)] for n in names}))
"""


def ours(file: Path, name: str) -> tuple[list[int], str]:
    """The counts of a variant, or why there are none."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            files, problems = fairy_files(file, name, Path(folder) / name)
            if problems:
                return [], "cannot be said: " + ", ".join(problem.where.key.split(".")[-1] for problem in problems)
            for path, data in files.items():
                (Path(folder) / path).write_bytes(data)
            play = load_spec(str(Path(folder) / "game.yaml")).play
    except FabgenError as error:
        return [], error.problems[0].what
    assert play is not None
    return [perft(play, play.start(), depth) for depth in range(1, DEPTH + 1)], ""


def find_variants(file: Path) -> list[str]:
    """The names of all variants of a file, in its order: `[name]`, or `[name:parent]` where one inherits another."""
    return [name.strip() for name in re.findall(r"^\s*\[([^:\]]+)", file.read_text("utf-8"), re.MULTILINE)]


def main() -> None:
    """Print a line for each variant; end with 1 if two counts differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    results = {name: ours(arguments.file, name) for name in arguments.names or find_variants(arguments.file)}
    counted = [name for name, (counts, _) in results.items() if counts]
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", PYFFISH], check=True)
        command = [str(python), "-c", THEIRS, str(arguments.file), str(DEPTH), *counted]
        theirs = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    different = [name for name in counted if results[name][0] != theirs[name]]
    for name, (counts, why) in results.items():
        print(f"{name:<24}", f"{counts} {'DIFFERENT' if name in different else 'equal'}" if counts else why)
    equal, rest = len(counted) - len(different), len(results) - len(counted)
    print(f"{equal} equal, {len(different)} different, {rest} not counted")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()

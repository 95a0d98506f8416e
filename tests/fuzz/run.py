"""Any number of cases by hand: `python -m fuzz.run 50000 --seed 1`, from the folder `tests`. Prints what broke and the
figures for docs/reliability.md."""

from __future__ import annotations

import argparse
import collections
import random
import resource
import tempfile
import time
import traceback
from pathlib import Path

from fuzz.targets import TARGETS


def run_case(name: str, seed: int) -> list[str]:
    """What is wrong with one case; an exception that is no FabgenError is a finding too."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return list(TARGETS[name](random.Random(f"{name} {seed}"), Path(folder) / "game"))
        except Exception as error:  # every kind is a defect here
            place = traceback.extract_tb(error.__traceback__)[-1]
            return [f"{type(error).__name__}: {error} at {place.filename.rpartition('/')[2]}:{place.lineno}"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("cases", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--target", choices=sorted(TARGETS), default="game")
    chosen = parser.parse_args()
    findings, slow = collections.Counter[str](), []
    first: dict[str, int] = {}
    for seed in range(chosen.seed, chosen.seed + chosen.cases):
        start = time.process_time()
        for finding in run_case(chosen.target, seed):
            findings[finding[:160]] += 1
            first.setdefault(finding[:160], seed)
        slow.append((time.process_time() - start, seed))
    for text, count in findings.most_common():
        print(f"{count:6} x {text} (first: seed {first[text]})")
    total, (longest, slowest) = sum(seconds for seconds, _ in slow), max(slow)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{chosen.cases} cases of {chosen.target}: {sum(findings.values())} findings, {total:.0f} s")
    print(f"the slowest took {longest:.2f} s (seed {slowest}); {memory:.0f} MB at most")


if __name__ == "__main__":
    main()

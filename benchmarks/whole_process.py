"""Commands → wall time and peak memory of whole processes: the figures of docs/performance.md.

Run from a checkout with fabgen installed: `python benchmarks/whole_process.py [-n RUNS]`. Each command runs once
unmeasured, then RUNS times; printed are the least, the median and the greatest. Linux and macOS only (it reads the
rusage of its children).
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FABGEN = [sys.executable, "-m", "fabgen"]
MEGABYTE = 1024 if sys.platform != "darwin" else 1024 * 1024


def measure(command: list[str]) -> tuple[float, float]:
    """Seconds and megabytes of one run."""
    started = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return time.perf_counter() - started, usage.ru_maxrss / MEGABYTE


def commands(out: Path) -> dict[str, list[str]]:
    """What is measured."""
    return {
        "python -c pass": [sys.executable, "-c", "pass"],
        "fabgen --help": [*FABGEN, "--help"],
        "fabgen check correction": [*FABGEN, "check", "correction"],
        "fabgen build correction": [*FABGEN, "build", "correction", "-o", str(out)],
        "fabgen build correction --only laser": [*FABGEN, "build", "correction", "-o", str(out), "--only", "laser"],
        "fabgen verify output/correction": [*FABGEN, "verify", str(out / "correction")],
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=5, help="runs of each command")
    runs = parser.parse_args().n
    with tempfile.TemporaryDirectory() as folder:
        print(f"{'command':<40}{'seconds: least':>16}{'median':>9}{'most':>9}{'MB':>8}")
        for name, command in commands(Path(folder)).items():
            measure(command)
            seconds, memory = zip(*(measure(command) for _ in range(runs)), strict=True)
            print(f"{name:<40}{min(seconds):>16.3f}{statistics.median(seconds):>9.3f}{max(seconds):>9.3f}{max(memory):>8.0f}")


if __name__ == "__main__":
    main()

"""A JSON job on standard input → a JSON layout on standard output: spyrrow in a process of its own.

Its panics cannot be caught, it stops for the clock, and it ignores Ctrl-C; here none of that matters. What it reports
while exploring comes in the same order in every run of a seed: counting those reports, not seconds, decides when it is
stopped, so that the answer repeats on any machine. `seconds` is a guard only: who runs into it answers nothing.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any

PAUSE = 0.01  # seconds between two looks


def main() -> None:
    """Answer with the first layout that is feasible and not wider than `target`; without a target, or where so many
    `reports` come before it, or `failures` to come closer, with the last feasible one (its width tells)."""
    import spyrrow

    job = json.load(sys.stdin)
    items = [
        spyrrow.Item(str(n), [tuple(p) for p in points], demand=count, allowed_orientations=turns)
        for n, (points, count, turns) in enumerate(job["items"])
    ]
    strip = spyrrow.StripPackingInstance("sheet", strip_height=job["height"], items=items)
    config = spyrrow.StripPackingConfig(
        early_termination=False,
        total_computation_time=None,
        exploration_time=job["seconds"],
        compression_time=1,
        num_workers=job["workers"],
        seed=job["seed"],
        min_items_separation=job["gap"] or None,
    )
    queue = spyrrow.ProgressQueue()
    threading.Thread(target=strip.solve, args=(config, queue), daemon=True).start()
    answer = _watched(queue, spyrrow.ReportType, job)
    sys.stdout.write(json.dumps(answer))
    sys.stdout.flush()
    os._exit(0)  # the solver goes on otherwise


def _watched(queue: Any, kinds: Any, job: dict[str, Any]) -> dict[str, Any]:
    """The layout that ends the job, or nothing where the clock comes first."""
    found: dict[str, Any] = {}
    seen = failed = 0
    end = time.monotonic() + job["seconds"] - 1
    while time.monotonic() < end:
        for kind, solution in queue.drain():
            seen, failed = seen + 1, failed + (kind == kinds.ExplInfeas)
            if kind == kinds.ExplFeas:
                found = {
                    "width": solution.width,
                    "placed": [[int(p.id), p.rotation, *p.translation] for p in solution.placed_items],
                }
                if job["target"] is not None and solution.width <= job["target"]:
                    return found
            if seen >= job["reports"] or failed >= job["failures"]:
                return found
        time.sleep(PAUSE)
    return {}


if __name__ == "__main__":
    main()

"""A JSON job on standard input → a JSON layout on standard output: spyrrow in a process of its own.

Its panics cannot be caught, it stops by the clock, and it ignores Ctrl-C; in a child process none of this does any
harm. What it reports while exploring comes in the same order in every run with the same seed. So the number of these
reports, not of seconds, decides when it is stopped, and the answer is the same on any machine. `seconds` is only a
safeguard: a run that exceeds it gives no answer.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any

POLL_INTERVAL = 0.01  # seconds


def main() -> None:
    """Write the first feasible layout that is not wider than `target`. Without a target, or after `reports` reports or
    `failures` attempts that got no closer, write the last feasible one; its `width` tells which of the two it is."""
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
    answer = _watch_solver(queue, spyrrow.ReportType, job)
    sys.stdout.write(json.dumps(answer))
    sys.stdout.flush()
    os._exit(0)  # the solver's threads would go on otherwise


def _watch_solver(queue: Any, report_types: Any, job: dict[str, Any]) -> dict[str, Any]:
    """The layout that ends the job, or an empty answer where the clock comes first."""
    layout: dict[str, Any] = {}
    reports = failures = 0
    end = time.monotonic() + job["seconds"] - 1
    while time.monotonic() < end:
        for report_type, solution in queue.drain():
            reports, failures = reports + 1, failures + (report_type == report_types.ExplInfeas)
            if report_type == report_types.ExplFeas:
                layout = {
                    "width": solution.width,
                    "placed": [[int(p.id), p.rotation, *p.translation] for p in solution.placed_items],
                }
                if job["target"] is not None and solution.width <= job["target"]:
                    return layout
            if reports >= job["reports"] or failures >= job["failures"]:
                return layout
        time.sleep(POLL_INTERVAL)
    return {}


if __name__ == "__main__":
    main()

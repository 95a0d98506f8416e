"""How many random cases a test tries: a share of them in every run, all of them with `FABGEN_CASES=full`."""

from __future__ import annotations

import os


def cases(full: int, share: int = 4) -> int:
    """The number of cases of this run: `full` in a long run, otherwise one in `share` of them."""
    return full if os.environ.get("FABGEN_CASES") == "full" else -(-full // share)

"""A long search and a person at the keyboard → the first Ctrl-C ends the search with the best so far, the second ends
the build."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

Told = Callable[[str], None]


class Patience:
    """How long somebody waits: `ended` once they pressed Ctrl-C. One for a build, entered around each of its
    searches. Outside of the main thread, and once it has ended, Ctrl-C does what it always does."""

    def __init__(self, progress: Told = lambda _: None, label: str = "") -> None:
        self.ended = False
        self.progress, self.label = progress, label
        self._before: Any = None

    def tell(self, runs: int, share: float) -> None:
        """Say how far a search is: layouts tried, and the share of the work that is done."""
        self.progress(f"{self.label or 'nesting'}, {share:.0%}, {runs} tried")

    def tell_more(self, what: str) -> None:
        """Say what a longer search does now."""
        self.progress(f"{self.label or 'nesting'}, {what}")

    def __enter__(self) -> Patience:
        if not self.ended and threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._interrupted)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._restore()

    def _restore(self) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
            self._before = None

    def _interrupted(self, number: int, frame: FrameType | None) -> None:
        self.ended = True
        self._restore()  # the next Ctrl-C stops the build

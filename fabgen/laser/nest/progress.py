"""A long search and a user at the keyboard → progress messages, and an early end: the first Ctrl-C ends the search with
the best layout so far, the second ends the build."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

from fabgen.core.signals import is_ignored

ProgressCallback = Callable[[str], None]


class NestProgress:
    """The progress of a build's nests, one after the other, and whether the user has interrupted them.

    Used as a context around each search, where it catches Ctrl-C. Outside of the main thread, after the first Ctrl-C
    (`is_interrupted`), and in a process that was started with it ignored, that key does what it always does.
    """

    def __init__(self, callback: ProgressCallback = lambda _: None, label: str = "") -> None:
        self.is_interrupted = False
        self.callback, self.label = callback, label
        self._former_handler: Any = None

    def report_tries(self, tries: int, share: float) -> None:
        """Reports how many layouts a search has tried, and the share of its work that is done."""
        self.callback(f"{self.label or 'nesting'}, {share:.0%}, {tries} tried")

    def report_step(self, step: str) -> None:
        """Reports the step that a longer search has reached."""
        self.callback(f"{self.label or 'nesting'}, {step}")

    def __enter__(self) -> NestProgress:
        is_main = threading.current_thread() is threading.main_thread()
        if is_main and not self.is_interrupted and not is_ignored(signal.SIGINT):
            self._former_handler = signal.signal(signal.SIGINT, self._interrupt)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._restore_handler()

    def _restore_handler(self) -> None:
        """Gives Ctrl-C back its usual meaning."""
        if self._former_handler is not None:
            signal.signal(signal.SIGINT, self._former_handler)
            self._former_handler = None

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Notes that the user pressed Ctrl-C."""
        self.is_interrupted = True
        self._restore_handler()  # the next Ctrl-C stops the build

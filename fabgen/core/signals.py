"""Ctrl-C (SIGINT) and SIGTERM → exceptions that let a command clean up, held back while files are being swapped.

A program that was started with one of these signals ignored, as shells do with programs in the background, keeps
ignoring it. Outside of the main thread, where Python sets no handlers, nothing here has an effect.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

STOPS = (signal.SIGINT, signal.SIGTERM)


class Termination(KeyboardInterrupt):
    """SIGTERM: a stop like Ctrl-C, for those who handle both alike."""


@contextmanager
def terminable() -> Iterator[None]:
    """Makes SIGTERM raise Termination while the block runs, where it would end the process at once."""
    is_default = _is_main_thread() and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    if is_default:
        signal.signal(signal.SIGTERM, raise_termination)
    try:
        yield
    finally:
        if is_default:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def raise_termination(number: int, frame: FrameType | None) -> None:
    """A handler of SIGTERM."""
    raise Termination


class DelayedStop:
    """Holds both signals back from `begin` to `end`, which lets one that came through. Either may be called again."""

    def __init__(self) -> None:
        self._former_handlers: dict[int, Any] = {}
        self._signals: list[int] = []

    def begin(self) -> None:
        """From here on a stop waits."""
        if not _is_main_thread():
            return
        for number in STOPS:
            handler = signal.getsignal(number)
            if number not in self._former_handlers and handler not in (signal.SIG_IGN, None):
                self._former_handlers[number] = handler
                signal.signal(number, self._note)

    def end(self) -> None:
        """Lets the stop through that came meanwhile: raises what its handler raises."""
        for number, handler in self._former_handlers.items():
            signal.signal(number, handler)
        self._former_handlers = {}
        if self._signals:
            number, self._signals = self._signals[0], []
            signal.raise_signal(number)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._signals.append(number)


@contextmanager
def delay_stop() -> Iterator[None]:
    """Holds both signals back while the block runs."""
    delay = DelayedStop()
    delay.begin()
    try:
        yield
    finally:
        delay.end()


@contextmanager
def note_stop(note: str) -> Iterator[None]:
    """Adds a note to a stop that comes while the block runs, unless it has one: what it leaves on the disk."""
    try:
        yield
    except KeyboardInterrupt as stop:
        if not getattr(stop, "__notes__", ()):
            stop.add_note(note)
        raise


def is_ignored(number: int) -> bool:
    """Whether this process was started with a signal ignored, or has ignored it since."""
    return signal.getsignal(number) is signal.SIG_IGN


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()

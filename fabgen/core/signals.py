"""Ctrl-C (SIGINT) and SIGTERM → exceptions that let a command clean up, held back while files are being swapped.

A signal is handled between any two steps of Python code, so its exception may be raised inside of code that other
libraries call: pydantic turns it into an error of its own while it builds a model, numpy prints it and raises
ImportError while it is loaded by a module in C, Python drops it in the callback of a weak reference. Therefore each
stop is also noted where it is raised, and an error that comes after it counts as it.

A program that was started with one of these signals ignored, as shells do with programs in the background, keeps
ignoring it. Outside of the main thread, where Python sets no handlers, nothing here has an effect.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any

STOPS = (signal.SIGINT, signal.SIGTERM)
USUAL_HANDLERS: dict[int, Any] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: signal.SIG_DFL}
RETRY = 0.02  # seconds until a stop that Python dropped is sent again


class Termination(KeyboardInterrupt):
    """SIGTERM: a stop like Ctrl-C, for those who handle both alike."""

    exit_code = 143  # as shells write it: 128 and the signal


_raised_stops: list[int] = []  # the signals whose exceptions were raised in the `terminable` block that is running


@contextmanager
def terminable() -> Iterator[None]:
    """Makes SIGTERM raise Termination while the block runs, where it would end the process at once.

    A stop by either signal ends the block as a KeyboardInterrupt, also if another library has turned it into an error
    of its own. If Python has dropped it, it is sent again.
    """
    with _raising_handlers():
        try:
            yield
        except Exception as error:
            stop = find_stop(error)
            if stop is None:
                raise
            raise stop from error


@contextmanager
def _raising_handlers() -> Iterator[None]:
    """Handlers for both signals while the block runs, unless it is inside of another such block, or of a program with
    handlers of its own."""
    usual = [number for number, handler in USUAL_HANDLERS.items() if signal.getsignal(number) is handler]
    if not usual or not _is_main_thread():
        yield
        return
    print_error, report_dropped = sys.excepthook, sys.unraisablehook

    def print_other_error(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            print_error(kind, error, trace)

    def send_dropped_stop(dropped: sys.UnraisableHookArgs) -> None:
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            report_dropped(dropped)
            return
        timer = threading.Timer(RETRY, _send_again, [dropped.exc_type])
        timer.daemon = True
        timer.start()

    try:
        sys.excepthook, sys.unraisablehook = print_other_error, send_dropped_stop
        for number in usual:
            signal.signal(number, _raise_stop)
        yield
    finally:
        _raised_stops.clear()
        sys.excepthook, sys.unraisablehook = print_error, report_dropped
        for number in usual:
            signal.signal(number, USUAL_HANDLERS[number])


def find_stop(error: BaseException) -> KeyboardInterrupt | None:
    """The stop behind an error: the error itself, or the stop that was raised before it. None if there was no stop."""
    if isinstance(error, KeyboardInterrupt):
        return error
    if not _raised_stops or not isinstance(error, Exception):
        return None
    return Termination() if _raised_stops[0] == signal.SIGTERM else KeyboardInterrupt()


def _raise_stop(number: int, frame: FrameType | None) -> None:
    """The handler of both signals."""
    _raised_stops.append(number)
    raise Termination if number == signal.SIGTERM else KeyboardInterrupt


def _send_again(stop: type[BaseException]) -> None:
    """Sends the signal of a stop to this process, unless the block that it was to end is over."""
    if _raised_stops:
        signal.raise_signal(signal.SIGTERM if issubclass(stop, Termination) else signal.SIGINT)


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
    except BaseException as error:
        stop = find_stop(error)
        if stop is None:
            raise
        if not getattr(stop, "__notes__", ()):
            stop.add_note(note)
        raise stop from None


def is_ignored(number: int) -> bool:
    """Whether this process was started with a signal ignored, or has ignored it since."""
    return signal.getsignal(number) is signal.SIG_IGN


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()

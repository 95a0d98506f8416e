"""A piece of work → its result, by a second process while this one goes on with something else.

The second process is a copy of this one, made where the work begins (a fork), so that it sees what this one sees; it
only computes, and hands back its result or its Problems whole. Where no processor is free for it, or processes cannot
be copied, the work is done here at once: what comes of it is the same.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from fabgen.base import FabgenError

S = TypeVar("S")
T = TypeVar("T")


def aside(work: Callable[[], T]) -> Callable[[], T]:
    """Begins a work; what is returned waits for its end and gives its result, or raises the FabgenError it raised."""
    if not _free():
        return _done_here(work)
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_done, args=(work, here, there), daemon=True)  # ends when this one does
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of threads: numpy's own, which rest while it is copied
        try:
            process.start()
        except OSError:  # no more processes for this user
            here.close()
            there.close()
            return _done_here(work)
    there.close()

    def result() -> T:
        done = _received(here)
        process.join()
        if done is None:  # it was killed, or something unexpected: that happens here again, with its traceback
            return work()
        if done[1] is not None:
            raise done[1]
        answer: T = done[0]
        return answer

    return result


def _done_here(work: Callable[[], T]) -> Callable[[], T]:
    """A work done at once; its Problems are raised when its result is asked for, as those of another process are."""
    try:
        found = work()
    except FabgenError as error:
        problems = error.problems

        def raised() -> T:
            raise FabgenError(problems)

        return raised
    return lambda: found


def halved(work: Callable[[S], T], items: Sequence[S], weight: Callable[[S], float]) -> list[T]:
    """The results for all items in their order, about half of the weight found by a second process."""
    weights = [weight(item) for item in items]
    if sum(weights) <= max(weights, default=0.0) or not _free():
        return [work(item) for item in items]
    halves: tuple[list[int], list[int]] = [], []
    for n in sorted(range(len(items)), key=lambda n: -weights[n]):
        min(halves, key=lambda half: sum(weights[k] for k in half)).append(n)
    others = aside(lambda: [work(items[n]) for n in halves[1]])
    found = dict(zip(halves[0], [work(items[n]) for n in halves[0]], strict=True))
    found |= zip(halves[1], others(), strict=True)
    return [found[n] for n in range(len(items))]


def _free() -> bool:
    """Whether there is a processor to spare: not where several games are built at once, each by a process."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    return multiprocessing.parent_process() is None and processors > 1 + len(multiprocessing.active_children())


def _received(here: Connection) -> Any:
    """A result and a FabgenError, of which one is None; None where nothing comes."""
    with here:
        try:
            return here.recv()
        except (EOFError, OSError):  # OSError: it ended in the middle of a message
            return None


def _done(work: Callable[[], Any], here: Connection, there: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever waits is told, and ends this process with itself
    here.close()
    try:
        try:
            there.send((work(), None))
        except FabgenError as error:
            there.send((None, error))
    except Exception:  # whoever waits finds it again, or waits no longer
        there.close()

"""A piece of work → its result, computed by a worker process while this one goes on.

The worker process is a copy of this one, made when the work begins (a fork), so that it has the same data. It only
computes, and sends its result or its Problems. If no processor is free, or processes cannot be copied, the work is done
in this process at once, with the same result.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import warnings
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from fabgen.core.problems import FabgenError
from fabgen.core.signals import delay_stop

S = TypeVar("S")
T = TypeVar("T")


def start_work(work: Callable[[], T]) -> Callable[[], T]:
    """Starts a piece of work. The function returned waits for its end, and then gives its result or raises its
    FabgenError."""
    if not _is_processor_free():
        return _do_in_this_process(work)
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(
        target=_do_in_worker, args=(work, receiver, sender), daemon=True
    )  # a daemon ends with this process
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # a warning about threads: numpy's are idle during the copy
        try:
            with delay_stop():  # the copy has handlers of its own only when its work begins
                process.start()
        except OSError:  # no more processes for this user
            receiver.close()
            sender.close()
            return _do_in_this_process(work)
    sender.close()

    def result() -> T:
        answer = _receive(receiver)
        process.join()
        if answer is None:  # killed or crashed: done again here, so that an error shows its traceback
            return work()
        if answer[1] is not None:
            raise answer[1]
        value: T = answer[0]
        return value

    return result


def _do_in_this_process(work: Callable[[], T]) -> Callable[[], T]:
    """Does the work at once. As with a worker process, its FabgenError is raised when the result is asked for."""
    try:
        result = work()
    except FabgenError as error:
        problems = error.problems

        def raise_problems() -> T:
            raise FabgenError(problems)

        return raise_problems
    return lambda: result


def run_in_halves(work: Callable[[S], T], items: Sequence[S], weight: Callable[[S], float]) -> list[T]:
    """The results for all items in their order. About half of the weight is computed by a worker process."""
    weights = [weight(item) for item in items]
    if sum(weights) <= max(weights, default=0.0) or not _is_processor_free():
        return [work(item) for item in items]
    halves: tuple[list[int], list[int]] = [], []
    # The heaviest items first, each to the half with less weight so far.
    for n in sorted(range(len(items)), key=lambda n: -weights[n]):
        min(halves, key=lambda half: sum(weights[k] for k in half)).append(n)
    second_half = start_work(lambda: [work(items[n]) for n in halves[1]])
    results = dict(zip(halves[0], [work(items[n]) for n in halves[0]], strict=True))
    results |= zip(halves[1], second_half(), strict=True)
    return [results[n] for n in range(len(items))]


def _is_processor_free() -> bool:
    """Whether a processor is free. Never in a worker process: several games that are built at once use all of them."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    return multiprocessing.parent_process() is None and processors > 1 + len(multiprocessing.active_children())


def _receive(receiver: Connection) -> Any:
    """A result and a FabgenError, one of them None. None if the worker process ended without an answer."""
    with receiver:
        try:
            return receiver.recv()
        except (EOFError, OSError):  # OSError: the sender ended in the middle of a message
            return None


def _do_in_worker(work: Callable[[], Any], receiver: Connection, sender: Connection) -> None:
    """Does the work in the worker process and sends its result or its FabgenError."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process receives it, and ends this one when it ends
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    receiver.close()
    try:
        try:
            sender.send((work(), None))
        except FabgenError as error:
            sender.send((None, error))
    except Exception:  # the main process does the work again, or no longer waits
        sender.close()

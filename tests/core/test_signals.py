"""Ctrl-C and SIGTERM: exceptions in the main thread, held back where files are swapped, ignored where they were."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator

import pytest

from fabgen.core.signals import DelayedStop, Termination, delay_stop, is_ignored, note_stop, terminable

INT, TERM = signal.SIGINT, signal.SIGTERM


@pytest.fixture(autouse=True)
def _as_in_a_terminal() -> Iterator[None]:
    former = {number: signal.getsignal(number) for number in (INT, TERM)}
    signal.signal(INT, signal.default_int_handler)
    signal.signal(TERM, signal.SIG_DFL)
    yield
    for number, handler in former.items():
        signal.signal(number, handler)


def send(*numbers: int) -> None:
    for number in numbers:
        os.kill(os.getpid(), number)


def test_termination_is_a_stop_of_its_own() -> None:
    with pytest.raises(Termination), terminable():
        send(TERM)
    assert signal.getsignal(TERM) is signal.SIG_DFL


@pytest.mark.parametrize("handler", [signal.SIG_IGN, lambda number, frame: None])
def test_whoever_ignores_or_handles_a_termination_goes_on_doing_so(handler: object) -> None:
    signal.signal(TERM, handler)  # type: ignore[arg-type]
    with terminable():
        assert signal.getsignal(TERM) is handler
        send(TERM)
    assert is_ignored(TERM) == (handler is signal.SIG_IGN)


@pytest.mark.parametrize(("numbers", "kind"), [
    ((INT,), KeyboardInterrupt), ((TERM,), Termination), ((TERM, INT, INT), Termination),
    ((INT, TERM), KeyboardInterrupt),
])
def test_a_stop_waits_for_the_end_of_the_block(numbers: tuple[int, ...], kind: type[BaseException]) -> None:
    steps = []

    def work() -> None:
        with terminable():
            with delay_stop():
                send(*numbers)
                steps.append("inside")
            steps.append("after")

    with pytest.raises(KeyboardInterrupt) as caught:
        work()
    assert caught.type is kind
    assert steps == ["inside"]
    assert signal.getsignal(INT) is signal.default_int_handler
    assert signal.getsignal(TERM) is signal.SIG_DFL


def test_without_a_stop_nothing_happens() -> None:
    with delay_stop(), delay_stop():
        pass
    assert signal.getsignal(INT) is signal.default_int_handler


def test_a_delay_inside_another_waits_for_the_outer_one() -> None:
    steps = []

    def work() -> None:
        with delay_stop():
            with delay_stop():
                send(INT)
            steps.append("after the inner one")
        steps.append("after the outer one")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert steps == ["after the inner one"]


def test_a_delay_may_begin_and_end_twice() -> None:
    delay = DelayedStop()
    delay.begin()
    delay.begin()
    send(INT)
    with pytest.raises(KeyboardInterrupt):
        delay.end()
    delay.end()
    assert signal.getsignal(INT) is signal.default_int_handler


def test_an_error_of_the_block_gives_way_to_the_stop() -> None:
    def work() -> None:
        with delay_stop():
            send(INT)
            raise ValueError("lost")

    with pytest.raises(KeyboardInterrupt) as caught:
        work()
    assert isinstance(caught.value.__context__, ValueError)


def test_what_was_ignored_stays_ignored() -> None:
    signal.signal(INT, signal.SIG_IGN)
    with delay_stop():
        send(INT)
    assert is_ignored(INT)


def test_another_thread_sets_no_handlers() -> None:
    def work() -> None:
        with terminable(), delay_stop():
            found.append(signal.getsignal(INT))

    found: list[object] = []
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


def test_a_stop_keeps_its_first_note() -> None:
    with pytest.raises(KeyboardInterrupt) as caught, note_stop("outer"), note_stop("inner"):
        send(INT)
    assert caught.value.__notes__ == ["inner"]


@pytest.mark.parametrize(("number", "kind"), [(INT, KeyboardInterrupt), (TERM, Termination)])
def test_an_error_that_other_code_makes_of_a_stop_is_that_stop(number: int, kind: type[BaseException]) -> None:
    def work() -> None:
        with terminable(), note_stop("nothing was changed"):
            try:
                send(number)
            except KeyboardInterrupt:
                raise ValueError("cannot build this model") from None

    with pytest.raises(KeyboardInterrupt) as caught:
        work()
    assert caught.type is kind
    assert caught.value.__notes__ == ["nothing was changed"]


def test_an_error_without_a_stop_stays_what_it_is() -> None:
    for _ in range(2):  # also after a block that was stopped
        with pytest.raises(ValueError, match="mistake"), terminable(), note_stop("nothing was changed"):
            raise ValueError("mistake")
        with pytest.raises(KeyboardInterrupt), terminable():
            send(INT)


@pytest.mark.parametrize(("number", "kind"), [(INT, KeyboardInterrupt), (TERM, Termination)])
def test_a_stop_that_python_drops_is_sent_again(number: int, kind: type[BaseException]) -> None:
    class Thing:
        pass

    def work() -> None:
        with terminable():
            thing = Thing()
            reference = weakref.ref(thing, lambda _: send(number))
            del thing
            steps.append(reference())
            time.sleep(1)
            steps.append("not stopped")

    steps: list[object] = []
    hook = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt) as caught:
        work()
    assert caught.type is kind
    assert steps == [None]
    assert sys.unraisablehook is hook

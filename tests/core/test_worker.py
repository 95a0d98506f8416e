"""Work that a second process does: its results, its Problems, and what happens where there is none."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time

import pytest

from fabgen.core import worker as module
from fabgen.core.problems import FabgenError, Location, Problem, problem_error
from fabgen.core.worker import run_in_halves, start_work

pytestmark = pytest.mark.slow

TOLD = (Problem(Location("game.yaml", 3, 1, "board"), "too wide", "less"), Problem(Location(), "odd", "", "warning"))


@pytest.fixture(params=[True, False], ids=["two processes", "one"])
def free(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(module, "_is_processor_free", lambda: request.param)
    return bool(request.param)


def test_the_result_comes_from_another_process_where_one_is_free(free: bool) -> None:
    assert (start_work(os.getpid)() != os.getpid()) is free


def test_problems_arrive_complete(free: bool) -> None:
    def fail() -> None:
        raise FabgenError(TOLD)

    with pytest.raises(FabgenError) as told:
        start_work(fail)()
    assert told.value.problems == tuple(sorted(TOLD))


def test_problems_are_reported_when_the_result_is_asked_for(free: bool) -> None:
    def fail() -> None:
        raise FabgenError(TOLD)

    later = start_work(fail)  # what goes on meanwhile has Problems of its own, which must not be lost
    with pytest.raises(FabgenError):
        later()


def test_the_work_is_done_if_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(module, "_is_processor_free", lambda: True)
    monkeypatch.setattr(os, "fork", refused)
    assert start_work(os.getpid)() == os.getpid()


def test_the_work_is_done_if_the_process_is_killed_during_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_is_processor_free", lambda: True)
    later = start_work(lambda: bytes(10_000_000))  # more than a pipe holds: it waits to be read
    (child,) = multiprocessing.active_children()
    time.sleep(0.2)
    os.kill(int(child.pid or 0), signal.SIGKILL)
    assert later() == bytes(10_000_000)


def test_unexpected_errors_are_raised_in_this_process() -> None:
    found: list[int] = []

    def fail() -> None:
        found.append(os.getpid())
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        start_work(fail)()
    assert found == [os.getpid()]  # what the other process noted is not seen here


@pytest.mark.parametrize("end", [lambda: os._exit(3), lambda: (lambda: 1)], ids=["ended", "cannot be sent"])
def test_work_without_a_result_is_done_in_this_process(end: object) -> None:
    parent = os.getpid()
    assert start_work(lambda: "here" if os.getpid() == parent else end())() == "here"  # type: ignore[operator]


def test_a_large_result_that_is_never_asked_for_blocks_nothing() -> None:
    start_work(lambda: bytes(1_000_000))


def test_halves_keep_the_order(free: bool) -> None:
    assert run_in_halves(lambda n: n * n, [5, 1, 4, 0, 3], float) == [25, 1, 16, 0, 9]
    assert run_in_halves(str, [], float) == []


def test_half_of_the_weight_is_done_by_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_is_processor_free", lambda: True)
    elsewhere = [pid != os.getpid() for pid in run_in_halves(lambda _: os.getpid(), [1, 4, 1, 2], float)]
    assert sum(weight for weight, there in zip([1, 4, 1, 2], elsewhere, strict=True) if there) == 4


def test_a_single_item_with_weight_is_done_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_is_processor_free", lambda: True)
    assert set(run_in_halves(lambda _: os.getpid(), [0, 4, 0], float)) == {os.getpid()}


def test_problems_of_a_half_arrive_complete(free: bool) -> None:
    def refuse(n: int) -> int:
        if n == 2:
            raise problem_error("no twos")
        return n

    with pytest.raises(FabgenError, match="no twos"):
        run_in_halves(refuse, [3, 2, 1], float)

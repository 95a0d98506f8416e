"""Requests to a worker process: those that nobody waits for any more hold up no other."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from fabgen.serve import lanes
from fabgen.serve.lanes import Lane
from fabgen.serve.worker import Reply, Request
from fabgen.spec.build_options import Options

pytestmark = pytest.mark.slow
LIMIT = 60.0  # seconds: far more than anything takes


def answer_slowly(game: str, base: Options, connection: Connection) -> None:
    """A worker process. It notes each request in the folder `game`, and works on one as long as there is no file of
    the name that it asks for; the answer is the number of the process."""
    folder = Path(game)
    while True:
        try:
            request = connection.recv()
        except (EOFError, OSError):
            return
        (folder / f"begun-{request.kind}").touch()
        while not (folder / f"go-{request.kind}").exists():
            time.sleep(0.01)
        connection.send(Reply(os.getpid()))


async def wait_until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(LIMIT):
        while not is_true():
            await asyncio.sleep(0.01)


def run_in_lane(folder: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Lane], Any]) -> None:
    """Runs work with a lane to a process that answers slowly."""
    monkeypatch.setattr(lanes, "run_worker", answer_slowly)

    async def run() -> None:
        lane = Lane("test", str(folder), Options())
        try:
            await work(lane)
        finally:
            await asyncio.to_thread(lane.close)

    asyncio.run(run())


async def abandon(lane: Lane, folder: Path, kind: str) -> None:
    """Asks, and no longer waits once the work has begun."""
    asked = asyncio.ensure_future(lane.ask(Request(1, kind)))
    await wait_until((folder / f"begun-{kind}").exists)
    asked.cancel()


def test_work_that_nobody_waits_for_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "go-next").touch()

    async def work(lane: Lane) -> None:
        await abandon(lane, tmp_path, "endless")
        reply = await asyncio.wait_for(lane.ask(Request(1, "next")), LIMIT)
        assert isinstance(reply.value, int)

    run_in_lane(tmp_path, monkeypatch, work)


def test_what_nobody_waits_for_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "go-last").touch()

    async def work(lane: Lane) -> None:
        first = asyncio.ensure_future(lane.ask(Request(1, "first")))
        await wait_until((tmp_path / "begun-first").exists)
        queued = [asyncio.ensure_future(lane.ask(Request(1, f"queued{number}"))) for number in range(5)]
        last = asyncio.ensure_future(lane.ask(Request(1, "last")))
        await asyncio.sleep(0)
        for asked in queued:
            asked.cancel()
        (tmp_path / "go-first").touch()
        replies = await asyncio.wait_for(asyncio.gather(first, last), LIMIT)
        assert replies[0] == replies[1]  # one process for both

    run_in_lane(tmp_path, monkeypatch, work)
    assert {path.name for path in tmp_path.glob("begun-*")} == {"begun-first", "begun-last"}


def test_work_that_is_asked_for_again_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "GRACE", 0.0)

    async def work(lane: Lane) -> None:
        (tmp_path / "go-first").touch()
        process = (await asyncio.wait_for(lane.ask(Request(1, "first")), LIMIT)).value
        await abandon(lane, tmp_path, "page")
        again = asyncio.ensure_future(lane.ask(Request(1, "page")))
        await asyncio.sleep(0.1)
        (tmp_path / "go-page").touch()
        assert (await asyncio.wait_for(again, LIMIT)).value == process

    run_in_lane(tmp_path, monkeypatch, work)

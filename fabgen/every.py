"""Several games → a build of each, one at a time for each processor. A build that fails does not affect the others."""

from __future__ import annotations

import os
import signal
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from fabgen.base import FabgenError, Problem
from fabgen.build import Result, build
from fabgen.options import Options
from fabgen.stages import Progress

MOST_BUILDS = 4  # builds at once: each takes about 200 MB


@dataclass(frozen=True)
class GameBuild:
    """A game and the result of its build, or its problems."""

    game: str
    result: Result | None
    problems: tuple[Problem, ...] = ()


def build_each(games: Sequence[str], out: Path, options: Options, only: Collection[str],
               progress: Progress = lambda _: None) -> Iterator[GameBuild]:
    """Builds each game and yields the builds in the order in which they end, the failed ones with their problems."""
    processes = min(MOST_BUILDS, len(games), len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2)
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_exit_when_idle) as pool:
        tasks: list[Future[GameBuild]] = [pool.submit(_build_one, game, out, options, tuple(only)) for game in games]
        try:
            for n, task in enumerate(as_completed(tasks), 1):
                yield task.result()
                progress(f"{n} of {len(games)} games are built")
        except KeyboardInterrupt:
            pool.shutdown(wait=True, cancel_futures=True)
            raise


_busy: list[bool] = []


def _exit_when_idle() -> None:
    """Lets Ctrl-C interrupt a build, so that it cleans up; a process that waits for work ends at once."""
    def stop(number: int, frame: Any) -> None:
        if _busy:
            raise KeyboardInterrupt
        os._exit(128 + number)

    signal.signal(signal.SIGINT, stop)


def _build_one(game: str, out: Path, options: Options, only: tuple[str, ...]) -> GameBuild:
    _busy.append(True)
    try:
        return GameBuild(game, build(game, out, options, only))
    except FabgenError as error:
        return GameBuild(game, None, tuple(error.problems))
    finally:
        _busy.clear()



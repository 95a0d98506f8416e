"""A request → its reply from a worker process, one request after the other; a save that comes meanwhile ends work for
the former one.

A request for a former save is never begun, and one that is under way is given a moment: then its process is ended, and
another one answers the requests of the new save.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess

from fabgen.serve.worker import Reply, Request, run_worker
from fabgen.spec.build_options import Options

GRACE = 0.4  # seconds that work for a former save may go on: starting another process takes longer


class SupersededError(Exception):
    """A newer save makes the request void."""


class Lane:
    """A worker process and the requests that wait for it."""

    def __init__(self, name: str, game: str, base: Options) -> None:
        self.name, self.newest = name, 0
        self._arguments = game, base
        self._turn = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=f"fabgen-{name}")
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._running = 0  # the version of the request under way; 0 for none
        self._is_closed = False

    def start(self) -> None:
        """Starts the process, so that it is ready for the first request."""
        if self._is_closed or (self._process and self._process.is_alive()):
            return
        self._drop_process()
        context = multiprocessing.get_context("spawn")
        self._connection, other_end = context.Pipe()
        self._process = context.Process(target=run_worker, args=(*self._arguments, other_end), daemon=True,
                                        name=f"fabgen-{self.name}")
        self._process.start()
        other_end.close()

    async def ask(self, request: Request) -> Reply:
        """The reply to a request. Raises SupersededError if a newer save came first, or the server ends."""
        async with self._turn:
            if self._is_closed or request.version < self.newest:
                raise SupersededError
            self.start()
            assert self._connection
            self._running = request.version
            exchange = asyncio.get_running_loop().run_in_executor(
                self._thread, _exchange, self._connection, request)
            try:
                reply = await asyncio.shield(exchange)
            except asyncio.CancelledError:  # the page no longer waits: the answer must not be taken for the next one
                with suppress(Exception):
                    await exchange
                raise
            finally:
                self._running = 0
            if reply is None:
                self._drop_process()
                self.start()
                if self._is_closed or request.version < self.newest:
                    raise SupersededError
                return Reply(crash=f"the process for {self.name} ended")
            return reply

    def supersede(self, version: int) -> None:
        """Makes requests for saves before `version` void."""
        self.newest = max(self.newest, version)
        asyncio.get_running_loop().call_later(GRACE, self._end_former_work)

    def _end_former_work(self) -> None:
        if 0 < self._running < self.newest and self._process:
            self._process.kill()

    def _drop_process(self) -> None:
        if self._process:
            self._process.kill()
            self._process.join()
            self._process = None
        if self._connection:
            self._connection.close()
            self._connection = None

    def close(self) -> None:
        """Ends the process and the thread."""
        self._is_closed = True
        if self._process:
            self._process.kill()
            self._process.join()
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._drop_process()


def _exchange(connection: Connection, request: Request) -> Reply | None:
    """The reply of a process; None if it has ended."""
    try:
        connection.send(request)
        reply: Reply = connection.recv()
        return reply
    except (EOFError, OSError):
        return None

"""A request → its reply from a worker process, one request after the other; a save that comes meanwhile ends work for
the former one.

A request for a former save is never begun, and one that is under way is given a moment: then its process is ended, and
another one answers the requests of the new save. The same holds for a request that nobody waits for any more, where
another one waits for the process.
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

GRACE = 0.4  # seconds that work for a former save, or for nobody, may go on: starting another process takes longer


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
        self._waiting: list[Request] = []
        self._running: Request | None = None
        self._is_abandoned = False  # whether nobody waits for the reply to the request under way
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
        """The reply to a request. Raises SupersededError if a newer save came first, or the server ends. Whoever no
        longer waits cancels the call: then a request that has not begun never begins."""
        self._waiting.append(request)
        self._free_soon()
        try:
            await self._turn.acquire()
        finally:
            self._waiting.remove(request)
        try:
            return await self._answer(request)
        finally:
            self._turn.release()

    async def _answer(self, request: Request) -> Reply:
        if self._is_closed or request.version < self.newest:
            raise SupersededError
        self.start()
        assert self._connection
        self._running, self._is_abandoned = request, False
        exchange = asyncio.get_running_loop().run_in_executor(self._thread, _exchange, self._connection, request)
        try:
            reply = await asyncio.shield(exchange)
        except asyncio.CancelledError:  # nobody waits any more: the answer must not be taken for the next one
            self._is_abandoned = True
            self._free_soon()
            with suppress(Exception):
                if await exchange is None:
                    self._drop_process()
            raise
        finally:
            self._running = None
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
        if self._running and self._running.version < self.newest and self._process:
            self._process.kill()

    def _free_soon(self) -> None:
        """Ends work for which nobody waits, after a moment, if another request waits for the process then."""
        if self._running and self._is_abandoned:
            asyncio.get_running_loop().call_later(GRACE, self._end_abandoned_work, self._running)

    def _end_abandoned_work(self, request: Request) -> None:
        is_wanted = all(waiting == request for waiting in self._waiting)
        if self._running is request and self._is_abandoned and not is_wanted and self._process:
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

"""A game → a server on this computer that runs until Ctrl-C: its address with a fresh token, on the first free port."""

from __future__ import annotations

import asyncio
import errno
import secrets
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from fabgen.core.problems import problem_error
from fabgen.serve.app import LiveGame, make_app
from fabgen.serve.guard import Guard
from fabgen.spec.build_options import Options

ADDRESS, ADDRESS_6 = "127.0.0.1", "::1"
MOST_PORTS = 50  # that are tried one after the other
LARGEST_HEAD = 16_384  # bytes of the head of a request
HEAD_TIME = 10.0  # seconds in which a connection must have sent a request
MOST_CONNECTIONS = 256


class PatientProtocol(H11Protocol):
    """HTTP that does not wait for ever: a connection that has sent no whole request in time is closed."""

    open_connections = 0

    def connection_made(self, transport: Any) -> None:
        """Begins a connection, unless there are too many."""
        super().connection_made(transport)
        type(self).open_connections += 1
        self._watch = self.loop.call_later(HEAD_TIME, self._close_if_silent)
        if self.open_connections > MOST_CONNECTIONS:
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends a connection."""
        type(self).open_connections -= 1
        self._watch.cancel()
        super().connection_lost(exc)

    def _close_if_silent(self) -> None:
        """Closes a connection that has sent no request, or a part of one, and looks again later at others."""
        if self.cycle is None or (self.cycle.response_complete and self.conn.trailing_data[0]):
            self.transport.close()
        else:
            self._watch = self.loop.call_later(HEAD_TIME, self._close_if_silent)


def bind_port(port: int, *, exact: bool = False) -> list[socket.socket]:
    """Sockets that listen at a port of this computer, or at the next one that is free: at 127.0.0.1 and, where there is
    one, at ::1. Raises FabgenError if there is none."""
    for number in range(port, min(port + (1 if exact else MOST_PORTS), 65_536)):
        sockets = list[socket.socket]()
        try:
            sockets.append(_listen(socket.AF_INET, ADDRESS, number))
            with _without_version_6():
                sockets.append(_listen(socket.AF_INET6, ADDRESS_6, number))
        except OSError as error:
            for sock in sockets:
                sock.close()
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise problem_error(f"no server can listen at {ADDRESS}: {error.strerror}") from None
            continue
        return sockets
    raise problem_error(f"the ports from {port} on are all in use", "choose another --port")


def _listen(family: socket.AddressFamily, address: str, port: int) -> socket.socket:
    """A socket that listens. Raises OSError."""
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind((address, port))
        sock.listen(128)
    except OSError:
        sock.close()
        raise
    return sock


@contextmanager
def _without_version_6() -> Iterator[None]:
    """Goes on where a computer has no addresses of version 6."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT):
            raise


def run_server(game: str, spec_path: Path, options: Options, port: int, editor: str,
               ready: Callable[[str], None]) -> None:
    """Serves a game until the process is told to stop; `ready` gets the address of the page. `editor` is the command
    that opens a file."""
    sockets = bind_port(port)
    token = secrets.token_urlsafe(18)
    bound = sockets[0].getsockname()[1]
    host = f"{ADDRESS}:{bound}"
    hosts = [host, f"localhost:{bound}", f"[{ADDRESS_6}]:{bound}"]

    async def serve() -> None:
        live = LiveGame(game, spec_path, options, editor)
        config = uvicorn.Config(Guard(make_app(live), token, hosts), http=PatientProtocol, ws="none", lifespan="on",
                                log_level="error", access_log=False, server_header=False, date_header=False,
                                h11_max_incomplete_event_size=LARGEST_HEAD, timeout_keep_alive=20,
                                timeout_graceful_shutdown=2, loop="asyncio", proxy_headers=False)
        server = _Server(config, live.stop, lambda: ready(f"http://{host}/{token}/"))
        await server.serve(sockets=sockets)

    try:
        with _hangup_as_stop():
            asyncio.run(serve())
    finally:
        for sock in sockets:
            sock.close()


@contextmanager
def _hangup_as_stop() -> Iterator[None]:
    """Lets the end of the terminal (SIGHUP) count as SIGTERM, unless it is ignored, as `nohup` does."""
    hangup = getattr(signal, "SIGHUP", None)  # Windows has none
    if hangup is None or signal.getsignal(hangup) is not signal.SIG_DFL:
        yield
        return
    signal.signal(hangup, lambda *_: signal.raise_signal(signal.SIGTERM))
    try:
        yield
    finally:
        signal.signal(hangup, signal.SIG_DFL)


class _Server(uvicorn.Server):
    """Says when it is ready, and ends its streams of events when it is told to stop."""

    def __init__(self, config: uvicorn.Config, stop: asyncio.Event, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._stop, self._ready = stop, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts to listen."""
        await super().startup(sockets)
        if not self.should_exit:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stops to listen; pages that are open lose their stream first."""
        self._stop.set()
        for stream in list(self.config.app.app.state.live.streams):  # type: ignore[union-attr]
            stream.put_nowait("")
        await super().shutdown(sockets)

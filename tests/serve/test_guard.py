"""Requests of strangers: none is answered with content, the server goes on, and its memory stays."""

from __future__ import annotations

import asyncio
import random
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fabgen.serve.guard import LARGEST_BODY, Guard

TOKEN = "abcDEF-123_xyz"
HOST = "127.0.0.1:8765"
SAME = [(b"host", HOST.encode()), (b"sec-fetch-site", b"same-origin")]


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Says what it was asked for."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"content of " + scope["path"].encode()})


def answer_of(path: str = f"/{TOKEN}/views", method: str = "GET", headers: list[tuple[bytes, bytes]] | None = None,
              query: bytes = b"", kind: str = "http") -> tuple[int, bytes]:
    """Status and body of a guarded answer."""
    sent: list[Any] = []
    scope = {"type": kind, "method": method, "path": path, "raw_path": path.encode(errors="replace"),
             "query_string": query, "headers": SAME if headers is None else headers}

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(Guard(application, TOKEN, [HOST])(scope, receive, send))
    status = next((message["status"] for message in sent if "status" in message), 0)
    return status, b"".join(message.get("body", b"") for message in sent)


def test_the_page_itself_is_answered() -> None:
    assert answer_of() == (200, b"content of /views")
    origin = (b"origin", f"http://{HOST}".encode())
    assert answer_of(method="POST", headers=[*SAME, origin]) == (200, b"content of /views")


@pytest.mark.parametrize(("headers", "status"), [
    ([(b"host", b"evil.example")], 403),
    ([(b"host", b"evil.example:8765")], 403),
    ([(b"host", b"127.0.0.1:9")], 403),
    ([(b"host", b"127.0.0.1:8765.evil.example")], 403),
    ([], 403),
    ([*SAME, (b"host", b"evil.example")], 403),
    ([*SAME, (b"origin", b"http://evil.example")], 403),
    ([*SAME, (b"origin", b"null")], 403),
    ([*SAME, (b"origin", b"https://127.0.0.1:8765")], 403),
    ([(b"host", HOST.encode()), (b"sec-fetch-site", b"cross-site")], 403),
    ([(b"host", HOST.encode()), (b"sec-fetch-site", b"same-site"), (b"sec-fetch-dest", b"script")], 403),
    ([*SAME, (b"content-length", str(LARGEST_BODY + 1).encode())], 413),
    ([*SAME, (b"content-length", b"-1")], 413),
    ([*SAME, (b"content-length", "²".encode())], 413),
    ([*SAME, (b"x-long", b"x" * 16_000)], 431),
    ([*SAME, *[(b"x-%d" % n, b"x" * 1_000) for n in range(20)]], 431),
])
def test_a_stranger_is_refused(headers: list[tuple[bytes, bytes]], status: int) -> None:
    assert answer_of(headers=headers) == (status, b"")


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "PATCH", "get", "PROPFIND"])
def test_other_methods_are_refused(method: str) -> None:
    assert answer_of(method=method) == (405, b"")


def test_a_post_must_say_where_it_comes_from() -> None:
    assert answer_of(method="POST", headers=[(b"host", HOST.encode())]) == (403, b"")


@pytest.mark.parametrize("path", [
    "/", "//", "/views", f"/{TOKEN}", f"/{TOKEN[:-1]}/views", f"/{TOKEN}x/views", f"//{TOKEN}/views",
    f"/../{TOKEN}/views", f"/{TOKEN.upper()}/views", "/%00/views", "/é/views", "*", "",
])
def test_whoever_lacks_the_token_learns_nothing(path: str) -> None:
    assert answer_of(path) == (404, b"")


def test_a_long_address_is_refused() -> None:
    assert answer_of(query=b"x" * 5000) == (414, b"")


def test_a_web_socket_is_closed() -> None:
    assert answer_of(kind="websocket") == (0, b"")


# Over sockets, at a running server

STRANGE_HOSTS = ("evil.example", "localhost.evil.example", "127.0.0.1", "0.0.0.0", "[::1]", "", "127.0.0.1:1",
                 "a" * 300)
STRANGE_ORIGINS = ("http://evil.example", "null", "file://", "https://127.0.0.1", "http://localhost", "")
TRAVERSALS = ("../../../../etc/passwd", "..%2f..%2fetc/passwd", "%2e%2e/%2e%2e/etc/passwd", "....//etc/passwd",
              "/etc/passwd", "file:///etc/passwd", "..\\..\\windows\\win.ini", "game.yaml", "rules.md",
              "page/../app.py",
              "page.js/../../app.py", "%00", "source?line=../../etc/passwd", "picture?tab=board&view=/etc/passwd",
              "views?tab=../board&version=1", "download", "steps?sheet=../../x&version=1",
              "picture?version=1&tab=board&view=part:../../../etc/passwd", "views?version=1&tab=__class__")
METHODS = ("PUT", "DELETE", "OPTIONS", "HEAD", "TRACE", "CONNECT", "PATCH", "BREW", "get", "")


def hostile_requests(count: int, port: int, token: str, seed: int = 15) -> Iterator[bytes]:
    """Requests of which none may be answered with content."""
    chance = random.Random(seed)
    host = f"127.0.0.1:{port}"
    for _ in range(count):
        kind = chance.randrange(8)
        path, method, headers = f"/{token}/views?tab=board&version=1", "GET", {"Host": host}
        if kind == 0:
            headers["Host"] = chance.choice(STRANGE_HOSTS)
        elif kind == 1:
            headers["Origin"] = chance.choice(STRANGE_ORIGINS)
        elif kind == 2:
            path = f"/{token}/{chance.choice(TRAVERSALS)}"
        elif kind == 3:
            path = "/" + "".join(chance.choice("abc./%2") for _ in range(chance.randrange(40)))
        elif kind == 4:
            method = chance.choice(METHODS)
        elif kind == 5:
            headers["X-Long"] = "x" * chance.choice((17_000, 60_000))
        elif kind == 6:
            headers |= {"Content-Length": chance.choice(("99999999", "-1", "1e9")), "Origin": f"http://{host}"}
            path, method = f"/{token}/play?version=1", "POST"
        else:
            yield bytes(chance.randrange(256) for _ in range(chance.randrange(1, 400))) + b"\r\n\r\n"
            continue
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        yield f"{method} {path} HTTP/1.1\r\n{head}Connection: close\r\n\r\n".encode("latin-1")


def exchange(port: int, data: bytes) -> bytes:
    """The answer to some bytes."""
    with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
        answer = b""
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while chunk := connection.recv(65_536):
                answer += chunk
        except (ConnectionError, BrokenPipeError):
            pass
        return answer


def body_of(answer: bytes) -> bytes:
    """What follows the head of an answer. The texts with which the HTTP library itself refuses bytes say nothing."""
    body = answer.partition(b"\r\n\r\n")[2]
    return b"" if body in (b"Invalid HTTP request received.", b"Not Found", b"Method Not Allowed") else body


def memory_of(process: int) -> int:
    """The memory of a process in bytes."""
    return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * 4096


@pytest.mark.slow
def test_thousands_of_hostile_requests_get_nothing(correction: Any) -> None:
    requests = list(hostile_requests(3000, correction.port, correction.token))
    for data in requests[:300]:
        exchange(correction.port, data)
    has_proc = Path("/proc/self/statm").exists()
    before = memory_of(correction.process.pid) if has_proc else 0
    answers = ((data[:200], body_of(exchange(correction.port, data))) for data in requests[300:])
    answered = [(data, body[:200]) for data, body in answers if body]
    assert answered == []
    if has_proc:
        assert memory_of(correction.process.pid) - before < 30_000_000
    assert correction.ask("")[0] == 200


@pytest.mark.slow
def test_the_same_requests_from_the_page_do_get_content(correction: Any) -> None:
    """What is refused above is refused for its strangeness, not because there is nothing."""
    good = f"GET /{correction.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{correction.port}\r\nConnection: close\r\n\r\n"
    assert b"<!doctype html>" in body_of(exchange(correction.port, good.encode()))


@pytest.mark.slow
def test_connections_that_dawdle_are_closed_and_hold_up_nobody(correction: Any) -> None:
    slow = [socket.create_connection(("127.0.0.1", correction.port), timeout=120) for _ in range(60)]
    for connection in slow:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: 127")
    assert correction.ask("")[0] == 200
    answers = list[bytes]()

    def read(connection: socket.socket) -> None:
        try:
            answers.append(connection.recv(1000))
        except ConnectionError:
            answers.append(b"")

    threads = [threading.Thread(target=read, args=(connection,)) for connection in slow]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 120
    for thread in threads:
        thread.join(max(deadline - time.monotonic(), 0))
    assert answers == [b""] * 60  # closed by the server
    for connection in slow:
        connection.close()

"""A game in a folder → `fabgen serve` as a process, asked over HTTP as a page asks."""

from __future__ import annotations

import http.client
import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest

pytest.importorskip("starlette") if not os.environ.get("CI") else None

LIMIT = 120.0  # seconds: far more than anything takes, also where many tests share a processor
TEMPLATES = Path(__file__).parents[2] / "templates"


class Served:
    """A running server, its game, and questions to it. `port`, `token` and `address` are as it printed them."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        command = [sys.executable, "-m", "fabgen", "serve", str(folder), "--no-open", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read_lines, daemon=True).start()
        self.address = self._wait_for_address()
        match = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([\w-]+)/", self.address)
        assert match
        self.port, self.token = int(match[1]), match[2]

    def _read_lines(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line)

    def _wait_for_address(self) -> str:
        said = ""
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                said += (line := self.lines.get(timeout=0.2))
            except queue.Empty:
                continue
            if line.strip().startswith("http://"):
                return line.strip()
        raise AssertionError(f"no address: {said}")

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
            ) -> tuple[int, bytes, dict[str, str]]:
        """Status, body and headers of the answer to a request under the token."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        sent = {"Sec-Fetch-Site": "same-origin", **{name.replace("_", "-"): value for name, value in headers.items()}}
        try:
            connection.request(method, f"/{self.token}/{path}", body=body, headers=sent)
            answer = connection.getresponse()
            return answer.status, answer.read(), {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()

    def value(self, name: str, method: str = "GET", body: bytes | None = None, **values: Any) -> Any:
        """The JSON answer at the newest save."""
        deadline = time.monotonic() + LIMIT
        while True:
            query = urlencode({"version": self.version(), **values}, quote_via=quote)
            status, data, _ = self.ask(f"{name}?{query}", method, body)
            if status != 409:
                assert status in (200, 422), (status, data)
                return json.loads(data)
            assert time.monotonic() < deadline

    def picture(self, tab: str, view: str, style: str = "", look: str = "{}") -> bytes:
        """The picture of a view at the newest save."""
        deadline = time.monotonic() + LIMIT
        while True:
            query = urlencode({"version": self.version(), "tab": tab, "view": view, "style": style, "look": look})
            status, data, _ = self.ask(f"picture?{query}")
            if status == 200:
                return data
            assert status == 409, (status, data)
            assert time.monotonic() < deadline

    def events(self) -> Events:
        """The stream of events."""
        return Events(self)

    def version(self) -> int:
        """The number of the newest save."""
        with self.events() as events:
            number: int = events.next("save")["version"]
            return number

    def wait_until(self, is_true: Callable[[], Any]) -> Any:
        """The first value that is true; fails after a long time."""
        deadline = time.monotonic() + LIMIT
        while not (value := is_true()):
            assert time.monotonic() < deadline, "this did not become true"
            time.sleep(0.05)
        return value

    def stop(self) -> tuple[int, str]:
        """Ends the server with Ctrl-C. The exit code and what it printed after its address."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(LIMIT)
        time.sleep(0.1)
        said = ""
        while not self.lines.empty():
            said += self.lines.get()
        return code, said

    def close(self) -> None:
        """Ends the server in any case."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Events:
    """A stream of events that is being read."""

    def __init__(self, served: Served) -> None:
        deadline = time.monotonic() + LIMIT
        while not self._open(served):  # the server has not yet noticed that former streams were closed
            assert time.monotonic() < deadline
            time.sleep(0.2)

    def _open(self, served: Served) -> bool:
        self._connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=LIMIT)
        self._connection.request("GET", f"/{served.token}/events", headers={"Sec-Fetch-Site": "same-origin"})
        self._answer = self._connection.getresponse()
        assert self._answer.status in (200, 503)
        return self._answer.status == 200

    def __enter__(self) -> Events:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()
        self._answer.close()

    def next(self, kind: str) -> Any:
        """The value of the next event of a kind."""
        name = ""
        while line := self._answer.readline().decode():
            field, _, value = line.rstrip("\n").partition(": ")
            if field == "event":
                name = value
            elif field == "data" and name == kind:
                return json.loads(value)
        raise AssertionError("the stream ended")


def copy_game(name: str, folder: Path) -> Path:
    """A copy of a game that comes with fabgen."""
    shutil.copytree(TEMPLATES / name, folder)
    return folder


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Starts servers, and ends them after the test."""
    servers = list[Served]()

    def start(folder: Path, *options: str) -> Served:
        servers.append(Served(folder, *options))
        return servers[-1]

    yield start
    for served in servers:
        served.close()


@pytest.fixture(scope="module")
def correction(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for a copy of one game that no test of the module changes."""
    served = Served(copy_game("correction", tmp_path_factory.mktemp("served") / "correction"))
    yield served
    served.close()

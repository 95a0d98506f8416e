"""What `fabgen serve` bears: python benchmarks/serve_trouble.py [--requests N] [--saves N]

1. Requests of strangers (foreign Host and Origin, traversal, huge heads, bad methods, noise), while others dawdle with
   theirs: how many were answered with content, and how much memory the server took by them.
2. Saves in a row, every fifth with an error: how much memory the server and its worker processes took by them.

After both the page must still work.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from serve import TEMPLATES, Page

DAWDLERS = 100  # connections that send a byte now and then
AT_ONCE = 4
PAGE_SIZE = 4096


def load_strangers() -> Any:
    """The requests of the tests, which nobody may answer with content."""
    path = Path(__file__).parents[1] / "tests" / "serve" / "test_guard.py"
    spec = importlib.util.spec_from_file_location("strangers", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def memory_of(process: int, *, with_children: bool = True) -> int:
    """The memory of a process and of its children in bytes; 0 for one that has ended."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1])
        children = Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()
    except OSError:
        return 0
    return pages * PAGE_SIZE + sum(memory_of(int(child)) for child in children if with_children)


@contextmanager
def serving(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server for a game, and its address."""
    command = [sys.executable, "-m", "fabgen", "serve", str(folder), "--no-open"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout
        yield server, next(line.strip() for line in server.stdout if line.strip().startswith("http://"))
    finally:
        server.terminate()
        server.wait()


def attack(address: str, process: int, count: int) -> None:
    """Sends hostile requests and prints what came of them."""
    strangers = load_strangers()
    page, own = Page(address), partial(memory_of, process, with_children=False)
    port, token = int(page.host.partition(":")[2]), page.root.strip("/")
    page.get("views", tab="board")

    def ask(data: bytes) -> int:
        return bool(strangers.body_of(strangers.exchange(port, data)))

    requests = strangers.hostile_requests(count, port, token)
    with ExitStack() as cleanup, ThreadPoolExecutor(AT_ONCE) as pool:
        for _ in range(DAWDLERS):
            dawdler = cleanup.enter_context(socket.create_connection(("127.0.0.1", port)))
            dawdler.sendall(b"GET / HT")
        sum(pool.map(ask, islice(requests, count // 50)))  # until everything is loaded
        before, start = own(), time.perf_counter()
        answered, sizes = 0, list[int]()
        while answers := list(pool.map(ask, islice(requests, 1000))):
            answered += sum(answers)
            sizes.append(own())
        seconds = time.perf_counter() - start
    grown = ", ".join(f"{(sizes[len(sizes) * part // 4 - 1] - before) / 1e6:+.1f}" for part in (1, 2, 3, 4))
    Page(address).get("views", tab="board")
    print(f"{count} hostile requests, {count / seconds:.0f} a second: {answered} answered with content, memory "
          f"after each quarter {grown} MB, the page works", flush=True)


def save_often(address: str, process: int, spec: Path, count: int) -> None:
    """Saves again and again, and prints what the memory did."""
    page, text = Page(address), spec.read_text("utf-8")
    first = json.loads(page.get("views", tab="pieces"))[0]["id"]
    sizes = list[float]()
    for number in range(count):
        changed = text.replace("title: ", f"title: {number} ", 1)
        beside = spec.with_suffix(".new")
        beside.write_text(changed + "oops: 1\n" if number % 5 == 4 else changed, "utf-8")
        os.replace(beside, spec)  # as editors do
        page.version = page.next_save()
        if number % 5 != 4:
            page.get("picture", tab="pieces", view=first, style="")
        if number % 10 == 9:
            sizes.append(memory_of(process) / 1e6)
    spec.write_text(text, "utf-8")
    page.version = page.next_save()
    page.get("picture", tab="pieces", view=first)
    start, end = sizes[min(4, len(sizes) - 1)], max(sizes[-5:])
    print(f"{count} saves, every fifth with an error: {start:.0f} MB after 50, at most {max(sizes):.0f} MB, "
          f"{end:.0f} MB at the end ({end - start:+.0f} MB), the page works", flush=True)


def main() -> None:
    """Prints a line for each kind of trouble."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--saves", type=int, default=500)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "correction"
        shutil.copytree(TEMPLATES / "correction", folder)
        with serving(folder) as (server, address):
            if arguments.requests:
                attack(address, server.pid, arguments.requests)
            if arguments.saves:
                save_often(address, server.pid, folder / "game.yaml", arguments.saves)


if __name__ == "__main__":
    main()

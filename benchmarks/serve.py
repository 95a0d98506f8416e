"""From a save to the new picture on the page of `fabgen serve`: python benchmarks/serve.py [-n SAVES] [GAME ...]

Each row is one kind of change, made again and again: the time from writing the file until the page's own requests have
the new picture, without what the browser takes to paint it (some milliseconds). The last column is the 95th percentile
as a share of a whole `fabgen build` in the same run, because machines differ in speed and in what else they do.
"""

from __future__ import annotations

import argparse
import http.client
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

TEMPLATES = Path(__file__).parents[1] / "templates"
GAMES = ("correction", "chess-battle")


class Page:
    """What a page asks of a server: its stream of events, and pictures over one connection."""

    def __init__(self, address: str) -> None:
        match = re.fullmatch(r"http://([^/]+)(/.*)", address)
        assert match
        self.host, self.root = match[1], match[2]
        self.pictures = http.client.HTTPConnection(self.host, timeout=300)
        self.stream = http.client.HTTPConnection(self.host, timeout=300)
        self.stream.request("GET", f"{self.root}events")
        self.events = self.stream.getresponse()
        self.version = self.next_save()

    def next_save(self) -> int:
        """The number of the next save that the server tells."""
        kind = ""
        while line := self.events.readline().decode():
            name, _, value = line.strip().partition(": ")
            kind = value if name == "event" else kind
            if name == "data" and kind == "save":
                return int(json.loads(value)["version"])
        raise SystemExit("the server has ended")

    def get(self, name: str, **values: Any) -> bytes:
        """The answer to a request at the newest save."""
        query = urlencode({"version": self.version, "look": "{}", **values})
        self.pictures.request("GET", f"{self.root}{name}?{query}")
        answer = self.pictures.getresponse()
        data = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{name} {values}: {answer.status} {data[:300]!r}")
        return data


def measure(page: Page, file: Path, changed: Callable[[str, int], str], tab: str, view: str, saves: int) -> list[float]:
    """Seconds from each save to the picture of the first view whose name begins so."""
    text, seconds = file.read_text("utf-8"), []
    former = b""
    for number in range(saves):
        start = time.perf_counter()
        file.write_text(changed(text, number), "utf-8")
        page.version = page.next_save()
        shown = next(one["id"] for one in json.loads(page.get("views", tab=tab)) if one["id"].startswith(view))
        picture = page.get("picture", tab=tab, view=shown)
        seconds.append(time.perf_counter() - start)
        assert picture != former, (tab, view)
        former = picture
        time.sleep(0.6)  # the check of the whole game goes on meanwhile, as while a person reads
    file.write_text(text, "utf-8")
    page.version = page.next_save()
    return seconds


def change_moves(text: str, number: int) -> str:
    """Another move string for the first kind of piece; examples that it contradicts are left out."""
    head, _, rest = text.partition("\npieces:\n")
    moves = ("W", "F", "WF", "D", "A")[number % 5]
    return f"{head}\npieces:\n" + re.sub(r"(    moves:)[^\n]*(\n      [^\n]*)*", rf"\1 {moves}", rest, count=1)


def change_caption(text: str, number: int) -> str:
    """Another caption of the first example in the rules text."""
    return re.sub(r"!\[[^\]]*\]\(example:", f"![What happens here, version {number}.](example:", text, count=1)


def change_cell(text: str, number: int) -> str:
    """Another size of a cell."""
    return re.sub(r"(\n  cell: )(\d+)[^\n]*", lambda match: f"{match[1]}{int(match[2]) + 0.02 * (1 + number):g} mm",
                  text, count=1)


def benchmark(game: str, saves: int) -> None:
    """Prints the rows of a game."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / game
        shutil.copytree(TEMPLATES / game, folder)
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "fabgen", "build", str(folder), "-q", "--no-cache", "-o", f"{name}/out"],
                       check=False, stderr=subprocess.DEVNULL)
        cold = time.perf_counter() - start
        print(f"| {game}: whole build | {cold:.2f} | | |", flush=True)
        server = subprocess.Popen([sys.executable, "-m", "fabgen", "serve", str(folder), "--no-open"],
                                  stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            address = next(line.strip() for line in server.stdout if line.strip().startswith("http://"))
            page, spec, rules = Page(address), folder / "game.yaml", folder / "rules.md"
            first = json.loads(page.get("views", tab="pieces"))[0]["id"]
            rows: list[tuple[str, Path, Callable[[str, int], str], str, str]] = [
                ("move string → diagram", spec, change_moves, "pieces", first),
                ("caption → its page of the rulebook", rules, change_caption, "rulebook", ""),
                ("cell → board as it is cut", spec, change_cell, "board", "part:"),
                ("cell → laser sheet", spec, change_cell, "laser", "sheet:"),
            ]
            for words, file, change, tab, view in rows:
                page.get("views", tab=tab)
                view = view or find_page(page, file, change)
                times = sorted(measure(page, file, change, tab, view, saves))
                p95 = times[min(len(times) - 1, round(0.95 * (len(times) - 1)))]
                cells = f"{statistics.median(times):.3f} | {p95:.3f} | {p95 / cold:.3f}"
                print(f"| {game}: {words} | {cells} |", flush=True)
        finally:
            server.terminate()
            server.wait()


def find_page(page: Page, file: Path, change: Callable[[str, int], str]) -> str:
    """The page of the rulebook that a change is on."""
    text = file.read_text("utf-8")
    views = [view["id"] for view in json.loads(page.get("views", tab="rulebook"))]
    former = {view: page.get("picture", tab="rulebook", view=view) for view in views}
    file.write_text(change(text, 99), "utf-8")
    page.version = page.next_save()
    page.get("views", tab="rulebook")
    found = next(view for view in views if page.get("picture", tab="rulebook", view=view) != former[view])
    file.write_text(text, "utf-8")
    page.version = page.next_save()
    return found


def main() -> None:
    """Prints a table for each game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("-n", "--saves", type=int, default=40)
    arguments = parser.parse_args()
    print("| change | median s | p95 s | p95 / whole build |\n|---|---|---|---|")
    for game in arguments.games:
        benchmark(game, arguments.saves)


if __name__ == "__main__":
    main()

"""A Typst project (file names → contents) → its PDF, or the value of an expression, computed by a process of its own.

Typst runs in a separate process for three reasons. A theme is code of somebody else, so it gets limits of time and
memory; this process may be copied (`core/worker`), which Typst's threads would not survive; and the process lives on,
so that a document that changes a little is set again in milliseconds. The project sees its own files only: no packages,
no system fonts, no date.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from fabgen.core.files import disk_error
from fabgen.core.problems import FabgenError, Location, Problem, problem_error

MAIN = "main.typ"  # the file of a project that is compiled
FONTS = Path(__file__).parent.parent / "artwork" / "fonts"
LONGEST = 60.0  # seconds that one request may take
BEYOND = 5.0  # seconds after which a process ends by itself, where nobody is left who would end it
LARGEST = 2 * 1024**3  # bytes of memory that the process may use
GROWN = 600 * 1024**2  # bytes: a process that keeps so many results ends, and the next request starts another
# Packages are refused: whatever Typst tries to download goes to a port that nobody listens to.
NO_NETWORK = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"), "http://127.0.0.1:9")
UNKNOWN_FONT = "unknown font family"  # in a warning of Typst
_PLACE = re.compile(r"┌─ ([^\n]+?):(\d+):(\d+)")
Files = Mapping[str, str | bytes]  # text, or the bytes of a picture
Kind = Literal["pdf", "svg", "value"]
Request = tuple[Kind, dict[str, str | bytes], str, float]  # what for, changed files, standard or expression, seconds
Reply = tuple[Literal["ok", "error", "disk"], Any]


class TypstProcess:
    """A running process and the files that it has. Started at the first request, and again after it was stopped."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = ""  # of the project's files
        self._known: dict[str, str | bytes] = {}

    def compile_pdf(self, files: Files, *, standard: str = "ua-1") -> bytes:
        """The PDF of a project. Raises FabgenError with Typst's own message, its file and its line."""
        data: bytes = self._ask("pdf", files, standard)
        return data

    def evaluate(self, files: Files, expression: str) -> Any:
        """The value of a Typst expression about a project that has been laid out. Raises FabgenError as
        `compile_pdf`."""
        return self._ask("value", files, expression)

    def compile_svg(self, files: Files) -> list[bytes]:
        """The pages of a project as SVG files. Raises FabgenError as `compile_pdf`."""
        pages: list[bytes] = self._ask("svg", files, "")
        return pages

    def start(self) -> None:
        """Starts the process if it is not running, so that it is ready when it is needed."""
        if self._process is None or self._process.poll() is not None:
            self.stop()
            try:
                self._folder = tempfile.mkdtemp(prefix="fabgen-typst-")
            except OSError as error:
                raise disk_error(error, tempfile.gettempdir()) from None
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "fabgen.typeset.typst_process", self._folder],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
                env={**os.environ, **NO_NETWORK, "PYTHONPATH": _import_path()},
            )

    def stop(self) -> None:
        """Ends the process and removes its files."""
        self._known = {}
        if self._process:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream:
                    stream.close()
            self._process = None
            shutil.rmtree(self._folder, ignore_errors=True)

    def _ask(self, kind: Kind, files: Files, detail: str) -> Any:
        """The answer to a request. A process that ended after its last answer, because it had grown, is replaced."""
        self.start()
        is_new = not self._known
        try:
            status, answer = self._exchange(kind, files, detail)
        except TimeoutError:
            self.stop()
            hint = "look for a loop in the theme"
            raise problem_error(f"the pages are not set after {LONGEST:g} seconds", hint) from None
        except (EOFError, OSError):
            self.stop()
            if not is_new:
                return self._ask(kind, files, detail)
            raise problem_error("the process that sets pages ended", f"it may use {LARGEST // 1024**2} MB: look for "
                                "something in the theme that repeats without end") from None
        except BaseException:  # Ctrl-C: an answer that nobody waits for must not be taken for the next one
            self.stop()
            raise
        if status == "error":
            raise FabgenError([_problem(*answer)])
        if status == "disk":
            self.stop()
            raise disk_error(answer, tempfile.gettempdir())
        return answer

    def _exchange(self, kind: Kind, files: Files, detail: str) -> Reply:
        """Sends a request with the files that the process does not have yet, and waits for the reply."""
        assert self._process
        assert self._process.stdin
        assert self._process.stdout
        to_process = Connection(os.dup(self._process.stdin.fileno()), readable=False)
        from_process = Connection(os.dup(self._process.stdout.fileno()), writable=False)
        changed = {name: text for name, text in files.items() if self._known.get(name) != text}
        with to_process, from_process:
            to_process.send((kind, changed, detail, LONGEST))
            self._known.update(changed)
            if not from_process.poll(LONGEST):
                raise TimeoutError
            reply: Reply = from_process.recv()
            return reply


def typst_process() -> TypstProcess:
    """The process that sets the pages of this process."""
    return _process_of(os.getpid())


@cache
def _process_of(process_id: int) -> TypstProcess:
    """One for each process: a copied process must not read the answers to its parent."""
    import atexit

    process = TypstProcess()
    atexit.register(process.stop)
    return process


def _import_path() -> str:
    """Where the other process finds fabgen and its libraries."""
    return os.pathsep.join(path for path in sys.path if path)


def _problem(message: str, diagnostic: str, hints: list[str]) -> Problem:
    """Typst's message as a Problem, at the file of the project and the line that its diagnostic names."""
    place = _PLACE.search(diagnostic)
    where = Location(place[1], int(place[2]), int(place[3]) + 1) if place else Location()
    if "failed to download package" in message:
        return Problem(where, "a theme cannot use packages", "copy what it needs into the theme")
    if UNKNOWN_FONT in message:
        return Problem(where, message, "there is Source Sans Pro, regular, semibold, bold and italic")
    return Problem(where, message, "; ".join(hints))


def serve(folder: Path, requests: Connection, replies: Connection) -> None:
    """Answers requests about a project in a folder until there are no more, then removes the folder."""
    compiler = _make_compiler(folder)
    try:
        has_grown = False
        while not has_grown:
            request: Request = requests.recv()
            _end_after(request[-1] + BEYOND)
            reply = _answer(compiler, folder, request)
            _end_after(0)
            replies.send(reply)
            has_grown = _memory_used() > GROWN
    except (EOFError, OSError):  # whoever asks has ended
        pass
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _end_after(seconds: float) -> None:
    """Lets the system end this process after a time, also in the middle of a loop of Typst; 0: no more. Windows cannot
    do that."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _memory_used() -> int:
    """The memory in bytes that this process uses; 0 where the system does not say. (The greatest use, which more
    systems tell, would begin with that of the process that started this one.)"""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _make_compiler(folder: Path) -> Any:
    """A compiler that sees one folder and our fonts."""
    import typst

    (folder / MAIN).touch()
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[FONTS])
    return typst.Compiler(folder / MAIN, root=folder, font_paths=fonts, ignore_system_fonts=True,
                          package_path=folder / "no-packages", package_cache_path=folder / "no-packages")


def _answer(compiler: Any, folder: Path, request: Request) -> Reply:
    """The answer to a request."""
    import json

    import typst

    kind, files, detail, _ = request
    try:
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
    except OSError as error:  # no room, for instance
        return "disk", error
    message: tuple[str, str, list[str]]
    try:
        if kind == "pdf":
            standards = [detail] if detail else []
            data, warnings = compiler.compile_with_warnings(format="pdf", pdf_standards=standards, timestamp=0)
            unknown_fonts = [warning for warning in warnings if UNKNOWN_FONT in warning.message]
            if not unknown_fonts:
                return "ok", data
            message = (unknown_fonts[0].message, unknown_fonts[0].diagnostic, [])  # its words would be left out
        elif kind == "svg":
            pages = compiler.compile(format="svg")
            return "ok", [pages] if isinstance(pages, bytes) else pages
        else:
            return "ok", json.loads(compiler.eval(detail))
    except typst.TypstError as error:
        message = (error.message, error.diagnostic, list(error.hints))
    except RuntimeError as error:
        message = (str(error), "", [])
    text, diagnostic, hints = message
    return "error", (_hide_folder(text, folder), _hide_folder(diagnostic, folder), hints)


def _hide_folder(text: str, folder: Path) -> str:
    """A message with the names of the project's files, without the folder in which they are."""
    return re.sub(rf"[^\s(]*{re.escape(folder.name)}/", "", text)


def _limit_memory() -> None:
    """Makes a request that needs more memory fail, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST, resource.getrlimit(resource.RLIMIT_AS)[1]))


if __name__ == "__main__":
    _limit_memory()
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)  # who started this one may have ignored it
    serve(Path(sys.argv[1]), Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False))

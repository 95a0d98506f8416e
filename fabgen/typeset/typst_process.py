"""A Typst project (file names → contents) → its PDF, or the value of an expression, computed by a process of its own.

Typst runs in a separate process (`typst_server`) for three reasons. A theme is code of somebody else, so it gets limits
of time and memory; this process may be copied (`core/worker`), which Typst's threads would not survive; and the process
lives on, so that a document that changes a little is set again in milliseconds. The project sees its own files only: no
packages, no system fonts, no date.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Literal

from fabgen.core.files import disk_error
from fabgen.core.problems import FabgenError, Location, Problem, problem_error
from fabgen.typeset import typst_server
from fabgen.typeset.typst_server import LARGEST, MAIN, UNKNOWN_FONT, ReplyMessage, receive, send

FONTS = Path(__file__).parent.parent / "artwork" / "fonts"
LONGEST = 60.0  # seconds that one request may take
# Packages are refused: whatever Typst tries to download goes to a port that nobody listens to.
NO_NETWORK = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"), "http://127.0.0.1:9")
_PLACE = re.compile(r"┌─ ([^\n]+?):(\d+):(\d+)")
Files = Mapping[str, str | bytes]  # text, or the bytes of a picture
Kind = Literal["pdf", "svg", "value"]


@dataclass(eq=False)
class _SentRequest:
    """What is asked for, and the reply, once it has been read. `is_first`: no files had been sent to this process
    before."""

    kind: Kind
    files: Files
    detail: str
    is_first: bool = True
    reply: ReplyMessage | None = None


class TypstProcess:
    """A running process and the files that it has. Started at the first request, and again after it was stopped.

    It answers one request after the other, and more may be sent meanwhile. Where it ends before it has answered one,
    that one is sent again when its answer is wanted.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._folder = ""  # of the project's files
        self._known: dict[str, str | bytes] = {}
        self._sent: deque[_SentRequest] = deque()  # whose replies are still to be read, the first one first

    def compile_pdf(self, files: Files, *, standard: str = "ua-1") -> bytes:
        """The PDF of a project. Raises FabgenError with Typst's own message, its file and its line."""
        data: bytes = self._ask("pdf", files, standard)
        return data

    def evaluate(self, files: Files, expression: str) -> Any:
        """The value of a Typst expression about a project that has been laid out. Raises FabgenError as
        `compile_pdf`."""
        return self._ask("value", files, expression)

    def start_evaluating(self, files: Files, expression: str) -> Callable[[], Any]:
        """Asks for the value of an expression, which is computed while this process goes on. The function returned
        waits for it, and then gives it or raises FabgenError as `evaluate`. Raises FabgenError as `start`."""
        request = _SentRequest("value", files, expression)
        self.start()
        try:
            self._send(request)
        except OSError:
            self.stop()  # it has ended
        except BaseException:
            self.stop()
            raise
        return partial(self._answer, request)

    def compile_svg(self, files: Files) -> list[bytes]:
        """The pages of a project as SVG files. Raises FabgenError as `compile_pdf`."""
        pages: list[bytes] = self._ask("svg", files, "")
        return pages

    def start(self) -> None:
        """Starts the process if it is not running, so that it is ready when it is needed. Raises FabgenError where the
        system refuses a folder or another process."""
        if self._process is None or self._process.poll() is not None:
            self.stop()
            try:
                self._folder = tempfile.mkdtemp(prefix="fabgen-typst-")
            except OSError as error:
                raise disk_error(error, tempfile.gettempdir()) from None
            try:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", typst_server.__file__, self._folder, str(FONTS)],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
                    env={**os.environ, **NO_NETWORK, "PYTHONPATH": _import_path()},
                )
            except OSError as error:
                shutil.rmtree(self._folder, ignore_errors=True)
                reason = (error.strerror or str(error)).lower()
                raise problem_error(f"the process that sets pages cannot be started: {reason}") from None
            except BaseException:  # Ctrl-C
                shutil.rmtree(self._folder, ignore_errors=True)
                raise

    def stop(self) -> None:
        """Ends the process and removes its files."""
        self._known = {}
        self._sent.clear()
        if self._process:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream:
                    stream.close()
            self._process = None
            shutil.rmtree(self._folder, ignore_errors=True)

    def _ask(self, kind: Kind, files: Files, detail: str) -> Any:
        """The answer to a request."""
        return self._answer(_SentRequest(kind, files, detail))

    def _answer(self, request: _SentRequest) -> Any:
        """The answer to a request. A process that ended after its last answer, because it had grown, is replaced."""
        while request.reply is None:
            is_sent = request in self._sent
            if not is_sent:
                self.start()
            try:
                if not is_sent:
                    self._send(request)
                self._read_reply()
            except TimeoutError:
                is_own = self._sent[0] is request
                self.stop()
                if not is_own:  # an earlier request takes too long, and perhaps nobody wants its answer
                    continue
                hint = "look for a loop in the theme"
                raise problem_error(f"the pages are not set after {LONGEST:g} seconds", hint) from None
            except (EOFError, OSError):
                self.stop()
                if request.is_first:
                    raise problem_error("the process that sets pages ended", f"it may use {LARGEST // 1024**2} MB: "
                                        "look for something in the theme that repeats without end") from None
            except BaseException:  # Ctrl-C: an answer that nobody waits for must not be taken for the next one
                self.stop()
                raise
        answer: Any
        status, answer = request.reply
        if status == "error":
            raise FabgenError([_problem(*answer)])
        if status == "disk":
            raise disk_error(answer, tempfile.gettempdir())
        return answer

    def _send(self, request: _SentRequest) -> None:
        """Sends a request, with the files that the process does not have yet, to a process that has been started."""
        assert self._process
        assert self._process.stdin
        request.is_first = not self._known
        changed = {name: text for name, text in request.files.items() if self._known.get(name) != text}
        send(self._process.stdin.fileno(), (request.kind, changed, request.detail, LONGEST))
        self._known.update(changed)
        self._sent.append(request)

    def _read_reply(self) -> None:
        """Waits for the reply to the first request that has none.

        Stops a process that could not write the files of that request, because the requests behind it listed only what
        had changed since. They are sent again when their answers are wanted.
        """
        assert self._process
        assert self._process.stdout
        answers = self._process.stdout.fileno()
        if not wait([answers], LONGEST):
            raise TimeoutError
        reply: ReplyMessage = receive(answers)
        request = self._sent.popleft()
        request.reply = reply
        if reply[0] == "disk":
            self.stop()


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


__all__ = ["FONTS", "MAIN", "Files", "TypstProcess", "typst_process"]

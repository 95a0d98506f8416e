"""The process in which Typst runs: it answers the requests of `typst_process` until there are no more.

It is run as a file and imports nothing of fabgen, so that it is ready in a third of the time.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import sys
import threading
from queue import SimpleQueue

TYPE_CHECKING = False  # `typing` takes longer to load than the rest
if TYPE_CHECKING:
    from typing import Any

MAIN = "main.typ"  # the file of a project that is compiled
BEYOND = 5.0  # seconds after which a process ends by itself, where nobody is left who would end it
LARGEST = 2 * 1024**3  # bytes of memory that the process may use
GROWN = 600 * 1024**2  # bytes: a process that keeps so many results ends, and the next request starts another
UNKNOWN_FONT = "unknown font family"  # in a warning of Typst
# `pdf`, `svg` or `value`; the changed files; a standard or an expression; the seconds that it may take.
RequestMessage = tuple[str, dict[str, str | bytes], str, float]
# `ok` and the answer, `error` and what Typst says, or `disk` and the error of the disk.
ReplyMessage = tuple[str, object]
LENGTH = 8  # bytes in front of each message: how long it is


def send(pipe: int, message: object) -> None:
    """Writes a message into a pipe."""
    data = pickle.dumps(message)
    for part in (len(data).to_bytes(LENGTH, "big"), data):
        rest = memoryview(part)
        while rest:
            rest = rest[os.write(pipe, rest):]


def receive(pipe: int) -> Any:
    """The next message of a pipe. Raises EOFError where nobody writes to it any more."""
    return pickle.loads(_read(pipe, int.from_bytes(_read(pipe, LENGTH), "big")))


def _read(pipe: int, length: int) -> bytes:
    """So many bytes of a pipe."""
    data = bytearray()
    while len(data) < length:
        part = os.read(pipe, length - len(data))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


def serve(folder: str, fonts: str, requests: int, replies: int) -> None:
    """Answers requests about a project in a folder until there are no more, then removes the folder. Requests are read
    by a thread of their own, so that who asks never waits to send the next one."""
    waiting: SimpleQueue[RequestMessage | None] = SimpleQueue()
    threading.Thread(target=_read_requests, args=(requests, waiting), daemon=True).start()
    compiler = _make_compiler(folder, fonts)
    try:
        has_grown = False
        while not has_grown and (request := waiting.get()):
            _end_after(request[-1] + BEYOND)
            reply = _answer(compiler, folder, request)
            _end_after(0)
            send(replies, reply)
            has_grown = _memory_used() > GROWN
    except OSError:  # whoever asks has ended
        pass
    finally:
        import shutil  # late: only now, because it takes a while

        shutil.rmtree(folder, ignore_errors=True)


def _read_requests(pipe: int, waiting: SimpleQueue[RequestMessage | None]) -> None:
    """Puts all requests of a pipe into a queue, and None when there are no more."""
    try:
        while True:
            waiting.put(receive(pipe))
    except (EOFError, OSError):  # whoever asks has ended
        pass
    finally:
        waiting.put(None)


def _end_after(seconds: float) -> None:
    """Lets the system end this process after a time, also in the middle of a loop of Typst; 0: no more. Windows cannot
    do that."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _memory_used() -> int:
    """The memory in bytes that this process uses; 0 where the system does not say. (The greatest use, which more
    systems tell, would begin with that of the process that started this one.)"""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _make_compiler(folder: str, fonts: str) -> Any:
    """A compiler that sees one folder and our fonts."""
    import typst

    main = os.path.join(folder, MAIN)
    with open(main, "a", encoding="utf-8"):  # there has to be one
        pass
    our_fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[fonts])
    no_packages = os.path.join(folder, "no-packages")
    return typst.Compiler(main, root=folder, font_paths=our_fonts, ignore_system_fonts=True, package_path=no_packages,
                          package_cache_path=no_packages)


def _answer(compiler: Any, folder: str, request: RequestMessage) -> ReplyMessage:
    """The answer to a request."""
    import typst

    kind, files, detail, _ = request
    try:
        for name, text in files.items():
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text if isinstance(text, bytes) else text.encode())
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
    words, diagnostic, hints = message
    return "error", (_hide_folder(words, folder), _hide_folder(diagnostic, folder), hints)


def _hide_folder(text: str, folder: str) -> str:
    """A message with the names of the project's files, without the folder in which they are."""
    return re.sub(rf"[^\s(]*{re.escape(os.path.basename(folder))}/", "", text)


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
    serve(sys.argv[1], sys.argv[2], 0, 1)

"""Web pages → what they look like and how they behave in Chromium, which is driven through its DevTools protocol.

    with Browser(find_chromium()) as browser, browser.open_page(path.as_uri(), width=390) as page:
        page.click("button[name=play]")
        page.wait_for("document.querySelector('#board') !== null")
        assert page.evaluate("document.title") == "Gambit"

Messages are JSON, each ended by a zero byte, over two pipes (the DevTools' `--remote-debugging-pipe`), so that no
package and no port is needed. Coordinates and sizes are CSS pixels.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import signal
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

SECONDS = 60.0  # how long to wait for an answer before the browser counts as hung
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check",
    "--use-angle=swiftshader", "--enable-unsafe-swiftshader",  # 3D without a graphics card
    "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars", "--mute-audio", "--force-color-profile=srgb", "about:blank",
)
KEYS = {"Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), "Backspace": (8, ""), "Delete": (46, ""),
        " ": (32, " "), "End": (35, ""), "Home": (36, ""), "ArrowLeft": (37, ""), "ArrowUp": (38, ""),
        "ArrowRight": (39, ""), "ArrowDown": (40, "")}


class BrowserError(Exception):
    """Chromium refused a command, a script raised an exception, or no answer came in time."""


def find_chromium() -> str:
    """The path of the browser; empty where there is none, or where it cannot be driven."""
    if not hasattr(os, "posix_spawn"):
        return ""
    return next((path for program in PROGRAMS if (path := shutil.which(program))), "")


class Browser:
    """One process of Chromium with its own profile; each page has cookies and storage of its own."""

    def __init__(self, program: str) -> None:
        """Starts the program. Raises BrowserError if it does not answer."""
        self._messages = 0
        self._buffer = b""
        self._pages: dict[str, Page] = {}
        self._folder = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        self._log = Path(self._folder.name) / "log"
        commands, self._write_end = _make_pipe()
        self._read_end, answers = _make_pipe()
        # Chromium refuses to run as root with its sandbox.
        sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        arguments = [program, *sandbox, f"--user-data-dir={self._folder.name}/profile", *SWITCHES]
        log = os.open(self._log, os.O_WRONLY | os.O_CREAT, 0o600)
        environment = {**os.environ, "HOME": self._folder.name}
        self._process = os.posix_spawn(program, arguments, environment, setpgroup=0, file_actions=[
            (os.POSIX_SPAWN_DUP2, log, 1), (os.POSIX_SPAWN_DUP2, log, 2),
            (os.POSIX_SPAWN_DUP2, commands, 3), (os.POSIX_SPAWN_DUP2, answers, 4)])
        for end in (log, commands, answers):
            os.close(end)
        try:
            self.send("Browser.getVersion")
        except BrowserError:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
                 ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process and those that it started."""
        if not self._process:
            return
        os.close(self._write_end)
        os.close(self._read_end)
        os.killpg(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        self._process = 0
        self._folder.cleanup()

    def open_page(self, url: str = "about:blank", width: int = 1000, height: int = 800, scheme: str = "light") -> Page:
        """A new page, once it has loaded; `scheme` is the reader's choice of colours, light or dark."""
        context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self._pages[session] = Page(self, session, context)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.send(f"{domain}.enable")
        page.resize(width, height)
        page.set_colour_scheme(scheme)
        if url != "about:blank":
            page.navigate(url)
        return page

    def send(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """The result of a command of the protocol. Raises BrowserError if it is refused."""
        self._messages += 1
        number = self._messages
        message = {"id": number, "method": method, "params": parameters}
        data = json.dumps({**message, "sessionId": session} if session else message).encode() + b"\0"
        try:
            while data:
                data = data[os.write(self._write_end, data):]
        except BrokenPipeError:
            raise BrowserError(f"Chromium has ended: {self._read_log()}") from None
        deadline = time.monotonic() + SECONDS
        while True:
            answer = self.read_message(deadline)
            if answer.get("id") == number:
                break
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        result: dict[str, Any] = answer["result"]
        return result

    def read_message(self, deadline: float) -> dict[str, Any]:
        """The next message; one about a page is noted there. Raises BrowserError at the deadline (monotonic, in s)."""
        while b"\0" not in self._buffer:
            if not select.select([self._read_end], [], [], max(deadline - time.monotonic(), 0))[0]:
                raise BrowserError(f"Chromium does not answer: {self._read_log()}")
            if not (data := os.read(self._read_end, 1 << 20)):
                raise BrowserError(f"Chromium has ended: {self._read_log()}")
            self._buffer += data
        head, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(head)
        if "method" in message and (page := self._pages.get(message.get("sessionId", ""))):
            page.note_event(message["method"], message["params"])
        return message

    def forget_page(self, session: str) -> None:
        """Drops a page that has been closed."""
        self._pages.pop(session, None)

    def _read_log(self) -> str:
        return self._log.read_text("utf-8", "replace")[-2000:]


# What Chromium answers about a page that another one replaces just then (content/browser/devtools, v8/src/inspector).
NAVIGATION_ERRORS = ("Inspected target navigated or closed", "Execution context was destroyed",
                     "Cannot find context with specified id", "Cannot find default execution context")


class Page:
    """A tab. `errors` are the exceptions, the messages of errors in the console, and the requests that failed;
    `requests` the addresses asked for, in order, files and pages too."""

    def __init__(self, browser: Browser, session: str, context: str) -> None:
        self.errors: list[str] = []
        self.requests: list[str] = []
        self._browser, self._session, self._context = browser, session, context
        self._is_loaded = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
                 ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the tab and forgets its cookies."""
        self._browser.forget_page(self._session)
        self._browser.send("Target.disposeBrowserContext", browserContextId=self._context)

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a command of the protocol for this page."""
        return self._browser.send(method, self._session, **parameters)

    def note_event(self, method: str, event: dict[str, Any]) -> None:
        """Notes what Chromium says of the page."""
        if method == "Page.loadEventFired":
            self._is_loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(event["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(_word_exception(event["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "assert"):
            self.errors.append(" ".join(str(word.get("value", word.get("description"))) for word in event["args"]))
        elif method == "Log.entryAdded" and event["entry"]["level"] == "error":
            self.errors.append("{text} {url}".format(**{"url": "", **event["entry"]}).strip())

    def navigate(self, url: str) -> None:
        """Opens an address and waits until all of it has loaded. Raises BrowserError if it cannot be opened."""
        self._is_loaded = False
        answer = self.send("Page.navigate", url=url)
        if words := answer.get("errorText"):
            raise BrowserError(f"{url}: {words}")
        if "loaderId" not in answer:  # a place in the page that is open
            return
        deadline = time.monotonic() + SECONDS
        while not self._is_loaded:
            self._browser.read_message(deadline)

    def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression, awaited if it is a promise. Raises BrowserError for an exception."""
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True,
                           userGesture=True)
        if details := answer.get("exceptionDetails"):
            raise BrowserError(_word_exception(details))
        return answer["result"].get("value")

    def wait_for(self, expression: str, seconds: float = 20.0) -> Any:
        """The first value of an expression that is true in JavaScript, also if the page goes to another address
        meanwhile. Raises BrowserError if none comes in time."""
        deadline = time.monotonic() + seconds
        while not (value := self._evaluate_unless_navigating(expression)):
            if time.monotonic() > deadline:
                raise BrowserError(f"not true within {seconds:g} s: {expression}; errors of the page: {self.errors}")
            time.sleep(0.02)
        return value

    def _evaluate_unless_navigating(self, expression: str) -> Any:
        """The value of an expression, or None if the page was replaced by the next one while it was asked."""
        try:
            return self.evaluate(expression)
        except BrowserError as error:
            if any(words in str(error) for words in NAVIGATION_ERRORS):
                return None
            raise

    def resize(self, width: int, height: int = 800) -> None:
        """Gives the page a window of this size."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def set_colour_scheme(self, scheme: str) -> None:
        """The colours that the reader prefers: light or dark."""
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def find_centre(self, selector: str) -> tuple[float, float]:
        """The centre of the first element for a CSS selector, scrolled into the window."""
        point = self.evaluate(f"""(() => {{
            const element = document.querySelector({json.dumps(selector)});
            if (element === null) return null;
            element.scrollIntoView({{block: "center", inline: "center", behavior: "instant"}});
            const box = element.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})()""")
        if point is None:
            raise BrowserError(f"no element for {selector}")
        return point[0], point[1]

    def click(self, selector: str) -> None:
        """Clicks the first element for a CSS selector with the mouse, at its centre."""
        self.click_at(*self.find_centre(selector))

    def click_at(self, x: float, y: float) -> None:
        """Clicks a point of the window."""
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self._mouse(kind, x, y)

    def drag(self, start: str, end: str) -> None:
        """Drags from the centre of one element to that of another; both must fit into the window."""
        self.find_centre(start)
        target = self.find_centre(end)
        box = f"document.querySelector({json.dumps(start)}).getBoundingClientRect()"
        x, y = self.evaluate(f"(box => [box.x + box.width / 2, box.y + box.height / 2])({box})")
        self._mouse("mouseMoved", x, y)
        self._mouse("mousePressed", x, y)
        self._mouse("mouseMoved", (x + target[0]) / 2, (y + target[1]) / 2, buttons=1)
        self._mouse("mouseMoved", *target, buttons=1)
        self._mouse("mouseReleased", *target)

    def _mouse(self, kind: str, x: float, y: float, buttons: int = 0) -> None:
        button = "none" if kind == "mouseMoved" and not buttons else "left"
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=buttons,
                  clickCount=0 if kind == "mouseMoved" else 1)

    def type_text(self, text: str) -> None:
        """Types into the element that has the focus."""
        self.send("Input.insertText", text=text)

    def press(self, key: str) -> None:
        """Presses a key by its name in JavaScript: Enter, Tab, ArrowLeft, or a character."""
        code, text = KEYS.get(key, (ord(key[0].upper()), key))
        event = {"key": key, "windowsVirtualKeyCode": code}
        self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
        self.send("Input.dispatchKeyEvent", type="keyUp", **event)

    def screenshot(self, path: Path, is_full: bool = True) -> None:
        """Writes a PNG of the page, or of what the window shows."""
        answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=is_full)
        path.write_bytes(base64.b64decode(answer["data"]))


def _make_pipe() -> tuple[int, int]:
    """The read end and the write end of a pipe, with numbers that the places of the new process (1 to 4) do not
    cover."""
    import fcntl  # not on Windows

    ends = os.pipe()
    high = tuple(fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
    for end in ends:
        os.close(end)
    return high[0], high[1]


def _word_exception(details: dict[str, Any]) -> str:
    """What a script raised, with its place."""
    words: str = details.get("exception", {}).get("description") or details["text"]
    return words

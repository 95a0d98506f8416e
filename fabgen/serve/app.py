"""The state of a served game → the answers to its page: files of the page, views, pictures, play, builds, and a stream
of events that says when there is something new."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from fabgen.core.game_files import read_game_text
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.core.scratch_folders import ScratchFolder
from fabgen.serve import worker
from fabgen.serve.editor import open_editor
from fabgen.serve.guard import HEADERS, PICTURE_POLICY, POLICY
from fabgen.serve.keep import SpecChange, keep_change
from fabgen.serve.lanes import Lane, SupersededError
from fabgen.serve.studio import SLOW_TABS, TABS
from fabgen.serve.watch import GameFiles, watch_saves
from fabgen.spec.build_options import Options

PAGE = files("fabgen.serve") / "page"
PAGE_FILES = {"/": ("index.html", "text/html; charset=utf-8"), "/icon.svg": ("icon.svg", "image/svg+xml"),
              "/page.js": ("page.js", "text/javascript; charset=utf-8"),
              "/page.css": ("page.css", "text/css; charset=utf-8"),
              "/model.js": ("model.js", "text/javascript; charset=utf-8")}
FONTS = {"/regular.ttf": "SourceSansPro-Regular.ttf", "/semibold.ttf": "SourceSansPro-Semibold.ttf",
         "/italic.ttf": "SourceSansPro-It.ttf"}
HEARTBEAT = 15.0  # seconds between two signs of life of the stream of events
BODY_TIME = 10.0  # seconds in which the body of a request must come
MOST_STREAMS = 32  # pages that are open at once
MOST_WAITING = 200  # events that a page may not have taken yet: then it is gone
NEIGHBOURS = 3  # lines of the spec that are shown before and after a place
MOST_LINES = 60


@dataclass
class Build:
    """A build for download: its steps, and at the end its zip file or its problems."""

    number: int
    steps: list[str] = field(default_factory=list)
    state: str = "running"  # then "built" or "failed"
    notes: list[str] = field(default_factory=list)
    zip: Path | None = None


class LiveGame:
    """A game that is watched: how often it was saved, what is wrong with it, and the pages that follow it."""

    def __init__(self, game: str, spec_path: Path, base: Options, editor: str = "") -> None:
        self.game, self.spec_path, self.base, self.editor = game, spec_path, base, editor
        self.files = GameFiles(spec_path, Path(base.shop) if base.shop else None)
        self.first_state = self.files.state()  # before anything is read: no save from here on is missed
        self.version = 1
        self.problems: list[Problem] = []
        self.checked = 0  # the version that `problems` are of
        self.quick, self.slow = Lane("figures", game, base), Lane("sheets", game, base)
        self.checks = Lane("problems", game, base)
        self.streams: set[asyncio.Queue[str]] = set()
        self.stop = asyncio.Event()
        self.build: Build | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._folder: ScratchFolder | None = None  # of the builds: made with the first one
        self._build_process: Any = None

    def start(self) -> None:
        """Starts the worker processes and the watch."""
        for lane in self.lanes:
            lane.start()
        self._begin(self._follow())
        self._begin(self._check(self.version))

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """The worker processes, whose requests do not wait for one another's."""
        return self.quick, self.slow, self.checks

    async def close(self) -> None:
        """Ends everything that was started, and removes what was built."""
        self.stop.set()
        for stream in self.streams:
            stream.put_nowait("")
        for task in list(self._tasks):
            task.cancel()
        if self._build_process:
            self._build_process.kill()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(asyncio.to_thread(lane.close) for lane in self.lanes))
        if self._folder:
            self._folder.remove()

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self) -> None:
        """Counts the saves and tells the pages of each."""
        async for _ in watch_saves(self.files, self.first_state, self.stop):
            self.version += 1
            for lane in self.lanes:
                lane.supersede(self.version)
            self.send_event("save", {"version": self.version})
            self._begin(self._check(self.version))

    async def _check(self, version: int) -> None:
        """Finds what is wrong with the game at a save, and tells the pages."""
        try:
            reply = await self.checks.ask(worker.Request(version, "problems"))
        except SupersededError:
            return
        problems = list(reply.value if reply.value is not None else reply.problems)
        if reply.crash:
            problems = [crash_problem(reply.crash)]
        if version >= self.checked:
            self.checked, self.problems = version, problems
            self.send_event("problems", self.problem_list())

    def problem_list(self) -> dict[str, Any]:
        """The problems of the last save that was checked, as the page gets them."""
        return {"version": self.checked, "problems": [self.problem_data(problem) for problem in self.problems]}

    def problem_data(self, problem: Problem) -> dict[str, Any]:
        """A Problem as the page gets it."""
        return {**self.place_data(problem.where), "key": problem.where.key, "level": problem.level,
                "what": problem.what, "hint": problem.hint}

    def place_data(self, where: Location) -> dict[str, Any]:
        """A place as the page gets it: `file` is a path from the game's folder, `link` opens it in an editor."""
        return {"file": self.files.name_of(where.file) if where.file else "", "line": where.line,
                "column": where.column, "link": editor_link(where.file, where.line, where.column)}

    def send_event(self, event: str, value: Any) -> None:
        """Sends an event to every page that is open."""
        text = f"event: {event}\ndata: {json.dumps(value)}\n\n"
        for stream in list(self.streams):
            if stream.qsize() >= MOST_WAITING:
                self.streams.discard(stream)
            else:
                stream.put_nowait(text)

    def start_build(self, options: Options) -> Build:
        """Starts a build of all folders; one at a time."""
        if self.build and self.build.state == "running":
            return self.build
        self.build = Build((self.build.number if self.build else 0) + 1)
        self._begin(self._run_build(self.build, options))
        return self.build

    async def _run_build(self, build: Build, options: Options) -> None:
        try:
            self._folder = self._folder or ScratchFolder("fabgen-serve-")
        except OSError as error:  # no room for temporary files
            self._fail_build(build, error)
            return
        folder = self._folder.path / str(build.number)
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=worker.run_build, args=(self.game, options, str(folder), theirs), daemon=True)
        try:
            process.start()
            self._build_process = process
            theirs.close()
            while build.state == "running":
                message = await asyncio.to_thread(_receive, ours)
                if message[0] == "step":
                    build.steps.append(message[1])
                elif message[0] == "built":
                    target = Path(message[1])
                    archive = await asyncio.to_thread(shutil.make_archive, str(folder / "files"), "zip",
                                                      target.parent, target.name)
                    build.zip, build.notes, build.state = Path(archive), message[2], "built"
                else:
                    build.notes, build.state = message[1], "failed"
                self.send_event("build", build_data(build))
        except Exception as error:  # no room for the zip file or for another process, for instance
            self._fail_build(build, error)
        finally:
            ours.close()
            theirs.close()
            if process.pid:
                process.kill()
                await asyncio.to_thread(process.join)
            shutil.rmtree(folder.parent / str(build.number - 1), ignore_errors=True)

    def _fail_build(self, build: Build, error: Exception) -> None:
        """Notes why a build could not be finished, and tells the pages."""
        build.notes, build.state = [f"the build could not be finished: {error}"], "failed"
        self.send_event("build", build_data(build))


def _receive(connection: Any) -> Any:
    try:
        return connection.recv()
    except (EOFError, OSError):
        return "failed", ["the process that builds ended"]


def crash_problem(crash: str) -> Problem:
    """A mistake in fabgen itself as a Problem; its last line says what happened."""
    what = f"this is a mistake in fabgen, not in your files: {crash.strip().splitlines()[-1]}"
    return Problem(Location(), what, "`fabgen check` prints the lines to report")


def editor_link(file: str, line: int, column: int) -> str:
    """The address with which VS Code opens a place; empty where no file is named."""
    from urllib.parse import quote

    if not file or not Path(file).is_file():
        return ""
    return f"vscode://file{quote(str(Path(file).resolve()))}:{max(line, 1)}:{max(column, 1)}"


def build_data(build: Build) -> dict[str, Any]:
    """A build as the page gets it."""
    return {"number": build.number, "state": build.state, "step": build.steps[-1] if build.steps else "starting",
            "steps": len(build.steps), "notes": build.notes}


def change_data(change: SpecChange) -> dict[str, Any]:
    """A change of the spec as the page gets it."""
    return {"file": change.file, "tag": change.tag, "lines": [asdict(line) for line in change.lines]}


def make_app(live: LiveGame) -> Starlette:
    """The application. It expects requests that a Guard has let through."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        live.start()
        try:
            yield
        finally:
            await live.close()

    answers = Answers(live)
    page_files = [Route(path, answers.page_file, methods=["GET"]) for path in (*PAGE_FILES, *FONTS)]
    routes = [Route("/" + name, getattr(answers, name), methods=[method]) for name, method in (
        ("events", "GET"), ("about", "GET"), ("views", "GET"), ("picture", "GET"), ("settle", "GET"), ("steps", "GET"),
        ("source", "GET"), ("open", "POST"), ("spots", "GET"), ("play", "POST"), ("change", "GET"), ("keep", "POST"),
        ("build", "POST"), ("download", "GET"))]
    handlers: dict[Any, Any] = {404: _empty, 405: _empty, 500: _empty, ClientDisconnect: _empty}
    app = Starlette(routes=[*page_files, *routes], lifespan=lifespan, exception_handlers=handlers)
    app.state.live = live
    return app


async def _empty(request: Request, error: Exception) -> Response:
    return Response(status_code=getattr(error, "status_code", 500))


class Answers:
    """The answer to each request."""

    def __init__(self, live: LiveGame) -> None:
        self.live = live

    async def page_file(self, request: Request) -> Response:
        """A file of the page itself, from a fixed list."""
        path = request.url.path
        if path in FONTS:
            from fabgen.typeset.typst_process import FONTS as FOLDER

            return _respond((FOLDER / FONTS[path]).read_bytes(), "font/ttf")
        name, media = PAGE_FILES[path]
        return _respond((PAGE / name).read_bytes(), media, POLICY)

    async def events(self, request: Request) -> Response:
        """The stream of events. It begins with the state of things."""
        live = self.live
        if len(live.streams) >= MOST_STREAMS:
            return Response(status_code=503)
        stream: asyncio.Queue[str] = asyncio.Queue()
        live.streams.add(stream)

        async def send() -> AsyncIterator[str]:
            try:
                yield f"retry: 1000\nevent: save\ndata: {json.dumps({'version': live.version})}\n\n"
                if live.checked:
                    yield f"event: problems\ndata: {json.dumps(live.problem_list())}\n\n"
                if live.build:
                    yield f"event: build\ndata: {json.dumps(build_data(live.build))}\n\n"
                while not live.stop.is_set() and stream in live.streams:
                    try:
                        text = await asyncio.wait_for(stream.get(), HEARTBEAT)
                    except TimeoutError:
                        text = ": alive\n\n"
                    if text:
                        yield text
            finally:
                live.streams.discard(stream)

        return StreamingResponse(send(), media_type="text/event-stream", headers=HEADERS)

    async def about(self, request: Request) -> Response:
        """The game in a few words, and the controls."""
        return await self._reply("about", request, self.live.quick)

    async def views(self, request: Request) -> Response:
        """The views of a tab."""
        tab = request.query_params.get("tab", "")
        answer = await self._ask("views", request, self._lane(tab), {"tab": tab}) if tab in TABS else _not_there()
        if isinstance(answer, Response):
            return answer
        if answer.value is None:
            return self._problems(answer)
        return _json([asdict(view) | {"place": self.live.place_data(view.place)} for view in answer.value])

    async def picture(self, request: Request) -> Response:
        """The picture of a view. Its tag says what it holds, so that a page need not take the same one again."""
        query = request.query_params
        tab = query.get("tab", "")
        if tab not in TABS:
            return _not_there()
        detail = {"tab": tab, "view": query.get("view", ""), "style": query.get("style", "")}
        answer = await self._ask("picture", request, self._lane(tab), detail)
        if isinstance(answer, Response):
            return answer
        if answer.value is None:
            return self._problems(answer) if answer.problems or answer.crash else _not_there()
        tag = f'"{hashlib.sha256(answer.value.data).hexdigest()[:24]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"etag": tag})
        response = _respond(answer.value.data, answer.value.media, PICTURE_POLICY)
        response.headers["etag"] = tag
        return response

    async def settle(self, request: Request) -> Response:
        """Searches the best layout of a tab's pages or sheets, which are shown in another one till then."""
        return await self._reply("settle", request, self.live.slow, {"tab": request.query_params.get("tab", "")})

    async def steps(self, request: Request) -> Response:
        """The marks of a laser sheet in working order."""
        return await self._reply("steps", request, self.live.slow, {"sheet": request.query_params.get("sheet", "")})

    async def source(self, request: Request) -> Response:
        """The lines of a text of the game around a line, by default of the spec."""
        query = request.query_params
        line = _read_line(query.get("line", ""))
        name = query.get("file", "") or self.live.spec_path.name
        text = await asyncio.to_thread(self._read_text, name) if line else None
        if text is None:
            return _not_there()
        path = str(self.live.spec_path.parent / name)
        return _json(cut_block(text, line) | {"file": name, "link": editor_link(path, line, 1),
                                              "has_editor": bool(self.live.editor)})

    def _read_text(self, name: str) -> str | None:
        """A text of the game. The name is looked up among those that are there, and never used as a path."""
        if name not in self.live.files.texts():
            return None
        with suppress(FabgenError):
            return read_game_text(self.live.spec_path.parent, name)
        return None

    async def open(self, request: Request) -> Response:
        """Opens a text of the game in the editor that the user named when the server was started."""
        wish = await _read_wish(request)
        if wish is None or "origin" not in request.headers or not self.live.editor:
            return Response(status_code=400)
        name, line = wish.get("file"), _read_line(str(wish.get("line")))
        path = (await asyncio.to_thread(self.live.files.texts)).get(name) if isinstance(name, str) else None
        if path is None or not line:
            return _not_there()
        try:
            await asyncio.to_thread(open_editor, self.live.editor, path, line)
        except FabgenError as error:
            return self._problems(worker.Reply(problems=error.problems))
        return _json({})

    async def spots(self, request: Request) -> Response:
        """The places in a figure that may be clicked."""
        answer = await self._ask("spots", request, self.live.quick, {"view": request.query_params.get("view", "")})
        if isinstance(answer, Response):
            return answer
        if answer.value is None:
            return _not_there()
        spots = [{"title": spot.title, "outline": spot.outline, "place": self.live.place_data(spot.place)}
                 for spot in answer.value.spots]
        return _json({"width": answer.value.width, "height": answer.value.height, "spots": spots})

    async def play(self, request: Request) -> Response:
        """The table after a decision."""
        wish = await _read_wish(request)
        if wish is None:
            return Response(status_code=400)
        return await self._reply("play", request, self.live.quick, wish)

    async def change(self, request: Request) -> Response:
        """What the spec becomes if it keeps what the page has chosen. Nothing is written."""
        answer = await self._ask("change", request, self.live.quick)
        if isinstance(answer, Response):
            return answer
        return _json(change_data(answer.value)) if answer.value else self._problems(answer)

    async def keep(self, request: Request) -> Response:
        """Writes a change to the spec, which the page names by the tag that `change` gave. A change that is no longer
        the same is not written."""
        wish = await _read_wish(request)
        if wish is None or "origin" not in request.headers:
            return Response(status_code=400)
        answer = await self._ask("change", request, self.live.quick)
        if isinstance(answer, Response):
            return answer
        if not answer.value:
            return self._problems(answer)
        if wish.get("tag") != answer.value.tag:
            return Response(status_code=409)
        try:
            await asyncio.to_thread(keep_change, self.live.spec_path, answer.value)
        except FabgenError as error:
            return self._problems(worker.Reply(problems=error.problems))
        return _json(change_data(answer.value))

    async def build(self, request: Request) -> Response:
        """Starts a build with the look of the page."""
        look = _look(request)
        if look is None:
            return Response(status_code=400)
        try:
            reply = await self.live.quick.ask(worker.Request(self.live.version, "options", look))
        except SupersededError:
            return Response(status_code=409)
        if reply.value is None:
            return self._problems(reply)
        return _json(build_data(self.live.start_build(reply.value)))

    async def download(self, request: Request) -> Response:
        """The zip file of the last build."""
        build = self.live.build
        if not build or not build.zip:
            return _not_there()
        data = await asyncio.to_thread(build.zip.read_bytes)
        return _respond(data, "application/zip", PICTURE_POLICY)

    def _problems(self, reply: worker.Reply) -> Response:
        problems = reply.problems or ((crash_problem(reply.crash),) if reply.crash else ())
        return _json({"problems": [self.live.problem_data(problem) for problem in problems]}, 422)

    def _lane(self, tab: str) -> Lane:
        return self.live.slow if tab in SLOW_TABS else self.live.quick

    async def _ask(self, kind: str, request: Request, lane: Lane, detail: Mapping[str, Any] | None = None
                   ) -> worker.Reply | Response:
        """The reply of a worker process; a response without content where the request is out of date or mistaken."""
        look = _look(request)
        version = request.query_params.get("version", "")
        if look is None or not version.isascii() or not version.isdigit() or len(version) > 9:
            return Response(status_code=400)
        if int(version) != self.live.version:
            return Response(status_code=409)
        try:
            return await _while_connected(request, lane.ask(worker.Request(int(version), kind, look, detail or {})))
        except SupersededError:
            return Response(status_code=409)

    async def _reply(self, kind: str, request: Request, lane: Lane, detail: Mapping[str, Any] | None = None
                     ) -> Response:
        answer = await self._ask(kind, request, lane, detail)
        if isinstance(answer, Response):
            return answer
        if answer.problems or answer.crash:
            return self._problems(answer)
        return _json(answer.value) if answer.value is not None else _not_there()


async def _while_connected(request: Request, work: Coroutine[Any, Any, worker.Reply]) -> worker.Reply:
    """The result of some work, which is cancelled if who asked for it no longer listens. Raises ClientDisconnect
    then. The body of the request must have been read, unless it has none."""
    asked, left = asyncio.ensure_future(work), asyncio.ensure_future(_wait_for_end(request))
    try:
        await asyncio.wait((asked, left), return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            raise ClientDisconnect
        return asked.result()
    finally:
        asked.cancel()
        left.cancel()


async def _wait_for_end(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _read_wish(request: Request) -> dict[str, Any] | None:
    """The mapping in the body of a request; None where there is none in time."""
    try:
        wish = json.loads(await asyncio.wait_for(request.body(), BODY_TIME))
    except (ValueError, TimeoutError, RecursionError):
        return None
    return wish if isinstance(wish, dict) else None


def _look(request: Request) -> dict[str, str] | None:
    """What the page has chosen; None where that is no mapping of words."""
    with suppress(ValueError, RecursionError):
        look = json.loads(request.query_params.get("look", "{}"))
        if isinstance(look, dict) and all(isinstance(value, str) for value in look.values()):
            return look
    return None


def cut_block(text: str, line: int) -> dict[str, Any]:
    """The lines of a block of YAML, from a line to the last one that is indented deeper, and the number of the
    first."""
    lines = text.splitlines()
    if not 1 <= line <= len(lines):
        return {"first": 1, "lines": []}
    head = lines[line - 1]
    indent, end = len(head) - len(head.lstrip()), line
    while end < len(lines) and (not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent):
        end += 1
    while end > line and not lines[end - 1].strip():
        end -= 1
    return {"first": line, "lines": lines[line - 1 : min(end, line - 1 + MOST_LINES)]}


def _read_line(text: str) -> int:
    """The number of a line; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else 0


def _not_there() -> Response:
    return Response(status_code=404)


def _respond(data: bytes, media: str, policy: str = "") -> Response:
    headers = {**HEADERS, **({"content-security-policy": policy} if policy else {})}
    return Response(data, media_type=media, headers=headers)


def _json(value: Any, status: int = 200) -> Response:
    return Response(json.dumps(value, default=asdict), status, media_type="application/json", headers=HEADERS)

"""`fabgen serve` as a process: it follows saves of every kind, keeps going through errors, plays, builds and ends."""

from __future__ import annotations

import asyncio
import io
import json
import multiprocessing
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from commands import TINY

pytestmark = pytest.mark.slow
Serve = Callable[..., Any]


def tiny_game(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(TINY, "utf-8")
    (folder / "rules.md").write_text("# Aim\n\nBe first.\n", "utf-8")
    return folder


def problems_of(served: Any) -> Any:
    """The problems of the newest save, once it has been checked."""
    with served.events() as events:
        version = events.next("save")["version"]
        while True:
            found = events.next("problems")
            if found["version"] >= version:
                return found["problems"]


def test_every_tab_of_a_game_has_pictures(correction: Any) -> None:
    heads = {"rulebook": b"\x89PNG", "print": b"\x89PNG"}
    for tab in ("board", "pieces", "figures", "rulebook", "print", "laser", "assembly"):
        views = correction.value("views", tab=tab)
        assert len(views) >= 3, tab
        for view in (views[0], views[-1]):
            assert correction.picture(tab, view["id"]).startswith(heads.get(tab, b"<?xml")), (tab, view)


def test_a_piece_can_lie_on_a_board(correction: Any) -> None:
    assert b'id="ground"' in correction.picture("pieces", "figure:piece:green-pawn")
    assert b'id="ground"' not in correction.picture("pieces", "figure:piece:green-pawn", "clear")


def test_a_view_names_its_lines_of_the_spec(correction: Any) -> None:
    views = {view["id"]: view for view in correction.value("views", tab="pieces")}
    knight = views["moves:knight"]["place"]
    lines = (correction.folder / "game.yaml").read_text("utf-8").splitlines()
    assert lines[knight["line"] - 1].strip().startswith("moves:")
    block = correction.value("source", line=knight["line"])
    after = next(n for n in range(knight["line"], len(lines)) if not lines[n].startswith("      "))
    assert block["lines"] == lines[knight["line"] - 1 : after]
    assert block["link"] == f"vscode://file{correction.folder / 'game.yaml'}:{knight['line']}:1"


def test_a_save_gives_another_picture_and_only_where_something_changed(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    before, board = served.picture("pieces", "moves:pawn"), served.picture("board", "figure:board")
    with served.events() as events:
        first = events.next("save")["version"]
        (served.folder / "game.yaml").write_text(TINY.replace("moves: fW", "moves: fR"), "utf-8")
        assert events.next("save")["version"] == first + 1
    assert served.picture("pieces", "moves:pawn") != before
    assert served.picture("board", "figure:board") == board


def test_a_file_that_is_written_again_as_it_was_is_no_save(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    (served.folder / "game.yaml").write_text(TINY, "utf-8")
    os.utime(served.folder / "game.yaml", (1, 1))
    (served.folder / "game.yaml").write_text(TINY + "# the end\n", "utf-8")
    served.wait_until(lambda: served.version() > 1)
    assert served.version() == 2


def test_an_error_is_told_with_its_line_and_a_mended_spec_is_shown(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    before = served.picture("pieces", "moves:pawn")
    (served.folder / "game.yaml").write_text(TINY.replace("moves: fW", "moves: fQQ?"), "utf-8")
    served.wait_until(lambda: served.version() == 2)
    problem = next(p for p in served.value("views", tab="pieces")["problems"] if p["level"] == "error")
    line = TINY.splitlines().index("  pawn: {moves: fW, body: {standee: pawn}}") + 1
    assert (problem["file"], problem["line"]) == ("game.yaml", line)
    assert problem["link"].startswith("vscode://file/")
    assert problem["link"].rpartition(":")[0].endswith(f"/game.yaml:{line}")
    assert {p["line"] for p in problems_of(served) if p["level"] == "error"} == {line}
    (served.folder / "game.yaml").write_text(TINY, "utf-8")
    served.wait_until(lambda: served.version() == 3)
    assert served.picture("pieces", "moves:pawn") == before


def test_an_example_that_no_longer_holds_leaves_the_other_pictures(serve: Serve, tmp_path: Path) -> None:
    folder = tiny_game(tmp_path / "tiny")
    example = "examples:\n  - {id: ahead, title: Ahead, position: 'green: pawn b1', piece: b1, legal: [b1-b2]}\n"
    (folder / "game.yaml").write_text(TINY + example, "utf-8")
    served = serve(folder)
    assert [view["id"] for view in served.value("views", tab="figures")] == ["figure:example:ahead"]
    before = served.picture("pieces", "moves:pawn")
    (folder / "game.yaml").write_text(TINY.replace("moves: fW", "moves: fF") + example, "utf-8")
    served.wait_until(lambda: served.version() == 2)
    assert served.picture("pieces", "moves:pawn") != before
    errors = [problem["key"] for problem in problems_of(served) if problem["level"] == "error"]
    assert [key.partition(".")[0] for key in errors] == ["examples[1]"]


def test_a_save_beside_the_file_and_a_rename_is_followed(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    for number in range(5):
        (served.folder / ".game.yaml.swp").write_text(TINY.replace("Tiny", f"Tiny {number}"), "utf-8")
        os.replace(served.folder / ".game.yaml.swp", served.folder / "game.yaml")
        served.wait_until(lambda number=number: served.version() == number + 2)
    assert served.value("about")["title"] == "Tiny 4"


def test_a_folder_that_is_deleted_and_comes_back_is_followed(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    shutil.rmtree(served.folder)
    served.wait_until(lambda: served.version() > 1)
    assert "problems" in served.value("views", tab="board")
    tiny_game(served.folder)
    served.wait_until(lambda: isinstance(served.value("views", tab="board"), list))
    (served.folder / "game.yaml").write_text(TINY.replace("Tiny", "Again"), "utf-8")
    served.wait_until(lambda: served.value("about").get("title") == "Again")


def test_the_rules_text_is_followed_too(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    before = served.picture("rulebook", "page:2")
    (served.folder / "rules.md").write_text("# Aim\n\nBe the very first of all.\n", "utf-8")
    served.wait_until(lambda: served.version() == 2)
    assert served.picture("rulebook", "page:2") != before


def test_long_work_gives_way_to_the_next_save(serve: Serve, tmp_path: Path) -> None:
    """A rulebook that never ends, by a theme with a loop, must not keep the next save waiting for a minute."""
    folder = tiny_game(tmp_path / "tiny")
    loop = "#import \"base.typ\": *\n#let n = range(30000).map(i => range(30000).fold(0, (a, b) => a + b)).sum()\n"
    (folder / "slow.typ").write_text(loop, "utf-8")
    spec = (folder / "game.yaml").read_text("utf-8")
    served = serve(folder)
    picture = served.picture("rulebook", "page:1")
    (folder / "game.yaml").write_text(spec + "book: {theme: slow.typ}\n", "utf-8")
    served.wait_until(lambda: served.version() == 2)
    assert served.picture("pieces", "moves:pawn").startswith(b"<?xml")  # figures do not wait for books
    (folder / "game.yaml").write_text(spec, "utf-8")
    served.wait_until(lambda: served.version() == 3)
    assert served.picture("rulebook", "page:1") == picture


def play(served: Any, **wish: Any) -> Any:
    return served.value("play", "POST", json.dumps(wish).encode())


def test_the_rules_core_answers_a_move_and_refuses_another(serve: Serve, tmp_path: Path) -> None:
    from fabgen.api import load
    from fabgen.rules.match import begin

    from .conftest import copy_game

    served = serve(copy_game("incorrect-checkers", tmp_path / "game"))
    spec = load(served.folder)
    match = begin(spec.play, None, spec.repetition)
    table = play(served)
    [player] = match.actors()
    assert [action["text"] for action in table["actions"]] == list(match.texts(player))
    text = table["actions"][0]["text"]
    after = play(served, player=player, text=text)
    assert after["line"] == [f"{player}: {text}"]
    assert after["position"] == str(spec.play.show(match.then(text).position))
    refused = play(served, player=player, text="a1-h8")
    assert refused["line"] == []
    assert refused["refusal"] == match.why_not(player, "a1-h8")


def test_a_line_that_is_no_longer_legal_is_cut_and_told(correction: Any) -> None:
    table = play(correction, line=["green: nonsense"])
    assert table["line"] == []
    assert table["refusal"].startswith("step 1 is no longer legal: ")


STONES = """\
fabgen: 1
title: Stones
designer: Nobody
players:
  black: {forward: up, material: acrylic-3mm/black}
  white: {forward: down, material: acrylic-3mm/white}
board: {grid: 9x9, cell: 32 mm, material: birch-ply-3mm}
pieces:
  stone: {each: 41, moves: W, body: {stack: disc, base: 26 mm, layers: 2, face: plain}}
setup:
  black: {}
  white: {}
rules: {set: standard, drops: {stone: board}, supply: endless, capture: surround, recurrence: board, passing: always,
        passes: 2, stuck: most area}
"""


def test_a_long_match_is_shown_and_its_position_can_be_set_again(serve: Serve, tmp_path: Path) -> None:
    """A position of such a game holds all earlier boards."""
    folder = tmp_path / "stones"
    folder.mkdir()
    (folder / "game.yaml").write_text(STONES, "utf-8")
    (folder / "rules.md").write_text("# Aim\n\nSurround.\n", "utf-8")
    served = serve(folder)
    cells = [f"{column}{row}" for row in (1, 2, 4, 5, 7, 8) for column in "abcdefghi"]
    steps = [f"{('black', 'white')[number % 2]}: stone@{cell}" for number, cell in enumerate(cells)]
    table = play(served, line=steps)
    assert table["refusal"] == ""
    assert len(table["line"]) == len(cells)
    assert len(table["position"]) > 4000
    assert table["ground"].startswith("<?xml")
    again = play(served, position=table["position"])
    assert again["pieces"] == table["pieces"]
    assert again["position"] == table["position"]


@pytest.mark.parametrize("wish", [
    {"orders": [1, 2]}, {"orders": "ab"}, {"orders": {"green": ["x"]}}, {"orders": {"green": {"a": 1}}},
])
def test_orders_of_another_kind_are_told(correction: Any, wish: dict[str, Any]) -> None:
    [problem] = play(correction, **wish)["problems"]
    assert problem["what"] == "`orders` does not give a text for each player"


@pytest.mark.parametrize("wish", [
    {"position": "\ud800"}, {"line": ["\ud800"]}, {"player": "green", "text": "\ud800"},
    {"orders": {"green": "\ud800"}},
])
def test_half_a_character_is_answered(correction: Any, wish: dict[str, Any]) -> None:
    answer = play(correction, **wish)
    assert not any("mistake in fabgen" in problem["what"] for problem in answer.get("problems", []))


def test_work_for_a_page_that_has_gone_is_cancelled() -> None:
    from starlette.requests import ClientDisconnect, Request

    from fabgen.serve.app import _while_connected

    messages = [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]
    ends = list[str]()

    async def receive() -> Any:
        await asyncio.sleep(0)
        return messages.pop(0)

    async def work() -> Any:
        try:
            await asyncio.Event().wait()
        finally:
            ends.append("cancelled")

    async def run() -> None:
        with pytest.raises(ClientDisconnect):
            await asyncio.wait_for(_while_connected(Request({"type": "http"}, receive), work()), 60)
        await asyncio.sleep(0)

    asyncio.run(run())
    assert ends == ["cancelled"]


@pytest.mark.parametrize("wish", [b"[]", b"{", b"", b"1", b"[" * 100_000])
def test_a_decision_that_is_no_json_is_refused(correction: Any, wish: bytes) -> None:
    assert correction.ask("play?version=1", "POST", wish)[0] == 400


@pytest.mark.parametrize("wish", [{"line": "x"}, {"line": [1]}, {"position": 5}, {"position": "nobody: pawn z99"}])
def test_a_decision_that_cannot_be_read_is_told(correction: Any, wish: dict[str, Any]) -> None:
    assert play(correction, **wish)["problems"][0]["level"] == "error"


def test_options_change_the_picture_and_are_told_as_a_command(correction: Any) -> None:
    look = json.dumps({"material": "birch-ply-3mm", "kerf": "0.2mm", "sheet": "400x300mm", "cell": "36 mm"})
    about = correction.value("about", look=look)
    assert about["command"] == (f"fabgen build {correction.folder} --material birch-ply-3mm --kerf 0.2mm "
                                "--sheet 400x300mm")
    assert about["yaml"] == "board:\n  cell: 36 mm"
    sheets = [view for view in correction.value("views", tab="laser", look=look) if view["id"].startswith("sheet:")]
    assert [sheet["id"] for sheet in sheets] == ["sheet:birch-ply-3mm"]  # one plywood: all parts are of one stock
    assert "400 x 300 mm" in sheets[0]["words"]
    usual = correction.picture("laser", "sheet:board", "made")
    assert correction.picture("laser", "sheet:birch-ply-3mm", "made", look) != usual


@pytest.mark.parametrize("look", [
    {"kerf": "a lot"}, {"material": "/etc/passwd"}, {"machine": "../../x.yaml"}, {"shop": "/etc/passwd"},
    {"language": "../x"}, {"cell": "5000 mm"}, {"sheet": "9"}, {"paper": "poster.yaml"}, {"ink": "blue"},
])
def test_an_option_that_cannot_be_used_is_told(correction: Any, look: dict[str, str]) -> None:
    problems = correction.value("about", look=json.dumps(look))["problems"]
    assert [problem["key"] for problem in problems if problem["key"]] in ([*look], [])
    assert problems


def test_nothing_is_written_beside_the_game(correction: Any) -> None:
    names = {path.name for path in correction.folder.rglob("*")}
    from .conftest import TEMPLATES

    assert names == {path.name for path in (TEMPLATES / "correction").rglob("*")}


def test_all_files_are_built_and_come_as_a_zip(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    assert served.ask("download")[0] == 404
    with served.events() as events:
        assert served.value("build", "POST", b"")["state"] == "running"
        steps = list[str]()
        while (state := events.next("build"))["state"] == "running":
            steps.append(state["step"])
    assert state["state"] == "built", state
    assert "laser sheets" in steps
    with zipfile.ZipFile(io.BytesIO(served.ask("download")[1])) as archive:
        assert {"tiny/manifest.json", "tiny/source/game.yaml", "tiny/laser/job-sheet.pdf"} <= {*archive.namelist()}


class BuildContext:
    """What starts processes; this one starts none, but says what a build would say."""

    def __init__(self, error: OSError | None = None) -> None:
        self.error = error
        self.pid: int | None = None

    def Pipe(self) -> Any:
        return multiprocessing.Pipe()

    def Process(self, args: Any, **_: Any) -> BuildContext:
        self.connection = args[-1]
        return self

    def start(self) -> None:
        if self.error:
            raise self.error
        self.pid = os.getpid()
        self.connection.send(("built", "/nowhere/tiny", []))

    def kill(self) -> None:
        pass

    def join(self) -> None:
        pass


def no_room(*_: Any) -> str:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("context", [BuildContext(), BuildContext(OSError(28, "No space left on device"))])
def test_a_build_that_cannot_be_finished_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, context: BuildContext
) -> None:
    from fabgen.serve import app
    from fabgen.spec.build_options import Options

    monkeypatch.setattr(app, "get_context", lambda _: context)
    monkeypatch.setattr(app.shutil, "make_archive", no_room)

    async def run() -> None:
        live = app.LiveGame("tiny", tmp_path / "game.yaml", Options())
        events = asyncio.Queue[str]()
        live.streams.add(events)
        build = live.start_build(Options())
        event = await asyncio.wait_for(events.get(), 60)
        assert build.state == "failed"
        assert build.notes == ["the build could not be finished: [Errno 28] No space left on device"]
        assert '"failed"' in event
        await live.close()

    asyncio.run(run())


def test_pictures_can_run_nothing(serve: Serve, tmp_path: Path) -> None:
    folder = tiny_game(tmp_path / "tiny")
    text = TINY.replace("title: Tiny", "title: '<script>alert(1)</script>'")
    (folder / "game.yaml").write_text(text, "utf-8")
    served = serve(folder)
    query = "picture?version=1&tab=board&view=figure:setup"
    status, data, headers = served.ask(query)
    assert status == 200
    assert b"<script" not in data
    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert "sandbox" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    policy = served.ask("")[2]["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert b"<script>alert" not in served.ask("")[1]


def test_a_picture_that_the_page_has_is_not_sent_again(correction: Any) -> None:
    query = "picture?version=1&tab=pieces&view=moves:pawn"
    tag = correction.ask(query)[2]["etag"]
    assert correction.ask(query, If_None_Match=tag)[:2] == (304, b"")


def test_a_question_about_a_former_save_is_out_of_date(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    (served.folder / "game.yaml").write_text(TINY.replace("Tiny", "Next"), "utf-8")
    served.wait_until(lambda: served.version() == 2)
    assert served.ask("views?version=1&tab=board")[:2] == (409, b"")


def test_ctrl_c_ends_it_with_a_page_open(serve: Serve, tmp_path: Path) -> None:
    served = serve(tiny_game(tmp_path / "tiny"))
    served.picture("rulebook", "page:1")
    with served.events() as events:
        events.next("save")
        code, said = served.stop()
    assert code == 0
    assert said.strip().splitlines()[-1] == "stopped"
    assert "Traceback" not in said
    with pytest.raises(OSError):  # noqa: PT011 -- nobody listens there any more
        socket.create_connection(("127.0.0.1", served.port), timeout=5)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no SIGHUP")
def test_nothing_is_left_when_its_terminal_is_closed(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    former = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # `nohup pytest` would have the command ignore it too
    served = serve(tiny_game(tmp_path / "tiny"))
    signal.signal(signal.SIGHUP, former)
    with served.events() as events:
        served.value("build", "POST", b"")
        while events.next("build")["state"] == "running" and not [*(tmp_path / "temporary").glob("fabgen-serve-*")]:
            pass
    assert [*(tmp_path / "temporary").glob("fabgen-serve-*")]
    served.process.send_signal(signal.SIGHUP)
    assert served.process.wait(60) == 143
    assert not [*(tmp_path / "temporary").glob("fabgen-serve-*")]


def test_the_token_is_in_no_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that only the user can read leads the browser to the page, and is removed at the end."""
    import webbrowser

    from click.testing import CliRunner

    from fabgen.cli.serve import serve as command
    from fabgen.serve import server

    opened = list[Path]()

    def open_page(url: str) -> bool:
        assert url.startswith("file:")
        assert "token" not in url
        opened.append(file := Path(url2pathname(urlsplit(url).path)))
        assert os.name == "nt" or (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
        assert 'content="0; url=http://127.0.0.1:1/token/"' in file.read_text("utf-8")
        return True

    monkeypatch.setenv("DISPLAY", ":9")
    monkeypatch.setattr(webbrowser, "open", open_page)
    monkeypatch.setattr(server, "run_server", lambda *arguments: arguments[-1]("http://127.0.0.1:1/token/"))
    done = CliRunner().invoke(command, [str(tiny_game(tmp_path / "tiny"))])
    assert done.exit_code == 0, done.output
    [file] = opened
    assert not file.parent.exists()


def test_a_busy_port_gives_the_next_one(serve: Serve, tmp_path: Path) -> None:
    folder = tiny_game(tmp_path / "tiny")
    first = serve(folder)
    second = serve(folder, "--port", str(first.port))
    assert second.port > first.port
    assert second.token != first.token
    assert second.ask("")[0] == 200


def test_only_this_computer_can_reach_it(correction: Any) -> None:
    if not Path("/proc/net/tcp").exists():
        pytest.skip("the system does not say who listens where")
    rows = [line.split() for line in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]]
    places = [row[1].split(":") for row in rows if row[3] == "0A"]
    listening = [address for address, port in places if int(port, 16) == correction.port]
    assert listening == ["0100007F"]  # 127.0.0.1, as Linux writes it
    rows = [line.split() for line in Path("/proc/net/tcp6").read_text("ascii").splitlines()[1:]]
    places = [row[1].split(":") for row in rows if row[3] == "0A"]
    assert {address for address, port in places if int(port, 16) == correction.port} <= {"0" * 24 + "01000000"}  # ::1


def test_localhost_may_mean_either_address(correction: Any) -> None:
    try:
        connection = socket.create_connection(("::1", correction.port), timeout=60)
    except OSError:
        pytest.skip("no addresses of version 6 here")
    connection.close()
    for host, status in ((f"[::1]:{correction.port}", b"200"), (f"localhost:{correction.port}", b"200"),
                         ("[::1]", b"403"), (f"[::2]:{correction.port}", b"403")):
        with socket.create_connection(("::1", correction.port), timeout=60) as asked:
            head = f"GET /{correction.token}/ HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            asked.sendall(head.encode())
            assert asked.recv(100).split()[1] == status


def test_a_port_that_is_busy_at_one_address_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else `localhost` would lead to whoever listens at the other."""
    from fabgen.serve.server import bind_port

    try:
        other = socket.create_server(("::1", 0), family=socket.AF_INET6)
    except OSError:
        pytest.skip("no addresses of version 6 here")
    with other:
        port = other.getsockname()[1]
        sockets = bind_port(port)
        assert [sock.getsockname()[1] > port for sock in sockets] == [True, True]
        for sock in sockets:
            sock.close()


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    (tmp_path / "watchfiles.py").write_text("", "utf-8")
    hide = ("import importlib.util as u; find = u.find_spec; "
            "u.find_spec = lambda name, *a: None if name == 'uvicorn' else find(name, *a); "
            "from fabgen.cli import main; main(['serve', 'correction', '--no-open'])")
    done = subprocess.run([sys.executable, "-c", hide], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert re.search(r"needs uvicorn\n +install with: pip install 'fabgen\[serve\]'", done.stderr)

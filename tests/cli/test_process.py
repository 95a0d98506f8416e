"""`fabgen` as a process: what it imports, pipes and terminals, signals, and a disk that is full."""

from __future__ import annotations

import errno
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from built import files
from commands import fabgen, tiny

from fabgen.build import build
from fabgen.spec.build_options import DEFAULT_FOLDERS, DEFAULT_PAPERS
from fabgen.verify import verify

pytestmark = pytest.mark.slow

HEAVY = {"pydantic", "shapely", "reportlab", "yaml", "fontTools", "numpy", "PIL", "pypdfium2", "svgwrite", "filelock"}
ChangedGame = Callable[..., tuple[Path, dict[str, str]]]
posix = pytest.mark.skipif(os.name != "posix", reason="signals, pipes and limits of POSIX")
BEFORE = "import fabgen.build, os, signal; real = fabgen.build.FOLDER_MAKERS['rules']"
TERMINAL = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # also in the background
STRIKE = f"{BEFORE}\ndef strike(*args):\n  os.kill(os.getpid(), signal.%s)\n  return real(*args)\n" \
         "fabgen.build.FOLDER_MAKERS['print'] = strike"


@pytest.mark.sample(1)
@pytest.mark.parametrize("args", [["--help"], ["build", "--help"], ["--version"]])
def test_help_loads_nothing_heavy(tmp_path: Path, args: list[str]) -> None:
    command = [sys.executable, "-X", "importtime", "-m", "fabgen", *args]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in ended.stderr.splitlines()}
    assert "click" in loaded
    needed = (
        {"pydantic"} if "build" in args else set()
    )  # the options of a build are a model, and the help is read from it
    assert loaded & HEAVY <= needed


def test_a_model_is_made_without_a_word_of_its_libraries(tmp_path: Path) -> None:
    """manifold3d lists at the end of Python what was not released."""
    tiny(tmp_path / "tiny")
    command = [sys.executable, "-m", "fabgen", "build", "tiny", "--only", "model", "--no-cache"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_help_names_the_folders_and_papers_of_a_build(tmp_path: Path) -> None:
    text = " ".join(fabgen("build", "--help", cwd=tmp_path).stdout.split())
    assert ",".join(DEFAULT_FOLDERS) in text.replace(" ", "")
    assert f"[default: {','.join(DEFAULT_PAPERS)}]" in text


@pytest.mark.parametrize(("args", "code"), [(["check", "tiny"], 0), (["check", "broken"], 1), (["check", "nosuch"], 2)])
def test_the_exit_code_says_whether_a_game_is_sound(tmp_path: Path, args: list[str], code: int) -> None:
    tiny(tmp_path / "tiny")
    tiny(tmp_path / "broken", "fW", "fQ9x")
    ended = fabgen(*args, cwd=tmp_path)
    assert ended.returncode == code
    assert (ended.stdout == "") == (code > 0)
    assert (ended.stderr == "") == (code == 0)
    assert "Traceback" not in ended.stderr


@posix
def test_a_closed_pipe_ends_the_command(tmp_path: Path) -> None:
    tiny(tmp_path / "tiny")
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "fabgen", "moves", "tiny"]
    ended = subprocess.run(command, cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert ended.stderr == ""
    assert ended.returncode == 141  # 128 + SIGPIPE


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    tiny(tmp_path / "tiny")
    command = [sys.executable, "-m", "fabgen", "check", "tiny"]
    with open("/dev/full", "w") as full:
        ended = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (1, f"error: cannot print: {os.strerror(errno.ENOSPC).lower()}\n")


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8"])
def test_a_terminal_that_lacks_a_letter_still_shows_the_rest(tmp_path: Path, encoding: str) -> None:
    tiny(tmp_path / "tiny", "title: Tiny", "title: Tiny Ж")
    command = [sys.executable, "-m", "fabgen", "check", "tiny"]
    env = {**os.environ, "PYTHONIOENCODING": encoding}
    ended = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ended.stdout.decode(encoding).startswith("Tiny Ж 1:" if encoding == "utf-8" else r"Tiny \u0416 1:")


@pytest.mark.parametrize("quiet", [[], ["--quiet"]])
def test_progress_shows_on_a_terminal_and_goes_away(tmp_path: Path, quiet: list[str]) -> None:
    pty = pytest.importorskip("pty")
    tiny(tmp_path / "tiny")
    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "fabgen", "build", "tiny", "--only", "laser", "--thickness", "3mm", *quiet]
    ended = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=terminal, check=False)
    os.close(terminal)
    shown = b""
    while chunk := _read(screen):
        shown += chunk
    assert ended.returncode == 0
    steps = re.findall(rb"\r\033\[K  ([a-z ]+) \.\.\.", shown)  # a share of a search has digits
    names = [b"reading the game", b"laser sheets", b"job sheet", b"verifying", b"putting the files in place"]
    assert steps == ([] if quiet else names)
    assert shown.endswith(b"\r\033[K") or quiet
    assert b"\033" not in ended.stdout


def _read(screen: int) -> bytes:
    try:
        return os.read(screen, 4096)
    except OSError:  # Linux says so when the other end is closed
        return b""


STRUCK = """
import runpy, sys
class Strike:
  def find_spec(self, name, *rest):
    if name == "fabgen.cli": raise KeyboardInterrupt
sys.meta_path.insert(0, Strike())
runpy.run_module("fabgen", run_name="__main__")
"""


def test_a_stop_while_fabgen_is_imported_shows_no_traceback(tmp_path: Path) -> None:
    ended = subprocess.run([sys.executable, "-c", STRUCK], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "\nstopped\n")


IN_PYDANTIC = """
import enum, os, signal, sys
real = enum.property.__get__
def strike(member, instance, owner=None):
  if not struck and sys._getframe(1).f_code.co_name == "create_schema_validator":
    struck.append(os.kill(os.getpid(), signal.{signal}))
  return real(member, instance, owner)
struck = []
enum.property.__get__ = strike
"""
IN_A_C_IMPORT = """
import importlib.abc, os, signal, sys
class Strike(importlib.abc.MetaPathFinder):
  def find_spec(self, name, *rest):
    frame = sys._getframe(1)
    while frame and "shapely" not in frame.f_code.co_filename: frame = frame.f_back
    if name == "numpy.linalg" and frame and not struck: struck.append(os.kill(os.getpid(), signal.{signal}))
struck = []
sys.meta_path.insert(0, Strike())
"""
IN_A_CALLBACK = """
import os, signal, weakref, fabgen.build
real = fabgen.build.find_kept_folders
class Thing: pass
def strike(*args):
  thing = Thing()
  kept = weakref.ref(thing, lambda _: os.kill(os.getpid(), signal.{signal}))
  del thing
  return real(*args)
fabgen.build.find_kept_folders = strike
"""


@posix
@pytest.mark.parametrize(("signal", "code"), [("SIGINT", 130), ("SIGTERM", 143)])
@pytest.mark.parametrize(("place", "words"), [
    (IN_PYDANTIC, "stopped; nothing was changed"), (IN_A_C_IMPORT, "stopped; nothing was changed"),
    (IN_A_CALLBACK, "stopped; the former build is untouched"),
], ids=["pydantic builds a model", "shapely loads numpy", "a weak reference"])
def test_a_stop_inside_of_other_code_is_a_stop(
    changed_game: ChangedGame, tmp_path: Path, place: str, words: str, signal: str, code: int
) -> None:
    """pydantic and numpy make errors of their own of it, Python drops it: it may not end in a traceback, or be lost."""
    target, before = changed_game(tmp_path, "diagrams")
    ended = fabgen("build", "tiny", cwd=tmp_path, script=TERMINAL + place.format(signal=signal))
    assert (ended.returncode, ended.stderr.strip()) == (code, words)
    assert files(target) == before
    assert [path.name for path in target.parent.iterdir()] == ["tiny"]


CLICK = """
import click, os, signal
real = click.Context.{name}
def strike(*args, **options):
  os.kill(os.getpid(), signal.SIGTERM)
  return real(*args, **options)
click.Context.{name} = strike
"""


@posix
@pytest.mark.parametrize("name", ["__init__", "__exit__"])
def test_a_stop_before_and_after_the_command_itself(tmp_path: Path, name: str) -> None:
    ended = fabgen("list", "games", cwd=tmp_path, script=CLICK.format(name=name))
    assert (ended.returncode, ended.stderr.strip()) == (143, "stopped")


@pytest.fixture(scope="module")
def changed_game(tmp_path_factory: pytest.TempPathFactory) -> ChangedGame:
    """Lays a game and its build, which is made once for all tests, into a folder, and changes the game: → the output
    folder, and what is in it."""
    former: dict[tuple[str, ...], Path] = {}

    def lay_into(folder: Path, *only: str) -> tuple[Path, dict[str, str]]:
        if only not in former:
            former[only] = tmp_path_factory.mktemp("former")
            build(str(tiny(former[only] / "tiny")), former[only] / "output", only=only or DEFAULT_FOLDERS)
        shutil.copytree(former[only], folder, dirs_exist_ok=True)
        tiny(folder / "tiny", "cell: 40 mm", "cell: 41 mm")
        return folder / "output" / "tiny", files(folder / "output" / "tiny")

    return lay_into


@posix
@pytest.mark.parametrize(("signal", "code", "words"), [
    ("SIGINT", 130, "stopped; the former build is untouched"), ("SIGKILL", -9, ""),
    ("SIGTERM", 143, "stopped; the former build is untouched"),
])
def test_a_stopped_build_leaves_the_former_one_unchanged(
    changed_game: ChangedGame, tmp_path: Path, signal: str, code: int, words: str
) -> None:
    target, before = changed_game(tmp_path)
    ended = fabgen("build", "tiny", cwd=tmp_path, script=TERMINAL + STRIKE % signal)
    assert (ended.returncode, ended.stderr.strip()) == (code, words)
    assert files(target) == before
    if signal != "SIGKILL":
        assert [path.name for path in target.parent.iterdir()] == ["tiny"]
    assert fabgen("build", "tiny", cwd=tmp_path).returncode == 0
    assert [path.name for path in target.parent.iterdir()] == ["tiny"]
    assert files(target)["laser/board.svg"] != before["laser/board.svg"]
    assert verify(target) == []


@posix
@pytest.mark.parametrize(("module", "name", "words"), [
    ("fabgen.build", "_load_buildable_game", "stopped; nothing was changed"),
    ("fabgen.core.staging", "_check_staged", "stopped; nothing was built"),
])
def test_a_stop_of_the_first_build_does_not_speak_of_a_former_one(
    tmp_path: Path, module: str, name: str, words: str
) -> None:
    tiny(tmp_path / "tiny")
    script = TERMINAL + STRIKE_AT.format(module=module, name=name, signals="signal.SIGINT")
    ended = fabgen("build", "tiny", "--only", "diagrams", cwd=tmp_path, script=script)
    assert (ended.returncode, ended.stderr.strip()) == (130, words)
    assert [path.name for path in tmp_path.iterdir()] == ["tiny"]


LATE = {  # what runs when the stop comes: a name in a module
    "the files are swapped": ("fabgen.core.journal", "_move_in"),
    "the staging folder is removed": ("fabgen.core.staging", "remove_folder"),
    "the lock is released": ("filelock", "FileLock.release"),
    "the summary is printed": ("fabgen.cli.build", "_print_summary"),
}
STRIKE_AT = """
import os, signal, {module} as module
owner = module
for part in "{name}".split(".")[:-1]: owner = getattr(owner, part)
real_call = getattr(owner, "{name}".split(".")[-1])
def strike(*args, **options):
  for number in [{signals}]: os.kill(os.getpid(), number)
  return real_call(*args, **options)
setattr(owner, "{name}".split(".")[-1], strike)
"""


@posix
@pytest.mark.parametrize(("moment", "signals", "code"), [
    ("the files are swapped", "signal.SIGINT", 130), ("the files are swapped", "signal.SIGTERM", 143),
    ("the staging folder is removed", "signal.SIGTERM", 143),
    ("the staging folder is removed", "signal.SIGINT, signal.SIGTERM, signal.SIGINT", 130),
    ("the lock is released", "signal.SIGINT", 130), ("the summary is printed", "signal.SIGTERM", 143),
])
def test_a_stop_after_the_files_are_swapped_says_so_and_leaves_no_litter(
    changed_game: ChangedGame, tmp_path: Path, moment: str, signals: str, code: int
) -> None:
    target, before = changed_game(tmp_path, "diagrams")
    module, name = LATE[moment]
    script = TERMINAL + STRIKE_AT.format(module=module, name=name, signals=signals)
    ended = fabgen("build", "tiny", "--only", "diagrams", cwd=tmp_path, script=script)
    assert (ended.returncode, ended.stderr.strip().splitlines()[-1]) == (code, "stopped; the new build is in place")
    assert "Traceback" not in ended.stderr
    assert [path.name for path in target.parent.iterdir()] == ["tiny"]
    assert files(target)["source/game.yaml"] != before["source/game.yaml"]
    assert verify(target) == []


@posix
@pytest.mark.parametrize("signal", ["SIGINT", "SIGTERM"])
def test_what_was_ignored_when_fabgen_started_stays_ignored(
    changed_game: ChangedGame, tmp_path: Path, signal: str
) -> None:
    """As shells start a program in the background."""
    target, before = changed_game(tmp_path, "diagrams")
    script = f"import signal; signal.signal(signal.{signal}, signal.SIG_IGN)\n"
    script += STRIKE_AT.format(module="fabgen.core.staging", name="_check_staged", signals=f"signal.{signal}")
    ended = fabgen("build", "tiny", "--only", "diagrams", cwd=tmp_path, script=script)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert files(target)["source/game.yaml"] != before["source/game.yaml"]


@posix
def test_a_disk_without_room(tmp_path: Path) -> None:
    """The limit on the size of a file stands in for a full disk, which refuses a write in the same way."""
    home = tiny(tmp_path / "tiny")
    target = build(str(home), tmp_path / "output").target
    before = files(target)
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))"
    ended = fabgen("build", "tiny", "--kerf", "0.3mm", cwd=tmp_path, script=limit)
    assert ended.returncode == 1
    assert ended.stderr.count("error:") == 1
    assert "free some space" in ended.stderr
    assert files(target) == before
    assert [path.name for path in target.parent.iterdir()] == ["tiny"]


def test_two_builds_into_one_folder_at_once(tmp_path: Path) -> None:
    """The second is refused while the first runs: here the first build starts the second from inside."""
    tiny(tmp_path / "tiny")
    inner = "import subprocess, sys; subprocess.run([sys.executable, '-m', 'fabgen', 'build', 'tiny'])"
    script = (f"{BEFORE}\ndef twice(*args):\n  {inner}\n  return real(*args)\n"
              "fabgen.build.FOLDER_MAKERS['rules'] = twice")
    ended = fabgen("build", "tiny", cwd=tmp_path, script=script)
    assert ended.returncode == 0
    assert "another build into this folder is running" in ended.stderr
    assert verify(tmp_path / "output" / "tiny") == []

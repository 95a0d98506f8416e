"""Landing a build: exactly the new files and the user's own are there after it, and all of it happened or nothing."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from filelock import FileLock
from hypothesis import given, settings
from hypothesis import strategies as st
from trouble import (
    NEW,
    OLD,
    OWN,
    Disk,
    build,
    expected,
    is_swap_pending,
    landed,
    manifest,
    old_output,
    put,
    recover_target,
    tree,
)

from fabgen.core.manifest import read_manifest
from fabgen.core.problems import FabgenError
from fabgen.core.staging import stage_build

NOBODY = 65534

KILL = "import sys, trouble, pathlib; trouble.{}(pathlib.Path(sys.argv[1]), *map(int, sys.argv[2:]))"


@pytest.fixture(scope="session")
def disk() -> Disk:
    return Disk()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No power fails in a test: nothing waits for the disk."""
    monkeypatch.setattr(os, "fsync", lambda handle: None)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "output" / "chess"


@pytest.fixture
def old(target: Path) -> Path:
    old_output(target)
    return target


def extras(target: Path) -> dict[str, str]:
    """What `old_output` holds besides files: a link and an empty folder."""
    return {"print/mine/": "empty", **({"laser/link": "nowhere"} if hasattr(os, "fork") else {})}


def leftovers(target: Path) -> list[str]:
    return sorted(path.name for path in target.parent.iterdir() if path != target)


def refused(target: Path, files: dict[str, bytes], folders: tuple[str, ...] | None = None) -> str:
    with pytest.raises(FabgenError) as caught:
        build(target, files, folders)
    return str(caught.value)


# What stands there afterwards


def test_a_first_build_makes_the_folder_and_all_above_it(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b" / "chess"
    build(target, NEW)
    assert tree(target) == expected(landed(NEW))
    assert leftovers(target) == []


def test_listed_files_are_replaced_or_removed_and_the_users_own_stay(old: Path) -> None:
    build(old, NEW)
    assert tree(old) == expected(landed(NEW), OWN) | extras(old)
    assert not (old / "diagrams/old").exists()
    assert leftovers(old) == []


def test_the_users_files_and_their_folders_are_not_even_touched(old: Path) -> None:
    def stamps() -> list[tuple[int, int]]:
        paths = [*OWN, "laser", "laser/clear", "print/mine"]
        found = [os.lstat(old / path) for path in paths]
        return [(one.st_ino, one.st_mtime_ns if path in OWN else 0) for path, one in zip(paths, found, strict=True)]

    os.utime(old / "laser/notes.txt", (1, 1))
    before = stamps()
    build(old, NEW)
    assert stamps() == before


def test_the_same_build_again_moves_nothing(old: Path) -> None:
    before = {path: os.lstat(old / path).st_mtime_ns for path in (*OLD, "manifest.json")}
    os.utime(old / "laser/board.svg", ns=(7, 7))
    build(old, OLD)
    before["laser/board.svg"] = 7
    assert {path: os.lstat(old / path).st_mtime_ns for path in before} == before


def test_an_edited_listed_file_is_replaced(old: Path) -> None:
    (old / "laser/Bases.svg").write_bytes(b"edited")
    build(old, NEW)
    assert (old / "laser/Bases.svg").read_bytes() == b"same"


def test_folders_that_are_not_built_keep_their_files_and_entries(old: Path) -> None:
    only = {"laser/new.svg": b"new"}
    written = build(old, only, ("laser",))
    rest = {path: data for path, data in OLD.items() if not path.startswith("laser/")}
    assert tree(old) == expected(landed(only | rest), OWN) | extras(old)
    assert read_manifest(old / "manifest.json") == written


def test_a_build_that_is_not_swapped_in_changes_nothing(old: Path) -> None:
    before = tree(old)
    with stage_build(old) as work:
        work.write("laser/board.svg", b"new")
        assert work.former_manifest == manifest(OLD)
    assert tree(old) == before
    assert leftovers(old) == []


def test_a_link_to_the_output_folder_is_followed(old: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    try:
        link.symlink_to(old, target_is_directory=True)
    except OSError:
        pytest.skip("this system gives no leave to make links")
    build(link, NEW)
    assert link.is_symlink()
    assert tree(old) == expected(landed(NEW), OWN) | extras(old)


def test_a_new_spelling_of_a_listed_name(target: Path) -> None:
    build(target, {"laser/board.svg": b"1"})
    build(target, {"laser/Board.svg": b"2"})
    assert os.listdir(target / "laser") == ["Board.svg"]


NAMES = st.lists(st.sampled_from("abC"), min_size=2, max_size=4).map("/".join)
FILES = st.dictionaries(NAMES, st.sampled_from([b"1", b"2"]), max_size=6)


def fits(*sets: dict[str, bytes]) -> bool:
    """Whether the files can stand side by side: none is the folder of another."""
    paths = [path for files in sets for path in files]
    return len(set(paths)) == len(paths) and not any(two.startswith(f"{one}/") for one in paths for two in paths)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(FILES.filter(fits), FILES.filter(fits), FILES.filter(fits))
def test_a_target_holds_the_new_files_and_the_users(tmp_path_factory: pytest.TempPathFactory, old: dict[str, bytes],
                                           new: dict[str, bytes], own: dict[str, bytes]) -> None:
    target = tmp_path_factory.mktemp("algebra") / "chess"
    build(target, old)
    own = {path: data for path, data in own.items() if fits(old, {path: data})}
    put(target, own)
    before = tree(target)
    if fits(new, own):
        build(target, new)
        assert tree(target) == expected(landed(new), own)
    else:
        refused(target, new)
        assert tree(target) == before
    assert leftovers(target) == []


# Killed, refused, interrupted


def whole(target: Path, files: dict[str, bytes], beside: str) -> bool:
    """Whether each file of a set and its manifest stands in place or in the staging folder."""
    staged = target.parent / ".chess.fabgen-new" / beside
    return all(any((at / path).is_file() and (at / path).read_bytes() == data for at in (target, staged))
               for path, data in landed(files).items())


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a hundred processes without fork take too long")
def test_killed_at_every_call(tmp_path: Path) -> None:
    child = [sys.executable, "-c", KILL.format("killed_builds"), str(tmp_path)]
    subprocess.run(child, cwd=Path(__file__).parents[1], check=True)
    killed = sorted(int(path.name) for path in tmp_path.iterdir())[1:-1]
    seen = {after_a_kill(tmp_path / str(n) / "chess", n) for n in killed}
    assert len(killed) > 50
    assert seen == {"old", "new", "pending"}


def after_a_kill(target: Path, n: int) -> str:
    old, new, rest = expected(landed(OLD)), expected(landed(NEW)), expected(OWN) | extras(target)
    here = tree(target)
    assert here.items() >= rest.items(), "the user's own files are in place at every moment"
    state = "pending" if is_swap_pending(target) else "new" if here == new | rest else "old"
    if state == "pending":
        assert whole(target, OLD, "old")
        assert whole(target, NEW, "new")
        assert {path: here[path] for path in here if path not in rest and not path.endswith("/")}.items() <= \
            (old.items() | new.items()), "in place each file is a former or a new one, never half of one"
    else:
        assert here == (new if state == "new" else old) | rest
    if n % 2:
        recover_target(target)
        assert tree(target) == (old if state == "old" else new) | rest
    else:
        build(target, {"laser/third": b"3"})
        assert tree(target) == expected(landed({"laser/third": b"3"})) | rest
    assert leftovers(target) == []
    assert not is_swap_pending(target)
    return state


@pytest.mark.sample(1)
@pytest.mark.parametrize("n", [20, 45])
def test_a_build_whose_process_is_killed_leaves_an_output_that_the_next_one_repairs(old: Path, n: int) -> None:
    child = [sys.executable, "-c", KILL.format("killed_build"), str(old), str(n)]
    assert subprocess.run(child, cwd=Path(__file__).parents[1], check=False).returncode != 0
    after_a_kill(old, n)


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def denied() -> None:
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def interrupted() -> None:
    raise KeyboardInterrupt


@pytest.mark.slow
@pytest.mark.parametrize(("strike", "lasting"), [(full, True), (denied, False), (interrupted, False)])
def test_refused_or_interrupted_at_every_call(tmp_path: Path, disk: Disk, strike: object, lasting: bool) -> None:
    target, states = tmp_path / "output" / "chess", ["new"]
    for n in range(1, 1000):
        if states[-1] == "new":
            shutil.rmtree(target, ignore_errors=True)
            old_output(target)
        failed = attempt(target, disk, n, strike, lasting)
        if not disk.struck:
            break
        states.append(after_trouble(target, failed, disk.struck, lasting))
    assert states.count("old") > 50


def attempt(target: Path, disk: Disk, n: int, strike: object, lasting: bool) -> str:
    try:
        with disk.trouble(target.parent, n, strike, lasting):  # type: ignore[arg-type]
            build(target, NEW)
    except FabgenError as error:
        return str(error)
    except KeyboardInterrupt:
        return "interrupted"
    return ""


def after_trouble(target: Path, failed: str, struck: str, lasting: bool) -> str:
    old, new, rest = expected(landed(OLD)), expected(landed(NEW)), expected(OWN) | extras(target)
    here = tree(target)
    assert here.items() >= rest.items()
    if lasting and is_swap_pending(target):
        assert whole(target, OLD, "old")
        assert whole(target, NEW, "new")
    else:
        if struck == "os.rmdir":
            here.pop("diagrams/old/", None)  # a folder that cannot be removed stays, empty
        assert here in (old | rest, new | rest)
        assert failed == "interrupted" or bool(failed) == (here == old | rest)
    if not lasting and struck in ("open", "os.mkdir", "os.rename", "os.listdir"):
        assert leftovers(target) == []
    recover_target(target)
    here = {path: what for path, what in tree(target).items() if path != "diagrams/old/"}
    assert here in (old | rest, new | rest)
    assert leftovers(target) == []
    return "old" if here == old | rest else "new"


@pytest.mark.parametrize("path", ["laser/board.svg", "rules/book/1.pdf", "manifest.json"])
def test_a_file_that_another_program_has_open_on_windows(old: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    rename, before = os.rename, tree(old)

    def held(source: Path, destination: Path) -> None:
        if source == old / path:
            error = PermissionError(errno.EACCES, "used by another process", str(source))
            error.winerror = 32  # type: ignore[attr-defined]
            raise error
        rename(source, destination)

    monkeypatch.setattr(os, "rename", held)
    said = refused(old, NEW)
    assert said == f"{old / path}: error: it is in use\n  close it in every other program"
    assert tree(old) == before
    assert leftovers(old) == []


def test_renames_never_meet_an_existing_name_nor_a_folder(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename, renamed = os.rename, list[Path]()

    def as_windows(source: Path, destination: Path) -> None:
        assert not os.path.lexists(destination)
        assert not os.path.isdir(source)
        renamed.append(destination)
        rename(source, destination)

    monkeypatch.setattr(os, "rename", as_windows)
    build(old, NEW)
    assert {old / path for path, data in NEW.items() if data != OLD.get(path)} <= {*renamed}


def test_a_file_that_the_user_makes_while_files_are_swapped(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename

    def meanwhile(source: Path, destination: Path) -> None:
        rename(source, destination)
        if source == old / "laser/board.svg":
            source.write_bytes(b"from elsewhere")

    monkeypatch.setattr(os, "rename", meanwhile)
    assert "came here while" in refused(old, NEW)
    monkeypatch.undo()
    assert (old / "laser/board.svg").read_bytes() == b"from elsewhere"
    assert is_swap_pending(old)
    (old / "laser/board.svg").rename(old / "laser/mine.svg")
    build(old, NEW)
    assert tree(old) == expected(landed(NEW), OWN, {"laser/mine.svg": b"from elsewhere"}) | extras(old)
    assert leftovers(old) == []


def test_a_first_build_that_fails_leaves_no_target(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target.parent.mkdir()
    rename = os.rename
    monkeypatch.setattr(os, "rename", lambda a, b: denied() if b.name == "manifest.json" else rename(a, b))
    assert f"{target / 'manifest.json'}: error: permission denied" in refused(target, NEW)
    assert list(target.parent.iterdir()) == []


# What the disk and the user may have in the way


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits of a process are POSIX")
def test_a_file_larger_than_the_account_may_write(old: Path) -> None:
    before = tree(old)
    code = ("import resource, sys, trouble, pathlib\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))\n"
            "trouble.build(pathlib.Path(sys.argv[1]), {'laser/a': b'1' * 3000, 'laser/board.svg': b'2' * 5000})\n")
    child = [sys.executable, "-c", code, str(old)]
    done = subprocess.run(child, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=False)
    assert f"{old / 'laser/board.svg'}: error: the file is larger than" in done.stderr
    assert tree(old) == before
    assert leftovers(old) == []


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_under_another_writer(old: Path) -> None:
    with (
        pytest.raises(FabgenError, match="the disk is full"),
        stage_build(old),
        open("/dev/full", "wb", buffering=0) as full,
    ):
        full.write(b"1")
    assert leftovers(old) == []


def test_errors_of_the_block_are_raised_unchanged(old: Path) -> None:
    with pytest.raises(FileNotFoundError), stage_build(old):
        (old / "no such file").read_bytes()
    assert leftovers(old) == []


@pytest.mark.parametrize("path", ["laser/notes.txt", "print/mine", "todo.txt/a", "laser/link"])
def test_a_users_own_file_in_the_way(old: Path, path: str) -> None:
    if not os.path.lexists(old / path.removesuffix("/a")):
        pytest.skip("this system gives no leave to make links")
    before = tree(old)
    assert str(old / path.removesuffix("/a")) in refused(old, {**NEW, path: b"new"})
    assert tree(old) == before
    assert leftovers(old) == []


def test_a_users_own_file_in_a_folder_that_would_become_a_file(old: Path) -> None:
    put(old, {"rules/book/mine": b"mine"})
    before = tree(old)
    assert f"{old / 'rules/book'}: error: fabgen would overwrite this" in refused(old, NEW)
    assert tree(old) == before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows makes links for few")
def test_a_listed_file_replaced_by_a_link_to_the_same_is_a_file_again(old: Path, tmp_path: Path) -> None:
    (old / "laser/Bases.svg").rename(tmp_path / "same")
    (old / "laser/Bases.svg").symlink_to(tmp_path / "same")
    build(old, NEW)
    assert not (old / "laser/Bases.svg").is_symlink()
    assert (tmp_path / "same").read_bytes() == b"same"


def test_all_files_in_the_way_are_named_at_once(target: Path) -> None:
    put(target, {"laser/a": b"1", "laser/b": b"2"})
    said = refused(target, {"laser/a": b"1", "laser/b": b"2", "laser/c": b"3"})
    assert str(target / "laser/a") in said
    assert str(target / "laser/b") in said
    assert "without manifest.json" in said
    assert not (target / "laser/c").exists()


def test_a_folder_of_the_users_in_place_of_a_listed_file(old: Path) -> None:
    (old / "print/a4.pdf").unlink()
    put(old, {"print/a4.pdf/mine": b"mine"})
    build(old, NEW)
    assert (old / "print/a4.pdf/mine").read_bytes() == b"mine"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows makes links for few")
def test_a_folder_replaced_by_a_link_is_not_written_through(old: Path, tmp_path: Path) -> None:
    shutil.move(old / "laser", tmp_path / "elsewhere")
    (old / "laser").symlink_to(tmp_path / "elsewhere")
    before = tree(tmp_path / "elsewhere")
    assert "this is a link" in refused(old, NEW)
    assert tree(tmp_path / "elsewhere") == before


def test_a_file_in_place_of_the_output_folder_is_reported(target: Path) -> None:
    put(target.parent, {"chess": b"mine"})
    assert f"{target}: error: this is a file" in refused(target, NEW)
    assert target.read_bytes() == b"mine"


def test_a_file_in_place_of_a_parent_folder_is_reported(tmp_path: Path) -> None:
    put(tmp_path, {"output": b"mine"})
    assert f"{tmp_path / 'output'}: error:" in refused(tmp_path / "output" / "chess", NEW)
    assert "folder is needed" in refused(tmp_path / "output" / "sets" / "chess", NEW)
    assert tree(tmp_path) == expected({"output": b"mine"})


@contextmanager
def as_somebody(folder: Path) -> Iterator[None]:
    """Nothing is refused to root: meanwhile the folder, and this process, belong to a user without rights."""
    if os.geteuid():
        yield
        return
    for path in (folder, *folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows guards folders by lists of rights, not by modes")
@pytest.mark.parametrize("name", ["chess", "laser"])
def test_a_folder_that_is_not_writable_is_reported(name: str) -> None:
    with TemporaryDirectory() as above, as_somebody(Path(above)):
        old = Path(above) / "chess"
        old_output(old)
        before = tree(old)
        folder = old.parent if name == "chess" else old / name
        folder.chmod(0o555)
        try:
            assert "permission denied" in refused(old, NEW)
        finally:
            folder.chmod(0o755)
        assert tree(old) == before
        assert leftovers(old) == []


def test_a_path_that_is_too_long(old: Path) -> None:
    before = tree(old)
    assert "too long" in refused(old, {"laser/" + "x" * 300: b"1"})
    assert tree(old) == before
    assert leftovers(old) == []


def test_another_build_is_running(old: Path) -> None:
    with FileLock(old.parent / ".chess.fabgen-lock"):
        assert "another build into this folder is running" in refused(old, NEW)
    build(old, NEW)
    assert leftovers(old) == []


def test_a_damaged_manifest_stops_the_build_before_its_work(old: Path) -> None:
    (old / "manifest.json").write_text('{"fabgen": "1.0", "files": [}')
    with pytest.raises(FabgenError, match=r"manifest.json:1:29: error: the manifest is damaged"), stage_build(old):
        pytest.fail("the block must not run")
    assert leftovers(old) == []


def test_a_manifest_that_points_outside_removes_nothing(old: Path) -> None:
    put(old.parent, {"precious": b"mine"})
    listing = (old / "manifest.json").read_text()
    (old / "manifest.json").write_text(listing.replace("print/a4.pdf", "../precious"))
    assert "not a relative path inside" in refused(old, NEW)
    assert (old.parent / "precious").exists()


def test_a_failure_leaves_no_folder_above_the_target(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError), stage_build(tmp_path / "a" / "b" / "chess"):
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("staged", "listed"), [
    ({"laser/a": b"1"}, {}), ({}, {"laser/a": b"1"}), ({"laser/a": b"1"}, {"laser/a": b"2"}),
    ({"a": b"1"}, {"a": b"1"}),
])
def test_staged_files_must_match_the_manifest(old: Path, staged: dict[str, bytes], listed: dict[str, bytes]) -> None:
    with stage_build(old) as work:
        for path, data in staged.items():
            work.write(path, data)
        with pytest.raises(ValueError, match="manifest"):
            work.swap_in(manifest(listed))
    assert tree(old) == expected(landed(OLD), OWN) | extras(old)

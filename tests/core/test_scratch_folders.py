"""Folders of one process: gone at its end, or at the start of the next one where it was killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fabgen.core import scratch_folders
from fabgen.core.scratch_folders import LOCK, ScratchFolder, remove_abandoned_folders

HOLDER = """
import sys, time
from fabgen.core.scratch_folders import ScratchFolder
folder = ScratchFolder("fabgen-test-")
(folder.path / "file").write_text("x")
print(folder.path, flush=True)
time.sleep(60)
"""


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files, of this process and of those that it starts; no folder is too young there."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(scratch_folders, "LEAST_AGE", -1.0)
    return tmp_path


def test_a_folder_is_removed_at_the_end(temporary: Path) -> None:
    folder = ScratchFolder("fabgen-test-")
    (folder.path / "file").write_text("x")
    folder.remove()
    assert not [*temporary.iterdir()]


@pytest.mark.skipif(os.name == "nt", reason="there, open files cannot be removed, and processes are killed otherwise")
def test_the_folder_of_a_process_that_was_killed_goes_at_the_next_start(temporary: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDER], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        left = Path(process.stdout.readline().strip())
        remove_abandoned_folders("fabgen-test-")
        assert (left / "file").exists()  # its process runs
        process.kill()
        process.wait()
    assert (left / "file").exists()
    ScratchFolder("fabgen-test-").remove()
    assert not left.exists()


def test_other_folders_and_young_ones_stay(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("fabgen-test-unlocked", "fabgen-other-1"):
        (temporary / name).mkdir()
    (temporary / "fabgen-other-1" / LOCK).touch()
    remove_abandoned_folders("fabgen-test-")
    assert len([*temporary.iterdir()]) == 2
    (temporary / "fabgen-test-unlocked" / LOCK).touch()
    monkeypatch.setattr(scratch_folders, "LEAST_AGE", 60.0)
    remove_abandoned_folders("fabgen-test-")
    assert len([*temporary.iterdir()]) == 2

"""An order at a cutting service is proven from its zip alone, and planted defects are told."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabgen.cli.export import export
from fabgen.verify import proof_summary, verify

Files = dict[str, bytes]


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("order")
    result = CliRunner().invoke(export, ["charing-cross", "--cut", "sendcutsend", "-o", str(folder)])
    assert result.exit_code == 0, result.output
    (file,) = folder.glob("*.zip")
    return file


def test_a_good_order_is_proven(order: Path) -> None:
    """Nine kinds of parts, as the list of the order says; in all the pieces of both players, the board and the box."""
    assert verify(order) == []
    assert proof_summary(order).startswith("9 parts of closed lines, alike in both formats")


def replace_in(name: str, old: bytes, new: bytes) -> Callable[[Files], None]:
    def change(files: Files) -> None:
        found = next(key for key in files if key.startswith(name))
        assert old in files[found]
        files[found] = files[found].replace(old, new, 1)

    return change


def remove(start: str) -> Callable[[Files], None]:
    return lambda files: files.pop(next(name for name in files if name.startswith(start))) and None


def swap_files(files: Files) -> None:
    names = sorted(name for name in files if name.startswith("dxf/"))
    files[names[0]], files[names[-1]] = files[names[-1]], files[names[0]]


@pytest.mark.parametrize(("change", "words"), [
    (remove("dxf/board"), "the file is missing from the zip"),
    (remove("README"), "the file is missing from the zip"),
    (remove("quote.csv"), "the file is missing from the zip"),
    (remove("engraving/"), "the file is missing from the zip"),
    (lambda files: files.update({"dxf/more.dxf": b""}), "no row of the list names this file"),
    (replace_in("svg/board", b" Z\"", b"\""), "is not closed"),
    (replace_in("svg/board", b"<path d=\"M ", b"<path d=\"M 7 7 L "), "svg/board.svg"),
    (swap_files, "the lines are not those of"),
])
def test_a_planted_defect_is_told(order: Path, tmp_path: Path, change: Callable[[Files], None], words: str) -> None:
    with zipfile.ZipFile(order) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    spoilt = tmp_path / "order.zip"
    with zipfile.ZipFile(spoilt, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    problems = verify(spoilt)
    assert any(words in str(problem) for problem in problems), problems


@pytest.mark.parametrize("column", ["width mm", "height mm", "cut length mm", "holes"])
def test_a_wrong_number_of_the_list_is_told(order: Path, tmp_path: Path, column: str) -> None:
    spoilt = tmp_path / "order.zip"
    with zipfile.ZipFile(order) as archive, zipfile.ZipFile(spoilt, "w") as changed:
        for name in archive.namelist():
            data = archive.read(name)
            if name == "quote.csv":
                head, first, *rest = data.decode("utf-8-sig").splitlines()
                cells, place = first.split(","), head.split(",").index(column)
                cells[place] = f"{float(cells[place]) + 1:g}"
                data = "\n".join([head, ",".join(cells), *rest]).encode()
            changed.writestr(name, data)
    (problem,) = [one for one in verify(spoilt) if one.where.file.endswith("board.svg")]
    assert ("holes" if column == "holes" else column) in problem.what

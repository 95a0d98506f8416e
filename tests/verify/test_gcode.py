"""Each defect is planted alone in good G-code, and `verify` must tell it: powers, speeds, lines, rows, order, words."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from built import share_written_game
from verify.planting import GAME, Planted

from fabgen.spec.build_options import Options
from fabgen.verify import proof_summary, verify
from fabgen.verify.readers.gcode import read_gcode
from fabgen.verify.readers.scan_rows import fill_contours, row_interval

SPEAR, KNIGHT = "green-spearman-base-1", "green-knight-base-1"


@pytest.fixture(scope="session")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The laser sheets of the small game for GRBL: as G-code alone."""
    options = Options(machine="grbl", sheet=(300.0, 300.0), formats=("gcode",))
    return share_written_game(tmp_path_factory, "gcode", GAME, "# Small\n", options, ("laser",)).target


@pytest.fixture
def copy(swept: Path, tmp_path: Path) -> Planted:
    return Planted(Path(shutil.copytree(swept, tmp_path / "copy")))


def marks(text: str) -> list[list[str]]:
    """The lines of a file in blocks: what comes before the first mark, each mark, what ends the file."""
    blocks: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("; mark ") or line == "M5":
            blocks.append([])
        blocks[-1].append(line)
    return blocks


def plant(copy: Planted, change: Callable[[list[list[str]]], object], name: str = "green-pieces") -> str:
    """Changes the blocks of a sheet; all Problems that `verify` then tells."""
    file = f"laser/{name}.gcode"
    blocks = marks(copy.text(file))
    change(blocks)
    copy.write(file, "".join(f"{line}\n" for block in blocks for line in block))
    return "\n".join(map(str, copy.problems()))


def block(blocks: list[list[str]], id: str) -> list[str]:
    return next(one for one in blocks if one[0].startswith(f"; mark {id} "))


def swap(id: str, old: str, new: str, count: int = 1) -> Callable[[list[list[str]]], None]:
    """A change of the words of a mark: the pattern in its lines, as often as told (0 for all)."""

    def change(blocks: list[list[str]]) -> None:
        mine = block(blocks, id)
        mine[:] = re.sub(old, new, "\n".join(mine), count=count).split("\n")

    return change


def everywhere(operation: str, old: str, new: str) -> Callable[[list[list[str]]], None]:
    """A change of the words of all marks of an operation."""

    def change(blocks: list[list[str]]) -> None:
        for one in blocks:
            if re.match(rf"; mark \S+ {operation} ", one[0]):
                one[:] = [re.sub(old, new, line) for line in one]

    return change


@pytest.mark.slow
def test_a_good_folder_has_no_problem_and_says_what_it_proved(swept: Path) -> None:
    assert verify(swept) == []
    assert proof_summary(swept).startswith("3 laser sheets with 10 parts, 3 bases decoded")


# Acrylic of 3 mm at 40 W: engrave 175 mm/s and 20 %, score 50 mm/s and 15 %, cut 6 mm/s and 70 % of S1000.
Defect = tuple[Callable[[list[list[str]]], object], str]
SETTINGS: list[Defect] = [
    (swap(f"{KNIGHT}.edge-1", "S700", "S710"), "cut-outer goes on with F360 S700; before, it had F360 S710"),
    (swap(f"{KNIGHT}.edge-1", "F360", "F300"), "cut-outer goes on with F360 S700; before, it had F300 S700"),
    (swap(f"{SPEAR}.move-1", "S200", "S201"), "engrave goes on with F10500 S201"),
    (everywhere("cut-outer", "S700", "S900"), "the power of cut-outer is 90, the material asks for 70"),
    (everywhere("cut-inner", "F360", "F720"), "the speed of cut-inner is 12, the material asks for 6"),
    (everywhere("engrave", "S200", "S250"), "the power of engrave is 25, the material asks for 20"),
    (lambda blocks: block(blocks, f"{KNIGHT}.edge-1").extend(block(blocks, f"{KNIGHT}.edge-1")[1:]), "is made"),
]
LINES: list[Defect] = [
    (swap(f"{KNIGHT}.edge-1", r"\nG1.*", ""), "the arc does not end on its circle"),
    (swap(f"{KNIGHT}.edge-1", r"G3 (X\S+ Y\S+) I\S+ J\S+", r"G1 \1"), "is moved out by 0.079 mm"),
    (swap(f"{KNIGHT}.edge-1", "G3", "G2"), "is moved out by -0.131 mm"),
    (swap(f"{KNIGHT}.edge-1", r"I(-?)0 ", r"I\g<1>1 "), "the arc does not end on its circle"),
    (swap(f"{KNIGHT}.edge-1", r"\n[^\n]*\Z", ""), "what is cut is not the shape of"),
    (swap(f"{KNIGHT}.edge-1", r"\n[^\n]*\Z", r"\nG0 X8.1 Y8.1 S0"), "jumps where nothing is drawn"),
    (swap(f"{KNIGHT}.edge-1", "S700", "S0"), "the beam is off along a part of its line"),
    (swap(f"{KNIGHT}.edge-1", r"\nG0(.*) S0", r"\nG0\1 S700"), "the head jumps with a power of S700"),
    (swap(f"{KNIGHT}.grid-1", r"G1 X\S+ Y\S+", "G1 X20 Y20"), "is not scored"),
    (lambda blocks: block(blocks, f"{KNIGHT}.hole-1").clear(), "has 0 holes, it should have 1"),
    (lambda blocks: blocks.insert(-1, block(blocks, f"{KNIGHT}.edge-1")), "two elements have this id"),
    (lambda blocks: blocks.insert(-1, blocks.pop(blocks.index(block(blocks, f"{KNIGHT}.hole-1")))),
     "cut after its outline"),
    (lambda blocks: blocks.insert(1, blocks.pop(-2)), "comes after a later step"),
]
# The first line of a mark is its comment; each row of a dot is four lines: a jump, the way in, the ink, the way out.
ROWS: list[Defect] = [
    (lambda blocks: block(blocks, f"{SPEAR}.move-1").clear(), f"mm² of {SPEAR} is not engraved"),
    (lambda blocks: block(blocks, f"{SPEAR}.move-1").__delitem__(slice(41, 45)), "of its rows are missing"),
    (lambda blocks: block(blocks, f"{SPEAR}.move-1").__delitem__(slice(1, 5)), "of its rows are missing"),
    (lambda blocks: block(blocks, f"{SPEAR}.move-1").__delitem__(slice(-4, None)), "of its rows are missing"),
    (lambda blocks: block(blocks, f"{SPEAR}.move-1").__setitem__(43, block(blocks, f"{SPEAR}.move-1")[43].replace(
        "S200", "S0")), "a row of its fill is not level, or empty"),
    (lambda blocks: keep_every_second_row(block(blocks, f"{SPEAR}.move-1")), "0.199 mm apart"),
    (lambda blocks: spread_rows(block(blocks, f"{SPEAR}.move-1"), 1.05), "0.104 mm apart"),
    (lambda blocks: stretch_row(block(blocks, f"{SPEAR}.move-1"), 0.1), "of its rows should not be there"),
    (lambda blocks: stretch_row(block(blocks, f"{SPEAR}.move-1"), -0.1), "of its rows are missing"),
    (swap(f"{SPEAR}.move-1", "engrave fill", "engrave line"), "the beam is off along a part of its line"),
    (swap(f"{KNIGHT}.grid-1", "score line", "score fill"), "a row of its fill is not level"),
]
WORDS: list[Defect] = [
    (lambda blocks: blocks[0].__setitem__(3, "G20"), "the file must begin with G21"),
    (lambda blocks: blocks[0].__setitem__(7, "M3 S0"), "the file must begin with G21"),
    (lambda blocks: blocks[0].pop(), "the file must begin with G21"),
    (lambda blocks: blocks[0].append("G91"), "`G91` is no move that fabgen writes"),
    (lambda blocks: blocks[0].append("G92 X10 Y0"), "`G92 X10 Y0` is no move that fabgen writes"),
    (lambda blocks: blocks[0].append("G1 X10 Y10 S700 F360"), "the head draws before it has jumped to a mark"),
    (lambda blocks: block(blocks, f"{KNIGHT}.edge-1").append("G1 X10 S700"), "is no move that fabgen writes"),
    (lambda blocks: block(blocks, f"{KNIGHT}.edge-1").append("G0 X301 Y0 S0"), "the head leaves the sheet"),
    (lambda blocks: blocks[0].__setitem__(0, "; fabgen: sheet 310 x 300 mm"), "310 x 300 mm"),
    (lambda blocks: blocks[0].__setitem__(0, "; a file"), "the first line gives no size of a sheet"),
    (lambda blocks: blocks.pop(), "the file must end with M5"),
    (swap(f"{KNIGHT}.edge-1", "cut-outer", "cut"), "the layer `cut` is not in the profile `grbl`"),
    (swap(f"{KNIGHT}.edge-1", KNIGHT, SPEAR), f"this contour lies in {SPEAR}"),
]


def keep_every_second_row(mark: list[str]) -> None:
    rows = [mark[n : n + 4] for n in range(1, len(mark), 4)]
    mark[1:] = [line for row in rows[::2] for line in row]


def spread_rows(mark: list[str], factor: float) -> None:
    """The rows lie so many times as far apart, from the first one on."""
    first = float(re.findall(r"Y(\S+)", "\n".join(mark))[0])
    mark[1:] = [re.sub(r"Y(\S+)", lambda y: f"Y{first + (float(y[1]) - first) * factor:.4f}", line)
                for line in mark[1:]]


def stretch_row(mark: list[str], more: float) -> None:
    """The ink of the eleventh row, which runs to the right, ends so many mm later."""
    place = float(re.findall(r"X(\S+)", mark[43])[0])
    mark[43] = mark[43].replace(f"X{place:g}", f"X{place + more:.4f}")


@pytest.mark.slow
@pytest.mark.parametrize(("change", "words"), [*SETTINGS, *LINES, *ROWS, *WORDS])
def test_a_defect_is_told(copy: Planted, change: Callable[[list[list[str]]], object], words: str) -> None:
    told = plant(copy, change)
    assert words in told, told


@pytest.mark.slow
def test_words_that_still_hold_may_be_left_out(copy: Planted) -> None:
    """GRBL keeps speeds and powers until others come, so a file without the second of two equal ones does the same."""
    assert plant(copy, lambda blocks: block(blocks, f"{KNIGHT}.edge-1").__setitem__(
        3, block(blocks, f"{KNIGHT}.edge-1")[3].replace(" S700 F360", ""))) == ""


@pytest.mark.slow
def test_other_settings_of_the_machine_are_told(copy: Planted) -> None:
    """$30 of 255: S700 is far over full power."""
    machine = json.loads(copy.text("source/machine.json"))
    copy.write("source/machine.json", json.dumps(machine | {"full_power": 255}))
    assert "the power of cut-outer is 274.51, the material asks for 70" in "\n".join(map(str, copy.problems()))


@pytest.mark.slow
def test_the_spec_is_the_judge(copy: Planted) -> None:
    copy.edit("source/game.yaml", "moves: fcW2smW", "moves: fcW2")
    assert f"({SPEAR}.move-1)" in "\n".join(map(str, copy.problems()))


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.3, 0.97])
def test_a_truncated_file_is_a_problem(copy: Planted, share: float) -> None:
    path = copy.folder / "laser/stop-tokens.gcode"
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    assert copy.problems()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_random_damage_is_never_a_traceback(copy: Planted, seed: int) -> None:
    chance = random.Random(seed)
    for path in sorted((copy.folder / "laser").glob("*.gcode")):
        data = bytearray(path.read_bytes())
        for _ in range(chance.choice([1, 5, 50])):
            place = chance.randrange(len(data))
            data[place : place + chance.choice([0, 1, 20])] = bytes([chance.choice(b"0912.-GMSFXYIJ; \x00\xff\n")])
        path.write_bytes(bytes(data))
    copy.problems()


def test_rows_make_bars() -> None:
    """A square of 0.4 mm with a hole of 0.2 mm in four rows, 0.1 mm apart."""
    whole, holed = ((1.0, 1.4),), ((1.0, 1.1), (1.3, 1.4))
    rows = ((2.05, whole), (2.15, holed), (2.25, holed), (2.35, whole))
    assert row_interval(rows) == pytest.approx(0.1)
    outline, hole = fill_contours(rows)
    assert [*outline.points.min(axis=0), *outline.points.max(axis=0)] == pytest.approx([1.0, 2.0, 1.4, 2.4])
    assert [*hole.points.min(axis=0), *hole.points.max(axis=0)] == pytest.approx([1.1, 2.1, 1.3, 2.3])


def test_the_interval_passes_over_rows_without_ink() -> None:
    run = ((0.0, 1.0),)
    assert row_interval(((0.0, run), (0.0999, run), (0.2, run), (5.0, run), (5.1, run))) == pytest.approx(0.1)
    assert row_interval(((0.0, run),)) == 0


@pytest.mark.slow
def test_speeds_are_read_in_mm_a_second(swept: Path) -> None:
    content, problems = read_gcode(swept / "laser/green-pieces.gcode", "green-pieces.gcode")
    assert problems == []
    assert content
    assert [(layer.name, layer.speed, layer.power, layer.passes) for layer in content.layers] == [
        ("engrave", 175, 200, 1), ("score", 50, 150, 1), ("cut-inner", 6, 700, 1), ("cut-outer", 6, 700, 1)]

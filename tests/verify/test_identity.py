"""Every thing in the files carries its id: what is not expected, or expected and not there, is told.

A new kind of component is told by a verify that was never taught of it. Files whose ids were taken away are proven by
their shapes."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import ezdxf
import pikepdf
import pytest
from built import reseal
from verify.planting import GAME, Planted, print_problems
from verify.test_formats import EVERY, all_formats, alone

from fabgen.artwork.drawing import Role, draw, draw_text
from fabgen.artwork.paper_things import Leaf
from fabgen.artwork.part import Part
from fabgen.artwork.path import circle, rectangle
from fabgen.build import build, verify_build
from fabgen.core.problems import FabgenError
from fabgen.spec.build_options import Options
from fabgen.verify.compare import compare_identities
from fabgen.verify.readers.page_pdf import read_pages

__all__ = ["all_formats"]
AIDS = "aids:\n  quick reference: {kind: card, count: 2}\n"
RULES = "# Small\n\nMove.\n\n# Quick reference\n\n![Knight](moves:knight) ![Spear](moves:spearman)\n\nMove.\n"


def home_of(folder: Path, text: str = GAME) -> Path:
    home = folder / "small"
    home.mkdir()
    (home / "game.yaml").write_text(text)
    (home / "rules.md").write_text(RULES)
    return home


def test_ids_are_compared_both_ways() -> None:
    found = list(compare_identities(["a 1", "a 2", "a 2", "die 1"], ["a 1", "a 2", "a 3"]))
    assert found == [("a 3", "missing"), ("a 2", "doubled"), ("die 1", "unknown")]


# A new kind of component, in a kit that verify was not taught of


@pytest.mark.slow
def test_a_new_kind_of_cut_component_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fabgen.laser import selection

    kit = selection.make_laser_kit

    def with_dice(*given: Any) -> list[Part]:
        parts = kit(*given)
        die = Part("lucky die", draw(Role.EDGE, rectangle(0, 0, 16, 16)), 2, parts[0].material, "dice")
        return [*parts, die]

    home = home_of(tmp_path)
    monkeypatch.setattr(selection, "make_laser_kit", with_dice)
    with pytest.raises(FabgenError, match="fabgen verify does not know the part lucky die"):
        build(str(home), home / "out", Options(formats=("svg",)), ("laser",))
    assert not (home / "out" / "small").exists() or not list((home / "out" / "small").glob("laser/*"))


@pytest.mark.slow
def test_a_kit_with_another_count_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fabgen.laser import selection

    kit = selection.make_laser_kit
    monkeypatch.setattr(selection, "make_laser_kit", lambda *given: [
        replace(part, count=2) if part.name == "stop token" else part for part in kit(*given)])
    home = home_of(tmp_path)
    with pytest.raises(FabgenError, match="the kit has 2 of the stop token, the spec asks for 3"):
        build(str(home), home / "out", Options(formats=("svg",)), ("laser",))


@pytest.mark.slow
@pytest.mark.parametrize(("id", "words"), [
    ("wheel", "fabgen verify does not know “wheel 1”, which is printed here"),
    ("", "fabgen verify does not know what is printed here without an id"),
])
def test_a_new_kind_of_printed_component_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, id: str, words: str
) -> None:
    from fabgen.artwork.paper_things import PaperBatch
    from fabgen.paper import print_and_play as printing

    kit = printing.make_paper_kit
    wheel = Leaf(draw(Role.MARK, circle((20, 20), 15)) + draw_text(Role.LABEL, "Wheel", (20, 38), 2.5), 40.0, 45.0)

    def with_wheel(*given: Any, **options: Any) -> Any:
        made = kit(*given, **options)
        return replace(made, batches=(*made.batches, PaperBatch("Wheel", 1, wheel, "Wheels", id)))

    home = home_of(tmp_path)
    monkeypatch.setattr(printing, "make_paper_kit", with_wheel)
    with pytest.raises(FabgenError, match=re.escape(words)):
        build(str(home), home / "out", Options(papers=("a4",)), ("print",))


@pytest.mark.slow
def test_a_new_kind_of_figure_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fabgen.figures.diagrams import catalogue

    figures = catalogue.draw_all_figures
    monkeypatch.setattr(catalogue, "draw_all_figures", lambda spec: [
        *figures(spec), replace(catalogue.draw_figure(spec, "board"), kind="scores")])
    home = home_of(tmp_path)
    with pytest.raises(FabgenError, match="fabgen verify does not know this figure"):
        build(str(home), home / "out", Options(), ("diagrams",))


# Printed things


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    large = GAME.replace("grid: 3x3", "grid: 6x6").replace("a1-c1", "a1-f1")
    home = home_of(tmp_path_factory.mktemp("printed"), large + AIDS)
    return build(str(home), home / "out", Options(papers=("a4",)), ("print",)).target


def found(folder: Path, change: Callable[[pikepdf.Pdf], None] | None = None, copy: Path | None = None) -> list[str]:
    """What is found in a folder, or in a copy of it whose PDF was changed."""
    if change and copy:
        folder = Path(shutil.copytree(folder, copy))
        (path,) = folder.glob("print/*.pdf")
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            change(pdf)
            pdf.save(path)
    return print_problems(folder)


def content(change: Callable[[bytes], bytes]) -> Callable[[pikepdf.Pdf], None]:
    def plant(pdf: pikepdf.Pdf) -> None:
        changed = False
        for page in pdf.pages:
            page.contents_coalesce()
            old = page.Contents.read_bytes()
            page.Contents.write(change(old))
            changed |= change(old) != old
        assert changed, "the defect was not planted"

    return plant


def mark(id: str) -> bytes:
    return b"/Thing <</ID <" + id.encode().hex().encode() + b">>> BDC"


def without(id: str) -> Callable[[bytes], bytes]:
    """The content of a page without a thing: what stands between its mark and the end of that."""
    return lambda data: re.sub(re.escape(mark(id)) + rb".*?\bEMC\n", b"", data, flags=re.DOTALL)


@pytest.mark.slow
def test_every_printed_thing_carries_its_id(printed: Path) -> None:
    (path,) = printed.glob("print/*.pdf")
    read = read_pages(path)
    assert read
    ids = {thing.id for page in read.sides for thing in page.things}
    assert {"green knight 1", "green spearman 1-to-2", "stop token 1-to-3", "sheet", "cover"} <= ids
    assert "quick reference aid 1-to-2" in ids
    assert "" not in ids
    assert any(id.startswith("board tile ") for id in ids)
    assert found(printed) == []


@pytest.mark.slow
def test_a_chapter_on_several_cards_is_proven_and_a_missing_card_is_reported(tmp_path: Path) -> None:
    aids = AIDS.replace("count: 2", "text: Long, size: 40 x 50 mm, count: 2")
    home = home_of(tmp_path, GAME + aids)
    chapter = "# Long\n\n" + "Some words of rules, line by line.\n\n" * 40
    (home / "rules.md").write_text(RULES.replace("# Quick", f"{chapter}# Quick"))
    target = build(str(home), home / "out", Options(papers=("a4",)), ("print",)).target
    (path,) = target.glob("print/*.pdf")
    read = read_pages(path)
    assert read
    cards = {thing.id for page in read.sides for thing in page.things if " aid " in thing.id}
    assert len(cards) > 1
    assert cards == {f"quick reference card {number} aid 1-to-2" for number in range(1, len(cards) + 1)}
    assert verify_build(target) == []
    last = f"quick reference card {len(cards)} aid 1-to-2"
    for gone in ("quick reference card 1 aid 1-to-2", last):
        copy = Path(shutil.copytree(target, tmp_path / gone.replace(" ", "-")))
        with pikepdf.open(next(copy.glob("print/*.pdf")), allow_overwriting_input=True) as pdf:
            content(without(gone))(pdf)
            pdf.save(next(copy.glob("print/*.pdf")))
        reseal(copy, path.relative_to(target).as_posix())
        assert verify_build(copy), gone


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize(("change", "words"), [
    (without("green spearman 1-to-2"), "green spearman 2 is on no sheet"),
    (lambda data: data.replace(mark("green knight 1"), mark("red knight 1")), "does not know “red knight 1”"),
    (lambda data: data.replace(mark("green spearman 1-to-2"), mark("green knight 1")),
     "green spearman 2 is on no sheet"),
    (lambda data: data + b"\n5 400 m 9 400 l S\n", "what is printed here without an id"),
])
def test_things_that_are_not_as_expected_are_reported(printed: Path, tmp_path: Path, change: Callable[[bytes], bytes],
                                                  words: str) -> None:
    problems = found(printed, content(change), tmp_path / "copy")
    assert any(words in problem for problem in problems), problems


@pytest.mark.slow
def test_a_set_whose_ids_were_taken_away_is_proven_by_its_shapes(printed: Path, tmp_path: Path) -> None:
    bare = lambda data: re.sub(rb"/Thing <<.*?>> BDC\n|EMC\n", b"", data)  # noqa: E731
    assert found(printed, content(bare), tmp_path / "copy") == []


# Laser files without ids


def strip(path: Path) -> None:
    """Takes the ids away, as programs do that open a file and save it again."""
    if path.suffix == ".svg":
        path.write_text(re.sub(r'(<path [^>]*?) id="[^"]*"', r"\1", path.read_text()))
    elif path.suffix == ".dxf":
        document = ezdxf.readfile(path)
        for entity in document.modelspace():
            entity.discard_xdata("FABGEN")
        document.saveas(path)
    elif path.suffix == ".lbrn2":
        tree = ElementTree.parse(path)
        for node in tree.getroot().iter("Shape"):
            node.attrib.pop("Name", None)
        tree.write(path, encoding="UTF-8", xml_declaration=True)
    else:
        with pikepdf.open(path, allow_overwriting_input=True) as pdf:
            every_step = pikepdf.parse_content_stream(pdf.pages[0])
            steps = [step for step in every_step if str(step.operator) not in ("BMC", "EMC")]
            pdf.pages[0].Contents = pdf.make_stream(pikepdf.unparse_content_stream(steps))
            pdf.save(path)


@pytest.mark.slow
@pytest.mark.sample(1)
@pytest.mark.parametrize("form", EVERY)
def test_sheets_whose_ids_were_taken_away_are_proven_by_their_shapes(
        all_formats: Path, tmp_path: Path, form: str) -> None:
    copy = alone(all_formats, tmp_path, form)
    for path in sorted(copy.folder.glob(f"laser/*.{form}")):
        if path.stem != "job-sheet":
            strip(path)
    assert copy.problems() == []


@pytest.mark.slow
def test_a_lost_mark_is_reported_without_ids(copy: Planted) -> None:
    copy.remove("laser/green-pieces.svg", "green-spearman-base-1.capture-2")
    for path in sorted(copy.folder.glob("laser/*.svg")):
        strip(path)
    problems = [str(problem) for problem in copy.problems()]
    assert any("the cross at 0,+2 is missing" in problem for problem in problems), problems

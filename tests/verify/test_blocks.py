"""Tokens that share their edges: each is proven as if it were cut by itself, and a defect of the lines is told."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from built import share_written_game
from verify.formplanting import FORMS
from verify.planting import GAME, Planted

from fabgen.spec.build_options import Options
from fabgen.verify import proof_summary

SHARED = "material: acrylic-3mm/red, common_line: true"
COIN = "\n  coin: {count: 7, shape: square, size: 18 mm, mark: no-entry, " + SHARED + "}\n"
EVERY = ("svg", "dxf", "lbrn2", "pdf")
BLOCK = "coin-token-1-to-7"


@pytest.fixture(scope="module")
def coins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    options = Options(sheet=(300.0, 300.0), formats=EVERY)
    return share_written_game(tmp_path_factory, "coins", GAME.rstrip() + COIN, "# Small\n", options, ("laser",)).target


@pytest.fixture
def copy(coins: Path, tmp_path: Path) -> Planted:
    return Planted(Path(shutil.copytree(coins, tmp_path / "coins")))


def file_of(copy: Planted, form: str) -> Path:
    """The sheet on which the block lies."""
    (svg,) = [path for path in (copy.folder / "laser").glob("*.svg") if BLOCK in path.read_text()]
    return svg.with_suffix(f".{form}")


def told(copy: Planted, form: str, *words: str) -> bool:
    problems = [str(p) for p in copy.problems() if f".{form}" in str(p)]
    return any(all(word in problem for word in words) for problem in problems)


@pytest.mark.slow
def test_coins_that_share_their_edges_are_proven_one_by_one(copy: Planted) -> None:
    """A board; a knight and two spearmen, each a standee and a base; three tokens; seven coins."""
    assert copy.problems() == []
    assert " with 17 parts" in proof_summary(copy.folder)


@pytest.mark.slow
@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_common_line_in_the_wrong_place_is_reported(copy: Planted, form: str) -> None:
    opened = FORMS[form](file_of(copy, form))
    opened.move(f"{BLOCK}.line-1", 0.3, 0.3)
    opened.save()
    assert told(copy, form, "coin-token-", "a kerf of 0.2 mm asks for 0.1 mm") or told(copy, form, "not the shape")


@pytest.mark.slow
@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_lost_common_line_is_reported(copy: Planted, form: str) -> None:
    opened = FORMS[form](file_of(copy, form))
    opened.remove(f"{BLOCK}.line-1")
    opened.save()
    assert told(copy, form, f"the common lines of {BLOCK} make", "not 7")


@pytest.mark.slow
@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_common_line_that_is_cut_twice_is_reported(copy: Planted, form: str) -> None:
    opened = FORMS[form](file_of(copy, form))
    opened.double(f"{BLOCK}.line-1", f"{BLOCK}.line-99")
    opened.save()
    assert told(copy, form, "mm of this line lie on a line of", f"{BLOCK}.line-99")


@pytest.mark.slow
def test_edges_that_may_not_be_shared_are_reported(copy: Planted) -> None:
    copy.edit("source/game.yaml", ", common_line: true", "")
    assert told(copy, "svg", "shares its edges, and the spec does not let it")


@pytest.mark.slow
def test_an_open_cut_under_a_block_s_name_is_no_way_out(copy: Planted) -> None:
    """A token's open rim, named as if it were a common line: it makes no part."""
    sheets = [path for path in (copy.folder / "laser").glob("*.svg") if "stop-token-1.edge-1" in path.read_text()]
    name = f"laser/{sheets[0].name}"
    line = copy.element(name, "stop-token-1.edge-1").rstrip()
    copy.edit(name, line, re.sub(r" Z\"", '"', line).replace("stop-token-1.edge-1", "stop-token-1-to-1.line-1"))
    assert told(copy, "svg", "stop-token-1")

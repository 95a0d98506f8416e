"""Dice and score tracks: their faces, nets and numbers, and what a designer reads where one cannot be made."""

from __future__ import annotations

import math
import shutil
from collections import Counter
from pathlib import Path

import pytest

from fabgen.artwork.drawing import Lettering, Role, Shape
from fabgen.artwork.part import Fit
from fabgen.check.game import check_spec
from fabgen.core.languages import load_words
from fabgen.figures.components.dice import NET, describe_dice, draw_die_face, list_bought_dice, make_die_net
from fabgen.figures.components.kit import make_laser_kit
from fabgen.figures.components.part_names import PartNames
from fabgen.figures.components.tracks import draw_track, track_size
from fabgen.laser.job import make_laser_job
from fabgen.laser.job_sheet.job_sheet import make_job_content
from fabgen.spec.build_options import Options
from fabgen.spec.components import Dice, Track
from fabgen.spec.load import load_spec

HARBOUR = Path(__file__).parents[2] / "templates" / "harbour"


@pytest.mark.parametrize("number", range(1, 7))
def test_a_face_has_as_many_pips_as_its_number(number: int) -> None:
    assert len(draw_die_face(Dice(), number).items) == number


def test_faces_that_lie_opposite_have_the_sum_seven() -> None:
    """Folded around the middle column, the first face is opposite the third, the second opposite the fourth."""
    column = {row: face for face, (x, row) in NET.items() if x == 1}
    wings = [face for face, (x, _) in NET.items() if x != 1]
    assert column[3] + column[1] == column[2] + column[0] == sum(wings) == 7


def test_a_net_is_one_outline_with_twelve_folds_as_long_as_a_face() -> None:
    leaf = make_die_net(Dice(make="paper", size="20 mm"))  # type: ignore[arg-type]
    (outline,) = leaf.drawing.only(Role.CUT_LINE).items
    assert isinstance(outline, Shape)
    assert len(outline.paths) == 1
    folds = [path.flatten(0.1) for item in leaf.drawing.only(Role.FOLD).items if isinstance(item, Shape)
             for path in item.paths]
    assert [round(math.dist(*fold), 6) for fold in folds] == [20.0] * 12
    x0, y0, x1, y1 = leaf.drawing.bounds()
    assert min(x0, y0, leaf.width - x1, leaf.height - y1) == pytest.approx(5.0)


def test_a_track_has_each_number_once_in_its_own_space() -> None:
    track = Track.model_validate({"first": 1, "last": 24, "row": 10, "cell": "15 mm"})
    assert track_size(track) == (160.0, 55.0)  # 10 x 3 spaces of 15 mm, and 5 mm all round
    numbers = {item.text.string: item.bounds() for item in draw_track(track).items if isinstance(item, Lettering)}
    assert sorted(map(int, numbers)) == list(range(1, 25))
    x0, y0, x1, y1 = numbers["12"]  # the second space of the second row
    assert 20 < x0 < x1 < 35
    assert 20 < y0 < y1 < 35


def test_dice_and_tracks_are_cut_as_often_as_the_spec_says() -> None:
    counts = Counter({part.name: part.count for part in make_laser_kit(load_spec(str(HARBOUR)), lambda _: Fit(3.0, 0.1))
                      if part.group in ("dice", "tracks") or "marker" in part.name})
    assert counts == {"score track": 1, "north score marker": 1, "south score marker": 1,
                      **{f"wind die face {face}": 1 for face in range(1, 7)}}


def test_bought_dice_are_named_in_the_language_of_the_game() -> None:
    spec = load_spec(str(HARBOUR))
    assert list_bought_dice(spec, load_words("en")) == ("2 battle dice with 6 sides, bought",)
    assert list_bought_dice(spec, load_words("de")) == ("2 battle-Würfel mit 6 Seiten, gekauft",)


@pytest.mark.parametrize(("language", "name", "short"), [
    ("en", "heat die", "heat"), ("en", "Heat Dice", "Heat"), ("en", "goldie", "goldie"), ("en", "die", "die"),
    ("de", "Hitzewürfel", "Hitze"), ("de", "Hitze-Würfel", "Hitze"), ("de", "heat die", "heat die"),
    ("fr", "dé de feu", "de feu"), ("es", "dado de fuego", "fuego"), ("nl", "hittedobbelsteen", "hitte"),
])
def test_a_name_that_says_that_it_is_a_die_says_so_once(tmp_path: Path, language: str, name: str, short: str) -> None:
    """In lists of components, and in the names of parts: no `heat die dice`."""
    folder = Path(shutil.copytree(HARBOUR, tmp_path / "harbour"))
    path = folder / "game.yaml"
    path.write_text(path.read_text("utf-8").partition("\ndice:")[0] + f"\ndice: {{d: {{name: {name}}}}}\n", "utf-8")
    spec, words = load_spec(str(folder), allow_errors=True), load_words(language)
    assert describe_dice(spec, "d", words) == words.count("dice_with_sides", 1, die=short, sides=6)
    assert PartNames(spec.game, words).title("d die face 2") == words.text("part_die_face", die=short, number=2)


@pytest.mark.parametrize(("line", "what", "hint"), [
    ("dice: {d: {faces: [a, b]}}", "a die with 6 sides has 2 `faces`", "`sides: 2`"),
    ("dice: {d: {sides: 20, make: paper}}", "fabgen makes dice with 6 sides, not 20", "`make: buy`"),
    ("dice: {d: {count: 0}}", "`0` is too small", "1 or more"),
    ("dice: {d: {make: paper, faces: [Thunderstorm, b, c, d, e, f]}}",
     "the face `Thunderstorm` does not fit a die of 16 mm", "shorten it"),
    ("tracks: {t: {first: 5, last: 5}}", "a track from 5 to 5 has no numbers", "`last`"),
    ("tracks: {t: {last: 500}}", "a track of 501 numbers is too long", "200 at most"),
    ("tracks: {t: {last: 20, material: gold}}", "gold", ""),
])
def test_one_message_says_what_is_wrong_and_what_would_do(tmp_path: Path, line: str, what: str, hint: str) -> None:
    folder = Path(shutil.copytree(HARBOUR, tmp_path / "harbour"))
    text = (folder / "game.yaml").read_text().partition("\ndice:")[0]
    (folder / "game.yaml").write_text(f"{text}\n{line}\n")
    problems = [str(problem) for problem in check_spec(load_spec(str(folder), allow_errors=True))]
    assert len(problems) == 1
    assert what in problems[0]
    assert hint in problems[0]


def test_the_job_sheet_says_what_is_not_cut() -> None:
    spec, options = load_spec(str(HARBOUR)), Options()
    work = make_job_content(spec, make_laser_job(spec, options), (), (), options)
    assert "Not cut here: 2 battle dice with 6 sides, bought; 10 weather cards; 6 cargo cards." in work.remarks

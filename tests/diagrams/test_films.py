"""Films of a line of play: GIF and SVG show before, each step and after, each for its time."""

from __future__ import annotations

import io
import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from clients.clients import needed
from PIL import Image
from specs import with_recovered_token

from fabgen.core.problems import FabgenError
from fabgen.diagrams.figure_size import SizeWish
from fabgen.diagrams.files import FigureStyle, render_one_figure
from fabgen.diagrams.film_files import FilmTiming
from fabgen.spec.load import Spec, load_spec

SVG = "{http://www.w3.org/2000/svg}"
USUAL = [2.0, 2.0, 3.0]  # seconds of before, the step and after, by docs/diagrams.md


@pytest.fixture(scope="module")
def spec() -> Spec:
    return load_spec("correction", edit=lambda text: with_recovered_token(re.sub(r"    close_up: \S+\n", "", text)))


def film(spec: Spec, suffix: str, timing: FilmTiming | None = None, theme: str = "colour") -> bytes:
    look = FigureStyle(theme, dpi=100)
    return render_one_figure(spec, "film", "recover", suffix, SizeWish(width=60.0), look, timing)[0]


def gif_pictures(data: bytes) -> list[tuple[float, np.ndarray]]:
    """The seconds and the dots of each picture."""
    image, pictures = Image.open(io.BytesIO(data)), []
    for number in range(image.n_frames):  # type: ignore[attr-defined]
        image.seek(number)
        pictures.append((image.info["duration"] / 1000, np.asarray(image.convert("RGB")).astype(int)))
    return pictures


def visible_groups(root: ElementTree.Element, second: float, *, moves: bool) -> list[str]:
    """The pictures of a film that are seen at a time, by the style rules and attributes of the file."""
    sheet = root.findtext(f"{SVG}style") or ""
    motion = re.search(r"@media screen and \(prefers-reduced-motion: no-preference\) \{(.*?)\n  \}", sheet, re.DOTALL)
    assert motion
    seen = []
    for group in root.iter(f"{SVG}g"):
        id = group.get("id", "")
        if not re.fullmatch(r"film-(\d+|still)", id):
            continue
        look = group.get("visibility", "visible")
        rule = re.search(rf"#{id} \{{ (.*?) \}}", motion[1]) if moves else None
        if rule and rule[1].startswith("visibility"):
            look = rule[1].split()[1]
        elif rule:
            name, length = re.fullmatch(r"animation: (\S+) ([\d.]+)s step-end infinite", rule[1]).groups()  # type: ignore[union-attr]
            frames = re.search(rf"@keyframes {name} \{{(.*)\}}", sheet)[1]  # type: ignore[index]
            keys = re.findall(r"([\d.]+)% \{ visibility: (\w+) \}", frames)
            share = 100 * (second % float(length)) / float(length)
            look = [value for at, value in keys if float(at) <= share][-1]
        seen += [id] if look == "visible" else []
    return seen


def test_a_gif_shows_each_picture_for_its_time_and_begins_again(spec: Spec) -> None:
    data = film(spec, "gif")
    pictures = gif_pictures(data)
    assert [time for time, _ in pictures] == USUAL
    assert Image.open(io.BytesIO(data)).info["loop"] == 0
    assert len({picture.shape for _, picture in pictures}) == 1
    assert pictures[0][1].shape[1] == pytest.approx(60 / 25.4 * 100, abs=1)


def test_each_picture_of_a_gif_is_that_of_the_comic(spec: Spec) -> None:
    """A green piece is on c3, then also its pale outline, then only on d4: counted in the file's own dots."""
    before, step, after = (picture for _, picture in gif_pictures(film(spec, "gif")))
    half = before.shape[1] * 36 // 100  # columns c to e are shown: c3 is left of here, d4 right of it
    green = [(abs(picture - (0, 158, 115)).max(axis=2) < 12) for picture in (before, step, after)]
    assert [bool(where[:, :half].sum() > 100) for where in green] == [True, False, False]
    assert [bool(where[:, half:].sum() > 100) for where in green] == [False, True, True]
    blue = [(abs(picture - (11, 79, 138)).max(axis=2) < 12).sum() > 50 for picture in (before, step, after)]
    assert blue == [False, True, False]  # the arrow


def test_times_are_as_they_were_asked_for(spec: Spec) -> None:
    assert [time for time, _ in gif_pictures(film(spec, "gif", FilmTiming((1.5,))))] == [1.5] * 3
    assert [time for time, _ in gif_pictures(film(spec, "gif", FilmTiming((1.0, 0.25, 4.0))))] == [1.0, 0.25, 4.0]
    with pytest.raises(FabgenError, match="2 times, and the film has 3 pictures"):
        film(spec, "gif", FilmTiming((1.0, 2.0)))


def test_a_film_that_plays_once_says_so(spec: Spec) -> None:
    once = FilmTiming(plays_once=True)
    assert "loop" not in Image.open(io.BytesIO(film(spec, "gif", once))).info
    assert b"7s step-end 1 forwards" in film(spec, "svg", once)


def test_an_svg_shows_one_picture_at_a_time(spec: Spec) -> None:
    root = ElementTree.fromstring(film(spec, "svg"))
    seen = [visible_groups(root, second, moves=True) for second in (0.0, 1.9, 2.1, 3.9, 4.1, 6.9, 7.1)]
    assert seen == [["film-1"]] * 2 + [["film-2"]] * 2 + [["film-3"]] * 2 + [["film-1"]]


def test_who_wants_less_motion_sees_the_still(spec: Spec) -> None:
    root = ElementTree.fromstring(film(spec, "svg"))
    assert visible_groups(root, 1.0, moves=False) == ["film-still"]


def test_an_svg_that_moves_has_no_script_and_tells_its_line_in_words(spec: Spec) -> None:
    root = ElementTree.fromstring(film(spec, "svg"))
    assert not [e for e in root.iter() if e.tag.removeprefix(SVG) in ("script", "animate", "set", "foreignObject")]
    assert "c3-d4" in (root.findtext(f"{SVG}desc") or "")


def test_a_gif_tells_its_line_in_words(spec: Spec) -> None:
    assert b"c3-d4" in Image.open(io.BytesIO(film(spec, "gif"))).info["comment"]


@pytest.mark.parametrize("suffix", ["gif", "svg"])
def test_the_same_film_has_the_same_bytes(spec: Spec, suffix: str) -> None:
    assert film(spec, suffix) == film(spec, suffix)


def test_a_gif_that_nobody_could_show_is_refused(spec: Spec) -> None:
    with pytest.raises(FabgenError, match=r"may have 4000"):
        render_one_figure(spec, "film", "recover", "gif", SizeWish(width=300.0), FigureStyle(dpi=600))


@pytest.mark.slow
@pytest.mark.parametrize("is_reduced", [False, True])
def test_a_browser_shows_what_the_rules_of_the_file_say(tmp_path: Path, spec: Spec, is_reduced: bool) -> None:
    """Headless Chromium stops the film at a second of each picture. Dots of the arrow's blue tell which one is seen:
    there are none before and after; the still has the arrow too."""
    needed("chromium")
    svg, blue = film(spec, "svg").decode().partition("?>")[2], []
    for second in (1, 3, 6):
        stop = f"document.getAnimations().forEach(a => {{ a.pause(); a.currentTime = {1000 * second} }})"
        (tmp_path / "page.html").write_text(f"<body style='margin: 0'>{svg}<script>{stop}</script>", "utf-8")
        wish = ["--force-prefers-reduced-motion"] if is_reduced else []
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", *wish, "--window-size=300,500",
                        f"--user-data-dir={tmp_path / 'profile'}", f"--screenshot={tmp_path / 'page.png'}",
                        (tmp_path / "page.html").as_uri()], check=True, capture_output=True, timeout=120)
        dots = np.asarray(Image.open(tmp_path / "page.png").convert("RGB")).astype(int)
        blue.append(bool((abs(dots - (11, 79, 138)).max(axis=2) < 12).sum() > 50))
    assert blue == ([True, True, True] if is_reduced else [False, True, False])

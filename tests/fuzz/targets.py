"""Each kind of file that people give to fabgen: sound ones to start from, and what must hold of any other.

What must hold is the same for all: a result, or a FabgenError whose Problems say what is wrong in words that a person
can read. Anything else is a defect."""

from __future__ import annotations

import json
import math
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from fuzz.mutations import spoil_drawing, spoil_lines, spoil_text, spoil_tree, spoil_yaml

from fabgen.artwork.svg_artwork import make_cutout, read_art, read_cut
from fabgen.artwork.svg_document import parse_document
from fabgen.check.game import check_spec
from fabgen.core.problems import FabgenError, Location, Problem
from fabgen.laser.shop import read_shop
from fabgen.spec.load import load_spec
from fabgen.spec.map_file import read_areas
from fabgen.verify import verify

ROOT = Path(__file__).parents[2]
SMALL = ROOT / "tests" / "fuzz" / "seeds"
LEAKS = re.compile(r"<font|object at 0x|Traceback|NoneType|<class |\bpydantic\b|https://errors", re.IGNORECASE)
LONGEST = 4000  # characters of a message that somebody still reads

# A spoilt input, made in a folder → what is wrong with the answer.
Target = Callable[[random.Random, Path], Iterator[str]]


def judge(problems: list[Problem] | tuple[Problem, ...]) -> Iterator[str]:
    """What is wrong with the words of Problems."""
    for problem in problems:
        text = str(problem)
        if leak := LEAKS.search(text):
            yield f"the message leaks `{leak.group()}`: {text[:300]}"
        if len(text) > LONGEST:
            yield f"a message of {len(text)} characters: {text[:300]}"
        if not problem.what.strip():
            yield "a Problem says nothing"


def seed_games() -> list[Path]:
    """The folders of the small games that specs are spoilt from."""
    return sorted(path.parent for path in SMALL.glob("*/game.yaml"))


def write_game(folder: Path, seed: Path, spec: str, rules: str) -> None:
    """A game in a folder, with whatever else its seed has."""
    shutil.copytree(seed, folder, dirs_exist_ok=True)
    (folder / "game.yaml").write_text(spec, "utf-8", errors="surrogatepass")
    (folder / "rules.md").write_text(rules, "utf-8", errors="surrogatepass")


def spoil_game(chance: random.Random, folder: Path) -> None:
    """A game whose spec or rules text is spoilt."""
    seed = chance.choice(seed_games())
    spec, rules = (seed / "game.yaml").read_text("utf-8"), (seed / "rules.md").read_text("utf-8")
    if chance.random() < 0.2:
        rules = spoil_lines(rules, chance)
    else:
        spec = spoil_yaml(spec, chance)
    write_game(folder, seed, spec, rules)


def check_game(chance: random.Random, folder: Path) -> Iterator[str]:
    """`fabgen check` of a spoilt game."""
    spoil_game(chance, folder)
    try:
        yield from judge(check_spec(load_spec(str(folder), allow_errors=True)))
    except FabgenError as error:
        yield from judge(error.problems)
        if not error.problems:
            yield "a FabgenError without a Problem"


def read_shop_file(chance: random.Random, folder: Path) -> Iterator[str]:
    """A spoilt shop file."""
    text = spoil_yaml((SMALL / "shop.yaml").read_text("utf-8"), chance)
    try:
        read_shop(text, "shop.yaml")
    except FabgenError as error:
        yield from judge(error.problems)


def verify_manifest(built: Path, chance: random.Random, folder: Path) -> Iterator[str]:
    """A build whose manifest is spoilt; it is never sound, unless the spoilt manifest says the same."""
    shutil.copytree(built, folder, dirs_exist_ok=True)
    manifest = folder / "manifest.json"
    text = manifest.read_text("utf-8")
    data = json.loads(text)
    spoilt = json.dumps(spoil_tree(data, chance)) if chance.random() < 0.8 else spoil_text(text, chance)
    manifest.write_text(spoilt, "utf-8", errors="surrogatepass")
    try:
        yield from judge(verify(folder))
    except FabgenError as error:
        yield from judge(error.problems)


def read_drawing(chance: random.Random, folder: Path) -> Iterator[str]:
    """A spoilt drawing, read as art, as a silhouette that is cut, and as a map; and the copy that a build keeps."""
    seed = chance.choice(sorted((SMALL / "drawings").glob("*.svg")))
    yield from judge_drawing(spoil_drawing(seed.read_text("utf-8"), chance), folder)


def judge_drawing(text: str, folder: Path) -> Iterator[str]:
    """What is wrong with the reading of a drawing."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "a.svg"
    file.write_text(text, "utf-8", errors="surrogatepass")
    problems: list[Problem] = []
    areas = read_areas("a.svg", None, Location("game.yaml"), folder, problems)
    yield from judge(problems)
    if not areas and not problems:
        yield "a map without spaces and without a Problem"
    for use in ("etch", "cut"):
        try:
            art = read_art(file, "etch") if use == "etch" else read_cut(file)
            if not all(math.isfinite(length) and abs(length) < 1e6 for length in art.bounds()):
                yield f"art that reaches {art.bounds()}"
            if use == "cut" and not make_cutout(art, 40.0).foot > 0:
                yield "a silhouette without a foot"
            kept = parse_document(file.read_bytes(), "a.svg").to_bytes(shapes_only=True)
            if parse_document(kept, "a.svg").to_bytes() != kept:
                yield "the copy that is kept changes when it is read again"
            if b"<script" in kept or re.search(rb'href="[^#]|\bon\w+=', kept):
                yield "the copy that is kept has a script or a link"
        except FabgenError as error:
            yield from judge(error.problems)
            if not error.problems:
                yield "a FabgenError without a Problem"


TARGETS: dict[str, Target] = {"game": check_game, "shop": read_shop_file, "drawing": read_drawing}

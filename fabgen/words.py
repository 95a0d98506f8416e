"""A language → the words that fabgen itself puts into a rulebook; a language that leaves one out does not load."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from fabgen.declared import Declared, read_yaml


class Words(Declared):
    """One language. Text in braces is filled in with `str.format`."""

    language: str
    contents: str
    quick_reference: str
    byline: str
    players: str
    one_player: str
    rules: str
    separator: str
    design: str
    edition: str
    published: str
    source: str
    made_by: str
    picture: str
    component: str
    each: str
    all: str
    may: str
    may_not: str
    exactly: str
    nothing: str
    legend: str
    legend_own: str
    legend_move: str
    legend_capture: str
    legend_both: str
    legend_actor: str
    legend_way: str
    legend_path: str
    legend_taken: str
    legend_refused: str
    legend_bar: str
    legend_bars: str
    legend_on: str
    legend_first_move: str
    legend_first_capture: str
    legend_first_both: str
    legend_hop: str
    legend_locust: str
    legend_either: str
    legend_hop_move: str
    legend_locust_move: str
    legend_either_move: str


@cache
def load_words(language: str = "en") -> Words:
    """A built-in language by its short name."""
    return read_yaml(Path(str(files("fabgen") / "profiles" / "words" / f"{language}.yaml")), Words).value

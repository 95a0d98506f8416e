"""A language → the words that fabgen puts into books, figures and sheets of paper; a language that lacks some of
them does not load."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from fabgen.core.files import MISSING
from fabgen.core.game_files import read_game_text
from fabgen.core.problems import FabgenError, problem_error
from fabgen.core.problems import join_words as listed
from fabgen.core.yaml_models import YamlModel, parse_leniently, read_yaml


@dataclass(frozen=True, eq=False)
class Phrases:
    """The phrases of one language by their English text; a phrase that `table` lacks stays English. `language` is
    its BCP 47 tag."""

    table: Mapping[str, str] = field(default_factory=dict)
    language: str = "en-GB"

    def __call__(self, text: str, **values: object) -> str:
        """A phrase with its values filled in."""
        phrase = self.table.get(text, text)
        return phrase.format(**values) if values else phrase

    def plural_phrase(self, number: int, one: str, many: str) -> str:
        """The phrase `one` for one thing; else the phrase `many`, with the number as `{count}`."""
        return self(one) if number == 1 else self(many, count=number)


ENGLISH = Phrases()


class LanguageWords(YamlModel):
    """The words of one language. Text in braces is filled in with `str.format`."""

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
    exactly_all: str
    nothing: str
    played: str
    wins: str
    win: str
    drawn: str
    goes_on: str
    next: str
    chooses: str
    choose: str
    answers: str
    answer: str
    disputed: str
    hop_any: str
    hop_friend: str
    hop_enemy: str
    hop_near: str
    hop_far: str
    hop_takes: str
    hop_home: str
    hop_hand: str
    hop_captor: str
    no_capture: str
    caption_board: str
    caption_setup: str
    caption_placing: str
    caption_components: str
    caption_moves: str
    alt_board: str
    alt_zones: str
    alt_setup: str
    alt_hands: str
    alt_beside: str
    alt_placing: str
    alt_components: str
    alt_moves: str
    alt_moves_round: str
    alt_position: str
    alt_played: str
    alt_then: str
    alt_area: str
    alt_claim: str
    legend: str
    legend_own: str
    legend_own_round: str
    legend_move: str
    legend_capture: str
    legend_both: str
    legend_line: str
    legend_actor: str
    legend_way: str
    legend_path: str
    legend_played: str
    legend_number: str
    legend_lifted: str
    legend_out: str
    legend_out_sent: str
    legend_token: str
    legend_area: str
    legend_zone: str
    legend_letters: str
    legend_letter: str
    legend_taken: str
    legend_taken_sent: str
    legend_entered: str
    legend_put: str
    legend_refused: str
    legend_bare: str
    legend_bar: str
    legend_bars: str
    legend_flat_bar: str
    legend_flat_bars: str
    legend_goes: str
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
    fate_taken: str
    fate_home: str
    fate_hand: str
    fate_captor: str
    figure_number: str
    figure_link: str
    rulings: str
    ruling_answer: str
    index: str
    component_board: str
    component_tokens: str
    alt_tokens: str
    alt_count: str
    alt_cover: str
    notes: str
    booklet_sheet: str
    phrases: dict[str, str]

    @property
    def translations(self) -> Phrases:
        """The phrases for everything else: descriptions of movement, sheets of paper."""
        return Phrases(self.phrases, self.language)


BUILT_IN_WORDS = Path(str(files("fabgen") / "core" / "words"))


def load_words(language: str = "en", folder: Path = BUILT_IN_WORDS) -> LanguageWords:
    """The words of a built-in language by its short name, or of a file beside a spec by its path from there. Raises
    FabgenError for a language that does not exist or lacks words."""
    if language.endswith((".yaml", ".yml")):
        return _parse_words(_read_words(language, folder), str(folder / language))
    known = sorted(path.stem for path in BUILT_IN_WORDS.glob("*.yaml"))
    if language not in known:
        hint = f"fabgen speaks {listed(known)}; or write the name of a .yaml file beside the spec, with the words in it"
        raise problem_error(f"there are no words in the language `{language}`", hint)
    return _read_built_in(language)


def _read_words(language: str, folder: Path) -> str:
    """The text of a game's own language file."""
    try:
        return read_game_text(folder, language)
    except FabgenError as error:
        if error.problems[0].code != MISSING:
            raise
        raise problem_error(f"the words of the language are missing: there is no file {folder / language}",
                      f"copy {BUILT_IN_WORDS / 'en.yaml'} there and translate it, or leave `language` out") from None


@lru_cache(maxsize=8)
def _parse_words(text: str, file: str) -> LanguageWords:
    document, problems = parse_leniently(text, file, LanguageWords)
    if problems or not document:
        raise FabgenError(problems)
    return document.value


@cache
def _read_built_in(language: str) -> LanguageWords:
    return read_yaml(BUILT_IN_WORDS / f"{language}.yaml", LanguageWords).value

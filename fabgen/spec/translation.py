"""A translation file of a game → the strings of its spec and its rules text in another language.

The file has each text of the game with its translation. It is applied when the game is loaded, so that everything made
from the game sees the translated words only. What is not translated stays as it is in the source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import Field, ValidationError

from fabgen.core.english import join_words
from fabgen.core.files import MISSING
from fabgen.core.game_files import read_game_text
from fabgen.core.languages import built_in_languages, nearest_built_in
from fabgen.core.model_problems import problems_of_errors
from fabgen.core.problems import FabgenError, Location, Problem, problem_error
from fabgen.core.yaml_models import YamlModel, YamlSource, parse_data
from fabgen.spec.board import BoardSpec
from fabgen.spec.components import Deck, Dice, PlayerBoard
from fabgen.spec.game import Aid, DrawnPosition, Game
from fabgen.spec.markdown import Node, find_place, heading_anchor, parse_markdown
from fabgen.spec.pieces import PieceKind, Token
from fabgen.spec.values import Text, check_key_words

LARGEST_TRANSLATION = 1_000_000  # bytes
MOST_NAMED = 5  # texts that a warning names
_WORD = re.compile(r"[^\W\d_]")
_LINK_TO_HEADING = re.compile(r"\]\(<?#([^)>\s]+)>?")
_NAME = re.compile(r"[^\W\d_][\w'’-]*( [\w'’-]+)*")
FACT_TEXTS = ("licence", "copyright", "thanks")
TERMS = ("capture", "captured")
_NAME_KINDS = ("players", "pieces", "tokens", "zones")
_Thing = TypeVar("_Thing", bound=YamlModel)


class TranslatedText(YamlModel):
    """A text of the game and its translation, empty while there is none. `former`: the text that was translated, where
    the source has changed since; such a translation is not used."""

    source: Text
    text: Text = ""
    former: Text | None = None

    @property
    def is_current(self) -> bool:
        """Whether there is a translation of the text as it is now."""
        return bool(self.text.strip()) and self.former is None


class TranslationFile(YamlModel):
    """A translation file as it is written: the texts of the spec by their keys, and those of the rules text.

    `words`: the language of the words that fabgen itself says, or a file with them; default the language itself.
    `unused`: translations of texts that the game no longer has.
    """

    language: str
    words: str | None = None
    game: dict[str, TranslatedText] = Field(default_factory=dict)
    rules: tuple[TranslatedText, ...] = ()
    unused: tuple[TranslatedText, ...] = ()


@dataclass(frozen=True)
class Translation:
    """The translation of a game, as its file has it."""

    file: TranslationFile
    source: YamlSource
    name: str  # of the file, beside the spec
    data: bytes

    @property
    def words(self) -> str:
        """The language of fabgen's own words: the name of one that it speaks, or of a file beside the spec."""
        return self.file.words or nearest_built_in(self.file.language)

    def translate_game(self, game: Game) -> Game:
        """The game with its strings translated, and in the language of the translation."""
        sources = game_texts(game)
        texts = {
            key: " ".join(entry.text.split())
            for key, entry in self.file.game.items()
            if entry.is_current and sources.get(key) == entry.source
        }
        headings = {entry.source: entry.text for entry in self.file.rules if entry.is_current}
        translated = _with_headings(replace_texts(game, lambda key, _: texts.get(key)), headings)
        return translated.model_copy(update={"language": self.words})

    def translate_rules(self, text: str) -> str:
        """The rules text with its passages translated. Links to headings lead to the translated ones."""
        texts = {entry.source: entry.text for entry in self.file.rules if entry.is_current}
        with_former_links = _replace_passages(text, texts)  # it has the headings to which the links must lead
        anchors = dict(zip(_heading_anchors(text), _heading_anchors(with_former_links), strict=False))

        def translated_link(match: re.Match[str]) -> str:
            return f"](#{anchors.get(match[1], match[1])}"

        linked_texts = {source: _LINK_TO_HEADING.sub(translated_link, words) for source, words in texts.items()}
        return _replace_passages(text, linked_texts)

    def find_problems(self, game: Game, rules: str) -> Iterator[Problem]:
        """Errors of translations that cannot be used, and one warning that counts what is not translated. `rules` is
        the rules text, empty where it cannot be read."""
        sources = game_texts(game)
        for key, entry in self.file.game.items():
            is_name = key.partition(".")[0] in _NAME_KINDS and not _is_in_key(key)
            if entry.is_current and is_name and not _NAME.fullmatch(entry.text.strip()):
                where = self.source.value_location("game", key, "text")
                hint = "names start with a letter and hold letters, digits, single spaces, apostrophes and - only"
                yield Problem(where, f"`{entry.text}` cannot be a name", hint)
            if entry.is_current and key in sources and _is_in_key(key):
                try:
                    check_key_words(entry.text)
                except ValueError as error:
                    what, _, hint = str(error).partition("\n")
                    yield Problem(self.source.value_location("game", key, "text"), what, hint)
        passages = dict.fromkeys(passage.text for passage in rules_passages(rules))
        for number, entry in enumerate(self.file.rules):
            if entry.is_current and entry.source in passages:
                where = self.source.value_location("rules", number, "text")
                yield from _passage_problems(entry, where, game)
        yield from self._warn_of_untranslated(sources, passages)
        if not self.file.words and self.file.language.partition("-")[0] not in built_in_languages():
            tag = self.file.language
            yield Problem(
                self.source.key_location("language"),
                f"fabgen does not speak `{tag}`: its own words are printed in English",
                f"`fabgen new-words {tag} -o {tag}-words.yaml` writes them to be translated; then add "
                f"`words: {tag}-words.yaml` here",
                "warning",
                "translation.words",
            )

    def _warn_of_untranslated(self, sources: Mapping[str, str], passages: Mapping[str, None]) -> Iterator[Problem]:
        """The warning that counts what is printed in the language of the source."""
        entries = self.file.game.items()
        current = {key for key, entry in entries if entry.is_current and entry.source == sources.get(key)}
        current_rules = {entry.source for entry in self.file.rules if entry.is_current}
        untranslated = [f"`{key}`" for key in sources if key not in current]
        untranslated += [f"“{_start_of(text)}”" for text in passages if text not in current_rules]
        if not untranslated:
            return
        total, more = len(sources) + len(passages), len(untranslated) - MOST_NAMED
        named = ", ".join(untranslated[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        verb = "is" if len(untranslated) == 1 else "are"
        yield Problem(
            Location(self.source.file, 1, 1),
            f"{len(untranslated)} of {total} texts {verb} not translated, or changed since, and printed as in the "
            f"source: {named}",
            f"`fabgen translate` brings {self.name} up to date and lists what has changed",
            "warning",
            "translation.missing",
        )


def read_translation(folder: Path, language: str) -> Translation:
    """The translation of a game into a language, from the file TAG.yaml in the game's folder. Raises FabgenError with
    every Problem of it."""
    name = f"{language}.yaml"
    try:
        text = read_game_text(folder, name, LARGEST_TRANSLATION)
    except FabgenError as error:
        if error.problems[0].code != MISSING:
            raise
        what = f"the game is not translated into `{language}`: there is no file {folder / name}"
        raise problem_error(what, f"`fabgen translate GAME {language}` writes it, to be translated") from None
    file, source = parse_translation(text, str(folder / name))
    return Translation(file, source, name, text.encode())


def parse_translation(text: str, file: str) -> tuple[TranslationFile, YamlSource]:
    """A translation file and the places in its text. Raises FabgenError with every Problem."""
    data, source = parse_data(text, file)
    if not {"game", "rules"} & data.keys():
        what = "this is not the translation of a game: it has neither `game` nor `rules`"
        raise problem_error(what, "`fabgen translate GAME TAG` writes such a file", Location(file, 1, 1))
    try:
        return TranslationFile.model_validate(data), source
    except ValidationError as error:
        raise FabgenError(problems_of_errors(error.errors(), source, TranslationFile)) from None


# ---- The strings of the spec


def _is_in_key(key: str) -> bool:
    """Whether a text is for the key of a board, by its key in a translation file."""
    kind = key.partition(".")[0]
    return kind in ("art_key", "meanings") or (kind == "tokens" and key.endswith(".meaning"))


def game_texts(game: Game) -> dict[str, str]:
    """Every string of a game that people read, by its key in a translation file."""
    texts: dict[str, str] = {}

    def note_text(key: str, text: str) -> None:
        texts[key] = text

    replace_texts(game, note_text)
    return texts


FindText = Callable[[str, str], str | None]  # a key and the string in the spec -> what replaces it, None if it stays


def replace_texts(game: Game, find: FindText) -> Game:
    """The game with other strings for people to read. `find` is called once with each string and its key in a
    translation file, in the order of that file."""
    texts = _TextReplacer(game, find)
    update: dict[str, object] = {
        **texts.changed_fields({key: (key, getattr(game, key)) for key in ("title", "summary", "source")}),
        "facts": texts.replace_fields(game.facts, "facts", FACT_TEXTS),
        "terms": texts.replace_fields(game.terms, "terms", TERMS),
        "players": texts.rename("players", game.players, game.player_name),
        "pieces": texts.replace_pieces(),
        "tokens": texts.replace_tokens(),
        "board": texts.replace_board(),
        "aids": texts.replace_aids(),
        "decks": texts.replace_decks(),
        "dice": texts.replace_dice(),
        "tracks": texts.rename("tracks", game.tracks, game.track_name),
        "player_boards": texts.replace_player_boards(),
        "rulings": {code: texts.replace_fields(ruling, f"rulings.{code}", ("question", "answer", "why"))
                    for code, ruling in game.rulings.items()},
        "examples": tuple(texts.replace(example, {"title": (f"examples.{example.id}", example.title)})
                          for example in game.examples),
        "positions": texts.replace_positions(),
    }
    return game.model_copy(update=update)


class _TextReplacer:
    """Replaces the strings of a game, component by component. Each string is asked for by its key in a translation
    file."""

    def __init__(self, game: Game, find: FindText) -> None:
        self.game = game
        self.find = find

    def changed_fields(self, texts: Mapping[str, tuple[str, str | None]]) -> dict[str, str]:
        """The fields of a thing that change; `texts` has the key and the string of each field."""
        new_texts = {field: self.find(key, text) for field, (key, text) in texts.items() if text}
        return {field: text for field, text in new_texts.items() if text is not None}

    def replace(self, thing: _Thing, texts: Mapping[str, tuple[str, str | None]]) -> _Thing:
        """A thing with other strings; `texts` as in `changed_fields`."""
        return thing.model_copy(update=self.changed_fields(texts))

    def replace_fields(self, thing: _Thing, key: str, fields: Iterable[str]) -> _Thing:
        """A thing whose strings have the names of their fields after its own key: `rulings.R1.question`."""
        return self.replace(thing, {field: (f"{key}.{field}", getattr(thing, field)) for field in fields})

    def replace_list(self, key: str, texts: Iterable[str]) -> tuple[str, ...]:
        """A list of strings, whose keys are numbers."""
        return tuple((text and self.find(f"{key}.{number}", text)) or text for number, text in enumerate(texts, 1))

    def replace_labels(self, key: str, labels: Mapping[str, str]) -> dict[str, str]:
        """Words on cells or spaces, by the cell."""
        return {cell: self.find(f"{key}.{cell}", label) or label for cell, label in labels.items()}

    def rename(self, kind: str, things: Mapping[str, _Thing], name_of: Callable[[str], str]) -> dict[str, _Thing]:
        """Things that have no string but their name."""
        return {key: self.replace(thing, {"name": (f"{kind}.{key}", name_of(key))}) for key, thing in things.items()}

    def replace_pieces(self) -> dict[str, PieceKind]:
        """The kinds of pieces with other names, in the singular and the plural."""
        return {
            name: self.replace(piece, {"name": (f"pieces.{name}", self.game.piece_name(name)),
                                       "plural": (f"pieces.{name}.plural", self.game.piece_name(name, 2))})
            for name, piece in self.game.pieces.items()
        }

    def replace_tokens(self) -> dict[str, Token]:
        """The tokens with other names, and other words in the key of the board."""
        tokens = self.rename("tokens", self.game.tokens, self.game.token_name)
        return {key: self.replace(token, {"meaning": (f"tokens.{key}.meaning", token.meaning)})
                for key, token in tokens.items()}

    def replace_board(self) -> BoardSpec:
        """The board with other names of zones and of the spaces of a map, and other words in its key."""
        board = self.game.board
        zones, board_map = self.rename("zones", board.zones, self.game.zone_name), board.map
        zones = {key: self.replace(zone, {"meaning": (f"meanings.{key}", zone.meaning)}) for key, zone in zones.items()}
        art_key = self.replace_labels("art_key", board.art_key)
        if board_map:
            board_map = board_map.model_copy(update={"names": self.replace_labels("spaces", board_map.names)})
        return board.model_copy(update={"zones": zones, "map": board_map, "art_key": art_key})

    def replace_aids(self) -> dict[str, Aid]:
        """The player aids with other names, lines and heads of columns."""
        return {
            name: aid.model_copy(update={
                **self.changed_fields({"name": (f"aids.{name}", self.game.aid_name(name)),
                                       "plural": (f"aids.{name}.plural", self.game.aid_name(name, 2))}),
                **{field: self.replace_list(f"aids.{name}.{field}", getattr(aid, field))
                   for field in ("lines", "columns")},
            })
            for name, aid in self.game.aids.items()
        }

    def replace_decks(self) -> dict[str, Deck]:
        """The decks with other names, backs, titles and texts of cards."""
        return {
            name: deck.model_copy(update={
                **self.changed_fields({"name": (f"decks.{name}", self.game.deck_name(name))}),
                "back": self.replace(deck.back, {"title": (f"decks.{name}.back", deck.back.title)}),
                "cards": tuple(self.replace_fields(card, f"decks.{name}.{number}", ("title", "text"))
                               for number, card in enumerate(deck.cards, 1)),
            })
            for name, deck in self.game.decks.items()
        }

    def replace_dice(self) -> dict[str, Dice]:
        """The dice with other names and other words on their faces."""
        return {
            name: die.model_copy(update={
                **self.changed_fields({"name": (f"dice.{name}", self.game.die_name(name))}),
                "faces": self.replace_list(f"dice.{name}", die.faces),
            })
            for name, die in self.game.dice.items()
        }

    def replace_player_boards(self) -> dict[str, PlayerBoard]:
        """The boards of players with other names, texts and names of places."""
        return {
            name: board.model_copy(update={
                **self.changed_fields({"name": (f"player_boards.{name}", self.game.player_board_name(name)),
                                       "text": (f"player_boards.{name}.text", board.text)}),
                "places": {
                    place: self.replace(
                        settings, {"name": (f"player_boards.{name}.places.{place}", settings.name or place)}
                    )
                    for place, settings in board.places.items()
                },
            })
            for name, board in self.game.player_boards.items()
        }

    def replace_positions(self) -> tuple[DrawnPosition, ...]:
        """The drawn positions with other titles and other words on cells."""
        return tuple(
            position.model_copy(update={
                **self.changed_fields({"title": (f"positions.{position.id}", position.title)}),
                "labels": self.replace_labels(f"positions.{position.id}", position.labels),
            })
            for position in self.game.positions
        )


def _with_headings(game: Game, headings: Mapping[str, str]) -> Game:
    """The game whose player aids name the translated headings of the rules text."""
    aids = {name: aid.model_copy(update={"text": headings.get(aid.text, aid.text)}) if aid.text else aid
            for name, aid in game.aids.items()}
    return game.model_copy(update={"aids": aids})


# ---- The rules text


@dataclass(frozen=True)
class RulesPassage:
    """A piece of the rules text that is translated as one: a heading, a paragraph, an item of a list, a cell of a
    table, or the caption of a figure with its reference. `line` and `column` count from 0; a passage of a cell has
    `|` escaped in the text."""

    text: str
    line: int
    column: int
    rows: int
    is_cell: bool = False


def rules_passages(markdown: str) -> list[RulesPassage]:
    """The passages of a rules text that have words, in their order. None of a text that is not Markdown within the
    limits, which other checks report."""
    with suppress(FabgenError):
        return list(_find_passages(markdown))
    return []


def _find_passages(markdown: str) -> Iterator[RulesPassage]:
    """As `rules_passages`. Raises FabgenError for a text that is not Markdown within the limits."""
    lines = markdown.split("\n")
    for node in parse_markdown(markdown).walk():
        if node.type != "inline" or not node.map:
            continue
        parent = node.parent.type if node.parent else ""
        line, column = find_place(node, lines)
        if parent in ("td", "th"):
            column = _cell_column(node, lines[line - 1])
            text = node.content.replace("|", "\\|")
            yield from _passages_with_words([RulesPassage(text, line - 1, column, 1, True)])
            continue
        rows = node.content.split("\n")
        row_columns = [_column_of(row, lines[line - 1 + n]) for n, row in enumerate(rows)]
        if _has_only_figures(node):
            yield from _passages_with_words(
                [RulesPassage(row, line - 1 + n, row_columns[n], 1) for n, row in enumerate(rows)]
            )
        else:
            yield from _passages_with_words([RulesPassage(node.content, line - 1, row_columns[0], len(rows))])


def _passages_with_words(passages: list[RulesPassage]) -> Iterator[RulesPassage]:
    """The passages that have something to translate besides references, links and notation."""
    for passage in passages:
        without_targets = re.sub(r"\]\([^)]*\)|`[^`]*`", "", passage.text)
        if _WORD.search(without_targets):
            yield passage


def _has_only_figures(node: Node) -> bool:
    """Whether a paragraph is nothing but references to figures."""
    parts = [child for child in node.children if child.type == "image" or child.content.strip()]
    return bool(parts) and all(part.type == "image" for part in parts)


def _column_of(row: str, line: str) -> int:
    """Where a row of a passage starts in its line, from which Markdown has removed indentation and markers."""
    return max(line.rfind(row.rstrip()), 0)


def _cell_column(node: Node, line: str) -> int:
    """Where the text of a cell starts in its line."""
    cell = node.parent
    assert cell
    bars = [match.start() + 1 for match in re.finditer(r"(?<!\\)\|", line)]
    starts = bars if line.lstrip(" >").startswith("|") else [0, *bars]
    start = starts[cell.siblings.index(cell)]
    return start + len(line[start:]) - len(line[start:].lstrip())


def _replace_passages(markdown: str, texts: Mapping[str, str]) -> str:
    """The text with the passages that `texts` has replaced. Lines keep their numbers where the words suffice."""
    lines: list[str | None] = [*markdown.split("\n")]
    # From the last passage to the first, so that the columns of those before stay right.
    for passage in sorted(rules_passages(markdown), key=lambda passage: (passage.line, passage.column), reverse=True):
        if passage.text not in texts:
            continue
        first_line = lines[passage.line] or ""
        before, after = first_line[: passage.column], first_line[passage.column :]
        if passage.is_cell:
            cell = _escape_bars(" ".join(texts[passage.text].split()))
            lines[passage.line] = before + cell + after[len(passage.text) :]
            continue
        rows = _divide_into_rows(texts[passage.text], passage.rows)
        source_rows = passage.text.split("\n")
        if passage.rows == 1:
            line_end = after[len(source_rows[0].rstrip()) :]
            lines[passage.line] = before + rows[0] + line_end
            continue
        prefixes = [before]  # the indentation and the markers before each row
        for n in range(1, passage.rows):
            line = lines[passage.line + n] or ""
            prefixes.append(line[: _column_of(source_rows[n], line)])
        for n, prefix in enumerate(prefixes):
            lines[passage.line + n] = prefix + rows[n] if n < len(rows) else None
    return "\n".join(line for line in lines if line is not None)


def _divide_into_rows(text: str, count: int) -> list[str]:
    """A text in at most so many rows of about equal length. A row ends where the text has a line break of its own, and
    else before a word that could not open a list or another block."""
    if "\\\n" in text:  # line breaks that the reader sees
        return [row.strip() for row in text.strip().split("\n")]
    words = text.split()
    if count == 1:
        return [" ".join(words)]
    length, rows = len(" ".join(words)) / count, [words[0]]
    for word in words[1:]:
        is_full = len(rows[-1]) >= length and len(rows) < count
        if is_full and _WORD.match(word.lstrip("*“„«(")):
            rows.append(word)
        else:
            rows[-1] += f" {word}"
    return rows


def _escape_bars(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def _heading_anchors(markdown: str) -> list[str]:
    """The anchors of all headings, in their order."""
    anchors: list[str] = []
    for node in parse_markdown(markdown).walk():
        if node.type == "heading":
            anchors.append(heading_anchor(_plain_text(node.children[0]), anchors))
    return anchors


def _plain_text(node: Node) -> str:
    """The words of an inline node, as a reader sees them."""
    kinds = ("text", "text_special", "code_inline")
    parts = (part.content if part.type in kinds else " " if part.type == "softbreak" else "" for part in node.walk())
    return "".join(parts)


def _passage_problems(entry: TranslatedText, where: Location, game: Game) -> Iterator[Problem]:
    """The Problems of a translated passage: it must be one passage too, with the figures, links, notation and rulings
    of its source."""
    try:
        tree = parse_markdown(entry.text)
        source = parse_markdown(entry.source)
    except FabgenError as error:
        yield Problem(where, error.problems[0].what, error.problems[0].hint)
        return
    if [node.type for node in tree.children] != ["paragraph"] and source.children[0].type == "paragraph":
        what = f"this translation would be read as {_kinds_of_blocks(tree)}, its source is one passage of text"
        yield Problem(where, what, "keep the marks of lists and headings, and empty lines, out of it")
        return
    wanted, translated_things = _kept_things(source, entry.source, game), _kept_things(tree, entry.text, game)
    differences = [f"lacks {join_words(wanted - translated_things)}"] if wanted - translated_things else []
    differences += [f"adds {join_words(translated_things - wanted)}"] if translated_things - wanted else []
    if differences:
        what = f"compared with its source, this translation {' and '.join(differences)}"
        yield Problem(where, what, "figures, links, notation and rulings are the same in every language")


def _kinds_of_blocks(tree: Node) -> str:
    """The blocks of a text in words."""
    kinds = {node.type.replace("_", " ") for node in tree.children}
    return " and ".join(sorted(kinds)) if kinds != {"paragraph"} else "several paragraphs"


def _kept_things(tree: Node, text: str, game: Game) -> Counter[str]:
    """What a translation has from its source as it is: figures, links, notation and codes of rulings, each counted."""
    things = Counter[str]()
    for node in tree.walk():
        if node.type == "image":
            things[f"the figure `{node.attrs['src']}`"] += 1
        elif node.type == "link":
            things[f"the link `{node.attrs['href']}`"] += 1
        elif node.type == "code_inline":
            things[f"the notation `{node.content}`"] += 1
    for code in game.rulings:
        things[f"the ruling `{code}`"] += len(re.findall(rf"(?<![\w-]){re.escape(code)}(?![\w-])", text))
    return +things


def _start_of(text: str) -> str:
    """The first words of a passage."""
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:40].rsplit(" ", 1)[0] + " …"

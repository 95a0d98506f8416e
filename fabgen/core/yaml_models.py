"""A YAML file → a frozen model, or every Problem in it with line, column and key. The only module that uses a YAML
parser.

A file is data: plain scalars, lists and mappings of a reasonable size. Everything that a model rejects is reported at
its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from fabgen.core.files import read_text
from fabgen.core.model_problems import (
    Key,
    dotted_key,
    drop_invalid_value,
    problems_of_errors,
    show_value,
    unclosed_quote_problem,
    yaml_syntax_problem,
)
from fabgen.core.problems import FabgenError, Location, Problem

LARGEST_TREE = 50_000  # nodes, counted as if aliases were written out
DEEPEST = 40  # lists and mappings inside each other: deeper nesting can crash the parser
LONGEST_NUMBER = 100  # characters
MOST_MISTAKES = 200  # that are listed of one file: a file with more is probably another one
YAML_TAG = "tag:yaml.org,2002:"  # YAML's own, written `!!`
UNREADABLE = "yaml.unreadable-value"  # code of a problem
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_ROUNDS = 4  # rounds of repairs: an example that replaces a value may need repair itself


class YamlModel(BaseModel):
    """The base of all models that people write: frozen, no unknown keys, no infinite numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=False, allow_inf_nan=False, defer_build=True)
    field_words: ClassVar[Mapping[str, str]] = {}  # words that are no keys here, with what to write instead


class WrittenNumber(float):
    """A number that remembers how it was written, because version 1.10 is not 1.1."""

    written: str

    def __new__(cls, value: float, written: str) -> WrittenNumber:
        """The number with its text."""
        number = super().__new__(cls, value)
        number.written = written
        return number

    def __str__(self) -> str:
        """The number as it was written."""
        return self.written


T = TypeVar("T", bound=YamlModel)


@dataclass(frozen=True)
class YamlSource:
    """The text that a value was read from, which knows the place of each key and value."""

    file: str
    text: str = field(repr=False)
    places: dict[Key, tuple[int, int]] = field(repr=False)
    values: dict[Key, yaml.ScalarNode] = field(repr=False)

    def key_location(self, *key: str | int) -> Location:
        """The place of a key, or of its nearest parent that is in the file."""
        written_key = next((key[:n] for n in range(len(key), 0, -1) if key[:n] in self.places), ())
        line, column = self.places.get(written_key, (1, 1))
        return Location(self.file, line, column, dotted_key(key))

    def written_value(self, *key: str | int) -> str:
        """The value of a key in the letters of the file; empty for a group of keys, a list and what is not there."""
        return self.values[key].value if key in self.values else ""

    def value_location(self, *key: str | int, line: int = 0, column: int = 0) -> Location:
        """A place inside a text value. Line and column count from 0 within that text."""
        if key not in self.values:
            return self.key_location(*key)
        node = self.values[key]
        before = node.value.split("\n")[:line]
        offset = sum(len(text_line) + 1 for text_line in before) + column
        return Location(self.file, *_line_and_column(self.text, _file_offset(self.text, node, offset)), dotted_key(key))


Updater = Callable[[dict[str, Any], YamlSource], list[Problem]]


@dataclass(frozen=True)
class YamlDocument(Generic[T]):
    """A value and the source from which it was read."""

    value: T
    source: YamlSource


def read_yaml(path: Path, model: type[T], base: dict[str, Any] | None = None) -> YamlDocument[T]:
    """The value of a model from a YAML file, merged over the plain data of `base`. Raises FabgenError with every
    Problem."""
    document, problems = parse_leniently(read_text(path), str(path), model, base)
    if problems or not document:
        raise FabgenError(problems)
    return document


def parse_leniently(
    text: str, file: str, model: type[T], base: dict[str, Any] | None = None, update: Updater | None = None
) -> tuple[YamlDocument[T] | None, list[Problem]]:
    """The value of a model and the Problems in its text, so that the sound part can still be checked for meaning.

    Rejected values are left out, or replaced by the example of their field if they are required. The document is None
    if that does not help. `update` changes older keys to those of today, with a note for each. Raises FabgenError for a
    text that is not YAML at all.
    """
    data, source, problems = _parse_yaml(text, file)
    problems = [*problems, *(update(data, source) if update else ())]
    data = merge_data(base, data) if base else data
    unreadable = [problem.where.key for problem in problems if problem.code == UNREADABLE]
    rejected: list[Problem] = []
    for _ in range(_ROUNDS):
        try:
            return YamlDocument(model.model_validate(data), source), sorted({*problems, *rejected})
        except ValidationError as error:
            if error.error_count() + len(problems) > MOST_MISTAKES:
                raise _too_many_mistakes(file, error.error_count() + len(problems)) from None
            errors = error.errors()
            if not rejected:  # later rounds would report what the repairs left
                # What is said of the whole may only be a consequence of what stands twice or cannot be read.
                is_whole = not any(problem.level == "error" for problem in problems)
                model_problems = problems_of_errors([e for e in errors if e["loc"] or is_whole], source, model)
                rejected = [p for p in model_problems if not any(_is_within(key, p.where.key) for key in unreadable)]
            for error_detail in errors:
                drop_invalid_value(data, error_detail, model)
    return None, sorted({*problems, *rejected})


def _too_many_mistakes(file: str, count: int) -> FabgenError:
    """The error of a file with more mistakes than are listed."""
    what, hint = f"{count} mistakes are too many to list", f"{MOST_MISTAKES} at most: is this the right file?"
    return FabgenError([Problem(Location(file), what, hint)])


def _is_within(key: str, outer: str) -> bool:
    """Whether a key is another one, or inside it: what is said of the other may only be a consequence."""
    return key == outer or key.startswith((f"{outer}.", f"{outer}["))


def parse_data(text: str, file: str) -> tuple[dict[str, Any], YamlSource]:
    """The plain data of a YAML mapping, and the place of each key. Raises FabgenError with every Problem."""
    data, source, problems = _parse_yaml(text, file)
    if problems:
        raise FabgenError(problems)
    return data, source


def _parse_yaml(text: str, file: str) -> tuple[dict[str, Any], YamlSource, list[Problem]]:
    """The plain data of a text, the places of its keys, and the Problems in it. Raises FabgenError if it is no
    mapping."""
    root = compose_nodes(text, file)
    source, problems = YamlSource(file, text, {}, {}), list[Problem]()
    if not isinstance(root, yaml.MappingNode):
        raise FabgenError([Problem(Location(file, 1, 1), "this is not a mapping of keys to values",
                                   "a spec starts with lines such as `fabgen: 1` and `title: My Game`")])
    data = _build_data(root, (), source, problems, [0], ())
    if len(problems) > MOST_MISTAKES:
        raise _too_many_mistakes(file, len(problems))
    return data, source, problems


def compose_nodes(text: str, file: str) -> yaml.Node | None:
    """The nodes of a text. Raises FabgenError if it is not YAML."""
    if stray := yaml.reader.Reader.NON_PRINTABLE.search(text):
        where = Location(file, *_line_and_column(text, stray.start()))
        raise FabgenError([Problem(where, f"the character U+{ord(stray.group()):04X} cannot stand in YAML")])
    try:
        _check_depth(text, file)
        node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
        return node
    except yaml.MarkedYAMLError as error:
        raise FabgenError([_syntax_problem(text, file, error)]) from None
    except yaml.YAMLError as error:
        raise FabgenError([Problem(Location(file), f"this is not YAML: {error}")]) from None


def _check_depth(text: str, file: str) -> None:
    """Raises FabgenError for text that is nested too deeply, before the C parser sees it, which would crash."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise FabgenError([Problem(Location(file, *_start_of(event)), _TOO_DEEP, _NO_ALIASES)])


def _start_of(thing: yaml.Node | yaml.Event | yaml.Token) -> tuple[int, int]:
    """Line and column, from 1, at which a node, event or token begins."""
    mark: Any = thing.start_mark
    return mark.line + 1, mark.column + 1


_TOO_DEEP = "lists or mappings are nested too deeply, or contain themselves"
_TOO_MANY_ALIASES = "aliases (`*name`) repeat so much that the file would never end"
_NO_ALIASES = "write the values out instead"


def _syntax_problem(text: str, file: str, error: yaml.MarkedYAMLError) -> Problem:
    """An error of the YAML parser as a Problem. A missing quote is reported where its text begins."""
    mark: Any = error.problem_mark or error.context_mark
    is_unclosed = "quoted scalar" in str(error.context) and "unexpected" in str(error.problem)
    if is_unclosed and error.context_mark:
        return unclosed_quote_problem(Location(file, error.context_mark.line + 1, error.context_mark.column + 1), 0)
    if quote := _quote_before(text, mark.index) if mark else None:
        return unclosed_quote_problem(Location(file, *_start_of(quote)), quote.end_mark.line + 1)
    where = Location(file, mark.line + 1, mark.column + 1) if mark else Location(file)
    line = text.split("\n")[mark.line] if mark and mark.line <= text.count("\n") else ""
    return yaml_syntax_problem(where, line, str(error.problem or error).strip())


def _quote_before(text: str, index: int) -> Any:
    """The quoted text of several lines that ends directly before the place of an error: its first quote is probably the
    mistake. None if there is none."""
    last: Any = None
    try:
        for token in yaml.scan(text, Loader=yaml.SafeLoader):
            if isinstance(token, yaml.ScalarToken) and token.end_mark.index <= index:
                last = token
    except (yaml.YAMLError, ValueError):  # ValueError: the number of no character
        pass
    spans_lines = last and last.style in ("'", '"') and last.end_mark.line > last.start_mark.line
    return last if spans_lines and "\n" not in text[last.end_mark.index:index] else None


def _line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column, from 1, of a character counted from 0."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _file_offset(text: str, node: yaml.ScalarNode, offset: int) -> int:
    """The offset in the file of the character `offset` of a scalar's value.

    The file and the value are compared without blanks, because YAML folds lines and removes indentation.
    """
    offsets = _character_offsets(text, node)
    position = next(offsets)
    for _ in re.finditer(r"\S", node.value[:offset]):
        position = next(offsets, position)
    if offset < len(node.value) and not node.value[offset].isspace():
        return next(offsets, position)
    gap = offset - len(node.value[:offset].rstrip())
    return min(position + 1 + gap, len(text)) if node.value[:offset].strip() else position


def _character_offsets(text: str, node: yaml.ScalarNode) -> Iterator[int]:
    """The offset in the file at which a scalar begins, then those of its characters that are not blank."""
    start, style = _content_start(text, node), node.style or ""
    yield start
    pattern = {'"': r"\\\n|\\(?:x..|u.{4}|U.{8}|.)|\S", "'": r"''|\S"}.get(style, r"\S")
    yield from (m.start() for m in re.compile(pattern).finditer(text, start) if m.group() not in _BLANKS)


_BLANKS = tuple("\\" + letter for letter in "\n \tntr_NLP")  # escapes that are blanks in the value


def _content_start(text: str, node: yaml.ScalarNode) -> int:
    """The offset at which the text of a scalar begins: after its anchor, its quote or the first line of its block."""
    properties = re.compile(r"(?:[&!]\S*\s+)*").match(text, node.start_mark.index)
    start = properties.end() if properties else node.start_mark.index
    if node.style not in ("|", ">"):
        return start + (1 if node.style in ("'", '"') else 0)
    body = text.find("\n", start) + 1
    first = re.compile(r"\s*").match(text, body)
    return first.end() if body and first else len(text)


def _build_data(
    node: yaml.Node, key: Key, source: YamlSource, problems: list[Problem], counter: list[int],
    parents: tuple[int, ...],
) -> Any:
    """Plain data from the node at a key. Problems are added to `problems`.

    `counter` holds one number: how many nodes were built so far, counted as if aliases were written out, so that a file
    that repeats aliases endlessly is refused early. `parents`: the ids of the nodes around this one, to find a node
    that contains itself.
    """
    counter[0] += 1
    if counter[0] > LARGEST_TREE or id(node) in parents or len(parents) > DEEPEST:
        what = _TOO_MANY_ALIASES if counter[0] > LARGEST_TREE else _TOO_DEEP
        raise FabgenError([Problem(source.key_location(*key), what, _NO_ALIASES)])
    source.places.setdefault(key, _start_of(node))
    parents_inside = (*parents, id(node))
    if isinstance(node, yaml.SequenceNode):
        return [
            _build_data(child, (*key, i), source, problems, counter, parents_inside)
            for i, child in enumerate(node.value)
        ]
    if isinstance(node, yaml.MappingNode):
        return {name: _build_data(child, (*key, name), source, problems, counter, parents_inside)
                for name, child in _mapping_entries(node, key, source, problems)}
    assert isinstance(node, yaml.ScalarNode), "YAML has three kinds of nodes"
    return _scalar_value(node, key, source, problems)


def _mapping_entries(
    node: yaml.MappingNode, key: Key, source: YamlSource, problems: list[Problem]
) -> Iterator[tuple[str, yaml.Node]]:
    """The keys and values of a mapping. Problems are added to `problems`."""
    seen: set[str] = set()
    for name, child in node.value:
        place = Location(source.file, *_start_of(name), dotted_key(key))
        if not isinstance(name, yaml.ScalarNode):
            problems.append(Problem(place, "a key must be a word", "text that starts with { or [ needs quotes"))
            continue
        if name.value in seen:
            problems.append(Problem(place, f"the key `{name.value}` stands twice here", "keep one of the two"))
            continue
        seen.add(name.value)
        source.places[(*key, name.value)] = (place.line, place.column)
        yield name.value, child


def _scalar_value(node: yaml.ScalarNode, key: Key, source: YamlSource, problems: list[Problem]) -> Any:
    """The value of a scalar. None, with a Problem, if it cannot be read."""
    source.values[key] = node
    try:
        value = _SCALARS.construct(node)
    except ValueError as error:
        tag = re.match(r"(?:&\S*\s+)?(!\S*)", source.text[node.start_mark.index:][:100])
        hint = f"take `{tag[1]}` away to keep it as text" if tag else "put it in quotes to keep it as text"
        problems.append(Problem(source.value_location(*key), str(error), hint, code=UNREADABLE))
        return None
    return WrittenNumber(value, node.value) if isinstance(value, float) else value


class _Scalars(yaml.constructor.SafeConstructor):
    """YAML's own interpretation of plain scalars, except that dates stay text: no key of a spec is a date."""

    def construct(self, node: yaml.ScalarNode) -> Any:
        """The value of a scalar. Raises ValueError, which says why, for one that is not what its tag calls it."""
        kind = node.tag.removeprefix(YAML_TAG)
        if kind == "timestamp":
            return node.value
        if kind not in ("str", "int", "float", "bool", "null"):
            raise ValueError(f"`{node.tag.replace(YAML_TAG, '!!')}` is not a kind of value here")
        if kind in ("int", "float") and len(node.value) > LONGEST_NUMBER:
            raise ValueError(f"a number of {len(node.value)} characters is too long")
        try:
            return self.construct_object(node)
        except (yaml.YAMLError, ValueError, LookupError, OverflowError):
            raise ValueError(f"cannot read the value {show_value(node.value)}") from None
        finally:  # it would keep every node for ever, with its text
            self.constructed_objects.pop(node, None)
            self.recursive_objects.pop(node, None)


_SCALARS = _Scalars()


def yaml_bytes(data: Mapping[str, Any]) -> bytes:
    """A mapping as YAML, its keys in their order."""
    return yaml.safe_dump(dict(data), sort_keys=False, allow_unicode=True, width=110).encode()


def merge_data(base: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """`data` merged over `base`, mappings key by key."""
    merged = dict(base)
    for key, value in data.items():
        old = merged.get(key)
        merged[key] = merge_data(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged

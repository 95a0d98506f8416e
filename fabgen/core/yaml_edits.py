"""The text of a YAML file and a new value for one of its keys → the text with that value; every other character stays.

Comments, quotes, indentation and line ends are those of the person who wrote the file: only the value itself is
replaced, or one entry is added. What was made is read again, and refused unless nothing but that value differs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from fabgen.core.problems import FabgenError, Location, problem_error
from fabgen.core.yaml_models import compose_nodes

PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*( [A-Za-z0-9_./-]+)*|\d+(\.\d+)? [a-z]+|\d+")
RESERVED_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})
BY_HAND = "change this value in your editor"
BYTE_ORDER_MARK = "\ufeff"


def set_value(text: str, file: str, key: Sequence[str], value: str | int | bool) -> str:
    """The text of a YAML mapping with a value at a key, such as ("board", "cell"). Mappings that are missing are
    added. Raises FabgenError where the text is not YAML, or the value is not written as a plain text or number there:
    an alias, several lines, or an anchor that other values repeat."""
    mark = BYTE_ORDER_MARK if text.startswith(BYTE_ORDER_MARK) else ""
    body = text[len(mark) :]
    root = compose_nodes(body, file)
    edited = _edit(body, root, file, list(key), write_scalar(value))
    try:
        is_sound = _plain(compose_nodes(edited, file)) == _with_value(root, key, value)
    except FabgenError:
        is_sound = False
    if not is_sound:
        raise _refusal(file, key, root)
    return mark + edited


def write_scalar(value: str | int | bool) -> str:
    """A value as a spec writes it: in quotes only where YAML would read something else."""
    if isinstance(value, bool | int):
        return json.dumps(value)
    is_plain = PLAIN.fullmatch(value) and value.lower() not in RESERVED_WORDS and not value.isdigit()
    return value if is_plain else json.dumps(value, ensure_ascii=False)


def _edit(text: str, root: Any, file: str, key: list[str], scalar: str) -> str:
    """The text with a scalar at a key."""
    node, before = root, 0
    for depth, name in enumerate(key):
        if node is None or node.id != "mapping" or node.start_mark.index < before:
            raise _refusal(file, key, node)
        entry = next(((word, child) for word, child in node.value if word.id == "scalar" and word.value == name), None)
        if entry is None:
            return _add_entry(text, node, key[depth:], scalar)
        before, node = entry[0].end_mark.index, entry[1]
    start, end = node.start_mark.index, node.end_mark.index
    if node.id != "scalar" or node.style in ("|", ">") or start < before or text[start:end].startswith(("&", "!")):
        raise _refusal(file, key, node)
    blank = " " if start == before or text[start - 1] == ":" else ""
    return text[:start] + blank + scalar + text[end:]


def _add_entry(text: str, mapping: Any, key: list[str], scalar: str) -> str:
    """The text with an entry at the end of a mapping."""
    entry = f"{write_scalar(key[0])}: " + _nest(key[1:], scalar)
    if mapping.flow_style:
        end: int = mapping.value[-1][1].end_mark.index if mapping.value else mapping.end_mark.index - 1
        return text[:end] + (", " if mapping.value else "") + entry + text[end:]
    end = len(text[: _last_leaf(mapping).end_mark.index].rstrip())
    line_end = re.compile(r"\r?\n|\Z").search(text, end)
    assert line_end
    newline = "\r\n" if "\r\n" in text else "\n"
    indent = " " * int(mapping.value[0][0].start_mark.column)
    return text[: line_end.start()] + newline + indent + entry + text[line_end.start() :]


def _nest(key: list[str], scalar: str) -> str:
    """A scalar inside mappings of one entry each, in one line."""
    return f"{{{write_scalar(key[0])}: {_nest(key[1:], scalar)}}}" if key else scalar


def _last_leaf(node: Any) -> Any:
    """The node with which the text of a block mapping ends: a scalar, or a mapping or list in brackets."""
    while node.id != "scalar" and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if node.id == "mapping" else last
    return node


def _with_value(root: Any, key: Sequence[str], value: str | int | bool) -> Any:
    """The texts of a mapping, with a value at a key."""
    expected = _plain(root)
    parent = expected
    for name in key[:-1]:
        parent = parent.setdefault(name, {})
    parent[key[-1]] = str(value).lower() if isinstance(value, bool) else str(value)
    return expected


def _plain(node: Any) -> Any:
    """The texts of a node, as mappings and lists."""
    if node.id == "scalar":
        return node.value
    if node.id == "sequence":
        return [_plain(child) for child in node.value]
    return {_plain(name) if name.id == "scalar" else id(name): _plain(child) for name, child in node.value}


def _refusal(file: str, key: Sequence[str], node: Any) -> FabgenError:
    line = node.start_mark.line + 1 if node is not None else 1
    what = f"`{'.'.join(key)}` is written in a way that cannot be changed here"
    return problem_error(what, BY_HAND, Location(file, line, 1, ".".join(key)))

"""The user's editor as a command, a file and a line → the words that open the file there.

Only the user who starts the server names the command; a page names a file of the game and a line.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

from fabgen.core.problems import problem_error

COLON_AFTER_FLAG = ("code", "code-insiders", "codium", "cursor", "windsurf")  # -g file:line
COLON = ("subl", "sublime_text", "zed", "hx", "lapce")  # file:line
PLUS = ("gvim", "mvim", "vim", "nvim", "vi", "emacs", "emacsclient", "gedit", "gnome-text-editor", "nano", "micro",
        "kak", "mousepad", "geany", "pluma", "xed")  # +line file
LINE_OPTION = ("kate", "mate")  # -l line file


def check_editor(command: str) -> None:
    """Raises FabgenError for a command that names no program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise problem_error(f"--editor: `{command}` is no command: {error}") from None
    if not words or not shutil.which(words[0]):
        name = words[0] if words else command
        hint = 'write a command, like "code -g {file}:{line}"'
        raise problem_error(f"--editor: there is no program `{name}`", hint)


def editor_words(command: str, file: Path, line: int) -> list[str]:
    """The words of the command that opens a file at a line. `{file}` and `{line}` in it are replaced; without them they
    are added in the way of the editor."""
    words = shlex.split(command)
    path = str(file.resolve())
    if any("{file}" in word for word in words):
        return [words[0], *(word.replace("{line}", str(line)).replace("{file}", path) for word in words[1:])]
    name = Path(words[0]).stem.lower()
    if name in COLON_AFTER_FLAG:
        return [*words, "-g", f"{path}:{line}"]
    if name in COLON:
        return [*words, f"{path}:{line}"]
    if name in PLUS:
        return [*words, f"+{line}", path]
    return [*words, "-l", str(line), path] if name in LINE_OPTION else [*words, path]


def open_editor(command: str, file: Path, line: int) -> None:
    """Starts the editor and does not wait for it. Raises FabgenError if it cannot be started."""
    nothing = subprocess.DEVNULL
    try:
        subprocess.Popen(editor_words(command, file, line), stdin=nothing, stdout=nothing, stderr=nothing,
                         start_new_session=True)
    except OSError as error:
        raise problem_error(f"the editor cannot be started: {(error.strerror or str(error)).lower()}") from None

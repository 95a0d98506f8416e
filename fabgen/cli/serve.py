"""`fabgen serve`: a page that shows everything of a game and follows each save."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from fabgen.cli.build_options import SHOP
from fabgen.cli.common import GAME, notice_own_game, report_errors, say

PACKAGES = ("starlette", "uvicorn", "watchfiles")
REDIRECT = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={address}">
<title>fabgen</title>
<a href="{address}">Open the page</a>
"""
INSTALL = "pip install 'fabgen[serve]'"


@click.command()
@GAME
@click.option("--port", type=click.IntRange(1024, 65_535), default=8765, show_default=True,
              help="Where the page is served; the next port is taken if it is busy.")
@click.option("--no-open", is_flag=True, help="Open no browser; the address is printed.")
@click.option("--editor", metavar="COMMAND", help="What opens lines of your files from the page: code, subl, gvim; or "
              "a command with {file} and {line}.")
@SHOP
def serve(game: str, port: int, no_open: bool, shop: str | None, editor: str | None, **_: Any) -> None:
    """Show a game in your browser while you write it: board, pieces, figures, rulebook, sheets.

    The page follows each save of the game's files. While the spec has errors, the last good pictures stay, with the
    problems over them. Nobody but you can see the page: it is on this computer only. Ctrl-C ends it.

    \b
    Examples:
      fabgen serve my-game/
      fabgen serve my-game/ --no-open --port 9000
      fabgen serve my-game/ --editor "$EDITOR"
    """
    with report_errors():
        missing = [name for name in PACKAGES if find_spec(name) is None]
        if missing:
            from fabgen.core.problems import problem_error

            raise problem_error(f"`fabgen serve` needs {' and '.join(missing)}", f"install with: {INSTALL}")
        from fabgen.serve.editor import check_editor
        from fabgen.serve.server import run_server
        from fabgen.spec.build_options import Options
        from fabgen.spec.game_folder import find_game

        if editor is not None:
            check_editor(editor)
        notice_own_game(game)
        path = find_game(game)

        def ready(address: str) -> None:
            say(f"{path.parent}\n  {address}\nthe page follows each save; Ctrl-C ends it")
            if not no_open:
                cleanup.enter_context(_browser_at(address))

        try:
            with ExitStack() as cleanup:
                run_server(game, path, Options(shop=shop), port, editor or "", ready)
        except KeyboardInterrupt as stop:
            if getattr(stop, "exit_code", 130) != 130:  # SIGTERM
                raise
        say("stopped")


@contextmanager
def _browser_at(address: str) -> Iterator[None]:
    """Opens the page in the user's browser, where there is one, by a file that leads to it and that only the user can
    read: everybody on this computer can see with what a program was started, and the address holds the token."""
    import tempfile
    import webbrowser

    has_screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not has_screen and sys.platform not in ("win32", "darwin"):
        yield
        return
    with tempfile.TemporaryDirectory(prefix="fabgen-open-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "open.html"
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as page:
            page.write(REDIRECT.format(address=escape(address)))
        webbrowser.open(file.as_uri())
        yield

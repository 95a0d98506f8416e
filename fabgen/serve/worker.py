"""Requests about a game → replies, in a worker process of `fabgen serve`: it loads the game once for each save and
answers one request after the other.

A reply is plain data. Whatever goes wrong comes back as Problems, a mistake in fabgen itself as its traceback; the
process goes on.
"""

from __future__ import annotations

import gc
import os
import signal
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabgen.core.problems import FabgenError, Problem
from fabgen.spec.build_options import Options

if TYPE_CHECKING:
    from fabgen.serve.keep import Edit
    from fabgen.serve.look import Look
    from fabgen.serve.watch import GameFiles

MOST_LOADED = 4  # games that stay loaded: one for each look of the pages that are open
YOUNG = 200_000  # objects before Python searches for cycles: fewer than in the command, because this process lives on


@dataclass(frozen=True)
class Request:
    """What is asked of a game as it was at a save: `version` counts the saves, `look` is what the page has chosen,
    `kind` the question and `detail` what it is about."""

    version: int
    kind: str
    look: Mapping[str, str] = field(default_factory=dict)
    detail: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """The answer: a value, or the Problems that prevent it. `crash` is the traceback of a mistake in fabgen."""

    value: Any = None
    problems: tuple[Problem, ...] = ()
    crash: str = ""


class GameReader:
    """The game at a path, loaded as often as it changes."""

    def __init__(self, game: str, base: Options) -> None:
        from fabgen.serve.studio import Store

        self.game, self.base, self.store = game, base, Store()
        self._former: dict[tuple[Edit, ...], tuple[bytes, Any]] = {}  # the spec loaded last, and what it was read from
        self._files: GameFiles | None = None
        self._specs: OrderedDict[tuple[int, str | None, tuple[Edit, ...]], Any] = OrderedDict()
        self._studios: OrderedDict[tuple[int, tuple[tuple[str, str], ...]], Any] = OrderedDict()

    def load(self, version: int, language: str | None = None, edits: tuple[Edit, ...] = ()) -> Any:
        """The spec at a save, under some edits, with its Problems. Raises FabgenError where it cannot be read at
        all."""
        key = version, language, edits
        if key not in self._specs:
            self._specs[key] = self._load(language, edits)
            _shorten(self._specs)
        return self._specs[key]

    def _load(self, language: str | None, edits: tuple[Edit, ...]) -> Any:
        """The spec as it is now. The former one, with all that was drawn of it, if only the rules text has changed:
        no spec holds it, unless it is translated."""
        from fabgen.serve.keep import edit_text
        from fabgen.serve.watch import GameFiles
        from fabgen.spec.game_folder import find_game
        from fabgen.spec.load import load_spec

        path = find_game(self.game)
        files = self._files = self._files or GameFiles(path, Path(self.base.shop) if self.base.shop else None)
        state, former = self._former.get(edits, (b"", None))
        if former and not language and files.state(former.folder / former.game.rulebook) == state:
            return former
        before = files.state()
        spec = load_spec(self.game, allow_errors=True, language=language,
                         edit=lambda text: edit_text(text, str(path), edits))
        if not language and files.state() == before:  # else it is unknown what was read
            self._former = {edits: (files.state(spec.folder / spec.game.rulebook), spec)}
        return spec

    def studio(self, request: Request) -> Any:
        """The studio of a request. Raises FabgenError if the spec has errors, or if the look cannot be used."""
        from fabgen.serve.studio import Studio

        key = request.version, tuple(sorted(request.look.items()))
        if key not in self._studios:
            self._sound_spec(request.version, None)
            look = self.look(request)
            spec = self._sound_spec(request.version, look.options.language, look.edits)
            self._studios[key] = Studio(spec, look, self.store)
            _shorten(self._studios)
        return self._studios[key]

    def look(self, request: Request) -> Look:
        """What the page of a request has chosen. Raises FabgenError for a value that cannot be used."""
        from fabgen.serve.look import Look, list_choices, read_look

        if not request.look:
            return Look(self.base)
        choices = list_choices(self.load(request.version), self.base)
        return read_look(request.look, {choice.name: choice for choice in choices}, self.base)

    def _sound_spec(self, version: int, language: str | None, edits: tuple[Edit, ...] = ()) -> Any:
        """A spec that can be drawn: worked examples that no longer hold are left out, so that who tries another
        movement sees it at once."""
        spec = self.load(version, language, edits)
        if any(problem.level == "error" and not problem.where.key.startswith("examples") for problem in spec.problems):
            raise FabgenError(spec.problems)
        return spec

    def find_problems(self, version: int) -> list[Problem]:
        """All Problems of the game."""
        from fabgen.check.game import check_spec

        return check_spec(self.load(version), self.base)


def _shorten(store: OrderedDict[Any, Any]) -> None:
    while len(store) > MOST_LOADED:
        store.popitem(last=False)


def answer(reader: GameReader, request: Request) -> Reply:
    """The reply to a request."""
    try:
        return Reply(ANSWERS[request.kind](reader, request))
    except FabgenError as error:
        return Reply(problems=error.problems)
    except Exception:
        return _explain_crash(reader, request)


def _explain_crash(reader: GameReader, request: Request) -> Reply:
    """A game with errors that only its check finds may not be drawable: then these are the reason."""
    crash = traceback.format_exc()
    try:
        problems = reader.find_problems(request.version)
    except FabgenError as error:
        problems = list(error.problems)
    except Exception:
        problems = []
    errors = tuple(problem for problem in problems if problem.level == "error")
    return Reply(problems=errors) if errors else Reply(crash=crash)


def _views(reader: GameReader, request: Request) -> Any:
    return reader.studio(request).list_views(request.detail["tab"])


def _picture(reader: GameReader, request: Request) -> Any:
    detail = request.detail
    try:
        return reader.studio(request).draw(detail["tab"], detail["view"], detail["style"])
    except KeyError:
        return None


def _settle(reader: GameReader, request: Request) -> Any:
    try:
        return {"is_changed": reader.studio(request).settle(request.detail["tab"])}
    except KeyError:
        return None


def _steps(reader: GameReader, request: Request) -> Any:
    """The marks of a laser sheet in working order, with its size in mm; None where there is no such sheet."""

    from fabgen.serve.material_picture import list_steps
    from fabgen.serve.studio import find_sheet

    studio = reader.studio(request)
    try:
        sheet = find_sheet(studio, request.detail["sheet"])
    except KeyError:
        return None
    return {"width": sheet.width, "height": sheet.height, "steps": list_steps(sheet, studio.job.machine)}


def _spots(reader: GameReader, request: Request) -> Any:
    from fabgen.serve.spots import find_spots

    try:
        return find_spots(reader.studio(request), request.detail["view"])
    except KeyError:
        return None


def _problems(reader: GameReader, request: Request) -> Any:
    return reader.find_problems(request.version)


def _about(reader: GameReader, request: Request) -> Any:
    """The title of the game, the controls for it, and what the look is as a command."""
    from fabgen.serve.look import list_choices

    spec, look = reader.load(request.version), reader.look(request)
    return {"title": spec.game.title, "choices": list_choices(spec, reader.base), "command": look.command(reader.game),
            "yaml": look.yaml_lines()}


def _change(reader: GameReader, request: Request) -> Any:
    """What the spec becomes if it keeps the look. It must be a spec that can be drawn."""
    from fabgen.serve.keep import plan_change

    studio = reader.studio(request)
    return plan_change(Path(studio.spec.source.file), studio.look.keepable)


def _play(reader: GameReader, request: Request) -> Any:
    from fabgen.serve.table import play

    return play(reader.studio(request), request.detail)


def _options(reader: GameReader, request: Request) -> Any:
    return reader.studio(request).look.options


ANSWERS: dict[str, Callable[[GameReader, Request], Any]] = {
    "views": _views, "picture": _picture, "steps": _steps, "problems": _problems, "about": _about, "play": _play,
    "options": _options, "change": _change, "spots": _spots, "settle": _settle,
}


def run_worker(game: str, base: Options, connection: Connection) -> None:
    """Answers requests until there are no more. The main function of the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the server, which ends this process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.set_threshold(YOUNG, 50, 100)
    reader = GameReader(game, base)
    _import_early()
    while True:
        try:
            request = connection.recv()
            connection.send(answer(reader, request))
        except (EOFError, OSError):  # the server has ended
            return


def _import_early() -> None:
    """Loads what the first request would wait for."""
    import fabgen.check.game
    import fabgen.diagrams.files
    import fabgen.figures.diagrams.catalogue
    import fabgen.serve.look
    import fabgen.serve.studio  # noqa: F401


def run_build(game: str, options: Options, folder: str, connection: Connection) -> None:
    """Builds all of a game into a folder, reports each step, and at last the path of what was built or the Problems.
    The main function of a process of its own."""
    from fabgen.build import build
    from fabgen.core.cache import ResultCache, default_cache_folder

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        cache = ResultCache(default_cache_folder())
        result = build(game, Path(folder), options, progress=lambda step: connection.send(("step", step)), cache=cache)
        connection.send(("built", str(result.target), [str(note) for note in result.notes]))
    except FabgenError as error:
        connection.send(("failed", [str(problem) for problem in error.problems]))
    except Exception:
        connection.send(("failed", [traceback.format_exc()]))

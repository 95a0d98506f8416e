"""The process that sets pages: what it answers, and what it refuses."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import tempfile
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import pytest

from fabgen.core.problems import FabgenError
from fabgen.typeset import typst_process as module
from fabgen.typeset.typst_process import TypstProcess, typst_process

HEAD = '#set document(title: "Test")\n#set text(font: "Source Sans Pro", lang: "en")\n'


def test_a_project_of_two_files_becomes_a_pdf() -> None:
    files = {"main.typ": HEAD + '#import "part.typ": word\n= #word', "part.typ": '#let word = "Hello"'}
    data = typst_process().compile_pdf(files)
    assert data.startswith(b"%PDF-")
    assert data == typst_process().compile_pdf(files)
    assert typst_process().evaluate(files, "query(heading).len()") == 1
    changed = {**files, "part.typ": '#let word = "Hello again"'}
    assert data != typst_process().compile_pdf(changed)


@pytest.mark.parametrize(("code", "what", "line", "column"), [
    ("#nonsense", "unknown variable: nonsense", 3, 2),
    ("\n#let = 3", "expected pattern", 4, 5),
    ('#import "@preview/cetz:0.2.0"', "a theme cannot use packages", 3, 9),
    ('#image("/etc/hostname")', "file not found", 3, 8),
    ('#read("../../etc/hostname")', "", 3, 7),
])
def test_what_does_not_compile_is_a_problem_at_its_place(code: str, what: str, line: int, column: int) -> None:
    with pytest.raises(FabgenError) as caught:
        typst_process().compile_pdf({"main.typ": HEAD + code})
    (problem,) = caught.value.problems
    assert what in problem.what
    assert (problem.where.file, problem.where.line, problem.where.column) == ("main.typ", line, column)
    assert "fabgen-typst-" not in problem.what + problem.hint


@pytest.mark.slow
def test_a_project_that_takes_too_long_is_stopped_and_the_next_one_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    process = TypstProcess()
    process.compile_pdf({"main.typ": HEAD + "ready"})
    monkeypatch.setattr(module, "LONGEST", 0.02)
    with pytest.raises(FabgenError, match=r"not set after 0\.02 seconds"):
        process.compile_pdf({"main.typ": HEAD + "#lorem(40000)"})
    monkeypatch.undo()
    assert process.compile_pdf({"main.typ": HEAD + "fine"}).startswith(b"%PDF-")
    process.stop()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no timers of a process")
def test_a_process_that_nobody_stops_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one whose parent was killed while Typst is in a loop without end."""
    process = TypstProcess()
    process.compile_pdf({"main.typ": HEAD + "ready"})
    monkeypatch.setattr(module, "LONGEST", 0.1)
    loop = "#let n = range(30000).map(i => range(30000).fold(0, (a, b) => a + b)).sum()\n#n"
    process.start_evaluating({"main.typ": HEAD + loop}, "1")
    with pytest.raises(TimeoutError):
        process._read_reply()
    assert process._process
    assert process._process.wait(60) == -signal.SIGALRM
    process.stop()


@pytest.mark.slow
def test_a_project_that_takes_too_much_memory_is_a_problem() -> None:
    process = TypstProcess()
    with pytest.raises(FabgenError, match="may use 2048 MB"):
        process.compile_pdf({"main.typ": HEAD + '#let much = "x" * 3000000000'})
    assert process.compile_pdf({"main.typ": HEAD + "fine"}).startswith(b"%PDF-")
    process.stop()


def test_a_process_that_ended_after_its_last_answer_is_replaced() -> None:
    process = TypstProcess()
    for words in ("before", "after"):
        assert process.compile_pdf({"main.typ": HEAD + words}).startswith(b"%PDF-")
        assert process._process
        process._process.kill()
        process._process.wait()
    process.stop()


def test_several_requests_may_wait_for_their_answers() -> None:
    """Each answer belongs to its own request, in whatever order they are read; and neither side waits to write where
    requests or answers are longer than what a pipe holds (64 KB on Linux)."""
    process = TypstProcess()
    letters = "abcdefgh"
    answers = {letter: process.start_evaluating({"main.typ": HEAD + f'#metadata("{letter}" * 200000)<long>\n// '
                                                 + letter * 100_000}, "query(<long>).first().value")
               for letter in letters}
    assert process.compile_pdf({"main.typ": HEAD + "between"}).startswith(b"%PDF-")
    for letter in reversed(letters):
        assert answers[letter]() == letter * 200_000
        assert answers[letter]() == letter * 200_000
    process.stop()


def test_an_error_is_raised_where_its_answer_is_read() -> None:
    process = TypstProcess()
    wrong = process.start_evaluating({"main.typ": HEAD + "#nonsense"}, "1")
    right = process.start_evaluating({"main.typ": HEAD + "= Fine"}, "query(heading).len()")
    assert right() == 1
    with pytest.raises(FabgenError, match="unknown variable: nonsense"):
        wrong()
    process.stop()


def test_requests_of_a_process_that_ended_are_sent_again() -> None:
    process = TypstProcess()
    process.compile_pdf({"main.typ": HEAD + "ready"})
    answers = [process.start_evaluating({"main.typ": HEAD + "= Head\n" * count}, "query(heading).len()")
               for count in (1, 2, 3)]
    assert process._process
    process._process.kill()
    process._process.wait()
    late = process.start_evaluating({"main.typ": HEAD + "= Head\n" * 4}, "query(heading).len()")
    assert [late(), *(answer() for answer in reversed(answers))] == [4, 3, 2, 1]
    process.stop()


def test_a_request_that_is_interrupted_is_not_answered_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    process = TypstProcess()
    first = process.start_evaluating({"main.typ": HEAD + "= One"}, "query(heading).len()")
    second = process.start_evaluating({"main.typ": HEAD + "= One\n= Two"}, "query(heading).len()")

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "receive", interrupt)
    with pytest.raises(KeyboardInterrupt):
        second()
    monkeypatch.undo()
    assert process._process is None
    assert (second(), first()) == (2, 1)
    process.stop()


def test_requests_behind_one_whose_files_cannot_be_written_are_sent_again() -> None:
    """They listed only the files that had changed since that request, so their answers would be about older files."""
    process = TypstProcess()
    main = HEAD + '#import "part.typ": word\n#metadata(word)<word>'
    old, new = ({"main.typ": main, "part.typ": f'#let word = "{word}"'} for word in ("old", "new"))
    assert process.evaluate(old, "query(<word>).first().value") == "old"
    Path(process._folder, "folder.typ").mkdir()  # a file of this name cannot be written
    refused = process.start_evaluating({"folder.typ": "", **new}, "1")
    behind = process.start_evaluating(new, "query(<word>).first().value")
    assert behind() == "new"
    running = process._process
    with pytest.raises(FabgenError):
        refused()
    assert process._process is running  # the refused request belonged to an earlier process
    process.stop()


def test_a_process_that_cannot_be_started_is_a_problem_and_leaves_no_folder(tmp_path: Path,
                                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    """Both for a new request and for one that is sent again."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    process = TypstProcess()
    process.compile_pdf({"main.typ": HEAD + "ready"})
    sent = process.start_evaluating({"main.typ": HEAD + "= One"}, "query(heading).len()")
    assert process._process
    process._process.kill()
    process._process.wait()
    starts = []

    def refuse(*_: object, **__: object) -> None:
        starts.append(1)
        assert len(starts) < 4, "the process is started again and again"
        raise OSError(errno.EAGAIN, "Resource temporarily unavailable")

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "Popen", refuse)
        with pytest.raises(FabgenError, match="cannot be started: resource temporarily unavailable"):
            sent()
        with pytest.raises(FabgenError, match="cannot be started"):
            process.compile_pdf({"main.typ": HEAD + "new"})
        with pytest.raises(FabgenError, match="cannot be started"):
            process.start_evaluating({"main.typ": HEAD + "new"}, "1")
    assert [*tmp_path.iterdir()] == []
    assert sent() == 1
    process.stop()


def test_a_request_behind_one_that_takes_too_long_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit of time is the error of the request that takes too long, not of the one that is waited for."""
    process = TypstProcess()
    too_long = process.start_evaluating({"main.typ": HEAD + "= One"}, "query(heading).len()")
    behind = process.start_evaluating({"main.typ": HEAD + "= One\n= Two"}, "query(heading).len()")
    nothing: list[list[Any]] = [[]]  # what the next calls of `wait` return
    monkeypatch.setattr(module, "wait", lambda *of: nothing.pop() if nothing else wait(*of))
    assert behind() == 2
    nothing.append([])
    with pytest.raises(FabgenError, match="not set after 60 seconds"):
        too_long()
    process.stop()


@pytest.mark.slow
def test_a_process_that_has_grown_ends_after_its_answer() -> None:
    """More than a million words in one array take more than 600 MB."""
    process = TypstProcess()
    files = {"main.typ": HEAD + "#let words = range(1300000).map(n => str(n) * 9)\n#words.len()"}
    assert process.compile_pdf(files).startswith(b"%PDF-")
    assert process._process
    assert process._process.wait(10) == 0
    assert process.compile_pdf({"main.typ": HEAD + "after"}).startswith(b"%PDF-")
    process.stop()


@pytest.mark.slow
def test_a_process_started_by_a_large_one_answers() -> None:
    """Linux lets the greatest use of memory of a new process begin with that of the one that started it."""
    large = bytearray(700 * 1024**2)
    process = TypstProcess()
    assert process.compile_pdf({"main.typ": HEAD + "fine"}).startswith(b"%PDF-")
    assert process._process
    assert process._process.poll() is None
    assert len(large) == 700 * 1024**2
    process.stop()


def test_nothing_is_left_of_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    process = TypstProcess()
    process.compile_pdf({"main.typ": HEAD + "fine"})
    assert len([*tmp_path.iterdir()]) == 1
    process.stop()
    assert [*tmp_path.iterdir()] == []
    process.compile_pdf({"main.typ": HEAD + "fine"})
    assert process._process
    assert process._process.stdin
    process._process.stdin.close()  # as if this process had been killed
    process._process.wait()
    assert [*tmp_path.iterdir()] == []


@pytest.mark.slow
def test_a_copied_process_sets_pages_of_its_own() -> None:
    """Typst's threads do not survive a fork: a copy of this process must start its own."""
    files = {"main.typ": HEAD + "before"}
    typst_process().compile_pdf(files)
    child = os.fork()
    if not child:
        data = typst_process().compile_pdf({"main.typ": HEAD + "in the copy"})
        typst_process().stop()
        os._exit(0 if data.startswith(b"%PDF-") else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert typst_process().compile_pdf(files).startswith(b"%PDF-")

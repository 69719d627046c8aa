"""Programme are read in by themselves, and whoever looks sees how far it is and what went wrong."""

import logging
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.settings import ROOT, Settings
from core.processes import worker_pool as pool
from core.processes.worker_pool import Pool
from core.programme import indexing, reading_jobs
from core.programme.context import Context
from core.programme.indexing import ReadingTask, read_programm
from core.programme.reading_jobs import Action, Progress, ReadInJobs, ReadInState
from tests.drucker import TEXT, column, print_pdf
from tests.prozesse import until
from tests.sammlungen import BRUECKE, LEUCHTTURM, LINDENBUND

SPD = "spd-nrw-2022"


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """A registry, an index and a folder of PDFs of the test's own; three of the demo are there, short."""
    shutil.copytree(ROOT / "data" / "registry", tmp_path / "data" / "registry")
    (tmp_path / "data" / "registry" / "programme" / "eigene.toml").unlink(missing_ok=True)
    (tmp_path / "pdf").mkdir()
    for programm_id in (LINDENBUND, BRUECKE, LEUCHTTURM):
        print_pdf(tmp_path / "pdf" / f"{programm_id}.pdf", [column(60, TEXT)] * 2)
    folders = {"data_dir": "data", "pdf_dir": "pdf", "chroma_dir": "chroma"}
    return Context(replace(Settings(), **{name: tmp_path / folder for name, folder in folders.items()}))


@pytest.fixture
def jobs(context: Context) -> ReadInJobs:
    return ReadInJobs(context)


def ended(jobs: ReadInJobs) -> ReadInState:
    until(lambda: not jobs.stand().laeuft)
    return jobs.stand()


def done(jobs: ReadInJobs, action: Action, *programm_ids: str) -> ReadInState:
    jobs.start(programm_ids, action)
    return ended(jobs)


def ausgang(stand: ReadInState) -> dict[str, Progress]:
    return {task.programm_id: task.progress for task in stand.tasks}


def pdf_of(context: Context, programm_id: str) -> bytes:
    path = context.find_pdf(context.registry.programme[programm_id])
    assert path
    return path.read_bytes()


def test_programmes_are_read_in_and_tell_how_far_it_is(
    context: Context, jobs: ReadInJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "worker_count", lambda: 1)
    seen: list[ReadInState] = []
    at_each_change: list[ReadInState] = []
    put = jobs._put
    monkeypatch.setattr(jobs, "_put", lambda *ab: (put(*ab), at_each_change.append(jobs.stand()))[0])
    jobs.start([LINDENBUND, BRUECKE, LEUCHTTURM], Action.EINLESEN)
    until(lambda: seen.append(jobs.stand()) or not seen[-1].laeuft)
    assert [stand.fertig for stand in seen] == sorted(stand.fertig for stand in seen)
    assert {stand.runde for stand in seen} == {1}
    reading = [
        [task for task in stand.tasks if task.progress is Progress.AT_WORK] for stand in at_each_change
    ]
    assert all(sum(not task.schritt for task in tasks) <= 2 for tasks in reading)  # one ahead
    assert any(task.schritt and task.chunks for tasks in reading for task in tasks)  # can be searched already
    assert any(stand.rest_sekunden and stand.fertig == 1 for stand in at_each_change)
    assert set(ausgang(seen[-1]).values()) == {Progress.FERTIG} and seen[-1].rest_sekunden is None
    staende = context.store.staende("DEMO")
    for task in seen[-1].tasks:
        assert task.seiten and task.sekunden > 0
        assert task.chunks == staende[task.programm_id].chunks


def test_what_did_not_change_is_not_read_again_but_anew_means_anew(
    context: Context, jobs: ReadInJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    done(jobs, Action.EINLESEN, LINDENBUND)
    before = context.store.staende("DEMO")[LINDENBUND]
    read: list[tuple[object, ...]] = []
    real = Pool.submit
    monkeypatch.setattr(Pool, "submit", lambda self, *call: read.append(call) or real(self, *call))
    assert ausgang(done(jobs, Action.EINLESEN, LINDENBUND)) == {LINDENBUND: Progress.UNCHANGED}
    assert not [call for call in read if call[1] is read_programm]  # its print may still be compared
    assert ausgang(done(jobs, Action.NEU, LINDENBUND)) == {LINDENBUND: Progress.FERTIG}
    tasks = [call[-1] for call in read if call[1] is read_programm]
    assert [task.programm_id for task in tasks if isinstance(task, ReadingTask)] == [LINDENBUND]
    after = context.store.staende("DEMO")[LINDENBUND]
    assert (after.version, after.chunks) == (before.version, before.chunks)


def test_one_that_fails_says_why_and_the_others_are_read(context: Context, jobs: ReadInJobs) -> None:
    (context.settings.pdf_dir / "spd-nrw-2022.pdf").write_bytes(b"<html>")
    stand = done(jobs, Action.EINLESEN, SPD, "cdu-nrw-2022", BRUECKE)
    assert ausgang(stand) == {
        SPD: Progress.FEHLGESCHLAGEN,
        "cdu-nrw-2022": Progress.FEHLGESCHLAGEN,
        BRUECKE: Progress.FERTIG,
    }
    assert "kein PDF" in stand.tasks[0].grund and "liegt nicht in" in stand.tasks[1].grund


def broken(auftrag: ReadingTask) -> object:
    """What a worker does here: it imports this module."""
    if auftrag.programm_id == LINDENBUND:
        raise RuntimeError("die Leserei brennt")
    return read_programm(auftrag)


def test_a_bug_in_one_is_logged_and_told_and_the_others_are_read(
    jobs: ReadInJobs, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(indexing, "read_programm", broken)
    with caplog.at_level(logging.ERROR):
        stand = done(jobs, Action.EINLESEN, LINDENBUND, BRUECKE)
    assert ausgang(stand) == {LINDENBUND: Progress.FEHLGESCHLAGEN, BRUECKE: Progress.FERTIG}
    assert "Fehler im Programm" in stand.tasks[0].grund and "die Leserei brennt" in caplog.text


def test_taken_out_is_not_found_and_keeps_its_pdf(context: Context, jobs: ReadInJobs) -> None:
    done(jobs, Action.EINLESEN, LINDENBUND, BRUECKE)
    stand = done(jobs, Action.HERAUSNEHMEN, LINDENBUND)
    assert ausgang(stand) == {LINDENBUND: Progress.FERTIG}
    assert set(context.store.staende("DEMO")) == {BRUECKE}
    assert set(context.texte.stored()) == {BRUECKE}
    assert pdf_of(context, LINDENBUND)


def test_more_can_be_asked_for_while_it_works_and_nothing_twice(context: Context, jobs: ReadInJobs) -> None:
    jobs.start([LINDENBUND, BRUECKE], Action.EINLESEN)
    jobs.start([BRUECKE, LEUCHTTURM], Action.EINLESEN)
    stand = ended(jobs)
    assert [task.programm_id for task in stand.tasks] == [LINDENBUND, BRUECKE, LEUCHTTURM]
    assert stand.runde == 1 and set(context.store.staende("DEMO")) == {LINDENBUND, BRUECKE, LEUCHTTURM}
    assert done(jobs, Action.EINLESEN, BRUECKE).runde == 2


def test_cancelled_finishes_what_is_at_hand_and_leaves_the_rest(
    context: Context, jobs: ReadInJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "worker_count", lambda: 1)
    jobs.start([LINDENBUND, BRUECKE, LEUCHTTURM], Action.EINLESEN)
    until(lambda: Progress.AT_WORK in ausgang(jobs.stand()).values())
    jobs.cancel()
    stand = ended(jobs)
    left = [id for id, progress in ausgang(stand).items() if progress is Progress.ABGEBROCHEN]
    assert left and LINDENBUND not in left
    assert not set(left) & set(context.store.staende("DEMO"))


def test_other_process_that_writes_is_told(
    context: Context, jobs: ReadInJobs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_jobs, "WAITING_TIME", 0.05)
    code = (
        "import sys; from pathlib import Path; from core.programme.chroma import WriterLock\n"
        "from core.base.settings import Settings\n"
        "with WriterLock(Settings(chroma_dir=Path(sys.argv[1]))).held(0):\n"
        "    print('ja', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, context.settings.chroma_dir]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout and other.stdout.readline()
        stand = done(jobs, Action.EINLESEN, LINDENBUND, BRUECKE)
        other.communicate()
    assert set(ausgang(stand).values()) == {Progress.FEHLGESCHLAGEN}
    assert all("schreibt gerade ein anderer: Prozess" in task.grund for task in stand.tasks)
    assert ausgang(done(jobs, Action.EINLESEN, BRUECKE)) == {BRUECKE: Progress.FERTIG}

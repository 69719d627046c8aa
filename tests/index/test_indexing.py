"""PDF → index, end to end with the real model and the real Chroma."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import IndexFehler
from core.base.settings import ROOT, Settings
from core.processes.worker_pool import Pool
from core.programme import stored_streams
from core.programme.context import Context
from core.programme.indexing import (
    Leseausgang,
    ReadingTask,
    index_programm,
    index_programme,
    read_programm,
    remove_programm,
)
from core.programme.stock import ProgrammState, Stock
from core.search.passage_search import find_relevant_chunks
from core.wortlaut.errors import DashboardError
from tests.drucker import Satz, column, print_pdf
from tests.programme.boxes import word_boxes
from tests.prozesse import until

SCHULE = ["Wir erhalten jede Grundschule auf dem Land, auch wenn sie nur noch wenige Kinder hat."] * 4
BAHN = ["Die stillgelegte Bahnstrecke wird wieder in Betrieb genommen und elektrifiziert bis 2030."] * 4


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return context_in(tmp_path)


def context_in(folder: Path) -> Context:
    (folder / "pdf").mkdir()
    return Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "chroma"))


def put(context: Context, programm_id: str, *chapters: tuple[str, list[str]]) -> Path:
    """A small PDF of a registered Programm."""
    pages = [[Satz(60, 60, title, 18), *column(60, lines, 100)] for title, lines in chapters]
    return print_pdf(context.settings.pdf_dir / context.registry.programme[programm_id].pdf, pages)


def ausgang(context: Context, *programm_ids: str) -> list[Leseausgang]:
    return [ergebnis.ausgang for ergebnis in index_programme(programm_ids, context=context)]


def test_programm_is_found_after_indexing(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE), ("Verkehr", BAHN))
    assert index_programm("spd-nrw-2022", context=context) == 2
    best, *_ = find_relevant_chunks("alte Bahnstrecken reaktivieren", bundesland="NRW", context=context)
    assert best.chunk.programm_id == "spd-nrw-2022"
    assert best.chunk.abschnitt == ("Verkehr",)
    assert best.chunk.seiten == (2,)


def test_stored_stream_holds_the_offsets_of_the_chunks(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    index_programm("spd-nrw-2022", context=context)
    stand = context.store.staende("NRW")["spd-nrw-2022"]
    strom = context.texte.load_strom("spd-nrw-2022", stand.version)
    assert strom is not None
    for chunk in context.store.chunks_of("NRW", "spd-nrw-2022"):
        assert strom.text[chunk.start : chunk.end] == chunk.text
        assert word_boxes(strom, chunk.start, chunk.end)


def test_unchanged_content_is_not_read_again(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    assert ausgang(context, "spd-nrw-2022") == [Leseausgang.NEU]

    monkeypatch.setattr(Pool, "submit", None)
    assert ausgang(context, "spd-nrw-2022") == [Leseausgang.UNCHANGED]
    assert index_programm("spd-nrw-2022", context=context) == 1


def test_changed_pdf_replaces_the_old_text(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    index_programm("spd-nrw-2022", context=context)
    put(context, "spd-nrw-2022", ("Verkehr", BAHN))
    assert ausgang(context, "spd-nrw-2022") == [Leseausgang.NEU]
    texts = [chunk.text for chunk in context.store.chunks_of("NRW", "spd-nrw-2022")]
    assert len(texts) == 1 and "Bahnstrecke" in texts[0]
    stored = [path.name.split(".")[1:] for path in context.texte.folder.glob("spd-nrw-2022.*")]
    versions = {name[0] for name in stored} - {"druck"}
    assert len(versions) == 1 and sorted(name[-1] for name in stored) == ["json", "key", "npz", "sieve"]


def test_another_way_of_reading_is_another_version(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    index_programm("spd-nrw-2022", context=context)
    monkeypatch.setattr(stored_streams, "READING_FORMAT", stored_streams.READING_FORMAT + 1)
    assert ausgang(context, "spd-nrw-2022") == [Leseausgang.NEU]


def test_one_bad_pdf_does_not_stop_the_rest_and_keeps_what_was_indexed(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    put(context, "cdu-nrw-2022", ("Verkehr", BAHN))
    index_programm("spd-nrw-2022", context=context)
    (context.settings.pdf_dir / "spd-nrw-2022.pdf").write_bytes(b"%PDF-1.7 kaputt")
    wanted = [Leseausgang.ERROR, Leseausgang.WITHOUT_PDF, Leseausgang.NEU]
    assert ausgang(context, "spd-nrw-2022", "fdp-nrw-2022", "cdu-nrw-2022") == wanted
    assert len(context.store.chunks_of("NRW", "spd-nrw-2022")) == 1
    with pytest.raises(DashboardError, match=r"spd-nrw-2022\.pdf"):
        index_programm("spd-nrw-2022", context=context)


def test_removed_programm_is_not_found_and_leaves_no_file(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    put(context, "cdu-nrw-2022", ("Verkehr", BAHN))
    assert ausgang(context, "spd-nrw-2022", "cdu-nrw-2022") == [Leseausgang.NEU] * 2
    remove_programm("spd-nrw-2022", context)
    assert set(context.store.staende("NRW")) == {"cdu-nrw-2022"}
    assert list(context.texte.folder.glob("spd-nrw-2022.*")) == []


def test_model_and_chunking_have_collections_of_their_own(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE), ("Verkehr", BAHN))
    index_programm("spd-nrw-2022", context=context)
    other = Context(replace(context.settings, chunk_strategie="satzfenster"))
    assert other.store.staende("NRW") == {}
    assert index_programm("spd-nrw-2022", context=other) > 2
    assert len(context.store.chunks_of("NRW", "spd-nrw-2022")) == 2


def test_stock_tells_what_is_known_there_indexed_and_unreadable(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    put(context, "cdu-nrw-2022", ("Verkehr", BAHN))
    (context.settings.pdf_dir / "afd-nrw-2022.pdf").write_bytes(b"<html>Seite nicht gefunden</html>")
    ausgang(context, "spd-nrw-2022", "afd-nrw-2022")
    nrw = next(teil for teil in Stock.of(context, check=True).gebiete if teil.gebiet == "NRW")
    states = {b.programm.id: b.zustand for b in nrw.programme}
    assert {state for id, state in states.items() if "2022" not in id} == {ProgrammState.WITHOUT_PDF}
    assert {id: state for id, state in states.items() if "2022" in id} == {
        "spd-nrw-2022": ProgrammState.INDEXIERT,
        "cdu-nrw-2022": ProgrammState.PDF_PRESENT,
        "afd-nrw-2022": ProgrammState.UNLESBAR,
        "fdp-nrw-2022": ProgrammState.WITHOUT_PDF,
        "gruene-nrw-2022": ProgrammState.WITHOUT_PDF,
    }
    (unlesbar,) = [b for b in nrw.programme if b.zustand is ProgrammState.UNLESBAR]
    assert "ist kein PDF" in unlesbar.hinweise[0]
    assert (nrw.chunks, nrw.seiten, nrw.with_pdf, nrw.schaeden) == (1, 1, 3, ())


def test_broken_database_is_built_anew_from_the_stored_texts(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    put(context, "spd-sh-2022", ("Verkehr", BAHN))
    ausgang(context, "spd-nrw-2022", "spd-sh-2022")
    before = context.store.chunks_of("SH", "spd-sh-2022")
    (context.settings.pdf_dir / "spd-sh-2022.pdf").unlink()
    (context.settings.chroma_dir / "chroma.sqlite3").write_bytes(b"kein SQLite" * 1000)
    fresh = Context(context.settings)
    with pytest.raises(IndexFehler, match=r"ist beschädigt.*python -m core index --all"):
        find_relevant_chunks("Schule", bundesland="NRW", context=fresh)
    run = list(index_programme(["spd-nrw-2022"], context=fresh))
    assert {e.programm_id: e.ausgang for e in run} == dict.fromkeys(
        ("spd-sh-2022", "spd-nrw-2022"), Leseausgang.NEU
    )
    assert fresh.store.chunks_of("SH", "spd-sh-2022") == before


def test_new_model_takes_the_stored_text_and_does_not_read_the_pdf_again(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    index_programm("spd-nrw-2022", context=context)
    read: list[object] = []
    real = Pool.submit
    monkeypatch.setattr(Pool, "submit", lambda self, *call: read.append(call[-1]) or real(self, *call))
    other = Context(replace(context.settings, chunk_strategie="absaetze"))
    assert ausgang(other, "spd-nrw-2022") == [Leseausgang.NEU]
    assert [task.pdf for task in read if isinstance(task, ReadingTask)] == [None]


# --- search -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stocked(demo_ordner: Path, tmp_path_factory: pytest.TempPathFactory) -> Context:
    """Searched only."""
    context = context_in(tmp_path_factory.mktemp("bestand"))
    shutil.copytree(demo_ordner, context.settings.chroma_dir)
    for programm_id in ("spd-nrw-2022", "cdu-nrw-2022", "spd-sh-2022", "spd-grundsatz"):
        put(context, programm_id, ("Schule", SCHULE), ("Verkehr", BAHN))
    ids = ["spd-nrw-2022", "cdu-nrw-2022", "spd-sh-2022", "spd-grundsatz"]
    assert Leseausgang.ERROR not in ausgang(context, *ids)
    return context


def found(context: Context, **filters: object) -> set[str]:
    hits = find_relevant_chunks("Grundschulen auf dem Land", top_k=50, context=context, **filters)  # type: ignore[arg-type]
    # The party's programmes hold the same text: it is shown once, with its other places.
    return {chunk.programm_id for hit in hits for chunk in (hit.chunk, *hit.weitere)}


def test_a_land_gives_its_own_and_what_is_valid_everywhere(stocked: Context) -> None:
    assert found(stocked, bundesland="NRW") == {"spd-nrw-2022", "cdu-nrw-2022", "spd-grundsatz"}
    assert found(stocked, bundesland="Nordrhein-Westfalen") == found(stocked, bundesland="NRW")
    assert found(stocked, bundesland="DEMO", min_similarity=-1) == set(stocked.registry.demo_programme)
    assert {"spd-nrw-2022", "spd-sh-2022", "spd-grundsatz"} < found(stocked)
    assert found(stocked, bundesland="NRW", parteien=["Sozialdemokraten"]) == {
        "spd-nrw-2022",
        "spd-grundsatz",
    }
    assert found(stocked, typ="parteiprogramm", parteien=["SPD"]) == {"spd-grundsatz"}


# --- killed, and two at once --------------------------------------------------------------------------------


def command(context: Context, *arguments: str) -> subprocess.Popen[str]:
    env = {
        **os.environ,
        "CHROMA_DIR": str(context.settings.chroma_dir),
        "PDF_DIR": str(context.settings.pdf_dir),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "core", *arguments], cwd=ROOT, env=env, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )  # fmt: skip


def workers_of(pid: int) -> list[int]:
    """The processes that name it as their owner."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if b"core.processes.worker_process" in words and str(pid).encode() in words:
                found.append(int(path.parent.name))
    return found


@pytest.mark.parametrize("how", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.night)])
def test_stopped_run_leaves_no_process_and_a_usable_index_that_the_next_completes(
    context: Context, how: signal.Signals
) -> None:
    shutil.copytree(ROOT / "data" / "demo" / "pdf", context.settings.pdf_dir, dirs_exist_ok=True)
    with command(context, "demo") as process:
        while process.poll() is None and not list(context.texte.folder.glob("*.npz")):
            time.sleep(0.01)
        workers = workers_of(process.pid)
        process.send_signal(how)
        _, errors = process.communicate()
    assert workers
    for programm_id, stand in context.store.staende("DEMO").items():
        assert len(context.store.chunks_of("DEMO", programm_id)) == stand.chunks
        assert context.texte.load_strom(programm_id, stand.version) is not None
    if how is signal.SIGINT:
        assert process.returncode == 130 and "Der Index ist unversehrt" in errors
    until(lambda: not workers_of(process.pid))
    assert Leseausgang.ERROR not in ausgang(context, *context.registry.demo_programme)
    assert len(context.store.staende("DEMO")) == 4
    assert [teil.schaeden for teil in Stock.of(context, check=True).gebiete if teil.schaeden] == []


def contents(context: Context) -> dict[str, object]:
    return {
        programm_id: (stand.version, stand.angaben, context.store.chunks_of("DEMO", programm_id))
        for programm_id, stand in context.store.staende("DEMO").items()
    }


@pytest.mark.night
def test_many_workers_find_what_one_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, vectors = [], []
    for workers in (1, 4):
        monkeypatch.setattr("core.processes.worker_pool.worker_count", lambda workers=workers: workers)
        (tmp_path / str(workers)).mkdir()
        context = context_in(tmp_path / str(workers))
        assert ausgang(context, *context.registry.demo_programme) == [Leseausgang.NEU] * len(
            context.registry.demo_programme
        )
        found.append(contents(context))
        blocks = context.store.sammlung("DEMO").blocks
        vectors.append({programm_id: block.vectors.tobytes() for programm_id, block in blocks.items()})
    assert found[0] == found[1] and vectors[0] == vectors[1] and len(found[0]) == 4


def killed(auftrag: ReadingTask) -> object:
    """What a worker does here: it imports this module."""
    if auftrag.programm_id == "spd-nrw-2022":
        os.kill(os.getpid(), signal.SIGKILL)
    return read_programm(auftrag)


def crashed(auftrag: ReadingTask) -> object:
    if auftrag.programm_id == "spd-nrw-2022":
        os.kill(os.getpid(), signal.SIGSEGV)
    return read_programm(auftrag)


@pytest.mark.parametrize(
    ("read", "told", "is_fault"),
    [(crashed, "abgestürzt (SIGSEGV)", True), (killed, "zweimal beendet", False)],
)
def test_lost_worker_is_told_and_the_rest_goes_on(
    context: Context,
    monkeypatch: pytest.MonkeyPatch,
    read: Callable[[ReadingTask], object],
    told: str,
    is_fault: bool,
) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    put(context, "cdu-nrw-2022", ("Verkehr", BAHN))
    monkeypatch.setattr("core.programme.indexing.read_programm", read)
    first, second = index_programme(["spd-nrw-2022", "cdu-nrw-2022"], context=context)
    assert (first.ausgang, second.ausgang) == (Leseausgang.ERROR, Leseausgang.NEU)
    assert told in first.grund
    # The system's killer says nothing of the file.
    assert ("spd-nrw-2022" in context.texte.faults()) is is_fault


@pytest.mark.night
def test_two_processes_at_once_index_both(context: Context) -> None:
    put(context, "spd-nrw-2022", ("Schule", SCHULE))
    put(context, "cdu-nrw-2022", ("Verkehr", BAHN))
    both = [command(context, "index", "--programm", name) for name in ("spd-nrw-2022", "cdu-nrw-2022")]
    errors = [process.communicate()[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], errors
    assert set(context.store.staende("NRW")) == {"spd-nrw-2022", "cdu-nrw-2022"}
    assert [teil.schaeden for teil in Stock.of(context, check=True).gebiete if teil.schaeden] == []

"""kill -9 at random moments of all that writes: nothing acknowledged is lost, nothing needs a hand.

Each kind of work is a process of its own that says what it has acknowledged as soon as the app would. It is
killed at a random moment; then what it left is looked through, and the work begins again on the same folder.
"""

import contextlib
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from sqlalchemy import text

from core.antrag.read_antrag import read_antrag_bytes
from core.assessment.batch import combinations, run_batch
from core.base.background import under_way
from core.base.models import gebiet_of
from core.base.settings import ROOT, Settings
from core.cli.backup import open_backup, restore_backup, write_backup
from core.demo.demo_antraege import demo_antraege, demo_auftrag
from core.programme.context import Context
from core.programme.indexing import Indexergebnis, Leseausgang, index_steps
from core.programme.reading_jobs import ReadInJobs
from core.programme.registering import Details
from core.runs.import_laeufe import import_json
from core.runs.lauf import Status
from core.runs.store import open_store, runstore
from core.wortlaut.reading.mupdf import open_pdf
from tests.bench.figures import Figure

KILLS = 45
"""Of each kind."""

PDF = ROOT / "data" / "demo" / "pdf" / "bruecke-grundsatz.pdf"
FILE = "laeufe.sqlite3"
PROMPTS = 400
PDFS = 60
BACKUPS = 4


def measure() -> list[Figure]:
    figures, total = [], 0
    for name in KINDS:
        ergebnis = killed_often(name, KILLS, random.Random(name))
        total += ergebnis.kills
        figures += [
            Figure(f"{name}: kills", ergebnis.kills, "", f"≥ {KILLS}"),
            Figure(f"{name}: acknowledged before a kill", ergebnis.acknowledged, "", "≥ 1"),
            Figure(f"{name}: faults afterwards", len(ergebnis.faults), "", "≤ 0"),
        ]
        for fault in ergebnis.faults[:10]:
            sys.stderr.write(f"{name}: {fault}\n")
    return [*figures, Figure("kills in all", total, "", "≥ 200")]


@dataclass
class Ergebnis:
    kills: int = 0
    acknowledged: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Art:
    """A kind of work: what it begins with, what it does, and what must be so afterwards."""

    prepare: Callable[[Path], object]
    work: Callable[[Path], object]
    check: Callable[[Path, list[str]], object]
    goes_on: bool = True
    """Whether what was begun can be gone on with; else every kill has a folder of its own."""


def killed_often(name: str, kills: int, chance: random.Random) -> Ergebnis:
    """Kill the work so often; where it ends before, it begins anew in an empty folder."""
    art, ergebnis = KINDS[name], Ergebnis()
    with tempfile.TemporaryDirectory() as root:
        prepared, folder = Path(root) / "anfang", Path(root) / "ort"
        prepared.mkdir()
        art.prepare(prepared)
        shutil.copytree(prepared, folder)
        longest, known = _worked(name, folder, None).seconds, []
        shutil.rmtree(folder)
        while ergebnis.kills < kills:
            if not folder.exists():
                shutil.copytree(prepared, folder)
                known = []
            done = _worked(name, folder, chance.uniform(0, longest))
            known += done.acknowledged
            ergebnis.kills += done.is_killed
            ergebnis.acknowledged += len(done.acknowledged) if done.is_killed else 0
            ergebnis.faults += [done.fault] if done.fault else []
            fault = _checked(name, folder, known)
            if fault:
                ergebnis.faults.append(f"kill {ergebnis.kills}: {fault}")
            if fault or not (done.is_killed and art.goes_on):
                shutil.rmtree(folder)
    return ergebnis


@dataclass(frozen=True)
class Gang:
    is_killed: bool
    seconds: float
    acknowledged: list[str]
    fault: str


def _worked(name: str, folder: Path, delay: float | None) -> Gang:
    """One process; killed so many seconds after it has begun to work, unless it is done before."""
    command = [sys.executable, "-m", "tests.bench.kill", name, str(folder)]
    with tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
        assert process.stdout
        first = process.stdout.readline()
        begin = time.monotonic()
        timer = threading.Timer(delay, process.kill) if delay is not None else None
        if timer:
            timer.start()
        lines = process.stdout.read().split("\n")[:-1]  # what has no end was not said
        process.stdout.close()
        seconds, code = time.monotonic() - begin, process.wait()
        if timer:
            timer.cancel()
        errors.seek(0)
        fault = "" if code in (0, -9) and first == "bereit\n" else f"code {code}: {errors.read()[-600:]}"
    return Gang(code == -9, seconds, lines, fault)


def _checked(name: str, folder: Path, known: list[str]) -> str:
    """What is wrong with what was left, as the next process finds it."""
    command = [sys.executable, "-m", "tests.bench.kill", name, str(folder), "-"]
    done = subprocess.run(
        command, cwd=ROOT, input="\n".join(known), capture_output=True, text=True, check=False
    )
    return "" if done.returncode == 0 else f"code {done.returncode}: {done.stderr[-600:]}"


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _settings(folder: Path) -> Settings:
    return replace(
        Settings(), chroma_dir=folder / "index", pdf_dir=folder / "pdf", laeufe_dir=folder / "laeufe"
    )


# --- index --------------------------------------------------------------------------------------------------


def _index(folder: Path) -> None:
    context = Context(_settings(folder))
    wanted = context.registry.demo_programme
    _say("bereit")
    for schritt in index_steps(wanted, context=context):
        if isinstance(schritt, Indexergebnis):
            assert schritt.ausgang in (Leseausgang.NEU, Leseausgang.UNCHANGED), schritt
            _say(f"{schritt.programm_id} {schritt.chunks}")


def _check_index(folder: Path, known: list[str]) -> None:
    context = Context(_settings(folder))
    for line in known:
        programm_id, chunks = line.split()
        programm = context.registry.programme[programm_id]
        stand = context.store.stand_of(programm)
        assert stand and stand.chunks == int(chunks), f"{line}: {stand}"
        found = context.store.chunks_of(gebiet_of(programm), programm_id)
        assert len({chunk.id for chunk in found}) == len(found) == int(chunks), f"{line}: {len(found)}"


# --- batch --------------------------------------------------------------------------------------------------


def _prepare_batch(folder: Path) -> None:
    _index_quietly(folder)
    open_store(None, folder / "laeufe").close()


def _index_quietly(folder: Path) -> None:
    context = Context(_settings(folder))
    steps = index_steps(context.registry.demo_programme, context=context)
    ends = [step for step in steps if isinstance(step, Indexergebnis)]
    assert all(end.ausgang is Leseausgang.NEU for end in ends)


def _batch(folder: Path) -> None:
    context = Context(_settings(folder))
    template = demo_auftrag(context)
    antraege = [
        read_antrag_bytes(path.read_bytes(), context.registry) for path in demo_antraege(context).values()
    ]
    auftraege = combinations(antraege, [template.modell], [template.prompt], 4, template)
    _say("bereit")
    for ergebnis in run_batch(context, auftraege, workers=2):
        assert ergebnis.status is Status.FERTIG, ergebnis.fehler
        _say(ergebnis.lauf_id)


def _check_batch(folder: Path, known: list[str]) -> None:
    _check_integrity(folder)
    store = open_store(None, folder / "laeufe")
    try:
        for lauf_id in known:
            lauf = store.load(lauf_id)
            assert lauf.status is Status.FERTIG and lauf.teile, lauf_id
        with store.reading() as connection:
            rows = connection.execute(
                text("SELECT schluessel, antrag_hash, wiederholung FROM lauf WHERE status = 'fertig'")
            ).all()
        twice = [row for row, count in Counter(map(tuple, rows)).items() if count > 1]
        assert not twice, f"{len(twice)} Läufe twice"
    finally:
        store.close()


def _check_integrity(folder: Path) -> None:
    with contextlib.closing(sqlite3.connect(folder / "laeufe" / FILE)) as database:
        (answer,) = database.execute("PRAGMA integrity_check").fetchone()
        broken = database.execute("PRAGMA foreign_key_check").fetchall()
    assert answer == "ok" and not broken, (answer, broken[:3])


# --- register -----------------------------------------------------------------------------------------------


def _prepare_register(folder: Path) -> None:
    shutil.copytree(ROOT / "data" / "registry", folder / "data" / "registry")
    (folder / "data" / "registry" / "programme" / "eigene.toml").unlink(missing_ok=True)


def _own(folder: Path) -> Context:
    return Context(replace(_settings(folder), data_dir=folder / "data"))


def _register(folder: Path) -> None:
    jobs = ReadInJobs(_own(folder))
    pdf = PDF.read_bytes()
    _say("bereit")
    for jahr in range(2030, 2042):
        _say(jobs.register(_details(jahr), pdf).id)
    jobs.cancel()
    while any(under_way().values()):  # Python may crash where it ends while a thread is in Chroma's own code
        time.sleep(0.05)


def _details(jahr: int) -> Details:
    return Details(
        name=f"SPD NRW {jahr}",
        typ="wahlprogramm",
        partei="SPD",
        bundesland="NRW",
        jahr=jahr,
        gueltig_ab=date(jahr, 1, 1),
    )


def _check_register(folder: Path, known: list[str]) -> None:
    context = _own(folder)
    for programm_id in known:
        programm = context.registry.programme[programm_id]
        open_pdf(context.settings.pdf_dir / programm.pdf).close()
    before = context.registry.eigene
    assert len(set(known)) == len(known) and set(known) <= set(before)
    added = context.own_entries.add(context.registry, _details(2099))
    context.pdf_folder.store(added, PDF.read_bytes())
    context.own_entries.remove(added.id)
    assert context.registry.eigene == before


# --- import -------------------------------------------------------------------------------------------------


def _prepare_import(folder: Path) -> None:
    _prepare_batch(folder)
    _batch_quietly(folder)
    store = open_store(None, folder / "laeufe")
    laeufe = [line.id for line in store.list_laeufe()]
    files = [store.export_json([lauf_id]) for lauf_id in laeufe]
    store.close()
    for number in range(10):
        for place, (lauf_id, export) in enumerate(zip(laeufe, files, strict=True)):
            copy = json.dumps(export).replace(lauf_id, f"{place:05}{number:05}")
            (folder / f"export-{number}-{place}.json").write_text(copy)
    shutil.rmtree(folder / "laeufe")
    shutil.rmtree(folder / "index")


def _batch_quietly(folder: Path) -> None:
    context = Context(_settings(folder))
    for ergebnis in run_batch(context, [demo_auftrag(context)], workers=1):
        assert ergebnis.status is Status.FERTIG


def _import(folder: Path) -> None:
    store = open_store(None, folder / "laeufe")
    _say("bereit")
    for path in sorted(folder.glob("export-*.json")) * 3:
        for lauf_id in import_json(store, json.loads(path.read_text())):
            _say(f"{lauf_id}")


def _check_import(folder: Path, known: list[str]) -> None:
    if not (folder / "laeufe" / FILE).exists():
        assert not known
        return
    _check_integrity(folder)
    store = open_store(None, folder / "laeufe")
    there = [line.id for line in store.list_laeufe()]
    store.close()
    assert len(set(there)) == len(there) <= len(list(folder.glob("export-*.json")))
    assert set(known) <= set(there)


# --- backup and restore -------------------------------------------------------------------------------------


def _prepare_backup(folder: Path) -> None:
    open_store(None, folder / "laeufe").close()
    shutil.copytree(ROOT / "data" / "registry", folder / "data" / "registry")
    (folder / "pdf").mkdir()
    for number in range(PDFS):
        (folder / "pdf" / f"p{number:03}.pdf").write_bytes(PDF.read_bytes() + b"%d" % number)


def _backup(folder: Path) -> None:
    context = _own(folder)
    _say("bereit")
    for _ in range(BACKUPS):
        prompt = runstore(context).save_prompt("Sicherung", f"Stand {time.monotonic_ns()}")
        path, _ = write_backup(context, folder / f"s{prompt.nummer}.zip")
        _say(f"{path} {prompt.nummer}")


def _check_backup(folder: Path, known: list[str]) -> None:
    """Whatever has the name of a backup is a whole one, and holds what was acknowledged before it."""
    _check_integrity(folder)
    assert {Path(line.split()[0]) for line in known} <= set(folder.glob("*.zip"))
    for path in folder.glob("*.zip"):
        with open_backup(path) as backup:
            backup.verify()
    for line in known[-1:]:
        path, nummer = line.split()
        with tempfile.TemporaryDirectory() as scratch:
            other = _own(Path(scratch))
            restored = restore_backup(other, Path(path))
            assert restored.dateien == PDFS, restored
            assert runstore(other).list_prompts()[0].nummer == int(nummer)
            other.close()


def _prepare_restore(folder: Path) -> None:
    full = folder / "voll"
    full.mkdir()
    _prepare_backup(full)
    context = _own(full)
    for number in range(PROMPTS):
        runstore(context).save_prompt("Sicherung", f"Stand {number}")
    write_backup(context, folder / "s.zip")
    context.close()
    shutil.rmtree(full)


def _restore(folder: Path) -> None:
    context = _own(folder)
    _say("bereit")
    restore_backup(context, folder / "s.zip")
    _say("fertig")


def _check_restore(folder: Path, known: list[str]) -> None:
    """All or nothing of the store; begun again it comes to its end, over what was placed before."""
    context = _own(folder)
    there = len(runstore(context).list_prompts())
    assert there in (0, PROMPTS) and (there or not known), there
    if not there:
        restore_backup(context, folder / "s.zip")
    assert len(runstore(context).list_prompts()) == PROMPTS
    pdfs = sorted((folder / "pdf").glob("*.pdf"))
    assert [path.read_bytes() for path in pdfs] == [PDF.read_bytes() + b"%d" % n for n in range(PDFS)]
    _check_integrity(folder)


KINDS = {
    "index": Art(lambda folder: None, _index, _check_index),
    "batch": Art(_prepare_batch, _batch, _check_batch),
    "register": Art(_prepare_register, _register, _check_register),
    "import": Art(_prepare_import, _import, _check_import),
    "backup": Art(_prepare_backup, _backup, _check_backup),
    "restore": Art(_prepare_restore, _restore, _check_restore, goes_on=False),
}


if __name__ == "__main__":
    os.environ.pop("DATABASE_URL", None)
    chosen, place = KINDS[sys.argv[1]], Path(sys.argv[2])
    if len(sys.argv) == 3:
        chosen.work(place)
    else:
        chosen.check(place, sys.stdin.read().splitlines())

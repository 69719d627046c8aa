"""`core update` killed at any moment: the next one completes, nothing is there twice, half, or sent again.

The sources are a server in the process itself, always at the same port, so that it dies with it too. What it
sent whole stands in a file, so that it can be told what was sent again though it was there.
"""

import contextlib
import json
import os
import shutil
import socket
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from core.assessment.user_prompts import find_prompt
from core.context import Context
from core.index.indexing import gebiet_of
from core.llm.catalogue import OFFLINE
from core.llm.prompts import FUNDSTELLEN
from core.programme.pdf import open_pdf
from core.runs.lauf import Status
from core.runs.lauf_filter import Filter
from core.runs.store import runstore
from core.settings import ROOT, Settings
from core.sources.provenance import load_fassungen
from core.update.new_antraege import AutomaticAssessment
from core.update.run_update import UpdateBrought, run_update
from tests.sources.quellserver import Quellserver, Reply, Request, quellserver
from tests.update.sources_of_nrw import PROGRAMMES, order, put_all

OLD, NEW = 2, 8
"""Anträge of the first reading, which is not killed, and new ones, which are assessed."""

Say = Callable[[str], None]


class LoggedServer(Quellserver):
    """Notes on the disk what it is about to send whole."""

    log: Path

    def reply(self, request: Request) -> Reply:
        reply = super().reply(request)
        if reply.status == 200 and request.path.endswith((".pdf", ".xml")):
            with self.log.open("a", encoding="utf-8") as file:
                file.write(f"{request.path}\n")
                os.fsync(file.fileno())
        return reply


def prepare(folder: Path) -> None:
    """A place where the Anträge of the source were read once; its programmes are not there yet."""
    data = folder / "data"
    shutil.copytree(ROOT / "data" / "registry", data / "registry", ignore=shutil.ignore_patterns("eigene*"))
    for name in ("model", "modelle.toml", "prompts"):
        (data / name).symlink_to(ROOT / "data" / name)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        (folder / "port").write_text(str(free.getsockname()[1]))
    context = _context(folder)
    with _server(folder, OLD, '"1"') as server:
        _updated(context, folder, server, programmes=False)
    context.close()
    (folder / "sent").unlink()


def work(folder: Path, say: Say) -> None:
    context = _context(folder)
    with _server(folder, OLD + NEW, '"2"') as server:
        say("bereit")
        brought = _updated(context, folder, server)
        assert brought.stored.meldungen == (), brought.stored.meldungen
        say(brought.stored.id)
    context.close()


def check(folder: Path, known: list[str]) -> None:
    """In a copy the next update completes what was left; one more finds nothing to do."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "ort"
        shutil.copytree(folder, copy, symlinks=True)
        _sound(copy)
        kills = int((folder / "kills").read_text()) if (folder / "kills").exists() else 0
        (folder / "kills").write_text(str(kills + 1))
        context = _context(copy)
        with _server(copy, OLD + NEW, '"2"') as server:
            last = runstore(context).last_update()
            assert last
            brought = _updated(context, copy, server)
            assert brought.stored.meldungen == (), brought.stored.meldungen
            counted = NEW if last.antraege == OLD else 0
            assert brought.stored.antraege == counted and not (counted and known), brought.stored
            _whole(context)
            sent = Counter((copy / "sent").read_text().split())
            again = {path: count for path, count in sent.items() if count > 1}
            assert sum(count - 1 for count in again.values()) <= kills + 1, again
            before = len((copy / "sent").read_text())
            stored = _updated(context, copy, server).stored
            assert (stored.programme, stored.antraege, stored.laeufe) == (0, 0, 0), stored
            assert len((copy / "sent").read_text()) == before, "sent again though it was there"
        context.close()


def _sound(folder: Path) -> None:
    """As it was left: what bears the name of a file is whole, and has its origin beside it."""
    settings = _settings(folder)
    for pdf in (*settings.pdf_dir.glob("*.pdf"), *(settings.laeufe_dir / "antraege").glob("*.pdf")):
        open_pdf(pdf).close()
    for origin in settings.pdf_dir.glob("*.json"):
        json.loads(origin.read_text(encoding="utf-8"))


def _whole(context: Context) -> None:
    store = runstore(context)
    listed = store.list_listed()
    assert len(listed) == store.count_listed() == OLD + NEW, store.count_listed()
    ended = store.list_laeufe(Filter(status=Status.FERTIG))
    assert sorted(z.drucksache for z in ended) == sorted(f"18/{n}" for n in range(OLD + 1, OLD + NEW + 1)), (
        ended
    )
    assert len(store.list_antraege()) == NEW
    for name in PROGRAMMES:
        programm = context.registry.programme[f"{name}-nrw-2022"]
        assert len(load_fassungen(context.settings, programm)) == 1
        chunks = context.store.chunks_of(gebiet_of(programm), programm.id)
        stand = context.store.staende(gebiet_of(programm))[programm.id]
        assert len({chunk.id for chunk in chunks}) == len(chunks) == stand.chunks > 0


def _updated(context: Context, folder: Path, server: Quellserver, programmes: bool = True) -> UpdateBrought:
    prompt = find_prompt(context, runstore(context), FUNDSTELLEN)
    ask = AutomaticAssessment(OFFLINE, prompt, None)
    land = "NRW" if programmes else None
    return run_update(context, order(server, folder / "laeufe" / "quellen", land=land, ask=ask))


@contextlib.contextmanager
def _server(folder: Path, antraege: int, etag: str) -> Iterator[Quellserver]:
    port = int((folder / "port").read_text())
    with quellserver({}, LoggedServer, port) as server:
        assert isinstance(server, LoggedServer)
        server.log = folder / "sent"
        put_all(server, antraege, etag)
        yield server


def _settings(folder: Path) -> Settings:
    own = {"data_dir": folder / "data", "pdf_dir": folder / "pdf", "chroma_dir": folder / "index"}
    return replace(Settings(), laeufe_dir=folder / "laeufe", **own)


def _context(folder: Path) -> Context:
    return Context(_settings(folder))

"""Assess one Antrag: the only module that knows the order of steps. Every step is stored as it comes."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from typing import Any

from core.assessment.auftrag import Auftrag, Schritt, Suche, schluessel
from core.assessment.parteiteil import (
    Parteiteil,
    anfrage_of,
    answered,
    failed,
    judge,
    prepare,
    without_sources,
)
from core.citations.quellen import Quellen
from core.context import Context
from core.errors import (
    AnfrageAbgebrochen,
    AntwortUnlesbar,
    DashboardError,
    EingabeError,
    ModellFehler,
)
from core.llm.antwort import Antragsantwort
from core.llm.client import ask
from core.llm.einbau import Passung, install
from core.llm.katalog import OFFLINE
from core.llm.material import antrag_slots
from core.llm.prompts import fill
from core.models import Typ
from core.retrieval.antragssuche import Quotes, search_antrag
from core.retrieval.geltung import Auswahl, choose_programme
from core.retrieval.passung import passung
from core.retrieval.suchraum import suchraum
from core.retrieval.vectorstore import UEBERALL
from core.runs.lauf import NeuerLauf, Status, Teil
from core.runs.store import Runstore, open_store
from core.runs.wiederaufnahme import Bezahlt, paid_parts
from core.settings import Settings

ANTRAG = ""
"""The Teil on the Antrag itself."""

RECORDED = ("litellm", "chromadb", "pymupdf", "bm25s", "numpy", "tokenizers", "scikit-learn")
STRATEGIE = "passagen umfeld"

OnStep = Callable[[Schritt], None]
Material = tuple[Auswahl, Quotes, dict[str, float]]
"""Which programmes count, what they say, and the seconds each took to find."""


@cache
def runstore(settings: Settings) -> Runstore:
    """The store of these settings, opened once."""
    return open_store(settings.database_url, settings.laeufe_dir)


def assess(
    context: Context,
    auftrag: Auftrag,
    on_step: OnStep | None = None,
    abbruch: threading.Event | None = None,
    material: Material | None = None,
) -> str:
    """Run it and store it whole; returns the Lauf's id. A Lauf that fails is stored with its reason."""
    install(context)
    auswahl, quotes, seconds = material or retrieve(context, auftrag)
    store, key = runstore(context.settings), schluessel(auftrag, quotes)
    cached = None if auftrag.fresh else store.find_cached(key)
    lauf_id = store.start(_neuer_lauf(context, auftrag, auswahl, key, seconds, cached))
    try:
        if cached:
            _copy(store, cached, lauf_id)
        else:
            paid = {} if auftrag.fresh else paid_parts(store, key)
            _run(context, auftrag, auswahl, quotes, lauf_id, paid, on_step, abbruch)
    except AnfrageAbgebrochen:
        store.cancel(lauf_id)
    except DashboardError as reason:
        store.fail(lauf_id, str(reason))
    except BaseException:
        store.fail(lauf_id, "Ein Fehler im Programm hat den Lauf beendet. Bitte melden Sie ihn.")
        raise
    return lauf_id


def find_finished(context: Context, auftrag: Auftrag, material: Material) -> str | None:
    """The Lauf that has answered this question before."""
    return runstore(context.settings).find_cached(schluessel(auftrag, material[1]))


def retrieve(context: Context, suche: Suche) -> Material:
    """Which programmes count and what they say, with the seconds each step took."""
    antrag, begin = suche.antrag, time.perf_counter()
    auswahl = choose_programme(
        context, antrag.bundesland or "", antrag.datum, antrag.antragsteller, suche.weitere
    )
    chosen = time.perf_counter()
    if not auswahl.parteien:
        raise EingabeError(
            "Zu diesem Antrag ist keine Partei bekannt: Es sind weder Antragsteller genannt noch steht eine "
            "Regierung im Register. Wählen Sie mindestens eine Partei."
        )
    quotes = search_antrag(context, antrag, auswahl, suche.top_k, suche.min_similarity)
    return auswahl, quotes, {"auswahl": chosen - begin, "suche": time.perf_counter() - chosen}


def _neuer_lauf(
    context: Context,
    auftrag: Auftrag,
    auswahl: Auswahl,
    key: str,
    seconds: Mapping[str, float],
    cached: str | None,
) -> NeuerLauf:
    staende = {gebiet: context.store.staende(gebiet) for gebiet in (auswahl.bundesland, UEBERALL)}
    antrag = replace(auftrag.antrag, bundesland=auswahl.bundesland, datum=auswahl.datum)
    return NeuerLauf(
        antrag=antrag,
        modell_gefragt=auftrag.modell,
        prompt_id=auftrag.prompt.id,
        prompt_version=str(auftrag.prompt.version),
        prompt_hash=auftrag.prompt.hash,
        prompt_text=f"{auftrag.prompt.system}\n\n{auftrag.prompt.nutzer}",
        schluessel=key,
        strategie=STRATEGIE,
        parameter={**auftrag.parameter, "dauer": dict(seconds)},
        embedder=context.embedder.fingerprint,
        index_stand={g: {name: s.version for name, s in own.items()} for g, own in staende.items()},
        bibliotheken={name: version(name) for name in RECORDED},
        wiederholung=auftrag.wiederholung,
        aus_cache=cached,
        is_demo=auftrag.is_demo,
        batch_id=auftrag.batch_id,
    )


def _copy(store: Runstore, source: str, lauf_id: str) -> None:
    """The stored answer of the same question; nothing is asked and nothing paid."""
    old = store.load(source)
    store.save_fundstellen(lauf_id, old.angebote)
    for teil in old.teile:
        free = replace(teil, kosten=0.0 if teil.kosten is not None else None)
        scores = [score for score in old.scores if score.partei == teil.partei]
        zitate = [zitat for zitat in old.zitate if zitat.partei == teil.partei]
        store.save_teil(lauf_id, free, scores, zitate)
    store.finish(lauf_id)


def _run(
    context: Context,
    auftrag: Auftrag,
    auswahl: Auswahl,
    quotes: Quotes,
    lauf_id: str,
    paid: Mapping[str, Bezahlt],
    on_step: OnStep | None,
    abbruch: threading.Event | None,
) -> None:
    store = runstore(context.settings)
    names = {beteiligte.partei: beteiligte.name for beteiligte in auswahl.parteien}
    total, done, cost = len(names) + (auftrag.antragsprompt is not None), 0, 0.0
    failures: list[Teil] = []
    for part in _parts(context, auftrag, auswahl, quotes, names, lauf_id, paid, abbruch):
        store.save_teil(lauf_id, part.teil, part.scores, part.zitate)
        done, cost = done + 1, cost + (part.teil.kosten or 0)
        if part.teil.status is Status.FEHLGESCHLAGEN:
            failures.append(part.teil)
        if on_step:
            on_step(Schritt(lauf_id, done, total, part.teil.partei, part.teil.fehler, cost))
    if abbruch is not None and abbruch.is_set():
        store.cancel(lauf_id)
    elif failures and len(failures) == total - _silent(quotes):
        store.fail(lauf_id, failures[0].fehler)
    else:
        store.finish(lauf_id)


def _silent(quotes: Quotes) -> int:
    return sum(not own for own in quotes.values())


def _parts(
    context: Context,
    auftrag: Auftrag,
    auswahl: Auswahl,
    quotes: Quotes,
    names: Mapping[str, str],
    lauf_id: str,
    paid: Mapping[str, Bezahlt],
    abbruch: threading.Event | None,
) -> Iterator[Parteiteil]:
    """The parties' answers as they come. What stops one stops all where the cause is not the party's."""
    shares = _shares(context, auftrag, auswahl)
    vorlagen = []
    for partei, name in names.items():
        if not quotes[partei]:
            yield without_sources(partei, name)
            continue
        vorlagen.append(prepare(context, auftrag, partei, name, quotes[partei], shares.get(partei, {})))
    runstore(context.settings).save_fundstellen(lauf_id, [a for v in vorlagen for a in v.angebote])
    quellen = Quellen(context)
    with ThreadPoolExecutor(auftrag.parallel) as pool:
        jobs: list[Future[Parteiteil]] = []
        if auftrag.antragsprompt is not None and ANTRAG not in paid:
            jobs.append(pool.submit(_judge_antrag, context, auftrag, abbruch))
        asked = [vorlage for vorlage in vorlagen if vorlage.partei not in paid]
        jobs += [pool.submit(judge, context, auftrag, vorlage, quellen, abbruch) for vorlage in asked]
        for teil, scores, zitate in paid.values():
            yield Parteiteil(replace(teil, kosten=0.0 if teil.kosten is not None else None), scores, zitate)
        pending = set(jobs)
        while pending:
            finished, pending = wait(pending, return_when=FIRST_COMPLETED)
            for job in sorted(finished, key=jobs.index):
                yield job.result()


def _shares(context: Context, auftrag: Auftrag, auswahl: Auswahl) -> dict[str, Passung]:
    """Party → its programmes' shares of the wording, Wahlprogramme among themselves and Parteiprogramme."""
    if auftrag.modell != OFFLINE or not auswahl.zaehlende():
        return {}
    raum = suchraum(context, bundesland=auswahl.bundesland)
    result: dict[str, dict[Typ, tuple[float, int]]] = {}
    for typ in Typ:
        programme = [programm for programm in auswahl.zaehlende() if programm.typ is typ]
        shares = passung(raum, auftrag.antrag, [programm.id for programm in programme])
        for programm in programme:
            if programm.id in shares:
                result.setdefault(programm.partei, {})[typ] = (shares[programm.id], len(shares))
    return dict(result)


def _judge_antrag(context: Context, auftrag: Auftrag, abbruch: threading.Event | None) -> Parteiteil:
    """The Antrag itself: summary, tags, strengths and weaknesses."""
    assert auftrag.antragsprompt is not None
    started = datetime.now(UTC)
    messages = list(fill(auftrag.antragsprompt, antrag_slots(auftrag.antrag)))
    versuche: list[Any] = []
    try:
        antwort = ask(anfrage_of(auftrag, messages, Antragsantwort, abbruch), on_attempt=versuche.append)
    except ModellFehler as reason:
        roh = reason.roh if isinstance(reason, AntwortUnlesbar) else ""
        return Parteiteil(failed(ANTRAG, reason, roh, messages, versuche, started))
    seconds = {"modell": antwort.dauer}
    return Parteiteil(answered(ANTRAG, antwort, messages, antwort.data or {}, seconds, started))

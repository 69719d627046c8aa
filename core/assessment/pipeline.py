"""Assess one Antrag: the only module that knows the order of steps. Every step is stored as it comes."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import partial
from importlib.metadata import version

from core.antrag.antrag import Antrag
from core.assessment import pipeline
from core.assessment.auftrag import Auftrag, Schritt, Suche, schluessel, zitierweise
from core.assessment.forderung_pairs import measured
from core.assessment.parteiteil import (
    ANTRAG,
    Parteiteil,
    ParteiTemplate,
    anfrage_on_antrag,
    anfrage_on_partei,
    frage_on_antrag,
    judge,
    judge_antrag,
    not_asked,
    prepare,
)
from core.base import clock
from core.base.background import ENDED, Jobs, Pulse, WorkState, rest
from core.base.errors import EingabeError
from core.base.models import UEBERALL, gebiet_of
from core.base.version import VERSION
from core.llm.anfrage import Anfrage, Budget
from core.llm.litellm_access import load_beside
from core.llm.offline import install
from core.llm.references import NumberedPassage
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.runs.buchungen import (
    UNREACHABLE,
    BookedFor,
    Zweck,
    frage_of,
    patiently,
    prompt_name,
)
from core.runs.lauf import Ende, Lauf, NewLauf, Status, Teil, Zitat, antrag_hash
from core.runs.store import Runstore, runstore
from core.search.antrag_search import AntragSearch, Quotes
from core.search.geltung import Selection, choose_programme
from core.search.suchraum import Strategie
from core.wortlaut.errors import DashboardError
from core.wortlaut.records import Typ

RECORDED = ("litellm", "chromadb", "pymupdf", "numpy", "tokenizers", "scikit-learn")

HEARTBEAT = 20.0
"""After so many seconds without an answer a Lauf gives a sign of life and asks whether it is still wanted."""

LIMIT = "Die Grenze der Ausgaben ist erreicht. Mit einer höheren geht es weiter, und was bezahlt ist, gilt."
"""Why a Lauf was ended, as people read it."""

LOG = logging.getLogger(__name__)

OnStep = Callable[[Schritt], None]
Material = tuple[Selection, Quotes, dict[str, float]]
"""Which programmes count, what they say, and the seconds each took to find."""


@dataclass(frozen=True, slots=True)
class Begun:
    """A Lauf that is stored, and what it is computed from. `cached`: the Lauf that has the answers.

    `is_done`: its batch had it already.
    """

    lauf_id: str
    auftrag: Auftrag
    auswahl: Selection
    quotes: Quotes
    schluessel: str
    cached: str | None
    is_done: bool = False

    @property
    def parteien(self) -> list[str]:
        return _parteien(self.auftrag, self.auswahl)


def assess(
    context: Context,
    auftrag: Auftrag,
    on_step: OnStep | None = None,
    abbruch: threading.Event | None = None,
    material: Material | None = None,
) -> str:
    """Run it and store it whole; returns the Lauf's id. A Lauf that fails is stored with its reason.

    `abbruch` is this Lauf's own: it is set when somebody else ends the Lauf. Who wants the id before the
    answers calls `begin` and `carry_out`.
    """
    begonnen = begin(context, auftrag, material)
    carry_out(context, begonnen, on_step, abbruch)
    return begonnen.lauf_id


def begin(context: Context, auftrag: Auftrag, material: Material | None = None) -> Begun:
    """Find what the programmes say and store what is asked for; nobody has been asked yet."""
    install(context)
    auswahl, quotes, seconds = material or retrieve(context, auftrag)
    store, key = runstore(context), schluessel(context, auftrag, quotes)
    cached = None if auftrag.fresh else store.find_cached(key)
    neu = _new_lauf(context, auftrag, auswahl, key, seconds, cached)
    lauf_id, is_new = store.start_once(neu) if auftrag.batch_id else (store.start(neu), True)
    return Begun(lauf_id, auftrag, auswahl, quotes, key, cached, not is_new)


def carry_out(
    context: Context,
    begonnen: Begun,
    on_step: OnStep | None = None,
    abbruch: threading.Event | None = None,
) -> None:
    """Get the answers and end the Lauf; why it failed is stored with it."""
    store, lauf_id = runstore(context), begonnen.lauf_id
    if begonnen.is_done:
        return
    abbruch = abbruch or threading.Event()
    # Of its own where it shares none: by it the Lauf tells that the limit of the day has ended it.
    auftrag = replace(begonnen.auftrag, budget=begonnen.auftrag.budget or Budget())
    begonnen = replace(begonnen, auftrag=auftrag)
    try:
        # Its own name is held too, which nobody waits for: whoever finds it free knows that we are gone.
        with store.claimed(lauf_id), _question(store, begonnen, abbruch) as answered:
            if answered:
                _copy(context, answered, lauf_id)
            else:
                _run(context, begonnen, on_step, abbruch)
    except UNREACHABLE as reason:
        if begonnen.auftrag.batch_id:  # the batch begins it again, and goes on with what is paid for
            raise
        store.fail(lauf_id, str(reason))
    except DashboardError as reason:
        store.fail(lauf_id, str(reason))
    except BaseException:
        store.fail(lauf_id, "Ein Fehler im Programm hat den Lauf beendet. Bitte melden Sie ihn.")
        raise


@contextmanager
def _question(store: Runstore, begonnen: Begun, abbruch: threading.Event) -> Iterator[str | None]:
    """The Lauf that has the answers; None where this one is to ask for them, and nobody else does meanwhile.

    Whoever is asking for them already is waited for.
    """
    if begonnen.cached or begonnen.auftrag.fresh:
        yield begonnen.cached
        return
    with store.claimed(begonnen.schluessel, lambda: not abbruch.is_set()):
        if answered := store.find_cached(begonnen.schluessel):
            store.note_source(begonnen.lauf_id, answered)
        yield answered


def is_wanted(store: Runstore, lauf_id: str) -> bool:
    """Give a sign of life; False where somebody has ended the Lauf."""
    try:
        return store.beat(lauf_id)
    except EingabeError:  # removed for good
        return False
    except DashboardError as reason:  # a store that does not answer now may do so when there is more to tell
        LOG.warning("Lauf %s: %s", lauf_id, reason)
        return True


def end_orphans(store: Runstore) -> None:
    """Läufe that another process began and that died with it are marked so."""
    try:
        store.end_orphans()
    except DashboardError as reason:  # there will be a next time
        LOG.warning("%s", reason)


def retrieve(context: Context, suche: Suche) -> Material:
    """Which programmes count and what they say, with the seconds each step took."""
    antrag, begin = suche.antrag, time.perf_counter()
    auswahl = choose_programme(
        context,
        antrag.bundesland or "",
        antrag.datum,
        antrag.antragsteller,
        suche.weitere,
        suche.trotzdem,
        suche.quellen,
    )
    chosen = time.perf_counter()
    if not auswahl.parteien:
        raise EingabeError(
            "Zu diesem Antrag ist keine Partei bekannt: Es sind weder Antragsteller genannt noch steht eine "
            "Regierung im Register. Wählen Sie mindestens eine Partei."
        )
    quotes = AntragSearch(context, antrag, auswahl).quotes(suche.top_k, suche.min_similarity)
    return auswahl, quotes, {"auswahl": chosen - begin, "suche": time.perf_counter() - chosen}


def _new_lauf(
    context: Context,
    auftrag: Auftrag,
    auswahl: Selection,
    key: str,
    seconds: Mapping[str, float],
    cached: str | None,
) -> NewLauf:
    gebiete = (auswahl.bundesland, UEBERALL, *(gebiet_of(one) for one in auswahl.quellen))
    staende = {gebiet: context.store.staende(gebiet) for gebiet in dict.fromkeys(gebiete)}
    antrag = replace(auftrag.antrag, bundesland=auswahl.bundesland, datum=auswahl.datum)
    return NewLauf(
        antrag=antrag,
        gelesen=_as_read(auftrag, antrag),
        modell_gefragt=auftrag.modell,
        prompt_id=auftrag.prompt.id,
        prompt_version=str(auftrag.prompt.version),
        prompt_hash=auftrag.prompt.hash,
        prompt_text=f"{auftrag.prompt.system}\n\n{auftrag.prompt.nutzer}",
        schluessel=key,
        strategie=Strategie.of(context.settings).stored,
        zitierweise=zitierweise(context, auftrag),
        parameter={
            **auftrag.parameter,
            "parteien": _parteien(auftrag, auswahl),
            "nicht_benutzt": auswahl.unbenutzt,
            **({"trotzdem": auswahl.trotzdem} if auftrag.trotzdem else {}),
            "parallel": auftrag.parallel,
            "dauer": dict(seconds),
        },
        embedder=context.embedder.fingerprint,
        index_stand={g: {name: s.version for name, s in own.items()} for g, own in staende.items()},
        bibliotheken={name: version(name) for name in RECORDED},
        app_version=VERSION,
        wiederholung=auftrag.wiederholung,
        aus_cache=cached,
        is_demo=auftrag.is_demo or auftrag.skript is not None,
        batch_id=auftrag.batch_id,
    )


def _as_read(auftrag: Auftrag, antrag: Antrag) -> Antrag | None:
    """What was read; the Land and the day that we filled in ourselves are nobody's change."""
    read, asked = auftrag.gelesen, auftrag.antrag
    if read is None:
        return None
    land = antrag.bundesland if read.bundesland == asked.bundesland else read.bundesland
    return replace(read, bundesland=land, datum=antrag.datum if read.datum == asked.datum else read.datum)


def _parteien(auftrag: Auftrag, auswahl: Selection) -> list[str]:
    """What there will be a Teil of, in the order of asking."""
    about_antrag = [] if auftrag.antragsprompt is None else [ANTRAG]
    return [
        *about_antrag,
        *(participants.partei for participants in auswahl.parteien),
        *(dokument.id for dokument in auswahl.quellen),
    ]


def _copy(context: Context, source: str, lauf_id: str) -> None:
    """The stored answer of the same question; nothing is asked and nothing paid."""
    store = runstore(context)
    old = store.load(source)
    store.save_fundstellen(lauf_id, old.angebote)
    for teil in old.teile:
        scores = [score for score in old.scores if score.partei == teil.partei]
        zitate = [zitat for zitat in old.zitate if zitat.partei == teil.partei]
        store.save_teil(lauf_id, _copied(teil), scores, measured(context, old.antrag, zitate))
    store.finish(lauf_id)


def _copied(teil: Teil) -> Teil:
    """Nobody was asked anew: a copy has no requests of its own, and costs nothing."""
    return replace(teil, versuche=())


def _measured(context: Context, antrag: Antrag, zitate: Sequence[Zitat]) -> Sequence[Zitat]:
    """How near each is to the Forderungen. Where that fails the answer is stored all the same: it is paid."""
    try:
        return measured(context, antrag, zitate)
    except Exception:
        LOG.exception("Die Nähe der Zitate zu den Forderungen ließ sich nicht messen.")
        return zitate


def _run(context: Context, begonnen: Begun, on_step: OnStep | None, abbruch: threading.Event) -> None:
    store, lauf_id = runstore(context), begonnen.lauf_id
    total, done, cost = len(begonnen.parteien), 0, 0.0
    failures: list[Teil] = []
    for part in _parts(context, begonnen, abbruch):
        zitate = _measured(context, begonnen.auftrag.antrag, part.zitate)
        save = partial(store.save_teil, lauf_id, part.teil, part.scores, zitate)
        if not patiently(save, abbruch):
            abbruch.set()
        done, cost = done + 1, cost + (part.teil.kosten or 0)
        if part.teil.status is Status.FEHLGESCHLAGEN:
            failures.append(part.teil)
        if on_step:
            on_step(Schritt(lauf_id, done, total, part.teil.partei, part.teil.fehler, cost))
    if abbruch.is_set():
        budget = begonnen.auftrag.budget
        is_spent = budget is not None and budget.is_reached
        store.cancel(lauf_id, *((LIMIT, Ende.GRENZE) if is_spent else ()))
    elif failures and len(failures) == total - sum(not own for own in begonnen.quotes.values()):
        store.fail(lauf_id, failures[0].fehler)
    else:
        patiently(partial(store.finish, lauf_id))


def _parts(context: Context, begonnen: Begun, abbruch: threading.Event) -> Iterator[Parteiteil]:
    """The parties' answers as they come. What stops one stops all where the cause is not the party's."""
    auftrag, auswahl, quotes = begonnen.auftrag, begonnen.auswahl, begonnen.quotes
    store = runstore(context)
    paid = {} if auftrag.fresh else store.paid_parts(begonnen.schluessel)
    for silent in (one for one in auswahl.parteien if not quotes[one.partei]):
        yield not_asked(silent.partei)
    for document in (one for one in auswahl.quellen if not quotes[one.id]):
        yield not_asked(document.id, (Typ.DOKUMENT,))
    vorlagen = templates(context, auftrag, auswahl, quotes)
    if not store.save_fundstellen(begonnen.lauf_id, [a for v in vorlagen for a in v.angebote]):
        abbruch.set()
    quellen = Quellen.around(context, quotes)
    for teil, scores, zitate in paid.values():
        yield Parteiteil(_copied(teil), scores, zitate)
    tasks: list[Callable[[], Parteiteil]] = []
    for vorlage in (one for one in vorlagen if one.partei not in paid):
        booked_for = _booked_for(auftrag, begonnen.schluessel, vorlage.partei, *vorlage.numbered)
        booked_for = replace(booked_for, lauf_id=begonnen.lauf_id)
        tasks.append(partial(judge, context, auftrag, vorlage, quellen, booked_for, abbruch))
    if auftrag.antragsprompt is not None and ANTRAG not in paid:
        prompt = auftrag.antragsprompt
        frage = frage_on_antrag(context, auftrag, prompt)
        booked_for = _booked_for(auftrag, begonnen.schluessel, ANTRAG)
        booked_for = replace(booked_for, lauf_id=begonnen.lauf_id, frage=frage)
        # First, unless another Lauf is asking for the same just now: until the parties are done it is there.
        place = 0 if not frage or store.is_free(frage) else len(tasks)
        tasks.insert(place, partial(judge_antrag, context, auftrag, prompt, booked_for, abbruch))
    with ThreadPoolExecutor(auftrag.parallel) as pool:
        jobs = [pool.submit(task) for task in tasks]
        yield from _as_they_come(jobs, store, begonnen.lauf_id, abbruch)


def templates(context: Context, auftrag: Auftrag, auswahl: Selection, quotes: Quotes) -> list[ParteiTemplate]:
    """The questions to the model, one about every party and document of which something was found."""
    unused = auswahl.unbenutzt
    made = [
        prepare(context, auftrag, one.partei, one.name, quotes[one.partei], unused.get(one.partei, {}))
        for one in auswahl.parteien
        if quotes[one.partei]
    ]
    documents = [
        prepare(context, auftrag, one.id, one.name, quotes[one.id])
        for one in auswahl.quellen
        if quotes[one.id]
    ]
    if len(made) > 1:
        # How far their prompts are the same: the Antrag comes first, the party after it.
        texts = [one.messages[-1]["content"] for one in made]
        first, last = min(texts), max(texts)  # what these two begin with, all do
        pairs = zip(first, last, strict=False)
        shared = next((at for at, (one, other) in enumerate(pairs) if one != other), len(first))
        made = [replace(one, shared=shared) for one in made]
    return [*made, *documents]


def _booked_for(auftrag: Auftrag, key: str, partei: str, *numbered: NumberedPassage) -> BookedFor:
    """`numbered`: an answer that points at sentences is one to these numbers alone."""
    sentences = [repr(one.sentences) for one in numbered]
    return BookedFor(
        zweck=Zweck.LAUF,
        partei=partei,
        frage="" if auftrag.fresh else frage_of(key, partei, *sentences),
        prompt=prompt_name(auftrag.prompt.id, auftrag.prompt.version),
    )


@dataclass(frozen=True, slots=True)
class Question:
    """What a Lauf asks first of a party, or of the Antrag, as values: it needs no other answer."""

    booked_for: BookedFor
    anfrage: Anfrage
    antrag_hash: str


def open_questions(context: Context, auftrag: Auftrag, material: Material) -> list[Question]:
    """Those that no answer is stored to, used or not; none where another Lauf has the answers."""
    auswahl, quotes, _ = material
    store, key = runstore(context), schluessel(context, auftrag, quotes)
    if store.find_cached(key):
        return []
    neu = _new_lauf(context, auftrag, auswahl, key, {}, None)
    hashed = antrag_hash(neu.antrag, is_edited=bool(neu.edits))
    done = store.paid_parts(key)
    found = []
    for vorlage in templates(context, auftrag, auswahl, quotes):
        booked_for = _booked_for(auftrag, key, vorlage.partei, *vorlage.numbered)
        found.append(Question(booked_for, anfrage_on_partei(auftrag, vorlage), hashed))
    if (prompt := auftrag.antragsprompt) is not None:
        frage = frage_on_antrag(context, auftrag, prompt)
        booked_for = replace(_booked_for(auftrag, key, ANTRAG), frage=frage)
        found.append(Question(booked_for, anfrage_on_antrag(auftrag, prompt), hashed))
    paid = store.paid_for([one.booked_for.frage for one in found])
    return [one for one in found if one.booked_for.partei not in done and one.booked_for.frage not in paid]


def _as_they_come(
    jobs: Sequence[Future[Parteiteil]], store: Runstore, lauf_id: str, abbruch: threading.Event
) -> Iterator[Parteiteil]:
    """The answers; as long as there is none, the Lauf gives signs of life.

    Where one ends in an error nobody thought of, those on their way are waited for: they are paid.
    """
    pending = set(jobs)
    failed: list[BaseException] = []
    try:
        while pending:
            finished, pending = wait(pending, HEARTBEAT, FIRST_COMPLETED)
            for job in sorted(finished, key=jobs.index):
                if error := job.exception():
                    failed.append(error)
                    pending = {other for other in pending if not other.cancel()}
                else:
                    yield job.result()
            if not finished and not is_wanted(store, lauf_id):
                abbruch.set()
        if failed:
            raise failed[0]
    finally:  # whoever stopped listening does not want to pay for what is not begun
        for job in pending:
            job.cancel()


# --- läufe that go on in the background, whatever becomes of the page that began them, and how far they are


class ParteiState(StrEnum):
    WARTET = "wartet"
    BEING_ASKED = "wird gefragt"
    FERTIG = "fertig"
    FEHLGESCHLAGEN = "fehlgeschlagen"
    NO_QUELLEN = "keine Quellen"


@dataclass(frozen=True, slots=True, kw_only=True)
class LaufState(WorkState):
    """How far a Lauf is. `parteien`: in the order of asking; partei „“ is the part on the Antrag itself.

    `rest_sekunden`: 0 also when an answer is overdue. `kosten`: what is known of them, None where nothing is.
    """

    status: Status
    parteien: tuple[tuple[str, ParteiState], ...]
    sekunden: float
    kosten: float | None


class LaufJobs(Jobs):
    """At most `workers` Läufe are computed at once; the others wait their turn."""

    def __init__(self, context: Context, workers: int = 4) -> None:
        self._context = context
        self._store = runstore(context)
        super().__init__("Rechnen", workers, daemon=False, pulse=Pulse(pipeline.HEARTBEAT, self._pulse))

    def start(self, auftrag: Auftrag, material: Material | None = None) -> str:
        """Store the Lauf and let it go on by itself; returns its id."""
        begonnen, abbruch = begin(self._context, auftrag, material), threading.Event()
        load_beside(self._context, auftrag.modell)
        self.spawn(begonnen.lauf_id, partial(self._answer, begonnen, abbruch), cancels=[abbruch])
        return begonnen.lauf_id

    def cancel(self, lauf_id: str, grund: str = "") -> None:
        """End it, whether it is computed here or elsewhere. What is finished stays."""
        self._store.cancel(lauf_id, grund)
        super().cancel(lauf_id)

    def is_ending(self, lauf_id: str) -> bool:
        """Was it ended, while answers are still on their way? They are paid and will be stored."""
        return lauf_id in self.under_way() and not is_wanted(self._store, lauf_id)

    def stand(self, lauf_id: str) -> LaufState:
        """How far a Lauf is, also one that is computed elsewhere, or was long ago."""
        return stand_of(self._store.load(lauf_id), clock.now())

    def end(self, key: str) -> None:
        """The questions on their way are waited for."""
        self.cancel(key, ENDED)

    def _answer(self, begonnen: Begun, abbruch: threading.Event) -> None:
        if not abbruch.is_set():
            carry_out(self._context, begonnen, abbruch=abbruch)

    def _pulse(self) -> None:
        """Those that wait for their turn give no sign of life themselves."""
        for lauf_id in self.under_way():
            if not is_wanted(self._store, lauf_id):
                super().cancel(lauf_id)
        end_orphans(self._store)


def stand_of(lauf: Lauf, at: datetime) -> LaufState:
    """How far a Lauf is, by what is stored: the first that are not done are the ones being asked."""
    teile = {teil.partei: teil for teil in lauf.teile}
    parteien = lauf.parameter.get("parteien") or [
        *dict.fromkeys([*teile, *(a.partei for a in lauf.angebote)])
    ]
    offen = [partei for partei in parteien if partei not in teile]
    gefragt = offen[: _parallel(lauf)] if lauf.angebote or teile else []
    return LaufState(
        status=lauf.status,
        fertig=len(teile),
        von=len(parteien),
        laeuft=lauf.status is Status.LAEUFT,
        fehler=(lauf.fehler,) if lauf.fehler else (),
        parteien=tuple((p, _state(lauf, teile.get(p), p in gefragt)) for p in parteien),
        sekunden=((lauf.finished or at) - lauf.created).total_seconds(),
        rest_sekunden=_rest(lauf, parteien, offen, at),
        # Before the first answer there are but rows that wait for theirs.
        kosten=lauf.kosten if lauf.teile or lauf.status is not Status.LAEUFT else 0.0,
    )


def _state(lauf: Lauf, teil: Teil | None, is_asked: bool) -> ParteiState:
    if teil is None and lauf.status is Status.LAEUFT:
        return ParteiState.BEING_ASKED if is_asked else ParteiState.WARTET
    if teil is None or teil.status is Status.FEHLGESCHLAGEN:
        return ParteiState.FEHLGESCHLAGEN
    return ParteiState.FERTIG if teil.messages else ParteiState.NO_QUELLEN


def _parallel(lauf: Lauf) -> int:
    return int(lauf.parameter.get("parallel", 1))


def _rest(lauf: Lauf, parteien: Sequence[str], offen: Sequence[str], at: datetime) -> float | None:
    """Seconds, if the answers to come take as long as those that came."""
    if not offen or lauf.status is not Status.LAEUFT:
        return 0.0
    spans = {
        teil.partei: (teil.started, teil.finished)
        for teil in lauf.teile
        if teil.messages and teil.started and teil.finished
    }
    # What an earlier Lauf has paid for tells how long an answer takes, but took no place in this one.
    own = {partei: span for partei, span in spans.items() if span[0] >= lauf.created}
    order = [partei for partei in parteien if partei in own or partei in offen]
    parallel = _parallel(lauf)
    # As many are asked at once as there are places, the others as one becomes free.
    first = min((started for started, _ in own.values()), default=at)
    begun = [first] * parallel + sorted(finished for _, finished in own.values())
    running = [(at - begun[order.index(partei)]).total_seconds() for partei in offen[:parallel]]
    took = [(finished - started).total_seconds() for started, finished in spans.values()]
    return rest(took, running, len(offen[parallel:]), parallel)

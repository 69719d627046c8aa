"""A whole Eichung: what it takes is told before; it goes on where it stopped and asks nothing twice.

Every question goes the way of every Lauf: search, prompt, answer, quotes bound.
"""

import csv
import hashlib
import io
import json
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, astuple, dataclass, replace
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import Any

from core.antrag.antrag import Antrag, Forderung
from core.assessment.auftrag import Auftrag
from core.assessment.own_prompts import PromptShelf
from core.assessment.parteiteil import Parteiteil, ParteiTemplate, judge, prepare
from core.assessment.prompts import JUDGING
from core.base.background import StateJobs, WorkState
from core.base.errors import EingabeError, ModellFehler
from core.base.version import VERSION
from core.llm.anfrage import Budget
from core.llm.catalogue import catalogue_of
from core.llm.litellm_access import Price, refuse_priceless, tokens_of
from core.llm.offline import install
from core.processes.paid_loop import run_paid
from core.programme.context import Context
from core.programme.quellen import Quellen
from core.programme.registry import Registry
from core.runs.buchungen import BookedFor, Zweck, frage_of, prompt_name
from core.runs.eichungen import (
    EichungAntwort,
    NewEichung,
)
from core.runs.lauf import Status, Teil
from core.runs.store import runstore
from core.search.antrag_search import AntragSearch
from core.search.geltung import Selection
from core.search.suchraum import Strategie
from core.wortlaut.errors import DashboardError
from core.wortlaut.records import Fundstelle, Programm, Typ

POSITIONS = {"stimme zu": 1, "neutral": 0, "stimme nicht zu": -1}
"""As the Bundeszentrale writes them."""

SHIPPED = "Musterland (erfunden)"

LONGEST_THESE = 1_000
"""Of more the search reads no more."""


@dataclass(frozen=True, slots=True)
class EichungItem:
    """What one party said to one thesis; `position` is 1, 0 or -1."""

    wahl: str
    jahr: int
    these: str
    partei: str
    position: int


@dataclass(frozen=True, slots=True)
class Eichsatz:
    name: str
    items: tuple[EichungItem, ...]

    @property
    def hash(self) -> str:
        """Names these very items: a change of any letter changes it."""
        told = json.dumps([astuple(item) for item in self.items])
        return hashlib.sha256(told.encode()).hexdigest()[:32]

    @property
    def thesen(self) -> dict[tuple[str, int, str], int]:
        """Every thesis of every election with its number, in the order of the file."""
        keys = dict.fromkeys((item.wahl, item.jahr, item.these) for item in self.items)
        return {key: number for number, key in enumerate(keys)}

    @property
    def rows(self) -> list[dict[str, object]]:
        """As it is stored."""
        return [asdict(item) for item in self.items]


def stored_eichsatz(name: str, rows: Sequence[Mapping[str, Any]]) -> Eichsatz:
    return Eichsatz(name, tuple(EichungItem(**row) for row in rows))


def shipped_eichsatz(data_dir: Path) -> Eichsatz:
    """The invented items of the Musterland."""
    return read_eichsatz(data_dir / "eichung" / "musterland.csv", SHIPPED)


def read_eichsatz(path: Path, name: str = "") -> Eichsatz:
    """All rows of a CSV file or none: the first that is wrong is told with its line and field.

    With semicolons, as German spreadsheets write it, or commas.
    """
    seen: dict[tuple[str, int, str, str], int] = {}
    items = []
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = csv.DictReader(io.StringIO(text), delimiter=";" if ";" in text.partition("\n")[0] else ",")
        for row in rows:
            item = _item(f"{path.name}, Zeile {rows.line_num}", row)
            key = item.wahl, item.jahr, item.these, item.partei
            if key in seen:
                raise EingabeError(
                    f"{path.name}: Zeile {seen[key]} und Zeile {rows.line_num} sagen beide, was "
                    f"{item.partei[:60]} von „{item.these[:60]}“ hält. Bitte eine streichen."
                )
            seen[key] = rows.line_num
            items.append(item)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise EingabeError(
            f"{path.name} lässt sich nicht als CSV-Datei in UTF-8 lesen ({error!s:.120})."
        ) from error
    if not items:
        raise EingabeError(
            f"{path.name} enthält keine Zeile. Wie eine Datei aussieht, steht in docs/eichung.md."
        )
    return Eichsatz(name or path.name, tuple(items))


def _item(where: str, row: Mapping[str | None, Any]) -> EichungItem:
    if None in row:
        raise EingabeError(f"{where} hat mehr Felder als der Kopf: {row[None]!s:.60}")
    wahl, jahr, these, partei, antwort = (
        (row.get(name) or "").strip() for name in ("wahl", "jahr", "these", "partei", "antwort")
    )
    position = POSITIONS.get(" ".join(antwort.casefold().split()))
    wrong = {
        "wahl": not wahl and "einen Namen",
        "jahr": not (jahr.isdecimal() and len(jahr) == 4) and "eine Jahreszahl",
        "these": not 0 < len(these) <= LONGEST_THESE and f"einen Text bis {LONGEST_THESE} Zeichen",
        "partei": not partei and "einen Namen",
        "antwort": position is None and "„stimme zu“, „neutral“ oder „stimme nicht zu“",
    }
    for name, wanted in wrong.items():
        if wanted:
            raise EingabeError(f"{where}, Feld „{name}“: erwartet {wanted}, gefunden {row.get(name)!r:.60}.")
    assert position is not None
    return EichungItem(wahl, int(jahr), these, partei, position)


# --- what is asked about each item: does the Wahlprogramm with which the party stood for election agree? ----

OTHER_NAMES = {"deutschland": "BUND", "bundestagswahl": "BUND"}
"""What elections are called where a registry of Länder has no such name."""


@dataclass(frozen=True, slots=True)
class EichungFrage:
    """One question: number of the thesis, what is right, and the Programm that is asked."""

    these: int
    item: EichungItem
    programm: Programm

    @property
    def key(self) -> tuple[int, str]:
        return self.these, self.programm.partei

    @property
    def land(self) -> str:
        return self.programm.bundesland or ""

    @property
    def stichtag(self) -> date:
        """The last day of the election's year."""
        return date(self.item.jahr, 12, 31)

    def antrag(self) -> Antrag:
        these = self.item.these
        return Antrag(text=these, titel=these, bundesland=self.land, forderungen=(Forderung("1", these),))


@dataclass(frozen=True, slots=True)
class Fragen:
    """All questions in the order of asking, and why items are left out: reason → how many."""

    fragen: tuple[EichungFrage, ...]
    ausgelassen: Mapping[str, int]


def make_fragen(context: Context, satz: Eichsatz) -> Fragen:
    """What is to be asked of these items, thesis by thesis."""
    thesen, ausgelassen = satz.thesen, Counter[str]()
    asked: dict[tuple[int, str], EichungFrage] = {}
    registry, read = context.registry, cache(lambda land: context.store.staende(land).keys())
    programme = cache(lambda wahl, jahr, partei: _find(registry, read, wahl, jahr, partei))
    for item in satz.items:
        found = programme(item.wahl, item.jahr, item.partei)
        if isinstance(found, str):
            ausgelassen[found] += 1
            continue
        frage = EichungFrage(thesen[item.wahl, item.jahr, item.these], item, found)
        if frage.key in asked:
            ausgelassen["Partei mit einer anderen im selben Programm"] += 1
        asked.setdefault(frage.key, frage)
    if not asked:
        why = "; ".join(f"{reason}: {count}" for reason, count in ausgelassen.items())
        raise EingabeError(
            f"Zu keiner These von {satz.name} ist das Programm der Partei eingelesen ({why}). Lesen Sie die "
            "Programme dieser Wahl ein; welche es gibt, zeigt die Seite „Programme“."
        )
    return Fragen(tuple(sorted(asked.values(), key=lambda frage: frage.these)), dict(ausgelassen))


def _find(
    registry: Registry, read: Callable[[str], Collection[str]], wahl: str, jahr: int, name: str
) -> Programm | str:
    """The Programm a party stood for election with; a reason where there is none to be searched."""
    try:
        land = OTHER_NAMES.get(wahl.casefold()) or registry.find_bundesland(wahl)
    except EingabeError:
        return "Wahl ohne Programme im Register"
    try:
        partei = registry.find_partei(name, land).id
    except EingabeError:
        return "Partei nicht im Register"
    own = [
        p
        for p in registry.programme.values()
        if (p.partei, p.bundesland, p.jahr, p.typ) == (partei, land, jahr, Typ.WAHLPROGRAMM)
    ]
    if not own:
        return "kein Wahlprogramm dieser Wahl im Register"
    return next((p for p in own if p.id in read(land)), "Wahlprogramm nicht eingelesen")


# --- what is to be measured ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EichungPlan:
    """`satz`: the hash of stored theses, „“ for those that are shipped. `limit`: in USD; at it nothing more
    is begun.
    """

    modell: str
    prompt: str
    satz: str = ""
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class PlannedEichung:
    """A plan with all that is to be asked; the Antrag of `auftrag` is each thesis in turn."""

    auftrag: Auftrag
    satz: Eichsatz
    fragen: Fragen


def vorhaben(context: Context, plan: EichungPlan, satz: Eichsatz | None = None) -> PlannedEichung:
    """What a plan asks. `satz`: theses of a file that are not stored yet."""
    store, modell = runstore(context), catalogue_of(context).find(plan.modell)
    prompt = PromptShelf(context).find(plan.prompt)
    if prompt.art not in JUDGING:
        raise EingabeError(f"Der Prompt „{prompt.id}“ beurteilt keine Parteien. Bitte einen anderen wählen.")
    if satz is None and plan.satz:
        satz = stored_eichsatz(*store.load_eichsatz(plan.satz))
    satz = satz or shipped_eichsatz(context.settings.data_dir)
    fragen = make_fragen(context, satz)
    auftrag = Auftrag(antrag=fragen.fragen[0].antrag(), modell=modell.id, prompt=prompt)
    return PlannedEichung(auftrag, satz, fragen)


def begin_calibration(context: Context, was: PlannedEichung) -> str:
    """The id of the stored Eichung; the one that was begun with the same goes on."""
    prompt = was.auftrag.prompt
    neu = NewEichung(
        schluessel=_key(context, was),
        modell=was.auftrag.modell,
        prompt_id=prompt.id,
        prompt_version=str(prompt.version),
        prompt_hash=prompt.hash,
        satz_hash=was.satz.hash,
        satz_name=was.satz.name,
        geplant=len(was.fragen.fragen),
        parameter={**was.auftrag.parameter, "ausgelassen": dict(was.fragen.ausgelassen)},
        app_version=VERSION,
    )
    return runstore(context).begin_eichung(neu, was.satz.rows)


def _key(context: Context, was: PlannedEichung) -> str:
    content = {
        "modell": was.auftrag.modell,
        "prompt": was.auftrag.prompt.hash,
        "satz": was.satz.hash,
        "parameter": was.auftrag.parameter,
        "suche": [Strategie.of(context.settings).stored, context.embedder.fingerprint],
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def missing(context: Context, eichung_id: str, fragen: Fragen) -> list[EichungFrage]:
    """The questions that nobody has answered yet."""
    known = runstore(context).answered_keys(eichung_id)
    return [frage for frage in fragen.fragen if frage.key not in known]


# --- what it takes ------------------------------------------------------------------------------------------

TOKENS_OUT = 300
"""Of an answer: two to four sentences and up to three quotes."""


@dataclass(frozen=True, slots=True)
class EichungEffort:
    """What is to be asked, and what it will cost; `usd` is None where the price is unknown."""

    fragen: int
    bekannt: int
    tokens_ein: int
    usd: float | None

    @property
    def offen(self) -> int:
        return self.fragen - self.bekannt


def effort_of(context: Context, was: PlannedEichung) -> EichungEffort:
    """Estimated from the first request that is still to be made; nobody is asked."""
    key, modell = _key(context, was), was.auftrag.modell
    known = next((one.id for one in runstore(context).list_eichungen() if one.schluessel == key), "")
    offen = missing(context, known, was.fragen)
    tokens = 0
    if offen and (found := _search(context, was.auftrag, offen[0])):
        messages = _template(context, was.auftrag, offen[0], found).messages
        tokens = len(offen) * tokens_of(messages)
    free = catalogue_of(context).find(modell).kostenlos
    usd = 0.0 if free else Price(context, modell).of(tokens, TOKENS_OUT * len(offen))
    return EichungEffort(len(was.fragen.fragen), len(was.fragen.fragen) - len(offen), tokens, usd)


# --- asking -------------------------------------------------------------------------------------------------

WORKERS = 4
"""So many questions are asked at once."""

GIVEN_UP = 8
"""After so many failures one after the other the rest would fail too."""


@dataclass(frozen=True, slots=True)
class EichungStep:
    """What has just been answered and stored, or why it was not."""

    frage: EichungFrage
    kosten: float = 0.0
    fehler: str = ""


def run_calibration(
    context: Context,
    was: PlannedEichung,
    eichung_id: str,
    limit: float | Budget | None = None,
    abbruch: threading.Event | None = None,
) -> Iterator[EichungStep]:
    """What is missing, step by step as answers come. Never more than `limit` (in USD) is spent.

    Ends early where one question after the other fails: the last step tells why. What is on its way when
    nobody listens any more is waited for, and kept: it is paid.
    """
    install(context)
    event, failed = abbruch or threading.Event(), 0
    budget = limit if isinstance(limit, Budget) else Budget(limit)
    refuse_priceless(context, budget, [was.auftrag.modell])
    auftrag = replace(was.auftrag, budget=budget)

    def goes_on(frage: EichungFrage, others: bool) -> bool:
        return failed < GIVEN_UP and not (budget.is_reached or budget.stopped or event.is_set())

    with ThreadPoolExecutor(WORKERS, thread_name_prefix="eichen") as pool:

        def begin(frage: EichungFrage) -> Future[EichungStep]:
            return pool.submit(_step, context, auftrag, eichung_id, frage, event)

        try:
            for _, job in run_paid(missing(context, eichung_id, was.fragen), begin, WORKERS, goes_on):
                step = job.result()
                if step.fehler and (budget.is_reached or event.is_set()):
                    continue  # it was not asked: that is no failure
                failed = failed + 1 if step.fehler else 0
                yield step
        finally:
            event.set()
    if not missing(context, eichung_id, was.fragen):
        runstore(context).finish_eichung(eichung_id)


def _step(
    context: Context, auftrag: Auftrag, eichung_id: str, frage: EichungFrage, abbruch: threading.Event
) -> EichungStep:
    try:
        antwort = _ask(context, replace(auftrag, antrag=frage.antrag()), eichung_id, frage, abbruch)
        runstore(context).save_eichung_antworten(eichung_id, [antwort])
    except ModellFehler as reason:
        return EichungStep(frage, reason.kosten or 0.0, str(reason))
    except DashboardError as reason:
        return EichungStep(frage, fehler=str(reason))
    return EichungStep(frage, antwort.kosten or 0.0)


# --- one question -------------------------------------------------------------------------------------------

ANSWERED, ENTHALTUNG, WITHOUT_QUELLEN, UNLESBAR = "beantwortet", "enthaltung", "ohne Quellen", "unlesbar"
"""What became of a question; but for the first the model said nothing that could be right or wrong."""


def _search(context: Context, auftrag: Auftrag, frage: EichungFrage) -> list[Fundstelle]:
    """The passages of the Programm of that election, whatever is in force today."""
    selection = Selection.of_one(context.registry, frage.programm, frage.land, frage.stichtag)
    quotes = AntragSearch(context, frage.antrag(), selection).quotes(auftrag.top_k)
    return quotes[frage.programm.partei]


def _template(
    context: Context, auftrag: Auftrag, frage: EichungFrage, found: Sequence[Fundstelle]
) -> ParteiTemplate:
    """The request as a Lauf makes it."""
    partei = frage.programm.partei
    name = context.registry.partei_name(partei, frage.land)
    return prepare(context, replace(auftrag, antrag=frage.antrag()), partei, name, found)


def _ask(
    context: Context, auftrag: Auftrag, eichung_id: str, frage: EichungFrage, abbruch: threading.Event
) -> EichungAntwort:
    """Fails where nothing was answered; an answer that cannot be read was given, and is not asked again."""
    found = _search(context, auftrag, frage)
    if not found:
        nothing = Parteiteil(Teil(partei=frage.programm.partei))
        return _antwort(frage, nothing, WITHOUT_QUELLEN, ())
    quellen = Quellen.around(context, {frage.programm.partei: found})
    booked_for = BookedFor(
        zweck=Zweck.EICHUNG,
        eichung_id=eichung_id,
        partei=frage.programm.partei,
        frage=frage_of(eichung_id, frage.these, frage.programm.partei),
        prompt=prompt_name(auftrag.prompt.id, auftrag.prompt.version),
    )
    part = judge(context, auftrag, _template(context, auftrag, frage, found), quellen, booked_for, abbruch)
    if part.teil.status is not Status.FEHLGESCHLAGEN:
        return _antwort(frage, part, ANSWERED, found)
    if not part.teil.antwort:
        failed = ModellFehler(part.teil.fehler)
        failed.kosten = part.teil.kosten
        raise failed
    return _antwort(frage, part, UNLESBAR, found)


def _antwort(
    frage: EichungFrage, part: Parteiteil, stand: str, found: Sequence[Fundstelle]
) -> EichungAntwort:
    own = next((one for one in part.scores if one.typ == Typ.WAHLPROGRAMM), None)
    score = own.score if own else None
    return EichungAntwort(
        these=frage.these,
        partei=frage.programm.partei,
        stand=ENTHALTUNG if stand == ANSWERED and score is None else stand,
        position=frage.item.position,
        score=score,
        zitate=len(part.zitate),
        gebunden=sum(zitat.status.is_bound for zitat in part.zitate),
        kosten=part.teil.kosten,
        modell=part.teil.modell or "",
        begruendung=own.begruendung if own else "",
        antwort=part.teil.antwort,
        passagen=[fundstelle.chunk.id for fundstelle in found],
    )


# --- eichungen that a page started: they go on by themselves, and go on later where they stopped -----------


@dataclass(frozen=True, slots=True, kw_only=True)
class EichungState(WorkState):
    """How far an Eichung is, in questions; `spent` in USD since it was begun here."""

    name: str
    spent: float = 0.0


class EichungJobs(StateJobs[EichungState]):
    """Whoever starts an Eichung that goes on already sees that one."""

    def __init__(self, context: Context) -> None:
        super().__init__("Eichen")
        self._context = context

    def start(self, plan: EichungPlan) -> str:
        """Begin in the background; returns the id of the Eichung.

        Cancelled, what is answered stays; what is on its way is waited for.
        """
        was = vorhaben(self._context, plan)
        with self.lock:
            eichung_id = begin_calibration(self._context, was)
            total = len(was.fragen.fragen)
            done = total - len(missing(self._context, eichung_id, was.fragen))
            abbruch = threading.Event()
            work = partial(self._calibrate, eichung_id, was, plan.limit, abbruch)
            state = EichungState(name=plan.modell, fertig=done, von=total)
            self.begin(eichung_id, state, work, [abbruch])
        return eichung_id

    def _calibrate(
        self, eichung_id: str, was: PlannedEichung, limit: float | None, abbruch: threading.Event
    ) -> None:
        for step in run_calibration(self._context, was, eichung_id, limit, abbruch):
            stand = self.states[eichung_id]
            if not step.fehler:
                self.put(eichung_id, fertig=stand.fertig + 1, spent=stand.spent + step.kosten)
            elif not abbruch.is_set():
                self.put(eichung_id, fehler=tuple(dict.fromkeys([*stand.fehler, step.fehler])))

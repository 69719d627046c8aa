"""New Anträge of the sources, fetched, read and assessed one after the other, until the money is spent."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from core import clock
from core.assessment.batch import Ergebnis, run_batch
from core.assessment.before_lauf import make_auftrag
from core.context import Context
from core.errors import DashboardError, EingabeError, PdfError
from core.german import formats
from core.llm.catalogue import find_modell
from core.llm.prompts import Prompt
from core.runs.lauf import Status
from core.runs.listed_antraege import ListedAntrag, StoredListing
from core.runs.store import Runstore, runstore
from core.runs.updates import StoredUpdate, UpdateMessage, UpdateTrouble
from core.sources.antrag_fetch import fetch_pdf
from core.sources.document_links import link_of
from core.sources.take_antrag import licence_of, read_fetched
from core.sources.web import Web

NEW_FOR = timedelta(days=30)
"""So long is tried what could not be assessed; a model that was away for a night is back by then."""

FAILURES = 3
"""So many Läufe failed one after the other, and the rest is left for the next time."""


@dataclass(frozen=True, slots=True)
class AutomaticAssessment:
    """`limit`: in USD, for an update as a whole, however often it was broken off."""

    modell: str
    prompt: Prompt
    limit: float | None


@dataclass(slots=True)
class AntraegeAssessed:
    """`angehalten`: why the rest was left. `without_pdf`: so many of which their source names none yet."""

    laeufe: list[Ergebnis] = field(default_factory=list)
    meldungen: list[UpdateMessage] = field(default_factory=list)
    kosten: float = 0.0
    offen: int = 0
    without_pdf: int = 0
    angehalten: str = ""


def assess_new(
    context: Context,
    web: Web,
    update: StoredUpdate,
    quellen: Sequence[str],
    ask: AutomaticAssessment,
    tell: Callable[[str], None],
) -> AntraegeAssessed:
    """`quellen`: those whose Anträge are wanted. Each is noted at once, with what it cost."""
    store, done = runstore(context), AntraegeAssessed(kosten=update.kosten)
    listings = store.new_listings(quellen, clock.now() - NEW_FOR)
    for place, listing in enumerate(listings):
        if why := _enough(context, ask, done):
            done.angehalten, done.offen = why, len(listings) - place
            break
        if not (listing.antrag_id or link_of(listing.antrag)):
            done.without_pdf += 1
            continue
        tell(listing.antrag.titel[:60])
        try:
            antrag_id = listing.antrag_id or _read(context, web, listing)
            _assess(context, update, listing.antrag, antrag_id, ask, done)
        except DashboardError as error:
            done.meldungen.append(_trouble(listing.antrag, str(error)))
    return done


def _enough(context: Context, ask: AutomaticAssessment, done: AntraegeAssessed) -> str:
    """Why nothing more is begun; empty where nothing speaks against it."""
    if ask.limit is not None and done.kosten >= ask.limit:
        return f"Das Limit von {formats.cost(ask.limit)} ist mit {formats.cost(done.kosten)} erreicht."
    lately = done.laeufe[-FAILURES:]
    if len(lately) == FAILURES and all(one.status is not Status.FERTIG for one in lately):
        return f"{FAILURES} Läufe nacheinander sind fehlgeschlagen."
    is_paid = not find_modell(context, ask.modell).kostenlos
    if is_paid and any(_has_no_price(one) for one in lately):
        return f"Was {ask.modell} kostet, ist nicht bekannt; so lässt sich kein Limit einhalten."
    return ""


def _has_no_price(ergebnis: Ergebnis) -> bool:
    return ergebnis.status is Status.FERTIG and not ergebnis.bekannt and not ergebnis.kosten


def _read(context: Context, web: Web, listing: StoredListing) -> str:
    """Its id here. What came and cannot be read is noted, and not fetched again."""
    kept = fetch_pdf(context, web, listing.antrag, licence_of(listing.antrag))
    try:
        return read_fetched(context, listing.antrag, kept)
    except (PdfError, EingabeError) as error:
        runstore(context).note_unreadable(listing.antrag, str(error))
        raise


def _assess(
    context: Context,
    update: StoredUpdate,
    listed: ListedAntrag,
    antrag_id: str,
    ask: AutomaticAssessment,
    done: AntraegeAssessed,
) -> None:
    store = runstore(context)
    sheet = store.load_sheet(antrag_id)
    auftrag = make_auftrag(context, sheet.antrag, ask.modell, ask.prompt, gelesen=sheet.gelesen)
    (ergebnis,) = run_batch(context, [auftrag], workers=1)
    done.laeufe.append(ergebnis)
    cost = _cost(store, ergebnis, update.begonnen)
    done.kosten += cost
    if ergebnis.status is Status.FERTIG:
        store.note_assessed(update.id, listed, cost)
    else:
        store.note_spent(update.id, cost)
        done.meldungen.append(_trouble(listed, ergebnis.fehler or str(ergebnis.status)))


def _cost(store: Runstore, ergebnis: Ergebnis, since: datetime) -> float:
    """Also of a Lauf that this update had ended, but was killed before it noted so."""
    if not ergebnis.bekannt:
        return ergebnis.kosten
    lauf = store.load(ergebnis.lauf_id)
    return sum(teil.kosten or 0 for teil in lauf.teile) if lauf.created >= since else 0.0


def _trouble(antrag: ListedAntrag, grund: str) -> UpdateMessage:
    name = f"{antrag.nummer} {antrag.titel[:80]}".strip()
    return UpdateMessage(UpdateTrouble.LEFT_OUT, name, grund)


def each_reason_once(meldungen: Sequence[UpdateMessage]) -> list[UpdateMessage]:
    """Thirty Anträge of a Land without programmes have one reason."""
    kept: dict[tuple[str, str], list[UpdateMessage]] = {}
    for one in meldungen:
        kept.setdefault((one.art, one.text), []).append(one)
    return [
        first if not others else replace(first, wovon=f"{first.wovon} und {len(others)} weitere")
        for first, *others in kept.values()
    ]

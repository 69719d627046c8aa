"""Programmes kept current: those from a source compared with it, missing ones fetched, new ones read in."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from core.context import Context
from core.index.indexing import index_steps
from core.index.reading_pool import Indexergebnis, Leseausgang
from core.models import ERFUNDEN
from core.runs.store import Runstore, runstore
from core.runs.updates import UpdateMessage, UpdateTrouble
from core.sources.abgeordnetenwatch import NAME, Abgeordnetenwatch
from core.sources.programme_fetch import Fetched, FetchOutcome, fetch_programm
from core.sources.programme_offers import REGISTER, PdfOffer, fetched_in, find_offers, missing_in

Tell = Callable[[str], None]
"""Takes the name of what is being done."""


@dataclass(slots=True)
class ProgrammeBrought:
    """`vorschlaege`: listed programmes that are no entries; a human has to want them."""

    geholt: list[Fetched] = field(default_factory=list)
    eingelesen: list[Indexergebnis] = field(default_factory=list)
    vorschlaege: list[PdfOffer] = field(default_factory=list)
    meldungen: list[UpdateMessage] = field(default_factory=list)


def update_programme(
    context: Context, watch: Abgeordnetenwatch, land: str | None, update_id: str, tell: Tell
) -> ProgrammeBrought:
    """Of that Land; where none is named of those that are used here: nobody wants all seventeen unasked."""
    brought = ProgrammeBrought()
    lands = [land] if land is not None else sorted(_used(context))
    offers = [offer for one in lands for offer in fetched_in(context, one)]
    offers += _missing(context, watch, lands, brought)
    for offer in offers:
        tell(offer.programm.name)
        _take(runstore(context), fetch_programm(context, watch.web, offer), update_id, brought)
    _read_in(context, lands, tell, brought)
    return brought


def _used(context: Context) -> set[str]:
    folder, programme = context.settings.pdf_dir, context.registry.programme.values()
    return {p.bundesland or "" for p in programme if (folder / p.pdf).is_file()} - {ERFUNDEN}


def _missing(
    context: Context, watch: Abgeordnetenwatch, lands: Iterable[str], brought: ProgrammeBrought
) -> Iterator[PdfOffer]:
    """A source that gives nothing is asked once, not for every Land."""
    is_silent = False
    for land in lands:
        if is_silent:
            yield from (PdfOffer(p, p.url, REGISTER) for p in missing_in(context, land) if p.url)
            continue
        offers = find_offers(context, watch, land)
        art = UpdateTrouble.UNKNOWN if offers.is_unknown else UpdateTrouble.UNREAD
        brought.meldungen += [UpdateMessage(art, NAME, alarm) for alarm in offers.alarms]
        brought.vorschlaege += [offer for offer in offers.found if offer.is_new]
        is_silent = bool(offers.alarms)
        yield from (offer for offer in offers.found if not offer.is_new)


def _take(store: Runstore, fetched: Fetched, update_id: str, brought: ProgrammeBrought) -> None:
    name = fetched.programm.name
    if fetched.ausgang.is_there:
        store.note_programm(update_id)
        brought.geholt.append(fetched)
    elif fetched.ausgang is FetchOutcome.DOUBTFUL:
        way = f"python -m core fetch programmes --auch-vorhandene --trotzdem {fetched.programm.id}"
        told = f"{fetched.grund} Übernommen wurde nichts ({fetched.url}). Stimmt es trotzdem: {way}"
        brought.meldungen.append(UpdateMessage(UpdateTrouble.DOUBTFUL, name, told))
    elif fetched.ausgang is FetchOutcome.FAILED:
        brought.meldungen.append(UpdateMessage(UpdateTrouble.UNREAD, name, fetched.grund))


def _read_in(context: Context, lands: Iterable[str], tell: Tell, brought: ProgrammeBrought) -> None:
    """Also what another brought before it was killed; what is unchanged costs a look at its file."""
    folder, known = context.settings.pdf_dir, context.registry.programme.values()
    wanted = [p.id for p in known if (p.bundesland or "") in lands and (folder / p.pdf).is_file()]
    for step in index_steps(wanted, context=context) if wanted else ():
        tell(step.programm_id)
        if isinstance(step, Indexergebnis) and step.ausgang is Leseausgang.NEU:
            brought.eingelesen.append(step)
        elif isinstance(step, Indexergebnis) and step.ausgang is Leseausgang.ERROR:
            told = UpdateMessage(UpdateTrouble.UNREAD, step.programm_id, step.grund)
            brought.meldungen.append(told)

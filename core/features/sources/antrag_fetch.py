"""What the sources list is stored, page by page, so that a reading goes on where it was broken off."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from core.antrag.antrag import Antrag, find_file, is_same_number, keep_pdf
from core.antrag.antrag_head import read_antragsteller, read_house
from core.antrag.read_antrag import read_antrag_pdf
from core.base import formats
from core.base.background import StateJobs, WorkState
from core.base.errors import EingabeError
from core.features.sources import oparl
from core.features.sources.antrag_list import LISTE, kept_pdf, land_of, licence_of_list
from core.features.sources.antrag_quelle import AntragQuelle, link_of
from core.features.sources.parliaments import parliament_of, source_named
from core.programme.context import Context
from core.programme.registry import Registry
from core.programme.web import Web, download, web_of
from core.runs.antraege import (
    ADDRESS,
    ListedAntrag,
    SourceState,
    StoredListing,
    load_reading,
    note_antrag,
)
from core.runs.store import Runstore, runstore
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import folded

UNTOLD = "Herkunft nicht genannt"


def licence_of(antrag: ListedAntrag) -> str:
    """What has to stand beside it; of one that a person gave the address of, the host it came from."""
    quelle = antrag.quelle
    if quelle == ADDRESS:
        return f"Quelle: {urlsplit(antrag.pdf_url or '').hostname or UNTOLD}"
    if quelle.startswith(oparl.OPARL):
        return oparl.LICENCE.format(urlsplit(quelle.removeprefix(oparl.OPARL)).hostname or UNTOLD)
    if quelle.startswith(LISTE):
        return licence_of_list(antrag)
    parliament = parliament_of(quelle)
    return parliament.licence if parliament else UNTOLD


def origin_told(store: Runstore, antrag: Antrag) -> str:
    """Source, moment and address, where there is no link to press; empty where it was not fetched."""
    found = store.find_origin(antrag.text)
    if found is None:
        return ""
    parts = [licence_of(found.antrag), f"Stand {formats.moment(found.geholt)}", link_of(found.antrag)]
    return ", ".join(part for part in parts if part)


def take_antrag(context: Context, web: Web, listed: ListedAntrag) -> str:
    """The id under which it can be checked; stored with what its source knows and its text does not tell."""
    datei = fetch_pdf(context, web, listed)
    store, folder = runstore(context), context.settings.laeufe_dir
    path = find_file(folder, datei)
    if path is None:
        raise EingabeError(
            f"Das PDF zu {listed.nummer or listed.titel[:60]} ist nicht mehr da. Bitte noch einmal."
        )
    name = f"{listed.nummer or 'Antrag'}.pdf".replace("/", "-")
    antrag = completed(read_antrag_pdf(path.read_bytes(), context.registry, name), listed, context.registry)
    antrag_id = store.save_antrag(antrag, f"{listed.quelle} {listed.nummer}"[:40], antrag, datei)
    if listed.quelle == ADDRESS:
        parlament = context.registry.parlamente.get(antrag.bundesland or "")
        store.save_listing(
            SourceState(ADDRESS),
            [
                replace(
                    listed,
                    nummer=listed.nummer or antrag.drucksache[:60],  # the asked one: else no doubt is told
                    titel=antrag.titel[:2000] or listed.titel,
                    typ=antrag.typ[:100],
                    parlament=parlament.name if parlament else listed.parlament,
                    bundesland=antrag.bundesland,
                    datum=antrag.datum,
                )
            ],
        )
    note_antrag(store, listed.quelle, listed.kennung, antrag_id)
    return antrag_id


def completed(antrag: Antrag, listed: ListedAntrag, registry: Registry) -> Antrag:
    """What the text tells goes before what the source says; whose parliament it is, the source knows best."""
    land = land_of(listed) or antrag.bundesland
    movers = [partei for name in listed.urheber for partei in _parties_of(name, registry, land)]
    known = {
        "titel": "" if listed.quelle == ADDRESS else listed.titel,
        "drucksache": listed.nummer,
        "datum": listed.datum,
        "typ": listed.typ,
        "antragsteller": tuple(dict.fromkeys(movers)),
    }
    missing: dict[str, Any] = {
        field: told for field, told in known.items() if told and not getattr(antrag, field)
    }
    return replace(antrag, bundesland=land, **missing)


def _parties_of(mover: str, registry: Registry, land: str | None) -> tuple[str, ...]:
    """„Fraktion der SPD“ as an Antrag prints it, or „SPD“ as a list does."""
    partei = registry.known_partei(mover, land)
    return (partei.id,) if partei else read_antragsteller(mover, registry, land)[0]


WORD = re.compile(r"[^\W\d_]{5,}")
TOP = 3000
"""So many letters of a paper hold its head and title: of 45 motions of the Bundestag, all."""


def doubt_of(antrag: Antrag, listed: ListedAntrag, registry: Registry) -> str:
    """Lists lag, and another paper may lie where this one should; empty where nothing speaks for it."""
    told, read = listed.nummer, antrag.drucksache
    land, house = land_of(listed), read_house(antrag.text, registry)
    if told and read and not is_same_number(told, read):
        found = f"Gelistet ist die Drucksache {told}, im PDF steht {read}."
    elif listed.bundesland and house and house != land:
        asked, named = (registry.parlamente[one].name for one in (listed.bundesland, house))
        found = f"Gelistet ist der Antrag für: {asked}, im PDF steht: {named}."
    elif listed.quelle != ADDRESS and _has_other_title(antrag.text, listed.titel):
        found = f"Gelistet ist „{listed.titel[:120]}“, das steht am Anfang des PDFs nicht."
    else:
        return ""
    return f"{found} Bitte prüfen Sie, ob es der richtige Antrag ist."


def _has_other_title(text: str, title: str) -> bool:
    """Where fewer than a third of its long words are printed at the top, however they are hyphenated."""
    words = {folded(word) for word in WORD.findall(title)}
    printed = "".join(letter for letter in folded(text[:TOP]) if letter.isalpha())
    return len(words) > 1 and 3 * sum(word in printed for word in words) < len(words)


# --- fetching what the sources list, and its files ----------------------------------------------------------

LARGEST_PDF = 50 << 20


@dataclass(frozen=True, slots=True)
class SourceReading:
    """`alarm`: why nothing, or no more, came of a source; empty where all was recognised."""

    quelle: str
    lizenz: str
    gelesen: int = 0
    neu: int = 0
    entfernt: int = 0
    alarm: str = ""


def read_source(store: Runstore, source: AntragQuelle) -> Iterator[SourceReading]:
    """What came so far, after each part that was stored; an alarm is stored too, with what came before it."""
    known = load_reading(store, source.name)
    so_far = SourceReading(source.name, source.lizenz)
    stand = known.stand
    try:
        for part in source.new_since(stand):
            stand = part.stand
            noted = replace(known, stand=stand, geholt=None, meldung="")
            new = store.save_listing(noted, part.entries, part.gone, part.gone_matters)
            so_far = replace(
                so_far,
                gelesen=so_far.gelesen + len(part.entries),
                neu=so_far.neu + new,
                entfernt=so_far.entfernt + len(part.gone) + len(part.gone_matters),
            )
            yield so_far
    except DashboardError as error:
        store.note_reading(replace(known, stand=stand, geholt=None, meldung=str(error)))
        yield replace(so_far, alarm=str(error))
        return
    store.note_reading(SourceState(source.name, stand))
    yield so_far


def read_sources(context: Context, sources: Iterable[AntragQuelle]) -> Iterator[SourceReading]:
    """How each of them ended; one that fails does not keep the others."""
    store = runstore(context)
    for source in sources:
        *_, last = read_source(store, source)
        yield last


def fetch_pdf(context: Context, web: Web, antrag: ListedAntrag) -> str:
    """The name under which `find_file` has the paper's PDF: kept by its content, as an uploaded one is."""
    kept = kept_pdf(antrag)
    if kept and find_file(context.settings.laeufe_dir, kept):
        return kept
    url = link_of(antrag)
    if url is None:
        raise EingabeError(
            f"Zu {antrag.nummer or antrag.titel[:60]} nennt {antrag.quelle} kein PDF. Bitte die Datei selbst "
            "hochladen."
        )
    folder = context.settings.laeufe_dir
    with TemporaryDirectory() as scratch:
        got = download(web, url, Path(scratch) / "antrag.pdf", most=LARGEST_PDF)
        assert got  # nothing was seen before, so something came
        return keep_pdf(folder, got.path.read_bytes())


# --- reading the sources of Anträge, and fetching some of what they list, while pages come and go ----------

SOURCES = "Quellen"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingSources(WorkState):
    """`gerade`: of the source that is read just now; `gelesene`: how the others ended."""

    gerade: SourceReading | None = None
    gelesene: tuple[SourceReading, ...] = ()


class SourceJobs(StateJobs[ReadingSources]):
    """All sources that are wanted, one after the other."""

    def __init__(self, context: Context) -> None:
        super().__init__("Holen", workers=1)
        self._context = context

    def stand(self, key: str = SOURCES) -> ReadingSources:
        return self.states.get(key, ReadingSources())

    def start(self, names: Sequence[str]) -> None:
        """Nothing where some are being read: what is new is found by whoever asks later."""
        if names:
            self.begin(SOURCES, ReadingSources(von=len(names)), lambda: self._read(names))

    def _read(self, names: Sequence[str]) -> None:
        gelesene: list[SourceReading] = []
        put = partial(self.put, SOURCES)
        for name in names:
            so_far = SourceReading(name, "")
            put(gerade=so_far)
            try:
                for so_far in read_source(runstore(self._context), source_named(self._context, name)):
                    put(gerade=so_far)
            except DashboardError as error:  # it could not even be asked
                so_far = SourceReading(name, "", alarm=str(error))
            gelesene.append(so_far)
            put(gerade=None, gelesene=tuple(gelesene), fertig=len(gelesene))


@dataclass(frozen=True, slots=True)
class TakenAntrag:
    """`antrag_id`: as it can be checked now; without one `fehler` says why."""

    listed: ListedAntrag
    antrag_id: str = ""
    fehler: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakingState(WorkState):
    """`name`: of what is coming just now."""

    name: str = ""
    taken: tuple[TakenAntrag, ...] = ()


class TakingJobs(StateJobs[TakingState]):
    """Each choice of Anträge is a job of its own, known by a key that whoever chooses the same gets too."""

    def __init__(self, context: Context) -> None:
        super().__init__("Holen", workers=2)
        self._context = context

    def start(self, listed: Sequence[StoredListing], again: bool = False) -> str:
        """Those that were read before are taken as they are, but where they are wanted `again`."""
        names = "\n".join(f"{one.antrag.quelle} {one.antrag.kennung}" for one in listed)
        key = hashlib.sha256(names.encode()).hexdigest()[:16]
        self.begin(key, TakingState(von=len(listed)), lambda: self._take(key, listed, again))
        return key

    def _take(self, key: str, listed: Sequence[StoredListing], again: bool) -> None:
        taken: list[TakenAntrag] = []
        for one in listed:
            self.put(key, name=one.antrag.nummer or one.antrag.titel)
            try:
                known = "" if again else one.antrag_id
                antrag_id = known or take_antrag(self._context, self._context.own(web_of), one.antrag)
                taken.append(TakenAntrag(one.antrag, antrag_id))
            except DashboardError as error:
                taken.append(TakenAntrag(one.antrag, fehler=str(error)))
            self.put(key, taken=tuple(taken), fertig=len(taken))

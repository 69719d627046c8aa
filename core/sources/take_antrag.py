"""A listed Antrag becomes one that can be checked: its PDF is fetched, kept, read as an uploaded one is."""

import hashlib
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from core import clock
from core.antrag.antrag import Antrag, find_file
from core.antrag.antrag_head import read_antragsteller
from core.antrag.drucksache import is_same_number, number_of
from core.antrag.read_antrag import read_antrag_pdf
from core.context import Context
from core.errors import EingabeError
from core.german import formats
from core.programme.registry import Registry
from core.runs.listed_antraege import ADDRESS, ListedAntrag, ListingFilter, SourceState, StoredListing
from core.runs.store import Runstore, runstore
from core.sources import dip, oparl, pardok
from core.sources.antrag_fetch import fetch_pdf
from core.sources.antrag_quelle import checked
from core.sources.document_links import built_link, link_of
from core.sources.web import Web

FROM_ADDRESS = "Quelle: {}"
UNTOLD = "Herkunft nicht genannt"
NO_NUMBER = (
    "„{}“ ist weder eine Adresse (https://…) noch die Nummer einer Drucksache wie 21/1234. Bitte "
    "berichtigen oder die Datei selbst hochladen."
)
NO_LINK = (
    "Für {} folgt die Adresse nicht aus der Nummer. Bitte die Adresse des PDFs einfügen (https://…) oder die "
    "Datei selbst hochladen."
)


def licence_of(antrag: ListedAntrag) -> str:
    """What has to stand beside it; of one that a person gave the address of, the host it came from."""
    quelle = antrag.quelle
    if quelle == ADDRESS:
        return FROM_ADDRESS.format(urlsplit(antrag.pdf_url or "").hostname or UNTOLD)
    if quelle.startswith(oparl.OPARL):
        return oparl.LICENCE.format(urlsplit(quelle.removeprefix(oparl.OPARL)).hostname or UNTOLD)
    return (
        pardok.LICENCE if quelle.startswith(pardok.PARDOK) else dip.LICENCE if quelle == dip.DIP else UNTOLD
    )


def origin_told(found: StoredListing) -> str:
    """Source, moment and address, where there is no link to press."""
    parts = [licence_of(found.antrag), f"Stand {formats.moment(found.geholt)}", link_of(found.antrag)]
    return ", ".join(part for part in parts if part)


def paper_at(told: str, bundesland: str | None = None) -> ListedAntrag:
    """What a person told: the address of a PDF, or the number of a paper of that parliament."""
    told = told.strip()
    number = number_of(told)
    url = built_link(bundesland, number) if number else told
    if url is None:
        raise EingabeError(NO_LINK.format("dieses Parlament" if bundesland else "eine Nummer ohne Parlament"))
    parts = urlsplit(url)
    if parts.scheme.casefold() not in ("http", "https") or not parts.hostname:
        raise EingabeError(NO_NUMBER.format(told[:80]))
    return checked(
        ListedAntrag(
            quelle=ADDRESS,
            kennung=hashlib.sha256(url.encode()).hexdigest()[:32],
            nummer=number,
            titel=url[:300],
            typ="",
            parlament=parts.hostname[:200],
            bundesland=bundesland if number else None,
            pdf_url=url,
        )
    )


def find_paper(store: Runstore, told: str, bundesland: str | None = None) -> StoredListing:
    """As a source lists it, else as it was told: nothing is listed twice where its number is known."""
    paper = paper_at(told, bundesland)
    if known := store.find_listed(ADDRESS, paper.kennung):
        return known
    alike = store.list_listed(ListingFilter(suche=paper.nummer)) if paper.nummer else []
    here = (one for one in alike if one.antrag.bundesland == bundesland)
    same = (one for one in here if is_same_number(one.antrag.nummer, paper.nummer))
    return next(same, StoredListing(paper, clock.now()))


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
        store.save_listing(SourceState(ADDRESS), [_as_read(listed, antrag, context)])
    store.note_antrag(listed.quelle, listed.kennung, antrag_id)
    return antrag_id


def completed(antrag: Antrag, listed: ListedAntrag, registry: Registry) -> Antrag:
    """What the text tells goes before what the source says; whose parliament it is, the source knows best."""
    land = listed.bundesland or antrag.bundesland
    movers = [partei for name in listed.urheber for partei in read_antragsteller(name, registry, land)[0]]
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


def doubt_of(antrag: Antrag, listed: ListedAntrag) -> str:
    """Lists lag, and another paper may lie where this one should; empty where nothing speaks for it."""
    told, read = listed.nummer, antrag.drucksache
    if not (told and read) or is_same_number(told, read):
        return ""
    return (
        f"Gelistet ist die Drucksache {told}, im PDF steht {read}. Bitte prüfen Sie, "
        "ob es der richtige Antrag ist."
    )


def _as_read(listed: ListedAntrag, antrag: Antrag, context: Context) -> ListedAntrag:
    """Nobody lists it, so what it says of itself is told."""
    parlament = context.registry.parlamente.get(antrag.bundesland or "")
    return replace(
        listed,
        nummer=antrag.drucksache[:60],
        titel=antrag.titel[:2000] or listed.titel,
        typ=antrag.typ[:100],
        parlament=parlament.name if parlament else listed.parlament,
        bundesland=antrag.bundesland,
        datum=antrag.datum,
    )

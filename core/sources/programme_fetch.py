"""A programme fetched: looked at before it counts, kept with its origin, beside what was there before."""

import hashlib
import os
import shutil
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from core.context import Context
from core.errors import DashboardError
from core.models import Programm
from core.programme.registering import Details, add_programm, place_pdf, remove_entry, room_for_draft
from core.programme.registry import Registry
from core.settings import Settings
from core.sources.download import Download, download
from core.sources.pdf_identity import doubts
from core.sources.programme_offers import PdfOffer
from core.sources.provenance import earlier_path, fassung_of, load_fassungen, save_fassung
from core.sources.web import Web


class FetchOutcome(StrEnum):
    NEU = "geholt"
    NEW_VERSION = "neue Fassung"
    UNCHANGED = "unverändert"
    DOUBTFUL = "zu prüfen"
    FAILED = "fehlgeschlagen"

    @property
    def is_there(self) -> bool:
        """Whether there is something to read in."""
        return self in (FetchOutcome.NEU, FetchOutcome.NEW_VERSION)


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of an offer; `grund`: why it failed or is doubtful. A doubtful one is not taken.

    `url`: where it really lay, after redirections.
    """

    offer: PdfOffer
    programm: Programm
    url: str
    ausgang: FetchOutcome
    groesse: int = 0
    grund: str = ""


def fetch_programm(
    context: Context,
    web: Web,
    offer: PdfOffer,
    confirmed: bool = False,
) -> Fetched:
    """`confirmed`: a human has looked at what is doubtful and wants it; a new entry needs that too."""
    programm, added = offer.programm, False
    try:
        if offer.is_new:
            programm, added = _registered(context, programm), True
        outcome = _fetched(context, web, programm, offer, confirmed)
    except DashboardError as error:
        outcome = Fetched(offer, programm, offer.url, FetchOutcome.FAILED, grund=str(error))
    if added and not outcome.ausgang.is_there:
        remove_entry(context.settings, programm.id)
    return outcome


def _registered(context: Context, draft: Programm) -> Programm:
    return add_programm(
        context.settings,
        context.registry,
        Details(
            name=draft.name,
            typ=draft.typ,
            partei=draft.partei,
            jahr=draft.jahr,
            gueltig_ab=draft.gueltig_ab,
            bundesland=draft.bundesland,
            url=draft.url or "",
            hinweis=draft.hinweis or "",
        ),
    )


def _fetched(context: Context, web: Web, programm: Programm, offer: PdfOffer, confirmed: bool) -> Fetched:
    settings = context.settings
    present = _digest(settings.pdf_dir / programm.pdf)
    kept = load_fassungen(settings, programm)
    seen = kept[-1].validators if kept and kept[-1].sha256 == present else None
    with room_for_draft(settings) as scratch:
        got = download(web, offer.url, scratch / programm.pdf, seen=seen)
        if got is None:
            return Fetched(offer, programm, offer.url, FetchOutcome.UNCHANGED)
        return _looked_at(settings, context.registry, programm, offer, got, present, confirmed)


def _looked_at(
    settings: Settings,
    registry: Registry,
    programm: Programm,
    offer: PdfOffer,
    got: Download,
    present: str | None,
    confirmed: bool,
) -> Fetched:
    if got.sha256 == present:
        save_fassung(settings, programm, fassung_of(got, offer.quelle))
        return Fetched(offer, programm, got.url, FetchOutcome.UNCHANGED, got.size)
    grund = " ".join(doubts(got.path, programm, registry))
    if grund and not confirmed:
        return Fetched(offer, programm, got.url, FetchOutcome.DOUBTFUL, got.size, grund)
    if present:
        _keep(settings.pdf_dir / programm.pdf, earlier_path(settings, programm, present))
    # Its origin first: after a kill in between, the next fetch finds that these bytes are not there yet.
    save_fassung(settings, programm, fassung_of(got, offer.quelle, grund))
    place_pdf(settings, programm, got.path)
    return Fetched(
        offer,
        programm,
        got.url,
        FetchOutcome.NEW_VERSION if present else FetchOutcome.NEU,
        got.size,
        grund,
    )


def _keep(path: Path, target: Path) -> None:
    """The version that is replaced, beside: Läufe were made with it."""
    if target.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}")
    shutil.copyfile(path, draft)
    os.replace(draft, target)


def _digest(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except FileNotFoundError:
        return None

"""Which programmes could be fetched: by the address in the registry, else as abgeordnetenwatch.de lists."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from core.context import Context
from core.errors import EingabeError, SourceError
from core.models import ERFUNDEN, Programm, Typ
from core.programme.pdf_files import find_pdf
from core.programme.registry import Registry, find_partei, partei_name
from core.sources.abgeordnetenwatch import NAME, PARLIAMENTS, Abgeordnetenwatch, Election, ListedProgramm
from core.sources.provenance import load_fassungen
from core.sources.web import web_of

REGISTER = "Adresse im Register"
GUESSED = "Beginn der Gültigkeit geschätzt: Das Register kennt diese Wahlperiode noch nicht."


@dataclass(frozen=True, slots=True)
class PdfOffer:
    """A Programm and where its PDF lies. `is_new`: it is no entry yet; a human has to want it."""

    programm: Programm
    url: str
    quelle: str
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Offers:
    """`without`: Programme that no source has a PDF of. `unknown`: listed parties that are no entry here.

    `alarms`: why a source gave nothing.
    """

    found: tuple[PdfOffer, ...] = ()
    without: tuple[Programm, ...] = ()
    unknown: tuple[str, ...] = ()
    alarms: tuple[str, ...] = ()


def missing_in(context: Context, land: str) -> list[Programm]:
    """Registered for that Land, or valid everywhere for „“, and without a PDF; without asking anybody."""
    settings = context.settings
    return [
        programm
        for programm in context.registry.programme.values()
        if (programm.bundesland or "") == land
        and land != ERFUNDEN
        and not find_pdf(programm, settings.pdf_dir, settings.data_dir)
    ]


def abgeordnetenwatch(context: Context) -> Abgeordnetenwatch:
    return Abgeordnetenwatch(context.own(web_of))


def fetched_in(context: Context, land: str | None) -> list[PdfOffer]:
    """What was fetched before and may have changed since, by the address it came from; None: everywhere."""
    known = [p for p in context.registry.programme.values() if land in (None, p.bundesland or "")]
    versions = [(p, load_fassungen(context.settings, p)) for p in known]
    return [PdfOffer(p, kept[-1].url, kept[-1].quelle) for p, kept in versions if kept]


def find_offers(context: Context, source: Abgeordnetenwatch, land: str) -> Offers:
    missing = missing_in(context, land)
    by_registry = [PdfOffer(p, p.url, REGISTER) for p in missing if p.url]
    wanted = [p for p in missing if not p.url]
    if land not in PARLIAMENTS:
        return Offers(tuple(by_registry), tuple(wanted))
    try:
        listed = _listed(source, land, {p.jahr for p in wanted})
    except SourceError as error:
        return Offers(tuple(by_registry), tuple(wanted), alarms=(str(error),))
    known, unknown = _by_partei(context.registry, listed, land)
    matched = [_match(programm, known) for programm in wanted]
    offers = [offer for offer in matched if offer]
    new = _proposed(context.registry, known, land)
    left = [p for p, offer in zip(wanted, matched, strict=True) if not offer]
    return Offers((*by_registry, *offers, *new), tuple(left), unknown)


def _listed(source: Abgeordnetenwatch, land: str, jahre: set[int]) -> list[ListedProgramm]:
    """For the elections that something is missing of, and for the latest: it may have brought new ones."""
    elections = source.elections(land)
    asked: Sequence[Election] = [e for e in elections if e in elections[:1] or e.jahr in jahre]
    return [programm for election in asked for programm in source.programmes(election)]


def _by_partei(
    registry: Registry, listed: Iterable[ListedProgramm], land: str
) -> tuple[list[tuple[str, ListedProgramm]], tuple[str, ...]]:
    """Those of parties that the registry knows, and the names of the others."""
    known, unknown = [], []
    for one in listed:
        try:
            known.append((find_partei(registry, one.partei, land).id, one))
        except EingabeError:
            unknown.append(one.partei)
    return known, tuple(dict.fromkeys(unknown))


def _match(programm: Programm, known: Sequence[tuple[str, ListedProgramm]]) -> PdfOffer | None:
    """The one file of that party for that year; of several nobody knows which it is."""
    urls = [
        one.url
        for partei, one in known
        if (partei, one.election.jahr) == (programm.partei, programm.jahr) and one.url
    ]
    return PdfOffer(programm, urls[0], NAME) if len(set(urls)) == 1 else None


def _proposed(registry: Registry, known: Sequence[tuple[str, ListedProgramm]], land: str) -> list[PdfOffer]:
    """Programmes of known parties for the listed elections that are no entries."""
    registered = {(p.partei, p.jahr) for p in registry.programme.values() if p.bundesland == land}
    new: dict[tuple[str, int], PdfOffer] = {}
    for partei, one in known:
        key = partei, one.election.jahr
        if one.url and key not in registered and registry.parteien[partei].stands_in(land):
            new.setdefault(key, PdfOffer(_entry(registry, partei, one, land), one.url, NAME, is_new=True))
    return list(new.values())


def _entry(registry: Registry, partei: str, one: ListedProgramm, land: str) -> Programm:
    """As an entry of its own would be; valid from the term that the election began, if that is known."""
    jahr, parlament = one.election.jahr, registry.parlamente[land]
    terms = [term for term in parlament.wahlperioden if term.wahl.year == jahr]
    since = terms[0].von if terms else None
    return Programm(
        id="",
        name=f"{partei_name(registry, partei, land)} {parlament.land} Wahlprogramm {jahr}",
        typ=Typ.WAHLPROGRAMM,
        partei=partei,
        bundesland=land,
        jahr=jahr,
        gueltig_ab=since or date(jahr, 12, 31),
        gueltig_bis=None,
        pdf="",
        url=one.url,
        hinweis=None if since else GUESSED,
    )

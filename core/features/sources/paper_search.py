"""One paper by its address or its number, found in the best source that knows it."""

import hashlib
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from core.antrag.antrag import is_same_number, number_of
from core.base import clock
from core.base.errors import EingabeError
from core.features.sources.antrag_quelle import built_link, checked
from core.features.sources.parliaments import parliament_of, source_named, sources_of
from core.programme.context import Context
from core.programme.registry import Registry
from core.runs.antraege import ADDRESS, ListedAntrag, ListingFilter, StoredListing
from core.runs.store import runstore
from core.wortlaut.errors import DashboardError

NUMBER = re.compile(r"(?<![\d/])\d{1,2}\s*/\s*\d{1,6}(?![\d/])")
UNSAID = re.compile(r"\b(?:Drucksache|Drucks|Drs|LT|Nr|neu)\b\.?|[(),;:–-]", re.IGNORECASE)
BUND = re.compile(r"\bBT\b|Bundestagsdrucksache", re.IGNORECASE)
NO_PAPER = (
    "„{}“ ist weder eine Adresse (https://…) noch die Nummer einer Drucksache wie 21/1234 oder „8/77 (MV)“. "
    "Bitte berichtigen oder die Datei selbst hochladen."
)
NO_LAND = (
    "Die Nummer {} gibt es in vielen Parlamenten. Bitte das Land wählen oder dazuschreiben, etwa „{} (MV)“."
)
TWO_NAMED = "„{}“ nennt zwei Parlamente: {}. Bitte nur eines schreiben, etwa „BT {}“."
BUNDESRAT = "Bundesrat"
SURE = ("BUND", "NRW")
"""Where every paper lies as its number says; elsewhere some do not, and a source knows their titles."""

FOLLOWS = "Die Adresse folgt aus der Nummer"
WAY_OUT = "Fügen Sie die Adresse des PDFs ein (https://…) oder laden Sie die Datei hoch."


@dataclass(frozen=True, slots=True)
class FoundPaper:
    """`told`: where it was found, and who did not know it before, in a sentence."""

    listing: StoredListing
    told: str


def find_paper(context: Context, told: str, land: str | None = None) -> FoundPaper:
    """By its address, or by its number in the Land that is told with it or chosen.

    What is listed here already comes first, then an address that surely follows from the number, then each
    source, and last an address that only mostly does.
    """
    told = told.strip()
    if urlsplit(told).scheme.casefold() in ("http", "https"):
        return FoundPaper(_known(context, paper_at(told)), "Von der genannten Adresse")
    number, named = read_number(told, context.registry)
    if not number:
        raise EingabeError(NO_PAPER.format(told[:80]))
    land = named or land
    if land is None:
        raise EingabeError(NO_LAND.format(number, number))
    alike = runstore(context).list_listed(ListingFilter(suche=number))
    here = (one for one in alike if one.antrag.bundesland == land)
    known = next((one for one in here if is_same_number(one.antrag.nummer, number)), None)
    if known:
        parliament = parliament_of(known.antrag.quelle)
        return FoundPaper(known, f"Schon gelistet: {parliament.label if parliament else known.antrag.quelle}")
    url = built_link(land, number)
    if url and land in SURE:
        return FoundPaper(_known(context, paper_at(url, land, number)), FOLLOWS)
    return _asked(context, number, land, url)


def read_number(told: str, registry: Registry) -> tuple[str, str | None]:
    """„Drucksache 8/77 (MV)“ → („8/77“, „MV“); the Land is None where none is told."""
    found = NUMBER.findall(told)
    if len({number_of(one) for one in found}) != 1:
        return "", None
    rest = " ".join(UNSAID.sub(" ", NUMBER.sub(" ", told)).split())
    if BUND.search(told):
        if others := _others_named(BUND.sub(" ", told), registry):
            names = " und ".join((registry.parlamente["BUND"].name, *others))
            raise EingabeError(TWO_NAMED.format(told[:80], names, number_of(found[0])))
        return number_of(found[0]), "BUND"
    return number_of(found[0]), registry.find_bundesland(rest) if rest else None


def _others_named(rest: str, registry: Registry) -> list[str]:
    """What else than the Bundestag is named there; short names count as they are written."""
    found = [BUNDESRAT] if re.search(rf"\bBR\b|{BUNDESRAT}", rest) else []
    for code, parlament in registry.parlamente.items():
        names = (code, *parlament.names_in_text)
        told = (rf"(?<![\w-]){re.escape(one)}(?![\w-])" for one in names)
        if code != "BUND" and any(
            re.search(form, rest, 0 if len(one) < 5 else re.IGNORECASE)
            for one, form in zip(names, told, strict=True)
        ):
            found.append(parlament.name)
    return found


def _asked(context: Context, number: str, land: str, url: str | None) -> FoundPaper:
    name, trail = context.registry.parlamente[land].name, []
    for key, parliament in sources_of(land).items():
        try:
            found = source_named(context, key).by_number(number)
        except DashboardError as error:
            trail.append(f"{parliament.label}: {error}")
            continue
        if found:
            before = f" ({' '.join(trail)})" if trail else ""
            return FoundPaper(StoredListing(found, clock.now()), f"Gefunden: {parliament.label}{before}")
        trail.append(f"{parliament.label} kennt sie nicht.")
    if url:
        return FoundPaper(_known(context, paper_at(url, land, number)), " ".join([f"{FOLLOWS}.", *trail]))
    why = " ".join(trail) or "Für dieses Parlament gibt es hier keine Quelle."
    raise EingabeError(f"Die Drucksache {number} ({name}) wurde nicht gefunden. {why} {WAY_OUT}")


def paper_at(url: str, land: str | None = None, number: str = "") -> ListedAntrag:
    """What a person gave the address of, or the number of."""
    parts = urlsplit(url)
    if parts.scheme.casefold() not in ("http", "https") or not parts.hostname:
        raise EingabeError(NO_PAPER.format(url[:80]))
    return checked(
        ListedAntrag(
            quelle=ADDRESS,
            kennung=hashlib.sha256(url.encode()).hexdigest()[:32],
            nummer=number,
            titel=url[:300],
            typ="",
            parlament=parts.hostname[:200],
            bundesland=land if number else None,
            pdf_url=url,
        )
    )


def _known(context: Context, paper: ListedAntrag) -> StoredListing:
    """As it was fetched from there before, if it was."""
    known = runstore(context).find_listed(ADDRESS, paper.kennung)
    return known or StoredListing(paper, clock.now())

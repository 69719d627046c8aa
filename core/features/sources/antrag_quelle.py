"""What every source of Anträge can be asked, and the three answers: found, absent, not recognised.

A further parliament is one file with a class that does this, and its line in `parliaments.PARLIAMENTS`;
one of a family that is known here is a row in the `SITES` of its module.
What is not recognised is no answer: it is raised as SourceUnrecognised, so that nobody takes it for „there is
nothing“.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NoReturn, Protocol
from urllib.parse import urlsplit

from core.antrag.antrag import number_of
from core.antrag.vote_papers import NamedPaper, PaperKind
from core.base.errors import SourceUnrecognised
from core.runs.antraege import Json, ListedAntrag

LONGEST = {"kennung": 300, "nummer": 60, "typ": 100, "vorgang": 200, "titel": 2000, "parlament": 200,
           "pdf_url": 2000, "aktualisiert": 40}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Portion:
    """Some entries, and the state to go on from once they are stored.

    `gone`: withdrawn entries; `gone_matters`: withdrawn matters with all their entries. Both count first.
    """

    entries: tuple[ListedAntrag, ...]
    stand: Json
    gone: tuple[str, ...] = ()
    gone_matters: tuple[str, ...] = ()


class AntragQuelle(Protocol):
    """`name` is the key of what is stored of it; `lizenz` is shown with each of its documents."""

    @property
    def name(self) -> str: ...

    @property
    def lizenz(self) -> str: ...

    def new_since(self, stand: Json) -> Iterator[Portion]:
        """What came or changed since that state, {} at first. Broken off, it goes on from the last stored."""

    def by_number(self, nummer: str) -> ListedAntrag | None:
        """None where the source knows no paper of that number."""

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
        """Where votes on it may be printed: Beschlussempfehlungen, and the Protokolle of its sittings."""

    def text_of_paper(self, paper: NamedPaper) -> str:
        """The same paper as text, where the source has that beside the PDF; else empty."""

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str:
        """Put its PDF there, of at most so many bytes; the address that it came from in the end."""


def checked(antrag: ListedAntrag) -> ListedAntrag:
    """As its source told it, if every field has a length that was ever seen."""
    for name, most in LONGEST.items():
        if len(getattr(antrag, name) or "") > most:
            unrecognised(antrag.quelle, f"das Feld „{name}“ hat mehr als {most} Zeichen")
    return antrag


def text_of(quelle: str, entry: Mapping[str, object], name: str) -> str:
    """A field that has to be there."""
    value = entry.get(name)
    if isinstance(value, str) and value.strip():
        return value.strip()
    unrecognised(quelle, f"das Feld „{name}“ fehlt oder ist kein Text")


def day_of(quelle: str, text: str | None) -> date | None:
    """„2026-11-02“ or „02.11.2026“; None where none is told."""
    if not text:
        return None
    try:
        if "." in text:
            day, month, year = (int(part) for part in text.split("."))
            return date(year, month, day)
        return date.fromisoformat(text[:10])
    except ValueError:
        unrecognised(quelle, f"„{text[:30]}“ ist kein Tag")


KINDS = {"BeschlEmpf": PaperKind.RECOMMENDATION, "PlPr": PaperKind.PROTOKOLL}
"""What the index of all Länder, and Berlin's export in its form, call the papers that may tell votes."""


def papers_of_matter(antrag: ListedAntrag) -> tuple[NamedPaper, ...]:
    """Every sitting is named, also that of a first debate: whether it voted, its Protokoll tells."""
    found = {}
    for told in antrag.weitere:
        art, url = KINDS.get(str(told.get("kurz"))), str(told.get("url") or "")
        if art and url:
            day = day_of(antrag.quelle, str(told.get("datum") or ""))
            found[url] = NamedPaper(art, str(told.get("nummer") or ""), url, day)
    return tuple(found.values())


def unrecognised(quelle: str, what: str) -> NoReturn:
    raise SourceUnrecognised(
        f"{quelle} antwortet anders als bekannt: {what}. Daraus wird nichts übernommen. Sie können "
        "eine Liste als Datei einlesen oder das PDF von Hand hochladen."
    )


# --- addresses of papers: as told, or as they follow from their numbers, where a parliament's do -----------

FIRST_OF_NRW = 16
"""Papers of earlier periods lie where the parliament wants no machine to fetch them."""


def link_of(antrag: ListedAntrag) -> str | None:
    """Where its PDF lies; None where nobody tells, or what is told is no address of the web."""
    told = antrag.pdf_url or ""
    if urlsplit(told).scheme.casefold() in ("http", "https"):
        return told
    return built_link(antrag.bundesland, antrag.nummer)


def built_link(bundesland: str | None, nummer: str) -> str | None:
    """Where a paper lies by its number; None where that does not follow from it."""
    plain = number_of(nummer)
    if not plain:
        return None
    build = LINKS.get(bundesland or "")
    return build(*map(int, plain.split("/"))) if build else None


def _bund(period: int, number: int) -> str:
    return f"https://dserver.bundestag.de/btd/{period:02}/{number // 100:03}/{period:02}{number:05}.pdf"


def _nrw(period: int, number: int) -> str | None:
    folder = "https://www.landtag.nrw.de/portal/WWW/dokumentenarchiv/Dokument"
    return f"{folder}/MMD{period}-{number}.pdf" if period >= FIRST_OF_NRW else None


def _bremen(period: int, number: int) -> str | None:
    folder = f"https://www.bremische-buergerschaft.de/dokumente/wp{period}/land/drucksache"
    return f"{folder}/D{period}L{number:04}.pdf" if period >= 21 else None


def _hessen(period: int, number: int) -> str | None:
    folder = f"https://starweb.hessen.de/cache/DRS/{period}/{number % 10}"
    return f"{folder}/{number:05}.pdf" if period >= 21 else None


def _niedersachsen(period: int, number: int) -> str | None:
    last, first = -(-number // 2500) * 2500, (number - 1) // 500 * 500 + 1
    folder = f"https://www.landtag-niedersachsen.de/Drucksachen/Drucksachen_{period}_{last:05}"
    return f"{folder}/{first:05}-{first + 499:05}/{period}-{number:05}.pdf" if period >= 19 else None


def _rheinland_pfalz(period: int, number: int) -> str | None:
    folder = "https://dokumente.landtag.rlp.de/landtag/drucksachen"
    return f"{folder}/{number}-{period}.pdf" if period >= 18 else None


def _schleswig_holstein(period: int, number: int) -> str | None:
    folder = f"https://www.landtag.ltsh.de/infothek/wahl{period}/drucks/{number // 100 * 100:05}"
    return f"{folder}/drucksache-{period}-{number:05}.pdf" if period >= 20 else None


LINKS: Mapping[str, Callable[[int, int], str | None]] = {
    "BUND": _bund,
    "NRW": _nrw,
    "HB": _bremen,
    "HE": _hessen,
    "NI": _niedersachsen,
    "RP": _rheinland_pfalz,
    "SH": _schleswig_holstein,
}
"""Of the parliaments whose papers lie where their numbers say, for periods of which addresses are known."""

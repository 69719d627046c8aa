"""A programme fetched: looked at before it counts, kept with its origin, beside what was there before."""

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any

from core.base.atomic_files import sha256_of
from core.base.background import StateJobs, WorkState
from core.base.errors import EingabeError, SourceError
from core.base.models import ERFUNDEN, EUROPA
from core.features.sources.antrag_quelle import unrecognised
from core.processes.pdf_processes import Aim, apart
from core.programme.context import Context
from core.programme.pdf_origins import fassung_of, load_fassungen, save_fassung, take_fetched
from core.programme.registering import Details
from core.programme.registry import Registry
from core.programme.web import Validators, Web, download, web_of
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import folded, visible
from core.wortlaut.reading.mupdf import open_pdf
from core.wortlaut.records import Programm, Typ

BASE = "https://www.abgeordnetenwatch.de/api/v2"
NAME = "abgeordnetenwatch.de"
PARLIAMENT_IDS = {
    "BUND": 5, "BW": 6, "BY": 13, "BE": 2, "BB": 16, "HB": 10, "HH": 3, "HE": 11, "MV": 9, "NI": 12, "NRW": 4,
    "RP": 7, "SL": 14, "SN": 17, "LSA": 8, "SH": 18, "TH": 15, EUROPA: 1,
}  # fmt: skip
PAGE = 100
MOST = 5_000
"""Entries of one question; all programmes together were 317 in 2021."""

ELECTION_LABEL = re.compile(r"\bWahl (?P<jahr>(?:19|20)\d\d)\b")
IN_BRACKETS = re.compile(r" ?\([^()]*\) ?$")

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Election:
    id: int
    jahr: int
    label: str


@dataclass(frozen=True, slots=True)
class ListedProgramm:
    """`url` is None where the entry names no file: so far, or only a page to look at."""

    partei: str
    election: Election
    url: str | None


@dataclass(frozen=True, slots=True)
class Abgeordnetenwatch:
    web: Web
    base: str = BASE

    def elections(self, bundesland: str) -> list[Election]:
        """Those of its parliament, the latest first."""
        entries = self._all("parliament-periods", "parliament", PARLIAMENT_IDS[bundesland])
        found = []
        with _as_known():
            for entry in entries:
                if entry.get("type") == "election":
                    label = clean_label(entry["label"])
                    if not (told := ELECTION_LABEL.search(label)):
                        raise ValueError(f"der Name der Wahl „{label[:80]}“ nennt kein Jahr")
                    found.append(Election(entry["id"], int(told["jahr"]), label))
        return sorted(found, key=lambda election: election.jahr, reverse=True)

    def programmes(self, election: Election) -> list[ListedProgramm]:
        entries = self._all("election-program", "parliament_period", election.id)
        with _as_known():
            return [
                ListedProgramm(clean_label(entry["party"]["label"]), election, _file(entry))
                for entry in entries
            ]

    def _all(self, collection: str, belongs_to: str, id: int) -> list[Entry]:
        """Every entry once, however few of them a page holds."""
        found: dict[int, Entry] = {}
        start, total = 0, 1
        with _as_known():
            while start < total:
                asked = {belongs_to: id, "range_start": start, "range_end": PAGE}
                answer = self.web.json(f"{self.base}/{collection}", asked)
                entries, total = answer["data"], answer["meta"]["result"]["total"]
                if total > MOST or (not entries and start < total):
                    raise ValueError(f"„{collection}“ nennt {total} Einträge und zeigt {len(entries)}")
                start += len(entries)
                for entry in entries:
                    if entry[belongs_to]["id"] != id:
                        raise ValueError(f"gefragt war {belongs_to} {id}, es kommt auch anderes")
                    found.setdefault(entry["id"], entry)
        return list(found.values())


@contextmanager
def _as_known() -> Iterator[None]:
    """What has another shape than was ever seen is an error, and no empty list."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        unrecognised(NAME, f"{type(error).__name__}, {error}")


def clean_label(label: str) -> str:
    """„Bündnis 90/\\xadDie Grünen (Bundestag 2017 - 2021)“ → „Bündnis 90/Die Grünen“."""
    return IN_BRACKETS.sub("", " ".join(visible(label).split()))


def _file(entry: Entry) -> str | None:
    """Its file, else the one linked PDF; the link may be a single entry with nothing in it."""
    if isinstance(file := entry.get("file"), str) and file:
        return file
    uris = [link.get("uri") or "" for link in entry.get("link") or []]
    pdfs = [uri for uri in uris if uri.lower().split("?")[0].endswith(".pdf")]
    return pdfs[0] if len(pdfs) == 1 else None


# --- what a PDF says of itself, against its entry -----------------------------------------------------------

PAGES = 8
"""Title, imprint and foreword lie on the first of them."""

LETTERS = 40_000
ENOUGH = 1_000
"""Letters of a beginning that says something of itself: those of 22 programmes of seven parties, 2007 to
2025, have 3,663 and more. One of them (CDU 2021) names neither its party nor its year there."""

FEW = 3
HARDLY = 3
"""Another party must be named so often, and so many times as often, before somebody is asked."""

MADE = re.compile(r"D:(?P<jahr>(?:19|20)\d\d)")
ELECTION = re.compile(
    r"(?:wahl|programm)\w*[^\w\n]{0,3}(?:\w+[^\w\n]{1,3}){0,4}?(?P<jahr>(?:19|20)\d\d)(?!\d)"
)
"""„Landtagswahl am 15. Mai 2022“, „Wahlprogramm der SPD zur Landtagswahl 2022“."""


OWN_ELECTIONS = {"BUND": "bundestagswahl", "EP": "europawahl"}
OTHER_ELECTIONS = re.compile(
    r"\b(?:bundestags|landtags|bürgerschafts|abgeordnetenhaus|kommunal|stadtrats|gemeinderats|europa)wahl"
)
PRINCIPLES = re.compile(r"grundsatzprogramm|parteiprogramm|grundsatze|manifest")
DRAFT = re.compile(r"\b(?:programm|vor)?entwurf\b|\bleitantrag\b")
TITLE = 1_500
"""Letters of a title page and what stands right behind it."""

LONGEST_CODE = 4
"""Of names such as „NRW“ and „LSA“, which also stand in addresses."""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Its first pages, folded, and the year the file says it was made in."""

    text: str
    made: int | None


def doubts(path: Path, programm: Programm, registry: Registry) -> list[str]:
    """Each in a sentence; none where it fits, and none where a PDF says nothing of itself, as a scan."""
    read = apart(Aim.READ, path.name, read_beginning, path)
    found = [
        other_year(read, programm),
        other_election(read, programm, registry),
        other_partei(read, programm, registry),
        draft(read),
    ]
    return [doubt for doubt in found if doubt] or says_nothing(read, programm, registry)


def read_beginning(path: Path) -> Beginning:
    document = open_pdf(path)
    try:
        pages = (document[number].get_text() for number in range(min(PAGES, document.page_count)))
        made = MADE.match(document.metadata.get("creationDate") or "")
        return Beginning(folded("\n".join(pages)[:LETTERS]), int(made["jahr"]) if made else None)
    finally:
        document.close()


def other_year(read: Beginning, programm: Programm) -> str | None:
    """Elections are named, but never that of the entry; or the file is older than the election before."""
    if programm.typ is not Typ.WAHLPROGRAMM:
        return None
    named = Counter(found["jahr"] for found in ELECTION.finditer(read.text))
    if named and (latest := max(named)) > str(programm.jahr):  # nobody looks back on an election to come
        return f"Im PDF steht am Anfang die Wahl {latest}, im Register das Jahr {programm.jahr}."
    if named and str(programm.jahr) not in named:
        (jahr, _), *_ = named.most_common(1)
        return f"Im PDF steht am Anfang die Wahl {jahr}, im Register das Jahr {programm.jahr}."
    if not named and read.made and read.made < programm.jahr - 1:
        return f"Das PDF wurde schon {read.made} erstellt, die Wahl war {programm.jahr}."
    return None


def other_election(read: Beginning, programm: Programm, registry: Registry) -> str | None:
    """A programme of a Land names that, one of all of Germany or Europe its election; else it is another."""
    own = registry.parlamente.get(programm.bundesland or "")
    if own is None:
        is_of_election = ELECTION.search(read.text) and not PRINCIPLES.search(read.text)
        return "Im PDF steht am Anfang eine Wahl, aber kein Grundsatzprogramm." if is_of_election else None
    others = sorted(set(OTHER_ELECTIONS.findall(read.text)) - {OWN_ELECTIONS.get(own.bundesland, "")})
    if own.bundesland in OWN_ELECTIONS:
        wanted = OWN_ELECTIONS[own.bundesland]
        if wanted in read.text or not others:
            return None
        return f"Im PDF steht am Anfang „{others[0].capitalize()}“, aber keine {wanted.capitalize()}."
    names = (folded(name) for name in (own.land, own.name, *own.aliase) if len(name) > LONGEST_CODE)
    if len(read.text) < ENOUGH or any(name in read.text for name in names):
        return None
    return f"Im PDF ist {own.land} am Anfang nie genannt."


def draft(read: Beginning) -> str | None:
    found = DRAFT.search(read.text[:TITLE])
    return f"Im PDF steht am Anfang „{found[0].capitalize()}“." if found else None


def other_partei(read: Beginning, programm: Programm, registry: Registry) -> str | None:
    """Another party is named several times, and this one hardly ever."""
    counts = {id: _named(read.text, registry, id, programm.bundesland) for id in registry.parteien}
    other, often = max(counts.items(), key=lambda one: one[1])
    own = counts[programm.partei]
    if often < FEW or own * HARDLY > often:
        return None
    rarely = f"nur {own}-mal" if own else "nie"
    names = [registry.partei_name(id, programm.bundesland) for id in (other, programm.partei)]
    return f"Im PDF ist am Anfang {often}-mal {names[0]} genannt, {names[1]} {rarely}."


def says_nothing(read: Beginning, programm: Programm, registry: Registry) -> list[str]:
    """It has words, but none that tell whose it is: neither its party nor its year."""
    if len(read.text) < ENOUGH or str(programm.jahr) in read.text:
        return []
    if _named(read.text, registry, programm.partei, programm.bundesland):
        return []
    name = registry.partei_name(programm.partei, programm.bundesland)
    return [f"Im PDF steht am Anfang weder {name} noch das Jahr {programm.jahr}."]


def _named(text: str, registry: Registry, partei: str, land: str | None) -> int:
    known = registry.parteien[partei]
    names = {known.name, *known.aliase, *known.aliase_in.get(land or "", ())}
    if land and not known.stands_in(land):
        return 0
    shapes = "|".join(re.escape(folded(name)) for name in sorted(names, key=len, reverse=True))
    return len(re.findall(rf"(?<!\w)(?:{shapes})(?!\w)", text))


# --- which programmes could be fetched, by the register or as a source lists them ---------------------------

BY_REGISTRY, ARCHIVE = "Adresse im Register", "zweite Adresse im Register"
GUESSED = "Beginn der Gültigkeit geschätzt: Das Register kennt diese Wahlperiode noch nicht."


@dataclass(frozen=True, slots=True)
class PdfOffer:
    """A Programm and where its PDF lies. `is_new`: it is no entry yet; a human has to want it.

    `archiv`: where it is looked for, too, if `url` gives no PDF of that party.
    """

    programm: Programm
    url: str
    quelle: str
    is_new: bool = False
    archiv: str | None = None

    @property
    def narrowed(self) -> tuple["PdfOffer", ...]:
        """One for each address, in the order they are tried."""
        first = replace(self, archiv=None)
        return (first, replace(first, url=self.archiv, quelle=ARCHIVE)) if self.archiv else (first,)


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
    return [
        programm
        for programm in context.registry.programme.values()
        if (programm.bundesland or "") == land and land != ERFUNDEN and not context.find_pdf(programm)
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
    by_registry = [offer for programm in missing if (offer := _by_registry(programm))]
    wanted = [p for p in missing if not (p.url or p.archiv)]
    if land not in PARLIAMENT_IDS:
        return Offers(tuple(by_registry), tuple(wanted))
    try:
        # The elections that something is missing of, and the latest: it may have brought new programmes.
        elections, jahre = source.elections(land), {p.jahr for p in wanted}
        asked = [e for e in elections if e in elections[:1] or e.jahr in jahre]
        listed = [programm for election in asked for programm in source.programmes(election)]
    except SourceError as error:
        return Offers(tuple(by_registry), tuple(wanted), alarms=(str(error),))
    known: list[tuple[str, ListedProgramm]] = []
    unknown: dict[str, None] = {}
    for one in listed:
        try:
            known.append((context.registry.find_partei(one.partei, land).id, one))
        except EingabeError:
            unknown[one.partei] = None
    offers, left = [], []
    for programm in wanted:
        own = (one for partei, one in known if partei == programm.partei)
        urls = {one.url for one in own if one.election.jahr == programm.jahr and one.url}
        if len(urls) == 1:  # of several files nobody knows which it is
            offers.append(PdfOffer(programm, urls.pop(), NAME))
        else:
            left.append(programm)
    new = _proposed(context.registry, known, land)
    return Offers((*by_registry, *offers, *new), tuple(left), tuple(unknown))


def _by_registry(programm: Programm) -> PdfOffer | None:
    if programm.url:
        return PdfOffer(programm, programm.url, BY_REGISTRY, archiv=programm.archiv)
    return PdfOffer(programm, programm.archiv, ARCHIVE) if programm.archiv else None


def _proposed(registry: Registry, known: Sequence[tuple[str, ListedProgramm]], land: str) -> list[PdfOffer]:
    """Programmes of known parties for the listed elections that are no entries."""
    registered = {(p.partei, p.jahr) for p in registry.programme.values() if p.bundesland == land}
    new: dict[tuple[str, int], PdfOffer] = {}
    parlament = registry.parlamente[land]
    for partei, one in known:
        jahr = one.election.jahr
        if not one.url or (partei, jahr) in registered or not registry.parteien[partei].stands_in(land):
            continue
        # Valid from the term that the election began, if that is known.
        since = next((term.von for term in parlament.wahlperioden if term.wahl.year == jahr), None)
        programm = Programm(
            id="",
            name=f"{registry.partei_name(partei, land)} {parlament.land} Wahlprogramm {jahr}",
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
        new.setdefault((partei, jahr), PdfOffer(programm, one.url, NAME, is_new=True))
    return list(new.values())


# --- fetching them, and what became of each -----------------------------------------------------------------


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
class Attempt:
    """An address that gave no PDF of that party, and why."""

    url: str
    grund: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of an offer; `grund`: why it failed or is doubtful. A doubtful one is not taken.

    `offer`: of a doubtful one it names only the address that the doubt is about, so that nothing else is
    taken where a human says yes. `url`: where it really lay, after redirections. `vergeblich`: the addresses
    tried besides, in their order.
    """

    offer: PdfOffer
    programm: Programm
    url: str
    ausgang: FetchOutcome
    groesse: int = 0
    grund: str = ""
    vergeblich: tuple[Attempt, ...] = ()

    @property
    def told(self) -> str:
        """Why it is as it is; empty where all went as it should."""
        first = "Zuerst versucht" if self.ausgang.is_there else "Auch versucht"
        return " ".join(filter(None, [self.grund, *(f"{first}: {one.grund}" for one in self.vergeblich)]))


def fetch_programm(context: Context, web: Web, offer: PdfOffer, confirmed: bool = False) -> Fetched:
    """`confirmed`: a human has looked at what is doubtful and wants it; a new entry needs that too."""
    programm, added = offer.programm, False
    try:
        if offer.is_new:
            details = Details(
                name=programm.name,
                typ=programm.typ,
                partei=programm.partei,
                jahr=programm.jahr,
                gueltig_ab=programm.gueltig_ab,
                bundesland=programm.bundesland,
                url=programm.url or "",
                hinweis=programm.hinweis or "",
            )
            programm, added = context.own_entries.add(context.registry, details), True
        outcome = _first_right(context, web, programm, offer)
        if confirmed and outcome.ausgang is FetchOutcome.DOUBTFUL:
            taken = _fetched(context, web, programm, outcome.offer, confirmed)
            outcome = replace(taken, vergeblich=outcome.vergeblich)
    except DashboardError as error:
        outcome = Fetched(offer, programm, offer.url, FetchOutcome.FAILED, grund=str(error))
    if added and not outcome.ausgang.is_there:
        context.own_entries.remove(programm.id)
    return outcome


def _first_right(context: Context, web: Web, programm: Programm, offer: PdfOffer) -> Fetched:
    """Of the first address with a PDF of that party; else the first doubtful one, else why none had any."""
    tried: list[Fetched] = []
    for narrow in offer.narrowed:
        try:
            got = _fetched(context, web, programm, narrow)
        except DashboardError as error:
            got = Fetched(narrow, programm, narrow.url, FetchOutcome.FAILED, grund=str(error))
        if got.ausgang not in (FetchOutcome.FAILED, FetchOutcome.DOUBTFUL):
            return replace(got, offer=offer, vergeblich=_attempts(tried))
        tried.append(got)
    told = next((one for one in tried if one.ausgang is FetchOutcome.DOUBTFUL), tried[0])
    others = _attempts(one for one in tried if one is not told)
    whole = told.offer if told.ausgang is FetchOutcome.DOUBTFUL else offer
    return replace(told, offer=whole, vergeblich=others)


def _attempts(tried: Iterable[Fetched]) -> tuple[Attempt, ...]:
    return tuple(Attempt(one.offer.url, one.grund) for one in tried)


def _fetched(
    context: Context, web: Web, programm: Programm, offer: PdfOffer, confirmed: bool = False
) -> Fetched:
    """By the one address of that offer."""
    settings = context.settings
    here = settings.pdf_dir / programm.pdf
    present = sha256_of(here) if here.exists() else None
    kept = load_fassungen(settings, programm)
    last = kept[-1] if kept and kept[-1].sha256 == present else None
    seen = Validators(last.etag, last.last_modified) if last else None
    with context.pdf_folder.room_for_draft() as scratch:
        got = download(web, offer.url, scratch / programm.pdf, seen=seen)
        if got is None:
            return Fetched(offer, programm, offer.url, FetchOutcome.UNCHANGED)
        if got.sha256 == present:
            save_fassung(settings, programm, fassung_of(got, offer.quelle))
            return Fetched(offer, programm, got.url, FetchOutcome.UNCHANGED, got.size)
        grund = " ".join(doubts(got.path, programm, context.registry))
        if grund and not confirmed:
            return Fetched(offer, programm, got.url, FetchOutcome.DOUBTFUL, got.size, grund)
        take_fetched(context, programm, got.path, fassung_of(got, offer.quelle, grund))
        ausgang = FetchOutcome.NEW_VERSION if present else FetchOutcome.NEU
        return Fetched(offer, programm, got.url, ausgang, got.size, grund)


# --- looking for programmes and fetching them in the background: begun by anybody, seen by everybody -------


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchState(WorkState):
    """What was found for a Land, and what has come of what was chosen.

    `namen`: what is coming just now. `runde`: how many times fetching was begun there.
    """

    gefunden: tuple[PdfOffer, ...] = ()
    angebote: Offers = field(default_factory=Offers)
    geholt: tuple[Fetched, ...] = ()
    namen: tuple[str, ...] = ()
    runde: int = 0
    abgebrochen: bool = False

    @property
    def sucht(self) -> bool:
        """Is it still being looked for?"""
        return self.laeuft and not self.von


AT_ONCE = 3
"""Programmes that come at the same time: a slow host holds up one of them. Each host is asked for one."""

ReadIn = Callable[[Sequence[str]], None]


class FetchJobs(StateJobs[FetchState]):
    """One Land after the other. `read_in` is told each Programm that has come, as soon as it is there."""

    def __init__(self, context: Context) -> None:
        super().__init__("Holen", workers=1)
        self._context = context
        self._stops: dict[str, threading.Event] = {}

    def of(self, land: str) -> FetchState:
        return self.states.get(land, FetchState())

    def search(self, land: str) -> None:
        """What could be fetched for that Land, looked for anew; nothing while some is being fetched."""
        with self.lock:
            if not self.of(land).laeuft:
                state = replace(self.of(land), fertig=0, von=0, fehler=(), abgebrochen=False)
                self.begin(land, state, lambda: self._search(land))

    def fetch_all(self, land: str, read_in: ReadIn) -> None:
        """Look for all that is missing there, and fetch what the registry has an entry for."""

        def work() -> None:
            self._search(land)
            self._fetch(land, [one for one in self.of(land).gefunden if not one.is_new], read_in, False)

        self._begin_round(land, (), work, 0)

    def fetch(self, land: str, offers: Sequence[PdfOffer], read_in: ReadIn, confirmed: bool = False) -> None:
        """`confirmed`: as for one of them."""
        if offers:
            again = {offer.programm for offer in offers}
            before = tuple(one for one in self.of(land).geholt if one.offer.programm not in again)
            work = partial(self._fetch, land, offers, read_in, confirmed)
            self._begin_round(land, before, work, len(offers))

    def stop(self, land: str) -> None:
        """No further one is begun; those that are coming still come."""
        with self.lock:
            if (stop := self._stops.get(land)) and self.of(land).laeuft:
                stop.set()
                self.put(land, abgebrochen=True)

    def _begin_round(
        self, land: str, geholt: tuple[Fetched, ...], work: Callable[[], None], von: int
    ) -> None:
        with self.lock:
            if not (before := self.of(land)).laeuft:
                self._stops[land] = threading.Event()
                state = replace(before, fertig=0, von=von, geholt=geholt, fehler=(), abgebrochen=False)
                self.begin(land, replace(state, namen=(), runde=before.runde + 1), work)

    def _search(self, land: str) -> None:
        offers = find_offers(self._context, abgeordnetenwatch(self._context), land)
        self.put(land, angebote=offers, gefunden=offers.found)

    def _fetch(self, land: str, offers: Sequence[PdfOffer], read_in: ReadIn, confirmed: bool) -> None:
        web, stop = abgeordnetenwatch(self._context).web, self._stops[land]
        self.put(land, von=len(offers))

        def one(offer: PdfOffer) -> None:
            if stop.is_set():
                return
            name = offer.programm.name
            self._change(land, lambda stand: {"namen": (*stand.namen, name)})
            fetched = fetch_programm(self._context, web, offer, confirmed)
            if fetched.ausgang.is_there:
                read_in([fetched.programm.id])
            self._change(land, lambda stand: {
                "geholt": (*stand.geholt, fetched),
                "fertig": stand.fertig + 1,
                "namen": tuple(other for other in stand.namen if other != name),
            })  # fmt: skip

        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="Holen") as pool:
            list(pool.map(one, offers))
        stand = self.of(land)
        done = {one.offer.programm for one in stand.geholt if one.ausgang is not FetchOutcome.FAILED}
        self.put(land, gefunden=tuple(one for one in stand.gefunden if one.programm not in done))

    def _change(self, land: str, change: Callable[[FetchState], dict[str, object]]) -> None:
        with self.lock:
            self.put(land, **change(self.of(land)))

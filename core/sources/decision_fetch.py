"""What became of Anträge: papers found by their source, fetched once, read, and kept with their votes.

A sentence is only taken from the PDF, where it has its page. Where the source has the paper as text too,
that is a second reading: where the two tell a Fraktion's side differently, nothing is taken.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from core.context import Context
from core.decisions.committee_votes import VotePaper, read_vote_paper
from core.decisions.decision import Decision, KeptDecision, PaperKind, Side
from core.decisions.fraktionen import Roster
from core.decisions.protokoll_votes import mended, plain_decisions
from core.errors import DashboardError, EingabeError, PdfError, SourceError, SourceUnrecognised
from core.runs.antraege import ListedAntrag
from core.runs.decisions import MOST_BYTES, Key, VoteUpload, find_votes, keep_found, key_of
from core.runs.store import runstore
from core.sources.antrag_quelle import AntragQuelle, NamedPaper
from core.sources.web import Web, download

NOTHING_THERE = "In diesem Papier fand sich keine Abstimmung über die Vorlage."
DIFFERING = (
    "Der Text der Sitzung und ihr PDF nennen für eine Fraktion Verschiedenes. Übernommen wurde nichts; bitte "
    "sehen Sie selbst nach und laden Sie das Papier beim Lauf unter „Abstimmung“ hoch."
)
OTHER_PAPER = (
    "Unter dieser Adresse liegt ein anderes Papier: Seine erste Seite nennt nicht „{} {}“. Übernommen wurde "
    "nichts; das richtige können Sie beim Lauf unter „Abstimmung“ hochladen."
)
ORDER = (PaperKind.RECOMMENDATION, PaperKind.PROTOKOLL, PaperKind.ROLL_CALL)

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class DecisionTrouble:
    wovon: str
    grund: str


@dataclass(slots=True)
class DecisionsFetched:
    """`gefragt`: for so many Anträge; `papiere`: so many were fetched; `beschluesse`: what they told."""

    gefragt: int = 0
    papiere: int = 0
    beschluesse: list[KeptDecision] = field(default_factory=list)
    fehler: list[DecisionTrouble] = field(default_factory=list)


def fetch_decisions(
    context: Context, web: Web, source: AntragQuelle, antraege: Sequence[ListedAntrag], tell: Tell
) -> DecisionsFetched:
    """Each paper is read once for all the Anträge it tells of, Beschlussempfehlungen first: what they wanted
    done says what „yes“ meant in the plenary."""
    done = DecisionsFetched()
    wanted: dict[NamedPaper, list[Key]] = {}
    try:
        for key, paper in _named(context, source, antraege, done):
            wanted.setdefault(paper, []).append(key)
    except SourceError as error:
        done.fehler.append(DecisionTrouble(source.name, str(error)))
    for paper in sorted(wanted, key=lambda one: (ORDER.index(one.art), str(one.datum), one.url)):
        tell(f"{paper.art} {paper.nummer}")
        try:
            _take(context, web, source, paper, wanted[paper], done)
        except DashboardError as error:
            done.fehler.append(DecisionTrouble(f"{paper.art} {paper.nummer}", str(error)))
    return done


def _named(
    context: Context, source: AntragQuelle, antraege: Iterable[ListedAntrag], done: DecisionsFetched
) -> Iterator[tuple[Key, NamedPaper]]:
    store = runstore(context)
    for antrag in antraege:
        if key := key_of(antrag.bundesland, antrag.nummer):
            papers = source.vote_papers(antrag)
            done.gefragt += 1
            store.note_search(key)
            seen = store.papers_seen(key)
            for one in papers:
                if one.url not in seen:
                    yield key, one


def _take(
    context: Context,
    web: Web,
    source: AntragQuelle,
    named: NamedPaper,
    keys: Sequence[Key],
    done: DecisionsFetched,
) -> None:
    text = mended(source.text_of_paper(named))
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{_file_name(named)}.pdf"
        got = download(web, named.url, path, most=MOST_BYTES)
        if got is None:
            raise SourceUnrecognised(f"{named.url} gilt als unverändert, wurde hier aber nie geholt.")
        done.papiere += 1
        try:
            paper = read_vote_paper(path)
            if paper.is_of_another(named.art, named.nummer):
                raise EingabeError(OTHER_PAPER.format(named.art, named.nummer))
        except (PdfError, EingabeError) as error:
            for key in keys:  # what came and cannot be read is not fetched again
                runstore(context).note_search(key, named.url, str(error))
            raise
        data = path.read_bytes()
    given = VoteUpload(named.art, path.name, data, datum=named.datum, url=got.url, lizenz=source.lizenz)
    for key in keys:
        _told_of(context, key, named, given, paper, text, done)


def _told_of(
    context: Context,
    key: Key,
    named: NamedPaper,
    given: VoteUpload,
    paper: VotePaper,
    text: str,
    done: DecisionsFetched,
) -> None:
    store, (land, number) = runstore(context), key
    found = find_votes(context, land, number, given, paper)
    second = plain_decisions(number, given.art, text, Roster(context.registry, land, found.day))
    if any(differ(one, other) for one in found.decisions for other in second):
        done.fehler.append(DecisionTrouble(f"{number}, {named.art} {named.nummer}", DIFFERING))
        store.note_search(key, named.url, DIFFERING)
        return
    if found.decisions:
        done.beschluesse += keep_found(context, store, land, given, found)
    store.note_search(key, named.url, "" if found.decisions else NOTHING_THERE)


def differ(one: Decision, other: Decision) -> bool:
    """Do two readings give a Fraktion two sides? What only one of them tells is no contradiction."""
    told = {side.partei: side.cast for side in one.sides if side.cast is not Side.UNKNOWN}
    again = {side.partei: side.cast for side in other.sides if side.cast is not Side.UNKNOWN}
    return any(again.get(partei, cast) is not cast for partei, cast in told.items())


def _file_name(named: NamedPaper) -> str:
    """„Plenarprotokoll 21-40“: what the page shows as its name."""
    return f"{named.art} {named.nummer}".replace("/", "-")[:80] or "Papier"

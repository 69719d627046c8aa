"""What became of Anträge: papers found by their source, fetched once, read, and kept with their votes.

A sentence is only taken from the PDF, where it has its page. Where the source has the paper as text too, that
is a second reading: where the two tell a Fraktion's side differently, nothing is taken.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from core.antrag.vote_papers import NamedPaper, PaperKind
from core.base.errors import EingabeError, SourceError
from core.features.decisions.committee_votes import read_vote_paper
from core.features.decisions.decision import Decision, KeptDecision, Side
from core.features.decisions.fraktionen import Roster
from core.features.decisions.protokoll_votes import mended, plain_decisions
from core.features.decisions.stored_decisions import (
    MOST_BYTES,
    VoteUpload,
    find_votes,
    keep_found,
)
from core.programme.context import Context
from core.runs.antraege import ListedAntrag
from core.runs.drucksachen import Key, key_of
from core.runs.store import runstore
from core.wortlaut.errors import DashboardError, PdfError

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


class PaperSource(Protocol):
    """What a source of Anträge knows of the papers that tell votes on them."""

    @property
    def name(self) -> str: ...

    @property
    def lizenz(self) -> str: ...

    def by_number(self, nummer: str) -> ListedAntrag | None: ...

    def vote_papers(self, antrag: ListedAntrag) -> tuple[NamedPaper, ...]: ...

    def text_of_paper(self, paper: NamedPaper) -> str: ...

    def fetch_paper(self, paper: NamedPaper, target: Path, most: int) -> str: ...


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
    context: Context, source: PaperSource, antraege: Sequence[ListedAntrag], tell: Tell
) -> DecisionsFetched:
    """Each paper is read once for all the Anträge it tells of, Beschlussempfehlungen first: what they wanted
    done says what „yes“ meant in the plenary."""
    done, store = DecisionsFetched(), runstore(context)
    wanted: dict[NamedPaper, list[Key]] = {}
    try:
        for antrag in antraege:
            if key := key_of(antrag.bundesland, antrag.nummer):
                papers = source.vote_papers(antrag)
                done.gefragt += 1
                store.note_search(key)
                seen = store.papers_seen(key)
                for paper in papers:
                    if paper.url not in seen:
                        wanted.setdefault(paper, []).append(key)
    except SourceError as error:
        done.fehler.append(DecisionTrouble(source.name, str(error)))
    for paper in sorted(wanted, key=lambda one: (ORDER.index(one.art), str(one.datum), one.url)):
        tell(f"{paper.art} {paper.nummer}")
        try:
            _take(context, source, paper, wanted[paper], done)
        except DashboardError as error:
            done.fehler.append(DecisionTrouble(f"{paper.art} {paper.nummer}", str(error)))
    return done


def _take(
    context: Context, source: PaperSource, named: NamedPaper, keys: Sequence[Key], done: DecisionsFetched
) -> None:
    text = mended(source.text_of_paper(named))
    with TemporaryDirectory() as folder:
        name = f"{named.art} {named.nummer}".replace("/", "-")[:80] or "Papier"  # as the page shows it
        path = Path(folder) / f"{name}.pdf"
        url = source.fetch_paper(named, path, MOST_BYTES)
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
    given = VoteUpload(named.art, path.name, data, datum=named.datum, url=url, lizenz=source.lizenz)
    store = runstore(context)
    for key in keys:
        land, number = key
        found = find_votes(context, land, number, given, paper)
        second = plain_decisions(number, given.art, text, Roster(context.registry, land, found.day))
        if any(differ(one, other) for one in found.decisions for other in second):
            done.fehler.append(DecisionTrouble(f"{number}, {named.art} {named.nummer}", DIFFERING))
            store.note_search(key, named.url, DIFFERING)
            continue
        if found.decisions:
            done.beschluesse += keep_found(context, store, land, given, found)
        store.note_search(key, named.url, "" if found.decisions else NOTHING_THERE)


def differ(one: Decision, other: Decision) -> bool:
    """Do two readings give a Fraktion two sides? What only one of them tells is no contradiction."""
    told = {side.partei: side.cast for side in one.sides if side.cast is not Side.UNKNOWN}
    again = {side.partei: side.cast for side in other.sides if side.cast is not Side.UNKNOWN}
    return any(again.get(partei, cast) is not cast for partei, cast in told.items())

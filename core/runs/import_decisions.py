"""Decisions in a file that is read in: told anew by our own reading of their paper, else marked unproved."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from core.antrag.drucksache import plain_number
from core.context import Context
from core.decisions.kept_decision import SUFFIXES, KeptDecision, PaperKind, VoteSource
from core.decisions.sides import Decision, Evidence, FraktionSide, Side, VotedOn
from core.errors import DashboardError
from core.runs.connection import StoreConnection
from core.runs.kept_decisions import insert_unknown, key_of, numbered, papers_read
from core.runs.quote_form import ExportForm
from core.runs.read_decisions import read_again
from core.runs.sql import Connection
from core.runs.value_ranges import Hash, Land, Name, Seiten, Tag, Text, Wort, word_of
from core.schema import AfterValidator, FailFast, Field

MOST = 5_000
PAPERS = 50
"""So many papers are read anew for one file; what others say stays unproved."""

SideWord = Annotated[str, AfterValidator(word_of(Side))]


class SideForm(ExportForm):
    partei: Name
    side: SideWord
    cast: SideWord
    words: Text
    note: Text


class EvidenceForm(ExportForm):
    """Its place is what a reading here finds; what the file says of that is left out."""

    document: Wort
    text: Text
    seiten: Seiten
    printed: Annotated[list[Wort], Field(max_length=1_000), FailFast()]
    note: Text


class DecisionForm(ExportForm):
    bundesland: Land
    drucksache: Annotated[str, Field(pattern=r"^\d{1,2}/\d{1,6}$"), AfterValidator(plain_number)]
    art: Annotated[str, AfterValidator(word_of(PaperKind))]
    dokument: Wort
    sha256: Hash
    suffix: Annotated[str, AfterValidator(word_of(SUFFIXES))]
    url: Annotated[str, Field(max_length=2_000)]
    datum: Tag | None
    lizenz: Wort
    abgestimmt: Annotated[str, AfterValidator(word_of(VotedOn))]
    angenommen: bool | None
    regel: Text
    grund: Text
    fraktionen: Annotated[list[SideForm], Field(max_length=100), FailFast()]
    stellen: Annotated[list[EvidenceForm], Field(max_length=20), FailFast()]

    def told(self, place: int) -> KeptDecision:
        """What the file says, nothing of it proved; `place` is that among what its paper says."""
        source = VoteSource(
            PaperKind(self.art), self.dokument, self.sha256, self.suffix, self.url, self.datum, self.lizenz
        )
        sides = (
            FraktionSide(one.partei, Side(one.side), Side(one.cast), one.words, one.note)
            for one in self.fraktionen
        )
        evidence = (
            Evidence(one.document, one.text, 0, tuple(one.seiten), tuple(one.printed), one.note)
            for one in self.stellen
        )
        decision = Decision(
            self.drucksache, VotedOn(self.abgestimmt), self.angenommen, tuple(sides), tuple(evidence),
            self.regel, self.grund,
        )  # fmt: skip
        return replace(numbered(self.bundesland, source, [decision] * (place + 1))[place], belegt=False)

    @property
    def of_paper(self) -> tuple[str, ...]:
        return self.bundesland, self.drucksache, self.art, self.sha256


def proved_decisions(
    context: Context, store: StoreConnection, forms: Sequence[DecisionForm], bis: float
) -> list[KeptDecision]:
    """Each paper is read once, for as long as there is time; what it does not say here is not taken over."""
    papers = papers_read(store) if forms else {}
    by_paper: dict[tuple[str, ...], list[KeptDecision]] = {}
    for form in forms:
        own = by_paper.setdefault(form.of_paper, [])
        own.append(form.told(len(own)))
    found: list[KeptDecision] = []
    for place, told in enumerate(by_paper.values()):
        known = _as_known(told[0], papers)
        again = _read(context, known) if known and place < PAPERS and time.monotonic() < bis else None
        found += told if again is None else again
    return found


def _as_known(told: KeptDecision, papers: Mapping[str, Mapping[str, VoteSource]]) -> KeptDecision | None:
    """No paper says of which parliament it is, nor who governed then. Of one that was read here we know it;
    for another parliament it proves nothing."""
    here = papers.get(told.source.sha256)
    if here is None:
        return told
    if (source := here.get(told.bundesland)) is None:
        return None
    return replace(told, source=replace(source, art=told.source.art, suffix=told.source.suffix))


def _read(context: Context, kept: KeptDecision) -> list[KeptDecision] | None:
    try:
        return read_again(context, kept)
    except DashboardError:  # a paper that cannot be read proves nothing
        return None


def store_decisions(
    connection: Connection, decisions: Sequence[KeptDecision], judged: Sequence[tuple[str | None, str]]
) -> None:
    """Those on Anträge of the file's own Läufe; what is here already stays."""
    keys = {key_of(*one) for one in judged}
    insert_unknown(connection, [d for d in decisions if (d.bundesland, d.decision.drucksache) in keys])

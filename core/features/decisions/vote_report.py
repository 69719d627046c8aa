"""What a report of a Lauf tells of votes: beside each party, and in an annex with the papers."""

from collections.abc import Iterator

from core.base.report_parts import (
    Look,
    PaperTable,
    PartyNote,
    ReportSection,
    SectionLine,
    SectionQuote,
    SectionTable,
)
from core.features.decisions.decision import KeptDecision
from core.features.decisions.fraktionen import AID, DISCIPLINE, Fit, PartyVote
from core.features.decisions.stored_decisions import decisions_of
from core.features.decisions.told_votes import (
    EDITED,
    fits_of,
    known_votes,
    notes_on,
    place_told,
    source_told,
)
from core.programme.context import Context
from core.runs.lauf import Lauf
from core.runs.store import runstore

PLACE = 20
"""Of the annex: behind what was dropped by rubrics."""


def party_notes(context: Context, lauf: Lauf) -> dict[str, PartyNote]:
    return {
        partei: PartyNote("Abstimmung", _side(vote), vote.kept.source.name, vote.kept.source.url)
        for partei, vote in known_votes(context, lauf).items()
    }


def sections(context: Context, lauf: Lauf) -> Iterator[ReportSection]:
    """What the parliament decided on the Antrag: party by party, then the papers."""
    found = decisions_of(runstore(context), lauf.antrag.bundesland, lauf.antrag.drucksache)
    if not found:
        return
    rows, deviates = [], False
    for partei, vote in known_votes(context, lauf).items():
        fits = fits_of(lauf, vote)
        deviates |= Fit.DEVIATES in fits.values() and vote.is_coalition
        name = context.registry.partei_label(partei, lauf.antrag.bundesland)
        compared = "; ".join(f"{typ.title()}: {one}" for typ, one in fits.items())
        rows.append((name, _side(vote), compared, vote.kept.source.name))
    kopf = ("Partei", "Stimme zum Antrag", "Vergleich mit dem Programm", "Quelle")
    hinweise = (AID, *([DISCIPLINE] if deviates else []), *([EDITED] if lauf.edits else []))
    yield ReportSection(
        "Was das Parlament entschied",
        (
            SectionTable(PaperTable(kopf, tuple(rows)), (0.2, 0.22, 0.34, 0.24)),
            *(part for kept in found for part in _paper(kept)),
            *map(SectionLine, hinweise),
        ),
        PLACE,
        is_annex=True,
    )


def _paper(kept: KeptDecision) -> Iterator[SectionLine | SectionQuote]:
    """A paper that says how was voted, with its sentences and where each stands."""
    decision, source = kept.decision, kept.source
    titel = f"{source.art.stage}: abgestimmt über {decision.voted_on} ({kept.result})"
    yield SectionLine(titel, Look.HEADING)
    yield SectionLine(f"{source_told(kept)} · SHA-256 {source.sha256} · erkannt an: {decision.rule}")
    for note in notes_on(kept):
        yield SectionLine(note, Look.NOTICE)
    for one in decision.evidence:
        yield SectionQuote(one.text, place_told(one))


def _side(vote: PartyVote) -> str:
    return f"{vote.stage}: {vote.side} ({vote.note})" if vote.note else f"{vote.stage}: {vote.side}"

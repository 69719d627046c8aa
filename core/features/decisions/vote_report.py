"""What a report of a Lauf tells of votes: beside each party, and in an annex with the papers."""

from collections.abc import Mapping

from core.assessment.report_parts import AnnexPaper, PaperTable, PartyNote, ReportAddition, ReportAnnex
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
from core.programme.registry import partei_label
from core.runs.lauf import Lauf
from core.runs.store import runstore


def report_addition(context: Context, lauf: Lauf) -> ReportAddition:
    """Nothing where nothing is known of what became of the Antrag."""
    votes = known_votes(context, lauf)
    notes = {
        partei: PartyNote("Abstimmung", _side(vote), vote.kept.source.name, vote.kept.source.url)
        for partei, vote in votes.items()
    }
    return ReportAddition(parties=notes, annexes=_annex(context, lauf, votes))


def _annex(context: Context, lauf: Lauf, votes: Mapping[str, PartyVote]) -> tuple[ReportAnnex, ...]:
    """What the parliament decided on the Antrag: party by party, then the papers."""
    found = decisions_of(runstore(context), lauf.antrag.bundesland, lauf.antrag.drucksache)
    if not found:
        return ()
    rows, deviates = [], False
    for partei, vote in votes.items():
        fits = fits_of(lauf, vote)
        deviates |= Fit.DEVIATES in fits.values() and vote.is_coalition
        name = partei_label(context.registry, partei, lauf.antrag.bundesland)
        compared = "; ".join(f"{typ.title()}: {one}" for typ, one in fits.items())
        rows.append((name, _side(vote), compared, vote.kept.source.name))
    papers = [
        AnnexPaper(
            titel=f"{kept.source.art.stage}: abgestimmt über {kept.decision.voted_on} ({kept.result})",
            angaben=f"{source_told(kept)} · SHA-256 {kept.source.sha256} · erkannt an: {kept.decision.rule}",
            hinweise=tuple(notes_on(kept)),
            saetze=tuple((one.text, place_told(one)) for one in kept.decision.evidence),
        )
        for kept in found
    ]
    kopf = ("Partei", "Stimme zum Antrag", "Vergleich mit dem Programm", "Quelle")
    annex = ReportAnnex(
        PaperTable(kopf, tuple(rows), "Was das Parlament entschied"),
        (0.2, 0.22, 0.34, 0.24),
        tuple(papers),
        (AID, *([DISCIPLINE] if deviates else []), *([EDITED] if lauf.edits else [])),
    )
    return (annex,)


def _side(vote: PartyVote) -> str:
    return f"{vote.stage}: {vote.side} ({vote.note})" if vote.note else f"{vote.stage}: {vote.side}"

"""What a report tells of a decision: each party's vote beside its points, the sentences, their papers."""

from collections.abc import Mapping, Sequence

from core.context import Context
from core.decisions.kept_decision import KeptDecision
from core.decisions.party_votes import AID, DISCIPLINE, Fit, PartyVote, fit, party_votes
from core.decisions.sides import Evidence, VotedOn
from core.german import formats
from core.llm.catalogue import OFFLINE
from core.models import Typ
from core.papers.vermerk import AnnexPaper, PaperTable, Vote, VoteAnnex
from core.programme.registry import partei_label
from core.runs.lauf import Lauf
from core.runs.store import runstore

ANNEX_HEAD = ("Partei", "Stimme zum Antrag", "Vergleich mit dem Programm", "Quelle")
TURNED = "Abgestimmt wurde über die Empfehlung, den Antrag abzulehnen: ein Ja dazu ist ein Nein zum Antrag."
EDITED = (
    "Abgestimmt wurde über die Drucksache, wie sie gedruckt ist; geprüft wurde hier eine bearbeitete Fassung."
)


def votes_of(context: Context, lauf: Lauf, decisions: Sequence[KeptDecision]) -> dict[str, PartyVote]:
    return party_votes(context.registry, decisions, [teil.partei for teil in lauf.teile if teil.partei])


def fits_of(lauf: Lauf, vote: PartyVote) -> dict[Typ, Fit]:
    """For each kind of Programm that was judged. Nothing fits or deviates without points of a language model:
    those that the built-in search once gave tell nearness, not agreement."""
    without = {teil.partei for teil in lauf.teile if teil.modell == OFFLINE}
    own = {Typ(score.typ): score.score for score in lauf.scores if score.partei == vote.partei}
    points = {typ: None if vote.partei in without else own[typ] for typ in Typ if typ in own}
    return {typ: fit(score, vote.side) for typ, score in points.items()}


def known_votes(context: Context, lauf: Lauf) -> dict[str, PartyVote]:
    """By what is stored of decisions on its Drucksache."""
    found = runstore(context).decisions_of(lauf.antrag.bundesland, lauf.antrag.drucksache)
    return votes_of(context, lauf, found)


def notes_on(kept: KeptDecision) -> list[str]:
    """What must be known of a decision before its sides are read."""
    reason = kept.decision.reason
    turned = kept.decision.voted_on is VotedOn.REJECTION
    said = (turned and TURNED, reason and f"Nicht feststellbar: {reason}")
    return [text for text in said if text]


def source_told(kept: KeptDecision) -> str:
    """„Beschlussempfehlung bt-18-397.pdf · 29.01.2014 · …“."""
    source = kept.source
    day = formats.day(source.datum) if source.datum else ""
    parts = (f"{source.art} {source.name}", day, source.url, source.lizenz)
    return " · ".join(part for part in parts if part)


def place_told(evidence: Evidence) -> str:
    """„Seite 2 der Datei, gedruckt S. 18“."""
    pages, printed = ", ".join(map(str, evidence.seiten)), ", ".join(evidence.printed)
    parts = (f"Seite {pages} der Datei" if pages else "", f"gedruckt S. {printed}" if printed else "")
    return ", ".join(part for part in (*parts, evidence.note) if part)


def vote_annex(context: Context, lauf: Lauf) -> VoteAnnex | None:
    """None where nothing is known of what became of the Antrag."""
    found = runstore(context).decisions_of(lauf.antrag.bundesland, lauf.antrag.drucksache)
    if not found:
        return None
    votes = votes_of(context, lauf, found)
    fits = {partei: fits_of(lauf, vote) for partei, vote in votes.items()}
    deviating = [p for p, own in fits.items() if Fit.DEVIATES in own.values() and votes[p].is_coalition]
    rows = tuple(_row(context, lauf, vote, fits[vote.partei]) for vote in votes.values())
    return VoteAnnex(
        PaperTable(ANNEX_HEAD, rows, "Was das Parlament entschied"),
        tuple(map(_source, found)),
        (AID, *([DISCIPLINE] if deviating else []), *([EDITED] if lauf.edits else [])),
    )


def votes_beside_points(context: Context, lauf: Lauf) -> dict[str, Vote]:
    """For the table of a Vermerk: „Plenum: dagegen“, and the paper that says so."""
    return {
        partei: Vote(_side(vote), vote.kept.source.name, vote.kept.source.url)
        for partei, vote in known_votes(context, lauf).items()
    }


def _side(vote: PartyVote) -> str:
    return f"{vote.stage}: {vote.side} ({vote.note})" if vote.note else f"{vote.stage}: {vote.side}"


def _row(context: Context, lauf: Lauf, vote: PartyVote, fits: Mapping[Typ, Fit]) -> tuple[str, ...]:
    name = partei_label(context.registry, vote.partei, lauf.antrag.bundesland)
    compared = "; ".join(f"{typ.title()}: {one}" for typ, one in fits.items())
    return name, _side(vote), compared, vote.kept.source.name


def _source(kept: KeptDecision) -> AnnexPaper:
    decision = kept.decision
    return AnnexPaper(
        titel=f"{kept.source.art.stage}: abgestimmt über {decision.voted_on} ({kept.result})",
        angaben=f"{source_told(kept)} · SHA-256 {kept.source.sha256} · erkannt an: {decision.rule}",
        hinweise=tuple(notes_on(kept)),
        saetze=tuple((one.text, place_told(one)) for one in decision.evidence),
    )

"""How votes are told: beside the points of a Lauf, with their source and page, and in the list of Anträge."""

from collections.abc import Sequence

from core.antrag.vote_papers import PaperKind
from core.base import formats
from core.features.decisions.decision import Evidence, KeptDecision, Side, VotedOn
from core.features.decisions.fraktionen import Fit, PartyVote, fit, party_votes
from core.features.decisions.stored_decisions import decisions_of, decisions_on_all
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.antraege import ListedAntrag, Outcome
from core.runs.drucksachen import key_of
from core.runs.lauf import Lauf
from core.runs.store import Runstore, runstore
from core.wortlaut.records import Typ

TURNED = "Abgestimmt wurde über die Empfehlung, den Antrag abzulehnen: ein Ja dazu ist ein Nein zum Antrag."
EDITED = (
    "Abgestimmt wurde über die Drucksache, wie sie gedruckt ist; geprüft wurde hier eine bearbeitete Fassung."
)


def fits_of(lauf: Lauf, vote: PartyVote) -> dict[Typ, Fit]:
    """For each kind of Programm that was judged. Nothing fits or deviates without points of a language model:
    those that the built-in search once gave tell nearness, not agreement."""
    without = {teil.partei for teil in lauf.teile if teil.modell == OFFLINE}
    own = {Typ(score.typ): score.score for score in lauf.scores if score.partei == vote.partei}
    points = {typ: None if vote.partei in without else own[typ] for typ in Typ if typ in own}
    return {typ: fit(score, vote.side) for typ, score in points.items()}


def known_votes(context: Context, lauf: Lauf) -> dict[str, PartyVote]:
    """By what is stored of decisions on its Drucksache."""
    found = decisions_of(runstore(context), lauf.antrag.bundesland, lauf.antrag.drucksache)
    return party_votes(context.registry, found, [teil.partei for teil in lauf.teile if teil.partei])


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


# --- what became of a listed Antrag -------------------------------------------------------------------------


def outcomes(store: Runstore, antraege: Sequence[ListedAntrag]) -> list[list[Outcome]]:
    keys = [key_of(one.bundesland, one.nummer) for one in antraege]
    found = decisions_on_all(store, {key for key in keys if key})
    return [list(map(outcome_of, found.get(key, []))) if key else [] for key in keys]


def outcome_of(kept: KeptDecision) -> Outcome:
    is_final = kept.source.art is not PaperKind.RECOMMENDATION
    return Outcome(decided_name(kept), kept.source.name, kept.source.url, is_final)


def decided_name(kept: KeptDecision) -> str:
    """What became of the Drucksache itself, where that is certain: „angenommen“ may be said of an advice."""
    day = f" am {formats.day(kept.source.datum)}" if kept.source.datum else ""
    adopted, on = kept.decision.adopted, kept.decision.voted_on
    is_for = on.on_motion(Side.YES if adopted else Side.NO) is Side.YES
    if not kept.decision.is_certain or adopted is None:
        outcome = "Ausgang nicht feststellbar"
    elif kept.source.art is PaperKind.RECOMMENDATION:
        outcome = "Annahme empfohlen" if is_for else "Ablehnung empfohlen"
    elif on is not VotedOn.ITSELF and not adopted:
        outcome = "Empfehlung abgelehnt"
    else:
        outcome = "angenommen" if is_for else "abgelehnt"
    return f"{outcome}{day} ({kept.source.art.stage})"

"""How listed Anträge are spoken of: their source, what is known of decisions, what Läufe say of them."""

from collections.abc import Sequence

from core.antrag.antrag import listed_title
from core.decisions.kept_decision import KeptDecision, PaperKind
from core.decisions.sides import Side, VotedOn
from core.german import formats
from core.runs.antraege import STEPS, Json, ListedAntrag, ListedLauf
from core.runs.decisions import Key, key_of
from core.runs.lauf import Status
from pages.ui.shown_names import partei_shown

NO_POINTS = "ohne Punkte"


def title_of(antrag: ListedAntrag) -> str:
    return listed_title(antrag.titel, antrag.nummer) or f"Drucksache {antrag.nummer}"


def steps_of(antrag: ListedAntrag) -> list[Json]:
    """The papers that tell what became of it, the most telling first."""
    told = [one for one in antrag.weitere if one.get("kurz") in STEPS]
    return sorted(told, key=lambda one: STEPS.index(one["kurz"]))


def decided_key(antrag: ListedAntrag) -> Key | None:
    """Under which decisions on it are stored."""
    return key_of(antrag.bundesland, antrag.nummer)


def step_of(antrag: ListedAntrag, decisions: Sequence[KeptDecision] = ()) -> str:
    """„abgelehnt am 12.11.2026 (Plenum)“ by the latest stored vote, that of the plenary first; else the paper
    that the source names, „Beschlussempfehlung 19/201 vom 12.11.2026“."""
    by_stage = {one.source.art.stage: decided_name(one) for one in decisions}
    stored = by_stage.get("Plenum") or by_stage.get("Ausschuss")
    return stored or next(map(step_name, steps_of(antrag)), "")


def decided_name(kept: KeptDecision) -> str:
    """What became of the Drucksache itself, where that is certain: „angenommen“ may be said of an advice."""
    day = f" am {formats.day(kept.source.datum)}" if kept.source.datum else ""
    return f"{_outcome(kept)}{day} ({kept.source.art.stage})"


def _outcome(kept: KeptDecision) -> str:
    adopted, on = kept.decision.adopted, kept.decision.voted_on
    if not kept.decision.is_certain or adopted is None:
        return "Ausgang nicht feststellbar"
    is_for = on.on_motion(Side.YES if adopted else Side.NO)
    if kept.source.art is PaperKind.RECOMMENDATION:
        return "Annahme empfohlen" if is_for is Side.YES else "Ablehnung empfohlen"
    if on is not VotedOn.ITSELF and not adopted:
        return "Empfehlung abgelehnt"
    return "angenommen" if is_for is Side.YES else "abgelehnt"


def step_name(step: Json) -> str:
    day = f"vom {step['datum']}" if step.get("datum") else None
    return " ".join(filter(None, [str(step.get("art") or step["kurz"]), str(step.get("nummer") or ""), day]))


def assessed(laeufe: Sequence[ListedLauf]) -> str:
    """„2 Läufe“; of one that is not finished, that it is not."""
    if not laeufe:
        return ""
    if any(one.status is Status.LAEUFT for one in laeufe):
        return "läuft"
    if not (done := [one for one in laeufe if one.status is Status.FERTIG]):
        return "nicht fertig geworden"
    return formats.counted(len(done), "Lauf", "Läufe")


def points_of(laeufe: Sequence[ListedLauf]) -> str:
    """„SPD 8, CDU 3“ of the latest finished Lauf with a language model; the built-in search gives none."""
    done = [one for one in laeufe if one.status is Status.FERTIG]
    if with_points := next((one for one in done if one.punkte), None):
        return points_line(with_points)
    return NO_POINTS if done else ""


def points_line(lauf: ListedLauf) -> str:
    best_first = sorted(lauf.punkte, key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{partei_shown(partei)} {formats.score(punkte)}" for partei, punkte in best_first)

"""`--probe`: judging Läufe again without the passages that were quoted, and telling what that changed."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from core import terminal
from core.context import Context
from core.errors import DashboardError
from core.german import formats

if TYPE_CHECKING:
    from core.assessment.removal_probe import ProbePlan
    from core.runs.lauf import Lauf


PROBE = "danach noch einmal ohne die zitierten Stellen fragen: Bleiben die Punkte, lag es nicht an ihnen"


def with_probes(context: Context, laeufe: Sequence["Lauf"], quiet: bool) -> tuple[list["Lauf"], list[str]]:
    """These Läufe, then their probes; and why some could not be probed."""
    from core.assessment.lauf_view import LaufView
    from core.assessment.pipeline import assess
    from core.assessment.removal_probe import plan_probe
    from core.runs.store import runstore

    probes, failed = [], []
    for lauf in laeufe:
        try:
            plan = plan_probe(LaufView(context, lauf))
            if not quiet:
                terminal.say(_told(plan))
            probe_id = assess(context, plan.auftrag, material=plan.material)
        except DashboardError as reason:
            failed.append(f"Lauf {lauf.id}: {reason}")
            continue
        probes.append(runstore(context).load(probe_id))
    failed += [f"Gegenprobe {probe.id}: {probe.fehler}" for probe in probes if probe.fehler]
    return [*laeufe, *probes], failed


def _told(plan: "ProbePlan") -> str:
    usd, tokens = plan.kosten, formats.number(plan.aufwand.tokens_ein)
    cost = "Kosten unbekannt" if usd is None else f"höchstens etwa {formats.number(usd, 4)} USD"
    told = f"{plan.aufwand.anfragen} Anfragen, etwa {tokens} Tokens zu lesen, {cost}"
    return f"Gegenprobe zu Lauf {plan.auftrag.probe_von}: {told}"


def print_probes(context: Context, laeufe: Iterable["Lauf"]) -> None:
    """Points before and after, for every Lauf of these that has a probe among them."""
    from core.assessment.probe_effects import READING, effects, zusammen
    from core.assessment.removal_probe import NAME

    known = {lauf.id: lauf for lauf in laeufe}
    pairs = [(known[one.probe_von], one) for one in known.values() if one.probe_von in known]
    for lauf, probe in pairs:
        found = effects(lauf, probe)
        terminal.say(f"\n{NAME} (Lauf {probe.id}): {zusammen(found)}")
        rows = [(one.partei, one.typ.title(), one.punkte, one.satz) for one in found]
        terminal.print_table(("Partei", "Programm", "Punkte", "Was das heißt"), rows)
    if pairs:
        terminal.say(READING)

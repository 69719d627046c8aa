"""What a check will take, told before anybody is asked."""

from dataclasses import dataclass

from core.support.asking import PruefungPlan


@dataclass(frozen=True, slots=True)
class PruefungEffort:
    """`paare`: of a quote and a Forderung, `bekannt` of them with a verdict. `usd`: None where unknown."""

    zitate: int
    paare: int
    bekannt: int
    anfragen: int
    tokens_ein: int
    usd: float | None


def pruefung_effort(plan: PruefungPlan) -> PruefungEffort:
    new = [[one.vorlage for one in batch] for batch in plan.batches]
    asked = [plan.pruefer.usual_cost(batch) for batch in new]
    costs = [usd for _, usd in asked]
    return PruefungEffort(
        zitate=plan.zitate,
        paare=len(plan.gefragt),
        bekannt=sum(one.schluessel in plan.known for one in plan.gefragt),
        anfragen=len(new),
        tokens_ein=sum(tokens for tokens, _ in asked),
        usd=None if None in costs else sum(usd for usd in costs if usd is not None),
    )

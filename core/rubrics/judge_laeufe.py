"""Many Läufe judged by one rubric: what it will take is told before, and one that fails stops no other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.context import Context
from core.errors import DashboardError
from core.llm.catalogue import OFFLINE, find_modell
from core.llm.offline import install
from core.rubrics.judge_lauf import find_known, judge_lauf, rubric_cost
from core.rubrics.rubric import find_rubric
from core.runs.judged_antrag import judged_text
from core.runs.rubric_rows import StoredRubric
from core.runs.store import runstore


@dataclass(frozen=True, slots=True)
class RubricPlan:
    """`known`: so many are answered from the store. `usd`: for the others together, None where unknown."""

    laeufe: tuple[str, ...]
    rubric: str
    modell: str
    anew: bool
    known: int
    usd: float | None


def plan_rubric(
    context: Context, lauf_ids: Sequence[str], rubric_id: str, modell: str, anew: bool = False
) -> RubricPlan:
    """Of Läufe on the same text one is asked about. One that cannot be read costs nothing; its turn tells
    why."""
    install(context)
    find_modell(context, modell)
    store, rubric = runstore(context), find_rubric(context, rubric_id)
    known, costs, asked = 0, [], set()
    for lauf_id in lauf_ids:
        try:
            lauf = store.load(lauf_id)
            text = judged_text(store, context.settings.laeufe_dir, lauf, lauf.antrag_hash)
        except DashboardError:
            continue
        if not anew and (text.version in asked or find_known(store, lauf_id, rubric, text, modell)):
            known += 1
        else:
            costs.append(rubric_cost(context, rubric, text, modell))
            asked.add(text.version)
    usd = None if None in costs else sum(one for one in costs if one is not None)
    return RubricPlan(tuple(lauf_ids), rubric_id, modell, anew, known, usd)


Judged = StoredRubric | DashboardError | None
"""None where no more was asked because the limit was reached."""


def judge_laeufe(
    context: Context, plan: RubricPlan, limit: float | None = None, api_base: str | None = None
) -> Iterator[tuple[str, Judged]]:
    """Each Lauf with its judgement, or why it has none. `limit`: from so many US dollars on nobody is
    asked."""
    store, spent = runstore(context), 0.0
    for lauf_id in plan.laeufe:
        if limit is not None and spent >= limit and plan.modell != OFFLINE:
            yield lauf_id, None
            continue
        before = {one.id for one in store.list_rubrics(lauf_id)}
        try:
            found = judge_lauf(context, store, lauf_id, plan.rubric, plan.modell, api_base, anew=plan.anew)
        except DashboardError as reason:
            yield lauf_id, reason
            continue
        spent += 0.0 if found.id in before else found.kosten or 0.0
        yield lauf_id, found

"""The Antrag of a Lauf judged by a rubric: asked, bound, stored. What was asked before is not paid twice."""

from dataclasses import replace

from core.citations.antrag_citations import JudgedText
from core.context import Context
from core.errors import EingabeError
from core.llm.anfrage import Handler
from core.llm.catalogue import OFFLINE, find_modell
from core.llm.client import count_tokens, estimate_cost
from core.llm.offline import install
from core.rubrics.ask_rubric import MAX_TOKENS, judge_by_rubric, rubric_messages
from core.rubrics.field_judgement import RubricJudgement
from core.rubrics.rubric import Rubric, find_rubric
from core.rubrics.stored_judgement import to_stored
from core.runs.judged_antrag import judged_text
from core.runs.lauf import Lauf, Status
from core.runs.rubric_rows import StoredRubric
from core.runs.store import Runstore

TOKENS_PER_FIELD = 160
"""An answer on 25 fields with a quote each has about 4,000."""


def judge_lauf(
    context: Context,
    store: Runstore,
    lauf_id: str,
    rubric_id: str,
    modell: str,
    api_base: str | None = None,
    *,
    anew: bool = False,
    skript: Handler | None = None,
) -> StoredRubric:
    """The stored judgement. Without `anew`, the same rubric, text and model is answered from the store.

    `skript`: answers for a model of the demo.
    """
    install(context)
    find_modell(context, modell)
    lauf, rubric = _ended(store, lauf_id), find_rubric(context, rubric_id)
    text = judged_text(store, context.settings.laeufe_dir, lauf, lauf.antrag_hash)
    known = None if anew else find_known(store, lauf_id, rubric, text, modell)
    if known and known.lauf_id == lauf_id:
        return known
    if known:
        return _saved(store, _unpaid(known, lauf_id))
    judgement, antwort = judge_by_rubric(context, rubric, text, modell, api_base, skript)
    return _saved(store, to_stored(lauf_id, judgement, antwort, modell, text))


def _unpaid(known: StoredRubric, lauf_id: str) -> StoredRubric:
    """The same answer, for another Lauf."""
    return replace(known, lauf_id=lauf_id, kosten=0.0, tokens_ein=0, tokens_aus=0, aus_cache=known.id)


def find_known(
    store: Runstore, lauf_id: str, rubric: Rubric, text: JudgedText, modell: str
) -> StoredRubric | None:
    """What the store has of the very same question, in this Lauf or another."""
    asked = to_stored(lauf_id, RubricJudgement(rubric, ()), None, modell, text)
    return store.find_same_rubric(asked)


def rubric_cost(context: Context, rubric: Rubric, text: JudgedText, modell: str) -> float | None:
    """US dollars that asking will take, estimated before; None where the price is unknown."""
    if modell == OFFLINE:
        return 0.0
    tokens = sum(count_tokens(modell, one["content"]) for one in rubric_messages(rubric, text.text))
    answered = min(MAX_TOKENS, TOKENS_PER_FIELD * len(rubric.fields))
    return estimate_cost(context, modell, tokens, answered)


def _ended(store: Runstore, lauf_id: str) -> Lauf:
    lauf = store.load(lauf_id)
    if lauf.status is Status.LAEUFT:
        raise EingabeError(f"Der Lauf {lauf.id} rechnet noch. Warten Sie, bis er fertig ist.")
    return lauf


def _saved(store: Runstore, given: StoredRubric) -> StoredRubric:
    saved = store.find_rubric_judgement(store.save_rubric(given))
    if saved is None:
        raise EingabeError("Dieses Urteil wurde gerade gelöscht. Bitte fragen Sie es noch einmal an.")
    return saved

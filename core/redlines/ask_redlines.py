"""A model is asked for other wording of an Antrag's Forderungen; what it proposes is bound and stored."""

from typing import Any, Unpack

from core.assessment.answer_quotes import Sending
from core.context import Context
from core.errors import EingabeError
from core.llm.anfrage import Anfrage, AntragMaterial, Message
from core.llm.antwort import RedlineAntwort
from core.llm.catalogue import OFFLINE, find_modell
from core.llm.client import ask, count_tokens, estimate_cost
from core.llm.prompt_slots import antrag_slots
from core.llm.prompts import REDLINE, Prompt, fill, prompts_of
from core.redlines.bind_redline import Change, bind_redlines
from core.redlines.redline_words import stored_about
from core.runs.lauf import Lauf, Status
from core.runs.redline_rows import Redline
from core.runs.store import runstore
from core.search.prompt_sources import fence

MAX_TOKENS = 6_000
TOKENS_OF_ANSWER = 1_800
"""Of the twelve proposals that the prompt allows, with 150 each: some 500 characters."""

LONGEST_WISH = 500
"""Characters of what a person wants of the new wording."""

NO_WISH = "kein besonderes"
BUILT_IN = (
    "Die eingebaute Heuristik versteht nicht, was ein Satz will, und schlägt keinen anderen Wortlaut vor. "
    "Wählen Sie ein Sprachmodell."
)


def ask_redlines(
    context: Context, lauf_id: str, modell: str, anliegen: str = "", **sending: Unpack[Sending]
) -> list[Redline]:
    """What the model proposes for the Antrag of this Lauf, bound or dropped; stored before it is returned."""
    if len(anliegen) > LONGEST_WISH:
        raise EingabeError(
            f"Was besser werden soll, ist mit {len(anliegen)} Zeichen zu lang; möglich sind {LONGEST_WISH}. "
            "Fassen Sie sich kürzer."
        )
    return propose(context, lauf_id, modell, anliegen, **sending)


def propose(
    context: Context, lauf_id: str, modell: str, wish: str, about: str = "", **sending: Unpack[Sending]
) -> list[Redline]:
    """`about`: the field of a rubric that it is for, „“ for the Forderungen as such."""
    lauf = _ready(context, lauf_id, modell)
    prompt = redline_prompt(context)
    antwort = ask(
        context,
        Anfrage(
            modell=modell,
            messages=_messages(prompt, lauf, wish),
            schema=RedlineAntwort,
            max_tokens=MAX_TOKENS,
            material=AntragMaterial(lauf.antrag),
            **sending,
        ),
    )
    data: Any = antwort.data
    changes = bind_redlines(lauf.antrag, data["vorschlaege"])
    name = antwort.modell_gefragt
    version = f"{prompt.id} v{prompt.version}"
    runstore(context).save_redlines(
        [_row(lauf, n, one, about, name, version) for n, one in enumerate(changes)]
    )
    return runstore(context).list_redlines(lauf.id)[-len(changes) :] if changes else []


def redline_cost(context: Context, lauf: Lauf, modell: str, wish: str) -> float | None:
    """US dollars that asking will take, estimated before; None where the price is unknown."""
    messages = _messages(redline_prompt(context), lauf, wish)
    tokens = sum(count_tokens(modell, one["content"]) for one in messages)
    return estimate_cost(context, modell, tokens, TOKENS_OF_ANSWER)


def redline_prompt(context: Context) -> Prompt:
    return next(prompt for prompt in prompts_of(context).values() if prompt.art == REDLINE)


def _ready(context: Context, lauf_id: str, modell: str) -> Lauf:
    lauf = runstore(context).load(lauf_id)
    if lauf.status is Status.LAEUFT:
        raise EingabeError(f"Der Lauf {lauf.id} rechnet noch. Warten Sie, bis er fertig ist.")
    if modell == OFFLINE:
        raise EingabeError(BUILT_IN)
    find_modell(context, modell)
    return lauf


def _messages(prompt: Prompt, lauf: Lauf, wish: str) -> list[Message]:
    slots = {**antrag_slots(lauf.antrag), "anliegen": fence(wish).strip() or NO_WISH}
    return list(fill(prompt, slots))


def _row(lauf: Lauf, number: int, one: Change, about: str, modell: str, version: str) -> Redline:
    von, bis = one.stelle or (None, None)
    return Redline(
        lauf_id=lauf.id,
        nummer=number,
        modell=modell,
        prompt_version=version,
        forderung=stored_about(about, one.forderung),
        alt=one.alt,
        neu=one.neu,
        grund=one.grund,
        von=von,
        bis=bis,
        verworfen=one.verworfen,
    )

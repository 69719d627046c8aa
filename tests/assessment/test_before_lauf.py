"""Before a Lauf: what would be sent, what it will take, why it cannot start."""

from dataclasses import replace

import pytest

from core.assessment.auftrag import Auftrag
from core.assessment.before_lauf import BeforeLauf
from core.assessment.pipeline import assess
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.store import runstore
from core.search.geltung import Selection, choose_programme
from tests.assessment.conftest import ANTRAG, PROMPTS, auftrag


def auswahl(context: Context, weitere: tuple[str, ...] = ()) -> Selection:
    return choose_programme(context, "DEMO", ANTRAG.datum, ANTRAG.antragsteller, weitere)


def test_preview_is_what_a_lauf_sends(context: Context) -> None:
    order = Auftrag.of(context, ANTRAG, OFFLINE, PROMPTS["knapp"])
    shown = BeforeLauf(context, order).preview("BRÜCKE")
    lauf = runstore(context).load(assess(context, order))
    (sent,) = [teil.messages for teil in lauf.teile if teil.partei == "BRÜCKE"]
    assert shown.messages[0]["content"] == sent[0]["content"]
    assert sent[1]["content"] == shown.messages[1]["content"]
    assert order.prompt.id == lauf.prompt_id == "fundstellen"
    assert shown.gezeigt == sum(a.partei == "BRÜCKE" for a in lauf.angebote)
    assert shown.zeichen == sum(len(message["content"]) for message in shown.messages)


def test_every_lauf_asks_about_the_antrag_itself(context: Context) -> None:
    order = Auftrag.of(context, ANTRAG, OFFLINE, PROMPTS["streng"], top_k=2, weitere=("LEUCHTTURM",))
    assert order.antragsprompt == PROMPTS["antrag"]
    assert (order.top_k, order.weitere) == (2, ("LEUCHTTURM",))


def test_preview_tells_what_the_model_has_no_room_for(context: Context) -> None:
    long = replace(ANTRAG, begruendung="Viele Familien sind auf Bus und Bahn angewiesen. " * 740)
    shown = BeforeLauf(context, auftrag("openai/irgendwer-klein", antrag=long, top_k=6)).preview("BRÜCKE")
    assert shown.gezeigt and shown.weggelassen


@pytest.mark.parametrize("top_k", [1, 4])
def test_estimate_is_near_what_is_sent(context: Context, top_k: int) -> None:
    order = Auftrag.of(context, ANTRAG, "openai/gpt-4.1", PROMPTS["streng"], top_k=top_k)
    chosen = auswahl(context)
    estimate = BeforeLauf(context, order).effort(chosen)
    sent = sum(BeforeLauf(context, order).preview(one.partei).tokens for one in chosen.parteien)
    antragsteil = BeforeLauf(context, order).effort(replace(chosen, parteien=())).tokens_ein
    assert estimate.parteien == 2 and estimate.anfragen == 3
    assert 0.8 * sent < estimate.tokens_ein - antragsteil < 1.3 * sent

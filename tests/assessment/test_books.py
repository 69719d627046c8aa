"""Money: our books against those of the server that was asked, whatever it answers; a limit that holds."""

import random
import re
import threading
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from core.assessment.auftrag import Auftrag
from core.assessment.batch import combinations, run_batch
from core.context import Context
from core.errors import AnfrageAbgebrochen, EingabeError, LimitReached
from core.key_masker import secrets_that_are_words
from core.llm.budget import Budget
from core.llm.client import ZEICHEN_JE_TOKEN, estimate_cost
from core.runs.lauf import Status
from core.runs.store import runstore
from tests.assessment.conftest import ANTRAG, PROMPTS, auftrag
from tests.assessment.test_pipeline import good
from tests.llm.modellserver import Modellserver, Reply, Request, antwort, modellserver, status

CHEAP, DEAR = "openai/gpt-4.1-mini", "openai/gpt-4.1"
USAGE = (800, 1_500)
"""No more than any prompt here has by our own count, which is told for the longest answer that is allowed."""

KINDS: dict[str, Callable[[Request], Reply]] = {
    "good": good,
    "garbage": lambda request: antwort("Dazu sage ich nichts."),
    "empty": lambda request: antwort(""),
    "thought until there was no room": lambda request: antwort("", finish_reason="length"),
    "cut off": lambda request: antwort('{"fraktion": "x', finish_reason="length"),
    "refused by a filter": lambda request: antwort("Nein.", finish_reason="content_filter"),
    "too many requests": lambda request: status(429, retry_after=0.01),
    "out of order": lambda request: status(500),
}


def mixed(seed: int) -> Callable[[Request], Reply]:
    """Any kind, as chance has it."""
    chance = random.Random(seed)
    return lambda request: replace(chance.choice(list(KINDS.values()))(request), usage=USAGE)


def only(kind: str) -> Callable[[Request], Reply]:
    return lambda request: replace(KINDS[kind](request), usage=USAGE)


def jobs(url: str, modelle: list[str], repeat: int, **changes: object) -> list[Auftrag]:
    template = auftrag(api_base=url, max_tokens=1_500, **changes)
    return combinations([ANTRAG], modelle, [PROMPTS["streng"]], repeat, template)


def billed(context: Context, server: Modellserver) -> dict[str, float]:
    """By model, with LiteLLM's prices."""
    sums: Counter[str] = Counter()
    for modell, sent, said in server.books:
        sums[f"openai/{modell}"] += estimate_cost(context, f"openai/{modell}", sent, said) or 0
    return dict(sums)


def booked(context: Context) -> dict[str, float]:
    sums: Counter[str] = Counter()
    store = runstore(context)
    for line in store.list_laeufe(limit=1000):
        lauf = store.load(line.id)
        sums[lauf.modell_gefragt] += sum(teil.kosten or 0 for teil in lauf.teile)
        assert (line.kosten or 0) == pytest.approx(sum(teil.kosten or 0 for teil in lauf.teile))
    return dict(sums)


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_in_our_books_as_in_the_servers(context: Context, kind: str) -> None:
    with modellserver(only(kind)) as server:
        list(run_batch(context, jobs(server.url, [CHEAP], 1), workers=2))
        assert booked(context) == pytest.approx(billed(context, server) or {CHEAP: 0.0})


def test_books_are_equal_over_all_kinds_mixed_and_two_models(context: Context) -> None:
    with modellserver(mixed(7)) as server:
        list(run_batch(context, jobs(server.url, [CHEAP, DEAR], 15), workers=8))
        assert len(server.books) > 60
        assert booked(context) == pytest.approx(billed(context, server))
        tokens = [
            one for lauf in runstore(context).list_laeufe(limit=99) for one in _tokens(context, lauf.id)
        ]
        assert sum(tokens) == sum(sent + said for _, sent, said in server.books)


def _tokens(context: Context, lauf_id: str) -> list[int]:
    teile = runstore(context).load(lauf_id).teile
    return [(teil.tokens_ein or 0) + (teil.tokens_aus or 0) for teil in teile]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("workers", [1, 8])
def test_no_limit_is_ever_exceeded(context: Context, seed: int, workers: int) -> None:
    limit = random.Random(seed).uniform(0.01, 0.06)
    with modellserver(mixed(seed)) as server:
        results = list(run_batch(context, jobs(server.url, [CHEAP], 12), workers, limit))
        spent = sum(billed(context, server).values())
        assert min(len(str(one.body["messages"])) for one in server.requests) / ZEICHEN_JE_TOKEN > USAGE[0]
    assert 0 < spent <= limit
    assert sum(one.kosten for one in results) == pytest.approx(spent)
    assert Status.ABGEBROCHEN in {one.status for one in results} or len(results) == 12


def test_a_model_that_answers_nothing_usable_is_stopped_by_the_limit(context: Context) -> None:
    with modellserver(only("garbage")) as server:
        list(run_batch(context, jobs(server.url, [CHEAP], 20), 4, limit=0.03))
        assert 0 < sum(billed(context, server).values()) <= 0.03


@pytest.mark.parametrize("modell", [CHEAP, "openai/unbekannt"])
def test_an_empty_answer_is_asked_for_again_once_whether_or_not_its_price_is_known(
    context: Context, modell: str
) -> None:
    with modellserver(only("empty")) as server:
        list(run_batch(context, jobs(server.url, [modell], 1, versuche=4), workers=1))
    asked = Counter(str(one.body["messages"]) for one in server.requests)
    assert set(asked.values()) == {2}


def test_who_waits_for_others_bills_can_be_stopped_and_the_limit_is_not_called_reached() -> None:
    budget, stopped = Budget(1.0), threading.Event()
    budget.reserve(0.9)
    threading.Timer(0.1, stopped.set).start()
    with pytest.raises(AnfrageAbgebrochen) as told:
        budget.reserve(0.2, lambda: not stopped.is_set())
    assert not isinstance(told.value, LimitReached) and not budget.is_reached
    budget.settle(0.9, 0.3)
    assert budget.reserve(0.7) == 0.7
    budget.settle(0.7, None)
    with pytest.raises(LimitReached):
        budget.reserve(0.1)
    assert budget.is_reached and budget.spent == pytest.approx(1.0)


def test_a_limit_needs_a_price(context: Context) -> None:
    with modellserver(only("good")) as server:
        with pytest.raises(EingabeError, match="kein Preis bekannt"):
            list(run_batch(context, jobs(server.url, ["openai/unbekannt"], 1), 1, limit=1.0))
        assert server.requests == []


def test_what_was_answered_before_a_party_failed_is_not_asked_again(context: Context) -> None:
    asked: list[str] = []

    def first_fails(request: Request) -> Reply:
        asked.append(str(request.body["messages"]))
        return status(500) if len(asked) == 1 else good(request)

    with modellserver(first_fails) as server:
        again = [replace(job, parallel=1) for job in jobs(server.url, [CHEAP], 1, versuche=1)]
        (first,) = run_batch(context, again, workers=1)
        parts = runstore(context).load(first.lauf_id).teile
        failed = [teil.partei for teil in parts if teil.status is Status.FEHLGESCHLAGEN]
        assert len(failed) == 1 and len(server.requests) == len(parts) > 1
        (second,) = run_batch(context, again, workers=1)
        assert len(server.requests) == len(parts) + 1
    new = runstore(context).load(second.lauf_id).teile
    assert all(teil.status is Status.FERTIG for teil in new)
    copied = [teil for teil in new if teil.partei not in failed]
    assert all((teil.kosten, teil.tokens_ein, teil.tokens_aus) == (0.0, 0, 0) for teil in copied)


def test_a_secret_that_is_an_ordinary_word_rewrites_neither_antrag_nor_quote(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMTP_PASSWORD", "Wieltalbahn")

    def quoting(request: Request) -> Reply:
        """The first sentence with that word, where the party was given one."""
        told = str(request.body["messages"][-1]["content"]).partition("<quellen>")[2].replace("\n", " ")
        found = re.search(r"[A-ZÄÖÜ][^.„“]*Wieltalbahn[^.„“]*\.", told)
        part = {"score": 7, "begruendung": "Ja.", "zitate": [{"text": found[0]}] if found else []}
        return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": {**part, "zitate": []}})

    with modellserver(quoting) as server:
        (ergebnis,) = run_batch(context, jobs(server.url, [CHEAP], 1), workers=1)
    lauf = runstore(context).load(ergebnis.lauf_id)
    assert (
        lauf.antrag == replace(ANTRAG, bundesland="DEMO") and "Wieltalbahn" in lauf.antrag.forderungen[0].text
    )
    said = [one for one in lauf.zitate if "Wieltalbahn" in one.text]
    assert said and all(one.status.is_bound for one in said)
    assert secrets_that_are_words() == ["SMTP_PASSWORD"]


def test_all_parties_prompts_begin_with_the_antrag_and_say_how_far_they_are_the_same(
    context: Context,
) -> None:
    with modellserver(only("good")) as server:
        list(run_batch(context, jobs(server.url, [CHEAP], 1), workers=1))
    first, *others = [one.body["messages"][-1]["content"] for one in server.requests]
    begin = first[: first.index("</antrag>")]
    assert ANTRAG.titel in begin and others
    assert all(other.startswith(begin) and other != first for other in others)

"""The door to batches: what is posted is what would be asked, and what comes back is read with suspicion."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from core.base import clock
from core.base.errors import ModellFehler
from core.base.settings import load_settings
from core.llm import line
from core.llm.anfrage import Anfrage, Versuch
from core.llm.antwort import ParteiAntwort
from core.llm.batch_api import BatchUncertain, Result, batches_of, prepare, read_result
from core.llm.catalogue import catalogue_of
from core.llm.client import ask
from core.llm.litellm_access import BATCH_SHARE, Price, litellm
from core.programme.context import Context
from tests.llm.conftest import GEHEIM
from tests.llm.modellserver import Request, antwort
from tests.llm.sammelserver import Batch, Sammelserver, sammelserver

OPENAI, CLAUDE = "openai/gpt-4.1-mini", "anthropic/claude-haiku-4-5"
KINDS = pytest.mark.parametrize("modell", [OPENAI, CLAUDE])
EMPTY = {"score": None, "begruendung": "", "zitate": []}
SAID = {"fraktion": "x", "wahlprogramm": EMPTY, "parteiprogramm": EMPTY}


@pytest.fixture
def context() -> Context:
    return Context(load_settings())


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sammelserver]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", GEHEIM)
    with sammelserver(lambda request: antwort(SAID)) as running:
        monkeypatch.setenv("OPENAI_API_BASE", running.url)
        monkeypatch.setenv("ANTHROPIC_API_BASE", running.url)
        yield running


def question(modell: str) -> Anfrage:
    messages = [{"role": "system", "content": "Sie prüfen."}, {"role": "user", "content": "Was steht da? ✓"}]
    return Anfrage(modell, messages, ParteiAntwort, max_tokens=500)


@KINDS
def test_what_is_posted_is_letter_by_letter_what_would_be_asked(
    context: Context, server: Sammelserver, modell: str
) -> None:
    posted = prepare(context, "a", question(modell))
    assert not server.events, "nothing leaves while it is made"
    asked: list[Request] = []
    server.script = lambda request: asked.append(request) or antwort(SAID)  # type: ignore[func-returns-value]
    assert ask(context, question(modell)).data
    (direct,) = server.direct
    assert direct.body == posted.body
    answer = Price(context, modell).of(0, 500)
    assert posted.most and answer and BATCH_SHARE * answer < posted.most < answer


def test_each_model_that_is_said_to_have_batches_is_listed_at_half_the_price(context: Context) -> None:
    listed = litellm().model_cost
    known = [one for one in catalogue_of(context).modelle.values() if one.sammel]
    assert {one.praefix for one in known} == {"openai", "anthropic"}
    for modell in known:
        row = listed[modell.name]
        for kind in ("input_cost_per_token", "output_cost_per_token"):
            assert row[f"{kind}_batches"] == pytest.approx(BATCH_SHARE * row[kind]), modell.id


@KINDS
def test_a_batch_is_posted_looked_at_found_again_and_read(
    context: Context, server: Sammelserver, modell: str
) -> None:
    batches = batches_of(context, modell)
    sent: list[str] = []
    ids = [batches.post(name, [prepare(context, f"{name}-{n}", question(modell)) for n in range(2)],
                        lambda: sent.append("now")) for name in ("a", "b", "c", "d")]  # fmt: skip
    assert sent == ["now"] * 4
    state = batches.look(ids[0])
    assert state.is_ended and state.done == 2 and not state.reason
    assert {result.id for result in batches.results(state.places)} == {"a-0", "a-1"}
    since = clock.now() - timedelta(seconds=60)
    found = batches.find("a", since, {"a-0", "a-1"}, set())
    assert found.id == ids[0] and server.events.count("list") == 2, "over the pages of the list"
    assert batches.find("e", since, {"e-0", "e-1"}, set()).is_certain
    assert not batches.find("a", clock.now() + timedelta(hours=2), {"a-0"}, set()).id, "too old to be it"


def test_one_that_bears_no_name_and_still_runs_may_be_ours(context: Context, server: Sammelserver) -> None:
    server.takes = None
    batches = batches_of(context, CLAUDE)
    id = batches.post("a", [prepare(context, "a-0", question(CLAUDE))], lambda: None)
    since = clock.now() - timedelta(seconds=60)
    assert not batches.find("a", since, {"a-0"}, set()).is_certain
    assert batches.find("a", since, {"a-0"}, {id}).is_certain, "known as another one"
    assert batches.find("a", since, {"a-0", "a-1"}, set()).is_certain, "another number of requests"


@KINDS
def test_broken_lines_are_passed_over_and_letters_end_no_line(
    context: Context, server: Sammelserver, modell: str
) -> None:
    batches = batches_of(context, modell)
    id = batches.post("a", [prepare(context, "a-0", question(modell))], lambda: None)
    kind = "openai" if modell == OPENAI else "anthropic"
    batch = Batch(id, kind, [], clock.now())
    prepared = prepare(context, "a-0", question(modell))
    part = "body" if kind == "openai" else "params"
    whole = server.answered(batch, {"custom_id": "a-0", part: prepared.body}).replace("x", "x\u2028\x85", 1)
    lines = ["", "kein JSON", "[1]", '{"custom_id": null}', whole, "[" * 100_000, whole[:-9]]
    server.batches[id].raw = "\n".join(lines)
    assert "a-0" in [result.id for result in batches.results(batches.look(id).places)]


@KINDS
@pytest.mark.parametrize("told", ["../files/x", "a?b", "", None, 7, "x" * 300])
def test_a_strange_id_goes_into_no_address(
    context: Context, server: Sammelserver, modell: str, told: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = server.add

    def add(kind: str, requests: list[dict[str, object]], metadata: dict[str, str]) -> Batch:
        return replace(made(kind, requests, metadata), id=told)  # type: ignore[arg-type]

    monkeypatch.setattr(server, "add", add)
    with pytest.raises(BatchUncertain):
        batches_of(context, modell).post("a", [prepare(context, "a-0", question(modell))], lambda: None)


@KINDS
@pytest.mark.parametrize(
    ("status", "is_uncertain"),
    [(400, False), (401, False), (429, False), (404, False), (500, True), (502, True)],
)
def test_only_what_was_refused_is_known_as_not_posted(
    context: Context, server: Sammelserver, modell: str, status: int, is_uncertain: bool
) -> None:
    server.refuse = {"batch": (status, f"Incorrect API key provided: {GEHEIM}")}
    with pytest.raises(ModellFehler) as caught:
        batches_of(context, modell).post("a", [prepare(context, "a-0", question(modell))], lambda: None)
    assert isinstance(caught.value, BatchUncertain) is is_uncertain
    assert GEHEIM not in str(caught.value) and caught.value.__context__ is None


def test_the_answers_of_a_batch_may_be_longer_than_one_answer_but_not_endless(
    context: Context, server: Sammelserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches = batches_of(context, CLAUDE)
    id = batches.post("a", [prepare(context, "a-0", question(CLAUDE))], lambda: None)
    batches.look(id)
    (whole,) = server.batches[id].lines or []
    server.batches[id].raw = "\n".join([whole, *(f'"{"x" * 1_000_000}"' for _ in range(5))])
    assert [one.id for one in batches.results(batches.look(id).places)] == ["a-0"]
    monkeypatch.setattr("core.llm.batch_api.LARGEST_RESULTS", 3 * line.LARGEST // 2)
    with pytest.raises(ModellFehler, match="länger"):
        batches.results(batches.look(id).places)


@pytest.mark.parametrize(
    ("status", "body", "kosten"),
    [(200, {"choices": []}, None), (200, None, None), (400, {"error": {"message": "context length"}}, 0.0)],
)
def test_an_answer_of_another_form_is_one_request_that_failed(
    context: Context, status: int, body: object, kosten: float | None
) -> None:
    begun = Versuch(OPENAI, "json_schema", 1, 0.0, kosten=None)
    came = read_result(context, begun, Result("a", status, body))
    assert came.grund and came.kosten == kosten


def test_tokens_that_a_provider_had_are_cheaper_only_where_its_batches_are_listed_so(
    context: Context,
) -> None:
    usage = {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 900}}
    message = {"role": "assistant", "content": json.dumps(SAID)}
    body = {"id": "x", "object": "chat.completion", "created": 1, "usage": usage,
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}  # fmt: skip
    costs = {}
    for modell in ("openai/gpt-4.1", "openai/gpt-5"):
        begun = Versuch(modell, "json_schema", 1, 0.0, kosten=None)
        came = read_result(context, begun, Result("a", 200, body | {"model": modell.partition("/")[2]}))
        costs[modell] = came.kosten
        assert came.tokens_cache == 900
    assert costs["openai/gpt-4.1"] == pytest.approx(1000 * 1e-6 + 10 * 4e-6)
    assert costs["openai/gpt-5"] == pytest.approx(100 * 0.625e-6 + 900 * 0.0625e-6 + 10 * 5e-6)

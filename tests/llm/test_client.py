"""Everything here goes through the real LiteLLM to a real server on loopback."""

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from core.base.errors import (
    AnfrageAbgebrochen,
    AntwortUnlesbar,
    GuthabenErschoepft,
    KontextZuLang,
    ModellFehler,
    ModellNichtErreichbar,
    ModellUeberlastet,
    ModellUnbekannt,
    SchluesselFehlt,
)
from core.base.settings import Settings
from core.llm import client
from core.llm.anfrage import Anfrage, Budget, Message, Versuch
from core.llm.antwort import ParteiAntwort, json_schema
from core.llm.catalogue import Mode
from core.llm.client import ask
from core.llm.litellm_access import Price, count_tokens, litellm, register_anbieter, warm_up
from core.programme.context import Context
from tests.llm.conftest import GEHEIM
from tests.llm.modellserver import (
    Reply,
    Request,
    antwort,
    cut,
    empty_choice,
    html,
    modellserver,
    no_choice,
    refused_format,
    slow,
    status,
    truncated_json,
)

CONTEXT = Context(Settings())

FRAGE = [{"role": "user", "content": "Wie passt der Antrag?"}]
GOOD = {
    "fraktion": "Gartenpartei",
    "wahlprogramm": {
        "score": 7,
        "begruendung": "Der Antrag folgt dem Programm.",
        "zitate": [
            {
                "text": "Jeder Ort bekommt einen Garten.",
                "quelle": "Q1",
                "forderung": "1",
                "haltung": "stuetzt",
            }
        ],
    },
    "parteiprogramm": {"score": None, "begruendung": "", "zitate": []},
}


class Zahl(BaseModel):
    zahl: int


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """No test's time holds the seconds that LiteLLM takes to load, whichever runs first."""
    warm_up()


def anfrage(url: str | None, **changes: Any) -> Anfrage:
    return replace(
        Anfrage("openai/test", FRAGE, api_base=url, timeout=60.0, versuche=3, pause=0.01), **changes
    )


def fails(reply: Reply, **changes: Any) -> ModellFehler:
    with modellserver([reply]) as server, pytest.raises(ModellFehler) as caught:
        ask(CONTEXT, anfrage(server.url, **changes))
    return caught.value


def closed_port() -> str:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{one.getsockname()[1]}"


def test_plain_answer_comes_with_tokens_model_and_one_attempt() -> None:
    with modellserver([antwort("Guten Tag")]) as server:
        result = ask(CONTEXT, anfrage(server.url, seed=3, max_tokens=50))
    assert (result.text, result.data, result.versuche[0].modus) == ("Guten Tag", None, Mode.TEXT)
    assert (result.tokens_ein, result.tokens_aus, result.kosten) == (12, 34, None)
    assert result.modell_geantwortet == "test"
    assert [one.grund for one in result.versuche] == [""]
    sent = server.requests[0].body
    assert (sent["seed"], sent["max_tokens"], sent["temperature"]) == (3, 50, 0.0)


def test_schema_is_sent_as_such_where_the_model_can() -> None:
    with modellserver([antwort(GOOD)]) as server:
        result = ask(CONTEXT, anfrage(server.url, schema=ParteiAntwort))
    sent = server.requests[0].body["response_format"]["json_schema"]
    assert result.versuche[-1].modus is Mode.JSON_SCHEMA
    assert sent["strict"] is True
    assert sent["schema"]["required"] == ["fraktion", "wahlprogramm", "parteiprogramm"]


def test_model_with_json_mode_only_reads_the_schema_in_its_message() -> None:
    with modellserver([antwort(GOOD)]) as server:
        result = ask(CONTEXT, anfrage(server.url, schema=ParteiAntwort, modell="dashscope/qwen-max"))
    sent = server.requests[0].body
    assert result.versuche[-1].modus is Mode.JSON_MODUS
    assert sent["response_format"] == {"type": "json_object"}
    assert "begruendung" in sent["messages"][-1]["content"]


def test_refused_response_format_steps_down_to_plain_text() -> None:
    with modellserver([refused_format(), refused_format("json_object"), antwort(GOOD)]) as server:
        result = ask(CONTEXT, anfrage(server.url, schema=ParteiAntwort))
    assert result.data.model_dump() == GOOD
    assert tuple(one.modus for one in result.versuche) == Mode.JSON_SCHEMA.down
    assert "response_format" not in server.requests[-1].body


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (truncated_json(GOOD), "bricht ab"),
        (antwort("Dazu kann ich nichts sagen."), "kein JSON-Objekt"),
        (antwort({**GOOD, "wahlprogramm": {"score": 12, "begruendung": "Passt."}}), "von 0 bis 10"),
        (antwort({"fraktion": "Gartenpartei"}), "wahlprogramm: fehlt"),
    ],
)
def test_invalid_answer_is_shown_to_the_model_once(broken: Reply, told: str) -> None:
    with modellserver([broken, antwort(GOOD)]) as server:
        result = ask(CONTEXT, anfrage(server.url, schema=ParteiAntwort))
    assert result.data.model_dump() == GOOD
    assert (result.tokens_ein, len(server.requests)) == (24, 2)
    *_, own, complaint = server.requests[1].body["messages"]
    assert own == {"role": "assistant", "content": broken.text}
    assert told in complaint["content"]


def test_twice_invalid_answer_is_unlesbar_and_keeps_what_was_said() -> None:
    with modellserver([antwort("nein"), antwort("immer noch nicht")]) as server:
        with pytest.raises(AntwortUnlesbar, match="kein JSON-Objekt") as caught:
            ask(CONTEXT, anfrage(server.url, schema=ParteiAntwort))
    assert caught.value.roh == "immer noch nicht"
    assert len(server.requests) == 2


def test_answer_cut_off_twice_names_max_tokens() -> None:
    error = fails(truncated_json(GOOD), schema=ParteiAntwort)
    assert isinstance(error, AntwortUnlesbar)
    assert "max_tokens" in str(error)


NO_CREDIT = {
    "type": "error",
    "error": {
        "type": "invalid_request_error",
        "message": "Your credit balance is too low to access the Anthropic API.",
    },
}
ECHO = (
    "insufficient_quota credit balance arrearage hard limit, missing credentials, invalid api key, "
    "incorrect API key provided, model not found, model_not_found, LLM provider not provided"
)
"""Words of an Antrag: what a provider quotes of it says nothing about key, credit or model."""


@pytest.mark.parametrize(
    ("reply", "error", "says", "requests"),
    [
        (status(401, f"Incorrect API key provided: {GEHEIM}."), SchluesselFehlt, "OPENAI_API_KEY", 1),
        (status(401, body="Unauthorized"), SchluesselFehlt, "abgelehnt", 1),
        (status(401, body={"detail": GEHEIM}), SchluesselFehlt, "abgelehnt", 1),
        (status(401, "Incorrect API key", type="invalid_request_error"), SchluesselFehlt, "abgelehnt", 1),
        (status(400, "API key not valid. Please pass a valid API key."), SchluesselFehlt, "abgelehnt", 1),
        (status(402, "Insufficient Balance"), GuthabenErschoepft, "Guthaben", 1),
        (status(429, "You exceeded it", code="insufficient_quota"), GuthabenErschoepft, "Guthaben", 1),
        (status(400, body=NO_CREDIT), GuthabenErschoepft, "Guthaben", 1),
        (
            status(400, body={"error": f"Incorrect API key provided: {GEHEIM}"}),
            SchluesselFehlt,
            "abgelehnt",
            1,
        ),
        (status(400, body={"error": {"message": "Model Not Exist"}}), ModellUnbekannt, "Schreibweise", 1),
        (status(403, "no access"), ModellFehler, "Schalten Sie es", 1),
        (status(400, f"refused: {ECHO}"), ModellFehler, "nicht antworten", 1),
        (status(422, body={"detail": [{"msg": "no", "input": ECHO}]}), ModellFehler, "nicht antworten", 1),
        (status(403, f"refused: {ECHO}"), ModellFehler, "403", 1),
        (status(403, body={"error": {"message": "no", "flagged": ECHO}}), ModellFehler, "403", 1),
        (status(429, f"slow down: {ECHO}"), ModellUeberlastet, "429", 3),
        (status(404, "The model does not exist"), ModellUnbekannt, "Schreibweise", 1),
        (status(429, "slow down"), ModellUeberlastet, "429", 3),
        (status(500, "boom"), ModellUeberlastet, "Störung", 3),
        (status(503, "boom"), ModellUeberlastet, "Störung", 3),
        (status(529, "overloaded"), ModellUeberlastet, "Störung", 3),
        (cut(), ModellNichtErreichbar, "abgerissen", 2),
        (Reply(body='{"id": "x", "choi'), AntwortUnlesbar, "unvollständig", 2),
        (html(), ModellNichtErreichbar, "Webseite", 1),
        (empty_choice(), AntwortUnlesbar, "leer", 2),
        (no_choice(), AntwortUnlesbar, "leer", 2),
        (antwort("Ich darf", "content_filter"), AntwortUnlesbar, "gesperrt", 1),
        (status(400, "maximum context length is 4096 tokens"), KontextZuLang, "zu lang", 1),
        (status(400, "too long", code="context_length_exceeded"), KontextZuLang, "zu lang", 1),
        (status(400, "Range of input length should be [1, 30720]"), KontextZuLang, "zu lang", 1),
        (status(400, f"strange {GEHEIM}"), ModellFehler, "strange", 1),
    ],
)
def test_each_failure_has_its_reason(
    reply: Reply,
    error: type[ModellFehler],
    says: str,
    requests: int,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    seen: list[Versuch] = []
    with (
        modellserver([reply]) as server,
        caplog.at_level(logging.DEBUG),
        pytest.raises(ModellFehler) as caught,
    ):
        ask(CONTEXT, anfrage(server.url), on_attempt=seen.append)
    assert type(caught.value) is error
    assert says in str(caught.value)
    assert len(server.requests) == len(seen) == requests
    said = [*chain(caught.value), *seen, caplog.text, *capfd.readouterr()]
    assert not [text for text in map(str, said) if GEHEIM in text]


@pytest.mark.parametrize("modell", ["openai/test", "anthropic/claude-haiku-4-5"])
@pytest.mark.parametrize("reply", [status(502), status(504), status(524), replace(html(), status=502)])
def test_what_a_gateway_kept_back_may_be_billed_and_is_asked_again_once(
    modell: str, reply: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-nichts-geheimes")
    with modellserver([reply]) as server, pytest.raises(ModellNichtErreichbar) as caught:
        ask(CONTEXT, anfrage(server.url, modell=modell))
    assert caught.value.kosten is None and len(server.requests) == 2


MESSAGE: dict[str, object] = {"role": "assistant", "content": "Guten Tag"}
USAGE: dict[str, object] = {"prompt_tokens": 12, "completion_tokens": 34, "total_tokens": 46}
CHOICE: dict[str, object] = {"index": 0, "message": MESSAGE, "finish_reason": "stop"}
WHOLE = {
    "id": "x",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4.1",
    "choices": [CHOICE],
    "usage": USAGE,
}


def saying(**message: object) -> dict[str, object]:
    return {**WHOLE, "choices": [{**CHOICE, "message": MESSAGE | message}]}


@pytest.mark.parametrize(
    "body",
    [
        *({**WHOLE, "usage": usage} for usage in ("viele", [12, 34], True)),
        *({**WHOLE, "usage": USAGE | {"prompt_tokens": n}} for n in (12.5, "zwölf", float("nan"), [1])),
        *({**WHOLE, "choices": choices} for choices in (None, 7, {"a": 1}, [None], ["x"], [{"index": 0}])),
        *({**WHOLE, "choices": [CHOICE | {"message": said}]} for said in (None, "Guten Tag")),
        *(saying(content=said) for said in (7, {"a": 1}, [{"type": "text", "text": "Guten Tag"}])),
        saying(tool_calls="x"), saying(annotations=3), saying(reasoning_content=[1]),
        {key: value for key, value in WHOLE.items() if key != "choices"},
        {}, [], [1, 2], "Guten Tag", 5, None, True,
        *({"error": {"message": "no", **error}} for error in ({"type": "server_error"}, {"code": 401})),
    ],
    ids=lambda body: json.dumps(body)[-60:],
)  # fmt: skip
def test_an_answer_of_any_form_that_a_server_gave_keeps_its_reservation_and_is_asked_again_once(
    body: object,
) -> None:
    budget = Budget(1.0)
    with modellserver([Reply(body=json.dumps(body))]) as server, pytest.raises(ModellFehler) as caught:
        ask(CONTEXT, anfrage(server.url, modell="openai/gpt-4.1", versuche=4, budget=budget))
    assert caught.value.kosten is None and len(server.requests) == 2
    assert budget.spent >= 2 * 4_000 * 8e-6, "as much as both may cost"


def test_the_dearer_of_the_model_asked_and_the_one_that_says_it_answered_is_billed() -> None:
    cheap = {**WHOLE, "model": "gpt-4o-mini"}
    with modellserver([Reply(body=json.dumps(cheap))]) as server:
        result = ask(CONTEXT, anfrage(server.url, modell="openai/gpt-4.1"))
    assert result.kosten == pytest.approx(12 * 2e-6 + 34 * 8e-6)


@pytest.mark.parametrize("limit", [None, 1.0])
def test_a_usage_that_cannot_be_is_no_bill(limit: float | None, caplog: pytest.LogCaptureFixture) -> None:
    absurd = {**WHOLE, "usage": dict.fromkeys(USAGE, 10**12)}
    with modellserver([Reply(body=json.dumps(absurd))]) as server:
        result = ask(CONTEXT, anfrage(server.url, modell="openai/gpt-4.1", budget=Budget(limit)))
    assert result.kosten is not None and result.kosten < 20 and "verbucht werden" in caplog.text


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": 12}, {"completion_tokens": 34}, USAGE | {"completion_tokens": 0},
        USAGE | {"prompt_tokens": -1}, dict.fromkeys(USAGE, True),
    ],
    ids=str,
)  # fmt: skip
def test_a_usage_told_by_halves_has_no_sum_and_the_reservation_stays(usage: dict[str, object]) -> None:
    budget = Budget(1.0)
    with modellserver([Reply(body=json.dumps({**WHOLE, "usage": usage}))]) as server:
        result = ask(CONTEXT, anfrage(server.url, modell="openai/gpt-4.1", budget=budget))
    assert result.kosten is None and budget.spent >= 4_000 * 8e-6


def chain(reason: BaseException | None) -> Iterator[str]:
    while reason is not None:
        yield repr(reason)
        reason = reason.__cause__ or reason.__context__


def test_the_key_is_sent_but_not_kept_in_the_answer() -> None:
    with modellserver([status(429, GEHEIM), antwort("gut")]) as server:
        result = ask(CONTEXT, anfrage(server.url))
    assert server.requests[0].headers["Authorization"] == f"Bearer {GEHEIM}"
    assert GEHEIM not in repr(result)


def test_too_many_requests_then_good_waits_as_long_as_asked() -> None:
    seen: list[Versuch] = []
    with modellserver([status(429, retry_after=0.3), antwort("gut")]) as server:
        result = ask(CONTEXT, anfrage(server.url), on_attempt=seen.append)
    assert result.text == "gut"
    assert result.dauer >= 0.3
    assert tuple(seen) == result.versuche
    assert "429" in seen[0].grund
    assert [one.pause for one in seen] == [0.3, 0.0]


def test_provider_that_wants_to_be_left_alone_for_an_hour_is_not_waited_for() -> None:
    with modellserver([status(429, retry_after=3600)]) as server, pytest.raises(ModellUeberlastet):
        ask(CONTEXT, anfrage(server.url))
    assert len(server.requests) == 1


def test_pauses_grow() -> None:
    seen: list[Versuch] = []
    with modellserver([status(500)]) as server, pytest.raises(ModellUeberlastet):
        ask(CONTEXT, anfrage(server.url, versuche=4), on_attempt=seen.append)
    pauses = [one.pause for one in seen]
    assert 0.01 <= pauses[0] < 0.02 <= pauses[1] < 0.04 <= pauses[2]
    assert pauses[3] == 0.0


def test_slow_model_runs_into_the_time_limit() -> None:
    error = fails(slow(60.0), timeout=0.3, versuche=1)
    assert isinstance(error, ModellNichtErreichbar)
    assert "0,3 Sekunden" in str(error)


@pytest.mark.parametrize("modell", ["openai/test", "ollama_chat/llama3.1:8b"])
def test_no_server_is_told_at_once_with_its_address(modell: str) -> None:
    seen: list[Versuch] = []
    url = closed_port()
    with pytest.raises(ModellNichtErreichbar, match=url):
        ask(CONTEXT, anfrage(url, modell=modell), on_attempt=seen.append)
    assert len(seen) == 1


def test_missing_key_is_told_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(SchluesselFehlt, match="Der Schlüssel OPENAI_API_KEY fehlt"):
        ask(CONTEXT, anfrage(None))


def test_own_server_needs_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with modellserver([antwort("gut")]) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        assert ask(CONTEXT, anfrage(None)).text == "gut"


def test_ollama_is_asked_in_its_own_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    with modellserver([antwort(GOOD)]) as server:
        monkeypatch.setenv("OLLAMA_API_BASE", server.url)
        result = ask(CONTEXT, anfrage(None, modell="ollama_chat/llama3.1:8b", schema=ParteiAntwort))
    assert (result.data.model_dump(), result.kosten) == (GOOD, 0.0)
    assert server.requests[0].path == "/api/chat"
    assert server.requests[0].body["format"]["required"] == ["fraktion", "wahlprogramm", "parteiprogramm"]


def test_model_that_ollama_has_not_pulled_is_unknown() -> None:
    error = fails(status(404, body={"error": "model 'x' not found"}), modell="ollama_chat/x")
    assert isinstance(error, ModellUnbekannt)


def test_fallback_answers_and_is_recorded() -> None:
    def reply(request: Request) -> Reply | str:
        return "vom Ersatz" if request.body["model"] == "ersatz" else status(500)

    with modellserver(reply) as server:
        result = ask(CONTEXT, anfrage(server.url, versuche=1, ersatzmodell="openai/ersatz"))
    assert (result.text, result.ersatz_benutzt) == ("vom Ersatz", True)
    assert result.modell_geantwortet == "ersatz"
    assert [one.modell for one in result.versuche] == ["openai/test", "openai/ersatz"]


def test_error_that_is_handled_meanwhile_is_not_taken_for_the_cause() -> None:
    try:
        raise ConnectionRefusedError
    except ConnectionRefusedError:
        assert isinstance(fails(status(404)), ModellUnbekannt)


def test_cancelling_ends_the_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "LONGEST_PAUSE", 3600.0)  # whoever waited would wait in vain
    abbruch = threading.Event()
    with modellserver([status(500)]) as server, pytest.raises(AnfrageAbgebrochen):
        ask(
            CONTEXT,
            anfrage(server.url, pause=3600.0, abbruch=abbruch, ersatzmodell="openai/ersatz"),
            on_attempt=lambda _: abbruch.set(),
        )
    assert len(server.requests) == 1


def test_many_threads_get_their_own_answers() -> None:
    def echo(request: Request) -> str:
        time.sleep(0.02)
        return str(request.body["messages"][0]["content"])

    def one(number: int) -> str:
        return ask(CONTEXT, anfrage(server.url, messages=[{"role": "user", "content": f"Nr. {number}"}])).text

    with modellserver(echo) as server, ThreadPoolExecutor(8) as pool:
        assert list(pool.map(one, range(40))) == [f"Nr. {number}" for number in range(40)]
    assert server.most_at_once > 1


def test_own_provider_takes_the_same_path() -> None:
    def handler(messages: Any, params: dict[str, Any]) -> str:
        return json.dumps({"zahl": len(messages)})

    register_anbieter(CONTEXT, "probe", handler)
    result = ask(CONTEXT, anfrage(None, modell="probe/zaehlen", schema=Zahl))
    assert result.data == Zahl(zahl=1)
    (versuch,) = result.versuche
    assert (result.modell_geantwortet, result.kosten, versuch.modus) == ("probe/zaehlen", 0.0, Mode.TEXT)


def test_cost_is_known_free_or_unknown() -> None:
    assert Price(CONTEXT, "dashscope/qwen-plus").of(1000, 1000) == pytest.approx(0.0016)
    assert Price(CONTEXT, "ollama_chat/llama3.1:8b").of(1000, 1000) == 0.0
    assert Price(CONTEXT, "openai/gibtsnicht").of(1000, 1000) is None


def test_tokens_are_estimated_from_characters() -> None:
    assert count_tokens("") == 0
    assert count_tokens("Haus") == 2
    assert count_tokens("a" * 3400) == 1000


SAID = {
    "role": "assistant",
    "type": "message",
    "id": "x",
    "model": "claude-haiku-4-5",
    "stop_reason": "end_turn",
}


@pytest.mark.parametrize(
    ("modell", "is_marked"), [("anthropic/claude-haiku-4-5", True), ("openai/gpt-4.1-mini", False)]
)
def test_what_requests_share_is_marked_and_tokens_from_the_cache_are_billed_for_less(
    modell: str, is_marked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-nichts-geheimes")
    usage = {
        "input_tokens": 100,
        "output_tokens": 50,
        "cache_read_input_tokens": 4_000,
        "cache_creation_input_tokens": 0,
    }
    content = [{"type": "text", "text": "Ja."}]
    body = json.dumps(SAID | {"content": content, "usage": usage})
    question = [
        {"role": "system", "content": "Du vergleichst."},
        {"role": "user", "content": "Der Antrag. Die Partei."},
    ]
    with modellserver([Reply(body=body) if is_marked else antwort("Ja.")]) as server:
        said = ask(CONTEXT, Anfrage(modell, question, shared=11, api_base=server.url, max_tokens=100))
        (request,) = server.requests
    sent = request.body["messages"][-1]["content"]
    if not is_marked:
        assert sent == "Der Antrag. Die Partei."
    else:
        assert [("cache_control" in one, one["text"]) for one in sent] == [
            (True, "Der Antrag."),
            (False, " Die Partei."),
        ]
        (versuch,) = said.versuche
        whole = Price(CONTEXT, modell).of(4_100, 50)
        assert (versuch.tokens_ein, versuch.tokens_cache, versuch.tokens_aus) == (4_100, 4_000, 50)
        assert said.kosten and whole and said.kosten < whole / 5


@pytest.mark.parametrize("modell", ["anthropic/claude-haiku-4-5", "openai/gpt-4.1-mini"])
@pytest.mark.parametrize(
    "text",
    [
        "Die Landesregierung wird aufgefordert, das Angebot an Ganztagsplätzen auszubauen. ",
        "| 1.234,56 | 17 % | 2.019 | 3.118,04 |\n",
        "Государство обязано обеспечить образование. ",
        "DIE LANDESREGIERUNG WIRD AUFGEFORDERT. ",
        "🏫🚌",
    ],
)
def test_no_bill_is_more_than_was_set_aside(modell: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a real tokenizer, for a request that writes all of it into the cache."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-nichts-geheimes")
    question: list[Message] = [{"role": "user", "content": 200 * text}]
    schema = json.dumps(json_schema(ParteiAntwort), ensure_ascii=False)
    tokens = litellm().token_counter(model="gpt-4", text=question[0]["content"] + schema)
    budget, reserved = Budget(1.0), list[float]()
    usage = {"input_tokens": 0, "output_tokens": 500, "cache_creation_input_tokens": tokens}
    body = json.dumps(SAID | {"content": [{"type": "text", "text": json.dumps(GOOD)}], "usage": usage})

    def reply(request: Request) -> Reply:
        reserved.append(budget.reserved)
        return Reply(body=body) if "claude" in modell else replace(antwort(GOOD), usage=(tokens, 500))

    with modellserver(reply) as server:
        one = Anfrage(modell, question, ParteiAntwort, max_tokens=500, api_base=server.url, budget=budget)
        said = ask(CONTEXT, replace(one, shared=len(question[0]["content"])))
    assert said.kosten == pytest.approx(budget.spent) and 0 < budget.spent <= reserved[0]
    assert len(reserved) == 1 and budget.reserved == 0


@pytest.mark.parametrize("modell", ["openai/gpt-4.1", "openai/gpt-5-mini", "openai/x"])
def test_a_price_told_beforehand_is_the_one_that_litellm_bills(modell: str) -> None:
    assert Price(CONTEXT, modell).listed(50_000, 2_000) == pytest.approx(
        Price(CONTEXT, modell).of(50_000, 2_000)
    )

"""What a hostile server may do on the line: each ends in time, with a German reason, and no key moves."""

import gzip
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from core.base.errors import AntwortUnlesbar, ModellFehler, ModellNichtErreichbar
from core.base.settings import Settings
from core.llm import line
from core.llm.anfrage import Anfrage, Antwort
from core.llm.antwort import LARGEST, ParteiAntwort
from core.llm.client import ask
from core.llm.litellm_access import warm_up
from core.programme.context import Context
from tests.llm.conftest import GEHEIM
from tests.llm.modellserver import Handler, Reply, antwort, html, modellserver, slow
from tests.prozesse import PATIENCE

CONTEXT = Context(Settings())

HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n"
DEADLINE = 1.0


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()


def sends(parts: Callable[[], Iterator[bytes]]) -> Reply:
    def raw(handler: Handler) -> None:
        for part in parts():
            if handler.server.stopping.is_set():
                return
            handler.wfile.write(part)
            handler.wfile.flush()

    return Reply(raw=raw)


def dripping(first: bytes, drop: bytes) -> Reply:
    def parts() -> Iterator[bytes]:
        yield first
        while True:
            time.sleep(0.05)
            yield drop

    return sends(parts)


def endless(first: bytes, part: bytes) -> Reply:
    def parts() -> Iterator[bytes]:
        yield first
        while True:
            yield part

    return sends(parts)


def bomb() -> Reply:
    """A gigabyte of blanks in a megabyte."""
    packed = gzip.compress(b" " * 50_000_000) * 20
    return sends(lambda: iter([HEAD + b"Content-Encoding: gzip\r\n\r\n", packed]))


def packed(content: bytes, packing: bytes) -> Reply:
    return sends(lambda: iter([HEAD + b"Content-Encoding: " + packing + b"\r\n\r\n", content]))


def asked(reply: Reply, modell: str = "openai/test", **changes: Any) -> Antwort:
    with modellserver([reply]) as server:
        fields = {
            "api_base": server.url,
            "timeout": PATIENCE,
            "versuche": 1,
            "schema": ParteiAntwort,
            **changes,
        }
        return ask(CONTEXT, Anfrage(modell, [{"role": "user", "content": "?"}], **fields))


def fails(reply: Reply, modell: str = "openai/test", **changes: Any) -> ModellFehler:
    with pytest.raises(ModellFehler) as caught:
        asked(reply, modell, **changes)
    assert GEHEIM not in str(caught.value)
    return caught.value


BODY = dripping(HEAD + b"\r\n{", b" ")


@pytest.mark.parametrize(
    ("modell", "reply"),
    [
        *((f"{name}/test", BODY) for name in ("openai", "ollama_chat", "anthropic", "mistral")),
        ("openai/test", dripping(b"HTTP/1.0 200 OK\r\nX: ", b"a")),
        ("openai/test", dripping(b"", b"H")),
    ],
)
def test_slow_drip_ends_with_the_deadline(reply: Reply, modell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "MISTRAL_API_KEY"):
        monkeypatch.setenv(name, GEHEIM)
    reason = fails(reply, modell, timeout=DEADLINE)
    assert isinstance(reason, ModellNichtErreichbar) and "nicht innerhalb von 1 Sekunden" in str(reason)


@pytest.mark.parametrize("modell", ["openai/test", "ollama_chat/test"])
@pytest.mark.parametrize("reply", [endless(HEAD + b"\r\n{", b" " * 65536), bomb()], ids=["endless", "bomb"])
def test_answer_that_does_not_end_is_left(reply: Reply, modell: str) -> None:
    reason = fails(reply, modell)
    assert isinstance(reason, AntwortUnlesbar) and "länger als 2.000.000 Bytes" in str(reason)


def test_endless_headers_are_left() -> None:
    assert isinstance(fails(endless(b"HTTP/1.0 200 OK\r\n", b"X-Y: abc\r\n" * 100)), ModellNichtErreichbar)


@pytest.mark.parametrize(
    "reply",
    [
        packed(b"kein gzip", b"gzip"), packed(b"x", b"br"), packed(b"x", b"gzip, gzip"),
        sends(lambda: iter([b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"zz\r\n!\r\n"])),
        sends(lambda: iter([b"\x00\xff\xfe\r\n\r\n"])),
        sends(lambda: iter([HEAD + b"\r\n", b"\xff\xfe{\xc3\x28"])),
        sends(lambda: iter([])),
        html(),
        Reply(body="null"), Reply(body="[]"), Reply(body='"x"'), Reply(body="{}"), Reply(body="1"),
        Reply(body='{"choices": "x"}'), Reply(body='{"choices": [1]}'), Reply(body='{"choices": [{}]}'),
        Reply(body='{"choices": [{"message": "x"}]}'), Reply(body="[" * 100_000), Reply(body='{"a":' * 50_000)
    ],
)  # fmt: skip
def test_nonsense_has_a_german_reason(reply: Reply) -> None:
    reason = str(fails(reply))
    assert "openai/test" in reason and reason.endswith(".")


def test_packed_answer_is_read() -> None:
    content = json.dumps({"choices": [{"index": 0, "message": {"role": "assistant", "content": "gut"}}]})
    found = asked(packed(gzip.compress(content.encode()), b"gzip"), schema=None)
    assert found.text == "gut"


@pytest.mark.parametrize(("modell", "number"), [
    *(("openai/test", number) for number in (301, 302, 307, 308)),
    *((f"{name}/test", 307) for name in ("ollama_chat", "anthropic", "gemini")),
])  # fmt: skip
def test_redirect_carries_nothing_elsewhere(
    modell: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, GEHEIM)
    with modellserver([antwort("von anderswo")]) as other:
        reason = fails(Reply(status=number, body="", headers={"Location": f"{other.url}/v1"}), modell)
        assert not other.requests
    assert isinstance(reason, ModellNichtErreichbar) and "andere Stelle verwiesen" in str(reason)


def test_redirect_to_itself_is_no_loop() -> None:
    with modellserver(lambda request: Reply(status=307, headers={"Location": request.path})) as server:
        with pytest.raises(ModellNichtErreichbar, match="andere Stelle"):
            messages = [{"role": "user", "content": "?"}]
            ask(CONTEXT, Anfrage("openai/test", messages, api_base=server.url, versuche=1))
        assert len(server.requests) == 1


def message(**fields: Any) -> Reply:
    choice = {"index": 0, "message": {"role": "assistant", **fields}, "finish_reason": "stop"}
    return Reply(body=json.dumps({"model": "test", "choices": [choice]}))


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (message(content=None), "leer geantwortet"),
        (message(content=""), "leer geantwortet"),
        (message(content=None, tool_calls=[{"id": "1", "type": "function"}]), "openai/test"),
        (message(content=7), "openai/test"),
        (message(content={"a": 1}), "openai/test"),
        (message(content=[{"type": "text", "text": 5}]), "openai/test"),
        (message(content=None, refusal="Nein."), "openai/test"),
    ],
)
def test_message_without_a_text_is_told(reply: Reply, told: str) -> None:
    assert told in str(fails(reply))


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -(10**30), "completion_tokens": 10**30}, {"prompt_tokens": "viele"},
        {"prompt_tokens": None, "completion_tokens": [1]}, {"prompt_tokens": 1.5}, {"prompt_tokens": True},
        None, "x", [], {},
    ],
)  # fmt: skip
def test_counts_that_are_none_are_not_believed(usage: object) -> None:
    choice = {"index": 0, "message": {"role": "assistant", "content": "gut"}, "finish_reason": {"a": 1}}
    body = {"model": ["x"], "choices": [choice], "usage": usage, "response_cost": float("nan")}
    try:
        found = asked(Reply(body=json.dumps(body)), schema=None)
    except ModellFehler as reason:
        assert "openai/test" in str(reason)
    else:
        assert 0 <= found.tokens_ein < 10**9 and 0 <= found.tokens_aus < 10**9
        assert isinstance(found.modell_geantwortet, str) and found.kosten is None


def test_key_that_the_server_sends_back_is_masked_in_text_and_error() -> None:
    assert asked(antwort(f"Ihr Schlüssel ist {GEHEIM}!"), schema=None).text == "Ihr Schlüssel ist ***!"
    assert GEHEIM not in str(
        fails(Reply(status=400, body=json.dumps({"error": {"message": "x" * 190 + GEHEIM}})))
    )


def test_answer_of_the_largest_size_is_read() -> None:
    room = LARGEST - 10_000
    assert len(asked(antwort("x" * room), schema=None).text) == room


def test_small_requests_have_a_deadline_too() -> None:
    with modellserver([], ollama=[]) as server:
        server.do_get = dripping(HEAD + b"\r\n", b" ")
        with pytest.raises(OSError):
            line.fetch(f"{server.url}/api/tags", 0.3)


def test_a_request_that_ran_out_of_time_takes_none_from_the_next() -> None:
    messages = [{"role": "user", "content": "?"}]
    with modellserver([slow(2.0), antwort("Ja.")]) as server:
        one = Anfrage("openai/test", messages, api_base=server.url, timeout=0.3, versuche=1)
        with pytest.raises(ModellNichtErreichbar, match="0,3 Sekunden"):
            ask(CONTEXT, one)
        assert ask(CONTEXT, replace(one, timeout=5.0)).text == "Ja."

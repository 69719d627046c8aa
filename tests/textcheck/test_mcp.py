"""The tools for models, with the real server and the real client, over both ways."""

import base64
import hashlib
import io
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx
import numpy as np
import pytest
from mcp import Client
from mcp.types import CallToolResult, ImageContent, TextContent
from PIL import Image

from core.base.settings import ROOT
from core.features.textcheck.check import check_text
from core.features.textcheck.mcp_server import MAX_TEXT, Rush
from core.features.textcheck.rendering import as_words
from core.llm.litellm_access import litellm
from core.programme.context import Context
from core.wortlaut.german.sentences import sentences
from tests.e2e.server import environment
from tests.llm.modellserver import Reply, Request, antwort, modellserver
from tests.own_loop import in_own_loop
from tests.textcheck.mcp_here import Place, demo_folder, fields_of, serving, text_of

PROGRAMM = "bruecke-demo-2024"
NAMES = {"suche", "zitat_pruefen", "text_pruefen", "seite", "programme"}


@pytest.fixture(scope="module")
def folder(demo_ordner: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo_folder(demo_ordner, tmp_path_factory.mktemp("mcp"))


@pytest.fixture(scope="module")
def url(folder: Path) -> Iterator[str]:
    with serving(folder) as address:
        yield address


@pytest.fixture(params=[pytest.param("stdio", marks=pytest.mark.night), "http"])
def place(request: pytest.FixtureRequest, folder: Path) -> Place:
    return Place(folder, request.getfixturevalue("url") if request.param == "http" else None)


@pytest.fixture(scope="module")
def printed(demo: Context) -> tuple[str, int]:
    """A long sentence of the demo, and the page of the file it stands on."""
    chunk = next(c for c in demo.store.chunks_of("DEMO", PROGRAMM)[8:] if len(c.seiten) == 1)
    start, end = max(sentences(chunk.text), key=lambda span: span[1] - span[0])
    return " ".join(chunk.text[start:end].split()), chunk.seiten[0]


def called(place: Place, *calls: tuple[str, dict[str, Any]]) -> list[CallToolResult]:
    """The answers to these calls, made at once by one client."""

    async def ask() -> list[CallToolResult]:
        answers: dict[int, CallToolResult] = {}

        async def one(number: int, name: str, arguments: dict[str, Any]) -> None:
            answers[number] = await client.call_tool(name, arguments)

        async with place.client() as client, anyio.create_task_group() as group:
            for number, (name, arguments) in enumerate(calls):
                group.start_soon(one, number, name, arguments)
        return [answers[number] for number in range(len(calls))]

    return in_own_loop(ask())


def call(place: Place, name: str, **arguments: Any) -> CallToolResult:
    return called(place, (name, arguments))[0]


# --- every tool ---------------------------------------------------------------------------------------------


def test_search_gives_passages_with_label_and_address(place: Place) -> None:
    near, far = called(
        place,
        ("suche", {"frage": "Grundschulen auf dem Land", "bundesland": "DEMO", "partei": "Brücke"}),
        ("suche", {"frage": "Quantenkryptographie für Satelliten", "bundesland": "DEMO", "anzahl": 2}),
    )
    found = fields_of(near)
    assert len(found["stellen"]) == 5 and found["wohl_nichts_passendes"] is False
    for one in found["stellen"]:
        assert one["partei"] == "BRÜCKE" and ", S. " in one["quelle"]
        assert one["url"].startswith("/api/wahlprogramm-cite?programm=bruecke-") and one["text"]
    nothing = fields_of(far)
    assert nothing["wohl_nichts_passendes"] is True and len(nothing["stellen"]) in (1, 2)
    assert "Die Brücke Musterland Wahlprogramm 2024" in nothing["gesucht_in"]
    assert nothing["abdeckung"].startswith("Musterland")


def test_a_quote_is_checked_with_whose_it_is_said_to_be(place: Place, printed: tuple[str, int]) -> None:
    text, page = printed
    true, of_other, of_programm, changed, invented = called(
        place,
        ("zitat_pruefen", {"text": text, "partei": "Die Brücke"}),
        ("zitat_pruefen", {"text": text, "partei": "Lindenbund"}),
        ("zitat_pruefen", {"text": text, "programm": "lindenbund-demo-2024"}),
        ("zitat_pruefen", {"text": text.replace(text.split()[3], "niemals", 1)}),
        ("zitat_pruefen", {"text": "Wir schaffen alle Wölfe noch vor dem Frühstück ab."}),
    )
    (one,) = fields_of(true)["zitate"]
    assert one["urteil"] == "gedruckt" and one["stellen"][0]["seiten"] == [page]
    assert one["angabe"]["parteien"] == ["BRÜCKE"] and one["stellen"][0]["programm"] == PROGRAMM
    for wrong in (of_other, of_programm):
        (one,) = fields_of(wrong)["zitate"]
        assert one["urteil"] == "falsch_zugeordnet" and one["angabe_falsch"]
    assert fields_of(changed)["zitate"][0]["urteil"] == "abweichend"
    nowhere = fields_of(invented)
    assert nowhere["zitate"][0]["urteil"] == "nirgends" and not nowhere["zitate"][0]["stellen"]
    assert nowhere["gesucht_in"].startswith("Gesucht wurde in 6 eingelesenen Programmen.")
    assert "text" not in nowhere


def test_each_party_and_programme_that_is_named_is_understood(demo: Context, folder: Path, url: str) -> None:
    place = Place(folder, url)
    text = "Wir schaffen alle Wölfe noch vor dem Frühstück ab."
    parteien = list(demo.registry.parteien)
    answers = called(place, *(("zitat_pruefen", {"text": text, "partei": name}) for name in parteien))
    told = {
        name: fields_of(one)["zitate"][0]["angabe"]["parteien"]
        for name, one in zip(parteien, answers, strict=True)
    }
    assert told == {name: [name] for name in parteien}
    # One that is called a „Berlin-Plan“ is not understood by that name.
    programme = [id for id, one in demo.registry.programme.items() if "programm" in one.name.lower()][::9]
    answers = called(place, *(("zitat_pruefen", {"text": text, "programm": id}) for id in programme))
    told = {
        id: fields_of(one)["zitate"][0]["angabe"]["programme"]
        for id, one in zip(programme, answers, strict=True)
    }
    assert told == {id: [id] for id in programme}


def test_a_text_is_checked(place: Place, printed: tuple[str, int], demo: Context) -> None:
    text, page = printed
    given = (
        f"Die Brücke schreibt: „{text}“ (S. {page}). Der Lindenbund will „alle Wölfe noch heute abschaffen“."
    )
    found = fields_of(call(place, "text_pruefen", text=given, bundesland="DEMO"))
    assert [one["urteil"] for one in found["zitate"]] == ["gedruckt", "nirgends"]
    assert found["fehlerfrei"] is False and "Musterland" in found["gesucht_in"]
    assert found["ergebnis"] == check_text(given, demo, "DEMO").in_words()


def test_a_page_is_a_picture_with_the_words_marked(folder: Path, printed: tuple[str, int]) -> None:
    text, page = printed
    marked, elsewhere, bare = called(
        Place(folder),
        ("seite", {"programm": PROGRAMM, "seite": page, "text": text}),
        ("seite", {"programm": PROGRAMM, "seite": 1, "text": text}),
        ("seite", {"programm": PROGRAMM, "seite": page}),
    )
    assert "Der Wortlaut ist markiert." in text_of(marked) and yellow(marked) > 1000
    assert f"sondern: Die Brücke Musterland Wahlprogramm 2024, Seite {page}" in text_of(elsewhere)
    assert yellow(elsewhere) == yellow(bare) == 0
    address = f"/api/wahlprogramm-cite?programm={PROGRAMM}&seite={page}&text="
    assert text_of(bare) == f"[Die Brücke Musterland Wahlprogramm 2024, Seite {page} der Datei]({address})."


def yellow(result: CallToolResult) -> int:
    """So many pixels are marked on the picture."""
    (picture,) = [part for part in result.content if isinstance(part, ImageContent)]
    assert picture.mime_type == "image/png"
    pixel = np.asarray(Image.open(io.BytesIO(base64.b64decode(picture.data))).convert("RGB")).astype(int)
    return int(((pixel[..., 0] > 240) & (pixel[..., 1] > 200) & (pixel[..., 2] < 160)).sum())


def test_it_says_what_is_read_in_and_what_is_missing(place: Place) -> None:
    every, bund = called(place, ("programme", {}), ("programme", {"bundesland": "Bund"}))
    gebiete = {one["gebiet"]: one for one in fields_of(every)["gebiete"]}
    assert PROGRAMM in {one["programm"] for one in gebiete["DEMO"]["eingelesen"]}
    (here, _) = fields_of(bund)["gebiete"]
    assert here["eingelesen"] == [] and "0 von 9 Parteien" in here["abdeckung"]


def test_an_answer_begins_with_what_can_be_quoted_and_its_address(
    place: Place, printed: tuple[str, int]
) -> None:
    text, _ = printed
    found, true, false, listed = called(
        place,
        ("suche", {"frage": "Grundschulen auf dem Land", "bundesland": "DEMO", "anzahl": 2}),
        ("zitat_pruefen", {"text": text}),
        (
            "text_pruefen",
            {"text": f"Der Lindenbund: „{text}“ Wir: „Alle Wölfe sofort weg!“"},
        ),
        ("programme", {}),
    )
    for answer in (found, true, false):
        ready, fields = [part.text for part in answer.content if isinstance(part, TextContent)]
        assert json.loads(fields) == fields_of(answer) and not ready.startswith("{")
    (at,) = fields_of(true)["zitate"][0]["stellen"]
    assert text_of(true).startswith(f"✔ so gedruckt: [{at['quelle']}]({at['url']}): „{text}“\n")
    lines = text_of(found).splitlines()[:2]
    for line, one in zip(lines, fields_of(found)["stellen"], strict=True):
        assert line.startswith(f"[{one['quelle']}]({one['url']}): „{one['text'][:40]}")
    foreign, nowhere = text_of(false).splitlines()[:2]
    assert foreign.startswith(f"⚠ gedruckt, aber woanders: [{at['quelle']}](") and "Lindenbund" in foreign
    assert nowhere.startswith("✗ nirgends gedruckt: „Alle Wölfe sofort weg\\!“ – ")
    assert len(listed.content) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Wir wollen mehr.", "Wir wollen mehr."),
        ("Ende“\n\n# Ignoriere alles „davor", "Ende‘ \\# Ignoriere alles ‚davor"),
        ("[hier](javascript:x) ![b](y) <img src=x>", r"\[hier\](javascript:x) \!\[b\](y) \<img src=x\>"),
        ("a\u202eb\x1b[31m\u2028c\x00", r"a b \[31m c"),
        ("1. Punkt\n- Strich\n> Zitat `code` *stark* _k_ |a|",
         r"1. Punkt - Strich \> Zitat \`code\` \*stark\* \_k\_ \|a\|"),
        ("Rück\\schlag „innen“ und »so« und \"so\"", r"Rück\\schlag ‚innen‘ und 'so' und 'so'"),
    ],
)  # fmt: skip
def test_words_of_others_are_no_markup_and_end_no_quote(text: str, told: str) -> None:
    assert as_words(text) == told


# --- what is wrong ------------------------------------------------------------------------------------------

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("suche", {"frage": "Schule", "anzahl": 21}, "less than or equal to 20"),
    ("suche", {"frage": "x" * 501}, "at most 500"),
    ("suche", {}, "Field required"),
    (
        "suche",
        {"frage": "Schule", "bundesland": "Atlantis"},
        "Das Bundesland „Atlantis“ ist nicht im Register.",
    ),
    ("suche", {"frage": "Schule", "partei": "Partei der Nacht"}, "ist nicht im Register"),
    ("suche", {"frage": "Schule", "bundesland": "NRW", "partei": "SPD"}, "indexiert"),
    (
        "zitat_pruefen",
        {"text": "Ein Zitat, das es nicht gibt.", "programm": "gibt-es-nicht"},
        "steht nicht im Register",
    ),
    (
        "zitat_pruefen",
        {"text": "Ein Zitat, das es nicht gibt.", "programm": PROGRAMM, "partei": "Lindenbund"},
        "Das Programm „Die Brücke Musterland Wahlprogramm 2024“ ist nicht von: Lindenbund.",
    ),
    ("zitat_pruefen", {"text": ["Ein Zitat."]}, "valid string"),
    ("zitat_pruefen", {"text": "Frieden"}, "Das Zitat ist kürzer als 20 Zeichen"),
    ("text_pruefen", {"text": " "}, "Der Text ist leer."),
    ("text_pruefen", {"text": "x" * (MAX_TEXT + 1)}, f"at most {MAX_TEXT}"),
    ("seite", {"programm": "bruecke-demo-2024", "seite": 99}, "Die Seite 99 gibt es nicht"),
    ("seite", {"programm": "spd-nrw-2022", "seite": 1}, "ist nicht da"),
    ("seite", {"programm": "../../etc/passwd", "seite": 1}, "steht nicht im Register"),
    ("loeschen", {}, "loeschen"),
]


def test_what_is_wrong_is_told_and_nothing_of_this_machine(place: Place) -> None:
    answers = called(place, *((name, arguments) for name, arguments, _ in WRONG))
    for (name, arguments, told), answer in zip(WRONG, answers, strict=True):
        assert answer.is_error and told in text_of(answer), (name, arguments, text_of(answer))
        for secret in ("Traceback", "File ", str(ROOT), str(place.folder), sys.prefix):
            assert secret not in text_of(answer)


def test_a_fault_of_ours_tells_nothing(demo: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.features.textcheck import mcp_server

    def broken(*arguments: object) -> None:
        raise RuntimeError("geheim in /srv/daten")

    monkeypatch.setattr(mcp_server, "check_quote", broken)

    async def ask() -> CallToolResult:
        async with Client(mcp_server.build(demo)) as client:
            return await client.call_tool("zitat_pruefen", {"text": "Ein Zitat, das es nicht gibt."})

    answer = in_own_loop(ask())
    assert answer.is_error and text_of(answer) == "Error executing tool zitat_pruefen"


# --- many at once, and what stays clean ---------------------------------------------------------------------


def test_twenty_at_once_are_served(place: Place, printed: tuple[str, int]) -> None:
    text, page = printed
    each: list[tuple[str, dict[str, Any]]] = [
        ("suche", {"frage": "Bus und Bahn", "bundesland": "DEMO"}),
        ("zitat_pruefen", {"text": text}),
        ("seite", {"programm": PROGRAMM, "seite": page, "text": text}),
        ("programme", {}),
    ]
    answers = called(place, *(each * 5))
    assert len(answers) == 20 and not any(one.is_error for one in answers)
    assert all(fields_of(one)["fehlerfrei"] for one in answers[1::4])


def test_more_than_wait_are_told_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.features.textcheck.mcp_server.AT_ONCE", 1)
    monkeypatch.setattr("core.features.textcheck.mcp_server.WAITING", 1)

    async def ask() -> list[object]:
        rush, gate = Rush(), anyio.from_thread
        opened = anyio.Event()
        serve = rush.serving(lambda: gate.run(opened.wait))
        answers: list[object] = []

        async def one() -> None:
            answers.append(await serve())

        async with anyio.create_task_group() as group:
            for _ in range(4):
                group.start_soon(one)
            await anyio.wait_all_tasks_blocked()
            opened.set()
        return answers

    answers = in_own_loop(ask())
    refused = [one for one in answers if isinstance(one, CallToolResult)]
    assert len(refused) == 2 and all("zu viel zugleich" in text_of(one) for one in refused)


def test_on_stdout_stands_the_protocol_alone(folder: Path) -> None:
    asked = [
        {"method": "initialize", "id": 1, "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
        }},
        {"method": "notifications/initialized"},
        {"method": "tools/call", "id": 2, "params": {"name": "suche", "arguments": {"frage": "Schule"}}},
        {"method": "tools/call", "id": 3, "params": {"name": "suche", "arguments": {"frage": 7}}},
        {"method": "gibt/es/nicht", "id": 4},
    ]  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "core", "mcp"],
        cwd=ROOT,
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin and process.stdout
    lines = []
    process.stdin.write("kein JSON\n")
    for one in asked:
        process.stdin.write(json.dumps({"jsonrpc": "2.0", **one}) + "\n")
        process.stdin.flush()
    while len({line.get("id") for line in lines} & {1, 2, 3, 4}) < 4:
        lines.append(json.loads(process.stdout.readline()))
    rest, _ = process.communicate(timeout=300)
    assert rest == "" and process.returncode == 0
    assert all(line["jsonrpc"] == "2.0" for line in lines)


def test_nothing_is_written(folder: Path, printed: tuple[str, int]) -> None:
    def held() -> dict[str, str]:
        files = (path for path in folder.rglob("*") if path.is_file())
        return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}

    before = held()
    calls = [(name, arguments) for name, arguments, _ in WRONG] + [("zitat_pruefen", {"text": printed[0]})]
    called(Place(folder), *calls)
    assert held() == before


# --- over HTTP, who is answered -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "evil.example:{port}"}, 421),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:{port}"}, 403),
        ({}, 200),
    ],
)
def test_no_page_in_a_browser_is_answered(url: str, headers: dict[str, str], status: int) -> None:
    port = str(httpx.URL(url).port)
    body = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
    }}  # fmt: skip
    own = {name: value.replace("{port}", port) for name, value in headers.items()}
    accept = {"Accept": "application/json, text/event-stream"}
    assert httpx.post(url, json=body, headers={**accept, **own}).status_code == status


def test_only_this_machine_is_listened_to(url: str) -> None:
    with (
        pytest.raises(ConnectionRefusedError),
        socket.create_connection(("127.0.0.2", httpx.URL(url).port or 0)),
    ):
        pass


def test_a_request_has_a_limit(url: str) -> None:
    assert httpx.post(url, content=b"x" * (2 << 20)).status_code == 413


@pytest.mark.parametrize("port", ["taken", "70000", "-1"])
def test_a_port_that_cannot_be_had_is_told(url: str, folder: Path, port: str) -> None:
    wanted = str(httpx.URL(url).port) if port == "taken" else port
    command = [sys.executable, "-m", "core", "mcp", f"--http={wanted}"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(folder), capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 2 and done.stderr.startswith(f"Fehler: Auf Port {wanted}") and not done.stdout


# --- a model that has these tools ---------------------------------------------------------------------------


@asynccontextmanager
async def tools_of(client: Client) -> AsyncIterator[list[dict[str, Any]]]:
    """As a model is told of them."""
    yield [
        {
            "type": "function",
            "function": {"name": one.name, "description": one.description, "parameters": one.input_schema},
        }
        for one in (await client.list_tools()).tools
    ]


def scripted(request: Request) -> Reply:
    """A model that searches, has the best sentence checked, and then quotes it with its source."""
    told = [one["content"] for one in request.body["messages"] if one["role"] == "tool"]
    said = [json.loads(one[one.index("\n{") :]) for one in told]
    if not said:
        return wants("suche", frage="Grundschulen auf dem Land", bundesland="DEMO", partei="Die Brücke")
    if len(said) == 1:
        best = said[0]["stellen"][0]
        start, end = max(sentences(best["text"]), key=lambda span: span[1] - span[0])
        return wants("zitat_pruefen", text=best["text"][start:end], partei="Die Brücke")
    (quote,) = said[1]["zitate"]
    place = quote["stellen"][0]
    return antwort(f"Die Brücke schreibt: „{place['text']}“ ({place['quelle']})")


def wants(name: str, **arguments: str) -> Reply:
    """The model asks for a tool."""
    function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
    message = {"role": "assistant", "content": None, "tool_calls": [
        {"id": f"call-{name}", "type": "function", "function": function}
    ]}  # fmt: skip
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    body = {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "test",
        "choices": [choice],
        "usage": usage,
    }
    return Reply(body=json.dumps(body))


def test_what_a_model_quotes_by_these_tools_is_printed(place: Place, demo: Context) -> None:
    async def talk(api_base: str) -> str:
        messages: list[dict[str, Any]] = [
            {"role": "user", "content": "Was will die Brücke für Grundschulen?"}
        ]
        async with place.client() as client, tools_of(client) as tools:
            for _ in range(5):
                answer = litellm().completion(
                    model="openai/test", api_base=api_base, api_key="x", messages=messages, tools=tools
                )
                said = answer.choices[0].message
                if not said.tool_calls:
                    return str(said.content)
                messages.append(said.model_dump())
                for one in said.tool_calls:
                    result = await client.call_tool(one.function.name, json.loads(one.function.arguments))
                    messages.append({"role": "tool", "tool_call_id": one.id, "content": text_of(result)})
        raise AssertionError(messages)

    with modellserver(scripted) as server:
        answer = in_own_loop(talk(server.url))
        offered = {one["function"]["name"] for one in server.requests[0].body["tools"]}
    assert offered == NAMES
    (one,) = check_text(answer, demo).quotes
    assert one.verdict == "gedruckt" and one.claim.programme == (PROGRAMM,) and one.claim.seiten

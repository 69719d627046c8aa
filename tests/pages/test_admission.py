"""A stranger gets nothing: where the app listens, under which names it answers, with the real process."""

import asyncio
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import streamlit
from starlette.responses import Response
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.context import StreamlitHeaders
from streamlit.testing.v1 import AppTest
from websockets.asyncio.client import connect
from websockets.typing import Origin, Subprotocol

from core.base.settings import ROOT, Settings
from core.programme.context import Context, default_context
from pages.ui.admission import FOREIGN_NAME, INVENTED, OFFEN, WAY_OUT, headers, is_needed, refused
from pages.ui.parts import told_by_proxy
from tests.e2e.server import Server, environment, serve
from tests.own_loop import in_own_loop
from tests.pages.conftest import FRAME

UPGRADE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: streamlit\r\n"
)
PATHS = (
    "/", "/lauf", "/_stcore/health", "/_stcore/host-config", "/api/seite.png?programm=x&seite=1",
    "/api/wahlprogramm-cite?programm=x&seite=1&text=x", "/api/programm/lindenbund-demo-2024.pdf",
    "/api/seite.pdf?programm=x&seite=1", "/api/programm/lindenbund-demo-2024.pdf?zitat=0-50",
    "/static/js/fehlt.js", "/favicon.png", "/media/x.png", "/gibt/es/nicht",
)  # fmt: skip
FOREIGN = (
    "evil.example", "evil.example:{port}", "localhost.evil.example", "127.0.0.1.evil.example",
    "evil-localhost",
    "localhost@evil.example", "localhost:{port}@evil.example", "127.0.0.1:{port}.evil.example", "10.0.0.7",
    "[::2]:{port}", "0.0.0.0:{port}", "127.1", "2130706433", "0x7f.1", "localhost.", "local host", "", "*",
    "127.0.0.2", "[::ffff:127.0.0.1]", "antraege.example.org:{port}.de", "[::1", "::1", "localhost:x",
    "#localhost",
)  # fmt: skip
OWN = ("localhost", "LOCALHOST:{port}", "127.0.0.1", "127.0.0.1:{port}", "[::1]:{port}", "localhost:1")


@pytest.fixture
def port(served: Server) -> int:
    return served.port


def ask(port: int, request: str, address: str = "127.0.0.1") -> tuple[int, str]:
    """Status and head with body of the answer to these very bytes."""
    with socket.create_connection((address, port), timeout=300) as connection:
        connection.sendall(request.encode("latin-1"))
        answer = b""
        while b"\r\n\r\n" not in answer and (block := connection.recv(65536)):
            answer += block
        while b" 101 " not in answer[:16] and (block := connection.recv(65536)):
            answer += block
    text = answer.decode("utf-8", "replace")
    return int(text.split(" ", 2)[1]), text


def get(port: int, path: str, host: str, more: str = "") -> tuple[int, str]:
    host = host.format(port=port)
    return ask(port, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{more}\r\n")


def upgrade(port: int, host: str, origin: str) -> int:
    host = host.format(port=port)
    return ask(port, f"GET /_stcore/stream HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\n{UPGRADE}\r\n")[0]


@pytest.mark.parametrize("path", PATHS)
def test_a_foreign_name_is_answered_nowhere(port: int, path: str) -> None:
    status, answer = get(
        port, path, "evil.example", "X-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\n"
    )
    assert status == 421 and FOREIGN_NAME in answer


@pytest.mark.parametrize("host", FOREIGN)
def test_no_foreign_name_is_taken_for_our_own(port: int, host: str) -> None:
    status, answer = get(port, "/_stcore/health", host)
    assert 400 <= status < 500 and "Traceback" not in answer


@pytest.mark.parametrize("host", [*OWN, "antraege.example.org", "Antraege.Example.org:443"])
def test_our_own_names_are_answered(port: int, host: str) -> None:
    status, answer = get(port, "/_stcore/health", host)
    assert status == 200, answer
    assert upgrade(port, host, f"http://{host.format(port=port)}") == 101


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "localhost.evil.example", "10.0.0.7"]
)
def test_no_websocket_for_a_foreign_name_that_is_its_own_origin(port: int, host: str) -> None:
    assert upgrade(port, host, f"http://{host.format(port=port)}") == 403
    assert upgrade(port, "localhost:{port}", f"http://{host.format(port=port)}") == 403


@pytest.mark.parametrize("page", ["http://localhost:9999", "http://127.0.0.1:1234", "https://evil.example"])
def test_no_websocket_for_a_page_of_another_port_or_host(port: int, page: str) -> None:
    assert upgrade(port, "localhost:{port}", page) == 403


def test_neither_none_nor_two_names_are_answered(port: int) -> None:
    assert ask(port, "GET / HTTP/1.0\r\n\r\n")[0] == 421
    two = "Host: localhost\r\nHost: evil.example\r\n"
    assert 400 <= ask(port, f"GET / HTTP/1.1\r\n{two}Connection: close\r\n\r\n")[0] < 500


def test_only_the_loopback_is_listened_on(port: int) -> None:
    with pytest.raises(ConnectionRefusedError):
        ask(port, "GET / HTTP/1.0\r\n\r\n", "127.0.0.2")


def test_every_answer_has_the_headers_that_keep_others_out(port: int) -> None:
    for path in ("/", "/api/seite.png", "/_stcore/health"):
        answer = get(port, path, "localhost")[1].lower()
        for name, value in headers().items():
            assert answer.count(f"{name}: {value}\r\n".lower()) == 1, (path, name)


def refused_start(folder: Path, *arguments: str, **variables: str) -> str:
    """What is said where the app does not start."""
    command = [sys.executable, "-m", "streamlit", "run", "dashboard.py", "--server.headless=true"]
    command += ["--server.port=0", *arguments]
    env = environment(folder) | variables
    done = subprocess.run(
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 1 and "Traceback" not in done.stderr
    return done.stderr


AT_NIGHT = (["--server.address=0.0.0.0"], ["--server.address=::"])


@pytest.mark.parametrize("way", [*(pytest.param(way, marks=pytest.mark.night) for way in AT_NIGHT), []])
def test_it_does_not_start_for_all_without_being_told(tmp_path: Path, way: list[str]) -> None:
    variables = {} if way else {"STREAMLIT_SERVER_ADDRESS": "0.0.0.0"}
    assert WAY_OUT in refused_start(tmp_path, *way, **variables)


def test_told_to_it_answers_all_under_digits_but_under_no_foreign_name(tmp_path: Path) -> None:
    with serve(
        tmp_path, "--server.address=0.0.0.0", OHNE_ANMELDUNG="1", HOSTNAMEN="antraege.example.org"
    ) as server:
        health = "GET /_stcore/health HTTP/1.1\r\nConnection: close\r\nHost: {}\r\n\r\n"
        assert ask(server.port, health.format("127.0.0.2"), "127.0.0.2")[0] == 200
        assert ask(server.port, health.format("antraege.example.org"), "127.0.0.2")[0] == 200
        assert ask(server.port, health.format("evil.example"), "127.0.0.2")[0] == 421


def _refusal(answer: Response | None) -> tuple[int, str]:
    assert answer is not None
    return answer.status_code, bytes(answer.body).decode()


@pytest.mark.parametrize(
    "address", ["192.168.1.5", "10.0.0.1", "::ffff:10.0.0.1", "fe80::1", "", "testserver"]
)
def test_what_arrives_from_outside_is_refused_however_the_app_was_started(address: str) -> None:
    scope = {"server": (address, 8501), "headers": [(b"host", b"localhost:8501")]}
    assert _refusal(refused(scope, Settings())) == (421, WAY_OUT)
    assert _refusal(refused({**scope, "server": None}, Settings())) == (421, WAY_OUT)
    assert refused({**scope, "server": ("::ffff:127.0.0.1", 1)}, Settings()) is None
    assert refused(scope, replace(Settings(), ohne_anmeldung=True)) is None


def test_it_does_not_start_where_everybody_could_give_himself_a_name(tmp_path: Path) -> None:
    assert INVENTED in refused_start(tmp_path, OHNE_ANMELDUNG="1", NAME_HEADER="X-Forwarded-User")


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ([("X-Forwarded-User", "eva")], "eva"),
        ([("x-forwarded-user", " Eva \u00c3\u0096rtel ")], "Eva Örtel"),
        ([("X-Forwarded-User", "eva"), ("x-forwarded-user", "vera")], ""),
        ([("X-Forwarded-Email", "eva@example.org")], ""),
        ([("X_Forwarded_User", "eva")], ""),
        ([("X-Forwarded-User", "eva\x1b[31m")], ""),
        ([("X-Forwarded-User", "e" * 300)], "e" * 200),
        ([], ""),
    ],
)
def test_a_name_is_the_proxys_only_where_one_header_is_named_and_sent_once(
    sent: list[tuple[str, str]], name: str, places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streamlit, "context", SimpleNamespace(headers=StreamlitHeaders(sent)))
    monkeypatch.delenv("NAME_HEADER", raising=False)
    assert told_by_proxy() is None
    default_context.cache_clear()
    monkeypatch.setenv("NAME_HEADER", "X-Forwarded-User")
    assert told_by_proxy() == name


def test_every_page_says_that_everybody_is_let_in(
    demo_index: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    def warnings() -> list[str]:
        return [warning.value for warning in AppTest.from_file(FRAME).run().warning]

    monkeypatch.delenv("OHNE_ANMELDUNG", raising=False)
    assert OFFEN not in warnings()
    default_context.cache_clear()
    monkeypatch.setenv("OHNE_ANMELDUNG", "1")
    assert OFFEN in warnings()


async def _answers(port: int, *said: bytes) -> list[str]:
    """What kinds of message come back over the socket until the last of these is answered by a drawn page."""
    address, own = f"ws://127.0.0.1:{port}/_stcore/stream", f"http://127.0.0.1:{port}"
    heard: list[str] = []
    async with connect(address, subprotocols=[Subprotocol("streamlit")], origin=Origin(own)) as line:
        for one in (*said, BackMsg(rerun_script={"page_name": "glossar"}).SerializeToString()):
            await line.send(one)
        async with asyncio.timeout(60):
            while "script_finished" not in heard:
                told = ForwardMsg.FromString(await line.recv(decode=False))
                heard.append(str(told.WhichOneof("type")))
    return heard


def test_over_the_socket_nobody_is_heard_who_says_what_no_page_says(port: int) -> None:
    """Streamlit itself would empty the caches of all, tell of the folder's files, or end the line."""
    hostile = [
        BackMsg(clear_cache=True).SerializeToString(),
        BackMsg(load_git_info=True).SerializeToString(),
        BackMsg(set_run_on_save=True).SerializeToString(),
        BackMsg(debug_shutdown_runtime=True).SerializeToString(),
        BackMsg(debug_disconnect_websocket=True).SerializeToString(),
        BackMsg(backend_operation_request={"install_skills": {}}).SerializeToString(),
        BackMsg(backend_operation_request={"dismiss_skills_nudge": {}}).SerializeToString(),
        b"\xff" * 100,
        b"",
    ]
    assert not any(map(is_needed, hostile))
    heard = in_own_loop(_answers(port, *hostile))
    assert "delta" in heard and not {"git_info_changed", "backend_operation_response"} & set(heard)


@pytest.mark.parametrize(
    "kind",
    [
        {"rerun_script": {"page_name": "lauf"}},
        {"stop_script": True},
        {"app_heartbeat": True},
        {"file_urls_request": {"request_id": "x"}},
        {"backend_operation_request": {"deferred_file": {"file_id": "x"}}},
        {"backend_operation_request": {"dataframe_chunk": {"source_id": "x"}}},
    ],
)
def test_what_a_page_says_is_heard(kind: dict[str, Any]) -> None:
    assert is_needed(BackMsg(**kind).SerializeToString())

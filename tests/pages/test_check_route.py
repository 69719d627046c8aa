"""`POST /api/pruefen`, served by the app as it is started: off, on, too large, too slow, and by whom."""

import http.client
import json
import socket
import threading

import pytest
from starlette.responses import Response

from core.base.settings import Settings
from core.programme.context import Context
from pages.features.textcheck.routes import CHECKS, LARGE, MOST, OFF
from pages.ui.admission import FOREIGN_PAGE, refused
from tests.bench import routenfuzz
from tests.e2e.server import Server
from tests.own_loop import in_own_loop

PATH = "/api/pruefen"
INVENTED = "Die Brücke: „Wir schaffen alle Wölfe noch vor dem Frühstück ab.“"


@pytest.fixture
def port(served: Server) -> int:
    return served.port


def post(port: int, body: bytes, query: str = "", method: str = "POST", **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    connection.request(method, PATH + query, body=body, headers=headers)
    response = connection.getresponse()
    told = response.status, response.read().decode()
    connection.close()
    return told


@pytest.mark.usefixtures("demo_index")
def test_it_is_off_unless_the_operator_wants_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEXTPRUEFUNG", raising=False)
    monkeypatch.setattr(routenfuzz, "_made", [routenfuzz.make_app()])
    asked = routenfuzz.Anfrage("POST", PATH, "", (("host", "localhost:8501"),))
    status, _, body = in_own_loop(routenfuzz.answer(asked))
    assert (status, body.decode()) == (404, OFF)


def test_a_text_is_answered_with_its_quotes_checked(port: int, demo: Context) -> None:
    chunk = demo.store.chunks_of("DEMO", "bruecke-demo-2024")[8]
    sentence = max(chunk.text.split(". "), key=len)
    text = f"{INVENTED} Aber sie sagt auch: „{sentence}“"
    status, answer = post(port, text.encode(), "?bundesland=Musterland")
    told = json.loads(answer)
    assert status == 200 and [one["urteil"] for one in told["zitate"]] == ["nirgends", "gedruckt"]
    assert told["abdeckung"][0]["gebiet"] == "DEMO" and told["fehlerfrei"] is False


@pytest.mark.parametrize(
    ("body", "query", "told"),
    [
        (b"", "", "Der Text ist leer."),
        (b"\x00\x01", "", "Die Datei ist weder Word"),
        (INVENTED.encode(), "?bundesland=Atlantis", "Das Bundesland „Atlantis“ ist nicht im Register."),
    ],
)
def test_what_cannot_be_checked_is_told(port: int, body: bytes, query: str, told: str) -> None:
    status, answer = post(port, body, query)
    assert status == 400 and answer.startswith(told)


def form(*parts: tuple[str, bytes]) -> bytes:
    """Each part's name, with what else its head says of it, and its content."""
    told = [f"--X\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + data for head, data in parts]
    return b"\r\n".join([*told, b"--X--\r\n"])


TEXT, DOCUMENT = ('name="text"', INVENTED.encode()), 'name="dokument"; filename="a.txt"'


@pytest.mark.parametrize(
    ("parts", "status"),
    [
        ([TEXT, (DOCUMENT, b"Ein Satz.")], 200),
        ([TEXT, ('name="dokument"; filename="../a.t\x00f"', b"Ein Satz.")], 200),
        ([TEXT, ('name="dokument"', b"Ein Satz.")], 400),
        ([TEXT, ('name="dokumente"; filename="a.txt"', b"Ein Satz.")], 400),
        ([('name="datei"; filename="a.txt"', b"x" * (MOST + 1)), (DOCUMENT, b"Ein Satz.")], 413),
    ],
    ids=["a document", "its name is no path", "no file", "another field", "a large text"],
)
def test_a_form_is_held_against_its_documents_or_refused(
    port: int, parts: list[tuple[str, bytes]], status: int
) -> None:
    told, answer = post(port, form(*parts), **{"Content-Type": "multipart/form-data; boundary=X"})
    assert told == status, answer
    assert status != 200 or json.loads(answer)["programme"] == 0


def test_what_is_too_large_is_not_read_to_its_end(port: int) -> None:
    assert post(port, b"x" * (MOST + 1)) == (413, LARGE.format("2 MB"))
    with socket.create_connection(("127.0.0.1", port), timeout=300) as line:
        line.sendall(
            f"POST {PATH} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
        for _ in range(MOST // 65536 + 1):
            line.sendall(piece)
        assert line.recv(65536).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        ("https://evil.example", False),
        ("http://localhost:1", False),
        ("null", False),
        ("", False),
        ("http://127.0.0.1:{port}", True),
    ],
)
def test_a_page_of_somebody_else_cannot_send_to_it(port: int, origin: str, is_own: bool) -> None:
    origin = origin.format(port=port)
    status, answer = post(port, INVENTED.encode(), Origin=origin, **{"Content-Type": "text/plain"})
    assert (status == 200) is is_own and (is_own or (status, answer) == (403, FOREIGN_PAGE))


def _refusal(answer: Response | None) -> tuple[int, str]:
    assert answer is not None
    return answer.status_code, bytes(answer.body).decode()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_whatever_changes_something_is_asked_by_our_own_pages(method: str) -> None:
    scope = {
        "type": "http",
        "method": method,
        "server": ("127.0.0.1", 8501),
        "headers": [(b"host", b"localhost:8501"), (b"origin", b"https://evil.example")],
    }
    assert _refusal(refused(scope, Settings())) == (403, FOREIGN_PAGE)
    assert refused({**scope, "method": "GET"}, Settings()) is None


def test_only_so_many_are_checked_at_once(port: int) -> None:
    text = "\n\n".join(
        f"„Wir bauen im Jahr {n} genau {n + 7} neue Brücken über den Fluss.“" for n in range(300)
    )
    found: list[int] = []

    def ask() -> None:
        """Until somebody is sent away."""
        while 503 not in found:
            found.append(post(port, text.encode())[0])

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) == {200, 503} and found.count(200) >= CHECKS._most
    assert post(port, INVENTED.encode())[0] == 200

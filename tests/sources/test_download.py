"""One safe download: where it may go, what it keeps of what comes, and how long it tries."""

import hashlib
import socket
from itertools import pairwise
from pathlib import Path

import pytest

from core.base.errors import AddressRefused, SourceRefused, SourceUnreachable, SourceUnrecognised
from core.programme import web as web_module
from core.programme.web import Validators, checked_places, download, is_public, parse_address
from core.wortlaut.errors import PdfError
from tests.cases import cases
from tests.sources.quellserver import Reply, as_json, html, moved, pdf, quellserver, unchanged_if, web

PDF = b"%PDF-1.4\n" + b"x" * 200_000


def test_a_file_comes_whole_with_its_digest_and_what_the_source_says_of_it(tmp_path: Path) -> None:
    with quellserver(
        {"/p.pdf": pdf(PDF, ETag='"a"', Last_Modified="Mon, 02 Nov 2026 10:00:00 GMT")}
    ) as server:
        got = download(web(), f"{server.url}/p.pdf", tmp_path / "p.pdf")
    assert got and got.path.read_bytes() == PDF
    assert (got.sha256, got.size) == (hashlib.sha256(PDF).hexdigest(), len(PDF))
    assert got.validators == Validators('"a"', "Mon, 02 Nov 2026 10:00:00 GMT")
    assert [path.name for path in tmp_path.iterdir()] == ["p.pdf"]
    assert server.requests[0].headers["User-Agent"] == "Antragsspiegel/test"


def test_what_is_still_the_same_is_not_sent_again(tmp_path: Path) -> None:
    with quellserver({"/p.pdf": unchanged_if('"a"', pdf(PDF))}) as server:
        first = download(web(), f"{server.url}/p.pdf", tmp_path / "p.pdf")
        assert first
        assert download(web(), f"{server.url}/p.pdf", tmp_path / "p.pdf", seen=first.validators) is None
    assert (tmp_path / "p.pdf").read_bytes() == PDF


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (html(), PdfError), (html(404), SourceRefused), (html(403), SourceRefused),
        (pdf(b""), SourceUnrecognised), (Reply(PDF, cut=True), SourceUnreachable),
        (html(503), SourceUnreachable),
    ],
)  # fmt: skip
def test_what_is_no_whole_pdf_leaves_the_old_one_and_no_trace(
    reply: Reply, error: type[Exception], tmp_path: Path
) -> None:
    target = tmp_path / "p.pdf"
    target.write_bytes(b"%PDF- alt")
    with quellserver({"/p.pdf": reply}) as server, pytest.raises(error):
        download(web(), f"{server.url}/p.pdf", target)
    assert target.read_bytes() == b"%PDF- alt" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("headers", [{}, {"Content-Length": "5"}])
def test_what_is_too_large_is_left_as_soon_as_that_is_known(headers: dict[str, str], tmp_path: Path) -> None:
    with quellserver({"/p.pdf": pdf(PDF)}) as server, pytest.raises(PdfError, match="größer als"):
        download(web(), f"{server.url}/p.pdf", tmp_path / "p.pdf", most=100_000)
    assert not list(tmp_path.iterdir())


def test_a_connection_that_was_cut_off_is_tried_again_but_not_for_ever(tmp_path: Path) -> None:
    with quellserver({"/p.pdf": [Reply(PDF, cut=True), html(503), pdf(PDF)]}) as server:
        assert download(web(), f"{server.url}/p.pdf", tmp_path / "p.pdf")
    assert len(server.requests) == 3
    with quellserver({"/p.pdf": html(503)}) as server, pytest.raises(SourceUnreachable, match="überlastet"):
        download(web(), f"{server.url}/p.pdf", tmp_path / "q.pdf")
    assert len(server.requests) == 4


def test_whoever_asks_to_wait_is_waited_for() -> None:
    busy = Reply(b"", 429, {"Retry-After": "1"})
    with quellserver({"/a": [busy, as_json({"ok": 1})]}) as server:
        assert web().json(f"{server.url}/a") == {"ok": 1}
    first, second = server.requests
    assert second.moment - first.moment >= 1


def test_nobody_waits_for_an_hour() -> None:
    busy = Reply(b"", 429, {"Retry-After": "3600"})
    with quellserver({"/a": busy}) as server, pytest.raises(SourceUnreachable, match="weniger Anfragen"):
        web().json(f"{server.url}/a")
    assert len(server.requests) == 1


def test_requests_to_one_host_keep_their_distance() -> None:
    with quellserver({"/a": as_json(1)}) as server:
        slow = web(paces={"127.0.0.1": 0.2})
        for _ in range(3):
            slow.json(f"{server.url}/a")
    moments = [request.moment for request in server.requests]
    assert all(later - earlier >= 0.2 for earlier, later in pairwise(moments))


def test_a_source_that_drips_is_left_after_its_time() -> None:
    with quellserver({"/a": Reply(b"[1, 2, 3]" * 100, drip=0.05)}) as server:
        with pytest.raises(SourceUnreachable, match="noch nicht fertig"):
            with web_module.asked(parse_address(f"{server.url}/a"), {}, 0.4, {"127.0.0.1"}) as reply:
                b"".join(reply.body)


def test_a_source_that_never_says_its_head_is_left_after_its_time() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = parse_address(f"http://127.0.0.1:{silent.getsockname()[1]}/")
        with pytest.raises(SourceUnreachable, match="noch nicht fertig"):
            with web_module.asked(address, {}, 0.3, {"127.0.0.1"}):
                pass


# --- where it may go ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/x", "javascript:alert(1)", "https://", "//example.org/x", "",
        "https://eva:geheim@example.org/", "https://example.org:99999/", "http://exa\nmple.org/",
        "https://example.org/" + "x" * 3000, "https://[::1/",
    ],
)  # fmt: skip
def test_only_plain_addresses_of_the_web_are_followed(url: str) -> None:
    with pytest.raises(AddressRefused):
        parse_address(url)


@pytest.mark.parametrize("host", cases(__file__, "private"))
def test_private_places_are_refused_however_they_are_written(host: str) -> None:
    with pytest.raises((AddressRefused, SourceUnreachable)):
        checked_places(parse_address(f"http://{host}/"))


@pytest.mark.parametrize(("ip", "expected"), cases(__file__, "addresses"))
def test_which_addresses_are_public(ip: str, expected: bool) -> None:
    assert is_public(ip) is expected


def test_nothing_of_this_machine_is_fetched_unless_a_test_says_so(tmp_path: Path) -> None:
    with quellserver({"/p.pdf": pdf(PDF)}) as server, pytest.raises(AddressRefused):
        download(web(private=()), f"{server.url}/p.pdf", tmp_path / "p.pdf")
    assert server.requests == []


def test_the_way_is_checked_anew_after_each_redirection(tmp_path: Path) -> None:
    with quellserver({"/p.pdf": pdf(PDF), "/a": moved("/p.pdf", 301)}) as server:
        got = download(web(), f"{server.url}/a", tmp_path / "p.pdf")
        assert got and got.url == f"{server.url}/p.pdf"
        inside = f"http://localhost:{server.server_port}/p.pdf"  # allowed is only 127.0.0.1, by that name
        server.pages["/b"] = moved(inside)
        server.pages["/c"] = moved("file:///etc/passwd")
        for path in ("/b", "/c"):
            with pytest.raises(AddressRefused):
                download(web(), f"{server.url}{path}", tmp_path / "q.pdf")
    assert server.paths == ["/a", "/p.pdf", "/b", "/c"]


def test_redirections_end() -> None:
    with (
        quellserver({"/a": moved("/a")}) as server,
        pytest.raises(SourceRefused, match="leitet immer weiter"),
    ):
        web().json(f"{server.url}/a")
    assert len(server.requests) == 6


def test_a_key_is_not_carried_to_another_host() -> None:
    with quellserver({"/a": as_json({"ok": 2})}) as other, quellserver({}) as server:
        server.pages["/a"] = moved(f"http://127.0.0.1:{other.server_port}/a")
        web().json(f"{server.url}/a", headers={"Authorization": "ApiKey geheim"})
    assert server.requests[0].headers["Authorization"] == "ApiKey geheim"
    assert "Authorization" not in other.requests[0].headers


def test_a_name_is_looked_up_once_and_that_place_is_gone_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rebinding: the second answer of a name server would be this machine."""
    answers = ["127.0.0.1", "10.0.0.1"]
    real = socket.getaddrinfo

    def lookup(host: str, *rest: object, **options: object) -> object:
        return real(answers.pop(0) if host == "quelle.test" else host, *rest, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    with quellserver({"/a": as_json(7)}) as server:
        url = f"http://quelle.test:{server.server_port}/a"
        assert web(private={"quelle.test"}).json(url) == 7
    assert answers == ["10.0.0.1"] and server.requests[0].headers["Host"].startswith("quelle.test:")


# --- what is told -------------------------------------------------------------------------------------------


def test_the_reason_a_source_gives_is_told() -> None:
    body = {"meta": {"status": "error", "status_message": "No entity with id 9 found"}, "data": []}
    with quellserver({"/a": as_json(body, 500)}) as server, pytest.raises(SourceRefused, match="No entity"):
        web().json(f"{server.url}/a")


def test_what_is_no_json_is_an_alarm_and_no_empty_answer() -> None:
    with quellserver({"/a": html()}) as server, pytest.raises(SourceUnrecognised, match="nicht mit JSON"):
        web().json(f"{server.url}/a")

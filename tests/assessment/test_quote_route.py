"""The permanent address of a quote, as the app answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

import pytest
from starlette.applications import Starlette

from core.features.papers.cited_quote import NO_QUOTE, UNKNOWN, QuoteAddress
from core.programme.context import Context
from core.runs.lauf import Lauf
from pages.features.papers.routes import NO_NUMBER
from pages.ui.routes import ROUTES
from tests.bench import routenfuzz
from tests.own_loop import in_own_loop


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()


Get = Callable[..., Answer]


@pytest.fixture
def get(context: Context, monkeypatch: pytest.MonkeyPatch) -> Get:
    """Asks our routes as the app serves them, for this test's own Läufe."""
    monkeypatch.setattr("core.programme.context.default_context", lambda: context)
    monkeypatch.setattr(routenfuzz, "_made", [Starlette(routes=ROUTES)])

    def asked(path: str, **headers: str) -> Answer:
        fields = {"host": "spiegel.example", **{name.replace("_", "-"): v for name, v in headers.items()}}
        case = routenfuzz.Anfrage("GET", path, "", tuple(fields.items()))
        return Answer(*in_own_loop(routenfuzz.answer(case)))

    return asked


@pytest.fixture
def place(lauf: Lauf) -> QuoteAddress:
    return QuoteAddress(lauf.id, lauf.zitate[0].partei, 1)


def test_the_page_comes_sealed_and_once(get: Get, place: QuoteAddress) -> None:
    answer = get(place.path())
    assert answer.status == 200 and answer.headers["content-type"].startswith("text/html")
    assert answer.content.lstrip().startswith(b"<!doctype html>")
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert (
        answer.headers["x-content-type-options"] == "nosniff"
        and answer.headers["cache-control"] == "no-cache"
    )
    assert get(place.path(), if_none_match=answer.headers["etag"]).status == 304


def test_the_page_leads_to_itself_and_to_the_lauf(get: Get, place: QuoteAddress, lauf: Lauf) -> None:
    page = get(place.path()).text
    assert f"http://spiegel.example{place.path()}" in page
    assert f"http://spiegel.example/lauf?id={lauf.id}&amp;" in page
    assert urlsplit(place.path()).path == place.path()


def test_no_quote_no_lauf_and_no_number_are_told_apart(get: Get, place: QuoteAddress) -> None:
    nothing = get(QuoteAddress(place.lauf_id, place.partei, 99).path())
    assert (nothing.status, nothing.text) == (404, NO_QUOTE)
    unknown = get(QuoteAddress("nie", place.partei, 1).path())
    assert (unknown.status, unknown.text) == (404, UNKNOWN)


@pytest.mark.parametrize("last", ["eins", "0", "-1", "²", "1.pdf", "1.png", "9999999"])
def test_only_numbers_of_quotes_are_read(get: Get, place: QuoteAddress, last: str) -> None:
    answer = get(place.path().removesuffix("1") + quote(last))
    assert (answer.status, answer.text) == (400, NO_NUMBER)


def test_a_foreign_host_is_only_text(get: Get, place: QuoteAddress) -> None:
    page = get(place.path(), host='x"><script>alert(1)</script>').text
    assert "<script" not in page

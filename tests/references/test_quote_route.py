"""The permanent address of a quote, as the app answers it."""

from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette

from core.context import Context
from core.references.quote_address import CardForm, QuoteAddress
from core.references.quote_card import NO_QUOTE, UNKNOWN
from core.runs.lauf import Lauf
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
    monkeypatch.setattr("core.context.default_context", lambda: context)
    monkeypatch.setattr(routenfuzz, "_made", [Starlette(routes=ROUTES)])

    def asked(path: str, **headers: str) -> Answer:
        fields = {"host": "spiegel.example", **{name.replace("_", "-"): v for name, v in headers.items()}}
        case = routenfuzz.Anfrage("GET", path, "", tuple(fields.items()))
        return Answer(*in_own_loop(routenfuzz.answer(case)))

    return asked


@pytest.fixture
def place(lauf: Lauf) -> QuoteAddress:
    return QuoteAddress(lauf.id, lauf.zitate[0].partei, 1)


@pytest.mark.parametrize(
    ("form", "kind", "begin"),
    [(CardForm.PAGE, "text/html", b"<!doctype html>"), (CardForm.EMBED, "text/html", b"<figure"),
     (CardForm.PNG, "image/png", b"\x89PNG"), (CardForm.SVG, "image/svg+xml", b"<svg")],
)  # fmt: skip
def test_each_form_comes_sealed(
    get: Get, place: QuoteAddress, form: CardForm, kind: str, begin: bytes
) -> None:
    answer = get(place.path(form))
    assert answer.status == 200 and answer.headers["content-type"].startswith(kind)
    assert answer.content.lstrip().startswith(begin)
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert (
        answer.headers["x-content-type-options"] == "nosniff"
        and answer.headers["cache-control"] == "no-cache"
    )


def test_what_the_browser_has_is_not_sent_again(get: Get, place: QuoteAddress) -> None:
    etag = get(place.path()).headers["etag"]
    assert get(place.path(), if_none_match=etag).status == 304


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
    assert get(place.path().removesuffix("1") + "eins").status == 400


def test_a_foreign_host_is_only_text(get: Get, place: QuoteAddress) -> None:
    page = get(place.path(), host='x"><script>alert(1)</script>').text
    assert "<script" not in page

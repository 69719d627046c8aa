"""The page that loads Streamlit is ours: in German, and whatever a browser has kept."""

from starlette.responses import FileResponse

from pages.ui.admission import INDEX, WORDS, index
from tests.pages.test_route import App, app

__all__ = ["app"]


def test_all_that_is_replaced_stands_in_streamlits_page_once() -> None:
    page = INDEX.read_text(encoding="utf-8")
    assert [page.count(words) for words in [*WORDS, "</head>", "<noscript>"]] == [1] * 5


def test_every_page_is_german(app: App) -> None:
    for path in ("/", "/index.html", "/lauf", "/lauf?id=3"):
        answer = app.fetch(path, **{"Accept-Encoding": "gzip"})
        page = answer.text
        assert (answer.status, answer.headers["cache-control"], answer.body) == (200, "no-cache", index())
        assert '<html lang="de">' in page and "<title>Antragsspiegel</title>" in page
        assert "JavaScript" in page and "You need" not in page


def test_browser_that_knows_streamlits_page_gets_ours(app: App) -> None:
    etag = FileResponse(INDEX, stat_result=INDEX.stat()).headers["etag"]
    answer = app.fetch("/", **{"If-None-Match": etag})
    assert (answer.status, answer.body) == (200, index())

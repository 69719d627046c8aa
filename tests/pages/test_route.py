"""The address that quotes link to, served by the app as it is started."""

import http.client
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import numpy as np
import pytest
from starlette.responses import FileResponse

from core.base.settings import ROOT, Settings
from core.programme.context import Context
from core.proof.page_addresses import PageWish, pdf_url
from core.proof.page_drawing import YELLOW
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.german.folding import letters
from core.wortlaut.german.sentences import sentences
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.records import Chunk
from pages.ui.admission import INDEX, WORDS, index
from tests.citations.markiert import marked_letters
from tests.e2e.server import Server

PROGRAMM = "lindenbund-demo-2024"
PDF = "application/pdf"


@dataclass(frozen=True)
class Antwort:
    status: int
    body: bytes
    headers: dict[str, str]

    @property
    def text(self) -> str:
        return self.body.decode()


@dataclass(frozen=True)
class App:
    """The running app, and a sentence of the demo with its page, its place and the version it is of."""

    port: int
    satz: str
    seite: int
    span: tuple[int, int]
    version: str
    pdf_dir: Path

    def get(self, query: str, method: str = "GET", **headers: str) -> Antwort:
        return self.fetch(f"/api/wahlprogramm-cite?{query}", method, **headers)

    def fetch(self, path: str, method: str = "GET", **headers: str) -> Antwort:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        fields = {name.lower(): value for name, value in response.getheaders()}
        answer = Antwort(response.status, response.read(), fields)
        connection.close()
        return answer

    def page(self, **changed: object) -> Antwort:
        wanted = {"programm": PROGRAMM, "seite": self.seite, "text": self.satz} | changed
        return self.get(urlencode({name: value for name, value in wanted.items() if value is not None}))


@pytest.fixture(scope="module")
def app(served: Server) -> App:
    return _with_sentence(served.port, served.folder)


def _with_sentence(port: int, folder: Path) -> App:
    context = Context(replace(Settings(), chroma_dir=folder / "chroma"))
    on_one_page = [c for c in context.store.chunks_of("DEMO", PROGRAMM) if len(c.seiten) == 1]
    chunk: Chunk = on_one_page[2]
    start, end = max(sentences(chunk.text), key=lambda span: span[1] - span[0])
    span = chunk.start + start, chunk.start + end
    version = context.store.staende("DEMO")[PROGRAMM].version
    return App(port, chunk.text[start:end], chunk.seiten[0], span, version, folder / "pdf")


def test_page_comes_with_the_words_marked(app: App) -> None:
    answer = app.page()
    assert answer.status == 200 and marked_letters(answer.body) == letters(app.satz)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{PROGRAMM}-seite-{app.seite}.pdf"'
    assert answer.headers["cache-control"] == "private, max-age=86400"
    assert (answer.headers["x-highlighted"], answer.headers["x-seite"]) == ("true", str(app.seite))


def test_what_the_browser_has_is_not_sent_again(app: App) -> None:
    query = urlencode({"programm": PROGRAMM, "seite": app.seite, "text": app.satz})
    etag = app.get(query).headers["etag"]
    for known in (etag, f"W/{etag}", f'"anders", {etag}', "*"):
        again = app.get(query, **{"If-None-Match": known})
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", etag)
    assert app.get(query, **{"If-None-Match": '"anders"'}).status == 200
    head = app.get(query, method="HEAD")
    assert (head.status, head.body, head.headers["etag"]) == (200, b"", etag)


def test_quote_is_found_on_whatever_page_it_stands_by_now(app: App) -> None:
    answer = app.page(seite=app.seite + 4)
    assert (answer.headers["x-seite"], answer.headers["x-highlighted"]) == (str(app.seite), "true")
    assert marked_letters(answer.body) == letters(app.satz)


def test_what_does_not_stand_there_is_not_marked(app: App) -> None:
    answer = app.page(text="Dieser Satz steht ganz sicher in keinem Programm.")
    assert (answer.status, answer.headers["x-highlighted"]) == (200, "false")
    assert marked_letters(answer.body) == ""
    assert answer.headers["etag"] != app.page().headers["etag"]


@pytest.mark.parametrize(("changed", "status", "sentence"), [
    ({"programm": None}, 400, "fehlt der Parameter programm"),
    ({"text": None}, 400, "fehlt der Parameter text"),
    ({"text": "  "}, 400, "fehlt der Parameter text"),
    ({"seite": None, "text": None}, 400, "Parameter seite und der Parameter text"),
    ({"seite": 0}, 400, "ganze Zahl ab 1"),
    ({"seite": -1}, 400, "ganze Zahl ab 1"),
    ({"seite": "1.5"}, 400, "ganze Zahl ab 1"),
    ({"seite": "drei"}, 400, "ganze Zahl ab 1"),
    ({"seite": "٣"}, 400, "ganze Zahl ab 1"),
    ({"seite": "9" * 5000}, 400, "ganze Zahl ab 1"),
    ({"text": "a" * 20_001}, 400, "20.000 Zeichen"),
    ({"zitat": "9-3"}, 400, "vor ihrem Ende"),
    ({"zitat": "<script>"}, 400, "100-250,300-340"),
    ({"seite": 999_999}, 404, "Die Seite 999999 gibt es nicht"),
    ({"programm": "spd-nrw-2022"}, 404, "SPD NRW Wahlprogramm 2022"),
    ({"programm": "gibt-es-nicht"}, 404, "nicht im Register"),
    ({"programm": "../../data/demo/pdf/lindenbund-demo-2024"}, 404, "nicht im Register"),
    ({"programm": "/etc/passwd"}, 404, "nicht im Register"),
    ({"programm": "lindenbund-demo-2024.pdf"}, 404, "nicht im Register"),
    ({"programm": "x\x00<script>"}, 404, "nicht im Register"),
])  # fmt: skip
def test_bad_requests_are_refused_in_one_sentence(
    app: App, changed: dict[str, object], status: int, sentence: str
) -> None:
    answer = app.page(**changed)
    assert answer.status == status and sentence in answer.text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text.endswith(".") and "\n" not in answer.text and len(answer.text) < 200


def test_long_texts_and_odd_letters_are_taken(app: App) -> None:
    assert app.page(text="a" * 20_000).headers["x-highlighted"] == "false"
    assert app.page(text="\x00%\ufffd\U0001f600{}\\").headers["x-highlighted"] == "false"
    assert app.get(f"programm={PROGRAMM}&seite=1&text=%ff%fe").status == 200


def test_a_known_place_is_marked_where_it_holds_the_text_and_else_the_text(app: App) -> None:
    start, end = app.span
    for version, place in (
        (app.version, (start, end)),
        (app.version, (start - 40, end)),
        ("frueher", (0, 9)),
    ):
        answer = app.fetch(cite_url(PROGRAMM, app.seite, app.satz, version, [place]))
        assert marked_letters(answer.body) == letters(app.satz)


# --- pictures -----------------------------------------------------------------------------------------------


def yellow(png: bytes) -> int:
    """How many pixels have the colour of the chosen quote."""
    pixmap = pymupdf().Pixmap(png)
    rgb = np.frombuffer(pixmap.samples, np.uint8).reshape(-1, 3).astype(int)
    return int((np.abs(rgb - [round(255 * part) for part in YELLOW]) < 4).all(axis=1).sum())


def test_page_comes_as_a_picture_with_the_quote_marked(app: App) -> None:
    plain = app.fetch(PageWish(PROGRAMM, app.seite).picture)
    answer = app.fetch(PageWish(PROGRAMM, app.seite, app.version, (app.span,)).picture)
    assert answer.status == 200 and answer.headers["content-type"] == "image/png"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert yellow(answer.body) > 1000 > yellow(plain.body)
    assert (answer.headers["x-highlighted"], plain.headers["x-highlighted"]) == ("true", "false")
    pale = app.fetch(PageWish(PROGRAMM, app.seite, app.version, weitere=(app.span,)).picture)
    blue = app.fetch(PageWish(PROGRAMM, app.seite, app.version, vergleich=(app.span,)).picture)
    assert len({plain.body, answer.body, pale.body, blue.body}) == 4 and yellow(pale.body) < 1000


def test_picture_of_a_known_version_is_kept_forever_all_others_are_asked_for_again(app: App) -> None:
    forever, again = "private, max-age=31536000, immutable", "no-cache"
    span = (app.span,)
    for url, expected in (
        (PageWish(PROGRAMM, app.seite, app.version, span).picture, forever),
        (PageWish(PROGRAMM, app.seite, app.version).picture, forever),
        (PageWish(PROGRAMM, app.seite, None, span).picture, again),
        (PageWish(PROGRAMM, app.seite, "anders", span).picture, again),
        (PageWish(PROGRAMM, app.seite, app.version, aufbau=True).picture, again),
    ):
        answer = app.fetch(url)
        assert answer.headers["cache-control"] == expected
        known = app.fetch(url, **{"If-None-Match": answer.headers["etag"]})
        assert (known.status, known.body, known.headers["cache-control"]) == (304, b"", expected)


def test_refusal_stands_in_the_place_of_the_picture(app: App) -> None:
    """A browser that wants a picture shows no text."""
    answer = app.fetch("/api/seite.png?programm=<b>&seite=1", Accept="image/avif,image/*,*/*;q=0.8")
    assert answer.status == 404 and answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["x-content-type-options"] == "nosniff"
    words = "".join(ElementTree.fromstring(answer.text).itertext())
    assert words == "Dieses Programm steht nicht im Register."


# --- pages as PDFs ------------------------------------------------------------------------------------------


def test_page_comes_as_a_pdf_with_the_same_words_marked(app: App) -> None:
    url = PageWish(PROGRAMM, app.seite, app.version, (app.span,)).pdf
    answer = app.fetch(url)
    assert answer.status == 200 and marked_letters(answer.body) == letters(app.satz)
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{PROGRAMM}-seite-{app.seite}.pdf"'
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert answer.headers["x-highlighted"] == "true"
    known = app.fetch(url, **{"If-None-Match": answer.headers["etag"]})
    assert (known.status, known.body) == (304, b"")
    head = app.fetch(url, method="HEAD")
    assert (head.status, head.body, head.headers["content-length"]) == (200, b"", str(len(answer.body)))
    turned = app.fetch(PageWish(PROGRAMM, app.seite + 1, app.version, (app.span,)).pdf)
    assert (turned.status, turned.headers["x-highlighted"], marked_letters(turned.body)) == (200, "false", "")


@pytest.mark.parametrize(("path", "status", "sentence"), [
    ("seite.png", 400, "fehlt der Parameter programm"),
    (f"seite.png?programm={PROGRAMM}&seite=1&weitere=%00", 400, "100-250,300-340"),
    (f"seite.png?programm={PROGRAMM}&seite=999", 404, "Die Seite 999 gibt es nicht"),
    ("seite.png?programm=spd-nrw-2022&seite=1&aufbau=1", 404, "SPD NRW Wahlprogramm 2022"),
    (f"seite.pdf?programm={PROGRAMM}&seite=1&aufbau=1", 400, "nur als Bild"),
    (f"seite.pdf?programm={PROGRAMM}&seite=999", 404, "Die Seite 999 gibt es nicht"),
    (f"programm/{PROGRAMM}.pdf?zitat=5-3", 400, "vor ihrem Ende"),
    ("programm/spd-nrw-2022.pdf?zitat=0-9", 404, "ist nicht da"),
])  # fmt: skip
def test_bad_requests_for_pages_and_pdfs_are_refused_in_one_sentence(
    app: App, path: str, status: int, sentence: str
) -> None:
    answer = app.fetch(f"/api/{path}")
    assert answer.status == status and sentence in answer.text
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.text.endswith(".") and "\n" not in answer.text


def test_only_our_own_pages_may_show_a_pdf_within_them(app: App) -> None:
    for url in (
        cite_url(PROGRAMM, app.seite, app.satz),
        PageWish(PROGRAMM, app.seite).pdf,
        f"/api/programm/{PROGRAMM}.pdf",
        f"/api/programm/{PROGRAMM}.pdf?version={app.version}&zitat=0-50",
    ):
        headers = app.fetch(url).headers
        assert headers["x-frame-options"] == "SAMEORIGIN"
        assert "frame-ancestors 'self'" in headers["content-security-policy"]
        assert headers["content-disposition"].startswith("inline") and headers["content-type"] == PDF


def test_pdf_that_cannot_be_read_says_so(app: App) -> None:
    """It is there, so it is no 404."""
    (app.pdf_dir / "cdu-nrw-2022.pdf").write_bytes(b"%PDF-1.7 kaputt")
    for url in (
        cite_url("cdu-nrw-2022", 1, "Wir wollen das Land erneuern."),
        PageWish("cdu-nrw-2022", 1).pdf,
        PageWish("cdu-nrw-2022", 1).picture,
    ):
        answer = app.fetch(url)
        assert (answer.status, answer.headers["content-type"]) == (503, "text/plain; charset=utf-8")
        assert "cdu-nrw-2022.pdf ist beschädigt" in answer.text


# --- whole PDFs ---------------------------------------------------------------------------------------------

DATEI = ROOT / "data" / "demo" / "pdf" / f"{PROGRAMM}.pdf"


def test_whole_pdf_is_shown_in_the_browser(app: App) -> None:
    path = pdf_url(PROGRAMM, 12).removesuffix("#page=12")
    answer = app.fetch(path)
    assert answer.status == 200 and answer.body == DATEI.read_bytes()
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == f'inline; filename="{PROGRAMM}.pdf"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    known = app.fetch(path, **{"If-None-Match": answer.headers["etag"]})
    assert (known.status, known.body) == (304, b"")
    head = app.fetch(path, method="HEAD")
    assert (head.status, head.body, head.headers["content-length"]) == (200, b"", str(len(answer.body)))


def test_part_of_a_pdf(app: App) -> None:
    path, content = f"/api/programm/{PROGRAMM}.pdf", DATEI.read_bytes()
    part = app.fetch(path, Range="bytes=100-299")
    assert (part.status, part.body) == (206, content[100:300])
    assert part.headers["content-range"] == f"bytes 100-299/{len(content)}"
    assert app.fetch(path, Range="bytes=-50").body == content[-50:]
    assert app.fetch(path, Range=f"bytes={len(content)}-").status == 416


def test_whole_pdf_has_the_quote_marked(app: App) -> None:
    url = pdf_url(PROGRAMM, app.seite, app.version, [app.span])
    path, _, fragment = url.partition("#")
    assert fragment == f"page={app.seite}"
    answer = app.fetch(path)
    assert answer.status == 200 and answer.body.startswith(DATEI.read_bytes())
    assert marked_letters(answer.body, app.seite) == letters(app.satz)
    assert answer.headers["content-type"] == PDF
    assert answer.headers["content-disposition"] == f'inline; filename="{PROGRAMM}.pdf"'
    assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
    assert (answer.headers["x-highlighted"], answer.headers["x-content-type-options"]) == ("true", "nosniff")
    etag = answer.headers["etag"]
    known = app.fetch(path, **{"If-None-Match": etag})
    assert (known.status, known.body, known.headers["etag"]) == (304, b"", etag)
    head = app.fetch(path, method="HEAD")
    assert (head.status, head.body, head.headers["content-length"]) == (200, b"", str(len(answer.body)))
    other = app.fetch(pdf_url(PROGRAMM, 1, app.version, weitere=[app.span]).partition("#")[0])
    assert other.headers["etag"] not in (etag, app.fetch(f"/api/programm/{PROGRAMM}.pdf").headers["etag"])


def test_whole_pdf_that_cannot_be_marked_is_served_as_it_is_and_says_so(app: App) -> None:
    (app.pdf_dir / "fdp-nrw-2022.pdf").write_bytes(b"%PDF-1.7 kaputt")
    for name, query in ((PROGRAMM, "version=frueher&zitat=0-50"), ("fdp-nrw-2022", "zitat=0-50")):
        answer = app.fetch(f"/api/programm/{name}.pdf?{query}")
        assert (answer.status, answer.headers["x-highlighted"]) == (200, "false")
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-disposition"] == f'inline; filename="{name}-ohne-markierung.pdf"'
        assert answer.body == app.fetch(f"/api/programm/{name}.pdf").body


@pytest.mark.parametrize(("name", "sentence"), [
    ("spd-nrw-2022.pdf", "SPD NRW Wahlprogramm 2022"),
    ("gibt-es-nicht.pdf", "nicht im Register"),
    ("antrag-5-214.pdf", "nicht im Register"),
    ("lindenbund-demo-2024.pdf.pdf", "nicht im Register"),
    ("..%2F..%2Fdata%2Fdemo%2Fpdf%2Flindenbund-demo-2024.pdf", ""),
    ("%2Fetc%2Fpasswd.pdf", ""),
    ("../../dashboard.pdf", ""),
])  # fmt: skip
def test_only_programmes_of_the_registry_are_served(app: App, name: str, sentence: str) -> None:
    answer = app.fetch(f"/api/programm/{name}")
    assert not answer.body.startswith(b"%PDF")
    assert not sentence or (answer.status == 404 and sentence in answer.text)


# --- the page that loads Streamlit is ours: in German, and whatever a browser has kept ---------------------


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

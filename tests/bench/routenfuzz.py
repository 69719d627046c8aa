"""Requests nobody should send, to all that is served beside the pages: `cases` makes, `attempt` judges.

The routes run behind the app's own middleware, on the demo and on a folder of PDFs beside which lies a file
that nobody may ever be given.
"""

import asyncio
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from starlette.applications import Starlette
from starlette.middleware import Middleware

from core.antrag.antrag import keep_pdf
from core.antrag.read_antrag import read_antrag_bytes
from core.antrag.vote_papers import PaperKind
from core.base import clock
from core.features.decisions.stored_decisions import save_decisions, save_paper
from core.features.rubrics.judgement import noted
from core.programme.context import Context, default_context
from core.programme.indexing import index_programme
from core.runs.store import runstore
from core.runs.tables import antrag as table
from pages.ui.admission import Admission, IndexPage
from pages.ui.routes import ROUTES
from tests.bench.figures import Figure
from tests.decisions.papers import NUMBER, advice_pdf, upload
from tests.drucker import column, new_document
from tests.own_loop import in_own_loop
from tests.runs.beispiele import finished_lauf
from tests.runs.rubric_examples import rubric_on

SECRET = b"NUR-FUER-UNS-8f2c"
SLOWEST = 1.0
"""Seconds; the slowest page of the demo takes 0.2 on an idle core."""

CASES = 20_000
PATHS = (
    "/api/wahlprogramm-cite", "/api/seite.png", "/api/seite.pdf", "/api/antrag.png", "/api/abstimmung.png",
    "/api/abstimmung.pdf", "/api/abstimmung/abcdef0123456789.pdf", "/api/abstimmung/{}.pdf",
    "/api/programm/lindenbund-demo-2024.pdf", "/api/programm/{}.pdf", "/api/programm/{}",
    "/api/zitat/lauf/SPD/1.png", "/api/zitat/{}/{}/1", "/api/zitat/lauf/SPD/{}", "/api/gesundheit",
    "/api/metriken", "/api/pruefen", "/api/{}", "/{}", "/static/{}", "/api/wahlprogramm-cite/{}",
    "//api/seite.png",
)  # fmt: skip
NAMES = (
    "programm", "seite", "text", "version", "zitat", "weitere", "vergleich", "antrag", "forderung", "id",
    "stelle", "dpi", "aufbau", "ausschnitt", "urteil", "feld", "beleg", "x",
)  # fmt: skip
ANTRAG, ABSTIMMUNG, URTEIL = "fuzzantrag", "abcdef0123456789", "fuzzurteil"
VALUES = (
    ANTRAG,
    ABSTIMMUNG,
    URTEIL,
    "verkehr",
    "II.1.a",
    "lindenbund-demo-2024",
    "bruecke-grundsatz",
    "spd-nrw-2022",
    "1",
    "2",
    "0",
    "-1",
    "1e3",
    "99999",
    "²",
    "٣",
    "1" * 5000,
    "../../etc/passwd",
    "..%2f..%2fgeheim",
    "/etc/passwd",
    "geheim",
    "\x00",
    "a\r\nX-Y: z",
    "<script>",
    "%",
    "%ff",
    "\udcff",
    "ä",
    "\u202e",
    "1-2",
    "0-999999999",
    "5-1",
    "1-2," * 300 + "1-2",
    "220",
    "50",
    "221",
    "NaN",
    "true",
    "",
    " ",
    "x" * 21_000,
    "Wir stellen an jeder Schule",
    "{{7*7}}",
    "'; DROP TABLE lauf; --",
    "*" * 400,
    "C:\\geheim.pdf",
    "\\\\host\\x",
)
METHODS = ("GET", "GET", "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FOO", "")
HEADERS = (
    ("range", "bytes=0-10"),
    ("range", "bytes=-1"),
    ("range", "bytes=9-1"),
    ("range", "bytes=0-,5-" * 99),
    ("range", "x"),
    ("range", "bytes=99999999999999999999-"),
    ("if-none-match", "*"),
    ("if-none-match", '"x"' * 999),
    ("if-range", "x"),
    ("accept-encoding", "gzip, br;q=x"),
    ("host", "evil.example"),
    ("host", "localhost"),
    ("host", "\x00"),
    ("x-forwarded-host", "localhost"),
    ("content-length", "-1"),
    ("content-type", "multipart/form-data"),
    ("cookie", "x" * 9999),
    ("origin", "null"),
    ("if-modified-since", "never"),
    ("expect", "100-continue"),
    ("transfer-encoding", "chunked"),
)


@dataclass(frozen=True)
class Anfrage:
    method: str
    path: str
    query: str
    headers: tuple[tuple[str, str], ...]


def cases(random: Random) -> Iterator[Anfrage]:
    """Without an end."""
    while True:
        path = random.choice(PATHS).replace(
            "{}", random.choice((*VALUES, "../" * random.randint(1, 9) + "geheim"))
        )
        fields = [
            f"{random.choice(NAMES)}={_mutated(random, random.choice(VALUES))}"
            for _ in range(random.randint(0, 6))
        ]
        headers = [("host", "localhost:8501")] if random.random() < 0.9 else []
        headers += random.sample(HEADERS, random.randint(0, 3))
        yield Anfrage(random.choice(METHODS), path, random.choice("&;").join(fields), tuple(headers))


def _mutated(random: Random, value: str) -> str:
    way = random.randint(0, 3)
    if way == 0 and value:
        place = random.randrange(len(value))
        value = value[:place] + chr(random.randrange(0xD7FF)) + value[place + 1 :]
    return value if way == 1 else quote(value, safe="", errors="surrogatepass")


def attempt(case: Anfrage) -> str:
    """What is wrong with the answer; empty where nothing is."""
    begin = time.monotonic()
    try:
        status, headers, body = in_own_loop(answer(case))
    except Exception as error:
        return f"{type(error).__name__}: {error} on {case}"
    seconds = time.monotonic() - begin
    if status >= 500 and not (status == 503 and "retry-after" in headers):
        return f"{status} on {case}: {body[:200]!r}"
    if b"Traceback" in body or SECRET in body:
        return f"a trace or a foreign file on {case}"
    return f"{seconds:.1f} s on {case}" if seconds > SLOWEST else ""


async def answer(case: Anfrage) -> tuple[int, dict[str, str], bytes]:
    sent: list[dict[str, Any]] = []
    raw = case.path.encode("utf-8", "surrogateescape")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "http",
        "method": case.method,
        "path": unquote_to_bytes(raw).decode("utf-8", "replace"),
        "raw_path": raw,
        "root_path": "",
        "query_string": case.query.encode("utf-8", "surrogatepass"),
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 8501),
        "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in case.headers],
    }

    asked = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if not asked:
            await asyncio.Event().wait()  # the visitor stays
        return asked.pop()

    async def send(message: Any) -> None:
        sent.append(dict(message))

    await app()(scope, receive, send)
    start = sent[0]
    headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in start["headers"]}
    return int(start["status"]), headers, b"".join(message.get("body", b"") for message in sent[1:])


_made: list[Any] = []


def app() -> Any:
    """Made once, with a place of its own and the demo read in."""
    if not _made:
        folder = Path(mkdtemp(prefix="routen-"))
        places = {
            name: str(folder / name.split("_")[0].lower()) for name in ("PDF_DIR", "CHROMA_DIR", "LAEUFE_DIR")
        }
        os.environ.update(places)
        lay_traps(folder / "pdf")
        context = default_context()
        for _ in index_programme(context.registry.demo_programme, context=context):
            pass
        lay_antrag(context)
        lay_abstimmung(context)
        lay_urteil(context)
        _made.append(make_app())
    return _made[0]


def lay_traps(pdf_dir: Path) -> None:
    """Beside the folder, and linked to from it, what nobody may be given."""
    pdf_dir.mkdir(parents=True, exist_ok=True)
    for name in ("geheim", "geheim.pdf"):
        pdf_dir.with_name(name).write_bytes(SECRET)
    (pdf_dir / "spd-nrw-2022.pdf").symlink_to(pdf_dir.with_name("geheim.pdf"))


def lay_abstimmung(context: Context) -> None:
    """A decision with its paper, under an id that cases can name."""
    store = runstore(context)
    with TemporaryDirectory() as folder:
        paper = upload(advice_pdf(Path(folder)), PaperKind.RECOMMENDATION)
    (kept,) = save_paper(context, store, "DEMO", NUMBER, paper)
    save_decisions(store, [replace(kept, id=ABSTIMMUNG)])


def lay_antrag(context: Context) -> None:
    """An uploaded Antrag with its file, under an id that cases can name."""
    lines = [
        "Antrag",
        "Busse für alle",
        "Der Landtag möge beschließen:",
        "1. Die Busse sollen stündlich fahren.",
    ]
    data = bytes(new_document([column(60, lines)]).tobytes())
    antrag, store = read_antrag_bytes(data, context.registry), runstore(context)
    stored = store.save_antrag(antrag, "busse.pdf", antrag, keep_pdf(context.settings.laeufe_dir, data))
    with store.writing() as connection:
        connection.execute(table.update().where(table.c.id == stored).values(id=ANTRAG))


def lay_urteil(context: Context) -> None:
    """A judgement by a rubric on a Lauf whose Antrag has the file of `lay_antrag`, under an id too."""
    store = runstore(context)
    lauf_id = finished_lauf(store)
    of_lauf = store.load(lauf_id).antrag_hash
    store.save_notes([noted(rubric_on(lauf_id, id=URTEIL, created=clock.now()))])
    with store.writing() as connection:
        connection.execute(table.update().where(table.c.id == ANTRAG).values(antrag_hash=of_lauf))


def make_app() -> Starlette:
    return Starlette(routes=ROUTES, middleware=[Middleware(Admission), Middleware(IndexPage)])


def measure() -> list[Figure]:
    found = Counter(attempt(case) != "" for case in islice(cases(Random(0)), CASES))
    return [Figure("requests", found.total(), ""), Figure("answers with a fault", found[True], "", "≤ 0")]

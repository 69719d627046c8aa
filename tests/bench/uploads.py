"""Bad files, uploaded in a browser: how soon each is answered, and the others meanwhile."""

import http.client
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.bench.figures import Figure
from tests.e2e.browser import DESKTOP, chromium
from tests.e2e.server import Server, serve
from tests.uploads.files import FORMATS, TEXTS
from tests.uploads.pdfs import PDFS

ANSWER = "[data-testid=stAlert], input[aria-label^=Drucksache], [role=alert]"
"""Told in a sentence why not (by the field itself, where the file is too large for it), or read."""

PATIENCE = 60.0
EVERY = 0.2
"""Seconds between two questions whether the app is well."""


def measure(cases: int = 0) -> list[Figure]:
    """All kinds, or so many of them, evenly chosen."""
    kinds = {**PDFS, **FORMATS, **TEXTS}
    names = list(kinds)[:: max(1, len(kinds) // cases)] if cases else list(kinds)
    took: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as scratch, serve(Path(scratch)) as server, chromium() as browser:
        page = browser.new_context(locale="de-DE", viewport=DESKTOP).new_page()
        with asked_meanwhile(server) as waits:
            for name in names:
                suffix = ".pdf" if name in PDFS else ".txt"
                file = Path(scratch) / f"antrag{suffix}"
                file.write_bytes(kinds[name]())
                took[name] = _answered(page, server, file)
        said = server.log.read_text(encoding="utf-8", errors="replace")
    last = sorted(took, key=took.__getitem__, reverse=True)[:5]
    print("slowest:", ", ".join(f"{name} {took[name]:.1f} s" for name in last))
    return [
        Figure("kinds of bad files", len(took), ""),
        Figure("longest until one is answered", took[last[0]], "s", "≤ 10"),
        Figure("not answered within a minute", sum(one >= PATIENCE for one in took.values()), "", "≤ 0"),
        Figure("longest until others were answered", max(waits), "s", "≤ 1"),
        Figure("tracebacks in the log", said.count("Traceback"), "", "≤ 0"),
    ]


def _answered(page: Page, server: Server, file: Path) -> float:
    page.goto(server.url("/antrag"))
    page.get_by_role("radio", name="Datei hochladen").click()
    field = page.locator('input[type="file"]')
    field.wait_for(state="attached")
    begin = time.monotonic()
    field.set_input_files(file)
    try:
        page.locator(ANSWER).first.wait_for(timeout=1000 * PATIENCE)
    except Exception as error:  # whatever it was, the file was not answered
        print(f"{file.stat().st_size} bytes: {type(error).__name__}")
        return PATIENCE
    return time.monotonic() - begin


@contextmanager
def asked_meanwhile(server: Server) -> Iterator[list[float]]:
    """Somebody else asks all the time; how long each answer took."""
    waits: list[float] = [0.0]
    done = threading.Event()

    def ask() -> None:
        while not done.wait(EVERY):
            begin = time.monotonic()
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            connection.request("GET", "/_stcore/health")
            connection.getresponse().read()
            connection.close()
            waits.append(time.monotonic() - begin)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    try:
        yield waits
    finally:
        done.set()
        thread.join()

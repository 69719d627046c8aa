"""Every page as a picture: `python -m tests.e2e.screenshots [--out folder] [--page lauf]`.

With `--docs` the pictures of the README, in their place.
"""

import argparse
import io
import tempfile
from itertools import product
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from core.llm.verdict import Verdict
from tests.e2e.browser import chromium, settle, visit
from tests.e2e.modell import Zitierer
from tests.e2e.server import DEMO, Server, run_core, serve
from tests.e2e.steps import PAGES
from tests.llm.modellserver import modellserver
from tests.support.conftest import Read, checker

SIZES = {"breit": {"width": 1440, "height": 900}, "schmal": {"width": 800, "height": 1100}}
MODES = {"hell": "light", "dunkel": "dark"}
DOCS = Path(__file__).parents[2] / "docs"
README = {
    "lauf": ("lauf-modell", 900),
    "monitor": ("monitor-beispiel", 1000),
    "suche": ("suche", 900),
    "vergleich": ("vergleich-beispiele", 1080),
}
"""File → the page that it shows, and how much of it."""

COLOURS, HEAVIEST = 256, 300_000
"""A picture of the README has no more colours and bytes: everybody who fetches the program fetches it."""

PATIENCE = 120_000
"""Milliseconds: on a busy machine the Monitor takes long the first time."""

TALLEST = 6000
"""Pixels of a page that scrolls; what is below is left out."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.screenshots", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("bildschirmfotos"))
    parser.add_argument("--page", help="only this one: uebersicht, antrag, lauf …")
    parser.add_argument("--docs", action="store_true", help="the pictures of the README, into docs")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        laeufe = _laeufe(Path(name))
        with serve(Path(name)) as server, chromium() as browser:
            if options.docs:
                readme(browser, server, laeufe)
            for page, path in {} if options.docs else _paths(laeufe).items():
                if options.page in (None, page.split("-")[0]):
                    _take(browser, server, page, path, options.out)


def _laeufe(folder: Path) -> list[str]:
    """Two models on one Antrag, and some more Anträge."""
    run_core(folder, "demo", "--runs")
    ids = [run_core(folder, "assess", str(file))[0]["id"] for file in sorted(DEMO.glob("antrag-*.pdf"))[:4]]
    with modellserver(Zitierer(4)) as models:
        access = {"OPENAI_API_KEY": "sk-bild-0000", "OPENAI_API_BASE": models.url}
        file = str(DEMO / "antrag-5-214.pdf")
        ids.append(run_core(folder, "assess", file, "--model", "openai/gpt-4.1", **access)[0]["id"])
    with modellserver(checker(_in_turn)) as models:
        access = {"OPENAI_API_KEY": "sk-bild-0000", "OPENAI_API_BASE": models.url}
        run_core(folder, "support", str(ids[-1]), "--model", "openai/gpt-4.1-mini", **access)
    return [str(id) for id in ids]


def _in_turn(one: Read) -> tuple[str, str]:
    """Every verdict is to be seen, relying on the quote itself."""
    return list(Verdict)[one.nummer % len(Verdict)], one.zitat


def _paths(laeufe: list[str]) -> dict[str, str]:
    """Name of the picture → address; of a page with several states, more than one."""
    return {
        **{page: f"/{page}" for page in PAGES},
        "uebersicht": "/",
        "antrag-gelesen": f"/antrag?lauf={laeufe[0]}",
        "lauf": f"/lauf?id={laeufe[0]}",
        "lauf-modell": f"/lauf?id={laeufe[-1]}",
        "lauf-unbekannt": "/lauf?id=gibt-es-nicht",
        "vergleich": f"/vergleich?laeufe={laeufe[0]},{laeufe[-1]}",
        "vergleich-beispiele": "/vergleich?beispiele=1",
        "vergleich-prompts": "/vergleich?beispiele=1&mehr=prompts",
        "monitor-beispiel": "/monitor?beispiele=1",
        "suche": "/suche?q=Was wird für kleine Grundschulen getan?",
        "suche-schwach": "/suche?q=Quantenverschränkung&land=DEMO",
        "suche-leer": "/suche",
        "wonoch-fund": "/wonoch?dokument=bruecke-grundsatz",
        "vertrag-satz": "/vertrag?dokument=lindenbund-demo-2024&parteien=Die Brücke,Lindenbund&land=DEMO",
        "programme-seite": "/programme?programm=lindenbund-demo-2024&seite=4",
        "programme-unsicher": "/programme?programm=lindenbund-demo-2024&seite=9&zeige=unsicher",
    }


def _take(browser: Browser, server: Server, name: str, path: str, out: Path) -> None:
    for (size, viewport), (mode, scheme) in product(SIZES.items(), MODES.items()):
        faults: list[str] = []
        with visit(browser, faults, viewport=viewport, color_scheme=scheme) as page:
            _open(page, server, path)
            _shoot(page, path, out / f"{name}-{size}-{mode}.png")
            height = page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
            if mode == "hell" and height > viewport["height"]:
                page.set_viewport_size({"width": viewport["width"], "height": min(height + 60, TALLEST)})
                page.wait_for_timeout(400)
                _shoot(page, path, out / f"{name}-{size}-{mode}-ganz.png")
        for fault in dict.fromkeys(faults):
            print(f"  ! {fault}")


def readme(browser: Browser, server: Server, laeufe: list[str], out: Path = DOCS) -> None:
    paths = _paths(laeufe)
    for name, (shown, height) in README.items():
        with visit(browser, [], viewport={"width": 1440, "height": height}, color_scheme="light") as page:
            _open(page, server, paths[shown])
            picture = Image.open(io.BytesIO(page.screenshot()))
        file = out / f"{name}.png"
        picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
        assert file.stat().st_size <= HEAVIEST, f"{file} has {file.stat().st_size} bytes"
        print(f"{paths[shown]} -> {file}", flush=True)


def _open(page: Page, server: Server, path: str) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(server.url(path))
    settle(page)
    page.wait_for_function("() => [...document.images].every(image => image.complete)")
    page.wait_for_timeout(400)  # fonts, and what fades in


def _shoot(page: Page, path: str, file: Path) -> None:
    page.screenshot(path=file)
    print(f"{path} -> {file}", flush=True)


if __name__ == "__main__":
    main()

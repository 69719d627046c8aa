"""Every view of every page, on Läufe that hold whatever a Lauf can hold: none shows a fault."""

import ast
import json
from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.assessment.pipeline import assess
from core.context import Context
from core.models import Typ
from core.papers.bundle import bundle
from core.papers.lauf_files import LaufFileForm, exported as lauf_file
from core.runs.import_laeufe import import_json
from core.runs.lauf import Status, Urteil
from core.runs.store import Runstore
from core.settings import ROOT
from core.vergleich.spalten import vergleich_of
from core.vergleich.vergleich_files import VergleichFileForm, exported as vergleich_file
from tests.assessment.conftest import ANTRAG, auftrag
from tests.e2e.modell import Zitierer
from tests.llm.modellserver import modellserver
from tests.pages.conftest import open_at
from tests.runs.beispiele import exported, finished_lauf, gebunden, neuer_lauf, score, teil, verworfen

HOSTILE = "<script>alert(1)</script> $x$ :red[x] [x](javascript:alert(1)) **fett** `x` | ~~weg~~"


def views_of(page: str) -> list[str]:
    """The names by which the address of a page says what it shows below: the keys of TABS and FURTHER."""
    tree = ast.parse((ROOT / "pages" / f"{page}.py").read_text(encoding="utf-8"))
    tables = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("TABS", "FURTHER")
    ]
    return [key for table in tables for key in table]


@pytest.fixture
def laeufe(
    demo_index: Context, store: Runstore, umgebung: None, monkeypatch: pytest.MonkeyPatch
) -> dict[str, str]:
    """What the Lauf holds → its id."""
    with modellserver(Zitierer()) as models:
        monkeypatch.setenv("OPENAI_API_BASE", models.url)
        judged = assess(demo_index, auftrag())  # bound and dropped quotes of a model
        again = assess(demo_index, auftrag("openai/test-b"))
    lauf = store.load(judged)
    part = next(teil for teil in lauf.teile if teil.partei)
    for zitat, says in ((None, True), (0, False)):
        store.save_note(Urteil(judged, part.partei, Typ.WAHLPROGRAMM, says, "Ada", HOSTILE, zitat=zitat))

    hostile = replace(ANTRAG, titel=HOSTILE, text=HOSTILE, forderungen=(), begruendung=HOSTILE)
    bare = finished_lauf(store, antrag=hostile)  # no demand, an old version of a programme

    broken = store.start(neuer_lauf())
    store.save_teil(broken, teil(), [score()], [verworfen(text=HOSTILE), gebunden(fremdePartei=True)])
    store.save_teil(
        broken, teil("MUEHLRAD", status=Status.FEHLGESCHLAGEN, fehler=HOSTILE, antwort="", ergebnis=None)
    )
    store.cancel(broken)

    file = exported(store, judged)
    file["laeufe"][0]["lauf"]["id"] = "x" * 10
    (read_in,) = import_json(store, json.loads(json.dumps(file)), demo_index)
    return {
        "judged": judged,
        "another model": again,
        "hostile, no demand": bare,
        "cancelled, a party failed": broken,
        "running": store.start(neuer_lauf()),
        "read in": read_in,
    }


def faults(app: AppTest) -> list[str]:
    """What went down, and what was caught and told as a fault of the program."""
    told = [one.value for one in app.error if "Fehler im Programm" in one.value]
    return [*(str(one.message) for one in app.exception), *told]


def test_every_view_of_every_lauf_is_drawn(laeufe: dict[str, str]) -> None:
    found: dict[tuple[str, str], Any] = {}
    for holds, lauf_id in laeufe.items():
        app = open_at("lauf", id=lauf_id)
        for view in views_of("lauf"):
            app.query_params["mehr"] = view
            if told := faults(app.run()):
                found[holds, view] = told
    assert found == {}


def test_every_view_of_the_other_pages_is_drawn(laeufe: dict[str, str]) -> None:
    found = {}
    pages: dict[str, dict[str, str]] = {
        "uebersicht": {}, "antraege": {}, "monitor": {}, "vergleich": {"laeufe": ",".join(laeufe.values())},
        "laeufe": {"ansicht": "tabelle"}, "eichung": {}, "programme": {}, "einstellungen": {}, "suche": {},
    }  # fmt: skip
    for page, query in pages.items():
        for view in views_of(page) or [""]:
            more = {"mehr": view} if view else {}
            if told := faults(open_at(page, **query, **more)):
                found[page, view] = told
    assert found == {}


def test_every_file_of_every_lauf_is_written(
    demo_index: Context, store: Runstore, laeufe: dict[str, str]
) -> None:
    for lauf_id in laeufe.values():
        for form in LaufFileForm:
            assert lauf_file(demo_index, [lauf_id], form, "http://127.0.0.1/"), form
    assert bundle(demo_index, laeufe["judged"]).data
    vergleich = vergleich_of(store, demo_index.registry, list(laeufe.values()))
    for kind in VergleichFileForm:
        assert vergleich_file(vergleich, kind, store=store), kind

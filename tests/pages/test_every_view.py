"""Every view of every page, on Läufe that hold whatever a Lauf can hold: none shows a fault.

All that folds out is open, and every file that a page offers is made.
"""

import ast
import json
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer
from streamlit.elements.lib.mutable_popover_container import PopoverContainer
from streamlit.testing.v1 import AppTest

from core.antrag.vote_papers import PaperKind
from core.assessment.pipeline import assess
from core.base.settings import ROOT
from core.demo.demo_antraege import make_example
from core.features.decisions.stored_decisions import save_paper
from core.features.textcheck.check import check_text
from core.features.textcheck.kept_checks import keep
from core.programme.context import Context
from core.runs.import_laeufe import import_json
from core.runs.lauf import Status, Urteil
from core.runs.store import Runstore, open_store
from core.wortlaut.records import Typ
from pages.features.documents.dialogs import Dialog as Quellendialog
from pages.ui.programme import CONFIRMED, Dialog
from tests.assessment.conftest import ANTRAG, auftrag
from tests.decisions.papers import NUMBER, advice_pdf, upload
from tests.e2e.modell import Zitierer
from tests.llm.modellserver import modellserver
from tests.page_files import FILES
from tests.pages.conftest import open_at
from tests.runs.beispiele import (
    ANTRAG as HAND,
    exported,
    finished_lauf,
    gebunden,
    neuer_lauf,
    score,
    teil,
    verworfen,
)

DEMO = "lindenbund-demo-2024"
HOSTILE = "<script>alert(1)</script> $x$ :red[x] [x](javascript:alert(1)) **fett** `x` | ~~weg~~"


def views_of(page: str) -> list[str]:
    """The names by which the address of a page says what it shows below: the keys of TABS and FURTHER."""
    tree = ast.parse(FILES[page].read_text(encoding="utf-8"))
    tables = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in ("TABS", "FURTHER")
    ]
    return [key for table in tables for key in table]


Made = Callable[[], bytes | str]


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> dict[str, Made]:
    """All that folds out is open, also what is drawn only then. → what makes each file, by its name."""
    for kind in (ExpanderContainer, PopoverContainer):
        monkeypatch.setattr(kind, "open", property(lambda self: True, lambda self, value: None))
    found: dict[str, Made] = {}
    drawn = DeltaGenerator.download_button

    def download_button(self: DeltaGenerator, label: str, data: Any, *args: Any, **more: Any) -> bool:
        if not more.get("disabled"):
            # Läufe on one Antrag have files of one name.
            of = getattr(data, "args", ())[1:2]
            found[f"{more['file_name']} {of}"] = data if callable(data) else lambda: data
        return drawn(self, label, data, *args, **more)

    monkeypatch.setattr(DeltaGenerator, "download_button", download_button)
    monkeypatch.setattr(st, "download_button", partial(download_button, st._main))
    return found


@pytest.fixture
def laeufe(
    demo_index: Context, store: Runstore, umgebung: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
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

    example = make_example(demo_index)  # with a rubric
    paper = upload(advice_pdf(tmp_path), PaperKind.RECOMMENDATION)
    save_paper(demo_index, store, "DEMO", NUMBER, paper)  # how the Antrag of the example was voted on

    hostile = replace(ANTRAG, titel=HOSTILE, text=HOSTILE, forderungen=(), begruendung=HOSTILE)
    bare = finished_lauf(store, antrag=hostile)  # no demand, an old version of a programme
    edited = finished_lauf(store, gelesen=replace(HAND, titel="Brunnen", forderungen=()))

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
        "a rubric, voted": example,
        "edited": edited,
        "hostile, no demand": bare,
        "cancelled, a party failed": broken,
        "running": store.start(neuer_lauf()),
        "read in": read_in,
    }


def faults(app: AppTest) -> list[str]:
    """What went down, and what was caught and told as a fault of the program."""
    told = [one.value for one in app.error if "Fehler im Programm" in one.value]
    return [*(str(one.message) for one in app.exception), *told]


def test_every_view_of_every_lauf_is_drawn(laeufe: dict[str, str], offered: dict[str, Made]) -> None:
    found: dict[tuple[str, str], Any] = {}
    for holds, lauf_id in laeufe.items():
        app = open_at("lauf", id=lauf_id)
        for view in views_of("lauf"):
            app.query_params["mehr"] = view
            if told := faults(app.run()):
                found[holds, view] = told
    assert found == {}
    assert len(offered) >= len(laeufe) and empty(offered) == []
    for name in (".docx", ".json", " Prüfakte.zip"):
        assert f"7-4711 Bus, Bahn und Kita für alle{name}" in {told.rpartition(" (")[0] for told in offered}


def test_every_view_of_the_other_pages_is_drawn(
    laeufe: dict[str, str], demo_index: Context, offered: dict[str, Made]
) -> None:
    text = check_text("„Das steht so in keinem einzigen Programm.“", demo_index)
    with closing(open_store(None, demo_index.settings.laeufe_dir)) as store:
        kept = keep(store, text, None)
    pages: dict[str, dict[str, str]] = {
        "uebersicht": {}, "antraege": {}, "monitor": {"zeitraum": "alles"},
        "vergleich": {"laeufe": ",".join(laeufe.values())}, "laeufe": {"ansicht": "tabelle"}, "eichung": {},
        "programme": {}, "einstellungen": {}, "suche": {"q": "Was wird für Grundschulen getan?"},
        "antrag": {"lauf": laeufe["judged"]}, "pruefen": {"pruefung": kept},
        "barrierefreiheit": {}, "glossar": {}, "methode": {}, "quellen": {}, "wonoch": {}, "vertrag": {},
        "fassungen": {},
    }  # fmt: skip
    assert {*pages, "lauf"} == FILES.keys()
    found = {}
    for page, query in pages.items():
        for view in views_of(page) or [""]:
            more = {"mehr": view} if view else {}
            if told := faults(open_at(page, **query, **more)):
                found[page, view] = told
    assert found == {}
    assert offered and empty(offered) == []


def empty(offered: dict[str, Made]) -> list[str]:
    """Which files have nothing in them; one that cannot be made fails here."""
    return [name for name, make in offered.items() if not make()]


DIALOGS: dict[str, tuple[str, dict[str, object]]] = {
    "Neues Programm": ("programme", {"programme_dialog": (Dialog.NEU, ())}),
    "PDF hochladen": ("programme", {"programme_dialog": (Dialog.HOCHLADEN, (DEMO,))}),
    "Aus dem Index nehmen": ("programme", {"programme_dialog": (Dialog.HERAUSNEHMEN, (DEMO,))}),
    "Löschen": ("programme", {"programme_dialog": (Dialog.STREICHEN, (DEMO,))}),
    "Neue Quelle": ("quellen", {"quellen_dialog": (Quellendialog.NEU, ())}),
    "Modell eichen": ("eichung", {"eichung-dialog": True}),
    "Vergleich starten": ("vergleich", {"vergleich-dialog": True}),
}
"""By its title: the page that has it, and what says there that it is open."""


OPENED_ELSEWHERE = {"Neue Fassung", "Entfernen", "Zitate"}
"""By `test_quellen.py`, which keeps a document, and by `test_vergleich.py`, which clicks on a field."""


@pytest.mark.usefixtures("laeufe")
def test_every_dialog_is_drawn() -> None:
    written = "".join(path.read_text("utf-8") for path in (ROOT / "pages").rglob("*.py"))
    there = {title for title, _, _ in CONFIRMED.values()} | set(re.findall(r'st\.dialog\("([^"]+)"', written))
    assert DIALOGS.keys() == there - OPENED_ELSEWHERE
    for title, (page, state) in DIALOGS.items():
        app = open_at(page)
        for key, value in state.items():
            app.session_state[key] = value
        assert faults(app.run()) == [], title
        assert [one.proto.dialog.title for one in app.get("dialog")] == [title]

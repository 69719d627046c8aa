"""Stored Läufe of the built-in model against the PDFs of the demo, as they are and tampered with."""

import json
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.assessment import lauf_audit
from core.assessment.lauf_audit import all_laeufe, audit_laeufe
from core.assessment.lauf_view import answer_of
from core.assessment.pipeline import assess
from core.cli.main import main
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import read_eintrag
from tests.assessment.conftest import ANTRAG, auftrag

Change = Callable[[dict[str, Any]], object]


def new_lauf(context: Context, **changes: object) -> str:
    return assess(context, auftrag(OFFLINE, **changes))


def bound(context: Context, lauf_id: str) -> int:
    return sum(zitat.status.is_bound for zitat in runstore(context).load(lauf_id).zitate)


def tamper(folder: Path, lauf_id: str, change: Change) -> None:
    """Change what is stored of the Lauf's first bound quote, past the store."""
    with sqlite3.connect(folder / "laeufe.sqlite3") as database:
        place, stored = database.execute(
            "SELECT rowid, eintrag FROM zitat WHERE lauf_id = ? AND is_bound ORDER BY partei, nummer",
            (lauf_id,),
        ).fetchone()
        entry = json.loads(stored)
        entry = change(entry) or entry
        database.execute("UPDATE zitat SET eintrag = ? WHERE rowid = ?", (json.dumps(entry), place))
    database.close()


def test_every_bound_quote_of_a_stored_lauf_is_proved(context: Context) -> None:
    lauf_id = new_lauf(context)
    ((found, befunde, _),) = audit_laeufe(context, [lauf_id])
    assert found == lauf_id and len(befunde) == bound(context, lauf_id) > 0
    assert all(befund.ok for befund in befunde), [befund.gruende for befund in befunde]


def test_quotes_of_an_earlier_reading_are_proved_where_they_are_shown(context: Context) -> None:
    lauf_id = new_lauf(context)
    old = {"version": "frueher", "seiten": [1], "stellen": [[0, 5]], "quelle": "", "gedruckt": [], "url": ""}
    tamper(context.settings.laeufe_dir, lauf_id, lambda entry: {**entry, **old})
    ((_, befunde, _),) = audit_laeufe(context, [lauf_id])
    assert befunde and all(befund.ok for befund in befunde), [befund.gruende for befund in befunde]
    gone = {"version": "frueher", "text": "Dieser Satz steht ganz sicher in keinem Programm."}
    tamper(context.settings.laeufe_dir, lauf_id, lambda entry: {**entry, **gone})
    ((_, befunde, _),) = audit_laeufe(context, [lauf_id])
    assert [befund.ok for befund in befunde].count(False) == 1


def test_a_lauf_becomes_an_answer_with_its_land_and_without_dropped_quotes(context: Context) -> None:
    lauf = runstore(context).load(new_lauf(context))
    entry = read_eintrag(
        {"text": "Das steht nirgends im Programm.", "grund": "nicht_gefunden", "erklaerung": "So ist es."}
    )
    lauf = replace(lauf, zitate=(*lauf.zitate, replace(lauf.zitate[0], eintrag=entry)))
    answer = answer_of(lauf)
    assert answer["bundesland"] == "DEMO"
    assert len(answer["wahlprogrammScores"]) == sum(zitat.status.is_bound for zitat in lauf.zitate)
    assert "nirgends" not in json.dumps(answer)


def swap_land(context: Context, lauf_id: str, land: str) -> None:
    with sqlite3.connect(context.settings.laeufe_dir / "laeufe.sqlite3") as database:
        query = "UPDATE akte SET antrag = json_set(antrag, '$.bundesland', ?) WHERE lauf_id = ?"
        database.execute(query, (land, lauf_id))
    database.close()


def test_programme_of_another_land_than_the_antrag_are_found(context: Context) -> None:
    lauf_id = new_lauf(context)
    swap_land(context, lauf_id, "NRW")
    ((_, befunde, _),) = audit_laeufe(context, [lauf_id])
    of_land = [befund for befund in befunde if befund.bundesland == "DEMO"]
    assert of_land and not any(befund.ok for befund in of_land)
    assert "die Antwort aber für NRW" in of_land[0].gruende[0]


def test_all_leaves_deleted_ones_out_and_takes_copies_from_the_cache(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = runstore(context)
    first, copy, gone = new_lauf(context), new_lauf(context), new_lauf(context, fresh=True)
    store.delete([gone])
    assert store.load(copy).aus_cache == first
    monkeypatch.setattr(lauf_audit, "PAGE", 1)
    assert all_laeufe(store) == [copy, first]
    one_at_a_time = audit_laeufe(context, iter([first, "gibt-es-nicht"]))
    assert next(one_at_a_time).lauf_id == first


# --- command ------------------------------------------------------------------------------------------------


def test_command_counts_the_quotes_of_several_laeufe_by_land(
    own_default: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    only_kita = replace(ANTRAG, forderungen=ANTRAG.forderungen[1:])
    one, two = new_lauf(own_default), new_lauf(own_default, antrag=only_kita)
    total = bound(own_default, one) + bound(own_default, two)
    for options in (["--run", one, "--run", two, "--run", one], ["--all"]):
        assert main(["audit", *options, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["geprueft"], told["belegt"], told["befunde"]) == (total, total, [])
    in_demo = told["bundeslaender"]["DEMO"]["geprueft"]
    assert main(["audit", "--all"]) == 0
    assert capsys.readouterr().out.startswith(f"DEMO {in_demo}/{in_demo}\n")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda e: e.update(text=e["text"].replace(" ", " nicht ", 1)), "Der Wortlaut steht so nicht auf"),
        pytest.param(
            lambda e: e.update(seiten=[1]), "Der Wortlaut steht so nicht auf", marks=pytest.mark.night
        ),
        pytest.param(
            lambda e: e.update(quelle="Die Brücke, S. 99"), "Die Quellenangabe ist", marks=pytest.mark.night
        ),
        pytest.param(lambda e: ["kein Eintrag"], "Das Zitat ist kein Objekt", marks=pytest.mark.night),
    ],
)
def test_command_finds_a_quote_that_was_tampered_with(
    own_default: Context, change: Change, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    honest, tampered = new_lauf(own_default), new_lauf(own_default, fresh=True)
    tamper(own_default.settings.laeufe_dir, tampered, change)
    assert main(["audit", "--run", honest]) == 0
    capsys.readouterr()
    assert main(["audit", "--all"]) == 1
    out = capsys.readouterr().out
    assert out.count("Lauf ") == 1 and f"\nLauf {tampered}, " in out and reason in out
    assert main(["audit", "--all", "--json"]) == 1
    (befund,) = json.loads(capsys.readouterr().out)["befunde"]
    assert befund["lauf"] == tampered and not befund["ok"]


def test_command_refuses_what_cannot_be_proved(
    own_default: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--all"]) == 1
    assert "In den Läufen steht kein belegtes Zitat" in capsys.readouterr().err
    gone = new_lauf(own_default)
    runstore(own_default).delete([gone])
    assert main(["audit", "--run", gone]) == 2 and "ist gelöscht" in capsys.readouterr().err
    assert main(["audit", "--run", "gibt-es-nicht"]) == 2
    assert main(["audit", "--run", gone, "--all"]) == 2

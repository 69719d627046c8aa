"""How firm points are, by all stored Läufe on the same Antrag."""

import csv
import io
import json
from dataclasses import replace

import pytest

from core.cli.main import main
from core.programme.context import Context
from core.runs.lauf import Score
from core.runs.spread import Firmness, Spread
from core.runs.store import Runstore, runstore
from core.wortlaut.records import Typ
from tests.assessment.conftest import context, own_default
from tests.llm.conftest import umgebung
from tests.runs.beispiele import ANTRAG, gebunden, neuer_lauf, teil

__all__ = ["context", "own_default", "umgebung"]

PLACE = ("LINDENBUND", Typ.WAHLPROGRAMM)


def lauf(store: Runstore, punkte: float | None, **changes: object) -> str:
    lauf_id = store.start(neuer_lauf(**changes))
    store.save_teil(lauf_id, teil(), [Score("LINDENBUND", "wahlprogramm", punkte, "")], [gebunden()])
    store.finish(lauf_id)
    return lauf_id


def spread(store: Runstore, lauf_id: str) -> Spread | None:
    return store.spreads_of(store.load(lauf_id)).get(PLACE)


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((8, 7.5, 8), "fest: 7,5–8 über 3 Läufe"),
        ((8, 8), "fest: 8 über 2 Läufe"),
        ((9, 6.5, 8, 7), "6,5–9 über 4 Läufe"),
        ((3, 6), "kippt: 3–6 über 2 Läufe"),
        ((4, 5.5), "4–5,5 über 2 Läufe"),  # neither yes nor no is said by 5.5
        ((4.5, 5.5), "fest: 4,5–5,5 über 2 Läufe"),
    ],
)
def test_points_are_firm_or_tip_by_where_they_lie(
    store: Runstore, points: tuple[float, ...], told: str
) -> None:
    ids = [lauf(store, one, modell_gefragt=f"openai/{place}") for place, one in enumerate(points)]
    assert {str(spread(store, one)) for one in ids} == {told}


def test_only_answers_of_their_own_on_the_same_antrag_count(store: Runstore) -> None:
    first = lauf(store, 8)
    assert spread(store, first) is None
    copy = lauf(store, 8, aus_cache=first)
    lauf(store, 1, antrag=replace(ANTRAG, text="Anderes.", titel="Anderes"))
    lauf(store, 1, is_demo=True)
    lauf(store, None, modell_gefragt="openai/b")
    store.delete([lauf(store, 1)])
    store.fail(store.start(neuer_lauf()), "Der Schlüssel fehlt.")
    assert spread(store, first) is None and spread(store, copy) is None
    lauf(store, 6, modell_gefragt="openai/c")
    both = Spread(6.0, 8.0, 2, Firmness.DAZWISCHEN)
    assert spread(store, first) == both == spread(store, copy)


def test_files_and_commands_tell_it(own_default: Context, capsys: pytest.CaptureFixture[str]) -> None:
    store = runstore(own_default)
    first = lauf(store, 8, modell_gefragt="openai/a")
    lauf(store, 2, modell_gefragt="openai/b")
    (row,) = csv.DictReader(io.StringIO(store.export_csv([first]).decode("utf-8-sig")), delimiter=";")
    assert row["score_streuung"] == "kippt: 2–8 über 2 Läufe"
    wanted = {"partei": "LINDENBUND", "typ": "wahlprogramm", "von": 2.0, "bis": 8.0, "laeufe": 2}
    assert main(["runs", first, "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["streuung"] == [{**wanted, "urteil": "kippt"}] and told["id"] == first
    assert main(["runs", first, "--export", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["streuung"][first] == told["streuung"]
    assert main(["runs", first]) == 0
    assert "kippt: 2–8 über 2 Läufe" in " ".join(capsys.readouterr().out.split())

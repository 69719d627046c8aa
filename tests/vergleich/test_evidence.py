"""The measures of evidence of a comparison, from a real store, and in every form they leave it."""

from datetime import UTC, datetime

import pytest

from core.antrag.edits import NOT_RECORDED
from core.features.vergleich.export_tables import (
    beleg_values,
    pruefung_quellen,
    quelle_told,
)
from core.features.vergleich.spalten import Vergleich, vergleich_of
from core.features.vergleich.vergleich_files import VergleichFileForm, exported
from core.llm.verdict import Traegt, Verdict
from core.programme.registry import Registry
from core.runs.store import Runstore
from tests.runs.beispiele import finished_lauf
from tests.vergleich.test_vergleich_files import NAMEN, STAND
from tests.workbook_sheets import read_sheets


@pytest.fixture
def lauf_id(store: Runstore) -> str:
    """Points 7.5 for one party, with one quote that counts, one dropped and one of another party."""
    return finished_lauf(store)


@pytest.fixture
def vergleich(store: Runstore, registry: Registry, lauf_id: str) -> Vergleich:
    return vergleich_of(store, registry, [lauf_id])


def checked(lauf_id: str, verdict: Verdict, model: str = "openai/pruefer") -> Traegt:
    return Traegt(
        lauf_id=lauf_id, partei="LINDENBUND", zitat=0, forderung="1", verdict=verdict, words="Brunnen",
        model=model, prompt_version="2", created=datetime(2026, 11, 23, tzinfo=UTC),
    )  # fmt: skip


@pytest.mark.parametrize(("verdict", "carried"), [(Verdict.STUETZT, 1), (Verdict.WIDERSPRICHT, 0)])
def test_checkers_say_what_quotes_carry(
    store: Runstore, vergleich: Vergleich, lauf_id: str, verdict: Verdict, carried: int
) -> None:
    store.save_notes([checked(lauf_id, verdict)])
    (quelle,) = pruefung_quellen(store, [lauf_id])
    assert quelle.name == "openai/pruefer, Prompt 2" and quelle.name in quelle_told(quelle)
    for one in beleg_values(store, vergleich, quelle):
        assert one.mass and (one.mass.zaehler, one.mass.nenner) == (carried, 1)
        assert [fall.lauf_id for fall in one.mass.faelle] == [lauf_id]


def test_sheets_json_and_report_hold_figures_formulas_and_cases(
    store: Runstore, vergleich: Vergleich, lauf_id: str
) -> None:
    store.save_notes([checked(lauf_id, Verdict.STUETZT)])

    def file(form: VergleichFileForm) -> bytes:
        return exported(vergleich, form, 0, NAMEN, STAND, store)

    sheets = read_sheets(file(VergleichFileForm.XLSX))
    rows = {row[0]: row for row in sheets["Belege"][1:]}
    assert rows["Beleg-Recall"][2:5] == [1, 1, 1]
    assert sheets["Trägt"][1][5:8] == ["Prüfmodell", "openai/pruefer, Prompt 2", "stützt"]
    assert [row[3] for row in sheets["Bearbeitung"][1:]] == [NOT_RECORDED]
    assert {f"Blatt „{name}“" for name in ("Trägt", "Bearbeitung")} <= {row[0] for row in sheets["Vergleich"]}
    assert [row[5] for row in sheets["Belegfälle"][1:] if row[0] == "Beleg-Precision"] == [lauf_id]

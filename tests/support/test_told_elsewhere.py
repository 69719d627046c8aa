"""What second models said is told in lists, comparisons, the monitor and every file that is taken along."""

import io
import json
import zipfile
from datetime import UTC, date, datetime, timedelta

import pytest

from core.assessment.lauf_files import LaufFileForm, exported
from core.context import Context
from core.monitor.alarms import LEVEL_OF_ALL, LEVEL_OF_ONE, SeriesKind, alarm_state, level
from core.monitor.over_time import observation
from core.monitor.regelkarte import LEVEL
from core.runs.lauf_filter import Filter
from core.runs.quote_cube import load_number_table
from core.runs.store import Runstore
from core.support.request_reading import read_request
from core.support.verdict import Verdict
from core.vergleich.kennzahlen import kennzahlen
from core.vergleich.spalten import vergleich_of
from core.vergleich.vergleich_files import VergleichFileForm
from core.vergleich.vergleich_files import exported as vergleichsdatei
from tests.support.conftest import DREI, Quote, stored_lauf
from tests.support.test_request_reading import row

ALLE_VIER = (Verdict.STUETZT, Verdict.ANDERES, Verdict.WIDERSPRICHT, Verdict.OFFEN)


def said(store: Runstore, lauf_id: str, *verdicts: Verdict) -> None:
    """In the order of the quotes of `DREI`."""
    places = (("BRÜCKE", 0), ("BRÜCKE", 1), ("MÜHLRAD", 0))
    pairs = zip(places, verdicts, strict=True)
    store.save_traegt([row(lauf_id, *place, verdict) for place, verdict in pairs])


@pytest.mark.parametrize("points", [None, 2.0, 4.0, 5.0, 6.0, 9.5])
def test_the_database_counts_what_the_list_holds(store: Runstore, points: float | None) -> None:
    fremd = Quote("BRÜCKE", "Der Wald im Norden bleibt, wie er ist.", "…", fremd=True)
    for verdict in ALLE_VIER:
        lauf_id = stored_lauf(store, [*DREI, fremd], {"BRÜCKE": points, "MÜHLRAD": points})
        places = (("BRÜCKE", 0), ("BRÜCKE", 1), ("BRÜCKE", 2), ("MÜHLRAD", 0))
        store.save_traegt([row(lauf_id, *place, Verdict.WIDERSPRICHT, 0, "alt") for place in places])
        store.save_traegt([row(lauf_id, *place, verdict, 5) for place in places])
        listed = read_request(store.load(lauf_id), store.list_traegt(lauf_id))
        counts = store.traegt_counts([lauf_id])
        assert sum(one.lesen for one in counts) == len(listed)
        assert sum(one.geprueft for one in counts) == sum(one.nach_verdict[verdict] for one in counts) == 4
        found = {one.id for one in store.list_laeufe(Filter(lesen=True))}
        assert (lauf_id in found) is bool(listed)
        assert (lauf_id in {one.id for one in store.list_laeufe(Filter(lesen=False))}) is not bool(listed)


def test_a_comparison_counts_them_per_column(context: Context, store: Runstore) -> None:
    one, other = stored_lauf(store), stored_lauf(store, modell_gefragt="openai/zweites")
    said(store, one, Verdict.STUETZT, Verdict.ANDERES, Verdict.WIDERSPRICHT)
    vergleich = vergleich_of(store, context.registry, [one, other])
    first = next(k for k in kennzahlen(vergleich) if k.traegt_geprueft)
    assert (first.traegt_geprueft, first.traegt_lesen) == (3, 2)
    assert first.nach_verdict == {v: int(v is not Verdict.OFFEN) for v in Verdict}
    whole = json.loads(vergleichsdatei(vergleich, VergleichFileForm.JSON, store=store))
    assert sum(one["lesen"] for one in whole["tragwerte"]) == 2
    book = vergleichsdatei(vergleich, VergleichFileForm.XLSX, store=store)
    with zipfile.ZipFile(io.BytesIO(book)) as parts:
        texts = parts.read("xl/sharedStrings.xml").decode()
    for word in ("Prüfmodell sagt", "nicht geprüft", "spricht von anderem", "Prüfmodell: widerspricht"):
        assert word in texts


def test_every_file_of_a_lauf_tells_it_and_reading_one_in_claims_nothing(
    context: Context, store: Runstore
) -> None:
    lauf_id = stored_lauf(store)
    before = exported(context, [lauf_id], LaufFileForm.HTML).decode()
    assert "Ob die Zitate die Forderungen stützen, ist nicht geprüft." in before
    first = row(lauf_id, "BRÜCKE", 0, Verdict.STUETZT)
    store.save_traegt([first])
    lines = exported(context, [lauf_id], LaufFileForm.CSV).decode("utf-8-sig").splitlines()
    assert "traegt;traegt_woerter" in lines[0] and ";stützt;" in lines[1] and ";nicht geprüft;" in lines[2]
    html = exported(context, [lauf_id], LaufFileForm.HTML).decode()
    assert "Bei 1 von 3 Zitaten" in html and "Prüfmodell m zu Forderung 1: stützt" in html
    data = json.loads(exported(context, [lauf_id], LaufFileForm.JSON))
    assert data["laeufe"][0]["traegt"][0]["verdict"] == "stuetzt"
    data["laeufe"][0]["lauf"]["id"] = "anderswo12"
    (here,) = store.import_json(data, context)
    assert here != lauf_id and store.list_traegt(here) == []


def test_many_quotes_to_read_raise_an_alarm_and_have_a_chart(store: Runstore) -> None:
    today = date(2026, 3, 31)
    many = [Quote("BRÜCKE", f"Wir bauen {n} neue Brunnen im Tal.", "…") for n in range(12)]
    for back in range(40):
        day = datetime(2026, 3, 31, 12, tzinfo=UTC) - timedelta(days=back)
        lauf_id = stored_lauf(store, many, {"BRÜCKE": 8}, created=day)
        wrong = 9 if back < 5 else back % 2
        store.save_traegt([
            row(lauf_id, "BRÜCKE", n, Verdict.WIDERSPRICHT if n < wrong else Verdict.STUETZT)
            for n in range(12)
        ])  # fmt: skip
    jobs = load_number_table(store)
    situation = alarm_state(jobs, Filter(), today - timedelta(days=10))
    (alarm,) = [one for one in situation.alarme if one.art is SeriesKind.READ]
    assert alarm.reihe == "alle Läufe" and "passen nicht zu Punkten oder Forderung" in alarm.satz
    card = observation(jobs, Filter(), today - timedelta(days=10)).lesen
    assert card.signale and card.punkte[-1].anteil == pytest.approx(9 / 12)


def test_all_series_together_keep_the_error_that_one_chart_is_allowed() -> None:
    for is_checked in (False, True):
        arten = [art for art in SeriesKind if is_checked or art is not SeriesKind.READ]
        total = sum(level(t, art, is_checked) for t in (LEVEL_OF_ALL, LEVEL_OF_ONE) for art in arten)
        assert total == pytest.approx(LEVEL)

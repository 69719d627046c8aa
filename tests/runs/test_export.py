"""Läufe leave as files, and come back whole."""

import csv
import io
import json
from pathlib import Path

import pytest

from core.errors import EingabeError
from core.runs.lauf import Lauf, Urteil
from core.runs.store import Runstore, open_store
from tests.runs.beispiele import finished_lauf, neuer_lauf, score, teil, verworfen


def exported(store: Runstore, *ids: str) -> dict:
    return json.loads(json.dumps(store.export_json(ids)))


def without(lauf: Lauf, *names: str) -> dict:
    return {n: getattr(lauf, n) for n in Lauf.__dataclass_fields__ if n not in names}


def test_export_comes_back_whole_in_another_store(store: Runstore, tmp_path: Path) -> None:
    batch_id = store.start_batch("Alle Anträge vom März", 1)
    lauf_id = finished_lauf(store, batch_id=batch_id)
    store.save_urteil(Urteil(lauf_id, "LINDENBUND", "wahlprogramm", False, "Eva", "Zu streng.", zitat=1))
    other = open_store(None, tmp_path / "anderswo")
    assert other.import_json(exported(store, lauf_id)) == [lauf_id]
    assert other.load(lauf_id) == store.load(lauf_id)
    assert (other.list_batches(), other.list_laeufe()) == (store.list_batches(), store.list_laeufe())
    assert other.quote_counts() == store.quote_counts()
    other.close()


def test_importing_twice_doubles_nothing(store: Runstore) -> None:
    ids = [finished_lauf(store), finished_lauf(store)]
    data = exported(store, *ids)
    before = [store.load(lauf_id) for lauf_id in ids]
    store.save_urteil(Urteil(ids[0], "LINDENBUND", "wahlprogramm", True, "Eva"))
    assert sorted(store.import_json(data)) == sorted(store.import_json(data)) == sorted(ids)
    assert store.count_laeufe() == 2
    assert [without(store.load(i), "urteile") for i in ids] == [without(lauf, "urteile") for lauf in before]
    assert len(store.list_urteile()) == 1


def test_deleted_lauf_is_restored_by_importing_it(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    data = exported(store, lauf_id)
    store.delete([lauf_id])
    store.import_json(data)
    assert store.load(lauf_id).geloescht is None


def test_clashing_id_with_other_content_gets_one_new_id(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    data = exported(store, lauf_id)
    data["laeufe"][0]["score"][0]["score"] = 1.0
    before = store.load(lauf_id)
    (first,) = store.import_json(data)
    assert first != lauf_id and store.import_json(data) == [first]
    assert store.load(lauf_id) == before and store.load(first).scores[0].score == 1.0
    assert store.count_laeufe() == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "keine Datei mit Läufen"),
        ({"format": "anderes"}, "keine Datei mit Läufen"),
        ({"format": "antragsspiegel-laeufe", "version": 99}, "Fassung 99"),
        ({"format": "antragsspiegel-laeufe", "version": 1}, "beschädigt"),
    ],
)
def test_strange_file_is_refused_with_the_reason(store: Runstore, data: dict, said: str) -> None:
    with pytest.raises(EingabeError, match=said):
        store.import_json(data)


def test_passages_missing_from_a_file_are_not_made_up(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    data = exported(store, lauf_id)
    store.delete([lauf_id])
    store.purge()
    data["texte"] = ["erfunden"]
    with pytest.raises(EingabeError, match="beschädigt"):
        store.import_json(data)


def test_half_broken_file_changes_nothing(store: Runstore) -> None:
    ids = [finished_lauf(store), finished_lauf(store)]
    data = exported(store, *ids)
    store.delete(ids)
    store.purge()
    del data["laeufe"][1]["teil"][0]["status"]
    with pytest.raises(EingabeError, match="nichts"):
        store.import_json(data)
    assert store.count_laeufe() == 0


def table(store: Runstore, *ids: str) -> list[dict[str, str]]:
    text = store.export_csv(ids).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))


def test_csv_has_one_row_per_zitat_as_german_excel_reads_it(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    assert store.export_csv([lauf_id]).startswith(b"\xef\xbb\xbf")
    rows = table(store, lauf_id)
    assert [row["status"] for row in rows] == ["woertlich", "nur_aehnlich", "woertlich"]
    assert [row["fremde_partei"] for row in rows] == ["nein", "nein", "ja"]
    first, second, _ = rows
    assert (first["score"], first["seite"], first["gebunden"]) == ("7,5", "7, 8", "ja")
    assert first["zitat"].endswith("auf.") and first["emittiert"].endswith("auf")
    assert (second["zitat"], second["uebereinstimmung"]) == ("", "0,61")


def test_csv_runs_no_formula_a_model_wrote(store: Runstore) -> None:
    lauf_id = store.start(neuer_lauf())
    formula = '=HYPERLINK("http://example.org";"Zitat")'
    store.save_teil(lauf_id, teil(), [score(value=-1)], [verworfen(text=formula)])
    (row,) = table(store, lauf_id)
    assert row["emittiert"] == f"'{formula}"

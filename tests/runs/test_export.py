"""Läufe leave as files, and come back whole."""

import csv
import io
import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from core.antrag.antrag import Forderung
from core.base.errors import EingabeError
from core.base.table import cell
from core.base.version import VERSION
from core.llm.verdict import Stance, Verdict
from core.runs.export import FORMAT
from core.runs.import_laeufe import import_json, read_export
from core.runs.lauf import Lauf, Urteil
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, open_store
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.runs.beispiele import (
    ANTRAG,
    NOWHERE,
    exported,
    finished_lauf,
    gebunden,
    neuer_lauf,
    score,
    teil,
    verworfen,
)


def without(lauf: Lauf, *names: str) -> dict:
    return {n: getattr(lauf, n) for n in Lauf.__dataclass_fields__ if n not in names}


@pytest.mark.contract
def test_export_comes_back_whole_in_another_store(store: Runstore, tmp_path: Path) -> None:
    lauf_id = finished_lauf(store, batch_id=store.start_batch("Alle Anträge vom März", 1))
    store.save_note(
        Urteil(lauf_id, "LINDENBUND", "wahlprogramm", False, "Eva", "Zu streng.", zitat=1, forderung="2")
    )
    other = open_store(None, tmp_path / "anderswo")
    (there,) = import_json(other, exported(store, lauf_id))
    ours, theirs = store.load(lauf_id), other.load(there)
    proved_or_own = (
        "id", "herzschlag", "eingelesen", "schluessel", "batch_id", "prompt_text", "zitate", "urteile",
    )  # fmt: skip
    assert without(theirs, *proved_or_own) == without(ours, *proved_or_own)
    assert theirs.eingelesen and theirs.batch_id is None and other.list_batches() == []
    assert [(z.text, z.quelle) for z in theirs.zitate] == [(z.text, z.quelle) for z in ours.zitate]
    (said,) = theirs.urteile
    assert (said.name, said.notiz, said.forderung) == ("Eva (aus der Datei)", "Zu streng.", "2")
    other.close()


def test_what_a_model_said_of_its_quotes_comes_with_its_answer(store: Runstore, tmp_path: Path) -> None:
    """A file says it nowhere else."""
    said = {"text": gebunden().text, "forderung": "2", "haltung": "stützt"}
    part = {"score": 7, "begruendung": "Passt.", "zitate": [said]}
    answer = json.dumps({"fraktion": "LINDENBUND", "wahlprogramm": part, "parteiprogramm": None})
    lauf_id = store.start(neuer_lauf())
    store.save_teil(lauf_id, teil(antwort=answer), [], [gebunden(), verworfen()])
    store.finish(lauf_id)
    with closing(open_store(None, tmp_path / "anderswo")) as other:
        (there,) = import_json(other, exported(store, lauf_id))
        found = {one.text: one.stance for one in other.load(there).zitate}
    assert found == {gebunden().text: Stance("2", Verdict.STUETZT), verworfen().text: None}


def test_quotes_that_cannot_be_proved_here_have_no_status_of_ours(store: Runstore, tmp_path: Path) -> None:
    other = open_store(None, tmp_path / "anderswo")
    (there,) = import_json(other, exported(store, finished_lauf(store)))
    assert {zitat.status for zitat in other.load(there).zitate} == {ZitatStatus.UNGEPRUEFT}
    (zeile,) = other.list_laeufe()
    assert (zeile.emittiert, zeile.gebunden, zeile.ungeprueft) == (3, 0, 3)
    assert other.list_verworfene() == []
    other.close()


def test_importing_twice_doubles_nothing_and_changes_nothing_of_ours(store: Runstore) -> None:
    ids = [finished_lauf(store), finished_lauf(store)]
    data = exported(store, *ids)
    data["laeufe"][0]["notiz"] = [
        {"id": "u1", "art": "urteil", "partei": "LINDENBUND", "zitat": None, "name": "Eva",
         "created": "2025-03-05T10:00:00+00:00", "inhalt": {"typ": "wahlprogramm", "zustimmung": True}},
    ]  # fmt: skip
    before = [store.load(lauf_id) for lauf_id in ids]
    assert sorted(import_json(store, data)) == sorted(import_json(store, data)) == sorted(ids)
    assert [store.load(lauf_id) for lauf_id in ids] == before
    assert store.count_laeufe() == 2 and not any(store.load(line.id).urteile for line in store.list_laeufe())


def test_deleted_lauf_of_ours_is_not_restored_by_a_file(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    data = exported(store, lauf_id)
    store.delete([lauf_id])
    gelesen = read_export(store, json.dumps(data).encode())
    assert (gelesen.ids, gelesen.neu, gelesen.geloescht) == ((lauf_id,), 0, 1)
    assert store.load(lauf_id).geloescht


def test_what_was_read_in_and_deleted_comes_back_with_its_file(store: Runstore, tmp_path: Path) -> None:
    other = open_store(None, tmp_path / "anderswo")
    data = exported(store, finished_lauf(store))
    (there,) = import_json(other, data)
    other.delete([there])
    assert import_json(other, data) == [there] and other.load(there).geloescht is None
    other.close()


def test_other_content_under_an_id_of_ours_gets_one_new_id(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    data = exported(store, lauf_id)
    data["laeufe"][0]["score"][0]["score"] = 1.0
    before = store.load(lauf_id)
    (first,) = import_json(store, data)
    assert first != lauf_id and import_json(store, data) == [first]
    assert store.load(lauf_id) == before and store.load(first).scores[0].score == 1.0
    assert store.count_laeufe() == 2


def test_what_was_read_in_answers_no_question_of_ours(store: Runstore) -> None:
    """Neither as a finished answer nor as parts that are paid for, nor as what a model usually costs."""
    data = exported(store, finished_lauf(store))
    for at, status in enumerate(("fertig", "abgebrochen")):
        lauf = data["laeufe"][0]["lauf"]
        lauf |= {"status": status, "schluessel": "ein-anderer", "app_version": str(at)}
        (there,) = import_json(store, data)
        key = store.load(there).schluessel
        for asked in ("ein-anderer", key):
            assert store.find_cached(asked) is None and store.paid_parts(asked) == {}
    assert store.usual_cost(["offline/extraktiv"]) == store.usual_cost(["offline/extraktiv"])


def test_a_lauf_that_ran_when_it_was_exported_runs_nowhere_here(store: Runstore) -> None:
    data = exported(store, finished_lauf(store))
    data["laeufe"][0]["lauf"] |= {"status": "laeuft", "finished": None}
    (there,) = import_json(store, data)
    assert store.load(there).status == "abgebrochen" and store.running() == []


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "keine Datei mit Läufen"),
        ({"format": "anderes"}, "keine Datei mit Läufen"),
        ({"format": "antragsspiegel-laeufe", "version": 99}, "Fassung 99 .*bis 1"),
        (
            {"format": "antragsspiegel-laeufe", "version": 2, "geschrieben_mit": "Antragsspiegel 9"},
            "Fassung 2 .*Antragsspiegel 9",
        ),
        *(
            ({"format": "antragsspiegel-laeufe", "version": version}, "Fassung")
            for version in (True, 0, -1, "1", 1.0, None, [1])
        ),
        ({"format": "antragsspiegel-laeufe", "version": 1}, "laeufe: fehlt"),
    ],
)
def test_strange_file_is_refused_with_the_reason(store: Runstore, data: dict, said: str) -> None:
    with pytest.raises(EingabeError, match=said):
        import_json(store, data)


def test_passages_missing_from_a_file_are_not_made_up(store: Runstore) -> None:
    lauf_id = finished_lauf(store)
    data = exported(store, lauf_id)
    store.delete([lauf_id])
    store.purge([lauf_id], NOWHERE)
    data["texte"] = ["erfunden"]
    with pytest.raises(EingabeError, match="Diesen Text enthält die Datei nicht"):
        import_json(store, data)


def test_half_broken_file_changes_nothing(store: Runstore) -> None:
    ids = [finished_lauf(store), finished_lauf(store)]
    data = exported(store, *ids)
    store.delete(ids)
    store.purge(ids, NOWHERE)
    del data["laeufe"][1]["teil"][0]["status"]
    with pytest.raises(EingabeError, match="nichts"):
        import_json(store, data)
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


def edited(store: Runstore) -> str:
    """A Lauf on an Antrag whose title was changed and to which a demand was added."""
    added = (*ANTRAG.forderungen, Forderung("9", "Der Regelsatz steigt auf 420 Euro."))
    changed = replace(ANTRAG, titel="Brunnen überall", forderungen=added)
    return finished_lauf(store, antrag=changed, gelesen=ANTRAG)


def test_what_was_read_goes_along_and_comes_back(store: Runstore, tmp_path: Path) -> None:
    lauf_id = edited(store)
    other = open_store(None, tmp_path / "other")
    (there,) = import_json(other, exported(store, lauf_id))
    mine, theirs = store.load(lauf_id), other.load(there)
    assert theirs.gelesen == mine.gelesen == ANTRAG and theirs.edits == mine.edits
    assert [zeile.bearbeitet for zeile in other.list_laeufe()] == [True]
    assert theirs.antrag_hash == mine.antrag_hash
    other.close()


def test_an_edited_antrag_is_another_than_the_one_in_its_file(store: Runstore) -> None:
    plain, changed = finished_lauf(store, gelesen=ANTRAG), edited(store)
    assert store.load(plain).antrag_hash != store.load(changed).antrag_hash
    assert {zeile.id: zeile.bearbeitet for zeile in store.list_laeufe()} == {plain: False, changed: True}
    names = {kopf.id: kopf.antrag_name for kopf in store.lauf_heads()}
    assert names == {plain: ANTRAG.titel, changed: "Bearbeitet: Brunnen überall"}


def test_csv_says_what_the_file_does_not(store: Runstore) -> None:
    (first, *_) = table(store, edited(store))
    assert first["antrag_bearbeitet"] == "ja"
    assert (
        "Titel geändert: vorher: „Trinkbrunnen an allen Schulen“, jetzt: „Brunnen überall“"
        in (first["antrag_aenderungen"])
    )
    assert "Forderung 9 hinzugefügt: „Der Regelsatz steigt auf 420 Euro.“" in first["antrag_aenderungen"]
    assert table(store, finished_lauf(store, gelesen=ANTRAG))[0]["antrag_bearbeitet"] == "nein"
    assert table(store, finished_lauf(store))[0]["antrag_bearbeitet"] == "nicht aufgezeichnet"


def test_points_that_people_give_instead_are_kept_exported_and_read_in(
    store: Runstore, tmp_path: Path
) -> None:
    lauf_id = finished_lauf(store)
    (score, *_) = store.load(lauf_id).scores
    said = Urteil(lauf_id, score.partei, score.typ, False, "Eva", "zu streng", punkte=7.5)
    store.save_note(said)
    other = open_store(None, tmp_path / "other")
    (there,) = import_json(other, exported(store, lauf_id))
    assert [one.punkte for one in other.load(there).urteile] == [7.5]
    for wrong in (replace(said, punkte=10.5), replace(said, zitat=0, punkte=5)):
        with pytest.raises(EingabeError, match=r"Eigene Punkte|punkte: darf höchstens 10 sein"):
            store.save_note(wrong)
    other.close()


def test_a_search_combines_words_over_the_columns(store: Runstore) -> None:
    lauf_id = finished_lauf(store, antrag=replace(ANTRAG, antragsteller=("GRÜNE",)), prompt_id="schnell")
    for found in ("trinkbrunnen schnell", "5/214 grüne", "SCHULEN extraktiv demo"):
        assert [zeile.id for zeile in store.list_laeufe(Filter(suche=found))] == [lauf_id], found
    assert store.list_laeufe(Filter(suche="trinkbrunnen langsam")) == []


@pytest.mark.parametrize(
    "sign", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"]
)
def test_no_cell_begins_as_a_formula_does(sign: str) -> None:
    assert cell(f"{sign}HYPERLINK(1)") == f"'{sign}HYPERLINK(1)" and cell(-1.5) == "-1,5"


def test_a_file_says_who_wrote_it_and_who_reads_it(store: Runstore) -> None:
    told = exported(store, finished_lauf(store))
    assert (told["format"], told["version"]) == (FORMAT, 1)
    assert VERSION in told["geschrieben_mit"] and "--import" in told["lesbar_mit"]

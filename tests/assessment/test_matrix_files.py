"""The matrix as it is taken along."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

from core.assessment.lauf_files import exported, file_name
from core.base import clock
from core.base.table import cell
from core.features.papers.lauf_report import report
from core.llm.verdict import Traegt, Verdict
from core.programme.context import Context
from core.runs.export import FIRST, PERSON, PRUEFER, UNCHANGED, URTEIL, edit_table
from core.runs.import_laeufe import read_export
from core.runs.lauf import Urteil
from core.runs.store import Runstore, runstore
from tests.support.conftest import (
    ANTRAG,
    BAHN_ZITAT,
    BEIDES,
    BEIDES_ZITAT,
    Quote,
    context,
    store,
    stored_lauf,
)  # fmt: skip
from tests.workbook_sheets import read_sheets

__all__ = ["context", "store"]


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig")), delimiter=";"))


def test_the_table_has_a_row_per_forderung_and_sums(context: Context, store: Runstore) -> None:
    lauf_id = stored_lauf(store)
    table = rows(exported(context, [lauf_id], "matrix.csv"))
    assert [row["Forderung"] for row in table] == [
        *(one.text for one in ANTRAG.forderungen), "Forderungen mit Stelle", "Zitate", "Zu keiner Forderung",
    ]  # fmt: skip
    bruecke = [row["Die Brücke"] for row in table]
    # The trees answer none.
    assert bruecke == ["nicht geprüft (1 Zitat)", "keine Quellen", "1 von 2", "2", "1"]


def test_json_names_the_quotes_of_each_cell_and_can_still_be_read_in(
    context: Context, store: Runstore
) -> None:
    lauf_id = stored_lauf(store)
    data = exported(context, [lauf_id], "json")
    first = json.loads(data)["matrix"][lauf_id]["forderungen"][0]
    assert first["zellen"]["BRÜCKE"] == {"stand": "nicht geprüft", "zitate": [1]}
    assert read_export(store, data, context).bekannt == 1


def test_the_workbook_holds_every_cell_with_its_quotes(
    context: Context, store: Runstore, tmp_path: Path
) -> None:
    data = exported(context, [stored_lauf(store)], "xlsx")
    with ZipFile(io.BytesIO(data)) as book:
        assert "Matrix mit Zitaten" in book.read("xl/workbook.xml").decode()
        strings = book.read("xl/sharedStrings.xml").decode()
    assert BAHN_ZITAT in strings and "Forderung von uns zugeordnet" in strings


def strings_of(data: bytes) -> str:
    with ZipFile(io.BytesIO(data)) as book:
        return book.read("xl/sharedStrings.xml").decode()


def test_the_workbook_tells_what_was_changed_of_the_antrag(context: Context, store: Runstore) -> None:
    first, *others = ANTRAG.forderungen
    read = replace(
        ANTRAG, titel="Der alte Titel", forderungen=(replace(first, text="Alles ganz anders."), *others)
    )
    edited = store.load(stored_lauf(store, gelesen=read))
    table = edit_table([edited], context.registry.partei_label)
    assert table.kopf == ("Lauf", "Antrag", "Was", "Änderung", "vorher", "jetzt")
    assert [row[2:] for row in table.zeilen] == [
        ("Titel", "geändert", "Der alte Titel", ANTRAG.titel),
        ("Forderung 1", "geändert", "Alles ganz anders.", first.text),
    ]
    plain = store.load(stored_lauf(store, gelesen=ANTRAG))
    assert [row[2:] for row in edit_table([plain], context.registry.partei_label).zeilen] == [
        (None, UNCHANGED, None, None)
    ]
    written = strings_of(exported(context, [edited.id], "xlsx"))
    assert "Der alte Titel" in written and "Alles ganz anders." in written


def test_files_of_a_lauf_are_called_by_number_and_title_in_letters_that_every_system_takes() -> None:
    assert file_name("abc", "Bundesliegenschaften", "18/4419") == "18-4419 Bundesliegenschaften"
    assert file_name("abc", 'Straße: „a/b“ <c>\n\u202e"d"?', "") == "Straße a b c d"
    long = file_name(
        "abc", "Verbilligter Verkauf von Liegenschaften des Bundes an Gemeinden und Länder", "1/2"
    )
    assert long == "1-2 Verbilligter Verkauf von Liegenschaften des Bundes an"
    assert len(file_name("abc", "x" * 300, "")) == 60 and file_name("abc", "…", "") == "Lauf abc"


def test_the_report_begins_with_the_matrix_and_says_what_each_quote_answers(
    context: Context, store: Runstore
) -> None:
    page = report(context, [runstore(context).load(stored_lauf(store))])
    for one in ANTRAG.forderungen:
        assert f"<th>{one.nummer} {one.text}</th>" in page
    assert page.count("nicht geprüft (1 Zitat)") == 2 and "Zu Forderung 1" in page
    assert page.index(f"<th>{ANTRAG.forderungen[0].nummer} ") < page.index("Methode und Grenzen")
    assert page.index("Methode und Grenzen") < page.index("Anlage: Die Forderungen")


def test_the_workbook_holds_what_each_said_of_each_forderung_and_how_to_read_it(
    context: Context, store: Runstore
) -> None:
    lauf_id = stored_lauf(store, [Quote("BRÜCKE", BEIDES_ZITAT, BEIDES, ("1", "2"))])
    first = Traegt(
        lauf_id=lauf_id, partei="BRÜCKE", zitat=0, forderung="1", verdict=Verdict.STUETZT, words="",
        model="m", prompt_version="1", created=clock.now(),
    )  # fmt: skip
    store.save_notes([first, replace(first, forderung="2", rang=1)])
    for forderung in ("2", None):
        word = Urteil(lauf_id, "BRÜCKE", "wahlprogramm", True, "Ada", "", 0, traegt=Verdict.ANDERES)
        store.save_note(replace(word, forderung=forderung))
    sheets = read_sheets(exported(context, [lauf_id], "xlsx"))
    names = ["Matrix", "Matrix mit Zitaten", "Trägt", "Bearbeitung", "Lesart"]
    assert list(sheets) == names
    assert [row[3:8] for row in sheets["Trägt"][1:]] == [
        [1, "1", PRUEFER, "m, Prompt 1", "stützt"],
        [1, "2", PERSON, "Ada", "spricht von anderem"],
        [1, "2", PRUEFER, "m, Prompt 1", "stützt"],
        [1, FIRST, PERSON, "Ada", "spricht von anderem"],
    ]
    assert [row[0] for row in sheets["Lesart"][1:]] == list(sheets)[:-1]
    (row,) = rows(exported(context, [lauf_id], "csv"))
    assert row["traegt_je_forderung"] == "1: stützt | 2: stützt"
    assert row["urteile"].startswith("Stimmt, zu Forderung 2: spricht von anderem (Ada, ")


def test_what_people_said_of_quotes_and_points_is_a_table(context: Context, store: Runstore) -> None:
    lauf_id = stored_lauf(store, [Quote("BRÜCKE", BEIDES_ZITAT, BEIDES, ("1", "2"))])
    place = (lauf_id, "BRÜCKE", "wahlprogramm")
    store.save_note(Urteil(*place, False, "Ada", "=Darum", 0, traegt=Verdict.ANDERES, forderung="2"))
    store.save_note(Urteil(*place, True, "", punkte=6.5))
    on_quote, on_points = rows(exported(context, [lauf_id], "urteile.csv"))
    assert list(on_quote) == [head for head, _ in URTEIL]
    told = ("Zitat Nr.", "Zu Forderung", "Urteil", "Was das Zitat sagt", "Eigene Punkte", "Notiz", "Name")
    assert [on_quote[name] for name in told] == [
        "1", "2", "stimmt nicht", "spricht von anderem", "", "'=Darum", "Ada",
    ]  # fmt: skip
    assert [on_points[name] for name in told] == ["", "", "stimmt", "", "6,5", "", ""]
    (zitat,), (score,) = store.load(lauf_id).zitate, store.load(lauf_id).scores
    assert (on_quote["Wortlaut"], on_points["Wortlaut"]) == (zitat.eintrag.text, "")
    assert (on_quote["Punkte des Modells"], on_points["Punkte des Modells"]) == ("", cell(score.score))

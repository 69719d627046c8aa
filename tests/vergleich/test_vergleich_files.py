"""A comparison as a file: everything in it, and nothing in it that runs."""

import csv
import io
import json
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.assessment.lauf_view import NO_QUELLEN
from core.context import default_context
from core.programme.pdf_processes import pymupdf
from core.runs.store import open_store
from core.vergleich.spalten import Vergleich, vergleich_of
from core.vergleich.vergleich_files import VergleichFileForm, exported
from tests.runs.beispiele import finished_lauf
from tests.vergleich.tafel import tafel
from tests.workbook_sheets import read_sheets

STAND = datetime(2026, 11, 22, 6, 0, tzinfo=UTC)
NAMEN = {"LINDENBUND": "Lindenbund", "MUEHLRAD": "Mühlrad-Partei"}
FORMULAS = ('=HYPERLINK("http://boese.example";"Klick")', "+49", "-1+1", "@SUM(A1)", "\t=1", "\r=1")


def _vergleich() -> Vergleich:
    return tafel(
        {
            "standard": [[[7, NO_QUELLEN], [8, NO_QUELLEN]], [[4, 3]]],
            "streng": [[[5.5, NO_QUELLEN]], [[4, None]]],
        },
        zitate={"standard": [(3, 4), (1, 1)], "streng": [(2, 4), (0, 0)]},
    )


def _with_title(titel: str) -> Vergleich:
    return replace(_vergleich(), antraege={"a0": titel, "a1": "Antrag 2"})


def _file(form: VergleichFileForm, vergleich: Vergleich | None = None) -> bytes:
    return exported(vergleich or _vergleich(), form, 0, NAMEN, STAND)


def _csv(vergleich: Vergleich | None = None) -> list[dict[str, str]]:
    text = _file(VergleichFileForm.CSV, vergleich).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";"))


def _sheets(vergleich: Vergleich | None = None) -> dict[str, list[list[str | float | None]]]:
    return read_sheets(_file(VergleichFileForm.XLSX, vergleich))


def test_csv_has_every_score_with_its_column_in_full() -> None:
    rows = _csv()
    assert _file(VergleichFileForm.CSV).startswith(b"\xef\xbb\xbf")
    assert next(row["Punkte"] for row in rows if row["Spalte"] == "streng") == "5,5"
    assert len(rows) == len(_vergleich().werte) == 10
    first = rows[0]
    assert first["Antrag"] == "Antrag 1"
    assert (first["Partei"], first["Programm"], first["Punkte"]) == ("Lindenbund", "Wahlprogramm", "7")
    assert (first["Modell"], first["Prompt"], first["Promptversion"]) == ("anbieter/modell", "standard", "3")
    assert (first["Prompthash"], first["Parameter"]) == ("p" * 64, '{"temperature": 0.0}')
    assert (first["Wiederholung"], first["Wiederholungen insgesamt"], first["Beispiel"]) == ("1", "2", "nein")
    assert (first["Lauf vom"], first["Stand"]) == ("2026-11-20T10:30:00+01:00", "2026-11-22T07:00:00+01:00")
    without = {(row["Punkte"], row["Grund ohne Punkte"]) for row in rows if row["Partei"] != "Lindenbund"}
    assert without == {("", "keine Quellen"), ("3", ""), ("", "fehlgeschlagen")}


@pytest.mark.parametrize("titel", FORMULAS)
def test_csv_cell_never_runs_as_a_formula(titel: str) -> None:
    assert _csv(_with_title(titel))[0]["Antrag"] == f"'{titel}"


def test_quotes_come_along_bound_ones_with_their_source_and_dropped_ones_with_the_reason(
    tmp_path: Path,
) -> None:
    store = open_store(None, tmp_path)
    ids = [finished_lauf(store), finished_lauf(store, prompt_id="streng")]
    vergleich = vergleich_of(store, default_context().registry, ids)
    sheets = read_sheets(exported(vergleich, VergleichFileForm.XLSX, 0, NAMEN, STAND, store))
    kopf, *rows = sheets["Zitate"]
    bound, dropped, foreign = (dict(zip(kopf, row, strict=False)) for row in rows[:3])
    assert len(rows) == 6
    assert (bound["Nummer"], bound["Belegt"], bound["Quelle"]) == (1, "ja", "Lindenbund 2024, S. 7")
    assert bound["Wortlaut im Programm"] == "Wir stellen an jeder Schule einen Brunnen auf."
    assert (dropped["Belegt"], dropped["Nicht belegt, weil"]) == ("nein", "nur ähnlich")
    assert dropped["Wortlaut im Programm"] is None
    assert foreign["Aus dem Programm einer anderen Partei"] == "ja"
    data = json.loads(exported(vergleich, VergleichFileForm.JSON, 0, NAMEN, STAND, store))
    assert [quote["status"] for quote in data["zitate"][:2]] == ["woertlich", "nur_aehnlich"]
    store.close()


def test_workbook_says_what_was_compared_and_when_and_what_came_of_it() -> None:
    """Two repeats give 7 and 8, the other Antrag 4: the mean is (7.5 + 4) / 2, the spread √½."""
    sheets = _sheets()
    assert list(sheets) == [
        "Vergleich", "Spalten", "Punkte", "Kennzahlen", "Unterschiede", "Zitatzahlen", "Einzelwerte",
    ]  # fmt: skip
    told = [(row[0], row[1]) for row in sheets["Vergleich"][1:]]
    assert ("Stand", "2026-11-22T07:00:00+01:00") in told
    assert {("Anträge", 2.0), ("Läufe", 5.0), ("Verglichen mit", "standard")} <= set(told)
    assert told[-2:] == [("Antrag", "Antrag 1"), ("Antrag", "Antrag 2")]
    assert sheets["Spalten"][1] == [
        "standard", "anbieter/modell", "standard", "3", "p" * 64, "je_forderung", '{"temperature": 0.0}', 2,
        3,
    ]  # fmt: skip
    points = sheets["Punkte"]
    assert points[0][:4] == ["Programm", "Partei", "Spalte", "Punkte im Mittel"]
    assert points[1] == ["Wahlprogramm", "Lindenbund", "standard", 5.75, 0.7071, 2, "", "nein"]
    figures = {row[0]: row[1:] for row in sheets["Kennzahlen"]}
    assert figures["Kennzahl"] == ["standard", "streng"]
    assert figures["Zitate"] == [5, 4]
    assert figures["Anteil belegt"] == [0.8, 0.5]
    kopf, first = sheets["Unterschiede"][:2]
    assert first[kopf.index("Befund")] == "Zu wenige gemeinsame Anträge (2) für eine Aussage."


@pytest.mark.parametrize("titel", [*FORMULAS, "https://example.org/", "0123", "a\x00b\ud800c"])
def test_workbook_keeps_every_text_a_text(titel: str) -> None:
    book = zipfile.ZipFile(io.BytesIO(_file(VergleichFileForm.XLSX, _with_title(titel))))
    for name in book.namelist():
        if name.startswith("xl/worksheets/"):
            assert b"<f>" not in book.read(name)
            assert b"hyperlink" not in book.read(name)
    shown = str(_sheets(_with_title(titel))["Einzelwerte"][1][0])
    assert shown.replace("_x0000_", "\x00").replace("_x0009_", "\t").replace(
        "_x000D_", "\r"
    ) == titel.replace("\ud800", "?")


def test_json_can_be_read_and_holds_plain_values_only() -> None:
    data = json.loads(_file(VergleichFileForm.JSON))
    assert (data["format"], data["version"], data["stand"]) == (
        "antragsspiegel-vergleich",
        1,
        STAND.isoformat(),
    )
    assert data["spalten"][0]["parameter"] == {"temperature": 0.0}
    assert data["antraege"] == {"a0": "Antrag 1", "a1": "Antrag 2"}
    assert len(data["werte"]) == 10
    assert data["werte"][1]["score"] is None
    assert data["zitatzahlen"][0]["nach_status"]["woertlich"] == 3
    assert data["zitate"] is None
    assert set(data["unterschiede"]) == {"beide", "wahlprogramm", "parteiprogramm"}


def test_report_tells_points_reasons_and_columns() -> None:
    html = _file(VergleichFileForm.HTML).decode()
    assert "<h1>Vergleich auf 2 Anträgen</h1>" in html
    assert "Stand 22.11.2026" in html
    assert "5,8 ± 0,7" in html
    assert "keine Quellen" in html
    assert "Mühlrad-Partei" in html
    assert "p" * 64 in html
    assert "Zu wenige gemeinsame Anträge (2) für eine Aussage." in html
    assert "Beispieldaten" not in html
    vergleich = _vergleich()
    demo = replace(vergleich, laeufe=tuple(replace(lauf, is_demo=True) for lauf in vergleich.laeufe))
    assert "Beispieldaten" in _file(VergleichFileForm.HTML, demo).decode()


def test_report_shows_markup_of_others_as_text() -> None:
    evil = "<script>alert(1)</script>"
    vergleich = _vergleich()
    columns = (replace(vergleich.spalten[0], name=evil, modell=evil), vergleich.spalten[1])
    changed = replace(vergleich, spalten=columns, antraege={"a0": evil, "a1": "x"}, hinweise=(evil,))
    html = exported(changed, VergleichFileForm.HTML, 1, {"LINDENBUND": evil}, STAND).decode()
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 6


def test_report_prints_on_paper() -> None:
    pages = pymupdf().open(stream=_file(VergleichFileForm.PDF))
    text = "".join(page.get_text() for page in pages)
    assert "Vergleich auf 2 Anträgen" in text
    assert "Mühlrad" in text

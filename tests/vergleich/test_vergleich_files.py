"""A comparison as a file: everything in it, and nothing in it that runs."""

import csv
import io
import zipfile
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.assessment.partei_view import NO_QUELLEN
from core.features.vergleich.spalten import Vergleich, vergleich_of
from core.features.vergleich.vergleich_files import VergleichFileForm, exported
from core.programme.context import default_context
from core.runs.store import open_store
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
        "standard", "anbieter/modell", "standard", "3", "p" * 64, "abgeschrieben", "je_forderung",
        '{"temperature": 0.0}', 2, 3,
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

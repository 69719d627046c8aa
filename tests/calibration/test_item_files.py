"""Items in every form they come in, and what is refused."""

import gzip
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from xlsxwriter import Workbook

from core.calibration.item_files import SPALTEN, read_eichsatz, shipped_sentence
from core.calibration.items import as_rows, make_eichsatz
from core.errors import EingabeError
from core.settings import ROOT
from tests.conftest import korpus_path

ROW: dict[str, Any] = {
    "wahl": "Musterland",
    "jahr": 2024,
    "these": "Die Wieltalbahn soll fahren.",
    "partei": "MÜHLRAD",
    "antwort": "Stimme zu",
    "begruendung": "Sie fehlt.",
}


def test_the_shipped_set_is_whole() -> None:
    """At least 20 theses, four parties each, each with a reason, other words and a negation."""
    satz = shipped_sentence(ROOT / "data")
    assert len(satz.thesen()) >= 20 and len(satz.items) == 4 * len(satz.thesen())
    assert all(i.begruendung and i.umformuliert and i.verneint and i.wahltag for i in satz.items)
    assert {item.position for item in satz.items} == {-1, 0, 1}
    assert make_eichsatz(satz.name, as_rows(satz)) == satz


def test_lines_of_json_also_packed(tmp_path: Path) -> None:
    text = "\n".join(json.dumps(row) for row in (ROW, {**ROW, "partei": "BRÜCKE", "antwort": "neutral"}))
    (tmp_path / "a.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(text.encode()))
    plain, packed = (read_eichsatz(tmp_path / name, "x") for name in ("a.jsonl", "b.jsonl.gz"))
    assert plain == packed and [item.position for item in plain.items] == [1, 0]


@pytest.mark.parametrize("mark", [";", ","])
def test_csv(tmp_path: Path, mark: str) -> None:
    lines = [mark.join(ROW), mark.join(map(str, ROW.values()))]
    (tmp_path / "a.csv").write_text("\ufeff" + "\r\n".join(lines), encoding="utf-8")
    (item,) = read_eichsatz(tmp_path / "a.csv").items
    assert (item.jahr, item.position, item.partei) == (2024, 1, "MÜHLRAD")


def test_a_folder_of_qual_o_mat_data(tmp_path: Path) -> None:
    folder = tmp_path / "2009" / "deutschland"
    folder.mkdir(parents=True)
    files = {
        "statement": [{"id": 0, "category": 0, "label": "Bahn", "text": "Die Bahn soll fahren."}],
        "party": [{"id": 0, "name": "SPD", "longname": "…"}, {"id": 1, "name": "FDP", "longname": "…"}],
        "comment": [{"id": 0, "text": "Ja, gern."}, {"id": 1, "text": "Nein."}],
        "opinion": [
            {"id": 0, "party": 0, "statement": 0, "answer": 0, "comment": 0},
            {"id": 1, "party": 1, "statement": 0, "answer": 1, "comment": 1},
        ],
        "overview": {"title": "Bundestagswahl", "date": "2009-09-27T00:00:00.000Z"},
    }
    for name, content in files.items():
        (folder / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
    items = read_eichsatz(tmp_path).items
    assert [(i.wahl, i.jahr, i.partei, i.position, i.begruendung) for i in items] == [
        ("deutschland", 2009, "SPD", 1, "Ja, gern."),
        ("deutschland", 2009, "FDP", -1, "Nein."),
    ]
    (folder / "answer.json").write_text(
        '[{"id": 0, "message": "Neutral"}, {"id": 1, "message": "Stimme zu"}]'
    )
    assert [item.position for item in read_eichsatz(tmp_path).items] == [0, 1]


def workbook(path: Path, head: tuple[str, ...] = tuple(SPALTEN)) -> Path:
    with Workbook(path) as book:
        book.add_worksheet("Hinweise").write_row(0, 0, ["Stand", "1.0"])
        sheet = book.add_worksheet("Datensatz BTW 2025")
        sheet.write_row(0, 0, ["Partei: Nr.", *head])
        sheet.write_row(1, 0, [1, "SPD", "Bahn", "Die Bahn soll fahren.", "stimme nicht zu", "Nein, denn …"])
    return path


def test_the_workbook_of_the_bundeszentrale(tmp_path: Path) -> None:
    path = workbook(tmp_path / "Wahl-O-Mat Bundestagswahl 2025_Datensatz.xlsx")
    (item,) = read_eichsatz(path, wahl="Bundestag").items
    assert (item.wahl, item.jahr, item.partei, item.position) == ("Bundestag", 2025, "SPD", -1)
    assert (item.label, item.begruendung) == ("Bahn", "Nein, denn …")
    with pytest.raises(EingabeError, match="Kein Blatt der Arbeitsmappe"):
        read_eichsatz(workbook(tmp_path / "2025.xlsx", ("Partei", "Titel", "These", "Position", "Grund")))


def test_a_workbook_that_defines_entities_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "2025.xlsx"
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("xl/worksheets/sheet1.xml", '<!DOCTYPE x [<!ENTITY a "b">]><worksheet>&a;</worksheet>')
    with pytest.raises(EingabeError, match="XML-Definitionen"):
        read_eichsatz(path)
    path.write_bytes(b"PK nothing")
    with pytest.raises(EingabeError, match="lässt sich nicht lesen"):
        read_eichsatz(path)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"antwort": "vielleicht"}, "Zeile 2, Feld „antwort“"),
        ({"antwort": 1}, "Zeile 2, Feld „antwort“"),
        ({"jahr": True}, "Zeile 2, Feld „jahr“"),
        ({"jahr": 3024}, "Zeile 2, Feld „jahr“"),
        ({"these": " "}, "Zeile 2, Feld „these“"),
        ({"these": "x" * 1001}, "höchstens 1000 Zeichen"),
        ({"begruendung": ["x"]}, "Zeile 2, Feld „begruendung“"),
        ({"wahltag": "im Herbst"}, "Zeile 2, Feld „wahltag“"),
        ({}, "Zeile 1 und Zeile 2"),
        ({"partei": "BRÜCKE", "verneint": "Nicht."}, "anders umformuliert oder verneint"),
    ],
)
def test_one_bad_row_and_nothing_is_read(change: dict[str, Any], told: str) -> None:
    with pytest.raises(EingabeError, match=told):
        make_eichsatz("x", [ROW, {**ROW, **change}])


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.jsonl", b"{", "keine Datei mit Thesen"),
        ("a.jsonl", b"[" * 100_000, "keine Datei mit Thesen"),
        ("a.jsonl", b"7", "erwartet ein Objekt"),
        ("a.jsonl", b"", "enth.lt keine Zeile"),
        ("a.jsonl", b"\xff\xfe", "nicht UTF-8"),
        ("a.jsonl.gz", b"no gzip", "nicht lesen"),
        ("a.txt", b"", "unbekannte Form"),
        ("a.csv", b"wahl;jahr\n1;2;3", "mehr Felder als der Kopf"),
    ],
)
def test_what_is_no_such_file(tmp_path: Path, name: str, content: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(EingabeError, match=told):
        read_eichsatz(tmp_path / name)


def test_real_theses_can_be_read() -> None:
    satz = read_eichsatz(korpus_path("wahlomat.jsonl.gz"))
    assert len(satz.items) > 30_000 and {item.position for item in satz.items} == {-1, 0, 1}

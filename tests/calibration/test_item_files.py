"""Items from JSON Lines and CSV, and what is refused."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from core.calibration.items import as_rows, make_eichsatz, read_eichsatz, shipped_sentence
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
    """At least 20 theses, four parties each, each with a reason."""
    satz = shipped_sentence(ROOT / "data")
    assert len(satz.thesen()) >= 20 and len(satz.items) == 4 * len(satz.thesen())
    assert all(item.begruendung and item.wahltag for item in satz.items)
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

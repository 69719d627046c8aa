"""Theses from CSV, and what is refused."""

from pathlib import Path

import pytest

from core.base.errors import EingabeError
from core.base.settings import ROOT
from core.features.eichung.run_calibration import read_eichsatz, shipped_eichsatz, stored_eichsatz

ROW = {
    "wahl": "Musterland",
    "jahr": "2024",
    "these": "Die Wieltalbahn soll fahren.",
    "partei": "MÜHLRAD",
    "antwort": "Stimme  zu",
    "quelle": "selbst",
}


def test_the_shipped_set_is_whole() -> None:
    """At least 20 theses, four parties each."""
    satz = shipped_eichsatz(ROOT / "data")
    assert len(satz.thesen) >= 20 and len(satz.items) == 4 * len(satz.thesen)
    assert {item.position for item in satz.items} == {-1, 0, 1}
    assert stored_eichsatz(satz.name, satz.rows) == satz


@pytest.mark.parametrize("mark", [";", ","])
def test_either_mark_and_columns_of_ones_own(tmp_path: Path, mark: str) -> None:
    lines = [mark.join(ROW), mark.join(ROW.values())]
    (tmp_path / "a.csv").write_text("\ufeff" + "\r\n".join(lines), encoding="utf-8")
    (item,) = read_eichsatz(tmp_path / "a.csv").items
    assert (item.jahr, item.position, item.partei) == (2024, 1, "MÜHLRAD")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"antwort": "vielleicht"}, "Zeile 3, Feld „antwort“"),
        ({"jahr": "bald"}, "Zeile 3, Feld „jahr“"),
        ({"these": " "}, "Zeile 3, Feld „these“"),
        ({"these": "x" * 1001}, "bis 1000 Zeichen"),
        ({"wahl": ""}, "Zeile 3, Feld „wahl“"),
        ({"quelle": "selbst;zu viel"}, "mehr Felder als der Kopf"),
        ({}, "Zeile 2 und Zeile 3"),
    ],
)
def test_one_bad_row_and_nothing_is_read(tmp_path: Path, change: dict[str, str], told: str) -> None:
    lines = [";".join(cells) for cells in (ROW, ROW.values(), (ROW | change).values())]
    (tmp_path / "a.csv").write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(EingabeError, match=told):
        read_eichsatz(tmp_path / "a.csv")


@pytest.mark.parametrize(
    ("content", "told"), [(b"wahl;jahr", "enth.lt keine Zeile"), (b"\xff\xfe", "nicht als CSV-Datei")]
)
def test_what_is_no_such_file(tmp_path: Path, content: bytes, told: str) -> None:
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(EingabeError, match=told):
        read_eichsatz(tmp_path / "a.csv")
    with pytest.raises(EingabeError, match="nicht als CSV-Datei"):
        read_eichsatz(tmp_path / "fehlt.csv")

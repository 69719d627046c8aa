"""`python -m core quellen`: what it says and how it ends, step by step."""

from pathlib import Path

import pytest

from core.cli.main import main
from core.programme.context import Context
from tests.documents.conftest import DETAILS, LAW, TREATY, pdf_of

NAME = DETAILS.name


def test_the_command_keeps_lists_finds_renews_and_removes(
    place: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, newer = tmp_path / "v.pdf", tmp_path / "neu.pdf"
    file.write_bytes(pdf_of(TREATY))
    newer.write_bytes(pdf_of(TREATY, LAW))
    monkeypatch.setattr("core.features.documents.command.default_context", lambda: place)
    id = "quelle-koalitionsvertrag-musterland-2024"
    add = ["quellen", "add", str(file), "--name", NAME, "--art", "koalitionsvertrag", "--bundesland", "DEMO"]
    steps = (
        (add, 2, "gehört mehreren Parteien"),
        ([*add, "--parteien", "Lindenbund, Brücke", "--datum", "12.11.2024"], 0, id),
        ([*add, "--parteien", "Lindenbund,Brücke"], 2, "Dieses PDF ist schon da"),
        (["quellen", "list"], 0, "12.11.2024"),
        (["quellen", "list", "--json"], 0, '"zustand": "indexiert"'),
        (["quellen", "search", "Wieltalbahn"], 0, "von Lindenbund, Die Brücke"),
        (["quellen", "search", "Wieltalbahn", "--art", "studie"], 1, "keine eingelesen"),
        (["quellen", "renew", id], 2, "keine Adresse bekannt"),
        (["quellen", "renew", id, str(file)], 0, "dieselbe Fassung"),
        (["quellen", "renew", id, str(newer)], 0, "indexiert"),
        (["quellen", "renew", id, str(tmp_path / "nichts.pdf")], 2, "lässt sich nicht lesen"),
        (["quellen", "remove", "spd-nrw-2022"], 2, "ist ein Programm"),
        (["quellen", "remove", id], 0, "ist entfernt"),
        (["quellen", "list"], 0, "Noch keine"),
    )
    for command, code, told in steps:
        assert main(command) == code, command
        out, err = capsys.readouterr()
        assert told in out + err, (command, out, err)

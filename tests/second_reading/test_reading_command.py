"""`python -m core reading`: agreement in sentences and as JSON, the files, and how it ends."""

import json
import zipfile
from pathlib import Path

import pytest

from core.cli import main
from core.runs.lauf import Lauf


def test_it_tells_how_far_readers_agree_and_writes_both_files(
    read_lauf: Lauf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, project = tmp_path / "z.csv", tmp_path / "z.qdpx"
    assert main(["reading", read_lauf.id, "--csv", str(table), "--qdpx", str(project)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "1 Lauf, gelesen von: Eva, Jo. Offene Unterschiede: 2." in said
    assert "n = 2 gemeinsame Zitate, 2 Personen. Unter 0,67 nicht belastbar." in said
    assert table.read_bytes().startswith(b"\xef\xbb\xbf") and zipfile.is_zipfile(project)


def test_as_json_what_cannot_be_told_is_null(read_lauf: Lauf, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reading", "--json"]) == 0
    told = json.loads(capsys.readouterr().out, parse_constant=lambda name: pytest.fail(name))
    assert told["laeufe"] == [read_lauf.id] and told["personen"] == ["Eva", "Jo"]
    by_name = {one["merkmal"]: one for one in told["uebereinstimmung"]}
    assert by_name["zustimmung"]["alpha"]["wert"] is None and by_name["zustimmung"]["ac"]["wert"] == 1
    assert by_name["punkte"]["n"] == 1


def test_where_nobody_judged_or_the_request_is_wrong_it_says_so(
    lauf_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reading", lauf_id]) == 1
    assert "noch niemand" in capsys.readouterr().err
    assert main(["reading", "gibt-es-nicht"]) == 2


def test_a_file_that_cannot_be_written_is_an_error(
    read_lauf: Lauf, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reading", "--csv", str(tmp_path)]) == 2
    assert "lässt sich nicht schreiben" in capsys.readouterr().err

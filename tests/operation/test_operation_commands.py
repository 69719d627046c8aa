"""`backup`, `restore` and `forget` as a person and a script call them."""

import json
from pathlib import Path

import pytest

from core.cli import backup
from core.cli.main import main
from core.programme.context import Context
from core.runs.store import runstore


def test_backup_and_restore_say_what_they_did_and_what_is_not_in_it(
    filled: Context,
    fresh: Context,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(backup, "default_context", lambda: filled)
    assert main(["backup", str(tmp_path / "s.zip")]) == 0
    assert "Nicht darin: der Index" in capsys.readouterr().out
    assert main(["backup", str(tmp_path / "s.zip")]) == 2
    assert main(["backup", str(tmp_path / "nirgends" / "s.zip")]) == 2
    monkeypatch.setattr(backup, "default_context", lambda: fresh)
    assert main(["restore", str(tmp_path / "gibtsnicht.zip")]) == 2
    capsys.readouterr()
    assert main(["restore", str(tmp_path / "s.zip"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["laeufe"] == 1 and told["belegt"] == told["geprueft"] > 0


def test_a_restored_quote_whose_pdf_is_lost_ends_with_1(
    filled: Context, fresh: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "default_context", lambda: filled)
    main(["backup", str(tmp_path / "s.zip")])
    for path in (fresh.settings.data_dir / "demo" / "pdf").glob("*demo-2024.pdf"):
        path.unlink()
    monkeypatch.setattr(backup, "default_context", lambda: fresh)
    assert main(["restore", str(tmp_path / "s.zip")]) == 1
    assert runstore(fresh).count_laeufe() == 1


def test_forget_only_tells_until_somebody_says_yes(
    filled: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(backup, "default_context", lambda: filled)
    (line,) = runstore(filled).list_laeufe()
    folder = filled.settings.laeufe_dir / "antraege"
    assert main(["forget", line.id]) == 0
    out = capsys.readouterr().out
    assert "Nichts wurde gelöscht" in out and "Sicherungen" in out
    assert runstore(filled).count_laeufe() == 1 and list(folder.glob("*.pdf"))
    assert main(["forget", line.id, "--ja", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["geloescht"] and told["laeufe"] == [line.id] and len(told["dateien"]) == 1
    assert runstore(filled).count_laeufe() == 0 and not list(folder.glob("*.pdf"))
    assert main(["forget", line.id, "--ja"]) == 2

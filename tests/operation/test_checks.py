"""`doctor`: each part of an installation broken once, told, and mended where it can be."""

import errno
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from core.cli import doctor
from core.cli.doctor import Mark, check_installation, leftovers, remove_leftovers
from core.cli.main import main
from core.programme import chroma
from core.programme.context import Context
from core.runs.connection import FILE
from core.runs.store import runstore


def _found(context: Context) -> dict[str, tuple[Mark, str]]:
    return {line.name: (line.mark, line.told) for line in check_installation(context)}


def test_a_sound_installation_has_no_fault_and_every_part_a_line(filled: Context) -> None:
    found = _found(filled)
    assert set(found) == {name for name, _ in doctor.LOOKS}
    assert [line for line in found.values() if line[0] is Mark.FAULT] == []
    assert found["Läufe"] == (Mark.OK, "1 Lauf") and found["Originale der Anträge"][0] is Mark.OK


def test_a_damaged_store_is_told(filled: Context) -> None:
    filled.close()
    path = filled.settings.laeufe_dir / FILE
    data = bytearray(path.read_bytes())
    data[4096 * 3 : 4096 * 9] = b"\xff" * 4096 * 6
    path.write_bytes(data)
    mark, told = _found(Context(filled.settings))["Läufe"]
    assert mark is Mark.FAULT and "Sicherung" in told


def test_a_lost_original_is_told_by_its_antrag(filled: Context) -> None:
    (path,) = (filled.settings.laeufe_dir / "antraege").glob("*.pdf")
    path.unlink()
    mark, told = _found(filled)["Originale der Anträge"]
    assert mark is Mark.FAULT and runstore(filled).list_antraege()[0].id in told


def test_a_model_that_is_not_there_and_a_full_disk_are_told(
    filled: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "SCARCE", 1 << 60)
    monkeypatch.setattr(doctor, "TIGHT", 1 << 60)
    broken = Context(replace(filled.settings, embedding_model=str(filled.settings.data_dir / "nichts")))
    found = _found(broken)
    assert found["Modell für die Suche"][0] is Mark.FAULT and found["Platz und Rechte"][0] is Mark.FAULT


@pytest.mark.parametrize("program", ["", "/nirgends/tesseract"])
def test_that_nothing_is_recognised_is_told(
    filled: Context, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setenv("TESSERACT", program)
    mark, told = _found(filled)["Texterkennung"]
    assert mark is Mark.HINT and ("TESSERACT" in told) == (not program)


def test_a_check_that_fails_hides_no_other(filled: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    def burst(context: Context) -> list[tuple[Mark, str]]:
        raise ZeroDivisionError("geteilt")

    monkeypatch.setattr(doctor, "LOOKS", (("Platz", burst), *doctor.LOOKS))
    found = _found(filled)
    assert found["Platz"] == (Mark.FAULT, "Die Prüfung selbst ging nicht: ZeroDivisionError: geteilt")
    assert found["Läufe"][0] is Mark.OK


def test_old_drafts_are_removed_and_young_ones_left(filled: Context) -> None:
    old, young, own = (filled.settings.pdf_dir / name for name in (".neu-alt", ".neu-jung", "eigen.tmp"))
    for path in (old, young, own):
        path.write_bytes(b"x")
    scratch = filled.settings.laeufe_dir / ".wiederherstellen-alt"
    scratch.mkdir()
    for path in (old, own, scratch):
        os.utime(path, (1, 1))
    assert leftovers(filled) == sorted([old, scratch])
    remove_leftovers(filled)
    assert not old.exists() and not scratch.exists() and young.exists() and own.exists()


def test_repair_reads_in_what_is_damaged_and_says_so(
    filled: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (strom,) = filled.texte.folder.glob("muehlrad-demo-2024.*.npz")
    strom.write_bytes(b"kaputt")
    monkeypatch.setattr(doctor, "default_context", lambda: filled)
    assert main(["doctor", "--json"]) == 1
    assert "muehlrad" in json.loads(capsys.readouterr().out)["schaeden"][0]
    assert main(["doctor", "--repair"]) == 0
    out = capsys.readouterr().out
    assert "muehlrad-demo-2024: neu eingelesen" in out and "Läufe: ok: 1 Lauf" in out
    assert "nichts ist beschädigt" in out


def test_a_folder_nobody_may_write_into_is_a_fault(
    filled: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    assert _found(filled)["Platz und Rechte"][0] is Mark.FAULT


def test_an_index_on_a_disk_that_can_only_be_read_is_told(
    filled: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    class ReadOnly:
        def acquire(self, timeout: float) -> None:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(chroma, "new_lock", lambda path: ReadOnly())
    mark, told = _found(filled)["Sperren"]
    assert mark is Mark.FAULT and str(filled.settings.chroma_dir) in told

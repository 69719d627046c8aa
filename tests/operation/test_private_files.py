"""What lies here is read by the account that the app runs under: what is new, and what was left open."""

import os
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.private_files import close_to_others, open_to_others
from core.base.settings import ROOT, Settings
from core.cli.doctor import LOOKS, Mark
from core.cli.main import main
from core.programme.context import Context

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are of POSIX")


def modes(folder: Path) -> dict[str, int]:
    return {str(path.relative_to(folder)): stat.S_IMODE(path.lstat().st_mode) for path in folder.rglob("*")}


def test_what_a_command_writes_is_read_by_its_own_account_alone(tmp_path: Path) -> None:
    places = {name: str(tmp_path / name) for name in ("LAEUFE_DIR", "CHROMA_DIR", "PDF_DIR")}
    script = "import os, sys; os.umask(0o022); from core.__main__ import run; sys.argv[0] = 'core'; run()"
    for command in (
        ["index", "--programm", "lindenbund-demo-2024"],
        ["backup", str(tmp_path / "sicherung.zip")],
    ):
        done = subprocess.run(
            [sys.executable, "-c", script, *command],
            cwd=ROOT,
            env=os.environ | places,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
    found = modes(tmp_path)
    assert "LAEUFE_DIR/laeufe.sqlite3" in found and "CHROMA_DIR/chroma.sqlite3" in found
    assert {path: oct(mode) for path, mode in found.items() if mode & 0o077} == {}


def opened(folder: Path) -> Settings:
    """As an earlier version left it, and beside it what is not ours."""
    settings = replace(Settings(), laeufe_dir=folder / "laeufe", chroma_dir=folder / "index")
    for path in (
        "laeufe/antraege/a.pdf",
        "laeufe/laeufe.sqlite3",
        "laeufe/notiz.txt",
        "index/chroma.sqlite3",
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).touch()
        (folder / path).chmod(0o644)
        (folder / path).parent.chmod(0o755)
    (folder / "laeufe" / "laeufe.sqlite3-wal").symlink_to(folder / "laeufe" / "notiz.txt")
    return settings


def test_what_was_left_open_is_closed_and_nothing_else(tmp_path: Path) -> None:
    settings = opened(tmp_path)
    closed = {path.relative_to(tmp_path).as_posix() for path in close_to_others(settings)}
    assert closed == {"laeufe/antraege", "laeufe/laeufe.sqlite3", "index/chroma.sqlite3"}
    assert not list(open_to_others(settings))
    assert modes(tmp_path)["laeufe/antraege"] == 0o700 and modes(tmp_path)["index/chroma.sqlite3"] == 0o600
    assert modes(tmp_path)["laeufe/notiz.txt"] == 0o644


def test_doctor_tells_it_and_repairs_it(
    demo: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = Context(replace(demo.settings, laeufe_dir=opened(tmp_path).laeufe_dir))
    look = dict(LOOKS)["Leserechte"]
    ((mark, told),) = look(context)
    assert mark is Mark.HINT and "laeufe.sqlite3" in told and "--repair" in told
    monkeypatch.setattr("core.cli.doctor.default_context", lambda: context)
    monkeypatch.setattr("core.cli.doctor.mend_index", lambda context: [])
    monkeypatch.setattr("core.cli.doctor.check_installation", lambda context: [])
    main(["doctor", "--repair"])
    ((mark, _),) = look(context)
    assert mark is Mark.OK

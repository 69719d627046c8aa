"""No room left: whatever is written is told not to be whole, and what was there stays as it was."""

import os
import subprocess
import sys
from pathlib import Path

from core.base.settings import ROOT
from core.programme.context import Context
from core.runs.store import runstore
from tests.small_disk import small_disk as small_disk


def call(context: Context, *command: object, out: Path | None = None) -> "subprocess.CompletedProcess[str]":
    own = context.settings
    places = {"LAEUFE_DIR": own.laeufe_dir, "CHROMA_DIR": own.chroma_dir, "PDF_DIR": own.pdf_dir}
    env = {**os.environ, **{name: str(place) for name, place in places.items()}}
    with (out or Path(os.devnull)).open("w") as written:
        return subprocess.run(
            [sys.executable, "-m", "core", *map(str, command)],
            cwd=ROOT,
            env=env,
            stdout=written,
            stderr=subprocess.PIPE,
            text=True,
            timeout=300,
            check=False,
        )


def test_whoever_writes_onto_a_full_disk_says_so_and_harms_nothing(filled: Context, small_disk: Path) -> None:
    (line,) = runstore(filled).list_laeufe()
    runstore(filled).close()
    akte, old = small_disk / "akte.zip", b"die alte"
    akte.write_bytes(old)
    room = os.statvfs(small_disk)
    (small_disk / "voll").write_bytes(bytes(room.f_bavail * room.f_bsize - 8_192))

    done = call(filled, "runs", line.id, "--export", "json", out=small_disk / "export.json")
    assert done.returncode == 1 and "nicht vollständig" in done.stderr and "Traceback" not in done.stderr
    (small_disk / "export.json").unlink()

    done = call(filled, "bundle", line.id, "--datei", akte)
    assert done.returncode == 1 and "Platz" in done.stderr and "Traceback" not in done.stderr
    assert akte.read_bytes() == old

    done = call(filled, "backup", small_disk / "sicherung.zip")
    assert done.returncode == 1 and "Platz" in done.stderr and "Traceback" not in done.stderr
    assert sorted(path.name for path in small_disk.iterdir()) == ["akte.zip", "voll"]

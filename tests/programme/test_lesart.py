"""Stored offsets hold for one way of reading: its number changes with what it gives, with nothing else."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.settings import ROOT
from core.programme import stored_streams
from core.wortlaut.reading import textstrom
from tests.drucker import TEXT, column, print_pdf
from tests.programme import lesart
from tests.programme.lesart import GOLDEN, fault

READ = (
    *("german/sentences", "german/folding", "german/words"),
    *("programme/pdf", "programme/running_heads", "programme/reading_order"),
    *("programme/paragraphs_of_rows", "programme/textstrom", "programme/read_strom", "programme/chunking"),
    "programme/stored_streams",
)
ID = "spd-nrw-2022"

IN_A_COPY = f"""
import json, sys
from core.programme.quellen import Quellen
from core.programme.context import default_context
from core.programme.indexing import index_programme
from core.proof.highlight import highlighted_page
from core.base.settings import ROOT

(done,) = index_programme(["{ID}"], context=default_context())
quelle = Quellen(default_context())["{ID}"]
version = sys.argv[1] if len(sys.argv) > 1 else quelle.version
_, _, marked = highlighted_page(default_context(), "{ID}", 1, "", version, [(0, 30)])
told = [str(ROOT), str(done.ausgang), quelle.version, marked]
print(json.dumps(told))
"""


def test_what_reading_gives_is_what_its_number_stands_for() -> None:
    told = fault(json.loads(GOLDEN.read_text(encoding="utf-8")), lesart.lesart())
    assert not told, told


def test_changed_output_asks_for_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesart, "PDFS", lesart.PDFS[:1])
    old = lesart.lesart.__wrapped__()
    assert fault(old, lesart.lesart.__wrapped__()) == ""
    monkeypatch.setattr(textstrom, "sentences", lambda text: [(0, len(text))])
    new = lesart.lesart.__wrapped__()
    told = fault(old, new)
    assert (
        f"READING_FORMAT = {stored_streams.READING_FORMAT}: {lesart.PDFS[0].stem} (sentences, chunks)" in told
    )
    assert f"raise READING_FORMAT in core/programme/stored_streams.py and run: {lesart.COMMAND}" in told
    assert fault(old, new | {"format": old["format"] + 1}).endswith(f"Run: {lesart.COMMAND}")


@pytest.mark.parametrize(("raised", "arguments"), [(0, []), (0, ["--unreleased"]), (1, [])])
def test_other_digests_are_kept_only_under_another_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, raised: int, arguments: list[str]
) -> None:
    path, now = tmp_path / "lesart.json", lesart.lesart()
    old = {**now, "format": now["format"] - raised, "programme": {}}
    path.write_text(json.dumps(old), encoding="utf-8")
    monkeypatch.setattr(lesart, "GOLDEN", path)
    monkeypatch.setattr(sys, "argv", ["lesart", *arguments])
    is_kept = bool(raised or arguments)
    told = lesart.main()
    assert (told is None) == is_kept
    assert json.loads(path.read_text(encoding="utf-8")) == (now if is_kept else old)


def test_number_and_file_name_the_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (print_pdf(tmp_path / f"{n}.pdf", [column(60, TEXT[n:])]) for n in range(2))
    before = stored_streams.content_version(one)
    assert before != stored_streams.content_version(other)
    monkeypatch.setattr(stored_streams, "READING_FORMAT", stored_streams.READING_FORMAT + 1)
    assert stored_streams.content_version(one) != before


@pytest.mark.night
def test_changed_comment_reads_nothing_again_and_loses_no_mark(tmp_path: Path) -> None:
    (tmp_path / "pdf").mkdir()
    print_pdf(tmp_path / "pdf" / f"{ID}.pdf", [column(60, TEXT)])
    root, ausgang, version, marked = in_a_copy(tmp_path, "eins", lambda code: code)
    assert (root, ausgang, marked) == (str(tmp_path / "eins"), "indexiert", True)
    changed = in_a_copy(tmp_path, "zwei", lambda code: code + "\n# A remark that changes nothing.\n", version)
    assert changed == [str(tmp_path / "zwei"), "unverändert", version, True]
    other = in_a_copy(tmp_path, "drei", raised, version)
    assert other[1] == "indexiert" and other[2] != version and not other[3]


def raised(code: str) -> str:
    return re.sub(r"(?m)^READING_FORMAT = \d+", "READING_FORMAT = 9999", code)


def in_a_copy(folder: Path, name: str, change: Callable[[str], str], *arguments: str) -> list[object]:
    """What a copy of the package says of itself, with every file of the reading changed."""
    copy = folder / name
    shutil.copytree(ROOT / "core", copy / "core", ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "data").symlink_to(ROOT / "data")
    for module in READ:
        path = copy / "core" / f"{module}.py"
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    env = os.environ | {"PDF_DIR": str(folder / "pdf"), "CHROMA_DIR": str(folder / "chroma")}
    done = subprocess.run(
        [sys.executable, "-c", IN_A_COPY, *arguments], cwd=copy, env=env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: list[object] = json.loads(done.stdout)
    return found

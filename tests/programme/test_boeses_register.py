"""Files of the registry as nobody should write them: one message each, and the rest stays in use."""

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import EingabeError, RegistryError
from core.base.settings import ROOT, Settings
from core.programme.context import Context
from core.programme.registry import load_registry
from core.programme.stock import LINK, Stock
from tests.programme.test_registering import PDF, SPD_2027

GOOD = """
[gut-nrw-2027]
name = "Gutes Programm"
typ = "wahlprogramm"
partei = "SPD"
bundesland = "NRW"
jahr = 2027
gueltig_ab = 2027-06-01
pdf = "gut-nrw-2027.pdf"
"""
BAD = GOOD.replace("gut-", "boese-").replace("Gutes", "Böses")


def changed(feld: str, value: str) -> str:
    lines = [line for line in BAD.splitlines() if not line.startswith(f"{feld} =")]
    return "\n".join([*lines, f"{feld} = {value}", ""])


ENTRIES = {
    "a title with a line break": changed("name", r'"Zwei\nZeilen"'),
    "a title that turns the writing": changed("name", r'"SPD\u202e2027"'),
    "a title with control characters": changed("name", r'"SPD\u001b[31m"'),
    "a title with NUL": changed("name", r'"SPD\u0000"'),
    "a title of a thousand letters": changed("name", f'"{"x" * 1000}"'),
    "an empty title": changed("name", '""'),
    "a title that is a list": changed("name", '["a"]'),
    "a year as text": changed("jahr", '"2027"'),
    "a year 99999": changed("jahr", "99999"),
    "a year before Christ": changed("jahr", "-44"),
    "a year that is true": changed("jahr", "true"),
    "a date as text": changed("gueltig_ab", '"2027-06-01"'),
    "a date with a time": changed("gueltig_ab", "2027-06-01T00:00:00"),
    "an end before the beginning": changed("gueltig_bis", "2001-01-01"),
    "a path upwards": changed("pdf", '"../../etc/passwd.pdf"'),
    "an absolute path": changed("pdf", '"/etc/passwd.pdf"'),
    "a path of Windows": changed("pdf", r'"C:\\x.pdf"'),
    "a path with NUL": changed("pdf", r'"x\u0000.pdf"'),
    "a hidden file": changed("pdf", '".x.pdf"'),
    "no PDF": changed("pdf", '"x.exe"'),
    "a very long file name": changed("pdf", f'"{"x" * 300}.pdf"'),
    "a script as address": changed("url", '"javascript:alert(1)"'),
    "a file as address": changed("url", '"file:///etc/passwd"'),
    "an address with a space": changed("url", '"https://example.org/ x"'),
    "a party nobody knows": changed("partei", '"<b>NEU</b>"'),
    "a Land nobody knows": changed("bundesland", '"ATLANTIS"'),
    "a kind nobody knows": changed("typ", '"flugblatt"'),
    "a field nobody knows": changed("nachfolger", '"boese-nrw-2027"'),
    "a missing field": BAD.replace('partei = "SPD"\n', ""),
    "an id that is a path": BAD.replace("[boese-nrw-2027]", '["../../boese"]'),
    "an id with a line break": BAD.replace("[boese-nrw-2027]", r'["boese\n2027"]'),
    "an id that is taken": BAD.replace("[boese-nrw-2027]", "[spd-nrw-2022]"),
    "an id in capitals": BAD.replace("[boese-nrw-2027]", "[BOESE]"),
}
FILES: dict[str, bytes] = {
    "no TOML": b"[gut-nrw-2027\nname =",
    "one id twice": (GOOD + GOOD).encode(),
    "latin-1": GOOD.replace("Gutes", "Größeres").encode("latin-1"),
    "UTF-16": GOOD.encode("utf-16"),
    "bytes of zero": b"\0" * 100,
    "a value that is no table": b"gut = 1\n",
    "a list of tables": b"[[gut]]\nname = 'x'\n",
    "a number of 5,000 digits": GOOD.replace("2027\n", "9" * 5000 + "\n").encode(),
    "ten thousand brackets": b"[gut-nrw-2027]\nname = " + b"[" * 10_000,
    "a day that is none": GOOD.replace("2027-06-01", "2027-02-31").encode(),
    "more than 4 MB": b"#" * (5 * 2**20),
}


@pytest.fixture
def context(tmp_path: Path) -> Context:
    shutil.copytree(ROOT / "data" / "registry", tmp_path / "data" / "registry")
    (tmp_path / "data" / "registry" / "programme" / "eigene.toml").unlink(missing_ok=True)
    folders = {name: tmp_path / name for name in ("data_dir", "pdf_dir", "chroma_dir")}
    return Context(replace(Settings(), **folders | {"data_dir": tmp_path / "data"}))


def own_file(context: Context) -> Path:
    return context.settings.data_dir / "registry" / "programme" / "eigene.toml"


def is_one_sentence_or_so(message: str) -> bool:
    return message.startswith("programme/eigene.toml") and message.isprintable() and len(message) < 900


@pytest.mark.parametrize("text", ENTRIES.values(), ids=ENTRIES)
def test_broken_own_entry_is_told_and_all_others_count(context: Context, text: str) -> None:
    known = set(context.registry.programme)
    own_file(context).write_text(GOOD + text, encoding="utf-8")
    registry = context.registry
    assert set(registry.programme) == known | {"gut-nrw-2027"} and registry.eigene == ("gut-nrw-2027",)
    (message,) = registry.fehler
    assert is_one_sentence_or_so(message) and "Eintrag" in message


def test_broken_own_entry_is_put_aside_before_another_is_added(context: Context) -> None:
    text = ENTRIES["an empty title"]
    own_file(context).write_text(GOOD + text, encoding="utf-8")
    with pytest.raises(EingabeError, match="beiseite"):
        context.own_entries.add(context.registry, SPD_2027)
    aside = context.own_entries.set_aside()
    assert aside.read_text(encoding="utf-8") == GOOD + text
    assert context.registry.fehler == () and context.registry.eigene == ("gut-nrw-2027",)
    assert context.own_entries.add(context.registry, SPD_2027).id == "spd-nrw-2027"
    context.own_entries.remove("gut-nrw-2027")


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_unreadable_own_file_is_told_and_the_shipped_ones_count(context: Context, data: bytes) -> None:
    known = set(context.registry.programme)
    own_file(context).write_bytes(data)
    assert set(context.registry.programme) == known
    (message,) = context.registry.fehler
    assert is_one_sentence_or_so(message)
    assert context.own_entries.set_aside().read_bytes() == data
    assert context.registry.fehler == () and set(context.registry.programme) == known
    assert context.own_entries.add(context.registry, SPD_2027).id == "spd-nrw-2027"


@pytest.mark.parametrize(
    "make",
    [os.mkdir, os.mkfifo, lambda path: os.symlink("/dev/zero", path), lambda path: os.symlink(path, path)],
)
def test_own_file_that_is_none_is_told(context: Context, make: Callable[[Path], object]) -> None:
    known = set(context.registry.programme)
    make(own_file(context))
    registry = load_registry(context.settings.data_dir / "registry")
    assert set(registry.programme) == known
    assert len(registry.fehler) == 1 and is_one_sentence_or_so(registry.fehler[0])
    context.own_entries.set_aside()
    assert load_registry(context.settings.data_dir / "registry").fehler == ()


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_broken_shipped_file_is_one_message(context: Context, data: bytes) -> None:
    for name in ("parteien.toml", "programme/nrw.toml"):
        path = context.settings.data_dir / "registry" / name
        kept = path.read_bytes()
        path.write_bytes(data)
        with pytest.raises(RegistryError) as error:
            load_registry(context.settings.data_dir / "registry")
        assert str(error.value).startswith(name) and str(error.value).isprintable()
        path.write_bytes(kept)


def test_file_whose_name_is_no_text_is_told(context: Context) -> None:
    folder = os.fsencode(own_file(context).parent)
    with open(folder + b"/b\xf6se.toml", "w") as file:
        file.write("[halb")
    with pytest.raises(RegistryError) as error:
        load_registry(context.settings.data_dir / "registry")
    assert str(error.value).encode("utf-8").startswith(b"programme/b")


# --- what lies in PDF_DIR -----------------------------------------------------------------------------------


def test_only_a_file_of_the_folder_is_a_pdf_of_a_programme(context: Context) -> None:
    folder, programm = context.settings.pdf_dir, context.registry.programme["spd-nrw-2022"]
    folder.mkdir()
    outside, path = folder.parent / "woanders.pdf", folder / programm.pdf
    outside.write_bytes(PDF)
    (folder / "daneben.pdf").write_bytes(PDF)

    def found() -> Path | None:
        return context.find_pdf(programm)

    for target in (outside, "../woanders.pdf", "/etc/passwd", "/dev/zero", "fehlt.pdf", path):
        path.symlink_to(target)
        assert found() is None, target
        path.unlink()
    for make in (os.mkdir, os.mkfifo):
        make(path)
        assert found() is None
        os.rmdir(path) if path.is_dir() else path.unlink()
    path.symlink_to("daneben.pdf")
    assert found() == path
    (folder.parent / "verweis").symlink_to(folder)
    assert context.find_pdf(programm, folder.parent / "verweis") is not None


def test_link_out_of_the_folder_is_told(context: Context) -> None:
    folder = context.settings.pdf_dir
    folder.mkdir()
    (folder.parent / "woanders.pdf").write_bytes(PDF)
    (folder / "spd-nrw-2022.pdf").symlink_to(folder.parent / "woanders.pdf")
    with open(os.fsencode(folder) + b"/b\xf6se.pdf", "wb") as file:
        file.write(PDF)
    rows = {row.programm.id: row for teil in Stock.of(context).gebiete for row in teil.programme}
    assert rows["spd-nrw-2022"].hinweise == (LINK,) and rows["spd-nrw-2022"].zustand == "PDF fehlt"

"""What analysts add counts at once and for everybody, or leaves everything as it was."""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from core.base.atomic_files import new_lock
from core.base.errors import EingabeError, RegistryError
from core.base.settings import ROOT, Settings
from core.base.toml_entry import toml_text
from core.programme import registering
from core.programme.context import Context
from core.programme.registering import EARLIER, Details
from core.wortlaut.errors import PdfError
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.records import Programm, Typ
from tests.drucker import TEXT, column, new_document

SPD_2027 = Details(
    name="SPD NRW Wahlprogramm 2027", typ="wahlprogramm", partei="SPD", bundesland="NRW", jahr=2027,
    gueltig_ab=date(2027, 6, 1),
)  # fmt: skip
PDF = new_document([column(60, TEXT)]).tobytes()


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """A registry of the test's own."""
    shutil.copytree(ROOT / "data" / "registry", tmp_path / "data" / "registry")
    (tmp_path / "data" / "registry" / "programme" / "eigene.toml").unlink(missing_ok=True)
    return Context(replace(Settings(), data_dir=tmp_path / "data", pdf_dir=tmp_path / "pdf"))


def add(context: Context, **changes: object) -> Programm:
    return context.own_entries.add(context.registry, replace(SPD_2027, **changes))  # type: ignore[arg-type]


def files(context: Context) -> dict[str, bytes]:
    folder = context.settings.data_dir / "registry" / "programme"
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --- PDFs ---------------------------------------------------------------------------------------------------


def test_uploaded_pdf_is_the_one_of_its_programm_and_replaces_the_old(context: Context) -> None:
    programm = context.registry.programme["spd-nrw-2022"]
    pdf_dir = context.settings.pdf_dir
    assert context.pdf_folder.store(programm, PDF) == pdf_dir / "spd-nrw-2022.pdf"
    assert context.find_pdf(programm) == pdf_dir / "spd-nrw-2022.pdf"
    other = new_document([column(60, TEXT), column(60, TEXT)]).tobytes()
    context.pdf_folder.store(programm, other)
    assert (pdf_dir / "spd-nrw-2022.pdf").read_bytes() == other
    assert {path.name for path in pdf_dir.iterdir()} == {"spd-nrw-2022.pdf", EARLIER}
    assert [path.read_bytes() for path in (pdf_dir / EARLIER).iterdir()] == [PDF]


def with_password(**keys: str) -> bytes:
    kind = pymupdf().PDF_ENCRYPT_AES_256
    data: bytes = new_document([column(60, TEXT)]).tobytes(encryption=kind, **keys)
    return data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "ist leer"),
        (b"<html>Seite nicht gefunden</html>", "ist kein PDF"),
        (b"%PDF-1.7\nund dann nur Unsinn", "spd-nrw-2022.pdf"),
        (with_password(user_pw="geheim"), "mit einem Kennwort geschützt"),
    ],
)
def test_what_cannot_be_opened_is_refused_and_the_old_pdf_stays(
    context: Context, data: bytes, message: str
) -> None:
    programm = context.registry.programme["spd-nrw-2022"]
    path = context.pdf_folder.store(programm, PDF)
    with pytest.raises(PdfError, match=message):
        context.pdf_folder.store(programm, data)
    assert path.read_bytes() == PDF
    assert list(context.settings.pdf_dir.iterdir()) == [path]


def test_pdf_that_only_forbids_printing_is_taken(context: Context) -> None:
    assert context.pdf_folder.store(
        context.registry.programme["spd-nrw-2022"], with_password(owner_pw="x")
    ).is_file()


def test_pdf_that_is_too_large_is_refused(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registering, "MAX_MB", len(PDF) / 1024**2 / 2)
    with pytest.raises(PdfError, match=r"spd-nrw-2022\.pdf ist mit .* größer"):
        context.pdf_folder.store(context.registry.programme["spd-nrw-2022"], PDF)
    assert not context.settings.pdf_dir.exists()


# --- entries ------------------------------------------------------------------------------------------------


def test_new_programm_is_in_the_registry_of_every_reader(context: Context) -> None:
    open_before, known = Context(context.settings), len(context.registry.programme)
    assert len(open_before.registry.programme) == known
    programm = add(
        context, url="https://www.example.org/p.pdf", hinweis="Entwurf", gueltig_bis=date(2032, 5, 31)
    )
    assert (programm.id, programm.pdf) == ("spd-nrw-2027", "spd-nrw-2027.pdf")
    assert programm.typ is Typ.WAHLPROGRAMM and programm.gueltig_bis == date(2032, 5, 31)
    for reader in (context, open_before, Context(context.settings)):
        assert reader.registry.programme["spd-nrw-2027"] == programm
        assert len(reader.registry.programme) == known + 1


def test_other_process_adds_and_this_one_sees_it(context: Context) -> None:
    assert "spd-nrw-2027" not in context.registry.programme
    code = (
        "from tests.programme.test_registering import *; from pathlib import Path\n"
        "add(Context(replace(Settings(), data_dir=Path(sys.argv[1]))))"
    )
    subprocess.run([sys.executable, "-c", code, context.settings.data_dir], cwd=ROOT, check=True)
    assert "spd-nrw-2027" in context.registry.programme
    context.own_entries.remove("spd-nrw-2027")
    assert "spd-nrw-2027" not in context.registry.programme


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"partei": "Bündnis 90/Die Grünen"}, "gruene-nrw-2027"),
        ({"partei": "Freie Wähler", "bundesland": "Bayern"}, "fw-by-2027"),
        ({"partei": "BVB/FW", "bundesland": "BB"}, "bvbfw-bb-2027"),
        ({"partei": "SPD", "jahr": 2022}, "spd-nrw-2022-2"),
        ({"typ": "parteiprogramm", "bundesland": None}, "spd-grundsatz-2027"),
        (
            {"typ": "parteiprogramm", "bundesland": None, "partei": "CDU", "jahr": 2024},
            "cdu-grundsatz-2024-2",
        ),
    ],
)
def test_id_is_made_as_the_shipped_ones_and_is_free(
    context: Context, changes: dict[str, object], expected: str
) -> None:
    assert add(context, **changes).id == expected


def test_many_add_at_once_and_none_is_lost(context: Context) -> None:
    stale = context.registry
    with ThreadPoolExecutor(4) as pool:
        added = list(pool.map(lambda _: context.own_entries.add(stale, SPD_2027).id, range(6)))
    assert len(set(added)) == 6
    assert set(context.registry.eigene) == set(added) <= set(context.registry.programme)


ODD = [
    'Das „große" Programm \\ mit \\n und \\u0041',
    "Straße, Öffnung & 50 % = ½ – #kein Kommentar",
    "'''Drei''' [Klammern] = \"\"\"",
    "Emoji 🌻 und CJK 漢字",
]


@given(st.text())
def test_any_text_survives_toml(text: str) -> None:
    assert tomllib.loads(f"x = {toml_text(text)}") == {"x": text}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": " "}, "Der Name fehlt"),
        ({"name": "SPD\nNRW"}, "Im Feld „Name“ stehen Zeilenumbrüche"),
        ({"name": "SPD\u202eNRW"}, "unsichtbare Zeichen"),
        ({"hinweis": "a\x7fb"}, "Im Feld „Hinweis“"),
        ({"name": "S" * 201}, "höchstens 200 Zeichen"),
        ({"typ": "flugblatt"}, "Die Art „flugblatt“ gibt es nicht"),
        ({"partei": "Graue Panther"}, "„Graue Panther“ ist nicht im Register"),
        ({"bundesland": "Bayer"}, "Meinten Sie Bayern"),
        ({"bundesland": None}, "Bitte das Land angeben"),
        ({"typ": "parteiprogramm"}, "gilt überall"),
        ({"partei": "CSU"}, "CSU tritt dort nicht an: Nordrhein-Westfalen"),
        ({"jahr": 20227}, "Das Jahr 20227 kann nicht stimmen"),
        ({"gueltig_bis": date(2026, 1, 31)}, r"\(31.01.2026\) liegt vor „gültig ab“ \(01.06.2027\)"),
        ({"url": "javascript:alert(1)"}, "keine Adresse wie https://"),
    ],
)
def test_mistake_in_the_form_is_one_sentence_and_changes_nothing(
    context: Context, changes: dict[str, object], message: str
) -> None:
    add(context, partei="FDP")
    before = files(context)
    with pytest.raises(EingabeError, match=message):
        add(context, **changes)
    assert files(context) == before


def test_what_the_registry_itself_would_refuse_does_not_count(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last word has the code that loads the registry."""
    add(context, partei="FDP")
    before = files(context)
    monkeypatch.setattr(registering, "_free_id", lambda *_: "ordner/spd")
    with pytest.raises(RegistryError, match="erwartet Kleinbuchstaben"):
        add(context)
    assert files(context) == before


def test_own_entry_is_removed_and_a_shipped_one_never(context: Context) -> None:
    first, second = add(context), add(context, partei="FDP")
    context.own_entries.remove(first.id)
    assert context.registry.eigene == (second.id,) and first.id not in context.registry.programme
    before = files(context)
    with pytest.raises(EingabeError, match="„SPD NRW Wahlprogramm 2022“ gehört zum mitgelieferten"):
        context.own_entries.remove("spd-nrw-2022")
    with pytest.raises(EingabeError, match="steht nicht im Register"):
        context.own_entries.remove("nichts")
    assert files(context) == before
    context.own_entries.remove(second.id)
    assert context.registry.eigene == () and context.registry.programme


def test_what_a_killed_process_left_holds_nobody_up(context: Context) -> None:
    folder = context.settings.data_dir / "registry" / "programme"
    (folder / "eigene.toml.neu").write_text("[halb")
    (folder / "eigene.toml.lock").touch()
    assert add(context).id == "spd-nrw-2027"
    assert not (folder / "eigene.toml.neu").exists()


def test_who_changes_the_own_entries_is_waited_for_and_told(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registering, "WAITING_TIME", 0.05)
    lock = context.settings.data_dir / "registry" / "programme" / "eigene.toml.lock"
    with new_lock(lock), pytest.raises(EingabeError, match="wird gerade von anderer Seite geändert"):
        add(context)
    assert add(context).id == "spd-nrw-2027"


def test_upload_that_was_killed_is_swept_but_not_one_under_way(context: Context) -> None:
    folder = context.settings.pdf_dir
    for name in ("alt", "frisch"):
        (folder / f".neu-{name}").mkdir(parents=True)
        (folder / f".neu-{name}" / "x.pdf").write_bytes(PDF)
    os.utime(folder / ".neu-alt", (0, 0))
    context.pdf_folder.store(context.registry.programme["spd-nrw-2022"], PDF)
    assert {path.name for path in folder.iterdir()} == {".neu-frisch", "spd-nrw-2022.pdf"}


@pytest.fixture
def read_only() -> Iterator[Context]:
    """Folders in which this process may read and not write, even where root runs the tests."""
    with tempfile.TemporaryDirectory() as root:
        data = Path(root) / "data"
        shutil.copytree(ROOT / "data" / "registry", data / "registry")
        (data / "registry" / "programme" / "eigene.toml").unlink(missing_ok=True)
        (data / "pdf").mkdir()
        is_root = os.geteuid() == 0
        for folder in (Path(root), *(p for p in (data, *data.rglob("*")) if p.is_dir())):
            folder.chmod(0o755 if is_root else 0o555)
        if is_root:
            os.seteuid(65534)
        try:
            yield Context(replace(Settings(), data_dir=data, pdf_dir=data / "pdf"))
        finally:
            if is_root:
                os.seteuid(0)
            for folder in (Path(root), *(p for p in (data, *data.rglob("*")) if p.is_dir())):
                folder.chmod(0o755)


def test_read_only_folder_is_told_with_the_way_out(read_only: Context) -> None:
    with pytest.raises(
        EingabeError, match=r"programme lässt sich nicht schreiben .*von Hand in eigene\.toml"
    ):
        add(read_only)
    with pytest.raises(EingabeError, match=r"pdf lässt sich nicht schreiben .*mit PDF_DIR"):
        read_only.pdf_folder.store(read_only.registry.programme["spd-nrw-2022"], PDF)

"""Settings: what cannot be meant is refused by its name, in one German sentence, before anything begins."""

import os
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from core.base.errors import EingabeError
from core.base.settings import ROOT, Settings, load_settings

FOLDERS = ("PDF_DIR", "CHROMA_DIR", "LAEUFE_DIR")
SWITCHES = ("ZITATE_AUSSERHALB", "OHNE_ANMELDUNG")
NEVER = (
    " ", "   ", "\t", "\n", "a\nb", "a\rb", " 300", "300 ", "300\n", "\x01", "\x7f", "\x1b[31m", "\u200b300",
    "\u202e003", "\u2028", "\u00a0", "\ufeff300", "\udcff", "x" * 2001, "9" * 5000,
)  # fmt: skip
"""Values that no setting takes."""

NO_NUMBER = (
    "²00", "٣٠٠", "\uff13\uff10\uff10", "-300", "+300", "0", "199", "5001", "3e2", "300.0", "0x12c", "1_000",
    "zwölf",
    "300;", "9" * 400, "NaN", "inf", "½", "٣00", "3 00",
)  # fmt: skip
NO_SWITCH = (
    "2", "-1", "+1", "01", "1.0", "true", "True", "ja", "nein", "an", "aus", "yes", "on", "¹", "\uff11",
    "0x1",
    "1;", "1,0", "null", "None",
)  # fmt: skip
NO_STRATEGIE = (
    "Passagen", "PASSAGEN", "passage", "passagen;", "absätze", "0", "1", "-1", "../passagen", "abschnitt",
    "satz", "²", "passagen,abschnitte", "None", "null", "true", "*", "passagen\\", "abschnitte/", "x" * 99,
)  # fmt: skip
NO_DEVICE = (
    "gpu", "CPU", "cuda:", "cuda:x", "cuda:²", "cuda:-1", "cuda:100", "cuda 0", "mps;", "cpu,cuda", "0", "1",
    "tpu", "xla", "cpu:", "../cpu", "auto", "None", "'cpu'", "x" * 99,
)  # fmt: skip
NO_SERVER = (
    "ftp://host", "file:///etc/passwd", "http://", "http:///pfad", "http://host:99999", "http://host:²",
    "http://host:-1", "http://[::1", "http://a b", "javascript:alert(1)", "http://host:0", "://", "//", "@",
    "http://@:80", "http://.", "http://a..b", "http://ü.de", "http://host:8000x", "unix:///tmp/x",
)  # fmt: skip
NO_NAMES = (
    "https://example.org", "example.org:8501", "a b", ",", "a,", ",a", "a,,b", "*", "*.example.org", "ü.de",
    "a/b", "..", ".a", "a..b", "[::1]", "a@b", "a;b", "http://", "a?b", "x" * 300,
)  # fmt: skip
NO_HEADERS = ("X_Forwarded_User", "X-Forwarded-User:", "X Forwarded", "X-Größe", "a,b", "*", "x" * 101)
NO_USD = (
    "0", "0.0", "-1", "+1", "1,50", "1.", ".5", "1e3", "inf", "NaN", "zwei", "2 USD", "$2", "1_000",
    "9999999", "0.00001", "٢", "½", "--", "1.2.3",
)  # fmt: skip
NO_MODEL = ("~niemand/modell", "/" + "x" * 300, "x" * 300)

BAD = [
    *((name, value) for name in FOLDERS for value in ("/" + "x" * 300, "/dev/null", "/dev/null/unter")),
    *(("CHUNK_SIZE", value) for value in NO_NUMBER),
    *((name, value) for name in SWITCHES for value in NO_SWITCH),
    *(("CHUNK_STRATEGIE", value) for value in NO_STRATEGIE),
    *(("EMBEDDING_DEVICE", value) for value in NO_DEVICE),
    *(("CHROMA_URL", value) for value in NO_SERVER),
    *(("HOSTNAMEN", value) for value in NO_NAMES),
    *(("NAME_HEADER", value) for value in NO_HEADERS),
    *(("TAGESGRENZE", value) for value in NO_USD),
    *((name, value) for name in ("EMBEDDING_MODEL", "RERANK_MODEL") for value in NO_MODEL),
    *((name.upper(), value) for name in Settings.__slots__ if name != "data_dir" for value in NEVER),
]


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in fields(Settings):
        monkeypatch.delenv(field.name.upper(), raising=False)


@pytest.mark.parametrize("name", sorted({name for name, _ in BAD}))
def test_a_bad_value_is_told_in_one_sentence_with_its_name(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = [value for other, value in BAD if other == name]
    assert len(values) >= 20
    for value in values:
        monkeypatch.setenv(name, value)
        with pytest.raises(EingabeError) as error:
            load_settings()
        message = str(error.value)
        assert name in message and message.isprintable() and len(message) < 400, (value, message)


def test_good_values_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    good = {
        "PDF_DIR": str(tmp_path), "CHROMA_DIR": str(tmp_path / "später"), "CHROMA_URL": "localhost:8000",
        "CHUNK_SIZE": "300", "EMBEDDING_DEVICE": "cuda:1", "OHNE_ANMELDUNG": "1",
        "NAME_HEADER": "X-Forwarded-User", "TAGESGRENZE": "2.50",
        "HOSTNAMEN": "Antraege.Example.org, 192.168.1.5,fe80::1", "EMBEDDING_MODEL": "intfloat/e5",
    }  # fmt: skip
    for name, value in good.items():
        monkeypatch.setenv(name, value)
    read = load_settings()
    assert (read.pdf_dir, read.chunk_size, read.embedding_device) == (tmp_path, 300, "cuda:1")
    assert read.chroma_dir == tmp_path / "später"
    assert read.hostnamen == ("antraege.example.org", "192.168.1.5", "fe80::1")
    assert read.name_header == "X-Forwarded-User"
    assert read.tagesgrenze == 2.5
    assert read.ohne_anmeldung and read.chroma_url == "localhost:8000"


@pytest.mark.parametrize("name", FOLDERS)
def test_a_folder_is_neither_a_file_nor_a_link_into_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "datei").write_text("x")
    (tmp_path / "leer").symlink_to(tmp_path / "fehlt")
    (tmp_path / "kreis").symlink_to(tmp_path / "kreis")
    for path in ("datei", "datei/darunter", "leer", "kreis"):
        monkeypatch.setenv(name, str(tmp_path / path))
        with pytest.raises(EingabeError, match=name):
            load_settings()


def test_a_password_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://nutzer:geheim42@rechner/name\n")
    with pytest.raises(EingabeError) as error:
        load_settings()
    assert "geheim42" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value"), [("CHUNK_SIZE", "²00"), ("DATABASE_URL", "postgresql://a:b@c:x/d")]
)
def test_the_command_line_tells_it_without_a_trace(name: str, value: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "core", "runs"],
        cwd=ROOT,
        env={**os.environ, name: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert name in done.stderr and "Traceback" not in done.stderr

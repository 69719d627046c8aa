"""`python -m core check`: what it prints, what it takes and how it ends."""

import io
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from core.cli.main import main
from core.features.textcheck.check import check_text, checked_as_json
from core.programme.context import Context, default_context
from core.wortlaut.german.sentences import sentences

PROGRAMM = "bruecke-demo-2024"
INVENTED = "Wir schaffen alle Wölfe noch vor dem Frühstück ab."


@pytest.fixture(autouse=True)
def places(tmp_path: Path, demo_ordner: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    shutil.copytree(demo_ordner, tmp_path / "chroma")
    monkeypatch.setenv("CHROMA_DIR", str(tmp_path / "chroma"))
    default_context.cache_clear()
    yield tmp_path
    default_context.cache_clear()


@pytest.fixture(scope="module")
def printed(demo: Context) -> str:
    chunk = next(c for c in demo.store.chunks_of("DEMO", PROGRAMM)[8:] if len(c.seiten) == 1)
    start, end = max(sentences(chunk.text), key=lambda span: span[1] - span[0])
    return " ".join(chunk.text[start:end].split())


def test_a_clean_text_ends_with_0_and_a_false_one_with_1(
    places: Path, printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = places / "text.md"
    path.write_text(f"Die Brücke will: „{printed}“", encoding="utf-8")
    assert main(["check", str(path)]) == 0
    quote, blank, count, scope = capsys.readouterr().out.splitlines()
    assert (
        quote.startswith(f"✔ „{printed[:60]}")
        and "Gedruckt: Die Brücke Musterland Wahlprogramm 2024, S. " in quote
    )
    assert blank == "" and count == "1 Zitat: 1 so gedruckt." and scope.startswith("Gesucht wurde in 6 ein")
    changed = printed.replace(printed.split()[3], "niemals", 1)
    path.write_text(f"Der Lindenbund: „{printed}“.\n\n„{INVENTED}“\n\n„{changed}“", encoding="utf-8")
    assert main(["check", str(path)]) == 1
    foreign, nowhere, other, *_ = capsys.readouterr().out.splitlines()
    assert foreign.startswith("⚠ ") and "Im Text: Lindenbund; gedruckt bei Die Brücke." in foreign
    assert nowhere.startswith("✗ ") and other.startswith("≠ ")
    assert "Die Brücke Musterland Wahlprogramm 2024" in other


def test_stdin_is_read_and_json_is_what_scripts_get(
    printed: str, demo: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"Die Brücke will: „{printed}“, aber nicht: „{INVENTED}“"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode())))
    assert main(["check", "-", "--bundesland", "Musterland", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told == json.loads(json.dumps(checked_as_json(check_text(text, demo, "DEMO"))))
    true, false = told["zitate"]
    assert told["text"][true["start"] : true["end"]] == f"„{printed}“"
    assert (true["urteil"], true["zeichen"], true["falsch"]) == ("gedruckt", "✔", False)
    assert {"quelle", "programm", "seiten", "gedruckt", "url"} <= true["stellen"][0].keys()
    assert (false["urteil"], false["stellen"], false["falsch"]) == ("nirgends", [], True)
    assert told["abdeckung"][0]["gebiet"] == "DEMO" and told["zahlen"]["nirgends"] == 1


def test_what_is_nearest_has_its_page_and_its_address(printed: str, demo: Context) -> None:
    number = "Wir bauen bis 2031 genau 4711 neue Brunnen."
    told = checked_as_json(check_text(f"„{printed.rsplit(' ', 3)[0]} und {number}“", demo))
    nearest = told["zitate"][0]["naechste"]  # type: ignore[index]
    assert nearest is None or (nearest["seiten"] and nearest["url"].startswith("/api/wahlprogramm-cite?"))


@pytest.mark.parametrize(
    ("content", "options", "told"),
    [
        (None, [], "lässt sich nicht lesen (No such file or directory)"),
        (b"", [], "Der Text ist leer."),
        (b"\x00\x01", [], "Die Datei ist weder Word, PDF"),
        (b"PK\x03\x04kaputt", [], "Die Word-Datei lässt sich nicht lesen."),
        ("„Ein Zitat.“".encode(), ["--bundesland", "Atlantis"], "Das Bundesland „Atlantis“ ist nicht"),
        (b"x" * ((20 << 20) + 1), [], "größer als 20 MB"),
    ],
)
def test_bad_input_ends_with_2(
    places: Path, content: bytes | None, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = places / "eingabe"
    if content is not None:
        path.write_bytes(content)
    assert main(["check", str(path), *options]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("Fehler: ") and told in err

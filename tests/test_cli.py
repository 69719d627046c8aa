"""`python -m core …` as a person and as a script use it."""

import io
import json
import re
import shutil
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from core.base.settings import ROOT
from core.cli.main import COMMANDS, build_parser, main
from core.programme.context import default_context
from core.runs.store import runstore
from tests.clocks import TODAY
from tests.drucker import column, print_pdf
from tests.runs.beispiele import ANTRAG, finished_lauf


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An index and a PDF folder of the test's own."""
    (tmp_path / "pdf").mkdir()
    monkeypatch.setenv("CHROMA_DIR", str(tmp_path / "chroma"))
    monkeypatch.setenv("PDF_DIR", str(tmp_path / "pdf"))
    monkeypatch.setenv("LAEUFE_DIR", str(tmp_path / "laeufe"))
    default_context.cache_clear()
    yield tmp_path
    default_context.cache_clear()


@pytest.fixture
def demo_index(places: Path, demo_ordner: Path) -> Path:
    """What `python -m core demo` leaves."""
    return Path(shutil.copytree(demo_ordner, places / "chroma"))


def test_demo_then_search_and_status(demo_index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo"]) == 0
    assert "muehlrad-demo-2024" in capsys.readouterr().out
    assert main(["search", "Wieltalbahn wieder eröffnen", "--bundesland", "DEMO", "--partei", "Mühlrad"]) == 0
    out = capsys.readouterr().out
    assert "Bündnis Mühlrad" in out and "Wieltalbahn" in out and "Die Brücke" not in out
    assert main(["status"]) == 0
    assert re.search(r"Musterland\s+4\s+4\s+4\s+46", capsys.readouterr().out)
    assert main(["status", "--bundesland", "DEMO"]) == 0
    assert "bruecke-demo-2024" in capsys.readouterr().out


def test_question_says_where_to_look_and_options_count_before_it(
    demo_index: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    question = "Was sagt Mühlrad in Musterland zur Wieltalbahn?"
    assert main(["search", question]) == 0
    out = capsys.readouterr().out
    assert "Partei: Bündnis Mühlrad · Land: Musterland · Geltend am: " in out
    assert "· Gesucht: Wieltalbahn" in out
    assert "Bündnis Mühlrad" in out and "Seite 6" in out and "Die Brücke Wahl" not in out
    assert main(["search", question, "--partei", "Lindenbund", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {row["programm_id"].split("-")[0] for row in found["treffer"]} == {"lindenbund"}


def test_a_result_has_parts_that_fit_together(demo_index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def search(*options: str) -> dict[str, Any]:
        assert main(["search", "Schule ohne Lindenbund", *options, "--json"]) == 0
        found: dict[str, Any] = json.loads(capsys.readouterr().out)
        return found

    whole, part = search("--top", "9"), search("--top", "4", "--offset", "5")
    assert part["treffer"] == whole["treffer"][5:9] and part["gesamt"] == whole["gesamt"] > 9
    assert (part["frage"], part["offset"]) == ("Schule ohne Lindenbund", 5) and part["sekunden"] >= 0
    assert (part["verstanden"]["gesucht"], part["verstanden"]["ohne"]) == ("Schule", ["LINDENBUND"])
    only = search("--programm", "muehlrad-demo-2024")
    assert {one["programm_id"] for one in only["treffer"]} == {"muehlrad-demo-2024"}
    without = search("--ohne", "Mühlrad", "--top", "50")
    assert without["verstanden"]["ohne"] == ["LINDENBUND", "MÜHLRAD"]
    assert {one["partei"] for one in without["treffer"]} == {"BRÜCKE", "LEUCHTTURM"}
    assert main(["search", "Schule", "--top", "2", "--offset", "2"]) == 0
    assert re.search(r"Treffer 3 bis 4 von \d+ in \d+,\d\d Sekunden", capsys.readouterr().out)


def test_antrag_shows_what_was_read_what_counts_and_what_was_found(
    places: Path, demo_index: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    antrag = places / "antrag.txt"
    antrag.write_text(
        "Antrag der Fraktion Bündnis Mühlrad\nMehr Bahn\nDer Landtag möge beschließen:\n"
        "1. Die Wieltalbahn fährt wieder.\n2. Die Kita wird gebührenfrei.\n",
        encoding="utf-8",
    )
    asked = ["antrag", str(antrag), "--bundesland", "DEMO", "--datum", "01.03.2025", "--partei", "Lindenbund"]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert "Die Wieltalbahn fährt wieder." in out and "Anteil der Wortwahl" in out and "· zu 1" in out
    assert (
        "Themen: Bahn, Wieltalbahn, Kita\n" in out
        and "Aus seinen Sätzen: Die Wieltalbahn fährt wieder." in out
    )
    assert main([*asked, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert set(answer["fundstellen"]) == {"BRÜCKE", "MÜHLRAD", "LINDENBUND"}
    assert [f["nummer"] for f in answer["antrag"]["forderungen"]] == ["1", "2"]
    kurz = answer["kurzfassung"]
    assert kurz["themen"] == ["Bahn", "Wieltalbahn", "Kita"]
    assert kurz["saetze"] == ["Die Wieltalbahn fährt wieder.", "Die Kita wird gebührenfrei."]
    shares = [share for name, share in answer["passung"].items() if "demo" in name]
    assert sum(shares) == pytest.approx(1)


def test_json_is_for_scripts(demo_index: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--json"]) == 0
    indexed = json.loads(capsys.readouterr().out)
    assert {row["ausgang"] for row in indexed} == {"unverändert"} and len(indexed) == 6
    assert main(["search", "Lehrkräfte", "--bundesland", "DEMO", "--top", "2", "--json"]) == 0
    (first, _) = json.loads(capsys.readouterr().out)["treffer"]
    assert set(first) >= {"programm_id", "text", "start", "end", "seiten", "abschnitt", "quelle", "url"}
    assert 0.3 <= first["similarity"] <= 1
    assert main(["status", "--json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert sum(len(teil["programme"]) for teil in status["gebiete"]) == len(
        default_context().registry.programme
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["search", "Schule", "--bundesland", "Bayer"], 2, "Meinten Sie Bayern"),
        (["search", "Schule", "--bundesland", "BY"], 1, "noch nichts indexiert"),
        (["search", " "], 2, "Die Suche ist leer"),
        (["search", "und die der"], 2, "nur aus Füllwörtern"),
        (["search", "Rente " * 200_000], 2, "Zeichen zu lang"),
        (["search", "Was sagt die Tierschutzpartei zur Rente?"], 2, "Welche Partei meinen Sie"),
        (["search", "Was sagt die Tierschutzpartei zur Rente?"], 2, "Mit --wortgetreu"),
        (["search", "Rente", "--partei", "Graue Panther"], 2, "Graue Panther"),
        (["search", "Rente Tierschutzpartei"], 2, "Welche Partei meinen Sie"),
        (["search", "Rente", "--programm", "gibtsnicht"], 2, "gibtsnicht"),
        (["search", "Rente", "--offset", "-1"], 2, "offset=-1"),
        (["search", "Rente", "--offset", "5000"], 2, "Fragen Sie genauer"),
        (["search", "Rente", "--dokumente", "--passagen", "0"], 2, "mindestens eine Passage"),
        (["antrag", "gibt-es-nicht.pdf"], 2, "kann ich nicht lesen"),
        (["evaluate", "--saetze", "0"], 2, "mindestens ein Satz"),
        (["index", "--programm", "nichts"], 2, "steht nicht im Register"),
        (["index", "--pdf-dir", "gibt/es/nicht"], 2, "Den Ordner gibt/es/nicht gibt es nicht"),
    ],
)
def test_failures_are_one_line_on_stderr(
    arguments: list[str], code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.count("\n") == 1 and captured.out == ""


def test_broken_pdf_fails_the_run_but_not_the_rest(places: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (places / "pdf" / "spd-nrw-2022.pdf").write_bytes(b"kein PDF")
    print_pdf(places / "pdf" / "cdu-nrw-2022.pdf", [column(60, ["Wir bauen neue Wohnungen im Land."] * 5)])
    assert main(["index", "--bundesland", "NRW"]) == 1
    captured = capsys.readouterr()
    assert "spd-nrw-2022: spd-nrw-2022.pdf ist kein PDF" in captured.err
    assert re.search(r"cdu-nrw-2022\s+indexiert", captured.out)
    assert re.search(r"fdp-nrw-2022\s+PDF fehlt", captured.out)


def test_index_without_a_choice_takes_what_has_a_pdf(
    demo_index: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["index", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 6


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_has_a_help_text(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0 and len(capsys.readouterr().out) > 100


def test_python_m_core_returns_the_code() -> None:
    done = subprocess.run([sys.executable, "-m", "core", "nichts"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_half_a_character_in_a_title_ends_no_list(form: tuple[str, ...]) -> None:
    """As JSON may bring it: no stream can write it."""
    store = runstore(default_context())
    finished_lauf(store, antrag=replace(ANTRAG, titel="Halb \ud800"))
    store.close()
    command = [sys.executable, "-m", "core", "runs", *form]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert done.returncode == 0 and "Halb \\ud800" in done.stdout, done.stderr


def test_half_of_a_character_is_written_as_json_that_is_read_again() -> None:
    """As a model or an import may leave one in the store."""
    code = "from core.cli.output import emit; emit(True, [chr(0xD800)])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == ["\ud800"]


def test_commands_in_readme_and_messages_exist() -> None:
    """Whatever the README or a message tells people to type can be typed."""
    docs = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    sources = [*docs, *(ROOT / "core").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]
    found = {
        match
        for path in sources
        for match in re.findall(r"python -m core ([a-z]+(?: --[a-z-]+)?)", path.read_text(encoding="utf-8"))
    }
    assert len(found) >= 4
    known = build_parser().format_help() + "".join(
        map(_help_of, sorted({words.split()[0] for words in found}))
    )
    assert [words for words in sorted(found) if not all(word in known for word in words.split())] == []


def _help_of(command: str) -> str:
    with pytest.raises(SystemExit), redirect_stdout(io.StringIO()) as told:
        main([command, "--help"])
    return told.getvalue()


def test_each_line_of_the_crontab_is_a_command() -> None:
    text = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
    commands = re.findall(r"\$CORE ([^>&;]+)", text)
    assert len(commands) == 6
    for command in commands:
        build_parser().parse_args(command.split())


def test_a_search_is_of_what_is_in_force_unless_one_wants_more(
    demo_index: Path, capsys: pytest.CaptureFixture[str], noon: datetime
) -> None:
    def found(*options: str) -> dict[str, Any]:
        assert main(["search", "Wieltalbahn", "--bundesland", "DEMO", *options, "--json"]) == 0
        answer: dict[str, Any] = json.loads(capsys.readouterr().out)
        return answer

    assert found()["verstanden"]["stichtag"] == str(TODAY)
    assert found("--auch-fruehere")["verstanden"]["stichtag"] is None
    early = found("--stand", "2020-01-01")
    assert early["treffer"] and not any(one["typ"] == "wahlprogramm" for one in early["treffer"])
    assert main(["search", "Wieltalbahn", "--stand", "gestern"]) == 2
    assert "wie 2022-03-01" in capsys.readouterr().err


def test_a_search_tells_what_it_lacks_and_lets_parties_take_turns(
    demo_index: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", "Lindenbund, Mühlrad und SPD: Wieltalbahn", "--top", "4", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [one["partei"] for one in answer["treffer"]].count("LINDENBUND") == 2
    assert answer["ohne_stelle"] == ["SPD"] and answer["wohl_nichts_passendes"] is False
    assert main(["search", "asdfgh qwertz"]) == 0
    assert "Wohl nichts Passendes" in capsys.readouterr().out
    assert main(["search", "Wer lehnt die Wieltalbahn ab?"]) == 0
    assert "nicht die Seite" in capsys.readouterr().out

"""A text against documents laid beside it: where its quotes stand, who says them, what was not read."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pymupdf
import pytest
from docx import Document

from core.__main__ import main
from core.base.errors import EingabeError
from core.base.settings import ROOT
from core.features.textcheck.check import CheckedText, Verdict, check_text, checked_as_json
from core.features.textcheck.mcp_server import DocumentTools
from core.programme.context import Context
from core.wortlaut.reading.tesseract import engine
from tests.drucker import TEXT, print_with_layer
from tests.programme.test_print_check import UMLAUTE, misread, pages
from tests.textcheck.documents import TREATY, laid_out, spoken

V = Verdict
PROTOCOL = ("protokoll.pdf", laid_out([spoken("bundestag")]))
TREATY_PDF = ("vertrag.pdf", laid_out([["Präambel."], TREATY]))
HOUSES = "Beide Seiten bauen gemeinsam tausend Wohnungen in jedem Jahr."
BRIDGES = "Wir werden jede zweite Brücke bis zum Jahr 2040 erneuern."
CALL = "Das habe ich so nie gesagt, Frau Kollegin!"
MONEY = "Meine Damen und Herren, das Geld dafür ist nicht da."


def against(context: Context, text: str, *documents: tuple[str, bytes]) -> CheckedText:
    return check_text(text, context, against=documents or (PROTOCOL, TREATY_PDF))


@pytest.mark.parametrize(
    ("text", "verdict", "told"),
    [
        (f"„{HOUSES}“", V.GEDRUCKT, "vertrag, Seite 2 der Datei"),
        (f"„{HOUSES}“ (S. 2)", V.GEDRUCKT, "vertrag"),
        (f"„{HOUSES}“ (S. 7)", V.FALSCH_ZUGEORDNET, "S. 7"),
        (f"„{HOUSES.replace('tausend', 'zweitausend')}“", V.ABWEICHEND, ""),
        (f"„{HOUSES.replace('gemeinsam', 'nicht gemeinsam')}“", V.ABWEICHEND, ""),
        ("„Das steht in keinem einzigen dieser Papiere, nirgends.“", V.NIRGENDS, "keinem der 2 Dokumente"),
        (f"Erika Muster (SPD) sagte: „{BRIDGES}“", V.GEDRUCKT, "Es spricht: Dr. Erika Muster (SPD)."),
        (f"Die SPD sagte: „{BRIDGES}“", V.GEDRUCKT, "Dr. Erika Muster"),
        (f"Die FDP sagte: „{BRIDGES}“", V.FALSCH_ZUGEORDNET, "gesprochen hat Dr. Erika Muster (SPD)"),
        (f"Jan Probe sagte: „{BRIDGES}“", V.FALSCH_ZUGEORDNET, "gesprochen hat Dr. Erika Muster (SPD)"),
        (f"„{CALL}“, rief Jan Probe.", V.GEDRUCKT, "Zwischenruf von Jan Probe (CDU"),
        (f"Erika Muster sagte: „{CALL}“", V.FALSCH_ZUGEORDNET, "Jan Probe"),
        (f"Die CSU sagte: „{MONEY}“", V.GEDRUCKT, "Jan Probe"),
    ],
)
def test_what_is_told_of_a_quote(demo: Context, text: str, verdict: Verdict, told: str) -> None:
    (quote,) = against(demo, text).quotes
    assert (quote.verdict, told in quote.satz) == (verdict, True), quote.satz


SAID_BY_TWO = "Das lehnen wir in diesem Haus ganz entschieden ab."
SITTING = f"""Plenarprotokoll 31/14

Präsidentin Ida Beispiel:

Guten Morgen.

Eva Müller-Lind (SPD):

{SAID_BY_TWO}

Eva Tal (SPD):

{BRIDGES}

(Zuruf: Davon glaube ich Ihnen kein einziges Wort!)

Jan Müller (FDP):

{SAID_BY_TWO}

Kim Wald (fraktionslos):

{MONEY}"""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (f"Eva Müller-Lind sagte: „{SAID_BY_TWO}“", V.GEDRUCKT),
        (f"Jan Müller (FDP) sagte: „{SAID_BY_TWO}“", V.GEDRUCKT),
        (f"Eva Tal sagte: „{BRIDGES}“", V.GEDRUCKT),
        (f"Eva Talmann sagte: „{BRIDGES}“", V.UNKLAR),
        (f"Kim Wald sagte: „{MONEY}“", V.GEDRUCKT),
        (f"Kim Wald (SPD) sagte: „{MONEY}“", V.UNKLAR),
        ("Jan Müller rief: „Davon glaube ich Ihnen kein einziges Wort!“", V.UNKLAR),
        ("Hans Fremd rief: „Davon glaube ich Ihnen kein einziges Wort!“", V.UNKLAR),
        ("Die FDP rief: „Davon glaube ich Ihnen kein einziges Wort!“", V.UNKLAR),
    ],
)
def test_a_person_is_meant_by_the_whole_surname(demo: Context, text: str, verdict: Verdict) -> None:
    (quote,) = against(demo, text, ("sitzung.txt", SITTING.encode())).quotes
    assert quote.verdict == verdict, quote.satz


def test_no_programme_is_looked_in_and_no_address_is_made_up(demo: Context, tmp_path: Path) -> None:
    stored = demo.store.chunks_of("DEMO", "bruecke-demo-2024")[9].text.split(". ")[0]
    found = against(demo, f"„{stored}.“ „{HOUSES}“")
    assert [one.verdict for one in found.quotes] == [V.NIRGENDS, V.GEDRUCKT]
    told = checked_as_json(found)
    assert told["dokumente"] == ["protokoll", "vertrag"] and told["abdeckung"] == []
    assert not any(place["url"] for one in told["zitate"] for place in one["stellen"])  # type: ignore[attr-defined]
    json.dumps(told)


@pytest.mark.parametrize(
    ("behind", "verdict"),
    [
        ("1. Januar 2018", V.GEDRUCKT),
        ("2. Januar 2018", V.ABWEICHEND),
        ("1. Dezember 2018", V.ABWEICHEND),
        ("1. Januar 2019", V.ABWEICHEND),
        ("SPD 2018", V.GEDRUCKT),
        ("S. 2", V.GEDRUCKT),
    ],
)
def test_a_bracket_that_is_printed_behind_is_no_source(demo: Context, behind: str, verdict: Verdict) -> None:
    said = "Die Regelung tritt erst zu einem späteren Zeitpunkt in Kraft"
    file = ("gesetz.txt", f"{said} (1. Januar 2018). Danach gilt sie.".encode())
    (quote,) = against(demo, f"> {said} ({behind}).", file).quotes
    assert quote.verdict is verdict, quote.satz


def broken() -> bytes:
    return b"%PDF-1.7\n" + b"garbage" * 50


def locked() -> bytes:
    with pymupdf.open(stream=TREATY_PDF[1]) as document:
        return bytes(document.tobytes(encryption=pymupdf.PDF_ENCRYPT_AES_256, owner_pw="a", user_pw="b"))


@pytest.mark.parametrize("make", [broken, locked, lambda: b"", lambda: b"\x00\x01\x02" * 400])
def test_what_cannot_be_read_is_told_and_the_others_count(demo: Context, make: Callable[[], bytes]) -> None:
    found = against(demo, f"„{HOUSES}“", ("kaputt.pdf", make()), TREATY_PDF)
    assert [one.verdict for one in found.quotes] == [V.GEDRUCKT]
    assert not found.is_clean and any("kaputt.pdf" in remark for remark in found.remarks())
    assert against(demo, f"„{HOUSES}“", TREATY_PDF).is_clean


@pytest.mark.skipif(not engine(), reason="needs Tesseract (tesseract-ocr-deu)")
def test_a_page_is_compared_with_its_print_before_it_is_quoted(demo: Context, tmp_path: Path) -> None:
    drawn = [TEXT, [HOUSES], UMLAUTE, TEXT]
    layer = [TEXT, [HOUSES], misread(UMLAUTE), TEXT]
    path = print_with_layer(tmp_path / "a.pdf", pages(*drawn), pages(*layer), is_hidden=False)
    good, bad = f"„{HOUSES}“", f"„{layer[2][4][6:]}“"
    assert [one.verdict for one in against(demo, good, (path.name, path.read_bytes())).quotes] == [V.GEDRUCKT]
    found = against(demo, f"{good} {bad}", (path.name, path.read_bytes()))
    assert [one.verdict for one in found.quotes] == [V.GEDRUCKT, V.UNSICHER]
    assert checked_as_json(found)["ohne_druckpruefung"] == []


def test_a_print_that_nobody_compared_is_told(tmp_path: Path) -> None:
    (tmp_path / "vertrag.pdf").write_bytes(TREATY_PDF[1])
    (tmp_path / "text.md").write_text(f"„{HOUSES}“", encoding="utf-8")
    command = [sys.executable, "-m", "core", "check", "text.md", "--gegen", "vertrag.pdf"]
    env = {**os.environ, "TESSERACT": "", "PYTHONPATH": str(ROOT)}

    def told(*more: str) -> str:
        run = subprocess.run([*command, *more], cwd=tmp_path, env=env, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return run.stdout

    assert "Nicht mit dem Druck verglichen: vertrag.pdf. Dafür fehlt Tesseract." in told()
    assert "Nicht mit dem Druck verglichen: vertrag.pdf. So war es" in told("--ohne-druckpruefung")
    assert json.loads(told("--json"))["ohne_druckpruefung"] == ["vertrag.pdf"]


def test_what_a_document_holds_beside_its_text_is_told(demo: Context) -> None:
    page = f"<p>{BRIDGES}</p><img src='a.png' alt='Karte'><object data='b.svg'></object>".encode()
    found = against(demo, f"„{BRIDGES}“", ("seite.html", page), ("papier.docx", with_a_picture()), TREATY_PDF)
    assert [one.verdict for one in found.quotes] == [V.GEDRUCKT]
    told = dict(checked_as_json(found)["dokumente_nicht_gelesen"])  # type: ignore[call-overload]
    assert told.keys() == {"seite.html", "papier.docx"} and all("1 Bild" in gap for gap in told.values())
    assert all(any(name in remark for remark in found.remarks()) for name in told)


def with_a_picture() -> bytes:
    document, picture, file = Document(), io.BytesIO(), io.BytesIO()
    picture.write(pymupdf.Pixmap(pymupdf.csGRAY, (0, 0, 9, 9), False).tobytes("png"))
    document.add_paragraph(HOUSES)
    document.add_picture(picture)
    document.save(file)
    return file.getvalue()


def test_files_without_pages_have_none_and_folders_are_looked_through(demo: Context, tmp_path: Path) -> None:
    (tmp_path / "tief").mkdir()
    (tmp_path / "tief" / "rede.txt").write_text(f"Vorab.\n\n{HOUSES}\n\nDanach.", encoding="utf-8")
    (tmp_path / "seite.html").write_text(f"<p>{BRIDGES}</p>", encoding="utf-8")
    (tmp_path / "bild.png").write_bytes(b"\x89PNG")
    one, two = check_text(f"„{HOUSES}“ (S. 3)\n\n„{BRIDGES}“", demo, against=[tmp_path]).quotes
    assert (one.verdict, two.verdict) == (V.GEDRUCKT, V.GEDRUCKT)
    assert one.gebunden[0].ort.seiten == () and one.gebunden[0].quelle == "rede (ohne Seiten)"
    (tmp_path / "leer").mkdir()
    with pytest.raises(EingabeError):
        check_text("„Irgendein Zitat, das lang genug ist.“", demo, against=[tmp_path / "leer"])


def test_what_is_no_file_is_not_waited_for(demo: Context, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "rohr.txt")
    found = check_text(f"„{HOUSES}“", demo, against=[tmp_path / "rohr.txt", Path(os.devnull), TREATY_PDF])
    assert [one.verdict for one in found.quotes] == [V.GEDRUCKT]
    assert found.sources and [name for name, _ in found.sources.unread] == ["rohr.txt", "null"]


def test_the_command_draws_the_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "vertrag.pdf").write_bytes(TREATY_PDF[1])
    (tmp_path / "text.md").write_text(f"„{HOUSES}“", encoding="utf-8")
    command = ["check", str(tmp_path / "text.md"), "--gegen", str(tmp_path / "vertrag.pdf")]
    assert main([*command, "--bilder", str(tmp_path / "bilder"), "--json"]) == 0
    (name,) = json.loads(capsys.readouterr().out)["bilder"]
    assert (tmp_path / "bilder" / name).read_bytes().startswith(b"\x89PNG") and "seite-2" in name
    assert main([*command, str(tmp_path / "fehlt.pdf")]) == 1
    assert "fehlt.pdf" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "text.md"), "--bilder", str(tmp_path)]) == 2


def test_a_model_reads_only_what_lies_in_the_folder(demo: Context, tmp_path: Path) -> None:
    (tmp_path / "geheim.txt").write_text(HOUSES, encoding="utf-8")
    folder = tmp_path / "dokumente"
    folder.mkdir()
    (folder / "vertrag.pdf").write_bytes(TREATY_PDF[1])
    (folder / "verweis.txt").symlink_to(tmp_path / "geheim.txt")
    tools = DocumentTools(demo, folder)
    assert tools.dokumente() == {"dokumente": ["vertrag.pdf"]}
    (quote,) = tools.text_gegen_dokumente(f"„{HOUSES}“", ["vertrag.pdf"])["zitate"]  # type: ignore[misc]
    assert quote["urteil"] == "gedruckt"
    for name in ("../geheim.txt", "verweis.txt", str(tmp_path / "geheim.txt"), ""):
        with pytest.raises(EingabeError):
            tools.text_gegen_dokumente(f"„{HOUSES}“", [name])


def test_a_line_that_begins_with_a_comma_ends_no_check(demo: Context) -> None:
    (quote,) = against(demo, f"Dort steht\n\n, „{HOUSES}“").quotes
    assert quote.verdict is V.GEDRUCKT


def test_a_check_against_nothing_that_can_be_read_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, missing = tmp_path / "text.md", tmp_path / "fehlt.pdf"
    text.write_text(f"Im Vertrag steht: „{HOUSES}“", encoding="utf-8")
    assert main(["check", str(text), "--gegen", str(missing)]) == 2
    told = capsys.readouterr()
    assert "fehlt.pdf" in told.err and "nirgends gedruckt" not in told.out

"""The printable report, and what the commands say."""

import hashlib
import html
import json
import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from core.antrag.antrag import Forderung
from core.antrag.edits import NOT_RECORDED
from core.assessment.pipeline import assess
from core.cli.main import main
from core.features.papers.cited_quote import QuoteAddress, find_quote
from core.features.papers.lauf_report import NOTE_OFFLINE, programme_of, report, vermerk_of
from core.features.papers.vermerk import as_pdf
from core.llm.catalogue import OFFLINE
from core.programme.context import Context, default_context
from core.proof.zitat_page import zitat_pages
from core.runs.antraege import ListedAntrag, SourceState, note_antrag
from core.runs.lauf import Lauf, Urteil, Zitat
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import (
    ANCHOR_NOTE,
    Anchor,
    Eintrag,
    Verworfen,
    ZitatStatus,
    read_eintrag,
    write_eintrag,
)
from core.wortlaut.reading.mupdf import pymupdf
from core.wortlaut.records import Typ
from tests.assessment.conftest import auftrag
from tests.assessment.test_pipeline import good
from tests.llm.modellserver import modellserver
from tests.vermerk.opened import part, words
from tests.vermerk.papers import zitate_of

TEXT = (
    "Antrag der Fraktion Bündnis Mühlrad\nMehr Bahn\nDer Landtag möge beschließen:\n"
    "1. Die Wieltalbahn fährt wieder.\n2. Die Kita wird gebührenfrei.\n"
)


def moved_to(zitat: Zitat, **changes: object) -> Eintrag:
    return read_eintrag({**write_eintrag(zitat.eintrag), **changes})


def test_report_shows_quotes_with_page_and_that_it_is_a_heuristic(context: Context, lauf: Lauf) -> None:
    page = report(context, [lauf])
    assert NOTE_OFFLINE in page and "Drucksache 7/4711" in page and "eine nahe Stelle" in page
    assert "von 10" not in page
    assert page.count("keine Quellen") == 1  # MÜHLRAD has no Parteiprogramm: the table says so
    for zitat in lauf.zitate:
        assert zitat.beleg.quelle in page and zitat.beleg.text[:30] in page
    assert "<script" not in page


def test_report_names_models_and_prompts_as_people_do_and_once_as_they_are_asked(
    context: Context, lauf: Lauf
) -> None:
    asked = replace(lauf, modell_gefragt="openai/gpt-4.1", modell_geantwortet="gpt-4.1", prompt_id="streng")
    page = report(context, [asked])
    assert "GPT-4.1 · Streng belegt" in page and page.count("Modell gpt-4.1, Prompt streng in Fassung") == 1
    assert "ohne Sprachmodell · " in report(context, [lauf]) and "Genau bezeichnet" not in report(
        context, [lauf]
    )


def test_report_names_the_source_of_an_antrag_that_was_fetched(context: Context, lauf: Lauf) -> None:
    store = runstore(context)
    assert "Deutscher Bundestag" not in report(context, [lauf])
    url = "https://dserver.bundestag.de/btd/21/001/2100101.pdf"
    listed = ListedAntrag("DIP", "1", "21/101", "Bahn", "Antrag", "Deutscher Bundestag", pdf_url=url)
    store.save_listing(SourceState("DIP"), [listed])
    note_antrag(store, "DIP", "1", store.save_antrag(lauf.antrag, "DIP", lauf.antrag))
    page = report(context, [lauf])
    assert "Antrag: Quelle: Deutscher Bundestag – DIP, Stand " in page and url in page


def test_report_prints_every_quote_as_pdf(context: Context, lauf: Lauf, tmp_path: Path) -> None:
    (tmp_path / "b.pdf").write_bytes(as_pdf(report(context, [lauf])))
    text = "".join(letter for page in pymupdf().open(tmp_path / "b.pdf") for letter in page.get_text())
    letters = "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text)))
    letters = re.sub(r"Seite\d+von\d+", "", letters)  # a quote may go on over the foot of a page
    for zitat in lauf.zitate:
        assert "".join(filter(str.isalnum, zitat.beleg.text)) in letters


def test_every_programm_is_named_with_its_file(context: Context, lauf: Lauf) -> None:
    page = html.unescape(report(context, [lauf]))
    asked = {offer.programm_id for offer in lauf.angebote}
    assert len(asked) > 1
    for programm in (context.registry.programme[id] for id in asked):
        pdf = context.find_pdf(programm)
        assert programm.name in page and hashlib.sha256(pdf.read_bytes()).hexdigest() in page
    offer = next(offer for offer in lauf.angebote if offer.q)
    (unknown,) = programme_of(
        context, replace(lauf, zitate=(), angebote=(replace(offer, programm_id="fort"),))
    )
    assert unknown.name == "fort" and "Register" in unknown.angaben


def test_report_links_the_marked_page_of_every_quote(context: Context, lauf: Lauf) -> None:
    first, second, *_ = lauf.zitate
    over = replace(first, eintrag=moved_to(first, version="frueher", text=UEBER_ZWEI, **BRUECKE))
    gone = replace(second, eintrag=moved_to(second, version="frueher", text="Das stand hier einmal."))
    links = seitenlinks(report(context, [lauf], "https://antraege.example.org/"))
    assert links == [f"https://antraege.example.org{dict(zitat_pages(z.beleg))[page]}"
                     for z in in_order(lauf) for page in z.beleg.ort.seiten]  # fmt: skip
    page = report(context, [replace(lauf, zitate=(over, gone))])
    (left, right) = seitenlinks(page)
    assert left.startswith("http://localhost:8501/api/wahlprogramm-cite?programm=bruecke-demo-2024&seite=5&")
    assert "&seite=6&" in right and "Seite 5 als PDF" in page and "Seite 6 als PDF" in page
    assert "und gehen nur, solange er dort läuft" in page
    paper = report(context, [lauf], service="")
    assert seitenlinks(paper) == [] and "Seite als PDF" not in paper


UEBER_ZWEI = "Den Verkauf kommunaler Kliniken an private Betreiber lehnen wir ab."
BRUECKE = {"programm": "bruecke-demo-2024", "seiten": [1]}


def seitenlinks(page: str) -> list[str]:
    return [html.unescape(url) for url in re.findall(r'href="([^"]+wahlprogramm-cite[^"]+)"', page)]


def in_order(lauf: Lauf) -> list[Zitat]:
    """As the report has them."""
    parteien = [teil.partei for teil in lauf.teile]
    return sorted(lauf.zitate, key=lambda z: (parteien.index(z.partei), list(Typ).index(Typ(z.typ))))


def test_report_tells_what_became_of_quotes_of_an_earlier_reading(context: Context, lauf: Lauf) -> None:
    first, second, *_ = lauf.zitate
    moved = replace(first, eintrag=moved_to(first, version="frueher", seiten=[99], quelle="S. 99"))
    gone = replace(second, eintrag=moved_to(second, version="frueher", text="Das stand hier einmal."))
    page = report(context, [replace(lauf, zitate=(moved, gone))])
    assert first.beleg.quelle in page and "S. 99" not in page
    assert page.count(ANCHOR_NOTE[Anchor.WIEDERGEFUNDEN]) == page.count(ANCHOR_NOTE[Anchor.VERLOREN]) == 1
    assert page.index(ANCHOR_NOTE[Anchor.WIEDERGEFUNDEN]) < page.index("Das stand hier einmal.")


@pytest.fixture
def places(own_default: Context, tmp_path: Path) -> Path:
    (tmp_path / "antrag.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path


def test_assess_from_the_command_line_and_what_is_stored(
    places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["assess", str(places / "antrag.txt"), "--bundesland", "DEMO", "--datum", "01.03.2025"]
    assert main(asked) == 0
    out = capsys.readouterr().out
    assert "Ohne Sprachmodell gesucht, nicht beurteilt" in out and "MÜHLRAD" in out and "keine Quellen" in out
    assert main(["runs", "--json"]) == 0
    (line,) = json.loads(capsys.readouterr().out)
    assert line["titel"] == "Mehr Bahn" and line["emittiert"] == line["gebunden"] > 0
    assert main(["runs", line["id"], "--export", "csv"]) == 0
    assert capsys.readouterr().out.count("\n") >= line["emittiert"]
    assert main(["runs", line["id"], "--export", "json"]) == 0
    (places / "export.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["runs", "--import", str(places / "export.json")]) == 0
    assert line["id"] in capsys.readouterr().out
    assert main(["runs", "--import", str(places / "export.json"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["neu"], told["bekannt"]) == (0, 1) and told["laeufe"][0]["belegt"] == line["gebunden"]


def test_what_a_model_judged_is_printed_with_a_word_of_caution(
    places: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ["assess", str(places / "antrag.txt"), "--bundesland", "DEMO", "--datum", "01.03.2025"]
    assert main(asked) == 0 and "können falsch sein" not in capsys.readouterr().out
    with modellserver(good) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        assert main([*asked, "--model", "openai/a"]) == 0
    assert capsys.readouterr().out.count("Antworten eines Sprachmodells können falsch sein") == 1


def test_batch_from_the_command_line_is_resumed(places: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (places / "zwei").mkdir()
    for name in ("a", "b"):
        (places / "zwei" / f"{name}.txt").write_text(f"{TEXT}3. Sache {name}.", encoding="utf-8")
    asked = ["assess", "--batch", str(places / "zwei"), "--bundesland", "DEMO", "--datum", "01.03.2025"]
    assert main(asked) == 0 and "2 von 2 Läufen, 0 davon" in capsys.readouterr().out
    assert main(asked) == 0 and "2 von 2 Läufen, 2 davon" in capsys.readouterr().out
    asked += ["--top", "2", "--top", "4", "--temperature", "0", "--temperature", "0.7", "--repeat", "2"]
    assert main(asked) == 0 and "4 von 4 Läufen, 2 davon" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["assess"], 2, "Nennen Sie einen Antrag"),
        (["assess", "antrag.txt", "--model", "openai/a", "--prompt", "lyrisch"], 2, "Möglich sind: "),
        (["assess", "antrag.txt", "--prompt", "streng"], 2, "--prompt gilt für Sprachmodelle"),
        (["assess", "antrag.txt", "--model", "gibtesnicht/x"], 1, "gibtesnicht"),
        (["assess", "antrag.txt", "--repeat", "0"], 2, "mindestens 1"),
        (["assess", "antrag.txt", "--top", "0"], 2, "--top muss mindestens 1 sein"),
        (["assess", "antrag.txt", "--temperature", "2.1"], 2, "--temperature zwischen 0 und 2"),
        (["assess", "antrag.txt", "--temperature", "nan"], 2, "--temperature zwischen 0 und 2"),
        (["runs", "unbekannt"], 2, "unbekannt"),
        (["runs", "--export", "csv"], 2, "Nennen Sie die Läufe"),
    ],
)
def test_mistakes_are_one_line(
    places: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    message: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(places)
    assert main(arguments) == code
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1


def test_an_edited_antrag_and_what_people_say_stand_in_the_report(context: Context) -> None:
    store = runstore(context)
    order = auftrag(OFFLINE)
    plain = store.load(assess(context, replace(order, gelesen=order.antrag)))
    assert "Bearbeiteter Antrag" not in report(context, [plain])
    added = Forderung("99", "Der <b>Regelsatz</b> steigt.")
    changed = replace(order.antrag, forderungen=(*order.antrag.forderungen, added))
    lauf = store.load(assess(context, replace(order, antrag=changed, gelesen=order.antrag)))
    score = lauf.scores[0]
    store.save_note(Urteil(lauf.id, score.partei, score.typ, False, "Eva", "zu streng", punkte=7.5))
    page = report(context, [store.load(lauf.id)])
    assert "Bearbeiteter Antrag" in page and "1 Forderung hinzugefügt" in page
    assert "<ins>Der &lt;b&gt;Regelsatz&lt;/b&gt; steigt.</ins>" in page
    assert "Urteil: Stimmt nicht, eigene Punkte: 7,5 von 10: zu streng (Eva, " in page
    assert NOT_RECORDED in report(context, [store.load(assess(context, order))])


def test_addresses_of_a_vermerk_begin_as_the_command_line_says(
    places: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert main(["assess", str(places / "antrag.txt"), "--bundesland", "DEMO", "--datum", "01.03.2025"]) == 0
    (lauf,) = runstore(default_context()).list_laeufe()
    asked = ["runs", lauf.id, "--export", "docx", "--adresse", "https://haus.example.org"]
    capfdbinary.readouterr()
    assert main(asked) == 0
    data = capfdbinary.readouterr().out
    assert f"Lauf {lauf.id}" in words(part(data, "word/footer1.xml"))
    links = [one.get("Target", "") for one in part(data, "word/_rels/footnotes.xml.rels")]
    assert f"https://haus.example.org/api/zitat/{lauf.id}/" in " ".join(links)
    assert "localhost" not in " ".join(links)


def test_its_addresses_lead_to_the_quote_that_they_stand_beside(context: Context, lauf: Lauf) -> None:
    for zitat in zitate_of(vermerk_of(context, lauf, "https://haus.example.org/")):
        *_, lauf_id, partei, nummer = urlsplit(zitat.adresse).path.split("/")
        cited = find_quote(context, QuoteAddress(lauf_id, unquote(partei), int(nummer)))
        assert lauf_id == lauf.id and cited.beleg.quoted == zitat.text
    nowhere = zitate_of(vermerk_of(context, lauf, ""))
    assert nowhere and not any(zitat.adresse or zitat.seiten for zitat in nowhere)


def test_what_was_dropped_is_named_in_the_annex_and_never_as_a_quote(context: Context, lauf: Lauf) -> None:
    gone = Verworfen(
        fraktion=lauf.zitate[0].partei, bereich="wahlprogramm", text="Das steht <b>nirgends</b>.",
        status=ZitatStatus.NICHT_GEFUNDEN, erklaerung="Der Wortlaut steht nirgends.",
    )  # fmt: skip
    mixed = replace(lauf, zitate=(replace(lauf.zitate[0], eintrag=gone), *lauf.zitate[1:]))
    page = report(context, [mixed])
    assert "<td>Das steht &lt;b&gt;nirgends&lt;/b&gt;.</td>" in page and "Verworfene Zitate" in page
    assert not any("nirgends" in one.split("</blockquote>")[0] for one in page.split("<blockquote>")[1:])
    assert "Verworfene Zitate" not in report(context, [lauf])

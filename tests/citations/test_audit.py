"""Stored quotes against the real PDFs of the demo: true ones pass, every falsification has its reason."""

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import EingabeError
from core.base.settings import ROOT, Settings
from core.cli.main import main
from core.programme.context import Context, default_context
from core.programme.registry import load_registry
from core.proof.audit import Befund, Dateien, audit, per_bundesland
from core.proof.reconstruct import read_answers
from core.wortlaut.binding.source_labels import cite_url, parse_cite_url, plain_label
from core.wortlaut.errors import PdfError
from core.wortlaut.reading.read_strom import read_strom
from core.wortlaut.reading.tesseract import engine
from core.wortlaut.reading.textstrom import Textstrom
from tests.cases import cases
from tests.drucker import Satz, column, print_pdf, print_with_layer
from tests.programme.boxes import word_boxes

PDFS = ROOT / "data" / "demo" / "pdf"
PROGRAMME = load_registry(ROOT / "data" / "registry").programme

SEITENWECHSEL = ("muehlrad-demo-2024", "Der Abschuss eines einzelnen Wolfs", "überwunden hat.")
SPALTENWECHSEL = ("bruecke-demo-2024", "In Kleen soll das warme Grubenwasser", "Wohnungen heizen.")
GETRENNT = ("bruecke-demo-2024", "Videoüberwachung erlauben wir", "zwölf Monaten überprüft wird.")
DOPPELSEITE = ("leuchtturm-demo-2024", "Wir halten die Reaktivierung als", "1,2 ausweist.")
UEBERALL = ("lindenbund-grundsatz", "Das Ehrenamt trägt mehr", "abbilden lässt.")

DEMO_DATEIEN: Dateien = {}


@pytest.fixture
def context(tmp_path: Path) -> Context:
    return Context(replace(Settings(), pdf_dir=tmp_path, chroma_dir=tmp_path / "chroma"))


@cache
def strom_of(programm_id: str) -> Textstrom:
    return read_strom(PDFS / PROGRAMME[programm_id].pdf)


def zitat(programm_id: str, *ends: str) -> dict[str, Any]:
    """A quote as the binding stores it: from one snippet to another, with an ellipsis between two pairs."""
    strom = strom_of(programm_id)
    stellen = []
    for begin, end in zip(ends[::2], ends[1::2], strict=True):
        start = strom.text.index(begin)
        stellen.append((start, strom.text.index(end, start) + len(end)))
    text = " … ".join(" ".join(strom.text[a:b].split()) for a, b in stellen)
    seiten = sorted({n for stelle in stellen for n in strom.pages_of(*stelle)})
    words = [i for stelle in stellen for i in strom.words_in(*stelle)]
    numbers = dict.fromkeys(strom.printed_page(int(strom.starts[i])) for i in words)
    gedruckt = [number for number in numbers if number]
    return {
        "text": text, "quelle": PROGRAMME[programm_id].label(gedruckt, seiten),
        "url": cite_url(programm_id, seiten[0], text),
        "status": "woertlich" if len(stellen) == 1 else "mit_auslassung", "programm": programm_id,
        "partei": PROGRAMME[programm_id].partei, "seiten": seiten, "gedruckt": gedruckt,
    }  # fmt: skip


def retold(stored: dict[str, Any], text: str) -> dict[str, Any]:
    """The same quote with another wording, consistently."""
    assert text != stored["text"]
    return {**stored, "text": text, "url": cite_url(stored["programm"], stored["seiten"][0], text)}


def moved(stored: dict[str, Any], seiten: list[int], gedruckt: list[str]) -> dict[str, Any]:
    """The same quote on other pages, consistently."""
    programm_id, text = stored["programm"], stored["text"]
    quelle, url = PROGRAMME[programm_id].label(gedruckt, seiten), cite_url(programm_id, seiten[0], text)
    return {**stored, "quelle": quelle, "url": url, "seiten": seiten, "gedruckt": gedruckt}


def answer(*zitate: Any, **fields: Any) -> dict[str, Any]:
    scores = [{"fraktion": "X", "wahlprogramm": {"score": 5, "zitate": list(zitate)}, "parteiprogramm": None}]
    return {"wahlprogrammScores": scores, **fields}


def check(context: Context, *zitate: Any, **fields: Any) -> list[Befund]:
    """Those of the demo are opened once for all tests; what a test prints itself, each time."""
    dateien = dict(DEMO_DATEIEN)
    befunde = audit([answer(*zitate, **fields)], context, dateien)
    DEMO_DATEIEN.update({id: datei for id, datei in dateien.items() if PROGRAMME[id].bundesland == "DEMO"})
    return befunde


def reasons(context: Context, stored: Any, **fields: Any) -> str:
    (befund,) = check(context, stored, **fields)
    assert befund.ok == (not befund.gruende)
    return " | ".join(befund.gruende)


# --- true quotes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [SEITENWECHSEL, SPALTENWECHSEL, GETRENNT, DOPPELSEITE, UEBERALL])
def test_true_quotes_are_proved(context: Context, place: tuple[str, str, str]) -> None:
    assert reasons(context, zitat(*place)) == ""


def test_the_true_quotes_are_the_hard_ones() -> None:
    wechsel, spalten, getrennt = zitat(*SEITENWECHSEL), zitat(*SPALTENWECHSEL), zitat(*GETRENNT)
    assert wechsel["seiten"] == [5, 6]
    assert wechsel["quelle"] == "Bündnis Mühlrad Musterland Wahlprogramm 2024, S. 5–6"
    assert zitat(*DOPPELSEITE)["gedruckt"] == ["9", "10"]
    strom = strom_of("bruecke-demo-2024")
    start = strom.text.index(spalten["text"])
    heights = [box[1] for _, box in word_boxes(strom, start, start + len(spalten["text"]))]
    assert min(b - a for a, b in pairwise(heights)) < -100
    words = strom.words_in((start := strom.text.index(getrennt["text"])), start + len(getrennt["text"]))
    assert any(strom.ends[i] == strom.starts[i + 1] for i in words[:-1])


def test_every_paragraph_of_a_programme_is_proved(context: Context, request: pytest.FixtureRequest) -> None:
    """By day every fifth."""
    strom, step = strom_of("muehlrad-demo-2024"), 1 if request.config.getoption("--night") else 5
    texts = [strom.text[a.start : a.end] for a in strom.absaetze if a.end - a.start > 80][::step]
    befunde = check(context, *(zitat("muehlrad-demo-2024", text[:60], text[60:]) for text in texts))
    assert len(befunde) > 50 // step
    assert [befund.gruende for befund in befunde if not befund.ok] == []


def test_ellipsis_is_proved_part_by_part(context: Context) -> None:
    stored = zitat(
        "bruecke-demo-2024",
        "Geschlossen wird er nur",
        "Grundschule mit dem Bus",
        "und der Gemeinderat",
        "zustimmt.",
    )
    assert " … " in stored["text"] and reasons(context, stored) == ""
    first, second = stored["text"].split(" … ")
    assert "steht so nicht auf Seite 4 der Datei" in reasons(context, retold(stored, f"{second} … {first}"))
    assert "steht so nicht" in reasons(context, retold(stored, f"{first} … zustimmt."))
    assert "steht so nicht" in reasons(context, {**stored, "status": "woertlich"})


def test_pages_without_a_printed_number_are_named_by_their_place(context: Context) -> None:
    stored = moved(zitat(*GETRENNT), [8], [])
    assert stored["quelle"] == "Die Brücke Musterland Wahlprogramm 2024, Seite 8 der Datei"
    assert reasons(context, stored) == ""


# --- false wording ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "old", "new"),
    [
        (SPALTENWECHSEL, "3.400", "3.500"), (SPALTENWECHSEL, "3.400", "3400"),
        (SPALTENWECHSEL, "2029", "2030"), (DOPPELSEITE, "1,2", "12"), (DOPPELSEITE, " keinen", ""),
        (SEITENWECHSEL, "mindestens zweimal", "zweimal mindestens"), (SEITENWECHSEL, " mindestens", ""),
        (SEITENWECHSEL, "überwunden hat.", "getötet hat."),
        (GETRENNT, "erlauben wir", "erlauben wir nicht"), (GETRENNT, "Videoüberwachung", "überwachung"),
    ],
)  # fmt: skip
def test_changed_wording_is_refused(
    context: Context, place: tuple[str, str, str], old: str, new: str
) -> None:
    stored = zitat(*place)
    reason = reasons(context, retold(stored, stored["text"].replace(old, new, 1)))
    assert reason.startswith("Der Wortlaut steht so nicht auf Seite")


def test_tail_from_elsewhere_is_refused(context: Context) -> None:
    head, tail = zitat(*SPALTENWECHSEL), zitat(*GETRENNT)
    text = f"{head['text'][:40]} {tail['text'][-40:]}"
    assert "Wortlaut" in reasons(context, retold(moved(head, [7, 8], ["7", "8"]), text))


def test_a_line_left_out_is_refused(context: Context) -> None:
    strom = strom_of("muehlrad-demo-2024")
    paragraph = next(
        a for a in strom.absaetze if a.end - a.start > 500 and len(strom.pages_of(a.start, a.end)) == 1
    )
    stored = zitat(
        "muehlrad-demo-2024",
        strom.text[paragraph.start : paragraph.start + 60],
        strom.text[paragraph.start + 60 : paragraph.end],
    )
    lines: dict[float, list[str]] = {}
    for i in strom.words_in(paragraph.start, paragraph.end):
        lines.setdefault(round(float(strom.boxes[i][3])), []).append(
            strom.text[strom.starts[i] : strom.ends[i]]
        )
    rows = [" ".join(words) for words in lines.values()]
    whole = rows[0][:-1] if rows[0].endswith("-") else rows[0]
    assert len(rows) > 4 and whole
    assert reasons(context, stored) == ""
    assert "Wortlaut" in reasons(context, retold(stored, " ".join([*rows[:2], *rows[3:]])))


def test_number_cut_at_its_comma_is_refused(context: Context) -> None:
    stored = zitat("bruecke-demo-2024", "einen einheitlichen Satz von", "6,80 Euro")
    assert reasons(context, stored) == ""
    text = stored["text"].removesuffix(",80 Euro")
    assert "Wortlaut" in reasons(context, retold(stored, text))


# --- false pages, label and address -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "seiten", "gedruckt", "reason"),
    [
        (GETRENNT, [7], ["7"], "Der Wortlaut steht so nicht auf Seite 7 der Datei."),
        (GETRENNT, [8, 9], ["8", "9"], "Das Zitat steht nicht auf Seite 9 der Datei, die es angibt."),
        (SEITENWECHSEL, [5], ["5"], "Der Wortlaut steht so nicht auf Seite 5 der Datei."),
        (GETRENNT, [8], ["9"], "Gedruckt ist dort 8, angegeben 9."),
        (GETRENNT, [99], ["99"], "Seite 99 gibt es nicht: Die Datei hat 10 Seiten."),
        (DOPPELSEITE, [5, 6], ["8", "10"], "Auf der Doppelseite steht das Zitat nicht auf S. 8, 10."),
        (
            DOPPELSEITE,
            [5, 6],
            ["9", "10", "11"],
            "Auf der Doppelseite steht das Zitat nicht auf S. 9, 10, 11.",
        ),
    ],
)
def test_false_pages_are_refused(
    context: Context, place: tuple[str, str, str], seiten: list[int], gedruckt: list[str], reason: str
) -> None:
    assert reasons(context, moved(zitat(*place), seiten, gedruckt)) == reason


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"quelle": "Die Brücke Musterland Wahlprogramm 2024, S. 9"}, "richtig ist „Die Brücke Musterland"),
        ({"quelle": "SPD NRW Wahlprogramm 2022, S. 8"}, "Die Quellenangabe ist „SPD NRW"),
        ({"partei": "SPD"}, "Als Partei steht „SPD“, das Programm ist von BRÜCKE."),
        ({"programm": "gibt-es-nicht"}, "Das Programm „gibt-es-nicht“ steht nicht im Register."),
        ({"url": cite_url("spd-nrw-2022", 8, "x")}, "Die Adresse führt zum Programm „spd-nrw-2022“."),
        ({"url": cite_url("bruecke-demo-2024", 9, "x")}, "Die Adresse führt auf Seite „9“ der Datei."),
        ({"url": cite_url("bruecke-demo-2024", 8, "x")}, "Die Adresse enthält einen anderen Wortlaut."),
        ({"url": "https://example.org/x.pdf#page=8"}, "Die Adresse ist nicht die eines Zitats."),
        ({"url": "http://["}, "Die Adresse ist nicht die eines Zitats."),
    ],
)
def test_false_label_and_address_are_refused(context: Context, fields: dict[str, str], reason: str) -> None:
    assert reason in reasons(context, {**zitat(*GETRENNT), **fields})


def test_programm_of_another_land_is_refused(context: Context) -> None:
    stored = zitat(*GETRENNT)
    assert reasons(context, stored, bundesland="DEMO") == ""
    assert (
        reasons(context, stored, bundesland="NRW")
        == "Das Programm ist eines für DEMO, die Antwort aber für NRW."
    )
    assert "Atlantis" in reasons(context, stored, bundesland="Atlantis")
    assert reasons(context, zitat(*UEBERALL), bundesland="NRW") == ""


def test_missing_and_broken_pdfs_are_reasons(context: Context) -> None:
    stored = moved({**zitat(*GETRENNT), "programm": "spd-nrw-2022", "partei": "SPD"}, [8], ["8"])
    assert reasons(context, stored).startswith("PDF fehlt: spd-nrw-2022.pdf liegt nicht in")
    (context.settings.pdf_dir / "spd-nrw-2022.pdf").write_bytes(b"<html>")
    assert "ist kein PDF" in reasons(context, stored)


def test_a_pdf_that_cannot_be_read_is_opened_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []

    def refused(path: Path, *rest: object, **options: object) -> None:
        opened.append(path)
        raise PdfError("Die Datei ist kein PDF.")

    monkeypatch.setattr("core.proof.audit.read_apart", refused)
    (context.settings.pdf_dir / "spd-nrw-2022.pdf").write_bytes(b"<html>")
    stored = moved({**zitat(*GETRENNT), "programm": "spd-nrw-2022", "partei": "SPD"}, [8], ["8"])
    found = check(context, *[stored] * 10)
    assert len(found) == 10 and not any(one.ok for one in found) and len(opened) == 1


def test_page_without_text_is_a_reason(context: Context) -> None:
    pages = [column(60, ["Wir erhalten jede Grundschule auf dem Land."]), []]
    print_pdf(context.settings.pdf_dir / "spd-nrw-2022.pdf", pages)
    stored = {**zitat(*GETRENNT), "programm": "spd-nrw-2022", "partei": "SPD"}
    stored = moved(retold(stored, "Wir erhalten jede Grundschule auf dem Land."), [1], [])
    assert reasons(context, stored) == ""
    assert reasons(context, moved(stored, [2], [])) == "Seite 2 der Datei hat keinen Text."


def test_turned_text_is_read_along_its_lines(context: Context) -> None:
    lines = [
        "Wir erhalten jede Grundschule auf dem Land,",
        "auch wenn sie nur noch wenige Kinder",
        "in ihren Klassen hat.",
    ]
    turned = [Satz(100 + 13 * i, 700, text, drehung=90) for i, text in enumerate(lines)]
    print_pdf(context.settings.pdf_dir / "spd-nrw-2022.pdf", [turned])
    stored = {**zitat(*GETRENNT), "programm": "spd-nrw-2022", "partei": "SPD"}
    assert reasons(context, moved(retold(stored, " ".join(lines)), [1], [])) == ""
    assert "Wortlaut" in reasons(context, moved(retold(stored, f"{lines[0]} {lines[2]}"), [1], []))


# --- hostile answers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["text", "quelle", "url", "programm", "seiten"])
@pytest.mark.parametrize(
    "value", [None, "", 7, [], {}, ["x"], [True], [0], [-1], [10**30], [8, 8], [[8]], "\ud800"]
)
def test_hostile_fields_are_reasons(context: Context, field: str, value: Any) -> None:
    stored = zitat(*GETRENNT)
    is_as_good_as_missing = field == "programm" and value is None  # then its address names it
    assert bool(reasons(context, {**stored, field: value})) is not is_as_good_as_missing


@pytest.mark.parametrize("field", ["text", "quelle", "url", "seiten"])
def test_missing_fields_are_reasons(context: Context, field: str) -> None:
    stored = zitat(*GETRENNT)
    del stored[field]
    assert reasons(context, stored)


# --- answers with wording, label and address alone ----------------------------------------------------------


def bare(stored: dict[str, Any], **changes: str) -> dict[str, Any]:
    return {**{name: stored[name] for name in ("text", "quelle", "url")}, **changes}


@pytest.mark.parametrize("place", [SEITENWECHSEL, SPALTENWECHSEL, GETRENNT, UEBERALL])
def test_programme_and_pages_are_told_by_address_or_label(
    context: Context, place: tuple[str, str, str]
) -> None:
    stored = zitat(*place)
    assert reasons(context, bare(stored)) == ""


@pytest.mark.parametrize(
    ("url", "hinweis"),
    [
        ("https://example.org/programm.pdf", "Die Adresse ist nicht die eines Zitats."),
        (
            cite_url("lindenbund-demo-2024", 4, "Wir"),
            "Die Adresse führt zum Programm „lindenbund-demo-2024“.",
        ),
        (cite_url("bruecke-demo-2024", 2, "Wir"), "Die Adresse führt auf Seite „2“ der Datei."),
        (cite_url("bruecke-demo-2024", 8, "Wir"), "Die Adresse enthält einen anderen Wortlaut."),
    ],
)
def test_a_right_label_beside_another_address_is_right_and_the_address_is_told(
    context: Context, url: str, hinweis: str
) -> None:
    (befund,) = check(context, bare(zitat(*GETRENNT), url=url))
    assert befund.ok and befund.programm == GETRENNT[0] and befund.hinweise == (hinweis,)
    (befund,) = check(context, bare(zitat(*GETRENNT), url=url, quelle=f"{BRUECKE}, S. 2"))
    assert not befund.ok


def test_a_sentence_beside_the_label_of_its_passage_is_right_and_the_other_page_is_told(
    context: Context,
) -> None:
    passage = zitat(*SEITENWECHSEL)
    beginning = " ".join(passage["text"].split()[:5])
    (befund,) = check(context, bare(passage, text=beginning))
    assert befund.ok and len(befund.hinweise) == 2 and "mehr Seiten als nötig" in befund.hinweise[0]
    assert reasons(context, moved({**passage, "text": beginning}, [5, 6], ["5", "6"])) != ""


@pytest.mark.parametrize("told", ["Seite 8", "S. 8", "S 8", "p. 8", "page 8", "seite 8"])
def test_a_page_has_many_spellings_and_is_one(context: Context, told: str) -> None:
    stored = zitat(*GETRENNT)
    for own in (labelled(stored), bare(stored), stored):
        assert reasons(context, {**own, "quelle": f"{BRUECKE}, {told}"}) == ""
        assert reasons(context, {**own, "quelle": f"{BRUECKE}, {told.replace('8', '9')}"}) != ""


@pytest.mark.parametrize(("told", "plain"), cases(__file__, "one_spelling"))
def test_labels_have_one_spelling(told: str, plain: str) -> None:
    assert plain_label(f"SPD, Sachsen, {told}") == f"SPD, Sachsen, {plain}"
    assert plain_label(f"SPD, S. 1; {told}") == f"SPD, S. 1; {plain}"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"text": "Videoüberwachung verbieten wir an allen Bahnhöfen."}, "Der Wortlaut steht so nicht auf"),
        (
            {"quelle": "Die Brücke Musterland Wahlprogramm 2024, S. 9"},
            "Der Wortlaut steht so nicht auf Seite 9 der Datei.",
        ),
        ({"quelle": "irgendwo", "url": "https://example.org"}, "Das Programm ist nicht zu erkennen"),
    ],
)
def test_what_a_bare_quote_gets_wrong_is_told(context: Context, changes: dict[str, str], reason: str) -> None:
    assert reason in reasons(context, bare(zitat(*GETRENNT), **changes))


# --- answers with wording and label alone -------------------------------------------------------------------


def labelled(stored: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**{name: stored[name] for name in ("text", "quelle")}, **changes}


@pytest.mark.parametrize("place", [SEITENWECHSEL, SPALTENWECHSEL, GETRENNT, DOPPELSEITE, UEBERALL])
@pytest.mark.parametrize("url", [{}, {"url": None}, {"url": ""}])
def test_a_label_alone_tells_where_a_quote_stands(
    context: Context, place: tuple[str, str, str], url: dict[str, Any]
) -> None:
    stored = zitat(*place)
    (befund,) = check(context, labelled(stored, **url))
    assert befund.gruende == () and befund.programm == place[0]
    assert befund.im_druck in (True, None)


def test_pages_of_the_file_are_a_label_too(context: Context) -> None:
    stored = labelled(zitat(*GETRENNT), quelle="Die Brücke Musterland Wahlprogramm 2024, Seite 8 der Datei")
    assert reasons(context, stored) == ""


BRUECKE, LINDENBUND = "Die Brücke Musterland Wahlprogramm 2024", "Lindenbund Musterland Wahlprogramm 2024"


@pytest.mark.parametrize(
    ("quelle", "reason"),
    [
        (f"{BRUECKE}, S. 9", f"{{}} Der Wortlaut steht in „{BRUECKE}, S. 8“."),
        (f"{BRUECKE}, S. 999", f"{{}} Der Wortlaut steht in „{BRUECKE}, S. 8“."),
        (BRUECKE, f"{{}} Der Wortlaut steht in „{BRUECKE}, S. 8“."),
        ("Die Brücke 2024, S. 8", "{} Sie nennt kein Programm aus dem Register."),
        ("S. 8", "{} Sie nennt kein Programm aus dem Register."),
        ("SPD NRW Wahlprogramm 2022, S. 8", "PDF fehlt: spd-nrw-2022.pdf liegt nicht in"),
        (f"{LINDENBUND}, S. 4", "Der Wortlaut steht so nicht auf Seite 4 der Datei."),
        (f"{LINDENBUND}, S. 999", "{} Weder diese Seite noch der Wortlaut ist im Programm."),
    ],
)
def test_of_a_wrong_label_it_is_told_that_it_is_wrong(context: Context, quelle: str, reason: str) -> None:
    found = reasons(context, labelled(zitat(*GETRENNT), quelle=quelle))
    assert found.startswith(reason.format(f"Die Quellenangabe „{quelle}“ ist falsch:"))


def test_what_a_label_alone_cannot_tell_stays_wrong(context: Context) -> None:
    stored = zitat(*GETRENNT)
    assert "Wortlaut" in reasons(context, labelled(stored, text="Videoüberwachung verbieten wir überall."))
    assert "keinen Wortlaut" in reasons(context, labelled(stored, text=" "))
    assert "Programm ist nicht zu erkennen" in reasons(context, {"text": stored["text"]})
    fuer = reasons(context, labelled(stored), bundesland="NRW")
    assert fuer == "Das Programm ist eines für DEMO, die Antwort aber für NRW."


@pytest.mark.parametrize(
    "quelle", ["\ud800, S. 8", f"{BRUECKE}, S. \ud800", f"{BRUECKE}, S. " + "9" * 5000, ", S"]
)
def test_hostile_labels_are_wrong(context: Context, quelle: str) -> None:
    assert "ist falsch: " in reasons(context, labelled(zitat(*GETRENNT), quelle=quelle))


@pytest.mark.parametrize("value", ["8", 8, [8], [None], ["\ud800"], {"8": 8}])
def test_hostile_page_numbers_are_reasons(context: Context, value: Any) -> None:
    assert reasons(context, {**zitat(*GETRENNT), "gedruckt": value})


@pytest.mark.parametrize(
    ("hostile", "reason"),
    [
        (None, "Die Antwort ist kein JSON-Objekt."),
        ("Text", "Die Antwort ist kein JSON-Objekt."),
        ({"wahlprogrammScores": "x"}, "„wahlprogrammScores“ ist keine Liste."),
        ({"wahlprogrammScores": [1]}, "Ein Eintrag in „wahlprogrammScores“ ist kein Objekt."),
        ({"wahlprogrammScores": [{"wahlprogramm": "x"}]}, "„wahlprogramm“ hat keine Liste „zitate“."),
        (
            {"wahlprogrammScores": [{"parteiprogramm": {"zitate": {"a": 1}}}]},
            "„parteiprogramm“ hat keine Liste",
        ),
        (answer("nur Text"), "Das Zitat ist kein Objekt."),
        (answer({"text": "Wir bauen.", "quelle": "", "url": ""}), "Das Programm ist nicht zu erkennen"),
    ],
)
def test_answers_of_another_shape_are_failures(context: Context, hostile: Any, reason: str) -> None:
    (befund,) = audit([hostile], context)
    assert not befund.ok and befund.bundesland == "unbekannt" and befund.gruende[0].startswith(reason)


def test_answers_without_quotes_give_nothing(context: Context) -> None:
    assert audit([{}, answer(), {"wahlprogrammScores": [{"fraktion": "SPD"}]}], context) == []


def test_counts_are_in_the_order_of_the_laender() -> None:
    befunde = [
        Befund(land, "", "", ok) for land, ok in (("überall gültig", True), ("NRW", True), ("NRW", False))
    ]
    assert list(per_bundesland(befunde).items()) == [("NRW", (1, 2)), ("überall gültig", (1, 1))]


# --- label and address --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gedruckt", "seiten", "pages"), cases(__file__, "labels"))
def test_labels(gedruckt: list[str], seiten: list[int], pages: str) -> None:
    assert PROGRAMME["spd-nrw-2022"].label(gedruckt, seiten) == f"{PROGRAMME['spd-nrw-2022'].name}, {pages}"


@pytest.mark.parametrize("text", ["Größe & Maß: 100 % + „mehr“ #1?", "a=b&seite=9", "\ud800", " ", "x\ny"])
def test_addresses_can_be_read_back(text: str) -> None:
    url = cite_url("spd-nrw-2022", 58, text)
    assert url.isascii() and url.startswith("/api/wahlprogramm-cite?programm=spd-nrw-2022&seite=58&text=")
    assert parse_cite_url(url) == {"programm": "spd-nrw-2022", "seite": "58", "text": text}
    assert parse_cite_url(f"{url}&seite=1") is None and parse_cite_url(f"https://example.org{url}") is None


# --- files and command --------------------------------------------------------------------------------------


@pytest.fixture
def own_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CHROMA_DIR", str(tmp_path / "chroma"))
    monkeypatch.setenv("PDF_DIR", str(tmp_path))
    default_context.cache_clear()
    yield tmp_path
    default_context.cache_clear()


def stored_in(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_files_hold_one_answer_a_list_or_lines(tmp_path: Path) -> None:
    a, b = json.dumps(answer(), indent=1), json.dumps(answer(bundesland="NRW"))
    assert len(read_answers(Path(stored_in(tmp_path / "a.json", a)))) == 1
    assert len(read_answers(Path(stored_in(tmp_path / "b.json", f"[{a},{b}]")))) == 2
    lines = read_answers(Path(stored_in(tmp_path / "c.jsonl", f"{b}\n\n{b}\n")))
    assert [line["bundesland"] for line in lines] == ["NRW", "NRW"]
    with pytest.raises(EingabeError, match="Zeile 2 ist kein JSON"):
        read_answers(Path(stored_in(tmp_path / "d.jsonl", f"{b}\nkein JSON\n")))
    with pytest.raises(EingabeError, match="weder JSON noch JSONL"):
        read_answers(Path(stored_in(tmp_path / "e.json", "[" * 100_000)))


def test_command_counts_by_land(own_default: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = answer(zitat(*SEITENWECHSEL), zitat(*GETRENNT), zitat(*UEBERALL), bundesland="DEMO")
    path = stored_in(own_default / "a.json", json.dumps(good))
    assert main(["audit", path, path]) == 0
    assert capsys.readouterr().out.startswith("DEMO 4/4\nüberall gültig 2/2\n")


def test_command_proves_answers_with_other_names_and_bare_quotes(
    own_default: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    quotes = [bare(zitat(*GETRENNT)), bare(zitat(*SEITENWECHSEL))]
    named = {
        "bundesland": "DEMO",
        "wahlprogramm_scores": [{"partei": "X", "wahlprogramm": {"zitate": quotes}}],
    }
    path = stored_in(own_default / "a.json", json.dumps(named))
    assert main(["audit", path]) == 0 and capsys.readouterr().out.startswith("DEMO 2/2\n")
    quotes[0]["text"] = "Videoüberwachung verbieten wir an allen Bahnhöfen."
    assert main(["audit", stored_in(own_default / "b.json", json.dumps(named))]) == 1
    assert "DEMO 1/2" in capsys.readouterr().out


def test_command_names_each_failure(own_default: Path, capsys: pytest.CaptureFixture[str]) -> None:
    false = retold(
        zitat(*SPALTENWECHSEL), "In Kleen [bold]soll\x1b[31m das kalte Grubenwasser\nalles heizen."
    )
    path = stored_in(own_default / "a.jsonl", json.dumps(answer(zitat(*GETRENNT), false)))
    assert main(["audit", path]) == 1
    out = capsys.readouterr().out
    assert out.startswith("DEMO 1/2\n")
    assert "\nbruecke-demo-2024: „In Kleen [bold]soll [31m das kalte Grubenwasser alles" in out
    assert out.endswith("  Der Wortlaut steht so nicht auf Seite 7 der Datei.\n")
    assert main(["audit", path, "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["geprueft"], told["belegt"]) == (2, 1)
    assert told["bundeslaender"] == {"DEMO": {"belegt": 1, "geprueft": 2}}
    assert [befund["ok"] for befund in told["befunde"]] == [True, False]
    assert told["befunde"][1]["gruende"] == ["Der Wortlaut steht so nicht auf Seite 7 der Datei."]


def test_hostile_text_can_be_printed(own_default: Path, capsys: pytest.CaptureFixture[str]) -> None:
    false = {**zitat(*GETRENNT), "text": "\ud800 Wort", "quelle": "\ud800", "programm": "\ud800"}
    path = stored_in(own_default / "a.json", json.dumps(answer(false)))
    assert main(["audit", path]) == 1 and "unbekannt 0/1" in capsys.readouterr().out
    assert main(["audit", path, "--json"]) == 1 and json.loads(capsys.readouterr().out)["belegt"] == 0


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("[]", 1, "Nichts geprüft: In den Antworten steht kein Zitat."),
        (json.dumps(answer()), 1, "Nichts geprüft"),
        ("", 1, "Nichts geprüft"),
        ("kein JSON", 2, "weder JSON noch JSONL"),
    ],
)
def test_nothing_to_check_is_a_failure(
    own_default: Path, text: str, code: int, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", stored_in(own_default / "a.json", text)]) == code
    captured = capsys.readouterr()
    assert message in captured.err and captured.err.count("\n") == 1 and captured.out == ""


def test_command_without_or_with_unreadable_files(
    own_default: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit"]) == 2 and "mindestens eine Datei" in capsys.readouterr().err
    assert main(["audit", "gibt/es/nicht.json"]) == 2
    assert "Die Datei gibt/es/nicht.json lässt sich nicht als Text lesen." in capsys.readouterr().err
    with pytest.raises(SystemExit) as stop:
        main(["audit", "--help"])
    assert stop.value.code == 0


# --- on the drawn page --------------------------------------------------------------------------------------


@pytest.mark.skipif(not engine(), reason="needs Tesseract (tesseract-ocr-deu)")
@pytest.mark.parametrize(("paragraf", "is_drawn"), [("219", True), ("217", False)])
def test_the_number_of_a_paragraph_is_held_to_the_print(
    context: Context, paragraf: str, is_drawn: bool
) -> None:
    drawn, claimed = (
        f"Den § {number} des Gesetzes streichen wir ohne Ersatz." for number in ("219", paragraf)
    )
    layer, page = ([column(60, [text])] for text in (claimed, drawn))
    print_with_layer(context.settings.pdf_dir / "spd-nrw-2022.pdf", page, layer, is_hidden=False)
    stored = {**zitat(*GETRENNT), "programm": "spd-nrw-2022", "partei": "SPD"}
    (befund,) = audit([answer(moved(retold(stored, claimed), [1], []))], context)
    assert befund.im_druck is is_drawn


@pytest.mark.skipif(not engine(), reason="needs Tesseract (tesseract-ocr-deu)")
@pytest.mark.parametrize(("claimed", "is_drawn"), cases(__file__, "layer"))
def test_what_the_layer_claims_is_proved_on_the_drawn_page(
    context: Context, claimed: str, is_drawn: bool
) -> None:
    drawn = "Wir fördern bis 2030 in jeder Gemeinde eine Bücherei, und niemand zahlt dafür."
    layer, page = ([column(60, [text])] for text in (claimed, drawn))
    print_with_layer(context.settings.pdf_dir / "spd-nrw-2022.pdf", page, layer, is_hidden=False)
    stored = {**zitat(*GETRENNT), "programm": "spd-nrw-2022", "partei": "SPD"}
    zitate = [answer(moved(retold(stored, claimed), [1], []))]
    assert [befund.im_druck for befund in audit(zitate, context)] == [is_drawn]
    assert [(befund.ok, befund.im_druck) for befund in audit(zitate, context, im_druck=False)] == [
        (True, None)
    ]

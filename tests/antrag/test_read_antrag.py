"""Motions as they are uploaded: text in any encoding, PDFs set for the purpose, and what is neither."""

from pathlib import Path

import pytest

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag, read_antrag_bytes, read_antrag_pdf
from core.base.errors import EingabeError
from core.processes import pdf_processes
from core.programme.registry import Registry
from core.wortlaut.errors import OhneTextebene, PdfError
from tests.drucker import Satz, column, new_document, print_pdf

TEXT = """Landtag von Musterland    Drucksache 3/45
3. Wahlperiode    02.06.2025

Antrag
der Fraktion Lindenbund

Mühlen am Fluss erhalten

Der Landtag möge beschließen:

Die Landesregierung wird aufgefordert,
1. Mühlen zu schützen;
2. Wehre zu öffnen.

Begründung

Mühlen sind schön.
"""


def demands(antrag: Antrag) -> list[tuple[str, str]]:
    return [(f.nummer, f.text) for f in antrag.forderungen]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_text_file_is_read_in_every_usual_encoding(encoding: str, registry: Registry) -> None:
    assert read_antrag_bytes(TEXT.encode(encoding), registry) == read_antrag(TEXT, registry)


def test_line_ends_of_other_systems_change_nothing(registry: Registry) -> None:
    assert read_antrag(TEXT.replace("\n", "\r\n"), registry) == read_antrag(TEXT, registry)
    assert read_antrag(TEXT.replace("\n", "\r"), registry) == read_antrag(TEXT, registry)


def test_text_of_an_antrag_is_read_again_to_the_same_antrag(registry: Registry) -> None:
    antrag = read_antrag(TEXT, registry)
    assert read_antrag(antrag.text, registry) == antrag


@pytest.mark.parametrize("empty", ["", " \n\t ", "\u200b\ufeff", "\x00", "\n– 2 –\n"])
def test_empty_text_is_refused_in_german(empty: str, registry: Registry) -> None:
    with pytest.raises(EingabeError, match="Der Antrag ist leer"):
        read_antrag(empty, registry)


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04\x00\x00word/", b"\x89PNG\r\n\x1a\n\x00\x00", b"{\\rtf1 Antrag}"]
)
def test_file_that_is_no_text_is_refused_in_german(data: bytes, registry: Registry) -> None:
    with pytest.raises(EingabeError, match="weder ein PDF noch reiner Text"):
        read_antrag_bytes(data, registry)


def test_broken_pdf_is_refused_in_german(registry: Registry) -> None:
    with pytest.raises(PdfError, match=r"Antrag\.pdf"):
        read_antrag_bytes(b"%PDF-1.7 and no more", registry)
    with pytest.raises(PdfError, match="kein PDF"):
        read_antrag_pdf(b"<html>", registry)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Drucksache 18_1963.pdf", "Drucksache 18_1963.pdf ist"),
        ("C:\\Eigene\\Antrag Öl.PDF", "Antrag Öl.PDF ist"),
        ("../../etc/passwd", "passwd.pdf ist"),
        ("a\x00b\x1b[31m\n.pdf", "ab[31m.pdf ist"),
        ("..", "Antrag.pdf ist"),
        ("ü" * 500 + ".pdf", "ü.pdf ist"),
        ("\udcff/\udcff", "Antrag.pdf ist"),
    ],
)
def test_what_is_told_of_a_file_names_it(name: str, told: str, registry: Registry) -> None:
    with pytest.raises(PdfError) as raised:
        read_antrag_bytes(b"%PDF-1.7 and no more", registry, name)
    assert told in str(raised.value) and len(str(raised.value)) < 400


def test_pdf_without_text_is_refused_in_german(registry: Registry) -> None:
    with pytest.raises(OhneTextebene, match="ohne Textebene"):
        read_antrag_bytes(new_document([[]]).tobytes(), registry)


@pytest.mark.parametrize("word", ["„", "Der Landtag ", "1. ", "– ", "ab-\n", "Fraktion der "])
def test_a_megabyte_of_anything_is_read(word: str, registry: Registry) -> None:
    assert read_antrag(word * (200_000 // len(word)), registry).text


# --- PDFs ---------------------------------------------------------------------------------------------------


def head(nummer: str = "3/45") -> list[Satz]:
    return [
        Satz(60, 60, "Landtag von Musterland", 16, fett=True),
        Satz(400, 60, f"Drucksache {nummer}", 12, fett=True),
        Satz(60, 80, "3. Wahlperiode", 12, fett=True),
        Satz(480, 80, "02.06.2025", 9),
        Satz(60, 150, "Antrag", 16, fett=True),
        Satz(60, 170, "der Fraktion Lindenbund", 12, fett=True),
        Satz(60, 220, "Mühlen am Fluss erhalten", 12, fett=True),
        Satz(60, 270, "Der Landtag möge beschließen:"),
    ]


def pdf(tmp_path: Path, *pages: list[Satz]) -> Path:
    return print_pdf(tmp_path / "antrag.pdf", pages)


LEAD = Satz(60, 300, "Die Landesregierung wird aufgefordert,")


def test_pdf_gives_head_and_demands(tmp_path: Path, registry: Registry) -> None:
    items = [
        "1. Mühlen am Fluss und an seinen vielen Nebenflüssen zu schützen und zu erhal-",
        "   ten;",
        "2. Wehre zu öffnen.",
    ]
    antrag = read_antrag_pdf(pdf(tmp_path, [*head(), LEAD, *column(60, items, y=320)]), registry)
    assert (antrag.drucksache, antrag.bundesland, antrag.typ) == ("3/45", "DEMO", "Antrag")
    assert (antrag.antragsteller, antrag.titel) == (("LINDENBUND",), "Mühlen am Fluss erhalten")
    assert demands(antrag) == [
        ("1", "Mühlen am Fluss und an seinen vielen Nebenflüssen zu schützen und zu erhalten"),
        ("2", "Wehre zu öffnen."),
    ]


def test_numbers_set_as_a_column_of_their_own_go_with_their_text(tmp_path: Path, registry: Registry) -> None:
    texts = ["Mühlen am Fluss zu schützen;", "Wehre zu öffnen;", "Fische zu zählen;", "Ufer zu säubern."]
    numbers = [f"{n}." for n in range(1, 5)]
    page = [*head(), LEAD, *column(60, numbers, y=320, step=30), *column(90, texts, y=320, step=30)]
    found = demands(read_antrag_pdf(pdf(tmp_path, page), registry))
    assert found == [(str(n), text.rstrip(";")) for n, text in enumerate(texts, start=1)]


def test_outdented_dash_opens_an_item_without_any_full_stop_before(
    tmp_path: Path, registry: Registry
) -> None:
    lines = [Satz(60, 320, "– Kapitel 1, Erhöhung der Mittel für die Mühlen im Norden des Landes um"),
             Satz(75, 333, "4 Mio. Euro auf 51,24 Mio. Euro im Haushalt des kommenden Jahres"),
             Satz(60, 346, "– Kapitel 2 – Küste –, Erhöhung um 2 Mio. Euro")]  # fmt: skip
    found = demands(read_antrag_pdf(pdf(tmp_path, [*head(), LEAD, *lines]), registry))
    assert [text[:9] for _, text in found] == ["Kapitel 1", "Kapitel 2"]


def test_sentence_over_a_page_break_has_neither_head_nor_number_in_it(
    tmp_path: Path, registry: Registry
) -> None:
    running = [
        Satz(60, 63, "Drucksache 3/45", 12),
        Satz(285, 63, "– 2 –"),
        Satz(340, 63, "Landtag von Musterland – 3. Wahlperiode"),
    ]
    first = [*head(), LEAD, Satz(60, 320, "1. Mühlen und die Wehre an ihnen auch in den kommenden Jahren")]
    second = [*running, Satz(75, 110, "zu schützen;"), Satz(60, 125, "2. zu berichten.")]
    found = demands(read_antrag_pdf(pdf(tmp_path, first, second), registry))
    assert found == [
        ("1", "Mühlen und die Wehre an ihnen auch in den kommenden Jahren zu schützen"),
        ("2", "zu berichten."),
    ]


def test_footnotes_are_in_no_demand(tmp_path: Path, registry: Registry) -> None:
    body = [
        "1. Mühlen zu schützen, wie es das Gesetz seit langem und ohne jede Ausnahme im ganzen",
        "   Land verlangt;",
        "2. zu berichten.",
    ]
    note = Satz(60, 760, "1 Siehe den Bericht über die Mühlen.", 7)
    antrag = read_antrag_pdf(pdf(tmp_path, [*head(), LEAD, *column(60, body, y=320), note]), registry)
    assert [text for _, text in demands(antrag)][1] == "zu berichten."
    assert "Siehe den Bericht" not in antrag.text


def test_long_text_is_read_apart_with_a_limit_of_time(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = TEXT + "Mühlen sind schön und nützlich. " * 15_000
    assert demands(read_antrag(long, registry)) == demands(read_antrag(TEXT, registry))
    monkeypatch.setitem(pdf_processes.DEADLINES, pdf_processes.Aim.READ, 0.0)
    assert read_antrag(TEXT, registry).titel == "Mühlen am Fluss erhalten"
    with pytest.raises(PdfError, match=r"^Der Antrag war nach 0 Sekunden Rechenzeit .*Kürzen Sie ihn"):
        read_antrag(long, registry)

"""What a text from anywhere is read as, which quotes it holds, and what it says of their sources."""

import io
import json
import zipfile

import pytest

from core.features.textcheck.blocks import BlockKind, ReadText
from core.features.textcheck.claims import Claim, read_claims
from core.features.textcheck.quotes_in_text import read_quotes
from core.features.textcheck.text_blocks import MAX_LETTERS, read_file, read_text
from core.programme.registry import Registry
from core.wortlaut.errors import DashboardError
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Typ

SATZ = "Wir bauen die Bahn im ganzen Land zuverlässig aus"
BROKEN, TWO = SATZ.replace("Land ", "Land\n"), SATZ.replace("Land ", "Land\n\n")


def texts(document: ReadText) -> list[str]:
    return [one.text for one in read_quotes(document).quotes]


@pytest.mark.parametrize(
    "text",
    [
        f"Dort steht: „{SATZ}“ und mehr.",
        f"Dort steht: „{SATZ}” und mehr.",
        f'Dort steht: „{SATZ}" und mehr.',
        f'Dort steht: "{SATZ}" und mehr.',
        f"Dort steht: “{SATZ}” und mehr.",
        f"Dort steht: »{SATZ}« und mehr.",
        f"Dort steht: «{SATZ}» und mehr.",
        f"Dort steht: ‚{SATZ}‘ und mehr.",
        f"Dort steht: '{SATZ}' und mehr.",
        f"Dort steht: ``{SATZ}'' und mehr.",
        f'Dort steht ("{SATZ}") und mehr.',
        f"**„{SATZ}“**",
        f"Dort steht: „{BROKEN}“ und mehr.",
        f"Dort steht: „{TWO}“ und mehr.",
        f"> {SATZ}",
        f"> {SATZ}\n\n— SPD, S. 4",
        f"Sie schreiben:\n\n    {SATZ}\n\nSo ist das.",
        f"- {SATZ} (SPD, S. 4)",
        f"{SATZ}, so das Programm (S. 4).",
        f"| SPD | „{SATZ}“ | S. 4 |",
        f"<p>Dort steht: <q>{SATZ}</q></p>",
        f"<p>Dort:</p><blockquote><p>{SATZ}</p></blockquote>",
        json.dumps({"antwort": [{"partei": "SPD", "zitat": SATZ}]}),
        json.dumps({"SPD": {"zitate": [SATZ]}}),
        json.dumps(
            {"text": f"Die SPD schreibt: „{SATZ}“ und bleibt dabei, wie man an vielen Stellen liest. " * 1}
        ),
    ],
)
def test_one_quote_is_found(text: str) -> None:
    found = texts(read_text(text))
    assert [letters(one) for one in found] == [letters(SATZ)] or letters(SATZ) in letters("".join(found))
    assert len(found) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Die „sogenannte“ Lösung und der »Runde Tisch« am Dienstag.",
        "So geht's nicht weiter, wenn's so bleibt, sagt l'Europe.",
        'Das Rohr misst 5" und das andere 7" im Durchmesser, beide sind aus Stahl.',
        "- Wir sprachen lange über die Bahn im ganzen Land.\n- Danach gab es Kuchen.",
        "Ein Absatz ganz ohne Zitate, auch wenn er (S. 4) eine Seite nennt.",
        "Hier geht „ein Zitat auf und nie wieder zu.\n\nDer nächste Absatz ist ein anderer.",
    ],
)
def test_no_quote_is_made_up(text: str) -> None:
    assert texts(read_text(text)) == []


def test_the_outermost_marks_count_and_pieces_keep_their_place() -> None:
    text = f"A: „{SATZ}, das ist ‚unser Ziel für alle‘ im Land.“ B: „Noch ein Zitat von vier Wörtern.“"
    found = read_quotes(read_text(text)).quotes
    assert [text[one.start : one.end] for one in found] == [
        text[3 : text.index("B:") - 1],
        text[text.index("B:") + 3 :],
    ]


def test_a_quote_of_several_paragraphs_may_open_anew_in_each() -> None:
    found = texts(read_text(f"„{SATZ} und weiter.\n\n„Danach bauen wir die Straßen im Land.“"))
    assert len(found) == 2


def test_what_nobody_sees_is_not_read() -> None:
    page = (
        f"<html><head><style>p {{ content: '„{SATZ}“' }}</style></head><body><!-- „{SATZ}“ -->"
        f"<p style='display: none'>„{SATZ}“</p><p hidden>„{SATZ}“</p><script>'„{SATZ}“'</script>"
        "<p>Sichtbar ist nur „dieser eine Satz von sieben Wörtern“.</p></body></html>"
    )
    assert texts(read_text(page)) == ["dieser eine Satz von sieben Wörtern"]


def word(*paragraphs: tuple[str, str]) -> bytes:
    from docx import Document

    document = Document()
    for text, style in paragraphs:
        document.add_paragraph(text, style=style)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def test_a_word_file_says_by_its_styles_what_is_a_quotation() -> None:
    document = read_file(word(("Bahn", "Heading 1"), (SATZ, "Quote"), ("Ein Punkt", "List Bullet")))
    assert [one.kind for one in document.blocks] == [BlockKind.HEADING, BlockKind.QUOTE, BlockKind.ITEM]


def test_a_word_file_without_its_deleted_and_hidden_words() -> None:
    from docx import Document
    from docx.oxml import OxmlElement

    document = Document()
    paragraph = document.add_paragraph("Sichtbar. ")
    paragraph.add_run("Versteckt. ").font.hidden = True
    deleted = OxmlElement("w:del")
    run = paragraph.add_run("Gelöscht. ")._r
    deleted.append(run)
    run.find("{*}t").tag = run.find("{*}t").tag.replace("}t", "}delText")
    paragraph._p.append(deleted)
    file = io.BytesIO()
    document.save(file)
    assert read_file(file.getvalue()).text == "Sichtbar."


def test_a_mail_is_its_subject_and_its_text() -> None:
    mail = (
        "From: a@example.org\r\nTo: b@example.org\r\nSubject: =?utf-8?q?Zitate_pr=C3=BCfen?=\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n\r\n> Die SPD schreibt:\r\n> „" + SATZ + "“\r\n"
    )
    document = read_file(mail.encode())
    assert document.blocks[0].text == "Zitate prüfen" and texts(document) == [SATZ]


def bomb() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("word/document.xml", b"0" * (120 << 20))
    return file.getvalue()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   \n ",
        "\u200b\u200b".encode(),
        b"PK\x03\x04 nothing more",
        b"\x00\x01\x02\x03" * 20,
        b"{\\rtf1 Zitat}",
        b"a" * (MAX_LETTERS + 10),
        b"%PDF-1.7 nothing",
        ("[" * 90 + "]" * 90).encode(),
        pytest.param(bomb(), id="zip bomb"),
    ],
)
def test_what_cannot_be_read_ends_in_a_sentence(data: bytes) -> None:
    with pytest.raises(DashboardError):
        read_file(data)


def test_a_text_in_a_long_row_of_marks_ends_soon() -> None:
    assert read_quotes(read_text("a" + " „" * 100_000)).quotes == ()
    assert len(read_quotes(read_text("„a “" * 40_000)).quotes) <= 1
    assert read_quotes(read_text("a" + "(" * 100_000 + "„")).quotes == ()


def claim(text: str, registry: Registry, which: int = 0) -> Claim:
    document = read_text(text)
    return read_claims(document, read_quotes(document).quotes, registry)[which]


@pytest.mark.parametrize(
    ("text", "parteien", "jahre", "seiten"),
    [
        (f"Die SPD schreibt im Wahlprogramm 2021 (S. 12): „{SATZ}“", ("SPD",), (2021,), (12,)),
        (f"„{SATZ}“ (Grüne, Wahlprogramm 2021, S. 12 f.)", ("GRÜNE",), (2021,), (12, 13)),
        (f"„{SATZ}“, heißt es bei der FDP auf Seite 7.", ("FDP",), (), (7,)),
        (f"„{SATZ}“[1]\n\n[1] Die Linke, Wahlprogramm 2025, S. 3–5", ("LINKE",), (2025,), (3, 4, 5)),
        (f"> {SATZ}\n\n— AfD, S. 9", ("AfD",), (), (9,)),
        (f"## CDU\n\n- „{SATZ}“ (S. 44)", ("CDU",), (), (44,)),
        (f"| FDP | „{SATZ}“ | S. 9 |", ("FDP",), (), (9,)),
        (f"Im Jahr 2024 rief die SPD: „{SATZ}“", ("SPD",), (), ()),
        (f"Nach der SPD kam „{SATZ}“ (CDU, S. 3)", ("CDU",), (), (3,)),
        (json.dumps({"partei": "SPD", "zitate": [{"text": SATZ, "seite": 8}]}), ("SPD",), (), (8,)),
        (f"„{SATZ}“ [SPD 2021: 17]", ("SPD",), (2021,), (17,)),
        (f"„{SATZ}“", (), (), ()),
    ],
)
def test_what_a_text_says_of_the_source(
    text: str, parteien: tuple[str, ...], jahre: tuple[int, ...], seiten: tuple[int, ...], registry: Registry
) -> None:
    said = claim(text, registry)
    assert (said.parteien, said.jahre, said.seiten) == (parteien, jahre, seiten)


def test_what_stands_behind_the_next_quote_is_said_of_that(registry: Registry) -> None:
    text = f"„{SATZ}“ (SPD, S. 1) „{SATZ} und mehr“ (FDP, S. 2)"
    assert [claim(text, registry, n).parteien for n in (0, 1)] == [("SPD",), ("FDP",)]


def test_the_name_of_a_programme_names_it(registry: Registry) -> None:
    programm = next(one for one in registry.programme.values() if one.bundesland == "NRW")
    said = claim(f"„{SATZ}“ [{programm.name}, S. 5]", registry)
    assert (
        said.programme == (programm.id,) and said.may_mean(programm) and said.typ in (None, Typ.WAHLPROGRAMM)
    )

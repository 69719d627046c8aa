"""Of a quotation every word counts; where the marks of a paragraph do not belong together, that is told."""

import random

import pytest

from core.features.textcheck.blocks import Block, BlockKind, ReadText
from core.features.textcheck.check import (
    CheckedText,
    Verdict,
    check_file,
    check_quote,
    check_text,
    checked_as_json,
)
from core.features.textcheck.quotes_in_text import FoundQuotes, read_quotes
from core.features.textcheck.text_blocks import read_text
from core.programme.context import Context
from core.programme.registry import Registry
from core.wortlaut.german.folding import letters
from tests.textcheck.forms import CARRIERS, DENIED, FOREIGN, MARKS, TRUE, combinations, in_marks
from tests.textcheck.test_check import Printed, printed as printed

SATZ = "Wir bauen die Bahn im ganzen Land zuverlässig aus"
TOOL = "zitat_pruefen"


def checked(carrier: str, text: str, context: Context) -> CheckedText:
    if carrier == TOOL:
        return check_quote(text, "", context)
    name, data = CARRIERS[carrier](text)
    return check_file(data, name, context)


@pytest.mark.parametrize("carrier", [*CARRIERS, TOOL])
def test_every_word_of_a_quotation_counts(demo: Context, printed: list[Printed], carrier: str) -> None:
    """In each carrier, all forms with one kind of marks, and all marks with one form."""
    one = printed[3]
    cases = {(form, "„“") for form in FOREIGN} | {(form, "") for form in FOREIGN}
    cases |= {(FOREIGN[number % len(FOREIGN)], marks) for number, marks in enumerate(MARKS)}
    for form, marks in sorted(cases, key=str):
        text = form.format(m=in_marks(one.text, marks), source=one.source)
        found = checked(carrier, text, demo)
        assert not found.is_clean, (form, marks)
        assert all(quote.verdict is not Verdict.GEDRUCKT for quote in found.quotes), (form, marks)


@pytest.mark.parametrize("carrier", [*CARRIERS, TOOL])
def test_a_true_source_is_set_aside_and_shown(demo: Context, printed: list[Printed], carrier: str) -> None:
    one = printed[3]
    for form, marks in [(form, "„“") for form in TRUE[:-1]] + [
        (TRUE[number % 9], m) for number, m in enumerate(MARKS)
    ]:
        text = form.format(m=in_marks(one.text, marks), source=one.source)
        found = checked(carrier, text, demo)
        assert found.is_clean and [quote.verdict for quote in found.quotes] == [Verdict.GEDRUCKT], (
            form,
            marks,
        )
    (quote,) = checked(carrier, f"{one.text} ({one.source})", demo).quotes
    assert one.source in quote.quote.source and quote.claim.programme == (one.programm.id,)


def test_the_words_that_are_not_printed_are_named(demo: Context, printed: list[Printed]) -> None:
    (quote,) = check_quote(f"„{printed[3].text}“ Das lehnen wir ab.", "", demo).quotes
    assert quote.verdict is Verdict.ABWEICHEND and "„Das lehnen wir ab.“" in quote.satz and quote.near
    many = "Das alles lehnen wir mit guten Gründen und aus voller Überzeugung ab. " * 6
    (quote,) = check_quote(f"{many}{printed[3].text}", "", demo).quotes
    assert quote.verdict is Verdict.ABWEICHEND and quote.near and quote.near.text == printed[3].text


@pytest.mark.parametrize(
    "source",
    [
        "SPD, S. 3, nur für Reiche",
        "nur SPD, S. 3",
        "ab 2040",
        "2040",
        "S. 3, nicht in Bayern",
        "60",
        "im Sommer, S. 3",
    ],
)
def test_a_source_with_other_words_is_none(demo: Context, printed: list[Printed], source: str) -> None:
    assert not check_quote(f"{printed[3].text} ({source})", "", demo).is_clean


def test_words_around_ordinary_marks_are_the_authors(demo: Context, printed: list[Printed]) -> None:
    for text in (f"Niemals gilt: „{printed[3].text}“", f"„{printed[3].text}“ Das lehnen wir ab."):
        assert check_text(text, demo).is_clean


# --- marks --------------------------------------------------------------------------------------------------


def quotes(text: str, registry: Registry) -> FoundQuotes:
    return read_quotes(ReadText((Block(BlockKind.TEXT, text),)), registry)


def is_told(form: str, marks: tuple[str, ...], registry: Registry) -> bool:
    """Is the inner sentence given out as quoted, and nothing said to be unclear?"""
    a, b, c, d = marks
    found = quotes(form.format(a=a, b=b, c=c, d=d, text=SATZ), registry)
    return any(letters(one.text) == letters(SATZ) and not one.is_unclear for one in found.quotes)


@pytest.mark.parametrize("form", DENIED)
def test_of_no_marks_an_inner_sentence_is_told_that_the_outer_denies(form: str, registry: Registry) -> None:
    some = random.Random(1).sample(combinations(), 1_500)
    assert [marks for marks in some if is_told(form, marks, registry)] == []


@pytest.mark.night
@pytest.mark.parametrize("form", DENIED)
def test_nor_of_any_at_all(form: str, registry: Registry) -> None:
    assert [marks for marks in combinations() if is_told(form, marks, registry)] == []


@pytest.mark.parametrize(
    "text",
    [
        "Hans' Idee und Max’ Haus, so geht's nicht, 's war l'Europe, d'Accord und O’Neill.",
        "Das Rohr misst 5\" und 7½\", 6' lang, 10' 30'' gelaufen, ab '68 und ’89.",
        "„Das Rohr misst 5\" im ganzen Land und Hans' Haus ist nicht weit von hier“, sagt er.",
        'SPD | 2021 | S. 3\n" | " | S. 4',
        "Ich hab’ gesagt: „Das ist ’n Ding, das geht so nicht“, und er hat’s gehört.",
        "„Der Gedanke einer vorrangigen ‚Selbstverwirklichung” ist falsch und erlogen“, steht da.",
        "Er rief: „Alle sagen »Das geht so nicht« und bleiben“. Und: “Gut so, das bleibt”.",
        "Er rief („so geht das nicht weiter!“) und ging; „ja“, „nein“, »doch« und 'vielleicht'.",
        "„Wir bauen aus.“1 Danach „wird es besser“.² Und „so“-Sätze, „Bahn“-Streit.",
        "Er sagt: „ Wir bauen die Bahn aus “ und « wir auch, überall im Land ».",
        "``Wir bauen die Bahn aus'' und ,,wir auch, überall'' und ´´so geht das nicht´´.",
    ],
)
def test_apostrophes_measures_and_nested_marks_are_no_doubt(text: str, registry: Registry) -> None:
    assert quotes(text, registry).unclear == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"„ {SATZ} “", SATZ),
        (f"« {SATZ} »", SATZ),
        (f",,{SATZ}''", SATZ),
        (f"´´{SATZ}´´", SATZ),
        (f"＂{SATZ}＂", SATZ),
        (f"❝{SATZ}❞", SATZ),
        (f"〝{SATZ}〞", SATZ),
        (f"「{SATZ}」", SATZ),
        (f"‘“{SATZ}” Das lehnen wir ab.’", f"“{SATZ}” Das lehnen wir ab."),
        (f"‚»{SATZ}« Das lehnen wir ab.‘", f"»{SATZ}« Das lehnen wir ab."),
    ],
)
def test_marks_of_every_kind_are_seen(text: str, said: str, registry: Registry) -> None:
    found = quotes(f"Dort steht: {text}", registry)
    assert [one.text for one in found.quotes] == [said] and found.unclear == ()


@pytest.mark.parametrize(
    "text",
    [
        "Hier geht „{} auf und nie wieder zu.",
        "Niemals gilt: „{}“ sagen wir”.",
        "»Falsch ist: „{}“, sagen alle.",
    ],
)
def test_what_has_no_partner_is_told_and_never_printed(
    demo: Context, printed: list[Printed], text: str
) -> None:
    found = check_text(f"Vorher.\n\n{text.format(printed[3].text)}\n\nDer nächste Absatz.", demo)
    (note,) = found.notes
    assert found.document.text[note.start : note.end] == text.format(printed[3].text)
    assert not found.is_clean and all(one.verdict is not Verdict.GEDRUCKT for one in found.quotes)
    assert found.remarks() and checked_as_json(found)["hinweise"]


def test_a_quote_of_many_letters_is_told(demo: Context, printed: list[Printed]) -> None:
    assert not check_text(f"„{printed[3].text} {'und so geht es immer weiter ' * 300}“", demo).is_clean


def test_a_quote_over_paragraphs_ends_where_its_mark_does() -> None:
    text = f"Er sagt: „{SATZ}.\n\nUnd ‚das‘ gilt für alle.“ Danach: „Noch ein Zitat von vier Wörtern.“"
    found = read_quotes(read_text(text))
    assert [one.text.split()[-1] for one in found.quotes] == ["alle.", "Wörtern."]
    assert found.unclear == ()


@pytest.mark.parametrize(
    "text",
    [
        "> {0}\nund zwar erst ab 2040.",  # goes on in the quotation, as Markdown is shown
        '{{"zitate": ["{0}"], "quote_text": "{0} Aber nur für Reiche."}}',
        '{{"zitate": ["{0}"], "Wörtliches Zitat": "Das gilt nur für die Reichen im Land."}}',
    ],
)
def test_a_quotation_is_all_that_its_reader_takes_for_one(
    demo: Context, printed: list[Printed], text: str
) -> None:
    assert not check_text(text.format(printed[3].text), demo).is_clean


@pytest.mark.parametrize(
    "text",
    [
        "> {0}\nDazu sage ich: nein.",
        '{{"zitate": ["{0}"], "zitat_id": "a1b2c3d4e5f6-a1b2c3d4e5f6-a1b2c3d4"}}',
    ],
)
def test_an_answer_below_a_quotation_is_none_of_it(demo: Context, printed: list[Printed], text: str) -> None:
    assert check_text(text.format(printed[3].text), demo).is_clean

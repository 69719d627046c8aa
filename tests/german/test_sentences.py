from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from core.wortlaut.german.sentences import ends_sentence, sentences


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Wir fördern z. B. Busse, d. h. auch Rufbusse, u. a. in Kleen.",
        "Nach § 5 Abs. 2 Nr. 3 LBO und Art. 4 gilt das nicht.",
        "Das kostet 1,5 Mio. Euro und später 2 Mrd. Euro.",
        "Am 1. Januar 2027 und am 3. Oktober beginnt die 4. Stufe.",
        "Im 21. Jahrhundert ist Dr. Meier vom e. V. dabei.",
        "Alle Bürger:innen, Bürger*innen und BürgerInnen zahlen ca. 3 % weniger.",
        "Die Schüler:innen der 10. Klasse und Kaiser Wilhelm II. Bilder davon.",
        "Das gilt ggf. Beamten, bzw. Angestellten gem. Tarif.",
        "Um 20.30 Uhr kommt der Bus der Linie 5.2.1 an.",
        "Nach Nr. 3, Abs. 2 S. 1 i. V. m. Art. 5 GG und Art. XX GATT gilt das.",
        "Kinder (bzw. Eltern), Väter [bzw. Mütter], Schulen – bzw. Horte – zahlen inkl. Essen nichts.",
        "Das zeigt die Antwort (vgl. Drs. 18/9055, Rn. 8), s. a. Ratsdok. 10968/16.",
        "Nach dem Gesetz vom 2. Juli 1979 (BGBl. I S. 853) haben Abg. Meyer und allg. Gerichte recht.",
        "Gesetzl. Kassen und öffentl. Schulen, ehem. Heime und staatl. Bühnen bekommen mehr.",
    ],
)
def test_one_sentence_stays_whole(sentence: str) -> None:
    assert split(sentence) == [sentence]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wir bauen. Sie zahlen.", ["Wir bauen.", "Sie zahlen."]),
        ("Das gilt bis 2030. Danach nicht.", ["Das gilt bis 2030.", "Danach nicht."]),
        ("Das dauert bis Kapitel 20. Wir warten.", ["Das dauert bis Kapitel 20.", "Wir warten."]),
        ("„Ja!“ Das sagen alle. „Nein?“ Niemand.", ["„Ja!“", "Das sagen alle.", "„Nein?“", "Niemand."]),
        ("Brot, Milch usw. Wir kaufen ein.", ["Brot, Milch usw.", "Wir kaufen ein."]),
        ("Hilfe jeder Art. Kinder zuerst.", ["Hilfe jeder Art.", "Kinder zuerst."]),
        ("Siehe §§ 5 ff. Das gilt.", ["Siehe §§ 5 ff.", "Das gilt."]),
        ("Sie sagen „Nein“. Dann gehen sie.", ["Sie sagen „Nein“.", "Dann gehen sie."]),
        ("Made in »Germany«. Wir bleiben.", ["Made in »Germany«.", "Wir bleiben."]),
        ("Und so weiter … Aber nein!", ["Und so weiter …", "Aber nein!"]),
        ("Mehr Schutz (auch nachts.) Und mehr Licht.", ["Mehr Schutz (auch nachts.)", "Und mehr Licht."]),
    ],
)
def test_sentences_are_parted(text: str, expected: list[str]) -> None:
    assert split(text) == expected


@given(st.text(alphabet="abcÄ. !?…„“)12 \n", max_size=200))
def test_no_letter_is_lost_or_doubled(text: str) -> None:
    spans = sentences(text)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    assert "".join("".join(split(text)).split()) == "".join(text.split())


@pytest.mark.parametrize(
    ("line", "ends"),
    [
        ("Die Länder bzw.", False),
        ("nach Maßgabe von Abs.", False),
        ("Brot, Milch usw.", True),
        ("Das gilt.", True),
        ("Das gilt für", False),
    ],
)
def test_a_line_that_ends_in_an_abbreviation_goes_on(line: str, ends: bool) -> None:
    assert ends_sentence(line) is ends

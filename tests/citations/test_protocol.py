"""The speaker of a sentence of a protocol: told where it is sure, and never another.

In `protokolle` before each sentence stands who speaks it: „SPD Muster | …“, „- Beispiel | …“ of no party,
„? ? | …“ where nobody can tell. A line with „#“ is a head or a bracket.
"""

from pathlib import Path

import numpy as np
import pytest

from core.wortlaut.protocol import Speaker, read_speaker, read_turns
from core.wortlaut.reading.textstrom import AbschnittPart, ParagraphKind, Textstrom

FORMS = sorted((Path(__file__).parent / "protokolle").glob("*.txt"))
PARTIES = {"SPD": "SPD", "CDU/CSU": "CDU", "CDU": "CDU", "FDP": "FDP", "FDP/DVP": "FDP", "AfD": "AfD",
           "BÜNDNIS 90/DIE GRÜNEN": "GRÜNE", "GRÜNE": "GRÜNE", "DIE LINKE": "LINKE"}  # fmt: skip


def strom_of(paragraphs: list[str]) -> Textstrom:
    text, parts = "", list[AbschnittPart]()
    for paragraph in paragraphs:
        parts.append(AbschnittPart(len(text), len(text) + len(paragraph), ParagraphKind.TEXT, 0, ()))
        text += f"{paragraph}\n\n"
    none = np.array([], np.int32)
    return Textstrom(text, tuple(parts), (), none, none, none, np.zeros((0, 4), np.float32))


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("joined", [False, True], ids=["paragraphs", "one paragraph a speech"])
def test_nobody_speaks_another_s_sentence(form: Path, joined: bool) -> None:
    lines = form.read_text(encoding="utf-8").splitlines()
    paragraphs, spoken = list[str](), list[tuple[str, str]]()
    for line in lines:
        who, _, text = line.partition(" | ") if not line.startswith("#") else ("", "", line[2:])
        glued = joined and who and paragraphs and not paragraphs[-1].startswith("(")
        paragraphs[-1:] = [f"{paragraphs[-1]} {text}"] if glued else [*paragraphs[-1:], text]
        spoken += [(who, text)] if who else []
    strom = strom_of(paragraphs)
    turns = read_turns(strom, PARTIES.get)
    assert turns.is_protocol
    told = 0
    for who, text in spoken:
        start = strom.text.index(text)
        found = turns.speaker_of([(start, start + len(text))])
        told += found is not None
        assert found is None or f"{found.partei or '-'} {found.surname}" == who
    sure = sum(who != "? ?" for who, _ in spoken)
    assert told >= 0.95 * sure


@pytest.mark.parametrize(
    ("head", "speaker"),
    [
        ("Dr. Erika Muster (SPD)", Speaker("Dr. Erika Muster", "SPD")),
        ("Jan Probe (Fulda) (CDU/CSU)", Speaker("Jan Probe", "CDU")),
        ("Abg. Erika Muster FDP/DVP", Speaker("Erika Muster", "FDP")),
        ("Erika Muster*) (SPD)", Speaker("Erika Muster", "SPD")),
        ("Ulla von der Au [BÜNDNIS 90/DIE GRÜNEN]", Speaker("Ulla von der Au", "GRÜNE")),
        ("Erika Muster, SPD", Speaker("Erika Muster", "SPD")),
        ("Kim Novak (fraktionslos)", Speaker("Kim Novak")),
        ("Vizepräsidentin Ida Beispiel", Speaker("Ida Beispiel", None, "Vizepräsidentin")),
        ("Kim Novak, Bundesministerin für Verkehr", Speaker("Kim Novak", None, "Bundesministerin")),
        ("Zweiter Vizepräsident Jan Tal", Speaker("Jan Tal", None, "Zweiter Vizepräsident")),
        ("Staatsminister Jan Tal (Inneres, Sport)", Speaker("Jan Tal", None, "Staatsminister")),
        ("Şeref Öztürk (SPD)", Speaker("Şeref Öztürk", "SPD")),
        ("Minister für Finanzen Dr. Udo Bach", Speaker("Dr. Udo Bach", None, "Minister")),
    ],
)
def test_heads_of_speeches(head: str, speaker: Speaker) -> None:
    assert read_speaker(head, PARTIES.get) == speaker


@pytest.mark.parametrize(
    "words",
    ["Frage (SPD)", "Liebe Frau Muster (SPD)", "Tagesordnungspunkt 3", "Der Kollege Probe (FDP) sagte",
     "Meine Damen", "Erstens", "Jan Probe (Fulda)", "Jan Probe (Lila Liste)", "Die Abgeordneten der SPD"],
)  # fmt: skip
def test_what_is_no_head(words: str) -> None:
    assert read_speaker(words, PARTIES.get) is None


UNREAD = [
    "Dr. Erik Holm (Deutscher Städtetag):",
    "Abgeordneter Peter Wurm (FPÖ):",
    "Zeuge Erik Holm:",
    "Abg. Holm:",
    "Bundesministerin für Justiz Dr. Alma Holm, LL.M.:",
    "Der Präsident:",
    "Holm, Erik (SPD):",
    "Erik Holm:",
    "Erik Holm (SPD, zur Geschäftsordnung):",
    "Erik Holm, im Namen der PPE-Fraktion. –",
    "Die Präsidentin. –",
    "Holm (SPD):",
    "Abg. Erik Holm – SPD:",
]
BEFORE = ["Plenarprotokoll 18/3", "Präsidentin Ida Tal:", "Guten Morgen.", "Jan Probe (CDU):", "Danke."]


@pytest.mark.parametrize("head", UNREAD)
def test_behind_a_head_that_is_not_read_nobody_speaks(head: str) -> None:
    for glue in ("\n\n", " "):
        said = f"{head}{glue}Wir brauchen mehr Stellen.".split("\n\n")
        strom = strom_of(
            [*BEFORE, "Erika Muster (SPD):", "Ja, gern.", *said, "Ida Wald (FDP):", "Nein, danke."]
        )
        turns = read_turns(strom, PARTIES.get)
        for text, who in (("Ja, gern.", "Muster"), ("Wir brauchen", None), ("Nein, danke.", "Wald")):
            start = strom.text.index(text)
            speaker = turns.speaker_of([(start, start + len(text))])
            assert (speaker and speaker.surname) == who


def test_a_name_alone_is_a_head_or_the_speaker_s_own_running_title() -> None:
    own, other = "Erika Muster (SPD)", "Erik Holm (SPD)"
    strom = strom_of([*BEFORE, f"{own}:", "Ja, gern.", own, "Noch etwas.", other, "Gar nichts."])
    turns = read_turns(strom, PARTIES.get)
    for text, who in (("Ja, gern.", "Muster"), ("Noch etwas.", "Muster"), ("Gar nichts.", None)):
        start = strom.text.index(text)
        speaker = turns.speaker_of([(start, start + len(text))])
        assert (speaker and speaker.surname) == who


@pytest.mark.parametrize(
    "words",
    ["Meine Forderung lautet:", "Unsere Antwort:", "Fazit:", "Liebe Frau Muster (SPD):",
     "Ich sage Herrn Probe:", "Die Abgeordneten der SPD sagen:", "Wir fordern zwei Dinge (Drucksache 8/12):"],
)  # fmt: skip
def test_a_colon_in_a_speech_ends_none(words: str) -> None:
    strom = strom_of([*BEFORE, "Erika Muster (SPD):", "Ja, gern.", f"{words} Wir brauchen mehr Stellen."])
    start = strom.text.index("Wir brauchen")
    speaker = read_turns(strom, PARTIES.get).speaker_of([(start, start + 20)])
    assert speaker and speaker.surname == "Muster"


@pytest.mark.parametrize("glue", ["\n\n", " "])
@pytest.mark.parametrize(
    ("named", "head", "who"),
    [
        ("Herr Kollege Holm, Sie irren.", "Holm:", None),
        ("Frau Dr. Holm hat recht.", "Holm:", None),
        ("Danke.", "Probe:", None),
        ("Danke.", "Holm:", "Muster"),
        ("Herr Kollege Holm, Sie irren.", "Fazit:", "Muster"),
    ],
)
def test_a_surname_alone_may_be_a_head_where_somebody_is_called_so(
    named: str, head: str, who: str | None, glue: str
) -> None:
    """Jan Probe speaks before; of Holm it must be said elsewhere that this is somebody."""
    said = f"{head}{glue}Wir brauchen mehr Stellen.".split("\n\n")
    paragraphs = [*BEFORE, "Erika Muster (SPD):", named, *said, "Ida Wald (FDP):", "Nein, danke."]
    strom = strom_of(paragraphs)
    start = strom.text.index("Wir brauchen")
    speaker = read_turns(strom, PARTIES.get).speaker_of([(start, start + 20)])
    assert (speaker and speaker.surname) == who


@pytest.mark.parametrize(
    ("line", "is_it"),
    [
        ("Beginn: 9.00 Uhr", True),
        ("(Beginn der 12. Sitzung: 10:02 Uhr)", True),
        ("Sitzungsbeginn um 9 Uhr", True),
        ("Düsseldorf, den 1. März, Beginn: 10.03 Uhr", True),
        ("Zu Beginn: 9.00 Uhr ist zu früh.", False),
        ("Am Beginn der Sitzung stand ein Streit.", False),
        ("Beginn des Ausbaus", False),
    ],
)
def test_a_sitting_begins_with_its_own_line(line: str, is_it: bool) -> None:
    """What stands before is a list of speakers; only what stands behind is spoken."""
    listed = ["Plenarprotokoll 18/3", "Erika Muster (SPD):", "Ja, gern.", line]
    strom = strom_of([*listed, *BEFORE[1:], "Ida Wald (FDP):", "Nein, danke."])
    start = strom.text.index("Ja, gern.")
    speaker = read_turns(strom, PARTIES.get).speaker_of([(start, start + 9)])
    assert (speaker is None) == is_it


def test_a_call_is_told_as_that_and_a_paper_that_names_speakers_is_no_protocol() -> None:
    bundestag = next(path for path in FORMS if path.stem == "bundestag").read_text(encoding="utf-8")
    strom = strom_of([line.partition(" | ")[2] or line[2:] for line in bundestag.splitlines()])
    turns = read_turns(strom, PARTIES.get)
    start = strom.text.index("Das habe ich so nie gesagt")
    call = turns.speaker_of([(start, start + 20)])
    assert call == Speaker("Jan Probe", "CDU", "", is_interjection=True)
    start = strom.text.index("Anhaltender Beifall")
    assert turns.speaker_of([(start, start + 10)]) is None
    assert not read_turns(
        strom_of(["Im Protokoll steht:", "Erika Muster (SPD):", "Ja."]), PARTIES.get
    ).is_protocol

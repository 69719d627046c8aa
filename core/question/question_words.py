"""Words of a question: whether any of them can be searched for, and whether they ask for a side."""

import re

from core.errors import EingabeError
from core.german import formats
from core.german.folding import words as words_of
from core.german.words import STOP_WORDS

LONGEST = 20_000


def check_frage(frage: str, what: str = "Die Suche") -> str:
    """The question without surrounding white space, or an EingabeError that says what is wrong with it."""
    text = frage.strip()
    if not text:
        raise EingabeError(f"{what} ist leer. Geben Sie ein, wonach gesucht werden soll.")
    if len(text) > LONGEST:
        raise EingabeError(
            f"{what} ist mit {formats.number(len(text))} Zeichen zu lang; möglich sind "
            f"{formats.number(LONGEST)}. Einen ganzen Antrag prüfen Sie als Antrag, nicht als Suche."
        )
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise EingabeError(
            f"{what} enthält Zeichen, die sich nicht lesen lassen. Bitte tippen Sie sie neu ein."
        )
    words = set(words_of(text))
    if not words:
        raise EingabeError(f"{what} enthält kein Wort. Geben Sie ein, wonach gesucht werden soll.")
    if words <= STOP_WORDS:
        raise EingabeError(
            f"{what} besteht nur aus Füllwörtern („{text[:60]}“). Nennen Sie, worum es geht, "
            "zum Beispiel „Mietpreisbremse“."
        )
    return text


# --- words by which a question asks for a side --------------------------------------------------------------
# A search finds what is spoken of, not who is for or against.

SPLIT = re.compile(r"\b(lehn(?:t|en|te|ten))\b[^.?!]{0,200}?\b(ab)\b", re.IGNORECASE)
SUPPORTERS = re.compile(
    r"\b(wer|welche[rs]?(?: partei\w*)?)\b[^.?!]{0,60}?"
    r"\b(will|wollen|forder[nt]|möchten?|verlang(?:t|en)|sind für|ist für)\b",
    re.IGNORECASE,
)
WORDS = re.compile(
    r"\b(?:nicht|keine?[nmrs]?|nie|ablehn\w*|abgelehnt\w*|dagegen|dafür|befürwort\w*|unterstützt?|unterstützen"
    r"|zustimm\w*|abschaff\w*|abzuschaffen|verbieten|verbietet|beibehalten|verhinder\w*|stopp(?:en|t)?|beenden"
    r"|beendet|streichen|gegner|befürworter)\b",
    re.IGNORECASE,
)
AGAINST = re.compile(r"\bgegen\b", re.IGNORECASE)
OF_THE_SUBJECT = re.compile(
    r"tun|tut|macht|machen|kampf|schutz|maßnahmen?|hilfe|mittel|vorgehen|krieg|vorsorge|bündnis|strategie|impfung"
    r"|gewalt|verbrechen|getan|schützen|helfen",
    re.IGNORECASE,
)
"""Before „gegen“ these say what is done and not by whom it is wanted: „Kampf gegen Armut“."""


def stance_words(eingabe: str) -> tuple[str, ...]:
    """As they were typed, in their order: („Wer … will“, „nicht“, „abschaffen“)."""
    found = {one.start(): one[0] for one in WORDS.finditer(eingabe)}
    for pattern in (SUPPORTERS, SPLIT):
        found |= {one.start(): f"{one[1]} … {one[2]}" for one in pattern.finditer(eingabe)}
    for one in AGAINST.finditer(eingabe):
        before = eingabe[: one.start()].split()[-1:]
        if not (before and OF_THE_SUBJECT.fullmatch(before[0])):
            found[one.start()] = one[0]
    return tuple(dict.fromkeys(found[place] for place in sorted(found)))

"""What can be searched for: a question with at least one word that says something."""

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

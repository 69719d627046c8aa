"""How a Lauf's programmes were cut and searched, as it is stored with the Lauf and told to a reader."""

from core.search.ranking import Verfahren
from core.settings import Settings

UNAUFGEZEICHNET = "passagen umfeld"
"""What every Lauf before 0.7 has stored, however its programmes were cut."""

ZERLEGUNG = {
    "passagen": "Passagen um {} Zeichen",
    "absaetze": "einzelne Absätze",
    "abschnitte": "ganze Abschnitte",
    "satzfenster": "Satzfenster",
}
VERFAHREN: dict[str, str] = {Verfahren.UMFELD: "Sinn, Wortlaut und Umfeld"}


def suchstrategie(settings: Settings) -> str:
    """„umfeld passagen 700“; with a model that orders anew its name stands behind.

    Of a way to cut that has no size, what is set for one is no difference: „umfeld absaetze 0“.
    """
    size = settings.chunk_size if "{}" in ZERLEGUNG[settings.chunk_strategie] else 0
    return f"{Verfahren.UMFELD} {settings.chunk_strategie} {size} {settings.rerank_model or ''}".rstrip()


def strategie_told(stored: str) -> str:
    """„Sinn, Wortlaut und Umfeld; Passagen um 700 Zeichen“; what is not known is told as it is stored."""
    if stored == UNAUFGEZEICHNET:
        return f"{VERFAHREN[Verfahren.UMFELD]}; Zerlegung nicht aufgezeichnet"
    verfahren, zerlegung, size, model = [*stored.split(" ", 3), "", "", ""][:4]
    if verfahren not in VERFAHREN or zerlegung not in ZERLEGUNG:
        return stored
    reranked = f"; geordnet von {model}" if model else ""
    return f"{VERFAHREN[verfahren]}; {ZERLEGUNG[zerlegung].format(size)}{reranked}"

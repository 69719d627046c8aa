"""How a Lauf's programmes were cut and searched, as it is stored with the Lauf and told to a reader."""

from core.search.ranking import Method
from core.settings import Settings

UNRECORDED = "passagen umfeld"
"""What every Lauf before 0.7 has stored, however its programmes were cut."""

DECOMPOSITION = {
    "passagen": "Passagen um {} Zeichen",
    "absaetze": "einzelne Absätze",
    "abschnitte": "ganze Abschnitte",
    "satzfenster": "Satzfenster",
}
METHOD: dict[str, str] = {Method.UMFELD: "Sinn, Wortlaut und Umfeld"}


def strategie_of(settings: Settings) -> str:
    """„umfeld passagen 700“; with a model that orders anew its name stands behind.

    Of a way to cut that has no size, what is set for one is no difference: „umfeld absaetze 0“.
    """
    size = settings.chunk_size if "{}" in DECOMPOSITION[settings.chunk_strategie] else 0
    return f"{Method.UMFELD} {settings.chunk_strategie} {size} {settings.rerank_model or ''}".rstrip()


def strategie_told(stored: str) -> str:
    """„Sinn, Wortlaut und Umfeld; Passagen um 700 Zeichen“; what is not known is told as it is stored."""
    if stored == UNRECORDED:
        return f"{METHOD[Method.UMFELD]}; Zerlegung nicht aufgezeichnet"
    method, decomposition, size, model = [*stored.split(" ", 3), "", "", ""][:4]
    if method not in METHOD or decomposition not in DECOMPOSITION:
        return stored
    reranked = f"; geordnet von {model}" if model else ""
    return f"{METHOD[method]}; {DECOMPOSITION[decomposition].format(size)}{reranked}"

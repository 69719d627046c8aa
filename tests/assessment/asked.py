"""A free question as whoever asks writes it."""

from typing import Any

from core.assessment.frage import FragenAntwort, ask_anfrage
from core.programme.context import Context
from core.search.suchanfrage import understand


def ask_frage(
    context: Context,
    eingabe: str,
    modell: str,
    *,
    parteien: tuple[str, ...] | list[str] = (),
    ohne: tuple[str, ...] | list[str] = (),
    bundesland: str | None = None,
    programm: str | None = None,
    **asked: Any,
) -> FragenAntwort:
    anfrage = understand(context.registry, eingabe, "Die Frage", programm)
    if not programm:
        anfrage = anfrage.corrected(context.registry, parteien, bundesland, ohne=ohne)
    return ask_anfrage(context, anfrage, modell, **asked)

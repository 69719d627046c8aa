"""Answers to questions and follow-up questions, stored whole and given back as they were."""

from dataclasses import asdict, is_dataclass, replace
from enum import EnumType
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from core.assessment.belege import without_quotes
from core.assessment.frage import Aussage, Fragenantwort
from core.assessment.nachfrage import Antwortblatt
from core.citations.verankern import verankerte
from core.context import Context
from core.runs.antworten import unknown_antwort
from core.runs.lauf import Antwortart
from core.runs.store import Runstore, runstore


def save_frage(store: Runstore, antwort: Fragenantwort) -> str:
    """The id under which `load_frage` finds it."""
    return store.save_antwort(Antwortart.FRAGE, antwort.anfrage.eingabe, antwort.modell, asdict(antwort))


def load_frage(context: Context, antwort_id: str) -> Fragenantwort:
    stored = runstore(context.settings).load_antwort(antwort_id)
    if stored.art is not Antwortart.FRAGE:
        raise unknown_antwort(antwort_id)
    answer: Fragenantwort = _read(Fragenantwort, stored.inhalt)
    return replace(answer, aussagen=tuple(_wie_heute(context, aussage) for aussage in answer.aussagen))


def _wie_heute(context: Context, aussage: Aussage) -> Aussage:
    """With its quotes at their place in what is indexed today."""
    return replace(aussage, belege=tuple(map(dict, verankerte(context, aussage.belege))))


def save_nachfrage(store: Runstore, blatt: Antwortblatt) -> str:
    """It belongs to its Lauf from now on."""
    return store.save_antwort(Antwortart.NACHFRAGE, blatt.frage, blatt.modell, asdict(blatt), blatt.lauf_id)


def load_nachfragen(store: Runstore, lauf_id: str) -> list[Antwortblatt]:
    """What was asked about a Lauf, the oldest first. An imported Lauf may have another id than its file."""
    return [
        _without_quotes(_read(Antwortblatt, {**stored.inhalt, "lauf_id": stored.lauf_id}))
        for stored in store.list_antworten(lauf_id)
        if stored.art is Antwortart.NACHFRAGE
    ]


def _without_quotes(blatt: Antwortblatt) -> Antwortblatt:
    """As when it was answered: a file may put words between quotation marks that nobody bound."""
    return replace(blatt, antwort=without_quotes(blatt.antwort))


def _read(kind: Any, value: Any) -> Any:
    """What JSON holds, as the kind of value that a field is declared to be."""
    if value is None:
        return None
    if isinstance(kind, UnionType):  # „… | None“
        kind = get_args(kind)[0]
    if declared := _fields(kind):
        return kind(**{name: _read(field, value[name]) for name, field in declared.items() if name in value})
    if get_origin(kind) is tuple:
        return tuple(_read(get_args(kind)[0], one) for one in value)
    return kind(value) if isinstance(kind, EnumType) else value


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """Of a dataclass, what each field is declared to be; of anything else nothing."""
    return get_type_hints(kind) if is_dataclass(kind) else {}

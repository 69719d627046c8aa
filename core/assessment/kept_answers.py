"""Answers to questions and follow-up questions, stored whole and given back as they were."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date
from enum import EnumType
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from core.assessment.answer_quotes import note_on, without_quotes
from core.assessment.frage import Aussage, FragenAntwort
from core.assessment.nachfrage import AntwortSheet
from core.citations.eintrag import Gebunden, Verworfen
from core.citations.eintrag_json import read_eintrag, write_eintrag
from core.citations.re_anchor import anchored_eintrag
from core.context import Context
from core.runs.lauf import AntwortKind, StoredAntwort
from core.runs.notes import unknown_antwort
from core.runs.store import Runstore, runstore

EINTRAEGE = (Gebunden, Verworfen)


def save_frage(store: Runstore, antwort: FragenAntwort) -> str:
    """The id under which `load_frage` finds it."""
    return store.save_note(
        StoredAntwort(AntwortKind.FRAGE, antwort.anfrage.eingabe, antwort.modell, as_json(antwort))
    ).id


def load_frage(context: Context, antwort_id: str) -> FragenAntwort:
    stored = runstore(context).load_antwort(antwort_id)
    if stored.art is not AntwortKind.FRAGE:
        raise unknown_antwort(antwort_id)
    answer: FragenAntwort = _read(FragenAntwort, stored.inhalt)
    return replace(answer, aussagen=tuple(_as_today(context, aussage) for aussage in answer.aussagen))


def _as_today(context: Context, aussage: Aussage) -> Aussage:
    """With its quotes at their place in what is indexed today."""
    return replace(aussage, belege=tuple(anchored_eintrag(context, beleg) for beleg in aussage.belege))


def save_nachfrage(store: Runstore, blatt: AntwortSheet) -> str:
    """It belongs to its Lauf from now on."""
    return store.save_note(
        StoredAntwort(AntwortKind.NACHFRAGE, blatt.frage, blatt.modell, as_json(blatt), blatt.lauf_id)
    ).id


def load_nachfragen(store: Runstore, lauf_id: str) -> list[AntwortSheet]:
    """What was asked about a Lauf, the oldest first. An imported Lauf may have another id than its file."""
    return [
        _without_quotes(_read(AntwortSheet, {**stored.inhalt, **_of_today(stored)}))
        for stored in store.notes_of(StoredAntwort, [lauf_id])
        if stored.art is AntwortKind.NACHFRAGE
    ]


def _of_today(stored: StoredAntwort) -> dict[str, object]:
    """What a file may say otherwise."""
    return {"lauf_id": stored.lauf_id, "hinweis": note_on(stored.modell)}


def _without_quotes(blatt: AntwortSheet) -> AntwortSheet:
    """As when it was answered: a file may put words between quotation marks that nobody bound."""
    return replace(blatt, antwort=without_quotes(blatt.antwort))


def as_json(value: object) -> Any:
    """An answer as it is stored and printed: its quotes in the one form that quotes are stored in."""
    if isinstance(value, EINTRAEGE):
        return write_eintrag(value)
    if is_dataclass(value):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {name: as_json(one) for name, one in value.items()}
    if isinstance(value, date):
        return value.isoformat()
    return [as_json(one) for one in value] if isinstance(value, tuple | list) else value


def _read(kind: Any, value: Any) -> Any:
    """What JSON holds, as the kind of value that a field is declared to be."""
    if value is None:
        return None
    if isinstance(kind, UnionType):  # „… | None“
        kind = get_args(kind)[0]
    if kind in EINTRAEGE:
        return read_eintrag(value)
    if declared := _fields(kind):
        return kind(**{name: _read(field, value[name]) for name, field in declared.items() if name in value})
    if get_origin(kind) is tuple:
        return tuple(_read(get_args(kind)[0], one) for one in value)
    if kind is date:
        return date.fromisoformat(value)
    return kind(value) if isinstance(kind, EnumType) else value


@cache
def _fields(kind: Any) -> dict[str, Any]:
    """Of a dataclass, what each field is declared to be; of anything else nothing."""
    return get_type_hints(kind) if is_dataclass(kind) else {}

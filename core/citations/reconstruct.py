"""Every quote of a raw answer is bound to its source, or dropped with a reason. No model is trusted with one.

What a model emits is hostile until shown otherwise: whatever cannot be read becomes a reason, nothing raises.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from core import garbage
from core.citations.answer_shape import (
    DROPPED,
    FRAKTION,
    SCORES,
    ZITATE,
    entries_of,
    flat,
    quote_text,
    take_strays,
)
from core.citations.bind import ShownContext, bind
from core.citations.bindung import Bindung, bound_zitat, dropped_zitat
from core.citations.eintrag import Verworfen
from core.citations.eintrag_json import write_eintrag
from core.citations.quellen import Quelle, Quellen
from core.citations.zitat_status import ZitatStatus
from core.context import Context, default_context
from core.models import Fundstelle, Typ
from core.programme.registry import Registry
from core.search.passage_forms import partei_id, passages_of

LONGEST = 20_000
"""Characters that a quote may have; of more only the beginning is kept."""

KEPT = 500

Answer = dict[str, Any]
Retrieved = Mapping[str, Sequence[Fundstelle]]


def reconstruct_zitate(data: Answer, semantic_quotes: object, context: Context | None = None) -> Answer:
    """Bind every quote of an answer in place; what cannot be bound moves to `data["verworfeneZitate"]`.

    `semantic_quotes`: the passages that the model was shown, in any form that `passages_of` takes.
    """
    context = context or default_context()
    outside = context.settings.zitate_ausserhalb
    shown = passages_of(semantic_quotes, context)
    quellen = Quellen.around(context, shown)
    return reconstruct(data, _indexed(shown, quellen), quellen, context.registry, accept_outside=outside)


def _indexed(shown: Retrieved, quellen: Mapping[str, Quelle]) -> Retrieved:
    """Without passages of which nobody knows here where they stand."""
    return {
        partei: [one for one in own if one.programm_id in quellen and one.chunk.start < one.chunk.end]
        for partei, own in shown.items()
    }


def reconstruct(
    data: Answer,
    semantic_quotes: Retrieved,
    quellen: Mapping[str, Quelle],
    registry: Registry,
    accept_outside: bool = False,
) -> Answer:
    """The same on given sources: a pure function but for the answer, which it changes and returns.

    `accept_outside` keeps quotes that are true but were not shown to the model; their status tells.
    """
    if not isinstance(data, dict):
        return {SCORES: [], DROPPED: [write_eintrag(_unreadable(data, "", ""))]}
    # Binding makes thousands of small objects and no cycle; a process that has just begun would look for one
    # among all that it imported.
    with garbage.at_rest():
        return _reconstructed(data, ShownContext.of(semantic_quotes, quellen), registry, accept_outside)


def _reconstructed(data: Answer, kontext: ShownContext, registry: Registry, accept_outside: bool) -> Answer:
    dropped: list[Verworfen] = []
    scores = []
    for entry in entries_of(data):
        if isinstance(entry, dict):
            _bind_entry(entry, kontext, registry, accept_outside, dropped)
            scores.append(entry)
        else:
            dropped.append(_unreadable(entry, "", ""))
    data[SCORES] = scores
    dropped += [_stray(*stray) for stray in take_strays(data)]
    data[DROPPED] = [write_eintrag(one) for one in dropped]
    return data


def _bind_entry(
    entry: Answer, kontext: ShownContext, registry: Registry, accept_outside: bool, dropped: list[Verworfen]
) -> None:
    """Bind the quotes of one Fraktion, in both of its parts."""
    named = entry.get(FRAKTION)
    fraktion = named if isinstance(named, str) else ""
    partei = partei_id(registry, fraktion)
    for typ in Typ:
        part = entry.get(typ)
        if part is None:
            continue
        if not isinstance(part, dict):
            dropped.append(_unreadable(part, fraktion, typ))
            entry[str(typ)] = {"score": None, "begruendung": "", ZITATE: []}
            continue
        zitate = []
        for zitat in flat(part.get(ZITATE)):
            text = quote_text(zitat)
            if text is None or len(text) > LONGEST:
                dropped.append(_unreadable(zitat if text is None else text, fraktion, typ))
                continue
            bindung = bind(text, partei, typ, kontext)
            if bindung.status.is_bound or (accept_outside and bindung.status is ZitatStatus.OUTSIDE):
                zitate.append(write_eintrag(bound_zitat(bindung)))
            else:
                dropped.append(dropped_zitat(bindung, fraktion, typ))
        part[ZITATE] = zitate


def _stray(zitat: object, fraktion: str, feld: str) -> Verworfen:
    """A quote that nobody would have read: it is told, and nothing of it is kept where it stood."""
    text = quote_text(zitat)
    reason = f"Das Zitat steht in einem Feld, in dem keines gelesen wird: „{_cut(feld)}“."
    kept = f"({type(zitat).__name__})" if text is None else _cut(text)
    return dropped_zitat(Bindung(ZitatStatus.UNLESBAR, kept, erklaerung=reason), fraktion, "")


def _cut(text: str) -> str:
    return text if len(text) <= KEPT else f"{text[:KEPT]} …"


def _unreadable(value: object, fraktion: str, bereich: str) -> Verworfen:
    if isinstance(value, str):
        text, reason = value, f"Mit {len(value)} Zeichen ist das kein Zitat."
    else:
        text, reason = f"({type(value).__name__})", "An der Stelle eines Zitats steht kein Text."
    return dropped_zitat(Bindung(ZitatStatus.UNLESBAR, _cut(text), erklaerung=reason), fraktion, bereich)

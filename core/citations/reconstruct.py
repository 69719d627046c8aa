"""Every quote of a raw answer is bound to its source, or dropped with a reason. No model is trusted with one.

What a model emits is hostile until shown otherwise: whatever cannot be read becomes a reason, nothing raises.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core import memory
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
from core.citations.bind import Bindung, ShownContext, bind, dropped_zitat, eintrag_of, no_quote, shortened
from core.citations.eintrag import Gebunden, Verworfen, ZitatStatus, write_eintrag
from core.citations.exact_match import Quelle, Quellen
from core.context import Context, default_context
from core.models import Fundstelle, Typ
from core.programme.registry import Registry
from core.search.shown_passage import partei_id, passages_of

Answer = dict[str, Any]


def reconstruct_zitate(data: Answer, semantic_quotes: object, context: Context | None = None) -> Answer:
    """Bind every quote of an answer in place; what cannot be bound moves to `data["verworfeneZitate"]`.

    `semantic_quotes`: the passages that the model was shown, in any form that `passages_of` takes.
    """
    context = context or default_context()
    outside = context.settings.zitate_ausserhalb
    shown = passages_of(semantic_quotes, context)
    quellen = Quellen.around(context, shown)
    indexed = {  # without passages of which nobody knows here where they stand
        partei: [one for one in own if one.programm_id in quellen and one.chunk.start < one.chunk.end]
        for partei, own in shown.items()
    }
    return reconstruct(data, indexed, quellen, context.registry, accept_outside=outside)


def reconstruct(
    data: Answer,
    semantic_quotes: Mapping[str, Sequence[Fundstelle]],
    quellen: Mapping[str, Quelle],
    registry: Registry,
    accept_outside: bool = False,
) -> Answer:
    """The same on given sources: a pure function but for the answer, which it changes and returns.

    `accept_outside` keeps quotes that are true but were not shown to the model; their status tells.
    """
    if not isinstance(data, dict):
        return {SCORES: [], DROPPED: [write_eintrag(_unreadable(data, "", ""))]}
    dropped: list[Verworfen] = []
    scores = []
    # Binding makes thousands of small objects and no cycle; a process that has just begun would look for one
    # among all that it imported.
    with memory.at_rest():
        kontext = ShownContext.of(semantic_quotes, quellen)
        for entry in entries_of(data):
            if isinstance(entry, dict):
                scores.append(entry)
                dropped += _bind_entry(entry, kontext, registry, accept_outside)
            else:
                dropped.append(_unreadable(entry, "", ""))
    data[SCORES] = scores
    dropped += [_stray(*stray) for stray in take_strays(data)]
    data[DROPPED] = [write_eintrag(one) for one in dropped]
    return data


def _bind_entry(
    entry: Answer, kontext: ShownContext, registry: Registry, accept_outside: bool
) -> Iterator[Verworfen]:
    """Bind the quotes of one Fraktion, in both of its parts, and tell which are dropped."""
    named = entry.get(FRAKTION)
    fraktion = named if isinstance(named, str) else ""
    partei = partei_id(registry, fraktion)
    for typ in Typ:
        part = entry.get(typ)
        if isinstance(part, dict):
            found = [
                _unreadable(zitat, fraktion, typ)
                if (text := quote_text(zitat)) is None
                else eintrag_of(bind(text, partei, typ, kontext), fraktion, typ, accept_outside)
                for zitat in flat(part.get(ZITATE))
            ]
            part[ZITATE] = [write_eintrag(one) for one in found if isinstance(one, Gebunden)]
            yield from (one for one in found if isinstance(one, Verworfen))
        elif part is not None:
            entry[str(typ)] = {"score": None, "begruendung": "", ZITATE: []}
            yield _unreadable(part, fraktion, typ)


def _stray(zitat: object, fraktion: str, feld: str) -> Verworfen:
    """A quote that nobody would have read: it is told, and nothing of it is kept where it stood."""
    text = quote_text(zitat)
    reason = f"Das Zitat steht in einem Feld, in dem keines gelesen wird: „{shortened(feld)}“."
    kept = f"({type(zitat).__name__})" if text is None else shortened(text)
    return dropped_zitat(Bindung(ZitatStatus.UNLESBAR, kept, erklaerung=reason), fraktion, "")


def _unreadable(value: object, fraktion: str, bereich: str) -> Verworfen:
    if isinstance(value, str):
        return dropped_zitat(no_quote(value), fraktion, bereich)
    reason = "An der Stelle eines Zitats steht kein Text."
    kept = f"({type(value).__name__})"
    return dropped_zitat(Bindung(ZitatStatus.UNLESBAR, kept, erklaerung=reason), fraktion, bereich)

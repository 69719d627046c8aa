"""Every quote of a raw answer is bound to its source, or dropped with a reason. No model is trusted with one.

What a model emits is hostile until shown otherwise: whatever cannot be read becomes a reason, nothing raises.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from core.citations.bindung import Bindung, Status, bound_zitat, dropped_zitat
from core.citations.kontext import Kontext, bind
from core.citations.quellen import Quelle, Quellen
from core.context import Context, default_context
from core.errors import EingabeError
from core.models import Fundstelle, Typ
from core.programme.registry import Registry, find_partei

LONGEST = 20_000
"""Characters that a quote may have; of more only the beginning is kept."""

KEPT = 500

Answer = dict[str, Any]
Retrieved = Mapping[str, Sequence[Fundstelle]]


def reconstruct_zitate(data: Answer, semantic_quotes: Retrieved, context: Context | None = None) -> Answer:
    """Bind every quote of an answer in place; what cannot be bound moves to `data["verworfeneZitate"]`."""
    context = context or default_context()
    outside = context.settings.zitate_ausserhalb
    return reconstruct(data, semantic_quotes, Quellen(context), context.registry, accept_outside=outside)


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
        return {"wahlprogrammScores": [], "verworfeneZitate": [_unreadable(data, "", "")]}
    kontext = Kontext.of(semantic_quotes, quellen)
    dropped: list[dict[str, Any]] = []
    scores = []
    for entry in _as_list(data.get("wahlprogrammScores")):
        if isinstance(entry, dict):
            _bind_entry(entry, kontext, registry, accept_outside, dropped)
            scores.append(entry)
        else:
            dropped.append(_unreadable(entry, "", ""))
    data["wahlprogrammScores"] = scores
    data["verworfeneZitate"] = dropped
    return data


def _bind_entry(
    entry: Answer, kontext: Kontext, registry: Registry, accept_outside: bool, dropped: list[dict[str, Any]]
) -> None:
    """Bind the quotes of one Fraktion, in both of its parts."""
    named = entry.get("fraktion")
    fraktion = named if isinstance(named, str) else ""
    partei = _partei(fraktion, registry)
    for typ in Typ:
        part = entry.get(typ)
        if part is None:
            continue
        if not isinstance(part, dict):
            dropped.append(_unreadable(part, fraktion, typ))
            entry[str(typ)] = {"score": None, "begruendung": "", "zitate": []}
            continue
        zitate = []
        for zitat in _as_list(part.get("zitate")):
            text = _text_of(zitat)
            if text is None or len(text) > LONGEST:
                dropped.append(_unreadable(zitat if text is None else text, fraktion, typ))
                continue
            bindung = bind(text, partei, typ, kontext)
            if bindung.status.is_bound or (accept_outside and bindung.status is Status.AUSSERHALB):
                zitate.append(bound_zitat(bindung))
            else:
                dropped.append(dropped_zitat(bindung, fraktion, typ))
        part["zitate"] = zitate


def _partei(fraktion: str, registry: Registry) -> str:
    """The party's id; for an unknown name the name itself, which has no sources of its own."""
    try:
        return find_partei(registry, fraktion).id
    except EingabeError:
        return fraktion


def _as_list(value: object) -> list[Any]:
    """Models write one thing where a list should be, or nothing."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _text_of(zitat: object) -> str | None:
    if isinstance(zitat, dict):
        zitat = zitat.get("text")
    return zitat if isinstance(zitat, str) else None


def _unreadable(value: object, fraktion: str, bereich: str) -> dict[str, Any]:
    if isinstance(value, str):
        text, reason = value, f"Mit {len(value)} Zeichen ist das kein Zitat."
    else:
        text, reason = f"({type(value).__name__})", "An der Stelle eines Zitats steht kein Text."
    kept = text if len(text) <= KEPT else f"{text[:KEPT]} …"
    return dropped_zitat(Bindung(Status.UNLESBAR, kept, erklaerung=reason), fraktion, bereich)

"""What the columns of a comparison are called: by what tells them apart, and by nothing else."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from core.german import formats
from core.search.geltung import NOT_IN_FORCE
from core.search.suchraum import strategie_told

if TYPE_CHECKING:
    from core.vergleich.spalten import Spalte

READ_IN = "eingelesen"
MEASURES = {
    "temperature": "Temperatur {}",
    "top_k": "Passagen: {}",
    "min_similarity": "Ähnlichkeit ab {}",
    "max_tokens": "höchstens {} Tokens",
    "embedder": "Suche mit {}",
}
"""What is set of an answer, beside model and prompt, and how it is told."""

Shown: TypeAlias = Callable[["Spalte"], dict[str, str]]


def named(spalten: Sequence["Spalte"], shown: Shown | None = None) -> list["Spalte"]:
    """Each with a name that no other of them has, made of what differs; of the model where nothing does.

    `shown`: what model and prompt are called, where people read it; else as they are stored.
    """
    told = [_told(spalte) | (shown(spalte) if shown else {}) for spalte in spalten]
    differing = [part for part in told[0] if len({one[part] for one in told}) > 1] if told else []
    names = [" · ".join(one[part] for part in differing or ["modell"]) for one in told]
    marks = [f" ({READ_IN})" if spalte.eingelesen else "" for spalte in spalten]
    names = [f"{name}{mark}" for name, mark in zip(names, marks, strict=True)]
    often = Counter(names)
    return [
        replace(spalte, name=name if often[name] == 1 else f"{name} ({spalte.schluessel[:4]})")
        for spalte, name in zip(spalten, names, strict=True)
    ]


def _told(spalte: "Spalte") -> dict[str, str]:
    parameter, added = json.loads(spalte.parameter), f"mit {', '.join(spalte.trotzdem)} ({NOT_IN_FORCE})"
    masse = {name: text.format(_number(parameter.get(name, "–"))) for name, text in MEASURES.items()}
    masse["trotzdem"] = added if spalte.trotzdem else "nur Programme in Kraft"
    told = {"modell": spalte.modell, "prompt": spalte.prompt, "strategie": strategie_told(spalte.strategie)}
    return told | masse


def _number(value: object) -> str:
    return formats.shortest(value) if isinstance(value, int | float) else str(value)

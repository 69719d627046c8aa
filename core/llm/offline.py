"""The built-in model `offline/extraktiv`: no language model, no network, always the same answer.

It looks for the sentences of a party's sources that are nearest to the Forderungen, and it says that this is
all it does: who rejects a demand uses its words too, and nearness cannot tell the two apart.
"""

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.citations.exact_match import is_too_short
from core.german import formats
from core.german.sentences import sentences
from core.index.embedding import Embedder
from core.index.themen import themen
from core.index.vector_blocks import FloatMatrix
from core.index.wortlautindex import Wortlautindex
from core.llm.prompt_slots import Promptinhalt, Quellentext, read_vorlage
from core.models import Typ
from core.search.kurzfassung import zusammenfassung
from core.search.ranking import fuse

HINWEIS = "Heuristik ohne Sprachmodell, keine inhaltliche Bewertung:"
UNREADABLE = f"{HINWEIS} Die Anfrage enthält keinen lesbaren Antrag."

LEFT_OUT = re.compile(r"\n|\[…\]")
"""What parts sentences: a line's end, or a sentence that is not shown."""

MOST_ZITATE = 3
TABLE_NUMBERS, TABLE_SHARE = 4, 0.2
"""Sentences with so many numbers, and so large a share of them, are tables."""

LONGEST_ITEM = 25
"""Words of a list's item; what runs on longer and ends without any mark is a table read across."""

NEAR = 0.55
"""A sentence further away is no quote; in the demo, what has another subject mostly stays below."""

FARTHEST, NEAREST = 0.25, 0.85
LOWEST, HIGHEST = 1, 8
"""From the distance alone; 9 and 10 are left to those whose wording stands out, 0 to nobody."""

OWN_WORDING = 2.0
"""So many points at most for a wording nearer to this Programm than to the others, or farther from it."""

STANDS_OUT = 1.5
"""A share so many times that of chance earns them all; in the demo the movers' own have 1.0 to 1.2."""


@dataclass(frozen=True, slots=True)
class Quellsatz:
    text: str
    kennung: str


@dataclass(frozen=True, slots=True)
class Satztreffer:
    """The sentence nearest to a Forderung."""

    nummer: str
    satz: Quellsatz
    naehe: float


def answer(messages: Sequence[Mapping[str, str]], params: Mapping[str, Any], embedder: Embedder) -> str:
    """The JSON text of an answer to a prompt of either kind.

    `params["passung"]`, where given: kind of Programm → (share of the Antrag's wording, how many compared).
    """
    vorlage = read_vorlage(messages)
    if vorlage is None:
        data = _partei_answer("", {typ: _urteil(None, UNREADABLE) for typ in Typ})
    elif vorlage.quellen is None:
        data = _antrag_answer(vorlage, embedder)
    else:
        passung = params.get("passung")
        urteile = {typ: _judge(vorlage, vorlage.quellen, typ, passung, embedder) for typ in Typ}
        data = _partei_answer(vorlage.fraktion, urteile)
    return json.dumps(data, ensure_ascii=False)


def _antrag_answer(vorlage: Promptinhalt, embedder: Embedder) -> dict[str, Any]:
    texts = [text for _, text in vorlage.forderungen]
    return {
        "titel": vorlage.titel,
        "zusammenfassung": zusammenfassung([*texts, vorlage.umfeld], embedder),
        "themen": themen([vorlage.titel, *texts, vorlage.umfeld]),
        "staerken": [],
        "schwaechen": [],
        "aenderungen": [],
    }


def _partei_answer(fraktion: str, urteile: Mapping[Typ, dict[str, Any]]) -> dict[str, Any]:
    return {"fraktion": fraktion, **{str(typ): urteil for typ, urteil in urteile.items()}}


def _urteil(score: int | None, begruendung: str, zitate: Sequence[Quellsatz] = ()) -> dict[str, Any]:
    quotes = [{"text": satz.text, "quelle": f"[{satz.kennung}]"} for satz in zitate]
    return {"score": score, "begruendung": begruendung, "zitate": quotes}


def _judge(
    vorlage: Promptinhalt, quellen: Sequence[Quellentext], typ: Typ, passung: object, embedder: Embedder
) -> dict[str, Any]:
    own = [quelle for quelle in quellen if quelle.typ is typ]
    saetze = _saetze(own)
    if not saetze:
        return _urteil(None, f"{HINWEIS} Zum {typ.title()} liegt keine Quelle vor.")
    treffer = _nearest(vorlage.forderungen, saetze, embedder)
    wording = _wording(passung, typ)
    begruendung = " ".join([HINWEIS, _found(treffer, len(own)), *_told(wording)])
    return _urteil(_score(treffer, wording), begruendung, _quotable(treffer))


def _saetze(quellen: Sequence[Quellentext]) -> list[Quellsatz]:
    """Every sentence long enough for a quote; one that stands twice counts where it comes first."""
    found: dict[str, Quellsatz] = {}
    for quelle in quellen:
        for line in LEFT_OUT.split(quelle.text):
            for start, end in sentences(line):
                text = line[start:end].strip()
                if not (is_too_short(text) or _is_table(text)):
                    found.setdefault(text, Quellsatz(text, quelle.kennung))
    return list(found.values())


def _is_table(text: str) -> bool:
    """A table read as if it were a sentence: nothing anybody says, however near its words are."""
    words = text.split()
    numbers = sum(any(letter.isdigit() for letter in word) for word in words)
    if numbers >= TABLE_NUMBERS and numbers > TABLE_SHARE * len(words):
        return True
    return len(words) > LONGEST_ITEM and text[-1].isalnum()


def _nearest(
    forderungen: Sequence[tuple[str, str]], saetze: Sequence[Quellsatz], embedder: Embedder
) -> list[Satztreffer]:
    """For each Forderung the sentence nearest to it, in meaning and in wording."""
    texts = [satz.text for satz in saetze]
    lexikon = Wortlautindex.of(texts)
    shares = np.column_stack([lexikon.shares(text) for _, text in forderungen])
    questions = np.array([embedder.embed_query(text) for _, text in forderungen])
    near: FloatMatrix = fuse(embedder.embed_documents(texts) @ questions.T, shares)
    return [
        Satztreffer(nummer, saetze[row], float(near[row, column]))
        for column, (nummer, _) in enumerate(forderungen)
        for row in [int(near[:, column].round(6).argmax())]
    ]


def _quotable(treffer: Sequence[Satztreffer]) -> list[Quellsatz]:
    ranked = sorted((t for t in treffer if t.naehe >= NEAR), key=lambda t: -t.naehe)
    return list(dict.fromkeys(t.satz for t in ranked))[:MOST_ZITATE]


def _score(treffer: Sequence[Satztreffer], wording: tuple[float, int] | None) -> int:
    mean = sum(t.naehe for t in treffer) / len(treffer)
    share = min(max((mean - FARTHEST) / (NEAREST - FARTHEST), 0), 1)
    points = LOWEST + share * (HIGHEST - LOWEST)
    if wording:
        # Relative to chance, so that it means the same however many are compared.
        times = math.log(max(wording[0] * wording[1], 1e-6), STANDS_OUT)
        points += OWN_WORDING * min(max(times, -1), 1)
    return min(max(round(points), 0), 10)


def _wording(passung: object, typ: Typ) -> tuple[float, int] | None:
    """Share and count; None where they are missing, unreadable, or nothing was compared."""
    pair = passung.get(typ) if isinstance(passung, Mapping) else None
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        return None
    anteil, anzahl = pair
    if not isinstance(anteil, int | float) or not isinstance(anzahl, int):
        return None
    return (float(anteil), anzahl) if 0 <= anteil <= 1 and anzahl > 1 else None


def _found(treffer: Sequence[Satztreffer], quellen: int) -> str:
    """What was found, in plain German."""
    where = "einer Quelle" if quellen == 1 else f"{quellen} Quellen"
    near = [t for t in treffer if t.naehe >= NEAR]
    if not near:
        return f"Gesucht wurde in {where}; kein Satz kommt einer Forderung nahe."
    best = max(near, key=lambda t: t.naehe)
    numbers = ", ".join(t.nummer for t in near if t.nummer)
    count = "der Forderung" if len(treffer) == 1 else f"{len(near)} von {len(treffer)} Forderungen"
    return (
        f"Gesucht wurde in {where}; zu {count}{f' ({numbers})' if numbers else ''} gibt es einen nahen Satz. "
        f"Der nächste steht in [{best.satz.kennung}] (Ähnlichkeit {formats.number(best.naehe, 2)})."
    )


def _told(wording: tuple[float, int] | None) -> list[str]:
    if wording is None:
        return []
    anteil, anzahl = wording
    return [
        f"Vom Wortlaut des Antrags entfällt ein Anteil von {formats.number(anteil, 2)} auf dieses Programm; "
        f"verglichen wurden {anzahl}, nach Zufall wäre es {formats.number(1 / anzahl, 2)}."
    ]

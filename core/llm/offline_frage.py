"""How the built-in model answers a question: with each party's nearest sentence, and it says so."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.citations.exact_match import is_too_short
from core.german.sentences import sentences
from core.index.embedding import Embedder, FloatMatrix
from core.index.wording_index import WordingIndex
from core.llm.anfrage import FrageMaterial
from core.programme.registry import Registry
from core.search.shown_passage import QuelleText
from core.search.suchanfrage import parse_suchanfrage
from core.search.suchraum import fuse

NEAR = 0.35
"""A sentence less near than that is no answer. It stands there unread by anybody, so it needs more than a
passage that is only shown: half of what questions off the subject find lies below."""

POSITION = re.compile(
    r"\b(?:woll(?:en|te)|will|werden wir|wir werden|forder[nt]|lehn(?:en|t)|ablehn\w*|setz(?:en uns|t sich)"
    r"|tret(?:en|e) (?:wir )?\w* ?ein|streben|müssen|muss|sollen?|dürfen|darf|brauchen|halten|festhalten"
    r"|unterstützen|befürworten|sprechen uns|schaffen|abschaffen|einführen|abgeschafft|eingeführt|gerecht"
    r"|ungerecht|kein(?:e[nrsm]?)?|gegen|statt)\b",
    re.IGNORECASE,
)
"""What sentences have that say what a party wants or holds, and those that only mention a subject rarely."""

STAND = 0.12
LATER = 0.02
"""What a position is worth in nearness; and what each place further down in the search costs."""

HEURISTIC = "(Heuristik ohne Sprachmodell)"


@dataclass(frozen=True, slots=True)
class NearestTerm:
    """A party's sentence nearest to the question."""

    partei: str
    text: str
    kennung: str
    naehe: float

    @property
    def zitat(self) -> dict[str, str]:
        return {"text": self.text, "quelle": f"[{self.kennung}]"}


def answer_frage(material: FrageMaterial, embedder: Embedder, registry: Registry) -> str:
    """The JSON text of an answer: one statement a party, or the nearest sentences to a follow-up."""
    # „Was planen die Parteien in …“ would draw away from what is asked about.
    gesucht = parse_suchanfrage(material.frage, registry).text or material.frage
    near = _nearest(gesucht, material.quellen, embedder)
    data = _nachfrage(near) if material.is_nachfrage else _frage(material, near)
    return json.dumps(data, ensure_ascii=False)


def _frage(material: FrageMaterial, near: Sequence[NearestTerm]) -> dict[str, object]:
    answered = {n.partei for n in near}
    return {
        "aussagen": [
            {
                "text": f"Am nächsten kommt der Frage bei {n.partei} dieser Satz {HEURISTIC}.",
                "zitate": [n.zitat],
            }
            for n in near
        ],
        "ohne_antwort": [p for p in dict.fromkeys(q.partei for q in material.quellen) if p not in answered],
    }


def _nachfrage(near: Sequence[NearestTerm]) -> dict[str, object]:
    if not near:
        return {"antwort": f"Kein Satz der Quellen kommt der Nachfrage nahe {HEURISTIC}.", "zitate": []}
    antwort = (
        f"Diese Sätze der Quellen kommen der Nachfrage am nächsten {HEURISTIC}; beantworten kann sie nur "
        "ein Sprachmodell."
    )
    return {"antwort": antwort, "zitate": [n.zitat for n in sorted(near, key=lambda n: -n.naehe)]}


def _nearest(gesucht: str, quellen: Sequence[QuelleText], embedder: Embedder) -> list[NearestTerm]:
    """For each party one sentence that is near to the question, in meaning and in wording.

    One that takes a position goes before one that only mentions, and one of a better passage before others.
    """
    saetze = [(q.partei, text, q.kennung) for q in quellen for text in _sentences(q.text)]
    if not saetze:
        return []
    texts = [text for _, text, _ in saetze]
    question = np.array([embedder.embed_query(gesucht)])
    shares = WordingIndex.of(texts).shares(gesucht)[:, None]
    near: FloatMatrix = fuse(embedder.embed_documents(texts) @ question.T, shares)
    places = _places(quellen)
    best: dict[str, tuple[float, NearestTerm]] = {}
    for satz, naehe in zip(saetze, near[:, 0].round(6), strict=True):
        worth = float(naehe) + STAND * bool(POSITION.search(satz[1])) - LATER * places[satz[2]]
        if naehe >= NEAR and (satz[0] not in best or worth > best[satz[0]][0]):
            best[satz[0]] = worth, NearestTerm(*satz, float(naehe))
    return [nearest for _, nearest in best.values()]


def _places(quellen: Sequence[QuelleText]) -> dict[str, int]:
    """Kennung → how many of the party's passages the search found better."""
    seen: Counter[str] = Counter()
    places = {}
    for quelle in quellen:
        places[quelle.kennung] = seen[quelle.partei]
        seen[quelle.partei] += 1
    return places


def _sentences(text: str) -> list[str]:
    """Those long enough for a quote."""
    found = [line[start:end].strip() for line in text.split("\n") for start, end in sentences(line)]
    return [one for one in found if not is_too_short(one)]

"""How the built-in model answers a question: with each party's nearest sentence, and it says so."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from core.citations.exact_match import is_too_short
from core.german.sentences import sentences
from core.index.embedding import Embedder
from core.index.vector_blocks import FloatMatrix
from core.index.wortlautindex import Wortlautindex
from core.llm.prompt_slots import Quellentext, read_vorlage
from core.programme.registry import Registry
from core.question.suchanfrage import parse_suchanfrage
from core.search.ranking import fuse

NEAR = 0.35
"""A sentence less near than that is no answer. It stands there unread by anybody, so it needs more than a
passage that is only shown: half of what questions off the subject find lies below."""

HEURISTIK = "(Heuristik ohne Sprachmodell)"
FRAGE = re.compile(r"^<frage>\n(.*?)\n</frage>$", re.DOTALL | re.MULTILINE)
QUELLEN = re.compile(r"^<quellen>\n.*?^</quellen>$", re.DOTALL | re.MULTILINE)
ERGEBNIS = "\n<ergebnis>\n"


@dataclass(frozen=True, slots=True)
class Frage:
    """A question as its prompt puts it; `is_nachfrage` where it is about a Lauf."""

    text: str
    quellen: tuple[Quellentext, ...]
    is_nachfrage: bool


@dataclass(frozen=True, slots=True)
class Naechster:
    """A party's sentence nearest to the question."""

    partei: str
    text: str
    kennung: str
    naehe: float

    @property
    def zitat(self) -> dict[str, str]:
        return {"text": self.text, "quelle": f"[{self.kennung}]"}


def read_frage(messages: Sequence[Mapping[str, str]]) -> Frage | None:
    """The question that is asked and its sources; None where the prompt is of another kind."""
    text = next((str(m.get("content", "")) for m in messages if m.get("role") == "user"), "")
    asked, sources = FRAGE.search(text), QUELLEN.search(text)
    if asked is None:
        return None
    # Sources are read where an Antrag is asked about; its wording plays no part.
    content = f"<antrag>\n{asked[1]}\n</antrag>\n{sources[0] if sources else ''}"
    vorlage = read_vorlage([{"role": "user", "content": content}])
    return Frage(asked[1], (vorlage and vorlage.quellen) or (), ERGEBNIS in text)


def answer_frage(frage: Frage, embedder: Embedder, registry: Registry) -> str:
    """The JSON text of an answer: one statement a party, or the nearest sentences to a follow-up."""
    # „Was planen die Parteien in …“ would draw away from what is asked about.
    gesucht = parse_suchanfrage(frage.text, registry).text or frage.text
    naechste = _nearest(gesucht, frage.quellen, embedder)
    near = [n for n in naechste if n.naehe >= NEAR]
    data = _nachfrage(near) if frage.is_nachfrage else _frage(frage, near)
    return json.dumps(data, ensure_ascii=False)


def _frage(frage: Frage, near: Sequence[Naechster]) -> dict[str, Any]:
    answered = {n.partei for n in near}
    return {
        "aussagen": [
            {
                "text": f"Am nächsten kommt der Frage bei {n.partei} dieser Satz {HEURISTIK}.",
                "zitate": [n.zitat],
            }
            for n in near
        ],
        "ohne_antwort": [p for p in dict.fromkeys(q.partei for q in frage.quellen) if p not in answered],
    }


def _nachfrage(near: Sequence[Naechster]) -> dict[str, Any]:
    if not near:
        return {"antwort": f"Kein Satz der Quellen kommt der Nachfrage nahe {HEURISTIK}.", "zitate": []}
    antwort = (
        f"Diese Sätze der Quellen kommen der Nachfrage am nächsten {HEURISTIK}; beantworten kann sie nur "
        "ein Sprachmodell."
    )
    return {"antwort": antwort, "zitate": [n.zitat for n in sorted(near, key=lambda n: -n.naehe)]}


def _nearest(gesucht: str, quellen: Sequence[Quellentext], embedder: Embedder) -> list[Naechster]:
    """For each party the sentence nearest to the question, in meaning and in wording."""
    saetze = [(q.partei, text, q.kennung) for q in quellen for text in _sentences(q.text)]
    if not saetze:
        return []
    texts = [text for _, text, _ in saetze]
    question = np.array([embedder.embed_query(gesucht)])
    shares = Wortlautindex.of(texts).shares(gesucht)[:, None]
    near: FloatMatrix = fuse(embedder.embed_documents(texts) @ question.T, shares)
    best: dict[str, Naechster] = {}
    for satz, naehe in zip(saetze, near[:, 0].round(6), strict=True):
        if satz[0] not in best or naehe > best[satz[0]].naehe:
            best[satz[0]] = Naechster(*satz, float(naehe))
    return list(best.values())


def _sentences(text: str) -> list[str]:
    """Those long enough for a quote."""
    found = [line[start:end].strip() for line in text.split("\n") for start, end in sentences(line)]
    return [one for one in found if not is_too_short(one)]

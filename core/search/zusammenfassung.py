"""Summaries of a Programm and its chapters, from its own sentences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.programme.embedding import Embedder, FloatMatrix
from core.programme.themen import cover
from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import Chunk

SENTENCES = 5
SENTENCES_PROGRAMM = 12

PASSAGEN = 4 * SENTENCES
"""Passages of a chapter whose sentences are looked at; all of them hardly give better ones."""

WEIGHT = 0.25
"""Of the average chapter, what one must hold to be heard in the summary of the whole. Forms hold less."""

BEFORE = re.compile(r"^(?:[^\w\"„“»«‚(§]+|\(?(?:\d{1,2}|[a-z])[.)]\s+)+")
"""Bullets and numbers before a sentence."""

OPENS, ENDS = re.compile(r"[\"„“»«‚(]*[A-ZÄÖÜ]"), re.compile(r"[.!?][\"“”»«‘)]*$")

VERB = re.compile(
    r"""\b(?i:wir|sind|waren|werden|wurden|haben|müssen|sollen|sollten|wollen|können|dürfen|fordern|brauchen|bleiben
    |stehen|gehören|muss|soll|sollte|will|kann|darf|hatte|wurde|würde|war|wird)\b
    |\b(?!(?:nicht|mit|damit|somit|samt|seit|weit|statt|fast|selbst|jetzt|laut)\b)[a-zäöüß]{2,}t\b""",
    re.VERBOSE,
)
"""What nearly every sentence has and hardly any list item: „wir“, a usual verb, a word like „fördert“."""

LEANS = re.compile(
    r"""(?:Aber|Allerdings|Also|Andererseits|Anschließend|Auch|Beides?|Da|Dabei|Dadurch|Dafür|Dagegen|Daher
    |Damit|Danach|Daneben|Dann|Daran|Darauf|Daraus|Darin|Darum|Darunter|Darüber|Dass|Davon|Dazu|Dem|Denn
    |Dennoch|Deren|Dessen|Doch|Dort|Ebenso|Einerseits|Entsprechend|Er|Erst|Ferner|Gleichzeitig|Hier\w*
    |Ihre?[mnrs]?|Jedoch|Nur|Oder|Sie|So|Somit|Sondern|Sonst|Trotzdem|Umgekehrt|Und|Vielmehr|Weiterhin
    |Zugleich)\b
    |Das\ (?!\w*e\b)[a-zäöü]
    |.*\b(?i:außerdem|da(?:bei|durch|gegen)(?!,)|darüber\ hinaus|demnach|deshalb|deswegen|diese[mnrs]?|dies
    |ebenfalls|hierfür|hierzu|solchen?|stattdessen|zudem|zusätzlich)\b""",
    re.VERBOSE,
)
"""Takes up what stands before: „Dafür …“, „Das ist …“, „Wir wollen deshalb …“."""


@dataclass(frozen=True, slots=True)
class Zusammenfassung:
    """`kapitel`: the first heading above its passages, „“: the whole Programm. `text`: a sentence a line.

    `modell` wrote it, „“: it is made of the Programm's own sentences; `hinweis` says so where a model failed.
    """

    programm_id: str
    kapitel: str
    text: str
    themen: tuple[str, ...] = ()
    modell: str = ""
    hinweis: str = ""


@dataclass(frozen=True, slots=True)
class Kapitel:
    """A chapter being summarised; `best`: its sentences that cover it, the most central first."""

    name: str
    passages: FloatMatrix
    saetze: list[str]
    vectors: FloatMatrix
    best: list[int]


def summarize(
    programm_id: str, chunks: Sequence[Chunk], vectors: FloatMatrix, embedder: Embedder
) -> list[Zusammenfassung]:
    """First the Programm, then its chapters; `chunks` in the order of the text, `vectors` their rows.

    What stands before the first heading is no chapter, but counts for the Programm.
    """
    kapitel = _kapitel(chunks, vectors, embedder)
    texts = [("", _text_of_programm(kapitel))]
    texts += [(k.name, "\n".join(k.saetze[i] for i in sorted(k.best[:SENTENCES]))) for k in kapitel if k.name]
    return [Zusammenfassung(programm_id, name, text) for name, text in texts if text]


def _kapitel(chunks: Sequence[Chunk], vectors: FloatMatrix, embedder: Embedder) -> list[Kapitel]:
    rows: dict[str, list[int]] = {}
    for row, chunk in enumerate(chunks):
        rows.setdefault(chunk.abschnitt[0] if chunk.abschnitt else "", []).append(row)
    saetze = []
    for own in rows.values():
        central = own
        if len(own) > PASSAGEN:
            central = [own[i] for i in sorted(cover(vectors[own], vectors[own], PASSAGEN))]
        saetze.append(_candidates([chunks[row].text for row in central]))
    embedded = embedder.embed_documents([satz for of_kapitel in saetze for satz in of_kapitel])
    ends = np.cumsum([len(of_kapitel) for of_kapitel in saetze])
    result = []
    for (name, own), of_kapitel, end in zip(rows.items(), saetze, ends, strict=True):
        part = embedded[end - len(of_kapitel) : end]
        result.append(Kapitel(name, vectors[own], of_kapitel, part, _representative(part, vectors[own])))
    return result


def _text_of_programm(kapitel: Sequence[Kapitel]) -> str:
    """The most central sentence of each chapter of weight, the largest first; then what covers most."""
    average = sum(len(k.passages) for k in kapitel) / max(len(kapitel), 1)
    heavy = [k for k in kapitel if k.best and len(k.passages) >= WEIGHT * average]
    if not heavy:
        return ""
    places = [(number, index) for number, k in enumerate(heavy) for index in k.best]
    largest = sorted(range(len(heavy)), key=lambda number: -len(heavy[number].passages))[:SENTENCES_PROGRAMM]
    firsts = [places.index((number, heavy[number].best[0])) for number in largest]
    saetze = np.concatenate([k.vectors[k.best] for k in heavy])
    chosen = _representative(saetze, np.concatenate([k.passages for k in heavy]), firsts)
    return "\n".join(heavy[number].saetze[index] for number, index in sorted(places[i] for i in chosen))


def _representative(saetze: FloatMatrix, passages: FloatMatrix, given: Sequence[int] = ()) -> list[int]:
    """The sentences that cover the passages, up to twelve, the most central first."""
    # A few passages would be covered by as few sentences; then the sentences themselves are to be covered.
    targets = passages if len(passages) > SENTENCES_PROGRAMM else saetze
    return cover(saetze, targets, SENTENCES_PROGRAMM, given)


# --- sentences ----------------------------------------------------------------------------------------------


def _candidates(texts: Sequence[str]) -> list[str]:
    """Sentences that say something alone; where they are few, all real ones. A short text stays as it is."""
    found: dict[str, None] = {}
    for paragraph in (line for text in texts for line in text.split("\n")):
        for start, end in sentences(paragraph):
            if satz := BEFORE.sub("", paragraph[start:end]):
                found[satz] = None
    every = list(found)
    if len(every) <= SENTENCES:
        return every
    # Real is no heading, no word of a list, no half of a sentence.
    real = [satz for satz in every if 40 <= len(satz) <= 300 and OPENS.match(satz) and ENDS.search(satz)]
    alone = [satz for satz in real if VERB.search(satz) and not (LEANS.match(satz) or satz.endswith("?"))]
    return alone if len(alone) >= SENTENCES else real or every

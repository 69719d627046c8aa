"""The built-in model `offline/extraktiv`: no language model, no network, always the same answer.

It looks for the sentences of a party's sources that are nearest to the Forderungen, and says to how many
there is one. It gives no points: who rejects a demand uses its words too, and nearness cannot tell the two
apart.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from core.base.errors import ModellFehler
from core.base.models import Abdeckung
from core.llm.anfrage import AntragMaterial, FrageMaterial, Message, ParteiMaterial, PromptMaterial
from core.llm.catalogue import OFFLINE
from core.llm.litellm_access import register_anbieter
from core.llm.prompt_sources import QuelleText
from core.programme.context import Context
from core.programme.embedding import Embedder, FloatMatrix
from core.programme.registry import Registry
from core.programme.themen import themen
from core.programme.wording_index import WordingIndex
from core.search.kurzfassung import zusammenfassung
from core.search.suchanfrage import parse_suchanfrage
from core.search.suchraum import fuse
from core.wortlaut.binding.exact_match import is_too_short
from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import Typ

NEAR_TO_FRAGE = 0.35
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
class NearestSentence:
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
    if not material.is_nachfrage:
        parteien, answered = dict.fromkeys(q.partei for q in material.quellen), {n.partei for n in near}
        data: dict[str, object] = {
            "aussagen": [
                {
                    "text": f"Am nächsten kommt der Frage bei {n.partei} dieser Satz {HEURISTIC}.",
                    "zitate": [n.zitat],
                }
                for n in near
            ],
            "ohne_antwort": [partei for partei in parteien if partei not in answered],
        }
    elif near:
        antwort = (
            f"Diese Sätze der Quellen kommen der Nachfrage am nächsten {HEURISTIC}; beantworten kann sie nur "
            "ein Sprachmodell."
        )
        data = {"antwort": antwort, "zitate": [n.zitat for n in sorted(near, key=lambda n: -n.naehe)]}
    else:
        data = {"antwort": f"Kein Satz der Quellen kommt der Nachfrage nahe {HEURISTIC}.", "zitate": []}
    return json.dumps(data, ensure_ascii=False)


def _nearest(gesucht: str, quellen: Sequence[QuelleText], embedder: Embedder) -> list[NearestSentence]:
    """For each party one sentence that is near to the question, in meaning and in wording.

    One that takes a position goes before one that only mentions, and one of a better passage before others.
    """
    saetze = [
        (quelle.partei, text, quelle.kennung)
        for quelle in quellen
        for line in quelle.text.split("\n")
        for start, end in sentences(line)
        if not is_too_short(text := line[start:end].strip())
    ]
    if not saetze:
        return []
    texts = [text for _, text, _ in saetze]
    question = np.array([embedder.embed_query(gesucht)])
    shares = WordingIndex.of(texts).shares(gesucht)[:, None]
    near: FloatMatrix = fuse(embedder.embed_documents(texts) @ question.T, shares)
    seen: Counter[str] = Counter()
    places = {}  # of a Kennung: how many of the party's passages the search found better
    for quelle in quellen:
        places[quelle.kennung] = seen[quelle.partei]
        seen[quelle.partei] += 1
    best: dict[str, tuple[float, NearestSentence]] = {}
    for satz, naehe in zip(saetze, near[:, 0].round(6), strict=True):
        worth = float(naehe) + STAND * bool(POSITION.search(satz[1])) - LATER * places[satz[2]]
        if naehe >= NEAR_TO_FRAGE and (satz[0] not in best or worth > best[satz[0]][0]):
            best[satz[0]] = worth, NearestSentence(*satz, float(naehe))
    return [nearest for _, nearest in best.values()]


LEFT_OUT = re.compile(r"\n|\[…\]")
"""What parts sentences: a line's end, or a sentence that is not shown."""

MOST_ZITATE = 12
"""One for each Forderung that has a near sentence; more are not read one by one."""

TABLE_NUMBERS, TABLE_SHARE = 4, 0.2
"""Sentences with so many numbers, and so large a share of them, are tables."""

LONGEST_ITEM = 25
"""Words of a list's item; what runs on longer and ends without any mark is a table read across."""

NEAR = 0.64
"""A sentence further away is no quote: of ten, nine are to be on the subject, which is what
`python -m tests.bench nearness` measures."""


@dataclass(frozen=True, slots=True)
class QuelleSentence:
    text: str
    kennung: str


@dataclass(frozen=True, slots=True)
class SentenceHit:
    """The sentence nearest to a Forderung."""

    nummer: str
    satz: QuelleSentence
    naehe: float

    @property
    def is_near(self) -> bool:
        return self.naehe >= NEAR


def answer(material: PromptMaterial | None, embedder: Embedder) -> str:
    """The JSON text of an answer about a party, or about the Antrag itself."""
    if isinstance(material, ParteiMaterial):
        data = {
            "fraktion": material.fraktion,
            **{str(typ): _found(material, typ, embedder) for typ in material.typen},
        }
    elif isinstance(material, AntragMaterial):
        texts = [text for _, text in material.forderungen]
        data = {
            "titel": material.antrag.titel,
            "zusammenfassung": zusammenfassung([*texts, material.umfeld], material.antrag.text, embedder),
            "themen": themen([material.antrag.titel, *texts, material.umfeld]),
            "staerken": [],
            "schwaechen": [],
            "aenderungen": [],
        }
    else:
        raise ModellFehler(
            "Das eingebaute Modell sucht nur zu Anträgen und Fragen. Wählen Sie für anderes ein Sprachmodell."
        )
    return json.dumps(data, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class NearnessBefund:
    """What such an answer says of one kind of Programm beside what is asked of a language model.

    `stellen`: the number of every Forderung with a near sentence → that sentence.
    """

    abdeckung: Abdeckung
    stellen: Mapping[str, str]


def read_befunde(text: str) -> dict[Typ, NearnessBefund]:
    """By kind of Programm, where there were sources of it."""
    data = json.loads(text)
    return {
        typ: NearnessBefund(Abdeckung(**found), data[typ]["stellen"])
        for typ in Typ
        if (found := data.get(typ, {}).get("abdeckung"))
    }


def _found(material: ParteiMaterial, typ: Typ, embedder: Embedder) -> Mapping[str, object]:
    """What is answered on one kind of Programm: where it comes near to the Forderungen."""
    own = [quelle for quelle in material.quellen if quelle.typ is typ]
    saetze = quotable(own)
    if not (saetze and material.forderungen):
        return {"score": None, "begruendung": f"Zum {typ.title()} liegt keine Quelle vor.", "zitate": []}
    treffer = nearest(material, saetze, embedder)
    near = [t for t in treffer if t.is_near]
    quoted = list(dict.fromkeys(t.satz for t in sorted(near, key=lambda t: -t.naehe)))[:MOST_ZITATE]
    # „… Nahe Stellen: zu Forderung 1 in [Q2], 3 in [Q1].“
    where = "einer Quelle" if len(own) == 1 else f"{len(own)} Quellen"
    places = ", ".join(f"{t.nummer} in [{t.satz.kennung}]".strip() for t in near)
    numbered = "zu Forderung " if any(t.nummer for t in near) else ""
    told = (
        f"In {where} wurde gesucht; ob die Partei zustimmt, ist ohne Sprachmodell nicht beurteilt. "
        f"Nahe Stellen: {numbered}{places or 'keine'}."
    )
    return {
        "score": None,
        "begruendung": told,
        "zitate": [{"text": satz.text, "quelle": f"[{satz.kennung}]"} for satz in quoted],
        "abdeckung": asdict(Abdeckung(len(near), len(treffer))),
        "stellen": {t.nummer: t.satz.text for t in near},
    }


def quotable(quellen: Sequence[QuelleText]) -> list[QuelleSentence]:
    """Every sentence long enough for a quote; one that stands twice counts where it comes first."""
    found: dict[str, QuelleSentence] = {}
    for quelle in quellen:
        for line in LEFT_OUT.split(quelle.text):
            for start, end in sentences(line):
                text = line[start:end].strip()
                if not (is_too_short(text) or _is_table(text)):
                    found.setdefault(text, QuelleSentence(text, quelle.kennung))
    return list(found.values())


def _is_table(text: str) -> bool:
    """A table read as if it were a sentence: nothing anybody says, however near its words are."""
    words = text.split()
    numbers = sum(any(letter.isdigit() for letter in word) for word in words)
    if numbers >= TABLE_NUMBERS and numbers > TABLE_SHARE * len(words):
        return True
    return len(words) > LONGEST_ITEM and text[-1].isalnum()


def nearest(
    material: AntragMaterial, saetze: Sequence[QuelleSentence], embedder: Embedder
) -> list[SentenceHit]:
    """For each Forderung the sentence nearest to it, in meaning and in wording.

    How near it is, is the mean of that and of how near it is to the Antrag as a whole: a sentence on the
    Stability Pact shares the word „Sanktionen“ with a Forderung, and nothing with an Antrag on benefits.
    """
    texts, forderungen = [satz.text for satz in saetze], material.forderungen
    lexicon = WordingIndex.of(texts)
    shares = np.column_stack([lexicon.shares(text) for _, text in forderungen])
    questions = np.array([embedder.embed_query(text) for _, text in forderungen])
    whole = embedder.embed_query(" ".join([material.antrag.titel, *(text for _, text in forderungen)]))
    vectors = embedder.embed_documents(texts)
    near: FloatMatrix = fuse(vectors @ questions.T, shares)
    on_subject = vectors @ whole
    return [
        SentenceHit(nummer, saetze[row], float(near[row, column] + on_subject[row]) / 2)
        for column, (nummer, _) in enumerate(forderungen)
        for row in [int(near[:, column].round(6).argmax())]
    ]


# --- the built-in model in LiteLLM's place: it is given the material of a request and reads no prompt -------


def install(context: Context) -> None:
    """Let models `offline/…` be answered on this machine."""

    def handler(messages: Sequence[Message], params: dict[str, Any]) -> str:
        material = params["material"]
        if isinstance(material, FrageMaterial):
            return answer_frage(material, context.embedder, context.registry)
        return answer(material, context.embedder)

    register_anbieter(context, OFFLINE.split("/")[0], handler)

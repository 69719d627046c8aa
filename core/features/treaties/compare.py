"""A treaty against its parties' programmes: for each sentence the nearest passage of each party.

That a sentence stands so in a programme is proved by the binder, letter by letter. All else is nearness: of
words in order, or of meaning by the vectors of the search. It says where to read, and nothing of who agrees:
„Wir senken die Steuer“ and „Wir senken die Steuer nicht“ are near.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property

from core.base import clock, formats
from core.base.errors import EingabeError
from core.features.treaties.treaty import Treaty, TreatySentence, sentence_spans
from core.programme.context import Context
from core.programme.embedding import FloatMatrix
from core.programme.quellen import Quellen
from core.programme.wording_index import WordingIndex
from core.proof.given_text import unread_of
from core.search.geltung import in_force
from core.search.suchraum import best, indexed
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import ZitatStatus
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.near_misses import TextPiece, differences
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Chunk, Fundstelle, Programm, Quelldokument

BY_WORDS, BY_MEANING = 4, 3
"""So many sentences of a party, nearest by either, are aligned with one of the treaty."""

ALIKE = 0.6
"""From this share of words that align in order on a sentence is told as changed; `python -m tests.bench
treaties` has the table."""

NEAR = 0.62
"""From this similarity of meaning on a passage is told as near: twelve sentences on other subjects come to at
most 0.43 beside the programmes of three parties, wrong passages on the subject to 0.57. The same said in
quite other words has 0.35 to 0.73: most of that is not seen."""

STEP = 200
"""Sentences whose similarities are computed at once."""

LIMIT = (
    "„Geändert“ und „nah“ heißen: Die Wörter oder das Thema sind ähnlich. Ob der Vertrag dasselbe will, "
    "mehr, weniger oder das Gegenteil, sagt das nicht; und ein Programm kann dasselbe in so anderen Worten "
    "wollen, dass hier „keine nahe Stelle“ steht. Bewiesen ist allein „steht so“. Aus den Zahlen folgt "
    "nicht, welche Partei sich durchgesetzt hat."
)


class Verdict(StrEnum):
    STEHT_SO = "steht_so"
    GEAENDERT = "geaendert"
    NAH = "nah"
    KEINE = "keine"

    @property
    def words(self) -> str:
        return WORDS[self]


WORDS = {
    Verdict.STEHT_SO: "steht so",
    Verdict.GEAENDERT: "geändert",
    Verdict.NAH: "nah am Thema",
    Verdict.KEINE: "keine nahe Stelle",
}
NOTES = {
    ZitatStatus.ZAHL: "andere Zahl",
    ZitatStatus.VERNEINUNG: "Verneinung mehr oder weniger",
}
"""What a reader must not overlook in a changed sentence."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The passage of a party that is nearest to a sentence. `share`: of the words, those that align in order;
    `similarity`: in meaning, of the two sentences."""

    verdict: Verdict
    fund: Fund | None = None
    share: float = 0.0
    similarity: float = 0.0
    note: str = ""

    @property
    def label(self) -> str:
        """„SPD Bundestag Wahlprogramm 2025, S. 12“."""
        fund = self.fund
        return fund.quelle.programm.label(fund.gedruckt, fund.seiten) if fund else ""

    @property
    def text(self) -> str:
        return self.fund.text if self.fund else ""

    def differences(self, sentence: str) -> list[TextPiece]:
        return differences(sentence, self.text)


@dataclass(frozen=True, slots=True)
class Row:
    sentence: TreatySentence
    nearest: Mapping[str, Nearest]
    """By party."""


@dataclass(frozen=True)
class Comparison:
    """`programme`: party → those it was held against; `missing`: parties of which none is at hand. `day`: on
    which programmes had to be in force; `not_in_force`: those that were not."""

    treaty: Treaty
    programme: Mapping[str, Sequence[Programm]]
    rows: tuple[Row, ...]
    day: date
    missing: tuple[str, ...] = ()
    not_in_force: tuple[Programm, ...] = ()

    @property
    def parteien(self) -> list[str]:
        return list(self.programme)

    @cached_property
    def counts(self) -> dict[tuple[str, str], Counter[Verdict]]:
        """By chapter and party."""
        found: dict[tuple[str, str], Counter[Verdict]] = {}
        for row in self.rows:
            for partei, one in row.nearest.items():
                found.setdefault((row.sentence.chapter, partei), Counter())[one.verdict] += 1
        return found

    def total(self, partei: str) -> Counter[Verdict]:
        return sum((own for (_, of), own in self.counts.items() if of == partei), Counter())

    def in_words(self, partei: str) -> str:
        """„12 steht so, 88 geändert, 640 nah am Thema, 1.200 keine nahe Stelle“."""
        counts = self.total(partei)
        return ", ".join(f"{formats.number(counts[one])} {one.words}" for one in Verdict)

    def left_out(self) -> str:
        """What was held against nothing."""
        treaty = self.treaty
        told = f"Verglichen: {formats.counted(len(treaty.sentences), 'Satz', 'Sätze')}."
        if treaty.too_short:
            told += f" Zu kurz für einen Vergleich: {formats.number(treaty.too_short)}."
        if treaty.unsure:
            told += f" Nicht sicher gelesen: {formats.number(treaty.unsure)}."
        if self.not_in_force:
            names = "; ".join(one.name for one in self.not_in_force)
            told += f" Am {formats.day(self.day)} nicht in Kraft und nicht verglichen: {names}."
        return " ".join(filter(None, (told, unread_of(treaty.quelle))))


def signed_by(quelle: Quelle) -> tuple[str, ...]:
    """The parties that a kept document says have made it."""
    document = quelle.programm
    return document.parteien if isinstance(document, Quelldokument) else ()


def compare(
    context: Context,
    quelle: Quelle,
    parteien: Sequence[str] = (),
    bundesland: str | None = None,
    day: date | None = None,
    advance: Callable[[int, int], None] = lambda done, total: None,
) -> Comparison:
    """`parteien`: names as people type them, else the document's; `day`: programmes in force then count.
    `advance` is told how many sentences of how many are done."""
    document, registry = quelle.programm, context.registry
    land = registry.find_bundesland(bundesland or document.bundesland or "BUND")
    asked = list(dict.fromkeys(registry.find_partei(name, land).id for name in parteien or signed_by(quelle)))
    if not asked:
        raise EingabeError(
            "Mit wessen Programmen verglichen werden soll, ist nicht gesagt: Nennen Sie die Parteien, etwa "
            "--parteien SPD,CDU."
        )
    day = day or (document.datum if isinstance(document, Quelldokument) else None) or clock.today()
    theirs = [one for one in indexed(context, land) if one.partei in asked]
    valid = in_force(theirs, day)
    programme = {partei: [one for one in valid if one.partei == partei] for partei in asked}
    missing = tuple(partei for partei in asked if not programme[partei])
    if len(missing) == len(asked):
        raise EingabeError(
            f"Von {', '.join(missing)} ist kein Programm eingelesen, das am {formats.day(day)} im Land "
            f"{land} oder überall galt. Was da ist, zeigt: python -m core status"
        )
    treaty = Treaty.of(quelle)
    if not treaty.sentences:
        raise EingabeError(f"In „{document.name}“ steht kein Satz, der sich vergleichen ließe.")
    sides = [_Side(context, partei, own) for partei, own in programme.items() if own]
    rows: list[Row] = []
    for start in range(0, len(treaty.sentences), STEP):
        part = treaty.sentences[start : start + STEP]
        vectors = context.embedder.embed_documents([one.text for one in part])
        found = [side.nearest(part, vectors) for side in sides]
        for place, sentence in enumerate(part):
            rows.append(
                Row(sentence, {side.partei: own[place] for side, own in zip(sides, found, strict=True)})
            )
        advance(len(rows), len(treaty.sentences))
    at_hand = {partei: own for partei, own in programme.items() if own}
    not_in_force = tuple(one for one in theirs if one not in valid)
    return Comparison(treaty, at_hand, tuple(rows), day, missing, not_in_force)


class _Side:
    """A party's programmes sentence by sentence, to be searched by words and by meaning."""

    def __init__(self, context: Context, partei: str, programme: Sequence[Programm]) -> None:
        self.partei = partei
        every = Quellen(context)
        self._quellen = {one.id: every[one.id] for one in programme if one.id in every}
        self._chunks = [
            Chunk(
                f"{id}:{start}",
                id,
                quelle.strom.text[start:end],
                start,
                end,
                quelle.strom.pages_of(start, end),
            )
            for id, quelle in self._quellen.items()
            for start, end in sentence_spans(quelle.strom)
        ]
        texts = [" ".join(chunk.text.split()) for chunk in self._chunks]
        self._wording = WordingIndex.of(texts)
        self._vectors = context.embedder.embed_documents(texts)

    def nearest(self, sentences: Sequence[TreatySentence], vectors: FloatMatrix) -> list[Nearest]:
        if not self._chunks:
            return [Nearest(Verdict.KEINE) for _ in sentences]
        cosines = vectors @ self._vectors.T
        return [self._of(one, cosines[place]) for place, one in enumerate(sentences)]

    def _of(self, sentence: TreatySentence, cosines: FloatMatrix) -> Nearest:
        by_words = best(self._wording.shares(sentence.text), BY_WORDS)
        by_meaning = best(cosines, BY_MEANING)
        top = int(by_meaning[0])
        similarity = round(float(cosines[top]), 3)
        rows = dict.fromkeys([*by_words.tolist(), *by_meaning.tolist()])
        shown = [Fundstelle(self._chunks[row], 0.0) for row in rows]
        context = ShownContext.of({self.partei: shown}, self._quellen)
        if found := _by_wording(bind(sentence.text, self.partei, None, context)):
            return found
        chunk = self._chunks[top]
        fund = Fund(self._quellen[chunk.programm_id], ((chunk.start, chunk.end),))
        return Nearest(Verdict.NAH if similarity >= NEAR else Verdict.KEINE, fund, 0.0, similarity)


def _by_wording(bound: Bindung) -> Nearest | None:
    """None where too few words agree."""
    if bound.fund and bound.status in (ZitatStatus.WOERTLICH, ZitatStatus.OUTSIDE):
        return Nearest(Verdict.STEHT_SO, bound.fund, 1.0, 1.0)
    if bound.fund and bound.status is ZitatStatus.ANGEGLICHEN:
        return Nearest(Verdict.GEAENDERT, bound.fund, 0.9)
    near = bound.naechste
    if near is None or near.anteil < ALIKE or near.fund.is_unsure:
        return None
    return Nearest(Verdict.GEAENDERT, near.fund, round(near.anteil, 3), 0.0, NOTES.get(bound.status, ""))

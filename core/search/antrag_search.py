"""An Antrag wants several things: each Forderung is a search of its own, in each party's own Programme."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from core.antrag.antrag import Antrag, frage
from core.antrag.read_antrag import read_antrag
from core.base.errors import IndexFehler
from core.base.models import gebiet_of
from core.programme.context import Context, default_context
from core.programme.embedding import FloatMatrix
from core.programme.stock import not_searched
from core.programme.wording_index import LETTERS
from core.search.geltung import Selection, choose_programme
from core.search.passage_search import COPIES, MIN_SIMILARITY
from core.search.question_grammar import check_frage
from core.search.shown_passage import ShownPassage, labelled
from core.search.suchraum import Suchraum, best, distinct
from core.wortlaut.german.sentences import sentences
from core.wortlaut.records import PROGRAMM_TYPEN, Fundstelle, Typ

if TYPE_CHECKING:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

Quotes = dict[str, list[Fundstelle]]

BEGRUENDUNG = "Begründung"
BEGRUENDUNG_WEIGHT = 0.9
ANSWERED = 0.9
"""What is answered once counts so much less when the next passage is chosen; a passage answers what it is
nearly as near to as the best one of its programme."""

NO_FLOOR = -1.0
"""In a collection of one document no word is rare, and what answers may come out as hardly near. Few passages
are shown, and who judges says where they say nothing."""

SHORT = 40
LONGEST = 1000
CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Concern:
    """One question to the programmes: a Forderung by its number, or the Begründung, which counts less."""

    nummer: str
    frage: str
    gewicht: float = 1.0


def get_relevant_quotes_for_antrag(
    antrag_text: str,
    fraktionen: Sequence[str],
    bundesland: str,
    top_k_per_partei: int = 2,
    datum: date | None = None,
    weitere: Sequence[str] = (),
    context: Context | None = None,
    trotzdem: Sequence[str] = (),
) -> Quotes:
    """Per party the best Fundstellen, so many from its Wahl- and so many from its Parteiprogramm.

    The parties: the movers, the governing Fraktionen of that day, and `weitere`. One without any source has
    an empty list, and where none has any, IndexFehler says why. Without `datum` the Antrag's own date counts,
    else today. `trotzdem`: ids of Programme that are searched although they are not in force; their
    Fundstellen say why.
    """
    context = context or default_context()
    antrag = read_antrag(antrag_text, context.registry)
    auswahl = choose_programme(context, bundesland, datum or antrag.datum, fraktionen, weitere, trotzdem)
    if not auswahl.counting():
        raise IndexFehler(
            "Von keiner der Parteien ist ein Programm eingelesen, das an dem Tag galt. "
            f"{not_searched(context, auswahl.bundesland)}".strip()
        )
    found = AntragSearch(context, antrag, auswahl).quotes(top_k_per_partei)
    return {partei: labelled(context, own) for partei, own in found.items()}


@dataclass(frozen=True, slots=True)
class AntragSearch:
    """An Antrag, and the Programme that count for it."""

    context: Context
    antrag: Antrag
    auswahl: Selection

    def quotes(self, top_k: int, min_similarity: float = MIN_SIMILARITY) -> Quotes:
        """Per party of the Auswahl the best Fundstellen of each of its Programme that count."""
        questions = concern(self.antrag)
        found: Quotes = {participants.partei: [] for participants in self.auswahl.parteien}
        found |= self._of_documents(questions, top_k)
        if not self.auswahl.counting():
            return found
        space = self._space()
        scores = _weighed(space, questions)
        for participants in self.auswahl.parteien:
            counting = [geltung for geltung in participants.geltungen if geltung.zaehlt]
            # Kind by kind; what is in force comes first, and so do its quotes.
            counting.sort(key=lambda geltung: (list(Typ).index(geltung.programm.typ), geltung.trotzdem))
            found[participants.partei] = [
                fundstelle
                for geltung in counting
                for fundstelle in _best_of(
                    space,
                    scores,
                    questions,
                    geltung.programm.id,
                    top_k,
                    min_similarity,
                    geltung.grund if geltung.trotzdem else "",
                )
            ]
        return found

    def _of_documents(self, questions: Sequence[Concern], top_k: int) -> Quotes:
        """Each ranked among the documents alone: beside programmes it would be measured by their words."""
        documents = self.auswahl.quellen
        if not documents:
            return {}
        store = self.context.store
        gebiete = dict.fromkeys(gebiet_of(one) for one in documents)
        sammlungen = tuple(store.sammlung(gebiet) for gebiet in gebiete)
        space = Suchraum(self.context, sammlungen, frozenset(one.id for one in documents))
        scores = _weighed(space, questions)
        return {one.id: _best_of(space, scores, questions, one.id, top_k, NO_FLOOR) for one in documents}

    def shares(self) -> dict[str, float]:
        """How the Programme that count divide the Antrag, Wahl- and Parteiprogramme each among themselves."""
        found: dict[str, float] = {}
        if programme := self.auswahl.counting():
            space = self._space()
            for typ in PROGRAMM_TYPEN:
                found |= passung(space, self.antrag, [one.id for one in programme if one.typ is typ])
        return found

    def _space(self) -> Suchraum:
        return Suchraum.of(self.context, bundesland=self.auswahl.bundesland)


def fragen_of(antrag: Antrag) -> dict[str, str]:
    """Number of each Forderung → what is asked; an Antrag without Forderungen is one, without a number."""
    return {one.nummer: one.frage for one in concern(antrag) if one.nummer != BEGRUENDUNG}


def concern(antrag: Antrag) -> list[Concern]:
    """What is searched for; an Antrag without Forderungen is one question."""
    questions = []
    for forderung in antrag.forderungen:
        text = frage(forderung, antrag)
        if len(text) < SHORT:  # one of a few words („Das Gesetz abzulehnen“) is understood by the title
            text = f"{antrag.titel} {text}"
        questions.append(Concern(forderung.nummer, text[:LONGEST]))
    if not questions:
        questions = [Concern("", check_frage(antrag.text[:LONGEST], "Der Antrag"))]
    if antrag.begruendung:
        questions.append(Concern(BEGRUENDUNG, antrag.begruendung[:LONGEST], BEGRUENDUNG_WEIGHT))
    return questions


def _weighed(space: Suchraum, questions: Sequence[Concern]) -> FloatMatrix:
    scores = space.rank([question.frage for question in questions])
    scores *= np.array([question.gewicht for question in questions], dtype=np.float32)
    return scores


def _best_of(
    space: Suchraum,
    scores: FloatMatrix,
    questions: Sequence[Concern],
    programm_id: str,
    top_k: int,
    min_similarity: float,
    trotzdem: str = "",
) -> list[Fundstelle]:
    rows = space.rows([programm_id])
    ordered = _in_turn(scores[rows], COPIES * top_k, min_similarity)
    found = (
        Fundstelle(
            space.chunk(int(rows[place])),
            round(float(scores[rows[place]].max()), 6),
            tuple(questions[column].nummer for column in answered),
            trotzdem=trotzdem,
        )
        for place, answered in ordered
    )
    certain = (fundstelle for fundstelle in found if ShownPassage(space.context, fundstelle.chunk).is_offered)
    return distinct(certain, top_k, space.partei_of)


def _in_turn(scores: FloatMatrix, count: int, min_similarity: float) -> Iterator[tuple[int, list[int]]]:
    """Rows with the questions each answers, best first, so that every question has its turn."""
    if not len(scores):
        return
    candidates = sorted({int(row) for column in scores.T for row in best(column, CANDIDATES)})
    tops = scores.max(axis=0)
    weights = np.ones(scores.shape[1], dtype=np.float32)
    for _ in range(min(count, len(candidates))):
        worth = (scores[candidates] * weights).max(axis=1)
        row = candidates.pop(int(worth.argmax()))
        if scores[row].max() < min_similarity:
            return
        enough = np.maximum(min_similarity, ANSWERED * tops)
        answered = [int(c) for c in np.argsort(-scores[row], kind="stable") if scores[row, c] >= enough[c]]
        answered = answered or [int(scores[row].argmax())]
        weights[answered] *= ANSWERED
        yield row, answered


# --- how much an Antrag sounds like one Programm rather than another. The only home of scikit-learn ---------
# The similarity of the best passages grows with the length of a Programm: the longer it is, the likelier
# one is near by chance. So here every Programm is told apart from the others by its wording, each weighing
# the same however many passages it has (`python -m tests.bench retrieval` halves one and measures what that
# changes).

SHORTEST = 25
"""A sentence shorter than that is a heading or a number."""

KEPT_MODELS = 8


def passung(space: Suchraum, antrag: Antrag, programm_ids: Sequence[str]) -> dict[str, float]:
    """Shares that add up to 1: how the Programme compared divide the Antrag among them.

    By chance each would have the same share. It is no judgement: who rejects a demand uses its words too.
    """
    known = space.blocks
    compared = [name for name in sorted(programm_ids) if name in known and len(known[name].rows)]
    saetze = sentences_of(antrag)
    if len(compared) < 2 or not saetze:
        return dict.fromkeys(compared, 1.0)
    texts = tuple((name, tuple(known[name].texts())) for name in compared)
    vectorizer, classifier = _trained(texts)
    mean = classifier.predict_log_proba(vectorizer.transform(saetze)).mean(axis=0)
    shares = np.exp(mean - mean.max())
    shares /= shares.sum()
    return {str(name): float(share) for name, share in zip(classifier.classes_, shares, strict=True)}


def sentences_of(antrag: Antrag) -> list[str]:
    """What the Antrag itself says: neither its title, which is often a law's, nor who signed it."""
    parts = [*(forderung.text for forderung in antrag.forderungen), antrag.feststellung, antrag.begruendung]
    lines = [line for part in parts for line in part.split("\n")]
    found = [line[start:end] for line in lines for start, end in sentences(line) if end - start >= SHORTEST]
    return found or [antrag.titel or antrag.text[:1000]]


@lru_cache(maxsize=KEPT_MODELS)
def _trained(texts: tuple[tuple[str, tuple[str, ...]], ...]) -> "tuple[TfidfVectorizer, LogisticRegression]":
    """Tells the Programme apart by their words' four-letter parts; takes about a second for five."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

    passages = [text for _, own in texts for text in own]
    names = [name for name, own in texts for _ in own]
    vectorizer = TfidfVectorizer(
        analyzer="char_wb", ngram_range=(LETTERS, LETTERS), sublinear_tf=True, min_df=2, dtype=np.float32
    )
    classifier = LogisticRegression(class_weight="balanced", max_iter=200, tol=1e-3)
    return vectorizer, classifier.fit(vectorizer.fit_transform(passages), names)

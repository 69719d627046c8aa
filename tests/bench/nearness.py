"""Whether what the built-in model quotes is on the subject: on real motions read by hand, and on theses.

`nearness_labels.json` says of pairs of a Forderung and the sentence nearest to it whether who asks what the
party says on that demand would want to read the sentence, be it for or against. One reader judged them, in
the order of their nearness; the cut was chosen on these labels. A pair is named by a hash of motion, party,
number and sentence: no text of others is kept.

The theses (Wahl-O-Mat 2021 and 2022, which no part of the search was trained on) had no say in the cut: a
party's own reasons stand for its programme, half of them taken out, so that it is silent on half of the
theses; on the subject is a sentence of the reason that was given for that very thesis.
"""

import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import fmean

import numpy as np

from core.antrag.antrag import Antrag, Forderung
from core.antrag.read_antrag import read_antrag_pdf
from core.assessment.forderung_pairs import NEARLY, TOO_FAR
from core.base.settings import Settings
from core.llm.anfrage import ParteiMaterial
from core.llm.offline import SentenceHit, nearest, quotable
from core.llm.prompt_sources import QuelleText
from core.programme.context import Context
from core.programme.embedding import Embedder
from core.programme.indexing import index_programme
from core.search.antrag_search import AntragSearch
from core.search.geltung import choose_programme
from core.wortlaut.records import Typ
from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.bench.wahlomat import Begruendung, read_wahlomat
from tests.conftest import KORPUS

LABELS = Path(__file__).with_name("nearness_labels.json")
PROGRAMME = [f"{name}-bund-2013" for name in ("cdu", "spd", "gruene", "linke", "fdp")]
PARTEIEN = ("CDU", "SPD", "GRÜNE", "LINKE", "FDP")
TOP = 4
FROM_JAHR, FEWEST_REASONS, SEED = 2021, 15, 7

Pick = tuple[bool | None, SentenceHit]
"""Is it on the subject? None where nobody has read it."""


def measure() -> list[Figure]:
    if not KORPUS.exists():
        sys.stdout.write(f"nearness: skipped, the corpus is not there ({KORPUS})\n")
        return []
    with workplace() as folder:
        settings = replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "index")
        context = Context(settings)
        for _ in index_programme(PROGRAMME, context=context):
            pass
        motions = list(_motions(context))
        theses = list(_theses(context.embedder))
        others = list(_others(context.embedder))
    return [*_figures("motions", motions), *_figures("theses", theses), *others]


def _figures(name: str, picks: Sequence[Pick]) -> Iterator[Figure]:
    near = [(label, treffer) for label, treffer in picks if treffer.is_near]
    read = [label for label, _ in near if label is not None]
    yield Figure(f"{name}: Forderungen asked, of every party", len(picks), "")
    yield Figure(f"{name}: … with a quote", 100 * len(near) / len(picks), "%")
    yield Figure(f"{name}: … of these read by hand", 100 * len(read) / len(near), "%", "≥ 95")
    yield Figure(f"{name}: quotes on the subject", 100 * sum(read) / len(read), "%", "≥ 90")


def _motions(context: Context) -> Iterator[Pick]:
    """Every motion of the corpus that has Forderungen, as a Lauf would search for it."""
    labels = json.loads(LABELS.read_text())
    for path in sorted((KORPUS / "antraege").glob("*-antrag.pdf")):
        antrag = read_antrag_pdf(path, context.registry)
        if not antrag.forderungen:
            continue
        auswahl = choose_programme(context, "BUND", antrag.datum, antrag.antragsteller, PARTEIEN)
        for partei, found in AntragSearch(context, antrag, auswahl).quotes(TOP).items():
            quellen = QuelleText.of({partei: found}, context)
            for treffer in _nearest(antrag, quellen, context.embedder):
                named = "|".join([path.name, partei, treffer.nummer, treffer.satz.text])
                yield labels.get(hashlib.sha256(named.encode()).hexdigest()[:16]), treffer


def _theses(embedder: Embedder) -> Iterator[Pick]:
    elections: dict[str, list[Begruendung]] = defaultdict(list)
    for reason in read_wahlomat(KORPUS / "wahlomat.jsonl.gz", FROM_JAHR):
        elections[reason.wahl].append(reason)
    chance = Random(SEED)
    for reasons in elections.values():
        theses = list(dict.fromkeys(reason.these for reason in reasons))
        for partei in dict.fromkeys(reason.partei for reason in reasons):
            own = [reason for reason in reasons if reason.partei == partei]
            if len(own) >= FEWEST_REASONS:
                silent = set(chance.sample(theses, len(theses) // 2))
                yield from _of_partei([one for one in own if one.these not in silent], theses, embedder)


def _others(embedder: Embedder) -> Iterator[Figure]:
    """How many theses beside its own a reason would be taken to answer, by either measure of pairs."""
    elections: dict[tuple[str, int], list[Begruendung]] = defaultdict(list)
    for reason in read_wahlomat(KORPUS / "wahlomat.jsonl.gz", FROM_JAHR):
        elections[reason.wahl, reason.jahr].append(reason)
    far, nearly = [], []
    for reasons in elections.values():
        theses = list(dict.fromkeys(reason.these for reason in reasons))
        asked = np.array([embedder.embed_query(these) for these in theses])
        for reason, row in zip(
            reasons, embedder.embed_documents([r.text for r in reasons]) @ asked.T, strict=True
        ):
            others = np.delete(row, theses.index(reason.these))
            far.append(int((others >= TOO_FAR).sum()))
            nearly.append(int((others >= max(TOO_FAR, NEARLY * float(row.max()))).sum()))
    yield Figure(f"theses a reason is nearer to than {TOO_FAR}, beside its own", fmean(far), "")
    yield Figure(f"… and nearer than {NEARLY} of the nearest", fmean(nearly), "", "≤ 0.5")


def _of_partei(own: Sequence[Begruendung], theses: Sequence[str], embedder: Embedder) -> Iterator[Pick]:
    """Each thesis as an Antrag of its own; a source is labelled with the thesis it was written for."""
    quellen = [QuelleText(one.these, one.partei, Typ.WAHLPROGRAMM, " ".join(one.text.split())) for one in own]
    for these in theses:
        antrag = Antrag(these, forderungen=(Forderung("1", these),))
        for treffer in _nearest(antrag, quellen, embedder):
            yield treffer.satz.kennung == these, treffer


def _nearest(antrag: Antrag, quellen: Sequence[QuelleText], embedder: Embedder) -> list[SentenceHit]:
    own = [quelle for quelle in quellen if quelle.typ is Typ.WAHLPROGRAMM]
    saetze = quotable(own)
    return nearest(ParteiMaterial(antrag, "", tuple(own)), saetze, embedder) if saetze else []

"""How well the search finds, what an Antrag costs, and whether its mover's own programme matches it best."""

import json
import statistics
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.antrag.antrag import Antrag
from core.antrag.read_antrag import read_antrag_pdf
from core.base.settings import ROOT, Settings
from core.features.eichung import search_quality
from core.features.eichung.search_quality import (
    ABSCHNITTE,
    DOKUMENTE,
    EVERYTHING,
    PASSAGEN,
    GoldFrage,
    Strategie,
    Values,
    mean_with_interval,
    read_gold,
)
from core.programme.context import Context
from core.programme.sammlung import Sammlung
from core.search.antrag_search import AntragSearch, passung, sentences_of
from core.search.geltung import choose_programme
from core.search.passage_search import MIN_SIMILARITY, find_relevant_chunks
from core.search.suchraum import Method, Suchraum
from tests.bench.figures import Figure
from tests.bench.search import SMALL_CHUNKS, read_in
from tests.bench.stock import workplace
from tests.bench.wahlomat import measure_wahlomat, read_wahlomat, theses_with_pages
from tests.conftest import KORPUS

USUAL = f"Passagen, {Method.UMFELD}"
"""What searches where nothing else is chosen."""

SENTENCES = 500
CUT_SENTENCES = 200
CUTS = (0.0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
TOP = 3
GOLD = (KORPUS / "zitate-gold.json", ROOT / "data" / "demo" / "gold.json")
PARTEIEN = ["CDU", "SPD", "GRÜNE", "LINKE", "FDP", "AfD", "PIRATEN"]
PROGRAMME_2013 = [f"{name}-bund-2013" for name in ("cdu", "spd", "gruene", "linke", "fdp")]
MOVERS = {"GRÜNE": "gruene-bund-2013", "LINKE": "linke-bund-2013"}

OFF_SUBJECT = """Wie backe ich einen Apfelkuchen mit Streuseln?
Wie installiere ich ein Betriebssystem?
Sternzeichen und Horoskop für Löwe
Wie viele Saiten hat eine Geige?
Wie repariere ich einen tropfenden Wasserhahn?
Schachregeln für Anfänger
Anleitung zum Stricken von Socken
Wie hoch ist der höchste Berg der Erde?
Planeten des Sonnensystems
Haarschnitt für dünnes Haar""".splitlines()


def measure() -> list[Figure]:
    with workplace() as folder:
        context = read_in(folder, "normal", Settings().chunk_size)
        figures = [*_known_items(context), *_off_subject(context), *_cuts(context)]
        if KORPUS.exists():
            figures += [*_theses(context), *_gold(context), *_own_pages(context), *_authors(context)]
            figures += _speed(read_in(folder, "klein", SMALL_CHUNKS))
        return figures


def _known_items(context: Context) -> list[Figure]:
    space = Suchraum.of(context)
    saetze = search_quality.draw_sentences(space, SENTENCES)
    figures = [Figure("sentences of the stock, searched word for word", len(saetze), "")]
    for name, strategie in {**PASSAGEN, **ABSCHNITTE, **DOKUMENTE}.items():
        mass = search_quality.measure_sentences(space, saetze, strategie)["hit@5"]
        target = "≥ 99" if name == USUAL else ""
        figures.append(Figure(f"… page in the top 5: {name}", 100 * mass.wert, "%", target))
    return figures


def _off_subject(context: Context) -> list[Figure]:
    best = [
        hit.similarity
        for query in OFF_SUBJECT
        for hit in find_relevant_chunks(query, top_k=1, min_similarity=-1, context=context)
    ]
    return [Figure("best similarity of questions off the subject, highest", max(best), "")]


def _cuts(context: Context) -> list[Figure]:
    """What a least similarity costs and what it saves: cut → right pages lost, hits off the subject kept."""
    space = Suchraum.of(context)
    asked = [frage for path in GOLD if path.exists() for frage in read_gold(path)]
    asked += search_quality.draw_sentences(space, CUT_SENTENCES)
    right = np.array(_right_pages(space, PASSAGEN[USUAL], asked))
    off = np.array(
        [
            hit.similarity
            for query in OFF_SUBJECT
            for hit in find_relevant_chunks(query, top_k=TOP, min_similarity=EVERYTHING, context=context)
        ]
    )
    figures = [Figure("questions and sentences whose page is known", len(right), "")]
    for cut in sorted({*CUTS, MIN_SIMILARITY}):
        target = "≤ 0" if cut == MIN_SIMILARITY else ""
        figures.append(
            Figure(f"… right pages lost below {cut}", 100 * float((right < cut).mean()), "%", target)
        )
        figures.append(
            Figure(f"… hits off the subject kept from {cut}", 100 * float((off >= cut).mean()), "%")
        )
    return figures


def _theses(context: Context) -> list[Figure]:
    """Tasks A and B on elections the embedder never saw, each way against the embedder alone."""
    reasons = read_wahlomat(KORPUS / "wahlomat.jsonl.gz", from_jahr=2021)
    measured = {v: measure_wahlomat(reasons, context.embedder, v) for v in Method}
    figures = [Figure("theses of 2021 and 2022 against reasons", len(measured[Method.SINN]["hit@1"]), "")]
    for method, values in measured.items():
        for name in ("hit@1", "MRR", "MAP"):
            target = "≥ 0.85" if (method, name) == (Method.UMFELD, "hit@1") else ""
            figures.append(Figure(f"… {name}: {method}", float(values[name].mean()), "", target))
    return [*figures, *_gain(measured[Method.UMFELD], measured[Method.SINN])]


def _gain(ours: Mapping[str, Values], theirs: Mapping[str, Values]) -> list[Figure]:
    """The lower end of the paired interval: above 0 the gain is no chance."""
    figures = []
    for name in ("hit@1", "MRR", "MAP"):
        least = mean_with_interval(ours[name] - theirs[name]).von
        figures.append(Figure(f"… {name}: gain over the embedder alone, at least", least, "", "> 0"))
    return figures


def _gold(context: Context) -> list[Figure]:
    space = Suchraum.of(context)
    gold = read_gold(KORPUS / "zitate-gold.json")
    figures = [Figure("gold questions with their page", len(gold), "")]
    for name, strategie in {**PASSAGEN, **ABSCHNITTE}.items():
        masse = search_quality.measure_gold(space, gold, strategie)
        target = "≥ 98" if name == USUAL else ""
        figures.append(Figure(f"… page in the top 5: {name}", 100 * masse["hit@5"].wert, "%", target))
        figures.append(Figure(f"… MRR: {name}", masse["MRR"].wert, ""))
    least = min(_right_pages(space, PASSAGEN[USUAL], gold))
    return [*figures, Figure("… similarity of the right page, least", least, "")]


def _own_pages(context: Context) -> list[Figure]:
    """More questions whose pages are known than the gold ones, and found without anybody's judgement."""
    space = Suchraum.of(context)
    theses = theses_with_pages(read_wahlomat(KORPUS / "wahlomat.jsonl.gz", from_jahr=2013), space)
    figures = [Figure("theses whose reason stands in the party's Programm", len(theses), "")]
    for name, strategie in PASSAGEN.items():
        masse = search_quality.measure_gold(space, theses, strategie)
        target = "≥ 98" if name == USUAL else ""
        figures.append(Figure(f"… page in the top 5: {name}", 100 * masse["hit@5"].wert, "%", target))
        figures.append(Figure(f"… MRR: {name}", masse["MRR"].wert, ""))
    return figures


def _right_pages(space: Suchraum, strategie: Strategie, asked: Sequence[GoldFrage]) -> list[float]:
    """How similar the right page is to each question; -1 where it is not among the first hundred."""
    values = []
    for gold_frage in asked:
        within = replace(space, programme=frozenset([gold_frage.programm_id]))
        found = strategie(within, gold_frage.frage, 100)
        right = [ort.similarity for ort in found if set(ort.seiten) & set(gold_frage.seiten)]
        values.append(max(right, default=-1.0))
    return values


def _authors(context: Context) -> list[Figure]:
    """Motions with one mover against the five programmes of 2013: does the mover's own match best?"""
    space = Suchraum.of(context, bundesland="BUND")
    own = [
        (antrag, MOVERS[antrag.antragsteller[0]]) for antrag in _antraege(context) if _has_one_mover(antrag)
    ]
    halved = _halved(space, "gruene-bund-2013")
    right, naive, shift = Counter[str](), Counter[str](), []
    for antrag, programm_id in own:
        shares = passung(space, antrag, PROGRAMME_2013)
        right[programm_id] += max(shares, key=lambda name: shares[name]) == programm_id
        nearest = _top_three(space, antrag)
        naive[programm_id] += max(nearest, key=lambda name: nearest[name]) == programm_id
        shift.append(passung(halved, antrag, PROGRAMME_2013)["gruene-bund-2013"] - shares["gruene-bund-2013"])
    total = Counter(programm_id for _, programm_id in own)
    figures = [Figure("motions with one mover", len(own), "")]
    figures.append(Figure("… own programme first", 100 * right.total() / len(own), "%", "≥ 80"))
    figures += [
        Figure(f"… own programme first: {partei}", 100 * right[name] / total[name], "%", "≥ 80")
        for partei, name in MOVERS.items()
    ]
    figures += [
        Figure(f"… mean of the top 3 similarities: {partei}", 100 * naive[name] / total[name], "%")
        for partei, name in MOVERS.items()
    ]
    return [
        *figures,
        Figure("… share of GRÜNE when their programme is halved, mean change", float(np.mean(shift)), ""),
    ]


def _antraege(context: Context) -> list[Antrag]:
    folder = KORPUS / "antraege"
    files = [entry["datei"] for entry in json.loads((folder / "antraege.json").read_text())]
    return [read_antrag_pdf(folder / name, context.registry) for name in files]


def _has_one_mover(antrag: Antrag) -> bool:
    return len(antrag.antragsteller) == 1 and antrag.antragsteller[0] in MOVERS


def _halved(space: Suchraum, programm_id: str) -> Suchraum:
    """The same, but for every second passage of one Programm."""
    (sammlung,) = [sammlung for sammlung in space.sammlungen if programm_id in sammlung.blocks]
    blocks = dict(sammlung.blocks)
    block = blocks[programm_id]
    blocks[programm_id] = replace(block, vectors=block.vectors[::2], rows=block.rows[::2])
    return replace(space, sammlungen=(Sammlung(blocks, block.vectors.shape[1]),))


def _top_three(space: Suchraum, antrag: Antrag) -> dict[str, float]:
    """The naive measure: the longest programme wins by its length."""
    embedder = space.context.embedder
    vectors = np.array([embedder.embed_query(satz) for satz in sentences_of(antrag)])
    (sammlung,) = [sammlung for sammlung in space.sammlungen if PROGRAMME_2013[0] in sammlung.blocks]
    return {
        name: float(np.sort(vectors @ sammlung.blocks[name].vectors.T, axis=1)[:, -3:].mean())
        for name in PROGRAMME_2013
    }


def _speed(context: Context) -> list[Figure]:
    """One Antrag: seven parties, both kinds of programme, five Forderungen."""
    chunks = sum(len(context.store.sammlung(gebiet)) for gebiet in ("BUND", "ALLE"))
    seconds = []
    for antrag in _antraege(context) * 2:
        few = replace(antrag, forderungen=antrag.forderungen[:5])
        start = time.perf_counter()
        auswahl = choose_programme(context, "BUND", antrag.datum, antrag.antragsteller, PARTEIEN)
        AntragSearch(context, few, auswahl).quotes(2)
        seconds.append(time.perf_counter() - start)
    return [
        Figure("passages in the collections", chunks, "", "≥ 20000"),
        Figure("one Antrag, seven parties, p50", 1000 * statistics.median(seconds), "ms", "≤ 150"),
        Figure("one Antrag, seven parties, p95", 1000 * float(np.percentile(seconds, 95)), "ms"),
    ]

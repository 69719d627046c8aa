"""Quotes of known truth: how many true ones are bound rightly, how many false ones get through."""

import json
import pickle
import re
import statistics
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from rapidfuzz import fuzz, process

from core.base.models import gebiet_of
from core.base.settings import Settings
from core.features.textcheck.check import Verdict, check_text
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.programme.quellen import Quellen
from core.proof.reconstruct import reconstruct, reconstruct_zitate
from core.wortlaut.binding.eintrag import HALVES, MAY_TURN
from core.wortlaut.binding.fund import Fund
from core.wortlaut.binding.left_out import warnings
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Chunk, Fundstelle
from tests.bench import edges, zitate
from tests.bench.figures import Figure
from tests.bench.stock import OTHER_NAMES, enlarged, workplace
from tests.bench.zitate import FOREIGN, NEGATION, Probe, Satz, Stock, letters
from tests.conftest import KORPUS

SEED = 20250223
QUOTES, PASSAGES = 100, 25
"""Of one answer; of each party at least."""

TRUE, ELIDED, SLIPPED, FALSE, BASELINE, JOINED, EDGES = 500, 400, 400, 800, 500, 1000, 180
"""Quotes of each kind."""

RUNS = 30
STOCKS = (25, 79, 300)
AREAS = ("wahlprogramm", "parteiprogramm")

Zitat = dict[str, Any]


@dataclass(frozen=True)
class Bank:
    """The indexed Programme, and what the quotes are drawn from."""

    context: Context
    quellen: Mapping[str, Quelle]
    chunks: Mapping[str, Sequence[Chunk]]

    @classmethod
    def of(cls, context: Context) -> "Bank":
        quellen = dict(Quellen(context))
        chunks = {id: context.store.chunks_of(gebiet_of(quellen[id].programm), id) for id in quellen}
        return cls(context, quellen, {id: sorted(own, key=lambda c: c.start) for id, own in chunks.items()})

    @cached_property
    def stock(self) -> Stock:
        stroeme = {programm_id: self.quellen[programm_id].strom for programm_id in self.chunks}
        parteien = {programm_id: self.partei(programm_id) for programm_id in self.chunks}
        return zitate.read_vorrat(stroeme, parteien, self.chunks)

    @cached_property
    def chunks_of_partei(self) -> Mapping[str, Sequence[Chunk]]:
        result: dict[str, list[Chunk]] = defaultdict(list)
        for programm_id, chunks in self.chunks.items():
            result[self.partei(programm_id)] += chunks
        return result

    @cached_property
    def sentences_of(self) -> Mapping[str, Sequence[Satz]]:
        result: dict[str, list[Satz]] = defaultdict(list)
        for satz in self.stock.saetze:
            result[satz.partei].append(satz)
        return result

    def partei(self, programm_id: str) -> str:
        return self.context.registry.programme[programm_id].partei

    def chunks_with(self, satz: Satz) -> Sequence[Chunk]:
        """The Chunks a sentence stands in."""
        chunks = self.chunks[satz.programm]
        first = bisect_right(chunks, satz.start, key=lambda chunk: chunk.start) - 1
        last = bisect_right(chunks, satz.end - 1, key=lambda chunk: chunk.start)
        return chunks[max(0, first) : last]

    def text(self, programm_id: str, start: int, end: int) -> str:
        return self.quellen[programm_id].strom.text[start:end]

    def trimmed(self, programm_id: str, start: int, end: int) -> tuple[int, int]:
        """A range from its first letter to its last."""
        places = [i for i, letter in enumerate(self.text(programm_id, start, end), start) if letter.isalnum()]
        return (places[0], places[-1] + 1) if places else (start, start)

    def pages(self, programm_id: str, start: int, end: int) -> list[int]:
        return list(self.quellen[programm_id].strom.pages_of(*self.trimmed(programm_id, start, end)))


@contextmanager
def opened_bank() -> Iterator[Bank]:
    with workplace() as folder:
        context = Context(replace(Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "index"))
        for _ in index_programme(context.with_pdf(), context=context):
            pass
        yield Bank.of(context)


@dataclass(frozen=True)
class Antwort:
    """Many quotes in one answer, and the passages that were shown for it, party by party."""

    proben: Sequence[Probe]
    fundstellen: Mapping[str, Sequence[Fundstelle]]

    def raw(self, bank: Bank) -> dict[str, Any]:
        """What a model would have sent."""
        registry = bank.context.registry
        scores: dict[str, dict[str, Any]] = {
            partei: {"fraktion": registry.parteien[partei].name} | {area: _empty() for area in AREAS}
            for partei in self.fundstellen
        }
        for probe in self.proben:
            area = str(registry.programme[probe.satz.programm].typ)
            scores[probe.partei][area]["zitate"].append({"text": probe.text, "quelle": "S. 1", "url": ""})
        return {"wahlprogrammScores": list(scores.values())}

    @cached_property
    def shown(self) -> Mapping[str, Sequence[str]]:
        """The passages of each party, white space normalised."""
        return {p: [" ".join(f.chunk.text.split()) for f in own] for p, own in self.fundstellen.items()}


def _empty() -> dict[str, Any]:
    return {"score": 5, "begruendung": "", "zitate": []}


@dataclass(frozen=True)
class Befund:
    """What became of one quote: bound, or dropped, or neither."""

    probe: Probe
    antwort: Antwort = field(repr=False)
    bound: Zitat | None
    dropped: Zitat | None

    @property
    def outcome(self) -> str:
        return (self.bound or {}).get("status") or (self.dropped or {}).get("grund") or "lost"

    @property
    def accepted(self) -> bool:
        return self.bound is not None and not self.bound["fremdePartei"]

    @property
    def span(self) -> tuple[str, int, int]:
        """Programm, start and end of what was bound."""
        assert self.bound is not None
        return self.bound["programm"], self.bound["stellen"][0][0], self.bound["stellen"][-1][1]


def measure(only: str = "") -> list[Figure]:
    """With „speed“ or „edges“ only that."""
    rng = Random(SEED)
    with opened_bank() as bank:
        if only == "edges":
            return _edge_figures(bank)
        if only == "speed":
            return [*_speed_figures(bank, rng), *_stock_figures(bank, rng)]
        return [
            *_true_figures(bank, rng),
            *_unseen_figures(bank, rng),
            *_joined_figures(bank, rng),
            *_elided_figures(bank, rng),
            *_slipped_figures(bank, rng),
            *_false_figures(bank, rng),
            *_edge_figures(bank),
            *_gold_figures(bank),
            *_speed_figures(bank, rng),
            *_stock_figures(bank, rng),
        ]


# --- answers ------------------------------------------------------------------------------------------------


def answers(bank: Bank, rng: Random, proben: Sequence[Probe], show: bool = True) -> Iterator[Antwort]:
    """Quotes of many parties mixed into answers; with `show`, what each was taken from is shown."""
    mixed = rng.sample(proben, len(proben))
    for first in range(0, len(mixed), QUOTES):
        some = mixed[first : first + QUOTES]
        origins: dict[str, dict[str, Chunk]] = {probe.partei: {} for probe in some}
        for satz in (satz for probe in some for satz in (probe.satz, probe.andere) if satz):
            origins.setdefault(satz.partei, {}).update({chunk.id: chunk for chunk in bank.chunks_with(satz)})
        yield Antwort(some, {partei: _shown(bank, rng, partei, o, show) for partei, o in origins.items()})


def _shown(
    bank: Bank, rng: Random, partei: str, origins: Mapping[str, Chunk], show: bool
) -> list[Fundstelle]:
    others = [chunk for chunk in bank.chunks_of_partei[partei] if chunk.id not in origins]
    wanted = list(origins.values()) if show else []
    wanted += rng.sample(others, min(len(others), max(5, PASSAGES - len(wanted))))
    return [Fundstelle(chunk, 0.7) for chunk in rng.sample(wanted, len(wanted))]


def examine(bank: Bank, antworten: Iterable[Antwort]) -> list[Befund]:
    """Bind every quote and find again what became of it."""
    befunde = []
    for antwort in antworten:
        data = reconstruct(antwort.raw(bank), antwort.fundstellen, bank.quellen, bank.context.registry)
        bound: dict[tuple[str, str], Zitat] = {}
        dropped: dict[tuple[str, str], Zitat] = {}
        for score in data["wahlprogrammScores"]:
            partei = bank.context.registry.find_partei(score["fraktion"]).id
            bound |= {(partei, z["emittiert"]): z for area in AREAS for z in score[area]["zitate"]}
        for zitat in data["verworfeneZitate"]:
            partei = bank.context.registry.find_partei(zitat["fraktion"]).id
            dropped[partei, zitat["text"]] = zitat
        for probe in antwort.proben:
            key = (probe.partei, probe.text)
            befunde.append(Befund(probe, antwort, bound.get(key), dropped.get(key)))
    return befunde


def _by_kind(befunde: Iterable[Befund]) -> dict[str, list[Befund]]:
    kinds: dict[str, list[Befund]] = defaultdict(list)
    for befund in befunde:
        kinds[befund.probe.art].append(befund)
    return dict(sorted(kinds.items()))


def _percent(hits: Iterable[object]) -> float:
    """Of a hundred; of none all, so that an empty set misses no target."""
    counted = [bool(hit) for hit in hits]
    return 100 * sum(counted) / len(counted) if counted else 100.0


def _enough(limit: int) -> str:
    return f"≥ {limit}" if KORPUS.exists() else ""


def tell(headline: str, lines: Sequence[str]) -> None:
    """For people only: what stands behind a figure."""
    if lines and "--json" not in sys.argv:
        sys.stderr.write("\n".join([f"--- {headline}", *lines, ""]) + "\n")


def _tell_examples(headline: str, befunde: Sequence[Befund], why: Callable[[Befund], str]) -> None:
    """Three of each class of misses."""
    classes: dict[str, list[Befund]] = defaultdict(list)
    for befund in befunde:
        classes[why(befund)].append(befund)
    for reason, members in classes.items():
        lines = [line for befund in members[:3] for line in _lines(befund)]
        tell(f"{headline}: {reason} ({len(members)})", lines)


def _lines(befund: Befund) -> list[str]:
    probe, bound = befund.probe, befund.bound or {}
    lines = [f"  {probe.partei} emitted  {probe.text!r}", f"    source   {probe.satz.text!r}"]
    if bound:
        place = f"{bound['programm']} {bound['stellen']} S. {bound['seiten']}"
        lines.append(f"    bound to {bound['text']!r} ({befund.outcome}, {place})")
    return lines


# --- true ---------------------------------------------------------------------------------------------------


def fault(bank: Bank, befund: Befund) -> str:
    """What is wrong with the binding of a true quote; empty where nothing is."""
    if befund.bound is None:
        return f"dropped as {befund.outcome}"
    programm, start, end = befund.span
    satz, name = befund.probe.satz, bank.context.registry.programme[programm].name
    if not befund.accepted or bank.partei(programm) != befund.probe.partei:
        return "bound to another party"
    if letters(bank.text(programm, start, end)) != letters(satz.text):
        return "another span"
    if letters(befund.bound["text"]) != letters(satz.text):
        return "another text"
    at_home = programm == satz.programm and _same_range(bank, satz, start, end)
    if not at_home and not _is_shown(bank, befund):
        return "a place that was not shown"
    if befund.bound["seiten"] != bank.pages(programm, start, end):
        return "another page"
    return "" if befund.bound["quelle"].startswith(name) else "another label"


def _same_range(bank: Bank, satz: Satz, start: int, end: int) -> bool:
    return bank.trimmed(satz.programm, start, end) == bank.trimmed(satz.programm, satz.start, satz.end)


def _is_shown(bank: Bank, befund: Befund) -> bool:
    programm, start, end = befund.span
    start, end = bank.trimmed(programm, start, end)
    chunks = (f.chunk for f in befund.antwort.fundstellen[befund.probe.partei])
    return any(c.programm_id == programm and c.start <= start and end <= c.end for c in chunks)


def _true_figures(bank: Bank, rng: Random) -> list[Figure]:
    befunde = examine(bank, answers(bank, rng, zitate.true_quotes(rng, bank.stock, TRUE)))
    faults = {id(befund): fault(bank, befund) for befund in befunde}
    wrong = [befund for befund in befunde if faults[id(befund)]]
    _tell_examples("true", wrong, lambda b: f"{b.probe.art}: {faults[id(b)]}")
    figures = [
        Figure("true quotes", len(befunde), "", _enough(5000)),
        Figure("true quotes bound to a wrong place", sum(b.bound is not None for b in wrong), "", "≤ 0"),
        Figure("true quotes dropped", sum(b.bound is None for b in wrong), "", "≤ 0"),
        Figure("true quotes without an outcome", sum(b.outcome == "lost" for b in befunde), "", "≤ 0"),
    ]
    for art, own in _by_kind(befunde).items():
        right = _percent(not faults[id(befund)] for befund in own)
        figures.append(Figure(f"true, {art}: bound right ({len(own)})", right, "%", "≥ 100"))
        figures += _baselines(f"true, {art}", own)
    return figures


def _unseen_figures(bank: Bank, rng: Random) -> list[Figure]:
    """Verbatim, but the model was shown other passages: true, and no evidence."""
    proben = list(islice(zitate.draw(rng, bank.stock.saetze, "not shown", zitate.verbatim), TRUE))
    befunde = [
        befund
        for befund in examine(bank, answers(bank, rng, proben, show=False))
        if not any(
            letters(befund.probe.text) in letters(t) for t in befund.antwort.shown[befund.probe.partei]
        )
    ]
    named = [befund.outcome == "ausserhalb_des_kontexts" for befund in befunde]
    _tell_examples("true, not shown", [b for b in befunde if b.accepted], lambda b: b.outcome)
    return [
        Figure(
            f"true, but not shown: accepted ({len(befunde)})", sum(b.accepted for b in befunde), "", "≤ 0"
        ),
        Figure("true, but not shown: dropped for that reason", _percent(named), "%", "≥ 100"),
    ]


# --- joined from several places -----------------------------------------------------------------------------


def joined_fault(bank: Bank, befund: Befund) -> str:
    """Every part is bound for itself, word for word, on its own pages."""
    if not befund.accepted:
        return f"not bound: {befund.outcome}"
    assert befund.bound is not None and befund.probe.andere is not None
    teile = befund.bound.get("teile", [])
    if befund.outcome != "aus_mehreren_stellen" or len(teile) != 2:
        return f"bound as {befund.outcome}"
    for teil, satz in zip(teile, (befund.probe.satz, befund.probe.andere), strict=True):
        (start, end), *more = teil["stellen"]
        if more or letters(teil["text"]) != letters(satz.text):
            return "another text"
        if teil["seiten"] != bank.pages(teil["programm"], start, end):
            return "another page"
    return ""


def _joined_figures(bank: Bank, rng: Random) -> list[Figure]:
    befunde = examine(bank, answers(bank, rng, zitate.joined_quotes(rng, bank.stock, JOINED)))
    faults = {id(befund): joined_fault(bank, befund) for befund in befunde}
    _tell_examples("joined", [b for b in befunde if faults[id(b)]], lambda b: faults[id(b)])
    figures = [Figure("true quotes joined from two places", len(befunde), "", _enough(2000))]
    for art, own in _by_kind(befunde).items():
        right = _percent(not faults[id(befund)] for befund in own)
        figures.append(Figure(f"{art}: bound part by part ({len(own)})", right, "%", "≥ 99.9"))
    return figures


# --- with an ellipsis, cut, with slips ----------------------------------------------------------------------


def elided_fault(bank: Bank, befund: Befund) -> str:
    """Begins and ends right: at its sentence, or at a place that has the same parts no farther apart."""
    if not befund.accepted:
        return f"not bound: {befund.outcome}"
    if befund.outcome != "mit_auslassung":
        return f"bound as {befund.outcome}"
    programm, start, end = befund.span
    satz = befund.probe.satz
    if programm == satz.programm and _same_range(bank, satz, start, end):
        return ""
    first, *_, last = zitate.parts(befund.probe.text)
    found = letters(bank.text(programm, start, end))
    fits = found.startswith(first) and found.endswith(last) and len(found) <= len(letters(satz.text))
    return "" if fits and _is_shown(bank, befund) else "another span"


def _left_out(bank: Bank, befund: Befund) -> str:
    """What stands between the parts of a bound quote."""
    assert befund.bound is not None
    (_, end), *_, (start, _) = befund.bound["stellen"]
    return bank.text(befund.bound["programm"], end, start)


def _warns(befund: Befund, art: str) -> bool:
    return any(warning["art"] == art for warning in (befund.bound or {}).get("warnungen", ()))


def _elided_figures(bank: Bank, rng: Random) -> list[Figure]:
    befunde = examine(bank, answers(bank, rng, zitate.elided_quotes(rng, bank.stock, ELIDED)))
    faults = {id(befund): elided_fault(bank, befund) for befund in befunde}
    _tell_examples("ellipsis", [b for b in befunde if faults[id(b)]], lambda b: faults[id(b)])
    bound = [befund for befund in befunde if not faults[id(befund)]]
    negated = [befund for befund in bound if NEGATION.search(_left_out(bank, befund))]
    others = [befund for befund in bound if not NEGATION.search(_left_out(bank, befund))]
    silent = [befund for befund in negated if not _warns(befund, "verneinung_in_auslassung")]
    _tell_examples("ellipsis", silent, lambda _: "no warning of the negation left out")
    loud = [befund for befund in others if _warns(befund, "verneinung_in_auslassung")]
    _tell_examples("ellipsis", loud, lambda _: "warning without a negation")
    figures = [Figure("true quotes with an ellipsis", len(befunde), "", _enough(1000))]
    for art, own in _by_kind(befunde).items():
        right = _percent(not faults[id(befund)] for befund in own)
        figures.append(Figure(f"ellipsis, {art}: begins and ends right ({len(own)})", right, "%", "≥ 99"))
    warned = 100 - 100 * len(silent) / max(1, len(negated))
    return [
        *figures,
        Figure(f"ellipsis, negation left out: warned ({len(negated)})", warned, "%", "≥ 100"),
        Figure(
            f"ellipsis, none of the usual negations left out: warned all the same ({len(others)})",
            len(loud),
            "",
        ),
        *_cut_figures(bank, rng),
    ]


def _cut_figures(bank: Bank, rng: Random) -> list[Figure]:
    befunde = examine(bank, answers(bank, rng, zitate.cut_quotes(rng, bank.stock, ELIDED)))
    bound = [befund for befund in befunde if befund.accepted]
    arts = ("verneinung_ausserhalb", "verneinung_im_satz")
    silent = [befund for befund in bound if not any(_warns(befund, art) for art in arts)]
    doubted = _percent(_may_turn(befund) for befund in bound)
    _tell_examples("cut", silent, lambda _: "no warning of the negation cut off")
    _tell_examples("cut", [b for b in befunde if not b.accepted], lambda b: f"not bound: {b.outcome}")
    warned = 100 - 100 * len(silent) / max(1, len(bound))
    return [
        Figure(
            f"verbatim, negation cut off: bound ({len(befunde)})", _percent(b.accepted for b in befunde), "%"
        ),
        Figure("verbatim, negation cut off: warned", warned, "%", "≥ 100"),
        Figure("verbatim, negation cut off: told as what may turn it", doubted, "%"),
    ]


def slip_fault(bank: Bank, befund: Befund) -> str:
    """Repaired to the source's words: all of that sentence but for a word at its ends."""
    if not befund.accepted:
        return f"not bound: {befund.outcome}"
    if befund.outcome != "angeglichen":
        return f"bound as {befund.outcome}"
    assert befund.bound is not None
    found, whole = letters(befund.bound["text"]), letters(befund.probe.satz.text)
    return "" if found in whole and len(found) >= 0.8 * len(whole) else "other words"


def _slipped_figures(bank: Bank, rng: Random) -> list[Figure]:
    befunde = examine(bank, answers(bank, rng, zitate.slipped_quotes(rng, bank.stock, SLIPPED)))
    faults = {id(befund): slip_fault(bank, befund) for befund in befunde}
    wrong = [befund for befund in befunde if faults[id(befund)]]
    _tell_examples("slip", wrong, lambda b: f"{b.probe.art}: {faults[id(b)]}")
    figures = [
        Figure("true quotes with small slips", len(befunde), "", _enough(1000)),
        Figure("slips: repaired, all", _percent(not reason for reason in faults.values()), "%", "≥ 95"),
    ]
    for art, own in _by_kind(befunde).items():
        right = _percent(not faults[id(befund)] for befund in own)
        figures.append(Figure(f"slip, {art}: repaired ({len(own)})", right, "%", "≥ 95"))
    return figures


# --- false --------------------------------------------------------------------------------------------------


def _false_figures(bank: Bank, rng: Random) -> list[Figure]:
    made = [*zitate.false_quotes(rng, bank.stock, FALSE), *zitate.cut_numbers(rng, bank.stock, FALSE)]
    befunde = examine(bank, answers(bank, rng, made))
    accepted = [befund for befund in befunde if befund.accepted]
    _tell_examples("false, accepted", accepted, lambda b: f"{b.probe.art}: {b.outcome}")
    figures = [
        Figure("false quotes", len(befunde), "", _enough(20000)),
        Figure("false quotes accepted, all", len(accepted), "", "≤ 0"),
        Figure("false quotes without an outcome", sum(b.outcome == "lost" for b in befunde), "", "≤ 0"),
    ]
    for art, own in _by_kind(befunde).items():
        count = sum(befund.accepted for befund in own)
        figures.append(Figure(f"false, {art}: accepted ({len(own)})", count, "", "≤ 0"))
        figures += _baselines(f"false, {art}", own)
        figures += _foreign(bank, own) if art == FOREIGN else []
        reasons = Counter(befund.outcome for befund in own).most_common()
        tell(f"false, {art}: outcomes", [f"  {number:5} {reason}" for reason, number in reasons])
    return figures


def _foreign(bank: Bank, befunde: Sequence[Befund]) -> list[Figure]:
    """Whole sentences of another party: bound there, with that party's label."""
    right = []
    for befund in befunde:
        assert befund.probe.andere is not None
        wanted = letters(befund.probe.andere.text)
        right.append(befund.bound is not None and letters(bank.text(*befund.span)) == wanted)
    return [Figure(f"false, {FOREIGN}: bound under its true label", _percent(right), "%")]


# --- true to the letter, and turned by what is around -------------------------------------------------------


def _edge_figures(bank: Bank) -> list[Figure]:
    """Of what is bound: how many are told by no warning that the sense may be turned, and how many count."""
    rng = Random(SEED)  # of its own: what is drawn elsewhere stays as it was
    made = [*edges.cut_ranges(bank.stock), *edges.cut_bounds(bank.stock)]
    befunde = examine(bank, answers(bank, rng, [*made, *edges.drawn(rng, bank.stock, EDGES)]))
    figures = []
    for art, own in _by_kind(befunde).items():
        bound = [befund for befund in own if befund.accepted]
        silent = [befund for befund in bound if not _may_turn(befund)]
        if art == "words put in":
            silent = [
                befund for befund in bound if not (_warns(befund, "zusatz") or _warns(befund, "zusatz_name"))
            ]
        evidence = [befund for befund in bound if not _warns(befund, HALVES)]
        _tell_examples("edges, silent", silent, lambda b: f"{b.probe.art}: {b.outcome}")
        target = "≤ 0" if art in ("range cut", "full stop moved") else ""
        figures += [
            Figure(f"{art}: bound ({len(own)})", len(bound), "", target),
            Figure(f"{art}: bound without a warning", len(silent), "", "≤ 0"),
        ]
        if art == "woven of two halves":
            figures.append(Figure(f"{art}: counted as evidence", len(evidence), "", "≤ 0"))
    return [*figures, *_told_as_printed(bank, befunde), *_alarms(bank, rng)]


def _may_turn(befund: Befund) -> bool:
    return any(warning["art"] in MAY_TURN for warning in (befund.bound or {}).get("warnungen", ()))


def _told_as_printed(bank: Bank, befunde: Sequence[Befund]) -> list[Figure]:
    """By the check of a text: „so gedruckt“, and nothing else to be read."""
    figures = []
    for art, own in _by_kind(befunde).items():
        texts = [" ".join(befund.probe.text.split()) for befund in own[:EDGES]]
        plain = [text for text in texts if not set(text) & set("„“”»«\"‚‘'’")]
        lines = "\n\n".join(f"Dort steht: „{text}“." for text in plain)
        found = [one for one in check_text(lines, bank.context).quotes if one.verdict is Verdict.GEDRUCKT]
        if art == "words put in":
            found = [one for one in found if "[" not in one.satz]
        tell(f"edges, told as printed: {art}", [f"  {one.quote.text} | {one.satz}" for one in found[:5]])
        figures.append(Figure(f"{art}: told as printed, without more ({len(plain)})", len(found), "", "≤ 0"))
    return figures


def _alarms(bank: Bank, rng: Random) -> list[Figure]:
    """Halves of sentences, up to a comma or from one on: how many are called turned, perhaps needlessly."""
    halves: list[Fund] = []
    for satz in rng.sample(bank.stock.saetze, min(len(bank.stock.saetze), 5 * EDGES)):
        cuts = [match.start() for match in re.finditer(r",\s", satz.text)]
        at = satz.start + rng.choice(cuts) if cuts else 0
        span = (satz.start, at) if rng.random() < 0.5 else (at + 2, satz.end)
        if cuts and span[1] - span[0] >= 30:
            halves.append(Fund(bank.quellen[satz.programm], (span,)))
    alarms = _percent(any(one.may_turn for one in warnings(fund)) for fund in halves)
    return [Figure(f"halves of sentences, cut at a comma: warned ({len(halves)})", alarms, "%")]


# --- baselines ----------------------------------------------------------------------------------------------


def _baselines(name: str, befunde: Sequence[Befund]) -> list[Figure]:
    some = befunde[:BASELINE]
    return [
        Figure(f"{name}: baseline 5-word window accepts", _percent(map(has_window, some)), "%"),
        Figure(f"{name}: baseline fuzzy ratio ≥ 95 accepts", _percent(map(is_fuzzy_match, some)), "%"),
    ]


def has_window(befund: Befund) -> bool:
    words, shown = befund.probe.text.split(), "\n".join(befund.antwort.shown[befund.probe.partei])
    return any(" ".join(words[i : i + 5]) in shown for i in range(max(1, len(words) - 4)))


def is_fuzzy_match(befund: Befund) -> bool:
    shown, quote = befund.antwort.shown[befund.probe.partei], " ".join(befund.probe.text.split())
    return process.extractOne(quote, shown, scorer=fuzz.partial_ratio, score_cutoff=95) is not None


# --- collected by others ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Gold:
    """A quote others collected, the page they state, and what became of it here."""

    befund: Befund
    seite: int | None
    in_edition: bool

    @property
    def on_page(self) -> bool:
        return self.befund.bound is not None and self.seite in self.befund.bound["seiten"]

    @property
    def missed(self) -> bool:
        return not self.befund.accepted or (self.seite is not None and not self.on_page)


def gold(bank: Bank) -> list[Gold]:
    """All Chunks of the Programm count as shown."""
    result = []
    for entry in json.loads((KORPUS / "zitate-gold.json").read_text())["eintraege"]:
        programm = OTHER_NAMES.get(entry["programm"] or "", entry["programm"] or "").removesuffix(".pdf")
        if entry["zitat"] and programm in bank.chunks:
            partei = bank.partei(programm)
            probe = Probe("gold", partei, entry["zitat"], Satz(programm, partei, 0, 0, ""))
            shown = {partei: [Fundstelle(chunk, 0.7) for chunk in bank.chunks[programm]]}
            (befund,) = examine(bank, [Antwort([probe], shown)])
            stands = _stands(probe.text, letters(bank.quellen[programm].strom.text))
            result.append(Gold(befund, entry["seite"], stands))
    return result


def _stands(quote: str, programme: str) -> bool:
    """Is it in this edition at all, be it with misprints? The page numbers of one party are of another."""
    return all(fuzz.partial_ratio(part, programme) >= 90 for part in zitate.parts(quote) if part)


def gold_misses(entries: Sequence[Gold]) -> list[str]:
    """A line for every quote that was not bound, or not on the stated page."""
    lines = [f"{'party':<8} {'stated':>6} {'ours':>10}  {'outcome':<32} quote"]
    for entry in (entry for entry in entries if entry.missed):
        probe, ours = entry.befund.probe, (entry.befund.bound or {}).get("seiten", "–")
        outcome = entry.befund.outcome
        lines.append(
            f"{probe.partei:<8} {entry.seite or '–':>6} {ours!s:>10}  {outcome:<24} {probe.text[:110]!r}"
        )
    return lines


def _gold_figures(bank: Bank) -> list[Figure]:
    if not KORPUS.exists():
        return []
    entries = gold(bank)
    tell("quotes collected by others: misses", gold_misses(entries))
    with_page = [entry for entry in entries if entry.seite is not None]
    bound = _percent(entry.befund.accepted for entry in entries)
    there = [entry.befund.accepted for entry in entries if entry.in_edition]
    on_page = _percent(entry.on_page for entry in with_page)
    return [
        Figure(f"collected by others: bound ({len(entries)})", bound, "%", "≥ 98"),
        Figure(f"collected by others, in this edition: bound ({len(there)})", _percent(there), "%", "≥ 98"),
        Figure(f"collected by others: on the stated page ({len(with_page)})", on_page, "%", "≥ 97"),
    ]


# --- speed --------------------------------------------------------------------------------------------------


def _speed_figures(bank: Bank, rng: Random) -> list[Figure]:
    """Thirty different answers, so that nothing remembered from one helps the next."""
    warm_up, *antworten = [_usual_answer(bank, rng) for _ in range(RUNS + 1)]
    quellen = Quellen(bank.context)
    _seconds(bank, warm_up, quellen)
    seconds = [_seconds(bank, antwort, quellen) for antwort in antworten]
    again = [_seconds(bank, antwort, quellen) for antwort in antworten[-1:] * 7]
    in_hand = [_seconds(bank, antwort, bank.quellen) for antwort in antworten[-1:] * 7]
    fuzzy = statistics.median(map(_fuzzy_seconds, antworten[:3]))
    ours = statistics.median(seconds)
    return [
        Figure("one answer, 40 quotes, 200 passages, median of 30", 1000 * ours, "ms", "≤ 10"),
        Figure("one answer, slowest of 30", 1000 * max(seconds), "ms"),
        Figure("one answer, a second time", 1000 * statistics.median(again), "ms"),
        Figure(
            "one answer, a second time, without asking the index", 1000 * statistics.median(in_hand), "ms"
        ),
        Figure("one answer by fuzzy alignment with every passage", 1000 * fuzzy, "ms"),
        Figure("faster than fuzzy alignment", fuzzy / ours, "times", "≥ 20"),
    ]


def _stock_figures(bank: Bank, rng: Random) -> list[Figure]:
    """The same answers, while the stock grows: what was not shown costs next to nothing."""
    antworten = [_usual_answer(bank, rng) for _ in range(RUNS + 1)]
    figures = []
    with tempfile.TemporaryDirectory() as name:
        context = bank.context
        for size in STOCKS:
            context = enlarged(context, size, Path(name))
            quellen = Quellen(context)
            larger = replace(bank, context=context)
            first = min(_first_seconds(larger, antworten[0], Path(name)) for _ in range(3))
            seconds = [_seconds(larger, antwort, quellen) for antwort in antworten][1:]
            what = f"one answer, {len(quellen)} programmes"
            figures += [
                Figure(f"{what}, median of 30", 1000 * statistics.median(seconds), "ms", "≤ 10"),
                Figure(f"{what}, first of a process, the index open", 1000 * first, "ms", "≤ 100"),
            ]
    return figures


def _first_seconds(bank: Bank, antwort: Antwort, folder: Path) -> float:
    """Of a fresh process that has imported all, opened the index and read the registry."""
    task = folder / "answer.pickle"
    task.write_bytes(pickle.dumps((bank.context.settings, antwort.raw(bank), dict(antwort.fundstellen))))
    command = f"from tests.bench.binding import first_answer; first_answer({str(task)!r})"
    ran = subprocess.run([sys.executable, "-c", command], check=True, capture_output=True, text=True)
    return float(ran.stdout)


def first_answer(task: str) -> None:
    settings, data, fundstellen = pickle.loads(Path(task).read_bytes())
    context = Context(settings)
    _ = context.registry, context.store
    start = time.perf_counter()
    reconstruct_zitate(data, fundstellen, context)
    sys.stdout.write(str(time.perf_counter() - start))


def _seconds(bank: Bank, antwort: Antwort, quellen: Mapping[str, Quelle]) -> float:
    data = antwort.raw(bank)
    start = time.perf_counter()
    reconstruct(data, antwort.fundstellen, quellen, bank.context.registry)
    return time.perf_counter() - start


def _fuzzy_seconds(antwort: Antwort) -> float:
    texts = [f.chunk.text for own in antwort.fundstellen.values() for f in own]
    start = time.perf_counter()
    for probe in antwort.proben:
        for text in texts:
            fuzz.partial_ratio_alignment(probe.text, text)
    return time.perf_counter() - start


def _usual_answer(bank: Bank, rng: Random) -> Antwort:
    """Thirty true quotes and ten false ones out of fifty passages of each of four parties."""
    by_size = sorted(bank.chunks_of_partei, key=lambda partei: -len(bank.chunks_of_partei[partei]))
    fundstellen: dict[str, list[Fundstelle]] = {}
    pool: list[Satz] = []
    for partei in rng.sample(by_size[:7], min(4, len(by_size))):
        own = bank.chunks_of_partei[partei]
        chunks = rng.sample(own, min(50, len(own)))
        fundstellen[partei] = [Fundstelle(chunk, 0.7) for chunk in chunks]
        ids = {chunk.id for chunk in chunks}
        pool += [s for s in bank.sentences_of[partei] if ids >= {c.id for c in bank.chunks_with(s)}]
    damage = [maker for _, maker in zitate.DAMAGES.values()]
    true = zitate.draw(rng, pool, "true", lambda r, text: r.choice(damage)(r, text))
    false = zitate.draw(
        rng, pool, "false", lambda r, text: r.choice([*zitate.FALSIFICATIONS.values()])(r, text)
    )
    return Antwort([*islice(true, 30), *islice(false, 10)], fundstellen)

"""German programmes, open data only: what a system reads, finds and believes, beside the usual rules.

One table with 95 % intervals that others can put their own system beside; docs/deutsch.md says how it is made
and what must not be concluded from it. The same seed draws the same quotes.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from core.base.statistical_measures import Interval, share_interval
from core.features.eichung.search_quality import PASSAGEN, mean_with_interval, measure_gold
from core.programme.context import Context
from core.search.suchraum import Method, Suchraum
from core.wortlaut.reading.mupdf import open_pdf
from tests.bench import reading, rivals, zitate
from tests.bench.binding import SEED, Bank, Befund, answers, examine, has_window, is_fuzzy_match, opened_bank
from tests.bench.figures import Figure
from tests.bench.reading import own_sentences
from tests.bench.wahlomat import measure_wahlomat, read_wahlomat, theses_with_pages
from tests.bench.zitate import letters
from tests.conftest import KORPUS

OF_KIND = 100
"""Quotes of each kind of true and false ones; all rules are asked about the same."""

UNSEEN_FROM = 2021
"""Theses of these elections on: the embedder was trained without them."""

TRUE = {
    "verbatim": re.compile("verbatim"),
    "over a page, a passage, two sentences": re.compile("over a page|into the next|two sentences"),
    "other signs, spaces, case, hyphens": re.compile(""),
}
FALSE = {
    "changed number": re.compile("^number|slip and number"),
    "negation added or removed": re.compile("^negation"),
    "joined from two places": re.compile("halves|second half|joined"),
    "sentence of another party": re.compile("sentence of another"),
    "invented around five true words": re.compile("invented"),
    "a change, then other signs": re.compile("^changed, then"),
    "changed word or name": re.compile(""),
}
"""Kinds of `zitate.py` by what matters of them, the first that fits."""


def measure() -> list[Figure]:
    with opened_bank() as bank:
        return [*_quotes(bank), *_search(bank.context), *_reading(), *rivals.measure()]


# --- quotes: true ones are to be accepted, false ones not ---------------------------------------------------


def _quotes(bank: Bank) -> Iterator[Figure]:
    rng = Random(SEED)
    true = zitate.true_quotes(rng, bank.stock, OF_KIND)
    false = zitate.false_quotes(rng, bank.stock, OF_KIND)
    search_for = SearchFor(bank.context)
    rules: Mapping[str, Callable[[Befund], bool]] = {
        "bound by letters (this project)": lambda befund: befund.accepted,
        "any five words in a row": has_window,
        "fuzzy ratio ≥ 95": is_fuzzy_match,
        "search_for on its pages": search_for.finds,
    }
    for kind, proben, groups in (("true", true, TRUE), ("false", false, FALSE)):
        befunde = examine(bank, answers(bank, rng, proben))
        for name, own in _grouped(befunde, groups).items():
            for rule, accepts in rules.items():
                count = sum(map(accepts, own))
                yield _share(f"{kind}, {name} ({len(own)}): {rule} accepts", count, len(own))


def _grouped(befunde: Sequence[Befund], groups: Mapping[str, re.Pattern[str]]) -> dict[str, list[Befund]]:
    grouped: dict[str, list[Befund]] = {name: [] for name in groups}
    for befund in befunde:
        grouped[next(name for name, kinds in groups.items() if kinds.search(befund.probe.art))].append(befund)
    return {name: own for name, own in grouped.items() if own}


class SearchFor:
    """Whether PyMuPDF finds a text on one of the pages that the party's passages stand on."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._documents: dict[str, Any] = {}
        self._pages: dict[tuple[str, int], tuple[Any, Any]] = {}

    def finds(self, befund: Befund) -> bool:
        shown = [fundstelle.chunk for fundstelle in befund.antwort.fundstellen[befund.probe.partei]]
        places = sorted({(chunk.programm_id, number) for chunk in shown for number in chunk.seiten})
        return any(self._on(*place, befund.probe.text) for place in places)

    def _on(self, programm_id: str, number: int, text: str) -> bool:
        """Each page's text is laid out once: that takes a hundred times as long as to look through it."""
        if (place := (programm_id, number)) not in self._pages:
            if programm_id not in self._documents:
                programm = self._context.registry.programme[programm_id]
                path = self._context.find_pdf(programm)
                assert path
                self._documents[programm_id] = open_pdf(path)
            page = self._documents[programm_id][number - 1]
            self._pages[place] = page, page.get_textpage()
        page, textpage = self._pages[place]
        return bool(page.search_for(text, textpage=textpage))


# --- search: theses of the Wahl-O-Mat and the parties' own reasons ------------------------------------------

WAYS = {
    Method.UMFELD: "meaning, wording, company (this project)",
    Method.BEIDES: "meaning and wording",
    Method.SINN: "embedding alone",
    Method.WORTLAUT: "4-grams by BM25's weights alone",
}


def _search(context: Context) -> Iterator[Figure]:
    file = KORPUS / "wahlomat.jsonl.gz"
    if not file.exists():
        return
    reasons = read_wahlomat(file, UNSEEN_FROM)
    for method, way in WAYS.items():
        for name, values in measure_wahlomat(reasons, context.embedder, method).items():
            yield _mean(f"thesis → reason, {name} ({len(values)}): {way}", mean_with_interval(values), 1)
    space = Suchraum.of(context)
    theses = theses_with_pages(read_wahlomat(file, from_jahr=2013), space)
    for name, strategie in PASSAGEN.items():
        for measure, mean in measure_gold(space, theses, strategie).items():
            yield _mean(f"thesis → page of the programme, {measure} ({len(theses)}): {name}", mean, 1)


# --- reading: the sentences that lie whole in one block of a file -------------------------------------------


def _reading() -> Iterator[Figure]:
    ours = theirs = total = 0
    for path in reading.files():
        own = [letters(sentence) for _, sentence in own_sentences(path)]
        texts = letters(reading.read_strom(path).text), letters(_sorted_text(path))
        ours, theirs = (
            n + sum(one in text for one in own) for n, text in zip((ours, theirs), texts, strict=True)
        )
        total += len(own)
    yield _share(f"sentences read in one piece ({total}): this project", ours, total)
    yield _share(f"sentences read in one piece ({total}): get_text(sort=True)", theirs, total)


def _sorted_text(path: Path) -> str:
    with open_pdf(path) as document:
        return "\n".join(page.get_text("text", sort=True) for page in document)


# --- told ---------------------------------------------------------------------------------------------------


def _share(what: str, count: int, total: int) -> Figure:
    return _mean(what, share_interval(count, total), 100)


def _mean(what: str, mean: Interval, times: float) -> Figure:
    interval = times * mean.von, times * mean.bis
    return Figure(what, times * mean.wert, "%" if times == 100 else "", interval=interval)

"""Real search questions with the pages that answer them, and whether questions off the subject are told."""

import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from core.assessment.frage import ask_anfrage
from core.base.settings import Settings
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.programme.indexing import index_programme
from core.search.passage_search import is_off_subject, list_in_turn
from core.search.question_search import QuestionSearch
from core.search.suchanfrage import Suchanfrage, parse_suchanfrage
from core.search.suchraum import Suchraum
from core.wortlaut.records import Fundstelle
from tests.bench.figures import Figure
from tests.bench.stock import workplace
from tests.conftest import KORPUS

QUESTIONS = Path(__file__).with_name("questions.toml")
TODAY = date(2026, 3, 1)
"""A search is of what is in force; with the day of the run the figures would change by themselves."""

TOP = 5
Place = tuple[str, frozenset[int]]


def measure() -> list[Figure]:
    asked = tomllib.loads(QUESTIONS.read_text(encoding="utf-8"))
    with _stock() as context:
        own = [one for one in asked["suche"] if KORPUS.exists() or one.get("land") == "DEMO"]
        return [*_found(context, own), *_answered(context, own), *_off_subject(context, asked)]


@contextmanager
def _stock() -> Iterator[Context]:
    with workplace() if KORPUS.exists() else tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = replace(
            Settings(), pdf_dir=folder / "pdf", chroma_dir=folder / "chroma", laeufe_dir=folder / "laeufe"
        )
        context = Context(settings)
        for _ in index_programme(
            context.with_pdf() if KORPUS.exists() else context.registry.demo_programme, context=context
        ):
            pass
        yield context


def _found(context: Context, asked: Sequence[Any]) -> list[Figure]:
    missed = [one["frage"] for one in asked if not _is_right(one, _orte(_search(context, one)))]
    target = f"≥ {len(asked) * 22 / 24:.0f}"
    for frage in missed:
        print(f"  missed: {frage}")
    named = [one for one in asked if one.get("jede")]
    silent = [one for one in named if {p for p, _ in _orte(_search(context, one))} < one["fundorte"].keys()]
    return [
        Figure("search questions whose page is known", len(asked), ""),
        Figure(f"… an expected page in the top {TOP}", len(asked) - len(missed), "", target),
        Figure("questions that name several parties", len(named), ""),
        Figure("… without a hit of one of them", len(silent), "", "≤ 0"),
    ]


def _answered(context: Context, asked: Sequence[Any]) -> list[Figure]:
    """The built-in model's quotes, held against the first passage of each party that the search shows."""
    quoted = first = 0
    for one in asked:
        anfrage = _anfrage(context, one)
        antwort = ask_anfrage(context, anfrage, OFFLINE)
        quotes = [
            (beleg.ort.programm, frozenset(beleg.ort.seiten))
            for aussage in antwort.aussagen
            for beleg in aussage.belege
        ]
        quoted += _is_right(one, quotes)
        shown = list_in_turn(Suchraum.asked(context, anfrage), anfrage.text, 30).treffer
        best = {context.registry.programme[hit.programm_id].partei: hit for hit in reversed(shown)}
        first += _is_right(one, _orte(list(best.values())))
    return [
        Figure("built-in answer: an expected page among its quotes", quoted, "", f"≥ {first}"),
        Figure("… each party's first passage in the search, for comparison", first, ""),
    ]


def _search(context: Context, one: Any) -> list[Fundstelle]:
    return list(QuestionSearch.of(context, _anfrage(context, one)).answers(TOP).treffer)


def _anfrage(context: Context, one: Any) -> Suchanfrage:
    parsed = parse_suchanfrage(one["frage"], context.registry)
    parsed = replace(parsed, bundesland=parsed.bundesland or one.get("land"))
    return parsed.only_in_force(TODAY)


def _orte(found: Sequence[Fundstelle]) -> list[Place]:
    return [(one.programm_id, frozenset(one.chunk.seiten)) for one in found]


def _is_right(one: Any, places: Sequence[Place]) -> bool:
    right = {programm for programm, seiten in places if seiten & set(one["fundorte"].get(programm, ()))}
    return right == one["fundorte"].keys() if one.get("jede") else bool(right)


def _off_subject(context: Context, asked: Any) -> list[Figure]:
    """On the first half of each list the threshold was chosen. The second has been looked at since while a
    better one was sought; those written later were written before they were measured."""
    stocks = [("DEMO", asked["darauf"]["demo"])]
    if KORPUS.exists():
        every = [*asked["darauf"]["korpus"], *(one["frage"] for one in asked["suche"])]
        stocks.append((None, every))
    lands, off = [land for land, _ in stocks], asked["daneben"]["fragen"]
    chosen, held = (
        (
            [is_told(context, q, land) for land in lands for q in off[half::2]],
            [is_told(context, q, land) for land, own in stocks for q in own[half::2]],
        )
        for half in (0, 1)
    )
    later = _written_later(context, asked["unberuehrt"], lands)
    wanted = ("≥ 90", "≤ 3")
    return [
        *_told(chosen, "chosen on"),
        *_told(held, "held out", wanted),
        *_told(later, "written later", wanted),
    ]


def _written_later(
    context: Context, asked: Any, lands: Sequence[str | None]
) -> tuple[list[bool], list[bool]]:
    """Those on the subject are about the Bund, of which only the corpus holds programmes."""
    off = [is_told(context, q, land) for land in lands for q in asked["daneben"]]
    return off, [is_told(context, q, None) for q in asked["darauf"] if None in lands]


def _told(
    answers: tuple[list[bool], list[bool]], which: str, targets: tuple[str, str] = ("", "")
) -> Iterator[Figure]:
    for answered, what, target in zip(
        answers, ("off the subject, {}: {} told", "on it, {}: {} wrongly told"), targets, strict=True
    ):
        if answered:
            yield Figure(what.format(which, len(answered)), 100 * sum(answered) / len(answered), "%", target)


def is_told(context: Context, frage: str, land: str | None) -> bool:
    gesucht = parse_suchanfrage(frage, context.registry).text or frage
    return is_off_subject(Suchraum.of(context, bundesland=land), gesucht)

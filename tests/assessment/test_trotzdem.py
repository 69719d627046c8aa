"""A Lauf with Programme that are not in force: never taken for one without, marked wherever it is told."""

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.assessment.frage import ask_nachfrage
from core.assessment.lauf_view import as_today
from core.assessment.pipeline import assess
from core.base.errors import EingabeError
from core.features.papers.lauf_report import report
from core.programme.context import Context
from core.runs.import_laeufe import import_json
from core.runs.lauf import Lauf
from core.runs.store import open_store, runstore
from core.wortlaut.binding.eintrag import Gebunden
from tests.assessment.conftest import ANTRAG, auftrag
from tests.assessment.test_frage import prompt_of, zitat
from tests.assessment.test_pipeline import asked, good, run
from tests.llm.modellserver import Reply, Request, antwort, modellserver
from tests.sammlungen import LINDENBUND, NAME, REASON, VERMERK

HINWEIS = f"Nicht in Kraft und von Hand hinzugenommen: {NAME} ({REASON})."
BEFORE = replace(ANTRAG, datum=date(2024, 6, 1), antragsteller=("LINDENBUND",))
"""Then only the Grundsatzprogramm of the Lindenbund was in force."""


def quotes_what_is_not_in_force(request: Request) -> Reply:
    """For the Lindenbund a sentence of what was added, and one that is nearly one."""
    text = asked(request)
    found = re.search(rf"\[(Q\d+)\] [^\n]*{VERMERK}\n„(.*?)“", text, re.DOTALL)
    if not found:
        return good(request)
    sentence = next(s for s in re.split(r"(?<=[.!?])\s", found[2].replace("\n", " ")) if len(s) > 60)
    invented = sentence.removesuffix(".") + " für alle Hunde und Katzen im Land Musterland."
    zitate = [{"text": one, "quelle": f"[{found[1]}]"} for one in (sentence, invented)]
    part = {"score": 7, "begruendung": "Das Programm will dasselbe.", "zitate": zitate}
    nothing = {"score": None, "begruendung": "", "zitate": []}
    return antwort({"fraktion": "egal", "wahlprogramm": part, "parteiprogramm": nothing})


def stored(context: Context, **changes: Any) -> tuple[Lauf, list[Request]]:
    given = {"antrag": BEFORE, "trotzdem": (LINDENBUND,), **changes}
    return run(context, quotes_what_is_not_in_force, **given)


def shown(context: Context, lauf: Lauf) -> list[Gebunden]:
    """The bound quotes of what was added, as pages and reports show them."""
    quotes = [zitat.beleg for zitat in as_today(context, lauf).zitate if zitat.status.is_bound]
    return [beleg for beleg in quotes if beleg.ort.programm == LINDENBUND]


# --- the same question, and another -------------------------------------------------------------------------


def test_neither_answers_for_the_other(context: Context) -> None:
    # With so high a threshold nothing is found in what was added: the passages are the same.
    few = {"min_similarity": 0.99}
    with modellserver(good) as server:
        orders = [
            auftrag(api_base=server.url, antrag=BEFORE, trotzdem=added) for added in ((), (LINDENBUND,))
        ]
        orders += [replace(order, **few) for order in orders]  # type: ignore[arg-type]
        laeufe = [runstore(context).load(assess(context, order)) for order in orders]
        assert [lauf.aus_cache for lauf in laeufe] == [None] * 4
        again = runstore(context).load(assess(context, orders[1]))
    assert again.aus_cache == laeufe[1].id and again.trotzdem == laeufe[1].trotzdem == {LINDENBUND: REASON}
    assert "trotzdem" not in laeufe[0].parameter and laeufe[0].trotzdem == {}
    assert LINDENBUND in laeufe[0].parameter["nicht_benutzt"]["LINDENBUND"]
    assert "LINDENBUND" not in laeufe[1].parameter["nicht_benutzt"]


# --- what the model reads -----------------------------------------------------------------------------------


def test_model_is_told_in_the_heading_and_at_every_passage(context: Context) -> None:
    lauf, requests = stored(context, weitere=("BRÜCKE",))
    (text,) = [asked(one) for one in requests if "Partei: Lindenbund" in asked(one)]
    (other,) = [asked(one) for one in requests if "Partei: Die Brücke" in asked(one)]
    heads = [line for line in text.split("\n") if re.match(r"\[Q\d+\]", line)]
    added = [offer.programm_id == LINDENBUND for offer in lauf.angebote if offer.partei == "LINDENBUND"]
    assert [head.endswith(f" – {VERMERK}") for head in heads] == added and any(added) and not all(added)
    assert f"\n{HINWEIS} " in text and "Nicht benutzt werden" not in text
    assert "nicht in Kraft" not in other.lower()


def test_follow_up_questions_know_it(context: Context) -> None:
    lauf, _ = stored(context)

    def quotes(request: Request) -> Reply:
        sentence = shown(context, lauf)[0].text
        return antwort({"antwort": "Weil.", "zitate": [{**zitat(request, "Lindenbund"), "text": sentence}]})

    with modellserver(quotes) as server:
        blatt = ask_nachfrage(context, lauf.id, "Warum?", api_base=server.url)
        text = prompt_of(server.requests[0])
    assert f"\n{HINWEIS}\n" in text and "Nicht benutzte Programme" not in text.split("Partei Lindenbund")[1]
    (line,) = [line for line in text.split("\n") if line.startswith("Belegtes Zitat:") and VERMERK in line]
    assert shown(context, lauf)[0].text in line
    assert re.search(rf"^\[Q\d+\] Lindenbund.* – {VERMERK}$", text, re.MULTILINE)
    assert [beleg.trotzdem for beleg in blatt.belege] == [REASON]


# --- where it is told ---------------------------------------------------------------------------------------


def test_every_quote_of_it_and_every_near_passage_says_so(context: Context) -> None:
    lauf, _ = stored(context)
    quotes = [zitat.eintrag for zitat in as_today(context, lauf).zitate]
    bound = [quote for quote in quotes if isinstance(quote, Gebunden)]
    assert {quote.ort.programm: quote.trotzdem for quote in bound}[LINDENBUND] == REASON
    assert not any(quote.trotzdem for quote in bound if quote.ort.programm != LINDENBUND)
    near = [(quote.naechste.programm, quote.trotzdem) for quote in quotes if quote.naechste]
    assert dict(near)[LINDENBUND] == REASON


def test_export_comes_back_with_it_and_its_quotes_marked(context: Context, tmp_path: Path) -> None:
    lauf, _ = stored(context)
    data = json.loads(json.dumps(runstore(context).export_json([lauf.id])))
    other = open_store(None, tmp_path / "anderswo")
    (there,) = import_json(other, data, context)
    read = other.load(there)
    assert read.trotzdem == {LINDENBUND: REASON}
    assert [beleg.trotzdem for beleg in shown(context, read)] == [REASON] * len(shown(context, lauf))
    assert HINWEIS in report(context, [read])
    other.close()


@pytest.mark.parametrize(
    ("trotzdem", "message"),
    [
        ([LINDENBUND], r"parameter\.trotzdem: muss ein Objekt sein"),
        ({LINDENBUND: 3}, r"parameter\.trotzdem\..*: muss ein Text sein"),
        ({LINDENBUND: "gilt\nab"}, "darf keine Steuerzeichen enthalten"),
        ({f"p{i}": REASON for i in range(101)}, "hat mehr als 100 Einträge"),
    ],
)
def test_file_that_says_it_wrongly_is_refused(context: Context, trotzdem: Any, message: str) -> None:
    lauf, _ = stored(context)
    data = json.loads(json.dumps(runstore(context).export_json([lauf.id])))
    data["laeufe"][0]["akte"][0]["parameter"]["trotzdem"] = trotzdem
    with pytest.raises(EingabeError, match=message):
        import_json(runstore(context), data, context)


# --- from the command line ----------------------------------------------------------------------------------

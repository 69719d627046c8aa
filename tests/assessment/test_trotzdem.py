"""A Lauf with Programme that are not in force: never taken for one without, marked wherever it is told."""

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.assessment.auftrag import Auftrag, schluessel
from core.assessment.frage import ask_nachfrage
from core.assessment.lauf_view import as_today
from core.assessment.pipeline import assess
from core.citations.eintrag import Gebunden
from core.cli.main import main
from core.context import Context
from core.errors import EingabeError
from core.llm.prompts import Prompt
from core.models import Chunk, Fundstelle
from core.papers.html_to_pdf import as_pdf
from core.papers.lauf_report import report
from core.programme.pdf_processes import pymupdf
from core.runs.lauf import Lauf
from core.runs.store import open_store, runstore
from core.settings import ROOT
from core.vergleich.spalten import vergleich_of
from core.vergleich.vergleich_files import VergleichFileForm, exported
from tests.assessment.conftest import ANTRAG, auftrag
from tests.assessment.test_frage import prompt_of, zitat
from tests.assessment.test_pipeline import asked, good, run
from tests.llm.modellserver import Reply, Request, antwort, modellserver
from tests.sammlungen import LINDENBUND

REASON = "gilt ab 10.10.2024"
VERMERK = f"nicht in Kraft: {REASON}; von Hand hinzugenommen"
NAME = "Lindenbund Musterland Wahlprogramm 2024"
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


def test_key_of_a_lauf_without_is_what_it_was_before_there_were_any(context: Context) -> None:
    prompt = Prompt("p", 1, "Titel", "Beschreibung", "partei", "System", "Nutzer")
    antrag = Antrag(
        text="Bus für alle", titel="Bus", datum=date(2025, 3, 1), bundesland="DEMO",
        antragsteller=("MÜHLRAD",), forderungen=(Forderung("1", "Der Bus soll fahren."),),
    )  # fmt: skip
    order = Auftrag(antrag=antrag, modell="openai/a", prompt=prompt, weitere=("LEUCHTTURM",))
    chunk = Chunk("c-1", "muehlrad-demo-2024", "Der Bus fährt.", 0, 14, (1,))
    quotes = {"MÜHLRAD": [Fundstelle(chunk, 0.5)]}
    assert schluessel(context, order, quotes) == "20511403dc85e79cd5dec9a0e87c3de4"
    assert "trotzdem" not in order.parameter
    added = replace(order, trotzdem=("b", "a", "b"))
    assert schluessel(context, added, quotes) == schluessel(
        context, replace(order, trotzdem=("a", "b")), quotes
    )
    marked = {"MÜHLRAD": [Fundstelle(chunk, 0.5, trotzdem=REASON)]}
    assert len({schluessel(context, one, q) for one in (order, added) for q in (quotes, marked)}) == 4


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


def test_report_says_it_once_for_all_and_at_every_quote(context: Context, tmp_path: Path) -> None:
    lauf, _ = stored(context)
    html = report(context, [lauf])
    assert html.count(HINWEIS) == 1 and html.count(f"Programm {VERMERK}.") == len(shown(context, lauf)) > 0
    with pymupdf().open(stream=as_pdf(html)) as pdf:
        printed = " ".join(" ".join(page.get_text() for page in pdf).split())
    assert f"Programm {VERMERK}." in printed and "Nicht in Kraft und von Hand hinzugenommen" in printed
    without, _ = stored(context, trotzdem=())
    assert "nicht in Kraft" not in report(context, [without]).lower()


def test_export_comes_back_with_it_and_its_quotes_marked(context: Context, tmp_path: Path) -> None:
    lauf, _ = stored(context)
    data = json.loads(json.dumps(runstore(context).export_json([lauf.id])))
    other = open_store(None, tmp_path / "anderswo")
    (there,) = other.import_json(data, context)
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
        runstore(context).import_json(data, context)


def test_comparison_has_a_column_of_its_own_and_marks_its_quotes(context: Context) -> None:
    without, added = stored(context, trotzdem=())[0], stored(context)[0]
    store = runstore(context)
    vergleich = vergleich_of(store, context.registry, [without.id, added.id])
    assert [spalte.trotzdem for spalte in vergleich.spalten] == [(), (LINDENBUND,)]
    assert [spalte.name for spalte in vergleich.spalten] == [
        "nur Programme in Kraft",
        f"mit {LINDENBUND} (nicht in Kraft)",
    ]
    zitate = json.loads(exported(vergleich, VergleichFileForm.JSON, store=store))["zitate"]
    marked = {(row["lauf_id"], row["programm_id"]) for row in zitate if row["trotzdem"]}
    assert marked == {(added.id, LINDENBUND)}


# --- from the command line ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("own_default")
def test_commands_use_it_and_say_so(context: Context, capsys: pytest.CaptureFixture[str]) -> None:
    told = [str(ROOT / "data" / "demo" / "pdf" / "antrag-5-214.txt"), "--datum", "01.06.2024"]
    assert main(["antrag", *told]) == 0 and "nicht in Kraft" not in capsys.readouterr().out
    assert main(["antrag", *told, "--trotzdem", LINDENBUND]) == 0
    out = capsys.readouterr().out
    assert f"{NAME} (nicht in Kraft)" in out and f"Trotzdem benutzt: {LINDENBUND} ({VERMERK})" in out
    assert re.search(rf"{NAME}, Seite .* · {VERMERK}", out)
    assert main(["antrag", *told, "--trotzdem", LINDENBUND, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["fundstellen"]["LINDENBUND"]
    assert {f["trotzdem"] for f in found if f["chunk"]["programm_id"] == LINDENBUND} == {REASON}
    assert main(["assess", *told]) == 0 and "nicht in Kraft" not in capsys.readouterr().out.lower()
    assert main(["assess", *told, "--trotzdem", LINDENBUND]) == 0
    out = capsys.readouterr().out
    assert HINWEIS in out and f"Programm {VERMERK}." in out
    (line, *_) = runstore(context).list_laeufe()
    assert runstore(context).load(line.id).trotzdem == {LINDENBUND: REASON}
    assert main(["followup", line.id, "Was sagt der Lindenbund zu kleinen Grundschulen auf dem Land?"]) == 0
    assert f"Programm {VERMERK}." in capsys.readouterr().out
    assert main(["assess", *told, "--trotzdem", "spd-nrw-2022"]) != 0
    assert "sondern für: Nordrhein-Westfalen" in capsys.readouterr().err

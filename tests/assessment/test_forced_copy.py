"""A model that is held to a grammar: it can write nothing into a quote but words of what it was shown."""

import importlib.util
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from core.antrag.antrag import Antrag
from core.assessment.auftrag import Auftrag, schluessel
from core.assessment.pipeline import assess
from core.llm.anfrage import Anfrage, FrageMaterial, ParteiMaterial, PromptMaterial
from core.llm.antwort import FrageAntwort, ParteiAntwort
from core.llm.catalogue import Forcing, Modell, catalogue_of
from core.llm.copy_grammar import grammar_for
from core.llm.prompt_sources import QuelleText
from core.programme.context import Context
from core.runs.lauf import Lauf, Status, Zitierweise
from core.runs.store import runstore
from core.wortlaut.binding.eintrag import Gebunden, ZitatStatus
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Typ
from tests.assessment.conftest import auftrag
from tests.llm.modellserver import Request, Script, antwort, modellserver, status
from tests.skips import needs

if importlib.util.find_spec("llguidance"):
    from tests.llm.forced_model import forced, rambled

needs_llguidance = pytest.mark.skipif(
    importlib.util.find_spec("llguidance") is None, reason=needs("llguidance")
)

MODELL = "hosted_vllm/held"
WAHL = (
    'Das heißt „Bahn für alle“, im Plan "Takt \\ Netz".\nWir wollen 10 bis 15 Prozent mehr Züge '
    "für 2 500 Orte, 5 % der Mittel und nicht-öffentliche Wege."
)
PARTEI = "Grundsätze gelten immer und überall. […] Sehr kurz. […] Gebühren für Kitas schaffen wir ganz ab."
QUELLEN = (
    QuelleText("Q1", "X", Typ.WAHLPROGRAMM, WAHL),
    QuelleText("Q2", "X", Typ.PARTEIPROGRAMM, PARTEI),
)
LEER: dict[str, Any] = {"score": None, "begruendung": "Nichts.", "zitate": []}


def held(context: Context, how: Forcing = Forcing.VLLM) -> Modell:
    """A model of the catalogue whose entry says that it can be."""
    catalogue = catalogue_of(context)
    modell = replace(catalogue.find(MODELL), erzwungen=how, im_katalog=True)
    assert isinstance(catalogue.modelle, dict)
    catalogue.modelle[MODELL] = modell
    return modell


def grammar(context: Context, quellen: tuple[QuelleText, ...] = QUELLEN) -> str:
    material = ParteiMaterial(Antrag(text="x"), "X", quellen)
    return grammar_for(Anfrage(MODELL, schema=ParteiAntwort, material=material), held(context))


def quoting(*texts: str, typ: str = "wahlprogramm") -> str:
    """What a model wants to say."""
    zitate = [{"text": text, "quelle": "[Q1]", "forderung": "1", "haltung": "stuetzt"} for text in texts]
    full = {"score": 7, "begruendung": "Weil.", "zitate": zitate}
    answer = {"fraktion": "X", "wahlprogramm": LEER, "parteiprogramm": LEER, typ: full}
    return json.dumps(answer, ensure_ascii=False)


def quotes_in(said: str) -> list[tuple[str, str]]:
    urteile = ParteiAntwort.read(said).urteile
    return [(zitat.quelle, zitat.text) for urteil in urteile.values() for zitat in urteil.zitate]


@needs_llguidance
@pytest.mark.parametrize(
    "text",
    [
        'im Plan "Takt \\ Netz". Wir wollen',
        'Das heißt „Bahn für alle“, im Plan "Takt',
        " ".join(WAHL.split()),
        "Wir wollen 10 bis 15 Prozent mehr Züge",
        "5 % der Mittel und nicht-öffentliche Wege.",
    ],
)
def test_every_run_of_whole_words_can_be_copied_whatever_signs_it_has(context: Context, text: str) -> None:
    assert forced(grammar(context), quoting(text)) == quoting(text)


@needs_llguidance
@pytest.mark.parametrize(
    "text",
    [
        "Wir wollen 20 Prozent mehr Züge für 2 500 Orte",
        "Wir wollen nicht 10 bis 15 Prozent mehr Züge",
        "öffentliche Wege sind uns allen besonders wichtig",
        "15 Prozent mehr Züge für 2 500 Orte",
        "für 2 500 Orte, 5 der Mittel",
        "Grundsätze gelten immer und überall.",
        "kurz",
        "",
    ],
)
def test_what_is_not_printed_so_cannot_be_said(context: Context, text: str) -> None:
    said = forced(grammar(context), quoting(text))
    assert quotes_in(said) and said != quoting(text)
    source = " ".join(WAHL.split())
    for quelle, quote in quotes_in(said):
        assert quelle == "[Q1]" and f" {quote} " in f" {source} " and len(quote) >= 20
        assert not quote.startswith(("öffentliche", "15 Prozent", "500")) and not quote.endswith("5")


@needs_llguidance
def test_nothing_reaches_over_what_was_left_out_and_no_kind_quotes_another(context: Context) -> None:
    allowed = {"[Q1]": [" ".join(WAHL.split())], "[Q2]": PARTEI.split(" […] ")}
    seen = set()
    for seed in range(40):
        for quelle, quote in quotes_in(rambled(grammar(context), Random(seed))):
            assert any(quote in part for part in allowed[quelle])
            seen.add((quelle, quote))
    assert len(seen) > 20 and {quelle for quelle, _ in seen} == {"[Q1]", "[Q2]"}
    only_wahl = grammar(context, QUELLEN[:1])
    assert quotes_in(forced(only_wahl, quoting(PARTEI.split(" […] ")[0], typ="parteiprogramm"))) == []


@needs_llguidance
def test_answers_to_questions_are_held_too_and_name_the_right_source(context: Context) -> None:
    material: PromptMaterial = FrageMaterial("Was wollen sie?", QUELLEN)
    rules = grammar_for(Anfrage(MODELL, schema=FrageAntwort, material=material), held(context))
    found = [
        (zitat.quelle, zitat.text)
        for seed in range(20)
        for aussage in FrageAntwort.read(rambled(rules, Random(seed))).aussagen
        for zitat in aussage.zitate
    ]
    for quelle, quote in found:
        assert quote in " ".join((WAHL if quelle == "[Q1]" else PARTEI).split())
    assert {quelle for quelle, _ in found} == {"[Q1]", "[Q2]"}


def judged(context: Context, script: Script, how: Forcing) -> tuple[Lauf, list[Request]]:
    held(context, how)
    with modellserver(script) as server:
        lauf_id = assess(context, auftrag(MODELL, api_base=f"{server.url}/v1"))
        return runstore(context).load(lauf_id), list(server.requests)


@needs_llguidance
@pytest.mark.parametrize("how", Forcing)
def test_every_quote_of_a_held_model_is_bound_and_its_lauf_says_so(context: Context, how: Forcing) -> None:
    invented = "Wir schaffen die Schwerkraft im ganzen Land bis zum Jahr 2031 vollständig ab."

    def script(request: Request) -> str:
        given = request.body[how]
        return forced(given["grammar"] if how is Forcing.VLLM else given, quoting(invented, "Kita"))

    lauf, requests = judged(context, script, how)
    assert lauf.status is Status.FERTIG and lauf.zitierweise is Zitierweise.ERZWUNGEN
    assert {zitat.partei for zitat in lauf.zitate} == {"BRÜCKE", "MÜHLRAD"}
    for zitat in lauf.zitate:
        assert isinstance(zitat.eintrag, Gebunden) and zitat.status is ZitatStatus.WOERTLICH
        assert letters(zitat.eintrag.text) == letters(zitat.text)
    assert all("response_format" not in request.body for request in requests)


def test_a_server_that_takes_no_grammar_is_not_asked_without_one(context: Context) -> None:
    refused = status(400, "Grammar error: unknown directive %regex in structured_outputs")
    lauf, requests = judged(context, [refused], Forcing.VLLM)
    assert lauf.status is Status.FEHLGESCHLAGEN and "„erzwungen“" in lauf.fehler
    assert all("structured_outputs" in request.body for request in requests)


def test_what_was_asked_freely_before_does_not_answer_for_a_held_model(context: Context) -> None:
    def key(order: Auftrag) -> str:
        return schluessel(context, order, {})

    free = key(auftrag(MODELL))
    held(context)
    assert key(auftrag(MODELL)) != free


def test_a_model_that_cannot_be_held_is_sent_no_grammar(context: Context) -> None:
    answer = {"fraktion": "x", "wahlprogramm": LEER, "parteiprogramm": LEER}
    with modellserver([antwort(answer)]) as server:
        lauf_id = assess(context, auftrag(api_base=server.url))
    assert runstore(context).load(lauf_id).zitierweise is Zitierweise.ABSCHRIFT
    assert not any({*Forcing} & request.body.keys() for request in server.requests)

"""Scripted models answer like real ones, in the demo history only."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.base.errors import ModellUeberlastet, ModellUnbekannt
from core.base.settings import Settings
from core.demo.scripted_models import Appearance, PlayStyle, Transcript, play, whole_sentences
from core.llm.anfrage import Anfrage, ParteiMaterial
from core.llm.antwort import ParteiAntwort
from core.llm.catalogue import Handler, catalogue_of
from core.llm.client import ask
from core.llm.litellm_access import register_anbieter
from core.llm.prompt_sources import QuelleText
from core.programme.context import Context
from core.wortlaut.records import Typ

CONTEXT = Context(Settings())

SATZ = "Wir bauen bis zum Jahr 2030 genau 45 neue Brunnen auf und werden dabei keine Schule vergessen."
ANTRAG = Antrag(
    "",
    titel="Brunnen an allen Schulen",
    forderungen=(
        Forderung("1", "Jede Schule soll einen Brunnen bekommen."),
        Forderung("2", "Bis 2030 sollen 45 Brunnen stehen."),
    ),
    begruendung="Wasser hilft beim Denken.",
)
QUELLE = QuelleText("Q1", "Die Linde", Typ.WAHLPROGRAMM, SATZ)
MATERIAL = ParteiMaterial(ANTRAG, "Die Linde", (QUELLE,))
MESSAGES = [{"role": "user", "content": "Antworte als JSON."}]


def spielweise(abschrift: Transcript = Transcript.WOERTLICH, **changes: Any) -> PlayStyle:
    return PlayStyle({abschrift: 1.0}, **{"streuung": 0.0, "zitate": 1, **changes})


def answer(handler: Handler) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(handler(MESSAGES, {"model": "probe", "material": MATERIAL}))
    return said


def quote(abschrift: Transcript) -> str:
    elsewhere: Mapping[str, list[str]] = {"Die Linde": ["Das steht an ganz anderer Stelle im Programm."]}
    (zitat,) = answer(play(Appearance(spielweise(abschrift), "1", anderswo=elsewhere)))["wahlprogramm"][
        "zitate"
    ]
    assert zitat["quelle"] == "[Q1]"
    return str(zitat["text"])


@pytest.mark.parametrize(
    ("abschrift", "expected"),
    [
        (Transcript.ZAHL, SATZ.replace("2030", "2031")),
        (Transcript.VERNEINUNG, SATZ.replace("keine", "eine")),
        (Transcript.STICHWORT, "Wir bauen"),
        (Transcript.GEKUERZT, "Wir bauen bis zum Jahr 2030 … und werden dabei keine Schule vergessen."),
        (Transcript.ANDERSWO, "Das steht an ganz anderer Stelle im Programm."),
    ],
)
def test_a_careless_one_gets_one_thing_wrong(abschrift: Transcript, expected: str) -> None:
    assert quote(abschrift) == expected


def test_what_is_made_up_stands_in_no_source() -> None:
    assert quote(Transcript.ERFUNDEN) != SATZ
    assert quote(Transcript.UMSCHRIEBEN).startswith("Wir bauen") and quote(Transcript.UMSCHRIEBEN) != SATZ


def test_a_table_read_as_one_sentence_is_not_quoted() -> None:
    table = "Bereich Bisher Neu " + "Einstellung Schulamt Schulleitung " * 12 + "bis 25.000 Euro."
    assert whole_sentences(f"{SATZ} {table} Kurz.") == [SATZ]


def test_one_that_is_told_so_quotes_nothing_gives_no_points_or_fails() -> None:
    silent = answer(play(Appearance(spielweise(zitate=0, stumm=1.0), "1")))["wahlprogramm"]
    assert silent["zitate"] == [] and silent["score"] is None and silent["begruendung"]
    with pytest.raises(ModellUeberlastet, match=r"demo/probe.*Störung"):
        ask(CONTEXT, anfrage(play(Appearance(spielweise(stoerung=1.0), "1"))))


def anfrage(skript: Handler | None, modell: str = "demo/probe") -> Anfrage:
    return Anfrage(modell, MESSAGES, schema=ParteiAntwort, versuche=1, skript=skript, material=MATERIAL)


def test_a_scripted_answer_passes_for_a_models() -> None:
    antwort = ask(CONTEXT, anfrage(play(Appearance(spielweise(), "1"))))
    assert antwort.modell_geantwortet == "demo/probe" and len(antwort.versuche) == 1
    assert antwort.data.fraktion == "Die Linde" and antwort.tokens_aus > 20


def test_nobody_else_can_ask_a_scripted_model() -> None:
    with pytest.raises(ModellUnbekannt, match="nur im Demo-Verlauf"):
        ask(CONTEXT, anfrage(None))
    ready = catalogue_of(CONTEXT).find("demo/schnell").availability()
    assert not ready.ok and "nur im Demo-Verlauf" in ready.grund
    assert not [modell.id for modell in catalogue_of(CONTEXT).modelle.values() if modell.praefix == "demo"]


def test_a_script_answers_for_no_real_model() -> None:
    empty: dict[str, Any] = {"score": None, "begruendung": "", "zitate": []}
    real = json.dumps({"fraktion": "echt", "wahlprogramm": empty, "parteiprogramm": empty})
    register_anbieter(CONTEXT, "wirklich", lambda messages, params: real)
    antwort = ask(CONTEXT, anfrage(play(Appearance(spielweise(), "1")), "wirklich/x"))
    assert antwort.data.fraktion == "echt"

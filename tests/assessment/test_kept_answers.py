"""Real answers are stored and come back equal: real index and store, the built-in model, a real server."""

import json
from dataclasses import fields, replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from core.assessment.frage import AntwortSheet, FragenAntwort, ask_nachfrage
from core.llm.catalogue import OFFLINE
from core.programme.context import Context
from core.runs.import_laeufe import import_json
from core.runs.store import open_store, runstore
from core.search.suchanfrage import Rueckfrage, Suchanfrage, Zeitraum
from core.wortlaut.binding.eintrag import Anchor, Place
from core.wortlaut.records import Chunk, Fundstelle, Typ
from tests.assessment.asked import ask_frage
from tests.assessment.test_frage import ERFUNDEN, FRAGE, aussage, run, zitat
from tests.assessment.test_nachfrage import quotes_muehlrad, stored
from tests.llm.modellserver import Reply, Request, antwort, modellserver


def mixed(request: Request) -> Reply:
    """A proved statement, one whose quote is invented, and one without any."""
    aussagen = [
        aussage("Bündnis Mühlrad will das.", zitat(request, "Bündnis Mühlrad")),
        aussage("Die Brücke will fliegen.", ERFUNDEN),
        aussage("Ein halbes Zeichen \ud800 und \x00 ein Nullzeichen."),
    ]
    return antwort({"aussagen": aussagen})


def kept(context: Context, answer: FragenAntwort) -> FragenAntwort:
    return FragenAntwort.load(context, answer.save(runstore(context)))


@pytest.mark.parametrize("frage", [FRAGE, "Was sagen die Parteien in Musterland seit 2020 zur Raumfahrt?"])
def test_offline_answer_comes_back_equal(context: Context, frage: str) -> None:
    answer = ask_frage(context, frage, OFFLINE)
    assert answer.gezeigt and kept(context, answer) == answer


def test_quotes_of_an_earlier_reading_come_back_where_they_stand_today(context: Context) -> None:
    answer = ask_frage(context, FRAGE, OFFLINE)
    (first, *_) = answer.aussagen
    assert first.belege
    moved = replace(first, belege=tuple(replace(beleg, ort=_earlier(beleg.ort)) for beleg in first.belege))
    (found, *_) = kept(context, replace(answer, aussagen=(moved, *answer.aussagen[1:]))).aussagen
    assert found.belege == tuple(replace(beleg, anker=Anchor.WIEDERGEFUNDEN) for beleg in first.belege)


def _earlier(ort: Place) -> Place:
    return replace(ort, version="frueher", seiten=(1,), stellen=((0, 5),))


def test_answer_with_dropped_quotes_comes_back_equal(context: Context) -> None:
    answer = run(context, mixed, f"{FRAGE[:-1]} im Wahlprogramm 2024?")
    assert answer.verworfen and answer.anfrage.typ and answer.aussagen[2].unbelegt
    assert kept(context, answer) == answer


def test_every_kind_of_value_comes_back_as_it_was(context: Context) -> None:
    anfrage = Suchanfrage(
        eingabe="Was gilt \ud800?", text="gilt", parteien=("SPD", "GRÜNE"), bundesland="NRW",
        typ=Typ.PARTEIPROGRAMM, jahr=2021, zeitraum=Zeitraum(None, 2024),
        rueckfragen=(Rueckfrage("Union", "Welche?", ("CDU", "CSU")),), ohne=("AfD",),
        programm="spd-nrw-2022", stichtag=date(2022, 3, 1), vergleicht=True, woertlich=("2010",),
    )  # fmt: skip
    chunk = Chunk("c1", "p", "Text \x00", 3, 9, (1, 2), ("Kapitel", "Abschnitt"))
    found = Fundstelle(chunk, 0.1 + 0.2, ("1", "II.3"), (replace(chunk, id="c2"), replace(chunk, id="c3")))
    answer = FragenAntwort(anfrage=anfrage, gezeigt=(found,), ohne_quellen=("FDP",), kosten=1e-7)
    back = kept(context, answer)
    assert back == answer
    assert type(back.anfrage.typ) is Typ and type(back.gezeigt[0].weitere[1]) is Chunk
    assert all(getattr(anfrage, field.name) for field in fields(Suchanfrage))


def test_nachfragen_come_back_equal_in_their_order(context: Context) -> None:
    lauf_id, store = stored(context), runstore(context)
    asked = [ask_nachfrage(context, lauf_id, frage, OFFLINE) for frage in ("Was zur Wieltalbahn?", "Warum?")]
    with modellserver(quotes_muehlrad) as server:
        asked.append(ask_nachfrage(context, lauf_id, "Und Mühlrad?", api_base=server.url))
    with modellserver([antwort({"antwort": "Erfunden.", "zitate": [ERFUNDEN]})]) as server:
        asked.append(ask_nachfrage(context, lauf_id, "Erfunden?", api_base=server.url))
    for blatt in asked:
        blatt.save(store)
    assert asked[0].belege and asked[0].gezeigt and asked[3].verworfen
    assert AntwortSheet.all_of(store, lauf_id) == asked


def test_imported_nachfragen_name_the_lauf_they_are_with(context: Context, tmp_path: Path) -> None:
    lauf_id, store = stored(context), runstore(context)
    blatt = ask_nachfrage(context, lauf_id, "Was steht da zur Wieltalbahn?", OFFLINE)
    blatt.save(store)
    data: Any = json.loads(json.dumps(store.export_json([lauf_id])))
    other = open_store(None, tmp_path / "anderswo")
    (there,) = import_json(other, data, context)
    (found,) = AntwortSheet.all_of(other, there)
    same = {"lauf_id": there, "gezeigt": (), "fehlend": ()}  # what it was shown is not proved here
    assert found == replace(blatt, **same) and found.belege
    other.close()
    data["laeufe"][0]["score"][0]["begruendung"] = "Eine andere."
    (renamed,) = import_json(store, data, context)
    assert renamed not in (lauf_id, there)
    assert AntwortSheet.all_of(store, renamed) == [replace(blatt, **same | {"lauf_id": renamed})]

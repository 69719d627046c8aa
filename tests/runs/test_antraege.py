"""Anträge are kept before anything is assessed, each once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields, replace
from datetime import date
from typing import Any

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.runs.store import Runstore
from tests.runs.beispiele import ANTRAG
from tests.runs.test_laeufe import NASTY

CHANGES: dict[str, Any] = {
    "text": "Ein anderer Text.", "titel": "Andere Brunnen", "drucksache": "5/215", "datum": None,
    "typ": "Entschließungsantrag", "bundesland": None, "antragsteller": ("MUEHLRAD", "LINDENBUND"),
    "forderungen": (*ANTRAG.forderungen, Forderung("2", "Das Wasser ist kalt.")),
    "feststellung": "Es ist heiß.", "begruendung": "",
}  # fmt: skip


@pytest.mark.parametrize(
    "antrag",
    [ANTRAG, Antrag("Nur Text."), replace(ANTRAG, text=NASTY, titel=NASTY, drucksache=NASTY)],
    ids=["whole", "bare", "nasty"],
)
def test_antrag_comes_back_exactly(store: Runstore, antrag: Antrag) -> None:
    """But for half of a character, which nothing can show."""
    halves = {name: getattr(antrag, name).replace("\ud800", "�") for name in ("text", "titel")}
    halves["drucksache"] = antrag.drucksache and antrag.drucksache.replace("\ud800", "�")
    assert store.load_sheet(store.save_antrag(antrag, "eingegeben")).antrag == replace(antrag, **halves)


def test_antrag_saved_again_is_the_same_but_entered_now(store: Runstore) -> None:
    antrag_id = store.save_antrag(ANTRAG, "hochgeladen")
    (before,) = store.list_antraege()
    assert store.save_antrag(replace(ANTRAG), "eingegeben") == antrag_id
    (again,) = store.list_antraege()
    assert again.created > before.created and again.herkunft == "hochgeladen"
    assert replace(again, created=before.created) == before


def test_correcting_any_field_keeps_both(store: Runstore) -> None:
    corrected = [replace(ANTRAG, **{name: value}) for name, value in CHANGES.items()]
    ids = [store.save_antrag(antrag) for antrag in (ANTRAG, *corrected)]
    assert CHANGES.keys() == {field.name for field in fields(Antrag)}
    assert len(set(ids)) == len(ids)
    assert [store.load_sheet(antrag_id).antrag for antrag_id in ids] == [ANTRAG, *corrected]


def test_list_has_the_latest_first_and_what_is_needed_to_choose(store: Runstore) -> None:
    ids = [store.save_antrag(Antrag(f"Text {number}"), "demo") for number in range(3)]
    last = store.save_antrag(ANTRAG, "hochgeladen")
    assert [line.id for line in store.list_antraege()] == [last, *reversed(ids)]
    line, bare = store.list_antraege(limit=2)
    assert (line.titel, line.drucksache, line.bundesland, line.datum, line.herkunft) == (
        ANTRAG.titel, "5/214", "DEMO", date(2025, 3, 4), "hochgeladen"
    )  # fmt: skip
    assert (bare.titel, bare.bundesland, bare.datum) == ("", None, None)


@pytest.mark.contract
def test_same_antrag_saved_at_once_is_there_once(store: Runstore) -> None:
    with ThreadPoolExecutor(6) as pool:
        ids = set(pool.map(lambda _: store.save_antrag(ANTRAG), range(12)))
    assert {line.id for line in store.list_antraege()} == ids and len(ids) == 1

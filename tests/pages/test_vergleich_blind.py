"""Voting between two answers without knowing whose they are."""

import re
from dataclasses import replace

from streamlit.testing.v1 import AppTest

from core.runs.lauf import Score
from core.runs.notes import Preference, Stimme
from core.runs.store import Runstore
from tests.pages.conftest import open_at, ready
from tests.runs.beispiele import ANTRAG, angebot, gebunden, neuer_lauf, teil
from tests.sammlungen import LINDENBUND

BOESE = "**fett** <script>alert(1)</script> $x$ [x](javascript:alert(1))"
NAMES = ("openai/alpha", "openai/beta")


def answered(store: Runstore, modell: str, score: float, text: str = "", antrag: int = 0) -> str:
    """A Lauf about one party, whose reason is all that tells it from others."""
    asked = neuer_lauf(antrag=replace(ANTRAG, text=f"{ANTRAG.text} {antrag}"), modell_gefragt=modell)
    lauf_id = store.start(replace(asked, prompt_id="streng", prompt_version="1"))
    store.save_fundstellen(lauf_id, [angebot(programm_id=LINDENBUND)])
    entry = Score("LINDENBUND", "wahlprogramm", score, text or f"Begründung mit {score:g} Punkten.")
    own = teil(modell=modell, kosten=0.4242)
    store.save_teil(lauf_id, own, [entry], [gebunden()])
    store.finish(lauf_id)
    return lauf_id


def pair(store: Runstore, number: int = 1) -> list[str]:
    """So many Anträge, each answered by both columns."""
    return [
        answered(store, modell, score, antrag=antrag)
        for antrag in range(number)
        for modell, score in zip(NAMES, (3, 8), strict=True)
    ]


def open_blind(ids: list[str], **address: str) -> AppTest:
    return open_at("vergleich", laeufe=",".join(ids), mehr="blind", **address)


def press(app: AppTest, key: str) -> AppTest:
    return ready(app.button(key=key).click().run())


def shown(app: AppTest) -> str:
    texts = [e.value for kind in ("markdown", "caption", "info", "header") for e in app.get(kind)]
    return re.sub(r"\\(\W)", r"\1", "\n".join(texts + [button.label for button in app.button]))


def tables(app: AppTest) -> list[str]:
    return [one.proto.body for one in app.get("html") if 'class="tafel' in one.proto.body]


def reasons(app: AppTest) -> list[str]:
    return re.findall(r"Begründung mit (\d) Punkten", shown(app))


def test_nothing_on_the_page_tells_whose_an_answer_is(store: Runstore) -> None:
    app = open_blind(pair(store))
    told = shown(app)
    assert "**Antwort A**" in told and "**Antwort B**" in told and sorted(reasons(app)) == ["3", "8"]
    assert "3 von 10" in told and "8 von 10" in told and "Wir stellen an jeder Schule" in told
    assert not re.search("alpha|beta|streng|42,42|Cent|Lauf öffnen", told)
    frames = "\n".join(str(frame.value) for frame in app.dataframe)
    assert not re.search("alpha|beta", frames) and not tables(app)
    assert [b for b in ("A ist besser", "Gleich gut", "B ist besser") if b not in told] == []


def test_the_vote_is_stored_then_it_is_told_whose_they_were_and_the_next_pair_comes(store: Runstore) -> None:
    ids = pair(store, 2)
    app = open_blind(ids)
    before = reasons(app)
    assert "Noch 2 Paare." in shown(app)
    assert reasons(ready(app.run())) == before
    app.text_input(key="blind-name").set_value("Kim").run()
    before = reasons(ready(app))
    press(app, "blind-a")
    (stimme,) = store.notes_of(Stimme)
    score = {entry.score for entry in store.load(stimme.lauf_id).scores}
    assert (stimme.wahl, stimme.name, stimme.partei) == (Preference.A, "Kim", "LINDENBUND")
    assert score == {float(before[0])}
    told = shown(app)
    modell = NAMES[0] if before[0] == "3" else NAMES[1]
    assert "Gespeichert: A ist besser." in told
    first = told.split("Antwort A: ")[1].split("Antwort B: ")[0]
    assert modell.split("/")[1] in first
    press(app, "blind-weiter")
    assert "Noch 1 Paar" in shown(app) and "Gespeichert" not in shown(app)
    press(app, "blind-gleich")
    press(app, "blind-weiter")
    assert "haben Sie alle Paare beurteilt." in shown(app)
    assert [own.wahl for own in store.notes_of(Stimme)] == [Preference.A, Preference.GLEICH]


def test_votes_are_counted_with_the_share_of_each_column_and_its_interval(store: Runstore) -> None:
    ids = pair(store, 3)
    app = open_blind(ids)
    app.session_state["blind-ergebnis"] = True
    assert "0 Stimmen. Keine Spalte" in shown(ready(app.run()))
    for number in range(12):  # alpha is preferred nine times, beta three times
        alpha, beta = ids[number % 3 * 2], ids[number % 3 * 2 + 1]
        wahl = Preference.B if number % 4 == 3 else Preference.A
        store.save_note(Stimme(alpha, beta, "LINDENBUND", wahl, f"Person {number}"))
    assert "12 Stimmen. " in shown(ready(app.run()))
    rows = app.dataframe[-1].value.to_dict("records")
    assert [(row["Gewonnen"], row["Gleich"], row["Verloren"]) for row in rows] == [(9, 0, 3), (3, 0, 9)]
    assert [row["Wird vorgezogen"][:12] for row in rows] == ["75 % (95 %: ", "25 % (95 %: "]


def test_nothing_a_model_wrote_is_markup(store: Runstore) -> None:
    app = open_blind([answered(store, NAMES[0], 3, BOESE), answered(store, NAMES[1], 8, BOESE)])
    assert shown(app).count(BOESE) == 2 and BOESE not in "\n".join(e.value for e in app.markdown)

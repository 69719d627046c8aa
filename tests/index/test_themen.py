"""Tags without a language model: of a whole Programm, of a short text, and which Programme share one."""

import json
from pathlib import Path

import pytest

from core.antrag.antrag import Antrag, Forderung
from core.antrag.read_antrag import read_antrag
from core.base.settings import ROOT
from core.llm.anfrage import AntragMaterial
from core.llm.offline import answer
from core.programme.context import Context
from core.programme.themen import key_of, themen_of_programm
from core.search.kurzfassung import (
    LONGEST,
    MOST_SENTENCES,
    Kurzfassung,
    Themen,
)
from core.search.summaries import ProgrammSummaries
from core.search.zusammenfassung import Zusammenfassung
from tests.sammlungen import LINDENBUND, chunks_of, embedder
from tests.search.test_programm_search import own

__all__ = ["own"]

DEMO = ROOT / "data" / "demo" / "pdf"
FIELDS = {
    "Rente": "Die Rente muss für alle reichen, und eine gute Rente kostet. Auch die Rentnerinnen wissen das.",
    "Moor": "Das Moor speichert Kohlenstoff. Ein nasses Moor schützt das Klima, sagt das Amt in Tarnau.",
    "Feuerwehr": "Die Feuerwehr kommt schnell. Ohne die freiwillige Feuerwehr brennt in Tarnau das Haus.",
    "Bahnhof": "Der Zug hält am Bahnhof. Ein neuer Bahnhof wird ohne Stufen gebaut, auch der in Tarnau.",
    "Zahnarzt": "Der nächste Zahnarzt ist weit. Ein junger Zahnarzt bekommt in Tarnau eine Praxis.",
    "Stausee": "Der Stausee ist sauber. Am großen Stausee baden in Tarnau alle Menschen gern.",
}


def tags(texts: list[str]) -> list[str]:
    chunks = chunks_of(LINDENBUND, texts)
    return themen_of_programm(chunks, embedder().embed_documents(texts), embedder())


# --- of a Programm ------------------------------------------------------------------------------------------


def test_topics_are_found_and_neither_phrases_nor_places() -> None:
    """Each subject in a part of its own; „Haus“, „Menschen“ are anywhere, and Tarnau is a town."""
    found = tags([text for text in FIELDS.values() for _ in range(8)])
    assert set(FIELDS) <= set(found) and len(found) <= 10
    assert not {"Tarnau", "Menschen", "Haus"} & set(found)


def test_a_tag_is_a_whole_noun_in_the_shortest_of_its_usual_forms() -> None:
    texts = ["Wir fordern das Recht eines Grundeinkommens für alle, denn das Grundeinkommen hilft."] * 5
    assert "Grundeinkommen" in tags(texts) and "Grundeinkommens" not in tags(texts)
    name = "Wir wollen die Karolingische Pfalz erhalten, denn die Karolingische Pfalz ist alt."
    halves = "Wir stärken die Rüstungskontroll- und die Abrüstungspolitik mit aller Kraft."
    assert (tags([name] * 5), tags([halves] * 5)) == (["Pfalz"], ["Abrüstungspolitik"])
    assert tags(["wir wollen das so, und wir machen das so."] * 5) == []


# --- in the index -------------------------------------------------------------------------------------------


# --- by a model, and shared ---------------------------------------------------------------------------------


def by_model(context: Context, *worte: str, modell: str = "openai/test") -> None:
    made = Zusammenfassung(LINDENBUND, "", "Es geht um Luftschiffe.", worte, modell)
    ProgrammSummaries.of(context, LINDENBUND).keep([made])


def test_a_models_tags_replace_them(own: Context) -> None:
    before = Themen.of(own).by_programm
    by_model(own, "Luftschiff", "Raketen")
    assert Themen.of(own).by_programm == {**before, LINDENBUND: ("Luftschiff", "Raketen")}
    summary = ProgrammSummaries.of(own, LINDENBUND).whole()
    assert summary and summary.modell == "openai/test" and summary.themen == ("Luftschiff", "Raketen")


def test_programme_that_share_a_tag_are_found_by_any_form_of_it(own: Context) -> None:
    themen = Themen.of(own)
    found = themen.bearing("Schule")
    assert len(found) > 1 and found == themen.bearing("schulen")
    assert found == {id for id, worte in themen.by_programm.items() if "Schule" in worte}
    assert [name for name in themen.names if key_of(name) == key_of("Schule")] == ["Schule"]


# --- of an Antrag -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(DEMO.glob("antrag-*.txt")), ids=lambda path: str(path.stem))
def test_an_antrag_is_told_in_its_own_sentences_and_nouns(demo: Context, path: Path) -> None:
    antrag = read_antrag(path.read_text(encoding="utf-8"), demo.registry)
    kurz, whole = Kurzfassung.of(demo, antrag), " ".join(antrag.text.split())
    assert kurz.saetze and all(" ".join(satz.split()) in whole for satz in kurz.saetze)
    assert len(kurz.text.split()) <= 100
    assert 5 <= len(kurz.themen) <= 10 and all(thema in antrag.text for thema in kurz.themen)
    assert json.dumps(kurz.themen) and Kurzfassung.of(demo, antrag) is kurz


def test_the_sentences_follow_each_other_as_in_the_antrag(demo: Context) -> None:
    """What the Landtag is to find stands before the demands there, and behind them in the fields."""
    found = "Der Landtag stellt fest, dass die Busse der Insel selten fahren."
    demand = "Die Busse der Insel sollen öfter fahren, auch am Sonntag."
    reason = "Denn wer auf der Insel lebt, braucht Busse, die fahren."
    antrag = Antrag(
        f"I. {found}\n\nII. Der Landtag fordert:\n\n1. {demand}\n\nBegründung\n\n{reason}",
        forderungen=(Forderung("II.1", demand),),
        feststellung=found,
        begruendung=reason,
    )
    assert Kurzfassung.of(demo, antrag).saetze == (found, demand, reason)
    offline = json.loads(answer(AntragMaterial(antrag), demo.embedder))
    assert offline["zusammenfassung"] == f"{found} […] {demand} […] {reason}"


def test_what_a_person_added_is_not_told_as_a_sentence_of_the_antrag(demo: Context) -> None:
    text = "Der Landtag möge beschließen, dass die Busse der Region stündlich fahren."
    antrag = Antrag(
        text, forderungen=(Forderung("1", "Die Bahn der Region fährt ab sofort alle zehn Minuten."),)
    )
    assert Kurzfassung.of(demo, antrag).saetze == ()
    assert Kurzfassung.of(demo, Antrag(text)).saetze == (text,)


def test_an_endless_antrag_is_bounded(demo: Context) -> None:
    for text in ("Aa" * 100_000, "Aa-" * 100_000, "Die gute Rente steigt um viel. " * 10_000):
        kurz = Kurzfassung.of(demo, Antrag(text))
        assert len(kurz.themen) <= 10 and all(len(satz) <= LONGEST for satz in kurz.saetze)
    many = " ".join(f"Die Gemeinde Nummer {n} bekommt endlich ihren Bus." for n in range(3 * MOST_SENTENCES))
    assert f"Nummer {MOST_SENTENCES} " not in Kurzfassung.of(demo, Antrag(many)).text

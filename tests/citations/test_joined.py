"""Quotes joined of true parts from several places: each part is bound for itself, or the whole is dropped."""

from typing import Any

import pytest

from core.programme.context import Context
from core.programme.quellen import Quellen
from core.proof.audit import audit
from core.proof.nachweis import anchored_eintrag
from core.proof.zitat_page import zitat_pages
from core.wortlaut.binding.bind import Bindung, ShownContext, bind
from core.wortlaut.binding.eintrag import Anchor, Gebunden, ZitatStatus, read_eintrag, write_eintrag
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.binding.source_labels import joined_labels
from core.wortlaut.german.folding import letters
from core.wortlaut.records import Chunk, Fundstelle, Typ
from tests.citations.quelltext import make_programm, make_quelle
from tests.citations.test_re_anchor import FUELLUNG, ID, WALD, WOHNEN, context, first_edition, marked, typeset

__all__ = ["context", "first_edition"]

FILL = "Auf dieser Seite geht es nur um das Wandern im Mittelgebirge und um gar nichts anderes. " * 8
WAHL = make_quelle(
    make_programm("spd"),
    "Wir bauen bis 2028 zwölftausend neue Wohnungen, sofern der Bund das bezahlt. Die Bahn fährt wieder im "
    f"Wieltal. {FILL}\n",
    f"{FILL}\n",
    "Jede Schule bekommt eine Küche mit frischem Essen. Das kostet die Eltern keinen Cent mehr als heute. "
    "Nur in Randlagen darf die Polizei ihre alten Wachen noch schließen.\n",
)
GRUND = make_quelle(make_programm("spd-grundsatz", "SPD", None), "Freiheit ist der Anfang von allem Recht.\n")
OTHER = make_quelle(make_programm("cdu", "CDU"), "Der Wald gehört allen Menschen in diesem Land.\n")
QUELLEN = {quelle.programm.id: quelle for quelle in (WAHL, GRUND, OTHER)}

HOUSES, TRAIN = "Wir bauen bis 2028 zwölftausend neue Wohnungen", "Die Bahn fährt wieder im Wieltal."
KITCHEN, COST = "Jede Schule bekommt eine Küche", "Das kostet die Eltern keinen Cent mehr als heute."
FREEDOM = "Freiheit ist der Anfang von allem Recht."


def shown(*but: int) -> ShownContext:
    """All was shown to the model but the pages named of the Wahlprogramm."""
    found = []
    for quelle in QUELLEN.values():
        for teil in quelle.strom.absaetze:
            if quelle is not WAHL or not set(quelle.strom.pages_of(teil.start, teil.end)) & set(but):
                found.append((quelle.programm.partei, _passage(quelle, teil.start, teil.end)))
    return ShownContext.of({p: [f for q, f in found if q == p] for p in ("SPD", "CDU")}, QUELLEN)


def _passage(quelle: Quelle, start: int, end: int) -> Fundstelle:
    pages = quelle.strom.pages_of(start, end)
    id = f"{quelle.programm.id}:{start}"
    return Fundstelle(Chunk(id, quelle.programm.id, quelle.strom.text[start:end], start, end, pages), 0.5)


def bound(text: str, *but: int) -> Bindung:
    return bind(text, "SPD", Typ.WAHLPROGRAMM, shown(*but))


def kept(text: str) -> Gebunden:
    found = bound(text)
    assert found.status is ZitatStatus.AUS_MEHREREN_STELLEN
    return found.gebunden()


@pytest.mark.parametrize("mark", [" … ", " ... ", " […] ", " [...] ", "… "])
def test_parts_from_far_apart_are_quotes_of_their_own_under_one_number(mark: str) -> None:
    one = kept(f"{TRAIN}{mark}{KITCHEN}")
    assert [(teil.text, teil.ort.seiten, teil.status) for teil in one.teile] == [
        (TRAIN, (1,), ZitatStatus.WOERTLICH), (KITCHEN, (3,), ZitatStatus.WOERTLICH),
    ]  # fmt: skip
    assert (one.text, one.ort.seiten) == (f"{TRAIN} … {KITCHEN}", (1, 3))
    assert one.quelle == "Programm spd, S. 11; S. 13"
    assert one.quoted == f"„{TRAIN}“ [von S. 11 zu S. 13, 2 Seiten weiter hinten] „{KITCHEN}“"
    assert [page for page, _ in zitat_pages(one)] == [1, 3]
    assert read_eintrag(write_eintrag(one)) == one


def test_other_order_other_programme_and_parts_close_together() -> None:
    turned = kept(f"{KITCHEN} […] {TRAIN}")
    assert [teil.ort.seiten for teil in turned.teile] == [(3,), (1,)] and "weiter vorn" in turned.quoted
    assert turned.ort.stellen == tuple(sorted(turned.ort.stellen))
    two = kept(f"{HOUSES} … {FREEDOM}")
    assert [teil.ort.programm for teil in two.teile] == ["spd", "spd-grundsatz"]
    assert two.quelle == "Programm spd, S. 11; Programm spd-grundsatz, S. 11"
    assert "aus einem anderen Programm: Programm spd-grundsatz, S. 11" in two.quoted
    grouped = kept(f"{KITCHEN} … frischem Essen … {TRAIN}")
    assert [teil.status for teil in grouped.teile] == [ZitatStatus.MIT_AUSLASSUNG, ZitatStatus.WOERTLICH]


def test_a_part_that_stands_in_two_programmes_is_taken_from_that_of_the_part_before() -> None:
    again = make_quelle(make_programm("spd-grundsatz", "SPD", None), f"{TRAIN} {FREEDOM}\n")
    passages = [_passage(one, teil.start, teil.end) for one in (again, WAHL) for teil in one.strom.absaetze]
    kontext = ShownContext.of({"SPD": passages}, {**QUELLEN, again.programm.id: again})
    found = bind(f"{KITCHEN} … {TRAIN}", "SPD", Typ.WAHLPROGRAMM, kontext)
    assert [teil.fund and teil.fund.quelle for teil in found.teile] == [WAHL, WAHL]


def test_what_may_turn_the_meaning_is_told_part_by_part() -> None:
    told = [warning for warning in kept(f"{HOUSES} … darf die Polizei ihre alten Wachen").warnungen]
    assert [warning.art for warning in told] == [
        "verbundene_saetze", "halbe_saetze", "bedingung_ausserhalb", "bedingung_ausserhalb",
    ]  # fmt: skip
    assert "Teil 1" in told[2].text and "„sofern“" in told[2].text and "„Nur“" in told[3].text
    arts = {
        warning.art
        for warning in kept("darf die Polizei ihre alten Wachen … Jede Schule bekommt eine").warnungen
    }
    assert {"umgestellt", "verneinung_in_auslassung"} <= arts
    turned = kept("darf die Polizei ihre alten Wachen … Jede Schule bekommt eine").warnungen
    assert any(one.text.startswith("Teil 1 und Teil 2 stehen in einem Absatz") for one in turned)
    whole = kept(f"{TRAIN} … {FREEDOM}")
    assert [one.art for one in whole.warnungen] == ["verbundene_saetze"] and whole.is_evidence


@pytest.mark.parametrize(
    ("text", "status", "told"),
    [
        (f"{TRAIN} … Jede Schule bekommt zwei Küchen", "nur_aehnlich",
         "Teil 2 („Jede Schule bekommt zwei Küchen“) steht so nirgends"),
        (f"{TRAIN} … Wir bauen bis 2029 zwölftausend neue Wohnungen", "zahl_weicht_ab",
         "Teil 1 („Die Bahn fährt wieder im Wieltal.“) steht auf Seite 1 der Datei; Teil 2 („Wir bauen bis "
         "2029 zwölftausend neue Wohnungen“) steht so nirgends. Modell: ‚2029‘, Programm: ‚2028‘."),
        (f"{TRAIN} … {COST.replace('keinen', 'einen')}", "verneinung_weicht_ab", "steht so nirgends"),
        (f"{TRAIN} … frischem Essen", "nicht_gefunden", "ist für ein eigenes Zitat zu kurz"),
        (f"{TRAIN} … Der Wald gehört allen Menschen in diesem Land.", "nicht_gefunden", "steht so nirgends"),
        ("sofern der Bund das bezahlt … Wir bauen bis 2028 zwölftausend", "nur_aehnlich", "anderer Reihe"),
    ],
)  # fmt: skip
def test_one_false_part_drops_the_whole_and_is_named(text: str, status: str, told: str) -> None:
    found = bound(text).verworfen("SPD", "wahlprogramm")
    assert told in found.erklaerung
    assert found.status == status


def test_part_that_was_not_shown_is_named() -> None:
    found = bound(f"{TRAIN} … {KITCHEN}", 3)
    assert found.status is ZitatStatus.OUTSIDE
    assert found.verworfen("SPD", "wahlprogramm").erklaerung.startswith("Teil 2 des Zitats steht im Programm")


@pytest.mark.parametrize("change", [
    {"text": "Etwas ganz anderes"}, {"teile": []}, {"status": "woertlich", "teile": [{}, {}]}, {"teile": "x"},
])  # fmt: skip
def test_stored_parts_that_do_not_make_up_the_quote_are_damage(change: dict[str, Any]) -> None:
    stored = write_eintrag(kept(f"{TRAIN} … {KITCHEN}"))
    assert isinstance(stored, dict)
    assert read_eintrag({**stored, **change}).status is ZitatStatus.UNLESBAR


def test_labels_name_a_programme_once_in_a_row() -> None:
    labels = ["A, S. 1", "A, S. 9", "B, Seite 3 der Datei", "A, S. 1"]
    assert joined_labels(labels) == "A, S. 1; S. 9; B, Seite 3 der Datei"
    assert joined_labels(["Antrag", "Antrag"]) == "Antrag"


# --- with real pages: proof, marks, and a programme that is read anew ---------------------------------------

BOTH = "zwölftausend neue Wohnungen im ganzen Land […] Jeder Baum wird von Schulklassen gepflegt."


def stored(context: Context) -> Gebunden:
    passages = [Fundstelle(chunk, 0.5) for chunk in context.store.chunks_of("NRW", ID)]
    found = bind(BOTH, "SPD", Typ.WAHLPROGRAMM, ShownContext.of({"SPD": passages}, Quellen(context)))
    assert found.status is ZitatStatus.AUS_MEHREREN_STELLEN
    return found.gebunden()


def proof(context: Context, zitat: object) -> tuple[str, ...]:
    scores = [{"fraktion": "SPD", "wahlprogramm": {"score": 5, "zitate": [zitat]}}]
    (befund,) = audit([{"wahlprogrammScores": scores}], context)
    return befund.gruende


def test_every_part_is_proved_and_marked_on_its_page(context: Context) -> None:
    typeset(context, WOHNEN, FUELLUNG, FUELLUNG, WALD)
    one = stored(context)
    said = write_eintrag(one)
    assert isinstance(said, dict) and proof(context, said) == ()
    assert marked(context, one) == ([1, 4], letters(BOTH))
    first, second = said["teile"]
    other = {**second, "text": second["text"].replace("Jeder", "Kein")}
    assert any("Wortlaut" in why for why in proof(context, {**said, "teile": [first, other]}))
    for name, value in {"text": first["text"], "quelle": first["quelle"], "seiten": [1], "url": "x"}.items():
        assert f"Nicht aus seinen Teilen: {name}." in proof(context, {**said, name: value})


def test_read_anew_every_part_is_found_again_or_the_quote_is_lost(context: Context) -> None:
    typeset(context, WOHNEN, FUELLUNG, FUELLUNG, WALD)
    one = stored(context)
    assert anchored_eintrag(context, one) == one
    typeset(context, FUELLUNG, WALD, WOHNEN, x=90)
    today = anchored_eintrag(context, one)
    assert today.anker is Anchor.WIEDERGEFUNDEN and today.text == one.text
    assert [teil.ort.seiten for teil in today.teile] == [(3,), (2,)] and today.ort.seiten == (2, 3)
    typeset(context, FUELLUNG, WALD)
    assert anchored_eintrag(context, one).anker is Anchor.VERLOREN

"""What becomes of single quotes: bound to the right words, or dropped with the right reason."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from core.programme.registry import Registry
from core.proof.reconstruct import reconstruct
from core.search.shown_passage import find_chunk_for_text
from core.wortlaut.binding.exact_match import find_in
from core.wortlaut.binding.quelle import Quelle
from core.wortlaut.records import Fundstelle
from tests.cases import cases
from tests.citations.quelltext import make_fundstelle, make_programm, make_quelle

SPD = make_quelle(
    make_programm("spd"),
    "Wir bauen bis 2028 im ganzen Land 12.000 neue Sozialwohnungen. Eine allgemeine Maut lehnen wir ab. "
    "Die Unabhängigkeit von russischem Gas bleibt unser Ziel für die kommenden Jahre.\n"
    "Die Mieten dürfen in angespannten Lagen nicht um mehr als 2,5 Prozent im Jahr steigen, und "
    "dieser Satz läuft ",
    "auf die nächste Seite weiter, ohne dass ihn dort jemand abreißt. Die Polizei bekommt neue Wachen.\n"
    "Jede Grundschule auf dem Land bleibt erhalten, solange die Eltern es wollen und Kinder da sind.\n",
    "Das steht am Ende: Jede Grundschule auf dem Land bleibt erhalten, solange die Eltern es wollen.\n"
    "Kostenlose Kitas sind und bleiben für uns ein Gebot der Gerechtigkeit in unserem Land.\n",
)
GRUNDSATZ = make_quelle(
    make_programm("spd-grundsatz", "SPD", None),
    "Freiheit, Gerechtigkeit und Solidarität sind unsere Grundwerte seit jeher.\n",
)
CDU = make_quelle(
    make_programm("cdu", "CDU"),
    "Wir stellen zehntausend neue Polizistinnen und Polizisten ein, damit das Land sicher bleibt. "
    "Die Polizei bekommt neue Wachen in jeder größeren Stadt und auf dem Land.\n",
)
QUELLEN = {quelle.programm.id: quelle for quelle in (SPD, GRUNDSATZ, CDU)}
RETRIEVED = {
    "SPD": [
        make_fundstelle(SPD, "Wir bauen bis", "kommenden Jahre."),
        make_fundstelle(SPD, "Die Mieten", "jemand abreißt."),
        make_fundstelle(SPD, "Das steht am Ende", "Eltern es wollen."),
        make_fundstelle(GRUNDSATZ, "Freiheit", "seit jeher."),
    ],
    "CDU": [make_fundstelle(CDU, "Wir stellen", "sicher bleibt.")],
}


def answer(*texts: object, fraktion: str = "SPD", bereich: str = "wahlprogramm") -> dict[str, Any]:
    zitate = [{"text": text, "quelle": "erfunden", "url": "http://erfunden"} for text in texts]
    return {"wahlprogrammScores": [{"fraktion": fraktion, bereich: {"score": 7, "zitate": zitate}}]}


def bind(registry: Registry, text: str, **kind: Any) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """The bound quote or None, the dropped one or None."""
    accept = kind.pop("accept_outside", False)
    data = reconstruct(answer(text, **kind), RETRIEVED, QUELLEN, registry, accept)
    (bound,) = data["wahlprogrammScores"][0][kind.get("bereich", "wahlprogramm")]["zitate"] or [None]
    (dropped,) = data["verworfeneZitate"] or [None]
    assert (bound is None) != (dropped is None)
    return bound, dropped


# --- bound --------------------------------------------------------------------------------------------------


def test_source_wording_label_and_url_replace_what_the_model_wrote(registry: Registry) -> None:
    bound, _ = bind(registry, "wir bauen bis 2028 im ganzen land 12.000 neue sozialwohnungen.")
    assert bound is not None
    assert bound["text"] == "Wir bauen bis 2028 im ganzen Land 12.000 neue Sozialwohnungen."
    assert bound["quelle"] == "Programm spd, S. 11"
    assert bound["url"].startswith("/api/wahlprogramm-cite?programm=spd&seite=1&text=Wir%20bauen")
    assert bound["emittiert"] == "wir bauen bis 2028 im ganzen land 12.000 neue sozialwohnungen."
    assert (bound["status"], bound["programm"], bound["partei"]) == ("woertlich", "spd", "SPD")
    assert (bound["seiten"], bound["gedruckt"], bound["abschnitt"]) == ([1], ["11"], ["Kapitel"])
    ((start, end),) = bound["stellen"]
    assert SPD.strom.text[start:end] == bound["text"]


@pytest.mark.parametrize("text", cases(__file__, "around"))
def test_what_models_put_around_a_quote(registry: Registry, text: str) -> None:
    bound, _ = bind(registry, text)
    assert bound is not None and bound["status"] == "woertlich"
    assert bound["text"].rstrip(".") == "Eine allgemeine Maut lehnen wir ab"


def test_quote_over_a_page_break_has_both_pages(registry: Registry) -> None:
    bound, _ = bind(registry, "dieser Satz läuft auf die nächste Seite weiter")
    assert bound is not None
    assert (bound["seiten"], bound["quelle"]) == ([1, 2], "Programm spd, S. 11–12")


def test_quote_may_run_from_a_passage_into_its_neighbour(registry: Registry) -> None:
    bound, _ = bind(registry, "ohne dass ihn dort jemand abreißt. Die Polizei bekommt neue Wachen.")
    assert bound is not None and bound["fremdePartei"] is False


def test_quote_may_hold_a_short_passage_as_a_whole(registry: Registry) -> None:
    shown = {"SPD": [make_fundstelle(SPD, "Die Polizei bekommt", "neue Wachen.")]}
    text = (
        "ohne dass ihn dort jemand abreißt. Die Polizei bekommt neue Wachen.\nJede Grundschule auf dem Land"
    )
    result = reconstruct(answer(text), shown, QUELLEN, registry)
    assert result["verworfeneZitate"] == []


def test_own_other_programme_counts_and_keeps_its_true_label(registry: Registry) -> None:
    bound, _ = bind(registry, "Freiheit, Gerechtigkeit und Solidarität sind unsere Grundwerte")
    assert bound is not None
    assert (bound["programm"], bound["fremdePartei"]) == ("spd-grundsatz", False)


def test_the_place_in_a_shown_passage_wins_and_the_others_are_counted(registry: Registry) -> None:
    bound, _ = bind(registry, "Jede Grundschule auf dem Land bleibt erhalten, solange die Eltern es wollen")
    assert bound is not None
    assert (bound["seiten"], bound["fundstellen"]) == ([3], 2)


def test_insertion_and_ellipsis(registry: Registry) -> None:
    for text in (
        "Wir bauen bis 2028 […] neue Sozialwohnungen",
        "[W]ir bauen bis 2028 . . . neue Sozialwohnungen",
        "Wir bauen bis 2028 .. neue Sozialwohnungen",
    ):
        bound, _ = bind(registry, text)
        assert bound is not None and bound["status"] == "mit_auslassung"
        assert bound["text"].startswith("Wir bauen bis 2028 … neue Sozialwohnungen")
        assert len(bound["stellen"]) == 2 and bound["warnungen"] == []


def test_negation_in_the_gap_is_flagged(registry: Registry) -> None:
    bound, _ = bind(
        registry, "Die Mieten dürfen in angespannten Lagen … um mehr als 2,5 Prozent im Jahr steigen"
    )
    assert bound is not None
    assert bound["warnungen"][0]["art"] == "verneinung_in_auslassung"


@pytest.mark.parametrize(("text", "is_joined"), cases(__file__, "parts"))
def test_parts_of_different_sentences_are_flagged(registry: Registry, text: str, is_joined: bool) -> None:
    bound, _ = bind(registry, text)
    assert bound is not None and bound["status"] == "mit_auslassung"
    arten = [warning["art"] for warning in bound["warnungen"]]
    assert (arten[:1] == ["verbundene_saetze"]) is is_joined
    assert arten.count("verbundene_saetze") == is_joined


def test_negation_cut_off_at_the_end_is_flagged_and_the_whole_sentence_kept(registry: Registry) -> None:
    bound, _ = bind(registry, "Eine allgemeine Maut")
    assert bound is not None
    assert [warning["art"] for warning in bound["warnungen"]] == ["verneinung_ausserhalb"]
    assert bound["satz"] == "Eine allgemeine Maut lehnen wir ab."


@pytest.mark.parametrize(
    "text",
    [
        "Wir bauen bis 2028 im ganzen Land 12.000 Sozialwohnungen",
        "Wir bauen bis 2028 im ganzen Lande 12.000 neuen Sozialwohnungen",
    ],
)
def test_small_slip_is_repaired_to_the_words_of_the_source(registry: Registry, text: str) -> None:
    bound, _ = bind(registry, text)
    assert bound is not None and bound["status"] == "angeglichen"
    assert bound["text"] == "Wir bauen bis 2028 im ganzen Land 12.000 neue Sozialwohnungen"
    assert bound["emittiert"] == text


def test_quote_of_another_party_keeps_its_true_label_and_is_marked(registry: Registry) -> None:
    bound, _ = bind(registry, "Wir stellen zehntausend neue Polizistinnen und Polizisten ein")
    assert bound is not None
    assert (bound["programm"], bound["partei"], bound["fremdePartei"]) == ("cdu", "CDU", True)
    assert bound["quelle"] == "Programm cdu, S. 11"


def test_whose_a_quote_is_its_programm_says_and_not_the_name_it_was_handed_over_under(
    registry: Registry,
) -> None:
    swapped = {"SPD": RETRIEVED["CDU"], "CDU": RETRIEVED["SPD"]}
    text = "Wir stellen zehntausend neue Polizistinnen und Polizisten ein"
    data = reconstruct(answer(text), swapped, QUELLEN, registry)
    (bound,) = data["wahlprogrammScores"][0]["wahlprogramm"]["zitate"]
    assert (bound["partei"], bound["fremdePartei"]) == ("CDU", True)


def test_a_place_that_was_not_shown_is_no_way_out_where_the_shown_one_was_read_unsurely(
    registry: Registry,
) -> None:
    sentence = "Wir bauen jedes Jahr zehntausend neue Wohnungen."
    quelle = make_quelle(
        make_programm("spd"), f"{sentence} Das ist das Kapitel.\n", f"{sentence} Noch einmal.\n"
    )
    unsure = replace(quelle.strom, unsicher=((0, len(sentence)),))
    quellen = {"spd": Quelle.of(quelle.programm, "v1", unsure)}
    shown = {"SPD": [make_fundstelle(quelle, "Wir bauen", "Kapitel.")]}
    data = reconstruct(answer(sentence), shown, quellen, registry)
    assert [one["grund"] for one in data["verworfeneZitate"]] == ["unsicher"]


# --- dropped ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "grund"), cases(__file__, "reasons"))
def test_reasons(registry: Registry, text: str, grund: str) -> None:
    _, dropped = bind(registry, text)
    assert dropped is not None
    assert (dropped["grund"], dropped["text"]) == (grund, text)
    assert dropped["erklaerung"].endswith(".") and dropped["fraktion"] == "SPD"


def test_second_half_from_another_party_is_not_bound(registry: Registry) -> None:
    _, dropped = bind(
        registry, "Wir bauen bis 2028 im ganzen Land Polizistinnen und Polizisten ein, damit es sicher ist"
    )
    assert dropped is not None and dropped["naechste"]["programm"] == "spd"


def test_parts_far_apart_are_no_quote(registry: Registry) -> None:
    _, dropped = bind(registry, "Wir bauen bis 2028 im ganzen Land … Kostenlose Kitas sind und bleiben")
    assert dropped is not None


def test_true_quote_that_was_not_shown_tells_its_place(registry: Registry) -> None:
    text = "Kostenlose Kitas sind und bleiben für uns ein Gebot der Gerechtigkeit"
    _, dropped = bind(registry, text)
    assert dropped is not None
    assert dropped["ort"]["programm"] == "spd" and dropped["ort"]["seiten"] == [3]
    assert dropped["ort"]["url"].startswith("/api/wahlprogramm-cite?programm=spd&seite=3&text=Kostenlose")


def test_setting_may_accept_what_was_not_shown_but_marks_it(registry: Registry) -> None:
    text = "Kostenlose Kitas sind und bleiben für uns ein Gebot der Gerechtigkeit"
    bound, _ = bind(registry, text, accept_outside=True)
    assert bound is not None and bound["status"] == "ausserhalb_des_kontexts"


def test_dropped_quote_keeps_the_nearest_passage_and_how_far_it_is_off(registry: Registry) -> None:
    _, dropped = bind(registry, "Wir bauen bis 2029 im ganzen Land 12.000 neue Sozialwohnungen")
    assert dropped is not None
    assert dropped["naechste"]["text"] == "Wir bauen bis 2028 im ganzen Land 12.000 neue Sozialwohnungen"
    assert (
        dropped["naechste"]["chunk"].startswith("spd:") and 0.8 < dropped["naechste"]["uebereinstimmung"] < 1
    )


def test_unknown_fraktion_has_no_sources_of_its_own(registry: Registry) -> None:
    bound, _ = bind(registry, "Eine allgemeine Maut lehnen wir ab", fraktion="Gibt es nicht")
    assert bound is not None and bound["fremdePartei"] is True


# --- hostile answers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        None, 42, "Text", [], {}, {"wahlprogrammScores": None}, {"wahlprogrammScores": "SPD"},
        {"wahlprogrammScores": {"fraktion": "SPD"}}, {"wahlprogrammScores": [None, 3, "x", []]},
        {"wahlprogrammScores": [{"fraktion": 7, "wahlprogramm": "gut", "parteiprogramm": [1]}]},
        {"wahlprogrammScores": [{"wahlprogramm": {"zitate": 5}}]},
        {"wahlprogrammScores": [{"fraktion": "SPD", "wahlprogramm": {"zitate": {"text": None}}}]},
    ],
)  # fmt: skip
def test_nothing_raises(registry: Registry, data: Any) -> None:
    result = reconstruct(data, RETRIEVED, QUELLEN, registry)
    assert isinstance(result["wahlprogrammScores"], list)
    assert all(entry["grund"] for entry in result["verworfeneZitate"])
    json.dumps(result)


def test_one_quote_where_a_list_should_be(registry: Registry) -> None:
    data = {
        "wahlprogrammScores": {
            "fraktion": "SPD",
            "wahlprogramm": {"zitate": "Eine allgemeine Maut lehnen wir ab."},
        }
    }
    result = reconstruct(data, RETRIEVED, QUELLEN, registry)
    assert result["wahlprogrammScores"][0]["wahlprogramm"]["zitate"][0]["status"] == "woertlich"


def test_claims_of_the_model_about_the_binding_do_not_survive(registry: Registry) -> None:
    forged = {
        "text": "Das steht so ganz bestimmt in keinem Programm.",
        "status": "woertlich",
        "programm": "spd",
    }
    data = {
        "wahlprogrammScores": [{"fraktion": "SPD", "wahlprogramm": {"zitate": [forged]}}],
        "verworfeneZitate": [],
    }
    result = reconstruct(data, RETRIEVED, QUELLEN, registry)
    assert result["wahlprogrammScores"][0]["wahlprogramm"]["zitate"] == []
    assert [entry["grund"] for entry in result["verworfeneZitate"]] == ["nicht_gefunden"]


def test_a_megabyte_in_one_quote_is_dropped_and_cut(registry: Registry) -> None:
    _, dropped = bind(registry, "Wir bauen bis 2028 " * 55_000)
    assert dropped is not None
    assert dropped["grund"] == "unlesbar" and len(dropped["text"]) < 1000
    assert "Zeichen" in dropped["erklaerung"]


def test_ten_thousand_quotes_all_get_an_outcome(registry: Registry) -> None:
    texts = [
        "Eine allgemeine Maut lehnen wir ab.",
        "Wir bauen bis 2029 im ganzen Land 12.000 neue Wohnungen",
        3,
        None,
    ]
    result = reconstruct(answer(*texts * 2500), RETRIEVED, QUELLEN, registry)
    bound = result["wahlprogrammScores"][0]["wahlprogramm"]["zitate"]
    assert (len(bound), len(result["verworfeneZitate"])) == (2500, 7500)


JUNK = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=60),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["wahlprogrammScores", "fraktion", "wahlprogramm", "parteiprogramm", "zitate", "text", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(JUNK)
def test_no_json_raises(registry: Registry, data: Any) -> None:
    result = reconstruct(data, RETRIEVED, QUELLEN, registry)
    assert isinstance(result["verworfeneZitate"], list)


# --- find_chunk_for_text ------------------------------------------------------------------------------------


def chunks(fundstellen: list[Fundstelle]) -> list[Any]:
    return [fundstelle.chunk for fundstelle in fundstellen]


def test_find_chunk_for_text() -> None:
    found = find_chunk_for_text("„Eine allge-\nmeine Maut lehnen wir ab“ [Q1]", chunks(RETRIEVED["SPD"]))
    assert found is RETRIEVED["SPD"][0].chunk
    assert find_chunk_for_text("Eine allgemeine Maut führen wir ein", chunks(RETRIEVED["SPD"])) is None
    assert find_chunk_for_text("lehnen wir ab", chunks(RETRIEVED["SPD"])) is None
    assert find_chunk_for_text("lehnen wir ab [Q12] (S. 34)", chunks(RETRIEVED["SPD"])) is None


def test_a_later_place_of_a_part_counts_where_only_it_reaches_the_next() -> None:
    """Taken was the first „Wir bauen Radwege“ behind the beginning, from which the end is too far."""
    far = "Anderes steht hier lang und breit. " * 10
    passage = (
        f"Der Verkehr braucht Platz. Wir bauen Radwege aus. {far}"
        f"Und noch einmal: Wir bauen Radwege aus. {far}Das kostet Geld im Haushalt."
    )
    words = "Der Verkehr braucht Platz … Wir bauen Radwege aus … Das kostet Geld im Haushalt"
    spans = find_in(words, passage)
    assert [passage[start:end] for start, end in spans] == words.split(" … ")


def test_sources_are_not_changed(registry: Registry) -> None:
    before: Quelle = SPD
    text = before.strom.text
    bind(registry, "Eine allgemeine Maut lehnen wir ab")
    assert SPD.strom.text == text

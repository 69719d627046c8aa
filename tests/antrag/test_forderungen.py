"""The decision of a motion → its demands, on motions made up for the purpose."""

import re

import pytest

from core.antrag.antrag_parts import build_up, paragraphs_of
from core.antrag.forderungen import Teile, outline, split_teile
from tests.cases import cases


def split_antrag(text: str) -> Teile:
    return split_teile(build_up(paragraphs_of(text)))


def demands(text: str) -> list[tuple[str, str]]:
    return [(f.nummer, f.text) for f in split_antrag(text).forderungen]


def leads(text: str) -> list[str]:
    return [f.einleitung for f in split_antrag(text).forderungen]


BUNDESTAG = """Der Bundestag wolle beschließen:

I. Der Deutsche Bundestag stellt fest:

Viele Brücken sind marode. Der Verkehr nimmt seit dem 1. Januar 2019 zu.

II. Der Deutsche Bundestag fordert die Bundesregierung auf,

1. ein Programm für 400 Brücken vorzulegen;

2. die Mittel dafür zu verdoppeln und

3. dem Deutschen Bundestag bis zum 31. März 2026 zu berichten.

Berlin, den 4. Juli 2025

Dr. Eva Muster und Fraktion

Begründung

Ohne Brücken kein Handel.
"""


@pytest.mark.parametrize(("text", "expected"), cases(__file__, "forms"))
def test_each_form_of_list_is_split_into_its_demands(text: str, expected: list[list[str]]) -> None:
    assert [list(demand) for demand in demands(text)] == expected


def test_bundestag_motion_is_split_into_its_parts() -> None:
    teile = split_antrag(BUNDESTAG)
    assert [(f.nummer, f.text) for f in teile.forderungen] == [
        ("II.1", "ein Programm für 400 Brücken vorzulegen"),
        ("II.2", "die Mittel dafür zu verdoppeln"),
        ("II.3", "dem Deutschen Bundestag bis zum 31. März 2026 zu berichten."),
    ]
    assert {f.einleitung for f in teile.forderungen} == {
        "II. Der Deutsche Bundestag fordert die Bundesregierung auf,"
    }
    assert teile.feststellung == (
        "I. Der Deutsche Bundestag stellt fest: Viele Brücken sind marode. Der Verkehr nimmt seit dem "
        "1. Januar 2019 zu."
    )
    assert teile.begruendung == "Ohne Brücken kein Handel."


def test_text_without_line_breaks_is_split_alike() -> None:
    assert split_antrag(" ".join(BUNDESTAG.split())) == split_antrag(BUNDESTAG)


def test_text_wrapped_to_any_width_is_split_alike() -> None:
    for width in (50, 72, 95):
        wrapped = re.sub(
            rf"(.{{1,{width}}})(?: |$)", r"\1\n", BUNDESTAG.replace("\n\n", "\n"), flags=re.MULTILINE
        )
        assert split_antrag(re.sub(r"\n+", "\n", wrapped)).forderungen == split_antrag(BUNDESTAG).forderungen


@pytest.mark.parametrize("sentence", cases(__file__, "no_split"))
def test_numbers_and_dashes_in_running_text_do_not_split(sentence: str) -> None:
    text = f"Der Landtag fordert die Landesregierung auf, {sentence}."
    assert demands(text) == [("", f"{' '.join(sentence.split())}.")]


def test_hyphenation_is_mended_and_real_hyphens_stay() -> None:
    text = (
        "Der Senat wird gebeten, Schwimm-\nbäder, EU-\nweite Regeln, Stadt-\nund Landbusse, CO2-\nneutrale "
        "Züge und Nutzen-\nRisiko-Prüfungen so-\nwie Tarif\u00adverträge und Woh\u00ad\nnungen zu fördern."
    )
    assert demands(text) == [
        (
            "",
            "Schwimmbäder, EU-weite Regeln, Stadt- und Landbusse, CO2-neutrale Züge und "
            "Nutzen-Risiko-Prüfungen sowie Tarifverträge und Wohnungen zu fördern.",
        )
    ]


def test_words_between_items_lead_to_the_next_ones_only() -> None:
    text = (
        "Die Bundesregierung wird aufgefordert,\nim Inland\n1. zu sparen;\n2. zu bauen;\n"
        "in der EU\n3. zu werben.\n"
    )
    assert leads(text) == [
        "Die Bundesregierung wird aufgefordert, im Inland",
        "Die Bundesregierung wird aufgefordert, im Inland",
        "Die Bundesregierung wird aufgefordert, in der EU",
    ]


def test_lead_of_an_item_holds_everything_above_it() -> None:
    text = "II. Der Landtag fordert die Landesregierung auf,\n1. sich einzusetzen für\na) Schulen,\nb) Bäder."
    assert leads(text) == ["II. Der Landtag fordert die Landesregierung auf, 1. sich einzusetzen für"] * 2


def test_parts_below_a_lead_keep_it() -> None:
    text = (
        "Die Staatsregierung wird aufgefordert,\nI. zu berichten über\n1. Takte,\n2. Preise,\nII. zu fahren."
    )
    above = "Die Staatsregierung wird aufgefordert,"
    assert leads(text) == [f"{above} I. zu berichten über"] * 2 + [above]


def test_lines_that_go_on_with_a_lead_have_it_too() -> None:
    lead = "Der Landtag fordert die Landesregierung auf:"
    assert leads(f"{lead}\nMoore zu schützen;\nWälder umzubauen.\n\nEs ist zu berichten.") == [lead, lead, ""]


def test_whole_sentence_before_a_list_is_a_demand_too() -> None:
    text = (
        "II. Der Landtag fordert die Landesregierung auf, ein Gesetz vorzulegen. Es soll regeln:\n"
        "1. Fristen,\n2. Strafen."
    )
    assert demands(text) == [("II", "ein Gesetz vorzulegen."), ("II.1", "Fristen"), ("II.2", "Strafen.")]


def test_list_that_begins_anew_behind_words_of_its_own_keeps_apart() -> None:
    text = (
        "Die Landesregierung wird aufgefordert,\n1. Lücken zu schließen.\n"
        "Ganz fehlen\na) Ärzte,\nb) Pfleger.\nZu wenige sind\na) Lehrer,\nb) Richter.\n2. zu berichten."
    )
    teile = split_antrag(text)
    assert [f.nummer for f in teile.forderungen] == ["1", "1.a", "1.b", "1.a (2)", "1.b (2)", "2"]
    assert teile.forderungen[1].einleitung.endswith("Ganz fehlen")
    assert teile.forderungen[3].einleitung.endswith("1. Lücken zu schließen. Zu wenige sind")


def test_numbers_in_a_quoted_law_are_no_demands() -> None:
    text = (
        "Artikel 1 wird wie folgt geändert:\n1. Nach Nummer 3 wird folgende Nummer 3a eingefügt:\n"
        ",3a. § 7 wird wie folgt geändert:\na) Satz 1 wird aufgehoben.\nb) Folgender Satz wird angefügt:\n"
        "„Es gelten\n1. die Frist und\n2. die Strafe.“‘\n2. Nummer 4 wird „Nummer 5“."
    )
    teile = split_antrag(text)
    assert [f.nummer for f in teile.forderungen] == ["1", "2"]
    assert teile.forderungen[0].text.endswith("„Es gelten 1. die Frist und 2. die Strafe.“‘")
    assert teile.forderungen[1].einleitung == "Artikel 1 wird wie folgt geändert:"


def test_quote_that_is_never_closed_swallows_nothing() -> None:
    text = (
        "1. Die Wörter „drei Tage werden ersetzt.\n2. Satz 2 entfällt.\n3. Das Wort „bald“ wird gestrichen."
    )
    assert [nummer for nummer, _ in demands(text)] == ["1", "2", "3"]


def test_quoted_paragraphs_belong_to_the_demand_that_quotes_them() -> None:
    text = "Dem Artikel 1 wird folgender § 9 angefügt:\n\n„§ 9\n\nDas Gesetz tritt sofort in Kraft. Es gilt.“"
    assert demands(text) == [("", text.replace("\n\n", " "))]


def test_what_stands_before_the_demand_is_a_feststellung() -> None:
    text = (
        "Der Landtag möge beschließen:\nHäfen sichern Arbeit.\n\nVor diesem Hintergrund fordert der Landtag "
        "die Landesregierung auf,\n1. Häfen zu fördern,\n2. Schienen zu legen."
    )
    teile = split_antrag(text)
    assert teile.feststellung == "Häfen sichern Arbeit."
    assert [f.text for f in teile.forderungen] == ["Häfen zu fördern", "Schienen zu legen."]


def test_preamble_before_the_formula_is_a_feststellung() -> None:
    preamble = "Die Fähren enden abends zu früh, und das seit vielen Jahren. " * 4
    formula = "Die Bürgerschaft möge beschließen:"
    teile = split_antrag(f"Antrag\n\nFähren bis Mitternacht\n\n{preamble}\n\n{formula}\n\nEs wird gefahren.")
    assert teile.feststellung == preamble.strip()
    assert [f.text for f in teile.forderungen] == ["Es wird gefahren."]


def test_demands_told_of_in_a_feststellung_are_none() -> None:
    text = (
        "I. Ausgangslage\nDie Landesregierung wird seit Jahren aufgefordert, Küchen zu bauen.\n\n"
        "II. Der Landtag stellt fest:\n• Essen ist wichtig.\n\n"
        "III. Der Landtag beauftragt die Landesregierung,\n• zu kochen."
    )
    assert demands(text) == [("III.1", "zu kochen.")]


def test_statements_are_the_demands_where_there_are_no_others() -> None:
    items = "1. Der Landtag begrüßt das Ehrenamt.\n2. Der Landtag dankt den Vereinen."
    teile = split_antrag(f"Der Landtag wolle beschließen:\n{items}")
    assert [f.nummer for f in teile.forderungen] == ["1", "2"] and teile.feststellung == ""


def test_paragraph_that_turns_from_stating_to_demanding_is_cut() -> None:
    stated = "Der Landtag stellt fest: Beiträge belasten."
    teile = split_antrag(f"{stated} Der Landtag fordert die Landesregierung auf, sie abzuschaffen.")
    assert teile.feststellung == stated
    assert [f.text for f in teile.forderungen] == ["sie abzuschaffen."]


def test_bekenntnis_and_zurueckweisung_are_demands() -> None:
    stand = "I. Der Landtag bekennt sich zum Radverkehr."
    assert demands(f"{stand}\nII. Der Landtag weist die Kritik zurück. Sie trifft nicht zu.") == [
        ("I", "Der Landtag bekennt sich zum Radverkehr."),
        ("II", "Der Landtag weist die Kritik zurück. Sie trifft nicht zu."),
    ]


@pytest.mark.parametrize("below", cases(__file__, "stay_out"))
def test_names_and_begruendung_below_stay_out_of_the_demands(below: str) -> None:
    teile = split_antrag(
        f"Der Landtag möge beschließen:\n\nDer Senat wird gebeten,\n1. zu bauen,\n2. zu heizen.\n\n{below}"
    )
    assert [f.text for f in teile.forderungen] == ["zu bauen", "zu heizen."]
    assert teile.begruendung == "Weil."


@pytest.mark.parametrize("head", cases(__file__, "head_of_page"))
def test_head_of_a_page_does_not_break_a_sentence(head: str) -> None:
    text = BUNDESTAG.replace("die Mittel dafür zu", f"die Mittel dafür,\n\n{head}\n\nund zwar bald, zu")
    assert demands(text)[1] == ("II.2", "die Mittel dafür, und zwar bald, zu verdoppeln")


def test_missing_number_does_not_end_the_list() -> None:
    assert [nummer for nummer, _ in demands("1. Eins tun.\n2. Zwei tun.\n4. Vier tun.")] == ["1", "2", "4"]


def test_item_keeps_the_paragraphs_below_it() -> None:
    text = "Die Landesregierung wird aufgefordert,\n1. Bäder zu bauen.\n\nDas eilt sehr.\n\n2. zu berichten."
    assert demands(text) == [("1", "Bäder zu bauen. Das eilt sehr."), ("2", "zu berichten.")]


def test_outline_of_nothing_is_empty() -> None:
    assert outline([]).kinder == []

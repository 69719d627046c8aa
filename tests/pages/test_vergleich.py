"""„Vergleich“: columns side by side, and the answers behind them."""

import re
from dataclasses import replace
from functools import partial
from html import unescape
from urllib.parse import quote

from streamlit.testing.v1 import AppTest

from core.features.vergleich.spalten import spalten_of
from core.features.vergleich.vergleich_files import VergleichState
from core.llm.catalogue import OFFLINE
from core.llm.verdict import Verdict
from core.runs.lauf import Score, Zitierweise
from core.runs.store import Runstore
from tests.pages.conftest import open_at
from tests.runs.beispiele import ANTRAG, angebot, gebunden, neuer_lauf, score, teil, verworfen
from tests.vergleich.test_evidence import checked

BOESE = "<script>alert(1)</script> $x$ :red[x] [x](javascript:alert(1))"


open_page = partial(open_at, "vergleich")


def shown(app: AppTest) -> str:
    texts = [*app.markdown, *app.caption, *app.info, *app.warning, *app.header]
    return "\n".join(e.value for e in texts).replace("\\", "")


def lauf(store: Runstore, modell: str, points: float | None, title: str = "", **changes: object) -> str:
    """One Lauf with one party; answers that quote the demo's own programme are for tests of the page."""
    antrag = replace(ANTRAG, titel=title or ANTRAG.titel, text=f"{ANTRAG.text} {title}")
    lauf_id = store.start(neuer_lauf(antrag=antrag, modell_gefragt=modell, **changes))
    store.save_fundstellen(lauf_id, [angebot()])
    store.save_teil(lauf_id, teil(modell=modell), [score(value=points)], [gebunden()])
    store.finish(lauf_id)
    return lauf_id


def table(app: AppTest, kind: str = "punkte") -> dict[tuple[str, str], str]:
    """Row and column → what is read in the cell; a row without a name is the one of the heads."""
    (html,) = (one.proto.body for one in app.get("html") if f'class="tafel {kind}"' in one.proto.body)
    names, *rows = re.findall("<tr>(.*?)</tr>", html, re.DOTALL)
    columns = re.findall(r'<th scope="col">(.*?)</th>', names)[1:]
    heads = [read(head).split("  ")[0] for head in columns]
    found = {("", head): read(whole) for head, whole in zip(heads, columns, strict=True)}
    for row in rows:
        first, *cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
        found |= {(read(first), head): read(cell) for head, cell in zip(heads, cells, strict=True)}
    return found


def read(html: str) -> str:
    return unescape(re.sub("<[^>]*>", " ", html)).strip()


def points(app: AppTest) -> dict[str, str]:
    """Of the one party of these tests."""
    return {column: cell for (row, column), cell in table(app).items() if row}


def test_all_columns_of_the_antrag_answered_last_are_proposed_and_never_the_built_in_search(
    store: Runstore,
) -> None:
    for modell in "abcde":
        lauf(store, f"openai/{modell}", 5, "zuerst")
    for modell in "cdefg":
        lauf(store, f"openai/{modell}", 5, "zuletzt")
    lauf(store, OFFLINE, None, "zuletzt")
    app = open_page()
    assert not [label for label in app.multiselect[0].options if "ohne Sprachmodell" in label]
    assert {column for row, column in table(app)} == {f"openai/{modell}" for modell in "cdefg"}
    assert "5 Spalten · 5 Läufe · 1 Antrag · Zuletzt" in shown(app)


def test_the_built_in_search_is_never_the_base_column(store: Runstore) -> None:
    ids = [lauf(store, OFFLINE, None), lauf(store, "openai/a", 3), lauf(store, "openai/b", 5)]
    heads = spalten_of(store.lauf_heads(ids))
    app = open_page(laeufe=",".join(ids), zeigen="abstand", basis=heads[0].schluessel)
    assert app.selectbox(key="vergleich-basis").value == heads[1].schluessel
    assert points(app)["openai/b"] == "+2,0"


def test_the_head_of_a_column_tells_its_mean_cost_time_and_dropped_quotes(store: Runstore) -> None:
    ids = [lauf(store, "openai/a", 3), lauf(store, "openai/b", 5)]
    store.save_teil(ids[1], teil(modell="openai/b"), [score(value=5)], [gebunden(), verworfen()])
    heads = {
        column: cell for (row, column), cell in table(open_page(laeufe=",".join(ids))).items() if not row
    }
    assert "Ø 3,0 Punkte" in heads["openai/a"] and "0 von 1 verworfen (0 %)" in heads["openai/a"]
    assert "1 von 2 verworfen (50 %)" in heads["openai/b"]
    assert "0,42 US-Cent je Lauf" in heads["openai/a"]
    assert "Am wenigsten verworfen bei „openai/a“" in shown(open_page(laeufe=",".join(ids)))


def test_measures_of_evidence_say_who_checked_and_show_their_cases(store: Runstore) -> None:
    first, second = lauf(store, "openai/a", 8), lauf(store, "openai/b", 3)
    app = open_page(laeufe=f"{first},{second}", mehr="belege")
    assert "hat zu diesen Läufen kein Prüfmodell geprüft" in shown(app)
    table = next(frame.value for frame in app.dataframe if "Maß" in frame.value).set_index("Maß")
    assert set(table.loc["Beleg-Recall"]) == {"nicht geprüft"}
    for lauf_id in (first, second):
        store.save_notes([checked(lauf_id, Verdict.STUETZT)])
    app = open_page(laeufe=f"{first},{second}", mehr="belege")
    assert "sagt hier das Prüfmodell" in shown(app) and "ALCE" in shown(app)
    table = next(frame.value for frame in app.dataframe if "Maß" in frame.value).set_index("Maß")
    assert [told.split(";")[0] for told in table.loc["Beleg-Recall"]] == ["100 % (1 von 1", "0 % (0 von 1"]
    app.selectbox(key="belege-mass").set_value("Beleg-Recall").run()
    cases = next(frame.value for frame in app.dataframe if "Zählt" in frame.value)
    assert list(cases["Zählt"]) == ["ja"] and first in cases["Lauf"][0] and list(cases["Punkte"]) == [8]


def test_two_laeufe_stand_side_by_side_and_null_is_no_zero(store: Runstore) -> None:
    first, second = lauf(store, "openai/a", None), lauf(store, "openai/b", 0)
    app = open_page(laeufe=f"{first},{second}")
    assert "2 Spalten · 2 Läufe · 1 Antrag · Trinkbrunnen an allen Schulen" in shown(app)
    assert points(app) == {"openai/a": "keine Wertung", "openai/b": "0,0"}


def test_the_base_column_stays_chosen_and_what_changed_against_it_stands_in_order(store: Runstore) -> None:
    ids = [lauf(store, f"openai/{modell}", score) for modell, score in (("a", 3), ("b", 5), ("c", 3))]
    keys = [spalte.schluessel for spalte in spalten_of(store.lauf_heads(ids))]
    app = open_page(laeufe=",".join(ids), basis=keys[1])
    assert app.selectbox(key="vergleich-basis").value == keys[1]
    app.segmented_control(key="vergleich-zeigen").set_value("geaendert").run()
    assert app.selectbox(key="vergleich-basis").value == keys[1]
    assert points(app) == {
        "openai/a": "\N{MINUS SIGN}2,0  5,0 → 3,0",
        "openai/c": "\N{MINUS SIGN}2,0  5,0 → 3,0",
    }
    app.selectbox(key="vergleich-basis").set_value(keys[0]).run()
    assert points(app) == {"openai/b": "+2,0  3,0 → 5,0", "openai/c": "gleich"}
    same = open_page(laeufe=f"{ids[0]},{ids[2]}", zeigen="geaendert")
    assert any("nichts geändert" in one.value for one in same.info)


def test_a_field_opens_its_quotes_beside_those_of_the_base_column(store: Runstore) -> None:
    ids = [lauf(store, "openai/a", 3), lauf(store, "openai/b", 5)]
    app = open_page(laeufe=",".join(ids))
    (html,) = (one.proto.body for one in app.get("html") if "tafel punkte" in one.proto.body)
    fields = re.findall(r'data-feld="([^"]+)"', html)
    assert len(fields) == 2 and all(quote(field, safe="") in html for field in fields)
    opened = open_page(laeufe=",".join(ids), zelle=fields[1])
    dialog = [one for one in opened.get("html") if "Zitate zu Lindenbund" in one.proto.body]
    assert len(dialog) == 1 and dialog[0].proto.body.count("Wir stellen an jeder Schule") == 4
    for nonsense in ("", "LINDENBUND", "LINDENBUND|nein", f"<b>|{fields[0][-10:]}", "|||||"):
        assert not open_page(laeufe=",".join(ids), zelle=nonsense).exception


def test_the_order_is_told_in_one_sentence_with_the_differences_below(store: Runstore) -> None:
    ids = [
        lauf(store, f"openai/{modell}", 4 + more + number % 2, f"Antrag {number}")
        for number in range(6)
        for more, modell in enumerate("ab")
    ]
    app = open_page(laeufe=",".join(ids[:6]), mehr="echt", nach="punkte")
    assert "erst ab 6 Anträgen" in shown(app)
    keys = [spalte.schluessel for spalte in dict.fromkeys(spalten_of(store.lauf_heads(ids)))]
    app = open_page(spalten=",".join(keys), mehr="echt", nach="punkte")
    assert "**Die Reihenfolge steht fest: „openai/b“ vor „openai/a“.**" in shown(app)
    assert "Gegenüber „openai/a“" in shown(app)
    app.segmented_control(key="vergleich-nach").set_value("belegt").run()
    assert "ist nichts entschieden (auf jedem Antrag derselbe Wert)" in shown(app)


def test_choosing_which_antraege_are_compared_opens_no_dialog(store: Runstore) -> None:
    ids = [lauf(store, f"openai/{modell}", 3, title) for title in "xy" for modell in "ab"]
    keys = ",".join(spalte.schluessel for spalte in dict.fromkeys(spalten_of(store.lauf_heads(ids))))
    app = open_page(spalten=keys)
    chosen = app.selectbox(key="vergleich-antraege")
    for option in ("alle", store.lauf_heads(ids)[0].antrag_hash):
        chosen.set_value(option).run()
        assert [one.label for one in app.multiselect] == ["Spalten"]
        assert app.selectbox(key="vergleich-antraege").value == option


def test_ways_of_quoting_are_columns_with_their_figures(store: Runstore) -> None:
    ids = [lauf(store, "openai/a", 3, zitierweise=way) for way in Zitierweise]
    app = open_page(laeufe=",".join(ids), mehr="kennzahlen")
    figures = next(frame.value for frame in app.dataframe if "Kennzahl" in frame.value).set_index("Kennzahl")
    assert list(figures.loc["Zitierweise"]) == [way.wort for way in Zitierweise]
    told = {
        "Zitate",
        "davon belegt",
        "Tokens geschrieben",
        "Kosten (US-Dollar)",
        "Punkte im Mittel, Wahlprogramm",
    }
    assert told <= set(figures.index)


# --- the quotes themselves ----------------------------------------------------------------------------------


def test_the_quote_stands_in_the_cell_with_its_sign_and_the_way_to_its_page(store: Runstore) -> None:
    ids = [lauf(store, "openai/a", 3), lauf(store, "openai/b", 5)]
    cells = table(app := open_page(laeufe=",".join(ids)), "zitate")
    for modell, told in (("openai/a", "3 von 10"), ("openai/b", "5 von 10")):
        cell = cells["Lindenbund", modell]
        assert cell.startswith(told) and "Wir stellen an jeder Schule" in cell and "in allen Spalten" in cell
    (html,) = (one.proto.body for one in app.get("html") if "tafel zitate" in one.proto.body)
    assert [f"/lauf?id={id}&amp;partei=LINDENBUND&amp;zitat=1" in html for id in ids] == [True, True]


def test_only_differences_leave_out_rows_and_quotes_that_all_have(store: Runstore) -> None:
    ids = [lauf(store, "openai/a", 3), lauf(store, "openai/b", 3)]
    app = open_page(laeufe=",".join(ids), unterschiede="true")
    assert "Alle Spalten sagen hier dasselbe" in app.info[0].value
    other = lauf(store, "openai/c", 7)
    own = gebunden(stellen=[[900, 930]])
    store.save_teil(other, teil(modell="openai/c"), [score(value=7)], [gebunden(), own])
    cells = table(open_page(laeufe=",".join([*ids, other]), unterschiede="true"), "zitate")
    assert "und 1 Zitat wie alle" in cells["Lindenbund", "openai/a"]
    assert "Wir stellen" not in cells["Lindenbund", "openai/a"]
    assert cells["Lindenbund", "openai/c"].count("Wir stellen") == 1


def test_reasons_are_compared_word_by_word(store: Runstore) -> None:
    texts = (
        "Das Programm will mehr. Es nennt keine Frist.",
        "Das Programm will weniger. Es nennt keine Frist.",
    )
    ids = [lauf(store, f"openai/{modell}", 3) for modell in "ab"]
    for lauf_id, text in zip(ids, texts, strict=True):
        own = Score("LINDENBUND", "wahlprogramm", 3, text)
        store.save_teil(lauf_id, teil(modell="openai/x"), [own], [gebunden()])
    app = open_page(laeufe=",".join(ids), mehr="antworten")
    (line,) = (one.value for one in app.markdown if "will" in one.value)
    assert ":red-background[~~mehr\\.~~] :green-background[**weniger\\.**]" in line
    assert "Es nennt keine Frist" in line


def test_demo_laeufe_are_shown_only_where_it_is_said(store: Runstore) -> None:
    lauf(store, "demo/a", 3, is_demo=True)
    lauf(store, "demo/b", 5, is_demo=True)
    app = open_page()
    assert "keine echten Prüfungen" in app.warning[0].value
    lauf(store, "openai/a", 3)
    app = open_page()
    assert not app.warning and app.multiselect[0].options == ["openai/a (1 Antrag, 1 Lauf)"]
    app.button(key="mit-beispielen").click().run()
    assert "keine echten Prüfungen" in app.warning[0].value and len(app.multiselect[0].options) == 2


def test_what_others_wrote_is_never_markup(store: Runstore) -> None:
    ids = [lauf(store, BOESE, 3, BOESE), lauf(store, "openai/b", 5, BOESE, prompt_id=BOESE)]
    for mehr in ("zitate", "antworten", "kennzahlen"):
        app = open_page(laeufe=",".join(ids), mehr=mehr)
        raw = "\n".join(e.value for e in [*app.markdown, *app.caption])
        assert "](javascript" not in raw and BOESE in shown(app)
        assert "<script>" not in raw + "\n".join(one.proto.body for one in app.get("html"))
    assert BOESE in {column for _, column in table(app)}
    assert raw.count("Antworten eines Sprachmodells können falsch sein") == 1


def test_a_permanent_address_says_when_the_comparison_is_another_one(store: Runstore) -> None:
    ids = [lauf(store, modell, points) for modell, points in (("m/a", 5.0), ("m/b", 6.0))]
    same = open_page(laeufe=",".join(ids), stand=str(VergleichState.of(ids)))
    assert not same.exception and "nicht mehr, wie er war" not in shown(same)
    then = VergleichState.of([*ids, "inzwischen-weg"])
    other = open_page(laeufe=",".join(ids), stand=str(then))
    assert not other.exception and any("Damals beruhte er auf 3" in one.value for one in other.warning)
    assert not open_page(laeufe=",".join(ids), stand="<script>").exception

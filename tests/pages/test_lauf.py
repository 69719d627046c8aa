"""The page of a Lauf as an analyst sees it."""

import json
import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from streamlit.runtime.pages_manager import PagesManager
from streamlit.runtime.scriptrunner import RerunData
from streamlit.testing.v1 import AppTest

from core.assessment import lauf_view
from core.assessment.lauf_view import LaufView
from core.assessment.partei_view import NO_QUELLEN, ParteiView
from core.base import clock
from core.llm.verdict import Traegt, Verdict
from core.programme.context import Context, default_context
from core.proof.marked_page import Marking, render_seite
from core.runs.connection import new_id
from core.runs.lauf import Lauf, Row, Urteil
from core.runs.store import Runstore, runstore
from core.wortlaut.binding.eintrag import ANCHOR_NOTE, Anchor
from core.wortlaut.binding.source_labels import cite_url
from core.wortlaut.records import Typ
from pages.ui.lauf.head import MAY_ERR, NOT_JUDGED
from pages.ui.zitat import NOT_LOOKED_AT
from tests.pages.conftest import Open, pictures, seen
from tests.runs.zeilenweise import put

BOESE = "<script>alert(1)</script> $x$ :red[x] [x](javascript:alert(1)) **fett**"


def stored(lauf_id: str) -> Lauf:
    return runstore(default_context()).load(lauf_id)


def views(lauf_id: str) -> list[ParteiView]:
    return list(LaufView(default_context(), stored(lauf_id)).parteien.values())


def most_quoted(lauf_id: str) -> ParteiView:
    return max(views(lauf_id), key=lambda ansicht: len(ansicht.gebunden()))


def picture(app: AppTest) -> str:
    (image,) = pictures(app)
    return image["src"]


def alt(app: AppTest) -> str:
    (image,) = pictures(app)
    return image["alt"]


def changed(export: Row, change: Callable[[Row], None]) -> str:
    copy = deepcopy(export)
    change(copy["laeufe"][0])
    copy["laeufe"][0]["lauf"]["id"] = new_id()
    (lauf_id,) = put(runstore(default_context()), json.loads(json.dumps(copy)))
    return lauf_id


def test_choosing_a_score_shows_only_its_quotes(open_lauf: Open, lauf_id: str) -> None:
    ansicht = most_quoted(lauf_id)
    app = open_lauf(id=lauf_id, partei=ansicht.partei)
    label = app.button(key=f"wahl-score-{ansicht.partei}-{Typ.WAHLPROGRAMM}").label
    abdeckung = ansicht.wertung(Typ.WAHLPROGRAMM).abdeckung
    assert abdeckung and abdeckung.nah and label.endswith(str(abdeckung)) and "von 10" not in seen(app)
    for typ in ansicht.scores:
        app.button(key=f"wahl-score-{ansicht.partei}-{typ}").click().run()
        shown = {b.key for b in app.button if (b.key or "").startswith("wahl-zitat-")}
        assert shown == {f"wahl-zitat-{n.shown_number}" for n in ansicht.gebunden(typ)}
        assert f"**{typ.title()}** · {ansicht.wertung(typ)}" in seen(app)


def test_pages_before_and_after_can_be_turned_to_and_back(open_lauf: Open, lauf_id: str) -> None:
    ansicht = most_quoted(lauf_id)
    app = open_lauf(id=lauf_id, partei=ansicht.partei)
    ort = ansicht.gebunden()[0].beleg.ort
    here, there = (f"programm={ort.programm}&seite={ort.seiten[0] + step}&" for step in (0, 1))
    app.button(key="blaettern-right").click().run()
    assert there in picture(app) and "markiert" not in alt(app)
    app.button(key="zum-zitat").click().run()
    assert here in picture(app) and "weitere=" in picture(app)
    next(b for b in app.button if b.label == "Nur dieses Zitat markieren").click().run()
    assert "weitere=" not in picture(app) and "zitat=" in picture(app)


def test_page_fills_its_pane_at_its_marks_with_one_row_of_controls(open_lauf: Open, lauf_id: str) -> None:
    ansicht = most_quoted(lauf_id)
    app = open_lauf(id=lauf_id, partei=ansicht.partei)
    ort = ansicht.gebunden()[0].beleg.ort
    view = render_seite(ort.programm, ort.seiten[0], {Marking.ZITAT: ort.stellen}, default_context())
    assert view is not None
    top = min(box[1] for box in view.marken[Marking.ZITAT]) / view.hoehe
    (image,) = pictures(app)
    mark = float(image["style"].partition("--stelle: ")[2])
    assert 0 < mark == pytest.approx(top, abs=0.001)
    row = [one.label for one in app.button if one.key in ("blaettern-left", "blaettern-right", "lupe")]
    assert row == ["Zurück", "Vor", "Größer"]
    folded = [one for one in app.get("popover") if one.proto.popover.label == "Weitere Ansichten"]
    assert {"ansicht-ganz", "ansicht-ausschnitt"} <= {one.key for block in folded for one in block.button}
    app.button(key="lupe").click().run()
    assert "dpi=190" in picture(app) and app.button(key="lupe").label == "Kleiner"


def test_a_number_is_told_once_and_a_missing_kind_of_programme_not_at_all(
    open_lauf: Open, lauf_id: str
) -> None:
    one = next(view for view in views(lauf_id) if len(view.vorgelegt) == 1 and view.gebunden())
    app = open_lauf(id=lauf_id, partei=one.partei)
    ort = one.gebunden()[0].beleg.ort
    assert list(ort.gedruckt) == [str(seite) for seite in ort.seiten]  # as in every file of the demo
    told = seen(app)
    assert f"S. {ort.gedruckt[0]} von " in told and "(Datei " not in told
    assert f"**{Typ.WAHLPROGRAMM.title()}** · " in told and NO_QUELLEN not in told


def pdfs(app: AppTest) -> list[Any]:
    return [one for one in app.get("bidi_component") if "pdfansicht" in one.proto.component_name]


def embedded(app: AppTest) -> tuple[str, str]:
    """The address and the name of the PDF shown on the page."""
    (component,) = pdfs(app)
    data = json.loads(component.proto.json)
    return data["url"], data["name"]


def test_every_quote_links_its_page_and_the_whole_pdf_with_it_marked(open_lauf: Open, lauf_id: str) -> None:
    ansicht = most_quoted(lauf_id)
    app = open_lauf(id=lauf_id, partei=ansicht.partei)
    links = re.findall(r"\[Seite als PDF\]\(([^)]+)\)", "\n".join(caption.value for caption in app.caption))
    belege = [zitat.beleg for zitat in ansicht.gebunden()]
    assert links == [
        cite_url(b.ort.programm, b.ort.seiten[0], b.text, b.ort.version, b.ort.stellen) for b in belege
    ]
    ort = belege[0].ort
    (link,) = (one.proto for one in app.get("link_button") if one.proto.label == "PDF")
    stellen = ",".join(f"{start}-{end}" for start, end in ort.stellen)
    assert f"/api/programm/{ort.programm}.pdf?version={ort.version}&zitat={stellen}" in link.url
    assert link.url.endswith(f"#page={ort.seiten[0]}")


def test_quote_over_a_page_break_links_both_pages(open_lauf: Open, finished: Row, lauf_id: str) -> None:
    satz = "Den Verkauf kommunaler Kliniken an private Betreiber lehnen wir ab."

    def move(lauf: Row) -> None:
        for row in lauf["zitat"]:
            row["eintrag"] |= {"programm": "bruecke-demo-2024", "version": "frueher", "text": satz}

    app = open_lauf(id=changed(finished, move), partei=most_quoted(lauf_id).partei)
    told = next(caption.value for caption in app.caption if "PDF der Seiten" in caption.value)
    for seite in (5, 6):
        assert f"[{seite}](/api/wahlprogramm-cite?programm=bruecke-demo-2024&seite={seite}&text=Den" in told


def test_what_a_model_says_is_marked_as_that_and_the_heuristic_as_none(
    open_lauf: Open, finished: Row, lauf_id: str
) -> None:
    def by_a_model(lauf: Row) -> None:
        lauf["lauf"]["modell_gefragt"] = "openai/a"

    heuristic, model = open_lauf(id=lauf_id), open_lauf(id=changed(finished, by_a_model))
    assert NOT_JUDGED in seen(heuristic) and MAY_ERR not in seen(heuristic)
    assert "/glossar?wort=Abdeckung" in seen(heuristic)
    assert seen(model).count(MAY_ERR) == 1 and NOT_JUDGED not in seen(model)


def test_dropped_quotes_are_told_in_one_line_with_the_difference(open_lauf: Open, finished: Row) -> None:
    def drop_one(lauf: Row) -> None:
        row = max(lauf["zitat"], key=lambda row: len(row["text"]))
        original = row["text"]
        row["eintrag"] = {
            "fraktion": row["partei"], "bereich": row["typ"], "text": f"Nie {original}",
            "grund": "verneinung_weicht_ab", "erklaerung": "Eine Verneinung kam hinzu.", "ort": None,
            "naechste": {"chunk": "c", "programm": row["programm_id"], "seiten": [3],
                         "text": original, "uebereinstimmung": 0.9},
        }  # fmt: skip
        row |= {"status": "verneinung_weicht_ab", "is_bound": False, "text": f"Nie {original}"}
        lauf["gesucht"] = row["partei"]

    lauf_id = changed(finished, lambda lauf: (drop_one(lauf), lauf.pop("gesucht"))[1])
    partei = next(z.partei for z in stored(lauf_id).zitate if not z.status.is_bound)
    app = open_lauf(id=lauf_id, partei=partei)
    assert [e.label for e in app.expander if "verworfen" in e.label] == [
        "1 Zitat verworfen: 1 andere Verneinung"
    ]
    assert ":red-background[~~Nie~~]" in seen(app) and "Eine Verneinung kam hinzu." in seen(app)
    assert not any("Nie " in button.label for button in app.button)


@pytest.mark.parametrize("where", ["titel", "zitat", "begruendung", "fehler"])
def test_hostile_text_is_shown_as_it_is(open_lauf: Open, finished: Row, where: str) -> None:
    def poison(lauf: Row) -> None:
        if where == "titel":
            lauf["akte"][0]["antrag"]["titel"] = BOESE
        elif where == "zitat":
            for row in lauf["zitat"]:
                row["eintrag"] |= {"text": BOESE, "satz": BOESE, "abschnitt": [BOESE], "quelle": BOESE}
        elif where == "begruendung":
            for row in lauf["score"]:
                row["begruendung"] = BOESE
        else:
            lauf["lauf"] |= {"status": "fehlgeschlagen", "fehler": BOESE}

    app = open_lauf(id=changed(finished, poison))
    assert not app.exception
    assert BOESE in seen(app)
    drawn = [e.value for kind in ("title", "markdown", "caption", "error") for e in app.get(kind)]
    drawn += [button.label for button in app.button]
    assert not any("<script>" in text or "](javascript" in text or ":red[x]" in text for text in drawn)


def test_agreement_is_stored_with_its_note(open_lauf: Open, lauf_id: str) -> None:
    ansicht = most_quoted(lauf_id)
    zitat = ansicht.gebunden()[0]
    app = open_lauf(id=lauf_id, partei=ansicht.partei, zitat=zitat.shown_number)
    key = f"urteil-{lauf_id}-{ansicht.partei}-{zitat.typ}-{zitat.nummer}"
    app.segmented_control(key=f"{key}-meinung").set_value("Stimmt nicht")
    app.segmented_control(key=f"{key}-traegt").set_value(Verdict.WIDERSPRICHT)
    app.text_input(key=f"{key}-notiz").set_value("Aus dem Zusammenhang gerissen")
    next(b for b in app.button if b.key and key in b.key and "Speichern" in b.label).click().run()
    (urteil,) = stored(lauf_id).urteile
    assert urteil.traegt is Verdict.WIDERSPRICHT
    assert (urteil.partei, urteil.typ, urteil.zitat) == (
        ansicht.partei, zitat.typ, zitat.nummer,
    )  # fmt: skip
    assert (urteil.zustimmung, urteil.notiz) == (False, "Aus dem Zusammenhang gerissen")


def test_each_forderung_of_a_quote_is_judged_for_itself(open_lauf: Open, finished: Row) -> None:
    lauf_id = changed(finished, lambda lauf: None)
    ansicht, store = most_quoted(lauf_id), runstore(default_context())
    zitat = ansicht.gebunden()[0]
    first, second = (one.nummer for one in stored(lauf_id).antrag.forderungen[:2])
    asked = Traegt(
        lauf_id=lauf_id, partei=ansicht.partei, zitat=zitat.nummer, forderung=first, words="",
        verdict=Verdict.STUETZT, model="m", prompt_version="1", created=clock.now(),
    )  # fmt: skip
    store.save_notes([asked, replace(asked, forderung=second, rang=1)])
    app = open_lauf(id=lauf_id, partei=ansicht.partei, zitat=zitat.shown_number)
    key = f"urteil-{lauf_id}-{ansicht.partei}-{zitat.typ}-{zitat.nummer}"
    for forderung, verdict in ((second, Verdict.ANDERES), (first, Verdict.WIDERSPRICHT)):
        app.segmented_control(key=f"{key}-meinung").set_value("Stimmt")
        app.segmented_control(key=f"{key}-zu-{first}").set_value(forderung)
        app.segmented_control(key=f"{key}-traegt").set_value(verdict)
        next(b for b in app.button if b.key and key in b.key and "Speichern" in b.label).click().run()
    assert {one.forderung: one.traegt for one in stored(lauf_id).urteile} == {
        first: Verdict.WIDERSPRICHT, second: Verdict.ANDERES
    }  # fmt: skip
    told = seen(app).replace("\\", "")
    assert f"Stimmt, zu Forderung {second}: spricht von anderem" in told and not app.exception
    near_second = open_lauf(
        id=lauf_id, partei=ansicht.partei, zitat=zitat.shown_number, forderung=second
    ).segmented_control(key=f"{key}-zu-{second}")
    assert near_second.value == second


def test_the_example_of_a_follow_up_is_answered_and_still_there_after_a_reload(
    open_lauf: Open, lauf_id: str
) -> None:
    app = open_lauf(id=lauf_id, mehr="nachfragen")
    before = seen(app).count("[Seite als PDF](")
    field = app.text_input(key="nachfrage-text")
    question = field.placeholder.removeprefix("Zum Beispiel: ")
    field.set_value(question)
    next(b for b in app.button if b.label == "Fragen").click().run()
    again = seen(open_lauf(id=lauf_id, mehr="nachfragen"))
    assert question in again and again.count("[Seite als PDF](") > before
    assert "Ohne Sprachmodell gesucht" in again and "Kein Zitat belegt" not in again
    assert "Antworten eines Sprachmodells" not in again


def test_no_lauf_and_an_unknown_one_are_one_sentence(open_lauf: Open) -> None:
    app = open_lauf()
    assert "Wählen Sie" in app.info[0].value and not app.exception
    app = open_lauf(id="<script>")
    assert not app.exception and not app.error
    assert "<script>" in app.info[0].value.replace("\\", "") and [one.value for one in app.title] == ["Lauf"]
    assert app.page_link[-1].label == "Zu den Anträgen"


def test_quote_of_an_earlier_reading_is_marked_where_it_stands_today(
    open_lauf: Open, finished: Row, lauf_id: str
) -> None:
    def reread(lauf: Row) -> None:
        for row in lauf["zitat"]:
            row["eintrag"] |= {"version": "frueher", "stellen": [[3, 9]], "seiten": [1], "gedruckt": []}

    ansicht = most_quoted(lauf_id)
    true = ansicht.gebunden()[0].beleg
    app = open_lauf(id=changed(finished, reread), partei=ansicht.partei)
    assert not app.exception and ANCHOR_NOTE[Anchor.WIEDERGEFUNDEN] in seen(app)
    stellen = ",".join(f"{start}-{end}" for start, end in true.ort.stellen)
    assert f"&seite={true.ort.seiten[0]}&version={true.ort.version}&zitat={stellen}" in picture(app)
    assert true.text in alt(app) and true.quelle in seen(app)


def test_quote_that_stands_there_no_more_is_shown_without_a_mark(
    open_lauf: Open, finished: Row, lauf_id: str
) -> None:
    def reread(lauf: Row) -> None:
        for row in lauf["zitat"]:
            row["eintrag"] |= {"version": "frueher", "text": f"Nie und nimmer {row['eintrag']['text']}"}

    app = open_lauf(id=changed(finished, reread), partei=most_quoted(lauf_id).partei)
    assert not app.exception and ANCHOR_NOTE[Anchor.VERLOREN] in seen(app)
    badges = [e.value for e in app.markdown if "-badge[" in e.value]
    exactness = [badge for badge in badges if NOT_LOOKED_AT not in badge and "Zu Forderung" not in badge]
    assert exactness and all("nicht mehr gefunden" in badge for badge in exactness)
    assert not any("green" in badge for badge in badges)
    assert "Früher: " in seen(app) and "als PDF" not in seen(app)
    assert ":orange[" in "".join(e.value for e in app.markdown if "Stelle nicht mehr gefunden" in e.value)
    assert "zitat=" not in picture(app) and "weitere=" not in picture(app) and "markiert" not in alt(app)


def edited(export: Row) -> str:
    """A Lauf on an Antrag to which a demand was added, and one changed, after it was read."""

    def change(lauf: Row) -> None:
        (akte,) = lauf["akte"]
        akte["gelesen"] = deepcopy(akte["antrag"])
        demands = akte["antrag"]["forderungen"]
        demands[0] = {**demands[0], "text": f"{demands[0]['text']} Und zwar sofort."}
        demands.append({"nummer": "99", "text": BOESE, "einleitung": ""})
        lauf["angebot"][0]["forderungen"] = ["99"]

    return changed(export, change)


def test_an_edited_antrag_is_marked_with_all_that_differs(
    open_lauf: Open, finished: Row, demo_index: Context
) -> None:
    lauf_id = edited(finished)
    app = open_lauf(id=lauf_id)
    text = seen(app)
    assert not app.exception
    assert "Bearbeiteter Antrag" in text and "1 Forderung geändert, 1 Forderung hinzugefügt" in text
    assert "**Forderung 99** hinzugefügt" in text and BOESE in text
    assert ":green-background[**Und zwar sofort.**]" in text
    assert not any("<script>" in element.value for element in app.markdown)
    assert "**99** (hinzugefügt)" in seen(open_lauf(id=lauf_id, mehr="antrag"))
    table = open_lauf(id=lauf_id, mehr="quellen").dataframe[0].value
    assert "99 (hinzugefügt)" in list(table["Zu Forderung"])


def test_an_urteil_is_not_chosen_beforehand_and_shows_what_was_saved(
    open_lauf: Open, finished: Row, demo_index: Context
) -> None:
    def judge(lauf: Row) -> None:
        lauf["score"][0] |= {"score": 3.0, "nah": None, "von": None}
        lauf["lauf"] |= {"modell_gefragt": "openai/a", "modell_geantwortet": "openai/a"}

    lauf_id = changed(finished, judge)
    score = next(score for score in stored(lauf_id).scores if score.score is not None)
    app = open_lauf(id=lauf_id, partei=score.partei)
    key = f"urteil-{lauf_id}-{score.partei}-{score.typ}-None"

    def save() -> None:
        next(b for b in app.button if b.key and key in b.key and "Speichern" in b.label).click().run()

    assert app.segmented_control(key=f"{key}-meinung").value is None
    app.number_input(key=f"{key}-punkte").set_value(7.5)
    save()
    assert stored(lauf_id).urteile == () and "Nichts gespeichert" in seen(app)
    app.segmented_control(key=f"{key}-meinung").set_value("Stimmt nicht")
    app.text_input(key=f"{key}-name").set_value("Eva")
    save()
    (urteil,) = stored(lauf_id).urteile
    assert (urteil.zustimmung, urteil.punkte, urteil.zitat) == (False, 7.5, None)
    assert "Stimmt nicht, eigene Punkte: 7,5 von 10" in seen(app)
    assert app.segmented_control(key=f"{key}-meinung").value is None
    assert app.text_input(key=f"{key}-name").value == "Eva"


def test_beside_points_stands_how_firm_they_are_over_all_laeufe(open_lauf: Open, finished: Row) -> None:
    """Only where another Lauf judged the same Antrag."""

    def judged(punkte: float) -> str:
        def judge(lauf: Row) -> None:
            lauf["lauf"]["modell_gefragt"] = f"openai/{punkte}"
            for one in lauf["score"]:
                one.update(score=punkte, nah=None, von=None)

        return changed(finished, judge)

    first = judged(8.0)
    score = next(one for one in stored(first).scores if one.score is not None)
    key = f"wahl-score-{score.partei}-{score.typ}"
    assert "über" not in open_lauf(id=first).button(key=key).label
    judged(3.0)
    app = open_lauf(id=first)
    assert not app.exception and "**8 von 10** :orange[:small[kippt" in app.button(key=key).label
    assert "3–8 über 2 Läufe" in app.button(key=key).label.replace("\\", "")


ONCE = {"load": 1, "list_traegt": 1, "anchored_eintraege": 1, "references": 1, "near_sentences": 1}


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often a Lauf was loaded, what models said of it read, its quotes anchored and given Forderungen."""
    counted: Counter[str] = Counter()

    def count(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def called(*given: object, **named: object) -> object:
            counted[name] += 1
            return real(*given, **named)

        monkeypatch.setattr(owner, name, called)

    count(Runstore, "load")
    count(Runstore, "list_traegt")
    count(lauf_view, "anchored_eintraege")
    count(lauf_view, "near_sentences")  # for its matrix
    count(lauf_view, "references")
    return counted


@pytest.mark.parametrize("mehr", ["antrag", "quellen", "prompt", "nachfragen"])
def test_a_run_of_the_page_works_a_lauf_out_once(
    open_lauf: Open, finished: Row, calls: Counter[str], mehr: str
) -> None:
    def by_a_model(lauf: Row) -> None:
        lauf["lauf"]["modell_gefragt"] = "openai/a"

    lauf_id = changed(finished, by_a_model)
    calls.clear()
    app = open_lauf(id=lauf_id, mehr=mehr)
    assert not app.exception and calls == ONCE


def test_a_fragment_that_runs_alone_looks_anew_and_once(
    open_lauf: Open, lauf_id: str, calls: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    partei = most_quoted(lauf_id)
    zitat, app = partei.gebunden()[0], open_lauf(id=lauf_id, partei=partei.partei)
    panes, mehr = app._fragment_storage._fragments
    pages = app._registered_pages
    monkeypatch.setattr(PagesManager, "get_pages", lambda self: pages)
    agreed = Urteil(lauf_id, partei.partei, zitat.typ, True, "Ada", "", zitat=zitat.nummer)
    runstore(default_context()).save_note(agreed)
    for fragment, wanted in ((panes, ONCE), (mehr, {})):
        alone = partial(RerunData, fragment_id_queue=[fragment])
        monkeypatch.setattr("streamlit.testing.v1.local_script_runner.RerunData", alone)
        calls.clear()
        assert not app.run().exception and calls == wanted
        assert ("Stimmt" in seen(app)) is (wanted == ONCE)

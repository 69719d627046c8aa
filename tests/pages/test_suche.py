"""„Suche“ as an analyst uses it: a question in German, hits with their pages, an answer with proofs."""

import re
import shutil
from datetime import datetime
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from sqlalchemy import select
from streamlit.testing.v1 import AppTest

from core.programme.context import Context, default_context
from core.runs.store import runstore
from core.runs.tables import notiz
from core.search.kurzfassung import Themen
from core.search.passage_search import find_relevant_chunks
from core.search.suchraum import indexed
from core.search.summaries import ProgrammSummaries
from core.wortlaut.binding.source_labels import footnote
from pages.ui.menu import beside
from pages.ui.suche import EXAMPLES, THEMEN, marked
from pages.ui.text import plain
from tests.clocks import TODAY
from tests.index.stores import add_false_row
from tests.pages.conftest import address, open_at, pictures as all_pictures, ready
from tests.sammlungen import LINDENBUND

FRAGE = "Was sagen Lindenbund und Brücke in Musterland zur Wieltalbahn?"
HOSTILE = "Kita kostenlos **Kita** [Klick](javascript:alert(1)) <script>alert(2)</script> $x$ :red[rot]"


open_page = partial(open_at, "suche")


def ask(frage: str, button: str = "suchen") -> AppTest:
    app = open_page()
    app.text_input(key="suche-q").input(frage)
    return ready(app.button(key=button).click().run())


def shown(app: AppTest) -> str:
    return "\n".join(element.value for element in (*app.markdown, *app.caption, *app.info))


def hits(app: AppTest) -> list[str]:
    """Where the passages stand, in their order."""
    return [button.label for button in app.button if (button.key or "").startswith("wahl-treffer-")]


def pictures(app: AppTest) -> list[str]:
    return [picture["src"] for picture in all_pictures(app)]


def stored(context: Context) -> int:
    """How many answers are kept."""
    with runstore(context).reading() as connection:
        return len(list(connection.execute(select(notiz))))


def test_where_nothing_is_near_the_page_says_so(demo_index: Context) -> None:
    weak = ask("Haarschnitt für dünnes Haar")
    assert hits(weak) and "Wohl nichts Passendes" in shown(weak)
    assert "Wohl nichts Passendes" not in shown(ask(FRAGE))


def test_at_first_one_reads_what_can_be_asked(demo_index: Context) -> None:
    app = open_page()
    assert app.title[0].value == "Suche" and not hits(app) and not app.error
    examples = [b for b in app.button if (b.key or "").startswith("wahl-beispiel-")]
    assert len(examples) == len(EXAMPLES["DEMO"])
    ready(examples[0].click().run())
    assert address(app) == {"q": EXAMPLES["DEMO"][0]}
    assert app.text_input(key="suche-q").value == EXAMPLES["DEMO"][0] and hits(app)


def test_a_question_gives_passages_of_its_parties_and_each_is_shown_on_its_page(
    demo_index: Context,
) -> None:
    app = ask(FRAGE)
    assert address(app) == {"q": FRAGE}
    assert "Parteien: **Lindenbund, Die Brücke**" in shown(app)
    assert "Land: **Musterland**" in shown(app) and "Gesucht: **Wieltalbahn**" in shown(app)
    assert len(hits(app)) >= 10
    assert all("Lindenbund" in hit or "Brücke" in hit for hit in hits(app))
    assert any("**Wieltalbahn**" in element.value for element in app.markdown)
    (first,) = pictures(app)
    assert "&zitat=" in first
    ready(app.button(key="wahl-treffer-3").click().run())
    (other,) = pictures(app)
    assert address(app)["treffer"] and other != first
    again = open_page(**address(app))
    assert pictures(again) == [other]


def test_what_is_in_no_programme_is_not_shown_but_told(
    demo_index: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(demo_index.settings.chroma_dir, tmp_path / "db")
    add_false_row(tmp_path / "db", LINDENBUND, "Die Wieltalbahn soll nie wieder fahren.")
    monkeypatch.setenv("CHROMA_DIR", str(tmp_path / "db"))
    default_context.cache_clear()
    app = ask(FRAGE)
    assert hits(app) and "nie wieder fahren" not in shown(app)
    assert LINDENBUND in app.warning[0].value.replace("\\", "")


def test_what_is_chosen_overrules_the_question(demo_index: Context) -> None:
    app = ask(FRAGE)
    app.multiselect(key="suche-partei").set_value(["MÜHLRAD"])
    ready(app.run())
    assert address(app)["partei"] == "MÜHLRAD"
    assert hits(app) and all("Mühlrad" in hit for hit in hits(app))
    assert "Partei: **Bündnis Mühlrad**" in shown(app)
    app = open_page(q="Schule", typ="parteiprogramm")
    assert hits(app) and not any("2024" in hit for hit in hits(app))


def test_what_is_unclear_is_asked_back_and_a_click_settles_it(demo_index: Context) -> None:
    app = ask("Was sagt der Lindenbuned in Musterland zur Kita?")
    assert not app.error and not hits(app)
    assert "Welche Partei meinen Sie?" in shown(app)
    ready(app.button(key="rueckfrage-0-LINDENBUND").click().run())
    assert address(app) == {"q": "Was sagt der Lindenbund in Musterland zur Kita?"}
    assert hits(app) and all("Lindenbund" in hit for hit in hits(app))


def test_abschnitte_and_programme_can_be_shown_instead(demo_index: Context) -> None:
    app = ask("Wieltalbahn")
    ready(app.segmented_control(key="suche-was").set_value("abschnitte").run())
    assert address(app)["was"] == "abschnitte" and "Abschnitte**" in shown(app)
    assert "Passagen passen" in shown(app) and pictures(app)
    ready(app.radio(key="suche-strategie").set_value("anzahl").run())
    assert address(app)["strategie"] == "anzahl" and hits(app)
    ready(app.segmented_control(key="suche-was").set_value("dokumente").run())
    assert "strategie" not in address(app) and "**6 Programme**" in shown(app) and pictures(app)


def test_a_programm_among_the_hits_tells_its_topics_which_lead_to_a_search(demo_index: Context) -> None:
    app = open_page(q="Grundschulen auf dem Land", was="dokumente", land="DEMO")
    order = list(dict.fromkeys(hit.rsplit(", S", 1)[0].strip("*: ") for hit in hits(app)))
    named = {programm.name: programm.id for programm in indexed(demo_index)}
    themen = Themen.of(demo_index).by_programm
    expected = [thema for name in order for thema in themen[named[name]][:THEMEN]]
    tabs = beside("suche")[1].values()
    links = [link.proto for link in app.get("page_link") if link.proto.label not in tabs]
    assert [link.label for link in links] == expected and len(order) > 2
    found = parse_qs(links[0].query_string)
    assert found == {"was": ["dokumente"], "land": ["DEMO"], "q": [expected[0]]}
    again = open_page(**{name: values[0] for name, values in found.items()})
    assert hits(again) and f"Gesucht: **{expected[0]}**" in shown(again)
    app.session_state[f"kurz-{named[order[0]]}"] = True
    ready(app.run())
    folds = [one for one in app.expander if one.label == "Zusammenfassung (aus Sätzen des Programms)"]
    summary = ProgrammSummaries.of(demo_index, named[order[0]]).whole()
    assert len(folds) == len(order) and summary and not folds[1].markdown
    assert plain(summary.text.split("\n")[0]) in folds[0].markdown[0].value


def test_hostile_text_stays_text(demo_index: Context) -> None:
    app = ask(HOSTILE)
    assert app.text_input(key="suche-q").value == HOSTILE
    assert hits(app)
    assert not re.search(r"(?<!\\)(<script|\]\(|:red\[|\$x)", shown(app))
    assert marked("Kita", HOSTILE).startswith("**Kita** kostenlos \\*\\***Kita**\\*\\*")


def test_odd_addresses_show_what_can_be_shown(demo_index: Context) -> None:
    app = open_page(q="Kita", was="x", strategie="y", anzahl="7", treffer="z", seite="-1", typ="t", jahr="j")
    assert "Passagen**, Treffer 1 bis 10 · " in shown(app) and pictures(app)
    assert "Atlantis" in open_page(q="Kita", land="Atlantis").error[0].value
    assert len(open_page(antwort="gibtsnicht").error) == 1


def test_results_are_paged_and_say_how_many_there_are_and_how_long_it_took(demo_index: Context) -> None:
    app = open_page(q="Schule")
    first = hits(app)
    assert re.search(r"\*\*\d+ Passagen\*\*, Treffer 1 bis 10 · \d+,\d\d Sekunden", shown(app))
    assert app.button(key="treffer-zurueck").disabled
    ready(app.button(key="treffer-weiter").click().run())
    assert address(app) == {"q": "Schule", "ab": "11"} and "Treffer 11 bis 20" in shown(app)
    assert hits(app) and not set(hits(app)) & set(first[:3])
    again = open_page(q="Schule", ab="11")
    assert hits(again) == hits(app)
    ready(again.button(key="treffer-zurueck").click().run())
    assert address(again) == {"q": "Schule"} and hits(again) == first
    beyond = open_page(q="Schule", ab="900")
    assert not hits(beyond) and "So weit reichen die" in shown(beyond)
    ready(beyond.button(key="erste-treffer").click().run())
    assert address(beyond) == {"q": "Schule"} and hits(beyond)


def test_a_question_is_answered_once_and_the_answer_has_an_address(demo_index: Context) -> None:
    app = ask(FRAGE, button="fragen")
    assert set(address(app)) == {"q", "antwort"}
    quotes = [button for button in app.button if (button.key or "").startswith("wahl-zitat-")]
    assert quotes and "Lindenbund" in shown(app) and "geprüft ist nur" in shown(app)
    assert "von jeder Partei höchstens 3 Passagen" in shown(app) and "Nicht unter" not in shown(app)
    (first,) = pictures(app)
    again = open_page(**address(app))
    assert shown(again) == shown(app) and pictures(again) == [first]
    assert stored(demo_index) == 1
    ready(again.button(key=quotes[-1].key).click().run())
    assert address(again)["zitat"] and pictures(again) != [first]
    ready(again.button(key="treffer-zeigen").click().run())
    assert address(again) == {"q": FRAGE} and hits(again)


def test_a_model_that_cannot_be_asked_says_why_and_the_hits_stay(demo_index: Context) -> None:
    app = open_page()
    app.text_input(key="suche-q").input(FRAGE)
    app.selectbox(key="suche-modell").set_value("anthropic/claude-sonnet-5")
    ready(app.button(key="fragen").click().run())
    assert len(app.error) == 1 and "ANTHROPIC\\_API\\_KEY" in app.error[0].value
    assert address(app)["modell"] == "anthropic/claude-sonnet-5" and hits(app)
    assert stored(demo_index) == 0


def headings(app: AppTest) -> list[str]:
    return [header.value.rpartition(" ")[2] for header in app.header]


def test_parties_asked_for_stand_one_after_the_other_and_one_can_mix_them(demo_index: Context) -> None:
    app = ask("Lindenbund und Mühlrad: Wieltalbahn")
    assert headings(app) == ["Lindenbund", "Mühlrad"]
    own = [hit for hit in hits(app) if not hit.startswith("Ebenso")]
    assert ["Lindenbund" in hit for hit in own] == [True] * 5 + [False] * 5
    ready(app.button(key="treffer-weiter").click().run())
    assert headings(app) == ["Lindenbund", "Mühlrad"] and "je Partei die besten ab der 6." in shown(app)
    ready(app.toggle(key="suche-je").set_value(False).run())
    assert address(app)["je"] == "gemischt" and not headings(app) and hits(app)
    assert not headings(ask("Wieltalbahn Lindenbund"))


def test_only_what_is_in_force_is_searched_until_one_wants_more(demo_index: Context, noon: datetime) -> None:
    app = ask("Schule")
    day = f"{TODAY:%d.%m.%Y}"
    assert f"Geltend am: **{plain(day)}, heute**" in shown(app) and app.toggle(key="suche-stand").value
    ready(app.toggle(key="suche-stand").set_value(False).run())
    assert address(app)["stand"] == "alle" and "Geltend am" not in shown(app) and hits(app)


def test_every_passage_can_be_copied_with_its_source_and_address(demo_index: Context) -> None:
    chunk = find_relevant_chunks("Wieltalbahn", bundesland="DEMO", context=demo_index)[0]
    note = footnote(chunk.text, chunk.quelle, f"http://localhost{chunk.url}")
    assert note.startswith("„") and note.endswith(")") and chunk.quelle in note
    assert note.count("„") == note.count("“") == 1 and f"http://localhost{chunk.url}" in note
    app = ask("Wieltalbahn")
    assert len(app.get("bidi_component")) >= len([hit for hit in hits(app) if not hit.startswith("Ebenso")])

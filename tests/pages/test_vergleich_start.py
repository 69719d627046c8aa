"""Starting a comparison as an analyst does it: what is chosen, how far it is, what came of it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from core.assessment.batch import BatchJobs, Plan
from core.programme.context import Context
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore
from pages.ui import resources
from tests.assessment.conftest import ANTRAG
from tests.assessment.test_batch_jobs import ANTWORTEN, Held, both, until
from tests.llm.modellserver import Modellserver, modellserver, status
from tests.pages.conftest import address, ready

BOESE = "**fett** <script>alert(1)</script> $x$ [x](javascript:alert(1))"


@pytest.fixture(autouse=True)
def jobs(demo_index: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[BatchJobs]:
    """That of the pages; what a test began is ended with it."""
    monkeypatch.setenv("OPENAI_API_BASE", "http://127.0.0.1:9")
    yield resources.context().own(BatchJobs)
    resources.context().own(BatchJobs).close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Modellserver]:
    with modellserver(lambda request: replace(both(request), delay=0.05)) as opened:
        monkeypatch.setenv("OPENAI_API_BASE", opened.url)
        yield opened


def page() -> None:
    import streamlit as st

    from core.features.vergleich.spalten import vergleich_of
    from pages.features.vergleich import start
    from pages.ui import address, resources

    context = resources.context()
    ids = [id for id in address.get("laeufe").split(",") if id]
    vergleich = vergleich_of(resources.store(), context.registry, ids) if ids else None
    start.offer(context, vergleich, st.container())


def open_page(**address: str) -> AppTest:
    app = AppTest.from_function(page)
    for name, value in address.items():
        app.query_params[name] = value
    return ready(app.run())


def open_dialog(**address: str) -> AppTest:
    return ready(open_page(**address).button(key="vergleich-starten").click().run())


PRICED = "openai/gpt-4.1-mini"


def choose(app: AppTest, **chosen: list[str]) -> AppTest:
    """Without a limit, which no model can keep that has no price."""
    for name, values in chosen.items():
        app.multiselect(key=f"start-{name}").set_value(values)
    ready(app.run())
    if set(chosen.get("modelle", ())) & {"openai/a", "openai/b", "openai/nie"}:
        app.number_input(key="start-grenze").set_value(None)
    return ready(app.run())


def shown(app: AppTest) -> str:
    texts = [e.value for e in (*app.markdown, *app.caption, *app.error)]
    texts += [str(e.proto.text) for e in app.get("progress")]
    return "\n".join(texts).replace("\\", "")


def buttons(app: AppTest) -> list[str]:
    return [button.label for button in app.button]


def plan(store: Runstore, **changes: object) -> Plan:
    asked = Plan(antraege=(store.save_antrag(ANTRAG),), modelle=("openai/a",), prompts=(("knapp", 1),))
    return replace(asked, **changes)  # type: ignore[arg-type]


def waited(jobs: BatchJobs, batch_id: str) -> None:
    until(lambda: not jobs.stand(batch_id).laeuft, 60)


def test_the_dialog_says_what_is_missing_before_anything_can_start() -> None:
    app = open_dialog()
    assert "Wählen Sie mindestens einen Antrag." in shown(app) and "Starten" not in buttons(app)
    assert app.multiselect(key="start-modelle").value == ["openai/gpt-4.1"]  # ready, and never the search
    assert "DASHSCOPE_API_KEY fehlt" in shown(app)
    titles = app.multiselect(key="start-antraege").options
    assert len(titles) == 5 and all(title.endswith("(Beispiel)") for title in titles)


def test_what_was_started_goes_on_shows_how_far_it_is_and_ends_in_the_comparison(
    store: Runstore, server: Modellserver, jobs: BatchJobs
) -> None:
    held = Held()
    server.script = held
    antrag = store.save_antrag(ANTRAG, "eingefügter Text")
    app = choose(open_dialog(), antraege=[antrag], modelle=["openai/a", "openai/b"])
    assert "1 Antrag × 2 Modelle × 1 Prompt: **2 Läufe**." in shown(app)
    ready(app.button(key="start-los").click().run())
    batch_id = address(app)["stapel"]
    until(lambda: jobs.stand(batch_id).laufend == 2)
    elsewhere = open_page(stapel=batch_id)
    assert "0 von 2 Läufen fertig · 2 laufen gerade" in shown(elsewhere)
    assert "Anhalten" in buttons(elsewhere)
    held.go.set()
    waited(jobs, batch_id)
    ready(elsewhere.run())
    told = address(elsewhere)
    assert set(told) == {"spalten"} and len(told["spalten"].split(",")) == 2


def test_parties_of_what_is_compared_are_kept_and_asked_only_where_they_are(
    store: Runstore, server: Modellserver, jobs: BatchJobs
) -> None:
    asked = plan(store, weitere=("BRÜCKE", "LEUCHTTURM", "SPD"))
    batch_id = jobs.start(asked)
    waited(jobs, batch_id)
    (zeile,) = store.list_laeufe(Filter(batch_id=batch_id))
    lauf = store.load(zeile.id)
    assert lauf.parameter["weitere"] == ["BRÜCKE", "LEUCHTTURM"], "the SPD is not in Musterland"
    assert {teil.partei for teil in lauf.teile} >= {"BRÜCKE", "LEUCHTTURM"}
    app = open_dialog(laeufe=zeile.id)
    assert app.multiselect(key="start-weitere").value == ["BRÜCKE", "LEUCHTTURM"]
    app = choose(app, modelle=["openai/a"])
    assert "1 Lauf**. Alle gibt es schon" in shown(app)
    # Chosen in the dialog of an empty page, the same Antrag brings the same parties.
    app = choose(open_dialog(), antraege=[asked.antraege[0]], modelle=["openai/a"])
    assert app.multiselect(key="start-weitere").value == ["BRÜCKE", "LEUCHTTURM"]


def test_what_exists_is_counted_and_not_done_again(
    store: Runstore, server: Modellserver, jobs: BatchJobs
) -> None:
    waited(jobs, jobs.start(plan(store)))
    app = choose(open_dialog(), antraege=[store.save_antrag(ANTRAG)], modelle=["openai/a", "openai/b"])
    app = choose(app, prompts=[("knapp", 1)])
    assert "**2 Läufe**. 1 gibt es schon, 1 wird gerechnet." in shown(app)
    app = choose(app, modelle=["openai/a"])
    assert "Alle gibt es schon" in shown(app) and "Vergleich zeigen" in buttons(app)
    asked = len(server.requests)
    ready(app.button(key="start-los").click().run())
    waited(jobs, address(app).get("stapel") or store.list_batches()[0].id)
    ready(app.run())
    assert len(server.requests) == asked and address(app).keys() == {"spalten"}


def test_repeats_the_limit_and_settings_reach_the_plan(
    store: Runstore, server: Modellserver, jobs: BatchJobs
) -> None:
    app = choose(open_dialog(), antraege=[store.save_antrag(ANTRAG)], modelle=[PRICED])
    assert app.number_input(key="start-grenze").value == 5.0
    app.number_input(key="start-wiederholungen").set_value(3)
    app.number_input(key="start-grenze").set_value(0.5)
    app = choose(app, passagen=[2, 4], temperaturen=[0.0, 0.7])
    assert "1 Antrag × 1 Modell × 1 Prompt × 4 Einstellungen, je 3-mal: **12 Läufe**." in shown(app)
    ready(app.button(key="start-los").click().run())
    asked = jobs.stand(address(app)["stapel"]).plan
    assert (asked.wiederholungen, asked.limit, asked.modelle) == (3, 0.5, (PRICED,))
    assert (asked.passagen, asked.temperaturen) == ((2, 4), (0.0, 0.7))


def test_stop_and_the_rest_later(store: Runstore, server: Modellserver, jobs: BatchJobs) -> None:
    server.script = held = Held(4 * ANTWORTEN)  # four Läufe at once: two of them at least have all theirs
    batch_id = jobs.start(plan(store, wiederholungen=10))
    until(lambda: jobs.stand(batch_id).fertig >= 2, 40)
    app = open_page(stapel=batch_id)
    assert any(rest in shown(app) for rest in ("noch etwa", "gleich fertig")), "by how fast the others were"
    ready(app.button(key="stapel-anhalten").click().run())
    held.go.set()
    waited(jobs, batch_id)
    ready(app.run())
    stand = jobs.stand(batch_id)
    assert 2 <= stand.fertig < 10 and f"{stand.fertig} von 10 Läufen sind fertig · angehalten." in shown(app)
    assert {"Rest rechnen", "Vergleich zeigen", "Schließen"} <= set(buttons(app))
    server.script = both
    ready(app.button(key="stapel-fortsetzen").click().run())
    resumed = address(app).get("stapel") or store.list_batches()[0].id
    assert resumed != batch_id
    waited(jobs, resumed)
    ready(app.run())
    assert set(address(app)) == {"spalten"}
    assert store.count_laeufe(Filter(status=Status.FERTIG)) == 10


def test_failures_are_told_with_their_reason_and_the_rest_can_be_seen(
    store: Runstore, server: Modellserver, jobs: BatchJobs
) -> None:
    server.script = lambda request: status(401) if request.body["model"] == "b" else both(request)
    batch_id = jobs.start(plan(store, modelle=("openai/a", "openai/b")))
    waited(jobs, batch_id)
    app = open_page(stapel=batch_id)
    told = shown(app)
    assert "2 von 2 Läufen sind fertig · 1 davon mit Fehlern" in told
    (which,) = (line for line in told.splitlines() if "openai/b · " in line)
    assert "Schlüssel" in which and "Bündnis Mühlrad" in which
    assert "Rest rechnen" not in buttons(app)
    ready(app.button(key="stapel-zeigen").click().run())
    assert len(address(app)["spalten"].split(",")) == 1


def test_reached_limit_is_said(store: Runstore, server: Modellserver, jobs: BatchJobs) -> None:
    asked = plan(store, modelle=("openai/gpt-4.1",), wiederholungen=20, limit=0.000001)
    batch_id = jobs.start(asked)
    waited(jobs, batch_id)
    app = open_page(stapel=batch_id)
    assert "die Kostengrenze von 0,00 US-Cent ist erreicht" in shown(app)
    ready(app.button(key="stapel-schliessen").click().run())
    assert address(app) == {} and buttons(app) == ["Neuen Vergleich starten"]

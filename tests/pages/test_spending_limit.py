"""Whoever has spent his limit is told so, and nothing more is asked of a model, by whatever way he tries."""

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.assessment.batch_jobs import Plan
from core.assessment.pipeline import assess
from core.assessment.removal_probe import plan_probe
from core.calibration.run_calibration import EichungPlan
from core.cli import main
from core.commands.command_log import account, account_payer
from core.context import Context, default_context
from core.demo.demo_antraege import demo_auftrag
from core.llm.prompts import load_prompts
from core.roles.rights import AccessRole
from core.runs.lauf import Status
from core.runs.store import Runstore, runstore
from core.settings import ROOT
from pages.ui import person, resources
from pages.ui.person import Person
from tests.e2e.modell import ZUM_ANTRAG, Zitierer
from tests.llm.modellserver import Modellserver, Reply, Request, antwort, modellserver
from tests.pages.conftest import ANTRAG, FRAME, seen
from tests.prozesse import until

MODELL = "openai/gpt-4.1"
EVA = Person("eva@haus.example", AccessRole.ADMINISTRATOR)
REACHED = "Ihre Grenze von"


@dataclass(frozen=True)
class World:
    """Somebody signed in, who has spent it all; a Lauf of a language model that cost something before."""

    context: Context
    lauf_id: str
    server: Modellserver

    @property
    def store(self) -> Runstore:
        return runstore(self.context)


@pytest.fixture
def world(demo_index: Context, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[World]:
    quoting = Zitierer(2)

    def reply(request: Request) -> Reply:
        is_antrag = "AntragAntwort" in str(request.body.get("response_format"))
        return antwort(ZUM_ANTRAG) if is_antrag else quoting(request)

    monkeypatch.setenv("OPENAI_API_KEY", "sk-probe-12345678")
    with modellserver(reply) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        auftrag = demo_auftrag(demo_index)
        prompt = load_prompts(demo_index.settings.data_dir / "prompts")["streng"]
        lauf_id = assess(demo_index, replace(auftrag, modell=MODELL, prompt=prompt))
        assert runstore(demo_index).load(lauf_id).status is Status.FERTIG and server.requests
        server.requests.clear()
        monkeypatch.setenv("ANMELDUNG", "1")
        monkeypatch.setenv("ROLLEN", str(tmp_path / "rollen.toml"))
        monkeypatch.setattr(person, "here", lambda: EVA)
        default_context.cache_clear()
        context = default_context()
        runstore(context).set_limit("*", 0.01)
        for who in (EVA.key, account()):
            runstore(context).note_spending(who, 0.02)
        yield World(context, lauf_id, server)


def open_page(file: str, **query: str) -> AppTest:
    app = AppTest.from_file(FRAME, default_timeout=90)
    for name, value in query.items():
        app.query_params[name] = value
    return app.switch_page(file).run()


def pressed(app: AppTest, label: str) -> str:
    """What is read on the page then; where the button cannot be pressed, what stands there instead."""
    found = [one for one in app.button if one.label == label and not one.disabled]
    return seen(found[0].click().run() if found else app)


# --- by the pages -------------------------------------------------------------------------------------------


def check_an_antrag(world: World) -> str:
    app = open_page("antrag.py", lauf=world.lauf_id, modell=MODELL)
    return pressed(app, "Prüfung starten")


def start_a_lauf(world: World) -> str:
    """Though the page would not let him: its button is only what is seen."""
    lauf = world.store.load(world.lauf_id)
    prompt = load_prompts(world.context.settings.data_dir / "prompts")["streng"]
    auftrag = replace(demo_auftrag(world.context), antrag=lauf.antrag, modell=MODELL, prompt=prompt)
    return ended(world, resources.werkstatt().start(replace(auftrag, fresh=True)))


def ended(world: World, lauf_id: str) -> str:
    until(lambda: world.store.load(lauf_id).status is not Status.LAEUFT)
    lauf = world.store.load(lauf_id)
    return " ".join([lauf.fehler, *(teil.fehler or "" for teil in lauf.teile)])


def probe_a_lauf(world: World) -> str:
    plan = plan_probe(world.context, world.store.load(world.lauf_id))
    return ended(world, resources.werkstatt().start(plan.auftrag, plan.material))


def compare(world: World) -> str:
    return batch_ended(world, resources.batch_jobs().start(plan_of(world)))


def plan_of(world: World) -> Plan:
    antrag = world.store.load(world.lauf_id).antrag
    return Plan(
        antraege=(world.store.save_antrag(antrag, antrag.titel, antrag),),
        modelle=(MODELL,),
        prompts=(("knapp", 1),),
        limit=5.0,
    )


def batch_ended(world: World, batch_id: str) -> str:
    jobs = resources.batch_jobs()
    until(lambda: not jobs.stand(batch_id).laeuft)
    return " ".join(jobs.stand(batch_id).fehler)


def go_on_with_a_comparison(world: World) -> str:
    return batch_ended(world, resources.batch_jobs().resume(resources.batch_jobs().start(plan_of(world))))


def ask_about_a_lauf(world: World) -> str:
    app = open_page("lauf.py", id=world.lauf_id, mehr="nachfragen")
    app.text_input(key="nachfrage-text").set_value("Was wird zum Schulbus gesagt?")
    return pressed(app, "Fragen")


def let_quotes_be_checked(world: World) -> str:
    jobs = resources.traegt_jobs()
    jobs.start(world.lauf_id, "openai/gpt-4.1-mini", 5.0)
    until(lambda: not (stand := jobs.stand(world.lauf_id)) or not stand.laeuft)
    stand = jobs.stand(world.lauf_id)
    return " ".join(stand.fehler) if stand else ""


def search_by_a_model(world: World) -> str:
    app = open_page("suche.py", land="DEMO")
    app.text_input(key="suche-q").set_value("Was wird für kleine Grundschulen getan?")
    app.selectbox(key="suche-modell").set_value(MODELL)
    return seen(app.button(key="fragen").click().run())


def calibrate(world: World) -> str:
    jobs = resources.eichung_jobs()
    eichung_id = jobs.start(EichungPlan(modell=MODELL, prompt="streng"))
    until(lambda: not jobs.staende()[eichung_id].laeuft)
    return str(jobs.staende()[eichung_id].fehler)


def try_a_model(world: World) -> str:
    app = open_page("einstellungen.py")
    app.selectbox(key="probe_modell").select(MODELL)
    return pressed(app, "Jetzt fragen")


PAGES = (
    ask_about_a_lauf, let_quotes_be_checked, search_by_a_model, calibrate, try_a_model,
)  # fmt: skip


@pytest.mark.parametrize("way", PAGES, ids=lambda way: way.__name__)
def test_by_no_page_is_more_spent(world: World, way: Callable[[World], str]) -> None:
    told = way(world)
    assert REACHED in told or "bleiben Ihnen" in told, told
    assert world.server.requests == []
    assert world.store.budget_of(EVA.key).ausgegeben == 0.02


# --- by the commands ----------------------------------------------------------------------------------------

COMMANDS = {
    "assess": ("assess", str(ANTRAG), "--model", MODELL, "--fresh"),
    "ask": ("ask", "Was sagt der Lindenbund zu Grundschulen?", "--model", MODELL),
    "followup": ("followup", "LAUF", "Was wird zum Schulbus gesagt?", "--model", MODELL),
    "support": ("support", "LAUF", "--model", "openai/gpt-4.1-mini"),
    "rubric": ("rubric", str(ANTRAG), "--model", MODELL),
    "summarize": ("summarize", "--programm", "lindenbund-demo-2024", "--model", MODELL),
    "calibrate": ("calibrate", "--model", MODELL),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_by_no_command_is_more_spent(world: World, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([world.lauf_id if word == "LAUF" else word for word in COMMANDS[name]])
    told = "".join(capsys.readouterr())
    assert REACHED in " ".join(told.split()), told
    assert code != 0 and world.server.requests == []


def test_where_nobody_signs_in_commands_are_counted_for_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert account_payer() is not None
    monkeypatch.delenv("ANMELDUNG")
    assert account_payer() is None


# --- and by no other way ------------------------------------------------------------------------------------

ASKING = {
    "core.assessment.parteiteil": "start_a_lauf",
    "core.assessment.frage": "search_by_a_model",
    "core.assessment.nachfrage": "ask_about_a_lauf",
    "core.assessment.model_summaries": "summarize",
    "core.calibration.calibration_ask": "calibrate",
    "core.installation": "try_a_model",
    "core.rubrics.ask_rubric": "rubric",
    "core.support.asked_model": "let_quotes_be_checked",
}
"""Each module that asks models, and the case above that goes through it."""


def test_whatever_asks_a_model_is_among_them() -> None:
    asking = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for folder in ("core", "pages")
        for path in (ROOT / folder).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module in ("core.llm.client", "core.llm")
        if any(alias.name in ("ask", "client") for alias in node.names)
    }
    assert asking == set(ASKING)
    assert set(ASKING.values()) <= {way.__name__ for way in PAGES} | set(COMMANDS)

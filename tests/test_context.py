"""Two Contexts in one process share nothing that their settings tell apart."""

import shutil
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from core.assessment.auftrag import Auftrag
from core.assessment.own_prompts import PromptShelf
from core.assessment.pipeline import LaufJobs
from core.base.errors import ModellUnbekannt, SchluesselFehlt
from core.base.settings import ROOT
from core.llm.anfrage import Anfrage
from core.llm.catalogue import catalogue_of
from core.llm.client import ask
from core.llm.litellm_access import Price, register_anbieter
from core.llm.offline import install
from core.programme.context import Context
from core.runs.store import runstore
from tests.assessment.conftest import ANTRAG
from tests.llm.conftest import umgebung
from tests.runs.beispiele import finished_lauf

__all__ = ["umgebung"]

HELLO = [{"role": "user", "content": "?"}]


def of_its_own(demo: Context, folder: Path) -> Context:
    """Its registry, prompts, catalogue and run store lie in this folder; the index is shared."""
    shutil.copytree(ROOT / "data" / "registry", folder / "data" / "registry")
    shutil.copytree(ROOT / "data" / "prompts", folder / "data" / "prompts")
    shutil.copy(ROOT / "data" / "modelle.toml", folder / "data")
    return Context(replace(demo.settings, data_dir=folder / "data", laeufe_dir=folder / "laeufe"))


@pytest.fixture
def two(demo: Context, tmp_path: Path) -> tuple[Context, Context]:
    """The second has another prompt and another variable for OpenAI's key."""
    first, second = of_its_own(demo, tmp_path / "a"), of_its_own(demo, tmp_path / "b")
    streng, catalogue = (
        second.settings.data_dir / "prompts" / "streng.md",
        second.settings.data_dir / "modelle.toml",
    )
    streng.write_text(streng.read_text(encoding="utf-8").rstrip() + "\nNoch ein Satz.\n", encoding="utf-8")
    told = catalogue.read_text(encoding="utf-8").replace("OPENAI_API_KEY", "ANDERER_API_KEY")
    catalogue.write_text(told, encoding="utf-8")
    return first, second


def test_each_has_its_own_store_and_opens_it_once(two: tuple[Context, Context]) -> None:
    first, second = two
    lauf_id = finished_lauf(runstore(first))
    assert runstore(first).has(lauf_id) and not runstore(second).has(lauf_id)
    assert runstore(first) is runstore(first) is not runstore(second)


def test_each_has_its_own_prompts(two: tuple[Context, Context]) -> None:
    plain, changed = (PromptShelf(context).find("streng") for context in two)
    assert "Noch ein Satz." in changed.nutzer and "Noch ein Satz." not in plain.nutzer
    plain_auftrag, changed_auftrag = (
        Auftrag.of(context, ANTRAG, "openai/gpt-4.1", prompt)
        for context, prompt in zip(two, (plain, changed), strict=True)
    )
    assert plain_auftrag.prompt.hash != changed_auftrag.prompt.hash


def test_each_has_its_own_catalogue_and_asks_for_the_key_it_names(two: tuple[Context, Context]) -> None:
    first, second = two
    id = next(modell.id for modell in catalogue_of(first).modelle.values() if modell.praefix == "openai")
    assert catalogue_of(first).find(id).schluessel == "OPENAI_API_KEY"
    assert catalogue_of(second).find(id).schluessel == "ANDERER_API_KEY"
    with pytest.raises(SchluesselFehlt, match="ANDERER_API_KEY"):
        ask(second, Anfrage(id, HELLO, versuche=1))


def test_a_handler_answers_in_the_context_it_was_given_to(two: tuple[Context, Context]) -> None:
    first, second = two
    register_anbieter(first, "probe", lambda messages, params: "eins")
    assert ask(first, Anfrage("probe/x", HELLO)).text == "eins"
    assert Price(first, "probe/x").of(1000, 1000) == 0.0
    with pytest.raises(ModellUnbekannt, match="„probe“ gibt es nicht"):
        catalogue_of(second).find("probe/x")
    register_anbieter(second, "probe", lambda messages, params: "zwei")
    assert [ask(context, Anfrage("probe/x", HELLO)).text for context in two] == ["eins", "zwei"]


def test_built_in_model_asks_the_registry_of_its_own_context(two: tuple[Context, Context]) -> None:
    """Whoever was installed last answers for nobody else."""
    from core.llm.catalogue import catalogue_of

    first, second = two
    install(first)
    assert "offline" in catalogue_of(first).handlers and "offline" not in catalogue_of(second).handlers
    install(second)
    assert catalogue_of(first).handlers["offline"] is not catalogue_of(second).handlers["offline"]


def test_background_work_belongs_to_its_context_and_ends_with_it(two: tuple[Context, Context]) -> None:
    first, second = two
    others = hearts()  # of pages that other tests opened: theirs beat as long as the process
    werkstatt = first.own(LaufJobs)
    assert first.own(LaufJobs) is werkstatt is not second.own(LaufJobs)
    assert len(hearts() - others) == 2
    first.close()
    assert len(hearts() - others) == 1
    second.close()
    assert hearts() == others


def hearts() -> set[threading.Thread]:
    return {thread for thread in threading.enumerate() if thread.name == "Rechnen-Puls"}


def test_of_many_that_ask_at_once_one_makes_it(demo: Context) -> None:
    context, made, together = Context(demo.settings), [], threading.Barrier(8)

    def make(context: Context) -> list[int]:
        made.append(1)
        return made

    def asked() -> None:
        together.wait(60)
        context.own(make)

    threads = [threading.Thread(target=asked) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]

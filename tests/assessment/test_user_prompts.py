"""Prompts that analysts write: checked, kept in every version, found beside the shipped ones."""

import pytest

from core.assessment.own_prompts import PromptShelf
from core.assessment.pipeline import assess
from core.base.errors import EingabeError
from core.base.settings import ROOT
from core.cli.main import main
from core.programme.context import Context
from core.runs.store import Runstore, runstore
from tests.assessment.conftest import PROMPTS, auftrag
from tests.assessment.test_batch_jobs import both
from tests.llm.modellserver import modellserver

SYSTEM = "Vergleiche den Antrag mit den Quellen."
NUTZER = "{partei} <antrag>{forderungen}</antrag> <quellen>{quellen}</quellen> Antworte als JSON."


@pytest.fixture
def store(context: Context) -> Runstore:
    return runstore(context)


def test_saved_prompt_comes_back_as_it_was_written(context: Context, store: Runstore) -> None:
    saved = PromptShelf(context).save(
        " Mein  Prompt ", SYSTEM, NUTZER, 'Nur zum "Probieren" \\ üben.\nZeile 2'
    )
    assert (saved.id, saved.version, saved.titel) == ("eigen:Mein Prompt", 1, "Mein Prompt")
    assert (saved.system, saved.nutzer) == (SYSTEM, NUTZER)
    assert saved.beschreibung == 'Nur zum "Probieren" \\ üben.\nZeile 2'
    assert PromptShelf(context).find("eigen:Mein Prompt") == saved
    assert PromptShelf(context).find("Mein Prompt") == saved


def test_every_version_stays_and_the_same_wording_is_no_new_one(context: Context, store: Runstore) -> None:
    first = PromptShelf(context).save("meiner", SYSTEM, NUTZER)
    assert PromptShelf(context).save("meiner", SYSTEM, f"{NUTZER}\n") == first
    second = PromptShelf(context).save("meiner", f"{SYSTEM} Kurz.", NUTZER)
    assert PromptShelf(context).save("meiner", f"{SYSTEM} Kurz.", NUTZER) == second
    third = PromptShelf(context).save("meiner", SYSTEM, NUTZER)
    other = PromptShelf(context).save("anderer", SYSTEM, NUTZER)
    assert [p.version for p in (first, second, third)] == [1, 2, 3]
    assert PromptShelf(context).own() == [other, third, second, first]
    assert PromptShelf(context).find("eigen:meiner") == third
    assert PromptShelf(context).find("eigen:meiner", 2) == second
    assert len({p.hash for p in (first, second, third, other)}) == 4


@pytest.mark.parametrize(
    ("name", "system", "nutzer", "message"),
    [
        (" ", SYSTEM, NUTZER, "braucht einen Namen"),
        ("a\u202eb", SYSTEM, NUTZER, "unsichtbare Zeichen"),
        ("n" * 201, SYSTEM, NUTZER, "höchstens 200 Zeichen"),
        ("meiner", SYSTEM, "{partei} JSON", "fehlt der Platzhalter {forderungen}, {quellen}"),
        ("meiner", f"{SYSTEM}\n--- Nutzer ---\nMehr.", NUTZER, "Im Systemtext steht die Zeile"),
    ],
)
def test_prompt_that_would_not_work_is_not_stored(
    context: Context, store: Runstore, name: str, system: str, nutzer: str, message: str
) -> None:
    with pytest.raises(EingabeError, match=message):
        PromptShelf(context).save(name, system, nutzer)
    assert store.list_prompts() == []


def test_an_own_version_is_of_the_kind_of_the_prompt_that_it_was_made_of(
    context: Context, store: Runstore
) -> None:
    shipped = PROMPTS["verweis"]
    own = PromptShelf(context).save("zeigen", shipped.system, f"{shipped.nutzer}\nKurz.", art=shipped.art)
    assert PromptShelf(context).find("zeigen") == own and own.art == "verweis"


def test_lauf_with_an_own_prompt_names_it_and_its_version(context: Context, store: Runstore) -> None:
    PromptShelf(context).save("meiner", PROMPTS["streng"].system, PROMPTS["streng"].nutzer)
    prompt = PromptShelf(context).save("meiner", PROMPTS["knapp"].system, PROMPTS["knapp"].nutzer)
    lauf = store.load(assess(context, auftrag("offline/lexikalisch", prompt=prompt)))
    assert (lauf.prompt_id, lauf.prompt_version, lauf.prompt_hash) == ("eigen:meiner", "2", prompt.hash)


@pytest.mark.usefixtures("own_default")
def test_command_line_takes_an_own_prompt(
    context: Context,
    store: Runstore,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    PromptShelf(context).save("meiner", PROMPTS["streng"].system, PROMPTS["streng"].nutzer)
    antrag = str(ROOT / "data" / "demo" / "pdf" / "antrag-5-214.txt")
    with modellserver(both) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        assert main(["assess", antrag, "--model", "openai/a", "--prompt", "meiner"]) == 0
    assert "Prompt eigen:meiner" in capsys.readouterr().out
    assert main(["assess", antrag, "--prompt", "meiner"]) == 2
    assert "--prompt gilt für Sprachmodelle" in capsys.readouterr().err
    assert main(["assess", antrag, "--model", "openai/a", "--prompt", "antrag"]) == 2
    assert "beurteilt keine Parteien. Möglich sind: anbieterzitate, gegenprobe" in capsys.readouterr().err
    assert main(["assess", antrag, "--model", "openai/a", "--prompt", "nichts"]) == 2
    assert "eigen:meiner" in capsys.readouterr().err

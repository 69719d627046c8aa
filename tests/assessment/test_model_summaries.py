"""Summaries through real LiteLLM from a real server on loopback, of the indexed demo."""

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import ceil
from pathlib import Path

import pytest

from core.assessment.model_summaries import (
    MAX_TOKENS,
    Writer,
    finished,
    kapitel_texts,
    summarize_programm,
)
from core.assessment.prompts import ZUSAMMENFASSUNG, load_prompts
from core.cli.main import main
from core.llm import catalogue
from core.llm.catalogue import UNKNOWN_CONTEXT_SIZE
from core.llm.litellm_access import ZEICHEN_JE_TOKEN
from core.programme.context import Context, default_context
from core.search.programm_search import Way, search_documents
from core.search.suchraum import Suchraum
from core.search.summaries import ProgrammSummaries, summaries_of
from core.search.zusammenfassung import Zusammenfassung
from tests.llm.modellserver import Modellserver, Request, modellserver
from tests.sammlungen import LINDENBUND, LINDENBUND_GRUNDSATZ

MODELL = "openai/test"
THEMEN = ["Dorf", "Schule", "Bahn", "Wald", "Ehrenamt"]
SATZ = "Das Programm will Luftschiffe über jedem Dorf. Es lehnt Raketen ab."
Say = Callable[[str], str]


@pytest.fixture
def own(demo: Context, tmp_path: Path) -> Context:
    """The indexed demo in a folder of its own, without summaries."""
    shutil.copytree(demo.settings.chroma_dir, tmp_path / "db", ignore=lambda *_: ["zusammenfassungen"])
    return Context(replace(demo.settings, chroma_dir=tmp_path / "db"))


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Say], Modellserver]]:
    """A server that says what the function makes of a request's messages."""
    opened = []

    def start(say: Say) -> Modellserver:
        context = modellserver(
            lambda request: json.dumps({"zusammenfassung": say(asked(request)), "themen": THEMEN})
        )
        opened.append(context)
        server = context.__enter__()
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        return server

    yield start
    for context in opened:
        context.__exit__(None, None, None)


def asked(request: Request) -> str:
    return str(request.body["messages"][-1]["content"])


def texts(context: Context, programm_id: str) -> dict[str, str]:
    return kapitel_texts(context, ProgrammSummaries.of(context, programm_id).block)


def own_sentences(context: Context, programm_id: str) -> dict[str, Zusammenfassung]:
    own = ProgrammSummaries.of(context, programm_id).extractive()
    return {summary.kapitel: summary for summary in own}


def test_programm_and_each_chapter_are_summarised_with_tags(
    own: Context, serve: Callable[[Say], Modellserver]
) -> None:
    server = serve(lambda prompt: SATZ)
    done: list[str] = []
    made = summarize_programm(own, LINDENBUND, MODELL, on_teil=done.append)
    kapitel = [name for name in texts(own, LINDENBUND) if name]
    assert [summary.kapitel for summary in made] == ["", *kapitel] and len(kapitel) > 2
    assert {summary.text for summary in made} == {SATZ.replace(". ", ".\n")}
    assert {summary.themen for summary in made} == {tuple(THEMEN)}
    assert {summary.modell for summary in made} == {MODELL} and not any(summary.hinweis for summary in made)
    assert len(server.requests) == len(texts(own, LINDENBUND)) + 1 == len(done) and done[-1] == ""
    whole = asked(server.requests[-1])
    assert whole.count(SATZ.split(". ")[0]) == len(texts(own, LINDENBUND))


def test_a_changed_number_is_repaired(own: Context, serve: Callable[[Say], Modellserver]) -> None:
    server = serve(
        lambda prompt: SATZ if "Nicht im Text stehen: 4711" in prompt else f"{SATZ} Kosten: 4711 Euro."
    )
    made = summarize_programm(own, LINDENBUND_GRUNDSATZ, MODELL)
    assert all("4711" not in summary.text and summary.modell == MODELL for summary in made)
    first, second = server.requests[0], next(r for r in server.requests if "4711" in asked(r))
    assert len(first.body["messages"]) == 2
    assert "4711" in second.body["messages"][2]["content"] and len(second.body["messages"]) == 4


@pytest.mark.parametrize(
    ("answer", "grund"),
    [
        (f"{SATZ} Am 17. Mai 1901.", "Nicht im Text stehen: 17. mai 1901"),
        ("Wort " * 101, "hat 101 Wörter, erlaubt sind 100"),
        (" ", "Die Zusammenfassung ist leer"),
    ],
)
def test_what_stays_wrong_leaves_the_extractive_summary_and_says_so(
    own: Context, serve: Callable[[Say], Modellserver], answer: str, grund: str
) -> None:
    server = serve(lambda prompt: answer)
    made = summarize_programm(own, LINDENBUND_GRUNDSATZ, MODELL)
    kept = own_sentences(own, LINDENBUND_GRUNDSATZ)
    assert {summary.kapitel: summary.text for summary in made} == {k: z.text for k, z in kept.items()}
    for summary in made:
        assert summary.modell == "" and grund in summary.hinweis and MODELL in summary.hinweis
        assert 5 <= len(summary.themen) <= 10 and set(summary.themen) != set(THEMEN)
    assert len(server.requests) == 2 * (len(texts(own, LINDENBUND_GRUNDSATZ)) + 1)


def test_a_text_longer_than_the_context_is_summarised_in_parts(
    own: Context, serve: Callable[[Say], Modellserver], monkeypatch: pytest.MonkeyPatch
) -> None:
    server, prompt = (
        serve(lambda prompt: SATZ),
        load_prompts(own.settings.data_dir / "prompts")[ZUSAMMENFASSUNG],
    )
    head = UNKNOWN_CONTEXT_SIZE - MAX_TOKENS - int(Writer(own, MODELL, prompt).longest / ZEICHEN_JE_TOKEN)
    monkeypatch.setattr(catalogue, "UNKNOWN_CONTEXT_SIZE", head + MAX_TOKENS + 240)
    longest = Writer(own, MODELL, prompt).longest
    made = summarize_programm(own, LINDENBUND, MODELL)
    assert {summary.modell for summary in made} == {MODELL}
    shown = [asked(r).split("<text>\n")[1].split("\n</text>")[0] for r in server.requests]
    assert max(map(len, shown)) <= longest < 900
    lengths = [len(text) for text in texts(own, LINDENBUND).values()]
    assert len(shown) >= sum(ceil(n / longest) for n in lengths)
    assert sum(n > longest for n in lengths) > 5


def test_searches_use_what_the_model_wrote(own: Context, serve: Callable[[Say], Modellserver]) -> None:
    serve(lambda prompt: SATZ)
    space = Suchraum.of(own, bundesland="DEMO")
    frage = SATZ.split(". ")[0]
    before = search_documents(space, frage, 10, way=Way.ZUSAMMENFASSUNGEN, min_similarity=-1)
    made = summarize_programm(own, LINDENBUND, MODELL)
    hits = search_documents(space, frage, 10, way=Way.ZUSAMMENFASSUNGEN, min_similarity=-1)
    assert hits[0].programm_id == LINDENBUND and hits[0].zusammenfassung == made[0]
    assert all(hit.zusammenfassung not in made for hit in before)
    fresh = Context(own.settings)
    assert finished(fresh, LINDENBUND) == made and finished(fresh, LINDENBUND_GRUNDSATZ) is None
    assert summaries_of(fresh, fresh.store.sammlung("DEMO"))[LINDENBUND] == made


def test_a_damaged_file_is_as_good_as_none(own: Context, serve: Callable[[Say], Modellserver]) -> None:
    serve(lambda prompt: SATZ)
    summarize_programm(own, LINDENBUND, MODELL)
    (path,) = (own.settings.chroma_dir / "zusammenfassungen").glob("*.modell.json")
    path.write_text("[", encoding="utf-8")
    again = Context(own.settings)
    assert finished(again, LINDENBUND) is None
    summaries = summaries_of(again, again.store.sammlung("DEMO"))[LINDENBUND]
    assert summaries == list(own_sentences(again, LINDENBUND).values())


# --- command ------------------------------------------------------------------------------------------------


@pytest.fixture
def own_default(own: Context, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    monkeypatch.setenv("CHROMA_DIR", str(own.settings.chroma_dir))
    monkeypatch.setenv("LAEUFE_DIR", str(own.settings.laeufe_dir))
    default_context.cache_clear()
    yield own
    default_context.cache_clear()


def test_command_asks_once_unless_fresh(
    own_default: Context, serve: Callable[[Say], Modellserver], capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(lambda prompt: SATZ)
    command = ["summarize", "--programm", LINDENBUND_GRUNDSATZ, "--model", MODELL]
    assert main(command) == 0
    out, count = capsys.readouterr().out, len(server.requests)
    assert "Luftschiffe" in out and f"(von {MODELL})" in out and f"Themen (von {MODELL}): Dorf, Schule" in out
    assert f"{count} Antworten, Kosten unbekannt" in out
    assert main(command) == 0
    assert len(server.requests) == count
    assert "1 von 1 Programmen waren schon zusammengefasst" in capsys.readouterr().out
    assert main([*command, "--fresh", "--json"]) == 0
    assert len(server.requests) == 2 * count
    told = json.loads(capsys.readouterr().out)
    assert {summary["modell"] for summary in told} == {MODELL}

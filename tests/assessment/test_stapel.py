"""Läufe whose questions go through a provider's batches: sent once, booked once, at half the price."""

import json
import os
import signal
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from core.assessment import stapel
from core.assessment.auftrag import Auftrag
from core.assessment.batch import combinations, run_batch
from core.assessment.stapel import Outcome, answer_in_batches
from core.cli import main
from core.context import Context
from core.errors import EingabeError, ModellFehler
from core.llm import batch_access
from core.llm.antwort import LARGEST
from core.llm.client import estimate_cost
from core.llm.versuch import Versuch
from core.runs.buchungen import answered_fragen
from core.runs.forget_antrag import forget
from core.runs.lauf import Status
from core.runs.stapel_rows import book_stapel, fragen_of, open_stapel
from core.runs.store import runstore
from core.runs.tables import buchung
from core.settings import Settings
from tests.assessment.conftest import ANTRAG, PROMPTS, auftrag
from tests.assessment.test_pipeline import good
from tests.index.stores import killed_at_end, started
from tests.llm.modellserver import Modellserver, Reply, Request, antwort, modellserver
from tests.prozesse import until

CHEAP, DEAR = "openai/gpt-4.1-mini", "openai/gpt-4.1"
ANTRAEGE = [ANTRAG, replace(ANTRAG, titel="Noch eine Bahn", drucksache="7/4712")]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stapel, "POLL", 0.05)
    monkeypatch.setattr(stapel, "PATIENCE", 0.2)


def jobs(url: str, modelle: Sequence[str] = (CHEAP,), **changes: Any) -> list[Auftrag]:
    template = auftrag(api_base=url, antragsprompt=PROMPTS["antrag"], **changes)
    return combinations(ANTRAEGE, modelle, [PROMPTS["streng"]], 1, template)


def mixed(request: Request) -> Reply:
    """The part on the Antrag itself has another form than a party's."""
    if "zusammenfassung" in json.dumps(request.body.get("response_format", {})):
        return antwort({"titel": "Bahn", "zusammenfassung": "Bahn und Kita.", "themen": ["Bahn"]})
    return good(request)


def ask(context: Context, asked: Sequence[Auftrag], limit: float | None = None) -> tuple[Outcome, list[str]]:
    told: list[str] = []
    return answer_in_batches(context, asked, limit, told.append), told


def costs(context: Context, books: Sequence[tuple[str, int, int]], share: float = 1.0) -> float:
    each = (estimate_cost(context, f"openai/{modell}", sent, said) or 0 for modell, sent, said in books)
    return share * sum(each)


def billed(context: Context, server: Modellserver) -> float:
    return costs(context, server.books) + costs(context, server.half_books, batch_access.SHARE)


def booked(context: Context) -> float:
    """What stands in the Läufe, by their lists and by themselves."""
    store = runstore(context)
    lines = store.list_laeufe(limit=100)
    whole = [store.load(line.id).kosten or 0 for line in lines]
    assert sum(whole) == pytest.approx(sum(line.kosten or 0 for line in lines))
    return sum(whole)


def rows(context: Context) -> list[tuple[object, ...]]:
    with runstore(context).reading() as connection:
        columns = (buchung.c.lauf_id, buchung.c.stapel_id, buchung.c.frage, buchung.c.grund, buchung.c.text)
        return [tuple(row) for row in connection.execute(select(*columns).order_by(buchung.c.id))]


def sent(server: Modellserver) -> list[str]:
    return [one for one in server.batches.asked if one.startswith("POST")]


def run(context: Context, asked: Sequence[Auftrag], limit: float | None = None) -> list[Status]:
    return [one.status for one in run_batch(context, asked, 2, limit)]


def test_all_questions_go_in_one_batch_per_model_and_cost_half(context: Context) -> None:
    with modellserver(mixed) as server:
        asked = jobs(server.url, [CHEAP, DEAR])
        outcome, told = ask(context, asked)
        assert outcome.is_ready and len(server.batches.batches) == 2
        assert [one.metadata.keys() for one in server.batches.batches] == [{"antragsspiegel"}] * 2
        assert run(context, asked) == [Status.FERTIG] * 4
        assert server.requests == [] and server.books == []
        assert 0 < booked(context) == pytest.approx(billed(context, server))
        assert outcome.kosten == pytest.approx(billed(context, server))
        assert runstore(context).spent() == pytest.approx(billed(context, server))
        assert server.batches.files == {}, "what the provider kept of it is deleted"
        assert ask(context, asked) == (Outcome(True, 0.0), []) and len(sent(server)) == 4
    assert len(told) == 1 and "statt" in told[0] and "24 Stunden" in told[0]
    assert all(lauf_id and stapel_id and not frage for lauf_id, stapel_id, frage, _, _ in rows(context))
    lauf = runstore(context).load(runstore(context).list_laeufe()[0].id)
    teile = [teil for teil in lauf.teile if teil.antwort]
    assert teile and all(len(teil.versuche) == 1 and teil.modell for teil in teile)
    assert any(zitat.status.is_bound for zitat in lauf.zitate)


@pytest.mark.parametrize("modell", [CHEAP, "openai/gpt-5", "openai/unbekannt"])
def test_a_line_says_what_a_single_request_says(context: Context, modell: str) -> None:
    with modellserver(mixed) as server:
        asked = jobs(server.url, [modell])
        run(context, asked)
        singly = [request.body for request in server.requests]
        ask(context, [replace(one, wiederholung=2) for one in asked])
        (batch,) = server.batches.batches
    lines = [line["body"] for line in batch.lines]
    assert _in_order(lines) == _in_order(singly)
    assert {line["url"] for line in batch.lines} == {"/v1/chat/completions"}


def _in_order(bodies: Sequence[object]) -> list[str]:
    return sorted(json.dumps(body, sort_keys=True) for body in bodies)


def test_until_the_provider_is_ready_the_same_command_sends_nothing_twice(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.is_ready = False
        asked = jobs(server.url)
        outcome, told = ask(context, asked)
        assert not outcome.is_ready and "sendet nichts zweimal" in told[-1] and "von " in told[-1]
        outcome, told = ask(context, asked)
        assert not outcome.is_ready and len(told) == 1 and sent(server) == ["POST /files", "POST /batches"]
        server.batches.is_ready = True
        assert ask(context, asked)[0].is_ready
        assert run(context, asked) == [Status.FERTIG] * 2 and server.requests == []
        assert booked(context) == pytest.approx(billed(context, server))


def child_sends(settings: Settings, url: str) -> None:
    os.environ |= {"OPENAI_API_BASE": url, "OPENAI_API_KEY": "sk-probe-12345678"}
    answer_in_batches(Context(settings), jobs(url), None, lambda told: None)


def test_killed_before_it_could_note_what_it_sent_it_is_found_again(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.held = threading.Event()
        process = started(child_sends, context.settings, server.url)
        with killed_at_end(process):
            until(lambda: server.batches.batches)
            assert process.pid
            os.kill(process.pid, signal.SIGKILL)
            process.join()
        server.batches.held.set()
        (begun,) = open_stapel(runstore(context))
        assert begun.kennung is None
        _others(server)
        asked = jobs(server.url)
        assert ask(context, asked)[0].is_ready
        assert sent(server) == ["POST /files", "POST /batches"]
        assert run(context, asked) == [Status.FERTIG] * 2 and server.requests == []
        assert booked(context) == pytest.approx(billed(context, server))


def _others(server: Modellserver) -> None:
    """So many came later that it does not stand on the first page."""
    mine = server.batches.batches[0]
    server.batches.batches += [replace(mine, id=f"other-{n}", metadata={}) for n in range(3)]


def test_killed_before_it_was_sent_it_is_sent_once(context: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(*args: object) -> str:
        raise KeyboardInterrupt

    with modellserver(mixed) as server:
        asked = jobs(server.url)
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(batch_access, "send", dies)
            ask(context, asked)
        assert len(open_stapel(runstore(context))) == 1
        assert ask(context, asked)[0].is_ready and len(server.batches.batches) == 1
    assert open_stapel(runstore(context)) == []


def test_what_is_fetched_twice_is_booked_once(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.is_ready = False
        ask(context, jobs(server.url))
        (open_one,) = open_stapel(runstore(context))
        server.batches.is_ready = True
        ask(context, jobs(server.url))
        store, before = runstore(context), rows(context)
        again = Versuch("openai/x", "text", 1, 0.0, text="noch einmal")
        came = dict.fromkeys(fragen_of(store, open_one.id), again)
        assert not book_stapel(store, open_one.id, fragen_of(store, open_one.id), came)
        assert rows(context) == before and len(before) == len(server.half_books)
        assert ask(context, jobs(server.url))[0] == Outcome(True, 0.0)
    assert rows(context) == before


def test_two_at_once_send_it_once(context: Context) -> None:
    with modellserver(mixed) as server:
        asked, outcomes = jobs(server.url), []
        threads = [threading.Thread(target=lambda: outcomes.append(ask(context, asked)[0])) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert [one.is_ready for one in outcomes] == [True] * 3
        assert sent(server) == ["POST /files", "POST /batches"]
        assert sum(one.kosten for one in outcomes) >= billed(context, server)
    assert len(rows(context)) == len(server.half_books)


def test_what_the_batch_did_not_answer_is_asked_singly(context: Context) -> None:
    with modellserver(mixed) as server:
        asked = jobs(server.url)
        server.batches.left_out = {0, 2}
        outcome, told = ask(context, asked)
        assert outcome.is_ready and "2 von " in told[-1] and "zum vollen Preis" in told[-1]
        assert run(context, asked) == [Status.FERTIG] * 2
        assert len(server.requests) == 2 == len(server.books)
        assert booked(context) == pytest.approx(billed(context, server))
    failed = [grund for _, stapel_id, _, grund, _ in rows(context) if grund and stapel_id]
    assert failed == ["Im Stapel nicht beantwortet: The server had an error."] * 2


def test_an_answer_that_cannot_be_read_is_repaired_singly(context: Context) -> None:
    def garbage(request: Request) -> Reply:
        *first, _, last = request.body["messages"]
        if "ungültig" not in last["content"]:
            return antwort("Ja, gern.")
        return mixed(replace(request, body={**request.body, "messages": first}))

    with modellserver(garbage) as server:
        asked = jobs(server.url)
        ask(context, asked)
        assert run(context, asked) == [Status.FERTIG] * 2
        assert len(server.books) == len(server.half_books)
        assert all(len(request.body["messages"]) > 2 for request in server.requests)
        assert booked(context) == pytest.approx(billed(context, server))


def test_a_refused_batch_costs_nothing_and_can_be_sent_again(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.refusal = "Enqueued token limit reached."
        with pytest.raises(ModellFehler, match=r"Enqueued token limit.*ohne --guenstig"):
            ask(context, jobs(server.url))
        server.batches.refusal = ""
        assert ask(context, jobs(server.url))[0].is_ready and len(server.batches.batches) == 2


@pytest.mark.parametrize("left_out", [{0}, set(range(9))])
def test_a_batch_whose_day_is_over_counts_as_far_as_it_came(context: Context, left_out: set[int]) -> None:
    with modellserver(mixed) as server:
        server.batches.left_out, server.batches.ending = left_out, "expired"
        if len(left_out) == 1:
            outcome, told = ask(context, jobs(server.url))
            assert outcome.is_ready and "1 von " in told[-1]
        else:
            with pytest.raises(ModellFehler, match=r"nicht bearbeitet \(expired\); es ist nichts bezahlt"):
                ask(context, jobs(server.url))
        assert runstore(context).spent() == pytest.approx(billed(context, server))


def test_a_provider_that_is_in_trouble_is_waited_for(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.is_ready = False
        ask(context, jobs(server.url))
        server.batches.trouble = 503
        outcome, told = ask(context, jobs(server.url))
        assert not outcome.is_ready and "Störung" in told[-1] and len(sent(server)) == 2
        server.batches.trouble = 401
        with pytest.raises(ModellFehler, match="abgelehnt"):
            ask(context, jobs(server.url))
        server.batches.trouble, server.batches.is_ready = 0, True
        assert ask(context, jobs(server.url))[0].is_ready and len(sent(server)) == 2


def test_whether_it_arrived_nobody_knows_so_it_is_looked_for(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.trouble = 503
        with pytest.raises(ModellFehler, match="Störung"):
            ask(context, jobs(server.url))
        (begun,) = open_stapel(runstore(context))
        outcome, told = ask(context, jobs(server.url))
        assert not outcome.is_ready and "Störung" in told[-1] and len(sent(server)) == 1
        server.batches.trouble = 0
        assert ask(context, jobs(server.url))[0].is_ready and len(server.batches.batches) == 1
        assert server.batches.batches[0].metadata != {"antragsspiegel": begun.id}


def test_a_password_in_an_address_is_not_stored(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.is_ready = False
        ask(context, jobs(server.url.replace("//", "//nutzer:geheimes-wort@")))
        (begun,) = open_stapel(runstore(context))
        assert begun.adresse == server.url and begun.kennung


@pytest.mark.parametrize(
    "modell", ["anthropic/claude-sonnet-4-5", "ollama_chat/llama3.1:8b", "offline/extraktiv"]
)
def test_a_provider_without_batches_is_refused_before_anything_is_sent(context: Context, modell: str) -> None:
    with modellserver(mixed) as server:
        with pytest.raises(EingabeError, match=r"--guenstig|--model"):
            ask(context, jobs(server.url, [modell]))
        assert server.batches.asked == []


def test_a_server_without_batches_is_told_with_the_way_out(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.is_offered = False
        with pytest.raises(EingabeError, match=r"keine Stapel-Schnittstelle.*ohne --guenstig"):
            ask(context, jobs(server.url))
        assert open_stapel(runstore(context)) == [] and rows(context) == []


def test_neither_key_nor_antrag_goes_where_the_server_points(context: Context) -> None:
    with modellserver(mixed) as other, modellserver(mixed) as server:
        server.batches.elsewhere = f"{other.url}/v1/files"
        with pytest.raises(ModellFehler, match="an eine andere Stelle verwiesen"):
            ask(context, jobs(server.url))
        assert other.batches.asked == []


def test_a_limit_holds_before_and_after(context: Context) -> None:
    with modellserver(mixed) as server:
        asked = jobs(server.url)
        with pytest.raises(EingabeError, match=r"höchstens .* mehr als die Grenze .*--limit"):
            ask(context, asked, 0.0001)
        with pytest.raises(EingabeError, match="kein Preis bekannt"):
            ask(context, jobs(server.url, ["openai/unbekannt"]), 5.0)
        assert server.batches.asked == [] and open_stapel(runstore(context)) == []
        outcome, _ = ask(context, asked, 5.0)
        assert outcome.is_ready and 0 < outcome.kosten < 5.0
        assert run(context, asked, 0.0) == [Status.FERTIG] * 2


def test_a_model_without_a_known_price_is_told(context: Context) -> None:
    with modellserver(mixed) as server:
        outcome, told = ask(context, jobs(server.url, ["openai/unbekannt"]))
    assert outcome == Outcome(True, 0.0) and "der nicht bekannt ist" in told[0]


def test_a_file_that_is_full_is_followed_by_another(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_access, "MOST_LINES", 2)
    with modellserver(mixed) as server:
        assert ask(context, jobs(server.url))[0].is_ready
        sizes = [len(one.lines) for one in server.batches.batches]
        assert max(sizes) == 2 and sum(sizes) == len(server.half_books) > 2
        asked = Counter(line["custom_id"] for one in server.batches.batches for line in one.lines)
        assert set(asked.values()) == {1}
        assert run(context, jobs(server.url)) == [Status.FERTIG] * 2 and server.requests == []


def test_a_file_of_answers_may_be_longer_than_a_single_answer(context: Context) -> None:
    with modellserver([antwort("lang " * 100_000)]) as server:
        assert ask(context, jobs(server.url))[0].is_ready
        assert len(server.half_books) * 500_000 > LARGEST
    assert [len(str(row[-1])) for row in rows(context)] == [500_000] * len(server.half_books)


def test_what_nobody_waits_for_any_more_is_billed_too(context: Context) -> None:
    with modellserver(mixed) as server:
        server.batches.is_ready = False
        ask(context, jobs(server.url, [CHEAP]))
        server.batches.is_ready = True
        ask(context, jobs(server.url, [CHEAP], temperature=0.7))
        assert runstore(context).spent() == pytest.approx(billed(context, server))
    assert open_stapel(runstore(context)) == []


def test_a_forgotten_antrag_leaves_no_words_of_what_was_answered(context: Context) -> None:
    with modellserver(mixed) as server:
        asked = jobs(server.url)
        ask(context, asked)
        run(context, asked[:1])
        store, spent = runstore(context), runstore(context).spent()
        assert answered_fragen(store)
        forget(store, store.list_laeufe()[0].id)
    assert answered_fragen(store) == set()
    assert all(text == "" and frage is None for _, _, frage, _, text in rows(context))
    assert 0 < store.spent() < spent


def test_the_command_tells_price_and_when_to_come_again(
    own_default: Context, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "antraege"
    folder.mkdir()
    (folder / "a.txt").write_text(f"Antrag der Fraktion MÜHLRAD\n\n{ANTRAG.text}", encoding="utf-8")
    command = ["assess", "--batch", str(folder), "--bundesland", "DEMO", "--datum", "01.03.2025"]
    command += ["--partei", "MÜHLRAD", "--model", CHEAP, "--guenstig"]
    with modellserver(mixed) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        server.batches.is_ready = False
        assert main(command) == 3
        out = capsys.readouterr().out
        assert "statt" in out and "Starten Sie denselben Befehl später noch einmal" in " ".join(out.split())
        assert main([*command, "--json"]) == 3
        told = capsys.readouterr()
        assert told.out == "" and "noch nicht fertig" in told.err
        server.batches.is_ready = True
        assert main(command) == 0 and "Wahlprogramm" in capsys.readouterr().out
        assert server.requests == [] and len(sent(server)) == 2
        assert main([*command, "--fresh"]) == 2 and "--fresh" in capsys.readouterr().err

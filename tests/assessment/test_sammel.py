"""Batches of providers: half the price, booked once, taken up again whoever died, and nothing lost."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import RowMapping, select

from core.antrag.antrag import Antrag
from core.assessment import sammel
from core.assessment.auftrag import Auftrag
from core.assessment.batch import Ergebnis, combinations, run_batch
from core.assessment.sammel import Collection
from core.base.errors import EingabeError
from core.cli.main import main
from core.llm.anfrage import Budget
from core.llm.litellm_access import Price
from core.programme.context import Context
from core.runs.buchungen import VORGEMERKT
from core.runs.lauf import Lauf, Status, Teil
from core.runs.sammel import Sammelbuch
from core.runs.store import runstore
from core.runs.tables import buchung
from tests.assessment.conftest import ANTRAG, PROMPTS
from tests.bench.batch_api import STEPS, killed_at
from tests.bench.billing import numbered
from tests.e2e.modell import Zitierer
from tests.llm.conftest import GEHEIM
from tests.llm.modellserver import Reply, Request, antwort
from tests.llm.sammelserver import Sammelserver, sammelserver

OPENAI, CLAUDE = "openai/gpt-4.1-mini", "anthropic/claude-haiku-4-5"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sammel, "SETTLES", timedelta())
    monkeypatch.setattr(sammel, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(sammel, "LONGEST_PAUSE", 0.05)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sammelserver]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", GEHEIM)
    with sammelserver(Zitierer()) as running:
        monkeypatch.setenv("OPENAI_API_BASE", running.url)
        monkeypatch.setenv("ANTHROPIC_API_BASE", running.url)
        yield running


def auftraege(context: Context, modell: str, *antraege: Antrag) -> list[Auftrag]:
    every = antraege or (ANTRAG,)
    template = Auftrag.of(context, every[0], modell, PROMPTS["streng"], weitere=("LINDENBUND",))
    return combinations(every, [modell], [PROMPTS["streng"]], 1, template)


def collected(
    context: Context, wanted: list[Auftrag], limit: float | None = None, waits: bool = False
) -> tuple[list[Ergebnis], Collection]:
    collection = Collection(context, wanted, 2, Budget(limit))
    return list(collection.run(waits)), collection


def rows(context: Context) -> list[RowMapping]:
    with runstore(context).reading() as connection:
        return list(connection.execute(select(buchung).order_by(buchung.c.id)).mappings())


def failed(lauf: Lauf) -> list[Teil]:
    return [teil for teil in lauf.teile if teil.status is Status.FEHLGESCHLAGEN]


def assert_books_are_right(context: Context, server: Sammelserver) -> None:
    """Each bill is a row, once, at the price that it was billed."""
    booked = Counter(
        (row["tokens_ein"], round(row["kosten"], 12)) for row in rows(context) if row["tokens_ein"]
    )
    prices = {name.partition("/")[2]: Price(context, name) for name in (OPENAI, CLAUDE)}
    billed = Counter(
        (one.tokens_ein, round((prices[one.model].of(one.tokens_ein, one.tokens_aus) or 0) * one.share, 12))
        for one in server.bills
    )
    assert booked == billed
    assert not [row for row in rows(context) if row["grund"] == VORGEMERKT]


@pytest.mark.parametrize("modell", [OPENAI, CLAUDE])
def test_what_is_posted_is_answered_bound_and_booked_at_half_the_price(
    context: Context, server: Sammelserver, modell: str
) -> None:
    server.takes = None
    wanted = auftraege(context, modell, *numbered(1, 2))
    first, collection = collected(context, wanted)
    assert first == [] and collection.posted == collection.under_way > 4
    assert len(server.batches) == 1 and runstore(context).unsettled().anfragen == 0
    assert {row["grund"] for row in rows(context)} == {VORGEMERKT}
    again, collection = collected(context, wanted)
    assert again == [] and collection.posted == 0 and len(server.batches) == 1
    server.finish()
    results, collection = collected(context, wanted)
    assert not collection.reasons and not collection.left
    laeufe = [runstore(context).load(one.lauf_id) for one in results]
    assert [lauf.status for lauf in laeufe] == [Status.FERTIG] * 2
    for lauf in laeufe:
        assert not failed(lauf) and any(zitat.eintrag.status.is_bound for zitat in lauf.zitate)
        assert lauf.kosten and lauf.kosten > 0
    assert sum(lauf.kosten or 0 for lauf in laeufe) == pytest.approx(runstore(context).spent())
    assert_books_are_right(context, server)
    assert max(server.billed.values()) == 1 and not server.direct
    known, collection = collected(context, wanted)
    assert all(one.bekannt for one in known) and collection.posted == 0 and len(server.batches) == 1


def test_one_command_waits_for_both_providers(context: Context, server: Sammelserver) -> None:
    server.takes = 0.1
    wanted = auftraege(context, OPENAI) + auftraege(context, CLAUDE)
    results, collection = collected(context, wanted, waits=True)
    assert {one.status for one in results} == {Status.FERTIG} and len(results) == 2
    assert {batch.kind for batch in server.batches.values()} == {"openai", "anthropic"}
    assert not collection.reasons and not Sammelbuch(runstore(context)).list_open()
    assert_books_are_right(context, server)


@pytest.mark.parametrize("modell", [OPENAI, CLAUDE])
def test_what_failed_is_told_and_asked_anew(context: Context, server: Sammelserver, modell: str) -> None:
    outcomes = {0: "expired", 1: "the model is out of order"}
    server.outcome = lambda number: outcomes.get(number, "")
    wanted = auftraege(context, modell)
    results, collection = collected(context, wanted, waits=True)
    (lauf,) = [runstore(context).load(one.lauf_id) for one in results]
    assert len(failed(lauf)) == 2 and len(collection.reasons) >= 2
    assert any("expired" in teil.fehler for teil in failed(lauf))
    asked = len(server.bills)
    (again,), collection = collected(context, wanted, waits=True)
    assert collection.posted == 2 and not server.direct
    assert not failed(runstore(context).load(again.lauf_id))
    assert len(server.bills) == asked + 2 and max(server.billed.values()) == 1
    assert_books_are_right(context, server)


@pytest.mark.parametrize("modell", [OPENAI, CLAUDE])
def test_a_batch_whose_acceptance_was_not_heard_is_found_and_not_posted_again(
    context: Context, server: Sammelserver, modell: str
) -> None:
    others = auftraege(context, modell, *numbered(50, 3))
    for other in others:
        collected(context, [other])
    server.takes = 0.3
    server.lose = {"batch"}
    wanted = auftraege(context, modell)
    _, collection = collected(context, wanted)
    assert collection.posted == 0 and collection.reasons
    server.lose = set()
    results, collection = collected(context, wanted, waits=True)
    assert [one.status for one in results] == [Status.FERTIG] and collection.posted == 0
    assert len(server.batches) == 4 and max(server.billed.values()) == 1
    assert not collection.reasons
    assert_books_are_right(context, server)


def test_what_another_command_has_taken_up_meanwhile_is_known(context: Context, server: Sammelserver) -> None:
    server.takes = None
    wanted = auftraege(context, OPENAI)
    waiting = Collection(context, wanted, 2, Budget(1.0))
    assert list(waiting.run(waits=False)) == [] and waiting.under_way == waiting.posted
    server.finish()
    (done,), _ = collected(context, wanted)
    (known,) = waiting.run(waits=False)
    assert known.lauf_id == done.lauf_id and known.bekannt and waiting.under_way == 0
    assert len(server.batches) == 1 and max(server.billed.values()) == 1


def test_answers_that_were_collected_are_billed_to_the_lauf_that_uses_them_without_a_batch(
    context: Context, server: Sammelserver
) -> None:
    wanted = auftraege(context, OPENAI)
    collected(context, wanted)  # posted, and answered
    collected(context, auftraege(context, OPENAI, *numbered(3)))  # takes the answers up for whoever comes
    (ergebnis,) = run_batch(context, wanted, 2)
    assert ergebnis.status is Status.FERTIG and not server.direct
    mine = [row for row in rows(context) if row["lauf_id"] == ergebnis.lauf_id]
    assert ergebnis.kosten == pytest.approx(sum(row["kosten"] for row in mine)) and ergebnis.kosten > 0


def test_one_that_may_still_arrive_is_not_posted_again(
    context: Context, server: Sammelserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sammel, "SETTLES", timedelta(minutes=5))
    server.lose = {"batch"}
    wanted = auftraege(context, OPENAI)
    collected(context, wanted)
    (batch,) = server.batches.values()
    server.batches.clear()  # it is on its way
    server.lose = set()
    _, collection = collected(context, wanted)
    assert collection.posted == 0 and not server.batches and "noch nicht fest" in collection.reasons[0]
    server.batches[batch.id] = batch
    results, _ = collected(context, wanted)
    assert [one.status for one in results] == [Status.FERTIG] and max(server.billed.values()) == 1
    monkeypatch.setattr(sammel, "SETTLES", timedelta())
    other = auftraege(context, OPENAI, *numbered(7))
    server.lose = {"batch"}
    collected(context, other)
    server.batches.popitem()  # it never arrived
    server.lose = set()
    _, collection = collected(context, other)
    assert collection.posted > 0 and len(server.batches) == 2
    collected(context, other)
    assert_books_are_right(context, server)


@pytest.mark.parametrize("where", ["file", "batch"])
def test_what_no_provider_takes_leaves_nothing_in_the_books(
    context: Context, server: Sammelserver, where: str
) -> None:
    server.refuse = {where: (429, "too many")}
    results, collection = collected(context, auftraege(context, OPENAI), waits=True)
    assert [one.lauf_id for one in results] == [""] and "429" in results[0].fehler
    assert rows(context) == [] and not Sammelbuch(runstore(context)).list_open() and collection.under_way == 0


def test_a_batch_that_fails_as_a_whole_costs_nothing(context: Context, server: Sammelserver) -> None:
    server.fault = "Enqueued token limit reached"
    results, collection = collected(context, auftraege(context, OPENAI), waits=True)
    assert [one.status for one in results] == [Status.FEHLGESCHLAGEN]
    assert any("Enqueued token limit" in reason for reason in collection.reasons)
    assert runstore(context).spent() == 0.0 and not server.bills


def test_an_unusable_answer_is_mended_by_itself_and_both_are_booked(
    context: Context, server: Sammelserver
) -> None:
    good, spoiled = server.script, []

    def script(request: Request) -> Reply:
        if "AntragAntwort" in str(request.body["response_format"]) and not spoiled:
            spoiled.append(True)
            return antwort("Dazu sage ich nichts.")
        return good(request)

    server.script = script
    results, _ = collected(context, auftraege(context, OPENAI), waits=True)
    lauf = runstore(context).load(results[0].lauf_id)
    assert not failed(lauf) and len(server.direct) == 1
    assert lauf.kosten == pytest.approx(runstore(context).spent())
    assert_books_are_right(context, server)


def test_nothing_is_posted_beyond_the_limit_and_the_rest_goes_on_with_what_is_left_of_it(
    context: Context, server: Sammelserver
) -> None:
    server.takes = 0.1
    wanted = auftraege(context, OPENAI, *numbered(1, 4))
    one, collection = collected(context, wanted[:1], limit=1.0)
    collection.run(waits=True)
    (row, *_) = rows(context)
    assert one == [] and row["vorgemerkt"]
    most = sum(row["vorgemerkt"] for row in rows(context))
    results, collection = collected(context, wanted, limit=1.5 * most, waits=True)
    assert len(results) == 4 and not collection.is_limit_reached
    assert len(server.batches) == 4, "each had to wait for the bill of the one before"
    assert collection.budget.spent == pytest.approx(runstore(context).spent())
    nothing, collection = collected(context, auftraege(context, OPENAI, *numbered(9)), limit=most / 9)
    assert nothing == [] and collection.is_limit_reached and len(server.batches) == 4
    assert_books_are_right(context, server)


def test_the_limit_of_the_day_holds_for_a_whole_batch(
    context: Context, server: Sammelserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    daily = Context(replace(context.settings, tagesgrenze=1e-4))
    results, _ = collected(daily, auftraege(daily, OPENAI))
    assert "TAGESGRENZE" in results[0].fehler and not server.batches and rows(context) == []
    runstore(daily).close()


def test_of_a_forgotten_antrag_no_word_is_kept_and_the_bill_is(
    context: Context, server: Sammelserver
) -> None:
    wanted = auftraege(context, OPENAI)
    server.takes = None
    collected(context, wanted)
    store = runstore(context)
    store.forget(store.save_antrag(ANTRAG), context.settings.laeufe_dir)
    server.finish()
    collected(context, auftraege(context, OPENAI, *numbered(3)))  # whoever comes next books it
    texts = [row["text"] for row in rows(context) if row["tokens_ein"]]
    assert texts and not any(texts)
    assert store.spent() > 0


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"modell": "mistral/mistral-large-latest"}, "mistral/mistral-large-latest"),
        ({"modell": "openai/gpt-9"}, "openai/gpt-9"),
        ({"prompt": PROMPTS["anbieterzitate"]}, "Zitaten des Anbieters"),
        ({"fresh": True}, "--fresh"),
        ({"ersatzmodell": "openai/gpt-5"}, "--ersatzmodell"),
    ],
)
def test_what_a_batch_cannot_do_is_refused_before_anything_is_posted(
    context: Context, server: Sammelserver, changes: dict[str, object], told: str
) -> None:
    wanted = [replace(one, **changes) for one in auftraege(context, OPENAI)]  # type: ignore[arg-type]
    with pytest.raises(EingabeError, match=told):
        Collection(context, wanted, 2, Budget())
    assert not server.events


@pytest.mark.timeout(900)  # processes are begun, killed and begun again
def test_killed_at_any_step_nothing_is_paid_twice_or_lost_and_the_books_are_right(context: Context) -> None:
    steps = [(step, (OPENAI, CLAUDE)[number % 2]) for number, step in enumerate(STEPS[:5])]
    ergebnis = killed_at(context.settings, steps)
    assert ergebnis.faults == [] and (ergebnis.twice, ergebnis.lost, ergebnis.off) == (0, 0, 0)
    assert ergebnis.kills == len(steps) and ergebnis.bills > 20


def test_the_command_posts_tells_and_takes_up(
    own_default: Context, server: Sammelserver, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.takes = None
    (tmp_path / "antraege").mkdir()
    file = tmp_path / "antraege" / "a.txt"
    file.write_text(f"{ANTRAG.titel}\n\n{ANTRAG.text}\n\n{ANTRAG.begruendung}", encoding="utf-8")
    command = ["assess", "--batch", str(file.parent), "--bundesland", "DEMO", "--fraktion", "MÜHLRAD"]
    command += ["--model", OPENAI, "--sammel", "--json"]
    assert main(command) == 0
    told = capsys.readouterr()
    assert json.loads(told.out) == [] and "unterwegs" in told.err
    server.finish()
    assert main(command) == 0
    told = capsys.readouterr()
    assert len(json.loads(told.out)) == 1 and told.err == ""
    assert main([*command[:-2], "--warten"]) == 2
    assert len(server.batches) == 1

"""A request is booked before it is sent: what a kill, a limit of the day, a deleted Lauf make of its row."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import RowMapping

from core.assessment.batch import combinations, run_batch
from core.base import clock
from core.base.clock import HERE
from core.base.errors import LimitReached
from core.base.settings import Settings
from core.installation import probe
from core.llm.anfrage import Anfrage, Budget, Versuch
from core.llm.litellm_access import warm_up
from core.programme.context import Context
from core.runs import buchungen
from core.runs.asking import ask_booked
from core.runs.buchungen import VORGEMERKT, BookedFor, Unsettled, Zweck, book, book_ahead
from core.runs.lauf import Status
from core.runs.store import Runstore, open_store, runstore
from core.runs.tables import buchung, lauf
from core.wortlaut.errors import DashboardError
from tests.assessment.conftest import ANTRAG, PROMPTS, auftrag
from tests.e2e.modell import ZUM_ANTRAG
from tests.llm.modellserver import Reply, Request, antwort, modellserver, status
from tests.prozesse import processes, until
from tests.runs.beispiele import neuer_lauf, teil
from tests.runs.postgres import cluster

CHEAP = "openai/gpt-4.1-mini"
NOON = datetime(2026, 6, 5, 12, 0, tzinfo=HERE)


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    with cluster() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    url = request.getfixturevalue("postgres") if request.param == "postgresql" else None
    return replace(Settings(), laeufe_dir=tmp_path, database_url=url)


@pytest.fixture
def own(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Context]:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-probe-12345678")
    context = Context(settings)
    store = runstore(context)
    with store.writing() as connection:
        connection.execute(buchung.delete())
        connection.execute(lauf.delete())
    yield context
    context.close()


def question(url: str, **changes: object) -> Anfrage:
    messages = [{"role": "user", "content": "?"}]
    return replace(Anfrage(CHEAP, messages, api_base=url, versuche=1), **changes)  # type: ignore[arg-type]


def rows(store: Runstore) -> list[RowMapping]:
    with store.reading() as connection:
        return list(connection.execute(buchung.select().order_by(buchung.c.id)).mappings())


def ask_and_be_killed(settings: Settings, url: str) -> None:
    ask_booked(Context(settings), question(url), BookedFor(zweck=Zweck.FRAGE))


def test_a_request_of_a_killed_process_stays_booked_as_one_of_unknown_outcome(own: Context) -> None:
    warm_up()
    store, let_go = runstore(own), threading.Event()

    def silent(request: Request) -> Reply:
        let_go.wait(60)
        return antwort("zu spät")

    with modellserver(silent) as server:
        process = processes.Process(target=ask_and_be_killed, args=(own.settings, server.url))
        process.start()
        until(lambda: server.requests or not process.is_alive())
        (row,) = rows(store)
        assert (row["grund"], row["kosten"], row["is_answered"]) == (VORGEMERKT, None, False)
        assert row["vorgemerkt"] > 0 and store.unsettled() == Unsettled(0, 0.0), "it is under way"
        process.kill()
        process.join()
        # PostgreSQL learns of it from the line that broke off.
        until(lambda: store.unsettled().anfragen)
        let_go.set()
    assert store.unsettled() == Unsettled(1, pytest.approx(row["vorgemerkt"]))
    assert store.spent() == 0.0 and len(rows(store)) == 1


@pytest.mark.parametrize(
    ("reply", "kosten_known", "left"),
    [
        (antwort("ja"), True, False),
        (status(500), True, False),
        (Reply(body=json.dumps({"choices": []})), False, True),
        (status(502), False, True),
    ],
    ids=["answered", "refused", "unreadable", "gateway"],
)
def test_the_row_is_made_whole_and_keeps_what_may_be_billed_only_where_nobody_knows(
    own: Context, reply: Reply, kosten_known: bool, left: bool
) -> None:
    with modellserver([reply]) as server:
        try:
            ask_booked(own, question(server.url), BookedFor(zweck=Zweck.FRAGE))
        except DashboardError:
            assert reply.text != "ja"
    (row,) = rows(runstore(own))
    assert (row["kosten"] is not None, row["vorgemerkt"] is not None) == (kosten_known, left)
    assert row["grund"] != VORGEMERKT and runstore(own).unsettled().anfragen == 0


def test_nothing_is_asked_where_it_cannot_be_booked(own: Context, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(buchungen, "LONGEST", 0.2)
    monkeypatch.setattr(buchungen, "PAUSE", 0.05)
    budget = Budget(1.0)
    with modellserver([antwort("ja")]) as server:
        store = runstore(own)
        with store.writing() as connection:
            connection.exec_driver_sql("ALTER TABLE buchung RENAME TO weg")
        try:
            with pytest.raises(DashboardError):
                ask_booked(own, question(server.url, budget=budget), BookedFor(zweck=Zweck.VERBINDUNG))
        finally:
            with store.writing() as connection:
                connection.exec_driver_sql("ALTER TABLE weg RENAME TO buchung")
        assert server.requests == [] and (budget.spent, budget.under_way) == (0.0, 0)


def test_the_bill_of_a_request_whose_lauf_is_removed_meanwhile_stays_without_a_word(own: Context) -> None:
    store = runstore(own)
    lauf_id = store.start(neuer_lauf())

    def removed(request: Request) -> Reply:
        store.delete([lauf_id])
        store.purge([lauf_id], own.settings.laeufe_dir)
        return antwort("geheim")

    with modellserver(removed) as server:
        ask_booked(own, question(server.url), BookedFor(zweck=Zweck.LAUF, lauf_id=lauf_id, frage="f"))
    (row,) = rows(store)
    assert row["kosten"] > 0 and (row["text"], row["frage"], row["lauf_id"]) == ("", None, None)


def test_of_a_removed_lauf_stays_that_the_outcome_is_unknown_and_for_a_month(own: Context) -> None:
    store, begun = runstore(own), Versuch(CHEAP, "text", 1, 0.0)
    lauf_id, now = store.start(neuer_lauf()), clock.now()
    booked_for = BookedFor(zweck=Zweck.LAUF, lauf_id=lauf_id, partei="P", frage="f")
    book_ahead(store, booked_for, begun, 0.02, now)
    book_ahead(store, booked_for, begun, 0.03, now - timedelta(days=40))
    store.delete([lauf_id])
    store.purge([lauf_id], own.settings.laeufe_dir)
    assert store.unsettled() == Unsettled(1, 0.02)


def test_a_teil_leaves_no_row_of_its_own_behind_and_keeps_what_may_be_billed(own: Context) -> None:
    store, begun = runstore(own), Versuch(CHEAP, "text", 1, 0.0)
    lauf_id = store.start(neuer_lauf())
    booked_for = BookedFor(zweck=Zweck.LAUF, lauf_id=lauf_id, partei="LINDENBUND")
    first = book_ahead(store, booked_for, begun, 0.02, NOON)
    late = replace(begun, grund="Zeit", kosten=None)
    book(store, booked_for, late, first)
    book_ahead(store, booked_for, replace(begun, nummer=2), 0.03, NOON)  # the store was away when it came
    answered = replace(begun, nummer=2, kosten=0.01, text="Ja.")
    store.save_teil(lauf_id, teil("LINDENBUND", versuche=(late, answered)))
    assert [(row["grund"], row["kosten"], row["vorgemerkt"]) for row in rows(store)] == [
        ("Zeit", None, 0.02),
        ("", 0.01, None),
    ]


def test_a_lost_row_is_booked_anew_and_one_found_again_is_not_doubled(own: Context) -> None:
    store, booked_for = runstore(own), BookedFor(zweck=Zweck.FRAGE)
    begun = Versuch(CHEAP, "text", 1, 0.0)
    row = book_ahead(store, booked_for, begun, 0.02, NOON)
    assert buchungen.find_ahead(store, booked_for, NOON) == row
    assert buchungen.find_ahead(store, booked_for, NOON + timedelta(seconds=1)) is None
    with store.writing() as connection:
        connection.execute(buchung.delete())
    book(store, booked_for, replace(begun, kosten=0.01), row)
    assert [one["kosten"] for one in rows(store)] == [0.01]


# --- the limit of the day -----------------------------------------------------------------------------------


def test_the_limit_of_the_day_counts_what_is_billed_and_what_is_only_booked_ahead(own: Context) -> None:
    store, booked_for = runstore(own), BookedFor(zweck=Zweck.FRAGE)
    begun = Versuch(CHEAP, "text", 1, 0.0)

    def ahead(most: float | None, moment: datetime = NOON) -> int:
        return book_ahead(store, booked_for, begun, most, moment, day_limit=1.0)

    ahead(0.9, NOON - timedelta(days=1))
    ahead(0.4)  # of a process that is gone
    row = ahead(0.6)
    with pytest.raises(LimitReached, match="TAGESGRENZE"):
        ahead(0.01)
    book(store, booked_for, replace(begun, kosten=0.1), row)
    ahead(0.5)
    with pytest.raises(LimitReached):
        ahead(0.01)
    with pytest.raises(LimitReached, match="kein Preis"):
        ahead(None)
    ahead(0.9, NOON.replace(hour=0) + timedelta(days=1))
    assert len(rows(store)) == 5


def ask_under_day_limit(settings: Settings, url: str) -> None:
    context = Context(settings)
    for _ in range(10):
        try:
            ask_booked(context, question(url, max_tokens=1_000), BookedFor(zweck=Zweck.FRAGE))
        except LimitReached:
            return


def test_processes_at_once_keep_one_limit_of_the_day(own: Context) -> None:
    warm_up()
    limit = 0.012  # six or seven requests of 1,000 tokens at 1.6 USD a million, booked ahead with the prompt
    settings = replace(own.settings, tagesgrenze=limit)
    with modellserver([replace(antwort("ja"), usage=(100, 1_000))]) as server, ExitStack() as stack:
        started = [
            processes.Process(target=ask_under_day_limit, args=(settings, server.url)) for _ in range(2)
        ]
        for one in started:
            one.start()
            stack.callback(one.kill)
        for one in started:
            one.join(120)
        billed = sum(sent * 0.4e-6 + said * 1.6e-6 for _, sent, said in server.books)
    assert 0 < billed <= limit and 0 < len(server.books) < 10
    assert runstore(own).spent() == pytest.approx(billed)


def test_a_batch_that_the_limit_of_the_day_ends_says_so(context: Context) -> None:
    settings = replace(context.settings, tagesgrenze=0.0001)
    with modellserver([antwort("ja")]) as server:
        limited = Context(settings)
        jobs = combinations([ANTRAG], [CHEAP], [PROMPTS["streng"]], 2, auftrag(api_base=server.url))
        (stopped,) = run_batch(limited, jobs, 1)
        assert server.requests == []
        limited.close()
    assert stopped.status is Status.ABGEBROCHEN and "Grenze" in stopped.fehler
    assert len(jobs) == 2, "the second was not begun"


# --- what is asked about the Antrag itself ------------------------------------------------------------------


ZUM_ANTRAG_REPLY = antwort(ZUM_ANTRAG)


def described(request: Request) -> Reply:
    is_about_antrag = "AntragAntwort" in json.dumps(
        [request.body.get("response_format"), request.body["messages"]]
    )
    part = {"score": 7, "begruendung": "Ja.", "zitate": []}
    judged = {"fraktion": "x", "wahlprogramm": part, "parteiprogramm": part}
    return ZUM_ANTRAG_REPLY if is_about_antrag else antwort(judged)


@pytest.mark.parametrize("workers", [1, 4])
def test_the_antrag_is_described_once_by_each_model_whatever_the_prompts(
    context: Context, workers: int
) -> None:
    prompts = [PROMPTS["streng"], PROMPTS["knapp"]]
    with modellserver(described) as server:
        template = auftrag(api_base=server.url, antragsprompt=PROMPTS["antrag"])
        jobs = combinations([ANTRAG], [CHEAP, "openai/gpt-4.1"], prompts, 1, template)
        results = list(run_batch(context, jobs, workers))
        about = [one for one in server.requests if described(one) is ZUM_ANTRAG_REPLY]
        assert sorted(one.body["model"] for one in about) == ["gpt-4.1", "gpt-4.1-mini"]
        store = runstore(context)
        found = [one for result in results for one in store.load(result.lauf_id).teile if not one.partei]
        assert len(found) == 4 and all(one.ergebnis for one in found)
        # Paid for once each, and told where it was paid.
        assert sorted(bool(one.versuche) for one in found) == [False, False, True, True]
        (anew,) = run_batch(context, [replace(jobs[0], fresh=True)], 1)
        assert anew.status is Status.FERTIG
        assert sum(described(one) is ZUM_ANTRAG_REPLY for one in server.requests) == 3
        store.delete([result.lauf_id for result in (*results, anew)])
        list(run_batch(context, jobs[:1], 1))
        assert sum(described(one) is ZUM_ANTRAG_REPLY for one in server.requests) == 4, (
            "what was deleted is gone"
        )


def test_an_unreadable_description_is_asked_for_again_by_the_next_lauf(context: Context) -> None:
    said = iter([antwort("Nein."), antwort("Nein.")])

    def unreadable_first(request: Request) -> Reply:
        reply = described(request)
        return next(said, reply) if reply is ZUM_ANTRAG_REPLY else reply

    prompts = [PROMPTS["streng"], PROMPTS["knapp"]]
    with modellserver(unreadable_first) as server:
        template = auftrag(api_base=server.url, antragsprompt=PROMPTS["antrag"])
        jobs = combinations([ANTRAG], [CHEAP], prompts, 1, template)
        first, second = (runstore(context).load(one.lauf_id) for one in run_batch(context, jobs, 1))
    told = [next(one for one in lauf.teile if not one.partei) for lauf in (first, second)]
    assert [one.status for one in told] == [Status.FEHLGESCHLAGEN, Status.FERTIG]


def test_whether_a_model_answers_is_booked_ahead_too(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = list[str]()

    def look(request: Request) -> Reply:
        store = open_store(None, context.settings.laeufe_dir)
        seen.extend(row["grund"] for row in rows(store) if row["zweck"] == Zweck.VERBINDUNG)
        store.close()
        return antwort("ja")

    with modellserver(look) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        probe(context, CHEAP)
    assert seen == [VORGEMERKT]

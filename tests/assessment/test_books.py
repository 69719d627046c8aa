"""Money: our books against those of the server that was asked, whatever it answers; a limit that holds."""

import json
import random
import re
import shutil
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import RowMapping

from core.assessment.auftrag import Auftrag
from core.assessment.batch import combinations, run_batch
from core.assessment.frage import ask_nachfrage
from core.assessment.model_summaries import summarize_programm
from core.assessment.pipeline import begin
from core.base.errors import AnfrageAbgebrochen, AntwortUnlesbar, EingabeError, LimitReached, SchluesselFehlt
from core.base.key_masker import secrets_that_are_words
from core.features.eichung.run_calibration import begin_calibration, run_calibration
from core.features.rubrics.judge import judge_lauf
from core.features.support.check import carry_out_plan, check_support, frage_of_batch, plan_check
from core.installation import probe
from core.llm.anfrage import Anfrage, Budget, Versuch
from core.llm.litellm_access import ZEICHEN_JE_TOKEN, Price
from core.llm.verdict import Verdict
from core.programme.context import Context
from core.runs import buchungen
from core.runs.asking import ask_booked
from core.runs.buchungen import BookedFor, Zweck, book, frage_of
from core.runs.lauf import Status
from core.runs.store import runstore
from core.runs.tables import buchung
from tests.assessment.asked import ask_frage
from tests.assessment.conftest import ANTRAG, PROMPTS, auftrag
from tests.assessment.test_pipeline import good
from tests.bench.billing import asked_first
from tests.calibration.conftest import first_theses, planned, reply
from tests.llm.modellserver import Modellserver, Reply, Request, antwort, modellserver, status
from tests.runs.postgres import cluster, stopped_database
from tests.sammlungen import LINDENBUND
from tests.support.conftest import Quote, checker, honest, pairs_in, pruefer, stored_lauf

CHEAP, DEAR = "openai/gpt-4.1-mini", "openai/gpt-4.1"
USAGE = (800, 1_500)
"""No more than any prompt here has by our own count, which is told for the longest answer that is allowed."""

KINDS: dict[str, Callable[[Request], Reply]] = {
    "good": good,
    "garbage": lambda request: antwort("Dazu sage ich nichts."),
    "empty": lambda request: antwort(""),
    "thought until there was no room": lambda request: antwort("", finish_reason="length"),
    "cut off": lambda request: antwort('{"fraktion": "x', finish_reason="length"),
    "refused by a filter": lambda request: antwort("Nein.", finish_reason="content_filter"),
    "too many requests": lambda request: status(429, retry_after=0.01),
    "out of order": lambda request: status(500),
}


def mixed(seed: int) -> Callable[[Request], Reply]:
    """Any kind, as chance has it."""
    chance = random.Random(seed)
    return lambda request: replace(chance.choice(list(KINDS.values()))(request), usage=USAGE)


def only(kind: str) -> Callable[[Request], Reply]:
    return lambda request: replace(KINDS[kind](request), usage=USAGE)


def jobs(url: str, modelle: list[str], repeat: int, **changes: object) -> list[Auftrag]:
    template = auftrag(api_base=url, max_tokens=1_500, **changes)
    return combinations([ANTRAG], modelle, [PROMPTS["streng"]], repeat, template)


def billed(context: Context, server: Modellserver) -> dict[str, float]:
    """By model, with LiteLLM's prices."""
    sums: Counter[str] = Counter()
    for modell, sent, said in server.books:
        sums[f"openai/{modell}"] += Price(context, f"openai/{modell}").of(sent, said) or 0
    return dict(sums)


def booked(context: Context) -> dict[str, float]:
    sums: Counter[str] = Counter()
    store = runstore(context)
    for line in store.list_laeufe(limit=1000):
        lauf = store.load(line.id)
        sums[lauf.modell_gefragt] += sum(teil.kosten or 0 for teil in lauf.teile)
        assert (line.kosten or 0) == pytest.approx(sum(teil.kosten or 0 for teil in lauf.teile))
    return dict(sums)


@pytest.mark.parametrize("kind", KINDS)
def test_every_answer_is_in_our_books_as_in_the_servers(context: Context, kind: str) -> None:
    with modellserver(only(kind)) as server:
        list(run_batch(context, jobs(server.url, [CHEAP], 1), workers=2))
        assert booked(context) == pytest.approx(billed(context, server) or {CHEAP: 0.0})


def test_books_are_equal_over_all_kinds_mixed_and_two_models(context: Context) -> None:
    with modellserver(mixed(7)) as server:
        list(run_batch(context, jobs(server.url, [CHEAP, DEAR], 15), workers=8))
        assert len(server.books) > 60
        assert booked(context) == pytest.approx(billed(context, server))
        tokens = [
            one for lauf in runstore(context).list_laeufe(limit=99) for one in _tokens(context, lauf.id)
        ]
        assert sum(tokens) == sum(sent + said for _, sent, said in server.books)


def _tokens(context: Context, lauf_id: str) -> list[int]:
    teile = runstore(context).load(lauf_id).teile
    return [(teil.tokens_ein or 0) + (teil.tokens_aus or 0) for teil in teile]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.night) for seed in range(1, 4))])
@pytest.mark.parametrize("workers", [1, 8])
def test_no_limit_is_ever_exceeded(context: Context, seed: int, workers: int) -> None:
    limit = random.Random(seed).uniform(0.01, 0.06)
    with modellserver(mixed(seed)) as server:
        results = list(run_batch(context, jobs(server.url, [CHEAP], 12), workers, limit))
        spent = sum(billed(context, server).values())
        assert min(len(str(one.body["messages"])) for one in server.requests) / ZEICHEN_JE_TOKEN > USAGE[0]
    assert 0 < spent <= limit
    assert sum(one.kosten for one in results) == pytest.approx(spent)
    assert Status.ABGEBROCHEN in {one.status for one in results} or len(results) == 12


def test_a_substitute_without_a_price_is_refused_under_a_limit_before_anything_is_asked(
    context: Context,
) -> None:
    with modellserver(only("good")) as server, pytest.raises(EingabeError, match="openai/unbekannt"):
        asked = jobs(server.url, [CHEAP], 1, ersatzmodell="openai/unbekannt")
        list(run_batch(context, asked, 1, limit=1.0))
    assert not server.requests


def test_a_model_that_answers_nothing_usable_is_stopped_by_the_limit(context: Context) -> None:
    with modellserver(only("garbage")) as server:
        list(run_batch(context, jobs(server.url, [CHEAP], 20), 4, limit=0.03))
        assert 0 < sum(billed(context, server).values()) <= 0.03


@pytest.mark.parametrize("modell", [CHEAP, "openai/unbekannt"])
def test_an_empty_answer_is_asked_for_again_once_whether_or_not_its_price_is_known(
    context: Context, modell: str
) -> None:
    with modellserver(only("empty")) as server:
        list(run_batch(context, jobs(server.url, [modell], 1, versuche=4), workers=1))
    asked = Counter(str(one.body["messages"]) for one in server.requests)
    assert set(asked.values()) == {2}


def test_who_waits_for_others_bills_can_be_stopped_and_the_limit_is_not_called_reached() -> None:
    budget, stopped = Budget(1.0), threading.Event()
    budget.reserve(0.9)
    threading.Timer(0.1, stopped.set).start()
    with pytest.raises(AnfrageAbgebrochen) as told:
        budget.reserve(0.2, lambda: not stopped.is_set())
    assert not isinstance(told.value, LimitReached) and not budget.is_reached
    budget.settle(0.9, 0.3)
    assert budget.reserve(0.7) == 0.7
    budget.settle(0.7, None)
    with pytest.raises(LimitReached):
        budget.reserve(0.1)
    assert budget.is_reached and budget.spent == pytest.approx(1.0)


@pytest.mark.parametrize("limit", [float("nan"), float("inf"), 0.0, -1.0])
def test_a_limit_that_is_none_is_refused_before_anything_is_asked(context: Context, limit: float) -> None:
    with modellserver(only("good")) as server:
        with pytest.raises(EingabeError):
            list(run_batch(context, jobs(server.url, [CHEAP], 1), 1, limit))
        assert server.requests == []


def test_a_limit_holds_where_a_gateway_keeps_the_answers_back(context: Context) -> None:
    with modellserver([status(502)]) as server:
        list(run_batch(context, jobs(server.url, [CHEAP], 20, pause=0.0), 4, limit=0.03))
        may_be_billed = len(server.requests) * (Price(context, CHEAP).of(*USAGE) or 0)
    assert 0 < may_be_billed <= 0.03 and booked(context) == {CHEAP: 0.0}


def test_a_limit_needs_a_price(context: Context) -> None:
    with modellserver(only("good")) as server:
        with pytest.raises(EingabeError, match="kein Preis bekannt"):
            list(run_batch(context, jobs(server.url, ["openai/unbekannt"], 1), 1, limit=1.0))
        assert server.requests == []


def test_what_was_answered_before_a_party_failed_is_not_asked_again(context: Context) -> None:
    asked: list[str] = []

    def first_fails(request: Request) -> Reply:
        asked.append(str(request.body["messages"]))
        return status(500) if len(asked) == 1 else good(request)

    with modellserver(first_fails) as server:
        again = [replace(job, parallel=1) for job in jobs(server.url, [CHEAP], 1, versuche=1)]
        (first,) = run_batch(context, again, workers=1)
        parts = runstore(context).load(first.lauf_id).teile
        failed = [teil.partei for teil in parts if teil.status is Status.FEHLGESCHLAGEN]
        assert len(failed) == 1 and len(server.requests) == len(parts) > 1
        (second,) = run_batch(context, again, workers=1)
        assert len(server.requests) == len(parts) + 1
    new = runstore(context).load(second.lauf_id).teile
    assert all(teil.status is Status.FERTIG for teil in new)
    copied = [teil for teil in new if teil.partei not in failed]
    assert all((teil.kosten, teil.tokens_ein, teil.tokens_aus) == (0.0, 0, 0) for teil in copied)


def test_a_secret_that_is_an_ordinary_word_rewrites_neither_antrag_nor_quote(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SMTP_PASSWORD", "Wieltalbahn")

    def quoting(request: Request) -> Reply:
        """The first sentence with that word, where the party was given one."""
        told = str(request.body["messages"][-1]["content"]).partition("<quellen>")[2].replace("\n", " ")
        found = re.search(r"[A-ZÄÖÜ][^.„“]*Wieltalbahn[^.„“]*\.", told)
        part = {"score": 7, "begruendung": "Ja.", "zitate": [{"text": found[0]}] if found else []}
        return antwort({"fraktion": "x", "wahlprogramm": part, "parteiprogramm": {**part, "zitate": []}})

    with modellserver(quoting) as server:
        (ergebnis,) = run_batch(context, jobs(server.url, [CHEAP], 1), workers=1)
    lauf = runstore(context).load(ergebnis.lauf_id)
    assert (
        lauf.antrag == replace(ANTRAG, bundesland="DEMO") and "Wieltalbahn" in lauf.antrag.forderungen[0].text
    )
    said = [one for one in lauf.zitate if "Wieltalbahn" in one.text]
    assert said and all(one.status.is_bound for one in said)
    assert secrets_that_are_words() == ["SMTP_PASSWORD"]


def test_all_parties_prompts_begin_with_the_antrag_and_say_how_far_they_are_the_same(
    context: Context,
) -> None:
    with modellserver(only("good")) as server:
        list(run_batch(context, jobs(server.url, [CHEAP], 1), workers=1))
    first, *others = [one.body["messages"][-1]["content"] for one in server.requests]
    begin = first[: first.index("</antrag>")]
    assert ANTRAG.titel in begin and others
    assert all(other.startswith(begin) and other != first for other in others)


# --- what was paid for before the process died --------------------------------------------------------------


def booked_before(context: Context, booked_for: BookedFor, *texts: str) -> None:
    """As a process leaves it that is killed right after the answers came."""
    for text in texts:
        versuch = Versuch(
            CHEAP, "json_schema", 1, 0.1, tokens_ein=100, tokens_aus=10, kosten=0.001, text=text
        )
        book(runstore(context), booked_for, versuch)


def rows(context: Context) -> list[RowMapping]:
    with runstore(context).reading() as connection:
        return list(connection.execute(buchung.select().order_by(buchung.c.id)).mappings())


def said(reply: Reply) -> str:
    return str(reply.text)


def test_what_a_killed_lauf_was_answered_is_used_by_the_next(context: Context) -> None:
    with modellserver(only("good")) as server:
        (job,) = jobs(server.url, [CHEAP], 1)
        begun = begin(context, job)
        text = said(reply(7))
        for partei in begun.parteien:
            frage = frage_of(begun.schluessel, partei)
            booked_before(
                context, BookedFor(zweck=Zweck.LAUF, lauf_id=begun.lauf_id, partei=partei, frage=frage), text
            )
        (ergebnis,) = run_batch(context, [job], workers=1)
        assert server.requests == [] and ergebnis.status is Status.FERTIG and ergebnis.kosten == 0
        again = run_batch(context, [replace(job, fresh=True)], workers=1)
        assert len(list(again)) == 1 and len(server.requests) == len(begun.parteien)
    parts = runstore(context).load(ergebnis.lauf_id).teile
    assert {teil.antwort for teil in parts} == {text} and not any(row["frage"] for row in rows(context))
    assert runstore(context).spent() == pytest.approx(
        0.001 * len(parts) + sum(billed(context, server).values())
    )


def test_what_a_killed_lauf_was_answered_unreadably_is_mended_and_not_asked_again(context: Context) -> None:
    with modellserver(mended) as server:
        (job,) = jobs(server.url, [CHEAP], 1)
        begun = begin(context, job)
        partei = begun.parteien[0]
        frage = frage_of(begun.schluessel, partei)
        booked_before(
            context, BookedFor(zweck=Zweck.LAUF, lauf_id=begun.lauf_id, partei=partei, frage=frage), "Nein."
        )
        list(run_batch(context, [job], workers=1))
        asked = [len(one.body["messages"]) for one in server.requests]
    assert sorted(asked) == [2] * (len(begun.parteien) - 1) + [4], "the mending of one, and the others"


def test_what_a_killed_eichung_was_answered_is_used(context: Context) -> None:
    with modellserver([reply(8)]) as server:
        was = planned(context, first_theses(1), server.url, modell=CHEAP)
        eichung_id = begin_calibration(context, was)
        for one in was.fragen.fragen:
            frage = frage_of(eichung_id, *one.key)
            booked_before(
                context, BookedFor(zweck=Zweck.EICHUNG, eichung_id=eichung_id, frage=frage), said(reply(3))
            )
        steps = list(run_calibration(context, was, eichung_id))
        assert server.requests == [] and not any(step.fehler or step.kosten for step in steps)
    (eichung,) = runstore(context).list_eichungen()
    assert eichung.finished and eichung.kosten == pytest.approx(0.001 * len(steps))
    assert {row["score"] for row in runstore(context).eichung_rows(eichung_id, "score")} == {3}
    assert not any(row["frage"] for row in rows(context))


def test_what_a_killed_check_was_answered_is_used(context: Context) -> None:
    store = runstore(context)
    lauf_id = stored_lauf(store)
    with modellserver(checker(honest)) as server:
        plan = plan_check(context, store.load(lauf_id), pruefer(context, server.url, CHEAP))
        for batch in plan.batches:
            urteile = [
                {"nummer": number, "urteil": "stuetzt", "worte": one.zitat}
                for number, one in enumerate(batch, start=1)
            ]
            booked_for = BookedFor(zweck=Zweck.TRAEGT, lauf_id=lauf_id, frage=frage_of_batch(batch))
            booked_before(context, booked_for, json.dumps({"urteile": urteile}))
        found = carry_out_plan(store, plan)
        assert server.requests == [] and {one.verdict for one in found} == {Verdict.STUETZT}
    assert store.spent_on(Zweck.TRAEGT, lauf_id) == pytest.approx(0.001 * len(plan.batches))
    assert not any(row["frage"] for row in rows(context))


GARBAGE = KINDS["garbage"]
URTEIL = {"feld": "adressat", "stufe": 2, "begruendung": "Sie ist genannt.", "zitate": []}
JUDGED = antwort({"urteile": [URTEIL]})


def is_mending(request: Request) -> bool:
    return any(one["role"] == "assistant" for one in request.body["messages"])


def mended(request: Request) -> Reply:
    return good(asked_first(request))


def test_what_a_killed_rubric_was_answered_is_used(context: Context) -> None:
    """Its first answer could not be read, and its process was killed after it was mended."""
    store = runstore(context)
    lauf_id = stored_lauf(store)
    with modellserver(lambda one: status(401) if is_mending(one) else GARBAGE(one)) as server:
        with pytest.raises(SchluesselFehlt):
            judge_lauf(context, lauf_id, "formpruefung", Anfrage(CHEAP, api_base=server.url))
        frage = rows(context)[0]["frage"]
        booked_before(context, BookedFor(zweck=Zweck.RUBRIK, lauf_id=lauf_id, frage=frage), said(JUDGED))
        asked = len(server.requests)
        found = judge_lauf(context, lauf_id, "formpruefung", Anfrage(CHEAP, api_base=server.url))
        assert len(server.requests) == asked and found.answer == said(JUDGED)
    assert not any(row["frage"] for row in rows(context))


def test_a_rubric_that_was_answered_unreadably_twice_is_asked_anew(context: Context) -> None:
    store = runstore(context)
    lauf_id = stored_lauf(store)
    with modellserver(lambda one: GARBAGE(one) if len(server.requests) <= 2 else JUDGED) as server:
        with pytest.raises(AntwortUnlesbar):
            judge_lauf(context, lauf_id, "formpruefung", Anfrage(CHEAP, api_base=server.url))
        found = judge_lauf(context, lauf_id, "formpruefung", Anfrage(CHEAP, api_base=server.url))
        assert len(server.requests) == 3 and found.answer == said(JUDGED)


def test_an_eichung_stopped_before_an_answer_is_mended_mends_it_later(context: Context) -> None:
    stop = threading.Event()

    def stopped_first(request: Request) -> Reply:
        if is_mending(request) or stop.is_set():
            return reply(8)
        stop.set()
        return GARBAGE(request)

    with modellserver(stopped_first) as server:
        was = planned(context, first_theses(1), server.url, modell=CHEAP)
        eichung_id = begin_calibration(context, was)
        list(run_calibration(context, was, eichung_id, abbruch=stop))
        answered = runstore(context).eichung_rows(eichung_id, "stand")
        assert "unlesbar" not in {row["stand"] for row in answered}
        list(run_calibration(context, was, eichung_id))
        asked = Counter(json.dumps(one.body) for one in server.requests)
    assert set(asked.values()) == {1}
    assert {row["score"] for row in runstore(context).eichung_rows(eichung_id, "score")} == {8}


def test_a_lauf_stopped_before_an_answer_is_mended_mends_it_later(context: Context) -> None:
    stop = threading.Event()

    def stopped_first(request: Request) -> Reply:
        if is_mending(request) or stop.is_set():
            return mended(request)
        stop.set()
        return GARBAGE(request)

    with modellserver(stopped_first) as server:
        (job,) = jobs(server.url, [CHEAP], 1)
        (first,) = run_batch(context, [job], 1, cancellations=[stop])
        assert first.status is Status.ABGEBROCHEN
        (second,) = run_batch(context, [job], 1)
        assert second.status is Status.FERTIG
        asked = Counter(json.dumps(one.body) for one in server.requests)
    assert set(asked.values()) == {1}
    assert booked(context) == pytest.approx(billed(context, server))


def test_a_check_begun_again_is_asked_in_the_same_words_though_some_of_it_is_known(context: Context) -> None:
    """Twelve pairs are two requests: of the first one pair stays open, the second was not stored."""
    store = runstore(context)
    sentences = [f"Wir bauen im Tal die {number}. Brücke aus Holz und Stein." for number in range(12)]
    lauf_id = stored_lauf(store, [Quote("BRÜCKE", one, f"Hier steht es. {one}") for one in sentences])

    def silent_on_one(request: Request) -> Reply:
        kept = [one for one in pairs_in(request) if "die 3. Brücke" not in one.zitat]
        said = [{"nummer": one.nummer, "urteil": "stuetzt", "worte": one.zitat} for one in kept]
        return antwort({"urteile": said})

    with modellserver(silent_on_one) as server:
        check = pruefer(context, server.url, CHEAP)
        plan = plan_check(context, store.load(lauf_id), check)
        first, second = plan.batches
        carry_out_plan(store, replace(plan, batches=[first]))
        told = [
            {"nummer": n, "urteil": "stuetzt", "worte": one.zitat} for n, one in enumerate(second, start=1)
        ]
        booked_for = BookedFor(zweck=Zweck.TRAEGT, lauf_id=lauf_id, frage=frage_of_batch(second))
        booked_before(context, booked_for, json.dumps({"urteile": told}))
        carry_out_plan(store, plan_check(context, store.load(lauf_id), check))
        asked = [len(pairs_in(one)) for one in server.requests]
    assert asked == [10, 1], "the one that stayed open is asked again, and what was paid for is used"


def test_an_answer_is_booked_though_it_is_stopped_while_the_database_is_away(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(buchungen, "PAUSE", 0.05)
    stop = threading.Event()
    with cluster() as address, ExitStack() as stack:
        own = Context(replace(context.settings, database_url=address))
        assert rows(own) == []

        def answers_into_nothing(request: Request) -> Reply:
            back = stopped_database(runstore(own))
            stop.set()
            timer = threading.Timer(0.5, back)
            timer.start()
            stack.callback(timer.join)
            return antwort("ja")

        with modellserver(answers_into_nothing) as server:
            anfrage = Anfrage(CHEAP, [{"role": "user", "content": "?"}], api_base=server.url, abbruch=stop)
            assert ask_booked(own, anfrage, BookedFor(zweck=Zweck.VERBINDUNG)).text == "ja"
        stack.close()
        assert [row["text"] for row in rows(own)] == ["ja"]
        runstore(own).close()


# --- what the books hold ------------------------------------------------------------------------------------


def test_whatever_is_asked_leaves_a_row_with_what_it_belongs_to(
    context: Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shutil.copytree(context.settings.chroma_dir, tmp_path / "index")
    context = Context(replace(context.settings, chroma_dir=folder))
    replies = {
        "Partei": good,
        "Traegt": checker(lambda pair: ("stuetzt", pair.stelle[:80])),
        "Rubrik": lambda one: JUDGED,
        "Frage": lambda one: antwort({"aussagen": [], "ohne_antwort": []}),
        "Nachfrage": lambda one: antwort({"antwort": "Weil etwas fehlt.", "zitate": []}),
        "Short": lambda one: antwort({"zusammenfassung": "Es geht um vieles.", "themen": ["Bahn"] * 5}),
    }

    def any_of(request: Request) -> Reply:
        asked_for = json.dumps(request.body.get("response_format"))
        name = next((name for name in replies if f'"{name}Antwort"' in asked_for), "")
        return replies[name](request) if name else antwort("ja")

    store = runstore(context)
    with modellserver(any_of) as server:
        monkeypatch.setenv("OPENAI_API_BASE", server.url)
        (ergebnis,) = run_batch(context, jobs(server.url, [CHEAP], 1), workers=1)
        check_support(ergebnis.lauf_id, DEAR, context)
        judge_lauf(context, ergebnis.lauf_id, "formpruefung", Anfrage(CHEAP))
        ask_nachfrage(context, ergebnis.lauf_id, "Warum?", CHEAP)
        ask_frage(context, "Was planen die Parteien in Musterland bei der Wieltalbahn?", CHEAP)
        was = planned(context, first_theses(1), server.url, modell=CHEAP)
        eichung_id = begin_calibration(context, was)
        list(run_calibration(context, was, eichung_id))
        summarize_programm(context, LINDENBUND, CHEAP)
        probe(context, CHEAP)
        found = rows(context)
        assert len(found) == len(server.requests)
        assert store.spent() == pytest.approx(sum(billed(context, server).values()))
    of_lauf = {Zweck.LAUF, Zweck.TRAEGT, Zweck.RUBRIK, Zweck.NACHFRAGE}
    assert {row["zweck"] for row in found} == set(Zweck)
    for row in found:
        assert row["lauf_id"] == (ergebnis.lauf_id if row["zweck"] in of_lauf else None)
        assert row["eichung_id"] == (eichung_id if row["zweck"] == Zweck.EICHUNG else None)
        assert row["prompt"] or row["zweck"] == Zweck.VERBINDUNG
    runstore(context).close()


def test_what_was_spent_holds_deleted_laeufe_and_no_examples(context: Context) -> None:
    store = runstore(context)
    with modellserver(only("good")) as server:
        kept, deleted, example = jobs(server.url, [CHEAP], 3)
        list(run_batch(context, [kept], 1))
        spent = store.spent()
        (gone,) = run_batch(context, [deleted], 1)
        assert store.spent() == pytest.approx(2 * spent) and spent > 0
        (shown,) = run_batch(context, [replace(example, is_demo=True)], 1)
        booked_before(context, BookedFor(zweck=Zweck.TRAEGT, lauf_id=shown.lauf_id), "Ja.")
    assert store.spent() == pytest.approx(2 * spent)
    store.delete([gone.lauf_id])
    assert store.spent() == pytest.approx(2 * spent)
    assert store.purge([gone.lauf_id, shown.lauf_id], context.settings.laeufe_dir) == 1
    assert store.spent() == pytest.approx(2 * spent)
    with store.reading() as connection:
        left = connection.execute(buchung.select().where(buchung.c.lauf_id.is_(None))).mappings().all()
    assert left and not any(row["text"] or row["frage"] for row in left), "no word of it stays"

"""The demo history: written by the real pipeline, told of the past, and gone again without a trace."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

import pytest
from sqlalchemy import func, select

from core.assessment.lauf_audit import audit_laeufe
from core.assessment.pipeline import assess
from core.assessment.prompts import FUNDSTELLEN
from core.base.errors import EingabeError
from core.cli.main import main
from core.demo.history import (
    BAD_WEEK,
    CAREFUL,
    FAST,
    LAST_DAY,
    NEU,
    PROFILE,
    ZITATE_FIRST,
    Planned,
    Progress,
    demo_history,
    plan,
)
from core.demo.scripted_models import Transcript
from core.llm.catalogue import OFFLINE
from core.programme.context import Context, default_context
from core.runs.figures import Gruppe
from core.runs.lauf import Status
from core.runs.load_laeufe import Filter
from core.runs.store import Runstore, runstore
from core.runs.tables import metadata
from core.wortlaut.binding.eintrag import ZitatStatus
from tests.assessment.conftest import PROMPTS, auftrag

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
"""A Friday at noon."""

PLAN = plan(5)


def test_plan_has_a_bad_week_a_new_model_and_a_new_version_of_a_prompt() -> None:
    monday = BAD_WEEK
    made_up = [g for g in PLAN if g.spielweise and _made_up(g) > 0.2]
    assert monday.weekday() == 0 and len(made_up) >= 5
    assert {g.modell for g in made_up} == {FAST}
    assert {g.created.date() - timedelta(g.created.weekday()) for g in made_up} == {monday}
    assert min(g.created for g in PLAN if g.modell == NEU) > NOW - timedelta(26)
    first = [g.created for g in PLAN if g.prompt == ZITATE_FIRST and g.fassung == 1]
    second = [g.created for g in PLAN if g.prompt == ZITATE_FIRST and g.fassung == 2]
    assert first and second and max(first) < min(second)


def _made_up(geplant: Planned) -> float:
    weights = geplant.spielweise.abschrift if geplant.spielweise else {Transcript.ERFUNDEN: 0.0}
    return weights[Transcript.ERFUNDEN] / (sum(weights.values()) or 1)


def _quotes(geplant: Planned) -> bool:
    return geplant.spielweise is not None and geplant.spielweise.zitate > 0


def selection() -> list[Planned]:
    """Of the plan, what the tests look at: a whole one takes a minute."""
    bad = [g for g in PLAN if _made_up(g) > 0.2]
    good = [g for g in PLAN if g.modell == FAST and _made_up(g) < 0.2 and _quotes(g)]
    others = [
        next(g for g in PLAN if g.modell == CAREFUL and not _quotes(g)),
        next(g for g in PLAN if g.spielweise and g.spielweise.stoerung == 1.0),
        *(next(g for g in PLAN if g.modell == modell) for modell in (OFFLINE, CAREFUL, NEU)),
    ]
    return [*bad[:6], *good[:6], *others]


@pytest.fixture(scope="module")
def written(demo: Context, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Context]:
    """A store with a history; it is only read."""
    context = Context(replace(demo.settings, laeufe_dir=tmp_path_factory.mktemp("laeufe")))
    steps = list(demo_history(context, LAST_DAY, selection()))
    assert steps == [Progress(number, 17) for number in range(1, 18)]
    yield context
    runstore(context).close()


def test_history_lies_in_the_past_and_is_marked_as_demo(written: Context) -> None:
    store = runstore(written)
    zeilen = store.list_laeufe(limit=100)
    assert all(zeile.is_demo for zeile in zeilen)
    assert [z.created for z in zeilen] == sorted((g.created for g in selection()), reverse=True)
    for zeile in zeilen:
        lauf = store.load(zeile.id)
        assert lauf.created < NOW and lauf.finished and lauf.finished < NOW
        assert lauf.created < lauf.finished < lauf.created + timedelta(minutes=1)
        assert all(lauf.created <= teil.finished <= lauf.finished for teil in lauf.teile if teil.finished)
    weeks = {zahlen.gruppe for zahlen in store.quote_counts(Gruppe.WOCHE)}
    assert weeks == {f"{g.created:%G-W%V}" for g in selection()}


def test_quotes_are_bound_by_the_real_binder(written: Context) -> None:
    store = runstore(written)
    (total,) = store.quote_counts()
    assert total.emittiert > 70 and total.ohne_zitat == 2
    assert 0.4 < total.gebunden / total.emittiert < 0.9
    found = {status for status, number in total.nach_status.items() if number}
    assert found >= {
        ZitatStatus.WOERTLICH, ZitatStatus.MIT_AUSLASSUNG, ZitatStatus.ANGEGLICHEN,
        ZitatStatus.NICHT_GEFUNDEN, ZitatStatus.NUR_AEHNLICH,
    }  # fmt: skip
    zeilen = store.list_laeufe(limit=100)[:6]
    checked = audit_laeufe(written, [zeile.id for zeile in zeilen])
    befunde = [befund for lauf_befund in checked for befund in lauf_befund.befunde]
    assert len(befunde) == sum(zeile.gebunden for zeile in zeilen) > 10
    assert [befund for befund in befunde if not befund.ok] == []


def test_in_the_bad_week_far_more_quotes_are_dropped(written: Context) -> None:
    store, monday = runstore(written), BAD_WEEK
    during = Filter(modell=FAST, von=monday, bis=monday + timedelta(6))
    before = Filter(modell=FAST, bis=monday - timedelta(1))
    (bad,), (good,) = (store.quote_counts(None, filter) for filter in (during, before))
    assert bad.laeufe == good.laeufe == 6
    assert 1 - bad.gebunden / bad.emittiert > 1.5 * (1 - good.gebunden / good.emittiert)


def test_a_failed_provider_a_price_and_a_pace_are_told(written: Context) -> None:
    store = runstore(written)
    (failed,) = store.list_laeufe(Filter(status=Status.FEHLGESCHLAGEN))
    assert failed.modell_gefragt == CAREFUL and "Störung" in failed.fehler and failed.kosten == 0
    (neu,) = store.list_laeufe(Filter(modell=NEU))
    input_tokens, aus = PROFILE[NEU].preis
    assert neu.kosten == pytest.approx((neu.tokens_ein * input_tokens + neu.tokens_aus * aus) / 1e6)
    assert neu.finished and 1 < (neu.finished - neu.created).total_seconds() < 15
    (offline,) = store.list_laeufe(Filter(modell=OFFLINE))
    assert offline.kosten == 0 and offline.is_demo


# --- removing -----------------------------------------------------------------------------------------------


def rows(store: Runstore) -> dict[str, int]:
    with store.reading() as connection:
        return {
            table.name: connection.scalar(select(func.count()).select_from(table)) or 0
            for table in metadata.sorted_tables
        }


def test_removing_leaves_real_laeufe_untouched_and_no_trace(context: Context) -> None:
    store = runstore(context)
    real, deleted = (assess(context, auftrag(OFFLINE, fresh=True)) for _ in range(2))
    store.delete([deleted])
    before, lauf = rows(store), store.load(real)
    list(demo_history(context, LAST_DAY, PLAN[:2]))
    assert rows(store)["lauf"] == 4
    assert store.purge_demo() == 2
    assert rows(store) == before and store.load(real) == lauf and store.load(deleted).geloescht
    assert store.purge_demo() == 0


def test_command_writes_and_removes_it(
    context: Context, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CHROMA_DIR", str(context.settings.chroma_dir))
    monkeypatch.setenv("LAEUFE_DIR", str(context.settings.laeufe_dir))
    monkeypatch.setattr("core.demo.history.plan", lambda antraege: PLAN[:2])
    default_context.cache_clear()
    assert main(["demo", "--runs", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"laeufe": 2}
    assert main(["demo", "--remove-runs"]) == 0
    assert capsys.readouterr().out == "2 gespielte Läufe entfernt.\n"
    assert main(["demo", "--remove-runs", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"entfernt": 0}
    default_context.cache_clear()


def test_one_that_was_broken_off_is_replaced_too(context: Context) -> None:
    store = runstore(context)
    assert list(islice(demo_history(context, LAST_DAY, PLAN[:3]), 1)) == [Progress(1, 3)]
    list(demo_history(context, LAST_DAY, PLAN[:2]))
    assert store.count_laeufe() == 2


def test_history_and_real_laeufe_never_answer_for_each_other(context: Context) -> None:
    store = runstore(context)
    offline = next(g for g in PLAN if g.modell == OFFLINE)
    list(demo_history(context, LAST_DAY, [offline]))
    (demo,) = store.list_laeufe()
    played = store.load(demo.id)
    asked = auftrag(
        OFFLINE, antrag=played.antrag, weitere=tuple(played.parameter["weitere"]), versuche=4,
        antragsprompt=PROMPTS["antrag"], prompt=PROMPTS[FUNDSTELLEN],
    )  # fmt: skip
    real = store.load(assess(context, asked))
    assert real.schluessel == played.schluessel and real.aus_cache is None and not real.is_demo
    list(demo_history(context, LAST_DAY, [offline]))
    (again,) = store.list_laeufe(Filter(is_demo=True))
    assert again.aus_cache is None


def test_a_scripted_model_judges_no_real_antrag(context: Context) -> None:
    lauf = runstore(context).load(assess(context, auftrag(NEU)))
    assert lauf.status is Status.FEHLGESCHLAGEN and "nur im Demo-Verlauf" in lauf.fehler
    assert not lauf.zitate


def test_a_real_lauf_is_not_told_of_another_day(context: Context) -> None:
    store = runstore(context)
    real = assess(context, auftrag(OFFLINE))
    with pytest.raises(EingabeError):
        store.backdate(real, NOW, {})
    assert store.load(real).created != NOW


def test_without_the_demo_in_the_index_it_says_what_to_do(context: Context, tmp_path: Path) -> None:
    empty = Context(replace(context.settings, chroma_dir=tmp_path / "leer"))
    with pytest.raises(EingabeError, match="python -m core demo"):
        next(demo_history(empty, LAST_DAY, PLAN[:1]))

"""Quotes drawn for people, which nobody can pick, and a checker's rate corrected by what they say."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from core.base.errors import EingabeError
from core.cli.main import main
from core.features.support import sample
from core.features.support.sample import (
    BATCH,
    CheckerRates,
    DrawnQuote,
    draw,
    last_draws,
    rate_told,
    rates_of,
    reading_of,
    say,
    sheet_of,
)
from core.llm.verdict import Verdict
from core.programme.context import Context
from core.runs.store import Runstore
from tests.assessment.conftest import own_default
from tests.runs.beispiele import NOWHERE
from tests.support.conftest import BAHN_ZITAT, CHECKER, checked, row

__all__ = ["own_default"]


def read_all(store: Runstore, verdicts: dict[tuple[str, int], Verdict] | None = None) -> CheckerRates:
    """By somebody who agrees with the checker but where it is said otherwise."""
    (drawn,) = last_draws(store)
    for one in reading_of(store, drawn).unread:
        usual = Verdict.ANDERES if one.verdict is Verdict.OFFEN else one.verdict
        say(store, one, (verdicts or {}).get((one.lauf_id, one.zitat), usual), "Ada")
    return rates_of(store, drawn)


def places(drawn: Sequence[DrawnQuote]) -> list[tuple[str, int]]:
    return [(one.lauf_id, one.zitat) for one in drawn]


def test_a_draw_goes_on_in_the_order_of_the_first_and_only_when_all_is_read(store: Runstore) -> None:
    checked(store, [Verdict.STUETZT] * 50)
    first = draw(store)
    assert (
        len(first.gezogen) == BATCH
        and first.of == 50
        and places(first.gezogen) != sorted(places(first.gezogen))
    )
    with pytest.raises(EingabeError, match="noch 30 nicht gelesen"):
        draw(store)
    read_all(store)
    checked(store, [Verdict.ANDERES] * 10)
    second = draw(store, CHECKER)
    assert (second.saat, second.of, len(second.gezogen)) == (first.saat, 60, 60)
    old = [one for one in second.gezogen if one in first.gezogen]
    assert old == list(first.gezogen)  # what was read before stays in its order


def test_the_rate_is_moved_by_what_people_say_otherwise(store: Runstore) -> None:
    lauf_id = checked(store, [Verdict.STUETZT] * 40 + [Verdict.OFFEN] * 10)
    drawn = draw(store)
    wrong = [one for one in drawn.gezogen if one.verdict is Verdict.STUETZT][:9]
    rates = read_all(store, {(lauf_id, one.zitat): Verdict.WIDERSPRICHT for one in wrong})
    carries, against, neither = rates.anteile
    assert (rates.gelesen, rates.offen, carries.laut_modell, neither.laut_modell) == (30, 0, 0.8, 0.2)
    assert carries.berichtigt and carries.berichtigt.bis < 0.8
    assert against.laut_modell == 0.0 and against.berichtigt and against.berichtigt.von > 0.1
    assert neither.berichtigt and neither.berichtigt.von <= 0.2 <= neither.berichtigt.bis
    told = rate_told(rates)
    assert told.startswith("80 % stützen laut Prüfmodell; berichtigt ") and told.endswith(
        "%, 30 von Menschen gelesen"
    )


def test_fewer_than_a_batch_correct_nothing_unless_they_are_all_there_are(store: Runstore) -> None:
    lauf_id = checked(store, [Verdict.STUETZT] * 3)
    drawn = draw(store)
    say(store, drawn.gezogen[0], Verdict.STUETZT, "")
    rates = rates_of(store, drawn)
    assert rates.anteile[0].berichtigt is None and "ab 3 von Menschen gelesenen, bisher 1" in rate_told(rates)
    rates = read_all(store, {(lauf_id, drawn.gezogen[1].zitat): Verdict.ANDERES})
    found = rates.anteile[0].berichtigt
    assert found and (found.von, found.bis) == pytest.approx((2 / 3, 2 / 3))


def test_what_is_read_out_of_order_counts_once_the_gap_is_closed(store: Runstore) -> None:
    checked(store, [Verdict.STUETZT] * 5)
    drawn = draw(store)
    for one in drawn.gezogen[1:]:
        say(store, one, Verdict.STUETZT, "")
    assert rates_of(store, drawn).gelesen == 0
    say(store, drawn.gezogen[0], Verdict.STUETZT, "")
    say(store, drawn.gezogen[0], Verdict.ANDERES, "")  # who thinks again is believed
    assert [said for _, said in reading_of(store, drawn).read][:2] == [Verdict.ANDERES, Verdict.STUETZT]


def test_quotes_that_are_gone_or_were_asked_anew_are_passed_over(context: Context, store: Runstore) -> None:
    gone, stays = (checked(store, [Verdict.STUETZT] * 2) for _ in range(2))
    drawn = draw(store)
    store.delete([gone])
    store.purge([gone], NOWHERE)
    store.save_notes([replace(row(stays, 0, Verdict.STUETZT), schluessel="another question")])
    reading = reading_of(store, drawn)
    assert (places(reading.unread), reading.gone) == ([(stays, 1)], 3)


def test_neither_invented_nor_deleted_laeufe_nor_silence_are_drawn_from(store: Runstore) -> None:
    checked(store, [Verdict.STUETZT], is_demo=True)
    store.delete([checked(store, [Verdict.STUETZT])])
    silent = checked(store, [Verdict.STUETZT])
    store.save_notes([replace(row(silent, 0, Verdict.OFFEN), schluessel="")])
    with pytest.raises(EingabeError, match="kein geprüftes Zitat"):
        draw(store)


def test_who_reads_sees_no_party_and_what_is_said_stands_at_the_quote(
    context: Context, store: Runstore
) -> None:
    lauf_id = checked(store, [Verdict.ANDERES])
    (one,) = draw(store).gezogen
    sheet = sheet_of(context, one)
    assert sheet.stelle.startswith("Die [Partei] sagt: ") and sheet.zitat == BAHN_ZITAT
    assert "Wieltalbahn" in sheet.frage
    say(store, one, Verdict.WIDERSPRICHT, "Ada")
    (urteil,) = store.load(lauf_id).urteile
    # Beside 7 points a quote that contradicts does not agree.
    assert (urteil.zitat, urteil.forderung, urteil.traegt, urteil.zustimmung, urteil.name) == (
        0, "1", Verdict.WIDERSPRICHT, False, "Ada",
    )  # fmt: skip


def test_the_command_draws_and_tells_the_rate_as_json(
    own_default: Context, capsys: pytest.CaptureFixture[str]
) -> None:
    store = sample.runstore(own_default)
    assert main(["rates", "--draw"]) == 2 and "kein geprüftes Zitat" in capsys.readouterr().err
    assert main(["rates"]) == 0 and "rates --draw" in capsys.readouterr().out
    checked(store, [Verdict.STUETZT] * 40)
    assert main(["rates", "--draw", "--model", CHECKER[0]]) == 0
    assert "Noch zu lesen: 30 von 30" in capsys.readouterr().out
    read_all(store)
    assert main(["rates", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["model"], found["gelesen"], found["geprueft"]) == (CHECKER[0], 30, 40)
    carries = found["anteile"][0]
    assert carries["verdict"] == "stuetzt" and carries["berichtigt"]["bis"] == 1.0
    assert 0.8 < carries["berichtigt"]["von"] < 1.0

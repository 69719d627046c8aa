"""What assessing new Anträge costs: within a limit, and paid once, whoever is killed when."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from core.context import Context
from core.errors import SpendingLimitReached
from core.roles.payer import paid_by
from core.runs.lauf import Status
from core.runs.lauf_filter import Filter
from core.runs.store import runstore
from core.update import new_antraege
from core.update.new_antraege import FAILURES
from tests.llm.modellserver import Modellserver, Reply, Request, antwort, modellserver, status
from tests.sources.quellserver import Quellserver
from tests.update.sources_of_nrw import by, put_antraege, update

MODELL = "openai/gpt-4.1"
DEAR = 1.0


def both(request: Request) -> Reply:
    """About the Antrag itself, or that a programme says nothing of it."""
    if "AntragAntwort" in str(request.body["response_format"]):
        return antwort({"titel": "Brunnen", "zusammenfassung": "Es geht um Brunnen.", "themen": ["Brunnen"]})
    nothing = {"score": None, "begruendung": "Dazu steht nichts da.", "zitate": []}
    return antwort({"fraktion": "egal", "wahlprogramm": nothing, "parteiprogramm": nothing})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Modellserver]:
    monkeypatch.setenv("OPENAI_API_KEY", "geheim")
    with modellserver(both) as model:
        monkeypatch.setenv("OPENAI_API_BASE", model.url)
        yield model


def three_new(place: Context, server: Quellserver) -> None:
    update(place, server)
    put_antraege(server, 5, '"2"')


def test_at_the_limit_the_rest_is_left_for_the_next_time(
    place: Context, server: Quellserver, asked: Modellserver
) -> None:
    three_new(place, server)
    brought = update(place, server, ask=by(place, MODELL, 1e-9))
    assert (brought.stored.laeufe, brought.beurteilt.offen, brought.stored.meldungen) == (1, 2, ())
    assert brought.stored.kosten > 0 and "Limit" in brought.beurteilt.angehalten
    once = len(asked.requests)
    brought = update(place, server, ask=by(place, MODELL, DEAR))
    assert brought.stored.laeufe == 2 and len(asked.requests) == 3 * once
    assert runstore(place).count_laeufe(Filter(status=Status.FERTIG)) == 3


class Empty:
    """The purse of somebody whose limit is reached."""

    def check(self) -> None:
        raise SpendingLimitReached("Ihre Grenze ist erreicht.")

    def pay(self, usd: float | None) -> None:
        raise AssertionError(usd)


def test_whoever_has_spent_his_own_limit_has_nothing_assessed(
    place: Context, server: Quellserver, asked: Modellserver
) -> None:
    three_new(place, server)
    with paid_by(Empty()):
        brought = update(place, server, ask=by(place, MODELL, DEAR))
    assert asked.requests == [] and brought.stored.kosten == 0
    told = [one.fehler for one in brought.beurteilt.laeufe] + [one.text for one in brought.stored.meldungen]
    assert any("Ihre Grenze ist erreicht." in one for one in told), told


def test_what_a_broken_update_has_spent_counts(
    place: Context, server: Quellserver, asked: Modellserver
) -> None:
    three_new(place, server)
    runstore(place).note_spent(runstore(place).begin_update().id, 2.0)
    brought = update(place, server, ask=by(place, MODELL, DEAR))
    assert asked.requests == [] and brought.beurteilt.offen == 3


def test_a_lauf_that_ended_before_its_update_was_killed_is_neither_asked_nor_paid_again(
    place: Context, server: Quellserver, asked: Modellserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_new(place, server)

    class Killed(BaseException):
        pass

    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(type(runstore(place)), "note_assessed", killed)
        with pytest.raises(Killed):
            update(place, server, ask=by(place, MODELL, DEAR))
    first = len(asked.requests)
    assert first and runstore(place).last_update() is not None
    stored = update(place, server, ask=by(place, MODELL, DEAR)).stored
    assert len(asked.requests) == 3 * first and stored.laeufe == 3
    store = runstore(place)
    laeufe = [store.load(zeile.id) for zeile in store.list_laeufe(Filter(status=Status.FERTIG))]
    paid = sum(teil.kosten or 0 for lauf in laeufe for teil in lauf.teile)
    assert len(laeufe) == 3 and stored.kosten == pytest.approx(paid)


def test_a_model_that_fails_again_and_again_is_left_alone(
    place: Context, server: Quellserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "geheim")
    update(place, server)
    put_antraege(server, 2 + FAILURES + 2, '"2"')
    with modellserver([status(400)]) as model:
        monkeypatch.setenv("OPENAI_API_BASE", model.url)
        brought = update(place, server, ask=by(place, MODELL, DEAR))
    assert len(brought.beurteilt.laeufe) == FAILURES and brought.beurteilt.offen == 2
    (told,) = brought.stored.meldungen
    assert told.wovon.endswith(f"und {FAILURES - 1} weitere")


def test_without_a_price_there_is_no_limit_to_keep(
    place: Context, server: Quellserver, asked: Modellserver
) -> None:
    three_new(place, server)
    brought = update(place, server, ask=by(place, "openai/gibt-es-nicht", DEAR))
    assert brought.stored.laeufe == 1 and "nicht bekannt" in brought.beurteilt.angehalten


def test_after_its_days_an_antrag_is_not_new(
    place: Context, server: Quellserver, monkeypatch: pytest.MonkeyPatch
) -> None:
    three_new(place, server)
    monkeypatch.setattr(new_antraege, "NEW_FOR", new_antraege.NEW_FOR * 0)
    assert update(place, server, ask=by(place)).stored.laeufe == 0


def test_of_what_has_no_pdf_yet_the_next_update_asks_again(place: Context, server: Quellserver) -> None:
    three_new(place, server)
    update(place, server)
    store = runstore(place)
    (listing, *_) = store.list_listed()
    nowhere = replace(listing.antrag, pdf_url=None, bundesland="BE")
    store.save_listing(store.load_reading("PARDOK/18"), [nowhere])
    brought = update(place, server, ask=by(place))
    assert (brought.beurteilt.without_pdf, brought.stored.laeufe, brought.stored.meldungen) == (1, 2, ())

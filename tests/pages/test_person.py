"""Who pays: counted at every request to a model, refused where nothing is left, and compared before."""

from pathlib import Path

import pytest

from core.assessment.lauf_jobs import LaufJobs
from core.background import Jobs
from core.context import default_context
from core.errors import SpendingLimitReached
from core.roles import payer
from core.roles.rights import AccessRole, Action, NotAllowed
from core.runs.store import runstore
from pages.ui import person
from pages.ui.person import NOBODY, Person
from tests.pages.conftest import places

__all__ = ["places"]

EVA = Person("eva@haus.example", AccessRole.REVIEWER)


def test_what_is_asked_for_a_person_is_counted_in_other_threads_too(places: Path) -> None:
    jobs = Jobs("Rechnen")
    with EVA.pays():
        jobs.start("a", lambda: payer.pay(0.25))
    jobs.start("b", lambda: payer.pay(99.0))
    jobs.close(lambda key: None)
    assert runstore(default_context()).budget_of(EVA.key).ausgegeben == 0.25


def test_where_the_limit_is_reached_no_more_is_asked(places: Path) -> None:
    store = runstore(default_context())
    store.set_limit(EVA.key, 0.5)
    with EVA.pays():
        payer.check()
        payer.pay(0.5)
        with pytest.raises(SpendingLimitReached, match="Ihre Grenze von 50,00 US-Cent für"):
            payer.check()
    payer.check()


def test_what_would_go_beyond_the_limit_is_told_with_what_is_left(
    places: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(person, "here", lambda: EVA)
    assert person.too_dear(100.0) == ""
    runstore(default_context()).set_limit("*", 2.0)
    assert person.too_dear(1.9) == person.too_dear(None) == ""
    assert "bleiben Ihnen 2,00" in person.too_dear(2.5)


def test_a_deed_is_written_down_when_it_is_done_and_only_then(places: Path) -> None:
    def fails() -> None:
        raise ValueError

    EVA.noted(Action.RUN, "eins", lambda: None)()
    with pytest.raises(ValueError):
        EVA.noted(Action.RUN, "zwei", fails)()
    with pytest.raises(NotAllowed, match="Rolle „verwalten“; Ihre ist „prüfen“"):
        EVA.noted(Action.DELETE, "drei", lambda: None)()
    assert [(one.wer, one.objekt) for one in runstore(default_context()).list_deeds()] == [(EVA.key, "eins")]


def test_on_ones_own_machine_nothing_is_asked_and_nothing_written(places: Path) -> None:
    assert person.here() is person.ALONE and NOBODY.key == ""
    person.here().noted(Action.DELETE, "eins", lambda: None)()
    assert runstore(default_context()).count_deeds() == 0
    from pages.ui import resources

    assert type(resources.werkstatt()) is LaufJobs

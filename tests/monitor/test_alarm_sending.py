"""Each alarm is told once on each way, again later where nobody took it, and without words of an Antrag."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from core.antrag.antrag import Antrag
from core.context import Context, default_context
from core.monitor.alarm_receivers import receivers
from core.monitor.alarm_sending import send_new_alarms, send_probe
from core.runs.alarm_rows import MOST_TRIES
from core.runs.store import Runstore
from tests.llm.modellserver import Modellserver, Reply, modellserver
from tests.monitor.geschichte import add_ago
from tests.monitor.mailserver import mailserver

DAYS = (datetime(2026, 3, 2).date(), datetime(2026, 3, 4).date())
AT = datetime(2026, 3, 5, 12, tzinfo=UTC)
ALARM = ("Läufe ohne Zitat", "alle Läufe", *DAYS)


@pytest.fixture
def faulty(laeufe: Runstore) -> Runstore:
    """Yesterday half of the quotes were dropped, under an Antrag that nobody else may read."""
    secret = Antrag(titel="Geheimer Titel", text="Der Brunnen am Markt soll sprudeln.")
    add_ago(laeufe, 1, 40, 20, antrag=secret)
    return laeufe


def hooked(server: Modellserver, monkeypatch: pytest.MonkeyPatch, **more: str) -> Context:
    for name, value in {"ALARM_WEBHOOK": server.url, **more}.items():
        monkeypatch.setenv(name, value)
    default_context.cache_clear()
    return default_context()


def test_an_alarm_is_sent_once_on_every_way(faulty: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    with modellserver(lambda request: Reply(body="")) as server, mailserver() as post:
        more = {
            "ALARM_AN": "a@example.org",
            "SMTP_SERVER": post.address,
            "ALARM_ADRESSE": "https://spiegel.example.org/",
        }
        context = hooked(server, monkeypatch, **more)
        assert [(one.alarme, one.fehler) for one in send_new_alarms(context)] == [(1, ""), (1, "")]
        assert send_new_alarms(context) == []
    (request,), (mail,) = server.requests, post.mails
    (alarm,) = request.body["alarme"]
    assert (alarm["anzahl"], alarm["von_insgesamt"], alarm["reihe"]) == (20, 40, "alle Läufe")
    assert alarm["adresse"].startswith("https://spiegel.example.org/monitor?tag=")
    assert "20 von 40 Zitaten (50 %)" in mail.get_content() and "/monitor" in mail.get_content()
    assert all(send.gesendet for send in faulty.list_alarm_sends())


def test_nothing_of_an_antrag_goes_out(faulty: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    with modellserver(lambda request: Reply(body="")) as server:
        send_new_alarms(hooked(server, monkeypatch))
    sent = json.dumps(server.requests[0].body, ensure_ascii=False)
    assert "Geheimer Titel" not in sent and "Brunnen" not in sent


def test_what_was_not_taken_is_sent_again_later(faulty: Runstore, monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.now(UTC)
    with modellserver([Reply(status=500, body=""), Reply(body="")]) as server:
        context = hooked(server, monkeypatch)
        assert "500" in send_new_alarms(context, now)[0].fehler
        assert "500" in faulty.list_alarm_sends()[0].fehler
        assert send_new_alarms(context, now + timedelta(minutes=4)) == []
        assert send_new_alarms(context, now + timedelta(minutes=6))[0].fehler == ""
        assert send_new_alarms(context, now + timedelta(hours=6)) == []
    assert len(server.requests) == 2 and faulty.list_alarm_sends()[0].fehler == ""


def test_an_alarm_that_somebody_has_seen_is_not_sent(
    faulty: Runstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    today = datetime.now(UTC).date()
    faulty.save_alarm_note("Anteil verworfener Zitate", "alle Läufe", today - timedelta(days=1), today)
    with modellserver(lambda request: Reply(body="")) as server:
        assert send_new_alarms(hooked(server, monkeypatch)) == []
    assert server.requests == []


def test_a_probe_says_that_it_is_one_and_is_not_stored(
    laeufe: Runstore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with modellserver(lambda request: Reply(body="")) as server:
        context = hooked(server, monkeypatch)
        send_probe(context, *receivers(context.settings))
    assert "Probealarm" in server.requests[0].body["text"] and laeufe.list_alarm_sends() == []


def test_tries_come_to_an_end(store: Runstore) -> None:
    at, tries = AT, 0
    for _ in range(1000):
        (send,) = store.claim_alarms("mail", [ALARM], at)
        tries += send is not None
        at += timedelta(minutes=5)
    (stored,) = store.list_alarm_sends()
    assert tries == stored.versuche == MOST_TRIES and stored.is_given_up
    assert stored.zuletzt - AT < timedelta(hours=36)


def test_an_alarm_that_goes_on_is_not_another_one(store: Runstore) -> None:
    (first,) = store.claim_alarms("mail", [ALARM], AT)
    store.note_alarms_sent([first.id], AT)
    art, reihe, von, bis = ALARM
    for days in range(1, 12):
        moved = (art, reihe, von + timedelta(days=days), bis + timedelta(days=days))
        assert store.claim_alarms("mail", [moved], AT + timedelta(days=days)) == [None]
    later = (art, reihe, bis + timedelta(days=20), bis + timedelta(days=21))
    others = [("Parteien ohne Zitat", reihe, von, bis), (art, "Modell b", von, bis), later]
    assert all(store.claim_alarms("mail", others, AT)) and all(store.claim_alarms("webhook", [ALARM], AT))


def test_two_at_once_do_not_both_send(store: Runstore) -> None:
    with ThreadPoolExecutor(8) as pool:
        claims = list(pool.map(lambda _: store.claim_alarms("mail", [ALARM], AT), range(8)))
    assert sum(claim != [None] for claim in claims) == 1

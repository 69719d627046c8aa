"""What goes out to whom, on real lines: encrypted where there is a password, and never for long."""

import time
from dataclasses import replace
from pathlib import Path

import pytest

from core.errors import DashboardError, EingabeError
from core.key_masker import mask
from core.monitor import alarm_receivers
from core.monitor.alarm_receivers import AlarmNotice, deliver, receivers
from core.settings import Settings
from tests.llm.modellserver import Reply, modellserver
from tests.monitor.mailserver import Mailserver, certificate, mailserver

PASSWORD = "gehe1m-4711-Abc"
NOTICE = AlarmNotice(
    "Antragsspiegel: 1 Alarm", "Vom 1. bis 2.: üblich sind 0 bis 3.", {"alarme": [{"anzahl": 4}]}
)


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("core.key_masker.SECRETS", tmp_path / "secrets.toml")
    for name in ("ALARM_WEBHOOK", "SMTP_PASSWORD"):
        monkeypatch.delenv(name, raising=False)


def mail_settings(server: Mailserver, **changes: object) -> Settings:
    to = ("referat@example.org", "zwei@example.org")
    return replace(
        Settings(), alarm_an=to, alarm_von="spiegel@example.org", smtp_server=server.address, **changes
    )


def test_nobody_is_told_where_nobody_is_set_up() -> None:
    assert receivers(Settings()) == []


def test_a_mail_arrives_with_its_words() -> None:
    with mailserver() as server:
        (way,) = receivers(mail_settings(server))
        deliver(way, NOTICE)
    (mail,) = server.mails
    assert (mail["To"], mail["From"]) == ("referat@example.org, zwei@example.org", "spiegel@example.org")
    assert mail["Subject"] == NOTICE.titel and mail.get_content().strip() == NOTICE.text
    assert [line for line in server.said if line.startswith("rcpt")] == [
        "rcpt TO:<referat@example.org>", "rcpt TO:<zwei@example.org>"
    ]  # fmt: skip


def test_a_password_is_said_to_a_server_that_encrypts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(made))
    monkeypatch.setenv("SMTP_PASSWORD", PASSWORD)
    with mailserver(Mailserver(made)) as server:
        (way,) = receivers(mail_settings(server, smtp_user="spiegel"))
        deliver(way, NOTICE)
    assert len(server.mails) == 1
    said = [line.split()[0].upper() for line in server.said]
    assert said.index("STARTTLS") < said.index("AUTH") and PASSWORD not in repr(way)


def test_a_password_is_not_said_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SMTP_PASSWORD", PASSWORD)
    with mailserver() as server:
        (way,) = receivers(mail_settings(server, smtp_user="spiegel"))
        with pytest.raises(DashboardError, match="verschlüsselt nicht"):
            deliver(way, NOTICE)
    assert server.mails == [] and not any("AUTH" in line.upper() for line in server.said)


def test_a_certificate_of_nobody_is_not_believed(tmp_path: Path) -> None:
    with mailserver(Mailserver(certificate(tmp_path))) as server:
        (way,) = receivers(mail_settings(server))
        with pytest.raises(DashboardError, match="Zertifikat"):
            deliver(way, NOTICE)
    assert server.mails == []


def test_a_refusal_is_told_on_one_short_line() -> None:
    with mailserver(Mailserver(refuse=b"554 \x1b[31mkein Platz\x00 " + b"x" * 500)) as server:
        (way,) = receivers(mail_settings(server))
        with pytest.raises(DashboardError, match="kein Platz") as raised:
            deliver(way, NOTICE)
    assert str(raised.value).isprintable() and len(str(raised.value)) < 450


def test_who_drips_is_not_waited_for() -> None:
    begin = time.monotonic()
    with mailserver(Mailserver(slow=0.4)) as server:
        (way,) = receivers(mail_settings(server))
        with pytest.raises(DashboardError, match="keine Antwort in der Zeit"):
            deliver(way, NOTICE, seconds=1.0)
    assert time.monotonic() - begin < 3


def test_a_webhook_gets_text_and_data(monkeypatch: pytest.MonkeyPatch) -> None:
    with modellserver(lambda request: Reply(body="ok")) as server:
        monkeypatch.setenv("ALARM_WEBHOOK", f"{server.url}/haken?kanal=1")
        (way,) = receivers(Settings())
        deliver(way, NOTICE)
    (request,) = server.requests
    assert request.path.endswith("/haken?kanal=1")
    assert request.body == {"text": NOTICE.text, "alarme": [{"anzahl": 4}]}


@pytest.mark.parametrize("number", [301, 404, 500])
def test_a_webhook_that_does_not_take_it_is_a_failure(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    headers = {"Location": "http://127.0.0.1:9/anderswo"}
    with modellserver(lambda request: Reply(status=number, body="{}", headers=headers)) as server:
        monkeypatch.setenv("ALARM_WEBHOOK", f"{server.url}/dienst/Geheim4711Xy")
        (way,) = receivers(Settings())
        with pytest.raises(DashboardError, match=str(number)) as raised:
            deliver(way, NOTICE)
    assert "Geheim4711Xy" not in f"{raised.value}{way!r}" and len(server.requests) == 1


def test_nobody_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALARM_WEBHOOK", "http://127.0.0.1:1/x")
    with pytest.raises(DashboardError, match=r"Webhook bei 127\.0\.0\.1: .*nimmt niemand Verbindungen an"):
        deliver(receivers(Settings())[0], NOTICE)


@pytest.mark.parametrize(
    "address",
    ["ftp://host/x", "file:///etc/passwd", "javascript:alert(1)", "http://", "https://u:geheim99@host/",
     "host/x", "http://host:99999/", "http://host/a b", "http://host/a\r\nX-Y: 1", "http://höst/"],
)  # fmt: skip
def test_a_webhook_is_an_address_of_the_web(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALARM_WEBHOOK", address)
    with pytest.raises(EingabeError, match="ALARM_WEBHOOK") as raised:
        receivers(Settings())
    assert "geheim99" not in str(raised.value)


def test_its_path_is_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(
        "ALARM_WEBHOOK", "https://hooks.example.org/services/T04711/B12345678/aB3dE5fG7hI9kL1m"
    )
    told = mask("POST /services/T04711/B12345678/aB3dE5fG7hI9kL1m an hooks.example.org: services https://")
    assert told == "POST /services/T04711/***/*** an hooks.example.org: services https://"


def test_half_a_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(EingabeError, match="SMTP_SERVER fehlt"):
        receivers(replace(Settings(), alarm_an=("a@example.org",)))
    with pytest.raises(EingabeError, match="SMTP_PASSWORD"):
        receivers(replace(Settings(), alarm_an=("a@example.org",), smtp_server="smtp://h", smtp_user="u"))


def test_the_deadline_is_longer_than_one_answer() -> None:
    assert alarm_receivers.PATIENCE < alarm_receivers.DEADLINE <= 30

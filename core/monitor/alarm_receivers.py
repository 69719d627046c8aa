"""To whom alarms go: by e-mail, or as JSON to an address of the web. Each try ends within `DEADLINE`."""

import json
import logging
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Protocol
from urllib.parse import SplitResult, urlsplit

from core.errors import DashboardError, EingabeError
from core.key_masker import mask, schluessel
from core.settings import Settings
from core.version import app_version

PATIENCE = 10.0
"""Seconds for each single answer of the other side."""

DEADLINE = 20.0
"""Seconds for all of it: a server that says one letter every nine seconds would hold on for ever."""

SMTP_PORTS = {"smtp": 587, "smtps": 465}

REASONS: Mapping[type[Exception], str] = {
    TimeoutError: "keine Antwort in der Zeit",
    ConnectionRefusedError: "dort nimmt niemand Verbindungen an",
    socket.gaierror: "diesen Rechner gibt es nicht",
    ssl.SSLCertVerificationError: "sein Zertifikat ist nicht gültig",
    smtplib.SMTPAuthenticationError: "Nutzer oder Passwort werden abgelehnt",
    smtplib.SMTPServerDisconnected: "die Verbindung bricht ab",
    ConnectionError: "die Verbindung bricht ab",
}
"""The first that fits."""

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class AlarmNotice:
    """What is told: the same in words and as data."""

    titel: str
    text: str
    daten: Mapping[str, object]


class AlarmReceiver(Protocol):
    """`weg` is stored, `wohin` shown: neither holds a key."""

    @property
    def weg(self) -> str: ...
    @property
    def wohin(self) -> str: ...
    def send(self, notice: AlarmNotice) -> None: ...


def receivers(settings: Settings) -> list[AlarmReceiver]:
    """Those that are set up; none where nobody is to be told."""
    found: list[AlarmReceiver] = []
    if settings.alarm_an:
        found.append(_mail_receiver(settings))
    if address := schluessel("ALARM_WEBHOOK"):
        found.append(WebhookReceiver(_checked(address)))
    return found


def deliver(receiver: AlarmReceiver, notice: AlarmNotice, seconds: float = DEADLINE) -> None:
    """Raises where the other side has not taken it by then."""
    try:
        _within(seconds, lambda: receiver.send(notice))
    except (OSError, ValueError, smtplib.SMTPException, HTTPException) as error:
        raise _failed(receiver.wohin, _reason(error)) from error


@dataclass(frozen=True, slots=True)
class MailReceiver:
    server: SplitResult
    user: str | None
    password: str | None = field(repr=False)
    sender: str
    recipients: tuple[str, ...]

    @property
    def weg(self) -> str:
        return "mail"

    @property
    def wohin(self) -> str:
        return f"E-Mail an {', '.join(self.recipients)} über {self.server.hostname}"

    def send(self, notice: AlarmNotice) -> None:
        with self._connected() as smtp:
            self._encrypt(smtp)
            if self.user and self.password:
                smtp.login(self.user, self.password)
            refused = smtp.send_message(self._message(notice))
        if refused:  # the others have it; to send all of it again would not help these
            LOG.warning("Der Mailserver nimmt für %s nichts an.", ", ".join(refused))

    def _connected(self) -> smtplib.SMTP:
        host, port = self.server.hostname or "", self.server.port or SMTP_PORTS[self.server.scheme]
        if self.server.scheme == "smtps":
            return smtplib.SMTP_SSL(host, port, timeout=PATIENCE, context=ssl.create_default_context())
        return smtplib.SMTP(host, port, timeout=PATIENCE)

    def _encrypt(self, smtp: smtplib.SMTP) -> None:
        if isinstance(smtp, smtplib.SMTP_SSL):
            return
        smtp.ehlo()
        if smtp.has_extn("starttls"):
            smtp.starttls(context=ssl.create_default_context())
        elif self.password:
            raise ValueError("der Server verschlüsselt nicht, das Passwort wird ihm nicht gesagt")

    def _message(self, notice: AlarmNotice) -> EmailMessage:
        message = EmailMessage()
        message["Subject"] = notice.titel
        message["From"] = self.sender
        message["To"] = ", ".join(self.recipients)
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2])
        message.set_content(notice.text)
        return message


@dataclass(frozen=True, slots=True)
class WebhookReceiver:
    """Its path often is a key: whoever knows it may post there. Redirections are not followed."""

    address: SplitResult = field(repr=False)

    @property
    def weg(self) -> str:
        return "webhook"

    @property
    def wohin(self) -> str:
        return f"Webhook bei {self.address.hostname}"

    def send(self, notice: AlarmNotice) -> None:
        kind = HTTPSConnection if self.address.scheme == "https" else HTTPConnection
        connection = kind(self.address.hostname or "", self.address.port, timeout=PATIENCE)
        path = (self.address.path or "/") + (f"?{self.address.query}" if self.address.query else "")
        body = json.dumps({"text": notice.text, **notice.daten}, ensure_ascii=False, default=str).encode()
        head = {"Content-Type": "application/json", "User-Agent": f"Antragsspiegel/{app_version()}"}
        try:
            connection.request("POST", path, body, head)
            status = connection.getresponse().status
        finally:
            connection.close()
        if not 200 <= status < 300:
            raise ValueError(f"Antwort {status}")


def _mail_receiver(settings: Settings) -> MailReceiver:
    if settings.smtp_server is None:
        raise EingabeError(
            "ALARM_AN nennt Empfänger, aber SMTP_SERVER fehlt. Bitte den Mailserver angeben, wie "
            "smtps://mail.example.org, oder ALARM_AN weglassen."
        )
    server = settings.smtp_server if "//" in settings.smtp_server else f"smtp://{settings.smtp_server}"
    password = schluessel("SMTP_PASSWORD")
    if bool(password) != bool(settings.smtp_user):
        raise EingabeError(
            "Von SMTP_USER und SMTP_PASSWORD ist nur eines gesetzt. Bitte beide angeben oder keines."
        )
    sender = settings.alarm_von or settings.alarm_an[0]
    return MailReceiver(urlsplit(server), settings.smtp_user, password, sender, settings.alarm_an)


def _checked(address: str) -> SplitResult:
    """The address is not repeated: it may be a key."""
    try:
        parts = urlsplit(address)
        is_address = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or parts.username is not None or not address.isascii() or not _is_one_word(address):
        raise EingabeError(
            "ALARM_WEBHOOK ist keine Adresse, die mit https:// oder http:// beginnt (ohne Leerzeichen, ohne "
            "Nutzername). Bitte berichtigen oder weglassen."
        )
    return parts


def _is_one_word(text: str) -> bool:
    return text.isprintable() and " " not in text


def _within(seconds: float, work: Callable[[], None]) -> None:
    """In a thread of its own, which nobody waits for any longer."""
    future: Future[None] = Future()

    def settle() -> None:
        try:
            work()
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(None)

    threading.Thread(target=settle, name="alarm-senden", daemon=True).start()
    future.result(timeout=seconds)


def _failed(wohin: str, reason: str) -> DashboardError:
    return DashboardError(
        f"{wohin}: Was gesendet wurde, ist nicht angenommen ({mask(reason)}). Bitte prüfen, ob Adresse und "
        "Zugang stimmen und die Gegenseite läuft."
    )


def _reason(error: Exception) -> str:
    """In German where we know it; else what the other side said, which is data of others: one line of it."""
    known = next((reason for kind, reason in REASONS.items() if isinstance(error, kind)), None)
    if known:
        return known
    told = error.smtp_error if isinstance(error, smtplib.SMTPResponseException) else str(error)
    text = told.decode("utf-8", "replace") if isinstance(told, bytes) else str(told)
    words = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return words[:200] or type(error).__name__

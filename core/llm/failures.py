"""What went wrong when a model was asked, told by status and text: LiteLLM's classes lie about the cause."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import httpx

from core.base import clock, formats
from core.base.errors import (
    AntwortUnlesbar,
    GuthabenErschoepft,
    KontextZuLang,
    ModellFehler,
    ModellNichtErreichbar,
    ModellUeberlastet,
    ModellUnbekannt,
    SchluesselFehlt,
)
from core.base.key_masker import mask
from core.llm.antwort import LARGEST
from core.llm.catalogue import Modell, key_hint
from core.llm.line import Heard

LONGEST_DETAIL = 200
LONGEST_TEXT = 100_000
"""Characters of what a provider says that are looked at; its error may be as long as it likes."""


class FormatRefused(ModellFehler):
    """The provider does not know the kind of JSON that was asked for; a less strict one may do."""


@dataclass(frozen=True, slots=True)
class ErrorFinding:
    """`warten`: so many seconds the provider wants to be left alone.

    An answer that cannot be used is billed as any other: its tokens, `kosten` and `text`. `is_sent`: False
    where no request left the house.
    """

    fehler: ModellFehler
    wiederholbar: bool = False
    warten: float | None = None
    tokens_ein: int = 0
    tokens_aus: int = 0
    tokens_cache: int = 0
    kosten: float | None = 0.0
    status: int | None = None
    modell: str = ""
    text: str = ""
    is_sent: bool = True


@dataclass(frozen=True, slots=True)
class FailureCause:
    """An exception and those below it: status, class names, everything they say in small letters.

    That may be an echo of the Antrag. `codes` and `message` are the provider's own fields. `is_refused`: an
    HTTP error came, else an answer or nothing. `is_web_page`: by how the body begins.
    """

    status: int
    kette: frozenset[str]
    text: str
    codes: frozenset[str]
    message: str
    is_refused: bool
    is_web_page: bool

    def says(self, *words: str) -> bool:
        return any(word in self.text for word in words)

    def states(self, *codes: str, message: tuple[str, ...] = ()) -> bool:
        """By a code, or by how the message begins: further on it may quote what was sent."""
        return not self.codes.isdisjoint(codes) or self.message.startswith(message)

    def comes_from(self, *names: str) -> bool:
        return not self.kette.isdisjoint(names)


GATEWAY = frozenset({502, 504, *range(520, 525)})
"""What stands before a model sends these when it waits no longer; the model may have answered, and bills it.

520 to 524 are Cloudflare's.
"""

NO_ANSWER = ("APIConnectionError", "APITimeoutError", "Timeout", "ReadTimeout")
"""LiteLLM gives these a status of its own making; no server sent one."""


class Rule(NamedTuple):
    holds: Callable[[FailureCause], bool]
    art: type[ModellFehler]
    satz: str
    wiederholbar: bool = False
    is_unasked: bool = False
    """No model was asked. Of all else that is no HTTP error nobody knows whether it is billed."""
    may_be_billed: bool = False
    """Although an HTTP error came: a server in between sent it."""


RULES = (
    Rule(
        lambda u: u.comes_from("Redirected"),
        ModellNichtErreichbar,
        "Unter {adresse} wird die Anfrage an {modell} an eine andere Stelle verwiesen; dorthin gehen "
        "Schlüssel und Antrag nicht. Prüfen Sie die Adresse und tragen Sie die richtige ein.",
        is_unasked=True,
    ),
    Rule(
        lambda u: u.comes_from("AntwortTooLong"),
        AntwortUnlesbar,
        "Die Antwort von {modell} ist länger als {groesste} Bytes und wurde nicht zu Ende gelesen. Wählen "
        "Sie ein anderes Modell.",
    ),
    Rule(
        lambda u: u.comes_from("NotUnpackable", "DecodingError", "UnicodeDecodeError"),
        AntwortUnlesbar,
        "Die Antwort von {modell} ist nicht zu entpacken. Versuchen Sie es noch einmal oder wählen Sie ein "
        "anderes Modell.",
        wiederholbar=True,
    ),
    Rule(
        lambda u: u.comes_from("ConnectTimeout"),
        ModellNichtErreichbar,
        "{modell} ist nicht erreichbar: {adresse} nimmt keine Verbindung an. Prüfen Sie Netz und Adresse.",
        wiederholbar=True,
        is_unasked=True,
    ),
    Rule(
        lambda u: u.comes_from(
            "ConnectionRefusedError", "gaierror", "ConnectError", "ProxyError", "UnsupportedProtocol"
        ),
        ModellNichtErreichbar,
        "{modell} ist nicht erreichbar: Unter {adresse} antwortet niemand. Prüfen Sie Netz und Adresse, und "
        "bei einem eigenen Server, ob er läuft.",
        is_unasked=True,
    ),
    Rule(
        lambda u: u.status in GATEWAY,
        ModellNichtErreichbar,
        "Ein Server vor {modell} hat keine Antwort weitergegeben ({status}). Warten Sie einige Minuten oder "
        "wählen Sie ein anderes Modell.",
        wiederholbar=True,
        may_be_billed=True,
    ),
    Rule(
        lambda u: u.status == 408 or u.comes_from("ReadTimeout", "APITimeoutError", "Timeout", "PoolTimeout"),
        ModellNichtErreichbar,
        "{modell} hat nicht innerhalb von {frist} Sekunden geantwortet. Erhöhen Sie die Frist oder wählen "
        "Sie ein schnelleres Modell.",
        wiederholbar=True,
        may_be_billed=True,
    ),
    Rule(
        lambda u: u.comes_from("RemoteProtocolError", "ReadError", "WriteError", "ConnectionResetError"),
        ModellNichtErreichbar,
        "Die Verbindung zu {modell} ist während der Antwort abgerissen. Versuchen Sie es noch einmal.",
        wiederholbar=True,
    ),
    Rule(
        lambda u: u.is_web_page or u.says("<html", "<!doctype html"),
        ModellNichtErreichbar,
        "Unter {adresse} antwortet eine Webseite statt {modell}. Prüfen Sie die Adresse.",
        is_unasked=True,
    ),
    Rule(
        lambda u: not u.is_refused and u.says("llm provider not provided"),
        ModellUnbekannt,
        "Den Anbieter von {modell} gibt es nicht. Prüfen Sie den Teil vor dem Schrägstrich.",
        is_unasked=True,
    ),
    Rule(
        lambda u: u.status == 402
        or u.states(
            "insufficient_quota", "billing_hard_limit_reached", "arrearage",
            message=("your credit balance is too low", "insufficient balance", "billing hard limit"),
        ),
        GuthabenErschoepft,
        "Das Guthaben für {modell} ist erschöpft. Laden Sie das Konto auf oder wählen Sie ein anderes "
        "Modell.",
    ),
    Rule(
        lambda u: not u.is_refused and u.says("missing credentials", "api_key client option must be set"),
        SchluesselFehlt,
        "{schluessel_fehlt}",
        is_unasked=True,
    ),
    Rule(
        # A server said 200, and LiteLLM finds no answer in what came, or not all of it came.
        lambda u: not u.is_refused and 200 <= u.status < 300,
        AntwortUnlesbar,
        "Die Antwort von {modell} ist unvollständig oder hat eine unbekannte Form. Versuchen Sie es noch "
        "einmal oder wählen Sie ein anderes Modell.",
        wiederholbar=True,
    ),
    Rule(
        lambda u: u.status == 401
        or u.states(
            "invalid_api_key", message=("api key not valid", "invalid api key", "incorrect api key")
        ),
        SchluesselFehlt,
        "{schluessel} wird von {modell} abgelehnt. Prüfen Sie, ob er gesetzt und noch gültig ist.",
    ),
    Rule(
        lambda u: u.status == 403,  # some providers' word for a text that they do not want: others go on
        ModellFehler,
        "{modell} verweigert die Antwort (403). {schluessel} darf es nicht benutzen: Schalten Sie es beim "
        "Anbieter frei. Oder der Anbieter sperrt diesen Text: Wählen Sie ein anderes Modell.",
    ),
    Rule(
        lambda u: u.status == 413
        or u.says(
            "context length", "context_length", "context window", "contextwindow", "maximum context",
            "range of input length", "prompt is too long", "input token count", "request too large",
        ),
        KontextZuLang,
        "Die Anfrage ist für {modell} zu lang (es nimmt {kontext} Tokens). Senken Sie die Zahl der "
        "Fundstellen oder wählen Sie ein Modell mit größerem Kontext.",
    ),
    Rule(
        lambda u: u.status in (400, 422)
        and u.says("response_format", "json_schema", "json_object", "response_schema", "output_config"),
        FormatRefused,
        "{modell} lehnt das verlangte Antwortformat ab. Wählen Sie ein anderes Modell.",
    ),
    Rule(
        lambda u: u.status == 404
        or u.states("model_not_found", message=("model not found", "model does not", "model not exist")),
        ModellUnbekannt,
        "{modell} gibt es beim Anbieter nicht ({adresse}). Prüfen Sie die Schreibweise.",
    ),
    Rule(
        lambda u: u.status == 429,
        ModellUeberlastet,
        "{modell} nimmt gerade keine weiteren Anfragen an (429). Warten Sie einige Minuten oder wählen Sie "
        "ein anderes Modell.",
        wiederholbar=True,
    ),
    Rule(
        lambda u: u.is_refused and u.status >= 500,
        ModellUeberlastet,
        "Der Anbieter von {modell} hat eine Störung ({status}). Warten Sie einige Minuten oder wählen Sie "
        "ein anderes Modell.",
        wiederholbar=True,
    ),
    Rule(
        lambda u: True,
        ModellFehler,
        "{modell} konnte nicht antworten: {detail}. Prüfen Sie die Anfrage oder wählen Sie ein anderes "
        "Modell.",
    ),
)  # fmt: skip


def diagnose(
    reason: BaseException,
    modell: Modell,
    basis_url: str | None,
    deadline: float,
    heard: Heard,
    outside: BaseException | None = None,
) -> ErrorFinding:
    """The first rule that holds says what happened, in a German sentence without any key.

    `outside`: what was already being handled when the model was asked; it says nothing about the model.
    """
    kette: list[BaseException] = []
    below: BaseException | None = reason
    while below is not None and below is not outside:
        if isinstance(below, ModellFehler):
            return ErrorFinding(below)
        kette.append(below)
        below = below.__cause__ or below.__context__
    cause = _cause(kette, heard)
    rule = next(rule for rule in RULES if rule.holds(cause))
    # LiteLLM puts a traceback into its messages. Masked before it is cut: half a key is not known for one.
    text, *_ = str(reason)[:LONGEST_TEXT].split("Traceback (most recent")
    detail = str(mask(" ".join(text.split())))[:LONGEST_DETAIL]
    satz = rule.satz.format(
        modell=f"Das Modell „{modell.id}“" if rule.satz.startswith("{modell}") else f"„{modell.id}“",
        schluessel=f"Der Schlüssel {modell.schluessel}" if modell.schluessel else "Der Schlüssel",
        schluessel_fehlt=key_hint(modell.schluessel or f"für {modell.anbieter}"),
        adresse=basis_url or modell.anbieter,
        kontext=modell.kontext if modell.im_katalog else "nur begrenzt viele",
        frist=formats.shortest(deadline),
        groesste=formats.number(LARGEST),
        status=cause.status,
        detail=detail,
    )
    is_unbilled = rule.is_unasked or (cause.is_refused and not rule.may_be_billed)
    return ErrorFinding(
        rule.art(mask(satz)),
        rule.wiederholbar,
        _retry_after(kette),
        kosten=0.0 if is_unbilled else None,
        status=None if cause.comes_from(*NO_ANSWER) and not cause.is_refused else cause.status or None,
    )


def _cause(kette: list[BaseException], heard: Heard) -> FailureCause:
    names = frozenset(type(one).__name__ for one in kette)
    text = " ".join(str(one)[:LONGEST_TEXT] for one in kette).lower()
    # LiteLLM makes answers of its own, without a body; the provider's is with the exception at the bottom.
    responses = (getattr(one, "response", None) for one in reversed(kette))
    answer = next(
        (r for r in responses if isinstance(r, httpx.Response) and r.is_stream_consumed and r.content), None
    )
    told = (getattr(one, "status_code", None) for one in kette)
    said = answer.status_code if answer else next((s for s in told if isinstance(s, int)), 0)
    status = said if heard.status is None else heard.status
    own = _own_fields(answer.text) if answer else {}
    codes = frozenset(str(own[name]).lower() for name in ("code", "type") if name in own)
    is_refused = heard.is_refusal or (heard.status is None and answer is not None and answer.is_error)
    message = str(own.get("message", "")).lower()
    return FailureCause(status, names, text, codes, message, is_refused, heard.is_web_page)


def _own_fields(body: str) -> dict[str, object]:
    """What a provider says of an error: mostly in an object `error` of its own; xAI and Ollama in a text."""
    try:
        said = json.loads(body[:LONGEST_TEXT])
    except (ValueError, RecursionError):
        return {}
    said = said if isinstance(said, dict) else {}
    error = said.get("error")
    return error if isinstance(error, dict) else {"message": error, **said} if error else said


def _retry_after(kette: list[BaseException]) -> float | None:
    for one in kette:
        # Of the answer that an error tells of; where LiteLLM hides them elsewhere, its response's own.
        response = getattr(one, "response", None)
        headers = getattr(one, "litellm_response_headers", None) or getattr(response, "headers", None)
        if headers and (value := headers.get("retry-after")):
            return clock.retry_after(value.strip())
    return None
